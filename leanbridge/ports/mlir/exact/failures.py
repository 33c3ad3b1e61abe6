"""Where a lowered program leaves the numbers that it stands for.

Over ℝ and ℤ nothing wraps and nothing is NaN: a program that does either is not what the exact
interpreter computes, so such a run has no value.
"""

from __future__ import annotations

from dataclasses import dataclass

from leanbridge.errors import LeanbridgeError
from leanbridge.interp.failures import EvaluationFailure


@dataclass(eq=False)
class Escapes(EvaluationFailure):
    """An integer that wraps, a NaN or an infinity that an op would hide or return."""

    __str__ = LeanbridgeError.__str__
