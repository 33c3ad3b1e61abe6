"""The 2 × 2 max pool of stride 2, in JAX, function by function as in `pool2`.

The forward is `reduce_window`, which needs no padding here. Everything is jitted; the sizes are
static.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array, lax, nn
from jax.typing import ArrayLike

from oracles.flat_jax import tensor3_flatten, tensor3_unflatten
from oracles.jit_jax import jitted
from oracles.shapes import require_even, require_shape

# ----- index maps ---------------------------------------------------------------------------


@jitted()
def win_row(p: ArrayLike) -> Array:
    """Give the window row that holds input row p.

    Shapes: p → its shape.
    Domain: p ≥ 0.
    Source: Proofs.winRow.
    """
    return jnp.asarray(p) // 2


@jitted()
def win_row_mod(p: ArrayLike) -> Array:
    """Give the place of input row p in its window.

    Shapes: p → its shape.
    Domain: p ≥ 0.
    Source: Proofs.winRowMod.
    """
    return jnp.asarray(p) % 2


@jitted()
def win_col(q: ArrayLike) -> Array:
    """Give the window column that holds input column q.

    Shapes: q → its shape.
    Domain: q ≥ 0.
    Source: Proofs.winCol.
    """
    return jnp.asarray(q) // 2


@jitted()
def win_col_mod(q: ArrayLike) -> Array:
    """Give the place of input column q in its window.

    Shapes: q → its shape.
    Domain: q ≥ 0.
    Source: Proofs.winColMod.
    """
    return jnp.asarray(q) % 2


@jitted()
def win_row_inv(i: ArrayLike, a: ArrayLike) -> Array:
    """Give the input row of window row i at offset a.

    Shapes: i, a → their broadcast shape.
    Domain: i ≥ 0, 0 ≤ a < 2.
    Source: Proofs.winRowInv.
    """
    return 2 * jnp.asarray(i) + jnp.asarray(a)


@jitted()
def win_col_inv(j: ArrayLike, b: ArrayLike) -> Array:
    """Give the input column of window column j at offset b.

    Shapes: j, b → their broadcast shape.
    Domain: j ≥ 0, 0 ≤ b < 2.
    Source: Proofs.winColInv.
    """
    return 2 * jnp.asarray(j) + jnp.asarray(b)


@jitted()
def t3_idx(ch: ArrayLike, i: ArrayLike, j: ArrayLike, *, h: ArrayLike, w: ArrayLike) -> Array:
    """Give the flat index of a cell of a tensor (c, h, w).

    Shapes: ch, i, j → their broadcast shape.
    Domain: ch ≥ 0, 0 ≤ i < h, 0 ≤ j < w.
    Source: Proofs.t3Idx.
    """
    return (jnp.asarray(ch) * h + jnp.asarray(i)) * w + jnp.asarray(j)


# ----- the pool -----------------------------------------------------------------------------


@jitted()
def max_pool_2(x: ArrayLike) -> Array:
    """Take the maximum of each 2 × 2 window, stride 2.

    Shapes: x (c, 2h, 2w) → (c, h, w), dtype of x.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool2; torch.nn.MaxPool2d(2).
    """
    x = jnp.asarray(x)
    require_even("x", x.shape)
    lowest = -jnp.inf if jnp.issubdtype(x.dtype, jnp.floating) else np.iinfo(x.dtype).min
    pooled: Array = lax.reduce_window(
        x,
        np.array(lowest, x.dtype),
        lax.max,
        window_dimensions=(1, 2, 2),
        window_strides=(1, 2, 2),
        padding="VALID",
    )
    return pooled


@jitted()
def max_pool_2_argmax(x: ArrayLike) -> tuple[Array, Array]:
    """Find the first maximal offset (a, b) of each window, in row-major order.

    Shapes: x (c, 2h, 2w) → a (c, h, w), b (c, h, w), integers below 2.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool2Argmax.
    """
    first = windows(x).argmax(axis=-1)
    return first // 2, first % 2


@jitted("c", "h", "w")
def max_pool_flat(v: ArrayLike, *, c: int, h: int, w: int) -> Array:
    """Pool a flat vector into a flat vector.

    Shapes: v (c 2h 2w,) → (c h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.maxPoolFlat.
    """
    return tensor3_flatten(max_pool_2(tensor3_unflatten(v, c=c, h=2 * h, w=2 * w)))


@jitted()
def max_pool_back_denote(x: ArrayLike, dy: ArrayLike) -> Array:
    """Send the cotangent of each window to the cell of its first maximal offset.

    Total: at a tie one cell takes all.

    Shapes: x (c, 2h, 2w), dy (c, h, w) → (c, 2h, 2w), dtype of dy.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.IR.maxPoolBackDenote.
    """
    x, dy = jnp.asarray(x), jnp.asarray(dy)
    require_even("x", x.shape)
    c, h, w = x.shape[0], x.shape[1] // 2, x.shape[2] // 2
    require_shape("dy", dy.shape, (c, h, w))
    chosen = nn.one_hot(windows(x).argmax(axis=-1), 4, dtype=bool)
    dx = jnp.where(chosen, dy[..., None], jnp.zeros((), dy.dtype))
    return dx.reshape(c, h, w, 2, 2).transpose(0, 1, 3, 2, 4).reshape(x.shape)


@jitted("c", "h", "w")
def max_pool_back_flat(xv: ArrayLike, dyv: ArrayLike, *, c: int, h: int, w: int) -> Array:
    """Send a flat cotangent back through the flat pool.

    Shapes: xv (c 2h 2w,), dyv (c h w,) → (c 2h 2w,), dtype of dyv.
    Raises: ValueError for another length.
    Source: Proofs.StableHLO.maxPoolBackFlat.
    """
    x = tensor3_unflatten(xv, c=c, h=2 * h, w=2 * w)
    return tensor3_flatten(max_pool_back_denote(x, tensor3_unflatten(dyv, c=c, h=h, w=w)))


@jitted()
def windows(x: ArrayLike) -> Array:
    """Lay out the cells of each window in the order of their offsets.

    Shapes: x (c, 2h, 2w) → (c, h, w, 4), dtype of x.
    Raises: ValueError for another rank or an odd axis.
    """
    x = jnp.asarray(x)
    require_even("x", x.shape)
    c, h, w = x.shape[0], x.shape[1] // 2, x.shape[2] // 2
    return x.reshape(c, h, 2, w, 2).transpose(0, 1, 3, 2, 4).reshape(c, h, w, 4)
