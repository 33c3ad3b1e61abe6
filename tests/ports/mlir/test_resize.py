"""Another size of an axis: the derived module is the one that would have been written."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.errors import InputError, Unsupported
from leanbridge.ports.mlir import Artifact, Executable, parse_artifact, resized
from tests.ports.net import text

CONV = """\
func.func @f(%x: tensor<4x18xf32>, %w: tensor<4x2x1x1xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<4x18xf32>) -> tensor<4x2x3x3xf32>
  %1 = stablehlo.convolution(%0, %w)
    dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
    window = {stride = [1, 1], pad = [[0, 0], [0, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<4x2x3x3xf32>, tensor<4x2x1x1xf32>) -> tensor<4x4x3x3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<9.0> : tensor<4x4xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [2, 3]
    : (tensor<4x4x3x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  %3 = stablehlo.divide %2, %c : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
"""


def values(artifact: Artifact, seed: int = 0) -> np.ndarray[Any, Any]:
    random = np.random.default_rng(seed)
    arrays = [random.standard_normal(a.type.shape).astype("f4") for a in artifact.arguments]
    return Executable(artifact)(arrays)[0]


def test_a_batch_of_another_size_is_the_module_written_at_that_size() -> None:
    derived = resized(parse_artifact(text(16)), "x", 8)
    assert derived.origin == "derived: axis 0 of %x 16 → 8 (4 counts with it)"
    assert [a.name for a in derived.arguments] == ["x", "s1W", "s1g", "s1bt", "s2W", "s2g", "s2bt"]
    np.testing.assert_array_equal(values(derived), values(parse_artifact(text(8))))


def test_a_wrong_count_would_be_seen() -> None:
    derived = resized(parse_artifact(text(16)), "x", 8)
    assert not np.array_equal(values(derived), values(parse_artifact(text(8, count=16))))


def test_an_axis_of_the_same_size_elsewhere_stays() -> None:
    derived = resized(parse_artifact(text(4, 4)), "x", 6)
    shapes = [a.type.shape for a in derived.arguments]
    assert shapes[:3] == [(6, 4), (4, 4), (4,)]
    assert derived.results[0].shape == (6, 4)


def test_through_reshape_convolution_and_a_mean_over_other_axes() -> None:
    derived = resized(parse_artifact(CONV), "x", 3)
    assert derived.results[0].shape == (3, 4)
    random = np.random.default_rng(0)
    x, w = random.standard_normal((3, 2, 9)), random.standard_normal((4, 2))
    arrays = [x.reshape(3, 18).astype("f4"), w.reshape(4, 2, 1, 1).astype("f4")]
    expected = np.einsum("bcs,oc->bo", x, w) / 9
    np.testing.assert_allclose(Executable(derived)(arrays)[0], expected, rtol=1e-5, atol=1e-6)


def test_the_size_it_has_changes_nothing() -> None:
    artifact = parse_artifact(text())
    assert resized(artifact, "x", 16) is artifact


def test_a_sum_divided_by_no_count_is_unsupported() -> None:
    with pytest.raises(Unsupported, match="divided by no count of it") as error:
        resized(parse_artifact(text(count=15)), "x", 8)
    assert error.value.got == "15"
    assert error.value.expected == "16 entries are added up"


@pytest.mark.parametrize(
    ("body", "op"),
    [
        ("%0 = stablehlo.reshape %x : (tensor<4x2xf32>) -> tensor<8xf32>", "reshape"),
        (
            '%0 = "stablehlo.sort"(%x) ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n'
            "%c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
            "stablehlo.return %c : tensor<i1>\n}) {dimension = 0 : i64}"
            " : (tensor<4x2xf32>) -> tensor<4x2xf32>",
            "sort",
        ),
    ],
)
def test_an_op_through_which_the_axis_is_lost_is_unsupported(body: str, op: str) -> None:
    source = f"func.func @f(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {{\n{body}\nreturn %x"
    with pytest.raises(Unsupported, match=f"resizing through {op}"):
        resized(parse_artifact(source + " : tensor<4x2xf32>\n}\n"), "x", 3)


@pytest.mark.parametrize(
    ("argument", "size", "message"),
    [("y", 2, "no such argument to resize"), ("x", 0, "cannot resize axis 0 of %x")],
)
def test_what_cannot_be_resized(argument: str, size: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        resized(parse_artifact(text()), argument, size)
