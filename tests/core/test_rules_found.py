"""Readings that the comparison with Lean found to be wrong once; each as Lean has it."""

from __future__ import annotations

import pytest

from tests.core.lean_text import declaration, environment, error_of, value_of

POINT = """structure P where
  a : Nat
  b : Nat := a + 1
structure T extends P where
  tag : Bool
def P.self {p : P} (h : p = p) (q : P) : Nat := q.a + p.a
def P.pick (n : Nat) (p : P) : Nat := n + p.a
"""
DIAMOND = """structure L extends P where
  l : Nat
structure R extends P where
  r : Nat
structure D extends L, R where
  d : Nat := l + r
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("def x (p : P) : T := { p with tag := true }", "fun p => T.mk p Bool.true"),
        ("def x (t : T) : P := { t with }", "fun t => T.toP t"),
        ("def x (p : P) : P := { a := p.a, b := p.b }", "fun p => p"),
        ("def x (p : P) : P := ⟨p.a, p.b⟩", "fun p => P.mk (P.a p) (P.b p)"),
        ("def x (p q : P) (h : p = p) : Nat := p.self h q", "fun p q h => P.self p ‹p = p› q"),
        ("def x (p : P) : Nat → Nat := p.pick", "fun p n => P.pick n p"),
        ("def x : Nat → P := P.mk 1", "P.mk 1"),
    ],
)
def test_structures(text: str, value: str) -> None:
    assert value_of(POINT + text) == value


def test_a_source_that_is_no_variable_is_named() -> None:
    found = value_of(f"{POINT}def x (g : Nat → P) : P := {{ g 3 with b := 0 }}")
    assert "__src" in found
    assert found.count("g 3") == 1


def test_a_second_parent_that_shares_fields_is_copied() -> None:
    text = f"{POINT}{DIAMOND}def x : D → R := D.toR"
    assert repr(declaration(text, "D.mk").type) == "L → ℕ → ℕ → D"
    env = environment(text)
    assert repr(env.statement("x").type) == "D → R"
    assert repr(env.value("x")) == "D.toR"
    made = env.declaration("D.toR")
    assert made is not None
    assert made.kind == "def"
    assert repr(made.value) == "fun self => R.mk (L.toP (D.toL self)) (D.r self)"


@pytest.mark.parametrize(
    "text",
    [
        "def s ⦃n : Nat⦄ (i : Fin n) : Nat := n\ndef x : ∀ ⦃n : Nat⦄, Fin n → Nat := s",
        "def x : ∀ ⦃n : Nat⦄, Fin n → Nat := fun _ i => i.val",
        "def f (n : Nat) (i : Fin n) : Nat := n\ndef x {n : Nat} (i : Fin n) : Nat := f (i := i)",
        "def x : {n : Nat} → Fin n → Nat := @fun n i => n + i.val",
        "def x (n : Nat) : Nat := (if n = 0 then fun y => y else fun y => y + 1) n",
        "def x : Option Nat → Option Nat\n  | none => none\n  | o@(some _) => o",
        "namespace A\ndef m : Nat := 1\nend A\nnamespace B\nend B\n"
        "namespace A.C\nexport A (m)\nend A.C\ndef x : Nat := A.C.m",
        "namespace A.B\ndef m : Nat := 1\nend A.B\nopen A B\ndef x : Nat := m",
        "def «α₁» : Nat := 1\ndef x : Nat := α₁",
        "mutual\ninductive E where\n  | z\n  | s (o : O)\ninductive O where\n  | s (e : E)\nend\n"
        "def x : O := .s .z",
        "class M (α : Type) where\n  m : α\ndef x {α : Type} [i : M α] : α := i.m",
        "inductive V (α) : Nat → Type where\n  | nil : V α 0\n"
        "  | cons {n} (a : α) (v : V α n) : V α (n + 1)\n"
        "def x : V Nat 0 := .nil",
        "def f (n := 3) : Nat := n\ndef x : Nat := f",
        "variable (n)\ndef x : Nat := n + 1",
        "def x (f : Fin 3 → ℝ) (n : ℕ) : Fin 3 → ℝ := f * n",
        "def x : ℝ := ((3).succ : ℕ)",
        "def x : Prop := ∀ i ∈ (Finset.univ.filter (fun j : Fin 3 => j = i)), i = i",
    ],
)
def test_accepted(text: str) -> None:
    declaration(text, "x")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("def x := fun g => g 1", "a function is expected"),
        ("def p {α : Type} (a b : α) : α := a\ndef x : Nat := p 1 2 3", "a function is expected"),
        ("def x (p : Nat) : Nat := { p with a := 1 }", "`{ s with … }` needs a structure"),
        ("theorem x : Nat := by sorry", "a theorem states a proposition"),
        ("structure x (n : Nat) : Nat where\n  a : Nat", "the type of a structure must be a sort"),
        ("def x (n : Nat) (h : n = 0) : Fin n := ⟨0, h⟩", "this proves another proposition"),
        ("def x (a.b : Nat) : Nat := 1", "the name a.b of a binder must have one part"),
        ("def x : List Nat → Nat\n  | () => 0\n  | _ => 1", "the pattern `()`"),
    ],
)
def test_refused(text: str, what: str) -> None:
    assert error_of(text).what == what


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("namespace A\nend A\nopen A hiding b", "no `b` in `A`"),
        ("variable (n : Nat)\nvariable (n)", "the brackets of `n` are already these"),
        ("include h", "no variable `h` is declared"),
    ],
)
def test_findings(text: str, message: str) -> None:
    assert [f.message for f in environment(text).findings] == [message]
