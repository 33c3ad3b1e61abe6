"""Numbers with which bodies compare: they are found, drawn, and missed by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.numerals import numerals
from leanbridge.core.terms import const
from leanbridge.interp.exact import Exact
from leanbridge.verdict import Verdict
from tests.check.test_honesty import check_project
from tests.core.lean_text import environment

LEAN = """\
namespace M

def equal (n : ℕ) : ℕ := if n = 1234 then 1 else 0

noncomputable def half (x : ℝ) : ℝ := if x < -7 / 2 then 1 else if 2.25 ≤ x then 2 else 0

def clauses : ℕ → ℕ
  | 77 => 2
  | n + 5 => n
  | _ => 3

def index (i : Fin 10) : ℕ := if i = 7 then 1 else 0

def whole (i : ℤ) : Bool := i == -99

def far : ℕ := 640

def named (n : ℕ) : ℕ := if n ≤ 2 * far then 0 else equal n

noncomputable def usual (n : ℕ) (i : ℤ) (x : ℝ) : ℝ :=
  if n = 0 ∧ i < 1 then max x 0 else if x > 2 then n + 400 else 0

end M
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("equal", {("Nat", "1234", "M.equal")}),
        ("half", {("Real", "-7/2", "M.half"), ("Real", "9/4", "M.half")}),
        ("clauses", {("Nat", "77", "M.clauses"), ("Nat", "5", "M.clauses")}),
        ("index", {("Fin", "7", "M.index")}),
        ("whole", {("Int", "-99", "M.whole")}),
        ("named", {("Nat", "1280", "M.named"), ("Nat", "1234", "M.equal")}),
        ("usual", set()),
    ],
)
def test_the_numbers_that_a_body_knows(name: str, expected: set[tuple[str, str, str]]) -> None:
    env = environment(LEAN)
    found = numerals(env, Exact(env), [const(f"M.{name}")])
    assert {(n.kind, str(n.value), n.definition) for n in found} == expected


def test_what_a_statement_says_is_no_branch() -> None:
    env = environment("def f (n : ℕ) : ℕ := n\n\ndef s : Prop := f 9 = 9 ∧ f 8 = 8\n")
    value = env.value("s")
    assert value is not None
    assert numerals(env, Exact(env), [value]) == ()


BRANCHES = """
def count (n : ℕ) : ℕ := if n = 1234 then 1 else 0
noncomputable def scaled (n : ℕ) (x : ℝ) : ℝ := if n = 1234 then x else 0
noncomputable def whole (k : ℤ) (x : ℝ) : ℝ := if k ≤ -1234 then x else 0
noncomputable def entry {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => if x i = 7 / 2 then 1 else 0
def clause : ℕ → ℕ
  | 1234 => 1
  | _ => 0
def index {n : ℕ} (i : Fin n) : ℕ := if i.val = 1234 then 1 else 0
def code (n : ℕ) (i : Fin 5000) (x : ℤ) : ℤ := if i = 1234 then x else n
"""
RIGHT = """
def count(n):
    return int(n == 1234)


def scaled(n, x):
    return x if n == 1234 else 0.0


def whole(k, x):
    return x if k <= -1234 else 0.0


def entry(x):
    return np.where(x == 3.5, 1.0, 0.0)


def clause(n):
    return int(n == 1234)


def index(i):
    return int(i == 1234)


def code(n, i, x):
    return x if i == 1234 else n
"""
WRONG = {
    "n == 1234": "n == -1",
    "k <= -1234": "k <= -1235",
    "x == 3.5": "x == 35",
    "i == 1234": "i == -1",
}
NAMES = ("count", "scaled", "whole", "entry", "clause", "index", "code")


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_port_that_is_wrong_at_such_a_number_only_is_refuted(tmp_path: Path, seed: int) -> None:
    wrong = RIGHT
    for here, there in WRONG.items():
        wrong = wrong.replace(here, there)
    bindings = {n: n for n in NAMES}
    right = check_project(tmp_path, BRANCHES, RIGHT, bindings, seed=seed, tag="right")
    assert all(right[n].verdict.strength >= Verdict.PASSED.strength for n in NAMES)
    found = check_project(tmp_path, BRANCHES, wrong, bindings, seed=seed, tag="wrong")
    for name in NAMES:
        (obligation,) = found[name].obligations
        assert obligation.verdict is Verdict.REFUTED, name
        assert obligation.evidence[0].reason == "a counterexample"


SIZE = """
noncomputable def total {n : ℕ} (x : Fin n → ℝ) : ℝ := if n = 1234 then 0 else ∑ i, x i
noncomputable def fifteen {n : ℕ} (x : Fin n → ℝ) : ℝ := if n = 15 then 0 else ∑ i, x i
"""


def test_a_size_that_is_too_large_to_be_run_is_named(tmp_path: Path) -> None:
    ports = "def total(x):\n    return float(sum(x))\n\n\nfifteen = total\n"
    found = check_project(tmp_path, SIZE, ports, {"total": "total", "fifteen": "fifteen"})
    (obligation,) = found["total"].obligations
    assert obligation.verdict is Verdict.PASSED
    said = "no case has the number 1234, with which Q.total compares"
    assert said in obligation.evidence[0].reason
    (obligation,) = found["fifteen"].obligations
    assert obligation.verdict is Verdict.REFUTED
    assert obligation.evidence[0].reason == "a counterexample"
    assert obligation.counterexample is not None
    assert obligation.counterexample.sizes == (("n", 15),)


def test_a_number_of_another_type_is_not_the_one_that_is_missed(tmp_path: Path) -> None:
    """The real 1234 among the entries is no size 1234."""
    lean = """
noncomputable def total {n : ℕ} (x : Fin n → ℝ) : ℝ :=
  if n = 1234 then 0 else ∑ i, if x i = 1234 then (1 : ℝ) else 0
"""
    ports = "def total(x):\n    return float((x == 1234).sum())\n"
    (obligation,) = check_project(tmp_path, lean, ports, {"total": "total"})["total"].obligations
    assert obligation.verdict is Verdict.PASSED
    assert "no case has the number 1234, with which" in obligation.evidence[0].reason


def test_what_is_beyond_an_exhaustive_box_and_too_large_is_named(tmp_path: Path) -> None:
    lean = "\ndef low {n : ℕ} (i : Fin n) : ℕ := if i.val = 123456 then 1 else 0\n"
    ports = "def low(i):\n    return 1 if float(i) == 123456.0 else 0\n"  # no term: no proof
    (obligation,) = check_project(tmp_path, lean, ports, {"low": "low"})["low"].obligations
    assert obligation.verdict is Verdict.EXHAUSTED
    reason = obligation.evidence[0].reason
    assert reason.endswith("beyond it no case has the number 123456, with which Q.low compares")
