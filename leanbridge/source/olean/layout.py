"""The container of an `.olean` file: its header, and the file as words of 64 bits.

Takes a path, gives a `Part` (a mapped file whose header is understood). Never looks at an object.

Header version 2, 88 bytes, little endian: `olean` · u8 version · u8 flags (bit 0: big numbers are
GMP's) · 33 bytes Lean version, padded with NUL · 40 bytes git hash · u64 base address. The payload
starts with the u64 pointer to the root object. A pointer `p` names the file offset `p - base`;
an odd `p` is the number `p >> 1`.
"""

from __future__ import annotations

import array
import errno
import mmap
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from leanbridge.errors import InputError, Unsupported, Where

MAGIC = b"olean"
HEADER = 88
FIRST_OBJECT = HEADER + 8
PAGE = 1 << 16  # a base address is a multiple of this
GMP = 1
#: Header versions that exist and are not read, by what they are.
OTHER_VERSIONS = {
    1: "olean header version 1: the 56-byte header of an older Lean",
    3: "olean header version 3: what `--incr-header-save` writes, no finished module",
}


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One mapped file. `words` are its 64-bit words, `data` its bytes."""

    path: Path
    lean_version: str
    git_hash: str
    has_gmp: bool
    base: int
    root: int
    words: Sequence[int]
    data: memoryview

    @property
    def end(self) -> int:
        """The first address behind the file."""
        return self.base + len(self.data)


def open_part(path: Path) -> Part:
    """Map a file and read its header.

    Raises: InputError if it cannot be read, or is no `.olean` file; Unsupported for a header of
    another version.
    """
    data = _map(path)
    where = Where(str(path))
    if bytes(data[:5]) != MAGIC:
        _no(path, "this is not an .olean file", repr(bytes(data[:5])), repr(MAGIC))
    if len(data) > 5 and data[5] != 2:
        version = data[5]
        raise Unsupported(
            OTHER_VERSIONS.get(version, f"olean header version {version}: unknown"),
            where,
            expected="version 2",
            todo="recompile the project with a Lean that writes version 2 (4.35 does)",
        )
    if len(data) < FIRST_OBJECT:
        _no(path, "the file ends inside its header", f"{len(data)} bytes", f"≥ {FIRST_OBJECT}")
    if len(data) % 8:
        _no(path, "the file is truncated", f"{len(data)} bytes", "a multiple of 8")
    if data[6] & ~GMP:
        raise Unsupported(f"olean flags {data[6]:#x}: unknown", where, expected="0 or 1")
    words = _words(data)
    base = words[HEADER // 8 - 1]
    if base % PAGE or not 0 < base < 1 << 63:
        _no(path, "offset 80: no base address", hex(base), f"a multiple of {PAGE:#x}")
    lean_version, git_hash = _text(path, data, 7, 33), _text(path, data, 40, 40)
    root = words[HEADER // 8]
    return Part(path, lean_version, git_hash, bool(data[6] & GMP), base, root, words, data)


def _map(path: Path) -> memoryview:
    try:
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                _no(path, "the file is empty", "0 bytes", f"≥ {FIRST_OBJECT}")
            # without `trackfd` (Python before 3.13) every mapping keeps its file open
            more = {"trackfd": False} if sys.version_info >= (3, 13) else {}
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ, **more)
    except OSError as error:
        crowded = error.errno == errno.EMFILE
        raise InputError(
            f"the file cannot be read: {error.strerror}",
            Where(str(path)),
            todo="raise `ulimit -n`, or use Python 3.13 or newer" if crowded else None,
        ) from error
    return memoryview(mapped)


def _words(data: memoryview) -> Sequence[int]:
    if sys.byteorder == "little":
        return data.cast("Q")
    swapped = array.array("Q", data.tobytes())
    swapped.byteswap()
    return swapped


def _text(path: Path, data: memoryview, offset: int, size: int) -> str:
    raw = bytes(data[offset : offset + size]).rstrip(b"\0")
    if not (raw.isascii() and all(32 < byte < 127 for byte in raw)):
        _no(path, f"offset {offset}: the header holds no version text", repr(raw), "ASCII")
    return raw.decode("ascii")


def _no(path: Path, what: str, got: str, expected: str) -> NoReturn:
    raise InputError(what, Where(str(path)), got=got, expected=expected)
