"""Structures and inductive families: parameters, indices, parents, defaults, proofs."""

from __future__ import annotations

from tests.core.lean_text import declaration, environment, error_of, type_of


def test_parameters_are_implicit_in_constructors_and_projections() -> None:
    text = "structure V (n : Nat) (α : Type) where\n  f : Fin n → α\n"
    assert type_of(text, "V") == "ℕ → Type → Type"
    assert type_of(text, "V.mk") == "∀ {n : ℕ} {α : Type}, (Fin n → α) → V n α"
    assert type_of(text, "V.f") == "∀ {n : ℕ} {α : Type}, V n α → Fin n → α"
    found = declaration(text, "V")
    assert (found.params, found.constructors) == (2, ("V.mk",))


def test_later_fields_see_earlier_ones() -> None:
    text = "structure S where\n  n : Nat\n  v : Fin n → ℝ\n  h : 0 < n\n"
    assert type_of(text, "S.mk") == "∀ (n : ℕ), (Fin n → ℝ) → 0 < n → S"
    assert type_of(text, "S.v") == "∀ (self : S), Fin (S.n self) → ℝ"
    made = declaration(text, "S.mk").constructor
    assert made is not None
    assert made.proof_fields == (False, False, True)


def test_a_field_with_binders_is_a_function() -> None:
    text = "structure S where\n  f (n : Nat) : Fin (n + 1)\n"
    assert type_of(text, "S.f") == "S → (∀ (n : ℕ), Fin (n + 1))"


def test_section_variables_become_parameters() -> None:
    text = "variable (n : Nat) (m : Nat)\nstructure S where\n  v : Fin n → ℝ\n"
    assert type_of(text, "S") == "ℕ → Type"


def test_a_parent_comes_first_and_its_fields_are_seen() -> None:
    text = """
    structure A where
      n : Nat
    structure B extends A where
      v : Fin n → ℝ
    structure C extends B where
      w : Fin n → ℝ := v
    """
    assert type_of(text, "B.mk") == "∀ (toA : A), (Fin (A.n toA) → ℝ) → B"
    assert type_of(text, "C.w") == "∀ (self : C), Fin (A.n (B.toA (C.toB self))) → ℝ"
    ((position, default),) = declaration(text, "C.mk").defaults
    assert (position, repr(default)) == (1, "fun toB => B.v toB")


def test_extending_what_is_no_structure() -> None:
    error = error_of("structure B extends Nat where\n  v : Nat\n", "B")
    assert (error.what, error.got) == ("`extends` needs a structure", "ℕ")


def test_families_have_parameters_and_indices() -> None:
    text = """
    inductive Chain (α : Type) : Nat → Type where
      | nil : Chain α 0
      | cons {n : Nat} (a : α) (c : Chain α n) : Chain α (n + 1)
    """
    assert type_of(text, "Chain") == "Type → ℕ → Type"
    assert type_of(text, "Chain.cons") == ("∀ {α : Type} {n : ℕ}, α → Chain α n → Chain α (n + 1)")
    cons = declaration(text, "Chain.cons").constructor
    assert cons is not None
    assert (cons.params, cons.fields) == (1, ("n", "a", "c"))
    assert declaration(text, "Chain").params == 1


def test_names_of_a_constructor_are_auto_bound() -> None:
    text = "inductive T : Nat → Type where\n  | leaf (v : Fin n → ℝ) : T n\n"
    assert type_of(text, "T.leaf") == "∀ {n : ℕ}, (Fin n → ℝ) → T n"


def test_a_constructor_with_an_unknown_type_fails_with_its_family() -> None:
    env = environment("inductive T where\n  | a (n : Nope) : T\n")
    env.elaborate_header(env.entries["T"])
    error = env.entries["T"].error
    assert error is not None
    assert error.what == "unknown identifier `Nope`"


def test_a_named_constructor() -> None:
    text = "structure S where\n  make ::\n  n : Nat\ndef x : S := S.make 3\ndef y : S := ⟨4⟩\n"
    assert repr(declaration(text, "y").value) == "S.make 4"


def test_a_section_variable_that_only_a_constructor_mentions_is_a_parameter() -> None:
    text = (
        "variable (n : Nat) (m : Nat)\n"
        "inductive T where\n  | leaf (v : Fin n → ℝ) : T\n  | node (t : T) : T\n"
        "def x (t : T 3) : T 3 := .node t\n"
    )
    assert type_of(text, "T") == "ℕ → Type"
    assert type_of(text, "T.leaf") == "∀ {n : ℕ}, (Fin n → ℝ) → T n"
    assert type_of(text, "T.node") == "∀ {n : ℕ}, T n → T n"


def test_a_parents_field_again_is_unsupported() -> None:
    text = "structure A where\n  n : Nat\nstructure B extends A where\n  n : Nat\n"
    assert error_of(text, "B").what == "structure: the field n of a parent again"
