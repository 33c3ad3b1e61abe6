"""Whether a value of the array interpreter is the one a conformance case expects.

Reals agree within rounding; truths, integers, pairs, sets and types exactly.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from leanbridge.core.terms import Term
from leanbridge.interp.array_axes import Arr, Axis, from_array, known, spread
from leanbridge.interp.array_boundary import Outputs
from leanbridge.interp.array_eval import Evaluator
from leanbridge.interp.array_order import member
from leanbridge.interp.array_tables import Table as Stacked
from leanbridge.interp.array_values import Members
from leanbridge.interp.conformance_cases import At, Near, Raises
from leanbridge.interp.values import (
    PROOF,
    TYPE_VALUES,
    Data,
    FinsetValue,
    ListValue,
    ProofType,
    Table,
)
from leanbridge.limits import DEFAULT
from tests.interp.lean import Environment


class Evaluated:
    """A value with the evaluator that made it, so that functions can be applied."""

    def __init__(self, term: Term) -> None:
        self.run = Evaluator(Environment(), {}, DEFAULT, {})
        self.value = self.run.evaluate(term, self.run.outside)

    def force(self) -> None:
        """Compute what is lazy: the table of a function."""
        Outputs(self.run, None).collect(self.value)

    def __repr__(self) -> str:
        return repr(self.value)


def agrees(expected: Any, got: Evaluated) -> bool:
    return _agrees(got.run, expected, got.value)


def _agrees(run: Evaluator, expected: Any, value: Any) -> bool:
    match expected:
        case Near(text, _):
            return math.isclose(value.data, float(text), rel_tol=1e-12, abs_tol=1e-12)
        case At(points):
            return all(
                _agrees(run, want, run.apply(_function(value), *map(_argument, given)))
                for given, want in points
            )
        case Table(entries):
            return all(
                _agrees(run, want, run.apply(_function(value), known(i)))
                for i, want in enumerate(entries)
            )
        case FinsetValue(items):
            return isinstance(value, Members) and _same_set(run, items, value)
        case ListValue() | Raises():
            return False
        case Data(name, fields):
            if not isinstance(value, Data) or value.constructor != name:
                return False
            return all(_agrees(run, a, b) for a, b in zip(fields, value.fields, strict=True))
        case tuple():
            return isinstance(value, tuple) and all(
                _agrees(run, a, b) for a, b in zip(expected, value, strict=True)
            )
        case ProofType():
            return bool(run.as_truth(value).data) == bool(expected.truth())
        case _ if expected is PROOF or isinstance(expected, (*TYPE_VALUES, str)):
            return bool(value == expected)
        case bool():
            return isinstance(value, Arr | ProofType) and run.as_truth(value).data is expected
        case int():
            return isinstance(value, Arr) and value.kind == "int" and value.data == expected
    number = float(expected.p) / float(expected.q)
    return value.kind == "real" and math.isclose(value.data, number, rel_tol=1e-12, abs_tol=1e-12)


def _function(value: Any) -> Any:
    return value.fields[0] if isinstance(value, Data) else value


def _argument(value: Any) -> Any:
    """An argument of a case as a value of the array interpreter."""
    match value:
        case bool() | int():
            return known(value)
        case tuple():
            return tuple([_argument(v) for v in value])
        case Table(entries):
            axis = Axis(len(entries))
            array = np.array([float(e) for e in entries])
            return Stacked(from_array(array, [axis], "real"), (axis,))
        case _ if hasattr(value, "p"):
            return known(float(value.p) / float(value.q))
        case _:
            return value


def _same_set(run: Evaluator, items: tuple[Any, ...], s: Members) -> bool:
    axes, _, mask = s.at_axes()
    count = sum(np.broadcast_to(spread(mask, axes), [a.size for a in axes]).reshape(-1).tolist())
    inside = [member(run, s.domain, s, _argument(x)) for x in items]
    return count == len(items) and all(t.data is True for t in inside)
