"""Records of arrays, compared part by part: alike, and each way of being unlike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from leanbridge.check.records import Unlike, unlike
from leanbridge.interp.array_boundary import SAMPLES
from leanbridge.interp.values import Data, Value

ULP = 2.0**-52
ROW = np.array([1.0, 2.0, 3.0])


def leaf(name: str = "x", row: Any = ROW, size: Value = 3) -> Data:
    return Data("Q.Tree.leaf", (size, name, row))


def node(left: Value, right: Value) -> Data:
    return Data("Q.Tree.node", (left, right))


def test_a_record_is_like_itself() -> None:
    tree = node(leaf(), node(leaf("y"), leaf()))
    assert unlike(tree, tree, ULP) is None
    assert unlike(node(leaf(), leaf("y")), node(leaf(), leaf("y")), ULP) is None


@pytest.mark.parametrize(
    ("got", "found"),
    [
        (leaf(), Unlike("", "Q.Tree.leaf", "Q.Tree.node")),
        (node(leaf("y"), leaf("y")), Unlike("node.1 leaf.2", "'y'", "'x'")),
        (node(leaf("y"), leaf()), Unlike("node.1 leaf.2", "'y'", "'x'")),
        (node(leaf(), leaf("y", size=2)), Unlike("node.2 leaf.1", "2", "3")),
        (node(leaf(row=ROW[:2]), leaf("y")), Unlike("node.1 leaf.3", "shape (2,)", "shape (3,)")),
        (node(leaf(row=ROW * (1 + 2**-40)), leaf("y")), None),
    ],
)
def test_the_first_difference_is_named(got: Data, found: Unlike | None) -> None:
    different = unlike(got, node(leaf(), leaf("y")), ULP)
    if found is None:  # an entry beyond rounding
        assert different is not None
        assert different.path == "node.1 leaf.3[0]"
    else:
        assert different == found


def test_nan_is_like_nothing() -> None:
    different = unlike(leaf(row=ROW * np.nan), leaf(), ULP)
    assert different == Unlike("leaf.3[0]", "nan", "1.0")


def test_a_part_that_others_share_is_looked_at_once() -> None:
    """Sixty levels of one shared part: a walk of the tree would not end."""
    one: Data = leaf()
    other: Data = leaf("y")
    for _ in range(60):
        one, other = node(one, one), node(other, other)
    assert unlike(one, one, ULP) is None
    different = unlike(one, other, ULP)
    assert different is not None
    assert (different.got, different.expected) == ("'x'", "'y'")


@pytest.mark.parametrize(("f", "is_like"), [(lambda x: x, True), (lambda x: 2 * x, False)])
def test_a_function_of_a_real_is_looked_at_at_some_reals(
    f: Callable[[fmpq], fmpq], is_like: bool
) -> None:
    expected = Data("Q.Op.mk", (tuple([np.asarray(x) for x in SAMPLES]),))
    assert (unlike(Data("Q.Op.mk", (f,)), expected, ULP) is None) is is_like
