"""Vectors and matrices as functions on finite types."""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.interp.exact_rules.arithmetic import Function1, Function2, binary, numeral
from leanbridge.interp.exact_rules.comparison import equal
from leanbridge.interp.exact_rules.logic import points_of
from leanbridge.interp.run import Run, remembered
from leanbridge.interp.values import FunctionType, MatrixType, TypeValue, Value


def matrix_type(
    run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue
) -> Callable[[], MatrixType]:
    row = FunctionType(columns, lambda _: scalar)
    return lambda: MatrixType(rows, lambda _: row)


def dot_product(run: Run, index: TypeValue, scalar: TypeValue) -> Function2:
    """`v ⬝ᵥ w` = Σ v i · w i."""
    times, plus = binary(run, "*", scalar), binary(run, "+", scalar)

    def dot(v: Function1, w: Function1) -> Value:
        out = numeral(run, scalar)(0)
        for i in points_of(run, "dotProduct", index):
            out = plus(out, times(v(i), w(i)))
        return out

    return dot


def mul_vec(run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue) -> Function2:
    """`M *ᵥ v`."""
    dot = dot_product(run, columns, scalar)
    return lambda a, v: remembered(lambda i: dot(a(i), v))


def vec_mul(run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue) -> Function2:
    """`v ᵥ* M`."""
    dot = dot_product(run, rows, scalar)
    return lambda v, a: remembered(lambda j: dot(v, lambda i: a(i)(j)))


def vec_mul_vec(run: Run, rows: TypeValue, columns: TypeValue, scalar: TypeValue) -> Function2:
    """The outer product."""
    times = binary(run, "*", scalar)
    return lambda w, v: lambda i: lambda j: times(w(i), v(j))


def diagonal(run: Run, index: TypeValue, scalar: TypeValue) -> Function1:
    same, zero = equal(run, index), numeral(run, scalar)
    return lambda d: lambda i: lambda j: d(i) if same(i, j) else zero(0)


def trace(run: Run, index: TypeValue, scalar: TypeValue) -> Function1:
    plus = binary(run, "+", scalar)

    def add(a: Value) -> Value:
        out = numeral(run, scalar)(0)
        for i in points_of(run, "Matrix.trace", index):
            out = plus(out, a(i)(i))
        return out

    return add
