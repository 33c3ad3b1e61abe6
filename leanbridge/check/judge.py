"""From tallies to verdicts: one table, no exceptions to it.

Takes what the cases of an obligation showed; gives its record. A verdict is never stronger than
its evidence: no comparison is VACUOUS, a port that never ran is EVIDENCE, a restricted sampling
is EVIDENCE.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from leanbridge.check.obligations import Obligation
from leanbridge.check.record import (
    WALL_CLOCK,
    Counterexample,
    DeclarationRecord,
    Evidence,
    ObligationRecord,
)
from leanbridge.check.tally import Tally
from leanbridge.verdict import Verdict, weakest

RANDOM = "exact-random"
EXHAUSTIVE = "exhaustive"
GERM = "germ"


@dataclass(frozen=True, slots=True)
class Ruling:
    verdict: Verdict
    strategy: str
    reason: str


def evidence(ruling: Ruling) -> Evidence:
    """What the cases showed, as it stands in a record."""
    return Evidence(ruling.strategy, ruling.verdict, ruling.reason)


def by(ruling: Ruling, finder: Evidence) -> Ruling:
    """The ruling on a case that another strategy found."""
    return Ruling(ruling.verdict, finder.strategy, f"{ruling.reason}: {finder.reason}")


def rule(tally: Tally, *, trusts_statement: bool, is_restricted: bool) -> Ruling:
    """The verdict of one obligation. `trusts_statement`: a proof stands behind the statement."""
    strategy = EXHAUSTIVE if tally.exhausted else GERM if tally.is_germ else RANDOM
    blamed = tally.failure or tally.outside_failure
    if blamed is not None:
        is_outside = tally.failure is None
        return Ruling(Verdict.REFUTED, strategy, _refuted(blamed.kind, is_outside=is_outside))
    if tally.statement_failure is not None:
        if trusts_statement:
            return Ruling(
                Verdict.ERROR, strategy, "a proved statement fails in SPEC: a fault of leancheck"
            )
        return Ruling(Verdict.REFUTED, strategy, "the statement itself is false at this input")
    if tally.timeout:
        return Ruling(Verdict.UNKNOWN, strategy, f"wall-clock: {tally.unknown}")
    if tally.undefined:
        return Ruling(Verdict.UNDEFINED, strategy, tally.undefined)
    if tally.fails_near:
        return Ruling(Verdict.UNKNOWN, strategy, tally.fails_near)
    if tally.comparisons == 0:
        return _nothing_compared(tally, strategy)
    if tally.unsupported:
        return Ruling(Verdict.UNSUPPORTED, strategy, tally.unsupported)
    if tally.is_cut_short:
        return Ruling(Verdict.UNKNOWN, strategy, f"cut short: {tally.unknown}")
    if tally.port_uses == 0:
        return Ruling(Verdict.EVIDENCE, strategy, "no port ran: the statement holds in SPEC")
    if is_restricted and not tally.exhausted:
        return Ruling(Verdict.EVIDENCE, strategy, "restricted sampling")
    if tally.exhausted and not tally.undecided and not tally.rounded:
        beyond = f"; beyond it {tally.unmet}" if tally.unmet else ""
        return Ruling(Verdict.EXHAUSTED, strategy, f"every case with {tally.exhausted}{beyond}")
    return Ruling(Verdict.PASSED, strategy, _passed(tally))


def _refuted(kind: str, *, is_outside: bool) -> str:
    if is_outside:
        how = "differs" if kind == "outside" else f"breaks its contract ({kind})"
        return f"{how} outside the hypotheses only, and the binding says total"
    return {
        "value": "a counterexample",
        "hypothesis": "a hypothesis is decided otherwise with the port",
    }.get(kind, f"the port breaks its contract: {kind}")


def _nothing_compared(tally: Tally, strategy: str) -> Ruling:
    if tally.unsupported:
        return Ruling(Verdict.UNSUPPORTED, strategy, tally.unsupported)
    if tally.unknown:
        return Ruling(Verdict.UNKNOWN, strategy, tally.unknown)
    if tally.junk:
        return Ruling(Verdict.VACUOUS, strategy, "only at points without a derivative")
    if tally.outside:
        return Ruling(Verdict.VACUOUS, strategy, "no case met the hypotheses")
    return Ruling(Verdict.VACUOUS, strategy, "no case had anything to compare")


def _passed(tally: Tally) -> str:
    parts = [f"{tally.comparisons} comparisons, no counterexample found"]
    if tally.undecided:
        parts.append(f"{tally.undecided} undecided ({tally.unknown})")
    if tally.rounded:
        parts.append(f"{tally.rounded} equal up to rounding")
    if tally.within is not None:
        parts.append(f"equalities within 2^-{tally.within}")
    if tally.left_out:
        parts.append(f"{tally.left_out} cases left out as too much work")
    if tally.unmet:
        parts.append(tally.unmet)
    if tally.rules:
        parts.append(f"hypotheses by construction: {', '.join(sorted(tally.rules))}")
    return "; ".join(parts)


def scope_of(tally: Tally) -> str:
    """Where the evidence holds, in one line."""
    if tally.exhausted:
        return tally.exhausted
    sizes = [s for s in tally.sizes if s]
    if not sizes:
        return f"{tally.cases} cases"
    names = [n for n, _ in sizes[0]]
    ranges = []
    for i, name in enumerate(names):
        values = [s[i][1] for s in sizes]
        low, high = min(values), max(values)
        ranges.append(f"{name} = {low}" if low == high else f"{name} in {low}..{high}")
    return ", ".join(ranges)


def record(
    obligation: Obligation, port_set: str, tally: Tally, ruling: Ruling,
    example: Counterexample | None, rests_on: tuple[str, ...],
) -> ObligationRecord:  # fmt: skip
    """The obligation's record."""
    environment = "PORT against SPEC" if obligation.is_definition else "PORT, after SPEC"
    return ObligationRecord(
        id=obligation.id,
        port=port_set,
        what=obligation.what,
        verdict=ruling.verdict,
        evidence=(evidence(ruling),),
        environment=environment,
        scope=scope_of(tally),
        cases=tally.cases,
        hypotheses_met=tally.met if obligation.statement.hypotheses else None,
        outside=tally.outside,
        outside_differs=tally.outside_differs if obligation.is_definition else None,
        empty=tally.empty,
        junk=tally.junk,
        rests_on=rests_on,
        counterexample=example,
    )


#: Verdicts of the cases that no other strategy can raise.
FINAL = (Verdict.REFUTED, Verdict.ERROR, Verdict.UNDEFINED)


def join(found: ObligationRecord, beside: Evidence, scope: str) -> ObligationRecord:
    """The record with what another strategy found beside it: REFUTED and ERROR of either stand,
    then the stronger of the two; a safety net that fired is not passed over."""
    own, theirs = found.verdict, beside.verdict
    fired = any(e.reason.startswith(WALL_CLOCK) for e in found.evidence)
    if own in FINAL or fired or (theirs not in FINAL and theirs.strength <= own.strength):
        return replace(found, evidence=(*found.evidence, beside))
    return replace(
        found, verdict=theirs, scope=scope or found.scope, evidence=(beside, *found.evidence)
    )


def rest_upon(
    declarations: list[DeclarationRecord], beneath: list[DeclarationRecord] | None = None
) -> list[DeclarationRecord]:
    """Weaken what rests on a definition (one of `declarations` or `beneath`) whose own obligation
    is not at least PASSED.

    EVIDENCE takes the weaker verdict; PROVED and EXHAUSTED fall to PASSED.
    """
    by_name = {d.name: d.verdicts for d in [*(beneath or []), *declarations]}

    def weaken(o: ObligationRecord, own: str) -> ObligationRecord:
        below = [
            by_name[n][o.port] for n in o.rests_on
            if n != own and n in by_name and o.port in by_name[n]
        ]  # fmt: skip
        if not below:
            return o
        worst = weakest(below)
        if worst.strength >= Verdict.PASSED.strength:
            return o
        if o.verdict is Verdict.EVIDENCE:
            reason = f"takes the verdict {worst.name} of what it rests on"
            added = Evidence("rests_on", worst, reason)
            return replace(o, verdict=worst, evidence=(*o.evidence, added))
        if o.verdict.strength > Verdict.PASSED.strength:
            reason = f"no stronger than PASSED: it rests on a {worst.name}"
            return replace(
                o, verdict=Verdict.PASSED,
                evidence=(*o.evidence, Evidence("rests_on", Verdict.PASSED, reason)),
            )  # fmt: skip
        return o

    return [
        replace(d, obligations=tuple(weaken(o, d.name) for o in d.obligations))
        for d in declarations
    ]
