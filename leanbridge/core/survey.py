"""How much of a project is understood: counts per file, and what stands in the way.

Takes an environment, elaborates every declaration of the project's own files, and gives plain
data. It never prints, never stops at an error, and counts nothing that it did not try.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from typing import Literal, TypeAlias

from leanbridge.core.entries import SourceEntry
from leanbridge.core.environment import KNOWN, Environment, Finding
from leanbridge.core.recheck import Complaint, recheck
from leanbridge.errors import LeanbridgeError, Unsupported
from leanbridge.source import syntax

#: How a body is written: a term or equations; with a tactic block that is a value; with a `do`
#: block in it.
BodyKind: TypeAlias = Literal["term", "tactic", "do"]
# Terms live as long as the process, so the cyclic garbage collector finds nothing in them.
COLLECT_EVERY = 200_000


@dataclass(frozen=True, slots=True)
class Count:
    """`ok` of `all`."""

    all: int = 0
    ok: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.all + other.all, self.ok + other.ok)


@dataclass(frozen=True, slots=True)
class AutoBound:
    """A name that a header bound by itself (rule 9): always worth a look."""

    declaration: str
    name: str
    type: str


@dataclass(frozen=True, slots=True)
class FileSurvey:
    """One file. A declaration is parsed if the file's text could be read up to its end; its
    statement and body are ok if they elaborate. `blockers` counts the constructs that stopped a
    statement or a body."""

    module: str
    path: str
    parsed: Count
    statements: Count
    bodies: Mapping[BodyKind, Count]
    blockers: Mapping[str, int]
    auto_bound: tuple[AutoBound, ...]
    findings: tuple[Finding, ...]
    errors: tuple[LeanbridgeError, ...]
    complaints: tuple[Complaint, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """All files of a project that were asked for, in import order."""

    files: tuple[FileSurvey, ...]

    @property
    def parsed(self) -> Count:
        return _total(f.parsed for f in self.files)

    @property
    def statements(self) -> Count:
        return _total(f.statements for f in self.files)

    def bodies(self, kind: BodyKind) -> Count:
        return _total(f.bodies.get(kind, Count()) for f in self.files)

    @property
    def blockers(self) -> Mapping[str, int]:
        total: Counter[str] = Counter()
        for f in self.files:
            total.update(f.blockers)
        return dict(total.most_common())


def survey(
    env: Environment,
    wanted: Callable[[str], bool] | None = None,
    *,
    paranoid: bool = False,
) -> Survey:
    """Survey the project's modules, or those whose name is `wanted`; `paranoid` re-types all."""
    entries: dict[str, list[SourceEntry]] = {
        name: []
        for name in env.lines
        if not name.startswith(KNOWN) and (wanted is None or wanted(name))
    }
    for entry in env.project_entries:
        if isinstance(entry, SourceEntry) and entry.parent is None and entry.module in entries:
            entries[entry.module].append(entry)
    with _rare_collection():
        return Survey(tuple(_survey_file(env, m, mine, paranoid) for m, mine in entries.items()))


def _total(counts: Iterable[Count]) -> Count:
    return sum(counts, Count())


@contextmanager
def _rare_collection() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_EVERY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _survey_file(
    env: Environment, module: str, entries: list[SourceEntry], paranoid: bool
) -> FileSurvey:
    path = env.lines[module].path
    findings = tuple(f for f in env.findings if f.module == module)
    unread = sum(f.unread for f in findings)
    twice = sum(f.construct == "redeclared" for f in findings)
    blockers: Counter[str] = Counter()
    errors: list[LeanbridgeError] = []
    auto_bound: list[AutoBound] = []
    complaints: list[Complaint] = []
    bodies: dict[BodyKind, Count] = {}
    statements = Count(twice, 0)
    if twice:
        blockers["redeclared"] += twice
    for entry in entries:
        env.elaborate_header(entry)
        env.elaborate_body(entry)
        statements += Count(1, int(entry.error is None))
        for error in (entry.error, entry.body_error):
            if error is not None:
                blockers[construct(error)] += 1
                errors.append(error)
        if entry.kind in ("def", "abbrev", "instance") and entry.syntax.body is not None:
            kind = body_kind(env, entry)
            ok = entry.error is None and entry.body_error is None
            bodies[kind] = bodies.get(kind, Count()) + Count(1, int(ok))
        if entry.declaration is not None:
            auto_bound += [
                AutoBound(entry.name, name, repr(type_))
                for name, type_ in entry.declaration.auto_bound
            ]
            if paranoid and entry.error is None:
                complaints += recheck(env, entry.declaration)
    total = len(entries) + twice
    return FileSurvey(
        module,
        path,
        Count(total + unread, total),
        statements,
        bodies,
        dict(blockers),
        tuple(auto_bound),
        findings,
        tuple(errors),
        tuple(complaints),
    )


def construct(error: LeanbridgeError) -> str:
    """The construct that an error names: what stands before the detail of its message."""
    if isinstance(error, Unsupported):
        return error.what.partition(":")[0]
    return error.what.partition("`")[0].partition("(")[0].strip()


def body_kind(env: Environment, entry: SourceEntry) -> BodyKind:
    """How the body of a definition is written."""
    body = entry.syntax.body
    if body is not None and "do" in env.lines[entry.module].text[body.span.start : body.span.end]:
        if _contains_do(body):
            return "do"
    return "tactic" if entry.blocks else "term"


def _contains_do(node: object) -> bool:
    if isinstance(node, syntax.Do):
        return True
    if isinstance(node, tuple):
        return any(_contains_do(child) for child in node)
    if not is_dataclass(node) or isinstance(node, syntax.Span):
        return False
    return any(_contains_do(getattr(node, f.name)) for f in fields(node))
