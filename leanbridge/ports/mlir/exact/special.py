"""Entries of a float tensor that are no real numbers: infinities, and what has no value.

An infinity is the start of a maximum and may be compared; arithmetic on it has no value. What has
no value (`Poison`: NaN, a quotient by zero) may be dropped by a `select` that is decided; an op
that would compare it or return it raises.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Infinite:
    """+∞ or −∞."""

    sign: int

    def __str__(self) -> str:
        return "+∞" if self.sign > 0 else "−∞"


@dataclass(frozen=True, slots=True)
class Poison:
    """No real number; `reason` says where it came from."""

    reason: str

    def __str__(self) -> str:
        return self.reason


INFINITY, MINUS_INFINITY = Infinite(1), Infinite(-1)
NAN = Poison("a NaN constant")
SPECIAL = (Infinite, Poison)
