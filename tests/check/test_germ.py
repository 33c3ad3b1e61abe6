"""Statements near a point: decided at the point, sampled near it, with hypotheses certified by how
the functions were drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.verdict import Verdict
from tests.check.corpus import one, only, reason, small

LEAN = """
noncomputable def larger {n : ℕ} (x : Fin n → Fin 2 → ℝ) (i : Fin n) : ℝ := max (x i 0) (x i 1)
noncomputable def first {n : ℕ} (x : Fin n → Fin 2 → ℝ) (i : Fin n) : ℝ := x i 0

theorem near {p n : ℕ} (Z : (Fin p → ℝ) → Fin n → Fin 2 → ℝ) (a : Fin p → ℝ)
    (hZ : ContinuousAt Z a) (h : ∀ i, Z a i 1 < Z a i 0) :
    ∀ᶠ y in nhds a, larger (Z y) = first (Z y) := by sorry

theorem near' {p n : ℕ} (Z : (Fin p → ℝ) → Fin n → Fin 2 → ℝ) (a : Fin p → ℝ)
    (hZ : ContinuousAt Z a) (h : ∀ i, Z a i 1 < Z a i 0) :
    (fun y => larger (Z y)) =ᶠ[nhds a] fun y => first (Z y) := by sorry

theorem only_there (a : Fin 1 → ℝ) : ∀ᶠ y in nhds a,
    larger (fun (_ : Fin 1) k => if k = 0 then y 0 - a 0 else 0) 0 = 0 := by sorry

theorem twins {p n : ℕ} (Z : (Fin p → ℝ) → Fin n → Fin 2 → ℝ) (T : Fin n → Prop)
    (hT : ∀ y i, T i → Z y i 0 = Z y i 1) (a : Fin p → ℝ) (h : ∀ i, T i ∨ Z a i 1 < Z a i 0)
    (hZ : ContinuousAt Z a) :
    ∀ᶠ y in nhds a, larger (Z y) = first (Z y) := by sorry

theorem squares {p n : ℕ} (Z : (Fin p → ℝ) → Fin n → ℝ)
    (hT : ∀ y i j, 0 ≤ Z y i * Z y j) (a : Fin p → ℝ) : 0 ≤ larger (fun (_ : Fin 1) _ => 0) 0 := by
  sorry
"""
PORTS = """
import numpy as np


def larger(x):
    return x.max(axis=1)


def smaller(x):
    return x.min(axis=1)


def third(x):
    return x.max(axis=1) + (x[:, 0] == x[:, 1]) / 3


def first(x):
    return x[:, 0].copy()
"""


@pytest.mark.parametrize("name", ["near", "near'", "twins"])
def test_a_germ_is_checked_at_the_point_and_near_it(tmp_path: Path, name: str) -> None:
    record = one(small(tmp_path, LEAN, PORTS, larger="larger", first="first"), name)
    assert record.verdict is Verdict.PASSED
    assert only(record).evidence[0].strategy == "germ"
    assert only(record).cases > 0


@pytest.mark.parametrize("name", ["near", "near'", "twins"])
def test_a_fault_at_the_point_refutes(tmp_path: Path, name: str) -> None:
    record = one(small(tmp_path, LEAN, PORTS, larger="smaller", first="first"), name)
    assert record.verdict is Verdict.REFUTED
    assert reason(record) == "a counterexample"


def test_twins_are_among_the_cases(tmp_path: Path) -> None:
    """A port that is wrong where both entries are equal, which only twins are."""
    config = small(tmp_path, LEAN, PORTS, larger="third", first="first")
    assert one(config, "near").verdict is Verdict.PASSED
    assert one(config, "twins").verdict is Verdict.REFUTED


def test_what_fails_only_near_the_point_is_unknown(tmp_path: Path) -> None:
    record = one(small(tmp_path, LEAN, PORTS, larger="larger", first="first"), "only_there")
    assert record.verdict is Verdict.UNKNOWN
    assert reason(record) == "false at a distance of 1/68719476736 from the point, not at it"


def test_a_hypothesis_about_every_argument_is_not_sampled(tmp_path: Path) -> None:
    record = one(small(tmp_path, LEAN, PORTS, larger="larger", first="first"), "squares")
    assert record.verdict is Verdict.UNSUPPORTED
    assert reason(record) == "hypothesis hT: ∀ y : (Fin 2) → ℝ: the type is infinite"
