"""Local definitions after `where`: constants over what they capture."""

from __future__ import annotations

from tests.core.lean_text import declaration, environment, error_of, type_of, value_of

CAPTURES = """def x {α : Type} (n m : ℕ) (a : α) : List α := go n
where
  go : ℕ → List α
    | 0 => []
    | k + 1 => a :: go k
"""


def test_a_local_definition_takes_what_it_captures_first() -> None:
    assert type_of(CAPTURES, "x.go") == "∀ {α : Type}, α → ℕ → List α"
    assert value_of(CAPTURES, "x") == "fun α n m a => x.go α a n"
    assert "x.go α a k" in value_of(CAPTURES, "x.go")


def test_one_captures_what_another_captures() -> None:
    text = "def x (a b : ℕ) : ℕ := g 1\nwhere\n  f (k : ℕ) : ℕ := k + b\n  g (k : ℕ) : ℕ := f k\n"
    assert value_of(text, "x.g") == "fun b k => x.f b k"
    assert value_of(text, "x") == "fun a b => x.g b 1"


def test_a_section_variable_that_only_a_local_definition_mentions() -> None:
    text = "variable (m k : ℕ)\ndef x (n : ℕ) : ℕ := go n\nwhere go (i : ℕ) : ℕ := i + m\n"
    assert type_of(text, "x") == "ℕ → ℕ → ℕ"
    assert value_of(text, "x") == "fun m n => x.go m n"


def test_it_can_be_named_from_outside() -> None:
    text = "def x (n : ℕ) : ℕ := go n\nwhere go (k : ℕ) : ℕ := k\ntheorem y : x.go 3 = 3 := rfl"
    assert type_of(text, "y") == "x.go 3 = 3"


def test_it_is_no_declaration_of_its_own() -> None:
    env = environment(CAPTURES)
    assert [e.name for e in env.project_entries if not e.generated] == ["x"]
    assert declaration(CAPTURES, "x.go").kind == "def"


def test_an_error_in_one_is_an_error_of_both() -> None:
    text = "def x (n : ℕ) : ℕ := go n\nwhere go (k : ℕ) : ℕ := k + missing\n"
    assert error_of(text, "x").what == "unknown identifier `missing`"
    assert error_of(text, "x.go").what == "unknown identifier `missing`"


def test_local_definitions_of_a_local_definition_are_a_finding() -> None:
    text = "def x (n : ℕ) : ℕ := f n\nwhere\n  f (k : ℕ) : ℕ := g k\n  where g (k : ℕ) : ℕ := k\n"
    (finding,) = environment(text).findings
    assert finding.unread
    assert "where" in finding.message
