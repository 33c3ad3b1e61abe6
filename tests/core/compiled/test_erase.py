"""Erasure: levels, instances, proofs and encodings."""

import pytest

from leanbridge.core.compiled.erase import Eraser
from leanbridge.core.compiled.raw import raw
from leanbridge.core.compiled.typing import Typing
from leanbridge.core.terms import (
    NAT,
    PROP,
    TYPE,
    BVar,
    Const,
    Lam,
    Lit,
    Match,
    Pi,
    Proof,
    Term,
    same,
)
from leanbridge.core.terms import const as core
from leanbridge.errors import Unsupported
from leanbridge.source.olean import kernel as k
from tests.core.compiled import kernel_terms as kt
from tests.core.compiled.kernel_terms import app, arrow, axiom, b, const, definition, lam, pi

REAL, MINE = const("Real"), const("Mine")
ADD = pi(
    "α", kt.TYPE, pi("β", kt.TYPE, pi("γ", kt.TYPE,
    pi("i", app(const("HAddInst"), b(2), b(1), b(0)), arrow(b(3), b(3), b(3)), "[]"), "{}"), "{}"),
    "{}",
)  # fmt: skip
MATRICES = tuple(
    app(const("Matrix"), k.Lit(m), k.Lit(n), REAL) for m, n in ((2, 3), (3, 4), (2, 4))
)
ZERO_CASE = arrow(const("Unit"), app(b(2), k.Lit(0)))
SUCC_CASE = pi("n", kt.NAT, app(b(3), app(const("Nat.succ"), b(0))))
CASES = pi("x", kt.NAT, pi("h_1", ZERO_CASE, pi("h_2", SUCC_CASE, app(b(3), b(2)))))
CASES_ON = pi(
    "motive", arrow(kt.NAT, k.Sort(k.Param("u"))), pi("t", kt.NAT, pi(
        "zero", app(b(1), const("Nat.zero")), pi(
            "succ", pi("n", kt.NAT, app(b(3), app(const("Nat.succ"), b(0)))), app(b(3), b(2))
        ))),
)  # fmt: skip
REC_AUX = lam("m", arrow(kt.NAT, kt.TYPE), lam("z", app(b(0), const("Nat.zero")), lam(
    "s", pi("n", kt.NAT, pi("ih", app(b(2), b(0)), app(b(3), app(const("Nat.succ"), b(1))))),
    lam("t", kt.NAT, app(const("Nat.rec", k.Succ(k.ZERO)), b(3), b(2), b(1), b(0)))
)))  # fmt: skip
MATCH = pi("motive", arrow(kt.NAT, k.Sort(k.Param("u"))), CASES)
MORE = {
    c.name: c
    for c in (
        axiom("HAddInst", arrow(kt.TYPE, kt.TYPE, kt.TYPE, kt.TYPE)),
        axiom("HAdd.hAdd", ADD),
        axiom("instReal", app(const("HAddInst"), REAL, REAL, REAL)),
        axiom("instMixed", app(const("HAddInst"), REAL, MINE, REAL)),
        axiom("instOwn", app(const("HAddInst"), MINE, MINE, MINE)),
        axiom("Unit", kt.TYPE),
        definition("f.match_1", MATCH, k.Lit(0), "u"),
        axiom("Nat.casesOn", CASES_ON, "u"),
        definition("Nat.recAux", kt.CONSTANTS["Nat.rec"].type, REC_AUX),
        axiom("sorryAx", pi("α", k.Sort(k.Param("u")), b(0)), "u"),
        axiom("optParam", pi("α", kt.TYPE, arrow(b(0), kt.TYPE))),
        axiom("r", REAL),
        axiom("Matrix", arrow(kt.NAT, kt.NAT, kt.TYPE, kt.TYPE)),
        axiom("HMul.hMul", ADD),
        axiom("instMatrix", app(const("HAddInst"), *MATRICES)),
        axiom("A", MATRICES[0]),
        axiom("B", MATRICES[1]),
    )
}


@pytest.fixture
def eraser() -> Eraser:
    known = {**kt.CONSTANTS, **MORE}
    library = kt.LIBRARY | {"HAdd.hAdd", "instReal", "instMixed", "instMatrix", "HAddInst"}
    return Eraser(Typing(known.get), library.__contains__)


def erased(eraser: Eraser, expr: k.Expr) -> Term:
    return eraser.term(raw(expr, {}))


def hadd(a: k.Expr, b_: k.Expr, c: k.Expr, instance: str) -> k.Expr:
    return app(const("HAdd.hAdd"), a, b_, c, const(instance))


def test_an_operator_keeps_one_type_and_no_instance(eraser: Eraser) -> None:
    found = erased(eraser, app(hadd(REAL, REAL, REAL, "instReal"), const("r"), const("r")))
    assert found is core("HAdd.hAdd", Const("Real"), Const("r"), Const("r"))


def test_an_operator_between_types_is_refused_or_kept_by_result(eraser: Eraser) -> None:
    mixed = app(hadd(REAL, MINE, MINE, "instMixed"))
    with pytest.raises(Unsupported, match="an operator between different types"):
        erased(eraser, mixed)


def test_a_product_of_matrices_of_different_shapes(eraser: Eraser) -> None:
    product = app(const("HAdd.hAdd"), *MATRICES, const("instMatrix"))
    with pytest.raises(Unsupported, match="an operator between different types"):
        erased(eraser, app(product, const("A"), const("B")))
    product = app(const("HMul.hMul"), *MATRICES, const("instMatrix"))
    found = erased(eraser, app(product, const("A"), const("B")))
    sizes = (Lit(2), Lit(3), Lit(4))
    assert found is core("Matrix.mul", *sizes, Const("Real"), Const("A"), Const("B"))


def test_an_instance_of_the_project_is_unfolded(eraser: Eraser) -> None:
    found = erased(eraser, app(const("Add.add"), MINE, const("instAddMine")))
    assert found is Const("Mine.plus")


def test_an_instance_of_the_project_that_says_nothing_is_refused(eraser: Eraser) -> None:
    with pytest.raises(Unsupported, match=r"instance: HAdd\.hAdd at an instance"):
        erased(eraser, hadd(MINE, MINE, MINE, "instOwn"))


def add(at: k.Expr, instance: k.Expr) -> k.Expr:
    return app(const("Add.add"), at, instance)


def made_here(plus: str) -> k.Expr:
    return app(const("Add.mk"), MINE, const(plus))


def test_an_instance_that_is_written_where_it_is_used_is_unfolded(eraser: Eraser) -> None:
    assert erased(eraser, add(MINE, made_here("Mine.plus"))) is Const("Mine.plus")


def test_an_instance_that_let_binds_is_unfolded() -> None:
    eraser = Eraser(Typing(kt.CONSTANTS.get), kt.LIBRARY.__contains__, "Add".__eq__)
    let = k.Let("i", app(const("Add"), MINE), made_here("Mine.plus"), add(MINE, b(0)), False)
    assert erased(eraser, let) is Const("Mine.plus")
    without = Eraser(Typing(kt.CONSTANTS.get), kt.LIBRARY.__contains__)
    with pytest.raises(Unsupported, match="at an instance that is not the library's"):
        erased(without, let)


def test_an_instance_of_an_ordinary_binder_is_not_the_librarys(eraser: Eraser) -> None:
    body = lam("i", app(const("Add"), REAL), add(REAL, b(0)))
    with pytest.raises(Unsupported, match=r"(?s)at an instance that is not the library's.*got: i"):
        erased(eraser, body)


def test_a_function_of_an_instance_at_one_of_the_project_is_refused(eraser: Eraser) -> None:
    function = lam("i", app(const("Add"), REAL), const("r"), "[]")
    with pytest.raises(Unsupported, match="instance: a function at an instance that is not"):
        erased(eraser, app(function, app(const("Add.mk"), REAL, const("Real.plus"))))


def test_an_instance_at_a_type_by_another_name_is_unfolded() -> None:
    known = {
        **kt.CONSTANTS,
        **{
            c.name: c
            for c in (
                definition("OrderDual", arrow(kt.TYPE, kt.TYPE), lam("α", kt.TYPE, b(0))),
                definition("NNReal", kt.TYPE, REAL),
                axiom("dualPlus", arrow(REAL, REAL, REAL)),
            )
        },
    }
    library = kt.LIBRARY | {"OrderDual.instAdd", "NNReal.instAdd"}
    dual = app(const("OrderDual"), REAL)
    for name, at in (("OrderDual.instAdd", dual), ("NNReal.instAdd", const("NNReal"))):
        value = app(const("Add.mk"), at, const("dualPlus"))
        known[name] = definition(name, app(const("Add"), at), value)
    eraser = Eraser(Typing(known.get), library.__contains__)
    assert erased(eraser, add(dual, const("OrderDual.instAdd"))) is Const("dualPlus")
    kept = erased(eraser, add(const("NNReal"), const("NNReal.instAdd")))
    assert kept is core("Add.add", Const("NNReal"))


def test_a_proof_keeps_its_proposition(eraser: Eraser) -> None:
    found = erased(eraser, app(const("P.mk"), k.Lit(1), const("True.intro")))
    assert found is core("P.mk", Lit(1), Proof(Const("True")))


def test_instance_binders_go_and_others_keep_their_kind(eraser: Eraser) -> None:
    type_ = pi("α", kt.TYPE, pi("i", app(const("Add"), b(0)), pi("x", b(1), kt.PROP), "[]"), "{}")
    assert erased(eraser, type_) is Pi("α", "{}", TYPE, Pi("x", "", BVar(0), PROP))


def test_a_local_instance_is_erased_in_a_body(eraser: Eraser) -> None:
    inner = app(const("Add.add"), b(2), b(1), b(0), b(0))
    body = lam("α", kt.TYPE, lam("i", app(const("Add"), b(0)), lam("x", b(1), inner), "[]"))
    x = BVar(0)
    want = Lam("α", "", TYPE, Lam("x", "", BVar(0), core("Add.add", BVar(1), x, x)))
    assert erased(eraser, body) is want


def test_an_instance_as_a_value_is_refused(eraser: Eraser) -> None:
    body = lam("i", app(const("Add"), REAL), b(0), "[]")
    with pytest.raises(Unsupported, match="i: an instance that is used as a value"):
        erased(eraser, body)


def test_a_matcher_becomes_clauses(eraser: Eraser) -> None:
    one = k.Succ(k.ZERO)
    branch = lam("n", kt.NAT, app(const("Nat.succ"), app(const("Nat.succ"), b(0))))
    term = app(
        const("f.match_1", one), lam("_", kt.NAT, kt.NAT), k.Lit(5),
        lam("_", const("Unit"), k.Lit(1)), branch,
    )  # fmt: skip
    found = erased(eraser, term)
    assert isinstance(found, Match)
    assert found.scrutinees == (Lit(5),)
    zero, succ = found.clauses
    assert (zero.names, zero.patterns, zero.rhs) == ((), (Lit(0),), Lit(1))
    assert (succ.names, succ.types) == (("n",), (NAT,))
    assert succ.patterns == (core("Nat.succ", BVar(0)),)
    assert same(succ.rhs, core("Nat.succ", core("Nat.succ", BVar(0))))


def test_a_default_is_no_part_of_a_type(eraser: Eraser) -> None:
    assert erased(eraser, app(const("optParam"), kt.NAT, k.Lit(3))) is NAT


def test_a_missing_value_is_refused_and_a_missing_proof_is_not(eraser: Eraser) -> None:
    one = k.Succ(k.ZERO)
    with pytest.raises(Unsupported, match="sorry: a value that is missing"):
        erased(eraser, app(const("sorryAx", one), kt.NAT))
    proof = app(const("sorryAx", k.ZERO), const("True"))
    found = erased(eraser, app(const("P.mk"), k.Lit(1), proof))
    assert found is core("P.mk", Lit(1), Proof(Const("True")))


@pytest.mark.parametrize("name", ["Nat.rec", "Nat.recAux"])
def test_induction_is_a_recursor_on_numbers(eraser: Eraser, name: str) -> None:
    motive = lam("_", kt.NAT, kt.NAT)
    step = lam("n", kt.NAT, lam("ih", kt.NAT, app(const("Nat.succ"), b(0))))
    fn = const(name, k.Succ(k.ZERO)) if name == "Nat.rec" else const(name)
    found = erased(eraser, app(fn, motive, k.Lit(7), step, k.Lit(2)))
    core_step = Lam("n", "", NAT, Lam("ih", "", NAT, core("Nat.succ", BVar(0))))
    assert same(found, core("Nat.rec", Lam("_", "", NAT, NAT), Lit(7), core_step, Lit(2)))


def test_cases_is_a_match(eraser: Eraser) -> None:
    fn = const("Nat.casesOn", k.Succ(k.ZERO))
    branch = lam("n", kt.NAT, app(const("Nat.succ"), b(0)))
    found = erased(eraser, app(fn, lam("_", kt.NAT, kt.NAT), k.Lit(5), k.Lit(1), branch))
    assert isinstance(found, Match)
    zero, succ = found.clauses
    assert (found.scrutinees, zero.rhs, zero.patterns) == ((Lit(5),), Lit(1), (Const("Nat.zero"),))
    assert (succ.names, succ.rhs) == (("n",), core("Nat.succ", BVar(0)))
    assert succ.patterns == (core("Nat.succ", BVar(0)),)


def test_the_equation_that_cases_remembers_is_erased(eraser: Eraser) -> None:
    fn = const("Nat.casesOn", k.Succ(k.ZERO))
    motive = lam("_", kt.NAT, arrow(const("True"), kt.NAT))
    zero = lam("h", const("True"), k.Lit(1))
    branch = lam("n", kt.NAT, lam("h", const("True"), b(1)))
    found = erased(eraser, app(fn, motive, k.Lit(5), zero, branch, const("True.intro")))
    assert isinstance(found, Match)
    assert same(found.motive, Lam("_", "", NAT, NAT))
    assert [clause.rhs for clause in found.clauses] == [Lit(1), BVar(0)]


def test_a_bare_recursor_is_named(eraser: Eraser) -> None:
    one = k.Succ(k.ZERO)
    rec = app(const("Nat.rec", one), lam("_", kt.NAT, kt.NAT))
    with pytest.raises(Unsupported, match=r"Nat\.rec: a recursor in a compiled term"):
        erased(eraser, rec)
