"""How each node of a program is computed, in NumPy and in JAX.

A kernel takes the array module, the arrays of its arguments and the node's parameters. Totality is
Lean's and has its place here: x / 0 = 0, √ of a negative is 0, log 0 = 0, n - m = 0 for n < m.
Indices are in range already; no kernel wraps or clamps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from leanbridge.interp.array_program import Node

Anything: TypeAlias = Any  # the array module, and arrays of either backend
Kernel: TypeAlias = Callable[..., Anything]

RUNS = 4  # an index vector of more slices than this is read entry by entry


# ----- elementwise ----------------------------------------------------------------------------


def divide(xp: Anything, a: Anything, b: Anything) -> Anything:
    zero = b == 0
    return xp.where(zero, xp.zeros_like(a), a / xp.where(zero, xp.ones_like(b), b))


def nat_div(xp: Anything, a: Anything, b: Anything) -> Anything:
    zero = b == 0
    return xp.where(zero, xp.zeros_like(a), a // xp.where(zero, xp.ones_like(b), b))


def nat_mod(xp: Anything, a: Anything, b: Anything) -> Anything:
    zero = b == 0
    return xp.where(zero, a, a % xp.where(zero, xp.ones_like(b), b))


def int_div(xp: Anything, a: Anything, b: Anything) -> Anything:
    """Euclidean: the remainder is never negative."""
    size = nat_div(xp, a, xp.abs(b))
    return xp.where(b < 0, -size, size)


def int_mod(xp: Anything, a: Anything, b: Anything) -> Anything:
    return nat_mod(xp, a, xp.abs(b))


def square_root(xp: Anything, a: Anything) -> Anything:
    positive = a > 0  # the inner `where` keeps a derivative finite outside the domain
    return xp.where(positive, xp.sqrt(xp.where(positive, a, xp.ones_like(a))), xp.zeros_like(a))


def logarithm(xp: Anything, a: Anything) -> Anything:
    zero = a == 0
    return xp.log(xp.abs(xp.where(zero, xp.ones_like(a), a)))


def tangent(xp: Anything, a: Anything) -> Anything:
    return divide(xp, xp.sin(a), xp.cos(a))


def sigmoid(xp: Anything, a: Anything) -> Anything:
    small = xp.exp(-xp.abs(a))  # never overflows
    return xp.where(a >= 0, xp.ones_like(a), small) / (1 + small)


def real_power(xp: Anything, a: Anything, b: Anything) -> Anything:
    """`Real.rpow`: 0 ^ 0 = 1, 0 ^ b = 0, and exp (b log |a|) · cos (b π) for a < 0."""
    zero = a == 0
    size = xp.exp(b * xp.log(xp.abs(xp.where(zero, xp.ones_like(a), a))))
    signed = xp.where(a < 0, size * xp.cos(b * np.pi), size)
    return xp.where(zero, xp.where(b == 0, xp.ones_like(size), xp.zeros_like(size)), signed)


def real_int_power(xp: Anything, a: Anything, n: int) -> Anything:
    """`a ^ n` for an integer known when the program is recorded; 0 ^ -1 = 0."""
    if n < 0:
        return divide(xp, xp.ones_like(a), real_int_power(xp, a, -n))
    out, square = None, a
    while n:
        if n & 1:
            out = square if out is None else out * square
        n >>= 1
        square = square * square if n else square
    return xp.ones_like(a) if out is None else out


ELEMENTWISE: Mapping[str, Kernel] = {
    "add": lambda xp, a, b: a + b,
    "sub": lambda xp, a, b: a - b,
    "mul": lambda xp, a, b: a * b,
    "div": divide,
    "quotient": lambda xp, a, b: a / b,  # b is known and has no zero
    "max": lambda xp, a, b: xp.maximum(a, b),
    "min": lambda xp, a, b: xp.minimum(a, b),
    "nat_sub": lambda xp, a, b: xp.maximum(a - b, 0),
    "nat_div": nat_div,
    "nat_mod": nat_mod,
    "int_div": int_div,
    "int_mod": int_mod,
    "int_pow": lambda xp, a, b: a**b,
    "gcd": lambda xp, a, b: xp.gcd(a, b),
    "lcm": lambda xp, a, b: xp.lcm(a, b),
    "real_pow": real_power,
    "neg": lambda xp, a: -a,
    "abs": lambda xp, a: xp.abs(a),
    "sign": lambda xp, a: xp.sign(a),
    "eq": lambda xp, a, b: a == b,
    "ne": lambda xp, a, b: a != b,
    "lt": lambda xp, a, b: a < b,
    "le": lambda xp, a, b: a <= b,
    "and": lambda xp, a, b: a & b,
    "or": lambda xp, a, b: a | b,
    "not": lambda xp, a: ~a,
    "where": lambda xp, c, a, b: xp.where(c, a, b),
    "sqrt": square_root,
    "exp": lambda xp, a: xp.exp(a),
    "log": logarithm,
    "sin": lambda xp, a: xp.sin(a),
    "cos": lambda xp, a: xp.cos(a),
    "tan": tangent,
    "sinh": lambda xp, a: xp.sinh(a),
    "cosh": lambda xp, a: xp.cosh(a),
    "tanh": lambda xp, a: xp.tanh(a),
    "arctan": lambda xp, a: xp.arctan(a),
    "sigmoid": sigmoid,
    "floor": lambda xp, a: xp.floor(a).astype(int),
    "ceil": lambda xp, a: xp.ceil(a).astype(int),
    "to_int": lambda xp, a: a.astype(int),
}
"""Kernels of arrays of equal rank, broadcast against each other."""


# ----- shapes, reads, reductions ---------------------------------------------------------------


def _reduce(xp: Anything, a: Anything, params: tuple[str, tuple[int, ...]]) -> Anything:
    op, places = params
    if op in ("all", "any"):
        return getattr(xp, op)(a, axis=places)
    return (
        getattr(xp, op)(a, axis=places, dtype=a.dtype)
        if op in ("sum", "prod")
        else (getattr(xp, op)(a, axis=places))
    )


_COMBINE: Mapping[str, str] = {
    "sum": "add", "max": "maximum", "min": "minimum", "all": "logical_and", "any": "logical_or",
}  # fmt: skip


def runs(index: NDArray[np.integer[Any]]) -> list[tuple[int, int, int, int]] | None:
    """An index vector as few arithmetic runs `(place, start, step, count)`, or None."""
    found: list[tuple[int, int, int, int]] = []
    steps = np.diff(index)
    place = 0
    while place < len(index):
        if len(found) == RUNS:
            return None
        end = place + 1
        if end < len(index) and steps[place] > 0:
            changes = np.flatnonzero(steps[place:] != steps[place])
            end = place + 1 + (int(changes[0]) if len(changes) else len(steps) - place)
        step = int(steps[place]) if end > place + 1 else 1
        found.append((place, int(index[place]), step, end - place))
        place = end
    return found


def _slices(place: int, start: int, step: int, count: int) -> tuple[Any, ...]:
    return (*[slice(None)] * place, slice(start, start + step * (count - 1) + 1, step))


def _combined(op: str, xp: Anything) -> Kernel:
    combine: Kernel = getattr(xp, _COMBINE[op])
    return combine


def numpy_take(node: Node) -> Kernel:
    """`np.take`, or a view where a known index vector is one run."""
    place, index = node.params, node.args[1]
    if index.op == "constant" and index.params.ndim == 1 and index.params.size:
        plan = runs(index.params)
        if plan is not None and len(plan) == 1:
            cut = _slices(place, *plan[0][1:])
            return lambda a, _: a[cut]
    return lambda a, rows: np.take(a, rows, axis=place)


def numpy_take_reduce(node: Node) -> Kernel:
    """The rows of an index table reduced against each other, in place and by views where a row
    consists of runs: two rows make the result, the others are folded into it."""
    op, place = node.params
    table = node.args[1].params
    combine = _combined(op, np)
    plans = [runs(row) if row.ndim == 1 and row.size else None for row in table]
    order = sorted(range(len(table)), key=lambda i: len(plans[i] or "x" * (RUNS + 1)))
    whole = [i for i in order if plans[i] is not None and len(plans[i] or ()) == 1][:2]
    first = whole or order[:1]
    rest = [i for i in order if i not in first]
    cuts = [
        [
            (_slices(place, at, 1, count), _slices(place, start, step, count))
            for at, start, step, count in plans[i] or ()
        ]
        for i in range(len(table))
    ]

    def run(a: Anything, rows: Anything) -> Anything:
        if len(whole) == 2:
            out = combine(a[cuts[first[0]][0][1]], a[cuts[first[1]][0][1]])
        else:
            out = np.take(a, rows[first[0]], axis=place)
        for i in rest:
            if plans[i] is None:
                combine(out, np.take(a, rows[i], axis=place), out=out)
            for target, source in cuts[i]:
                part = out[target]
                combine(part, a[source], out=part)
        return out

    return run


def jax_take(node: Node) -> Kernel:
    """A gather whose indices are known or checked to be in range, and says so."""
    import jax.numpy as jnp

    place = node.params
    index = node.args[1]
    if index.op == "constant" and index.params.ndim == 1 and index.params.size:
        plan = runs(index.params)
        if plan is not None:
            return lambda a, _: _jax_runs(jnp, a, place, plan)
    return lambda a, rows: _jax_rows(jnp, a, rows, place)


def _jax_rows(xp: Anything, a: Anything, rows: Anything, place: int) -> Anything:
    at = xp.asarray(a).at[(*[slice(None)] * place, rows)]
    return at.get(mode="promise_in_bounds")


def _jax_runs(
    xp: Anything, a: Anything, place: int, plan: list[tuple[int, int, int, int]]
) -> Anything:
    parts = [a[_slices(place, *run[1:])] for run in plan]
    return parts[0] if len(parts) == 1 else xp.concatenate(parts, axis=place)


def jax_take_reduce(node: Node) -> Kernel:
    """As in NumPy, without writing: XLA fuses slices and the combinations of them."""
    import jax.numpy as jnp

    op, place = node.params
    table = node.args[1].params
    combine = _combined(op, jnp)
    plans = [runs(row) if row.ndim == 1 and row.size else None for row in table]

    def run(a: Anything, _: Anything) -> Anything:
        out = None
        for row, plan in zip(table, plans, strict=True):
            if plan is None:
                part = _jax_rows(jnp, a, row, place)
            else:
                part = _jax_runs(jnp, a, place, plan)
            out = part if out is None else combine(out, part)
        return out

    return run


# ----- contraction ----------------------------------------------------------------------------


def numpy_contract(node: Node) -> Kernel:
    """A sum of products as matrix products, two factors at a time in `einsum_path`'s order."""
    terms, result = node.params
    if len(terms) == 2:
        return lambda a, b: _contract_two(a, terms[0], b, terms[1], result)
    shapes = [np.broadcast_to(np.float64(0), arg.shape) for arg in node.args]
    text = ",".join(map(_letters, terms)) + "->" + _letters(result)
    order = np.einsum_path(text, *shapes, optimize="greedy")[0][1:]

    def run(*arrays: Anything) -> Anything:
        left = list(zip(arrays, terms, strict=True))
        for chosen in order:
            taken = [left.pop(i) for i in sorted(chosen, reverse=True)]
            while len(taken) > 1:
                (a, one), (b, two) = taken.pop(), taken.pop()
                needed = {*result, *[x for _, t in (*left, *taken) for x in t]}
                kept = tuple([x for x in dict.fromkeys((*one, *two)) if x in needed])
                out = kept if left or taken else result
                taken.append((_contract_two(a, one, b, two, out), out))
            left.append(taken[0])
        return left[0][0]

    return run


def _letters(axes: tuple[int, ...]) -> str:
    return "".join(chr(97 + i) if i < 26 else chr(39 + i) for i in axes)


def _contract_two(
    a: Anything, one: tuple[int, ...], b: Anything, two: tuple[int, ...], out: tuple[int, ...]
) -> Anything:
    """Σ a·b over the axes that are not in `out`, as one batched matrix product."""
    a, one = _sum_lonely(a, one, {*two, *out})
    b, two = _sum_lonely(b, two, {*one, *out})
    size = dict(zip((*one, *two), (*a.shape, *b.shape), strict=True))
    batch = [x for x in one if x in two and x in out]
    summed = [x for x in one if x in two and x not in out]
    rows = [x for x in one if x not in two]
    columns = [x for x in two if x not in one]

    def extent(axes: list[int]) -> int:
        return int(np.prod([size[x] for x in axes], dtype=int))

    left = a.transpose([one.index(x) for x in (*batch, *rows, *summed)])
    right = b.transpose([two.index(x) for x in (*batch, *summed, *columns)])
    left = left.reshape(*[size[x] for x in batch], extent(rows), extent(summed))
    right = right.reshape(*[size[x] for x in batch], extent(summed), extent(columns))
    made = (*batch, *rows, *columns)
    product = np.matmul(left, right).reshape([size[x] for x in made])
    return product.transpose([made.index(x) for x in out])


def _sum_lonely(
    a: Anything, axes: tuple[int, ...], needed: set[int]
) -> tuple[Anything, tuple[int, ...]]:
    lonely = tuple([i for i, x in enumerate(axes) if x not in needed])
    if not lonely:
        return a, axes
    return a.sum(axis=lonely, dtype=a.dtype), tuple([x for x in axes if x in needed])


def jax_contract(node: Node) -> Kernel:
    import jax.numpy as jnp

    terms, result = node.params
    text = ",".join(map(_letters, terms)) + "->" + _letters(result)
    return lambda *arrays: jnp.einsum(text, *arrays)


# ----- one kernel per node ---------------------------------------------------------------------


def prepare(node: Node, xp: Anything, is_jax: bool, dtype: Anything) -> Kernel:
    """The kernel of a node, with its parameters. `dtype` is that of the reals of this run."""
    match node.op:
        case "take":
            return jax_take(node) if is_jax else numpy_take(node)
        case "take_reduce":
            return jax_take_reduce(node) if is_jax else numpy_take_reduce(node)
        case "contract":
            return jax_contract(node) if is_jax else numpy_contract(node)
        case "reshape":
            return lambda a: a.reshape(node.params)
        case "transpose":
            return lambda a: a.transpose(node.params)
        case "broadcast":
            return lambda a: xp.broadcast_to(a, node.params)
        case "reduce":
            return lambda a: _reduce(xp, a, node.params)
        case "to_real":
            return lambda a: a.astype(dtype)
        case "real_int_pow":
            return lambda a: real_int_power(xp, a, node.params)
        case "call":
            function: Kernel = node.params.run
            return function
        case "part":
            return lambda parts: parts[node.params]
        case _:
            kernel = ELEMENTWISE[node.op]
            return lambda *arrays: kernel(xp, *arrays)
