"""The faults that are planted in the elaborator: each is possible, and the judge sees them.

All of them are run by `python -m tests.lean.elaborator_mutants` (minutes); here a few.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.lean.elaborator_mutants import FAULTS, ROOT, Fault, changed, prepare, verdict

if TYPE_CHECKING:
    from tests.lean.build import Compiled


def test_there_are_enough_faults_and_no_two_are_one() -> None:
    assert len(FAULTS) >= 30
    assert len({fault.what for fault in FAULTS}) == len(FAULTS)
    assert len({(fault.file, fault.old, fault.new) for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_each_fault_applies_in_exactly_one_place(fault: Fault) -> None:
    text = (ROOT / "leanbridge" / fault.file).read_text("utf-8")
    made = changed(fault, text)
    assert made != text
    compile(made, fault.file, "exec")


def test_a_fault_that_has_no_place_is_refused() -> None:
    with pytest.raises(ValueError, match=r"stands 0 times in x\.py"):
        changed(Fault("f", "x.py", "a", "b"), "c")
    with pytest.raises(ValueError, match=r"stands 2 times in x\.py"):
        changed(Fault("f", "x.py", "a", "b"), "a a")


@pytest.mark.lean
def test_the_package_as_it_is_passes_and_faults_are_caught(
    lean_cache: Path, stub: Compiled, tmp_path: Path
) -> None:
    state = prepare(tmp_path, lean_cache)
    assert verdict(None, state) is None
    minus = next(f for f in FAULTS if f.what == "minus is plus")
    found = verdict(minus, state)
    assert found is not None
    assert found.startswith("Nasty.Arguments.leading, body")
    assert "a - b" in found
    cases = next(f for f in FAULTS if f.what == "missing cases are accepted")
    found = verdict(cases, state)
    assert found is not None
    assert found.endswith("is judged otherwise")
