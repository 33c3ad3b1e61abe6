"""Which tier a project is read in: files that the real Lean has compiled with the keyword `module`.

The other rules stand in `tests/lean/test_tier.py`, beside the projects that they need.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from leanbridge.check.compiled import Search, find_compiled
from leanbridge.errors import InputError
from tests.source.olean.conftest import compiled as compiled

pytestmark = pytest.mark.lean

PARTS = ("", ".server", ".private")


def built(project: Path, compiled: Callable[[str], Path], *parts: str) -> Search:
    """A project of the module `Small` of which these parts are there."""
    own = project / ".lake/build/lib/lean"
    own.mkdir(parents=True)
    for part in parts:
        shutil.copy(compiled("module") / f"Small.olean{part}", own)
    return Search((compiled("module"),))


def test_all_parts_of_a_module_are_the_project(
    compiled: Callable[[str], Path], tmp_path: Path
) -> None:
    search = built(tmp_path, compiled, *PARTS)
    found, problems = find_compiled(tmp_path, None, "olean", search)
    assert found is not None
    assert not problems
    assert "steps" in {entry.name for entry in found.entries()}


@pytest.mark.parametrize("parts", [PARTS[:1], PARTS[:2]])
def test_the_public_part_of_a_module_is_not_taken_for_all_of_it(
    compiled: Callable[[str], Path], tmp_path: Path, parts: tuple[str, ...]
) -> None:
    search = built(tmp_path, compiled, *parts)
    with pytest.raises(InputError, match=r"(?s)only the public part of Small.*\.olean\.private"):
        find_compiled(tmp_path, None, "olean", search)
    found, (problem,) = find_compiled(tmp_path, None, "auto", search)
    assert found is None
    assert "only the public part of Small is compiled" in problem.message
