"""JAX functions that lower to each op of the exact interpreter, with shapes for their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax


class Given(NamedTuple):
    """An argument: its shape, and how its entries are drawn."""

    shape: tuple[int, ...]
    kind: str = "dyadic"  # positive, integer, index (0 or 1), truth, square


class Program(NamedTuple):
    """A function; `ops` are among those of its lowering. `is_rounded`: its floats round."""

    ops: str
    function: Callable[..., Any]
    arguments: tuple[Given, ...]
    is_rounded: bool = False


X, Y = Given((2, 3)), Given((2, 3))
POSITIVE, SQUARE = Given((2, 3), "positive"), Given((2, 3), "square")
INTEGER, TRUTH = Given((2, 3), "integer"), Given((2, 3), "truth")
INDEX = Given((4,), "index")
IMAGE = Given((2, 4, 5, 4))
POOL = ((1, 1, 3, 3), (1, 1, 2, 2), ((0, 0), (0, 0), (1, 1), (0, 1)))


def _pool(x: Any) -> Any:
    return lax.reduce_window(x, -np.inf, lax.max, *POOL)


def _pool_gradient(x: Any) -> Any:
    import jax

    return jax.grad(lambda y: (_pool(y) * jnp.arange(1.0, 7.0).reshape(1, 1, 3, 2)).sum())(x)


def _convolution(**options: Any) -> Callable[[Any, Any], Any]:
    return lambda x, kernel: lax.conv_general_dilated(x, kernel, **options)


def _gather_batched(x: Any, i: Any) -> Any:
    return jnp.take_along_axis(x, i, axis=1)


def _scatter_windows(x: Any, i: Any, y: Any) -> Any:
    return x.at[i].add(y)


def _loop(x: Any) -> Any:
    return lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * 2 + s[0]), (0, x))


def _branches(i: Any, x: Any) -> Any:
    return lax.switch(i[0], [lambda v: v, lambda v: -v, lambda v: v + 1], x)


PROGRAMS = [
    Program("add subtract multiply negate", lambda x, y: (x + y, x - y, x * y, -x), (X, Y)),
    Program("maximum minimum abs sign",
            lambda x, y: (jnp.maximum(x, y), jnp.minimum(x, y), jnp.abs(x), jnp.sign(x)), (X, Y)),
    Program("divide", lambda x, y: x / jnp.where(y == 0, 1, jnp.sign(y) * 4), (X, Y)),
    Program("divide", lambda x, y: x / y, (X, POSITIVE), True),
    Program("remainder", lambda x, y: lax.rem(x, y), (X, POSITIVE)),
    Program("floor ceil", lambda x: (jnp.floor(x), jnp.ceil(x)), (X,)),
    Program("sqrt rsqrt", lambda x: (jnp.sqrt(x), lax.rsqrt(x)), (SQUARE,)),
    Program("sqrt", jnp.sqrt, (POSITIVE,), True),
    Program("exponential tanh log", lambda x: (jnp.exp(x), jnp.tanh(x), jnp.log(x)), (POSITIVE,),
            True),
    Program("power", lambda x, y: lax.pow(x, y), (POSITIVE, X), True),
    Program("compare select", lambda x, y: jnp.where(x > y, x, 2 * y), (X, Y)),
    Program("compare and or xor not", lambda x, y, t: (
        (x == y) & t, (x != y) | t, (x <= y) ^ t, ~(x >= y), x < y), (X, Y, TRUTH)),
    Program("clamp", lambda x, y: lax.clamp(-1.0, x, jnp.maximum(y, 0)), (X, Y)),
    Program("is_finite", lax.is_finite, (X,)),
    Program("convert", lambda x, i, t: (
        x.astype(int), i.astype(float), t.astype(float), t.astype(int), i.astype("int32"),
        x.astype(bool), i.astype(bool)), (X, INTEGER, TRUTH)),
    Program("divide remainder", lambda i, j: (
        lax.div(i, jnp.where(j == 0, 3, j)), lax.rem(i, jnp.where(j == 0, 3, j))),
        (INTEGER, INTEGER)),
    Program("add subtract multiply maximum minimum abs sign negate", lambda i, j: (
        i + j, i - j, i * j, jnp.maximum(i, j), jnp.minimum(i, j), jnp.abs(i), jnp.sign(i), -i),
        (INTEGER, INTEGER)),
    Program("shift_left shift_right_arithmetic and or xor", lambda i, j: (
        i << (j % 4), i >> (j % 4), i & j, i | j, i ^ j), (INTEGER, INTEGER)),
    Program("broadcast_in_dim transpose reshape", lambda x: (
        jnp.broadcast_to(x[:, None], (2, 2, 3)).transpose(2, 0, 1).reshape(4, 3)), (X,)),
    Program("concatenate slice reverse", lambda x, y: (
        jnp.concatenate([x, y], 1)[:, 1:6:2], lax.rev(x, (0, 1))), (X, Y)),
    Program("iota constant", lambda x: x + jnp.arange(3.0) + jnp.array([[1.5], [-0.25]]), (X,)),
    Program("constant select", lambda x: (
        jnp.where(jnp.array([True, False, True]), x, jnp.array([1, -2, 3], "int8")),
        jnp.zeros((2, 2), bool), jnp.full((2,), 7, "uint16")), (X,)),
    Program("iota", lambda x: (lax.iota("int32", 4), lax.iota(float, 3) + x), (X,)),
    Program("pad", lambda x: lax.pad(x, 7.0, ((1, -1, 0), (-1, 2, 1))), (X,)),
    Program("reduce", lambda x: (x.sum(0), x.max(1), x.min(), x.prod(1)), (X,)),
    Program("reduce", lambda t, i: (t.any(0), t.all(1), i.sum(0)), (TRUTH, INTEGER)),
    Program("reduce compare select", lambda x: (jnp.argmax(x, 1), jnp.argmin(x, 0)), (X,)),
    Program("reduce_window", _pool, (IMAGE,)),
    Program("reduce_window", lambda x: jnp.cumsum(x, 1), (X,)),
    Program("reduce_window", lambda x: lax.reduce_window(
        x, 0.0, lax.add, (2, 2), (1, 1), ((1, 0), (0, 1)), (2, 1), (1, 2)), (X,)),
    Program("select_and_scatter", _pool_gradient, (Given((1, 1, 5, 4)),)),
    Program("sort", lambda x: (jnp.sort(x, 1), jnp.argsort(x, 0)), (X,)),
    Program("dot_general", lambda x, y: (x @ y.T, jnp.einsum("ij,kj->ki", x, y)), (X, Y)),
    Program("dot_general", lambda x, y: jnp.einsum("bij,bjk->bik", x, y),
            (Given((2, 3, 2)), Given((2, 2, 4)))),
    Program("dot_general", lambda i, j: i @ j.T, (INTEGER, INTEGER)),
    Program("convolution", _convolution(window_strides=(2, 1), padding="SAME"),
            (IMAGE, Given((3, 4, 3, 2)))),
    Program("convolution", _convolution(
        window_strides=(1, 1), padding=((1, 2), (0, -1)), rhs_dilation=(2, 1), lhs_dilation=(1, 2),
        feature_group_count=2), (IMAGE, Given((4, 2, 2, 3)))),
    Program("convolution", _convolution(
        window_strides=(1, 1), padding="VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")),
        (Given((1, 4, 3, 2)), Given((2, 2, 2, 3)))),
    Program("gather", lambda x, i: x[i], (X, INDEX)),
    Program("gather", lambda x, i: x[i, ::-1][:, i], (X, INDEX)),
    Program("gather", _gather_batched, (X, Given((2, 1), "index"))),
    Program("gather", lambda x, i: x.at[i + 1].get(mode="clip"), (X, INDEX)),
    Program("scatter", _scatter_windows, (X, INDEX, Given((4, 3)))),
    Program("scatter", lambda x, i, y: x.at[i, i].max(y), (X, INDEX, Given((4,)))),
    Program("scatter", lambda x, i: x.at[i + 1].add(1.0, mode="drop"), (X, INDEX)),
    Program("dynamic_slice", lambda x, i: lax.dynamic_slice(x, (i[0], i[1]), (1, 2)), (X, INDEX)),
    Program("dynamic_update_slice", lambda x, i: lax.dynamic_update_slice(
        x, x[:1, :2] + 1, (i[0], i[1])), (X, INDEX)),
    Program("while", _loop, (X,)),
    Program("case", _branches, (INDEX, X)),
    Program("call", lambda x: jnp.linspace(0.0, 4.0, 5)[:3] + x, (X,)),
    Program("optimization_barrier", lax.optimization_barrier, (X,)),
]  # fmt: skip


def drawn(given: Given, random: np.random.Generator) -> np.ndarray[Any, Any]:
    """Entries of which sums and products are exact in float64."""
    match given.kind:
        case "dyadic":
            return random.integers(-12, 13, given.shape) / 4
        case "positive":
            return random.integers(1, 13, given.shape) / 4
        case "square":
            return 4.0 ** random.integers(-2, 3, given.shape)
        case "integer":
            return random.integers(-9, 10, given.shape)
        case "index":
            return random.integers(0, 2, given.shape)
        case _:
            return random.integers(0, 2, given.shape).astype(bool)
