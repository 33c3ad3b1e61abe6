"""Tactic blocks: which tactics a text is, where each ends, and what is not read."""

from __future__ import annotations

import pytest

from leanbridge.source import syntax as s
from leanbridge.source import tactic_syntax as t
from leanbridge.source.parser import parse_term
from leanbridge.source.tactics import tactic_block

N, X, Y, H = s.Ident("n"), s.Ident("x"), s.Ident("y"), s.Ident("h")


def block(text: str) -> t.Block:
    """The block that is the whole text, as the term parser finds its extent."""
    term = parse_term(text)
    assert isinstance(term, s.By)
    assert term.span == s.Span(0, len(text.rstrip()))
    return tactic_block(text, term.span)


def tactics(*lines: str) -> tuple[t.Tactic, ...]:
    return block("by\n" + "".join(f"  {line}\n" for line in lines)).tactics


def only(*lines: str) -> t.Tactic:
    (found,) = tactics(*lines)
    return found


@pytest.mark.parametrize(
    ("text", "tactic"),
    [
        ("exact x", t.Exact(X)),
        ("refine x", t.Refine(X)),
        ("apply x", t.Apply(X)),
        ("intro", t.Intro(())),
        ("intro x y", t.Intro((X, Y))),
        ("rintro ⟨x, y⟩ h", t.Intro((s.AnonCtor((X, Y)), H))),
        ("show x", t.Show(X)),
        ("change x", t.Show(X)),
        ("have h : x := y", t.Define("have", "h", (), X, Y)),
        ("have := y", t.Define("have", "this", (), None, Y)),
        ("have ⟨x, h⟩ := y", t.Define("have", "_", (), None, Y, s.AnonCtor((X, H)))),
        ("let f x := y", t.Define("let", "f", (s.Binder("x"),), None, Y)),
        ("haveI := y", t.Define("haveI", "this", (), None, Y)),
        ("set x := y", t.Define("set", "x", (), None, Y)),
        ("set x : h := y with hx", t.Define("set", "x", (), H, Y, None, "hx")),
        ("set x := y with ← hx", t.Define("set", "x", (), None, Y, None, "hx", True)),
        ("obtain ⟨x, h⟩ := y", t.Define("obtain", "_", (), None, Y, s.AnonCtor((X, H)))),
        ("rcases y with ⟨x, h⟩", t.Define("obtain", "_", (), None, Y, s.AnonCtor((X, H)))),
        ("unfold f g", t.Unfold(("f", "g"), t.Location())),
        ("unfold f at h", t.Unfold(("f",), t.Location(("h",), False))),
        ("rw [h, ← x]", t.Rewrite((t.RewriteRule(H, False), t.RewriteRule(X, True)), t.Location())),
        ("rw [h] at x ⊢", t.Rewrite((t.RewriteRule(H, False),), t.Location(("x",), True))),
        ("rw [h] at *", t.Rewrite((t.RewriteRule(H, False),), t.Location(everywhere=True))),
        ("rwa [h] at x", t.Rewrite((t.RewriteRule(H, False),), t.Location(("x",), False), True)),
        ("simp", t.Simplify("simp", t.Location())),
        ("simp only [h, ← x] at y", t.Simplify("simp", t.Location(("y",), False))),
        ("simpa [h] using x", t.Simplify("simpa", t.Location(), X)),
        ("dsimp only", t.Simplify("dsimp", t.Location())),
        ("by_cases h : x", t.ByCases("h", X)),
        ("by_cases x", t.ByCases("_", X)),
        ("constructor", t.Plain("constructor")),
        ("· exact x", t.Focus(t.Block((t.Exact(X),)))),
        ("show x from y", t.Exact(s.Show(X, Y))),
        ("show x by exact y", t.Exact(s.Show(X, s.By()))),
    ],
)
def test_one_tactic(text: str, tactic: t.Tactic) -> None:
    assert only(text) == tactic
    assert block(f"by {text}").tactics == (tactic,)


def test_an_argument_stands_right_of_the_block() -> None:
    assert only("exact x", "  y") == t.Exact(s.App(X, (Y,)))
    first, second = tactics("exact x", "exact y")
    assert (first, second) == (t.Exact(X), t.Exact(Y))


def test_a_block_begins_where_its_first_tactic_stands() -> None:
    assert block("by exact x\n   exact y").tactics == (t.Exact(X), t.Exact(Y))
    assert block("by exact x; exact y").tactics == (t.Exact(X), t.Exact(Y))


def test_blocks_inside_of_blocks() -> None:
    found = tactics("·", "  intro x", "  · exact y", "exact h")
    inner = t.Block((t.Intro((X,)), t.Focus(t.Block((t.Exact(Y),)))))
    assert found == (t.Focus(inner), t.Exact(H))


def test_a_conditional() -> None:
    then, otherwise = t.Block((t.Exact(X),)), t.Block((t.Exact(Y),))
    assert only("if h : n then exact x else exact y") == t.IfThenElse("h", N, then, otherwise)
    assert only("if n then", "  exact x", "else", "  exact y") == t.IfThenElse(
        None, N, then, otherwise
    )


def test_alternatives_stand_in_the_column_of_the_block() -> None:
    zero = t.Branch(((s.Ident("zero"),),), t.Block((t.Exact(X),)))
    succ = t.Branch(((s.App(s.Ident("succ"), (N, H)),),), t.Block((t.Exact(Y),)))
    expected = t.Eliminate("induction", N, None, (), (zero, succ))
    lines = ("induction n with", "| zero => exact x", "| succ n h =>", "  exact y")
    assert only(*lines) == expected
    assert tactics(*lines, "exact h") == (expected, t.Exact(H))
    assert only("induction n with | zero => exact x | succ n h => exact y") == expected


def test_what_induction_and_cases_say() -> None:
    branch = t.Branch(((X,),), t.Block((t.Exact(Y),)))
    assert only("cases h : n with", "| x => exact y") == t.Eliminate("cases", N, "h", (), (branch,))
    assert only("induction n generalizing x y with", "| x => exact y") == t.Eliminate(
        "induction", N, None, ("x", "y"), (branch,)
    )


def test_a_match_has_rows_of_patterns() -> None:
    rows = ((X, Y), (Y, X))
    branch = t.Branch(rows, t.Block((t.Exact(H),)))
    named = s.Discriminant("h", X)
    assert only("match h : x, n with", "| x, y | y, x => exact h") == t.MatchWith(
        (named, s.Discriminant(None, N)), (branch,)
    )


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        ("omega", "omega", ""),
        ("norm_num [h", "norm_num", "expected `]`"),
        ("first | exact x | exact y", "first", ""),
        ("exact", "exact", "term: expected a term, found end of text"),
        ("have h : x", "have", "expected `:=`, found end of text"),
        ("have h : x := y z :", "have", "`:` is not expected"),
        ("let rec f := x", "let", "expected a definition that does not call itself"),
        ("cases x", "cases", "expected `with`"),
        ("unfold", "unfold", "expected a name"),
        ("rw h", "rw", "expected `[`"),
    ],
)
def test_what_is_not_read_has_its_name_and_reason(text: str, name: str, why: str) -> None:
    span = s.Span(0, 3 + len(text))
    found = tactic_block(f"by {text}", span).tactics
    assert isinstance(found[0], t.Other)
    assert found[0].name == name
    assert found[0].why.startswith(why)
    assert bool(found[0].why) == bool(why)


def test_what_is_not_read_ends_where_the_next_tactic_begins() -> None:
    found = tactics(
        "nlinarith [x,", "  y]", "exact x", "first", "| exact x", "| exact y", "exact y"
    )
    assert [type(each) for each in found] == [t.Other, t.Exact, t.Other, t.Exact]
    (other, _, alternatives, _) = found
    assert isinstance(other, t.Other)
    assert isinstance(alternatives, t.Other)
    assert (other.name, alternatives.name) == ("nlinarith", "first")


def test_a_combinator_hides_what_it_combines() -> None:
    found = tactics("intro x <;> exact y", "exact h")
    assert found == (t.Other("<;>"), t.Exact(H))


def test_a_layout_that_is_not_understood_is_an_error_of_the_block() -> None:
    found = block("by\n    exact x\n      | y").tactics
    assert any(isinstance(each, t.Other) for each in found)


def test_spans_are_places_of_the_text() -> None:
    text = "by\n  exact x\n  · omega\n"
    first, second = block(text).tactics
    assert text[first.span.start : first.span.end] == "exact x"
    assert text[second.span.start : second.span.end] == "· omega"
