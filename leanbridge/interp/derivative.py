"""Derivatives at a point (being written)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from leanbridge.errors import Unsupported
from leanbridge.interp.run import Run
from leanbridge.interp.values import TypeValue, Value

LinearMap: TypeAlias = Callable[[Value], Value]


def differentiate(
    run: Run, f: Value, x: Value, source: TypeValue, target: TypeValue
) -> LinearMap | None:
    """The derivative, or None if there is none."""
    raise Unsupported("derivatives")
