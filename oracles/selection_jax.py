"""The 2 × 2 pool at a fixed selection, for one example and for a batch, in JAX, function by
function as in `selection`.

Everything here is jitted. Shapes are checked when traced; the range of an index is the caller's to
keep, because a traced index has no value yet.
"""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, vmap
from jax.typing import ArrayLike

from oracles.flat_jax import tensor3_unflatten
from oracles.jit_jax import jitted
from oracles.pool2_jax import windows
from oracles.shapes import require, require_shape

# ----- one example --------------------------------------------------------------------------


@jitted()
def pool_sel_idx(sigma: tuple[ArrayLike, ArrayLike]) -> Array:
    """Find the flat input index of the cell that sigma names in the window of each flat output.

    Shapes: sigma a pair of (c, h, w) → (c h w,), integers below c 2h 2w.
    Domain: 0 ≤ sigma < 2.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.SmallParamGrad.poolSelIdx.
    """
    a, b = _offsets(sigma, 3)
    ch, i, j = jnp.indices(a.shape)
    h, w = a.shape[1:]
    flat: Array = (ch * 2 * h + 2 * i + a) * 2 * w + 2 * j + b
    return flat.reshape(-1)


@jitted()
def pool_gather_flat(sigma: tuple[ArrayLike, ArrayLike], v: ArrayLike) -> Array:
    """Read the cell that sigma names in each window.

    Shapes: sigma a pair of (c, h, w), v (c 2h 2w,) → (c h w,), dtype of v.
    Domain: 0 ≤ sigma < 2.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.poolGatherFlat.
    """
    v = jnp.asarray(v)
    require_shape("v", v.shape, (4 * jnp.size(sigma[0]),))
    return v[pool_sel_idx(sigma)]


@jitted()
def pool_sel_dom(sigma: tuple[ArrayLike, ArrayLike], u: ArrayLike) -> Array:
    """Decide whether sigma names a maximum of every window.

    Shapes: sigma a pair of (c, h, w), u (c 2h 2w,) → (), bool.
    Domain: 0 ≤ sigma < 2.
    Returns: true iff no cell of a window exceeds the one that sigma names in it.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.SmallParamGrad.PoolSelDom.
    """
    c, h, w = jnp.shape(sigma[0])
    named = pool_gather_flat(sigma, u).reshape(c, h, w)
    cells = windows(tensor3_unflatten(u, c=c, h=2 * h, w=2 * w))
    return (cells <= named[..., None]).all()


@jitted()
def max_pool_2_smooth_up_to(T: ArrayLike, x: ArrayLike) -> Array:
    """Decide whether every window reads nothing positive or is tied only between related places.

    Shapes: T (2h, 2w, 2h, 2w) bool, x (c, 2h, 2w) → (), bool. T[p, q, p', q'] is Lean's
    T (p, q) (p', q').
    Returns: true iff every window is dead, or T relates any two of its cells that hold its maximum.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.SmallParamGrad.MaxPool2SmoothUpTo.
    """
    T, cells = jnp.asarray(T), windows(x)
    _, h, w, _ = cells.shape
    require_shape("T", T.shape, (2 * h, 2 * w, 2 * h, 2 * w))
    top = cells == cells.max(axis=-1, keepdims=True)
    tied = top[..., :, None] & top[..., None, :] & ~jnp.eye(4, dtype=bool)
    i, j, first, second = jnp.ogrid[:h, :w, :4, :4]
    related = T[2 * i + first // 2, 2 * j + first % 2, 2 * i + second // 2, 2 * j + second % 2]
    dead = (cells <= 0).all(axis=-1)
    return (dead | ~(tied & ~related).any(axis=(-2, -1))).all()


@jitted("m")
def sel_scatter(sigma: ArrayLike, dy: ArrayLike, *, m: int) -> Array:
    """Add each output's cotangent to the input that it reads.

    Shapes: sigma (n,), dy (n,) → (m,), dtype of dy.
    Domain: 0 ≤ sigma < m.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.SmallParamGrad.selScatter.
    """
    sigma, dy = jnp.asarray(sigma), jnp.asarray(dy)
    require_shape("sigma", sigma.shape, (None,))
    require_shape("dy", dy.shape, sigma.shape)
    return jnp.zeros(m, dy.dtype).at[sigma].add(dy)


# ----- a batch ------------------------------------------------------------------------------


@jitted()
def pool_sel_idx_b(sigma: tuple[ArrayLike, ArrayLike]) -> Array:
    """Find the flat input index of the cell that the selection of its example names for each
    flat output of a batch.

    Shapes: sigma a pair of (N, c, h, w) → (N c h w,), integers below N c 2h 2w.
    Domain: 0 ≤ sigma < 2.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.SmallParamGrad.poolSelIdxB.
    """
    a, b = _offsets(sigma, 4)
    n, c, h, w = a.shape
    # The examples of a batch follow each other as the channels of one do.
    return pool_sel_idx((a.reshape(n * c, h, w), b.reshape(n * c, h, w)))


@jitted()
def pool_sel_dom_b(sigma: tuple[ArrayLike, ArrayLike], u: ArrayLike) -> Array:
    """Decide whether the selection of every example names a maximum of every window of it.

    Shapes: sigma a pair of (N, c, h, w), u (N c 2h 2w,) → (), bool.
    Domain: 0 ≤ sigma < 2.
    Returns: true iff no cell of a window exceeds the one that its example's selection names in it.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.SmallParamGrad.PoolSelDomB.
    """
    a, b = _offsets(sigma, 4)
    u = jnp.asarray(u)
    n, c, h, w = a.shape
    require_shape("u", u.shape, (4 * a.size,))
    if not n:
        return jnp.array(True)
    return vmap(pool_sel_dom)((a, b), u.reshape(n, c * 4 * h * w)).all()


@jitted("c", "h", "w")
def max_pool_2_smooth_up_to_b(T: ArrayLike, x: ArrayLike, *, c: int, h: int, w: int) -> Array:
    """Decide whether every window of a batch reads nothing positive or is tied only between places
    that are related for its example.

    Shapes: T (N, 2h, 2w, 2h, 2w) bool, x (N c 2h 2w,) → (), bool.
    Returns: true iff `max_pool_2_smooth_up_to` holds of every example with its own T.
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.SmallParamGrad.MaxPool2SmoothUpToB.
    """
    T, x = jnp.asarray(T), jnp.asarray(x)
    n = T.shape[0]
    require_shape("x", x.shape, (n * c * 4 * h * w,))
    if not n:
        return jnp.array(True)
    return vmap(max_pool_2_smooth_up_to)(T, x.reshape(n, c, 2 * h, 2 * w)).all()


def _offsets(sigma: tuple[ArrayLike, ArrayLike], rank: int) -> tuple[Array, Array]:
    """Row and column offsets, checked."""
    a, b = jnp.asarray(sigma[0]), jnp.asarray(sigma[1])
    require(a.ndim == rank, "rank of sigma[0]", a.ndim, rank)
    require_shape("sigma[1]", b.shape, a.shape)
    return a, b
