"""Whether a proposition that fails in PORT fails by rounding only.

Takes a proposition and evaluates its failing parts: where every one is a relation of numbers that
nearly holds, a float port cannot be blamed, and the case is undecided. It never makes a failure of
anything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flint import fmpq

from leanbridge.check.compare import differences
from leanbridge.check.propositions import bundled
from leanbridge.check.tolerance import centre, is_number
from leanbridge.core.environment import Environment
from leanbridge.core.terms import Const, FVar, Pi, Term, args_of, beta, head, instantiate
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Table, Value
from leanbridge.ports import BoundaryFault
from leanbridge.ports.tensors import Lookup

ROUNDING = fmpq(1, 2**36)  # of the largest number in sight
ORDERS = ("LE.le", "LT.lt", "GE.ge", "GT.gt")
DEPTH = 12

Point = Mapping[FVar, Value]


def fails_by_rounding(prop: Term, point: Point, exact: Exact, env: Environment) -> bool:
    """Whether `prop`, which is false at `point`, is false within rounding only."""
    scale = max([fmpq(0), *[abs(x) for v in point.values() for x in _numbers(v)]])
    try:
        return _nearly(prop, dict(point), exact, env, scale, 0)
    except (BoundaryFault, LeanbridgeError):
        return False


def _nearly(
    prop: Term, point: Point, exact: Exact, env: Environment, scale: fmpq, depth: int
) -> bool:
    fn, args = head(prop), args_of(prop)
    if exact.truth(prop, point):
        return True
    if isinstance(prop, Pi):
        return _nearly_all(prop, point, exact, env, scale, depth)
    if not isinstance(fn, Const) or depth > DEPTH:
        return False
    parts = None if fn.name in exact.overrides else bundled(prop, env)
    if parts is not None:
        return all(_nearly(part, point, exact, env, scale, depth + 1) for part in parts)
    if fn.name in ("Eq", *ORDERS) and len(args) == 3:
        return _is_near(args, point, exact, scale)
    if fn.name in exact.overrides:
        return False  # the port itself says so: its Lean body must not speak for it
    value = env.unfoldable_value(fn.name)
    if value is None or fn.name in exact.overrides:
        return False  # what a port itself decides is no rounding
    return _nearly(beta(value, args), point, exact, env, scale, depth + 1)


def _nearly_all(
    prop: Pi, point: Point, exact: Exact, env: Environment, scale: fmpq, depth: int
) -> bool:
    x = FVar(-700 - depth, prop.name)
    body = instantiate(prop.body, (x,))
    values = exact.elements(exact.type_value(prop.type, point))
    return values is not None and all(
        _nearly(body, {**point, x: v}, exact, env, scale, depth + 1) for v in values
    )


def _is_near(args: tuple[Term, ...], point: Point, exact: Exact, scale: fmpq) -> bool:
    type_ = exact.type_value(args[0], point)
    left, right = exact.evaluate(args[1], point), exact.evaluate(args[2], point)
    found = differences(left, right, type_, exact)
    return bool(found) and all(  # equal sides that should be unequal are no rounding
        is_number(d.got)
        and is_number(d.expected)
        and abs(centre(d.got) - centre(d.expected))
        <= ROUNDING * max(scale, abs(centre(d.got)), abs(centre(d.expected)))
        for d in found
    )


def _numbers(value: Value) -> Iterator[fmpq]:
    match value:
        case fmpq():
            yield value
        case Table():
            for entry in value.entries:
                yield from _numbers(entry)
        case Lookup():
            for entry in value.entries.values():
                yield from _numbers(entry)
        case tuple():
            for entry in value:
                yield from _numbers(entry)
