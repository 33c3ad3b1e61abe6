"""Questions to the solver, with a resource limit and a fixed seed: the same answer on any machine.

Takes z3 truths, gives what the solver says of them. Never reads a clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import z3

from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Number, Truth, all_of, negation
from leanbridge.limits import Limits

#: z3's solvers, tried in turn with equal shares of the resources: its default, and the one for
#: products of integers.
LOGICS = ("ALL", "NIA")


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
    reason = ""
    for logic in LOGICS:
        solver = _solver(context, limits, logic)
        if together is not True:
            solver.add(together)
        match str(solver.check()):
            case "unsat":
                return none
            case "sat":
                return Countermodel(solver.model())
            case _:
                reason = reason or _reason(solver)
    return Unknown(reason)


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


# ----- quotients --------------------------------------------------------------------------


def quotient_fact(a: Number, b: Number) -> Truth:
    """Of z3 terms with b > 0: b times the quotient of a is the last multiple that is at most a."""
    multiple = b * (a / b)
    return bu.implies(0 < b, bu.all_of(multiple <= a, a < multiple + b))


def multiples_fact(p: Number, q: Number, b: Number) -> Truth:
    """Multiples of b > 0 that are less than b apart are equal: of p and q, and of p and -q."""
    apart, together = b * p - b * q, b * p + b * q
    return bu.implies(
        0 < b,
        bu.all_of(
            bu.implies(bu.all_of(-b < apart, apart < b), bu.equal(p, q)),
            bu.implies(bu.all_of(-b < together, together < b), bu.equal(p, -q)),
        ),
    )


def quotients(truths: Sequence[Truth]) -> list[tuple[Any, Any]]:
    """The divisions by symbolic numbers in some truths, outside of quantifiers."""
    found: dict[tuple[int, int], tuple[Any, Any]] = {}
    seen: set[int] = set()
    todo = [t for t in truths if not isinstance(t, bool)]
    while todo:
        term = todo.pop()
        if term.get_id() in seen or z3.is_quantifier(term):
            continue
        seen.add(term.get_id())
        kind = term.decl().kind()
        if kind in (z3.Z3_OP_IDIV, z3.Z3_OP_MOD) and not z3.is_int_value(term.arg(1)):
            a, b = term.children()
            found[a.get_id(), b.get_id()] = (a, b)
        todo.extend(term.children())
    return list(found.values())


def _as_term(truth: Truth, context: Any) -> Any:
    return z3.BoolVal(truth, context) if isinstance(truth, bool) else truth


def _solver(context: Any, limits: Limits, logic: str = LOGICS[0]) -> Any:
    is_default = logic == LOGICS[0]
    solver = z3.Solver(ctx=context) if is_default else z3.SolverFor(logic, ctx=context)
    solver.set("rlimit", limits.smt_resources // len(LOGICS))
    solver.set("random_seed", 0)
    return solver


def _reason(solver: Any) -> str:
    said = solver.reason_unknown()
    return "resource limit" if "resource" in said or "canceled" in said else said
