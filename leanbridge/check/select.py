"""Which declarations are asked for: by name, by a suffix of it, by a pattern, by module.

Takes the entries of a project and what was asked; gives entries in the project's order. What
matches nothing is an error with near misses, never an empty choice.
"""

from __future__ import annotations

import difflib
import fnmatch

from leanbridge.core.environment import Entry
from leanbridge.core.scope import components
from leanbridge.errors import InputError, Where


def select(entries: list[Entry], names: tuple[str, ...], module: str | None) -> list[Entry]:
    """Entries by name (full, a suffix of components, or a glob) and module.

    Raises: InputError for a name or module that matches nothing, with near misses.
    """
    chosen = [e for e in entries if module is None or fnmatch.fnmatch(e.module, module)]
    if module is not None and not chosen:
        raise _no_match("module", module, sorted({e.module for e in entries}))
    if not names:
        return chosen
    found: set[str] = set()
    for name in names:
        hits = [e for e in chosen if _matches(e.name, name)]
        if not hits:
            raise _no_match("declaration", name, [e.name for e in chosen])
        found.update(e.name for e in hits)
    return [e for e in chosen if e.name in found]


def _matches(full: str, asked: str) -> bool:
    if full == asked:  # a name may have `?` or `[` in it
        return True
    if any(c in asked for c in "*?["):
        return fnmatch.fnmatchcase(full, asked)
    parts, wanted = components(full), components(asked)
    return parts[-len(wanted) :] == wanted


def _no_match(what: str, name: str, known: list[str]) -> InputError:
    near = difflib.get_close_matches(name, known, 3, 0.5)
    if not near:
        last = {components(k)[-1]: k for k in known}
        asked = components(name)[-1]
        near = [last[m] for m in difflib.get_close_matches(asked, list(last), 3, 0.6)]
    todo = f"near: {', '.join(near)}" if near else "see `leancheck list`"
    return InputError(f"no {what} `{name}` in the project", Where(), todo=todo)
