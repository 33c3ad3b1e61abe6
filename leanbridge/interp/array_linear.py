"""Vectors and matrices as functions on finite types; linear maps as the functions they are."""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.interp.array_arithmetic import binary, cast, scale
from leanbridge.interp.array_axes import known
from leanbridge.interp.array_folds import fold_over
from leanbridge.interp.array_maps import refl
from leanbridge.interp.array_order import (
    equal,
)
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Value, everything
from leanbridge.interp.values import Data, FunctionType, MatrixType, ProdType, TypeValue

Function1 = Callable[[Value], Value]
Function2 = Callable[[Value, Value], Value]


def matrix_type(
    run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue
) -> Callable[[], MatrixType]:
    row = FunctionType(columns, lambda _: scalar)
    return lambda: MatrixType(rows, lambda _: row)


def matrix_of(
    run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue
) -> Callable[..., Data]:
    return refl(run, matrix_type(run, rows, columns, scalar)())


# ----- vectors and matrices -----------------------------------------------------------------


def dot_product(run: Run, index: TypeValue, scalar: TypeValue) -> Function2:
    """`v ⬝ᵥ w`."""
    times = binary(run, "*", scalar)

    def dot(v: Value, w: Value) -> Value:
        products = run.fun(lambda i: times(run.apply(v, i), run.apply(w, i)), lambda: index)
        return fold_over(run, "+", scalar, everything(index, run.rec, "⬝ᵥ"), products)

    return dot


def mul_vec(run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue) -> Function2:
    dot = dot_product(run, columns, scalar)
    return lambda a, v: run.fun(lambda i: dot(_row(run, a, i, columns), v), lambda: rows)


def vec_mul(run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue) -> Function2:
    dot = dot_product(run, rows, scalar)
    return lambda v, a: run.fun(
        lambda j: dot(v, run.fun(lambda i: run.apply(a, i, j), lambda: rows)), lambda: columns
    )


def _row(run: Run, a: Value, i: Value, columns: TypeValue) -> Value:
    return run.fun(lambda j: run.apply(a, i, j), lambda: columns)


def outer(run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue) -> Function2:
    times = binary(run, "*", scalar)
    return lambda w, v: run.fun(
        lambda i: run.fun(lambda j: times(run.apply(w, i), run.apply(v, j)), lambda: columns),
        lambda: rows,
    )


def diagonal(run: Run, index: TypeValue, scalar: TypeValue) -> Function1:
    same, zero = equal(run, index), cast(run, "Nat", scalar)(known(0))
    return lambda d: run.fun(
        lambda i: run.fun(
            lambda j: run.choose(same(i, j), lambda: run.apply(d, i), lambda: zero), lambda: index
        ),
        lambda: index,
    )


def diagonal_of(run: Run, index: TypeValue, scalar: TypeValue) -> Function1:
    return lambda a: run.fun(lambda i: run.apply(a, i, i), lambda: index)


def trace(run: Run, index: TypeValue, scalar: TypeValue) -> Function1:
    return lambda a: fold_over(
        run, "+", scalar, everything(index, run.rec, "trace"), diagonal_of(run, index, scalar)(a)
    )


def transpose(run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue) -> Function1:
    return lambda a: run.fun(
        lambda j: run.fun(lambda i: run.apply(a, i, j), lambda: rows), lambda: columns
    )


# ----- linear maps ------------------------------------------------------------------------


def linear_identity(run: Run, _: TypeValue, source: TypeValue) -> Callable[[], Value]:
    return lambda: run.fun(lambda x: x, lambda: source)


def linear_compose(run: Run, _: Value, source: Value, *rest: Value) -> Value:
    """`g.comp f`, the two last of the arguments."""
    g, f = rest[-2:]
    return run.fun(lambda x: run.apply(g, run.apply(f, x)), lambda: run.as_type(source))


def linear_pi(run: Run, _: TypeValue, source: TypeValue, index: TypeValue) -> Callable[..., Value]:
    """`ContinuousLinearMap.pi f`: x ↦ i ↦ f i x."""
    return lambda motive, f: run.fun(
        lambda x: run.fun(lambda i: run.apply(f, i, x), lambda: index), lambda: source
    )


def linear_proj(run: Run, _: TypeValue, index: TypeValue) -> Callable[..., Value]:
    """`ContinuousLinearMap.proj i`: x ↦ x i."""

    def make(motive: Value, i: Value) -> Value:
        source = FunctionType(index, lambda j: run.as_type(run.apply(motive, j)))
        return run.fun(lambda x: run.apply(x, i), lambda: source)

    return make


def linear_half(place: int) -> Callable[..., Callable[[], Value]]:
    """`ContinuousLinearMap.fst` and `snd`."""

    def resolve(run: Run, _: TypeValue, a: TypeValue, b: TypeValue) -> Callable[[], Value]:
        return lambda: run.fun(lambda p: p[place], lambda: ProdType(a, b))

    return resolve


def smul_right(
    run: Run, field: TypeValue, source: TypeValue, target: TypeValue
) -> Callable[[Value, Value], Value]:
    """`c.smulRight v`: x ↦ c x • v."""
    times = scale(run, field, target)
    return lambda c, v: run.fun(lambda x: times(run.apply(c, x), v), lambda: source)
