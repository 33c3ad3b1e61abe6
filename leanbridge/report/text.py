"""A run as text for a terminal: rich renderables, made from the record alone.

Prints nothing itself. PROVED and EXHAUSTED are never shown without their scope, PASSED never
without what it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from leanbridge.check.outcome import effect, exit_code, is_listed
from leanbridge.check.record import (
    PROCESS_DIED,
    WALL_CLOCK,
    DeclarationRecord,
    ObligationRecord,
    Run,
)
from leanbridge.verdict import Verdict

STYLES: dict[Verdict, str] = {
    Verdict.REFUTED: "bold red",
    Verdict.ERROR: "bold magenta",
    Verdict.VACUOUS: "red",
    Verdict.UNDEFINED: "red",
    Verdict.UNKNOWN: "yellow",
    Verdict.UNSUPPORTED: "yellow",
    Verdict.UNMAPPED: "yellow",
    Verdict.NO_PORT: "dim",
    Verdict.EVIDENCE: "cyan",
    Verdict.PASSED: "green",
    Verdict.EXHAUSTED: "bold green",
    Verdict.PROVED: "bold green",
}
SAFETY_NETS = {WALL_CLOCK: "WALL CLOCK", PROCESS_DIED: "PROCESS DIED"}  # by reason
SCOPED = (Verdict.EXHAUSTED, Verdict.PROVED)
TIER_LINES = {
    "source": "The statements were read from their text.",
    "olean": "The statements were read from the files that Lean compiled: its own elaboration.",
}
TRUST_LINE = (
    "Sampled is not proved: PASSED says that no counterexample was found in the cases that were"
    " run, EXHAUSTED that every case of its scope was. The statements are as good as their trust:"
    " leancheck does not check their proofs."
)


def shown_name(text: str) -> str:
    """A name, or a text with names in it, for people: `_private.Mod.0.Name` is `Name (private)`
    alone and `Name` in a text. The record keeps the whole name.
    """
    is_name = _PRIVATE.fullmatch(text) is not None
    return _PRIVATE.sub(r"\1 (private)" if is_name else r"\1", text)


_PRIVATE = re.compile(r"\b_private\.[^\s`]*?\.0\.([\w.'!?«»]*[\w'!?»])")


def listing(run: Run, *, verbose: int = 0, only_failing: bool = False) -> Iterator[RenderableType]:
    """Every declaration by module, or those that fail the run."""
    shown = [d for d in run.declarations if effect(d) or not only_failing]
    for module, records in groupby(shown, key=lambda d: d.module):
        yield Text(f"\n{module}", style="bold")
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, overflow="fold")
        table.add_column(overflow="fold")
        for d in records:
            table.add_row(_verdict(d), Text(shown_name(d.name)), Text(_note(d), style="dim"))
            if verbose:
                for o in d.obligations:
                    table.add_row("", Text(f"  {o.port} · {o.id}"), _obligation(o))
        yield table


def _verdict(d: DeclarationRecord) -> Text:
    word = d.verdict.name
    if d.verdict in SCOPED and not _is_told_apart(d):
        word += f" ({d.scope})"
    return Text(word, style=STYLES[d.verdict])


def _is_told_apart(d: DeclarationRecord) -> bool:
    """Whether the port sets have verdicts, or scopes of one, that differ."""
    scopes = {d.scopes[p] for p, v in d.verdicts.items() if v in SCOPED}
    return len(set(d.verdicts.values())) > 1 or len(scopes) > 1


def _note(d: DeclarationRecord) -> str:
    verdicts = d.verdicts
    if _is_told_apart(d):
        scopes = {p: f" ({d.scopes[p]})" for p, v in verdicts.items() if v in SCOPED}
        return ", ".join(f"{port} {v.name}{scopes.get(port, '')}" for port, v in verdicts.items())
    parts: list[str] = []
    if d.verdict in (Verdict.PASSED, Verdict.EXHAUSTED, Verdict.PROVED):
        parts.append(", ".join(verdicts))
    elif d.reason:
        parts.append(d.reason)
    if d.expected is not None:
        parts.append(f"expected {d.expected.name}: {d.expected_reason}")
    return shown_name("; ".join(parts))


def _obligation(o: ObligationRecord) -> Text:
    text = Text(o.verdict.name, style=STYLES[o.verdict])
    reasons = "; ".join(e.reason for e in o.evidence if e.reason)
    counts = [f"{n} {v}" for n, v in _counts(o) if v]
    unneeded = f"no case needed {', '.join(o.unneeded)}" if o.unneeded else ""
    for part in (o.scope, reasons, ", ".join(counts), unneeded):
        if part:
            text.append(f" · {shown_name(part)}", style="dim")
    return text


def _counts(o: ObligationRecord) -> list[tuple[str, int | None]]:
    return [
        ("cases", o.cases),
        ("met", o.hypotheses_met),
        ("outside", o.outside),
        ("outside differing", o.outside_differs),
        ("empty", o.empty),
        ("junk", o.junk),
    ]


def counterexamples(run: Run) -> Iterator[RenderableType]:
    """The counterexamples of everything refuted."""
    for d in run.declarations:
        for o in d.obligations:
            if o.counterexample is None:
                continue
            c = o.counterexample
            title = Text("\n").append("REFUTED", "bold red").append(" ")
            title.append(shown_name(d.name), "bold").append(f" · {o.port} · {o.id}")
            yield title.append(f" · {shown_name(c.environment)} ({c.kind})")
            if d.path:
                yield Text(f"  {d.path}:{d.line}", style="dim")
            for line in c.lines():
                yield Text("  " + shown_name(line))
            if not c.confirmed:
                yield Text("  (not confirmed by a second run)", style="yellow")


def summary(run: Run) -> Iterator[RenderableType]:
    """Counts, problems, and what the verdicts mean."""
    for problem in run.problems:
        yield Text(f"\n{problem.message}", style="yellow")
    yield Text("")
    counts = Text("  ").join(
        Text(f"{run.summary[v.name]} {v.name}", style=STYLES[v])
        for v in reversed(Verdict)
        if v.name in run.summary
    )
    yield Text(f"{len(run.declarations)} declarations: ").append_text(counts)
    listed = [d for d in run.declarations if d.verdict is Verdict.NO_PORT and is_listed(d)]
    if listed:
        yield Text(f"{len(listed)} NO_PORT are skipped with a reason in the configuration", "dim")
    failing = [d for d in run.declarations if effect(d)]
    if failing:
        yield Text(f"{len(failing)} declarations fail the run", style="bold")
    mistakes = [p for p in run.problems if p.exit_code == 2]
    if mistakes and exit_code(run) == 2:
        beside = (
            ", and not 1: the refuted ones stand" if Verdict.REFUTED.name in run.summary else ""
        )
        line = f"{len(mistakes)} mistakes in the input, above: exit code 2{beside}"
        yield Text(line, style="bold")
    yield Text(f"{TIER_LINES[run.tier]} {TRUST_LINE}", style="dim")


def wall_clock(run: Run) -> Iterator[RenderableType]:
    """Where a safety net held: stands on top."""
    for d in run.declarations:
        for o in d.obligations:
            for e in o.evidence:
                title = SAFETY_NETS.get(e.reason.split(":")[0])
                if title is not None:
                    line = f"{title} {shown_name(d.name)} · {o.port}: {e.reason}"
                    yield Text(line, style="bold yellow")
