"""Reading a table: whole axes are renamed, separate axes read one by one, shared ones together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.interp.array import linear
from leanbridge.interp.array_axes import Arr, Axis, Recorder, from_array, iota, known
from leanbridge.interp.array_program import Node, finish
from leanbridge.interp.array_tables import gather
from leanbridge.limits import DEFAULT

X = np.random.default_rng(0).normal(size=(3, 4, 5))


class Bench:
    """An input array with three axes, and reads of it."""

    def __init__(self) -> None:
        self.rec = Recorder(1 << 20)
        self.axes = [Axis(n) for n in X.shape]
        node = self.rec.builder.input(X.shape, "real")
        self.x = Arr(node, tuple(self.axes), "real")

    def read(self, *indices: Arr | None) -> Arr:
        chosen = {a: i for a, i in zip(self.axes, indices, strict=True) if i is not None}
        return gather(self.rec, self.x, chosen)

    def value(self, out: Arr, axes: list[Axis]) -> Any:
        assert isinstance(out.data, Node)
        assert set(out.axes) == set(axes)
        program = finish(self.rec.builder, [out.data])
        (array,), _ = linear(program, "numpy", np.dtype(np.float64), DEFAULT)(X)
        return array.transpose([out.axes.index(a) for a in axes])

    def takes(self, out: Arr) -> int:
        assert isinstance(out.data, Node)
        return sum(n.op == "take" for n in finish(self.rec.builder, [out.data]).steps)


def index(values: Any, *axes: Axis) -> Arr:
    return from_array(np.array(values), axes, "int")


def test_a_whole_axis_is_renamed() -> None:
    bench = Bench()
    new = Axis(4)
    out = bench.read(None, iota(new), None)
    assert out.axes == (bench.axes[0], new, bench.axes[2])
    assert out.data is bench.x.data
    short = Axis(3)  # a part of the axis is not the axis
    part = bench.read(None, iota(short), None)
    np.testing.assert_array_equal(
        bench.value(part, [bench.axes[0], short, bench.axes[2]]), X[:, :3]
    )


def test_separate_axes_are_read_one_by_one() -> None:
    bench = Bench()
    i, a, j, c = Axis(2, "i"), Axis(3, "a"), Axis(4, "j"), Axis(2, "c")
    rows, columns = np.array([[0, 1, 3], [2, 2, 0]]), np.array([[4, 0], [1, 1], [2, 3], [0, 4]])
    out = bench.read(None, index(rows, i, a), index(columns, j, c))
    assert bench.takes(out) == 2
    expected = X[:, rows[:, :, None, None], columns]
    np.testing.assert_array_equal(bench.value(out, [bench.axes[0], i, a, j, c]), expected)


@pytest.mark.parametrize("pattern", ["diagonal", "shared", "transposed order"])
def test_axes_that_share_a_variable_are_read_together(pattern: str) -> None:
    bench = Bench()
    k = Axis(3, "k")
    if pattern == "diagonal":
        out = bench.read(iota(k), iota(k), None)
        expected = X[np.arange(3), np.arange(3)]
        got = bench.value(out, [k, bench.axes[2]])
    elif pattern == "shared":
        a, c = np.array([2, 0, 1]), np.array([4, 4, 0])
        out = bench.read(index(a, k), None, index(c, k))
        expected = X[a, :, c]
        got = bench.value(out, [k, bench.axes[1]])
    else:
        i = Axis(4)
        out = bench.read(iota(k), iota(i), known(2))
        expected = X[:, :, 2].T
        got = bench.value(out, [i, k])
    assert bench.takes(out) <= 1
    np.testing.assert_array_equal(got, expected)


def test_an_index_over_an_axis_that_stays_reads_at_it() -> None:
    """`fun i => x i (g i)` for an x with the outer axis i, as with trials."""
    bench = Bench()
    outer, last = bench.axes[0], bench.axes[2]
    g = np.array([3, 0, 2])
    out = bench.read(None, index(g, outer), None)
    np.testing.assert_array_equal(bench.value(out, [outer, last]), X[np.arange(3), g])


def test_a_new_name_that_is_an_old_axis_does_not_collide() -> None:
    """Swapping two axes of one size, and a diagonal through an outer axis."""
    rec = Recorder(1 << 20)
    p, q = Axis(3, "p"), Axis(3, "q")
    square = np.arange(9.0).reshape(3, 3)
    x = Arr(rec.builder.input((3, 3), "real"), (p, q), "real")
    swapped = gather(rec, x, {p: iota(q), q: iota(p)})
    assert set(swapped.axes) == {p, q}
    program = finish(rec.builder, [rec.node(swapped)])
    (got,), _ = linear(program, "numpy", np.dtype(np.float64), DEFAULT)(square)
    np.testing.assert_array_equal(got.transpose([swapped.axes.index(a) for a in (p, q)]), square.T)
    diagonal = gather(rec, x, {p: iota(q)})
    program = finish(rec.builder, [rec.node(diagonal)])
    (got,), _ = linear(program, "numpy", np.dtype(np.float64), DEFAULT)(square)
    np.testing.assert_array_equal(got, np.diag(square))


def test_a_flat_read_of_everything_is_a_reshape() -> None:
    bench = Bench()
    flat = Axis(60)
    k = np.arange(60)
    out = bench.read(index(k // 20, flat), index(k // 5 % 4, flat), index(k % 5, flat))
    assert bench.takes(out) == 0
    np.testing.assert_array_equal(bench.value(out, [flat]), X.reshape(-1))
    column_major = bench.read(index(k % 3, flat), index(k // 3 % 4, flat), index(k // 12, flat))
    assert bench.takes(column_major) == 1
    np.testing.assert_array_equal(bench.value(column_major, [flat]), X.reshape(-1, order="F"))
