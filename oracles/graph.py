"""The forward graph of ResNet-50, in nodes, and what a graph denotes, in NumPy.

A graph is made of `nodes`; what it denotes is a fold over them. The builders serve NumPy and JAX:
they only look at shapes. A builder raises TypeError, with both sizes, where its input has another
length, and takes graphs of any records that have the fields of nodes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from oracles.batch_norm import bn_batch
from oracles.conv import correlate
from oracles.flat import Array
from oracles.nodes import (
    Node,
    Op,
    Rounding,
    Weight,
    addVB,
    batchOp,
    bnBatchF,
    conv,
    convBf16,
    convStrided,
    convStridedBf16,
    dense,
    denseRowBack,
    fold,
    gap,
    identity,
    maxPool3s2,
    maxPoolBackB,
    nodes,
    operand,
    read,
    read_op,
    relu,
    selectPosB,
)
from oracles.pool import max_pool_3s2
from oracles.pool2 import max_pool_back_denote
from oracles.residual import channel_averages
from oracles.resnet50 import IdWeights, ProjWeights, Weights
from oracles.shapes import require_shape
from oracles.stages import rectified

# ----- what a graph denotes ------------------------------------------------------------------


def den_op(op: Op, x: Array) -> Array:
    """Apply an operation to one example.

    Shapes: x (a,) → (b,), the lengths of the operation.
    Raises: ValueError for another length; TypeError for a record that is no operation.
    Source: Proofs.StableHLO.denOp.
    """
    op = read_op(op)
    require_shape("x", x.shape, (op.a,))
    made: Array = _applied(op, x[None])[0]
    return made


def den(e: Node) -> Array:
    """Compute the vector that a graph denotes; a shared node once.

    Shapes: → (length of e,).
    Raises: TypeError for records that are no graph.
    Source: Proofs.StableHLO.den.
    """
    return fold(read(e), _denoted)


def _denoted(node: Node, given: tuple[Array, ...]) -> Array:
    match node:
        case operand(v=v):
            vector: Array = np.asarray(v)
            return vector
        case batchOp(N=N, a=a, op=op):
            return _applied(op, given[0].reshape(N, a)).reshape(-1)
        case bnBatchF(N=N, oc=oc, h=h, w=w):
            images = given[0].reshape(N, oc, h, w)
            return bn_batch(node.ε, node.γ, node.β, images).reshape(-1)
        case addVB():
            return given[0] + given[1]
        case selectPosB(x=x):
            return np.where(x > 0, given[0], np.zeros_like(given[0]))
        case maxPoolBackB(N=N, c=c, h=h, w=w, x=x):
            planes = np.asarray(x).reshape(N * c, 2 * h, 2 * w)
            return max_pool_back_denote(planes, given[0].reshape(N * c, h, w)).reshape(-1)
        case denseRowBack(N=N, c=c, W=W):
            pulled: Array = given[0].reshape(N, c) @ W.T
            return pulled.reshape(-1)


def _applied(op: Op, x: Array) -> Array:
    """Apply an operation to each example. Shapes: x (N, a) → (N, b)."""
    N = len(x)
    match op:
        case conv(ic=ic, h=h, w=w):
            made = correlate(op.W, op.bias, x.reshape(N, ic, h, w))
        case convStrided(ic=ic, h=h, w=w):
            made = correlate(op.W, op.bias, x.reshape(N, ic, 2 * h, 2 * w), stride=2)
        case convBf16(ic=ic, h=h, w=w):
            made = _rounded(op, x.reshape(N, ic, h, w), stride=1)
        case convStridedBf16(ic=ic, h=h, w=w):
            made = _rounded(op, x.reshape(N, ic, 2 * h, 2 * w), stride=2)
        case relu():
            made = rectified(x)
        case maxPool3s2(c=c, h=h, w=w):
            made = max_pool_3s2(x.reshape(N * c, 2 * h, 2 * w))
        case gap(c=c, h=h, w=w):
            made = channel_averages(x.reshape(N, c, h, w))
        case dense(W=W, bias=bias):
            made = x @ W + bias
    return made.reshape(N, op.b)


def _rounded(op: convBf16 | convStridedBf16, x: Array, *, stride: int) -> Array:
    """Convolve what is rounded without a bias, and add the bias."""
    kernels, none = rounded(op.rnd, op.W), np.zeros_like(op.bias)
    products = correlate(kernels, none, rounded(op.rnd, x), stride=stride)
    made: Array = products + op.bias[:, None, None]
    return made


def rounded(rnd: Rounding, x: Array) -> Array:
    """Round every entry."""
    if rnd is identity:
        return x
    entries = [rnd(v) for v in x.reshape(-1).tolist()]
    return np.array(entries, x.dtype).reshape(x.shape)


# ----- what a graph consists of --------------------------------------------------------------


def op_params(op: Op) -> frozenset[str]:
    """Name the parameters of an operation; zeros that are named by their width are none.

    Source: Proofs.StableHLO.opParams.
    """
    op = read_op(op)
    if isinstance(op, dense):
        return frozenset({op.wName, op.bName})
    if isinstance(op, relu | maxPool3s2 | gap):
        return frozenset()
    return frozenset({op.wName, op.bName} if op.bName != f"%zb{op.oc}" else {op.wName})


def params(e: Node) -> frozenset[str]:
    """Name the parameters of a graph. Source: Proofs.StableHLO.params."""
    found: frozenset[str] = frozenset()
    for node in nodes(read(e)):
        match node:
            case batchOp(op=op):
                found |= op_params(op)
            case bnBatchF(gName=gamma, bName=beta):
                found |= {gamma, beta}
            case denseRowBack(wName=name):
                found |= {name}
    return found


def op_strided(op: Op) -> frozenset[str]:
    """Name the kernels of an operation, if it has stride 2. Source: Proofs.StableHLO.opStrided."""
    op = read_op(op)
    return frozenset({op.wName} if isinstance(op, convStrided | convStridedBf16) else ())


def strided(e: Node) -> frozenset[str]:
    """Name the kernels of the strided convolutions of a graph.

    Source: Proofs.StableHLO.strided.
    """
    ops = [node.op for node in nodes(read(e)) if isinstance(node, batchOp)]
    return frozenset().union(*[op_strided(op) for op in ops])


def op_relus(op: Op) -> int:
    """Count an operation that is the rectifier. Source: Proofs.StableHLO.opRelus."""
    return int(isinstance(read_op(op), relu))


def relus(e: Node) -> int:
    """Count the rectifiers of the tree of a graph: what is shared counts for each that takes it.

    Source: Proofs.StableHLO.relus.
    """

    def step(node: Node, given: tuple[int, ...]) -> int:
        return sum(given) + (op_relus(node.op) if isinstance(node, batchOp) else 0)

    return fold(read(e), step)


# ----- convolutions at a precision, and names ------------------------------------------------


def conv_at(
    bf16: bool, rnd: Rounding, wName: str, bName: str, W: Weight, bias: Weight, *, h: int, w: int
) -> conv | convBf16:
    """Make a convolution in the precision that the flag says.

    Shapes: W (oc, ic, kH, kW), bias (oc,).
    Raises: TypeError for shapes that do not fit.
    Source: Proofs.StableHLO.BatchableOp.convAt.
    """
    oc, ic, kH, kW = W.shape
    if bf16:
        return convBf16(ic, oc, h, w, kH, kW, rnd, wName, bName, W, bias)
    return conv(ic, oc, h, w, kH, kW, wName, bName, W, bias)


def conv_strided_at(
    bf16: bool, rnd: Rounding, wName: str, bName: str, W: Weight, bias: Weight, *, h: int, w: int
) -> convStrided | convStridedBf16:
    """Make a convolution of stride 2 in the precision that the flag says; h and w are of its
    result.

    Shapes: W (oc, ic, kH, kW), bias (oc,).
    Raises: TypeError for shapes that do not fit.
    Source: Proofs.StableHLO.BatchableOp.convStridedAt.
    """
    oc, ic, kH, kW = W.shape
    if bf16:
        return convStridedBf16(ic, oc, h, w, kH, kW, rnd, wName, bName, W, bias)
    return convStrided(ic, oc, h, w, kH, kW, wName, bName, W, bias)


def bias_name(convBias: bool, nm: str, c: int) -> str:
    """Name the bias of a convolution of width c: its own name, or that of c zeros.

    Source: Proofs.StableHLO.biasName.
    """
    return nm if convBias else f"%zb{c}"


# ----- stem and head -------------------------------------------------------------------------


def r34_stem_graph_b(
    epsStr: str,
    W: Weight,
    b: Weight,
    eps: float,
    gamma: Weight,
    beta: Weight,
    bf16: bool,
    e: Node,
    *,
    N: int,
    h: int,
    w: int,
) -> Node:
    """Build the stem: 7 × 7 at stride 2, normalise, rectify, pool 3 × 3 at stride 2.

    Shapes: W (oc, ic, 7, 7), b, gamma and beta (oc,), e of length N ic 4h 4w → N oc h w.
    Raises: TypeError for sizes that do not fit.
    Source: Proofs.StableHLO.r34StemGraphB, Proofs.StableHLO.r50StemGraphB.
    """
    rows, columns = 2 * h, 2 * w
    op = conv_strided_at(
        bf16, identity, "%sW", bias_name(False, "", W.shape[0]), W, b, h=rows, w=columns
    )
    out = _batched(N, op, read(e))
    normed = bnBatchF(N, op.oc, rows, columns, "%sg", "%sbt", epsStr, eps, gamma, beta, out)
    return _batched(N, maxPool3s2(op.oc, h, w), _batched(N, relu(op.b), normed))


def r34_head_graph_b(W: Weight, b: Weight, e: Node, *, N: int, h: int, w: int) -> Node:
    """Build the head: average each channel, dense layer.

    Shapes: W (c, classes), b (classes,), e of length N c h w → N classes.
    Raises: TypeError for sizes that do not fit.
    Source: Proofs.StableHLO.r34HeadGraphB.
    """
    c, classes = W.shape
    return _batched(N, dense(c, classes, "%Wd", "%bd", W, b), _batched(N, gap(c, h, w), read(e)))


# ----- the three forms of a bottleneck -------------------------------------------------------


def r50_id_graph_b(
    p: str, epsStr: str, pw: IdWeights, bf16: bool, e: Node, *, N: int, h: int, w: int
) -> Node:
    """Build a bottleneck with a plain skip: the body, plus e, rectified.

    Shapes: e of length N oc h w → N oc h w.
    Raises: TypeError for sizes that do not fit.
    Source: Proofs.StableHLO.r50IdGraphB.
    """
    e = read(e)
    body = _body(p, epsStr, pw, bf16, e, N, h, w, stride=1)
    return _summed(N, body, e)


def r50_proj_graph_b(
    p: str, epsStr: str, pw: ProjWeights, bf16: bool, e: Node, *, N: int, h: int, w: int
) -> Node:
    """Build a bottleneck with a projection on its skip, at one resolution.

    Shapes: e of length N ic h w → N oc h w.
    Raises: TypeError for sizes that do not fit.
    Source: Proofs.StableHLO.r50ProjGraphB.
    """
    return _projected(p, epsStr, pw, bf16, read(e), N, h, w, stride=1)


def r50_down_graph_b(
    p: str, epsStr: str, pw: ProjWeights, bf16: bool, e: Node, *, N: int, h: int, w: int
) -> Node:
    """Build a bottleneck with a projection on its skip that halves the resolution.

    Shapes: e of length N ic 2h 2w → N oc h w.
    Raises: TypeError for sizes that do not fit.
    Source: Proofs.StableHLO.r50DownGraphB.
    """
    return _projected(p, epsStr, pw, bf16, read(e), N, h, w, stride=2)


def _projected(
    p: str,
    epsStr: str,
    pw: ProjWeights,
    bf16: bool,
    e: Node,
    N: int,
    h: int,
    w: int,
    *,
    stride: int,
) -> Node:
    body = _body(p, epsStr, pw, bf16, e, N, h, w, stride=stride)
    skip = _conv_norm(p, "p", epsStr, pw, bf16, e, N, h, w, stride=stride)
    return _summed(N, body, skip)


def _body(
    p: str,
    epsStr: str,
    pw: IdWeights | ProjWeights,
    bf16: bool,
    e: Node,
    N: int,
    h: int,
    w: int,
    *,
    stride: int,
) -> bnBatchF:
    """1 × 1 at the resolution of the input, 3 × 3 with the stride, 1 × 1."""
    rows, columns = stride * h, stride * w
    first = _conv_norm(p, "1", epsStr, pw, bf16, e, N, rows, columns)
    out = _rectified(N, first.width, first)
    second = _conv_norm(p, "2", epsStr, pw, bf16, out, N, h, w, stride=stride)
    return _conv_norm(p, "3", epsStr, pw, bf16, _rectified(N, second.width, second), N, h, w)


def _conv_norm(
    p: str,
    group: str,
    epsStr: str,
    pw: IdWeights | ProjWeights,
    bf16: bool,
    e: Node,
    N: int,
    h: int,
    w: int,
    *,
    stride: int = 1,
) -> bnBatchF:
    """Convolution and normalisation with one group of a block's weights."""
    W, b, eps, gamma, beta = (getattr(pw, field + group) for field in ("W", "b", "ε", "γ", "β"))
    make: Any = conv_at if stride == 1 else conv_strided_at
    bias = bias_name(False, "", W.shape[0])
    op = make(bf16, identity, f"%{p}W{group}", bias, W, b, h=h, w=w)
    names = (f"%{p}g{group}", f"%{p}bt{group}")
    return bnBatchF(N, op.oc, h, w, *names, epsStr, eps, gamma, beta, _batched(N, op, e))


def _batched(N: int, op: Op, e: Node) -> Node:
    return batchOp(N, op.a, op.b, op, e)


def _rectified(N: int, width: int, e: Node) -> Node:
    return _batched(N, relu(width), e)


def _summed(N: int, body: bnBatchF, skip: Node) -> Node:
    return _rectified(N, body.width, addVB(N, body.width, body, skip))


# ----- the network ---------------------------------------------------------------------------


def r50_sides(q: int) -> tuple[int, ...]:
    """List the rows of an image: at the input, after the first convolution, in the four stages.

    Source: Proofs.StableHLO.r50Sides.
    """
    return tuple(q << halvings for halvings in range(5, -1, -1))


def resnet50_fwd_graph_b_full(
    epsStr: str, weights: Weights, bf16: bool, e: Node, *, N: int, q: int
) -> Node:
    """Build the network: stem, stages of 3, 4, 6 and 3 blocks at 8q, 4q, 2q and q, head.

    Shapes: e of length N 3 32q 32q → N classes.
    Raises: TypeError for sizes that do not fit.
    Source: Proofs.StableHLO.resnet50FwdGraphBFull.
    """
    stem = (weights.sW, weights.sb, weights.sε, weights.sγ, weights.sβ)
    sides = r50_sides(q)[2:]
    out = r34_stem_graph_b(epsStr, *stem, bf16, e, N=N, h=sides[0], w=sides[0])
    for stage, (blocks, side) in enumerate(zip((3, 4, 6, 3), sides, strict=True), 1):
        for block in range(blocks):
            p = f"s{stage}b{block}"
            make: Any = r50_id_graph_b
            if block == 0:
                make = r50_proj_graph_b if stage == 1 else r50_down_graph_b
            out = make(p, epsStr, getattr(weights, p), bf16, out, N=N, h=side, w=side)
    return r34_head_graph_b(weights.Wd, weights.bd, out, N=N, h=q, w=q)
