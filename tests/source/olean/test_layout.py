"""The container: what is read of a header, and what is refused by name."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from leanbridge.errors import InputError, Unsupported
from leanbridge.source.olean.layout import open_part
from tests.source.olean.writer import BASE, HEADER, Writer, one_axiom


def a_file(directory: Path, data: bytes) -> Path:
    path = directory / "A.olean"
    path.write_bytes(data)
    return path


def good(writer: Writer | None = None) -> bytes:
    writer = writer or Writer()
    return one_axiom(writer, writer.sort())


def test_the_header_is_read(tmp_path: Path) -> None:
    part = open_part(a_file(tmp_path, good()))
    assert (part.lean_version, part.git_hash, part.has_gmp) == ("4.35.0", "0" * 40, True)
    assert part.base == BASE
    assert part.words[HEADER // 8] == part.root
    assert part.end == BASE + len(good())


@pytest.mark.parametrize(
    ("version", "named"),
    [
        (0, "olean header version 0: unknown"),
        (1, "olean header version 1: the 56-byte header of an older Lean"),
        (3, "olean header version 3: what `--incr-header-save` writes"),
        (4, "olean header version 4: unknown"),
        (255, "olean header version 255: unknown"),
    ],
)
def test_another_version_is_refused_by_name(tmp_path: Path, version: int, named: str) -> None:
    path = a_file(tmp_path, good(Writer(version=version)))
    with pytest.raises(Unsupported, match=named) as refused:
        open_part(path)
    assert refused.value.where.path == str(path)
    assert refused.value.expected == "version 2"


def test_an_old_file_shorter_than_our_header_is_refused_by_version(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="the 56-byte header"):
        open_part(a_file(tmp_path, b"olean\x01" + bytes(50)))


def test_unknown_flags_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="olean flags 0x3: unknown"):
        open_part(a_file(tmp_path, good(Writer(flags=3))))


BAD = [
    (b"", "the file is empty"),
    (b"theorem a : True := trivial", "this is not an .olean file"),
    (b"olean", "the file ends inside its header"),
    (good()[:90], "the file ends inside its header"),
    (good()[:-1], "the file is truncated"),
    (good(Writer(lean=b"\xff\xfe")), "offset 7: the header holds no version text"),
    (good(Writer(git=b"a\0b")), "offset 40: the header holds no version text"),
    (good(Writer(base=BASE + 8)), "offset 80: no base address"),
    (good(Writer(base=0)), "offset 80: no base address"),
    (good()[:80] + struct.pack("<Q", 1 << 63) + good()[88:], "offset 80: no base address"),
]


@pytest.mark.parametrize(("data", "reason"), BAD)
def test_a_bad_header_is_refused_with_its_reason(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as refused:
        open_part(a_file(tmp_path, data))
    assert refused.value.where.path == str(tmp_path / "A.olean")


def test_a_directory_and_a_missing_file_are_the_users(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file cannot be read: Is a directory"):
        open_part(tmp_path)
    with pytest.raises(InputError, match="the file cannot be read: No such file"):
        open_part(tmp_path / "A.olean")
