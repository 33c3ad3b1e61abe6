"""A place in a token sequence, and Lean's layout rules.

Takes `Tokens`; gives the moves that every parser module is written with. Never builds a node.
Layout is one saved column, `limit`: a token that is the first of its line may be an argument only
to the right of it. Brackets forget it; `let`, alternatives, fields and tactic blocks set it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from leanbridge.source import syntax as s
from leanbridge.source.lexer import (
    COMMAND,
    DOC,
    END,
    IDENT,
    KIND_NAMES,
    MODULE_DOC,
    SYMBOL,
    WORD,
    Tokens,
)  # fmt: skip
from leanbridge.source.notation import ASCII, BINDERS, INFIX

NO_LIMIT = -1
_LOOKAHEAD = 4
"""Tokens after the last one that may be asked for."""
_COMMAND_KINDS = frozenset({COMMAND, DOC, MODULE_DOC})

Layout = tuple[int, bool, bool, bool]
"""The saved column; whether brackets, alternatives, or an `if` without its `else` are open."""

OPENING: frozenset[str] = frozenset("( [ { ⟨ ⦃ ![ !![ #[ ^[ .{ @[ .( ⌊ ⌈ ⟪ ⟦ ‹".split())
CLOSING: frozenset[str] = frozenset(") ] } ⟩ ⦄ ⌋ ⌋₊ ⌉ ⌉₊ ⟫ ⟫_ ⟦ ⟧ ›".split()) - {"⟦"}

_TAIL_WORDS = frozenset("where termination_by decreasing_by deriving".split())
_CONTINUES = frozenset("<;> at with using generalizing <|> |>. ) ] } ⟩".split())
"""First of a line left of a block's column and yet part of it."""
_UNFINISHED = frozenset(INFIX) | frozenset(
    "using := => from by ← <| |> → , exact refine apply show ∘ = with at".split()
)
"""Last of a line, these want more, wherever the next line begins."""
_COMMA_HEADS = frozenset(BINDERS) | {"∀"}
_COLON_HEADS = frozenset(
    "have haveI let letI obtain set rcases by_cases cases match if ∀ ∃ ∑ ∏ fun replace generalize "
    "induction intro rintro suffices for ∫ ⨆ ⨅ show".split()
) | frozenset(BINDERS)
_BAR_HEADS = frozenset("with first rcases rintro obtain match cases induction fun let have".split())
_INNER_COMMANDS = frozenset("open set_option local scoped unsafe".split())
"""Command words that may stand in a proof; there they are to the right of the command."""


@dataclass(slots=True)
class _Block:
    """What is known of a tactic block while it is stepped over: its column, brackets that are
    open, and which commas, `else`s, `:` and `|` its own words account for."""

    column: int
    depth: int = 0
    commas: int = 0
    conditionals: int = 0
    colon: bool = False
    bar: bool = False

    def see(self, word: str) -> None:
        """Take note of a word outside of brackets."""
        if word == ",":
            self.commas = max(self.commas - 1, 0)
        elif word == ":":
            self.colon = False
        elif word == "else":
            self.conditionals -= 1
        elif word == "if":
            self.conditionals += 1
        self.commas += word in _COMMA_HEADS
        self.colon = self.colon or word in _COLON_HEADS
        self.bar = self.bar or word in _BAR_HEADS


@dataclass(eq=False)
class LeanSyntaxError(Exception):
    """Text that is not what the grammar wants: in which construct, what was wanted, what stood."""

    construct: str
    expected: str
    found: str
    position: int

    def __str__(self) -> str:
        return f"{self.construct}: expected {self.expected}, found {self.found}"


class Cursor:
    """The state that all parser modules share."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.text = tokens.text
        words = [ASCII.get(word, word) for word in tokens.words]
        self.words: Sequence[str] = words + [""] * _LOOKAHEAD
        self.kinds = [*tokens.kinds, *[END] * _LOOKAHEAD]
        self.spaced = [*tokens.spaced, *[True] * _LOOKAHEAD]
        self.columns = [*tokens.columns, *[-1] * _LOOKAHEAD]
        self.index = 0
        self.level = self.asked = 0
        self.limit = NO_LIMIT
        self.in_brackets = False
        self.in_alternatives = False
        self.in_conditional = False
        self.command_column = 0
        kinds = tokens.kinds
        self._starts = [
            place for place, kind in enumerate(kinds) if kind in (COMMAND, DOC, MODULE_DOC, END)
        ]
        self._sorries = [
            place for place, word in enumerate(tokens.words) if word in ("sorry", "admit")
        ]

    # ----- what every parser may call before the class that defines it -------------------

    def term(self, level: int = 0) -> s.Term:
        """Read a term whose operators bind at least as tightly as `level`."""
        raise NotImplementedError

    def command_before_in(self) -> s.Command:
        """Read the `open …` or `set_option …` of an `open … in e`."""
        raise NotImplementedError

    # ----- moves --------------------------------------------------------------------------

    def accept(self, word: str) -> bool:
        """Step over `word` if it is next."""
        if self.words[self.index] == word:
            self.index += 1
            return True
        return False

    def expect(self, word: str, construct: str) -> None:
        """Step over `word`, or fail."""
        if self.words[self.index] != word:
            self.fail(construct, f"`{word}`")
        self.index += 1

    def name(self, construct: str) -> str:
        """Read an identifier."""
        if self.kinds[self.index] != IDENT:
            self.fail(construct, "a name")
        self.index += 1
        return self.words[self.index - 1]

    def fail(self, construct: str, expected: str) -> NoReturn:
        """Refuse the token at the cursor."""
        index = self.index
        kind = self.kinds[index]
        word = self.words[index]
        shown = f"`{word if len(word) < 40 else word[:37] + '…'}`"
        if kind == END:
            shown = KIND_NAMES[END]
        elif kind not in (SYMBOL, WORD, COMMAND):
            shown = f"{KIND_NAMES[kind]} {shown}"
        raise LeanSyntaxError(construct, expected, shown, self.tokens.starts[index])

    def span(self, first: int) -> s.Span:
        """Give the range from token `first` to the last one read."""
        tokens = self.tokens
        return s.Span(tokens.starts[first], tokens.stops[max(self.index - 1, first)])

    def is_beyond_limit(self) -> bool:
        """Say whether the layout allows the token at the cursor to go on the term before it."""
        column = self.columns[self.index]
        return column < 0 or column > self.limit

    def layout(self) -> Layout:
        """Give the layout, to come back to with `restore_layout`."""
        return (self.limit, self.in_brackets, self.in_alternatives, self.in_conditional)

    def restore_layout(self, saved: Layout) -> None:
        """Go back to a layout."""
        self.limit, self.in_brackets, self.in_alternatives, self.in_conditional = saved

    def enter_brackets(self) -> Layout:
        """Forget the layout, as every bracket does; give what `leave_brackets` needs."""
        saved = self.layout()
        self.restore_layout((NO_LIMIT, True, False, False))
        return saved

    def leave_brackets(self, saved: Layout) -> None:
        """Undo `enter_brackets`."""
        self.restore_layout(saved)

    def matching(self, index: int) -> int:
        """Find the token that closes the bracket at `index`, or the end of the text."""
        depth = 0
        words = self.words
        while index < self.tokens.count:
            word = words[index]
            if word in OPENING:
                depth += 1
            elif word in CLOSING:
                depth -= 1
                if depth == 0:
                    return index
            elif word[-1] == "[":
                depth += 1
            index += 1
        return index

    def after_brackets(self, index: int) -> int:
        """Find the token after the one that closes the bracket at `index`, or the end."""
        return min(self.matching(index) + 1, self.tokens.count)

    def has_sorry(self, first: int, stop: int) -> bool:
        """Say whether `sorry` or `admit` is one of the tokens from `first` up to `stop`."""
        place = bisect_left(self._sorries, first)
        return place < len(self._sorries) and self._sorries[place] < stop

    # ----- where commands begin -----------------------------------------------------------

    def next_command(self, first: int) -> int:
        """Find the first token at or after `first` that begins a command (or the end)."""
        for place in self._starts[bisect_left(self._starts, first) :]:
            if self.is_command_start(place, first):
                return place
        return self.tokens.count

    def is_command_start(self, place: int, since: int) -> bool:
        """Say whether a command begins at `place`, when a proof or a list began at `since`."""
        kind = self.kinds[place]
        if kind in (END, MODULE_DOC):
            return True
        column = self.columns[place]
        if 0 <= column <= self.command_column:
            return True
        word = self.words[place]
        if kind == DOC or word in _INNER_COMMANDS or word == "@[":
            return False
        return self._depth(since, place) <= 0

    def _depth(self, first: int, stop: int) -> int:
        words = self.words[first:stop]
        return sum((word in OPENING) - (word in CLOSING) for word in words)

    # ----- blocks that are kept as a span -------------------------------------------------

    def skip_block(self, column: int | None = None) -> None:
        """Step over a tactic, `do` or `calc` block; the keyword is behind the cursor.

        It ends at a bracket or comma that it did not open, at a line left of its column, at an
        `else`, `|` or `:` that belongs outside, or where a command begins. Its column is that of
        its first token if none is given.
        """
        start = self.index
        block = _Block(self.tokens.column(start) if column is None else column)
        words, kinds = self.words, self.kinds
        index = start
        while kinds[index] != END:
            word = words[index]
            if kinds[index] in _COMMAND_KINDS and self._ends_at_command(index, block):
                break
            if block.depth == 0:
                if index > start and self._is_left_of(index, block):
                    break
                if self._ends_at_word(index, word, block):
                    break
                block.see(word)
            if word in OPENING or (word[-1] == "[" and kinds[index] == SYMBOL):
                block.depth += 1
            elif word in CLOSING:
                block.depth -= 1
            index += 1
        self.index = index

    def _is_left_of(self, index: int, block: _Block) -> bool:
        """Say whether a new line here leaves the block, and does not go on the last one."""
        own = self.columns[index]
        if own < 0 or own >= block.column or self.words[index] in _CONTINUES:
            return False
        if self.words[index] == "|" and block.bar and own > self.limit:
            # `do match x with` and its alternatives below, left of the `match`
            block.column = own
            return False
        # inside of brackets, with no `let` or field begun there, only a token can end it
        if self.in_brackets and self.limit == NO_LIMIT:
            return False
        return own <= self.limit or self.words[index - 1] not in _UNFINISHED

    def _ends_at_word(self, index: int, word: str, block: _Block) -> bool:
        """Say whether this word, outside of brackets, belongs to what is around the block."""
        if word in CLOSING:
            return True
        if word in _TAIL_WORDS:
            return self.columns[index] < 0 or not self.in_brackets
        if word == ",":
            return self.in_brackets and block.commas == 0
        if word in ("then", "else"):
            return self.in_conditional and block.conditionals == 0
        if word == ":":
            return self.in_brackets and not block.colon
        is_bar = word == "|" and self.in_alternatives and self.columns[index] < 0
        return is_bar and not block.bar

    def _ends_at_command(self, index: int, block: _Block) -> bool:
        if self.kinds[index] == MODULE_DOC:
            return True
        if 0 <= self.columns[index] <= self.command_column:
            return True
        word = self.words[index]
        if self.kinds[index] == DOC or word in _INNER_COMMANDS or word == "@[":
            return 0 <= self.columns[index] < block.column and block.depth == 0
        return block.depth == 0
