"""Operations that round at random: what moves, how far, and what never does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from leanbridge.core.terms import FVar, Term, app, const, nat
from leanbridge.interp.array import Array
from leanbridge.interp.array_noise import Noise
from leanbridge.interp.conformance_cases import R, add, eq, fin, fun, lt, mul, num
from tests.interp.lean import Environment, b

X = FVar(0, "x")
ULP = 2.0**-52
UNIV = const("Finset.univ", fin(3))


def at(index: int) -> Term:
    return app(X, const("Fin.mk", nat(3), nat(index), num(0)))


def over(term: Term, divisor: Term) -> Term:
    return const("HDiv.hDiv", R, term, divisor)


def below(term: Term, other: Term) -> Term:
    return const("HSub.hSub", R, term, other)


def total(body: Term) -> Term:
    return const("Finset.sum", fin(3), R, UNIV, fun(fin(3), body))


SUM = total(app(X, b(0)))


def runs(
    term: Term, *x: float, everywhere: bool, dtype: str = "float64", ulp: float = ULP
) -> NDArray[Any]:
    noise = Noise(dtype, ulp, everywhere, seed=3)
    given = {X: np.asarray(x)}
    return np.asarray(Array(Environment()).evaluate_noisy(term, given, noise, runs=32))


def test_a_result_moves_by_up_to_one_ulp() -> None:
    found = runs(over(at(0), num(3)), 1.0, 0.0, 0.0, everywhere=True)
    assert len(set(found)) == 3
    assert np.all(np.abs(found - 1 / 3) <= 1.01 * ULP / 3)


def test_what_is_only_read_compared_or_chosen_does_not_move() -> None:
    largest = const("Max.max", R, at(0), at(1))
    chosen = const("ite", R, lt(R, at(0), at(1)), at(0), at(2))
    assert set(runs(largest, 0.1, 0.7, 0.0, everywhere=True)) == {0.7}
    assert set(runs(chosen, 0.1, 0.7, 0.3, everywhere=True)) == {0.1}


def test_a_sum_loses_what_its_terms_lose() -> None:
    """1e8 + 1 - 1e8: the sum is 1 and its loss is that of 1e8."""
    found = runs(SUM, 1e8, 1.0, -1e8, everywhere=True)
    assert 1e8 * ULP / 4 < np.max(np.abs(found - 1)) < 1e8 * ULP * 4


def test_a_contraction_is_a_sum() -> None:
    """∑ i, x i * x (rev i) = 1 - 2e16: what it loses is that of 1e16."""
    mirrored = app(X, const("Fin.rev", nat(3), b(0)))
    found = runs(total(mul(R, app(X, b(0)), mirrored)), 1e8, 1.0, -1e8, everywhere=True)
    assert 1e16 * ULP / 4 < np.max(np.abs(found + 2e16)) < 1e16 * ULP * 8


@pytest.mark.parametrize(
    ("x", "moves"),
    [((1.0, 2.0, 4.0), False), ((1.0, 2.0**-60, 0.0), True), ((0.1, 0.7, 0.2), True)],
)
def test_where_nothing_rounds_nothing_needs_to_move(x: tuple[float, ...], moves: bool) -> None:
    assert (len(set(runs(SUM, *x, everywhere=False))) > 1) is moves
    assert len(set(runs(SUM, *x, everywhere=True))) > 1


def test_whether_something_rounds_depends_on_the_dtype() -> None:
    """2^30 + 1 is a double and no single."""
    term = add(R, at(0), at(1))
    x = (2.0**30, 1.0, 0.0)
    assert set(runs(term, *x, everywhere=False)) == {2.0**30 + 1}
    single = runs(term, *x, everywhere=False, dtype="float32", ulp=2.0**-23)
    assert len(set(single)) > 3


def test_a_truth_may_flip_and_an_index_stays() -> None:
    third = over(at(0), num(3))
    equal = eq(R, mul(R, num(3), third), at(0))
    assert set(runs(equal, 1.0, 0.0, 0.0, everywhere=True)) == {False, True}
    assert set(runs(eq(R, at(0), at(1)), 0.1, 0.1, 0.0, everywhere=True)) == {True}
