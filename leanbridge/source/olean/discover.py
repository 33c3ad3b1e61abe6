"""Where the compiled files of a built Lake project are.

Takes a project directory and the directory of the toolchains, gives a `Build`: the project's own
modules, and the search path that their imports need. Looks at names of files, never into one.

Lake puts a package's modules into `.lake/build/lib/lean` (older: `.lake/build/lib`), those of its
dependencies into the same place below `.lake/packages/NAME`; Lean's own are the toolchain's
`lib/lean`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from leanbridge.errors import InputError, Where
from leanbridge.source.olean.decode import component

LIBRARIES = (".lake/build/lib/lean", ".lake/build/lib", "build/lib")
PACKAGES = (".lake/packages", "lake-packages")


@dataclass(frozen=True, slots=True)
class Build:
    """`modules` are the project's own, sorted; `paths` the search path, its own directory first."""

    modules: tuple[str, ...]
    paths: tuple[Path, ...]


def find_build(project: Path, toolchains: Path | None = None) -> Build:
    """The compiled files of a project.

    Takes the root of a Lake project; `toolchains` is where elan keeps them (`~/.elan/toolchains`).

    Raises: InputError if the project is not built.
    """
    own = _library(project)
    if own is None:
        raise InputError(
            "the project is not built",
            Where(str(project)),
            expected=f"compiled modules in one of {', '.join(LIBRARIES)}",
            todo="run `lake build`, or give the directory of the .olean files with --olean",
        )
    paths = [own, *_packages(project)]
    toolchain = _toolchain(project, toolchains)
    if toolchain is not None:
        paths.append(toolchain)
    return Build(modules_below(own), tuple(paths))


def build_of(directories: Sequence[Path]) -> Build:
    """The modules below the first directory; their imports are searched in all of them.

    Raises: InputError if one is no directory, or no compiled module is below the first.
    """
    require_directories(directories)
    modules = modules_below(directories[0])
    if not modules:
        raise InputError("no .olean file is below this directory", Where(str(directories[0])))
    return Build(modules, tuple(directories))


def require_directories(paths: Sequence[Path]) -> None:
    """Raises: InputError for the first path that is no directory."""
    for path in paths:
        if not path.is_dir():
            raise InputError(
                "no directory of .olean files",
                Where(str(path)),
                "a file" if path.exists() else "nothing",
                "a directory to find modules in",
            )


def modules_below(directory: Path) -> tuple[str, ...]:
    """The modules whose `.olean` file is below a directory, sorted."""
    found = []
    for path in directory.rglob("*.olean"):
        parts = path.relative_to(directory).with_suffix("").parts
        found.append(".".join(map(component, parts)))
    return tuple(sorted(found))


def _library(package: Path) -> Path | None:
    for name in LIBRARIES:
        directory = package / name
        if any(directory.rglob("*.olean")):
            return directory
    return None


def _packages(project: Path) -> Iterator[Path]:
    for name in PACKAGES:
        for package in sorted((project / name).glob("*")):
            library = _library(package)
            if library is not None:
                yield library


def _toolchain(project: Path, toolchains: Path | None) -> Path | None:
    """The library of the toolchain that `lean-toolchain` names, if elan has it."""
    file = project / "lean-toolchain"
    if toolchains is None or not file.is_file():
        return None
    name = file.read_text("utf-8", errors="replace").strip()
    library = toolchains / name.replace("/", "--").replace(":", "---") / "lib" / "lean"
    return library if library.is_dir() else None
