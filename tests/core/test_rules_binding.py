"""Rules 22 to 27: binding forms, patterns, layout, proofs in the middle of arguments."""

from __future__ import annotations

import pytest

from tests.core.lean_text import error_of, type_of, value_of

# ----- 22 ---------------------------------------------------------------------------------

FORMS = {
    "(n : ℕ) : ℕ := if h : 0 < n then n - 1 else 0": (
        "fun n => dite (0 < n) (fun h => n - 1) (fun h => 0)"
    ),
    "(n : ℕ) : ℕ := if 0 < n then 1 else 0": "fun n => if 0 < n then 1 else 0",
    ": ℕ × ℕ → ℕ := fun ⟨a, b⟩ => a": "fun x✝ => match x✝ with | (a, b) => a",
    "(p : ℕ × ℕ) : ℕ := let ⟨a, b⟩ := p; b": "fun p => match p with | (a, b) => b",
    ": ℕ → ℕ := fun | 0 => 1 | n + 1 => n": ("fun a => match a with | 0 => 1 | Nat.succ n => n"),
    ": ℕ → ℕ := (· + 1)": "fun x1✝ => x1✝ + 1",
    "(f : ℕ → ℕ → ℕ) : ℕ → ℕ := (f · 3)": "fun f x1✝ => f x1✝ 3",
    "(f : ℕ → ℕ) : List ℕ → List ℕ := (List.map (f ·) ·)": (
        "fun f x1✝ => List.map ℕ ℕ (fun x1✝_1 => f x1✝_1) x1✝"
    ),
    "(n : ℕ) : ℕ := let m := n + 1; m * m": "fun n => let m := n + 1; m * m",
    "(n : ℕ) : Option ℕ := if let k + 1 := n then some k else none": (
        "fun n => match n with | Nat.succ k => Option.some ℕ k | x => Option.none ℕ"
    ),
}


@pytest.mark.parametrize("text", list(FORMS))
def test_binding_forms(text: str) -> None:
    assert value_of(f"def x {text}") == FORMS[text]


# ----- 23 ---------------------------------------------------------------------------------

OP = """
inductive Op : Nat → Nat → Type where
  | relu {n : Nat} : Op n n
  | conv {m n : Nat} (k : Nat) : Op m n
"""


def test_indices_are_refined_in_a_branch() -> None:
    text = (
        OP
        + """
    def run {a b : Nat} : Op a b → (Fin a → ℝ) → Fin b → ℝ
      | .relu, v => v
      | .conv _, _ => fun _ => 0
    """
    )
    assert value_of(text, "run") == (
        "fun a b a_1 a_2 => match a, b, a_1, a_2 with "
        "| x, x, Op.relu x, v => v | x, x_1, Op.conv x x_1 x_2, x_3 => fun x_4 => 0"
    )


def test_a_named_implicit_of_a_constructor_in_a_pattern() -> None:
    text = OP + "def w {a b : Nat} : Op a b → Nat\n  | .conv (n := c) k => c + k\n  | .relu => 0\n"
    assert "| x, c, Op.conv x c k => c + k |" in value_of(text, "w")


def test_the_expected_type_of_a_branch_is_the_motive_at_the_pattern() -> None:
    text = "def x : (n : Nat) → Fin (n + 1)\n  | 0 => 0\n  | n + 1 => Fin.last (n + 1)\n"
    assert value_of(text) == "fun n => match n with | 0 => 0 | Nat.succ n_1 => Fin.last (n_1 + 1)"


def test_an_identifier_is_a_variable_unless_it_is_a_constructor() -> None:
    text = "def k : Nat := 3\ndef x (n : Nat) : Nat := match n with\n  | k => k\n"
    assert value_of(text) == "fun n => let k := n; k"
    text = "def k : Nat := 3\ndef x (n m : Nat) : Nat := match n, m with\n  | k, _ => k\n"
    assert value_of(text) == "fun n m => match n, m with | k, x => k"
    text = "def x (b : Bool) : Nat := match b with\n  | true => 1\n  | false => 0\n"
    assert value_of(text) == "fun b => match b with | Bool.true => 1 | Bool.false => 0"


def test_several_rows_and_list_patterns() -> None:
    text = "def x : List Nat → Nat → Nat\n  | [a], 0 | [a, _], _ => a\n  | _, _ => 0\n"
    assert value_of(text) == (
        "fun a a_1 => match a, a_1 with | a_2 :: List.nil ℕ, 0 => a_2 "
        "| a_2 :: x :: List.nil ℕ, x_1 => a_2 | x, x_1 => 0"
    )


def test_array_patterns() -> None:
    text = "def x (a : Array Nat) : Nat := match a with\n  | #[n] => n\n  | _ => 0\n"
    assert "Array.mk ℕ (n :: List.nil ℕ) => n" in value_of(text)


@pytest.mark.parametrize(
    ("alternatives", "what"),
    [
        ("| 0, _ => 1", "1 patterns are needed"),
        ("| .foo => 1", "Nat has no constructor `foo`"),
        ("| Nat.succ => 1", "constructor Nat.succ needs more arguments"),
        ("| Nat.succ a b => 1", "constructor Nat.succ has too many arguments in a pattern"),
        ("| (a, b) => 1", "a pair pattern"),
    ],
)
def test_wrong_patterns(alternatives: str, what: str) -> None:
    assert error_of(f"def x (n : Nat) : Nat := match n with\n  {alternatives}\n").what == what


# ----- 24 ---------------------------------------------------------------------------------

QUANTIFIERS = {
    "∀ i ∈ s, i < 3": "∀ (s : Finset ℕ) (i : ℕ), Membership.mem s i → i < 3",
    "∀ i > 0, i < 3": "Finset ℕ → (∀ (i : ℕ), i > 0 → i < 3)",
    "∃ i ∈ s, i < 3": "∀ (s : Finset ℕ), ∃ i : ℕ, Membership.mem s i ∧ i < 3",
    "∃ i j : ℕ, i < j": "Finset ℕ → (∃ i : ℕ, ∃ j : ℕ, i < j)",
    "∑ i ∈ s, i = 3": "∀ (s : Finset ℕ), ∑ i ∈ s, i = 3",
    "∑ i : Fin 3, (i : ℕ) = 3": "Finset ℕ → ∑ i : Fin 3, ↑i = 3",
}


@pytest.mark.parametrize("text", list(QUANTIFIERS))
def test_quantifiers(text: str) -> None:
    assert type_of(f"theorem x (s : Finset ℕ) : {text} := by sorry") == QUANTIFIERS[text]


def test_show_from_and_have() -> None:
    assert value_of("def x : ℕ := show ℕ from 3") == "let this := 3; this"
    assert value_of("def x (n : ℕ) : ℕ := have h : n = n := rfl; n") == "fun n => n"


# ----- 25. only Prop and Type are told apart ----------------------------------------------


def test_universes_are_ignored() -> None:
    text = "universe u\ndef x (α : Type u) (β : Type 3) : Type _ := α × β"
    assert value_of(text) == "fun α β => α × β"
    assert type_of("def x (p : Prop) : Sort _ := p") == "Prop → Sort"


# ----- 26. layout -------------------------------------------------------------------------


def test_arguments_end_at_the_column_of_the_let() -> None:
    text = "def x (f : ℕ → ℕ) : ℕ :=\n  let a := f\n    1\n  let b := f 2\n  a + b\n"
    assert value_of(text) == "fun f => let a := f 1; let b := f 2; a + b"


# ----- 27. a proof argument in the middle -------------------------------------------------


def test_sup_with_its_proof_in_the_middle() -> None:
    text = (
        "def x (f : Fin 3 → ℝ) : ℝ :=\n  (Finset.univ : Finset (Fin 3)).sup' Finset.univ_nonempty f"
    )
    assert value_of(text) == (
        "fun f => Finset.sup' (Finset.univ (Fin 3)) ‹Finset.Nonempty (Fin 3) "
        "(Finset.univ (Fin 3))› f"
    )
