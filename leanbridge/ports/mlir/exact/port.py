"""A JAX port without rounding: lowered for each shape that it is called at, and run exactly.

Takes a port; gives a function of the same arguments, with exact numbers in the place of floats.

Worked example: `LoweredPort(port).lowered((x,), {})` is the lowering at the shape of an array x (of
any entries, if its dtype is `object`), and `evaluate(lowered, [x], algebra)` its results at entries
of an algebra, such as the real variables of a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from leanbridge.errors import InternalError, LeanbridgeError, Where
from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports.fault import BoundaryFault, PortSetUnavailable
from leanbridge.ports.loading import Port
from leanbridge.ports.mlir.exact.algebra import Algebra, Rational
from leanbridge.ports.mlir.exact.failures import Escapes
from leanbridge.ports.mlir.exact.interpret import evaluate
from leanbridge.ports.mlir.exact.lower import Lowered, leaves, lower, shape_key, split_keywords
from leanbridge.ports.mlir.exact.program import Array
from leanbridge.ports.numbers import to_real

Admit = Callable[[Port, Lowered, tuple[Any, ...], Mapping[str, Any]], None]
"""Asked once for each lowering, with the arguments of the first call; raises to refuse it."""


class LoweredPort:
    """The lowerings of one port, by shape; `admit` has the last word on each."""

    def __init__(self, port: Port, admit: Admit | None = None, limits: Limits = DEFAULT) -> None:
        self.port, self.admit, self.limits = port, admit, limits
        self.lowerings: dict[Any, Lowered] = {}
        self._refused: dict[Any, Exception] = {}

    def as_port(self) -> Port:
        """The port that runs the lowered programs over ℝ. It takes and gives object arrays."""
        binding = replace(self.port.binding, arrays="numpy")
        return replace(self.port, binding=binding, function=self)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        try:
            lowered = self.lowered(arguments, keywords)
            entries = entries_of_call(arguments, keywords)
            return lowered.arrange(self.evaluate(lowered, entries, Rational(self.limits)))
        except (LeanbridgeError, BoundaryFault, PortSetUnavailable):
            raise
        except Exception as error:  # whoever calls a port would blame it for what we raise
            what = f"running the lowered {self.port.name}"
            raise InternalError(what, got=f"{type(error).__name__}: {error}") from error

    def lowered(self, arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> Lowered:
        """The lowering at the shapes of a call. Raises: as `lower`, and what `admit` raises."""
        data, sizes = split_keywords(keywords)
        key = (shape_key(arguments), shape_key(data), tuple(sorted(sizes.items())))
        if key in self._refused:
            raise self._refused[key]
        if key not in self.lowerings:
            binding = self.port.binding
            try:
                made = lower(
                    self.port.function, arguments, keywords, dtype=binding.dtype, x64=binding.x64,
                    name=self.port.name,
                )  # fmt: skip
                if self.admit is not None:
                    self.admit(self.port, made, arguments, keywords)
            except Exception as error:
                self._refused[key] = error
                raise
            self.lowerings[key] = made
        return self.lowerings[key]

    def evaluate(
        self, lowered: Lowered, entries: Sequence[Array], algebra: Algebra
    ) -> tuple[Array, ...]:
        """The results at entries of any algebra.

        Raises: as `interpret.evaluate`; Escapes where an index was out of range.
        """
        outcome = evaluate(lowered.program, entries, algebra)
        if outcome.flags:
            raise Escapes(outcome.flags[0], Where(declaration=self.port.name))
        return outcome.results


def entries_of_call(arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> list[Array]:
    """The arrays of a call as entries of ℝ, in the order of a lowering's parameters."""
    data, _ = split_keywords(keywords)
    return [_entries(leaf) for leaf in leaves((arguments, data))]


def _entries(leaf: Any) -> Array:
    """An array or a number as an array of exact entries."""
    if isinstance(leaf, np.ndarray):
        given, shape = leaf.ravel().tolist(), leaf.shape
    else:
        given, shape = [leaf], ()
    made = [to_real(x) if isinstance(x, float | Fraction) else x for x in given]
    return np.fromiter(made, object, len(made)).reshape(shape)
