"""What a file or a compiled module declares, and what is wrong in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from leanbridge.core.declarations import (
    Declaration,
    Kind,
    Place,
    Reducibility,
)
from leanbridge.core.scope import Scope
from leanbridge.errors import LeanbridgeError, Where
from leanbridge.source import syntax
from leanbridge.source.positions import Lines

if TYPE_CHECKING:
    from leanbridge.core.compiled.project import CompiledProject

#: Classes whose instances say what an operator means at a type.
OPERATOR_CLASSES = frozenset(
    "Add Sub Mul Div Mod Neg Inv Pow SMul HAdd HSub HMul HDiv HMod HPow HSMul Max Min LE LT Dvd "
    "Zero One OfNat NatCast IntCast Append HAppend BEq Membership Coe CoeFun CoeSort Norm".split()
)

KNOWN = "known."  # prefix of the module names of the known constants


class ModuleText(Protocol):
    """What the environment needs of a loaded module."""

    @property
    def name(self) -> str: ...
    @property
    def file(self) -> syntax.File: ...


@dataclass(slots=True, eq=False)
class Entry:
    """A name that a project declares, before and after its declaration is made."""

    name: str
    kind: Kind
    module: str
    order: int
    index: int = 0  # of a constructor or field in its parent
    parent: Entry | None = None
    private: bool = False
    protected: bool = False
    reducibility: Reducibility = "regular"
    generated: bool = False
    header: Literal["fresh", "busy", "done", "failed"] = "fresh"
    body: Literal["fresh", "busy", "done", "failed"] = "fresh"
    declaration: Declaration | None = None
    error: LeanbridgeError | None = None
    body_error: LeanbridgeError | None = None
    fields: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()  # the structures extended, full names, after elaboration


@dataclass(slots=True, eq=False)
class SourceEntry(Entry):
    """A name that a file of Lean text declares."""

    syntax: syntax.Declaration = field(kw_only=True)
    scope: Scope = field(kw_only=True)
    pending: object | None = None  # a `declare.Header` whose body is still to come
    blocks: int = 0  # tactic blocks in it that are values


@dataclass(slots=True, eq=False)
class CompiledEntry(Entry):
    """A name that a compiled module declares."""

    project: CompiledProject = field(kw_only=True)
    at: Place = field(kw_only=True)
    doc: str | None = None
    is_proved: bool = False  # a theorem of which no part is `sorry`


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a file says that is not read, or reads oddly: never dropped in silence."""

    where: Where
    construct: str
    message: str
    module: str = ""
    unread: bool = False  # the text could not be parsed


KINDS: Mapping[str, Kind] = {
    "def": "def", "theorem": "theorem", "lemma": "theorem", "abbrev": "abbrev",
    "instance": "instance", "example": "example", "axiom": "axiom", "opaque": "opaque",
    "structure": "structure", "class": "class", "inductive": "inductive",
    "class inductive": "inductive",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a module, to turn offsets into places."""

    path: str
    lines: Lines

    @property
    def text(self) -> str:
        return self.lines.text

    def where(self, offset: int, declaration: str | None = None) -> Where:
        line, column = self.lines.place(offset)
        return Where(self.path, line, column, declaration, self.lines.line(line))
