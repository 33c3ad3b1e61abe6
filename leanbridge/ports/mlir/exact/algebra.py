"""What the entries of float tensors are, and how they are computed with.

`Algebra` is the interface: an op that an algebra does not have is `Unsupported` by its name and
the algebra's. `Rational` is the default: ℝ as `interp.reals` has it. Infinities and NaN never come
here. A truth value is Python's where it is decided, else an entry of the algebra's own, as are
integers that depend on undecided truths.

Worked example: a z3 algebra has `constant = RealVal`, `+` and `*` of its terms, `compare` gives a
z3 term, and `select` is `If`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, TypeAlias

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.reals import ONE, ZERO, Real, Reals, Within
from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports.mlir.exact.special import Poison

Entry: TypeAlias = Any  # a number of an algebra
Truth: TypeAlias = Any  # a bool, or an undecided truth of an algebra


class Algebra:
    """Numbers with `+ - *`; everything else is a method. A method is named as its op."""

    name = "an algebra"

    def _lacks(self, op: str) -> NoReturn:
        raise Unsupported(f"{op} over {self.name}")

    def constant(self, value: fmpq) -> Entry:
        """A rational number as an entry."""
        self._lacks("a constant")

    # -- numbers

    def add(self, x: Entry, y: Entry) -> Entry:
        return x + y

    def subtract(self, x: Entry, y: Entry) -> Entry:
        return x - y

    def multiply(self, x: Entry, y: Entry) -> Entry:
        return x * y

    def negate(self, x: Entry) -> Entry:
        return -x

    def total(self, entries: Sequence[Entry]) -> Entry:
        """The sum of at least one entry; the order is not fixed."""
        out = entries[0]
        for x in entries[1:]:
            out = self.add(out, x)
        return out

    def dot(self, xs: Sequence[Entry], ys: Sequence[Entry]) -> Entry:
        """The sum of the products of at least one pair."""
        return self.total([self.multiply(x, y) for x, y in zip(xs, ys, strict=True)])

    def divide(self, x: Entry, y: Entry) -> Entry | Poison:
        self._lacks("divide")

    def remainder(self, x: Entry, y: Entry) -> Entry | Poison:
        self._lacks("remainder")

    def power(self, x: Entry, y: Entry) -> Entry | Poison:
        self._lacks("power")

    def maximum(self, x: Entry, y: Entry) -> Entry:
        return self.choose(self.compare("GE", x, y), x, y)

    def minimum(self, x: Entry, y: Entry) -> Entry:
        return self.choose(self.compare("LE", x, y), x, y)

    def abs(self, x: Entry) -> Entry:
        return self.maximum(x, self.negate(x))

    def sign(self, x: Entry) -> Entry:
        zero, one = self.constant(ZERO), self.constant(ONE)
        below = self.choose(self.compare("LT", x, zero), self.constant(-ONE), zero)
        return self.choose(self.compare("GT", x, zero), one, below)

    def sqrt(self, x: Entry) -> Entry | Poison:
        self._lacks("sqrt")

    def rsqrt(self, x: Entry) -> Entry | Poison:
        root = self.sqrt(x)
        return root if isinstance(root, Poison) else self.divide(self.constant(ONE), root)

    def exponential(self, x: Entry) -> Entry:
        self._lacks("exponential")

    def log(self, x: Entry) -> Entry | Poison:
        self._lacks("log")

    def tanh(self, x: Entry) -> Entry:
        self._lacks("tanh")

    def logistic(self, x: Entry) -> Entry | Poison:
        one = self.constant(ONE)
        return self.divide(one, self.add(one, self.exponential(self.negate(x))))

    def floor(self, x: Entry) -> Entry:
        self._lacks("floor")

    def truncate(self, x: Entry) -> Any:
        """The integer next to x towards 0."""
        self._lacks("convert of a float to an integer")

    # -- truths

    def compare(self, direction: str, x: Entry, y: Entry) -> Truth:
        """Whether x EQ, NE, LT, LE, GT or GE y."""
        self._lacks("compare")

    def choose(self, truth: Truth, x: Entry, y: Entry) -> Entry:
        """x if `truth`, else y."""
        if isinstance(truth, bool):
            return x if truth else y
        return self.select(truth, x, y)

    def select(self, truth: Truth, x: Entry, y: Entry) -> Entry:
        """x if an undecided truth holds, else y: numbers, integers or truths."""
        self._lacks("select by an undecided truth")

    def connect(self, op: str, *truths: Truth) -> Truth:
        """`and`, `or`, `xor`, `not`, `EQ` or `NE` of truths of which one is undecided."""
        self._lacks(f"{op} of an undecided truth")

    def integer(self, op: str, dtype: str, *values: Any) -> Any:
        """An op, or the direction of a comparison, on integers of which one is undecided."""
        self._lacks(f"{op} of an undecided integer")

    def whole(self, value: Any) -> Entry:
        """An undecided integer as a number."""
        self._lacks("convert of an undecided integer")


class Rational(Algebra):
    """ℚ, its square roots, and enclosures of what is neither: see `interp.reals`.

    Raises: Undecided where a comparison of enclosures is not decided.
    """

    name = "ℚ"

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self.reals = Reals(limits)

    def constant(self, value: fmpq) -> Real:
        return value

    def divide(self, x: Real, y: Real) -> Real | Poison:
        return Poison("a quotient by 0") if self._is_zero(y) else self.reals.divide(x, y)

    def remainder(self, x: Real, y: Real) -> Real | Poison:
        if self._is_zero(y):
            return Poison("a remainder by 0")
        return x - y * fmpq(self.truncate(self.reals.divide(x, y)))

    def power(self, x: Real, y: Real) -> Real | Poison:
        is_whole = isinstance(y, fmpq) and y.q == 1
        if not is_whole and not self.compare("GT", x, ZERO):
            return Poison("a power of what is not positive")
        if is_whole and y < 0 and self._is_zero(x):
            return Poison("a negative power of 0")
        return self.reals.rpow(x, y)

    def maximum(self, x: Real, y: Real) -> Real:
        return self.reals.larger(x, y)

    def minimum(self, x: Real, y: Real) -> Real:
        return self.reals.smaller(x, y)

    def sqrt(self, x: Real) -> Real | Poison:
        if self.compare("LT", x, ZERO):
            return Poison("the square root of a negative number")
        return self.reals.sqrt(x)

    def exponential(self, x: Real) -> Real:
        return self.reals.exp(x)

    def log(self, x: Real) -> Real | Poison:
        if not self.compare("GT", x, ZERO):
            return Poison("the logarithm of what is not positive")
        return self.reals.log(x)

    def tanh(self, x: Real) -> Real:
        return self.reals.tanh(x)

    def floor(self, x: Real) -> Real:
        return fmpq(self.reals.floor(x))

    def truncate(self, x: Real) -> int:
        return self.reals.ceil(x) if self.compare("LT", x, ZERO) else self.reals.floor(x)

    def compare(self, direction: str, x: Real, y: Real) -> bool:
        order = self.reals.compare(x, y)
        if isinstance(order, Within):
            return bool(order)  # raises Undecided
        return holds(direction, order)

    def _is_zero(self, x: Real) -> bool:
        return bool(x == 0) if isinstance(x, fmpq) else self.reals.is_zero(x)


DIRECTIONS = {
    "EQ": (0,), "NE": (-1, 1), "LT": (-1,), "LE": (-1, 0), "GT": (1,), "GE": (0, 1),
}  # fmt: skip


def holds(direction: str, order: int) -> bool:
    """Whether a direction of `compare` holds of values in the order -1, 0 or 1."""
    return order in DIRECTIONS[direction]


def are_decided(values: Iterable[Any], kind: type) -> bool:
    """Whether all values are Python's own: none is an entry of an algebra."""
    return all(type(v) is kind for v in values)
