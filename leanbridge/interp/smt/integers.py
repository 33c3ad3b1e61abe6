"""Rules of arithmetic, order and equality with symbolic numbers, resolved by the type argument."""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.errors import Unsupported
from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Number, Truth
from leanbridge.interp.smt.run import Run
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    ProofType,
    PropType,
    SubType,
    TypeValue,
    Value,
    show_type,
)

Relation = Callable[[Value, Value], Truth]
LARGEST_EXPONENT = 4


# ----- operators --------------------------------------------------------------------------


def operator(symbol: str) -> Callable[[Run, TypeValue], Callable[[Value, Value], Value]]:
    """The rule of one binary operator."""
    return lambda run, type: binary(symbol, type)


def binary(symbol: str, type: TypeValue) -> Callable[[Value, Value], Value]:
    """The function of `a symbol b` at a type. Raises: Unsupported."""
    match type:
        case FinType(n):
            return _fin(symbol, n)
        case BaseType("Nat"):
            return bu.NAT[symbol]
        case BaseType("Int"):
            return bu.INT[symbol]
        case PropType() | BaseType("Bool") if symbol in ("max", "min"):
            return bu.any_of if symbol == "max" else bu.all_of
        case ProdType(first, second):
            one, two = binary(symbol, first), binary(symbol, second)
            return lambda a, b: (one(a[0], b[0]), two(a[1], b[1]))
        case FunctionType(_, codomain):
            return lambda f, g: lambda x: binary(symbol, codomain(x))(f(x), g(x))
    raise Unsupported(f"`{symbol}` on {shown(type)}")


def _fin(symbol: str, n: Number) -> Callable[[Number, Number], Number]:
    """`Fin n` arithmetic is modulo n; both arguments are below n."""
    match symbol:
        case "+":
            return lambda a, b: bu.ite(bu.less(a + b, n), a + b, a + b - n)
        case "-":
            return lambda a, b: bu.ite(bu.less_equal(b, a), a - b, a - b + n)
        case "*":
            return lambda a, b: bu.modulo(bu.multiply(a, b), n)
        case _:
            return bu.NAT[symbol]


def negate(run: Run, type: TypeValue) -> Callable[[Value], Value]:
    """`-a`."""
    match type:
        case FinType(n):
            return lambda a: bu.ite(bu.equal(a, 0), 0, n - a)
        case BaseType("Int"):
            return bu.negate
    raise Unsupported(f"`-` on {shown(type)}")


def absolute(run: Run, type: TypeValue) -> Callable[[Value], Value]:
    """`|a|`."""
    if type == BaseType("Int"):
        return bu.absolute
    raise Unsupported(f"`|·|` on {shown(type)}")


def power(run: Run, base: TypeValue, exponent: TypeValue) -> Callable[[Value, Value], Value]:
    """`a ^ n` for a small known n."""
    if base in (BaseType("Nat"), BaseType("Int")) and exponent == BaseType("Nat"):
        return nat_power
    raise Unsupported(f"`^` on {shown(base)} with exponent in {shown(exponent)}")


def nat_power(a: Number, n: Number) -> Number:
    """`a ^ n`. Raises: Unsupported for a symbolic or large exponent of what is symbolic."""
    if bu.is_known(a, n) and n <= 64:
        return a**n
    if not bu.is_known(n) or n > LARGEST_EXPONENT:
        raise Unsupported("`^` with a symbolic or large exponent")
    return bu.power(a, n)


def cast(source: str) -> Callable[[Run, TypeValue], Callable[[Number], Value]]:
    """The cast from ℕ or ℤ into a type; `OfNat.ofNat` is the one from ℕ."""

    def resolve(run: Run, type: TypeValue) -> Callable[[Number], Value]:
        match type:
            case BaseType("Int"):
                return lambda a: a
            case BaseType("Nat") if source == "Nat":
                return lambda a: a
            case FinType(n):
                return lambda a: _into_fin(a, n)
            case ProdType(first, second):
                one, two = resolve(run, first), resolve(run, second)
                return lambda a: (one(a), two(a))
            case FunctionType(_, codomain):
                return lambda a: lambda x: resolve(run, codomain(x))(a)
        raise Unsupported(f"a number of {source} as {shown(type)}")

    return resolve


def _into_fin(a: Number, n: Number) -> Number:
    """`a % n`, linear where a is known to be below n."""
    if bu.is_known(n):
        return bu.modulo(a, n)
    return bu.ite(bu.between(a, n), a, bu.modulo(a, n))


# ----- equality ---------------------------------------------------------------------------


def equal(run: Run, type: TypeValue) -> Relation:
    """`a = b` at a type. Raises: Unsupported."""
    match type:
        case FinType() | BaseType("Nat" | "Int"):
            return bu.equal
        case BaseType("Bool") | PropType():
            return lambda a, b: bu.same_truth(run.as_truth(a), run.as_truth(b))
        case BaseType("Unit" | "PUnit") | ProofType():
            return lambda a, b: True
        case ProdType(first, second):
            one, two = equal(run, first), equal(run, second)
            return lambda a, b: bu.all_of(one(a[0], b[0]), two(a[1], b[1]))
        case SubType(carrier, _):
            return equal(run, carrier)
        case FunctionType(domain, codomain):
            return lambda f, g: run.forall(domain, lambda x: equal(run, codomain(x))(f(x), g(x)))
        case DataType("Finset", (item,)):
            return lambda s, t: run.forall(
                run.as_type(item), lambda x: bu.same_truth(s.holds(x), t.holds(x))
            )
    raise Unsupported(f"equality on {shown(type)}")


def not_equal(run: Run, type: TypeValue) -> Relation:
    same = equal(run, type)
    return lambda a, b: bu.negation(same(a, b))


def not_zero(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    """`NeZero a`."""
    zero = cast("Nat")(run, type)(0)
    return lambda a: not_equal(run, type)(a, zero)


def same_type(run: Run, a: TypeValue, b: TypeValue) -> Truth:
    """Whether two types agree, as a truth about their sizes."""
    match a, b:
        case FinType(m), FinType(n):
            return bu.equal(m, n)
        case ProdType(), ProdType():
            return bu.all_of(same_type(run, a.first, b.first), same_type(run, a.second, b.second))
        case BaseType(), BaseType():
            return a == b
    raise Unsupported(f"a cast between {shown(a)} and {shown(b)}")


# ----- order ------------------------------------------------------------------------------


def less_equal(run: Run, type: TypeValue) -> Relation:
    """`a ≤ b` at a type."""
    match type:
        case FinType() | BaseType("Nat" | "Int"):
            return bu.less_equal
        case PropType() | BaseType("Bool"):
            return lambda a, b: bu.implies(run.as_truth(a), run.as_truth(b))
        case ProdType(first, second):
            one, two = less_equal(run, first), less_equal(run, second)
            return lambda a, b: bu.all_of(one(a[0], b[0]), two(a[1], b[1]))
        case FunctionType(domain, codomain):
            return lambda f, g: run.forall(
                domain, lambda x: less_equal(run, codomain(x))(f(x), g(x))
            )
    raise Unsupported(f"`≤` on {shown(type)}")


def less(run: Run, type: TypeValue) -> Relation:
    """`a < b` at a type."""
    match type:
        case FinType() | BaseType("Nat" | "Int"):
            return bu.less
        case PropType() | BaseType("Bool"):
            return lambda a, b: bu.all_of(bu.negation(run.as_truth(a)), run.as_truth(b))
    raise Unsupported(f"`<` on {shown(type)}")


def flipped(
    relation: Callable[[Run, TypeValue], Relation],
) -> Callable[[Run, TypeValue], Relation]:
    """`>` of `<`, `≥` of `≤`."""
    return lambda run, type: lambda a, b: relation(run, type)(b, a)


def divides(run: Run, type: TypeValue) -> Relation:
    """`a ∣ b`."""
    if type in (BaseType("Nat"), BaseType("Int")):
        return bu.divides
    raise Unsupported(f"`∣` on {shown(type)}")


def monotone(
    before: Callable[[Run, TypeValue], Relation],
    after: Callable[[Run, TypeValue], Relation],
    *,
    is_flipped: bool = False,
) -> Callable[[Run, TypeValue, TypeValue], Callable[[Value], Truth]]:
    """`Monotone f` and its relatives: order between arguments gives order between values."""

    def resolve(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Truth]:
        one, two = before(run, source), after(run, target)

        def decide(f: Value) -> Truth:
            def at(x: Value, y: Value) -> Truth:
                values = (f(y), f(x)) if is_flipped else (f(x), f(y))
                return bu.implies(one(x, y), two(*values))

            return run.forall(source, lambda x: run.forall(source, lambda y: at(x, y)))

        return decide

    return resolve


# ----- ℤ ----------------------------------------------------------------------------------


def sign(run: Run, z: Number) -> Number:
    """`Int.sign`: -1, 0, 1."""
    return bu.ite(bu.less(0, z), 1, bu.ite(bu.less(z, 0), -1, 0))


def shown(type: TypeValue) -> str:
    """A type for a message; a symbolic size by its z3 name."""
    return show_type(type)
