"""An artifact as a port: the function of arrays that a binding puts in the place of a Lean name.

Takes a binding to an artifact and the declaration; gives a `Port`. It runs at the sizes of the
artifact and at the values held, and anywhere else it is `Unsupported`: an artifact has one shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from leanbridge.core.declarations import Declaration
from leanbridge.errors import Unsupported, Where
from leanbridge.ports.config import Binding
from leanbridge.ports.loading import Port
from leanbridge.ports.mlir.read import Artifact, read_artifact
from leanbridge.ports.mlir.run import Executable, numpy_dtype
from leanbridge.ports.mlir.shapes import Shapes
from leanbridge.ports.mlir.table import Held, Leaf, Naming, fits, split_target
from leanbridge.ports.signature import Types

RESULT = "return"


def bound_artifact(binding: Binding, folder: Path) -> tuple[Artifact, Naming]:
    """The artifact of a binding, below the folder of the configuration, and its table.

    Raises: as `read_artifact`.
    """
    path, function = split_target(binding.artifact or "")
    artifact = read_artifact(folder / path, function)
    return artifact, Naming(binding.names, binding.fixed, binding.where)


def artifact_port(binding: Binding, declaration: Declaration, types: Types, folder: Path) -> Port:
    """The port of a binding to an artifact. Raises: as `read_artifact`; Unsupported for a
    definition of other things than arrays of reals."""
    artifact, table = bound_artifact(binding, folder)
    shapes = Shapes(types, declaration)
    ones = dict.fromkeys(shapes.sizes, 1)
    names = tuple([b.name for b in shapes.data[: len(shapes.trees(ones))]])
    layout = {}
    theirs = artifact.results[0].shape if len(artifact.results) == 1 else ()
    if len(shapes.result(ones)) == 1 and len(theirs) != 1:
        layout[RESULT] = tuple([str(n) for n in theirs])
    dtypes = {numpy_dtype(a.type, artifact.path).name for a in artifact.arguments}
    bound = replace(
        binding, function=f"{artifact.path}@{artifact.function}", args=names, layout=layout,
        dtype=dtypes.pop() if len(dtypes) == 1 else binding.dtype,
    )  # fmt: skip
    return Port(bound, _Call(artifact, table, names), names, (), ())


class _Call:
    """The artifact as a function of the arrays and records that its binders stand for."""

    def __init__(self, artifact: Artifact, table: Naming, names: tuple[str, ...]) -> None:
        self.artifact, self.table, self.names = artifact, table, names
        self._executable: Executable | None = None

    def __call__(self, *arguments: Any) -> Any:
        values = dict(
            pair
            for name, value in zip(self.names, arguments, strict=True)
            for pair in _parts(name, value)
        )
        leaves = [Leaf(path, np.shape(value)) for path, value in values.items()]
        arrays: list[Any] = [None] * len(self.artifact.arguments)
        for part in self.table.place(leaves, self.artifact):
            value = np.asarray(values[part.leaf.path])
            if isinstance(part, Held):
                self._demand_held(part, value)
                continue
            shape = part.argument.type.shape
            if not fits(value.shape, shape):
                what = "an artifact at other sizes than its own"
                raise Unsupported(what, self._where(part.leaf.path), str(value.shape), str(shape))
            arrays[part.index] = value.reshape(shape)
        if self._executable is None:
            self._executable = Executable(self.artifact)
        results = self._executable(arrays)
        return results[0] if len(results) == 1 else results

    def _demand_held(self, part: Held, value: Any) -> None:
        if not np.all(value == value.dtype.type(part.value)):
            what = "an artifact at another value than the one held"
            got = str(value.ravel()[0])
            raise Unsupported(what, self._where(part.leaf.path), got, f"{part.value:g}")

    def _where(self, path: str) -> Where:
        return Where(self.artifact.path, declaration=f"{path} of @{self.artifact.function}")


def _parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The arrays and numbers of an argument by their paths."""
    fields = getattr(value, "_fields", None)
    if fields is None:
        yield path, value
        return
    for name in fields:
        yield from _parts(f"{path}.{name}", getattr(value, name))
