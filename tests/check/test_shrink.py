"""Counterexamples: small, confirmed by a fresh run, and understandable."""

from __future__ import annotations

import re
from pathlib import Path

from leanbridge.check.record import Counterexample
from tests.check.corpus import BINDINGS, RIGHT, one, only, small, write


def example(config: Path, name: str) -> Counterexample:
    found = only(one(config, name)).counterexample
    assert found is not None
    assert found.confirmed
    return found


def test_a_wrong_value_is_shown_at_the_smallest_size(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef row_sums(a):\n    return a[:, :-1].sum(axis=1)\n"
    found = example(write(tmp_path, ports=ports), "rowSums")
    assert dict(found.sizes) == {"m": 1, "n": 1}
    assert dict(found.inputs) == {"a": "[[1]]"}
    assert dict(found.indices) == {"a'": "0"}
    assert (found.got, found.expected) == ("0", "1")
    (port, *lines) = found.lines()
    assert re.fullmatch(r"port      corpus_ports_\d+\.py:\d+ row_sums", port)
    assert lines == [
        "sizes     m = 1, n = 1",
        "a         [[1]]",
        "at        a' = 0",
        "got       0",
        "expected  1",
        "SPEC      the Lean definition's own value is the expected one",
    ]


def test_what_is_needed_for_the_failure_stays(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef double(x):\n    return 2 * x + (len(x) > 2)\n"
    found = example(write(tmp_path, ports=ports), "double")
    assert dict(found.sizes) == {"n": 3}
    assert dict(found.inputs) == {"x": "[0, 0, 0]"}


def test_a_theorem_shows_both_sides_and_how_spec_fares(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef double(x):\n    return x * x\n"
    found = example(write(tmp_path, ports=ports), "double_add")
    assert dict(found.sizes) == {"n": 1}
    assert dict(found.indices) == {"i": "0"}
    left, right = found.got.removesuffix(" is false").split(" = ")
    assert left != right
    assert found.spec == "the same case holds with the Lean bodies"
    assert found.environment == "PORT"


def test_a_hypothesis_shows_its_truth_in_both(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef is_sorted(x):\n    return True\n"
    found = example(write(tmp_path, ports=ports), "stencil_nonneg")
    assert found.kind == "hypothesis"
    assert found.message == "h is True with the port and False by the Lean definition"
    ((name, text),) = found.hypotheses
    assert name == "h"
    assert text.endswith("is False in SPEC, True in PORT")
    assert dict(found.sizes) == {"n": 2}


def test_a_quantified_conclusion_shows_the_failing_index(tmp_path: Path) -> None:
    lean = """
noncomputable def f {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i
theorem t {n : ℕ} (x : Fin n → ℝ) : 0 ≤ 1 ∧ ∀ i : Fin n, f x i = x i := by sorry
"""
    ports = "def f(x):\n    y = x.copy()\n    y[1:2] += 1\n    return y\n"
    found = example(small(tmp_path, lean, ports, f="f"), "t")
    assert dict(found.sizes) == {"n": 2}
    assert found.got == "i = 1: 1 = 0 is false"


def test_a_raise_shows_where(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef double(x):\n    raise ValueError('not today')\n"
    found = example(write(tmp_path, bindings=BINDINGS, ports=ports), "double")
    assert found.kind == "raised"
    assert "ValueError: not today" in found.got
    assert " in double (corpus_ports_" in found.got


def test_a_structure_is_shown_by_its_fields_and_long_ones_are_shortened(tmp_path: Path) -> None:
    lean = """\
structure Layer (n : ℕ) where
  W : Fin n → Fin 9 → ℝ
  b : ℝ

structure Pair where
  first : Layer 2
  count : ℕ

noncomputable def offset (p : Pair) : ℝ := p.first.b + 1
"""
    found = example(
        small(tmp_path, lean, "def offset(p):\n    return 2.5\n", offset="offset"), "offset"
    )
    inputs = dict(found.inputs)
    assert re.fullmatch(r"Pair\(first=Layer\(W=\[\[.{56}…, b=\S+\), count=\d+\)", inputs["p"])
