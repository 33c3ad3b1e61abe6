"""ℝ as a tower: rationals, one square-root extension, rigorous enclosures. No float inside.

Gives numbers and their comparison; knows nothing of terms. A number is one of

| class       | what                                | equality          |
|-------------|-------------------------------------|-------------------|
| `fmpq`      | a rational                          | exact             |
| `Quadratic` | `a + b·√d`, b ≠ 0, d not a square   | exact             |
| `Computed`  | an expression over the above        | `within 2⁻ᵏ` only |

Mixing widens. `Computed` keeps its expression, so a comparison that an enclosure does not decide
is repeated on the same object at twice the precision, up to a limit: precision is nowhere a
state. Two `Computed` are exactly equal only when they are one object.

Lean's totality lives here: `x / 0 = 0`, `√x = 0` for x < 0, `log 0 = 0`, `log x = log |x|`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from flint import arb, ctx, fmpq

from leanbridge.interp.failures import LimitReached, Undecided
from leanbridge.limits import DEFAULT, Limits

Real: TypeAlias = Any
"""`fmpq`, `Quadratic`, `Computed`, or a number that a subclass of `Reals` adds (`dual.Dual`)."""

ZERO = fmpq(0)
ONE = fmpq(1)


@dataclass(frozen=True, slots=True)
class Within:
    """`a = b` or `a ≤ b` holds within 2⁻ᵇⁱᵗˢ, and no more is known. Not a truth value."""

    bits: int

    def __bool__(self) -> bool:
        raise Undecided(f"known only within 2^-{self.bits}, and a decision is needed")


Truth: TypeAlias = bool | Within
Order: TypeAlias = Literal[-1, 0, 1] | Within


# ----- numbers ----------------------------------------------------------------------------


class Number:
    """Operators in terms of `_plus` and `_times`; both sides may be any number of the tower."""

    __slots__ = ()

    def _plus(self, other: Real) -> Real:
        raise NotImplementedError

    def _times(self, other: Real) -> Real:
        raise NotImplementedError

    def __add__(self, other: Real) -> Real:
        return self._plus(other)

    def __radd__(self, other: Real) -> Real:
        return self._plus(other)

    def __mul__(self, other: Real) -> Real:
        return self._times(other)

    def __rmul__(self, other: Real) -> Real:
        return self._times(other)

    def __neg__(self) -> Real:
        return self._times(-ONE)

    def __sub__(self, other: Real) -> Real:
        return self._plus(-other)

    def __rsub__(self, other: Real) -> Real:
        return (-self)._plus(other)


@dataclass(frozen=True, slots=True)
class Quadratic(Number):
    """`a + b·√d` with rational a, b ≠ 0 and d > 0 that is not a square. Build with `quadratic`."""

    a: fmpq
    b: fmpq
    d: fmpq

    def _plus(self, other: Real) -> Real:
        if isinstance(other, fmpq):
            return Quadratic(self.a + other, self.b, self.d)
        if not isinstance(other, Quadratic):
            return _computed("+", self, other) if isinstance(other, Computed) else NotImplemented
        same = _in_field(other, self.d)
        if same is None:
            return _computed("+", self, other)
        return quadratic(self.a + same[0], self.b + same[1], self.d)

    def _times(self, other: Real) -> Real:
        if isinstance(other, fmpq):
            return quadratic(self.a * other, self.b * other, self.d)
        if not isinstance(other, Quadratic):
            return _computed("*", self, other) if isinstance(other, Computed) else NotImplemented
        same = _in_field(other, self.d)
        if same is None:
            return _computed("*", self, other)
        a, b = same
        return quadratic(self.a * a + self.b * b * self.d, self.a * b + self.b * a, self.d)

    def __neg__(self) -> Quadratic:
        return Quadratic(-self.a, -self.b, self.d)

    def inverse(self) -> Quadratic:
        """1 / self; the norm is not zero because d is not a square."""
        norm = self.a * self.a - self.b * self.b * self.d
        return Quadratic(self.a / norm, -self.b / norm, self.d)

    def sign(self) -> Literal[-1, 1]:
        """The sign, exactly; never zero."""
        a, b = self.a, self.b
        if a >= 0 and b > 0:
            return 1
        if a <= 0 and b < 0:
            return -1
        norm = a * a - b * b * self.d
        return 1 if (norm > 0) == (a > 0) else -1


def quadratic(a: fmpq, b: fmpq, d: fmpq) -> fmpq | Quadratic:
    """`a + b·√d` for d > 0 that is not a square, as a rational where b = 0."""
    return Quadratic(a, b, d) if b != 0 else a


def _in_field(x: Quadratic, d: fmpq) -> tuple[fmpq, fmpq] | None:
    """x as `(a, b)` with x = a + b·√d, if ℚ(√x.d) = ℚ(√d)."""
    if x.d == d:
        return x.a, x.b
    ratio = rational_sqrt(x.d / d)
    return None if ratio is None else (x.a, x.b * ratio)


def rational_sqrt(x: fmpq) -> fmpq | None:
    """The square root of a rational x ≥ 0 if it is rational."""
    p, q = x.p.isqrt(), x.q.isqrt()
    return fmpq(p, q) if p * p == x.p and q * q == x.q else None


class Computed(Number):
    """A real by an expression; `enclose(bits)` is a ball that contains it."""

    __slots__ = ("args", "ball", "bits", "op")

    def __init__(self, op: str, args: tuple[Real, ...]) -> None:
        self.op = op
        self.args = args
        self.bits = 0
        self.ball: arb | None = None

    def _plus(self, other: Real) -> Real:
        if isinstance(other, (fmpq, Quadratic, Computed)):
            return self if other == 0 else Computed("+", (self, other))
        return NotImplemented

    def _times(self, other: Real) -> Real:
        if isinstance(other, (fmpq, Quadratic, Computed)):
            if isinstance(other, fmpq):
                if other == 0:
                    return ZERO
                if other == 1:
                    return self
            return Computed("*", (self, other))
        return NotImplemented

    def __neg__(self) -> Computed:
        return Computed("-", (self,))

    def enclose(self, bits: int) -> arb:
        """A ball that contains this number, computed with `bits` bits."""
        self.refine(bits)
        assert self.ball is not None
        return self.ball

    def refine(self, bits: int) -> int:
        """Compute the ball with `bits` bits; the number of operations done. Not recursive in
        Python: a sum of ten thousand terms is as deep as it is long."""
        done = 0
        with ctx.workprec(bits):
            stack: list[Computed] = [self]
            while stack:
                node = stack[-1]
                if node.bits >= bits:
                    stack.pop()
                    continue
                waiting = [x for x in node.args if isinstance(x, Computed) and x.bits < bits]
                if waiting:
                    stack.extend(waiting)
                    continue
                node.ball = ENCLOSURES[node.op](*[_ball(x) for x in node.args])
                node.bits = bits
                done += 1
                stack.pop()
        return done

    def __repr__(self) -> str:
        return f"≈{self.enclose(64).str(15, radius=False)}"


def _computed(op: str, *args: Real) -> Computed:
    return Computed(op, args)


def _ball(x: Real) -> arb:
    """x at the current working precision."""
    if isinstance(x, Computed):
        assert x.ball is not None
        return x.ball
    if isinstance(x, Quadratic):
        return arb(x.a) + arb(x.b) * arb(x.d).sqrt()
    return arb(x)


def _sqrt_ball(x: arb) -> arb:
    """`√max(x, 0)`: right also where the sign is not yet known, as √ is continuous."""
    return x.nonnegative_part().sqrt() if x.lower() < 0 else x.sqrt()


ENCLOSURES: dict[str, Callable[..., arb]] = {
    "+": lambda x, y: x + y,
    "-": lambda x: -x,
    "*": lambda x, y: x * y,
    "/": lambda x, y: x / y,
    "sqrt": _sqrt_ball,
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "tanh": lambda x: x.tanh(),
    "sinh": lambda x: x.sinh(),
    "cosh": lambda x: x.cosh(),
    "arctan": lambda x: x.atan(),
    "max": lambda x, y: x.max(y),
    "pi": lambda: arb.pi(),
}
"""The enclosure of each operation inside a `Computed`, at the working precision."""


# ----- the operations, total as Lean's ----------------------------------------------------


class Reals:
    """Comparison and the operations that need one; `+ - *` are Python's own.

    A subclass may add numbers, and then extends the methods.
    """

    def __init__(
        self, limits: Limits = DEFAULT, spend: Callable[[int], None] = lambda steps: None
    ) -> None:
        """`spend` is told of the work of enclosures, in steps of 128 bits."""
        self.limits = limits
        self.spend = spend

    # -- comparison

    def compare(self, x: Real, y: Real) -> Order:
        """-1, 0, 1 as x <, =, > y, or `Within` if the largest precision does not separate them."""
        if type(x) is fmpq and type(y) is fmpq:
            return -1 if x < y else int(x > y)  # type: ignore[return-value]
        if x is y:
            return 0
        return self.sign(x - y)

    def sign(self, x: Real) -> Order:
        """-1, 0, 1 by the sign of x, or `Within` of zero."""
        if isinstance(x, fmpq):
            return -1 if x < 0 else int(x > 0)  # type: ignore[return-value]
        if isinstance(x, Quadratic):
            return x.sign()
        bits = self.limits.precision
        while True:
            self.spend(x.refine(bits) * bits // 128)
            ball = x.enclose(bits)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
            if bits >= self.limits.max_precision:
                return Within(_bits_of(ball))
            bits = min(2 * bits, self.limits.max_precision)

    def equal(self, x: Real, y: Real) -> Truth:
        if type(x) is fmpq and type(y) is fmpq:
            return bool(x == y)
        order = self.compare(x, y)
        return order if isinstance(order, Within) else order == 0

    def less_equal(self, x: Real, y: Real) -> Truth:
        if type(x) is fmpq and type(y) is fmpq:
            return bool(x <= y)
        order = self.compare(x, y)
        return order if isinstance(order, Within) else order <= 0

    def less(self, x: Real, y: Real) -> bool:
        """x < y. Raises: Undecided if the enclosures meet at the largest precision."""
        if type(x) is fmpq and type(y) is fmpq:
            return bool(x < y)
        return self._decided(self.compare(x, y), "<") < 0

    def is_zero(self, x: Real) -> bool:
        """x = 0, decided. Raises: Undecided."""
        if isinstance(x, fmpq):
            return bool(x == 0)
        return self._decided(self.sign(x), "=") == 0

    def _decided(self, order: Order, word: str) -> int:
        if isinstance(order, Within):
            raise Undecided(f"two reals agree within 2^-{order.bits}; `{word}` is not decided")
        return order

    # -- selection

    def maximum(self, values: Sequence[Real]) -> Real:
        """The greatest of at least one."""
        best = values[0]
        for x in values[1:]:
            best = self._larger(best, x)
        return best

    def minimum(self, values: Sequence[Real]) -> Real:
        """The least of at least one."""
        best = values[0]
        for x in values[1:]:
            best = self._smaller(best, x)
        return best

    def larger(self, x: Real, y: Real) -> Real:
        """`max x y`."""
        return self._larger(x, y)

    def smaller(self, x: Real, y: Real) -> Real:
        """`min x y`."""
        return self._smaller(x, y)

    def _larger(self, x: Real, y: Real) -> Real:
        if type(x) is fmpq and type(y) is fmpq:
            return x if x >= y else y
        order = Reals.compare(self, x, y)
        if isinstance(order, Within):  # max is continuous, so it has an enclosure all the same
            return Computed("max", (x, y))
        return x if order >= 0 else y

    def _smaller(self, x: Real, y: Real) -> Real:
        return -self._larger(-x, -y)

    def absolute(self, x: Real) -> Real:
        """`|x|`."""
        return self._larger(x, -x)

    # -- field

    def divide(self, x: Real, y: Real) -> Real:
        """`x / y`, 0 where y = 0."""
        if isinstance(y, fmpq):
            return ZERO if y == 0 else (x / y if isinstance(x, fmpq) else x * (ONE / y))
        return x * self.invert(y)

    def invert(self, x: Real) -> Real:
        """`x⁻¹`, 0 where x = 0."""
        if isinstance(x, fmpq):
            return ZERO if x == 0 else ONE / x
        if isinstance(x, Quadratic):
            return x.inverse()
        return ZERO if self.is_zero(x) else Computed("/", (ONE, x))

    def power(self, x: Real, n: int) -> Real:
        """`x ^ n`; for n < 0 the power of the inverse, so `0 ^ (-1) = 0`. `0 ^ 0 = 1`."""
        if n < 0:
            return self.power(self.invert(x), -n)
        if isinstance(x, fmpq):
            if n * max(x.p.bit_length(), x.q.bit_length()) > self.limits.power_bits:
                raise LimitReached("limit: power_bits", expected=str(self.limits.power_bits))
            return x**n
        out, base = ONE, x
        while n:
            if n & 1:
                out = base * out
            n >>= 1
            if n:
                base = base * base
        return out

    # -- functions

    def sqrt(self, x: Real) -> Real:
        """`Real.sqrt x`, 0 where x ≤ 0."""
        if isinstance(x, fmpq):
            if x <= 0:
                return ZERO
            root = rational_sqrt(x)
            return Quadratic(ZERO, ONE, x) if root is None else root
        if isinstance(x, Quadratic):
            return ZERO if x.sign() < 0 else Computed("sqrt", (x,))
        order = self.sign(x)
        return ZERO if order == -1 else Computed("sqrt", (x,))

    def exp(self, x: Real) -> Real:
        return ONE if isinstance(x, fmpq) and x == 0 else Computed("exp", (x,))

    def log(self, x: Real) -> Real:
        """`Real.log x` = log |x|, 0 at 0."""
        if self.is_zero(x):
            return ZERO
        size = self.absolute(x)
        return ZERO if isinstance(size, fmpq) and size == 1 else Computed("log", (size,))

    def sin(self, x: Real) -> Real:
        return ZERO if isinstance(x, fmpq) and x == 0 else Computed("sin", (x,))

    def cos(self, x: Real) -> Real:
        return ONE if isinstance(x, fmpq) and x == 0 else Computed("cos", (x,))

    def tanh(self, x: Real) -> Real:
        return ZERO if isinstance(x, fmpq) and x == 0 else Computed("tanh", (x,))

    def sinh(self, x: Real) -> Real:
        return ZERO if isinstance(x, fmpq) and x == 0 else Computed("sinh", (x,))

    def cosh(self, x: Real) -> Real:
        return ONE if isinstance(x, fmpq) and x == 0 else Computed("cosh", (x,))

    def arctan(self, x: Real) -> Real:
        return ZERO if isinstance(x, fmpq) and x == 0 else Computed("arctan", (x,))

    def rpow(self, x: Real, y: Real) -> Real:
        """`Real.rpow x y`: `exp (log x · y)` for x > 0, that times `cos (y·π)` for x < 0;
        `0 ^ 0 = 1`, else `0 ^ y = 0`. Integer y and y = ±½ stay exact."""
        if isinstance(y, fmpq):
            if y.q == 1:
                return self.power(x, int(y.p))
            if y.q == 2 and self.sign(x) == 1:
                return self.power(self.sqrt(x), int(y.p))
        if self.is_zero(x):
            return ONE if self.is_zero(y) else ZERO
        out = self.exp(self.log(x) * y)
        return self.cos(y * PI) * out if self.less(x, ZERO) else out

    def floor(self, x: Real) -> int:
        """`⌊x⌋`. Raises: Undecided near an integer that is not exact."""
        if isinstance(x, fmpq):
            return int(x.p // x.q)
        bits = self.limits.precision
        while True:
            with ctx.workprec(bits):
                ball = (x.enclose(bits) if isinstance(x, Computed) else _ball(x)).floor()
            whole = ball.unique_fmpz()
            if whole is not None:
                return int(whole)
            if bits >= self.limits.max_precision:
                raise Undecided("the floor of a real that may be an integer")
            bits = min(2 * bits, self.limits.max_precision)

    def ceil(self, x: Real) -> int:
        return -self.floor(-x)


def _bits_of(ball: arb) -> int:
    """k with |x| ≤ 2⁻ᵏ for every x in the ball."""
    upper = ball.abs_upper()
    if upper.is_zero():
        return 1 << 30
    mantissa, exponent = upper.man_exp()
    return -(int(mantissa).bit_length() + int(exponent))


PI = Computed("pi", ())


def total(values: Iterable[Real]) -> Real:
    """The sum, 0 of nothing."""
    out: Real = ZERO
    for x in values:
        out = out + x
    return out


# ----- floats at the border ---------------------------------------------------------------


def to_float(x: Real) -> float:
    """The float nearest to x (for a number that is not rational: nearest up to one ulp)."""
    if isinstance(x, fmpq):
        try:
            return int(x.p) / int(x.q)  # Python's int division rounds correctly
        except OverflowError:
            return math.inf if x > 0 else -math.inf
    with ctx.workprec(256):
        ball = x.enclose(256) if isinstance(x, Computed) else _ball(x)
        return float(ball.mid())
