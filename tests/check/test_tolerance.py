"""Rounding: what it explains, in definitions and in theorems, and what it never explains."""

from __future__ import annotations

from pathlib import Path

import pytest
from flint import fmpq

from leanbridge.check.tolerance import ULP
from leanbridge.verdict import Verdict
from tests.check.corpus import one, only, reason, small, write

THIRD = """
noncomputable def mean {n : ℕ} (x : Fin n → ℝ) : ℝ := (∑ i, x i) / n
noncomputable def third (x : ℝ) : ℝ := x / 3
theorem three (x : ℝ) : third x + third x + third x = x := by sorry
theorem centred {n : ℕ} (x : Fin n → ℝ) (h : 0 < n) : (∑ i, (x i - mean x)) = 0 := by sorry
theorem strict (x : ℝ) (h : 0 < x) : third x < x := by sorry
"""
PORTS = """
def mean(x):
    return float(x.sum() / len(x)) if len(x) else 0.0


def third(x):
    return x / 3


def off(x):
    return x / 3 * (1 + 2**-40)


def far(x):
    return x / 3 * (1 + 2**-20)


def same(x):
    return x
"""


def test_rounding_is_granted_and_counted(tmp_path: Path) -> None:
    config = small(tmp_path, THIRD, PORTS, third="third", mean="mean")
    for name in ("third", "mean"):
        record = one(config, name, profile="default")
        assert record.verdict is Verdict.PASSED
        assert "equal up to rounding" in reason(record)
    for name in ("three", "centred"):
        assert one(config, name).verdict in (Verdict.PASSED, Verdict.UNKNOWN)
        assert only(one(config, name)).counterexample is None


@pytest.mark.parametrize("port", ["off", "far"])
def test_what_exceeds_rounding_refutes_the_definition(tmp_path: Path, port: str) -> None:
    record = one(small(tmp_path, THIRD, PORTS, third=port), "third")
    assert record.verdict is Verdict.REFUTED
    assert ULP["float64"] * 16 < fmpq(1, 2**40)


def test_what_exceeds_rounding_refutes_the_theorem(tmp_path: Path) -> None:
    assert one(small(tmp_path / "a", THIRD, PORTS, third="far"), "three").verdict is Verdict.REFUTED
    strict = one(small(tmp_path / "b", THIRD, PORTS, third="same"), "strict")
    assert strict.verdict is Verdict.REFUTED  # equal sides are no rounding of a strict order


def test_a_narrow_dtype_has_its_own_tolerance(tmp_path: Path) -> None:
    ports = "import numpy as np\n\n\ndef third(x):\n    return np.float32(x) / np.float32(3)\n"
    lean = "namespace Q\nnoncomputable def third (x : ℝ) : ℝ := x / 3\nend Q\n"
    names = {"Q.third": "third"}
    narrow = write(tmp_path / "a", lean, ports, names, options='dtype = "float32"')
    assert one(narrow, "third").verdict is Verdict.PASSED
    wide = one(write(tmp_path / "b", lean, ports, names), "third")
    assert wide.verdict is Verdict.REFUTED
    example = only(wide).counterexample
    assert example is not None
    assert example.kind == "dtype"
