"""Operators and numerals where Lean certainly finds no instance."""

from __future__ import annotations

import pytest

from tests.core.lean_text import declaration, error_of

OWN = "structure P where\n  a : Nat\n"
CLASS = "class Marked (α : Type) where\n  mark : α\n"


@pytest.mark.parametrize(
    ("text", "op"),
    [
        ("def x {α : Type} (a b : α) : Prop := a < b", "LT.lt"),
        ("def x {α : Type} (a : α) : α := a + a", "HAdd.hAdd"),
        (f"{CLASS}def x {{α : Type}} [Marked α] (a b : α) : Prop := a ≤ b", "LE.le"),
        (f"{OWN}def x (p : P) : Prop := p ≤ p", "LE.le"),
        (f"{OWN}def x (p : P) : P := p * p", "HMul.hMul"),
        ("def x (a b : ℝ) : ℝ := a % b", "HMod.hMod"),
        ("def x : Prop := (ℕ → Type) = 1", "OfNat.ofNat"),
        ("def x {n : ℕ} (i : Fin n) : Prop := i = 1", "OfNat.ofNat"),
        ("def x : ℕ := 1.5", "OfScientific.ofScientific"),
        ("def x (n : ℕ) : ℕ := -n", "Neg.neg"),
        ("def x (n : ℕ) : ℕ := |n|", "abs"),
        ("def x (a : ℝ) (f : ℕ → ℕ) : ℝ := a ^ f", "the exponent of a power"),
    ],
)
def test_refused(text: str, op: str) -> None:
    assert error_of(text).what == f"no instance of {op}"


@pytest.mark.parametrize(
    "text",
    [
        "def x {α : Type} [LinearOrder α] (a b : α) : Prop := a < b",
        f"{OWN}instance : LE P := ⟨fun p q => p.a ≤ q.a⟩\ndef x (p : P) : Prop := p ≤ p",
        "def x (f g : Fin 3 → ℝ) : Fin 3 → ℝ := f + 2 * g",
        "def x {n : ℕ} [NeZero n] (i : Fin n) : Prop := i = 1",
        "def x {n : ℕ} (i : Fin (n + 1)) : Prop := i = 1",
        "def x (p q : Prop) : Prop := p ≤ q",
        "def x (a b : ℝ) : ℝ := a ^ b",
    ],
)
def test_taken_to_have_the_usual_one(text: str) -> None:
    declaration(text, "x")


@pytest.mark.parametrize(
    "binder", ["[x : Nat]", "[n = n]", "[Nat → Nat × Nat]", "[α]", "[Set Nat]"]
)
def test_an_instance_binder_needs_a_class(binder: str) -> None:
    error = error_of(f"def x (n : Nat) {{α : Type}} {binder} : Nat := n")
    assert error.what == "`[…]` needs a class"


@pytest.mark.parametrize("binder", ["(i : Add ℝ)", "{i : Mul ℝ}", "(i : LE (Fin 3))"])
def test_a_local_variable_of_an_operators_class_is_refused(binder: str) -> None:
    """Lean takes it for the instance of what stands below, and we would not."""
    error = error_of(f"def x {binder} (a b : ℝ) : ℝ := a + b")
    assert error.what.startswith("instance: i, a local ")
