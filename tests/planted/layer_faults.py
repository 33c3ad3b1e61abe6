"""Planted faulty ports of convolutions, batch norm and residual blocks: each has the signature of
the right one and one fault.

`BOUND_TO` and `EXPECTED` are as in `pool_faults`: written by reasoning from the statements, before
any run, and a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import conv, stages
from oracles.batch_norm import normalise

Array = NDArray[Any]  # any dtype, as in the oracles

# ----- convolution --------------------------------------------------------------------------


def mirrored_conv2d(W: Array, b: Array, x: Array) -> Array:
    """Mirror the kernel, as the convolution of signal processing does.

    Refuted by what says which neighbour an entry reads. Not by a kernel of one cell, not by
    linearity.
    """
    return conv.conv2d(W[:, :, ::-1, ::-1], b, x)


def before_padded_conv2d(W: Array, b: Array, x: Array) -> Array:
    """Put the odd cell of an even kernel's padding before the image: kernels of odd size agree.

    Refuted by the definition and the law on an even kernel.
    """
    kH, kW = W.shape[2:]
    return conv.conv2d(np.pad(W, ((0, 0), (0, 0), (0, 1 - kH % 2), (0, 1 - kW % 2))), b, x)


def reversed_axes_flatten(W: Array) -> Array:
    """List the entries with the output channel running fastest.

    Refuted by the definition and the two round trips.
    """
    return W.transpose(3, 2, 1, 0).reshape(-1)


def same_padding_stride2(W: Array, b: Array, v: Array, *, h: int, w: int) -> Array:
    """Pad as XLA's SAME does at stride 2: the same function where the kernel has one cell.

    Refuted by the definition and the law that says which place is read.
    """
    x = v.reshape(W.shape[1], 2 * h, 2 * w)
    return _same_padded(W, b, x[None], h, w)[0].reshape(-1)


def even_phase_xla(W: Array, b: Array, v: Array, *, h: int, w: int) -> Array:
    """Keep the even cells where the odd ones are asked for.

    Refuted by the definition and the law that says which place is read.
    """
    return conv.flat_conv_stride2(W, b, v, h=h, w=w)


def odd_decimate_flat(v: Array, *, oc: int, h: int, w: int) -> Array:
    """Keep the odd cells. Refuted by the definition."""
    return conv.decimate_odd_flat(v, oc=oc, h=h, w=w)


def odd_decimate_idx(*, oc: int, h: int, w: int) -> Array:
    """Keep the odd cells. Refuted by the definition."""
    return conv.decimate_odd_idx(oc=oc, h=h, w=w)


# ----- statistics ---------------------------------------------------------------------------


def unbiased_var(x: Array) -> float:
    """Divide by one less than the number of values.

    Refuted by the definition and the laws that say what a variance is.
    """
    return float(((x - x.mean()) ** 2).sum() / max(x.size - 1, 1)) if x.size else 0.0


def eps_outside_istd(x: Array, eps: float) -> float:
    """Add eps to the root, not under it. Refuted by the definition."""
    scale = np.sqrt(x.var() if x.size else 0.0) + eps
    return float(1 / scale) if scale else 0.0


def unbiased_batch(
    eps: float, gamma: Array, beta: Array, v: Array, *, N: int, oc: int, h: int, w: int
) -> Array:
    """Divide the variance by one less. Refuted by the definition and the formula of a cell."""
    x = v.reshape(N, oc, h, w)
    count = N * h * w
    return _batch(x, (0, 2, 3), lambda var: var * count / max(count - 1, 1) + eps, gamma, beta)


def eps_outside_batch(
    eps: float, gamma: Array, beta: Array, v: Array, *, N: int, oc: int, h: int, w: int
) -> Array:
    """Add eps to the root. Refuted by the definition and the formula of a cell."""
    x = v.reshape(N, oc, h, w)
    return _batch(x, (0, 2, 3), lambda var: (np.sqrt(var) + eps) ** 2, gamma, beta)


def per_example_batch(
    eps: float, gamma: Array, beta: Array, v: Array, *, N: int, oc: int, h: int, w: int
) -> Array:
    """Take the statistics of each example: right for a batch of one.

    Refuted by the definition and the formula of a cell.
    """
    x = v.reshape(N, oc, h, w)
    return _batch(x, (2, 3), lambda var: var + eps, gamma, beta)


def per_place_batch(
    eps: float, gamma: Array, beta: Array, v: Array, *, N: int, oc: int, h: int, w: int
) -> Array:
    """Take the statistics over the examples alone. Refuted as per-example statistics are."""
    x = v.reshape(N, oc, h, w)
    return _batch(x, (0,), lambda var: var + eps, gamma, beta)


def across_channels_batch(
    eps: float, gamma: Array, beta: Array, v: Array, *, N: int, oc: int, h: int, w: int
) -> Array:
    """Take one mean and one variance for all channels: right where there is one channel.

    Refuted as per-example statistics are.
    """
    x = v.reshape(N, oc, h, w)
    return _batch(x, (0, 1, 2, 3), lambda var: var + eps, gamma, beta)


def unmoved_bnchw_idx(*, N: int, oc: int, h: int, w: int) -> Array:
    """Leave examples and channels where they are: right for one example or one channel.

    Refuted by the definition and the two round trips.
    """
    return np.arange(N * oc * h * w)


# ----- networks -----------------------------------------------------------------------------


def dropped_skip(f: Callable[[Array], Array], x: Array) -> Array:
    """Forget the input. Refuted by the definition and the law on the identity projection."""
    return f(x)


def channels_last_average(v: Array, *, c: int, h: int, w: int) -> Array:
    """Read the flat tensor with the channel running fastest. Refuted by the definition."""
    return v.reshape(h * w, c).sum(axis=0) / max(h * w, 1)


def channels_last_head(W: Array, b: Array, x: Array, *, N: int, h: int, w: int) -> Array:
    """Average with the channel running fastest. Refuted by the definition."""
    images = x.reshape(N, h * w, W.shape[0])
    scores: Array = images.sum(axis=1) / max(h * w, 1) @ W + b
    return scores.reshape(-1)


def unrectified_stage(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Forget the rectifier. Refuted by the definition."""
    return stages.proj_b(W, b, eps, gamma, beta, x, N=N, h=h, w=w)


def same_padding_stage(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Pad the strided convolution as XLA's SAME does. Refuted by the definition."""
    return stages.rectified(_same_norm(W, b, eps, gamma, beta, _images(x, N, W, h, w))).reshape(-1)


def same_padding_stem(
    W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array, *, N: int, h: int, w: int
) -> Array:
    """Pad the 7 × 7 convolution as XLA's SAME does. Refuted by the definition."""
    images = _images(x, N, W, 2 * h, 2 * w)
    out = stages.rectified(_same_norm(W, b, eps, gamma, beta, images))
    if not out.size:
        return np.zeros(N * W.shape[0] * h * w)
    top = np.pad(out, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=-np.inf)
    windows = np.lib.stride_tricks.sliding_window_view(top, (3, 3), axis=(2, 3))
    return windows[:, :, ::2, ::2].max(axis=(-2, -1)).reshape(-1)


def skipless_block(p: Any, x: Array, *, N: int, h: int, w: int) -> Array:
    """Forget the skip of a block. Refuted by the definition."""
    images = x.reshape(N, p.W1.shape[1], h, w)
    return stages.rectified(_last(p, _middle(p, _first(p, images)))).reshape(-1)


def unrectified_block(p: Any, x: Array, *, N: int, h: int, w: int) -> Array:
    """Forget the rectifier after the sum. Refuted by the definition."""
    images = x.reshape(N, p.W1.shape[1], h, w)
    return (_last(p, _middle(p, _first(p, images))) + images).reshape(-1)


def first_stride_block(p: Any, x: Array, *, N: int, h: int, w: int) -> Array:
    """Put the stride on the first 1 × 1, as the network of 2015 does. Refuted by the definition."""
    images = x.reshape(N, p.W1.shape[1], 2 * h, 2 * w)
    body = _last(p, _middle(p, _first(p, images, stride=2)))
    return stages.rectified(_skip(p, images) + body).reshape(-1)


def same_padding_block(p: Any, x: Array, *, N: int, h: int, w: int) -> Array:
    """Pad the 3 × 3 of stride 2 as XLA's SAME does. Refuted by the definition."""
    images = x.reshape(N, p.W1.shape[1], 2 * h, 2 * w)
    first = _first(p, images)
    middle = stages.rectified(_same_norm(p.W2, p.b2, p.ε2, p.γ2, p.β2, first))
    return stages.rectified(_skip(p, images) + _last(p, middle)).reshape(-1)


def same_padding_skip(p: Any, x: Array, *, N: int, h: int, w: int) -> Array:
    """Pad the 1 × 1 skip of stride 2 as XLA's SAME does: no fault, it is the same function."""
    images = x.reshape(N, p.W1.shape[1], 2 * h, 2 * w)
    skip = _same_norm(p.Wp, p.bp, p.εp, p.γp, p.βp, images)
    return stages.rectified(skip + _last(p, _middle(p, _first(p, images), stride=2))).reshape(-1)


# ----- the table ----------------------------------------------------------------------------

BOUND_TO: dict[str, str] = {
    "mirrored_conv2d": "Proofs.conv2d",
    "before_padded_conv2d": "Proofs.conv2d",
    "reversed_axes_flatten": "Proofs.Kernel4.flatten",
    "same_padding_stride2": "Proofs.flatConvStride2",
    "even_phase_xla": "Proofs.flatConvStride2Xla",
    "odd_decimate_flat": "Proofs.decimateFlat",
    "odd_decimate_idx": "Proofs.decimateIdx",
    "unbiased_var": "Proofs.bnVar",
    "eps_outside_istd": "Proofs.bnIstd",
    "unbiased_batch": "Proofs.StableHLO.bnBatchLA",
    "eps_outside_batch": "Proofs.StableHLO.bnBatchLA",
    "per_example_batch": "Proofs.StableHLO.bnBatchLA",
    "per_place_batch": "Proofs.StableHLO.bnBatchLA",
    "across_channels_batch": "Proofs.StableHLO.bnBatchLA",
    "unmoved_bnchw_idx": "Proofs.bnchwFwdIdx",
    "dropped_skip": "Proofs.residual",
    "channels_last_average": "Proofs.globalAvgPoolFlat",
    "channels_last_head": "Proofs.r34HeadB",
    "unrectified_stage": "Proofs.StableHLO.cbReluB",
    "same_padding_stage": "Proofs.StableHLO.cbReluStridedB",
    "same_padding_stem": "Proofs.r34StemB",
    "skipless_block": "Proofs.r50IdB",
    "unrectified_block": "Proofs.r50IdB",
    "first_stride_block": "Proofs.r50DownB",
    "same_padding_block": "Proofs.r50DownB",
}

PORT_SET: dict[str, str] = dict.fromkeys(BOUND_TO, "numpy")

OUTSIDE_ONLY: frozenset[str] = frozenset()

CELL = ("Proofs.StableHLO.bnBatchLA", "Proofs.StableHLO.bnBatchLA_apply")

EXPECTED: dict[str, tuple[str, ...]] = {
    "mirrored_conv2d": (
        "Proofs.conv2d",
        "Proofs.conv2d_reads_below",
        "Proofs.conv2d_even_reads_after",
        "Proofs.flatConvStride2_apply",
    ),
    "before_padded_conv2d": ("Proofs.conv2d", "Proofs.conv2d_even_reads_after"),
    "reversed_axes_flatten": (
        "Proofs.Kernel4.flatten",
        "Proofs.Kernel4.unflatten_flatten",
        "Proofs.Kernel4.flatten_unflatten",
    ),
    "same_padding_stride2": ("Proofs.flatConvStride2", "Proofs.flatConvStride2_apply"),
    "even_phase_xla": ("Proofs.flatConvStride2Xla", "Proofs.flatConvStride2Xla_apply"),
    "odd_decimate_flat": ("Proofs.decimateFlat",),
    "odd_decimate_idx": ("Proofs.decimateIdx",),
    "unbiased_var": ("Proofs.bnVar", "Proofs.bnVar_eq_mean_sq_sub", "Proofs.bnXhat_var"),
    "eps_outside_istd": ("Proofs.bnIstd",),
    "unbiased_batch": CELL,
    "eps_outside_batch": CELL,
    "per_example_batch": CELL,
    "per_place_batch": CELL,
    "across_channels_batch": CELL,
    "unmoved_bnchw_idx": (
        "Proofs.bnchwFwdIdx",
        "Proofs.bnchwFwdIdx_bnchwBackIdx",
        "Proofs.bnchwBackIdx_bnchwFwdIdx",
    ),
    "dropped_skip": ("Proofs.residual", "Proofs.residualProj_id"),
    "channels_last_average": ("Proofs.globalAvgPoolFlat",),
    "channels_last_head": ("Proofs.r34HeadB",),
    "unrectified_stage": ("Proofs.StableHLO.cbReluB",),
    "same_padding_stage": ("Proofs.StableHLO.cbReluStridedB",),
    "same_padding_stem": ("Proofs.r34StemB",),
    "skipless_block": ("Proofs.r50IdB",),
    "unrectified_block": ("Proofs.r50IdB",),
    "first_stride_block": ("Proofs.r50DownB",),
    "same_padding_block": ("Proofs.r50DownB",),
}


# ----- parts --------------------------------------------------------------------------------


def _batch(
    x: Array,
    axes: tuple[int, ...],
    inside: Callable[[Array], Array],
    gamma: Array,
    beta: Array,
) -> Array:
    if not x.size:
        return x.reshape(-1)
    root = np.sqrt(np.maximum(inside(x.var(axis=axes, keepdims=True)), 0))
    scale = np.divide(1, root, out=np.zeros_like(root), where=root > 0)
    scaled = gamma[:, None, None] * (x - x.mean(axis=axes, keepdims=True)) * scale
    return (scaled + beta[:, None, None]).reshape(-1)


def _images(x: Array, N: int, W: Array, h: int, w: int) -> Array:
    return x.reshape(N, W.shape[1], 2 * h, 2 * w)


def _same_padded(W: Array, b: Array, x: Array, h: int, w: int) -> Array:
    """Cells 2i, 2i + 1, … from what SAME pads before: (k - 2) // 2 for k ≥ 2, else nothing."""
    kH, kW = W.shape[2:]
    low = (max(kH - 2, 0) // 2, max(kW - 2, 0) // 2)
    padded = np.pad(x, ((0, 0), (0, 0), (low[0], kH), (low[1], kW)))
    out = np.broadcast_to(b[:, None], (x.shape[0], W.shape[0], h * w))
    for p in range(kH):
        for q in range(kW):
            cells = padded[:, :, p : p + 2 * h : 2, q : q + 2 * w : 2]
            out = out + W[:, :, p, q] @ cells.reshape(x.shape[0], W.shape[1], h * w)
    return out.reshape(x.shape[0], W.shape[0], h, w)


def _same_norm(W: Array, b: Array, eps: float, gamma: Array, beta: Array, x: Array) -> Array:
    out = _same_padded(W, b, x, x.shape[2] // 2, x.shape[3] // 2)
    return gamma[:, None, None] * normalise(out, (0, 2, 3), eps) + beta[:, None, None]


def _first(p: Any, x: Array, *, stride: int = 1) -> Array:
    return stages.rectified(stages.conv_norm(p.W1, p.b1, p.ε1, p.γ1, p.β1, x, stride=stride))


def _middle(p: Any, x: Array, *, stride: int = 1) -> Array:
    return stages.rectified(stages.conv_norm(p.W2, p.b2, p.ε2, p.γ2, p.β2, x, stride=stride))


def _last(p: Any, x: Array) -> Array:
    return stages.conv_norm(p.W3, p.b3, p.ε3, p.γ3, p.β3, x)


def _skip(p: Any, x: Array) -> Array:
    return stages.conv_norm(p.Wp, p.bp, p.εp, p.γp, p.βp, x, stride=2)
