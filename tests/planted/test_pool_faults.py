"""The planted ports are faulty in the way they say, and their table names declarations."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from oracles import pool, window
from tests.planted import pool_faults as planted

SPECS = Path(__file__).resolve().parents[2] / "specs" / "Specs"
DECLARATION = re.compile(r"^(?:noncomputable )?(?:def|abbrev|theorem) (\S+)", re.MULTILINE)
FORWARDS = [name for name, lean in planted.BOUND_TO.items() if lean == "Proofs.maxPool3s2"]


def declared() -> set[str]:
    names: set[str] = set()
    for file in SPECS.rglob("*.lean"):
        names |= {f"Proofs.{name}" for name in DECLARATION.findall(file.read_text("utf-8"))}
    return names


def tensors() -> Any:
    for seed, shape in enumerate([(1, 2, 2), (2, 4, 4), (1, 2, 6), (2, 4, 6), (1, 8, 8)]):
        rng = np.random.default_rng(seed)
        yield rng.normal(size=shape)
        yield -1 - rng.random(shape)
        yield rng.integers(0, 2, shape).astype(float)


def test_the_table_is_complete_and_names_declarations() -> None:
    assert set(planted.EXPECTED) == set(planted.BOUND_TO) == set(planted.PORT_SET)
    assert set(planted.BOUND_TO) >= planted.OUTSIDE_ONLY
    names = declared()
    for name, refuted in planted.EXPECTED.items():
        assert callable(getattr(planted, name))
        assert planted.BOUND_TO[name].removesuffix(".backward") == refuted[0]
        assert set(refuted) <= names, name
        assert len(set(refuted)) == len(refuted)


@pytest.mark.parametrize("name", FORWARDS)
def test_forward_is_faulty(name: str) -> None:
    if planted.PORT_SET[name] == "jax":
        pytest.importorskip("jax")
    faulty = getattr(planted, name)
    differences = 0
    for x in tensors():
        given = x.copy()
        out, want = faulty(given), pool.max_pool_3s2(x)
        same = out.shape == want.shape and out.dtype == want.dtype and np.array_equal(out, want)
        differences += not same or not np.array_equal(given, x)
    assert differences


@pytest.mark.parametrize("name", ["assigning_backward", "offset_mask_backward"])
def test_backward_is_faulty_where_the_input_is_smooth(name: str) -> None:
    smooth = [x for x in tensors() if pool.max_pool_3s2_smooth(x)]
    wrong = [x for x in smooth if not _agrees(name, x)]
    assert len(smooth) > 4
    assert wrong


def test_position_mask_is_faulty_outside_only() -> None:
    outside = [x for x in tensors() if not pool.max_pool_3s2_smooth(x)]
    assert [x for x in outside if not _agrees("position_mask_backward", x)]
    assert all(
        _agrees("position_mask_backward", x) for x in tensors() if pool.max_pool_3s2_smooth(x)
    )


def test_argmaxes_are_maximal_but_not_first() -> None:
    differences = {"last_argmax": 0, "column_major_argmax": 0, "last_window_argmax": 0}
    for x in tensors():
        r, s = pool.win3_map(x.shape[1] // 2), pool.win3_map(x.shape[2] // 2)
        for name in differences:
            faulty = getattr(planted, name)
            chosen = faulty(r, s, x) if name == "last_window_argmax" else faulty(x)
            np.testing.assert_array_equal(
                window.window_gather(r, s, chosen, x), pool.max_pool_3s2(x)
            )
            right = pool.max_pool_3s2_argmax(x)
            differences[name] += not np.array_equal(np.stack(chosen), np.stack(right))
    assert all(differences.values())


def test_last_local_reindex_differs_at_ties_only() -> None:
    differ = [
        x
        for x in tensors()
        if not np.array_equal(planted.last_local_reindex(x), pool.max_pool_3s2_local_reindex(x))
    ]
    assert differ
    assert not [x for x in differ if pool.max_pool_3s2_smooth(x)]


def test_predicates_are_faulty() -> None:
    assert pool.max_pool_3s2_smooth(pool.corner_peak())
    assert not planted.offset_smooth(pool.corner_peak())
    assert not planted.distinct_smooth(pool.corner_peak())
    assert planted.offset_smooth(pool.shared_peak())
    assert not planted.distinct_smooth(pool.shared_peak())
    zero = np.zeros((1, 2, 2))
    assert pool.max_pool_3s2_smooth_or_dead(zero)
    assert not planted.strict_smooth_or_dead(zero)
    for x in tensors():
        if pool.max_pool_3s2_smooth(x):
            assert planted.strict_smooth_or_dead(x)


def test_index_maps_are_faulty() -> None:
    assert planted.unshifted_row_inv(0, 1) == 1 != pool.win3_row_inv(0, 1)
    assert planted.clamped_row_inv(1, 2, h=2) == 2 != pool.win3_row_inv(1, 2)
    assert planted.clamped_row_inv(1, 2, h=3) == 3 == pool.win3_row_inv(1, 2)
    assert planted.wrapping_row_inv(0, 0) == -1 != pool.win3_row_inv(0, 0)


def _agrees(name: str, x: Any) -> bool:
    dy = np.arange(1.0, 1 + x.size // 4).reshape(x.shape[0], x.shape[1] // 2, x.shape[2] // 2)
    return np.array_equal(getattr(planted, name)(x, dy), pool.max_pool_3s2_backward(x, dy))
