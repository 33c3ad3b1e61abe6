"""The values of the array interpreter beside arrays: functions, finite sets; and what is done to
values of any shape.

| Lean                              | here                                                       |
|-----------------------------------|------------------------------------------------------------|
| ℝ, ℚ, ℤ, ℕ, `Fin n`, Bool, Prop   | `Arr`                                                      |
| a function of indices             | `Table`, or a `Fun` that becomes one when it is read       |
| any other function                | `Fun`                                                      |
| α × β, a function to α × β        | a pair of values                                           |
| Finset α                          | `Members`                                                  |
| structure, Equiv                  | `Data` of `interp.values`                                  |
| a type, a proof                   | as in `interp.values`                                      |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

from leanbridge.core.terms import Term
from leanbridge.errors import Unsupported
from leanbridge.interp.array_axes import TRUE, Arr, Axis, Recorder, iota, known
from leanbridge.interp.array_tables import Table, leaves
from leanbridge.interp.failures import LimitReached
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    FinType,
    FunctionType,
    ProdType,
    PropType,
    SubType,
    TypeValue,
    show_type,
)

Value: TypeAlias = Any
Guard: TypeAlias = tuple[Arr, ...]
"""Truths that hold wherever the value being computed is looked at."""


class Fun:
    """A function. `call` runs under `guard`, the conditions under which it was made; `domain`,
    if known, is that of its argument. `table` is its table once it has been read; `origin` the
    lambda that it comes from, if it comes from one. An index map is called at any index instead of
    read from its table: its caller's variables are then seen to be taken apart."""

    __slots__ = ("call", "domain", "guard", "is_index_map", "origin", "points", "table")

    def __init__(
        self,
        call: Callable[[Value], Value],
        domain: Callable[[], TypeValue] | None = None,
        guard: Guard = (),
        origin: Term | None = None,
        *,
        is_index_map: bool = False,
    ) -> None:
        self.call, self.domain, self.guard, self.origin = call, domain, guard, origin
        self.is_index_map = is_index_map
        self.table: Value = None
        self.points: dict[Any, Value] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Members:
    """A finite set: the values of `point` at indices of `sizes` at which `mask` holds, all
    different. `domain` is the type of the members."""

    sizes: tuple[int, ...]
    point: Callable[[Sequence[Arr]], Value]
    mask: Callable[[Sequence[Arr]], Arr]
    domain: TypeValue

    def at_axes(self, name: str = "") -> tuple[list[Axis], Value, Arr]:
        """Fresh axes, the member at each index, and whether it is one."""
        axes = [Axis(n, name) for n in self.sizes]
        variables = [iota(a) for a in axes]
        return axes, self.point(variables), self.mask(variables)


def index_sizes(domain: TypeValue) -> tuple[int, ...] | None:
    """The axes of a type of indices: `Fin n`, Bool, and products of them; else None."""
    match domain:
        case FinType(size):
            return (size,)
        case BaseType("Bool"):
            return (2,)
        case BaseType("Empty"):
            return (0,)
        case ProdType(first, second):
            a, b = index_sizes(first), index_sizes(second)
            return None if a is None or b is None else (*a, *b)
        case _:
            return None


def index_at(domain: TypeValue, variables: Sequence[Arr], rec: Recorder) -> Value:
    """The element of a type of indices at integers, one for each axis."""
    match domain:
        case ProdType(first, second):
            cut = len(index_sizes(first) or ())
            left = index_at(first, variables[:cut], rec)
            return (left, index_at(second, variables[cut:], rec))
        case BaseType("Bool"):
            return rec.elementwise("eq", variables[0], known(1))
        case _:
            return variables[0]


def everything(type: TypeValue, rec: Recorder, what: str) -> Members:
    """The elements of a finite type. Raises: Unsupported."""
    match type:
        case SubType(carrier, holds):
            whole = everything(carrier, rec, what)

            def mask(v: Sequence[Arr]) -> Arr:
                inside: Any = holds(whole.point(v))  # a truth array, as this interpreter makes it
                return rec.elementwise("and", whole.mask(v), inside)

            return Members(whole.sizes, whole.point, mask, type)
        case BaseType("Unit" | "PUnit"):
            return Members((), lambda _: (), lambda _: TRUE, type)
        case FunctionType(domain, codomain):
            made = _functions(domain, codomain, rec, type)
            if made is not None:
                return made
    sizes = index_sizes(type)
    if sizes is None:
        raise Unsupported(f"{what} over {show_type(type)}, which is no type of indices")
    return Members(sizes, lambda v: index_at(type, v, rec), lambda _: TRUE, type)


def _functions(
    domain: TypeValue,
    codomain: Callable[[Value], TypeValue],
    rec: Recorder,
    type: TypeValue,
) -> Members | None:
    """The functions between two types of indices, numbered with the last argument the fastest."""
    sizes = index_sizes(domain)
    if sizes is None or 0 in sizes:
        return None
    target = codomain(index_at(domain, [known(0)] * len(sizes), rec))
    if isinstance(target, PropType):
        target = BaseType("Bool")
    values = index_sizes(target)
    if values is None:
        return None
    places, digits = prod(sizes), prod(values)
    if digits**places > rec.entries:
        raise LimitReached("limit: array entries", expected=str(rec.entries))

    def digit(number: Arr, index: Value) -> Value:
        flat = known(0)
        for leaf, size in zip(leaves(index), sizes, strict=True):
            flat = rec.elementwise("mul", flat, known(size))
            flat = rec.elementwise("add", flat, rec.integer(leaf))
        weight = rec.elementwise("sub", known(places - 1), flat)
        weight = rec.elementwise("int_pow", known(digits), weight)
        rest = rec.elementwise("nat_mod", rec.elementwise("nat_div", number, weight), known(digits))
        parts: list[Arr] = []
        for size in reversed(values):
            parts.insert(0, rec.elementwise("nat_mod", rest, known(size)))
            rest = rec.elementwise("nat_div", rest, known(size))
        return index_at(target, parts, rec)

    def point(v: Sequence[Arr]) -> Value:
        return Fun(lambda x: digit(v[0], x), lambda: domain)

    return Members((digits**places,), point, lambda _: TRUE, type)


def select(
    rec: Recorder,
    condition: Arr,
    yes: Value,
    no: Value,
    apply: Callable[[Value, Value], Value],
) -> Value:
    """`if condition then yes else no`, for values of any shape; both have been computed."""
    if condition.is_known_scalar:
        return yes if condition.data else no
    match yes, no:
        case Arr(), Arr():
            if "real" in (yes.kind, no.kind):
                yes, no = rec.real(yes), rec.real(no)
            return rec.elementwise("where", condition, yes, no)
        case tuple(), tuple():
            pairs = zip(yes, no, strict=True)
            return tuple([select(rec, condition, a, b, apply) for a, b in pairs])
        case Data(), Data() if yes.constructor == no.constructor:
            fields = zip(yes.fields, no.fields, strict=True)
            return Data(
                yes.constructor, tuple([select(rec, condition, a, b, apply) for a, b in fields])
            )
        case Members(), Members():
            return _select_members(rec, condition, yes, no)
    if yes is PROOF and no is PROOF:
        return PROOF
    if isinstance(yes, Fun | Table | tuple) and isinstance(no, Fun | Table | tuple):
        return Fun(
            lambda x: select(rec, condition, apply(yes, x), apply(no, x), apply),
            domain_of(yes) or domain_of(no),
        )
    raise Unsupported(f"a conditional of {type(yes).__name__} that depends on an index or on data")


def _select_members(rec: Recorder, condition: Arr, yes: Members, no: Members) -> Value:
    if yes.sizes != no.sizes or yes.domain != no.domain:
        raise Unsupported("a conditional of finite sets that are not parts of one type")

    def mask(v: Sequence[Arr]) -> Arr:
        return rec.elementwise("where", condition, yes.mask(v), no.mask(v))

    return Members(yes.sizes, yes.point, mask, yes.domain)


def domain_of(function: Value) -> Callable[[], TypeValue] | None:
    """The domain of a function, where it is known."""
    match function:
        case Fun():
            return function.domain
        case Table():
            size = function.arguments[0].size
            return lambda: FinType(size)
        case (first, *_):
            return domain_of(first)
        case _:
            return None
