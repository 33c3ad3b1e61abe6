"""Files that the real Lean has compiled, once for each run of the tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from leanbridge.source.olean import Library
from tests.lean.conftest import require_lean
from tests.source.olean.peer import compile_texts

FORMS = ("classic", "module")
SECONDS = 120


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The directory of the compiled texts in a form, `classic` or `module`."""
    require_lean()
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def directory(form: str) -> Path:
        final = shared / f"olean-{form}"
        if not final.is_dir():
            try:
                (shared / f"olean-{form}.lock").touch(exist_ok=False)
            except FileExistsError:
                _wait_for(final)  # another worker compiles it
            else:
                compile_texts(shared / f"olean-{form}.made", as_modules=form == "module")
                (shared / f"olean-{form}.made").rename(final)
        return final

    return directory


def _wait_for(directory: Path) -> None:
    end = time.monotonic() + SECONDS
    while not directory.is_dir():
        assert time.monotonic() < end, f"{directory.name}: the other worker has not compiled it"
        time.sleep(0.05)


@pytest.fixture(params=FORMS)
def form(request: pytest.FixtureRequest) -> str:
    """Both forms in turn."""
    out: str = request.param
    return out


@pytest.fixture
def things(compiled: Callable[[str], Path], form: str) -> Library:
    """The library of one form, with its last module loaded."""
    found = Library([compiled(form)])
    found.load("Things")
    return found
