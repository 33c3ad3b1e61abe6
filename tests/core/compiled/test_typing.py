"""Types of raw terms by the kernel's rules."""

import pytest

from leanbridge.core.compiled.raw import RawConst, RawProj, raw
from leanbridge.core.compiled.typing import Typing
from leanbridge.core.terms import App, Lit, Term
from leanbridge.errors import Unsupported
from leanbridge.source.olean import kernel as k
from tests.core.compiled.kernel_terms import CONSTANTS, NAT, TYPE, app, arrow, b, const, lam, pi


@pytest.fixture
def typing() -> Typing:
    return Typing(CONSTANTS.get)


def term(expr: k.Expr) -> Term:
    return raw(expr, {})


@pytest.mark.parametrize(
    ("of", "type_"),
    [
        (const("Nat.succ"), arrow(NAT, NAT)),
        (app(const("Nat.succ"), k.Lit(3)), NAT),
        (lam("x", NAT, app(const("Nat.succ"), b(0))), pi("x", NAT, NAT)),
        (k.Lit("text"), const("String")),
        (k.Let("x", NAT, k.Lit(1), app(const("Nat.succ"), b(0)), False), NAT),
        (app(const("Add.mk"), const("Mine"), const("Mine.plus")), app(const("Add"), const("Mine"))),
        (k.Proj("P", 1, app(const("P.mk"), k.Lit(1), const("True.intro"))), const("True")),
    ],
)
def test_the_type_of(typing: Typing, of: k.Expr, type_: k.Expr) -> None:
    assert typing.infer(term(of)) is term(type_)


def test_what_is_a_proposition(typing: Typing) -> None:
    assert typing.is_prop(term(const("True")))
    assert typing.is_prop(term(arrow(NAT, const("True"))))
    assert not typing.is_prop(term(arrow(const("True"), NAT)))
    assert not typing.is_prop(term(NAT))
    assert not typing.is_prop(term(TYPE))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (app(lam("x", NAT, b(0)), k.Lit(1)), k.Lit(1)),
        (k.Let("x", NAT, k.Lit(1), b(0), False), k.Lit(1)),
        (k.Proj("P", 0, app(const("P.mk"), k.Lit(7), const("True.intro"))), k.Lit(7)),
        (app(const("P.a"), app(const("P.mk"), k.Lit(7), const("True.intro"))), k.Lit(7)),
        (app(const("Add.add"), const("Mine"), const("instAddMine")), const("Mine.plus")),
    ],
)
def test_reduction(typing: Typing, before: k.Expr, after: k.Expr) -> None:
    assert typing.whnf(term(before)) is term(after)


def test_a_recursor_is_applied_to_a_literal(typing: Typing) -> None:
    one = k.Succ(k.ZERO)
    step = lam("n", NAT, lam("ih", NAT, app(const("Nat.succ"), app(const("Nat.succ"), b(0)))))
    twice = app(const("Nat.rec", one), lam("_", NAT, NAT), k.Lit(0), step)
    found = typing.whnf(term(app(twice, k.Lit(2))))
    assert isinstance(found, App)
    assert found.fn is RawConst("Nat.succ", ())
    assert typing.whnf(term(app(twice, k.Lit(0)))) is Lit(0)


def test_a_theorem_and_an_axiom_are_not_unfolded(typing: Typing) -> None:
    assert typing.value_of(RawConst("Real.instAdd", ())) is None


def test_names_of_fields(typing: Typing) -> None:
    assert typing.field_name("Add", 0) == "Add.add"


def test_an_unknown_constant_is_named(typing: Typing) -> None:
    with pytest.raises(Unsupported, match="missing: no compiled file that was read declares it"):
        typing.infer(term(const("missing")))


def test_a_projection_of_what_is_no_structure_is_refused(typing: Typing) -> None:
    with pytest.raises(Unsupported, match="P: a projection of what is no structure"):
        typing.field_type(RawProj("P", 0), term(const("Mine.plus")))
