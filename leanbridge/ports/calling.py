"""Calling a port: on read-only copies, twice, with the bits compared.

Takes a port and Python arguments, gives what it returned. Never converts a Lean value.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from enum import Enum
from typing import Any, TypeAlias

import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.ports.fault import (
    BoundaryFault,
    PortSetUnavailable,
    PortTimeout,
    reading,
    run,
    shown,
)
from leanbridge.ports.loading import Port

Guard: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Entered around each call of a port; raises PortTimeout in it when time is up."""


def call_port(
    port: Port,
    arguments: tuple[Any, ...],
    keywords: Mapping[str, Any],
    *,
    is_repeated: bool = True,
    guard: Guard = nullcontext,
) -> Any:
    """The result of the port; arrays in it are our own copies.

    What it prints goes to standard error. Raises: BoundaryFault of kind `raised`, `mutated`, `type`
    for a result that cannot even be looked at, or `unstable` where a second call on the same input
    gives other bits; PortSetUnavailable; PortTimeout from `guard`.
    """
    with _jax_mode(port), contextlib.redirect_stdout(sys.stderr):
        first = _call_once(port, arguments, keywords, guard)
        with reading("the result", first):
            first = copied(first)
        if is_repeated:
            second = _call_once(port, arguments, keywords, guard)
            with reading("the result", second):
                is_stable = same_bits(first, second)
            if not is_stable:
                what = "two calls on the same input give different bits"
                raise BoundaryFault("unstable", what, shown(second), shown(first))
    return first


def _call_once(
    port: Port, arguments: tuple[Any, ...], keywords: Mapping[str, Any], guard: Guard
) -> Any:
    given = copied(arguments, is_frozen=True)
    if port.binding.arrays == "jax":
        given = _to_jax(given)
    with guard():
        result = run(port.function, given, keywords)
    if port.binding.arrays != "jax" and not same_bits(given, arguments):
        raise BoundaryFault("mutated", "the port changes its input")
    return result


# ----- copies and bits ----------------------------------------------------------------------


def copied(value: Any, is_frozen: bool = False) -> Any:
    """`value` with fresh arrays, read-only if asked; tuples inside out, the rest as it is: also an
    array of a class of its own (masked, a matrix), which a copy would turn into a plain one."""
    return _copied(value, is_frozen, {})


def _copied(value: Any, is_frozen: bool, seen: dict[int, Any]) -> Any:
    """A tuple that occurs twice is copied once: what shares parts goes on sharing them."""
    if type(value) is np.ndarray:
        copy = np.array(value, order="C")
        copy.setflags(write=not is_frozen)
        return copy
    if isinstance(value, tuple):
        if id(value) not in seen:
            parts = [_copied(part, is_frozen, seen) for part in value]
            seen[id(value)] = type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return seen[id(value)]
    return value


def same_bits(a: Any, b: Any) -> bool:
    """Whether two values of a port are alike to the bit; two callables count as alike."""
    return _same_bits(a, b, {})


def _same_bits(a: Any, b: Any, seen: dict[tuple[int, int], bool]) -> bool:
    if hasattr(a, "__array__") and hasattr(b, "__array__"):
        return _same_arrays(np.asarray(a), np.asarray(b))
    if type(a) is not type(b):
        return False
    match a:
        case float():
            return struct.pack("d", a) == struct.pack("d", b)
        case Enum() | str() | int() | None | set() | frozenset():
            return bool(a == b)
    if (id(a), id(b)) not in seen:
        seen[id(a), id(b)] = _same_parts(a, b, seen)
    return seen[id(a), id(b)]


def _same_parts(a: Any, b: Any, seen: dict[tuple[int, int], bool]) -> bool:
    """A pair of parts that occurs twice is compared once."""
    match a:
        case tuple() | list():
            pairs = zip(a, b, strict=False)
            return len(a) == len(b) and all(_same_bits(x, y, seen) for x, y in pairs)
        case _ if dataclasses.is_dataclass(a):
            names = [field.name for field in dataclasses.fields(a)]
            return all(_same_bits(getattr(a, name), getattr(b, name), seen) for name in names)
        case _ if callable(a):
            return True
        case _ if "__eq__" not in _attributes(type(a)):  # it equals itself only: its fields count
            mine, theirs = getattr(a, "__dict__", {}), getattr(b, "__dict__", {})
            return mine.keys() == theirs.keys() and all(
                _same_bits(part, theirs[name], seen) for name, part in mine.items()
            )
        case _:
            return bool(a == b)


def _attributes(kind: type) -> set[str]:
    """The names that a class and its bases define, `object` apart."""
    return {name for base in kind.__mro__[:-1] for name in vars(base)}


def _same_arrays(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.hasobject:
        return all(map(same_bits, a.ravel().tolist(), b.ravel().tolist()))
    return a.tobytes() == b.tobytes()


# ----- JAX ----------------------------------------------------------------------------------


def _jax_mode(port: Port) -> AbstractContextManager[Any]:
    """JAX with 64-bit types exactly if the binding says `x64`; nothing for a NumPy port."""
    if port.binding.arrays != "jax":
        return nullcontext()
    jax = _jax(port)
    mode = getattr(jax, "enable_x64", None)
    if mode is None:
        mode = importlib.import_module("jax.experimental").enable_x64
    context: AbstractContextManager[Any] = mode(port.binding.x64)
    return context


def _jax(port: Port) -> Any:
    try:
        return importlib.import_module("jax")
    except ImportError:
        raise PortSetUnavailable("jax", port.name) from None


def _to_jax(value: Any, seen: dict[int, Any] | None = None) -> Any:
    """NumPy arrays as JAX's. An integer that JAX's narrower type would wrap is refused. A tuple
    that occurs twice is converted once."""
    seen = {} if seen is None else seen
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            raise Unsupported("the exact route through JAX arrays")
        made = importlib.import_module("jax").device_put(value)  # `asarray` compiles per shape
        if value.dtype.kind == "i" and made.dtype != value.dtype and not same_integers(value, made):
            raise Unsupported("an integer beyond 32 bits passed to a JAX port without x64")
        return made
    if isinstance(value, tuple):
        if id(value) not in seen:
            parts = [_to_jax(part, seen) for part in value]
            seen[id(value)] = type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return seen[id(value)]
    if callable(value):
        return _on_jax(value)
    return value


def _on_jax(function: Callable[..., Any]) -> Callable[..., Any]:
    """A Lean function as a JAX port sees it: it gives JAX's arrays. It cannot be traced."""
    tracer = importlib.import_module("jax").core.Tracer

    def call(*arguments: Any) -> Any:
        if any(isinstance(a, tracer) for a in arguments):
            raise Unsupported("a Lean function inside a JAX transformation")
        return _to_jax(function(*arguments))

    return call


def same_integers(a: Any, b: Any) -> bool:
    return bool((np.asarray(a) == np.asarray(b, dtype=np.int64)).all())


# ----- the safety net -----------------------------------------------------------------------


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise PortTimeout in the block after `seconds`. POSIX, main thread only. Inside another
    alarm (a port that calls a Lean function that calls a port) the outer one goes on.

    Source: `signal.setitimer`. A call into C that never returns to Python is not interrupted.
    """
    if signal.getitimer(signal.ITIMER_REAL)[0] > 0:
        yield
        return

    def stop(*_: object) -> None:
        raise PortTimeout(f"the port ran longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
