"""Convolutions, batch norm and residual networks, both port sets, against plain loops and printed
values."""

from __future__ import annotations

from itertools import product
from math import sqrt
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from oracles import batch_norm, conv, residual, resnet50, stages

conv_jax = pytest.importorskip("oracles.conv_jax")
batch_norm_jax = pytest.importorskip("oracles.batch_norm_jax")
residual_jax = pytest.importorskip("oracles.residual_jax")
resnet50_jax = pytest.importorskip("oracles.resnet50_jax")
stages_jax = pytest.importorskip("oracles.stages_jax")

CONV = [pytest.param(conv, id="numpy"), pytest.param(conv_jax, id="jax")]
NORM = [pytest.param(batch_norm, id="numpy"), pytest.param(batch_norm_jax, id="jax")]
RESIDUAL = [pytest.param(residual, id="numpy"), pytest.param(residual_jax, id="jax")]
STAGES = [pytest.param(stages, id="numpy"), pytest.param(stages_jax, id="jax")]
NETS = [pytest.param(resnet50, id="numpy"), pytest.param(resnet50_jax, id="jax")]
KERNELS = [(1, 1), (3, 3), (2, 2), (3, 1), (1, 4), (7, 7), (0, 1)]


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


# ----- plain loops, written from the statements ---------------------------------------------


def correlated(W: Any, b: Any, x: Any) -> Any:
    oc, ic, kH, kW = W.shape
    _, h, w = x.shape
    out = np.empty((oc, h, w))
    low = (max(kH - 1, 0) // 2, max(kW - 1, 0) // 2)
    for o, i, j in product(range(oc), range(h), range(w)):
        total = b[o]
        for c, p, q in product(range(ic), range(kH), range(kW)):
            row, column = p + i - low[0], q + j - low[1]
            if 0 <= row < h and 0 <= column < w:
                total += W[o, c, p, q] * x[c, row, column]
        out[o, i, j] = total
    return out


def normalised(eps: float, gamma: Any, beta: Any, x: Any) -> Any:
    out = np.empty(x.shape)
    for c in range(x.shape[1]):
        cells = [float(v) for v in x[:, c].reshape(-1)]
        mean = sum(cells) / len(cells)
        var = sum((v - mean) ** 2 for v in cells) / len(cells)
        out[:, c] = gamma[c] * (x[:, c] - mean) * (1 / sqrt(var + eps)) + beta[c]
    return out


def layer(rng: Any, oc: int, ic: int, k: int) -> tuple[Any, Any, float, Any, Any]:
    eps = 0.5 + float(rng.random())
    return rng.normal(size=(oc, ic, k, k)), *(
        eps if part == 1 else rng.normal(size=oc) for part in range(4)
    )  # type: ignore[return-value]


def block(rng: Any, ic: int, mid: int, oc: int, *, skip: bool) -> Any:
    parts = [*layer(rng, mid, ic, 1), *layer(rng, mid, mid, 3), *layer(rng, oc, mid, 1)]
    if skip:
        return resnet50.ProjWeights(*parts, *layer(rng, oc, ic, 1))
    return resnet50.IdWeights(*parts)


def convolved(W: Any, b: Any, eps: float, gamma: Any, beta: Any, x: Any, stride: int = 1) -> Any:
    images = np.stack([correlated(W, b, image)[:, ::stride, ::stride] for image in x])
    return normalised(eps, gamma, beta, images)


def passed_through(p: Any, x: Any, stride: int) -> Any:
    """The block by loops: the stride on the 3 × 3 and on the skip."""
    body = np.maximum(convolved(*p[:5], x), 0)
    body = np.maximum(convolved(*p[5:10], body, stride), 0)
    body = convolved(*p[10:15], body)
    return np.maximum(body + (convolved(*p[15:], x, stride) if p[15:] else x), 0)


# ----- convolution --------------------------------------------------------------------------


@pytest.mark.parametrize("port", CONV)
@pytest.mark.parametrize("kernel", KERNELS)
def test_convolution_is_the_loop(port: ModuleType, kernel: tuple[int, int]) -> None:
    rng = np.random.default_rng(sum(kernel))
    W, b, x = rng.normal(size=(2, 3, *kernel)), rng.normal(size=2), rng.normal(size=(3, 4, 6))
    wanted = correlated(W, b, x)
    np.testing.assert_allclose(port.conv2d(W, b, x), wanted, rtol=1e-12, atol=1e-12)
    flat = port.flat_conv(W, b, x.reshape(-1), h=4, w=6)
    np.testing.assert_allclose(flat, wanted.reshape(-1), rtol=1e-12, atol=1e-12)
    for phase, strided in enumerate((port.flat_conv_stride2, port.flat_conv_stride2_xla)):
        kept = wanted[:, phase::2, phase::2].reshape(-1)
        np.testing.assert_allclose(strided(W, b, x.reshape(-1), h=2, w=3), kept, atol=1e-12)


@pytest.mark.parametrize("port", CONV)
def test_nothing_is_mirrored_and_the_phases_differ(port: ModuleType) -> None:
    W = np.zeros((1, 1, 3, 3))
    W[0, 0, 2, 1] = 1
    x = np.arange(16.0).reshape(1, 4, 4)
    below = [[4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15], [0, 0, 0, 0]]
    assert np.asarray(port.conv2d(W, np.zeros(1), x)).tolist() == [below]
    even = port.flat_conv_stride2(W, np.zeros(1), x.reshape(-1), h=2, w=2)
    odd = port.flat_conv_stride2_xla(W, np.zeros(1), x.reshape(-1), h=2, w=2)
    assert np.asarray(even).tolist() == [4, 6, 12, 14]
    assert np.asarray(odd).tolist() == [9, 11, 0, 0]
    assert np.asarray(port.decimate_idx(oc=1, h=2, w=2)).tolist() == [0, 2, 8, 10]
    assert np.asarray(port.decimate_odd_idx(oc=1, h=2, w=2)).tolist() == [5, 7, 13, 15]
    assert np.asarray(port.decimate_flat(x.reshape(-1), oc=1, h=2, w=2)).tolist() == [0, 2, 8, 10]


@pytest.mark.parametrize("port", CONV)
def test_kernels_are_flattened_with_the_column_fastest(port: ModuleType) -> None:
    W = np.arange(24.0).reshape(2, 3, 2, 2)
    assert np.asarray(port.kernel4_flatten(W)).tolist() == list(range(24))
    back = port.kernel4_unflatten(np.arange(24.0), oc=2, ic=3, kH=2, kW=2)
    assert float(back[1, 2, 0, 1]) == ((1 * 3 + 2) * 2 + 0) * 2 + 1


@pytest.mark.parametrize("port", CONV)
def test_a_kernel_of_other_channels_is_refused(port: ModuleType) -> None:
    with pytest.raises(ValueError, match="shape of x"):
        port.conv2d(np.zeros((1, 2, 1, 1)), np.zeros(1), np.zeros((3, 2, 2)))
    with pytest.raises(ValueError, match="shape of b"):
        port.conv2d(np.zeros((1, 2, 1, 1)), np.zeros(2), np.zeros((2, 2, 2)))


# ----- batch norm ---------------------------------------------------------------------------


@pytest.mark.parametrize("port", NORM)
def test_statistics_of_a_vector(port: ModuleType) -> None:
    x = np.array([1.0, 2.0, 3.0, 6.0])
    assert float(port.bn_mean(x)) == 3
    assert float(port.bn_var(x)) == 3.5  # 14 / 4, not 14 / 3
    assert float(port.bn_istd(x, 12.5)) == 0.25  # 1 / √16, not 1 / (√3.5 + 12.5)
    assert float(port.bn_istd(x, -3.5)) == float(port.bn_istd(x, -9.0)) == 0
    assert np.asarray(port.bn_forward(12.5, 8.0, 1.0, x)).tolist() == [-3, -1, 1, 7]
    assert float(port.bn_mean(np.zeros(0))) == float(port.bn_var(np.zeros(0))) == 0


@pytest.mark.parametrize("port", NORM)
def test_a_batch_is_normalised_per_channel(port: ModuleType) -> None:
    rng = np.random.default_rng(1)
    x, gamma, beta = rng.normal(size=(3, 2, 4, 5)), rng.normal(size=2), rng.normal(size=2)
    wanted = normalised(0.25, gamma, beta, x).reshape(-1)
    sizes = {"N": 3, "oc": 2, "h": 4, "w": 5}
    for name in ("bn_batch_la", "bn_batch_tensor4"):
        got = getattr(port, name)(0.25, gamma, beta, x.reshape(-1), **sizes)
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(port.batch_mean(x.reshape(-1), **sizes), x.mean(axis=(0, 2, 3)))
    np.testing.assert_allclose(port.batch_var(x.reshape(-1), **sizes), x.var(axis=(0, 2, 3)))


@pytest.mark.parametrize("port", NORM)
def test_the_two_orders_of_a_batch(port: ModuleType) -> None:
    sizes = {"N": 2, "oc": 3, "h": 1, "w": 2}
    forward = [0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11]
    assert np.asarray(port.bnchw_fwd_idx(**sizes)).tolist() == forward
    assert np.asarray(port.bnchw_back_idx(**sizes)).tolist() == np.argsort(forward).tolist()
    v = np.arange(12.0)
    assert np.asarray(port.bnchw_back(port.bnchw_fwd(v, **sizes), **sizes)).tolist() == v.tolist()


@pytest.mark.parametrize("port", NORM)
def test_parameters_of_other_channels_are_refused(port: ModuleType) -> None:
    with pytest.raises(ValueError, match="shape of gamma"):
        port.bn_batch_la(1.0, np.ones(3), np.ones(2), np.ones(8), N=1, oc=2, h=2, w=2)
    with pytest.raises(ValueError, match="shape of v"):
        port.bn_batch_la(1.0, np.ones(2), np.ones(2), np.ones(9), N=1, oc=2, h=2, w=2)


# ----- residual networks --------------------------------------------------------------------


@pytest.mark.parametrize("port", RESIDUAL)
def test_paths_are_added(port: ModuleType) -> None:
    x = np.array([1.0, 2.0])
    assert np.asarray(port.residual(lambda y: 3 * y, x)).tolist() == [4, 8]
    added = port.residual_proj(lambda y: 10 * y, lambda y: y - 1, x)
    assert np.asarray(added).tolist() == [10, 21]
    with pytest.raises(ValueError, match=r"shape of g\(x\)"):
        port.residual_proj(lambda y: y[:1], lambda y: y, x)


@pytest.mark.parametrize("port", RESIDUAL)
def test_channels_are_averaged(port: ModuleType) -> None:
    v = np.arange(12.0)
    assert np.asarray(port.global_avg_pool_flat(v, c=2, h=2, w=3)).tolist() == [2.5, 8.5]
    assert np.asarray(port.global_avg_pool(np.zeros((2, 0, 3)))).tolist() == [0, 0]


@pytest.mark.parametrize("port", STAGES)
def test_stages_are_the_loops(port: ModuleType) -> None:
    rng = np.random.default_rng(2)
    parameters, x = layer(rng, 2, 3, 3), rng.normal(size=(2, 3, 4, 6))
    plain, strided = convolved(*parameters, x), convolved(*parameters, x, 2)
    for name, wanted, h, w in (
        ("proj_b", plain, 4, 6),
        ("cb_relu_b", np.maximum(plain, 0), 4, 6),
        ("proj_strided_b", strided, 2, 3),
        ("cb_relu_strided_b", np.maximum(strided, 0), 2, 3),
    ):
        got = getattr(port, name)(*parameters, x.reshape(-1), N=2, h=h, w=w)
        np.testing.assert_allclose(got, wanted.reshape(-1), rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("port", STAGES)
def test_stem_and_head(port: ModuleType) -> None:
    rng = np.random.default_rng(3)
    parameters, x = layer(rng, 2, 3, 7), rng.normal(size=(2, 3, 8, 8))
    out = np.pad(np.maximum(convolved(*parameters, x, 2), 0), ((0, 0), (0, 0), (1, 1), (1, 1)))
    wanted = np.array([
        [[[out[n, c, 2 * i : 2 * i + 3, 2 * j : 2 * j + 3].max() for j in range(2)]
          for i in range(2)] for c in range(2)] for n in range(2)
    ])  # fmt: skip
    got = port.r34_stem_b(*parameters, x.reshape(-1), N=2, h=2, w=2)
    np.testing.assert_allclose(got, wanted.reshape(-1), rtol=1e-11, atol=1e-11)
    W, b = rng.normal(size=(3, 5)), rng.normal(size=5)
    scores = port.r34_head_b(W, b, x.reshape(-1), N=2, h=8, w=8)
    np.testing.assert_allclose(scores, (x.mean(axis=(2, 3)) @ W + b).reshape(-1), rtol=1e-12)


@pytest.mark.parametrize("port", NETS)
def test_blocks_are_the_loops(port: ModuleType) -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(size=(2, 3, 4, 6))
    p, same = block(rng, 3, 2, 4, skip=True), block(rng, 3, 2, 3, skip=False)
    for got, wanted in (
        (port.r50_id_b(same, x.reshape(-1), N=2, h=4, w=6), passed_through(same, x, 1)),
        (port.r50_proj_b(p, x.reshape(-1), N=2, h=4, w=6), passed_through(p, x, 1)),
        (port.r50_down_b(p, x.reshape(-1), N=2, h=2, w=3), passed_through(p, x, 2)),
    ):
        np.testing.assert_allclose(got, wanted.reshape(-1), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("port", NETS)
def test_a_weight_of_another_shape_is_named(port: ModuleType) -> None:
    p = block(np.random.default_rng(5), 3, 2, 3, skip=False)._replace(γ2=np.ones(3))
    with pytest.raises(
        ValueError, match=r"shape of γ2 \(Proofs\.R50IdW\.γ₂\): got \(3,\), expected \(2,\)"
    ):
        port.r50_id_b(p, np.zeros(12), N=1, h=2, w=2)


def test_records_have_161_trained_parameters() -> None:
    trained = [f for f in resnet50.IdWeights._fields if f[0] in "Wγβ"]
    skips = [f for f in resnet50.ProjWeights._fields if f[0] in "Wγβ"]
    fields = resnet50.Weights._fields
    blocks = [f for f in fields if len(f) == 4 and f.startswith("s")]
    first = [f for f in blocks if f.endswith("b0")]
    assert (len(resnet50.IdWeights._fields), len(resnet50.ProjWeights._fields)) == (15, 20)
    assert (len(fields), len(blocks), len(first)) == (23, 16, 4)
    assert 3 + (len(blocks) - len(first)) * len(trained) + len(first) * len(skips) + 2 == 161
