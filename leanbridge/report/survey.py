"""A survey as lines and as data: how much of a Lean project can be read.

Takes the record that `core.survey` makes; prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leanbridge.core.survey import Count, FileSurvey, Survey

KINDS = ("term", "tactic", "do")


def survey_lines(found: Survey, seconds: float, *, verbose: bool = False) -> Iterator[str]:
    """The counts per file, the totals, and the blockers by construct."""
    yield f"{'parsed':>13} {'statements':>13} {'bodies':>13} {'tactic':>9} {'do':>9}  file"
    for f in found.files:
        yield _row(f.parsed, f.statements, f.bodies, f.path)
        if verbose:
            yield from _details(f)
    bodies = {kind: found.bodies(kind) for kind in KINDS}  # type: ignore[arg-type]
    yield _row(found.parsed, found.statements, bodies, "all files")
    yield (
        f"parsed {_share(found.parsed)}, statements {_share(found.statements)},"
        f" term and equation bodies {_share(bodies['term'])}"
    )
    if found.statements.all:
        per_thousand = 1000 * seconds / found.statements.all
        yield f"{seconds:.1f} s, {per_thousand:.1f} s per 1,000 declarations"
    for name, count in found.blockers.items():
        yield f"{count:>6}  {name}"


def _row(parsed: Count, statements: Count, bodies: Any, path: str) -> str:
    cells = [bodies.get(kind, Count()) for kind in KINDS]
    return (
        f"{_of(parsed):>13} {_of(statements):>13} {_of(cells[0]):>13}"
        f" {_of(cells[1]):>9} {_of(cells[2]):>9}  {path}"
    )


def _details(f: FileSurvey) -> Iterator[str]:
    for error in f.errors:
        yield f"    {error.where}: {error.what}"
    for name in f.auto_bound:
        yield f"    auto-bound {name.name} : {name.type} in {name.declaration}"
    for finding in f.findings:
        yield f"    {finding.where}: {finding.message}"
    for complaint in f.complaints:
        yield f"    complaint: {complaint}"


def _of(count: Count) -> str:
    return f"{count.ok}/{count.all}" if count.all else "-"


def _share(count: Count) -> str:
    return f"{100 * count.ok / count.all:.2f} %" if count.all else "none"


def survey_json(found: Survey, seconds: float | None) -> dict[str, Any]:
    """The survey as JSON data."""
    return {
        "schema": "leanbridge.survey/1",
        "files": [_file(f) for f in found.files],
        "blockers": dict(found.blockers),
        "seconds": seconds,
    }


def _file(f: FileSurvey) -> dict[str, Any]:
    return {
        "module": f.module,
        "path": f.path,
        "parsed": _count(f.parsed),
        "statements": _count(f.statements),
        "bodies": {kind: _count(count) for kind, count in f.bodies.items()},
        "blockers": dict(f.blockers),
        "auto_bound": [
            {"declaration": a.declaration, "name": a.name, "type": a.type} for a in f.auto_bound
        ],
        "findings": [{"where": str(x.where), "message": x.message} for x in f.findings],
        "complaints": len(f.complaints),
    }


def _count(count: Count) -> dict[str, int]:
    return {"all": count.all, "ok": count.ok}
