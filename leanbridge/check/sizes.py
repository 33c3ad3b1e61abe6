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


def ladder(
    count: int, *, largest: int = 5, literals: tuple[int, ...] = (), zeros: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Assignments to `count` sizes, without end: the fixed rungs, a zero at each of the first
    `zeros` places (by default at all) among them, those at numbers that the hypotheses name
    (`5 < n`), those without a zero once more, then seeded ones. But for the second, a rung depends
    on `count` alone, so that what a port compiles for the shapes of one statement serves the
    next."""
    fixed = list(dict.fromkeys(_fixed(count, largest, count if zeros is None else zeros)))
    yield from fixed
    for n in literals:
        for place in range(count):
            for size in (n, n + 1):
                yield tuple(size if i == place else 2 for i in range(count))
    for _ in range(2):
        yield from [sizes for sizes in fixed if all(sizes)]
    random = Random(count)
    while True:
        yield tuple(random.randint(1, largest) for _ in range(count))


def tiny(count: int) -> list[tuple[int, ...]]:
    """Rungs of ones and twos, for cases with many ties: among them the one of two least
    examples, whose sizes but the first are 1."""
    mixed = [tuple((1 + (i + j) % 2) for i in range(count)) for j in range(2)]
    two = tuple(2 if i == 0 else 1 for i in range(count))
    return list(dict.fromkeys([two, *mixed, *[(v,) * count for v in (1, 2)]]))


def allowed(count: int, sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Rungs of these sizes only: each start of their cycle, then all equal."""
    n = len(sizes)
    rungs = [tuple(sizes[(start + i) % n] for i in range(count)) for start in range(n)]
    return list(dict.fromkeys([*rungs, *[(v,) * count for v in sizes]]))


def _fixed(count: int, largest: int, zeros: int) -> Iterator[tuple[int, ...]]:
    cycle = [min(v, largest) for v in DISTINCT]
    for start in STARTS:
        yield tuple(cycle[(start + i) % len(cycle)] for i in range(count))
    for equal in (2, 1, 3):
        yield (min(equal, largest),) * count
    for start in range(3):
        yield tuple(min(3 + (start + i) % 3, largest) for i in range(count))
    for equal in (3, 4):  # one place small, so that equal sides may be larger
        yield tuple(1 if i == 0 else min(equal, largest) for i in range(count))
    for place in range(min(zeros, count)):
        yield tuple(0 if i == place else 2 for i in range(count))


def box(count: int, limit: int) -> list[tuple[int, ...]]:
    """All assignments with every size ≤ `limit`, smallest first."""
    out: list[tuple[int, ...]] = [()]
    for _ in range(count):
        out = [(*sizes, v) for sizes in out for v in range(limit + 1)]
    return sorted(out, key=lambda s: (sum(s), s))


def beyond(
    random: Random, limit: int, literals: tuple[int, ...], *, is_size: bool, number: int
) -> int:
    """A natural number outside a box: a little beyond it, a size of real tensors, a number that
    the statement itself names or its neighbour; for a number that is no size, now and then one
    that does not fit in 8, 16 or 32 bits."""
    near: list[int] = [*range(limit + 1, 3 * limit), 28, 56, 112]
    named = [n + d for n in literals for d in (-1, 0, 1) if n + d >= 0]
    if not is_size and number % 4 == 3:
        return random.choice(
            [255, 256, 1 << 15, (1 << 16) + 1, (1 << 31) - 1, 1 << 31, (1 << 32) + 1]
        )
    pool = near if not named or number % 3 else named
    return random.choice([*pool, random.randint(0, limit)])
