"""Sums of products: `dot_general` and `convolution`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.ports.mlir.exact.elementwise import Results
from leanbridge.ports.mlir.exact.entries import entry_rule, kind_of, special
from leanbridge.ports.mlir.exact.program import Array, Operation
from leanbridge.ports.mlir.exact.special import SPECIAL
from leanbridge.ports.mlir.exact.structure import padded, zero
from leanbridge.ports.mlir.exact.windows import windows

if TYPE_CHECKING:
    from leanbridge.ports.mlir.exact.interpret import Run


def dot_general(run: Run, op: Operation, x: Array, y: Array) -> Results:
    numbers = op.attributes["dot_dimension_numbers"]
    left = _split(x, numbers, "lhs")
    right = _split(y, numbers, "rhs")
    out = np.empty((left.shape[0], left.shape[1], right.shape[1]), object)
    for b, i, j in np.ndindex(out.shape):
        out[b, i, j] = dot(run, op, left[b, i].tolist(), right[b, j].tolist())
    return (out.reshape(op.types[0].shape),)


def _split(x: Array, numbers: Any, side: str) -> Array:
    """An operand as batch × free × contracted."""
    batch = numbers.get(f"{side}_batching_dimensions", ())
    gone = numbers.get(f"{side}_contracting_dimensions", ())
    free = [d for d in range(x.ndim) if d not in (*batch, *gone)]
    sizes = [prod(x.shape[d] for d in dims) for dims in (batch, free, gone)]
    return x.transpose([*batch, *free, *gone]).reshape(sizes)


def dot(run: Run, op: Operation, xs: Sequence[Any], ys: Sequence[Any]) -> Any:
    """The sum of products of entries."""
    dtype = op.types[0].dtype
    run.spend(len(xs))
    if not xs:
        return zero(run, dtype)
    if kind_of(dtype) == "real":
        for x, y in zip(xs, ys, strict=True):
            if isinstance(x, SPECIAL) or isinstance(y, SPECIAL):
                return special("multiply", x, y)
        return run.algebra.dot(xs, ys)
    add, multiply = (entry_rule(n, dtype, run.algebra) for n in ("add", "multiply"))
    out = zero(run, dtype)
    for x, y in zip(xs, ys, strict=True):
        out = add(out, multiply(x, y))
    return out


PADDING = object()  # a zero around an image: what it is multiplied with is left out


def convolution(run: Run, op: Operation, x: Array, kernel: Array) -> Results:
    """Correlation of images with kernels, by groups of channels."""
    if op.attributes.get("batch_group_count", 1) != 1:
        raise Unsupported("a convolution in groups of examples")
    inputs, kernels, output = op.attributes["dimension_numbers"]
    rank = x.ndim - 2
    x = x.transpose(_order(inputs, "b", "f", rank))
    kernel = kernel.transpose(_order(kernels, "o", "i", rank))
    flips = op.attributes.get("window_reversal") or (False,) * rank
    kernel = np.flip(kernel, tuple([2 + i for i, flip in enumerate(flips) if flip]))
    given = op.attributes.get("padding") or (0,) * (2 * rank)
    pairs = given * (2 * rank) if len(given) == 1 else given
    ones = (1,) * rank
    inner = [d - 1 for d in op.attributes.get("lhs_dilation") or ones]
    around = padded(x, PADDING, (0, 0, *pairs[0::2]), (0, 0, *pairs[1::2]), (0, 0, *inner))
    cells = windows(
        around, (1, 1, *kernel.shape[2:]),
        (1, 1, *(op.attributes.get("window_strides") or ones)),
        (1, 1, *(op.attributes.get("rhs_dilation") or ones)),
    )  # fmt: skip
    groups = op.attributes.get("feature_group_count", 1)
    out = _correlated(run, op, cells, kernel, groups)
    back = np.argsort(_order(output, "b", "f", rank))
    return (out.transpose(back),)


def _correlated(run: Run, op: Operation, cells: Array, kernel: Array, groups: int) -> Array:
    """cells (N, c, places…, k), kernel (o, c / groups, window…) → (N, o, places…)."""
    count, places = cells.shape[0], cells.shape[2:-1]
    filters, width = kernel.shape[:2]
    weights = [kernel[o].ravel().tolist() for o in range(filters)]
    out = np.empty((count, filters, *places), object)
    for n in range(count):
        for place in np.ndindex(places):
            for group in range(groups):
                channels = slice(group * width, (group + 1) * width)
                read = cells[(n, channels, *place)].ravel().tolist()
                kept = [i for i, e in enumerate(read) if e is not PADDING]
                xs = [read[i] for i in kept]
                for o in range(group * filters // groups, (group + 1) * filters // groups):
                    out[(n, o, *place)] = dot(run, op, xs, [weights[o][i] for i in kept])
    return out


def _order(labels: Sequence[str], first: str, second: str, rank: int) -> list[int]:
    """The axes of an operand in the order first, second, then the places."""
    return [labels.index(key) for key in (first, second, *map(str, range(rank)))]
