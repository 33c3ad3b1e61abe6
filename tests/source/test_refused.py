"""Text that Lean refuses to read, and so do we: found by one-token changes of files it reads."""

from __future__ import annotations

import pytest

from leanbridge.source.parser import parse_file
from leanbridge.source.syntax import Declaration, Unsupported


def findings(text: str) -> list[str]:
    return [c.message for c in parse_file(text, "x").commands if isinstance(c, Unsupported)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f {n : Nat := 2} : Nat := n", "expected `}`, found `:=`"),
        ("def f := fun (n : Nat := 2) => n", "expected `)`, found `:=`"),
        ("variable n", "expected a binder in brackets"),
        ("variable (n : Nat) m", "expected a binder in brackets"),
        ("variable {m n ℕ}", "expected `}`, found identifier `ℕ`"),
        ("omit {C a}", "expected a variable"),
        ("open A hiding", "expected a name to hide"),
        ("open A B hiding c", "expected the end of the command"),
        ("open A B (c)", "expected the end of the command"),
        ("set_option autoImplicit yes", "expected `true`, `false`, a numeral or a string"),
        ("structure S where\n  a.b : Nat", "expected a name of one part"),
        ("def f : Prop := ∃ (x : Nat) y : Nat, x = y", "expected names, or names with a type"),
        ("def f : Prop := ∃ {x : Nat}, x = x", "expected names, or names with a type"),
        ("def f : Prop := ∃ (x) (y), x = y", "expected names, or names with a type"),
        ("def f : Prop := ∀ (x : Nat) y : Nat, x = y", "expected `,`, found `:`"),
        ("def f : Prop := ∀ k = 1, k = k", "expected `,`, found `=`"),
        ("def f.{ {u} (n : Nat) : Nat := n", "expected a name, found `{`"),
        ("def f : Nat := g.{ .{1} 3", "expected a level, found `.{`"),
        ("def f : Type (+ u 1) := Nat", "expected a level, found `+`"),
        ("def f : ⦃n : Nat⦄ := 1", "expected a term, found `⦃`"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    found = findings(text)
    assert any(reason in message for message in found), found


def test_a_field_without_brackets_is_one_name_and_binders() -> None:
    (structure,) = parse_file("structure S where\n  a b : Nat\n  (c d : Nat)", "x").commands
    assert isinstance(structure, Declaration)
    assert [field.name for field in structure.fields] == ["a", "c", "d"]
    assert [b.name for b in structure.fields[0].binders] == ["b"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("def «f» : Nat := 1", "f"),
        ("def «f g» : Nat := 1", "«f g»"),
        ("def «def» : Nat := 1", "«def»"),
        ("def a.«b».c : Nat := 1", "a.b.c"),
        ("def «a.b» : Nat := 1", "«a.b»"),
    ],
)
def test_quotes_that_are_not_needed_are_dropped(text: str, name: str) -> None:
    (command,) = parse_file(text, "x").commands
    assert getattr(command, "name", None) == name


def test_an_open_bracket_of_levels_does_not_swallow_what_follows() -> None:
    commands = parse_file("def f.{ .{u} : Nat := 1\ndef g : Nat := h.{ 2\ndef k : Nat := 3", "x")
    assert [getattr(c, "name", None) for c in commands.commands][-1] == "k"
