"""The 3 × 3 max pool of stride 2 with symmetric padding, in NumPy.

Window i covers rows 2i - 1, 2i, 2i + 1. The read of row -1 is truncated to row 0, which window 0
holds anyway: that is padding with -∞ without an infinity, so every ordered dtype will do.

Worked example: a row 0 1 2 3 gives 1 3; the SAME rule of XLA would give 2 3.
"""

from __future__ import annotations

import numpy as np

from oracles.flat import Array, Indices, tensor3_flatten, tensor3_unflatten
from oracles.shapes import require_even
from oracles.window import (
    window_argmax,
    window_local_reindex,
    window_max_backward,
    window_smooth,
    window_smooth_or_dead,
    window_smooth_up_to,
)

# ----- index maps ---------------------------------------------------------------------------


def win3_read(i: int, a: int) -> int:
    """Give the row that window i reads at offset a, before truncation: -1 is the low pad.

    Domain: i ≥ 0, 0 ≤ a < 3.
    Source: Proofs.win3Read.
    """
    return 2 * i + a - 1


def win3_row_inv(i: int, a: int) -> int:
    """Give the input row that output row i reads at offset a.

    Domain: i ≥ 0, 0 ≤ a < 3; the result is below 2h for i < h.
    Source: Proofs.win3RowInv.
    """
    return max(2 * i + a - 1, 0)


def win3_col_inv(j: int, b: int) -> int:
    """Give the input column that output column j reads at offset b.

    Domain: j ≥ 0, 0 ≤ b < 3; the result is below 2w for j < w.
    Source: Proofs.win3ColInv.
    """
    return max(2 * j + b - 1, 0)


def win3_map(n: int) -> Indices:
    """Tabulate the index map of an axis with n windows: rows of the pool, or columns.

    Shapes: → (n, 3), integers below 2n.
    Source: Proofs.win3RowInv, Proofs.win3ColInv.
    """
    rows: Indices = np.maximum(2 * np.arange(n)[:, None] + np.arange(3) - 1, 0)
    return rows


# ----- the pool -----------------------------------------------------------------------------


def max_pool_3s2(x: Array) -> Array:
    """Take the maximum of each 3 × 3 window, stride 2, symmetric padding.

    Shapes: x (c, 2h, 2w) → (c, h, w), dtype of x.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool3s2; torch.nn.MaxPool2d(3, stride=2, padding=1).
    """
    require_even("x", x.shape)
    rows = np.maximum(x[:, 0::2], x[:, 1::2])
    np.maximum(rows[:, 1:], x[:, 1:-1:2], out=rows[:, 1:])
    pooled = np.maximum(rows[:, :, 0::2], rows[:, :, 1::2])
    np.maximum(pooled[:, :, 1:], rows[:, :, 1:-1:2], out=pooled[:, :, 1:])
    return pooled


def max_pool_3s2_flat(v: Array, *, c: int, h: int, w: int) -> Array:
    """Pool a flat vector into a flat vector.

    Shapes: v (c 2h 2w,) → (c h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.maxPool3s2Flat.
    """
    return tensor3_flatten(max_pool_3s2(tensor3_unflatten(v, c=c, h=2 * h, w=2 * w)))


# ----- when a window has one winner ---------------------------------------------------------


def max_pool_3s2_smooth(x: Array) -> bool:
    """Decide whether every window attains its maximum at one place.

    Shapes: x (c, 2h, 2w).
    Returns: True iff no two places of a window both hold its maximum. The cell that a truncated
        read repeats is one place.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.MaxPool3s2Smooth.
    """
    return window_smooth(*_maps(x), x)


def max_pool_3s2_smooth_or_dead(x: Array) -> bool:
    """Decide whether every window attains its maximum at one place or reads nothing positive.

    Shapes: x (c, 2h, 2w).
    Returns: True iff every window is smooth, or has no cell above 0.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.MaxPool3s2SmoothOrDead.
    """
    return window_smooth_or_dead(*_maps(x), x)


def max_pool_3s2_smooth_up_to(T: Array, x: Array) -> bool:
    """Decide whether every window reads nothing positive or is tied only between related places.

    Shapes: T (2h, 2w, 2h, 2w) bool, x (c, 2h, 2w). T[p, q, p', q'] is Lean's T (p, q) (p', q').
    Returns: True iff every window is dead, or T relates any two places that hold its maximum.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.MaxPool3s2SmoothUpTo.
    """
    return window_smooth_up_to(*_maps(x), T, x)


# ----- argmax and backward ------------------------------------------------------------------


def max_pool_3s2_argmax(x: Array) -> tuple[Indices, Indices]:
    """Find the first maximal offset (a, b) of each window, in row-major order.

    Shapes: x (c, 2h, 2w) → a (c, h, w), b (c, h, w), integers below 3.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool3s2Argmax.
    """
    return window_argmax(*_maps(x), x)


def max_pool_3s2_local_reindex(x: Array) -> Indices:
    """Find the flat input index that each flat output index reads at its argmax.

    Shapes: x (c, 2h, 2w) → (c h w,), integers below c 2h 2w.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool3s2LocalReindex.
    """
    return window_local_reindex(*_maps(x), x)


def max_pool_3s2_backward(x: Array, dy: Array) -> Array:
    """Add the cotangent of each output to the cell that its argmax reads.

    Windows overlap, so a cell may collect up to four cotangents. At a tie the first maximal offset
    takes all, so this is total; it is the transposed Jacobian where the input is smooth.

    Shapes: x (c, 2h, 2w), dy (c, h, w) → (c, 2h, 2w), dtype of dy.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.maxPool3s2HasVJPAt3, field backward.
    """
    return window_max_backward(*_maps(x), x, dy)


def max_pool_3s2_flat_backward(x: Array, dy: Array) -> Array:
    """Pull a flat cotangent back through the flat pool at the flattened x.

    Shapes: x (c, 2h, 2w), dy (c h w,) → (c 2h 2w,), dtype of dy.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.maxPool3s2FlatHasVJPAt, field backward.
    """
    require_even("x", x.shape)
    c, h, w = x.shape[0], x.shape[1] // 2, x.shape[2] // 2
    return tensor3_flatten(max_pool_3s2_backward(x, tensor3_unflatten(dy, c=c, h=h, w=w)))


def _maps(x: Array) -> tuple[Indices, Indices]:
    require_even("x", x.shape)
    return win3_map(x.shape[1] // 2), win3_map(x.shape[2] // 2)


# ----- two examples -------------------------------------------------------------------------


def shared_peak() -> Array:
    """Give a 4 × 4 channel of zeros with a 1 that all four windows read.

    Shapes: → (1, 4, 4), float64.
    Source: Proofs.sharedPeak.
    """
    x = np.zeros((1, 4, 4))
    x[0, 1, 1] = 1
    return x


def corner_peak() -> Array:
    """Give a 2 × 2 channel of zeros with a 1 in the corner that truncated reads repeat.

    Shapes: → (1, 2, 2), float64.
    Source: Proofs.cornerPeak.
    """
    x = np.zeros((1, 2, 2))
    x[0, 0, 0] = 1
    return x
