"""The 3 × 3 pool, both port sets, against plain loops and printed values."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracles import pool
from tests.oracles import reference

pool_jax = pytest.importorskip("oracles.pool_jax")

PORTS = [pytest.param(pool, id="numpy"), pytest.param(pool_jax, id="jax")]
SHAPES = [(1, 2, 2), (2, 2, 6), (2, 6, 4), (1, 8, 8)]
EMPTY = [(0, 4, 6), (2, 0, 6), (2, 6, 0), (2, 0, 0)]
ENTRIES = ["normal", "negative", "tied", "zero"]


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


def tensor(shape: tuple[int, ...], entries: str, seed: int = 0) -> Any:
    rng = np.random.default_rng([seed, *shape])
    match entries:
        case "normal":
            return rng.normal(size=shape)
        case "negative":
            return -1 - rng.random(shape)
        case "tied":
            return rng.integers(-1, 2, size=shape).astype(float)
        case _:
            return np.zeros(shape)


# ----- index maps ---------------------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
def test_index_maps(port: ModuleType) -> None:
    for i in range(5):
        for a in range(3):
            assert int(port.win3_read(i, a)) == 2 * i + a - 1
            assert int(port.win3_row_inv(i, a)) == reference.read(i, a)
            assert int(port.win3_col_inv(i, a)) == reference.read(i, a)
    table = [[0, 0, 1], [1, 2, 3], [3, 4, 5]]
    assert np.asarray(port.win3_map(3)).tolist() == table
    assert port.win3_map(0).shape == (0, 3)


def test_index_map_gives_plain_integers() -> None:
    assert type(pool.win3_row_inv(2, 1)) is int


# ----- the examples of the public text ------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
def test_increasing_row_of_12_peaks_at_odd_positions(port: ModuleType) -> None:
    x = np.tile(np.arange(12.0), (1, 12, 1))
    assert np.asarray(port.max_pool_3s2(x))[0, 3].tolist() == [1, 3, 5, 7, 9, 11]
    assert np.asarray(port.max_pool_3s2(x.transpose(0, 2, 1)))[0, :, 3].tolist() == [
        1, 3, 5, 7, 9, 11,
    ]  # fmt: skip


def test_same_of_xla_peaks_one_position_later() -> None:
    import jax.numpy as jnp
    from jax import lax

    x = jnp.arange(12.0)
    same = lax.reduce_window(x, jnp.array(-jnp.inf, x.dtype), lax.max, (3,), (2,), "SAME")
    assert same.tolist() == [2, 4, 6, 8, 10, 11]


@pytest.mark.parametrize("port", PORTS)
def test_an_all_zero_window_is_not_smooth_but_dead(port: ModuleType) -> None:
    x = np.zeros((1, 2, 2))
    assert not port.max_pool_3s2_smooth(x)
    assert port.max_pool_3s2_smooth_or_dead(x)


@pytest.mark.parametrize("port", PORTS)
def test_a_repeated_read_is_not_a_tie(port: ModuleType) -> None:
    x = np.array([[[5.0, 1.0], [2.0, 0.0]]])
    assert port.max_pool_3s2_smooth(x)
    assert [int(o[0, 0, 0]) for o in port.max_pool_3s2_argmax(x)] == [0, 0]
    dx = port.max_pool_3s2_backward(x, np.array([[[3.0]]]))
    assert np.asarray(dx).tolist() == [[[3, 0], [0, 0]]]


@pytest.mark.parametrize("port", PORTS)
def test_a_tie_between_two_places_is_a_tie(port: ModuleType) -> None:
    x = np.array([[[5.0, 1.0], [2.0, 5.0]]])
    assert not port.max_pool_3s2_smooth(x)
    assert not port.max_pool_3s2_smooth_or_dead(x)
    related = np.zeros((2, 2, 2, 2), dtype=bool)
    assert not port.max_pool_3s2_smooth_up_to(related, x)
    related[0, 0, 1, 1] = True
    assert not port.max_pool_3s2_smooth_up_to(related, x)
    related[1, 1, 0, 0] = True
    assert port.max_pool_3s2_smooth_up_to(related, x)


@pytest.mark.parametrize("port", PORTS)
def test_two_outputs_may_choose_one_input(port: ModuleType) -> None:
    x = port.shared_peak()
    assert port.max_pool_3s2_smooth(x)
    assert np.asarray(port.max_pool_3s2(x)).tolist() == [[[1, 1], [1, 1]]]
    assert np.asarray(port.max_pool_3s2_local_reindex(x)).tolist() == [5, 5, 5, 5]
    dx = port.max_pool_3s2_backward(x, np.ones((1, 2, 2)))
    assert np.asarray(dx)[0, 1, 1] == 4
    assert np.asarray(dx).sum() == 4


@pytest.mark.parametrize("port", PORTS)
def test_the_corner_peak_is_smooth(port: ModuleType) -> None:
    assert np.asarray(port.corner_peak()).tolist() == [[[1, 0], [0, 0]]]
    assert port.max_pool_3s2_smooth(port.corner_peak())


# ----- public faults ------------------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
def test_padding_is_no_zero(port: ModuleType) -> None:
    x = np.array([[[-1.0, -2.0], [-3.0, -4.0]]])
    assert np.asarray(port.max_pool_3s2(x)).tolist() == [[[-1]]]


@pytest.mark.parametrize("port", PORTS)
def test_padding_is_symmetric(port: ModuleType) -> None:
    row = np.array([[[0.0, 0.0, 5.0, 1.0]]]).repeat(2, axis=1)
    assert np.asarray(port.max_pool_3s2(row)).tolist() == [[[0, 5]]]


@pytest.mark.parametrize("port", PORTS)
def test_backward_accumulates(port: ModuleType) -> None:
    """The input 1..24 with 88 at row 1, column 1: four windows choose that cell."""
    x = np.arange(1.0, 25.0).reshape(1, 4, 6)
    x[0, 1, 1] = 88
    dx = np.asarray(port.max_pool_3s2_backward(x, np.ones((1, 2, 3))))
    assert dx[0, 1, 1] == 4
    assert dx.sum() == 6


@pytest.mark.parametrize("port", PORTS)
def test_a_tie_goes_to_the_first_offset_row_major(port: ModuleType) -> None:
    x = np.array([[[0.0, 1.0], [1.0, 0.0]]])
    assert [int(o[0, 0, 0]) for o in port.max_pool_3s2_argmax(x)] == [0, 2]
    dx = port.max_pool_3s2_backward(x, np.array([[[1.0]]]))
    assert np.asarray(dx).tolist() == [[[0, 1], [0, 0]]]


@pytest.mark.parametrize("port", PORTS)
def test_a_tie_goes_to_one_cell_only(port: ModuleType) -> None:
    dx = port.max_pool_3s2_backward(np.ones((1, 2, 2)), np.array([[[1.0]]]))
    assert np.asarray(dx).tolist() == [[[1, 0], [0, 0]]]


# ----- against loops ------------------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("entries", ENTRIES)
def test_forward(port: ModuleType, shape: tuple[int, ...], entries: str) -> None:
    x = tensor(shape, entries)
    np.testing.assert_array_equal(port.max_pool_3s2(x), reference.pooled(x))
    np.testing.assert_array_equal(port.max_pool_3s2(x), reference.padded(x))
    c, h, w = shape[0], shape[1] // 2, shape[2] // 2
    flat = port.max_pool_3s2_flat(x.reshape(-1), c=c, h=h, w=w)
    np.testing.assert_array_equal(flat, reference.pooled(x).reshape(-1))


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("entries", ENTRIES)
def test_argmax_and_backward(port: ModuleType, shape: tuple[int, ...], entries: str) -> None:
    x = tensor(shape, entries)
    dy = np.random.default_rng(1).integers(-9, 9, (shape[0], shape[1] // 2, shape[2] // 2)) / 4
    a, b = port.max_pool_3s2_argmax(x)
    reindex = np.asarray(port.max_pool_3s2_local_reindex(x))
    for o, (ch, i, j) in enumerate(reference.outputs(x)):
        a0, b0 = reference.argmax(x, ch, i, j)
        assert (int(a[ch, i, j]), int(b[ch, i, j])) == (a0, b0)
        cell = (ch, reference.read(i, a0), reference.read(j, b0))
        assert int(reindex[o]) == np.ravel_multi_index(cell, shape)
    np.testing.assert_array_equal(port.max_pool_3s2_backward(x, dy), reference.backward(x, dy))
    flat = port.max_pool_3s2_flat_backward(x, dy.reshape(-1))
    np.testing.assert_array_equal(flat, reference.backward(x, dy).reshape(-1))


@pytest.mark.parametrize("port", PORTS)
def test_predicates(port: ModuleType) -> None:
    seen = set()
    for seed in range(60):
        shape = [(1, 2, 2), (1, 2, 4), (2, 4, 2)][seed % 3]
        rng = np.random.default_rng(seed)
        x = rng.integers(-6, [1, 4, 7][seed % 5 % 3], size=shape).astype(float)
        related = rng.random((*shape[1:], *shape[1:])) < 0.5
        want = (
            reference.is_smooth(x),
            reference.is_smooth_or_dead(x),
            reference.is_smooth_up_to(related, x),
        )
        assert bool(port.max_pool_3s2_smooth(x)) == want[0]
        assert bool(port.max_pool_3s2_smooth_or_dead(x)) == want[1]
        assert bool(port.max_pool_3s2_smooth_up_to(related, x)) == want[2]
        seen.add(want)
    assert seen >= {(True, True, True), (False, False, False), (False, True, True)}
    assert (False, False, True) in seen


@pytest.mark.parametrize("shape", SHAPES)
def test_jax_gradient_of_the_forward_is_the_backward_where_smooth(shape: tuple[int, ...]) -> None:
    import jax

    x = tensor(shape, "normal")
    dy = np.random.default_rng(2).normal(size=(shape[0], shape[1] // 2, shape[2] // 2))
    assert pool.max_pool_3s2_smooth(x)
    (dx,) = jax.vjp(pool_jax.max_pool_3s2, x)[1](jax.numpy.asarray(dy))
    np.testing.assert_allclose(dx, pool.max_pool_3s2_backward(x, dy), rtol=1e-15, atol=1e-15)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("entries", ENTRIES)
def test_backward_keeps_the_sum(shape: tuple[int, ...], entries: str) -> None:
    dy = np.random.default_rng(3).integers(-9, 9, (shape[0], shape[1] // 2, shape[2] // 2))
    assert pool.max_pool_3s2_backward(tensor(shape, entries), dy).sum() == dy.sum()


# ----- dtypes, shapes, purity ---------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, np.int64])
def test_dtype_is_kept(port: ModuleType, dtype: type) -> None:
    x = np.arange(24).reshape(1, 4, 6).astype(dtype)
    dy = np.ones((1, 2, 3), dtype)
    assert port.max_pool_3s2(x).dtype == dtype
    assert port.max_pool_3s2_flat(x.reshape(-1), c=1, h=2, w=3).dtype == dtype
    assert port.max_pool_3s2_backward(x, dy).dtype == dtype
    assert port.max_pool_3s2_flat_backward(x, dy.reshape(-1)).dtype == dtype
    for index in (*port.max_pool_3s2_argmax(x), port.max_pool_3s2_local_reindex(x)):
        assert np.issubdtype(index.dtype, np.integer)


def test_numpy_ports_take_exact_numbers() -> None:
    x = np.array([[[Fraction(1, 3), Fraction(1, 2)], [Fraction(-1), 0]]], dtype=object)
    dy = np.array([[[Fraction(2, 7)]]], dtype=object)
    assert pool.max_pool_3s2(x).tolist() == [[[Fraction(1, 2)]]]
    assert pool.max_pool_3s2_backward(x, dy).tolist() == [[[0, Fraction(2, 7)], [0, 0]]]
    assert pool.max_pool_3s2_smooth(x)
    assert pool.max_pool_3s2_smooth_or_dead(x)
    assert pool.max_pool_3s2_argmax(x)[1].tolist() == [[[2]]]


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("shape", EMPTY)
def test_empty_sizes_are_legal(port: ModuleType, shape: tuple[int, ...]) -> None:
    x = np.zeros(shape)
    small = (shape[0], shape[1] // 2, shape[2] // 2)
    assert port.max_pool_3s2(x).shape == small
    assert port.max_pool_3s2_argmax(x)[0].shape == small
    assert port.max_pool_3s2_local_reindex(x).shape == (0,)
    assert port.max_pool_3s2_backward(x, np.zeros(small)).shape == shape
    assert port.max_pool_3s2_smooth(x)


@pytest.mark.parametrize("port", PORTS)
def test_wrong_shapes_are_refused(port: ModuleType) -> None:
    even = r"(?m)^shape of x: got \(1, 3, 4\), expected \(c, 2h, 2w\)$"
    for wrong in (
        port.max_pool_3s2,
        port.max_pool_3s2_smooth,
        port.max_pool_3s2_argmax,
        port.max_pool_3s2_local_reindex,
    ):
        with pytest.raises(ValueError, match=even):
            wrong(np.zeros((1, 3, 4)))
    with pytest.raises(ValueError, match=r"(?m)^shape of x: got \(4, 4\), expected \(c, 2h, 2w\)$"):
        port.max_pool_3s2(np.zeros((4, 4)))
    with pytest.raises(
        ValueError, match=r"(?m)^shape of dy: got \(1, 1, 2\), expected \(1, 2, 2\)$"
    ):
        port.max_pool_3s2_backward(np.zeros((1, 4, 4)), np.zeros((1, 1, 2)))
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(5,\), expected \(16,\)$"):
        port.max_pool_3s2_flat(np.zeros(5), c=1, h=2, w=2)
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(5,\), expected \(4,\)$"):
        port.max_pool_3s2_flat_backward(np.zeros((1, 4, 4)), np.zeros(5))
    with pytest.raises(ValueError, match=r"(?m)^shape of T: got \(2,\), expected \(2, 2, 2, 2\)$"):
        port.max_pool_3s2_smooth_up_to(np.zeros(2, bool), np.zeros((1, 2, 2)))


@pytest.mark.parametrize("port", PORTS)
def test_inputs_are_left_alone(port: ModuleType) -> None:
    x, dy = tensor((2, 4, 6), "normal"), np.ones((2, 2, 3))
    related = np.ones((4, 6, 4, 6), dtype=bool)
    copies = [array.copy() for array in (x, dy, related)]
    for array in (x, dy, related):
        array.flags.writeable = False
    port.max_pool_3s2(x)
    port.max_pool_3s2_flat(x.reshape(-1), c=2, h=2, w=3)
    port.max_pool_3s2_smooth(x)
    port.max_pool_3s2_smooth_or_dead(x)
    port.max_pool_3s2_smooth_up_to(related, x)
    port.max_pool_3s2_argmax(x)
    port.max_pool_3s2_local_reindex(x)
    port.max_pool_3s2_backward(x, dy)
    port.max_pool_3s2_flat_backward(x, dy.reshape(-1))
    for array, copy in zip((x, dy, related), copies, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_jax_ports_may_be_jitted_again() -> None:
    import jax

    x, dy = tensor((2, 4, 6), "tied"), np.ones((2, 2, 3))
    for name in (
        "max_pool_3s2",
        "max_pool_3s2_smooth",
        "max_pool_3s2_smooth_or_dead",
        "max_pool_3s2_argmax",
        "max_pool_3s2_local_reindex",
    ):
        port = getattr(pool_jax, name)
        np.testing.assert_array_equal(jax.jit(port)(x), port(x))
    backward = jax.jit(pool_jax.max_pool_3s2_backward)(x, dy)
    np.testing.assert_array_equal(backward, pool.max_pool_3s2_backward(x, dy))
    flat = jax.jit(pool_jax.max_pool_3s2_flat, static_argnames=("c", "h", "w"))
    np.testing.assert_array_equal(
        flat(x.reshape(-1), c=2, h=2, w=3), pool.max_pool_3s2_flat(x.reshape(-1), c=2, h=2, w=3)
    )
