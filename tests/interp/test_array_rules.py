"""The tables partition the ops; every op that is run conforms; a planted fault fails."""

from __future__ import annotations

from typing import Any

import pytest

from leanbridge.core.terms import constants
from leanbridge.errors import Unsupported
from leanbridge.interp import array_eval
from leanbridge.interp.array_axes import known
from leanbridge.interp.array_maps import fin_prod_fin
from leanbridge.interp.array_rules import RULES, UNSUPPORTED
from leanbridge.interp.array_run import Strict, Typed
from leanbridge.interp.conformance import check
from leanbridge.interp.conformance_cases import CASES
from leanbridge.interp.ops import OPS
from tests.interp.array_values_agree import Evaluated, agrees


def quotient(run: Any, a: Any, b: Any) -> Any:
    return run.rec.elementwise("quotient", a, b)


RUN = [c for c in CASES if c.op in RULES and not constants(c.term) & set(UNSUPPORTED)]


def test_rules_and_unsupported_partition_the_ops() -> None:
    assert set(RULES) | set(UNSUPPORTED) == set(OPS)
    assert not set(RULES) & set(UNSUPPORTED)
    assert all(UNSUPPORTED.values())


def test_a_rule_has_no_more_types_than_arguments() -> None:
    for name, rule in RULES.items():
        if isinstance(rule, Typed):
            assert rule.types <= OPS[name].arity, name
        if isinstance(rule, Strict):
            assert rule.skip <= OPS[name].arity, name


def test_the_array_interpreter_conforms() -> None:
    assert [str(f) for f in check(Evaluated, RULES, RUN, agrees)] == []


def test_every_op_that_is_run_has_a_case() -> None:
    assert set(RULES) - {c.op for c in RUN} == set()


def test_a_case_with_an_op_that_is_not_run_says_which() -> None:
    others = [c for c in CASES if constants(c.term) & set(UNSUPPORTED)]
    assert others
    for case in others:
        with pytest.raises(Unsupported) as error:
            Evaluated(case.term).force()
        assert error.value.what.split(":")[0] in constants(case.term) & set(UNSUPPORTED)


@pytest.mark.parametrize(
    ("op", "fault"),
    [
        ("HSub.hSub", Typed(1, lambda run, t: lambda a, b: run.rec.elementwise("sub", a, b))),
        ("Inv.inv", Typed(1, lambda run, t: lambda a: quotient(run, known(1.0), a))),
        ("Fin.mk", Strict(0, lambda run, n, v, proof: v)),
        ("finProdFinEquiv", Strict(0, lambda run, m, n: fin_prod_fin(run, n, m))),
        ("Finset.card", Strict(1, lambda run, s: known(len(s.sizes)))),
        ("Real.sqrt", Strict(0, lambda run, a: known(1.5))),
    ],
)  # fmt: skip
def test_a_planted_fault_fails(monkeypatch: pytest.MonkeyPatch, op: str, fault: Any) -> None:
    cases = [c for c in RUN if c.op == op]
    assert check(Evaluated, RULES, cases, agrees) == []  # reflexive
    monkeypatch.setattr(array_eval, "RULES", {**RULES, op: fault})
    failures = check(Evaluated, RULES, cases, agrees)
    assert {f.case.op for f in failures} == {op}
