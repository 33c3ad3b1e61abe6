"""Laws of lifting, instantiating and abstracting; hash-consing; pickling."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from leanbridge.core.terms import (
    NAT,
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    MVar,
    Pi,
    Proof,
    Term,
    abstract,
    app,
    arrow,
    beta,
    const,
    constants,
    instantiate,
    is_app_of,
    lift,
    nat,
    replace,
    same,
    subterms,
)

X, Y, Z = FVar(1, "x"), FVar(2, "y"), FVar(3, "z")


def _terms(depth: int) -> st.SearchStrategy[Term]:
    """Terms whose loose variables are below 3."""
    leaves = st.sampled_from([BVar(0), BVar(1), BVar(2), X, Y, NAT, Const("f"), Lit(3), MVar(7)])
    if depth == 0:
        return leaves
    inner = _terms(depth - 1)
    return st.one_of(
        leaves,
        st.builds(lambda f, a: app(f, a), inner, inner),
        st.builds(lambda t, b: Lam("v", "", t, b), inner, inner),
        st.builds(lambda t, b: Pi("v", "{}", t, b), inner, inner),
        st.builds(lambda t, v, b: Let("v", t, v, b), inner, inner, inner),
        st.builds(Proof, inner),
        st.builds(
            lambda s, r: Match((Clause(("p",), (BVar(0),), r, (NAT,)),), NAT, (s,)), inner, inner
        ),
    )


TERMS = _terms(3)


@given(TERMS)
def test_abstracting_undoes_instantiating_with_fresh_variables(t: Term) -> None:
    fresh = (FVar(10, "a"), FVar(11, "b"), FVar(12, "c"))
    opened = instantiate(lift(t, 1, 3), fresh)
    assert opened.loose <= 1
    assert abstract(instantiate(t, fresh), fresh) is t or _has_redex(t)


def _has_redex(t: Term) -> bool:
    """Instantiating may fire a beta step at a variable head, which abstracting cannot undo."""
    return any(isinstance(s, App) and isinstance(s.fn, (Lam, BVar)) for s in subterms(t))


@given(TERMS)
def test_instantiating_undoes_abstracting(t: Term) -> None:
    closed = abstract(t, (X, Y))
    assert not any(s in (X, Y) for s in subterms(closed))
    assert instantiate(closed, (X, Y)) is t or t.loose > 0


@given(TERMS, st.integers(0, 3), st.integers(0, 3))
def test_lifts_add_up(t: Term, a: int, b: int) -> None:
    assert lift(lift(t, a), b) is lift(t, a + b)


@given(TERMS)
def test_lifting_touches_loose_variables_only(t: Term) -> None:
    assert lift(t, 1, t.loose) is t
    assert lift(t, 0) is t


@given(TERMS, TERMS)
def test_instantiating_what_was_lifted_changes_nothing(t: Term, value: Term) -> None:
    assert instantiate(lift(t, 1), (value,)) is t or _has_redex(t)


@given(TERMS)
def test_flags_say_what_is_inside(t: Term) -> None:
    assert t.has_fvar == any(isinstance(s, FVar) for s in subterms(t))
    assert t.has_mvar == any(isinstance(s, MVar) for s in subterms(t))


@given(TERMS)
def test_a_pickled_term_is_the_same_object(t: Term) -> None:
    assert pickle.loads(pickle.dumps(t)) is t


@given(TERMS)
def test_same_is_reflexive_and_ignores_binder_names(t: Term) -> None:
    assert same(t, t)
    assert same(Lam("a", "", NAT, t), Lam("b", "", NAT, t))


def test_structurally_equal_terms_are_one_object() -> None:
    assert const("f", nat(1), X) is app(app(Const("f"), nat(1)), X)
    assert Lam("a", "", NAT, BVar(0)) is not Lam("b", "", NAT, BVar(0))


def test_instantiate_lifts_values_under_binders() -> None:
    body = Lam("v", "", NAT, app(BVar(1), BVar(0)))
    assert instantiate(body, (BVar(4),)) is Lam("v", "", NAT, app(BVar(5), BVar(0)))


def test_instantiate_counts_from_the_innermost() -> None:
    assert instantiate(app(BVar(0), BVar(1)), (X, Y)) is app(Y, X)


def test_a_lambda_put_at_a_head_is_applied() -> None:
    identity = Lam("v", "", NAT, BVar(0))
    assert instantiate(app(BVar(0), X), (identity,)) is X
    assert beta(Lam("v", "", NAT, Lam("w", "", NAT, BVar(1))), (X, Y, Z)) is app(X, Z)


def test_same_tells_infos_and_ignores_proofs() -> None:
    assert not same(Pi("a", "", NAT, NAT), Pi("a", "{}", NAT, NAT))
    assert same(Proof(X), Proof(Y))
    assert not same(const("f", X), const("f", Y))


def test_replace_and_constants() -> None:
    t = const("f", X, const("g", X))
    assert replace(t, {X: nat(1)}) is const("f", nat(1), const("g", nat(1)))
    assert constants(t) == {"f", "g"}


def test_arrow_lifts_its_codomain() -> None:
    assert arrow(NAT, BVar(0)) is Pi("a", "", NAT, BVar(1))
    assert is_app_of(const("f", X), "f", 1)
    assert not is_app_of(const("f", X), "f", 2)
