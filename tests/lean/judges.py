"""The two judges of a Lean text with mutants in it: the real Lean, and our reader.

Both get the same text. Each gives, for every mutant, the first reason to reject it, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from leanbridge.core.environment import Environment
from leanbridge.errors import LeanbridgeError
from leanbridge.source.parser import parse_file
from leanbridge.source.syntax import File
from tests.lean import peer
from tests.lean.mutants import Assembled

#: What Lean says when code is generated from what it has already accepted as a term.
CODE = ("code generator", "failed to compile definition", "consider marking it as 'noncomputable'")


@dataclass(frozen=True, slots=True)
class Module:
    """A module as the environment wants it."""

    name: str
    file: File


@dataclass(frozen=True, slots=True)
class Rejections:
    """Mutant → reason; `outside` is what was rejected of the unchanged text."""

    reasons: Mapping[int, str]
    outside: tuple[str, ...]


def by_lean(
    assembled: Assembled, path: Sequence[Path], options: Mapping[str, str] | None = None
) -> Rejections:
    """What the real Lean rejects."""
    messages = peer.check(assembled.text, path, {**peer.OPTIONS, **(options or {})})
    return _sorted(
        assembled,
        ((m.line, m.text) for m in messages if m.severity == "error" and not _is_code(m.text)),
    )


def _is_code(text: str) -> bool:
    return any(part in text for part in CODE)


def by_us(
    assembled: Assembled, earlier: Sequence[Module] = (), *, auto_implicit: bool = True
) -> Rejections:
    """What we reject: text that we cannot read, and declarations that do not elaborate."""
    module = Module("Mutants", parse_file(assembled.text, "Mutants.lean"))
    seen = [*earlier, module]
    imports = {m.name: frozenset(x.name for x in seen[:i]) for i, m in enumerate(seen)}
    env = Environment(seen, imports, auto_implicit=auto_implicit)
    said = [
        (f.where.line or 0, f"{f.construct}: {f.message}")
        for f in env.findings
        if f.module == module.name and f.construct != "instance"
    ]
    for entry in env.project_entries:
        if entry.module != module.name:
            continue
        try:
            env.declaration(entry.name)
        except LeanbridgeError as error:
            said.append((env.where(entry).line or 0, str(error)))
    return _sorted(assembled, said)


def _sorted(assembled: Assembled, said: Iterable[tuple[int, str]]) -> Rejections:
    reasons: dict[int, str] = {}
    outside: list[str] = []
    for line, text in said:
        mutant = assembled.at(line)
        if mutant is None:
            outside.append(f"{line}: {text}")
        else:
            reasons.setdefault(mutant, text)
    return Rejections(reasons, tuple(outside))
