"""Pattern matching with symbolic numbers: when a clause fits, and what it binds.

The counterpart of `interp.patterns`: numerals, `n + k`, pairs, indices and truths. Structures and
lists fit by their constructor, which is known.
"""

from __future__ import annotations

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import App, BVar, Clause, Const, Lit, Proof, Term, args_of, head
from leanbridge.errors import Unsupported
from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Truth
from leanbridge.interp.values import PROOF, Data, Value


def fit(
    clause: Clause, values: tuple[Value, ...], definitions: Definitions
) -> tuple[Truth, list[Value]]:
    """When the scrutinees fit a clause, and the values of its variables if they do."""
    size = len(clause.names)
    slots: list[Value] = [PROOF] * size
    conditions = [
        _fit(pattern, value, size, slots, definitions)
        for pattern, value in zip(clause.patterns, values, strict=True)
    ]
    return bu.all_of(*conditions), slots


def _fit(pattern: Term, x: Value, size: int, slots: list[Value], defs: Definitions) -> Truth:
    match pattern:
        case BVar(index=i) if i < size:
            slots[size - 1 - i] = x
            return True
        case Proof():
            return True
        case Lit(value=v):
            return bu.equal(x, v)
        case Const(name=name) | App(fn=Const(name=name)):
            return _constructor(name, args_of(pattern), x, size, slots, defs)
        case _:
            return True  # inaccessible: a term that Lean has already unified


def _constructor(
    name: str, args: tuple[Term, ...], x: Value, size: int, slots: list[Value], defs: Definitions
) -> Truth:
    def sub(place: int, value: Value) -> Truth:
        return _fit(args[place], value, size, slots, defs)

    match name:
        case "OfNat.ofNat":
            return bu.equal(x, _literal(args[1]))
        case "Nat.zero":
            return bu.equal(x, 0)
        case "Nat.succ":
            return bu.all_of(bu.less_equal(1, x), sub(0, x - 1))
        case "HAdd.hAdd" if _literal(args[2]) is not None:
            k = _literal(args[2])
            return bu.all_of(bu.less_equal(k, x), sub(1, x - k))
        case "Bool.true":
            return x
        case "Bool.false":
            return bu.negation(x)
        case "Unit.unit" | "PUnit.unit":
            return True
        case "Prod.mk":
            return bu.all_of(sub(2, x[0]), sub(3, x[1]))
        case "Fin.mk":
            return sub(1, x)
        case "Subtype.mk":
            return sub(2, x)
        case "Int.ofNat":
            return bu.all_of(bu.less_equal(0, x), sub(0, x))
        case "Int.negSucc":
            return bu.all_of(bu.less(x, 0), sub(0, -x - 1))
    declaration = defs.declaration(name)
    if declaration is None or declaration.constructor is None:
        raise Unsupported(f"{name}: a pattern that is not modelled with symbolic numbers")
    if not isinstance(x, Data) or x.constructor != name:
        return False
    params = declaration.constructor.params
    fields = [v for v in enumerate(x.fields, params) if v[1] is not PROOF]
    return bu.all_of(*[sub(i, v) for i, v in fields])


def _literal(term: Term) -> int | None:
    if isinstance(term, Lit) and isinstance(term.value, int):
        return term.value
    if isinstance(head(term), Const) and head(term) is Const("OfNat.ofNat"):
        return _literal(args_of(term)[1])
    return None
