"""Text in the array interpreter: names that a term carries beside its arrays.

A text is a Python string, known while a term is recorded. Never depends on data.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.errors import Unsupported
from leanbridge.interp.array_axes import Arr
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Value
from leanbridge.interp.values import BaseType, TypeValue, show_type


def append(run: Run, type: TypeValue) -> Callable[[Value, Value], str]:
    """`++` of two texts. Raises: Unsupported for another type."""
    if type != BaseType("String"):
        raise Unsupported(f"`++` on {show_type(type)} on arrays")
    return lambda a, b: a + b


def to_text(run: Run, type: TypeValue) -> Callable[[Value], str]:
    """`toString` of what is known. Raises: Unsupported for another type and for data."""
    match type:
        case BaseType("String"):
            return lambda a: a
        case BaseType("Nat" | "Int"):
            return lambda a: str(int(_known(a)))
        case BaseType("Bool"):
            return lambda a: "true" if bool(_known(a)) else "false"
    raise Unsupported(f"toString on {show_type(type)} on arrays")


def _known(value: Arr) -> Value:
    if not value.is_known_scalar:
        raise Unsupported("the text of a number that is not known while recording")
    return value.data
