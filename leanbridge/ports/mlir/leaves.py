"""The arrays and numbers that a Lean value consists of, by their paths.

Takes a Lean type at given sizes; gives a tree with a `Leaf` for each array: `w.s1b0.W₁` is a field
of a field of the binder `w`. A field that is a proof is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from leanbridge.errors import Unsupported
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    DataType,
    FunctionType,
    SubType,
    TypeValue,
    show_type,
)
from leanbridge.ports.marshal import Structures
from leanbridge.ports.mlir.table import Leaf
from leanbridge.ports.tensors import index_axes


@dataclass(frozen=True, slots=True)
class Branch:
    """A structure, with a tree for each field that is data, in their order."""

    parts: tuple[Tree, ...]


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
    parts, earlier = list[Tree](), list[Any]()
    for i, (name, is_proof) in enumerate(zip(view.fields, view.proof_fields, strict=True)):
        if not is_proof:
            parts.append(tree_of(f"{path}.{name}", view.field_type(i, tuple(earlier)), structures))
        earlier.append(PROOF)  # no later field's type may look at its value
    return Branch(tuple(parts))


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
