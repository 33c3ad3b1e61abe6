"""Tokens of Lean text: words, kinds, places, spacing."""

import pytest

from leanbridge.source.lexer import KIND_NAMES, tokenize

WORDS = [
    # names
    ("x' y₁ h.symm _root_.a «a b».c", ["x'", "y₁", "h.symm", "_root_.a", "«a b».c"]),
    ("ℝ ℕ π ε₁ Ē ℓ 𝓝 ᾰ get! find?", ["ℝ", "ℕ", "π", "ε₁", "Ē", "ℓ", "𝓝", "ᾰ", "get!", "find?"]),
    ("λx Πx Σx", ["λ", "x", "Π", "x", "Σ", "x"]),
    ("Aᵀ x⁻¹ n!", ["A", "ᵀ", "x", "⁻¹", "n!"]),
    ("_ _x", ["_", "_x"]),
    ("x.{u v}", ["x", ".{", "u", "v", "}"]),
    # projections, constructors, ranges
    ("p.1.2 (f x).y .ctor a..b 0..n", "p .1 .2 ( f x ) .y .ctor a .. b 0 .. n".split()),
    # numerals
    ("0xff 0b10 1_000 2.5 1e10 1.5e-3 3.", "0xff 0b10 1_000 2.5 1e10 1.5e-3 3 .".split()),
    # characters against primes
    ("'a' x'a' '\\n' '\\x41' '\\'' f '' s", r"'a' x'a' '\n' '\x41' '\'' f '' s".split()),
    # strings
    (r'"a\"b" "" r"\d" r#"a"b"#', [r'"a\"b"', '""', r'r"\d"', 'r#"a"b"#']),
    (r'r##"a"#b"##x', [r'r##"a"#b"##', "x"]),
    ('s!"a{x}b" m!"" f!"{a}{b}"', ['s!"a{x}b"', 'm!""', 'f!"{a}{b}"']),
    ('s!"{f "}"}" y', ['s!"{f "}"}"', "y"]),
    ('s!"{s!"{{ a := 1 }.a}"}{z}" y', ['s!"{s!"{{ a := 1 }.a}"}{z}"', "y"]),
    (r's!"\{x" y', [r's!"\{x"', "y"]),
    # longest match
    ("a<|>b a<|b a<b", "a <|> b a <| b a < b".split()),
    ("f=ᶠ[l]g E→L[ℝ]F x∈s", "f =ᶠ[ l ] g E →L[ ℝ ] F x ∈ s".split()),
    ("⌊x⌋₊ ‖x‖₊ ∑' ∑ ×ˢ × ⁻¹' ⁻¹", "⌊ x ⌋₊ ‖ x ‖₊ ∑' ∑ ×ˢ × ⁻¹' ⁻¹".split()),
    ("ℝ≥0∞ ℝ≥0 ℕ+ ℕ∞", ["ℝ≥0∞", "ℝ≥0", "ℕ+", "ℕ∞"]),
    ("![a] !![a;b] #[a] f^[n] #s #eval", "![ a ] !![ a ; b ] #[ a ] f ^[ n ] #s #eval".split()),
    ("`a.b ``c ?_ ?x", ["`a.b", "``c", "?_", "?x"]),
    # comments
    ("a -- b\nc /- d /- e -/ f -/ g", ["a", "c", "g"]),
    ("/- /- /- deep -/ -/ -/a/- x -/b", ["a", "b"]),
    ("/-- doc -/ x /-! mod -/", ["/-- doc -/", "x", "/-! mod -/"]),
    ("/-- a /- b -/ c -/ x", ["/-- a /- b -/ c -/", "x"]),
    ('a /- "not closed -/ b', ["a", "b"]),
    ("a--b\n-c", ["a", "-", "c"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), WORDS, ids=[text for text, _ in WORDS])
def test_words(text: str, words: list[str]) -> None:
    assert list(tokenize(text).words)[:-1] == words


KINDS = [
    ("x", "identifier"), ("«def»", "identifier"), ("h.from", "identifier"), ("ℝ≥0", "identifier"),
    ("12", "numeral"), ('"a"', "string"), ("'a'", "character"), ('s!"a"', "interpolated string"),
    ("`a", "name literal"), (".a", "`.name`"), (".1", "`.number`"), ("?a", "hole"),
    ("/-- a -/", "doc comment"), ("/-! a -/", "module doc"), ("#s", "cardinality"),
    ("+", "symbol"), ("_", "symbol"), ("λ", "symbol"), ("fun", "keyword"), ("by", "keyword"),
    ("theorem", "command keyword"), ("@[", "command keyword"), ("#guard", "command keyword"),
    ("run_cmd", "command keyword"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_kinds(text: str, kind: str) -> None:
    tokens = tokenize(text)
    assert (tokens.count, KIND_NAMES[tokens.kinds[0]]) == (1, kind)


BAD = ['"open', "/- open", "/-- open", 's!"a{x', 'r#"open"', "§", "\x00", "🙂"]


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_token_is_kept_and_marked(text: str) -> None:
    tokens = tokenize("x " + text)
    assert "".join(tokens.words[1:]) == text
    assert KIND_NAMES[tokens.kinds[1]] == "stray character"


def test_a_command_name_inside_a_line_is_an_identifier() -> None:
    assert KIND_NAMES[tokenize("x run_cmd").kinds[1]] == "identifier"


def test_places_cover_the_words() -> None:
    text = "/- c -/ def  f (x : ℝ) :=\n\n  x + /- /- n -/ -/ 1 -- end\n"
    tokens = tokenize(text)
    shown = [text[tokens.starts[i] : tokens.stops[i]] for i in range(tokens.count)]
    assert shown == list(tokens.words)[:-1]


def test_spacing_and_columns() -> None:
    tokens = tokenize("f (x)\n  .y[i]\n/- c -/ z")
    assert list(tokens.words)[:-1] == ["f", "(", "x", ")", ".y", "[", "i", "]", "z"]
    spaced = [True, True, False, False, True, False, False, False, True]
    assert list(tokens.spaced)[:-1] == spaced
    assert list(tokens.columns)[:-1] == [0, -1, -1, -1, 2, -1, -1, -1, 8]
    assert [tokens.column(i) for i in range(tokens.count)] == [0, 2, 3, 4, 2, 4, 5, 6, 8]


def test_a_piece_keeps_its_places() -> None:
    text = "abc\n  def gh"
    tokens = tokenize(text, 6, len(text))
    assert list(tokens.words) == ["def", "gh", ""]
    assert list(tokens.starts) == [6, 10, 12]
    assert tokens.column(1) == 6
