"""Lean text → tokens.

Takes text, gives `Tokens`: parallel tuples (words, kinds, places, spacing), comments left out.
Never fails: what is no token of Lean (a stray character, an open string) has kind `BAD`.
`fun x' => s!"{x'}"` is `fun`, `x'`, `=>`, `s!"{x'}"`.

One compiled expression matches a token with the white space and comments after it; `findall` runs
it in C. It cannot count, so what nests deeper than it can see (comments in comments, interpolated
strings with braces inside) makes it swallow the rest, and `_hard_token` reads that one token.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain

from leanbridge.source.notation import LETTER_CONSTANTS, SYMBOLS

IDENT, NUM, STRING, CHAR, INTERPOLATED, NAME, DOT_IDENT, DOT_NUM, HOLE, DOC, MODULE_DOC = range(11)
HASH, SYMBOL, WORD, COMMAND, END, BAD = range(11, 17)
_COMMAND_NAME = 17

KIND_NAMES: tuple[str, ...] = (
    "identifier", "numeral", "string", "character", "interpolated string", "name literal",
    "`.name`", "`.number`", "hole", "doc comment", "module doc", "cardinality", "symbol",
    "keyword", "command keyword", "end of text", "stray character",
)  # fmt: skip

WORDS: frozenset[str] = frozenset(
    "fun let have haveI letI show from if then else match with do by at in where extends deriving "
    "calc suffices sorry nomatch nofun Type Sort Prop hiding renaming using generalizing forall "
    "for unless return try catch finally mut continue break termination_by decreasing_by "
    "let_fun assert! dbg_trace leading_parser trailing_parser matches bif".split()
)
"""Reserved words inside commands: never identifiers."""

COMMAND_WORDS: frozenset[str] = frozenset(
    "def theorem lemma abbrev instance example axiom opaque structure class inductive namespace "
    "section end open export variable universe include omit set_option attribute mutual import "
    "prelude private protected noncomputable unsafe partial nonrec local scoped @[ notation "
    "notation3 infix infixl infixr prefix postfix macro macro_rules syntax elab elab_rules "
    "declare_syntax_cat initialize builtin_initialize alias irreducible_def "
    "#eval #eval! #check #check_failure #print #reduce #synth #guard #guard_msgs #guard_expr "
    "#exit #align #align_import #lint #find #help #where #simp #norm_num #time #version #test "
    "#count_heartbeats #min_imports #long_names #search #loogle #widget #html #info_trees "
    "#show_unused #redundant_imports #find_home #conv #whnf #unify #explode #print_sizes".split()
)
"""Words (and `@[`) that begin a command or its modifiers: never identifiers."""

COMMAND_NAMES: frozenset[str] = frozenset(
    "run_cmd run_meta run_elab add_decl_doc library_note assert_not_exists assert_exists recall "
    "assert_not_imported suppress_compilation unsuppress_compilation initialize_simps_projections "
    "register_simp_attr register_option register_builtin_option register_label_attr simproc "
    "dsimproc simproc_decl builtin_simproc builtin_dsimproc unseal seal compile_inductive "
    "compile_def mk_iff_of_inductive_prop grind_pattern extend_docs deprecated_module "
    "count_heartbeats add_aesop_rules erase_aesop_rules declare_aesop_rule_sets binder_predicate "
    "proof_wanted whatsnew gen_injective_theorems register_linter_set scoped_notation "
    "package require lean_lib lean_exe extern_lib input_file input_dir target script post_update "
    "module_data library_data package_data public meta".split()
)
"""Identifiers that begin a command when they begin a line at column 0."""


def _first_letters() -> str:
    """Character class of identifier starts: ASCII, Greek but λ Π Σ, Latin, letter-like, script.

    The script 𝒫 is left out: it is the powerset.
    """
    return (
        "A-Za-z_\u03b1-\u03ba\u03bc-\u03c9\u0391-\u039f\u03a1\u03a2\u03a4-\u03a9\u03ca-\u03fb"
        "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u1f00-\u1ffe\u2100-\u214f"
        "\U0001d49c-\U0001d4aa\U0001d4ac-\U0001d59f"
    )


_LETTER = f"[{_first_letters()}]"
_REST = f"[{_first_letters()}0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c]"
_PART = f"(?:{_LETTER}{_REST}*+|«[^»\n]*»)"
_QUOTED = re.compile(f"«({_LETTER}{_REST}*+)»")
_IDENT = f"{_PART}(?:\\.{_PART})*+"
_DECIMAL = r"[0-9][0-9_]*+(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?"
_NUMERAL = rf"0[xX][0-9a-fA-F_]++|0[bB][01_]++|0[oO][0-7_]++|{_DECIMAL}"
_STRING = r'"(?:[^"\\]++|\\[\s\S])*+"'
_RAW = r'r"[^"]*+"|r#"(?:[^"]++|"(?!#))*+"#'
_HOLE = r'\{(?:[^{}"\'\\]++|"(?:[^"\\]++|\\[\s\S])*+")*+\}'
_INTERPOLATED = rf'[sfm]!"(?:[^"\\{{]++|\\[\s\S]|{_HOLE})*+"'
_CHAR = r"'(?:[^\\'\n]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^xu\n])'"
_BLOCK_REST = r"(?:[^/-]++|-(?!/)|/(?!-))*+-/"
_TRIVIA = rf"(?:[ \t\r\n]++|--[^\n]*+|/-(?![-!]){_BLOCK_REST}|/--/)*+"
_HARD = r'(?:/-|[sfm]!"|r#+"|")[\s\S]*'


def _longest_match(symbols: Iterable[str]) -> str:
    """Build an alternation that takes the longest symbol, one branch per first character."""
    by_first: dict[str, list[str]] = {}
    for symbol in sorted(symbols, key=lambda symbol: (-len(symbol), symbol)):
        by_first.setdefault(symbol[0], []).append(symbol[1:])
    alone = [re.escape(first) for first, rests in by_first.items() if rests == [""]]
    branches = [
        f"{re.escape(first)}(?:{'|'.join(re.escape(rest) for rest in rests)})"
        for first, rests in by_first.items()
        if rests != [""]
    ]
    return "|".join(["[" + "".join(alone) + "]", *branches])


_TOKEN = re.compile(
    "("
    + "|".join(
        (
            _INTERPOLATED,
            _RAW,
            *map(re.escape, LETTER_CONSTANTS),
            # only the openers that `_HARD` must see: an interpolated or raw string too deep
            rf'(?![sfm]!"|r#+"){_IDENT}',
            _NUMERAL,
            rf"/-[-!]{_BLOCK_REST}",
            _STRING,
            _HARD,
            _CHAR,
            rf"\.{_IDENT}",
            r"\.[0-9]++",
            rf"``?{_IDENT}",
            rf"\?(?:_|{_IDENT})",
            rf"#{_IDENT}",
            _longest_match(SYMBOLS - {"_"}),
            r"[\s\S]",
        )
    )
    + f")({_TRIVIA})"
)
_LEADING_TRIVIA = re.compile(_TRIVIA)
_COMMENT_EDGE = re.compile(r"/-|-/")
_RAW_OPEN = re.compile(r'r(#*)"')
_OPENERS = ('"', "/-", 's!"', 'f!"', 'm!"', "r#")

_KIND_OF: Mapping[str, int] = {
    **dict.fromkeys(SYMBOLS, SYMBOL),
    **dict.fromkeys(WORDS, WORD),
    **dict.fromkeys(COMMAND_WORDS, COMMAND),
    **dict.fromkeys(LETTER_CONSTANTS, IDENT),
    **dict.fromkeys(COMMAND_NAMES, _COMMAND_NAME),
    "_": SYMBOL,
}


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of `text[begin:end]`; index `count` is the end of the text.

    `spaced[i]`: white space or a comment stands before token i. `columns[i]`: its column if it is
    the first of its line, else -1. `stops[i]` is where its last character ends.
    """

    text: str = field(repr=False)
    words: Sequence[str]
    kinds: Sequence[int]
    starts: Sequence[int]
    stops: Sequence[int]
    spaced: Sequence[bool]
    columns: Sequence[int]
    count: int
    line_starts: Sequence[int] = field(repr=False)

    def column(self, index: int) -> int:
        """Give the column (from 0) of any token."""
        start = self.starts[index]
        return start - self.line_starts[bisect_right(self.line_starts, start) - 1]


def tokenize(text: str, begin: int = 0, end: int | None = None) -> Tokens:
    """Read the tokens of `text[begin:end]`; places are those in `text`."""
    stop = len(text) if end is None else end
    words, trivia, first = _pieces(text, begin, stop)
    lengths = map(len, chain.from_iterable(zip(words, trivia, strict=True)))
    edges = list(accumulate(lengths, initial=first))
    gaps = [text[begin:first], *trivia]
    kinds = [_KIND_OF.get(word, -1) for word in words]
    kinds = [kind if kind >= 0 else _kind(word) for word, kind in zip(words, kinds, strict=True)]
    if begin == 0:
        line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        columns = [len(gap) - gap.rfind("\n") - 1 if "\n" in gap else -1 for gap in gaps]
        columns[0] = max(columns[0], 0) if first == 0 or "\n" in gaps[0] else first
    else:
        line_starts = [text.rfind("\n", 0, begin) + 1]
        line_starts.extend(match.end() for match in re.finditer("\n", text[begin:stop]))
        line_starts[1:] = [begin + place for place in line_starts[1:]]
        columns = [len(gap) - gap.rfind("\n") - 1 if "\n" in gap else -1 for gap in gaps]
    for place in [place for place, kind in enumerate(kinds) if kind == _COMMAND_NAME]:
        kinds[place] = COMMAND if columns[place] == 0 else IDENT
    if "«" in text:
        words = [_unquoted(word) for word in words]
    return Tokens(
        text=text,
        words=[*words, ""],
        kinds=[*kinds, END],
        starts=edges[::2],
        stops=[*edges[1::2], edges[-1]],
        spaced=[True, *map(bool, trivia)],
        columns=columns,
        count=len(words),
        line_starts=line_starts,
    )


def _pieces(text: str, begin: int, stop: int) -> tuple[list[str], list[str], int]:
    """Cut the text into tokens and the trivia after each; also say where the first begins."""
    first = _trivia_end(text, begin, stop)
    words: list[str] = []
    trivia: list[str] = []
    place = first
    while place < stop:
        found = _TOKEN.findall(text, place, stop)
        last = found[-1][0]
        hard = last.startswith(_OPENERS) and _is_hard(last)
        if hard:
            found.pop()
        words.extend([word for word, _ in found])
        trivia.extend([gap for _, gap in found])
        place = stop - len(last) if hard else stop
        if trivia and words:
            # a nested comment ends the trivia early: let `_trivia_end` finish it
            after = _trivia_end(text, place, stop) if hard else place
            if after > place:
                trivia[-1] += text[place:after]
                place = after
                continue
        if hard:
            end = _hard_token(text, place, stop)
            after = _trivia_end(text, end, stop)
            words.append(text[place:end])
            trivia.append(text[end:after])
            place = after
    return words, trivia, first


def _is_hard(word: str) -> bool:
    """Say whether the swallowed rest of a text is one, and not a whole string or doc comment."""
    if word.startswith("/-"):
        return re.fullmatch(rf"/-[-!]{_BLOCK_REST}", word) is None
    return re.fullmatch(rf"{_STRING}|{_RAW}|{_INTERPOLATED}", word) is None


def _trivia_end(text: str, place: int, stop: int) -> int:
    """Skip white space and comments, nested ones too; an open comment is not skipped."""
    while True:
        match = _LEADING_TRIVIA.match(text, place, stop)
        place = match.end() if match else place
        if not text.startswith("/-", place, stop) or text.startswith(("/--", "/-!"), place, stop):
            return place
        end = _comment_end(text, place, stop)
        if end < 0:
            return place
        place = end


def _comment_end(text: str, place: int, stop: int) -> int:
    """Find the end of the (nested) comment that begins here, or -1."""
    depth = 0
    for match in _COMMENT_EDGE.finditer(text, place, stop):
        depth += 1 if match[0] == "/-" else -1
        if depth == 0:
            return match.end()
    return -1


def _hard_token(text: str, place: int, stop: int) -> int:
    """Find the end of a nested comment, a deep interpolated string, or of what is left open."""
    if text.startswith("/-", place):
        end = _comment_end(text, place, stop)
        return end if end >= 0 else stop
    raw = _RAW_OPEN.match(text, place, stop)
    if raw:
        end = text.find('"' + raw[1], raw.end(), stop)
        return end + 1 + len(raw[1]) if end >= 0 else stop
    if text[place] in "sfm":
        end = _interpolated_end(text, place + 2, stop)
        return end if end >= 0 else stop
    return stop


def _interpolated_end(text: str, quote: int, stop: int) -> int:
    """Find the end of an interpolated string whose opening quote is at `quote`, or -1."""
    place = quote + 1
    while 0 <= place < stop:
        char = text[place]
        if char == "\\":
            place += 2
        elif char == '"':
            return place + 1
        elif char == "{":
            place = hole_end(text, place, stop)
        else:
            place += 1
    return -1


def hole_end(text: str, brace: int, stop: int) -> int:
    """Find the end (after `}`) of the hole of an interpolated string, or -1 if it is open."""
    place, depth = brace, 0
    while place < stop:
        match = _TOKEN.match(text, place, stop)
        assert match is not None  # the last alternative takes any character
        word = match[1]
        depth += word in ("{", ".{")
        depth -= word == "}"
        if depth == 0:
            return match.end(1)
        hard = word.startswith(_OPENERS) and _is_hard(word)
        place = _trivia_end(text, _hard_token(text, place, stop) if hard else match.end(), stop)
    return -1


def _unquoted(word: str) -> str:
    """The name `x` for `«x»`, where it needs no quotation."""
    if "«" not in word or word.startswith(('"', "/", "'")):
        return word
    return _QUOTED.sub(lambda m: m[0] if m[1] in _KIND_OF else m[1], word)


def _kind(word: str) -> int:
    """Tell the kind of a word that is in no table."""
    char = word[0]
    if char in "sfmr" and '"' in word:
        return _string_kind(word)
    if char in _LETTERS or char == "«":
        return IDENT
    if char in "0123456789":
        return NUM
    if char == ".":
        return DOT_NUM if word[1] in "0123456789" else DOT_IDENT
    if char == '"':
        return _string_kind(word)
    if char == "/":
        return (
            BAD
            if _is_hard(word) and not word.endswith("-/")
            else (DOC if word.startswith("/--") else MODULE_DOC if word.startswith("/-!") else BAD)
        )
    if char == "'":
        return CHAR
    if char == "`":
        return NAME
    if char == "?":
        return HOLE
    return HASH if char == "#" else BAD


def _string_kind(word: str) -> int:
    """Tell a string that is closed from one that is open to the end of the text."""
    raw = _RAW_OPEN.match(word)
    if raw:
        return STRING if word.endswith('"' + raw[1], raw.end()) else BAD
    if len(word) < 2 or not word.endswith('"'):
        return BAD
    if word[0] == '"':
        return BAD if _is_hard(word) else STRING
    return INTERPOLATED if _interpolated_end(word, 2, len(word)) == len(word) else BAD


_LETTERS = frozenset(chr(code) for code in range(0x1D5A0) if re.match(_LETTER, chr(code)))
