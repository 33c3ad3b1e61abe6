"""Objects: every access has its place and its tag checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from leanbridge.errors import InputError, Unsupported
from leanbridge.source.olean.layout import open_part
from leanbridge.source.olean.region import PAIR, Region, head, show_head
from tests.source.olean.writer import BASE, NIL, Writer, boxed

Make = Callable[[Writer], int]


def region(directory: Path, *writers: Writer) -> Region:
    parts = []
    for number, writer in enumerate(writers):
        path = directory / f"{number}.olean"
        path.write_bytes(writer.file(NIL))
        parts.append(open_part(path))
    return Region(parts)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    w = Writer()
    text, big = w.string("grüße ∑ 𝒳"), w.big((1 << 200) + 5)
    pair = w.node(0, [text, big], bytes([7, 1]))
    array = w.array([text, boxed(3), pair])
    items = w.list([text, boxed(2)])
    r = region(tmp_path, w)
    assert r.string(text) == "grüße ∑ 𝒳"
    assert r.nat(big) == (1 << 200) + 5
    assert r.nat(boxed(17)) == 17
    assert r.fields(pair, head(0, 2, 2), "pair") == (text, big)
    assert (r.scalar(pair, 0), r.flag(pair, 1)) == (7, True)
    assert list(r.array(array)) == [text, boxed(3), pair]
    assert list(r.items(items, "things")) == [text, boxed(2)]
    assert r.items(NIL, "things") == []


def test_parts_are_one_address_space(tmp_path: Path) -> None:
    low, high = Writer(), Writer(base=BASE + (1 << 16))
    text = low.string("below")
    pair = high.node(0, [text, boxed(0)])
    own = high.string("above")
    r = region(tmp_path, high, low)
    assert r.origin == BASE
    assert r.string(r.fields(pair, PAIR, "pair")[0]) == "below"
    assert r.string(own) == "above"
    assert r.part_of(pair).path.name == "0.olean"


def test_the_gap_between_parts_holds_nothing(tmp_path: Path) -> None:
    low, high = Writer(), Writer(base=BASE + (1 << 16))
    low.string("below")
    high.string("above")
    r = region(tmp_path, low, high)
    for pointer in (BASE + 0x1000, high.base, high.base + 88, BASE + (1 << 20)):
        with pytest.raises(InputError, match="the object is outside the file"):
            r.first_word(pointer)


def test_parts_that_overlap_are_refused(tmp_path: Path) -> None:
    low, high = Writer(), Writer(base=BASE + (1 << 16))
    low.raw(*range(1 << 14))
    with pytest.raises(InputError, match="its base address is inside another part") as refused:
        region(tmp_path, low, high)
    assert refused.value.where.path is not None
    assert refused.value.where.path.endswith("1.olean")


def a_string(size: int, capacity: int, length: int, *rest: int) -> Make:
    return lambda w: w.raw(249 << 56 | 1 << 32, size, capacity, length, *rest)


STRINGS: list[tuple[Make, str]] = [
    (lambda w: w.node(0, [NIL]), "no string"),
    (a_string(4, 8, 3, 0x636261), "size and capacity differ"),
    (a_string(1 << 40, 1 << 40, 3, 0x636261), "it ends behind the file"),
    (a_string(0, 0, 0), "a string is not closed by a NUL"),
    (a_string(4, 4, 3, 0x64636261), "a string is not closed by a NUL"),
    (a_string(4, 4, 2, 0x636261), "a string has another length"),
    (a_string(3, 3, 2, 0x00FFFF), "a string is not UTF-8"),
    (lambda w: w.raw(249 << 56 | 1 << 32, 4, 4), "the object is outside the file"),
    (lambda w: w.raw(249 << 56 | 1 << 32 | 1, 4, 4, 3, 0x636261), "no string"),
    (lambda w: boxed(3), "a number stands where an object is expected"),
    (lambda w: w.string("a") + 4, "a pointer leads to no object"),
    (lambda w: BASE + 8, "a pointer leads to no object"),
    (lambda w: BASE - 16, "a pointer leads to no object"),
    (lambda w: 1 << 62, "the object is outside the file"),
    (lambda w: (1 << 64) - 8, "the object is outside the file"),
]


@pytest.mark.parametrize(("make", "reason"), STRINGS)
def test_no_string_is_refused(tmp_path: Path, make: Make, reason: str) -> None:
    w = Writer()
    pointer = make(w)
    with pytest.raises(InputError, match=reason):
        region(tmp_path, w).string(pointer)


def an_array(size: int, capacity: int, *items: int) -> Make:
    return lambda w: w.raw(246 << 56 | 1 << 32, size, capacity, *items)


ARRAYS: list[tuple[Make, str]] = [
    (lambda w: w.string(""), "no array"),
    (an_array(2, 1, NIL), "size and capacity differ"),
    (an_array(2, 2, NIL), "it ends behind the file"),
    (an_array((1 << 64) - 1, (1 << 64) - 1, NIL), "it ends behind the file"),
    (an_array(1, 1, BASE + 4096), "a pointer goes forward"),
]


@pytest.mark.parametrize(("make", "reason"), ARRAYS)
def test_no_array_is_refused(tmp_path: Path, make: Make, reason: str) -> None:
    w = Writer()
    pointer = make(w)
    with pytest.raises(InputError, match=reason):
        region(tmp_path, w).array(pointer)


def a_number(sizes: int, distance: int, *limbs: int) -> Make:
    return lambda w: w.raw(
        250 << 56 | 48 << 32, sizes, BASE + 96 + len(w.objects) + distance, *limbs
    )


THREE = 3 << 32 | 3
NUMBERS: list[tuple[Make, str]] = [
    (lambda w: w.string(""), "no natural number"),
    (a_number(THREE, 32, 1, 1, 1, 1), "is not followed by its limbs"),
    (a_number(3, 24, 1, 1, 1), "is not followed by its limbs"),
    (a_number(0xFFFFFFFD << 32 | 3, 24, 1, 1, 1), "is not followed by its limbs"),
    (a_number(0, 24, 1, 1, 1), "ends behind the file"),
    (a_number(THREE, 24, 1, 1), "ends behind the file"),
    (a_number(THREE, 24, 1, 1, 0), "is not in normal form"),
    (a_number(1 << 32 | 1, 24, 5), "is not in normal form"),
]


@pytest.mark.parametrize(("make", "reason"), NUMBERS)
def test_no_number_is_refused(tmp_path: Path, make: Make, reason: str) -> None:
    w = Writer()
    pointer = make(w)
    with pytest.raises(InputError, match=reason):
        region(tmp_path, w).nat(pointer)


def test_a_big_number_of_another_library_is_a_known_limit(tmp_path: Path) -> None:
    w = Writer(flags=0)
    big = w.big(1 << 80)
    with pytest.raises(Unsupported, match="a big number without GMP"):
        region(tmp_path, w).nat(big)


def test_fields_have_their_shape_and_go_back(tmp_path: Path) -> None:
    w = Writer()
    three = w.node(0, [NIL, NIL, NIL])
    itself = w.node(0, [NIL, BASE + 96 + len(w.objects)])
    cut = w.raw(PAIR, NIL)
    r = region(tmp_path, w)
    with pytest.raises(InputError, match="no pair") as refused:
        r.fields(three, PAIR, "pair")
    assert refused.value.got == "tag 0, 3 fields, 32 bytes"
    assert refused.value.expected == show_head(PAIR)
    assert refused.value.what.startswith(f"offset {three - BASE:#x}: ")
    with pytest.raises(InputError, match="a pointer goes forward"):
        r.fields(itself, PAIR, "pair")
    with pytest.raises(InputError, match="the object is outside the file"):
        r.fields(cut, PAIR, "pair")


def test_a_cyclic_list_is_refused(tmp_path: Path) -> None:
    w = Writer()
    here = BASE + 96
    w.node(1, [NIL, here])
    with pytest.raises(InputError, match=f"offset 0x60: {re.escape('a pointer goes forward')}"):
        region(tmp_path, w).items(here, "things")


def test_flags_and_small_numbers_have_a_range(tmp_path: Path) -> None:
    w = Writer()
    node = w.node(0, [], bytes([2]))
    r = region(tmp_path, w)
    with pytest.raises(InputError, match="a flag is neither 0 nor 1"):
        r.flag(node, 0)
    with pytest.raises(InputError, match="no count") as refused:
        r.small(boxed(10), 10, "count")
    assert (refused.value.got, refused.value.expected) == ("10", "a number below 10")
    with pytest.raises(InputError, match="no count"):
        r.small(node, 10, "count")


def test_objects_that_overlap_are_not_read_without_end(tmp_path: Path) -> None:
    """Big numbers, each of which ends with all that follow it."""
    w = Writer()
    many = 4000
    for left in range(many, 0, -1):
        limbs = 3 * (left - 1) + 1
        w.raw(250 << 56 | 48 << 32, limbs << 32 | limbs, BASE + 120 + len(w.objects))
    w.raw(1)
    r = region(tmp_path, w)
    places = [BASE + 96 + 24 * i for i in range(many)]
    assert r.nat(places[0]).bit_length() == 64 * 3 * (many - 1) + 1
    with pytest.raises(InputError, match="the objects together are much larger than the file"):
        list(map(r.nat, places))


def test_a_shared_list_is_read_once(tmp_path: Path) -> None:
    w = Writer()
    shared = w.list([boxed(i) for i in range(10_000)])
    r = region(tmp_path, w)
    for _ in range(1000):
        assert len(r.items(shared, "numbers")) == 10_000
