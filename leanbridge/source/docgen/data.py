"""`declaration-data.bmp`: JSON with the suffix of an image → `Data`.

Takes its bytes, gives names with kinds and pages. Every object must have the keys that doc-gen4
writes: one that is dropped, doubled or of another type is refused with its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, NoReturn

from leanbridge.errors import InputError, Where
from leanbridge.source.atoms import split_name
from leanbridge.source.docgen.code import decoded
from leanbridge.source.docgen.records import KINDS, Data, DataEntry

BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|[\]}]', re.DOTALL)  # strings, or
MAX_NESTING = 8
"""JSON objects and lists inside each other; doc-gen4 writes 4."""
SECTIONS = ("declarations", "instances", "instancesFor", "modules")
OLD_SECTIONS = ("importedBy",)  # until 2023-12, beside modules whose value is the page itself
ENTRY_KEYS = ("kind", "docLink")
OLD_ENTRY_KEYS = ("name", "doc", "sourceLink", "line")  # until 2023-09; the pages say the same
ABSOLUTE = re.compile(r"https?://")


def read_data(raw: bytes, path: str = "declaration-data.bmp") -> Data:
    """Read the index of a site; `path` is for messages.

    Raises: InputError, if doc-gen4 would not write it.
    """
    return _Reader(path).read(raw)


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path

    def read(self, raw: bytes) -> Data:
        top = self.object(self.json(raw), "the index", SECTIONS, OLD_SECTIONS)
        entries = self.table(top["declarations"], "declarations")
        modules = self.table(top["modules"], "modules")
        instances = self.table(top["instances"], "instances")
        for type_, names in self.table(top["instancesFor"], "instancesFor").items():
            self.names(names, f"the instances for `{type_}`")
        pages = {name: self.module(name, value) for name, value in modules.items()}
        known = frozenset(pages.values())
        return Data(
            {name: self.entry(name, value, known) for name, value in entries.items()},
            pages,
            {n: self.names(v, f"the instances of `{n}`") for n, v in instances.items()},
        )

    def json(self, raw: bytes) -> Any:  # any JSON, checked by the caller
        try:
            text = raw.decode("utf-8")
            self.check_nesting(text)
            return json.loads(
                text,
                object_pairs_hook=self.pairs,
                parse_int=self.number,
                parse_float=self.number,
                parse_constant=self.number,
            )
        except UnicodeDecodeError as error:
            raise self.wrong(f"byte {error.start} is not UTF-8") from None
        except json.JSONDecodeError as error:
            where = Where(self.path, error.lineno, error.colno)
            raise InputError(f"not JSON: {error.msg}", where, expected="JSON") from None

    def check_nesting(self, text: str) -> None:
        depth = 0
        for match in BRACKETS.finditer(text):
            if match[1]:
                depth += 1
                if depth > MAX_NESTING:
                    raise self.wrong(f"JSON nested more than {MAX_NESTING} deep at {match.start()}")
            elif match[0] in "]}":
                depth -= 1

    def pairs(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(pairs)
        if len(out) != len(pairs):
            seen: set[str] = set()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            raise self.wrong(f"the key `{twice}` is given twice")
        return out

    def number(self, text: str) -> NoReturn:
        raise self.wrong(f"the number {text[:20]}", expected="no number anywhere")

    # ----- shapes -------------------------------------------------------------------------

    def object(
        self, value: Any, what: str, keys: Iterable[str], optional: Iterable[str] = ()
    ) -> dict[str, Any]:
        """A JSON object with these keys."""
        table = self.table(value, what)
        missing = [k for k in keys if k not in table]
        unknown = [k for k in table if k not in (*keys, *optional)]
        if missing or unknown:
            wrong = f"no key `{missing[0]}`" if missing else f"an unknown key `{unknown[0]}`"
            raise self.wrong(f"{what} has {wrong}", expected=", ".join(keys))
        return table

    def table(self, value: Any, what: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong(f"{what}: {_type(value)}", expected="an object")
        return value

    def string(self, value: Any, what: str) -> str:
        if not isinstance(value, str) or not value:
            raise self.wrong(f"{what}: {_type(value)}", expected="a string")
        return value

    def names(self, value: Any, what: str) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise self.wrong(f"{what}: {_type(value)}", expected="a list")
        return tuple(self.string(v, what) for v in value)

    # ----- entries ------------------------------------------------------------------------

    def entry(self, name: str, value: Any, pages: frozenset[str]) -> DataEntry:
        table = self.object(value, f"`{name}`", ENTRY_KEYS, OLD_ENTRY_KEYS)
        for kind in KINDS:
            if table["kind"] == kind:
                link = self.string(table["docLink"], f"the link of `{name}`")
                page, sign, fragment = link.partition("#")
                if not sign or name not in (fragment, decoded(fragment)):
                    raise self.wrong(f"`{name}` links to `{link[:80]}`", expected=f"…#{name}")
                place = self.page(page, name)
                if place not in pages:
                    raise self.wrong(f"`{name}` links to `{link[:80]}`", expected="a module's page")
                return DataEntry(kind, place)
        raise self.wrong(
            f"`{name}` has the kind {_short(table['kind'])}", expected=", ".join(KINDS)
        )

    def module(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            link = value
        else:
            table = self.object(value, f"the module `{name}`", ("url", "importedBy"))
            self.names(table["importedBy"], f"the importers of `{name}`")
            link = self.string(table["url"], f"the page of `{name}`")
        page = self.page(link, name)
        end = "/".join(part.strip("«»") for part in split_name(name)) + ".html"
        forms = (page, decoded(page))
        is_its = ABSOLUTE.match(page) and any(p.endswith(f"/{end}") for p in forms)
        if not is_its and end not in forms:
            raise self.wrong(f"the module `{name}` has the page `{link[:80]}`", expected=f"./{end}")
        return page

    def page(self, link: str, name: str) -> str:
        """`./A/B.html` → `A/B.html`; the link to another site as it is. Never a way out."""
        if ABSOLUTE.match(link):
            return link
        page = link.removeprefix("./")
        parts = page.split("/")
        is_inside = all(p not in ("", ".", "..") for p in parts) and "\0" not in page
        if not page.endswith(".html") or not is_inside or "\\" in page or ":" in parts[0]:
            raise self.wrong(f"`{name}` has the page `{link[:80]}`", expected="./A/B.html")
        return page

    def wrong(self, what: str, *, expected: str | None = None) -> InputError:
        return InputError(what, Where(self.path), expected=expected)


def _type(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    return "a list" if isinstance(value, list) else _short(value)


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]
