"""Asking a running Lean: the real server, behind a stand-in for `lake` (no real Lake was tried)."""

from __future__ import annotations

import gc
import json
import os
import shlex
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from leanbridge.cli import app
from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.source import live
from tests.lean import shim

if TYPE_CHECKING:
    from tests.lean.build import Compiled

TEXT = """/-- Twice `𝔸`. -/ def double (n : Nat) : Nat := n + n
/-- It is even. -/
theorem 𝔸even : double 1 = 2 := rfl
"""


@pytest.fixture
def project(stub: Compiled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project whose `lake serve` is the real Lean server."""
    (tmp_path / "lakefile.toml").write_text('name = "e"\n[[lean_lib]]\nname = "E"\n', "utf-8")
    (tmp_path / "E.lean").write_text(TEXT, "utf-8")
    (tmp_path / "leancheck.toml").write_text(
        'schema = 1\n[project]\nroot = "."\n[ports.py]\n"double" = "math:sqrt"\n', "utf-8"
    )
    lake = tmp_path / "bin" / "lake"
    lake.parent.mkdir()
    server = shlex.join([sys.executable, shim.__file__, "--server"])
    lake.write_text(f'#!/bin/sh\n[ "$1" = serve ] || exit 1\nexec {server} "$PWD"\n', "utf-8")
    lake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{lake.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("LEAN_PATH", os.pathsep.join(map(str, stub.path)))
    yield tmp_path
    with warnings.catch_warnings():  # leanclient leaves its pipes to the collector
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.mark.lean
def test_lean_says_the_signature_of_a_declaration(project: Path) -> None:
    assert live.signature(project, Where("E.lean", 1, 23)) == "double (n : Nat) : Nat"


@pytest.mark.lean
def test_columns_are_counted_as_the_server_counts_them(project: Path) -> None:
    assert live.signature(project, Where("E.lean", 3, 11)).startswith("𝔸even : double 1 = 2")


@pytest.mark.lean
def test_nothing_at_a_place_is_said(project: Path) -> None:
    with pytest.raises(InputError, match="the Lean server shows nothing here"):
        live.signature(project, Where("E.lean", 2, 3))


@pytest.mark.lean
def test_explain_asks_the_server(project: Path) -> None:
    config = str(project / "leancheck.toml")
    result = CliRunner().invoke(app, ["explain", "double", "--live", "--config", config])
    assert result.exit_code == 0, result.output
    assert "Lean says double (n : Nat) : Nat" in result.output


def test_a_project_without_lake_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("leanclient")
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "E.lean").write_text(TEXT, "utf-8")
    with pytest.raises(InputError, match="the Lean server does not start"):
        live.signature(tmp_path, Where("E.lean", 1, 23))


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "leanclient", None)
    with pytest.raises(Unsupported, match="leanclient is not installed"):
        live.signature(tmp_path, Where("E.lean", 1, 1))


@pytest.mark.parametrize(
    "hover",
    [None, [], {"contents": "text"}, {"contents": {}}, {"contents": {"value": "no code"}},
     {"contents": {"value": "```lean\nnot closed"}}, json.loads('{"contents": null}')],
)  # fmt: skip
def test_an_answer_without_code_is_none(hover: object) -> None:
    assert live._code(hover) is None
