"""Tasks on several processes: every task gets one result, whatever becomes of its process."""

from __future__ import annotations

import os

from leanbridge.check.workers import Workers, in_order

_base = 0  # of a worker process


def start(base: int) -> None:
    global _base
    _base = base


def work(task: int) -> tuple[int, int]:
    if task % 5 == 3:
        os._exit(0)
    return _base + task, os.getpid()


def lost(task: int) -> tuple[int, int]:
    return -task, 0


def test_a_process_that_dies_takes_its_own_task_only() -> None:
    tasks = list(range(10))
    with Workers(2, start, (100,), work, lost) as workers:
        results = list(in_order(tasks, workers.run(tasks)))
    assert [task for task, _ in results] == tasks
    values = [value for _, (value, _) in results]
    assert values == [100, 101, 102, -3, 104, 105, 106, 107, -8, 109]


def test_processes_are_kept_from_one_run_to_the_next_and_ended_at_the_end() -> None:
    with Workers(1, start, (0,), work, lost) as workers:
        first, second = (dict(workers.run([1, 2])), dict(workers.run([4, 5])))
    processes = {process for found in (first, second) for _, process in found.values()}
    assert len(processes) == 1
    assert os.getpid() not in processes


def test_more_processes_than_tasks_start_no_more_than_needed() -> None:
    with Workers(8, start, (0,), work, lost) as workers:
        assert dict(workers.run([])) == {}
        assert [task for task, _ in workers.run([1])] == [1]
        assert len(workers._pools) == 1


def test_a_run_that_is_closed_early_leaves_the_processes_usable() -> None:
    with Workers(2, start, (0,), work, lost) as workers:
        run = workers.run([0, 1, 2, 4, 5])
        next(run)
        run.close()
        assert {task: value for task, (value, _) in workers.run([6, 7])} == {6: 6, 7: 7}
