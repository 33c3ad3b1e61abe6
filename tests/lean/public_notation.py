"""Notation commands of the public text against the table of `source.notation`.

Takes texts; gives, for each symbol of our table, the levels and the constant that the text's
`infixl`, `infixr`, `infix`, `prefix`, `postfix`, `notation`, `notation3`, `syntax` and `macro`
commands give it, and what `binop%` and its kin are used for it. Local notations are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from leanbridge.core.elab import operators
from leanbridge.source import notation as table

_COMMAND = re.compile(
    r"^[ \t]*(?:@\[[^\]]*\]\s*)*(?:set_option \S+ \S+ in\s+)?"
    r"(?:(local|scoped)\s*(?:\[[^\]]*\])?\s+)?"
    r"(infixl|infixr|infix|prefix|postfix|notation3|notation|syntax|macro)"
    r"(?=[\s:(\"])",
    re.M,
)
_LEVEL = re.compile(r"\s*:\s*(\d+|max|arg|lead|min1|min)\b")
_OPTION = re.compile(r"\s*\((?:priority|name)\s*:=[^)]*\)")
_ITEM = re.compile(
    r"\s*(?:(?P<text>\"(?:[^\"\\]|\\.)*\")|(?P<dots>\(\.\.\.\))"
    r"|(?P<scoped>[\w'₀-₉]+:(?:(?P<slevel>\d+|max):)?\s*"
    r"\(scoped[^=↦]*(?:=>|↦)[^()]*(?:\([^()]*\)[^()]*)*\))"
    r"|(?P<arrow>=>)|(?P<end>:\s*term\b)|"
    r"(?P<group>\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[?*+]?)"
    r"|(?P<var>[^\s\":()]+(?::(?:term|explicitBinders|ident))?)(?::(?P<level>\d+|max|arg|lead|min1|min))?)"
)
_TREE = re.compile(
    r"`\((?P<left>[^`]*?)\)\s*=>\s*`\((?P<kind>(?:binop|binrel|binrel_no_prop|unop|leftact|rightact|"
    r"binop_lazy)%)\s+(?P<constant>\S+)"
)
_NAMES = {"max": table.MAX, "arg": table.ARG, "lead": table.LEAD, "min": 10, "min1": 11}
_BINDER_WORDS = ("explicitBinders", "extBinder", "extBinders", "bigOpBinders", "binderIdent",
                 "unbracketedExplicitBinders", "bigOpBinder")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Notation:
    """One notation of the text. `shape` is infix, prefix, postfix, binder or other; a level that
    is not written is None; `close` ends a term inside (`→ₗ[R]`)."""

    symbol: str
    shape: str
    level: int | None
    left: int | None
    right: int | None
    close: str
    constant: str
    place: str


@dataclass(frozen=True, slots=True)
class NotationOutcome:
    """How our row of one symbol compares. `kind`: agree, differs, missing, unread."""

    symbol: str
    shape: str
    kind: str
    ours: str
    theirs: str = ""
    place: str = ""
    constant: str = ""


def notation_commands(text: str, path: str) -> Iterator[Notation]:
    """The notations that a text declares, but for local ones."""
    for m in _COMMAND.finditer(text):
        if m[1] == "local":
            continue
        found = _command(text, m.end(), m[2])
        if found is not None and found.symbol:
            line = text.count("\n", 0, m.start(2)) + 1
            yield replace(found, place=f"{path}:{line}")


def tree_rules(text: str) -> Iterator[tuple[str, str, str]]:
    """The `macro_rules` that make operators part of a tree: (kind, symbol, constant)."""
    for m in _TREE.finditer(text):
        symbol = re.sub(r"\$\(?[\w₀-₉]+(?::\w+)?\)?", "", m["left"]).strip()
        yield m["kind"], symbol, m["constant"]


def _number(level: str | None) -> int | None:
    if level is None:
        return None
    return _NAMES[level] if level in _NAMES else int(level)


def _command(text: str, place: int, keyword: str) -> Notation | None:
    m = _LEVEL.match(text, place)
    level = _number(m[1]) if m else None
    place = m.end() if m else place
    while m := _OPTION.match(text, place):
        place = m.end()
    items: list[tuple[str, str, int | None]] = []
    while m := _ITEM.match(text, place):
        place = m.end()
        if m["arrow"] or m["end"]:
            break
        if m["text"]:
            items.append(("text", _unquoted(m["text"]), None))
        elif m["dots"]:
            items.append(("binders", "", None))
        elif m["scoped"]:
            items.append(("var", "", _number(m["slevel"])))
        elif m["var"]:
            is_binder = (
                m["var"].rpartition(":")[2].rstrip("*+?").rpartition(".")[2] in _BINDER_WORDS
            )
            items.append(("binders" if is_binder else "var", m["var"], _number(m["level"])))
        if len(items) > 12:
            return None
    else:
        return None
    rhs = re.match(r"\s*(?:fun\b[^=↦]*(?:=>|↦)\s*)?[(@]*([^\s()\[\]{}]+)", text[place:])
    constant = rhs[1] if rhs and m and m["arrow"] else ""
    return _shaped(keyword, level, items, constant)


def _unquoted(text: str) -> str:
    return text[1:-1].replace("\\\\", "\\").replace('\\"', '"').strip()


def _shaped(
    keyword: str, level: int | None, items: list[tuple[str, str, int | None]], constant: str
) -> Notation | None:
    texts = [word for kind, word, _ in items if kind == "text"]
    if not texts:
        return None
    symbol = texts[0]
    if keyword in ("infixl", "infixr", "infix") and level is not None:
        left = level if keyword == "infixl" else level + 1
        right = level if keyword == "infixr" else level + 1
        return Notation(symbol, "infix", level, left, right, "", constant, "")
    if keyword in ("prefix", "postfix"):
        return Notation(symbol, keyword, level, level, level, "", constant, "")
    kinds = [kind for kind, _, _ in items]
    levels = [lv for _, _, lv in items]
    last = levels[-1] if levels[-1] is not None else 0
    first = levels[0] if levels[0] is not None else 0
    if "binders" in kinds and kinds[0] == "text":
        return Notation(symbol, "binder", level, None, last, "", constant, "")
    if kinds == ["var", "text", "var"]:
        return Notation(symbol, "infix", level, first, last, "", constant, "")
    if kinds == ["var", "text", "var", "text", "var"]:
        return Notation(symbol, "infix", level, first, last, texts[1], constant, "")
    if kinds == ["text", "var"]:
        return Notation(symbol, "prefix", level, None, last, "", constant, "")
    if kinds == ["var", "text"]:
        return Notation(symbol, "postfix", level, first, None, "", constant, "")
    if kinds[0] == "text" and kinds[-1] == "text" and len(texts) > 1:
        return Notation(symbol, "bracket", level, None, None, texts[-1], constant, "")
    return Notation(symbol, "other", level, None, None, "", constant, "")


# ----- against our table ------------------------------------------------------------------


def constants_of(symbol: str) -> frozenset[str]:
    """The constants that our elaborator gives a symbol; empty if it has no plain rule for it."""
    tables: tuple[Mapping[str, str], ...] = (
        operators.TREE, operators.RELATIONS, operators.PLAIN, operators.PARAMETRIC,
        operators.PREFIX, operators.POSTFIX,
    )  # fmt: skip
    key = symbol.removesuffix("[")
    found = {t[key] for t in tables if key in t}
    found |= {name for (sym, _), name in operators.TREE_UNARY.items() if sym == symbol}
    return frozenset(found)


def compare_notations(found: Iterable[Notation]) -> list[NotationOutcome]:
    """The outcome of every row of our table."""
    by_symbol: dict[tuple[str, str], list[Notation]] = {}
    for n in found:
        by_symbol.setdefault((n.symbol, n.shape), []).append(n)
    out: list[NotationOutcome] = []
    for symbol, row in table.INFIX.items():
        ours = f"{row.level} ({row.left}, {row.right})"
        wanted = (row.level, row.left, row.right)
        out.append(_outcome(symbol, "infix", ours, by_symbol, lambda n, w=wanted: _fits(n, w)))
    for symbol, pre in table.PREFIX.items():
        ours = f"{pre.level} ({pre.arg})"
        out.append(
            _outcome(symbol, "prefix", ours, by_symbol,
                     lambda n, p=pre: n.level in (p.level, None) and n.right == p.arg)
        )  # fmt: skip
    for symbol in sorted(table.POSTFIX):
        out.append(
            _outcome(symbol, "postfix", str(table.MAX), by_symbol,
                     lambda n: (n.level or table.MAX) >= table.MAX)
        )  # fmt: skip
    for symbol, body in table.BINDERS.items():
        out.append(_outcome(symbol, "binder", str(body), by_symbol, lambda n, b=body: n.right == b))
    for symbol, closes in table.BRACKETS.items():
        out.append(
            _outcome(symbol, "bracket", " ".join(closes), by_symbol,
                     lambda n, c=closes: n.close in c)
        )  # fmt: skip
    return out


def _fits(n: Notation, wanted: tuple[int, int, int]) -> bool:
    return (n.level, n.left, n.right) == wanted


def _outcome(symbol, shape, ours, by_symbol, fits) -> NotationOutcome:  # type: ignore[no-untyped-def]
    candidates: list[Notation] = by_symbol.get((symbol, shape), [])
    if not candidates:
        return NotationOutcome(symbol, shape, "missing", ours)
    mine = constants_of(symbol)
    named = [n for n in candidates if _is_one_of(n.constant, mine)]
    for n in named or candidates:
        if fits(n):
            note = (
                "" if named or not mine or not n.constant else f"{n.constant}, ours {sorted(mine)}"
            )
            return NotationOutcome(symbol, shape, "agree", ours, "", n.place, note)
    n = (named or candidates)[0]
    theirs = "; ".join(
        sorted(
            {f"{n.level} ({n.left}, {n.right}) {n.close} {n.constant}" for n in named or candidates}
        )
    )
    return NotationOutcome(symbol, shape, "differs", ours, theirs, n.place)


def _is_one_of(constant: str, names: frozenset[str]) -> bool:
    return any(name == constant or name.endswith("." + constant.rpartition(".")[2]) or
               constant.rpartition(".")[2] == name for name in names)  # fmt: skip
