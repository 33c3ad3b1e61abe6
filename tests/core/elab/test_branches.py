"""`by_cases`, `if`, `match`, `cases`: the term with branches, and whose goals they are."""

from __future__ import annotations

import pytest

from leanbridge.errors import Unsupported
from tests.core.lean_text import error_of, value_of


@pytest.mark.parametrize(
    ("tactics", "value"),
    [
        (
            "by_cases h : n = 0\n  · exact 1\n  · exact n",
            "fun n o => dite (n = 0) (fun h => 1) (fun h => n)",
        ),
        (
            "if h : n = 0 then\n    exact 1\n  else\n    exact n",
            "fun n o => dite (n = 0) (fun h => 1) (fun h => n)",
        ),
        ("if n = 0 then exact 1 else exact n", "fun n o => if n = 0 then 1 else n"),
        (
            "match o with\n  | none => exact n\n  | some k => exact k",
            "fun n o => match o with | Option.none ℕ => n | Option.some ℕ k => k",
        ),
        (
            "match n, o with\n  | 0, _ | _, none => exact 1\n  | _ + 1, some k => exact k",
            "fun n o => match n, o with | 0, x => 1 | x, Option.none ℕ => 1 "
            "| Nat.succ x, Option.some ℕ k => k",
        ),
        (
            "cases o with\n  | none => exact n\n  | some k => exact k",
            "fun n o => match o with | Option.none ℕ => n | Option.some ℕ k => k",
        ),
        (
            "cases o with\n  | some k =>\n    have l : ℕ := k\n    exact l\n  | none => exact n",
            "fun n o => match o with | Option.none ℕ => n | Option.some ℕ k => let l := k; l",
        ),
        (
            "cases o with\n  | some => exact 2\n  | none => exact n",
            "fun n o => match o with | Option.none ℕ => n | Option.some ℕ x => 2",
        ),
    ],
)
def test_branches(tactics: str, value: str) -> None:
    assert value_of(f"def x (n : ℕ) (o : Option ℕ) : ℕ := by\n  {tactics}\n") == value


def test_a_branch_knows_its_condition() -> None:
    text = "def x (n : ℕ) : Fin 3 := by\n  by_cases h : n < 3\n  · exact ⟨n, h⟩\n  · exact 0\n"
    assert value_of(text) == "fun n => dite (n < 3) (fun h => Fin.mk n ‹n < 3›) (fun h => 0)"
    swapped = text.replace("exact ⟨n, h⟩\n  · exact 0", "exact 0\n  · exact ⟨n, h⟩")
    assert error_of(swapped).what == "this proves another proposition"


def test_a_branch_knows_the_constructor() -> None:
    text = "def x (n : ℕ) : Fin (n + 1) := by\n  cases n with\n  | zero => exact 0\n"
    text += "  | succ k => exact Fin.succ (0 : Fin (k + 1))\n"
    assert value_of(text).startswith("fun n => match n with | Nat.zero => 0 | Nat.succ k => ")


@pytest.mark.parametrize(
    ("tactics", "what"),
    [
        ("cases h with\n  | inl a => exact 1\n  | inr b => exact 2", "cases: of a proof"),
        (
            "cases o with\n  | nothing => exact 1\n  | some k => exact k",
            "cases: no constructor is named nothing",
        ),
        (
            "cases o with\n  | _ => exact 1",
            "cases: an alternative that names no constructor",
        ),
        ("cases o\n  · exact 1\n  · exact 2", "cases: expected `with`"),
        ("split\n  · exact 1\n  · exact 2", "split: a tactic for a value"),
    ],
)
def test_what_is_refused(tactics: str, what: str) -> None:
    error = error_of(f"def x (h : 1 < 2 ∨ 2 < 3) (o : Option ℕ) : ℕ := by\n  {tactics}\n")
    assert isinstance(error, Unsupported), error
    assert error.what.startswith(what)


def test_missing_cases_are_missing() -> None:
    error = error_of("def x (o : Option ℕ) : ℕ := by\n  cases o with\n  | none => exact 1\n")
    assert error.what == "cases are missing"
