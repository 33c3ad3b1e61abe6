"""Lean values as Python objects, and Lean types as values.

The one vocabulary that interpreters, ports and checks share. Never evaluates a term.

| Lean                         | here                                                          |
|------------------------------|---------------------------------------------------------------|
| ℕ, ℤ, `Fin n`                | `int` (a `Fin` is its value; its size is in its type)          |
| ℚ, ℝ                         | `Real` of `interp.reals`: `flint.fmpq`, or a richer number     |
| Bool, a decided Prop         | `bool`                                                        |
| String                       | `str`                                                         |
| α × β                        | 2-`tuple`                                                     |
| subtype                      | the carrier's value                                           |
| function                     | any callable of one argument; on `Fin n` often a `Table`      |
| structure, inductive         | `Data`                                                        |
| a proof                      | `PROOF`                                                       |
| a type                       | a `TypeValue`                                                 |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = Any
"""Any row of the table above; Lean's type of the value is known from the term it came from."""


@dataclass(frozen=True, slots=True)
class Table:
    """A function on `Fin n`, tabulated. Nested tables are a tensor, row-major."""

    entries: tuple[Value, ...]

    def __call__(self, index: int) -> Value:
        if not 0 <= index < len(self.entries):  # a negative index must never wrap
            raise IndexError(f"index {index} outside Fin {len(self.entries)}")
        return self.entries[index]


@dataclass(frozen=True, slots=True)
class Data:
    """A structure or inductive value: its constructor's full name and its fields (no parameters)."""

    constructor: str
    fields: tuple[Value, ...]


class _Proof:
    """The value of every proof."""

    __slots__ = ()

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

    truth: Callable[[], bool]


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


def elements(type: TypeValue) -> Iterator[Value] | None:
    """The elements of a finite type in Lean's order (`Fin` ascending, products row-major,
    functions as tables, last coordinate fastest), or None if it is not known to be finite."""
    match type:
        case FinType(n):
            return iter(range(n))
        case BaseType("Bool"):
            return iter((False, True))
        case BaseType("Unit" | "PUnit"):
            return iter(((),))
        case ProdType(a, b):
            if elements(a) is None or elements(b) is None:
                return None
            return ((x, y) for x in elements(a) or () for y in elements(b) or ())
        case FunctionType(FinType(n), codomain):
            if any(elements(codomain(i)) is None for i in range(n)):
                return None
            return _tables([codomain(i) for i in range(n)])
        case SubType(carrier, holds):
            base = elements(carrier)
            return None if base is None else (x for x in base if holds(x))
        case _:
            return None


def _tables(codomains: list[TypeValue]) -> Iterator[Table]:
    if not codomains:
        yield Table(())
        return
    for rest in _tables(codomains[:-1]):
        for last in elements(codomains[-1]) or ():
            yield Table((*rest.entries, last))


def tabulate(function: Callable[[Value], Value], size: int) -> Table:
    """`function` on `Fin size` as a `Table`."""
    if isinstance(function, Table) and len(function.entries) == size:
        return function
    return Table(tuple([function(i) for i in range(size)]))
