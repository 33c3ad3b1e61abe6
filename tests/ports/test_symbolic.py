"""Python functions of integers as terms: the paths are the function, or it is refused by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

z3 = pytest.importorskip("z3")

from leanbridge.limits import Limits  # noqa: E402
from leanbridge.ports.symbolic import NotATerm, Path, paths  # noqa: E402

LIMITS = Limits()


def trace(function: Callable[..., Any], count: int, *, least: int | None = None) -> list[Path]:
    context = z3.Context()
    symbols = tuple([z3.Int(f"x{i}", context) for i in range(count)])
    known = [] if least is None else [s >= least for s in symbols]
    return paths(function, symbols, {}, known, context, LIMITS)


def value_at(found: list[Path], numbers: tuple[int, ...]) -> Any:
    """What the one path that is taken at some numbers gives; `raised` if it raises."""
    ends = []
    for path in found:
        if at(path.condition, numbers) is True:
            ends.append("raised" if path.raised is not None else at(path.result, numbers))
    assert len(ends) == 1, (numbers, ends)
    return ends[0]


def at(term: Any, numbers: tuple[int, ...]) -> Any:
    if isinstance(term, tuple):
        return tuple([at(part, numbers) for part in term])
    if not isinstance(term, z3.ExprRef):
        return term
    put = [(z3.Int(f"x{i}", term.ctx), z3.IntVal(n, term.ctx)) for i, n in enumerate(numbers)]
    found = z3.simplify(z3.substitute(term, *put))
    return found.as_long() if z3.is_int_value(found) else z3.is_true(found)


def called(function: Callable[..., Any], numbers: tuple[int, ...]) -> Any:
    try:
        return function(*numbers)
    except (ZeroDivisionError, ValueError):
        return "raised"


def steps(a: int, b: int) -> int:
    if a < b:
        return b - a
    if a % 3 == 1 and b:
        return a // b
    return abs(a) * 2 - (a > 4)


def bounded(a: int, b: int) -> int:
    if not 0 <= a < 5:
        raise ValueError("a is out of range")
    return -b if a else b


def counted(a: int, b: int) -> int:
    total = 0
    for k in range(3):
        if a > k:
            total += b << k
    return total


FUNCTIONS: list[Callable[..., Any]] = [
    lambda a, b: max(2 * a + b - 1, 0),
    lambda a, b: a // b,
    lambda a, b: a % b,
    lambda a, b: divmod(a, b),
    lambda a, b: divmod(7, b),
    lambda a, b: -(-a // 2) + (a >> 1) - (b % -3),
    lambda a, b: min(a, b, 3) * a**2,
    lambda a, b: (a, b) if a == b else (b, a + True),
    lambda a, b: a <= b < 3,
    lambda a, b: round(a) + 2 * (a != b) - (not b),
    lambda a, b: a if isinstance(a, int) else "no integer",
    steps,
    bounded,
    counted,
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_paths_are_the_function(function: Callable[..., Any]) -> None:
    """At every pair of small numbers, signs and zeros included, with Python's own types."""
    found = trace(function, 2)
    for a in range(-7, 8):
        for b in range(-4, 5):
            expected = called(function, (a, b))
            got = value_at(found, (a, b))
            assert got == expected, (a, b)
            assert type(got) is type(expected)


def test_only_possible_paths_are_taken() -> None:
    """What is known of the arguments leaves out the division by zero and the negative divisor."""
    (path,) = trace(lambda a, b: a // b, 2, least=1)
    assert path.raised is None
    found = trace(lambda a, b: a // b, 2, least=0)
    assert sorted(p.raised is not None for p in found) == [False, True]
    (raised,) = [p.raised for p in found if p.raised is not None]
    assert "ZeroDivisionError" in raised


def test_a_path_says_what_it_raises() -> None:
    found = trace(bounded, 2)
    assert {p.raised for p in found if p.raised is not None and "a is out of range" in p.raised}
    assert sum(p.raised is None for p in found) == 2


TABLE = [1, 2, 3]
SEEN: dict[Any, Any] = {}


def caught(a: int) -> int:
    try:
        return TABLE[a]
    except BaseException:
        return 0


def looped(a: int) -> int:
    while a > 0:
        a -= 2
    return a


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda a: int(a) + 1, r"needs the value of its argument \(int\)"),
        (lambda a: TABLE[a], r"needs the value of its argument \(index\)"),
        (lambda a: sum(range(a)), r"needs the value of its argument \(index\)"),
        (caught, r"needs the value of its argument \(index\)"),
        (lambda a: np.maximum(2 * a, 0), r"\(numpy\)"),
        (lambda a: np.int64(2) * a, r"\(numpy\)"),
        (lambda a: np.asarray(a), r"more than an integer \(`__array"),
        (lambda a: SEEN.setdefault(a, 1), r"\(hash\)"),
        (lambda a: len(f"{a}"), r"\(format\)"),
        (lambda a: len(str(a)), r"\(str\)"),
        (lambda a: a / 2, r"\(/ gives a float\)"),
        (lambda a: 0.5 * a, "combines a symbolic integer with float"),
        (lambda a: a & 1, r"\(a bitwise operator\)"),
        (lambda a: a**a, "a power other than a small one"),
        (lambda a: a.bit_length(), r"more than an integer \(`bit_length`\)"),
        (lambda a: [a], "it returns list"),
        (lambda a: np.int64(3), "it returns int64"),
        (looped, "more than 64"),
    ],
)
def test_what_is_no_term_is_refused_by_name(function: Callable[..., Any], reason: str) -> None:
    with pytest.raises(NotATerm, match=reason):
        trace(function, 1)
