"""Pointwise and dense layers, and maps of a batch of examples, in NumPy.

A batch of N examples of length a is a flat vector: example n is the n-th block of length a. What is
saved of the examples (`aux`) is a batch of its own, and example n is given its n-th block.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from oracles.flat import Array, Indices, mat_flatten, mat_unflatten, require_indices
from oracles.shapes import require, require_shape

# ----- one example --------------------------------------------------------------------------


def mat_mul_vec(a: Array, v: Array) -> Array:
    """Multiply a matrix by a column vector.

    Shapes: a (m, n), v (n,) → (m,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.Mat.mulVec.
    """
    require_shape("a", a.shape, (None, None))
    require_shape("v", v.shape, (a.shape[1],))
    product: Array = a @ v
    return product


def relu(x: Array) -> Array:
    """Keep what is positive; all else is 0.

    Shapes: x (n,) → (n,), dtype of x.
    Raises: ValueError for another rank.
    Source: Proofs.relu.
    """
    require_shape("x", x.shape, (None,))
    return np.where(x > 0, x, np.zeros_like(x))


def relu_mask(pre: Array, dy: Array) -> Array:
    """Let a cotangent pass where the saved input was positive.

    Shapes: pre (n,), dy (n,) → (n,), dtype of dy.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.BackLinks.reluMaskB.
    """
    require_shape("pre", pre.shape, (None,))
    require_shape("dy", dy.shape, pre.shape)
    return np.where(pre > 0, dy, np.zeros_like(dy))


def dense(W: Array, b: Array, x: Array) -> Array:
    """Apply a dense layer: W[i, j] is the weight of input i in output j.

    Shapes: W (m, n), b (n,), x (m,) → (n,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.dense.
    """
    require_shape("W", W.shape, (None, None))
    require_shape("b", b.shape, (W.shape[1],))
    require_shape("x", x.shape, (W.shape[0],))
    out: Array = x @ W + b
    return out


# ----- a batch ------------------------------------------------------------------------------


def batch_slice(v: Array, n: int, *, N: int, a: int) -> Array:
    """Take example number n of a batch.

    Shapes: v (N a,) → (a,), dtype of v.
    Domain: 0 ≤ n < N.
    Raises: ValueError for another length or n outside its domain.
    Source: Proofs.StableHLO.batchSlice.
    """
    require(0 <= n < N, "example n", n, f"0 ≤ n < {N}")
    row: Array = mat_unflatten(v, m=N, n=a)[n]
    return row


def batch_map(f: Callable[[Array], Array], x: Array, *, N: int, a: int, b: int) -> Array:
    """Apply a map of one example to each of a batch.

    Shapes: f (a,) → (b,), x (N a,) → (N b,), dtype of what f returns.
    Raises: ValueError for another length, of x or of what f returns.
    Source: Proofs.StableHLO.batchMap.
    """
    return _stacked([f(row) for row in mat_unflatten(x, m=N, n=a)], b, x)


def batch_map_aux(
    f: Callable[[Array, Array], Array], aux: Array, x: Array, *, N: int, s: int, a: int, b: int
) -> Array:
    """Apply a map of a saved vector and one example to each of a batch, with its own saved one.

    Shapes: f (s,), (a,) → (b,), aux (N s,), x (N a,) → (N b,), dtype of what f returns.
    Raises: ValueError for another length, of aux, of x or of what f returns.
    Source: Proofs.StableHLO.batchMapAux.
    """
    saved, rows = mat_unflatten(aux, m=N, n=s), mat_unflatten(x, m=N, n=a)
    return _stacked([f(*pair) for pair in zip(saved, rows, strict=True)], b, x)


def row_dense_flat(W: Array, b: Array, v: Array, *, N: int) -> Array:
    """Apply a dense layer to each row of a flat matrix.

    Shapes: W (a, c), b (c,), v (N a,) → (N c,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.rowDenseFlat.
    """
    require_shape("W", W.shape, (None, None))
    require_shape("b", b.shape, (W.shape[1],))
    return mat_flatten(mat_unflatten(v, m=N, n=W.shape[0]) @ W + b)


def row_dense_back_flat(W: Array, dy: Array, *, N: int) -> Array:
    """Pull a cotangent back through a dense layer on each row of a flat matrix.

    Shapes: W (a, c), dy (N c,) → (N a,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.rowDenseBackFlat.
    """
    require_shape("W", W.shape, (None, None))
    return mat_flatten(mat_unflatten(dy, m=N, n=W.shape[1]) @ W.T)


def batch_reindex(pi: Indices, v: Array, *, N: int, a: int) -> Array:
    """Read example number pi[n] of a batch into place n.

    Shapes: pi (N,), v (N a,) → (N a,), dtype of v.
    Domain: 0 ≤ pi < N.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.batchReindex.
    """
    require_shape("pi", pi.shape, (N,))
    require_indices("pi", pi, N)
    return mat_flatten(mat_unflatten(v, m=N, n=a)[pi])


def _stacked(rows: list[Array], b: int, x: Array) -> Array:
    """The examples one after another; a batch of none has the dtype of x."""
    for row in rows:
        require_shape("what f returns", row.shape, (b,))
    return np.concatenate(rows) if rows else np.zeros(0, x.dtype)
