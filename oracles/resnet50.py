"""ResNet-50 on a batch, in NumPy: the bottlenecks, and the records of weights.

The records of weights have Lean's fields in Lean's order, subscripts as digits. Every convolution
is normalised by the statistics of the whole batch. Where a block halves the resolution the stride
is on its 3 × 3 kernel and on the projection, not on the first 1 × 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from oracles.flat import Array
from oracles.shapes import require, require_fields
from oracles.stages import as_images, conv_norm, head, rectified, stem

Weight = Any  # an array of NumPy or of JAX

#: The Lean structures of the weights.
ID, PROJ, NET = "Proofs.R50IdW", "Proofs.R50ProjW", "Proofs.R50BWeights"
#: Channels into a stage, inside its blocks, out of it; and how many blocks it has.
STAGES = ((64, 64, 256, 3), (256, 128, 512, 4), (512, 256, 1024, 6), (1024, 512, 2048, 3))


class IdWeights(NamedTuple):
    """A bottleneck with a plain skip.

    Shapes: W1 (mid, oc, 1, 1), W2 (mid, mid, 3, 3), W3 (oc, mid, 1, 1); b, γ and β (mid,) or (oc,);
    ε numbers.
    Source: Proofs.R50IdW.
    """

    W1: Weight
    b1: Weight
    ε1: float
    γ1: Weight
    β1: Weight
    W2: Weight
    b2: Weight
    ε2: float
    γ2: Weight
    β2: Weight
    W3: Weight
    b3: Weight
    ε3: float
    γ3: Weight
    β3: Weight


class ProjWeights(NamedTuple):
    """A bottleneck with a projection on its skip.

    Shapes: W1 (mid, ic, 1, 1), W2 (mid, mid, 3, 3), W3 (oc, mid, 1, 1), Wp (oc, ic, 1, 1); b, γ
    and β (mid,) or (oc,); ε numbers.
    Source: Proofs.R50ProjW.
    """

    W1: Weight
    b1: Weight
    ε1: float
    γ1: Weight
    β1: Weight
    W2: Weight
    b2: Weight
    ε2: float
    γ2: Weight
    β2: Weight
    W3: Weight
    b3: Weight
    ε3: float
    γ3: Weight
    β3: Weight
    Wp: Weight
    bp: Weight
    εp: float
    γp: Weight
    βp: Weight


class Weights(NamedTuple):
    """The network: stem, four stages of 3, 4, 6 and 3 blocks, head.

    Shapes: sW (64, 3, 7, 7), sb, sγ and sβ (64,), sε a number; Wd (2048, classes), bd (classes,).
    Source: Proofs.R50BWeights.
    """

    sW: Weight
    sb: Weight
    sε: float
    sγ: Weight
    sβ: Weight
    s1b0: ProjWeights
    s1b1: IdWeights
    s1b2: IdWeights
    s2b0: ProjWeights
    s2b1: IdWeights
    s2b2: IdWeights
    s2b3: IdWeights
    s3b0: ProjWeights
    s3b1: IdWeights
    s3b2: IdWeights
    s3b3: IdWeights
    s3b4: IdWeights
    s3b5: IdWeights
    s4b0: ProjWeights
    s4b1: IdWeights
    s4b2: IdWeights
    Wd: Weight
    bd: Weight


def r50_id_b(p: IdWeights, x: Array, *, N: int, h: int, w: int) -> Array:
    """Apply a bottleneck with a plain skip.

    Shapes: x (N oc h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r50IdB.
    """
    require_block(p)
    return identity_block(p, as_images(x, N, p.W1.shape[1], h, w)).reshape(-1)


def r50_proj_b(p: ProjWeights, x: Array, *, N: int, h: int, w: int) -> Array:
    """Apply a bottleneck with a projection on its skip, at one resolution.

    Shapes: x (N ic h w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r50ProjB.
    """
    require_projection(p)
    return projection_block(p, as_images(x, N, p.W1.shape[1], h, w), stride=1).reshape(-1)


def r50_down_b(p: ProjWeights, x: Array, *, N: int, h: int, w: int) -> Array:
    """Apply a bottleneck with a projection on its skip that halves the resolution.

    Shapes: x (N ic 2h 2w,) → (N oc h w,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.r50DownB.
    """
    require_projection(p)
    return projection_block(p, as_images(x, N, p.W1.shape[1], 2 * h, 2 * w), stride=2).reshape(-1)


def resnet50_forward_b_full(weights: Weights, x: Array, *, N: int, q: int) -> Array:
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


# ----- what fits ----------------------------------------------------------------------------


def require_block(p: IdWeights) -> None:
    """Raise ValueError, with the field, unless these weigh a block with a plain skip."""
    require_fields(p, ID, {"W1": (None, None, 1, 1)})
    mid, oc = p.W1.shape[:2]
    require_fields(p, ID, _block_shapes(oc, mid, oc))


def require_projection(p: ProjWeights) -> None:
    """Raise ValueError, with the field, unless these weigh a block with a projection."""
    require_fields(p, PROJ, {"W1": (None, None, 1, 1), "W3": (None, None, 1, 1)})
    (mid, ic), oc = p.W1.shape[:2], p.W3.shape[0]
    require_fields(p, PROJ, _block_shapes(ic, mid, oc, has_projection=True))


def require_weights(p: Weights) -> None:
    """Raise ValueError, with the field, unless these weigh the network: its widths are fixed."""
    stem = {"sW": (64, 3, 7, 7), "sb": (64,), "sε": (), "sγ": (64,), "sβ": (64,)}
    require_fields(p, NET, stem)
    for stage, (ic, mid, oc, blocks) in enumerate(STAGES, start=1):
        for number in range(blocks):
            name = f"s{stage}b{number}"
            require(hasattr(p, name), f"field {name} ({NET}.{name})", "none", "a record")
            is_first = number == 0
            shapes = _block_shapes(ic if is_first else oc, mid, oc, has_projection=is_first)
            require_fields(getattr(p, name), PROJ if is_first else ID, shapes, f"{name}.")
    require_fields(p, NET, {"Wd": (2048, None)})
    require_fields(p, NET, {"bd": p.Wd.shape[1:]})


def _block_shapes(
    ic: int, mid: int, oc: int, *, has_projection: bool = False
) -> dict[str, tuple[int, ...]]:
    """The shape of each field of a block."""
    kernels = {"1": (mid, ic, 1, 1), "2": (mid, mid, 3, 3), "3": (oc, mid, 1, 1)}
    if has_projection:
        kernels["p"] = (oc, ic, 1, 1)
    shapes: dict[str, tuple[int, ...]] = {}
    for layer, kernel in kernels.items():
        shapes["W" + layer] = kernel
        shapes |= {"b" + layer: kernel[:1], "ε" + layer: ()}
        shapes |= {"γ" + layer: kernel[:1], "β" + layer: kernel[:1]}
    return shapes
