"""What a rule of the array interpreter may ask, and the three shapes of a rule.

The counterpart of `run` for arrays: a rule is a free function, the evaluator decides when it runs.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from leanbridge.interp.array_axes import Arr, Axis, Recorder
from leanbridge.interp.array_values import Fun, Value
from leanbridge.interp.values import TypeValue
from leanbridge.limits import Limits


class Run(Protocol):
    """The evaluator, as rules see it."""

    rec: Recorder
    limits: Limits

    def apply(self, function: Value, *args: Value) -> Value:
        """`function a₁ … aₙ`."""

    def fun(self, call: Callable[[Value], Value], domain: Callable[[], TypeValue] | None) -> Fun:
        """A function made under the conditions that hold here."""

    def index_map(self, call: Callable[[Value], Value], domain: Callable[[], TypeValue]) -> Fun:
        """The same of a map of indices."""

    def fresh(self, domain: TypeValue) -> tuple[list[Axis], Value]:
        """New axes for a type of indices, and its variable."""

    def as_type(self, value: Value) -> TypeValue:
        """A value of a sort, as a type."""

    def as_truth(self, value: Value) -> Arr:
        """A value of type Prop, as a truth array."""

    def choose(self, condition: Arr, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """`if condition then yes else no`."""

    def implies(self, premise: Arr, conclusion: Callable[[], Value]) -> Arr:
        """`premise → conclusion`, the conclusion looked at where the premise holds."""

    def forall(self, source: TypeValue, body: Callable[[Value], Value]) -> Arr:
        """`∀ x : source, body x`."""

    def within(self, index: Arr, size: Arr, what: str) -> Arr:
        """`index`, of which 0 ≤ index < size is demanded. Raises: Undefined."""

    def demand(
        self, holds: Arr, what: str, got: str | None = None, expected: str | None = None
    ) -> None:
        """A condition that must hold wherever the value is looked at. Raises: Undefined."""

    def under(self, *conditions: Arr) -> AbstractContextManager[None]:
        """Inside, demands are made only where the conditions hold as well."""

    def tick(self) -> None:
        """Spend a step. Raises: LimitReached."""


@dataclass(frozen=True, slots=True)
class Strict:
    """A function of the values of all arguments but the first `skip`."""

    skip: int
    function: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Typed:
    """A function of the first `types` arguments, as types, to one of the others' values."""

    types: int
    resolve: Callable[..., Callable[..., Value]]


@dataclass(frozen=True, slots=True)
class Lazy:
    """A function of the arguments, each to be called for its value."""

    function: Callable[..., Value]


Rule: TypeAlias = Strict | Typed | Lazy
