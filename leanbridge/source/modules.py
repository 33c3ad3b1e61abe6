"""A project directory → its modules, their imports, and what is wrong with them.

Takes a directory, gives a `Project`. Files are read here and nowhere else in this folder; a file is
parsed when its tree is first asked for. What is wrong with one file (not UTF-8, an import of
a module that is not there, an import cycle) is a finding and never stops the others.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Literal

from leanbridge.errors import InputError, Where
from leanbridge.source import syntax as s
from leanbridge.source.atoms import split_name
from leanbridge.source.lakefile import Options, read_lakefile
from leanbridge.source.lexer import IDENT, tokenize
from leanbridge.source.parser import parse_file, read_imports
from leanbridge.source.positions import Lines

_SKIPPED_DIRS = frozenset({"build", "lake-packages", "__pycache__", "node_modules"})

FindingKind = Literal[
    "not UTF-8", "unreadable", "missing import", "import cycle", "two files", "unknown package"
]
#: Packages that come with Lean, or that Mathlib needs.
KNOWN_PACKAGES = frozenset(
    """
    Init Std Lean Lake Mathlib Batteries Aesop Qq ProofWidgets Plausible ImportGraph
    LeanSearchClient Cli
    """.split()
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a file of the project, with its place. An `unknown package` is a note:
    what it declares is missing where it is used, and said there."""

    kind: FindingKind
    message: str
    where: Where


@dataclass(frozen=True)
class Module:
    """One Lean file. `path` is relative to the project, with `/`; `file` is parsed when asked."""

    name: str
    path: str
    text: str = field(repr=False)
    imports: tuple[s.Import, ...] = field(repr=False)

    @cached_property
    def file(self) -> s.File:
        """The syntax tree."""
        return parse_file(self.text, self.path)

    @cached_property
    def lines(self) -> Lines:
        """The line starts, to turn offsets into places."""
        return Lines.of(self.text)

    def where(self, offset: int, declaration: str | None = None) -> Where:
        """Give the place of a code point for an error message."""
        line, column = self.lines.place(offset)
        return Where(self.path, line, column, declaration, self.lines.line(line))


@dataclass(frozen=True)
class Project:
    """The modules of a directory by name, in the order of their names.

    `externals` are the imported modules that belong to other packages (Init, Mathlib, …).
    """

    root: Path
    options: Options
    modules: Mapping[str, Module] = field(repr=False)
    externals: tuple[str, ...] = field(repr=False)
    findings: tuple[Finding, ...]

    def closure(self, module_names: Iterable[str]) -> tuple[Module, ...]:
        """Give these modules and all they import inside the project, imported ones first.

        Raises: InputError if a name is no module of the project, or on an import cycle.
        """
        found: dict[str, Module] = {}
        for name in module_names:
            if name not in self.modules:
                raise InputError(f"the project has no module `{name}`", Where(str(self.root)))
            for module in self._postorder(name, found):
                found[module.name] = module
        return tuple(found.values())

    def _postorder(self, name: str, done: Mapping[str, Module]) -> Iterator[Module]:
        """Walk the imports of one module, without recursion."""
        open_names: dict[str, Iterator[s.Import]] = {name: iter(self.modules[name].imports)}
        closed: set[str] = set()
        while open_names:
            current = next(reversed(open_names))
            for item in open_names[current]:
                target = item.module
                if target in open_names:
                    cycle = [*list(open_names)[list(open_names).index(target) :], target]
                    raise InputError(
                        f"import cycle: {' → '.join(cycle)}",
                        self.modules[current].where(item.span.start),
                    )
                if target in self.modules and target not in closed and target not in done:
                    open_names[target] = iter(self.modules[target].imports)
                    break
            else:
                del open_names[current]
                if current not in closed and current not in done:
                    closed.add(current)
                    yield self.modules[current]


def load_project(root: Path) -> Project:
    """Read every Lean file of a project directory and its lakefile.

    Raises: InputError if the directory or its lakefile cannot be read.
    """
    if not root.is_dir():
        raise InputError("not a directory", Where(str(root)), expected="a Lean project")
    lakefile = read_lakefile(root)
    findings: list[Finding] = []
    modules: dict[str, Module] = {}
    unreadable: set[str] = set()
    for path in _lean_files(root):
        name = module_name(path, lakefile.source_dirs)
        if name in modules:
            message = f"module `{name}` is also `{modules[name].path}`"
            findings.append(Finding("two files", message, Where(path)))
            continue
        text = _read(root / path, path, findings)
        if text is None:
            unreadable.add(name)
        else:
            modules[name] = Module(name, path, text, read_imports(text))
    ordered = {name: modules[name] for name in sorted(modules)}
    own = {split_name(name)[0] for name in (*ordered, *unreadable, *lakefile.roots)}
    externals = _check_imports(ordered, own, unreadable, findings)
    findings.extend(_unknown_packages(ordered, externals, _packages(root)))
    findings.extend(_cycles(ordered))
    return Project(root, lakefile.options, ordered, externals, tuple(findings))


def module_name(path: str, source_dirs: Iterable[str] = (".",)) -> str:
    """Give the module name of a file: the path below its source directory, with dots."""
    pure = PurePosixPath(path)
    parts = pure.parts
    for source_dir in sorted(source_dirs, key=len, reverse=True):
        above = PurePosixPath(source_dir).parts
        if above and parts[: len(above)] == above and len(parts) > len(above):
            parts = parts[len(above) :]
            break
    return ".".join(_quoted(part) for part in (*parts[:-1], parts[-1].removesuffix(".lean")))


def _quoted(part: str) -> str:
    tokens = tokenize(part)
    is_plain = tokens.count == 1 and tokens.kinds[0] == IDENT and "." not in part
    return part if is_plain else f"«{part}»"


def _lean_files(root: Path) -> list[str]:
    """List the Lean files below a directory, but those of packages and of projects inside it."""
    found: list[str] = []
    for folder, dirs, files in os.walk(root):
        here = Path(folder)
        dirs[:] = sorted(
            name
            for name in dirs
            if not name.startswith(".")
            and name not in _SKIPPED_DIRS
            and not _has_lakefile(here / name)
        )
        for name in files:
            if name.endswith(".lean") and name != "lakefile.lean":
                found.append((here / name).relative_to(root).as_posix())
    return sorted(found)


def _has_lakefile(folder: Path) -> bool:
    return (folder / "lakefile.toml").is_file() or (folder / "lakefile.lean").is_file()


def _read(path: Path, shown: str, findings: list[Finding]) -> str | None:
    """Read a file, without a byte order mark; what cannot be read becomes a finding."""
    try:
        return path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8"
        findings.append(Finding("not UTF-8", message, Where(shown)))
    except OSError as error:
        message = error.strerror or "cannot be read"
        findings.append(Finding("unreadable", message, Where(shown)))
    return None


def _check_imports(
    modules: Mapping[str, Module],
    own: set[str],
    unreadable: set[str],
    findings: list[Finding],
) -> tuple[str, ...]:
    """Report imports of own modules that are not there; give the others' names."""
    externals: set[str] = set()
    for module in modules.values():
        for item in module.imports:
            if item.module in modules or item.module in unreadable:
                continue
            if split_name(item.module)[0] not in own:
                externals.add(item.module)
                continue
            message = f"`{item.module}` is imported but no file of the project"
            findings.append(Finding("missing import", message, module.where(item.span.start)))
    return tuple(sorted(externals))


def _unknown_packages(
    modules: Mapping[str, Module], externals: tuple[str, ...], packages: set[str]
) -> list[Finding]:
    """Note the first import from each package that nothing names."""
    known = {_plain(name) for name in KNOWN_PACKAGES | packages}
    findings: dict[str, Finding] = {}
    for module in modules.values():
        for item in module.imports:
            package = split_name(item.module)[0]
            if item.module in externals and _plain(package) not in known | findings.keys():
                message = f"`{item.module}` is imported from a package that nothing names"
                where = module.where(item.span.start)
                findings[_plain(package)] = Finding("unknown package", message, where)
    return list(findings.values())


def _packages(root: Path) -> set[str]:
    """The packages named in `lake-manifest.json`; none if there is no such file to read."""
    try:
        manifest = json.loads((root / "lake-manifest.json").read_text("utf-8"))
        return {str(package["name"]) for package in manifest["packages"]}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _plain(name: str) -> str:
    """A package's name as its module root may be written: `doc-gen4` is `DocGen4`."""
    return "".join(c for c in name if c.isalnum()).lower()


def _cycles(modules: Mapping[str, Module]) -> list[Finding]:
    """Report each import that closes a cycle, once."""
    findings: list[Finding] = []
    closed: set[str] = set()
    for start in modules:
        stack: dict[str, Iterator[s.Import]] = {start: iter(modules[start].imports)}
        if start in closed:
            continue
        while stack:
            current = next(reversed(stack))
            for item in stack[current]:
                target = item.module
                if target in stack:
                    names = list(stack)
                    cycle = " → ".join([*names[names.index(target) :], target])
                    where = modules[current].where(item.span.start)
                    findings.append(Finding("import cycle", f"import cycle: {cycle}", where))
                elif target in modules and target not in closed:
                    stack[target] = iter(modules[target].imports)
                    break
            else:
                del stack[current]
                closed.add(current)
    return findings
