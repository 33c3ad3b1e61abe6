"""A second corpus, so that the check stage is not tested on pools alone, and how to run it.

`LEAN` has vectors, a matrix, a stencil with a clamped index, a predicate, an enumeration and a
witness with a backward field; `RIGHT` has a right port of each.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from leanbridge.check.record import DeclarationRecord, Evidence, ObligationRecord, Run
from leanbridge.check.verify import Settings, verify

NUMBERS = itertools.count()

LEAN = """\
import Mathlib.Analysis.Calculus.FDeriv.Basic

namespace Q

/-- Twice a vector. -/
noncomputable def double {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => 2 * x i

/-- The row sums of a matrix. -/
noncomputable def rowSums {m n : ℕ} (a : Fin m → Fin n → ℝ) : Fin m → ℝ := fun i => ∑ j, a i j

/-- The index before, truncated at 0. -/
def before {n : ℕ} (i : Fin n) : Fin n := ⟨i.val - 1, by omega⟩

/-- A backward difference whose first entry reads its own cell twice. -/
noncomputable def stencil {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i - x (before i)

/-- No entry is above another one after it. -/
def Sorted {n : ℕ} (x : Fin n → ℝ) : Prop := ∀ i j : Fin n, i ≤ j → x i ≤ x j

/-- A sign. -/
inductive Sign where
  | minus
  | plus

/-- The other sign. -/
def flip : Sign → Sign
  | Sign.minus => Sign.plus
  | Sign.plus => Sign.minus

/-- A witness that `backward` is the transposed Jacobian at `x`. -/
structure Pullback {n m : ℕ} (f : (Fin n → ℝ) → Fin m → ℝ) (x : Fin n → ℝ) where
  /-- Output cotangent to input cotangent. -/
  backward : (Fin m → ℝ) → Fin n → ℝ
  /-- It contracts the cotangent with the Jacobian. -/
  correct : ∀ (dy : Fin m → ℝ) (i : Fin n),
    backward dy i = ∑ j, fderiv ℝ f x (fun k => if k = i then 1 else 0) j * dy j

/-- The squares of a vector. -/
noncomputable def squares {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i * x i

/-- The witness for the squares. -/
noncomputable def squaresPullback {n : ℕ} (x : Fin n → ℝ) :
    Pullback (squares : (Fin n → ℝ) → Fin n → ℝ) x where
  backward dy i := 2 * x i * dy i
  correct := by sorry

theorem double_add {n : ℕ} (x y : Fin n → ℝ) (i : Fin n) :
    double (fun j => x j + y j) i = double x i + double y i := by sorry

theorem before_le {n : ℕ} (i : Fin n) : (before i).val ≤ i.val := by sorry

theorem stencil_nonneg {n : ℕ} (x : Fin n → ℝ) (h : Sorted x) (i : Fin n) :
    0 ≤ stencil x i := by sorry

theorem flip_flip (s : Sign) : flip (flip s) = s := by sorry

end Q
"""

RIGHT = """\
from collections import namedtuple

import numpy as np

minus = namedtuple("minus", "")
plus = namedtuple("plus", "")


def double(x):
    return 2 * x


def row_sums(a):
    return a.sum(axis=1)


def before(i):
    return max(i - 1, 0)


def stencil(x):
    return np.concatenate([np.zeros(min(len(x), 1)), np.diff(x)])


def is_sorted(x):
    return bool(np.all(np.diff(x) >= 0))


def flip(s):
    return plus() if type(s).__name__ == "minus" else minus()


def squares(x):
    return x * x


def squares_backward(x, dy):
    return 2 * x * dy
"""

BINDINGS: Mapping[str, str] = {
    "Q.double": "double",
    "Q.rowSums": "row_sums",
    "Q.before": "before",
    "Q.stencil": "stencil",
    "Q.Sorted": "is_sorted",
    "Q.squares": "squares",
    "Q.squaresPullback.backward": "squares_backward",
}


def write(
    folder: Path,
    lean: str = LEAN,
    ports: str = RIGHT,
    bindings: Mapping[str, str] = BINDINGS,
    *,
    extra: str = "",
    options: str = "total = true",
) -> Path:
    """The configuration of a project written to `folder`; its ports are a module of their own."""
    module = f"corpus_ports_{next(NUMBERS)}"
    (folder / "lean").mkdir(parents=True)
    (folder / "lean" / "Q.lean").write_text(lean, "utf-8")
    (folder / f"{module}.py").write_text(ports, "utf-8")
    lines = [
        f'"{name}" = "{function if ":" in function else f"{module}:{function}"}"'
        for name, function in bindings.items()
    ]
    text = f'schema = 1\n[project]\nroot = "lean"\n{extra}\n[ports.numpy]\n"*" = {{ {options} }}\n'
    (folder / "leancheck.toml").write_text(text + "\n".join(lines) + "\n", "utf-8")
    return folder / "leancheck.toml"


def run(config: Path, *names: str, **settings: Any) -> Run:
    """A quick run."""
    return verify(Settings(config, names=names, **{"profile": "quick", **settings}))


def one(config: Path, name: str, **settings: Any) -> DeclarationRecord:
    """The record of one declaration."""
    (record,) = run(config, name, **settings).declarations
    return record


def sampled(record: DeclarationRecord) -> Evidence:
    """What the cases of a declaration's one obligation showed, whatever the solver says."""
    (found,) = [e for e in only(record).evidence if not e.strategy.startswith("smt")]
    return found


def only(record: DeclarationRecord) -> ObligationRecord:
    """Its one obligation."""
    (obligation,) = record.obligations
    return obligation


def reason(record: DeclarationRecord) -> str:
    """What the first evidence of its one obligation says."""
    return only(record).evidence[0].reason


def small(folder: Path, lean: str, ports: str, **bindings: str) -> Path:
    """A project of a few lines in namespace `Q`, its ports in NumPy."""
    names = {f"Q.{name}": function for name, function in bindings.items()}
    return write(folder, f"namespace Q\n{lean}\nend Q\n", f"import numpy as np\n{ports}", names)
