"""The stub's notations and our table of them: one symbol, one precedence, one constant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from leanbridge.core.elab import operators
from leanbridge.source.notation import ASCII, BINDERS, INFIX, MAX, POSTFIX, PREFIX, Infix, Prefix

HERE = Path(__file__).parent
FILES = ("Init/Notation.lean", "Std/Stub/Algebra.lean", "Std/Stub/Notation.lean")
TEXT = "\n".join((HERE / file).read_text("utf-8") for file in FILES)

_MIXFIX = re.compile(r'^(infix[lr]?|prefix|postfix):(\w+) "\s*(\S+?)\s*" => (\S+)', re.MULTILINE)
_BINARY = re.compile(
    r'^notation:(\d+) \w(?::(\d+))? "\s*([^\s"]+?)\s*" '
    r'(?:\w(?::\d+)? "\] " )?\w₂?(?::(\d+))? => (.*)',
    re.MULTILINE,
)
_BINDER = re.compile(r'^macro "(\S) " x:(?:term:max|ident) ", " \w:term:(\d+)', re.MULTILINE)
_TREES = re.compile(
    r"^macro_rules \| `\((?:\$x (\S+) \$y|(\S+) \$x)\) => `\((\w+%) (\S+) ", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line `infixl:65 " + " => HAdd.hAdd` of the stub."""

    kind: str
    level: int
    symbol: str
    constant: str


def rows() -> list[Row]:
    return [
        Row(kind, MAX if level == "max" else int(level), symbol.replace("\\\\", "\\"), constant)
        for kind, level, symbol, constant in _MIXFIX.findall(TEXT)
    ]


def named(row: Row) -> str:
    return f"{row.kind} {row.symbol}"


INFIXES = [row for row in rows() if row.kind.startswith("infix")]
OTHERS = [row for row in rows() if not row.kind.startswith("infix")]


@pytest.mark.parametrize("row", INFIXES, ids=named)
def test_an_infix_has_the_level_and_side_of_the_table(row: Row) -> None:
    left = row.level if row.kind == "infixl" else row.level + 1
    right = row.level if row.kind == "infixr" else row.level + 1
    assert INFIX[ASCII.get(row.symbol, row.symbol)] == Infix(row.level, left, right)


@pytest.mark.parametrize("row", INFIXES, ids=named)
def test_an_infix_means_the_constant_of_the_elaborator(row: Row) -> None:
    symbol = ASCII.get(row.symbol, row.symbol)
    actions = {"^": "HPow.hPow", "•": "HSMul.hSMul", "≍": "HEq"}
    meanings = {**actions, **operators.TREE, **operators.RELATIONS, **operators.PLAIN}
    if symbol in meanings:
        exported = {"and": "Bool.and", "or": "Bool.or"}
        ours, leans = (exported.get(c, c) for c in (meanings[symbol], row.constant))
        assert ours == leans
    else:
        assert symbol in ("×'", "<$>", ">>="), "our elaborator reads it, and has no constant for it"


@pytest.mark.parametrize("row", OTHERS, ids=named)
def test_a_prefix_or_postfix_has_the_level_of_the_table(row: Row) -> None:
    if row.kind == "postfix":
        assert row.level == MAX
        assert row.symbol in POSTFIX
    else:
        assert PREFIX[row.symbol] == Prefix(row.level, row.level)


def test_notations_with_their_own_levels_have_those_of_the_table() -> None:
    found = {}
    for level, left, symbol, right, _ in _BINARY.findall(TEXT):
        close = "]" if symbol.endswith("[") else ""
        found[symbol] = Infix(int(level), int(left or 0), int(right or 0), close)
    assert set(found) == {"∈", "∉", "→ₗ[", "→L[", "≃ₗ[", "≃L[", "=ᶠ[", "≤ᶠ["}
    assert found == {symbol: INFIX[symbol] for symbol in found}


def test_big_operators_read_their_body_at_the_level_of_the_table() -> None:
    found = {symbol: int(level) for symbol, level in _BINDER.findall(TEXT)}
    assert set(found) == set("∑∏⨆⨅⋃⋂")
    assert found == {symbol: BINDERS[symbol] for symbol in found}


def test_what_lean_elaborates_as_a_tree_is_what_we_do() -> None:
    """`binop%`, `unop%`, actions and relations: every other notation is a leaf."""
    found: dict[str, set[str]] = {}
    for infix, prefix, helper, _ in _TREES.findall(TEXT):
        found.setdefault(helper, set()).add(infix or prefix)
    plain_in_lean = set("∪∩\\⊔⊓")
    assert found["binop%"] == set(operators.TREE) - plain_in_lean
    assert found["unop%"] == {symbol for symbol, _ in operators.TREE_UNARY}
    assert found["leftact%"] | found["rightact%"] == {"•", "^"}
    relations = found["binrel%"] | found["binrel_no_prop%"]
    assert relations == {ASCII.get(symbol, symbol) for symbol in operators.RELATIONS}
