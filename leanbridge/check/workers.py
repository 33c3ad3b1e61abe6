"""Independent tasks on several processes.

Takes tasks with a start-up and a work function (both importable by name); gives results in the
order of the tasks. Each process is an executor of its own, so that one which dies takes down the
part of the task that it ran and nothing else. Half of the processes work from the front of the
list of tasks and half from its end: what stands together there is done by one process, which pays
once for what its tasks share.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")


class Workers(Generic[Task, Result]):
    """`count` processes, each prepared by `start(*arguments)` when it first gets a task. Use it as
    a context: leaving it ends the processes."""

    def __init__(
        self,
        count: int,
        start: Callable[..., None],
        arguments: tuple[Any, ...],  # whatever `start` takes
        work: Callable[[Task], Result],
        lost: Callable[[Task], Result],
        parts: Callable[[Task], Sequence[Task]] = lambda task: [task],
        whole: Callable[[Sequence[Result]], Result] = lambda results: results[0],
    ) -> None:
        """A task whose process died is done by its `parts`, of which `whole` makes one result;
        `lost` gives that of a part whose process died."""
        self._count, self._start, self._arguments = count, start, arguments
        self._work, self._lost = work, lost
        self._parts, self._whole = parts, whole
        self._pools: dict[int, ProcessPoolExecutor] = {}

    def __enter__(self) -> Workers[Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        for pool in self._pools.values():
            # Python would take down object by object what a process holds, for many seconds.
            with suppress(BrokenProcessPool):
                pool.submit(_end)
        for pool in self._pools.values():
            pool.shutdown(wait=True)
        self._pools.clear()

    def run(self, tasks: Sequence[Task]) -> Generator[tuple[Task, Result]]:
        """Each task with its result, as they are done. Closing the iterator drops the rest."""
        waiting = deque(tasks)
        running: dict[Future[Result], tuple[int, Task]] = {}

        def give(number: int) -> None:
            if waiting:
                task = waiting.popleft() if number % 2 == 0 else waiting.pop()
                running[self._submit(number, task)] = (number, task)

        for number in range(self._count):
            give(number)
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                number, task = running.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    result = self._by_parts(number, task)
                give(number)
                yield task, result

    def _by_parts(self, number: int, task: Task) -> Result:
        """The result of a task whose process died, which starts anew."""
        self._restart(number)
        parts = self._parts(task)
        if len(parts) == 1:
            return self._lost(task)
        results: list[Result] = []
        for part in parts:
            try:
                results.append(self._submit(number, part).result())
            except BrokenProcessPool:
                results.append(self._lost(part))
                self._restart(number)
        return self._whole(results)

    def _submit(self, number: int, task: Task) -> Future[Result]:
        if number not in self._pools:
            self._restart(number)
        try:
            return self._pools[number].submit(self._work, task)
        except BrokenProcessPool:  # it died between two tasks
            self._restart(number)
            return self._pools[number].submit(self._work, task)

    def _restart(self, number: int) -> None:
        # fork is unsafe once JAX has started its threads
        context = get_context("spawn")
        self._pools[number] = ProcessPoolExecutor(1, context, self._start, self._arguments)


def _end() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def in_order(
    order: Sequence[Task], results: Iterator[tuple[Task, Result]]
) -> Iterator[tuple[Task, Result]]:
    """The results in the order of `order`, each as soon as all before it are there."""
    known: dict[Task, Result] = {}
    position = 0
    for task, result in results:
        known[task] = result
        while position < len(order) and order[position] in known:
            yield order[position], known.pop(order[position])
            position += 1
