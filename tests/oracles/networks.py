"""Weights of ResNet-50 for tests: random ones at any widths, and ones that cost no memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from oracles import graph, nodes, resnet50

BLOCKS = (3, 4, 6, 3)
WIDTHS = (64, 128, 256, 512)
EPSILON = "1.0e-05"
Draw = Callable[[tuple[int, ...]], Any]


def random_draw(seed: int) -> Draw:
    """Kernels of a variance that keeps that of their input; other arrays around 1."""
    rng = np.random.default_rng(seed)

    def draw(shape: tuple[int, ...]) -> Any:
        if len(shape) > 1:
            fan_in = np.prod(shape[1:]) if len(shape) == 4 else shape[0]
            return rng.normal(size=shape) * np.sqrt(2 / fan_in)
        return rng.uniform(0.5, 1.5, shape)

    return draw


def numbered_draw() -> Draw:
    """Arrays of one number each, all different, in no memory."""
    numbers = iter(range(1, 10_000))
    return lambda shape: np.broadcast_to(np.float64(next(numbers)), shape)


def group(draw: Draw, oc: int, ic: int, k: int, *, bias: bool = False) -> list[Any]:
    """A convolution and its normalisation."""
    b = draw((oc,)) if bias else np.zeros(oc)
    kernels, gamma, beta = draw((oc, ic, k, k)), draw((oc,)), -0.25 * draw((oc,))
    return [kernels, b, float(EPSILON), gamma, beta]  # β so that a rectifier matters


def id_weights(draw: Draw, mid: int, oc: int, *, bias: bool = False) -> Any:
    shapes = ((mid, oc, 1), (mid, mid, 3), (oc, mid, 1))
    return resnet50.IdWeights(*[p for s in shapes for p in group(draw, *s, bias=bias)])


def proj_weights(draw: Draw, ic: int, mid: int, oc: int, *, bias: bool = False) -> Any:
    shapes = ((mid, ic, 1), (mid, mid, 3), (oc, mid, 1), (oc, ic, 1))
    return resnet50.ProjWeights(*[p for s in shapes for p in group(draw, *s, bias=bias)])


def weights(draw: Draw, classes: int, widths: tuple[int, ...] = WIDTHS) -> Any:
    """All weights. A stage of width m has blocks m, m, 4m."""
    ic = widths[0]
    parts: list[Any] = group(draw, ic, 3, 7)
    for count, mid in zip(BLOCKS, widths, strict=True):
        parts.append(proj_weights(draw, ic, mid, 4 * mid))
        parts += [id_weights(draw, mid, 4 * mid) for _ in range(count - 1)]
        ic = 4 * mid
    return resnet50.Weights(*parts, draw((ic, classes)), draw((classes,)))


def network(
    draw: Draw,
    N: int,
    q: int,
    classes: int,
    widths: tuple[int, ...] = WIDTHS,
    *,
    bf16: bool = False,
) -> tuple[Any, Any, Any]:
    """The graph of the network, its input and its weights."""
    w = weights(draw, classes, widths)
    x = nodes.operand(N * 3 * (32 * q) ** 2, "%x", draw((N * 3 * (32 * q) ** 2,)))
    return graph.resnet50_fwd_graph_b_full(EPSILON, w, bf16, x, N=N, q=q), x, w
