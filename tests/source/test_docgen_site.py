"""A site is its index and its pages; where they disagree, it says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leanbridge.errors import InputError
from leanbridge.source.docgen import read_site
from leanbridge.source.docgen import site as site_module
from tests.source.docgen_pages import (
    BLOCKS,
    basic_page,
    old_page,
    page_of,
    toy_index,
    write_page,
    write_site,
    write_toy_site,
)


def refusals(root: Path) -> list[str]:
    return [str(e) for e in read_site(root).refused]


def test_a_whole_site_is_read(tmp_path: Path) -> None:
    site = read_site(write_toy_site(tmp_path))
    assert list(site.pages) == ["Toy.Basic", "Toy.Old"]  # `Init` has no page here
    assert len(site.declarations) == 13
    assert (site.refused, site.unlisted, site.unplaced, site.elsewhere) == ((), (), (), ())


def test_names_on_one_side_only_are_counted(tmp_path: Path) -> None:
    data = json.loads(toy_index())
    del data["declarations"]["Toy.step"]
    data["declarations"]["Toy.gone"] = {"kind": "def", "docLink": "./Toy/Basic.html#Toy.gone"}
    data["declarations"]["Nat"] = {"kind": "inductive", "docLink": "./Init.html#Nat"}
    write_toy_site(tmp_path)
    site = read_site(write_site(tmp_path, {}, json.dumps(data).encode()))
    assert (site.unlisted, site.unplaced, site.elsewhere) == (
        ("Toy.step",),
        ("Toy.gone",),
        ("Nat",),
    )


def test_a_page_of_another_build_is_refused(tmp_path: Path) -> None:
    data = json.loads(toy_index())
    data["declarations"]["Toy.step"]["kind"] = "theorem"
    write_toy_site(tmp_path)
    write_site(tmp_path, {}, json.dumps(data).encode())
    (message,) = refusals(tmp_path)
    assert "`Toy.step` is theorem of Toy/Basic.html in the index" in message
    assert "got: def of Toy/Basic.html" in message


def test_the_page_of_another_module_is_refused(tmp_path: Path) -> None:
    write_toy_site(tmp_path)
    write_site(tmp_path, {"Toy.Old": basic_page()}, toy_index())
    (message,) = refusals(tmp_path)
    assert message.startswith("Toy/Old.html: the page of another module")


def test_a_refused_page_harms_only_itself(tmp_path: Path) -> None:
    write_toy_site(tmp_path)
    (tmp_path / page_of("Toy.Old")).write_bytes(old_page().encode()[:-30])
    site = read_site(tmp_path)
    assert list(site.pages) == ["Toy.Basic"]
    assert [e.where.path for e in site.refused] == ["Toy/Old.html"]
    assert site.elsewhere == ()


def test_a_page_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    write_toy_site(tmp_path)
    raw = basic_page().encode()
    (tmp_path / page_of("Toy.Basic")).write_bytes(raw[:100] + b"\xff" + raw[100:])
    assert refusals(tmp_path) == ["Toy/Basic.html: byte 100 is not UTF-8"]


def test_a_page_may_not_lead_out_of_the_site(tmp_path: Path) -> None:
    root = write_toy_site(tmp_path / "site")
    outside = tmp_path / "outside.html"
    outside.write_text(old_page(), "utf-8")
    page = root / page_of("Toy.Old")
    page.unlink()
    page.symlink_to(outside)
    site = read_site(root)
    assert list(site.pages) == ["Toy.Basic"]
    assert "Toy.Old.less" in site.elsewhere


def test_a_folder_in_the_place_of_a_page_is_no_page(tmp_path: Path) -> None:
    root = write_site(tmp_path, {"Toy.Basic": basic_page()}, toy_index())
    (root / page_of("Toy.Old")).mkdir()
    assert list(read_site(root).pages) == ["Toy.Basic"]


def test_what_is_no_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no declarations/declaration-data\.bmp"):
        read_site(tmp_path)
    with pytest.raises(InputError, match="not a directory"):
        read_site(tmp_path / "nowhere")


def test_files_that_are_too_long_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_toy_site(tmp_path)
    monkeypatch.setattr(site_module, "MAX_PAGE", 3000)
    assert "Toy/Basic.html: more than 3000 bytes" in refusals(tmp_path)
    monkeypatch.setattr(site_module, "MAX_INDEX", 100)
    with pytest.raises(InputError, match="more than 100 bytes"):
        read_site(tmp_path)


def test_a_module_without_declarations_has_a_page(tmp_path: Path) -> None:
    data = json.loads(toy_index())
    data["modules"]["Toy"] = {"url": "./Toy.html", "importedBy": []}
    write_toy_site(tmp_path)
    empty = write_page("Toy", [], imports=("Toy.Basic", "Toy.Old"))
    site = read_site(write_site(tmp_path, {"Toy": empty}, json.dumps(data).encode()))
    assert site.pages["Toy"].declarations == ()
    assert site.pages["Toy"].imports == ("Toy.Basic", "Toy.Old")
    assert len(site.pages["Toy.Basic"].declarations) == len(BLOCKS)
