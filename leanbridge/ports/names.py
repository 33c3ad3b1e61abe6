"""How a Lean name is spelled in Python: `W₁` is `W1`, `x'` is `x_prime`, `in` is `in_`."""

from __future__ import annotations

import keyword
import unicodedata


def python_name(lean_name: str) -> str:
    """The Python identifier for a Lean binder, field or constructor (its last component)."""
    last = lean_name.rsplit(".", 1)[-1].strip("«»")
    name = unicodedata.normalize("NFKC", last).replace("'", "_prime").replace("!", "")
    return f"{name}_" if keyword.iskeyword(name) else name
