"""Deterministic budgets: counts, never seconds.

One frozen `Limits`, passed as an argument; each field says what it bounds and which verdict its
exhaustion gives. Never read from a clock or an environment.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets of one evaluation."""

    steps: int = 5_000_000
    """Unfoldings, elements enumerated and operations on enclosures (at 128 bits) in one
    evaluation. Exhausted: UNKNOWN(limit: steps)."""

    frames: int = 20_000
    """Python frames of one evaluation, so how deep a recursion may go. Exhausted:
    UNKNOWN(limit: frames)."""

    remembered_calls: int = 200_000
    """Calls whose results are kept. Exhausted: the store is emptied; no verdict depends on it."""

    precision: int = 128
    """Bits at which a real that is not in ℚ or ℚ(√d) is first enclosed. It only costs time."""

    max_precision: int = 1024
    """Bits up to which an undecided comparison is repeated. Exhausted: an equality is `within
    2⁻ᵏ`, anything else UNKNOWN(undecided)."""

    branches: int = 64
    """Active branches followed for one output of a function at one point. Exhausted: the point
    counts as not shown differentiable, UNKNOWN(kink) unless one-sided derivatives refute it."""

    directions: int = 24
    """Directions tried per output to prove a function not differentiable. Exhausted:
    UNKNOWN(kink)."""

    search: int = 100_000
    """Candidates tried by an unbounded search (`Nat.find`). Exhausted: UNKNOWN(limit: search)."""

    power_bits: int = 1 << 20
    """Size in bits up to which an integer power is computed. Exhausted: UNKNOWN(limit: power)."""

    array_entries: int = 1 << 27
    """Entries of one array of the array interpreter. Exhausted: UNKNOWN(limit: array entries)."""

    port_entries: int = 1 << 21
    """Entries of the result of one call of a port, each of which becomes an exact number.
    Exhausted: UNKNOWN(limit: port entries)."""

    smt_steps: int = 20_000
    """Unfoldings and branches of one encoding for the solver. Exhausted: UNKNOWN(limit: smt
    steps)."""

    smt_resources: int = 3_000_000
    """The solver's own count of its work on one question. Exhausted: UNKNOWN(resource limit)."""

    smt_cardinality: int = 5
    """How many elements of a set of symbolic size are told apart: of more, the solver knows only
    that they are so many. Beyond: UNKNOWN."""

    port_paths: int = 64
    """Paths of a port that is run on symbolic integers, and decisions on each. Beyond: the port is
    no term, UNKNOWN."""


DEFAULT = Limits()
