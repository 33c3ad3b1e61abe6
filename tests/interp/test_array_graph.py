"""Terms of a family in the array interpreter: the clauses are chosen while recording."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.core.terms import App, Const, FVar, const, nat
from leanbridge.errors import Unsupported
from leanbridge.interp.array import Array
from leanbridge.interp.values import Data
from oracles import graph, nodes
from tests.interp.specs import definitions
from tests.oracles import networks

RECORDS = {"Weights": "R50BWeights", "IdWeights": "R50IdW", "ProjWeights": "R50ProjW"}


def data(part: Any) -> Any:
    """A record of weights as the interpreter has it."""
    if not isinstance(part, tuple):
        return part
    return Data(f"Proofs.{RECORDS[type(part).__name__]}.mk", tuple([data(p) for p in part]))


def denoted(name: str, arguments: list[Any], x: nodes.operand, n: int) -> Any:
    """What the graph that a definition of `Proofs.StableHLO` gives denotes, by its Lean text."""
    variables: dict[FVar, Any] = {}
    terms: list[Any] = []
    for i, argument in enumerate(arguments):
        is_term = isinstance(argument, App | Const)
        terms.append(argument if is_term else FVar(i + 1, f"x{i}"))
        if not is_term:
            variables[terms[-1]] = argument
    e = FVar(99, "e")
    variables[e] = Data("Proofs.StableHLO.SHlo.operand", (x.n, x.name, x.v))
    term = const("Proofs.StableHLO.den", nat(n), const(f"Proofs.StableHLO.{name}", *terms, e))
    return Array(definitions()).evaluate(term, variables)


def flag(value: bool) -> Any:
    return const("Bool.true" if value else "Bool.false")


@pytest.mark.parametrize("bf16", [False, True])
@pytest.mark.parametrize("form", ["r50IdGraphB", "r50ProjGraphB", "r50DownGraphB"])
def test_a_block_denotes_what_its_port_does(form: str, bf16: bool) -> None:
    draw = networks.random_draw(5)
    ic, scale = (4, 1) if form == "r50IdGraphB" else (3, 2 if form == "r50DownGraphB" else 1)
    is_plain = form == "r50IdGraphB"
    p = (
        networks.id_weights(draw, 2, 4, bias=True)
        if is_plain
        else networks.proj_weights(draw, ic, 2, 4, bias=True)
    )
    x = nodes.operand(5 * ic * 2 * scale * 3 * scale, "%x", draw((5 * ic * 6 * scale**2,)))
    widths = [nat(k) for k in ((2, 4) if is_plain else (ic, 2, 4))]
    arguments = ["s", "1", nat(5), nat(2), nat(3), *widths, data(p), flag(bf16)]
    got = denoted(form, arguments, x, 5 * 4 * 2 * 3)
    build = {
        "r50IdGraphB": graph.r50_id_graph_b,
        "r50ProjGraphB": graph.r50_proj_graph_b,
        "r50DownGraphB": graph.r50_down_graph_b,
    }[form]
    wanted = graph.den(build("s", "1", p, bf16, x, N=5, h=2, w=3))
    np.testing.assert_allclose(got, wanted, atol=1e-11)


def test_text_that_depends_on_data_is_refused() -> None:
    i = FVar(1, "i")
    text = const("ToString.toString", const("Nat"), i)
    assert Array(definitions()).evaluate(text, {i: 12}) == "12"
    with pytest.raises(Unsupported, match="a number that is not known while recording"):
        Array(definitions()).evaluate(text, {i: np.array(12)})
