"""The objects of one module: checked access to one address space of one or more files.

Takes `Part`s, gives fields, arrays, strings and numbers behind a pointer. Never returns a byte
that it has not placed inside a file and under the tag that was asked for, and never follows a
pointer that does not go back: Lean writes an object after everything it refers to, so a pointer
to a higher address is damage, and there are no cycles.

An object's first word is `i32 references = 0 | u16 size | u8 fields | u8 tag`. For a constructor
all of it is known beforehand, so one comparison of the word checks tag, size and field count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NoReturn

from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.source.olean.layout import FIRST_OBJECT, Part

ARRAY = 246 << 56 | 1 << 32
STRING = 249 << 56 | 1 << 32
NUMBER_TAG = 250
ROOM = 1 << 20  # bytes, for a small file whose objects are read more than once
SMALLEST_BIG = 1 << 63  # what is smaller is boxed in the pointer


def head(tag: int, fields: int, scalars: int = 0) -> int:
    """The first word of a constructor with so many pointers and so many bytes of scalars."""
    size = 8 + 8 * fields + (scalars + 7) // 8 * 8
    return tag << 56 | fields << 48 | size << 32


CONS = head(1, 2)
PAIR = head(0, 2)
SOME = head(1, 1)


class _Parts:
    """The words of several files, by their distance from the lowest base."""

    __slots__ = ("_first", "_parts", "_starts")

    def __init__(self, parts: Sequence[Part], origin: int) -> None:
        self._parts = [part.words for part in parts]
        self._starts = [(part.base - origin) // 8 for part in parts]
        self._first = FIRST_OBJECT // 8

    def __getitem__(self, index: int) -> int:
        number = bisect_right(self._starts, index) - 1
        inside = index - self._starts[number]
        if number < 0 or inside < self._first:
            raise IndexError(index)
        return self._parts[number][inside]


class Region:
    """One module's files as one address space. `origin` is its lowest address.

    `words[i]` is the word at address `origin + 8 * i` and raises IndexError behind the files;
    what reads it directly must have `i` from `index`.
    """

    __slots__ = ("_arrays", "_bases", "_lists", "_numbers", "_room", "_strings", "origin", "parts",
                 "words")  # fmt: skip

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(sorted(parts, key=lambda part: part.base))
        self.origin = self.parts[0].base
        self._bases = [part.base for part in self.parts]
        self._strings: dict[int, str] = {}
        self._arrays: dict[int, Sequence[int]] = {}
        self._lists: dict[int, Sequence[int]] = {}
        self._numbers: dict[int, int] = {}
        # objects of a hostile file may overlap, so that all of them are larger than the file
        self._room = 16 * sum(len(part.data) for part in self.parts) + ROOM
        self.words: Sequence[int] | _Parts
        if len(self.parts) == 1:
            self.words = self.parts[0].words
        else:
            self.words = _Parts(self.parts, self.origin)
        for lower, upper in zip(self.parts, self.parts[1:], strict=False):
            if upper.base < lower.end:
                raise InputError(
                    "its base address is inside another part of the module",
                    Where(str(upper.path)),
                    got=hex(upper.base),
                    expected=f"≥ {lower.end:#x}, the end of {lower.path.name}",
                )

    # ----- places -----------------------------------------------------------------------------

    def index(self, pointer: int) -> int:
        """The number of the word at `pointer`, which is a place of an object (not checked: that
        it is before the end, which reading the word does)."""
        offset = pointer - self.origin
        if offset & 7 or offset < FIRST_OBJECT:
            self.refuse(pointer, "a pointer leads to no object")
        return offset >> 3

    def part_of(self, pointer: int) -> Part:
        """The file that an address belongs to, or the first one."""
        return self.parts[max(bisect_right(self._bases, pointer) - 1, 0)]

    def refuse(
        self, pointer: int, what: str, got: str | None = None, expected: str | None = None
    ) -> NoReturn:
        """Raise the InputError for the object at `pointer`."""
        part = self.part_of(pointer)
        inside = part.base <= pointer < part.end
        place = f"offset {pointer - part.base:#x}" if inside else f"address {pointer:#x} (outside)"
        raise InputError(
            f"{place}: {what}",
            Where(str(part.path)),
            got=got,
            expected=expected,
            todo=f"the file is damaged, or Lean {part.lean_version} writes another layout",
        )

    def behind_end(self, pointer: int) -> NoReturn:
        """Raise the InputError for a pointer that no file holds."""
        self.refuse(pointer, "the object is outside the file (truncated?)")

    def backwards(self, owner: int, pointer: int) -> int:
        """`pointer`, if it is a number or goes back from its owner."""
        if pointer >= owner and not pointer & 1:
            self.refuse(owner, "a pointer goes forward", hex(pointer), f"below {owner:#x}")
        return pointer

    def spend(self, pointer: int, size: int) -> None:
        """Count `size` bytes read for the object at `pointer`, which is remembered by whom it
        matters to: an honest file is not read sixteen times over."""
        self._room -= size
        if self._room < 0:
            self.refuse(pointer, "the objects together are much larger than the file")

    # ----- objects ----------------------------------------------------------------------------

    def first_word(self, pointer: int) -> int:
        """The first word of an object."""
        if pointer & 1:
            self.refuse(pointer, "a number stands where an object is expected", str(pointer >> 1))
        try:
            return self.words[self.index(pointer)]
        except IndexError:
            self.behind_end(pointer)

    def fields(self, pointer: int, expected: int, kind: str) -> tuple[int, ...]:
        """The pointers of a constructor whose first word must be `expected`."""
        found = self.first_word(pointer)
        if found != expected:
            self.refuse(pointer, f"no {kind}", show_head(found), show_head(expected))
        start = self.index(pointer) + 1
        stop = start + (expected >> 48 & 0xFF)
        try:
            out = tuple([self.words[i] for i in range(start, stop)])
        except IndexError:
            self.behind_end(pointer)
        for field in out:
            if field >= pointer and not field & 1:
                self.backwards(pointer, field)
        return out

    def scalar(self, pointer: int, offset: int, size: int = 1) -> int:
        """`size` bytes behind the pointers of a constructor, as a number (`fields` comes first)."""
        place = self.index(pointer)
        fields = self.words[place] >> 48 & 0xFF
        try:
            word = self.words[place + 1 + fields + offset // 8]
        except IndexError:
            self.behind_end(pointer)
        return word >> offset % 8 * 8 & (1 << 8 * size) - 1

    def flag(self, pointer: int, offset: int) -> bool:
        """A byte that is 0 or 1."""
        byte = self.scalar(pointer, offset)
        if byte > 1:
            self.refuse(pointer, "a flag is neither 0 nor 1", str(byte))
        return bool(byte)

    def array(self, pointer: int) -> Sequence[int]:
        """The pointers in an array."""
        known = self._arrays.get(pointer)
        if known is not None:
            return known
        found = self.first_word(pointer)
        if found != ARRAY:
            self.refuse(pointer, "no array", show_head(found), show_head(ARRAY))
        size = self._size(pointer, 3, 8)
        self.spend(pointer, 8 * size)
        start = self.index(pointer) + 3
        inner = self.part_of(pointer)
        first = start - (inner.base - self.origin) // 8
        out = list(inner.words[first : first + size])
        for item in out:
            if item >= pointer and not item & 1:
                self.backwards(pointer, item)
        self._arrays[pointer] = out
        return out

    def _size(self, pointer: int, words: int, unit: int) -> int:
        """The size of an array or a string: equal to its capacity, inside the file."""
        place = self.index(pointer)
        part = self.part_of(pointer)
        if pointer + 8 * words > part.end:
            self.behind_end(pointer)
        size, capacity = self.words[place + 1], self.words[place + 2]
        if size != capacity:
            self.refuse(pointer, "size and capacity differ", str(size), str(capacity))
        room = (part.end - pointer - 8 * words) // unit
        if size > room:
            self.refuse(pointer, "it ends behind the file", f"size {size}", f"at most {room}")
        return size

    def items(self, pointer: int, kind: str) -> Sequence[int]:
        """The pointers in a linked list."""
        out = self._lists.get(pointer)
        if out is None:
            found: list[int] = []
            at = pointer
            while at != 1:
                item, at = self.fields(at, CONS, f"list of {kind}")
                found.append(item)
            self.spend(pointer, 24 * len(found))
            out = self._lists[pointer] = found
        return out

    def string(self, pointer: int) -> str:
        """A string: UTF-8, closed by a NUL, of the length in code points that it says."""
        known = self._strings.get(pointer)
        if known is not None:
            return known
        found = self.first_word(pointer)
        if found != STRING:
            self.refuse(pointer, "no string", show_head(found), show_head(STRING))
        size = self._size(pointer, 4, 1)
        self.spend(pointer, size)
        part = self.part_of(pointer)
        start = pointer - part.base + 32
        raw = bytes(part.data[start : start + size])
        if not raw or raw[-1]:
            self.refuse(pointer, "a string is not closed by a NUL")
        try:
            text = raw[:-1].decode("utf-8")
        except UnicodeDecodeError as error:
            self.refuse(pointer, "a string is not UTF-8", error.reason)
        length = self.words[self.index(pointer) + 3]
        if len(text) != length:
            self.refuse(pointer, "a string has another length", str(len(text)), str(length))
        self._strings[pointer] = text
        return text

    def nat(self, pointer: int) -> int:
        """A natural number, boxed or big."""
        if pointer & 1:
            return pointer >> 1
        known = self._numbers.get(pointer)
        if known is not None:
            return known
        found = self.first_word(pointer)
        part = self.part_of(pointer)
        if found >> 56 != NUMBER_TAG or found & 0xFFFFFFFF:
            self.refuse(pointer, "no natural number", show_head(found))
        if not part.has_gmp:
            raise Unsupported("a big number without GMP", Where(str(part.path)))
        if pointer + 24 > part.end:
            self.behind_end(pointer)
        place = self.index(pointer)
        sizes, limbs = self.words[place + 1], self.words[place + 2]
        count = sizes >> 32
        if sizes & 0xFFFFFFFF != count or limbs != pointer + 24:
            self.refuse(pointer, "a big number is not followed by its limbs")
        if not 1 <= count <= (part.end - limbs) // 8:
            self.refuse(pointer, "a big number ends behind the file", f"{count} limbs")
        self.spend(pointer, 8 * count)
        start = limbs - part.base
        value = int.from_bytes(part.data[start : start + 8 * count], "little")
        if value < SMALLEST_BIG or value.bit_length() <= 64 * (count - 1):
            self.refuse(pointer, "a big number is not in normal form", f"{count} limbs")
        self._numbers[pointer] = value
        return value

    def small(self, pointer: int, limit: int, kind: str) -> int:
        """A boxed number below `limit`."""
        if not (pointer & 1 and pointer >> 1 < limit):
            got = str(pointer >> 1) if pointer & 1 else "an object"
            self.refuse(pointer, f"no {kind}", got, f"a number below {limit}")
        return pointer >> 1


def show_head(word: int) -> str:
    """An object's first word, for people."""
    rest = f", {word & 0xFFFFFFFF} references" if word & 0xFFFFFFFF else ""
    return f"tag {word >> 56}, {word >> 48 & 0xFF} fields, {word >> 32 & 0xFFFF} bytes{rest}"
