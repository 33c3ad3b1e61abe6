"""Rounding made visible: a program whose every operation rounds at random.

Takes kernels of the array interpreter, gives kernels whose results move by up to one ulp of a
dtype: the way a port in that dtype may differ from the formula, wherever in it a sum cancels. What
is only read, compared or chosen does not move. Never looks at a port.

In a sum the terms move, not the result: rounding there is relative to the partial sums.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from leanbridge.interp.array_program import Node

Anything = Any  # arrays
Kernel = Callable[..., Anything]

#: Operations on reals whose results a float cannot hold in general.
ROUNDS = frozenset({
    "add", "sub", "mul", "div", "quotient", "real_pow", "real_int_pow", "sqrt", "exp", "log",
    "sin", "cos", "tan", "sinh", "cosh", "tanh", "arctan", "sigmoid",
})  # fmt: skip
SUMS = frozenset({"sum", "prod"})
#: The next wider type that NumPy computes in, to see whether a result was rounded.
WIDER: Mapping[str, Any] = {"float64": np.longdouble, "float32": np.float64, "float16": np.float64}


@dataclass(slots=True)
class Noise:
    """Random rounding in a dtype. With `everywhere`, results that the dtype holds exactly move too:
    a port that computes the same by another way may round there."""

    dtype: str
    ulp: float
    everywhere: bool
    seed: int
    _random: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)

    def moved(self, value: Anything, where: Anything = True) -> Anything:
        """Each entry moved by up to one ulp, where `where` holds."""
        array = np.asarray(value)
        noise = self._random.uniform(-self.ulp, self.ulp, array.shape)
        return np.where(where, array * (1 + noise), array)

    def kernel(self, node: Node, plain: Kernel) -> Kernel:
        """The kernel of a node, rounding at random; `plain` itself where nothing rounds."""
        if node.kind != "real":
            return plain
        if node.op in ROUNDS:
            return lambda *args: self._rounded(plain, args)
        if node.op == "contract" or _reduction(node) in SUMS:
            return lambda *args: self._summed(plain, args)
        return plain

    def _rounded(self, plain: Kernel, args: tuple[Anything, ...]) -> Anything:
        out = plain(*args)
        return self.moved(out, self._is_inexact(plain, args))

    def _summed(self, plain: Kernel, args: tuple[Anything, ...]) -> Anything:
        if not np.any(self._is_inexact(plain, args)):
            return plain(*args)
        return plain(*[self.moved(a) if np.asarray(a).dtype.kind == "f" else a for a in args])

    def _is_inexact(self, plain: Kernel, args: tuple[Anything, ...]) -> Anything:
        """Where the dtype does not hold the result; everywhere, if that cannot be seen."""
        wide = WIDER.get(self.dtype)
        if self.everywhere or wide is None or np.finfo(wide).eps >= np.finfo(self.dtype).eps:
            return True
        given = [a.astype(wide) if np.asarray(a).dtype.kind == "f" else a for a in args]
        exact = np.asarray(plain(*given))
        return exact != exact.astype(self.dtype)


def _reduction(node: Node) -> str:
    return str(node.params[0]) if node.op in ("reduce", "take_reduce") else ""
