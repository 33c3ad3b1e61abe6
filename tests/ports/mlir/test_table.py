"""The table from Lean paths to argument names: patterns, defaults, and every way to be wrong."""

from __future__ import annotations

import pytest

from leanbridge.errors import InputError
from leanbridge.ports.mlir import Held, Leaf, Naming, Passed, check_shapes, parse_artifact
from leanbridge.ports.mlir.table import default_name, split_target
from tests.ports.net import FIXED, NAMES, text

ARTIFACT = parse_artifact(text())
LEAVES = [
    *[
        Leaf(f"w.{s}.{name}", shape)
        for s in ("s1", "s2")
        for name, shape in (("W", (4, 4)), ("b", (4,)), ("ε", ()), ("γ", (4,)), ("β", (4,)))
    ],
    Leaf("x", (64,)),
]


def test_patterns_defaults_and_values_held() -> None:
    placed = Naming(NAMES, FIXED).place(LEAVES, ARTIFACT)
    found = {
        p.leaf.path: p.argument.name if isinstance(p, Passed) else (p.value, p.line) for p in placed
    }
    assert found == {
        "w.s1.W": "s1W", "w.s1.b": (0.0, "w.{s}.b"), "w.s1.ε": (1e-5, "w.{s}.ε"),
        "w.s1.γ": "s1g", "w.s1.β": "s1bt",
        "w.s2.W": "s2W", "w.s2.b": (0.0, "w.{s}.b"), "w.s2.ε": (1e-5, "w.{s}.ε"),
        "w.s2.γ": "s2g", "w.s2.β": "s2bt", "x": "x",
    }  # fmt: skip
    check_shapes(placed, ARTIFACT, ())


def test_a_line_without_braces_wins() -> None:
    placed = Naming(NAMES, {**FIXED, "w.s2.ε": 3.0}).place(LEAVES, ARTIFACT)
    assert [p.value for p in placed if isinstance(p, Held) and p.leaf.path.endswith("ε")] == [
        1e-5,
        3.0,
    ]


def test_lean_and_python_spelling_are_one() -> None:
    assert default_name("w.s1b0.W₁") == "s1b0W1"
    assert default_name("x") == "x"
    leaves = [Leaf("p.W₁", (2,))]
    artifact = parse_artifact("func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {return %a : "
                              "tensor<2xf32>}")  # fmt: skip
    for path in ("p.W₁", "p.W1", "{any}.W₁"):
        (placed,) = Naming({path: "a"}).place(leaves, artifact)
        assert isinstance(placed, Passed)


@pytest.mark.parametrize(
    ("names", "fixed", "message"),
    [
        ({"w.{s}.γ": "{s}g"}, FIXED, "w.s1.β has no argument of @net"),
        ({**NAMES, "w.{s}.γ": "{s}gg"}, FIXED, "did you mean %s1g"),
        ({**NAMES, "w.{s}.g": "{s}g"}, FIXED, "no part of the Lean arguments is called so"),
        ({**NAMES, "w.{t}.{u}": "{t}g"}, FIXED, "two lines of the table are for w.s1.b"),
        ({**NAMES, "w.{s}.γ": "{t}g"}, FIXED, "a brace that the path does not have"),
        (NAMES, {**FIXED, "w.{s}.γ": 1.0}, "two lines of the table are for w.s1.γ"),
        ({"w.{s}.γ": "{s}g", "w.{s}.β": "{s}g"}, FIXED, "%s1g stands for two parts"),
        ({"w.{s}.γ": "{s}g"}, {**FIXED, "w.{s}.β": 0.0}, "takes 7 arguments, and 5 parts"),
        (NAMES, {**FIXED, "w.{s}.ε": float("nan")}, "not a real number"),
    ],
)
def test_a_table_that_does_not_fit(
    names: dict[str, str], fixed: dict[str, float], message: str
) -> None:
    with pytest.raises(InputError) as error:
        Naming(names, fixed).place(LEAVES, ARTIFACT)
    assert message in str(error.value)


def test_another_shape_names_both_and_the_sizes() -> None:
    leaves = [*LEAVES[:-1], Leaf("x", (63,))]
    placed = Naming(NAMES, FIXED).place(leaves, ARTIFACT)
    with pytest.raises(InputError, match="%x has another shape than x") as error:
        check_shapes(placed, ARTIFACT, ("N = 9", "m = 7"))
    assert "got: tensor<16x4xf32>" in str(error.value)
    assert "expected: 63, as the Lean type says" in str(error.value)
    assert "with: N = 9, m = 7" in str(error.value)


def test_an_argument_of_integers_stands_for_no_real() -> None:
    whole = parse_artifact("func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {return %x : "
                           "tensor<2xi32>}")  # fmt: skip
    with pytest.raises(InputError, match="%x has another dtype than x") as error:
        Naming().place([Leaf("x", (2,))], whole)
    assert error.value.got == "tensor<2xi32>"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("mlir:a/b.mlir@f", ("a/b.mlir", "f")),
        ("b.mlir@f", ("b.mlir", "f")),
        ("b.mlir", ("b.mlir", None)),
    ],
)
def test_how_a_target_is_written(written: str, expected: tuple[str, str | None]) -> None:
    assert split_target(written) == expected
