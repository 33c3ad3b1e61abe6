"""`show`, `unfold`, `rw`, `simp`: the type changes, the value does not, and the cast stays."""

from __future__ import annotations

import pytest

from leanbridge.errors import Unsupported
from tests.core.lean_text import error_of, value_of

START = """def size (n : ℕ) : ℕ := n + 1
@[irreducible] def sealed (n : ℕ) : ℕ := n + 2
def fact : ℕ → ℕ
  | 0 => 1
  | n + 1 => (n + 1) * fact n
theorem swap (a b : ℕ) : a + b = b + a := by omega
theorem guarded (a b : ℕ) (h : a < b) : a = b - 1 := by sorry
"""


@pytest.mark.parametrize(
    ("header", "tactics", "value"),
    [
        (
            "(n : ℕ) : Fin (size n)",
            "show Fin (n + 1)\n  exact 0",
            "fun n => id (Fin (size n)) 0",
        ),
        ("(n : ℕ) : Fin (size n)", "show Fin (size n)\n  exact 0", None),
        (
            "(n : ℕ) : Fin (size n)",
            "change Fin (n + 1)\n  exact 0",
            "fun n => id (Fin (size n)) 0",
        ),
        (
            "(n : ℕ) : Fin (size n)",
            "unfold size\n  exact 0",
            "fun n => id (Fin (size n)) 0",
        ),
        (
            "(n : ℕ) (i : Fin (n + 2)) : Fin (sealed n)",
            "unfold sealed\n  exact i",
            "fun n i => Eq.mpr (Fin (sealed n)) (Fin (n + 2)) ‹Fin (sealed n) = Fin (n + 2)› i",
        ),
        (
            "(n : ℕ) : Fin (size n)",
            "rw [size]\n  exact 0",
            "fun n => id (Fin (size n)) 0",
        ),
        (
            "(n m : ℕ) (i : Fin (m + n)) : Fin (n + m)",
            "rw [swap]\n  exact i",
            "fun n m i => Eq.mpr (Fin (n + m)) (Fin (m + n)) ‹Fin (n + m) = Fin (m + n)› i",
        ),
        (
            "(n m : ℕ) (h : n = m) (i : Fin n) : Fin m",
            "rw [← h]\n  exact i",
            "fun n m h i => Eq.mpr (Fin m) (Fin n) ‹Fin m = Fin n› i",
        ),
        (
            "(n m : ℕ) (h : n = m) (i : Fin n) : Fin m",
            "rw [h] at i\n  exact i",
            "fun n m h i => Eq.mp (Fin n) (Fin m) ‹Fin n = Fin m› i",
        ),
        (
            "(n m : ℕ) (h : n = m) (i : Fin n) : Fin m",
            "rwa [h] at i",
            "fun n m h i => Eq.mp (Fin n) (Fin m) ‹Fin n = Fin m› i",
        ),
        (
            "(n m : ℕ) (h : n = m) (g : n < 3) : Fin 3",
            "rw [h] at g\n  exact ⟨m, g⟩",
            "fun n m h g => Fin.mk m ‹m < 3›",
        ),
        (
            "(n m : ℕ) (g : n < 3) : Fin 3",
            "simp only [swap] at g\n  exact ⟨m, g⟩",
            "fun n m g => Fin.mk m ‹m < 3›",
        ),
        (
            "(a b : ℕ) (i : Fin (b - 1)) : Fin a",
            "rw [guarded a b]\n  · exact i\n  · omega",
            "fun a b i => Eq.mpr (Fin a) (Fin (b - 1)) ‹Fin a = Fin (b - 1)› i",
        ),
        (
            "(n m : ℕ) (i : Fin (m + n)) : Fin (n + m)",
            "simpa [swap] using i",
            "fun n m i => Eq.mpr (Fin (n + m)) (Fin (m + n)) ‹Fin (n + m) = Fin (m + n)› i",
        ),
        (
            "(n m : ℕ) (i : Fin (m + n)) : Fin (n + m)",
            "simp only [swap]\n  exact i",
            "fun n m i => Eq.mpr (Fin (n + m)) (Fin (m + n)) ‹Fin (n + m) = Fin (m + n)› i",
        ),
        (
            "(n : ℕ) (i : Fin (n + 1)) : Fin (size n)",
            "dsimp only [size]\n  exact i",
            "fun n i => i",
        ),
    ],
)
def test_the_value_and_its_cast(header: str, tactics: str, value: str | None) -> None:
    expected = value if value is not None else "fun n => 0"
    assert value_of(f"{START}def x {header} := by\n  {tactics}\n") == expected


@pytest.mark.parametrize(
    ("header", "tactics", "what"),
    [
        ("(n : ℕ) : Fin (fact n)", "unfold fact\n  exact y", "unfold: fact does not unfold here"),
        ("(n : ℕ) : Fin (n + 1)", "unfold size\n  exact 0", "unfold: size does not unfold here"),
        ("(n : ℕ) : Fin (n + 1)", "unfold missing\n  exact 0", "unfold: `missing` is not one"),
        ("(n : ℕ) (h : 1 < n) : Fin n", "rw [h]\n  exact 0", "rw: with what is no equation"),
        ("(n : ℕ) (h : n = n) : Fin 3", "rw [h] at *\n  exact 0", "rw: everywhere"),
        ("(n : ℕ) : Fin (n + 0)", "norm_num\n  exact y", "norm_num: at the type of a value"),
        ("(n : ℕ) (i : Fin (n + 0)) : Fin n", "simpa", "simpa: the hypothesis that closes"),
        ("(n : ℕ) (i : Fin n) : Fin n", "simp at i\n  exact i", "simp: at the type of the value"),
        (
            "(n : ℕ) : Fin (n + 0)",
            "simp\n  refine ?_\n  exact y",
            "simp: what follows is no `exact`",
        ),
        ("(n : ℕ) : ℝ", "simp\n  exact 5", "simp: it changes what the type is a type of"),
        ("(n : ℕ) : Fin 2", "simp\n  exact ⟨_, h⟩", ""),
        ("(n : ℕ) : Fin n", "nth_rw 1 [swap]\n  exact y", "nth_rw: a tactic for a value"),
        ("(n : ℕ) : Fin n", "rw (config := c) [swap]\n  exact y", "rw: expected `[`"),
    ],
)
def test_what_is_refused(header: str, tactics: str, what: str) -> None:
    error = error_of(f"{START}def x {header} := by\n  {tactics}\n")
    if not what:  # the term after `simp` must not need its type
        assert error.what.startswith("the type must be known here")
        return
    assert isinstance(error, Unsupported), error
    assert error.what.startswith(what)


def test_a_goal_without_the_left_side() -> None:
    error = error_of(f"{START}def x (n : ℕ) : Fin n := by\n  rw [swap]\n  exact y\n")
    assert (error.what, error.got) == ("the goal has nothing to rewrite", "Fin n")


def test_a_goal_that_is_not_the_one_shown() -> None:
    error = error_of("def x (n : ℕ) : Fin n := by\n  show Fin (n + 1)\n  exact 0\n")
    assert error.what == "this is not the goal"
    assert (error.got, error.expected) == ("Fin (n + 1)", "Fin n")
