"""Lake configuration → source directories, module roots and the options that change meaning.

Takes the text of `lakefile.toml` or `lakefile.lean`, gives a `Lakefile`. Reads, never runs: of a
`lakefile.lean` only literal fields count (`srcDir := "src"`, `` roots := #[`A] ``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from leanbridge.errors import InputError, Where
from leanbridge.source.lexer import tokenize


@dataclass(frozen=True, slots=True)
class Options:
    """Options that decide what an unknown name in a header means; the defaults are Lean's."""

    auto_implicit: bool = True
    relaxed_auto_implicit: bool = True


@dataclass(frozen=True, slots=True)
class Lakefile:
    """What a project says of itself; without a lakefile, the defaults."""

    source_dirs: tuple[str, ...] = (".",)
    roots: tuple[str, ...] = ()
    options: Options = Options()


def read_lakefile(root: Path) -> Lakefile:
    """Read the lakefile of a project directory, if there is one.

    Raises: InputError if it is not TOML, or not UTF-8.
    """
    toml, lean = root / "lakefile.toml", root / "lakefile.lean"
    try:
        if toml.is_file():
            return _from_toml(tomllib.loads(toml.read_text("utf-8").removeprefix("\ufeff")))
        if lean.is_file():
            return _from_lean(lean.read_text("utf-8").removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        path = toml if toml.is_file() else lean
        raise InputError("the lakefile cannot be read", Where(path.name), got=str(error)) from error
    return Lakefile()


def _from_toml(table: Mapping[str, object]) -> Lakefile:
    package_dir = _text(table, "srcDir", ".")
    dirs: list[str] = []
    roots: list[str] = []
    options = _toml_options(table)
    for key in ("lean_lib", "lean_exe"):
        for target in _tables(table.get(key)):
            options = {**options, **_toml_options(target)}
            target_dir = _text(target, "srcDir", ".")
            dirs.append(target_dir if package_dir == "." else f"{package_dir}/{target_dir}")
            roots.extend(_target_roots(target, key))
    return Lakefile(
        _unique(dirs) or (package_dir,),
        _unique(roots),
        Options(options.get("autoImplicit", True), options.get("relaxedAutoImplicit", True)),
    )


def _target_roots(target: Mapping[str, object], key: str) -> list[str]:
    name = _text(target, "name", "")
    if key == "lean_exe":
        return [_text(target, "root", name)]
    roots = target.get("roots")
    return [str(root) for root in roots] if isinstance(roots, list) else [name]


def _tables(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                yield item


def _text(table: Mapping[str, object], key: str, default: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else default


def _toml_options(table: Mapping[str, object]) -> dict[str, bool]:
    """Read `leanOptions`, a table or a list of `{ name, value }`."""
    found: dict[str, bool] = {}
    given = table.get("leanOptions")
    pairs = list(given.items()) if isinstance(given, dict) else []
    pairs += [(item.get("name"), item.get("value")) for item in _tables(given)]
    for name, value in pairs:
        if isinstance(name, str) and isinstance(value, bool):
            found[name.removeprefix("weak.")] = value
    return found


_TARGET = re.compile(r"\b(lean_lib|lean_exe) (\S+)")
_DIR = re.compile(r'srcDir := "([^"]*)"')
_ROOTS = re.compile(r"\broots? := (#\[[^\]]*\]|`\S+)")
_NAME = re.compile(r"`+([^\s,\]]+)")
_OPTION = re.compile(r"(?:weak\.)?(autoImplicit|relaxedAutoImplicit)\s*(?:,|:=|=)\s*(true|false)")


def _from_lean(text: str) -> Lakefile:
    # words with single spaces between: comments are gone and spacing is known
    plain = " ".join(tokenize(text).words)
    targets = list(_TARGET.finditer(plain))
    ends = [*(match.start() for match in targets[1:]), len(plain)][: len(targets)]
    head = plain[: targets[0].start()] if targets else plain
    package_dir = _first(_DIR, head, ".")
    dirs: list[str] = []
    roots: list[str] = []
    for match, end in zip(targets, ends, strict=True):
        body = plain[match.end() : end]
        target_dir = _first(_DIR, body, ".")
        dirs.append(target_dir if package_dir == "." else f"{package_dir}/{target_dir}")
        named = _ROOTS.search(body)
        name = match[2].strip('«»"')
        roots.extend(_NAME.findall(named[1]) if named else [name])
    options = {name: value == "true" for name, value in _OPTION.findall(plain)}
    return Lakefile(
        _unique(dirs) or (package_dir,),
        _unique(roots),
        Options(options.get("autoImplicit", True), options.get("relaxedAutoImplicit", True)),
    )


def _first(pattern: re.Pattern[str], text: str, default: str) -> str:
    match = pattern.search(text)
    return match[1] if match else default


def _unique(items: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
