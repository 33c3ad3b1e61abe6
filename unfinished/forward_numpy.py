def resnet50_forward_b_full(weights: Weights, x: Array, *, N: int, q: int) -> Array:
    """Score a batch of images.

    Shapes: x (N 3 32q 32q,) → (N classes,).
    Raises: ValueError for shapes that do not fit.
    Source: Proofs.resnet50ForwardBFull.
    """
    p = weights
    out = as_images(x, N, 3, 32 * q, 32 * q)
    require_layer(p.sW, p.sb, p.sγ, p.sβ)
    out = stem(p.sW, p.sb, p.sε, p.sγ, p.sβ, out)
    stages = (
        (p.s1b0, (p.s1b1, p.s1b2)),
        (p.s2b0, (p.s2b1, p.s2b2, p.s2b3)),
        (p.s3b0, (p.s3b1, p.s3b2, p.s3b3, p.s3b4, p.s3b5)),
        (p.s4b0, (p.s4b1, p.s4b2)),
    )
    for i, (first, others) in enumerate(stages):
        require_projection(first)
        out = projection_block(first, out, stride=2 if i else 1)
        for block in others:
            require_block(block)
            out = identity_block(block, out)
    return head(p.Wd, p.bd, out).reshape(-1)


