"""Reduction: projections, matches, literal arithmetic, pointwise operators."""

from __future__ import annotations

import pytest

from leanbridge.core.environment import Environment
from leanbridge.core.meta import Context
from leanbridge.core.reduce import nat_value, offset_of, whnf, whnf_core
from leanbridge.core.terms import NAT, BVar, Const, Lam, Let, Lit, Pi, Term, app, const, nat
from tests.core.lean_text import R, environment

TEXT = """
def first (p : Nat × Nat) : Nat := p.1
def fact : Nat → Nat
  | 0 => 1
  | n + 1 => (n + 1) * fact n
def evens : List Nat → List Nat
  | a :: _ :: l => a :: evens l
  | l => l
"""


@pytest.fixture
def m() -> Context:
    return Context(environment(TEXT))


def pair(a: Term, b: Term) -> Term:
    return const("Prod.mk", NAT, NAT, a, b)


def test_projections_and_definitions(m: Context) -> None:
    assert whnf(m, const("first", pair(nat(3), nat(4)))) is nat(3)
    stuck = const("Prod.fst", NAT, NAT, m.local("p", const("Prod", NAT, NAT)))
    assert whnf(m, stuck) is stuck


def test_recursion_ends_at_a_variable(m: Context) -> None:
    assert nat_value(m, whnf(m, const("fact", nat(5)))) == 120
    n = m.local("n", NAT)
    assert whnf(m, const("fact", n)) is const("fact", n)


def test_the_recursor_takes_a_number_down(m: Context) -> None:
    step = Lam("n", "", NAT, Lam("ih", "", NAT, const("HAdd.hAdd", NAT, BVar(0), nat(2))))
    motive = Lam("_", "", NAT, NAT)
    assert nat_value(m, whnf(m, const("Nat.rec", motive, nat(5), step, nat(3)))) == 11
    assert nat_value(m, whnf(m, const("Nat.rec", motive, nat(5), step, Const("Nat.zero")))) == 5
    n = m.local("n", NAT)
    stuck = const("Nat.rec", motive, nat(5), step, n)
    assert whnf(m, stuck) is stuck
    later = const("Nat.rec", motive, nat(5), step, const("Nat.succ", n))
    assert whnf(m, later) is const("HAdd.hAdd", NAT, stuck, nat(2))


def test_clauses_are_tried_in_order_and_wait_if_stuck(m: Context) -> None:
    nil = const("List.nil", NAT)
    one = const("List.cons", NAT, nat(1), nil)
    assert whnf(m, const("evens", one)) is one
    tail = m.local("l", const("List", NAT))
    open_ = const("List.cons", NAT, nat(1), tail)
    assert whnf(m, const("evens", open_)) is const("evens", open_)


@pytest.mark.parametrize(
    ("op", "a", "b", "value"),
    [
        ("HSub.hSub", 2, 5, 0),
        ("HDiv.hDiv", 7, 0, 0),
        ("HDiv.hDiv", 7, 2, 3),
        ("HMod.hMod", 7, 0, 7),
        ("HMul.hMul", 6, 7, 42),
        ("Max.max", 2, 9, 9),
    ],
)
def test_literal_arithmetic_is_leans(m: Context, op: str, a: int, b: int, value: int) -> None:
    assert whnf(m, const(op, NAT, nat(a), nat(b))) is nat(value)
    real = const(op, R, const("OfNat.ofNat", R, Lit(a)), const("OfNat.ofNat", R, Lit(b)))
    assert whnf(m, real) is real


def test_large_powers_are_left_alone(m: Context) -> None:
    power = const("HPow.hPow", NAT, NAT, nat(2), nat(10))
    assert whnf(m, power) is nat(1024)
    large = const("HPow.hPow", NAT, NAT, nat(2), nat(10**6))
    assert whnf(m, large) is large


def test_lets(m: Context) -> None:
    assert whnf(m, Let("k", NAT, nat(3), BVar(0))) is nat(3)
    k = m.local("k", NAT, nat(3))
    assert whnf_core(m, k) is nat(3)
    assert whnf_core(m, k, zeta=False) is k


FUNCTIONS = Pi("a", "", NAT, R)


def test_operators_on_functions_are_pointwise(m: Context) -> None:
    f, g = m.local("f", FUNCTIONS), m.local("g", FUNCTIONS)
    total = const("HAdd.hAdd", FUNCTIONS, f, g)
    assert whnf_core(m, app(total, nat(1))) is const("HAdd.hAdd", R, app(f, nat(1)), app(g, nat(1)))
    scaled = const("HSMul.hSMul", R, FUNCTIONS, m.local("c", R), f)
    assert repr(whnf_core(m, app(scaled, nat(1)))) == "c • f 1"
    zero = const("OfNat.ofNat", FUNCTIONS, Lit(0))
    assert whnf_core(m, app(zero, nat(1))) is const("OfNat.ofNat", R, Lit(0))


def test_a_product_of_matrices_is_not_pointwise(m: Context) -> None:
    two = const("Fin", nat(2))
    type_ = const("Matrix", two, two, R)
    a, i = m.local("A", type_), m.local("i", two)
    product = app(const("HMul.hMul", type_, a, a), i, i)
    assert whnf_core(m, product) is product
    total = app(const("HAdd.hAdd", type_, a, a), i, i)
    assert repr(whnf_core(m, total)) == "A i i + A i i"


def test_offsets(m: Context) -> None:
    n = m.local("n", NAT)
    plus_three = const("HAdd.hAdd", NAT, const("Nat.succ", n), nat(2))
    assert offset_of(m, plus_three) == (n, 3)
    assert offset_of(m, nat(4)) == (nat(0), 4)


def test_bundled_maps_built_from_their_fields_apply(m: Context) -> None:
    identity = Lam("v", "", NAT, BVar(0))
    proof = Const("trivial")
    equiv = const("Equiv.mk", NAT, NAT, identity, identity, proof, proof)
    family = Lam("a", "", NAT, NAT)
    type_ = const("Equiv", NAT, NAT)
    assert whnf(m, const("DFunLike.coe", type_, NAT, family, equiv, nat(3))) is nat(3)


def test_an_environment_without_known_constants_is_empty() -> None:
    assert Environment(known=False).entries == {}
