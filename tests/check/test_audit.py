"""What theorems rest on: axioms by our walk and by Lean's record, `sorry`, what is not seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from leanbridge.check.audit import Audit, TheoremAudit, audit
from leanbridge.errors import InputError
from leanbridge.source.olean import Library
from tests.source.olean.conftest import compiled as compiled
from tests.source.olean.conftest import form as form
from tests.source.olean.conftest import things as things
from tests.source.olean.writer import Writer, write_module

AXIOMS = ("_private", "Lean", "Util", "CollectAxioms", 0, "Lean", "exportedAxiomsExt")
SORRIES = {
    "Things.guessed": "proof",
    "Things.inherits": "proof",
    "Things.about_hollow": "meaning",
    "Things.hole_in_statement": "meaning",
}


def theorems(found: Audit) -> list[TheoremAudit]:
    return [t for t in found.theorems if t.kind == "theorem"]


def by_name(found: Audit) -> dict[str, TheoremAudit]:
    return {t.name: t for t in found.theorems}


# ----- what Lean has compiled -------------------------------------------------------------------


@pytest.mark.lean
def test_every_written_theorem_is_audited(things: Library) -> None:
    found = audit(things, ["Things"])
    assert [t.name for t in theorems(found)] == [
        "Things.Window.fits", "Things.honest", "Things.usual", "Things.guessed",
        "Things.inherits", "Things.lies", "Things.about_hollow", "Things.hole_in_statement",
        "Things.chosen", "Things.t10", "Things.t11", "_private.Things.0.Things.kept_back",
    ]  # fmt: skip
    assert all(t.is_checked and t.is_seen and not t.differs for t in found.theorems)
    assert {t.name: t.sorry for t in theorems(found) if t.sorry} == SORRIES
    assert found.lean_versions == ("4.35.0",)


@pytest.mark.lean
def test_exceptions_are_named_one_by_one(things: Library) -> None:
    found = audit(things, ["Things"])
    exceptions = {
        a: [t.name for t in ts if t.kind == "theorem"] for a, ts in found.by_exception().items()
    }
    assert exceptions == {
        "Things.Thing": ["Things.t10", "Things.t11"],
        "Things.liar": ["Things.lies"],
        "sorryAx": list(SORRIES),
    }
    named = by_name(found)
    assert named["Things.usual"].axioms == ("propext",)
    assert named["Things.chosen"].axioms == ("Classical.choice",)
    assert named["Things.usual"].is_ordinary
    assert not named["Things.lies"].is_ordinary


@pytest.mark.lean
def test_a_definition_that_rests_on_an_exception_is_listed_too(things: Library) -> None:
    found = [t for t in audit(things, ["Things"]).theorems if t.kind != "theorem"]
    assert ("Things.hollow", "meaning") in [(t.name, t.sorry) for t in found]
    assert "Things.pick" not in [t.name for t in found]
    assert all(t.exceptions for t in found)


@pytest.mark.lean
def test_the_walk_finds_what_lean_recorded_for_every_constant(things: Library) -> None:
    compared = 0
    for name, module in things.modules.items():
        found = audit(things, [name], list(module.names))
        assert len(found.theorems) == len(module.names)
        assert [t.name for t in found.theorems if t.differs] == []
        compared += sum(t.recorded is not None for t in found.theorems)
    assert compared >= 618


@pytest.mark.lean
def test_leans_record_misses_what_only_a_constructor_mentions(things: Library) -> None:
    """Two theorems that differ in a digit: Lean 4.35 keeps the axiom of one of them."""
    found = by_name(audit(things, ["Things"], ["t10", "t11"]))
    assert {t.axioms for t in found.values()} == {("Things.Thing",)}
    assert {t.required for t in found.values()} == {()}
    recorded = {name: theorem.recorded for name, theorem in found.items()}
    assert recorded == {"Things.t10": ("Things.Thing",), "Things.t11": ()}
    assert found["Things.t11"].missed == ("Things.Thing",)
    assert found["Things.t11"].exceptions == ("Things.Thing",)
    assert not any(t.differs for t in found.values())


@pytest.mark.lean
@pytest.mark.parametrize(
    ("names", "accepted", "code"),
    [
        (["honest", "usual", "chosen"], [], 0),
        (["lies"], [], 1),
        (["lies"], ["Things.liar"], 0),
        (["guessed"], [], 1),
        (["guessed"], ["sorryAx"], 0),
        (["about_hollow"], ["sorryAx"], 1),  # a hole in a meaning is never accepted
        (["Things.hollow"], ["sorryAx"], 1),  # the value of a definition is its meaning
        (["Things.in*", "lies"], ["Things.liar"], 1),
    ],
)
def test_exit_codes(
    things: Library, names: Sequence[str], accepted: Sequence[str], code: int
) -> None:
    assert audit(things, ["Things"], names, accepted).exit_code == code


@pytest.mark.lean
def test_names_choose(things: Library) -> None:
    def chosen(*names: str) -> list[str]:
        return [t.name for t in audit(things, ["Things"], names).theorems]

    assert chosen("Things.honest") == ["Things.honest"]
    assert chosen("kept_back") == ["_private.Things.0.Things.kept_back"]
    assert chosen("*ho*") == [
        "Things.short", "Things.honest", "Things.hollow", "Things.about_hollow",
        "Things.hole_in_statement", "Things.chosen",
    ]  # fmt: skip
    assert chosen("pick") == ["Things.pick"]  # a definition
    with pytest.raises(InputError, match="no constant of these modules is called nothing_here"):
        chosen("honest", "nothing_here")


@pytest.mark.lean
def test_a_public_part_alone_shows_no_proof(compiled: Callable[[str], Path]) -> None:
    library = Library([compiled("module")], public_only=True)
    found = audit(library, ["Things"], ["honest", "usual", "guessed", "about_hollow"])
    named = by_name(found)
    assert not any(t.is_checked or t.is_seen or t.differs for t in found.theorems)
    assert named["Things.usual"].axioms == ()
    assert named["Things.usual"].all_axioms == ("propext",)
    assert named["Things.usual"].unseen == ("Things.usual",)
    assert named["Things.guessed"].sorry == "proof"
    assert named["Things.about_hollow"].sorry == "meaning"
    assert found.exit_code == 1
    assert audit(library, ["Things"], ["honest", "usual"]).exit_code == 4


# ----- by hand ----------------------------------------------------------------------------------


def one_theorem(directory: Path, recorded: Sequence[str] | None) -> Library:
    """A module with an axiom `a` and a theorem `t` that uses it, and a record for `t`."""
    w = Writer()
    prop, a, t = w.sort(), w.name("a"), w.name("t")
    entries = []
    if recorded is not None:
        names = w.array([w.name(n) for n in recorded])
        entries.append((w.name(*AXIOMS), [w.node(0, [t, names])]))
    constants = [w.axiom(a, prop), w.theorem(t, prop, w.const(a))]
    write_module(directory, "M", w.module([a, t], constants, entries=entries))
    return Library([directory])


def test_a_record_that_says_less_is_a_difference(tmp_path: Path) -> None:
    found = audit(one_theorem(tmp_path, []), ["M"], accepted=["a"])
    (theorem,) = found.theorems
    assert (theorem.axioms, theorem.recorded, theorem.differs) == (("a",), (), True)
    assert found.exit_code == 1


def test_a_record_that_says_more_is_a_difference(tmp_path: Path) -> None:
    found = audit(one_theorem(tmp_path, ["a", "b"]), ["M"], accepted=["a", "b"])
    (theorem,) = found.theorems
    assert (theorem.all_axioms, theorem.exceptions) == (("a", "b"), ("a", "b"))
    assert theorem.differs
    assert found.exit_code == 1


def test_without_a_record_the_walk_stands_alone(tmp_path: Path) -> None:
    found = audit(one_theorem(tmp_path, None), ["M"], accepted=["a"])
    (theorem,) = found.theorems
    assert (theorem.recorded, theorem.differs, theorem.line) == (None, False, None)
    assert found.exit_code == 0


def test_a_constant_that_no_file_holds_is_unseen(tmp_path: Path) -> None:
    w = Writer()
    t = w.name("t")
    theorem = w.theorem(t, w.sort(), w.const(w.name("elsewhere")))
    write_module(tmp_path, "M", w.module([t], [theorem]))
    found = audit(Library([tmp_path]), ["M"])
    assert found.theorems[0].unseen == ("elsewhere",)
    assert (found.theorems[0].is_checked, found.theorems[0].is_seen) == (True, False)
    assert found.exit_code == 4


def test_no_theorem_at_all_is_a_failure(tmp_path: Path) -> None:
    w = Writer()
    write_module(tmp_path, "M", w.module([], []))
    assert audit(Library([tmp_path]), ["M"]).exit_code == 1


def test_a_proof_used_in_a_definition_is_no_part_of_a_meaning(tmp_path: Path) -> None:
    """`t : d` where `d` is defined by a theorem `p` whose proof is `sorryAx`."""
    w = Writer()
    prop = w.sort()
    sorry, p, d, t = (w.name(n) for n in ("sorryAx", "p", "d", "t"))
    header = w.node(0, [d, 1, prop])
    definition = w.node(1, [w.node(0, [header, w.const(p), 3, 1], bytes([1]))])
    constants = [
        w.axiom(sorry, prop),
        w.theorem(p, prop, w.const(sorry)),
        definition,
        w.theorem(t, w.const(d), w.const(p)),
    ]
    write_module(tmp_path, "M", w.module([sorry, p, d, t], constants))
    found = by_name(audit(Library([tmp_path]), ["M"]))
    assert (found["t"].sorry, found["t"].axioms) == ("proof", ("sorryAx",))
