"""The comparator: equal values have no difference, and each kind of difference is found."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from flint import fmpq

from leanbridge.check.compare import differences, show
from leanbridge.core.declarations import Constructor
from leanbridge.core.environment import Environment
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    DataType,
    FinsetValue,
    FinType,
    FunctionType,
    ListValue,
    ProdType,
    PropType,
    Table,
    TypeValue,
    show_type,
)
from leanbridge.ports.tensors import Lookup

REAL, NAT = BaseType("Real"), BaseType("Nat")
EXACT = Exact(Environment([], {}))


def vector(n: int, entry: TypeValue = REAL) -> FunctionType:
    return FunctionType(FinType(n), lambda _: entry)


def reals(*entries: int) -> Table:
    return Table(tuple([fmpq(e) for e in entries]))


PAIRS = FunctionType(ProdType(FinType(1), FinType(2)), lambda _: NAT)
CASES: list[tuple[TypeValue, Any, Any, list[tuple[str, ...]]]] = [
    # type, value, another value, where they differ
    (REAL, fmpq(1, 2), fmpq(1, 3), [()]),
    (NAT, 2, 3, [()]),
    (FinType(4), 2, 3, [()]),
    (PropType(), True, False, [()]),
    (vector(3), reals(1, 2, 3), reals(1, 0, 0), [("1",), ("2",)]),
    (vector(2, vector(1)), Table((reals(1), reals(2))), Table((reals(1), reals(3))), [("1", "0")]),
    (ProdType(NAT, vector(1)), (1, reals(1)), (2, reals(2)), [(".1",), (".2", "0")]),
    (PAIRS, Lookup({(0, 0): 1, (0, 1): 2}), Lookup({(0, 0): 1, (0, 1): 3}), [("(0, 1)",)]),
    (DataType("Finset", (NAT,)), FinsetValue((1, 2)), FinsetValue((1, 3)), [()]),
    (DataType("List", (NAT,)), ListValue((1, 2)), ListValue((1, 3)), [("1",)]),
    (DataType("List", (NAT,)), ListValue((1,)), ListValue((1, 3)), [("length",)]),
    (
        DataType("Option", (NAT,)),
        Data("Option.some", (1,)),
        Data("Option.none", ()),
        [()],
    ),
]


@pytest.mark.parametrize(
    ("type", "value", "other", "paths"), CASES, ids=[show_type(c[0]) for c in CASES]
)
def test_a_value_equals_itself_and_not_another(
    type: TypeValue, value: Any, other: Any, paths: list[tuple[str, ...]]
) -> None:
    assert differences(value, value, type, EXACT) == []
    assert differences(other, other, type, EXACT) == []
    found = differences(value, other, type, EXACT)
    assert [d.path for d in found] == paths
    back = differences(other, value, type, EXACT)
    assert [(d.got, d.expected) for d in back] == [(d.expected, d.got) for d in found]


def test_a_set_has_no_order() -> None:
    type = DataType("Finset", (NAT,))
    assert differences(FinsetValue((1, 2)), FinsetValue((2, 1)), type, EXACT) == []


def test_functions_on_infinite_types_are_sampled_with_a_seed() -> None:
    type = FunctionType(REAL, lambda _: REAL)
    double: Callable[[Any], Any] = lambda x: 2 * x  # noqa: E731
    assert differences(double, double, type, EXACT, seed=3) == []
    found = differences(lambda x: 2 * x + 1, double, type, EXACT, seed=3)
    assert len(found) == 6
    assert found == differences(lambda x: 2 * x + 1, double, type, EXACT, seed=3)


def test_values_that_cannot_be_compared_are_named() -> None:
    with pytest.raises(Unsupported, match="values of type Set cannot be compared"):
        differences(1, 1, DataType("Set", ()), EXACT)


SHOWN = [
    (True, "True"),
    (fmpq(1, 3), "1/3"),
    ((1, fmpq(2)), "(1, 2)"),
    (reals(1, 2), "[1, 2]"),
    (FinsetValue((2, 1)), "{1, 2}"),
    (ListValue((1,)), "[1]"),
    (Data("Q.mk", (1,)), "Q.mk(1)"),
    (Lookup({0: 1}), "{0: 1}"),
    (len, "a function"),
]


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_values_as_text(value: Any, text: str) -> None:
    assert show(value) == text


def test_a_structure_is_shown_by_the_names_of_its_data() -> None:
    class Known:
        def declaration(self, name: str) -> Any:
            constructor = Constructor(name, "P", 0, 0, ("x", "h"), (False, True))
            return SimpleNamespace(constructor=constructor) if name.startswith("P.") else None

    value = Data("P.mk", (Data("P.only", (reals(*range(40)), PROOF)), PROOF))
    text = "P(x=P.only(x=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16…))"
    assert show(value, definitions=Known()) == text
    assert show(Data("Q.mk", (1,)), definitions=Known()) == "Q.mk(1)"
