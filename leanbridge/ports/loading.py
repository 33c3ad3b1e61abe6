"""Importing ports: from "module:attribute" to a callable with a known signature.

Takes a binding and where to import from; gives a `Port`. Runs the module's own import code and
nothing else of it. Never guesses: a name that is not there is an error with its near misses.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.metadata
import inspect
import os
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from leanbridge.errors import InputError, Unsupported
from leanbridge.ports.config import ARTIFACT, Binding, PythonEnvironment
from leanbridge.ports.fault import PortSetUnavailable

#: Folders of packages that are not the project's own, though an environment may lie in its folder.
INSTALLED = frozenset({"site-packages", "dist-packages"})
SPELT_ALIKE = 0.8  # the ratio of `difflib` for one letter of five


@dataclass(frozen=True, slots=True)
class Port:
    """A Python function bound to a Lean name.

    `positional` are its positional parameters without a default, None if it does not say (a
    `*args`, or no signature); `keywords` its keyword-only parameters, `needed` those without a
    default.
    """

    binding: Binding
    function: Callable[..., Any]
    positional: tuple[str, ...] | None
    keywords: tuple[str, ...]
    needed: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.binding.function or self.binding.lean_name


def load_port(binding: Binding, python: PythonEnvironment) -> Port:
    """Import the function of `binding`.

    Raises: InputError for a module or attribute that is not there, does not import, or is not
    callable; PortSetUnavailable for a third-party package that is not installed.
    """
    if python.executable is not None:
        raise Unsupported("[python] executable: ports in another interpreter", binding.where)
    if binding.function is None:
        raise InputError(f"{binding.lean_name} is skipped: {binding.skip}", binding.where)
    prepare(python)
    module_name, _, attribute = binding.function.partition(":")
    found: Any = _import(module_name, binding, python.path)
    for part in attribute.split("."):
        if not hasattr(found, part):
            owner = getattr(found, "__name__", part)
            raise _missing(f"{owner} has no {part}", part, vars(found), binding)
        found = getattr(found, part)
    if not callable(found):
        raise InputError(
            f"{binding.function} is not callable", binding.where, type(found).__name__, "a function"
        )
    return describe(binding, found)


def describe(binding: Binding, function: Callable[..., Any]) -> Port:
    """The port of a function that is at hand already."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return Port(binding, function, None, (), ())
    kinds = inspect.Parameter
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    keywords = [p for p in parameters if p.kind is kinds.KEYWORD_ONLY]
    has_star = any(p.kind is kinds.VAR_POSITIONAL for p in parameters)
    return Port(
        binding,
        function,
        None if has_star else tuple([p.name for p in positional if p.default is kinds.empty]),
        tuple([p.name for p in keywords]),
        tuple([p.name for p in keywords if p.default is kinds.empty]),
    )


def source_of(port: Port, folders: Iterable[Path]) -> str:
    """Where the code of a port stands, as `oracles/pool.py:31 max_pool_3s2`: the path below the
    first of `folders` that has it, so that it is alike on every machine. A port without Python code
    there is named as in the configuration."""
    binding = port.binding
    if binding.artifact is not None:
        return binding.artifact.removeprefix(ARTIFACT)
    code = getattr(inspect.unwrap(port.function), "__code__", None)
    name = port.name.rpartition(":")[2]
    place = _placed(Path(code.co_filename), code.co_firstlineno, folders) if code else None
    return f"{place} {name}" if place else port.name


def prepare(python: PythonEnvironment) -> None:
    """Set the variables that the caller has not set, and put the folders in front of `sys.path`,
    once; ports may look at both at any time."""
    for name, value in python.env.items():
        os.environ.setdefault(name, value)
    for folder in reversed(python.path):
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))


def _import(name: str, binding: Binding, path: Sequence[Path]) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        missing = error.name or name
        if name == missing or name.startswith(missing + "."):
            parent, _, last = missing.rpartition(".")
            raise _missing(f"no module {missing}", last, _modules(parent, path), binding) from None
        package = missing.split(".")[0]
        if package in _modules("", path):
            what = f"{name} imports {missing}, which does not exist"
            raise InputError(what, binding.where) from None
        place = _import_place(error, path)
        near = _misspelt(package) if place else []
        if near:
            what = f"{name} imports {package}, which is not installed"
            got, todo = f"import of {missing} in {place}", f"did you mean {' or '.join(near)}?"
            raise InputError(what, binding.where, got, todo=todo) from None
        raise PortSetUnavailable(package, name, place) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        got = f"{type(error).__name__}: {error}"
        raise InputError(f"importing {name} failed", binding.where, got) from error


def _import_place(error: ModuleNotFoundError, path: Iterable[Path]) -> str:
    """The line of an import that failed, if it stands in the folders of the configuration: a
    package that another package lacks is none of the project's spelling."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "<frozen" not in f.filename]
    last = frames[-1]
    return _placed(Path(last.filename), last.lineno or 0, path) or ""


def _misspelt(package: str) -> list[str]:
    """The installed packages that are spelt nearly so. Not those that only go on (`numpyro`,
    `numpy`): the names of two packages are often alike in that way."""
    installed = sorted(importlib.metadata.packages_distributions())
    near = difflib.get_close_matches(package, installed, 3, SPELT_ALIKE)
    return [n for n in near if not (n.startswith(package) or package.startswith(n))]


def _placed(file: Path, line: int, folders: Iterable[Path]) -> str | None:
    """A line by the path of its file below the first of `folders` that has it."""
    file = file.resolve()
    for folder in folders:
        if file.is_relative_to(folder) and INSTALLED.isdisjoint(file.parts):
            return f"{file.relative_to(folder).as_posix()}:{line}"
    return None


def _modules(parent: str, path: Sequence[Path]) -> list[str]:
    """The modules of a package, or those in the folders of the configuration."""
    folders = [str(p) for p in path]
    if parent:
        folders = list(getattr(sys.modules.get(parent), "__path__", []))
    return [module.name for module in pkgutil.iter_modules(folders)]


def _missing(what: str, name: str, known: Iterable[str], binding: Binding) -> InputError:
    public = sorted(k for k in known if not k.startswith("_"))
    near = difflib.get_close_matches(name, public, 3, 0.5)
    todo = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(public[:12])}"
    return InputError(what, binding.where, binding.function, todo=todo)
