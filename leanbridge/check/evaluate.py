"""What `leancheck eval` does: a Lean term with given arrays, run with the Lean bodies.

Takes a session, text and inputs; gives text. Arrays are read as exact numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpq

from leanbridge.check.compare import show
from leanbridge.check.verify import Session
from leanbridge.core.scratch import elaborate_text
from leanbridge.errors import InputError, Where
from leanbridge.interp.values import Table, Value


def evaluate_text(
    session: Session, text: str, sizes: Mapping[str, int], arrays: Mapping[str, str]
) -> str:
    """The value of `text` and its type.

    Raises: InputError for a bad array or term; Unsupported or an EvaluationFailure by name.
    """
    loaded = {name: _load(name, file) for name, file in arrays.items()}
    types = {name: _lean_type(a) for name, a in loaded.items()}
    scratch = elaborate_text(session.env, text, types, sizes)
    values = {scratch.locals[name]: _value(a) for name, a in loaded.items()}
    values |= {scratch.locals[name]: size for name, size in sizes.items()}
    exact = session.environments.spec
    if scratch.is_proposition:
        decision = exact.decide(scratch.term, values)
        nearness = f" (within 2^-{decision.within})" if decision.within is not None else ""
        return f"{decision.holds}{nearness}\n  : Prop"

    def run() -> str:
        type_ = exact.type_value(scratch.type, values)
        return show(exact.force(exact.evaluate(scratch.term, values), type_))

    return f"{exact.guarded(run)}\n  : {scratch.type!r}"


def _load(name: str, file: str) -> np.ndarray[Any, Any]:
    path = Path(file)
    try:
        array = np.load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise InputError(
            f"--array {name}: cannot read the file", Where(str(path)), str(error),
            "a .npy file, as np.save writes it",
        ) from None  # fmt: skip
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "iufb":
        got = getattr(getattr(array, "dtype", None), "name", type(array).__name__)
        raise InputError(f"--array {name}: not an array of numbers", Where(str(path)), got)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        raise InputError(f"--array {name}: NaN or infinity is no real number", Where(str(path)))
    return array


def _lean_type(array: np.ndarray[Any, Any]) -> str:
    entry = {"f": "ℝ", "i": "ℤ", "u": "ℕ", "b": "Bool"}[array.dtype.kind]
    return " → ".join([*(f"Fin {n}" for n in array.shape), entry])


def _value(array: np.ndarray[Any, Any]) -> Value:
    if array.ndim:
        return Table(tuple([_value(row) for row in array]))
    number = array.item()
    return fmpq(*number.as_integer_ratio()) if isinstance(number, float) else number
