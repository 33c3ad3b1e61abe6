"""Our elaborator against the real Lean: term by term with what the kernel accepted.

Every declaration of `specs/` and of `tests/lean/nasty` is read from its text by us and from the
compiled file that Lean made of the same text. What was compared stands at the end of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leanbridge.check.project import load_environment
from leanbridge.core.compiled.declare import Compiled
from leanbridge.core.compiled.erase import ONE_TYPE
from leanbridge.core.declarations import Place
from leanbridge.core.environment import KNOWN, Environment
from leanbridge.core.terms import NAT as N
from leanbridge.core.terms import BVar, Lam, Let, Match, Pi, Proof, Term, const, instantiate, nat
from leanbridge.source.olean.library import Library
from leanbridge.source.syntax import Span
from tests.lean import compare
from tests.lean.agreement import LAMBDAS, MATCHES, REDEXES, RULES, SORTS, agreement
from tests.lean.compare import Comparison
from tests.lean.conftest import SPECS, nasty_sources, spec_sources

if TYPE_CHECKING:
    from tests.lean.build import Compiled as Folder

pytestmark = pytest.mark.lean

NOWHERE = Place("", "", Span(0, 0), 0, 0)


Say = Callable[[object], None]


def agreed(comparison: Comparison, counted: Say) -> Comparison:
    """Say the counts; fail with the first differences."""
    counted(comparison)
    assert not comparison.different, "\n".join(map(str, comparison.different[:5]))
    return comparison


# ----- the two corpora ------------------------------------------------------------------------


def test_every_declaration_of_specs_is_read_as_lean_reads_it(specs: Folder, counted: Say) -> None:
    text, problems, _ = load_environment(SPECS)
    assert not problems
    compiled = compare.from_compiled(specs.path, [m for m in spec_sources() if m != "Specs"])
    found = agreed(compare.compare(text, compiled, text.project_entries), counted)
    assert not found.skipped
    assert found.equal["type"] == len(text.project_entries)
    assert found.equal["body"] >= 40


@pytest.mark.parametrize("module", nasty_sources())
def test_every_nasty_declaration_is_read_as_lean_reads_it(
    nasty: Folder, module: str, counted: Say
) -> None:
    errors = [m.at(module) for m in nasty.messages[module] if m.severity == "error"]
    assert not errors, "\n".join(errors)
    text = compare.from_text({module: nasty.source(module)}, {module: frozenset()})
    compiled = compare.from_compiled(nasty.path, [module])
    found = agreed(compare.compare(text, compiled, text.project_entries), counted)
    kept = [e for e in text.project_entries if e.kind != "example"]
    skipped = [name for names in found.skipped.values() for name in names]
    assert found.equal["type"] == len(text.project_entries) - len(skipped)
    assert len(skipped) <= len(text.project_entries) - len(kept) + 2


def test_there_are_enough_nasty_declarations() -> None:
    files = {
        m: SPECS.parent / "tests/lean/nasty" / f"{m.split('.')[1]}.lean" for m in nasty_sources()
    }
    text = compare.from_text(files, {m: frozenset() for m in files})
    assert len([e for e in text.project_entries if e.parent is None]) >= 200


# ----- equations ------------------------------------------------------------------------------


def test_clauses_state_the_equations_that_lean_proves(
    nasty: Folder, tmp_path: Path, counted: Say
) -> None:
    from tests.lean import peer

    module = "Nasty.Patterns"
    text = compare.from_text({module: nasty.source(module)}, {module: frozenset()})
    wanted = {
        f"{e.name}.eq_{i + 1}": pair
        for e in text.project_entries
        if e.kind == "def"
        for i, pair in enumerate(compare.clauses(text.declaration(e.name)))  # type: ignore[arg-type]
    }
    kept = dict(enumerate(wanted))
    while True:  # Lean makes an equation when it is first asked for, and may not be able to here
        lines = [f"noncomputable def equation{i} := @{name}" for i, name in kept.items()]
        text_ = "\n".join([f"import {module}", *lines])
        failed = {m.line - 2 for m in peer.compile("Equations", text_, tmp_path, nasty.path)
                  if m.severity == "error"}  # fmt: skip
        if not failed:
            break
        kept = {i: name for at, (i, name) in enumerate(kept.items()) if at not in failed}
    compiled = compare.from_compiled((tmp_path, *nasty.path), [module, "Equations"])
    equal, whole, different = 0, 0, []
    for i, name in kept.items():
        lean = compare.stated(compiled.type_of(f"equation{i}"))
        if compare.is_split(wanted[name]) and not compare.is_split(lean):
            whole += 1
        elif compare.same_equation(wanted[name], lean):
            equal += 1
        else:
            different.append(f"{name}\n  ours: {wanted[name]}\n  Lean: {lean}")
    counted(
        f"{equal} equal; {whole} that Lean does not split into clauses, "
        f"{len(wanted) - len(kept)} that it cannot state here"
    )
    assert not different, "\n".join(different[:5])
    assert equal >= 40


# ----- the table of known constants --------------------------------------------------------------


def test_every_known_constant_has_the_type_that_lean_has_compiled(
    stub: Folder, counted: Say
) -> None:
    ours = Environment()
    library = Library(stub.path)
    for module in stub.modules:
        library.load(module)
    lean = Compiled(library.constant, lambda _: True, lambda _: None)
    found = Comparison()
    for name, entry in ours.entries.items():
        if library.constant(name) is None:
            found.skip("no such constant in Lean", name)
            continue
        mine = ours.statement(name)
        theirs = lean.statement(name, entry.kind, NOWHERE)
        if name in ONE_TYPE:
            rules = agreement([mine.type], [_at_one_type(theirs.type, ONE_TYPE[name])])
        else:
            rules = agreement([mine.type], [theirs.type])
        if rules is None:
            found.different.append(
                compare.Difference(name, "type", repr(mine.type), repr(theirs.type))
            )
        else:
            found.equal["type"] += 1
            for rule in rules:
                found.by_rule.setdefault(rule, []).append(name)
        assert entry.module.startswith(KNOWN)
    agreed(found, counted)
    assert found.equal["type"] >= 800
    assert not found.skipped


def _at_one_type(type_: Term, like: Mapping[int, int]) -> Term:
    """The type of an operator between types, at one type (DIVERGENCES, 9)."""
    binders: list[Pi] = []
    while isinstance(type_, Pi) and type_.info == "{}":
        binders.append(type_)
        type_ = type_.body
    kept = [i for i in range(len(binders)) if i not in like]
    values = [BVar(len(kept) - 1 - kept.index(like.get(i, i))) for i in range(len(binders))]
    out = instantiate(type_, tuple(values))
    for i in reversed(kept):
        out = Pi(binders[i].name, "{}", binders[i].type, out)
    return out


# ----- the comparison itself ------------------------------------------------------------------


def test_the_comparison_sees_a_swapped_argument(specs: Folder, tmp_path: Path) -> None:
    from tests.lean import peer

    text = "def back (a b : Nat) : Nat := a - b\n"
    assert peer.compile("M", text, tmp_path, specs.path) == ()
    (tmp_path / "Other.lean").write_text(text.replace("a - b", "b - a"), "utf-8")
    ours = compare.from_text({"M": tmp_path / "Other.lean"}, {"M": frozenset()})
    lean = compare.from_compiled((tmp_path, *specs.path), ["M"])
    found = compare.compare(ours, lean, ours.project_entries)
    assert [(d.name, d.part) for d in found.different] == [("back", "body")]
    same = compare.from_text({"M": tmp_path / "M.lean"}, {"M": frozenset()})
    assert not compare.compare(same, lean, same.project_entries).different


def lam(info: str, body: Term) -> Term:
    return Lam("x", info, N, body)  # type: ignore[arg-type]


def test_each_rule_is_needed_where_it_is_used_and_nowhere_else() -> None:
    from leanbridge.core.terms import SORT, TYPE, App, BVar, Clause

    x = BVar(0)
    two = Match((Clause(("a",), (x,), const("f", x), (N,)),), lam("", N), (nat(1),))
    assert agreement([lam("", x)], [lam("", x)]) == frozenset()
    assert agreement([lam("{}", x)], [lam("", x)]) == {LAMBDAS}
    assert agreement([Pi("x", "{}", N, N)], [Pi("x", "", N, N)]) is None
    assert agreement([SORT], [TYPE]) == {SORTS}
    assert agreement([Pi("p", "", SORT, N)], [Pi("p", "", const("Prop"), N)]) is None
    assert agreement([App((nat(1),), lam("", x))], [nat(1)]) == {REDEXES}
    assert agreement([nat(1)], [nat(2)]) is None
    assert agreement([two], [two]) == frozenset()
    swapped = Clause(("b", "a"), (const("P.mk", x, BVar(1)),), const("f", x, BVar(1)), (N, N))
    right = Clause(("a", "b"), (const("P.mk", BVar(1), x),), const("f", BVar(1), x), (N, N))
    wrong = Clause(("a", "b"), (const("P.mk", BVar(1), x),), const("f", x, BVar(1)), (N, N))

    def match(clause: Clause) -> Term:
        return Match((clause,), lam("", N), (const("p"),))

    assert agreement([match(swapped)], [match(right)]) == {MATCHES}
    assert agreement([match(swapped)], [match(wrong)]) is None
    assert agreement([Proof(const("q"))], [Proof(const("q"))]) == frozenset()
    assert agreement([Proof(N)], [Proof(const("q"))]) is None
    assert agreement([Let("x", N, nat(1), x)], [Let("x", N, nat(2), x)]) is None


def test_the_rules_are_few_and_written_down() -> None:
    divergences = (SPECS.parent / "DIVERGENCES.md").read_text("utf-8")
    assert len(RULES) + 1 <= 10
    for rule in RULES:
        assert rule in divergences.replace("\n", " "), rule
