"""The one table from tallies to verdicts, row by row, in its order of precedence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leanbridge.check.cases import Case
from leanbridge.check.judge import rest_upon, rule, scope_of
from leanbridge.check.record import DeclarationRecord, Evidence, ObligationRecord
from leanbridge.check.tally import Failure, Tally
from leanbridge.verdict import Verdict

CASE = Case(0, "grid", {}, {}, {}, ())
BASE = Tally(cases=5, comparisons=5, met=5, port_uses=9)


def failure(kind: str) -> Failure:
    return Failure(kind, "PORT", {}, CASE)


ROWS = [
    (BASE, Verdict.PASSED, "5 comparisons, no counterexample found"),
    (replace(BASE, exhausted="n ≤ 3"), Verdict.EXHAUSTED, "every case with n ≤ 3"),
    (replace(BASE, exhausted="n ≤ 3", rounded=1), Verdict.PASSED, "1 equal up to rounding"),
    (replace(BASE, exhausted="n ≤ 3", undecided=1, unknown="?"), Verdict.PASSED, "5 comparisons"),
    (replace(BASE, undecided=2, unknown="a kink"), Verdict.PASSED, "2 undecided (a kink)"),
    (replace(BASE, rounded=1), Verdict.PASSED, "1 equal up to rounding"),
    (replace(BASE, within=80), Verdict.PASSED, "equalities within 2^-80"),
    (replace(BASE, rules={"assign"}), Verdict.PASSED, "hypotheses by construction: assign"),
    (replace(BASE, port_uses=0), Verdict.EVIDENCE, "no port ran"),
    (replace(BASE, is_cut_short=True, unknown="steps"), Verdict.UNKNOWN, "cut short: steps"),
    (replace(BASE, unsupported="∃ over ℝ"), Verdict.UNSUPPORTED, "∃ over ℝ"),
    (replace(BASE, undefined="v < n"), Verdict.UNDEFINED, "v < n"),
    (replace(BASE, timeout=True, unknown="slow"), Verdict.UNKNOWN, "wall-clock: slow"),
    (Tally(outside=5), Verdict.VACUOUS, "no case met the hypotheses"),
    (Tally(empty=5), Verdict.VACUOUS, "no case had anything to compare"),
    (Tally(junk=5), Verdict.VACUOUS, "only at points without a derivative"),
    (Tally(undecided=5, unknown="a kink"), Verdict.UNKNOWN, "a kink"),
    (replace(BASE, failure=failure("value")), Verdict.REFUTED, "a counterexample"),
    (replace(BASE, failure=failure("dtype")), Verdict.REFUTED, "breaks its contract: dtype"),
    (replace(BASE, failure=failure("hypothesis")), Verdict.REFUTED, "decided otherwise"),
    (replace(BASE, outside_failure=failure("outside")), Verdict.REFUTED, "outside the hypotheses"),
]


@pytest.mark.parametrize(("tally", "verdict", "text"), ROWS)
def test_each_row(tally: Tally, verdict: Verdict, text: str) -> None:
    ruling = rule(tally, trusts_statement=False, is_restricted=False)
    assert ruling.verdict is verdict
    assert text in ruling.reason


def test_an_inside_failure_stands_before_an_outside_one() -> None:
    tally = replace(BASE, failure=failure("value"), outside_failure=failure("outside"))
    ruling = rule(tally, trusts_statement=False, is_restricted=False)
    assert ruling.reason == "a counterexample"
    assert tally.first_failure is tally.failure


@pytest.mark.parametrize(("trusted", "verdict"), [(True, Verdict.ERROR), (False, Verdict.REFUTED)])
def test_a_false_statement_blames_us_or_the_statement(trusted: bool, verdict: Verdict) -> None:
    tally = replace(BASE, statement_failure=failure("statement"))
    assert rule(tally, trusts_statement=trusted, is_restricted=False).verdict is verdict


def test_a_restricted_sampling_caps_what_was_sampled() -> None:
    restricted = rule(BASE, trusts_statement=False, is_restricted=True)
    assert (restricted.verdict, restricted.reason) == (Verdict.EVIDENCE, "restricted sampling")
    boxed = replace(BASE, exhausted="n ≤ 3")
    assert rule(boxed, trusts_statement=False, is_restricted=True).verdict is Verdict.EXHAUSTED


def test_the_scope_names_every_size() -> None:
    tally = replace(BASE, sizes=[(("m", 2), ("n", 3)), (("m", 2), ("n", 1)), ()])
    assert scope_of(tally) == "m = 2, n in 1..3"
    assert scope_of(BASE) == "5 cases"
    assert scope_of(replace(tally, exhausted="m ≤ 4")) == "m ≤ 4"


# ----- what a verdict rests on --------------------------------------------------------------


def declaration(name: str, verdict: Verdict, *rests_on: str) -> DeclarationRecord:
    obligation = ObligationRecord(
        "statement", "numpy", "", verdict, (Evidence("none", verdict),), "", "", rests_on=rests_on
    )
    return DeclarationRecord(name, "theorem", "Q", "Q.lean", 1, "source", "", (obligation,))


@pytest.mark.parametrize(
    ("own", "beneath", "result"),
    [
        (Verdict.EXHAUSTED, Verdict.PASSED, Verdict.EXHAUSTED),
        (Verdict.EXHAUSTED, Verdict.REFUTED, Verdict.PASSED),
        (Verdict.EXHAUSTED, Verdict.EVIDENCE, Verdict.PASSED),
        (Verdict.PASSED, Verdict.REFUTED, Verdict.PASSED),
        (Verdict.EVIDENCE, Verdict.PASSED, Verdict.EVIDENCE),
        (Verdict.EVIDENCE, Verdict.REFUTED, Verdict.REFUTED),
        (Verdict.EVIDENCE, Verdict.VACUOUS, Verdict.VACUOUS),
    ],
)
def test_what_rests_on_a_definition_is_weakened(
    own: Verdict, beneath: Verdict, result: Verdict
) -> None:
    definition = declaration("Q.f", beneath)
    _, found = rest_upon([definition, declaration("Q.t", own, "Q.f")])
    assert found.verdict is result
    if result is not own:
        assert found.obligations[0].evidence[-1].strategy == "rests_on"
        assert beneath.name in found.obligations[0].evidence[-1].reason
