"""The premise of a lowering: what is run, what agrees, and what is told apart from rounding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from leanbridge.check.premise import INPUTS, TO_THE_BIT, Premise, premise
from leanbridge.ports import Binding
from leanbridge.ports.loading import describe
from leanbridge.ports.mlir.exact import lower


def shown(
    function: Callable[..., Any], *arguments: Any, executed: Callable[..., Any] | None = None,
    **keywords: Any,
) -> Premise:  # fmt: skip
    """The premise of a function whose executed port may be another one."""
    binding = Binding("f", "m:f", arrays="jax", dtype="float64", x64=True)
    port = describe(binding, executed or function)
    return premise(port, lower(function, arguments, keywords), arguments, keywords, 0)


X = np.zeros((2, 3))


def test_all_inputs_agree_to_the_bit_where_nothing_rounds() -> None:
    found = shown(lambda x: jnp.maximum(x, 0).sum(1), X)
    assert (found.failed, found.to_the_bit, found.within) == ("", INPUTS, 0)
    assert str(found) == "the executed port agrees on 32 inputs, 32 of them to the bit"
    assert found.spent > 0


def test_where_something_rounds_enough_inputs_do_not() -> None:
    found = shown(lambda x: x - x.sum() / 3, np.zeros(3))
    assert found.failed == ""
    assert found.to_the_bit >= TO_THE_BIT
    assert found.to_the_bit + found.within >= INPUTS


def test_sizes_stay_sizes_and_indices_stay_in_range() -> None:
    found = shown(lambda x, i, *, n: x.reshape(n, -1)[i], X, np.array([0, 2, 1]), n=3)
    assert (found.failed, found.to_the_bit, found.left_out) == ("", INPUTS, 0)


def test_a_function_of_integers_needs_no_more_inputs_than_there_are() -> None:
    found = shown(lambda i: 2 * i, 3)
    assert (found.failed, found.to_the_bit) == ("", 1)


@pytest.mark.parametrize(
    ("executed", "reason"),
    [
        (lambda x: x + 1 + 2.0**-40, "where nothing rounds"),
        (lambda x: (x + 1)[:1], "results of other shapes"),
        (lambda x: x + 1 + jnp.where(x[0, 0] > 2, jnp.nan, 0.0), "executed None"),
        (lambda x: (_ for _ in ()).throw(ValueError("no")), "raised: the port raised"),
    ],
)
def test_a_port_that_is_another_function_differs(executed: Callable[..., Any], reason: str) -> None:
    found = shown(lambda x: x + 1, X, executed=executed)
    assert found.differs
    assert reason in found.failed


def test_a_fault_where_everything_rounds_is_beyond_rounding() -> None:
    found = shown(lambda x: x * 0.1, X, executed=lambda x: x * 0.1 * (1 + 2.0**-30))
    assert found.differs
    assert "beyond rounding" in found.failed


def test_rounding_is_no_difference_but_shows_too_little() -> None:
    found = shown(lambda x: jnp.exp(x / 64), X, executed=lambda x: jnp.expm1(x / 64) + 1)
    assert not found.differs
    assert found.failed == "0 inputs agree to the bit, and 24 others"


def test_a_jump_is_neither_agreement_nor_difference() -> None:
    def sign(x: Any) -> Any:
        return jnp.sign(x - x.sum() / 3)

    found = shown(sign, np.zeros(3), executed=lambda x: jnp.sign(x - (x / 3).sum()))
    assert not found.differs


def test_inputs_that_leave_the_numbers_are_left_out() -> None:
    found = shown(lambda x: jnp.sqrt(x), np.zeros(2))
    assert found.failed == ""
    assert found.left_out > 0
    every = shown(lambda x: jnp.sqrt(-1 - jnp.abs(x)), np.zeros(2))
    assert "the square root of a negative number" in every.failed
    assert not every.differs


def test_a_narrower_float_inside_rounds_earlier() -> None:
    """Over ℝ it is no other function: what is said rests on the inputs that the narrow one has."""

    def narrow(x: Any) -> Any:
        return (x.astype("float32") * (1 + 2.0**-20)).astype("float64")

    found = shown(lambda x: x.astype("float32").astype("float64"), X)
    assert (found.failed, found.to_the_bit) == ("", INPUTS)
    found = shown(narrow, X)
    assert found.differs
    assert "beyond rounding" in found.failed
