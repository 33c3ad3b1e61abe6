"""The exit code of a run: one table from verdicts to effect.

0 all expectations met · 1 refuted, vacuous, undefined, or nothing checked though all is listed ·
2 usage or configuration · 4 unlisted UNKNOWN/UNSUPPORTED/UNMAPPED/NO_PORT · 5 our own error.
Precedence 5, 2, 1, 4, 0 (3, drift, belongs to the gate).
"""

from __future__ import annotations

from leanbridge.check.record import DeclarationRecord, Run
from leanbridge.verdict import Verdict

PRECEDENCE = (5, 2, 1, 3, 4, 0)
EFFECT = {
    Verdict.REFUTED: 1,
    Verdict.ERROR: 5,
    Verdict.VACUOUS: 1,
    Verdict.UNDEFINED: 1,
    Verdict.UNKNOWN: 4,
    Verdict.UNSUPPORTED: 4,
    Verdict.UNMAPPED: 4,
    Verdict.NO_PORT: 4,
    Verdict.EVIDENCE: 0,
    Verdict.PASSED: 0,
    Verdict.EXHAUSTED: 0,
    Verdict.PROVED: 0,
}
#: What an expectation in the configuration can never accept.
NEVER_ACCEPTED = (Verdict.REFUTED, Verdict.ERROR, Verdict.VACUOUS, Verdict.UNDEFINED)


def is_listed(record: DeclarationRecord) -> bool:
    """Whether a weak verdict is one that the project has listed, with a reason."""
    if record.expected is not None and record.verdict not in NEVER_ACCEPTED:
        return record.verdict.strength >= record.expected.strength
    return record.verdict is Verdict.NO_PORT and all(
        e.reason.startswith("skipped: ")
        for o in record.obligations
        if o.verdict is Verdict.NO_PORT
        for e in o.evidence
    )


def effect(record: DeclarationRecord) -> int:
    """The exit code that one declaration calls for."""
    if record.expected is not None and record.verdict not in NEVER_ACCEPTED:
        return (
            0
            if record.verdict.strength >= record.expected.strength
            else max(1, EFFECT[record.verdict])
        )
    return 0 if is_listed(record) else EFFECT[record.verdict]


def exit_code(run: Run) -> int:
    """The exit code of the whole run."""
    codes = {effect(d) for d in run.declarations} | {p.exit_code for p in run.problems}
    checked = [
        d for d in run.declarations
        if d.verdict.strength >= Verdict.EVIDENCE.strength or d.verdict is Verdict.REFUTED
    ]  # fmt: skip
    if not checked and codes <= {0}:
        codes.add(1)
    return next(code for code in PRECEDENCE if code in codes or code == 0)
