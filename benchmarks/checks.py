"""Random checks a second: the Lean definition against the port, on random arrays.

Every row compares the same two things, the pool's Lean text and the port that `leancheck.toml`
binds to it, for equality at the same shape, input generation included. The baseline is how one
would write it by hand: a Hypothesis property, one case at a time, with the Lean definition
already compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis
import hypothesis.extra.numpy as hnp
import jax
import jax.numpy as jnp
import numpy as np
from hypothesis import strategies as st

from benchmarks.corpus import definitions, pool
from benchmarks.table import Row, median
from leanbridge.interp.array import Array
from oracles.pool import max_pool_3s2
from oracles.pool_jax import max_pool_3s2 as max_pool_3s2_jax

C, H, W = 2, 3, 4
SHAPE = (C, 2 * H, 2 * W)
EXAMPLES = 300
TRIALS = 20_000
BASELINE = "Hypothesis, arrays drawn"


def rows() -> list[Row]:
    """Measure a check in each way."""
    group = f"a check, pool {C}×{H}×{W}"
    single = Array(definitions()).compile(pool(C, H, W))
    on_numpy = Array(definitions()).compile(pool(C, H, W), trials=True)
    on_jax = Array(definitions(), backend="jax").compile(pool(C, H, W), trials=True)
    rng = np.random.default_rng(0)

    def draw() -> Any:
        return rng.normal(size=(TRIALS, *SHAPE)).astype(np.float32)

    def numpy_port() -> None:
        xs = draw()
        _agree(on_numpy(xs), np.stack([max_pool_3s2(x) for x in xs]))

    mapped = jax.jit(jax.vmap(max_pool_3s2_jax))

    def jax_port() -> None:
        xs = jnp.asarray(draw())
        _agree(on_jax(xs), mapped(xs))

    def drawn_by_jax(key: Any) -> Any:
        xs = jax.random.normal(key, (TRIALS, *SHAPE), jnp.float32)
        return (on_jax(xs) == jax.vmap(max_pool_3s2_jax)(xs)).all()

    program = jax.jit(drawn_by_jax)
    seeds = iter(range(1 << 30))

    def all_in_jax() -> None:
        if not bool(program(jax.random.key(next(seeds)))):
            raise AssertionError("the port differs from its Lean definition")

    elements = st.floats(-8, 8, width=32)
    arrays = hnp.arrays(np.float32, SHAPE, elements=elements)
    seed = st.integers(0, 2**32 - 1)
    return [
        Row(group, BASELINE, _hypothesis(single, arrays)),
        Row(group, "Hypothesis, a seed drawn", _hypothesis(single, seed), BASELINE),
        _batch(group, "trials on NumPy, NumPy port called once a trial", numpy_port, None),
        _batch(group, "trials on JAX, JAX port mapped", jax_port, 100),
        _batch(group, "all in one JAX program", all_in_jax, 100),
    ]


def _batch(group: str, name: str, call: Callable[[], None], at_least: float | None) -> Row:
    return Row(group, name, median(call) / TRIALS, BASELINE, at_least=at_least)


def _hypothesis(compiled: Any, strategy: Any) -> float:
    """The time of one example."""

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategy)
    def check(drawn: Any) -> None:
        x = drawn
        if isinstance(drawn, int):
            x = np.random.default_rng(drawn).normal(size=SHAPE).astype(np.float32)
        _agree(compiled(x), max_pool_3s2(x))

    return median(check) / EXAMPLES  # fmt: skip


def _agree(spec: Any, port: Any) -> None:
    if not (np.asarray(spec) == np.asarray(port)).all():
        raise AssertionError("the port differs from its Lean definition")
