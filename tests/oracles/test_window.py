"""Windows at any pair of index maps, both port sets, against plain loops."""

from __future__ import annotations

from itertools import product
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracles import pool, window
from tests.oracles import reference

window_jax = pytest.importorskip("oracles.window_jax")

PORTS = [pytest.param(window, id="numpy"), pytest.param(window_jax, id="jax")]
SIZES = [(1, 1, 1, 1, 1, 1), (2, 1, 2, 3, 3, 2), (2, 2, 2, 2, 4, 4), (3, 2, 1, 2, 2, 5)]


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


def case(k: int, c: int, h: int, w: int, H: int, W: int, seed: int = 0) -> Any:
    """Index maps with repeated reads, and a tensor with ties."""
    rng = np.random.default_rng([seed, k, c, h, w, H, W])
    r, s = rng.integers(0, H, (h, k)), rng.integers(0, W, (w, k))
    return r, s, rng.integers(-2, 3, (c, H, W)).astype(float)


def windows(r: Any, s: Any, x: Any) -> Any:
    """Each output with its offsets and the cells they read, in row-major order."""
    offsets = list(product(range(r.shape[1]), repeat=2))
    for ch, i, j in np.ndindex(x.shape[0], r.shape[0], s.shape[0]):
        yield (ch, i, j), offsets, [(ch, r[i, a], s[j, b]) for a, b in offsets]


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_against_loops(port: ModuleType, sizes: tuple[int, ...], seed: int) -> None:
    r, s, x = case(*sizes, seed=seed)
    pooled = np.asarray(port.window_max(r, s, x))
    marks = np.asarray(port.window_max_offsets(r, s, x))
    a, b = (np.asarray(o) for o in port.window_argmax(r, s, x))
    reindex = np.asarray(port.window_local_reindex(r, s, x)).reshape(pooled.shape)
    gathered = np.asarray(port.window_gather(r, s, (a, b), x))
    dy = np.random.default_rng(seed).integers(-5, 6, pooled.shape) / 2
    dx = np.zeros(x.shape)
    for o, offsets, cells in windows(r, s, x):
        values = [x[cell] for cell in cells]
        assert pooled[o] == gathered[o] == max(values)
        assert marks[o].tolist() == [value == max(values) for value in values]
        first = values.index(max(values))
        assert (a[o], b[o]) == offsets[first]
        assert reindex[o] == np.ravel_multi_index(cells[first], x.shape)
        dx[cells[first]] += dy[o]
    np.testing.assert_array_equal(port.window_max_backward(r, s, x, dy), dx)
    flat = port.window_max_flat(r, s, x.reshape(-1), c=x.shape[0], H=x.shape[1], W=x.shape[2])
    np.testing.assert_array_equal(flat, pooled.reshape(-1))


@pytest.mark.parametrize("port", PORTS)
def test_gather_at_any_offsets(port: ModuleType) -> None:
    r, s, x = case(3, 2, 2, 2, 5, 4)
    rng = np.random.default_rng(5)
    a, b = rng.integers(0, 3, (2, 2, 2, 2))
    out = np.asarray(port.window_gather(r, s, (a, b), x))
    for ch, i, j in np.ndindex(2, 2, 2):
        assert out[ch, i, j] == x[ch, r[i, a[ch, i, j]], s[j, b[ch, i, j]]]


@pytest.mark.parametrize("port", PORTS)
def test_predicates_at_the_pool_maps(port: ModuleType) -> None:
    """Against the plain readings, the margin at deltas of every sign."""
    seen = set()
    for seed in range(60):
        rng = np.random.default_rng(seed)
        shape = [(1, 2, 2), (1, 2, 4), (2, 4, 2)][seed % 3]
        x = rng.integers(-6, [1, 4, 7][seed % 5 % 3], size=shape).astype(float)
        related = rng.random((*shape[1:], *shape[1:])) < 0.5
        r, s = pool.win3_map(shape[1] // 2), pool.win3_map(shape[2] // 2)
        delta = [-1.0, 0.0, 0.5, 1.25][seed % 4]
        want = (
            reference.is_smooth(x),
            reference.is_smooth_or_dead(x),
            reference.is_smooth_up_to(related, x),
            reference.is_margin_up_to(delta, related, x),
        )
        got = (
            port.window_smooth(r, s, x),
            port.window_smooth_or_dead(r, s, x),
            port.window_smooth_up_to(r, s, related, x),
            port.window_margin_up_to(r, s, delta, related, x),
        )
        assert tuple(bool(value) for value in got) == want
        seen.add(want)
    assert {values[2:] for values in seen} == set(product([False, True], repeat=2))


@pytest.mark.parametrize("port", PORTS)
def test_an_exact_margin_does_not_do(port: ModuleType) -> None:
    """A lead of 2 is not more than 2 * 1."""
    r = s = np.array([[0, 1]])
    x = np.array([[[3.0, 1.0], [1.0, 1.0]]])
    none = np.zeros((2, 2, 2, 2), dtype=bool)
    assert not port.window_margin_up_to(r, s, 1.0, none, x)
    assert port.window_margin_up_to(r, s, 0.75, none, x)


@pytest.mark.parametrize("port", PORTS)
def test_related_places_are_read_winner_first(port: ModuleType) -> None:
    """The rival need not be tied: a negative delta asks of every other place."""
    r = s = np.array([[0, 1]])
    x = np.array([[[3.0, 1.0], [1.0, 1.0]]])
    related = np.zeros((2, 2, 2, 2), dtype=bool)
    related[0, 0] = True
    assert port.window_margin_up_to(r, s, 5.0, related, x)
    assert not port.window_margin_up_to(r, s, 5.0, related.transpose(2, 3, 0, 1), x)


@pytest.mark.parametrize("port", PORTS)
def test_windows_of_size_0(port: ModuleType) -> None:
    """The predicates have no `NeZero k`: they hold of nothing. The maximum has one."""
    r, s, x = np.zeros((2, 0), int), np.zeros((1, 0), int), np.ones((1, 3, 3))
    related = np.zeros((3, 3, 3, 3), dtype=bool)
    assert port.window_smooth(r, s, x)
    assert port.window_smooth_or_dead(r, s, x)
    assert port.window_smooth_up_to(r, s, related, x)
    assert port.window_margin_up_to(r, s, 1.0, related, x)
    assert port.window_max_offsets(r, s, x).shape == (1, 2, 1, 0)
    for wrong in (port.window_max, port.window_argmax):
        with pytest.raises(ValueError, match=r"(?m)^window size k: got 0, expected k ≥ 1$"):
            wrong(r, s, x)


@pytest.mark.parametrize("port", PORTS)
def test_wrong_shapes_are_refused(port: ModuleType) -> None:
    r, s, x = case(2, 1, 2, 3, 3, 2)
    with pytest.raises(ValueError, match=r"(?m)^shape of s: got \(3, 1\), expected \(any, 2\)$"):
        port.window_max(r, s[:, :1], x)
    with pytest.raises(ValueError, match=r"^shape of x: got \(3, 2\), expected"):
        port.window_max(r, s, x[0])
    with pytest.raises(ValueError, match=r"^shape of sigma\[1\]: got \(1, 2\), expected"):
        port.window_gather(r, s, (np.zeros((1, 2, 3), int), np.zeros((1, 2), int)), x)


@pytest.mark.parametrize("index", [-1, 3])
def test_an_index_never_wraps(index: int) -> None:
    r, s, x = case(2, 1, 2, 3, 3, 2)
    r[0, 0] = index
    with pytest.raises(ValueError, match=r"(?m)^r: got -?\d to \d, expected 0 ≤ r < 3$"):
        window.window_max(r, s, x)


def test_the_pool_is_an_instance() -> None:
    x = np.random.default_rng(0).normal(size=(2, 6, 4))
    r, s = pool.win3_map(3), pool.win3_map(2)
    np.testing.assert_array_equal(window.window_max(r, s, x), pool.max_pool_3s2(x))
