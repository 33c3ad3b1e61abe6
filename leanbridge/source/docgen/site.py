"""A directory → `Site`: its index and every module page that it has.

Files of a site are read here and nowhere else, and only those that its index names. A page that is
refused harms itself only; it is kept with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from leanbridge.errors import InputError, Where
from leanbridge.source.docgen.data import read_data
from leanbridge.source.docgen.page import read_page
from leanbridge.source.docgen.records import Data, DataEntry, DocDeclaration, Page, Site

INDEX = "declarations/declaration-data.bmp"
MAX_INDEX = 1 << 29
"""Bytes of an index; Mathlib's has less than 2²⁶."""
MAX_PAGE = 1 << 26
"""Bytes of a page; the longest known one has less than 2²³."""


def read_site(root: Path) -> Site:
    """Read a whole site: a folder with `declarations/declaration-data.bmp`.

    Raises: InputError if it is not one, or its index cannot be read.
    """
    if not root.is_dir():
        raise InputError("not a directory", Where(str(root)), expected="a doc-gen4 site")
    if not (root / INDEX).is_file():
        raise InputError(
            f"no {INDEX}", Where(str(root)), expected="a doc-gen4 site",
            todo="give the folder that has index.html: doc/ under .lake/build of the docs project",
        )  # fmt: skip
    data = read_data(_read(root, INDEX, MAX_INDEX), INDEX)
    pages: dict[str, Page] = {}
    refused: list[InputError] = []
    for module, path in sorted(data.modules.items()):
        if not _is_here(root, path):
            continue
        try:
            pages[module] = _page(root, module, path)
        except InputError as error:
            refused.append(error)
    return _joined(root, data, pages, refused)


def _is_here(root: Path, path: str) -> bool:
    """Whether a page is a file of the site; a link may not lead out of it."""
    file = root / path
    return file.is_file() and file.resolve().is_relative_to(root.resolve())


def _page(root: Path, module: str, path: str) -> Page:
    raw = _read(root, path, MAX_PAGE)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start} is not UTF-8", Where(path)) from None
    page = read_page(text, path)
    if page.module != module:
        raise InputError(
            "the page of another module", Where(path), got=page.module, expected=module
        )
    return page


def _read(root: Path, path: str, limit: int) -> bytes:
    try:
        with (root / path).open("rb") as file:
            raw = file.read(limit + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", Where(path)) from None
    if len(raw) > limit:
        raise InputError(f"more than {limit} bytes", Where(path))
    return raw


# ----- index and pages together -------------------------------------------------------------


def _joined(root: Path, data: Data, pages: dict[str, Page], refused: list[InputError]) -> Site:
    """Compare the index with the pages. A name whose kind or page they give differently makes the
    page refused: one of the two is of another build."""
    agreeing: dict[str, Page] = {}
    for module, page in pages.items():
        wrong = next(_disagreements(data, page), None)
        if wrong is None:
            agreeing[module] = page
        else:
            refused.append(wrong)
    places = {p.path for p in agreeing.values()} | {e.where.path or "" for e in refused}
    shown = {d.name for p in agreeing.values() for d in p.declarations}
    parts = {n for p in agreeing.values() for d in p.declarations for n in d.parts}
    read = {p.path for p in agreeing.values()}
    return Site(
        str(root),
        data,
        agreeing,
        tuple(refused),
        tuple(sorted(shown - data.declarations.keys())),
        tuple(
            sorted(
                n for n, e in data.declarations.items()
                if e.page in read and n not in shown and n not in parts
            )
        ),
        tuple(sorted(n for n, e in data.declarations.items() if e.page not in places)),
    )  # fmt: skip


def _disagreements(data: Data, page: Page) -> Iterator[InputError]:
    for declaration in page.declarations:
        entry = data.declarations.get(declaration.name)
        if entry is not None and (entry.kind, entry.page) != (declaration.kind, page.path):
            yield _disagreement(declaration, entry, page)


def _disagreement(declaration: DocDeclaration, entry: DataEntry, page: Page) -> InputError:
    return InputError(
        f"`{declaration.name}` is {entry.kind} of {entry.page} in the index",
        Where(page.path),
        got=f"{declaration.kind} of {page.path}",
        expected="page and index of one build",
    )
