"""ℚ that watches whether a float format would have kept every number: then floats do not round.

A run is `is_exact` if every constant, result and sum of it, in any order, is a number of the
format. Then IEEE arithmetic gives the same numbers to the bit, whatever is fused or reordered. A
compiler that multiplies by an inverse instead of dividing keeps that only if the run `is_certain`:
the inverses are numbers of the format, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from flint import fmpq

from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports.mlir.exact.algebra import Rational

Real: TypeAlias = Any
#: Bits of a significand, and the exponents of the least and the greatest normal number.
FORMATS = {
    "f64": (53, -1022, 1023), "f32": (24, -126, 127), "f16": (11, -14, 15), "bf16": (8, -126, 127),
}  # fmt: skip


class Tracked(Rational):
    """As `Rational`; `is_exact` turns False at the first number that `format` does not hold, and
    `is_certain` at the first inverse."""

    def __init__(self, format: str, limits: Limits = DEFAULT) -> None:
        super().__init__(limits)
        self.bits, self.low, self.high = FORMATS[format]
        self.is_exact = self.is_certain = True

    def _kept(self, x: Real) -> Real:
        if not isinstance(x, fmpq) or not self._fits(x):
            self.is_exact = False
        return x

    def _fits(self, x: fmpq) -> bool:
        numerator, denominator = abs(int(x.p)), int(x.q)
        if numerator == 0:
            return True
        if denominator & (denominator - 1):
            return False
        exponent = numerator.bit_length() - denominator.bit_length()
        odd = numerator >> ((numerator & -numerator).bit_length() - 1)
        return odd.bit_length() <= self.bits and self.low <= exponent <= self.high

    def constant(self, value: fmpq) -> Real:
        return self._kept(value)

    def add(self, x: Real, y: Real) -> Real:
        return self._kept(x + y)

    def subtract(self, x: Real, y: Real) -> Real:
        return self._kept(x - y)

    def multiply(self, x: Real, y: Real) -> Real:
        return self._kept(x * y)

    def total(self, entries: Sequence[Real]) -> Real:
        """The sum; it is exact in any order if even the sum of the sizes fits on the finest grid
        that a summand is on."""
        out = super().total(entries)
        if self.is_exact and all(isinstance(x, fmpq) for x in entries):
            grid = max(int(x.q) for x in entries)
            sizes = sum(abs(int(x.p)) * (grid // int(x.q)) for x in entries)
            self.is_exact = sizes < 2**self.bits
        return out

    def divide(self, x: Real, y: Real) -> Real:
        if isinstance(y, fmpq) and y != 0 and x != 0 and not self._fits(1 / y):
            self.is_certain = False
        return self._kept(super().divide(x, y))

    def remainder(self, x: Real, y: Real) -> Real:
        return self._kept(super().remainder(x, y))

    def power(self, x: Real, y: Real) -> Real:
        self.is_exact = False  # no contract says how it rounds
        return super().power(x, y)

    def sqrt(self, x: Real) -> Real:
        return self._kept(super().sqrt(x))

    def exponential(self, x: Real) -> Real:
        self.is_exact = False
        return super().exponential(x)

    def log(self, x: Real) -> Real:
        self.is_exact = False
        return super().log(x)

    def tanh(self, x: Real) -> Real:
        self.is_exact = False
        return super().tanh(x)
