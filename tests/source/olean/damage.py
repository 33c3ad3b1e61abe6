"""Damage to a compiled file: what is changed, where, and whether a reading can meet it.

Knows the container by itself (`struct`, not the reader that is tested).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

HEADER = 88
ARRAY, STRING, NUMBER = 246, 249, 250
#: The extensions whose entries are read.
READ = (
    "docStringExt", "declRangeExt", "exportedAxiomsExt", "privateConstKindsExt", "structureExt",
    "projectionFnInfoExt", "extension", "instanceExtension", "classExtension",
    "reducibilityCore", "eqnInfoExt", "protectedExt", "noncomputableExt",
)  # fmt: skip


@dataclass(frozen=True)
class Object:
    """An object: its place, its size, the places of its pointers."""

    offset: int
    size: int
    tag: int
    pointers: tuple[int, ...]


class File:
    """The bytes of one file, and the objects that a reading can meet."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.base = self.word(80)
        self.objects: dict[int, Object] = {}
        root = self.word(HEADER) - self.base
        start = self.object(root)
        self.objects[root] = start
        *read, entries = start.pointers
        for place in read:
            self._walk(self.word(place))
        self._entries(self.word(entries))
        self.order = sorted(self.objects)
        inside: set[int] = set()
        for found in self.objects.values():
            inside.update(range(found.offset, found.offset + found.size))
        self.inside = frozenset(inside)

    def word(self, offset: int) -> int:
        value: int = struct.unpack_from("<Q", self.data, offset)[0]
        return value

    def object(self, offset: int) -> Object:
        size, fields, tag = struct.unpack_from("<HBB", self.data, offset + 4)
        first = offset + 8
        if tag == ARRAY:
            fields, first = self.word(offset + 8), offset + 24
            size = 24 + 8 * fields
        elif tag == STRING:
            size, fields = 32 + self.word(offset + 8), 0
        elif tag == NUMBER:
            size, fields = 24 + 8 * (self.word(offset + 8) >> 32), 0
        return Object(offset, size, tag, tuple(first + 8 * i for i in range(fields)))

    def _walk(self, pointer: int) -> None:
        todo = [pointer]
        while todo:
            at = todo.pop() - self.base
            # a pointer of a later part into an earlier one leads out of this file
            if at + self.base & 1 or at in self.objects or not HEADER < at < len(self.data):
                continue
            found = self.objects[at] = self.object(at)
            todo += [self.word(place) for place in found.pointers]

    def _entries(self, pointer: int) -> None:
        array = self.objects[pointer - self.base] = self.object(pointer - self.base)
        for place in array.pointers:
            at = self.word(place) - self.base
            if not HEADER < at < len(self.data):
                continue
            pair = self.objects[at] = self.object(at)
            name = self.word(pair.pointers[0])
            self._walk(name)
            last = self.word(name - self.base + 16) - self.base if name > self.base else 0
            if HEADER < last < len(self.data):
                text = self.data[last + 32 : last + 31 + self.word(last + 8)].decode()
                if text in READ:
                    self._walk(self.word(pair.pointers[1]))


@dataclass(frozen=True)
class Damage:
    """A changed file, and where it was changed."""

    data: bytes
    kind: str
    offset: int


Change = tuple[int, bytes]


def damage(file: File, random: Random) -> Damage:
    """One change, drawn."""
    kind = random.choice(KINDS)
    changed = DRAW[kind](file, random)
    if isinstance(changed, int):
        return Damage(file.data[:changed], kind, changed)
    offset, new = changed
    data = file.data[:offset] + new + file.data[offset + len(new) :]
    return Damage(data, kind, offset)


def _object(file: File, random: Random) -> Object:
    return file.objects[random.choice(file.order)]


def _with(file: File, random: Random, wanted: Callable[[Object], bool]) -> Object:
    while not wanted(found := _object(file, random)):
        pass
    return found


def _bit(file: File, random: Random) -> Change:
    found = _object(file, random)
    offset = found.offset + random.randrange(found.size)
    return offset, bytes([file.data[offset] ^ 1 << random.randrange(8)])


def _byte(file: File, random: Random) -> Change:
    offset = random.randrange(len(file.data))
    return offset, bytes([random.randrange(256)])


def _pointer_place(file: File, random: Random) -> int:
    return random.choice(_with(file, random, lambda o: bool(o.pointers)).pointers)


def _pack(value: int) -> bytes:
    return struct.pack("<Q", value & (1 << 64) - 1)


def _other_object(file: File, random: Random) -> Change:
    """A pointer that leads to another object of the file, mostly to one written before."""
    place = _pointer_place(file, random)
    earlier = [o for o in file.order if o < place] if random.random() < 0.8 else []
    return place, _pack(file.base + random.choice(earlier or file.order))


def _somewhere(file: File, random: Random) -> Change:
    """A pointer that leads to any place in the file, an object or not."""
    return _pointer_place(file, random), _pack(file.base + random.randrange(len(file.data)))


def _special(file: File, random: Random) -> Change:
    """A word of no sense, or at an edge."""
    end = file.base + len(file.data)
    values = (0, 1, 2, 3, file.base, file.base + HEADER, file.base + HEADER + 8, end - 8, end,
              end + 8, 1 << 63, (1 << 64) - 1, (1 << 64) - 8, (1 << 32) * 2 + 1)  # fmt: skip
    return _pointer_place(file, random), _pack(random.choice(values))


def _cycle(file: File, random: Random) -> Change:
    """A pointer to the object itself, or to one that is written after it."""
    found = _with(file, random, lambda o: bool(o.pointers))
    later = [o for o in file.order if o >= found.offset]
    target = found.offset if random.random() < 0.5 else random.choice(later)
    return random.choice(found.pointers), _pack(file.base + target)


def _swap(file: File, random: Random) -> Change:
    """Two neighbouring pointers change places."""
    found = _with(file, random, lambda o: len(o.pointers) > 1)
    place = random.choice(found.pointers[:-1])
    return place, file.data[place + 8 : place + 16] + file.data[place : place + 8]


def _size(file: File, random: Random) -> Change:
    """The size of an array or a string, or its capacity, or its length."""
    found = _with(file, random, lambda o: o.tag in (ARRAY, STRING))
    place = found.offset + 8 * random.choice((1, 2, 3) if found.tag == STRING else (1, 2))
    old = file.word(place)
    new = random.choice((0, 1, old - 1, old + 1, 2 * old, len(file.data), 1 << 40, (1 << 64) - 1))
    both = random.random() < 0.5 and place == found.offset + 8
    return place, _pack(new) * 2 if both else _pack(new)


def _tag(file: File, random: Random) -> Change:
    found = _object(file, random)
    return found.offset + 7, bytes([random.choice((*range(13), 244, 246, 248, 249, 250, 251, 255))])


def _head(file: File, random: Random) -> Change:
    """References, size or number of fields in the head of an object."""
    found = _object(file, random)
    return found.offset + random.randrange(7), bytes([random.randrange(256)])


def _header(file: File, random: Random) -> Change:
    return random.randrange(HEADER + 8), bytes([random.randrange(256)])


def _base(file: File, random: Random) -> Change:
    step = random.choice((1 << 16, 1 << 12, 8, 1 << 40))
    return 80, _pack(file.base + random.choice((-1, 1)) * step)


def _truncate(file: File, random: Random) -> int:
    return random.randrange(len(file.data)) & random.choice((~7, ~0))


DRAW: dict[str, Callable[[File, Random], Change | int]] = {
    "bit": _bit, "byte": _byte, "other object": _other_object, "somewhere": _somewhere,
    "special": _special, "cycle": _cycle, "swap": _swap, "size": _size, "tag": _tag,
    "head": _head, "header": _header, "base": _base, "truncate": _truncate,
}  # fmt: skip
#: Drawn with these weights.
KINDS: Sequence[str] = [
    *["bit"] * 4, *["byte"] * 3, *["other object"] * 4, *["somewhere"] * 2, *["special"] * 2,
    *["cycle"] * 2, *["swap"] * 2, *["size"] * 2, "tag", "head", "header", "base", "truncate",
]  # fmt: skip
