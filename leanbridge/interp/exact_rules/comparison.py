"""Equality and order at a type: values to truth.

Functions are compared at every argument of a finite domain; an infinite domain is Unsupported
unless the two are one object. Structures are equal field by field, proofs always.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.errors import Unsupported
from leanbridge.interp.reals import Truth
from leanbridge.interp.run import Run, all_of, implies
from leanbridge.interp.values import (
    BaseType,
    Data,
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


def equal(run: Run, type: TypeValue) -> Relation:
    """`a = b` at a type. Raises: Unsupported."""
    match type:
        case BaseType("Real" | "Rat"):
            return run.reals.equal
        case BaseType("Type"):
            return lambda a, b: same_type(run, run.as_type(a), run.as_type(b))
        case FinType() | BaseType():
            return lambda a, b: bool(a == b)
        case PropType():
            return lambda a, b: bool(run.as_truth(a)) == bool(run.as_truth(b))
        case ProofType():
            return lambda a, b: True
        case ProdType() if is_discrete(type):
            return lambda a, b: bool(a == b)
        case ProdType(first, second):
            one, two = equal(run, first), equal(run, second)
            return lambda a, b: all_of(r(a[i], b[i]) for i, r in enumerate((one, two)))
        case SubType(carrier, _):
            return equal(run, carrier)
        case FunctionType():
            return lambda f, g: _equal_functions(run, type, f, g)
        case DataType():
            return lambda a, b: _equal_data(run, type, a, b)


def is_discrete(type: TypeValue) -> bool:
    """Whether two values are equal exactly if Python says so."""
    match type:
        case FinType() | BaseType("Nat" | "Int" | "Bool" | "String"):
            return True
        case ProdType(first, second):
            return is_discrete(first) and is_discrete(second)
        case _:
            return False


def _equal_functions(run: Run, type: FunctionType, f: Value, g: Value) -> Truth:
    if f is g:
        return True
    points = run.elements(type.domain)
    if points is None:
        raise Unsupported(f"equality of functions on {show_type(type.domain)}, which is infinite")

    def at(x: Value) -> Truth:
        run.tick()
        return equal(run, type.codomain(x))(f(x), g(x))

    return all_of(map(at, points))


def _equal_data(run: Run, type: DataType, a: Value, b: Value) -> Truth:
    match type.name:
        case "List":
            same = equal(run, run.as_type(type.arguments[0]))
            if len(a.items) != len(b.items):
                return False
            return all_of(map(same, a.items, b.items))
        case "Finset":
            same = equal(run, run.as_type(type.arguments[0]))
            return all(any(same(x, y) for y in b.items) for x in a.items) and all(
                any(same(x, y) for y in a.items) for x in b.items
            )
        case "Equiv":
            source, target = map(run.as_type, type.arguments)
            return equal(run, FunctionType(source, lambda _: target))(a.fields[0], b.fields[0])
        case "ContinuousLinearMap" | "LinearMap":
            _, source, target = map(run.as_type, type.arguments)
            return equal_linear(run, source, target, a, b)
    if not isinstance(a, Data) or not isinstance(b, Data):
        raise Unsupported(f"equality on {show_type(type)}")
    if a.constructor != b.constructor:
        return False
    if type.name in ("Option", "Sum"):
        part = run.as_type(type.arguments[int(a.constructor == "Sum.inr")])
        return all_of(map(equal(run, part), a.fields, b.fields))
    types = run.field_types(type, a)
    return all_of(equal(run, t)(x, y) for t, x, y in zip(types, a.fields, b.fields, strict=True))


def equal_linear(run: Run, source: TypeValue, target: TypeValue, f: Value, g: Value) -> Truth:
    """Equality of two linear maps, decided on a basis. Linear maps only: not for functions."""
    from leanbridge.interp.coordinates import basis

    same = equal(run, target)
    return all_of(same(f(v), g(v)) for v in basis(run, source))


def same_type(run: Run, a: TypeValue, b: TypeValue) -> bool:
    """Whether two types agree as far as sizes and names tell (functions: at every index)."""
    match a, b:
        case ProofType(), ProofType():
            return bool(a.truth()) == bool(b.truth())
        case ProdType(), ProdType():
            return same_type(run, a.first, b.first) and same_type(run, a.second, b.second)
        case SubType(), SubType():
            return same_type(run, a.carrier, b.carrier)
        case FunctionType(), FunctionType():
            if not same_type(run, a.domain, b.domain):
                return False
            points = run.elements(a.domain)
            if points is None:  # the codomain at an argument that cannot be enumerated
                return True
            return all(same_type(run, a.codomain(x), b.codomain(x)) for x in points)
        case DataType(), DataType():
            return a.name == b.name and all(map(_same_argument(run), a.arguments, b.arguments))
        case _:
            return a == b


def _same_argument(run: Run) -> Callable[[Value, Value], bool]:
    def same(x: Value, y: Value) -> bool:
        if x is y or callable(x):
            return True
        if isinstance(x, bool | int | str | tuple):
            return bool(x == y)
        return same_type(run, run.as_type(x), run.as_type(y))

    return same


# ----- order ------------------------------------------------------------------------------


def less_equal(run: Run, type: TypeValue) -> Relation:
    """`a ≤ b` at a type. Raises: Unsupported."""
    match type:
        case BaseType("Real" | "Rat"):
            return run.reals.less_equal
        case FinType() | BaseType("Nat" | "Int" | "Bool"):
            return lambda a, b: bool(a <= b)
        case PropType():
            return lambda a, b: implies(run.as_truth(a), lambda: run.as_truth(b))
        case SubType(carrier, _):
            return less_equal(run, carrier)
        case ProdType(first, second):
            one, two = less_equal(run, first), less_equal(run, second)
            return lambda a, b: all_of(r(a[i], b[i]) for i, r in enumerate((one, two)))
        case FunctionType():
            return lambda f, g: _below(run, type, f, g)
        case DataType("Finset", (item,)):
            same = equal(run, run.as_type(item))
            return lambda a, b: all(any(same(x, y) for y in b.items) for x in a.items)
    raise Unsupported(f"`≤` on {show_type(type)}")


def _below(run: Run, type: FunctionType, f: Value, g: Value) -> Truth:
    points = run.elements(type.domain)
    if points is None:
        raise Unsupported(f"`≤` of functions on {show_type(type.domain)}, which is infinite")

    def at(x: Value) -> Truth:
        run.tick()
        return less_equal(run, type.codomain(x))(f(x), g(x))

    return all_of(map(at, points))


def less(run: Run, type: TypeValue) -> Relation:
    """`a < b` at a type: on a partial order `a ≤ b` and not `b ≤ a`."""
    match type:
        case BaseType("Real" | "Rat"):
            return run.reals.less
        case FinType() | BaseType("Nat" | "Int" | "Bool"):
            return lambda a, b: bool(a < b)
        case SubType(carrier, _):
            return less(run, carrier)
        case _:
            below = less_equal(run, type)
            return lambda a, b: bool(below(a, b)) and not bool(below(b, a))


def at_most(run: Run, type: TypeValue) -> Relation:
    return less_equal(run, type)


def greater(run: Run, type: TypeValue) -> Relation:
    below = less(run, type)
    return lambda a, b: below(b, a)


def greater_equal(run: Run, type: TypeValue) -> Relation:
    below = less_equal(run, type)
    return lambda a, b: below(b, a)


def not_equal(run: Run, type: TypeValue) -> Relation:
    """`a ≠ b`. Raises: Undecided where equality is only known within a distance."""
    same = equal(run, type)
    return lambda a, b: not bool(same(a, b))


def divides(run: Run, type: TypeValue) -> Relation:
    """`a ∣ b`: some c has b = a · c, so `0 ∣ b ↔ b = 0`."""
    match type:
        case BaseType("Nat" | "Int"):
            return lambda a, b: b % a == 0 if a else b == 0
        case BaseType("Real" | "Rat"):
            return lambda a, b: not run.reals.is_zero(a) or run.reals.is_zero(b)
    raise Unsupported(f"`∣` on {show_type(type)}")


def monotone(
    order_in: Callable[[Run, TypeValue], Relation],
    order_out: Callable[[Run, TypeValue], Relation],
    *,
    flip: bool = False,
    on_set: bool = False,
) -> Callable[[Run, TypeValue, TypeValue], Callable[..., Truth]]:
    """The rule of `Monotone` and its kin: `a R b` implies `f a S f b` (flipped: `f b S f a`)."""

    def resolve(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Truth]:
        before, after = order_in(run, source), order_out(run, target)

        def decide(f: Value, inside: Value = None) -> Truth:
            points = run.elements(source)
            if points is None:
                raise Unsupported(f"monotonicity on {show_type(source)}, which is infinite")
            items = [x for x in points if not on_set or run.as_truth(inside(x))]
            run.tick(len(items) ** 2)

            def keeps(a: Value, b: Value) -> Truth:
                after_it = (lambda: after(f(b), f(a))) if flip else (lambda: after(f(a), f(b)))
                return implies(before(a, b), after_it)

            return all_of(keeps(a, b) for a in items for b in items)

        return decide

    return resolve
