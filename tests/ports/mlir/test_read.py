"""Reading StableHLO: names, types, ops, and texts that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.errors import InputError, Unsupported
from leanbridge.ports.mlir import Argument, TensorType, parse_artifact, read_artifact
from tests.ports.net import text

TWO = """\
module {
  func.func @first(%x: tensor<2xf32> {a.b = "%y: (tensor<f32>"}, // %z: a comment
      %_w.1: tensor<3x2xi64>) -> tensor<2xf32> {
    %0 = func.call @inner(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = func.call @inner(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @inner(%v: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.negate %v : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @second(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}
"""


def test_names_types_and_ops_of_a_function() -> None:
    found = parse_artifact(text())
    assert found.function == "net"
    assert [a.name for a in found.arguments] == ["x", "s1W", "s1g", "s1bt", "s2W", "s2g", "s2bt"]
    assert found.arguments[0] == Argument("x", TensorType((16, 4), "f32"))
    assert str(found.arguments[1].type) == "tensor<4x4xf32>"
    assert found.results == (TensorType((16, 4), "f32"),)
    assert found.census["dot_general"] == 2
    assert found.census["maximum"] == 3
    assert "func.return" not in found.census
    assert found.origin == "as shipped"


def test_strings_comments_and_odd_names_in_a_header() -> None:
    found = parse_artifact(TWO, function="first")
    assert [a.name for a in found.arguments] == ["x", "_w.1"]
    assert found.arguments[1].type == TensorType((3, 2), "i64")


def test_the_ops_of_a_called_function_count_once() -> None:
    assert parse_artifact(TWO, function="@first").census == {"negate": 1}


def test_a_scalar_is_a_tensor_without_axes() -> None:
    one = "func.func @f(%x: tensor<f64>) -> tensor<f64> { return %x : tensor<f64> }"
    assert parse_artifact(one).arguments == (Argument("x", TensorType((), "f64")),)


@pytest.mark.parametrize(
    ("source", "function", "expected"),
    [
        (
            "module {\n  func.func @f() {\n    %0 = stablehlo.ad %x\n  }\n}",
            None,
            ("net.mlir:3:10", "not StableHLO: custom op 'stablehlo.ad' is unknown", "stablehlo.ad"),
        ),
        ("hello", None, ("net.mlir:1:1", "not StableHLO: custom op 'hello' is unknown")),
        (TWO, None, ("does not have just one public function", "@first, @inner, @second")),
        (TWO, "frist", ("no such function", "got: @frist", "did you mean first")),
        ("module {\n}", None, ("does not have just one public function", "got: none")),
        (text(), "main", ("no such function", "got: @main", "expected: one of @net")),
    ],
)
def test_a_text_that_cannot_be_read_says_what_and_where(
    source: str, function: str | None, expected: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as error:
        parse_artifact(source, "net.mlir", function)
    for part in expected:
        assert part in str(error.value)


@pytest.mark.parametrize("type_", ["tensor<?xf32>", "tuple<tensor<2xf32>>"])
def test_a_type_without_a_static_shape_is_unsupported(type_: str) -> None:
    source = f"func.func @f(%x: {type_}) -> {type_} {{ return %x : {type_} }}"
    with pytest.raises(Unsupported, match="no tensor of static shape") as error:
        parse_artifact(source)
    assert error.value.got == type_


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the artifact: No such file"):
        read_artifact(tmp_path / "no.mlir")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.mlir").write_bytes(b"ML\xef\x52\xff")
    with pytest.raises(InputError, match="the artifact is no text"):
        read_artifact(tmp_path / "a.mlir")
