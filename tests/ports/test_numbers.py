"""Numbers as text: exact where it is short, readable where it is not."""

from __future__ import annotations

import pytest
from flint import fmpq

from leanbridge.ports.numbers import integer_text, rational_text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-12, "-12"),
        (10**39, "1" + "0" * 39),
        (-(10**40), "-1000000000…0000000000 (41 digits)"),
        (10**5000 + 7, "1000000000…0000000007 (5001 digits)"),
    ],
    ids=str.split("zero short 40-digits 41-digits 5001-digits"),
)
def test_a_long_integer_is_shown_by_its_ends(number: int, text: str) -> None:
    assert integer_text(number) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (fmpq(3), "3"),
        (fmpq(-3, 8), "-3/8"),
        (fmpq(1, 4096), "1/4096 (≈ 0.000244141)"),
        (fmpq(*(0.1).as_integer_ratio()), "3602879701896397/36028797018963968 (≈ 0.1)"),
        (fmpq(1, 10**5000), "1/1000000000…0000000000 (5001 digits) (≈ 1.00000e-5000)"),
        (fmpq(10**5000, 7**4), "1000000000…0000000000 (5001 digits)/2401 (≈ 4.16493e+4996)"),
    ],
    ids=str.split("whole short dyadic float small large"),
)
def test_a_fraction_that_says_little_is_shown_with_its_decimal_value(
    number: fmpq, text: str
) -> None:
    assert rational_text(number) == text
