"""Arrays with named axes, known or recorded, and what is done to them entry by entry.

An `Axis` is a bound variable: it exists in an array only where the variable occurs, so a
broadcast is nothing but a union of axes. What does not depend on data is computed at once and
loses the axes along which it is constant (an index computed from a flat index and back is the
index again); what does is recorded. Integer arrays carry their bounds, and an integer that could
leave 64 bits is refused: nothing wraps.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from math import gcd, lcm, prod
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from leanbridge.errors import Unsupported
from leanbridge.interp.array_kernels import ELEMENTWISE, real_int_power
from leanbridge.interp.array_program import (
    DTYPES,
    FOLDED,
    UNBOUNDED,
    Bounds,
    Builder,
    Kind,
    Node,
    bounds_of,
)
from leanbridge.interp.failures import LimitReached

Scalar: TypeAlias = int | float | bool
WORD = 1 << 63


class Axis:
    """A bound variable with finitely many values. Two axes are the same iff they are one object.

    `age` numbers them as they are made: a variable bound further inside is younger. `may_split`:
    whoever made it waits for a `Split` of it.
    """

    __slots__ = ("age", "may_split", "name", "size")
    _ages = count()

    def __init__(self, size: int, name: str = "", *, may_split: bool = False) -> None:
        self.size, self.name, self.age = size, name, next(Axis._ages)
        self.may_split = may_split

    def __repr__(self) -> str:
        return f"{self.name or 'axis'}:{self.size}"


class Split(Exception):
    """A variable is divided by `divisor`: two axes in its place would each occur only where the
    quotient or the remainder does."""

    def __init__(self, axis: Axis, divisor: int) -> None:
        super().__init__(f"{axis} by {divisor}")
        self.axis, self.divisor = axis, divisor


class Arr:
    """An array with named axes; `data` has one dimension per axis, in their order.

    `data` is a Python scalar if it is known and has no axes, an ndarray if it is known, else a
    node. `factors` and `summed` say, where they are known, that it is the sum over the axes
    `summed` of the product of `factors`. `numbers` says that it numbers the cells of its axes.
    """

    __slots__ = ("_bounds", "axes", "data", "factors", "kind", "numbers", "summed")

    def __init__(
        self,
        data: Scalar | NDArray[Any] | Node,
        axes: tuple[Axis, ...],
        kind: Kind,
        factors: tuple[Arr, ...] = (),
        summed: tuple[Axis, ...] = (),
    ) -> None:
        self.data, self.axes, self.kind = data, axes, kind
        self.factors, self.summed = factors, summed
        self.numbers = False
        self._bounds: Bounds | None = None

    @property
    def is_known(self) -> bool:
        return not isinstance(self.data, Node)

    @property
    def is_known_scalar(self) -> bool:
        return not self.axes and not isinstance(self.data, Node)

    @property
    def known_data(self) -> Any:
        """The data of a known array: a number or an ndarray."""
        assert not isinstance(self.data, Node)
        return self.data

    @property
    def bounds(self) -> Bounds:
        if isinstance(self.data, Node):
            return self.data.bounds
        if self._bounds is None:
            data: Any = self.data
            number = self.kind == "int" and not self.axes  # of any size
            self._bounds = (data, data) if number else bounds_of(np.asarray(data), self.kind)
        return self._bounds

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple([a.size for a in self.axes])

    def renamed(self, names: Mapping[Axis, Axis]) -> Arr:
        """The same array under other axes of the same sizes."""
        axes = tuple([names.get(a, a) for a in self.axes])
        if axes == self.axes and not self.factors:
            return self
        factors = tuple([f.renamed(names) for f in self.factors])
        out = Arr(self.data, axes, self.kind, factors, self.summed)
        out._bounds, out.numbers = self._bounds, self.numbers
        return out

    def __repr__(self) -> str:
        return str(self.data) if self.is_known_scalar else f"Arr({self.data!r}, {self.axes})"


def known(value: Scalar) -> Arr:
    """A known scalar."""
    kind: Kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "real"
    return Arr(value, (), kind)


TRUE, FALSE = known(True), known(False)


def iota(axis: Axis) -> Arr:
    """The variable of an axis: 0, …, size - 1 along it."""
    return flat_index([axis])


def flat_index(axes: Sequence[Axis]) -> Arr:
    """The number of a cell of these axes, the last running fastest."""
    if not axes:
        return known(0)
    sizes = [a.size for a in axes]
    out = Arr(_counting(prod(sizes)).reshape(sizes), tuple(axes), "int")
    out.numbers = True
    return out


_numbers: WeakValueDictionary[int, NDArray[Any]] = WeakValueDictionary()


def _counting(cells: int) -> NDArray[Any]:
    """0, …, cells - 1; the same array while anyone holds it, as flat forms are numbered often."""
    found = _numbers.get(cells)
    if found is None:
        found = np.arange(cells)
        found.setflags(write=False)
        _numbers[cells] = found
    return found


def _taken_apart(op: str, a: Arr, b: Arr) -> Arr | None:
    """A number of a cell divided by how many cells the last of its axes have, or the remainder:
    the number by the other axes. Raises: Split where such a number could be had."""
    if not a.numbers or not b.is_known_scalar:
        return None
    divisor, cells = int(b.known_data), 1
    for place in range(len(a.axes) - 1, -1, -1):
        if cells == divisor and cells > 0:
            return flat_index(a.axes[: place + 1] if op == "nat_div" else a.axes[place + 1 :])
        axis = a.axes[place]
        part = divisor // cells if cells else 0
        is_proper = cells and divisor % cells == 0 and 1 < part < axis.size
        if is_proper and axis.size % part == 0 and axis.may_split:
            raise Split(axis, part)
        cells *= axis.size
    return None


def joined_index(rec: Recorder, first: Arr, size: int, second: Arr) -> Arr:
    """`size * first + second`."""
    if first.numbers and second.numbers and not set(first.axes) & set(second.axes):
        if prod(second.sizes) == size:
            return flat_index((*first.axes, *second.axes))
    return rec.elementwise("add", second, rec.elementwise("mul", known(size), first))


def from_array(array: NDArray[Any], axes: Sequence[Axis], kind: Kind) -> Arr:
    """A known array without the axes along which it is constant."""
    kept = list(axes)
    for place in range(len(kept) - 1, -1, -1):
        if array.size and (kept[place].size == 1 or _is_constant(array, place)):
            array = array.take(0, axis=place)
            del kept[place]
    if not kept:
        return known(array.item())
    return Arr(array, tuple(kept), kind)


def _is_constant(array: NDArray[Any], place: int) -> bool:
    first = array.take([0], axis=place)
    return bool((array.take([1], axis=place) == first).all() and (array == first).all())


# ----- integer bounds -------------------------------------------------------------------------


def _ends(f: Callable[[int, int], int], a: Bounds, b: Bounds) -> Bounds:
    if None in (*a, *b):
        return UNBOUNDED
    values = [f(x, y) for x in a for y in b]  # type: ignore[arg-type]
    return min(values), max(values)


def _sum_bounds(a: Bounds, b: Bounds) -> Bounds:
    low = None if a[0] is None or b[0] is None else a[0] + b[0]
    high = None if a[1] is None or b[1] is None else a[1] + b[1]
    return low, high


def _flip(a: Bounds) -> Bounds:
    return (None if a[1] is None else -a[1], None if a[0] is None else -a[0])


def _at_least_zero(a: Bounds) -> Bounds:
    return (max(a[0] or 0, 0), None if a[1] is None else max(a[1], 0))


def _nat_div(a: Bounds, b: Bounds) -> Bounds:
    divisor = max(b[0] or 1, 1)
    return (0, None if a[1] is None else max(a[1], 0) // divisor)


def _nat_mod(a: Bounds, b: Bounds) -> Bounds:
    if b[0] is not None and b[0] > 0 and b[1] is not None:
        return (0, b[1] - 1 if a[1] is None else min(max(a[1], 0), b[1] - 1))
    return (0, a[1])


def _hull(a: Bounds, b: Bounds) -> Bounds:
    low = None if a[0] is None or b[0] is None else min(a[0], b[0])
    return low, None if a[1] is None or b[1] is None else max(a[1], b[1])


def _absolute(a: Bounds) -> Bounds:
    return (0, None if a[0] is None or a[1] is None else max(abs(a[0]), abs(a[1])))


BOUNDS: Mapping[str, Callable[..., Bounds]] = {
    "add": _sum_bounds,
    "sub": lambda a, b: _sum_bounds(a, _flip(b)),
    "mul": lambda a, b: _ends(operator.mul, a, b),
    "max": lambda a, b: _ends(max, a, b),
    "min": lambda a, b: _ends(min, a, b),
    "nat_sub": lambda a, b: _at_least_zero(_sum_bounds(a, _flip(b))),
    "nat_div": _nat_div,
    "nat_mod": _nat_mod,
    "int_mod": lambda a, b: _nat_mod((None, None), b) if (b[0] or 0) > 0 else UNBOUNDED,
    "neg": _flip,
    "abs": _absolute,
    "sign": lambda a: (-1, 1),
    "where": lambda c, a, b: _hull(a, b),
    "to_int": lambda a: (0, 1),
    "int_pow": lambda a, b: (
        _ends(pow, (0, a[1]), b) if a[0] is not None and a[0] >= 0 else UNBOUNDED
    ),
}
"""Bounds of an integer result from those of the arguments; an op not listed has none."""

SCALAR: Mapping[str, Callable[..., Scalar]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "max": max,
    "min": min,
    "nat_sub": lambda a, b: max(a - b, 0),
    "nat_div": lambda a, b: a // b if b else 0,
    "nat_mod": lambda a, b: a % b if b else a,
    "int_div": lambda a, b: 0 if b == 0 else (a // b if b > 0 else -(a // -b)),
    "int_mod": lambda a, b: a % abs(b) if b else a,
    "int_pow": operator.pow,
    "gcd": gcd,
    "lcm": lcm,
    "neg": operator.neg,
    "abs": abs,
    "sign": lambda a: (a > 0) - (a < 0),
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "and": operator.and_,
    "or": operator.or_,
    "not": operator.not_,
    "where": lambda c, a, b: a if c else b,
    "to_int": int,
}
"""Integers and truths without axes are Python's: they may be of any size."""

TRUTHS = frozenset({"eq", "ne", "lt", "le", "and", "or", "not"})
TO_INTEGERS = frozenset({"floor", "ceil", "to_int"})


# ----- entry by entry -------------------------------------------------------------------------


class Recorder:
    """Operations on arrays with named axes: known ones are computed, others recorded.

    `entries` bounds the size of any one array that is computed while recording.
    """

    def __init__(self, entries: int) -> None:
        self.builder = Builder()
        self.entries = entries

    def node(self, a: Arr) -> Node:
        """An array as a node, its axes in order."""
        if isinstance(a.data, Node):
            return a.data
        self._fits(a.bounds, "an array")
        return self.builder.constant(a.data, a.kind)

    def elementwise(self, op: str, *args: Arr) -> Arr:
        """`op` of arrays, broadcast along the union of their axes."""
        kind = self._kind(op, args)
        short = self._simpler(op, args)
        if short is not None:
            return short
        integers = [a.bounds if a.kind == "int" else UNBOUNDED for a in args]
        bounds = UNBOUNDED
        if kind == "int":
            bounds = BOUNDS[op](*integers) if op in BOUNDS else UNBOUNDED
        axes = union(args)
        small = kind != "real" or prod(x.size for x in axes) <= FOLDED
        if small and all(a.is_known for a in args):
            return self._now(op, args, axes, kind, bounds)
        self._fits(bounds, op)
        nodes = [self._spread(a, axes) for a in args]
        shape = np.broadcast_shapes(*[n.shape for n in nodes])
        made = self.builder.node(op, nodes, None, shape, kind, bounds)
        return Arr(made, axes, kind, self._factors(op, args) if kind == "real" else ())

    def _factors(self, op: str, args: Sequence[Arr]) -> tuple[Arr, ...]:
        """The factors of a product; `if c then a · b else 0` is `(if c then a else 0) · b`."""
        if op == "mul":
            return (*factors_of(args[0]), *factors_of(args[1]))
        if op == "where" and args[2].is_known_scalar and args[2].data == 0:
            condition, product = args[0], factors_of(args[1])
            for i, factor in enumerate(product if len(product) > 1 else ()):
                if set(condition.axes) <= set(factor.axes):
                    guarded = self.elementwise("where", condition, factor, args[2])
                    return (*product[:i], guarded, *product[i + 1 :])
        return ()

    def _kind(self, op: str, args: Sequence[Arr]) -> Kind:
        if op in TRUTHS:
            return "bool"
        return "int" if op in TO_INTEGERS else args[-1].kind

    def _fits(self, bounds: Bounds, op: str) -> None:
        for end in bounds:
            if end is not None and abs(end) >= WORD:
                raise Unsupported(f"`{op}`: an integer that does not fit 64 bits", got=str(end))

    def _now(
        self, op: str, args: Sequence[Arr], axes: tuple[Axis, ...], kind: Kind, bounds: Bounds
    ) -> Arr:
        if not axes and all(a.kind != "real" for a in args):
            scalar: Callable[..., Scalar] = SCALAR[op]
            return known(scalar(*[a.data for a in args]))
        if op in ("nat_div", "nat_mod"):
            part = _taken_apart(op, *args)
            if part is not None:
                return part
        self._fits(bounds, op)
        if prod(a.size for a in axes) > self.entries:
            raise LimitReached("limit: array entries", expected=str(self.entries))
        arrays = [spread(a, axes) for a in args]
        with np.errstate(all="ignore"):  # the kernels are total; overflow is ∞, as on data
            out: NDArray[Any] = np.asarray(ELEMENTWISE[op](np, *arrays), DTYPES[kind])
        return from_array(out, axes, kind)

    def _spread(self, a: Arr, axes: tuple[Axis, ...]) -> Node:
        """The node of `a` with a dimension for each of `axes`, 1 where `a` has none."""
        order = sorted(range(len(a.axes)), key=lambda i: axes.index(a.axes[i]))
        node = self.builder.transpose(self.node(a), order)
        return self.builder.reshape(node, tuple([x.size if x in a.axes else 1 for x in axes]))

    def _simpler(self, op: str, args: Sequence[Arr]) -> Arr | None:
        """The result where a known scalar decides it. A real 0 does not decide a product: the
        other factor could be infinite in floats; a 0 · ∞ must stay visible."""
        if op in ("and", "or"):
            for one, other in (args, args[::-1]):
                if one.is_known_scalar:
                    return other if one.data == (op == "and") else one
        if op == "where" and args[0].is_known_scalar:
            return args[1] if args[0].data else args[2]
        unit = {"add": 0, "mul": 1}.get(op)
        if unit is not None:
            for one, other in (args, args[::-1]):
                if one.is_known_scalar and one.data == unit:
                    return other
        if op in ("sub", "nat_sub", "quotient", "div", "nat_div") and args[1].is_known_scalar:
            neutral = 0 if op.endswith("sub") else 1
            return args[0] if args[1].data == neutral else None
        return None

    def joined(self, a: Arr, group: Sequence[Axis], whole: Axis) -> Arr:
        """An array with `whole` in the place of the axes of `group`, whose cells it numbers."""
        if len(group) == 1 or not any(x in a.axes for x in group):
            return a
        kept = [x for x in a.axes if x not in group]
        first = next(i for i, x in enumerate(a.axes) if x in group)
        before = [x for x in a.axes[:first] if x not in group]
        after = kept[len(before) :]
        order = (*before, *[x for x in group if x in a.axes], *after)
        shape = [x.size for x in (*before, *group, *after)]
        flat = tuple([x.size for x in (*before, whole, *after)])
        axes = (*before, whole, *after)
        places = [a.axes.index(x) for x in order]
        ones = [x.size if x in a.axes else 1 for x in (*before, *group, *after)]
        if isinstance(a.data, Node):
            node = self.builder.transpose(a.data, places)
            node = self.builder.reshape(node, tuple(ones))
            node = self.builder.reshape(self.builder.broadcast(node, tuple(shape)), flat)
        else:
            data: NDArray[Any] = np.asarray(a.data, DTYPES[a.kind])
            data = np.broadcast_to(data.transpose(places).reshape(ones), shape).reshape(flat)
            return from_array(data, axes, a.kind)
        factors = tuple([self.joined(f, group, whole) for f in a.factors])
        return Arr(node, axes, a.kind, factors, a.summed)

    # ----- kinds

    def real(self, a: Arr) -> Arr:
        """An integer array as one of reals."""
        if a.kind == "real":
            return a
        if a.is_known_scalar:
            return known(float(a.data))  # type: ignore[arg-type]
        if not isinstance(a.data, Node):
            return Arr(a.data.astype(np.float64), a.axes, "real")  # type: ignore[union-attr]
        return Arr(
            self.builder.node("to_real", (a.data,), None, a.data.shape, "real"), a.axes, "real"
        )

    def integer(self, a: Arr) -> Arr:
        """A truth as 0 or 1."""
        return self.elementwise("to_int", a) if a.kind == "bool" else a

    def real_int_power(self, a: Arr, n: int) -> Arr:
        """`a ^ n` of a real array for a known integer."""
        if isinstance(a.data, Node):
            made = self.builder.node("real_int_pow", (a.data,), n, a.data.shape, "real")
            return Arr(made, a.axes, "real")
        out: NDArray[Any] = np.asarray(real_int_power(np, np.asarray(a.data, np.float64), n))
        return from_array(out, a.axes, "real")


def factors_of(a: Arr) -> tuple[Arr, ...]:
    """The factors of a product, or the array itself."""
    return a.factors if a.factors and not a.summed else (a,)


def union(args: Iterable[Arr]) -> tuple[Axis, ...]:
    """The axes of some arrays: those of the one with most axes first."""
    ordered = sorted(args, key=lambda a: -len(a.axes))
    return tuple(dict.fromkeys(axis for a in ordered for axis in a.axes))


def spread(a: Arr, axes: Sequence[Axis]) -> NDArray[Any]:
    """A known array with a dimension for each of `axes`, 1 where `a` has none."""
    assert not isinstance(a.data, Node)
    data: NDArray[Any] = np.asarray(a.data, DTYPES[a.kind])
    order = sorted(range(len(a.axes)), key=lambda i: axes.index(a.axes[i]))
    return data.transpose(order).reshape([x.size if x in a.axes else 1 for x in axes])
