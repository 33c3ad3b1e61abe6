"""Graphs: what they denote, in NumPy, JAX and as text on XLA; names, census, sizes, bad input."""

from __future__ import annotations

import re
from collections import Counter, namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from oracles import graph, nodes, resnet50, stablehlo, stages
from tests.oracles import networks

graph_jax = pytest.importorskip("oracles.graph_jax")

N, H, W = 3, 2, 3
RNG = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def _x64() -> Any:
    import jax

    with jax.enable_x64(True):
        yield


def leaf(length: int, name: str = "%x") -> Any:
    return nodes.operand(length, name, RNG.normal(size=length))


def array(*shape: int) -> Any:
    return RNG.normal(size=shape)


def batched(op: Any) -> Any:
    return nodes.batchOp(N, op.a, op.b, op, leaf(N * op.a))


def conv(kind: Any, k: tuple[int, int], *more: Any) -> Any:
    return kind(2, 4, H, W, *k, *more, "%W", "%b", array(4, 2, *k), array(4))


def small_graphs() -> dict[str, Any]:
    """One graph for each constructor, and more for the kernels."""
    c, x = 2, leaf(N * 24, "%saved")
    strided = [("convStrided", (k, k)) for k in (1, 2, 3, 7)]
    plain = [("conv", k) for k in ((1, 1), (3, 3), (2, 2), (3, 1), (1, 4))]
    made = {f"{kind} {k}": batched(conv(getattr(nodes, kind), k)) for kind, k in (*plain, *strided)}
    norm = nodes.bnBatchF(N, 4, H, W, "%g", "%bt", "0.25", 0.25, array(4), array(4), leaf(N * 24))
    return made | {
        "operand": nodes.batchOp(N, 6, 6, nodes.relu(6), leaf(N * 6)),
        "relu": batched(nodes.relu(7)),
        "maxPool3s2": batched(nodes.maxPool3s2(c, H, W)),
        "gap": batched(nodes.gap(c, H, W)),
        "dense": batched(nodes.dense(5, 4, "%W", "%b", array(5, 4), array(4))),
        "bnBatchF": norm,
        "addVB": nodes.addVB(N, 24, norm, leaf(N * 24, "%y")),
        "addVB of one": nodes.addVB(N, 24, norm, norm),
        "selectPosB": nodes.selectPosB(N, 24, "%saved", x.v, leaf(N * 24)),
        "maxPoolBackB": nodes.maxPoolBackB(N, c, 1, W, "%saved", x.v, leaf(N * c * W)),
        "maxPoolBackB at ties": nodes.maxPoolBackB(
            N, c, 1, W, "%saved", RNG.integers(0, 2, N * 24).astype(float), leaf(N * c * W)
        ),
        "denseRowBack": nodes.denseRowBack(N, 5, 4, "%W", array(5, 4), leaf(N * 4)),
    }


SMALL = small_graphs()


def test_every_constructor_has_a_graph() -> None:
    kinds = {type(n).__name__ for g in SMALL.values() for n in nodes.nodes(g)}
    ops = {type(n.op).__name__ for g in SMALL.values() for n in nodes.nodes(g) if hasattr(n, "op")}
    assert kinds == set(nodes.NODES)
    assert ops == set(nodes.OPS) - {"convBf16", "convStridedBf16"}  # text of another precision


@pytest.mark.parametrize("name", SMALL)
def test_fold_and_text_agree(name: str) -> None:
    wanted = graph.den(SMALL[name])
    assert wanted.shape == (SMALL[name].length,)
    np.testing.assert_allclose(graph_jax.den(SMALL[name]), wanted, atol=1e-12)
    module = stablehlo.render(SMALL[name], N=N, element="f64")
    parse(module.text)
    got = np.asarray(graph_jax.run(module))
    np.testing.assert_allclose(got.reshape(-1), wanted, atol=1e-12)


def parse(text: str) -> Counter[str]:
    """The operations of a text that MLIR takes, counted."""
    from jaxlib.mlir import ir
    from jaxlib.mlir._mlir_libs._jax_mlir_ext import register_dialects
    from jaxlib.mlir.dialects import stablehlo as dialect

    registry = ir.DialectRegistry()
    register_dialects(registry)
    context = ir.Context()
    context.append_dialect_registry(registry)
    dialect.register_dialect(context)
    with context:
        module = ir.Module.parse(text)
        assert module.operation.verify()
    found: Counter[str] = Counter()
    module.operation.walk(lambda op: _count(found, op))
    return found


def _count(found: Counter[str], op: Any) -> Any:
    from jaxlib.mlir import ir

    found[op.name.removeprefix("stablehlo.")] += 1
    return ir.WalkResult.ADVANCE


def test_a_text_that_is_none_does_not_parse() -> None:
    module = stablehlo.render(SMALL["relu"], N=N)
    with pytest.raises(Exception, match="maximun"):
        parse(module.text.replace("maximum", "maximun"))


def test_the_fold_is_the_hand_written_stages() -> None:
    draw = networks.random_draw(1)
    p = networks.id_weights(draw, 2, 4, bias=True)
    d = networks.proj_weights(draw, 3, 2, 4, bias=True)
    cases: list[tuple[Any, Any, Any, int]] = [
        (graph.r50_id_graph_b, resnet50.r50_id_b, p, 4 * H * W),
        (graph.r50_proj_graph_b, resnet50.r50_proj_b, d, 3 * H * W),
        (graph.r50_down_graph_b, resnet50.r50_down_b, d, 12 * H * W),
    ]
    for build, forward, weights, length in cases:
        x = leaf(N * length)
        built = build("s", networks.EPSILON, weights, False, x, N=N, h=H, w=W)
        want = forward(weights, x.v, N=N, h=H, w=W)
        np.testing.assert_allclose(graph.den(built), want, atol=1e-11)
        np.testing.assert_allclose(graph_jax.den(built), want, atol=1e-11)
    parts = networks.group(draw, 4, 3, 7, bias=True)
    x = leaf(N * 3 * 16 * H * W)
    stem = graph.r34_stem_graph_b(networks.EPSILON, *parts, False, x, N=N, h=H, w=W)
    want = stages.r34_stem_b(*parts, x.v, N=N, h=H, w=W)
    np.testing.assert_allclose(graph.den(stem), want, atol=1e-11)


# ----- the network ----------------------------------------------------------------------------


def test_the_network_is_its_fold_on_xla() -> None:
    """Widths are small, the depth and the resolution are not."""
    built, _, _ = networks.network(networks.random_draw(2), 8, 1, 10, (3, 2, 4, 3))
    module = stablehlo.render(built, N=8, name="resnet50_fwd", element="f64")
    wanted = graph.den(built).reshape(8, 10)
    got = np.asarray(graph_jax.run(module))
    assert np.abs(got - wanted).max() < 1e-9 * np.abs(wanted).max()
    single = np.asarray(graph_jax.run(stablehlo.render(built, N=8)))
    assert np.abs(single - wanted).max() < 1e-2 * np.abs(wanted).max()
    assert single.dtype == np.float32


def names() -> list[str]:
    """The parameters in the order of the seed's signature."""
    listed = ["%sW", "%sg", "%sbt"]
    for stage, count in enumerate(networks.BLOCKS, 1):
        for block in range(count):
            groups = "123p" if block == 0 else "123"
            listed += [f"%s{stage}b{block}{n}{g}" for g in groups for n in ("W", "g", "bt")]
    return [*listed, "%Wd", "%bd"]


@pytest.fixture(scope="module")
def full() -> tuple[Any, Any]:
    """The network at its own widths, two images of 224 pixels, ten classes; and its text."""
    built, _, _ = networks.network(networks.numbered_draw(), 2, 7, 10)
    return built, stablehlo.render(built, N=2, name="resnet50_fwd")


def test_the_signature_is_the_seeds(full: tuple[Any, Any]) -> None:
    _, module = full
    parameters = list(module.arguments)[1:]
    assert next(iter(module.arguments)) == "%x"
    assert parameters == names()
    assert len(parameters) == 161 == 3 + 12 * 9 + 4 * 12 + 2
    assert sum(name[-1] == "p" for name in parameters) == 12
    assert sum(a.size for a in list(module.arguments.values())[1:]) == 23_528_522
    head = module.text.splitlines()[1]
    assert head.startswith("  func.func public @resnet50_fwd(%x: tensor<2x150528xf32>, %sW: tensor")
    assert head.endswith("%Wd: tensor<2048x10xf32>, %bd: tensor<10xf32>) -> tensor<2x10xf32> {")
    assert re.findall(r"%(\w+) = stablehlo.constant dense<0.0> : tensor<\d+xf32>", module.text) == [
        "zb64", "zb256", "zb128", "zb512", "zb1024", "zb2048",
    ]  # fmt: skip


def test_the_text_has_each_operation_once(full: tuple[Any, Any]) -> None:
    found = parse(full[1].text)
    assert {op: found[op] for op in ("convolution", "rsqrt", "reduce", "reduce_window")} == {
        "convolution": 53, "rsqrt": 53, "reduce": 107, "reduce_window": 1,
    }  # fmt: skip
    assert found["maximum"] == 49 + 1  # one in the region of the pool
    assert found["dot_general"] == 1
    assert found["subtract"] == 53


def test_the_census_of_the_graph(full: tuple[Any, Any]) -> None:
    every = list(nodes.nodes(full[0]))
    ops = Counter(type(n.op).__name__ for n in every if isinstance(n, nodes.batchOp))
    assert ops == {
        "conv": 46, "convStrided": 7, "relu": 49, "maxPool3s2": 1, "gap": 1, "dense": 1,
    }  # fmt: skip
    kinds = Counter(type(n).__name__ for n in every)
    assert kinds == {"batchOp": 105, "bnBatchF": 53, "addVB": 16, "operand": 1}
    strided = [
        n.op.wName for n in every if getattr(n, "op", None).__class__.__name__ == "convStrided"
    ]
    assert strided == ["%sW", *[f"%s{s}b0{w}" for s in (2, 3, 4) for w in ("W2", "Wp")]]


def test_a_precision_changes_the_kinds_only(full: tuple[Any, Any]) -> None:
    built, _, _ = networks.network(networks.numbered_draw(), 2, 7, 10, bf16=True)
    swapped = {"conv": "convBf16", "convStrided": "convStridedBf16"}
    for a, b in zip(nodes.nodes(full[0]), nodes.nodes(built), strict=True):
        assert type(a) is type(b)
        if isinstance(a, nodes.batchOp):
            kind = type(a.op).__name__
            assert type(b.op).__name__ == swapped.get(kind, kind)


@pytest.mark.parametrize("kind", ["convBf16", "convStridedBf16"])
def test_rounded_operands(kind: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")

    def rnd(x: float) -> float:
        return float(ml_dtypes.bfloat16(x))

    built = batched(conv(getattr(nodes, kind), (3, 3), rnd))
    wanted = graph.den(built)
    np.testing.assert_allclose(graph_jax.den(built), wanted, atol=1e-12)
    got = np.asarray(graph_jax.run(stablehlo.render(built, N=N))).reshape(-1)
    np.testing.assert_allclose(got, wanted, atol=1e-5)
    exact = nodes.batchOp(N, built.a, built.b, plain_kind(built.op), built.e)
    assert np.abs(graph.den(exact) - wanted).max() > 1e-4  # what is not rounded differs


FIELDS = ("ic", "oc", "h", "w", "kH", "kW", "rnd", "wName", "bName", "W", "bias")


def plain_kind(op: Any) -> Any:
    kind = nodes.conv if isinstance(op, nodes.convBf16) else nodes.convStrided
    return kind(*[getattr(op, name) for name in FIELDS if name != "rnd"])


# ----- what does not fit ----------------------------------------------------------------------


def id_block(ic: int, oc: int) -> Any:
    p = networks.id_weights(networks.numbered_draw(), 64, oc)
    return graph.r50_id_graph_b("s1b0", "1.0e-05", p, False, leaf(2 * ic * 4), N=2, h=2, w=2)


def down_block(h: int) -> Any:
    """The form that halves, where the input has the resolution of the output."""
    p = networks.proj_weights(networks.numbered_draw(), 64, 64, 256)
    return graph.r50_down_graph_b("s1b0", "1.0e-05", p, False, leaf(2 * 64 * 4), N=2, h=h, w=2)


MISFITS: dict[str, tuple[Callable[[], Any], str]] = {
    "a plain skip where channels change": (lambda: id_block(64, 256), "is 512, but 2048 is needed"),
    "a halving where nothing is halved": (lambda: down_block(2), "is 512, but 2048 is needed"),
    "a kernel": (
        lambda: nodes.conv(2, 4, 2, 2, 3, 3, "%W", "%b", array(4, 2, 3, 1), array(4)),
        r"conv: the shape of W is \(4, 2, 3, 1\), but \(4, 2, 3, 3\) is needed",
    ),
    "a bias": (
        lambda: nodes.dense(5, 4, "%W", "%b", array(5, 4), array(5)),
        r"dense: the shape of the bias is \(5,\), but \(4,\) is needed",
    ),
    "the two sides of a sum": (
        lambda: nodes.addVB(2, 3, leaf(6), leaf(4)),
        r"addVB: the length of e2 \(operand\) is 4, but 6 is needed",
    ),
    "an operation": (
        lambda: nodes.batchOp(2, 3, 4, nodes.relu(3), leaf(6)),
        "batchOp: the length that relu gives is 3, but 4 is needed",
    ),
    "a vector": (
        lambda: nodes.operand(3, "%x", array(4)),
        r"operand: the shape of v is \(4,\), but \(3,\) is needed",
    ),
    "a saved vector": (
        lambda: nodes.selectPosB(2, 3, "%x", array(5), leaf(6)),
        r"selectPosB: the shape of x is \(5,\), but \(6,\) is needed",
    ),
    "no node": (lambda: graph.den(namedtuple("dot", "e")(leaf(3))), "dot is not a node: expected"),
    "no operation": (
        lambda: graph.den_op(namedtuple("tanh", "n")(3), array(3)),
        "tanh is not an operation: expected one of conv, convBf16",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISFITS)
def test_sizes_that_do_not_fit_are_named(name: str) -> None:
    make, message = MISFITS[name]
    with pytest.raises(TypeError, match=message):
        make()


def normed(epsStr: str, eps: float) -> Any:
    return nodes.bnBatchF(N, 4, 1, 1, "%g", "%bt", epsStr, eps, array(4), array(4), leaf(N * 4))


def biased(name: str, bias: Any) -> Any:
    return batched(nodes.dense(5, 4, "%W", name, array(5, 4), bias))


UNWRITABLE: dict[str, tuple[Callable[[], Any], str]] = {
    "a name without its sign": (lambda: nodes.addVB(N, 1, leaf(N, "x"), leaf(N)), "'x' is no name"),
    "a name of the text's own": (
        lambda: nodes.addVB(N, 1, leaf(N, "%v0"), leaf(N)),
        "'%v0' is no name",
    ),
    "a name for two arrays": (lambda: nodes.addVB(N, 1, leaf(N), leaf(N)), "%x names two arrays"),
    "zeros that are none": (lambda: biased("%zb4", np.ones(4)), "%zb4 is not zero, but its name"),
    "zeros of another width": (lambda: biased("%zb5", np.zeros(4)), "%zb5 has 4 entries, but is"),
    "an ε of another text": (lambda: normed("1.0e-05", 0.5), "ε is 0.5, but its text is '1.0e-05'"),
    "an ε that is no number": (lambda: normed("tiny", 0.5), "ε is 0.5, but its text is 'tiny'"),
    "another batch": (
        lambda: nodes.addVB(1, 6, leaf(6, "%y"), leaf(6)),
        "addVB: the batch size is 1, but 3 is needed",
    ),
    "a batch that divides nothing": (lambda: leaf(4), "batch size is 3, but a divisor of 4"),
    "nothing": (lambda: batched(nodes.relu(0)), "the length is 0, which has no text"),
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_what_has_no_text_is_named(name: str) -> None:
    make, message = UNWRITABLE[name]
    with pytest.raises(ValueError, match=message):
        stablehlo.render(make(), N=N)


def test_an_element_type_is_checked() -> None:
    with pytest.raises(ValueError, match="element type is f16, but f32 or f64 is needed"):
        stablehlo.render(SMALL["relu"], N=N, element="f16")


def test_other_records_are_read_and_stay_shared() -> None:
    """A graph may come as records of another making, as named tuples of the same fields."""
    x = namedtuple("operand", "n name v")(6, "%x", array(6))
    both = namedtuple("addVB", "N n e1 e2")(2, 3, x, x)
    made = nodes.read(both)
    assert made.e1 is made.e2
    assert isinstance(made.e1, nodes.operand)
    np.testing.assert_array_equal(graph.den(both), 2 * x.v)
    with pytest.raises(AttributeError, match="name"):
        nodes.read(namedtuple("operand", "n v")(6, array(6)))


def test_a_node_shows_itself_without_its_operands() -> None:
    assert repr(SMALL["addVB"]) == "addVB(N=3, n=24)"
    assert repr(leaf(2)) == "operand(n=2, name='%x')"


def test_a_shared_node_is_folded_once() -> None:
    x = leaf(4)
    for _ in range(60):
        x = nodes.addVB(1, 4, x, x)
    np.testing.assert_allclose(graph.den(x), 2.0**60 * next(iter(nodes.nodes(x))).v)
    assert stablehlo.render(x, N=1).text.count("stablehlo.add") == 60
