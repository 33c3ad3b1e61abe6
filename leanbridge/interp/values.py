"""Lean values as Python objects, and Lean types as values.

The one vocabulary that interpreters, ports and checks share. Never evaluates a term.

| Lean                         | here                                                          |
|------------------------------|---------------------------------------------------------------|
| ℕ, ℤ, `Fin n`                | `int` (a `Fin` is its value; its size is in its type)          |
| ℚ, ℝ                         | `Real` of `interp.reals`: `flint.fmpq`, or a richer number     |
| Bool, a decided Prop         | `bool`                                                        |
| String                       | `str`                                                         |
| α × β                        | 2-`tuple`                                                     |
| List α, Finset α             | `ListValue`, `FinsetValue`                                    |
| Set α                        | a function to Prop                                            |
| α ≃ β                        | `Data("Equiv.mk", (to, from, PROOF, PROOF))`                  |
| Unit                         | the empty `tuple`                                             |
| subtype                      | the carrier's value                                           |
| function                     | any callable of one argument; on `Fin n` often a `Table`      |
| structure, inductive         | `Data`                                                        |
| a proof                      | `PROOF`                                                       |
| a type                       | a `TypeValue`                                                 |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

Value: TypeAlias = Any
"""Any row of the table above; Lean's type of the value is known from the term it came from."""


@dataclass(frozen=True, slots=True)
class Table:
    """A function on `Fin n`, tabulated. Nested tables are a tensor, row-major."""

    entries: tuple[Value, ...]

    def __call__(self, index: int) -> Value:
        try:
            if index >= 0:  # a negative index must never wrap
                return self.entries[index]
        except IndexError:
            pass
        raise IndexError(f"index {index} outside Fin {len(self.entries)}")


@dataclass(frozen=True, slots=True)
class Data:
    """A structure or inductive value: its constructor's name and its fields (no parameters)."""

    constructor: str
    fields: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ListValue:
    """A list."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class FinsetValue:
    """A finite set: distinct items, in the order in which they were found."""

    items: tuple[Value, ...]


class _Proof:
    """The value of every proof, of a function that gives one too."""

    __slots__ = ()

    def __call__(self, argument: object) -> _Proof:
        return self

    def __repr__(self) -> str:
        return "PROOF"


PROOF = _Proof()


# ----- types as values --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FinType:
    """`Fin size`."""

    size: int


@dataclass(frozen=True, slots=True)
class BaseType:
    """`Nat`, `Int`, `Rat`, `Real`, `Bool`, `String`, `Char`, `Unit`, … by its Lean name."""

    name: str


@dataclass(frozen=True, slots=True)
class PropType:
    """`Prop` itself."""


@dataclass(frozen=True, slots=True)
class ProofType:
    """A proposition used as a type; `truth` decides it on demand."""

    truth: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class ProdType:
    first: TypeValue
    second: TypeValue


@dataclass(frozen=True, slots=True)
class FunctionType:
    """`(x : domain) → codomain x`."""

    domain: TypeValue
    codomain: Callable[[Value], TypeValue]


@dataclass(frozen=True, slots=True)
class MatrixType(FunctionType):
    """`Matrix m n α`: functions whose product is the matrix product."""


@dataclass(frozen=True, slots=True)
class SubType:
    """`{x : carrier // holds x}`."""

    carrier: TypeValue
    holds: Callable[[Value], bool]


@dataclass(frozen=True, slots=True)
class DataType:
    """A structure or inductive type at its parameters and indices (values or types)."""

    name: str
    arguments: tuple[Value, ...]


TypeValue: TypeAlias = (
    FinType | BaseType | PropType | ProofType | ProdType | FunctionType | SubType | DataType
)
TYPE_VALUES = (
    FinType, BaseType, PropType, ProofType, ProdType, FunctionType, SubType, DataType,
)  # fmt: skip


def show_type(type: TypeValue) -> str:
    """Lean's way to write a type, for messages; a dependent codomain is shown as `…`."""
    match type:
        case FinType(n):
            return f"Fin {n}"
        case BaseType(name):
            return {"Real": "ℝ", "Nat": "ℕ", "Int": "ℤ", "Rat": "ℚ"}.get(name, name)
        case PropType():
            return "Prop"
        case ProofType():
            return "a proposition"
        case ProdType(a, b):
            return f"{_atom(a)} × {_atom(b)}"
        case FunctionType(domain, codomain):
            try:
                end = show_type(codomain(_some(domain)))
            except Exception:  # only text: a codomain that needs a real argument is not shown
                end = "…"
            return f"{_atom(domain)} → {end}"
        case SubType(carrier, _):
            return f"{{x : {show_type(carrier)} // …}}"
        case DataType(name, arguments):
            return " ".join([name, *[_atom(a) for a in arguments]])


def _atom(type: Value) -> str:
    if not isinstance(type, TYPE_VALUES):
        return str(type)
    text = show_type(type)
    return f"({text})" if " " in text else text


def _some(type: TypeValue) -> Value:
    found = elements(type)
    return None if found is None else next(found, None)


def elements(
    type: TypeValue, of_data: Callable[[DataType], Iterator[Value] | None] = lambda _: None
) -> Iterator[Value] | None:
    """The elements of a finite type in Lean's order (`Fin` ascending, products row-major,
    functions as tables, last coordinate fastest), or None if it is not known to be finite.
    `of_data` enumerates inductive types."""

    def go(t: TypeValue) -> Iterator[Value] | None:
        return elements(t, of_data)

    match type:
        case FinType(n):
            return iter(range(n))
        case BaseType("Bool"):
            return iter((False, True))
        case BaseType("Unit" | "PUnit"):
            return iter(((),))
        case BaseType("Empty"):
            return iter(())
        case PropType():
            return iter((False, True))
        case ProofType(truth):
            return iter((PROOF,) if truth() else ())
        case ProdType(a, b):
            if go(a) is None or go(b) is None:
                return None
            return ((x, y) for x in go(a) or () for y in go(b) or ())
        case FunctionType(FinType(n), codomain):
            if any(go(codomain(i)) is None for i in range(n)):
                return None
            return map(Table, _tuples([codomain(i) for i in range(n)], go))
        case FunctionType(domain, codomain):
            points = list(go(domain) or ()) if go(domain) is not None else None
            if points is None or any(go(codomain(x)) is None for x in points):
                return None
            rows = _tuples([codomain(x) for x in points], go)
            return (dict(zip(points, row, strict=True)).__getitem__ for row in rows)
        case SubType(carrier, holds):
            base = go(carrier)
            return None if base is None else (x for x in base if holds(x))
        case DataType("Option", (item,)):
            some = go(item) if isinstance(item, TYPE_VALUES) else None
            if some is None:
                return None
            return chain((Data("Option.none", ()),), (Data("Option.some", (x,)) for x in some))
        case DataType("Sum", (left, right)):
            one, two = go(left), go(right)
            if one is None or two is None:
                return None
            return chain((Data("Sum.inl", (x,)) for x in one), (Data("Sum.inr", (x,)) for x in two))
        case DataType():
            return of_data(type)
        case _:
            return None


def _tuples(
    types: list[TypeValue], go: Callable[[TypeValue], Iterator[Value] | None]
) -> Iterator[tuple[Value, ...]]:
    if not types:
        yield ()
        return
    for rest in _tuples(types[:-1], go):
        for last in go(types[-1]) or ():
            yield (*rest, last)
