"""The table of known constants: everything in it elaborates, re-types, and has one name."""

from __future__ import annotations

from importlib import resources

import pytest

from leanbridge.core.environment import KNOWN, Environment
from leanbridge.core.recheck import recheck

ENV = Environment()
NAMES = [e.name for e in ENV.entries.values() if e.parent is None]


@pytest.mark.parametrize("name", NAMES)
def test_every_known_constant_elaborates_and_rechecks(name: str) -> None:
    found = ENV.declaration(name)
    assert found is not None
    assert recheck(ENV, found) == []
    assert found.auto_bound == ()


def test_no_known_text_is_unread_or_declared_twice() -> None:
    assert ENV.findings == []


def test_every_file_of_the_table_is_read() -> None:
    folder = resources.files("leanbridge.core") / "known"
    files = {f.name.removesuffix(".lean") for f in folder.iterdir() if f.name.endswith(".lean")}
    assert files == {name.removeprefix(KNOWN) for name in ENV.lines}


def test_the_names_are_sorted_and_unique() -> None:
    folder = resources.files("leanbridge.core") / "known"
    names = (folder / "names.txt").read_text("utf-8").split("\n")[:-1]
    assert names == sorted(set(names))
    assert len(names) > 20_000


def test_known_functions_with_a_body_compute() -> None:
    with_body = [n for n in NAMES if ENV.value(n) is not None]
    assert {"List.foldr", "List.replicate", "Function.comp", "Nat.iterate"} <= set(with_body)
