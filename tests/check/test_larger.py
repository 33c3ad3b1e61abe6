"""Larger inputs: a port that is right on everything small is still found out, exactly."""

from __future__ import annotations

from pathlib import Path

from leanbridge.check.larger import RUNGS
from leanbridge.check.record import DeclarationRecord
from leanbridge.verdict import Verdict
from tests.check import corpus

LEAN = """\
/-- The running sums. -/
noncomputable def sums {n : Nat} (x : Fin n → ℝ) : Fin n → ℝ :=
  fun i => ∑ j : Fin n, if j.val ≤ i.val then x j else 0
"""
PORTS = """\
def right(x):
    return np.cumsum(x)


def wrong_when_large(x):
    out = np.cumsum(x)
    if len(x) > 7:
        out[7:] = out[7:][::-1]
    return out
"""


def record(folder: Path, port: str) -> DeclarationRecord:
    config = corpus.small(folder, LEAN, PORTS, sums=port)
    return corpus.one(config, "sums", profile="default")


def test_the_larger_sizes_are_different_and_then_equal() -> None:
    assert [len(set(rung[:2])) for rung in RUNGS] == [2, 1]
    assert RUNGS[0][0] != RUNGS[1][0]


def test_a_right_port_agrees_at_larger_sizes(tmp_path: Path) -> None:
    found = record(tmp_path, "right")
    assert found.verdict is Verdict.PASSED
    evidence = {e.strategy: e for e in found.obligations[0].evidence}
    assert evidence["float-random"].verdict is Verdict.PASSED
    assert "n = 10" in evidence["float-random"].reason


def test_a_port_that_is_wrong_only_when_large_is_refuted(tmp_path: Path) -> None:
    found = record(tmp_path, "wrong_when_large")
    assert found.verdict is Verdict.REFUTED
    (obligation,) = found.obligations
    assert [e.strategy for e in obligation.evidence] == ["exact-random", "float-random"]
    assert obligation.cases == 1  # the confirming exact run; the small cases had all passed
    example = obligation.counterexample
    assert example is not None
    assert example.confirmed
    assert dict(example.sizes) == {"n": 9}  # the least size that shows it: found at 10
    assert obligation.evidence[0].reason == "a counterexample"
    assert "found at n = 10: " in obligation.evidence[1].reason
    assert "apart; rounding explains" in obligation.evidence[1].reason


def test_a_size_that_no_hypothesis_admits_is_not_said_to_agree(tmp_path: Path) -> None:
    lean = LEAN.replace("{n : Nat}", "{n : Nat} (_h : n < 7)")
    config = corpus.small(tmp_path, lean, PORTS, sums="right")
    config.write_text(config.read_text("utf-8").replace("total = true", "total = false"), "utf-8")
    (obligation,) = corpus.one(config, "sums", profile="default").obligations
    assert [e.strategy for e in obligation.evidence] == ["exact-random"]
    assert obligation.evidence[0].verdict is Verdict.PASSED
