"""Ops that read or write at indices from an operand.

A start index out of range is clamped, an update out of range dropped, as StableHLO says, and the
run is flagged with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.ports.mlir.exact.elementwise import Results
from leanbridge.ports.mlir.exact.program import Array, Operation
from leanbridge.ports.mlir.exact.windows import single

if TYPE_CHECKING:
    from leanbridge.ports.mlir.exact.interpret import Run


def _clamped(run: Run, op: Operation, index: Any, size: int, whole: int) -> int:
    """A start index of a slice of `size` in an axis of `whole`."""
    wanted = decided(index)
    kept = min(max(wanted, 0), whole - size)
    if kept != wanted:
        run.flag(f"{op.name}: the start index {wanted} is clamped to {kept}")
    return kept


def decided(index: Any) -> int:
    """An index. Raises: Unsupported for one that depends on an undecided truth."""
    if type(index) is not int:
        raise Unsupported("an undecided index")
    return index


def _starts(
    run: Run, op: Operation, indices: Sequence[Array], sizes: Sequence[int], shape: Sequence[int]
) -> list[int]:
    return [_clamped(run, op, i[()], n, m) for i, n, m in zip(indices, sizes, shape, strict=True)]


def dynamic_slice(run: Run, op: Operation, x: Array, *indices: Array) -> Results:
    sizes = op.attributes["slice_sizes"]
    starts = _starts(run, op, indices, sizes, x.shape)
    return (x[tuple([slice(s, s + n) for s, n in zip(starts, sizes, strict=True)])],)


def dynamic_update_slice(
    run: Run, op: Operation, x: Array, update: Array, *indices: Array
) -> Results:
    starts = _starts(run, op, indices, update.shape, x.shape)
    out = x.copy()
    out[tuple([slice(s, s + n) for s, n in zip(starts, update.shape, strict=True)])] = update
    return (out,)


def _vectors(indices: Array, axis: int) -> Array:
    """The index vectors of a gather or scatter: batch axes, then the vector."""
    if axis == indices.ndim:
        return indices.reshape(*indices.shape, 1)
    return np.moveaxis(indices, axis, -1)


def _batching(numbers: Mapping[str, Any], of: str, of_indices: str) -> list[tuple[int, int]]:
    """Axes of the operand that go along with axes of the indices."""
    return list(zip(numbers.get(of, ()), numbers.get(of_indices, ()), strict=True))


def _along(axis: int, vector_axis: int) -> int:
    """An axis of the indices among the batch axes."""
    return axis - (axis > vector_axis)


def gather(run: Run, op: Operation, x: Array, indices: Array) -> Results:
    numbers, sizes = op.attributes["dimension_numbers"], op.attributes["slice_sizes"]
    vector_axis = numbers.get("index_vector_dim", 0)
    vectors = _vectors(indices, vector_axis)
    offset_dims = numbers.get("offset_dims", ())
    batching = _batching(numbers, "operand_batching_dims", "start_indices_batching_dims")
    gone = {*numbers.get("collapsed_slice_dims", ()), *[d for d, _ in batching]}
    start_map = numbers.get("start_index_map", ())
    out = np.empty(op.types[0].shape, object)
    batch_dims = [d for d in range(out.ndim) if d not in offset_dims]
    for batch in np.ndindex(vectors.shape[:-1]):
        start = [0] * x.ndim
        for i, d in enumerate(start_map):
            start[d] = _clamped(run, op, vectors[(*batch, i)], sizes[d], x.shape[d])
        for d, axis in batching:
            start[d] = batch[_along(axis, vector_axis)]
        cut = x[tuple([slice(s, s + n) for s, n in zip(start, sizes, strict=True)])]
        kept = cut.reshape([n for d, n in enumerate(cut.shape) if d not in gone])
        place: list[Any] = [slice(None)] * out.ndim
        for d, b in zip(batch_dims, batch, strict=True):
            place[d] = b
        out[tuple(place)] = kept if kept.ndim else kept[()]
    return (out,)


def scatter(run: Run, op: Operation, *operands: Array) -> Results:
    count = (len(operands) - 1) // 2
    inputs, indices, updates = operands[:count], operands[count], operands[count + 1 :]
    numbers = op.attributes["scatter_dimension_numbers"]
    vector_axis = numbers.get("index_vector_dim", 0)
    vectors = _vectors(indices, vector_axis)
    window_dims = numbers.get("update_window_dims", ())
    batching = _batching(numbers, "input_batching_dims", "scatter_indices_batching_dims")
    inserted = {*numbers.get("inserted_window_dims", ()), *[d for d, _ in batching]}
    to_operand = numbers.get("scatter_dims_to_operand_dims", ())
    kept = [d for d in range(inputs[0].ndim) if d not in inserted]
    outs = [x.copy() for x in inputs]
    batch_dims = [d for d in range(updates[0].ndim) if d not in window_dims]
    for place in np.ndindex(updates[0].shape):
        batch = tuple([place[d] for d in batch_dims])
        at = [0] * inputs[0].ndim
        for i, d in enumerate(to_operand):
            at[d] = decided(vectors[(*batch, i)])
        for d, axis in batching:
            at[d] = batch[_along(axis, vector_axis)]
        for d, w in zip(kept, window_dims, strict=True):
            at[d] += place[w]
        target = tuple(at)
        if not all(0 <= i < n for i, n in zip(target, inputs[0].shape, strict=True)):
            run.flag(f"scatter: the update at {target} is dropped")
            continue
        given = [single(out[target]) for out in outs] + [single(u[place]) for u in updates]
        for out, made in zip(outs, run.each(op.blocks[0], *given), strict=True):
            out[target] = made[()]
    return tuple(outs)
