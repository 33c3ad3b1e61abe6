"""Faults that once passed, and right ports that once did not: one test each."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.record import DeclarationRecord
from leanbridge.verdict import Verdict
from tests.check import corpus


def check_project(
    folder: Path, lean: str, ports: str, bindings: dict[str, str], *, seed: int = 0, tag: str = "a"
) -> dict[str, DeclarationRecord]:
    """The records of a small project by short name, with the default profile."""
    config = corpus.small(folder / tag, lean, ports, **bindings)
    run = corpus.run(config, profile="default", seed=seed)
    assert not run.problems
    return {d.name.removeprefix("Q."): d for d in run.declarations}


TIES = """
noncomputable def ties {n : ℕ} (x : Fin n → ℝ) : ℝ :=
  ∑ i, ∑ j, if x i = x j then (1 : ℝ) else 0
"""


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_jump_of_the_lean_value_is_no_tolerance(tmp_path: Path, seed: int) -> None:
    ports = (
        "def ties(x):\n"
        "    n = range(len(x))\n"
        "    return float(sum(1 for i in n for j in n if i == j or x[i] == x[j] == 0))\n"
    )
    found = check_project(tmp_path, TIES, ports, {"ties": "ties"}, seed=seed)
    assert found["ties"].verdict is Verdict.REFUTED


def test_irrational_values_are_compared_within_rounding(tmp_path: Path) -> None:
    lean = """
noncomputable def root (x : ℝ) : ℝ := Real.sqrt x
noncomputable def soft {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ :=
  fun i => Real.exp (x i) / ∑ j, Real.exp (x j)
"""
    ports = """
def root(x):
    return float(np.sqrt(max(x, 0.0)))


def soft(x):
    with np.errstate(over="ignore", invalid="ignore"):
        e = np.exp(x - x.max(initial=-np.inf)) if len(x) else x
    return e / e.sum()


def halved(x):
    return 0.5 * root(x)
"""
    found = check_project(tmp_path, lean, ports, {"root": "root", "soft": "soft"})
    assert {n: d.verdict for n, d in found.items()} == {
        "root": Verdict.PASSED,
        "soft": Verdict.PASSED,
    }
    assert "equal up to rounding" in found["soft"].obligations[0].evidence[0].reason
    planted = check_project(tmp_path, lean, ports, {"root": "halved", "soft": "soft"}, tag="b")
    assert planted["root"].verdict is Verdict.REFUTED


def test_a_box_of_zeros_and_ones_is_never_exhaustive(tmp_path: Path) -> None:
    lean = """
def out (a b c d e f g h : ℕ) : ℕ := a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h
"""
    ports = """
def right(a, b, c, d, e, f, g, h):
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h


def wrong(a, b, c, d, e, f, g, h):
    return right(a, b, c, d, e, f, g, h) if b < 2 else 99
"""
    right = check_project(tmp_path, lean, ports, {"out": "right"})["out"]
    assert corpus.sampled(right).verdict is Verdict.PASSED
    found = check_project(tmp_path, lean, ports, {"out": "wrong"}, tag="b")
    assert corpus.sampled(found["out"]).verdict is Verdict.REFUTED


def test_beyond_an_exhaustive_box_points_are_drawn(tmp_path: Path) -> None:
    lean = "def double (a : ℕ) : ℕ := 2 * a"
    ports = "def right(a):\n    return 2 * a\n\n\ndef wraps(a):\n    return 2 * a % 2**31\n"
    found = check_project(tmp_path, lean, ports, {"double": "right"})["double"]
    assert corpus.sampled(found).verdict is Verdict.EXHAUSTED
    assert corpus.sampled(found).reason == "every case with a ≤ 8"
    wrong = check_project(tmp_path, lean, ports, {"double": "wraps"}, tag="b")["double"]
    assert corpus.sampled(wrong).verdict is Verdict.REFUTED


def test_hypotheses_of_one_name_are_two_hypotheses(tmp_path: Path) -> None:
    lean = """
noncomputable def same (x : ℝ) : ℝ := x
theorem shadow (x : ℝ) (h : 0 ≤ same x) (h : same x ≤ 0) : same x = 0 := by sorry
"""
    found = check_project(tmp_path, lean, "def same(x):\n    return x\n", {"same": "same"})
    assert found["shadow"].verdict is Verdict.PASSED


def test_a_port_value_that_leaves_a_range_inside_a_theorem_refutes(tmp_path: Path) -> None:
    lean = """
def clip (n i : ℕ) : ℕ := if i < n then i else 0
theorem read {n : ℕ} (x : Fin n → ℝ) (i : Fin n) (h : clip n i.val < n) :
    x ⟨clip n i.val, h⟩ = x i := by sorry
theorem clip_lt {n : ℕ} (i : Fin n) : (⟨clip n i.val, by omega⟩ : Fin n) = i := by sorry
"""
    ports = (
        "def right(n, i):\n    return i if i < n else 0\n\n\ndef wrong(n, i):\n    return i + 1\n"
    )
    right = check_project(tmp_path, lean, ports, {"clip": "right"})
    assert corpus.sampled(right["clip_lt"]).verdict is Verdict.EXHAUSTED
    wrong = check_project(tmp_path, lean, ports, {"clip": "wrong"}, tag="b")
    assert wrong["clip_lt"].verdict is Verdict.REFUTED
    example = wrong["clip_lt"].obligations[0].counterexample
    assert example is not None
    assert example.kind in ("range", "value")
    assert wrong["read"].verdict is Verdict.REFUTED


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("fault", ["one_delta", "not_strict"])
def test_a_parameter_is_drawn_near_the_data(tmp_path: Path, seed: int, fault: str) -> None:
    lean = """
def Apart {n : ℕ} (d : ℝ) (x : Fin n → ℝ) : Prop :=
  ∀ i j : Fin n, i ≠ j → 2 * d < |x i - x j|
"""
    ports = """
def gaps(x):
    return [abs(a - b) for i, a in enumerate(x) for j, b in enumerate(x) if i != j]


def one_delta(d, x):
    return bool(all(d < g for g in gaps(x)))


def not_strict(d, x):
    return bool(all(2 * d <= g for g in gaps(x)))
"""
    found = check_project(tmp_path, lean, ports, {"Apart": fault}, seed=seed)
    assert found["Apart"].verdict is Verdict.REFUTED


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_entries_reach_beyond_small_numbers(tmp_path: Path, seed: int) -> None:
    lean = """
noncomputable def total {n : ℕ} (x : Fin n → ℝ) : ℝ := ∑ i, x i
def count {n : ℕ} (x : Fin n → ℤ) : ℤ := ∑ i, x i
"""
    ports = """
def clipped(x):
    return float(np.minimum(x, 500.0).sum())


def narrow(x):
    return int(x.astype(np.int8).sum())
"""
    found = check_project(tmp_path, lean, ports, {"total": "clipped", "count": "narrow"}, seed=seed)
    assert found["total"].verdict is Verdict.REFUTED
    assert found["count"].verdict is Verdict.REFUTED


def test_sizes_that_a_hypothesis_names_are_reached(tmp_path: Path) -> None:
    lean = """
noncomputable def total {n : ℕ} (x : Fin n → ℝ) : ℝ := ∑ i, x i
theorem seven {n : ℕ} (x : Fin n → ℝ) (hn : n = 7) : total x ≤ total x := by sorry
theorem above {n : ℕ} (x : Fin n → ℝ) (hn : 20 < n) : total x + 1 ≤ total x := by sorry
"""
    found = check_project(
        tmp_path, lean, "def total(x):\n    return float(x.sum())\n", {"total": "total"}
    )
    assert found["seven"].verdict is Verdict.PASSED
    assert found["above"].verdict is Verdict.REFUTED
    assert found["above"].reason == "the statement itself is false at this input"


def test_an_overflow_to_nan_breaks_the_contract(tmp_path: Path) -> None:
    lean = """
noncomputable def soft {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ :=
  fun i => Real.exp (x i) / ∑ j, Real.exp (x j)
"""
    ports = """
def unstable(x):
    with np.errstate(all="ignore"):
        return np.exp(x) / np.exp(x).sum()
"""
    found = check_project(tmp_path, lean, ports, {"soft": "unstable"})["soft"]
    assert found.verdict is Verdict.REFUTED
    assert found.reason == "the port breaks its contract: nan"
