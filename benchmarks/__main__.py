"""`python -m benchmarks [arrays|checks|forward|olean]`: measure, print, exit 1 if a miss."""

from __future__ import annotations

import sys

from benchmarks import arrays, checks, forward, olean
from benchmarks.table import show

GROUPS = {
    "arrays": arrays.rows,
    "checks": checks.rows,
    "forward": forward.rows,
    "olean": olean.rows,
}


def main(names: list[str]) -> int:
    """Run the named groups, all without names."""
    unknown = [n for n in names if n not in GROUPS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; known: {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    rows = [row for name in names or GROUPS for row in GROUPS[name]()]
    return 0 if show(rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
