"""Two Lean values of one type, compared: where they differ.

Takes values and their `TypeValue`; gives `Difference`s. Functions on finite types are
compared at every point, others at sampled points. Never broadcasts, never rounds: equality of
reals is the exact interpreter's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from flint import fmpq

from leanbridge.check.entries import Entries
from leanbridge.check.functions import Drawn
from leanbridge.core.declarations import Definitions
from leanbridge.core.scope import components
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.reals import Quadratic, Within
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    DataType,
    FinsetValue,
    FinType,
    FunctionType,
    ListValue,
    ProdType,
    PropType,
    SubType,
    Table,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.ports.marshal import as_function
from leanbridge.ports.numbers import integer_text, rational_text
from leanbridge.ports.tensors import Lookup

FIELD_WIDTH = 60  # characters of an array in a record
SAMPLED_POINTS = 6  # of a function on an infinite type

Pairs: TypeAlias = dict[tuple[int, int], tuple[Data, Data]]
"""The pairs of records that were compared, by identity; it keeps them alive."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where two values differ: `path` from the outside in."""

    path: tuple[str, ...]
    got: Value
    expected: Value


def differences(
    got: Value, expected: Value, type: TypeValue, exact: Exact, seed: int = 0, *,
    near_is_equal: bool = False,
) -> list[Difference]:  # fmt: skip
    """Every place where the two values differ at `type` (sampled on infinite types), in order.

    Raises: Unsupported for a type whose values cannot be compared; Undecided where an equality is
    known only within a distance, unless `near_is_equal`.
    """
    out: list[Difference] = []
    for path, a, b in _differing(got, expected, type, exact, (), seed, {}):
        if not isinstance(b, Within):
            out.append(Difference(path, a, b))
        elif not near_is_equal:
            bool(b)  # raises Undecided
    return out


def _differing(
    a: Value, b: Value, type: TypeValue, exact: Exact, path: tuple[str, ...], seed: int, seen: Pairs
) -> Iterator[tuple[tuple[str, ...], Value, Value]]:
    match type:
        case BaseType("Real"):
            equal = exact.reals.equal(a, b)
            if isinstance(equal, Within):
                yield path, a, equal
            elif not equal:
                yield path, a, b
        case FinType() | BaseType():
            if a != b:
                yield path, a, b
        case PropType():
            if bool(exact.as_truth(a)) != bool(exact.as_truth(b)):
                yield path, bool(exact.as_truth(a)), bool(exact.as_truth(b))
        case ProdType(first, second):
            yield from _differing(a[0], b[0], first, exact, (*path, ".1"), seed, seen)
            yield from _differing(a[1], b[1], second, exact, (*path, ".2"), seed, seen)
        case SubType(carrier, _):
            yield from _differing(a, b, carrier, exact, path, seed, seen)
        case FunctionType(domain, codomain):
            for label, point in _points(domain, exact, seed):
                inner = codomain(point)
                yield from _differing(a(point), b(point), inner, exact, (*path, label), seed, seen)
        case DataType() if isinstance(as_function(type), FunctionType):
            # A bundled map (→L) is its function: Lean's structure, or the port's callable.
            yield from _differing(
                _mapping(a), _mapping(b), as_function(type), exact, path, seed, seen
            )
        case DataType("Finset", (item,)):
            yield from _finsets(a, b, item, path)
        case DataType("List", (item,)) if isinstance(a, ListValue) and isinstance(b, ListValue):
            if len(a.items) != len(b.items):
                yield (*path, "length"), len(a.items), len(b.items)
            for i, (x, y) in enumerate(zip(a.items, b.items, strict=False)):
                yield from _differing(x, y, item, exact, (*path, str(i)), seed, seen)
        case DataType() if isinstance(a, Data) and isinstance(b, Data):
            if (id(a), id(b)) not in seen:  # values that share a part are not told apart twice
                seen[id(a), id(b)] = (a, b)
                yield from _data(a, b, type, exact, path, seed, seen)
        case _:
            raise Unsupported(f"values of type {show_type(type)} cannot be compared")


def _mapping(value: Value) -> Value:
    return value.fields[0] if isinstance(value, Data) else value


def _finsets(
    a: Value, b: Value, item: TypeValue, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Value, Value]]:
    assert isinstance(a, FinsetValue)
    assert isinstance(b, FinsetValue)
    if set(a.items) != set(b.items):
        yield path, a, b


def _data(
    a: Data, b: Data, type: DataType, exact: Exact, path: tuple[str, ...], seed: int, seen: Pairs
) -> Iterator[tuple[tuple[str, ...], Value, Value]]:
    if a.constructor != b.constructor:
        yield path, a.constructor, b.constructor
        return
    declaration = exact.definitions.declaration(a.constructor)
    names: tuple[str, ...] = ()
    proofs: tuple[bool, ...] = ()
    if declaration is not None and declaration.constructor is not None:
        names = declaration.constructor.fields
        proofs = declaration.constructor.proof_fields
    types = list(exact.field_types(type, b))
    for i, (x, y, t) in enumerate(zip(a.fields, b.fields, types, strict=True)):
        if proofs and proofs[i]:
            continue
        label = f".{names[i]}" if names else f".{i + 1}"
        yield from _differing(x, y, t, exact, (*path, label), seed, seen)


def _points(domain: TypeValue, exact: Exact, seed: int) -> Iterator[tuple[str, Value]]:
    finite = exact.elements(domain)
    if finite is not None:
        for point in finite:
            yield show(point), point
        return
    random = Random(seed)
    for i in range(SAMPLED_POINTS):
        style = ("permutation", "grid", "signs", "dyadic")[i % 4]
        point = Entries(random, style).value(domain)
        yield f"point {i + 1}", point


# ----- values as text ---------------------------------------------------------------------


def show(value: Value, *, definitions: Definitions | None = None) -> str:
    """A value for people: nested tables as rows of numbers. With `definitions` a structure is shown
    by its fields, long ones shortened: `Layer(W=[[1, 0]], b=[2])`."""

    def go(part: Value) -> str:
        return show(part, definitions=definitions)

    match value:
        case bool():
            return "True" if value else "False"
        case tuple():
            return "(" + ", ".join(map(go, value)) + ")"
        case Table():
            return _show_table(value, go)
        case Lookup():
            return "{" + ", ".join(f"{go(k)}: {go(v)}" for k, v in value.entries.items()) + "}"
        case FinsetValue():
            return "{" + ", ".join(map(go, sorted(value.items, key=repr))) + "}"
        case ListValue():
            return "[" + ", ".join(map(go, value.items)) + "]"
        case Data():
            names = _field_names(value, definitions)
            if names is None:
                return f"{value.constructor}({', '.join(map(go, value.fields))})"
            parts = [
                f"{name}={_shortened(go(part), part)}"
                for name, part in zip(names, value.fields, strict=True)
                if part is not PROOF
            ]
            return f"{_record_name(value.constructor)}({', '.join(parts)})"
        case Quadratic():
            root = f"√{value.d}" if value.b == 1 else f"{rational_text(value.b)}·√{value.d}"
            return root if value.a == 0 else f"{rational_text(value.a)} + {root}"
        case int():
            return integer_text(value)
        case fmpq():
            return rational_text(value)
        case Drawn():
            return str(value)
        case _ if callable(value):
            return "a function"
        case _:
            return str(value)


def _field_names(value: Data, definitions: Definitions | None) -> tuple[str, ...] | None:
    declaration = definitions.declaration(value.constructor) if definitions is not None else None
    if declaration is None or declaration.constructor is None:
        return None
    return declaration.constructor.fields


def _record_name(constructor: str) -> str:
    """A structure by its own short name, another constructor by its full one."""
    structure = constructor.removesuffix(".mk")
    return constructor if structure == constructor else components(structure)[-1]


def _shortened(text: str, value: Value) -> str:
    """The text of a field on one line; a long array loses its end. A record in it has been
    shortened field by field."""
    line = " ".join(text.split())
    if isinstance(value, Data) or len(line) <= FIELD_WIDTH:
        return line
    return line[: FIELD_WIDTH - 1].rstrip(" ,") + "…"


def _show_table(value: Table, go: Callable[[Value], str]) -> str:
    parts = [go(v) for v in value.entries]
    nested = any(isinstance(v, Table) for v in value.entries)
    line = "[" + ", ".join(parts) + "]"
    if not nested or (len(line) <= 40 and "\n" not in line):
        return line
    return "[" + ",\n ".join(p.replace("\n", "\n ") for p in parts) + "]"
