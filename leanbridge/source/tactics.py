"""Tactic blocks: the text that a `syntax.By` keeps as a span → the tactics in it.

Takes a text and a span; gives a `Block`. Terms inside are read by the term parser. A tactic that
is not known, or not written in a way that is known, is an `Other` up to the next one: the block is
always read to its end, and nothing in it is taken for something else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from leanbridge.source import syntax as s
from leanbridge.source import tactic_syntax as t
from leanbridge.source.commands import CommandParser
from leanbridge.source.cursor import CLOSING, OPENING, LeanSyntaxError
from leanbridge.source.lexer import END, IDENT, SYMBOL, tokenize
from leanbridge.source.notation import MAX

_SIMPLIFIERS = frozenset(
    "simp dsimp simpa norm_num push_cast norm_cast field_simp ring_nf simp_all".split()
)
_SEPARATORS = frozenset({";", "<;>"})
_STOPS = frozenset({"|", "else"}) | CLOSING


def tactic_block(text: str, span: s.Span) -> t.Block:
    """Read the tactics of a `by` whose span is given."""
    parser = TacticParser(tokenize(text, span.start, span.end))
    parser.expect("by", "tactic block")
    block = parser.block()
    if parser.kinds[parser.index] != END:
        place = parser.index
        rest = parser.skipped("tactic block", "its layout is not understood")
        if parser.index == place:
            parser.index = parser.tokens.count
        block = t.Block((*block.tactics, rest), span=block.span)
    return block


class TacticParser(CommandParser):
    """The reader of tactics."""

    _column = 0

    def block(self) -> t.Block:
        """Read tactics that stand in one column, or behind `;`."""
        first = self.index
        saved, self._column = (self._column, self.limit), self.tokens.column(first)
        self.limit = self._column
        found: list[t.Tactic] = []
        while not self._is_end_of_block():
            found.append(self._tactic())
            if self.words[self.index] == "<;>":
                place = self.index
                self._skip()
                found[-1] = t.Other("<;>", span=self.span(place))
            self.accept(";")
        self._column, self.limit = saved
        return t.Block(tuple(found), span=self.span(first))

    def _is_end_of_block(self) -> bool:
        own = self.columns[self.index]
        word = self.words[self.index]
        return self.kinds[self.index] == END or 0 <= own < self._column or word in _STOPS

    def _is_end_of_tactic(self) -> bool:
        own = self.columns[self.index]
        word = self.words[self.index]
        at_end = self.kinds[self.index] == END or word in _SEPARATORS or word in _STOPS
        return at_end or 0 <= own <= self._column

    # ----- one tactic ---------------------------------------------------------------------

    def _tactic(self) -> t.Tactic:
        first, layout = self.index, (self._column, *self.layout())
        word = self.words[first]
        reader = _READERS.get(word)
        if reader is None:
            return self.skipped(word)
        try:
            found = reader(self)
            if self._is_end_of_tactic():
                return found
            why = f"`{self.words[self.index]}` is not expected"
        except LeanSyntaxError as error:
            why = str(error).removeprefix(f"{word}: ")
        self.index = first
        self._column = layout[0]
        self.restore_layout(layout[1:])
        return self.skipped(word, why)

    def skipped(self, name: str, why: str = "") -> t.Other:
        """Step over one tactic."""
        first = self.index
        self._skip()
        return t.Other(name, why, span=self.span(first))

    def _skip(self) -> None:
        """Step to the next line of the block, or to a `;` or bracket outside."""
        depth = 0
        first = self.index
        while self.kinds[self.index] != END:
            word, own = self.words[self.index], self.columns[self.index]
            if self.index > first and 0 <= own <= self._column and word != "|":
                break
            if depth == 0 and self.index > first and (word == ";" or word in CLOSING):
                break
            if word in OPENING or (word[-1] == "[" and self.kinds[self.index] == SYMBOL):
                depth += 1
            elif word in CLOSING:
                depth -= 1
            self.index += 1

    def _one_word(self) -> t.Tactic:
        first = self.index
        self.index += 1
        return t.Plain(self.words[first], span=self.span(first))  # type: ignore[arg-type]  # see _READERS

    def _exact(self) -> t.Tactic:
        first = self.index
        self.index += 1
        return t.Exact(self.term(), span=self.span(first))

    def _refine(self) -> t.Tactic:
        first = self.index
        self.index += 1
        return t.Refine(self.term(), span=self.span(first))

    def _apply(self) -> t.Tactic:
        first = self.index
        self.index += 1
        return t.Apply(self.term(), span=self.span(first))

    def _intro(self) -> t.Tactic:
        first = self.index
        self.index += 1
        patterns: list[s.Term] = []
        while not self._is_end_of_tactic():
            patterns.append(self.term(MAX))
        return t.Intro(tuple(patterns), span=self.span(first))

    def _show(self) -> t.Tactic:
        first = self.index
        self.index += 1
        type_ = self.term()
        if self.words[first] == "show" and self.words[self.index] in ("from", "by"):
            self.index = first
            return t.Exact(self.show(), span=self.span(first))
        return t.Show(type_, span=self.span(first))

    # ----- definitions --------------------------------------------------------------------

    def _define(self) -> t.Tactic:
        first = self.index
        keyword = self.words[first]
        self.index += 1
        if self.words[self.index] == "rec":
            self.fail(keyword, "a definition that does not call itself")
        name, binders, type_, value, pattern = self._let_head(keyword)
        return t.Define(
            keyword,  # type: ignore[arg-type]  # see _READERS
            name,
            binders,
            type_,
            value,
            pattern,
            span=self.span(first),
        )

    def _set(self) -> t.Tactic:
        first = self.index
        self.index += 1
        name = self.name("set")
        type_ = self.optional_type()
        self.expect(":=", "set")
        value = self.term()
        equation, reversed_ = None, False
        if self.accept("with"):
            reversed_ = self.accept("←")
            equation = self.name("set")
        return t.Define(
            "set", name, (), type_, value, None, equation, reversed_, span=self.span(first)
        )

    def _obtain(self) -> t.Tactic:
        first = self.index
        self.index += 1
        pattern = self.term(MAX)
        type_ = self.optional_type()
        self.expect(":=", "obtain")
        value = self.term()
        return t.Define("obtain", "_", (), type_, value, pattern, span=self.span(first))

    def _rcases(self) -> t.Tactic:
        first = self.index
        self.index += 1
        value = self.term()
        self.expect("with", "rcases")
        pattern = self.term(MAX)
        return t.Define("obtain", "_", (), None, value, pattern, span=self.span(first))

    # ----- what changes a type ------------------------------------------------------------

    def _location(self) -> t.Location:
        if not self.accept("at"):
            return t.Location()
        if self.accept("*"):
            return t.Location(everywhere=True)
        names: list[str] = []
        goal = False
        while not self._is_end_of_tactic() and self.words[self.index] != "using":
            if self.accept("⊢"):
                goal = True
            else:
                names.append(self.name("at"))
        return t.Location(tuple(names), goal)

    def _unfold(self) -> t.Tactic:
        first = self.index
        self.index += 1
        names: list[str] = []
        while self.kinds[self.index] == IDENT and not self._is_end_of_tactic():
            names.append(self.name("unfold"))
        if not names:
            self.fail("unfold", "a name")
        return t.Unfold(tuple(names), self._location(), span=self.span(first))

    def _rewrite(self) -> t.Tactic:
        first = self.index
        self.index += 1
        self.expect("[", "rw")
        saved = self.enter_brackets()
        rules: list[t.RewriteRule] = []
        while self.words[self.index] != "]":
            place = self.index
            reversed_ = self.accept("←")
            rules.append(t.RewriteRule(self.term(), reversed_, span=self.span(place)))
            if not self.accept(",") and self.words[self.index] != "]":
                self.fail("rw", "`,` or `]`")
        self.index += 1
        self.leave_brackets(saved)
        closes = self.words[first] == "rwa"
        return t.Rewrite(tuple(rules), self._location(), closes, span=self.span(first))

    def _simplify(self) -> t.Tactic:
        first = self.index
        self.index += 1
        self.accept("only")
        while self.words[self.index] == "[" and not self._is_end_of_tactic():
            self.index = self.after_brackets(self.index)
            if self.words[self.index - 1] != "]":
                self.fail(self.words[first], "`]`")
        at = self._location()
        using = self.term() if self.accept("using") else None
        return t.Simplify(self.words[first], at, using, span=self.span(first))

    # ----- cases --------------------------------------------------------------------------

    def _by_cases(self) -> t.Tactic:
        first = self.index
        self.index += 1
        name = "_"
        if self.is_binder_name(self.index) and self.words[self.index + 1] == ":":
            name = self.words[self.index]
            self.index += 2
        return t.ByCases(name, self.term(), span=self.span(first))

    def _if(self) -> t.Tactic:
        first = self.index
        self.index += 1
        name: str | None = None
        if self.is_binder_name(self.index) and self.words[self.index + 1] == ":":
            name = self.words[self.index]
            self.index += 2
        saved, self.in_conditional = self.in_conditional, True
        condition = self.term()
        self.expect("then", "if")
        then = self.block()
        self.in_conditional = saved
        self.expect("else", "if")
        otherwise = self.block()
        return t.IfThenElse(name, condition, then, otherwise, span=self.span(first))

    def _match(self) -> t.Tactic:
        first = self.index
        self.index += 1
        discriminants = [self._discriminant()]
        while self.accept(","):
            discriminants.append(self._discriminant())
        self.expect("with", "match")
        return t.MatchWith(tuple(discriminants), self._branches(), span=self.span(first))

    def _eliminate(self) -> t.Tactic:
        first = self.index
        word = self.words[first]
        self.index += 1
        target = self._discriminant()
        generalizing: list[str] = []
        if self.accept("generalizing"):
            while self.words[self.index] != "with" and not self._is_end_of_tactic():
                generalizing.append(self.name("generalizing"))
        self.expect("with", word)
        return t.Eliminate(
            "cases" if word == "cases" else "induction",
            target.term,
            target.name,
            tuple(generalizing),
            self._branches(),
            span=self.span(first),
        )

    def _branches(self) -> tuple[t.Branch, ...]:
        """Read `| p, q => tactics` as often as it stands there, not left of the block."""
        found: list[t.Branch] = []
        while self.words[self.index] == "|" and self._is_own_bar(self._column):
            first = self.index
            rows: list[tuple[s.Term, ...]] = []
            while self.accept("|"):
                row = [self.term()]
                while self.accept(","):
                    row.append(self.term())
                rows.append(tuple(row))
            self.expect("=>", "alternative")
            found.append(t.Branch(tuple(rows), self.block(), span=self.span(first)))
        if not found:
            self.fail("alternatives", "`|`")
        return tuple(found)

    def _focus(self) -> t.Tactic:
        first = self.index
        self.index += 1
        return t.Focus(self.block(), span=self.span(first))


_Reader = Callable[[TacticParser], t.Tactic]

_READERS: Mapping[str, _Reader] = {
    "exact": TacticParser._exact,
    "refine": TacticParser._refine,
    "apply": TacticParser._apply,
    "intro": TacticParser._intro,
    "rintro": TacticParser._intro,
    "show": TacticParser._show,
    "change": TacticParser._show,
    "have": TacticParser._define,
    "haveI": TacticParser._define,
    "let": TacticParser._define,
    "letI": TacticParser._define,
    "set": TacticParser._set,
    "obtain": TacticParser._obtain,
    "rcases": TacticParser._rcases,
    "unfold": TacticParser._unfold,
    "rw": TacticParser._rewrite,
    "rwa": TacticParser._rewrite,
    "rewrite": TacticParser._rewrite,
    **dict.fromkeys(_SIMPLIFIERS, TacticParser._simplify),
    "by_cases": TacticParser._by_cases,
    "if": TacticParser._if,
    "match": TacticParser._match,
    "cases": TacticParser._eliminate,
    "induction": TacticParser._eliminate,
    "·": TacticParser._focus,
    ".": TacticParser._focus,
    **dict.fromkeys(
        ("constructor", "assumption", "exfalso", "classical", "skip"), TacticParser._one_word
    ),
}
