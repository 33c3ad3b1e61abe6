"""Folds over finite sets: sums, products, extrema, means, the number of members."""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.errors import Unsupported
from leanbridge.interp.array_arithmetic import cast, divide
from leanbridge.interp.array_axes import FALSE, Arr, Axis, known
from leanbridge.interp.array_order import (
    both,
)
from leanbridge.interp.array_reduce import extremum, product, reduce_axes, some, total
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Members, Value, everything
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    TypeValue,
    show_type,
)

Function1 = Callable[[Value], Value]
Function2 = Callable[[Value, Value], Value]


def at_members(run: Run, s: Members, f: Value) -> tuple[list[Axis], Value, Arr]:
    """Axes of a set, `f` at each member, and which indices are members."""
    axes, point, mask = s.at_axes()
    with run.under(mask):
        return axes, run.apply(f, point), mask


def fold(symbol: str) -> Callable[[Run, TypeValue, TypeValue], Function2]:
    """`Finset.sum` (`+`) and `Finset.prod` (`*`)."""

    def resolve(run: Run, _: TypeValue, type: TypeValue) -> Function2:
        return lambda s, f: fold_over(run, symbol, type, s, f)

    return resolve


def fold_over(run: Run, symbol: str, type: TypeValue, s: Members, f: Value) -> Value:
    """`∑` (`+`) or `∏` (`*`) of `f` over a set, at the type of its values."""
    match type:
        case BaseType("Real" | "Rat" | "Nat" | "Int") | FinType():
            if 0 in s.sizes:
                return cast(run, "Nat", type)(known(int(symbol == "*")))
            axes, values, mask = at_members(run, s, f)
            if type in (BaseType("Real"), BaseType("Rat")):
                values = run.rec.real(values)
            out = (total if symbol == "+" else product)(run.rec, values, axes, mask)
            if isinstance(type, FinType):
                return run.rec.elementwise("nat_mod", out, known(type.size))
            return out
        case FunctionType(domain, codomain):
            return run.fun(
                lambda x: fold_over(run, symbol, codomain(x), s, _then(run, f, x)), lambda: domain
            )
        case ProdType(first, second):
            parts = enumerate((first, second))
            return tuple([fold_over(run, symbol, t, s, _part(run, f, i)) for i, t in parts])
        case DataType("ContinuousLinearMap" | "LinearMap", (_, source, target)) if symbol == "+":
            return run.fun(
                lambda x: fold_over(run, symbol, run.as_type(target), s, _then(run, f, x)),
                lambda: run.as_type(source),
            )
    raise Unsupported(f"∑ or ∏ in {show_type(type)}")


def _then(run: Run, f: Value, x: Value) -> Value:
    return run.fun(lambda i: run.apply(f, i, x), None)


def _part(run: Run, f: Value, place: int) -> Value:
    return run.fun(lambda i: run.apply(f, i)[place], None)


def finset_extremum(op: str) -> Callable[[Run, TypeValue, TypeValue], Callable[..., Value]]:
    """`Finset.sup'` and `Finset.inf'`: (α, β) then s, H, f."""

    def resolve(run: Run, type: TypeValue, _: TypeValue) -> Callable[..., Value]:
        return lambda s, proof, f: _extremum(run, op, type, s, f)

    return resolve


def _extremum(run: Run, op: str, type: TypeValue, s: Members, f: Value) -> Value:
    match type:
        case FunctionType(domain, codomain):
            return run.fun(
                lambda x: _extremum(run, op, codomain(x), s, _then(run, f, x)), lambda: domain
            )
        case ProdType(first, second):
            parts = enumerate((first, second))
            return tuple([_extremum(run, op, t, s, _part(run, f, i)) for i, t in parts])
        case FinType() | BaseType("Real" | "Rat" | "Nat" | "Int" | "Bool") | PropType():
            if 0 in s.sizes:
                run.demand(FALSE, f"the {op} of an empty finite set")
                return cast(run, "Nat", type)(known(0))  # looked at nowhere
            axes, values, mask = at_members(run, s, f)
            return _greatest(run, op, axes, values, mask)
    raise Unsupported(f"sup' or inf' in {show_type(type)}")


def _greatest(run: Run, op: str, axes: list[Axis], values: Arr, mask: Arr) -> Arr:
    """An extremum over a set. Raises: Undefined of an empty one."""
    filled = FALSE if any(a.size == 0 for a in axes) else some(run.rec, mask, axes)
    run.demand(filled, f"the {op} of an empty finite set")
    if any(a.size == 0 for a in axes):
        return known(0.0) if values.kind == "real" else known(0)  # looked at nowhere
    if values.kind == "bool":
        truth = both(run, mask, values) if op == "max" else run.implies(mask, lambda: values)
        return reduce_axes(run.rec, "any" if op == "max" else "all", truth, axes)
    return extremum(run.rec, op, values, axes, mask)


def own_extremum(op: str) -> Callable[[Run, TypeValue], Callable[..., Value]]:
    """`Finset.max'` and `Finset.min'`."""

    def resolve(run: Run, type: TypeValue) -> Callable[..., Value]:
        if isinstance(type, ProdType | FunctionType | DataType):
            raise Unsupported(f"{op}' in {show_type(type)}")

        def of(s: Members, proof: Value) -> Value:
            axes, point, mask = s.at_axes()
            return _greatest(run, op, axes, point, mask)

        return of

    return resolve


def bounded_extremum(op: str) -> Callable[[Run, TypeValue, TypeValue], Function2]:
    """`Finset.sup` and `Finset.inf`, with the bottom or top element for the empty set."""

    def resolve(run: Run, type: TypeValue, _: TypeValue) -> Function2:
        end = _end(op, type)
        symbol = "max" if op == "sup" else "min"

        def of(s: Members, f: Value) -> Arr:
            if 0 in s.sizes:
                return end
            axes, values, mask = at_members(run, s, f)
            values = run.rec.elementwise("where", mask, values, end)
            if end.kind == "bool":
                return reduce_axes(run.rec, "any" if op == "sup" else "all", values, axes)
            return extremum(run.rec, symbol, values, axes)

        return of

    return resolve


def _end(op: str, type: TypeValue) -> Arr:
    match type:
        case BaseType("Bool") | PropType():
            return known(op == "inf")
        case BaseType("Nat") if op == "sup":
            return known(0)
        case FinType(n) if n:
            return known(0 if op == "sup" else n - 1)
    raise Unsupported(f"Finset.{op} in {show_type(type)}")


def card(run: Run, s: Members) -> Arr:
    axes, _, mask = s.at_axes()
    return total(run.rec, run.rec.integer(mask), axes)


def expect(run: Run, index: TypeValue, type: TypeValue) -> Function2:
    """`𝔼 i ∈ s, f i`: the mean, 0 of the empty set."""
    add = fold("+")(run, index, type)
    return lambda s, f: divide(run, add(s, f), card(run, s))


def type_card(run: Run, type: TypeValue) -> Callable[[], Arr]:
    return lambda: card(run, everything(type, run.rec, "Fintype.card"))
