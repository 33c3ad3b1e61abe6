"""Statements near a point: `∀ᶠ x in 𝓝 a, p x` and `f =ᶠ[𝓝 a] g`.

Takes such a proposition and an evaluator. It is decided at `a` itself, which is in every
neighbourhood, so that a failure there refutes; then at points near `a`, outwards as far as it
holds. A failure at the nearest points is no proof that such points come arbitrarily near: then
nothing can be said of the statement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from flint import fmpq

from leanbridge.core.terms import Const, FVar, Lam, Term, app, args_of, beta, is_app_of
from leanbridge.interp.coordinates import at, build, paths
from leanbridge.interp.exact import Decision, Exact
from leanbridge.interp.failures import Undecided
from leanbridge.interp.values import Value

RADII = (fmpq(1, 2**36), fmpq(1, 2**24), fmpq(1, 2**12))  # the nearest first
DIRECTIONS = 2

Point = Mapping[FVar, Value]


@dataclass(frozen=True, slots=True)
class Germ:
    """`body` for all `variable` near `centre`."""

    type: Term
    centre: Term
    variable: FVar
    body: Term


def as_germ(prop: Term) -> Germ | None:
    """The parts of a statement near a point; None of another proposition."""
    x = FVar(-50, "x")
    if is_app_of(prop, "Filter.Eventually", 3):
        type_, predicate, filter_ = args_of(prop)
        body = _applied(predicate, x)
    elif is_app_of(prop, "Filter.EventuallyEq", 5):
        type_, codomain, filter_, f, g = args_of(prop)
        body = app(Const("Eq"), codomain, _applied(f, x), _applied(g, x))
    else:
        return None
    return Germ(type_, args_of(filter_)[1], x, body) if is_app_of(filter_, "nhds", 2) else None


class FailsNear(Undecided):
    """The statement holds at the point and fails at the nearest points that were tried."""


def decide_germ(
    germ: Germ, point: Point, exact: Exact, random: Random,
    is_rounding: Callable[[Term, Point], bool],
) -> Decision:  # fmt: skip
    """The truth at the centre, and near it, where `is_rounding` may excuse a failure.

    Raises: FailsNear.
    """
    centre = exact.evaluate(germ.centre, point)
    found = exact.decide(germ.body, {**point, germ.variable: centre})
    if not found.holds:
        return found
    known = [found.within]
    for ray in _rays(centre, germ, point, exact, random):
        for radius, value in zip(RADII, ray, strict=True):
            there = {**point, germ.variable: value}
            decided = exact.decide(germ.body, there)
            known.append(decided.within)
            if not decided.holds and not is_rounding(germ.body, there):
                if radius == RADII[0]:
                    raise FailsNear(f"false at a distance of {radius} from the point, not at it")
                break  # out of the neighbourhood
    bits = [b for b in known if b is not None]
    return Decision(True, min(bits) if bits else None)


def at_centre(germ: Germ, point: Point, exact: Exact) -> Point:
    """The point with the variable at the centre."""
    return {**point, germ.variable: exact.evaluate(germ.centre, point)}


def _rays(
    centre: Value, germ: Germ, point: Point, exact: Exact, random: Random
) -> Iterator[list[Value]]:
    """Points at the radii, in random directions."""
    type_ = exact.type_value(germ.type, point)
    places = exact.guarded(lambda: list(paths(exact, type_)))
    for _ in range(DIRECTIONS if places else 0):
        direction = [fmpq(random.choice((-2, -1, 1, 2))) for _ in places]
        yield [
            build(
                exact, type_,
                [at(type_, centre, p) + r * v for p, v in zip(places, direction, strict=True)],
            )
            for r in RADII
        ]  # fmt: skip


def _applied(predicate: Term, x: FVar) -> Term:
    return beta(predicate, (x,)) if isinstance(predicate, Lam) else app(predicate, x)
