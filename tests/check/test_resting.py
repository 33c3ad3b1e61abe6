"""A verdict that rests on a definition does not depend on what else was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.verify import Settings, verify
from leanbridge.verdict import Verdict

LEAN = """\
namespace Rest

noncomputable def total {n : Nat} (x : Fin n → ℝ) : ℝ := ∑ i, x i

theorem total_continuous (n : Nat) : Continuous (total : (Fin n → ℝ) → ℝ) := by sorry

end Rest
"""
PORTS = """\
def right(x):
    return float(x.sum())


def wrong(x):
    return float(x[1:].sum())
"""
CONFIG = """\
schema = 1
[project]
root = "lean"
[ports.numpy]
"Rest.total" = "rest_ports:{port}"
"""


@pytest.mark.parametrize(
    ("port", "expected"), [("right", Verdict.EVIDENCE), ("wrong", Verdict.REFUTED)]
)
@pytest.mark.parametrize("names", [(), ("total_continuous",)])
def test_the_definition_beneath_is_checked(
    tmp_path: Path, port: str, expected: Verdict, names: tuple[str, ...]
) -> None:
    (tmp_path / "lean").mkdir()
    (tmp_path / "lean" / "Rest.lean").write_text(LEAN, "utf-8")
    (tmp_path / "rest_ports.py").write_text(PORTS, "utf-8")
    (tmp_path / "leancheck.toml").write_text(CONFIG.format(port=port), "utf-8")
    run = verify(Settings(tmp_path / "leancheck.toml", names=names))
    (found,) = [d for d in run.declarations if d.name == "Rest.total_continuous"]
    assert found.verdict is expected
