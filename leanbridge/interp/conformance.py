"""Conformance: does an interpreter compute each op as Lean defines it?

Takes an interpreter and runs the literal cases of `conformance_cases` through it; gives the cases
that failed. A case is a closed term and a value worked out by hand or from Lean's defining
equation, never by an interpreter of ours.

Worked example: `check(Exact(empty).evaluate, set(RULES))` is `[]`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from flint import fmpq

from leanbridge.core.terms import Term
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.conformance_cases import CASES, At, Case, Near, Raises
from leanbridge.interp.reals import Computed, Number, Reals
from leanbridge.interp.values import Data, FinsetValue, ListValue, Table, Value


@dataclass(frozen=True, slots=True)
class Failure:
    """A case that an interpreter gets wrong."""

    case: Case
    got: str

    def __str__(self) -> str:
        return f"{self.case.op}: expected {self.case.expected}, got {self.got}"


def check(
    evaluate: Callable[[Term], Value],
    supported: Container[str],
    cases: Iterable[Case] = CASES,
    same: Callable[[Value, Value], bool] | None = None,
) -> list[Failure]:
    """The cases of supported ops that fail; `same` compares expected with computed values."""
    out = []
    for case in cases:
        if case.op in supported:
            got = _outcome(evaluate, case, same or agrees)
            if got is not None:
                out.append(Failure(case, got))
    return out


def _outcome(
    evaluate: Callable[[Term], Value], case: Case, same: Callable[[Value, Value], bool]
) -> str | None:
    """What went wrong, or None."""
    try:
        value = evaluate(case.term)
        fine = same(case.expected, value)
    except LeanbridgeError as error:
        if isinstance(case.expected, Raises):
            name = type(error).__name__
            return None if name == case.expected.error else f"{name}: {error.what}"
        return f"{type(error).__name__}: {error.what}"
    return None if fine else repr(value)


def agrees(expected: Value, value: Value) -> bool:
    """Whether a computed value is the expected one; a function is compared where expected."""
    match expected:
        case Near(text, digits):
            return isinstance(value, Computed) and _near(text, digits, value)
        case At(points):
            return all(agrees(want, _call(value, given)) for given, want in points)
        case Table(entries):
            return all(agrees(want, value(i)) for i, want in enumerate(entries))
        case FinsetValue(items):
            return isinstance(value, FinsetValue) and _same_set(items, value.items)
        case ListValue(items):
            return isinstance(value, ListValue) and _all(items, value.items)
        case Data(name, fields):
            return (
                isinstance(value, Data)
                and value.constructor == name
                and (_all(fields, value.fields))
            )
        case tuple():
            return isinstance(value, tuple) and _all(expected, value)
        case Raises():
            return False
        case _:
            exact = type(expected) is type(value) or isinstance(value, Number)
            return exact and bool(expected == value)


def _all(expected: tuple[Value, ...], values: tuple[Value, ...]) -> bool:
    return len(expected) == len(values) and all(map(agrees, expected, values))


def _same_set(a: tuple[Value, ...], b: tuple[Value, ...]) -> bool:
    return len(a) == len(b) and all(any(agrees(x, y) for y in b) for x in a)


def _call(function: Value, arguments: tuple[Value, ...]) -> Value:
    if isinstance(function, Data):  # an equivalence, forwards
        function = function.fields[0]
    for a in arguments:
        function = function(a)
    return function


def _near(text: str, digits: int, value: Computed) -> bool:
    whole, _, decimals = text.partition(".")
    exact = fmpq(int(whole + decimals), 10 ** len(decimals))
    radius = fmpq(1, 10**digits)
    reals = Reals()
    return reals.less(exact - radius, value) and reals.less(value, exact + radius)
