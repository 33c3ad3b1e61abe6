"""Nodes of graphs of tensor operations, as frozen records, and how a graph is walked.

A class here has the name, the fields and their order of a Lean constructor, subscripts as digits;
so a graph is what Lean's is, node for node. A node checks its sizes when it is made: operands and
arrays of other lengths are a TypeError that names both. Nodes are equal only to themselves, and an
operand that two nodes share is one node.

Knows no array library: an array is anything with a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, TypeAlias, TypeVar

Weight: TypeAlias = Any  # an array of NumPy or of JAX
Rounding: TypeAlias = Callable[[float], float]
T = TypeVar("T")


def identity(x: Any) -> Any:
    """Round nothing. Source: Lean's `id`."""
    return x


def _require(node: object, what: str, got: object, expected: object) -> None:
    if got != expected:
        kind = type(node).__name__
        raise TypeError(f"{kind}: {what} is {got}, but {expected} is needed")


def _require_length(node: object, what: str, operand: Node, expected: int) -> None:
    _require(node, f"the length of {what} ({type(operand).__name__})", operand.length, expected)


class _Shown:
    """A record that shows its numbers and names: with its operands it would be as long as the tree
    of the graph, which doubles with each of them that two nodes share."""

    __slots__ = ()

    def __repr__(self) -> str:
        shown = {f.name: getattr(self, f.name) for f in fields(self)}  # type: ignore[arg-type]
        texts = [f"{k}={v!r}" for k, v in shown.items() if isinstance(v, int | float | str)]
        return f"{type(self).__name__}({', '.join(texts)})"


# ----- operations of one example, from length a to length b ---------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Kernels(_Shown):
    """Sizes, names and arrays of a convolution. Shapes: W (oc, ic, kH, kW), bias (oc,)."""

    ic: int
    oc: int
    h: int
    w: int
    kH: int
    kW: int
    wName: str
    bName: str
    W: Weight
    bias: Weight

    def __post_init__(self) -> None:
        _require(self, "the shape of W", self.W.shape, (self.oc, self.ic, self.kH, self.kW))
        _require(self, "the shape of the bias", self.bias.shape, (self.oc,))

    @property
    def b(self) -> int:
        return self.oc * self.h * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _RoundedKernels(_Shown):
    """The same, and the rounding of both operands of its products."""

    ic: int
    oc: int
    h: int
    w: int
    kH: int
    kW: int
    rnd: Rounding
    wName: str
    bName: str
    W: Weight
    bias: Weight

    def __post_init__(self) -> None:
        _require(self, "the shape of W", self.W.shape, (self.oc, self.ic, self.kH, self.kW))
        _require(self, "the shape of the bias", self.bias.shape, (self.oc,))

    @property
    def b(self) -> int:
        return self.oc * self.h * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class conv(_Kernels):
    """Convolve (ic, h, w) into (oc, h, w). Source: Proofs.StableHLO.BatchableOp.conv."""

    @property
    def a(self) -> int:
        return self.ic * self.h * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class convBf16(_RoundedKernels):
    """Convolve what is rounded. Source: Proofs.StableHLO.BatchableOp.convBf16."""

    @property
    def a(self) -> int:
        return self.ic * self.h * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class convStrided(_Kernels):
    """Convolve (ic, 2h, 2w) into (oc, h, w). Source: Proofs.StableHLO.BatchableOp.convStrided."""

    @property
    def a(self) -> int:
        return self.ic * 2 * self.h * 2 * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class convStridedBf16(_RoundedKernels):
    """Convolve what is rounded. Source: Proofs.StableHLO.BatchableOp.convStridedBf16."""

    @property
    def a(self) -> int:
        return self.ic * 2 * self.h * 2 * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class relu(_Shown):
    """Rectify n entries. Source: Proofs.StableHLO.BatchableOp.relu."""

    n: int

    @property
    def a(self) -> int:
        return self.n

    @property
    def b(self) -> int:
        return self.n


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class maxPool3s2(_Shown):
    """Pool (c, 2h, 2w) to (c, h, w). Source: Proofs.StableHLO.BatchableOp.maxPool3s2."""

    c: int
    h: int
    w: int

    @property
    def a(self) -> int:
        return self.c * 2 * self.h * 2 * self.w

    @property
    def b(self) -> int:
        return self.c * self.h * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class gap(_Shown):
    """Average each channel of (c, h, w). Source: Proofs.StableHLO.BatchableOp.gap."""

    c: int
    h: int
    w: int

    @property
    def a(self) -> int:
        return self.c * self.h * self.w

    @property
    def b(self) -> int:
        return self.c


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class dense(_Shown):
    """Apply a dense layer. Shapes: W (a, c), bias (c,). Source:
    Proofs.StableHLO.BatchableOp.dense."""

    a: int
    c: int
    wName: str
    bName: str
    W: Weight
    bias: Weight

    def __post_init__(self) -> None:
        _require(self, "the shape of W", self.W.shape, (self.a, self.c))
        _require(self, "the shape of the bias", self.bias.shape, (self.c,))

    @property
    def b(self) -> int:
        return self.c


Op: TypeAlias = conv | convBf16 | convStrided | convStridedBf16 | relu | maxPool3s2 | gap | dense

# ----- nodes ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class operand(_Shown):
    """A vector with a name. Shapes: v (n,). Source: Proofs.StableHLO.SHlo.operand."""

    n: int
    name: str
    v: Weight

    def __post_init__(self) -> None:
        _require(self, "the shape of v", self.v.shape, (self.n,))

    @property
    def length(self) -> int:
        return self.n


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class batchOp(_Shown):
    """Apply an operation to each of N examples. Source: Proofs.StableHLO.SHlo.batchOp."""

    N: int
    a: int
    b: int
    op: Op
    e: Node

    def __post_init__(self) -> None:
        kind = type(self.op).__name__
        _require(self, f"the length that {kind} takes", self.op.a, self.a)
        _require(self, f"the length that {kind} gives", self.op.b, self.b)
        _require_length(self, "e", self.e, self.N * self.a)

    @property
    def length(self) -> int:
        return self.N * self.b


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class bnBatchF(_Shown):
    """Normalise N images (oc, h, w) by the statistics of the batch. Shapes: γ and β (oc,). Source:
    Proofs.StableHLO.SHlo.bnBatchF."""

    N: int
    oc: int
    h: int
    w: int
    gName: str
    bName: str
    epsStr: str
    ε: float
    γ: Weight
    β: Weight
    e: Node

    def __post_init__(self) -> None:
        _require(self, "the shape of γ", self.γ.shape, (self.oc,))
        _require(self, "the shape of β", self.β.shape, (self.oc,))
        _require_length(self, "e", self.e, self.length)

    @property
    def width(self) -> int:
        return self.oc * self.h * self.w

    @property
    def length(self) -> int:
        return self.N * self.width


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class addVB(_Shown):
    """Add two batches. Source: Proofs.StableHLO.SHlo.addVB."""

    N: int
    n: int
    e1: Node
    e2: Node

    def __post_init__(self) -> None:
        _require_length(self, "e1", self.e1, self.length)
        _require_length(self, "e2", self.e2, self.length)

    @property
    def length(self) -> int:
        return self.N * self.n


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class selectPosB(_Shown):
    """Pass what the saved x has positive. Shapes: x (N n,). Source:
    Proofs.StableHLO.SHlo.selectPosB."""

    N: int
    n: int
    xName: str
    x: Weight
    e: Node

    def __post_init__(self) -> None:
        _require(self, "the shape of x", self.x.shape, (self.length,))
        _require_length(self, "e", self.e, self.length)

    @property
    def length(self) -> int:
        return self.N * self.n


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class maxPoolBackB(_Shown):
    """Send a cotangent back through the 2 × 2 pool of the saved x. Shapes: x (N c 2h 2w,). Source:
    Proofs.StableHLO.SHlo.maxPoolBackB."""

    N: int
    c: int
    h: int
    w: int
    xName: str
    x: Weight
    e: Node

    def __post_init__(self) -> None:
        _require(self, "the shape of x", self.x.shape, (self.length,))
        _require_length(self, "e", self.e, self.N * self.c * self.h * self.w)

    @property
    def length(self) -> int:
        return self.N * self.c * 2 * self.h * 2 * self.w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class denseRowBack(_Shown):
    """Send a cotangent back through a dense layer. Shapes: W (a, c). Source:
    Proofs.StableHLO.SHlo.denseRowBack."""

    N: int
    a: int
    c: int
    wName: str
    W: Weight
    e: Node

    def __post_init__(self) -> None:
        _require(self, "the shape of W", self.W.shape, (self.a, self.c))
        _require_length(self, "e", self.e, self.N * self.c)

    @property
    def length(self) -> int:
        return self.N * self.a


Node: TypeAlias = operand | batchOp | bnBatchF | addVB | selectPosB | maxPoolBackB | denseRowBack

OPS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (conv, convBf16, convStrided, convStridedBf16, relu, maxPool3s2, gap, dense)
}
NODES: dict[str, Any] = {
    kind.__name__: kind
    for kind in (operand, batchOp, bnBatchF, addVB, selectPosB, maxPoolBackB, denseRowBack)
}

# ----- reading and walking -------------------------------------------------------------------


def read_op(value: Any) -> Op:
    """The operation that another record with the fields of one says.

    Raises: TypeError for another kind or for sizes that do not fit; AttributeError for a record
    without a field.
    """
    return _read(value, OPS, "an operation", {})  # type: ignore[no-any-return]


def read(value: Any) -> Node:
    """The graph that other records with the fields of nodes say, whatever made them; shared
    operands stay shared.

    Raises: TypeError for another kind or for sizes that do not fit; AttributeError for a record
    without a field.
    """
    return _read(value, NODES, "a node", {})  # type: ignore[no-any-return]


def _read(value: Any, kinds: dict[str, Any], what: str, seen: dict[int, Any]) -> Any:
    if id(value) in seen:
        return seen[id(value)]
    name = type(value).__name__
    kind = kinds.get(name)
    if kind is None:
        raise TypeError(f"{name} is not {what}: expected one of {', '.join(kinds)}")
    if type(value) is not kind:
        given = {f.name: getattr(value, f.name) for f in fields(kind)}
        for part in ("e", "e1", "e2"):
            if part in given:
                given[part] = _read(given[part], NODES, "a node", seen)
        if "op" in given:
            given["op"] = _read(given["op"], OPS, "an operation", seen)
        made = kind(**given)
    else:
        made = value
    seen[id(value)] = made
    return made


def operands(node: Node) -> tuple[Node, ...]:
    """The nodes that a node takes, in order."""
    match node:
        case operand():
            return ()
        case addVB(e1=first, e2=second):
            return (first, second)
        case _:
            return (node.e,)


def nodes(root: Node) -> Iterator[Node]:
    """Every node once, operands before what takes them, the first operand's first."""
    done: set[int] = set()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, is_ready = stack.pop()
        if id(node) in done:
            continue
        if is_ready:
            done.add(id(node))
            yield node
            continue
        stack.append((node, True))
        stack.extend((part, False) for part in reversed(operands(node)))


def fold(root: Node, step: Callable[[Node, tuple[T, ...]], T]) -> T:
    """What `step` makes of the root, given what it made of its operands; once for each node."""
    made: dict[int, T] = {}
    for node in nodes(root):
        made[id(node)] = step(node, tuple([made[id(part)] for part in operands(node)]))
    return made[id(root)]
