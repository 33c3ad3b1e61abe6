"""The 3 × 3 max pool of stride 2 with symmetric padding, in JAX, function by function as in
`pool`.

The forward is `reduce_window` with its padding spelled out: "SAME" would be another function, of
the same shape. Everything here is jitted; the sizes are static.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.typing import ArrayLike

from oracles.flat_jax import tensor3_flatten, tensor3_unflatten
from oracles.jit_jax import jitted
from oracles.shapes import require_even
from oracles.window_jax import (
    window_argmax,
    window_local_reindex,
    window_max_backward,
    window_smooth,
    window_smooth_or_dead,
    window_smooth_up_to,
)

# ----- index maps ---------------------------------------------------------------------------


@jitted()
def win3_read(i: ArrayLike, a: ArrayLike) -> Array:
    """Give the row that window i reads at offset a, before truncation: -1 is the low pad.

    Shapes: i, a → their broadcast shape.
    Domain: i ≥ 0, 0 ≤ a < 3.
    Source: Proofs.win3Read.
    """
    return 2 * jnp.asarray(i) + jnp.asarray(a) - 1


@jitted()
def win3_row_inv(i: ArrayLike, a: ArrayLike) -> Array:
    """Give the input row that output row i reads at offset a.

    Shapes: i, a → their broadcast shape.
    Domain: i ≥ 0, 0 ≤ a < 3; the result is below 2h for i < h.
    Source: Proofs.win3RowInv.
    """
    return jnp.maximum(2 * jnp.asarray(i) + jnp.asarray(a) - 1, 0)


@jitted()
def win3_col_inv(j: ArrayLike, b: ArrayLike) -> Array:
    """Give the input column that output column j reads at offset b.

    Shapes: j, b → their broadcast shape.
    Domain: j ≥ 0, 0 ≤ b < 3; the result is below 2w for j < w.
    Source: Proofs.win3ColInv.
    """
    return jnp.maximum(2 * jnp.asarray(j) + jnp.asarray(b) - 1, 0)


@jitted("n")
def win3_map(n: int) -> Array:
    """Tabulate the index map of an axis with n windows: rows of the pool, or columns.

    Shapes: → (n, 3), integers below 2n.
    Source: Proofs.win3RowInv, Proofs.win3ColInv.
    """
    return win3_row_inv(jnp.arange(n)[:, None], jnp.arange(3))


# ----- the pool -----------------------------------------------------------------------------


@jitted()
def max_pool_3s2(x: ArrayLike) -> Array:
    """Take the maximum of each 3 × 3 window, stride 2, symmetric padding.

    Shapes: x (c, 2h, 2w) → (c, h, w), dtype of x.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool3s2; torch.nn.MaxPool2d(3, stride=2, padding=1).
    """
    x = jnp.asarray(x)
    require_even("x", x.shape)
    lowest = -jnp.inf if jnp.issubdtype(x.dtype, jnp.floating) else np.iinfo(x.dtype).min
    pooled: Array = lax.reduce_window(
        x,
        np.array(lowest, x.dtype),
        lax.max,
        window_dimensions=(1, 3, 3),
        window_strides=(1, 2, 2),
        padding=((0, 0), (1, 1), (1, 1)),
    )
    return pooled


@jitted("c", "h", "w")
def max_pool_3s2_flat(v: ArrayLike, *, c: int, h: int, w: int) -> Array:
    """Pool a flat vector into a flat vector.

    Shapes: v (c 2h 2w,) → (c h w,), dtype of v.
    Raises: ValueError for another length.
    Source: Proofs.maxPool3s2Flat.
    """
    return tensor3_flatten(max_pool_3s2(tensor3_unflatten(v, c=c, h=2 * h, w=2 * w)))


# ----- when a window has one winner ---------------------------------------------------------


@jitted()
def max_pool_3s2_smooth(x: ArrayLike) -> Array:
    """Decide whether every window attains its maximum at one place.

    Shapes: x (c, 2h, 2w) → (), bool.
    Returns: true iff no two places of a window both hold its maximum. The cell that a truncated
        read repeats is one place.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.MaxPool3s2Smooth.
    """
    return window_smooth(*_maps(x), x)


@jitted()
def max_pool_3s2_smooth_or_dead(x: ArrayLike) -> Array:
    """Decide whether every window attains its maximum at one place or reads nothing positive.

    Shapes: x (c, 2h, 2w) → (), bool.
    Returns: true iff every window is smooth, or has no cell above 0.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.MaxPool3s2SmoothOrDead.
    """
    return window_smooth_or_dead(*_maps(x), x)


@jitted()
def max_pool_3s2_smooth_up_to(T: ArrayLike, x: ArrayLike) -> Array:
    """Decide whether every window reads nothing positive or is tied only between related places.

    Shapes: T (2h, 2w, 2h, 2w) bool, x (c, 2h, 2w) → (), bool. T[p, q, p', q'] is Lean's
    T (p, q) (p', q').
    Returns: true iff every window is dead, or T relates any two places that hold its maximum.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.MaxPool3s2SmoothUpTo.
    """
    return window_smooth_up_to(*_maps(x), T, x)


# ----- argmax and backward ------------------------------------------------------------------


@jitted()
def max_pool_3s2_argmax(x: ArrayLike) -> tuple[Array, Array]:
    """Find the first maximal offset (a, b) of each window, in row-major order.

    Shapes: x (c, 2h, 2w) → a (c, h, w), b (c, h, w), integers below 3.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool3s2Argmax.
    """
    return window_argmax(*_maps(x), x)


@jitted()
def max_pool_3s2_local_reindex(x: ArrayLike) -> Array:
    """Find the flat input index that each flat output index reads at its argmax.

    Shapes: x (c, 2h, 2w) → (c h w,), integers below c 2h 2w.
    Raises: ValueError for another rank or an odd axis.
    Source: Proofs.maxPool3s2LocalReindex.
    """
    return window_local_reindex(*_maps(x), x)


@jitted()
def max_pool_3s2_backward(x: ArrayLike, dy: ArrayLike) -> Array:
    """Add the cotangent of each output to the cell that its argmax reads.

    Windows overlap, so a cell may collect up to four cotangents. At a tie the first maximal offset
    takes all, so this is total; it is the transposed Jacobian where the input is smooth.

    Shapes: x (c, 2h, 2w), dy (c, h, w) → (c, 2h, 2w), dtype of dy.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.maxPool3s2HasVJPAt3, field backward.
    """
    return window_max_backward(*_maps(x), x, dy)


@jitted()
def max_pool_3s2_flat_backward(x: ArrayLike, dy: ArrayLike) -> Array:
    """Pull a flat cotangent back through the flat pool at the flattened x.

    Shapes: x (c, 2h, 2w), dy (c h w,) → (c 2h 2w,), dtype of dy.
    Raises: ValueError for shapes that do not fit or an odd axis.
    Source: Proofs.maxPool3s2FlatHasVJPAt, field backward.
    """
    shape = jnp.shape(x)
    require_even("x", shape)
    c, h, w = shape[0], shape[1] // 2, shape[2] // 2
    return tensor3_flatten(max_pool_3s2_backward(x, tensor3_unflatten(dy, c=c, h=h, w=w)))


def _maps(x: ArrayLike) -> tuple[Array, Array]:
    shape = jnp.shape(x)
    require_even("x", shape)
    return win3_map(shape[1] // 2), win3_map(shape[2] // 2)


# ----- two examples -------------------------------------------------------------------------


@jitted()
def shared_peak() -> Array:
    """Give a 4 × 4 channel of zeros with a 1 that all four windows read.

    Shapes: → (1, 4, 4), JAX's default float dtype.
    Source: Proofs.sharedPeak.
    """
    return jnp.zeros((1, 4, 4)).at[0, 1, 1].set(1)


@jitted()
def corner_peak() -> Array:
    """Give a 2 × 2 channel of zeros with a 1 in the corner that truncated reads repeat.

    Shapes: → (1, 2, 2), JAX's default float dtype.
    Source: Proofs.cornerPeak.
    """
    return jnp.zeros((1, 2, 2)).at[0, 0, 0].set(1)
