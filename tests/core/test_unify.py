"""Definitional equality, with metavariables and without: the unifier and the second checker's."""

from __future__ import annotations

import pytest

from leanbridge.core.environment import Environment
from leanbridge.core.equality import Equality
from leanbridge.core.meta import Context
from leanbridge.core.terms import NAT, TYPE, BVar, FVar, Lam, MVar, Term, app, arrow, const, nat
from leanbridge.core.unify import retry_stuck, unify
from tests.core.lean_text import environment

DEFINITIONS = """
def double (n : Nat) : Nat := n + n
def quad (n : Nat) : Nat := double (double n)
def locked (n : Nat) : Nat := n
attribute [irreducible] locked
def count : Nat → Nat
  | 0 => 7
  | n + 1 => count n
structure P where
  a : Nat
  b : Nat
"""


@pytest.fixture(scope="module")
def env() -> Environment:
    return environment(DEFINITIONS)


@pytest.fixture
def m(env: Environment) -> Context:
    return Context(env)


def add(a: Term, b: Term) -> Term:
    return const("HAdd.hAdd", NAT, a, b)


def mul(a: Term, b: Term) -> Term:
    return const("HMul.hMul", NAT, a, b)


Q = FVar(-5, "q")
ONE, TWO, EIGHT = nat(1), nat(2), nat(8)
P = const("P")

EQUAL = [
    (mul(TWO, nat(28)), nat(56)),
    (add(Q, TWO), add(add(Q, ONE), ONE)),
    (add(Q, nat(0)), Q),
    (mul(TWO, add(Q, ONE)), add(mul(TWO, Q), TWO)),
    (const("Nat.succ", Q), add(Q, ONE)),
    (const("quad", Q), const("double", add(Q, Q))),
    (const("count", nat(5)), nat(7)),
    (Lam("v", "", NAT, app(const("double"), BVar(0))), const("double")),
    (const("P.mk", const("P.a", Q), const("P.b", Q)), Q),
    (const("HSub.hSub", NAT, nat(3), nat(5)), nat(0)),
    (const("HDiv.hDiv", NAT, nat(3), nat(0)), nat(0)),
]
DIFFERENT = [
    (mul(EIGHT, Q), mul(TWO, mul(TWO, mul(TWO, Q)))),
    (mul(Q, TWO), mul(TWO, Q)),
    (add(Q, ONE), add(ONE, Q)),
    (const("locked", Q), Q),
    (const("count", Q), nat(7)),
    (nat(3), nat(4)),
    (add(Q, ONE), nat(0)),
    (NAT, TYPE),
]


def _local(m: Context, pair: tuple[Term, Term]) -> tuple[Term, Term]:
    """The pair with `q` as a local variable of the type that it needs."""
    from leanbridge.core.terms import constants, replace

    structure = any(name.startswith("P") for t in pair for name in constants(t))
    q = m.local("q", P if structure else NAT)
    return replace(pair[0], {Q: q}), replace(pair[1], {Q: q})


@pytest.mark.parametrize("pair", EQUAL, ids=repr)
def test_equal_by_definition(m: Context, env: Environment, pair: tuple[Term, Term]) -> None:
    a, b = _local(m, pair)
    assert unify(m, a, b)
    assert unify(m, b, a)
    plain = Equality(env, lambda t: plain.context.infer(t))
    c, d = _local(plain.context, pair)
    assert plain.equal(c, d)
    assert plain.equal(d, c)


@pytest.mark.parametrize("pair", DIFFERENT, ids=repr)
def test_not_equal_by_definition(m: Context, env: Environment, pair: tuple[Term, Term]) -> None:
    a, b = _local(m, pair)
    assert not unify(m, a, b)
    plain = Equality(env, lambda t: plain.context.infer(t))
    c, d = _local(plain.context, pair)
    assert not plain.equal(c, d)


def hole(m: Context, *locals: FVar, type_: Term = NAT) -> MVar:
    return m.meta(type_, locals)


def test_offsets_solve_metavariables(m: Context) -> None:
    n = hole(m)
    assert unify(m, add(n, ONE), nat(5))
    assert m.instantiate_mvars(n) is nat(4)


def test_a_successor_is_never_zero(m: Context) -> None:
    assert not unify(m, add(hole(m), ONE), nat(0))


def test_a_product_of_metavariables_waits_and_is_decided_later(m: Context) -> None:
    a, b = hole(m), hole(m)
    assert unify(m, mul(a, b), nat(6))
    assert len(m.stuck) == 1
    assert unify(m, a, nat(2))
    assert unify(m, b, nat(4))
    assert not retry_stuck(m)


def test_a_product_against_a_rigid_variable_fails_at_once(m: Context) -> None:
    q = m.local("q", NAT)
    assert not unify(m, mul(nat(2), nat(3)), q)
    assert m.stuck == []


def test_pattern_unification(m: Context) -> None:
    x = m.local("x", NAT)
    f = hole(m, type_=arrow(NAT, NAT))
    assert unify(m, app(f, x), add(x, ONE))
    assert m.instantiate_mvars(f) is Lam("x", "", NAT, add(BVar(0), ONE))


def test_what_is_out_of_scope_is_not_assigned(m: Context) -> None:
    outer = hole(m)
    x = m.local("x", NAT)
    assert not unify(m, outer, add(x, ONE))


def test_a_metavariable_inside_its_own_value_is_refused(m: Context) -> None:
    a = hole(m)
    assert not unify(m, a, const("double", a))


def test_types_must_agree(m: Context) -> None:
    assert not unify(m, hole(m), const("Bool.true"))


def test_a_failure_leaves_nothing_behind(m: Context) -> None:
    a = hole(m)
    assert not unify(m, const("P.mk", a, nat(1)), const("P.mk", nat(3), nat(2)))
    assert a not in m.assigned
    assert m.stuck == []
