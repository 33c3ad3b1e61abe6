"""Arithmetic rules: an operator, resolved by its type argument.

Integers are Python's, reals are `interp.reals`. Totality is Lean's: see each table's comments.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.failures import LimitReached
from leanbridge.interp.reals import ONE, ZERO, Real
from leanbridge.interp.run import Run, remembered
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    MatrixType,
    ProdType,
    PropType,
    TypeValue,
    Value,
    show_type,
)

Function1 = Callable[[Value], Value]
Function2 = Callable[[Value, Value], Value]


def nat_sub(a: int, b: int) -> int:
    """Truncated subtraction."""
    return a - b if a > b else 0


def nat_div(a: int, b: int) -> int:
    """Rounds down; `n / 0 = 0`."""
    return a // b if b else 0


def nat_mod(a: int, b: int) -> int:
    """`n % 0 = n`."""
    return a % b if b else a


def int_div(a: int, b: int) -> int:
    """`Int.div` of Lean 4 (Euclidean): the remainder is never negative; `z / 0 = 0`."""
    return 0 if b == 0 else (a // b if b > 0 else -(a // -b))


def int_mod(a: int, b: int) -> int:
    """Euclidean remainder; `z % 0 = z`."""
    return a % abs(b) if b else a


_NAT: Mapping[str, Function2] = {
    "+": lambda a, b: a + b,
    "-": nat_sub,
    "*": lambda a, b: a * b,
    "/": nat_div,
    "%": nat_mod,
    "max": max,
    "min": min,
}
_INT: Mapping[str, Function2] = {**_NAT, "-": lambda a, b: a - b, "/": int_div, "%": int_mod}


def _fin(symbol: str, n: int) -> Function2:
    """`Fin n` arithmetic is modulo n, division and remainder are ℕ's."""
    match symbol:
        case "+":
            return lambda a, b: (a + b) % n
        case "-":
            return lambda a, b: (a - b) % n
        case "*":
            return lambda a, b: (a * b) % n
        case _:
            return _NAT[symbol]


def _real(run: Run, symbol: str) -> Function2 | None:
    reals = run.reals
    table: Mapping[str, Function2] = {
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": reals.divide,
        "max": reals.larger,
        "min": reals.smaller,
    }
    return table.get(symbol)


def binary(run: Run, symbol: str, type: TypeValue) -> Function2:
    """The function of `a symbol b` at a type. Raises: Unsupported."""
    match type:
        case FinType(n):
            return _fin(symbol, n)
        case BaseType("Nat"):
            return _NAT[symbol]
        case BaseType("Int"):
            return _INT[symbol]
        case BaseType("Real" | "Rat"):
            found = _real(run, symbol)
            if found is not None:
                return found
        case PropType() | BaseType("Bool") if symbol in ("max", "min"):
            return (lambda a, b: a or b) if symbol == "max" else (lambda a, b: a and b)
        case MatrixType() if symbol in "*/":
            if symbol == "/":
                raise Unsupported("`/` of matrices")
            return matrix_product(run, type)
        case FunctionType(_, codomain):
            return lambda f, g: remembered(lambda x: binary(run, symbol, codomain(x))(f(x), g(x)))
        case ProdType(first, second):
            one, two = binary(run, symbol, first), binary(run, symbol, second)
            return lambda a, b: (one(a[0], b[0]), two(a[1], b[1]))
        case DataType("ContinuousLinearMap" | "LinearMap", (_, _, target)) if symbol in "+-":
            over = binary(run, symbol, run.as_type(target))
            return lambda f, g: lambda x: over(f(x), g(x))
    raise Unsupported(f"`{symbol}` on {show_type(type)}")


def matrix_product(run: Run, type: MatrixType) -> Function2:
    """The product of square matrices."""
    points = run.elements(type.domain)
    if points is None:
        raise Unsupported(f"a product in {show_type(type)}")
    middle = list(points)

    def product(a: Value, b: Value) -> Value:
        def entry(i: Value, j: Value) -> Value:
            row = type.codomain(i)
            assert isinstance(row, FunctionType)
            scalar = row.codomain(j)
            times, plus = binary(run, "*", scalar), binary(run, "+", scalar)
            out = numeral(run, scalar)(0)
            for k in middle:
                out = plus(out, times(a(i)(k), b(k)(j)))
            return out

        return remembered(lambda i: remembered(lambda j: entry(i, j)))

    return product


def operator(symbol: str) -> Callable[[Run, TypeValue], Function2]:
    """The rule of one binary operator."""
    return lambda run, type: binary(run, symbol, type)


def negate(run: Run, type: TypeValue) -> Function1:
    """`-a`."""
    match type:
        case FinType(n):
            return lambda a: -a % n
        case BaseType("Int" | "Real" | "Rat"):
            return lambda a: -a
        case FunctionType(_, codomain):
            return lambda f: remembered(lambda x: negate(run, codomain(x))(f(x)))
        case ProdType(first, second):
            one, two = negate(run, first), negate(run, second)
            return lambda a: (one(a[0]), two(a[1]))
        case DataType("ContinuousLinearMap" | "LinearMap", (_, _, target)):
            over = negate(run, run.as_type(target))
            return lambda f: lambda x: over(f(x))
    raise Unsupported(f"`-` on {show_type(type)}")


def invert(run: Run, type: TypeValue) -> Function1:
    """`a⁻¹`, 0 at 0."""
    match type:
        case BaseType("Real" | "Rat"):
            return run.reals.invert
        case MatrixType():
            raise Unsupported("`⁻¹` of a matrix")
        case FunctionType(_, codomain):
            return lambda f: remembered(lambda x: invert(run, codomain(x))(f(x)))
    raise Unsupported(f"`⁻¹` on {show_type(type)}")


def absolute(run: Run, type: TypeValue) -> Function1:
    """`|a|`."""
    match type:
        case BaseType("Int"):
            return abs
        case BaseType("Real" | "Rat"):
            return run.reals.absolute
        case FunctionType(_, codomain):
            return lambda f: remembered(lambda x: absolute(run, codomain(x))(f(x)))
    raise Unsupported(f"`|·|` on {show_type(type)}")


def power(run: Run, base: TypeValue, exponent: TypeValue) -> Function2:
    """`a ^ n`; the exponent is a natural number, an integer, or (`Real.rpow`) a real."""
    match base, exponent:
        case MatrixType(), _:
            raise Unsupported("`^` of a matrix")
        case FunctionType(_, codomain), _:
            return lambda f, n: remembered(lambda x: power(run, codomain(x), exponent)(f(x), n))
        case BaseType("Real"), BaseType("Real"):
            return run.reals.rpow
        case BaseType("Real" | "Rat"), BaseType("Nat" | "Int"):
            return run.reals.power
        case BaseType("Nat" | "Int"), BaseType("Nat"):
            return lambda a, n: int_power(run, a, n)
        case FinType(size), BaseType("Nat"):
            return lambda a, n: pow(a, n, size)
    raise Unsupported(f"`^` on {show_type(base)} with exponent in {show_type(exponent)}")


def int_power(run: Run, a: int, n: int) -> int:
    """`a ^ n`. Raises: LimitReached if the result is too long."""
    if n * a.bit_length() > run.limits.power_bits:
        raise LimitReached("limit: power_bits", expected=str(run.limits.power_bits))
    return int(a**n)


def scale(run: Run, scalar: TypeValue, type: TypeValue) -> Function2:
    """`a • x`."""
    match type:
        case FunctionType(_, codomain):
            return lambda a, f: remembered(lambda x: scale(run, scalar, codomain(x))(a, f(x)))
        case ProdType(first, second):
            one, two = scale(run, scalar, first), scale(run, scalar, second)
            return lambda a, x: (one(a, x[0]), two(a, x[1]))
        case DataType("ContinuousLinearMap" | "LinearMap", (_, _, target)):
            over = scale(run, scalar, run.as_type(target))
            return lambda a, f: lambda x: over(a, f(x))
        case BaseType("Real" | "Rat") if isinstance(scalar, BaseType):
            into = cast(run, scalar.name, type)
            return lambda a, x: into(a) * x
        case BaseType("Nat" | "Int") if scalar in (type, BaseType("Nat")):
            return lambda a, x: a * x
    raise Unsupported(f"`•` of {show_type(scalar)} on {show_type(type)}")


# ----- numerals and casts -----------------------------------------------------------------


def numeral(run: Run, type: TypeValue) -> Callable[[int], Value]:
    """`OfNat.ofNat T n`."""
    return cast(run, "Nat", type)


def cast(run: Run, source: str, type: TypeValue) -> Function1:
    """The cast from ℕ, ℤ, ℚ (or ℝ to itself) into a type."""
    match type:
        case BaseType("Real" | "Rat"):
            return (lambda a: a) if source in ("Rat", "Real") else fmpq
        case BaseType("Int") if source in ("Nat", "Int"):
            return lambda a: a
        case BaseType("Nat") if source == "Nat":
            return lambda a: a
        case FinType(n) if source in ("Nat", "Int"):
            return lambda a: a % n
        case FunctionType(_, codomain):
            return lambda a: lambda x: cast(run, source, codomain(x))(a)
        case ProdType(first, second):
            one, two = cast(run, source, first), cast(run, source, second)
            return lambda a: (one(a), two(a))
        case DataType("ContinuousLinearMap" | "LinearMap", (_, _, target)):
            over = cast(run, source, run.as_type(target))

            def zero_map(a: Value) -> Value:
                if a != 0:
                    raise Unsupported("a numeral other than 0 as a linear map")
                return lambda _: over(0)

            return zero_map
        case DataType("Finset" | "List", _) if source == "Nat":
            raise Unsupported(f"a numeral in {show_type(type)}")
    raise Unsupported(f"a number of {source} as {show_type(type)}")


def decimal(run: Run, type: TypeValue) -> Callable[[int, bool, int], Real]:
    """`OfScientific.ofScientific T m negative e` = m · 10^±e, exactly."""
    if type not in (BaseType("Real"), BaseType("Rat")):
        raise Unsupported(f"a decimal in {show_type(type)}")

    def value(mantissa: int, negative: bool, exponent: int) -> Real:
        size = int_power(run, 10, exponent)
        return fmpq(mantissa, size) if negative else fmpq(mantissa * size)

    return value


# ----- ℕ and ℤ ----------------------------------------------------------------------------


def nat_log(_: Run, b: int, n: int) -> int:
    """The greatest k with bᵏ ≤ n; 0 for b ≤ 1 or n = 0."""
    k = 0
    while b > 1 and n >= b:
        n //= b
        k += 1
    return k


def nat_clog(_: Run, b: int, n: int) -> int:
    """The least k with n ≤ bᵏ; 0 for b ≤ 1 or n ≤ 1."""
    k, reach = 0, 1
    while b > 1 and reach < n:
        reach *= b
        k += 1
    return k


def factorial(run: Run, n: int) -> int:
    run.tick(n)
    return math.factorial(n)


def iterate(run: Run, f: Function1, n: int, x: Value) -> Value:
    """`f^[n] x`."""
    for _ in range(n):
        run.tick()
        x = f(x)
    return x


def nat_rec(run: Run, zero: Value, succ: Callable[[int], Function1], n: int) -> Value:
    """`Nat.rec`, by a loop."""
    out = zero
    for k in range(n):
        run.tick()
        out = succ(k)(out)
    return out


def floor_into(run: Run, type: TypeValue) -> Callable[[Value], int]:
    """`⌊x⌋` as an integer."""
    if type in (BaseType("Real"), BaseType("Rat")):
        return run.reals.floor
    raise Unsupported(f"`⌊·⌋` on {show_type(type)}")


def ceil_into(run: Run, type: TypeValue) -> Callable[[Value], int]:
    """`⌈x⌉` as an integer."""
    if type in (BaseType("Real"), BaseType("Rat")):
        return run.reals.ceil
    raise Unsupported(f"`⌈·⌉` on {show_type(type)}")


def fract(run: Run, type: TypeValue) -> Function1:
    """`Int.fract x` = x - ⌊x⌋."""
    below = floor_into(run, type)
    return lambda x: x - fmpq(below(x))


def round_half_up(run: Run, type: TypeValue) -> Callable[[Value], int]:
    """`round x` = ⌊x + 1/2⌋."""
    below = floor_into(run, type)
    return lambda x: below(x + fmpq(1, 2))


def real_sign(run: Run, x: Real) -> Real:
    """`Real.sign`: -1, 0, 1."""
    if run.reals.is_zero(x):
        return ZERO
    return -ONE if run.reals.less(x, ZERO) else ONE


def norm(run: Run, type: TypeValue) -> Function1:
    """`‖x‖`: |x| on ℝ, the largest norm of the parts on functions and pairs."""
    match type:
        case BaseType("Real" | "Rat"):
            return run.reals.absolute
        case BaseType("Int"):
            return lambda a: fmpq(abs(a))
        case MatrixType():
            raise Unsupported("the norm of a matrix (Mathlib fixes none)")
        case FunctionType(domain, codomain):
            points = run.elements(domain)
            if points is None:
                raise Unsupported(f"`‖·‖` on {show_type(type)}")
            indices = list(points)
            return lambda f: run.reals.maximum(
                [ZERO, *[norm(run, codomain(i))(f(i)) for i in indices]]
            )
        case ProdType(first, second):
            one, two = norm(run, first), norm(run, second)
            return lambda a: run.reals.larger(one(a[0]), two(a[1]))
    raise Unsupported(f"`‖·‖` on {show_type(type)}")


def distance(run: Run, type: TypeValue) -> Function2:
    """`dist x y` = ‖x - y‖."""
    minus, size = binary(run, "-", type), norm(run, type)
    return lambda a, b: size(minus(a, b))


def tangent(run: Run, x: Real) -> Real:
    """`Real.tan`: sin x / cos x."""
    return run.reals.divide(run.reals.sin(x), run.reals.cos(x))


def sigmoid(run: Run, x: Real) -> Real:
    """`Real.sigmoid`: (1 + exp (-x))⁻¹."""
    return run.reals.invert(ONE + run.reals.exp(-x))
