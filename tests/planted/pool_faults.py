"""Planted faulty ports of the 3 × 3 pool: each has the signature of the right one and one fault.

`BOUND_TO` says which Lean name a planted port stands for, all other names keeping their right
ports. `EXPECTED` says which declarations must then be REFUTED. It was written by reasoning from
the statements, before any run. It is a lower bound: what has a planted port in its evidence may
fail too (an index out of range fails wherever it is read), but these must.

`OUTSIDE_ONLY` are wrong only where a hypothesis of their Lean definition fails: the definition is
refuted by its second population, because the binding says `total = true`, and nothing else is.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.pool import (
    max_pool_3s2,
    max_pool_3s2_argmax,
    max_pool_3s2_local_reindex,
    win3_map,
)
from oracles.window import window_argmax

Array = NDArray[Any]  # any dtype, as in the oracles

# ----- forward ------------------------------------------------------------------------------


def same_padding_forward(x: Array) -> Array:
    """Pad (0, 1) as XLA's SAME does: window i is 2i, 2i + 1, 2i + 2. The shape is right.

    Refuted by the definition, by what reads cells at given offsets, and by the shared peak, which
    window 1 no longer reads. Not by the shift.
    """
    return _pooled(x, lambda n: np.minimum(2 * np.arange(n)[:, None] + np.arange(3), 2 * n - 1))


def same_padding_forward_jax(x: Any) -> Any:
    """As `same_padding_forward`, by the word that causes it."""
    import jax.numpy as jnp
    from jax import lax

    x = jnp.asarray(x)
    lowest = jnp.array(-jnp.inf, x.dtype)
    return lax.reduce_window(x, lowest, lax.max, (1, 3, 3), (1, 2, 2), "SAME")


def zero_padding_forward(x: Array) -> Array:
    """Pad with 0 instead of -∞: windows 0 of negative cells give 0.

    Refuted by the definition, by what reads cells at given offsets, and by the shift, which moves
    cells across 0. Not by the shared peak, which has no negative cell.
    """
    pooled = max_pool_3s2(x)
    pooled[:, :1] = np.maximum(pooled[:, :1], 0)
    pooled[:, :, :1] = np.maximum(pooled[:, :, :1], 0)
    return pooled


def window_of_two_forward(x: Array) -> Array:
    """Forget offset 0: windows of 2 that do not overlap.

    Refuted as SAME padding is, and not by the shift.
    """
    return _pooled(x, lambda n: win3_map(n)[:, 1:])


def transposed_axes_forward(x: Array) -> Array:
    """Read the rows of the input as columns: the right shape at every size, also at h = w.

    Refuted by the definition and by what reads cells at given offsets. Not by the shift, and not
    by the shared peak, which is symmetric.
    """
    c, rows, columns = x.shape
    return max_pool_3s2(x.reshape(c, columns, rows).transpose(0, 2, 1))


def transposed_result_forward(x: Array) -> Array:
    """Swap the axes of the result: the wrong shape, except at h = w.

    Refuted by whatever runs the pool at h ≠ w, the shift among them.
    """
    return max_pool_3s2(x).transpose(0, 2, 1)


def float32_forward(x: Array) -> Array:
    """Work and answer in float32, while the binding says float64.

    Refuted by whatever runs the pool: a wrong dtype at the boundary.
    """
    return max_pool_3s2(x.astype(np.float32))


def float32_round_trip_forward(x: Array) -> Array:
    """Work in float32 and answer in float64: right on numbers of at most 24 bits.

    Refuted by the definition, on generic float64 entries.
    """
    return max_pool_3s2(x.astype(np.float32)).astype(np.float64)


def in_place_forward(x: Array) -> Array:
    """Use the input as scratch space.

    Refuted by whatever runs the pool: it writes into a read-only array, or leaves it changed.
    """
    x[:, 0::2] = np.maximum(x[:, 0::2], x[:, 1::2])
    x[:, 2::2] = np.maximum(x[:, 2::2], x[:, 1:-1:2])
    return np.maximum(np.maximum(x[:, ::2, 0::2], x[:, ::2, 1::2]), _left(x[:, ::2]))


def small_shapes_forward(x: Array) -> Array:
    """Be right up to 6 rows and 6 columns, and pad as SAME does beyond.

    Refuted by the definition and by what reads cells at given offsets, at the larger rung alone.
    """
    return max_pool_3s2(x) if max(x.shape[1:]) <= 6 else same_padding_forward(x)


def one_shape_forward(x: Array) -> Array:
    """Be right at the shape (2, 4, 6), and pad as SAME does elsewhere.

    Refuted as SAME padding is.
    """
    return max_pool_3s2(x) if x.shape == (2, 4, 6) else same_padding_forward(x)


def square_shapes_forward(x: Array) -> Array:
    """Be right where h = w, and read rows as columns elsewhere.

    Refuted by the definition and by what reads cells at given offsets, at h ≠ w alone.
    """
    return max_pool_3s2(x) if x.shape[1] == x.shape[2] else transposed_axes_forward(x)


# ----- argmax -------------------------------------------------------------------------------


def last_argmax(x: Array) -> tuple[Array, Array]:
    """Take the last maximal offset: another one at every tie and at every repeated read.

    Refuted by the definition, which has no hypothesis. Not by the lemma that no cell exceeds the
    one at the argmax: any maximal offset satisfies it.
    """
    return _last(win3_map(x.shape[1] // 2), win3_map(x.shape[2] // 2), x)


def last_window_argmax(r: Array, s: Array, x: Array) -> tuple[Array, Array]:
    """Take the last maximal offset, at any index maps.

    Refuted by the definition and by the lemma that every earlier offset reads less.
    """
    return _last(r, s, x)


def column_major_argmax(x: Array) -> tuple[Array, Array]:
    """Take the first maximal offset in column-major order: another one at ties only.

    Refuted by the definition on tied entries.
    """
    b, a = max_pool_3s2_argmax(x.transpose(0, 2, 1))
    return a.transpose(0, 2, 1), b.transpose(0, 2, 1)


def last_local_reindex(x: Array) -> Array:
    """Find the cell at the last maximal offset: another one at ties only.

    Refuted by the definition, which has no hypothesis. Not by the bound on the number of outputs
    that choose a cell, which holds of any choice.
    """
    h, w = x.shape[1] // 2, x.shape[2] // 2
    a, b = last_argmax(x)
    row = np.take_along_axis(win3_map(h)[None, :, None, :], a[..., None], axis=-1)[..., 0]
    column = np.take_along_axis(win3_map(w)[None, None], b[..., None], axis=-1)[..., 0]
    channel = np.arange(x.shape[0])[:, None, None]
    flat: Array = (channel * 2 * h + row) * 2 * w + column
    return flat.reshape(-1)


# ----- backward -----------------------------------------------------------------------------


def assigning_backward(x: Array, dy: Array) -> Array:
    """Assign where one must add: of the windows that share a cell, the last one wins.

    Refuted by the witness, inside its hypothesis: a shared cell is no tie.
    """
    dx = np.zeros(x.size, dtype=dy.dtype)
    dx[max_pool_3s2_local_reindex(x)] = dy.reshape(-1)
    return dx.reshape(x.shape)


def offset_mask_backward(x: Array, dy: Array) -> Array:
    """Send the cotangent to every offset that reads the maximum: a repeated read counts twice.

    Refuted by the witness, inside its hypothesis: windows 0 read a cell of row 0 twice.
    """
    dx = np.zeros(x.shape, dtype=dy.dtype)
    pooled = max_pool_3s2(x)
    for rows in win3_map(x.shape[1] // 2).T:
        for columns in win3_map(x.shape[2] // 2).T:
            cell = np.ix_(range(x.shape[0]), rows, columns)
            np.add.at(dx, cell, np.where(x[cell] == pooled, dy, 0))
    return dx


def position_mask_backward(x: Array, dy: Array) -> Array:
    """Send the cotangent to every place that holds the maximum: right where there is one.

    Refuted by the witness outside its hypothesis only.
    """
    dx = np.zeros(x.shape, dtype=dy.dtype)
    pooled = max_pool_3s2(x)
    for ch, i, j in np.ndindex(*pooled.shape):
        rows = slice(max(2 * i - 1, 0), 2 * i + 2)
        columns = slice(max(2 * j - 1, 0), 2 * j + 2)
        dx[ch, rows, columns] += np.where(x[ch, rows, columns] == pooled[ch, i, j], dy[ch, i, j], 0)
    return dx


# ----- predicates ---------------------------------------------------------------------------


def offset_smooth(x: Array) -> bool:
    """Compare offsets where one must compare places: a repeated read is taken for a tie.

    Refuted by the definition, by the corner peak, by the lemma on injective tensors, and by the
    lemma that has smoothness as its hypothesis, whose truth differs.
    """
    r, s = win3_map(x.shape[1] // 2), win3_map(x.shape[2] // 2)
    cells = _cells(r, s, x)
    return bool(((cells == cells.max(axis=-1, keepdims=True)).sum(axis=-1) == 1).all())


def distinct_smooth(x: Array) -> bool:
    """Ask that all cells of a window differ, where only the largest must stand alone.

    Refuted by the definition and by the two peaks, whose zeros are equal.
    """
    for ch, i, j in np.ndindex(x.shape[0], x.shape[1] // 2, x.shape[2] // 2):
        window = x[ch, max(2 * i - 1, 0) : 2 * i + 2, max(2 * j - 1, 0) : 2 * j + 2]
        if len(set(window.reshape(-1).tolist())) < window.size:
            return False
    return True


def strict_smooth_or_dead(x: Array) -> bool:
    """Take a window for dead only if all its cells are below 0.

    Refuted by the definition and by the lemma on tensors that are nowhere positive.
    """
    r, s = win3_map(x.shape[1] // 2), win3_map(x.shape[2] // 2)
    cells = _cells(r, s, x)
    places = (r[:, None, :, None] * x.shape[2] + s[None, :, None, :]).reshape(cells.shape[1:])
    winners = cells == cells.max(axis=-1, keepdims=True)
    high = np.where(winners, places, -1).max(axis=-1)
    low = np.where(winners, places, x.size).min(axis=-1)
    return bool(((cells < 0).all(axis=-1) | (high == low)).all())


# ----- index maps ---------------------------------------------------------------------------


def unshifted_row_inv(i: int, a: int) -> int:
    """Forget the pad: 2i + a. At the last window and offset 2 it leaves the input.

    Refuted by the definition, by every law that pins a row down, and by the lemmas that read cells
    of the pool's windows. Not by the law that neighbours share a row: they share another one.
    """
    return 2 * i + a


def clamped_row_inv(i: int, a: int, *, h: int) -> int:
    """Clamp the high end too, one row early: the last row is never read.

    Refuted at the last window and offset 2: by the definition, by the laws that speak of the last
    row, and by the lemmas that read cells of the pool's windows.
    """
    return min(max(2 * i + a - 1, 0), 2 * h - 2)


def wrapping_row_inv(i: int, a: int) -> int:
    """Do not truncate: row -1 at offset 0 of window 0, which Python would read from the end.

    Refuted wherever window 0 is read at offset 0: the index is out of range.
    """
    return 2 * i + a - 1


# ----- the table ----------------------------------------------------------------------------

BOUND_TO: dict[str, str] = {
    "same_padding_forward": "Proofs.maxPool3s2",
    "same_padding_forward_jax": "Proofs.maxPool3s2",
    "zero_padding_forward": "Proofs.maxPool3s2",
    "window_of_two_forward": "Proofs.maxPool3s2",
    "transposed_axes_forward": "Proofs.maxPool3s2",
    "transposed_result_forward": "Proofs.maxPool3s2",
    "float32_forward": "Proofs.maxPool3s2",
    "float32_round_trip_forward": "Proofs.maxPool3s2",
    "in_place_forward": "Proofs.maxPool3s2",
    "small_shapes_forward": "Proofs.maxPool3s2",
    "one_shape_forward": "Proofs.maxPool3s2",
    "square_shapes_forward": "Proofs.maxPool3s2",
    "last_argmax": "Proofs.maxPool3s2Argmax",
    "last_window_argmax": "Proofs.windowArgmax",
    "column_major_argmax": "Proofs.maxPool3s2Argmax",
    "last_local_reindex": "Proofs.maxPool3s2LocalReindex",
    "assigning_backward": "Proofs.maxPool3s2HasVJPAt3.backward",
    "offset_mask_backward": "Proofs.maxPool3s2HasVJPAt3.backward",
    "position_mask_backward": "Proofs.maxPool3s2HasVJPAt3.backward",
    "offset_smooth": "Proofs.MaxPool3s2Smooth",
    "distinct_smooth": "Proofs.MaxPool3s2Smooth",
    "strict_smooth_or_dead": "Proofs.MaxPool3s2SmoothOrDead",
    "unshifted_row_inv": "Proofs.win3RowInv",
    "clamped_row_inv": "Proofs.win3RowInv",
    "wrapping_row_inv": "Proofs.win3RowInv",
}

PORT_SET: dict[str, str] = {name: "jax" if name.endswith("_jax") else "numpy" for name in BOUND_TO}

OUTSIDE_ONLY: frozenset[str] = frozenset({"position_mask_backward"})

EXPECTED: dict[str, tuple[str, ...]] = {
    "same_padding_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
        "Proofs.maxPool3s2_sharedPeak",
    ),
    "same_padding_forward_jax": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
        "Proofs.maxPool3s2_sharedPeak",
    ),
    "zero_padding_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_shift",
        "Proofs.maxPool3s2_eq_sup_inside",
    ),
    "window_of_two_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
        "Proofs.maxPool3s2_sharedPeak",
    ),
    "transposed_axes_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
    ),
    "transposed_result_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_shift",
        "Proofs.maxPool3s2_eq_sup_inside",
    ),
    "float32_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_shift",
        "Proofs.maxPool3s2_eq_sup_inside",
        "Proofs.maxPool3s2_sharedPeak",
    ),
    "float32_round_trip_forward": ("Proofs.maxPool3s2",),
    "in_place_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_shift",
        "Proofs.maxPool3s2_eq_sup_inside",
        "Proofs.maxPool3s2_sharedPeak",
    ),
    "small_shapes_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
    ),
    "one_shape_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
        "Proofs.maxPool3s2_sharedPeak",
    ),
    "square_shapes_forward": (
        "Proofs.maxPool3s2",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
    ),
    "last_argmax": ("Proofs.maxPool3s2Argmax",),
    "last_window_argmax": ("Proofs.windowArgmax", "Proofs.windowArgmax_first"),
    "column_major_argmax": ("Proofs.maxPool3s2Argmax",),
    "last_local_reindex": ("Proofs.maxPool3s2LocalReindex",),
    "assigning_backward": ("Proofs.maxPool3s2HasVJPAt3",),
    "offset_mask_backward": ("Proofs.maxPool3s2HasVJPAt3",),
    "position_mask_backward": ("Proofs.maxPool3s2HasVJPAt3",),
    "offset_smooth": (
        "Proofs.MaxPool3s2Smooth",
        "Proofs.maxPool3s2Smooth_of_injective",
        "Proofs.maxPool3s2SmoothOrDead_of_smooth",
        "Proofs.cornerPeak_smooth",
    ),
    "distinct_smooth": (
        "Proofs.MaxPool3s2Smooth",
        "Proofs.maxPool3s2SmoothOrDead_of_smooth",
        "Proofs.sharedPeak_smooth",
        "Proofs.cornerPeak_smooth",
    ),
    "strict_smooth_or_dead": (
        "Proofs.MaxPool3s2SmoothOrDead",
        "Proofs.maxPool3s2SmoothOrDead_of_nonpos",
    ),
    "unshifted_row_inv": (
        "Proofs.win3RowInv",
        "Proofs.win3RowInv_first_dup",
        "Proofs.win3Row_mem_le_two",
        "Proofs.win3RowInv_eq_toNat",
        "Proofs.win3Row_shared_odd",
        "Proofs.win3Row_odd_iff",
        "Proofs.win3Row_even_iff",
        "Proofs.win3Row_card",
        "Proofs.maxPool3s2Argmax_max",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
    ),
    "clamped_row_inv": (
        "Proofs.win3RowInv",
        "Proofs.win3RowInv_eq_toNat",
        "Proofs.win3Row_covered",
        "Proofs.win3Row_shared_odd",
        "Proofs.win3Row_odd_iff",
        "Proofs.win3Row_last_iff",
        "Proofs.win3Row_card",
        "Proofs.maxPool3s2Argmax_max",
        "Proofs.maxPool3s2_eq_at_max",
        "Proofs.maxPool3s2_eq_sup_inside",
    ),
    "wrapping_row_inv": (
        "Proofs.win3RowInv",
        "Proofs.win3RowInv_first_dup",
        "Proofs.win3RowInv_eq_toNat",
        "Proofs.win3Row_card",
    ),
}


# ----- windows as arrays --------------------------------------------------------------------


def _cells(r: Array, s: Array, x: Array) -> Array:
    cells = x[:, r][..., s].transpose(0, 1, 3, 2, 4)
    return cells.reshape(*cells.shape[:3], r.shape[1] * s.shape[1])


def _pooled(x: Array, index_map: Any) -> Array:
    r, s = index_map(x.shape[1] // 2), index_map(x.shape[2] // 2)
    pooled: Array = _cells(r, s, x).max(axis=-1)
    return pooled


def _last(r: Array, s: Array, x: Array) -> tuple[Array, Array]:
    k = r.shape[1]
    a, b = window_argmax(r[:, ::-1], s[:, ::-1], x)
    return k - 1 - a, k - 1 - b


def _left(rows: Array) -> Array:
    """What offset 0 reads: the column before, and the first one itself."""
    return np.concatenate([rows[:, :, :1], rows[:, :, 1:-1:2]], axis=2)
