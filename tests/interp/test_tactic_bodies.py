"""Values by tactic blocks, evaluated: those of the terms that they are, and casts that are
checked."""

from __future__ import annotations

import pytest

from leanbridge.core.environment import Environment
from leanbridge.core.terms import Proof, Term, const, nat
from leanbridge.interp.array import Array
from leanbridge.interp.exact import Exact
from leanbridge.interp.failures import Undefined
from tests.core.lean_text import environment

TEXT = """
/-- A map with what it does backwards, as witnesses of derivatives are. -/
structure Back (n : ℕ) (f : (Fin n → ℝ) → ℝ) where
  back : (Fin n → ℝ) → Fin n → ℝ
  holds : ∀ v i, back v i * f v = f v * back v i

def sum (n : ℕ) (v : Fin n → ℝ) : ℝ := ∑ i, v i
def twice (n : ℕ) : (Fin n → ℝ) → ℝ := fun v => 2 * sum n v
def doubled (n : ℕ) : (Fin n → ℝ) → ℝ := fun v => sum n v + sum n v
theorem doubled_eq (n : ℕ) : doubled n = twice n := by ext v; simp [doubled, twice]; ring

def ofTwice (n : ℕ) : Back n (twice n) := by
  unfold twice
  have b : (Fin n → ℝ) → Fin n → ℝ := fun v i => 3 * v i
  refine ⟨b, ?_⟩
  intro v i
  ring
def ofDoubled (n : ℕ) : Back n (doubled n) := by
  rw [doubled_eq]
  exact ofTwice n
def pulled (k : ℕ) : ℝ := (ofDoubled 2).back (fun i => (k : ℝ) + i.val) 1

def power (n : ℕ) : ℕ := by
  induction n with
  | zero => exact 1
  | succ k ih => exact 2 * ih
def count (n m : ℕ) : ℕ := by
  induction n generalizing m with
  | zero => exact m
  | succ k ih => exact ih (m + k)
def clamp (n : ℕ) : Fin 3 := by
  by_cases h : n < 3
  · exact ⟨n, h⟩
  · exact 2
def fromOption (o : Option ℕ) : ℕ := by
  cases o with
  | some k =>
    set l := k * 10 with hl
    exact l + 1
  | none => exact 7
def ofSome (n : ℕ) : ℕ := fromOption (some n)
def ofNone : ℕ := fromOption none
def moved (n m : ℕ) (h : n = m) (i : Fin n) : Fin m := by
  rw [← h]
  exact i
def movedAt (n m : ℕ) (h : n = m) (i : Fin n) : Fin m := by
  rwa [h] at i
def impossible (n : ℕ) (h : n < 0) : ℕ := by
  exfalso
  omega
"""


@pytest.fixture(scope="module")
def env() -> Environment:
    return environment(TEXT)


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (const("power", nat(0)), 1),
        (const("power", nat(5)), 32),
        (const("count", nat(4), nat(10)), 16),
        (const("clamp", nat(1)), 1),
        (const("clamp", nat(9)), 2),
        (const("ofSome", nat(4)), 41),
        (const("ofNone"), 7),
        (const("pulled", nat(5)), 18),
    ],
)
def test_the_value_of_a_block(env: Environment, term: Term, value: int) -> None:
    assert Exact(env).evaluate(term) == value


def test_a_block_in_the_array_interpreter(env: Environment) -> None:
    assert Array(env).evaluate(const("power", nat(5))) == 32


@pytest.mark.parametrize("name", ["moved", "movedAt"])
def test_a_cast_is_an_obligation(env: Environment, name: str) -> None:
    def at(n: int, m: int) -> Term:
        equation = Proof(const("Eq", const("Nat"), nat(n), nat(m)))
        i = const("Fin.mk", nat(n), nat(1), Proof(const("True")))
        return const(name, nat(n), nat(m), equation, i)

    assert Exact(env).evaluate(at(2, 2)) == 1
    with pytest.raises(Undefined, match="a cast between types that differ"):
        Exact(env).evaluate(at(2, 3))


def test_what_cannot_be_is_not_reached(env: Environment) -> None:
    with pytest.raises(Undefined, match="contradiction"):
        Exact(env).evaluate(const("impossible", nat(1), Proof(const("False"))))
