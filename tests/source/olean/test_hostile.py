"""Damaged and hostile files: a refusal with a place, or a reading that is well-formed.

`python -m tests.source.olean.test_hostile DIR N` damages the compiled files in a directory N
times, and prints the counts.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from leanbridge.errors import InputError, LeanbridgeError, Unsupported
from leanbridge.source.olean import Module
from leanbridge.source.olean.module import SUFFIXES
from tests.source.olean.damage import Damage, File, damage
from tests.source.olean.everything import Numbers, everything

pytestmark = pytest.mark.lean

CHUNKS = 8
TIMES = 1_260  # per chunk: more than 10,000 in all
SLOWEST = 5.0  # seconds for one reading; one of an intact file takes milliseconds
INTACT, DIFFERENT = "read, equal", "read, different"


class Bench:
    """One module's files, damaged and read again and again in a directory."""

    def __init__(self, source: Path, work: Path) -> None:
        paths = [source, *(source.with_name(source.name + s) for s in SUFFIXES)]
        self.path = work / source.name
        self.files: list[tuple[int, File]] = []
        for path in paths:
            if path.is_file():
                # kept open and written in place: to open files takes longer than to read them
                handle = os.open(work / path.name, os.O_RDWR | os.O_CREAT)
                self.files.append((handle, File(path.read_bytes())))
                put(*self.files[-1])
        self.numbers = Numbers()
        self.intact = everything(Module.open(self.path), self.numbers)
        self.outcomes: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.inside = 0
        self.slowest = 0.0

    def once(self, random: Random) -> None:
        """Damage one file, read the module, put the file back."""
        handle, file = random.choice(self.files)
        done = damage(file, random)
        put(handle, done)
        self.kinds[done.kind] += 1
        self.inside += done.offset in file.inside
        start = time.perf_counter()
        try:
            outcome = self.read()
        except LeanbridgeError as error:
            assert_explained(error)
            outcome = f"refused: {type(error).__name__}"
            self.reasons[reason(error)] += 1
        self.slowest = max(self.slowest, time.perf_counter() - start)
        if done.data == file.data:
            assert outcome == INTACT
        self.outcomes[outcome] += 1
        put(handle, file)

    def close(self) -> None:
        for handle, _ in self.files:
            os.close(handle)

    def read(self) -> str:
        module = Module.open(self.path)
        if sum(self.outcomes.values()) % 4 == 0:  # the walk that an audit makes
            for constant in module.constants():
                constant.type_mentions().union(constant.value_mentions())
        found = everything(module, self.numbers)
        return INTACT if found == self.intact else DIFFERENT


def put(handle: int, new: File | Damage) -> None:
    """Make a file hold these bytes."""
    os.pwrite(handle, new.data, 0)
    os.ftruncate(handle, len(new.data))


def reason(error: LeanbridgeError) -> str:
    """Why, without the place."""
    _, colon, rest = error.what.partition(": ")
    return rest if colon else error.what


def assert_explained(error: LeanbridgeError) -> None:
    """A refusal names the file; where it is about an object, the place in it."""
    assert isinstance(error, InputError | Unsupported), error
    assert error.where.path is not None
    assert ".olean" in error.where.path
    assert error.what


def report(bench: Bench) -> str:
    total = sum(bench.outcomes.values())
    lines = [f"{total} damaged files, {bench.inside} inside objects that are read"]
    for title, counts in (
        ("outcomes", bench.outcomes),
        ("kinds", bench.kinds),
        ("reasons", bench.reasons),
    ):
        lines.append(title)
        lines += [f"  {n:>7}  {name}" for name, n in counts.most_common()]
    return "\n".join([*lines, f"slowest {bench.slowest:.3f} s"])


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_damage_is_refused_or_read_as_it_stands(
    compiled: Callable[[str], Path], chunk: int, tmp_path: Path
) -> None:
    form = "module" if chunk % 4 == 3 else "classic"
    bench = Bench(compiled(form) / "Small.olean", tmp_path)
    random = Random(chunk)
    for _ in range(TIMES):
        bench.once(random)
    bench.close()
    print(report(bench))
    assert sum(bench.outcomes.values()) == TIMES
    assert bench.inside >= TIMES / 2
    assert bench.slowest < SLOWEST
    # each class occurs: neither refuses the reader everything, nor nothing
    assert bench.outcomes["refused: InputError"] > TIMES / 4
    assert bench.outcomes[INTACT] > 0
    assert bench.outcomes[DIFFERENT] > 0


def main(arguments: Sequence[str]) -> None:
    directory, times = Path(arguments[0]), int(arguments[1])
    work = directory / "damaged"
    work.mkdir(exist_ok=True)
    bench = Bench(directory / "Small.olean", work)
    random = Random(int(arguments[2]) if len(arguments) > 2 else 0)
    for _ in range(times):
        bench.once(random)
    print(report(bench))


if __name__ == "__main__":
    main(sys.argv[1:])
