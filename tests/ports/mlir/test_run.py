"""Running an artifact: the values, the names of functions, and arguments that do not fit."""

from __future__ import annotations

import numpy as np
import pytest

from leanbridge.errors import InputError, Unsupported
from leanbridge.ports.mlir import Executable, parse_artifact

SUM = """\
module {{
  func.func {visibility} @{name}(%x: tensor<2xf64>, %k: tensor<2xi32>)
      -> (tensor<2xf64>, tensor<2xi32>) {{
    %0 = stablehlo.add %x, %x : tensor<2xf64>
    return %0, %k : tensor<2xf64>, tensor<2xi32>
  }}
  func.func @main(%x: tensor<f32>) -> tensor<f32> {{
    return %x : tensor<f32>
  }}
}}
"""


@pytest.mark.parametrize("visibility", ["", "public", "private"])
def test_a_function_of_any_name_runs_beside_a_main(visibility: str) -> None:
    artifact = parse_artifact(SUM.format(name="f", visibility=visibility), function="f")
    x, k = np.array([1e-300, 0.1]), np.array([3, -4], dtype=np.int32)
    got, passed = Executable(artifact)([x, k])
    assert got.dtype == np.float64
    np.testing.assert_array_equal(got, x + x)
    np.testing.assert_array_equal(passed, k)


@pytest.mark.parametrize(
    ("arrays", "message", "expected"),
    [
        ([np.zeros(2)], "a wrong number of arguments", "2"),
        ([np.zeros(2, "f4"), np.zeros(2, "i4")], "argument %x", "float64 (2,)"),
        ([np.zeros(3), np.zeros(2, "i4")], "argument %x", "float64 (2,)"),
        ([np.zeros(2), np.zeros(2, "i8")], "argument %k", "int32 (2,)"),
    ],
)
def test_nothing_is_converted(arrays: list[np.ndarray], message: str, expected: str) -> None:
    executable = Executable(parse_artifact(SUM.format(name="f", visibility=""), function="f"))
    with pytest.raises(InputError, match=message) as error:
        executable(arrays)
    assert error.value.expected == expected


def test_a_type_that_numpy_lacks_is_unsupported() -> None:
    source = "func.func @f(%x: tensor<2xbf16>) -> tensor<2xbf16> { return %x : tensor<2xbf16> }"
    with pytest.raises(Unsupported, match="element type bf16"):
        Executable(parse_artifact(source))([np.zeros(2)])


def test_what_xla_does_not_compile_is_unsupported() -> None:
    source = (
        "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
        "  %0 = stablehlo.custom_call @nobody(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
        "  return %0 : tensor<2xf32>\n}\n"
    )
    with pytest.raises(Unsupported, match="XLA does not compile"):
        Executable(parse_artifact(source))
