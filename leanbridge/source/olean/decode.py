"""Objects of a region → names, levels and expressions, each object once.

Takes pointers, gives the nodes of `kernel`. Iterative, so no depth of a file is a recursion
error; pointers only go back (see `region`), so it ends. Never gives an expression with a loose
bound variable where a closed one is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from leanbridge.source.lexer import COMMAND_WORDS, WORDS
from leanbridge.source.olean import kernel as k
from leanbridge.source.olean.layout import FIRST_OBJECT
from leanbridge.source.olean.region import Region, head, show_head

_FIRST = (
    "A-Za-z_\u03b1-\u03ba\u03bc-\u03c9\u0391-\u039f\u03a1\u03a2\u03a4-\u03a9\u03ca-\u03fb"
    "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u1f00-\u1ffe\u2100-\u214f\U0001d49c-\U0001d59f"
)
_IDENTIFIER = re.compile(
    f"[{_FIRST}][{_FIRST}0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c]*"
)
RESERVED = WORDS | COMMAND_WORDS
ANONYMOUS = "[anonymous]"
NAME_CHARACTERS = 1 << 14  # of one name; the longest known are some hundreds
NAME_NUMBER = 1 << 64
VISITS = 1 << 20

TEXT, NUMBER = head(1, 2, 8), head(2, 2, 8)
SUCC, MAX, IMAX, PARAM, LEVEL_MVAR = (
    head(1, 1, 8), head(2, 2, 8), head(3, 2, 8), head(4, 1, 8), head(5, 1, 8),
)  # fmt: skip
BVAR, FVAR, MVAR, SORT = head(0, 1, 8), head(1, 1, 8), head(2, 1, 8), head(3, 1, 8)
CONST, APP, LAM, PI = head(4, 2, 8), head(5, 2, 8), head(6, 3, 9), head(7, 3, 9)
LET, LIT, MDATA, PROJ = head(8, 4, 9), head(9, 1, 8), head(10, 2, 8), head(11, 3, 8)
NAT_LITERAL, STRING_LITERAL = head(0, 1), head(1, 1)
INFOS: tuple[k.BinderInfo, ...] = ("", "{}", "⦃⦄", "[]")


def component(text: str) -> str:
    """A textual component of a name as source text has to spell it."""
    if _IDENTIFIER.fullmatch(text) and text not in RESERVED:
        return text
    return "«" + text.replace("»", "»»") + "»"


class Decoder:
    """The names, levels and expressions of one region, each decoded when first asked for."""

    __slots__ = (
        "_exprs", "_level_lists", "_levels", "_loose", "_name_lists", "_name_room", "_names",
        "_visits", "mentioned", "region",
    )  # fmt: skip

    def __init__(self, region: Region) -> None:
        self.region = region
        self._names: dict[int, str] = {1: ANONYMOUS}
        # all names together: a hostile file could repeat one long prefix very often
        size = sum(len(part.data) for part in region.parts)
        self._name_room = 8 * size + NAME_CHARACTERS
        self._visits = size + VISITS
        self.mentioned: dict[int, frozenset[str]] = {}
        """What `references` found, by the place of the expression."""
        self._name_lists: dict[int, tuple[str, ...]] = {1: ()}
        self._levels: dict[int, k.Level] = {1: k.ZERO}
        self._level_lists: dict[int, tuple[k.Level, ...]] = {1: ()}
        self._exprs: dict[int, k.Expr] = {}
        self._loose: dict[int, int] = {}  # one more than the largest loose index, if any

    def visited(self, pointer: int) -> None:
        """Count an expression that a walk has come to: walks may overlap, but not without end."""
        self._visits -= 1
        if self._visits < 0:
            self.region.refuse(pointer, "its expressions are walked over and over")

    # ----- names ------------------------------------------------------------------------------

    def name(self, pointer: int) -> str:
        """The name at `pointer`."""
        known = self._names.get(pointer)
        return known if known is not None else self._new_name(pointer)

    def _new_name(self, pointer: int) -> str:
        region = self.region
        pending: list[tuple[int, str]] = []
        at = pointer
        while (text := self._names.get(at)) is None:
            is_text = region.first_word(at) != NUMBER
            prefix, last = region.fields(at, TEXT if is_text else NUMBER, "name")
            pending.append((at, component(region.string(last)) if is_text else self._number(last)))
            at = prefix
        for owner, part in reversed(pending):
            text = part if text is ANONYMOUS else f"{text}.{part}"
            self._name_room -= len(text)
            if len(text) > NAME_CHARACTERS or self._name_room < 0:
                region.refuse(owner, "a name is too long", f"{len(text)} characters")
            self._names[owner] = text
        return text

    def _number(self, pointer: int) -> str:
        value = self.region.nat(pointer)
        if value >= NAME_NUMBER:
            self.region.refuse(pointer, "a number in a name is too large")
        return str(value)

    def names(self, pointer: int, kind: str) -> tuple[str, ...]:
        """The names in a linked list."""
        known = self._name_lists.get(pointer)
        if known is None:
            known = tuple(map(self.name, self.region.items(pointer, kind)))
            self._name_lists[pointer] = known
        return known

    # ----- levels -----------------------------------------------------------------------------

    def level(self, pointer: int) -> k.Level:
        """The universe level at `pointer`."""
        region, levels, todo = self.region, self._levels, [pointer]
        while todo:
            at = todo[-1]
            if at in levels:
                todo.pop()
                continue
            word = region.first_word(at)
            if word == PARAM:
                (name,) = region.fields(at, PARAM, "level")
                levels[at] = k.Param(self.name(name))
                continue
            if word == LEVEL_MVAR:
                region.refuse(at, "a universe metavariable, which no finished term has")
            if word not in (SUCC, MAX, IMAX):
                region.refuse(at, "no universe level", show_head(word))
            inner = region.fields(at, word, "level")
            missing = [p for p in inner if p not in levels]
            if missing:
                todo += missing
            elif word == SUCC:
                levels[at] = k.Succ(levels[inner[0]])
            else:
                make = k.Max if word == MAX else k.IMax
                levels[at] = make(levels[inner[0]], levels[inner[1]])
        return levels[pointer]

    def levels(self, pointer: int) -> tuple[k.Level, ...]:
        """The universe levels in a linked list."""
        known = self._level_lists.get(pointer)
        if known is None:
            known = tuple(map(self.level, self.region.items(pointer, "levels")))
            self._level_lists[pointer] = known
        return known

    # ----- expressions ------------------------------------------------------------------------

    def closed(self, pointer: int) -> k.Expr:
        """The expression at `pointer`, which has no loose bound variable."""
        out = self.expr(pointer)
        if pointer in self._loose:
            self.region.refuse(pointer, "an expression has a loose bound variable")
        return out

    def expr(self, pointer: int) -> k.Expr:
        """The expression at `pointer`."""
        found = self._exprs.get(pointer)
        if found is None:
            try:
                self._walk(pointer)
            except IndexError:
                self.region.behind_end(pointer)
            found = self._exprs[pointer]
        return found

    def _walk(self, pointer: int) -> None:
        """Decode everything below `pointer`: the hot loop, so it reads words itself.

        It makes the checks of `Region.fields`: a place, a known first word, fields that go back.
        """
        region, exprs, loose = self.region, self._exprs, self._loose
        words, origin, leaves, todo = region.words, region.origin, self._leaves(), [pointer]
        while todo:
            at = todo[-1]
            if at in exprs:
                todo.pop()
                continue
            if at & 7 or at - origin < FIRST_OBJECT:
                region.refuse(at, "a pointer leads to no expression")
            place = at - origin >> 3
            word = words[place]
            if word == APP:
                fn, arg = words[place + 1], words[place + 2]
                f, a = exprs.get(fn), exprs.get(arg)
                if f is not None and a is not None:
                    exprs[at] = k.App(f, a)
                    in_fn, in_arg = loose.get(fn, 0), loose.get(arg, 0)
                    if in_fn or in_arg:
                        loose[at] = in_fn if in_fn > in_arg else in_arg
                    continue
                inner: tuple[int, ...] = (fn, arg)
            elif word in leaves:
                exprs[at] = leaves[word](at, *region.fields(at, word, "expression"))
                continue
            else:
                inner = self._inner(at, place, word)
                if all(p in exprs for p in inner):
                    exprs[at] = self._node(at, place, word, inner)
                    continue
            for p in inner:
                if p >= at:
                    region.refuse(at, "a pointer goes forward", hex(p), f"below {at:#x}")
                if p not in exprs:
                    todo.append(p)

    def _inner(self, at: int, place: int, word: int) -> tuple[int, ...]:
        """Where the expressions inside an expression are."""
        words = self.region.words
        if word in (LAM, PI):
            return words[place + 2], words[place + 3]
        if word == LET:
            return words[place + 2], words[place + 3], words[place + 4]
        if word == MDATA:
            return (words[place + 2],)
        if word == PROJ:
            return (words[place + 3],)
        return self.region.refuse(at, "no expression", show_head(word))

    def _node(self, at: int, place: int, word: int, inner: tuple[int, ...]) -> k.Expr:
        """The expression whose inner expressions are known."""
        words, exprs = self.region.words, self._exprs
        if word == MDATA:
            self._note_loose(at, inner, None)
            return k.MData(exprs[inner[0]])
        name = self.name(self.region.backwards(at, words[place + 1]))
        if word == PROJ:
            self._note_loose(at, inner, None)
            index = self.region.small(words[place + 2], 1 << 32, "number of a field")
            return k.Proj(name, index, exprs[inner[0]])
        body = inner[-1]
        self._note_loose(at, inner[:-1], body)
        if word == LET:
            nondep = words[place + 6] & 0xFF
            if nondep > 1:
                self.region.refuse(at, "a flag is neither 0 nor 1", str(nondep))
            type_, value = exprs[inner[0]], exprs[inner[1]]
            return k.Let(name, type_, value, exprs[body], nondep == 1)
        info = words[place + 5] & 0xFF
        if info >= len(INFOS):
            self.region.refuse(at, "no binder information", str(info), "0 to 3")
        make = k.Lam if word == LAM else k.Pi
        return make(name, INFOS[info], exprs[inner[0]], exprs[body])

    def _note_loose(self, at: int, inner: tuple[int, ...], body: int | None) -> None:
        loose = self._loose
        most = loose.get(body, 0) - 1 if body is not None else 0
        for pointer in inner:
            most = max(most, loose.get(pointer, 0))
        if most > 0:
            loose[at] = most

    def _leaves(self) -> Mapping[int, Callable[..., k.Expr]]:
        def bvar(at: int, number: int) -> k.Expr:
            index = self.region.small(number, 1 << 32, "bound variable")
            self._loose[at] = index + 1
            return k.BVar(index)

        return {
            BVAR: bvar,
            FVAR: lambda _, name: k.FVar(self.name(name)),
            MVAR: lambda _, name: k.MVar(self.name(name)),
            SORT: lambda _, level: k.Sort(self.level(level)),
            CONST: lambda _, name, levels: k.Const(self.name(name), self.levels(levels)),
            LIT: lambda _, literal: k.Lit(self._literal(literal)),
        }

    def _literal(self, pointer: int) -> int | str:
        region = self.region
        if region.first_word(pointer) == STRING_LITERAL:
            return region.string(region.fields(pointer, STRING_LITERAL, "literal")[0])
        return region.nat(region.fields(pointer, NAT_LITERAL, "literal")[0])
