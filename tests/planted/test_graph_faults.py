"""The planted ports of graphs are faulty in the way they say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from oracles import graph, nodes, resnet50
from tests.oracles import networks
from tests.planted import graph_faults as planted
from tests.planted import layer_faults, pool_faults, selection_faults
from tests.planted.test_pool_faults import SPECS

SIZES = {"N": 2, "h": 2, "w": 3}
OTHERS = (pool_faults, selection_faults, layer_faults)


def test_the_table_is_complete_and_names_declarations() -> None:
    assert set(planted.EXPECTED) == set(planted.BOUND_TO) == set(planted.PORT_SET)
    assert not set(planted.EXPECTED) & {name for m in OTHERS for name in m.EXPECTED}
    text = "\n".join(file.read_text("utf-8") for file in SPECS.rglob("*.lean"))
    for name, refuted in planted.EXPECTED.items():
        assert callable(getattr(planted, name))
        assert planted.BOUND_TO[name] == refuted[0]
        for lean in (*refuted, *planted.REFUTES_VALUE.values()):
            short = lean.removeprefix("Proofs.").removeprefix("StableHLO.")
            assert f" {short} " in text, lean


def leaf(*shape: int) -> Any:
    v = np.random.default_rng(len(shape)).normal(size=shape).reshape(-1)
    return nodes.operand(v.size, "%x", v)


def built(name: str, module: Any) -> Any:
    """The graph that a builder of this name makes, or the one it stands for."""
    draw = networks.random_draw(1)
    down = networks.proj_weights(draw, 3, 2, 4)
    same = networks.id_weights(draw, 2, 4)
    stem = networks.group(draw, 4, 3, 7)
    given: dict[str, tuple[str, tuple[Any, ...]]] = {
        "skipless_graph": ("r50_id_graph_b", ("s", "1", same, False, leaf(2, 4, 2, 3))),
        "swapped_names_graph": ("r50_id_graph_b", ("s", "1", same, False, leaf(2, 4, 2, 3))),
        "first_stride_graph": ("r50_down_graph_b", ("s", "1", down, False, leaf(2, 3, 4, 6))),
        "projection_first_graph": ("r50_proj_graph_b", ("s", "1", down, False, leaf(2, 3, 2, 3))),
        "own_bias_graph": ("r34_stem_graph_b", ("1", *stem, False, leaf(2, 3, 8, 12))),
        "poolless_stem": ("r34_stem_graph_b", ("1", *stem, False, leaf(2, 3, 8, 12))),
        "averageless_head": ("r34_head_graph_b", (draw((4, 5)), draw((5,)), leaf(2, 4, 2, 3))),
    }
    right, arguments = given[name]
    function = getattr(graph, right) if module is graph else getattr(planted, name)
    return function(*arguments, **SIZES)


BUILDERS = [
    "skipless_graph", "first_stride_graph", "projection_first_graph", "swapped_names_graph",
    "own_bias_graph", "poolless_stem", "averageless_head",
]  # fmt: skip


@pytest.mark.parametrize("name", BUILDERS)
def test_a_builders_value_shows_what_it_says(name: str) -> None:
    faulty, right = built(name, planted), built(name, graph)
    assert faulty.length == right.length
    moved = np.abs(graph.den(faulty) - graph.den(right)).max()
    assert bool(moved > 1e-3) is (name in planted.SHOWN_BY_VALUE)
    assert moved > 1e-3 or moved < 1e-12


@pytest.mark.parametrize(("ic", "is_faulty"), [(3, False), (4, True)])
def test_a_plain_skip_shows_where_it_fits(ic: int, is_faulty: bool) -> None:
    p = networks.proj_weights(networks.random_draw(2), ic, 2, 4)
    x = leaf(2, ic, 2, 3).v
    moved = planted.identity_for_projection(p, x, **SIZES) - resnet50.r50_proj_b(p, x, **SIZES)
    assert bool(np.abs(moved).max() > 1e-3) is is_faulty


def test_denotations_are_faulty() -> None:
    draw = networks.random_draw(3)
    op = graph.conv_strided_at(False, nodes.identity, "%W", "%b", draw((2, 3, 3, 3)), draw((2,)),
                               h=2, w=2)  # fmt: skip
    x = leaf(3, 4, 4).v
    assert np.abs(planted.odd_phase_op(op, x) - graph.den_op(op, x)).max() > 1e-3
    a, b = leaf(1, 6), leaf(6)
    total = nodes.addVB(1, 6, a, b)
    np.testing.assert_array_equal(planted.left_of_sum(total), a.v)
    saved = nodes.selectPosB(1, 6, "%s", np.array([0.0, 1, -1, 0, 2, 0]), a)
    np.testing.assert_array_equal(planted.passing_at_zero(saved) != 0, [1, 1, 0, 1, 1, 1])
    tied = nodes.maxPoolBackB(1, 1, 1, 1, "%s", np.zeros(4), leaf(1))
    assert graph.den(tied).nonzero()[0].tolist() == [0]
    assert planted.last_of_window(tied).nonzero()[0].tolist() == [3]
    back = nodes.denseRowBack(1, 3, 3, "%W", draw((3, 3)), leaf(3))
    moved = planted.untransposed_dense_back(back) - graph.den(back)
    assert np.abs(moved).max() > 1e-3
