"""The two rules of padding against JAX's own, against counting, and against printed values."""

from __future__ import annotations

import pytest

from oracles import padding

STRIDES = range(1, 5)
WINDOWS = range(1, 8)
LENGTHS = range(30)


def test_printed_values() -> None:
    assert padding.same_out_size(112, 2) == 56
    assert padding.same_pad_total(112, 3, 2) == 1
    assert (padding.same_pad_low(112, 3, 2), padding.same_pad_high(112, 3, 2)) == (0, 1)
    assert padding.symmetric_pad(3) == 1
    assert (padding.same_pad_low(224, 7, 2), padding.same_pad_high(224, 7, 2)) == (2, 3)
    assert padding.symmetric_pad(7) == 3


def test_against_jax() -> None:
    lax = pytest.importorskip("jax").lax
    for n in LENGTHS:
        for k in WINDOWS:
            for s in STRIDES:
                ((low, high),) = lax.padtype_to_pads((n,), (k,), (s,), "SAME")
                got = (padding.same_pad_low(n, k, s), padding.same_pad_high(n, k, s))
                assert got == (low, high), (n, k, s)


def test_lean_formula() -> None:
    """The formulas as `specs/` writes them, where subtraction and division are those of ℕ."""

    def sub(a: int, b: int) -> int:
        return max(a - b, 0)

    def div(a: int, b: int) -> int:
        return a // b if b else 0

    for n in LENGTHS:
        for k in range(8):
            assert padding.symmetric_pad(k) == div(sub(k, 1), 2)
            for s in range(5):
                out = div(sub(n + s, 1), s)
                total = sub(out * s + k, s + n)
                assert padding.same_out_size(n, s) == out
                assert padding.same_pad_total(n, k, s) == total, (n, k, s)
                assert padding.same_pad_low(n, k, s) == total // 2
                assert padding.same_pad_high(n, k, s) == total - total // 2


def test_the_rules_agree_for_a_window_of_2_only() -> None:
    for n in range(40):
        assert padding.same_pad_low(2 * n, 2, 2) == padding.symmetric_pad(2) == 0
        assert padding.same_pad_high(2 * n, 2, 2) == 0
        assert (padding.same_pad_low(2 * n, 3, 2), padding.same_pad_high(2 * n, 3, 2)) == (0, 1)
    for n in LENGTHS:
        for s in STRIDES:
            assert padding.same_pad_low(n, 2, s) == padding.symmetric_pad(2)


def test_same_windows_cover_the_padded_axis() -> None:
    for n in range(1, 30):
        for k in WINDOWS:
            for s in range(1, k + 1):
                out, total = padding.same_out_size(n, s), padding.same_pad_total(n, k, s)
                assert (n + total - k) // s + 1 == out
