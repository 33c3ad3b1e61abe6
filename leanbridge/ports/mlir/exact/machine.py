"""Entries of integer tensors that are a solver's: a program run on symbolic integers.

An integer of a program is a machine's. Here it is a z3 integer, and where it would be another (an
op that wraps, a quotient by 0) is kept in `escapes`: what the run gives holds where none of them
does. Loads z3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Number, Truth
from leanbridge.ports.mlir.exact.algebra import Algebra
from leanbridge.ports.mlir.exact.entries import bounds


class Integers(Algebra):
    """ℤ with z3's terms; it has no numbers of ℝ."""

    name = "symbolic integers"

    def __init__(self) -> None:
        self.escapes: list[tuple[Truth, str]] = []

    def integer(self, op: str, dtype: str, *values: Any) -> Any:
        if op in COMPARISONS:
            return COMPARISONS[op](*values)
        if op not in ARITHMETIC:
            self._lacks(op)
        if op in ("divide", "remainder"):
            self._escape(bu.equal(values[1], 0), f"{op} by 0")
        made = ARITHMETIC[op](*values)
        if op not in INSIDE:
            low, high = bounds(dtype)
            beyond = bu.any_of(bu.less(made, low), bu.less(high, made))
            self._escape(beyond, f"{op} wraps in {dtype}")
        return made

    def _escape(self, condition: Truth, what: str) -> None:
        if condition is not False:
            self.escapes.append((condition, what))

    def select(self, truth: Truth, x: Any, y: Any) -> Any:
        return bu.ite(truth, x, y)

    def connect(self, op: str, *truths: Truth) -> Truth:
        return CONNECTIVES[op](*truths)


def _quotient(x: Number, y: Number) -> Number:
    """Towards zero, as StableHLO divides."""
    size = bu.divide(bu.absolute(x), bu.absolute(y))
    return bu.ite(bu.same_truth(bu.less(x, 0), bu.less(y, 0)), size, bu.negate(size))


def _sign(x: Number) -> Number:
    return bu.ite(bu.less(0, x), 1, bu.ite(bu.less(x, 0), -1, 0))


ARITHMETIC: Mapping[str, Callable[..., Number]] = {
    "add": bu.add,
    "subtract": bu.subtract,
    "multiply": bu.multiply,
    "divide": _quotient,
    "remainder": lambda x, y: bu.subtract(x, bu.multiply(y, _quotient(x, y))),
    "maximum": bu.larger,
    "minimum": bu.smaller,
    "negate": bu.negate,
    "abs": bu.absolute,
    "sign": _sign,
    "convert": lambda x: x,
}
INSIDE = ("remainder", "maximum", "minimum", "sign")
"""Ops whose result is in the range of their operands."""

COMPARISONS: Mapping[str, Callable[[Number, Number], Truth]] = {
    "EQ": bu.equal,
    "NE": lambda x, y: bu.negation(bu.equal(x, y)),
    "LT": bu.less,
    "LE": bu.less_equal,
    "GT": lambda x, y: bu.less(y, x),
    "GE": lambda x, y: bu.less_equal(y, x),
}
CONNECTIVES: Mapping[str, Callable[..., Truth]] = {
    "and": bu.all_of,
    "or": bu.any_of,
    "xor": lambda a, b: bu.negation(bu.same_truth(a, b)),
    "not": bu.negation,
    "EQ": bu.same_truth,
    "NE": lambda a, b: bu.negation(bu.same_truth(a, b)),
}
