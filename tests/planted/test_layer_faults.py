"""The planted ports of layers are faulty in the way they say; one that says it is none is none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oracles import batch_norm, conv, resnet50, stages
from tests.oracles.test_layers import block, layer
from tests.planted import layer_faults as planted
from tests.planted import pool_faults, selection_faults
from tests.planted.test_pool_faults import SPECS

SIZES: dict[str, Any] = {"N": 2, "oc": 3, "h": 2, "w": 3}


def test_the_table_is_complete_and_names_declarations() -> None:
    assert set(planted.EXPECTED) == set(planted.BOUND_TO) == set(planted.PORT_SET)
    assert not set(planted.EXPECTED) & {*pool_faults.EXPECTED, *selection_faults.EXPECTED}
    text = "\n".join(file.read_text("utf-8") for file in SPECS.rglob("*.lean"))
    for name, refuted in planted.EXPECTED.items():
        assert callable(getattr(planted, name))
        assert planted.BOUND_TO[name] == refuted[0]
        assert len(set(refuted)) == len(refuted)
        for lean in refuted:
            assert f" {lean.rsplit('.', 1)[-1]} " in text, lean


BATCHES = [name for name, lean in planted.BOUND_TO.items() if lean.endswith("bnBatchLA")]


@pytest.mark.parametrize("name", BATCHES)
def test_statistics_are_faulty(name: str) -> None:
    rng = np.random.default_rng(0)
    gamma, beta, v = rng.normal(size=3), rng.normal(size=3), rng.normal(size=36)
    got = getattr(planted, name)(0.5, gamma, beta, v, **SIZES)
    assert np.abs(got - batch_norm.bn_batch_la(0.5, gamma, beta, v, **SIZES)).max() > 1e-3


def test_per_example_statistics_are_right_for_one_example() -> None:
    rng = np.random.default_rng(1)
    gamma, beta, v = rng.normal(size=3), rng.normal(size=3), rng.normal(size=18)
    one = {**SIZES, "N": 1}
    got = planted.per_example_batch(0.5, gamma, beta, v, **one)
    np.testing.assert_allclose(got, batch_norm.bn_batch_la(0.5, gamma, beta, v, **one), atol=1e-12)


@pytest.mark.parametrize("name", ["same_padding_stride2", "mirrored_conv2d"])
@pytest.mark.parametrize(("k", "is_faulty"), [(1, False), (3, True), (7, True)])
def test_a_kernel_of_one_cell_hides_the_fault(name: str, k: int, is_faulty: bool) -> None:
    rng = np.random.default_rng(k)
    W, b, x = rng.normal(size=(2, 3, k, k)), rng.normal(size=2), rng.normal(size=(3, 4, 6))
    if name == "mirrored_conv2d":
        got, want = planted.mirrored_conv2d(W, b, x), conv.conv2d(W, b, x)
    else:
        got = planted.same_padding_stride2(W, b, x.reshape(-1), h=2, w=3)
        want = conv.flat_conv_stride2(W, b, x.reshape(-1), h=2, w=3)
    assert bool(np.abs(got - want).max() > 1e-3) is is_faulty


@pytest.mark.parametrize("name", ["same_padding_stage", "unrectified_stage"])
def test_stages_are_faulty(name: str) -> None:
    rng = np.random.default_rng(2)
    parameters, x = layer(rng, 2, 3, 3), rng.normal(size=2 * 3 * 4 * 6)
    strided = name == "same_padding_stage"
    right = stages.cb_relu_strided_b if strided else stages.cb_relu_b
    h, w = (2, 3) if strided else (4, 6)
    got = getattr(planted, name)(*parameters, x, N=2, h=h, w=w)
    assert np.abs(got - right(*parameters, x, N=2, h=h, w=w)).max() > 1e-3


DOWNS = [name for name, lean in planted.BOUND_TO.items() if lean.endswith("r50DownB")]


@pytest.mark.parametrize("name", [*DOWNS, "same_padding_skip"])
def test_halving_blocks_are_faulty_but_for_the_skip(name: str) -> None:
    rng = np.random.default_rng(3)
    p, x = block(rng, 3, 2, 4, skip=True), rng.normal(size=2 * 3 * 4 * 6)
    difference = getattr(planted, name)(p, x, N=2, h=2, w=3)
    difference = np.abs(difference - resnet50.r50_down_b(p, x, N=2, h=2, w=3)).max()
    if name == "same_padding_skip":
        assert difference < 1e-12
    else:
        assert difference > 1e-3
