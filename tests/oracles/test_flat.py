"""Flattening, both port sets, against the index formulas."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracles import flat

flat_jax = pytest.importorskip("oracles.flat_jax")

PORTS = [pytest.param(flat, id="numpy"), pytest.param(flat_jax, id="jax")]


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


@pytest.mark.parametrize("port", PORTS)
def test_matrices(port: ModuleType) -> None:
    a = np.random.default_rng(0).normal(size=(2, 3))
    v = np.asarray(port.mat_flatten(a))
    for i, j in np.ndindex(2, 3):
        assert v[j + 3 * i] == a[i, j]
    np.testing.assert_array_equal(port.mat_unflatten(v, m=2, n=3), a)


@pytest.mark.parametrize("port", PORTS)
def test_tensors(port: ModuleType) -> None:
    x = np.random.default_rng(0).normal(size=(2, 3, 4))
    v = np.asarray(port.tensor3_flatten(x))
    for ch, i, j in np.ndindex(2, 3, 4):
        assert v[j + 4 * (i + 3 * ch)] == x[ch, i, j]
    np.testing.assert_array_equal(port.tensor3_unflatten(v, c=2, h=3, w=4), x)


@pytest.mark.parametrize("port", PORTS)
def test_empty_sizes_are_legal(port: ModuleType) -> None:
    assert port.mat_flatten(np.zeros((0, 3))).shape == (0,)
    assert port.mat_unflatten(np.zeros(0), m=2, n=0).shape == (2, 0)
    assert port.tensor3_flatten(np.zeros((2, 0, 3))).shape == (0,)
    assert port.tensor3_unflatten(np.zeros(0), c=2, h=0, w=3).shape == (2, 0, 3)


@pytest.mark.parametrize("port", PORTS)
def test_unit_vector(port: ModuleType) -> None:
    v = port.basis_vec(2, n=4)
    assert np.asarray(v).tolist() == [0, 0, 1, 0]
    assert v.dtype == np.float64


@pytest.mark.parametrize("port", PORTS)
def test_reindex(port: ModuleType) -> None:
    y = np.array([5.0, 6.0, 7.0])
    out = port.reindex_clm(np.array([2, 0, 2, 1]))(y)
    assert np.asarray(out).tolist() == [7, 5, 7, 6]
    assert port.reindex_clm(np.zeros(0, int))(y).shape == (0,)


@pytest.mark.parametrize("port", PORTS)
def test_wrong_shapes_are_refused(port: ModuleType) -> None:
    with pytest.raises(ValueError, match=r"(?m)^shape of a: got \(3,\), expected \(any, any\)$"):
        port.mat_flatten(np.zeros(3))
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(5,\), expected \(6,\)$"):
        port.mat_unflatten(np.zeros(5), m=2, n=3)
    with pytest.raises(
        ValueError, match=r"(?m)^shape of x: got \(3,\), expected \(any, any, any\)$"
    ):
        port.tensor3_flatten(np.zeros(3))
    with pytest.raises(ValueError, match=r"(?m)^shape of v: got \(5,\), expected \(24,\)$"):
        port.tensor3_unflatten(np.zeros(5), c=2, h=3, w=4)
    with pytest.raises(ValueError, match=r"(?m)^shape of sigma: got \(1, 1\), expected \(any,\)$"):
        port.reindex_clm(np.zeros((1, 1), int))
    with pytest.raises(ValueError, match=r"(?m)^shape of y: got \(1, 1\), expected \(any,\)$"):
        port.reindex_clm(np.zeros(1, int))(np.zeros((1, 1)))


@pytest.mark.parametrize("index", [-1, 3])
def test_an_index_never_wraps(index: int) -> None:
    with pytest.raises(
        ValueError, match=rf"(?m)^sigma: got {index} to {index}, expected 0 ≤ sigma < 3$"
    ):
        flat.reindex_clm(np.array([index]))(np.zeros(3))
    with pytest.raises(ValueError, match=rf"(?m)^index i: got {index}, expected 0 ≤ i < 3$"):
        flat.basis_vec(index, n=3)
