"""Dual numbers that know where a function is not smooth.

A `Dual` is a value with its slopes (one per input coordinate, or one along a ray). Arithmetic is
the chain rule. A comparison whose two sides differ in value is settled near the point too; one
whose sides are equal is *active*, and its `Trail` says which way it goes in this run:

- `gradient` runs: every way is active, and the run is repeated for each;
- `ray` runs (f along x + t·v, small t > 0): the slopes decide, and only where they are equal too
  every way is active.

Two objects that are one object are equal for good. So an operation that returns an operand (`max`
with a greater value) returns the object; one that only agrees with it to first order makes a new
one. A division, root or logarithm that is singular at the point is a `Kink`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.failures import Kink
from leanbridge.interp.reals import ONE, ZERO, Number, Order, Real, Reals, Truth, Within

Slopes: TypeAlias = dict[int, Real]
"""Derivative by input coordinate; an absent coordinate is 0."""


class Trail:
    """One run: which way each active comparison went. `prefix` fixes the first ones."""

    def __init__(self, kind: Literal["gradient", "ray"], prefix: Sequence[int] = ()) -> None:
        self.kind = kind
        self.prefix = tuple(prefix)
        self.taken: list[int] = []
        self.options: list[int] = []
        self._known: dict[tuple[int, ...], int] = {}
        self._numbers: dict[Any, int] = {}
        self._alive: list[Any] = []  # keeps the identities in `_numbers` from being reused

    def number(self, operand: Real) -> int:
        """An operand's number, by first use: one for one object, or for one rational. Never its
        address: the same comparison must look the same in every run."""
        rational = isinstance(operand, fmpq)
        key = (int(operand.p), int(operand.q)) if rational else id(operand)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._alive.append(operand)
        return self._numbers[key]

    def pick(self, options: int, key: tuple[int, ...]) -> int:
        """Which of the options this run takes; the same for the same key."""
        known = self._known.get(key)
        if known is None:
            place = len(self.taken)
            known = self.prefix[place] if place < len(self.prefix) else 0
            self.taken.append(known)
            self.options.append(options)
            self._known[key] = known
        return known

    def unexplored(self) -> list[tuple[int, ...]]:
        """The prefixes of the runs that branch off this one after its own prefix."""
        out = []
        for place in range(len(self.prefix), len(self.taken)):
            for other in range(self.taken[place] + 1, self.options[place]):
                out.append((*self.taken[:place], other))
        return out


class Dual(Number):
    """`value + Σ slopes[k]·εₖ`."""

    __slots__ = ("slopes", "trail", "value")

    def __init__(self, value: Real, slopes: Slopes, trail: Trail) -> None:
        self.value = value
        self.slopes = slopes
        self.trail = trail

    def _plus(self, other: Real) -> Real:
        if not isinstance(other, Dual):
            return Dual(self.value + other, self.slopes, self.trail)
        self._one_derivative(other)
        slopes = dict(self.slopes)
        for k, b in other.slopes.items():
            _add(slopes, k, b)
        return Dual(self.value + other.value, slopes, self.trail)

    def _times(self, other: Real) -> Real:
        if not isinstance(other, Dual):
            if isinstance(other, fmpq) and other == 0:
                return ZERO
            return Dual(self.value * other, _scaled(self.slopes, other), self.trail)
        self._one_derivative(other)
        slopes = _scaled(self.slopes, other.value)
        for k, b in other.slopes.items():
            _add(slopes, k, self.value * b)
        return Dual(self.value * other.value, slopes, self.trail)

    def _one_derivative(self, other: Dual) -> None:
        if self.trail is not other.trail:
            raise Unsupported("a derivative inside a derivative")

    def __repr__(self) -> str:
        return f"{self.value} + {self.slopes}ε"


def _is_zero(x: Real) -> bool:
    return isinstance(x, fmpq) and bool(x == 0)


def _add(slopes: Slopes, k: int, b: Real) -> None:
    total = slopes[k] + b if k in slopes else b
    if _is_zero(total):
        slopes.pop(k, None)
    else:
        slopes[k] = total


def _scaled(slopes: Slopes, factor: Real) -> Slopes:
    if _is_zero(factor):
        return {}
    return {k: a * factor for k, a in slopes.items()}


def value_of(x: Real) -> Real:
    """The value without its slopes."""
    return x.value if isinstance(x, Dual) else x


def slopes_of(x: Real) -> Slopes:
    """The slopes; none for a constant."""
    return x.slopes if isinstance(x, Dual) else {}


class DualReals(Reals):
    """The tower with dual numbers on top."""

    # -- comparison

    def compare(self, x: Real, y: Real) -> Order:
        if not isinstance(x, Dual) and not isinstance(y, Dual):
            return super().compare(x, y)
        if x is y:
            return 0
        order = super().compare(value_of(x), value_of(y))
        return self._active(x, y) if order == 0 else order

    def _active(self, x: Real, y: Real) -> Order:
        """The order of two numbers of equal value: by slope along a ray, else by the trail."""
        trail: Trail = (x if isinstance(x, Dual) else y).trail
        if trail.kind == "ray":
            order = super().compare(slopes_of(x).get(0, ZERO), slopes_of(y).get(0, ZERO))
            if order != 0:
                return order
        a, b = trail.number(x), trail.number(y)
        flip = a > b
        sign = (-1, 0, 1)[trail.pick(3, (b, a) if flip else (a, b))]
        return -sign if flip else sign  # type: ignore[return-value]

    def _unequal(self, x: Real, y: Real) -> Order:
        """`_active` where equality may be taken for either order: the same one each time, so
        that `max x y + min x y` is `x + y` on every branch."""
        order = self._active(x, y)
        trail: Trail = (x if isinstance(x, Dual) else y).trail
        return order if order != 0 else (1 if trail.number(x) <= trail.number(y) else -1)

    def sign(self, x: Real) -> Order:
        return self.compare(x, ZERO) if isinstance(x, Dual) else super().sign(x)

    def same_slopes(self, x: Real, y: Real) -> Truth:
        """Whether two numbers have equal slopes; Undecided ones may not be taken as equal."""
        a, b = slopes_of(x), slopes_of(y)
        for k in a.keys() | b.keys():
            same = self.equal(a.get(k, ZERO), b.get(k, ZERO))
            if same is not True:
                return same
        return True

    # -- selection

    def larger(self, x: Real, y: Real) -> Real:
        return self._extreme([x, y], 1)

    def smaller(self, x: Real, y: Real) -> Real:
        return self._extreme([x, y], -1)

    def maximum(self, values: Sequence[Real]) -> Real:
        return self._extreme(values, 1)

    def minimum(self, values: Sequence[Real]) -> Real:
        return self._extreme(values, -1)

    def _extreme(self, values: Sequence[Real], sign: Literal[-1, 1]) -> Real:
        if not any(isinstance(x, Dual) for x in values):
            return super().maximum(values) if sign == 1 else super().minimum(values)
        best: list[Real] = []
        for x in values:
            if not best:
                best = [x]
                continue
            order = super().compare(value_of(x), value_of(best[0]))
            if isinstance(order, Within):
                bool(order)  # raises Undecided: which branch is active is not known
            if order == sign:
                best = [x]
            elif order == 0 and not any(x is b for b in best):
                best.append(x)
        return best[0] if len(best) == 1 else self._tied(best, sign)

    def _tied(self, best: list[Real], sign: Literal[-1, 1]) -> Real:
        """The extreme of distinct numbers of one value: of each slope once."""
        kinds: list[Real] = []
        for x in best:
            if not any(bool(self.same_slopes(x, k)) for k in kinds):
                kinds.append(x)
        trail: Trail = next(x.trail for x in best if isinstance(x, Dual))
        if len(kinds) == 1:
            return Dual(value_of(best[0]), slopes_of(kinds[0]), trail)
        if trail.kind == "ray":
            slopes = [slopes_of(k).get(0, ZERO) for k in kinds]
            steepest = super().maximum(slopes) if sign == 1 else super().minimum(slopes)
            return Dual(value_of(best[0]), {0: steepest}, trail)
        if len(best) == 2:
            return best[0] if self._unequal(best[0], best[1]) == sign else best[1]
        key = (sign, 0, *sorted(trail.number(x) for x in best))  # three or more: no pair's key
        way = kinds[trail.pick(len(kinds), key)]
        return Dual(value_of(way), slopes_of(way), trail)

    def absolute(self, x: Real) -> Real:
        if not isinstance(x, Dual):
            return super().absolute(x)
        if not x.slopes and self.is_zero(x.value):
            return Dual(ZERO, {}, x.trail)
        return x if self._decided(self.compare(x, ZERO), "|·|") >= 0 else -x

    # -- functions

    def _chain(self, x: Dual, value: Real, slope: Real) -> Real:
        return Dual(value, _scaled(x.slopes, slope), x.trail)

    def _nonzero(self, x: Dual, what: str) -> Real:
        if super().is_zero(x.value):
            raise Kink(f"{what} at 0 on the path of a derivative")
        return x.value

    def invert(self, x: Real) -> Real:
        if not isinstance(x, Dual):
            return super().invert(x)
        out = super().invert(self._nonzero(x, "a division by what is 0"))
        return self._chain(x, out, -(out * out))

    def sqrt(self, x: Real) -> Real:
        if not isinstance(x, Dual):
            return super().sqrt(x)
        if super().less(self._nonzero(x, "a square root"), ZERO):
            return ZERO
        root = super().sqrt(x.value)
        return self._chain(x, root, super().invert(root + root))

    def exp(self, x: Real) -> Real:
        if not isinstance(x, Dual):
            return super().exp(x)
        out = super().exp(x.value)
        return self._chain(x, out, out)

    def log(self, x: Real) -> Real:
        if not isinstance(x, Dual):
            return super().log(x)
        at = self._nonzero(x, "a logarithm")
        return self._chain(x, super().log(at), super().invert(at))

    def sin(self, x: Real) -> Real:
        return self._smooth(x, super().sin, super().cos)

    def cos(self, x: Real) -> Real:
        sine = super().sin
        return self._smooth(x, super().cos, lambda a: -sine(a))

    def sinh(self, x: Real) -> Real:
        return self._smooth(x, super().sinh, super().cosh)

    def cosh(self, x: Real) -> Real:
        return self._smooth(x, super().cosh, super().sinh)

    def tanh(self, x: Real) -> Real:
        tanh = super().tanh
        return self._smooth(x, tanh, lambda a: ONE - tanh(a) * tanh(a))

    def arctan(self, x: Real) -> Real:
        return self._smooth(x, super().arctan, lambda a: Reals.invert(self, ONE + a * a))

    def _smooth(
        self, x: Real, function: Callable[[Real], Real], slope: Callable[[Real], Real]
    ) -> Real:
        if not isinstance(x, Dual):
            return function(x)
        return self._chain(x, function(x.value), slope(x.value))

    def rpow(self, x: Real, y: Real) -> Real:
        natural = isinstance(y, fmpq) and y.q == 1 and y >= 0
        if isinstance(x, Dual) and not natural:
            self._nonzero(x, "a real power")
        if isinstance(y, Dual) and not isinstance(x, Dual) and super().is_zero(x):
            raise Kink("a power of 0 with a varying exponent")
        return super().rpow(x, y)

    def floor(self, x: Real) -> int:
        if not isinstance(x, Dual):
            return super().floor(x)
        below = super().floor(x.value)
        if super().equal(x.value, fmpq(below)):
            raise Kink("a floor at an integer on the path of a derivative")
        return below
