"""What Lean's own formula loses in floats, where nothing but rounding can be to blame.

Takes a term at a point with its exact value; runs the Lean bodies by the array interpreter, in
floats in which every operation rounds at random, and gives how far each entry strays from the exact
value. A sum that cancels inside the formula shows there, and in no movement of the inputs. Never
looks at a port.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from flint import fmpq

from leanbridge.check.tolerance import NO_LOSS, ULP, Loss, Losses, Path, is_number, neighbours
from leanbridge.core.environment import Environment
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.array import Array
from leanbridge.interp.array_noise import Noise
from leanbridge.interp.exact import Exact
from leanbridge.interp.reals import to_float
from leanbridge.interp.values import Data, TypeValue, Value
from leanbridge.limits import Limits
from leanbridge.ports import Boundary, Rounding, to_python

RUNS = 6


class Formula:
    """The Lean bodies in floats. `dtype` is that of the port."""

    def __init__(self, spec: Exact, env: Environment, limits: Limits, dtype: str) -> None:
        self.spec, self.dtype = spec, dtype
        self.array = Array(env, limits=limits, dtype=np.float64)

    def losses(
        self, term: Term, point: Mapping[FVar, Value], expected: Value, type: TypeValue, seed: int
    ) -> Losses:
        """How far the formula strays from `expected`; where it cannot be run in floats, how far it
        moves with its inputs. Nothing is run before the first entry is asked for."""
        found: list[Losses] = []

        def loss(path: Path) -> Loss:
            if not found:
                found.append(self._run(term, point, expected, type, seed))
            return found[0](path)

        return loss

    def _run(
        self, term: Term, point: Mapping[FVar, Value], expected: Value, type: TypeValue, seed: int
    ) -> Losses:
        given = {v: _arrays(x) for v, x in point.items()}

        def runs(everywhere: bool) -> list[Any]:
            noise = Noise(self.dtype, float(ULP[self.dtype]), everywhere, seed)
            return self.array.evaluate_noisy(term, given, noise, RUNS)

        try:
            wanted = to_python(expected, type, Boundary("float64"), Rounding())
            return Formulas(wanted, runs(True), runs(False))
        except LeanbridgeError:
            moved = neighbours(
                lambda p: self.spec.evaluate(term, p), point, expected, type, self.spec,
                self.dtype, seed,
            )  # fmt: skip
            return lambda path: replace(moved(path), is_blind=True)


class Formulas:
    """Runs of a formula that rounds at random, and its exact value, as arrays."""

    def __init__(self, wanted: Any, anywhere: list[Any], needed: list[Any]) -> None:
        self.wanted, self.anywhere, self.needed = wanted, anywhere, needed

    def __call__(self, path: Path) -> Loss:
        """What an entry loses."""
        wanted = _entry(self.wanted, path)
        if wanted is None:
            return NO_LOSS
        return Loss(_most(wanted, self.anywhere, path), _most(wanted, self.needed, path))


def _most(wanted: float, runs: list[Any], path: Path) -> fmpq:
    entries = [_entry(run, path) for run in runs]
    gaps = [abs(e - wanted) for e in entries if e is not None]
    return fmpq(*max([0.0, *[g for g in gaps if np.isfinite(g)]]).as_integer_ratio())


def _entry(value: Any, path: Path) -> float | None:
    """The number at a path of `compare.differences`, in arrays; None where there is none."""
    for label in path:
        if label in (".1", ".2") and isinstance(value, tuple):
            value = value[int(label[1]) - 1]
    index = tuple([int(n) for label in path if label[0] != "." for n in re.findall(r"\d+", label)])
    array = np.asarray(value)
    if array.dtype.kind != "f" or len(index) != array.ndim:
        return None
    return float(array[index])


def _arrays(value: Value) -> Any:
    """A value in which every number is an array: none of it is computed before a run."""
    match value:
        case _ if is_number(value):
            return np.asarray(to_float(value))
        case tuple():
            return tuple([_arrays(v) for v in value])
        case Data(constructor, fields):
            return Data(constructor, tuple([_arrays(f) for f in fields]))
        case _:
            return value
