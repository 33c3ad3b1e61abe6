"""One-token mutants of the statement files and of the nasty ones, judged by Lean and by us.

What only Lean rejects is of a kind that DIVERGENCES has, or is counted; what only we reject is a
named limit. The counts stand at the end of the run; `pytest -s` prints what is of no kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leanbridge.source.parser import parse_file
from tests.lean.conftest import nasty_sources, spec_options, spec_sources
from tests.lean.judges import Module, Rejections, by_lean, by_us
from tests.lean.mutants import KINDS, Assembled, assemble

if TYPE_CHECKING:
    from tests.lean.build import Compiled

pytestmark = pytest.mark.lean

PER_NASTY, PER_SPEC = 2, 6
"""Mutants of one declaration."""

#: What Lean alone rejects: the words of its message → the rule (DIVERGENCES).
RULES: Mapping[str, tuple[str, ...]] = {
    "levels (1)": (
        "universe level", "universe parameter", "of sort `Type", "numerals are data in Lean",
    ),
    "instances (2)": (
        "failed to synthesize", "typeclass instance problem",
    ),
    "termination (12)": ("fail to show termination",),
    "`@[simp]`, which the stub's core has no lemmas for": ("constant 'eq_true'", "`eq_false`"),
}  # fmt: skip
#: What we alone reject, by our own message: limits that have a name.
LIMITS: Mapping[str, str] = {
    "is used inside its own header": "a structure that contains itself",
    "Lean would bind it as a type": "an auto-bound type with a long name (DIVERGENCES 11)",
}


@dataclass(frozen=True, slots=True)
class Job:
    """A file, its mutants, and what the judges need for it."""

    name: str
    assembled: Assembled
    path: tuple[Path, ...]
    options: Mapping[str, str]
    earlier: tuple[Module, ...]


def jobs(nasty: Compiled, specs: Compiled) -> Iterator[Job]:
    for name in nasty_sources():
        text = nasty.source(name).read_text("utf-8")
        yield Job(name, assemble(text, PER_NASTY, PER_NASTY, name), nasty.path, {}, ())
    sources = spec_sources()
    earlier: list[Module] = []
    for name in specs.modules:
        if name in sources:
            text = sources[name]
            mutants = assemble(text, PER_SPEC, PER_SPEC, name)
            yield Job(name, mutants, specs.path, spec_options(), tuple(earlier))
            earlier.append(Module(name, parse_file(text, name)))


def rule_of(reason: str, rules: Mapping[str, tuple[str, ...]]) -> str | None:
    return next((rule for rule, words in rules.items() if any(w in reason for w in words)), None)


def test_lean_and_we_reject_the_same_mutants(
    nasty: Compiled, specs: Compiled, counted: Callable[[object], None]
) -> None:
    work = list(jobs(nasty, specs))
    with ThreadPoolExecutor(2) as pool:
        lean = list(pool.map(lambda j: by_lean(j.assembled, j.path, j.options), work))
    ours = [by_us(j.assembled, j.earlier, auto_implicit=not j.options) for j in work]
    for job, theirs, mine in zip(work, lean, ours, strict=True):
        assert theirs.outside == (), job.name
        assert mine.outside == (), job.name
    verdicts, by_rule, limits, unexplained = Counter[str](), Counter[str](), Counter[str](), []
    for job, theirs, mine in zip(work, lean, ours, strict=True):
        for i, mutant in enumerate(job.assembled.mutants):
            verdict = _verdict(i, theirs, mine)
            verdicts[verdict] += 1
            place = f"{job.name}:{mutant.line} [{mutant.change}]\n{mutant.text}"
            if verdict == "only Lean rejects":
                rule = rule_of(theirs.reasons[i], RULES)
                by_rule[rule or "other"] += 1
                if rule is None:
                    print(f"only Lean rejects {place}\n  {theirs.reasons[i]}")
            elif verdict == "only we reject":
                limit = next((LIMITS[w] for w in LIMITS if w in mine.reasons[i]), None)
                limits[limit or "other"] += 1
                if limit is None:
                    unexplained.append(f"{place}\n  {mine.reasons[i]}")
    total = verdicts.total()
    counted(f"{total}: {dict(verdicts)}; only Lean: {dict(by_rule)}; only we: {dict(limits)}")
    assert total >= 1000
    assert verdicts["both accept"] >= 100
    assert not unexplained, "\n".join(unexplained)
    assert verdicts["only Lean rejects"] <= 0.01 * total


def _verdict(mutant: int, lean: Rejections, ours: Rejections) -> str:
    match mutant in lean.reasons, mutant in ours.reasons:
        case True, True:
            return "both reject"
        case False, False:
            return "both accept"
        case True, False:
            return "only Lean rejects"
        case _:
            return "only we reject"


# ----- the generator ------------------------------------------------------------------------------

TEXT = """namespace A
variable (k : Nat)
def f (n : Nat) : Nat := (n : Nat) + k
/-- A comment. -/
theorem g (n : Nat) : f k n = n + 1 := by
  rfl
end A
"""


def test_mutants_are_the_same_on_every_run() -> None:
    assert assemble(TEXT, 4, 2, "x") == assemble(TEXT, 4, 2, "x")
    assert assemble(TEXT, 4, 2, "x") != assemble(TEXT, 4, 2, "y")


def test_each_mutant_stands_on_its_lines_under_its_own_name() -> None:
    made = assemble(TEXT, 9, 3, "x")
    lines = made.text.splitlines()
    names = set()
    for i, mutant in enumerate(made.mutants):
        block = "\n".join(lines[mutant.first - 1 : mutant.last])
        assert block == f"{mutant.text}\nsection\nend"
        assert {made.at(line) for line in range(mutant.first, mutant.last + 1)} == {i}
        names.add(mutant.text)
    assert len(names) == len(made.mutants)
    assert made.at(1) is None
    kept = [line for n, line in enumerate(lines, 1) if made.at(n) is None and line]
    assert "\n".join(kept) + "\n" == TEXT


def test_a_proof_is_sorry_before_its_statement_is_changed() -> None:
    made = [m.text for m in assemble(TEXT, 9, 0, "x").mutants if m.line == 4]
    assert len(made) == 9
    assert all(text.endswith(":= sorry") for text in made)


def test_every_kind_of_change_is_made() -> None:
    made = assemble(TEXT, 40, 10, "x").mutants
    assert {m.change.split(":")[0] for m in made} == set(KINDS)


def test_the_judges_see_a_planted_fault(stub: Compiled) -> None:
    text = "def a : Nat := 1\n"
    good = Assembled(text, ())
    bad = Assembled(text + "def b : Nat := c\n", ())
    for judge in (lambda t: by_lean(t, stub.path), by_us):
        assert judge(good).outside == ()
        (reason,) = judge(bad).outside
        assert "2: " in reason
        assert "nknown identifier `c`" in reason
