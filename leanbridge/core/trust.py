"""How far a statement's own text may be trusted.

Takes an entry; reads what its text says of itself. Evaluates nothing.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from leanbridge.core.environment import Entry
from leanbridge.source import syntax

#: `transcribed`: no public text confirms it. `statement only`: the proof is elsewhere (`sorry`).
#: `source`: the text has its proof or body.
Trust: TypeAlias = Literal["transcribed", "statement only", "source"]
TRANSCRIBED = "Trust: transcribed."


def trust(entry: Entry) -> Trust:
    """The trust of a declaration; its docstring may end in `Trust: transcribed.`"""
    doc = entry.syntax.modifiers.doc or ""
    if doc.rstrip().endswith(TRANSCRIBED):
        return "transcribed"
    if entry.kind in ("theorem", "example") and not has_proof(entry):
        return "statement only"
    return "source"


def has_proof(entry: Entry) -> bool:
    """Whether a proof without `sorry` stands behind the statement."""
    body = entry.syntax.body
    if not isinstance(body, syntax.Value):
        return False
    return not (isinstance(body.term, syntax.Sorry) or getattr(body.term, "has_sorry", False))
