"""A Lean project and its ports, written to a folder and verified: what most tests here need."""

from __future__ import annotations

from pathlib import Path

from leanbridge.check.record import DeclarationRecord
from leanbridge.check.verify import Settings, verify


def check_project(
    folder: Path, lean: str, ports: str, bindings: dict[str, str], *, seed: int = 0, tag: str = ""
) -> dict[str, DeclarationRecord]:
    """The records of namespace `P` by short name; `bindings` maps short names to functions.

    The ports' module is named after the folder, so that tests do not see each other's.
    """
    module = f"ports_{folder.name.replace('-', '_')}{tag}"
    (folder / "lean").mkdir(exist_ok=True)
    (folder / "lean" / "P.lean").write_text(f"namespace P\n{lean}\nend P\n", "utf-8")
    (folder / f"{module}.py").write_text(f"import numpy as np\n{ports}", "utf-8")
    lines = [f'"P.{name}" = "{module}:{function}"' for name, function in bindings.items()]
    config = "\n".join(['schema = 1\n[project]\nroot = "lean"\n[ports.numpy]', *lines])
    (folder / "leancheck.toml").write_text(config + "\n", "utf-8")
    run = verify(Settings(folder / "leancheck.toml", seed=seed))
    assert not run.problems
    return {d.name.removeprefix("P."): d for d in run.declarations}
