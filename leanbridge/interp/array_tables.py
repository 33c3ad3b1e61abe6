"""Functions on indices as arrays, and reading them: one gather per group of axes.

A `Table` is an array some of whose axes are its arguments. Reading it at index arrays renames an
axis where the index is a whole axis, slices where it is a number, and takes along one axis at a
time where the index expressions share no variable; only axes whose indices share a variable are
read together. Every index is checked against its axis here; none may be negative.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import numpy as np

from leanbridge.errors import InternalError
from leanbridge.interp.array_axes import Arr, Axis, Recorder, from_array, iota, known
from leanbridge.interp.array_program import Node

Value: TypeAlias = Any
InRange: TypeAlias = Callable[[Arr, int], Arr]
"""An index made sure to be in range: the evaluator knows under which conditions it is read."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A function on `Fin`s, `array` with an axis for each argument; `given` are those it has."""

    array: Arr
    arguments: tuple[Axis, ...]
    given: tuple[tuple[Axis, Arr], ...] = ()


def leaves(index: Value) -> list[Arr]:
    """The integers of an index: one, or those of a nested pair."""
    if isinstance(index, tuple):
        return [leaf for part in index for leaf in leaves(part)]
    if not isinstance(index, Arr):
        raise InternalError(f"an index was expected, got {type(index).__name__}")
    return [index]


def read(rec: Recorder, table: Table, index: Value, in_range: InRange) -> Value:
    """`table index`: an array, or a table of the other arguments."""
    parts = leaves(index)
    given, rest = table.given, table.arguments
    for part in parts:
        if not rest:
            raise InternalError("more indices than axes")
        given = (*given, (rest[0], in_range(rec.integer(part), rest[0].size)))
        rest = rest[1:]
    if rest:
        return Table(table.array, rest, given)
    return gather(rec, table.array, dict(given))


def gather(rec: Recorder, array: Arr, indices: Mapping[Axis, Arr]) -> Arr:
    """`array` with axes replaced by index arrays, all of them in range."""
    names: dict[Axis, Axis] = {}
    groups: dict[Axis, Arr] = {}
    for axis, index in indices.items():
        if axis not in array.axes:
            continue  # constant along it
        if _is_whole(index, axis) and _is_free(index.axes[0], axis, array, indices):
            names[axis] = index.axes[0]
        else:
            groups[axis] = index
    if not groups:
        return array.renamed(names)
    if any(x.size == 0 for x in groups):
        return _nothing(array, indices)
    out = _Reading(rec, array, groups)
    return out.run().renamed(names)


def _is_whole(index: Arr, axis: Axis) -> bool:
    """Whether an index is the variable of an axis of the same size."""
    if len(index.axes) != 1 or index.axes[0].size != axis.size or isinstance(index.data, Node):
        return False
    return index.numbers or bool(np.array_equal(index.data, np.arange(axis.size)))


def _is_free(new: Axis, axis: Axis, array: Arr, indices: Mapping[Axis, Arr]) -> bool:
    """Whether `axis` may be called `new`: no other axis of the result comes from `new`."""
    others = [a for x, i in indices.items() if x is not axis and x in array.axes for a in i.axes]
    return new not in others and (new not in array.axes or new in indices)


def _nothing(array: Arr, indices: Mapping[Axis, Arr]) -> Arr:
    """A read of an empty axis: it has no entry, or none that is looked at."""
    axes = [x for x in array.axes if x not in indices]
    axes += [x for i in indices.values() for x in i.axes if x not in axes]
    zero = known(0.0) if array.kind == "real" else known(0) if array.kind == "int" else known(False)
    if all(x.size for x in axes):
        return zero
    data = np.zeros([x.size for x in axes], np.asarray(zero.data).dtype)
    return Arr(data, tuple(axes), array.kind)


class _Reading:
    """One gather in progress: `node` and the names of its dimensions."""

    def __init__(self, rec: Recorder, array: Arr, indices: dict[Axis, Arr]) -> None:
        self.rec, self.kind = rec, array.kind
        self.array, self.axes = array, list(array.axes)
        self.indices = indices

    def run(self) -> Arr:
        for group in self._groups():
            self._read(group)
        return self.array

    def _groups(self) -> list[list[Axis]]:
        """The axes to read, those that share a variable together. An axis that stays and occurs
        in an index is read with it, at itself."""
        for index in list(self.indices.values()):
            for axis in index.axes:
                if axis in self.axes and axis not in self.indices:
                    self.indices[axis] = iota(axis)
        groups: list[tuple[set[Axis], list[Axis]]] = []
        for axis in self.axes:
            if axis not in self.indices:
                continue
            variables, members = set(self.indices[axis].axes), [axis]
            for other in [g for g in groups if g[0] & variables]:
                groups.remove(other)
                variables, members = variables | other[0], [*other[1], *members]
            groups.append((variables, sorted(members, key=self.axes.index)))
        return sorted([g[1] for g in groups], key=lambda g: self.axes.index(g[0]))

    def _read(self, group: list[Axis]) -> None:
        rec = self.rec
        index = self.indices[group[0]]
        for axis in group[1:]:
            rows = rec.elementwise("mul", index, known(axis.size))
            index = rec.elementwise("add", rows, self.indices[axis])
        index = _inner_first(index)
        node = rec.node(self.array)
        axes = list(self.array.axes)
        places = [axes.index(a) for a in group]
        first = places[0]
        if places != list(range(first, first + len(group))):
            before = [i for i in range(first) if i not in places]
            after = [i for i in range(len(axes)) if i not in places and i > first]
            node = rec.builder.transpose(node, [*before, *places, *after])
        tail = first + len(group)
        shape = (*node.shape[:first], int(np.prod(node.shape[first:tail])), *node.shape[tail:])
        node = rec.builder.reshape(node, shape)
        if index.numbers and prod(index.sizes) == node.shape[first]:
            new = (*node.shape[:first], *index.sizes, *node.shape[first + 1 :])
            node = rec.builder.reshape(node, new)
        elif isinstance(index.data, Node):
            node = rec.builder.take(node, first, index.data)
        else:
            node = rec.builder.take_known(node, first, np.asarray(index.data))
        kept = [a for a in axes if a not in group]
        names = (*kept[:first], *index.axes, *kept[first:])
        if node.op == "constant":
            self.array = from_array(node.params, names, self.kind)
        else:
            self.array = Arr(node, names, self.kind)


def _inner_first(index: Arr) -> Arr:
    """An index with its youngest variables first: those are what is reduced, and a reduction
    along leading axes runs over long contiguous rows."""
    if isinstance(index.data, Node) or len(index.axes) < 2 or index.numbers:
        return index
    order = sorted(range(len(index.axes)), key=lambda i: -index.axes[i].age)
    axes = tuple([index.axes[i] for i in order])
    return Arr(np.asarray(index.data).transpose(order), axes, index.kind)
