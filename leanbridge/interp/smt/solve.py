"""Questions to the solver, with a resource limit and a fixed seed: the same answer on any machine.

Takes z3 truths, gives what the solver says of them. Never reads a clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import z3

from leanbridge.interp.smt.builders import Truth, all_of, negation
from leanbridge.limits import Limits


@dataclass(frozen=True, slots=True)
class Proved:
    """The goal follows."""


@dataclass(frozen=True, slots=True)
class Countermodel:
    """Values at which the assumptions hold and, by the encoding, the goal does not."""

    model: Any  # a z3 model


@dataclass(frozen=True, slots=True)
class Unknown:
    """The solver does not decide, and why."""

    reason: str


Answer: TypeAlias = Proved | Countermodel | Unknown


@dataclass(frozen=True, slots=True)
class Question:
    """Whether `goal` follows from `assumptions`; `context` is the z3 context of their terms."""

    context: Any
    assumptions: tuple[Truth, ...]
    goal: Truth
    what: str = ""


def prove(question: Question, limits: Limits) -> Answer:
    """Proved iff the solver shows that no values meet the assumptions and miss the goal."""
    return satisfy(
        question.context, [*question.assumptions, negation(question.goal)], limits, Proved()
    )


def satisfy(context: Any, truths: Sequence[Truth], limits: Limits, none: Proved) -> Answer:
    """Values that meet all `truths`; `none` if there are none."""
    together = all_of(*truths)
    if together is False:
        return none
    solver = _solver(context, limits)
    if together is not True:
        solver.add(together)
    match str(solver.check()):
        case "unsat":
            return none
        case "sat":
            return Countermodel(solver.model())
        case _:
            return Unknown(_reason(solver))


def contradiction(
    context: Any, given: Sequence[Truth], named: Mapping[str, Truth], limits: Limits
) -> tuple[str, ...] | Unknown | None:
    """The names of a smallest set of `named` truths that contradict each other or what is `given`
    (no part of it does; it is empty if `given` alone does); None if all can hold together."""
    found = _core(context, given, named, limits)
    if not isinstance(found, tuple):
        return found
    kept = dict.fromkeys(found)
    for name in found:
        fewer = {n: named[n] for n in kept if n != name}
        smaller = _core(context, given, fewer, limits)
        if isinstance(smaller, tuple):
            kept = dict.fromkeys(n for n in kept if n in smaller)
    return tuple(n for n in named if n in kept)


def _core(
    context: Any, given: Sequence[Truth], named: Mapping[str, Truth], limits: Limits
) -> tuple[str, ...] | Unknown | None:
    solver = _solver(context, limits)
    for truth in given:
        solver.add(_as_term(truth, context))
    flags = {}
    for number, (name, truth) in enumerate(named.items()):
        flags[f"named!{number}"] = name
        solver.assert_and_track(_as_term(truth, context), z3.Bool(f"named!{number}", context))
    match str(solver.check()):
        case "unsat":
            core = {flags[str(flag)] for flag in solver.unsat_core()}
            return tuple(n for n in named if n in core)
        case "sat":
            return None
        case _:
            return Unknown(_reason(solver))


def _as_term(truth: Truth, context: Any) -> Any:
    return z3.BoolVal(truth, context) if isinstance(truth, bool) else truth


def _solver(context: Any, limits: Limits) -> Any:
    solver = z3.Solver(ctx=context)
    solver.set("rlimit", limits.smt_resources)
    solver.set("random_seed", 0)
    return solver


def _reason(solver: Any) -> str:
    said = solver.reason_unknown()
    return "resource limit" if "resource" in said or "canceled" in said else said
