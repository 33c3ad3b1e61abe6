"""Names of Lean and Mathlib that must never be auto-bound (trap T1)."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def _names() -> frozenset[str]:
    file = resources.files("leanbridge.core.known") / "names.txt"
    return frozenset(file.read_text("utf-8").split())


def is_known(name: str) -> bool:
    """Whether `name` is a root-level name of Lean core or Mathlib."""
    return name in _names()
