"""What rounding may explain: a tolerance from the statement itself, never a constant.

Takes the SPEC value of a definition at a point and at neighbours of it (every real input moved by
one ulp of the port's dtype); gives, per output entry, how far the value moves. A port may differ
by `KAPPA` times that, and by `KAPPA` ulp of the value; anything beyond is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from flint import fmpq

from leanbridge.check.compare import Difference, differences
from leanbridge.core.terms import FVar
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Table, TypeValue, Value
from leanbridge.ports.tensors import Lookup

KAPPA = 16
NEIGHBOURS = 4
ULP: Mapping[str, fmpq] = {
    "float64": fmpq(1, 2**52),
    "float32": fmpq(1, 2**23),
    "float16": fmpq(1, 2**10),
    "bfloat16": fmpq(1, 2**7),
}

Evaluate = Callable[[Mapping[FVar, Value]], Value]


def beyond_rounding(
    found: Sequence[Difference],
    evaluate: Evaluate,
    point: Mapping[FVar, Value],
    expected: Value,
    type: TypeValue,
    exact: Exact,
    dtype: str,
    seed: int,
) -> list[Difference]:
    """The differences that rounding in `dtype` does not explain."""
    numeric = [d for d in found if isinstance(d.got, fmpq) and isinstance(d.expected, fmpq)]
    rest = [d for d in found if d not in numeric]
    if rest or not numeric:
        return list(found)
    ulp = ULP[dtype]
    spread: dict[tuple[str, ...], fmpq] = {}
    random = Random(seed)
    for _ in range(NEIGHBOURS):
        moved = {v: _moved(x, ulp, random) for v, x in point.items()}
        for d in differences(evaluate(moved), expected, type, exact, seed):
            if isinstance(d.got, fmpq):
                spread[d.path] = max(spread.get(d.path, fmpq(0)), abs(d.got - d.expected))
    return [
        d
        for d in numeric
        if abs(d.got - d.expected) > KAPPA * (spread.get(d.path, fmpq(0)) + ulp * abs(d.expected))
    ]


def _moved(value: Value, ulp: fmpq, random: Random) -> Value:
    """`value` with every real in it moved by at most one ulp."""
    match value:
        case fmpq():
            return value * (1 + ulp * random.choice((-1, 1)))
        case Table():
            return Table(tuple([_moved(v, ulp, random) for v in value.entries]))
        case Lookup():
            return Lookup({k: _moved(v, ulp, random) for k, v in value.entries.items()})
        case tuple():
            return tuple([_moved(v, ulp, random) for v in value])
        case _:
            return value
