"""A sum that cancels inside Lean's own formula: no float port is to blame there, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.verdict import Verdict
from tests.check.corpus import one, reason, small

LEAN = """
noncomputable def shifted {n : ℕ} (b : ℝ) (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i + 2^40 * b
noncomputable def back {n : ℕ} (b : ℝ) (x : Fin n → ℝ) : Fin n → ℝ :=
  fun i => shifted b x i - 2^40 * b
noncomputable def plain {n : ℕ} (b : ℝ) (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i + 0 * b
"""
PORTS = """
import numpy as np


def shifted(b, x):
    return x + 2**40 * b


def lossy(b, x):
    return (x + 2**40 * b) - 2**40 * b


def zero(b, x):
    return np.zeros_like(x)


def off(b, x):
    return x * (1 + 2**-40)
"""
LOST = "Lean's own formula loses as much in floats"


def test_what_the_formula_loses_is_undecided(tmp_path: Path) -> None:
    config = small(tmp_path, LEAN, PORTS, shifted="shifted", back="lossy", plain="off")
    record = one(config, "back", profile="default")
    assert record.verdict is Verdict.PASSED
    assert LOST in reason(record)


@pytest.mark.parametrize("port", ["zero", "off"])
def test_a_fault_is_seen_where_the_formula_is_sound(tmp_path: Path, port: str) -> None:
    config = small(tmp_path, LEAN, PORTS, shifted="shifted", back=port, plain="off")
    assert one(config, "back", profile="default").verdict is Verdict.REFUTED


def test_a_formula_that_loses_nothing_excuses_nothing(tmp_path: Path) -> None:
    config = small(tmp_path, LEAN, PORTS, shifted="shifted", back="lossy", plain="lossy")
    record = one(config, "plain", profile="default")
    assert record.verdict is Verdict.REFUTED
    assert LOST not in reason(record)
