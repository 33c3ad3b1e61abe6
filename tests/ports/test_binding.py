"""Ports in the place of Lean names: which argument goes where, and every way to break the contract.

Each fault kind has a port that commits it, beside the right port that passes.
"""

from __future__ import annotations

import functools
import itertools
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from leanbridge.core.declarations import Constructor, Declaration, Place, Projection
from leanbridge.core.terms import NAT, BVar, Const, FVar, Pi, Term, arrow, const, nat
from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.interp.exact import Exact, Override
from leanbridge.interp.failures import LimitReached, Undecided
from leanbridge.interp.values import PROOF, Data, DataType, FinsetValue, FinType, Table
from leanbridge.limits import Limits
from leanbridge.ports.binding import BoundFunction
from leanbridge.ports.calling import alarm, call_port, copied, same_bits
from leanbridge.ports.config import Binding, Config, PythonEnvironment
from leanbridge.ports.fault import BoundaryFault, PortSetUnavailable, PortTimeout
from leanbridge.ports.loading import Port, describe, load_port, source_of
from leanbridge.ports.signature import telescope
from leanbridge.ports.structures import DeclaredStructures, field_telescope
from leanbridge.source.syntax import Span

REAL, PROP_TRUE = Const("Real"), Const("True")


def fin(size: Term) -> Term:
    return const("Fin", size)


def pi(*binders: tuple[str, str, Term], to: Term) -> Term:
    """A telescope; a binder's type stands under those before it."""
    for name, info, type in reversed(binders):
        to = Pi(name, info, type, to)  # type: ignore[arg-type]
    return to


def vector(size: Term, entry: Term = REAL) -> Term:
    return arrow(fin(size), entry)


# {h : ℕ} (x : Fin h → ℝ) : Fin h → ℝ
H = ("h", "{}", NAT)
X = ("x", "", vector(BVar(0)))
VECTOR_MAP = pi(H, X, to=vector(BVar(1)))


def port(function: Callable[..., Any], **options: Any) -> Port:
    return describe(
        Binding("P.f", "module:f", where=Where("leancheck.toml", 3), **options), function
    )


def vec(*entries: float) -> Table:
    return Table(tuple([fmpq(*e.as_integer_ratio()) for e in entries]))


@pytest.fixture
def bind(types: Any) -> Callable[..., BoundFunction]:
    def make(function: Callable[..., Any], type: Term, **options: Any) -> BoundFunction:
        extra = {
            k: options.pop(k) for k in ("exact", "structures", "guard", "limits") if k in options
        }
        return BoundFunction(port(function, **options), type, types(), **extra)

    return make


# ----- a right port -------------------------------------------------------------------------


def test_a_port_is_called_on_arrays_and_gives_a_table(bind: Any) -> None:
    bound = bind(lambda x: 2 * x, VECTOR_MAP)
    assert bound.arity == 3  # the codomain of VECTOR_MAP is an arrow: one more binder
    assert bound((2, vec(1, 0.5), 1)) == 1
    assert bound.calls == 1
    assert bound((2, vec(1, 0.5))) == vec(2, 1)
    assert bound.rounding.count == 0


def test_what_is_remembered_from_before_counts_as_a_call_and_makes_none(bind: Any) -> None:
    made: list[int] = []

    def double(x: Any) -> Any:
        made.append(1)
        return 2 * x

    bound = bind(double, VECTOR_MAP)
    x = vec(1, 0.5)
    assert bound((2, x, 1)) == bound((2, x, 1)) == 1
    assert (bound.calls, len(made)) == (1, 2)  # the first calls are made twice
    bound.begin()
    assert bound((2, vec(1, 0.5), 1)) == bound((2, x, 0)) / 2 == 1
    assert (bound.calls, len(made)) == (2, 2)


def test_rounding_is_counted_also_where_the_result_is_remembered(bind: Any) -> None:
    bound = bind(lambda x: x, VECTOR_MAP)
    x = Table((fmpq(1, 3),))
    bound((1, x))
    bound((1, x))
    assert (bound.rounding.count, bound.calls) == (2, 1)


def test_the_exact_route_loses_nothing(bind: Any) -> None:
    bound = bind(lambda x: x / 3, VECTOR_MAP, exact=True)
    assert bound((1, Table((fmpq(1, 3),)))) == Table((fmpq(1, 9),))


def test_a_proposition_is_a_bool(bind: Any) -> None:
    bound = bind(lambda x: bool(x.all()), pi(H, X, to=Const("Bool")))
    assert bound((2, vec(1, 0))) is False


def test_no_argument_at_all(bind: Any) -> None:
    assert bind(lambda: np.ones(2), vector(nat(2)))((nat,)[:0]) == vec(1, 1)


def test_scalar_indices(bind: Any) -> None:
    # {h : ℕ} (i : Fin h) (a : Fin 3) : Fin (2 * h)
    row = pi(
        H, ("i", "", fin(BVar(0))), ("a", "", fin(nat(3))), to=fin(const("mul", nat(2), BVar(2)))
    )
    bound = bind(lambda i, a: max(2 * i + a - 1, 0), row)
    assert [bound((2, 1, a)) for a in range(3)] == [1, 2, 3]
    with pytest.raises(
        BoundaryFault, match="range: the result is out of range, got 4, expected 0 ≤"
    ):
        bind(lambda i, a: 2 * i + a, row)((2, 1, 2))


# {c h : ℕ} (x : Fin c → Fin h → ℝ) (i : Fin c) (j : Fin h) : Fin 3 × Fin 3
ARGMAX = pi(
    ("c", "{}", NAT),
    H,
    ("x", "", arrow(fin(BVar(1)), arrow(fin(BVar(0)), REAL))),
    ("i", "", fin(BVar(2))),
    ("j", "", fin(BVar(2))),
    to=const("Prod", fin(nat(3)), fin(nat(3))),
)
GRID = Table((vec(0, 1, 2), vec(2, 1, 0)))


@pytest.mark.parametrize("options", [{}, {"args": ("x",)}])
def test_trailing_indices_index_whole_arrays(bind: Any, options: Any) -> None:
    def argmax(x: Any) -> Any:
        assert x.shape == (2, 3)
        return x.astype(int), 2 - x.astype(int)

    bound = bind(argmax, ARGMAX, **options)
    got = [[bound((2, 3, GRID, i, j)) for j in range(3)] for i in range(2)]
    assert got == [[(0, 2), (1, 1), (2, 0)], [(2, 0), (1, 1), (0, 2)]]
    assert bound.calls == 1
    again = Table(GRID.entries)  # equal, another object
    assert bound((2, 3, again, 1, 0)) == (2, 0)
    assert bound.calls == 1
    assert bound((2, 3, Table((vec(1, 1, 1), vec(1, 1, 1))), 1, 0)) == (1, 1)
    assert bound.calls == 2


def test_some_indices_passed_and_some_left(bind: Any) -> None:
    bound = bind(lambda x, i: (x[i].astype(int), x[i].astype(int)), ARGMAX)
    assert bound((2, 3, GRID, 1, 0)) == (2, 2)


def test_fewer_values_than_a_port_needs_give_a_function(bind: Any) -> None:
    bound = bind(lambda x, i: x[i], VECTOR_MAP)
    assert bound((2, vec(0, 1)))(1) == 1


def test_whole_arrays_have_whole_shapes(bind: Any) -> None:
    bound = bind(lambda x: (x[0].astype(int), x[0].astype(int)), ARGMAX)
    with pytest.raises(
        BoundaryFault, match=r"shape: the result\[0\].*got \(3,\), expected \(2, 3\)"
    ):
        bound((2, 3, GRID, 0, 0))


def test_a_set_over_indices_is_a_mask(bind: Any) -> None:
    # {h : ℕ} (x : Fin h → ℝ) (i : Fin h) : Finset (Fin 2)
    type = pi(H, X, ("i", "", fin(BVar(1))), to=const("Finset", fin(nat(2))))
    bound = bind(lambda x: np.stack([x > 0, x > 1], axis=1), type)
    assert bound((2, vec(1, 2), 0)) == FinsetValue((0,))
    assert bound((2, vec(1, 2), 1)) == FinsetValue((0, 1))


def test_a_table_by_an_implicit_size(bind: Any) -> None:
    row = pi(
        H, ("i", "", fin(BVar(0))), ("a", "", fin(nat(3))), to=fin(const("mul", nat(2), BVar(2)))
    )

    def rows(h: int) -> Any:
        return np.maximum(2 * np.arange(h)[:, None] + np.arange(3) - 1, 0)

    bound = bind(rows, row, args=("h",))
    assert [bound((2, 1, a)) for a in range(3)] == [1, 2, 3]
    assert bound.calls == 1


# (c h : ℕ) (v : Fin (c * h) → ℝ) : Fin (c * h) → ℝ
FLAT = pi(
    ("c", "", NAT),
    ("h", "", NAT),
    ("v", "", vector(const("mul", BVar(1), BVar(0)))),
    to=vector(const("mul", BVar(2), BVar(1))),
)


def test_sizes_by_keyword_and_explicit_sizes_left_out(bind: Any) -> None:
    def by_keyword(v: Any, *, c: int, h: int) -> Any:
        return v.reshape(c, h)[::-1].reshape(-1)

    for bound in (bind(by_keyword, FLAT), bind(by_keyword, FLAT, args=("v",))):
        assert bound((2, 3, vec(0, 1, 2, 3, 4, 5))) == vec(3, 4, 5, 0, 1, 2)
    only_v = bind(lambda v: v, FLAT, args=("v",))
    assert only_v((1, 2, vec(0, 1))) == vec(0, 1)
    all_three = bind(lambda c, h, v: v * c, FLAT)
    assert all_three((3, 1, vec(0, 1, 2))) == vec(0, 3, 6)


def test_args_reorder(bind: Any) -> None:
    bound = bind(lambda v, h: v + h, FLAT, args=("v", "h"))
    assert bound((1, 2, vec(0, 1))) == vec(2, 3)


def test_a_layout_gives_a_flat_array_its_axes(bind: Any) -> None:
    def flip(v: Any) -> Any:
        assert v.shape == (2, 3)
        return v[::-1]

    layout = {"v": ("c", "h"), "return": ("c", "h")}
    bound = bind(flip, FLAT, args=("v",), layout=layout)
    assert bound((2, 3, vec(0, 1, 2, 3, 4, 5))) == vec(3, 4, 5, 0, 1, 2)
    turned = bind(lambda v: v.T, FLAT, args=("v",), layout=layout)
    with pytest.raises(BoundaryFault, match=r"shape: .*got \(3, 2\), expected \(2, 3\)"):
        turned((2, 3, vec(0, 1, 2, 3, 4, 5)))
    wrong = bind(flip, FLAT, args=("v",), layout={"v": ("c", "c")})
    with pytest.raises(InputError, match="the layout does not fill the flat array"):
        wrong((2, 3, vec(0, 1, 2, 3, 4, 5)))
    unknown = bind(flip, FLAT, args=("v",), layout={"v": ("c", "n")})
    with pytest.raises(InputError, match="no such size in the layout"):
        unknown((2, 3, vec(0, 1, 2, 3, 4, 5)))


def test_proofs_are_not_passed(bind: Any) -> None:
    type = pi(H, X, ("hx", "", PROP_TRUE), to=vector(BVar(2)))
    bound = bind(lambda x: -x, type)
    assert bound((1, vec(1), PROOF)) == vec(-1)


def test_a_function_argument_is_a_callable(bind: Any) -> None:
    # (f : ℝ → ℝ) (a : ℝ) : ℝ
    type = pi(("f", "", arrow(REAL, REAL)), ("a", "", REAL), to=REAL)
    bound = bind(lambda f, a: f(f(a)), type)
    assert bound((lambda a: a * 2, fmpq(3))) == fmpq(12)


def test_what_lean_raises_in_a_callback_is_not_the_ports_fault(bind: Any) -> None:
    def undecided(_: Any) -> Any:
        raise Undecided("x = y")

    bound = bind(lambda f, a: f(a), pi(("f", "", arrow(REAL, REAL)), ("a", "", REAL), to=REAL))
    with pytest.raises(Undecided):
        bound((undecided, fmpq(3)))


def test_a_codomain_that_hides_a_function(bind: Any) -> None:
    # (a : ℝ) : (Fin 2 → ℝ) →L[ℝ] (Fin 2 → ℝ)
    linear = const("ContinuousLinearMap", REAL, vector(nat(2)), vector(nat(2)))
    type = pi(("a", "", REAL), to=linear)
    assert bind(lambda a, v: a * v, type)((fmpq(2),))(vec(1, 2)) == vec(2, 4)
    assert bind(lambda a: lambda v: a * v, type)((fmpq(2),))(vec(1, 2)) == vec(2, 4)


# ----- planted faults -----------------------------------------------------------------------

COUNTER = itertools.count(1)
BUFFER = np.zeros(2)


def in_place(x: Any) -> Any:
    x *= 2
    return x


def in_place_by_force(x: Any) -> Any:
    x.setflags(write=True)
    x[0] = 7
    return np.ones(2)


def counts(x: Any) -> Any:
    return x + next(COUNTER)


def shares_a_buffer(x: Any) -> Any:
    BUFFER[:] = BUFFER + x
    return BUFFER


def divides(x: Any) -> Any:
    raise ZeroDivisionError("by nothing")


def exits(x: Any) -> Any:
    sys.exit("done")


def at_zero(x: Any) -> Any:
    with np.errstate(all="ignore"):
        return x / x


def masks(x: Any) -> Any:
    return np.ma.masked_array(2 * x, mask=[True, False])


class OwnArray(np.ndarray[Any, Any]):
    """As `np.matrix` is, without its warning."""


class Hostile:
    """What a port may return: looking at it runs its own code."""

    def __init__(self, array: Any, has_repr: bool = True) -> None:
        self._array, self._has_repr = array, has_repr

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if isinstance(self._array, BaseException):
            raise self._array
        return self._array

    def __repr__(self) -> str:
        if not self._has_repr:
            raise RuntimeError("no text of me")
        return "hostile"


class NotCallable:
    __array__ = 3


class NoText:
    def __repr__(self) -> str:
        raise KeyboardInterrupt


class NoEquality(str):
    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not compared")


class NoMessage(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text of me")


def raises(error: BaseException) -> Any:
    def port(x: Any) -> Any:
        raise error

    return port


FAULTY_PORTS = [
    (masks, "type", "not an array (2,)", "MaskedArray"),
    (lambda x: x.view(OwnArray), "type", "not an array (2,)", "OwnArray"),
    (lambda x: x.astype(">f8"), "dtype", "wrong dtype", ">f8 (bytes in foreign order)"),
    (lambda x: Hostile(ValueError("no")), "type", "cannot be read", "Hostile, ValueError: no"),
    (lambda x: Hostile(SystemExit(0)), "type", "cannot be read", "Hostile, SystemExit: 0"),
    (lambda x: Hostile([1, 2]), "type", "cannot be read", "Hostile, ValueError"),
    (lambda x: NotCallable(), "type", "cannot be read", "NotCallable, TypeError"),
    (lambda x: NoText(), "type", "not an array (2,)", "its repr raises KeyboardInterrupt"),
    (lambda x: NoEquality("a"), "type", "cannot be read", "RuntimeError: not compared"),
    (lambda x: Hostile(np.zeros(3), False), "shape", "wrong shape", "(3,)"),
    (raises(KeyboardInterrupt()), "raised", "in port (test_binding.py:", "KeyboardInterrupt"),
    (raises(GeneratorExit()), "raised", "in port (test_binding.py:", "GeneratorExit"),
    (raises(BaseException("all")), "raised", "in port (test_binding.py:", "BaseException: all"),
    (raises(NoMessage()), "raised", "in port (test_binding.py:", "NoMessage"),
    (divides, "raised", "in divides (test_binding.py:", "ZeroDivisionError: by nothing"),
    (exits, "raised", "in exits (test_binding.py:", "SystemExit: done"),
    (lambda x: x.undefined, "raised", "test_binding.py:", "AttributeError"),
    (lambda x: x[1:], "shape", "wrong shape", "(1,)"),
    (lambda x: x[None], "shape", "wrong shape", "(1, 2)"),
    (lambda x: x.astype(np.float32), "dtype", "wrong dtype", "float32"),
    (lambda x: x.astype(int), "dtype", "wrong dtype", "int64"),
    (at_zero, "nan", "not finite at (0,)", "nan"),
    (lambda x: x.tolist(), "type", "not an array (2,)", "list"),
    (in_place, "mutated", "writes to its input in in_place", "read-only"),
    (in_place_by_force, "mutated", "changes its input", ""),
    (counts, "unstable", "two calls on the same input", ""),
    (shares_a_buffer, "unstable", "two calls on the same input", ""),
]


@pytest.mark.parametrize(("function", "kind", "message", "got"), FAULTY_PORTS)
def test_each_fault_is_found(bind: Any, function: Any, kind: str, message: str, got: str) -> None:
    with pytest.raises(BoundaryFault) as caught:
        bind(function, VECTOR_MAP)((2, vec(0, 1)))
    assert caught.value.kind == kind
    assert message in caught.value.message
    assert got in (caught.value.got or "")


def test_a_layout_takes_plain_arrays_only(bind: Any) -> None:
    layout = {"v": ("c", "h"), "return": ("c", "h")}
    for function in (
        lambda v: np.ma.masked_array(v, v > 1),
        lambda v: v.tolist(),
        lambda v: v.view(OwnArray),
    ):
        bound = bind(lambda v, f=function: f(v), FLAT, args=("v",), layout=layout)
        with pytest.raises(BoundaryFault, match=r"type: the result is not an array \(1, 2\)"):
            bound((1, 2, vec(0, 3)))


def test_a_huge_integer_is_a_range_fault_with_its_ends(bind: Any) -> None:
    type = pi(("n", "", NAT), to=fin(nat(3)))
    with pytest.raises(BoundaryFault, match="range") as caught:
        bind(lambda n: 10**5000, type)((2,))
    assert caught.value.got == "1000000000…0000000000 (5001 digits)"


def test_what_a_port_prints_goes_to_standard_error(bind: Any, capsys: Any) -> None:
    def talks(x: Any) -> Any:
        print("here")
        return x

    assert bind(talks, VECTOR_MAP)((2, vec(0, 1))) == vec(0, 1)
    assert capsys.readouterr() == ("", "here\nhere\n")


def test_a_range_fault(bind: Any) -> None:
    type = pi(H, X, to=vector(BVar(1), fin(nat(3))))
    assert bind(lambda x: x.astype(int), type)((2, vec(0, 2))) == Table((0, 2))
    with pytest.raises(BoundaryFault, match="range"):
        bind(lambda x: x.astype(int) - 1, type)((2, vec(0, 2)))  # a negative index never wraps


def test_faults_can_be_sent_between_processes() -> None:
    fault = BoundaryFault("shape", "m", "g", "e")
    back = pickle.loads(pickle.dumps(fault))
    assert (back.kind, back.message, back.got, back.expected) == ("shape", "m", "g", "e")
    missing = pickle.loads(pickle.dumps(PortSetUnavailable("jax", "m:f")))
    assert str(missing) == "m:f needs the package jax, which is not installed"


def test_the_same_memory_given_back_is_fine(bind: Any) -> None:
    assert bind(lambda x: x, VECTOR_MAP)((2, vec(0, 1))) == vec(0, 1)


def test_a_guard_stops_a_port_that_swallows_exceptions() -> None:
    def hangs(x: Any) -> Any:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue

    with pytest.raises(PortTimeout, match=r"longer than 0\.05 s"):
        call_port(port(hangs), (1,), {}, guard=partial(alarm, 0.05))
    assert call_port(port(lambda x: x), (1,), {}, guard=partial(alarm, 60)) == 1


def test_a_guard_holds_in_a_function_that_a_port_gave(bind: Any) -> None:
    def hangs(_: Any) -> Any:
        while True:
            time.sleep(0.01)

    bound = replace(bind(lambda a: hangs, LINEAR), guard=partial(alarm, 0.05))
    function = bound((fmpq(1),))
    with pytest.raises(PortTimeout, match=r"longer than 0\.05 s"):
        function(vec(1, 2))


def test_an_alarm_inside_another_leaves_it_running() -> None:
    def nested() -> None:
        with alarm(0.1):
            with alarm(60):
                pass
            time.sleep(5)

    with pytest.raises(PortTimeout, match=r"longer than 0\.1 s"):
        nested()


def test_a_function_that_a_port_gave_has_its_contract_too(bind: Any) -> None:
    def writes(v: Any) -> Any:
        v[0] = 0
        return v

    with pytest.raises(BoundaryFault, match="the port writes to its input") as caught:
        bind(lambda a: writes, LINEAR)((fmpq(1),))(vec(1, 2))
    assert caught.value.kind == "mutated"


class SimpleFields:
    def __init__(self, x: Any) -> None:
        self.x = x


BITS = [
    (0.0, 0.0, True),
    (0.0, -0.0, False),
    (float("nan"), float("nan"), True),
    (1, 1.0, False),
    (np.zeros(2), np.zeros(2), True),
    (np.zeros(2), np.zeros(2, np.float32), False),
    (np.zeros(2), np.zeros((2, 1)), False),
    (np.array([1, 2], object), np.array([1, 3], object), False),
    ((np.zeros(1), 1), (np.zeros(1), 2), False),
    (Binding("a"), Binding("b"), False),
    (len, abs, True),
    (SimpleFields(np.zeros(1)), SimpleFields(np.zeros(1)), True),
    (SimpleFields(np.zeros(1)), SimpleFields(np.ones(1)), False),
]


@pytest.mark.parametrize(("a", "b", "same"), BITS)
def test_same_bits(a: Any, b: Any, same: bool) -> None:
    assert same_bits(a, b) is same


def test_copies_are_frozen_inside_tuples() -> None:
    original = (np.zeros(2), "x")
    copy = copied(original, is_frozen=True)
    assert not copy[0].flags.writeable
    assert original[0].flags.writeable


# ----- signatures that do not fit -----------------------------------------------------------

MISFITS: list[tuple[Any, Term, dict[str, Any], str]] = [
    (lambda: 0, FLAT, {}, "takes 0 arguments, so that nothing passes c of P.f"),
    (lambda c: 0, FLAT, {}, "takes 1 arguments, so that nothing passes h of P.f"),
    (lambda v: 0, FLAT, {"args": ("u",)}, "args of P.f: no binder `u` among its binders c, h, v"),
    (lambda v, h: 0, FLAT, {"args": ("v",)}, "needs 2 arguments, and args names 1"),
    (lambda x, y, z: 0, VECTOR_MAP, {}, "needs more arguments than P.f has"),
    (lambda *xs: 0, VECTOR_MAP, {}, "does not say how many arguments it takes"),
]


@pytest.mark.parametrize(("function", "type", "options", "part"), MISFITS)
def test_a_signature_that_does_not_fit(
    bind: Any, function: Any, type: Term, options: Any, part: str
) -> None:
    binders, _ = telescope(type)
    values = (2, vec(0, 1), 0) if len(binders) == 3 else (1, 2, vec(0, 1), 0)
    with pytest.raises(InputError) as caught:
        bind(function, type, **options)(values)
    assert part in str(caught.value)
    assert caught.value.where.line == 3


TWO_MAPS = pi(H, X, ("y", "", vector(BVar(1))), to=vector(BVar(2)))


def test_one_parameter_too_few_is_told_by_the_names(bind: Any) -> None:
    """The parameter `y` stands for `x` by position: what is missing is one called `x`."""
    with pytest.raises(InputError) as caught:
        bind(lambda y: y, TWO_MAPS).check()
    said = str(caught.value)
    assert "nothing passes y of P.f, which does not index the result" in said
    assert "got: parameters (y); by position, parameter y is x" in said
    assert "expected: a parameter for each of the Lean binders x, y" in said
    assert "no parameter is called x" in said
    bind(lambda x, y: x + y, TWO_MAPS).check()


def test_one_parameter_too_many_that_was_taken_for_an_index_is_named(bind: Any) -> None:
    bound = bind(lambda x, scale: x * scale, VECTOR_MAP)
    bound.check()  # a port of single entries looks just so
    index = bound.binders[-1].name
    with pytest.raises(BoundaryFault) as caught:
        bound((2, vec(0, 1), 0))
    said = f"; by position, scale was given {index}, an index of the Lean result"
    assert said in str(caught.value)
    with pytest.raises(BoundaryFault) as caught:
        bound.on_arrays((2, np.zeros(2), 0))
    assert said in str(caught.value)


def test_a_parameter_that_was_given_a_size_is_named(bind: Any) -> None:
    type = pi(("n", "", NAT), X, to=vector(BVar(1)))
    with pytest.raises(BoundaryFault) as caught:
        bind(lambda x, slope: x * (x > 0), type)((2, vec(0, 1)))
    said = "by position, x was given n, a size (args = [...] can leave it out)"
    assert said in str(caught.value)
    with pytest.raises(BoundaryFault) as caught:
        bind(lambda n, x: x[:1], type)((2, vec(0, 1)))
    assert "by position" not in str(caught.value)


def test_a_parameter_that_is_called_as_the_index_was_meant_so(bind: Any) -> None:
    def row(c: Any, i: Any) -> Any:
        return np.zeros(3)

    type = pi(("c", "", NAT), ("i", "", fin(BVar(0))), to=NAT)
    with pytest.raises(BoundaryFault, match="shape: ") as caught:
        bind(row, type)((2, 1))
    assert "by position" not in str(caught.value)


def test_a_needed_keyword_is_a_binder(bind: Any) -> None:
    def function(x: Any, *, size: int) -> Any:
        return x

    with pytest.raises(InputError, match=r"needs a keyword that is no binder of P\.f"):
        bind(function, VECTOR_MAP)

    def optional(x: Any, *, size: int = 3) -> Any:
        return x * size

    assert bind(optional, VECTOR_MAP)((1, vec(1))) == vec(3)


def test_a_port_without_a_signature_is_given_args(bind: Any) -> None:
    assert bind(lambda *xs: xs[0], VECTOR_MAP, args=("x",))((1, vec(1))) == vec(1)
    assert bind(np.negative, VECTOR_MAP, args=("x",))((1, vec(1))) == vec(-1)


# ----- loading ------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> PythonEnvironment:
    """A folder with a package `ports_under_test`."""
    folder = tmp_path / "ports_under_test"
    folder.mkdir()
    files = {
        "__init__.py": "",
        "pool.py": "class Pool:\n    def maximum(x):\n        return x.max()\n\n\nsize = 3\n",
        "needs.py": "import a_package_that_is_not_installed\n",
        "wrong.py": "import ports_under_test.nothing\n",
        "broken.py": "1 / 0\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return PythonEnvironment((tmp_path,))


@pytest.fixture(autouse=True)
def _forget_modules(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield
    for name in [n for n in sys.modules if n.startswith("ports_under_test")]:
        del sys.modules[name]


def load(target: str, python: PythonEnvironment) -> Port:
    return load_port(Binding("P.f", target, where=Where("leancheck.toml", 7)), python)


def test_a_port_is_loaded_by_name(project: PythonEnvironment) -> None:
    loaded = load("ports_under_test.pool:Pool.maximum", project)
    assert loaded.positional == ("x",)
    assert loaded.function(np.array([1, 2])) == 2


def test_what_the_caller_has_set_wins_over_the_variables_of_the_configuration(
    project: PythonEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import os\n\ndef level():\n    return os.environ['FIRST'], os.environ['SECOND']\n"
    (project.path[0] / "ports_under_test" / "level.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("FIRST", "the caller's")
    monkeypatch.setenv("SECOND", "")  # so that it is unset again after the test
    monkeypatch.delenv("SECOND")
    env = {"FIRST": "the configuration's", "SECOND": "the configuration's"}
    loaded = load("ports_under_test.level:level", replace(project, env=env))
    assert loaded.function() == ("the caller's", "the configuration's")


def test_where_the_code_of_a_port_stands(project: PythonEnvironment, tmp_path: Path) -> None:
    loaded = load("ports_under_test.pool:Pool.maximum", project)
    assert source_of(loaded, project.path) == "ports_under_test/pool.py:2 Pool.maximum"
    wrapped = replace(loaded, function=functools.wraps(loaded.function)(lambda x: x))
    assert source_of(wrapped, project.path) == "ports_under_test/pool.py:2 Pool.maximum"
    assert source_of(loaded, [tmp_path / "elsewhere"]) == "ports_under_test.pool:Pool.maximum"
    assert source_of(replace(loaded, function=np.negative), project.path) == loaded.name


def test_an_installed_package_is_not_placed_in_the_project(project: PythonEnvironment) -> None:
    folder = project.path[0] / "site-packages"
    folder.mkdir()
    (folder / "ports_under_test_installed.py").write_text("def f(x):\n    return x\n", "utf-8")
    both = PythonEnvironment((*project.path, folder))
    assert source_of(load("ports_under_test_installed:f", both), project.path) == (
        "ports_under_test_installed:f"
    )


NOT_LOADED = [
    ("ports_under_tset.pool:Pool", "no module ports_under_tset", "did you mean ports_under_test"),
    ("ports_under_test.pol:Pool", "no module ports_under_test.pol", "did you mean pool"),
    ("ports_under_test.pool:Pol", "ports_under_test.pool has no Pol", "did you mean Pool"),
    ("ports_under_test.pool:Pool.maximun", "Pool has no maximun", "did you mean maximum"),
    ("ports_under_test.pool:size", "is not callable", "got: int"),
    ("ports_under_test.broken:f", "importing ports_under_test.broken failed", "division by zero"),
    ("ports_under_test.wrong:f", "imports ports_under_test.nothing, which does not exist", ""),
]


@pytest.mark.parametrize(("target", "what", "more"), NOT_LOADED)
def test_a_port_that_is_not_there(
    project: PythonEnvironment, target: str, what: str, more: str
) -> None:
    with pytest.raises(InputError) as caught:
        load(target, project)
    assert what in str(caught.value)
    assert more in str(caught.value)
    assert str(caught.value).startswith("leancheck.toml:7")


def test_a_package_that_is_not_installed_is_no_input_error(project: PythonEnvironment) -> None:
    with pytest.raises(PortSetUnavailable) as caught:
        load("ports_under_test.needs:f", project)
    assert caught.value.package == "a_package_that_is_not_installed"
    assert caught.value.reason == (
        "a_package_that_is_not_installed, imported in ports_under_test/needs.py:1"
        " (if that is how it is spelt)"
    )


def test_a_misspelt_import_is_an_input_error(project: PythonEnvironment) -> None:
    module = project.path[0] / "ports_under_test" / "typo.py"
    module.write_text("import math\nimport nunpy.linalg\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load("ports_under_test.typo:f", project)
    said = str(caught.value)
    assert "ports_under_test.typo imports nunpy, which is not installed" in said
    assert "got: import of nunpy in ports_under_test/typo.py:2" in said
    assert "did you mean numpy?" in said


def test_a_package_whose_name_begins_like_an_installed_one_is_not_misspelt(
    project: PythonEnvironment,
) -> None:
    module = project.path[0] / "ports_under_test" / "longer.py"
    module.write_text("import numpyro_\n", encoding="utf-8")
    with pytest.raises(PortSetUnavailable, match="numpyro_"):
        load("ports_under_test.longer:f", project)


def test_what_an_installed_package_lacks_is_not_misspelt(project: PythonEnvironment) -> None:
    folder = project.path[0] / "site-packages"
    folder.mkdir()
    (folder / "ports_under_test_lacking.py").write_text("import nunpy\n", encoding="utf-8")
    both = PythonEnvironment((*project.path, folder))
    with pytest.raises(PortSetUnavailable, match="nunpy") as caught:
        load("ports_under_test_lacking:f", both)
    assert caught.value.reason == "nunpy"


def test_another_interpreter_is_named_as_unsupported(project: PythonEnvironment) -> None:
    other = PythonEnvironment(project.path, "other/python")
    with pytest.raises(Unsupported, match="another interpreter"):
        load("ports_under_test.pool:Pool", other)


def test_a_skipped_binding_has_no_port(project: PythonEnvironment) -> None:
    with pytest.raises(InputError, match=r"P\.f is skipped: no reason"):
        load_port(Binding("P.f", skip="no reason"), project)


# ----- JAX ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"x64": True, "dtype": "float64"}, None),
        ({"x64": False, "dtype": "float32"}, None),
        ({"x64": False, "dtype": "float64"}, "dtype"),
    ],
)
def test_jax_ports(bind: Any, options: Any, kind: str | None) -> None:
    pytest.importorskip("jax")

    def function(x: Any) -> Any:
        return x.at[0].add(1)

    bound = bind(function, VECTOR_MAP, arrays="jax", **options)
    if kind is None:
        assert bound((2, vec(0, 1))) == vec(1, 1)
    else:
        with pytest.raises(BoundaryFault, match="got float32, expected float64"):
            bound((2, vec(0, 1)))


LINEAR = pi(("a", "", REAL), to=const("ContinuousLinearMap", REAL, vector(nat(2)), vector(nat(2))))


def test_a_function_that_a_jax_port_gave_runs_in_its_mode(bind: Any) -> None:
    pytest.importorskip("jax")
    import jax.numpy as jnp

    for function in (lambda a: lambda v: a * jnp.asarray(v), lambda a, v: a * jnp.asarray(v)):
        bound = bind(function, LINEAR, arrays="jax", x64=True)
        assert bound((fmpq(2),))(vec(1, 2)) == vec(2, 4)
        narrow = bind(function, LINEAR, arrays="jax", x64=False)
        with pytest.raises(BoundaryFault, match="got float32, expected float64"):
            narrow((fmpq(2),))(vec(1, 2))


def test_a_lean_function_gives_a_jax_port_jax_arrays(bind: Any) -> None:
    jax = pytest.importorskip("jax")
    type = pi(("f", "", arrow(vector(nat(2)), vector(nat(2)))), to=vector(nat(2)))
    twice = partial(map_entries, lambda a: 2 * a)
    bound = bind(lambda f: f(np.ones(2)).at[0].add(1), type, arrays="jax", x64=True)
    assert bound((twice,)) == vec(3, 2)
    traced = bind(lambda f: jax.jit(f)(np.ones(2)), type, arrays="jax", x64=True)
    with pytest.raises(Unsupported, match="a Lean function inside a JAX transformation"):
        traced((twice,))


def map_entries(function: Callable[[Any], Any], value: Table) -> Table:
    return Table(tuple([function(entry) for entry in value.entries]))


def test_jax_integers_do_not_wrap(bind: Any) -> None:
    pytest.importorskip("jax")
    type = pi(("n", "", vector(nat(1), NAT)), to=vector(nat(1), NAT))
    bound = bind(lambda n: n, type, arrays="jax")
    assert bound((Table((5,)),)) == Table((5,))
    with pytest.raises(Unsupported, match="beyond 32 bits"):
        bound((Table((2**32 + 5,)),))


def test_without_jax_the_port_set_is_unavailable() -> None:
    code = (
        "import sys; sys.modules['jax'] = None\n"
        "from leanbridge.ports.calling import call_port\n"
        "from leanbridge.ports.config import Binding\n"
        "from leanbridge.ports.loading import describe\n"
        "call_port(describe(Binding('P.f', 'm:f', arrays='jax'), lambda x: x), (1,), {})\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "PortSetUnavailable: m:f needs the package jax, which is not installed" in done.stderr


# ----- structures ---------------------------------------------------------------------------

PLACE = Place("M", "M.lean", Span(0, 0), 1, 1)
# structure Pair (n : ℕ) (f : ℝ) where left : Fin n → ℝ; ok : True; right : (Fin n → ℝ) → Fin n → ℝ
PAIR_PARAMS = (("n", "{}", NAT), ("f", "{}", REAL))
PAIR = Declaration("S.Pair", "structure", NAT, PLACE, constructors=("S.Pair.mk",), params=2)
PAIR_MK = Declaration(
    "S.Pair.mk",
    "constructor",
    pi(
        *PAIR_PARAMS,
        ("left", "", vector(BVar(1))),
        ("ok", "", PROP_TRUE),
        ("right", "", arrow(vector(BVar(3)), vector(BVar(3)))),
        to=const("S.Pair", BVar(4), BVar(3)),
    ),
    PLACE,
    constructor=Constructor(
        "S.Pair.mk", "S.Pair", 0, 2, ("left", "ok", "right"), (False, True, False)
    ),
)
PAIR_RIGHT = Declaration(
    "S.Pair.right",
    "projection",
    pi(
        *PAIR_PARAMS,
        ("self", "", const("S.Pair", BVar(1), BVar(0))),
        to=arrow(vector(BVar(2)), vector(BVar(2))),
    ),
    PLACE,
    projection=Projection("S.Pair.right", "S.Pair", 2, 2),
)
# def d {h : ℕ} (x : Fin h → ℝ) : Pair h 1
OWNER = Declaration("S.d", "def", pi(H, X, to=const("S.Pair", BVar(1), nat(1))), PLACE)


@pytest.fixture
def structures(types: Any) -> DeclaredStructures:
    return DeclaredStructures(types(PAIR, PAIR_MK, PAIR_RIGHT, OWNER))


def test_a_declared_structure_has_views(structures: DeclaredStructures) -> None:
    (view,) = structures.constructors(DataType("S.Pair", (2, 1)))
    assert (view.name, view.fields, view.proof_fields) == (
        "S.Pair.mk",
        ("left", "ok", "right"),
        (False, True, False),
    )
    assert view.field_type(0, ()).domain == FinType(2)  # type: ignore[union-attr]
    with pytest.raises(Unsupported, match="a type without known constructors"):
        structures.constructors(DataType("S.Other", ()))


def test_a_structure_goes_through_a_port(bind: Any, structures: DeclaredStructures) -> None:
    type = pi(H, ("s", "", const("S.Pair", BVar(0), nat(1))), to=vector(BVar(1)))
    bound = bind(lambda s: s.right(s.left), type, structures=structures)
    value = Data("S.Pair.mk", (vec(1, 2), PROOF, lambda v: lambda i: v(i) * 2))
    assert bound((2, value)) == vec(2, 4)


def test_a_field_has_its_own_telescope(bind: Any, structures: DeclaredStructures) -> None:
    definitions = structures.types.definitions
    type = field_telescope(definitions, OWNER, "right")
    binders, _ = telescope(type)
    assert [b.name for b in binders] == ["h", "x", "a", "a"]
    bound = bind(lambda x, dy: x * dy, type)
    assert bound.arity == 4
    assert bound((2, vec(1, 2), vec(3, 4), 1)) == fmpq(8)
    with pytest.raises(InputError, match=r"S\.Pair has no field middle"):
        field_telescope(definitions, OWNER, "middle")
    with pytest.raises(InputError, match="gives no structure"):
        field_telescope(definitions, Declaration("S.e", "def", pi(H, to=BVar(0)), PLACE), "left")


# ----- with the exact interpreter -----------------------------------------------------------


class Nothing:
    def declaration(self, name: str) -> Declaration | None:
        return None


def test_an_interpreter_runs_a_port_in_the_place_of_a_constant() -> None:
    # {h : ℕ} (x : Fin h → ℝ) (i : Fin h) : Fin (2 * h), by a port that gives a whole array
    doubled = const("HMul.hMul", NAT, nat(2), BVar(2))
    type = pi(H, X, ("i", "", fin(BVar(1))), to=fin(doubled))
    bound = BoundFunction(port(lambda x: x.astype(int)), type, Exact(Nothing()))
    exact = Exact(Nothing(), overrides={"P.f": Override(bound.arity, bound)})
    x = FVar(1, "x")
    term = const("Eq", fin(nat(4)), const("P.f", nat(2), x, BVar(0)), BVar(0))
    for_all = Pi("i", "", fin(nat(2)), term)
    assert exact.truth(for_all, {x: vec(0, 1)}) is True
    assert exact.truth(for_all, {x: vec(0, 2)}) is False
    assert bound.calls == 2
    with pytest.raises(BoundaryFault, match="range: the result is out of range at"):
        exact.truth(for_all, {x: vec(0, 4)})


def test_a_result_of_too_many_entries_is_not_asked_for(bind: Callable[..., BoundFunction]) -> None:
    type = pi(H, X, ("i", "", fin(BVar(1))), to=fin(nat(9)))
    bound = bind(lambda x: x.astype(int), type, limits=Limits(port_entries=3))
    assert bound((3, vec(0, 1, 2), 2)) == 2
    with pytest.raises(LimitReached, match="port entries") as reached:
        bound((4, vec(0, 1, 2, 3), 2))
    assert (reached.value.got, reached.value.expected) == ("4", "3")
    assert bound.calls == 1


@pytest.mark.parametrize("name", ["numpy", "jax"])
def test_every_bundled_port_loads(name: str) -> None:
    if name == "jax":
        pytest.importorskip("jax")
    config = Config.for_directory(Path(__file__).parent)
    bindings = config.port_sets[name].bindings.values()
    loaded = [load_port(b, config.python) for b in bindings if b.skip is None]
    assert loaded
    assert all(p.positional is not None for p in loaded)
