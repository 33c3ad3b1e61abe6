"""A port may give any admissible choice, and no other value."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.record import DeclarationRecord
from leanbridge.verdict import Verdict
from tests.check import corpus

LEAN = """\
theorem exists_large {n : Nat} (x : Fin (n + 1) → ℝ) :
    ∃ i : Fin (n + 1), ∀ j, x j ≤ x i := by sorry

/-- Some index of a largest entry. -/
noncomputable def largest {n : Nat} (x : Fin (n + 1) → ℝ) : Fin (n + 1) :=
  Classical.choose (exists_large x)

theorem le_largest {n : Nat} (x : Fin (n + 1) → ℝ) (j : Fin (n + 1)) :
    x j ≤ x (largest x) := by sorry
"""
PORTS = """\
def first(x):
    return int(np.argmax(x))


def last(x):
    return len(x) - 1 - int(np.argmax(x[::-1]))


def smallest(x):
    return int(np.argmin(x))
"""


def verdicts(folder: Path, port: str) -> dict[str, DeclarationRecord]:
    run = corpus.run(corpus.small(folder, LEAN, PORTS, largest=port), profile="default")
    return {d.name: d for d in run.declarations}


@pytest.mark.parametrize("port", ["first", "last"])
def test_any_admissible_choice_is_right(tmp_path: Path, port: str) -> None:
    found = verdicts(tmp_path, port)
    assert found["Q.largest"].verdict is Verdict.PASSED
    assert found["Q.le_largest"].verdict is Verdict.PASSED


def test_an_inadmissible_choice_is_refuted(tmp_path: Path) -> None:
    found = verdicts(tmp_path, "smallest")
    assert found["Q.largest"].verdict is Verdict.REFUTED
    assert found["Q.largest"].reason == "a counterexample"
    assert found["Q.le_largest"].verdict is Verdict.REFUTED
