"""The toy project as a fixture."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.toy import write_toy


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project with right ports, as the working directory."""
    write_toy(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path
