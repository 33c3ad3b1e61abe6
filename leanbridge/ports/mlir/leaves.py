"""The arrays and numbers that a Lean value consists of, by their paths.

Takes a Lean type at given sizes; gives a tree with a `Leaf` for each array: `w.s1b0.W₁` is a field
of a field of the binder `w`. A field that is a proof is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    DataType,
    FunctionType,
    SubType,
    Table,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.ports.marshal import Structures
from leanbridge.ports.mlir.table import Leaf
from leanbridge.ports.numbers import to_real
from leanbridge.ports.tensors import index_axes


@dataclass(frozen=True, slots=True)
class Branch:
    """A structure: its constructor, and a tree for each field, None for a proof."""

    constructor: str
    fields: tuple[Tree | None, ...]

    @property
    def parts(self) -> tuple[Tree, ...]:
        """The fields that are data."""
        return tuple([f for f in self.fields if f is not None])


Tree: TypeAlias = Leaf | Branch


def tree_of(path: str, type: TypeValue, structures: Structures) -> Tree:
    """The arrays of a value of `type`. Raises: Unsupported for what is no array of reals."""
    shape: tuple[int, ...] = ()
    entry = type
    while isinstance(entry, FunctionType):
        axes = index_axes(entry.domain)
        if axes is None:
            raise Unsupported(f"an artifact's argument {path} of type {show_type(type)}")
        shape, entry = (*shape, *axes), entry.codomain(_index(entry.domain))
    match entry:
        case SubType(carrier, _) if not shape:
            return tree_of(path, carrier, structures)
        case BaseType("Real"):
            return Leaf(path, shape)
        case DataType() if not shape:
            views = structures.constructors(entry)
            if len(views) == 1:
                return _branch(path, views[0], structures)
    raise Unsupported(f"an artifact's argument {path} of type {show_type(type)}")


def _branch(path: str, view: Any, structures: Structures) -> Branch:
    fields, earlier = list[Tree | None](), list[Any]()
    for i, (name, is_proof) in enumerate(zip(view.fields, view.proof_fields, strict=True)):
        type_ = None if is_proof else view.field_type(i, tuple(earlier))
        fields.append(None if type_ is None else tree_of(f"{path}.{name}", type_, structures))
        earlier.append(PROOF)  # no later field's type may look at its value
    return Branch(view.name, tuple(fields))


def _index(domain: TypeValue) -> Any:
    """Any index: the shape of an array does not depend on it."""
    axes = index_axes(domain) or ()
    out: Any = 0
    for _ in axes[1:]:
        out = (out, 0)
    return out


def leaves_of(tree: Tree) -> Iterator[Leaf]:
    """The leaves of a tree, in order."""
    if isinstance(tree, Leaf):
        yield tree
    else:
        for part in tree.parts:
            yield from leaves_of(part)


def filled(tree: Tree, values: Mapping[str, Any]) -> Any:
    """A tree with values in the places of its leaves: nested tuples, as Lean's fields are."""
    if isinstance(tree, Leaf):
        return values[tree.path]
    return tuple([filled(part, values) for part in tree.parts])


def exact_value(tree: Tree, values: Mapping[str, Any]) -> Value:
    """A tree with arrays of floats as the value of `interp.values` that they are exactly."""
    if isinstance(tree, Leaf):
        return _exact(np.asarray(values[tree.path]))
    fields = [PROOF if f is None else exact_value(f, values) for f in tree.fields]
    return Data(tree.constructor, tuple(fields))


def _exact(array: np.ndarray[Any, Any]) -> Value:
    if array.ndim:
        return Table(tuple([_exact(row) for row in array]))
    return to_real(float(array))
