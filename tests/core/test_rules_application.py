"""Rules 10 to 16: applications, dot notation, structure values."""

from __future__ import annotations

import pytest

from leanbridge.core.terms import Lam, app, const, nat
from tests.core.lean_text import R, error_of, type_of, value_of, value_term

TWO = "def two (k : Nat) (w : Nat) (v : Nat × Nat) : Nat := k\n"


# ----- 10. walking the type ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("two 1 2 (3, 4)", "two 1 2 (3, 4)"),
        ("two (w := 2) 1 (3, 4)", "two 1 2 (3, 4)"),
        ("two 1 (v := (3, 4)) (w := 2)", "two 1 2 (3, 4)"),
    ],
)
def test_named_arguments(term: str, expected: str) -> None:
    assert value_of(TWO + f"def x : Nat := {term}") == expected


def test_what_named_arguments_skip_is_eta_expanded() -> None:
    assert value_of(TWO + "def x : Nat → (Nat × Nat) → Nat := two (w := 5)") == ("fun k => two k 5")
    assert value_of(TWO + "def x (p : Nat × Nat) := two (v := p)") == "fun p k w => two k w p"


def test_an_unknown_named_argument_is_an_error() -> None:
    assert error_of(TWO + "def x := two (z := 5)").what == "`z` is no argument"


def test_defaults_fill_trailing_gaps_and_may_be_given() -> None:
    text = "def f (a : Nat) (b : Nat := a + 1) : Nat := b\n"
    assert value_of(text + "def x : Nat := f 3") == "f 3 (3 + 1)"
    assert value_of(text + "def x : Nat := f 3 (b := 9)") == "f 3 9"


def test_a_function_with_a_default_is_eta_expanded_as_an_argument() -> None:
    text = "def f (a : Nat) (b : Nat := 7) : Nat := b\n"
    assert value_of(text + "def x : List Nat := [1].map f") == (
        "List.map ℕ ℕ (fun a => f a 7) (1 :: List.nil ℕ)"
    )


def test_at_makes_everything_explicit() -> None:
    assert value_of(
        "def f {k : Nat} (i : Fin k) : Nat := 0\ndef x (i : Fin 3) : Nat := @f 3 i"
    ) == ("fun i => f 3 i")


def test_strict_implicits_wait_for_an_explicit_argument() -> None:
    text = "theorem x (f : Nat → Nat) (h : Function.Injective f) : Function.Injective f := by sorry"
    assert type_of(text) == ("∀ (f : ℕ → ℕ), Function.Injective ℕ ℕ f → Function.Injective ℕ ℕ f")


# ----- 11, 12. the expected type first, unknown types last --------------------------------


def test_the_expected_type_tells_implicit_arguments() -> None:
    text = (
        "def mk {α : Type} (n : Nat) (d : α → α) : α → α := d\ndef x : ℝ → ℝ := mk 1 fun y => y + 1"
    )
    value = value_term(text)
    assert value is const("mk", R, nat(1), _plus_one())


def _plus_one() -> Lam:
    from leanbridge.core.terms import BVar, Lit

    one = const("OfNat.ofNat", R, Lit(1))
    return Lam("y", "", R, const("HAdd.hAdd", R, BVar(0), one))


def test_an_untyped_function_waits_for_the_other_arguments() -> None:
    text = "def app3 {α : Type} (f : α → α) (a : α) : α := f a\n"
    assert value_of(text + "def x : Nat := app3 (fun y => y.succ) (3 : Nat)") == (
        "app3 ℕ (fun y => Nat.succ y) 3"
    )


def test_a_type_that_stays_unknown_is_an_error() -> None:
    text = "def app3 {α : Type} (f : α → α) (a : Nat) : Nat := a\ndef x := app3 (fun y => ⟨y, y⟩) 3"
    assert error_of(text).what.startswith("the type must be known here")


# ----- 13. bundled maps -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "argument", "result"),
    [
        ("ℝ →L[ℝ] ℝ", "ℝ", "ℝ"),
        ("Fin 2 ≃ Fin 2", "Fin 2", "Fin 2"),
        ("MeasureTheory.Measure ℝ", "Set ℝ", "ENNReal"),
    ],
)
def test_a_bundled_map_is_applied_through_its_coercion(
    type_: str, argument: str, result: str
) -> None:
    text = f"def x (e : {type_}) (t : {argument}) : {result} := e t"
    assert value_of(text) == "fun e t => e t"
    assert "DFunLike.coe" in str(_constants(text))


def test_a_type_with_a_function_instance_is_applied_through_its_projection() -> None:
    text = "def x (g : StieltjesFunction ℝ) (t : ℝ) : ℝ := g t"
    assert value_of(text) == "fun g t => StieltjesFunction.toFun ℝ g t"


def test_a_matrix_is_a_function_and_a_product_of_shapes() -> None:
    text = """
    def x (A : Matrix (Fin 2) (Fin 3) ℝ) (M : Matrix (Fin 3) (Fin 4) ℝ) : ℝ := (A * M) 0 1
    """
    assert "Matrix.mul" in _constants(text)
    square = "def x (A : Matrix (Fin 2) (Fin 2) ℝ) : Matrix (Fin 2) (Fin 2) ℝ := A * A"
    assert "HMul.hMul" in _constants(square)
    bad = "def x (A : Matrix (Fin 2) (Fin 3) ℝ) (M : Matrix (Fin 4) (Fin 2) ℝ) := A * M"
    assert error_of(bad).what == "type mismatch"


def _constants(text: str) -> set[str]:
    from leanbridge.core.terms import constants

    return constants(value_term(text))


def test_too_many_arguments() -> None:
    error = error_of("def f (n : Nat) : Nat := n\ndef x : Nat := f 1 2")
    assert error.what == "too many arguments: this is not a function"
    assert error.got == "ℕ"


@pytest.mark.parametrize("term", ["2 n", "(2) n"])
def test_a_numeral_is_not_a_function(term: str) -> None:
    assert error_of(f"def x (n : Nat) := {term}").what == "a numeral is not a function"


# ----- 14. dot notation -------------------------------------------------------------------


def test_the_value_before_the_dot_goes_to_the_first_argument_of_its_type() -> None:
    assert (
        value_of(
            TWO + "def Prod.two (k : Nat) (v : Nat × Nat) : Nat := k\n"
            "def x (v : Nat × Nat) : Nat := v.two 3"
        )
        == "fun v => Prod.two 3 v"
    )


def test_the_head_is_tried_as_written_first_then_unfolded() -> None:
    text = """
    def Mat (m n : Nat) : Type := Fin m → Fin n → ℝ
    def Mat.t {m n : Nat} (A : Mat m n) : Mat n m := fun i j => A j i
    def Pair : Type := Nat × Nat
    def x (A : Mat 2 3) : Mat 3 2 := A.t
    def y (p : Pair) : Nat := p.fst
    """
    assert value_of(text) == "fun A => Mat.t 2 3 A"
    assert value_of(text, "y") == "fun p => p.1"


def test_a_method_in_another_namespace_is_not_found() -> None:
    text = (
        "namespace Foo\ndef Nat.bar (n : Nat) : Nat := n\ndef x (n : Nat) : Nat := n.bar\nend Foo"
    )
    assert error_of(text, "Foo.x").what == "no field or method `bar`"


def test_numbered_fields() -> None:
    text = "def x (r : Nat × Nat × Nat) : Nat := r.2.1"
    assert value_of(text) == "fun r => r.2.1"
    assert error_of("def x (r : Nat × Nat) : Nat := r.3").what == "Prod has 2 fields, not 3"


def test_functions_have_methods_too() -> None:
    text = "def Function.twice (f : Nat → Nat) (n : Nat) : Nat := f (f n)\n"
    assert value_of(text + "def x (f : Nat → Nat) : Nat := f.twice 3") == (
        "fun f => Function.twice f 3"
    )


# ----- 15. .ctor --------------------------------------------------------------------------


def test_dot_names_go_by_the_expected_type_through_arrows() -> None:
    text = "inductive Op where\n  | conv (n : Nat) : Op\n  | skip : Op\n"
    assert value_of(text + "def x : Op := .conv 3") == "Op.conv 3"
    assert value_of(text + "def x : Nat → Op := .conv") == "Op.conv"
    assert value_of(text + "def x : List Op := [.skip, .conv 1]") == (
        "Op.skip :: Op.conv 1 :: List.nil Op"
    )


# ----- 16. structure values ---------------------------------------------------------------

POINT = "structure P where\n  a : Nat\n  b : Nat := 5\n  h : a = a := by rfl\n"
CHILD = POINT + "structure Q extends P where\n  c : Nat\n"


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("{ a := 1 }", "P.mk 1 5 ‹1 = 1›"),
        ("{ a := 1, b := 2 }", "P.mk 1 2 ‹1 = 1›"),
        ("⟨1, 2, by rfl⟩", "P.mk 1 2 ‹1 = 1›"),
    ],
)
def test_structure_values(term: str, expected: str) -> None:
    assert value_of(POINT + f"def x : P := {term}") == expected


def test_a_copy_takes_the_other_fields_by_projection() -> None:
    assert value_of(POINT + "def x (p : P) : P := { p with b := 0 }") == (
        "fun p => P.mk (P.a p) 0 (P.h p)"
    )


def test_punning() -> None:
    assert value_of(POINT + "def x (a b : Nat) : P := { a, b }") == "fun a b => P.mk a b ‹a = a›"


def test_a_parent_is_one_field() -> None:
    assert type_of(CHILD, "Q.mk") == "P → ℕ → Q"
    assert value_of(CHILD + "def x (q : Q) : Nat := q.a + q.c") == (
        "fun q => P.a (Q.toP q) + Q.c q"
    )
    assert value_of(CHILD + "def x : Q := { a := 1, c := 2 }") == "Q.mk (P.mk 1 5 ‹1 = 1›) 2"
    assert value_of(CHILD + "def x (q : Q) : Q := { q with c := 2 }") == (
        "fun q => Q.mk (Q.toP q) 2"
    )


def test_surplus_components_go_into_the_last() -> None:
    assert value_of("def x : Nat × Nat × Nat := ⟨1, 2, 3⟩") == "(1, (2, 3))"


@pytest.mark.parametrize(
    ("term", "what"),
    [
        ("{ b := 1 }", "field `a` of P is missing"),
        ("{ a := 1, z := 2 }", "P has no field `z`"),
        ("{ a := 1, a := 2 }", "field a is given twice"),
        ("⟨1⟩", "`⟨…⟩` needs 3 components"),
    ],
)
def test_wrong_structure_values(term: str, what: str) -> None:
    assert error_of(POINT + f"def x : P := {term}").what == what


def test_application_flattens() -> None:
    assert app(app(const("f", nat(1)), nat(2))) is const("f", nat(1), nat(2))
