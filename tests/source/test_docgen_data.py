"""The index of a site is read, or refused with what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from leanbridge.errors import InputError
from leanbridge.source.docgen import read_data
from leanbridge.source.docgen.data import MAX_NESTING
from tests.source.docgen_pages import toy_index


def index() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(toy_index())
    return data


def refusal(raw: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_data(raw, "declarations/declaration-data.bmp")
    message = str(caught.value)
    assert message.startswith("declarations/declaration-data.bmp")
    return message


def test_names_have_their_kind_and_page() -> None:
    data = read_data(toy_index())
    assert len(data.declarations) == 26
    assert data.declarations["Toy.«term_<_»"].kind == "def"
    assert data.declarations["Toy.Dir.up"].kind == "ctor"
    assert data.declarations["Toy.Old.less"].page == "Toy/Old.html"
    assert data.modules == {
        "Toy.Basic": "Toy/Basic.html", "Toy.Old": "Toy/Old.html", "Init": "Init.html",
    }  # fmt: skip
    assert data.instances == {"Repr": ("Toy.instReprDir",)}


def test_the_layout_of_2023() -> None:
    data = index()
    data["modules"] = {m: v["url"] for m, v in data["modules"].items()}
    data["importedBy"] = {"Toy.Basic": ["Toy.Old"]}
    for name, entry in data["declarations"].items():
        entry |= {"name": name, "doc": "", "sourceLink": "x", "line": "3"}
    assert read_data(json.dumps(data).encode()) == read_data(toy_index())


def test_another_site_may_hold_a_page() -> None:
    data = index()
    url = "https://example.org/docs/Toy/Old.html"
    data["modules"]["Toy.Old"]["url"] = url
    for entry in data["declarations"].values():
        entry["docLink"] = entry["docLink"].replace("./Toy/Old.html", url)
    assert read_data(json.dumps(data).encode()).declarations["Toy.Old.less"].page == url


def test_escaped_names_are_decoded() -> None:
    text = toy_index().decode()
    assert "\\u00ab" in text
    assert "Toy.«term_<_»" in read_data(text.encode()).declarations


def drop(*keys: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in keys[:-1]:
            data = data[key]
        del data[keys[-1]]

    return change


def put(value: Any, *keys: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in keys[:-1]:
            data = data[key]
        data[keys[-1]] = value

    return change


STEP = ("declarations", "Toy.step")
CHANGES = {
    "no section": (drop("modules"), "the index has no key `modules`"),
    "a section more": (put({}, "extra"), "the index has an unknown key `extra`"),
    "a list of names": (put([], "declarations"), "declarations: a list"),
    "no kind": (drop(*STEP, "kind"), "`Toy.step` has no key `kind`"),
    "a key more": (put("x", *STEP, "type"), "`Toy.step` has an unknown key `type`"),
    "another kind": (put("lemma", *STEP, "kind"), '`Toy.step` has the kind "lemma"'),
    "no text": (put(None, *STEP, "docLink"), "the link of `Toy.step`: null"),
    "no fragment": (put("./Toy/Basic.html", *STEP, "docLink"), "`Toy.step` links to"),
    "another name": (put("./Toy/Basic.html#Toy.stop", *STEP, "docLink"), "`Toy.step` links to"),
    "no module's page": (
        put("./Toy/C.html#Toy.step", *STEP, "docLink"),
        "expected: a module's page",
    ),
    "a page above": (put("./../../x.html#Toy.step", *STEP, "docLink"), "`Toy.step` has the page"),
    "an absolute page": (put("/etc/x.html#Toy.step", *STEP, "docLink"), "`Toy.step` has the page"),
    "a page of a drive": (put("C:/x.html#Toy.step", *STEP, "docLink"), "`Toy.step` has the page"),
    "a backslash": (put("./..\\x.html#Toy.step", *STEP, "docLink"), "`Toy.step` has the page"),
    "a module's page": (
        put("./Toy/B.html", "modules", "Toy.Basic", "url"),
        "`Toy.Basic` has the page",
    ),
    "importers": (
        put("Toy", "modules", "Toy.Basic", "importedBy"),
        'the importers of `Toy.Basic`: "Toy"',
    ),
    "instances": (put([1], "instances", "Repr"), "the number 1"),
    "instances for": (put([None], "instancesFor", "Toy.Dir"), "the instances for `Toy.Dir`: null"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_what_doc_gen4_would_not_write_is_refused(case: str) -> None:
    change, reason = CHANGES[case]
    data = index()
    change(data)
    assert reason in refusal(json.dumps(data).encode())


BYTES = {
    "nothing": (b"", "not JSON"),
    "no JSON": (b"BM\x36\x00", "not JSON"),
    "an image": (b"BM\xff\xfe", "byte 2 is not UTF-8"),
    "no object": (b"[]", "the index: a list"),
    "a number": (b"1e5", "the number 1e5"),
    "a long number": (b"9" * 100_000, "the number 99999999999999999999"),
    "no number": (b"NaN", "the number NaN"),
    "a key twice": (b'{"modules":{},"modules":{}}', "the key `modules` is given twice"),
    "deep": (b"[" * 1_000_000, f"nested more than {MAX_NESTING} deep"),
    "deep objects": (b'{"a":' * 1_000_000, f"nested more than {MAX_NESTING} deep"),
    "an open string": (b'{"' + b'\\"' * 500_000, "not JSON"),
}  # fmt: skip


@pytest.mark.parametrize("case", BYTES)
def test_bytes_that_are_no_index_are_refused(case: str) -> None:
    raw, reason = BYTES[case]
    assert reason in refusal(raw)
