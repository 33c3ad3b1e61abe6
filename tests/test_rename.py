"""The engine knows no name of the project: with all of them replaced, all verdicts stay.

Every component of every name that `specs/` declares becomes x1, x2, …, token by token, in the
statement files and in the keys of `leancheck.toml`. Names of Lean, of Mathlib and of Python stay:
among the latter fields and constructors, by which a port knows the values that cross.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from leanbridge.check.verify import Session, Settings, verify
from leanbridge.core.scope import components

ROOT = Path(__file__).resolve().parent.parent
WORD = re.compile(r"[^\W\d][\w']*")
KEY = re.compile(
    r'^"[^"]+"(?= = )|(?<== )"Proofs\.[^"]+"|(?<=^\[instances\.)"[^"]+"|^sizes = .*', re.MULTILINE
)


def renaming(session: Session) -> dict[str, str]:
    """Each component of a declared name with its new name."""
    words: dict[str, None] = {}
    crossing: set[str] = set()
    for entry in session.env.project_entries:
        crossing |= set(session.env.structure_fields(entry.name) or ())
        if entry.kind == "constructor":
            crossing.add(components(entry.name)[-1])
        elif not entry.generated:
            words |= dict.fromkeys(components(entry.name))
    kept = [word for word in words if word not in crossing]
    return {word: f"x{i}" for i, word in enumerate(kept, start=1)}


def renamed(text: str, names: dict[str, str]) -> str:
    return WORD.sub(lambda m: names.get(m[0], m[0]), text)


def renamed_project(folder: Path, names: dict[str, str]) -> Path:
    """A copy of `specs/` and of the configuration with new names."""
    shutil.copytree(ROOT / "specs", folder / "specs")
    for file in (folder / "specs").rglob("*.lean"):
        lines = file.read_text("utf-8").splitlines(keepends=True)
        new = [line if line.startswith("import ") else renamed(line, names) for line in lines]
        file.write_text("".join(new), "utf-8")
    config = (ROOT / "leancheck.toml").read_text("utf-8").replace('["."]', f'["{ROOT}"]')
    config = KEY.sub(lambda m: renamed(m[0], names), config)
    (folder / "leancheck.toml").write_text(config, "utf-8")
    return folder / "leancheck.toml"


def verdicts(config: Path) -> dict[str, str]:
    run = verify(Settings(config, ports=("numpy",), profile="quick"))
    assert not run.problems
    return {d.name: d.verdict.name for d in run.declarations}


@pytest.mark.slow
def test_all_verdicts_stay_when_every_name_is_replaced(tmp_path: Path) -> None:
    config = ROOT / "leancheck.toml"
    names = renaming(Session(Settings(config, ports=("numpy",))))
    other = renamed_project(tmp_path, names)
    text = "".join(f.read_text("utf-8") for f in tmp_path.rglob("*.lean"))
    code = [line for line in text.splitlines() if not line.startswith("import ")]
    assert not set(WORD.findall("\n".join(code))) & set(names)
    assert not [key for key in KEY.findall(other.read_text("utf-8")) if "Proofs" in key]
    here, there = verdicts(config), verdicts(other)
    assert there == {renamed(name, names): verdict for name, verdict in here.items()}
    assert len(here) > 90
