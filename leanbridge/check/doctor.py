"""What `leancheck doctor` looks at: packages, configuration, bindings, the Lean project.

Gives findings as data; changes nothing.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from leanbridge.check.compiled import Search
from leanbridge.check.verify import Session, Settings
from leanbridge.errors import LeanbridgeError

#: Distribution → what it is for; only the first three are needed by the core.
PACKAGES = {
    "numpy": "arrays",
    "python-flint": "exact numbers",
    "rich": "terminal output",
    "jax": "ports that use JAX (optional)",
    "sympy": "symbolic checks (optional)",
    "z3-solver": "proofs by SMT (optional)",
    "leanclient": "asking a project's Lean server (optional)",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at."""

    name: str
    is_fine: bool
    text: str


def examine(config: Path, project: Path | None, search: Search | None = None) -> Iterator[Check]:
    """Everything, in order; stops at a configuration that cannot be read. `search` is where
    compiled imports are looked up."""
    yield Check("python", True, platform.python_version())
    for package, purpose in PACKAGES.items():
        yield _package(package, purpose)
    try:
        root = project.resolve() if project is not None else None
        session = Session(Settings(config, root, tier="auto", search=search or Search()))
    except LeanbridgeError as error:
        yield Check("configuration", False, str(error))
        return
    yield Check("configuration", True, config.name)
    yield from _project(session)
    yield _compiled(session)
    yield from _ports(session)
    for problem in session.problems:
        yield Check("problem", problem.exit_code == 0, problem.message)


def _package(package: str, purpose: str) -> Check:
    try:
        return Check(package, True, f"{version(package)}: {purpose}")
    except PackageNotFoundError:
        optional = "optional" in purpose
        return Check(package, optional, f"not installed: {purpose}")


def _project(session: Session) -> Iterator[Check]:
    entries = session.entries()
    failing = []
    for entry in entries:
        try:
            session.env.declaration(entry.name)
        except LeanbridgeError as error:
            failing.append(f"{entry.name}: {error.what}")
    text = f"{len(entries)} declarations, {len(failing)} not read"
    yield Check("project", not failing, "; ".join([text, *failing[:5]]))


def _compiled(session: Session) -> Check:
    """Whether `--tier auto` reads what Lean compiled."""
    if session.tier == "olean":
        return Check("compiled files", True, "read: the statements are Lean's own elaboration")
    notes = [p.message for p in session.problems if "not the compiled files" in p.message]
    return Check("compiled files", not notes, notes[0] if notes else "none: the text is read")


def _ports(session: Session) -> Iterator[Check]:
    for name, state in session.environments.sets.items():
        if state.unavailable is not None:
            yield Check(f"ports {name}", False, f"not installed: {state.unavailable}")
            continue
        text = f"{len(state.bound)} names and {sum(map(len, state.fields.values()))} fields bound"
        broken = [f"{k}: {v}" for k, v in state.broken.items()]
        yield Check(f"ports {name}", not broken, "; ".join([text, *broken]))
