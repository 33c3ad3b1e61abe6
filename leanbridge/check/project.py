"""A Lean project as an environment, with what is wrong in its files beside it.

Takes a directory; gives an `Environment` of every module that can be read, and `Problem`s. A module
in an import cycle, or one that is not UTF-8, harms only itself and what imports it. With compiled
files, their declarations stand in the place of those of the text; what Lean keeps no constant of
(an `example`) is still the text's.
"""

from __future__ import annotations

import fnmatch
from pathlib import Path

from leanbridge.check.compiled import Search, Tier, find_compiled, uncompiled, unless_stale
from leanbridge.check.record import Problem
from leanbridge.core.compiled.project import CompiledProject
from leanbridge.core.environment import Environment
from leanbridge.errors import InputError
from leanbridge.source.modules import Module, load_project

EXIT_CODES = {"unknown package": 0}  # of a finding in the files; 2 if not listed


def load_environment(
    root: Path, module: str | None = None, tier: str = "source", search: Search | None = None
) -> tuple[Environment, list[Problem], Tier]:
    """The environment of the project at `root`: all of it, or the modules that match the glob
    `module` and what they import; and the tier it was read in.

    `tier` is `source`, `olean` or `auto` (the compiled files if they are there).

    Raises: InputError for no project, an empty one, or one that is not compiled where `tier` is
    `olean`.
    """
    project = load_project(root)
    compiled, problems = find_compiled(root, project, tier, search or Search())
    problems = [
        Problem(str(f.where), f"{f.where}: {f.kind}: {f.message}", EXIT_CODES.get(f.kind, 2))
        for f in project.findings
    ] + problems
    ordered: dict[str, Module] = {}
    imports: dict[str, frozenset[str]] = {}
    for name in project.modules:
        if module is not None and not fnmatch.fnmatch(name, module):
            continue
        try:
            closure = project.closure([name])
        except InputError:
            continue  # an import cycle: reported as a finding of the project
        for found in closure:
            ordered.setdefault(found.name, found)
            if found.name not in imports:
                inner = project.closure([found.name])
                imports[found.name] = frozenset(m.name for m in inner if m is not found)
    if not ordered and compiled is None and not problems and module is None:
        raise InputError(
            "no Lean file in the project", expected="at least one .lean file",
            todo=f"is {root} the Lean project? give --project DIR, or [project] root in"
            " leancheck.toml",
        )  # fmt: skip

    def make(compiled: CompiledProject | None) -> Environment:
        return Environment(
            list(ordered.values()),
            imports,
            auto_implicit=project.options.auto_implicit,
            relaxed_auto_implicit=project.options.relaxed_auto_implicit,
            compiled=compiled,
        )

    env = make(compiled)
    if compiled is not None:
        kept, stale = unless_stale(root, compiled, uncompiled(env, compiled), tier)
        problems += stale
        if kept is None:
            compiled, env = None, make(None)
    for finding in env.findings:
        problems.append(Problem(str(finding.where), f"{finding.where}: {finding.message}", 4))
    return env, problems, "source" if compiled is None else "olean"
