"""Rules 17 to 21: operator trees, relations, powers, numerals, coercions."""

from __future__ import annotations

import pytest

from leanbridge.core.terms import BVar, Const, Lam, Lit, Term, const, nat
from tests.core.lean_text import N, R, error_of, type_of, value_of, value_term


def cast(term: Term) -> Term:
    return const("Nat.cast", R, term)


def num(value: int) -> Term:
    return const("OfNat.ofNat", R, Lit(value))


def op(name: str, a: Term, b: Term, type_: Term = R) -> Term:
    return const(name, type_, a, b)


X, NN = BVar(1), BVar(0)  # in the scope of `(x : ℝ) (n : ℕ)`
ADD, SUB, MUL = "HAdd.hAdd", "HSub.hSub", "HMul.hMul"

TREES: dict[str, Term] = {
    "x + n * 2": op(ADD, X, op(MUL, cast(NN), num(2))),
    "n - 1 + x": op(ADD, op(SUB, cast(NN), num(1)), X),
    "(n - 1) + x": op(ADD, op(SUB, cast(NN), num(1)), X),
    "(n * 2 : ℕ) + x": op(ADD, cast(op(MUL, NN, nat(2), N)), X),
    "x + if 0 < n then n else 0": op(
        ADD, X, cast(const("ite", N, const("LT.lt", N, nat(0), NN), NN, nat(0)))
    ),
    "x ^ 2": const("HPow.hPow", R, N, X, nat(2)),
    "x ^ n": const("HPow.hPow", R, N, X, NN),
    "-x + n": op(ADD, const("Neg.neg", R, X), cast(NN)),
    "x⁻¹ * n": op(MUL, const("Inv.inv", R, X), cast(NN)),
    "n • x": const("HSMul.hSMul", N, R, NN, X),
}


@pytest.mark.parametrize("text", list(TREES))
def test_leaves_are_brought_to_the_largest_type(text: str) -> None:
    expected = Lam("x", "", R, Lam("n", "", N, TREES[text]))
    assert value_term(f"def x (x : ℝ) (n : ℕ) : ℝ := {text}") is expected


def test_the_expected_type_takes_part() -> None:
    assert value_term("def x (n m : ℕ) := (n * m : ℝ)") is Lam(
        "n", "", N, Lam("m", "", N, op(MUL, cast(BVar(1)), cast(BVar(0))))
    )


def test_an_argument_is_a_tree_with_the_parameters_type() -> None:
    text = "def g (y : ℝ) : ℝ := y\ndef x (n m : ℕ) : ℝ := g (n + m)"
    assert value_of(text) == "fun n m => g (↑n + ↑m)"


def test_arithmetic_of_fin_is_modular_without_an_expected_type() -> None:
    fin = const("Fin", nat(5))
    modular = value_term("def x (i : Fin 5) := 2 * i + 1")
    two, one = (const("OfNat.ofNat", fin, Lit(k)) for k in (2, 1))
    assert modular is Lam("i", "", fin, op(ADD, op(MUL, two, BVar(0), fin), one, fin))
    assert value_of("def x (i : Fin 5) : ℕ := 2 * i + 1") == "fun i => 2 * ↑i + 1"


def test_a_relation_is_one_tree_without_expected_type() -> None:
    assert type_of("theorem x (n : ℕ) (y : ℝ) : n + 1 ≤ y := by sorry") == (
        "∀ (n : ℕ) (y : ℝ), ↑n + 1 ≤ y"
    )


def test_operators_on_functions_keep_the_function_type() -> None:
    vec = "Fin 3 → ℝ"
    value = value_of(f"def x (u v : {vec}) : {vec} := u + v")
    assert value == "fun u v => u + v"
    type_ = type_of(f"theorem x (u v : {vec}) (i : Fin 3) : (u + v) i = u i + v i := rfl")
    assert "HAdd.hAdd (Fin 3 → ℝ) u v i = u i + v i" in type_


def test_an_exponent_is_elaborated_apart() -> None:
    assert value_term("def x (y : ℝ) : ℝ := y ^ (2 : ℝ)") is Lam(
        "y", "", R, const("HPow.hPow", R, R, BVar(0), num(2))
    )


def test_precedence_of_sums_minus_and_bars() -> None:
    text = "def x (f : Fin 3 → ℝ) (y : ℝ) : ℝ := ∑ i, f i * y + |y| - -y"
    assert value_of(text) == "fun f y => ∑ i : Fin 3, f i * y + |y| - -y"


# ----- 20. numerals -----------------------------------------------------------------------


def test_numerals_default_to_nat_only_at_the_end() -> None:
    assert value_of("def x := 5") == "5"
    assert value_term("def x (y : ℝ) : ℝ := let k := 5; y + k") is Lam(
        "y", "", R, _let("k", R, num(5), op(ADD, BVar(1), BVar(0)))
    )


def _let(name: str, type_: Term, value: Term, body: Term) -> Term:
    from leanbridge.core.terms import Let

    return Let(name, type_, value, body)


def test_decimals_take_their_type_from_outside() -> None:
    value = value_term("def x : ℝ := 1.5")
    assert value is const("OfScientific.ofScientific", R, Lit(15), Const("Bool.true"), Lit(1))


def test_some_types_have_no_numerals() -> None:
    error = error_of("def x : Bool := 1")
    assert (error.what, error.expected) == ("a numeral cannot have this type", "Bool")


# ----- 21. coercions ----------------------------------------------------------------------

COERCIONS = {
    "(n : ℕ) : ℝ := n": "fun n => ↑n",
    "(n : ℕ) : ℤ := n": "fun n => ↑n",
    "(z : ℤ) : ℝ := z": "fun z => ↑z",
    "(i : Fin 3) : ℕ := i": "fun i => ↑i",
    "(i : Fin 3) : ℝ := i": "fun i => ↑↑i",
    "(s : {n : ℕ // 0 < n}) : ℕ := s": "fun s => Subtype.val ℕ (fun n => 0 < n) s",
    "(b : Bool) : Prop := b": "fun b => b = Bool.true",
    "(p : Prop) : Bool := p": "fun p => Decidable.decide p",
    "(s : Finset ℕ) : Set ℕ := s": "fun s => Finset.coe ℕ s",
    "(e : ℝ →L[ℝ] ℝ) : ℝ → ℝ := e": "fun e => e",
    "(s : Finset ℕ) : Type := s": "fun s => Finset.Elem ℕ s",
    "(n : ℕ) : ℝ := ↑n": "fun n => ↑n",
}


@pytest.mark.parametrize("text", list(COERCIONS))
def test_coercions(text: str) -> None:
    assert value_of(f"def x {text}") == COERCIONS[text]


@pytest.mark.parametrize(
    ("text", "got", "expected"),
    [
        ("(y : ℝ) : ℕ := y", "ℝ", "ℕ"),
        ("(n : ℕ) : Fin 3 := n", "ℕ", "Fin 3"),
        ("(s : String) : ℕ := s", "String", "ℕ"),
    ],
)
def test_no_coercion_goes_down(text: str, got: str, expected: str) -> None:
    error = error_of(f"def x {text}")
    assert (error.what, error.got, error.expected) == ("type mismatch", got, expected)
    assert error.where.line == 1
    assert error.bindings != ()
