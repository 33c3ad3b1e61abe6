"""Declarations from constants: headers, bodies, defaults, and recursion read back."""

from __future__ import annotations

from typing import Any

import pytest

from leanbridge.core.compiled.declare import Compiled
from leanbridge.core.declarations import Place
from leanbridge.core.terms import NAT, PROP, TYPE, BVar, Const, Lam, Lit, Pi, Proof
from leanbridge.core.terms import const as core
from leanbridge.errors import Unsupported
from leanbridge.source.olean import kernel as k
from leanbridge.source.syntax import Span
from tests.core.compiled import kernel_terms as kt
from tests.core.compiled.kernel_terms import app, arrow, axiom, b, const, definition, lam, pi

PLACE = Place("M", "M.lean", Span(0, 0), 1, 1)
SUCC = const("Nat.succ")
PAIR = pi("x", kt.NAT, pi("y", kt.NAT, const("Pair")))
READ = arrow(const("Pair"), kt.NAT)
MORE = {
    c.name: c
    for c in (
        axiom("optParam", pi("α", kt.TYPE, arrow(b(0), kt.TYPE))),
        axiom("autoParam", pi("α", kt.PROP, arrow(kt.NAT, kt.PROP))),
        axiom("NeZero", arrow(kt.NAT, kt.PROP)),
        definition("id", pi("α", kt.TYPE, arrow(b(0), b(1)), "{}"), k.Lit(0)),
        axiom("shift", pi("n", app(const("optParam"), kt.NAT, k.Lit(2)), kt.NAT)),
        axiom("over", pi("n", kt.NAT, pi("i", app(const("NeZero"), b(0)),
                         pi("m", kt.NAT, app(const("NeZero"), b(0)), "{}"), "[]"))),
        kt.inductive("Pair", kt.TYPE, ("Pair.mk",)),
        kt.constructor("Pair.mk", PAIR, "Pair", 0, 0, 2),
        definition("Pair.x", READ, lam("p", const("Pair"), k.Proj("Pair", 0, b(0)))),
        definition("Pair.y", READ, lam("p", const("Pair"), k.Proj("Pair", 1, b(0)))),
        definition("Pair.y._default", arrow(kt.NAT, kt.NAT),
                   lam("x", kt.NAT, app(const("id"), kt.NAT, app(SUCC, b(0))))),
        definition("count", arrow(kt.NAT, kt.NAT), app(const("Nat.rec", k.Succ(k.ZERO)), k.Lit(0))),
        definition("count._unsafe_rec", arrow(kt.NAT, kt.NAT),
                   lam("n", kt.NAT, app(const("count._unsafe_rec"), b(0)))),
        definition("bare", arrow(kt.NAT, kt.NAT),
                   app(const("Nat.rec", k.Succ(k.ZERO)), lam("_", kt.NAT, kt.NAT))),
        definition("proved", const("True"), const("True.intro")),
        kt.theorem("shown", const("True"), const("True.intro")),
    )
}  # fmt: skip


class Recorded:
    """What Lean records of a definition before its recursion is compiled away."""

    value = lam("n", kt.NAT, app(const("loop"), b(0)))


@pytest.fixture
def compiled() -> Compiled:
    loop = definition("loop", arrow(kt.NAT, kt.NAT), k.Lit(0))
    known = {**kt.CONSTANTS, **MORE, "loop": loop}
    recorded: Any = {"loop": Recorded()}
    return Compiled(known.get, kt.LIBRARY.__contains__, recorded.get)


def test_instance_binders_become_facts_over_what_stands_before(compiled: Compiled) -> None:
    found = compiled.statement("over", "axiom", PLACE)
    zero = core("NeZero", BVar(0))
    assert found.type is Pi("n", "", NAT, Pi("m", "{}", NAT, zero))
    assert found.instances == (Lam("n", "", NAT, zero),)


def test_a_default_of_an_argument(compiled: Compiled) -> None:
    found = compiled.statement("shift", "axiom", PLACE)
    assert found.type is Pi("n", "", NAT, NAT)
    assert found.defaults == ((0, Lit(2)),)


def test_a_default_of_a_field_is_over_the_fields_before(compiled: Compiled) -> None:
    found = compiled.statement("Pair.mk", "constructor", PLACE)
    assert found.defaults == ((1, Lam("x", "", NAT, core("Nat.succ", BVar(0)))),)
    assert found.constructor is not None
    assert found.constructor.fields == ("x", "y")


def test_fields_and_projections(compiled: Compiled) -> None:
    assert compiled.fields("Pair") == ("x", "y")
    assert compiled.fields("Nat") == ()
    assert compiled.projection("Pair", "y").index == 1


def test_recursion_is_read_as_it_was_written(compiled: Compiled) -> None:
    assert compiled.value("loop") is Lam("n", "", NAT, core("loop", BVar(0)))
    assert compiled.value("count") is Lam("n", "", NAT, core("count", BVar(0)))


def test_recursion_that_was_compiled_away_is_refused_by_name(compiled: Compiled) -> None:
    with pytest.raises(Unsupported, match=r"Nat\.rec: a recursor in a compiled term"):
        compiled.value("bare")


def test_a_definition_that_is_a_proof_is_erased(compiled: Compiled) -> None:
    assert compiled.value("proved") is Proof(Const("True"))
    assert compiled.value("shown") is None
    assert compiled.value("Real") is None


def test_the_sorts_of_a_type(compiled: Compiled) -> None:
    assert compiled.statement("NeZero", "axiom", PLACE).type is Pi("a", "", NAT, PROP)
    assert compiled.statement("Real", "axiom", PLACE).type is TYPE
