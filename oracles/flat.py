"""Row-major flattening in NumPy. The last axis runs fastest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.shapes import require, require_shape

Array = NDArray[Any]  # any dtype: floats, integers, objects that hold exact numbers
Indices = NDArray[np.integer[Any]]  # any width


def mat_flatten(a: Array) -> Array:
    """List the entries of a matrix row by row.

    Shapes: a (m, n) → (m n,).
    Raises: ValueError for another rank.
    Source: Proofs.Mat.flatten.
    """
    require_shape("a", a.shape, (None, None))
    return a.reshape(-1)


def mat_unflatten(v: Array, *, m: int, n: int) -> Array:
    """Read a matrix back from its rows.

    Shapes: v (m n,) → (m, n).
    Raises: ValueError for another length.
    Source: Proofs.Mat.unflatten.
    """
    require_shape("v", v.shape, (m * n,))
    return v.reshape(m, n)


def tensor3_flatten(x: Array) -> Array:
    """List the entries of a tensor channel by channel and row by row.

    Shapes: x (c, h, w) → (c h w,).
    Raises: ValueError for another rank.
    Source: Proofs.Tensor3.flatten.
    """
    require_shape("x", x.shape, (None, None, None))
    return x.reshape(-1)


def tensor3_unflatten(v: Array, *, c: int, h: int, w: int) -> Array:
    """Read a tensor back from its rows.

    Shapes: v (c h w,) → (c, h, w).
    Raises: ValueError for another length.
    Source: Proofs.Tensor3.unflatten.
    """
    require_shape("v", v.shape, (c * h * w,))
    return v.reshape(c, h, w)


def basis_vec(i: int, *, n: int) -> Array:
    """Give the unit vector of coordinate i.

    Shapes: → (n,), float64.
    Domain: 0 ≤ i < n.
    Raises: ValueError for i outside its domain.
    Source: Proofs.basisVec.
    """
    require(0 <= i < n, "index i", i, f"0 ≤ i < {n}")
    v = np.zeros(n)
    v[i] = 1
    return v


def reindex_clm(sigma: Indices) -> Callable[[Array], Array]:
    """Give the linear map that reads coordinate sigma[k] of its argument into coordinate k.

    Shapes: sigma (b,); the map is y (a,) → (b,), dtype of y.
    Domain: 0 ≤ sigma < a.
    Raises: ValueError for another rank; the map, for another rank or an index outside its domain.
    Source: Proofs.reindexCLM.
    """
    require_shape("sigma", sigma.shape, (None,))

    def read(y: Array) -> Array:
        require_shape("y", y.shape, (None,))
        require_indices("sigma", sigma, y.shape[0])
        return y[sigma]

    return read


def require_indices(name: str, indices: Indices, size: int) -> None:
    """Raise ValueError unless all indices are in 0 ≤ i < size: a negative one would wrap."""
    if indices.size:
        low, high = int(indices.min()), int(indices.max())
        require(0 <= low and high < size, name, f"{low} to {high}", f"0 ≤ {name} < {size}")
