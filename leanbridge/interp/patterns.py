"""Pattern matching: a value against the patterns of a `Match` clause.

Compiles a clause to a function from scrutinee values to the values of its variables. Constructor
parameters are not stored in values and not looked at. A variable that only an erased place would
bind is `UNBOUND`; a pattern that is neither a variable, a constructor, a numeral nor `p + k` is
inaccessible in Lean, so its value is already known and it is not tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import App, BVar, Clause, Const, Lit, Proof, Term, args_of, head
from leanbridge.errors import Unsupported
from leanbridge.interp.values import PROOF, Data, ListValue, Value


class _Unbound:
    """The value of a clause variable that no value binds; any use of it fails by name."""

    def __repr__(self) -> str:
        return "UNBOUND"

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Unsupported("a pattern variable that stands only for an erased parameter")

    def __call__(self, *_: Value) -> Value:
        raise Unsupported("a pattern variable that stands only for an erased parameter")


UNBOUND = _Unbound()
Slots: TypeAlias = list[Value]
Test: TypeAlias = Callable[[Value, Slots], bool]
"""Whether a value fits; fills the slots of the variables it binds."""


def compile_clause(
    clause: Clause, definitions: Definitions
) -> Callable[[tuple[Value, ...]], Slots | None]:
    """A function to the clause's variables in order, or None if the scrutinees do not fit."""
    size = len(clause.names)
    tests = [_pattern(p, size, definitions) for p in clause.patterns]

    def fit(scrutinees: tuple[Value, ...]) -> Slots | None:
        slots: Slots = [UNBOUND] * size
        for test, value in zip(tests, scrutinees, strict=True):
            if not test(value, slots):
                return None
        return slots

    return fit


def _pattern(pattern: Term, size: int, definitions: Definitions) -> Test:
    match pattern:
        case BVar(index=i) if i < size:
            return _bind(size - 1 - i)
        case Proof():
            return _anything
        case Lit(value=v):
            return lambda x, _: bool(x == v)
        case Const(name=name):
            return _constructor(name, (), size, definitions)
        case App(fn=Const(name=name)):
            return _constructor(name, args_of(pattern), size, definitions)
        case _:
            return _anything


def _anything(_: Value, __: Slots) -> bool:
    return True


def _bind(slot: int) -> Test:
    def bind(value: Value, slots: Slots) -> bool:
        slots[slot] = value
        return True

    return bind


def _constructor(name: str, args: tuple[Term, ...], size: int, defs: Definitions) -> Test:
    def sub(i: int) -> Test:
        return _pattern(args[i], size, defs)

    match name:
        case "OfNat.ofNat":
            return _numeral(args[1])
        case "Nat.zero":
            return lambda x, _: bool(x == 0)
        case "Nat.succ":
            return _plus(sub(0), 1)
        case "HAdd.hAdd" if _literal(args[2]) is not None:
            return _plus(sub(1), _literal(args[2]) or 0)
        case "Bool.true" | "Bool.false":
            wanted = name == "Bool.true"
            return lambda x, _: x is wanted
        case "Unit.unit" | "PUnit.unit":
            return _anything
        case "Prod.mk":
            return _pair(sub(2), sub(3))
        case "Fin.mk":
            return sub(1)
        case "Subtype.mk":
            return sub(2)
        case "Int.ofNat":
            return _when(lambda x: x >= 0, lambda x: x, sub(0))
        case "Int.negSucc":
            return _when(lambda x: x < 0, lambda x: -x - 1, sub(0))
        case "List.nil":
            return lambda x, _: not x.items
        case "List.cons":
            return _cons(sub(1), sub(2))
        case "Equiv.mk":
            return _fields("Equiv.mk", [sub(i) for i in range(2, 4)])
        case "Option.some" | "Sum.inl" | "Sum.inr":
            return _fields(name, [sub(len(args) - 1)])
        case "Option.none":
            return _fields(name, [])
    declaration = defs.declaration(name)
    if declaration is None or declaration.constructor is None:
        return _anything  # inaccessible: a term that Lean has already unified
    params = declaration.constructor.params
    return _fields(name, [sub(i) for i in range(params, len(args))])


def _literal(term: Term) -> int | None:
    if isinstance(term, Lit) and isinstance(term.value, int):
        return term.value
    if isinstance(head(term), Const) and head(term) is Const("OfNat.ofNat"):
        return _literal(args_of(term)[1])
    return None


def _numeral(term: Term) -> Test:
    wanted = _literal(term)
    return lambda x, _: bool(x == wanted)


def _plus(inner: Test, k: int) -> Test:
    return lambda x, slots: x >= k and inner(x - k, slots)


def _pair(first: Test, second: Test) -> Test:
    return lambda x, slots: first(x[0], slots) and second(x[1], slots)


def _when(holds: Callable[[int], bool], view: Callable[[int], int], inner: Test) -> Test:
    return lambda x, slots: holds(x) and inner(view(x), slots)


def _cons(first: Test, rest: Test) -> Test:
    def fit(x: ListValue, slots: Slots) -> bool:
        return bool(x.items) and first(x.items[0], slots) and rest(ListValue(x.items[1:]), slots)

    return fit


def _fields(name: str, tests: list[Test]) -> Test:
    def fit(x: Value, slots: Slots) -> bool:
        if not isinstance(x, Data) or x.constructor != name:
            return False
        return all(t(v, slots) for t, v in zip(tests, x.fields, strict=False) if v is not PROOF)

    return fit
