"""The algebra that watches for rounding, and the one that rounds at random."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from leanbridge.ports.mlir.exact import Noisy, Tracked, evaluate, lower
from leanbridge.ports.mlir.exact.special import Poison


@pytest.mark.parametrize(
    ("x", "y", "is_exact"),
    [
        (fmpq(1, 2), fmpq(3), True),
        (fmpq(1, 3), fmpq(3), False),  # the product is exact, and no float is a third
        (fmpq(2**51), fmpq(1, 2), True),
        (fmpq(2**52), fmpq(1, 2), False),
    ],
)
def test_a_number_that_no_float_is_is_noticed(x: fmpq, y: fmpq, is_exact: bool) -> None:
    tracked = Tracked("f64")
    tracked.add(tracked.constant(x), tracked.constant(y))
    assert tracked.is_exact is is_exact


def test_a_sum_is_exact_only_if_it_is_in_every_order() -> None:
    large, small = fmpq(2**53), fmpq(1)
    tracked = Tracked("f64")
    assert tracked.total([large, small, -large]) == 1
    assert not tracked.is_exact  # 2^53 + 1 is no float
    tracked = Tracked("f64")
    tracked.total([large / 4, small, -large / 4])
    assert tracked.is_exact


def test_a_quotient_is_certain_only_if_a_product_with_the_inverse_is() -> None:
    for divisor, is_certain in ((4, True), (3, False)):
        tracked = Tracked("f64")
        assert tracked.divide(fmpq(12), fmpq(divisor)) == fmpq(12, divisor)
        assert tracked.is_exact
        assert tracked.is_certain is is_certain


def test_a_narrow_format_holds_less() -> None:
    for format, is_exact in (("f64", True), ("f32", False)):
        tracked = Tracked(format)
        tracked.multiply(fmpq(2**20 + 1), fmpq(2**10 + 1))
        assert tracked.is_exact is is_exact


@pytest.mark.parametrize("op", ["exponential", "tanh", "log"])
def test_functions_without_a_contract_are_never_exact(op: str) -> None:
    tracked = Tracked("f64")
    getattr(tracked, op)(fmpq(1))
    assert not tracked.is_exact


def test_noise_grows_where_a_sum_cancels() -> None:
    program = lower(lambda x: (x + 1e6) - 1e6, [np.zeros(1)]).program
    ulp = 2.0**-52
    results = [
        evaluate(program, [np.array([1.0], object)], Noisy(ulp, seed)).results[0][0]
        for seed in range(8)
    ]
    assert 1e4 * ulp < max(abs(r - 1) for r in results) < 1e8 * ulp
    assert isinstance(Noisy(ulp, 0).divide(1.0, 0.0), Poison)
