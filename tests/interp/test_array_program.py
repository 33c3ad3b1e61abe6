"""Programs simplify as they are recorded, and mean the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.interp.array import Array, linear
from leanbridge.interp.array_program import Builder, Node, finish
from leanbridge.limits import DEFAULT
from tests.interp.specs import definitions, spec


def run(builder: Builder, node: Node, *arrays: Any) -> Any:
    function = linear(finish(builder, [node]), "numpy", np.dtype(np.float64), DEFAULT)
    (out,), checks = function(*arrays)
    assert checks == ()
    return out


def ops(builder: Builder, node: Node) -> list[str]:
    return [n.op for n in finish(builder, [node]).steps if n.op not in ("input", "constant")]


X = np.random.default_rng(0).normal(size=(5, 7))


def test_the_same_step_is_recorded_once() -> None:
    builder = Builder()
    x = builder.input((5, 7), "real")
    rows = builder.constant(np.array([4, 0, 0]), "int")
    assert builder.take(x, 0, rows) is builder.take(x, 0, builder.constant([4, 0, 0], "int"))
    assert builder.take(x, 0, rows) is not builder.take(x, 1, rows)
    assert builder.constant(1.0, "real") is not builder.constant(1, "int")


def test_reading_everything_is_a_reshape() -> None:
    builder = Builder()
    x = builder.input((6,), "real")
    grid = np.arange(6).reshape(2, 3)
    assert ops(builder, builder.take_known(x, 0, grid)) == ["reshape"]
    assert ops(builder, builder.take_known(x, 0, grid[::-1])) == ["take"]


@pytest.mark.parametrize("op", ["max", "min", "sum"])
def test_a_reduction_goes_through_reads(op: str) -> None:
    """`max a b, x[r i a, s j b]` reduces along one axis at a time; so does `∑`."""
    builder = Builder()
    x = builder.input((5, 7), "real")
    r = np.array([[0, 1], [0, 2], [3, 4], [4, 4]])
    s = np.array([[6, 0, 3], [1, 2, 3], [5, 5, 0], [2, 4, 6]])
    first = builder.take(x, 0, builder.constant(r, "int"))
    both = builder.take(first, 2, builder.constant(s, "int"))
    out = builder.reduce(op, both, [1, 3])
    assert ops(builder, out) == ["take_reduce", "take_reduce"]
    expected = getattr(X[r[:, :, None, None], s], op)(axis=(1, 3))
    np.testing.assert_allclose(run(builder, out, X), expected, rtol=1e-14)


@pytest.mark.parametrize(
    "table",
    [
        [[0, 0, 1], [1, 2, 3], [3, 4, 5]],  # runs, one row broken in two
        [[6, 0], [0, 6], [3, 1], [1, 3], [5, 0], [2, 2]],  # no runs: read entry by entry
        [[2, 2, 2]],
        [[[0, 1], [2, 3]], [[4, 5], [6, 0]]],  # more than one axis left
    ],
)
@pytest.mark.parametrize("op", ["max", "min", "sum"])
def test_a_reduced_read_is_the_read_reduced(op: str, table: Any) -> None:
    builder = Builder()
    x = builder.input((5, 7), "real")
    index = np.array(table)
    taken = builder.take(x, 1, builder.constant(index, "int"))
    out = builder.reduce(op, taken, [len(taken.shape) - 1])
    assert ops(builder, out) == ["take_reduce"]
    np.testing.assert_allclose(run(builder, out, X), getattr(X[:, index], op)(axis=-1), rtol=1e-14)


def test_inputs_are_not_written() -> None:
    x = np.random.default_rng(1).normal(size=(2, 6, 8))
    kept = x.copy()
    x.setflags(write=False)
    Array(definitions()).compile(spec("maxPool3s2", 2, 3, 4))(x)
    np.testing.assert_array_equal(x, kept)


def test_the_pool_is_two_steps() -> None:
    """Not a rule for it: what `test_a_reduction_goes_through_reads` comes to on its Lean body."""
    compiled = Array(definitions()).compile(spec("maxPool3s2", 2, 3, 4))
    program = compiled.record()[0].program
    steps = [n.op for n in program.steps if n.op not in ("input", "constant")]
    assert steps == ["take_reduce", "take_reduce"]
    assert program.checks == ()


def test_a_prod_is_not_pushed_and_nested_sums_are_one() -> None:
    builder = Builder()
    x = builder.input((5, 7), "real")
    out = builder.reduce("sum", builder.reduce("sum", x, [1]), [0])
    assert ops(builder, out) == ["reduce"]
    mixed = builder.reduce("max", builder.reduce("sum", x, [1]), [0])
    assert ops(builder, mixed) == ["reduce", "reduce"]
    np.testing.assert_allclose(run(builder, mixed, X), X.sum(1).max())


def test_steps_release_what_nobody_needs() -> None:
    builder = Builder()
    x = builder.input((5, 7), "real")
    out = builder.reduce("max", builder.reduce("sum", x, [1]), [0])
    program = finish(builder, [out])
    released = [n.op for done in program.release for n in done]
    assert released == ["reduce"]  # the sum; neither the input nor the result
