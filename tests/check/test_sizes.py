"""The size ladder: what it has at every number of sizes, and that it is the same each time."""

from __future__ import annotations

from itertools import islice

import pytest

from leanbridge.check.sizes import allowed, box, ladder, tiny


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
def test_a_ladder_has_every_kind_of_rung(count: int) -> None:
    rungs = list(islice(ladder(count), 24))
    assert {len(rung) for rung in rungs} == {count}
    assert (1,) * count in rungs
    assert (2,) * count in rungs
    assert max(max(rung) for rung in rungs) >= 5
    for place in range(count):
        assert any(rung[place] == 0 for rung in rungs)
        if place:
            assert any(rung[place] != rung[place - 1] for rung in rungs[:4])
            assert any(rung[place] == rung[place - 1] > 1 for rung in rungs)


def test_a_ladder_depends_on_the_number_of_sizes_alone() -> None:
    assert list(islice(ladder(3), 60)) == list(islice(ladder(3), 60))
    assert len(set(islice(ladder(3), 24))) < 24  # shapes come back: they are compiled once


def test_numbers_that_hypotheses_name_are_rungs() -> None:
    rungs = list(islice(ladder(2, literals=(9,)), 30))
    assert {(9, 2), (10, 2), (2, 9), (2, 10)} <= set(rungs)


def test_no_size_at_all() -> None:
    assert list(islice(ladder(0), 3)) == [(), (), ()]
    assert tiny(0) == [()]


def test_tiny_rungs_are_ones_and_twos() -> None:
    assert tiny(3) == [(2, 1, 1), (1, 2, 1), (2, 1, 2), (1, 1, 1), (2, 2, 2)]


def test_allowed_sizes_only() -> None:
    assert allowed(2, (2, 5)) == [(2, 5), (5, 2), (2, 2), (5, 5)]


def test_a_box_is_whole_and_smallest_first() -> None:
    assert box(2, 1) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert len(box(3, 2)) == 27
    assert box(0, 4) == [()]
