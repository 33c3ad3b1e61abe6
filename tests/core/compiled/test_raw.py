"""Raw terms: the kernel's own, hash-consed."""

import pytest

from leanbridge.core.compiled.raw import RawConst, RawProj, RawSort, instantiate_levels, raw
from leanbridge.core.terms import App, BVar, Lam, Lit
from leanbridge.errors import Unsupported
from leanbridge.source.olean import kernel as k
from tests.core.compiled.kernel_terms import NAT, app, b, const, lam


def test_a_term_keeps_levels_and_loses_metadata() -> None:
    found = raw(k.MData(app(const("f", k.ZERO), k.Lit(2), b(0))), {})
    assert found is App((Lit(2), BVar(0)), RawConst("f", (k.ZERO,)))


def test_equal_terms_are_one_object() -> None:
    assert raw(lam("x", NAT, b(0)), {}) is raw(lam("x", const("Nat"), b(0)), {})


def test_a_projection_stands_at_the_head() -> None:
    found = raw(app(k.Proj("P", 1, b(0)), b(1)), {})
    assert found is App((BVar(0), BVar(1)), RawProj("P", 1))


def test_marks_of_macros_are_no_part_of_a_name() -> None:
    found = raw(lam("x.«_@».M.11._hygCtx._hyg.3", NAT, b(0)), {})
    assert isinstance(found, Lam)
    assert found.name == "x"


def test_a_long_chain_needs_no_recursion() -> None:
    term = const("x")
    for _ in range(50_000):
        term = k.App(const("f"), term)  # type: ignore[assignment]
    assert isinstance(raw(term, {}), App)


def test_an_unfinished_term_is_refused() -> None:
    with pytest.raises(Unsupported, match="MVar: a variable of an unfinished term"):
        raw(k.MVar("m"), {})


def test_levels_are_instantiated_in_every_leaf() -> None:
    u = k.Param("u")
    term = raw(app(const("f", u), k.Sort(k.Succ(u))), {})
    found = instantiate_levels(term, {"u": k.ZERO})
    assert found is raw(app(const("f", k.ZERO), k.Sort(k.Succ(k.ZERO))), {})
    assert isinstance(found, App)
    assert isinstance(found.args[0], RawSort)
