"""Which tier a project is read in: its text, or what Lean has compiled of it.

Takes a project's directory and the tier that is wished for; gives the compiled project, or why
the text is read instead. Compiles nothing, and never reads a compiled file that is older than its
text without saying so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from leanbridge.check.record import Problem
from leanbridge.core.compiled.project import CompiledProject
from leanbridge.core.entries import SourceEntry
from leanbridge.core.environment import Environment
from leanbridge.errors import InputError, LeanbridgeError, Where
from leanbridge.source.modules import Project, load_project
from leanbridge.source.olean import Library
from leanbridge.source.olean.discover import (
    Build,
    build_of,
    find_build,
    require_directories,
)

Tier: TypeAlias = Literal["source", "olean"]
TIERS = ("auto", "source", "olean")


@dataclass(frozen=True, slots=True)
class Search:
    """Where compiled files are looked up beside the project's own build: directories, and where
    elan keeps its toolchains."""

    paths: tuple[Path, ...] = ()
    toolchains: Path | None = None


def find_compiled(
    root: Path, text: Project | None, wished: str, search: Search
) -> tuple[CompiledProject | None, list[Problem]]:
    """The compiled project, None if its text is to be read instead; and what there is to say.

    `wished` is a tier or `auto`: the compiled files where they are whole, not older than the text
    (`text`, None where there is none) and their imports are found.

    Raises: InputError for an unknown tier or directory, and, if `olean` is wished for, where it
    cannot be had.
    """
    if wished not in TIERS:
        raise InputError(f"no tier `{wished}`", expected=", ".join(TIERS))
    require_directories(search.paths)
    if wished == "source":
        return None, []
    try:
        compiled = _load(root, text, search)
    except LeanbridgeError as error:
        if wished == "olean":
            raise
        if _is_unbuilt(root, search):
            return None, []
        place = f"{error.where.path}: " if error.where.path else ""
        hint = f" ({error.todo})" if error.todo else ""
        return None, [_note(root, f"{place}{error.what}{hint}")]
    files = {name: compiled.library.modules[name].path for name in compiled.modules}
    return unless_stale(root, compiled, list(_stale(files, text)), wished)


def unless_stale(
    root: Path, compiled: CompiledProject, stale: Sequence[str], wished: str
) -> tuple[CompiledProject | None, list[Problem]]:
    """The compiled project, with what of it is `stale` as problems; or None, if the text may be
    read instead."""
    if not stale:
        return compiled, []
    if wished == "auto":
        return None, [_note(root, stale[0])]
    where = str(root)
    return compiled, [Problem(where, f"{where}: {s}; run `lake build`", 2) for s in stale]


def uncompiled(env: Environment, compiled: CompiledProject) -> list[str]:
    """The declarations of a text that its compiled file has not, although it is the newer one."""
    modules = frozenset(compiled.modules)
    return [
        f"{entry.name} stands in the text of {entry.module}, and not in what is compiled of it"
        for entry in env.project_entries
        if isinstance(entry, SourceEntry)
        and entry.module in modules
        and entry.parent is None
        and entry.kind != "example"
    ]


def _load(root: Path, text: Project | None, search: Search) -> CompiledProject:
    build = find_build(root, search.toolchains)
    library = Library((*build.paths, *search.paths))
    for name in build.modules:
        module = library.load(name)
        if not module.has_private_part:
            raise InputError(
                f"only the public part of {name} is compiled",
                Where(str(module.path)),
                expected="the file .olean.private beside it",
                todo="run `lake build`",
            )
    modules = _in_import_order(library, build.modules)
    paths = {name: m.path for name, m in text.modules.items()} if text is not None else {}
    return CompiledProject(library, modules, paths)


def _is_unbuilt(root: Path, search: Search) -> bool:
    try:
        find_build(root, search.toolchains)
    except InputError:
        return True
    return False


def _note(root: Path, why: str) -> Problem:
    return Problem(str(root), f"the text is read, not the compiled files: {why}", 0)


def _in_import_order(library: Library, wanted: Sequence[str]) -> list[str]:
    """The modules, each after those of them that it imports."""
    own = frozenset(wanted)
    done: dict[str, None] = {}
    for first in wanted:
        stack = [(first, iter(library.modules[first].imports))]
        opened = {first}
        while stack:
            name, imports = stack[-1]
            inner = next((i.module for i in imports if i.module in own), None)
            if inner is None:
                stack.pop()
                done[name] = None
            elif inner not in done and inner not in opened:
                opened.add(inner)
                stack.append((inner, iter(library.modules[inner].imports)))
    return list(done)


def _stale(files: Mapping[str, Path], text: Project | None) -> Iterator[str]:
    """What of the text the compiled files (by module) do not hold, by their times."""
    if text is None or not text.modules:
        return
    for name in files:
        if name not in text.modules:
            yield f"{name} is compiled, and has no text: delete its .olean file"
    for name, module in text.modules.items():
        file = files.get(name)
        if file is None:
            yield f"{name} is not compiled"
            continue
        source = text.root / module.path
        if source.is_file() and source.stat().st_mtime_ns > file.stat().st_mtime_ns:
            yield f"the text of {name} is newer than its compiled file"


def audited(root: Path | None, search: Search) -> tuple[Build, list[Problem]]:
    """The compiled files to audit, those of the project at `root` or else those below the first
    directory of `search`; and what of them is older than the project's text.

    Raises: InputError for a project that is not built, or a directory that is none.
    """
    if root is None:
        return build_of(search.paths), []
    require_directories(search.paths)
    build = find_build(root, search.toolchains)
    own = Library(build.paths[:1])
    files = {name: own.find(name) for name in build.modules}
    stale = _stale(files, load_project(root))
    problems = [Problem(str(root), f"{root}: {s}; run `lake build`", 2) for s in stale]
    return Build(build.modules, (*build.paths, *search.paths)), problems
