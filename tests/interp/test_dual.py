"""Derivatives at a point: what is proved, what is junk, what stays open."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from leanbridge.core.terms import Const, Term, app, const
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact, Override
from leanbridge.interp.failures import Kink
from leanbridge.interp.reals import Computed
from leanbridge.interp.values import Table
from leanbridge.limits import Limits
from tests.interp.lean import (
    OK,
    Environment,
    R,
    at,
    b,
    eq,
    fin,
    forall,
    fun,
    le,
    lt,
    mul,
    nat,
    num,
    vec,
)

X = b(0)
V2 = forall(("i", fin(2)), R)


def plus(x: Term, y: Term) -> Term:
    return const("HAdd.hAdd", R, x, y)


def minus(x: Term, y: Term) -> Term:
    return const("HSub.hSub", R, x, y)


def top(x: Term, y: Term) -> Term:
    return const("Max.max", R, x, y)


def low(x: Term, y: Term) -> Term:
    return const("Min.min", R, x, y)


def size(x: Term) -> Term:
    return const("abs", R, x)


def when(condition: Term, yes: Term, no: Term) -> Term:
    return const("ite", R, condition, yes, no)


def product(x: Term, y: Term) -> Term:
    return mul(R, x, y)


def sqrt(x: Term) -> Term:
    return const("Real.sqrt", x)


def slope(body: Term, point: Term) -> tuple[object, int]:
    """`deriv (fun x => body) point`, and the number of junk derivatives."""
    run = Exact(Environment())
    return run.evaluate(const("deriv", R, R, fun(R, body), point)), run.junk


@pytest.mark.parametrize(
    ("body", "point", "expected"),
    [
        (product(X, product(X, X)), num(2), 12),
        (const("HDiv.hDiv", R, num(1), X), num(2), fmpq(-1, 4)),
        (
            const(
                "HPow.hPow",
                R,
                Const("Int"),
                X,
                const("Neg.neg", Const("Int"), const("OfNat.ofNat", Const("Int"), nat(2).args[1])),
            ),
            num(2),
            fmpq(-1, 4),
        ),
        (const("Real.log", X), num(3), fmpq(1, 3)),
        (const("Real.log", X), num(-3), fmpq(-1, 3)),  # log |x|
        (sqrt(X), num(4), fmpq(1, 4)),
        (sqrt(X), num(-4), 0),  # √ is 0 there, and smooth
        (const("Real.arctan", X), num(1), fmpq(1, 2)),
        (const("Real.exp", X), num(0), 1),
        (top(X, X), num(0), 1),  # one cell read twice
        (top(X, plus(X, num(0))), num(0), 1),  # two cells with one gradient
        (top(product(X, X), num(0)), num(0), 0),  # equal to first order
        (product(X, size(X)), num(0), 0),
        (plus(top(X, num(0)), low(X, num(0))), num(0), 1),  # = x on every branch
        (when(lt(R, X, num(0)), product(X, X), num(0)), num(0), 0),
        (when(eq(R, X, num(0)), product(X, num(2)), plus(X, X)), num(0), 2),
        (top(X, num(5)), num(5, 2), 0),  # decided by value
        (when(lt(R, num(0), X), X, num(0)), num(1), 1),
    ],
)
def test_differentiable(body: Term, point: Term, expected: object) -> None:
    assert slope(body, point) == (expected, 0)


@pytest.mark.parametrize(
    "body",
    [
        size(X),
        top(X, num(0)),
        when(lt(R, num(0), X), X, num(0)),  # relu
        when(lt(R, num(0), X), num(1), num(0)),  # a jump to the right
        when(le(R, num(0), X), num(1), num(0)),  # a jump to the left
        when(eq(R, X, num(0)), num(1), num(0)),  # one point off
        plus(size(X), product(X, X)),
        const("Finset.sup'", R, fin(2), const("Finset.univ", fin(2)), OK, vec(X, num(0))),
    ],
)
def test_not_differentiable_is_junk(body: Term) -> None:
    assert slope(body, num(0)) == (0, 1)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (sqrt(X), "square root"),
        (const("Inv.inv", R, X), "division"),
        (const("Real.log", X), "logarithm"),
        (product(X, sqrt(size(X))), "square root"),  # differentiable, but not shown to be
        (const("Int.cast", R, const("Int.floor", R, X)), "floor"),
    ],
)
def test_singular_is_open(body: Term, reason: str) -> None:
    with pytest.raises(Kink, match=reason):
        slope(body, num(0))


def test_a_locally_constant_floor() -> None:
    assert slope(const("Int.cast", R, const("Int.floor", R, X)), num(1, 2)) == (0, 0)


# ----- several inputs ---------------------------------------------------------------------


def entry(i: int) -> Term:
    return app(X, at(2, i))


def gradient(body: Term, point: tuple[Term, Term], limits: Limits | None = None) -> object:
    """The two partial derivatives of `fun x : Fin 2 → ℝ => body`, or "junk"."""
    run = Exact(Environment(), limits=limits or Limits())
    derivative = const("fderiv", R, V2, R, fun(V2, body), vec(*point))
    out = run.guarded(
        lambda: [run.evaluate(derivative)(Table((fmpq(i == 0), fmpq(i == 1)))) for i in range(2)]
    )
    return "junk" if run.junk else out


def test_max_of_two_inputs() -> None:
    body = top(entry(0), entry(1))
    assert gradient(body, (num(2), num(1))) == [1, 0]
    assert gradient(body, (num(1), num(1))) == "junk"


def test_max_plus_min_is_a_sum() -> None:
    body = plus(top(entry(0), entry(1)), low(entry(1), entry(0)))
    assert gradient(body, (num(1), num(1))) == [1, 1]


def test_two_sided_and_odd_but_not_linear() -> None:
    """The median of x, y, 0 has D(v) = -D(-v) along both axes; D(v + w) ≠ D(v) + D(w) refutes."""
    median = top(low(entry(0), entry(1)), low(top(entry(0), entry(1)), num(0)))
    assert gradient(median, (num(0), num(0))) == "junk"


def test_a_kink_that_is_multiplied_away() -> None:
    body = product(size(entry(0)), entry(1))
    assert gradient(body, (num(0), num(0))) == [0, 0]
    assert gradient(body, (num(0), num(3))) == "junk"


def test_more_branches_than_the_limit_is_open_or_refuted_never_smooth() -> None:
    kinks = product(size(entry(0)), size(entry(1)))
    assert gradient(kinks, (num(0), num(0))) == [0, 0]
    with pytest.raises(Kink, match="limit"):
        gradient(kinks, (num(0), num(0)), Limits(branches=3))


def test_one_bad_output_makes_the_map_junk() -> None:
    run = Exact(Environment())
    pair = fun(V2, vec(product(entry(0), entry(0)), size(entry(1))))
    at_kink = const("fderiv", R, V2, V2, pair, vec(num(1), num(0)), vec(num(1), num(0)))
    out = run.force(run.evaluate(at_kink), run.type_value(V2))
    assert (out, run.junk) == (Table((fmpq(0), fmpq(0))), 1)
    smooth = const("fderiv", R, V2, V2, pair, vec(num(1), num(-1)), vec(num(1), num(1)))
    assert run.force(run.evaluate(smooth), run.type_value(V2)) == Table((fmpq(2), fmpq(-1)))


def test_propositions_at_a_point() -> None:
    run = Exact(Environment())
    square = fun(R, product(X, X))
    assert run.truth(const("HasDerivAt", R, R, square, num(6), num(3)))
    assert not run.truth(const("HasDerivAt", R, R, square, num(5), num(3)))
    assert not run.truth(const("HasDerivAt", R, R, fun(R, size(X)), num(0), num(0)))
    assert not run.truth(const("DifferentiableAt", R, R, R, fun(R, size(X)), num(0)))
    assert run.junk == 0  # no derivative was taken there: nothing is junk
    with pytest.raises(Kink):
        run.truth(const("DifferentiableAt", R, R, R, fun(R, sqrt(X)), num(0)))


def test_a_derivative_with_enclosures() -> None:
    value, junk = slope(const("Real.exp", product(X, X)), num(1))
    assert isinstance(value, Computed)  # 2e
    assert junk == 0


def test_a_derivative_inside_a_derivative_is_unsupported() -> None:
    inner = const("deriv", R, R, fun(R, product(X, X)), X)
    with pytest.raises(Unsupported, match="inside a derivative"):
        slope(inner, num(1))
    with pytest.raises(Unsupported, match="inside a derivative"):
        slope(const("deriv", R, R, fun(R, product(X, b(1))), num(1)), num(1))


def test_only_over_the_reals() -> None:
    with pytest.raises(Unsupported, match="a derivative over ℚ"):
        Exact(Environment()).evaluate(
            const("deriv", Const("Rat"), R, fun(Const("Rat"), num(1)), num(1, 1, Const("Rat")))
        )


# ----- the Lean body is differentiated, never the port ------------------------------------


def test_overrides_are_suspended_inside() -> None:
    env = Environment()
    f = env.define("f", fun(R, product(X, X)))
    seen: list[object] = []

    def port(values: tuple[object, ...]) -> object:
        seen.append(values[0])
        return fmpq(100)

    run = Exact(env, overrides={"f": Override(1, port)})
    direct = const("deriv", R, R, f, num(3))
    wrapped = const("deriv", R, R, fun(R, plus(app(f, X), num(1))), num(3))
    passed = app(fun(forall(("a", R), R), const("deriv", R, R, X, num(3))), f)  # as an argument
    assert [run.evaluate(t) for t in (direct, wrapped, passed)] == [6, 6, 6]
    assert seen == []
    point = const("deriv", R, R, f, app(f, num(1)))  # the point is the port's
    assert run.evaluate(point) == 200
    assert seen == [fmpq(1)]
    assert run.evaluate(plus(app(f, num(3)), direct)) == 106


# ----- an independent judge ---------------------------------------------------------------


def _random(rng: random.Random, depth: int) -> Term:
    """A random expression in two inputs, full of ties at the origin."""
    if depth == 0:
        return rng.choice([entry(0), entry(1), num(0), plus(entry(0), entry(1))])
    pick = rng.randrange(7)
    x, y = _random(rng, depth - 1), _random(rng, depth - 1)
    match pick:
        case 0:
            return top(x, y)
        case 1:
            return low(x, y)
        case 2:
            return size(x)
        case 3:
            return plus(x, y)
        case 4:
            return minus(x, y)
        case 5:
            return product(x, y)
        case _:
            return when(le(R, x, y), x, y)


def test_random_functions_against_finite_differences() -> None:
    """A claimed gradient leaves a remainder o(t) in many directions; a claimed kink does not."""
    rng = random.Random(7)
    verdicts = {"smooth": 0, "junk": 0, "open": 0}
    directions = [(fmpq(x), fmpq(y)) for x in range(-3, 4) for y in range(-3, 4) if x or y]
    for _ in range(250):
        body = _random(rng, 3)
        run = Exact(Environment())
        f = run.evaluate(fun(V2, body))
        step = fmpq(1, 10**9)

        def quotient(v: tuple[fmpq, fmpq], f: object = f, step: fmpq = step) -> fmpq:
            return f(Table((v[0] * step, v[1] * step))) / step  # type: ignore[operator]

        assert f(Table((fmpq(0), fmpq(0)))) == 0
        quotients = {v: run.guarded(lambda v=v: quotient(v)) for v in directions}  # type: ignore[misc]
        try:
            found = gradient(body, (num(0), num(0)))
        except Kink:
            verdicts["open"] += 1
            continue
        a, c = quotients[fmpq(1), fmpq(0)], quotients[fmpq(0), fmpq(1)]
        error = max(abs(q - (a * v[0] + c * v[1])) for v, q in quotients.items())
        if found == "junk":
            verdicts["junk"] += 1
            assert error > fmpq(1, 100), body
        else:
            verdicts["smooth"] += 1
            assert isinstance(found, list)
            assert error < fmpq(1, 10**6), body
            assert abs(found[0] - a) < fmpq(1, 10**6), body
            assert abs(found[1] - c) < fmpq(1, 10**6), body
    assert verdicts["smooth"] > 30, verdicts
    assert verdicts["junk"] > 100, verdicts
    assert verdicts["open"] < 40, verdicts
