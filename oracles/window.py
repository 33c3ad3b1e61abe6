"""The maximum over k × k windows at any pair of index maps, in NumPy.

Takes the maps as integer arrays: `r[i, a]` is the input row that output row i reads at offset a,
`s[j, b]` the input column. Two offsets may read one cell, so ties are between *places* (row and
column), never between offsets. Offsets are numbered row-major: 0 is (0, 0), 1 is (0, 1).
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from oracles.flat import Array, Indices, require_indices, tensor3_flatten, tensor3_unflatten
from oracles.shapes import require, require_maps, require_shape


def window_max(r: Indices, s: Indices, x: Array) -> Array:
    """Take the largest value that each window reads, rows first, then columns.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (c, h, w), dtype of x.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit, k = 0 or an index outside its domain.
    Source: Proofs.windowMax.
    """
    k = _window_size(r, s, x)
    rows = reduce(np.maximum, (x[:, r[:, a]] for a in range(k)))
    return reduce(np.maximum, (rows[:, :, s[:, b]] for b in range(k)))


# ----- when a window has one winner ---------------------------------------------------------


def window_smooth(r: Indices, s: Indices, x: Array) -> bool:
    """Decide whether every window attains its maximum at one place.

    Shapes: r (h, k), s (w, k), x (c, H, W).
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Returns: True iff no two places of a window both hold its maximum.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.WindowSmooth.
    """
    return not _ties(r, s, x).any()


def window_smooth_or_dead(r: Indices, s: Indices, x: Array) -> bool:
    """Decide whether every window attains its maximum at one place or reads nothing positive.

    Shapes: r (h, k), s (w, k), x (c, H, W).
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Returns: True iff every window is smooth, or has no cell above 0.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.WindowSmoothOrDead.
    """
    return bool((_dead(r, s, x) | ~_ties(r, s, x).any(axis=(-2, -1))).all())


def window_smooth_up_to(r: Indices, s: Indices, T: Array, x: Array) -> bool:
    """Decide whether every window reads nothing positive or is tied only between related places.

    Shapes: r (h, k), s (w, k), T (H, W, H, W) bool, x (c, H, W). T[p, q, p', q'] is Lean's
    T (p, q) (p', q').
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Returns: True iff every window is dead, or T relates any two places that hold its maximum.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.WindowSmoothUpTo.
    """
    tied = _ties(r, s, x) & ~_related(r, s, T, x)
    return bool((_dead(r, s, x) | ~tied.any(axis=(-2, -1))).all())


def window_margin_up_to(r: Indices, s: Indices, delta: float, T: Array, x: Array) -> bool:
    """Decide whether every window's winner leads by more than 2 delta, related places apart.

    Shapes: r (h, k), s (w, k), T (H, W, H, W) bool, x (c, H, W). T[p, q, p', q'] is Lean's
    T (p, q) (p', q').
    Domain: 0 ≤ r < H, 0 ≤ s < W; delta of any sign.
    Returns: True iff every window is dead, or each place that holds its maximum exceeds each
        other place by more than 2 delta, or T relates the two.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.WindowMarginUpTo.
    """
    cells = _cells(r, s, x)
    lead = cells[..., :, None] - cells[..., None, :]
    rivals = _winners(cells)[..., :, None] & _apart(r, s, x)
    close = rivals & ~(2 * delta < lead) & ~_related(r, s, T, x)
    return bool((_dead(r, s, x) | ~close.any(axis=(-2, -1))).all())


# ----- the first maximal offset -------------------------------------------------------------


def window_max_offsets(r: Indices, s: Indices, x: Array) -> Array:
    """Mark the offsets at which each window reads its maximum.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (c, h, w, k k), bool: a set as its indicator.
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.windowMaxOffsets.
    """
    return _winners(_cells(r, s, x))


def window_argmax(r: Indices, s: Indices, x: Array) -> tuple[Indices, Indices]:
    """Find the first maximal offset (a, b) of each window, in row-major order.

    Shapes: r (h, k), s (w, k), x (c, H, W) → a (c, h, w), b (c, h, w), integers.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit, k = 0 or an index outside its domain.
    Source: Proofs.windowArgmax.
    """
    k = _window_size(r, s, x)
    a, b = np.divmod(_cells(r, s, x).argmax(axis=-1), k)
    return a, b


# ----- reading at a chosen offset -----------------------------------------------------------


def window_gather(r: Indices, s: Indices, sigma: tuple[Indices, Indices], x: Array) -> Array:
    """Read the cell of each window at the offset that sigma chooses for it.

    Shapes: r (h, k), s (w, k), sigma a pair of (c, h, w), x (c, H, W) → (c, h, w), dtype of x.
    Domain: 0 ≤ r < H, 0 ≤ s < W, 0 ≤ sigma < k.
    Raises: ValueError for shapes that do not fit or an index outside its domain.
    Source: Proofs.windowGather.
    """
    require_index_maps(r, s, x)
    expected = (x.shape[0], r.shape[0], s.shape[0])
    for name, offsets in zip(("sigma[0]", "sigma[1]"), sigma, strict=True):
        require_shape(name, offsets.shape, expected)
        require_indices(name, offsets, r.shape[1])
    return x[_sources(r, s, sigma)]


def window_local_reindex(r: Indices, s: Indices, x: Array) -> Indices:
    """Find the flat input index that each flat output index reads at its argmax.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (c h w,), integers below c H W.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit, k = 0 or an index outside its domain.
    Source: Proofs.windowLocalReindex.
    """
    channel, row, column = _sources(r, s, window_argmax(r, s, x))
    flat: Indices = (channel * x.shape[1] + row) * x.shape[2] + column
    return flat.reshape(-1)


def window_max_backward(r: Indices, s: Indices, x: Array, dy: Array) -> Array:
    """Add the cotangent of each output to the cell that its argmax reads.

    At a tie the first maximal offset takes all, so this is total; it is the transposed Jacobian
    where `window_smooth` holds.

    Shapes: r (h, k), s (w, k), x (c, H, W), dy (c, h, w) → (c, H, W), dtype of dy.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit, k = 0 or an index outside its domain.
    Source: Proofs.windowMaxHasVJPAt3, field backward.
    """
    chosen = window_local_reindex(r, s, x)
    require_shape("dy", dy.shape, (x.shape[0], r.shape[0], s.shape[0]))
    dx = np.zeros(x.size, dtype=dy.dtype)
    np.add.at(dx, chosen, dy.reshape(-1))
    return dx.reshape(x.shape)


def window_max_flat(r: Indices, s: Indices, v: Array, *, c: int, H: int, W: int) -> Array:
    """Pool a flat vector into a flat vector.

    Shapes: r (h, k), s (w, k), v (c H W,) → (c h w,), dtype of v.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit, k = 0 or an index outside its domain.
    Source: Proofs.windowMaxFlat.
    """
    return tensor3_flatten(window_max(r, s, tensor3_unflatten(v, c=c, h=H, w=W)))


# ----- windows as arrays --------------------------------------------------------------------


def require_index_maps(r: Indices, s: Indices, x: Array) -> None:
    """Raise ValueError unless r and s map into the rows and columns of x."""
    require_maps(r.shape, s.shape, x.shape)
    require_indices("r", r, x.shape[1])
    require_indices("s", s, x.shape[2])


def _window_size(r: Indices, s: Indices, x: Array) -> int:
    require_index_maps(r, s, x)
    k: int = r.shape[1]
    require(k > 0, "window size k", k, "k ≥ 1")
    return k


def _cells(r: Indices, s: Indices, x: Array) -> Array:
    """(c, h, w, k k): what each window reads at each offset."""
    require_index_maps(r, s, x)
    (h, k), w = r.shape, s.shape[0]
    cells: Array = x[:, r][..., s]
    return cells.transpose(0, 1, 3, 2, 4).reshape(x.shape[0], h, w, k * k)


def _places(r: Indices, s: Indices, x: Array) -> Indices:
    """(h, w, k k): where each window reads at each offset, as row * W + column."""
    (h, k), w = r.shape, s.shape[0]
    places: Indices = r[:, None, :, None] * x.shape[2] + s[None, :, None, :]
    return places.reshape(h, w, k * k)


def _apart(r: Indices, s: Indices, x: Array) -> Array:
    """(h, w, k k, k k): whether two offsets read different places."""
    places = _places(r, s, x)
    apart: Array = places[..., :, None] != places[..., None, :]
    return apart


def _winners(cells: Array) -> Array:
    """(c, h, w, k k): whether no cell of the window exceeds this one. An empty window has none."""
    if not cells.shape[-1]:
        return np.zeros(cells.shape, dtype=bool)
    winners: Array = cells == cells.max(axis=-1, keepdims=True)
    return winners


def _ties(r: Indices, s: Indices, x: Array) -> Array:
    """(c, h, w, k k, k k): whether two offsets read the maximum at different places."""
    winners = _winners(_cells(r, s, x))
    ties: Array = winners[..., :, None] & winners[..., None, :] & _apart(r, s, x)
    return ties


def _dead(r: Indices, s: Indices, x: Array) -> Array:
    """(c, h, w): whether the window reads nothing positive."""
    dead: Array = np.all(_cells(r, s, x) <= 0, axis=-1)
    return dead


def _related(r: Indices, s: Indices, T: Array, x: Array) -> Array:
    """(h, w, k k, k k): whether T relates the places that two offsets read."""
    H, W = x.shape[1:]
    require_shape("T", T.shape, (H, W, H, W))
    places = _places(r, s, x)
    related: Array = T.reshape(H * W, H * W)[places[..., :, None], places[..., None, :]]
    return related


def _sources(
    r: Indices, s: Indices, offsets: tuple[Indices, Indices]
) -> tuple[Indices, Indices, Indices]:
    """The channel, row and column that each output reads at its offset, each (c, h, w)."""
    a, b = offsets
    c, h, w = (np.arange(size) for size in a.shape)
    channel = np.broadcast_to(c[:, None, None], a.shape)
    return channel, r[h[:, None], a], s[w, b]
