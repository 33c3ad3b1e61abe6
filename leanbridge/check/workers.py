"""Independent tasks on several processes.

Takes tasks with a start-up and a work function (both importable by name); gives results in the
order of the tasks. Each process is an executor of its own, so that one which dies takes down the
task it ran and nothing else. Half of the processes work from the front of the list of tasks and
half from its end: what stands together there is done by one process, which pays once for what its
tasks share.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Generic, TypeVar

Task = TypeVar("Task", bound=Hashable)
Result = TypeVar("Result")


class Workers(Generic[Task, Result]):
    """`count` processes, each prepared by `start(*arguments)`."""

    def __init__(
        self,
        count: int,
        start: Callable[..., None],
        arguments: tuple[Any, ...],  # whatever `start` takes
        work: Callable[[Task], Result],
        lost: Callable[[Task], Result],
    ) -> None:
        """`lost` gives the result of a task whose process died."""
        self._count, self._start, self._arguments = count, start, arguments
        self._work, self._lost = work, lost

    def run(self, tasks: Sequence[Task]) -> Generator[tuple[Task, Result]]:
        """Each task with its result, as they are done. Closing the iterator drops the rest."""
        waiting = deque(tasks)
        pools = [self._pool() for _ in range(min(self._count, len(tasks)))]
        running: dict[Future[Result], tuple[int, Task]] = {}

        def give(number: int) -> None:
            if waiting:
                task = waiting.popleft() if number % 2 == 0 else waiting.pop()
                running[pools[number].submit(self._work, task)] = (number, task)

        try:
            for number in range(len(pools)):
                give(number)
            while running:
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    number, task = running.pop(future)
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        result = self._lost(task)
                        pools[number] = self._pool()
                    give(number)
                    yield task, result
        finally:
            for pool in pools:
                pool.shutdown(wait=True, cancel_futures=True)

    def _pool(self) -> ProcessPoolExecutor:
        # fork is unsafe once JAX has started its threads
        context = get_context("spawn")
        return ProcessPoolExecutor(1, context, self._start, self._arguments)


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
