"""What a doc-gen4 site says, as data.

`None` means that the page is silent: a declaration without `equations` may well have some.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from leanbridge.errors import InputError

DocKind = Literal[
    "axiom", "theorem", "opaque", "def", "instance", "inductive", "structure", "class", "ctor"
]
KINDS: tuple[DocKind, ...] = (
    "axiom", "theorem", "opaque", "def", "instance", "inductive", "structure", "class", "ctor",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Code:
    """Printed Lean: its text with single spaces, and the constants that it links to, once each."""

    text: str
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Binder:
    """One binder group as printed, brackets included; `is_explicit` for round ones."""

    code: Code
    is_explicit: bool


@dataclass(frozen=True, slots=True)
class SourceLink:
    """Where the source stands: `url` as given; the parts are None where it does not show them."""

    url: str
    commit: str | None = None
    path: str | None = None
    lines: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A field or a constructor. `name` is full, for an inherited field without an id the name of
    the projection that it comes from; `short` is what is printed."""

    name: str
    short: str
    binders: tuple[Binder, ...]
    type: Code
    docstring: str | None = None
    is_inherited: bool = False

    @property
    def signature(self) -> str:
        return signature(self.short, self.binders, self.type)


@dataclass(frozen=True, slots=True)
class Equations:
    """The equations that are shown; not all of them if one or more were too long to print."""

    shown: tuple[Code, ...]
    is_complete: bool


@dataclass(frozen=True, slots=True)
class DocDeclaration:
    """One block of a module page."""

    name: str
    kind: DocKind
    words: str  # as printed: `noncomputable def`, `class inductive`
    binders: tuple[Binder, ...]
    type: Code
    extends: tuple[Code, ...] = ()
    attributes: tuple[str, ...] = ()
    is_sorried: bool = False  # a marked one only: no mark says nothing
    docstring: str | None = None
    source: SourceLink | None = None
    constructor: str | None = None  # of a structure
    projections: tuple[str, ...] = ()  # to the parents, where the page names them
    fields: tuple[Member, ...] = ()
    constructors: tuple[Member, ...] = ()
    equations: Equations | None = None  # None: unknown
    decorations: tuple[str, ...] = ()  # text that another tool put before the header

    @property
    def signature(self) -> str:
        """The header as printed, without universes."""
        return signature(f"{self.words} {self.name}", self.binders, self.type, self.extends)

    @property
    def links(self) -> tuple[str, ...]:
        """The constants that the header links to."""
        codes = (*(b.code for b in self.binders), *self.extends, self.type)
        return tuple(dict.fromkeys(link for code in codes for link in code.links))

    @property
    def parts(self) -> tuple[str, ...]:
        """The names that the block gives besides its own: constructors, projections."""
        own = [f.name for f in self.fields if not f.is_inherited]
        made = [self.constructor] if self.constructor is not None else []
        return tuple(
            dict.fromkeys([*made, *self.projections, *own, *(c.name for c in self.constructors)])
        )


def signature(
    head: str, binders: tuple[Binder, ...], type_: Code, extends: tuple[Code, ...] = ()
) -> str:
    """`head (x : A) extends B : C`."""
    parts = [head, *(b.code.text for b in binders)]
    if extends:
        parts.append("extends " + ", ".join(e.text for e in extends))
    return " ".join(parts) + f" : {type_.text}"


@dataclass(frozen=True, slots=True)
class Page:
    """One module page; its list of names and its blocks agree."""

    module: str
    path: str
    source: SourceLink | None
    imports: tuple[str, ...]
    declarations: tuple[DocDeclaration, ...] = field(repr=False)
    docstrings: tuple[str, ...] = field(repr=False, default=())  # of the module


@dataclass(frozen=True, slots=True)
class DataEntry:
    """One name of the site's index; `page` is a path in the site, or the URL of another one."""

    kind: DocKind
    page: str


@dataclass(frozen=True, slots=True)
class Data:
    """`declaration-data.bmp`."""

    declarations: Mapping[str, DataEntry] = field(repr=False)
    modules: Mapping[str, str] = field(repr=False)  # name → page
    instances: Mapping[str, tuple[str, ...]] = field(repr=False)  # class → instances


@dataclass(frozen=True, slots=True)
class Site:
    """A whole site.

    `unlisted` stand on a page and not in the index; `unplaced` stand in the index with a page that
    is here, and not on it; `elsewhere` have a page that is not here.
    """

    root: str
    data: Data = field(repr=False)
    pages: Mapping[str, Page] = field(repr=False)  # by module
    refused: tuple[InputError, ...]
    unlisted: tuple[str, ...]
    unplaced: tuple[str, ...]
    elsewhere: tuple[str, ...]

    @property
    def declarations(self) -> tuple[DocDeclaration, ...]:
        """Every block of every page, in the order of modules and pages."""
        return tuple(d for page in self.pages.values() for d in page.declarations)
