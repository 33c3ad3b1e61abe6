"""Integers and truths that may be symbolic: builders that compute what is known.

A number is an `int` or a z3 integer, a truth a `bool` or a z3 truth; a known one stays Python's, so
that conditions fold and a known size enumerates. Each Lean operator has one builder, and its
totality stands there: `x / 0 = 0`, ℕ subtracts to 0, ℤ divides by Euclid (as SMT-LIB does).

Worked example: `nat_sub(n, 1)` of a z3 integer is `If(n >= 1, n - 1, 0)`; `nat_sub(0, 1)` is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import z3

Number: TypeAlias = Any
"""An `int`, or a z3 term of sort Int."""
Truth: TypeAlias = Any
"""A `bool`, or a z3 term of sort Bool."""


def is_known(*values: Number | Truth) -> bool:
    """Whether all values are Python's."""
    return not any(isinstance(v, z3.ExprRef) for v in values)


# ----- truths -----------------------------------------------------------------------------


def negation(a: Truth) -> Truth:
    return not a if is_known(a) else z3.Not(a)


def all_of(*truths: Truth) -> Truth:
    """Conjunction."""
    if any(t is False for t in truths):
        return False
    open_ = [t for t in truths if t is not True]
    return z3.And(*open_) if len(open_) > 1 else (open_[0] if open_ else True)


def any_of(*truths: Truth) -> Truth:
    """Disjunction."""
    if any(t is True for t in truths):
        return True
    open_ = [t for t in truths if t is not False]
    return z3.Or(*open_) if len(open_) > 1 else (open_[0] if open_ else False)


def implies(a: Truth, b: Truth) -> Truth:
    return any_of(negation(a), b)


def same_truth(a: Truth, b: Truth) -> Truth:
    """Equivalence."""
    if is_known(a):
        return b if a else negation(b)
    if is_known(b):
        return a if b else negation(a)
    return a == b


def ite(condition: Truth, a: Number | Truth, b: Number | Truth) -> Number | Truth:
    """`if condition then a else b`, of numbers or of truths."""
    if is_known(condition):
        return a if condition else b
    if is_known(a, b) and a == b:
        return a
    if isinstance(a, bool) and isinstance(b, bool):
        return condition if a else z3.Not(condition)
    return z3.If(condition, a, b)


# ----- order ------------------------------------------------------------------------------


def equal(a: Number, b: Number) -> Truth:
    return a == b


def less(a: Number, b: Number) -> Truth:
    return a < b


def less_equal(a: Number, b: Number) -> Truth:
    return a <= b


def larger(a: Number, b: Number) -> Number:
    return max(a, b) if is_known(a, b) else ite(a >= b, a, b)


def smaller(a: Number, b: Number) -> Number:
    return min(a, b) if is_known(a, b) else ite(a <= b, a, b)


def between(a: Number, size: Number) -> Truth:
    """`0 ≤ a < size`."""
    return all_of(0 <= a, a < size)


# ----- arithmetic -------------------------------------------------------------------------


def add(a: Number, b: Number) -> Number:
    return a + b


def subtract(a: Number, b: Number) -> Number:
    """Of integers."""
    return a - b


def multiply(a: Number, b: Number) -> Number:
    return 0 if (is_known(a) and a == 0) or (is_known(b) and b == 0) else a * b


def negate(a: Number) -> Number:
    return -a


def absolute(a: Number) -> Number:
    return abs(a) if is_known(a) else ite(a >= 0, a, -a)


def nat_sub(a: Number, b: Number) -> Number:
    """0 where a < b."""
    return ite(b <= a, a - b, 0)


def divide(a: Number, b: Number) -> Number:
    """Division by Euclid, as ℕ and ℤ have it; `x / 0 = 0`."""
    if is_known(b) and b == 0:
        return 0
    if is_known(a, b):
        return a // b if b > 0 else -(a // -b)
    return ite(b == 0, 0, _term(a, b) / b)


def modulo(a: Number, b: Number) -> Number:
    """The remainder by Euclid, never negative; `x % 0 = x`."""
    if is_known(b) and b == 0:
        return a
    if is_known(a, b):
        return a % abs(b)
    return ite(b == 0, a, _term(a, b) % b)


def quotient(a: Number, b: Number) -> Number:
    """The quotient by some b > 0, rounded down: Python's and Euclid's are the same there."""
    return a // b if is_known(a, b) else _term(a, b) / b


def remainder(a: Number, b: Number) -> Number:
    """The remainder by some b > 0."""
    return a % b if is_known(a, b) else _term(a, b) % b


def power(a: Number, exponent: int) -> Number:
    """A power with a known exponent that is not negative."""
    out: Number = 1
    for _ in range(exponent):
        out = multiply(out, a)
    return out


def divides(a: Number, b: Number) -> Truth:
    """`a ∣ b`; 0 divides only 0."""
    return equal(modulo(b, a), 0)


def _term(a: Number, like: Number) -> Number:
    """`a` as a z3 term where `like` is one, for operators that Python's int would take over."""
    return z3.IntVal(a, like.ctx) if is_known(a) and not is_known(like) else a


# ----- by name ----------------------------------------------------------------------------

NAT: dict[str, Callable[[Number, Number], Number]] = {
    "+": add,
    "-": nat_sub,
    "*": multiply,
    "/": divide,
    "%": modulo,
    "max": larger,
    "min": smaller,
}
"""The operators of ℕ."""
INT = {**NAT, "-": subtract}
"""The operators of ℤ."""
