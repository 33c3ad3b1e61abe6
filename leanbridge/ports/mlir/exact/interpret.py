"""The exact interpreter of StableHLO: a program on arrays of entries of any algebra.

Takes a `Program`, arrays of entries in the order of its parameters, and an algebra; gives arrays.
Never rounds, wraps or hides: an op without a rule is `Unsupported` by its name, and what leaves
the numbers is `Escapes`, both with the op and its function.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from leanbridge.errors import InputError, LeanbridgeError, Unsupported, Where
from leanbridge.interp.failures import LimitReached
from leanbridge.ports.mlir.exact.algebra import Algebra
from leanbridge.ports.mlir.exact.elementwise import ELEMENTWISE
from leanbridge.ports.mlir.exact.entries import kind_of
from leanbridge.ports.mlir.exact.failures import Escapes
from leanbridge.ports.mlir.exact.program import Array, Block, Operation, Program
from leanbridge.ports.mlir.exact.rules import RULES
from leanbridge.ports.mlir.exact.special import SPECIAL
from leanbridge.ports.mlir.read import TensorType
from leanbridge.ports.numbers import to_real

ENTRIES = 4_000_000  # made in one run
SCALAR = frozenset([*ELEMENTWISE, "constant", "call"])  # of what a block of scalars consists


@dataclass(slots=True)
class Run:
    """One run of a program. `flags` says what StableHLO defines and no one should rely on, such as
    an index that was clamped."""

    program: Program
    algebra: Algebra
    flags: dict[str, None] = field(default_factory=dict)
    spent: int = 0
    lifted: int = 0
    values: dict[int, Array] = field(default_factory=dict)

    def call(self, name: str, arguments: Sequence[Array]) -> tuple[Array, ...]:
        """A function of the module. Its values are its own: it may call itself nowhere."""
        outer, self.values = self.values, {}
        try:
            return self.block(self.program.functions[name], arguments)
        finally:
            self.values = outer

    def block(self, block: Block, arguments: Sequence[Array]) -> tuple[Array, ...]:
        """What a block returns; an inner one sees the values around it."""
        values = self.values
        values.update(zip(block.parameters, arguments, strict=True))
        for op in block.operations:
            made = self._operation(op, [values[i] for i in op.operands])
            values.update(zip(op.results, made, strict=True))
        return tuple([values[i] for i in block.returned])

    def each(self, block: Block, *arguments: Array) -> tuple[Array, ...]:
        """A block of scalars, at every place of arrays of one shape at once.

        Raises: Unsupported for a block that has other ops than elementwise ones.
        """
        shape = arguments[0].shape
        self.lifted += 1
        try:
            made = self.block(block, arguments)
        finally:
            self.lifted -= 1
        return tuple([m if m.shape == shape else np.broadcast_to(m, shape) for m in made])

    def flag(self, what: str) -> None:
        self.flags[what] = None

    def spend(self, entries: int) -> None:
        """Count entries that were made. Raises: LimitReached."""
        self.spent += entries
        if self.spent > ENTRIES:
            raise LimitReached("limit: entries of a lowered program", expected=str(ENTRIES))

    def _operation(self, op: Operation, operands: list[Array]) -> tuple[Array, ...]:
        rule = RULES.get(op.name)
        if rule is None:
            target = op.attributes.get("call_target_name")
            name = f"{op.name} @{target}" if target is not None else op.name
            raise Unsupported(f"the op {name}", op.where, str(op))
        if self.lifted and op.name not in SCALAR:
            raise Unsupported(f"the op {op.name} in a block of scalars", op.where, str(op))
        self.spend(1 + sum(math.prod(t.shape) for t in op.types))
        try:
            return rule(self, op, *operands)
        except LeanbridgeError as error:
            if str(error.where) == "?":  # raised by this op, not by one of a function it calls
                error.where, error.what = op.where, f"{error.what}, in {op}"
            raise


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave, what it has to be flagged with, and how many entries it made."""

    results: tuple[Array, ...]
    flags: tuple[str, ...]
    spent: int


def evaluate(program: Program, arguments: Sequence[Array], algebra: Algebra) -> Outcome:
    """Run a program.

    Raises: InputError for arguments of other shapes; Unsupported, Escapes, as the ops do; Escapes
    for a result that is no number.
    """
    _check(program, arguments)
    run = Run(program, algebra)
    results = run.call(program.entry, list(arguments))
    for number, result in enumerate(results):
        for entry in result.ravel().tolist():
            if isinstance(entry, SPECIAL):
                where = Where(declaration=f"@{program.entry}")
                raise Escapes(f"result {number} is no number: {entry}", where)
    return Outcome(results, tuple(run.flags), run.spent)


def _check(program: Program, arguments: Sequence[Array]) -> None:
    got = [a.shape for a in arguments]
    expected = [t.shape for t in program.parameters]
    if got != expected:
        where = Where(declaration=f"@{program.entry}")
        raise InputError("arguments of other shapes", where, str(got), str(expected))


def entries_of(values: Any, type: TensorType, algebra: Algebra) -> Array:
    """A NumPy array, or numbers, as entries of an algebra. Floats are taken for what they are.

    Raises: Escapes for NaN and infinities.
    """
    given = np.asarray(values).ravel().tolist()
    kind = kind_of(type.dtype)
    if kind == "real":
        if not all(math.isfinite(x) for x in given):
            raise Escapes("an argument is no number")
        made = [algebra.constant(to_real(x)) for x in given]
    else:
        made = [bool(x) if kind == "truth" else int(x) for x in given]
    return np.fromiter(made, object, len(made)).reshape(type.shape)
