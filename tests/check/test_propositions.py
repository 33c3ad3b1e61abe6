"""A structure of proofs, taken apart; and what follows for constructions and for rounding."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.propositions import bundled
from leanbridge.check.statement import open_statement
from leanbridge.verdict import Verdict
from tests.check.corpus import one, only, reason, small
from tests.core.lean_text import environment

LEAN = """
structure Between (a b x : ℝ) : Prop where
  low : a ≤ x
  high : x ≤ b

structure Point where
  x : ℝ
  y : ℝ

theorem between (a b x : ℝ) (h : Between a b x) : a ≤ b := by sorry
theorem both (a b x : ℝ) (h : a ≤ x ∧ x ≤ b) : a ≤ b := by sorry
theorem point (p : Point) (h : p.x ≤ p.y) : p.x ≤ p.y := by sorry
"""


@pytest.mark.parametrize("name", ["between", "both"])
def test_the_fields_of_a_structure_of_proofs(name: str) -> None:
    env = environment(LEAN)
    statement = open_statement(env, env.statement(name))
    (hypothesis,) = statement.hypotheses
    parts = bundled(hypothesis.prop, env)
    assert parts is not None
    assert [repr(part) for part in parts] == ["a ≤ x", "x ≤ b"]


def test_what_is_no_structure_of_proofs_has_no_parts() -> None:
    env = environment(LEAN)
    statement = open_statement(env, env.statement("point"))
    assert bundled(statement.hypotheses[0].prop, env) is None
    assert bundled(statement.variables[0].type, env) is None


DERIVED = """
structure Slope (f : ℝ → ℝ) (x s : ℝ) : Prop where
  differentiable : DifferentiableAt ℝ f x
  deriv_eq : deriv f x = s

def Below {n : ℕ} (x : Fin n → ℝ) (σ : Fin n → Fin n) : Prop := ∀ i j, x j ≤ x (σ i)

noncomputable def third (x : ℝ) : ℝ := x / 3

noncomputable def largest {n : ℕ} (x : Fin n → ℝ) (σ : Fin n → Fin n) : Fin n → ℝ :=
  fun i => x (σ i)

theorem slope (f : ℝ → ℝ) (x s : ℝ) (h : Slope f (third x) s) :
    Slope (fun y => f (third y)) x (third s) := by sorry

theorem below {n : ℕ} (x : Fin n → ℝ) (σ : Fin n → Fin n) (h : Below x σ) (i : Fin n) :
    x i ≤ largest x σ i := by sorry
"""
PORTS = """
def third(x):
    return x / 3
def largest(x, s):
    return x[s]
"""


def test_a_field_and_an_unfolded_definition_are_constructed(tmp_path: Path) -> None:
    config = small(tmp_path, DERIVED, PORTS, third="third", largest="largest")
    for name, rule in (("slope", "assign"), ("below", "pointwise")):
        record = one(config, name)
        assert record.verdict is Verdict.PASSED, name
        assert f"hypotheses by construction: {rule}" in reason(record)
        assert only(record).hypotheses_met > 5


def test_rounding_in_a_hypothesis_is_undecided_and_a_fault_is_not(tmp_path: Path) -> None:
    right = one(small(tmp_path / "right", DERIVED, PORTS, third="third"), "slope")
    assert right.verdict is Verdict.PASSED
    assert "undecided (Undecided: h fails by rounding only with the port)" in reason(right)
    wrong = PORTS.replace("x / 3", "x / 3 + 1e-3 * abs(x)")
    record = one(small(tmp_path / "wrong", DERIVED, wrong, third="third"), "slope")
    assert record.verdict is Verdict.REFUTED
    example = only(record).counterexample
    assert example is not None
    assert example.kind == "hypothesis"
