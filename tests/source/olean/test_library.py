"""Modules along a search path."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.errors import InputError
from leanbridge.source.olean import Library
from tests.source.olean.writer import Writer, write_module


def module(directory: Path, name: str, *imports: str, constant: str | None = None) -> None:
    w = Writer()
    names = [w.name(constant)] if constant else []
    constants = [w.axiom(n, w.sort()) for n in names]
    write_module(directory, name, w.module(names, constants, imports=imports))


def test_a_module_brings_its_imports(tmp_path: Path) -> None:
    module(tmp_path, "Top", "Mid.A", "Mid.B", constant="top")
    module(tmp_path, "Mid.A", "Low", constant="a")
    module(tmp_path, "Mid.B", "Low", "Mid.A", constant="b")
    module(tmp_path, "Low", constant="low")
    library = Library([tmp_path])
    assert library.load("Top").names == ("top",)
    assert sorted(library.modules) == ["Low", "Mid.A", "Mid.B", "Top"]
    assert library.module_of("low") == "Low"
    found = library.constant("b")
    assert found is not None
    assert found.name == "b"
    assert library.constant("c") is None
    assert library.module_of("c") is None


def test_directories_are_searched_in_order(tmp_path: Path) -> None:
    module(tmp_path / "1", "M", constant="first")
    module(tmp_path / "2", "M", constant="second")
    module(tmp_path / "2", "N", constant="other")
    library = Library([tmp_path / "1", tmp_path / "2"])
    assert library.load("M").names == ("first",)
    assert library.load("N").names == ("other",)


def test_imports_in_a_circle_end(tmp_path: Path) -> None:
    module(tmp_path, "A", "B")
    module(tmp_path, "B", "A")
    library = Library([tmp_path])
    library.load("A")
    assert sorted(library.modules) == ["A", "B"]


def test_a_missing_module_names_the_search_path(tmp_path: Path) -> None:
    module(tmp_path / "1", "A", "Init.Gone")
    library = Library([tmp_path / "1", tmp_path / "2"])
    with pytest.raises(InputError, match=r"module Init.Gone is not compiled .*A imports it") as no:
        library.load("A")
    assert no.value.got == f"{tmp_path / '1'}, {tmp_path / '2'}"
    with pytest.raises(InputError, match="module X is not compiled on the search path") as no:
        Library([]).load("X")
    assert no.value.got == "no directory"


def test_a_name_of_a_module_that_leads_out_is_not_followed(tmp_path: Path) -> None:
    module(tmp_path, "Out")
    (tmp_path / "in").mkdir()
    with pytest.raises(InputError, match="is not compiled"):
        Library([tmp_path / "in"]).load("«..».Out")
