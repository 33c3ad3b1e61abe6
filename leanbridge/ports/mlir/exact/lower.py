"""A JAX function, lowered: the StableHLO that JAX makes of it for arguments of some shapes.

Takes a function and arguments, of which only shapes and dtypes count; gives a `Lowered` program
and how its results are arranged. Imports JAX when it is called. Never runs the function on values:
one that looks at them cannot be lowered, and is `Unsupported`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq

from leanbridge.errors import Unsupported, Where
from leanbridge.interp.reals import Number
from leanbridge.ports.fault import PortSetUnavailable
from leanbridge.ports.mlir.exact.program import Array, Program, read_program

Keywords: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lowered:
    """The program of a function at one shape of its arguments. `jaxlib` is the version that made
    it; `arrange` puts the results into the tuples that the function returns."""

    program: Program
    jaxlib: str
    x64: bool
    arrange: Callable[[Sequence[Array]], Any] = field(repr=False, compare=False)

    def __str__(self) -> str:
        """What the evidence is about: the shapes, the mode and the version."""
        types = ", ".join(map(str, self.program.parameters)) or "no arguments"
        return f"{types}{', x64' if self.x64 else ''}, jaxlib {self.jaxlib}"


def lower(
    function: Callable[..., Any], arguments: Sequence[Any], keywords: Keywords | None = None, *,
    dtype: str = "float64", x64: bool = True, name: str = "a function",
) -> Lowered:  # fmt: skip
    """Lower `function` at the shapes of `arguments`: arrays, numbers, and tuples of them.

    Arrays of exact numbers stand for arrays of `dtype`, an exact number for a Python float. What
    is neither an array nor an exact number among the keywords is a size, and stays one value.

    Raises: PortSetUnavailable; Unsupported for an argument that is no array or number, or a
    function that cannot be traced.
    """
    try:
        jax = importlib.import_module("jax")
        version = importlib.import_module("jaxlib").__version__
    except ImportError:
        raise PortSetUnavailable("jax", name) from None
    where = Where(declaration=name)
    traced, static = split_keywords(keywords or {})
    given = _specified((tuple(arguments), traced), dtype, jax, where)

    def call(positional: tuple[Any, ...], named: dict[str, Any]) -> Any:
        return function(*positional, **named, **static)

    with jax.enable_x64(x64):
        try:
            made = jax.jit(call, keep_unused=True).lower(*given)
        except Exception as error:
            got = (str(error).splitlines() or [""])[0][:200]
            what = "lowering a port that JAX does not trace"
            raise Unsupported(what, where, f"{type(error).__name__}: {got}") from None
        tree = jax.tree_util.tree_structure(made.out_info)
        program = read_program(made.compiler_ir("stablehlo"), "main", name)
    return Lowered(program, version, x64, lambda results: tree.unflatten(list(results)))


def split_keywords(keywords: Keywords) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keywords that are data, and those that are sizes."""
    data = {k: v for k, v in keywords.items() if not isinstance(v, bool | int | str)}
    return data, {k: v for k, v in keywords.items() if k not in data}


def leaves(value: Any) -> Iterator[Any]:
    """The arrays and numbers of nested tuples and dictionaries, in JAX's order."""
    match value:
        case tuple() | list():
            for part in value:
                yield from leaves(part)
        case dict():
            for key in sorted(value):
                yield from leaves(value[key])
        case None:
            return
        case _:
            yield value


def shape_key(value: Any) -> Any:
    """What a lowering depends on: shapes and dtypes of arrays, and the kinds of numbers."""
    match value:
        case np.ndarray():
            return (value.dtype.str, value.shape)
        case tuple() | list():
            return (type(value).__name__, tuple([shape_key(part) for part in value]))
        case dict():
            return tuple([(k, shape_key(value[k])) for k in sorted(value)])
        case Fraction() | fmpq() | float() | Number():
            return "real"
        case _:
            return type(value).__name__


def _specified(value: Any, dtype: str, jax: Any, where: Where) -> Any:
    """Arguments with shapes in the place of arrays. Numbers keep JAX's weak types."""
    match value:
        case np.ndarray() if value.dtype == object:
            return jax.ShapeDtypeStruct(value.shape, dtype)
        case np.ndarray() | np.generic():
            return jax.ShapeDtypeStruct(value.shape, value.dtype)
        case Fraction() | fmpq() | float() | Number():
            return 0.0
        case bool() | int() | None:
            return value
        case tuple() | list():
            parts = [_specified(part, dtype, jax, where) for part in value]
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        case dict():
            return {k: _specified(part, dtype, jax, where) for k, part in value.items()}
        case _:
            what = "a function" if callable(value) else f"a {type(value).__name__}"
            raise Unsupported(f"lowering a port that takes {what}", where)
