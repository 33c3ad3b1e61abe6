"""Stages of residual networks on a batch, in NumPy.

A stage takes a flat batch and gives one; inside it is an array (N, channels, rows, columns). Every
stage normalises by the statistics of the whole batch, and every stride is in the even phase.
"""

from __future__ import annotations

import numpy as np

from oracles.batch_norm import bn_batch
from oracles.conv import correlate, require_conv
from oracles.flat import Array
from oracles.residual import channel_averages
from oracles.shapes import require_shape


def cb_relu_b(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Convolve, normalise, rectify.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.cbReluB.
    """
    require_layer(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], h, w)
    return rectified(conv_norm(W, b, eps, gamma, beta, images)).reshape(-1)


def cb_relu_strided_b(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Convolve at stride 2, normalise, rectify.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic 2h 2w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.cbReluStridedB.
    """
    require_layer(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], 2 * h, 2 * w)
    return rectified(conv_norm(W, b, eps, gamma, beta, images, stride=2)).reshape(-1)


def proj_strided_b(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Convolve at stride 2, normalise.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic 2h 2w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.projStridedB.
    """
    require_layer(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], 2 * h, 2 * w)
    return conv_norm(W, b, eps, gamma, beta, images, stride=2).reshape(-1)


def proj_b(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Convolve, normalise.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.projB.
    """
    require_layer(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], h, w)
    return conv_norm(W, b, eps, gamma, beta, images).reshape(-1)


def r34_stem_b(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Convolve 7 × 7 at stride 2, normalise, rectify, and pool 3 × 3 at stride 2.

    Shapes: W (oc, ic, 7, 7), b, gamma and beta (oc,), x (N ic 4h 4w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r34StemB.
    """
    require_layer(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], 4 * h, 4 * w)
    return stem(W, b, eps, gamma, beta, images).reshape(-1)


def r34_head_b(W: Array, b: Array, x: Array, *, N: int, h: int, w: int) -> Array:
    """Average each channel, and apply a dense layer.

    Shapes: W (c, classes), b (classes,), x (N c h w,) → (N classes,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r34HeadB.
    """
    require_shape("W", W.shape, (None, None))
    require_shape("b", b.shape, (W.shape[1],))
    return head(W, b, as_images(x, N, W.shape[0], h, w)).reshape(-1)


# ----- on images (N, channels, rows, columns) -----------------------------------------------


def require_layer(W: Array, b: Array, gamma: Array, beta: Array) -> None:
    """Raise ValueError unless these are the parameters of one normalised convolution."""
    require_conv(W, b)
    require_shape("gamma", gamma.shape, b.shape)
    require_shape("beta", beta.shape, b.shape)


def as_images(x: Array, N: int, c: int, h: int, w: int) -> Array:
    """A flat batch as an array. Raises: ValueError for another length."""
    require_shape("x", x.shape, (N * c * h * w,))
    return x.reshape(N, c, h, w)


def conv_norm(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, stride: int = 1
) -> Array:
    """Convolve and normalise. The shapes are the caller's to check."""
    return bn_batch(eps, gamma, beta, correlate(W, b, x, stride=stride))


def rectified(x: Array) -> Array:
    """Keep what is positive; all else is 0."""
    return np.where(x > 0, x, np.zeros_like(x))


def stem(W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array) -> Array:
    """Convolve at stride 2, normalise, rectify, and pool. The shapes are the caller's to check."""
    return _pooled(rectified(conv_norm(W, b, eps, gamma, beta, x, stride=2)))


def head(W: Array, b: Array, x: Array) -> Array:
    """Average each channel, and apply a dense layer. The shapes are the caller's to check."""
    scores: Array = channel_averages(x) @ W + b
    return scores


def _pooled(x: Array) -> Array:
    """The maximum of rows and columns 2i - 1, 2i and 2i + 1, where they are in the image."""
    for axis in (2, 3):
        x = x.swapaxes(axis, 3)
        even, odd = x[..., ::2], x[..., 1::2]
        pooled = np.maximum(even, odd)
        pooled[..., 1:] = np.maximum(pooled[..., 1:], odd[..., :-1])
        x = pooled.swapaxes(axis, 3)
    return x
