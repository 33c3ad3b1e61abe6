"""Ops that run blocks and functions as wholes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leanbridge.errors import Unsupported
from leanbridge.ports.mlir.exact.elementwise import Results
from leanbridge.ports.mlir.exact.indexing import decided
from leanbridge.ports.mlir.exact.program import Array, Operation

if TYPE_CHECKING:
    from leanbridge.ports.mlir.exact.interpret import Run


def call(run: Run, op: Operation, *operands: Array) -> Results:
    return run.call(op.attributes["callee"], operands)


def case(run: Run, op: Operation, index: Array) -> Results:
    """An index out of range takes the last branch."""
    number, last = decided(index[()]), len(op.blocks) - 1
    if not 0 <= number <= last:
        run.flag(f"case: the branch {number} is taken for the last one")
        number = last
    return run.block(op.blocks[number], ())


def if_(run: Run, op: Operation, truth: Array) -> Results:
    return run.block(op.blocks[0 if _decided_truth(truth) else 1], ())


def while_(run: Run, op: Operation, *held: Array) -> Results:
    """Ends by the limit on entries of a run, if not by itself."""
    condition, body = op.blocks
    while _decided_truth(run.block(condition, held)[0]):
        held = run.block(body, held)
    return held


def _decided_truth(truth: Array) -> bool:
    value: Any = truth[()]
    if type(value) is not bool:
        raise Unsupported("a branch by an undecided truth")
    return value
