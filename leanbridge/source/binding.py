"""Terms that begin with a word and bind: `fun`, `∀`, `∑`, `let`, `if`, `match`, `show`; and the
blocks that are kept as spans: `by`, `do`, `calc`.

Takes a cursor at the word, gives one node. Never reads an operator after it.
"""

from __future__ import annotations

from typing import Literal

from leanbridge.source import syntax as s
from leanbridge.source.braces import BraceParser
from leanbridge.source.lexer import DOC
from leanbridge.source.notation import BINDERS

_LetKeyword = Literal["let", "have", "haveI", "letI", "let rec", "suffices"]
_LET_KEYWORDS: dict[str, _LetKeyword] = {
    "let": "let", "have": "have", "haveI": "haveI", "letI": "letI", "let_fun": "have",
}  # fmt: skip
_SIGMA_BODY = 35


class BindingParser(BraceParser):
    """Readers of binding forms and of blocks."""

    # ----- functions and quantifiers ------------------------------------------------------

    def function(self) -> s.Term:
        """Read `fun x => e` or `fun | p => e`."""
        first = self.index
        self.index += 1
        if self.words[self.index] == "|":
            return s.FunMatch(self.alternatives("fun"), span=self.span(first))
        binders = self.fun_binders()
        self.expect("=>", "fun")
        return s.Fun(binders, self.term(), span=self.span(first))

    def pi(self) -> s.Term:
        """Read `∀ x, p` (or `Π x, p`, its second spelling)."""
        first = self.index
        self.index += 1
        binders = self.quantified("∀")
        self.expect(",", "∀")
        return s.Pi(binders, self.term(), span=self.span(first))

    def strict_binder(self) -> s.Term:
        """`⦃x : A⦄` without the arrow that makes a term of it."""
        self.fail("term", "a term")

    def dependent_arrow(self) -> s.Term | None:
        """Read `(x : A) → B` or `(x : A) × B`; None, and no step, if it is not one."""
        first = self.index
        if self.words[first] == "[":
            if self.words[self.after_brackets(first)] != "→":
                return None
            binders: tuple[s.Binder, ...] = (self.instance_binder(),)
        else:
            index = first + 1
            while self.is_binder_name(index):
                index += 1
            if index == first + 1 or self.words[index] != ":":
                return None
            closing = self.matching(first)
            if closing >= self.tokens.count or self.words[closing + 1] not in ("→", "×", "×'"):
                return None
            if self.words[first] == "{" and self._is_set(index, closing):
                return None
            binders = tuple(self.group("→"))
        arrow = self.words[self.index]
        self.index += 1
        if arrow == "→":
            return s.Pi(binders, self.term(), forall=False, span=self.span(first))
        body = self.term(_SIGMA_BODY)
        return s.BinderNotation(arrow, binders, body, span=self.span(first))

    def _is_set(self, index: int, closing: int) -> bool:
        """Say whether a `|` or `//` makes the braces a set or a subtype."""
        return any(
            self.words[place] in ("|", "//") and self._depth(index, place) == 0
            for place in range(index, closing)
        )

    def binder_notation(self) -> s.Term:
        """Read `∃ x, p`, `∑ x ∈ s with p, f`, `∀ᶠ x in l, p`, `∫ x in a..b, f ∂μ`."""
        first = self.index
        op = self.words[first]
        self.index += 1
        binders = self.quantified(op)
        domain: tuple[s.Term, ...] = ()
        condition: s.Term | None = None
        measure: s.Term | None = None
        if self.accept("in"):
            domain = (self.term(),)
            if self.accept(".."):
                domain = (*domain, self.term())
        if self.accept("∂"):
            measure = self.term()
        if self.accept("with"):
            condition = self.term()
        self.expect(",", op)
        body = self.term(BINDERS[op])
        if measure is None and self.accept("∂"):
            measure = self.term(70)
        if op in ("∑", "∏") and len(domain) == 1 and len(binders) == 1:
            # the older spelling `∑ x in s, f`
            only = binders[0]
            binders = (
                s.Binder(only.name, pattern=only.pattern, predicate=("∈", domain[0]),
                         span=only.span),
            )  # fmt: skip
            domain = ()
        return s.BinderNotation(
            op, binders, body, condition, domain, measure, span=self.span(first)
        )

    # ----- let and its kin ----------------------------------------------------------------

    def let(self) -> s.Term:
        """Read `let x := v; e`, `have h : p := v; e`, `let ⟨a, b⟩ := v; e`, `let rec …`."""
        first = self.index
        keyword = _LET_KEYWORDS[self.words[first]]
        saved, self.limit = self.limit, self.tokens.column(first)
        self.index += 1
        if keyword == "let" and self.words[self.index] == "rec":
            self.index += 1
            keyword = "let rec"
        heads = [self._let_head(keyword)]
        while keyword == "let rec" and self.accept(","):
            heads.append(self._let_head(keyword))
        self.limit = saved
        self.accept(";")
        body = self.term()
        for name, binders, type_, value, pattern in reversed(heads):
            body = s.Let(keyword, name, binders, type_, value, body, pattern, span=self.span(first))
        return body

    def _let_head(
        self, keyword: str
    ) -> tuple[str, tuple[s.Binder, ...], s.Term | None, s.Term, s.Term | None]:
        """Read `x bs : T := v`: name, binders, type, value, pattern."""
        if self.kinds[self.index] == DOC:
            self.index += 1
        if self.words[self.index] == "@[":
            self.index = self.after_brackets(self.index)
        name, pattern = "this", None
        binders: tuple[s.Binder, ...] = ()
        if self.is_binder_name(self.index) and self.words[self.index + 1] not in ("@", ","):
            name = self.words[self.index]
            self.index += 1
            binders = self.binders(keyword)
        elif self.words[self.index] not in (":", ":="):
            name, pattern = "_", self.term()
        type_ = self.optional_type()
        if self.words[self.index] == "|" and pattern is None:
            return name, binders, type_, self.alternatives_as_function(), None
        if not self.accept(":="):
            self.fail(keyword, "`:=` or `:`" if type_ is None else "`:=`")
        return name, binders, type_, self.term(), pattern

    def suffices(self) -> s.Term:
        """Read `suffices h : T from e; b` or `suffices h : T by tac; b`."""
        first = self.index
        saved, self.limit = self.limit, self.tokens.column(first)
        self.index += 1
        name = "this"
        if self.is_binder_name(self.index) and self.words[self.index + 1] == ":":
            name = self.words[self.index]
            self.index += 2
        type_ = self.term()
        value = self._from_or_by("suffices")
        self.limit = saved
        self.accept(";")
        return s.Let("suffices", name, (), type_, value, self.term(), span=self.span(first))

    def _from_or_by(self, construct: str) -> s.Term:
        if self.words[self.index] == "by":
            return self.by()
        if not self.accept("from"):
            self.fail(construct, "`from` or `by`")
        return self.term()

    def show(self) -> s.Term:
        """Read `show T from e`, `show T by tac`, `show T; e`."""
        first = self.index
        self.index += 1
        type_ = self.term()
        value = self.term() if self.accept(";") else self._from_or_by("show")
        return s.Show(type_, value, span=self.span(first))

    # ----- choices ------------------------------------------------------------------------

    def conditional(self) -> s.Term:
        """Read `if c then a else b`, `if h : c …`, `if let p := v …`."""
        first = self.index
        self.index += 1
        pattern: s.Term | None = None
        name: str | None = None
        if self.accept("let"):
            pattern = self.term()
            self.expect(":=", "if let")
        elif self.is_binder_name(self.index) and self.words[self.index + 1] == ":":
            name = self.words[self.index]
            self.index += 2
        saved, self.in_conditional = self.in_conditional, True
        condition = self.term()
        self.expect("then", "if")
        then = self.term()
        self.expect("else", "if")
        self.in_conditional = saved
        otherwise = self.term()
        span = self.span(first)
        if pattern is not None:
            return s.IfLet(pattern, condition, then, otherwise, span=span)
        return s.If(name, condition, then, otherwise, span=span)

    def match(self) -> s.Term:
        """Read `match h : e, … with | p, … => b …`."""
        first = self.index
        self.index += 1
        motive: s.Term | None = None
        while self.words[self.index] == "(" and self.words[self.index + 2] == ":=":
            word = self.words[self.index + 1]
            self.index += 3
            value = self.term()
            motive = value if word == "motive" else motive
            self.expect(")", "match")
        discriminants = [self._discriminant()]
        while self.accept(","):
            discriminants.append(self._discriminant())
        self.expect("with", "match")
        alternatives = self.alternatives("match")
        return s.Match(tuple(discriminants), alternatives, motive, span=self.span(first))

    def _discriminant(self) -> s.Discriminant:
        first = self.index
        name: str | None = None
        if self.is_binder_name(first) and self.words[first + 1] == ":":
            name = self.words[first]
            self.index += 2
        return s.Discriminant(name, self.term(), span=self.span(first))

    def alternatives(self, construct: str) -> tuple[s.Alt, ...]:
        """Read `| p, q | r, s => e` as often as it stands there, right of the first `|`."""
        if self.words[self.index] != "|":
            self.fail(construct, "`|`")
        column = self.tokens.column(self.index)
        saved, self.limit = (self.limit, self.in_alternatives), column
        self.in_alternatives = True
        found: list[s.Alt] = []
        while self.words[self.index] == "|" and self._is_own_bar(column):
            found.append(self._alternative(construct))
        self.limit, self.in_alternatives = saved
        return tuple(found)

    def _is_own_bar(self, column: int) -> bool:
        own = self.columns[self.index]
        return own < 0 or own >= column

    def _alternative(self, construct: str) -> s.Alt:
        first = self.index
        rows: list[tuple[s.Term, ...]] = []
        while self.accept("|"):
            row = [self.term()]
            while self.accept(","):
                row.append(self.term())
            rows.append(tuple(row))
        if not self.accept("=>"):
            self.fail(f"{construct} alternative", "`=>`, `,` or `|`")
        return s.Alt(tuple(rows), self.term(), span=self.span(first))

    def alternatives_as_function(self) -> s.Term:
        """Read `| p => e …` as a function."""
        first = self.index
        return s.FunMatch(self.alternatives("alternatives"), span=self.span(first))

    # ----- blocks and the rest ------------------------------------------------------------

    def by(self) -> s.Term:
        """Step over a tactic block."""
        first = self.index
        self.index += 1
        # of a declaration's own body, the tactics may stand in its column
        if self.is_beyond_limit() or self.limit <= self.command_column:
            self.skip_block()
        return s.By(self.has_sorry(first, self.index), span=self.span(first))

    def do(self) -> s.Term:
        """Step over a `do` block."""
        first = self.index
        self.index += 1
        self.skip_block()
        if self.index == first + 1:
            self.fail("do", "a statement")
        return s.Do(span=self.span(first))

    def calc(self) -> s.Term:
        """Step over a `calc` proof; the others may stand left of its first step."""
        first = self.index
        self.index += 1
        self.skip_block(column=self.limit + 1)
        return s.Calc(self.has_sorry(first, self.index), span=self.span(first))

    def sorry(self) -> s.Term:
        """Read `sorry`."""
        self.index += 1
        return s.Sorry(span=self.span(self.index - 1))

    def no_match(self) -> s.Term:
        """Read `nofun` or `nomatch e, …`."""
        first = self.index
        self.index += 1
        terms: list[s.Term] = []
        if self.words[first] == "nomatch":
            terms.append(self.term())
            while not self.in_brackets and self.accept(","):
                terms.append(self.term())
        return s.NoMatch(tuple(terms), span=self.span(first))

    def open_in(self) -> s.Term:
        """Read `open A in e`, `set_option o v in e`."""
        first = self.index
        command = self.command_before_in()
        self.expect("in", self.words[first])
        return s.OpenIn(command, self.term(), span=self.span(first))
