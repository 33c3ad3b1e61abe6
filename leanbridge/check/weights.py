"""Random arrays by Lean type: the values of a statement at an instance.

Takes an instance of the configuration and a `TypeValue`; gives arrays, nested in records as Lean
nests them. Knows no name but those that the configuration gives.

| Lean                                 | drawn                                                  |
|--------------------------------------|--------------------------------------------------------|
| a real array of several axes         | normal, times scale / √(size of a row)                 |
| a real vector                        | normal                                                 |
| a real number                        | uniform in 0.5 … 1.5: positive, and each another one   |
| what a pattern of `entries` names    | uniform in centre ± spread                             |
| `Fin k`, Bool, ℕ, ℤ, arrays of them  | uniform; a ℕ or ℤ below 8                              |
| a structure, a pair                  | part by part                                           |
| a family of several constructors     | by the first that takes no value of the family         |
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from leanbridge.core.terms import FVar, Pi, Term, args_of, head, instantiate
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import (
    BaseType,
    Data,
    DataType,
    FinType,
    ProdType,
    PropType,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.ports.config import Instance
from leanbridge.ports.tensors import Axis, array_shapes, skeleton_of

SMALL = 8  # natural numbers and integers are below it
TEXT = "x"


@dataclass(slots=True)
class Weights:
    """A source of arrays. `used` are the patterns of `entries` that named something."""

    exact: Exact
    instance: Instance
    generator: np.random.Generator
    used: set[str] = field(default_factory=set)

    def value(self, type: TypeValue, path: tuple[str, ...]) -> Value:
        """A value of a type; `path` names it from the variable to the field.

        Raises: Unsupported for a type whose values are not drawn.
        """
        if isinstance(skeleton_of(type), Axis):
            return self._array(type, path)
        match type:
            case BaseType("Real" | "Rat"):
                return np.asarray(self._reals((), path))
            case FinType() | BaseType("Bool" | "Nat" | "Int") | PropType():
                return self._discrete((), type).item()
            case BaseType("String"):
                return TEXT
            case BaseType("Unit" | "PUnit"):
                return ()
            case ProdType(first, second):
                return (self.value(first, path), self.value(second, path))
            case DataType():
                return self._data(type, path)
            case _:
                raise Unsupported(f"no values of type {show_type(type)} are drawn at an instance")

    def _array(self, type: TypeValue, path: tuple[str, ...]) -> Value:
        skeleton = skeleton_of(type)
        assert skeleton is not None
        shapes = array_shapes(skeleton)
        arrays = [
            self._reals(s.axes, path)
            if s.entry in (BaseType("Real"), BaseType("Rat"))
            else self._discrete(s.axes, s.entry)
            for s in shapes
        ]
        if len(arrays) != 1:
            raise Unsupported(f"no values of type {show_type(type)} are drawn at an instance")
        return arrays[0]

    def _reals(self, shape: tuple[int, ...], path: tuple[str, ...]) -> Any:
        draw = self.generator
        for pattern, range_ in self.instance.entries.items():
            if matches(pattern, path):
                self.used.add(pattern)
                return draw.uniform(
                    range_.centre - range_.spread, range_.centre + range_.spread, shape
                )
        if not shape:
            return draw.uniform(0.5, 1.5)
        fan_in = int(np.prod(shape[1:], dtype=int))
        scale = self.instance.scale if len(shape) > 1 else 1.0
        return draw.standard_normal(shape) * (scale / np.sqrt(max(fan_in, 1)))

    def _discrete(self, shape: tuple[int, ...], entry: TypeValue) -> Any:
        draw = self.generator
        match entry:
            case FinType(size):
                if size == 0 and 0 not in shape:
                    raise Unsupported("a value of Fin 0")
                return draw.integers(0, max(size, 1), shape)
            case BaseType("Nat"):
                return draw.integers(0, SMALL, shape)
            case BaseType("Int"):
                return draw.integers(1 - SMALL, SMALL, shape)
            case BaseType("Bool") | PropType():
                return draw.integers(0, 2, shape).astype(np.bool_)
            case _:
                raise Unsupported(f"no values of type {show_type(entry)} are drawn at an instance")

    # ----- structures and inductive families

    def _data(self, type: DataType, path: tuple[str, ...]) -> Data:
        declaration = self.exact.definitions.declaration(type.name)
        names = () if declaration is None else declaration.constructors
        for name in names:
            opened = _opened(self.exact, name, type)
            if opened is not None:
                return self._constructed(name, opened, path)
        raise Unsupported(f"no values of type {show_type(type)} are drawn at an instance")

    def _constructed(self, name: str, opened: _Opened, path: tuple[str, ...]) -> Data:
        known = dict(opened.known)
        values: list[Value] = []
        for label, variable, term in opened.fields:
            if variable not in known:
                type = self.exact.type_value(term, known)
                known[variable] = self.value(type, (*path, label))
            values.append(known[variable])
        return Data(name, tuple(values))


@dataclass(frozen=True, slots=True)
class _Opened:
    """A constructor: its fields with their types, and the variables that its type decides."""

    fields: tuple[tuple[str, FVar, Term], ...]
    known: Mapping[FVar, Value]


def _opened(exact: Exact, name: str, type: DataType) -> _Opened | None:
    """A constructor at a type; None if it has proofs, or a field of the type's own family, or
    does not make values of just this type."""
    declaration = exact.definitions.declaration(name)
    if declaration is None or declaration.constructor is None:
        return None
    about = declaration.constructor
    variables: list[FVar] = []
    types: list[Term] = []
    at: Term = declaration.type
    while isinstance(at, Pi):
        variable = FVar(-1 - len(variables), at.name)
        types.append(at.type)
        at = instantiate(at.body, (variable,))
        variables.append(variable)
        if isinstance(at, Pi) and _mentions(at.type, type.name):
            return None
    if any(about.proof_fields) or any(_mentions(t, type.name) for t in types):
        return None
    known: dict[FVar, Value] = {}
    for index, value in zip(args_of(at), type.arguments, strict=True):
        if not isinstance(index, FVar) or known.get(index, value) != value:
            return None
        known[index] = value
    start = about.params
    fields = zip(about.fields, variables[start:], types[start:], strict=True)
    return _Opened(tuple(fields), known)


def _mentions(type: Term, family: str) -> bool:
    while isinstance(type, Pi):
        type = type.body
    return getattr(head(type), "name", None) == family


def matches(pattern: str, path: tuple[str, ...]) -> bool:
    """Whether a pattern names the end of a path: one name, or as many as it has dots."""
    count = pattern.count(".") + 1
    return fnmatch.fnmatchcase(".".join(path[-count:]), pattern)


def arrays_of(value: Value) -> Iterator[Any]:
    """The arrays of a value, in the order of its fields."""
    match value:
        case np.ndarray():
            yield value
        case tuple():
            for part in value:
                yield from arrays_of(part)
        case Data(_, fields):
            yield from arrays_of(fields)


def moved(value: Value, ulp: float, generator: np.random.Generator) -> Value:
    """A value with every real number in it moved by one ulp, up or down."""
    match value:
        case np.ndarray() if value.dtype.kind == "f":
            bits = np.frombuffer(generator.bytes(value.size // 8 + 1), np.uint8)
            is_up = np.unpackbits(bits)[: value.size].reshape(value.shape)
            return value * np.array([1 - ulp, 1 + ulp])[is_up]
        case tuple():
            return tuple([moved(part, ulp, generator) for part in value])
        case Data(name, fields):
            return Data(name, moved(fields, ulp, generator))
        case _:
            return value


def volume(type: TypeValue, exact: Exact) -> int:
    """How many numbers a value of the type holds, the fields of a structure counted."""
    skeleton = skeleton_of(type)
    if skeleton is not None:
        return sum(prod(s.axes) for s in array_shapes(skeleton))
    match type:
        case ProdType(first, second):
            return volume(first, exact) + volume(second, exact)
        case DataType():
            declaration = exact.definitions.declaration(type.name)
            names = () if declaration is None else declaration.constructors
            opened = _opened(exact, names[0], type) if len(names) == 1 else None
            if opened is None:
                return 1
            return sum(
                volume(exact.type_value(term, opened.known), exact)
                for _, variable, term in opened.fields
                if variable not in opened.known
            )
        case _:
            return 1
