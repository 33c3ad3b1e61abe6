"""The table of notations agrees with itself."""

from leanbridge.source import notation
from leanbridge.source.lexer import tokenize


def test_every_symbol_is_one_token() -> None:
    split = [symbol for symbol in notation.SYMBOLS if tokenize(symbol).count != 1]
    assert split == []


def test_open_brackets_carry_their_close() -> None:
    assert all(
        (symbol[-1] == "[") == (rule.close == "]") for symbol, rule in notation.INFIX.items()
    )


def test_second_spellings_lead_to_first_ones() -> None:
    words = {"fun", "=>", "∀", "∃", "→", "←", "<|"}
    assert {first for first in notation.ASCII.values() if first not in notation.INFIX} <= words


def test_infix_rows_are_as_lean_makes_them() -> None:
    sides = {
        symbol: (rule.left - rule.level, rule.right - rule.level)
        for symbol, rule in notation.INFIX.items()
        if not rule.close and symbol not in ("⧸", "∈", "∉", "▸", "⋆", "⟹")
    }
    assert set(sides.values()) == {(0, 1), (1, 0), (1, 1)}
