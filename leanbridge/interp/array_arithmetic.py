"""Arithmetic on arrays: an operator, resolved by its type argument, as in `exact_rules.arithmetic`.

A natural difference is truncated here and nowhere else; a real is a float of the run's dtype.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from leanbridge.errors import Unsupported
from leanbridge.interp.array_axes import Arr, known
from leanbridge.interp.array_reduce import total
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Value, everything
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    MatrixType,
    ProdType,
    PropType,
    TypeValue,
    show_type,
)

Function1 = Callable[[Value], Value]
Function2 = Callable[[Value, Value], Value]

NAT: Mapping[str, str] = {
    "+": "add", "-": "nat_sub", "*": "mul", "/": "nat_div", "%": "nat_mod",
    "max": "max", "min": "min",
}  # fmt: skip
INT: Mapping[str, str] = {**NAT, "-": "sub", "/": "int_div", "%": "int_mod"}
REAL: Mapping[str, str] = {"+": "add", "-": "sub", "*": "mul", "max": "max", "min": "min"}
TRUTH: Mapping[str, str] = {"max": "or", "min": "and"}


def elementwise(run: Run, op: str) -> Function2:
    return lambda a, b: run.rec.elementwise(op, a, b)


def real_op(run: Run, op: str) -> Function2:
    return lambda a, b: run.rec.elementwise(op, run.rec.real(a), run.rec.real(b))


def binary(run: Run, symbol: str, type: TypeValue) -> Function2:
    """The function of `a symbol b` at a type. Raises: Unsupported."""
    match type:
        case FinType(n):
            return _fin(run, symbol, n)
        case BaseType("Nat") if symbol in NAT:
            return elementwise(run, NAT[symbol])
        case BaseType("Int") if symbol in INT:
            return elementwise(run, INT[symbol])
        case BaseType("Real" | "Rat") if symbol == "/":
            return lambda a, b: divide(run, a, b)
        case BaseType("Real" | "Rat") if symbol in REAL:
            return real_op(run, REAL[symbol])
        case PropType() | BaseType("Bool") if symbol in TRUTH:
            return elementwise(run, TRUTH[symbol])
        case MatrixType() if symbol == "*":
            return matrix_product(run, type)
        case MatrixType() if symbol == "/":
            raise Unsupported("`/` of matrices")
        case FunctionType():
            return lambda f, g: pointwise(
                run, type, lambda t, x: binary(run, symbol, t)(run.apply(f, x), run.apply(g, x))
            )
        case ProdType(first, second):
            one, two = binary(run, symbol, first), binary(run, symbol, second)
            return lambda a, b: (one(a[0], b[0]), two(a[1], b[1]))
        case DataType("ContinuousLinearMap" | "LinearMap") if symbol in "+-":
            source, target = linear_ends(run, type)
            over = binary(run, symbol, target)
            return lambda f, g: run.fun(
                lambda x: over(run.apply(f, x), run.apply(g, x)), lambda: source
            )
    raise Unsupported(f"`{symbol}` on {show_type(type)}")


def linear_ends(run: Run, type: DataType) -> tuple[TypeValue, TypeValue]:
    """E and F of the linear maps E → F."""
    return run.as_type(type.arguments[1]), run.as_type(type.arguments[2])


def pointwise(run: Run, type: FunctionType, at: Callable[[TypeValue, Value], Value]) -> Value:
    """The function x ↦ `at` (the type of its value, x)."""
    return run.fun(lambda x: at(type.codomain(x), x), lambda: type.domain)


def _fin(run: Run, symbol: str, n: int) -> Function2:
    """`Fin n` arithmetic is modulo n; order, division and remainder are ℕ's."""
    rec, size = run.rec, known(n)
    match symbol:
        case "+" | "*":
            op = NAT[symbol]
            return lambda a, b: rec.elementwise("nat_mod", rec.elementwise(op, a, b), size)
        case "-":
            return lambda a, b: rec.elementwise(
                "nat_mod", rec.elementwise("sub", rec.elementwise("add", a, size), b), size
            )
        case _:
            return elementwise(run, NAT[symbol])


def divide(run: Run, a: Arr, b: Arr) -> Arr:
    """`a / b` of reals, 0 where b is 0."""
    rec = run.rec
    a, b = rec.real(a), rec.real(b)
    never_zero = rec.elementwise("ne", b, known(0.0))
    sure = never_zero.is_known_scalar and never_zero.data is True
    return rec.elementwise("quotient" if sure else "div", a, b)


def matrix_product(run: Run, type: MatrixType) -> Function2:
    """The product of square matrices."""

    def product(a: Value, b: Value) -> Value:
        def entry(i: Value, j: Value) -> Value:
            row = type.codomain(i)
            assert isinstance(row, FunctionType)
            times = binary(run, "*", row.codomain(j))
            axes, k, mask = everything(type.domain, run.rec, "a product").at_axes()
            return total(run.rec, times(run.apply(a, i, k), run.apply(b, k, j)), axes, mask)

        return run.fun(
            lambda i: run.fun(lambda j: entry(i, j), lambda: _domain(type.codomain(i))),
            lambda: type.domain,
        )

    return product


def _domain(type: TypeValue) -> TypeValue:
    assert isinstance(type, FunctionType)
    return type.domain


def operator(symbol: str) -> Callable[[Run, TypeValue], Function2]:
    """The rule of one binary operator."""
    return lambda run, type: binary(run, symbol, type)


def negate(run: Run, type: TypeValue) -> Function1:
    """`-a`."""
    rec = run.rec
    match type:
        case FinType(n):
            size = known(n)
            return lambda a: rec.elementwise("nat_mod", rec.elementwise("sub", size, a), size)
        case BaseType("Int"):
            return lambda a: rec.elementwise("neg", a)
        case BaseType("Real" | "Rat"):
            return lambda a: rec.elementwise("neg", rec.real(a))
        case FunctionType():
            return lambda f: pointwise(run, type, lambda t, x: negate(run, t)(run.apply(f, x)))
        case ProdType(first, second):
            one, two = negate(run, first), negate(run, second)
            return lambda a: (one(a[0]), two(a[1]))
        case DataType("ContinuousLinearMap" | "LinearMap"):
            source, target = linear_ends(run, type)
            over = negate(run, target)
            return lambda f: run.fun(lambda x: over(run.apply(f, x)), lambda: source)
    raise Unsupported(f"`-` on {show_type(type)}")


def invert(run: Run, type: TypeValue) -> Function1:
    """`a⁻¹`, 0 at 0."""
    match type:
        case BaseType("Real" | "Rat"):
            return lambda a: divide(run, known(1.0), a)
        case MatrixType():
            raise Unsupported("`⁻¹` of a matrix")
        case FunctionType():
            return lambda f: pointwise(run, type, lambda t, x: invert(run, t)(run.apply(f, x)))
    raise Unsupported(f"`⁻¹` on {show_type(type)}")


def absolute(run: Run, type: TypeValue) -> Function1:
    """`|a|`."""
    match type:
        case BaseType("Int"):
            return lambda a: run.rec.elementwise("abs", a)
        case BaseType("Real" | "Rat"):
            return lambda a: run.rec.elementwise("abs", run.rec.real(a))
        case FunctionType():
            return lambda f: pointwise(run, type, lambda t, x: absolute(run, t)(run.apply(f, x)))
    raise Unsupported(f"`|·|` on {show_type(type)}")


def power(run: Run, base: TypeValue, exponent: TypeValue) -> Function2:
    """`a ^ n`; the exponent is a natural number, an integer, or (`Real.rpow`) a real."""
    rec = run.rec
    match base, exponent:
        case MatrixType(), _:
            raise Unsupported("`^` of a matrix")
        case FunctionType(), _:
            return lambda f, n: pointwise(
                run, base, lambda t, x: power(run, t, exponent)(run.apply(f, x), n)
            )
        case BaseType("Real"), BaseType("Real"):
            return real_op(run, "real_pow")
        case BaseType("Real" | "Rat"), BaseType("Nat" | "Int"):
            return lambda a, n: _real_power(run, a, n)
        case BaseType("Nat" | "Int"), BaseType("Nat"):
            return lambda a, n: int_power(run, a, n)
        case FinType(size), BaseType("Nat"):
            return lambda a, n: rec.elementwise("nat_mod", int_power(run, a, n), known(size))
    raise Unsupported(f"`^` on {show_type(base)} with exponent in {show_type(exponent)}")


def int_power(run: Run, a: Arr, n: Arr) -> Arr:
    """`a ^ n` of integers, as long as the result fits."""
    top = n.bounds[1]
    if top is None or top > run.limits.power_bits:
        raise Unsupported("`^` with an exponent that has no bound")
    low, high = a.bounds
    if None in (low, high) or max(abs(low or 0), abs(high or 0)) ** top >= 1 << 63:
        if not (a.is_known_scalar and n.is_known_scalar):
            raise Unsupported("`^`: an integer that may not fit 64 bits")
    return run.rec.elementwise("int_pow", a, n)


def _real_power(run: Run, a: Arr, n: Arr) -> Arr:
    if n.is_known_scalar:
        return run.rec.real_int_power(run.rec.real(a), int(n.data))  # type: ignore[arg-type]
    # an exponent in an axis (geometric weights): a ^ n by rpow, which agrees for n in ℤ, a ≠ 0
    return run.rec.elementwise("real_pow", run.rec.real(a), run.rec.real(n))


def scale(run: Run, scalar: TypeValue, type: TypeValue) -> Function2:
    """`a • x`."""
    match type:
        case FunctionType():
            return lambda a, f: pointwise(
                run, type, lambda t, x: scale(run, scalar, t)(a, run.apply(f, x))
            )
        case ProdType(first, second):
            one, two = scale(run, scalar, first), scale(run, scalar, second)
            return lambda a, x: (one(a, x[0]), two(a, x[1]))
        case DataType("ContinuousLinearMap" | "LinearMap"):
            source, target = linear_ends(run, type)
            over = scale(run, scalar, target)
            return lambda a, f: run.fun(lambda x: over(a, run.apply(f, x)), lambda: source)
        case BaseType("Real" | "Rat") if isinstance(scalar, BaseType):
            return real_op(run, "mul")
        case BaseType("Nat" | "Int") if scalar in (type, BaseType("Nat")):
            return elementwise(run, "mul")
    raise Unsupported(f"`•` of {show_type(scalar)} on {show_type(type)}")


# ----- numerals and casts -----------------------------------------------------------------


def cast(run: Run, source: str, type: TypeValue) -> Function1:
    """The cast from ℕ, ℤ, ℚ (or ℝ to itself) into a type."""
    match type:
        case BaseType("Real" | "Rat"):
            return run.rec.real
        case BaseType("Int") if source in ("Nat", "Int"):
            return lambda a: a
        case BaseType("Nat") if source == "Nat":
            return lambda a: a
        case FinType(n) if source == "Nat":
            return lambda a: run.rec.elementwise("nat_mod", a, known(n))
        case FinType(n) if source == "Int":
            return lambda a: run.rec.elementwise("int_mod", a, known(n))
        case FunctionType():
            return lambda a: pointwise(run, type, lambda t, _: cast(run, source, t)(a))
        case ProdType(first, second):
            one, two = cast(run, source, first), cast(run, source, second)
            return lambda a: (one(a), two(a))
        case DataType("ContinuousLinearMap" | "LinearMap"):
            ends, target = linear_ends(run, type)
            return lambda a: _zero_map(run, a, ends, target)
    raise Unsupported(f"a number of {source} as {show_type(type)}")


def _zero_map(run: Run, a: Arr, source: TypeValue, target: TypeValue) -> Value:
    if not a.is_known_scalar or a.data != 0:
        raise Unsupported("a numeral other than 0 as a linear map")
    zero = cast(run, "Nat", target)(a)
    return run.fun(lambda _: zero, lambda: source)


def decimal(run: Run, type: TypeValue) -> Callable[[Arr, Arr, Arr], Arr]:
    """`OfScientific.ofScientific T m negative e` = m · 10^±e, rounded to a float."""
    if type not in (BaseType("Real"), BaseType("Rat")):
        raise Unsupported(f"a decimal in {show_type(type)}")

    def value(mantissa: Arr, negative: Arr, exponent: Arr) -> Arr:
        sign = "-" if negative.data else ""
        return known(float(f"{mantissa.data}e{sign}{exponent.data}"))

    return value


def into_integer(op: str, below: int | None = None) -> Callable[[Run, TypeValue], Function1]:
    """`⌊·⌋` and `⌈·⌉`; `below` is the least result (0 for those in ℕ)."""

    def resolve(run: Run, type: TypeValue) -> Function1:
        if type not in (BaseType("Real"), BaseType("Rat")):
            raise Unsupported(f"`{op}` on {show_type(type)}")

        def whole(a: Arr) -> Arr:
            out = run.rec.elementwise(op, run.rec.real(a))
            return out if below is None else run.rec.elementwise("max", out, known(below))

        return whole

    return resolve


def fract(run: Run, type: TypeValue) -> Function1:
    """`Int.fract x` = x - ⌊x⌋."""
    below = into_integer("floor")(run, type)
    return lambda a: run.rec.elementwise("sub", run.rec.real(a), run.rec.real(below(a)))


def round_half_up(run: Run, type: TypeValue) -> Function1:
    """`round x` = ⌊x + 1/2⌋."""
    below = into_integer("floor")(run, type)
    return lambda a: below(run.rec.elementwise("add", run.rec.real(a), known(0.5)))


def real_function(op: str) -> Callable[[Run, Arr], Arr]:
    return lambda run, a: run.rec.elementwise(op, run.rec.real(a))


def integer_function(op: str) -> Callable[..., Arr]:
    return lambda run, *args: run.rec.elementwise(op, *args)


def truncated(run: Run, a: Arr) -> Arr:
    """`Int.toNat`: 0 for a negative integer."""
    return run.rec.elementwise("max", a, known(0))


def logb(run: Run, b: Arr, x: Arr) -> Arr:
    """`Real.logb b x` = log x / log b."""
    log = real_function("log")
    return divide(run, log(run, x), log(run, b))


def norm(run: Run, type: TypeValue) -> Function1:
    """`‖x‖`: the sup norm, 0 of nothing."""
    from leanbridge.interp.array_reduce import extremum

    rec = run.rec
    match type:
        case BaseType("Real" | "Rat" | "Int"):
            return lambda a: rec.elementwise("abs", rec.real(a))
        case ProdType(first, second):
            one, two = norm(run, first), norm(run, second)
            return lambda a: rec.elementwise("max", one(a[0]), two(a[1]))
        case FunctionType():

            def largest(f: Value) -> Arr:
                axes, x, _ = everything(type.domain, rec, "a norm").at_axes()
                if any(a.size == 0 for a in axes):
                    return known(0.0)
                entry = norm(run, type.codomain(x))(run.apply(f, x))
                return extremum(rec, "max", entry, axes)

            return largest
    raise Unsupported(f"`‖·‖` on {show_type(type)}")


def distance(run: Run, type: TypeValue) -> Function2:
    """`dist x y` = ‖x - y‖."""
    size, minus = norm(run, type), binary(run, "-", type)
    return lambda a, b: size(minus(a, b))
