"""Why an evaluation has no value: the outcomes that are neither an input error nor ours.

Each carries the verdict it leads to. `Unsupported` (in `leanbridge.errors`) stands beside them.
Never raised for a port's own fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from leanbridge.errors import LeanbridgeError
from leanbridge.verdict import Verdict


@dataclass(eq=False)
class EvaluationFailure(LeanbridgeError):
    """Base: the term was understood, and still no value came out."""

    verdict: ClassVar[Verdict] = Verdict.UNKNOWN
    __str__ = LeanbridgeError.__str__


@dataclass(eq=False)
class Undecided(EvaluationFailure):
    """A comparison of enclosures that the largest precision does not decide."""

    __str__ = LeanbridgeError.__str__


@dataclass(eq=False)
class LimitReached(EvaluationFailure):
    """A budget of `Limits` ran out; `what` names it."""

    __str__ = LeanbridgeError.__str__


@dataclass(eq=False)
class Kink(EvaluationFailure):
    """A derivative that is neither computed nor shown not to exist."""

    __str__ = LeanbridgeError.__str__


@dataclass(eq=False)
class Undefined(EvaluationFailure):
    """A proof obligation inside a value is false: `⟨v, _⟩ : Fin n` with `n ≤ v`, a cast between
    unequal sizes, `sup'` of nothing, `choose` where nothing is admissible."""

    verdict: ClassVar[Verdict] = Verdict.UNDEFINED
    __str__ = LeanbridgeError.__str__
