"""Layers and batches, both port sets, against plain loops."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracles import batch

batch_jax = pytest.importorskip("oracles.batch_jax")

PORTS = [pytest.param(batch, id="numpy"), pytest.param(batch_jax, id="jax")]


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


def integers(*shape: int, seed: int = 0) -> Any:
    """Small integers as floats: every sum of products is exact."""
    return np.random.default_rng([seed, *shape]).integers(-4, 5, shape).astype(float)


# ----- one example --------------------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
def test_products(port: ModuleType) -> None:
    W, b, x, dy = integers(2, 3), integers(3), integers(2), integers(3, seed=1)
    forward = [sum(x[i] * W[i, j] for i in range(2)) + b[j] for j in range(3)]
    backward = [sum(W[i, j] * dy[j] for j in range(3)) for i in range(2)]
    assert np.asarray(port.dense(W, b, x)).tolist() == forward
    assert np.asarray(port.mat_mul_vec(W, dy)).tolist() == backward


@pytest.mark.parametrize("port", PORTS)
def test_the_rectifier_and_its_mask_stop_at_0(port: ModuleType) -> None:
    x, dy = np.array([-2.0, -0.0, 0.0, 3.0]), np.array([5.0, 6.0, 7.0, -8.0])
    assert np.asarray(port.relu(x)).tolist() == [0, 0, 0, 3]
    assert np.asarray(port.relu_mask(x, dy)).tolist() == [0, 0, 0, -8]
    assert port.relu(x).dtype == np.float64


# ----- a batch ------------------------------------------------------------------------------


@pytest.mark.parametrize("port", PORTS)
def test_an_example_is_a_block(port: ModuleType) -> None:
    v = np.arange(6.0)
    assert np.asarray(port.batch_slice(v, 1, N=2, a=3)).tolist() == [3, 4, 5]
    assert np.asarray(port.batch_slice(v, 2, N=3, a=2)).tolist() == [4, 5]
    out = port.batch_reindex(np.array([2, 0, 2]), v, N=3, a=2)
    assert np.asarray(out).tolist() == [4, 5, 0, 1, 4, 5]


@pytest.mark.parametrize("port", PORTS)
def test_a_map_is_applied_to_each_example(port: ModuleType) -> None:
    x = np.arange(6.0)
    out = port.batch_map(lambda row: np.asarray(row)[::-1] * 10, x, N=2, a=3, b=3)
    assert np.asarray(out).tolist() == [20, 10, 0, 50, 40, 30]
    longer = port.batch_map(lambda row: np.append(row, row.sum()), x, N=3, a=2, b=3)
    assert np.asarray(longer).tolist() == [0, 1, 1, 2, 3, 5, 4, 5, 9]


@pytest.mark.parametrize("port", PORTS)
def test_every_example_has_its_own_saved_vector(port: ModuleType) -> None:
    aux, x = np.array([10.0, 20.0]), np.arange(4.0)
    out = port.batch_map_aux(lambda saved, row: saved + row, aux, x, N=2, s=1, a=2, b=2)
    assert np.asarray(out).tolist() == [10, 11, 22, 23]


@pytest.mark.parametrize("port", PORTS)
def test_rows_of_a_dense_layer(port: ModuleType) -> None:
    W, b, v, dy = integers(2, 3), integers(3), integers(8), integers(12)
    forward = [x for row in v.reshape(4, 2) for x in np.asarray(batch.dense(W, b, row))]
    backward = [x for row in dy.reshape(4, 3) for x in np.asarray(batch.mat_mul_vec(W, row))]
    assert np.asarray(port.row_dense_flat(W, b, v, N=4)).tolist() == forward
    assert np.asarray(port.row_dense_back_flat(W, dy, N=4)).tolist() == backward


@pytest.mark.parametrize("port", PORTS)
def test_empty_sizes_are_legal(port: ModuleType) -> None:
    none = np.zeros(0)
    assert port.relu(none).shape == (0,)
    assert np.asarray(port.dense(np.zeros((0, 2)), np.ones(2), none)).tolist() == [1, 1]
    assert port.batch_map(lambda row: row, none, N=0, a=3, b=3).shape == (0,)
    assert port.batch_map(lambda row: np.ones(2), none, N=2, a=0, b=2).shape == (4,)
    assert port.batch_map_aux(lambda s, row: row, none, none, N=0, s=1, a=3, b=3).shape == (0,)
    assert port.row_dense_flat(np.zeros((2, 3)), np.zeros(3), none, N=0).shape == (0,)
    assert port.row_dense_back_flat(np.zeros((0, 3)), np.zeros(6), N=2).shape == (0,)
    assert port.batch_reindex(np.zeros(0, int), none, N=0, a=2).shape == (0,)


@pytest.mark.parametrize("port", PORTS)
def test_wrong_shapes_are_refused(port: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(2,\), expected \(3,\)$"):
        port.mat_mul_vec(np.zeros((2, 3)), np.zeros(2))
    with pytest.raises(ValueError, match=r"(?m)^shape of x: got \(1, 1\), expected \(any,\)$"):
        port.relu(np.zeros((1, 1)))
    with pytest.raises(ValueError, match=r"(?m)^shape of dy: got \(3,\), expected \(2,\)$"):
        port.relu_mask(np.zeros(2), np.zeros(3))
    with pytest.raises(ValueError, match=r"(?m)^shape of b: got \(2,\), expected \(3,\)$"):
        port.dense(np.zeros((2, 3)), np.zeros(2), np.zeros(2))
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(5,\), expected \(6,\)$"):
        port.batch_slice(np.zeros(5), 0, N=2, a=3)
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(5,\), expected \(6,\)$"):
        port.batch_map(lambda row: row, np.zeros(5), N=2, a=3, b=3)
    with pytest.raises(
        ValueError, match=r"(?m)^shape of what f returns: got \(3,\), expected \(2,\)$"
    ):
        port.batch_map(lambda row: row, np.zeros(6), N=2, a=3, b=2)
    with pytest.raises(ValueError, match=r"(?m)^shape of pi: got \(1,\), expected \(2,\)$"):
        port.batch_reindex(np.zeros(1, int), np.zeros(6), N=2, a=3)


@pytest.mark.parametrize("index", [-1, 2])
def test_an_index_never_wraps(index: int) -> None:
    with pytest.raises(ValueError, match=rf"(?m)^example n: got {index}, expected 0 ≤ n < 2$"):
        batch.batch_slice(np.zeros(6), index, N=2, a=3)
    with pytest.raises(ValueError, match=rf"(?m)^pi: got 0 to {index}|^pi: got {index} to 0"):
        batch.batch_reindex(np.array([0, index]), np.zeros(6), N=2, a=3)


def test_jax_ports_may_be_jitted_and_differentiated() -> None:
    import jax

    W, b, x, dy = integers(2, 3), integers(3), integers(4) + 0.5, integers(6)

    def forward(v: Any) -> Any:
        return batch_jax.batch_map(lambda row: batch_jax.dense(W, b, row), v, N=2, a=2, b=3)

    np.testing.assert_array_equal(jax.jit(forward)(x), forward(x))
    (dx,) = jax.vjp(forward, x)[1](jax.numpy.asarray(dy))
    np.testing.assert_array_equal(dx, batch.row_dense_back_flat(W, dy, N=2))
    (masked,) = jax.vjp(batch_jax.relu, x)[1](jax.numpy.asarray(x))
    np.testing.assert_array_equal(masked, batch.relu_mask(x, x))
