"""The generated part of the stub: its rules, and that Lean has every known constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.lean import peer, stub
from tests.lean.stub import Additions, Known, lean_text

if TYPE_CHECKING:
    from tests.lean.build import Compiled


@pytest.mark.parametrize(
    ("text", "instances", "expected"),
    [
        ("axiom f {α β : Type} (a : α) : β", "",
         "axiom f {α : Type u_1} {β : Type u_2} (a : α) : β"),
        ("axiom T (α β : Type) : Type", "",
         "axiom T (α : Type u_1) (β : Type u_2) : Type (max 0 u_1 u_2)"),
        ("axiom T (α : Type) : Type", "", "axiom T (α : Type u_1) : Type (max 0 u_1)"),
        ("axiom T (α : Sort u) (β : Type) : Type", "",
         "axiom T (α : Sort u) (β : Type u_1) : Sort (max 1 u (u_1 + 1))"),
        ("axiom T : Type", "", "axiom T : Type"),
        ("axiom f {ι : Type} {φ : ι → Type} (i : ι) : φ i", "",
         "axiom f {ι : Type u_1} {φ : ι → Type u_2} (i : ι) : φ i"),
        ("axiom f {α : Sort u} (a : α) : α", "", "axiom f {α : Sort u} (a : α) : α"),
        ("axiom sum {ι M : Type} (s : ι) : M", "[Zero M]",
         "axiom sum {ι : Type u_1} {M : Type u_2} [Zero M] (s : ι) : M"),
        ("axiom sel {α : Type} (p : α → Prop) (s : α) : α", "[Zero α] [DecidablePred p]",
         "axiom sel {α : Type u_1} [Zero α] (p : α → Prop) [DecidablePred p] (s : α) : α"),
        ("structure S (α : Type) : Type where\n  a : α", "",
         "structure S (α : Type u_1) where\n  a : α"),
    ],
)  # fmt: skip
def test_lean_text(text: str, instances: str, expected: str) -> None:
    name = text.split()[1]
    assert lean_text(Known(name, text), Additions({name: instances})) == expected


def test_lean_text_of_a_class() -> None:
    text = Known("Sober", "axiom Sober (X : Type) : Type")
    assert lean_text(text, Additions(classes=frozenset({"Sober"}))) == "class Sober (X : Type u_1)"
    text = Known("Sober", "axiom Sober (X : Type) : Prop")
    expected = "class Sober (X : Type u_1) : Prop"
    assert lean_text(text, Additions(classes=frozenset({"Sober"}))) == expected


def test_lean_text_at_universe_zero() -> None:
    text = "def StateM (σ α : Type) : Type := StateT σ Id α"
    assert lean_text(Known("StateM", text), Additions(), at_zero=True) == text


def test_generate_emits_what_is_not_declared_after_what_it_mentions() -> None:
    names = [known.name for known in stub.known_declarations()]
    text = stub.generate(set(names) - {"Metric.sphere", "MonotoneOn", "Norm.norm"}, Additions())
    assert text.startswith(stub.HEAD)
    assert text.index("def MonotoneOn ") < text.index("axiom Metric.sphere ")
    assert text.endswith("export Norm (norm)\nend\n")
    assert text.removeprefix(stub.HEAD).count("axiom ") == 2


def test_a_rule_for_no_constant_is_refused() -> None:
    with pytest.raises(ValueError, match=r"binders\.txt names what is not generated: \['nope'\]"):
        stub.generate((), Additions({"nope": "[Zero α]"}))


def test_additions_are_read() -> None:
    text = "# a comment\nf [Zero α] [One β]  # why\n\nclass Sober\ng [Add M]\n"
    assert Additions.read(text) == Additions(
        {"f": "[Zero α] [One β]", "g": "[Add M]"}, frozenset({"Sober"})
    )


@pytest.mark.lean
def test_lean_has_every_known_constant(stub: Compiled) -> None:
    from tests.lean.stub import known_declarations

    names = [known.name for known in known_declarations()]
    asked = "\n".join(f"#check @{name}" for name in names)
    said = peer.check(f"import Mathlib\n{asked}\n", stub.path)
    assert len(names) > 700
    assert [message.at("known") for message in said if message.severity == "error"] == []
    assert len(said) == len(names)


@pytest.mark.lean
def test_the_stub_assumes_no_falsehood_by_sorry(stub: Compiled) -> None:
    """What is not proved in it is an axiom by name; no module of it leans on `sorry`."""
    assert [m.at(module) for module, said in stub.messages.items() for m in said] == []
