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
    if task == 17:
        os._exit(0)
    return _factor * task


def process(_: int) -> int:
    return os.getpid()


def lost(task: int) -> int:
    return -task


@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_task_has_its_result_in_order(count: int) -> None:
    tasks = list(range(7))
    with Workers(count, start, (3,), times, lost) as workers:
        assert list(in_order(tasks, workers.run(tasks))) == [(t, 3 * t) for t in tasks]


@pytest.mark.parametrize("count", [1, 2])
def test_a_process_that_dies_takes_down_its_task_only(count: int) -> None:
    tasks = [11, 12, 13, 14, 17, 18]
    with Workers(count, start, (1,), times, lost) as workers:
        found = dict(workers.run(tasks))
    assert found == {11: 11, 12: 12, 13: -13, 14: 14, 17: -17, 18: 18}


def test_the_rest_is_dropped_when_the_reader_stops_and_the_processes_stay_usable() -> None:
    with Workers(1, start, (1,), times, lost) as workers:
        results = workers.run(range(100))
        assert next(results) == (0, 0)
        results.close()
        assert list(results) == []
        assert list(workers.run([6, 7])) == [(6, 6), (7, 7)]


def test_processes_are_kept_from_one_run_to_the_next() -> None:
    with Workers(1, start, (0,), process, lost) as workers:
        found = {**dict(workers.run([1, 2])), **dict(workers.run([4, 5]))}
    assert len(found) == 4
    assert len(set(found.values())) == 1
    assert os.getpid() not in found.values()


def test_no_more_processes_are_started_than_there_are_tasks() -> None:
    with Workers(8, start, (0,), process, lost) as workers:
        assert list(workers.run([])) == []
        assert len({made for _, made in workers.run([1, 2])}) == 2
        assert len(workers._pools) == 2


def pair(task: tuple[int, ...]) -> list[int]:
    return [times(number) for number in task]


def test_a_task_whose_process_died_is_done_by_its_parts() -> None:
    with Workers(
        2, start, (1,), pair, lambda task: [-number for number in task],
        lambda task: [(number,) for number in task], lambda results: [*results[0], *results[1]],
    ) as workers:  # fmt: skip
        found = dict(workers.run([(11, 12), (14, 13), (17, 18), (13,)]))
    assert found == {
        (11, 12): [11, 12], (14, 13): [14, -13], (17, 18): [-17, 18], (13,): [-13],
    }  # fmt: skip
