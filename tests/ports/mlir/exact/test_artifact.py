"""An artifact through the exact interpreter: as shipped and at other sizes, against XLA."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpq

from leanbridge.interp.reals import to_float
from leanbridge.ports.mlir import Executable, parse_artifact, resized, widened
from leanbridge.ports.mlir.exact import Rational, entries_of, evaluate, ops_used, program_of

#: A small network as artifacts are written: a convolution, statistics of the batch, a rectifier, a
#: pool with a padding of -∞, and a dense layer.
NET = """\
module @m {
  func.func @net(%x: tensor<4x16xf32>, %W: tensor<2x1x3x3xf32>, %g: tensor<2xf32>,
                 %Wd: tensor<8x3xf32>) -> tensor<4x3xf32> {
    %0 = stablehlo.reshape %x : (tensor<4x16xf32>) -> tensor<4x1x4x4xf32>
    %1 = stablehlo.convolution(%0, %W)
      dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<4x1x4x4xf32>, tensor<2x1x3x3xf32>) -> tensor<4x2x4x4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<64.0> : tensor<2xf32>
    %s = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0, 2, 3]
      : (tensor<4x2x4x4xf32>, tensor<f32>) -> tensor<2xf32>
    %m = stablehlo.divide %s, %n : tensor<2xf32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<2xf32>) -> tensor<4x2x4x4xf32>
    %c = stablehlo.subtract %1, %mb : tensor<4x2x4x4xf32>
    %gb = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<2xf32>) -> tensor<4x2x4x4xf32>
    %y = stablehlo.multiply %c, %gb : tensor<4x2x4x4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<4x2x4x4xf32>
    %r = stablehlo.maximum %y, %zero : tensor<4x2x4x4xf32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %p = "stablehlo.reduce_window"(%r, %low) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %t = stablehlo.maximum %a, %b : tensor<f32>
        stablehlo.return %t : tensor<f32>
    }) {window_dimensions = array<i64: 1, 1, 3, 3>, window_strides = array<i64: 1, 1, 2, 2>,
        padding = dense<[[0, 0], [0, 0], [1, 1], [1, 1]]> : tensor<4x2xi64>}
      : (tensor<4x2x4x4xf32>, tensor<f32>) -> tensor<4x2x2x2xf32>
    %f = stablehlo.reshape %p : (tensor<4x2x2x2xf32>) -> tensor<4x8xf32>
    %o = stablehlo.dot_general %f, %Wd, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
    return %o : tensor<4x3xf32>
  }
}
"""


@pytest.mark.parametrize("examples", [4, 2])
def test_an_artifact_gives_what_xla_gives(examples: int) -> None:
    artifact = resized(widened(parse_artifact(NET)), "x", examples)
    random = np.random.default_rng(examples)
    given = [random.integers(-3, 4, a.type.shape).astype(float) for a in artifact.arguments]
    (executed,) = Executable(artifact)(given)
    program, algebra = program_of(artifact), Rational()
    entries = [entries_of(a, t, algebra) for a, t in zip(given, program.parameters, strict=True)]
    outcome = evaluate(program, entries, algebra)
    assert outcome.flags == ()
    got = np.array([to_float(x) for x in outcome.results[0].ravel().tolist()])
    np.testing.assert_array_equal(got.reshape(examples, 3), executed)
    assert np.any(executed != 0)


def test_a_count_that_was_not_made_anew_is_seen_exactly() -> None:
    right = program_of(resized(parse_artifact(NET), "x", 2))
    wrong = program_of(parse_artifact(resized(parse_artifact(NET), "x", 2).text.replace(
        "dense<3.200000e+01>", "dense<6.400000e+01>")))  # fmt: skip
    assert ops_used(right) == ops_used(wrong)
    entries = [
        np.full(t.shape, fmpq(1, 3) * (number + 1), object)
        for number, t in enumerate(right.parameters)
    ]
    entries[0][0, 0] = fmpq(-5, 7)
    a, b = (evaluate(p, entries, Rational()).results[0].tolist() for p in (right, wrong))
    assert a != b
