"""The exact interpreter on terms built by hand, against values worked out by hand."""

from __future__ import annotations

import pytest
from flint import fmpq

from leanbridge.core.terms import PROP, Const, FVar, Let, Lit, Match, Proof, Term, app, const, nat
from leanbridge.errors import InternalError, Unsupported
from leanbridge.interp.exact import Exact, Override
from leanbridge.interp.failures import LimitReached, Undecided, Undefined
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    FinType,
    FunctionType,
    ProofType,
    Table,
    Value,
)
from leanbridge.limits import Limits
from tests.interp.lean import (
    OK,
    Clause,
    Environment,
    N,
    R,
    at,
    b,
    eq,
    fin,
    forall,
    fun,
    lam,
    le,
    lt,
    mul,
    num,
    tensor,
    val,
    vec,
)

X = FVar(0, "x")


def add(a: Term, c: Term) -> Term:
    return const("HAdd.hAdd", N, a, c)


def minus(a: Term, c: Term) -> Term:
    return const("HSub.hSub", N, a, c)


def evaluate(term: Term, env: Environment | None = None, **options: object) -> Value:
    return Exact(env if env is not None else Environment(), **options).evaluate(term)  # type: ignore[arg-type]


def truth(term: Term) -> bool:
    return Exact(Environment()).truth(term)


# ----- a window maximum, from its definition ----------------------------------------------

PAIR = const("Prod", fin(3), fin(3))


def window() -> Environment:
    """`row i a = 2i + a - 1 : Fin (2h)`, and the maximum over `Fin 3 × Fin 3` of `x (row …)`."""
    env = Environment()
    value = minus(add(mul(N, nat(2), const("Fin.val", b(2), b(1))), val(3, b(0))), nat(1))
    binders = (("h", N), ("i", const("Fin", b(0))), ("a", fin(3)))
    env.define("row", lam(*binders, const("Fin.mk", mul(N, nat(2), b(2)), value, OK)))
    cell = app(
        b(3),
        const("row", b(5), b(2), const("Prod.fst", fin(3), fin(3), b(0))),
        const("row", b(4), b(1), const("Prod.snd", fin(3), fin(3), b(0))),
    )
    top = const("Finset.sup'", R, PAIR, const("Finset.univ", PAIR), OK, lam(("p", PAIR), cell))
    plane = forall(
        ("r", const("Fin", mul(N, nat(2), b(1)))), ("s", const("Fin", mul(N, nat(2), b(1)))), R
    )
    i, j = ("i", const("Fin", b(2))), ("j", const("Fin", b(2)))
    binders = (("h", N), ("w", N), ("x", plane), i, j)
    env.define("top", lam(*binders, top))
    return env


def plane(rows: int, columns: int) -> Value:
    return tensor([[fmpq((7 * r * r + 3 * c + r * c) % 11, 3) for c in range(columns)]
                   for r in range(rows)])  # fmt: skip


def test_a_definition_gives_the_tensor_that_its_formula_gives() -> None:
    run = Exact(window())
    x = plane(4, 6)
    out = run.evaluate(const("top", nat(2), nat(3), X), {X: x})
    assert [[out(i)(j) for j in range(3)] for i in range(2)] == [
        [
            max(x(max(2 * i + a - 1, 0))(max(2 * j + d - 1, 0)) for a in range(3) for d in range(3))
            for j in range(3)
        ]
        for i in range(2)
    ]


def test_a_result_is_forced_to_tables() -> None:
    run = Exact(window())
    real = BaseType("Real")
    type = FunctionType(FinType(1), lambda _: FunctionType(FinType(1), lambda _: real))
    value = run.evaluate(const("top", nat(1), nat(1), X), {X: plane(2, 2)})
    top = max(plane(2, 2)(r)(c) for r in range(2) for c in range(2))
    assert run.force(value, type) == Table((Table((top,)),))


def test_the_type_of_a_telescope_is_evaluated() -> None:
    h = FVar(1, "h")
    type = Exact(Environment()).type_value(forall(("i", const("Fin", h)), R), {h: 4})
    assert isinstance(type, FunctionType)
    assert type.domain == FinType(4)
    assert type.codomain(0) == BaseType("Real")


# ----- obligations inside values ----------------------------------------------------------


def test_fin_mk_checks_its_range() -> None:
    with pytest.raises(Undefined, match=r"needs v < n") as caught:
        evaluate(at(3, 3))
    assert caught.value.bindings == ("v=3", "n=3")


def test_an_index_never_wraps() -> None:
    out_of_range = fun(N, app(X, b(0)))
    run = Exact(Environment())
    with pytest.raises(Undefined, match="index 2 outside Fin 2"):
        run.guarded(lambda: run.evaluate(out_of_range, {X: Table((1, 2))})(2))


# ----- propositions -----------------------------------------------------------------------


def test_quantifiers_over_finite_types() -> None:
    assert truth(forall(("i", fin(3)), lt(N, val(3, b(0)), nat(3))))
    assert not truth(forall(("i", fin(3)), lt(N, val(3, b(0)), nat(2))))
    no = const("False")
    assert truth(forall(("f", forall(("i", fin(2)), fin(2))), ("h", no), no))
    assert truth(forall(("i", fin(0)), const("False")))


def test_a_quantifier_over_an_infinite_type_names_it() -> None:
    with pytest.raises(Unsupported, match=r"∀ t : ℝ: the type is infinite"):
        truth(forall(("t", R), eq(R, b(0), b(0))))
    with pytest.raises(Unsupported, match=r"∃ over ℝ, which is infinite"):
        truth(const("Exists", R, fun(R, eq(R, b(0), b(0)))))


def test_bounded_quantifiers() -> None:
    square = le(N, mul(N, b(1), b(1)), nat(9))
    assert truth(forall(("n", N), ("h", lt(N, b(0), nat(4))), square))
    assert not truth(forall(("n", N), ("h", le(N, b(0), nat(4))), square))
    above = forall(("n", N), ("h", const("GT.gt", N, nat(2), b(0))), lt(N, b(1), nat(2)))
    assert truth(above)
    square = const("And", lt(N, b(0), nat(9)), eq(N, mul(N, b(0), b(0)), nat(49)))
    assert truth(const("Exists", N, fun(N, square)))
    with pytest.raises(Unsupported, match="∀ n : ℕ"):
        truth(forall(("n", N), ("h", lt(N, nat(4), b(0))), const("True")))


def test_a_hypothesis_may_be_a_quantifier() -> None:
    """`(∀ i, v i ≤ 3) → v 0 ≤ 3`: the premise is a Π, and a proposition."""
    premise = forall(("i", fin(2)), le(R, app(X, b(0)), num(3)))
    term = forall(("h", premise), le(R, app(X, at(2, 0)), num(3)))
    for v in ([fmpq(1), fmpq(2)], [fmpq(4), fmpq(5)]):
        assert Exact(Environment()).truth(term, {X: tensor(v)})


def test_a_predicate_variable_is_a_proposition() -> None:
    every = forall(("i", fin(3)), app(X, b(0)))
    assert Exact(Environment()).truth(every, {X: Table((True, True, True))})
    assert not Exact(Environment()).truth(every, {X: Table((True, False, True))})


def test_a_variable_type_is_a_type() -> None:
    alpha = FVar(3, "α")
    type = Exact(Environment()).type_value(forall(("a", fin(2)), alpha), {alpha: FinType(3)})
    assert isinstance(type, FunctionType)


def test_branches_not_taken_are_not_looked_at() -> None:
    assert evaluate(const("ite", N, const("True"), nat(1), Const("unheard"))) == 1
    assert not truth(const("And", const("False"), Const("unheard")))
    assert evaluate(Let("u", N, Const("unheard"), nat(1))) == 1
    with pytest.raises(Unsupported, match="unheard: a constant that is not known"):
        evaluate(const("ite", N, const("False"), nat(1), Const("unheard")))


def test_within_is_not_true() -> None:
    run = Exact(Environment())
    e = const("Real.exp", num(1))
    one = mul(R, e, const("Real.exp", num(-1)))
    decision = run.decide(eq(R, one, num(1)))
    assert decision.holds
    assert decision.within is not None
    assert decision.within > 900
    assert run.decide(const("And", eq(R, one, num(1)), const("True"))).within == decision.within
    assert run.decide(eq(R, num(1), num(1))).within is None
    for strict in (
        const("Not", eq(R, one, num(1))),
        const("ite", Const("Prop"), eq(R, one, num(1)), const("True"), const("True")),
        forall(("h", eq(R, one, num(1))), const("False")),
    ):
        with pytest.raises(Undecided):
            run.decide(strict)
    with pytest.raises(Undecided, match="within"):
        run.truth(eq(R, one, num(1)))
    assert run.decide(forall(("h", eq(R, one, num(1))), const("True"))).within is None


# ----- definitions, recursion, matching ---------------------------------------------------


def factorial() -> Environment:
    env = Environment()
    step = mul(N, add(b(0), nat(1)), const("fact", b(0)))
    clauses = (Clause((), (nat(0),), nat(1), ()), Clause(("k",), (add(b(0), nat(1)),), step, (N,)))
    env.define("fact", fun(N, Match(clauses, fun(N, N), (b(0),))))
    return env


def test_structural_recursion() -> None:
    assert evaluate(const("fact", nat(10)), factorial()) == 3628800


def test_a_deep_recursion_is_a_limit() -> None:
    with pytest.raises(LimitReached, match="limit: frames"):
        evaluate(const("fact", nat(100_000)), factorial())
    with pytest.raises(LimitReached, match="limit: steps"):
        evaluate(const("fact", nat(100)), factorial(), limits=Limits(steps=50))


def test_patterns() -> None:
    some = const("Option.some", N, b(0))
    pair = const("Prod.mk", N, const("Option", N), b(1), some)
    clauses = (
        Clause(("a", "c"), (pair,), minus(b(1), b(0)), (N, N)),
        Clause(("p",), (b(0),), nat(99), (N,)),
    )
    type = const("Prod", N, const("Option", N))
    f = fun(type, Match(clauses, fun(type, N), (b(0),)))
    assert evaluate(app(f, const("Prod.mk", N, N, nat(7), const("Option.some", N, nat(3))))) == 4
    assert evaluate(app(f, const("Prod.mk", N, N, nat(7), const("Option.none", N)))) == 99


def test_no_clause_is_undefined() -> None:
    only_one = Match((Clause((), (nat(1),), nat(5), ()),), fun(N, N), (nat(2),))
    with pytest.raises(Undefined, match="no clause of a match fits"):
        evaluate(only_one)


def test_list_patterns() -> None:
    cons = const("List.cons", N, b(1), b(0))
    clauses = (
        Clause((), (const("List.nil", N),), nat(0), ()),
        Clause(("x", "xs"), (cons,), add(b(1), const("total", b(0))), (N, N)),
    )
    env = Environment()
    env.define("total", fun(const("List", N), Match(clauses, fun(N, N), (b(0),))))
    assert evaluate(const("total", const("List.range", nat(5))), env) == 10


def test_structures() -> None:
    env = Environment()
    small = lt(N, b(0), nat(5))
    env.structure("Point", Const("Type"), 0, {"x": N, "y": N, "ok": small}, frozenset({"ok"}))
    point = const("Point.mk", nat(3), nat(4), OK)
    run = Exact(env)
    assert run.evaluate(point) == Data("Point.mk", (3, 4, PROOF))
    assert run.evaluate(const("Point.y", point)) == 4
    assert run.truth(eq(Const("Point"), point, const("Point.mk", nat(3), nat(4), Proof(PROP))))
    assert not run.truth(eq(Const("Point"), point, const("Point.mk", nat(3), nat(5), OK)))


def test_a_structure_in_prop_is_its_fields() -> None:
    env = Environment()
    fields = {"pos": lt(N, nat(0), b(0)), "small": lt(N, b(1), nat(5))}
    env.structure("Good", forall(("p", N), PROP), 1, fields, frozenset(fields))
    run = Exact(env)
    assert [run.truth(const("Good", nat(n))) for n in (0, 3, 5)] == [False, True, False]
    assert isinstance(run.type_value(const("Good", nat(0))), ProofType)


# ----- choice -----------------------------------------------------------------------------

CHOOSE = const("Classical.choose", fin(5), fun(fin(5), lt(N, nat(2), val(5, b(0)))), OK)


def test_choice_is_relational() -> None:
    run = Exact(Environment())
    assert run.evaluate(CHOOSE) == 3
    (choice,) = run.choices
    assert (choice.admissible, choice.taken) == ((3, 4), 3)
    last = Exact(Environment(), choose=lambda found: found[-1])
    assert last.evaluate(CHOOSE) == 4


def test_equal_predicates_choose_alike() -> None:
    """Whatever the policy: `choose` is a function of the predicate."""
    turns = iter([0, 1, 0])
    run = Exact(Environment(), choose=lambda found: found[next(turns)])
    again = const("Classical.choose", fin(5), fun(fin(5), le(N, nat(3), val(5, b(0)))), OK)
    assert run.truth(eq(fin(5), CHOOSE, again))
    assert len(run.choices) == 1
    run.reset()
    assert run.choices == []
    assert run.evaluate(CHOOSE) == 4


def test_nothing_admissible() -> None:
    with pytest.raises(Undefined, match="a choice from no value of Fin 5"):
        evaluate(const("Classical.choose", fin(5), fun(fin(5), const("False")), OK))


# ----- overrides --------------------------------------------------------------------------


def test_an_override_replaces_a_constant_wherever_it_occurs() -> None:
    env = window()
    seen: list[tuple[Value, ...]] = []

    def row(values: tuple[Value, ...]) -> Value:
        seen.append(values)
        return min(2 * values[1] + values[2], 2 * values[0] - 1)

    run = Exact(env, overrides={"row": Override(3, row)})
    x = plane(2, 2)
    assert run.evaluate(const("top", nat(1), nat(1), X), {X: x})(0)(0) == max(
        x(r)(c) for r in range(2) for c in range(2)
    )
    assert (1, 0, 2) in seen


def test_a_partial_application_of_an_override_is_curried() -> None:
    run = Exact(Environment(), overrides={"f": Override(3, lambda v: v)})
    assert run.evaluate(const("f", nat(1)))(2)(3) == (1, 2, 3)
    assert run.evaluate(app(Const("f"), nat(1), nat(2), nat(3))) == (1, 2, 3)


def test_an_override_may_replace_an_op() -> None:
    run = Exact(Environment(), overrides={"Real.sqrt": Override(1, lambda v: fmpq(7))})
    assert run.evaluate(const("Real.sqrt", num(4))) == 7


def test_a_port_s_error_is_the_port_s() -> None:
    def fail(_: tuple[Value, ...]) -> Value:
        raise ZeroDivisionError("mine")

    run = Exact(Environment(), overrides={"f": Override(1, fail)})
    with pytest.raises(ZeroDivisionError, match="mine"):
        run.evaluate(const("f", nat(1)))


# ----- equality of functions, laziness, reuse ---------------------------------------------


def test_functions_are_compared_where_they_can_be() -> None:
    assert truth(eq(forall(("i", fin(2)), R), vec(num(1), num(2)), vec(num(1), num(2))))
    assert not truth(eq(forall(("i", fin(2)), R), vec(num(1), num(2)), vec(num(1), num(3))))
    with pytest.raises(Unsupported, match="equality of functions on ℝ"):
        truth(eq(forall(("i", R), R), fun(R, b(0)), fun(R, mul(R, b(0), num(1)))))


def test_a_value_is_computed_once() -> None:
    calls = []

    def count(values: tuple[Value, ...]) -> Value:
        calls.append(values)
        return fmpq(1)

    env = Environment()
    entries = fun(fin(4), app(b(1), b(0)))
    mean = const("Finset.sum", fin(4), R, const("Finset.univ", fin(4)), entries)
    env.define("mean", lam(("x", forall(("i", fin(4)), R)), mean))
    centred = fun(fin(4), const("HSub.hSub", R, app(X, b(0)), const("mean", X)))
    run = Exact(env, overrides={"probe": Override(1, count)})
    probe = fun(fin(4), const("probe", b(0)))
    out = run.force(run.evaluate(centred, {X: run.evaluate(probe)}), FunctionType(
        FinType(4), lambda _: BaseType("Real")))  # fmt: skip
    assert out == Table((fmpq(-3),) * 4)
    assert len(calls) == 4


def test_a_function_is_applied_to_a_tensor_once_for_all_indices() -> None:
    calls = []

    def function(tensor: Value) -> Value:
        calls.append(tensor)
        return Table((fmpq(1), fmpq(2), fmpq(3)))

    vector = forall(("i", fin(3)), R)
    of = lam(
        ("f", forall(("x", vector), vector)), ("x", vector), fun(fin(3), app(b(2), b(1), b(0)))
    )
    run = Exact(Environment())
    tensor = Table((fmpq(0),) * 3)
    of_x = app(of, X, y := FVar(1, "y"))
    out = run.evaluate(of_x, {X: function, y: tensor})
    assert [out(i) for i in range(3)] == [1, 2, 3]
    assert calls == [tensor]


def test_a_variable_without_a_value_is_our_fault() -> None:
    with pytest.raises(InternalError, match="free variable x has no value"):
        evaluate(X)


def test_literals() -> None:
    assert evaluate(Lit(3)) == 3
    assert evaluate(Lit("s")) == "s"
