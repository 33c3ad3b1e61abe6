"""Offsets, lines and columns."""

import pytest

from leanbridge.source.positions import Lines

TEXT = "ab\nℝ d\r\n\nlast"


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (5, (2, 3)), (8, (3, 1)), (9, (4, 1)), (13, (4, 5))],
)
def test_place(offset: int, place: tuple[int, int]) -> None:
    assert Lines.of(TEXT).place(offset) == place


def test_line() -> None:
    lines = Lines.of(TEXT)
    assert [lines.line(number) for number in (1, 2, 3, 4)] == ["ab", "ℝ d", "", "last"]


def test_an_empty_text_has_one_line() -> None:
    assert (Lines.of("").place(0), Lines.of("").line(1)) == ((1, 1), "")
