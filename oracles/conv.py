"""Convolution of one image in NumPy, at stride 1 and 2: a cross-correlation, nothing mirrored.

A kernel of k rows is padded by (k - 1) // 2 rows of zeros above and by k // 2 below. Stride 2 keeps
the even cells (phase 0, symmetric padding) or the odd ones (phase 1, what XLA calls SAME for odd
kernels of at least 3). The ports of several images, in `stages`, share `correlate`.
"""

from __future__ import annotations

import numpy as np

from oracles.flat import Array, Indices, tensor3_flatten, tensor3_unflatten
from oracles.shapes import require_shape


def kernel4_flatten(W: Array) -> Array:
    """List the entries of the kernels, the column running fastest.

    Shapes: W (oc, ic, kH, kW) → (oc ic kH kW,).
    Raises: ValueError for another rank.
    Source: Proofs.Kernel4.flatten.
    """
    require_shape("W", W.shape, (None, None, None, None))
    return W.reshape(-1)


def kernel4_unflatten(v: Array, *, oc: int, ic: int, kH: int, kW: int) -> Array:
    """Read kernels back from a flat vector.

    Shapes: v (oc ic kH kW,) → (oc, ic, kH, kW).
    Raises: ValueError for another length.
    Source: Proofs.Kernel4.unflatten.
    """
    require_shape("v", v.shape, (oc * ic * kH * kW,))
    return v.reshape(oc, ic, kH, kW)


def conv2d(W: Array, b: Array, x: Array) -> Array:
    """Correlate the kernels with an image that is zero outside, and add the bias.

    Shapes: W (oc, ic, kH, kW), b (oc,), x (ic, h, w) → (oc, h, w). Any kernel size, even or 0.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.conv2d.
    """
    require_conv(W, b)
    require_shape("x", x.shape, (W.shape[1], None, None))
    return correlate(W, b, x)


def flat_conv(W: Array, b: Array, v: Array, *, h: int, w: int) -> Array:
    """Convolve a flat image into a flat image.

    Shapes: W (oc, ic, kH, kW), b (oc,), v (ic h w,) → (oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.flatConv.
    """
    require_conv(W, b)
    return tensor3_flatten(conv2d(W, b, tensor3_unflatten(v, c=W.shape[1], h=h, w=w)))


# ----- stride 2 -----------------------------------------------------------------------------


def decimate_idx(*, oc: int, h: int, w: int) -> Indices:
    """Find the flat index of the even cell (2i, 2j) that each flat output index keeps.

    Shapes: → (oc h w,), integers below oc 2h 2w.
    Source: Proofs.decimateIdx.
    """
    return _kept(0, oc, h, w)


def decimate_flat(v: Array, *, oc: int, h: int, w: int) -> Array:
    """Keep the even cells of every channel.

    Shapes: v (oc 2h 2w,) → (oc h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.decimateFlat.
    """
    return tensor3_flatten(tensor3_unflatten(v, c=oc, h=2 * h, w=2 * w)[:, ::2, ::2])


def flat_conv_stride2(W: Array, b: Array, v: Array, *, h: int, w: int) -> Array:
    """Convolve a flat image at stride 2, with symmetric padding where the kernel is odd.

    Shapes: W (oc, ic, kH, kW), b (oc,), v (ic 2h 2w,) → (oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.flatConvStride2.
    """
    require_conv(W, b)
    x = tensor3_unflatten(v, c=W.shape[1], h=2 * h, w=2 * w)
    return tensor3_flatten(correlate(W, b, x, stride=2))


def decimate_odd_idx(*, oc: int, h: int, w: int) -> Indices:
    """Find the flat index of the odd cell (2i + 1, 2j + 1) that each flat output index keeps.

    Shapes: → (oc h w,), integers below oc 2h 2w.
    Source: Proofs.decimateOddIdx.
    """
    return _kept(1, oc, h, w)


def decimate_odd_flat(v: Array, *, oc: int, h: int, w: int) -> Array:
    """Keep the odd cells of every channel.

    Shapes: v (oc 2h 2w,) → (oc h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.decimateOddFlat.
    """
    return tensor3_flatten(tensor3_unflatten(v, c=oc, h=2 * h, w=2 * w)[:, 1::2, 1::2])


def flat_conv_stride2_xla(W: Array, b: Array, v: Array, *, h: int, w: int) -> Array:
    """Convolve a flat image at stride 2 in the odd phase.

    Shapes: W (oc, ic, kH, kW), b (oc,), v (ic 2h 2w,) → (oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.flatConvStride2Xla.
    """
    require_conv(W, b)
    x = tensor3_unflatten(v, c=W.shape[1], h=2 * h, w=2 * w)
    return tensor3_flatten(correlate(W, b, x, stride=2, phase=1))


# ----- images as arrays ---------------------------------------------------------------------


def require_conv(W: Array, b: Array) -> None:
    """Raise ValueError unless W and b are the kernels and the biases of one layer."""
    require_shape("W", W.shape, (None, None, None, None))
    require_shape("b", b.shape, (W.shape[0],))


def correlate(W: Array, b: Array, x: Array, *, stride: int = 1, phase: int = 0) -> Array:
    """Correlate images (…, ic, h, w), and keep every stride-th cell from `phase` on.

    One matrix product for each entry of a kernel. The shapes are the caller's to check.
    """
    oc, _, kH, kW = W.shape
    *batch, ic, rows, columns = x.shape
    low = (max(kH - 1, 0) // 2, max(kW - 1, 0) // 2)
    pads = [(0, 0)] * (x.ndim - 2) + [(low[0], kH // 2), (low[1], kW // 2)]
    padded = np.pad(x, pads)
    h, w = (len(range(phase, n, stride)) for n in (rows, columns))
    out = np.broadcast_to(b[:, None], (*batch, oc, h * w))
    for p in range(kH):
        for q in range(kW):
            across = slice(q + phase, q + columns, stride)
            window = padded[..., p + phase : p + rows : stride, across]
            out = out + W[:, :, p, q] @ window.reshape(*batch, ic, h * w)
    return out.reshape(*batch, oc, h, w)


def _kept(phase: int, oc: int, h: int, w: int) -> Indices:
    cells = np.arange(oc * 2 * h * 2 * w).reshape(oc, 2 * h, 2 * w)
    return cells[:, phase::2, phase::2].reshape(-1)
