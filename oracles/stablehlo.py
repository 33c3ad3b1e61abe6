"""A graph as StableHLO text: a function of one module, whose arguments are what the graph names.

Takes a graph of `nodes`; gives text that MLIR parses and XLA compiles. The arguments are the named
operands and parameters in the order in which the graph first uses them, with their own names; a
bias that is named by its width, `%zb64`, is a constant of zeros. A batch is a tensor (N, a), the
length of one example last. A node that two others take is written once. It computes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from oracles.nodes import (
    Node,
    Op,
    addVB,
    batchOp,
    bnBatchF,
    conv,
    convBf16,
    convStrided,
    convStridedBf16,
    dense,
    denseRowBack,
    gap,
    maxPool3s2,
    maxPoolBackB,
    nodes,
    operand,
    operands,
    read,
    relu,
    selectPosB,
)

_NAME = re.compile(r"%[A-Za-z_][A-Za-z0-9_$.-]*")
_ZEROS = re.compile(r"%zb[0-9]+")
_OWN = re.compile(r"%v[0-9]+")  # what the text itself calls its values
_EPSILON = re.compile(r"[0-9]+\.[0-9]+(e[+-]?[0-9]+)?")
LOWEST = {"f32": "0xFF800000", "f64": "0xFFF0000000000000"}  # minus infinity

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """A text: the function `name`, whose numbers are `element`s; the arrays of its arguments, by
    name, in order, and the shapes that the text gives them."""

    text: str
    name: str
    element: str
    arguments: dict[str, Any]
    shapes: tuple[Shape, ...]


def render(e: Node, *, N: int, name: str = "main", element: str = "f32") -> Module:
    """Write a graph as the function `name` on N examples, whose numbers are `element`s.

    Shapes: the result is (N, length of e / N).
    Domain: N and all sizes at least 1; `element` is f32 or f64.
    Raises: ValueError for a name that MLIR does not take, a name for two arrays, a bias that is
    named as zeros and is not zero, an ε that is not what its text says, or another batch size;
    TypeError for records that are no graph.
    """
    if element not in LOWEST:
        raise ValueError(f"the element type is {element}, but f32 or f64 is needed")
    e = read(e)
    _require_sizes(e, N)
    writer = _Writer(N, element)
    values: dict[int, str] = {}
    for node in nodes(e):
        values[id(node)] = writer.node(node, [values[id(part)] for part in operands(node)])
    result = writer.tensor((N, e.length // N))
    header = ", ".join(f"{n}: {writer.tensor(writer.shapes[n])}" for n in writer.arguments)
    body = "\n".join(f"    {line}" for line in (*writer.constants.values(), *writer.lines))
    text = (
        f"module @{name} {{\n"
        f"  func.func public @{name}({header}) -> {result} {{\n"
        f"{body}\n"
        f"    return {values[id(e)]} : {result}\n"
        "  }\n"
        "}\n"
    )
    shapes = tuple([writer.shapes[n] for n in writer.arguments])
    return Module(text, name, element, writer.arguments, shapes)


def _require_sizes(e: Node, N: int) -> None:
    if N < 1 or e.length % N:
        raise ValueError(f"the batch size is {N}, but a divisor of {e.length} is needed")
    for node in nodes(e):
        if not isinstance(node, operand) and node.N != N:
            kind = type(node).__name__
            raise ValueError(f"{kind}: the batch size is {node.N}, but {N} is needed")
        if node.length == 0:
            raise ValueError(f"{type(node).__name__}: the length is 0, which has no text")


@dataclass(slots=True)
class _Writer:
    N: int
    element: str
    arguments: dict[str, Any] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    count: int = 0

    # ----- lines

    def tensor(self, shape: Shape, element: str | None = None) -> str:
        return "tensor<" + "".join(f"{n}x" for n in shape) + (element or self.element) + ">"

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count - 1}"

    def line(self, shape: Shape, text: str, element: str | None = None) -> str:
        """A value of this shape: the operation `text`, with `$` for the type of the result."""
        out = self.fresh()
        self.lines.append(f"{out} = stablehlo.{text.replace('$', self.tensor(shape, element))}")
        return out

    def pointwise(self, op: str, shape: Shape, *values: str) -> str:
        return self.line(shape, f"{op} {', '.join(values)} : $")

    def scalar(self, text: str) -> str:
        return self.line((), f"constant dense<{text}> : $")

    def spread(self, value: str, have: Shape, dims: Shape, shape: Shape) -> str:
        """Broadcast `value`, whose axes become the axes `dims`."""
        listed = ", ".join(map(str, dims))
        source = self.tensor(have)
        return self.line(shape, f"broadcast_in_dim {value}, dims = [{listed}] : ({source}) -> $")

    def filled(self, text: str, shape: Shape) -> str:
        return self.spread(self.scalar(text), (), (), shape)

    def reshaped(self, value: str, have: Shape, shape: Shape) -> str:
        if have == shape:
            return value
        return self.line(shape, f"reshape {value} : ({self.tensor(have)}) -> $")

    def summed(self, value: str, have: Shape, axes: Shape) -> str:
        kept = tuple(n for i, n in enumerate(have) if i not in axes)
        zero = self.scalar("0.0")
        over = ", ".join(map(str, axes))
        types = f"({self.tensor(have)}, {self.tensor(())}) -> $"
        reducer = f"applies stablehlo.add across dimensions = [{over}]"
        return self.line(kept, f"reduce({value} init: {zero}) {reducer} : {types}")

    # ----- arguments

    def argument(self, name: str, array: Any, shape: Shape | None = None) -> str:
        """An argument of the function; the same name again is the same array."""
        if not _NAME.fullmatch(name) or _OWN.fullmatch(name) or _ZEROS.fullmatch(name):
            raise ValueError(f"{name!r} is no name of an argument: %letters, not %v0 or %zb64")
        if name not in self.arguments:
            self.arguments[name] = array
            self.shapes[name] = tuple(array.shape) if shape is None else shape
        elif self.arguments[name] is not array:
            raise ValueError(f"{name} names two arrays")
        return name

    def bias(self, name: str, array: Any) -> str:
        if not _ZEROS.fullmatch(name):
            return self.argument(name, array)
        shape = tuple(array.shape)
        if name != f"%zb{shape[0]}":
            raise ValueError(
                f"the bias {name} has {shape[0]} entries, but is named by another width"
            )
        if np.any(np.asarray(array) != 0):
            raise ValueError(f"the bias {name} is not zero, but its name says so")
        self.constants[name] = f"{name} = stablehlo.constant dense<0.0> : {self.tensor(shape)}"
        return name

    # ----- nodes

    def node(self, node: Node, given: list[str]) -> str:
        N = self.N
        match node:
            case operand(n=n, name=name, v=v):
                return self.argument(name, v, (N, n // N))
            case batchOp(op=op):
                return self.applied(op, given[0])
            case bnBatchF():
                return self.normalised(node, given[0])
            case addVB(n=n):
                return self.pointwise("add", (N, n), *given)
            case selectPosB(n=n, xName=name, x=x):
                return self.selected(given[0], self.argument(name, x, (N, n)), n)
            case maxPoolBackB():
                return self.scattered(node, given[0])
            case denseRowBack(a=a, c=c, wName=name, W=W):
                weight = self.argument(name, W)
                types = f"({self.tensor((N, c))}, {self.tensor((a, c))}) -> $"
                axes = "contracting_dims = [1] x [1]"
                return self.line((N, a), f"dot_general {given[0]}, {weight}, {axes} : {types}")

    def applied(self, op: Op, x: str) -> str:
        N = self.N
        match op:
            case conv() | convBf16():
                return self.convolved(op, x, stride=1)
            case convStrided() | convStridedBf16():
                return self.convolved(op, x, stride=2)
            case relu(n=n):
                return self.pointwise("maximum", (N, n), x, self.filled("0.0", (N, n)))
            case maxPool3s2():
                return self.pooled(op, x)
            case gap(c=c, h=h, w=w):
                image = self.reshaped(x, (N, op.a), (N, c, h, w))
                total = self.summed(image, (N, c, h, w), (2, 3))
                cells = self.filled(f"{h * w}.0", (N, c))
                return self.pointwise("divide", (N, c), total, cells)
            case dense(a=a, c=c):
                weight = self.argument(op.wName, op.W)
                types = f"({self.tensor((N, a))}, {self.tensor((a, c))}) -> $"
                axes = "contracting_dims = [1] x [0]"
                made = self.line((N, c), f"dot_general {x}, {weight}, {axes} : {types}")
                bias = self.spread(self.bias(op.bName, op.bias), (c,), (1,), (N, c))
                return self.pointwise("add", (N, c), made, bias)

    def convolved(
        self, op: conv | convBf16 | convStrided | convStridedBf16, x: str, *, stride: int
    ) -> str:
        """Pad by (k - 1) // 2 before and k // 2 after, so that stride 2 keeps the even cells."""
        if not op.kH or not op.kW or not op.ic:
            raise ValueError(f"{type(op).__name__}: a convolution over nothing has no text")
        have = (self.N, op.ic, stride * op.h, stride * op.w)
        want = (self.N, op.oc, op.h, op.w)
        kernel = (op.oc, op.ic, op.kH, op.kW)
        image = self.reshaped(x, (self.N, op.a), have)
        weight = self.argument(op.wName, op.W)
        element = self.element
        if isinstance(op, convBf16 | convStridedBf16):
            element = "bf16"
            image, weight = self.converted(image, have), self.converted(weight, kernel)
        pads = ", ".join(f"[{(k - 1) // 2}, {k // 2}]" for k in (op.kH, op.kW))
        window = f"window = {{stride = [{stride}, {stride}], pad = [{pads}]}}"
        dims = "dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
        groups = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
        types = f"({self.tensor(have, element)}, {self.tensor(kernel, element)}) -> $"
        made = self.line(
            want, f"convolution({image}, {weight}) {dims}, {window} {groups} : {types}"
        )
        bias = self.spread(self.bias(op.bName, op.bias), (op.oc,), (1,), want)
        return self.reshaped(self.pointwise("add", want, made, bias), want, (self.N, op.b))

    def converted(self, value: str, shape: Shape) -> str:
        return self.line(shape, f"convert {value} : ({self.tensor(shape)}) -> $", "bf16")

    def normalised(self, node: bnBatchF, x: str) -> str:
        """γ (x - mean) (1 / √(variance + ε)) + β, both statistics over batch, rows and columns."""
        if not _EPSILON.fullmatch(node.epsStr) or float(node.epsStr) != float(node.ε):
            raise ValueError(f"{node.gName}: ε is {node.ε}, but its text is {node.epsStr!r}")
        shape = (self.N, node.oc, node.h, node.w)
        channels = (node.oc,)
        cells = self.filled(f"{self.N * node.h * node.w}.0", channels)

        def mean(value: str) -> str:
            return self.pointwise("divide", channels, self.summed(value, shape, (0, 2, 3)), cells)

        def across(value: str) -> str:
            return self.spread(value, channels, (1,), shape)

        image = self.reshaped(x, (self.N, node.width), shape)
        centred = self.pointwise("subtract", shape, image, across(mean(image)))
        var = mean(self.pointwise("multiply", shape, centred, centred))
        shifted = self.pointwise("add", channels, var, self.filled(node.epsStr, channels))
        scale = self.pointwise("rsqrt", channels, shifted)
        out = self.pointwise("multiply", shape, centred, across(scale))
        gamma = across(self.argument(node.gName, node.γ))
        out = self.pointwise("multiply", shape, out, gamma)
        beta = across(self.argument(node.bName, node.β))
        out = self.pointwise("add", shape, out, beta)
        return self.reshaped(out, shape, (self.N, node.width))

    def pooled(self, op: maxPool3s2, x: str) -> str:
        have, want = (self.N, op.c, 2 * op.h, 2 * op.w), (self.N, op.c, op.h, op.w)
        image = self.reshaped(x, (self.N, op.a), have)
        lowest = self.scalar(LOWEST[self.element])
        window = (
            "padding = dense<[[0, 0], [0, 0], [1, 1], [1, 1]]> : tensor<4x2xi64>, "
            "window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>"
        )
        region = self.region("maximum")
        types = f"({self.tensor(have)}, {self.tensor(())}) -> $"
        text = f'"stablehlo.reduce_window"({image}, {lowest}) <{{{window}}}> ({region}) : {types}'
        return self.reshaped(self.generic(want, text), want, (self.N, op.b))

    def selected(self, value: str, saved: str, n: int) -> str:
        shape = (self.N, n)
        zeros = self.filled("0.0", shape)
        types = f"({self.tensor(shape)}, {self.tensor(shape)}) -> $"
        mask = self.line(shape, f"compare GT, {saved}, {zeros}, FLOAT : {types}", "i1")
        kinds = f"{self.tensor(shape, 'i1')}, {self.tensor(shape)}"
        return self.line(shape, f"select {mask}, {value}, {zeros} : {kinds}")

    def scattered(self, node: maxPoolBackB, cotangent: str) -> str:
        """Of equal cells of a window the first one takes all: a later one must be above it."""
        N, c, h, w = self.N, node.c, node.h, node.w
        large, small = (N, c, 2 * h, 2 * w), (N, c, h, w)
        saved = self.argument(node.xName, node.x, (N, c * 4 * h * w))
        image = self.reshaped(saved, (N, c * 4 * h * w), large)
        given = self.reshaped(cotangent, (N, c * h * w), small)
        window = (
            "window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>"
        )
        zero, regions = self.scalar("0.0"), f"{self.region('compare')}, {self.region('add')}"
        types = f"({self.tensor(large)}, {self.tensor(small)}, {self.tensor(())}) -> $"
        operands_ = f"{image}, {given}, {zero}"
        text = f'"stablehlo.select_and_scatter"({operands_}) <{{{window}}}> ({regions}) : {types}'
        return self.reshaped(self.generic(large, text), large, (N, c * 4 * h * w))

    def generic(self, shape: Shape, text: str) -> str:
        out = self.fresh()
        self.lines.append(f"{out} = {text.replace('$', self.tensor(shape))}")
        return out

    def region(self, op: str) -> str:
        """A region of two scalars; `compare` says that the first is not below the second."""
        a, b, out = self.fresh(), self.fresh(), self.fresh()
        scalar, answer = self.tensor(()), self.tensor((), "i1" if op == "compare" else None)
        body = f"stablehlo.{op} {a}, {b} : {scalar}"
        if op == "compare":
            body = f"stablehlo.compare GE, {a}, {b}, FLOAT : ({scalar}, {scalar}) -> {answer}"
        heads = f"{a}: {scalar}, {b}: {scalar}"
        return f"{{ ^bb0({heads}): {out} = {body} stablehlo.return {out} : {answer} }}"
