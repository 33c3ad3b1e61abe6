"""Names of a project: visibility, members, duplicates, findings, places."""

from __future__ import annotations

import pytest

from leanbridge.core.environment import Environment, Finding
from leanbridge.core.terms import Const
from leanbridge.errors import InternalError, LeanbridgeError
from tests.core.lean_text import environment, error_of


def test_a_structure_and_an_inductive_bring_their_members() -> None:
    env = environment(
        "structure P where\n  a : Nat\ninductive Op where\n  | one : Op\n  | two (n : Nat) : Op\n"
    )
    names = [e.name for e in env.project_entries]
    assert names == ["P", "P.mk", "P.a", "Op", "Op.one", "Op.two"]
    assert env.constructors_of("Op") == ("Op.one", "Op.two")
    assert env.structure_fields("P") == ("a",)
    assert env.projection_name("P", 0) == "P.a"
    assert env.projection_name("P", 1) is None
    two = env.constructor("Op.two")
    assert two is not None
    assert (two.inductive, two.index, two.params, two.fields) == ("Op", 1, 0, ("n",))


def test_a_name_declared_twice_is_a_finding_and_the_first_stays() -> None:
    env = environment("def c : Nat := 1\ndef c : Nat := 2")
    assert [f.construct for f in env.findings] == ["redeclared"]
    assert "the first stands in M0" in env.findings[0].message
    first = env.declaration("c")
    assert first is not None
    assert repr(first.value) == "1"


def test_a_known_constant_keeps_its_meaning() -> None:
    env = environment("def id : Nat := 1")
    (finding,) = env.findings
    assert finding.message.startswith("id is already a known Lean or Mathlib constant")


def test_text_that_cannot_be_read_is_a_finding_with_its_place() -> None:
    env = environment("def a : Nat := 1\ndef b : := 2\ndef c : Nat := a")
    (finding,) = [f for f in env.findings if f.unread]
    assert finding.where.line == 2
    assert finding.module == "M0"
    c = env.declaration("c")
    assert c is not None
    assert c.value is Const("a")


def test_an_error_harms_only_what_needs_it() -> None:
    env = environment("def bad : Nope := 1\ndef good : Nat := 1\ndef user : Nat := bad")
    assert env.declaration("good") is not None
    with pytest.raises(LeanbridgeError, match="unknown identifier `Nope`"):
        env.declaration("user")


def test_unknown_names() -> None:
    env = environment("")
    assert env.declaration("nope") is None
    with pytest.raises(InternalError, match="unknown constant nope"):
        env.statement("nope")


def test_anonymous_instances_and_examples_have_names_by_place() -> None:
    env = environment("example : 1 = 1 := rfl\ninstance : Inhabited Nat := ⟨3⟩\n")
    assert [e.name for e in env.project_entries] == ["M0.example@1", "M0.instance@2"]
    assert [e.name for e in env.examples] == ["M0.example@1"]


def test_private_members_are_mangled_with_their_type() -> None:
    env = environment("private structure P where\n  a : Nat\ndef x (p : P) : Nat := p.a")
    x = env.declaration("x")
    assert x is not None
    assert repr(x.type) == "_private.M0.0.P → ℕ"
    assert repr(x.value) == "fun p => _private.M0.0.P.a p"


def test_namespaces_are_seen_by_import() -> None:
    apart = {"M0": frozenset[str](), "M1": frozenset[str]()}
    env = environment("namespace A\nend A", "open A", imports=apart)
    assert [f.message for f in env.findings] == ["unknown namespace `A`"]
    assert environment("namespace A\nend A", "open A").findings == []


@pytest.mark.parametrize(
    ("text", "reducibility"),
    [
        ("def x : Nat := 1", "regular"),
        ("abbrev x : Nat := 1", "reducible"),
        ("@[irreducible] def x : Nat := 1", "irreducible"),
        ("def x : Nat := 1\nattribute [irreducible] x", "irreducible"),
        ("def x : Nat := 1\nattribute [reducible] x", "reducible"),
    ],
)
def test_reducibility(text: str, reducibility: str) -> None:
    env = environment(text)
    assert env.entries["x"].reducibility == reducibility
    assert (env.unfoldable_value("x") is None) == (reducibility == "irreducible")
    assert env.value("x") is not None


def test_later_declarations_have_larger_orders() -> None:
    env = environment("def a : Nat := 1\ndef b : Nat := 2", "def c : Nat := 3")
    assert env.order("Nat") < env.order("a") < env.order("b") < env.order("c")


def test_guards_are_kept_with_their_scope() -> None:
    env = environment("namespace A\n#guard 1 = 1\nend A")
    ((module, guard, scope),) = env.guards
    assert (module, scope.namespace) == ("M0", "A")
    assert guard.span.start > 0


def test_an_error_says_where_what_and_in_which_declaration() -> None:
    error = error_of("namespace A\ndef x (n : Nat) : String :=\n  n\nend A", "A.x")
    assert error.what == "type mismatch"
    assert (error.where.path, error.where.line, error.where.column) == ("M0.lean", 3, 3)
    assert error.where.declaration == "A.x"
    assert error.where.source_line == "  n"
    assert (error.got, error.expected) == ("ℕ", "String")
    assert error.bindings == ("n : ℕ",)
    assert str(error).splitlines()[:3] == ["M0.lean:3:3 (A.x): type mismatch", "    n", "    ^"]


def test_an_unknown_name_has_near_misses() -> None:
    error = error_of("def lengths : Nat := 1\ndef x : Nat := lenghts")
    assert error.todo is not None
    assert "lengths" in error.todo


def test_findings_compare_by_value() -> None:
    env = environment("open Nowhere")
    (finding,) = env.findings
    assert finding == Finding(
        finding.where, "open", "unknown namespace `Nowhere`", "M0", unread=False
    )


def test_project_entries_have_no_known_constant() -> None:
    assert Environment().project_entries == ()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("instance : Add (Fin 3 → ℝ) := ⟨fun a _ => a⟩", 1),
        ("def V : Type := Fin 3 → ℝ\ninstance : Mul V := ⟨fun a _ => a⟩", 1),
        ("structure P where\n  a : Nat\ninstance : Add P := ⟨fun a _ => a⟩", 0),
        ("instance : Inhabited Nat := ⟨3⟩", 0),
    ],
)
def test_an_own_meaning_of_an_operator_is_a_finding(text: str, count: int) -> None:
    findings = environment(text).findings
    assert [f.construct for f in findings] == ["instance"] * count
