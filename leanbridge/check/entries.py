"""Random Lean values by type: the entries of a case.

Takes a `TypeValue`, a style and a seeded random source; gives a value. Styles are chosen for what
they expose: ties, order types, kinks at 0, negative inputs, plain dyadics. Every real is a dyadic
rational with a short numerator, so sums and products of a few are exact in float64.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    SubType,
    Table,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.ports.tensors import Lookup, index_axes, indices

STYLES: Mapping[str, str] = {
    "permutation": "all entries of a tensor differ, in random order, around 0",
    "grid": "entries 0, 1, 2: many ties",
    "negative": "all entries differ and are negative",
    "signs": "entries -1, 0, 1: kinks and ties",
    "dyadic": "short dyadic fractions",
    "constant": "one value throughout",
    "dead": "entries ≤ 0 with ties",
    "float": "full-length random doubles",
    "tall": "integers up to 1000 either way: exponentials of them overflow a float",
    "wide": "short numbers of very different magnitude, among them beyond 32 bits and tiny ones",
}


class Empty(Exception):
    """A type that the case needs has no value (`Fin 0`): the case says nothing."""


NAT, INT, REAL, FIN = "Nat", "Int", "Real", "Fin"  # kinds of numbers
KNOWN_NUMBERS = 0.25  # of the numbers of a kind of which the statement knows some
TEXTS = ("", "a", "%x", "s1b0", " two words ", "a_longer_name.α₁")


@dataclass(slots=True)
class Shared:
    """What the cases of one statement share: `texts` and `numbers` (by kind), the ones that it and
    what is beneath it compare with, and `covered`, the arrangements of constructors that were
    drawn."""

    texts: tuple[str, ...] = ()
    numbers: Mapping[str, tuple[fmpq, ...]] = field(default_factory=dict)
    turns: Counter[str] = field(default_factory=Counter)
    covered: set[tuple[object, ...]] = field(default_factory=set)


@dataclass(slots=True)
class Entries:
    """A source of values of one style. `numbers` are those that stand beside the next value."""

    random: Random
    style: str
    structures: Maker | None = None
    functions: FunctionMaker | None = None
    shared: Shared = field(default_factory=Shared)
    numbers: tuple[int, ...] = ()
    _pool: list[fmpq] | None = None

    def value(self, type: TypeValue) -> Value:
        """A value of `type`. Raises: Empty, Unsupported."""
        match type:
            case FinType(n):
                if n == 0:
                    raise Empty
                known = self._known_number(FIN)
                if known is not None and 0 <= known < n:
                    return int(known)
                return self.random.randrange(n)
            case BaseType(name):
                return self._base(name, type)
            case PropType():
                return self.random.random() < 0.5
            case ProdType(a, b):
                return (self.value(a), self.value(b))
            case FunctionType():
                return self._function(type)
            case SubType(carrier, holds):
                return self._subtype(carrier, holds)
            case DataType() if self.structures is not None:
                return self.structures(type, self)
            case _:
                raise Unsupported(f"no values of type {show_type(type)} can be made")

    def _base(self, name: str, type: TypeValue) -> Value:
        match name:
            case "Real" | "Rat":
                return self.number()
            case "Nat":
                known = self._known_number(NAT)
                if known is not None and known >= 0:
                    return int(known)
                return self.random.choice((0, 1, 2, 3, 5, 8, 8, 17, 300))
            case "Int":
                return self._integer()
            case "Bool":
                return self.random.random() < 0.5
            case "String":
                return self._text()
            case "Unit" | "PUnit":
                return ()
            case _:
                raise Unsupported(f"no values of type {show_type(type)} can be made")

    def _known_number(self, kind: str) -> fmpq | None:
        """Now and then a number that the statement knows, in turn, or a neighbour of it."""
        numbers = self.shared.numbers.get(kind, ())
        if not numbers or self.random.random() >= KNOWN_NUMBERS:
            return None
        turn = self.shared.turns[kind]
        self.shared.turns[kind] += 1
        return numbers[turn // 2 % len(numbers)] + (self.random.choice((-1, 1)) if turn % 2 else 0)

    def _text(self) -> str:
        """Any text, or one that the statement knows, as it is or, as names are made, before a
        number that stands beside it; now and then with a character too many."""
        r, texts = self.random, self.shared.texts
        if not texts or r.random() < 0.3:
            return r.choice(TEXTS)
        text = r.choice(texts)
        if r.random() < 0.7:
            text += str(r.choice(self.numbers or (0, 1, 2, 3)))
        return text if r.random() < 0.85 else text + r.choice((" ", "0", "x"))

    def number(self) -> fmpq:
        r = self.random
        known = None if self.style == "constant" else self._known_number(REAL)
        if known is not None:
            return known
        match self.style:
            case "grid":
                return fmpq(r.randrange(3))
            case "signs":
                return fmpq(r.randrange(-1, 2))
            case "dyadic":
                return fmpq(r.randrange(-64, 65), 8)
            case "constant":
                return self._constant()
            case "dead":
                return fmpq(-r.randrange(3))
            case "float":
                return fmpq(*r.uniform(-4, 4).as_integer_ratio())
            case "tall":
                return fmpq(r.randrange(-1000, 1001))
            case "wide":
                power = r.choice((-60, -30, -12, 0, 4, 10, 16, 31, 40))
                return r.choice((-1, 1)) * r.randrange(1, 8) * fmpq(2) ** power
            case _:
                return self._distinct()

    def _integer(self) -> int:
        known = self._known_number(INT)
        if known is not None:
            return int(known)
        if self.random.random() < 0.8:
            return self.random.randint(-4, 4)
        power = self.random.choice((7, 8, 15, 16, 31, 32))
        return self.random.choice((-1, 1)) * ((1 << power) + self.random.randint(-1, 1))

    def _constant(self) -> fmpq:
        if self._pool is None:
            self._pool = [fmpq(self.random.randrange(-2, 3))]
        return self._pool[0]

    def _distinct(self) -> fmpq:
        """The next entry of a shuffled run of integers; a new run when it is used up."""
        if not self._pool:
            low, high = (-512, 0) if self.style == "negative" else (-256, 256)
            self._pool = [fmpq(v) for v in range(low, high)]
            self.random.shuffle(self._pool)
        return self._pool.pop()

    def _function(self, type: FunctionType) -> Value:
        match type.domain:
            case FinType(n):
                return Table(tuple([self.value(type.codomain(i)) for i in range(n)]))
            case ProdType():
                points = _points(type.domain)
                if points is None:
                    raise Unsupported(f"a function on {show_type(type.domain)} cannot be made")
                return Lookup({p: self.value(type.codomain(p)) for p in points})
            case _ if self.functions is not None:
                return self.functions(type, self)
            case _:
                raise Unsupported(f"a function on {show_type(type.domain)} cannot be made")

    def _subtype(self, carrier: TypeValue, holds: Callable[[Value], bool]) -> Value:
        for _ in range(200):
            value = self.value(carrier)
            if holds(value):
                return value
        raise Empty


Maker: TypeAlias = Callable[[DataType, Entries], Value]
"""Makes a value of a structure or inductive type from a source of entries."""

FunctionMaker: TypeAlias = Callable[[FunctionType, Entries], Value]
"""Makes a function on a type that is not finite from a source of entries."""


def _points(domain: TypeValue) -> Iterator[Value] | None:
    return indices(domain) if index_axes(domain) is not None else None


CYCLE = (
    "permutation", "grid", "negative", "signs", "wide", "dyadic", "dead", "float",
    "permutation", "constant",
)  # fmt: skip


def styles_for(cases: int, only: tuple[str, ...] | None = None) -> list[str]:
    """The style of each case: every style early, `permutation` most often; or `only` these."""
    cycle = only or CYCLE
    return [cycle[i % len(cycle)] for i in range(cases)]
