"""What the cases of one obligation showed: counts, and the first failure of each kind.

Plain data between the examination, the shrinking and the ruling. Evaluates nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from leanbridge.check.cases import Case
from leanbridge.check.compare import Difference
from leanbridge.core.terms import FVar
from leanbridge.interp.values import Value

Point = dict[FVar, Value]


@dataclass(slots=True)
class Failure:
    """A point at which an obligation fails. `kind`: value, outside, hypothesis, statement, or the
    kind of a boundary fault; `environment` names the evaluator."""

    kind: str
    environment: str
    point: Point
    case: Case
    message: str = ""
    difference: Difference | None = None
    hypothesis: str = ""


@dataclass(slots=True)
class Tally:
    """What the cases of one obligation showed."""

    cases: int = 0
    comparisons: int = 0
    met: int = 0
    outside: int = 0
    outside_differs: int = 0
    empty: int = 0
    junk: int = 0
    undecided: int = 0
    left_out: int = 0  # cases that the budget had no work left for
    rounded: int = 0  # comparisons that hold up to rounding only
    within: int | None = None  # fewest bits of an equality known only within a distance
    port_uses: int = 0  # how often an evaluation came to a port
    styles: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    sizes: list[tuple[tuple[str, int], ...]] = field(default_factory=list)
    failure: Failure | None = None  # of the port
    outside_failure: Failure | None = None  # of the port, where the hypotheses fail
    statement_failure: Failure | None = None
    unsupported: str = ""
    undefined: str = ""  # what is not defined where the hypotheses hold
    unknown: str = ""
    is_cut_short: bool = False  # a case could not be made, and the cases after it were not run
    timeout: bool = False
    is_germ: bool = False  # a statement near a point
    fails_near: str = ""  # how such a statement fails near the point, where it holds at it
    unmet: str = ""  # numbers with which bodies compare, and that no case had
    exhausted: str = ""  # the box, if every point of it was run

    @property
    def first_failure(self) -> Failure | None:
        """What a counterexample is made of: inside the hypotheses before outside."""
        return self.failure or self.outside_failure or self.statement_failure
