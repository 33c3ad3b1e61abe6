"""One-token mutants of Lean files: the same text for the real Lean and for our reader.

Takes the text of a file that both accept and gives one text with many mutants in it: behind each
declaration stand copies of it under new names, each with one token changed, and before each `open`
or `variable` line copies of it, changed, with the declaration that follows. Every mutant ends with
an empty section, so that what a mutant breaks is reported on its own lines. Proofs are replaced by
`sorry` first: we do not read them.

Deterministic: the text and the counts decide every mutant.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from leanbridge.source import syntax
from leanbridge.source.lexer import COMMAND, DOC, IDENT, NUM, SYMBOL, tokenize
from leanbridge.source.parser import parse_file

#: Operators that are exchanged for one another.
OPERATORS: tuple[tuple[str, ...], ...] = (
    ("+", "-", "*", "/", "%", "^"),
    ("=", "≠", "<", "≤", ">", "≥"),
    ("∧", "∨", "→", "↔"),
    ("∀", "∃"),
    ("∑", "∏"),
    ("∈", "∉"),
    ("∪", "∩", "\\"),
    ("×", "→"),
    ("ℝ", "ℕ", "ℤ"),
    ("Nat", "Bool"),
    ("Type", "Prop"),
    ("fun", "∀"),
    ("=>", "→"),
    (":=", ":"),
    ("|", ","),
)
BRACKETS: tuple[tuple[str, str], ...] = (("(", ")"), ("{", "}"), ("[", "]"), ("⟨", "⟩"), ("⦃", "⦄"))
#: Tokens that are left alone: what they say is not elaboration.
KEPT = frozenset({"noncomputable", "private", "protected", "@[", "sorry", "by"})


@dataclass(frozen=True, slots=True)
class Token:
    """A word and the white space before it."""

    gap: str
    word: str
    kind: int

    def named(self, word: str) -> Token:
        return replace(self, word=word)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed text: where it stands in the file it was made for, and what was changed."""

    line: int  # of the unchanged declaration
    change: str
    text: str
    first: int = 0  # lines of the assembled text
    last: int = 0


@dataclass(frozen=True, slots=True)
class Assembled:
    """A text with mutants in it; `lines` are those of the assembled text."""

    text: str
    mutants: tuple[Mutant, ...]

    def at(self, line: int) -> int | None:
        """The index of the mutant on a line, or None if the line is of the file itself."""
        for i, mutant in enumerate(self.mutants):
            if mutant.first <= line <= mutant.last:
                return i
        return None


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is copied: `fixed` tokens stay before and after the ones that may change."""

    before: str
    tokens: tuple[Token, ...]
    after: str
    name: str | None
    place: int  # in the text, where the copies go
    line: int


def assemble(text: str, per_declaration: int, per_command: int, seed: str) -> Assembled:
    """The text with its mutants. `seed` is the name of the file."""
    out: list[str] = []
    mutants: list[Mutant] = []
    line, done = 1, 0
    names = _names(text)
    count = 0
    for unit in _units(text):
        amount = per_declaration if unit.name is not None or not unit.after else per_command
        chosen = list(_choose(unit, amount, names, random.Random(f"{seed}:{unit.line}")))
        if not chosen:
            continue
        head = text[done : unit.place]
        out.append(head)
        line += head.count("\n")
        done = unit.place
        for change, body in chosen:
            count += 1
            renamed = _renamed(body, unit, f"_m{count}")
            block = f"\n{renamed}\nsection\nend\n"
            out.append(block)
            mutants.append(
                Mutant(unit.line, change, renamed, line + 1, line + block.count("\n") - 1)
            )
            line += block.count("\n")
    out.append(text[done:])
    return Assembled("".join(out), tuple(mutants))


def _names(text: str) -> tuple[str, ...]:
    tokens = tokenize(text)
    words = zip(tokens.words, tokens.kinds, strict=True)
    return tuple(sorted({word for word, kind in words if kind == IDENT}))


# ----- what is changed --------------------------------------------------------------------


def _units(text: str) -> Iterator[_Unit]:
    """The declarations of a file, and each `open` or `variable` line with the next of them."""
    commands = parse_file(text, "mutants").commands
    for i, command in enumerate(commands):
        line = text.count("\n", 0, command.span.start) + 1
        if isinstance(command, (syntax.Open, syntax.Variable, syntax.Omit)):
            following = next(
                (c for c in commands[i + 1 :] if isinstance(c, syntax.Declaration)), None
            )
            if following is None or _name_of(following) is None:
                continue
            tokens = _tokens(text, command.span.start, command.span.end)
            body = "".join(t.gap + t.word for t in _declaration_tokens(text, following))
            name = _name_of(following)
            yield _Unit("section\n", tokens, f"\n{body}\nend", name, command.span.start, line)
            continue
        inner = command
        while isinstance(inner, syntax.In):
            inner = inner.second
        if isinstance(inner, syntax.Declaration) and inner.kind != "instance":
            name = _name_of(inner)
            if name is None and inner.kind != "example":
                continue
            tokens = _declaration_tokens(text, inner, command.span.start)
            yield _Unit("", tokens, "", name, command.span.end, line)


def _name_of(d: syntax.Declaration) -> str | None:
    return None if d.name is None or d.name.startswith("_root_") else d.name


def _tokens(text: str, start: int, end: int) -> tuple[Token, ...]:
    tokens = tokenize(text, start, end)
    out: list[Token] = []
    stop = start
    for i in range(tokens.count):
        if tokens.kinds[i] != DOC:
            raw = text[tokens.starts[i] : tokens.stops[i]]
            gap = text[stop : tokens.starts[i]] if out else ""
            gap = gap if "--" not in gap and "/-" not in gap else " "
            out.append(Token(gap, raw, tokens.kinds[i]))
        stop = tokens.stops[i]
    return tuple(out)


def _declaration_tokens(
    text: str, d: syntax.Declaration, start: int | None = None
) -> tuple[Token, ...]:
    """The tokens of a declaration; a theorem's proof is `sorry`."""
    begin = d.span.start if start is None else start
    tokens = _tokens(text, begin, d.span.end)
    is_proof = d.kind in ("theorem", "lemma", "example")
    if is_proof and isinstance(d.body, syntax.Value):
        statement = _tokens(text, begin, d.body.span.start)
        if statement[-1].word == ":=":
            statement = statement[:-1]
        tokens = (*statement, Token(" ", ":=", SYMBOL), Token(" ", "sorry", IDENT))
    return tokens


def _renamed(tokens: Sequence[Token], unit: _Unit, suffix: str) -> str:
    """The copy's text, the declared name and its uses inside with a suffix."""
    short = unit.name.split(".")[-1] if unit.name is not None else None

    def one(word: str, kind: int) -> str:
        mine = kind == IDENT and unit.name is not None and word in (unit.name, short)
        return word + suffix if mine and not word.endswith("»") else word

    body = "".join(t.gap + one(t.word, t.kind) for t in tokens)
    after = unit.after
    if after:
        inner = tokenize(after)
        spans = zip(inner.words, inner.kinds, inner.starts, inner.stops, strict=True)
        pieces, stop = [], 0
        for word, kind, begin, end in spans:
            pieces += [after[stop:begin], one(word, kind) if kind == IDENT else after[begin:end]]
            stop = end
        after = "".join(pieces) + after[stop:]
    return unit.before + body + after


# ----- changes ----------------------------------------------------------------------------

Change = tuple[str, tuple[Token, ...]]


def _choose(
    unit: _Unit, amount: int, names: tuple[str, ...], rng: random.Random
) -> Iterator[Change]:
    """`amount` changes: the kinds take turns, the places are drawn."""
    pool = {kind: list(make(unit, names, rng)) for kind, make in KINDS.items()}
    seen: set[str] = set()
    order = [kind for kind in KINDS if pool[kind]]
    rng.shuffle(order)
    turn = 0
    while order and amount > 0:
        kind = order[turn % len(order)]
        turn += 1
        change, tokens = pool[kind].pop(rng.randrange(len(pool[kind])))
        if not pool[kind]:
            order.remove(kind)
        body = "".join(t.gap + t.word for t in tokens)
        if body not in seen:
            seen.add(body)
            amount -= 1
            yield f"{kind}: {change}", tokens


def _places(unit: _Unit) -> list[int]:
    """The tokens that may change: not the keyword, the declared name, or what is kept."""
    out: list[int] = []
    begun = bool(unit.before)
    tactics = _tactics(unit.tokens)
    for i, token in enumerate(unit.tokens):
        if i in tactics:
            continue
        if not begun:
            begun = token.kind == COMMAND and token.word not in KEPT and token.word != "@["
            continue
        if token.word in KEPT or (unit.name is not None and token.word == unit.name):
            continue
        if token.word == ":=" and unit.tokens[i + 1 : i + 2] == (Token(" ", "sorry", IDENT),):
            continue
        out.append(i)
    return out if not unit.before else list(range(1, len(unit.tokens)))


def _tactics(tokens: tuple[Token, ...]) -> set[int]:
    """The tokens of `by …` up to the bracket that ends it: we do not read tactics."""
    out: set[int] = set()
    opening, closing = {o for o, _ in BRACKETS}, {c for _, c in BRACKETS}
    depth: int | None = None
    for i, token in enumerate(tokens):
        if depth is None:
            depth = 0 if token.word == "by" else None
            continue
        depth += (token.word in opening) - (token.word in closing)
        if depth < 0:
            depth = None
        else:
            out.add(i)
    return out


def _with(tokens: tuple[Token, ...], i: int, *new: Token) -> tuple[Token, ...]:
    return (*tokens[:i], *new, *tokens[i + 1 :])


def _delete(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    for i in _places(unit):
        token = unit.tokens[i]
        yield token.word, _with(unit.tokens, i, Token(token.gap, "", token.kind))


def _duplicate(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    for i in _places(unit):
        token = unit.tokens[i]
        yield token.word, _with(unit.tokens, i, token, replace(token, gap=" "))


def _swap(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    places = set(_places(unit))
    for i in sorted(places):
        if i + 1 in places and unit.tokens[i].word != unit.tokens[i + 1].word:
            a, b = unit.tokens[i], unit.tokens[i + 1]
            changed = (*unit.tokens[:i], replace(b, gap=a.gap), replace(a, gap=b.gap))
            yield f"{a.word} {b.word}", (*changed, *unit.tokens[i + 2 :])


def _identifier(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    near = sorted({t.word for t in unit.tokens if t.kind == IDENT and t.word not in KEPT})
    for i in _places(unit):
        token = unit.tokens[i]
        if token.kind != IDENT:
            continue
        for words in (near, names):
            word = rng.choice(words)
            if word != token.word:
                yield f"{token.word} to {word}", _with(unit.tokens, i, token.named(word))


def _numeral(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    for i in _places(unit):
        token = unit.tokens[i]
        if token.kind == NUM and token.word.isdecimal():
            value = int(token.word)
            for other in (value + 1, *([value - 1] if value else [])):
                yield f"{value} to {other}", _with(unit.tokens, i, token.named(str(other)))


def _operator(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    for i in _places(unit):
        token = unit.tokens[i]
        for row in OPERATORS:
            if token.word in row:
                word = rng.choice([w for w in row if w != token.word])
                yield f"{token.word} to {word}", _with(unit.tokens, i, token.named(word))


def _bracket(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    places = set(_places(unit))
    for i, j in _pairs(unit.tokens):
        if i in places and j in places:
            opening = unit.tokens[i].word
            new = rng.choice([pair for pair in BRACKETS if pair[0] != opening])
            changed = _with(unit.tokens, i, unit.tokens[i].named(new[0]))
            changed = _with(changed, j, unit.tokens[j].named(new[1]))
            yield f"{opening} to {new[0]}", changed


def _unbracket(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    places = set(_places(unit))
    for i, j in _pairs(unit.tokens):
        if i in places and j in places:
            changed = _with(unit.tokens, i, unit.tokens[i].named(""))
            yield unit.tokens[i].word, _with(changed, j, unit.tokens[j].named(""))


def _ascription(unit: _Unit, names: tuple[str, ...], rng: random.Random) -> Iterator[Change]:
    """`(e : T)` without its type: the tokens from `:` to the bracket go."""
    places = set(_places(unit))
    for i, j in _pairs(unit.tokens):
        inside = [k for k in range(i + 1, j) if unit.tokens[k].word == ":"]
        if inside and inside[0] in places and j in places:
            changed = (*unit.tokens[: inside[0]], *unit.tokens[j:])
            yield "".join(t.word for t in unit.tokens[inside[0] : j]), changed


def _pairs(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    closing = dict(BRACKETS)
    stack: list[int] = []
    for i, token in enumerate(tokens):
        if token.word in closing:
            stack.append(i)
        elif stack and token.word == closing[tokens[stack[-1]].word]:
            yield stack.pop(), i


KINDS: dict[str, Callable[[_Unit, tuple[str, ...], random.Random], Iterator[Change]]] = {
    "delete": _delete,
    "duplicate": _duplicate,
    "swap": _swap,
    "identifier": _identifier,
    "numeral": _numeral,
    "operator": _operator,
    "bracket": _bracket,
    "unbracket": _unbracket,
    "ascription": _ascription,
}
