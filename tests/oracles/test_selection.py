"""The 2 × 2 pool and its selections, both port sets, against plain loops and printed values."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracles import pool2, selection

pool2_jax = pytest.importorskip("oracles.pool2_jax")
selection_jax = pytest.importorskip("oracles.selection_jax")

POOLS = [pytest.param(pool2, id="numpy"), pytest.param(pool2_jax, id="jax")]
SELECTIONS = [pytest.param(selection, id="numpy"), pytest.param(selection_jax, id="jax")]
SHAPES = [(1, 2, 2), (2, 2, 6), (3, 6, 4)]
EMPTY = [(0, 4, 6), (2, 0, 6), (2, 6, 0)]


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


def tied(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng([seed, *shape]).integers(-1, 2, shape).astype(float)


def offsets(*shape: int, seed: int = 0) -> tuple[Any, Any]:
    drawn = np.random.default_rng([seed, *shape]).integers(0, 2, (2, *shape))
    return drawn[0], drawn[1]


def first_best(x: Any, ch: int, i: int, j: int) -> tuple[int, int]:
    """The first offset, row by row, that no offset exceeds."""
    cells = [x[ch, 2 * i + a, 2 * j + b] for a in range(2) for b in range(2)]
    return divmod(cells.index(max(cells)), 2)


def halves(x: Any) -> tuple[int, int, int]:
    return x.shape[0], x.shape[1] // 2, x.shape[2] // 2


# ----- the pool -----------------------------------------------------------------------------


@pytest.mark.parametrize("port", POOLS)
def test_index_maps(port: ModuleType) -> None:
    for p in range(6):
        assert (int(port.win_row(p)), int(port.win_row_mod(p))) == divmod(p, 2)
        assert (int(port.win_col(p)), int(port.win_col_mod(p))) == divmod(p, 2)
        assert int(port.win_row_inv(*divmod(p, 2))) == p == int(port.win_col_inv(*divmod(p, 2)))
    cells = [int(port.t3_idx(*cell, h=3, w=4)) for cell in np.ndindex(2, 3, 4)]
    assert cells == list(range(24))


def test_index_maps_give_plain_integers() -> None:
    assert type(pool2.win_row_inv(2, 1)) is int
    assert type(pool2.t3_idx(1, 2, 3, h=4, w=5)) is int


@pytest.mark.parametrize("port", POOLS)
@pytest.mark.parametrize("shape", SHAPES)
def test_pool_argmax_and_backward_at_ties(port: ModuleType, shape: tuple[int, ...]) -> None:
    x, (c, h, w) = tied(*shape), halves(tied(*shape))
    dy = np.random.default_rng(1).integers(-9, 9, (c, h, w)) / 4
    pooled, dx = np.empty((c, h, w)), np.zeros(shape)
    a, b = (np.asarray(part) for part in port.max_pool_2_argmax(x))
    for ch, i, j in np.ndindex(c, h, w):
        p, q = first_best(x, ch, i, j)
        assert (a[ch, i, j], b[ch, i, j]) == (p, q)
        pooled[ch, i, j] = x[ch, 2 * i + p, 2 * j + q]
        dx[ch, 2 * i + p, 2 * j + q] = dy[ch, i, j]
    np.testing.assert_array_equal(port.max_pool_2(x), pooled)
    np.testing.assert_array_equal(port.max_pool_back_denote(x, dy), dx)
    flat = port.max_pool_flat(x.reshape(-1), c=c, h=h, w=w)
    np.testing.assert_array_equal(flat, pooled.reshape(-1))
    back = port.max_pool_back_flat(x.reshape(-1), dy.reshape(-1), c=c, h=h, w=w)
    np.testing.assert_array_equal(back, dx.reshape(-1))


@pytest.mark.parametrize("port", POOLS)
def test_a_tie_goes_to_the_first_cell_row_by_row(port: ModuleType) -> None:
    x = np.array([[[0.0, 1.0], [1.0, 1.0]]])
    assert np.asarray(port.max_pool_back_denote(x, np.array([[[5.0]]]))).tolist() == [
        [[0, 5], [0, 0]]
    ]


@pytest.mark.parametrize("port", POOLS)
@pytest.mark.parametrize("shape", EMPTY)
def test_empty_pools_are_legal(port: ModuleType, shape: tuple[int, ...]) -> None:
    x = np.zeros(shape)
    small = halves(x)
    assert port.max_pool_2(x).shape == small
    assert port.max_pool_2_argmax(x)[1].shape == small
    assert port.max_pool_back_denote(x, np.zeros(small)).shape == shape


# ----- selections ---------------------------------------------------------------------------


@pytest.mark.parametrize("port", SELECTIONS)
def test_selected_cells(port: ModuleType) -> None:
    a, b = offsets(2, 2, 3)
    u = np.random.default_rng(2).normal(size=2 * 4 * 6)
    index = np.asarray(port.pool_sel_idx((a, b)))
    read = np.asarray(port.pool_gather_flat((a, b), u))
    for k, (ch, i, j) in enumerate(np.ndindex(2, 2, 3)):
        cell = (ch, 2 * i + a[ch, i, j], 2 * j + b[ch, i, j])
        assert index[k] == np.ravel_multi_index(cell, (2, 4, 6))
        assert read[k] == u.reshape(2, 4, 6)[cell]


@pytest.mark.parametrize("port", SELECTIONS)
def test_selected_cells_of_a_batch(port: ModuleType) -> None:
    a, b = offsets(3, 2, 1, 2)
    index = np.asarray(port.pool_sel_idx_b((a, b))).reshape(3, 4)
    for r in range(3):
        one = np.asarray(selection.pool_sel_idx((a[r], b[r])))
        assert index[r].tolist() == (one + r * 16).tolist()


@pytest.mark.parametrize("port", SELECTIONS)
def test_a_selection_may_name_any_maximum(port: ModuleType) -> None:
    u = np.array([1.0, 0.0, 0.0, 1.0])

    def names(a: int, b: int) -> bool:
        return bool(port.pool_sel_dom((np.array([[[a]]]), np.array([[[b]]])), u))

    assert [names(0, 0), names(0, 1), names(1, 0), names(1, 1)] == [True, False, False, True]
    first, last = np.zeros((2, 1, 1, 1), int), np.ones((2, 1, 1, 1), int)
    both = np.concatenate([u, -u])
    assert not port.pool_sel_dom_b((first, first), both)
    assert port.pool_sel_dom_b((first, np.array([0, 1]).reshape(2, 1, 1, 1)), both)
    assert port.pool_sel_dom_b((last, last), np.concatenate([u, u]))
    empty = np.zeros((0, 1, 1, 1), int)
    assert port.pool_sel_dom_b((empty, empty), np.zeros(0))


@pytest.mark.parametrize("port", SELECTIONS)
def test_ties_between_twins_are_allowed(port: ModuleType) -> None:
    x = np.array([[[5.0, 1.0], [2.0, 5.0]]])
    related = np.zeros((2, 2, 2, 2), dtype=bool)
    assert not port.max_pool_2_smooth_up_to(related, x)
    assert port.max_pool_2_smooth_up_to(related, -abs(x))
    assert port.max_pool_2_smooth_up_to(related, x - np.eye(2) * [[0], [1]])
    related[0, 0, 1, 1] = True
    assert not port.max_pool_2_smooth_up_to(related, x)
    related[1, 1, 0, 0] = True
    assert port.max_pool_2_smooth_up_to(related, x)
    twins = np.stack([related, np.zeros_like(related)])
    batch = np.concatenate([x, x]).reshape(-1)
    assert not port.max_pool_2_smooth_up_to_b(twins, batch, c=1, h=1, w=1)
    batch[4:] = -1
    assert port.max_pool_2_smooth_up_to_b(twins, batch, c=1, h=1, w=1)
    assert port.max_pool_2_smooth_up_to_b(twins[:0], batch[:0], c=1, h=1, w=1)


@pytest.mark.parametrize("port", SELECTIONS)
def test_a_scatter_accumulates(port: ModuleType) -> None:
    out = port.sel_scatter(np.array([2, 0, 2]), np.array([1.0, 2.0, 4.0]), m=4)
    assert np.asarray(out).tolist() == [2, 0, 5, 0]
    assert port.sel_scatter(np.zeros(0, int), np.zeros(0), m=2).shape == (2,)


@pytest.mark.parametrize("seed", range(3))
def test_the_backward_is_the_scatter_at_the_argmax(seed: int) -> None:
    x = tied(2, 4, 6, seed=seed)
    dy = np.random.default_rng(seed).normal(size=2 * 2 * 3)
    index = selection.pool_sel_idx(pool2.max_pool_2_argmax(x))
    back = pool2.max_pool_back_flat(x.reshape(-1), dy, c=2, h=2, w=3)
    np.testing.assert_array_equal(selection.sel_scatter(index, dy, m=48), back)
    assert selection.pool_sel_dom(pool2.max_pool_2_argmax(x), x.reshape(-1))


@pytest.mark.parametrize("port", SELECTIONS)
def test_wrong_shapes_are_refused(port: ModuleType) -> None:
    a, b = offsets(2, 2, 3)
    with pytest.raises(ValueError, match=r"(?m)^shape of sigma\[1\]: got \(1, 2, 3\), expected"):
        port.pool_sel_idx((a, b[:1]))
    with pytest.raises(ValueError, match=r"(?m)^rank of sigma\[0\]: got 3, expected 4$"):
        port.pool_sel_idx_b((a, b))
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(5,\), expected \(48,\)$"):
        port.pool_gather_flat((a, b), np.zeros(5))
    with pytest.raises(ValueError, match=r"(?m)^shape of dy: got \(2,\), expected \(3,\)$"):
        port.sel_scatter(np.zeros(3, int), np.zeros(2), m=4)
    with pytest.raises(ValueError, match=r"(?m)^shape of T: got \(2,\), expected \(2, 2, 2, 2\)$"):
        port.max_pool_2_smooth_up_to(np.zeros(2, bool), np.zeros((1, 2, 2)))


@pytest.mark.parametrize("port", POOLS)
def test_wrong_inputs_of_the_pool_are_refused(port: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"(?m)^shape of x: got \(1, 3, 4\), expected"):
        port.max_pool_2(np.zeros((1, 3, 4)))
    with pytest.raises(ValueError, match=r"(?m)^shape of dy: got \(1, 1, 1\), expected \(1, 2, 2"):
        port.max_pool_back_denote(np.zeros((1, 4, 4)), np.zeros((1, 1, 1)))


def test_an_index_never_wraps() -> None:
    with pytest.raises(ValueError, match=r"(?m)^sigma: got -1 to -1, expected 0 ≤ sigma < 3$"):
        selection.sel_scatter(np.array([-1]), np.zeros(1), m=3)
    two = np.full((1, 1, 1), 2)
    with pytest.raises(ValueError, match=r"(?m)^sigma\[0\]: got 2 to 2, expected 0 ≤"):
        selection.pool_sel_idx((two, two))


def test_jax_gradient_of_the_pool_is_the_backward_where_no_window_is_tied() -> None:
    import jax

    x = np.random.default_rng(3).normal(size=(2, 4, 6))
    dy = np.random.default_rng(4).normal(size=(2, 2, 3))
    (dx,) = jax.vjp(pool2_jax.max_pool_2, x)[1](jax.numpy.asarray(dy))
    np.testing.assert_array_equal(dx, pool2.max_pool_back_denote(x, dy))


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_dtype_is_kept(dtype: type) -> None:
    x, dy = np.arange(24).reshape(1, 4, 6).astype(dtype), np.ones((1, 2, 3), dtype)
    for port in (pool2, pool2_jax):
        assert port.max_pool_2(x).dtype == dtype
        assert port.max_pool_back_denote(x, dy).dtype == dtype
    for chosen in (selection, selection_jax):
        assert chosen.sel_scatter(np.array([1, 0]), np.ones(2, dtype), m=3).dtype == dtype
