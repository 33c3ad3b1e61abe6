"""The tower of reals: exactness, enclosures, Lean's totality."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from leanbridge.interp.failures import LimitReached, Undecided
from leanbridge.interp.reals import (
    ONE,
    PI,
    ZERO,
    Computed,
    Quadratic,
    Reals,
    Within,
    to_float,
)
from leanbridge.limits import Limits

R = Reals()
TWO = fmpq(2)
rationals = st.fractions(min_value=-9, max_value=9, max_denominator=9).map(
    lambda f: fmpq(f.numerator, f.denominator)
)


def test_totality() -> None:
    assert R.divide(ONE, ZERO) == 0
    assert R.invert(ZERO) == 0
    assert R.sqrt(fmpq(-3)) == 0
    assert R.log(ZERO) == 0
    assert R.power(ZERO, 0) == 1
    assert R.power(ZERO, -2) == 0
    assert R.rpow(ZERO, ZERO) == 1
    assert R.rpow(ZERO, fmpq(1, 2)) == 0


def test_one_square_root_is_exact() -> None:
    root = R.sqrt(TWO)
    assert isinstance(root, Quadratic)
    assert root * root == 2
    assert R.sqrt(fmpq(8)) - root * TWO == 0  # √8 is in ℚ(√2)
    assert R.invert(root + ONE) == root - ONE
    assert R.compare(root, fmpq(7, 5)) == 1
    assert R.compare(root, fmpq(3, 2)) == -1


def test_two_square_roots_are_enclosed() -> None:
    both = R.sqrt(TWO) + R.sqrt(fmpq(3))
    assert isinstance(both, Computed)
    # (√2 + √3)² = 5 + 2√6, known only within a distance
    order = R.compare(both * both, fmpq(5) + R.sqrt(fmpq(6)) * TWO)
    assert isinstance(order, Within)
    assert order.bits > 900
    assert R.compare(both, fmpq(314, 100)) == 1


@given(rationals, rationals, st.integers(2, 12))
def test_the_sign_of_a_quadratic(a: fmpq, b: fmpq, d: int) -> None:
    number = a + b * R.sqrt(fmpq(d))
    near = Fraction(int(a.p), int(a.q)) + Fraction(int(b.p), int(b.q)) * Fraction(
        math.isqrt(d * 10**60), 10**30
    )
    if abs(near) > Fraction(1, 10**20):
        assert R.sign(number) == (1 if near > 0 else -1)
    else:
        assert R.sign(number) == 0


def test_equality_of_enclosures_is_its_own_word() -> None:
    one = R.exp(ONE) * R.exp(-ONE)
    truth = R.equal(one, ONE)
    assert isinstance(truth, Within)
    with pytest.raises(Undecided, match="within"):
        bool(truth)
    assert isinstance(R.less_equal(one, ONE), Within)
    with pytest.raises(Undecided, match="`<`"):
        R.less(one, ONE)


def test_one_object_is_exactly_equal() -> None:
    e = R.exp(ONE)
    assert R.equal(e, e) is True
    assert R.less(e, e) is False


def test_a_close_call_raises_the_precision() -> None:
    tiny = fmpq(1, 1 << 300)
    e = R.exp(ONE)
    assert R.compare(e + tiny, e * ONE + ZERO) == 1
    coarse = Reals(Limits(max_precision=128))
    assert isinstance(coarse.compare(e + tiny, R.exp(ONE)), Within)


def test_division_by_what_may_be_zero_is_undecided() -> None:
    doubtful = R.exp(ONE) * R.exp(-ONE) - ONE
    with pytest.raises(Undecided, match="`=`"):
        R.divide(ONE, doubtful)
    assert isinstance(R.sqrt(doubtful), Computed)  # continuous: enclosed all the same


def test_max_of_equal_enclosures_is_enclosed() -> None:
    one = R.larger(R.exp(ONE) * R.exp(-ONE), ONE)
    assert isinstance(R.equal(one, ONE), Within)


def test_floor() -> None:
    assert R.floor(fmpq(-5, 3)) == -2
    assert R.floor(R.sqrt(TWO) * fmpq(-1)) == -2
    assert R.floor(PI) == 3
    assert R.ceil(PI) == 4
    with pytest.raises(Undecided, match="integer"):
        R.floor(R.exp(ONE) * R.exp(-ONE))


def test_a_huge_power_is_a_limit() -> None:
    with pytest.raises(LimitReached, match="power_bits"):
        R.power(fmpq(3), 10**9)


def test_a_long_sum_does_not_recurse() -> None:
    total = ZERO
    for _ in range(20_000):
        total = total + R.exp(ONE)
    assert R.floor(total) == 54365


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_to_float_of_the_exact_value_of_a_float_is_that_float(x: float) -> None:
    assert to_float(fmpq(*x.as_integer_ratio())) == x


def test_to_float_of_what_is_not_rational() -> None:
    assert to_float(R.sqrt(TWO)) == math.sqrt(2)
    assert to_float(R.exp(ONE)) == math.e
    assert to_float(fmpq(10) ** 400) == math.inf
