"""A failing point made small: smaller sizes first, then simpler values.

Takes an examiner and its failure; gives a failure of the same kind at a point that is no larger.
`consider` is the only gate: a candidate counts only if the obligation fails at it in the same way.
Deterministic, and bounded by a number of tries.
"""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from leanbridge.check.cases import Case, TooLarge, make_case, seeded
from leanbridge.check.entries import Empty
from leanbridge.check.examine import Examiner
from leanbridge.check.tally import Failure, Point, Tally
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.values import Table, Value
from leanbridge.ports import PortTimeout
from leanbridge.ports.tensors import Lookup

TRIES_PER_RUNG = 6
MAX_RUNGS = 40
MAX_VALUES = 250


class Shrinker:
    """Keeps the smallest failure seen."""

    def __init__(
        self, examiner: Examiner, failure: Failure, *, passed_when_small: bool = False
    ) -> None:
        """`passed_when_small`: small sizes were run and show nothing, so that the way is down from
        those of the failure."""
        self.examiner = examiner
        self.best = failure
        self.passed_when_small = passed_when_small

    def consider(self, case: Case, point: Point) -> bool:
        """Whether the obligation fails at `point` as before; if so, keep it."""
        tally = Tally()
        self.examiner.forget()
        try:
            self.examiner.run_point(case, point, tally)
        except (LeanbridgeError, PortTimeout):
            return False
        found = tally.first_failure
        if found is None or found.kind != self.best.kind:
            return False
        self.best = found
        return True

    def shrink(self) -> Failure:
        self._sizes()
        self._values()
        return self.best

    # ----- sizes --------------------------------------------------------------------------

    def _sizes(self) -> None:
        if self.best.case.style == "exhaustive":
            return  # run in order of size: already the smallest
        names = [v.name for v in self.examiner.statement.variables if v.is_size]
        if self.passed_when_small:
            self._descend(names)
            return
        for rung in self._smaller_rungs(names):
            if self._try_rung(rung):
                return

    def _descend(self, names: list[str]) -> None:
        """Make one size after the other smaller, while the obligation goes on failing."""
        tried: set[tuple[int, ...]] = set()
        while len(tried) < MAX_RUNGS:
            now = tuple(self.best.case.sizes[n] for n in names)
            lower = [
                (*now[:i], s, *now[i + 1 :]) for i, v in enumerate(now) for s in (v // 2, v - 1)
            ]
            fresh = [r for r in lower if min(r) > 0 and r not in tried]
            if not fresh:
                return
            rung = min(fresh, key=lambda r: (sum(r), r))
            tried.add(rung)
            self._try_rung(rung)

    def _smaller_rungs(self, names: list[str]) -> Iterator[tuple[int, ...]]:
        now = tuple(self.best.case.sizes[n] for n in names)
        rungs: list[tuple[int, ...]] = [()]
        for v in now:
            rungs = [(*r, s) for r in rungs for s in range(min(1, v), v + 1)]
        rungs.sort(key=lambda r: (sum(r), r))
        yield from [r for r in rungs if sum(r) < sum(now)][:MAX_RUNGS]

    def _try_rung(self, rung: tuple[int, ...]) -> bool:
        examiner = self.examiner
        style = self.best.case.style
        for attempt in range(TRIES_PER_RUNG):
            random = seeded(examiner.seed, "shrink", rung, attempt)
            kind = style if attempt % 2 == 0 else "grid"
            try:
                case = make_case(
                    examiner.statement, examiner.spec, rung, kind, random, examiner.budget
                )
            except (Empty, TooLarge, LeanbridgeError):
                return False
            for point in case.points(examiner.spec, examiner.budget.points, random):
                if self.consider(case, point):
                    return True
        return False

    # ----- values -------------------------------------------------------------------------

    def _values(self) -> None:
        tries = 0
        for v in self.examiner.statement.variables:
            if v.is_size:
                continue
            for path in list(_paths(self.best.point[v.var], ())):
                for simpler in _simpler(_at(self.best.point[v.var], path)):
                    tries += 1
                    if tries > MAX_VALUES:
                        return
                    point = dict(self.best.point)
                    point[v.var] = _put(point[v.var], path, simpler)
                    if self.consider(self.best.case, point):
                        break


def _paths(value: Value, path: tuple[Value, ...]) -> Iterator[tuple[Value, ...]]:
    match value:
        case Table():
            for i, entry in enumerate(value.entries):
                yield from _paths(entry, (*path, i))
        case Lookup():
            for key, entry in value.entries.items():
                yield from _paths(entry, (*path, key))
        case bool() | int() | fmpq():
            yield path
        case _:
            return


def _at(value: Value, path: tuple[Value, ...]) -> Value:
    for key in path:
        value = value.entries[key]
    return value


def _put(value: Value, path: tuple[Value, ...], new: Value) -> Value:
    if not path:
        return new
    key, rest = path[0], path[1:]
    if isinstance(value, Lookup):
        return Lookup({**value.entries, key: _put(value.entries[key], rest, new)})
    entries = list(value.entries)
    entries[key] = _put(entries[key], rest, new)
    return Table(tuple(entries))


def _simpler(value: Value) -> list[Value]:
    """Candidates that a person reads more easily, simplest first."""
    if isinstance(value, bool):
        return [False] if value else []
    if isinstance(value, int):
        return [v for v in (0, 1) if v < value]
    candidates = [fmpq(0), fmpq(1), fmpq(-1), fmpq(int(value.p) // int(value.q))]
    out: list[Value] = []
    for c in candidates:
        if c == value:
            break
        if c not in out:
            out.append(c)
    return out
