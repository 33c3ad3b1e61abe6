"""Functions, conditions and quantifiers of one recording.

A function of indices is tabulated when it is first read: evaluated once, with an axis for each of
its arguments, however often and wherever it is read. Conditions on the way to a value (`if`, `→`,
a filter) guard what is demanded of its indices. Knows no terms.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import prod
from typing import Any, TypeVar

import numpy as np

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import InternalError
from leanbridge.interp.array_axes import TRUE, Arr, Axis, Recorder, Split, flat_index, iota, known
from leanbridge.interp.array_reduce import every
from leanbridge.interp.array_tables import Table, read
from leanbridge.interp.array_values import (
    Fun,
    Guard,
    Value,
    everything,
    index_at,
    index_sizes,
    select,
)
from leanbridge.interp.exact import Override
from leanbridge.interp.failures import LimitReached, Undefined
from leanbridge.interp.values import TYPE_VALUES, Data, ProofType, TypeValue
from leanbridge.limits import Limits

T = TypeVar("T")
Env = tuple[Value, ...]
"""Slot 0 holds the free variables' values; bound variable i is `env[-1 - i]`."""


class Functions:
    """One recording: a program grows in `rec` as terms are evaluated."""

    def __init__(
        self,
        definitions: Definitions,
        overrides: Mapping[str, Override],
        limits: Limits,
        variables: Mapping[FVar, Value],
    ) -> None:
        self.definitions, self.overrides, self.limits = definitions, overrides, limits
        self.rec = Recorder(limits.array_entries)
        self.guard: Guard = ()
        self.outside: Env = (dict(variables),)
        self._closed: dict[Any, Value] = {}
        self._calls: dict[Any, tuple[Any, Value]] = {}
        self._parts: dict[Any, list[list[int]]] = {}
        self._alive: list[Arr] = []
        self._steps = limits.steps

    def finished(self) -> None:
        """Let go of what was remembered while recording: the program does not need it."""
        for memory in (self._closed, self._calls, self._parts, self._alive, self.outside[0]):
            memory.clear()

    # ----- budgets

    def tick(self) -> None:
        self._steps -= 1
        if self._steps < 0:
            raise LimitReached("limit: steps", expected=str(self.limits.steps))

    def guarded(self, compute: Callable[[], T]) -> T:
        """Run with room for deep terms."""
        frames = sys.getrecursionlimit()
        sys.setrecursionlimit(max(frames, self.limits.frames))
        try:
            return compute()
        except RecursionError:
            raise LimitReached("limit: frames", expected=str(self.limits.frames)) from None
        finally:
            sys.setrecursionlimit(frames)

    # ----- conditions

    @contextmanager
    def under(self, *conditions: Arr) -> Iterator[None]:
        """Inside, indices need only be in range where the conditions hold as well."""
        kept = self.guard
        self.guard = (*kept, *[c for c in conditions if c is not TRUE and c not in kept])
        self._alive.extend(conditions)  # memo keys hold their identities
        try:
            yield
        finally:
            self.guard = kept

    @contextmanager
    def _within(self, guard: Guard) -> Iterator[None]:
        kept, self.guard = self.guard, guard
        try:
            yield
        finally:
            self.guard = kept

    def demand(
        self, holds: Arr, what: str, got: str | None = None, expected: str | None = None
    ) -> None:
        """A condition that must be true wherever the value is looked at. Raises: Undefined."""
        rec = self.rec
        if holds.is_known_scalar and holds.data:
            return
        violated = rec.elementwise("not", holds)
        for condition in self.guard:
            violated = rec.elementwise("and", violated, condition)
        if violated.is_known:
            if np.any(violated.known_data):
                raise Undefined(what, got=got, expected=expected)
            return
        rec.builder.check(rec.node(rec.elementwise("not", violated)), what)

    def in_range(self, index: Arr, size: int) -> Arr:
        """An index into an axis. Raises: Undefined if it is out of range where it is looked at;
        where it is not looked at it is 0."""
        return self.within(index, known(size), "an index outside its axis")

    def within(self, index: Arr, size: Arr, what: str) -> Arr:
        """`index`, of which 0 ≤ index < size is demanded."""
        low, high = index.bounds
        least = size.bounds[0]
        if low is not None and high is not None and least is not None and 0 <= low and high < least:
            return index
        rec = self.rec
        fits = rec.elementwise(
            "and", rec.elementwise("le", known(0), index), rec.elementwise("lt", index, size)
        )
        if fits.is_known and np.all(fits.known_data):
            return index
        low, high = index.bounds
        self.demand(fits, what, got=f"{low} to {high}", expected=f"0 ≤ · < {size.bounds[1]}")
        inside = rec.elementwise("where", fits, index, known(0))
        return self._bounded(inside, size.bounds[1])

    def _bounded(self, index: Arr, size: int | None) -> Arr:
        """A checked index, with the bounds that the check gives it."""
        if index.is_known or size is None:
            return index
        zero, top = known(0), known(max(size - 1, 0))
        return self.rec.elementwise("min", self.rec.elementwise("max", index, zero), top)

    # ----- functions

    def fun(
        self,
        call: Callable[[Value], Value],
        domain: Callable[[], TypeValue] | None,
        origin: Term | None = None,
    ) -> Fun:
        """A function made here and now."""
        return Fun(call, domain, self.guard, origin)

    def index_map(self, call: Callable[[Value], Value], domain: Callable[[], TypeValue]) -> Fun:
        """A function that only renames, takes apart or puts together the indices it is given."""
        return Fun(call, domain, self.guard, is_index_map=True)

    def apply(self, function: Value, *args: Value) -> Value:
        """`function a₁ … aₙ`."""
        for arg in args:
            function = self._apply(function, arg)
        return function

    def _apply(self, function: Value, arg: Value) -> Value:
        match function:
            case Table():
                return read(self.rec, function, arg, self.in_range)
            case tuple():
                return tuple([self._apply(f, arg) for f in function])
            case Fun():
                if isinstance(arg, Arr | tuple):
                    return self._at_index(function, arg)
                return self._call(function, arg)
            case Data("Equiv.mk", fields):
                return self._apply(fields[0], arg)
        raise InternalError(f"{type(function).__name__} applied as a function")

    def _call(self, function: Fun, arg: Value) -> Value:
        self.tick()
        with self.under(*function.guard):
            return function.call(arg)

    def _at_index(self, function: Fun, arg: Value) -> Value:
        """A function at what may be an index: by its table, unless the index is a number."""
        if function.is_index_map:
            return self._call(function, arg)
        if _is_number(arg):
            key = (str(arg), tuple(map(id, self.guard)))
            if function.table is None and key not in function.points:
                function.points[key] = self._call(function, arg)
            if key in function.points:
                return function.points[key]
        table = self.table(function)
        if table is None:
            return self._call(function, arg)
        return self._apply(table, arg)

    def table(self, function: Fun) -> Value | None:
        """The table of a function of indices, made once; None if it is none."""
        if function.table is None:
            function.table = False
            try:
                made = self._tabulate(function)
            except Split:
                function.table = None
                raise
            function.table = False if made is None else made
        return None if function.table is False else function.table

    def _tabulate(self, function: Fun) -> Value | None:
        domain = function.domain() if function.domain is not None else None
        if domain is None or index_sizes(domain) is None:
            return None
        return self._over(function, domain, [])

    def _over(self, function: Fun, domain: TypeValue, around: list[list[Axis]]) -> Value | None:
        """The table of a function whose value depends on the axes `around`, as a function of them
        too. Each argument is one axis, or several whose cells it numbers: as many as its body takes
        it apart into, so that what depends on a part does not depend on the whole."""
        key = (function.origin, index_sizes(domain))
        sizes = self._parts.get(key) or [[n] for n in index_sizes(domain) or ()]
        while True:
            groups = [[Axis(n, may_split=True) for n in ns] for ns in sizes]
            point = index_at(domain, [flat_index(g) for g in groups], self.rec)
            try:
                with self._within(function.guard):
                    return self._closed_over(self._call(function, point), [*around, *groups])
            except Split as split:
                sizes = [_split(g, split) for g in groups]
                if sizes == [[a.size for a in g] for g in groups]:
                    raise
                if function.origin is not None:
                    self._parts[key] = sizes
            finally:
                for axis in (a for g in groups for a in g):
                    axis.may_split = False

    def _closed_over(self, value: Value, groups: list[list[Axis]]) -> Value | None:
        """A value with some groups of axes, as a function of the number of a cell of each."""
        match value:
            case Arr():
                wholes = [g[0] if len(g) == 1 else Axis(prod(a.size for a in g)) for g in groups]
                for group, whole in zip(groups, wholes, strict=True):
                    value = self.rec.joined(value, group, whole)
                return Table(value, tuple(wholes))
            case Table():
                more = [Axis(a.size, a.name) for a in value.arguments]
                inner = self.apply(value, *[iota(a) for a in more])
                return self._closed_over(inner, [*groups, *[[a] for a in more]])
            case Fun():
                domain = value.domain() if value.domain is not None else None
                if domain is None or index_sizes(domain) is None:
                    return None
                return self._over(value, domain, groups)
            case tuple() if value:
                parts = [self._closed_over(v, groups) for v in value]
                return None if any(p is None for p in parts) else tuple(parts)
            case _:
                return None

    def fresh(self, domain: TypeValue) -> tuple[list[Axis], Value]:
        """New axes for a type of indices, and its variable."""
        axes = [Axis(n) for n in index_sizes(domain) or ()]
        return axes, index_at(domain, [iota(a) for a in axes], self.rec)

    def choose(self, condition: Arr, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """`if condition then yes else no`: a branch that is never taken is not looked at."""
        if condition.is_known_scalar:
            return yes() if condition.data else no()
        with self.under(condition):
            taken = yes()
        with self.under(self.rec.elementwise("not", condition)):
            other = no()
        return select(self.rec, condition, taken, other, self.apply)

    # ----- truths

    def as_type(self, value: Value) -> TypeValue:
        if isinstance(value, TYPE_VALUES):
            return value
        if isinstance(value, Arr):
            return ProofType(lambda: value)
        raise InternalError(f"a type was expected, got {type(value).__name__}")

    def as_truth(self, value: Value) -> Arr:
        if isinstance(value, Arr) and value.kind == "bool":
            return value
        if isinstance(value, ProofType):
            return self.as_truth(value.truth())
        raise InternalError(f"a proposition was expected, got {type(value).__name__}")

    def implies(self, premise: Arr, conclusion: Callable[[], Value]) -> Arr:
        """`premise → conclusion`, the conclusion looked at where the premise holds."""
        if premise.is_known_scalar and not premise.data:
            return TRUE
        with self.under(premise):
            end = self.as_truth(conclusion())
        return self.rec.elementwise("or", self.rec.elementwise("not", premise), end)

    def forall(self, source: TypeValue, body: Callable[[Value], Value]) -> Arr:
        """`∀ x : source, body x`."""
        axes, point, mask = everything(source, self.rec, "∀").at_axes()
        if any(a.size == 0 for a in axes):
            return TRUE
        return every(self.rec, self.implies(mask, lambda: body(point)), axes)


def _split(axes: list[Axis], split: Split) -> list[int]:
    """The sizes of axes, the one that is split as two."""
    sizes: list[int] = []
    for axis in axes:
        found = axis is split.axis
        sizes += [axis.size // split.divisor, split.divisor] if found else [axis.size]
    return sizes


def _is_number(index: Value) -> bool:
    return all(isinstance(i, Arr) and i.is_known_scalar for i in _parts(index))


def _parts(index: Value) -> list[Value]:
    return [p for x in index for p in _parts(x)] if isinstance(index, tuple) else [index]
