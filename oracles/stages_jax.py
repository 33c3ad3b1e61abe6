"""Stages of residual networks on a batch, in JAX: function by function as in `stages`.

Everything here is jitted, with the sizes static. Shapes are checked when traced.
"""

from __future__ import annotations

from typing import cast

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from oracles.batch_norm_jax import bn_batch
from oracles.conv_jax import conv_arrays, correlate
from oracles.jit_jax import jitted
from oracles.residual_jax import channel_averages
from oracles.shapes import require_shape


@jitted("N", "h", "w")
def cb_relu_b(
    W: ArrayLike,
    b: ArrayLike,
    eps: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    x: ArrayLike,
    *,
    N: int,
    h: int,
    w: int,
) -> Array:
    """Convolve, normalise, rectify.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.cbReluB.
    """
    W, b, gamma, beta = norm_arrays(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], h, w)
    return rectified(conv_norm(W, b, eps, gamma, beta, images)).reshape(-1)


@jitted("N", "h", "w")
def cb_relu_strided_b(
    W: ArrayLike,
    b: ArrayLike,
    eps: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    x: ArrayLike,
    *,
    N: int,
    h: int,
    w: int,
) -> Array:
    """Convolve at stride 2, normalise, rectify.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic 2h 2w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.cbReluStridedB.
    """
    W, b, gamma, beta = norm_arrays(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], 2 * h, 2 * w)
    return rectified(conv_norm(W, b, eps, gamma, beta, images, stride=2)).reshape(-1)


@jitted("N", "h", "w")
def proj_strided_b(
    W: ArrayLike,
    b: ArrayLike,
    eps: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    x: ArrayLike,
    *,
    N: int,
    h: int,
    w: int,
) -> Array:
    """Convolve at stride 2, normalise.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic 2h 2w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.StableHLO.projStridedB.
    """
    W, b, gamma, beta = norm_arrays(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], 2 * h, 2 * w)
    return conv_norm(W, b, eps, gamma, beta, images, stride=2).reshape(-1)


@jitted("N", "h", "w")
def proj_b(
    W: ArrayLike,
    b: ArrayLike,
    eps: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    x: ArrayLike,
    *,
    N: int,
    h: int,
    w: int,
) -> Array:
    """Convolve, normalise.

    Shapes: W (oc, ic, kH, kW), b, gamma and beta (oc,), x (N ic h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.projB.
    """
    W, b, gamma, beta = norm_arrays(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], h, w)
    return conv_norm(W, b, eps, gamma, beta, images).reshape(-1)


@jitted("N", "h", "w")
def r34_stem_b(
    W: ArrayLike,
    b: ArrayLike,
    eps: ArrayLike,
    gamma: ArrayLike,
    beta: ArrayLike,
    x: ArrayLike,
    *,
    N: int,
    h: int,
    w: int,
) -> Array:
    """Convolve 7 × 7 at stride 2, normalise, rectify, and pool 3 × 3 at stride 2.

    Shapes: W (oc, ic, 7, 7), b, gamma and beta (oc,), x (N ic 4h 4w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r34StemB.
    """
    W, b, gamma, beta = norm_arrays(W, b, gamma, beta)
    images = as_images(x, N, W.shape[1], 4 * h, 4 * w)
    return stem(W, b, eps, gamma, beta, images).reshape(-1)


@jitted("N", "h", "w")
def r34_head_b(W: ArrayLike, b: ArrayLike, x: ArrayLike, *, N: int, h: int, w: int) -> Array:
    """Average each channel, and apply a dense layer.

    Shapes: W (c, classes), b (classes,), x (N c h w,) → (N classes,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r34HeadB.
    """
    W, b = jnp.asarray(W), jnp.asarray(b)
    require_shape("W", W.shape, (None, None))
    require_shape("b", b.shape, (W.shape[1],))
    return head(W, b, as_images(x, N, W.shape[0], h, w)).reshape(-1)


# ----- on images (N, channels, rows, columns) -----------------------------------------------


def norm_arrays(
    W: ArrayLike, b: ArrayLike, gamma: ArrayLike, beta: ArrayLike
) -> tuple[Array, Array, Array, Array]:
    """The four as arrays; raise ValueError unless they are those of one normalised convolution."""
    W, b = conv_arrays(W, b)
    gamma, beta = jnp.asarray(gamma), jnp.asarray(beta)
    require_shape("gamma", gamma.shape, b.shape)
    require_shape("beta", beta.shape, b.shape)
    return W, b, gamma, beta


def as_images(x: ArrayLike, N: int, c: int, h: int, w: int) -> Array:
    """A flat batch as an array. Raises: ValueError for another length."""
    x = jnp.asarray(x)
    require_shape("x", x.shape, (N * c * h * w,))
    return x.reshape(N, c, h, w)


def conv_norm(
    W: Array, b: Array, eps: ArrayLike, gamma: Array, beta: Array, x: Array, *, stride: int = 1
) -> Array:
    """Convolve and normalise. The shapes are the caller's to check."""
    return bn_batch(eps, gamma, beta, correlate(W, b, x, stride=stride))


def rectified(x: Array) -> Array:
    """Keep what is positive; all else is 0."""
    return jnp.where(x > 0, x, 0)


def stem(W: Array, b: Array, eps: ArrayLike, gamma: Array, beta: Array, x: Array) -> Array:
    """Convolve at stride 2, normalise, rectify, and pool. The shapes are the caller's to check."""
    out = rectified(conv_norm(W, b, eps, gamma, beta, x, stride=2))
    if not out.size:
        return out.reshape(x.shape[0], b.size, x.shape[2] // 4, x.shape[3] // 4)
    lowest = np.array(-np.inf, out.dtype)
    pads = ((0, 0), (0, 0), (1, 1), (1, 1))
    pooled = lax.reduce_window(out, lowest, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), pads)
    return cast(Array, pooled)


def head(W: Array, b: Array, x: Array) -> Array:
    """Average each channel, and apply a dense layer. The shapes are the caller's to check."""
    return channel_averages(x) @ W + b
