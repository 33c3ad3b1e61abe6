"""What constants rest on, by hand: through types, values, constructors, across modules."""

from __future__ import annotations

from pathlib import Path

from leanbridge.source.olean import Library
from leanbridge.source.olean.graph import Graph
from tests.source.olean.writer import NIL, Writer, boxed, write_module


def library(directory: Path) -> Library:
    """`Low` has axioms `x`, `y` and a theorem `p` by `y`; `Top` an inductive `I` with a
    constructor of type `x`, and a theorem `t : I := p`."""
    w = Writer()
    prop, x, y, p = w.sort(), w.name("x"), w.name("y"), w.name("p")
    low = [w.axiom(x, prop), w.axiom(y, prop), w.theorem(p, prop, w.const(y))]
    write_module(directory, "Low", w.module([x, y, p], low))
    w = Writer()
    prop, i, mk, t = w.sort(), w.name("I"), w.name("I", "mk"), w.name("t")
    one, zero = boxed(1), boxed(0)
    header = w.node(0, [i, NIL, prop])
    inductive = w.node(5, [w.node(0, [header, zero, zero, NIL, w.list([mk]), zero], bytes(3))])
    header = w.node(0, [mk, NIL, w.const(w.name("x"))])
    constructor = w.node(6, [w.node(0, [header, i, zero, zero, one], bytes(1))])
    theorem = w.theorem(t, w.const(i), w.const(w.name("p")))
    constants = [inductive, constructor, theorem]
    write_module(directory, "Top", w.module([i, mk, t], constants, imports=["Low"]))
    found = Library([directory])
    found.load("Top")
    return found


def test_axioms_are_found_across_modules(tmp_path: Path) -> None:
    graph = Graph(library(tmp_path))
    graph.add("t")
    assert graph.axioms_below("t") == ({"x", "y"}, {"y"})
    assert graph.axioms_below("I") == ({"x"}, set())
    assert graph.axioms_below("p") == ({"y"}, {"y"})
    assert graph.unseen_below("t") == ()


def test_a_graph_grows(tmp_path: Path) -> None:
    graph = Graph(library(tmp_path))
    graph.add("I")
    assert graph.axioms_below("t") == (set(), set())
    graph.add("t")
    assert graph.axioms_below("t") == ({"x", "y"}, {"y"})


def test_a_meaning_has_no_proofs(tmp_path: Path) -> None:
    graph = Graph(library(tmp_path))
    graph.add("t")
    assert graph.is_in_meaning("t", "x")
    assert not graph.is_in_meaning("t", "y")
    assert not graph.is_in_meaning("p", "y")


def test_what_is_in_no_module_is_unseen(tmp_path: Path) -> None:
    graph = Graph(library(tmp_path))
    graph.add("gone")
    assert graph.unseen_below("gone") == ("gone",)
    assert graph.axioms_below("gone") == (set(), set())
