"""The whole of ResNet-50, in both port sets and from its Lean text: that they agree, that every
weight counts and no bias of a convolution does, empty sizes, and weights that do not fit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from leanbridge.interp.array import Array
from oracles import resnet50
from tests.interp.specs import definitions, spec
from tests.oracles.resnet50_weights import Path, at, block, changed, images, network, paths

resnet50_jax = pytest.importorskip("oracles.resnet50_jax")

NETS = [pytest.param(resnet50, id="numpy"), pytest.param(resnet50_jax, id="jax")]
Forward = Callable[[Any, Any, int, int], Any]  # weights, images, N, q


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


@cache
def compiled(N: int, q: int, classes: int) -> Any:
    return Array(definitions()).compile(spec("resnet50ForwardBFull", N, q, classes))


def by_lean(w: Any, x: Any, N: int, q: int) -> Any:
    return compiled(N, q, w.Wd.shape[1])(w, x)


def by_numpy(w: Any, x: Any, N: int, q: int) -> Any:
    return resnet50.resnet50_forward_b_full(w, x, N=N, q=q)


def by_jax(w: Any, x: Any, N: int, q: int) -> Any:
    return np.asarray(resnet50_jax.resnet50_forward_b_full(w, x, N=N, q=q))


def on_jax(w: Any) -> Any:
    """The same record with its arrays where JAX computes."""
    import jax

    return jax.tree.map(lambda x: jax.numpy.asarray(x), w)


SIDES = [
    pytest.param(by_lean, id="lean"),
    pytest.param(by_numpy, id="numpy"),
    pytest.param(by_jax, id="jax"),
]


# ----- values ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("N", "q"), [(8, 1), (2, 7)])
def test_the_lean_text_and_both_ports_agree(N: int, q: int) -> None:
    w, x = network(0, 10), images(1, N, q)
    lean, ours, theirs = by_lean(w, x, N, q), by_numpy(w, x, N, q), by_jax(w, x, N, q)
    assert lean.shape == (10 * N,)
    scale = np.abs(lean).max()
    assert np.abs(ours - lean).max() < 1e-10 * scale
    assert np.abs(theirs - lean).max() < 1e-10 * scale


def kind_of(path: Path) -> str:
    """Whether a path leads to a tensor that is trained, an ε, or the bias of a convolution."""
    letter = path[-1].removeprefix("s")[0]
    return "tensor" if path == ("bd",) else {"b": "bias", "ε": "ε"}.get(letter, "tensor")


def assert_what_counts(effects: dict[Path, float]) -> None:
    """Every tensor and every ε counts, each alone; no bias of a convolution does."""
    for path, effect in effects.items():
        assert effect < 1e-10 if kind_of(path) == "bias" else effect > 1e-4, path
    counts = Counter(map(kind_of, effects))
    assert counts == {"tensor": 161, "ε": 53, "bias": 53}


@pytest.mark.slow
@pytest.mark.parametrize("side", SIDES[:2])
def test_every_weight_counts_and_no_bias_of_a_convolution_does(side: Forward) -> None:
    w, x = network(2, 3), images(3, 3, 1)
    random = np.random.default_rng(4)
    before = side(w, x, 3, 1)

    def other(a: Any) -> Any:
        return 2 * a if isinstance(a, float) else a + 0.1 * np.std(a) * random.normal(size=a.shape)

    def effect(path: Path) -> float:
        after = side(changed(w, path, other), x, 3, 1)
        return float(np.abs(after - before).max() / np.abs(before).max())

    assert_what_counts({path: effect(path) for path in paths(w)})


@pytest.mark.slow
def test_by_gradient_every_weight_counts_and_no_bias_of_a_convolution_does() -> None:
    """In JAX, where 267 runs would take a minute: what does not count has no gradient."""
    import jax

    w, x = network(2, 3), images(3, 3, 1)
    weighing = np.random.default_rng(1).normal(size=9)

    def total(w: Any) -> Any:
        return (resnet50_jax.resnet50_forward_b_full(w, x, N=3, q=1) * weighing).sum()

    gradient = jax.grad(total)(on_jax(w))
    assert_what_counts({
        p: float(np.abs(at(gradient, p)).max() * np.abs(at(w, p)).max()) for p in paths(w)
    })  # fmt: skip


# ----- sizes of 0 -----------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_a_network_without_images_or_classes_gives_nothing(side: Forward) -> None:
    for N, classes in ((0, 3), (2, 0), (0, 0)):
        assert side(network(5, classes), images(6, N, 1), N, 1).shape == (0,)


@pytest.mark.parametrize("side", SIDES)
def test_images_without_a_cell_have_the_average_0(side: Forward) -> None:
    w = network(7, 3)
    np.testing.assert_array_equal(side(w, images(8, 2, 0), 2, 0), np.tile(w.bd, 2))


# ----- weights that do not fit ------------------------------------------------------------------

WRONG = [
    (("sW",), "sW (Proofs.R50BWeights.sW): got (3,), expected (64, 3, 7, 7)"),
    (("sε",), "sε (Proofs.R50BWeights.sε): got (3,), expected ()"),
    (("s1b0", "Wp"), "s1b0.Wp (Proofs.R50ProjW.Wp): got (3,), expected (256, 64, 1, 1)"),
    (("s2b3", "γ1"), "s2b3.γ1 (Proofs.R50IdW.γ₁): got (3,), expected (128,)"),
    (("s4b0", "W2"), "s4b0.W2 (Proofs.R50ProjW.W₂): got (3,), expected (512, 512, 3, 3)"),
    (("s4b2", "b3"), "s4b2.b3 (Proofs.R50IdW.b₃): got (3,), expected (2048,)"),
    (("Wd",), "Wd (Proofs.R50BWeights.Wd): got (3,), expected (2048, any)"),
    (("bd",), "bd (Proofs.R50BWeights.bd): got (3,), expected (2,)"),
]


@pytest.mark.parametrize("port", NETS)
@pytest.mark.parametrize(("path", "message"), WRONG, ids=[m.split(" ")[0] for _, m in WRONG])
def test_a_weight_of_a_wrong_shape_is_named(
    port: ModuleType, path: tuple[str, ...], message: str
) -> None:
    w = changed(network(9, 2), path, lambda _: np.zeros(3))
    with pytest.raises(ValueError, match=f"^shape of {re.escape(message)}(\n|$)"):
        port.resnet50_forward_b_full(w, images(10, 1, 1), N=1, q=1)


class Without:
    """A record that lacks a field."""

    def __init__(self, record: Any, name: str) -> None:
        self.__dict__.update({k: v for k, v in record._asdict().items() if k != name})


def test_a_missing_weight_is_named() -> None:
    w = network(11, 2)
    for lacking, message in (
        (Without(w, "sγ"), "field sγ (Proofs.R50BWeights.sγ): got none, expected shape (64,)"),
        (Without(w, "s3b1"), "field s3b1 (Proofs.R50BWeights.s3b1): got none, expected a record"),
        (
            w._replace(s3b1=Without(w.s3b1, "β2")),
            "field s3b1.β2 (Proofs.R50IdW.β₂): got none, expected shape (256,)",
        ),
        (
            w._replace(s1b0=Without(w.s1b0, "Wp")),
            "field s1b0.Wp (Proofs.R50ProjW.Wp): got none, expected shape (256, 64, 1, 1)",
        ),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            resnet50.resnet50_forward_b_full(lacking, images(12, 1, 1), N=1, q=1)  # type: ignore[arg-type]


def test_a_block_without_a_weight_names_it() -> None:
    p = block(np.random.default_rng(13), 3, 2, 3, skip=True)
    message = "field W1 (Proofs.R50IdW.W₁): got none, expected shape (any, any, 1, 1)"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        resnet50.r50_id_b(Without(p, "W1"), np.zeros(12), N=1, h=2, w=2)  # type: ignore[arg-type]
