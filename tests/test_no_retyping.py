"""No check is written by hand: a theorem that leaves `specs/` takes its obligations along, and
nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

from leanbridge.check.obligations import obligations
from leanbridge.check.verify import Session, Settings

ROOT = Path(__file__).resolve().parent.parent
GONE = "Proofs.win3Row_mem_le_two"


def checks(config: Path) -> set[tuple[str, str, str]]:
    """Every obligation of the project: declaration, port set, id."""
    session = Session(Settings(config, ports=("numpy",)))
    assert not session.problems
    return {
        (entry.name, name, o.id)
        for entry in session.entries()
        for name, state in session.environments.sets.items()
        for o in obligations(session.env, entry, state)
    }


def without(text: str, name: str) -> str:
    """The text without one theorem and its doc comment."""
    start = text.index(f"theorem {name} ")
    start = text.rindex("/-- ", 0, start)
    end = text.index("\n\n", start)
    return text[:start] + text[end:].lstrip("\n")


def test_a_deleted_theorem_takes_its_obligations_and_nothing_else(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "specs", tmp_path / "specs")
    config = (ROOT / "leancheck.toml").read_text("utf-8").replace('["."]', f'["{ROOT}"]')
    (tmp_path / "leancheck.toml").write_text(config, "utf-8")
    before = checks(tmp_path / "leancheck.toml")
    file = tmp_path / "specs" / "Specs" / "Architectures" / "MaxPool3s2.lean"
    file.write_text(without(file.read_text("utf-8"), GONE.removeprefix("Proofs.")), "utf-8")
    after = checks(tmp_path / "leancheck.toml")
    assert before - after == {(GONE, "numpy", "statement")}
    assert after < before
    assert len(after) > 60
