"""Ops that fold a block of scalars over axes or windows, and sorting by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key, partial
from functools import reduce as functools_reduce
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.ports.mlir.exact.elementwise import ELEMENTWISE, Results
from leanbridge.ports.mlir.exact.entries import entry_rule, kind_of, special
from leanbridge.ports.mlir.exact.program import Array, Block, Operation
from leanbridge.ports.mlir.exact.special import SPECIAL
from leanbridge.ports.mlir.exact.structure import padded

if TYPE_CHECKING:
    from leanbridge.ports.mlir.exact.interpret import Run

# ----- folds --------------------------------------------------------------------------------


def reduce(run: Run, op: Operation, *operands: Array) -> Results:
    count = len(operands) // 2
    gone = op.attributes["dimensions"]
    lines = [_last(x, gone) for x in operands[:count]]
    return folded(run, op, lines, operands[count:])


def _last(x: Array, axes: Sequence[int]) -> Array:
    """`x` with these axes as one, at the end."""
    kept = [i for i in range(x.ndim) if i not in axes]
    size = prod(x.shape[i] for i in axes)
    return x.transpose([*kept, *axes]).reshape([*[x.shape[i] for i in kept], size])


def folded(run: Run, op: Operation, lines: Sequence[Array], starts: Sequence[Array]) -> Results:
    """The fold of the last axis of each line, in order, by the op's block."""
    (block,) = op.blocks
    run.spend(lines[0].size)
    name, dtype = only(block), op.types[0].dtype
    if name == "add" and kind_of(dtype) == "real":
        return (_each_line(lambda entries: total(run, entries), lines[0], starts[0]),)
    if name is not None and name in ELEMENTWISE:
        rule = entry_rule(name, dtype, run.algebra)
        return (_each_line(partial(functools_reduce, rule), lines[0], starts[0]),)
    shape = lines[0].shape[:-1]
    held: Results = tuple([np.broadcast_to(s, shape) for s in starts])
    for k in range(lines[0].shape[-1]):
        held = run.each(block, *held, *[line[..., k] for line in lines])
    return held


def only(block: Block) -> str | None:
    """The op that a block of two parameters consists of, if it is just one of both in order."""
    if len(block.operations) == 1 and len(block.parameters) == 2:
        (op,) = block.operations
        is_plain = "comparison_direction" not in op.attributes
        if op.operands == block.parameters and block.returned == op.results and is_plain:
            return op.name
    return None


def _each_line(fold: Callable[[list[Any]], Any], line: Array, start: Array) -> Array:
    """The fold of each line along the last axis, after its start."""
    out = np.empty(line.shape[:-1], object)
    first = start[()]
    for place in np.ndindex(out.shape):
        out[place] = fold([first, *line[place].tolist()])
    return out


def total(run: Run, entries: list[Any]) -> Any:
    """The sum of entries, some of which may be no numbers; its order is not fixed."""
    for x in entries:
        if isinstance(x, SPECIAL):
            return special("add", x)
    return run.algebra.total(entries)


# ----- windows ------------------------------------------------------------------------------


def reduce_window(run: Run, op: Operation, *operands: Array) -> Results:
    count = len(operands) // 2
    starts = operands[count:]
    window = op.attributes["window_dimensions"]
    lines = []
    for x, start in zip(operands[:count], starts, strict=True):
        low, high = _padding(op, x.ndim)
        inner = [d - 1 for d in _each(op, "base_dilations", x.ndim)]
        around = padded(x, start[()], low, high, tuple(inner))
        lines.append(windows(around, window, *_steps(op, x.ndim)))
    return folded(run, op, lines, starts)


def windows(
    x: Array, window: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> Array:
    """The windows of `x`: an array of their places, with what each reads as the last axis."""
    spans = [(k - 1) * d + 1 for k, d in zip(window, dilations, strict=True)]
    shape = [max((n - s) // t + 1, 0) for n, s, t in zip(x.shape, spans, strides, strict=True)]
    out = np.empty((*shape, prod(window)), object)
    for k, offset in enumerate(product(*map(range, window))):
        cut = [
            slice(o * d, o * d + (m - 1) * t + 1 if m else o * d, t)
            for o, d, m, t in zip(offset, dilations, shape, strides, strict=True)
        ]
        out[..., k] = x[tuple(cut)]
    return out


def _each(op: Operation, key: str, rank: int) -> tuple[int, ...]:
    return tuple(op.attributes.get(key) or (1,) * rank)


def _steps(op: Operation, rank: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return _each(op, "window_strides", rank), _each(op, "window_dilations", rank)


def _padding(op: Operation, rank: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    given = op.attributes.get("padding") or (0,)
    pairs = given * (2 * rank) if len(given) == 1 else given
    return pairs[0::2], pairs[1::2]


def select_and_scatter(run: Run, op: Operation, x: Array, source: Array, start: Array) -> Results:
    """Each entry of `source` goes to the place in its window that `select` keeps to the end."""
    select, scatter = op.blocks
    window = op.attributes["window_dimensions"]
    strides = _each(op, "window_strides", x.ndim)
    low, _ = _padding(op, x.ndim)
    out = np.empty(x.shape, object)
    out.fill(start[()])
    for place in np.ndindex(source.shape):
        corner = [p * t - a for p, t, a in zip(place, strides, low, strict=True)]
        cells = [tuple(c + o for c, o in zip(corner, offset, strict=True))
                 for offset in product(*map(range, window))]  # fmt: skip
        inside = [c for c in cells if all(0 <= i < n for i, n in zip(c, x.shape, strict=True))]
        if not inside:
            continue
        best = inside[0]
        for cell in inside[1:]:
            if not _holds(run, select, x[best], x[cell]):
                best = cell
        out[best] = scalar(run, scatter, out[best], source[place])
    return (out,)


def scalar(run: Run, block: Block, *entries: Any) -> Any:
    """A block of scalars at single entries."""
    (made,) = run.each(block, *[single(e) for e in entries])
    return made[()]


def single(entry: Any) -> Array:
    """An entry as an array without axes."""
    out = np.empty((), object)
    out[()] = entry
    return out


def _holds(run: Run, block: Block, *entries: Any) -> bool:
    truth = scalar(run, block, *entries)
    if type(truth) is not bool:
        raise Unsupported("an undecided comparison of two places")
    return truth


# ----- order --------------------------------------------------------------------------------


def sort(run: Run, op: Operation, *operands: Array) -> Results:
    (block,) = op.blocks
    axis = op.attributes["dimension"]
    if not op.attributes.get("is_stable", False):
        run.flag("sort: not a stable one")
    moved = [np.moveaxis(x, axis, -1) for x in operands]
    outs = [np.empty(m.shape, object) for m in moved]
    for place in np.ndindex(moved[0].shape[:-1]):
        rows = list(zip(*[m[place].tolist() for m in moved], strict=True))

        def order(a: tuple[Any, ...], b: tuple[Any, ...]) -> int:
            there = _holds(run, block, *[e for pair in zip(a, b, strict=True) for e in pair])
            back = _holds(run, block, *[e for pair in zip(b, a, strict=True) for e in pair])
            return int(back) - int(there)

        rows.sort(key=cmp_to_key(order))
        for out, column in zip(outs, zip(*rows, strict=True), strict=False):
            for i, entry in enumerate(column):
                out[(*place, i)] = entry
    return tuple([np.moveaxis(out, -1, axis) for out in outs])
