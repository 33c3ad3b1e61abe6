"""Ops that read or write at indices from an operand.

A start index out of range is clamped, an update out of range dropped, as StableHLO says, and the
run is flagged with it. An index that depends on undecided truths stands for all the places that it
may be: what is read is selected among them, and what is written is selected at each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.ports.mlir.exact.elementwise import Results, mapped
from leanbridge.ports.mlir.exact.entries import comparison, entry_rule, selection
from leanbridge.ports.mlir.exact.program import Array, Operation
from leanbridge.ports.mlir.exact.windows import single

if TYPE_CHECKING:
    from leanbridge.ports.mlir.exact.interpret import Run

Choices: TypeAlias = list[tuple[Any, int]]
"""Places with the truth that each is the one, tried in order; the last one needs none."""


def decided(index: Any) -> int:
    """An index. Raises: Unsupported for one that depends on an undecided truth."""
    if type(index) is not int:
        raise Unsupported("an undecided index")
    return index


def _clamped(run: Run, op: Operation, index: Any, size: int, whole: int) -> Choices:
    """The start of a slice of `size` in an axis of `whole`."""
    last = whole - size
    if type(index) is int:
        kept = min(max(index, 0), last)
        if kept != index:
            run.flag(f"{op.name}: the start index {index} is clamped to {kept}")
        return [(True, kept)]
    dtype = op.operand_types[1 if op.name == "gather" else -1].dtype
    at_most = comparison("LE", dtype, run.algebra)
    return [(at_most(index, place), place) for place in range(last)] + [(True, last)]


def _read(run: Run, x: Array, starts: Sequence[Choices], sizes: Sequence[int]) -> Array:
    """The slice of `x` at starts: selected among all, where they are undecided."""
    both, select = entry_rule("and", "i1", run.algebra), selection(run.algebra)
    out: Array | None = None
    for choice in reversed(list(product(*starts))):
        places = [slice(start, start + n) for (_, start), n in zip(choice, sizes, strict=True)]
        cut: Array = x[tuple(places)]
        truth: Any = True
        for here, _ in choice:
            truth = both(truth, here)
        out = cut if out is None else mapped(select, single(truth), cut, out)
    assert out is not None
    return out


def dynamic_slice(run: Run, op: Operation, x: Array, *indices: Array) -> Results:
    sizes = op.attributes["slice_sizes"]
    return (_read(run, x, _starts(run, op, indices, sizes, x.shape), sizes),)


def _starts(
    run: Run, op: Operation, indices: Sequence[Array], sizes: Sequence[int], shape: Sequence[int]
) -> list[Choices]:
    return [_clamped(run, op, i[()], n, m) for i, n, m in zip(indices, sizes, shape, strict=True)]


def dynamic_update_slice(
    run: Run, op: Operation, x: Array, update: Array, *indices: Array
) -> Results:
    for index in indices:
        decided(index[()])
    starts = [c[0][1] for c in _starts(run, op, indices, update.shape, x.shape)]
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
        starts: list[Choices] = [[(True, 0)]] * x.ndim
        for i, d in enumerate(start_map):
            starts[d] = _clamped(run, op, vectors[(*batch, i)], sizes[d], x.shape[d])
        for d, axis in batching:
            starts[d] = [(True, batch[_along(axis, vector_axis)])]
        cut = _read(run, x, starts, sizes)
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
    outs, select = [x.copy() for x in inputs], selection(run.algebra)
    batch_dims = [d for d in range(updates[0].ndim) if d not in window_dims]
    for place in np.ndindex(updates[0].shape):
        batch = tuple([place[d] for d in batch_dims])
        at: list[Any] = [0] * inputs[0].ndim
        for i, d in enumerate(to_operand):
            at[d] = vectors[(*batch, i)]
        for d, axis in batching:
            at[d] = batch[_along(axis, vector_axis)]
        shift = [0] * len(at)
        for d, w in zip(kept, window_dims, strict=True):
            shift[d] = place[w]
        for truth, target in _targets(run, op, at, shift, inputs[0].shape):
            given = [single(out[target]) for out in outs] + [single(u[place]) for u in updates]
            for out, made in zip(outs, run.each(op.blocks[0], *given), strict=True):
                out[target] = select(truth, made[()], out[target])
    return tuple(outs)


def _targets(
    run: Run, op: Operation, at: Sequence[Any], shift: Sequence[int], shape: Sequence[int]
) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """The places that an update may go to, with the truth that each is the one."""
    dtype = op.operand_types[len(op.types)].dtype
    equal = comparison("EQ", dtype, run.algebra)
    both = entry_rule("and", "i1", run.algebra)
    lines: list[Choices] = []
    for index, by, size in zip(at, shift, shape, strict=True):
        if type(index) is not int:
            lines.append([(equal(index, p - by), p) for p in range(size)])
        elif 0 <= index + by < size:
            lines.append([(True, index + by)])
        else:
            run.flag(f"scatter: the update at {index + by} of {size} is dropped")
            return
    for choice in product(*lines):
        truth: Any = True
        for here, _ in choice:
            truth = both(truth, here)
        yield truth, tuple([place for _, place in choice])
