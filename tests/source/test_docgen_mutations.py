"""Thousands of damaged pages and indexes: each is read rightly, or refused with a reason.

A reading is right if it is the undamaged one, but for a string where the damage stands (a byte of
a printed text changed), or the text of a docstring. Everything else would be a wrong answer.
"""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import pytest

from leanbridge.errors import InputError
from leanbridge.source.docgen import Page, SourceLink, read_data, read_page
from tests.source.docgen_pages import BLOCKS, basic_page, old_page, toy_index, write_page

T = TypeVar("T")
CHARACTERS = "<>\"'&/= ;#-!.:ax0A\n\0«∀"
TAG = re.compile(r"</?[a-z][^>]*>")
NEAR = 12  # characters that one changed character can change: an entity


def damaged(text: str, seed: int, flips: int) -> Iterator[tuple[str, str]]:
    """Cut, with characters changed, with tags dropped, doubled and swapped."""
    draw = random.Random(seed)
    for at in range(0, len(text), 23):
        yield "cut", text[:at]
    for _ in range(flips):
        at = draw.randrange(len(text))
        yield "changed", text[:at] + draw.choice(CHARACTERS) + text[at + 1 :]
    for _ in range(flips // 4):
        at = draw.randrange(len(text))
        yield "lost", text[:at] + text[at + 1 :]
    tags = list(TAG.finditer(text))
    for tag in tags:
        yield "tag dropped", text[: tag.start()] + text[tag.end() :]
        yield "tag doubled", text[: tag.end()] + text[tag.start() :]
    for first, second in itertools.pairwise(tags):
        between = text[first.end() : second.start()]
        swapped = second[0] + between + first[0]
        yield "tags swapped", text[: first.start()] + swapped + text[second.end() :]


# ----- what may differ ----------------------------------------------------------------------


def differences(a: Any, b: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The leaves that differ, or the places where the shape does."""
    if isinstance(a, SourceLink) and isinstance(b, SourceLink):
        yield from differences(a.url, b.url, path + ".url")  # the rest follows from it
    elif path.endswith(".attributes"):
        yield from differences(", ".join(a), ", ".join(b), path + ".text")  # one text, cut later
    elif is_dataclass(a) and type(a) is type(b):
        for f in fields(a):
            yield from differences(getattr(a, f.name), getattr(b, f.name), f"{path}.{f.name}")
    elif isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            yield from differences(x, y, f"{path}.{i}")
    elif a != b:
        yield path, a, b


def is_near(a: Any, b: Any) -> bool:
    """Whether two strings differ in a few adjoining characters."""
    if not (isinstance(a, str) and isinstance(b, str)):
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    start = min(len(a), len(b)) if start is None else start
    rest = min(len(a), len(b)) - start
    end = next((i for i in range(rest) if a[-1 - i] != b[-1 - i]), rest)
    return max(len(a), len(b)) - start - end <= NEAR


def is_one_link(path: str, a: Any, b: Any) -> bool:
    """Whether links, which stand once each, differ in one name that changed a little or went."""
    if not path.endswith(".links") or not isinstance(b, tuple):
        return False
    new = [name for name in b if name not in a]
    return len(new) <= 1 and all(any(is_near(name, old) for old in a) for name in new)


def tried(read: Callable[[], T]) -> T | InputError:
    """The reading or the refusal; any other exception is a crash."""
    try:
        return read()
    except InputError as error:
        return error


def judged(page: Page, damage: str) -> str:
    found = tried(lambda: read_page(damage, "A.html"))
    if isinstance(found, InputError):
        assert found.where.path == "A.html"
        assert found.where.line
        assert found.what
        return "refused"
    differing = list(differences(page, found))
    if not differing:
        return "same"
    docs = [d for d in differing if "docstring" in d[0]]
    rest = [d for d in differing if d not in docs]
    if not rest and len(docs) == 1:
        return "docstring"
    if not docs and len(rest) == 1 and (is_near(*rest[0][1:]) or is_one_link(*rest[0])):
        return "a text"
    return f"wrong: {differing}"


def run(text: str, seed: int, flips: int) -> dict[str, Counter[str]]:
    page = read_page(text, "A.html")
    counts: dict[str, Counter[str]] = {}
    for kind, damage in damaged(text, seed, flips):
        outcome = judged(page, damage)
        assert outcome in ("refused", "same", "docstring", "a text"), f"{kind}, {outcome}"
        counts.setdefault(kind, Counter())[outcome] += 1
    return counts


# ----- pages --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_damaged_pages(seed: int) -> None:
    """Of a third of the blocks each, the hostile docstring among the last."""
    size = -(-len(BLOCKS) // 3)
    text = write_page("Toy.Basic", BLOCKS[(seed - 1) * size : seed * size])
    counts = run(text, seed, flips=1500)
    print({kind: dict(c) for kind, c in counts.items()})
    assert sum(sum(c.values()) for c in counts.values()) > 2500
    assert set(counts["cut"]) == {"refused"}
    assert counts["changed"]["refused"] > 700
    assert counts["changed"]["a text"] > 50
    assert counts["tag dropped"]["refused"] > 150


def test_damaged_pages_of_2023() -> None:
    counts = run(old_page(), seed=4, flips=1500)
    print({kind: dict(c) for kind, c in counts.items()})
    assert sum(sum(c.values()) for c in counts.values()) > 2000
    assert set(counts["cut"]) == {"refused"}
    assert counts["tags swapped"]["refused"] > 100


def test_a_wrong_reading_would_be_seen() -> None:
    """The judge itself: what says less, or something else, is no right reading of the page."""
    page = read_page(basic_page(), "A.html")
    binder = re.search(r'<span class="impl_arg">.*?</span>\n</span>', basic_page(), re.DOTALL)
    assert binder is not None
    assert judged(page, basic_page().replace(binder[0], "", 1)).startswith("wrong: ")
    omitted = re.search(r'<li class="equation">One or.*?</li>', basic_page())
    assert omitted is not None
    assert "is_complete" in judged(page, basic_page().replace(omitted[0], "", 1))
    assert judged(page, basic_page()) == "same"


# ----- indexes ------------------------------------------------------------------------------


def data_judged(damage: bytes) -> str:
    found = tried(lambda: read_data(damage, "A.bmp"))
    if isinstance(found, InputError):
        assert found.where.path == "A.bmp"
        assert found.what
        return "refused"
    undamaged = read_data(toy_index())
    if found == undamaged:
        return "same"
    names = set(found.declarations.items()) ^ set(undamaged.declarations.items())
    assert not names
    assert found.modules == undamaged.modules
    return "an instance's name"


def test_damaged_indexes() -> None:
    raw = toy_index()
    draw = random.Random(3)
    counts: Counter[str] = Counter()
    for at in range(len(raw)):
        assert data_judged(raw[:at]) == "refused"
        value = draw.randrange(256)
        counts[data_judged(raw[:at] + bytes([value]) + raw[at + 1 :])] += 1
        counts[data_judged(raw[:at] + raw[at + 1 :])] += 1
        counts[data_judged(raw[:at] + raw[at : at + 1] + raw[at:])] += 1
    print(dict(counts))
    assert sum(counts.values()) > 6000
    assert counts["refused"] > 0.9 * sum(counts.values())
