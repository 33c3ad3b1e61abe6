"""What a compiled module records beside its constants, extension by extension, as typed views.

Takes the arrays of entries, gives docstrings, ranges, recorded axioms, structures, projections,
matchers, instances, attributes. Each view is decoded when it is asked for; an extension that a
module does not have is an empty view. Never reads the entries of an extension not listed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from leanbridge.source.olean.constants import COUNT, Kind
from leanbridge.source.olean.decode import Decoder
from leanbridge.source.olean.kernel import BinderInfo, Expr
from leanbridge.source.olean.region import PAIR, SOME, head

T = TypeVar("T")
Reducibility: TypeAlias = Literal[
    "reducible", "semireducible", "irreducible", "implicit_reducible", "instance_reducible"
]

DOCS = "Lean.docStringExt"
RANGES = "Lean.declRangeExt"
AXIOMS = "_private.Lean.Util.CollectAxioms.0.Lean.exportedAxiomsExt"
KINDS = "_private.Lean.OriginalConstKind.0.Lean.privateConstKindsExt"
STRUCTURES = "_private.Lean.Structure.0.Lean.structureExt"
PROJECTIONS = "Lean.projectionFnInfoExt"
MATCHERS = "Lean.Meta.Match.Extension.extension"
INSTANCES = "Lean.Meta.instanceExtension"
CLASSES = "Lean.classExtension"
REDUCIBILITY = "reducibilityCore"
RECURSION = "Lean.Elab.Structural.eqnInfoExt"
PROTECTED = "Lean.protectedExt"
NONCOMPUTABLE = "Lean.noncomputableExt"

REDUCIBILITIES: tuple[Reducibility, ...] = (
    "reducible", "semireducible", "irreducible", "implicit_reducible", "instance_reducible",
)  # fmt: skip
#: The order of `Lean.ConstantKind`, which is not that of a `ConstantInfo`.
CONSTANT_KINDS: tuple[Kind, ...] = (
    "def", "theorem", "axiom", "opaque", "quot", "inductive", "constructor", "recursor",
)  # fmt: skip
BINDERS: tuple[BinderInfo, ...] = ("", "{}", "⦃⦄", "[]")
RANGE = head(0, 4)
STRUCTURE, FIELD, PARENT = head(0, 4), head(0, 4, 1), head(0, 2, 1)
PROJECTION = head(0, 3, 1)
MATCHER, ALTERNATIVE = head(0, 6), head(0, 2, 1)
SCOPED, INSTANCE = head(0, 1), head(0, 5, 1)
CLASS = head(0, 3)
RECURSION_SHAPE = head(0, 7)
LINE = 1 << 32


@dataclass(frozen=True, slots=True)
class Span:
    """Lines from 1, columns from 0 in code points; the end is the first place behind."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Range:
    """Where a declaration stands in its source, and where its name does."""

    whole: Span
    selection: Span


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a structure. `subobject`: the parent that it holds."""

    name: str
    projection: str
    subobject: str | None
    info: BinderInfo


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure: its own fields in order (a parent is one field), and its direct parents as
    (structure, projection to it, whether it is a field)."""

    name: str
    fields: tuple[Field, ...]
    parents: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Projection:
    """A projection function: field `index` of what `constructor` makes, after `params`."""

    constructor: str
    params: int
    index: int
    from_class: bool


@dataclass(frozen=True, slots=True)
class Alternative:
    """A minor premise of a matcher: the number of its variables; with none of them and
    `has_unit`, it takes a `Unit`; `overlaps` hypotheses follow."""

    fields: int
    overlaps: int
    has_unit: bool


@dataclass(frozen=True, slots=True)
class Matcher:
    """What a `match` was compiled to. Its arguments: `params`, the motive, `discriminants`
    values, the `alternatives`. `elim_level` is the place of the motive's universe among the
    parameters, None for `Prop`. `equations` has the name of `h` in `match h : x with`."""

    params: int
    discriminants: int
    alternatives: tuple[Alternative, ...]
    elim_level: int | None
    equations: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Class:
    """A type class: the places of its `outParam`s among the arguments."""

    name: str
    out_params: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recursion:
    """A definition by structural recursion as it was before it was compiled to a recursor:
    `value` calls itself. `argument` is the place of the one that it recurses on."""

    level_params: tuple[str, ...]
    argument: int
    all: tuple[str, ...]
    _decoder: Decoder
    _type: int
    _value: int

    @property
    def type(self) -> Expr:
        """Its type."""
        return self._decoder.closed(self._type)

    @property
    def value(self) -> Expr:
        """Its body."""
        return self._decoder.closed(self._value)


class Entries:
    """The entries of one module by extension, and a reader for each kind that is known."""

    def __init__(self, decoder: Decoder, arrays: Mapping[str, Sequence[int]]) -> None:
        self.arrays = arrays
        self._decoder, self._region = decoder, decoder.region

    # ----- shapes -----------------------------------------------------------------------------

    def pairs(self, extension: str, read: Callable[[int], T]) -> dict[str, T]:
        """Entries (name, something) as a mapping."""
        out: dict[str, T] = {}
        for entry in self.arrays.get(extension, ()):
            name, value = self._region.fields(entry, PAIR, f"entry of {extension}")
            out[self._decoder.name(name)] = read(value)
        return out

    def names(self, extension: str) -> frozenset[str]:
        """Entries that are names."""
        return frozenset(map(self._decoder.name, self.arrays.get(extension, ())))

    # ----- views ------------------------------------------------------------------------------

    def docs(self) -> dict[str, str]:
        """Docstrings by constant."""
        return self.pairs(DOCS, self._region.string)

    def ranges(self) -> dict[str, Range]:
        """Places in the source by constant."""
        return self.pairs(RANGES, self._range)

    def axioms(self) -> dict[str, frozenset[str]]:
        """The axioms that Lean itself found below each constant."""
        return self.pairs(AXIOMS, lambda p: frozenset(map(self._decoder.name, self._array(p))))

    def true_kinds(self) -> dict[str, Kind]:
        """What the constants are that the public part of a `module` shows as axioms."""
        limit = len(CONSTANT_KINDS)
        return self.pairs(KINDS, lambda p: CONSTANT_KINDS[self._small(p, limit, "kind")])

    def structures(self) -> dict[str, Structure]:
        """Structures by name."""
        found = map(self._structure, self.arrays.get(STRUCTURES, ()))
        return {structure.name: structure for structure in found}

    def projections(self) -> dict[str, Projection]:
        """Projection functions by name."""
        return self.pairs(PROJECTIONS, self._projection)

    def matchers(self) -> dict[str, Matcher]:
        """Compiled `match`es by name."""
        return self.pairs(MATCHERS, self._matcher)

    def instances(self) -> tuple[str, ...]:
        """The names of the instances."""
        found = map(self._instance, self.arrays.get(INSTANCES, ()))
        return tuple(name for name in found if name is not None)

    def classes(self) -> dict[str, Class]:
        """Type classes by name."""
        found = map(self._class, self.arrays.get(CLASSES, ()))
        return {class_.name: class_ for class_ in found}

    def reducibility(self) -> dict[str, Reducibility]:
        """Reducibility where it is not the default, `semireducible`."""
        limit = len(REDUCIBILITIES)
        return self.pairs(
            REDUCIBILITY, lambda p: REDUCIBILITIES[self._small(p, limit, "reducibility")]
        )

    def recursions(self) -> dict[str, Recursion]:
        """Definitions by structural recursion, before they were compiled."""
        return self.pairs(RECURSION, self._recursion)

    # ----- objects ----------------------------------------------------------------------------

    def _array(self, pointer: int) -> Sequence[int]:
        return self._region.array(pointer)

    def _small(self, pointer: int, limit: int, kind: str) -> int:
        return self._region.small(pointer, limit, kind)

    def _fields(self, pointer: int, shape: int, kind: str) -> tuple[int, ...]:
        return self._region.fields(pointer, shape, kind)

    def _option(self, pointer: int, read: Callable[[int], T]) -> T | None:
        if pointer == 1:
            return None
        return read(self._fields(pointer, SOME, "optional value")[0])

    def _range(self, pointer: int) -> Range:
        whole, selection = self._fields(pointer, PAIR, "range")
        return Range(self._span(whole), self._span(selection))

    def _span(self, pointer: int) -> Span:
        start, _, end, _ = self._fields(pointer, RANGE, "range")  # columns in UTF-16 left out
        places = [*self._fields(start, PAIR, "position"), *self._fields(end, PAIR, "position")]
        return Span(*[self._small(place, LINE, "place in a file") for place in places])

    def _structure(self, pointer: int) -> Structure:
        name, names, infos, parents = self._fields(pointer, STRUCTURE, "structure")
        fields = {field.name: field for field in map(self._field, self._array(infos))}
        order = tuple(map(self._decoder.name, self._array(names)))
        if set(order) != set(fields):
            self._region.refuse(pointer, "the fields of a structure are not those it lists")
        return Structure(
            self._decoder.name(name),
            tuple(fields[field] for field in order),
            tuple(map(self._parent, self._array(parents))),
        )

    def _field(self, pointer: int) -> Field:
        name, projection, subobject, _auto = self._fields(pointer, FIELD, "field of a structure")
        d = self._decoder
        info = self._region.scalar(pointer, 0)
        if info >= len(BINDERS):
            self._region.refuse(pointer, "no binder information", str(info), "0 to 3")
        inner = self._option(subobject, d.name)
        return Field(d.name(name), d.name(projection), inner, BINDERS[info])

    def _parent(self, pointer: int) -> tuple[str, str, bool]:
        name, projection = self._fields(pointer, PARENT, "parent of a structure")
        is_field = self._region.flag(pointer, 0)
        return self._decoder.name(name), self._decoder.name(projection), is_field

    def _projection(self, pointer: int) -> Projection:
        constructor, params, index = self._fields(pointer, PROJECTION, "projection")
        return Projection(
            self._decoder.name(constructor),
            self._small(params, COUNT, "count"),
            self._small(index, COUNT, "count"),
            self._region.flag(pointer, 0),
        )

    def _matcher(self, pointer: int) -> Matcher:
        params, discriminants, alternatives, level, infos, _overlaps = self._fields(
            pointer, MATCHER, "matcher"
        )
        return Matcher(
            self._small(params, COUNT, "count"),
            self._small(discriminants, COUNT, "count"),
            tuple(map(self._alternative, self._array(alternatives))),
            self._option(level, lambda p: self._small(p, COUNT, "count")),
            tuple(self._option(info, self._decoder.name) for info in self._array(infos)),
        )

    def _alternative(self, pointer: int) -> Alternative:
        fields, overlaps = self._fields(pointer, ALTERNATIVE, "alternative of a matcher")
        return Alternative(
            self._small(fields, COUNT, "count"),
            self._small(overlaps, COUNT, "count"),
            self._region.flag(pointer, 0),
        )

    def _instance(self, pointer: int) -> str | None:
        (inner,) = self._fields(pointer, SCOPED, "instance")
        name = self._fields(inner, INSTANCE, "instance")[3]
        return self._option(name, self._decoder.name)

    def _class(self, pointer: int) -> Class:
        name, out_params, _levels = self._fields(pointer, CLASS, "class")
        places = [self._small(p, COUNT, "count") for p in self._array(out_params)]
        return Class(self._decoder.name(name), tuple(places))

    def _recursion(self, pointer: int) -> Recursion:
        _, params, type_, value, argument, all_, _fixed = self._fields(
            pointer, RECURSION_SHAPE, "recursive definition"
        )
        return Recursion(
            self._decoder.names(params, "universe parameters"),
            self._small(argument, COUNT, "count"),
            tuple(map(self._decoder.name, self._array(all_))),
            self._decoder,
            type_,
            value,
        )
