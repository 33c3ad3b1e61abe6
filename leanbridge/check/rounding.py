"""Why a proposition that holds in SPEC fails in PORT: by rounding only, or not.

Takes a proposition and evaluates its failing parts: where every one is a relation of numbers that
holds within what rounding explains, the port is not to blame. It never makes a failure of anything
else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum

from leanbridge.check.compare import differences
from leanbridge.check.formula import Formula
from leanbridge.check.germ import as_germ, at_centre
from leanbridge.check.propositions import bundled
from leanbridge.check.tolerance import Loss, Losses, explained
from leanbridge.core.environment import Environment
from leanbridge.core.terms import Const, FVar, Pi, Term, args_of, beta, head, instantiate
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Value
from leanbridge.ports import BoundaryFault

ORDERS = ("LE.le", "LT.lt", "GE.ge", "GT.gt")
DEPTH = 12

Point = Mapping[FVar, Value]


class Cause(IntEnum):
    """What a failure comes from, the weightiest last. `LOSS`: Lean's own formula is as far off in
    floats, so that nothing can be said."""

    ROUNDING = 0
    LOSS = 1
    FAULT = 2


def cause(
    prop: Term, point: Point, exact: Exact, formula: Formula, env: Environment, *, is_rounded: bool
) -> Cause:
    """Why `prop`, which is false at `point` with the port, is false. `is_rounded`: numbers had to
    be rounded for a port, so that what it decides of them is not what Lean decides."""
    try:
        return _Search(exact, formula, env, is_rounded=is_rounded).cause(prop, dict(point), 0)
    except (BoundaryFault, LeanbridgeError):
        return Cause.FAULT


class _Search:
    """One search for the failing parts of a proposition."""

    def __init__(
        self, exact: Exact, formula: Formula, env: Environment, *, is_rounded: bool
    ) -> None:
        self.exact, self.formula, self.env = exact, formula, env
        self.is_rounded = is_rounded

    def cause(self, prop: Term, point: Point, depth: int) -> Cause:
        germ = as_germ(prop)
        if germ is not None:
            return self.cause(germ.body, at_centre(germ, point, self.exact), depth + 1)
        fn, args = head(prop), args_of(prop)
        if self.exact.truth(prop, point):
            return Cause.ROUNDING
        if isinstance(prop, Pi):
            return self._of_all(prop, point, depth)
        if not isinstance(fn, Const) or depth > DEPTH:
            return Cause.FAULT
        if fn.name in self.exact.overrides:  # what a port decides of unrounded numbers is its own
            return Cause.LOSS if self.is_rounded else Cause.FAULT
        parts = bundled(prop, self.env)
        if parts is not None:
            return _worst(self.cause(part, point, depth + 1) for part in parts)
        if fn.name in ("Eq", *ORDERS) and len(args) == 3:
            return self._of_relation(args, point)
        value = self.env.unfoldable_value(fn.name)
        return Cause.FAULT if value is None else self.cause(beta(value, args), point, depth + 1)

    def _of_all(self, prop: Pi, point: Point, depth: int) -> Cause:
        x = FVar(-700 - depth, prop.name)
        body = instantiate(prop.body, (x,))
        values = self.exact.elements(self.exact.type_value(prop.type, point))
        if values is None:
            return Cause.FAULT
        return _worst(self.cause(body, {**point, x: v}, depth + 1) for v in values)

    def _of_relation(self, args: tuple[Term, ...], point: Point) -> Cause:
        type_ = self.exact.type_value(args[0], point)
        left, right = [self.exact.evaluate(a, point) for a in args[1:]]
        # what is known to be nearer than any rounding is none of the failing parts
        found = differences(left, right, type_, self.exact, near_is_equal=True)
        if not found:  # equal sides that should be unequal are no rounding
            return Cause.FAULT
        rest = explained(found, self._losses(args, point), self.formula.dtype)
        if rest.faults:
            return Cause.FAULT
        return Cause.LOSS if rest.lost else Cause.ROUNDING

    def _losses(self, args: tuple[Term, ...], point: Point) -> Losses:
        """What both sides lose, by their Lean bodies."""
        spec = self.formula.spec
        type_ = spec.type_value(args[0], point)
        one, two = [
            self.formula.losses(a, point, spec.evaluate(a, point), type_, 0) for a in args[1:]
        ]

        def both(path: tuple[str, ...]) -> Loss:
            a, b = one(path), two(path)
            is_blind = a.is_blind or b.is_blind
            return Loss(a.anywhere + b.anywhere, a.needed + b.needed, is_blind)

        return both


def _worst(causes: Iterator[Cause]) -> Cause:
    """The weightiest; a fault is not looked beyond."""
    worst = Cause.ROUNDING
    for found in causes:
        worst = max(worst, found)
        if worst is Cause.FAULT:
            break
    return worst
