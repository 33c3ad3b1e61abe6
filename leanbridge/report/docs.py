"""A doc-gen4 site, and its comparison with the source, as lines and as data.

Takes what `source.docgen` and `drift.docs` make; prints nothing, and never shows an unknown
equation as none.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

from leanbridge.drift.docs import DocsComparison, Missing
from leanbridge.source.docgen import Code, DocDeclaration, Site
from leanbridge.source.docgen.records import Equations, Member, Page

SCHEMA = "leanbridge.docs_index/1"


#: What a page may not send to a terminal: control characters, and those that turn text round.
_CONTROLS = dict.fromkeys(
    [*range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)],
    "\N{REPLACEMENT CHARACTER}",
)


def site_lines(site: Site, comparison: DocsComparison | None) -> Iterator[str]:
    """Every declaration with its signature, by module; the counts; the comparison."""
    return (line.translate(_CONTROLS) for line in _site_lines(site, comparison))


def _site_lines(site: Site, comparison: DocsComparison | None) -> Iterator[str]:
    for page in site.pages.values():
        if page.declarations:
            yield f"{page.module}"
        for declaration in page.declarations:
            mark = " [sorry]" if declaration.is_sorried else ""
            yield f"  {declaration.signature}{mark}"
    yield from _counts(site)
    if comparison is not None:
        yield from comparison_lines(comparison)


def _counts(site: Site) -> Iterator[str]:
    blocks = site.declarations
    parts = sum(len(d.parts) for d in blocks)
    yield (
        f"{_many(len(site.pages), 'page')}, {_many(len(blocks), 'declaration')} and"
        f" {_many(parts, 'field or constructor', 'fields and constructors')} on them;"
        f" {_many(len(site.data.declarations), 'name')} in the index"
    )
    if site.unlisted:
        yield f"{len(site.unlisted)} on a page and not in the index: {_some(site.unlisted)}"
    if site.unplaced:
        yield f"{len(site.unplaced)} in the index and not on its page: {_some(site.unplaced)}"
    if site.elsewhere:
        yield f"{len(site.elsewhere)} in the index with a page that is not here"
    for error in site.refused:
        yield f"refused: {error}"


def comparison_lines(c: DocsComparison) -> Iterator[str]:
    """What is on one side only, what has two kinds, and what is no difference."""
    yield (
        f"compared {_many(len(c.modules), 'module')}: {c.same} with the same name and kind,"
        f" {len(c.missing_here)} missing here, {len(c.missing_there)} missing there,"
        f" {len(c.other_kind)} of another kind"
    )
    yield from (f"  missing here: {m.kind} {m.name} ({m.module})" for m in c.missing_here)
    yield from (f"  missing there: {m.kind} {m.name} ({m.module})" for m in c.missing_there)
    yield from (f"  other kind: {k.name} is {k.here} here, {k.there} there" for k in c.other_kind)
    yield from (f"  module missing here: {m}" for m in c.modules_missing_here)
    yield from (f"  module missing there: {m}" for m in c.modules_missing_there)
    yield from (f"  module not compared, its page is refused: {m}" for m in c.unread)
    yield from (
        f"  not read here: {m.kind} {m.name} ({m.module}), see the findings" for m in c.not_read
    )
    if c.undocumented:
        yield f"  of libraries that the site leaves out: {_some(c.undocumented)}"
    if c.made:
        yield f"  made by Lean, so not in the source: {_some([m.name for m in c.made])}"
    if c.private or c.unnamed:
        yield (
            f"  {_many(c.private, 'private declaration')} on no page,"
            f" {_many(c.unnamed, 'unnamed instance')} found by lines"
        )


# ----- one declaration ----------------------------------------------------------------------


def explain_docs(site: Site, name: str) -> Iterator[str]:
    """What the site shows of a declaration, to stand beside what the source says."""
    return (line.translate(_CONTROLS) for line in _explain_docs(site, name))


def _explain_docs(site: Site, name: str) -> Iterator[str]:
    yield "  documentation"
    found = next((d for d in site.declarations if d.name == name), None)
    if found is not None:
        yield from _explained(found)
        return
    entry = site.data.declarations.get(name)
    if entry is None:
        near = difflib.get_close_matches(name, list(site.data.declarations), 3, 0.6)
        yield "    not on the site" + (f"; it has {', '.join(near)}" if near else "")
        if site.refused:
            yield f"    (of what could be read: {_many(len(site.refused), 'page')} refused)"
        return
    yield f"    {entry.kind} of {entry.page}"
    errors = [e for e in site.refused if e.where.path == entry.page]
    yield from (f"    that page is refused: {error}" for error in errors)
    for declaration in site.declarations:
        for member in (*declaration.fields, *declaration.constructors):
            if member.name == name and not member.is_inherited:
                yield f"    {member.signature}"


def _explained(d: DocDeclaration) -> Iterator[str]:
    yield f"    signature {d.signature}"
    yield from (f"    attribute {a}" for a in d.attributes)
    if d.is_sorried:
        yield "    uses sorry"
    if d.source is not None:
        lines = f":{d.source.lines[0]}" if d.source.lines is not None else ""
        commit = f" at {d.source.commit}" if d.source.commit is not None else ""
        yield f"    at        {d.source.path or d.source.url}{lines}{commit}"
    for field in d.fields:
        yield f"    field     {field.signature}{' (inherited)' if field.is_inherited else ''}"
    yield from (f"    constructor {c.signature}" for c in d.constructors)
    if d.kind in ("def", "instance"):
        yield from _equation_lines(d.equations)
    for line in (d.docstring or "").splitlines():
        yield f"    | {line}"


def _equation_lines(equations: Equations | None) -> Iterator[str]:
    if equations is None:
        yield "    equations unknown: the page shows none"
        return
    yield from (f"    equation  {e.text}" for e in equations.shown)
    if not equations.is_complete:
        yield "    equations incomplete: one or more were too long for the page"


# ----- data ---------------------------------------------------------------------------------


def site_json(site: Site, comparison: DocsComparison | None) -> dict[str, Any]:
    """The site, and its comparison, as JSON data; equations of None are unknown."""
    return {
        "schema": SCHEMA,
        "modules": [_page(p) for p in site.pages.values()],
        "declarations": [_declaration(d, p) for p in site.pages.values() for d in p.declarations],
        "refused": [{"where": str(e.where), "what": e.what, "got": e.got} for e in site.refused],
        "unlisted": list(site.unlisted),
        "unplaced": list(site.unplaced),
        "elsewhere": len(site.elsewhere),
        "index": len(site.data.declarations),
        "comparison": None if comparison is None else _comparison(comparison),
    }


def _page(page: Page) -> dict[str, Any]:
    return {"name": page.module, "page": page.path, "imports": list(page.imports)}


def _declaration(d: DocDeclaration, page: Page) -> dict[str, Any]:
    source = d.source
    return {
        "name": d.name,
        "kind": d.kind,
        "words": d.words,
        "module": page.module,
        "signature": d.signature,
        "links": list(d.links),
        "attributes": list(d.attributes),
        "sorried": d.is_sorried,
        "docstring": d.docstring,
        "source": None if source is None else {
            "url": source.url,
            "commit": source.commit,
            "path": source.path,
            "lines": None if source.lines is None else list(source.lines),
        },
        "fields": [_member(f) for f in d.fields],
        "constructors": [_member(c) for c in d.constructors],
        "equations": None if d.equations is None else {
            "shown": [_text(e) for e in d.equations.shown],
            "complete": d.equations.is_complete,
        },
    }  # fmt: skip


def _text(code: Code) -> str:
    return code.text


def _member(m: Member) -> dict[str, Any]:
    return {
        "name": m.name,
        "signature": m.signature,
        "inherited": m.is_inherited,
        "docstring": m.docstring,
    }


def _comparison(c: DocsComparison) -> dict[str, Any]:
    return {
        "modules": list(c.modules),
        "same": c.same,
        "missing_here": [_missing(m) for m in c.missing_here],
        "missing_there": [_missing(m) for m in c.missing_there],
        "other_kind": [{"name": k.name, "here": k.here, "there": k.there} for k in c.other_kind],
        "modules_missing_here": list(c.modules_missing_here),
        "modules_missing_there": list(c.modules_missing_there),
        "undocumented": list(c.undocumented),
        "unread": list(c.unread),
        "not_read": [_missing(m) for m in c.not_read],
        "made": [{"name": m.name, "by": m.by} for m in c.made],
        "private": c.private,
        "unnamed": c.unnamed,
    }


def _missing(m: Missing) -> dict[str, Any]:
    return {"name": m.name, "kind": m.kind, "module": m.module}


def _many(count: int, one: str, more: str | None = None) -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _some(names: list[str] | tuple[str, ...]) -> str:
    shown = ", ".join(names[:5])
    return f"{shown}, …" if len(names) > 5 else shown
