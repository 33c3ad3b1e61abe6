"""Rewriting f32 to f64: types, constants in decimals, bits and bytes; strings stay."""

from __future__ import annotations

import numpy as np
import pytest

from leanbridge.errors import InputError, Unsupported
from leanbridge.ports.mlir import Executable, parse_artifact, widened
from tests.ports.net import text


def constant(literal: str, type_: str = "tensor<2xf32>") -> str:
    return (
        f'func.func @f(%maxf32: {type_} {{a.note = "tensor<2xf32>"}}) -> {type_} {{\n'
        f"  %0 = stablehlo.constant dense<{literal}> : {type_}\n"
        f"  %1 = stablehlo.add %0, %maxf32 : {type_} // keep tensor<2xf32>\n"
        f"  return %1 : {type_}\n}}\n"
    )


def value(literal: str) -> np.ndarray:
    derived = widened(parse_artifact(constant(literal)))
    return Executable(derived)([np.zeros(2)])[0]


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("1.0e-05", [1e-5, 1e-5]),
        ("9.99999974E-6", [1e-5, 1e-5]),  # as f32 prints 1e-5
        ("[1.5, -2.0e3]", [1.5, -2000.0]),
        ("0xFF800000", [-np.inf, -np.inf]),
        ("[0x3F800000, 0x40000000]", [1.0, 2.0]),
        ('"0x0000803F000000C0"', [1.0, -2.0]),
    ],
)
def test_constants_keep_their_value(literal: str, expected: list[float]) -> None:
    found = value(literal)
    assert found.dtype == np.float64
    assert found.tolist() == expected


def test_the_derived_module_says_so_and_keeps_names_strings_and_comments() -> None:
    derived = widened(parse_artifact(constant("1.0")))
    assert derived.origin == "derived: f32 → f64"
    assert derived.arguments[0].name == "maxf32"
    assert 'a.note = "tensor<2xf32>"' in derived.text
    assert "// keep tensor<2xf32>" in derived.text


def test_every_type_of_a_network_is_wide() -> None:
    derived = widened(parse_artifact(text()))
    assert derived.float_types == {"f64"}
    assert "f32" not in "".join(derived.text.splitlines(keepends=True)[1:])  # but a comment


def test_there_must_be_something_to_rewrite() -> None:
    with pytest.raises(InputError, match="the artifact has no f32"):
        widened(widened(parse_artifact(text())))


def test_mixed_precision_is_unsupported() -> None:
    mixed = (
        "func.func @f(%x: tensor<2xf32>) -> tensor<2xbf16> {\n"
        "  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xbf16>\n"
        "  return %0 : tensor<2xbf16>\n}\n"
    )
    with pytest.raises(Unsupported, match="mixed precision") as error:
        widened(parse_artifact(mixed))
    assert error.value.got == "bf16"


def test_bits_are_unsupported() -> None:
    bits = (
        "func.func @f(%x: tensor<2xf32>) -> tensor<2xi32> {\n"
        "  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xi32>\n"
        "  return %0 : tensor<2xi32>\n}\n"
    )
    with pytest.raises(Unsupported, match="bitcast_convert"):
        widened(parse_artifact(bits))
