"""What the environment knows of a name, after elaboration.

Terms here are closed and finished: no free variable, no metavariable, no instance argument.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from leanbridge.core.terms import Term
from leanbridge.source.syntax import Span

Kind: TypeAlias = Literal[
    "def", "theorem", "abbrev", "instance", "example", "axiom", "opaque",
    "structure", "class", "inductive", "constructor", "projection",
]  # fmt: skip
Reducibility: TypeAlias = Literal["reducible", "regular", "irreducible"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a declaration stands: module, file path as given, span in code points."""

    module: str
    path: str
    span: Span
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Constructor:
    """A constructor: the first `params` arguments are the type's parameters, then `fields`.

    `proof_fields[i]` says that field i is a proof (its value is never looked at).
    """

    name: str
    inductive: str
    index: int
    params: int
    fields: tuple[str, ...]
    proof_fields: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Projection:
    """A projection function of a structure: `params` arguments, then the structure."""

    name: str
    structure: str
    params: int
    index: int


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration.

    `type` has no instance binders. `instances` are the facts that the instance binders state, each
    a closed lambda over all of `type`'s leading binders that stand before it (so
    `def f {k : Nat} [NeZero k] (x : Fin k)` has `instances = (fun k => NeZero k,)`).
    `defaults` gives default arguments: position among `type`'s binders, and a closed lambda over
    the binders before it (an automatic proof is a `Proof`).
    `value` is the body of a def (a `Lam` per binder), None for theorems, axioms, opaques.
    """

    name: str
    kind: Kind
    type: Term
    place: Place
    value: Term | None = None
    instances: tuple[Term, ...] = ()
    defaults: tuple[tuple[int, Term], ...] = ()
    reducibility: Reducibility = "regular"
    private: bool = False
    protected: bool = False
    noncomputable: bool = False
    doc: str | None = None
    has_sorry: bool = False
    auto_bound: tuple[tuple[str, Term], ...] = ()
    constructors: tuple[str, ...] = ()
    constructor: Constructor | None = None
    projection: Projection | None = None
    params: int = 0
    attributes: tuple[str, ...] = field(default=())


class Definitions(Protocol):
    """What an interpreter may ask of an environment: the meaning of a name, never its text."""

    def declaration(self, name: str) -> Declaration | None:
        """The declaration of a full name, or None if there is none."""
        ...
