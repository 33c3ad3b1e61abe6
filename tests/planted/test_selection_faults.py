"""The planted ports of the pool at a selection are faulty in the way they say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pytest

from oracles import batch, pool2, selection
from tests.planted import pool_faults
from tests.planted import selection_faults as planted
from tests.planted.test_pool_faults import SPECS

Case = tuple[Any, ...]


def test_the_table_is_complete_and_names_declarations() -> None:
    assert set(planted.EXPECTED) == set(planted.BOUND_TO) == set(planted.PORT_SET)
    assert not set(planted.EXPECTED) & set(pool_faults.EXPECTED)
    text = "\n".join(file.read_text("utf-8") for file in SPECS.rglob("*.lean"))
    for name, refuted in planted.EXPECTED.items():
        assert callable(getattr(planted, name))
        assert planted.BOUND_TO[name] == refuted[0]
        assert len(set(refuted)) == len(refuted)
        for lean in refuted:
            assert any(
                f"{kind} {lean.split('.', part)[-1]} " in text
                for kind in ("def", "abbrev", "theorem")
                for part in range(1, 4)
            ), lean


def tensors() -> Iterator[Any]:
    """Without ties, then with many."""
    for seed, shape in enumerate([(1, 2, 2), (2, 4, 4), (1, 2, 6), (3, 4, 6)]):
        rng = np.random.default_rng(seed)
        yield rng.permutation(int(np.prod(shape))).reshape(shape).astype(float) - 3
        yield rng.integers(-1, 2, shape).astype(float)


def is_tied(x: Any) -> bool:
    cells = pool2.windows(x)
    return bool(((cells == cells.max(axis=-1, keepdims=True)).sum(axis=-1) > 1).any())


def flat_case(x: Any) -> tuple[Any, Any, dict[str, int]]:
    c, h, w = x.shape[0], x.shape[1] // 2, x.shape[2] // 2
    return x.reshape(-1), np.arange(1.0, 1 + c * h * w), {"c": c, "h": h, "w": w}


BACKWARDS = [name for name, lean in planted.BOUND_TO.items() if lean.endswith("maxPoolBackFlat")]


@pytest.mark.parametrize("name", BACKWARDS)
def test_a_backward_is_faulty_at_ties_only(name: str) -> None:
    if planted.PORT_SET[name] == "jax":
        pytest.importorskip("jax")
    wrong = 0
    for x in tensors():
        v, dy, sizes = flat_case(x)
        got = np.asarray(getattr(planted, name)(v, dy, **sizes))
        same = np.allclose(got, pool2.max_pool_back_flat(v, dy, **sizes))
        assert same or is_tied(x)
        wrong += not same
        if name != "equality_mask_back_flat":
            assert np.isclose(got.sum(), dy.sum())
    assert wrong


def test_the_argmax_and_the_mask_are_faulty_at_ties_only() -> None:
    differences = 0
    for x in tensors():
        right = np.stack(pool2.max_pool_2_argmax(x))
        same = np.array_equal(np.stack(planted.last_argmax_of_four(x)), right)
        dy = np.ones(right.shape[1:])
        masked = planted.equality_mask_back_denote(x, dy)
        assert same == (not is_tied(x)) == np.array_equal(masked, pool2.max_pool_back_denote(x, dy))
        differences += not same
    assert differences


def sigma(*shape: int) -> tuple[Any, Any]:
    a, b = np.random.default_rng(len(shape)).integers(0, 2, (2, *shape))
    return a, b


X = np.arange(48.0)[::-1] % 7
SIGMA = sigma(2, 2, 3)
MANY = sigma(3, 2, 2, 1)
TWINS = np.stack([np.ones((2, 2, 2, 2), bool), np.zeros((2, 2, 2, 2), bool)])
W = np.arange(6.0).reshape(2, 3)
SIGNS = np.array([-1.0, 0, 2, 3])

OTHERS: list[tuple[str, Callable[..., Any], Case, dict[str, int]]] = [
    ("dilated_forward", pool2.max_pool_2, (X.reshape(2, 4, 6),), {}),
    ("channels_last_flat", pool2.max_pool_flat, (X,), {"c": 2, "h": 2, "w": 3}),
    ("mean_flat", pool2.max_pool_flat, (X,), {"c": 2, "h": 2, "w": 3}),
    ("swapped_sel_idx", selection.pool_sel_idx, (SIGMA,), {}),
    ("swapped_gather_flat", selection.pool_gather_flat, (SIGMA, X), {}),
    ("first_example_sel_idx_b", selection.pool_sel_idx_b, (MANY,), {}),
    ("first_example_smooth_up_to_b", selection.max_pool_2_smooth_up_to_b, (TWINS, np.ones(8)),
     {"c": 1, "h": 1, "w": 1}),
    ("untwinned_smooth_up_to", selection.max_pool_2_smooth_up_to, (TWINS[0], np.ones((1, 2, 2))),
     {}),
    ("assigning_scatter", selection.sel_scatter, (np.array([1, 1]), np.array([2.0, 3.0])),
     {"m": 2}),
    ("strict_sel_dom", selection.pool_sel_dom, (sigma(1, 1, 1), np.ones(4)), {}),
    ("first_example_sel_dom_b", selection.pool_sel_dom_b,
     ((np.zeros((2, 1, 1, 1), int),) * 2, np.array([1.0, 0, 0, 0, 0, 0, 0, 1])), {}),
    ("far_row_inv", pool2.win_row_inv, (0, 1), {"h": 2}),
    ("channels_last_idx", pool2.t3_idx, (1, 0, 0), {"c": 2, "h": 1, "w": 2}),
    ("rounded_up_row", pool2.win_row, (1,), {}),
    ("absolute_relu", batch.relu, (SIGNS,), {}),
    ("closed_mask", batch.relu_mask, (SIGNS, np.ones(4)), {}),
    ("self_mask", batch.relu_mask, (SIGNS, np.ones(4)), {}),
    ("no_bias_dense", batch.dense, (W, np.ones(3), np.ones(2)), {}),
    ("interleaved_dense_back", batch.row_dense_back_flat, (W, np.arange(6.0)), {"N": 2}),
    ("interleaved_slice", batch.batch_slice, (np.arange(6.0), 1), {"N": 2, "a": 3}),
    ("interleaved_map", batch.batch_map, (np.negative, np.arange(6.0)), {"N": 2, "a": 3, "b": 3}),
    ("first_example_map_aux", batch.batch_map_aux, (np.add, np.arange(2.0), np.arange(2.0)),
     {"N": 2, "s": 1, "a": 1, "b": 1}),
]  # fmt: skip


def test_every_fault_is_tested() -> None:
    tested = {name for name, *_ in OTHERS} | set(BACKWARDS)
    assert tested | {"last_argmax_of_four", "equality_mask_back_denote"} == set(planted.EXPECTED)


@pytest.mark.parametrize(("name", "right", "given", "sizes"), OTHERS)
def test_a_port_is_faulty(
    name: str, right: Callable[..., Any], given: Case, sizes: dict[str, int]
) -> None:
    faulty = getattr(planted, name)
    got = partial(faulty, **_taken(faulty, sizes))(*given)
    want = partial(right, **_taken(right, sizes))(*given)
    assert not np.array_equal(np.asarray(got), np.asarray(want))
    assert np.shape(got) == np.shape(want)


def _taken(function: Callable[..., Any], sizes: dict[str, int]) -> dict[str, int]:
    """The sizes that a port asks for."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    keywords = function.__code__.co_varnames[len(names) :][: function.__code__.co_kwonlyargcount]
    return {name: sizes[name] for name in keywords}
