"""How far a statement's own text may be trusted.

Takes an entry; reads what its text says of itself. Evaluates nothing.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from leanbridge.core.entries import CompiledEntry, Entry, SourceEntry
from leanbridge.source import syntax

#: `transcribed`: no public text confirms it. `statement only`: the proof is elsewhere (`sorry`).
#: `source`: the text has its proof or body. `compiled`: Lean has checked the proof or body.
Trust: TypeAlias = Literal["transcribed", "statement only", "source", "compiled"]
TRANSCRIBED = "Trust: transcribed."

#: The kinds of declarations that say something.
THEOREMS = ("theorem", "example")


def trust(entry: Entry) -> Trust:
    """The trust of a declaration; its docstring may end in `Trust: transcribed.`"""
    doc = docstring(entry) or ""
    if doc.rstrip().endswith(TRANSCRIBED):
        return "transcribed"
    if entry.kind in THEOREMS and not has_proof(entry):
        return "statement only"
    return "compiled" if isinstance(entry, CompiledEntry) else "source"


def docstring(entry: Entry) -> str | None:
    """The docstring as it was written."""
    if isinstance(entry, CompiledEntry):
        return entry.doc
    return entry.syntax.modifiers.doc if isinstance(entry, SourceEntry) else None


def has_proof(entry: Entry) -> bool:
    """Whether a proof without `sorry` stands behind the statement."""
    if isinstance(entry, CompiledEntry):
        return entry.is_proved
    body = entry.syntax.body if isinstance(entry, SourceEntry) else None
    if not isinstance(body, syntax.Value):
        return False
    return not (isinstance(body.term, syntax.Sorry) or getattr(body.term, "has_sorry", False))
