"""Plain-Python readings of the pool's formulas, cell by cell, for the tests of the oracles.

Written from the statements in `specs/`; imports nothing of `oracles`. A window is the list of
cells that its nine offsets read, in row-major order of the offsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

Cell = tuple[int, int]


def read(i: int, a: int) -> int:
    """Row 2i + a - 1, where natural subtraction stops at 0."""
    return 2 * i + a - 1 if 2 * i + a >= 1 else 0


def window(i: int, j: int) -> list[Cell]:
    return [(read(i, a), read(j, b)) for a in range(3) for b in range(3)]


def outputs(x: Any) -> Iterator[tuple[int, int, int]]:
    c, rows, columns = x.shape
    return ((ch, i, j) for ch in range(c) for i in range(rows // 2) for j in range(columns // 2))


def pooled(x: Any) -> Any:
    out = np.empty((x.shape[0], x.shape[1] // 2, x.shape[2] // 2), dtype=x.dtype)
    for ch, i, j in outputs(x):
        out[ch, i, j] = max(x[ch][cell] for cell in window(i, j))
    return out


def padded(x: Any) -> Any:
    """The pool by its other reading: a real border of -∞, and no truncation."""
    c, rows, columns = x.shape
    border = np.full((c, rows + 2, columns + 2), -np.inf)
    border[:, 1:-1, 1:-1] = x
    out = np.empty((c, rows // 2, columns // 2))
    for ch, i, j in outputs(x):
        out[ch, i, j] = border[ch, 2 * i : 2 * i + 3, 2 * j : 2 * j + 3].max()
    return out


def argmax(x: Any, ch: int, i: int, j: int) -> Cell:
    """The first offset that no offset exceeds."""
    cells = [x[ch][cell] for cell in window(i, j)]
    return divmod(cells.index(max(cells)), 3)


def backward(x: Any, dy: Any) -> Any:
    dx = np.zeros(x.shape, dtype=dy.dtype)
    for ch, i, j in outputs(x):
        a, b = argmax(x, ch, i, j)
        dx[ch, read(i, a), read(j, b)] += dy[ch, i, j]
    return dx


def is_smooth(x: Any) -> bool:
    """No two places of a window both hold its maximum."""
    return all(len(_best(x, ch, i, j)) == 1 for ch, i, j in outputs(x))


def is_smooth_or_dead(x: Any) -> bool:
    return all(len(_best(x, *o)) == 1 or _is_dead(x, *o) for o in outputs(x))


def is_smooth_up_to(related: Any, x: Any) -> bool:
    """As Lean says it: any two places of the window, the first of them maximal."""
    return is_margin_up_to(None, related, x)


def is_margin_up_to(delta: float | None, related: Any, x: Any) -> bool:
    """With no delta: strictly smaller, which is not the same as a lead above 0 in floats."""
    for ch, i, j in outputs(x):
        if _is_dead(x, ch, i, j):
            continue
        for p in window(i, j):
            for q in window(i, j):
                if p == q or p not in _best(x, ch, i, j):
                    continue
                below = x[ch][q] < x[ch][p] if delta is None else 2 * delta < x[ch][p] - x[ch][q]
                if not below and not related[(*p, *q)]:
                    return False
    return True


def _best(x: Any, ch: int, i: int, j: int) -> set[Cell]:
    top = max(x[ch][cell] for cell in window(i, j))
    return {cell for cell in window(i, j) if x[ch][cell] == top}


def _is_dead(x: Any, ch: int, i: int, j: int) -> bool:
    return all(x[ch][cell] <= 0 for cell in window(i, j))
