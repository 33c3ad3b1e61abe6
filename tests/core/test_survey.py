"""The survey counts what was tried, and names what stopped it."""

from __future__ import annotations

from leanbridge.core.survey import AutoBound, Count, construct, survey
from leanbridge.errors import Unsupported
from tests.core.lean_text import environment

FIRST = """
def a (n : Nat) : Nat := n
theorem t (v : Fin k → ℝ) : v = v := by sorry
def tactic : Nat := by decide
def block : Nat := by exact 3
def steps : StateM Nat Nat := do return 3
def bad : Nat := "s"
def nowhere : Missing 3 := 1
structure P where
  n : Nat
"""
SECOND = "def b : := 1\ndef c : Nat := a 3\ndef c : Nat := 4\n"


def test_counts_per_file() -> None:
    first, second = survey(environment(FIRST, SECOND)).files
    assert (first.module, first.path) == ("M0", "M0.lean")
    assert first.parsed == Count(8, 8)
    assert first.statements == Count(8, 7)
    assert first.bodies == {
        "term": Count(3, 1),
        "tactic": Count(2, 1),
        "do": Count(1, 0),
    }
    assert first.blockers == {"decide": 1, "do": 1, "type mismatch": 1, "unknown identifier": 1}
    assert first.auto_bound == (AutoBound("t", "k", "ℕ"),)
    assert len(first.errors) == 4
    assert second.parsed == Count(3, 2)
    assert second.statements == Count(2, 1)
    assert second.blockers == {"redeclared": 1}
    assert [f.construct for f in second.findings if not f.unread] == ["redeclared"]


def test_totals_and_selection() -> None:
    whole = survey(environment(FIRST, SECOND))
    assert whole.parsed == Count(11, 10)
    assert whole.statements == Count(10, 8)
    assert whole.bodies("term") == Count(4, 2)
    assert whole.blockers["decide"] == 1
    only = survey(environment(FIRST, SECOND), lambda module: module == "M1")
    assert [f.module for f in only.files] == ["M1"]


def test_paranoid_retypes_everything() -> None:
    assert all(f.complaints == () for f in survey(environment(FIRST), paranoid=True).files)


def test_an_empty_project_has_no_files() -> None:
    assert survey(environment()).files == ()


def test_the_construct_of_an_error_is_its_head() -> None:
    assert construct(Unsupported("decide: a tactic for a value")) == "decide"
