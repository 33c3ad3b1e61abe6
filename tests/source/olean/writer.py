"""A writer of compiled files: objects in Lean's layout, put together by hand.

For what Lean would never write, and for tests that need no Lean. Knows the container by itself.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

BASE = 0x5A0000
HEADER = 88
NIL = 1
ANONYMOUS = 1
ZERO = 1


def boxed(number: int) -> int:
    """A small number as a pointer."""
    return number << 1 | 1


@dataclass
class Writer:
    """Bytes that grow; each method gives the pointer to what it wrote."""

    version: int = 2
    flags: int = 1
    lean: bytes = b"4.35.0"
    git: bytes = b"0" * 40
    base: int = BASE
    objects: bytearray = field(default_factory=bytearray)

    def raw(self, *words: int) -> int:
        pointer = self.base + HEADER + 8 + len(self.objects)
        self.objects += struct.pack(f"<{len(words)}Q", *words)
        return pointer

    def node(self, tag: int, fields: Sequence[int] = (), scalars: bytes = b"") -> int:
        scalars += b"\0" * (-len(scalars) % 8)
        size = 8 + 8 * len(fields) + len(scalars)
        return self.raw(
            tag << 56 | len(fields) << 48 | size << 32,
            *fields,
            *struct.unpack(f"<{len(scalars) // 8}Q", scalars),
        )

    def array(self, items: Sequence[int]) -> int:
        return self.raw(246 << 56 | 1 << 32, len(items), len(items), *items)

    def string(self, text: str) -> int:
        data = text.encode() + b"\0"
        words = data + b"\0" * (-len(data) % 8)
        return self.raw(
            249 << 56 | 1 << 32,
            len(data),
            len(data),
            len(text),
            *struct.unpack(f"<{len(words) // 8}Q", words),
        )

    def big(self, value: int) -> int:
        limbs = [value >> 64 * i & (1 << 64) - 1 for i in range((value.bit_length() + 63) // 64)]
        count = len(limbs)
        place = self.base + HEADER + 8 + len(self.objects) + 24
        return self.raw(250 << 56 | (24 + 8 * count) << 32, count << 32 | count, place, *limbs)

    def list(self, items: Sequence[int]) -> int:
        out = NIL
        for item in reversed(items):
            out = self.node(1, [item, out])
        return out

    def name(self, *parts: str | int) -> int:
        out = ANONYMOUS
        for part in parts:
            last = self.string(part) if isinstance(part, str) else boxed(part)
            out = self.node(1 if isinstance(part, str) else 2, [out, last], bytes(8))
        return out

    # ----- expressions ------------------------------------------------------------------------

    def bvar(self, index: int) -> int:
        return self.node(0, [boxed(index)], bytes(8))

    def sort(self, level: int = ZERO) -> int:
        return self.node(3, [level], bytes(8))

    def const(self, name: int, levels: int = NIL) -> int:
        return self.node(4, [name, levels], bytes(8))

    def app(self, fn: int, arg: int) -> int:
        return self.node(5, [fn, arg], bytes(8))

    def binding(self, tag: int, type_: int, body: int, info: int = 0) -> int:
        return self.node(tag, [ANONYMOUS, type_, body], bytes(8) + bytes([info]))

    def nat_literal(self, number: int) -> int:
        return self.node(9, [self.node(0, [number])], bytes(8))

    # ----- constants and modules --------------------------------------------------------------

    def axiom(self, name: int, type_: int, params: int = NIL) -> int:
        header = self.node(0, [name, params, type_])
        return self.node(0, [self.node(0, [header], bytes(1))])

    def theorem(self, name: int, type_: int, value: int) -> int:
        header = self.node(0, [name, NIL, type_])
        return self.node(2, [self.node(0, [header, value, NIL])])

    def module(
        self,
        names: Sequence[int],
        constants: Sequence[int],
        *,
        imports: Sequence[str] = (),
        entries: Sequence[tuple[int, Sequence[int]]] = (),
        is_module: bool = False,
    ) -> bytes:
        """The whole file."""
        imported = [
            self.node(0, [self.name(*name.split("."))], bytes([0, 1, 0])) for name in imports
        ]
        pairs = [self.node(0, [name, self.array(items)]) for name, items in entries]
        parts = [self.array(x) for x in (imported, names, constants, (), pairs)]
        return self.file(self.node(0, parts, bytes([is_module])))

    def file(self, root: int) -> bytes:
        head = struct.pack("<5sBB33s40sQ", b"olean", self.version, self.flags, self.lean, self.git,
                           self.base)  # fmt: skip
        return head + struct.pack("<Q", root) + bytes(self.objects)


def write_module(directory: Path, name: str, data: bytes) -> Path:
    """Put a module where a search path has it."""
    path = directory.joinpath(*name.split(".")).with_suffix(".olean")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def one_axiom(writer: Writer, type_: int) -> bytes:
    """A module with one axiom, `a`, of a type."""
    name = writer.name("a")
    return writer.module([name], [writer.axiom(name, type_)])
