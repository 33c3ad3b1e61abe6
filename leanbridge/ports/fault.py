"""What can be wrong at the boundary between Lean and a port, and what is only missing.

A `BoundaryFault` is the port's doing on an input that it was given properly: the check makes it a
REFUTED of the same kind. A `PortTimeout` and a `PortSetUnavailable` say nothing of the port.
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal, TypeAlias

from leanbridge.errors import LeanbridgeError

FaultKind: TypeAlias = Literal[
    "raised", "shape", "dtype", "nan", "range", "type", "mutated", "unstable"
]


@dataclass(eq=False)
class BoundaryFault(Exception):
    """A port broke the contract of its Lean type; `kind` says how."""

    kind: FaultKind
    message: str
    got: str | None = None
    expected: str | None = None

    def __str__(self) -> str:
        parts = [f"{self.kind}: {self.message}"]
        if self.got is not None:
            parts.append(f"got {self.got}")
        if self.expected is not None:
            parts.append(f"expected {self.expected}")
        return ", ".join(parts)

    def __reduce__(self) -> tuple[type[BoundaryFault], tuple[str | None, ...]]:
        return BoundaryFault, (self.kind, self.message, self.got, self.expected)


@dataclass(eq=False)
class PortSetUnavailable(Exception):
    """A third-party package that the port needs is not installed; `place` is where the project's
    own code imports it."""

    package: str
    function: str
    place: str = ""

    @property
    def reason(self) -> str:
        """The package, and what to look at."""
        if not self.place:
            return self.package
        return f"{self.package}, imported in {self.place} (if that is how it is spelt)"

    def __str__(self) -> str:
        return f"{self.function} needs the package {self.package}, which is not installed"

    def __reduce__(self) -> tuple[type[PortSetUnavailable], tuple[str, ...]]:
        return PortSetUnavailable, (self.package, self.function, self.place)


class PortTimeout(BaseException):
    """A port ran longer than the safety limit. Not an `Exception`, so no port can swallow it."""


def run(function: Callable[..., Any], args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
    """Call Python code of the user's. What Lean itself raises inside a callback passes through.

    Raises: BoundaryFault of kind `mutated` for a write to a read-only input, else of kind `raised`
    with the last line of the traceback and the place of the raise. A KeyboardInterrupt counts as
    the port's own: a worker process leaves Ctrl-C to the system, so none arrives there.
    """
    try:
        return function(*args, **keywords)
    except (BoundaryFault, PortSetUnavailable, LeanbridgeError, PortTimeout):
        raise
    except BaseException as error:
        last = _last_line(error)
        place = _place(error, function)
        if isinstance(error, ValueError) and "read-only" in last:
            raise BoundaryFault("mutated", f"the port writes to its input{place}", last) from error
        raise BoundaryFault("raised", f"the port raised{place}", last, "a value") from error


@contextmanager
def reading(name: str, result: object) -> Iterator[None]:
    """Around what may run code of the result's own class (`__array__`, `__eq__`, a property): what
    that raises is a BoundaryFault of kind `type`."""
    try:
        yield
    except (BoundaryFault, PortSetUnavailable, LeanbridgeError, PortTimeout):
        raise
    except BaseException as error:
        got = f"{type(result).__name__}, {_last_line(error)}"
        raise BoundaryFault("type", f"{name} cannot be read", got, "a value") from error


def shown(value: object) -> str:
    """The type of a Python value and the beginning of its `repr`."""
    kind = type(value).__name__
    try:
        return f"{kind} {value!r:.60}"
    except PortTimeout:
        raise
    except BaseException as error:  # also an integer beyond Python's limit of digits
        return f"{kind} (its repr raises {type(error).__name__})"


def _last_line(error: BaseException) -> str:
    """What was raised, on one line; the error's own text may be hostile too."""
    try:
        return traceback.format_exception_only(error)[-1].strip()
    except PortTimeout:
        raise
    except BaseException:
        return type(error).__name__


def _place(error: BaseException, function: Callable[..., Any]) -> str:
    """The innermost frame in the port's own file, without the folder: alike on every machine."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    code = getattr(inspect.unwrap(function), "__code__", None)
    own = [f for f in frames if code is not None and f.filename == code.co_filename]
    for frame in (own or frames)[-1:]:
        return f" in {frame.name} ({PurePath(frame.filename).name}:{frame.lineno})"
    return ""
