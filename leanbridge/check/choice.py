"""Definitions that choose: a port may give any admissible value.

Lean's `Classical.choose h` is unspecified, so where a definition's value rests on a choice a port
is at fault only if no admissible choice gives its value. Takes a disagreement, gives what it comes
to; asks the evaluator for the choices that were made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from leanbridge.core.environment import Environment
from leanbridge.core.terms import FVar, Term
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Value
from leanbridge.limits import Limits

MAX_ADMISSIBLE = 64


class Outcome(Enum):
    """What a disagreement with a chosen value comes to."""

    FAULT = "no admissible choice gives the port's value"
    ADMISSIBLE = "another admissible choice gives the port's value"
    OPEN = "several choices were made, and not every combination was tried"


def outcome(
    subject: Term,
    point: Mapping[FVar, Value],
    agrees: Callable[[Value], bool],
    env: Environment,
    limits: Limits,
) -> Outcome:
    """Whether `agrees` holds of the value of `subject` under some admissible choice."""
    base = Exact(env, limits=limits)
    base.evaluate(subject, point)
    sizes = [len(choice.admissible) for choice in base.choices]
    if not sizes:
        return Outcome.FAULT
    for k in range(1, min(max(sizes), MAX_ADMISSIBLE)):
        other = Exact(env, limits=limits, choose=_the(k))
        if agrees(other.evaluate(subject, point)):
            return Outcome.ADMISSIBLE
    is_complete = len(sizes) == 1 and sizes[0] <= MAX_ADMISSIBLE
    return Outcome.FAULT if is_complete or max(sizes) == 1 else Outcome.OPEN


def _the(k: int) -> Callable[[Sequence[Value]], Value]:
    return lambda admissible: admissible[k % len(admissible)]
