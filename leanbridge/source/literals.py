"""Words of literals ↔ values: numerals, strings with escapes, interpolated strings.

Takes one token's text, gives its value, and back; floats never occur (`1.5e-3` is 15 and -4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leanbridge.source import syntax as s
from leanbridge.source.lexer import hole_end

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(\r?\n\s*)|([\s\S]))")
_PLAIN = {"n": "\n", "t": "\t", "r": "\r"}
_SCIENTIFIC = re.compile(r"([0-9_]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_RAW = re.compile(r'r(#*)"')


def numeral(word: str, span: s.Span) -> s.NumLit | s.SciLit:
    """Read `12`, `0xff`, `1_000`, `1.5e-3`."""
    if word[:2] in ("0x", "0X", "0b", "0B", "0o", "0O"):
        return s.NumLit(int(word.rstrip("_"), 0), span=span)
    match = _SCIENTIFIC.fullmatch(word)
    assert match is not None, word
    digits, decimals, exponent = match[1].replace("_", ""), match[2], match[3]
    if decimals is None and exponent is None:
        return s.NumLit(int(digits), span=span)
    decimals = decimals or ""
    return s.SciLit(int(digits + decimals), int(exponent or 0) - len(decimals), span=span)


def string(word: str) -> str:
    """Read the value of `"…"` or `r#"…"#`."""
    raw = _RAW.match(word)
    if raw:
        return word[raw.end() : len(word) - 1 - len(raw[1])]
    return unescape(word[1:-1])


def character(word: str) -> str:
    """Read the value of `'c'`."""
    return unescape(word[1:-1])


def unescape(body: str) -> str:
    """Replace the escapes of a string body by what they mean."""
    return _ESCAPE.sub(_escape, body) if "\\" in body else body


def _escape(match: re.Match[str]) -> str:
    if code := match[1] or match[2]:
        return chr(int(code, 16))
    if match[3] is not None:
        return ""
    return _PLAIN.get(match[4], match[4])


@dataclass(frozen=True, slots=True)
class Hole:
    """The place of the term in a `{…}` of an interpolated string."""

    start: int
    end: int


def interpolated(text: str, start: int, end: int) -> tuple[str, tuple[str | Hole, ...]]:
    """Cut the interpolated string at `text[start:end]` into its prefix, strings and holes."""
    parts: list[str | Hole] = []
    place = run = start + 3
    stop = end - 1
    while place < stop:
        char = text[place]
        if char == "\\":
            place += 2
        elif char == "{":
            if run < place:
                parts.append(unescape(text[run:place]))
            run = hole_end(text, place, stop)
            parts.append(Hole(place + 1, run - 1))
            place = run
        else:
            place += 1
    if run < stop:
        parts.append(unescape(text[run:stop]))
    return text[start], tuple(part for part in parts if part != "")


def show_scientific(mantissa: int, exponent: int) -> str:
    """Print `mantissa · 10^exponent` so that it is read back as the same pair."""
    if exponent >= 0:
        return f"{mantissa}e{exponent}"
    digits = str(mantissa).rjust(1 - exponent, "0")
    return f"{digits[:exponent]}.{digits[exponent:]}"


def escape(value: str, quote: str = '"') -> str:
    """Print the body of a string or character literal."""
    shown = value.replace("\\", "\\\\").replace(quote, "\\" + quote)
    shown = shown.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in shown)
