"""ResNet-50 from its Lean text, against the ports by hand: time of a forward pass, and memory.

The array interpreter runs the definition on NumPy and on JAX; the baselines are the ports that
`leancheck.toml` binds to it, in the same process, on the same weights, in float64. The results are
compared before anything is timed. Memory is what a process reaches at its peak, weights and all,
each side in a process of its own.
"""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import numpy as np

from benchmarks.corpus import definitions
from benchmarks.table import Row, median, once
from leanbridge.check.weights import Weights as Source
from leanbridge.core.terms import const, nat
from leanbridge.interp.array import Array
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Data, DataType
from leanbridge.ports.config import Instance, Range
from oracles.resnet50 import IdWeights, ProjWeights, Weights, resnet50_forward_b_full
from oracles.resnet50_jax import resnet50_forward_b_full as resnet50_forward_b_full_jax

CLASSES = 10
SIZES = ((8, 1), (2, 7))  # N, q: images of 32q pixels
NAME = "Proofs.resnet50ForwardBFull"
RANGES = {"*γ*": Range(1.0, 0.5), "*ε*": Range(0.01, 0.005)}
ON_NUMPY, ON_JAX = "the NumPy port", "the JAX port"
TOLERANCE = 1e-9


def rows() -> list[Row]:
    """Measure each size."""
    return [row for N, q in SIZES for row in (*_times(N, q), *_memories(N, q))]


def inputs(N: int, q: int) -> tuple[Data, Weights, Any]:
    """Random weights, as Lean's record and as the ports', and images."""
    exact = Exact(definitions())
    instance = Instance(({},), 2**0.5, RANGES)
    source = Source(exact, instance, np.random.default_rng(0))
    record = source.value(DataType("Proofs.R50BWeights", (CLASSES,)), ("w",))
    x = np.random.default_rng(1).normal(size=N * 3 * (32 * q) ** 2)
    return record, Weights(*map(_field, record.fields)), x


def _field(value: Any) -> Any:
    if not isinstance(value, Data):
        return value
    kind = IdWeights if value.constructor.startswith("Proofs.R50IdW") else ProjWeights
    return kind(*value.fields)


def compiled(N: int, q: int, backend: Any) -> Any:
    term = const(NAME, nat(N), nat(q), nat(CLASSES))
    return Array(definitions(), backend=backend).compile(term)


def _times(N: int, q: int) -> list[Row]:
    group = f"ResNet-50, {N} × {32 * q} px"
    with jax.enable_x64(True):
        record, weights, x = inputs(N, q)
        on_device, w = jax.tree.map(jax.numpy.asarray, (x, weights))
        on_numpy, on_jax = compiled(N, q, "numpy"), compiled(N, q, "jax")
        recorded = once(on_numpy.record)

        def lean_jax() -> Any:
            return on_jax(w, on_device).block_until_ready()

        def hand_jax() -> Any:
            return resnet50_forward_b_full_jax(w, on_device, N=N, q=q).block_until_ready()

        def lean_numpy() -> Any:
            return on_numpy(record, x)

        def hand_numpy() -> Any:
            return resnet50_forward_b_full(weights, x, N=N, q=q)

        first = once(lean_jax)
        _agree(group, hand_numpy(), lean_numpy(), lean_jax(), hand_jax())
        return [
            Row(group, ON_NUMPY, median(hand_numpy)),
            Row(group, "its Lean text on NumPy", median(lean_numpy), ON_NUMPY, at_most=2),
            Row(group, ON_JAX, median(hand_jax), ON_NUMPY),
            Row(group, "its Lean text on JAX", median(lean_jax), ON_JAX, at_most=1.5),
            Row(group, "recording it", recorded, ON_NUMPY),
            Row(group, "first call on JAX (records, compiles)", first, ON_NUMPY),
        ]


def _agree(group: str, expected: Any, *results: Any) -> None:
    scale = float(np.abs(expected).max())
    for place, got in enumerate(results):
        if not np.abs(np.asarray(got) - expected).max() <= TOLERANCE * scale:
            raise AssertionError(f"{group}: result {place} differs from {ON_NUMPY}")


# ----- memory ---------------------------------------------------------------------------------


def _memories(N: int, q: int) -> list[Row]:
    group = f"peak memory, {N} × {32 * q} px"
    hand, lean = (_in_a_process(side, N, q) for side in (_hand_peak, _lean_peak))
    return [
        Row(group, ON_NUMPY, hand, unit="GB"),
        Row(group, "its Lean text on NumPy", lean, ON_NUMPY, at_most=1.5, unit="GB"),
    ]


def _in_a_process(side: Callable[[int, int], float], N: int, q: int) -> float:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(side, (N, q))


def _hand_peak(N: int, q: int) -> float:
    _, weights, x = inputs(N, q)
    return _peak(lambda: resnet50_forward_b_full(weights, x, N=N, q=q))


def _lean_peak(N: int, q: int) -> float:
    record, _, x = inputs(N, q)
    run = compiled(N, q, "numpy")  # recorded by the first call, which counts
    return _peak(lambda: run(record, x))


def _peak(call: Callable[[], Any]) -> float:
    """What this process has reached after two calls, in GB: Linux's own record of its memory,
    as the usual one is that of the process that started it where that is more."""
    call()
    call()
    found = re.search(r"VmHWM:\s*(\d+) kB", Path("/proc/self/status").read_text("utf-8"))
    assert found is not None
    return int(found[1]) / 1e6
