"""What a proof mentions, though the proof itself is not elaborated: names, and the goals `?_`.

Takes the syntax of a proof; gives the local names and the goals in it. A section variable that a
statement mentions only in a proof is part of the statement, as it is for Lean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from leanbridge.source import syntax

WORD = re.compile(r"[\w'!?₀-₉]+")


def names(stx: Any, text: str) -> Iterator[str]:
    """First components of the identifiers in `stx`; of a tactic block, of which only the place in
    `text` is kept, every word."""
    stack = [stx]
    while stack:
        node = stack.pop()
        match node:
            case syntax.Ident():
                yield node.name.partition(".")[0]
            case syntax.By() | syntax.Calc():
                yield from WORD.findall(text[node.span.start : node.span.end])
            case tuple():
                stack.extend(node)
            case syntax.Span():
                pass
            case _ if is_dataclass(node):
                stack.extend(getattr(node, f.name) for f in fields(node))
            case _:
                pass


def goals_of(stx: Any) -> list[syntax.Hole]:
    """The `?_` of a term, in the order of the text."""
    match stx:
        case syntax.Hole():
            return [stx] if stx.name is not None else []
        case tuple():
            return [hole for part in stx for hole in goals_of(part)]
        case syntax.Span():
            return []
        case _ if is_dataclass(stx):
            return [hole for f in fields(stx) for hole in goals_of(getattr(stx, f.name))]
        case _:
            return []
