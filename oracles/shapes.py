"""Complaints about shapes: what, got, expected. Knows no array library."""

from __future__ import annotations

from collections.abc import Sequence


def require(holds: bool, what: str, got: object, expected: object) -> None:
    """Raise ValueError with `what`, `got` and `expected` unless `holds`."""
    if not holds:
        raise ValueError(f"{what}: got {got}, expected {expected}")


def require_shape(name: str, shape: Sequence[int], expected: Sequence[int | None]) -> None:
    """Raise ValueError unless `shape` is `expected`, where None is any length."""
    fits = len(shape) == len(expected) and all(
        want is None or have == want for have, want in zip(shape, expected, strict=True)
    )
    wanted = ", ".join("any" if want is None else str(want) for want in expected)
    require(fits, f"shape of {name}", tuple(shape), f"({wanted})")


def require_even(name: str, shape: Sequence[int]) -> None:
    """Raise ValueError unless `shape` is that of a tensor (c, 2h, 2w)."""
    even = len(shape) == 3 and shape[1] % 2 == 0 and shape[2] % 2 == 0
    require(even, f"shape of {name}", tuple(shape), "(c, 2h, 2w)")


def require_maps(r: Sequence[int], s: Sequence[int], x: Sequence[int]) -> None:
    """Raise ValueError unless the shapes are those of two index maps and a tensor."""
    require_shape("x", x, (None, None, None))
    require_shape("r", r, (None, None))
    require_shape("s", s, (None, r[1]))
