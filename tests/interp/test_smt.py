"""The SMT interpreter against the cases of every op: with known numbers, and with each numeral
made a symbol of which the solver is only told the value. A planted fault in a rule is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

z3 = pytest.importorskip("z3")

from leanbridge.core.terms import Const, Lit, Term, const, nat  # noqa: E402
from leanbridge.errors import LeanbridgeError, Unsupported  # noqa: E402
from leanbridge.interp.conformance import agrees  # noqa: E402
from leanbridge.interp.conformance_cases import (  # noqa: E402
    CASES,
    At,
    Case,
    Raises,
    X,
    at,
    eq,
    fin,
    fun,
    lt,
    val,
)
from leanbridge.interp.exact import Exact, Override  # noqa: E402
from leanbridge.interp.failures import LimitReached, Undefined  # noqa: E402
from leanbridge.interp.ops import OPS  # noqa: E402
from leanbridge.interp.smt import (  # noqa: E402
    RULES,
    UNSUPPORTED,
    Countermodel,
    Proved,
    Question,
    Smt,
    Unknown,
    contradiction,
    multiples_fact,
    prove,
    quotient_fact,
)
from leanbridge.interp.smt import builders as bu  # noqa: E402
from leanbridge.interp.smt.logic import flat_facts, index_facts  # noqa: E402
from leanbridge.interp.smt.run import Members, Typed  # noqa: E402
from leanbridge.interp.values import (  # noqa: E402
    BaseType,
    Data,
    FinsetValue,
    FinType,
    Table,
    TypeValue,
    Value,
)
from leanbridge.limits import Limits  # noqa: E402
from tests.interp.lean import Environment  # noqa: E402

LIMITS = Limits()
#: With symbolic sizes and exponents these have no rule: the reason is asserted.
NOT_SYMBOLIC = {
    "Finset.sum": "a sum or product over a type of symbolic size",
    "Finset.prod": "a sum or product over a type of symbolic size",
    "HPow.hPow": "`^` with a symbolic or large exponent",
    "Nat.pow": "`^` with a symbolic or large exponent",
}


BEYOND = (
    "real numbers", "list", "text", "matri", "sum type", "ℝ", "linear maps", "function changed",
    "no values here", "extremum", "unknown: ", "a symbolic value of", "not needed for index",
    "recursion",
)  # fmt: skip


class Symbolic:
    """An evaluator of closed terms whose numerals are symbols, pinned by `pins`."""

    def __init__(self, *, is_symbolic: bool, overrides: dict[str, Override] | None = None) -> None:
        self.is_symbolic = is_symbolic
        self.overrides = overrides or {}
        self.reset()

    def reset(self) -> None:
        self.smt = Smt(Environment(), overrides=self.overrides)
        self.pins: list[object] = []
        if self.is_symbolic:
            self.smt.overrides["OfNat.ofNat"] = Override(2, self.numeral)

    def numeral(self, values: tuple[Value, ...]) -> Value:
        type, number = values
        symbol = z3.Int(f"pin!{len(self.pins)}", self.smt.context)
        self.pins.append(symbol == number)
        rule = RULES["OfNat.ofNat"]
        assert isinstance(rule, Typed)
        return rule.resolve(self.smt, self.smt.as_type(type))(symbol)

    def evaluate(self, term: Term) -> Value:
        self.reset()
        value = self.smt.evaluate(term)
        self.check_demands()
        return value

    def check_demands(self) -> None:
        for demand in self.smt.demands:
            if not self.holds(demand.holds):
                raise Undefined(demand.what)

    def holds(self, truth: object) -> bool:
        """Whether the solver proves a truth of the pinned symbols, and not its contrary."""
        given = (*self.pins, *self.smt.facts)
        question = Question(self.smt.context, given, truth)
        contrary = Question(self.smt.context, given, bu.negation(truth))
        one, two = prove(question, LIMITS), prove(contrary, LIMITS)
        assert {type(one), type(two)} == {Proved, Countermodel}, (one, two)
        return isinstance(one, Proved)

    def near(self, type: TypeValue) -> list[int]:
        """Numbers of a type, to be outside of a set."""
        match type:
            case FinType(n):
                return [x for x in range(12) if self.holds(bu.less(x, n))]
            case BaseType("Nat"):
                return list(range(12))
            case BaseType("Int"):
                return list(range(-3, 12))
        return []

    def same(self, expected: Value, value: Value) -> bool:
        """`conformance.agrees`, where the solver must prove each part of a value."""
        match expected:
            case bool():
                return self.holds(bu.same_truth(self.smt.as_truth(value), expected))
            case int():
                return type(value) is not bool and self.holds(bu.equal(value, expected))
            case FinType(n):
                return isinstance(value, FinType) and self.holds(bu.equal(value.size, n))
            case tuple():
                return len(expected) == len(value) and all(map(self.same, expected, value))
            case Table(entries):
                return all(self.same(want, value(i)) for i, want in enumerate(entries))
            case At(points):
                return all(self.same(want, _call(value, given)) for given, want in points)
            case FinsetValue(items):
                assert isinstance(value, Members)
                near = [x for x in self.near(value.type) if x not in items]
                return all(self.holds(value.holds(x)) for x in items) and not any(
                    self.holds(value.holds(x)) for x in near
                )
            case Raises():
                return False
            case _:
                return agrees(expected, value)


def _call(function: Value, arguments: tuple[Value, ...]) -> Value:
    if isinstance(function, Data):
        function = function.fields[0]
    for a in arguments:
        function = function.holds(a) if isinstance(function, Members) else function(a)
    return function


def failures(symbolic: Symbolic, cases: list[Case]) -> tuple[list[str], set[str]]:
    """The cases that fail, and the ops that have no rule with symbolic numbers."""
    failed, refused = [], set()
    for case in cases:
        try:
            is_same = symbolic.same(case.expected, symbolic.evaluate(case.term))
        except Unsupported as error:
            if NOT_SYMBOLIC.get(case.op) == error.what or is_beyond(case, error):
                refused.add(case.op)
                continue
            failed.append(f"{case.op}: {error.what}")
            continue
        except LeanbridgeError as error:
            expected = case.expected
            is_same = isinstance(expected, Raises) and expected.error == type(error).__name__
        if not is_same:
            failed.append(f"{case.op}: {case.term}")
    return failed, refused


def is_beyond(case: Case, error: Unsupported) -> bool:
    """Whether a case of a supported op is about reals, lists or other types without rules, or has
    a branch that only a known condition leaves out."""
    return any(w in error.what for w in BEYOND)


SUPPORTED = [c for c in CASES if c.op in RULES]


def test_rules_and_reasons_partition_the_ops() -> None:
    assert not set(RULES) & set(UNSUPPORTED)
    assert set(RULES) | set(UNSUPPORTED) == set(OPS)


@pytest.mark.parametrize("is_symbolic", [False, True])
def test_every_rule_conforms(is_symbolic: bool) -> None:
    failed, _ = failures(Symbolic(is_symbolic=is_symbolic), SUPPORTED)
    assert failed == []


def test_few_cases_are_beyond_the_rules() -> None:
    """Every op with a rule has a case that is decided, with symbols too."""
    symbolic = Symbolic(is_symbolic=True)
    decided = {
        op for op in RULES if any(not failures(symbolic, [c])[1] for c in SUPPORTED if c.op == op)
    }
    assert set(RULES) - decided == set(NOT_SYMBOLIC)


@pytest.mark.parametrize(
    ("op", "fault"),
    [
        ("Nat.sub", lambda v: v[0] - v[1]),  # does not truncate
        ("Nat.div", lambda v: bu.quotient(v[0], bu.larger(v[1], 1))),  # n / 0 = n
        ("Int.emod", lambda v: bu.negate(bu.modulo(bu.negate(v[0]), v[1]))),
        ("Fin.mk", lambda v: v[1]),  # the range is not demanded
        ("finProdFinEquiv", lambda v: Data("Equiv.mk", (lambda p: p[0] + v[0] * p[1],) * 2)),
        ("Nat.max", lambda v: v[0]),
        ("Nat.ble", lambda v: bu.less(v[0], v[1])),
    ],
)
def test_a_planted_fault_in_a_rule_fails(
    op: str, fault: Callable[[tuple[Value, ...]], Value]
) -> None:
    planted = Symbolic(is_symbolic=True, overrides={op: Override(OPS[op].arity, fault)})
    failed, _ = failures(planted, [c for c in CASES if c.op == op])
    assert failed
    assert all(f.startswith(op) for f in failed)


# ----- at points, against the exact interpreter ---------------------------------------------

NAT, INT = Const("Nat"), Const("Int")
DIVISIONS = [
    const(op, kind, const("f", kind), const("g", kind))
    for kind in (NAT, INT)
    for op in ("HDiv.hDiv", "HMod.hMod", "HSub.hSub", "HMul.hMul", "Max.max", "Min.min")
]


@pytest.mark.parametrize("term", DIVISIONS, ids=repr)
def test_operators_are_the_exact_ones_at_points(term: Term) -> None:
    """The z3 term of an operator, its symbols replaced, is the exact value: signs and zeros."""
    is_nat = term.args[0] is NAT  # type: ignore[attr-defined]
    smt = Smt(Environment())
    a, b = z3.Int("a", smt.context), z3.Int("b", smt.context)
    smt.overrides |= {"f": Override(1, lambda _: a), "g": Override(1, lambda _: b)}
    encoded = smt.evaluate(term)
    for m in range(0 if is_nat else -5, 6):
        for n in range(0 if is_nat else -4, 5):
            values = {"f": Override(1, lambda _, m=m: m), "g": Override(1, lambda _, n=n: n)}
            exact = Exact(Environment(), overrides=values).evaluate(term)
            put = [(a, z3.IntVal(m, smt.context)), (b, z3.IntVal(n, smt.context))]
            assert z3.simplify(z3.substitute(encoded, *put)).as_long() == exact, (m, n)


# ----- what the solver is told, and asked -----------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "count"),
    [(flat_facts, 4), (index_facts, 3), (quotient_fact, 2), (multiples_fact, 3)],
)
def test_each_lemma_is_proved_for_all_numbers(fact: Callable[..., object], count: int) -> None:
    context = z3.Context()
    numbers = [z3.Int(f"n{i}", context) for i in range(count)]
    assert prove(Question(context, (), fact(*numbers)), LIMITS) == Proved()


def test_a_wrong_lemma_is_not_proved() -> None:
    context = z3.Context()
    a, b = z3.Ints("a b", context)
    wrong = bu.implies(0 < b, b * (a / b) < a)  # a may be a multiple
    assert isinstance(prove(Question(context, (), wrong), LIMITS), Countermodel)


def test_a_resource_limit_is_unknown() -> None:
    context = z3.Context()
    x, y, z = z3.Ints("x y z", context)
    goal = x * x * x + y * y * y + z * z * z != 114
    answer = prove(Question(context, (), goal), Limits(smt_resources=20_000))
    assert answer == Unknown("resource limit")


def test_the_smallest_contradiction_is_named() -> None:
    context = z3.Context()
    x, y = z3.Ints("x y", context)
    named = {"a": x > 3, "b": y == 2, "c": x < y, "d": x + y > 0}
    assert contradiction(context, [], named, LIMITS) == ("a", "b", "c")
    assert contradiction(context, [x < 0], {"a": x > 3}, LIMITS) == ("a",)
    assert contradiction(context, [x < x], named, LIMITS) == ()
    assert contradiction(context, [], {"b": y == 2}, LIMITS) is None


def card_of(n: object, body: Term) -> Term:
    kind = const("Fin", const("n"))
    univ = const("Finset.univ", kind)
    return const("Finset.card", kind, const("Finset.filter", kind, fun(kind, body), univ))


def test_the_number_of_elements_of_a_set_of_symbolic_size() -> None:
    """Two of the numbers below n are next to 1, if n > 2; it is false that there are three."""
    smt = Smt(Environment())
    n = z3.Int("n", smt.context)
    smt.overrides["n"] = Override(0, lambda _: n)
    kind = const("n")
    next_to = const("Or", eq(NAT, const("Fin.val", kind, X), nat(0)),
                    eq(NAT, const("Fin.val", kind, X), nat(2)))  # fmt: skip
    size = smt.evaluate(card_of(n, next_to))

    def ask(goal: object) -> object:
        return prove(Question(smt.context, (n > 2, *smt.facts), goal), LIMITS)

    assert ask(size == 2) == Proved()
    assert ask(size <= 2) == Proved()
    assert isinstance(ask(size == 3), Countermodel)
    assert isinstance(ask(size < 2), Countermodel)


def test_what_a_value_needs_is_demanded_where_it_stands() -> None:
    """In the branch of a conditional, only where its condition holds."""
    smt = Smt(Environment())
    n = z3.Int("n", smt.context)
    smt.overrides["n"] = Override(0, lambda _: n)
    kind = const("Fin", nat(3))
    index = const("Fin.mk", nat(3), const("n"), Lit(0))
    value = const("ite", kind, lt(NAT, const("n"), nat(3)), index, at(3, 0))
    smt.evaluate(value)
    (demand,) = smt.demands
    assert prove(Question(smt.context, (n >= 0,), demand.holds), LIMITS) == Proved()
    smt.demands.clear()
    smt.evaluate(index)
    (demand,) = smt.demands
    assert isinstance(prove(Question(smt.context, (n >= 0,), demand.holds), LIMITS), Countermodel)


def test_a_deep_unfolding_is_a_limit() -> None:
    env = Environment()
    env.define("loop", fun(NAT, const("loop", const("Nat.succ", X))))
    smt = Smt(env, limits=Limits(smt_steps=50))
    with pytest.raises(LimitReached, match="limit: smt steps"):
        smt.evaluate(const("loop", nat(0)))


def test_what_has_no_rule_is_refused_by_name() -> None:
    smt = Smt(Environment())
    with pytest.raises(Unsupported, match=r"Nat\.gcd: not an expression of linear"):
        smt.evaluate(const("Nat.gcd", nat(2), nat(4)))
    with pytest.raises(Unsupported, match=r"Real: real numbers"):
        smt.type_value(Const("Real"))
    assert smt.type_value(fin(3)) == FinType(3)
    assert smt.type_value(NAT) == BaseType("Nat")
    assert smt.evaluate(val(3, at(3, 2))) == 2
