"""The exact interpreter: the meaning of the core language, executed.

Takes closed terms (free variables given values) and the definitions they mention; gives values,
truths and types. It never sees a file, never uses a float, and never guesses: what it cannot do
is `Unsupported` by name, what it cannot decide is an `EvaluationFailure`.

Worked example: with `pool` defined in `definitions` and bound in `overrides`, `truth(pool x = y)`
runs the port; with `overrides={}` it runs the Lean body. Inside `fderiv` the Lean body always runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import FVar, Pi, Term
from leanbridge.errors import InternalError, Unsupported
from leanbridge.interp.compile import Compiler
from leanbridge.interp.dual import DualReals
from leanbridge.interp.failures import LimitReached, Undecided, Undefined
from leanbridge.interp.reals import Truth, Within
from leanbridge.interp.run import Env, all_of
from leanbridge.interp.values import (
    PROOF,
    TYPE_VALUES,
    Data,
    DataType,
    FunctionType,
    ProdType,
    ProofType,
    SubType,
    Table,
    TypeValue,
    Value,
    elements,
    show_type,
)
from leanbridge.limits import DEFAULT, Limits

T = TypeVar("T")
Policy: TypeAlias = Callable[[Sequence[Value]], Value]
"""Picks one of the admissible values of a `Classical.choose`."""


@dataclass(frozen=True, slots=True)
class Override:
    """Python in place of a constant: `function` of its first `arity` arguments (implicit ones
    counted, instances not), as one tuple."""

    arity: int
    function: Callable[[tuple[Value, ...]], Value]


@dataclass(frozen=True, slots=True)
class Choice:
    """A `Classical.choose` that was evaluated: what was admissible, what was taken."""

    type: TypeValue
    admissible: tuple[Value, ...]
    taken: Value


@dataclass(frozen=True, slots=True)
class Decision:
    """A truth, and how near: `within` is None if it is exact, else k of `within 2⁻ᵏ`."""

    holds: bool
    within: int | None = None


def first(admissible: Sequence[Value]) -> Value:
    """The default policy."""
    return admissible[0]


class Exact:
    """One evaluator: an environment, an optional set of overrides, budgets, a choice policy.

    `choices` and `junk` grow over its life; `reset` clears them.
    """

    def __init__(
        self,
        definitions: Definitions,
        *,
        overrides: Mapping[str, Override] | None = None,
        limits: Limits = DEFAULT,
        choose: Policy = first,
    ) -> None:
        self.definitions = definitions
        self.overrides: Mapping[str, Override] = dict(overrides or {})
        self.limits = limits
        self.reals = DualReals(limits, self.tick)
        self.policy = choose
        self.choices: list[Choice] = []
        self.junk = 0
        self.no_variables: Env = ({},)
        self.world = 0  # 1 while overrides are suspended
        self.closed: dict[Term, Value] = {}
        self.calls: dict[tuple[Any, ...], tuple[Sequence[Value], Value]] = {}
        self._taken: dict[Any, Value] = {}
        self._fuel = limits.steps
        self.spent = 0  # steps of all evaluations so far
        self._active = False
        self._compiler = Compiler(self)

    # ----- what a caller asks

    def evaluate(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> Value:
        """The value of a term. A function may be lazy: see `force`."""
        return self.guarded(lambda: self._compiler.code(term)((dict(variables or {}),)))

    def decide(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> Decision:
        """The truth of a proposition, and whether it is exact: for a conclusion."""

        def run() -> Decision:
            truth = self.as_truth(self._compiler.code(term)((dict(variables or {}),)))
            return Decision(True, truth.bits) if isinstance(truth, Within) else Decision(truth)

        return self.guarded(run)

    def truth(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> bool:
        """The truth of a proposition, exactly: for a hypothesis.

        Raises: Undecided if it is known only within a distance."""
        decision = self.decide(term, variables)
        if decision.within is not None:
            raise Undecided(f"known only within 2^-{decision.within}")
        return decision.holds

    def type_value(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> TypeValue:
        """A type, evaluated."""
        return self.guarded(
            lambda: self.as_type(self._compiler.code(term)((dict(variables or {}),)))
        )

    def force(self, value: Value, type: TypeValue) -> Value:
        """A value with every function on a `Fin` tabulated, so that nothing is left to compute."""
        return self.guarded(lambda: self._force(value, type, {}))

    def reset(self) -> None:
        """Forget the choices and the junk count."""
        self.choices.clear()
        self._taken.clear()
        self.junk = 0

    def guarded(self, compute: Callable[[], T]) -> T:
        """Run with full budgets; a deep recursion is a LimitReached. Calls inside share them."""
        if self._active:
            return compute()
        self.closed, self.calls = {}, {}
        self._fuel = self.limits.steps
        self._active = True
        frames = sys.getrecursionlimit()
        sys.setrecursionlimit(max(frames, self.limits.frames))
        try:
            return compute()
        except RecursionError:
            raise LimitReached("limit: frames", expected=str(self.limits.frames)) from None
        except IndexError as error:
            raise Undefined(f"an index out of range: {error}") from error
        finally:
            sys.setrecursionlimit(frames)
            self._active = False
            self.spent += self.limits.steps - self._fuel

    # ----- what rules ask (`interp.run.Run`)

    @property
    def suspended(self) -> bool:
        """Whether overrides are suspended."""
        return self.world == 1

    def tick(self, count: int = 1) -> None:
        self._fuel -= count
        if self._fuel < 0:
            raise LimitReached("limit: steps", expected=str(self.limits.steps))

    def as_truth(self, value: Value) -> Truth:
        if isinstance(value, bool | Within):
            return value
        if isinstance(value, ProofType):
            return self.as_truth(value.truth())
        raise InternalError(f"a proposition was expected, got {type(value).__name__}")

    def as_type(self, value: Value) -> TypeValue:
        if isinstance(value, TYPE_VALUES):
            return value
        if isinstance(value, bool | Within):
            return ProofType(lambda: value)
        raise InternalError(f"a type was expected, got {type(value).__name__}")

    def elements(self, type: TypeValue) -> Iterator[Value] | None:
        return elements(type, self._constructor_elements)

    def _constructor_elements(self, type: DataType) -> Iterator[Value] | None:
        """The values of an inductive type whose constructors have no fields."""
        declaration = self.definitions.declaration(type.name)
        if declaration is None or not declaration.constructors:
            return None
        made = []
        for name in declaration.constructors:
            ctor = self.definitions.declaration(name)
            if ctor is None or ctor.constructor is None or ctor.constructor.fields:
                return None
            made.append(Data(name, ()))
        return iter(made)

    def field_types(self, value_type: TypeValue, value: Value) -> Iterator[TypeValue]:
        assert isinstance(value_type, DataType)
        return self._field_types(value.constructor, value_type.arguments, value.fields)

    def _field_types(
        self, name: str, arguments: tuple[Value, ...], fields: Sequence[Value]
    ) -> Iterator[TypeValue]:
        declaration = self.definitions.declaration(name)
        if declaration is None or declaration.constructor is None:
            raise Unsupported(f"{name}: a constructor that is not known")
        type = declaration.type
        env: Env = (*self.no_variables, *arguments[: declaration.constructor.params])
        for _ in range(declaration.constructor.params):
            assert isinstance(type, Pi)
            type = type.body
        for field in fields:
            assert isinstance(type, Pi)
            yield self.as_type(self._compiler.code(type.type)(env))
            env, type = (*env, field), type.body

    def holds(self, family: DataType) -> Truth:
        """The truth of a structure in Prop: all its fields hold."""
        declaration = self.definitions.declaration(family.name)
        assert declaration is not None
        if len(declaration.constructors) != 1 or len(family.arguments) != declaration.params:
            raise Unsupported(f"{family.name}: an inductive proposition")
        name = declaration.constructors[0]
        ctor = self.definitions.declaration(name)
        assert ctor is not None
        assert ctor.constructor is not None
        if not all(ctor.constructor.proof_fields):
            raise Unsupported(f"{family.name}: a proposition with a witness in it")
        proofs = [PROOF] * len(ctor.constructor.fields)
        types = self._field_types(name, family.arguments, proofs)
        return all_of(t.truth() if isinstance(t, ProofType) else True for t in types)

    def choose(self, type: TypeValue, admissible: Sequence[Value]) -> Value:
        """The choice from a set of values: by propositional extensionality Lean's `choose`
        depends on nothing else, so the same set gives the same value."""
        if not admissible:
            raise Undefined(f"a choice from no value of {show_type(type)}")
        key = (show_type(type), tuple(admissible))
        if key not in self._taken:
            taken = self.policy(admissible)
            self._taken[key] = taken
            self.choices.append(Choice(type, tuple(admissible), taken))
        return self._taken[key]

    def once(self, key: tuple[Any, ...], held: Sequence[Value], make: Callable[[], T]) -> T:
        found = self.calls.get(key)
        if found is None:
            if len(self.calls) >= self.limits.remembered_calls:
                self.calls.clear()
            made = make()
            found = self.calls[key] = (held, made)
        out: T = found[1]
        return out

    @contextmanager
    def lean_bodies_only(self) -> Iterator[None]:
        if self.suspended or not self.overrides:
            yield
            return
        kept = self.closed, self.calls
        self.world, self.closed, self.calls = 1, {}, {}
        try:
            yield
        finally:
            self.world = 0
            self.closed, self.calls = kept

    def count_junk(self) -> None:
        self.junk += 1

    def _force(self, value: Value, type: TypeValue, seen: dict[int, tuple[Value, Value]]) -> Value:
        match type:
            case FunctionType(domain, codomain):
                points = self.elements(domain)
                if points is None:
                    return value
                items = list(points)
                if items == list(range(len(items))):
                    return Table(tuple([self._force(value(i), codomain(i), seen) for i in items]))
                entries = {x: self._force(value(x), codomain(x), seen) for x in items}
                return entries.__getitem__
            case ProdType(first_type, second):
                return (
                    self._force(value[0], first_type, seen),
                    self._force(value[1], second, seen),
                )
            case SubType(carrier, _):
                return self._force(value, carrier, seen)
            case DataType() if isinstance(value, Data):
                if self.definitions.declaration(value.constructor) is None:
                    return value
                if id(value) not in seen:  # what shares a part goes on sharing it
                    pairs = zip(value.fields, self.field_types(type, value), strict=True)
                    fields = [self._force(v, t, seen) for v, t in pairs]
                    seen[id(value)] = (value, Data(value.constructor, tuple(fields)))
                return seen[id(value)][1]
            case _:
                return value
