"""`jax.jit` that keeps the type of what it decorates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import jax

F = TypeVar("F", bound=Callable[..., Any])  # any function of arrays


def jitted(*static: str) -> Callable[[F], F]:
    """Jit a function, with the named arguments static: a shape is compiled once."""

    def decorate(function: F) -> F:
        return cast(F, jax.jit(function, static_argnames=static))  # called in the same way

    return decorate
