"""ResNet-50 on a batch, in JAX: function by function as in `resnet50`.

Everything here is jitted, with the sizes static. Shapes are checked when traced. The records of
weights are those of `resnet50`.
"""

from __future__ import annotations

from jax import Array
from jax.typing import ArrayLike

from oracles.jit_jax import jitted
from oracles.resnet50 import (
    IdWeights,
    ProjWeights,
    Weights,
    require_block,
    require_projection,
    require_weights,
)
from oracles.stages_jax import as_images, conv_norm, head, rectified, stem


@jitted("N", "h", "w")
def r50_id_b(p: IdWeights, x: ArrayLike, *, N: int, h: int, w: int) -> Array:
    """Apply a bottleneck with a plain skip.

    Shapes: x (N oc h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r50IdB.
    """
    require_block(p)
    return identity_block(p, as_images(x, N, p.W1.shape[1], h, w)).reshape(-1)


@jitted("N", "h", "w")
def r50_proj_b(p: ProjWeights, x: ArrayLike, *, N: int, h: int, w: int) -> Array:
    """Apply a bottleneck with a projection on its skip, at one resolution.

    Shapes: x (N ic h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r50ProjB.
    """
    require_projection(p)
    return projection_block(p, as_images(x, N, p.W1.shape[1], h, w), stride=1).reshape(-1)


@jitted("N", "h", "w")
def r50_down_b(p: ProjWeights, x: ArrayLike, *, N: int, h: int, w: int) -> Array:
    """Apply a bottleneck with a projection on its skip that halves the resolution.

    Shapes: x (N ic 2h 2w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r50DownB.
    """
    require_projection(p)
    return projection_block(p, as_images(x, N, p.W1.shape[1], 2 * h, 2 * w), stride=2).reshape(-1)


@jitted("N", "q")
def resnet50_forward_b_full(weights: Weights, x: ArrayLike, *, N: int, q: int) -> Array:
    """Score a batch of images.

    Shapes: x (N 3 32q 32q,) → (N classes,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.resnet50ForwardBFull.
    """
    p = weights
    require_weights(p)
    out = as_images(x, N, 3, 32 * q, 32 * q)
    out = stem(p.sW, p.sb, p.sε, p.sγ, p.sβ, out)
    stages = (
        (p.s1b0, (p.s1b1, p.s1b2)),
        (p.s2b0, (p.s2b1, p.s2b2, p.s2b3)),
        (p.s3b0, (p.s3b1, p.s3b2, p.s3b3, p.s3b4, p.s3b5)),
        (p.s4b0, (p.s4b1, p.s4b2)),
    )
    for i, (first, others) in enumerate(stages):
        out = projection_block(first, out, stride=2 if i else 1)
        for block in others:
            out = identity_block(block, out)
    return head(p.Wd, p.bd, out).reshape(-1)


# ----- on images (N, channels, rows, columns) -----------------------------------------------


def identity_block(p: IdWeights, x: Array) -> Array:
    """Add the body and its input, and rectify. The shapes are the caller's to check."""
    return rectified(_body(p, x, stride=1) + x)


def projection_block(p: ProjWeights, x: Array, *, stride: int) -> Array:
    """Add the projection and the body, and rectify. The shapes are the caller's to check."""
    skip = conv_norm(p.Wp, p.bp, p.εp, p.γp, p.βp, x, stride=stride)
    return rectified(skip + _body(p, x, stride=stride))


def _body(p: IdWeights | ProjWeights, x: Array, *, stride: int) -> Array:
    first = rectified(conv_norm(p.W1, p.b1, p.ε1, p.γ1, p.β1, x))
    second = rectified(conv_norm(p.W2, p.b2, p.ε2, p.γ2, p.β2, first, stride=stride))
    return conv_norm(p.W3, p.b3, p.ε3, p.γ3, p.β3, second)
