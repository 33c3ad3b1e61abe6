"""Functions, lists, options, text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from leanbridge.errors import Unsupported
from leanbridge.interp.exact_rules.arithmetic import Function1, Function2, binary, numeral
from leanbridge.interp.exact_rules.comparison import equal
from leanbridge.interp.failures import LimitReached, Undefined
from leanbridge.interp.reals import Truth
from leanbridge.interp.run import Run, remembered
from leanbridge.interp.values import (
    BaseType,
    Data,
    DataType,
    ListValue,
    SubType,
    TypeValue,
    Value,
    show_type,
)

NONE = Data("Option.none", ())


def some(x: Value) -> Data:
    return Data("Option.some", (x,))


# ----- functions --------------------------------------------------------------------------


def compose(_: Run, f: Function1, g: Function1) -> Function1:
    return remembered(lambda x: f(g(x)))


def update(run: Run, type: TypeValue) -> Callable[..., Function1]:
    """`Function.update f a v`."""
    same = equal(run, type)
    return lambda f, a, v: lambda x: v if same(x, a) else f(x)


def pi_single(run: Run, index: TypeValue, motive: Value) -> Callable[..., Function1]:
    """`Pi.single i x`: x at i, 0 elsewhere."""
    same = equal(run, index)

    def make(i: Value, x: Value) -> Function1:
        def at(j: Value) -> Value:
            type = motive(j) if callable(motive) else motive
            return x if same(j, i) else numeral(run, run.as_type(type))(0)

        return at

    return make


def nat_find(run: Run, p: Function1, proof: Value) -> int:
    """The least n with p n. Raises: LimitReached."""
    for n in range(run.limits.search):
        run.tick()
        if run.as_truth(p(n)):
            return n
    raise LimitReached("limit: search (Nat.find)", expected=str(run.limits.search))


def subtype_mk(run: Run, carrier: TypeValue) -> Callable[..., Value]:
    """`⟨x, _⟩ : {x // p x}`. Raises: Undefined if `p x` is decided and false."""

    def make(p: Function1, x: Value, proof: Value) -> Value:
        try:
            holds = run.as_truth(p(x))
        except Unsupported:  # a property that cannot be decided is taken on Lean's word
            return x
        if holds is False:
            raise Undefined("⟨x, _⟩ of a subtype whose property is false at x", got=repr(x))
        return x

    return make


def subtype(run: Run, carrier: TypeValue, p: Function1) -> SubType:
    return SubType(carrier, lambda x: bool(run.as_truth(p(x))))


# ----- lists ------------------------------------------------------------------------------


def foldl(run: Run, f: Callable[[Value], Function1], start: Value, xs: ListValue) -> Value:
    out = start
    for x in xs.items:
        run.tick()
        out = f(out)(x)
    return out


def foldr(run: Run, f: Callable[[Value], Function1], start: Value, xs: ListValue) -> Value:
    out = start
    for x in reversed(xs.items):
        run.tick()
        out = f(x)(out)
    return out


def list_fold(symbol: str) -> Callable[[Run, TypeValue], Function1]:
    """`List.sum`, `List.prod`."""

    def resolve(run: Run, type: TypeValue) -> Function1:
        combine, start = binary(run, symbol, type), numeral(run, type)(0 if symbol == "+" else 1)

        def fold(xs: ListValue) -> Value:
            out = start
            for x in xs.items:
                out = combine(out, x)
            return out

        return fold

    return resolve


def numbers(run: Run, items: range) -> ListValue:
    """The list of a range."""
    run.tick(len(items))
    return ListValue(tuple(items))


def replicate(run: Run, n: int, a: Value) -> ListValue:
    run.tick(n)
    return ListValue((a,) * n)


def joined(lists: Iterable[ListValue]) -> ListValue:
    return ListValue(tuple([x for ys in lists for x in ys.items]))


def list_map(run: Run, f: Function1, xs: ListValue) -> ListValue:
    run.tick(len(xs.items))
    return ListValue(tuple([f(x) for x in xs.items]))


def filter_map(run: Run, f: Function1, xs: ListValue) -> ListValue:
    found = [f(x) for x in xs.items]
    return ListValue(tuple([o.fields[0] for o in found if o.fields]))


def zip_with(_: Run, f: Callable[[Value], Function1], xs: ListValue, ys: ListValue) -> ListValue:
    return ListValue(tuple([f(x)(y) for x, y in zip(xs.items, ys.items, strict=False)]))


def map_idx(_: Run, f: Callable[[int], Function1], xs: ListValue) -> ListValue:
    return ListValue(tuple([f(i)(x) for i, x in enumerate(xs.items)]))


def contains(run: Run, type: TypeValue) -> Callable[[ListValue, Value], bool]:
    same = equal(run, type)
    return lambda xs, a: any(same(x, a) for x in xs.items)


def count(run: Run, type: TypeValue) -> Callable[[Value, ListValue], int]:
    same = equal(run, type)
    return lambda a, xs: sum(1 for x in xs.items if same(x, a))


def dedup(run: Run, type: TypeValue) -> Callable[[ListValue], ListValue]:
    """`List.dedup`: of equal entries the last stays."""
    same = equal(run, type)

    def keep(xs: ListValue) -> ListValue:
        items = xs.items
        return ListValue(
            tuple([
                x for i, x in enumerate(items) if not any(same(x, y) for y in items[i + 1 :])
            ])
        )  # fmt: skip

    return keep


def nodup(run: Run, type: TypeValue) -> Callable[[ListValue], Truth]:
    same = equal(run, type)
    return lambda xs: not any(same(x, y) for i, x in enumerate(xs.items) for y in xs.items[:i])


def find(_: Run, p: Function1, xs: ListValue) -> Data:
    return next((some(x) for x in xs.items if p(x)), NONE)


def take_while(_: Run, p: Function1, xs: ListValue) -> ListValue:
    return ListValue(xs.items[: _prefix(p, xs)])


def drop_while(_: Run, p: Function1, xs: ListValue) -> ListValue:
    return ListValue(xs.items[_prefix(p, xs) :])


def _prefix(p: Function1, xs: ListValue) -> int:
    return next((i for i, x in enumerate(xs.items) if not p(x)), len(xs.items))


def zip_idx(_: Run, xs: ListValue, start: int) -> ListValue:
    return ListValue(tuple([(x, i) for i, x in enumerate(xs.items, start)]))


def flat_map(run: Run, f: Function1, xs: ListValue) -> ListValue:
    run.tick(len(xs.items))
    return joined(f(x) for x in xs.items)


def list_get(_: Run, xs: ListValue, i: int) -> Value:
    if i >= len(xs.items):
        raise Undefined("a list index out of range", bindings=(f"i={i}", f"length={len(xs.items)}"))
    return xs.items[i]


def get_d(_: Run, xs: ListValue, i: int, fallback: Value) -> Value:
    return xs.items[i] if i < len(xs.items) else fallback


def get_elem(run: Run, *args: Value) -> Value:
    """`xs[i]` with an erased proof: coll idx elem xs i."""
    xs, i = args[3], args[4]
    if not isinstance(xs, ListValue):
        raise Unsupported("xs[i] of a collection that is not a list")
    return list_get(run, xs, i)


def pointwise_bool(word: str) -> Callable[[Run, Value, Value], bool]:
    """`List.all` and `List.any`."""
    test = all if word == "all" else any
    return lambda run, xs, p: test(p(x) for x in xs.items)


# ----- options, text ----------------------------------------------------------------------


def option_map(_: Run, f: Function1, o: Data) -> Data:
    return some(f(o.fields[0])) if o.fields else NONE


def option_bind(_: Run, o: Data, f: Function1) -> Data:
    return f(o.fields[0]) if o.fields else NONE


def append(run: Run, type: TypeValue) -> Function2:
    match type:
        case BaseType("String"):
            return lambda a, b: a + b
        case DataType("List", _):
            return lambda a, b: ListValue((*a.items, *b.items))
    raise Unsupported(f"`++` on {show_type(type)}")


def to_text(run: Run, type: TypeValue) -> Function1:
    match type:
        case BaseType("Nat" | "Int" | "String"):
            return str
        case BaseType("Bool"):
            return lambda b: "true" if b else "false"
    raise Unsupported(f"toString on {show_type(type)}")


def intercalate(_: Run, s: str, xs: ListValue) -> str:
    return s.join(xs.items)
