"""Kernel terms and constants by hand, as small as they can be."""

from __future__ import annotations

from typing import Any

from leanbridge.source.olean import kernel as k
from leanbridge.source.olean.constants import Constant, Constructor, Inductive, Recursor, Rule

TYPE = k.Sort(k.Succ(k.ZERO))
PROP = k.Sort(k.ZERO)


class Given:
    """Stands for a decoder: the terms are already there."""

    def closed(self, term: k.Expr) -> k.Expr:
        return term


GIVEN: Any = Given()


def const(name: str, *levels: k.Level) -> k.Const:
    return k.Const(name, levels)


def app(fn: k.Expr, *args: k.Expr) -> k.Expr:
    for arg in args:
        fn = k.App(fn, arg)
    return fn


def pi(name: str, type_: k.Expr, body: k.Expr, info: k.BinderInfo = "") -> k.Expr:
    return k.Pi(name, info, type_, body)


def lam(name: str, type_: k.Expr, body: k.Expr, info: k.BinderInfo = "") -> k.Expr:
    return k.Lam(name, info, type_, body)


def b(index: int) -> k.Expr:
    return k.BVar(index)


def arrow(*types: k.Expr) -> k.Expr:
    """A function type whose types mention no variable."""
    *domains, out = types
    for domain in reversed(domains):
        out = k.Pi("a", "", domain, out)
    return out


def axiom(name: str, type_: Any, *params: str) -> Constant:
    return Constant(name, "axiom", params, (), "safe", None, False, GIVEN, type_, None)


def definition(name: str, type_: Any, value: Any, *params: str) -> Constant:
    return Constant(name, "def", params, (name,), "safe", 1, False, GIVEN, type_, value)


def theorem(name: str, type_: Any, value: Any) -> Constant:
    return Constant(name, "theorem", (), (name,), "safe", None, False, GIVEN, type_, value)


def inductive(
    name: str, type_: Any, constructors: tuple[str, ...], params: int = 0, indices: int = 0
) -> Inductive:
    return Inductive(
        name, "inductive", (), (name,), "safe", None, False, GIVEN, type_, None,
        params, indices, constructors, 0, False, False,
    )  # fmt: skip


def constructor(
    name: str, type_: Any, of: str, index: int = 0, params: int = 0, fields: int = 0
) -> Constructor:
    return Constructor(
        name, "constructor", (), (), "safe", None, False, GIVEN, type_, None,
        of, index, params, fields,
    )  # fmt: skip


NAT = const("Nat")

#: ℕ, ℝ and addition as Lean has them, with an instance of the library and one of the project.
CONSTANTS = {
    c.name: c
    for c in (
        inductive("Nat", TYPE, ("Nat.zero", "Nat.succ")),
        constructor("Nat.zero", NAT, "Nat"),
        constructor("Nat.succ", arrow(NAT, NAT), "Nat", 1, 0, 1),
        Recursor(
            "Nat.rec", "recursor", ("u",), ("Nat",), "safe", None, False, GIVEN,
            pi(
                "motive", arrow(NAT, k.Sort(k.Param("u"))),
                pi("zero", app(b(0), const("Nat.zero")),
                   pi("succ", pi("n", NAT, pi("ih", app(b(2), b(0)),
                                              app(b(3), app(const("Nat.succ"), b(1))))),
                      pi("t", NAT, app(b(3), b(0))))),
            ),
            None, 0, 0, 1, 2,
            (
                Rule("Nat.zero", 0, GIVEN, lam("m", TYPE, lam("z", TYPE, lam("s", TYPE, b(1))))),
                Rule(
                    "Nat.succ", 1, GIVEN,
                    lam("m", TYPE, lam("z", TYPE, lam("s", TYPE, lam("n", NAT, app(
                        b(1), b(0), app(const("Nat.rec", k.Succ(k.ZERO)), b(3), b(2), b(1), b(0))
                    ))))),
                ),
            ),
            False,
        ),
        axiom("Real", TYPE),
        axiom("True", PROP),
        axiom("True.intro", const("True")),
        inductive("Add", arrow(TYPE, TYPE), ("Add.mk",), 1),
        constructor(
            "Add.mk",
            pi("α", TYPE, pi("add", arrow(b(0), b(1), b(2)), app(const("Add"), b(1))), "{}"),
            "Add", 0, 1, 1,
        ),
        definition(
            "Add.add",
            pi("α", TYPE, pi("s", app(const("Add"), b(0)), arrow(b(1), b(2), b(3)), "[]"), "{}"),
            lam("α", TYPE, lam("s", app(const("Add"), b(0)), k.Proj("Add", 0, b(0)), "[]"), "{}"),
        ),
        axiom("Real.instAdd", app(const("Add"), const("Real"))),
        axiom("Mine", TYPE),
        axiom("Mine.plus", arrow(const("Mine"), const("Mine"), const("Mine"))),
        definition(
            "instAddMine",
            app(const("Add"), const("Mine")),
            app(const("Add.mk"), const("Mine"), const("Mine.plus")),
        ),
        inductive("P", TYPE, ("P.mk",)),
        constructor("P.mk", arrow(NAT, const("True"), const("P")), "P", 0, 0, 2),
        definition("P.a", arrow(const("P"), NAT), lam("p", const("P"), k.Proj("P", 0, b(0)))),
    )
}  # fmt: skip
LIBRARY = frozenset({"Nat", "Real", "Add", "Real.instAdd", "Add.add"})
