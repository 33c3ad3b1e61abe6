"""Lean functions on indices ↔ arrays.

Takes a Lean type that is a nest of functions on `Fin`s, products and scalars, and values of it;
gives one flat row-major list per array, and back. Knows axes, not dtypes. Never broadcasts.

| Lean type                                    | arrays                              |
|----------------------------------------------|-------------------------------------|
| `Fin c → Fin h → ℝ`                           | one, (c, h)                         |
| `Fin h × Fin w → Prop`                        | one, (h, w)                         |
| `Fin c → Fin h → Fin 3 × Fin 3`               | a tuple of two, each (c, h)         |
| `Fin c → Finset (Fin n)`                      | one, (c, n): who is a member        |
| `ℝ`                                           | one with no axes: a scalar          |
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from leanbridge.errors import Unsupported
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinsetValue,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    SubType,
    Table,
    TypeValue,
    Value,
)

SCALARS = ("Nat", "Int", "Rat", "Real", "Bool")


@dataclass(frozen=True, slots=True)
class Lookup:
    """A function on a finite product of `Fin`s, tabulated; nested pairs are the keys."""

    entries: Mapping[Value, Value]

    def __call__(self, index: Value) -> Value:
        if index not in self.entries:
            raise IndexError(f"index {index} outside a table of {len(self.entries)} entries")
        return self.entries[index]


# ----- the shape of a type ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scalar:
    """A type whose values are entries of an array."""

    type: TypeValue


@dataclass(frozen=True, slots=True)
class Axis:
    """A function on indices; `axes` are the sizes of its domain, several for a product."""

    domain: TypeValue
    axes: tuple[int, ...]
    entry: Skeleton


@dataclass(frozen=True, slots=True)
class Pair:
    first: Skeleton
    second: Skeleton


@dataclass(frozen=True, slots=True)
class Members:
    """A finite set of indices, as the truth value of each."""

    domain: TypeValue
    axes: tuple[int, ...]


Skeleton: TypeAlias = Scalar | Axis | Pair | Members


@dataclass(frozen=True, slots=True)
class ArrayShape:
    """One array of a skeleton: its axes and the type of its entries."""

    axes: tuple[int, ...]
    entry: TypeValue


def skeleton_of(type: TypeValue) -> Skeleton | None:
    """The skeleton of a type whose values are arrays or scalars, else None.

    Raises: Unsupported where the first and the last index have entries of different shapes.
    """
    match type:
        case FinType() | PropType():
            return Scalar(type)
        case BaseType(name):
            return Scalar(type) if name in SCALARS else None
        case SubType(carrier, _):
            return Scalar(type) if isinstance(skeleton_of(carrier), Scalar) else None
        case ProdType(first, second):
            a, b = skeleton_of(first), skeleton_of(second)
            return None if a is None or b is None else Pair(a, b)
        case FunctionType():
            return _axis(type)
        case DataType("Finset", (element,)):
            axes = index_axes(element)
            return None if axes is None else Members(element, axes)
        case _:
            return None


def _axis(type: FunctionType) -> Skeleton | None:
    axes = index_axes(type.domain)
    if axes is None:
        return None
    first = skeleton_of(type.codomain(_index(type.domain, 0)))
    if first is None:
        return None
    if all(axes):
        last = skeleton_of(type.codomain(_index(type.domain, -1)))
        if last is None or not _is_same(first, last):
            raise Unsupported("a ragged array: the shape of an entry depends on its index")
    return Axis(type.domain, axes, first)


def index_axes(domain: TypeValue) -> tuple[int, ...] | None:
    """The axes of a domain of indices: `Fin n`, or products of such; else None."""
    match domain:
        case FinType(size):
            return (size,)
        case ProdType(first, second):
            a, b = index_axes(first), index_axes(second)
            return None if a is None or b is None else (*a, *b)
        case _:
            return None


def _index(domain: TypeValue, end: int) -> Value:
    match domain:
        case ProdType(first, second):
            return (_index(first, end), _index(second, end))
        case FinType(size):
            return 0 if end == 0 else size - 1
        case _:
            raise AssertionError(domain)


def indices(domain: TypeValue) -> Iterator[Value]:
    """The elements of a domain of indices, row-major."""
    match domain:
        case ProdType(first, second):
            return ((a, b) for a in indices(first) for b in indices(second))
        case FinType(size):
            return iter(range(size))
        case _:
            raise AssertionError(domain)


def _is_same(a: Skeleton, b: Skeleton) -> bool:
    match a, b:
        case Scalar(SubType(carrier, _)), Scalar(SubType(other, _)):
            return carrier == other  # two predicates are not compared
        case (Scalar(), Scalar()) | (Members(), Members()):
            return a == b
        case Axis(), Axis():
            return a.domain == b.domain and _is_same(a.entry, b.entry)
        case Pair(), Pair():
            return _is_same(a.first, b.first) and _is_same(a.second, b.second)
        case _:
            return False


def array_shapes(skeleton: Skeleton) -> tuple[ArrayShape, ...]:
    """The arrays of a skeleton; the components of a product from left to right."""
    match skeleton:
        case Scalar(type):
            return (ArrayShape((), type),)
        case Members(_, axes):
            return (ArrayShape(axes, BaseType("Bool")),)
        case Pair(first, second):
            return (*array_shapes(first), *array_shapes(second))
        case Axis():
            inner = array_shapes(skeleton.entry)
            return tuple([ArrayShape((*skeleton.axes, *a.axes), a.entry) for a in inner])


# ----- values -------------------------------------------------------------------------------


def flatten(value: Value, skeleton: Skeleton) -> list[list[Value]]:
    """The entries of `value`, one row-major list per array of `array_shapes(skeleton)`."""
    lists: list[list[Value]] = [[] for _ in array_shapes(skeleton)]
    _collect(value, skeleton, lists)
    return lists


def _collect(value: Value, skeleton: Skeleton, lists: Sequence[list[Value]]) -> None:
    match skeleton:
        case Scalar():
            lists[0].append(value)
        case Members(domain, _):
            lists[0].extend([index in value.items for index in indices(domain)])
        case Pair(first, second):
            cut = len(array_shapes(first))
            _collect(value[0], first, lists[:cut])
            _collect(value[1], second, lists[cut:])
        case Axis(FinType(size), _, Scalar()) if isinstance(value, Table):
            if len(value.entries) != size:
                raise IndexError(f"a table of {len(value.entries)} entries on Fin {size}")
            lists[0].extend(value.entries)
        case Axis(domain, _, entry):
            for index in indices(domain):
                _collect(value(index), entry, lists)


def unflatten(lists: Sequence[Sequence[Value]], skeleton: Skeleton) -> Value:
    """The inverse of `flatten`: `Table`s on `Fin`s, `Lookup`s on products of them."""
    return _build(skeleton, [iter(entries) for entries in lists])


def _build(skeleton: Skeleton, sources: Sequence[Iterator[Value]]) -> Value:
    match skeleton:
        case Scalar():
            return next(sources[0])
        case Members(domain, _):
            return FinsetValue(tuple([i for i in indices(domain) if next(sources[0])]))
        case Pair(first, second):
            cut = len(array_shapes(first))
            return (_build(first, sources[:cut]), _build(second, sources[cut:]))
        case Axis(FinType(size), _, Scalar()):
            return Table(tuple(itertools.islice(sources[0], size)))
        case Axis(FinType(size), _, entry):
            return Table(tuple([_build(entry, sources) for _ in range(size)]))
        case Axis(domain, _, entry):
            return Lookup({index: _build(entry, sources) for index in indices(domain)})
