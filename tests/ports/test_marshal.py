"""Values across the boundary: there, back, and each way in which a result can be wrong."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import fmpq

from leanbridge.errors import InternalError, Unsupported
from leanbridge.interp.reals import Quadratic, Within
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
    SubType,
    Table,
    TypeValue,
)
from leanbridge.ports.fault import BoundaryFault
from leanbridge.ports.marshal import (
    Boundary,
    ConstructorView,
    Rounding,
    from_python,
    to_python,
)
from leanbridge.ports.tensors import Lookup

REAL, NAT, INT, BOOL, PROP = (
    BaseType("Real"),
    BaseType("Nat"),
    BaseType("Int"),
    BaseType("Bool"),
    PropType(),
)
RAT, STRING = BaseType("Rat"), BaseType("String")


FLOATS = Boundary()


def function(domain: TypeValue, codomain: TypeValue) -> FunctionType:
    return FunctionType(domain, lambda _: codomain)


def tensor(*sizes: int, of: TypeValue = REAL) -> TypeValue:
    type = of
    for size in reversed(sizes):
        type = function(FinType(size), type)
    return type


def table(*entries: Any) -> Table:
    return Table(
        tuple([fmpq(*e.as_integer_ratio()) if isinstance(e, float) else e for e in entries])
    )


def out(value: Any, type: TypeValue, boundary: Boundary = FLOATS) -> Any:
    return to_python(value, type, boundary, Rounding())


def arrays_equal(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(arrays_equal, a, b))
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and a.tolist() == b.tolist()
    return type(a) is type(b) and bool(a == b)


PAIR3 = ProdType(FinType(3), FinType(3))
PLACES = ProdType(FinType(2), FinType(3))

# (Lean type, Lean value, Python value): both ways
BOTH_WAYS = [
    (REAL, fmpq(1, 4), 0.25),
    (NAT, 2**70, 2**70),
    (INT, -3, -3),
    (RAT, fmpq(1, 3), Fraction(1, 3)),
    (FinType(3), 2, 2),
    (BOOL, True, True),
    (PROP, False, False),
    (STRING, "α", "α"),
    (BaseType("Unit"), (), None),
    (PAIR3, (1, 2), (1, 2)),
    (ProdType(REAL, ProdType(FinType(2), BOOL)), (fmpq(2), (1, True)), (2.0, 1, True)),
    (ProdType(STRING, REAL), ("x", fmpq(1)), ("x", 1.0)),
    (
        tensor(2, 3),
        Table((table(0.0, 0.5, 1.0), table(1.5, 2.0, 2.5))),
        np.array([[0, 0.5, 1], [1.5, 2, 2.5]]),
    ),
    (tensor(0, 3), Table(()), np.zeros((0, 3))),
    (tensor(2, 0), Table((Table(()), Table(()))), np.zeros((2, 0))),
    (tensor(3, of=FinType(2)), Table((0, 1, 1)), np.array([0, 1, 1])),
    (tensor(2, of=INT), Table((-1, 4)), np.array([-1, 4])),
    (tensor(2, of=PROP), Table((True, False)), np.array([True, False])),
    (
        tensor(2, of=PAIR3),
        Table(((0, 1), (2, 0))),
        (np.array([0, 2]), np.array([1, 0])),
    ),
    (
        function(PLACES, REAL),
        Lookup({(i, j): fmpq(3 * i + j) for i in range(2) for j in range(3)}),
        np.arange(6.0).reshape(2, 3),
    ),
    (
        function(PLACES, function(PLACES, PROP)),
        Lookup(
            {
                (i, j): Lookup({(k, m): i == k and j < m for k in range(2) for m in range(3)})
                for i in range(2)
                for j in range(3)
            }
        ),
        np.array(
            [
                [[[i == k and j < m for m in range(3)] for k in range(2)] for j in range(3)]
                for i in range(2)
            ]
        ),
    ),
    (tensor(2, of=SubType(REAL, lambda x: x > 0)), table(1.0, 2.0), np.array([1.0, 2.0])),
    (DataType("Option", (REAL,)), Data("Option.some", (fmpq(2),)), 2.0),
    (DataType("Option", (REAL,)), Data("Option.none", ()), None),
    (DataType("List", (NAT,)), ListValue((3, 1)), (3, 1)),
    (DataType("Finset", (NAT,)), FinsetValue((1, 3)), frozenset({1, 3})),
    (DataType("Finset", (FinType(3),)), FinsetValue((0, 2)), np.array([True, False, True])),
    (
        tensor(2, of=DataType("Finset", (FinType(2),))),
        Table((FinsetValue(()), FinsetValue((1,)))),
        np.array([[False, False], [False, True]]),
    ),
]


@pytest.mark.parametrize(("type", "value", "python"), BOTH_WAYS)
def test_there_and_back(type: TypeValue, value: Any, python: Any) -> None:
    assert arrays_equal(out(value, type), python)
    assert from_python(python, type, Boundary()) == value


def test_functions_are_tabulated() -> None:
    made = out(lambda i: lambda j: fmpq(10 * i + j), tensor(2, 2))
    assert made.tolist() == [[0, 1], [10, 11]]


@pytest.mark.parametrize("dtype", ["float32", "float16", "float64"])
def test_reals_have_the_dtype_of_the_binding(dtype: str) -> None:
    made = out(table(0.5, 2.0), tensor(2), Boundary(dtype))
    assert made.dtype == dtype
    assert from_python(made, tensor(2), Boundary(dtype)) == table(0.5, 2.0)


def test_bfloat16_is_a_dtype_of_reals() -> None:
    pytest.importorskip("ml_dtypes")
    made = out(table(0.5, 2.0), tensor(2), Boundary("bfloat16"))
    assert made.dtype.name == "bfloat16"
    assert from_python(made, tensor(2), Boundary("bfloat16")) == table(0.5, 2.0)


# (value, dtype, how many are rounded)
ROUNDED = [
    (Table((fmpq(1, 3), fmpq(1, 4))), "float64", 1),
    (Table((fmpq(1, 3), fmpq(2**24 + 1))), "float32", 2),
    (Table((fmpq(2**24 + 1), fmpq(0))), "float64", 0),
    (Table((fmpq(10) ** 400, fmpq(10) ** 5)), "float16", 2),
    (Table((Quadratic(fmpq(0), fmpq(1), fmpq(2)), fmpq(0))), "float64", 1),
]


@pytest.mark.parametrize(("value", "dtype", "count"), ROUNDED)
def test_rounding_is_reported(value: Table, dtype: str, count: int) -> None:
    rounding = Rounding()
    to_python(value, tensor(2), Boundary(dtype), rounding)
    assert rounding.count == count


def test_the_exact_route_carries_fractions() -> None:
    exact = Boundary(exact=True)
    made = out(Table((fmpq(1, 3), fmpq(2))), tensor(2), exact)
    assert made.dtype == object
    assert made.tolist() == [Fraction(1, 3), Fraction(2)]
    assert np.maximum(made, -np.inf).tolist() == made.tolist()
    assert from_python(made + made, tensor(2), exact) == Table((fmpq(2, 3), fmpq(4)))
    assert from_python(np.array([1, 2]), tensor(2), exact) == table(1.0, 2.0)
    assert from_python(fmpq(1, 3), REAL, exact) == fmpq(1, 3)


# (result, Lean type, kind of fault, part of the text)
FAULTS = [
    (np.zeros((3, 2)), tensor(2, 3), "shape", "got (3, 2), expected (2, 3)"),
    (np.zeros((1, 3)), tensor(2, 3), "shape", "got (1, 3)"),  # would broadcast
    (np.zeros(()), tensor(2, 3), "shape", "got ()"),
    (np.zeros((2, 3, 1)), tensor(2, 3), "shape", "got (2, 3, 1)"),
    (np.zeros(1), REAL, "shape", "got (1,), expected ()"),
    (np.zeros(0), tensor(0, 3), "shape", "got (0,), expected (0, 3)"),
    ([0.0, 0.0], tensor(2), "type", "not an array (2,), got list"),
    (1.0, tensor(2), "type", "got float 1.0"),
    (None, tensor(2), "type", "got NoneType None"),
    (None, REAL, "type", "not a real number"),
    (np.ma.masked_array([1.0, 2.0], [True, False]), tensor(2), "type", "got MaskedArray"),
    (np.zeros(2, np.float32), tensor(2), "dtype", "got float32, expected float64"),
    (np.zeros(2, np.int64), tensor(2), "dtype", "got int64, expected float64"),
    (np.zeros(2, np.complex128), tensor(2), "dtype", "got complex128"),
    (np.zeros(2, object), tensor(2), "dtype", "got object, expected float64"),
    (np.float32(1), REAL, "dtype", "got float32"),
    (1, REAL, "dtype", "got int, expected float64"),
    (True, REAL, "dtype", "got bool"),
    (np.zeros(2), tensor(2, of=FinType(3)), "dtype", "expected an integer dtype"),
    (np.zeros(2, bool), tensor(2, of=FinType(3)), "dtype", "got bool"),
    (True, FinType(2), "dtype", "got bool"),
    (1.0, FinType(2), "dtype", "got float"),
    (np.zeros(2, np.int64), tensor(2, of=PROP), "dtype", "got int64, expected bool"),
    (1, PROP, "dtype", "got int, expected bool"),
    (np.array([0.0, np.nan]), tensor(2), "nan", "not finite at (1,), got nan"),
    (np.array([[0.0, -np.inf]]), tensor(1, 2), "nan", "at (0, 1), got -inf"),
    (float("nan"), REAL, "nan", "the result is not finite, got nan"),
    (np.array([0, 3]), tensor(2, of=FinType(3)), "range", "at (1,), got 3, expected 0 ≤ value < 3"),
    (np.array([-1, 0]), tensor(2, of=FinType(3)), "range", "at (0,), got -1"),
    (3, FinType(3), "range", "got 3"),
    (-1, NAT, "range", "expected value ≥ 0"),
    (-1.0, SubType(REAL, lambda x: x > 0), "range", "a member of the subtype"),
    (2, SubType(FinType(3), lambda x: x < 2), "range", "0 ≤ value < 3, in the subtype"),
    ((np.zeros(2, int),), tensor(2, of=PAIR3), "type", "got a tuple of 1, expected 2 parts"),
    (np.zeros((2, 2), int), tensor(2, of=PAIR3), "type", "not a tuple of 2, got ndarray"),
    ((np.zeros(2, int), np.zeros(3, int)), tensor(2, of=PAIR3), "shape", "the result[1]"),
    ((np.zeros(2, int), np.full(2, 3)), tensor(2, of=PAIR3), "range", "the result[1] is out"),
    ([1, 2], PAIR3, "type", "not a tuple of 2, got list"),
    (("x", 1.0, 2), ProdType(STRING, REAL), "type", "got a tuple of 3, expected a tuple of 2"),
    (3, STRING, "type", "not a str"),
    (0, BaseType("Unit"), "type", "not None"),
    (3, function(REAL, REAL), "type", "not callable"),
    ([1], DataType("Finset", (NAT,)), "type", "not a set"),
    ({3}, DataType("Finset", (FinType(3),)), "range", "an element of the result"),
    (np.array([True, False]), DataType("Finset", (FinType(3),)), "shape", "got (2,)"),
    ({1, 2}, DataType("List", (NAT,)), "type", "not a tuple or list"),
]


@pytest.mark.parametrize(("result", "type", "kind", "part"), FAULTS)
def test_faults_are_named(result: Any, type: TypeValue, kind: str, part: str) -> None:
    with pytest.raises(BoundaryFault) as caught:
        from_python(result, type, Boundary())
    assert caught.value.kind == kind
    assert part in str(caught.value)


@pytest.mark.parametrize(
    ("result", "part"),
    [
        (np.zeros(2), "got float64, expected exact numbers"),
        (np.array([Fraction(1), 0.5], object), "got object, expected exact numbers"),
        (np.array([Fraction(1), True], object), "got object"),
    ],
)
def test_a_float_on_the_exact_route_is_a_fault(result: Any, part: str) -> None:
    with pytest.raises(BoundaryFault, match="dtype") as caught:
        from_python(result, tensor(2), Boundary(exact=True))
    assert part in str(caught.value)


def test_numpy_scalars_and_0d_arrays_are_numbers() -> None:
    assert from_python(np.float64(0.5), REAL, Boundary()) == fmpq(1, 2)
    assert from_python(np.array(0.5), REAL, Boundary()) == fmpq(1, 2)
    assert from_python(np.int32(2), FinType(3), Boundary()) == 2
    assert from_python(np.bool_(True), PROP, Boundary()) is True
    assert from_python(0.5, REAL, Boundary("float32")) == fmpq(1, 2)


def test_a_nested_pair_is_taken_for_a_triple() -> None:
    triple = ProdType(STRING, ProdType(REAL, BOOL))
    assert from_python(("x", (1.0, True)), triple, Boundary()) == ("x", (fmpq(1), True))


# ----- functions ----------------------------------------------------------------------------


def test_a_function_is_a_callable_of_all_its_arguments() -> None:
    type = function(REAL, function(tensor(2), tensor(2)))
    made = out(lambda a: lambda v: lambda i: a * v(i), type)
    assert made(2.0, np.array([1.0, 3.0])).tolist() == [2.0, 6.0]


def test_a_callable_is_a_curried_function() -> None:
    type = function(REAL, function(tensor(2), tensor(2)))
    made = from_python(lambda a, v: a * v, type, Boundary())
    assert made(fmpq(2))(table(1.0, 3.0)) == table(2.0, 6.0)
    cut = from_python(lambda a, v: v[:1], type, Boundary())
    with pytest.raises(BoundaryFault, match="shape: the result"):
        cut(fmpq(2))(table(1.0, 3.0))


def test_a_callback_checks_what_the_port_passes() -> None:
    made = out(lambda v: v(0), function(tensor(2), REAL))
    with pytest.raises(BoundaryFault, match="shape: an argument of a callback"):
        made(np.zeros(3))


def test_an_equivalence_is_a_pair_checked_both_ways() -> None:
    type = DataType("Equiv", (FinType(3), FinType(3)))
    made = from_python((lambda i: (i + 1) % 3, lambda i: (i - 1) % 3), type, Boundary())
    assert [made.fields[0](i) for i in range(3)] == [1, 2, 0]
    forward, backward = out(made, type)
    assert [backward(forward(i)) for i in range(3)] == [0, 1, 2]
    with pytest.raises(BoundaryFault, match="range: the two directions of the result are not inv"):
        from_python((lambda i: 0, lambda i: i), type, Boundary())
    with pytest.raises(BoundaryFault, match="type: the result is not a pair"):
        from_python(lambda i: i, type, Boundary())


# ----- structures ---------------------------------------------------------------------------


class Views:
    """`Weights n` with an array, a proof and a number; `Shape` with two constructors."""

    def constructors(self, type: DataType) -> tuple[ConstructorView, ...]:
        if type.name == "P.Weights":
            types = (tensor(type.arguments[0]), PROP, REAL)
            fields = ("W₁", "pos", "ε")
            return (
                ConstructorView(
                    "P.Weights.mk", fields, (False, True, False), lambda i, _: types[i]
                ),
            )
        return (
            ConstructorView("P.Shape.point", (), (), lambda i, _: REAL),
            ConstructorView("P.Shape.disc", ("radius",), (False,), lambda i, _: REAL),
        )


class Weights(NamedTuple):
    W1: Any
    ε: float


@dataclass(frozen=True)
class disc:  # Lean's name
    radius: float


class Corner(Enum):
    point = 1


WITH_VIEWS = Boundary(structures=Views())
WEIGHTS = DataType("P.Weights", (2,))
SHAPE = DataType("P.Shape", ())


def test_structures_go_by_field_name() -> None:
    value = Data("P.Weights.mk", (table(1.0, 2.0), PROOF, fmpq(1, 2)))
    made = to_python(value, WEIGHTS, WITH_VIEWS, Rounding())
    assert type(made).__name__ == "Weights"
    assert made.W1.tolist() == [1.0, 2.0]
    assert made.ε == 0.5
    assert from_python(made, WEIGHTS, WITH_VIEWS) == value
    assert from_python(Weights(np.array([1.0, 2.0]), 0.5), WEIGHTS, WITH_VIEWS) == value


def test_inductives_are_tagged_by_constructor() -> None:
    value = Data("P.Shape.disc", (fmpq(2),))
    made = to_python(value, SHAPE, WITH_VIEWS, Rounding())
    assert (type(made).__name__, made.radius) == ("disc", 2.0)
    assert from_python(disc(2.0), SHAPE, WITH_VIEWS) == value
    assert from_python(Corner.point, SHAPE, WITH_VIEWS) == Data("P.Shape.point", ())
    with pytest.raises(BoundaryFault, match=r"no constructor of P\.Shape, got int"):
        from_python(3, SHAPE, WITH_VIEWS)


class TreeViews:
    """`inductive Tree | leaf (x : ℝ) | both (a b : Tree)`"""

    def constructors(self, type: DataType) -> tuple[ConstructorView, ...]:
        leaf = ConstructorView("Tree.leaf", ("x",), (False,), lambda i, _: REAL)
        tree = DataType("Tree", ())
        return leaf, ConstructorView("Tree.both", ("a", "b"), (False, False), lambda i, _: tree)


def test_what_two_parts_share_crosses_once() -> None:
    """A value of 61 records, whose tree has 2⁶⁰ leaves, goes there and back."""
    value = Data("Tree.leaf", (fmpq(1, 2),))
    for _ in range(60):
        value = Data("Tree.both", (value, value))
    boundary, tree = Boundary(structures=TreeViews()), DataType("Tree", ())
    made = to_python(value, tree, boundary, Rounding())
    assert made.a is made.b
    back = from_python(made, tree, boundary)
    assert back.fields[0] is back.fields[1]
    for _ in range(60):
        back = back.fields[1]
    assert back == Data("Tree.leaf", (fmpq(1, 2),))
    assert not boundary.shared  # nothing is kept for another value


def test_a_record_that_contains_itself_is_a_fault() -> None:
    class both:
        """A record whose first part is itself."""

        b = namedtuple("leaf", "x")(1.0)

        @property
        def a(self) -> both:
            return self

    with pytest.raises(BoundaryFault, match="a record contains itself"):
        from_python(both(), DataType("Tree", ()), Boundary(structures=TreeViews()))


def test_a_record_that_is_wrong_twice_is_wrong() -> None:
    boundary, tree = Boundary(structures=TreeViews()), DataType("Tree", ())
    wrong = namedtuple("leaf", "y")(1.0)
    for _ in range(2):
        with pytest.raises(BoundaryFault, match="has no field x"):
            from_python(namedtuple("both", "a b")(wrong, wrong), tree, boundary)


def test_fields_are_checked_and_named() -> None:
    wrong = (
        r"^shape: the result\.W1 has a wrong shape, got \(3,\), expected \(2,\), the field "
        r"P\.Weights\.W₁$"
    )
    with pytest.raises(BoundaryFault, match=wrong):
        from_python(Weights(np.zeros(3), 0.5), WEIGHTS, WITH_VIEWS)
    lacking = (
        r"^type: the result has no field W1, got .*, expected \(Fin 2\) → ℝ, the field "
        r"P\.Weights\.W₁$"
    )
    with pytest.raises(BoundaryFault, match=lacking):
        from_python(disc(2.0), WEIGHTS, WITH_VIEWS)


def test_a_field_of_an_inner_record_is_named_once() -> None:
    class Nested:
        def constructors(self, type: DataType) -> tuple[ConstructorView, ...]:
            if type.name != "P.Net":
                return Views().constructors(type)
            return (ConstructorView("P.Net.mk", ("first",), (False,), lambda i, _: WEIGHTS),)

    net = namedtuple("net", "first")(Weights(np.zeros(3), 0.5))  # type: ignore[misc]  # any fields
    with pytest.raises(BoundaryFault, match=r"the result\.first\.W1 .*, the field P\.Weights\.W₁$"):
        from_python(net, DataType("P.Net", ()), Boundary(structures=Nested()))


# ----- what is not modelled -----------------------------------------------------------------

UNSUPPORTED = [
    (3, DataType("P.Unknown", ()), "P.Unknown: no fields are known"),
    (Table((2**70,)), tensor(1, of=NAT), "beyond 64 bits"),
    (Table((0,)), FunctionType(FinType(3), lambda i: tensor(i + 1)), "a ragged array"),
    (object(), REAL, "no plain real"),
]


@pytest.mark.parametrize(("value", "type", "part"), UNSUPPORTED)
def test_unsupported_values_are_named(value: Any, type: TypeValue, part: str) -> None:
    with pytest.raises(Unsupported) as caught:
        out(value, type)
    assert part in str(caught.value)


def test_irrational_numbers_have_no_exact_route() -> None:
    with pytest.raises(Unsupported, match="not rational, on the exact route"):
        out(Quadratic(fmpq(0), fmpq(1), fmpq(2)), REAL, Boundary(exact=True))


def test_irrational_numbers_cross_as_they_are_where_roots_are_asked_for() -> None:
    root, roots = Quadratic(fmpq(0), fmpq(1), fmpq(2)), Boundary(exact="roots")
    assert out(root, REAL, roots) is root
    assert out(Table((root, fmpq(1, 3))), tensor(2), roots).tolist() == [root, Fraction(1, 3)]
    given = np.array([root, fmpq(2)], object)
    assert [from_python(given, tensor(2), roots)(i) for i in range(2)] == [root, fmpq(2)]
    with pytest.raises(BoundaryFault, match="dtype"):
        from_python(given, tensor(2), Boundary(exact=True))


def test_an_undecided_proposition_is_never_taken_for_true() -> None:
    with pytest.raises(InternalError, match="not decided"):
        out(lambda: True, PROP)
    with pytest.raises(Exception, match="within 2"):
        out(Within(7), PROP)
