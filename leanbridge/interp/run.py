"""What a rule of the exact interpreter may ask, and the three shapes of a rule.

A rule is a free function; only the evaluator decides when it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from leanbridge.interp.reals import Reals, Truth, Within
from leanbridge.interp.values import TypeValue, Value
from leanbridge.limits import Limits

T = TypeVar("T")
Env: TypeAlias = tuple[Value, ...]
"""Slot 0 holds the free variables' values; bound variable i is `env[-1 - i]`."""
Code: TypeAlias = Callable[[Env], Value]
"""A compiled term."""


class Run(Protocol):
    """The evaluator, as rules see it."""

    @property
    def reals(self) -> Reals: ...

    @property
    def limits(self) -> Limits: ...

    def tick(self, count: int = 1) -> None:
        """Spend steps. Raises: LimitReached."""

    def as_truth(self, value: Value) -> Truth:
        """The truth of a value of type Prop."""

    def as_type(self, value: Value) -> TypeValue:
        """A value of a sort, as a type."""

    def elements(self, type: TypeValue) -> Iterator[Value] | None:
        """The elements of a finite type, or None."""

    def field_types(self, value_type: TypeValue, value: Value) -> Iterator[TypeValue]:
        """The types of a structure value's fields, proofs included."""

    def choose(self, type: TypeValue, admissible: Sequence[Value]) -> Value:
        """One of the admissible values, the same one each time, recorded."""

    def lean_bodies_only(self) -> AbstractContextManager[None]:
        """Inside, a constant that an override replaces is its Lean body."""

    def once(self, key: tuple[Any, ...], held: Sequence[Value], make: Callable[[], T]) -> T:
        """What `make` gives, once per key and evaluation; `held` keeps alive what it identifies."""

    def count_junk(self) -> None:
        """Record that a derivative was Lean's 0 because there is none."""


@dataclass(frozen=True, slots=True)
class Strict:
    """A function of the values of all arguments but the first `skip`, which are types; it is also
    given the evaluator, unless it is `plain`."""

    skip: int
    function: Callable[..., Value]
    is_plain: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """A function of the first `types` arguments, as types, to a function of the others' values."""

    types: int
    resolve: Callable[..., Callable[..., Value]]


@dataclass(frozen=True, slots=True)
class Lazy:
    """A function of compiled arguments and an environment: it decides what is looked at."""

    function: Callable[[Run, tuple[Code, ...], Env], Value]


Rule: TypeAlias = Strict | Typed | Lazy


def all_of(truths: Iterable[Truth]) -> Truth:
    """Conjunction, stopping at the first False; as near as its nearest part."""
    out: Truth = True
    for t in truths:
        if t is False:
            return False
        if t is not True:
            out = t if out is True else Within(min(t.bits, out.bits))  # type: ignore[union-attr]
    return out


def any_of(truths: Iterable[Truth]) -> Truth:
    """Disjunction, stopping at the first True."""
    out: Truth = False
    for t in truths:
        if t is True:
            return True
        if t is not False:
            out = t
    return out


def implies(premise: Truth, conclusion: Callable[[], Truth]) -> Truth:
    """Implication. A premise known only `within` decides nothing unless the conclusion holds."""
    if premise is False:
        return True
    end = conclusion()
    if end is True:
        return True
    return end if bool(premise) else True


def remembered(function: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """`function`, computed once per integer argument."""
    cache: dict[int, Value] = {}

    def call(x: Value) -> Value:
        if type(x) is not int:
            return function(x)
        if x not in cache:
            cache[x] = function(x)
        return cache[x]

    return call
