"""`leancheck audit`: exit codes, where it looks, what it prints."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from leanbridge.cli import app
from tests.source.olean.conftest import compiled as compiled
from tests.source.olean.writer import Writer, write_module


def run(*args: str) -> Result:
    return CliRunner().invoke(app, ["audit", *args])


def said(result: Result) -> str:
    return re.sub(r"\s+", " ", result.output)


def a_theorem(directory: Path, axiom: str = "propext") -> None:
    w = Writer()
    prop, a, t = w.sort(), w.name(*axiom.split(".")), w.name("P", "t")
    constants = [w.axiom(a, prop), w.theorem(t, prop, w.const(a))]
    write_module(directory, "P", w.module([a, t], constants))


def test_a_built_project_is_found(tmp_path: Path) -> None:
    a_theorem(tmp_path / ".lake/build/lib/lean")
    result = run("--project", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "checked P.t [propext]" in said(result)
    assert "1 theorems of 1 modules, compiled by Lean 4.35.0" in said(result)


def test_an_exception_fails_until_it_is_accepted(tmp_path: Path) -> None:
    a_theorem(tmp_path, "P.ax")
    result = run("--olean", str(tmp_path))
    assert result.exit_code == 1
    assert "EXCEPTION P.ax 1 rest on it: P.t" in said(result)
    result = run("--olean", str(tmp_path), "--accept", "P.ax")
    assert result.exit_code == 0
    assert "accepted exception P.ax" in said(result)


def test_json(tmp_path: Path) -> None:
    a_theorem(tmp_path)
    result = run("--olean", str(tmp_path), "--json", str(tmp_path / "a.json"), "P.t")
    assert result.exit_code == 0
    data = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert [t["name"] for t in data["theorems"]] == ["P.t"]


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--project", "{}"], "the project is not built"),
        (["--olean", "{}"], "no .olean file is below this directory"),
        (["--olean", "{}", "--project", "{}"], "the project is not built"),
    ],
)
def test_usage(tmp_path: Path, args: list[str], reason: str) -> None:
    result = run(*[a.format(tmp_path) for a in args])
    assert result.exit_code == 2
    assert reason in said(result)


def test_a_damaged_file_is_refused_with_its_place(tmp_path: Path) -> None:
    a_theorem(tmp_path)
    path = tmp_path / "P.olean"
    path.write_bytes(path.read_bytes()[:-16])
    result = run("--olean", str(tmp_path))
    assert result.exit_code == 2
    assert re.search(r"P\.olean: (offset|address) 0x[0-9a-f]+", said(result))


@pytest.mark.lean
def test_what_lean_has_compiled(compiled: Callable[[str], Path]) -> None:
    result = run("--olean", str(compiled("classic")), "honest", "chosen", "usual")
    assert result.exit_code == 0, result.output
    assert "3 checked, 0 not seen, 0 with sorry in the proof" in said(result)
