"""A verdict that rests on a definition does not depend on what else was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.verdict import Verdict
from tests.check import corpus

LEAN = """\
noncomputable def total {n : Nat} (x : Fin n → ℝ) : ℝ := ∑ i, x i

theorem total_continuous (n : Nat) : Continuous (total : (Fin n → ℝ) → ℝ) := by sorry
"""
PORTS = """\
def right(x):
    return float(x.sum())


def wrong(x):
    return float(x[1:].sum())
"""


@pytest.mark.parametrize(
    ("port", "expected"), [("right", Verdict.EVIDENCE), ("wrong", Verdict.REFUTED)]
)
@pytest.mark.parametrize("names", [(), ("total_continuous",)])
def test_the_definition_beneath_is_checked(
    tmp_path: Path, port: str, expected: Verdict, names: tuple[str, ...]
) -> None:
    config = corpus.small(tmp_path, LEAN, PORTS, total=port)
    run = corpus.run(config, *names)
    (found,) = [d for d in run.declarations if d.name == "Q.total_continuous"]
    assert found.verdict is expected
