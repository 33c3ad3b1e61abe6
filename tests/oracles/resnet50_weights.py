"""Random weights of ResNet-50: He's scale for kernels, and another γ, β and ε in each layer."""

from __future__ import annotations

from typing import Any

import numpy as np

from oracles.resnet50 import STAGES, IdWeights, ProjWeights, Weights

Path = tuple[str, ...]


def layer(random: np.random.Generator, oc: int, ic: int, size: int) -> list[Any]:
    kernel = random.normal(size=(oc, ic, size, size)) * np.sqrt(2 / (ic * size * size))
    γ, β = random.uniform(0.5, 1.5, oc), random.normal(size=oc)
    return [kernel, random.normal(size=oc), float(random.uniform(0.005, 0.015)), γ, β]


def block(random: np.random.Generator, ic: int, mid: int, oc: int, *, skip: bool) -> Any:
    parts = [(mid, ic, 1), (mid, mid, 3), (oc, mid, 1)]
    if skip:
        return IdWeights(*[x for part in parts for x in layer(random, *part)])
    return ProjWeights(*[x for part in [*parts, (oc, ic, 1)] for x in layer(random, *part)])


def network(seed: int, classes: int) -> Weights:
    random = np.random.default_rng(seed)
    fields = layer(random, 64, 3, 7)
    for ic, mid, oc, blocks in STAGES:
        fields.append(block(random, ic, mid, oc, skip=False))
        fields += [block(random, oc, mid, oc, skip=True) for _ in range(blocks - 1)]
    dense = random.normal(size=(2048, classes)) / np.sqrt(2048)
    return Weights(*fields, dense, random.normal(size=classes))


def images(seed: int, N: int, q: int) -> Any:
    return np.random.default_rng(seed).normal(size=N * 3 * (32 * q) ** 2)


def paths(w: Any, place: Path = ()) -> list[Path]:
    """The path of every array and number of a record of weights, in its order."""
    found: list[Path] = []
    for name, value in zip(w._fields, w, strict=True):
        inner = hasattr(value, "_fields")
        found += paths(value, (*place, name)) if inner else [(*place, name)]
    return found


def at(w: Any, path: Path) -> Any:
    """The entry at a path."""
    for name in path:
        w = getattr(w, name)
    return w


def changed(w: Any, path: Path, change: Any) -> Any:
    """The record with one entry changed."""
    name, *rest = path
    value = getattr(w, name)
    new = changed(value, tuple(rest), change) if rest else change(value)
    return w._replace(**{name: new})
