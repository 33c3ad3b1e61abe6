"""Recursion with the arguments that were given."""

from __future__ import annotations

import pytest

from tests.core.lean_text import declaration, error_of


@pytest.mark.parametrize(
    "text",
    [
        "def x : Nat := x",
        "def x (n : Nat) : Nat := x n + 1",
        "def x : Nat → Nat\n  | 0 => 1\n  | n => x n",
    ],
)
def test_a_call_with_the_same_arguments_is_refused(text: str) -> None:
    assert error_of(text).what == "a call of itself with the same arguments: this does not end"


@pytest.mark.parametrize(
    "text",
    [
        "def x : Nat → Nat\n  | 0 => 1\n  | n + 1 => x n",
        "def x (n : Nat) : Nat := if n = 0 then 0 else x (n - 1)",
        "def x : Nat → Nat → Nat\n  | 0, _ => 1\n  | n + 1, m => x n m",
    ],
)
def test_other_recursion_is_read(text: str) -> None:
    assert declaration(text, "x").value is not None
