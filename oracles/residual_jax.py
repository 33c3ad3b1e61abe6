"""Two paths that are added, and the average of each channel, in JAX, function by function as in
`residual`.

What takes arrays only is jitted, with the sizes static. Shapes are checked when traced.
"""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike

from oracles.flat_jax import tensor3_unflatten
from oracles.jit_jax import jitted
from oracles.shapes import require_shape

Map = Callable[[Array], Array]


def bi_path(f: Map, g: Map, x: ArrayLike) -> Array:
    """Add the values of two maps.

    Shapes: f and g (m,) → (n,), x (m,) → (n,).
    Raises: ValueError for another rank, and where the two values differ in shape.
    Source: Proofs.biPath.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None,))
    left, right = f(x), g(x)
    require_shape("g(x)", right.shape, left.shape)
    return left + right


def residual(f: Map, x: ArrayLike) -> Array:
    """Add a map's value and its argument.

    Shapes: f (n,) → (n,), x (n,) → (n,).
    Raises: ValueError for another rank, and where f changes the shape.
    Source: Proofs.residual.
    """
    return bi_path(f, lambda y: y, x)


def residual_proj(proj: Map, f: Map, x: ArrayLike) -> Array:
    """Add a projection's value and a map's.

    Shapes: proj and f (m,) → (n,), x (m,) → (n,).
    Raises: ValueError for another rank, and where the two values differ in shape.
    Source: Proofs.residualProj.
    """
    return bi_path(proj, f, x)


@jitted()
def global_avg_pool(x: ArrayLike) -> Array:
    """Average each channel; one without a cell has 0.

    Shapes: x (c, h, w) → (c,).
    Raises: ValueError for another rank.
    Source: Proofs.globalAvgPool.
    """
    x = jnp.asarray(x)
    require_shape("x", x.shape, (None, None, None))
    return channel_averages(x)


@jitted("c", "h", "w")
def global_avg_pool_flat(v: ArrayLike, *, c: int, h: int, w: int) -> Array:
    """Average each channel of a flat tensor.

    Shapes: v (c h w,) → (c,).
    Raises: ValueError for another length.
    Source: Proofs.globalAvgPoolFlat.
    """
    return channel_averages(tensor3_unflatten(v, c=c, h=h, w=w))


def channel_averages(x: Array) -> Array:
    """Average the two last axes."""
    return x.sum(axis=(-2, -1)) / max(x.shape[-2] * x.shape[-1], 1)
