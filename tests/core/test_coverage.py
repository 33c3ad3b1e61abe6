"""Missing cases and clauses that are never reached."""

from __future__ import annotations

import pytest

from tests.core.lean_text import declaration, error_of

TYPES = """inductive C where
  | r | g | b
inductive V : Nat → Type where
  | nil : V 0
  | cons {n : Nat} (v : V n) : V (n + 1)
"""


@pytest.mark.parametrize(
    "clauses",
    [
        "Nat → Nat\n  | 0 => 1\n  | n + 1 => n",
        "Nat → Nat\n  | 0 => 1\n  | 1 => 2\n  | n + 2 => n",
        "Nat → Nat\n  | 3 => 1\n  | _ => 2",
        "Nat → Nat → Nat\n  | 0, _ => 1\n  | _, 0 => 2\n  | _ + 1, b + 1 => b",
        "C → Nat\n  | .r => 1\n  | .g => 2\n  | .b => 3",
        "Bool → Bool → Nat\n  | true, true | false, false => 1\n  | true, _ | false, true => 0",
        "Option (Nat × Bool) → Nat\n  | some (n, true) => n\n  | some (_, _) => 1\n  | none => 0",
        "List Nat → Nat\n  | [] => 0\n  | [a] => a\n  | a :: _ :: _ => a",
        'String → Nat\n  | "a" => 0\n  | _ => 1',
        "V 1 → Nat\n  | .cons _ => 1",
        "Fin 3 → Nat\n  | 0 => 1\n  | 1 => 2\n  | 2 => 3",
        "(n : Nat) → n > 0 → Nat\n  | k + 1, _ => k",
        "{n : Nat} → V n → Nat\n  | _, .cons _ => 1\n  | _, _ => 2",
    ],
)
def test_complete(clauses: str) -> None:
    declaration(f"{TYPES}def x : {clauses}", "x")


@pytest.mark.parametrize(
    "clauses",
    [
        "Nat → Nat\n  | 0 => 1\n  | n + 2 => n",
        "Nat → Nat\n  | 3 => 1",
        "Nat → Nat → Nat\n  | 0, _ => 1\n  | _, 0 => 2",
        "C → Nat\n  | .r => 1\n  | .b => 3",
        "Option (Nat × Bool) → Nat\n  | some (n, true) => n\n  | none => 0",
        "List Nat → Nat\n  | [] => 0\n  | [a] => a",
        'String → Nat\n  | "a" => 0',
    ],
)
def test_incomplete(clauses: str) -> None:
    assert error_of(f"{TYPES}def x : {clauses}").what == "cases are missing"


@pytest.mark.parametrize(
    ("clauses", "number"),
    [
        ("Nat → Nat\n  | 0 => 1\n  | 0 => 2\n  | n + 1 => n", 2),
        ("Nat → Nat\n  | n => n\n  | 0 => 2", 2),
        ("C → Nat\n  | red => 1\n  | .g => 2\n  | .b => 3", 2),
        (
            "{n : Nat} → V n → Nat := fun v => match v with\n"
            "  | .nil => 0\n  | .cons _ => 1\n  | _ => 2",
            3,
        ),
        (
            "Bool → Bool → Nat\n  | true, _ => 1\n  | _, _ => 3\n  | true, false => 4",
            3,
        ),
    ],
)
def test_a_clause_that_is_never_reached(clauses: str, number: int) -> None:
    error = error_of(f"{TYPES}def x : {clauses}")
    assert error.what == f"clause {number} is never reached"
