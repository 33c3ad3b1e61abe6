"""Core terms as text for people."""

from __future__ import annotations

import pytest

from leanbridge.core.terms import NAT, BVar, Lam, Lit, Pi, Proof, Term, const, nat
from tests.core.lean_text import B, R, type_of

ADD, MUL, SUB = "HAdd.hAdd", "HMul.hMul", "HSub.hSub"
ONE, TWO = nat(1), nat(2)

TEXTS: list[tuple[Term, str]] = [
    (const(MUL, NAT, const(ADD, NAT, ONE, TWO), TWO), "(1 + 2) * 2"),
    (const(ADD, NAT, ONE, const(MUL, NAT, TWO, TWO)), "1 + 2 * 2"),
    (const(SUB, NAT, ONE, const(SUB, NAT, TWO, TWO)), "1 - (2 - 2)"),
    (const("Neg.neg", R, const("Nat.cast", R, ONE)), "-↑1"),
    (const("Not", const("Eq", NAT, ONE, TWO)), "¬1 = 2"),
    (const("And", const("Eq", NAT, ONE, TWO), const("Ne", NAT, ONE, TWO)), "1 = 2 ∧ 1 ≠ 2"),
    (
        Lam("n", "", NAT, Lam("n", "", NAT, const(ADD, NAT, BVar(0), BVar(1)))),
        "fun n n_1 => n_1 + n",
    ),
    (Pi("n", "", NAT, const("Fin", BVar(0))), "∀ (n : ℕ), Fin n"),
    (Pi("n", "{}", NAT, Pi("m", "{}", NAT, const("Fin", BVar(0)))), "∀ {n m : ℕ}, Fin m"),
    (Pi("a", "", Pi("b", "", NAT, NAT), B), "(ℕ → ℕ) → Bool"),
    (Proof(const("Eq", NAT, ONE, ONE)), "‹1 = 1›"),
    (Lit('a"b'), '"a\\"b"'),
    (const("Prod.fst", NAT, NAT, const("Prod.mk", NAT, NAT, ONE, TWO)), "(1, 2).1"),
    (const("Exists", NAT, Lam("k", "", NAT, const("LT.lt", NAT, BVar(0), TWO))), "∃ k : ℕ, k < 2"),
    (const("ite", NAT, const("Eq", NAT, ONE, TWO), ONE, TWO), "if 1 = 2 then 1 else 2"),
]


@pytest.mark.parametrize(("term", "text"), TEXTS, ids=[t for _, t in TEXTS])
def test_shown(term: Term, text: str) -> None:
    assert repr(term) == text


def test_a_statement_reads_as_it_was_written() -> None:
    text = "theorem x (f : Fin 3 → ℝ) (h : ∀ i, 0 ≤ f i) : 0 ≤ ∑ i, f i := by sorry"
    assert type_of(text) == ("∀ (f : Fin 3 → ℝ), (∀ (i : Fin 3), 0 ≤ f i) → 0 ≤ ∑ i : Fin 3, f i")
