"""Complaints about shapes: what, got, expected. Knows no array library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")  # Lean's spelling of a digit at the end


def require(holds: bool, what: str, got: object, expected: object) -> None:
    """Raise ValueError with `what`, `got` and `expected` unless `holds`."""
    if not holds:
        raise ValueError(f"{what}: got {got}, expected {expected}")


def require_shape(name: str, shape: Sequence[int], expected: Sequence[int | None]) -> None:
    """Raise ValueError unless `shape` is `expected`, where None is any length."""
    fits = len(shape) == len(expected) and all(
        want is None or have == want for have, want in zip(shape, expected, strict=True)
    )
    require(fits, f"shape of {name}", tuple(shape), _shown(expected))


def require_fields(
    record: object, lean: str, shapes: Mapping[str, Sequence[int | None]], place: str = ""
) -> None:
    """Raise ValueError, with the field, the shape it should have and the field of the Lean
    structure `lean` that says so, unless `record` (found at `place`) has these fields."""
    for field, shape in shapes.items():
        name = f"{place}{field} ({lean}.{field.translate(SUBSCRIPTS)})"
        require(hasattr(record, field), f"field {name}", "none", f"shape {_shown(shape)}")
        require_shape(name, getattr(getattr(record, field), "shape", ()), shape)


def require_even(name: str, shape: Sequence[int]) -> None:
    """Raise ValueError unless `shape` is that of a tensor (c, 2h, 2w)."""
    even = len(shape) == 3 and shape[1] % 2 == 0 and shape[2] % 2 == 0
    require(even, f"shape of {name}", tuple(shape), "(c, 2h, 2w)")


def require_maps(r: Sequence[int], s: Sequence[int], x: Sequence[int]) -> None:
    """Raise ValueError unless the shapes are those of two index maps and a tensor."""
    require_shape("x", x, (None, None, None))
    require_shape("r", r, (None, None))
    require_shape("s", s, (None, r[1]))


def _shown(shape: Sequence[int | None]) -> str:
    text = ", ".join("any" if n is None else str(n) for n in shape)
    return f"({text},)" if len(shape) == 1 else f"({text})"
