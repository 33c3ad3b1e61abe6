"""Flat lists of Lean scalars ↔ NumPy arrays and Python scalars, with the checks of the boundary.

Takes the entries of one array, its axes and the Lean type of an entry. Never reshapes, casts or
broadcasts a result: a difference is a `BoundaryFault`. The order of the checks is: array or
scalar at all, shape, dtype, NaN and ∞, range.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

import flint
import numpy as np
import numpy.typing as npt

from leanbridge.errors import InternalError, Unsupported
from leanbridge.interp.reals import Number, Within
from leanbridge.interp.values import (
    BaseType,
    FinType,
    ProofType,
    PropType,
    SubType,
    TypeValue,
    Value,
)
from leanbridge.ports.fault import BoundaryFault, reading, shown
from leanbridge.ports.numbers import (
    float_dtype,
    integer_text,
    rational_text,
    to_float,
    to_fraction,
    to_real,
)
from leanbridge.ports.tensors import ArrayShape

Array: TypeAlias = npt.NDArray[Any]
Family: TypeAlias = Literal["real", "rational", "integer", "bool"]
Exactness: TypeAlias = bool | Literal["roots"]
"""Whether reals cross as exact numbers: `Fraction`s, with `roots` any number of `interp.reals`."""


def family_of(entry: TypeValue) -> Family:
    """The family of dtypes that holds entries of this type."""
    match entry:
        case FinType() | BaseType("Nat" | "Int"):
            return "integer"
        case PropType() | BaseType("Bool"):
            return "bool"
        case BaseType("Rat"):
            return "rational"
        case SubType(carrier, _):
            return family_of(carrier)
        case _:
            return "real"


# ----- out ----------------------------------------------------------------------------------


def to_array(
    entries: Sequence[Value], shape: ArrayShape, dtype: str, exact: Exactness
) -> tuple[Any, int]:
    """The array (no axes: the Python scalar) of `entries`, and how many of them were rounded."""
    family = family_of(shape.entry)
    if not shape.axes:
        return _to_scalar(entries[0], family, dtype, exact)
    if family == "bool":
        return np.array([_truth(e) for e in entries], np.bool_).reshape(shape.axes), 0
    if family == "integer":
        return _integers(entries).reshape(shape.axes), 0
    if exact or family == "rational":
        array = np.empty(len(entries), object)
        array[:] = [_exact(e, family, exact) for e in entries]
        return array.reshape(shape.axes), 0
    target = float_dtype(dtype)
    pairs = [to_float(e, target) for e in entries]
    rounded = sum(1 for _, is_exact in pairs if not is_exact)
    return np.array([x for x, _ in pairs], np.float64).astype(target).reshape(shape.axes), rounded


def _truth(value: Value) -> bool:
    """A decided truth value. Raises: Undecided for one known only `within`."""
    if isinstance(value, ProofType):
        value = value.truth()
    if not isinstance(value, (bool, Within)):
        raise InternalError("a proposition that is not decided, passed to a port", got=repr(value))
    return bool(value)


def _integers(entries: Sequence[Value]) -> Array:
    try:
        return np.array([int(e) for e in entries], np.int64)
    except OverflowError:
        raise Unsupported("an integer array with an entry beyond 64 bits") from None


def _exact(number: Value, family: Family, exact: Exactness) -> Any:
    if _takes_roots(family, exact) and isinstance(number, Number):
        return number
    found = to_fraction(number)
    if found is None:
        raise Unsupported(
            "a real number that is not rational, on the exact route", got=repr(number)
        )
    return found


def _to_scalar(value: Value, family: Family, dtype: str, exact: Exactness) -> tuple[Any, int]:
    if family == "bool":
        return _truth(value), 0
    if family == "integer":
        return int(value), 0
    if exact or family == "rational":
        return _exact(value, family, exact), 0
    nearest, is_exact = to_float(value, float_dtype(dtype))
    return nearest, 0 if is_exact else 1


# ----- back ---------------------------------------------------------------------------------


def from_array(
    result: Any, shape: ArrayShape, dtype: str, exact: Exactness, name: str
) -> list[Value]:
    """The entries of `result`, row-major, as Lean values.

    Raises: BoundaryFault of kind type, shape, dtype, nan or range.
    """
    family = family_of(shape.entry)
    is_exact = exact or family == "rational"
    array = _formed(result, shape, dtype, exact, name)
    if family == "real" and not is_exact:
        values: list[Value] = _reals(array, name)
    elif is_exact and family in ("real", "rational"):
        values = [_exact_real(x) for x in array.ravel().tolist()]
    else:
        values = array.ravel().tolist()
    _check_range(values, shape, name)
    return values


def checked_array(result: Any, shape: ArrayShape, dtype: str, name: str) -> Array:
    """`result` as it is, with the checks of `from_array`: no entry becomes a Lean value."""
    array = _formed(result, shape, dtype, False, name)
    if family_of(shape.entry) == "real":
        _require_finite(array.astype(np.float64), name)
    elif array.size and array.dtype.kind != "b":
        ends = [int(array.min()), int(array.max())]
        _check_range(ends, ArrayShape((2,), shape.entry), f"the range of {name}")
    return array


def _formed(result: Any, shape: ArrayShape, dtype: str, exact: Exactness, name: str) -> Array:
    """`result` as an array, of the right shape and dtype."""
    family = family_of(shape.entry)
    with reading(name, result):
        array, is_python = _as_array(result, shape, name)
    if array.shape != shape.axes:
        raise BoundaryFault("shape", f"{name} has a wrong shape", f"{array.shape}", f"{shape.axes}")
    if not _is_of_family(array, family, dtype, exact, is_python):
        got = type(result).__name__ if is_python else _dtype_name(array.dtype)
        raise BoundaryFault(
            "dtype", f"{name} has a wrong dtype", got, _dtypes(family, dtype, exact)
        )
    return array


def _as_array(result: Any, shape: ArrayShape, name: str) -> tuple[Array, bool]:
    """`result` as an array, without a cast, and whether it was a number of Python's own.

    JAX's arrays come by `__array__`; a list is no array, nor is an array of another class than
    NumPy's own: masked entries and a matrix's product would be lost.
    """
    if not isinstance(result, np.generic):
        if not shape.axes and isinstance(result, (bool, float)):
            return np.asarray(result), True
        if not shape.axes and isinstance(result, (int, Fraction, flint.fmpq, flint.fmpz)):
            array = np.empty((), object)
            array[()] = result
            return array, True
        if not is_array(result):
            expected = f"an array {shape.axes}" if shape.axes else _TEXT[family_of(shape.entry)]
            raise BoundaryFault("type", f"{name} is not {expected}", shown(result), expected)
    return np.asarray(result), False


def is_array(result: Any) -> bool:
    """Whether a result is an array: NumPy's own class, or another library's by `__array__`."""
    return type(result) is np.ndarray or (
        not isinstance(result, np.ndarray) and hasattr(result, "__array__")
    )


def _dtype_name(dtype: np.dtype[Any]) -> str:
    return dtype.name if dtype.isnative else f"{dtype.str} (bytes in foreign order)"


_TEXT = {
    "real": "a real number",
    "rational": "a rational number",
    "integer": "an integer",
    "bool": "a truth value",
}


def _is_of_family(
    array: Array, family: Family, dtype: str, exact: Exactness, is_python: bool
) -> bool:
    is_exact = bool(exact) or family == "rational"
    if not array.dtype.isnative:
        return False
    kind = array.dtype.kind
    objects = array.ravel().tolist() if kind == "O" else []
    match family:
        case "bool":
            return kind == "b" or (is_exact and kind == "O" and all(_is(x, bool) for x in objects))
        case "integer":
            if kind == "O" and (is_exact or is_python):
                return all(_is(x, int) for x in objects)
            return kind in "iu"
        case _ if is_exact:
            return kind in "iu" or (
                kind == "O"
                and all(
                    to_fraction(x) is not None
                    or (_takes_roots(family, exact) and isinstance(x, Number))
                    for x in objects
                )
            )
        case _:
            return array.dtype.name == dtype or (is_python and kind == "f")


def _takes_roots(family: Family, exact: Exactness) -> bool:
    return family == "real" and exact == "roots"


def _exact_real(number: Any) -> Value:
    """An exact number as a real: a root or an enclosure stays what it is."""
    return number if isinstance(number, Number) else to_real(to_fraction(number) or Fraction(0))


def _is(value: object, kind: type) -> bool:
    return type(value) is kind


def _dtypes(family: Family, dtype: str, exact: Exactness) -> str:
    if family == "rational" or (family == "real" and exact):
        return "exact numbers"
    return {"real": dtype, "integer": "an integer dtype", "bool": "bool"}[family]


def _reals(array: Array, name: str) -> list[Value]:
    wide = array.astype(np.float64)  # every float format of a binding embeds in float64
    _require_finite(wide, name)
    return [to_real(x) for x in wide.ravel().tolist()]


def _require_finite(wide: Array, name: str) -> None:
    bad = np.argwhere(~np.isfinite(wide))
    if len(bad):
        index = tuple(bad[0].tolist())
        at = f" at {index}" if index else ""
        raise BoundaryFault("nan", f"{name} is not finite{at}", str(wide[index]), "a real number")


def _check_range(values: Sequence[Value], shape: ArrayShape, name: str) -> None:
    expected, is_allowed = _range(shape.entry)
    if is_allowed is None:
        return
    for position, value in enumerate(values):
        if not is_allowed(value):
            index = tuple(int(i) for i in np.unravel_index(position, shape.axes))
            at = f" at {index}" if index else ""
            got = rational_text(value) if isinstance(value, flint.fmpq) else integer_text(value)
            raise BoundaryFault("range", f"{name} is out of range{at}", got, expected)


def _range(entry: TypeValue) -> tuple[str, Callable[[Value], bool] | None]:
    match entry:
        case FinType(size):
            return f"0 ≤ value < {size}", lambda value: 0 <= value < size
        case BaseType("Nat"):
            return "value ≥ 0", lambda value: bool(value >= 0)
        case SubType(carrier, holds):
            text, is_allowed = _range(carrier)
            if is_allowed is None:
                return "a member of the subtype", holds
            inner = is_allowed
            return f"{text}, in the subtype", lambda value: inner(value) and holds(value)
        case _:
            return "", None
