"""A definition at the sizes of an artifact: a closed term of arrays, and what its arrays are.

Takes a definition, an artifact and the table between them; gives a `Subject`. Sizes that are not
given are read from the shapes of the artifact's arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from leanbridge.core.declarations import Declaration
from leanbridge.core.terms import Term
from leanbridge.errors import InputError, LeanbridgeError, Unsupported, Where
from leanbridge.interp.exact import Exact
from leanbridge.ports.mlir import (
    Artifact,
    Naming,
    Passed,
    Tree,
    check_shapes,
    fits,
    leaves_of,
)
from leanbridge.ports.mlir.shapes import Shapes
from leanbridge.ports.mlir.table import Placed

#: Two assignments of different numbers to the unknown sizes: an axis that is such a number is
#: that size. Primes, so that no product of others is one.
PROBES = (1009, 2003)
LARGEST = 4096


@dataclass(frozen=True, slots=True)
class Subject:
    """`term` takes the arguments that `trees` describe, in their order. `read` are the sizes that
    the shapes gave; `indices` are the axes of each index of the Lean value."""

    name: str
    term: Term
    sizes: Mapping[str, int]
    read: tuple[str, ...]
    trees: tuple[Tree, ...]
    placed: tuple[Placed, ...]
    indices: tuple[tuple[int, ...], ...]

    @property
    def result(self) -> tuple[int, ...]:
        """The shape of the Lean value."""
        return tuple([n for axes in self.indices for n in axes])

    @property
    def bindings(self) -> tuple[str, ...]:
        return tuple([f"{n} = {v}" for n, v in self.sizes.items()])


def make_subject(
    spec: Exact,
    declaration: Declaration,
    artifact: Artifact,
    table: Naming,
    given: Mapping[str, int],
) -> Subject:
    """The definition at the sizes of the artifact.

    Raises: InputError where names, sizes or shapes do not fit; Unsupported for an argument that is
    no array of reals.
    """
    if declaration.value is None:
        what = "an artifact stands for a definition with a body"
        raise InputError(what, Where(declaration=declaration.name), declaration.kind, "a def")
    shapes = Shapes(spec, declaration)
    for name in given:
        if name not in shapes.sizes:
            known = ", ".join(shapes.sizes) or "none"
            where = Where(declaration=declaration.name)
            raise InputError("no such size", where, name, f"one of: {known}")
    ones = {**dict.fromkeys(shapes.sizes, 1), **given}
    placed = table.place([leaf for t in shapes.trees(ones) for leaf in leaves_of(t)], artifact)
    sizes = _solve(shapes, placed, artifact, dict(given))
    trees = shapes.trees(sizes)
    placed = table.place([leaf for t in trees for leaf in leaves_of(t)], artifact)
    bindings = tuple([f"{n} = {v}" for n, v in sizes.items()])
    check_shapes(placed, artifact, bindings)
    _check_hypotheses(shapes, spec, sizes)
    _check_result(shapes.result(sizes), artifact, bindings)
    read = tuple([n for n in shapes.sizes if n not in given])
    term = shapes.term(sizes)
    indices = shapes.indices(sizes)
    return Subject(declaration.name, term, sizes, read, trees, placed, indices)


# ----- sizes --------------------------------------------------------------------------------


def _solve(
    shapes: Shapes, placed: Sequence[Placed], artifact: Artifact, sizes: dict[str, int]
) -> dict[str, int]:
    """All sizes: those given, and the others as the shapes of the arguments tell them."""
    arguments = {p.leaf.path: p.argument.type.shape for p in placed if isinstance(p, Passed)}
    _read_off(shapes, arguments, sizes)
    while unknown := [n for n in shapes.sizes if n not in sizes]:
        name = unknown[0] if len(unknown) == 1 else None
        found = _scan(shapes, arguments, sizes, name) if name else None
        if found is None:
            found = _leading(shapes, arguments, sizes, unknown)
        if found is None:
            raise InputError(
                f"the size {unknown[0]} cannot be read from the shapes of the arguments",
                Where(artifact.path, declaration=f"@{artifact.function}"),
                bindings=tuple([f"{n} = {v}" for n, v in sizes.items()]),
                todo=f"give it: --size {unknown[0]}=…",
            )
        sizes.update(found)
    return {n: sizes[n] for n in shapes.sizes}


def _lean_shapes(shapes: Shapes, sizes: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    return {leaf.path: leaf.shape for t in shapes.trees(sizes) for leaf in leaves_of(t)}


def _read_off(
    shapes: Shapes, arguments: Mapping[str, tuple[int, ...]], sizes: dict[str, int]
) -> None:
    """The sizes that are an axis of an argument by themselves."""
    unknown = [n for n in shapes.sizes if n not in sizes]
    probes = [{n: start + 2 * i for i, n in enumerate(unknown)} for start in PROBES]
    first, second = [_lean_shapes(shapes, sizes | probe) for probe in probes]
    for path, theirs in arguments.items():
        if len(first[path]) != len(theirs):
            continue
        for a, b, size in zip(first[path], second[path], theirs, strict=True):
            for name in unknown:
                if name not in sizes and (a, b) == (probes[0][name], probes[1][name]):
                    sizes[name] = size


def _scan(
    shapes: Shapes, arguments: Mapping[str, tuple[int, ...]], sizes: Mapping[str, int], name: str
) -> dict[str, int] | None:
    """The least value of the only unknown size at which every shape fits."""
    moving = _moving(shapes, arguments, sizes, name)
    for value in range(LARGEST + 1):
        found = _lean_shapes(shapes, {**sizes, name: value})
        if moving and all(fits(found[path], arguments[path]) for path in moving):
            return {name: value}
        if moving and all(prod(found[p]) > prod(arguments[p]) for p in moving):
            return None
    return None


def _moving(
    shapes: Shapes, arguments: Mapping[str, tuple[int, ...]], sizes: Mapping[str, int], name: str
) -> list[str]:
    """The arguments whose shape depends on a size."""
    one = _lean_shapes(shapes, {**sizes, name: 1})
    two = _lean_shapes(shapes, {**sizes, name: 2})
    return [path for path in arguments if one[path] != two[path]]


def _leading(
    shapes: Shapes, arguments: Mapping[str, tuple[int, ...]], sizes: Mapping[str, int],
    unknown: Sequence[str],
) -> dict[str, int] | None:  # fmt: skip
    """The first unknown size to which a flat argument is proportional: the first axis that the
    artifact gives that argument."""
    base = dict.fromkeys(unknown, 1) | dict(sizes)
    one = _lean_shapes(shapes, base)
    for name in unknown:
        three = _lean_shapes(shapes, {**base, name: 3})
        for path, theirs in arguments.items():
            if len(one[path]) == 1 and len(theirs) > 1 and three[path][0] == 3 * one[path][0] > 0:
                return {name: theirs[0]}
    return None


def _check_hypotheses(shapes: Shapes, spec: Exact, sizes: Mapping[str, int]) -> None:
    """Only what the sizes decide: random inputs need not meet a hypothesis about them."""
    where = Where(declaration=shapes.declaration.name)
    bindings = tuple([f"{n} = {v}" for n, v in sizes.items()])
    for hypothesis in shapes.hypotheses():
        try:
            holds = spec.truth(hypothesis, shapes.values(sizes))
        except (LeanbridgeError, KeyError):
            what = "an artifact for a definition with a hypothesis about its data"
            raise Unsupported(what, where, repr(hypothesis)) from None
        if not holds:
            what = "the sizes of the artifact do not meet a hypothesis of the definition"
            raise InputError(what, where, repr(hypothesis), bindings=bindings)


def _check_result(result: tuple[int, ...], artifact: Artifact, bindings: tuple[str, ...]) -> None:
    where = Where(artifact.path, declaration=f"@{artifact.function}")
    if len(artifact.results) != 1:
        got = ", ".join(map(str, artifact.results)) or "none"
        raise InputError("an artifact must have one result", where, got, "one tensor")
    if not fits(result, artifact.results[0].shape):
        raise InputError(
            "the result has another shape than the Lean value", where, str(artifact.results[0]),
            " × ".join(map(str, result)) or "a number", bindings,
        )  # fmt: skip
