"""What a running Lean says of a declaration, through `leanclient`.

Takes a Lake project and a place in it; gives Lean's own printed signature. Needs the extra
`lean` and a working `lake`; builds nothing, fetches nothing, and is never needed by a check.
Tried with the real Lean server behind a stand-in for `lake`; untested against a real Lake.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from leanbridge.errors import InputError, Unsupported, Where


def signature(project: Path, where: Where) -> str:
    """The signature that the Lean server shows at a place of the project's text.

    `where` has a path below `project`, a line and a column (in code points), both from 1.

    Raises: Unsupported if `leanclient` is not installed; InputError if the server does not start,
    or shows nothing there.
    """
    try:
        from leanclient import LeanLSPClient
    except ImportError:
        raise Unsupported(
            "a live project: leanclient is not installed",
            todo="install leanbridge with its extra [lean]",
        ) from None
    assert where.path is not None
    assert where.line is not None
    assert where.column is not None
    line = (project / where.path).read_text("utf-8").splitlines()[where.line - 1]
    column = len(line[: where.column - 1].encode("utf-16-le")) // 2
    try:
        client = LeanLSPClient(str(project), initial_build=False, prevent_cache_get=True)
    except Exception as error:  # leanclient has no error of its own
        raise InputError(
            f"the Lean server does not start: {error}",
            Where(str(project)),
            expected="a Lake project",
            todo="does `lake serve` run here?",
        ) from None
    try:
        client.open_file(where.path)
        client.get_diagnostics(where.path)
        hover = client.get_hover(where.path, where.line - 1, column)
    finally:
        client.close()
    found = _code(hover)
    if found is None:
        raise InputError("the Lean server shows nothing here", where, todo="does the file compile?")
    return found


def _code(hover: Any) -> str | None:
    """The first block of code of a hover's Markdown; untyped, as the protocol's answers are."""
    if not isinstance(hover, dict) or not isinstance(hover.get("contents"), dict):
        return None
    text = str(hover["contents"].get("value", ""))
    _, fence, rest = text.partition("```lean\n")
    code, end, _ = rest.partition("\n```")
    return code if fence and end else None
