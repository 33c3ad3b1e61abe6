"""A finite-dimensional value as a list of reals, and back.

Works on types built from ℝ by functions on finite types and by pairs. Never evaluates a term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from leanbridge.errors import Unsupported
from leanbridge.interp.reals import ONE, ZERO, Real
from leanbridge.interp.run import Run
from leanbridge.interp.values import (
    BaseType,
    FinType,
    FunctionType,
    ProdType,
    Table,
    TypeValue,
    Value,
    show_type,
)

Path: TypeAlias = tuple[Value, ...]
"""Where a real stands in a value: a function argument, or 0/1 of a pair, from the outside in."""


def paths(run: Run, type: TypeValue) -> Iterator[Path]:
    """The places of all reals in a value of the type, row-major. Raises: Unsupported."""
    match type:
        case BaseType("Real"):
            yield ()
        case ProdType(first, second):
            for i, part in enumerate((first, second)):
                yield from [(i, *p) for p in paths(run, part)]
        case FunctionType(domain, codomain):
            for x in _points(run, type, domain):
                yield from [(x, *p) for p in paths(run, codomain(x))]
        case _:
            raise Unsupported(f"a derivative through {show_type(type)}")


def _points(run: Run, type: TypeValue, domain: TypeValue) -> Iterator[Value]:
    points = run.elements(domain)
    if points is None:
        raise Unsupported(f"a derivative through {show_type(type)}, which has no finite basis")
    return points


def at(type: TypeValue, value: Value, path: Path) -> Real:
    """The real at a place."""
    for step in path:
        match type:
            case ProdType(first, second):
                type, value = (first, second)[step], value[step]
            case FunctionType(_, codomain):
                type, value = codomain(step), value(step)
            case _:
                raise AssertionError(type)
    return value


def build(run: Run, type: TypeValue, reals: Sequence[Real]) -> Value:
    """The value whose reals, in the order of `paths`, are these."""
    stream = iter(reals)

    def go(t: TypeValue) -> Value:
        match t:
            case ProdType(first, second):
                return (go(first), go(second))
            case FunctionType(FinType(n), codomain):
                return Table(tuple([go(codomain(i)) for i in range(n)]))
            case FunctionType(domain, codomain):
                entries = {x: go(codomain(x)) for x in _points(run, t, domain)}
                return entries.__getitem__
            case _:
                return next(stream)

    return go(type)


def basis(run: Run, type: TypeValue) -> Iterator[Value]:
    """The standard basis."""
    size = sum(1 for _ in paths(run, type))
    for k in range(size):
        yield build(run, type, [ONE if i == k else ZERO for i in range(size)])
