"""Terms that begin and end with their own tokens: literals, names, brackets (not braces).

Takes a cursor at the first token, gives a node of level `MAX`. Never reads an operator after it.
"""

from __future__ import annotations

from leanbridge.source import literals
from leanbridge.source import syntax as s
from leanbridge.source.binders import BinderParser
from leanbridge.source.cursor import LeanSyntaxError
from leanbridge.source.lexer import DOT_IDENT, IDENT, NUM, tokenize
from leanbridge.source.notation import BRACKETS, LEAD, MAX, NAMED_BRACKETS, SUBSCRIPTED, TIGHT

_ONE_SIDED = frozenset("≠ < > ≤ ≥".split())
"""`𝓝[≠] x`, `𝓝[>] x`."""


class AtomParser(BinderParser):
    """Readers of atoms and brackets."""

    # ----- names and literals -------------------------------------------------------------

    def identifier(self) -> s.Term:
        """Read a name; its universes are dropped. `𝓝[s]` is a bracket."""
        index = self.index
        self.index += 1
        word = self.words[index]
        span = s.Span(self.tokens.starts[index], self.tokens.stops[index])
        if not self.spaced[index + 1]:
            if self.words[index + 1] == ".{":
                self.index = index + 2
                self.levels()
            elif word == "𝓝" and self.words[index + 1] == "[":
                return self._neighbourhood(index)
            elif word in NAMED_BRACKETS and self.words[index + 1] == "(":
                self.index += 1
                items = self._items(")", f"`{word}(`")
                return s.Bracket(NAMED_BRACKETS[word], items, ")", span=self.span(index))
        return s.Ident(word, span=span)

    def _neighbourhood(self, first: int) -> s.Term:
        self.index += 1
        saved = self.enter_brackets()
        word = self.words[self.index]
        if word in _ONE_SIDED:
            self.index += 1
            inside: s.Term = s.Ident(word, span=self.span(self.index - 1))
        else:
            inside = self.term()
        self.expect("]", "neighbourhood filter")
        self.leave_brackets(saved)
        return s.Bracket("𝓝[", (inside,), "]", span=self.span(first))

    def numeral(self) -> s.Term:
        """Read a number."""
        self.index += 1
        return literals.numeral(self.words[self.index - 1], self.span(self.index - 1))

    def string(self) -> s.Term:
        """Read a plain or raw string."""
        self.index += 1
        return s.StrLit(literals.string(self.words[self.index - 1]), span=self.span(self.index - 1))

    def character(self) -> s.Term:
        """Read a character."""
        self.index += 1
        value = literals.character(self.words[self.index - 1])
        return s.CharLit(value, span=self.span(self.index - 1))

    def name_literal(self) -> s.Term:
        """Read a quoted name."""
        self.index += 1
        return s.NameLit(self.words[self.index - 1].lstrip("`"), span=self.span(self.index - 1))

    def dot_identifier(self) -> s.Term:
        """Read `.ctor`."""
        self.index += 1
        return s.DotIdent(self.words[self.index - 1][1:], span=self.span(self.index - 1))

    def hole(self) -> s.Term:
        """Read `_`, `?_` or `?x`."""
        self.index += 1
        word = self.words[self.index - 1]
        return s.Hole(word[1:] if len(word) > 1 else None, span=self.span(self.index - 1))

    def interpolated(self) -> s.Term:
        """Read `s!"a{x}b"`; each hole is a term of its own."""
        index = self.index
        self.index += 1
        tokens = self.tokens
        prefix, parts = literals.interpolated(self.text, tokens.starts[index], tokens.stops[index])
        read = tuple(part if isinstance(part, str) else self._read_hole(part) for part in parts)
        return s.InterpStr(prefix, read, span=self.span(index))

    def _read_hole(self, hole: literals.Hole) -> s.Term:
        inner = type(self)(tokenize(self.text, hole.start, hole.end))
        inner.in_brackets = True
        term = inner.term()
        if inner.index < inner.tokens.count:
            inner.fail("interpolated string", "`}`")
        return term

    def cdot(self) -> s.Term:
        """Read `·`."""
        self.index += 1
        return s.CDot(span=self.span(self.index - 1))

    def explicit(self) -> s.Term:
        """Read `@f`."""
        first = self.index
        self.index += 1
        kind = self.kinds[self.index]
        if kind == IDENT:
            target = self.identifier()
        elif kind == DOT_IDENT:
            target = self.dot_identifier()
        elif self.words[self.index] == "(":
            target = self.parenthesis()
        elif self.words[self.index] == "fun":
            target = self.term(LEAD)
        elif self.words[self.index] == "@":
            target = self.explicit()
            if not isinstance(target, s.Explicit) or not isinstance(target.target, s.Fun):
                self.fail("@", "a name")
            return target
        else:
            self.fail("@", "a name")
        return s.Explicit(target, span=self.span(first))

    # ----- round and angle brackets -------------------------------------------------------

    def parenthesis(self) -> s.Term:
        """Read `(e)`, `(e : T)`, `(a, b)`, `()`."""
        first = self.index
        self.index += 1
        saved = self.enter_brackets()
        node = self._inside_parenthesis(first)
        self.leave_brackets(saved)
        return node

    def _inside_parenthesis(self, first: int) -> s.Term:
        if self.accept(")"):
            return s.Tuple((), span=self.span(first))
        body = self.term()
        if self.accept(")"):
            return s.Paren(body, span=self.span(first))
        if self.accept(":"):
            type_ = None if self.words[self.index] == ")" else self.term()
            self.expect(")", "type ascription")
            return s.Ascription(body, type_, span=self.span(first))
        items = [body]
        while self.accept(","):
            items.append(self.term())
        if not self.accept(")"):
            self.fail("parenthesis", "`)`, `,` or `:`" if len(items) == 1 else "`)` or `,`")
        return s.Tuple(tuple(items), span=self.span(first))

    def inaccessible(self) -> s.Term:
        """Read the pattern `.(e)`."""
        first = self.index
        self.index += 1
        saved = self.enter_brackets()
        body = self.term()
        self.expect(")", "inaccessible pattern")
        self.leave_brackets(saved)
        span = self.span(first)
        return s.UnOp(".", s.Paren(body, span=span), span=span)

    def anonymous_constructor(self) -> s.Term:
        """Read `⟨a, b⟩`."""
        first = self.index
        self.index += 1
        items = self._items("⟩", "anonymous constructor")
        return s.AnonCtor(items, span=self.span(first))

    def _items(self, closing: str, construct: str) -> tuple[s.Term, ...]:
        """Read terms with commas between (one may be last) up to `closing`."""
        saved = self.enter_brackets()
        items: list[s.Term] = []
        while not self.accept(closing):
            items.append(self.term())
            if not self.accept(",") and self.words[self.index] != closing:
                self.fail(construct, f"`,` or `{closing}`")
        self.leave_brackets(saved)
        return tuple(items)

    # ----- square brackets ----------------------------------------------------------------

    def list_literal(self) -> s.Term:
        """Read `[a, b]`, `#[a]`, `![a]`."""
        first = self.index
        opening = self.words[first]
        self.index += 1
        items = self._items("]", "list")
        if opening == "[":
            return s.ListLit("[", items, span=self.span(first))
        if opening == "#[":
            return s.ListLit("#[", items, span=self.span(first))
        return s.ListLit("![", items, span=self.span(first))

    def matrix_literal(self) -> s.Term:
        """Read `!![a, b; c, d]`."""
        first = self.index
        self.index += 1
        saved = self.enter_brackets()
        items: list[s.Term] = []
        widths: list[int] = []
        width = 0
        while not self.accept("]"):
            items.append(self.term())
            width += 1
            if self.accept(";") or self.words[self.index] == "]":
                widths.append(width)
                width = 0
            elif not self.accept(","):
                self.fail("matrix", "`,`, `;` or `]`")
        if len(set(widths)) > 1:
            self.fail("matrix", "rows of one length")
        self.leave_brackets(saved)
        return s.ListLit("!![", tuple(items), widths[0] if widths else 0, span=self.span(first))

    # ----- other brackets -----------------------------------------------------------------

    def bracket(self) -> s.Term:
        """Read `‖x‖`, `|x|`, `⌊x⌋`, `⟪x, y⟫_ℝ` and the like."""
        first = self.index
        opening = self.words[first]
        closings = BRACKETS[opening]
        self.index += 1
        saved = self.enter_brackets()
        items = [self.term()]
        while self.accept(","):
            items.append(self.term())
        closing = self.words[self.index]
        if closing not in closings or (opening in TIGHT and self.spaced[self.index]):
            self.fail(f"`{opening}` bracket", " or ".join(f"`{each}`" for each in closings))
        self.index += 1
        subscript = None
        if closing in SUBSCRIPTED:
            subscript = self.term(MAX if not SUBSCRIPTED[closing] else 0)
            if SUBSCRIPTED[closing]:
                self.expect(SUBSCRIPTED[closing], f"`{opening}` bracket")
        self.leave_brackets(saved)
        return s.Bracket(opening, tuple(items), closing, subscript, span=self.span(first))

    def is_tight_opening(self) -> bool:
        """Say whether the `|` or `‖` at the cursor opens: a space before it, none after."""
        index = self.index
        if self.spaced[index + 1]:
            return False
        return self.spaced[index] or self.words[index - 1] in ("(", "[", "⟨", "‖", "|", "↑")

    def try_tight_bracket(self) -> s.Term | None:
        """Read `|x|` or `‖x‖` as an argument; None, and no step, if it does not close."""
        index, saved = self.index, self.layout()
        try:
            return self.bracket()
        except LeanSyntaxError:
            self.index = index
            self.restore_layout(saved)
            return None

    # ----- index and projection after a term ----------------------------------------------

    def index_suffix(self, target: s.Term, first: int) -> s.Term:
        """Read `[i]`, `[i]!`, `[i]?`, `[i]'h` after `target`."""
        self.index += 1
        saved = self.enter_brackets()
        inside = self.term()
        self.expect("]", "index")
        self.leave_brackets(saved)
        word = "" if self.spaced[self.index] else self.words[self.index]
        if word == "!":
            self.index += 1
            return s.Index(target, inside, "!", span=self.span(first))
        if word == "?":
            self.index += 1
            return s.Index(target, inside, "?", span=self.span(first))
        if word == "'":
            self.index += 1
            proof = self.term(MAX)
            return s.Index(target, inside, "'", proof, span=self.span(first))
        return s.Index(target, inside, span=self.span(first))

    def projection(self, target: s.Term, first: int) -> s.Term:
        """Read `.f`, `.f.g` or `.1` after `target`."""
        word = self.words[self.index][1:]
        self.index += 1
        return self.projections(target, word, first)

    def projections(self, target: s.Term, path: str, first: int) -> s.Term:
        """Build the projections of a dotted path."""
        for part in split_name(path):
            target = s.Proj(target, int(part) if part.isdigit() else part, span=self.span(first))
        return target

    def pipe_projection(self, target: s.Term, first: int) -> s.Term:
        """Read what follows `target |>.`."""
        self.index += 1
        if self.kinds[self.index] not in (IDENT, NUM):
            self.fail("|>.", "a field")
        self.index += 1
        return self.projections(target, self.words[self.index - 1], first)

    def type_sort(self) -> s.Term:
        """Read `Prop`, `Type u`, `Type*`, `Sort (u+1)`; the level is dropped."""
        first = self.index
        word = self.words[first]
        self.index += 1
        if word == "Prop":
            return s.SortLit("Prop", span=self.span(first))
        if self.words[self.index] == "*" and not self.spaced[self.index]:
            self.index += 1
        elif self.asked <= LEAD and self.spaced[self.index] and self.is_beyond_limit():
            if self._is_level():
                self._level(argument=True)
        kind = s.SortLit("Type", span=self.span(first))
        return kind if word == "Type" else s.SortLit("Sort", span=kind.span)

    def levels(self) -> None:
        """Step over `u, v}`, what follows `.{`."""
        self._level()
        while self.accept(","):
            self._level()
        self.expect("}", "universe levels")

    def _is_level(self) -> bool:
        word = self.words[self.index]
        return self.kinds[self.index] in (IDENT, NUM) or word in ("_", "(")

    def _level(self, *, argument: bool = False) -> None:
        """Step over a universe level: `u`, `3`, `(u + 1)`, `max u v`; `argument`: it ends there."""
        if not self._is_level():
            self.fail("universe level", "a level")
        word = self.words[self.index]
        self.index += 1
        if word == "(":
            self._level()
            self.expect(")", "universe level")
        elif word in ("max", "imax"):
            while self._is_level():
                self._level(argument=True)
        if not argument and self.accept("+"):
            if self.kinds[self.index] != NUM:
                self.fail("universe level", "a numeral")
            self.index += 1


def split_name(name: str) -> list[str]:
    """Split a dotted name into its parts; dots inside `«»` stay."""
    parts: list[str] = []
    for part in name.split("."):
        if parts and parts[-1].count("«") > parts[-1].count("»"):
            parts[-1] += "." + part
        else:
            parts.append(part)
    return parts
