# ruff: noqa: E501  (a table: one case a line)
"""The cases: for each op a closed term and its value, from Lean's defining equations.

A literal table; longer than a module of one idea should be, because it is a table. Numbers with a
`Near` are from the constants' published decimal expansions.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from leanbridge.core.terms import BVar, Const, Lam, Lit, Pi, Proof, Term, app, const, nat
from leanbridge.interp.values import (
    BaseType,
    Data,
    DataType,
    FinsetValue,
    FinType,
    ListValue,
    ProdType,
    Table,
    Value,
)


@dataclass(frozen=True, slots=True)
class Near:
    """A real within 10⁻ᵈⁱᵍⁱᵗˢ of a decimal."""

    text: str
    digits: int = 20


@dataclass(frozen=True, slots=True)
class At:
    """A function with these values: (arguments, value)."""

    points: tuple[tuple[tuple[Value, ...], Value], ...]


@dataclass(frozen=True, slots=True)
class Raises:
    """No value: an error of this class."""

    error: str


@dataclass(frozen=True, slots=True)
class Case:
    """`term` applies `op` and has the value `expected`."""

    op: str
    term: Term
    expected: Value


# ----- short names for terms --------------------------------------------------------------

N, Z, R, B = (Const(x) for x in ("Nat", "Int", "Real", "Bool"))
S, UNIT = Const("String"), Const("Unit")
TRUE, FALSE = Const("True"), Const("False")
YES, NO = Const("Bool.true"), Const("Bool.false")
OK = Proof(TRUE)
X = BVar(0)


def fin(n: int) -> Term:
    return const("Fin", nat(n))


def at(n: int, i: int) -> Term:
    """`i : Fin n`."""
    return const("Fin.mk", nat(n), nat(i), OK)


def num(p: int, q: int = 1, kind: Term = R) -> Term:
    """`p / q` in ℝ (or ℤ)."""
    whole = const("OfNat.ofNat", kind, Lit(abs(p)))
    signed = const("Neg.neg", kind, whole) if p < 0 else whole
    return signed if q == 1 else const("HDiv.hDiv", kind, signed, num(q, 1, kind))


def z(p: int) -> Term:
    return num(p, 1, Z)


def fun(*parts: Term) -> Term:
    """`fun (_ : t₁) … => body`."""
    *types, body = parts
    for t in reversed(types):
        body = Lam("x", "", t, body)
    return body


def items(kind: Term, *values: Term) -> Term:
    """A list."""
    out = const("List.nil", kind)
    for v in reversed(values):
        out = const("List.cons", kind, v, out)
    return out


def finset(kind: Term, *values: Term) -> Term:
    out = const("EmptyCollection.emptyCollection", const("Finset", kind))
    for v in reversed(values):
        out = const("Insert.insert", kind, const("Finset", kind), v, out)
    return out


def pair(a: Term, b: Term, s: Term = N, t: Term = N) -> Term:
    return const("Prod.mk", s, t, a, b)


def prod(s: Term, t: Term) -> Term:
    return const("Prod", s, t)


def pi(s: Term, t: Term) -> Term:
    """`s → t` for a closed t."""
    return Pi("x", "", s, t)


def vec(*values: Term) -> Term:
    """`![a, b, …]` over ℝ."""
    out = const("Matrix.vecEmpty", R)
    for n, v in enumerate(reversed(values)):
        out = const("Matrix.vecCons", R, nat(n), v, out)
    return out


def q(p: int, d: int = 1) -> fmpq:
    return fmpq(p, d)


def nats(*values: int) -> ListValue:
    return ListValue(values)


def val(n: int, i: Term) -> Term:
    return const("Fin.val", nat(n), i)


def lt(kind: Term, a: Term, b: Term) -> Term:
    return const("LT.lt", kind, a, b)


def le(kind: Term, a: Term, b: Term) -> Term:
    return const("LE.le", kind, a, b)


def eq(kind: Term, a: Term, b: Term) -> Term:
    return const("Eq", kind, a, b)


def on(name: str, kind: Term, *args: Term) -> Term:
    return const(name, kind, *args)


def add(kind: Term, a: Term, b: Term) -> Term:
    return const("HAdd.hAdd", kind, a, b)


def mul(kind: Term, a: Term, b: Term) -> Term:
    return const("HMul.hMul", kind, a, b)


SUCC = fun(N, add(N, X, nat(1)))
BELOW2 = fun(N, const("Decidable.decide", lt(N, X, nat(2))))
V2 = pi(fin(2), R)
L12 = items(N, nat(1), nat(2))
L312 = items(N, nat(3), nat(1), nat(2))
S12, S23 = finset(N, nat(1), nat(2)), finset(N, nat(2), nat(3))
FN, SETN = const("Finset", N), const("Set", N)
SMALL = const("setOf", N, fun(N, lt(N, X, nat(2))))
SQUARE = fun(R, mul(R, X, X))
CLM_RR = const("ContinuousLinearMap", R, R, R)
DOUBLE = fun(R, mul(R, num(2), X))
SWAP2 = const("Equiv.swap", fin(3), at(3, 0), at(3, 2))
FPF = const("finProdFinEquiv", nat(2), nat(3))
FSF = const("finSumFinEquiv", nat(2), nat(3))


def rows(*values: Term) -> Term:
    """A matrix from its rows."""
    kind = pi(fin(2), R)
    out = const("Matrix.vecEmpty", kind)
    for n, v in enumerate(reversed(values)):
        out = const("Matrix.vecCons", kind, nat(n), v, out)
    return out


M = rows(vec(num(1), num(2)), vec(num(3), num(4)))


def inside(s: Term, a: Term, kind: Term = N, container: Term = SETN) -> Term:
    return const("Membership.mem", kind, container, s, a)


CASES: tuple[Case, ...] = (
    # types
    Case("Nat", N, BaseType("Nat")),
    Case("Int", Z, BaseType("Int")),
    Case("Rat", Const("Rat"), BaseType("Rat")),
    Case("Real", R, BaseType("Real")),
    Case("Bool", B, BaseType("Bool")),
    Case("String", S, BaseType("String")),
    Case("Char", Const("Char"), BaseType("Char")),
    Case("Unit", UNIT, BaseType("Unit")),
    Case("PUnit", Const("PUnit"), BaseType("PUnit")),
    Case("Empty", const("Nonempty", Const("Empty")), False),
    Case("Fin", fin(3), FinType(3)),
    Case("Prod", prod(N, R), ProdType(BaseType("Nat"), BaseType("Real"))),
    Case("Prod", prod(N, Z), ProdType(BaseType("Nat"), BaseType("Int"))),
    Case("Subtype", const("Fintype.card", const("Subtype", fin(5), fun(fin(5), lt(N, val(5, X), nat(2))))), 2),
    Case("Set", const("Fintype.card", const("Set", fin(3))), 8),
    Case("Set", eq(const("Set", fin(3)), const("setOf", fin(3), fun(fin(3), lt(N, val(3, X), nat(2)))), const("setOf", fin(3), fun(fin(3), on("Ne", N, val(3, X), nat(2))))), True),
    Case("Finset", FN, DataType("Finset", (BaseType("Nat"),))),
    Case("List", const("List", N), DataType("List", (BaseType("Nat"),))),
    Case("Option", const("Fintype.card", const("Option", fin(3))), 4),
    Case("Sum", const("Fintype.card", const("Sum", fin(3), fin(2))), 5),
    Case("Equiv", const("Equiv", N, N), DataType("Equiv", (BaseType("Nat"),) * 2)),
    Case("ContinuousLinearMap", CLM_RR, DataType("ContinuousLinearMap", (BaseType("Real"),) * 3)),
    Case("LinearMap", const("LinearMap", R, R, R), DataType("LinearMap", (BaseType("Real"),) * 3)),
    Case("Matrix", app(mul(const("Matrix", fin(2), fin(2), R), M, M), at(2, 0)), Table((q(7), q(10)))),
    # logic
    Case("True", TRUE, True),
    Case("False", FALSE, False),
    Case("Not", const("Not", FALSE), True),
    Case("Not", const("Not", TRUE), False),
    Case("And", const("And", TRUE, TRUE), True),
    Case("And", const("And", FALSE, const("unknown")), False),
    Case("Or", const("Or", FALSE, TRUE), True),
    Case("Or", const("Or", FALSE, FALSE), False),
    Case("Iff", const("Iff", FALSE, FALSE), True),
    Case("Iff", const("Iff", TRUE, FALSE), False),
    Case("Eq", eq(N, nat(2), nat(2)), True),
    Case("Eq", eq(R, num(1, 3), num(2, 6)), True),
    Case("Eq", eq(pi(fin(3), N), fun(fin(3), val(3, X)), fun(fin(3), nat(0))), False),
    Case("Eq", eq(pi(fin(1), N), fun(fin(1), val(1, X)), fun(fin(1), nat(0))), True),
    Case("Ne", on("Ne", N, nat(2), nat(3)), True),
    Case("Exists", const("Exists", fin(3), fun(fin(3), eq(N, val(3, X), nat(2)))), True),
    Case("Exists", const("Exists", fin(3), fun(fin(3), eq(N, val(3, X), nat(3)))), False),
    Case("ExistsUnique", const("ExistsUnique", fin(3), fun(fin(3), lt(N, val(3, X), nat(1)))), True),
    Case("ExistsUnique", const("ExistsUnique", fin(3), fun(fin(3), lt(N, val(3, X), nat(2)))), False),
    Case("Nonempty", const("Nonempty", fin(0)), False),
    Case("NeZero", on("NeZero", N, nat(0)), False),
    Case("NeZero", on("NeZero", N, nat(2)), True),
    Case("Fact", const("Fact", lt(N, nat(1), nat(2))), True),
    Case("Decidable.decide", const("Decidable.decide", lt(N, nat(2), nat(2))), False),
    Case("ite", const("ite", N, lt(N, nat(1), nat(2)), nat(5), const("unknown")), 5),
    Case("ite", const("ite", N, lt(N, nat(2), nat(1)), nat(5), nat(6)), 6),
    Case("dite", const("dite", N, lt(N, nat(2), nat(1)), const("unknown"), fun(FALSE, nat(6))), 6),
    Case("dite", const("dite", N, lt(N, nat(1), nat(2)), fun(TRUE, nat(5)), fun(FALSE, nat(6))), 5),
    Case("Bool.true", YES, True),
    Case("Bool.false", NO, False),
    Case("Bool.xor", const("Bool.xor", YES, YES), False),
    Case("Bool.xor", const("Bool.xor", YES, NO), True),
    Case("Bool.and", const("Bool.and", YES, YES), True),
    Case("Bool.or", const("Bool.or", NO, NO), False),
    Case("Bool.not", const("Bool.not", NO), True),
    Case("cond", const("cond", N, NO, const("unknown"), nat(3)), 3),
    Case("BEq.beq", on("BEq.beq", N, nat(3), nat(3)), True),
    Case("bne", on("bne", N, nat(3), nat(3)), False),
    Case("Eq.mpr", const("Eq.mpr", fin(6), const("Fin", mul(N, nat(2), nat(3))), OK, at(6, 4)), 4),
    Case("Eq.mpr", const("Eq.mpr", fin(6), fin(5), OK, at(5, 4)), Raises("Undefined")),
    Case("Eq.mp", const("Eq.mp", fin(6), fin(6), OK, at(6, 4)), 4),
    Case("cast", const("cast", fin(6), fin(7), OK, at(6, 4)), Raises("Undefined")),
    Case("cast", const("cast", N, N, OK, nat(4)), 4),
    Case("Eq.rec", const("Eq.rec", N, nat(2), fun(N, TRUE, N), nat(9), nat(2), OK), 9),
    Case("Eq.rec", const("Eq.rec", N, nat(2), fun(N, TRUE, N), nat(9), nat(3), OK), Raises("Undefined")),
    Case("Eq.rec_cast", const("Eq.rec_cast", fin(2), fin(2), TRUE, OK, at(2, 1)), 1),
    Case("Eq.rec_cast", const("Eq.rec_cast", fin(2), fin(3), TRUE, OK, at(2, 1)), Raises("Undefined")),
    Case("False.elim", const("False.elim", N, OK), Raises("Undefined")),
    Case("absurd", const("absurd", TRUE, N, OK, OK), Raises("Undefined")),
    # order
    Case("LT.lt", lt(R, num(1, 3), num(1, 2)), True),
    Case("LT.lt", lt(N, nat(2), nat(2)), False),
    Case("LE.le", le(N, nat(2), nat(2)), True),
    Case("LE.le", le(V2, vec(num(1), num(2)), vec(num(1), num(1))), False),
    Case("GT.gt", on("GT.gt", Z, z(-1), z(-2)), True),
    Case("GE.ge", on("GE.ge", Z, z(-3), z(-2)), False),
    Case("Max.max", on("Max.max", R, num(-1), num(-2)), q(-1)),
    Case("Max.max", on("Max.max", N, nat(3), nat(5)), 5),
    Case("Min.min", on("Min.min", N, nat(3), nat(5)), 3),
    Case("abs", on("abs", R, num(-2, 3)), q(2, 3)),
    Case("abs", on("abs", Z, z(-3)), 3),
    Case("Dvd.dvd", on("Dvd.dvd", N, nat(3), nat(6)), True),
    Case("Dvd.dvd", on("Dvd.dvd", N, nat(0), nat(6)), False),
    Case("Dvd.dvd", on("Dvd.dvd", N, nat(0), nat(0)), True),
    Case("Monotone", const("Monotone", fin(3), N, fun(fin(3), const("HDiv.hDiv", N, val(3, X), nat(2)))), True),
    Case("Antitone", const("Antitone", fin(3), N, fun(fin(3), val(3, X))), False),
    Case("StrictMono", const("StrictMono", fin(3), N, fun(fin(3), const("HDiv.hDiv", N, val(3, X), nat(2)))), False),
    Case("StrictAnti", const("StrictAnti", fin(3), N, fun(fin(3), const("HSub.hSub", N, nat(2), val(3, X)))), True),
    Case("MonotoneOn", const("MonotoneOn", fin(4), N, fun(fin(4), const("HMod.hMod", N, val(4, X), nat(3))), fun(fin(4), lt(N, val(4, X), nat(3)))), True),
    Case("StrictMonoOn", const("StrictMonoOn", fin(4), N, fun(fin(4), const("HMod.hMod", N, val(4, X), nat(3))), fun(fin(4), TRUE)), False),
    # arithmetic
    Case("OfNat.ofNat", nat(7), 7),
    Case("OfNat.ofNat", const("OfNat.ofNat", fin(3), Lit(7)), 1),
    Case("OfNat.ofNat", const("OfNat.ofNat", V2, Lit(7)), Table((q(7), q(7)))),
    Case("OfScientific.ofScientific", const("OfScientific.ofScientific", R, Lit(125), YES, Lit(2)), q(5, 4)),
    Case("OfScientific.ofScientific", const("OfScientific.ofScientific", R, Lit(125), NO, Lit(2)), q(12500)),
    Case("HAdd.hAdd", add(fin(3), at(3, 2), at(3, 2)), 1),
    Case("HAdd.hAdd", add(V2, vec(num(1), num(2)), vec(num(3), num(5))), Table((q(4), q(7)))),
    Case("HSub.hSub", on("HSub.hSub", N, nat(2), nat(5)), 0),
    Case("HSub.hSub", on("HSub.hSub", Z, z(2), z(5)), -3),
    Case("HSub.hSub", on("HSub.hSub", fin(3), at(3, 1), at(3, 2)), 2),
    Case("HMul.hMul", mul(R, num(1, 2), num(2, 3)), q(1, 3)),
    Case("HMul.hMul", mul(fin(5), at(5, 3), at(5, 4)), 2),
    Case("HDiv.hDiv", on("HDiv.hDiv", R, num(1), num(0)), q(0)),
    Case("HDiv.hDiv", on("HDiv.hDiv", N, nat(7), nat(2)), 3),
    Case("HDiv.hDiv", on("HDiv.hDiv", N, nat(7), nat(0)), 0),
    Case("HDiv.hDiv", on("HDiv.hDiv", Z, z(-7), z(2)), -4),
    Case("HDiv.hDiv", on("HDiv.hDiv", Z, z(-7), z(-2)), 4),
    Case("HMod.hMod", on("HMod.hMod", N, nat(7), nat(0)), 7),
    Case("HMod.hMod", on("HMod.hMod", Z, z(-7), z(-2)), 1),
    Case("HPow.hPow", const("HPow.hPow", R, N, num(0), nat(0)), q(1)),
    Case("HPow.hPow", const("HPow.hPow", R, Z, num(2), z(-3)), q(1, 8)),
    Case("HPow.hPow", const("HPow.hPow", N, N, nat(2), nat(10)), 1024),
    Case("HSMul.hSMul", const("HSMul.hSMul", R, V2, num(3), vec(num(1), num(-2))), Table((q(3), q(-6)))),
    Case("HSMul.hSMul", const("HSMul.hSMul", N, R, nat(3), num(1, 2)), q(3, 2)),
    Case("Neg.neg", on("Neg.neg", fin(5), at(5, 2)), 3),
    Case("Neg.neg", on("Neg.neg", V2, vec(num(1), num(-2))), Table((q(-1), q(2)))),
    Case("Inv.inv", on("Inv.inv", R, num(0)), q(0)),
    Case("Inv.inv", on("Inv.inv", R, num(-2, 3)), q(-3, 2)),
    Case("Nat.zero", Const("Nat.zero"), 0),
    Case("Nat.succ", const("Nat.succ", nat(4)), 5),
    Case("Nat.pred", const("Nat.pred", nat(0)), 0),
    Case("Nat.add", const("Nat.add", nat(4), nat(3)), 7),
    Case("Nat.sub", const("Nat.sub", nat(3), nat(4)), 0),
    Case("Nat.mul", const("Nat.mul", nat(4), nat(3)), 12),
    Case("Nat.div", const("Nat.div", nat(7), nat(0)), 0),
    Case("Nat.mod", const("Nat.mod", nat(7), nat(4)), 3),
    Case("Nat.pow", const("Nat.pow", nat(2), nat(5)), 32),
    Case("Nat.max", const("Nat.max", nat(2), nat(5)), 5),
    Case("Nat.min", const("Nat.min", nat(2), nat(5)), 2),
    Case("Nat.beq", const("Nat.beq", nat(2), nat(5)), False),
    Case("Nat.ble", const("Nat.ble", nat(2), nat(5)), True),
    Case("Nat.ble", const("Nat.ble", nat(5), nat(5)), True),
    Case("Nat.ble", const("Nat.ble", nat(6), nat(5)), False),
    Case("Nat.log", const("Nat.log", nat(2), nat(9)), 3),
    Case("Nat.log", const("Nat.log", nat(1), nat(9)), 0),
    Case("Nat.log2", const("Nat.log2", nat(8)), 3),
    Case("Nat.clog", const("Nat.clog", nat(2), nat(9)), 4),
    Case("Nat.sqrt", const("Nat.sqrt", nat(8)), 2),
    Case("Nat.choose", const("Nat.choose", nat(5), nat(2)), 10),
    Case("Nat.choose", const("Nat.choose", nat(2), nat(5)), 0),
    Case("Nat.factorial", const("Nat.factorial", nat(5)), 120),
    Case("Nat.gcd", const("Nat.gcd", nat(0), nat(5)), 5),
    Case("Nat.lcm", const("Nat.lcm", nat(4), nat(6)), 12),
    Case("Nat.iterate", const("Nat.iterate", N, SUCC, nat(3), nat(4)), 7),
    Case("Nat.rec", const("Nat.rec", fun(N, N), nat(1), fun(N, N, mul(N, add(N, BVar(1), nat(1)), X)), nat(4)), 24),
    Case("Nat.find", const("Nat.find", fun(N, lt(N, nat(5), X)), OK), 6),
    Case("Int.ofNat", const("Int.ofNat", nat(3)), 3),
    Case("Int.negSucc", const("Int.negSucc", nat(3)), -4),
    Case("Int.toNat", const("Int.toNat", z(-3)), 0),
    Case("Int.natAbs", const("Int.natAbs", z(-3)), 3),
    Case("Int.sign", const("Int.sign", z(-3)), -1),
    Case("Int.ediv", const("Int.ediv", z(-7), z(2)), -4),
    Case("Int.emod", const("Int.emod", z(-7), z(0)), -7),
    Case("Int.emod", const("Int.emod", z(-7), z(2)), 1),
    Case("Int.emod", const("Int.emod", z(-7), z(-2)), 1),
    Case("Int.fract", on("Int.fract", R, num(-5, 3)), q(1, 3)),
    Case("round", on("round", R, num(-1, 2)), 0),
    Case("round", on("round", R, num(1, 2)), 1),
    Case("Int.floor", on("Int.floor", R, num(-5, 3)), -2),
    Case("Int.ceil", on("Int.ceil", R, num(-5, 3)), -1),
    Case("Nat.floor", on("Nat.floor", R, num(-5, 3)), 0),
    Case("Nat.ceil", on("Nat.ceil", R, num(5, 3)), 2),
    # casts
    Case("Nat.cast", const("Nat.cast", R, nat(3)), q(3)),
    Case("Nat.cast", const("Nat.cast", fin(2), nat(3)), 1),
    Case("Int.cast", const("Int.cast", R, z(-3)), q(-3)),
    Case("Int.cast", const("Int.cast", Z, z(-3)), -3),
    Case("Rat.cast", const("Rat.cast", R, num(1, 3, Const("Rat"))), q(1, 3)),
    # functions
    Case("id", const("id", N, nat(3)), 3),
    Case("Function.comp", const("Function.comp", N, N, N, SUCC, fun(N, mul(N, X, X)), nat(3)), 10),
    Case("Function.const", const("Function.const", N, N, nat(3), nat(9)), 3),
    Case("Function.update", const("Function.update", fin(3), fun(fin(3), N), fun(fin(3), nat(0)), at(3, 1), nat(5)), Table((0, 5, 0))),
    Case("Function.uncurry", const("Function.uncurry", N, N, N, fun(N, N, BVar(1)), pair(nat(1), nat(2))), 1),
    Case("Function.curry", const("Function.curry", N, N, N, fun(prod(N, N), const("Prod.snd", N, N, X)), nat(1), nat(2)), 2),
    Case("Function.Injective", const("Function.Injective", fin(3), N, fun(fin(3), val(3, X))), True),
    Case("Function.Injective", const("Function.Injective", fin(3), N, fun(fin(3), nat(1))), False),
    Case("Function.Surjective", const("Function.Surjective", fin(3), fin(2), fun(fin(3), const("Fin.ofNat", nat(2), val(3, X)))), True),
    Case("Function.Bijective", const("Function.Bijective", fin(3), fin(2), fun(fin(3), const("Fin.ofNat", nat(2), val(3, X)))), False),
    Case("Pi.single", const("Pi.single", fin(3), fun(fin(3), R), at(3, 1), num(5)), Table((q(0), q(5), q(0)))),
    Case("DFunLike.coe", const("DFunLike.coe", const("Equiv", fin(3), fin(3)), fin(3), fun(fin(3), fin(3)), SWAP2, at(3, 0)), 2),
    # pairs, subtypes
    Case("Prod.mk", pair(nat(1), nat(2)), (1, 2)),
    Case("Prod.fst", const("Prod.fst", N, N, pair(nat(1), nat(2))), 1),
    Case("Prod.snd", const("Prod.snd", N, N, pair(nat(1), nat(2))), 2),
    Case("Prod.map", const("Prod.map", N, N, N, N, SUCC, fun(N, X), pair(nat(1), nat(2))), (2, 2)),
    Case("Prod.swap", const("Prod.swap", N, N, pair(nat(1), nat(2))), (2, 1)),
    Case("Subtype.mk", const("Subtype.mk", N, fun(N, lt(N, X, nat(3))), nat(2), OK), 2),
    Case("Subtype.mk", const("Subtype.mk", N, fun(N, lt(N, X, nat(3))), nat(3), OK), Raises("Undefined")),
    Case("Subtype.val", const("Subtype.val", N, fun(N, TRUE), nat(2)), 2),
    Case("Unit.unit", Const("Unit.unit"), ()),
    Case("PUnit.unit", Const("PUnit.unit"), ()),
    Case("Sum.inl", const("Sum.inl", N, N, nat(2)), Data("Sum.inl", (2,))),
    Case("Sum.inr", const("Sum.inr", N, N, nat(2)), Data("Sum.inr", (2,))),
    # Fin
    Case("Fin.mk", at(3, 2), 2),
    Case("Fin.mk", at(3, 3), Raises("Undefined")),
    Case("Fin.val", val(3, at(3, 2)), 2),
    Case("Fin.cast", const("Fin.cast", nat(3), add(N, nat(1), nat(2)), OK, at(3, 2)), 2),
    Case("Fin.cast", const("Fin.cast", nat(3), nat(4), OK, at(3, 2)), Raises("Undefined")),
    Case("Fin.castLE", const("Fin.castLE", nat(3), nat(4), OK, at(3, 2)), 2),
    Case("Fin.castLE", const("Fin.castLE", nat(4), nat(3), OK, at(4, 2)), Raises("Undefined")),
    Case("Fin.castSucc", const("Fin.castSucc", nat(3), at(3, 2)), 2),
    Case("Fin.castAdd", const("Fin.castAdd", nat(3), nat(5), at(3, 2)), 2),
    Case("Fin.natAdd", const("Fin.natAdd", nat(3), nat(5), at(3, 2)), 7),
    Case("Fin.succ", const("Fin.succ", nat(3), at(3, 2)), 3),
    Case("Fin.last", const("Fin.last", nat(3)), 3),
    Case("Fin.rev", const("Fin.rev", nat(5), at(5, 1)), 3),
    Case("Fin.ofNat", const("Fin.ofNat", nat(5), nat(7)), 2),
    Case("Fin.cons", const("Fin.cons", nat(2), fun(fin(3), N), nat(9), fun(fin(2), val(2, X))), Table((9, 0, 1))),
    Case("Fin.snoc", const("Fin.snoc", nat(2), fun(fin(3), N), fun(fin(2), val(2, X)), nat(9)), Table((0, 1, 9))),
    Case("Fin.append", const("Fin.append", nat(2), nat(1), N, fun(fin(2), val(2, X)), fun(fin(1), nat(9))), Table((0, 1, 9))),
    Case("Fin.elim0", const("Fin.elim0", N, nat(0)), Raises("Undefined")),
    Case("Fin.castLT", const("Fin.castLT", nat(2), nat(5), at(5, 1), OK), 1),
    Case("Fin.castLT", const("Fin.castLT", nat(2), nat(5), at(5, 2), OK), Raises("Undefined")),
    Case("Fin.pred", const("Fin.pred", nat(4), at(5, 2), OK), 1),
    Case("Fin.addNat", const("Fin.addNat", nat(3), at(3, 1), nat(4)), 5),
    Case("Fin.toNat", const("Fin.toNat", nat(3), at(3, 1)), 1),
    Case("Fin.divNat", const("Fin.divNat", nat(2), nat(3), at(6, 5)), 1),
    Case("Fin.modNat", const("Fin.modNat", nat(2), nat(3), at(6, 5)), 2),
    Case("Fin.succAbove", const("Fin.succAbove", nat(3), at(4, 1), at(3, 1)), 2),
    Case("Fin.succAbove", const("Fin.succAbove", nat(3), at(4, 2), at(3, 1)), 1),
    # equivalences
    Case("Equiv.mk", const("Equiv.mk", N, N, SUCC, fun(N, const("Nat.pred", X)), OK, OK), At((((3,), 4),))),
    Case("Equiv.toFun", const("Equiv.toFun", fin(3), fin(3), SWAP2, at(3, 2)), 0),
    Case("Equiv.invFun", const("Equiv.invFun", prod(fin(2), fin(3)), fin(6), FPF, at(6, 5)), (1, 2)),
    Case("Equiv.symm", const("Equiv.symm", prod(fin(2), fin(3)), fin(6), FPF), At((((4,), (1, 1)),))),
    Case("Equiv.refl", const("Equiv.refl", N), At((((3,), 3),))),
    Case("Equiv.trans", const("Equiv.trans", fin(3), fin(3), fin(3), SWAP2, const("Equiv.swap", fin(3), at(3, 2), at(3, 1))), At((((0,), 1), ((1,), 2), ((2,), 0)))),
    Case("Equiv.prodCongr", const("Equiv.prodCongr", fin(3), fin(3), N, N, SWAP2, const("Equiv.refl", N)), At(((((0, 7),), (2, 7)),))),
    Case("Equiv.prodComm", const("Equiv.prodComm", N, N), At(((((1, 2),), (2, 1)),))),
    Case("Equiv.prodAssoc", const("Equiv.prodAssoc", N, N, N), At((((((1, 2), 3),), (1, (2, 3))),))),
    Case("Equiv.swap", SWAP2, At((((0,), 2), ((1,), 1), ((2,), 0)))),
    Case("finProdFinEquiv", FPF, At(((((0, 2),), 2), (((1, 0),), 3)))),
    Case("finSumFinEquiv", FSF, At((((Data("Sum.inl", (1,)),), 1), ((Data("Sum.inr", (1,)),), 3)))),
    Case("finCongr", const("finCongr", nat(3), nat(3), OK), At((((2,), 2),))),
    Case("finCongr", const("finCongr", nat(3), nat(4), OK), Raises("Undefined")),
    # finite sets
    Case("Finset.univ", const("Finset.univ", fin(3)), FinsetValue((0, 1, 2))),
    Case("Finset.sum", const("Finset.sum", fin(3), R, const("Finset.univ", fin(3)), fun(fin(3), const("Nat.cast", R, val(3, X)))), q(3)),
    Case("Finset.sum", const("Finset.sum", fin(0), R, const("Finset.univ", fin(0)), fun(fin(0), num(1))), q(0)),
    Case("Finset.prod", const("Finset.prod", fin(3), N, const("Finset.univ", fin(3)), fun(fin(3), add(N, val(3, X), nat(1)))), 6),
    Case("Finset.prod", const("Finset.prod", fin(0), R, const("Finset.univ", fin(0)), fun(fin(0), num(5))), q(1)),
    Case("Finset.sup'", const("Finset.sup'", R, fin(3), const("Finset.univ", fin(3)), OK, vec(num(-1), num(-3), num(-2))), q(-1)),
    Case("Finset.sup'", const("Finset.sup'", R, fin(0), const("Finset.univ", fin(0)), OK, vec()), Raises("Undefined")),
    Case("Finset.inf'", const("Finset.inf'", R, fin(3), const("Finset.univ", fin(3)), OK, vec(num(1), num(3), num(2))), q(1)),
    Case("Finset.sup", const("Finset.sup", N, fin(0), const("Finset.univ", fin(0)), fun(fin(0), nat(1))), 0),
    Case("Finset.inf", const("Finset.inf", fin(4), fin(0), const("Finset.univ", fin(0)), fun(fin(0), at(4, 1))), 3),
    Case("Finset.max'", const("Finset.max'", N, S23, OK), 3),
    Case("Finset.min'", const("Finset.min'", N, S23, OK), 2),
    Case("Finset.filter", const("Finset.filter", N, fun(N, lt(N, X, nat(2))), S12), FinsetValue((1,))),
    Case("Finset.card", const("Finset.card", N, finset(N, nat(1), nat(2), nat(1))), 2),
    Case("Finset.range", const("Finset.range", nat(3)), FinsetValue((0, 1, 2))),
    Case("Finset.image", const("Finset.image", N, N, fun(N, const("HDiv.hDiv", N, X, nat(2))), S23), FinsetValue((1,))),
    Case("Finset.biUnion", const("Finset.biUnion", N, N, S12, fun(N, const("Finset.range", X))), FinsetValue((0, 1))),
    Case("Finset.product", const("Finset.product", N, N, S12, finset(N, nat(5))), FinsetValue(((1, 5), (2, 5)))),
    Case("SProd.sprod", const("SProd.sprod", N, N, S12, finset(N, nat(5))), FinsetValue(((1, 5), (2, 5)))),
    Case("Finset.attach", const("Finset.attach", N, S12), FinsetValue((1, 2))),
    Case("Finset.Elem", const("Fintype.card", const("Finset.Elem", fin(5), finset(fin(5), at(5, 1), at(5, 4)))), 2),
    Case("Finset.coe", const("Finset.coe", N, S12), At((((1,), True), ((3,), False)))),
    Case("Finset.expect", const("Finset.expect", fin(2), R, const("Finset.univ", fin(2)), vec(num(1), num(2))), q(3, 2)),
    Case("Finset.expect", const("Finset.expect", fin(0), R, const("Finset.univ", fin(0)), vec()), q(0)),
    Case("Finset.Nonempty", const("Finset.Nonempty", N, finset(N)), False),
    Case("Finset.erase", const("Finset.erase", N, S12, nat(2)), FinsetValue((1,))),
    Case("Finset.Icc", const("Finset.Icc", N, nat(1), nat(3)), FinsetValue((1, 2, 3))),
    Case("Finset.Ico", const("Finset.Ico", N, nat(1), nat(3)), FinsetValue((1, 2))),
    Case("Finset.Ioc", const("Finset.Ioc", N, nat(1), nat(3)), FinsetValue((2, 3))),
    Case("Finset.Ioo", const("Finset.Ioo", N, nat(1), nat(3)), FinsetValue((2,))),
    Case("Fintype.card", const("Fintype.card", pi(fin(2), fin(3))), 9),
    Case("Fintype.card", const("Fintype.card", prod(fin(3), B)), 6),
    Case("Insert.insert", finset(N, nat(1), nat(1)), FinsetValue((1,))),
    Case("Singleton.singleton", const("Singleton.singleton", N, FN, nat(4)), FinsetValue((4,))),
    Case("EmptyCollection.emptyCollection", finset(N), FinsetValue(())),
    Case("Membership.mem", inside(S12, nat(3), N, FN), False),
    Case("Membership.mem", inside(SMALL, nat(1)), True),
    Case("Membership.mem", inside(L12, nat(2), N, const("List", N)), True),
    Case("Union.union", const("Union.union", FN, S12, S23), FinsetValue((1, 2, 3))),
    Case("Inter.inter", const("Inter.inter", FN, S12, S23), FinsetValue((2,))),
    Case("SDiff.sdiff", const("SDiff.sdiff", FN, S12, S23), FinsetValue((1,))),
    Case("SDiff.sdiff", const("SDiff.sdiff", SETN, SMALL, SMALL), At((((1,), False),))),
    Case("Compl.compl", const("Compl.compl", SETN, SMALL), At((((1,), False), ((2,), True)))),
    Case("HasSubset.Subset", const("HasSubset.Subset", FN, S12, S23), False),
    Case("HasSubset.Subset", const("HasSubset.Subset", const("Set", fin(3)), fun(fin(3), FALSE), fun(fin(3), FALSE)), True),
    # sets
    Case("setOf", SMALL, At((((1,), True), ((2,), False)))),
    Case("Set.Elem", const("Fintype.card", const("Set.Elem", fin(5), fun(fin(5), lt(N, val(5, X), nat(2))))), 2),
    Case("Set.univ", const("Set.univ", N), At((((1,), True),))),
    Case("Set.image", const("Set.image", fin(3), N, fun(fin(3), mul(N, val(3, X), nat(2))), fun(fin(3), TRUE)), At((((4,), True), ((3,), False)))),
    Case("Set.preimage", const("Set.preimage", N, N, SUCC, SMALL), At((((0,), True), ((1,), False)))),
    Case("Set.range", const("Set.range", N, fin(3), fun(fin(3), mul(N, val(3, X), nat(2)))), At((((4,), True), ((3,), False)))),
    Case("Set.Icc", const("Set.Icc", N, nat(1), nat(3)), At((((1,), True), ((3,), True), ((4,), False)))),
    Case("Set.Ico", const("Set.Ico", N, nat(1), nat(3)), At((((1,), True), ((3,), False)))),
    Case("Set.Ioc", const("Set.Ioc", N, nat(1), nat(3)), At((((1,), False), ((3,), True)))),
    Case("Set.Ioo", const("Set.Ioo", N, nat(1), nat(3)), At((((1,), False), ((2,), True), ((3,), False)))),
    Case("Set.Ici", const("Set.Ici", N, nat(1)), At((((0,), False), ((1,), True)))),
    Case("Set.Iic", const("Set.Iic", N, nat(1)), At((((1,), True), ((2,), False)))),
    Case("Set.Ioi", const("Set.Ioi", N, nat(1)), At((((1,), False), ((2,), True)))),
    Case("Set.Iio", const("Set.Iio", N, nat(1)), At((((0,), True), ((1,), False)))),
    Case("Set.EqOn", const("Set.EqOn", fin(3), N, fun(fin(3), val(3, X)), fun(fin(3), nat(0)), fun(fin(3), lt(N, val(3, X), nat(1)))), True),
    Case("Set.InjOn", const("Set.InjOn", fin(3), N, fun(fin(3), const("HDiv.hDiv", N, val(3, X), nat(2))), fun(fin(3), lt(N, val(3, X), nat(2)))), False),
    Case("Set.Nonempty", const("Set.Nonempty", fin(3), fun(fin(3), FALSE)), False),
    # real functions
    Case("Real.sqrt", const("Real.sqrt", num(9, 4)), q(3, 2)),
    Case("Real.sqrt", const("Real.sqrt", num(-9)), q(0)),
    Case("Real.sqrt", mul(R, const("Real.sqrt", num(2)), const("Real.sqrt", num(2))), q(2)),
    Case("Real.exp", const("Real.exp", num(0)), q(1)),
    Case("Real.exp", const("Real.exp", num(1)), Near("2.71828182845904523536")),
    Case("Real.log", const("Real.log", num(0)), q(0)),
    Case("Real.log", const("Real.log", num(-2)), Near("0.69314718055994530941")),
    Case("Real.sin", const("Real.sin", num(1)), Near("0.84147098480789650665")),
    Case("Real.cos", const("Real.cos", num(1)), Near("0.54030230586813971740")),
    Case("Real.tan", const("Real.tan", num(1)), Near("1.55740772465490223050")),
    Case("Real.sinh", const("Real.sinh", num(1)), Near("1.17520119364380145688")),
    Case("Real.cosh", const("Real.cosh", num(1)), Near("1.54308063481524377847")),
    Case("Real.tanh", const("Real.tanh", num(1)), Near("0.76159415595576488811")),
    Case("Real.arctan", const("Real.arctan", num(1)), Near("0.78539816339744830961")),
    Case("Real.sigmoid", const("Real.sigmoid", num(0)), q(1, 2)),
    Case("Real.rpow", const("Real.rpow", num(0), num(0)), q(1)),
    Case("Real.rpow", const("Real.rpow", num(4), num(-1, 2)), q(1, 2)),
    Case("Real.rpow", const("Real.rpow", num(2), num(1, 3)), Near("1.25992104989487316476")),
    Case("Real.rpow", const("Real.rpow", num(-8), num(1, 3)), Near("1.00000000000000000000")),
    Case("Real.pi", Const("Real.pi"), Near("3.14159265358979323846")),
    Case("Real.logb", const("Real.logb", num(1), num(5)), q(0)),
    Case("Real.sign", const("Real.sign", num(-5)), q(-1)),
    Case("Norm.norm", on("Norm.norm", V2, vec(num(1), num(-2))), q(2)),
    Case("Norm.norm", on("Norm.norm", pi(fin(0), R), vec()), q(0)),
    Case("Dist.dist", on("Dist.dist", R, num(1), num(4)), q(3)),
    # analysis
    Case("fderiv", app(const("fderiv", R, R, R, SQUARE, num(3)), num(2)), q(12)),
    Case("fderiv", app(const("fderiv", R, R, R, fun(R, on("abs", R, X)), num(0)), num(2)), q(0)),
    Case("deriv", const("deriv", R, R, SQUARE, num(3)), q(6)),
    Case("DifferentiableAt", const("DifferentiableAt", R, R, R, fun(R, on("abs", R, X)), num(0)), False),
    Case("DifferentiableAt", const("DifferentiableAt", R, R, R, fun(R, on("abs", R, X)), num(-1)), True),
    Case("DifferentiableAt", const("DifferentiableAt", R, R, R, fun(R, const("Real.sqrt", X)), num(0)), Raises("Kink")),
    Case("HasFDerivAt", const("HasFDerivAt", R, R, R, SQUARE, DOUBLE, num(1)), True),
    Case("HasFDerivAt", const("HasFDerivAt", R, R, R, SQUARE, DOUBLE, num(2)), False),
    Case("HasDerivAt", const("HasDerivAt", R, R, SQUARE, num(6), num(3)), True),
    Case("LinearMap.mk", const("LinearMap.mk", R, R, R, DOUBLE, OK, OK), At((((q(3),), q(6)),))),
    Case("LinearMap.toFun", const("LinearMap.toFun", R, R, R, DOUBLE), At((((q(3),), q(6)),))),
    Case("LinearMap.id", const("LinearMap.id", R, R), At((((q(3),), q(3)),))),
    Case("LinearMap.comp", const("LinearMap.comp", R, R, R, R, DOUBLE, DOUBLE), At((((q(3),), q(12)),))),
    Case("LinearMap.toContinuousLinearMap", const("LinearMap.toContinuousLinearMap", R, R, R, DOUBLE), At((((q(3),), q(6)),))),
    Case("ContinuousLinearMap.mk", const("ContinuousLinearMap.mk", R, R, R, DOUBLE, OK, OK, OK), At((((q(3),), q(6)),))),
    Case("ContinuousLinearMap.toFun", const("ContinuousLinearMap.toFun", R, R, R, DOUBLE), At((((q(3),), q(6)),))),
    Case("ContinuousLinearMap.toLinearMap", const("ContinuousLinearMap.toLinearMap", R, R, R, DOUBLE), At((((q(3),), q(6)),))),
    Case("ContinuousLinearMap.fst", const("ContinuousLinearMap.fst", R, R, R), At(((((q(3), q(4)),), q(3)),))),
    Case("ContinuousLinearMap.snd", const("ContinuousLinearMap.snd", R, R, R), At(((((q(3), q(4)),), q(4)),))),
    Case("ContinuousLinearMap.id", const("ContinuousLinearMap.id", R, R), At((((q(3),), q(3)),))),
    Case("ContinuousLinearMap.comp", const("ContinuousLinearMap.comp", R, R, R, R, DOUBLE, DOUBLE), At((((q(3),), q(12)),))),
    Case("ContinuousLinearMap.pi", const("ContinuousLinearMap.pi", R, R, fin(2), fun(fin(2), R), fun(fin(2), DOUBLE)), At((((q(3),), Table((q(6), q(6)))),))),
    Case("ContinuousLinearMap.proj", const("ContinuousLinearMap.proj", R, fin(2), fun(fin(2), R), at(2, 1)), At((((Table((q(3), q(4))),), q(4)),))),
    Case("ContinuousLinearMap.smulRight", const("ContinuousLinearMap.smulRight", R, R, V2, DOUBLE, vec(num(1), num(-1))), At((((q(3),), Table((q(6), q(-6)))),))),
    # choice
    Case("Classical.choose", const("Classical.choose", fin(5), fun(fin(5), eq(N, val(5, X), nat(3))), OK), 3),
    Case("Classical.choose", const("Classical.choose", fin(5), fun(fin(5), FALSE), OK), Raises("Undefined")),
    Case("Exists.choose", const("Exists.choose", fin(5), fun(fin(5), eq(N, val(5, X), nat(3))), OK), 3),
    Case("Classical.choice", const("Classical.choice", fin(1), OK), 0),
    Case("Classical.arbitrary", const("Classical.arbitrary", fin(1)), 0),
    # matrices and vectors
    Case("Matrix.of", const("DFunLike.coe", N, N, fun(N, N), const("Matrix.of", fin(2), fin(2), R), M, at(2, 1)), Table((q(3), q(4)))),
    Case("Matrix.transpose", app(const("Matrix.transpose", fin(2), fin(2), R, M), at(2, 1)), Table((q(2), q(4)))),
    Case("Matrix.diagonal", app(const("Matrix.diagonal", fin(2), R, vec(num(5), num(6))), at(2, 1)), Table((q(0), q(6)))),
    Case("Matrix.diag", const("Matrix.diag", fin(2), R, M), Table((q(1), q(4)))),
    Case("Matrix.trace", const("Matrix.trace", fin(2), R, M), q(5)),
    Case("Matrix.mulVec", const("Matrix.mulVec", fin(2), fin(2), R, M, vec(num(1), num(10))), Table((q(21), q(43)))),
    Case("Matrix.vecMul", const("Matrix.vecMul", fin(2), fin(2), R, vec(num(1), num(10)), M), Table((q(31), q(42)))),
    Case("Matrix.vecMulVec", app(const("Matrix.vecMulVec", fin(2), fin(2), R, vec(num(1), num(10)), vec(num(2), num(3))), at(2, 1)), Table((q(20), q(30)))),
    Case("Matrix.vecEmpty", vec(), Table(())),
    Case("Matrix.vecCons", vec(num(1), num(2), num(3)), Table((q(1), q(2), q(3)))),
    Case("dotProduct", const("dotProduct", fin(2), R, vec(num(1), num(10)), vec(num(2), num(3))), q(32)),
    # lists
    Case("List.nil", items(N), nats()),
    Case("List.cons", L12, nats(1, 2)),
    Case("List.map", const("List.map", N, N, SUCC, L12), nats(2, 3)),
    Case("List.length", const("List.length", N, L312), 3),
    Case("List.range", const("List.range", nat(3)), nats(0, 1, 2)),
    Case("List.replicate", const("List.replicate", N, nat(3), nat(7)), nats(7, 7, 7)),
    Case("List.foldl", const("List.foldl", N, N, fun(N, N, const("HSub.hSub", N, BVar(1), X)), nat(9), L312), 3),
    Case("List.foldr", const("List.foldr", N, N, fun(N, N, add(N, mul(N, nat(2), X), BVar(1))), nat(0), L12), 5),
    Case("List.sum", const("List.sum", N, L312), 6),
    Case("List.prod", const("List.prod", N, items(N)), 1),
    Case("List.append", const("List.append", N, L12, L312), nats(1, 2, 3, 1, 2)),
    Case("List.reverse", const("List.reverse", N, L312), nats(2, 1, 3)),
    Case("List.flatten", const("List.flatten", N, items(const("List", N), L12, items(N), L312)), nats(1, 2, 3, 1, 2)),
    Case("List.flatMap", const("List.flatMap", N, N, fun(N, const("List.range", X)), L12), nats(0, 0, 1)),
    Case("List.filter", const("List.filter", N, BELOW2, L312), nats(1)),
    Case("List.filterMap", const("List.filterMap", N, N, fun(N, const("ite", const("Option", N), lt(N, X, nat(2)), const("Option.some", N, nat(8)), const("Option.none", N))), L312), nats(8)),
    Case("List.zip", const("List.zip", N, N, L12, L312), ListValue(((1, 3), (2, 1)))),
    Case("List.zipWith", const("List.zipWith", N, N, N, fun(N, N, add(N, BVar(1), X)), L12, L312), nats(4, 3)),
    Case("List.zipIdx", const("List.zipIdx", N, L12, nat(5)), ListValue(((1, 5), (2, 6)))),
    Case("List.mapIdx", const("List.mapIdx", N, N, fun(N, N, mul(N, BVar(1), X)), L12), nats(0, 2)),
    Case("List.all", const("List.all", N, L12, BELOW2), False),
    Case("List.any", const("List.any", N, L12, BELOW2), True),
    Case("List.contains", const("List.contains", N, L12, nat(3)), False),
    Case("List.count", const("List.count", N, nat(1), L312), 1),
    Case("List.countP", const("List.countP", N, BELOW2, L312), 1),
    Case("List.find?", const("List.find?", N, BELOW2, L312), Data("Option.some", (1,))),
    Case("List.dedup", const("List.dedup", N, items(N, nat(1), nat(2), nat(1))), nats(2, 1)),
    Case("List.Nodup", const("List.Nodup", N, items(N, nat(1), nat(2), nat(1))), False),
    Case("List.ofFn", const("List.ofFn", N, nat(3), fun(fin(3), val(3, X))), nats(0, 1, 2)),
    Case("List.finRange", const("List.finRange", nat(3)), nats(0, 1, 2)),
    Case("List.get", const("List.get", N, L312, at(3, 1)), 1),
    Case("List.getD", const("List.getD", N, L312, nat(3), nat(9)), 9),
    Case("List.head?", const("List.head?", N, items(N)), Data("Option.none", ())),
    Case("List.getLast?", const("List.getLast?", N, L12), Data("Option.some", (2,))),
    Case("List.headD", const("List.headD", N, L12, nat(9)), 1),
    Case("List.getLastD", const("List.getLastD", N, items(N), nat(9)), 9),
    Case("List.tail", const("List.tail", N, items(N)), nats()),
    Case("List.dropLast", const("List.dropLast", N, L12), nats(1)),
    Case("List.take", const("List.take", N, nat(2), L312), nats(3, 1)),
    Case("List.drop", const("List.drop", N, nat(2), L312), nats(2)),
    Case("List.takeWhile", const("List.takeWhile", N, BELOW2, L12), nats(1)),
    Case("List.dropWhile", const("List.dropWhile", N, BELOW2, L12), nats(2)),
    Case("List.isEmpty", const("List.isEmpty", N, L12), False),
    Case("GetElem.getElem", const("GetElem.getElem", const("List", N), N, N, L312, nat(2)), 2),
    Case("GetElem.getElem", const("GetElem.getElem", const("List", N), N, N, L312, nat(3)), Raises("Undefined")),
    # options
    Case("Option.none", const("Option.none", N), Data("Option.none", ())),
    Case("Option.some", const("Option.some", N, nat(1)), Data("Option.some", (1,))),
    Case("Option.getD", const("Option.getD", N, const("Option.none", N), nat(9)), 9),
    Case("Option.isSome", const("Option.isSome", N, const("Option.some", N, nat(1))), True),
    Case("Option.isNone", const("Option.isNone", N, const("Option.some", N, nat(1))), False),
    Case("Option.map", const("Option.map", N, N, SUCC, const("Option.some", N, nat(1))), Data("Option.some", (2,))),
    Case("Option.bind", const("Option.bind", N, N, const("Option.some", N, nat(1)), fun(N, const("Option.none", N))), Data("Option.none", ())),
    # text
    Case("HAppend.hAppend", const("HAppend.hAppend", S, Lit("ab"), Lit("c")), "abc"),
    Case("ToString.toString", const("ToString.toString", N, nat(12)), "12"),
    Case("String.length", const("String.length", Lit("abc")), 3),
    Case("String.append", const("String.append", Lit("ab"), Lit("c")), "abc"),
    Case("String.join", const("String.join", items(S, Lit("a"), Lit("b"))), "ab"),
    Case("String.intercalate", const("String.intercalate", Lit(", "), items(S, Lit("a"), Lit("b"))), "a, b"),
)  # fmt: skip
"""Every case, in the order of the table of ops."""
