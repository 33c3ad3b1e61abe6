"""Universe levels, interned: two equal levels are one object.

Takes the kernel's levels; answers what erasure needs to know of a sort, whether it is `Prop`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leanbridge.core.nodes import SortKind
from leanbridge.source.olean.kernel import ZERO, IMax, Level, Max, Param, Succ, Zero

_TABLE: dict[tuple[Any, ...], Any] = {}


def _interned(cls: type[Any], *parts: Any) -> Any:
    key = (cls, *parts)
    found = _TABLE.get(key)
    if found is None:
        found = _TABLE[key] = cls(*parts)
    return found


def param(name: str) -> Level:
    level: Level = _interned(Param, name)
    return level


def succ(level: Level) -> Level:
    out: Level = _interned(Succ, level)
    return out


def imax(left: Level, right: Level) -> Level:
    out: Level = _interned(IMax, left, right)
    return out


def level_of(level: Level, values: Mapping[str, Level] | None = None) -> Level:
    """The level, interned, with parameters replaced where `values` has them."""
    match level:
        case Zero():
            return ZERO
        case Succ():
            return succ(level_of(level.level, values))
        case Max() | IMax():
            left, right = level_of(level.left, values), level_of(level.right, values)
            out: Level = _interned(type(level), left, right)
            return out
        case Param():
            given = (values or {}).get(level.name)
            return param(level.name) if given is None else level_of(given)


def is_zero(level: Level) -> bool:
    """Whether the level is 0 whatever its parameters are."""
    match level:
        case Zero():
            return True
        case Max():
            return is_zero(level.left) and is_zero(level.right)
        case IMax():
            return is_zero(level.right)
        case _:
            return False


def never_zero(level: Level) -> bool:
    """Whether the level is positive whatever its parameters are."""
    match level:
        case Succ():
            return True
        case Max():
            return never_zero(level.left) or never_zero(level.right)
        case IMax():
            return never_zero(level.right)
        case _:
            return False


def sort_kind(level: Level) -> SortKind:
    """What is left of a sort when levels are erased."""
    if is_zero(level):
        return "Prop"
    return "Type" if never_zero(level) else "Sort"
