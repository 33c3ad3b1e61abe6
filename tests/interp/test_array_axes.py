"""Named axes: broadcasting by name, constant axes dropped, bounds, Lean's totality."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.errors import Unsupported
from leanbridge.interp.array import linear
from leanbridge.interp.array_axes import (
    BOUNDS,
    Arr,
    Axis,
    Recorder,
    Split,
    flat_index,
    from_array,
    iota,
    joined_index,
    known,
)
from leanbridge.interp.array_kernels import ELEMENTWISE
from leanbridge.interp.array_program import finish
from leanbridge.limits import DEFAULT


def rec() -> Recorder:
    return Recorder(1 << 20)


def test_broadcasting_is_by_name_not_by_size() -> None:
    """Two axes of one size make a square, one axis a line."""
    h, w = Axis(3, "h"), Axis(3, "w")
    r = rec()
    square = r.elementwise("add", iota(h), iota(w))
    line = r.elementwise("add", iota(h), iota(h))
    assert square.axes == (h, w)
    assert np.array_equal(square.known_data, np.add.outer(range(3), range(3)))
    assert line.axes == (h,)
    assert line.known_data.tolist() == [0, 2, 4]


def test_constant_axes_go() -> None:
    i, j = Axis(4, "i"), Axis(3, "j")
    r = rec()
    flat = r.elementwise("add", r.elementwise("mul", iota(i), known(3)), iota(j))
    again = r.elementwise("nat_div", flat, known(3))
    assert again.axes == (i,)
    assert again.known_data.tolist() == [0, 1, 2, 3]
    assert r.elementwise("nat_mod", flat, known(3)).axes == (j,)
    assert r.elementwise("sub", iota(i), iota(i)).data == 0


def test_natural_numbers_are_total() -> None:
    i = Axis(4)
    r = rec()

    def of(op: str, a: Any, b: Any) -> list[int]:
        left = iota(i) if a is None else known(a)
        right = iota(i) if b is None else known(b)
        return np.broadcast_to(r.elementwise(op, left, right).known_data, 4).tolist()  # type: ignore[no-any-return]

    assert of("nat_sub", 2, None) == [2, 1, 0, 0]
    assert of("nat_div", 7, None) == [0, 7, 3, 2]
    assert of("nat_mod", 7, None) == [7, 0, 1, 1]
    assert of("int_div", -7, None) == [0, -7, -4, -3]
    assert of("int_mod", -7, None) == [-7, 0, 1, 2]


INTEGER_OPS = sorted(set(BOUNDS) & set(ELEMENTWISE) - {"where", "to_int", "int_pow", "sign"})


@pytest.mark.parametrize("op", INTEGER_OPS)
def test_bounds_hold(op: str) -> None:
    """Of every integer op: the values lie within the bounds computed from the arguments'."""
    arity = 1 if op in ("neg", "abs") else 2
    low = 0 if op.startswith("nat") else -5
    rng = np.random.default_rng(0)
    for _ in range(50):
        ends = [sorted(rng.integers(low, 6, 2)) for _ in range(arity)]
        bounds = [(int(a), int(b)) for a, b in ends]
        grids = np.meshgrid(*[np.arange(a, b + 1) for a, b in bounds], indexing="ij")
        out = ELEMENTWISE[op](np, *grids)
        least, greatest = BOUNDS[op](*bounds)
        assert least is None or least <= out.min()
        assert greatest is None or out.max() <= greatest


def test_a_wide_integer_is_refused() -> None:
    i = Axis(2)
    r = rec()
    with pytest.raises(Unsupported, match="64 bits"):
        r.elementwise("mul", r.elementwise("add", iota(i), known(1)), known(1 << 63))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_reals_are_total_and_keep_their_dtype(dtype: Any) -> None:
    i = Axis(4)
    values = np.array([-4, 0, 1, 4], dtype)
    cases = {
        "sqrt": [0, 0, 1, 2],
        "log": [np.log(4), 0, 0, np.log(4)],
        "sign": [-1, 0, 1, 1],
        "abs": [4, 0, 1, 4],
    }
    for op, expected in cases.items():
        got = _on_data(lambda r, x, op=op: r.elementwise(op, x), i, values)
        np.testing.assert_allclose(got, np.array(expected, dtype), rtol=1e-6)
        assert got.dtype == dtype
    inverse = _on_data(lambda r, x: r.elementwise("div", known(1.0), x), i, values)
    assert inverse.tolist() == [-0.25, 0, 1, 0.25]
    assert inverse.dtype == dtype
    cube = _on_data(lambda r, x: r.real_int_power(x, -1), i, values)
    assert cube.tolist() == [-0.25, 0, 1, 0.25]
    power = _on_data(lambda r, x: r.elementwise("real_pow", x, known(0.0)), i, values)
    assert power.tolist() == [1, 1, 1, 1]


def _on_data(function: Any, axis: Axis, values: Any) -> Any:
    r = rec()
    x = Arr(r.builder.input((axis.size,), "real"), (axis,), "real")
    program = finish(r.builder, [r.node(function(r, x))])
    (out,), _ = linear(program, "numpy", values.dtype, DEFAULT)(values)
    return out


def test_from_array_keeps_what_varies() -> None:
    i, j = Axis(2), Axis(3)
    out = from_array(np.array([[1, 1, 1], [2, 2, 2]]), (i, j), "int")
    assert out.axes == (i,)
    empty = from_array(np.zeros((0, 3), int), (Axis(0), j), "int")
    assert len(empty.axes) == 2


# ----- variables that are taken apart ---------------------------------------------------------


def test_a_divided_variable_asks_for_two_axes() -> None:
    r = rec()
    whole = Axis(12, may_split=True)
    with pytest.raises(Split) as caught:
        r.elementwise("nat_div", iota(whole), known(4))
    assert (caught.value.axis, caught.value.divisor) == (whole, 4)
    with pytest.raises(Split):
        r.elementwise("nat_mod", iota(whole), known(6))


@pytest.mark.parametrize(("may_split", "divisor"), [(False, 4), (True, 5), (True, 24), (True, 0)])
def test_a_variable_that_no_axis_can_stand_for_stays(may_split: bool, divisor: int) -> None:
    whole = Axis(12, may_split=may_split)
    found = rec().elementwise("nat_div", iota(whole), known(divisor))
    wanted = [k // divisor if divisor else 0 for k in range(12)]
    assert np.broadcast_to(found.known_data, 12).tolist() == wanted


def test_the_number_of_a_cell_is_taken_apart_and_put_together() -> None:
    r = rec()
    i, j, k = Axis(2), Axis(3), Axis(5, may_split=True)
    cell = flat_index([i, j, k])
    assert r.elementwise("nat_div", cell, known(15)).axes == (i,)
    outer = r.elementwise("nat_div", cell, known(5))
    assert (outer.axes, outer.known_data.tolist()) == ((i, j), [[0, 1, 2], [3, 4, 5]])
    assert r.elementwise("nat_mod", cell, known(5)).axes == (k,)
    again = joined_index(r, outer, 5, iota(k))
    assert again.axes == (i, j, k)
    assert np.array_equal(again.known_data, cell.known_data)
    uneven = r.elementwise("nat_div", cell, known(4))  # no axis ends there
    assert np.array_equal(uneven.known_data, cell.known_data // 4)


def test_axes_are_joined_in_their_order_wherever_they_stand() -> None:
    r = rec()
    i, j, other, whole = Axis(2), Axis(3), Axis(4), Axis(6)
    data = np.arange(24).reshape(3, 4, 2)
    joined = r.joined(Arr(data, (j, other, i), "int"), [i, j], whole)
    assert set(joined.axes) == {whole, other}
    wanted = data.transpose(2, 0, 1).reshape(6, 4)
    place = joined.axes.index(whole)
    assert np.array_equal(np.moveaxis(joined.known_data, place, 0), wanted)
    repeated = r.joined(iota(i), [i, j], whole)  # constant along j
    assert repeated.known_data.tolist() == [0, 0, 0, 1, 1, 1]
    assert r.joined(iota(other), [i, j], whole).axes == (other,)
