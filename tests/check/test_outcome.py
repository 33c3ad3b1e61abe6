"""Verdicts to exit codes: the whole table, and what an expectation can and cannot accept."""

from __future__ import annotations

import pytest

from leanbridge.check.outcome import EFFECT, NEVER_ACCEPTED, effect, exit_code
from leanbridge.check.record import DeclarationRecord, Evidence, ObligationRecord, Problem, Run
from leanbridge.verdict import Verdict

CODES = {
    "REFUTED": 1, "ERROR": 5, "VACUOUS": 1, "UNDEFINED": 1, "UNKNOWN": 4, "UNSUPPORTED": 4,
    "UNMAPPED": 4, "NO_PORT": 4, "EVIDENCE": 0, "PASSED": 0, "EXHAUSTED": 0, "PROVED": 0,
}  # fmt: skip


def record(
    verdict: Verdict, reason: str = "", expected: Verdict | None = None
) -> DeclarationRecord:
    obligation = ObligationRecord(
        "value", "numpy", "", verdict, (Evidence("none", verdict, reason),), "", ""
    )
    return DeclarationRecord(
        "Q.f", "def", "Q", "Q.lean", 1, "source", "", (obligation,), expected=expected
    )


def run(*records: DeclarationRecord, problems: tuple[Problem, ...] = ()) -> Run:
    return Run(0, "lean", "quick", ("numpy",), records, problems)


def test_the_table_is_whole() -> None:
    assert {v.name: EFFECT[v] for v in Verdict} == CODES


@pytest.mark.parametrize("verdict", list(Verdict))
def test_each_verdict_has_its_code(verdict: Verdict) -> None:
    assert effect(record(verdict)) == CODES[verdict.name]


def test_a_skip_with_a_reason_is_listed() -> None:
    assert effect(record(Verdict.NO_PORT, "skipped: a type")) == 0
    assert effect(record(Verdict.NO_PORT, "it mentions no bound name")) == 4


@pytest.mark.parametrize("verdict", list(Verdict))
def test_an_expectation_accepts_what_is_at_least_as_strong(verdict: Verdict) -> None:
    found = effect(record(verdict, expected=Verdict.UNKNOWN))
    if verdict in NEVER_ACCEPTED:
        assert found == CODES[verdict.name]
    else:
        assert found == 0
    if Verdict.UNKNOWN.strength < verdict.strength < Verdict.PASSED.strength:
        assert effect(record(verdict, expected=Verdict.PASSED)) == max(1, CODES[verdict.name])


def test_precedence() -> None:
    passed, refuted = record(Verdict.PASSED), record(Verdict.REFUTED)
    unknown, error = record(Verdict.UNKNOWN), record(Verdict.ERROR)
    usage = Problem("leancheck.toml", "no such name", 2)
    assert exit_code(run(passed)) == 0
    assert exit_code(run(passed, unknown)) == 4
    assert exit_code(run(passed, unknown, refuted)) == 1
    assert exit_code(run(refuted, problems=(usage,))) == 2
    assert exit_code(run(refuted, error, problems=(usage,))) == 5


def test_nothing_checked_is_a_failure() -> None:
    assert exit_code(run()) == 1
    assert exit_code(run(record(Verdict.NO_PORT, "skipped: a type"))) == 1
