"""The texts in `lean/`, compiled by the real Lean, classic and with the keyword `module`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tests.lean import peer

TEXTS = Path(__file__).parent / "lean"
MODULES = ("Base", "Numeral", "Things", "Small")


def lean(arguments: Sequence[str], directory: Path, path: Sequence[Path]) -> str:
    """Run Lean in a directory with a search path; what it prints.

    Raises: AssertionError if it says that there was an error.
    """
    code, printed = peer.run(arguments, [p.resolve() for p in path], directory)
    assert code == 0, f"lean {' '.join(arguments)}:\n{printed}"
    return printed


def compile_texts(target: Path, *, as_modules: bool) -> None:
    """Compile the texts into a directory, as they are or with the keyword `module`."""
    source = target / "text"
    source.mkdir(parents=True)
    for name in MODULES:
        text = (TEXTS / f"{name}.lean").read_text("utf-8")
        if as_modules:
            text = with_keyword(text)
        (source / f"{name}.lean").write_text(text, "utf-8")
        out = (target / name).resolve()
        lean(["-o", f"{out}.olean", "-i", f"{out}.ilean", f"{name}.lean"], source, [target])


def with_keyword(text: str) -> str:
    """The text as a `module` whose bodies are public; its theorems' proofs are not."""
    head, end, rest = text.partition("-/\n")
    head = head.replace("prelude\n", "module\nprelude\n")
    head = re.sub(r"^import (.*)$", r"public import \1\npublic meta import \1", head, flags=re.M)
    return f"{head}{end}@[expose] public section\n{rest}"
