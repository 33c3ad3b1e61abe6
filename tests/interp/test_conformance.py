"""The kit passes on the exact interpreter, covers every op it runs, fails on a planted fault."""

from __future__ import annotations

import pytest
from flint import fmpq

from leanbridge.core.terms import const, nat
from leanbridge.interp.conformance import agrees, check
from leanbridge.interp.conformance_cases import CASES, Case, Near, Raises
from leanbridge.interp.exact import Exact, Override
from leanbridge.interp.exact_rules.table import RULES, UNSUPPORTED
from leanbridge.interp.ops import OPS
from leanbridge.interp.values import FinsetValue, Table
from tests.interp.lean import Environment


def test_the_exact_interpreter_conforms() -> None:
    assert [str(f) for f in check(Exact(Environment()).evaluate, RULES)] == []


def test_every_op_that_is_run_has_a_case() -> None:
    assert set(RULES) - {c.op for c in CASES} == set()


def test_cases_are_of_known_ops_that_are_run() -> None:
    assert {c.op for c in CASES} <= set(OPS) - set(UNSUPPORTED)


@pytest.mark.parametrize(
    ("op", "arity", "fault"),
    [
        ("HSub.hSub", 3, lambda v: v[1] - v[2]),  # ℕ does not truncate
        ("Inv.inv", 2, lambda v: fmpq(7) if v[1] == 0 else 1 / v[1]),  # 0⁻¹ ≠ 0
        ("finProdFinEquiv", 2, lambda v: lambda p: p[0] + v[0] * p[1]),  # column-major
        ("Fin.mk", 3, lambda v: v[1]),  # the range is not checked
        ("Finset.sup'", 5, lambda v: max([fmpq(0), *[v[4](i) for i in v[2].items]])),  # padded
        ("Real.sqrt", 1, lambda v: fmpq(3, 2)),
    ],
)
def test_a_planted_fault_fails(op: str, arity: int, fault: object) -> None:
    overrides = {op: Override(arity, fault)}  # type: ignore[arg-type]
    failures = check(Exact(Environment(), overrides=overrides).evaluate, {op})
    assert failures
    assert {f.case.op for f in failures} == {op}


def test_comparison_is_strict() -> None:
    assert agrees(fmpq(1, 2), fmpq(1, 2))
    assert not agrees(fmpq(1), 1)  # a natural number is no real
    assert not agrees(1, True)
    assert not agrees(Table((1, 2)), lambda i: i)
    assert not agrees(FinsetValue((1, 2)), FinsetValue((1, 3)))
    assert not agrees(Near("1.0"), fmpq(1))
    assert not agrees(Raises("Undefined"), 3)


def test_a_failure_says_what_was_got() -> None:
    wrong = Case("HAdd.hAdd", const("HAdd.hAdd", const("Nat"), nat(2), nat(2)), 5)
    (failure,) = check(Exact(Environment()).evaluate, RULES, [wrong])
    assert str(failure) == "HAdd.hAdd: expected 5, got 4"
