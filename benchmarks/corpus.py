"""The bundled statement files, and the pool's term: what the benchmarks run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from leanbridge.core.environment import Environment
from leanbridge.core.terms import Term, const, nat
from leanbridge.source.modules import load_project

SPECS = Path(__file__).resolve().parent.parent / "specs"


@cache
def definitions() -> Environment:
    """The environment of `specs/`, from its Lean text."""
    project = load_project(SPECS)
    modules = project.closure(project.modules)
    imports = {
        m.name: frozenset(c.name for c in project.closure([m.name])) - {m.name} for m in modules
    }
    return Environment(modules, imports)


def pool(c: int, h: int, w: int) -> Term:
    """The forward pool at sizes, as its Lean definition has it."""
    return const("Proofs.maxPool3s2", nat(c), nat(h), nat(w))
