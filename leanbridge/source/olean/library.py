"""Modules along a search path, and their constants by name.

Takes directories, gives modules and constants. A constant is found in what has been loaded: a
module brings its imports. Nothing is decoded before it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from leanbridge.errors import InputError, Where
from leanbridge.source.olean.constants import Constant
from leanbridge.source.olean.module import Module


class Library:
    """A search path of compiled modules, and those that have been loaded from it."""

    def __init__(self, paths: Sequence[Path], *, public_only: bool = False) -> None:
        self.paths = tuple(paths)
        self._public_only = public_only
        self._modules: dict[str, Module] = {}
        self._owner: dict[str, str] = {}

    @property
    def modules(self) -> Mapping[str, Module]:
        """The loaded modules by name, each after those it was loaded for."""
        return MappingProxyType(self._modules)

    def load(self, name: str) -> Module:
        """Load a module and everything it imports.

        Raises: InputError if one of them is not on the search path, or is damaged.
        """
        todo = [(name, "")]
        while todo:
            module_name, wanted_by = todo.pop()
            if module_name in self._modules:
                continue
            module = Module.open(self.find(module_name, wanted_by), public_only=self._public_only)
            self._modules[module_name] = module
            for constant in module.names:
                self._owner.setdefault(constant, module_name)
            todo += [(i.module, module_name) for i in reversed(module.imports)]
        return self._modules[name]

    def find(self, name: str, wanted_by: str = "") -> Path:
        """The file of a module.

        Raises: InputError with the directories that were searched.
        """
        parts = name.replace("«", "").replace("»", "").split(".")
        for directory in self.paths:
            path = directory.joinpath(*parts[:-1], f"{parts[-1]}.olean")
            if path.is_file():
                return path
        raise InputError(
            f"module {name} is not compiled on the search path"
            + (f" ({wanted_by} imports it)" if wanted_by else ""),
            Where(str(self.paths[0]) if self.paths else None),
            got=", ".join(map(str, self.paths)) or "no directory",
            todo="build the project, or give the directory of the missing module with --olean",
        )

    def module_of(self, name: str) -> str | None:
        """The name of the loaded module that holds a constant."""
        return self._owner.get(name)

    def constant(self, name: str) -> Constant | None:
        """A constant of the loaded modules."""
        owner = self._owner.get(name)
        return None if owner is None else self._modules[owner].constant(name)
