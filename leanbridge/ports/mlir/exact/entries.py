"""Ops on single entries, by the kind of their element type: `real`, `integer` or `truth`.

Takes an algebra, an op and entries; gives an entry. Here infinities and NaN are told apart from
numbers, and integers are kept in their range: what would wrap, or compare what has no value,
raises `Escapes`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.reals import ONE, ZERO
from leanbridge.ports.mlir.exact.algebra import Algebra, are_decided, holds
from leanbridge.ports.mlir.exact.failures import Escapes
from leanbridge.ports.mlir.exact.special import SPECIAL, Infinite, Poison

Kind: TypeAlias = Literal["real", "integer", "truth"]
EntryRule: TypeAlias = Callable[..., Any]


def kind_of(dtype: str) -> Kind:
    """What entries of an element type are. Raises: Unsupported for complex and quantised ones."""
    if dtype == "i1":
        return "truth"
    if re.fullmatch(r"u?i\d+", dtype):
        return "integer"
    if re.fullmatch(r"b?f\d+", dtype):
        return "real"
    raise Unsupported(f"entries of {dtype}")


def entry_rule(op: str, dtype: str, algebra: Algebra) -> EntryRule:
    """The function of entries of `dtype` that an elementwise op is."""
    kind = kind_of(dtype)
    if kind == "real" and op in REALS:
        return _real(op, algebra)
    if kind == "integer" and op in INTEGERS:
        return _integer(op, dtype, algebra)
    if kind == "truth" and op in TRUTHS:
        return _truth(op, algebra)
    raise Unsupported(f"{op} of {dtype}")


# ----- reals --------------------------------------------------------------------------------

#: Ops that every algebra has a method for, with the number of their operands.
REALS: Mapping[str, int] = {
    "add": 2, "subtract": 2, "multiply": 2, "divide": 2, "remainder": 2, "power": 2, "maximum": 2,
    "minimum": 2, "negate": 1, "abs": 1, "sign": 1, "sqrt": 1, "rsqrt": 1, "exponential": 1,
    "log": 1, "tanh": 1, "logistic": 1, "floor": 1,
}  # fmt: skip


def _real(op: str, algebra: Algebra) -> EntryRule:
    method = getattr(algebra, op)

    def unary(x: Any) -> Any:
        return special(op, x) if isinstance(x, SPECIAL) else method(x)

    def binary(x: Any, y: Any) -> Any:
        if isinstance(x, SPECIAL) or isinstance(y, SPECIAL):
            return special(op, x, y)
        return method(x, y)

    return unary if REALS[op] == 1 else binary


def special(op: str, *entries: Any) -> Any:
    """The value of an op of which an operand is an infinity or has no value."""
    for x in entries:
        if isinstance(x, Poison):
            if op in ("maximum", "minimum", "sign"):
                raise Escapes(f"{op} of what is no number: {x}")
            return x
    if op == "negate":
        return Infinite(-entries[0].sign)
    if op in ("maximum", "minimum"):
        return entries[0] if compared("GE" if op == "maximum" else "LE", *entries) else entries[1]
    return Poison(f"{op} of {next(x for x in entries if isinstance(x, Infinite))}")


def compared(direction: str, x: Any, y: Any) -> bool:
    """A comparison with an infinity."""
    for entry in (x, y):
        if isinstance(entry, Poison):
            raise Escapes(f"compare of what is no number: {entry}")
    sides = [e.sign if isinstance(e, Infinite) else 0 for e in (x, y)]
    return holds(direction, (sides[0] > sides[1]) - (sides[0] < sides[1]))


def comparison(direction: str, dtype: str, algebra: Algebra) -> EntryRule:
    """The function of two entries that a direction of `compare` is."""
    kind = kind_of(dtype)

    def of_reals(x: Any, y: Any) -> Any:
        if isinstance(x, SPECIAL) or isinstance(y, SPECIAL):
            return compared(direction, x, y)
        return algebra.compare(direction, x, y)

    def of_others(x: Any, y: Any) -> Any:
        if are_decided((x, y), int) or are_decided((x, y), bool):
            return holds(direction, (x > y) - (x < y))
        if kind == "integer":
            return algebra.integer(direction, dtype, x, y)
        if direction not in ("EQ", "NE"):
            raise Unsupported(f"{direction} of undecided truths")
        return algebra.connect(direction, x, y)

    return of_reals if kind == "real" else of_others


def selection(algebra: Algebra) -> EntryRule:
    """`select`: a decided truth drops the other entry, whatever it is."""

    def rule(truth: Any, x: Any, y: Any) -> Any:
        if type(truth) is bool:
            return x if truth else y
        for entry in (x, y):
            if isinstance(entry, SPECIAL):
                raise Escapes(f"an undecided select of what may be no number: {entry}")
        return x if x is y else algebra.select(truth, x, y)

    return rule


# ----- integers -----------------------------------------------------------------------------


def bounds(dtype: str) -> tuple[int, int]:
    """The least and the greatest integer of a type."""
    bits = int(dtype.lstrip("ui"))
    return (0, 2**bits - 1) if dtype.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)


def in_range(value: int, dtype: str, op: str) -> int:
    """`value`. Raises: Escapes where an integer of `dtype` would wrap to another."""
    low, high = bounds(dtype)
    if not low <= value <= high:
        raise Escapes(f"{op} wraps in {dtype}", got=str(value), expected=f"{low} to {high}")
    return value


def _quotient(x: int, y: int) -> int:
    """Towards zero, as StableHLO divides."""
    if y == 0:
        raise Escapes("an integer divided by 0")
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def _shift(x: int, y: int) -> int:
    if not 0 <= y < 64:
        raise Escapes(f"a shift by {y} bits")
    return x << y


INTEGERS: Mapping[str, Callable[..., int]] = {
    "add": lambda x, y: x + y,
    "subtract": lambda x, y: x - y,
    "multiply": lambda x, y: x * y,
    "divide": _quotient,
    "remainder": lambda x, y: x - y * _quotient(x, y),
    "maximum": max,
    "minimum": min,
    "negate": lambda x: -x,
    "abs": abs,
    "sign": lambda x: (x > 0) - (x < 0),
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "shift_left": _shift,
    "shift_right_arithmetic": lambda x, y: x >> min(y, 64) if y >= 0 else _shift(x, y),
}


def _integer(op: str, dtype: str, algebra: Algebra) -> EntryRule:
    function = INTEGERS[op]

    def rule(*values: Any) -> Any:
        if not are_decided(values, int):
            return algebra.integer(op, dtype, *values)
        return in_range(function(*values), dtype, op)

    return rule


# ----- truths -------------------------------------------------------------------------------

TRUTHS: Mapping[str, Callable[..., bool]] = {
    "and": lambda x, y: x and y,
    "or": lambda x, y: x or y,
    "xor": lambda x, y: x != y,
    "not": lambda x: not x,
    "add": lambda x, y: x or y,  # StableHLO: the sum of truths is their disjunction,
    "multiply": lambda x, y: x and y,
    "maximum": lambda x, y: x or y,
    "minimum": lambda x, y: x and y,
}
_LOGIC = {"add": "or", "multiply": "and", "maximum": "or", "minimum": "and"}


def _truth(op: str, algebra: Algebra) -> EntryRule:
    function, name = TRUTHS[op], _LOGIC.get(op, op)

    def rule(*truths: Any) -> Any:
        if are_decided(truths, bool):
            return function(*truths)
        if name in ("and", "or"):  # one decided truth decides, or says nothing
            for i, truth in enumerate(truths):
                if type(truth) is bool:
                    return truth if truth is (name == "or") else truths[1 - i]
        return algebra.connect(name, *truths)

    return rule


# ----- from one kind to another -------------------------------------------------------------


def conversion(given: str, wanted: str, algebra: Algebra) -> EntryRule:
    """The function of an entry that `convert` is. Over ℝ a narrower float is no other number."""
    return _CONVERSIONS[kind_of(given), kind_of(wanted)](wanted, algebra)


def _truth_to_real(wanted: str, algebra: Algebra) -> EntryRule:
    one, zero = algebra.constant(ONE), algebra.constant(ZERO)
    return lambda truth: algebra.choose(truth, one, zero)


def _integer_to_real(wanted: str, algebra: Algebra) -> EntryRule:
    def rule(value: Any) -> Any:
        return algebra.constant(fmpq(value)) if type(value) is int else algebra.whole(value)

    return rule


def _real_to_integer(wanted: str, algebra: Algebra) -> EntryRule:
    def rule(x: Any) -> Any:
        if isinstance(x, SPECIAL):
            raise Escapes(f"convert of what is no number: {x}")
        whole = algebra.truncate(x)
        return in_range(whole, wanted, "convert") if type(whole) is int else whole

    return rule


def _integer_to_integer(wanted: str, algebra: Algebra) -> EntryRule:
    def rule(value: Any) -> Any:
        if type(value) is not int:
            return algebra.integer("convert", wanted, value)
        return in_range(value, wanted, "convert")

    return rule


def _real_to_truth(wanted: str, algebra: Algebra) -> EntryRule:
    differs, zero = comparison("NE", "f64", algebra), algebra.constant(ZERO)
    return lambda x: differs(x, zero)


def _integer_to_truth(wanted: str, algebra: Algebra) -> EntryRule:
    differs = comparison("NE", "i64", algebra)
    return lambda value: differs(value, 0)


_CONVERSIONS: Mapping[tuple[Kind, Kind], Callable[[str, Algebra], EntryRule]] = {
    ("real", "real"): lambda wanted, algebra: lambda x: x,
    ("truth", "truth"): lambda wanted, algebra: lambda truth: truth,
    ("truth", "real"): _truth_to_real,
    ("truth", "integer"): lambda wanted, algebra: lambda truth: algebra.choose(truth, 1, 0),
    ("integer", "real"): _integer_to_real,
    ("integer", "integer"): _integer_to_integer,
    ("integer", "truth"): _integer_to_truth,
    ("real", "integer"): _real_to_integer,
    ("real", "truth"): _real_to_truth,
}
