"""The 2 × 2 pool at a fixed selection, for one example and for a batch, in NumPy.

A selection is a pair of integer arrays (c, h, w), row and column offset of one cell per window; for
a batch (N, c, h, w). Reading the selected cells is a gather along flat indices, and the backward is
the scatter along the same ones.
"""

from __future__ import annotations

import numpy as np

from oracles.flat import Array, Indices, require_indices, tensor3_unflatten
from oracles.pool2 import windows
from oracles.shapes import require, require_shape

Selection = tuple[Indices, Indices]

# ----- one example --------------------------------------------------------------------------


def pool_sel_idx(sigma: Selection) -> Indices:
    """Find the flat input index of the cell that sigma names in the window of each flat output.

    Shapes: sigma a pair of (c, h, w) → (c h w,), integers below c 2h 2w.
    Domain: 0 ≤ sigma < 2.
    Raises: ValueError for shapes that do not fit or an offset outside its domain.
    Source: Proofs.SmallParamGrad.poolSelIdx.
    """
    a, b = _offsets(sigma, 3)
    ch, i, j = np.indices(a.shape)
    h, w = a.shape[1:]
    flat: Indices = (ch * 2 * h + 2 * i + a) * 2 * w + 2 * j + b
    return flat.reshape(-1)


def pool_gather_flat(sigma: Selection, v: Array) -> Array:
    """Read the cell that sigma names in each window.

    Shapes: sigma a pair of (c, h, w), v (c 2h 2w,) → (c h w,), dtype of v.
    Domain: 0 ≤ sigma < 2.
    Raises: ValueError for shapes that do not fit or an offset outside its domain.
    Source: Proofs.poolGatherFlat.
    """
    require_shape("v", v.shape, (4 * sigma[0].size,))
    return v[pool_sel_idx(sigma)]


def pool_sel_dom(sigma: Selection, u: Array) -> bool:
    """Decide whether sigma names a maximum of every window.

    Shapes: sigma a pair of (c, h, w), u (c 2h 2w,).
    Domain: 0 ≤ sigma < 2.
    Returns: True iff no cell of a window exceeds the one that sigma names in it.
    Raises: ValueError for shapes that do not fit or an offset outside its domain.
    Source: Proofs.SmallParamGrad.PoolSelDom.
    """
    named = pool_gather_flat(sigma, u).reshape(sigma[0].shape)
    c, h, w = sigma[0].shape
    cells = windows(tensor3_unflatten(u, c=c, h=2 * h, w=2 * w))
    return bool((cells <= named[..., None]).all())


def max_pool_2_smooth_up_to(T: Array, x: Array) -> bool:
    """Decide whether every window reads nothing positive or is tied only between related places.

    Shapes: T (2h, 2w, 2h, 2w) bool, x (c, 2h, 2w). T[p, q, p', q'] is Lean's T (p, q) (p', q').
    Returns: True iff every window is dead, or T relates any two of its cells that hold its maximum.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.SmallParamGrad.MaxPool2SmoothUpTo.
    """
    cells = windows(x)
    _, h, w, _ = cells.shape
    require_shape("T", T.shape, (2 * h, 2 * w, 2 * h, 2 * w))
    top = cells == cells.max(axis=-1, keepdims=True)
    tied = top[..., :, None] & top[..., None, :] & ~np.eye(4, dtype=bool)
    i, j, first, second = np.ogrid[:h, :w, :4, :4]
    related = T[
        2 * i + first // 2, 2 * j + first % 2, 2 * i + second // 2, 2 * j + second % 2
    ]  # (h, w, 4, 4)
    dead = (cells <= 0).all(axis=-1)
    return bool((dead | ~(tied & ~related).any(axis=(-2, -1))).all())


def sel_scatter(sigma: Indices, dy: Array, *, m: int) -> Array:
    """Add each output's cotangent to the input that it reads.

    Shapes: sigma (n,), dy (n,) → (m,), dtype of dy.
    Domain: 0 ≤ sigma < m.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.SmallParamGrad.selScatter.
    """
    require_shape("sigma", sigma.shape, (None,))
    require_shape("dy", dy.shape, sigma.shape)
    require_indices("sigma", sigma, m)
    dx = np.zeros(m, dy.dtype)
    np.add.at(dx, sigma, dy)
    return dx


# ----- a batch ------------------------------------------------------------------------------


def pool_sel_idx_b(sigma: Selection) -> Indices:
    """Find the flat input index of the cell that the selection of its example names for each
    flat output of a batch.

    Shapes: sigma a pair of (N, c, h, w) → (N c h w,), integers below N c 2h 2w.
    Domain: 0 ≤ sigma < 2.
    Raises: ValueError for shapes that do not fit or an offset outside its domain.
    Source: Proofs.SmallParamGrad.poolSelIdxB.
    """
    a, b = _offsets(sigma, 4)
    n, c, h, w = a.shape
    # The examples of a batch follow each other as the channels of one do.
    return pool_sel_idx((a.reshape(n * c, h, w), b.reshape(n * c, h, w)))


def pool_sel_dom_b(sigma: Selection, u: Array) -> bool:
    """Decide whether the selection of every example names a maximum of every window of it.

    Shapes: sigma a pair of (N, c, h, w), u (N c 2h 2w,).
    Domain: 0 ≤ sigma < 2.
    Returns: True iff no cell of a window exceeds the one that its example's selection names in it.
    Raises: ValueError for shapes that do not fit or an offset outside its domain.
    Source: Proofs.SmallParamGrad.PoolSelDomB.
    """
    a, b = _offsets(sigma, 4)
    require_shape("u", u.shape, (4 * a.size,))
    examples = u.reshape(a.shape[0], 4 * a[0].size) if a.shape[0] else ()
    return all(pool_sel_dom((a[r], b[r]), v) for r, v in enumerate(examples))


def max_pool_2_smooth_up_to_b(T: Array, x: Array, *, c: int, h: int, w: int) -> bool:
    """Decide whether every window of a batch reads nothing positive or is tied only between places
    that are related for its example.

    Shapes: T (N, 2h, 2w, 2h, 2w) bool, x (N c 2h 2w,).
    Returns: True iff `max_pool_2_smooth_up_to` holds of every example with its own T.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.SmallParamGrad.MaxPool2SmoothUpToB.
    """
    n = T.shape[0]
    require_shape("x", x.shape, (n * c * 4 * h * w,))
    examples = x.reshape(n, c, 2 * h, 2 * w)
    return all(max_pool_2_smooth_up_to(T[r], examples[r]) for r in range(n))


def _offsets(sigma: Selection, rank: int) -> Selection:
    """Row and column offsets, checked."""
    a, b = sigma
    require(a.ndim == rank, "rank of sigma[0]", a.ndim, rank)
    require_shape("sigma[1]", b.shape, a.shape)
    require_indices("sigma[0]", a, 2)
    require_indices("sigma[1]", b, 2)
    return a, b
