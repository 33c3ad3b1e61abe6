"""A doc-gen4 site against the source: which names and kinds the two give.

Takes an environment and a `Site`, gives a `DocsComparison`. Compares the modules that both have, by
the text of the files: names that only a compiled file has are not looked at. Private declarations
are on no page. What Lean made of a declaration (derived instances, `simps`, local functions) is on
a page and not in the text, and is told apart by its lines.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

from leanbridge.core.entries import KNOWN, SourceEntry
from leanbridge.core.environment import Environment
from leanbridge.core.scope import components
from leanbridge.errors import InputError, Where
from leanbridge.ports.config import FILE_NAME, read_config
from leanbridge.source.docgen import DocDeclaration, Page, Site

MODIFIERS = frozenset("unsafe noncomputable partial private protected".split())


@dataclass(frozen=True, slots=True)
class Missing:
    """A declaration that one side has, with its kind there."""

    name: str
    kind: str
    module: str


@dataclass(frozen=True, slots=True)
class OtherKind:
    """A declaration whose kinds differ."""

    name: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Made:
    """A declaration of a page that Lean made: its lines lie in those of `by`."""

    name: str
    by: str


@dataclass(frozen=True, slots=True)
class DocsComparison:
    """`here` is the source, `there` the site.

    Of the library of an `undocumented` module (scripts, scratch files) the site has nothing, which
    is no difference. `unread` modules have a page that was refused. What is `not_read` stands on a
    page, and here in text that our reader has a finding on. `unnamed` instances were found by their
    lines only.
    """

    modules: tuple[str, ...]
    same: int
    missing_here: tuple[Missing, ...]
    missing_there: tuple[Missing, ...]
    other_kind: tuple[OtherKind, ...]
    modules_missing_here: tuple[str, ...]
    modules_missing_there: tuple[str, ...]
    undocumented: tuple[str, ...]
    unread: tuple[str, ...]
    not_read: tuple[Missing, ...]
    made: tuple[Made, ...]
    private: int
    unnamed: int

    @property
    def is_same(self) -> bool:
        """Whether every name that can be compared is on both sides, with one kind."""
        return not (
            self.missing_here
            or self.missing_there
            or self.other_kind
            or self.modules_missing_here
            or self.modules_missing_there
        )


def exit_code(site: Site, comparison: DocsComparison | None) -> int:
    """2 for a page that is refused, 3 for a difference, 4 for text that we do not read, else 0."""
    if site.refused:
        return 2
    if comparison is None:
        return 0
    if not comparison.is_same:
        return 3
    return 4 if comparison.not_read else 0


def project_beside(config: Path | None, project: Path | None, folder: Path) -> Path | None:
    """The Lean project to compare with: the one that is given, or the one of the configuration in
    `folder` or above it; None where there is neither.

    Raises: InputError for a configuration that is wrong.
    """
    if project is not None:
        return project.resolve()
    if config is not None:
        return read_config(config.resolve()).project
    for above in (folder.resolve(), *folder.resolve().parents):
        if (above / FILE_NAME).is_file():
            return read_config(above / FILE_NAME).project
    return None


def compare_docs(env: Environment, site: Site) -> DocsComparison:
    """Compare what a project's files declare with what a site shows of it.

    Raises: InputError if they have no module in common: nothing would be compared.
    """
    ours = _by_module(env)
    refused = {e.where.path for e in site.refused}
    unread = {m for m, page in site.data.modules.items() if page in refused} & ours.keys()
    both = sorted(ours.keys() & site.pages.keys())
    if not both and not unread:
        raise InputError(
            "the site has no module of the project",
            Where(site.root),
            got=", ".join(sorted(site.pages)[:3]) or "no page",
            expected=", ".join(sorted(ours)[:3]),
        )
    parts = [_Module(env, ours[m], site.pages[m]) for m in both]
    our_roots = {components(m)[0] for m in ours}
    their_roots = {components(m)[0] for m in site.pages}
    absent = sorted(ours.keys() - site.pages.keys() - unread)
    return DocsComparison(
        tuple(both),
        sum(p.same for p in parts),
        tuple(x for p in parts for x in p.missing_here),
        tuple(x for p in parts for x in p.missing_there),
        tuple(x for p in parts for x in p.other_kind),
        tuple(m for m in sorted(site.pages) if components(m)[0] in our_roots and m not in ours),
        tuple(m for m in absent if components(m)[0] in their_roots),
        tuple(m for m in absent if components(m)[0] not in their_roots),
        tuple(sorted(unread)),
        tuple(x for p in parts for x in p.not_read),
        tuple(x for p in parts for x in p.made),
        sum(e.private for m in both for e in ours[m]),
        sum(p.unnamed for p in parts),
    )


def _by_module(env: Environment) -> dict[str, list[SourceEntry]]:
    """The declarations of each module that was read, in order."""
    found: dict[str, list[SourceEntry]] = {m: [] for m in env.lines if not m.startswith(KNOWN)}
    for entry in env.project_entries:
        is_own = entry.parent is None and not entry.generated and entry.kind != "example"
        if is_own and isinstance(entry, SourceEntry):
            found[entry.module].append(entry)
    return found


# ----- one module ---------------------------------------------------------------------------


class _Module:
    """One module on both sides: every name is put into one of the lists."""

    def __init__(self, env: Environment, entries: list[SourceEntry], page: Page) -> None:
        self.env = env
        self.name = page.module
        theirs = {d.name: d for d in page.declarations}
        public = [e for e in entries if not e.private]
        ours = {e.name: e for e in public if e.syntax.name is not None}
        left = [d for d in page.declarations if d.name not in ours]
        both = [(e, theirs[e.name]) for e in ours.values() if e.name in theirs]
        self.other_kind = tuple(
            OtherKind(e.name, source_kind(e), doc_kind(d))
            for e, d in both
            if source_kind(e) != doc_kind(d)
        )
        unnamed = [e for e in public if e.syntax.name is None]
        found = self._by_lines(unnamed, left)
        self.unnamed = len(found)
        self.same = len(both) - len(self.other_kind) + len(found)
        unread = self._unread_text(public)
        rest = [d for d in left if d not in found.values()]
        unclear = [d for d in rest if unread and components(d.name)[-1] in unread]
        known = [*[d for _, d in both], *found.values(), *unclear]
        rest = [d for d in rest if d not in unclear]
        self.made = tuple(Made(d.name, by) for d in rest if (by := _maker(d, known)) is not None)
        made = {m.name for m in self.made}
        self.not_read = tuple(self._missing(d) for d in unclear)
        self.missing_here = tuple(self._missing(d) for d in rest if d.name not in made)
        absent = [e for e in public if e.name not in theirs and e.name not in found]
        self.missing_there = tuple(Missing(e.name, source_kind(e), self.name) for e in absent)

    def _missing(self, declaration: DocDeclaration) -> Missing:
        return Missing(declaration.name, doc_kind(declaration), self.name)

    def _by_lines(
        self, unnamed: list[SourceEntry], left: list[DocDeclaration]
    ) -> dict[str, DocDeclaration]:
        """The site's names of instances that the source does not name, by our names for them."""
        found: dict[str, DocDeclaration] = {}
        for entry in unnamed:
            span = entry.syntax.span
            text = self.env.lines[entry.module]
            first, last = text.where(span.start).line or 0, text.where(span.end).line or 0
            for d in left:
                lines = d.source.lines if d.source is not None else None
                is_free = d.kind == "instance" and d not in found.values()
                if is_free and lines is not None and lines[0] <= last and first <= lines[1]:
                    found[entry.name] = d
                    break
        return found

    def _unread_text(self, entries: list[SourceEntry]) -> str:
        """The text of the module that we do not read, or whose names we know as Mathlib's: from a
        finding to the next one, or to the next declaration."""
        text = self.env.lines[self.name]
        starts = {text.where(e.syntax.span.start).line or 1 for e in entries}
        findings = {
            f.where.line
            for f in self.env.findings
            if f.module == self.name
            and (f.unread or f.construct == "redeclared")
            and f.where.line is not None
        }
        lines = text.text.splitlines(keepends=True)
        marks = sorted({*starts, *findings, len(lines) + 1})
        pairs = itertools.pairwise(marks)
        return "".join("".join(lines[a - 1 : b - 1]) for a, b in pairs if a in findings)


def _maker(declaration: DocDeclaration, known: list[DocDeclaration]) -> str | None:
    """The declaration whose lines contain this one's, both as the site has them."""
    lines = declaration.source.lines if declaration.source is not None else None
    for other in known if lines is not None else ():
        around = other.source.lines if other.source is not None else None
        if lines and around and around[0] <= lines[0] and lines[1] <= around[1]:
            return other.name
    return None


def doc_kind(declaration: DocDeclaration) -> str:
    """A site's kind in the words of the source: `noncomputable def` is `def`."""
    words = " ".join(w for w in declaration.words.split(" ") if w not in MODIFIERS)
    return "inductive" if words == "class inductive" else words


def source_kind(entry: SourceEntry) -> str:
    """A source's kind; what carries `@[instance]` is an instance on a site."""
    is_instance = any(a.name == "instance" for a in entry.syntax.modifiers.attributes)
    return "instance" if is_instance and entry.kind in ("def", "abbrev", "theorem") else entry.kind
