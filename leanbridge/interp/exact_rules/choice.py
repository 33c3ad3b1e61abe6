"""Choice: relational. Any value that satisfies the predicate is admissible; the evaluator's
policy picks one and records it."""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.interp.exact_rules.logic import points_of
from leanbridge.interp.run import Run
from leanbridge.interp.values import TypeValue, Value


def choose(run: Run, type: TypeValue) -> Callable[[Value, Value], Value]:
    """`Classical.choose (h : ∃ x, p x)`. Raises: Undefined if nothing is admissible."""

    def pick(p: Value, proof: Value) -> Value:
        points = points_of(run, "Classical.choose", type)
        return run.choose(type, [x for x in points if run.as_truth(p(x))])

    return pick


def choice(run: Run, type: TypeValue) -> Callable[[Value], Value]:
    """`Classical.choice (h : Nonempty α)`."""
    return lambda proof: run.choose(type, list(points_of(run, "Classical.choice", type)))
