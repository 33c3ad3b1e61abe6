"""Pointwise and dense layers, and maps of a batch of examples, in JAX, function by function as in
`batch`.

What takes arrays only is jitted, with the sizes static. The two that take a map of one example are
not: they call it as often as there are examples, so that it need not be one that JAX can trace.
"""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from oracles.flat_jax import mat_flatten, mat_unflatten
from oracles.jit_jax import jitted
from oracles.shapes import require_shape

# ----- one example --------------------------------------------------------------------------


@jitted()
def mat_mul_vec(a: ArrayLike, v: ArrayLike) -> Array:
    """Multiply a matrix by a column vector.

    Shapes: a (m, n), v (n,) → (m,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.Mat.mulVec.
    """
    a, v = jnp.asarray(a), jnp.asarray(v)
    require_shape("a", a.shape, (None, None))
    require_shape("v", v.shape, (a.shape[1],))
    return a @ v


@jitted()
def relu(x: ArrayLike) -> Array:
    """Keep what is positive; all else is 0.

    Shapes: x (n,) → (n,), dtype of x.
    Raises: ValueError for another rank.
    Source: Proofs.relu.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None,))
    return jnp.where(x > 0, x, jnp.zeros_like(x))


@jitted()
def relu_mask(pre: ArrayLike, dy: ArrayLike) -> Array:
    """Let a cotangent pass where the saved input was positive.

    Shapes: pre (n,), dy (n,) → (n,), dtype of dy.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.BackLinks.reluMaskB.
    """
    pre, dy = jnp.asarray(pre), jnp.asarray(dy)
    require_shape("pre", pre.shape, (None,))
    require_shape("dy", dy.shape, pre.shape)
    return jnp.where(pre > 0, dy, jnp.zeros_like(dy))


@jitted()
def dense(W: ArrayLike, b: ArrayLike, x: ArrayLike) -> Array:
    """Apply a dense layer: W[i, j] is the weight of input i in output j.

    Shapes: W (m, n), b (n,), x (m,) → (n,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.dense.
    """
    W, b, x = jnp.asarray(W), jnp.asarray(b), jnp.asarray(x)
    require_shape("W", W.shape, (None, None))
    require_shape("b", b.shape, (W.shape[1],))
    require_shape("x", x.shape, (W.shape[0],))
    return x @ W + b


# ----- a batch ------------------------------------------------------------------------------


@jitted("N", "a")
def batch_slice(v: ArrayLike, n: ArrayLike, *, N: int, a: int) -> Array:
    """Take example number n of a batch.

    Shapes: v (N a,), n () → (a,), dtype of v.
    Domain: 0 ≤ n < N.
    Raises: ValueError for another length.
    Source: Proofs.StableHLO.batchSlice.
    """
    return mat_unflatten(v, m=N, n=a)[jnp.asarray(n)]


def batch_map(f: Callable[[Array], Array], x: ArrayLike, *, N: int, a: int, b: int) -> Array:
    """Apply a map of one example to each of a batch.

    Shapes: f (a,) → (b,), x (N a,) → (N b,), dtype of what f returns.
    Raises: ValueError for another length, of x or of what f returns.
    Source: Proofs.StableHLO.batchMap.
    """
    return _stacked([f(row) for row in _rows(x, N=N, a=a)], b, x)


def batch_map_aux(
    f: Callable[[Array, Array], Array],
    aux: ArrayLike,
    x: ArrayLike,
    *,
    N: int,
    s: int,
    a: int,
    b: int,
) -> Array:
    """Apply a map of a saved vector and one example to each of a batch, with its own saved one.

    Shapes: f (s,), (a,) → (b,), aux (N s,), x (N a,) → (N b,), dtype of what f returns.
    Raises: ValueError for another length, of aux, of x or of what f returns.
    Source: Proofs.StableHLO.batchMapAux.
    """
    pairs = zip(_rows(aux, N=N, a=s), _rows(x, N=N, a=a), strict=True)
    return _stacked([f(*pair) for pair in pairs], b, x)


@jitted("N")
def row_dense_flat(W: ArrayLike, b: ArrayLike, v: ArrayLike, *, N: int) -> Array:
    """Apply a dense layer to each row of a flat matrix.

    Shapes: W (a, c), b (c,), v (N a,) → (N c,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.rowDenseFlat.
    """
    W, b = jnp.asarray(W), jnp.asarray(b)
    require_shape("W", W.shape, (None, None))
    require_shape("b", b.shape, (W.shape[1],))
    return mat_flatten(mat_unflatten(v, m=N, n=W.shape[0]) @ W + b)


@jitted("N")
def row_dense_back_flat(W: ArrayLike, dy: ArrayLike, *, N: int) -> Array:
    """Pull a cotangent back through a dense layer on each row of a flat matrix.

    Shapes: W (a, c), dy (N c,) → (N a,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.rowDenseBackFlat.
    """
    W = jnp.asarray(W)
    require_shape("W", W.shape, (None, None))
    return mat_flatten(mat_unflatten(dy, m=N, n=W.shape[1]) @ W.T)


@jitted("N", "a")
def batch_reindex(pi: ArrayLike, v: ArrayLike, *, N: int, a: int) -> Array:
    """Read example number pi[n] of a batch into place n.

    Shapes: pi (N,), v (N a,) → (N a,), dtype of v.
    Domain: 0 ≤ pi < N.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.batchReindex.
    """
    pi = jnp.asarray(pi)
    require_shape("pi", pi.shape, (N,))
    return mat_flatten(mat_unflatten(v, m=N, n=a)[pi])


@jitted("N", "a")
def _rows(x: ArrayLike, *, N: int, a: int) -> tuple[Array, ...]:
    """The examples of a batch, each (a,)."""
    return tuple(mat_unflatten(x, m=N, n=a))


def _stacked(rows: list[Array], b: int, x: ArrayLike) -> Array:
    """The examples one after another; a batch of none has the dtype of x."""
    for row in rows:
        require_shape("what f returns", row.shape, (b,))
    return _joined(rows) if rows else jnp.zeros(0, jnp.asarray(x).dtype)


@jitted()
def _joined(rows: list[Array]) -> Array:
    return jnp.concatenate(rows)
