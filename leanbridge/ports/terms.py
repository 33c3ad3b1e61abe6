"""A port in the place of a Lean name, as a term: what `ports.binding` is for values.

Takes a bound function; gives a function of symbolic Lean values. It is run once, path by path, at
generic arguments of its Lean type; a use of it is that term at other arguments. That it returns,
and returns a value of its Lean type, is demanded of each use. A port that JAX lowers is the term of
its lowered program, and that no integer of it wraps is demanded too.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import z3

from leanbridge.core.terms import FVar
from leanbridge.errors import InputError, LeanbridgeError, Unsupported
from leanbridge.interp.smt import Smt
from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Truth
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    FinType,
    ProdType,
    PropType,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.ports.binding import BoundFunction
from leanbridge.ports.calling import call_port, same_bits
from leanbridge.ports.loading import Port
from leanbridge.ports.signature import Plan, data_types, plan_of
from leanbridge.ports.symbolic import NotATerm, Path, paths


@dataclass(slots=True)
class PortTerm:
    """A port as a term. `types` evaluates the types of its binders; `uses` counts its uses."""

    bound: BoundFunction
    types: Smt
    uses: int = 0
    paths: list[Path] = field(init=False)
    lowered: str = field(init=False, default="")  # of a port that JAX lowers: what was lowered
    _generic: tuple[Value, ...] = field(init=False)
    _plan: Plan = field(init=False)

    def __post_init__(self) -> None:
        """Run the port. Raises: NotATerm."""
        try:
            self._generic, known = self._arguments()
            data = data_types(self.bound.binders, self._generic, self.types)
            self._plan = plan_of(self.bound.port, self.bound.binders, data)
        except Unsupported as error:
            raise NotATerm(f"its Lean type: {error.what}") from None
        except InputError as error:
            raise NotATerm(error.what) from None
        if self._plan.indices:
            raise NotATerm("it gives an array, which the Lean arguments index")
        if self.bound.port.binding.layout:
            raise NotATerm("it has a layout")
        passed, keywords = self._passed(self._generic)
        with self.bound.guard(), contextlib.redirect_stdout(sys.stderr):
            try:
                self.paths = paths(
                    self.bound.port.function, passed, keywords, known,
                    self.types.context, self.bound.limits,
                )  # fmt: skip
            except NotATerm:
                if self.bound.port.binding.arrays != "jax":
                    raise
                self.paths, self.lowered = lowered_paths(self.bound.port, passed, keywords)

    @property
    def name(self) -> str:
        return self.bound.port.name

    def _arguments(self) -> tuple[tuple[Value, ...], list[Truth]]:
        """A generic value for each binder, and what the Lean types say of them."""
        values: dict[FVar, Value] = {}
        known: list[Truth] = []
        for binder in self.bound.binders:
            if is_proposition(binder.type, self.types.definitions):
                values[binder.variable] = PROOF
                continue
            type = self.types.type_value(binder.type, values)
            values[binder.variable], holds = self.types.variable(binder.name, type)
            known.append(holds)
        return tuple(values.values()), known

    def _passed(self, values: tuple[Value, ...]) -> tuple[tuple[Any, ...], Mapping[str, Any]]:
        positional = tuple([values[i] for i in self._plan.positional])
        return positional, {name: values[i] for name, i in self._plan.keywords.items()}

    # ----- uses

    def at(self, smt: Smt, values: tuple[Value, ...]) -> Value:
        """The value of the port at Lean arguments; `smt` is told what is demanded of it."""
        self.uses += 1
        pairs = self._substitution(values)
        put = partial(_put, pairs)
        returned: list[tuple[Truth, Any]] = []
        for path in self.paths:
            condition = put(path.condition)
            if path.raised is not None:
                smt.demand(bu.negation(condition), f"{self.name} returns: {path.raised}")
            elif condition is not False:
                returned.append((condition, put(path.result)))
        if not returned:
            raise NotATerm("it returns on no path")
        variables = {b.variable: v for b, v in zip(self.bound.binders, values, strict=True)}
        type = smt.type_value(self.bound.codomain, variables)
        return self._of_type(smt, type, returned)

    def _of_type(self, smt: Smt, type: TypeValue, ends: list[tuple[Truth, Any]]) -> Value:
        """What the paths return, as one value of a Lean type."""
        match type:
            case FinType() | BaseType("Nat" | "Int"):
                number = _joined(ends, bool, self.name, is_wanted=False)
                if isinstance(type, FinType):
                    what = f"{self.name} gives a value of {show_type(type)}"
                    smt.demand(bu.between(number, type.size), what)
                elif type == BaseType("Nat"):
                    smt.demand(bu.less_equal(0, number), f"{self.name} gives a natural number")
                return number
            case BaseType("Bool") | PropType():
                return _joined(ends, bool, self.name, is_wanted=True)
            case ProdType(first, second):
                if not all(isinstance(v, tuple) and len(v) == 2 for _, v in ends):
                    raise NotATerm("it returns no pair")
                one = self._of_type(smt, first, [(c, v[0]) for c, v in ends])
                return one, self._of_type(smt, second, [(c, v[1]) for c, v in ends])
        raise NotATerm(f"its result is of type {show_type(type)}")

    def _substitution(self, values: tuple[Value, ...]) -> list[tuple[Any, Any]]:
        generic = [g for v in self._generic for g in _leaves(v)]
        actual = [a for v in values for a in _leaves(v)]
        return [(g, _as_term(a, g)) for g, a in zip(generic, actual, strict=True)]

    # ----- is it the port?

    def agrees_at(self, values: tuple[Value, ...]) -> bool:
        """Whether the term gives at known Lean values what the port gives when it is called."""
        put = partial(_put, self._substitution(values))
        ends = [p for p in self.paths if put(p.condition) is True]
        if len(ends) != 1 or ends[0].raised is not None:
            return False
        passed, keywords = self._passed(values)
        got = call_port(self.bound.port, passed, keywords, guard=self.bound.guard)
        if self.lowered:
            got = np.asarray(got)
            if got.shape or got.dtype.kind not in "ib":
                return False
            got = got.item()
        return same_bits(got, put(ends[0].result))


def lowered_paths(
    port: Port, passed: tuple[Any, ...], keywords: Mapping[str, Any]
) -> tuple[list[Path], str]:
    """The one way through the program that JAX makes of a port for integers, where none of its
    integers leaves the machine's range; and what was lowered. Raises: NotATerm."""
    from leanbridge.ports.mlir.exact import LoweredPort
    from leanbridge.ports.mlir.exact.machine import Integers

    if keywords or not all(isinstance(x, z3.ArithRef) for x in passed):
        raise NotATerm("it is lowered for each size or pair of its arguments")
    algebra = Integers()
    runner = LoweredPort(port)
    try:
        made = runner.lowered(tuple([0 for _ in passed]), {})
        results = runner.evaluate(made, [_cell(x) for x in passed], algebra)
    except LeanbridgeError as error:
        raise NotATerm(f"its lowering: {error.what}") from None
    result = made.arrange(results)
    if not isinstance(result, np.ndarray) or result.shape:
        raise NotATerm("it gives other than one number")
    escapes = [Path(condition, raised=what) for condition, what in algebra.escapes]
    inside = bu.negation(bu.any_of(*[path.condition for path in escapes]))
    return [Path(inside, result.item()), *escapes], str(made)


def _cell(entry: Any) -> np.ndarray[Any, Any]:
    out = np.empty((), object)
    out[()] = entry
    return out


def _joined(ends: list[tuple[Truth, Any]], kind: type, name: str, *, is_wanted: bool) -> Any:
    """The values of the paths as one number or truth."""
    for _, value in ends:
        is_truth = isinstance(value, bool | z3.BoolRef)
        if is_truth != is_wanted or isinstance(value, tuple) or value is None:
            raise NotATerm(f"it returns {'an integer' if is_wanted else 'other than an integer'}")
    out = ends[-1][1]
    for condition, value in reversed(ends[:-1]):
        out = bu.ite(condition, value, out)
    return out


def _leaves(value: Value) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    elif value is not PROOF:
        yield value


def _as_term(value: Any, like: Any) -> Any:
    if isinstance(value, bool):
        return z3.BoolVal(value, like.ctx)
    return z3.IntVal(value, like.ctx) if isinstance(value, int) else value


def _put(pairs: list[tuple[Any, Any]], term: Any) -> Any:
    """A term with its generic arguments replaced; Python's value where it is known then."""
    if isinstance(term, tuple):
        return tuple([_put(pairs, part) for part in term])
    if not isinstance(term, z3.ExprRef):
        return term
    found = z3.simplify(z3.substitute(term, *pairs))
    if z3.is_int_value(found):
        return found.as_long()
    if z3.is_true(found) or z3.is_false(found):
        return z3.is_true(found)
    return found
