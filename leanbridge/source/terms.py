"""The Pratt parser of terms.

Takes a cursor, gives one `Term`, and leaves the cursor after it. Never decides what a notation
means. A term has a level (`self.level`): it may be the left side of `+` (left level 65) only if
its own is at least 65, and `+` (level 65) is read only where at most 65 is asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.source import syntax as s
from leanbridge.source.binding import BindingParser
from leanbridge.source.lexer import (
    CHAR,
    DOT_IDENT,
    DOT_NUM,
    HASH,
    HOLE,
    IDENT,
    INTERPOLATED,
    NAME,
    NUM,
    STRING,
    SYMBOL,
)  # fmt: skip
from leanbridge.source.notation import (
    ARG,
    BINDERS,
    BRACKETS,
    CONSTANTS,
    INFIX,
    LEAD,
    MAX,
    MIN,
    MODULO,
    POSTFIX,
    PREFIX,
    TIGHT,
)  # fmt: skip

_ARGUMENT_KINDS = frozenset({IDENT, NUM, STRING, CHAR, INTERPOLATED, NAME, DOT_IDENT, HOLE, HASH})
_ARGUMENT_WORDS = (
    frozenset("( [ { ⟨ ![ !![ #[ @ _ ∅ · fun do Type Sort Prop sorry nofun .. .( . `".split())
    | {word for word, prefix in PREFIX.items() if prefix.level >= ARG}
    | CONSTANTS
    | (frozenset(BRACKETS) - TIGHT)
)
_ARROW = 25


class TermParser(BindingParser):
    """The reader of terms."""

    def term(self, level: int = 0) -> s.Term:
        """Read a term whose operators bind at least as tightly as `level`."""
        first = self.index
        return self._trailing(self._leading(level), first, level)

    # ----- the first part of a term -------------------------------------------------------

    def _leading(self, level: int) -> s.Term:
        self.level = MAX
        self.asked = level
        reader = _BY_KIND.get(self.kinds[self.index])
        if reader is not None:
            return reader(self)
        word = self.words[self.index]
        reader = _BY_WORD.get(word)
        if reader is not None:
            if level <= _ARROW and word in _BINDER_OPENINGS:
                arrow = self.dependent_arrow()
                if arrow is not None:
                    self.level = _ARROW if isinstance(arrow, s.Pi) else 35
                    return arrow
            node = reader(self)
            self.level = MAX
            return node
        rule = PREFIX.get(word)
        if rule is not None:
            if level > rule.level:
                self.fail("argument", "an argument (a term in parentheses)")
            node = self.prefix()
            self.level = rule.level
            return node
        reader = _LEADING_WORDS.get(word)
        if reader is None:
            self.fail("term", "a term")
        if level > LEAD and word not in ("do", "calc", "`"):
            self.fail("argument", "an argument (a term in parentheses)")
        node = reader(self)
        self.level = LEAD
        return node

    def prefix(self) -> s.Term:
        """Read a prefix notation and its argument."""
        first = self.index
        word = self.words[first]
        rule = PREFIX[word]
        self.index += 1
        argument = self.term(rule.arg)
        return s.UnOp(word, argument, span=self.span(first))

    def cardinality(self) -> s.Term:
        """Read `#s`, which the lexer keeps in one token."""
        index = self.index
        self.index += 1
        start = self.tokens.starts[index]
        name = s.Ident(self.words[index][1:], span=s.Span(start + 1, self.tokens.stops[index]))
        return s.UnOp("#", name, span=self.span(index))

    def constant(self) -> s.Term:
        """Read a symbol that is a constant by itself."""
        self.index += 1
        return s.Ident(self.words[self.index - 1], span=self.span(self.index - 1))

    def empty_set(self) -> s.Term:
        """Read `∅`."""
        self.index += 1
        return s.SetLit((), span=self.span(self.index - 1))

    def dot(self) -> s.Term:
        """Read a lone `.` that stands for `·`."""
        if not self.spaced[self.index + 1] and self.words[self.index + 1] != ")":
            self.fail("term", "a name after `.`")
        return self.cdot()

    def quotation(self) -> s.Term:
        """Refuse a syntax quotation by its name."""
        return self.fail("syntax quotation", "a term that is no syntax")

    def refused_word(self) -> s.Term:
        """Refuse a word whose form is not read, by its name."""
        return self.fail(self.words[self.index], "a form that can be read")

    # ----- what follows -------------------------------------------------------------------

    def _trailing(self, left: s.Term, first: int, asked: int) -> s.Term:
        level = self.level
        words, kinds, spaced = self.words, self.kinds, self.spaced
        while True:
            index = self.index
            word, kind = words[index], kinds[index]
            if level >= MAX:
                if not spaced[index]:
                    glued = self._glued(left, first, word, kind)
                    if glued is not None:
                        left = glued
                        continue
                if word in POSTFIX and not (word == "!" and self._is_negation()):
                    self.index += 1
                    left = s.UnOp(word, left, postfix=True, span=self.span(first))
                    continue
            if kind == SYMBOL:
                infix = INFIX.get(word)
                if infix is not None:
                    if infix.level < asked or level < infix.left:
                        break
                    left = self._infix(left, first, word, infix.right, infix.close)
                    level = infix.level
                    continue
                if word == "→":
                    # Lean asks no level of the left side: `A ≃ B → C` is `(A ≃ B) → C`
                    if asked > _ARROW:
                        break
                    self.index += 1
                    left = s.Arrow(left, self.term(_ARROW), span=self.span(first))
                    level = _ARROW
                    continue
                if word in _PIPES and asked <= MIN:
                    left = self._pipe(left, first, word)
                    level = MIN
                    continue
            if level >= MAX and asked <= LEAD and self._is_argument(index, word, kind):
                applied = self._application(left, first)
                if applied is not None:
                    left, level = applied, LEAD
                    if (
                        applied.args
                        and isinstance(applied.args[-1], s.NamedArg)
                        and self._is_dotted()
                    ):
                        # `f (n := k).g` is `(f (n := k)).g`: a named argument takes no `.g`
                        left, level = self.projection(left, first), MAX
                    continue
            break
        self.level = level
        return left

    def _glued(self, left: s.Term, first: int, word: str, kind: int) -> s.Term | None:
        """Read what must touch the term before it: `.f`, `.1`, `[i]`, `^[n]`, `.{u}`, `@p`."""
        if kind in (DOT_IDENT, DOT_NUM):
            return self.projection(left, first)
        if word == "[":
            return self.index_suffix(left, first)
        if word == "^[":
            self.index += 1
            saved = self.enter_brackets()
            count = self.term()
            self.expect("]", "iterate")
            self.leave_brackets(saved)
            return s.Iterate(left, count, span=self.span(first))
        if word == ".{":
            self.index += 1
            self.levels()
            return left
        if word == "@" and isinstance(left, s.Ident):
            self.index += 1
            return s.BinOp("@", left, self.term(MAX), span=self.span(first))
        return None

    def _is_negation(self) -> bool:
        """Say whether the `!` at the cursor is the `not` of an argument, no factorial."""
        after = self.index + 1
        return (
            self.spaced[self.index]
            and not self.spaced[after]
            and (self.kinds[after] == IDENT or self.words[after] == "(")
        )

    def _infix(self, left: s.Term, first: int, word: str, right: int, close: str) -> s.Term:
        self.index += 1
        parameter: s.Term | None = None
        if close:
            saved = self.enter_brackets()
            parameter = self.term()
            if self.accept(","):
                parameter = s.Tuple((parameter, self.term()), span=parameter.span)
            self.expect(close, f"`{word}`")
            self.leave_brackets(saved)
        rhs = self.term(right)
        if word == "≡" and self.words[self.index] in MODULO:
            word += self.words[self.index]
            self.index += 1
            saved = self.enter_brackets()
            parameter = self.term()
            self.expect("]", "congruence")
            self.leave_brackets(saved)
        return s.BinOp(word, left, rhs, parameter, span=self.span(first))

    def _pipe(self, left: s.Term, first: int, word: str) -> s.Term:
        """Read on after `f <| x`, `x |> f`, `x |>.f a`: all three are applications."""
        if word == "|>.":
            target = self.pipe_projection(left, first)
            applied = None
            if self._is_argument(self.index, self.words[self.index], self.kinds[self.index]):
                applied = self._application(target, first)
            return applied if applied is not None else target
        self.index += 1
        if word == "<|":
            return _apply(left, self.term(MIN), self.span(first))
        function = self.term(MIN + 1)
        return _apply(function, left, self.span(first))

    # ----- application --------------------------------------------------------------------

    def _is_argument(self, index: int, word: str, kind: int) -> bool:
        """Say whether an argument begins here: after a space, right of the saved column."""
        if not self.spaced[index]:
            return False
        column = self.columns[index]
        if 0 <= column <= self.limit:
            return False
        if kind in _ARGUMENT_KINDS:
            return True
        if word in TIGHT:
            return self.is_tight_opening()
        if word == ".":
            return self.spaced[index + 1] or self.words[index + 1] == ")"
        return word in _ARGUMENT_WORDS

    def _is_dotted(self) -> bool:
        return self.kinds[self.index] == DOT_IDENT and not self.spaced[self.index]

    def _application(self, function: s.Term, first: int) -> s.App | None:
        arguments: list[s.Term | s.NamedArg] = []
        ellipsis = False
        words, kinds, spaced = self.words, self.kinds, self.spaced
        while True:
            index = self.index
            word, kind = words[index], kinds[index]
            if not self._is_argument(index, word, kind):
                break
            if kind == IDENT and (words[index + 1] in _ENDS or spaced[index + 1]):
                if words[index + 1] not in POSTFIX:
                    self.index += 1
                    span = s.Span(self.tokens.starts[index], self.tokens.stops[index])
                    arguments.append(s.Ident(word, span=span))
                    continue
            if word == ".." and kind == SYMBOL:
                self.index += 1
                ellipsis = True
            elif word == "(" and words[index + 2] == ":=" and kinds[index + 1] == IDENT:
                arguments.append(self._named_argument())
            elif word in TIGHT:
                bracket = self.try_tight_bracket()
                if bracket is None:
                    break
                self.level = MAX
                argument = self._trailing(bracket, index, ARG)
                arguments.append(argument)
            else:
                arguments.append(self.term(ARG))
        if not arguments and not ellipsis:
            return None
        return s.App(function, tuple(arguments), ellipsis, span=self.span(first))

    def _named_argument(self) -> s.NamedArg:
        first = self.index
        name = self.words[first + 1]
        self.index += 3
        saved = self.enter_brackets()
        value = self.term()
        self.expect(")", "named argument")
        self.leave_brackets(saved)
        return s.NamedArg(name, value, span=self.span(first))


def _apply(function: s.Term, argument: s.Term, span: s.Span) -> s.App:
    """Apply to one more argument, as `f a <| b` is `f a b` for Lean."""
    if isinstance(function, s.App) and not function.ellipsis:
        return s.App(function.fn, (*function.args, argument), span=span)
    return s.App(function, (argument,), span=span)


_PIPES = frozenset({"<|", "|>", "|>."})
_ENDS = frozenset(") , ⟩ ]".split())
_BINDER_OPENINGS = frozenset("( { [ ⦃".split())

_REFUSED = frozenset("bif assert! dbg_trace leading_parser trailing_parser".split())

_Reader = Callable[[TermParser], s.Term]

_BY_KIND: dict[int, _Reader] = {
    IDENT: TermParser.identifier,
    NUM: TermParser.numeral,
    STRING: TermParser.string,
    CHAR: TermParser.character,
    INTERPOLATED: TermParser.interpolated,
    NAME: TermParser.name_literal,
    DOT_IDENT: TermParser.dot_identifier,
    HOLE: TermParser.hole,
    HASH: TermParser.cardinality,
}
_BY_WORD: dict[str, _Reader] = {
    "(": TermParser.parenthesis,
    "⟨": TermParser.anonymous_constructor,
    "[": TermParser.list_literal,
    "#[": TermParser.list_literal,
    "![": TermParser.list_literal,
    "!![": TermParser.matrix_literal,
    "{": TermParser.braces,
    "⦃": TermParser.strict_binder,
    "@": TermParser.explicit,
    "_": TermParser.hole,
    "·": TermParser.cdot,
    ".": TermParser.dot,
    ".(": TermParser.inaccessible,
    "∅": TermParser.empty_set,
    "fun": TermParser.function,
    "Type": TermParser.type_sort,
    "Sort": TermParser.type_sort,
    "Prop": TermParser.type_sort,
    "sorry": TermParser.sorry,
    "nofun": TermParser.no_match,
    **dict.fromkeys(CONSTANTS, TermParser.constant),
    **dict.fromkeys(BRACKETS, TermParser.bracket),
    **{word: TermParser.prefix for word, rule in PREFIX.items() if rule.level >= ARG},
}
_LEADING_WORDS: dict[str, _Reader] = {
    "∀": TermParser.pi,
    "`": TermParser.quotation,
    **dict.fromkeys(BINDERS, TermParser.binder_notation),
    "let": TermParser.let,
    "have": TermParser.let,
    "haveI": TermParser.let,
    "letI": TermParser.let,
    "let_fun": TermParser.let,
    "suffices": TermParser.suffices,
    "show": TermParser.show,
    "if": TermParser.conditional,
    "match": TermParser.match,
    "by": TermParser.by,
    "do": TermParser.do,
    "calc": TermParser.calc,
    "nomatch": TermParser.no_match,
    "open": TermParser.open_in,
    "set_option": TermParser.open_in,
    "return": TermParser.do,
    **dict.fromkeys(_REFUSED, TermParser.refused_word),
}
