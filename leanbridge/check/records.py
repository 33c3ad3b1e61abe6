"""Two records of arrays compared part by part: constructors, text, numbers, whole arrays.

Takes what the array interpreter gives for a Lean record and what a port gave for it, arrays as they
are; gives the first place where they differ. A part that others share is looked at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq

from leanbridge.check.tolerance import KAPPA, is_number
from leanbridge.interp.array_boundary import SAMPLES
from leanbridge.interp.reals import to_float
from leanbridge.interp.values import PROOF, Data, Value


@dataclass(frozen=True, slots=True)
class Unlike:
    """The first place where two records differ."""

    path: str
    got: str
    expected: str


def unlike(got: Value, expected: Value, ulp: float) -> Unlike | None:
    """Where `got` differs from `expected`; None where it does not."""
    return _Comparison(ulp).unlike(got, expected, "")


class _Comparison:
    def __init__(self, ulp: float) -> None:
        self.ulp = ulp
        self.seen: set[tuple[int, int]] = set()

    def unlike(self, got: Value, expected: Value, path: str) -> Unlike | None:
        if expected is PROOF:
            return None
        match got, expected:
            case Data(), Data():
                return self._records(got, expected, path)
            case tuple(), tuple() if len(got) == len(expected):
                parts = enumerate(zip(got, expected, strict=True), start=1)
                return self._first((self.unlike(a, b, f"{path}.{i}") for i, (a, b) in parts))
            case _, tuple() if callable(got):  # a function of a real, looked at at some reals
                values = tuple([got(fmpq(*x.as_integer_ratio())) for x in SAMPLES])
                return self.unlike(values, expected, path)
            case str(), str():
                return None if got == expected else Unlike(path, repr(got), repr(expected))
            case _:
                return self._arrays(_plain(got), _plain(expected), path)

    def _records(self, got: Data, expected: Data, path: str) -> Unlike | None:
        key = (id(got), id(expected))
        if key in self.seen:
            return None
        self.seen.add(key)
        if got.constructor != expected.constructor or len(got.fields) != len(expected.fields):
            return Unlike(path, got.constructor, expected.constructor)
        name = f"{path} {expected.constructor.rsplit('.', 1)[-1]}".strip()
        parts = enumerate(zip(got.fields, expected.fields, strict=True), start=1)
        return self._first((self.unlike(a, b, f"{name}.{i}") for i, (a, b) in parts))

    def _first(self, found: Any) -> Unlike | None:
        return next((u for u in found if u is not None), None)

    def _arrays(self, got: Any, expected: Any, path: str) -> Unlike | None:
        if got.shape != expected.shape:
            return Unlike(path, f"shape {got.shape}", f"shape {expected.shape}")
        if expected.dtype.kind == "f":
            near = np.abs(got - expected) <= KAPPA * self.ulp * np.abs(expected)
            wrong = ~near  # NaN is near nothing
        else:
            wrong = got != expected
        if not np.any(wrong):
            return None
        place = tuple([int(i) for i in np.argwhere(wrong)[0]])
        where = f"{path}{list(place)}" if place else path
        return Unlike(where, str(got[place]), str(expected[place]))


def _plain(value: Value) -> Any:
    return np.asarray(to_float(value) if is_number(value) else value)
