"""The window geometry that `specs/Specs/Laws` states, counted by hand at small sizes.

A statement there is not proved: these counts, which use no oracle, say that it is true.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.oracles.reference import read

HEIGHTS = range(9)


def readers(h: int) -> dict[int, set[int]]:
    """The windows that read each row."""
    found: dict[int, set[int]] = {p: set() for p in range(2 * h)}
    for i in range(h):
        for a in range(3):
            found[read(i, a)].add(i)
    return found


@pytest.mark.parametrize("h", HEIGHTS)
def test_one_read_leaves_the_input(h: int) -> None:
    outside = [(i, a) for i in range(h) for a in range(3) if not 0 <= 2 * i + a - 1 < 2 * h]
    assert outside == ([(0, 0)] if h else [])


@pytest.mark.parametrize("h", HEIGHTS)
def test_odd_rows_are_shared_but_the_last(h: int) -> None:
    for p, windows in readers(h).items():
        if p % 2 == 0:
            assert windows == {p // 2}
        elif p == 2 * h - 1:
            assert windows == {h - 1}
        else:
            assert windows == {p // 2, p // 2 + 1}
            assert read(p // 2, 2) == p == read(p // 2 + 1, 0)


@pytest.mark.parametrize("h", HEIGHTS)
def test_an_input_feeds_at_most_four_outputs(h: int) -> None:
    rows = Counter(len(windows) for windows in readers(h).values())
    assert max(rows, default=0) == (0 if h == 0 else 1 if h == 1 else 2)


def test_oracles_import_nothing_of_the_engine() -> None:
    folder = Path(__file__).resolve().parents[2] / "oracles"
    seen = 0
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            else:
                continue
            seen += len(names)
            assert not [name for name in names if name.split(".")[0] == "leanbridge"]
            if not file.stem.endswith("_jax"):
                assert not [name for name in names if name.split(".")[0] == "jax"]
    assert seen > 20
