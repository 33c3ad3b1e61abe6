"""What a rule of the SMT interpreter may ask, and the three shapes of a rule.

The counterpart of `interp.run`: a rule is a free function, the evaluator decides when it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from leanbridge.interp.smt.builders import Number, Truth
from leanbridge.interp.values import TypeValue, Value
from leanbridge.limits import Limits


class Run(Protocol):
    """The evaluator, as rules see it."""

    @property
    def limits(self) -> Limits: ...

    def as_truth(self, value: Value) -> Truth:
        """A value of type Prop."""

    def as_type(self, value: Value) -> TypeValue:
        """A value of a sort, as a type."""

    def demand(self, holds: Truth, what: str) -> None:
        """A condition that must hold wherever the value is looked at."""

    def state(self, lemma: str, fact: Callable[..., Truth], numbers: tuple[Number, ...]) -> None:
        """Tell the solver `fact(*numbers)`, an instance of a lemma that holds of all numbers."""

    def under(self, condition: Truth) -> AbstractContextManager[None]:
        """Inside, demands are made only where the condition holds as well."""

    def choose(self, condition: Truth, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """`if condition then yes else no`."""

    def forall(self, source: TypeValue, body: Callable[[Value], Truth]) -> Truth:
        """`∀ x : source, body x`."""

    def exists(self, source: TypeValue, body: Callable[[Value], Truth]) -> Truth:
        """`∃ x : source, body x`."""

    def cardinality(self, source: TypeValue, holds: Callable[[Value], Truth]) -> Number:
        """How many elements of a type satisfy a predicate."""

    def elements(self, type: TypeValue) -> list[Value] | None:
        """The elements of a type of few elements, or None."""


@dataclass(frozen=True, slots=True)
class Strict:
    """A function of the evaluator and the values of all arguments but the first `skip`."""

    skip: int
    function: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Typed:
    """A function of the first `types` arguments, as types, to a function of the others' values."""

    types: int
    resolve: Callable[..., Callable[..., Value]]


@dataclass(frozen=True, slots=True)
class Lazy:
    """A function of the evaluator and the arguments, each to be called for its value."""

    function: Callable[..., Value]


Rule: TypeAlias = Strict | Typed | Lazy


@dataclass(frozen=True, slots=True)
class Members:
    """A set, finite or not, as the predicate that it is; `type` is that of its members."""

    type: TypeValue
    holds: Callable[[Value], Any]
