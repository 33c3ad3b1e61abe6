"""Floats in which every operation rounds at random: how far a program may stray by rounding."""

from __future__ import annotations

import math
from random import Random

from flint import fmpq

from leanbridge.interp.reals import to_float
from leanbridge.ports.mlir.exact.algebra import Algebra, holds
from leanbridge.ports.mlir.exact.special import Poison


class Noisy(Algebra):
    """Each result is moved by `ulp` of it, up or down."""

    name = "noisy floats"

    def __init__(self, ulp: float, seed: int) -> None:
        self.ulp, self.random = ulp, Random(seed)

    def _moved(self, x: float) -> float | Poison:
        if not math.isfinite(x):
            return Poison("a float beyond the largest")
        return x * (1 + self.ulp * self.random.choice((-1, 1)))

    def constant(self, value: fmpq) -> float:
        return to_float(value)

    def add(self, x: float, y: float) -> float | Poison:
        return self._moved(x + y)

    def subtract(self, x: float, y: float) -> float | Poison:
        return self._moved(x - y)

    def multiply(self, x: float, y: float) -> float | Poison:
        return self._moved(x * y)

    def divide(self, x: float, y: float) -> float | Poison:
        return self._moved(x / y) if y else Poison("a quotient by 0")

    def remainder(self, x: float, y: float) -> float | Poison:
        return self._moved(math.fmod(x, y)) if y else Poison("a remainder by 0")

    def power(self, x: float, y: float) -> float | Poison:
        try:
            return self._moved(math.pow(x, y))
        except (ValueError, OverflowError) as error:
            return Poison(str(error))

    def sqrt(self, x: float) -> float | Poison:
        if x < 0:
            return Poison("the square root of a negative number")
        return self._moved(math.sqrt(x))

    def exponential(self, x: float) -> float | Poison:
        return self._moved(math.exp(x)) if x < 700 else Poison("a float beyond the largest")

    def log(self, x: float) -> float | Poison:
        return self._moved(math.log(x)) if x > 0 else Poison("a logarithm of what is not positive")

    def tanh(self, x: float) -> float | Poison:
        return self._moved(math.tanh(x))

    def floor(self, x: float) -> float:
        return float(math.floor(x))

    def truncate(self, x: float) -> int:
        return math.trunc(x)

    def compare(self, direction: str, x: float, y: float) -> bool:
        return holds(direction, (x > y) - (x < y))
