"""Traps T1 to T12 of facts/elaboration: each is a way to be silently wrong."""

from __future__ import annotations

import time

import pytest

from leanbridge.core.known import is_known, is_namespace
from leanbridge.core.terms import Const, Lit, const, nat, subterms
from tests.core.lean_text import declaration, environment, error_of, type_of, value_of, value_term

# ----- T1 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "name"),
    [
        ("", "CategoryTheory"),
        ("", "Polynomial"),
        ("open ProbabilityTheory in\n", "IndepFun"),
        ("open MeasureTheory in\n", "MemLp"),
    ],
)
def test_a_name_of_lean_or_mathlib_is_never_auto_bound(opening: str, name: str) -> None:
    text = f"{opening}theorem x (a b : {name}) : a = b := by sorry"
    assert error_of(text).what == f"unknown identifier `{name}`"


def test_an_applied_name_and_a_long_name_of_a_type_are_refused() -> None:
    applied = error_of("theorem x (a : Strange 3) : a = a := by sorry")
    assert applied.what == "unknown identifier `Strange`"
    long = error_of("theorem x (a : Strange) : a = a := by sorry")
    assert long.what == "unknown identifier `Strange`"
    assert long.todo is not None
    assert "likely missing constant" in long.todo


def test_the_list_of_names() -> None:
    assert all(map(is_known, ("Nat", "HAdd", "FiniteDimensional", "Real.pi", "Set.Icc")))
    assert all(map(is_namespace, ("Nat", "MeasureTheory", "BigOperators")))
    assert not any(map(is_known, ("n", "m", "x", "α", "h₁", "Proofs")))


# ----- T2. a binder's type follows substitution -------------------------------------------


def test_the_type_under_a_binder_follows_what_is_put_in() -> None:
    text = """
    def v (n : Nat) : (Fin n → ℝ) → Fin n → ℝ := fun f i => f i
    def x : (Fin (2 + 1) → ℝ) → Fin 3 → ℝ := v 3
    """
    assert value_of(text) == "v 3"


# ----- T3. nesting costs no more than its size --------------------------------------------


def test_postponing_in_nests_is_not_exponential() -> None:
    depth = 40
    term = "fun p => " + "⟨" * depth + "p" + ", 0⟩" * depth
    type_ = "ℕ → " + "(" * (depth - 1) + "ℕ × ℕ" + ") × ℕ" * (depth - 1)
    before = time.process_time()
    value_term(f"def x : {type_} := {term}")
    assert time.process_time() - before < 5


# ----- T4. let-variables are atoms first --------------------------------------------------


def test_a_chain_of_lets_does_not_double() -> None:
    lines = ["let a0 := n"] + [f"let a{i} := a{i - 1} + a{i - 1}" for i in range(1, 25)]
    text = "def f (n : ℕ) (h : Fin n) : ℕ := n\ndef x (n : ℕ) : ℕ :=\n  "
    value = value_term(text + "\n  ".join([*lines, "a24"]))
    assert sum(1 for _ in subterms(value)) < 200


def test_a_let_variable_is_unfolded_when_types_need_it() -> None:
    text = "def x (v : Fin 3 → ℝ) : ℝ :=\n  let k := 3\n  let w : Fin k → ℝ := v\n  w 0"
    assert "let k := 3; let w := v; w 0" in value_of(text)


# ----- T5. instances are no part of terms -------------------------------------------------


def test_instances_are_facts_not_arguments() -> None:
    text = "def f (n : ℕ) [NeZero n] (i : Fin n) : ℕ := n\ndef x : ℕ := f 3 1"
    found = declaration(text, "f")
    assert repr(found.type) == "∀ (n : ℕ), Fin n → ℕ"
    assert [repr(i) for i in found.instances] == ["fun n => NeZero ℕ n"]
    assert value_term(text).args[0] is nat(3)  # type: ignore[attr-defined]  # an application


# ----- T6. no semiring arithmetic in types ------------------------------------------------

EQUAL = ["2 * 28 | 56", "k + 2 | k + 1 + 1", "2 * (h + 1) | 2 * h + 2", "k + 0 | k"]
DIFFERENT = ["2 * (4 * k) | 8 * k", "h * 2 | 2 * h", "h * (k * n) | h * k * n", "h + k | k + h"]


@pytest.mark.parametrize("sizes", EQUAL)
def test_sizes_that_lean_takes_for_equal(sizes: str) -> None:
    a, b = sizes.split(" | ")
    text = f"def x (h k n : ℕ) (v : Fin ({a}) → ℝ) : Fin ({b}) → ℝ := v"
    assert value_of(text) == "fun h k n v => v"


@pytest.mark.parametrize("sizes", DIFFERENT)
def test_sizes_that_are_equal_only_as_numbers(sizes: str) -> None:
    a, b = sizes.split(" | ")
    error = error_of(f"def x (h k n : ℕ) (v : Fin ({a}) → ℝ) : Fin ({b}) → ℝ := v")
    assert error.what == "type mismatch"
    assert error.got is not None
    assert a.split(" ")[0] in error.got


# ----- T7. unfolding ----------------------------------------------------------------------

VEC = "def Vec (n : ℕ) : Type := Fin n → ℝ\n"


def test_definitions_unfold_but_irreducible_ones_do_not() -> None:
    text = VEC + "def x (v : Vec 3) : Fin 3 → ℝ := v"
    assert value_of(text) == "fun v => v"
    locked = VEC + "attribute [irreducible] Vec\ndef x (v : Vec 3) : Fin 3 → ℝ := v"
    assert error_of(locked).got == "Vec 3"


def test_core_functions_in_types_compute() -> None:
    text = "def x (v : Fin (List.foldr (· + ·) 0 [1, 2]) → ℝ) : Fin 3 → ℝ := v"
    assert value_of(text) == "fun v => v"
    text = "def x (v : Fin (List.replicate 2 1).length → ℝ) : Fin 2 → ℝ := v"
    assert value_of(text) == "fun v => v"


# ----- T8, T9. proofs ---------------------------------------------------------------------


def test_a_proof_is_its_proposition() -> None:
    text = "def f (n : ℕ) (h : 0 < n) : ℕ := n\ndef x : ℕ := f 3 some_unknown_lemma"
    assert value_of(text) == "f 3 ‹0 < 3›"


def test_a_proof_is_read_to_find_what_its_proposition_is_about() -> None:
    text = "def f {n : ℕ} (h : 0 < n) : ℕ := n\ndef x (h : 0 < 7) : ℕ := f h"
    assert value_of(text) == "fun h => f 7 ‹0 < 7›"


def test_untyped_hypotheses_get_their_type_from_use() -> None:
    text = "def f {n : ℕ} (h : 0 < n) : ℕ := n\ntheorem x (h) : f (n := 3) h = 3 := by sorry"
    assert type_of(text) == "0 < 3 → f 3 ‹0 < 3› = 3"


def test_casts_keep_their_equation() -> None:
    text = "def x (m n : ℕ) (h : m = n) (v : Fin m → ℝ) : Fin n → ℝ := v ∘ Fin.cast h.symm"
    assert "Fin.cast n m ‹n = m›" in value_of(text)
    text = "def x (m n : ℕ) (h : m = n) (v : Fin m → ℝ) : Fin n → ℝ := h ▸ v"
    assert value_of(text).startswith("fun m n h v => Eq.rec_cast (Fin m → ℝ) (Fin n → ℝ) (m = n)")


def test_a_cast_tells_its_term_the_type() -> None:
    text = """
    inductive T : ℕ → Type where
      | leaf (n : ℕ) : T n
    def x (m n : ℕ) (h : m = n) : T n := h ▸ (.leaf m)
    """
    assert value_of(text).endswith("‹m = n› (T.leaf m)")


# ----- T10. tokens ------------------------------------------------------------------------


def test_an_underscore_is_no_name() -> None:
    text = (
        "def f {n : ℕ} (v : Fin n → ℝ) : ℕ := n\ntheorem x (v : Fin 3 → ℝ) : @f _ v = 3 := by sorry"
    )
    assert type_of(text) == "∀ (v : Fin 3 → ℝ), f 3 v = 3"
    assert value_term("def x : ℕ := '0'.toNat") is const("Char.toNat", const("Char.ofNat", Lit(48)))


# ----- T11. overloads ---------------------------------------------------------------------


def test_two_readings_that_fit_are_an_error() -> None:
    text = "def A.c : Nat := 1\ndef B.c : Nat := 2\nopen A B\ndef x : Nat := c"
    assert error_of(text).what == "ambiguous: `c` may be A.c, B.c"


def test_no_reading_that_fits_is_an_error_with_all_of_them() -> None:
    text = "def A.c : Nat := 1\ndef B.c : Nat := 2\nopen A B\ndef x : String := c"
    assert error_of(text).what == "no reading of `c` fits (A.c, B.c)"


def test_the_root_reading_is_taken_if_it_alone_fits() -> None:
    text = "open Finset\ndef x (a b : ℝ) : ℝ := max a b"
    assert value_of(text) == "fun a b => Max.max a b"


# ----- T12. visibility --------------------------------------------------------------------


def test_only_imported_modules_are_seen() -> None:
    alone = {"M0": frozenset[str](), "M1": frozenset[str]()}
    env = environment("def c : Nat := 1", "def x : Nat := c", imports=alone)
    env.elaborate_header(env.entries["x"])
    env.elaborate_body(env.entries["x"])
    error = env.entries["x"].body_error
    assert error is not None
    assert error.what == "unknown identifier `c`"
    env = environment("def c : Nat := 1", "def x : Nat := c")
    x = env.declaration("x")
    assert x is not None
    assert x.value is Const("c")


def test_only_what_stands_above_is_seen() -> None:
    assert error_of("def x : Nat := c\ndef c : Nat := 1").what == "unknown identifier `c`"


def test_scopes_do_not_leak_into_the_next_file() -> None:
    env = environment("namespace A\nvariable (n : Nat)\nopen Nat", "theorem x : 1 = 1 := by sorry")
    x = env.declaration("x")
    assert x is not None
    assert repr(x.type) == "1 = 1"
