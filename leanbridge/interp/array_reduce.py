"""Reductions of arrays with named axes, and the one rewrite: a sum of products is a contraction.

`∑ c, ∑ a, w[o, c, a] · x[c, i, a]` is recorded as one `contract` of `w` and `x`, and the product
itself, which nobody else reads, is not computed. Nested sums join. Everything else is reduced as
it stands; an axis that does not occur multiplies, repeats, or does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leanbridge.interp.array_axes import (
    FALSE,
    TRUE,
    Arr,
    Axis,
    Recorder,
    from_array,
    known,
)
from leanbridge.interp.array_program import DTYPES, Bounds, Node


def total(rec: Recorder, a: Arr, axes: Sequence[Axis], mask: Arr = TRUE) -> Arr:
    """`∑` over `axes`, of the entries at which `mask` holds."""
    zero = known(0.0) if a.kind == "real" else known(0)
    a = rec.elementwise("where", mask, a, zero)
    present = [x for x in axes if x in a.axes or any(x in f.axes for f in a.factors)]
    absent = prod(x.size for x in axes if x not in present)
    if not present:
        out = a
    elif a.factors and not a.is_known:
        out = _contraction(rec, a, tuple(present))
    else:
        out = reduce_axes(rec, "sum", a, present)
    count = known(float(absent)) if a.kind == "real" else known(absent)
    return rec.elementwise("mul", out, count)


def _contraction(rec: Recorder, a: Arr, axes: tuple[Axis, ...]) -> Arr:
    factors, summed = a.factors, (*a.summed, *axes)
    wide = [f for f in factors if f.axes]
    scalars = [f for f in factors if not f.axes]
    if len(wide) == 1:
        out = reduce_axes(rec, "sum", wide[0], summed)
    else:
        result = tuple(dict.fromkeys(x for f in wide for x in f.axes if x not in summed))
        number = {x: i for i, x in enumerate(dict.fromkeys(x for f in wide for x in f.axes))}
        terms = tuple([tuple([number[x] for x in f.axes]) for f in wide])
        nodes = [rec.node(f) for f in wide]
        shape = tuple([x.size for x in result])
        params = (terms, tuple([number[x] for x in result]))
        made = rec.builder.node("contract", nodes, params, shape, "real")
        out = Arr(made, result, "real", tuple(wide), summed)
    for scalar in scalars:
        out = rec.elementwise("mul", scalar, out)
    return out


def product(rec: Recorder, a: Arr, axes: Sequence[Axis], mask: Arr = TRUE) -> Arr:
    """`∏` over `axes`, of the entries at which `mask` holds."""
    a = rec.elementwise("where", mask, a, known(1.0) if a.kind == "real" else known(1))
    present = [x for x in axes if x in a.axes]
    absent = prod(x.size for x in axes if x not in a.axes)
    out = reduce_axes(rec, "prod", a, present)
    if absent == 1:
        return out
    if a.kind == "real":
        return rec.real_int_power(out, absent)
    return rec.elementwise("int_pow", out, known(absent))


def extremum(rec: Recorder, op: str, a: Arr, axes: Sequence[Axis], mask: Arr = TRUE) -> Arr:
    """The greatest (`max`) or least (`min`) of the entries at which `mask` holds; the caller has
    seen to it that there is one."""
    if a.kind == "real":
        least = known(-np.inf if op == "max" else np.inf)
    else:
        low, high = a.bounds
        end = low if op == "max" else high
        word = np.iinfo(np.int64)
        least = known(end if end is not None else int(word.min if op == "max" else word.max))
    a = rec.elementwise("where", mask, a, least)
    return reduce_axes(rec, op, a, [x for x in axes if x in a.axes])


def every(rec: Recorder, a: Arr, axes: Sequence[Axis]) -> Arr:
    """`∀` over `axes`."""
    if any(x.size == 0 for x in axes):
        return TRUE
    return reduce_axes(rec, "all", a, [x for x in axes if x in a.axes])


def some(rec: Recorder, a: Arr, axes: Sequence[Axis]) -> Arr:
    """`∃` over `axes`."""
    if any(x.size == 0 for x in axes):
        return FALSE
    return reduce_axes(rec, "any", a, [x for x in axes if x in a.axes])


def reduce_axes(rec: Recorder, op: str, a: Arr, axes: Sequence[Axis]) -> Arr:
    """A reduction over axes that occur."""
    axes = [x for x in axes if x in a.axes]
    if not axes:
        return a
    places = [a.axes.index(x) for x in axes]
    kept = tuple([x for x in a.axes if x not in axes])
    if isinstance(a.data, Node):
        return Arr(rec.builder.reduce(op, a.data, places), kept, a.kind)
    array: NDArray[Any] = np.asarray(a.data, DTYPES[a.kind])
    if op in ("sum", "prod") and a.kind == "int":
        array = _exact_if_wide(op, array, a.bounds, prod(x.size for x in axes))
    out = getattr(array, op)(axis=tuple(places))
    return from_array(np.asarray(out), kept, a.kind)


def _exact_if_wide(op: str, array: NDArray[Any], bounds: Bounds, count: int) -> NDArray[Any]:
    """An integer array as one of Python integers, where a sum or product could leave 64 bits."""
    low, high = bounds
    size = max(abs(low or 0), abs(high or 0), 1)
    bits = size.bit_length()
    wide = bits + count.bit_length() if op == "sum" else bits * count
    return array.astype(object) if wide >= 63 else array
