"""A sum of products is a contraction, and equals the plain sum."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.core.terms import App, Lam, Lit, Term, const, lift, nat
from leanbridge.core.terms import arrow as function_type
from leanbridge.errors import Unsupported
from leanbridge.interp.array import Array
from tests.interp.lean import OK, Environment, N, R, b, lam

RNG = np.random.default_rng(0)


def fin(n: int) -> Term:
    return const("Fin", nat(n))


def tensor(*sizes: int) -> Term:
    out: Term = R
    for n in reversed(sizes):
        out = function_type(fin(n), out)
    return out


def total(n: int, body: Term) -> Term:
    """`∑ i : Fin n, body`."""
    univ = const("Finset.univ", fin(n))
    return const("Finset.sum", fin(n), R, univ, Lam("i", "", fin(n), body))


def times(x: Term, y: Term) -> Term:
    return const("HMul.hMul", R, x, y)


def at(function: Term, *indices: Term) -> Term:
    return App(tuple(indices), function)


def steps(term: Term) -> list[str]:
    program = Array(Environment()).compile(term).record()[0].program
    return [n.op for n in program.steps if n.op not in ("input", "constant")]


def close(term: Term, expected: Any, *arrays: Any) -> None:
    for backend in ("numpy", "jax"):
        out = Array(Environment(), backend=backend).compile(term)(*arrays)  # type: ignore[arg-type]
        np.testing.assert_allclose(out, expected, rtol=1e-12, atol=1e-12)


def matmul(n: int, k: int, m: int) -> Term:
    body = total(k, times(at(b(4), b(2), b(0)), at(b(3), b(0), b(1))))
    return lam(("A", tensor(n, k)), ("B", tensor(k, m)), ("i", fin(n)), ("j", fin(m)), body)


@pytest.mark.parametrize(("n", "k", "m"), [(2, 3, 4), (3, 3, 3), (1, 5, 1), (2, 0, 3), (0, 2, 2)])
def test_matrix_product(n: int, k: int, m: int) -> None:
    a, c = RNG.normal(size=(n, k)), RNG.normal(size=(k, m))
    close(matmul(n, k, m), a @ c, a, c)
    if k:
        assert steps(matmul(n, k, m)) == ["contract"]


def test_a_diagonal_a_batch_and_a_lonely_axis() -> None:
    a, c = RNG.normal(size=(3, 3)), RNG.normal(size=(3, 4))
    trace = lam(("A", tensor(3, 3)), total(3, times(at(b(1), b(0), b(0)), at(b(1), b(0), b(0)))))
    close(trace, (np.diag(a) ** 2).sum(), a)
    rows = lam(
        ("A", tensor(3, 4)), ("B", tensor(3, 4)), ("i", fin(3)),
        total(4, times(at(b(3), b(1), b(0)), at(b(2), b(1), b(0)))),
    )  # fmt: skip
    close(rows, (c * c).sum(1), c, c)  # i is in both factors and in the result
    lonely = lam(
        ("A", tensor(3, 4)), ("v", tensor(3)),
        total(3, total(4, times(at(b(3), b(1), b(0)), at(b(2), b(1))))),
    )  # fmt: skip
    v = RNG.normal(size=3)
    close(lonely, (c * v[:, None]).sum(), c, v)


def test_three_factors_constants_and_axes_that_do_not_occur() -> None:
    a, c, d = RNG.normal(size=(2, 3)), RNG.normal(size=(3, 4)), RNG.normal(size=(4, 5))
    chain = lam(
        ("A", tensor(2, 3)), ("B", tensor(3, 4)), ("C", tensor(4, 5)), ("i", fin(2)), ("j", fin(5)),
        total(3, total(4, times(times(at(b(6), b(3), b(1)), at(b(5), b(1), b(0))),
                                at(b(4), b(0), b(2))))),
    )  # fmt: skip
    close(chain, a @ c @ d, a, c, d)
    assert steps(chain) == ["contract"]
    half = const("HDiv.hDiv", R, const("OfNat.ofNat", R, Lit(1)), const("OfNat.ofNat", R, Lit(2)))
    spread = lam(("A", tensor(2, 3)), total(7, total(2, times(half, at(b(2), b(0), b(0))))))
    close(spread, 7 * (a[0, 0] + a[1, 1]) / 2, a)


def padded_convolution(inside: bool) -> Term:
    """`∑ a, W a · (if h : 1 ≤ i + a ∧ i + a - 1 < 5 then x ⟨i + a - 1, _⟩ else 0)`, the
    condition inside the product or around it."""
    place = const("HAdd.hAdd", N, const("Fin.val", nat(5), b(1)), const("Fin.val", nat(3), b(0)))
    index = const("HSub.hSub", N, place, nat(1))
    holds = const("And", const("LE.le", N, nat(1), place), const("LT.lt", N, index, nat(5)))
    zero = const("OfNat.ofNat", R, Lit(0))
    read = at(b(3), const("Fin.mk", nat(5), lift(index, 1), OK))
    value = read if inside else times(at(b(4), b(1)), read)
    no = lam(("h", const("Not", holds)), zero)
    guarded = const("dite", R, holds, lam(("h", holds), value), no)
    body = times(at(b(3), b(0)), guarded) if inside else guarded
    return lam(("W", tensor(3)), ("x", tensor(5)), ("i", fin(5)), total(3, body))


@pytest.mark.parametrize("inside", [True, False])
def test_a_padded_convolution_is_a_contraction(inside: bool) -> None:
    w, x = RNG.normal(size=3), RNG.normal(size=5)
    close(padded_convolution(inside), np.convolve(np.pad(x, 1), w[::-1], "valid"), w, x)
    assert "contract" in steps(padded_convolution(inside))
    assert "mul" not in steps(padded_convolution(inside))


def test_the_rewrite_equals_the_plain_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """On integers in floats both are exact, so they are equal."""
    from leanbridge.interp import array_axes

    a, c = (RNG.integers(-9, 9, s).astype(float) for s in ((3, 4), (4, 5)))
    fast = Array(Environment()).compile(matmul(3, 4, 5))(a, c)
    monkeypatch.setattr(array_axes.Recorder, "_factors", lambda *_: ())
    assert steps(matmul(3, 4, 5)) == ["reshape", "reshape", "mul", "reduce"] or "contract" not in (
        steps(matmul(3, 4, 5))
    )
    plain = Array(Environment()).compile(matmul(3, 4, 5))(a, c)
    np.testing.assert_array_equal(fast, plain)


def test_a_zero_times_infinity_stays_visible() -> None:
    """The builder drops no factor because of a known 0."""
    zero = const("OfNat.ofNat", R, Lit(0))
    term = lam(("x", tensor(2)), ("i", fin(2)), times(zero, at(b(1), b(0))))
    out = Array(Environment()).compile(term)(np.array([1.0, np.inf]))
    assert out[0] == 0
    assert np.isnan(out[1])


def test_sums_of_known_integers_are_exact() -> None:
    big = const("HPow.hPow", N, N, nat(2), nat(62))
    univ = const("Finset.univ", fin(4))
    term = const("Finset.sum", fin(4), N, univ, Lam("i", "", fin(4), big))
    with pytest.raises(Unsupported, match="64 bits"):  # of an array: nothing wraps
        Array(Environment()).evaluate(term)
    small = const("HMod.hMod", N, term, nat(10**9))
    assert int(Array(Environment()).evaluate(small)) == 2**64 % 10**9
