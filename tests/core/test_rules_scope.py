"""Rules 1 to 9 of facts/elaboration: names, variables, auto-bound names."""

from __future__ import annotations

import pytest

from leanbridge.core.terms import Const
from tests.core.lean_text import N, declaration, environment, error_of, type_of, value_of

# ----- 1. the current namespace wins, opened ones are overloads ---------------------------


def test_the_current_namespace_wins_over_an_opened_one() -> None:
    text = """
    namespace A
    def c : Nat := 1
    end A
    namespace B
    open A
    def c : Nat := 2
    def x : Nat := c
    end B
    """
    assert declaration(text, "B.x").value is Const("B.c")


def test_a_parent_namespace_wins_over_an_opened_one() -> None:
    text = """
    def A.c : Nat := 1
    def B.c : Nat := 2
    namespace B.D
    open A
    def x : Nat := c
    end B.D
    """
    assert declaration(text, "B.D.x").value is Const("B.c")


def test_root_and_opened_names_are_overloads_decided_by_type() -> None:
    text = """
    def c : String := "s"
    def A.c : Nat := 1
    open A
    def x : Nat := c
    def y : String := c
    """
    assert declaration(text, "x").value is Const("A.c")
    assert declaration(text, "y").value is Const("c")


def test_what_remains_after_the_matched_name_are_fields() -> None:
    assert value_of("def A.p : Nat × Nat := (1, 2)\ndef x : Nat := A.p.2") == "A.p.2"


def test_a_local_comes_before_every_global_even_with_fields() -> None:
    text = "def v.fst : Nat := 7\ndef x (v : Nat × Nat) : Nat := v.fst"
    assert value_of(text) == "fun v => v.1"


# ----- 2. protected -----------------------------------------------------------------------


@pytest.mark.parametrize("around", ["namespace A.C", "open A.C"])
def test_a_protected_name_is_not_found_by_its_last_component(around: str) -> None:
    text = f"protected def A.C.p : Nat := 1\n{around}\ndef x : Nat := p"
    name = "A.C.x" if around.startswith("namespace") else "x"
    assert error_of(text, name).what == "unknown identifier `p`"


def test_a_protected_name_is_found_with_one_more_component() -> None:
    text = "protected def A.C.p : Nat := 1\nopen A\ndef x : Nat := C.p"
    assert declaration(text, "x").value is Const("A.C.p")


# ----- 3. dotted declarations -------------------------------------------------------------


def test_a_dotted_declaration_elaborates_in_its_own_namespace() -> None:
    text = """
    namespace N
    def Foo.baz : Nat := 1
    def Foo.bar : Nat := baz
    end N
    """
    assert declaration(text, "N.Foo.bar").value is Const("N.Foo.baz")


def test_root_escapes_and_end_closes_two() -> None:
    text = "namespace A.B\ndef _root_.X.y : Nat := 1\nend A.B\ndef z : Nat := X.y"
    assert declaration(text, "z").value is Const("X.y")


def test_an_end_that_closes_something_else_is_a_finding() -> None:
    (finding,) = environment("namespace A\nend B").findings
    assert (finding.construct, finding.message) == ("end", "`end B` closes `A`")
    assert (finding.where.line, finding.where.column) == (2, 1)


# ----- 4. open ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opening", "name", "target"),
    [
        ("open A", "c", "P.A.c"),
        ("open A (c)", "c", "P.A.c"),
        ("open A hiding d", "c", "P.A.c"),
        ("open A renaming c → e", "e", "P.A.c"),
    ],
)
def test_open_in_all_its_forms(opening: str, name: str, target: str) -> None:
    text = (
        f"def P.A.c : Nat := 1\ndef P.A.d : Nat := 2\nnamespace P\n{opening}\ndef x : Nat := {name}"
    )
    assert declaration(text, "P.x").value is Const(target)


@pytest.mark.parametrize(
    ("opening", "name"),
    [("open A (d)", "c"), ("open A hiding c", "c"), ("open A renaming c → e", "c")],
)
def test_open_leaves_out_what_it_says(opening: str, name: str) -> None:
    text = f"def A.c : Nat := 1\ndef A.d : Nat := 2\n{opening}\ndef x : Nat := {name}"
    assert error_of(text).what == f"unknown identifier `{name}`"


def test_open_in_lasts_one_command() -> None:
    text = "def A.c : Nat := 1\nopen A in\ndef x : Nat := c\ndef y : Nat := c"
    assert declaration(text, "x").value is Const("A.c")
    assert error_of(text, "y").what == "unknown identifier `c`"


def test_export_makes_aliases() -> None:
    text = "def A.c : Nat := 1\nnamespace P\nexport A (c)\nend P\ndef x : Nat := P.c"
    assert declaration(text, "x").value is Const("A.c")


def test_an_unknown_namespace_is_a_finding() -> None:
    (finding,) = environment("open Nowhere").findings
    assert (finding.construct, finding.message) == ("open", "unknown namespace `Nowhere`")


# ----- 5. private -------------------------------------------------------------------------


def test_a_private_name_is_for_its_file_only() -> None:
    env = environment("private def c : Nat := 1\ndef x : Nat := c", "def y : Nat := c")
    x = env.declaration("x")
    assert x is not None
    assert x.value is Const("_private.M0.0.c")
    assert env.declaration("_private.M0.0.c") is not None
    assert error_of("def y : Nat := c", "y").what == "unknown identifier `c`"


# ----- 6 to 8. section variables ----------------------------------------------------------

VARIABLES = "variable (n : Nat) {m : Nat} (h : 0 < n) [NeZero n]\n"


def test_a_theorem_includes_what_its_statement_mentions_and_their_types() -> None:
    assert type_of(VARIABLES + "theorem x : n = n := by sorry") == "∀ (n : ℕ), n = n"
    assert type_of(VARIABLES + "theorem x : m = 1 := by sorry") == "∀ {m : ℕ}, m = 1"


def test_instances_of_included_variables_are_facts_of_the_declaration() -> None:
    found = declaration(VARIABLES + "theorem x : n = n := by sorry", "x")
    assert [repr(i) for i in found.instances] == ["fun n => NeZero ℕ n"]


def test_include_and_omit() -> None:
    included = "include h\ntheorem x : n = n := by sorry"
    assert type_of(VARIABLES + included) == "∀ (n : ℕ), 0 < n → n = n"
    omitted = "omit [NeZero n] in\ntheorem x : n = n := by sorry"
    assert declaration(VARIABLES + omitted, "x").instances == ()


def test_a_definition_includes_what_its_body_mentions() -> None:
    assert type_of(VARIABLES + "def x : Nat := n + m") == "ℕ → (∀ {m : ℕ}, ℕ)"


def test_variable_without_a_type_changes_the_kind_of_an_existing_one() -> None:
    assert type_of("variable (n : Nat)\nvariable {n}\ntheorem x : n = 1 := by sorry") == (
        "∀ {n : ℕ}, n = 1"
    )


def test_inclusion_goes_by_variables_not_by_words() -> None:
    text = """
    variable (W : Nat)
    inductive Op where
      | mk (W : Bool) : Op
    def x : Op := .mk (W := true)
    """
    assert type_of(text) == "Op"
    assert type_of(text, "Op.mk") == "Bool → Op"


def test_variables_come_before_auto_bound_names_before_binders() -> None:
    text = "variable {α : Type}\ntheorem x (a : α) (v : Fin n) : v = v := by sorry"
    assert type_of(text) == "∀ {α : Type} {n : ℕ}, α → (∀ (v : Fin n), v = v)"


def test_section_variables_are_fixed_inside_a_recursive_definition() -> None:
    text = """
    variable (m : Nat)
    def r : Nat → Nat
      | 0 => m
      | k + 1 => r k
    theorem x : r 3 4 = 3 := by sorry
    """
    assert type_of(text, "r") == "ℕ → ℕ → ℕ"
    assert value_of(text, "r") == "fun m a => match a with | 0 => m | Nat.succ k => r m k"
    assert type_of(text) == "r 3 4 = 3"


# ----- 9. auto-bound ----------------------------------------------------------------------


def test_an_unknown_name_of_a_header_is_bound_and_reported() -> None:
    found = declaration(
        "theorem x (v : Fin n) (h : i.val = m) (w : i = v) : n = m := by sorry", "x"
    )
    assert repr(found.type) == ("∀ {n : ℕ} {i : Fin n} {m : ℕ} (v : Fin n), ↑i = m → i = v → n = m")
    assert [name for name, _ in found.auto_bound] == ["n", "i", "m"]


def test_nothing_is_bound_in_a_body() -> None:
    assert error_of("def x : Nat := n").what == "unknown identifier `n`"


def test_nothing_is_bound_where_the_option_is_off() -> None:
    assert error_of("theorem x : n = 1 := by sorry", auto_implicit=False).what == (
        "unknown identifier `n`"
    )
    text = "set_option autoImplicit false\ntheorem x : n = 1 := by sorry"
    assert error_of(text).what == "unknown identifier `n`"


def test_without_the_relaxed_option_only_letters_are_bound() -> None:
    option = "set_option relaxedAutoImplicit false\n"
    assert type_of(option + "theorem x : n₁ = 1 := by sorry") == "∀ {n₁ : ℕ}, n₁ = 1"
    error = error_of(option + "theorem x : foo = 1 := by sorry")
    assert error.what == "unknown identifier `foo`"
    assert type_of("theorem x : foo = 1 := by sorry") == "∀ {foo : ℕ}, foo = 1"


def test_a_type_that_use_does_not_tell_is_a_sort() -> None:
    assert type_of("theorem x (b : α) : b = b := by sorry") == "∀ {α : Sort} (b : α), b = b"


def test_a_numeral_of_an_auto_bound_name_is_natural() -> None:
    found = declaration("theorem x : i = 3 := by sorry", "x")
    assert found.auto_bound == (("i", N),)


def test_a_variable_that_only_a_proof_mentions_is_included() -> None:
    text = "variable {k : Nat} (h : k < 5) (g : k = k) (f : Fin 5 → Nat)\n"
    assert type_of(text + "theorem x : f ⟨k, h⟩ = 0 := by sorry") == (
        "∀ {k : ℕ}, k < 5 → (∀ (f : Fin 5 → ℕ), f (Fin.mk k ‹k < 5›) = 0)"
    )
    assert type_of(text + "theorem x : f ⟨k, by exact h⟩ = 0 := by sorry") == (
        "∀ {k : ℕ}, k < 5 → (∀ (f : Fin 5 → ℕ), f (Fin.mk k ‹k < 5›) = 0)"
    )
    assert type_of(text + "theorem x : f 3 = k := by sorry") == (
        "∀ {k : ℕ} (f : Fin 5 → ℕ), f 3 = k"
    )
