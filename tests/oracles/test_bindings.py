"""`leancheck.toml` names every Lean definition of `specs/` in both port sets, and real functions.

Reads the statement files by pattern, so that it needs nothing of `leanbridge`.
"""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jax")

ROOT = Path(__file__).resolve().parents[2]
BINDINGS: dict[str, dict[str, Any]] = tomllib.loads(
    (ROOT / "leancheck.toml").read_text(encoding="utf-8")
)["ports"]
DEFINITION = re.compile(r"(?:@\[\w+\] )?(?:noncomputable )?(def|abbrev|structure|inductive) (\S+)")


def definitions() -> set[str]:
    """Full names of what `specs/` defines."""
    names: set[str] = set()
    for file in sorted((ROOT / "specs" / "Specs").rglob("*.lean")):
        spaces: list[str] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("namespace "):
                spaces.append(line.split()[1])
            elif line.startswith("end ") and spaces:
                spaces.pop()
            elif found := DEFINITION.match(line):
                names.add(".".join([*spaces, found[2]]))
    return names


@pytest.mark.parametrize("port_set", ["numpy", "jax"])
def test_every_definition_is_bound_or_skipped(port_set: str) -> None:
    bound = {name.removesuffix(".backward") for name in BINDINGS[port_set] if name != "*"}
    assert bound == definitions()
    assert len(bound) > 40


@pytest.mark.parametrize("port_set", ["numpy", "jax"])
def test_only_types_and_derivatives_are_skipped(port_set: str) -> None:
    skipped = {name for name, entry in BINDINGS[port_set].items() if "skip" in _table(entry)}
    types = {"Proofs.Vec", "Proofs.Mat", "Proofs.Tensor3", "Proofs.Kernel4"}
    types |= {"Proofs.R50IdW", "Proofs.R50ProjW", "Proofs.R50BWeights"}
    types |= {"Proofs.StableHLO.BatchableOp", "Proofs.StableHLO.SHlo"}
    derivatives = {name for name in skipped if re.match(r"Proofs\.(pdiv|HasVJP|HasGradAt)", name)}
    assert skipped == types | derivatives


@pytest.mark.parametrize("port_set", ["numpy", "jax"])
def test_functions_exist_and_name_their_definition(port_set: str) -> None:
    checked = 0
    for name, entry in BINDINGS[port_set].items():
        table = _table(entry)
        if "function" not in table:
            continue
        module, attribute = table["function"].split(":")
        function = getattr(importlib.import_module(module), attribute)
        lean_name = name.removeprefix("Proofs.").removesuffix(".backward")
        source = re.search(r"Source: (.*)", inspect.getdoc(function) or "")
        assert source, name
        assert f"Proofs.{lean_name}" in source[1], name
        checked += 1
    assert checked > 30


def test_both_sets_bind_the_same_names() -> None:
    assert list(BINDINGS["numpy"]) == list(BINDINGS["jax"])


def _table(entry: Any) -> dict[str, Any]:
    return {"function": entry} if isinstance(entry, str) else entry
