"""The comparison of the trusted base with the public text, on a small text of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lean.public import Outcome, Text, compare, known_names, load, main
from tests.lean.public_notation import compare_notations, notation_commands, tree_rules

TEXT = """
/-! The declarations of four constants as a library would spell them, and faults. -/
variable {α β ι M : Type*}

/-- A norm, as a class. -/
class Norm (E : Type*) where
  /-- the norm -/
  norm : E → ℝ

class NatCast (R : Type*) where
  protected natCast : Nat → R

/-- The default is an explicit parameter that only the instance mentions. -/
class OfNat (α : Type*) (_ : Nat) where
  ofNat : α

namespace List
protected def append : (l m : List α) → List α
  | [], m => m
  | a :: l, m => a :: List.append l m

def zipWith (γ : Type*) (f : α → β → γ) (l : List α) (m : List β) : List γ := sorry
def zip (m : List β) (l : List α) : List (α × β) := sorry
end List

namespace Finset
@[to_additive /-- The sum over `s`. -/]
protected def prod [CommMonoid M] (s : Finset ι) (f : ι → M) : M :=
  unknown_here s f

@[to_dual inf']
theorem not_it : True := trivial

variable (p : α → Prop) [DecidablePred p]
def filter (s : Finset α) : Finset α := not_known s p
end Finset

irreducible_def convexHull (x : Wrong) : Nat := 0

inductive Except (ε α : Type*) where
  | ok (a : α) : Except ε α
  | error (e : ε) : Except ε α

structure ULift (α : Type*) where
  up ::
  down : α

def Function.swap_args {φ : Type*} (f : α → β → φ) : β → α → φ := fun b a => f a b
alias Nat.gcd := Nat.lcm
def Measurable [MeasurableSpace α] {_ : MeasurableSpace β} (f : α → β) : Prop := sorry
@[class] structure MeasurableSpace (α : Type*) where
  carrier : Set (Set α)
class Rounding (α : Type*) where
  round : α → Int
export Rounding (round)

infixl:65 " ++ "   => HAppend.hAppend
infixl:35 " ∨ "  => Or
local infix:1 " ∧ " => And
scoped notation:25 E " →L[" R "] " F => ContinuousLinearMap R E F
notation3 "∑' "(...)", "r:67:(scoped f => tsum f (all _)) => r
syntax (name := bigsum) "∑ " bigOpBinders (" with " (ident ":")? term)? ", " term:67 : term
prefix:arg "#" => Finset.card
macro_rules | `($x + $y)   => `(binop% HAdd.hAdd $x $y)
"""

PAGE = """
<div class="decl" id="Membership"><div class="class"><div class="decl_header">
<span class="decl_kind">class</span>
<span class="decl_name"><a href="#m"><span class="name">Membership</span></a></span>
<span class="decl_args">
<span class="fn">(<span class="fn">α</span> : outParam (Type u))</span></span>
<span class="decl_args"> (γ : Type v)</span>
<span class="decl_args"> :</span><div class="decl_type"><a href="#t">Type</a> (max u v)</div></div>
<ul class="structure_fields"><li id="Membership.mem" class="structure_field">\
<div class="structure_field_info">mem : γ → α → Prop</div></li></ul></div></div>
<div class="decl" id="Classical.choose_spec"><div class="decl_header">
<span class="decl_kind">theorem</span>
<span class="decl_name"><a href="#c"><span class="name">Classical.choose_spec</span></a></span>
<span class="decl_args">{α : Sort u} {p : α → Prop}</span><span class="decl_args">
 (h : ∃ (x : α), p x)</span>
<span class="decl_args"> :</span><div class="decl_type">p (choose h)</div></div></div>
"""


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Text:
    folder = tmp_path_factory.mktemp("public")
    (folder / "Mathlib").mkdir()
    (folder / "Mathlib" / "Own.lean").write_text(TEXT, "utf-8")
    (folder / "pages").mkdir()
    (folder / "pages" / "Own.html").write_text(PAGE, "utf-8")
    return load([folder / "Mathlib"], [folder / "pages"], known_names())


def outcome(text: Text, name: str) -> Outcome:
    (found,) = compare(text, frozenset({name}))
    return found


def test_a_definition_agrees_with_its_body(text: Text) -> None:
    found = outcome(text, "List.append")
    assert (found.kind, found.value) == ("agree", "same"), found


@pytest.mark.parametrize("name", ["Norm.norm", "OfNat.ofNat", "Membership.mem", "ULift"])
def test_fields_of_classes_are_projections(text: Text, name: str) -> None:
    assert outcome(text, name).kind == "agree", outcome(text, name)


def test_a_page_is_read_in_the_namespace_of_its_declaration(text: Text) -> None:
    assert outcome(text, "Classical.choose_spec").kind == "agree"


def test_the_additive_name_is_made_from_the_multiplicative_text(text: Text) -> None:
    found = outcome(text, "Finset.sum")
    assert (found.kind, found.detail) == ("agree", "additive"), found


def test_a_section_variable_that_only_the_body_names_is_a_binder(text: Text) -> None:
    assert outcome(text, "Finset.filter").kind == "agree", outcome(text, "Finset.filter")


@pytest.mark.parametrize(("name", "what"), [("List.zipWith", "binder kinds"), ("List.zip", "type")])
def test_other_binders_differ(text: Text, name: str, what: str) -> None:
    found = outcome(text, name)
    assert (found.kind, found.detail) == ("differs", what), found


def test_an_alias_has_the_type_of_its_target(text: Text) -> None:
    assert outcome(text, "Nat.gcd").kind == "agree", outcome(text, "Nat.gcd")


def test_an_implicit_binder_of_a_class_is_a_rule(text: Text) -> None:
    found = outcome(text, "Measurable")
    assert (found.kind, found.detail[:2]) == ("rule", "2:"), found


def test_constructors_in_another_order_differ(text: Text) -> None:
    found = outcome(text, "Except")
    assert found.kind == "differs"
    assert found.detail == "constructors ('Except.ok', 'Except.error')"


def test_what_cannot_be_read_is_said(text: Text) -> None:
    found = outcome(text, "convexHull")
    assert (found.kind, found.detail) == ("unread", "unknown identifier `Wrong`"), found


def test_a_missing_name_says_what_is_exported_under_it(text: Text) -> None:
    assert outcome(text, "round").detail == "it stands for Rounding.round"
    assert outcome(text, "List.foldl") == Outcome("List.foldl", "missing")


def test_notations_are_compared_by_level_and_constant() -> None:
    rows = {o.symbol: o for o in compare_notations(notation_commands(TEXT, "Own.lean"))}
    assert {s for s, o in rows.items() if o.kind == "agree"} == {"++", "→L[", "∑'", "∑", "#"}
    assert [s for s, o in rows.items() if o.kind == "differs"] == ["∨"]
    assert rows["∨"].theirs == "35 (35, 36)  Or"
    assert rows["∧"].kind == "missing"  # a local notation says nothing


def test_operators_of_a_tree_are_listed() -> None:
    assert list(tree_rules(TEXT)) == [("binop%", "+", "HAdd.hAdd")]


def test_the_command_prints_counts_and_differences(
    text: Text, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "Own.lean").write_text(TEXT, "utf-8")
    assert main(["--mathlib", str(tmp_path), "Except", "List.append"]) == 0
    printed = capsys.readouterr().out
    assert "1 files; constants: {'differs': 1, 'agree': 1}" in printed.replace(
        "{'agree': 1, 'differs': 1}", "{'differs': 1, 'agree': 1}"
    )
    assert "differs  Except  constructors" in printed
