"""The program that an array evaluation records: nodes without axis names, interned.

Takes operations on nodes, gives nodes; `Builder` simplifies as it builds, so a program is never
rewritten afterwards. Every index in a program has been range-checked before it gets here.
Never computes: that is `array_kernels`.

Worked example: `max` over `a` and `b` of `x[ch, r[hi, a], s[wi, b]]` is recorded as two nodes,
each taking and reducing along one axis, because a reduction and a `take` on another axis commute.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import prod
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["real", "int", "bool"]
Bounds: TypeAlias = tuple[int | None, int | None]
"""Lowest and highest value of an integer array, None where none is known."""
Shape: TypeAlias = tuple[int, ...]
Anything: TypeAlias = Any  # arrays of either backend, hashable parameters of a node

UNBOUNDED: Bounds = (None, None)
UNROLLED = 32  # a reduction along a taken axis is unrolled up to this many parts
FOLDED = 1 << 22  # a known array of more entries is read when the program runs, not before
DTYPES: dict[Kind, type] = {"real": np.float64, "int": np.int64, "bool": np.bool_}


class Node:
    """One step: `op` of `args`, with `params` known when it was recorded. Equal is identical."""

    __slots__ = ("args", "bounds", "kind", "op", "params", "shape")

    def __init__(
        self, op: str, args: tuple[Node, ...], params: Anything, shape: Shape, kind: Kind,
        bounds: Bounds = UNBOUNDED,
    ) -> None:  # fmt: skip
        self.op, self.args, self.params = op, args, params
        self.shape, self.kind, self.bounds = shape, kind, bounds

    def __repr__(self) -> str:
        return f"{self.op}{self.shape}"


@dataclass(frozen=True, slots=True, eq=False)
class Check:
    """A truth that must hold of the data, or the evaluation has no value."""

    holds: Node
    message: str


class Builder:
    """Records nodes; the same operation on the same nodes is one node."""

    def __init__(self) -> None:
        self._known: dict[Anything, Node] = {}
        self.inputs: list[Node] = []
        self.checks: list[Check] = []

    def node(
        self, op: str, args: Sequence[Node], params: Anything, shape: Shape, kind: Kind,
        bounds: Bounds = UNBOUNDED,
    ) -> Node:  # fmt: skip
        key = (op, tuple(map(id, args)), params)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Node(op, tuple(args), params, shape, kind, bounds)
        return found

    def input(self, shape: Shape, kind: Kind, bounds: Bounds = UNBOUNDED) -> Node:
        """The next argument of the program."""
        made = self.node("input", (), len(self.inputs), shape, kind, bounds)
        self.inputs.append(made)
        return made

    def constant(self, value: NDArray[Anything] | float, kind: Kind) -> Node:
        """A value known when the program is recorded."""
        array: NDArray[Anything] = np.ascontiguousarray(np.asarray(value, DTYPES[kind]))
        array = array.reshape(np.shape(value))
        array.setflags(write=False)
        key = ("constant", kind, array.shape, sha256(array.data).digest())
        found = self._known.get(key)
        if found is None:
            found = Node("constant", (), array, array.shape, kind, bounds_of(array, kind))
            self._known[key] = found
        return found

    def check(self, holds: Node, message: str) -> None:
        """Demand that all of `holds` is true of the data."""
        if holds.shape:
            holds = self.reduce("all", holds, range(len(holds.shape)))
        self.checks.append(Check(holds, message))

    # ----- shape

    def reshape(self, x: Node, shape: Shape) -> Node:
        if x.shape == shape:
            return x
        if x.op == "reshape":
            return self.reshape(x.args[0], shape)
        if x.op == "constant":
            return self.constant(x.params.reshape(shape), x.kind)
        return self.node("reshape", (x,), shape, shape, x.kind, x.bounds)

    def transpose(self, x: Node, order: Sequence[int]) -> Node:
        order = tuple(order)
        if order == tuple(range(len(order))):
            return x
        if x.op == "transpose":
            return self.transpose(x.args[0], [x.params[i] for i in order])
        if x.op == "constant":
            return self.constant(x.params.transpose(order), x.kind)
        shape = tuple([x.shape[i] for i in order])
        return self.node("transpose", (x,), order, shape, x.kind, x.bounds)

    def broadcast(self, x: Node, shape: Shape) -> Node:
        if x.shape == shape:
            return x
        return self.node("broadcast", (x,), shape, shape, x.kind, x.bounds)

    # ----- reading

    def take_known(self, x: Node, place: int, index: NDArray[Anything]) -> Node:
        """`take` at indices known now; those that number the whole axis by axes in some order are a
        reshape and a transpose, and are not kept: a flat form has as many of them as the tensor
        has entries."""
        if x.shape[place] == index.size and index.size:
            order = _permutation(index)
            if order is not None:
                sizes = [index.shape[i] for i in order]
                x = self.reshape(x, (*x.shape[:place], *sizes, *x.shape[place + 1 :]))
                back = [place + order.index(i) for i in range(index.ndim)]
                end = place + index.ndim
                return self.transpose(x, [*range(place), *back, *range(end, len(x.shape))])
        return self.take(x, place, self.constant(index, "int"))

    def take(self, x: Node, place: int, index: Node) -> Node:
        """`x` with the axis at `place` replaced by the axes of `index`, which is in range."""
        shape = (*x.shape[:place], *index.shape, *x.shape[place + 1 :])
        if index.op == "constant":
            if x.op == "constant" and prod(shape) <= FOLDED:
                return self.constant(np.take(x.params, index.params, axis=place), x.kind)
            if 0 < 2 * index.params.size <= x.shape[place]:
                narrow = self._narrowed(x, place, index.params)
                if narrow is not None:
                    return narrow
        return self.node("take", (x, index), place, shape, x.kind, x.bounds)

    def _narrowed(self, x: Node, place: int, index: NDArray[Anything]) -> Node | None:
        """A read of few entries made before what it reads is computed: of the arguments instead;
        None where it is not known how."""
        if x.op == "reshape":
            return self._narrowed_parts(x.args[0], x.shape, place, index)
        if index.ndim != 1:
            return None
        shape = (*x.shape[:place], len(index), *x.shape[place + 1 :])
        if x.op == "transpose":
            inner = self.take_known(x.args[0], x.params[place], index)
            return self.transpose(inner, x.params)
        if x.op == "contract":
            terms, result = x.params
            args = [
                self.take_known(a, term.index(result[place]), index) if result[place] in term else a
                for a, term in zip(x.args, terms, strict=True)
            ]
            return self.node("contract", args, x.params, shape, x.kind)
        if x.op == "take" and x.args[1].op == "constant":
            return self._narrowed_take(x, place, index)
        if x.params is None and x.args and all(len(a.shape) == len(shape) for a in x.args):
            args = [a if a.shape[place] == 1 else self.take_known(a, place, index) for a in x.args]
            return self.node(x.op, args, None, shape, x.kind, x.bounds)
        return None

    def _narrowed_take(self, x: Node, place: int, index: NDArray[Anything]) -> Node:
        source, rows = x.args
        own, wide = x.params, len(rows.shape)
        if own <= place < own + wide:
            return self.take_known(source, own, rows.params.take(index, axis=place - own))
        before = place if place < own else place - wide + 1
        inner = self.take_known(source, before, index)
        shape = (*x.shape[:place], len(index), *x.shape[place + 1 :])
        return self.node("take", (inner, rows), own, shape, x.kind, x.bounds)

    def _narrowed_parts(
        self, x: Node, flat: Shape, place: int, index: NDArray[Anything]
    ) -> Node | None:
        """A read of an axis that numbers the cells of several: along each of them, where each
        number of the index is for one of them alone."""
        first, last = _merged(x.shape, flat, place) or (0, 0)
        if last - first < 2:
            return None
        parts = np.unravel_index(index, x.shape[first:last])
        rows: list[tuple[list[int], NDArray[Anything]]] = []
        for part in parts:
            varies = [i for i in range(index.ndim) if (part != part.take([0], axis=i)).any()]
            at = tuple([slice(None) if i in varies else 0 for i in range(index.ndim)])
            rows.append((varies, part[at]))
        order = [i for varies, _ in rows for i in varies]
        if len(set(order)) < len(order) or any(len(v) > 1 for v, _ in rows):
            return None
        out = x
        for i, (varies, part) in enumerate(rows):
            out = self.take_known(out, first + i, part if varies else part.reshape(1))
        head, tail = out.shape[:first], out.shape[last:]
        out = self.reshape(out, (*head, *[index.shape[i] for i in order], *tail))
        back = [first + order.index(i) for i in sorted(order)]
        end = first + len(order)
        out = self.transpose(out, [*range(first), *back, *range(end, len(out.shape))])
        return self.reshape(out, (*flat[:place], *index.shape, *flat[place + 1 :]))

    # ----- reduction

    def reduce(self, op: str, x: Node, places: Iterable[int]) -> Node:
        """Reduce the axes at `places`: none of them empty where the reduction needs an entry."""
        gone = frozenset(places)
        if not gone:
            return x
        if x.op == "transpose":
            inner = self.reduce(op, x.args[0], [x.params[i] for i in gone])
            kept = [x.params[i] for i in range(len(x.shape)) if i not in gone]
            return self.transpose(inner, [sorted(kept).index(i) for i in kept])
        if x.op == "reduce" and x.params[0] == op:  # nested sums are one pass
            left = [i for i in range(len(x.args[0].shape)) if i not in x.params[1]]
            return self.reduce(op, x.args[0], [*x.params[1], *[left[i] for i in gone]])
        if x.op == "take" and x.args[1].op == "constant" and op != "prod":
            pushed = self._reduce_taken(op, x, gone)
            if pushed is not None:
                return pushed
        shape = tuple([n for i, n in enumerate(x.shape) if i not in gone])
        bounds = _reduced_bounds(op, x, gone)
        return self.node("reduce", (x,), (op, tuple(sorted(gone))), shape, x.kind, bounds)

    def _reduce_taken(self, op: str, x: Node, gone: frozenset[int]) -> Node | None:
        """A reduction of a `take`: along the other axes before it, along its own axes with it."""
        source, index = x.args
        place, wide = x.params, len(index.shape)
        own = frozenset(i - place for i in gone if place <= i < place + wide)
        others = [i if i < place else i - wide + 1 for i in gone if not place <= i < place + wide]
        if others:
            if index.params.size < source.shape[place]:
                return None  # the take narrows: reducing first would cost more
            before = self.reduce(op, source, others)
            moved = place - sum(1 for i in others if i < place)
            after = self.take_known(before, moved, index.params)
            return self.reduce(op, after, [moved + i for i in own])
        parts = prod(index.shape[i] for i in own)
        kept = [i for i in range(wide) if i not in own]
        if not kept or not 0 < parts <= UNROLLED:
            return None
        rows = index.params.transpose([*sorted(own), *kept])
        rows = rows.reshape(parts, *[index.shape[i] for i in kept])
        shape = (*x.shape[:place], *rows.shape[1:], *x.shape[place + wide :])
        bounds = _reduced_bounds(op, x, gone)
        table = self.constant(rows, "int")
        return self.node("take_reduce", (source, table), (op, place), shape, x.kind, bounds)


def _merged(whole: Shape, flat: Shape, place: int) -> tuple[int, int] | None:
    """Which axes of `whole` are the one at `place` of a reshape of it to `flat`, if some are."""
    before, size = prod(flat[:place]), flat[place]
    for first in range(len(whole) + 1):
        if prod(whole[:first]) == before:
            for last in range(first, len(whole) + 1):
                if prod(whole[first:last]) == size and last > first + 1:
                    return first, last
    return None


def bounds_of(array: NDArray[Anything], kind: Kind) -> Bounds:
    """The bounds of a known integer array; those of nothing are empty."""
    if kind != "int":
        return UNBOUNDED
    return (int(array.min()), int(array.max())) if array.size else (0, -1)


def _permutation(index: NDArray[Anything]) -> list[int] | None:
    """The axes in an order in which the index numbers their cells, the last the fastest; None if
    there is none."""
    first = np.zeros(index.ndim, int)
    steps = []
    for i in range(index.ndim):
        step = first.copy()
        step[i] = min(1, index.shape[i] - 1)
        steps.append(int(index[tuple(step)]))
    order = sorted(range(index.ndim), key=lambda i: (-steps[i], index.shape[i] > 1))
    sizes = [index.shape[i] for i in order]
    cells = np.arange(index.size).reshape(sizes)
    return order if bool((index.transpose(order) == cells).all()) else None


def _reduced_bounds(op: str, x: Node, gone: frozenset[int]) -> Bounds:
    if x.kind != "int" or op == "prod":
        return UNBOUNDED
    if op != "sum":
        return x.bounds
    count = prod(x.shape[i] for i in gone)
    low, high = x.bounds
    return (None if low is None else low * count, None if high is None else high * count)


# ----- a finished program ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The nodes that some results need, in an order in which they can be computed.

    `release[i]` are the nodes not needed after step i. The checks are the last results.
    """

    inputs: tuple[Node, ...]
    steps: tuple[Node, ...]
    release: tuple[tuple[Node, ...], ...]
    results: tuple[Node, ...]
    checks: tuple[Check, ...]

    @property
    def largest_integer(self) -> int:
        """The largest size of an integer that is known to occur."""
        ends = [end for n in self.steps if n.kind == "int" for end in n.bounds if end is not None]
        return max(map(abs, ends), default=0)


def finish(builder: Builder, results: Sequence[Node]) -> Program:
    """The program of some results and of every check."""
    wanted = [*results, *[c.holds for c in builder.checks]]
    steps: dict[Node, None] = {}
    for root in wanted:
        _visit(root, steps)
    order = tuple(steps)
    last: dict[Node, int] = {}
    for i, step in enumerate(order):
        for arg in step.args:
            last[arg] = i
    keep = set(wanted)
    release: list[list[Node]] = [[] for _ in order]
    for node, i in last.items():
        if node not in keep and node.op not in ("input", "constant"):
            release[i].append(node)
    return Program(
        tuple(builder.inputs), order, tuple(map(tuple, release)), tuple(results),
        tuple(builder.checks),
    )  # fmt: skip


def _visit(root: Node, steps: dict[Node, None]) -> None:
    stack = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if node in steps:
            continue
        if ready:
            steps[node] = None
            continue
        stack.append((node, True))
        stack.extend((arg, False) for arg in reversed(node.args))
