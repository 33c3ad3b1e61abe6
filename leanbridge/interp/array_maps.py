"""Functions, pairs, `Fin`s, and equivalences on arrays.

An equivalence is `Data("Equiv.mk", (to, back, PROOF, PROOF))`.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.errors import Unsupported
from leanbridge.interp.array_arithmetic import cast
from leanbridge.interp.array_axes import Arr, joined_index, known
from leanbridge.interp.array_order import equal
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Value
from leanbridge.interp.failures import LimitReached, Undefined
from leanbridge.interp.values import (
    PROOF,
    Data,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    SubType,
    TypeValue,
)

# ----- types ------------------------------------------------------------------------------


def fin_type(run: Run, n: Arr) -> FinType:
    """`Fin n`, an axis: n must be a number."""
    if not n.is_known_scalar:
        raise Unsupported("Fin n, where n depends on an index or on data: a ragged array")
    return FinType(int(n.data))  # type: ignore[arg-type]


def subtype(run: Run, carrier: TypeValue) -> Callable[[Value], SubType]:
    return lambda p: SubType(carrier, lambda x: run.as_truth(run.apply(p, x)))  # type: ignore[arg-type,return-value]


def set_of_type(run: Run, type: TypeValue) -> Callable[[], FunctionType]:
    return lambda: FunctionType(type, lambda _: PropType())


# ----- functions --------------------------------------------------------------------------


def compose(run: Run, source: TypeValue, _: TypeValue, __: TypeValue) -> Callable[..., Value]:
    return lambda f, g: run.fun(lambda x: run.apply(f, run.apply(g, x)), lambda: source)


def constant(run: Run, _: TypeValue, domain: TypeValue) -> Callable[[Value], Value]:
    """`Function.const`."""
    return lambda a: run.fun(lambda x: a, lambda: domain)


def update(run: Run, type: TypeValue) -> Callable[..., Value]:
    """`Function.update f a v`."""
    same = equal(run, type)
    return lambda _, f, a, v: run.fun(
        lambda x: run.choose(same(x, a), lambda: v, lambda: run.apply(f, x)), lambda: type
    )


def single(run: Run, index: TypeValue) -> Callable[..., Value]:
    """`Pi.single i x`: x at i, 0 elsewhere."""
    same = equal(run, index)

    def make(motive: Value, i: Value, x: Value) -> Value:
        def at(j: Value) -> Value:
            type = run.as_type(run.apply(motive, j))
            zero = cast(run, "Nat", type)(known(0))
            return run.choose(same(j, i), lambda: x, lambda: zero)

        return run.fun(at, lambda: index)

    return make


def uncurry(run: Run, first: TypeValue, second: TypeValue, _: TypeValue) -> Callable[..., Value]:
    return lambda f: run.fun(lambda p: run.apply(f, p[0], p[1]), lambda: ProdType(first, second))


def curry(run: Run, first: TypeValue, second: TypeValue, _: TypeValue) -> Callable[..., Value]:
    return lambda f: run.fun(
        lambda a: run.fun(lambda b: run.apply(f, (a, b)), lambda: second), lambda: first
    )


def prod_map(
    run: Run, a: TypeValue, _: TypeValue, b: TypeValue, __: TypeValue
) -> Callable[..., Value]:
    """`Prod.map f g`, of the type arguments α₁ α₂ β₁ β₂."""
    return lambda f, g: run.fun(
        lambda p: (run.apply(f, p[0]), run.apply(g, p[1])), lambda: ProdType(a, b)
    )


def as_function(run: Run, f: Value) -> Value:
    """A bundled map as a function."""
    return f.fields[0] if isinstance(f, Data) else f


def subtype_mk(run: Run, _: Value, p: Value, x: Value, proof: Value) -> Value:
    """`⟨x, _⟩ : {x // p x}`: `p x` is demanded, unless it cannot be decided."""
    try:
        holds = run.as_truth(run.apply(p, x))
    except Unsupported:
        return x
    run.demand(holds, "⟨x, _⟩ of a subtype whose property is false at x")
    return x


# ----- Fin --------------------------------------------------------------------------------


def fin_mk(run: Run, n: Arr, value: Arr, proof: Value) -> Arr:
    """`⟨v, _⟩ : Fin n`. Raises: Undefined unless 0 ≤ v < n where it is looked at."""
    return run.within(value, n, "⟨v, _⟩ : Fin n needs v < n")


def fin_cast(run: Run, n: Arr, m: Arr, proof: Value, i: Arr) -> Arr:
    run.demand(run.rec.elementwise("eq", n, m), "Fin.cast needs equal sizes")
    return i


def fin_cast_le(run: Run, n: Arr, m: Arr, proof: Value, i: Arr) -> Arr:
    run.demand(run.rec.elementwise("le", n, m), "Fin.castLE needs n ≤ m")
    return i


def fin_cast_lt(run: Run, m: Arr, n: Arr, i: Arr, proof: Value) -> Arr:
    return fin_mk(run, m, i, proof)


def fin_pred(run: Run, n: Arr, i: Arr, proof: Value) -> Arr:
    run.demand(run.rec.elementwise("ne", i, known(0)), "Fin.pred needs i ≠ 0")
    return run.rec.elementwise("nat_sub", i, known(1))


def fin_of_nat(run: Run, n: Arr, a: Arr) -> Arr:
    run.demand(run.rec.elementwise("lt", known(0), n), "Fin.ofNat needs n ≠ 0")
    return run.rec.elementwise("nat_mod", a, n)


def plus(run: Run, a: Arr, b: Arr) -> Arr:
    return run.rec.elementwise("add", a, b)


def minus(run: Run, a: Arr, b: Arr) -> Arr:
    return run.rec.elementwise("nat_sub", a, b)


def fin_rev(run: Run, n: Arr, i: Arr) -> Arr:
    return minus(run, minus(run, n, known(1)), i)


def fin_div(run: Run, m: Arr, n: Arr, i: Arr) -> Arr:
    return run.rec.elementwise("nat_div", i, n)


def fin_mod(run: Run, m: Arr, n: Arr, i: Arr) -> Arr:
    return run.rec.elementwise("nat_mod", i, n)


def succ_above(run: Run, _: Arr, p: Arr, i: Arr) -> Arr:
    """`Fin.succAbove p i`: i below p, i + 1 from p on."""
    below = run.rec.elementwise("lt", i, p)
    return run.rec.elementwise("where", below, i, plus(run, i, known(1)))


def _pieces(
    run: Run, size: Arr, cut: Arr, low: Callable[[Arr], Value], high: Callable[[Arr], Value]
) -> Value:
    """The function on `Fin size` that is `low i` for i < cut, else `high (i - cut)`."""

    def at(i: Arr) -> Value:
        below = run.rec.elementwise("lt", i, cut)
        return run.choose(below, lambda: low(i), lambda: high(run.rec.elementwise("sub", i, cut)))

    return run.fun(at, lambda: fin_type(run, size))


def fin_cons(run: Run, n: Arr, motive: Value, x: Value, rest: Value) -> Value:
    return _pieces(run, plus(run, n, known(1)), known(1), lambda _: x, _applied(run, rest))


def fin_snoc(run: Run, n: Arr, motive: Value, rest: Value, x: Value) -> Value:
    return _pieces(run, plus(run, n, known(1)), n, _applied(run, rest), lambda _: x)


def fin_append(run: Run, m: Arr, n: Arr, type: Value, a: Value, b: Value) -> Value:
    return _pieces(run, plus(run, m, n), m, _applied(run, a), _applied(run, b))


def _applied(run: Run, f: Value) -> Callable[[Arr], Value]:
    return lambda i: run.apply(f, i)


def vec_cons(run: Run, type: Value, n: Arr, x: Value, rest: Value) -> Value:
    return fin_cons(run, n, PROOF, x, rest)


def nothing(run: Run, *_: Value) -> Value:
    """The function on `Fin 0`."""

    def at(_: Value) -> Value:
        raise Undefined("Fin 0 has no element")

    return run.fun(at, lambda: FinType(0))


def elim0(run: Run, *_: Value) -> Value:
    raise Undefined("Fin.elim0 has no argument")


# ----- equivalences -----------------------------------------------------------------------


def equiv(to: Value, back: Value) -> Data:
    return Data("Equiv.mk", (to, back, PROOF, PROOF))


def inverse(run: Run, e: Data) -> Data:
    return equiv(e.fields[1], e.fields[0])


def refl(run: Run, type: TypeValue) -> Callable[[], Data]:
    same = run.index_map(lambda x: x, lambda: type)
    return lambda: equiv(same, same)


def trans(run: Run, a: TypeValue, _: TypeValue, c: TypeValue) -> Callable[..., Data]:
    def make(e: Data, f: Data) -> Data:
        return equiv(
            run.index_map(lambda x: run.apply(f.fields[0], run.apply(e.fields[0], x)), lambda: a),
            run.index_map(lambda z: run.apply(e.fields[1], run.apply(f.fields[1], z)), lambda: c),
        )

    return make


def prod_congr(
    run: Run, a: TypeValue, b: TypeValue, c: TypeValue, d: TypeValue
) -> Callable[..., Data]:
    """Of the type arguments α₁ α₂ β₁ β₂: α₁ × β₁ ≃ α₂ × β₂."""

    def half(e: Data, f: Data, place: int, domain: TypeValue) -> Value:
        one, two = e.fields[place], f.fields[place]
        return run.index_map(lambda p: (run.apply(one, p[0]), run.apply(two, p[1])), lambda: domain)

    return lambda e, f: equiv(half(e, f, 0, ProdType(a, c)), half(e, f, 1, ProdType(b, d)))


def swapped(run: Run, p: Value) -> Value:
    return (p[1], p[0])


def prod_comm(run: Run, a: TypeValue, b: TypeValue) -> Callable[[], Data]:
    return lambda: equiv(
        run.index_map(lambda p: (p[1], p[0]), lambda: ProdType(a, b)),
        run.index_map(lambda p: (p[1], p[0]), lambda: ProdType(b, a)),
    )


def prod_assoc(run: Run, a: TypeValue, b: TypeValue, c: TypeValue) -> Callable[[], Data]:
    left, right = ProdType(ProdType(a, b), c), ProdType(a, ProdType(b, c))
    return lambda: equiv(
        run.index_map(lambda p: (p[0][0], (p[0][1], p[1])), lambda: left),
        run.index_map(lambda p: ((p[0], p[1][0]), p[1][1]), lambda: right),
    )


def swap(run: Run, type: TypeValue) -> Callable[..., Data]:
    same = equal(run, type)

    def make(a: Value, b: Value) -> Data:
        def at(x: Value) -> Value:
            other = lambda: run.choose(same(x, b), lambda: a, lambda: x)  # noqa: E731
            return run.choose(same(x, a), lambda: b, other)

        both = run.index_map(at, lambda: type)
        return equiv(both, both)

    return make


def fin_prod_fin(run: Run, m: Arr, n: Arr) -> Data:
    """`finProdFinEquiv`: (i, j) ↦ j + n·i."""
    rec = run.rec

    def to(p: Value) -> Arr:
        if n.is_known_scalar:
            return joined_index(rec, p[0], int(n.known_data), p[1])
        return plus(run, p[1], rec.elementwise("mul", n, p[0]))

    def back(k: Arr) -> Value:
        return (rec.elementwise("nat_div", k, n), rec.elementwise("nat_mod", k, n))

    pairs = lambda: ProdType(fin_type(run, m), fin_type(run, n))  # noqa: E731
    flat = lambda: fin_type(run, rec.elementwise("mul", m, n))  # noqa: E731
    return equiv(run.index_map(to, pairs), run.index_map(back, flat))


def fin_congr(run: Run, m: Arr, n: Arr, proof: Value) -> Data:
    run.demand(run.rec.elementwise("eq", m, n), "finCongr needs equal sizes")
    same = run.index_map(lambda i: i, lambda: fin_type(run, m))
    return equiv(same, same)


# ----- loops ------------------------------------------------------------------------------


def iterate(run: Run, _: Value, f: Value, n: Arr, x: Value) -> Value:
    """`f^[n] x`, unrolled."""
    for _ in range(_count(n)):
        run.tick()
        x = run.apply(f, x)
    return x


def nat_rec(run: Run, _: Value, zero: Value, succ: Value, n: Arr) -> Value:
    """`Nat.rec`, unrolled."""
    out = zero
    for k in range(_count(n)):
        run.tick()
        out = run.apply(succ, known(k), out)
    return out


def _count(n: Arr) -> int:
    if not n.is_known_scalar:
        raise Unsupported("a recursion whose depth depends on an index or on data")
    return int(n.data)  # type: ignore[arg-type]


def scalar_only(name: str, function: Callable[..., int]) -> Callable[..., Arr]:
    """An integer function that is computed on numbers, not on arrays."""

    def rule(run: Run, *args: Arr) -> Arr:
        if not all(a.is_known_scalar for a in args):
            raise Unsupported(f"{name} of an index or of data")
        out = function(*[a.data for a in args])
        if isinstance(out, int) and out.bit_length() > run.limits.power_bits:
            raise LimitReached("limit: power_bits", expected=str(run.limits.power_bits))
        return known(out)

    return rule
