"""The size ladder: at which sizes a statement is run.

Takes the number of sizes, gives assignments in a fixed order: distinct ones, all equal, ones, a
zero at each place, larger ones. Deterministic; knows no statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

#: The opening of the ladder for `n` sizes is read off this cycle at several starts: neighbours
#: differ, so h ≠ w and c ≠ h.
DISTINCT = (2, 3, 1, 4, 2, 5, 3, 1)
STARTS = (0, 1, 4, 2)


def ladder(count: int, *, largest: int = 5) -> Iterator[tuple[int, ...]]:
    """Assignments to `count` sizes, without end: the fixed rungs, those without a zero once more,
    then seeded ones. A rung depends on `count` alone, so that what a port compiles for the shapes
    of one statement serves the next."""
    fixed = list(dict.fromkeys(_fixed(count, largest)))
    yield from fixed
    yield from [sizes for sizes in fixed if all(sizes)]
    random = Random(count)
    while True:
        yield tuple(random.randint(1, largest) for _ in range(count))


def tiny(count: int) -> list[tuple[int, ...]]:
    """Rungs of ones and twos, for cases with many ties."""
    random = Random(count)
    rungs = [tuple((1 + (i + j) % 2) for i in range(count)) for j in range(2)]
    rungs += [(v,) * count for v in (1, 2)]
    rungs += [tuple(random.choice((1, 1, 2)) for _ in range(count)) for _ in range(2)]
    return list(dict.fromkeys(rungs))


def allowed(count: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Rungs of these sizes only: each start of their cycle, then all equal."""
    n = len(sizes)
    rungs = [tuple(sizes[(start + i) % n] for i in range(count)) for start in range(n)]
    return list(dict.fromkeys([*rungs, *[(v,) * count for v in sizes]]))


def _fixed(count: int, largest: int) -> Iterator[tuple[int, ...]]:
    cycle = [min(v, largest) for v in DISTINCT]
    for start in STARTS:
        yield tuple(cycle[(start + i) % len(cycle)] for i in range(count))
    for equal in (2, 1, 3):
        yield (min(equal, largest),) * count
    for place in range(count):
        yield tuple(0 if i == place else 2 for i in range(count))
    for start in range(3):
        yield tuple(min(3 + (start + i) % 3, largest) for i in range(count))


def box(count: int, limit: int, most: int) -> list[tuple[int, ...]]:
    """All assignments with every size ≤ `limit`, smallest first, or fewer sizes' worth of it so
    that there are at most `most`."""
    while limit > 0 and (limit + 1) ** count > most:
        limit -= 1
    out: list[tuple[int, ...]] = [()]
    for _ in range(count):
        out = [(*sizes, v) for sizes in out for v in range(limit + 1)]
    return sorted(out, key=lambda s: (sum(s), s))
