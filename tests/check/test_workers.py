"""Tasks on several processes: every result, in order, and none lost but its own."""

from __future__ import annotations

import os
import signal

import pytest

from leanbridge.check.workers import Workers, in_order

_factor = 0  # of a worker process


def start(factor: int) -> None:
    global _factor
    _factor = factor


def times(task: int) -> int:
    if task == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return _factor * task


def lost(task: int) -> int:
    return -task


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_task_has_its_result_in_order(count: int) -> None:
    workers: Workers[int, int] = Workers(count, start, (3,), times, lost)
    tasks = list(range(7))
    assert list(in_order(tasks, workers.run(tasks))) == [(t, 3 * t) for t in tasks]


def test_a_process_that_dies_takes_down_its_task_only() -> None:
    workers: Workers[int, int] = Workers(2, start, (1,), times, lost)
    tasks = [11, 12, 13, 14, 15]
    found = dict(workers.run(tasks))
    assert found == {11: 11, 12: 12, 13: -13, 14: 14, 15: 15}


def test_the_rest_is_dropped_when_the_reader_stops() -> None:
    workers: Workers[int, int] = Workers(1, start, (1,), times, lost)
    results = workers.run(range(100))
    assert next(results) == (0, 0)
    results.close()
    assert list(results) == []
