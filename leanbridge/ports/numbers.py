"""Exact numbers ↔ the floats and integers of Python and NumPy.

Takes and gives single numbers. Never rounds in silence: a conversion to a float says whether it
was exact. On the exact route numbers are `Fraction`s, since these compare with ±∞, which NumPy
code uses as the padding of a maximum, and `flint.fmpq` does not.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.interp import reals
from leanbridge.ports.fault import PortSetUnavailable


def to_fraction(number: Any) -> Fraction | None:
    """`number` as a fraction, or None if it is not known to be rational."""
    match number:
        case bool():
            return None
        case int() | Fraction():
            return Fraction(number)
        case flint.fmpq():
            return Fraction(int(number.p), int(number.q))
        case flint.fmpz() | np.integer():
            return Fraction(int(number))
        case _:
            return None


def to_real(number: Fraction | int | float) -> flint.fmpq:
    """The exact value of a finite float or a fraction."""
    return flint.fmpq(*number.as_integer_ratio())


def to_float(number: Any, dtype: np.dtype[Any]) -> tuple[float, bool]:
    """`number` in the precision of `dtype`, as a Python float, and whether that was exact.

    An overflow gives ±∞, not exact.
    """
    if isinstance(number, int):
        number = flint.fmpq(number)
    if not isinstance(number, (flint.fmpq, reals.Quadratic, reals.Computed)):
        raise Unsupported("a number that is no plain real, passed to a port", got=repr(number))
    nearest = reals.to_float(number)
    if dtype != np.float64:
        with np.errstate(over="ignore"):
            nearest = float(np.asarray(nearest).astype(dtype))
    is_exact = (
        isinstance(number, flint.fmpq) and math.isfinite(nearest) and to_real(nearest) == number
    )
    return nearest, is_exact


# ----- numbers as text ----------------------------------------------------------------------

WHOLE_DIGITS = 40  # a longer integer is shown by its ends
PLAIN_DENOMINATOR = 1000  # a larger one is shown with the decimal number beside it


def integer_text(number: int) -> str:
    """An integer for people: a long one by its first and last digits.

    Example: `integer_text(10**50)` is "1000000000…0000000000 (51 digits)".
    """
    text = str(flint.fmpz(number))  # Python's own conversion stops at 4300 digits
    count = len(text.lstrip("-"))
    if count <= WHOLE_DIGITS:
        return text
    sign = "-" if number < 0 else ""
    digits = text.lstrip("-")
    return f"{sign}{digits[:10]}…{digits[-10:]} ({count} digits)"


def rational_text(number: flint.fmpq) -> str:
    """A rational number for people, with its decimal value where the fraction says little.

    Example: `rational_text(fmpq(1, 4096))` is "1/4096 (≈ 0.000244141)".
    """
    numerator, denominator = int(number.p), int(number.q)
    if denominator == 1:
        return integer_text(numerator)
    text = f"{integer_text(numerator)}/{integer_text(denominator)}"
    return text if denominator <= PLAIN_DENOMINATOR else f"{text} (≈ {_decimal(number)})"


def _decimal(number: flint.fmpq) -> str:
    try:
        nearest = int(number.p) / int(number.q)
    except OverflowError:
        nearest = 0.0
    if nearest == 0.0:  # beyond the range of a float
        return str(flint.arb(number).str(6, radius=False))
    return f"{nearest:.6g}"


# ----- floats -------------------------------------------------------------------------------


def float_dtype(name: str) -> np.dtype[Any]:
    """The NumPy dtype of a float format; `bfloat16` comes from a package that JAX brings."""
    format: Any = name
    if name == "bfloat16":
        try:
            from ml_dtypes import bfloat16 as format
        except ImportError:
            raise PortSetUnavailable("ml_dtypes", "dtype bfloat16") from None
    found: np.dtype[Any] = np.dtype(format)
    return found
