"""The maximum over k × k windows at any pair of index maps, in JAX, function by function as in
`window`.

Everything here is jitted. Shapes are checked when traced; the range of an index is the
caller's to keep, because a traced index has no value yet.
"""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, lax
from jax.typing import ArrayLike

from oracles.flat_jax import tensor3_flatten, tensor3_unflatten
from oracles.jit_jax import jitted
from oracles.shapes import require, require_maps, require_shape


@jitted()
def window_max(r: ArrayLike, s: ArrayLike, x: ArrayLike) -> Array:
    """Take the largest value that each window reads, rows first, then columns.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (c, h, w), dtype of x.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit or k = 0.
    Source: Proofs.windowMax.
    """
    r, s, x = _arrays(r, s, x)
    _require_window(r)
    return x[:, r].max(axis=2)[:, :, s].max(axis=3)


# ----- when a window has one winner ---------------------------------------------------------


@jitted()
def window_smooth(r: ArrayLike, s: ArrayLike, x: ArrayLike) -> Array:
    """Decide whether every window attains its maximum at one place.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (), bool.
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Returns: true iff no two places of a window both hold its maximum.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.WindowSmooth.
    """
    return ~_ties(*_arrays(r, s, x)).any()


@jitted()
def window_smooth_or_dead(r: ArrayLike, s: ArrayLike, x: ArrayLike) -> Array:
    """Decide whether every window attains its maximum at one place or reads nothing positive.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (), bool.
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Returns: true iff every window is smooth, or has no cell above 0.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.WindowSmoothOrDead.
    """
    r, s, x = _arrays(r, s, x)
    return (_dead(r, s, x) | ~_ties(r, s, x).any(axis=(-2, -1))).all()


@jitted()
def window_smooth_up_to(r: ArrayLike, s: ArrayLike, T: ArrayLike, x: ArrayLike) -> Array:
    """Decide whether every window reads nothing positive or is tied only between related places.

    Shapes: r (h, k), s (w, k), T (H, W, H, W) bool, x (c, H, W) → (), bool. T[p, q, p', q'] is
    Lean's T (p, q) (p', q').
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Returns: true iff every window is dead, or T relates any two places that hold its maximum.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.WindowSmoothUpTo.
    """
    r, s, x = _arrays(r, s, x)
    tied = _ties(r, s, x) & ~_related(r, s, jnp.asarray(T), x)
    return (_dead(r, s, x) | ~tied.any(axis=(-2, -1))).all()


@jitted()
def window_margin_up_to(
    r: ArrayLike, s: ArrayLike, delta: ArrayLike, T: ArrayLike, x: ArrayLike
) -> Array:
    """Decide whether every window's winner leads by more than 2 delta, related places apart.

    Shapes: r (h, k), s (w, k), delta (), T (H, W, H, W) bool, x (c, H, W) → (), bool.
    T[p, q, p', q'] is Lean's T (p, q) (p', q').
    Domain: 0 ≤ r < H, 0 ≤ s < W; delta of any sign.
    Returns: true iff every window is dead, or each place that holds its maximum exceeds each
        other place by more than 2 delta, or T relates the two.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.WindowMarginUpTo.
    """
    r, s, x = _arrays(r, s, x)
    cells = _cells(r, s, x)
    lead = cells[..., :, None] - cells[..., None, :]
    rivals = _winners(cells)[..., :, None] & _apart(r, s, x)
    close = rivals & ~(2 * jnp.asarray(delta) < lead) & ~_related(r, s, jnp.asarray(T), x)
    return (_dead(r, s, x) | ~close.any(axis=(-2, -1))).all()


# ----- the first maximal offset -------------------------------------------------------------


@jitted()
def window_max_offsets(r: ArrayLike, s: ArrayLike, x: ArrayLike) -> Array:
    """Mark the offsets at which each window reads its maximum.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (c, h, w, k k), bool: a set as its indicator.
    Domain: 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.windowMaxOffsets.
    """
    return _winners(_cells(*_arrays(r, s, x)))


@jitted()
def window_argmax(r: ArrayLike, s: ArrayLike, x: ArrayLike) -> tuple[Array, Array]:
    """Find the first maximal offset (a, b) of each window, in row-major order.

    Shapes: r (h, k), s (w, k), x (c, H, W) → a (c, h, w), b (c, h, w), integers.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit or k = 0.
    Source: Proofs.windowArgmax.
    """
    r, s, x = _arrays(r, s, x)
    _require_window(r)
    offset = _cells(r, s, x).argmax(axis=-1)
    k = jnp.array(r.shape[1], offset.dtype)
    return lax.div(offset, k), lax.rem(offset, k)


# ----- reading at a chosen offset -----------------------------------------------------------


@jitted()
def window_gather(
    r: ArrayLike, s: ArrayLike, sigma: tuple[ArrayLike, ArrayLike], x: ArrayLike
) -> Array:
    """Read the cell of each window at the offset that sigma chooses for it.

    Shapes: r (h, k), s (w, k), sigma a pair of (c, h, w), x (c, H, W) → (c, h, w), dtype of x.
    Domain: 0 ≤ r < H, 0 ≤ s < W, 0 ≤ sigma < k.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.windowGather.
    """
    r, s, x = _arrays(r, s, x)
    a, b = jnp.asarray(sigma[0]), jnp.asarray(sigma[1])
    expected = (x.shape[0], r.shape[0], s.shape[0])
    require_shape("sigma[0]", a.shape, expected)
    require_shape("sigma[1]", b.shape, expected)
    return x[_sources(r, s, (a, b))]


@jitted()
def window_local_reindex(r: ArrayLike, s: ArrayLike, x: ArrayLike) -> Array:
    """Find the flat input index that each flat output index reads at its argmax.

    Shapes: r (h, k), s (w, k), x (c, H, W) → (c h w,), integers below c H W.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit or k = 0.
    Source: Proofs.windowLocalReindex.
    """
    r, s, x = _arrays(r, s, x)
    channel, row, column = _sources(r, s, window_argmax(r, s, x))
    return ((channel * x.shape[1] + row) * x.shape[2] + column).reshape(-1)


@jitted()
def window_max_backward(r: ArrayLike, s: ArrayLike, x: ArrayLike, dy: ArrayLike) -> Array:
    """Add the cotangent of each output to the cell that its argmax reads.

    At a tie the first maximal offset takes all, so this is total; it is the transposed Jacobian
    where `window_smooth` holds.

    Shapes: r (h, k), s (w, k), x (c, H, W), dy (c, h, w) → (c, H, W), dtype of dy.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit or k = 0.
    Source: Proofs.windowMaxHasVJPAt3, field backward.
    """
    r, s, x = _arrays(r, s, x)
    dy = jnp.asarray(dy)
    require_shape("dy", dy.shape, (x.shape[0], r.shape[0], s.shape[0]))
    source = _sources(r, s, window_argmax(r, s, x))
    return jnp.zeros(x.shape, dtype=dy.dtype).at[source].add(dy)


@jitted("c", "H", "W")
def window_max_flat(r: ArrayLike, s: ArrayLike, v: ArrayLike, *, c: int, H: int, W: int) -> Array:
    """Pool a flat vector into a flat vector.

    Shapes: r (h, k), s (w, k), v (c H W,) → (c h w,), dtype of v.
    Domain: k ≥ 1, 0 ≤ r < H, 0 ≤ s < W.
    Raises: ValueError for shapes that do not fit or k = 0.
    Source: Proofs.windowMaxFlat.
    """
    return tensor3_flatten(window_max(r, s, tensor3_unflatten(v, c=c, h=H, w=W)))


# ----- windows as arrays --------------------------------------------------------------------


def _arrays(r: ArrayLike, s: ArrayLike, x: ArrayLike) -> tuple[Array, Array, Array]:
    r, s, x = jnp.asarray(r), jnp.asarray(s), jnp.asarray(x)
    require_maps(r.shape, s.shape, x.shape)
    return r, s, x


def _require_window(r: Array) -> None:
    require(r.shape[1] > 0, "window size k", r.shape[1], "k ≥ 1")


def _cells(r: Array, s: Array, x: Array) -> Array:
    """(c, h, w, k k): what each window reads at each offset."""
    (h, k), w = r.shape, s.shape[0]
    return x[:, r][..., s].transpose(0, 1, 3, 2, 4).reshape(x.shape[0], h, w, k * k)


def _places(r: Array, s: Array, x: Array) -> Array:
    """(h, w, k k): where each window reads at each offset, as row * W + column."""
    (h, k), w = r.shape, s.shape[0]
    return (r[:, None, :, None] * x.shape[2] + s[None, :, None, :]).reshape(h, w, k * k)


def _apart(r: Array, s: Array, x: Array) -> Array:
    """(h, w, k k, k k): whether two offsets read different places."""
    places = _places(r, s, x)
    return places[..., :, None] != places[..., None, :]


def _winners(cells: Array) -> Array:
    """(c, h, w, k k): whether no cell of the window exceeds this one. An empty window has none."""
    if not cells.shape[-1]:
        return jnp.zeros(cells.shape, dtype=bool)
    return cells == cells.max(axis=-1, keepdims=True)


def _ties(r: Array, s: Array, x: Array) -> Array:
    """(c, h, w, k k, k k): whether two offsets read the maximum at different places."""
    winners = _winners(_cells(r, s, x))
    return winners[..., :, None] & winners[..., None, :] & _apart(r, s, x)


def _dead(r: Array, s: Array, x: Array) -> Array:
    """(c, h, w): whether the window reads nothing positive."""
    return (_cells(r, s, x) <= 0).all(axis=-1)


def _related(r: Array, s: Array, T: Array, x: Array) -> Array:
    """(h, w, k k, k k): whether T relates the places that two offsets read."""
    H, W = x.shape[1:]
    require_shape("T", T.shape, (H, W, H, W))
    places = _places(r, s, x)
    return T.reshape(H * W, H * W)[places[..., :, None], places[..., None, :]]


def _sources(r: Array, s: Array, offsets: tuple[Array, Array]) -> tuple[Array, Array, Array]:
    """The channel, row and column that each output reads at its offset, each (c, h, w)."""
    a, b = offsets
    c, h, w = (jnp.arange(size) for size in a.shape)
    channel = jnp.broadcast_to(c[:, None, None], a.shape)
    return channel, r[h[:, None], a], s[w, b]
