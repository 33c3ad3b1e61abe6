"""Larger inputs: a definition's port against the array interpreter (strategy `float-random`).

Takes an examiner of a definition; runs two larger rungs with generic floats. The array interpreter
is fast but computes with floats, so it never decides alone: a disagreement beyond the tolerance is
run again at that input by the exact interpreter, and only that refutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from leanbridge.check.cases import Case, TooLarge, make_case, seeded
from leanbridge.check.entries import Empty
from leanbridge.check.examine import ALL, Examiner
from leanbridge.check.record import Evidence
from leanbridge.check.tally import Tally
from leanbridge.check.tolerance import KAPPA, NEIGHBOURS
from leanbridge.check.weights import moved
from leanbridge.core.terms import FVar, Lam, Pi, Term, abstract
from leanbridge.errors import LeanbridgeError, Unsupported
from leanbridge.interp.array import Array
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import PROOF, Data, DataType, TypeValue
from leanbridge.ports import Boundary, BoundaryFault, DeclaredStructures, Rounding, to_python
from leanbridge.verdict import Verdict

STRATEGY = "float-random"
#: Sizes of the two rungs, by position: all distinct, then with equal ones. With more than
#: three sizes a sum over all of them grows fast, so they are smaller.
RUNGS = ((7, 6, 5), (10, 10, 7))
RUNGS_OF_MANY = ((3, 4, 6, 5, 8, 7), (2, 5, 5, 6, 7, 7))
VOLUME = 20_000
CAP = 2.0**-20


@dataclass(frozen=True, slots=True)
class Larger:
    """What the larger rungs showed; `tally` has the failure if one was confirmed."""

    evidence: Evidence
    tally: Tally | None = None


def examine_larger(examiner: Examiner) -> Larger | None:
    """Run the larger rungs; None where the strategy has nothing to add."""
    if not _applies(examiner):
        return None
    compared: list[str] = []
    try:
        for number, rung in enumerate(_rungs(examiner)):
            case = _case(examiner, rung, number)
            if case is None:
                continue
            disagreement = _disagreement(examiner, case)
            if disagreement is None:
                continue
            if disagreement:
                return _confirmed(examiner, case, disagreement)
            compared.append(", ".join(f"{n} = {v}" for n, v in case.sizes.items()))
    except BoundaryFault as fault:
        if case is None:
            return _gave_up(str(fault))
        return _confirmed(examiner, case, str(fault))
    except LeanbridgeError as error:
        return _gave_up(error.what)
    if not compared:
        return None
    return Larger(Evidence(STRATEGY, Verdict.PASSED, "agrees at " + "; at ".join(compared)))


def _gave_up(reason: str) -> Larger:
    return Larger(Evidence(STRATEGY, Verdict.UNKNOWN, f"not run: {reason}"))


def _applies(examiner: Examiner) -> bool:
    statement = examiner.statement
    return examiner.obligation.is_definition and any(v.is_size for v in statement.variables)


def _rungs(examiner: Examiner) -> tuple[tuple[int, ...], ...]:
    count = sum(v.is_size for v in examiner.statement.variables)
    return RUNGS if count <= 3 else RUNGS_OF_MANY


def _case(examiner: Examiner, rung: tuple[int, ...], number: int) -> Case | None:
    sizes = [v for v in examiner.statement.variables if v.is_size]
    cycle = tuple(rung[i % len(rung)] for i in range(len(sizes)))
    random = seeded(examiner.seed, examiner.statement.declaration.name, "larger", number)
    budget = replace(examiner.budget, volume=VOLUME)
    try:
        return make_case(examiner.statement, examiner.spec, cycle, "float", random, budget)
    except (Empty, TooLarge):
        return None


def _disagreement(examiner: Examiner, case: Case) -> str | None:
    """How far PORT is from the array interpreter's value, beyond what rounding explains; empty
    where it is not, None where a hypothesis fails, so that there is nothing to compare."""
    subject = examiner.obligation.subject
    assert subject is not None
    term: Term = subject
    type_: Term = examiner.statement.conclusion
    for v in reversed(case.open):
        term = Lam(v.name, "", v.type, abstract(term, (v.var,)))
        type_ = Pi(v.name, "", v.type, abstract(type_, (v.var,)))
    array = Array(examiner.environments.env, limits=examiner.environments.limits)
    arrays = _arrays(case, examiner.spec)
    if not _hypotheses_hold(examiner, case, array, arrays) and not examiner.obligation.total:
        return None
    expected = array.evaluate(term, arrays)
    spread = _spread(array, term, arrays, expected, examiner, case)
    port = examiner.ports[ALL]
    value_type = examiner.spec.type_value(type_, case.values)
    value = port.evaluate(term, case.values)
    structures = DeclaredStructures(examiner.spec)
    boundary = Boundary(examiner.obligation.dtype, structures=structures)
    got = to_python(value, value_type, boundary, Rounding())
    parts = zip(_leaves(got), _leaves(expected), spread, strict=True)
    return next((text for part in parts if (text := _apart(*part))), "")


def _arrays(case: Case, exact: Exact) -> dict[FVar, Any]:
    return {var: _array(value, case.types[var], exact) for var, value in case.values.items()}


def _array(value: Any, type_: TypeValue, exact: Exact) -> Any:
    """A value as the array interpreter takes it: arrays, numbers among them, in `Data`."""
    if isinstance(type_, DataType) and isinstance(value, Data):
        parts = zip(value.fields, exact.field_types(type_, value), strict=True)
        fields = tuple([f if f is PROOF else _array(f, t, exact) for f, t in parts])
        return Data(value.constructor, fields)
    made = to_python(value, type_, Boundary("float64"), Rounding())
    return np.asarray(made) if isinstance(made, float) else made


def _hypotheses_hold(
    examiner: Examiner, case: Case, array: Array, arrays: Mapping[FVar, Any]
) -> bool:
    open_ = {v.var for v in case.open}
    for h in examiner.statement.hypotheses:
        if examiner.free_variables(h) & open_:
            raise Unsupported("a hypothesis about an index")
        if not bool(array.evaluate(h.prop, arrays)):
            return False
    return True


def _spread(
    array: Array, term: Term, arrays: Mapping[FVar, Any], expected: Any, examiner: Examiner,
    case: Case,
) -> list[Any]:  # fmt: skip
    """Per output, how far the Lean value moves when every real input moves by one ulp."""
    generator = np.random.default_rng(examiner.seed)
    base = [np.asarray(e) for e in _leaves(expected)]
    spread = [np.zeros(e.shape) for e in base]
    if not any(e.dtype.kind == "f" for e in base):
        return spread
    ulp = float(np.finfo(_dtype(examiner.obligation.dtype)).eps)
    for _ in range(NEIGHBOURS):
        near = {k: moved(a, ulp, generator) for k, a in arrays.items()}
        for s, e, m in zip(spread, base, _leaves(array.evaluate(term, near)), strict=True):
            if e.dtype.kind == "f":
                np.maximum(s, np.abs(np.asarray(m) - e), out=s)
    return [KAPPA * (np.minimum(s, _most(e)) + ulp * np.abs(e)) if e.dtype.kind == "f" else s
            for s, e in zip(spread, base, strict=True)]  # fmt: skip


def _most(expected: Any) -> Any:
    """The largest spread that is granted: beyond it the Lean value may jump, and the exact run
    has to say."""
    return CAP * (1 + np.abs(expected))


def _dtype(name: str) -> Any:
    return np.float64 if name == "bfloat16" else np.dtype(name)


def _apart(got: Any, expected: Any, tolerance: Any) -> str:
    """Where two arrays differ most beyond a tolerance, and by how much; empty where they do not."""
    a, b = np.asarray(got), np.asarray(expected)
    if a.shape != b.shape:
        return f"shape {a.shape} and {b.shape}"
    if b.dtype.kind != "f":
        place = tuple(np.argwhere(a != b)[0]) if np.any(a != b) else None
        return "" if place is None else f"{a[place]} and {b[place]}{_at(place)}"
    gap = np.abs(a - b)
    if np.all(gap <= tolerance):  # NaN is beyond every tolerance
        return ""
    excess = np.where(gap <= tolerance, -np.inf, np.nan_to_num(gap - tolerance, nan=np.inf))
    place = np.unravel_index(int(np.argmax(excess)), gap.shape)
    return (
        f"{a[place]} and {b[place]}{_at(place)}, {gap[place]:.3g} apart;"
        f" rounding explains {np.broadcast_to(tolerance, gap.shape)[place]:.3g}"
    )


def _at(place: tuple[Any, ...]) -> str:
    return f" at {[int(i) for i in place]}" if place else ""


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Data):
        value = value.fields
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _confirmed(examiner: Examiner, case: Case, what: str) -> Larger:
    """Run the case by the exact interpreter, which decides; `what` is the disagreement."""
    tally = Tally(cases=1)
    try:
        examiner.run_case(case, tally)
    except LeanbridgeError as error:
        return Larger(
            Evidence(
                STRATEGY, Verdict.UNKNOWN, f"a disagreement ({what}), not confirmed: {error.what}"
            )
        )
    if tally.failure is None:
        reason = f"a disagreement ({what}) that the exact run does not show"
        return Larger(Evidence(STRATEGY, Verdict.UNKNOWN, reason))
    sizes = ", ".join(f"{n} = {v}" for n, v in case.sizes.items())
    return Larger(Evidence(STRATEGY, Verdict.REFUTED, f"found at {sizes}: {what}"), tally)
