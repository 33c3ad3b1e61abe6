"""Text → syntax tree: the entry points.

Takes the text of a file, or of one term; gives a `File`, or a `Term`. `parse_file` never fails:
what it cannot read is an `Unsupported` command with its place. `parse_term` raises `InputError`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from leanbridge.errors import InputError, Where
from leanbridge.source import syntax as s
from leanbridge.source.commands import CommandParser
from leanbridge.source.cursor import LeanSyntaxError
from leanbridge.source.lexer import BAD, END, IDENT, tokenize
from leanbridge.source.positions import Lines

_DEPTH = 20_000
"""Frames that a deeply nested term may take; CPython 3.11 keeps them on the heap."""
_HEADER = 4096
"""Code points looked at first for the imports of a file."""


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow deeper trees than the interpreter's default inside of the block."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def parse_file(text: str, path: str) -> s.File:
    """Read a whole file; every code point is in the span of an import, a command, or trivia."""
    parser = CommandParser(tokenize(text))
    with deep_recursion():
        words, imports = _header(parser)
        commands = (*words, *parser.commands())
    spans = sorted([item.span for item in (*imports, *commands)], key=lambda span: span.start)
    return s.File(
        path=path,
        text=text,
        module_keyword=any(word.keyword == "module" for word in words),
        imports=imports,
        commands=commands,
        trivia=_gaps(spans, len(text)),
    )


def parse_term(text: str) -> s.Term:
    """Read a text that is one term.

    Raises: InputError, with line, column and caret, if it is not.
    """
    parser = CommandParser(tokenize(text))
    try:
        with deep_recursion():
            term = parser.term()
        if parser.kinds[parser.index] != END:
            parser.fail("term", "the end of the term")
    except LeanSyntaxError as error:
        raise input_error(error, text, None) from error
    return term


def read_imports(text: str) -> tuple[s.Import, ...]:
    """Read the imports of a file, and no further."""
    size = _HEADER
    while True:
        parser = CommandParser(tokenize(text, 0, min(size, len(text))))
        _, imports = _header(parser)
        # an open comment or a cut name at the end of the piece: read a longer one
        if size >= len(text) or parser.index < parser.tokens.count - 1:
            if parser.kinds[parser.index] != BAD or size >= len(text):
                return imports
        size *= 4


def input_error(error: LeanSyntaxError, text: str, path: str | None) -> InputError:
    """Give the user's view of a syntax error: the place, the line and a caret."""
    lines = Lines.of(text)
    line, column = lines.place(error.position)
    where = Where(path, line, column, source_line=lines.line(line))
    what = f"{error.construct} cannot be read"
    return InputError(what, where, got=error.found, expected=error.expected)


def _header(parser: CommandParser) -> tuple[list[s.Other], tuple[s.Import, ...]]:
    """Read `module`, `prelude` and the imports."""
    words: list[s.Other] = []
    imports: list[s.Import] = []
    while True:
        first = parser.index
        word = parser.words[first]
        if word == "prelude" or (word == "module" and first == 0):
            parser.index += 1
            words.append(s.Other(word, span=parser.span(first)))
            continue
        while parser.words[parser.index] in ("public", "meta"):
            parser.index += 1
        if not parser.accept("import"):
            parser.index = first
            return words, tuple(imports)
        parser.accept("all")
        if parser.kinds[parser.index] != IDENT:
            parser.index = first
            return words, tuple(imports)
        name = parser.words[parser.index]
        parser.index += 1
        imports.append(s.Import(name, span=parser.span(first)))


def _gaps(spans: Sequence[s.Span], length: int) -> tuple[s.Span, ...]:
    """Give what lies between spans that stand in order."""
    gaps: list[s.Span] = []
    place = 0
    for span in spans:
        if span.start > place:
            gaps.append(s.Span(place, span.start))
        place = span.end
    if place < length:
        gaps.append(s.Span(place, length))
    return tuple(gaps)
