"""Planted faulty ports of graphs and of what they denote: each has the signature of the right one
and one fault.

`BOUND_TO` and `EXPECTED` are as in `pool_faults`: written by reasoning from the statements, before
any run, and a lower bound. A fault of a builder that its value does not show (a name, the order of
a sum) is refuted by the definition alone, which compares node by node.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import graph, nodes, resnet50
from oracles.conv import correlate

Array = NDArray[Any]  # any dtype, as in the oracles

# ----- what a graph denotes -------------------------------------------------------------------


def odd_phase_op(op: Any, x: Array) -> Array:
    """Keep the odd cells of a strided convolution. Refuted by the definition."""
    op = nodes.read_op(op)
    if isinstance(op, nodes.convStrided):
        images = x.reshape(1, op.ic, 2 * op.h, 2 * op.w)
        return correlate(op.W, op.bias, images, stride=2, phase=1).reshape(-1)
    return graph.den_op(op, x)


def rounded_bias_op(op: Any, x: Array) -> Array:
    """Round the bias too. Refuted by the definition, where the rounding is no identity."""
    op = nodes.read_op(op)
    if isinstance(op, nodes.convBf16 | nodes.convStridedBf16):
        op = replace(op, bias=graph.rounded(op.rnd, op.bias))
    return graph.den_op(op, x)


def left_of_sum(e: Any) -> Array:
    """Forget the second operand of a sum. Refuted by the definition."""
    return graph.den(_each(e, lambda n: n.e1 if isinstance(n, nodes.addVB) else n))


def passing_at_zero(e: Any) -> Array:
    """Pass a cotangent where the saved entry is 0. Refuted by the definition."""

    def moved(n: Any) -> Any:
        if not isinstance(n, nodes.selectPosB):
            return n
        return replace(n, x=np.where(n.x == 0, 1.0, n.x))

    return graph.den(_each(e, moved))


def last_of_window(e: Any) -> Array:
    """At a tie, send the cotangent of a pool to the last cell: mirror the images, there and back.
    Refuted by the definition, at ties."""

    def step(n: Any, given: tuple[Array, ...]) -> Array:
        if isinstance(n, nodes.maxPoolBackB):
            images = np.asarray(n.x).reshape(n.N, n.c, 2 * n.h, 2 * n.w)[..., ::-1, ::-1]
            dy = given[0].reshape(n.N, n.c, n.h, n.w)[..., ::-1, ::-1].reshape(-1)
            leaf = nodes.operand(dy.size, "%dy", dy)
            mirrored = graph.den(replace(n, x=images.reshape(-1), e=leaf))
            return mirrored.reshape(images.shape)[..., ::-1, ::-1].reshape(-1)
        return _value(n, given)

    return nodes.fold(nodes.read(e), step)


def untransposed_dense_back(e: Any) -> Array:
    """Multiply by the weights where the transposed are asked for; square ones only. Refuted by the
    definition."""

    def moved(n: Any) -> Any:
        is_square = isinstance(n, nodes.denseRowBack) and n.a == n.c
        return replace(n, W=n.W.T) if is_square else n

    return graph.den(_each(e, moved))


# ----- builders -------------------------------------------------------------------------------


def skipless_graph(
    p: str, epsStr: str, pw: Any, bf16: bool, e: Any, *, N: int, h: int, w: int
) -> Any:
    """Drop the skip operand. Refuted by the definition and what the graph denotes."""
    made: Any = graph.r50_id_graph_b(p, epsStr, pw, bf16, e, N=N, h=h, w=w)
    return replace(made, e=made.e.e1)


def first_stride_graph(
    p: str, epsStr: str, pw: Any, bf16: bool, e: Any, *, N: int, h: int, w: int
) -> Any:
    """Put the stride on the first 1 × 1 (the placement called v1). Refuted by the definition and
    what the graph denotes."""
    made: Any = graph.r50_down_graph_b(p, epsStr, pw, bf16, e, N=N, h=h, w=w)
    third = made.e.e1
    second = third.e.e.e  # under the convolution, the rectifier
    first = second.e.e.e
    strided = graph.conv_strided_at(
        bf16, nodes.identity, first.e.op.wName, first.e.op.bName, pw.W1, pw.b1, h=h, w=w
    )
    plain = graph.conv_at(
        bf16, nodes.identity, second.e.op.wName, second.e.op.bName, pw.W2, pw.b2, h=h, w=w
    )
    out = replace(first, h=h, w=w, e=_batched(N, strided, first.e.e))
    out = _batched(N, nodes.relu(out.width), out)
    out = replace(second, e=_batched(N, plain, out))
    out = _batched(N, nodes.relu(out.width), out)
    third = replace(third, e=_batched(N, third.e.op, out))
    return replace(made, e=replace(made.e, e1=third))


def projection_first_graph(
    p: str, epsStr: str, pw: Any, bf16: bool, e: Any, *, N: int, h: int, w: int
) -> Any:
    """Add in the order of the map, not of the text. Refuted by the definition only: the value is
    the same."""
    made: Any = graph.r50_proj_graph_b(p, epsStr, pw, bf16, e, N=N, h=h, w=w)
    return replace(made, e=replace(made.e, e1=made.e.e2, e2=made.e.e1))


def swapped_names_graph(
    p: str, epsStr: str, pw: Any, bf16: bool, e: Any, *, N: int, h: int, w: int
) -> Any:
    """Swap the names of γ and β of the last norm. Refuted by the definition only."""
    made: Any = graph.r50_id_graph_b(p, epsStr, pw, bf16, e, N=N, h=h, w=w)
    last = made.e.e1
    renamed = replace(last, gName=last.bName, bName=last.gName)
    return replace(made, e=replace(made.e, e1=renamed))


def own_bias_graph(
    epsStr: str,
    W: Any,
    b: Any,
    eps: float,
    gamma: Any,
    beta: Any,
    bf16: bool,
    e: Any,
    *,
    N: int,
    h: int,
    w: int,
) -> Any:
    """Name the bias of the stem by itself. Refuted by the definition only."""
    made: Any = graph.r34_stem_graph_b(epsStr, W, b, eps, gamma, beta, bf16, e, N=N, h=h, w=w)
    conv = made.e.e.e
    conv = replace(conv, op=replace(conv.op, bName="%sb"))
    return replace(made, e=replace(made.e, e=replace(made.e.e, e=conv)))


def poolless_stem(
    epsStr: str,
    W: Any,
    b: Any,
    eps: float,
    gamma: Any,
    beta: Any,
    bf16: bool,
    e: Any,
    *,
    N: int,
    h: int,
    w: int,
) -> Any:
    """Rectify after the pool: the same value, another graph. Refuted by the definition only."""
    made: Any = graph.r34_stem_graph_b(epsStr, W, b, eps, gamma, beta, bf16, e, N=N, h=h, w=w)
    pooled = replace(made, e=made.e.e)
    return _batched(N, nodes.relu(made.b), pooled)


def averageless_head(W: Any, b: Any, e: Any, *, N: int, h: int, w: int) -> Any:
    """Average rows and columns the other way round: the same value, another node. Refuted by the
    definition only."""
    made: Any = graph.r34_head_graph_b(W, b, e, N=N, h=h, w=w)
    average = made.e
    return replace(made, e=replace(average, op=nodes.gap(average.op.c, w, h)))


def full_precision(
    bf16: bool, rnd: Any, wName: str, bName: str, W: Any, bias: Any, *, h: int, w: int
) -> Any:
    """Forget the flag. Refuted by the definition only: where nothing is rounded it is no fault."""
    return graph.conv_at(False, rnd, wName, bName, W, bias, h=h, w=w)


def unrounded(
    bf16: bool, rnd: Any, wName: str, bName: str, W: Any, bias: Any, *, h: int, w: int
) -> Any:
    """Keep the flag and forget the rounding. Refuted by the definition only."""
    return graph.conv_strided_at(bf16, nodes.identity, wName, bName, W, bias, h=h, w=w)


def always_own_name(convBias: bool, nm: str, c: int) -> str:
    """Name every bias by itself. Refuted by the definition."""
    return nm


# ----- the block that a graph denotes ---------------------------------------------------------


def identity_for_projection(p: Any, x: Array, *, N: int, h: int, w: int) -> Array:
    """Where the channels do not change, take the form with a plain skip: its types fit there.
    Refuted by the definition and what the graph denotes."""
    oc, ic = p.Wp.shape[:2]
    if ic != oc:
        return resnet50.r50_proj_b(p, x, N=N, h=h, w=w)
    return resnet50.r50_id_b(resnet50.IdWeights(*p[:15]), x, N=N, h=h, w=w)


# ----- the table ------------------------------------------------------------------------------

BOUND_TO: dict[str, str] = {
    "odd_phase_op": "Proofs.StableHLO.denOp",
    "rounded_bias_op": "Proofs.StableHLO.denOp",
    "left_of_sum": "Proofs.StableHLO.den",
    "passing_at_zero": "Proofs.StableHLO.den",
    "last_of_window": "Proofs.StableHLO.den",
    "untransposed_dense_back": "Proofs.StableHLO.den",
    "skipless_graph": "Proofs.StableHLO.r50IdGraphB",
    "first_stride_graph": "Proofs.StableHLO.r50DownGraphB",
    "projection_first_graph": "Proofs.StableHLO.r50ProjGraphB",
    "swapped_names_graph": "Proofs.StableHLO.r50IdGraphB",
    "own_bias_graph": "Proofs.StableHLO.r34StemGraphB",
    "poolless_stem": "Proofs.StableHLO.r34StemGraphB",
    "averageless_head": "Proofs.StableHLO.r34HeadGraphB",
    "full_precision": "Proofs.StableHLO.BatchableOp.convAt",
    "unrounded": "Proofs.StableHLO.BatchableOp.convStridedAt",
    "always_own_name": "Proofs.StableHLO.biasName",
    "identity_for_projection": "Proofs.r50ProjB",
}

PORT_SET: dict[str, str] = dict.fromkeys(BOUND_TO, "numpy")

#: A theorem on what a graph denotes runs each of some fifty ports alone: see `REFUTES_VALUE`.
EXPECTED: dict[str, tuple[str, ...]] = {name: (lean,) for name, lean in BOUND_TO.items()}

#: A fault that the theorem on what the graph denotes refutes too, in its first case.
REFUTES_VALUE = {"skipless_graph": "Proofs.StableHLO.r50IdGraphB_faithful"}

#: What the values show of the faulty builders: the others differ in names or in order alone.
SHOWN_BY_VALUE = {"skipless_graph", "first_stride_graph"}

# ----- parts ----------------------------------------------------------------------------------


def _batched(N: int, op: Any, e: Any) -> Any:
    return nodes.batchOp(N, op.a, op.b, op, e)


def _each(e: Any, change: Any) -> Any:
    """A graph with each node changed, operands first."""

    def step(n: Any, parts: tuple[Any, ...]) -> Any:
        names = ("e1", "e2") if isinstance(n, nodes.addVB) else ("e",)
        return change(replace(n, **dict(zip(names, parts, strict=False))) if parts else n)

    return nodes.fold(nodes.read(e), step)


def _value(n: Any, given: tuple[Array, ...]) -> Array:
    leaves = [nodes.operand(v.size, "%given", v) for v in given]
    names = ("e1", "e2") if isinstance(n, nodes.addVB) else ("e",)
    return graph.den(replace(n, **dict(zip(names, leaves, strict=False))) if given else n)
