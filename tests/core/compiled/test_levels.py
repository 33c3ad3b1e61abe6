"""Universe levels: what is left of a sort, and that equal levels are one object."""

import pytest

from leanbridge.core.compiled import levels
from leanbridge.source.olean import kernel as k

U, V = k.Param("u"), k.Param("v")
ONE = k.Succ(k.ZERO)


@pytest.mark.parametrize(
    ("level", "kind"),
    [
        (k.ZERO, "Prop"),
        (ONE, "Type"),
        (k.Succ(U), "Type"),
        (U, "Sort"),
        (k.Max(ONE, U), "Type"),
        (k.Max(U, V), "Sort"),
        (k.Max(k.ZERO, k.ZERO), "Prop"),
        (k.IMax(ONE, k.ZERO), "Prop"),
        (k.IMax(U, ONE), "Type"),
        (k.IMax(ONE, U), "Sort"),
    ],
)
def test_what_is_left_of_a_sort(level: k.Level, kind: str) -> None:
    assert levels.sort_kind(level) == kind


def test_equal_levels_are_one_object() -> None:
    a = levels.level_of(k.Max(k.Succ(k.Param("u")), k.ZERO))
    assert a is levels.level_of(k.Max(k.Succ(k.Param("u")), k.Zero()))
    assert a is not levels.level_of(k.Max(k.Succ(k.Param("v")), k.ZERO))


def test_parameters_are_replaced() -> None:
    found = levels.level_of(k.IMax(k.Succ(U), V), {"u": k.ZERO, "v": ONE})
    assert found is levels.level_of(k.IMax(ONE, ONE))
