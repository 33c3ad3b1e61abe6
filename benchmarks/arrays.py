"""The array interpreter on the pool's Lean text, against XLA's `reduce_window`.

All rows of a group compute the same array of the same dtype and are compared before they are
timed. "Element by element" is the Lean body written as Python functions of indices; the exact
interpreter (the same term, on rationals) and a loop over lists, made fast by hand, stand beside it.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from flint import fmpq
from jax import lax

from benchmarks.corpus import definitions, pool
from benchmarks.table import Row, median, once
from leanbridge.core.terms import FVar, app
from leanbridge.interp.array import Array
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Table
from oracles.pool import max_pool_3s2

SHAPES = ((8, 28, 28), (64, 112, 112))
DTYPES = (np.float64, np.float32)
BASELINE = "reduce_window, jitted"
ELEMENTS = "its body as Python functions"


def rows() -> list[Row]:
    """Measure every shape and dtype."""
    return [row for shape in SHAPES for dtype in DTYPES for row in _group(shape, dtype)]


def _group(shape: tuple[int, int, int], dtype: Any) -> list[Row]:
    c, h, w = shape
    group = f"pool {c}×{h}×{w} {np.dtype(dtype).name}"
    x = np.random.default_rng(0).normal(size=(c, 2 * h, 2 * w)).astype(dtype)
    with jax.enable_x64(True):
        on_device = jnp.asarray(x)
        window = jax.jit(_reduce_window)
        on_jax = Array(definitions(), backend="jax").compile(pool(*shape))
        on_numpy = Array(definitions()).compile(pool(*shape))
        first = once(lambda: on_jax(on_device).block_until_ready())
        recorded = once(lambda: on_numpy(x))
        expected = np.asarray(window(on_device))
        _same(group, expected, on_jax(on_device), on_numpy(x), max_pool_3s2(x))
        out = [
            Row(group, BASELINE, median(lambda: window(on_device).block_until_ready())),
            _row(group, "array on JAX, jitted", lambda: on_jax(on_device).block_until_ready(), 3),
            _row(group, "array on NumPy", lambda: on_numpy(x), 12),
            _row(group, "the NumPy port, by hand", lambda: max_pool_3s2(x), None),
        ]
    out.append(Row(group, "first call on JAX (compiles)", first, BASELINE))
    out.append(Row(group, "first call on NumPy (records)", recorded, BASELINE))
    return [*out, *_elements(shape, x, expected, out)] if shape == SHAPES[0] else out


def _same(group: str, expected: Any, *results: Any) -> None:
    for place, got in enumerate(results):
        array = np.asarray(got)
        if array.dtype != expected.dtype or not np.array_equal(array, expected):
            raise AssertionError(f"{group}: result {place} differs from {BASELINE}")


def _elements(shape: tuple[int, int, int], x: Any, expected: Any, fast: list[Row]) -> list[Row]:
    """The same values one element at a time, in three ways."""
    group = f"{fast[0].group}, by element"
    nested, cells = x.tolist(), exact_table(x)
    term, variable = pool(*shape), FVar(0, "x")

    def by_exact() -> Any:
        run = Exact(definitions())
        return run.guarded(
            lambda: _cells(run.evaluate(app(term, variable), {variable: cells}), shape)
        )

    for got in (by_exact(), _functions(x, *shape), _loop(nested, *shape)):
        _same(group, expected, np.array(got, x.dtype).reshape(shape))
    return [
        Row(group, ELEMENTS, median(lambda: _functions(x, *shape))),
        Row(group, "the term, by the exact interpreter", median(by_exact, seconds=0), ELEMENTS),
        Row(group, "a loop over lists, by hand", median(lambda: _loop(nested, *shape)), ELEMENTS),
        Row(group, "array on NumPy", fast[2].seconds, ELEMENTS, at_least=200),
        Row(group, "array on JAX, jitted", fast[1].seconds, ELEMENTS, at_least=200),
    ]


def exact_table(x: Any) -> Any:
    """An array as nested tables of rationals."""
    if isinstance(x, np.ndarray):
        return Table(tuple([exact_table(part) for part in x]))
    return fmpq(*float(x).as_integer_ratio())


def _cells(value: Any, shape: tuple[int, int, int]) -> list[float]:
    out = [value(i)(j)(k) for i, j, k in np.ndindex(*shape)]
    return [int(v.p) / int(v.q) for v in out]


def _functions(x: Any, c: int, h: int, w: int) -> list[float]:
    """The Lean body, each function of it a Python function."""

    def row(i: int, a: int) -> int:
        return max(2 * i + a - 1, 0)

    def window_max(ch: int, hi: int, wi: int) -> float:
        return float(max(x[ch, row(hi, a), row(wi, b)] for a in range(3) for b in range(3)))

    return [window_max(*index) for index in np.ndindex(c, h, w)]


def _row(group: str, name: str, call: Any, at_most: float | None) -> Row:
    return Row(group, name, median(call), BASELINE, at_most=at_most)


def _reduce_window(x: Any) -> Any:
    low = jnp.array(-jnp.inf, x.dtype)
    return lax.reduce_window(x, low, lax.max, (1, 3, 3), (1, 2, 2), ((0, 0), (1, 1), (1, 1)))


def _loop(x: list[list[list[float]]], c: int, h: int, w: int) -> list[list[list[float]]]:
    """The definition, window by window."""
    rows = [[max(2 * i + a - 1, 0) for a in range(3)] for i in range(max(h, w))]
    return [
        [[max(channel[p][q] for p in rows[i] for q in rows[j]) for j in range(w)] for i in range(h)]
        for channel in x
    ]
