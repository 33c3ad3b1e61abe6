"""Indices and truths that are not decided: a run over several worlds at once gives what the runs in
each world give.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from flint import fmpq
from jax import lax

from leanbridge.errors import Unsupported
from leanbridge.ports.mlir.exact import Algebra, Rational, evaluate, lower
from leanbridge.ports.mlir.exact.algebra import DIRECTIONS, holds
from leanbridge.ports.mlir.exact.entries import INTEGERS, TRUTHS
from leanbridge.ports.mlir.exact.program import Array

COUNT = 3


@dataclass(frozen=True)
class Varying:
    """A value in each world."""

    values: tuple[Any, ...]


def _each(function: Callable[..., Any], *given: Any) -> Any:
    made = tuple(
        function(*[g.values[i] if isinstance(g, Varying) else g for g in given])
        for i in range(COUNT)
    )
    return Varying(made)


class Worlds(Algebra):
    name = "worlds"

    def constant(self, value: fmpq) -> fmpq:
        return value

    def add(self, x: Any, y: Any) -> Any:
        return _each(lambda a, b: a + b, x, y)

    def multiply(self, x: Any, y: Any) -> Any:
        return _each(lambda a, b: a * b, x, y)

    def negate(self, x: Any) -> Any:
        return _each(lambda a: -a, x)

    def compare(self, direction: str, x: Any, y: Any) -> Any:
        return _each(lambda a, b: holds(direction, (a > b) - (a < b)), x, y)

    def select(self, truth: Any, x: Any, y: Any) -> Any:
        return _each(lambda t, a, b: a if t else b, truth, x, y)

    def connect(self, op: str, *truths: Any) -> Any:
        return _each(TRUTHS[op], *truths)

    def integer(self, op: str, dtype: str, *values: Any) -> Any:
        if op in DIRECTIONS:
            return self.compare(op, *values)
        return values[0] if op == "convert" else _each(INTEGERS[op], *values)


def entries(values: list[Any], shape: tuple[int, ...]) -> Array:
    return np.fromiter(values, object, len(values)).reshape(shape)


X = (2, 3)
PROGRAMS = [
    (lambda x, i: x[:, i], 2),
    (lambda x, i: x[i[0], i[1]], 2),
    (lambda x, i: lax.dynamic_slice(x, (i[0], i[1]), (1, 2)), 2),
    (lambda x, i: x.at[i[0]].get(mode="clip"), 1),
    (lambda x, i: jnp.zeros(3).at[i].add(x[0, :2]), 2),
    (lambda x, i: x.at[i[0], i[1]].add(x[1, 1], mode="drop"), 2),
    (lambda x, i: x.at[:, i].max(2 * x[:, :2]), 2),
    (lambda x, i: jnp.argmax(x, 1) + i, 2),
    (lambda x, i: jnp.where((x > 0).any(1) & (i == 1), x[:, 0], x[:, 1]), 2),
    (lambda x, i: jnp.max(x) + jnp.abs(x).sum(), 1),
]


@pytest.mark.parametrize(("function", "count"), PROGRAMS)
@pytest.mark.parametrize("highest", [1, 4])  # 4 is out of range
def test_all_worlds_at_once(function: Callable[..., Any], count: int, highest: int) -> None:
    random = np.random.default_rng(count)
    numbers = [
        Varying(tuple(fmpq(int(v)) for v in random.integers(-2, 3, COUNT))) for _ in range(6)
    ]
    indices = [
        Varying(tuple(int(v) for v in random.integers(0, highest + 1, COUNT))) for _ in range(count)
    ]
    program = lower(function, [np.zeros(X), np.zeros(count, int)]).program
    together = evaluate(program, [entries(numbers, X), entries(indices, (count,))], Worlds())
    for world in range(COUNT):
        alone = evaluate(
            program,
            [
                entries([n.values[world] for n in numbers], X),
                entries([i.values[world] for i in indices], (count,)),
            ],
            Rational(),
        )
        for a, b in zip(together.results, alone.results, strict=True):
            found = [v.values[world] if isinstance(v, Varying) else v for v in a.ravel().tolist()]
            assert found == b.ravel().tolist()


def test_a_place_that_is_written_as_a_whole_is_decided() -> None:
    program = lower(
        lambda x, i: lax.dynamic_update_slice(x, x[:1], (i, 0)), [np.zeros(X), np.array(0)]
    ).program
    index = entries([Varying((0, 1, 0))], ())
    with pytest.raises(Unsupported, match="an undecided index, in dynamic_update_slice"):
        evaluate(program, [entries([fmpq(0)] * 6, X), index], Worlds())
