"""Every path that a document names exists; the index in the repository is not stale."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from leanbridge.check.entries import STYLES
from leanbridge.check.verify import Session, Settings
from leanbridge.drift.index import index_text
from leanbridge.ports.config import parse_config

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "DIVERGENCES.md")
PATH = re.compile(r"`((?:leanbridge|specs|oracles|tests|docs|benchmarks|\.ci)/[\w./]*)`")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_exists(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    missing = [path for path in PATH.findall(text) if not (ROOT / path).exists()]
    assert not missing


def test_a_missing_path_would_be_found() -> None:
    assert PATH.findall("see `leanbridge/nothing.py`") == ["leanbridge/nothing.py"]
    assert not (ROOT / "leanbridge/nothing.py").exists()


def test_the_configurations_of_the_readme_are_read(tmp_path: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    read = [
        parse_config("schema = 1\n" + block.removeprefix("schema = 1\n"), tmp_path / "a.toml")
        for block in blocks
    ]
    (sampling,) = [c.sampling for c in read if c.sampling.is_restricted]
    assert sampling.sizes == (1, 2, 3)
    assert set(sampling.entries or ()) <= set(STYLES)
    assert sum(bool(c.port_sets) for c in read) == 2


def test_architecture_is_short() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text("utf-8").splitlines()) < 120


def test_no_document_names_this_machine() -> None:
    for name in DOCUMENTS:
        assert not re.search(r"/(work|root|home|tmp)/", (ROOT / name).read_text("utf-8"))


def test_the_index_is_up_to_date() -> None:
    """If this fails: `leancheck index`."""
    session = Session(Settings(ROOT / "leancheck.toml"))
    text = (ROOT / "proofs_index.json").read_text("utf-8")
    assert index_text(session.env, session.config) == text
    assert len(text.splitlines()) == 2 + len(session.entries())
