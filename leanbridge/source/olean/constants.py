"""The constants of a compiled module: kind, universe parameters, type, value, and what the
kernel knows of inductive types, their constructors and recursors.

Takes a pointer to a `ConstantInfo`, gives a `Constant`; the type and the value are decoded when
they are asked for. Never resolves a name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leanbridge.source.olean.decode import Decoder
from leanbridge.source.olean.kernel import Expr
from leanbridge.source.olean.references import mentions
from leanbridge.source.olean.region import head

Kind: TypeAlias = Literal[
    "axiom", "def", "theorem", "opaque", "quot", "inductive", "constructor", "recursor"
]
Safety: TypeAlias = Literal["unsafe", "safe", "partial"]
Hints: TypeAlias = int | Literal["opaque", "abbrev"]
"""How eagerly a definition is unfolded: never, always, or by its height."""

#: By the tag of a `ConstantInfo`.
KINDS: tuple[Kind, ...] = (
    "axiom", "def", "theorem", "opaque", "quot", "inductive", "constructor", "recursor",
)  # fmt: skip
SAFETIES: tuple[Safety, ...] = ("unsafe", "safe", "partial")
HEADER = head(0, 3)
RULE = head(0, 3)
HEIGHT = head(2, 0, 4)
#: Pointers and bytes of scalars of the value of each kind.
SHAPES: dict[Kind, int] = {
    "axiom": head(0, 1, 1),
    "def": head(0, 4, 1),
    "theorem": head(0, 3),
    "opaque": head(0, 3, 1),
    "quot": head(0, 1, 1),
    "inductive": head(0, 6, 3),
    "constructor": head(0, 5, 1),
    "recursor": head(0, 7, 2),
}
INFOS = {head(tag, 1): kind for tag, kind in enumerate(KINDS)}
COUNT = 1 << 24  # more parameters, fields or minor premises are damage


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A constant of a module.

    `kind` is the true kind, also where only the public part of a `module` is there and shows a
    theorem as an axiom; then `is_hidden` says that the value exists and is not in these files.
    """

    name: str
    kind: Kind
    level_params: tuple[str, ...]
    all: tuple[str, ...]
    """The constants of the same `mutual` block; empty for those that have none."""
    safety: Safety
    hints: Hints | None
    is_hidden: bool
    _decoder: Decoder
    _type: int
    _value: int | None

    @property
    def type(self) -> Expr:
        """What it states."""
        return self._decoder.closed(self._type)

    @property
    def value(self) -> Expr | None:
        """Its body or proof, if it has one and the files hold it."""
        return None if self._value is None else self._decoder.closed(self._value)

    @property
    def has_value(self) -> bool:
        """Whether the files hold a body or a proof, which is not decoded for the answer."""
        return self._value is not None

    def type_mentions(self) -> frozenset[str]:
        """The constants that its type mentions."""
        return mentions(self._decoder, self._type)

    def value_mentions(self) -> frozenset[str]:
        """The constants that its value mentions; none without a value."""
        return frozenset() if self._value is None else mentions(self._decoder, self._value)


@dataclass(frozen=True, slots=True, eq=False)
class Inductive(Constant):
    """An inductive type: numbers of parameters and indices, constructors in order."""

    params: int
    indices: int
    constructors: tuple[str, ...]
    nested: int
    """Auxiliary types that nesting has made."""
    is_recursive: bool
    is_reflexive: bool


@dataclass(frozen=True, slots=True, eq=False)
class Constructor(Constant):
    """A constructor: its type, its place among the constructors, its numbers of arguments."""

    inductive: str
    index: int
    params: int
    fields: int


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """What a recursor does with one constructor: `rhs` takes parameters, motives, minor premises
    and the constructor's `fields`."""

    constructor: str
    fields: int
    _decoder: Decoder
    _rhs: int

    @property
    def rhs(self) -> Expr:
        """The function that the recursor's application becomes."""
        return self._decoder.closed(self._rhs)


@dataclass(frozen=True, slots=True, eq=False)
class Recursor(Constant):
    """A recursor. Its arguments: `params`, `motives`, `minors`, `indices`, the major premise."""

    params: int
    indices: int
    motives: int
    minors: int
    rules: tuple[Rule, ...]
    is_k: bool


def read_constant(decoder: Decoder, pointer: int, true_kind: Kind | None = None) -> Constant:
    """Read a `ConstantInfo`. `true_kind`: what an axiom of a public part is, if it is none.

    Raises: InputError with the place, if there is none.
    """
    return _Reader(decoder, pointer).read(true_kind)


class _Reader:
    """The fields of one `ConstantInfo`."""

    def __init__(self, decoder: Decoder, pointer: int) -> None:
        region = decoder.region
        word = region.first_word(pointer)
        if word not in INFOS:
            region.refuse(pointer, "no constant")
        self.decoder, self.region = decoder, region
        self.kind = INFOS[word]
        (self.at,) = region.fields(pointer, word, "constant")
        self.value = region.fields(self.at, SHAPES[self.kind], self.kind)
        self.header = region.fields(self.value[0], HEADER, "constant's header")

    def read(self, true_kind: Kind | None) -> Constant:
        kind = self.kind
        if kind == "inductive":
            return self._inductive()
        if kind == "constructor":
            return self._constructor()
        if kind == "recursor":
            return self._recursor()
        hidden = kind == "axiom" and true_kind not in (None, "axiom")
        shown: Kind = true_kind if hidden and true_kind is not None else kind
        if kind == "def":
            safety = SAFETIES[self._below(self.region.scalar(self.at, 0), 3, "safety")]
            common = self._common(shown, safety, self.value[3], self._hints(self.value[2]))
        elif kind == "theorem":
            common = self._common(shown, "safe", self.value[2])
        elif kind == "opaque":
            common = self._common(shown, self._safety(0), self.value[2])
        elif kind == "quot":
            self._below(self.region.scalar(self.at, 0), 4, "kind of quotient")
            common = self._common(shown, "safe", 1)
        else:
            common = self._common(shown, self._safety(0), 1)
        body = self.value[1] if kind in ("def", "theorem", "opaque") else None
        return Constant(*common, hidden, self.decoder, self.header[2], body)

    def _common(
        self, kind: Kind, safety: Safety, all_: int, hints: Hints | None = None
    ) -> tuple[str, Kind, tuple[str, ...], tuple[str, ...], Safety, Hints | None]:
        d = self.decoder
        params = d.names(self.header[1], "universe parameters")
        return d.name(self.header[0]), kind, params, d.names(all_, "constants"), safety, hints

    def _lazy(self) -> tuple[bool, Decoder, int, None]:
        return False, self.decoder, self.header[2], None

    def _inductive(self) -> Inductive:
        _, params, indices, all_, constructors, nested = self.value
        return Inductive(
            *self._common("inductive", self._safety(1), all_),
            *self._lazy(),
            self._count(params),
            self._count(indices),
            self.decoder.names(constructors, "constructors"),
            self._count(nested),
            self.region.flag(self.at, 0),
            self.region.flag(self.at, 2),
        )

    def _constructor(self) -> Constructor:
        _, inductive, index, params, fields = self.value
        return Constructor(
            *self._common("constructor", self._safety(0), 1),
            *self._lazy(),
            self.decoder.name(inductive),
            self._count(index),
            self._count(params),
            self._count(fields),
        )

    def _recursor(self) -> Recursor:
        _, all_, params, indices, motives, minors, rules = self.value
        return Recursor(
            *self._common("recursor", self._safety(1), all_),
            *self._lazy(),
            self._count(params),
            self._count(indices),
            self._count(motives),
            self._count(minors),
            tuple(map(self._rule, self.region.items(rules, "rules"))),
            self.region.flag(self.at, 0),
        )

    def _rule(self, pointer: int) -> Rule:
        constructor, fields, rhs = self.region.fields(pointer, RULE, "rule of a recursor")
        return Rule(self.decoder.name(constructor), self._count(fields), self.decoder, rhs)

    def _hints(self, pointer: int) -> Hints:
        if pointer & 1:
            kinds: tuple[Hints, ...] = ("opaque", "abbrev")
            return kinds[self.region.small(pointer, 2, "reducibility hint")]
        self.region.fields(pointer, HEIGHT, "reducibility hint")
        return self.region.scalar(pointer, 0, 4)

    def _safety(self, offset: int) -> Safety:
        return "unsafe" if self.region.flag(self.at, offset) else "safe"

    def _count(self, pointer: int) -> int:
        return self.region.small(pointer, COUNT, "count")

    def _below(self, number: int, limit: int, kind: str) -> int:
        if number >= limit:
            self.region.refuse(self.at, f"no {kind}", str(number), f"below {limit}")
        return number


Lookup: TypeAlias = Callable[[str], Constant | None]
"""The constant of a name, if there is one."""
