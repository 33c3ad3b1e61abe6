"""What Lean's own definitions say of the cases of an obligation, kept for the next port set.

Takes drawn cases and what is to be asked at a point; gives `Said` per point. Nothing here depends
on a port: one port set after another meets the same cases and the same answers, at the cost of one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from leanbridge.check.cases import Case
from leanbridge.check.tally import Point
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.exact import Decision, Exact
from leanbridge.interp.values import TypeValue, Value

T = TypeVar("T")


@dataclass(slots=True)
class Said:
    """The Lean side at one point.

    `hypotheses` are the truths up to the first false one. `decision` is that of a theorem's
    conclusion, `type` and `value` are a definition's. `failure` ended the asking: while the
    hypotheses were asked, unless `is_at_conclusion`.
    """

    is_outside: bool = False  # a fact of the statement fails
    hypotheses: list[bool] = field(default_factory=list)
    is_met: bool = False
    decision: Decision | None = None
    type: TypeValue | None = None
    value: Value = None
    is_junk: bool = False  # a derivative on the way was Lean's 0
    is_at_conclusion: bool = False
    failure: LeanbridgeError | IndexError | None = None


Ask: TypeAlias = Callable[[Case, Point, Said], None]
"""Fills in what Lean says of a point of a case."""


@dataclass(slots=True)
class Batch:
    """Points that are run together, each of its case; `drawing` is the work of having made them."""

    points: list[tuple[Case, Point]]
    drawing: int = 0
    _said: list[Said] | None = None
    _asking: int = 0

    @property
    def spent(self) -> int:
        """The steps of the Lean side so far."""
        return self.drawing + self._asking

    def said(self, spec: Exact, ask: Ask) -> list[Said]:
        """What Lean says of the points, in order, up to one that it cannot run at all; asked
        once."""
        if self._said is None:
            before = spec.spent
            self._said = spec.guarded(lambda: _asked(self.points, ask))
            self._asking = spec.spent - before
        return self._said


def _asked(points: list[tuple[Case, Point]], ask: Ask) -> list[Said]:
    return [answer(ask, case, point) for case, point in points]


def answer(ask: Ask, case: Case, point: Point) -> Said:
    """What Lean says of one point."""
    said = Said()
    try:
        ask(case, point, said)
    except (LeanbridgeError, IndexError) as failure:
        said.failure = failure
    return said


class Kept(Generic[T]):
    """An iterator's items, made when they are first asked for and the same each time."""

    def __init__(self, source: Iterator[T]) -> None:
        self._source = source
        self._items: list[T] = []
        self._failure: Exception | None = None

    def __iter__(self) -> Iterator[T]:
        position = 0
        while True:
            if position == len(self._items):
                if self._failure is not None:
                    raise self._failure
                try:
                    self._items.append(next(self._source))
                except StopIteration:
                    return
                except Exception as failure:
                    self._failure = failure
                    raise
            yield self._items[position]
            position += 1


class LeanSide:
    """What was kept of the declaration at hand."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, object] = {}

    def forget(self) -> None:
        """Start with another declaration."""
        self._kept.clear()

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """What stands under a key, made if nothing does."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]  # type: ignore[assignment] # under a key stands what it made
        return found
