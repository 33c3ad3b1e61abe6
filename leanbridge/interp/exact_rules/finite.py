"""`Fin`, equivalences of finite types, finite sets, sets.

A `Fin n` is its value; whatever makes one checks its range. A set is a predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.exact_rules.arithmetic import Function1, Function2, binary, numeral
from leanbridge.interp.exact_rules.comparison import equal, less, less_equal
from leanbridge.interp.exact_rules.logic import points_of
from leanbridge.interp.failures import Undefined
from leanbridge.interp.reals import ONE, ZERO, Truth
from leanbridge.interp.run import Run, all_of, any_of
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    FinsetValue,
    FinType,
    FunctionType,
    ListValue,
    PropType,
    SubType,
    TypeValue,
    Value,
    show_type,
)

# ----- Fin --------------------------------------------------------------------------------


def fin_mk(_: Run, n: int, value: int, proof: Value) -> int:
    """`⟨v, _⟩ : Fin n`. Raises: Undefined unless v < n."""
    if value >= n:
        raise Undefined("⟨v, _⟩ : Fin n needs v < n", bindings=(f"v={value}", f"n={n}"))
    return value


def fin_cast(_: Run, n: int, m: int, proof: Value, i: int) -> int:
    if n != m:
        raise Undefined("Fin.cast needs equal sizes", bindings=(f"n={n}", f"m={m}"))
    return i


def fin_cast_le(_: Run, n: int, m: int, proof: Value, i: int) -> int:
    if n > m:
        raise Undefined("Fin.castLE needs n ≤ m", bindings=(f"n={n}", f"m={m}"))
    return i


def fin_cast_lt(run: Run, n: int, m: int, i: int, proof: Value) -> int:
    return fin_mk(run, n, i, proof)


def fin_pred(_: Run, i: int, proof: Value) -> int:
    if i == 0:
        raise Undefined("Fin.pred needs i ≠ 0")
    return i - 1


def fin_of_nat(_: Run, n: int, a: int) -> int:
    if n == 0:
        raise Undefined("Fin.ofNat needs n ≠ 0")
    return a % n


def fin_cons(_: Run, x: Value, rest: Function1) -> Function1:
    return lambda i: x if i == 0 else rest(i - 1)


def fin_snoc(_: Run, n: int, motive: Value, rest: Function1, x: Value) -> Function1:
    return lambda i: x if i == n else rest(i)


def fin_append(_: Run, m: int, n: int, type: Value, a: Function1, b: Function1) -> Function1:
    return lambda i: a(i) if i < m else b(i - m)


def fin_elim0(_: Run, x: Value) -> Value:
    raise Undefined("Fin.elim0 has no argument")


# ----- equivalences -----------------------------------------------------------------------


def equiv(to: Function1, back: Function1) -> Data:
    """An equivalence as a value."""
    return Data("Equiv.mk", (to, back, PROOF, PROOF))


def as_function(_: Run, f: Value) -> Function1:
    """A bundled map as a function."""
    function: Function1 = f.fields[0] if isinstance(f, Data) else f
    return function


def equiv_trans(_: Run, e: Data, f: Data) -> Data:
    e_to, e_back, f_to, f_back = e.fields[0], e.fields[1], f.fields[0], f.fields[1]
    return equiv(lambda x: f_to(e_to(x)), lambda z: e_back(f_back(z)))


def equiv_prod_congr(_: Run, e: Data, f: Data) -> Data:
    return equiv(
        lambda p: (e.fields[0](p[0]), f.fields[0](p[1])),
        lambda p: (e.fields[1](p[0]), f.fields[1](p[1])),
    )


def equiv_swap(run: Run, type: TypeValue) -> Function2:
    same = equal(run, type)

    def make(a: Value, b: Value) -> Data:
        def swap(x: Value) -> Value:
            return b if same(x, a) else (a if same(x, b) else x)

        return equiv(swap, swap)

    return make


def fin_prod_fin(_: Run, m: int, n: int) -> Data:
    """`finProdFinEquiv`: (i, j) ↦ j + n·i."""
    return equiv(lambda p: p[1] + n * p[0], lambda k: (k // n, k % n))


def fin_sum_fin(_: Run, m: int, n: int) -> Data:
    """`finSumFinEquiv`: inl i ↦ i, inr j ↦ m + j."""

    def to(s: Data) -> int:
        return int(s.fields[0]) + (m if s.constructor == "Sum.inr" else 0)

    def back(k: int) -> Data:
        return Data("Sum.inl", (k,)) if k < m else Data("Sum.inr", (k - m,))

    return equiv(to, back)


def fin_congr(run: Run, m: int, n: int, proof: Value) -> Data:
    fin_cast(run, m, n, proof, 0)
    return equiv(lambda i: i, lambda i: i)


# ----- finite sets ------------------------------------------------------------------------


def finset_univ(run: Run, type: TypeValue) -> Callable[[], FinsetValue]:
    return lambda: FinsetValue(tuple(points_of(run, "Finset.univ", type)))


def distinct(run: Run, type: TypeValue, items: Iterator[Value]) -> FinsetValue:
    """The finite set of some values."""
    same = equal(run, type)
    kept: list[Value] = []
    for x in items:
        run.tick(len(kept) + 1)
        if not any(same(x, y) for y in kept):
            kept.append(x)
    return FinsetValue(tuple(kept))


def finset_fold(symbol: str) -> Callable[[Run, TypeValue, TypeValue], Function2]:
    """`Finset.sum` (`+`) and `Finset.prod` (`*`)."""
    unit = 0 if symbol == "+" else 1

    def resolve(run: Run, index: TypeValue, type: TypeValue) -> Function2:
        combine = binary(run, symbol, type)
        start = (ONE if unit else ZERO) if type == BaseType("Real") else numeral(run, type)(unit)

        def fold(s: FinsetValue, f: Function1) -> Value:
            run.tick(len(s.items))
            out = start
            for i in s.items:
                out = combine(out, f(i))
            return out

        return fold

    return resolve


def extremum(run: Run, symbol: str, type: TypeValue, values: list[Value]) -> Value:
    """The greatest (`max`) or least of some values. Raises: Undefined of none."""
    if not values:
        raise Undefined(f"the {symbol} of an empty finite set")
    run.tick(len(values))
    if type == BaseType("Real"):
        return run.reals.maximum(values) if symbol == "max" else run.reals.minimum(values)
    combine = binary(run, symbol, type)
    out = values[0]
    for x in values[1:]:
        out = combine(out, x)
    return out


def finset_sup(symbol: str) -> Callable[[Run, TypeValue, TypeValue], Callable[..., Value]]:
    """`Finset.sup'` and `Finset.inf'`: (α, β) then s, H, f."""
    return lambda run, type, index: (
        lambda s, proof, f: extremum(run, symbol, type, [f(i) for i in s.items])
    )


def finset_max(symbol: str) -> Callable[[Run, TypeValue], Callable[..., Value]]:
    """`Finset.max'` and `Finset.min'`."""
    return lambda run, type: lambda s, proof: extremum(run, symbol, type, list(s.items))


def finset_sup_bottom(run: Run, type: TypeValue, index: TypeValue) -> Function2:
    """`Finset.sup`: the bottom element is the value of the empty set."""
    if not isinstance(type, FinType) and type not in (BaseType("Nat"), BaseType("Bool")):
        raise Unsupported(f"Finset.sup in {show_type(type)}")
    bottom = False if type == BaseType("Bool") else 0
    return lambda s, f: max([bottom, *[f(i) for i in s.items]])


def finset_filter(run: Run, p: Function1, s: FinsetValue) -> FinsetValue:
    run.tick(len(s.items))
    return FinsetValue(tuple([x for x in s.items if run.as_truth(p(x))]))


def finset_image(run: Run, source: TypeValue, target: TypeValue) -> Function2:
    return lambda f, s: distinct(run, target, (f(x) for x in s.items))


def finset_bi_union(run: Run, source: TypeValue, target: TypeValue) -> Function2:
    return lambda s, f: distinct(run, target, (y for x in s.items for y in f(x).items))


def finset_product(run: Run, s: FinsetValue, t: FinsetValue) -> FinsetValue:
    run.tick(len(s.items) * len(t.items))
    return FinsetValue(tuple([(x, y) for x in s.items for y in t.items]))


def finset_erase(run: Run, type: TypeValue) -> Function2:
    same = equal(run, type)
    return lambda s, a: FinsetValue(tuple([x for x in s.items if not same(x, a)]))


def interval(low: bool, high: bool) -> Callable[[Run, TypeValue], Function2]:
    """`Finset.Icc` and its kin; `low`, `high` say which end belongs to it."""

    def resolve(run: Run, type: TypeValue) -> Function2:
        if not isinstance(type, FinType) and type not in (BaseType("Nat"), BaseType("Int")):
            raise Unsupported(f"a finite interval of {show_type(type)}")

        def make(a: int, b: int) -> FinsetValue:
            items = range(a if low else a + 1, b + 1 if high else b)
            run.tick(len(items))
            return FinsetValue(tuple(items))

        return make

    return resolve


def finset_inf_top(run: Run, type: TypeValue, index: TypeValue) -> Function2:
    """`Finset.inf`: the top element is the value of the empty set."""
    if isinstance(type, FinType) and type.size > 0:
        top: Value = type.size - 1
    elif type == BaseType("Bool"):
        top = True
    else:
        raise Unsupported(f"Finset.inf in {show_type(type)}")
    return lambda s, f: min([top, *[f(i) for i in s.items]])


def finset_elem(run: Run, type: TypeValue) -> Callable[[FinsetValue], SubType]:
    """A finite set as a type."""
    inside = member(run, type, type)
    return lambda s: SubType(type, lambda x: bool(inside(s, x)))


def finset_expect(run: Run, index: TypeValue, type: TypeValue) -> Function2:
    """`𝔼 i ∈ s, f i`."""
    if type not in (BaseType("Real"), BaseType("Rat")):
        raise Unsupported(f"Finset.expect in {show_type(type)}")
    add = finset_fold("+")(run, index, type)
    return lambda s, f: run.reals.divide(add(s, f), fmpq(len(s.items)))


# ----- containers -------------------------------------------------------------------------


def member(run: Run, type: TypeValue, container: TypeValue) -> Callable[[Value, Value], Truth]:
    """`a ∈ s`, the container first."""
    same = equal(run, type)

    def decide(s: Value, a: Value) -> Truth:
        if isinstance(s, FinsetValue | ListValue):
            return any_of(same(x, a) for x in s.items)
        return run.as_truth(s(a))

    return decide


def item_type(run: Run, container: TypeValue) -> TypeValue:
    """α of `Finset α`, `List α`, `Set α`."""
    if isinstance(container, FunctionType):
        return container.domain
    return run.as_type(container.arguments[0])  # type: ignore[union-attr]


def insert(run: Run, item: TypeValue, container: TypeValue) -> Function2:
    same = equal(run, item_type(run, container))

    def add(a: Value, s: Value) -> Value:
        if isinstance(s, FinsetValue):
            return s if any(same(a, x) for x in s.items) else FinsetValue((a, *s.items))
        return lambda x: any_of(iter((same(x, a), run.as_truth(s(x)))))

    return add


def singleton(run: Run, item: TypeValue, container: TypeValue) -> Function1:
    if isinstance(container, FunctionType):
        same = equal(run, container.domain)
        return lambda a: lambda x: same(x, a)
    return lambda a: FinsetValue((a,))


def empty(run: Run, container: TypeValue) -> Callable[[], Value]:
    if isinstance(container, FunctionType):
        return lambda: lambda x: False
    name = container.name if not isinstance(container, FinType | PropType) else ""  # type: ignore[union-attr]
    return lambda: ListValue(()) if name == "List" else FinsetValue(())


def combine_sets(word: str) -> Callable[[Run, TypeValue], Function2]:
    """`∪`, `∩`, `\\`."""

    def resolve(run: Run, container: TypeValue) -> Function2:
        item = item_type(run, container)
        if isinstance(container, FunctionType):
            return lambda s, t: lambda x: _set_op(run, word, s, t, x)
        holds = member(run, item, container)

        def finite(s: FinsetValue, t: FinsetValue) -> FinsetValue:
            match word:
                case "∪":
                    return distinct(run, item, iter((*s.items, *t.items)))
                case "∩":
                    return FinsetValue(tuple([x for x in s.items if holds(t, x)]))
                case _:
                    return FinsetValue(tuple([x for x in s.items if not holds(t, x)]))

        return finite

    return resolve


def _set_op(run: Run, word: str, s: Value, t: Value, x: Value) -> Truth:
    match word:
        case "∪":
            return any_of(run.as_truth(u(x)) for u in (s, t))
        case "∩":
            return all_of(run.as_truth(u(x)) for u in (s, t))
        case _:
            return run.as_truth(s(x)) if not run.as_truth(t(x)) else False


def complement(run: Run, container: TypeValue) -> Function1:
    if isinstance(container, FunctionType):
        return lambda s: lambda x: not bool(run.as_truth(s(x)))
    if isinstance(container, PropType):
        return lambda p: not bool(run.as_truth(p))
    item = item_type(run, container)
    holds = member(run, item, container)
    return lambda s: FinsetValue(tuple([x for x in points_of(run, "ᶜ", item) if not holds(s, x)]))


def subset(run: Run, container: TypeValue) -> Callable[[Value, Value], Truth]:
    item = item_type(run, container)
    if isinstance(container, FunctionType):
        return less_equal(run, FunctionType(item, lambda _: PropType()))
    holds = member(run, item, container)
    return lambda s, t: all_of(holds(t, x) for x in s.items)


def set_image(run: Run, source: TypeValue, target: TypeValue) -> Function2:
    same = equal(run, target)
    return lambda f, s: (
        lambda y: any_of(
            all_of(iter((run.as_truth(s(x)), same(f(x), y))))
            for x in points_of(run, "Set.image", source)
        )
    )


def set_range(run: Run, target: TypeValue, source: TypeValue) -> Function1:
    same = equal(run, target)
    return lambda f: lambda y: any_of(same(f(x), y) for x in points_of(run, "Set.range", source))


def set_interval(
    low: bool | None, high: bool | None
) -> Callable[[Run, TypeValue], Callable[..., Function1]]:
    """`Set.Icc` and its kin: True an end that belongs to it, False one that does not, None no
    end on that side."""

    def resolve(run: Run, type: TypeValue) -> Callable[..., Function1]:
        order = {True: less_equal(run, type), False: less(run, type)}

        def make(*ends: Value) -> Function1:
            def inside(x: Value) -> Truth:
                tests = [] if low is None else [order[low](ends[0], x)]
                if high is not None:
                    tests.append(order[high](x, ends[-1]))
                return all_of(tests)

            return inside

        return make

    return resolve


def equal_on(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Truth]:
    same = equal(run, target)
    return lambda f, g, s: all_of(
        same(f(x), g(x)) for x in points_of(run, "Set.EqOn", source) if run.as_truth(s(x))
    )


def injective_on(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Truth]:
    same, alike = equal(run, target), equal(run, source)

    def decide(f: Function1, s: Value) -> Truth:
        items = [x for x in points_of(run, "Set.InjOn", source) if run.as_truth(s(x))]
        return not any(same(f(x), f(y)) and not alike(x, y) for x in items for y in items)

    return decide


def set_nonempty(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    return lambda s: any_of(run.as_truth(s(x)) for x in points_of(run, "Set.Nonempty", type))
