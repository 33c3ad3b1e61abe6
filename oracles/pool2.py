"""The 2 × 2 max pool of stride 2, in NumPy. Its windows tile the input.

An input is seen as (c, h, 2, w, 2): window row, place in it, window column, place in it.
Offsets of a window are numbered row-major: 0 is (0, 0), 1 is (0, 1).
"""

from __future__ import annotations

import numpy as np

from oracles.flat import Array, Indices, tensor3_flatten, tensor3_unflatten
from oracles.shapes import require_even, require_shape

# ----- index maps ---------------------------------------------------------------------------


def win_row(p: int) -> int:
    """Give the window row that holds input row p.

    Domain: p ≥ 0.
    Source: Proofs.winRow.
    """
    return p // 2


def win_row_mod(p: int) -> int:
    """Give the place of input row p in its window.

    Domain: p ≥ 0.
    Source: Proofs.winRowMod.
    """
    return p % 2


def win_col(q: int) -> int:
    """Give the window column that holds input column q.

    Domain: q ≥ 0.
    Source: Proofs.winCol.
    """
    return q // 2


def win_col_mod(q: int) -> int:
    """Give the place of input column q in its window.

    Domain: q ≥ 0.
    Source: Proofs.winColMod.
    """
    return q % 2


def win_row_inv(i: int, a: int) -> int:
    """Give the input row of window row i at offset a.

    Domain: i ≥ 0, 0 ≤ a < 2.
    Source: Proofs.winRowInv.
    """
    return 2 * i + a


def win_col_inv(j: int, b: int) -> int:
    """Give the input column of window column j at offset b.

    Domain: j ≥ 0, 0 ≤ b < 2.
    Source: Proofs.winColInv.
    """
    return 2 * j + b


def t3_idx(ch: int, i: int, j: int, *, h: int, w: int) -> int:
    """Give the flat index of a cell of a tensor (c, h, w).

    Domain: ch ≥ 0, 0 ≤ i < h, 0 ≤ j < w.
    Source: Proofs.t3Idx.
    """
    return (ch * h + i) * w + j


# ----- the pool -----------------------------------------------------------------------------


def max_pool_2(x: Array) -> Array:
    """Take the maximum of each 2 × 2 window, stride 2.

    Shapes: x (c, 2h, 2w) → (c, h, w), dtype of x.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool2; torch.nn.MaxPool2d(2).
    """
    require_even("x", x.shape)
    rows = np.maximum(x[:, 0::2], x[:, 1::2])
    return np.maximum(rows[:, :, 0::2], rows[:, :, 1::2])


def max_pool_2_argmax(x: Array) -> tuple[Indices, Indices]:
    """Find the first maximal offset (a, b) of each window, in row-major order.

    Shapes: x (c, 2h, 2w) → a (c, h, w), b (c, h, w), integers below 2.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool2Argmax.
    """
    a, b = np.divmod(windows(x).argmax(axis=-1), 2)
    return a, b


def max_pool_flat(v: Array, *, c: int, h: int, w: int) -> Array:
    """Pool a flat vector into a flat vector.

    Shapes: v (c 2h 2w,) → (c h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.maxPoolFlat.
    """
    return tensor3_flatten(max_pool_2(tensor3_unflatten(v, c=c, h=2 * h, w=2 * w)))


def max_pool_back_denote(x: Array, dy: Array) -> Array:
    """Send the cotangent of each window to the cell of its first maximal offset.

    Total: at a tie one cell takes all.

    Shapes: x (c, 2h, 2w), dy (c, h, w) → (c, 2h, 2w), dtype of dy.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.IR.maxPoolBackDenote.
    """
    require_even("x", x.shape)
    c, h, w = x.shape[0], x.shape[1] // 2, x.shape[2] // 2
    require_shape("dy", dy.shape, (c, h, w))
    dx = np.zeros((c, h, w, 4), dy.dtype)
    np.put_along_axis(dx, windows(x).argmax(axis=-1)[..., None], dy[..., None], axis=-1)
    return dx.reshape(c, h, w, 2, 2).transpose(0, 1, 3, 2, 4).reshape(x.shape)


def max_pool_back_flat(xv: Array, dyv: Array, *, c: int, h: int, w: int) -> Array:
    """Send a flat cotangent back through the flat pool.

    Shapes: xv (c 2h 2w,), dyv (c h w,) → (c 2h 2w,), dtype of dyv.
    Raises: ValueError for another length.
    Source: Proofs.StableHLO.maxPoolBackFlat.
    """
    x = tensor3_unflatten(xv, c=c, h=2 * h, w=2 * w)
    return tensor3_flatten(max_pool_back_denote(x, tensor3_unflatten(dyv, c=c, h=h, w=w)))


def windows(x: Array) -> Array:
    """Lay out the cells of each window in the order of their offsets.

    Shapes: x (c, 2h, 2w) → (c, h, w, 4), dtype of x.
    Raises: ValueError for another rank or an odd axis.
    """
    require_even("x", x.shape)
    c, h, w = x.shape[0], x.shape[1] // 2, x.shape[2] // 2
    return x.reshape(c, h, 2, w, 2).transpose(0, 1, 3, 2, 4).reshape(c, h, w, 4)
