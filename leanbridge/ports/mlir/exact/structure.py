"""Ops that move entries and compute with none: the arrays are arranged, the entries stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from leanbridge.interp.reals import ZERO
from leanbridge.ports.mlir.exact.elementwise import Results, mapped
from leanbridge.ports.mlir.exact.entries import conversion, kind_of
from leanbridge.ports.mlir.exact.program import Array, Operation
from leanbridge.ports.mlir.exact.special import SPECIAL

if TYPE_CHECKING:
    from leanbridge.ports.mlir.exact.interpret import Run


def constant(run: Run, op: Operation) -> Results:
    value, type = op.attributes["value"], op.types[0]
    if kind_of(type.dtype) == "real":
        made = run.algebra.constant
        value = mapped(lambda x: x if isinstance(x, SPECIAL) else made(x), value)
    return (np.broadcast_to(value, type.shape),)


def iota(run: Run, op: Operation) -> Results:
    shape, axis = op.types[0].shape, op.attributes["iota_dimension"]
    numbers = np.fromiter(range(shape[axis]), object, shape[axis])
    made = conversion("i64", op.types[0].dtype, run.algebra)
    line = mapped(made, numbers).reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return (np.broadcast_to(line, shape),)


def identity(run: Run, op: Operation, *operands: Array) -> Results:
    return operands


def broadcast_in_dim(run: Run, op: Operation, x: Array) -> Results:
    shape, dims = op.types[0].shape, op.attributes["broadcast_dimensions"]
    order = sorted(range(len(dims)), key=lambda i: dims[i])
    spread = [1] * len(shape)
    for i, d in enumerate(dims):
        spread[d] = x.shape[i]
    return (np.broadcast_to(x.transpose(order).reshape(spread), shape),)


def reshape(run: Run, op: Operation, x: Array) -> Results:
    return (x.reshape(op.types[0].shape),)


def transpose(run: Run, op: Operation, x: Array) -> Results:
    return (x.transpose(op.attributes["permutation"]),)


def reverse(run: Run, op: Operation, x: Array) -> Results:
    return (np.flip(x, op.attributes["dimensions"]),)


def concatenate(run: Run, op: Operation, *operands: Array) -> Results:
    return (np.concatenate(operands, op.attributes["dimension"]),)


def slice_(run: Run, op: Operation, x: Array) -> Results:
    limits = (op.attributes[k] for k in ("start_indices", "limit_indices", "strides"))
    return (x[tuple([slice(a, b, s) for a, b, s in zip(*limits, strict=True)])],)


def pad(run: Run, op: Operation, x: Array, value: Array) -> Results:
    low, high, inner = (
        op.attributes[k] for k in ("edge_padding_low", "edge_padding_high", "interior_padding")
    )
    return (padded(x, value[()], low, high, inner),)


def padded(
    x: Array, value: object, low: tuple[int, ...], high: tuple[int, ...], inner: tuple[int, ...]
) -> Array:
    """`x` with `value` around it and `inner` times between its entries; negative padding drops."""
    shape = [
        max(a + b + n + max(n - 1, 0) * i, 0)
        for n, a, b, i in zip(x.shape, low, high, inner, strict=True)
    ]
    out = np.empty(shape, object)
    out.fill(value)
    places, kept = [], []
    for n, m, a, i in zip(x.shape, shape, low, inner, strict=True):
        places.append(at := a + np.arange(n) * (i + 1))
        kept.append((at >= 0) & (at < m))
    inside = [p[k] for p, k in zip(places, kept, strict=True)]
    out[np.ix_(*inside)] = x[np.ix_(*[np.flatnonzero(k) for k in kept])] if x.ndim else x
    return out


def zero(run: Run, dtype: str) -> object:
    """The 0 of an element type."""
    kind = kind_of(dtype)
    return run.algebra.constant(ZERO) if kind == "real" else 0 if kind == "integer" else False
