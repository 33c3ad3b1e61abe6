"""Entries: every style shows what it is there for, and the same seed gives the same values."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq

from leanbridge.check.entries import CYCLE, STYLES, Empty, Entries, styles_for
from leanbridge.errors import Unsupported
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    SubType,
    Table,
    TypeValue,
)
from leanbridge.ports.tensors import Lookup

REAL = BaseType("Real")


def vector(n: int, entry: TypeValue = REAL) -> FunctionType:
    return FunctionType(FinType(n), lambda _: entry)


def numbers(style: str, n: int = 40) -> list[fmpq]:
    return list(Entries(Random(1), style).value(vector(n)).entries)


@pytest.mark.parametrize("style", sorted(STYLES))
def test_a_style_is_short_binary_numbers_and_repeatable(style: str) -> None:
    found = numbers(style)
    assert found == numbers(style)
    assert all((q := int(x.q)) & (q - 1) == 0 for x in found)  # exact in float64


def test_what_each_style_is_for() -> None:
    assert len(set(numbers("permutation"))) == 40
    assert min(numbers("permutation")) < 0 < max(numbers("permutation"))
    assert max(numbers("negative")) < 0
    assert set(numbers("grid")) == {0, 1, 2}
    assert set(numbers("signs")) == {-1, 0, 1}
    assert set(numbers("dead")) == {-2, -1, 0}
    assert len(set(numbers("constant"))) == 1
    assert any(x.q > 1 for x in numbers("dyadic"))
    assert any(abs(x) > 2**31 for x in numbers("wide"))
    assert any(x.q > 2**40 for x in numbers("float"))


def test_values_by_type() -> None:
    source = Entries(Random(0), "grid")
    assert source.value(FinType(3)) in (0, 1, 2)
    assert source.value(PropType()) in (True, False)
    assert isinstance(source.value(ProdType(FinType(2), REAL)), tuple)
    pairs = source.value(FunctionType(ProdType(FinType(2), FinType(2)), lambda _: REAL))
    assert isinstance(pairs, Lookup)
    assert len(pairs.entries) == 4
    assert isinstance(source.value(vector(2, vector(3))).entries[0], Table)
    assert source.value(SubType(FinType(9), lambda v: v > 6)) in (7, 8)


def test_what_has_no_value_is_empty() -> None:
    with pytest.raises(Empty):
        Entries(Random(0), "grid").value(FinType(0))
    with pytest.raises(Empty):
        Entries(Random(0), "grid").value(SubType(FinType(9), lambda _: False))
    assert Entries(Random(0), "grid").value(vector(0)) == Table(())


def test_what_cannot_be_made_is_named() -> None:
    with pytest.raises(Unsupported, match="a function on ℝ cannot be made"):
        Entries(Random(0), "grid").value(FunctionType(REAL, lambda _: REAL))
    with pytest.raises(Unsupported, match="no values of type Set can be made"):
        Entries(Random(0), "grid").value(DataType("Set", ()))


def test_every_style_of_the_cycle_is_early() -> None:
    assert set(CYCLE) == set(STYLES) - {"tall"}  # `tall` stands in for `wide`
    assert set(styles_for(10)) == set(CYCLE)
    assert styles_for(3, ("grid",)) == ["grid"] * 3
