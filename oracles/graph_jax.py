"""What a graph denotes, in JAX: a fold over its nodes, as in `graph`, which also has the builders.

Each operation is compiled by itself, for its shapes; a rounding that is no identity is called for
every number, so it cannot be traced.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from jax.extend.backend import get_backend, get_compile_options
from jax.typing import ArrayLike

from oracles.batch_jax import relu_mask, row_dense_back_flat, row_dense_flat
from oracles.batch_norm_jax import bn_batch_la
from oracles.conv_jax import correlate
from oracles.jit_jax import jitted
from oracles.nodes import (
    Node,
    Op,
    Rounding,
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
    operand,
    read,
    read_op,
    relu,
    selectPosB,
)
from oracles.pool2_jax import max_pool_back_flat
from oracles.pool_jax import max_pool_3s2_flat
from oracles.residual_jax import channel_averages
from oracles.shapes import require_shape
from oracles.stablehlo import Module
from oracles.stages_jax import rectified


def den_op(op: Op, x: ArrayLike) -> Array:
    """Apply an operation to one example.

    Shapes: x (a,) → (b,), the lengths of the operation.
    Raises: ValueError for another length; TypeError for a record that is no operation.
    Source: Proofs.StableHLO.denOp.
    """
    op, x = read_op(op), jnp.asarray(x)
    require_shape("x", x.shape, (op.a,))
    return _applied(op, x, 1)


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
            return jnp.asarray(v)
        case batchOp(N=N, op=op):
            return _applied(op, given[0], N)
        case bnBatchF(N=N, oc=oc, h=h, w=w):
            return bn_batch_la(node.ε, node.γ, node.β, given[0], N=N, oc=oc, h=h, w=w)
        case addVB():
            return given[0] + given[1]
        case selectPosB(x=x):
            return relu_mask(x, given[0])
        case maxPoolBackB(N=N, c=c, h=h, w=w, x=x):
            return max_pool_back_flat(x, given[0], c=N * c, h=h, w=w)
        case denseRowBack(N=N, W=W):
            return row_dense_back_flat(W, given[0], N=N)


def _applied(op: Op, x: Array, N: int) -> Array:
    """Apply an operation to each of N examples. Shapes: x (N a,) → (N b,)."""
    match op:
        case conv(h=h, w=w):
            return _convolved(op.W, op.bias, x, N=N, h=h, w=w, stride=1)
        case convStrided(h=h, w=w):
            return _convolved(op.W, op.bias, x, N=N, h=h, w=w, stride=2)
        case convBf16() | convStridedBf16():
            stride = 1 if isinstance(op, convBf16) else 2
            kernels, inputs = rounded(op.rnd, op.W), rounded(op.rnd, x)
            return _biased(kernels, op.bias, inputs, N=N, h=op.h, w=op.w, stride=stride)
        case relu():
            return _rectified(x)
        case maxPool3s2(c=c, h=h, w=w):
            return max_pool_3s2_flat(x, c=N * c, h=h, w=w)
        case gap(c=c, h=h, w=w):
            return _averaged(x, N=N, c=c, h=h, w=w)
        case dense(W=W, bias=bias):
            return row_dense_flat(W, bias, x, N=N)


@jitted("N", "h", "w", "stride")
def _convolved(W: Any, b: Any, x: Any, *, N: int, h: int, w: int, stride: int) -> Array:
    images = x.reshape(N, W.shape[1], stride * h, stride * w)
    return correlate(W, b, images, stride=stride).reshape(-1)


@jitted("N", "h", "w", "stride")
def _biased(W: Any, b: Any, x: Any, *, N: int, h: int, w: int, stride: int) -> Array:
    """Convolve without a bias, and add the bias."""
    images = x.reshape(N, W.shape[1], stride * h, stride * w)
    products = correlate(W, jnp.zeros_like(b), images, stride=stride)
    made: Array = products + b[:, None, None]
    return made.reshape(-1)


@jitted()
def _rectified(x: Any) -> Array:
    return rectified(x)


@jitted("N", "c", "h", "w")
def _averaged(x: Any, *, N: int, c: int, h: int, w: int) -> Array:
    return channel_averages(x.reshape(N, c, h, w)).reshape(-1)


def rounded(rnd: Rounding, x: ArrayLike) -> Array:
    """Round every entry."""
    x = jnp.asarray(x)
    if rnd is identity:
        return x
    return jnp.asarray([rnd(v) for v in x.reshape(-1).tolist()], x.dtype).reshape(x.shape)


# ----- running the text of a graph -----------------------------------------------------------


def run(module: Module) -> Array:
    """Compile a rendered graph for the CPU, and run it on its arguments.

    Shapes: → what the text says, (N, length of an example).
    Raises: what XLA says of a text that it does not take.
    """
    text = module.text.replace(f"module @{module.name} {{", "module @jit {")
    text = text.replace(f"@{module.name}(", "@main(")
    device = jax.devices("cpu")[0]
    options = get_compile_options(1, 1)
    program = get_backend("cpu").compile_and_load(text, [device], options)
    dtype = {"f32": jnp.float32, "f64": jnp.float64}[module.element]
    given = [
        jax.device_put(jnp.asarray(array, dtype).reshape(shape), device)
        for array, shape in zip(module.arguments.values(), module.shapes, strict=True)
    ]
    (result,) = program.execute_sharded(given).disassemble_into_single_device_arrays()
    made: Array = result[0]
    return made
