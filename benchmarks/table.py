"""Timing and the table: a row is a median, its ratio to the row it names, and a target.

Compile time and first calls are not in a median; they have rows of their own.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import rich
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, in seconds for one unit of work (a call, a check)."""

    group: str
    name: str
    seconds: float
    baseline: str | None = None
    at_most: float | None = None
    """The ratio to the baseline must not exceed this."""
    at_least: float | None = None
    """The baseline must take at least this many times as long."""
    unit: str = "s"
    """What `seconds` are instead, if they are something else."""


def median(call: Callable[[], Any], *, seconds: float = 0.5, least: int = 3) -> float:
    """The median time of a call, after one that is not counted."""
    call()
    times: list[float] = []
    while len(times) < least or sum(times) < seconds:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def once(call: Callable[[], Any]) -> float:
    """The time of one call, the first."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def outcome(row: Row, rows: list[Row]) -> tuple[str, str, bool]:
    """The ratio to the baseline, the target, and whether it is met."""
    if row.baseline is None:
        return "1", "", True
    base = next(r.seconds for r in rows if r.group == row.group and r.name == row.baseline)
    slower = row.seconds / base
    ratio = f"{slower:.2f} × {row.baseline}" if slower >= 0.1 else f"1/{1 / slower:,.0f}"
    if row.at_most is not None:
        return ratio, f"≤ {row.at_most:g} ×", slower <= row.at_most
    if row.at_least is not None:
        return ratio, f"≤ 1/{row.at_least:g}", 1 / slower >= row.at_least
    return ratio, "", True


def show(rows: list[Row]) -> bool:
    """Print the table. Returns: True iff every target is met."""
    table = Table(title="medians; ratios to the named row of the same group, same run")
    for name in ("group", "what", "time", "ratio", "target", ""):
        table.add_column(name, justify="right" if name in ("time", "ratio") else "left")
    fine = True
    for place, row in enumerate(rows):
        ratio, target, met = outcome(row, rows)
        fine = fine and met
        first = place == 0 or rows[place - 1].group != row.group
        amount = _time(row.seconds) if row.unit == "s" else f"{row.seconds:,.3g} {row.unit}"
        mark = "" if not target else ("met" if met else "MISSED")
        table.add_row(row.group if first else "", row.name, amount, ratio, target, mark)
    rich.print(table)
    return fine


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:,.3g} {unit}"
    return f"{seconds / 1e-9:,.3g} ns"
