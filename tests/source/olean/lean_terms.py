"""Terms as Lean prints them under `pp.all`, read back, and kernel terms in the same form.

Both become nested tuples over de Bruijn indices, without binder names, metadata and the structure
of a projection, which are not printed. A successor of a maximum is a maximum of successors, as
the printer has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from leanbridge.source.olean import kernel as k

Plain = Any  # nested tuples
INFOS = {"(": "", "{": "{}", "⦃": "⦃⦄", "[": "[]"}
CLOSING = {"(": ")", "{": "}", "⦃": "⦄", "[": "]"}
_WORD = r"[^\s(){}\[\]⦃⦄:,;@∀→.\"+«»]+"
_TOKEN = re.compile(
    rf"""\s*(?:(?P<str>"(?:\\.|[^"\\])*")|(?P<proj>\.\d+)|(?P<levels>\.\{{)|(?P<num>\d+)
    |(?P<sym>:=|=>|==>|→|[(){{}}\[\]⦃⦄:,;@∀+])
    |(?P<id>(?:_private\.(?:{_WORD}\.)+?0\.)?(?:«[^»]*»|{_WORD})(?:\.(?!\{{)(?:«[^»]*»|(?!\d){_WORD}))*))""",
    re.VERBOSE,
)


def tokens(text: str) -> list[tuple[str, str]]:
    """The tokens of a printed term, with their kinds."""
    out: list[tuple[str, str]] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None, text[at : at + 60]
        assert match.lastgroup is not None
        out.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return out


class Printed:
    """A reader of printed terms. `levels` renames the universe parameters that were printed."""

    def __init__(self, text: str, levels: Mapping[str, str]) -> None:
        self.tokens, self.at, self.levels = tokens(text), 0, levels

    def peek(self, ahead: int = 0) -> tuple[str | None, str | None]:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else (None, None)

    def take(self, word: str) -> None:
        assert self.peek()[1] == word, (
            f"{word} expected at {self.tokens[self.at - 3 : self.at + 5]}"
        )
        self.at += 1

    def done(self) -> bool:
        return self.at == len(self.tokens)

    # ----- terms ------------------------------------------------------------------------------

    def term(self, scope: Sequence[str]) -> Plain:
        kind, word = self.peek()
        if word in ("fun", "∀"):
            return self._binders(scope)
        if kind == "id" and word in ("have", "let"):
            return self._local(scope)
        if self._opens_group():
            group, inner = self._group(scope)
            self.take("→")
            return _wrap("pi", group, self.term(inner))
        left = self._application(scope)
        if self.peek()[1] == "→":
            self.at += 1
            return ("pi", "", left, self.term(["", *scope]))
        return left

    def _binders(self, scope: Sequence[str]) -> Plain:
        make = "lam" if self.peek()[1] == "fun" else "pi"
        self.at += 1
        groups: list[tuple[str, Plain]] = []
        while self.peek()[1] not in ("=>", ","):
            group, scope = self._group(scope)
            groups += group
        self.at += 1
        return _wrap(make, groups, self.term(scope))

    def _local(self, scope: Sequence[str]) -> Plain:
        word, name = self.peek()[1], self.peek(1)[1]
        self.at += 2
        self.take(":")
        type_ = self.term(scope)
        self.take(":=")
        value = self.term(scope)
        self.take(";")
        return (word, type_, value, self.term([name or "", *scope]))

    def _opens_group(self) -> bool:
        kind, word = self.peek()
        if kind != "sym" or word not in INFOS or self.peek(1)[1] in ("have", "let", "fun"):
            return False
        ahead = 1
        while self.peek(ahead)[0] == "id":
            ahead += 1
        return word == "[" or (ahead > 1 and self.peek(ahead)[1] == ":")

    def _group(self, scope: Sequence[str]) -> tuple[list[tuple[str, Plain]], Sequence[str]]:
        opening = self.peek()[1] or ""
        self.at += 1
        ahead = 0
        while self.peek(ahead)[0] == "id":
            ahead += 1
        names = [_instance_name(scope) if opening == "[" else ""]
        if ahead and self.peek(ahead)[1] == ":":
            names = [self.peek(i)[1] or "" for i in range(ahead)]
            self.at += ahead + 1
        start, out = self.at, []
        for name in names:  # the type is printed once, and read once for each name
            self.at = start
            out.append((INFOS[opening], self.term(scope)))
            scope = [name, *scope]
        self.take(CLOSING[opening])
        return out, scope

    def _application(self, scope: Sequence[str]) -> Plain:
        fn = self._atom(scope)
        while True:
            kind, word = self.peek()
            if (kind == "id" and word in ("fun", "have", "let")) or word == "∀":
                fn = ("app", fn, self.term(scope))
            elif kind in ("str", "num", "id") or word == "@":
                fn = ("app", fn, self._atom(scope))
            elif kind == "sym" and word == "(" and not self._opens_group():
                fn = ("app", fn, self._atom(scope))
            else:
                return fn

    def _atom(self, scope: Sequence[str]) -> Plain:
        kind, word = self.peek()
        self.at += 1
        if kind == "str":
            return ("lit", json.loads(word or ""))
        if word == "nat_lit":
            kind, word = self.peek()
            self.at += 1
        if kind == "num":
            return ("lit", int(word or ""))
        if word == "@":
            return self.term(scope) if self.peek()[1] == "fun" else self._atom(scope)
        if word == "(":
            out = self.term(scope)
            self.take(")")
        elif word in ("Prop", "Sort", "Type"):
            return self._sort(word)
        else:
            assert kind == "id", self.tokens[self.at - 4 : self.at + 4]
            out = self._name(word or "", scope)
        while self.peek()[0] == "proj":
            out = ("proj", int((self.peek()[1] or "")[1:]) - 1, out)
            self.at += 1
        return out

    def _name(self, word: str, scope: Sequence[str]) -> Plain:
        if word in scope:
            return ("bvar", list(scope).index(word))
        levels = []
        if self.peek()[0] == "levels":
            self.at += 1
            while True:
                levels.append(push(self._level()))
                self.at += 1
                if self.tokens[self.at - 1][1] == "}":
                    break
        return ("const", spelled(word), *levels)

    # ----- levels -----------------------------------------------------------------------------

    def _sort(self, word: str) -> Plain:
        level: Plain = 0
        if word == "Prop":
            return ("sort", 0)
        if self.peek()[0] in ("num", "id") or self.peek()[1] == "(":
            level = self._level_atom()
        return ("sort", push(_succ(level) if word == "Type" else level))

    def _level(self) -> Plain:
        word = self.peek()[1]
        if word in ("max", "imax"):
            self.at += 1
            parts = []
            while self.peek()[0] in ("num", "id") or self.peek()[1] == "(":
                parts.append(self._level_atom())
            out = parts[-1]
            for part in reversed(parts[:-1]):
                out = (word, part, out)
        else:
            out = self._level_atom()
        while self.peek()[1] == "+":
            count = int(self.peek(1)[1] or "")
            self.at += 2
            for _ in range(count):
                out = _succ(out)
        return out

    def _level_atom(self) -> Plain:
        kind, word = self.peek()
        self.at += 1
        if kind == "num":
            return int(word or "")
        if word == "(":
            out = self._level()
            self.take(")")
            return out
        return ("param", self.levels.get(word or "", word))


def _instance_name(scope: Sequence[str]) -> str:
    """The name that an instance binder without a printed one has in what follows."""
    number = 0
    while (name := f"inst_{number}" if number else "inst") in scope:
        number += 1
    return name


def spelled(name: str) -> str:
    """A name as it is printed: a keyword among its components stands without «»."""
    return re.sub(r"«([a-z]+)»", r"\1", name)


def _wrap(make: str, groups: Sequence[tuple[str, Plain]], body: Plain) -> Plain:
    for info, type_ in reversed(groups):
        body = (make, info, type_, body)
    return body


def _succ(level: Plain) -> Plain:
    return level + 1 if isinstance(level, int) else ("succ", level)


def push(level: Plain) -> Plain:
    """A level with successors moved inside maxima, and no maximum with a number
    that the other side is never below."""
    if not isinstance(level, tuple) or level[0] == "param":
        return level
    if level[0] == "succ":
        inner = push(level[1])
        if isinstance(inner, tuple) and inner[0] == "max":
            return ("max", push(("succ", inner[1])), push(("succ", inner[2])))
        return _succ(inner)
    left, right = push(level[1]), push(level[2])
    if level[0] == "max":
        for number, other in ((left, right), (right, left)):
            if isinstance(number, int) and number <= _least(other):
                return other
    return (level[0], left, right)


def _least(level: Plain) -> int:
    """A number that a level is never below."""
    successors = 0
    while isinstance(level, tuple) and level[0] == "succ":
        level, successors = level[1], successors + 1
    return successors + (level if isinstance(level, int) else 0)


# ----- kernel terms -----------------------------------------------------------------------------


def plain_level(level: k.Level) -> Plain:
    """A level as tuples."""
    match level:
        case k.Zero():
            return 0
        case k.Succ(inner):
            return _succ(plain_level(inner))
        case k.Max(left, right):
            return ("max", plain_level(left), plain_level(right))
        case k.IMax(left, right):
            return ("imax", plain_level(left), plain_level(right))
        case k.Param(name):
            return ("param", name)


def plain(expr: k.Expr) -> Plain:
    """A kernel term as tuples."""
    match expr:
        case k.BVar(index):
            return ("bvar", index)
        case k.Sort(level):
            return ("sort", push(plain_level(level)))
        case k.Const(name, levels):
            return ("const", spelled(name), *[push(plain_level(level)) for level in levels])
        case k.App(fn, arg):
            return ("app", plain(fn), plain(arg))
        case k.Lam(_, info, type_, body):
            return ("lam", info, plain(type_), plain(body))
        case k.Pi(_, info, type_, body):
            return ("pi", info, plain(type_), plain(body))
        case k.Let(_, type_, value, body, nondep):
            return ("have" if nondep else "let", plain(type_), plain(value), plain(body))
        case k.Lit(value):
            return ("lit", value)
        case k.MData(inner):
            return plain(inner)
        case k.Proj(_, index, inner):
            return ("proj", index, plain(inner))
        case _:
            raise AssertionError(f"{expr!r} in a constant")
