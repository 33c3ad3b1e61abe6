"""Hypotheses that a theorem was seen to need, and those that no case needed."""

from __future__ import annotations

from pathlib import Path

from leanbridge.check.record import to_json
from leanbridge.check.verify import Settings, verify
from leanbridge.verdict import Verdict
from tests.check.corpus import one, small

LEAN = """
noncomputable def larger {n : ℕ} (x : Fin n → Fin 2 → ℝ) (i : Fin n) : ℝ := max (x i 0) (x i 1)

theorem first {n : ℕ} (x : Fin n → Fin 2 → ℝ) (i : Fin n) (above : x i 1 ≤ x i 0)
    (idle : x i 0 ≤ x i 0 + 1) : larger x i = x i 0 := by sorry

theorem near {p : ℕ} (Z : (Fin p → ℝ) → Fin 1 → Fin 2 → ℝ) (a : Fin p → ℝ)
    (zero : 0 ≤ Z a 0 0) (above : Z a 0 1 < Z a 0 0) :
    ∀ᶠ y in nhds a, larger (Z y) 0 = Z y 0 0 := by sorry

theorem always {n : ℕ} (x : Fin n → Fin 2 → ℝ) (i : Fin n) : x i 0 ≤ larger x i := by sorry
"""
PORTS = """
def larger(x):
    return x.max(axis=1)
"""


def unneeded(folder: Path, name: str) -> tuple[str, ...] | None:
    record = one(small(folder, LEAN, PORTS, larger="larger"), name)
    assert record.verdict is Verdict.PASSED
    return record.obligations[0].unneeded


def test_a_hypothesis_without_which_a_case_fails_is_needed(tmp_path: Path) -> None:
    assert unneeded(tmp_path, "first") == ("idle",)


def test_near_a_point_too(tmp_path: Path) -> None:
    assert unneeded(tmp_path, "near") == ("zero",)


def test_a_theorem_without_hypotheses_is_not_asked(tmp_path: Path) -> None:
    assert unneeded(tmp_path, "always") is None


def test_it_is_asked_once_and_stands_in_the_record(tmp_path: Path) -> None:
    config = small(tmp_path, LEAN, PORTS, larger="larger")
    text = config.read_text("utf-8")
    config.write_text(text + text[text.index("[ports.") :].replace("[ports.numpy]", "[ports.b]"))
    run = to_json(verify(Settings(config)))
    [first] = [d for d in run["declarations"] if d["name"].endswith("first")]
    assert {o["port"]: o["unneeded"] for o in first["obligations"]} == {
        "numpy": ["idle"],
        "b": None,
    }
