"""Names of Lean and Mathlib that must never be auto-bound (trap T1).

`names.txt` has one name a line, sorted: names at the root, names in namespaces that files like to
open, and, with a dot behind them, namespaces. Names only: what they mean is in the `.lean` files.
"""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def _names() -> frozenset[str]:
    file = resources.files("leanbridge.core.known") / "names.txt"
    return frozenset(file.read_text("utf-8").split())


def is_known(name: str) -> bool:
    """Whether the full name `name` is one of Lean core or Mathlib."""
    return name in _names()


def is_namespace(name: str) -> bool:
    """Whether `name` is a namespace of Lean core or Mathlib."""
    return name + "." in _names()
