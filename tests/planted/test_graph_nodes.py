"""The graph of the whole network, Lean's and the port's, node by node; and every node mutated.

The Lean graph is run by the exact interpreter at weights that are one number each, so that nothing
of them is computed; the port's has arrays of the same numbers. Their constructors, sizes, names,
numbers and the order of their operands must be the same, and a mutant of any node must not be.
Which mutants the values would show too is found at small widths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from leanbridge.core.elab.elaborator import ElabError
from leanbridge.core.scratch import elaborate_text
from leanbridge.core.terms import FVar, const, nat
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Data
from oracles import graph, nodes
from oracles.conv import correlate
from tests.interp.specs import definitions
from tests.oracles import networks

N, Q, CLASSES = 2, 1, 10
NARROW = (3, 2, 4, 3)


# ----- Lean's graph and the port's --------------------------------------------------------------


def lean_value(part: Any) -> Any:
    """A record or an array of one number as an exact value; an array is a function of indices."""
    if isinstance(part, tuple):
        owner = {"Weights": "R50BWeights", "IdWeights": "R50IdW", "ProjWeights": "R50ProjW"}
        name = owner[type(part).__name__]
        return Data(f"Proofs.{name}.mk", tuple([lean_value(p) for p in part]))
    if isinstance(part, float):
        return fmpq(*part.as_integer_ratio())
    value: Any = fmpq(*part.flat[0].as_integer_ratio())
    for _ in part.shape:
        value = _constant(value)
    return value


def _constant(value: Any) -> Callable[[int], Any]:
    return lambda _: value


@cache
def both(*, bf16: bool) -> tuple[Data, nodes.Node]:
    """The Lean graph and the port's, at the same numbers."""
    port, x, weights = networks.network(networks.numbered_draw(), N, Q, CLASSES, bf16=bf16)
    w, e = FVar(1, "w"), FVar(2, "e")
    flag = const("Bool.true" if bf16 else "Bool.false")
    eps = FVar(3, "eps")
    term = const("Proofs.StableHLO.resnet50FwdGraphBFull", nat(N), nat(Q), eps, nat(CLASSES), w,
                 flag, e)  # fmt: skip
    leaf = Data("Proofs.StableHLO.SHlo.operand", (x.n, x.name, lean_value(x.v)))
    exact = Exact(definitions())
    made = exact.evaluate(term, {w: lean_value(weights), e: leaf, eps: networks.EPSILON})
    assert isinstance(made, Data)
    return made, port


Seen = dict[tuple[int, int], bool]


def same(lean: Any, port: Any, seen: Seen) -> bool:
    """Whether two graphs are alike in constructors, fields and what is in them."""
    if not isinstance(lean, Data):
        return same_field(lean, port)
    if (id(lean), id(port)) not in seen:
        parts = [getattr(port, f.name) for f in fields(port)]
        seen[id(lean), id(port)] = (
            lean.constructor.rsplit(".", 1)[-1] == type(port).__name__
            and len(parts) == len(lean.fields)
            and all(same(a, b, seen) for a, b in zip(lean.fields, parts, strict=True))
        )
    return seen[id(lean), id(port)]


def same_field(lean: Any, port: Any) -> bool:
    if isinstance(port, np.ndarray):
        for _ in port.shape:
            lean = lean(0)
        return bool(lean == fmpq(*port.flat[0].as_integer_ratio()))
    if port is nodes.identity:
        return all(bool(lean(fmpq(k, 3)) == fmpq(k, 3)) for k in (-2, 0, 1))
    if isinstance(port, float):
        return bool(lean == fmpq(*port.as_integer_ratio()))
    return type(lean) is type(port) and bool(lean == port)


@pytest.mark.parametrize("bf16", [False, True])
def test_the_ports_graph_is_leans(bf16: bool) -> None:
    lean, port = both(bf16=bf16)
    assert same(lean, port, {})
    assert sum(1 for _ in nodes.nodes(port)) == 175
    assert not same(lean, both(bf16=not bf16)[1], {})


# ----- mutants ----------------------------------------------------------------------------------


def mutants(node: nodes.Node) -> Iterator[tuple[str, nodes.Node]]:
    """The node deleted (its operand, or a vector of zeros of its length, in its place) and changed
    in one part at a time."""
    parts = nodes.operands(node)
    if parts and parts[0].length == node.length:
        yield "deleted", parts[0]
    else:
        zeros = np.broadcast_to(np.float64(0), (node.length,))
        yield "deleted", nodes.operand(node.length, "%deleted", zeros)
    match node:
        case nodes.operand():
            yield "renamed", replace(node, name="%y")
        case nodes.addVB(e1=first, e2=second):
            yield "swapped operands", replace(node, e1=second, e2=first)
            yield "dropped skip", first
            yield "doubled body", replace(node, e2=first)
        case nodes.bnBatchF():
            yield "swapped names", replace(node, gName=node.bName, bName=node.gName)
            yield "another text", replace(node, epsStr="1.0e-06")
            yield "another ε", replace(node, ε=0.5)
            yield "swapped γ and β", replace(node, γ=node.β, β=node.γ)
        case nodes.batchOp(op=nodes.relu()):
            yield "twice", replace(node, e=node)
        case nodes.batchOp(op=op) if hasattr(op, "wName"):
            yield "swapped names", replace(node, op=replace(op, wName=op.bName, bName=op.wName))
            yield "other weights", replace(node, op=replace(op, W=op.W + 1.0))


#: Mutants of the 175 nodes: of the input, 16 sums, 53 normalisations, 49 rectifiers, 53
#: convolutions, the dense layer, the pool and the average.
MUTANTS = 2 + 16 * 4 + 53 * 5 + 49 * 2 + 53 * 3 + 3 + 1 + 1
#: What denotes the same by Lean: names and texts, the order of a sum, a rectifier on a rectifier.
UNSEEN_BY_VALUE = {"renamed", "swapped operands", "swapped names", "another text", "twice"}


def replaced(root: nodes.Node, target: nodes.Node, new: nodes.Node) -> nodes.Node:
    """The graph with one node, wherever it is shared, replaced."""

    def step(node: nodes.Node, parts: tuple[nodes.Node, ...]) -> nodes.Node:
        if node is target:
            return new
        if all(a is b for a, b in zip(nodes.operands(node), parts, strict=True)):
            return node
        names = ("e1", "e2") if isinstance(node, nodes.addVB) else ("e",)
        return replace(node, **dict(zip(names, parts, strict=True)))

    return nodes.fold(root, step)


def test_every_mutant_of_every_node_differs() -> None:
    lean, port = both(bf16=False)
    seen: Seen = {}
    assert same(lean, port, seen)
    counts = {"nodes": 0, "mutants": 0}
    for node in nodes.nodes(port):
        counts["nodes"] += 1
        for kind, new in mutants(node):
            counts["mutants"] += 1
            assert not same(lean, replaced(port, node, new), dict(seen)), (kind, node)
    assert counts == {"nodes": 175, "mutants": MUTANTS}


def test_which_mutants_the_values_show() -> None:
    """At small widths, 2 images of 64 × 64: exactly those that Lean's denotation tells apart. (At
    32 × 32 the average is of one cell, and its deletion no fault.) At some weights a rectifier
    has nothing to do, so there are three."""
    shown: set[tuple[int, str]] = set()
    every: dict[tuple[int, str], bool] = {}
    for seed in (3, 4, 5):
        port, _, _ = networks.network(networks.random_draw(seed), 2, 2, CLASSES, NARROW)
        right = graph.den(port)
        for number, node in enumerate(nodes.nodes(port)):
            for kind, new in mutants(node):
                every[number, kind] = kind not in UNSEEN_BY_VALUE
                if (number, kind) not in shown:
                    moved = np.abs(graph.den(replaced(port, node, new)) - right).max()
                    if moved > 1e-6 * np.abs(right).max():
                        shown.add((number, kind))
    assert len(every) == MUTANTS
    assert shown == {mutant for mutant, is_visible in every.items() if is_visible}


# ----- the phase of a stride --------------------------------------------------------------------


def odd_phase(root: nodes.Node, site: nodes.Node | None) -> Any:
    """The value of a graph one of whose strided convolutions keeps the odd cells."""

    def step(node: nodes.Node, given: tuple[Any, ...]) -> Any:
        if node is site:
            assert isinstance(node, nodes.batchOp)
            op: Any = node.op
            images = given[0].reshape(node.N, op.ic, 2 * op.h, 2 * op.w)
            return correlate(op.W, op.bias, images, stride=2, phase=1).reshape(-1)
        leaves = [nodes.operand(len(v), "%given", v) for v in given]
        names = ("e1", "e2") if isinstance(node, nodes.addVB) else ("e",)
        return graph.den(replace(node, **dict(zip(names, leaves, strict=False))) if given else node)

    return nodes.fold(root, step)


def test_the_odd_phase_shows_at_each_of_the_seven_sites() -> None:
    port, _, _ = networks.network(networks.random_draw(4), 8, 1, CLASSES, NARROW)
    right = graph.den(port)
    batched = [n for n in nodes.nodes(port) if isinstance(n, nodes.batchOp)]
    sites = [n for n in batched if isinstance(n.op, nodes.convStrided)]
    assert len(sites) == 7
    np.testing.assert_allclose(odd_phase(port, None), right, rtol=1e-12)  # no site: nothing moves
    for site in sites:
        moved = np.abs(odd_phase(port, site) - right).max() / np.abs(right).max()
        assert moved > 1e-6, site


# ----- what Lean refuses ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "weights", "given", "needed"),
    [
        ("r50IdGraphB", "R50IdW 64 256", "64 * h * w", "256 * h * w"),
        ("r50DownGraphB", "R50ProjW 64 64 256", "64 * h * w", r"64 * (2 * h) * (2 * w)"),
    ],
)
def test_a_form_that_does_not_fit_is_a_type_error(
    form: str, weights: str, given: str, needed: str
) -> None:
    """Stage 1, block 0: the channels change and the resolution does not."""
    types = {"p": f"Proofs.{weights}", "e": f"Proofs.StableHLO.SHlo (N * ({given}))"}
    text = f'Proofs.StableHLO.{form} "s1b0" "1.0e-05" N h w p false e'
    with pytest.raises(ElabError) as error:
        elaborate_text(definitions(), text, types, {"N": 1, "h": 1, "w": 1})
    assert f"N * ({given})" in str(error.value)
    assert f"N * ({needed})" in str(error.value)
    fitting = {**types, "e": f"Proofs.StableHLO.SHlo (N * ({needed}))"}
    elaborate_text(definitions(), text, fitting, {"N": 1, "h": 1, "w": 1})


@pytest.mark.parametrize(("q", "side"), [(7, 224), (5, 160)])
def test_the_shipped_resolutions_are_instances(q: int, side: int) -> None:
    """The nest of doublings at a numeral is the numeral, by computation alone."""

    def types(rows: int) -> dict[str, str]:
        length = f"N * (3 * {rows} * {rows})"
        return {
            "w": "Proofs.R50BWeights 10",
            "x": f"Proofs.Vec ({length})",
            "e": f"Proofs.StableHLO.SHlo ({length})",
        }

    forward = f"Proofs.resnet50ForwardBFull N {q} w x"
    built = f'Proofs.StableHLO.resnet50FwdGraphBFull N {q} "1.0e-05" w false e'
    for text in (forward, built):
        elaborate_text(definitions(), text, types(side), {"N": 1})
        with pytest.raises(ElabError, match=str(side + 1)):
            elaborate_text(definitions(), text, types(side + 1), {"N": 1})
