"""Normalisation by the statistics of a vector, a row, or a channel of a batch, in JAX, function by
function as in `batch_norm`.

Everything here is jitted, with the sizes static. Shapes are checked when traced.
"""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from oracles.jit_jax import jitted
from oracles.shapes import require_shape

# ----- one vector ---------------------------------------------------------------------------


@jitted()
def bn_mean(x: ArrayLike) -> Array:
    """Average the entries.

    Shapes: x (n,); the mean of none is 0.
    Raises: ValueError for another rank.
    Source: Proofs.bnMean.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None,))
    return _mean(x, 0)[0]


@jitted()
def bn_var(x: ArrayLike) -> Array:
    """Average the squared distances from the mean: the biased variance.

    Shapes: x (n,); the variance of none is 0.
    Raises: ValueError for another rank.
    Source: Proofs.bnVar.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None,))
    return _var(x, 0)[0]


@jitted()
def bn_istd(x: ArrayLike, eps: ArrayLike) -> Array:
    """Give one over the root of variance + eps, 0 where that sum is not positive.

    Shapes: x (n,).
    Raises: ValueError for another rank.
    Source: Proofs.bnIstd.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None,))
    return _scale(_var(x, 0), eps)[0]


@jitted()
def bn_xhat(eps: ArrayLike, x: ArrayLike) -> Array:
    """Centre the entries, and scale them.

    Shapes: x (n,) → (n,).
    Raises: ValueError for another rank.
    Source: Proofs.bnXhat.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None,))
    return normalise(x, 0, eps)


@jitted()
def bn_forward(eps: ArrayLike, gamma: ArrayLike, beta: ArrayLike, x: ArrayLike) -> Array:
    """Centre the entries, scale them, and map them by gamma and beta.

    Shapes: x (n,) → (n,).
    Raises: ValueError for another rank.
    Source: Proofs.bnForward.
    """
    return jnp.asarray(gamma) * bn_xhat(eps, x) + jnp.asarray(beta)


# ----- one row for each channel -------------------------------------------------------------


@jitted("oc", "m")
def bn_per_channel_mat(
    eps: ArrayLike, gamma: ArrayLike, beta: ArrayLike, A: ArrayLike, *, oc: int, m: int
) -> Array:
    """Normalise every row of a matrix, and map it by its gamma and beta.

    Shapes: gamma (oc,), beta (oc,), A (oc, m) → (oc, m).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.bnPerChannelMat.
    """
    gamma, beta, A = jnp.asarray(gamma), jnp.asarray(beta), jnp.asarray(A)
    require_shape("gamma", gamma.shape, (oc,))
    require_shape("beta", beta.shape, gamma.shape)
    require_shape("A", A.shape, (oc, m))
    return gamma[:, None] * normalise(A, 1, eps) + beta[:, None]


@jitted("oc", "m")
def bn_per_channel_flat(
    eps: ArrayLike, gamma: ArrayLike, beta: ArrayLike, v: ArrayLike, *, oc: int, m: int
) -> Array:
    """Normalise every row of a flat matrix, and map it by its gamma and beta.

    Shapes: gamma (oc,), beta (oc,), v (oc m,) → (oc m,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.bnPerChannelFlat.
    """
    gamma, beta, v = jnp.asarray(gamma), jnp.asarray(beta), jnp.asarray(v)
    require_shape("gamma", gamma.shape, (oc,))
    require_shape("v", v.shape, (oc * m,))
    return bn_per_channel_mat(eps, gamma, beta, v.reshape(oc, m), oc=oc, m=m).reshape(-1)


# ----- a batch ------------------------------------------------------------------------------


@jitted("N", "oc", "h", "w")
def bnchw_fwd_idx(*, N: int, oc: int, h: int, w: int) -> Array:
    """Find the place (n, c, s) in the batch of value (c, n, s) of the channels' rows.

    Shapes: → (oc N h w,), integers below N oc h w.
    Source: Proofs.bnchwFwdIdx.
    """
    return _swapped(jnp.arange(N * oc * h * w), N, oc, h * w)


@jitted("N", "oc", "h", "w")
def bnchw_back_idx(*, N: int, oc: int, h: int, w: int) -> Array:
    """Find the place (c, n, s) in the channels' rows of value (n, c, s) of the batch.

    Shapes: → (N oc h w,), integers below oc N h w.
    Source: Proofs.bnchwBackIdx.
    """
    return _swapped(jnp.arange(oc * N * h * w), oc, N, h * w)


@jitted("N", "oc", "h", "w")
def bnchw_fwd(v: ArrayLike, *, N: int, oc: int, h: int, w: int) -> Array:
    """Write a batch as one row of values per channel.

    Shapes: v (N oc h w,) → (oc N h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.bnchwFwd.
    """
    v = jnp.asarray(v)
    return _swapped(v, N, oc, h * w)


@jitted("N", "oc", "h", "w")
def bnchw_back(v: ArrayLike, *, N: int, oc: int, h: int, w: int) -> Array:
    """Write the rows of the channels as a batch.

    Shapes: v (oc N h w,) → (N oc h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.bnchwBack.
    """
    v = jnp.asarray(v)
    return _swapped(v, oc, N, h * w)


@jitted("N", "oc", "h", "w")
def bn_batch_tensor4(
    eps: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    v: ArrayLike,
    *,
    N: int,
    oc: int,
    h: int,
    w: int,
) -> Array:
    """Normalise each channel of a batch by its statistics over examples and places.

    Shapes: gamma (oc,), beta (oc,), v (N oc h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.bnBatchTensor4.
    """
    return bn_batch_la(eps, gamma, beta, v, N=N, oc=oc, h=h, w=w)


@jitted("N", "oc", "h", "w")
def bn_batch_la(
    eps: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    v: ArrayLike,
    *,
    N: int,
    oc: int,
    h: int,
    w: int,
) -> Array:
    """Normalise each channel of a batch by its statistics over examples, rows and columns.

    Shapes: gamma (oc,), beta (oc,), v (N oc h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.bnBatchLA.
    """
    gamma, beta, v = jnp.asarray(gamma), jnp.asarray(beta), jnp.asarray(v)
    require_shape("gamma", gamma.shape, (oc,))
    require_shape("beta", beta.shape, gamma.shape)
    require_shape("v", v.shape, (N * oc * h * w,))
    return bn_batch(eps, gamma, beta, v.reshape(N, oc, h, w)).reshape(-1)


@jitted("N", "oc", "h", "w")
def batch_mean(v: ArrayLike, *, N: int, oc: int, h: int, w: int) -> Array:
    """Average each channel of a batch.

    Shapes: v (N oc h w,) → (oc,).
    Raises: ValueError for another length.
    Source: Proofs.StableHLO.batchMean.
    """
    v = jnp.asarray(v)
    require_shape("v", v.shape, (N * oc * h * w,))
    return _mean(v.reshape(N, oc, h, w), (0, 2, 3)).reshape(oc)


@jitted("N", "oc", "h", "w")
def batch_var(v: ArrayLike, *, N: int, oc: int, h: int, w: int) -> Array:
    """Give the biased variance of each channel of a batch.

    Shapes: v (N oc h w,) → (oc,).
    Raises: ValueError for another length.
    Source: Proofs.StableHLO.batchVar.
    """
    v = jnp.asarray(v)
    require_shape("v", v.shape, (N * oc * h * w,))
    return _var(v.reshape(N, oc, h, w), (0, 2, 3)).reshape(oc)


# ----- statistics along axes ----------------------------------------------------------------


def bn_batch(eps: ArrayLike, gamma: Array, beta: Array, x: Array) -> Array:
    """Normalise a batch (N, oc, h, w). The shapes are the caller's to check."""
    scaled = gamma[:, None, None] * normalise(x, (0, 2, 3), eps)
    return scaled + beta[:, None, None]


def normalise(x: Array, axes: int | tuple[int, ...], eps: ArrayLike) -> Array:
    """Centre and scale by the statistics along the axes."""
    centred = x - _mean(x, axes)
    return centred * _scale(_mean(centred * centred, axes), eps)


def _mean(x: Array, axes: int | tuple[int, ...]) -> Array:
    total = x.sum(axis=axes, keepdims=True)
    return total / max(x.size // max(total.size, 1), 1)


def _var(x: Array, axes: int | tuple[int, ...]) -> Array:
    centred = x - _mean(x, axes)
    return _mean(centred * centred, axes)


def _scale(var: Array, eps: ArrayLike) -> Array:
    inside = var + eps
    positive = inside > 0
    root = jnp.sqrt(jnp.where(positive, inside, 1.0))
    return jnp.where(positive, 1 / root, 0.0)


def _swapped(v: Array, outer: int, inner: int, rest: int) -> Array:
    require_shape("v", v.shape, (outer * inner * rest,))
    return v.reshape(outer, inner, rest).swapaxes(0, 1).reshape(-1)
