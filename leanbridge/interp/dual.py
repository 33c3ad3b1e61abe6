"""Dual numbers (being written)."""

from __future__ import annotations

from leanbridge.interp.reals import Reals


class DualReals(Reals):
    """The tower with dual numbers on top."""
