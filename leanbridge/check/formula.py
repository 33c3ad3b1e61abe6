"""What Lean's own formula loses in floats, where nothing but rounding can be to blame.

Takes a term at a point with its exact value; runs the Lean bodies by the array interpreter, in
floats, and gives the largest distance from the exact value. Where a sum cancels inside the formula
no movement of the inputs shows it, and no port can do better. Never looks at a port.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from flint import fmpq

from leanbridge.check.tolerance import KAPPA, ULP
from leanbridge.core.environment import Environment
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.array import Array
from leanbridge.interp.values import TypeValue, Value
from leanbridge.limits import Limits
from leanbridge.ports import Boundary, Rounding, to_python


def loss_in_floats(
    term: Term,
    point: Mapping[FVar, Value],
    expected: Value,
    type: TypeValue,
    env: Environment,
    limits: Limits,
    dtype: str,
) -> fmpq:
    """What a port may lose where Lean's formula does; 0 where it cannot be run in floats."""
    try:
        found = Array(env, limits=limits).evaluate(term, point)
        wanted = to_python(expected, type, Boundary("float64"), Rounding())
    except LeanbridgeError:
        return fmpq(0)
    pairs = zip(_leaves(found), _leaves(wanted), strict=True)
    most = max((float(np.max(np.abs(a - b), initial=0)) for a, b in pairs), default=0.0)
    if not np.isfinite(most):
        return fmpq(0)
    return KAPPA * fmpq(*most.as_integer_ratio()) * (ULP[dtype] / ULP["float64"])


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield np.asarray(value, dtype=np.float64)
