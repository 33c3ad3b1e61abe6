"""Ops whose result at a place depends on the operands at that place only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from leanbridge.ports.mlir.exact.entries import (
    comparison,
    conversion,
    entry_rule,
    selection,
)
from leanbridge.ports.mlir.exact.failures import Escapes
from leanbridge.ports.mlir.exact.program import Array, Operation
from leanbridge.ports.mlir.exact.special import Infinite, Poison

if TYPE_CHECKING:
    from leanbridge.ports.mlir.exact.interpret import Run

Results: TypeAlias = tuple[Array, ...]
Rule: TypeAlias = "Callable[..., Results]"
"""(run, op, *operands) → results."""


def mapped(function: Callable[..., Any], *operands: Array) -> Array:
    """`function` at every place; a scalar among the operands stands at each."""
    shape = operands[0].shape
    if any(o.shape != shape for o in operands):
        shape = np.broadcast_shapes(*[o.shape for o in operands])
    made = np.frompyfunc(function, len(operands), 1)(*operands)
    if isinstance(made, np.ndarray) and shape:
        return made
    out = np.empty(shape, object)
    out[()] = made
    return out


def pointwise(run: Run, op: Operation, *operands: Array) -> Results:
    return (mapped(entry_rule(op.name, op.operand_types[0].dtype, run.algebra), *operands),)


def compare(run: Run, op: Operation, x: Array, y: Array) -> Results:
    """The total order of floats is that of ℝ, but for NaN, which raises, and the sign of a zero,
    which no entry has."""
    direction = op.attributes["comparison_direction"]
    return (mapped(comparison(direction, op.operand_types[0].dtype, run.algebra), x, y),)


def select(run: Run, op: Operation, truth: Array, x: Array, y: Array) -> Results:
    return (mapped(selection(run.algebra), truth, x, y),)


def convert(run: Run, op: Operation, x: Array) -> Results:
    rule = conversion(op.operand_types[0].dtype, op.types[0].dtype, run.algebra)
    return (mapped(rule, x),)


def clamp(run: Run, op: Operation, low: Array, x: Array, high: Array) -> Results:
    dtype = op.operand_types[1].dtype
    larger = entry_rule("maximum", dtype, run.algebra)
    smaller = entry_rule("minimum", dtype, run.algebra)
    return (mapped(lambda a, b, c: smaller(larger(a, b), c), low, x, high),)


def is_finite(run: Run, op: Operation, x: Array) -> Results:
    def rule(entry: Any) -> bool:
        if isinstance(entry, Poison):
            raise Escapes(f"is_finite of what is no number: {entry}")
        return not isinstance(entry, Infinite)

    return (mapped(rule, x),)


def ceil(run: Run, op: Operation, x: Array) -> Results:
    floor, minus = (entry_rule(n, op.types[0].dtype, run.algebra) for n in ("floor", "negate"))
    return (mapped(lambda entry: minus(floor(minus(entry))), x),)


#: Ops of which a block of scalars may consist.
ELEMENTWISE: Mapping[str, Rule] = {
    "abs": pointwise, "add": pointwise, "and": pointwise, "ceil": ceil, "clamp": clamp,
    "compare": compare, "convert": convert, "divide": pointwise, "exponential": pointwise,
    "floor": pointwise, "is_finite": is_finite, "log": pointwise, "logistic": pointwise,
    "maximum": pointwise, "minimum": pointwise, "multiply": pointwise, "negate": pointwise,
    "not": pointwise, "or": pointwise, "power": pointwise, "remainder": pointwise,
    "rsqrt": pointwise, "select": select, "shift_left": pointwise,
    "shift_right_arithmetic": pointwise, "sign": pointwise, "sqrt": pointwise,
    "subtract": pointwise, "tanh": pointwise, "xor": pointwise,
}  # fmt: skip
