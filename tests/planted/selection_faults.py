"""Planted faulty ports of the 2 × 2 pool at a selection, of layers and of batches: each has the
signature of the right one and one fault.

`BOUND_TO` and `EXPECTED` are as in `pool_faults`: written by reasoning from the statements, before
any run, and a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import selection
from oracles.pool2 import max_pool_flat, windows

Array = NDArray[Any]  # any dtype, as in the oracles

# ----- ties ---------------------------------------------------------------------------------


def last_argmax_of_four(x: Array) -> tuple[Array, Array]:
    """Take the last maximal offset: another one at ties only.

    Refuted by the definition, and where it must be the cell that the backward chose. Not where any
    maximum will do.
    """
    a, b = np.divmod(3 - windows(x)[..., ::-1].argmax(axis=-1), 2)
    return a, b


def last_argmax_back_flat(xv: Array, dyv: Array, *, c: int, h: int, w: int) -> Array:
    """Send the cotangent to the last maximal cell.

    Refuted by the definition and by what ties it to the first argmax. It loses no cotangent.
    """
    x = xv.reshape(c, 2 * h, 2 * w)
    chosen = 3 - windows(x)[..., ::-1].argmax(axis=-1)
    return _spread(np.arange(4) == chosen[..., None], dyv.reshape(c, h, w))


def equality_mask_back_flat(xv: Array, dyv: Array, *, c: int, h: int, w: int) -> Array:
    """Send the cotangent to every cell that equals the maximum.

    Refuted by the definition, by what ties it to the first argmax, and by every law of the sum: at
    a tie the cotangent is multiplied.
    """
    x = xv.reshape(c, 2 * h, 2 * w)
    cells = windows(x)
    return _spread(cells == cells.max(axis=-1, keepdims=True), dyv.reshape(c, h, w))


def equality_mask_back_denote(x: Array, dy: Array) -> Array:
    """As `equality_mask_back_flat`, between tensors.

    Refuted by the definition and by its flat form. Exchanging channels does not see it.
    """
    cells = windows(x)
    flat = _spread(cells == cells.max(axis=-1, keepdims=True), dy)
    return flat.reshape(x.shape)


def split_ties_back_flat_jax(xv: Any, dyv: Any, *, c: int, h: int, w: int) -> Any:
    """Differentiate a maximum by JAX, which shares the cotangent among tied cells.

    Refuted by the definition and by what ties it to the first argmax. It loses no cotangent.
    """
    import jax
    import jax.numpy as jnp

    from oracles.pool2_jax import windows as windows_jax

    def forward(v: Any) -> Any:
        return windows_jax(v.reshape(c, 2 * h, 2 * w)).max(axis=-1).reshape(-1)

    return jax.vjp(forward, jnp.asarray(xv))[1](jnp.asarray(dyv))[0]


def first_example_map_aux(
    f: Callable[[Array, Array], Array], aux: Array, x: Array, *, N: int, s: int, a: int, b: int
) -> Array:
    """Give every example what was saved of example 0.

    Refuted by the definition and by every law in which examples keep their own, from two on. Not
    by a map that does not look at it.
    """
    saved = aux.reshape(N, s)
    rows = [f(saved[0], row) for row in x.reshape(N, a)]
    return np.concatenate(rows) if rows else np.zeros(0)


def first_example_sel_idx_b(sigma: tuple[Array, Array]) -> Array:
    """Select in every example as in example 0.

    Refuted by the definition, by the pool as a gather, by the backward as a scatter, and by the
    laws of slices. Not by adjointness: any indices are adjoint.
    """
    if not len(sigma[0]):
        return selection.pool_sel_idx_b(sigma)
    a, b = (np.broadcast_to(part[:1], part.shape) for part in sigma)
    return selection.pool_sel_idx_b((a, b))


def first_example_smooth_up_to_b(T: Array, x: Array, *, c: int, h: int, w: int) -> bool:
    """Relate the places of every example as those of example 0.

    Refuted by the definition.
    """
    related = np.broadcast_to(T[:1], T.shape)
    return selection.max_pool_2_smooth_up_to_b(related, x, c=c, h=h, w=w)


# ----- forward ------------------------------------------------------------------------------


def dilated_forward(x: Array) -> Array:
    """Take cells that lie half the input apart.

    Refuted by the definition and by the general pool. Exchanging channels does not see it.
    """
    c, rows, columns = x.shape
    out: Array = x.reshape(c, 2, rows // 2, 2, columns // 2).max(axis=(1, 3))
    return out


def channels_last_flat(v: Array, *, c: int, h: int, w: int) -> Array:
    """Read the flat vector as rows, columns, channels.

    Refuted by the definition and by whatever compares the pool with cells of it, where there are
    channels to mix up. The equivalence for a batch may miss it: drawn selections of so many windows
    rarely name maxima.
    """
    x = v.reshape(2 * h, 2 * w, c).transpose(2, 0, 1)
    return max_pool_flat(np.ascontiguousarray(x).reshape(-1), c=c, h=h, w=w)


def mean_flat(v: Array, *, c: int, h: int, w: int) -> Array:
    """Take the mean.

    Refuted by the definition and by whatever compares the pool with a cell. Exchanging examples
    does not see it.
    """
    return windows(v.reshape(c, 2 * h, 2 * w)).sum(axis=-1).reshape(-1) / 4


# ----- selection ----------------------------------------------------------------------------


def swapped_sel_idx(sigma: tuple[Array, Array]) -> Array:
    """Take the column offset for the row's.

    Refuted by the definition and by whatever says which cell it is. Not by injectivity.
    """
    return selection.pool_sel_idx((sigma[1], sigma[0]))


def swapped_gather_flat(sigma: tuple[Array, Array], v: Array) -> Array:
    """Take the column offset for the row's.

    Refuted by the definition, by the indices, and by what compares it with the pool. Not by
    linearity.
    """
    return selection.pool_gather_flat((sigma[1], sigma[0]), v)


def assigning_scatter(sigma: Array, dy: Array, *, m: int) -> Array:
    """Assign where one must add: of the outputs that read a cell, the last one wins.

    Refuted by the definition, by adjointness, by the sum and by the gradient, all at selections
    that repeat a cell. Not by additivity, and not by the pool: its windows share none.
    """
    dx = np.zeros(m, dy.dtype)
    dx[sigma] = dy
    return dx


def strict_sel_dom(sigma: tuple[Array, Array], u: Array) -> bool:
    """Ask that the named cell exceed every other one.

    Refuted by the definition, by the argmax at ties, and by what is equivalent.
    """
    c, h, w = sigma[0].shape
    cells = windows(u.reshape(c, 2 * h, 2 * w))
    named = (2 * sigma[0] + sigma[1])[..., None]
    top = np.take_along_axis(cells, named, axis=-1)
    return bool(((cells < top) | (np.arange(4) == named)).all())


def first_example_sel_dom_b(sigma: tuple[Array, Array], u: Array) -> bool:
    """Look at example 0 alone.

    Refuted by the definition and by what is equivalent.
    """
    count = len(sigma[0][:1])
    size = 4 * sigma[0][0].size if count else 0
    return selection.pool_sel_dom_b((sigma[0][:1], sigma[1][:1]), u[:size])


def untwinned_smooth_up_to(T: Array, x: Array) -> bool:
    """Forget the relation: refuse every tie of a live window.

    Refuted by the definition.
    """
    return selection.max_pool_2_smooth_up_to(np.zeros_like(T), x)


# ----- index maps ---------------------------------------------------------------------------


def far_row_inv(i: int, a: int, *, h: int) -> int:
    """Put the two rows of a window half the input apart.

    Refuted by the definition, by the inverses, and by what reads the pool's cells.
    """
    return i + a * h


def channels_last_idx(ch: int, i: int, j: int, *, c: int, w: int) -> int:
    """Number the cells row by row, the channels of a cell next to each other.

    Refuted by the definition and by the two readings of a flat tensor.
    """
    return (i * w + j) * c + ch


def rounded_up_row(p: int) -> int:
    """Round half up: the window of an odd row is the next one.

    Refuted by the definition and by the inverses; in the last row it leaves the input.
    """
    return (p + 1) // 2


# ----- layers and batches -------------------------------------------------------------------


def absolute_relu(x: Array) -> Array:
    """Flip what is negative.

    Refuted by the definition, by the maximum with 0, and by the mask. Slicing does not see it.
    """
    return np.abs(x)


def closed_mask(pre: Array, dy: Array) -> Array:
    """Let the cotangent pass at 0 too.

    Refuted by the definition only: the laws do not look at a kink.
    """
    return np.where(pre >= 0, dy, np.zeros_like(dy))


def self_mask(pre: Array, dy: Array) -> Array:
    """Mask by the sign of the cotangent.

    Refuted by the definition, by adjointness and by the gradient.
    """
    return np.where(dy > 0, dy, np.zeros_like(dy))


def no_bias_dense(W: Array, b: Array, x: Array) -> Array:
    """Forget the bias.

    Refuted by the definition and by the row form. Not by adjointness, which is about no bias.
    """
    out: Array = x @ W
    return out


def interleaved_dense_back(W: Array, dy: Array, *, N: int) -> Array:
    """Take the examples of the cotangent for interleaved.

    Refuted by the definition, by adjointness and by the gradient, from two examples on.
    """
    return (dy.reshape(W.shape[1], N).T @ W.T).reshape(-1)


def interleaved_map(f: Callable[[Array], Array], x: Array, *, N: int, a: int, b: int) -> Array:
    """Take the examples for interleaved.

    Refuted by the definition, by slices, by mapping twice, and by what maps known layers.
    """
    rows = [f(np.ascontiguousarray(row)) for row in x.reshape(a, N).T]
    return np.concatenate(rows) if rows else np.zeros(0)


def interleaved_slice(v: Array, n: int, *, N: int, a: int) -> Array:
    """Take the examples for interleaved.

    Refuted by the definition and by the example of a mapped batch. Not by the rectifier, which
    does not look at places.
    """
    return np.ascontiguousarray(v.reshape(a, N)[:, n])


# ----- the table ----------------------------------------------------------------------------

BOUND_TO: dict[str, str] = {
    "last_argmax_of_four": "Proofs.maxPool2Argmax",
    "last_argmax_back_flat": "Proofs.StableHLO.maxPoolBackFlat",
    "equality_mask_back_flat": "Proofs.StableHLO.maxPoolBackFlat",
    "equality_mask_back_denote": "Proofs.IR.maxPoolBackDenote",
    "split_ties_back_flat_jax": "Proofs.StableHLO.maxPoolBackFlat",
    "first_example_map_aux": "Proofs.StableHLO.batchMapAux",
    "first_example_sel_idx_b": "Proofs.SmallParamGrad.poolSelIdxB",
    "first_example_smooth_up_to_b": "Proofs.SmallParamGrad.MaxPool2SmoothUpToB",
    "dilated_forward": "Proofs.maxPool2",
    "channels_last_flat": "Proofs.maxPoolFlat",
    "mean_flat": "Proofs.maxPoolFlat",
    "swapped_sel_idx": "Proofs.SmallParamGrad.poolSelIdx",
    "swapped_gather_flat": "Proofs.poolGatherFlat",
    "assigning_scatter": "Proofs.SmallParamGrad.selScatter",
    "strict_sel_dom": "Proofs.SmallParamGrad.PoolSelDom",
    "first_example_sel_dom_b": "Proofs.SmallParamGrad.PoolSelDomB",
    "untwinned_smooth_up_to": "Proofs.SmallParamGrad.MaxPool2SmoothUpTo",
    "far_row_inv": "Proofs.winRowInv",
    "channels_last_idx": "Proofs.t3Idx",
    "rounded_up_row": "Proofs.winRow",
    "absolute_relu": "Proofs.relu",
    "closed_mask": "Proofs.BackLinks.reluMaskB",
    "self_mask": "Proofs.BackLinks.reluMaskB",
    "no_bias_dense": "Proofs.dense",
    "interleaved_dense_back": "Proofs.StableHLO.rowDenseBackFlat",
    "interleaved_map": "Proofs.StableHLO.batchMap",
    "interleaved_slice": "Proofs.StableHLO.batchSlice",
}

PORT_SET: dict[str, str] = {name: "jax" if name.endswith("_jax") else "numpy" for name in BOUND_TO}

OUTSIDE_ONLY: frozenset[str] = frozenset()

_AT_TIES = (
    "Proofs.SmallParamGrad.maxPoolBackFlat_eq_selScatter",
    "Proofs.SmallParamGrad.batchMapAux_maxPoolBackFlat_eq_selScatter",
)

EXPECTED: dict[str, tuple[str, ...]] = {
    "last_argmax_of_four": ("Proofs.maxPool2Argmax", *_AT_TIES),
    "last_argmax_back_flat": (
        "Proofs.StableHLO.maxPoolBackFlat",
        *_AT_TIES,
        "Proofs.SmallParamGrad.maxPoolBackFlat_eq_denote",
    ),
    "equality_mask_back_flat": (
        "Proofs.StableHLO.maxPoolBackFlat",
        *_AT_TIES,
        "Proofs.SmallParamGrad.maxPoolBackFlat_eq_denote",
        "Proofs.maxPoolBackFlat_sum",
        "Proofs.maxPoolBackFlat_pairing",
    ),
    "equality_mask_back_denote": (
        "Proofs.IR.maxPoolBackDenote",
        "Proofs.SmallParamGrad.maxPoolBackFlat_eq_denote",
    ),
    "split_ties_back_flat_jax": (
        "Proofs.StableHLO.maxPoolBackFlat",
        *_AT_TIES,
        "Proofs.SmallParamGrad.maxPoolBackFlat_eq_denote",
    ),
    "first_example_map_aux": (
        "Proofs.StableHLO.batchMapAux",
        "Proofs.batchSlice_batchMapAux",
        "Proofs.batchMapAux_batchReindex",
        "Proofs.SmallParamGrad.batchMapAux_maxPoolBackFlat_eq_selScatter",
        "Proofs.batchMapAux_maxPoolBackFlat_batchReindex",
    ),
    "first_example_sel_idx_b": (
        "Proofs.SmallParamGrad.poolSelIdxB",
        "Proofs.SmallParamGrad.batchMap_maxPoolFlat_eq_gatherB",
        "Proofs.SmallParamGrad.batchSlice_selScatterB",
        "Proofs.SmallParamGrad.batchMapAux_maxPoolBackFlat_eq_selScatter",
        "Proofs.poolSelDomB_iff",
        "Proofs.batchSlice_gatherB",
    ),
    "first_example_smooth_up_to_b": ("Proofs.SmallParamGrad.MaxPool2SmoothUpToB",),
    "dilated_forward": ("Proofs.maxPool2", "Proofs.maxPool2_eq_windowMax"),
    "channels_last_flat": (
        "Proofs.maxPoolFlat",
        "Proofs.SmallParamGrad.maxPoolFlat_eq_poolGatherFlat",
        "Proofs.SmallParamGrad.batchMap_maxPoolFlat_eq_gatherB",
        "Proofs.poolSelDom_iff",
        "Proofs.poolGatherFlat_le_maxPoolFlat",
        "Proofs.maxPoolBackFlat_pairing",
    ),
    "mean_flat": (
        "Proofs.maxPoolFlat",
        "Proofs.SmallParamGrad.maxPoolFlat_eq_poolGatherFlat",
        "Proofs.SmallParamGrad.batchMap_maxPoolFlat_eq_gatherB",
        "Proofs.poolSelDom_iff",
        "Proofs.poolGatherFlat_le_maxPoolFlat",
        "Proofs.maxPoolBackFlat_pairing",
    ),
    "swapped_sel_idx": (
        "Proofs.SmallParamGrad.poolSelIdx",
        "Proofs.SmallParamGrad.poolSelIdx_t3Idx",
        "Proofs.SmallParamGrad.poolGatherFlat_eq_sel",
        "Proofs.SmallParamGrad.maxPoolBackFlat_eq_selScatter",
        "Proofs.SmallParamGrad.batchSlice_selScatterB",
        "Proofs.poolGatherFlat_selScatter",
    ),
    "swapped_gather_flat": (
        "Proofs.poolGatherFlat",
        "Proofs.SmallParamGrad.poolGatherFlat_eq_sel",
        "Proofs.SmallParamGrad.maxPoolFlat_eq_poolGatherFlat",
        "Proofs.poolSelDom_iff",
        "Proofs.batchSlice_gatherB",
        "Proofs.poolGatherFlat_selScatter",
    ),
    "assigning_scatter": (
        "Proofs.SmallParamGrad.selScatter",
        "Proofs.selScatter_adjoint",
        "Proofs.selScatter_sum",
        "Proofs.SmallParamGrad.hasGradAt_gatherReluB",
    ),
    "strict_sel_dom": (
        "Proofs.SmallParamGrad.PoolSelDom",
        "Proofs.SmallParamGrad.poolSelDom_argmax",
        "Proofs.poolSelDom_iff",
    ),
    "first_example_sel_dom_b": (
        "Proofs.SmallParamGrad.PoolSelDomB",
        "Proofs.poolSelDomB_iff",
    ),
    "untwinned_smooth_up_to": ("Proofs.SmallParamGrad.MaxPool2SmoothUpTo",),
    "far_row_inv": (
        "Proofs.winRowInv",
        "Proofs.winRowInv_winRow",
        "Proofs.winRow_winRowInv",
        "Proofs.winRowMod_winRowInv",
        "Proofs.maxPool2_eq_windowMax",
        "Proofs.SmallParamGrad.poolSelIdx_t3Idx",
    ),
    "channels_last_idx": (
        "Proofs.t3Idx",
        "Proofs.unflatten_t3Idx",
        "Proofs.flatten_t3Idx",
        "Proofs.SmallParamGrad.poolSelIdx_t3Idx",
    ),
    "rounded_up_row": ("Proofs.winRow", "Proofs.winRowInv_winRow", "Proofs.winRow_winRowInv"),
    "absolute_relu": ("Proofs.relu", "Proofs.relu_apply_eq_max", "Proofs.reluMaskB_self"),
    "closed_mask": ("Proofs.BackLinks.reluMaskB",),
    "self_mask": (
        "Proofs.BackLinks.reluMaskB",
        "Proofs.reluMaskB_adjoint",
        "Proofs.SmallParamGrad.hasGradAt_gatherReluB",
    ),
    "no_bias_dense": ("Proofs.dense", "Proofs.batchMap_dense_eq_rowDenseFlat"),
    "interleaved_dense_back": (
        "Proofs.StableHLO.rowDenseBackFlat",
        "Proofs.batchMap_dense_adjoint",
        "Proofs.SmallParamGrad.hasGradAt_denseB",
    ),
    "interleaved_map": (
        "Proofs.StableHLO.batchMap",
        "Proofs.batchSlice_batchMap",
        "Proofs.batchMapAux_const",
        "Proofs.batchMap_batchMap",
        "Proofs.batchMap_dense_eq_rowDenseFlat",
        "Proofs.SmallParamGrad.batchMap_maxPoolFlat_eq_gatherB",
    ),
    "interleaved_slice": (
        "Proofs.StableHLO.batchSlice",
        "Proofs.batchSlice_batchMap",
        "Proofs.batchSlice_gatherB",
    ),
}


def _spread(chosen: Array, dy: Array) -> Array:
    """The flat input (c 2h 2w,) with dy at the chosen cells of each window (c, h, w, 4)."""
    c, h, w = dy.shape
    cells = np.where(chosen, dy[..., None], np.zeros((), dy.dtype))
    return cells.reshape(c, h, w, 2, 2).transpose(0, 1, 3, 2, 4).reshape(-1)
