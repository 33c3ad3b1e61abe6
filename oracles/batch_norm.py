"""Normalisation by the statistics of a vector, a row, or a channel of a batch, in NumPy.

The variance is biased: divided by the number of values. `eps` stands inside the root and may have
any sign: where variance and eps have no positive sum the scale is 0, and so is the mean of nothing.
A batch (N, oc, h, w) is a flat vector in that order; its channels' statistics run over N, h and w.
"""

from __future__ import annotations

import numpy as np

from oracles.flat import Array, Indices
from oracles.shapes import require_shape

# ----- one vector ---------------------------------------------------------------------------


def bn_mean(x: Array) -> float:
    """Average the entries.

    Shapes: x (n,); the mean of none is 0.
    Raises: ValueError for another rank.
    Source: Proofs.bnMean.
    """
    require_shape("x", x.shape, (None,))
    return float(_mean(x, 0)[0])


def bn_var(x: Array) -> float:
    """Average the squared distances from the mean: the biased variance.

    Shapes: x (n,); the variance of none is 0.
    Raises: ValueError for another rank.
    Source: Proofs.bnVar.
    """
    require_shape("x", x.shape, (None,))
    return float(_var(x, 0)[0])


def bn_istd(x: Array, eps: float) -> float:
    """Give one over the root of variance + eps, 0 where that sum is not positive.

    Shapes: x (n,).
    Raises: ValueError for another rank.
    Source: Proofs.bnIstd.
    """
    require_shape("x", x.shape, (None,))
    return float(_scale(_var(x, 0), eps)[0])


def bn_xhat(eps: float, x: Array) -> Array:
    """Centre the entries, and scale them.

    Shapes: x (n,) → (n,).
    Raises: ValueError for another rank.
    Source: Proofs.bnXhat.
    """
    require_shape("x", x.shape, (None,))
    return normalise(x, 0, eps)


def bn_forward(eps: float, gamma: float, beta: float, x: Array) -> Array:
    """Centre the entries, scale them, and map them by gamma and beta.

    Shapes: x (n,) → (n,).
    Raises: ValueError for another rank.
    Source: Proofs.bnForward.
    """
    return gamma * bn_xhat(eps, x) + beta


# ----- one row for each channel -------------------------------------------------------------


def bn_per_channel_mat(
    eps: float, gamma: Array, beta: Array, A: Array, *, oc: int, m: int
) -> Array:
    """Normalise every row of a matrix, and map it by its gamma and beta.

    Shapes: gamma (oc,), beta (oc,), A (oc, m) → (oc, m).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.bnPerChannelMat.
    """
    require_shape("gamma", gamma.shape, (oc,))
    require_shape("beta", beta.shape, gamma.shape)
    require_shape("A", A.shape, (oc, m))
    return gamma[:, None] * normalise(A, 1, eps) + beta[:, None]


def bn_per_channel_flat(
    eps: float, gamma: Array, beta: Array, v: Array, *, oc: int, m: int
) -> Array:
    """Normalise every row of a flat matrix, and map it by its gamma and beta.

    Shapes: gamma (oc,), beta (oc,), v (oc m,) → (oc m,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.bnPerChannelFlat.
    """
    require_shape("gamma", gamma.shape, (oc,))
    require_shape("v", v.shape, (oc * m,))
    return bn_per_channel_mat(eps, gamma, beta, v.reshape(oc, m), oc=oc, m=m).reshape(-1)


# ----- a batch ------------------------------------------------------------------------------


def bnchw_fwd_idx(*, N: int, oc: int, h: int, w: int) -> Indices:
    """Find the place (n, c, s) in the batch of value (c, n, s) of the channels' rows.

    Shapes: → (oc N h w,), integers below N oc h w.
    Source: Proofs.bnchwFwdIdx.
    """
    return _swapped(np.arange(N * oc * h * w), N, oc, h * w)


def bnchw_back_idx(*, N: int, oc: int, h: int, w: int) -> Indices:
    """Find the place (c, n, s) in the channels' rows of value (n, c, s) of the batch.

    Shapes: → (N oc h w,), integers below oc N h w.
    Source: Proofs.bnchwBackIdx.
    """
    return _swapped(np.arange(oc * N * h * w), oc, N, h * w)


def bnchw_fwd(v: Array, *, N: int, oc: int, h: int, w: int) -> Array:
    """Write a batch as one row of values per channel.

    Shapes: v (N oc h w,) → (oc N h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.bnchwFwd.
    """
    return _swapped(v, N, oc, h * w)


def bnchw_back(v: Array, *, N: int, oc: int, h: int, w: int) -> Array:
    """Write the rows of the channels as a batch.

    Shapes: v (oc N h w,) → (N oc h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.bnchwBack.
    """
    return _swapped(v, oc, N, h * w)


def bn_batch_tensor4(
    eps: float, gamma: Array, beta: Array, v: Array, *, N: int, oc: int, h: int, w: int
) -> Array:
    """Normalise each channel of a batch by its statistics over examples and places.

    Shapes: gamma (oc,), beta (oc,), v (N oc h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.bnBatchTensor4.
    """
    return bn_batch_la(eps, gamma, beta, v, N=N, oc=oc, h=h, w=w)


def bn_batch_la(
    eps: float, gamma: Array, beta: Array, v: Array, *, N: int, oc: int, h: int, w: int
) -> Array:
    """Normalise each channel of a batch by its statistics over examples, rows and columns.

    Shapes: gamma (oc,), beta (oc,), v (N oc h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.bnBatchLA.
    """
    require_shape("gamma", gamma.shape, (oc,))
    require_shape("beta", beta.shape, gamma.shape)
    require_shape("v", v.shape, (N * oc * h * w,))
    return bn_batch(eps, gamma, beta, v.reshape(N, oc, h, w)).reshape(-1)


def batch_mean(v: Array, *, N: int, oc: int, h: int, w: int) -> Array:
    """Average each channel of a batch.

    Shapes: v (N oc h w,) → (oc,).
    Raises: ValueError for another length.
    Source: Proofs.StableHLO.batchMean.
    """
    require_shape("v", v.shape, (N * oc * h * w,))
    return _mean(v.reshape(N, oc, h, w), (0, 2, 3)).reshape(oc)


def batch_var(v: Array, *, N: int, oc: int, h: int, w: int) -> Array:
    """Give the biased variance of each channel of a batch.

    Shapes: v (N oc h w,) → (oc,).
    Raises: ValueError for another length.
    Source: Proofs.StableHLO.batchVar.
    """
    require_shape("v", v.shape, (N * oc * h * w,))
    return _var(v.reshape(N, oc, h, w), (0, 2, 3)).reshape(oc)


# ----- statistics along axes ----------------------------------------------------------------


def bn_batch(eps: float, gamma: Array, beta: Array, x: Array) -> Array:
    """Normalise a batch (N, oc, h, w). The shapes are the caller's to check."""
    scaled = gamma[:, None, None] * normalise(x, (0, 2, 3), eps)
    return scaled + beta[:, None, None]


def normalise(x: Array, axes: int | tuple[int, ...], eps: float) -> Array:
    """Centre and scale by the statistics along the axes."""
    centred: Array = x - _mean(x, axes)
    return centred * _scale(_mean(centred * centred, axes), eps)


def _mean(x: Array, axes: int | tuple[int, ...]) -> Array:
    total: Array = x.sum(axis=axes, keepdims=True)
    return total / max(x.size // max(total.size, 1), 1)


def _var(x: Array, axes: int | tuple[int, ...]) -> Array:
    centred: Array = x - _mean(x, axes)
    return _mean(centred * centred, axes)


def _scale(var: Array, eps: float) -> Array:
    inside: Array = var + eps
    positive = inside > 0
    root = np.sqrt(np.where(positive, inside, 1.0))
    return np.where(positive, 1 / root, 0.0)


def _swapped(v: Array, outer: int, inner: int, rest: int) -> Array:
    require_shape("v", v.shape, (outer * inner * rest,))
    return v.reshape(outer, inner, rest).swapaxes(0, 1).reshape(-1)
