"""Finite sets as masks over the axes of their elements, sets as predicates."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from leanbridge.errors import Unsupported
from leanbridge.interp.array_axes import FALSE, TRUE, Arr, known
from leanbridge.interp.array_folds import at_members
from leanbridge.interp.array_order import (
    both,
    contained,
    equal,
    less,
    less_equal,
    member,
    negation,
)
from leanbridge.interp.array_reduce import some
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Members, Value, everything, index_sizes
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    SubType,
    TypeValue,
    show_type,
)

Function1 = Callable[[Value], Value]
Function2 = Callable[[Value, Value], Value]


def univ(run: Run, type: TypeValue) -> Callable[[], Members]:
    return lambda: everything(type, run.rec, "Finset.univ")


def range_of(run: Run, n: Arr) -> Members:
    """`Finset.range n`."""
    return between(run, known(0), run.rec.elementwise("sub", n, known(1)), BaseType("Nat"))


def between(run: Run, low: Arr, high: Arr, type: TypeValue) -> Members:
    """The integers from `low` to `high`, both included; bounds of the two must be known."""
    rec = run.rec
    least, greatest = low.bounds[0], high.bounds[1]
    if least is None or greatest is None:
        raise Unsupported("a finite interval whose ends depend on data")
    start = known(least)

    def point(v: Sequence[Arr]) -> Arr:
        return rec.elementwise("add", v[0], start)

    def mask(v: Sequence[Arr]) -> Arr:
        at = point(v)
        return both(run, rec.elementwise("le", low, at), rec.elementwise("le", at, high))

    return Members((max(greatest - least + 1, 0),), point, mask, type)


def interval(low: bool, high: bool) -> Callable[[Run, TypeValue], Function2]:
    """`Finset.Icc` and its kin; `low`, `high` say which end belongs to it."""

    def resolve(run: Run, type: TypeValue) -> Function2:
        if not isinstance(type, FinType) and type not in (BaseType("Nat"), BaseType("Int")):
            raise Unsupported(f"a finite interval of {show_type(type)}")

        def make(a: Arr, b: Arr) -> Members:
            first = a if low else run.rec.elementwise("add", a, known(1))
            last = b if high else run.rec.elementwise("sub", b, known(1))
            return between(run, first, last, type)

        return make

    return resolve


# ----- making finite sets -------------------------------------------------------------------


def _masked(run: Run, s: Members, holds: Callable[[Value], Arr]) -> Members:
    """The members of `s` for which `holds`."""

    def mask(v: Sequence[Arr]) -> Arr:
        inside = s.mask(v)
        with run.under(inside):
            return both(run, inside, holds(s.point(v)))

    return Members(s.sizes, s.point, mask, s.domain)


def filtered(run: Run, p: Value, s: Members) -> Members:
    return _masked(run, s, lambda x: run.as_truth(run.apply(p, x)))


def _all_of(run: Run, type: TypeValue, bounds: Sequence[Arr]) -> Members:
    """A set that has in it whatever set of `type` has members among `bounds`."""
    if index_sizes(type) is not None or isinstance(type, SubType):
        return everything(type, run.rec, "a finite set")
    if type not in (BaseType("Nat"), BaseType("Int")):
        raise Unsupported(f"a finite set computed in {show_type(type)}")
    ends = [b.bounds for b in bounds]
    lows, highs = [e[0] for e in ends], [e[1] for e in ends]
    if None in lows or None in highs:
        raise Unsupported("a finite set of integers that have no bounds")
    low = known(min(x for x in lows if x is not None) if lows else 0)
    high = known(max(x for x in highs if x is not None) if highs else -1)
    return between(run, low, high, type)


def image(run: Run, _: TypeValue, target: TypeValue) -> Function2:
    def make(f: Value, s: Members) -> Members:
        axes, value, mask = at_members(run, s, f)
        same = equal(run, target)

        def holds(y: Value) -> Arr:
            return some(run.rec, both(run, mask, same(value, y)), axes)

        bounds = [value] if isinstance(value, Arr) else []
        return _masked(run, _all_of(run, target, bounds), holds)

    return make


def big_union(run: Run, _: TypeValue, target: TypeValue) -> Function2:
    def make(s: Members, t: Value) -> Members:
        axes, part, mask = at_members(run, s, t)
        if not isinstance(part, Members):
            raise Unsupported("a union of finite sets that are not computed as such")
        _, point, _ = part.at_axes()
        bounds = [point] if isinstance(point, Arr) else []

        def holds(y: Value) -> Arr:
            return some(run.rec, both(run, mask, member(run, target, part, y)), axes)

        return _masked(run, _all_of(run, target, bounds), holds)

    return make


def cartesian(run: Run, s: Members, t: Members) -> Members:
    cut = len(s.sizes)
    return Members(
        (*s.sizes, *t.sizes),
        lambda v: (s.point(v[:cut]), t.point(v[cut:])),
        lambda v: both(run, s.mask(v[:cut]), t.mask(v[cut:])),
        ProdType(s.domain, t.domain),
    )


def erase(run: Run, type: TypeValue) -> Function2:
    same = equal(run, type)
    return lambda s, a: _masked(run, s, lambda x: negation(run, same(x, a)))


def elements_type(run: Run, type: TypeValue) -> Callable[[Members], SubType]:
    """A finite set as a type."""
    return lambda s: SubType(type, lambda x: member(run, type, s, x))  # type: ignore[arg-type,return-value]


def item_type(run: Run, container: TypeValue) -> TypeValue:
    """α of `Finset α`, `Set α`."""
    match container:
        case FunctionType(domain, _):
            return domain
        case DataType("Finset", (item,)):
            return run.as_type(item)
    raise Unsupported(f"a set operation on {show_type(container)}")


def singleton(run: Run, item: TypeValue, container: TypeValue) -> Function1:
    type = item_type(run, container)
    if isinstance(container, FunctionType):
        return lambda a: run.fun(lambda x: equal(run, type)(x, a), lambda: type)
    return lambda a: Members((), lambda _: a, lambda _: TRUE, type)


def empty(run: Run, container: TypeValue) -> Callable[[], Value]:
    type = item_type(run, container)
    if isinstance(container, FunctionType):
        return lambda: run.fun(lambda _: FALSE, lambda: type)
    return lambda: Members((0,), lambda v: v[0], lambda _: FALSE, type)


def insert(run: Run, item: TypeValue, container: TypeValue) -> Function2:
    union = combine("∪")(run, container)
    one = singleton(run, item, container)
    return lambda a, s: union(one(a), s)


def combine(word: str) -> Callable[[Run, TypeValue], Function2]:
    """`∪`, `∩`, `\\`."""

    def resolve(run: Run, container: TypeValue) -> Function2:
        type = item_type(run, container)

        def holds(s: Value, t: Value, x: Value) -> Arr:
            left, right = member(run, type, s, x), member(run, type, t, x)
            if word == "∪":
                return run.rec.elementwise("or", left, right)
            return both(run, left, right if word == "∩" else negation(run, right))

        def sets(s: Value, t: Value) -> Value:
            return run.fun(lambda x: holds(s, t, x), lambda: type)

        def finite(s: Members, t: Members) -> Members:
            if word == "∪":
                points = [x for x in (s.at_axes()[1], t.at_axes()[1]) if isinstance(x, Arr)]
                return _masked(run, _all_of(run, type, points), lambda x: holds(s, t, x))
            keep = word == "∩"

            def kept(x: Value) -> Arr:
                inside = member(run, type, t, x)
                return inside if keep else negation(run, inside)

            return _masked(run, s, kept)

        return sets if isinstance(container, FunctionType) else finite

    return resolve


def complement(run: Run, container: TypeValue) -> Function1:
    if isinstance(container, PropType):
        return lambda p: negation(run, p)
    type = item_type(run, container)
    if isinstance(container, FunctionType):
        return lambda s: run.fun(lambda x: negation(run, run.apply(s, x)), lambda: type)
    return lambda s: _masked(
        run, everything(type, run.rec, "ᶜ"), lambda x: negation(run, member(run, type, s, x))
    )


def subset(run: Run, container: TypeValue) -> Function2:
    type = item_type(run, container)
    if isinstance(container, FunctionType):
        return less_equal(run, FunctionType(type, lambda _: PropType()))
    return lambda s, t: contained(run, type, s, t)


def membership(run: Run, item: TypeValue, container: TypeValue) -> Function2:
    """`a ∈ s`, the container first."""
    return lambda s, a: member(run, item, s, a)


def is_nonempty(run: Run, s: Members) -> Arr:
    axes, _, mask = s.at_axes()
    return some(run.rec, mask, axes)


# ----- sets -------------------------------------------------------------------------------


def _some_member(run: Run, type: TypeValue, holds: Callable[[Value], Arr]) -> Arr:
    axes, x, mask = everything(type, run.rec, "a set").at_axes()
    return some(run.rec, both(run, mask, holds(x)), axes)


def set_image(run: Run, source: TypeValue, target: TypeValue) -> Function2:
    same = equal(run, target)
    return lambda f, s: run.fun(
        lambda y: _some_member(
            run,
            source,
            lambda x: both(run, run.as_truth(run.apply(s, x)), same(run.apply(f, x), y)),
        ),
        lambda: target,
    )


def set_range(run: Run, target: TypeValue, source: TypeValue) -> Function1:
    same = equal(run, target)
    return lambda f: run.fun(
        lambda y: _some_member(run, source, lambda x: same(run.apply(f, x), y)), lambda: target
    )


def set_interval(
    low: bool | None, high: bool | None
) -> Callable[[Run, TypeValue], Callable[..., Value]]:
    """`Set.Icc` and its kin: True an end that belongs to it, False one that does not, None no
    end on that side."""

    def resolve(run: Run, type: TypeValue) -> Callable[..., Value]:
        order = {True: less_equal(run, type), False: less(run, type)}

        def inside(ends: tuple[Value, ...], x: Value) -> Arr:
            out = TRUE if low is None else order[low](ends[0], x)
            return out if high is None else both(run, out, order[high](x, ends[-1]))

        return lambda *ends: run.fun(lambda x: inside(ends, x), lambda: type)

    return resolve


def set_equal_on(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Arr]:
    same = equal(run, target)
    return lambda f, g, s: run.forall(
        source,
        lambda x: run.implies(
            run.as_truth(run.apply(s, x)), lambda: same(run.apply(f, x), run.apply(g, x))
        ),
    )


def set_nonempty(run: Run, type: TypeValue) -> Function1:
    return lambda s: _some_member(run, type, lambda x: run.as_truth(run.apply(s, x)))
