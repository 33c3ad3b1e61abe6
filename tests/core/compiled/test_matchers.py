"""The shape of a matcher, and its clauses, from its type alone."""

import pytest

from leanbridge.core.compiled import matchers
from leanbridge.core.compiled.raw import RawConst, raw
from leanbridge.core.compiled.typing import Typing
from leanbridge.core.terms import App, Lit, Term
from leanbridge.source.olean import kernel as k
from tests.core.compiled import kernel_terms as kt
from tests.core.compiled.kernel_terms import app, arrow, axiom, b, const, pi
from tests.core.compiled.test_erase import MATCH

MORE = {c.name: c for c in (axiom("Unit", kt.TYPE), axiom("Eq", arrow(kt.NAT, kt.NAT, kt.PROP)))}


@pytest.fixture
def typing() -> Typing:
    return Typing({**kt.CONSTANTS, **MORE}.get)


def term(expr: k.Expr) -> Term:
    return raw(expr, {})


def test_the_shape_of_a_matcher(typing: Typing) -> None:
    assert matchers.shape(typing, term(MATCH)) == matchers.Matcher(0, 1, 2)
    assert matchers.Matcher(0, 1, 2).arity == 4


@pytest.mark.parametrize(
    "type_",
    [
        kt.NAT,
        arrow(kt.NAT, kt.NAT),
        pi("motive", arrow(kt.NAT, kt.TYPE), pi("x", kt.NAT, kt.NAT)),
        pi("motive", arrow(kt.NAT, kt.TYPE), pi("x", kt.NAT, app(b(1), k.Lit(0)))),
    ],
)
def test_another_type_is_no_matcher(typing: Typing, type_: k.Expr) -> None:
    assert matchers.shape(typing, term(type_)) is None


def test_a_clause_without_variables_takes_a_unit(typing: Typing) -> None:
    shape = matchers.shape(typing, term(MATCH))
    assert shape is not None
    zero, succ = matchers.alternatives(typing, shape, term(MATCH), ())
    assert zero.variables == ()
    assert zero.unit is not None
    assert zero.patterns == (Lit(0),)
    (n,) = succ.variables
    assert succ.unit is None
    assert succ.patterns == (App((n,), RawConst("Nat.succ", ())),)


def test_the_equation_of_a_named_discriminant_is_no_variable(typing: Typing) -> None:
    case = pi("n", kt.NAT, pi("h", app(const("Eq"), b(1), b(0)), app(b(3), b(1))))
    type_ = pi("motive", arrow(kt.NAT, kt.TYPE), pi("x", kt.NAT, pi("h_1", case, app(b(2), b(1)))))
    shape = matchers.shape(typing, term(type_))
    assert shape == matchers.Matcher(0, 1, 1)
    (only,) = matchers.alternatives(typing, shape, term(type_), ())
    assert [x.name for x in only.variables] == ["n"]
    assert [x.name for x in only.equations] == ["h"]


def test_a_name_for_a_part_of_a_pattern_is_what_it_stands_for(typing: Typing) -> None:
    x = typing.open(term(pi("x", kt.NAT, kt.NAT)))[0]  # type: ignore[arg-type]
    named = App((term(kt.NAT), x, Lit(3), Lit(0)), RawConst("namedPattern", ()))
    patterns, names = matchers.unnamed((App((named,), RawConst("Nat.succ", ())),))
    assert patterns == (App((Lit(3),), RawConst("Nat.succ", ())),)
    assert names == {x: Lit(3)}


@pytest.mark.parametrize(
    ("name", "is_matcher"),
    [("f.match_1", True), ("_private.M.0.f.match_12", True), ("match_1", True),
     ("f.match_1_1", True), ("f.match_one", False), ("f.rematch_1", False)],
)  # fmt: skip
def test_names_of_matchers(name: str, is_matcher: bool) -> None:
    assert bool(matchers.NAMED.search(name)) is is_matcher
