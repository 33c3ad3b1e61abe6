"""Typed, complete reading of a TOML table: every key is asked for, or is an error.

Takes a table and the text it came from, gives values of the type that was asked for. Never
fills in a value that was not written, never ignores a key.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from math import isfinite
from typing import Any

from leanbridge.errors import InputError, Where
from leanbridge.ports.layout import is_size

_TARGET = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


class Reader:
    """One table of a TOML file, at `path` from the root of the file."""

    def __init__(self, table: dict[str, Any], path: tuple[str, ...], text: str, file: str) -> None:
        self._table, self._path, self._text, self._file = table, path, text, file
        self._asked: list[str] = []

    def keys(self) -> tuple[str, ...]:
        return tuple(self._table)

    def has(self, key: str) -> bool:
        self._asked.append(key)
        return key in self._table

    def holds_string(self, key: str) -> bool:
        return isinstance(self._table.get(key), str)

    def starts_with(self, key: str, prefix: str) -> bool:
        found = self._table.get(key)
        return isinstance(found, str) and found.startswith(prefix)

    # ----- errors -------------------------------------------------------------------------

    def where(self, path: Sequence[str] = ()) -> Where:
        """The place of a key below this table: its line, or the line of the table it is in."""
        line = line_of(self._text, (*self._path, *path))
        if line is None:
            return Where(self._file)
        return Where(self._file, line, source_line=self._text.splitlines()[line - 1])

    def error(
        self, what: str, path: Sequence[str], got: str, expected: str, todo: str | None = None
    ) -> InputError:
        name = _written((*self._path, *path))
        return InputError(f"{name}: {what}", self.where(path), got, expected, todo=todo)

    def finish(self, otherwise: str = "remove it") -> None:
        """Raise InputError for the first key that nobody asked for; `otherwise` is what to do
        where no known key is near."""
        for key in self._table:
            if key not in self._asked:
                known = list(dict.fromkeys(self._asked))
                near = difflib.get_close_matches(key, known, 3, 0.6)
                raise self.error(
                    "unknown key",
                    (key,),
                    key,
                    ", ".join(known),
                    f"did you mean {' or '.join(near)}?" if near else otherwise,
                )

    # ----- values of one type -------------------------------------------------------------

    def _get(self, key: str, kind: type, expected: str, required: bool = False) -> Any:
        """The value of `key` if it is a `kind`; None if it is not written."""
        if not self.has(key):
            if required:
                raise self.error(f"`{key}` is missing", (), "no such key", expected)
            return None
        value = self._table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error("wrong type", (key,), _shown(value), expected)
        return value

    def string(self, key: str, required: bool = False) -> str | None:
        found: str | None = self._get(key, str, "a text in quotes", required)
        return found

    def boolean(self, key: str) -> bool | None:
        found: bool | None = self._get(key, bool, "true or false")
        return found

    def integer(self, key: str, required: bool = False) -> int | None:
        found: int | None = self._get(key, int, "a whole number", required)
        return found

    def natural(self, key: str) -> int:
        found: int = self._get(key, int, "a whole number ≥ 0", required=True)
        if found < 0:
            raise self.error("negative", (key,), str(found), "a whole number ≥ 0")
        return found

    def number(self, key: str) -> float | None:
        if isinstance(self._table.get(key), int):
            return float(self.natural(key))
        found: float | None = self._get(key, float, "a number")
        return found

    def real(self, key: str) -> float:
        """A finite number, negative ones too."""
        found = self._table.get(key)
        whole = isinstance(found, int) and not isinstance(found, bool)
        value = float(found) if whole else self._get(key, float, "a number", required=True)  # type: ignore[arg-type]  # an int
        self._asked.append(key)
        if not isfinite(value):
            raise self.error("not a real number", (key,), str(value), "a finite number")
        return float(value)

    def choice(self, key: str, options: Sequence[str], required: bool = False) -> str | None:
        expected = "one of " + ", ".join(options)
        found: str | None = self._get(key, str, expected, required)
        if found is not None and found not in options:
            near = difflib.get_close_matches(found, options, 1, 0.6)
            todo = f"did you mean {near[0]}?" if near else None
            raise self.error("unknown value", (key,), found, expected, todo)
        return found

    def target(self, key: str) -> str:
        """A "module:attribute"."""
        found: str = self._get(key, str, 'a text "module:attribute"', required=True)
        return self._checked_target(found, key)

    def _checked_target(self, text: str, key: str) -> str:
        if _TARGET.fullmatch(text):
            return text
        raise self.error(
            "not a Python object's name", (key,), repr(text), '"module:attribute", one colon'
        )

    def strings(self, key: str) -> tuple[str, ...] | None:
        found: tuple[str, ...] | None = self._list(key, str, "a list of texts")
        return found

    def naturals(self, key: str) -> tuple[int, ...] | None:
        found: tuple[int, ...] | None = self._list(key, int, "a list of whole numbers ≥ 0")
        if found is not None and min(found, default=0) < 0:
            raise self.error("negative", (key,), str(min(found)), "a list of whole numbers ≥ 0")
        return found

    def targets(self, key: str) -> tuple[str, ...]:
        found: tuple[str, ...] = self._list(key, str, 'a list of "module:attribute"') or ()
        return tuple([self._checked_target(text, key) for text in found])

    def sizes(self, key: str) -> tuple[str, ...]:
        """A list of size expressions over Lean binders, such as ["c", "2*h"]."""
        found: tuple[str, ...] = self._list(key, str, 'a list of sizes such as "2*h"') or ()
        for size in found:
            if not is_size(size):
                raise self.error(
                    "not a size", (key,), repr(size), "numbers and Lean binders with + - * //"
                )
        return found

    def _list(self, key: str, kind: type, expected: str) -> Any:
        found = self._get(key, list, expected)
        if found is None:
            return None
        for value in found:
            if not isinstance(value, kind) or isinstance(value, bool):
                raise self.error("wrong type", (key,), f"{_shown(value)} in the list", expected)
        return tuple(found)

    def all_strings(self) -> dict[str, str]:
        return {key: self.string(key, required=True) or "" for key in self.keys()}

    def table(self, key: str) -> Reader:
        """The table under `key`; an empty one if it is not written."""
        found = self._get(key, dict, "a table")
        return Reader(found or {}, (*self._path, key), self._text, self._file)

    def tables(self, key: str) -> tuple[Reader, ...]:
        """The table under `key`, or the tables in the list there; none if it is not written."""
        if not isinstance(self._table.get(key), list):
            return (self.table(key),) if self.has(key) else ()
        found = self._list(key, dict, "a table, or a list of tables")
        return tuple([Reader(t, (*self._path, key), self._text, self._file) for t in found])


# ----- spelling and places ------------------------------------------------------------------


def _shown(value: object) -> str:
    return f"{_KINDS.get(type(value).__name__, type(value).__name__)}, {value!r}"


_KINDS = {
    "bool": "a truth value",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "list": "a list",
    "dict": "a table",
}


def _written(path: Sequence[str]) -> str:
    """A key path as TOML writes it."""
    return ".".join(k if re.fullmatch(r"[A-Za-z0-9_-]+", k) else f'"{k}"' for k in path) or "file"


def line_of(text: str, path: Sequence[str]) -> int | None:
    """The line (from 1) where the key `path` is written, or the longest part of it that is.

    An inline table is one line; a key inside a multi-line text may be taken for one.
    """
    lines = _lines(text)
    parts = [tuple(path[:count]) for count in range(len(path), 0, -1)]
    return next((lines[part] for part in parts if part in lines), None)


@cache
def _lines(text: str) -> dict[tuple[str, ...], int]:
    """Where each key path, or part of one, is first written."""
    table: tuple[str, ...] = ()
    found: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            table = _key_path(stripped.split("#")[0].strip()) or table
            here = table
        elif "=" in stripped and not stripped.startswith("#"):
            key = _key_of_line(stripped)
            if key is None:
                continue
            here = (*table, *key)
        else:
            continue
        for count in range(1, len(here) + 1):
            found.setdefault(here[:count], number)
    return found


def _key_of_line(line: str) -> tuple[str, ...] | None:
    for cut in (m.start() for m in re.finditer("=", line)):
        path = _key_path(line[:cut] + "= 0")
        if path is not None:
            return path
    return None


def _key_path(line: str) -> tuple[str, ...] | None:
    """The keys that one line of TOML, a header or an assignment, names."""
    try:
        here: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return None
    path: list[str] = []
    while isinstance(here, dict) and len(here) == 1:
        key, here = next(iter(here.items()))
        path.append(key)
        if isinstance(here, list):
            break
    return tuple(path)
