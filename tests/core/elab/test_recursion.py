"""`induction` on a number is `Nat.rec`, and what the goal needs of the context goes with it."""

from __future__ import annotations

import pytest

from leanbridge.errors import Unsupported
from tests.core.lean_text import error_of, value_of

BRANCHES = "\n  | zero => exact {}\n  | succ k ih => exact {}\n"


def of(header: str, words: str, zero: str, succ: str) -> str:
    return f"def x {header} := by\n  induction {words} with" + BRANCHES.format(zero, succ)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            of("(n : ℕ) : ℕ", "n", "1", "ih * 2"),
            "fun n => Nat.rec (fun t => ℕ) 1 (fun k ih => ih * 2) n",
        ),
        (
            of("(n : ℕ) : Fin (n + 1)", "n", "0", "Fin.succ ih"),
            "fun n => Nat.rec (fun t => Fin (t + 1)) 0 (fun k ih => Fin.succ (k + 1) ih) n",
        ),
        (
            of("(n : ℕ) (i : Fin (n + 1)) : ℕ", "n", "i.val", "ih 0 + k"),
            "fun n i => Nat.rec (fun t => Fin (t + 1) → ℕ) (fun i_1 => ↑i_1) "
            "(fun k ih i_1 => ih 0 + k) n i",
        ),
        (
            of("(n m : ℕ) : ℕ", "n generalizing m", "m", "ih (m + 1)"),
            "fun n m => Nat.rec (fun t => ℕ → ℕ) (fun m_1 => m_1) "
            "(fun k ih m_1 => ih (m_1 + 1)) n m",
        ),
        (
            of("(n : ℕ) (h : n < 3) : Fin 3", "n", "0", "⟨k + 1, h⟩"),
            "fun n h => Nat.rec (fun t => t < 3 → Fin 3) (fun h_1 => 0) "
            "(fun k ih h_1 => Fin.mk (k + 1) ‹k + 1 < 3›) n ‹n < 3›",
        ),
    ],
)
def test_recursion(text: str, value: str) -> None:
    assert value_of(text) == value


def test_names_that_are_not_given() -> None:
    text = "def x (n : ℕ) : ℕ := by\n  induction n with\n  | succ => exact 2\n  | zero => exact 1\n"
    assert value_of(text) == "fun n => Nat.rec (fun t => ℕ) 1 (fun x x_1 => 2) n"


@pytest.mark.parametrize(
    ("header", "words", "what"),
    [
        ("(l : List ℕ) : ℕ", "l", "induction: on what is no natural number"),
        ("(n : ℕ) : ℕ", "n + 1", "induction: on what is no variable"),
        ("(n : ℕ) : ℕ", "h : n", "induction: on what is no natural number"),
        ("(n : ℕ) : ℕ", "n using Nat.strong", "induction: expected `with`"),
    ],
)
def test_what_is_refused(header: str, words: str, what: str) -> None:
    error = error_of(of(header, words, "1", "2"))
    assert isinstance(error, Unsupported), error
    assert error.what.startswith(what)


def test_both_cases_are_needed() -> None:
    error = error_of("def x (n : ℕ) : ℕ := by\n  induction n with\n  | zero => exact 1\n")
    assert isinstance(error, Unsupported)
    assert error.what == "induction: the two cases `zero` and `succ`"


def test_the_hypothesis_is_of_the_smaller_number() -> None:
    error = error_of(of("(n : ℕ) : Fin (n + 1)", "n", "0", "ih"))
    assert (error.what, error.got) == ("type mismatch", "Fin (k + 1)")
