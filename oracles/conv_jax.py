"""Convolution of one image in JAX, function by function as in `conv`.

Everything here is jitted, with the sizes static. Shapes are checked when traced.
"""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import ArrayLike

from oracles.flat_jax import tensor3_flatten, tensor3_unflatten
from oracles.jit_jax import jitted
from oracles.shapes import require_shape


@jitted()
def kernel4_flatten(W: ArrayLike) -> Array:
    """List the entries of the kernels, the column running fastest.

    Shapes: W (oc, ic, kH, kW) → (oc ic kH kW,).
    Raises: ValueError for another rank.
    Source: Proofs.Kernel4.flatten.
    """
    W = jnp.asarray(W)
    require_shape("W", W.shape, (None, None, None, None))
    return W.reshape(-1)


@jitted("oc", "ic", "kH", "kW")
def kernel4_unflatten(v: ArrayLike, *, oc: int, ic: int, kH: int, kW: int) -> Array:
    """Read kernels back from a flat vector.

    Shapes: v (oc ic kH kW,) → (oc, ic, kH, kW).
    Raises: ValueError for another length.
    Source: Proofs.Kernel4.unflatten.
    """
    v = jnp.asarray(v)
    require_shape("v", v.shape, (oc * ic * kH * kW,))
    return v.reshape(oc, ic, kH, kW)


@jitted()
def conv2d(W: ArrayLike, b: ArrayLike, x: ArrayLike) -> Array:
    """Correlate the kernels with an image that is zero outside, and add the bias.

    Shapes: W (oc, ic, kH, kW), b (oc,), x (ic, h, w) → (oc, h, w). Any kernel size, even or 0.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.conv2d.
    """
    W, b = conv_arrays(W, b)
    x = jnp.asarray(x)
    require_shape("x", x.shape, (W.shape[1], None, None))
    return correlate(W, b, x[None])[0]


@jitted("h", "w")
def flat_conv(W: ArrayLike, b: ArrayLike, v: ArrayLike, *, h: int, w: int) -> Array:
    """Convolve a flat image into a flat image.

    Shapes: W (oc, ic, kH, kW), b (oc,), v (ic h w,) → (oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.flatConv.
    """
    W, b = conv_arrays(W, b)
    return tensor3_flatten(conv2d(W, b, tensor3_unflatten(v, c=W.shape[1], h=h, w=w)))


# ----- stride 2 -----------------------------------------------------------------------------


@jitted("oc", "h", "w")
def decimate_idx(*, oc: int, h: int, w: int) -> Array:
    """Find the flat index of the even cell (2i, 2j) that each flat output index keeps.

    Shapes: → (oc h w,), integers below oc 2h 2w.
    Source: Proofs.decimateIdx.
    """
    return _kept(0, oc, h, w)


@jitted("oc", "h", "w")
def decimate_flat(v: ArrayLike, *, oc: int, h: int, w: int) -> Array:
    """Keep the even cells of every channel.

    Shapes: v (oc 2h 2w,) → (oc h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.decimateFlat.
    """
    return tensor3_flatten(tensor3_unflatten(v, c=oc, h=2 * h, w=2 * w)[:, ::2, ::2])


@jitted("h", "w")
def flat_conv_stride2(W: ArrayLike, b: ArrayLike, v: ArrayLike, *, h: int, w: int) -> Array:
    """Convolve a flat image at stride 2, with symmetric padding where the kernel is odd.

    Shapes: W (oc, ic, kH, kW), b (oc,), v (ic 2h 2w,) → (oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.flatConvStride2.
    """
    W, b = conv_arrays(W, b)
    x = tensor3_unflatten(v, c=W.shape[1], h=2 * h, w=2 * w)
    return tensor3_flatten(correlate(W, b, x[None], stride=2)[0])


@jitted("oc", "h", "w")
def decimate_odd_idx(*, oc: int, h: int, w: int) -> Array:
    """Find the flat index of the odd cell (2i + 1, 2j + 1) that each flat output index keeps.

    Shapes: → (oc h w,), integers below oc 2h 2w.
    Source: Proofs.decimateOddIdx.
    """
    return _kept(1, oc, h, w)


@jitted("oc", "h", "w")
def decimate_odd_flat(v: ArrayLike, *, oc: int, h: int, w: int) -> Array:
    """Keep the odd cells of every channel.

    Shapes: v (oc 2h 2w,) → (oc h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.decimateOddFlat.
    """
    return tensor3_flatten(tensor3_unflatten(v, c=oc, h=2 * h, w=2 * w)[:, 1::2, 1::2])


@jitted("h", "w")
def flat_conv_stride2_xla(W: ArrayLike, b: ArrayLike, v: ArrayLike, *, h: int, w: int) -> Array:
    """Convolve a flat image at stride 2 in the odd phase.

    Shapes: W (oc, ic, kH, kW), b (oc,), v (ic 2h 2w,) → (oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.flatConvStride2Xla.
    """
    W, b = conv_arrays(W, b)
    x = tensor3_unflatten(v, c=W.shape[1], h=2 * h, w=2 * w)
    return tensor3_flatten(correlate(W, b, x[None], stride=2, phase=1)[0])


# ----- images as arrays ---------------------------------------------------------------------


def conv_arrays(W: ArrayLike, b: ArrayLike) -> tuple[Array, Array]:
    """W and b as arrays; raise ValueError unless they are those of one layer."""
    W, b = jnp.asarray(W), jnp.asarray(b)
    require_shape("W", W.shape, (None, None, None, None))
    require_shape("b", b.shape, (W.shape[0],))
    return W, b


def correlate(W: Array, b: Array, x: Array, *, stride: int = 1, phase: int = 0) -> Array:
    """Correlate images (N, ic, h, w), and keep every stride-th cell from `phase` on.

    XLA takes no empty window, so an empty sum is added here. The shapes are the caller's to check.
    """
    rows, columns = x.shape[2:]
    h, w = (len(range(phase, n, stride)) for n in (rows, columns))
    bias = jnp.broadcast_to(b[:, None, None], (x.shape[0], b.size, h, w))
    if not W.size or not x.size:
        return bias
    pads = [((k - 1) // 2 - phase, k // 2) for k in W.shape[2:]]
    return bias + lax.conv_general_dilated(
        x, W, (stride, stride), pads, dimension_numbers=("NCHW", "OIHW", "NCHW")
    )


def _kept(phase: int, oc: int, h: int, w: int) -> Array:
    cells = jnp.arange(oc * 2 * h * 2 * w).reshape(oc, 2 * h, 2 * w)
    return cells[:, phase::2, phase::2].reshape(-1)
