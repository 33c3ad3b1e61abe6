"""Rules of logic, indices, equivalences and sets with symbolic numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from leanbridge.errors import Unsupported
from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Number, Truth
from leanbridge.interp.smt.integers import equal, less, less_equal, same_type
from leanbridge.interp.smt.run import Members, Run
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    SubType,
    TypeValue,
    Value,
)

Function1 = Callable[[Value], Value]
Thunk = Callable[[], Value]


# ----- logic ------------------------------------------------------------------------------


def negation(run: Run, a: Value) -> Truth:
    return bu.negation(run.as_truth(a))


def conjunction(run: Run, a: Thunk, b: Thunk) -> Truth:
    """`a ∧ b`; b is looked at where a holds."""
    first = run.as_truth(a())
    if first is False:
        return False
    with run.under(first):
        return bu.all_of(first, run.as_truth(b()))


def disjunction(run: Run, a: Thunk, b: Thunk) -> Truth:
    """`a ∨ b`; b is looked at where a fails."""
    first = run.as_truth(a())
    if first is True:
        return True
    with run.under(bu.negation(first)):
        return bu.any_of(first, run.as_truth(b()))


def equivalence(run: Run, a: Value, b: Value) -> Truth:
    return bu.same_truth(run.as_truth(a), run.as_truth(b))


def exclusive(run: Run, a: Value, b: Value) -> Truth:
    return bu.negation(bu.same_truth(a, b))


def exists(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    return lambda p: run.exists(type, lambda x: run.as_truth(at(p, x)))


def exists_unique(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    """`∃! x, p x`: one x, and any other with p is that one."""
    same = equal(run, type)

    def decide(p: Value) -> Truth:
        def holds(x: Value) -> Truth:
            return run.as_truth(at(p, x))

        return run.exists(
            type,
            lambda x: bu.all_of(
                holds(x), run.forall(type, lambda y: bu.implies(holds(y), same(y, x)))
            ),
        )

    return decide


def nonempty(run: Run, type: TypeValue) -> Callable[[], Truth]:
    return lambda: run.exists(type, lambda _: True)


def truth(run: Run, p: Value) -> Truth:
    """`Decidable.decide p`, `Fact p`."""
    return run.as_truth(p)


def if_then_else(run: Run, _: Thunk, condition: Thunk, yes: Thunk, no: Thunk) -> Value:
    return run.choose(run.as_truth(condition()), yes, no)


def dependent_if(run: Run, _: Thunk, condition: Thunk, yes: Thunk, no: Thunk) -> Value:
    return run.choose(run.as_truth(condition()), lambda: at(yes(), PROOF), lambda: at(no(), PROOF))


def unreachable(run: Run, *_: Value) -> None:
    """`False.elim`, `absurd`: that it is not reached is demanded."""
    run.demand(False, "a contradiction is not reached")


def cast_along(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value, Value], Value]:
    """`Eq.mp`, `cast`: the data is unchanged; that the two types agree is demanded."""

    def convert(proof: Value, value: Value) -> Value:
        run.demand(same_type(run, source, target), "the two types of a cast agree")
        return value

    return convert


def rewrite(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Value]:
    """`h ▸ e`."""
    convert = cast_along(run, source, target)
    return lambda _, proof, value: convert(proof, value)


# ----- functions --------------------------------------------------------------------------


def injective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Truth]:
    same, agree = equal(run, source), equal(run, target)

    def decide(f: Value) -> Truth:
        def pair(x: Value, y: Value) -> Truth:
            return bu.implies(agree(at(f, x), at(f, y)), same(x, y))

        return run.forall(source, lambda x: run.forall(source, lambda y: pair(x, y)))

    return decide


def surjective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Truth]:
    agree = equal(run, target)
    return lambda f: run.forall(target, lambda y: run.exists(source, lambda x: agree(at(f, x), y)))


def bijective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Truth]:
    one, onto = injective(run, source, target), surjective(run, source, target)
    return lambda f: bu.all_of(one(f), onto(f))


def as_function(run: Run, f: Value) -> Function1:
    """A bundled map as the function that it is."""
    found: Function1 = f.fields[0] if isinstance(f, Data) else f
    return found


def at(f: Value, x: Value) -> Value:
    """A function or a set at an argument."""
    return f.holds(x) if isinstance(f, Members) else f(x)


# ----- Fin --------------------------------------------------------------------------------


def fin_mk(run: Run, n: Number, value: Number, proof: Value) -> Number:
    """`⟨v, _⟩ : Fin n`."""
    run.demand(bu.less(value, n), "⟨v, _⟩ : Fin n with v < n")
    return value


def fin_cast(run: Run, n: Number, m: Number, proof: Value, i: Number) -> Number:
    """`Fin.cast`."""
    run.demand(bu.equal(n, m), "Fin.cast between equal sizes")
    return i


def fin_cast_le(run: Run, n: Number, m: Number, proof: Value, i: Number) -> Number:
    """`Fin.castLE`."""
    run.demand(bu.less_equal(n, m), "Fin.castLE with n ≤ m")
    return i


def fin_cast_lt(run: Run, n: Number, m: Number, i: Number, proof: Value) -> Number:
    """`Fin.castLT`."""
    run.demand(bu.less(i, n), "Fin.castLT with i < n")
    return i


def fin_pred(run: Run, i: Number, proof: Value) -> Number:
    """`Fin.pred`."""
    run.demand(bu.less(0, i), "Fin.pred of i ≠ 0")
    return i - 1


# ----- equivalences -----------------------------------------------------------------------


def equiv(to: Function1, back: Function1) -> Data:
    return Data("Equiv.mk", (to, back, PROOF, PROOF))


def equiv_trans(run: Run, e: Data, f: Data) -> Data:
    return equiv(lambda x: f.fields[0](e.fields[0](x)), lambda y: e.fields[1](f.fields[1](y)))


def equiv_prod_congr(run: Run, e: Data, f: Data) -> Data:
    return equiv(
        lambda p: (e.fields[0](p[0]), f.fields[0](p[1])),
        lambda p: (e.fields[1](p[0]), f.fields[1](p[1])),
    )


def equiv_swap(run: Run, type: TypeValue) -> Callable[[Value, Value], Data]:
    same = equal(run, type)

    def make(a: Value, b: Value) -> Data:
        def swap(x: Value) -> Value:
            return run.choose(
                same(x, a), lambda: b, lambda: run.choose(same(x, b), lambda: a, lambda: x)
            )

        return equiv(swap, swap)

    return make


def fin_congr(run: Run, m: Number, n: Number, proof: Value) -> Data:
    run.demand(bu.equal(m, n), "finCongr between equal sizes")
    return equiv(lambda x: x, lambda x: x)


def fin_prod_fin(run: Run, m: Number, n: Number) -> Data:
    """`finProdFinEquiv`: (i, j) ↦ j + n·i, and back by quotient and remainder.

    The solver knows little of a quotient by a symbolic n, so it is told what holds of all numbers:
    `flat_facts` and `index_facts`, each proved once for all of them where it is used.
    """

    def to(pair: Value) -> Number:
        i, j = pair
        flat = bu.add(j, bu.multiply(n, i))
        run.state("(i, j) of j + n·i", flat_facts, (m, n, i, j))
        return flat

    def back(flat: Number) -> Value:
        i, j = bu.divide(flat, n), bu.modulo(flat, n)
        run.state("j + n·i of (i, j)", index_facts, (m, n, flat))
        return i, j

    return equiv(to, back)


def flat_facts(m: Number, n: Number, i: Number, j: Number) -> Truth:
    """For i < m, j < n: j + n·i is below m·n, and its quotient and remainder by n are i and j."""
    flat = bu.add(j, bu.multiply(n, i))
    inside = bu.all_of(bu.between(i, m), bu.between(j, n))
    return bu.implies(
        inside,
        bu.all_of(
            bu.between(flat, bu.multiply(m, n)),
            bu.equal(bu.divide(flat, n), i),
            bu.equal(bu.modulo(flat, n), j),
        ),
    )


def index_facts(m: Number, n: Number, flat: Number) -> Truth:
    """For flat < m·n of sizes m, n: its quotient by n is below m and its remainder below n."""
    i, j = bu.divide(flat, n), bu.modulo(flat, n)
    inside = bu.all_of(bu.less_equal(0, m), bu.less_equal(0, n))
    return bu.implies(
        bu.all_of(inside, bu.between(flat, bu.multiply(m, n))),
        bu.all_of(bu.between(i, m), bu.between(j, n), bu.equal(flat, bu.add(j, bu.multiply(n, i)))),
    )


# ----- sets: predicates -------------------------------------------------------------------


def univ(run: Run, type: TypeValue) -> Callable[[], Members]:
    return lambda: Members(type, lambda _: True)


def finset_filter(run: Run, p: Value, s: Members) -> Members:
    return Members(s.type, lambda x: bu.all_of(s.holds(x), run.as_truth(at(p, x))))


def card(run: Run, s: Members) -> Number:
    return run.cardinality(s.type, s.holds)


def type_card(run: Run, type: TypeValue) -> Callable[[], Number]:
    """`Fintype.card`."""
    match type:
        case FinType(n):
            return lambda: n
        case BaseType("Bool"):
            return lambda: 2
        case ProdType(first, second):
            return lambda: bu.multiply(type_card(run, first)(), type_card(run, second)())
        case _:
            return lambda: run.cardinality(type, lambda _: True)


def finset_range(run: Run, n: Number) -> Members:
    return Members(BaseType("Nat"), lambda x: bu.less(x, n))


def interval(
    low: bool | None, high: bool | None
) -> Callable[[Run, TypeValue], Callable[..., Members]]:
    """`Icc`, `Ioo`, …: whether each end is in, None for no end there."""

    def resolve(run: Run, type: TypeValue) -> Callable[..., Members]:
        at_most, below = less_equal(run, type), less(run, type)

        def make(*ends: Value) -> Members:
            def holds(x: Value) -> Truth:
                found: Truth = True
                if low is not None:
                    found = (at_most if low else below)(ends[0], x)
                if high is not None:
                    found = bu.all_of(found, (at_most if high else below)(x, ends[-1]))
                return found

            return Members(type, holds)

        return make

    return resolve


def finset_product(run: Run, s: Members, t: Members) -> Members:
    return Members(ProdType(s.type, t.type), lambda x: bu.all_of(s.holds(x[0]), t.holds(x[1])))


def finset_nonempty(run: Run, s: Value) -> Truth:
    return run.exists(s.type, s.holds)


def set_nonempty(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    return lambda s: run.exists(type, lambda x: run.as_truth(at(s, x)))


def finset_erase(run: Run, type: TypeValue) -> Callable[[Members, Value], Members]:
    same = equal(run, type)
    return lambda s, a: Members(type, lambda x: bu.all_of(s.holds(x), bu.negation(same(x, a))))


def image(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value, Value], Members]:
    same = equal(run, target)
    return lambda f, s: Members(
        target,
        lambda y: run.exists(
            source, lambda x: bu.all_of(run.as_truth(at(s, x)), same(at(f, x), y))
        ),
    )


def set_range(run: Run, target: TypeValue, source: TypeValue) -> Callable[[Value], Members]:
    same = equal(run, target)
    return lambda f: Members(target, lambda y: run.exists(source, lambda x: same(at(f, x), y)))


def coe(run: Run, type: TypeValue) -> Callable[[Members], Function1]:
    return lambda s: lambda x: s.holds(x)


def elem(run: Run, type: TypeValue) -> Callable[[Value], SubType]:
    """A set as a type."""
    return lambda s: SubType(type, lambda x: at(s, x))


def subtype(run: Run, carrier: TypeValue) -> Callable[[Value], SubType]:
    return elem(run, carrier)


def subtype_mk(run: Run, carrier: TypeValue) -> Callable[..., Value]:
    def make(p: Value, x: Value, proof: Value) -> Value:
        run.demand(run.as_truth(at(p, x)), "⟨x, _⟩ of a subtype has its property")
        return x

    return make


def insert(run: Run, item: TypeValue, container: TypeValue) -> Callable[[Value, Value], Members]:
    same = equal(run, item)
    return lambda a, s: Members(item, lambda x: bu.any_of(same(x, a), run.as_truth(at(s, x))))


def singleton(run: Run, item: TypeValue, container: TypeValue) -> Callable[[Value], Members]:
    same = equal(run, item)
    return lambda a: Members(item, lambda x: same(x, a))


def empty(run: Run, container: TypeValue) -> Callable[[], Members]:
    return lambda: Members(item_type(run, container), lambda _: False)


def item_type(run: Run, container: TypeValue) -> TypeValue:
    """The type of the members of a set type."""
    match container:
        case DataType("Finset", (item,)):
            return run.as_type(item)
        case FunctionType(domain, codomain) if codomain(None) == PropType():
            return domain
    raise Unsupported("a collection that is no set, with symbolic numbers")


def member(run: Run, type: TypeValue, container: TypeValue) -> Callable[[Value, Value], Truth]:
    item_type(run, container)  # a list has no predicate
    return lambda s, a: run.as_truth(at(s, a))


def combine(
    join: Callable[[Truth, Truth], Truth],
) -> Callable[[Run, TypeValue], Callable[[Value, Value], Members]]:
    """`∪`, `∩`, `\\`, member by member."""

    def resolve(run: Run, container: TypeValue) -> Callable[[Value, Value], Members]:
        item = item_type(run, container)
        return lambda s, t: Members(
            item, lambda x: join(run.as_truth(at(s, x)), run.as_truth(at(t, x)))
        )

    return resolve


def complement(run: Run, container: TypeValue) -> Callable[[Value], Members]:
    item = item_type(run, container)
    return lambda s: Members(item, lambda x: bu.negation(run.as_truth(at(s, x))))


def subset(run: Run, container: TypeValue) -> Callable[[Value, Value], Truth]:
    item = item_type(run, container)
    return lambda s, t: run.forall(
        item, lambda x: bu.implies(run.as_truth(at(s, x)), run.as_truth(at(t, x)))
    )


def injective_on(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Truth]:
    """`Set.InjOn f s`."""
    same, agree = equal(run, source), equal(run, target)

    def decide(f: Value, s: Value) -> Truth:
        def pair(x: Value, y: Value) -> Truth:
            inside = bu.all_of(run.as_truth(at(s, x)), run.as_truth(at(s, y)))
            return bu.implies(bu.all_of(inside, agree(at(f, x), at(f, y))), same(x, y))

        return run.forall(source, lambda x: run.forall(source, lambda y: pair(x, y)))

    return decide


# ----- folds over few elements ------------------------------------------------------------


def fold(
    combine_: Callable[[TypeValue], Callable[[Value, Value], Value]], start: int
) -> Callable[[Run, TypeValue, TypeValue], Callable[[Members, Value], Value]]:
    """`Finset.sum` and `Finset.prod` over a type of few elements."""

    def resolve(run: Run, index: TypeValue, type: TypeValue) -> Callable[[Members, Value], Value]:
        join = combine_(type)
        if type not in (BaseType("Nat"), BaseType("Int")):
            raise Unsupported("a sum or product of others than integers, with symbolic numbers")

        def total(s: Members, f: Value) -> Value:
            few = run.elements(index)
            if few is None:
                raise Unsupported("a sum or product over a type of symbolic size")
            out: Value = start
            for x in few:
                out = join(out, run.choose(s.holds(x), partial(f, x), lambda: start))
            return out

        return total

    return resolve
