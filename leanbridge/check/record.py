"""The record of a run: plain data that every report is a view of.

Made by `check`, read by `report` and the command line. Nothing here evaluates or prints. What was
not measured is None, never 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leanbridge.verdict import Verdict, weakest

SCHEMA = "leanbridge.run/1"
#: Reasons of an UNKNOWN that begin so say that a safety net fired.
WALL_CLOCK = "wall-clock"
SHOWN_PORTS = 4
PROCESS_DIED = "the process of the port died"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one strategy found."""

    strategy: str
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A case that refutes, small, as text for people and as values for machines.

    `kind`: value, hypothesis, statement, or a boundary fault's kind. `sizes`, `inputs`, `indices`
    and `hypotheses` are (name, text) pairs; `expected` is the Lean side. `spec` says how the same
    case fares with the Lean bodies. `ports` are the Lean names with a port in their place,
    and where its code stands.
    """

    kind: str
    sizes: tuple[tuple[str, int], ...]
    inputs: tuple[tuple[str, str], ...]
    indices: tuple[tuple[str, str], ...]
    hypotheses: tuple[tuple[str, str], ...]
    got: str
    expected: str
    spec: str
    environment: str
    message: str = ""
    confirmed: bool = False
    ports: tuple[tuple[str, str], ...] = ()

    def lines(self) -> list[str]:
        """The counterexample for a person."""
        out: list[str] = []
        for name, source in self.ports[:SHOWN_PORTS]:
            out.append(f"port      {source}" + (f" for {name}" if len(self.ports) > 1 else ""))
        if len(self.ports) > SHOWN_PORTS:
            out.append(f"          … and {len(self.ports) - SHOWN_PORTS} more")
        if self.sizes:
            out.append("sizes     " + ", ".join(f"{n} = {v}" for n, v in self.sizes))
        for name, text in self.inputs:
            first, *rest = text.splitlines() or [""]
            out.append(f"{name:<9} {first}")
            out.extend(" " * 10 + line for line in rest)
        if self.indices:
            out.append("at        " + ", ".join(f"{n} = {v}" for n, v in self.indices))
        out.extend(f"{name:<9} {text}" for name, text in self.hypotheses)
        if self.message and self.message != self.got:
            out.append(self.message)
        out.append(f"got       {self.got}")
        out.append(f"expected  {self.expected}")
        out.append(f"SPEC      {self.spec}")
        return out


@dataclass(frozen=True, slots=True)
class ObligationRecord:
    """One thing that was checked about a declaration, with one port set."""

    id: str
    port: str
    what: str
    verdict: Verdict
    evidence: tuple[Evidence, ...]
    environment: str
    scope: str
    cases: int | None = None
    hypotheses_met: int | None = None
    outside: int | None = None
    outside_differs: int | None = None
    empty: int | None = None
    junk: int | None = None
    rests_on: tuple[str, ...] = ()
    accuracy: Mapping[str, Any] | None = None
    counterexample: Counterexample | None = None
    unneeded: tuple[str, ...] | None = None  # hypotheses that no case needed, where it was asked


@dataclass(frozen=True, slots=True)
class DeclarationRecord:
    """A declaration and all its obligations."""

    name: str
    kind: str
    module: str
    path: str
    line: int
    trust: str
    statement: str
    obligations: tuple[ObligationRecord, ...]
    reason: str = ""
    fixed: Verdict | None = None  # the verdict where there is no obligation
    expected: Verdict | None = None
    expected_reason: str = ""

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The weakest verdict of each port set."""
        by_port: dict[str, list[Verdict]] = {}
        for o in self.obligations:
            by_port.setdefault(o.port, []).append(o.verdict)
        return {port: weakest(vs) for port, vs in sorted(by_port.items())}

    @property
    def verdict(self) -> Verdict:
        if self.fixed is not None:
            return self.fixed
        return weakest(self.verdicts.values())

    @property
    def scopes(self) -> dict[str, str]:
        """The scope of each port set's verdict, which it may not be printed without."""
        verdicts = self.verdicts
        found: dict[str, str] = {}
        for o in self.obligations:
            if o.verdict is verdicts[o.port]:
                found.setdefault(o.port, o.scope)
        return dict(sorted(found.items()))

    @property
    def scope(self) -> str:
        """The scope of the verdict; of each port set that has it, if they differ."""
        found = {p: s for p, s in self.scopes.items() if self.verdicts[p] is self.verdict}
        if len(set(found.values())) > 1:
            return "; ".join(f"{port}: {scope}" for port, scope in found.items())
        return next(iter(found.values()), "")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in the input that stands beside the verdicts: place and message."""

    where: str
    message: str
    exit_code: int


@dataclass(frozen=True, slots=True)
class Run:
    """Everything that a run found."""

    seed: int
    project: str
    profile: str
    ports: tuple[str, ...]
    declarations: tuple[DeclarationRecord, ...]
    problems: tuple[Problem, ...] = ()
    timings: Mapping[str, float] | None = field(default=None, compare=False)
    tier: str = "source"  # what the statements were read from: `source` or `olean`

    @property
    def summary(self) -> dict[str, int]:
        counts = Counter(d.verdict for d in self.declarations)
        return {v.name: counts[v] for v in Verdict if counts[v]}


# ----- JSON -------------------------------------------------------------------------------


def to_json(run: Run, *, reproducible: bool = False) -> dict[str, Any]:
    """The run as JSON data of schema `leanbridge.run/1`, keys in a fixed order."""
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "seed": run.seed,
        "project": run.project,
        "profile": run.profile,
        "tier": run.tier,
        "ports": list(run.ports),
        "declarations": [_declaration(d) for d in run.declarations],
        "problems": [
            {"where": p.where, "message": p.message, "exit_code": p.exit_code} for p in run.problems
        ],
        "summary": run.summary,
    }
    if not reproducible:
        out["timings"] = dict(run.timings) if run.timings is not None else None
    return out


def _declaration(d: DeclarationRecord) -> dict[str, Any]:
    return {
        "name": d.name,
        "kind": d.kind,
        "module": d.module,
        "place": {"path": d.path, "line": d.line},
        "trust": d.trust,
        "statement": d.statement,
        "verdict": d.verdict.name,
        "reason": d.reason or None,
        "expected": d.expected.name if d.expected is not None else None,
        "verdicts": {port: v.name for port, v in d.verdicts.items()},
        "obligations": [_obligation(o) for o in d.obligations],
    }


def _obligation(o: ObligationRecord) -> dict[str, Any]:
    return {
        "id": o.id,
        "port": o.port,
        "what": o.what,
        "verdict": o.verdict.name,
        "evidence": [
            {"strategy": e.strategy, "verdict": e.verdict.name, "reason": e.reason}
            for e in o.evidence
        ],
        "environment": o.environment,
        "scope": o.scope,
        "cases": o.cases,
        "hypotheses_met": o.hypotheses_met,
        "outside": o.outside,
        "outside_differs": o.outside_differs,
        "empty": o.empty,
        "junk": o.junk,
        "rests_on": list(o.rests_on),
        "accuracy": dict(o.accuracy) if o.accuracy is not None else None,
        "counterexample": _counterexample(o.counterexample),
        "unneeded": None if o.unneeded is None else list(o.unneeded),
    }


def _counterexample(c: Counterexample | None) -> dict[str, Any] | None:
    if c is None:
        return None
    return {
        "kind": c.kind,
        "sizes": dict(c.sizes),
        "inputs": dict(c.inputs),
        "indices": dict(c.indices),
        "hypotheses": dict(c.hypotheses),
        "message": c.message or None,
        "got": c.got,
        "expected": c.expected,
        "spec": c.spec,
        "environment": c.environment,
        "confirmed": c.confirmed,
        "ports": dict(c.ports),
    }
