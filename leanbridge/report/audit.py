"""An audit as lines and as data: which theorems are proved, and on what they rest.

Takes the record that `check.audit` makes; prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from leanbridge.check.audit import KNOWN_EXCEPTIONS, Audit, TheoremAudit
from leanbridge.report.text import shown_name

SHOWN = 5  # theorems named below an exception, without `verbose`
MEANING = (
    "`checked`: the file holds a proof that Lean's kernel accepted when it was compiled; this is"
    " as good as that compiler and that file. Nothing was proved again here."
)


def audit_lines(
    found: Audit, *, verbose: bool = False, only_failing: bool = False
) -> Iterator[str]:
    """The theorems by module, the exceptions by name, the counts."""
    shown = [t for t in found.theorems if not only_failing or _fails(found, t)]
    for module, theorems in groupby(shown, key=lambda t: t.module):
        yield module
        for theorem in theorems:
            name = shown_name(theorem.name)
            kind = "" if theorem.kind == "theorem" else f"{theorem.kind} "
            yield f"  {_word(found, theorem):<22}{kind}{name}{_axioms(theorem)}"
            yield from _alarms(theorem)
    yield from _exceptions(found, verbose)
    yield from _counts(found)
    yield MEANING


def _fails(found: Audit, theorem: TheoremAudit) -> bool:
    return not (found.is_accepted(theorem) and theorem.is_seen)


def _word(found: Audit, theorem: TheoremAudit) -> str:
    if not theorem.is_checked:
        return "NOT SEEN"
    if theorem.sorry:
        return f"SORRY in its {theorem.sorry}"
    if not found.is_accepted(theorem):
        return "EXCEPTION"
    return "checked" if theorem.is_seen else "checked, not all seen"


def _axioms(theorem: TheoremAudit) -> str:
    return f"  [{', '.join(theorem.all_axioms)}]" if theorem.all_axioms else ""


def _alarms(theorem: TheoremAudit) -> Iterator[str]:
    if theorem.differs:
        recorded = ", ".join(theorem.recorded or ()) or "none"
        ours = ", ".join(theorem.axioms) or "none"
        yield f"    DIFFERENT AXIOMS: Lean recorded {recorded}; the walk found {ours}"
        yield "    the file was changed after it was compiled, or leancheck is wrong"
    if theorem.missed:
        missed = ", ".join(theorem.missed)
        yield f"    Lean's own record misses {missed}, which only a constructor mentions"
    if theorem.unseen and theorem.unseen != (theorem.name,):
        first = ", ".join(map(shown_name, theorem.unseen[:SHOWN]))
        more = f" and {len(theorem.unseen) - SHOWN} more" if len(theorem.unseen) > SHOWN else ""
        yield f"    not in the files: the bodies of {first}{more}"


def _exceptions(found: Audit, verbose: bool) -> Iterator[str]:
    for axiom, theorems in found.by_exception().items():
        why = f": {KNOWN_EXCEPTIONS[axiom]}" if axiom in KNOWN_EXCEPTIONS else ""
        state = "accepted exception" if axiom in found.accepted else "EXCEPTION"
        yield f"{state} {axiom}{why}"
        shown = theorems if verbose else theorems[:SHOWN]
        names = ", ".join(shown_name(t.name) for t in shown)
        more = f" and {len(theorems) - len(shown)} more" if len(theorems) > len(shown) else ""
        yield f"  {len(theorems)} rest on it: {names}{more}"
    unused = sorted(found.accepted - found.by_exception().keys())
    if unused:
        yield f"accepted, but nothing rests on it: {', '.join(unused)}"


def _counts(found: Audit) -> Iterator[str]:
    theorems = [t for t in found.theorems if t.kind == "theorem"]
    others = len(found.theorems) - len(theorems)
    versions = ", ".join(found.lean_versions) or "?"
    yield f"{len(theorems)} theorems of {found.modules} modules, compiled by Lean {versions}"
    if others:
        yield f"{others} definitions beside them"
    if not found.theorems:
        yield "nothing to audit: no theorem, and no definition that rests on an exception"
    yield (
        f"{sum(t.is_checked and not t.sorry for t in theorems)} checked,"
        f" {sum(not t.is_checked for t in theorems)} not seen,"
        f" {sum(t.sorry == 'proof' for t in theorems)} with sorry in the proof,"
        f" {sum(t.sorry == 'meaning' for t in theorems)} in the meaning,"
        f" {sum(t.is_ordinary for t in theorems)} on Lean's own axioms only,"
        f" {sum(t.differs for t in theorems)} different from what Lean recorded"
    )
    compared = sum(t.recorded is not None for t in theorems)
    yield f"axioms compared with Lean's record for {compared} of {len(theorems)}"


def audit_json(found: Audit) -> dict[str, Any]:
    """The audit as JSON data."""
    return {
        "schema": "leanbridge.audit/1",
        "lean_versions": list(found.lean_versions),
        "modules": found.modules,
        "accepted": sorted(found.accepted),
        "exit_code": found.exit_code,
        "theorems": [_theorem(found, t) for t in found.theorems],
    }


def _theorem(found: Audit, t: TheoremAudit) -> dict[str, Any]:
    return {
        "name": t.name,
        "kind": t.kind,
        "module": t.module,
        "line": t.line,
        "checked": t.is_checked,
        "sorry": t.sorry or None,
        "axioms": list(t.axioms),
        "exceptions": list(t.exceptions),
        "recorded": None if t.recorded is None else list(t.recorded),
        "differs": t.differs,
        "missed": list(t.missed),
        "unseen": list(t.unseen),
        "accepted": found.is_accepted(t),
    }
