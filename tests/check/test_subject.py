"""A definition at the sizes of an artifact: sizes from shapes, hypotheses, arguments."""

from __future__ import annotations

import pytest

from leanbridge.check.subject import Subject, make_subject
from leanbridge.errors import InputError, LeanbridgeError, Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.ports.mlir import Naming, parse_artifact
from tests.core.lean_text import environment

LEAN = """\
structure P (c : ℕ) where
  W : Fin c → ℝ
  pos : 0 ≤ c

def image (N q : ℕ) {c : ℕ} (p : P c) (x : Fin (N * (3 * (2 * (2 * q)) * (2 * (2 * q)))) → ℝ) :
    Fin (N * c) → ℝ := fun _ => 0

def pair {a b : ℕ} (x : Fin a × Fin b → ℝ) (i : Fin b) (j : Fin a) : ℝ := x (j, i)

def big {n : ℕ} (h : 2 < n) (x : Fin n → ℝ) : Fin n → ℝ := x

def filled {n : ℕ} [NeZero n] (x : Fin n → ℝ) : Fin n → ℝ := x

def positive (x : ℝ) (h : 0 < x) : ℝ := x

def typed {α : Type} (x : α → ℝ) : ℝ := 0

def index {n : ℕ} (f : Fin n → Fin n) (x : Fin n → ℝ) : Fin n → ℝ := fun i => x (f i)
"""
ENV = environment(LEAN)


def subject(name: str, header: str, result: str, **sizes: int) -> Subject:
    body = f"%r = stablehlo.constant dense<0.0> : {result}\n return %r : {result}"
    artifact = parse_artifact(f"func.func @f({header}) -> {result} {{\n {body}\n}}")
    declaration = ENV.declaration(name)
    assert declaration is not None
    return make_subject(Exact(ENV), declaration, artifact, Naming(), sizes)


def test_sizes_inside_products_are_read_from_the_axes() -> None:
    found = subject("image", "%x: tensor<5x432xf32>, %W: tensor<4xf32>", "tensor<5x4xf32>")
    assert found.sizes == {"N": 5, "q": 3, "c": 4}  # 432 = 3 · 12 · 12
    assert found.read == ("N", "q", "c")
    assert subject(
        "image", "%x: tensor<5x432xf32>, %W: tensor<4xf32>", "tensor<20xf32>", q=3
    ).read == ("N", "c")


def test_an_index_may_be_a_pair_and_stand_last() -> None:
    found = subject("pair", "%x: tensor<2x3xf64>", "tensor<3x2xf64>")
    assert found.sizes == {"a": 2, "b": 3}
    assert found.indices == ((3,), (2,))
    assert found.result == (3, 2)


def test_a_hypothesis_about_sizes_is_decided() -> None:
    assert subject("big", "%x: tensor<3xf32>", "tensor<3xf32>").sizes == {"n": 3}
    with pytest.raises(InputError, match="do not meet a hypothesis") as error:
        subject("big", "%x: tensor<2xf32>", "tensor<2xf32>")
    assert error.value.bindings == ("n = 2",)
    assert subject("filled", "%x: tensor<1xf32>", "tensor<1xf32>").sizes == {"n": 1}
    with pytest.raises(InputError, match="do not meet a hypothesis"):
        subject("filled", "%x: tensor<0xf32>", "tensor<0xf32>")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("positive", "a hypothesis about its data"),
        ("typed", "takes a type"),
        ("index", "an artifact's argument f of type"),
    ],
)
def test_what_no_artifact_can_stand_for(name: str, message: str) -> None:
    with pytest.raises(Unsupported, match=message):
        subject(name, "%x: tensor<f32>", "tensor<f32>")


@pytest.mark.parametrize(
    ("header", "result", "message"),
    [
        ("%x: tensor<5x590xf32>, %W: tensor<4xf32>", "tensor<5x4xf32>", "the size q cannot be"),
        ("%x: tensor<5x432xf32>, %W: tensor<4xf32>", "tensor<5x3xf32>", "the result has another"),
    ],
)
def test_shapes_that_no_size_explains(header: str, result: str, message: str) -> None:
    with pytest.raises(LeanbridgeError, match=message):
        subject("image", header, result)
