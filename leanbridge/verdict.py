"""The closed set of verdicts, their order and their meaning.

A verdict has no truth value: nothing may be written as `if verdict`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Verdict(Enum):
    """What a check can say, worst first. The text is what the verdict does and does not mean."""

    REFUTED = "a counterexample was found, re-run exactly, and printed"
    ERROR = "leancheck itself failed here; nothing is said of the port or of the statement"
    VACUOUS = "no input that met the hypotheses was found, so nothing was checked"
    UNDEFINED = "a bound value is not defined where the statement needs it"
    UNKNOWN = "a check started and could not decide"
    UNSUPPORTED = "a construct of the statement is not modelled"
    UNMAPPED = "a definition of the project has no port"
    NO_PORT = "the statement mentions no bound name, or the binding says why it is skipped"
    EVIDENCE = "weaker than a check of the statement: only what surrounds it was tested"
    PASSED = "no counterexample was found in the sampled cases"
    EXHAUSTED = "every case of the printed scope was run"
    PROVED = "proved of the port, for the printed scope"

    def __bool__(self) -> bool:
        raise TypeError("a Verdict has no truth value; compare it by name")

    @property
    def strength(self) -> int:
        """Position in the order, 0 the worst. NO_PORT and UNMAPPED rank as one step apart."""
        return list(Verdict).index(self)


def weakest(verdicts: Iterable[Verdict]) -> Verdict:
    """The weakest of at least one verdict."""
    return min(verdicts, key=lambda v: v.strength)
