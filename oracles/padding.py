"""How many cells two rules pad on either side of one axis. Integers only, for both port sets.

Worked example: an axis of 112 under a window of 3 and a stride of 2. SAME pads (0, 1), symmetric
padding (1, 1): the same number of windows, each one cell apart.
"""

from __future__ import annotations


def same_out_size(n: int, s: int) -> int:
    """Count the windows of the SAME rule: n / s, rounded up.

    Domain: n ≥ 0, s ≥ 0; a stride of 0 has 0 windows, as `x / 0 = 0` in Lean.
    Source: Proofs.sameOutSize; jax.lax.padtype_to_pads.
    """
    return -(-n // s) if s else 0


def same_pad_total(n: int, k: int, s: int) -> int:
    """Count all cells that the SAME rule pads.

    Domain: n, k, s ≥ 0.
    Source: Proofs.samePadTotal; jax.lax.padtype_to_pads.
    """
    return max((same_out_size(n, s) - 1) * s + k - n, 0)


def same_pad_low(n: int, k: int, s: int) -> int:
    """Count the cells that the SAME rule pads before the axis.

    Domain: n, k, s ≥ 0.
    Source: Proofs.samePadLow.
    """
    return same_pad_total(n, k, s) // 2


def same_pad_high(n: int, k: int, s: int) -> int:
    """Count the cells that the SAME rule pads after the axis.

    Domain: n, k, s ≥ 0.
    Source: Proofs.samePadHigh.
    """
    return same_pad_total(n, k, s) - same_pad_low(n, k, s)


def symmetric_pad(k: int) -> int:
    """Count the cells that symmetric padding puts on each side of the axis.

    Domain: k ≥ 0; the empty window pads nothing.
    Source: Proofs.symmetricPad; torch.nn.MaxPool2d(k, padding=(k - 1) // 2).
    """
    return max(k - 1, 0) // 2
