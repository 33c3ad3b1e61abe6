"""Reading compiled files: names and kinds, every type, every mention; a row is one megabyte.

The baseline is what nobody who looks into a file can avoid: to read its bytes once and to unpack
each word with `struct`. The targets are ratios to it. The file is made here, so that the
benchmark needs no Lean: constants whose types are binders over applications of constants, as
dense in expressions as a file that Lean writes (10,000 to the megabyte).
"""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.table import Row, median
from leanbridge.source.olean import Module

CONSTANTS = 2_000
SPAN = 12  # applications in one type
PADDING = 110  # words for each constant, as the compiler's own entries, which are not read
ANONYMOUS = NIL = ZERO = 1
BASELINE = "bytes read, words unpacked"
BASE = 1 << 32


def rows() -> list[Row]:
    """Measure one file in each way."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "Made.olean"
        path.write_bytes(made())
        megabytes = path.stat().st_size / 1e6
        group = f"a compiled file, {megabytes:.1f} MB"

        def unpacked() -> None:
            data = path.read_bytes()
            for (_word,) in struct.iter_unpack("<Q", data):
                pass

        def kinds() -> None:
            found = [c.kind for c in Module.open(path).constants()]
            _expect(len(found), CONSTANTS)

        def types() -> None:
            found = [c.type for c in Module.open(path).constants()]
            _expect(len(found), CONSTANTS)

        def mentioned() -> None:
            found = [c.type_mentions() for c in Module.open(path).constants()]
            _expect(len(found), CONSTANTS)

        def measured(name: str, call: Callable[[], None], at_most: float | None = None) -> Row:
            baseline = None if name == BASELINE else BASELINE
            return Row(group, name, median(call) / megabytes, baseline, at_most)

        return [
            measured(BASELINE, unpacked),
            # targets of the project: 50 ms and 60 ms for a megabyte, where the baseline takes 5
            measured("names and kinds", kinds, 10),
            measured("every type", types, 12),
            measured("which constants each type mentions", mentioned),
        ]


def _expect(got: int, wanted: int) -> None:
    if got != wanted:
        raise AssertionError(f"{got} constants read, {wanted} written")


class _Writer:
    """Objects in Lean's layout, one after the other."""

    def __init__(self) -> None:
        self.words: list[int] = []

    def raw(self, *words: int) -> int:
        pointer = BASE + 96 + 8 * len(self.words)
        self.words += words
        return pointer

    def node(self, tag: int, fields: tuple[int, ...], *scalars: int) -> int:
        size = 8 + 8 * len(fields) + 8 * len(scalars)
        return self.raw(tag << 56 | len(fields) << 48 | size << 32, *fields, *scalars)

    def array(self, items: list[int]) -> int:
        return self.raw(246 << 56 | 1 << 32, len(items), len(items), *items)

    def name(self, text: str) -> int:
        data = text.encode() + b"\0"
        words = data + b"\0" * (-len(data) % 8)
        size = len(data)
        unpacked = struct.unpack(f"<{len(words) // 8}Q", words)
        string = self.raw(249 << 56 | 1 << 32, size, size, len(text), *unpacked)
        return self.node(1, (ANONYMOUS, string), 0)


def made() -> bytes:
    """The bytes of a module with `CONSTANTS` axioms."""
    w = _Writer()
    prop = w.node(3, (ZERO,), 0)
    names, constants = [], []
    known = [w.node(4, (w.name(f"f{i}"), NIL), 0) for i in range(50)]
    for i in range(CONSTANTS):
        name = w.name(f"constant{i}")
        term = w.node(4, (name, NIL), 0)
        for j in range(SPAN):
            term = w.node(5, (known[(i + j) % 50], term), i << 32 | j)
        type_ = w.node(7, (ANONYMOUS, prop, term), i, 0)
        header = w.node(0, (name, NIL, type_))
        constants.append(w.node(0, (w.node(0, (header,), 0),)))
        names.append(name)
        w.raw(*[NIL] * PADDING)
    parts = [w.array(items) for items in ([], names, constants, [], [])]
    root = w.node(0, tuple(parts), 0)
    head = struct.pack("<5sBB33s40sQQ", b"olean", 2, 1, b"4.35.0", b"0" * 40, BASE, root)
    return head + struct.pack(f"<{len(w.words)}Q", *w.words)
