"""`intro`, `have`, `let`, `set`, `obtain`: what they bind, inside and outside."""

from __future__ import annotations

import pytest

from leanbridge.errors import Unsupported
from tests.core.lean_text import error_of, value_of


@pytest.mark.parametrize(
    ("type_", "tactics", "value"),
    [
        ("ℕ → ℕ → ℕ", "intro a b\n  exact a * b", "fun a b => a * b"),
        ("ℕ → ℕ → ℕ", "intro a _\n  exact a", "fun a x => a"),
        ("{k : ℕ} → Fin k → ℕ", "intro k i\n  exact k", "fun k i => k"),
        ("Fn", "intro a\n  exact a", "fun a => a"),
        ("2 < 1 → ℕ", "intro h\n  exact 3", "fun h => 3"),
        ("ℕ", "have k : ℕ := 2\n  exact k", "let k := 2; k"),
        ("ℕ", "have k := 2\n  exact k", "let k := 2; k"),
        ("ℕ", "have : ℕ := 2\n  exact this", "let this := 2; this"),
        ("ℕ", "have f (a : ℕ) : ℕ := a\n  exact f 2", "let f := fun a => a; f 2"),
        ("ℕ", "have k : ℕ := by\n    exact 2\n  exact k", "let k := 2; k"),
        ("Fin 3", "have h : 1 < 3 := by omega\n  exact ⟨1, h⟩", "Fin.mk 1 ‹1 < 3›"),
        ("Fin 3", "have h := lt\n  exact ⟨1, h⟩", "Fin.mk 1 ‹1 < 3›"),
        ("ℕ", "let k := 2\n  exact k", "let k := 2; k"),
        ("ℕ", "set k := 2 with hk\n  exact k", "let k := 2; k"),
        (
            "ℕ",
            "have k : ℕ := 1\n  have k : ℕ := k + 1\n  exact k",
            "let k := 1; let k_1 := k + 1; k_1",
        ),
    ],
)
def test_what_a_tactic_binds(type_: str, tactics: str, value: str) -> None:
    text = f"def Fn : Type := ℕ → ℕ\ntheorem lt : 1 < 3 := by omega\ndef x : {type_} := by\n  "
    assert value_of(f"{text}{tactics}\n") == value


def test_a_have_is_opaque_and_a_let_is_not() -> None:
    text = "def x : Fin 3 := by\n  {} n : ℕ := 3\n  have i : Fin n := ⟨1, by omega⟩\n  exact i\n"
    assert value_of(text.format("let")) == "let n := 3; let i := Fin.mk 1 ‹1 < n›; i"
    error = error_of(text.format("have"))
    assert (error.what, error.got, error.expected) == ("type mismatch", "Fin n", "Fin 3")


def test_a_theorem_that_cannot_be_read_is_a_proof_of_what_is_asked() -> None:
    text = (
        "theorem lt : 1 < 3 := by omega\n"
        "def x : Fin 3 := by\n  have h := lt.trans_le (le_refl _)\n  exact ⟨1, h⟩\n"
    )
    assert value_of(text) == "Fin.mk 1 ‹1 < 3›"


def test_but_it_is_never_a_value() -> None:
    text = (
        "theorem ex : ∃ n : ℕ, n < 3 := ⟨1, by omega⟩\n"
        "def x : ℕ := by\n  have h := ex.someUnknownChoice\n  exact h\n"
    )
    error = error_of(text)
    assert error.what.startswith("no field or method `someUnknownChoice`")


def test_nor_is_it_a_value_of_a_type_that_may_be_a_proposition() -> None:
    text = (
        "theorem ex : 1 < 3 := by omega\n"
        "def x {α : Sort u} (f : 1 < 3 → α) : α := by\n  have h := ex.unknown f\n  exact h\n"
    )
    error = error_of(text)
    assert error.what.startswith("no field or method `unknown`")


def test_an_unknown_name_is_no_proof() -> None:
    error = error_of("def x : Fin 3 := by\n  have h := Nat.unknown_lemma 1\n  exact ⟨1, h⟩\n")
    assert error.what.startswith("no field or method `unknown_lemma`")


def test_set_makes_the_goal_speak_of_the_name() -> None:
    text = (
        "def x (n : ℕ) : Fin (n + 1) := by\n  set k := n + 1 with hk\n"
        "  refine ⟨?_, ?_⟩\n  · exact n\n  · omega\n"
    )
    assert value_of(text) == "fun n => let k := n + 1; Fin.mk n ‹n < k›"


@pytest.mark.parametrize(
    ("tactics", "value"),
    [
        (
            "obtain ⟨a, b⟩ := p\n  exact a",
            "fun p h => match p with | (a, b) => a",
        ),
        (
            "have ⟨a, b⟩ := p\n  exact b",
            "fun p h => match p with | (a, b) => b",
        ),
        (
            "rcases p with ⟨a, b⟩\n  have c : ℕ := a\n  exact c",
            "fun p h => match p with | (a, b) => let c := a; c",
        ),
        ("obtain ⟨a, b, c⟩ := h\n  exact 1", "fun p h => 1"),
        ("obtain ⟨a, -⟩ := h\n  exact 1", None),
    ],
)
def test_what_is_taken_apart(tactics: str, value: str | None) -> None:
    text = f"def x (p : ℕ × ℕ) (h : 1 < 2 ∧ 2 < 3 ∧ 3 < 4) : ℕ := by\n  {tactics}\n"
    if value is None:
        assert isinstance(error_of(text), Unsupported)
        return
    assert value_of(text) == value


def test_the_parts_of_a_conjunction_are_its_proofs() -> None:
    text = "def x (h : 1 < 3 ∧ 2 < 4) : Fin 3 := by\n  obtain ⟨a, _⟩ := h\n  exact ⟨1, a⟩\n"
    assert value_of(text) == "fun h => Fin.mk 1 ‹1 < 3›"
    wrong = text.replace("⟨a, _⟩", "⟨_, a⟩")
    assert error_of(wrong).what == "this proves another proposition"


@pytest.mark.parametrize(
    ("tactics", "what"),
    [
        ("obtain ⟨m, hm⟩ := h\n  exact m", "obtain: of a proof that is no `∧`"),
        ("obtain rfl := e\n  exact 1", "obtain: the pattern `rfl`"),
        ("have inst : Add ℕ := ⟨fun a _ => a⟩\n  exact 1 + 1", "instance: inst, a local Add"),
        ("letI : Mul ℕ := m\n  exact 1 * 1", "instance: this, a local Mul"),
    ],
)
def test_what_is_refused(tactics: str, what: str) -> None:
    text = "def x (h : ∃ m : ℕ, m < 3) (e : 1 = 1) (m : Mul' ℕ) : ℕ := by\n  "
    text = f"def Mul' (α : Type) : Type := α\n{text}{tactics}\n"
    error = error_of(text)
    assert isinstance(error, Unsupported), error
    assert error.what == what


def test_nothing_to_introduce() -> None:
    error = error_of("def x : ℕ := by\n  intro n\n  exact n\n")
    assert (error.what, error.got) == ("there is nothing to introduce", "ℕ")
