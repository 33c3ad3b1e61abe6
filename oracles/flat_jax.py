"""Row-major flattening in JAX, function by function as in `flat`.

Everything here is jitted, with the sizes static. Shapes are checked when traced; the range of
an index is the caller's to keep, because a traced index has no value yet.
"""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from oracles.jit_jax import jitted
from oracles.shapes import require_shape


@jitted()
def mat_flatten(a: ArrayLike) -> Array:
    """List the entries of a matrix row by row.

    Shapes: a (m, n) → (m n,).
    Raises: ValueError for another rank.
    Source: Proofs.Mat.flatten.
    """
    a = jnp.asarray(a)
    require_shape("a", a.shape, (None, None))
    return a.reshape(-1)


@jitted("m", "n")
def mat_unflatten(v: ArrayLike, *, m: int, n: int) -> Array:
    """Read a matrix back from its rows.

    Shapes: v (m n,) → (m, n).
    Raises: ValueError for another length.
    Source: Proofs.Mat.unflatten.
    """
    v = jnp.asarray(v)
    require_shape("v", v.shape, (m * n,))
    return v.reshape(m, n)


@jitted()
def tensor3_flatten(x: ArrayLike) -> Array:
    """List the entries of a tensor channel by channel and row by row.

    Shapes: x (c, h, w) → (c h w,).
    Raises: ValueError for another rank.
    Source: Proofs.Tensor3.flatten.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None, None, None))
    return x.reshape(-1)


@jitted("c", "h", "w")
def tensor3_unflatten(v: ArrayLike, *, c: int, h: int, w: int) -> Array:
    """Read a tensor back from its rows.

    Shapes: v (c h w,) → (c, h, w).
    Raises: ValueError for another length.
    Source: Proofs.Tensor3.unflatten.
    """
    v = jnp.asarray(v)
    require_shape("v", v.shape, (c * h * w,))
    return v.reshape(c, h, w)


@jitted("n")
def basis_vec(i: ArrayLike, *, n: int) -> Array:
    """Give the unit vector of coordinate i.

    Shapes: i () → (n,), JAX's default float dtype.
    Domain: 0 ≤ i < n.
    Source: Proofs.basisVec.
    """
    return jnp.where(jnp.arange(n) == i, 1.0, 0.0)


def reindex_clm(sigma: ArrayLike) -> Callable[[ArrayLike], Array]:
    """Give the linear map that reads coordinate sigma[k] of its argument into coordinate k.

    Shapes: sigma (b,); the map is y (a,) → (b,), dtype of y.
    Domain: 0 ≤ sigma < a.
    Raises: ValueError for another rank, and so does the map.
    Source: Proofs.reindexCLM.
    """
    indices = jnp.asarray(sigma)
    require_shape("sigma", indices.shape, (None,))

    def read(y: ArrayLike) -> Array:
        y = jnp.asarray(y)
        require_shape("y", y.shape, (None,))
        return _read(indices, y)

    return read


@jitted()
def _read(indices: Array, y: Array) -> Array:
    return y[indices]
