"""What leaves the numbers, and what is not known, is said by name: nothing wraps or guesses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from flint import fmpq
from jax import lax

from leanbridge.errors import InputError, Unsupported
from leanbridge.interp.reals import Quadratic
from leanbridge.ports.mlir import parse_artifact
from leanbridge.ports.mlir.exact import (
    Algebra,
    Escapes,
    Rational,
    entries_of,
    evaluate,
    literals,
    lower,
    ops_used,
    program_of,
)
from leanbridge.ports.mlir.exact.interpret import Outcome
from leanbridge.ports.mlir.exact.program import Array


def run(function: Callable[..., Any], *given: Any, algebra: Algebra | None = None) -> Outcome:
    """A function, lowered and run exactly."""
    algebra = algebra or Rational()
    arrays = [np.asarray(x) for x in given]
    program = lower(function, arrays).program
    types = program.parameters
    return evaluate(
        program, [entries_of(a, t, algebra) for a, t in zip(arrays, types, strict=True)], algebra
    )


# ----- integers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "value", "op"),
    [
        (lambda i: i * i, 2**40, "multiply wraps in i64"),
        (lambda i: i + 2**62, 2**62, "add wraps in i64"),
        (lambda i: i.astype("int32"), 2**31, "convert wraps in i32"),
        (lambda i: i.astype("uint8") - jnp.uint8(3), 2, "subtract wraps in ui8"),
        (lambda i: -i, -(2**63), "negate wraps in i64"),
        (lambda i: i << 60, 12, "shift_left wraps in i64"),
        (lambda i: lax.div(i, i - 3), 3, "an integer divided by 0"),
    ],
)
def test_an_integer_that_wraps_is_no_value(
    function: Callable[..., Any], value: int, op: str
) -> None:
    with pytest.raises(Escapes, match=re.escape(op)):
        run(function, np.array([value]))


def test_the_last_integer_does_not_wrap() -> None:
    (result,) = run(lambda i: i + 1, np.array(2**63 - 2)).results
    assert result[()] == 2**63 - 1


# ----- NaN and infinities -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda x: jnp.maximum(x / 0.0, 1.0), "maximum of what is no number: a quotient by 0"),
        (lambda x: jnp.max(jnp.sqrt(x)), "maximum of what is no number: the square root"),
        (lambda x: jnp.log(x) > 1, "compare of what is no number: the logarithm"),
        (lambda x: (x / 0.0).astype(int), "convert of what is no number: a quotient by 0"),
        (lambda x: x + jnp.nan, "result 0 is no number: a NaN constant"),
        (lambda x: x + jnp.inf, re.escape("result 0 is no number: add of +∞")),
        (lambda x: jnp.where(x > 9, x, -jnp.inf), "result 0 is no number: −∞"),
        (lambda x: jnp.isfinite(x / 0.0), "no number: a quotient by 0"),
    ],
)
def test_what_is_no_number_is_not_hidden(function: Callable[..., Any], message: str) -> None:
    with pytest.raises(Escapes, match=message):
        run(function, np.array([1.0, -1.0]))


def test_a_decided_select_drops_what_is_no_number() -> None:
    (result,) = run(lambda x: jnp.where(x == 0, 0.0, 1 / x), np.array([0.0, 4.0])).results
    assert result.tolist() == [0, fmpq(1, 4)]


def test_the_start_of_a_maximum_is_below_all_numbers() -> None:
    (result,) = run(lambda x: x.max(1), np.full((2, 2), -1e300)).results
    assert result.tolist() == [fmpq(*(-1e300).as_integer_ratio())] * 2


# ----- indices ------------------------------------------------------------------------------


def test_a_clamped_index_is_flagged() -> None:
    outcome = run(lambda x, i: lax.dynamic_slice(x, (i,), (2,)), np.arange(3.0), np.array(2))
    assert outcome.results[0].tolist() == [1, 2]
    assert outcome.flags == ("dynamic_slice: the start index 2 is clamped to 1",)


def test_a_gather_out_of_range_is_flagged() -> None:
    outcome = run(lambda x, i: x.at[i].get(mode="clip"), np.arange(3.0), np.array([5, 0]))
    assert outcome.results[0].tolist() == [2, 0]
    assert outcome.flags == ("gather: the start index 5 is clamped to 2",)


def test_a_dropped_update_is_flagged() -> None:
    outcome = run(lambda x, i: x.at[i].add(1.0), np.zeros(2), np.array([1, 4]))
    assert outcome.results[0].tolist() == [0, 1]
    assert outcome.flags == ("scatter: the update at 4 of 2 is dropped",)


# ----- what is not there --------------------------------------------------------------------

CALL = """\
func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
  %r = stablehlo.custom_call @secret(%x) : (tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}
"""


def test_an_op_without_a_rule_names_itself_and_its_place() -> None:
    with pytest.raises(Unsupported, match=r"the op cbrt") as info:
        run(jnp.cbrt, np.array([8.0]))
    assert info.value.where.declaration == "@main"
    assert info.value.got == "cbrt(tensor<1xf64>) → tensor<1xf64>"
    program = program_of(parse_artifact(CALL))
    with pytest.raises(Unsupported, match="the op custom_call @secret"):
        evaluate(program, [np.array([fmpq(0), fmpq(1)], object)], Rational())


def test_an_op_that_an_algebra_lacks_names_both() -> None:
    class Ring(Algebra):
        name = "a ring"

        def constant(self, value: fmpq) -> fmpq:
            return value

    (result,) = run(lambda x: x * x + 1, np.array([3.0]), algebra=Ring()).results
    assert result.tolist() == [10]
    with pytest.raises(Unsupported, match="sqrt over a ring"):
        run(jnp.sqrt, np.array([4.0]), algebra=Ring())


@pytest.mark.parametrize(
    ("function", "given", "message"),
    [
        (lambda x: x if x[0] > 0 else -x, np.zeros(2), "a port that JAX does not trace"),
        (lambda x: x, len, "lowering a port that takes a function"),
        (lambda x: x, "text", "lowering a port that takes a str"),
    ],
)
def test_what_cannot_be_lowered_is_unsupported(
    function: Callable[..., Any], given: Any, message: str
) -> None:
    with pytest.raises(Unsupported, match=message):
        lower(function, [given], name="a port")


def test_arguments_of_another_shape_are_refused() -> None:
    program = lower(lambda x: x, [np.zeros(2)]).program
    with pytest.raises(InputError, match="arguments of other shapes"):
        evaluate(program, [np.array([fmpq(0)], object)], Rational())


# ----- numbers ------------------------------------------------------------------------------


def test_roots_stay_roots() -> None:
    (result,) = run(lambda x: jnp.sqrt(x) * jnp.sqrt(x), np.array([2.0, 0.25])).results
    assert result.tolist() == [2, fmpq(1, 4)]
    (root,) = run(jnp.sqrt, np.array([2.0])).results
    assert root[0] == Quadratic(fmpq(0), fmpq(1), fmpq(2))


def test_a_constant_is_the_decimal_that_it_is_written_as() -> None:
    lowered = lower(lambda x: x * 0.1 + 1 / 3 + 0.25, [np.zeros(1)])
    assert lowered.program.rounded == ("0.1", "0.3333333333333333")
    (result,) = evaluate(lowered.program, [np.array([fmpq(1)], object)], Rational()).results
    third = fmpq(*(1 / 3).as_integer_ratio())
    assert result[0] == fmpq(1, 10) + third + fmpq(1, 4)
    narrow = lower(lambda x: x * jnp.float32(1e-5), [np.zeros(1, "float32")])
    (result,) = evaluate(narrow.program, [np.array([fmpq(1)], object)], Rational()).results
    assert result[0] == fmpq(1, 100000)


def test_the_ops_of_a_program_are_those_it_reaches() -> None:
    program = lower(lambda x: lax.max(x[0], x[1]), [np.zeros(2)]).program
    assert ops_used(program) == {"maximum": 1, "reshape": 2, "slice": 2}


def test_the_arithmetic_of_indices_is_no_arithmetic_of_floats() -> None:
    def read(x: Any, i: Any) -> Any:
        return jnp.where(x[i + 1] > 1.5, x[i], -jnp.inf)

    program = lower(read, [np.zeros(3), np.array(1)]).program
    assert "add" in ops_used(program)
    used = ops_used(program, on_floats=True)
    assert used.keys() & {"add", "multiply", "subtract", "divide"} == set()
    assert used.keys() >= {"compare", "select"}
    assert literals(program) == {fmpq(3, 2)}


# ----- entries of another algebra -----------------------------------------------------------


class Words(Algebra):
    """Terms as text: entries that are sequences, and truths that stay undecided."""

    name = "words"

    def constant(self, value: fmpq) -> str:
        return str(value)

    def add(self, x: str, y: str) -> str:
        return f"({x} + {y})"

    def compare(self, direction: str, x: str, y: str) -> str:
        return f"{x} {direction} {y}"

    def select(self, truth: str, x: str, y: str) -> str:
        return f"if {truth} then {x} else {y}"


def words(*names: str) -> Array:
    return np.fromiter(names, object, len(names))


def test_entries_may_be_terms() -> None:
    program = lower(lambda x: jnp.where(x[:2] > 0, x[:2], x[1:]).sum(), [np.zeros(3)]).program
    (result,) = evaluate(program, [words("a", "b", "c")], Words()).results
    first, second = ("if a GT 0 then a else b", "if b GT 0 then b else c")
    assert result[()] == f"((0 + {first}) + {second})"


def test_a_maximum_of_terms_starts_at_the_first() -> None:
    program = lower(lambda x: x.max(), [np.zeros(2)]).program
    (result,) = evaluate(program, [words("a", "b")], Words()).results
    assert result[()] == "if a GE b then a else b"


def test_an_undecided_truth_decides_no_branch_and_no_index() -> None:
    def branch(x: Any) -> Any:
        return lax.cond(x[0] > 0, lambda v: v, lambda v: -v, x)

    program = lower(branch, [np.zeros(2)]).program
    with pytest.raises(Unsupported, match="an undecided index"):
        evaluate(program, [words("a", "b")], Words())
