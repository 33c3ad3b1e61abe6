"""Symbolic integers in a lowered program: each op as on decided ones, and where one wraps."""

from __future__ import annotations

from typing import Any

import pytest

z3 = pytest.importorskip("z3")

from leanbridge.errors import Unsupported  # noqa: E402
from leanbridge.ports.mlir.exact import Algebra, Escapes  # noqa: E402
from leanbridge.ports.mlir.exact.entries import comparison, entry_rule  # noqa: E402
from leanbridge.ports.mlir.exact.machine import (  # noqa: E402
    ARITHMETIC,
    COMPARISONS,
    CONNECTIVES,
    Integers,
)

POINTS = [(x, y) for x in (-128, -7, -1, 0, 1, 3, 100, 127) for y in (-128, -3, -1, 0, 1, 2, 127)]


def symbols(count: int) -> list[Any]:
    context = z3.Context()
    return [z3.Int(f"x{i}", context) for i in range(count)]


def at(term: Any, found: list[Any], values: tuple[int, ...]) -> Any:
    if not isinstance(term, z3.ExprRef):
        return term
    put = [(x, z3.IntVal(v, x.ctx)) for x, v in zip(found, values, strict=False)]
    made = z3.simplify(z3.substitute(term, *put))
    return made.as_long() if z3.is_int_value(made) else z3.is_true(made)


@pytest.mark.parametrize("op", [op for op in ARITHMETIC if op != "convert"])
def test_an_op_is_the_one_on_decided_integers(op: str) -> None:
    """The same value where it has one, and an escape exactly where that one raises."""
    count = 1 if op in ("negate", "abs", "sign") else 2
    found, algebra = symbols(count), Integers()
    term = entry_rule(op, "i8", algebra)(*found)
    decided = entry_rule(op, "i8", Algebra())
    for point in POINTS:
        values = point[:count]
        escapes = any(at(condition, found, values) for condition, _ in algebra.escapes)
        try:
            expected = decided(*values)
        except Escapes:
            assert escapes, values
        else:
            assert not escapes, values
            assert at(term, found, values) == expected, values


@pytest.mark.parametrize("direction", list(COMPARISONS))
def test_a_comparison_is_the_one_of_decided_integers(direction: str) -> None:
    found = symbols(2)
    term = comparison(direction, "i8", Integers())(*found)
    decided = comparison(direction, "i8", Algebra())
    assert all(at(term, found, p) is decided(*p) for p in POINTS)


@pytest.mark.parametrize("op", list(CONNECTIVES))
def test_a_connective_is_the_one_of_decided_truths(op: str) -> None:
    a, b = symbols(2)
    truths = [a > 0] if op == "not" else [a > 0, b > 0]
    term = Integers().connect(op, *truths)
    plain = {"EQ": lambda p, q: p == q, "NE": lambda p, q: p != q}
    rule = plain[op] if op in plain else entry_rule(op, "i1", Algebra())
    for point in [(x, y) for x in (0, 1) for y in (0, 1)]:
        decided = rule(*[bool(v) for v in point[: len(truths)]])
        assert at(term, [a, b], point) is decided


def test_an_op_without_a_term_is_refused_by_name() -> None:
    (x,) = symbols(1)
    with pytest.raises(Unsupported, match="shift_left over symbolic integers"):
        Integers().integer("shift_left", "i32", x, 1)
