"""Pattern matching on arrays: where the values of a `match` fit a clause, and its variables.

A constructor of a structure or of a static value decides at once; a numeral, a successor and a
Bool decide entry by entry. Mirrors `patterns` of the exact interpreter.
"""

from __future__ import annotations

from collections.abc import Sequence

from leanbridge.core.terms import App, BVar, Clause, Const, Lit, Proof, Term, args_of, head
from leanbridge.errors import Unsupported
from leanbridge.interp.array_axes import FALSE, TRUE, Arr, known
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Value
from leanbridge.interp.values import PROOF, Data

Slots = list[Value]


def fit(run: Run, clause: Clause, values: Sequence[Value]) -> tuple[Arr, Slots] | None:
    """Where the values fit a clause and what its variables are there; None if nowhere."""
    size = len(clause.names)
    slots: Slots = [PROOF] * size  # a variable that only an erased place would bind is not used
    condition = TRUE
    for pattern, value in zip(clause.patterns, values, strict=True):
        part = _match(run, pattern, value, size, slots)
        condition = run.rec.elementwise("and", condition, part)
        if condition.is_known_scalar and not condition.data:
            return None
    return condition, slots


def _match(run: Run, pattern: Term, value: Value, size: int, slots: Slots) -> Arr:
    match pattern:
        case BVar(index=i) if i < size:
            slots[size - 1 - i] = value
            return TRUE
        case Proof():
            return TRUE
        case Lit(value=int(v)):
            return run.rec.elementwise("eq", value, known(v))
        case Const(name=name) | App(fn=Const(name=name)):
            return _constructor(run, name, args_of(pattern), value, size, slots)
        case _:
            return TRUE  # inaccessible: a term that Lean has already unified


def _constructor(
    run: Run, name: str, args: tuple[Term, ...], value: Value, size: int, slots: Slots
) -> Arr:
    def sub(i: int, part: Value) -> Arr:
        return _match(run, args[i], part, size, slots)

    rec = run.rec
    match name:
        case "OfNat.ofNat":
            return rec.elementwise("eq", value, known(_literal(args[1]) or 0))
        case "Nat.zero":
            return rec.elementwise("eq", value, known(0))
        case "Nat.succ":
            return _plus(run, value, 1, lambda rest: sub(0, rest))
        case "HAdd.hAdd" if _literal(args[2]) is not None:
            return _plus(run, value, _literal(args[2]) or 0, lambda rest: sub(1, rest))
        case "Bool.true":
            return run.as_truth(value)
        case "Bool.false":
            return rec.elementwise("not", value)
        case "Unit.unit" | "PUnit.unit":
            return TRUE
        case "Prod.mk":
            return rec.elementwise("and", sub(2, value[0]), sub(3, value[1]))
        case "Fin.mk":
            return sub(1, value)
        case "Subtype.mk":
            return sub(2, value)
    if isinstance(value, Data):
        return _fields(run, name, args, value, size, slots)
    if name.startswith(("List.", "Option.", "Sum.", "Int.")):
        raise Unsupported(f"match on {name}: not an array")
    return TRUE


def _fields(
    run: Run, name: str, args: tuple[Term, ...], value: Data, size: int, slots: Slots
) -> Arr:
    if value.constructor != name:
        return FALSE
    out = TRUE
    for pattern, part in zip(args[len(args) - len(value.fields) :], value.fields, strict=True):
        if part is not PROOF:
            out = run.rec.elementwise("and", out, _match(run, pattern, part, size, slots))
    return out


def _plus(run: Run, value: Arr, k: int, inner: Value) -> Arr:
    """The pattern `p + k`; the value below is truncated where it does not fit."""
    rest = run.rec.elementwise("nat_sub", value, known(k))
    holds = inner(rest)
    return run.rec.elementwise("and", run.rec.elementwise("le", known(k), value), holds)


def _literal(term: Term) -> int | None:
    if isinstance(term, Lit) and isinstance(term.value, int):
        return term.value
    if head(term) is Const("OfNat.ofNat"):
        return _literal(args_of(term)[1])
    return None
