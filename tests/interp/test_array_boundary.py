"""Structures as arguments: by `Data`, by tuple, by attributes; proofs are not asked for."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from leanbridge.core.terms import PROP, arrow, const, nat
from leanbridge.errors import InputError, Unsupported
from leanbridge.interp.array import Array
from leanbridge.interp.array_boundary import from_exact
from leanbridge.interp.values import PROOF, Data, Table
from tests.interp.lean import Environment, R, b, lam

VECTOR = arrow(const("Fin", nat(3)), R)


def environment() -> Environment:
    env = Environment()
    fields = {"weights": VECTOR, "bias": R, "law": PROP}
    env.structure("Layer", R, 0, fields, frozenset({"law"}))
    env.structure("Holder", R, 0, {"apply": arrow(R, R)}, frozenset())
    return env


AFFINE = lam(
    ("l", const("Layer")),
    ("i", const("Fin", nat(3))),
    const("HAdd.hAdd", R, const("Layer.weights", b(1), b(0)), const("Layer.bias", b(1))),
)


class Layer(NamedTuple):
    weights: Any
    bias: Any


class Attributes:
    weights = np.array([1.0, 2.0, 4.0])
    bias = 0.5


@pytest.mark.parametrize(
    "layer",
    [
        Data("Layer.mk", (Attributes.weights, 0.5, PROOF)),
        Layer(Attributes.weights, 0.5),
        Attributes(),
    ],
)
def test_a_structure_is_an_argument(layer: Any) -> None:
    assert Array(environment()).compile(AFFINE)(layer).tolist() == [1.5, 2.5, 4.5]


def test_a_field_that_does_not_fit_is_named() -> None:
    run = Array(environment()).compile(AFFINE)
    with pytest.raises(InputError, match=r"argument 1 \(Layer\.weights\): a wrong shape") as caught:
        run(Layer(np.zeros(2), 0.5))
    assert (caught.value.got, caught.value.expected) == ("(2,)", "(3,)")
    with pytest.raises(InputError, match=r"Layer\.mk needs its fields") as caught:
        run(3.0)
    assert caught.value.got == "none named weights, bias"


def test_another_structure_is_refused() -> None:
    run = Array(environment()).compile(AFFINE)
    with pytest.raises(InputError, match="another structure"):
        run(Data("Other.mk", (1, 2)))
    with pytest.raises(InputError, match="needs its fields"):
        run((Attributes.weights,))
    with pytest.raises(Unsupported, match="ℝ → ℝ"):
        Array(environment()).compile(lam(("l", const("Holder")), b(0)))()


def test_exact_values_become_arrays() -> None:
    nested = Table((Table((1, 2)), Table((3, 4))))
    assert from_exact(nested).tolist() == [[1, 2], [3, 4]]
    pairs = from_exact(Table(((1, 2), (3, 4))))
    assert [p.tolist() for p in pairs] == [[1, 3], [2, 4]]
