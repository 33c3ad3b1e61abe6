"""The definitions of the bundled statement files, and one value in both interpreters' forms."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpq

from leanbridge.core.environment import Environment
from leanbridge.core.terms import FVar, Term, app, const, nat
from leanbridge.interp.array import Array
from leanbridge.interp.exact import Exact
from leanbridge.interp.reals import to_float
from leanbridge.interp.values import ProofType, Table
from leanbridge.source.modules import load_project

ROOT = Path(__file__).resolve().parents[2] / "specs"


@cache
def definitions() -> Environment:
    """The environment of `specs/`."""
    project = load_project(ROOT)
    modules = project.closure(project.modules)
    closures = {m.name: frozenset(c.name for c in project.closure([m.name])) for m in modules}
    return Environment(modules, {n: c - {n} for n, c in closures.items()})


def spec(name: str, *sizes: int) -> Term:
    """A definition of `specs/` at sizes."""
    return const(f"Proofs.{name}", *map(nat, sizes))


def exact_value(array: Any) -> Any:
    """An array as a value of the exact interpreter: reals as rationals."""
    if isinstance(array, tuple):
        return _zipped([np.asarray(a) for a in array])
    array = np.asarray(array)
    if array.ndim:
        return Table(tuple([exact_value(a) for a in array]))
    item = array.item()
    return fmpq(*item.as_integer_ratio()) if isinstance(item, float) else item


def _zipped(arrays: list[Any]) -> Any:
    if arrays[0].ndim:
        rows = zip(*arrays, strict=True)
        return Table(tuple([_zipped(list(r)) for r in rows]))
    return tuple([exact_value(a) for a in arrays])


def tabulated(value: Any, shape: tuple[int, ...]) -> Any:
    """A value of the exact interpreter at every index, as an array or a tuple of arrays."""
    cells = []
    for index in product(*map(range, shape)):
        cell = value
        for i in index:
            cell = cell(i)
        cells.append(cell)
    if cells and isinstance(cells[0], tuple):
        columns = zip(*cells, strict=True)
        return tuple([np.array(list(map(number, c))).reshape(shape) for c in columns])
    return np.array(list(map(number, cells))).reshape(shape)


def number(value: Any) -> Any:
    if isinstance(value, ProofType):
        return bool(value.truth())
    if isinstance(value, bool | int):
        return value
    return to_float(value)


def by_exact(term: Term, arguments: list[Any], shape: tuple[int, ...]) -> Any:
    """A term at array arguments, by the exact interpreter."""
    names = [FVar(i, f"x{i}") for i in range(len(arguments))]
    values = {n: exact_value(a) for n, a in zip(names, arguments, strict=True)}
    run = Exact(definitions())
    return run.guarded(lambda: tabulated(run.evaluate(app(term, *names), values), shape))


def by_arrays(
    term: Term, arguments: list[Any], backend: str = "numpy", *, trials: bool = False
) -> Any:
    """A term at array arguments, by the array interpreter."""
    run = Array(definitions(), backend=backend)  # type: ignore[arg-type]
    return run.compile(term, trials=trials)(*arguments)


def agree(expected: Any, got: Any) -> None:
    """Assert that two results are equal, shapes included."""
    if isinstance(expected, tuple):
        assert isinstance(got, tuple)
        for a, b in zip(expected, got, strict=True):
            agree(a, b)
        return
    got = np.asarray(got)
    assert got.shape == expected.shape
    np.testing.assert_array_equal(got, expected)
