"""Every definition of `specs/` that takes or gives arrays, against the exact interpreter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.core.terms import PROP, App, BVar, Const, Term, app, const, nat
from leanbridge.core.terms import arrow as function_type
from leanbridge.interp.array import Array
from oracles.conv import flat_conv_stride2
from oracles.stages import proj_b
from tests.interp.lean import OK, lam
from tests.interp.specs import agree, by_arrays, by_exact, definitions, spec

SIZES = [(2, 2, 3), (1, 3, 2), (2, 2, 2), (1, 1, 1), (3, 1, 2)]


def grid(shape: tuple[int, ...], seed: int = 0, values: int = 3) -> Any:
    """Few values, so many ties; all of them dyadic, so both interpreters are exact on them."""
    return np.random.default_rng(seed).integers(-1, values - 1, shape) / 4


def distinct(shape: tuple[int, ...], seed: int = 0) -> Any:
    count = int(np.prod(shape))
    return (np.random.default_rng(seed).permutation(count).reshape(shape) - count // 2) / 4


def index_maps(k: int, c: int, h: int, w: int, H: int, W: int) -> list[Any]:
    rng = np.random.default_rng(k + h)
    return [rng.integers(0, H, (h, k)), rng.integers(0, W, (w, k)), grid((c, H, W))]


def cases() -> list[Any]:
    """(label, term, arguments, shape of the result)."""
    out: list[tuple[str, Term, list[Any], tuple[int, ...]]] = []
    for c, h, w in SIZES:
        tied, loose = grid((c, 2 * h, 2 * w), h), distinct((c, 2 * h, 2 * w), w)
        at = (c, h, w)
        for x in (tied, loose):
            out += [
                ("maxPool3s2", spec("maxPool3s2", *at), [x], at),
                ("argmax", spec("maxPool3s2Argmax", *at), [x], at),
                ("reindex", spec("maxPool3s2LocalReindex", *at), [x], (c * h * w,)),
                ("smooth", spec("MaxPool3s2Smooth", *at), [x], ()),
                ("smooth or dead", spec("MaxPool3s2SmoothOrDead", *at), [x], ()),
                ("flat pool", spec("maxPool3s2Flat", *at), [x.reshape(-1)], (c * h * w,)),
                ("unflatten", spec("Tensor3.unflatten", c, 2 * h, 2 * w), [x.reshape(-1)], x.shape),
                ("flatten", spec("Tensor3.flatten", c, 2 * h, 2 * w), [x], (x.size,)),
                ("backward", backward(*at), [x, grid(at, 5)], x.shape),
                ("flat backward", flat_backward(*at), [x, grid((c * h * w,), 5)], (x.size,)),
            ]
        out += [
            ("rows", spec("win3RowInv", h), [], (h, 3)),
            ("columns", spec("win3ColInv", w), [], (w, 3)),
            ("reads", spec("win3Read", h), [], (h, 3)),
            ("basis", spec("basisVec", 2 * h), [], (2 * h, 2 * h)),
            ("mat flatten", spec("Mat.flatten", h, w), [grid((h, w))], (h * w,)),
            ("mat unflatten", spec("Mat.unflatten", h, w), [grid((h * w,))], (h, w)),
        ]
    for k, c, h, w, H, W in [(2, 2, 2, 3, 3, 4), (3, 1, 2, 2, 4, 2), (1, 2, 1, 2, 2, 2)]:
        sizes, given = (k, c, h, w, H, W), index_maps(k, c, h, w, H, W)
        rng = np.random.default_rng(7)
        offsets = tuple(rng.integers(0, k, (c, h, w)) for _ in range(2))
        relation = rng.integers(0, 2, (H, W, H, W)).astype(bool)
        out += [
            ("windowMax", spec("windowMax", *sizes), given, (c, h, w)),
            ("windowArgmax", spec("windowArgmax", *sizes), given, (c, h, w)),
            ("windowLocalReindex", spec("windowLocalReindex", *sizes), given, (c * h * w,)),
            ("windowSmooth", spec("WindowSmooth", *sizes), given, ()),
            ("windowSmoothOrDead", spec("WindowSmoothOrDead", *sizes), given, ()),
            ("windowMaxFlat", spec("windowMaxFlat", *sizes), [*given[:2], given[2].reshape(-1)],
             (c * h * w,)),
            ("windowGather", spec("windowGather", *sizes), [*given[:2], offsets, given[2]],
             (c, h, w)),
            ("upTo", up_to("WindowSmoothUpTo", sizes, H, W), [relation, *given], ()),
            ("margin", up_to("WindowMarginUpTo", sizes, H, W), [relation, *given, 0.125], ()),
            ("window backward", window_backward(*sizes), [*given, grid((c, h, w), 9)], (c, H, W)),
        ]  # fmt: skip
    sigma = np.array([3, 0, 1, 1, 2, 3])
    out.append(("reindexCLM", spec("reindexCLM", 4, 6), [sigma, grid((4,))], (6,)))
    out.append(("sharedPeak", spec("sharedPeak"), [], (1, 4, 4)))
    out.append(("cornerPeak", spec("cornerPeak"), [], (1, 2, 2)))
    return [pytest.param(t, a, s, id=f"{label}-{i}") for i, (label, t, a, s) in enumerate(out)]


def tensor(c: Term, h: Term, w: Term) -> Term:
    return const("Proofs.Tensor3", c, h, w)


def backward(c: int, h: int, w: int) -> Term:
    """`fun x dy => (maxPool3s2HasVJPAt3 x _).backward dy`: the data of the witness."""
    a, b, d = nat(c), nat(h), nat(w)
    double = [const("HMul.hMul", Const("Nat"), nat(2), n) for n in (b, d)]
    pool = const("Proofs.maxPool3s2", a, b, d)
    witness = const("Proofs.maxPool3s2HasVJPAt3", a, b, d, BVar(1), OK)
    shapes = (a, *double, a, b, d)
    body = const("Proofs.HasVJPAt3.backward", *shapes, pool, BVar(1), witness, BVar(0))
    return lam(("x", tensor(a, *double)), ("dy", tensor(a, b, d)), body)


def flat_backward(c: int, h: int, w: int) -> Term:
    """The backward of the flat pool, at the tensor x."""
    a, b, d = nat(c), nat(h), nat(w)
    double = [const("HMul.hMul", Const("Nat"), nat(2), n) for n in (b, d)]
    wide, narrow = nat(c * 2 * h * 2 * w), nat(c * h * w)
    flat = const("Proofs.maxPool3s2Flat", a, b, d)
    witness = const("Proofs.maxPool3s2FlatHasVJPAt", a, b, d, BVar(1), OK)
    point = const("Proofs.Tensor3.flatten", a, *double, BVar(1))
    body = const("Proofs.HasVJPAt.backward", wide, narrow, flat, point, witness, BVar(0))
    return lam(("x", tensor(a, *double)), ("dy", const("Proofs.Vec", narrow)), body)


def window_backward(k: int, c: int, h: int, w: int, H: int, W: int) -> Term:
    """`fun r s x dy => (windowMaxHasVJPAt3 r s x _).backward dy`."""
    sizes = [nat(n) for n in (k, c, h, w, H, W)]
    _, a, b, d, e, f = sizes
    rows = arrow(h, k, H)
    columns = arrow(w, k, W)
    pool = app(const("Proofs.windowMax", *sizes), BVar(3), BVar(2))
    witness = const("Proofs.windowMaxHasVJPAt3", *sizes, BVar(3), BVar(2), BVar(1), OK)
    shapes = (a, e, f, a, b, d)
    body = const("Proofs.HasVJPAt3.backward", *shapes, pool, BVar(1), witness, BVar(0))
    return lam(("r", rows), ("s", columns), ("x", tensor(a, e, f)), ("dy", tensor(a, b, d)), body)


def arrow(n: int, k: int, size: int) -> Term:
    """`Fin n → Fin k → Fin size`."""
    fins = [const("Fin", nat(m)) for m in (n, k, size)]
    return function_type(fins[0], function_type(fins[1], fins[2]))


def up_to(name: str, sizes: tuple[int, ...], H: int, W: int) -> Term:
    """`fun T r s x [δ] => name r s [δ] T x`, T a relation of four indices instead of two pairs."""
    k, c, h, w = sizes[:4]
    fins = [const("Fin", nat(n)) for n in (H, W)]
    relation: Term = PROP
    for n in (W, H, W, H):
        relation = function_type(const("Fin", nat(n)), relation)
    pair = const("Prod", *fins)
    margin = name == "WindowMarginUpTo"
    shift = int(margin)

    def part(which: int, of: int) -> Term:
        return const(("Prod.fst", "Prod.snd")[which], *fins, BVar(of))

    four = App((part(0, 1), part(1, 1), part(0, 0), part(1, 0)), BVar(5 + shift))
    paired = lam(("p", pair), ("q", pair), four)
    delta = [BVar(0)] if margin else []
    body = const(
        f"Proofs.{name}", *map(nat, sizes), BVar(2 + shift), BVar(1 + shift), *delta, paired,
        BVar(shift),
    )  # fmt: skip
    binders = [("T", relation), ("r", arrow(h, k, H)), ("s", arrow(w, k, W))]
    binders.append(("x", tensor(nat(c), nat(H), nat(W))))
    if margin:
        binders.append(("δ", Const("Real")))
    return lam(*binders, body)


@pytest.mark.parametrize(("term", "arguments", "shape"), cases())
def test_numpy_agrees_with_exact(term: Term, arguments: list[Any], shape: tuple[int, ...]) -> None:
    agree(by_exact(term, arguments, shape), by_arrays(term, arguments))


SOME = [c for c in cases() if int(str(c.id).split("-")[-1]) % 26 < 13]
"""Each definition at several sizes: compiling is what takes the time."""


@pytest.mark.parametrize(("term", "arguments", "shape"), SOME)
def test_jax_agrees_with_numpy(term: Term, arguments: list[Any], shape: tuple[int, ...]) -> None:
    pytest.importorskip("jax")
    expected = by_arrays(term, arguments)
    agree(expected, by_arrays(term, arguments, "jax"))


def test_a_mapped_batch_is_no_table_of_pairs() -> None:
    """Each cell of a flat batch reads its own example only: no array pairs all cells with all."""
    N, ic, oc, h, w, k = 4, 3, 5, 6, 4, 3
    run = Array(definitions()).compile(spec("projB", N, ic, oc, h, w, k, k))
    rng = np.random.default_rng(0)
    kernel, bias, eps = rng.normal(size=(oc, ic, k, k)), rng.normal(size=oc), np.float64(0.1)
    gamma, beta, x = rng.normal(size=oc), rng.normal(size=oc), rng.normal(size=N * ic * h * w)
    got = run(kernel, bias, eps, gamma, beta, x)
    wanted = proj_b(kernel, bias, 0.1, gamma, beta, x, N=N, h=h, w=w)
    np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)
    executable, _, _ = run.record()
    entries = [int(np.prod(n.shape)) for n in executable.program.steps]
    assert max(entries) <= N * ic * k * k * h * w


def test_a_strided_convolution_is_computed_where_it_is_read() -> None:
    """Every second row and column is read, so no array has the other rows and columns."""
    ic, oc, h, w, k = 3, 5, 6, 4, 3
    run = Array(definitions()).compile(spec("flatConvStride2", ic, oc, h, w, k, k))
    rng = np.random.default_rng(0)
    kernel, bias = rng.normal(size=(oc, ic, k, k)), rng.normal(size=oc)
    x = rng.normal(size=ic * 2 * h * 2 * w)
    wanted = flat_conv_stride2(kernel, bias, x, h=h, w=w)
    np.testing.assert_allclose(run(kernel, bias, x), wanted, rtol=1e-12, atol=1e-12)
    executable, _, _ = run.record()
    sizes = [int(np.prod(n.shape)) for n in executable.program.steps if n.op == "contract"]
    assert sizes == [oc * h * w]
    assert max(int(np.prod(n.shape)) for n in executable.program.steps) <= ic * k * k * h * w
