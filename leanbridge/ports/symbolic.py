"""Ports of integers as terms: a Python function run on symbolic integers, path by path.

Takes a function and z3 integers with what is known of them; gives its `Path`s: under which
condition it returns what, or raises. A branch on a comparison that both ways can go is taken both
ways, in runs of their own, so that the paths together are the function. What would make a symbolic
integer a machine's or a text (`int()`, indexing, NumPy, hashing, printing) is refused by name:
the port is then no term, and nothing is said of it.

Worked example: `max(2 * i + a - 1, 0)` has two paths, `0` where `0 > 2i + a - 1`, and `2i + a - 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import z3

from leanbridge.interp.smt import Proved
from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Number, Truth
from leanbridge.interp.smt.solve import satisfy
from leanbridge.limits import Limits
from leanbridge.ports.fault import BoundaryFault, run

LARGEST_EXPONENT = 4


class NotATerm(BaseException):
    """The function does something that has no symbolic counterpart; `what` says what. Not an
    `Exception`, so that no function can swallow it."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, slots=True)
class Path:
    """One way through a function: `result` under `condition`, or what was `raised`."""

    condition: Truth
    result: Any = None
    raised: str | None = None


def paths(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    keywords: Mapping[str, Any],
    known: list[Truth],
    context: Any,
    limits: Limits,
) -> list[Path]:
    """All ways through `function` at symbolic arguments that meet what is `known` of them.

    Raises: NotATerm.
    """
    found: list[Path] = []
    starts: list[list[bool]] = [[]]
    while starts:
        if len(found) >= limits.port_paths:
            raise NotATerm(f"more than {limits.port_paths} paths")
        trace = _Trace(starts.pop(), known, context, limits)
        try:
            result, raised = run(function, trace.lift(arguments), trace.lift(keywords)), None
        except BoundaryFault as fault:
            result, raised = None, fault.message + (f", {fault.got}" if fault.got else "")
        if trace.refused is not None:  # even where the function caught it
            raise NotATerm(trace.refused)
        found.append(Path(bu.all_of(*trace.conditions), trace.lower(result), raised))
        starts += trace.untaken
    return found


class _Trace:
    """One run: the decisions to repeat, then new ones; `untaken` are the starts of other runs."""

    def __init__(
        self, decisions: list[bool], known: list[Truth], context: Any, limits: Limits
    ) -> None:
        self.decisions = decisions
        self.known = known
        self.context = context
        self.limits = limits
        self.conditions: list[Truth] = []
        self.untaken: list[list[bool]] = []
        self.refused: str | None = None
        self._made = 0

    def lift(self, value: Any) -> Any:
        """z3 terms as symbolic Python values, in tuples and keywords too."""
        match value:
            case z3.BoolRef():
                return SymBool(self, value)
            case z3.ArithRef():
                return SymInt(self, value)
            case tuple():
                return tuple([self.lift(v) for v in value])
            case dict():
                return {k: self.lift(v) for k, v in value.items()}
            case _:
                return value

    def lower(self, value: Any) -> Any:
        """Symbolic Python values as z3 terms. Raises: NotATerm for a result of another kind."""
        kind = type(value)
        if kind is SymInt or kind is SymBool:
            return value.term
        if kind is tuple:
            return tuple([self.lower(v) for v in value])
        if kind is int or kind is bool or value is None:
            return value
        raise NotATerm(f"it returns {kind.__name__}")

    def refuse(self, what: str) -> NoReturn:
        self.refused = self.refused or what
        raise NotATerm(what)

    def decide(self, condition: Truth) -> bool:
        """Whether to go on as if a condition held."""
        if bu.is_known(condition):
            return bool(condition)
        if self._made < len(self.decisions):
            taken = self.decisions[self._made]
        else:
            taken = self._choose(condition)
        self._made += 1
        self.conditions.append(condition if taken else bu.negation(condition))
        return taken

    def _choose(self, condition: Truth) -> bool:
        if len(self.decisions) >= self.limits.port_paths:
            self.refuse(f"more than {self.limits.port_paths} decisions on one path")
        yes, no = self._is_possible(condition), self._is_possible(bu.negation(condition))
        if yes and no:
            self.untaken.append([*self.decisions, False])
        self.decisions = [*self.decisions, yes]
        return yes

    def _is_possible(self, condition: Truth) -> bool:
        truths = [*self.known, *self.conditions, condition]
        return not isinstance(satisfy(self.context, truths, self.limits, Proved()), Proved)


# ----- symbolic Python values -------------------------------------------------------------


def _refusing(name: str) -> Callable[..., NoReturn]:
    def refuse(self: _Symbolic, *_: Any, **__: Any) -> NoReturn:
        self._trace.refuse(f"it needs the value of its argument ({name})")

    return refuse


class _Symbolic:
    """What symbolic integers and truths refuse alike."""

    __slots__ = ("_trace", "term")

    def __init__(self, trace: _Trace, term: Any) -> None:
        self._trace = trace
        self.term = term

    def _value(self) -> Number:
        """The integer that it is: Python's True is 1."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> NoReturn:
        self._trace.refuse(f"it takes its argument for more than an integer (`{name}`)")

    __hash__ = _refusing("hash")
    __str__ = __repr__ = _refusing("str")
    __format__ = _refusing("format")
    __index__ = _refusing("index")
    __int__ = _refusing("int")
    __float__ = _refusing("float")
    __complex__ = _refusing("complex")
    __bytes__ = _refusing("bytes")
    __iter__ = _refusing("iter")
    __len__ = _refusing("len")
    __array__ = _refusing("numpy")
    __array_ufunc__ = _refusing("numpy")
    __reduce_ex__ = _refusing("pickle")


def _number(trace: _Trace, value: Any) -> Number:
    """An operand as a number: Python's rule that True is 1."""
    kind = type(value)
    if kind is SymInt:
        return value.term
    if kind is SymBool:
        return bu.ite(value.term, 1, 0)
    if kind is int or kind is bool:
        return int(value)
    return trace.refuse(f"it combines a symbolic integer with {kind.__name__}")


def _operation(compute: Callable[[Number, Number], Number]) -> tuple[Any, Any]:
    """A binary operator and its reflection."""

    def forward(self: _Symbolic, other: Any) -> Any:
        return _wrapped(self._trace, compute(self._value(), _number(self._trace, other)))

    def reflected(self: _Symbolic, other: Any) -> Any:
        return _wrapped(self._trace, compute(_number(self._trace, other), self._value()))

    return forward, reflected


def _division(compute: Callable[[Number, Number], Number], sign: int) -> tuple[Any, Any]:
    """The same of an operator that needs a divisor other than 0. A divisor below 0 is a path of
    its own: a // b = -a // -b, and a % b = -(-a % -b)."""

    def divided(trace: _Trace, a: Number, b: Number) -> Any:
        if trace.decide(bu.equal(b, 0)):
            raise ZeroDivisionError("division by zero")
        if trace.decide(bu.less(b, 0)):
            return _wrapped(trace, sign * compute(bu.negate(a), bu.negate(b)))
        return _wrapped(trace, compute(a, b))

    def forward(self: _Symbolic, other: Any) -> Any:
        return divided(self._trace, self._value(), _number(self._trace, other))

    def reflected(self: _Symbolic, other: Any) -> Any:
        return divided(self._trace, _number(self._trace, other), self._value())

    return forward, reflected


def _comparison(compute: Callable[[Number, Number], Truth]) -> Callable[[Any, Any], Any]:
    def compare(self: _Symbolic, other: Any) -> Any:
        truth = compute(self._value(), _number(self._trace, other))
        return truth if bu.is_known(truth) else SymBool(self._trace, truth)

    return compare


def _wrapped(trace: _Trace, value: Number) -> Any:
    return value if bu.is_known(value) else SymInt(trace, value)


class SymInt(_Symbolic):
    """An integer of Python, symbolic. `isinstance(x, int)` holds of it."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return int

    def _value(self) -> Number:
        return self.term

    def __bool__(self) -> bool:
        return self._trace.decide(bu.negation(bu.equal(self.term, 0)))

    __add__, __radd__ = _operation(bu.add)
    __sub__, __rsub__ = _operation(bu.subtract)
    __mul__, __rmul__ = _operation(bu.multiply)
    __floordiv__, __rfloordiv__ = _division(bu.quotient, 1)
    __mod__, __rmod__ = _division(bu.remainder, -1)
    __lt__ = _comparison(bu.less)
    __le__ = _comparison(bu.less_equal)
    __gt__ = _comparison(lambda a, b: bu.less(b, a))
    __ge__ = _comparison(lambda a, b: bu.less_equal(b, a))
    __eq__ = _comparison(bu.equal)
    __ne__ = _comparison(lambda a, b: bu.negation(bu.equal(a, b)))
    __truediv__ = __rtruediv__ = _refusing("/ gives a float")
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refusing("a bitwise operator")
    __invert__ = _refusing("~")
    __rlshift__ = __rrshift__ = __rpow__ = _refusing("a symbolic exponent")
    __matmul__ = __rmatmul__ = _refusing("@")
    __hash__ = _refusing("hash")

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self

    def __pow__(self, exponent: Any, modulus: Any = None) -> Any:
        if type(exponent) is not int or not 0 <= exponent <= LARGEST_EXPONENT or modulus:
            self._trace.refuse("it uses a power other than a small one")
        return _wrapped(self._trace, bu.power(self.term, exponent))

    def __rshift__(self, places: Any) -> Any:
        return self // self._two_to_the(places)

    def __lshift__(self, places: Any) -> Any:
        return self * self._two_to_the(places)

    def _two_to_the(self, places: Any) -> int:
        if type(places) is not int or not 0 <= places <= 64:
            self._trace.refuse("it shifts by other than a small number")
        return 1 << int(places)

    def __neg__(self) -> Any:
        return SymInt(self._trace, -self.term)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return SymInt(self._trace, bu.absolute(self.term))

    __round__ = __trunc__ = __floor__ = __ceil__ = lambda self, *_: self


class SymBool(_Symbolic):
    """A truth of Python, symbolic: used as one, it is a branch."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return bool

    def _value(self) -> Number:
        return bu.ite(self.term, 1, 0)

    def __bool__(self) -> bool:
        return self._trace.decide(self.term)

    __add__, __radd__ = _operation(bu.add)
    __sub__, __rsub__ = _operation(bu.subtract)
    __mul__, __rmul__ = _operation(bu.multiply)
    __eq__ = _comparison(bu.equal)
    __ne__ = _comparison(lambda a, b: bu.negation(bu.equal(a, b)))
    __hash__ = _refusing("hash")
