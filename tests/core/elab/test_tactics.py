"""Tactic blocks at data positions: the term that each is, and what is refused by name."""

from __future__ import annotations

import pytest

from leanbridge.errors import LeanbridgeError, Unsupported
from tests.core.lean_text import environment, error_of, value_of

REFUSED = "def x (n : ℕ) (p : ℕ × ℕ) : ℕ := by\n  "


def refusal(text: str, name: str = "x") -> LeanbridgeError:
    """The error of `x`, which must be a refusal at a place of the text."""
    error = error_of(text, name)
    assert isinstance(error, Unsupported), error
    assert error.where is not None
    assert error.where.line is not None
    return error


# ----- terms --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("def x (n : ℕ) : ℕ := by exact n + 1", "fun n => n + 1"),
        ("def x : ℝ := by exact 1", "1"),
        ("def x (n : ℕ) : ℕ × Bool := by exact ⟨n, true⟩", "fun n => (n, Bool.true)"),
        ("def x (n : ℕ) : ℕ × ℕ := ⟨by exact n, by exact 2⟩", "fun n => (n, 2)"),
        ("def x (n : ℕ) : ℕ := Nat.succ (by exact n)", "fun n => Nat.succ n"),
        ("def x : ℕ → ℕ := fun n => by exact n", "fun n => n"),
        ("def x (n : ℕ) : ℕ := by skip; exact n", "fun n => n"),
        ("def x (n : ℕ) : ℕ := by\n  classical\n  exact n", "fun n => n"),
        ("def x (n : ℕ) : ℕ := by exact by exact n", "fun n => n"),
        ("def x (n : ℕ) (b : Bool) : Bool := by assumption", "fun n b => b"),
    ],
)
def test_the_term_of_a_block(text: str, value: str) -> None:
    assert value_of(text) == value


def test_a_block_in_a_clause() -> None:
    text = "def x : ℕ → ℕ\n  | 0 => by exact 1\n  | n + 1 => by exact x n * 2\n"
    assert value_of(text).endswith("| 0 => 1 | Nat.succ n => x n * 2")


def test_a_block_is_read_once_its_type_is_known() -> None:
    text = "def f {α : Type} (a _b : α) : α := a\ndef x := f (by exact 1) (2 : ℝ)"
    assert value_of(text) == "f ℝ 1 2"
    assert value_of(text.replace("(2 : ℝ)", "2")) == "f ℕ 1 2"


def test_a_term_of_another_type_is_an_error() -> None:
    error = error_of('def x : ℕ := by exact "s"')
    assert (error.what, error.got, error.expected) == ("type mismatch", "String", "ℕ")


# ----- goals that are left ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tactics", "value"),
    [
        ("refine ⟨?_, ?_⟩\n  · exact n\n  · exact 2", "fun n => (n, 2)"),
        ("refine ⟨?_, ?_⟩\n  exact n\n  exact 2", "fun n => (n, 2)"),
        ("refine (n, ?_)\n  exact n + 1", "fun n => (n, n + 1)"),
        ("constructor\n  · exact n\n  · exact 2", "fun n => (n, 2)"),
        ("apply Prod.mk\n  · exact n\n  · exact 2", "fun n => (n, 2)"),
        ("refine ⟨?_, ?_⟩\n  · refine f ?_; exact n\n  · exact n", "fun n => (f n, n)"),
    ],
)
def test_goals_are_closed_in_order(tactics: str, value: str) -> None:
    text = f"def f (n : ℕ) : ℕ := n\ndef x (n : ℕ) : ℕ × ℕ := by\n  {tactics}\n"
    assert value_of(text) == value


def test_a_goal_under_a_binder() -> None:
    text = "def x (n : ℕ) : ℕ → ℕ × ℕ := by\n  refine fun m => (?_, n)\n  exact m + n\n"
    assert value_of(text) == "fun n m => (m + n, n)"


@pytest.mark.parametrize(
    "tactics",
    [
        "refine ⟨n, ?_⟩\n  omega",
        "refine ⟨?_, ?_⟩\n  · exact n\n  · have := h\n    omega",
        "refine ⟨n, lt ?_⟩\n  simp\n  omega",
        "refine ⟨n, ?_⟩\n  have g := lt h\n  linarith [g]",
    ],
)
def test_proofs_are_erased_with_what_proves_them(tactics: str) -> None:
    text = f"theorem lt (h : p) : p := h\ndef x (n : ℕ) (h : n < 3) : Fin 3 := by\n  {tactics}\n"
    assert value_of(text) == "fun n h => Fin.mk n ‹n < 3›"


def test_a_proof_goal_before_a_value_needs_a_dot() -> None:
    start = "def x (n : ℕ) (h : n < 3) : Fin 3 × ℕ := by\n  refine ⟨⟨n, ?_⟩, ?_⟩\n  "
    assert value_of(f"{start}· omega\n  · exact n\n") == "fun n h => (Fin.mk n ‹n < 3›, n)"
    assert value_of(f"{start}exact h\n  exact n\n") == "fun n h => (Fin.mk n ‹n < 3›, n)"
    error = refusal(f"{start}omega\n  exact n\n")
    assert error.what == "omega: a proof in the midst of values, without `·`"


def test_exfalso_leaves_a_proof() -> None:
    text = "def x (n : ℕ) (h : n < 0) : ℕ := by\n  exfalso\n  omega\n"
    assert value_of(text) == "fun n h => False.elim ℕ ‹False›"


# ----- what is not read ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tactics", "what"),
    [
        ("decide", "decide: a tactic for a value"),
        ("exact?", "exact?: a tactic for a value"),
        ("simp", "by: goals are left"),
        ("first | exact n | exact 1", "first: a tactic for a value"),
        ("all_goals exact n", "all_goals: a tactic for a value"),
        ("refine ?_ <;> exact n", "<;>: a tactic for a value"),
        ("refine' n", "refine': a tactic for a value"),
        ("infer_instance", "infer_instance: a tactic for a value"),
        ("calc n = n := rfl", "calc: a tactic for a value"),
        ("let rec f := 1; exact f", "let: expected a definition"),
        ("assumption", "assumption: 0 values have the goal's type"),
        ("refine f ?a ?a", "by: `?name` that is used twice"),
        ("intro ⟨a, b⟩", "intro: a pattern"),
    ],
)
def test_a_tactic_that_is_not_read_is_refused_by_its_name(tactics: str, what: str) -> None:
    start = "def f (n m : ℕ) : ℕ := n\ndef x (n : Fin 3) : ℕ := by\n  "
    error = error_of(f"{start}{tactics}\n")
    if what == "by: goals are left":
        assert error.what == "goals are left"
        return
    assert isinstance(error, Unsupported)
    assert error.what.startswith(what)
    assert error.where is not None
    assert error.where.line == 3


def test_of_several_assumptions_none_is_taken() -> None:
    error = refusal("def x (n m : ℕ) : ℕ := by assumption")
    assert error.what == "assumption: 2 values have the goal's type"


@pytest.mark.parametrize(
    ("type_", "what"),
    [
        ("Option ℕ", "constructor: of 2 constructors"),
        ("{ n : ℕ // n < 3 }", "constructor: fields that depend on each other"),
    ],
)
def test_constructor_is_refused_where_lean_chooses(type_: str, what: str) -> None:
    assert refusal(f"def x : {type_} := by\n  constructor\n  exact 1\n").what == what


def test_apply_is_refused_where_a_goal_depends_on_another() -> None:
    text = "def f (n : ℕ) (i : Fin n) : ℕ := n\ndef x : ℕ := by\n  apply f\n  exact 1\n  exact 0\n"
    assert refusal(text).what == "apply: a goal that depends on another"


def test_apply_of_what_does_not_apply() -> None:
    error = error_of("def f (n : ℕ) : Bool := true\ndef x : ℕ := by\n  apply f\n  exact 1\n")
    assert (error.what, error.expected) == ("this does not apply", "ℕ")


@pytest.mark.parametrize(
    ("tactics", "what"),
    [
        ("refine ⟨?_, ?_⟩\n  · exact 1", "goals are left"),
        ("exact (1, 2)\n  exact 1", "no goal is left for this tactic"),
        ("refine ⟨?_, ?_⟩\n  · skip\n  · exact 1", "goals are left"),
    ],
)
def test_tactics_and_goals_must_match(tactics: str, what: str) -> None:
    assert error_of(f"def x : ℕ × ℕ := by\n  {tactics}\n").what == what


def test_a_sorry_in_a_block_is_refused() -> None:
    assert refusal("def x : ℕ := by sorry").what == "sorry: at a data position"
    text = "def x : Fin 3 := by\n  have h : 1 < 3 := sorry\n  exact ⟨1, h⟩\n"
    assert refusal(text).what == "sorry: at a data position"


def test_a_refusal_harms_only_its_own_declaration() -> None:
    env = environment("def x : ℕ := by decide\ndef y : ℕ := by exact 2\n")
    found = env.declaration("y")
    assert found is not None
    assert repr(found.value) == "2"
    with pytest.raises(Unsupported, match=r"^M0.lean:1:\d+ \(x\): decide: a tactic for a value"):
        env.declaration("x")
