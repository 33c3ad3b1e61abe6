"""A small project of its own: nothing of the bundled corpus is in it."""

from __future__ import annotations

from pathlib import Path

LEAN = """\
namespace Toy

/-- The entry before `i`, the first one for the first. -/
def before {n : Nat} (i : Fin n) : Fin n := ⟨i.val - 1, by omega⟩

/-- Each entry minus the one before it. -/
noncomputable def steps {n : Nat} (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i - x (before i)

theorem before_le {n : Nat} (i : Fin n) : (before i).val ≤ i.val := by sorry

theorem steps_const {n : Nat} (x : Fin n → ℝ) (t : ℝ) (h : ∀ i, x i = t) (i : Fin n) :
    steps x i = 0 := by sorry

end Toy
"""
PORTS = """\
import numpy as np


def before(i):
    return max(i - 1, 0)


def steps(x):
    return x - np.concatenate([x[:1], x[:-1]])


def steps_wrong(x):
    return x - np.roll(x, 1)
"""
CONFIG = """\
schema = 1

[project]
root = "lean"

[ports.numpy]
"Toy.before" = "toy_ports:before"
"Toy.steps" = "toy_ports:{steps}"
"""


def write_toy(folder: Path, *, steps: str = "steps", lean: str = LEAN) -> None:
    (folder / "lean").mkdir(exist_ok=True)
    (folder / "lean" / "Toy.lean").write_text(lean, "utf-8")
    (folder / "toy_ports.py").write_text(PORTS, "utf-8")
    (folder / "leancheck.toml").write_text(CONFIG.format(steps=steps), "utf-8")
