"""Which hypotheses a theorem was seen to need.

Takes an examiner of a theorem; draws cases that meet all hypotheses but one, and runs them in SPEC.
A hypothesis is needed if the conclusion fails in one of them. Of the others nothing is known: no
case was found that needs them. No port is run, and no verdict depends on it.
"""

from __future__ import annotations

from itertools import islice

from leanbridge.check.cases import Case, TooLarge, make_case, seeded
from leanbridge.check.entries import Empty
from leanbridge.check.everywhere import truth
from leanbridge.check.examine import Examiner
from leanbridge.check.germ import FailsNear
from leanbridge.check.sizes import ladder, tiny
from leanbridge.check.statement import Hypothesis
from leanbridge.check.tally import Point
from leanbridge.errors import LeanbridgeError, Unsupported
from leanbridge.interp.failures import EvaluationFailure

CASES = 100  # per hypothesis, at most: the first that needs it is enough
POINTS = 8  # of a case
STYLES = ("grid", "signs", "permutation", "dead")


def unneeded(examiner: Examiner) -> tuple[str, ...]:
    """The names of the hypotheses that no case needed."""
    return tuple([h.name for h in examiner.statement.hypotheses if not _is_needed(examiner, h)])


def _is_needed(examiner: Examiner, without: Hypothesis) -> bool:
    count = sum(v.is_size for v in examiner.statement.variables)
    rungs = [*tiny(count), *islice(ladder(count), CASES)]
    spec = examiner.spec
    for number in range(CASES):
        case = _case(examiner, rungs[number % len(rungs)], number, without)
        if case is None:
            continue
        examiner.forget()
        points = case.points(spec, POINTS, seeded(examiner.seed, "points", number))
        for point in islice(points, POINTS):
            if _fails(examiner, case, point, without):
                return True
    return False


def _case(
    examiner: Examiner, rung: tuple[int, ...], number: int, without: Hypothesis
) -> Case | None:
    statement = examiner.statement
    random = seeded(examiner.seed, statement.declaration.name, "without", without.name, number)
    style = STYLES[number % len(STYLES)]
    try:
        return make_case(
            statement, examiner.spec, rung, style, random, examiner.budget, without=without
        )
    except (Empty, TooLarge, LeanbridgeError):
        return None


def _fails(examiner: Examiner, case: Case, point: Point, without: Hypothesis) -> bool:
    """Whether all hypotheses but one hold at the point, and the conclusion does not."""
    spec, statement = examiner.spec, examiner.statement
    try:
        others = [h.prop for h in statement.hypotheses if h is not without]
        if not all(spec.truth(fact, point) for fact in statement.facts):
            return False
        if not all(truth(prop, point, spec) for prop in others):
            return False
        return not examiner.decide(spec, case, point).holds
    except FailsNear:
        return True
    except (EvaluationFailure, Unsupported, IndexError):
        return False
