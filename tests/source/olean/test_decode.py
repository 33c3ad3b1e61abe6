"""Names, levels and expressions: what they are read as, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from leanbridge.errors import InputError
from leanbridge.source.olean import kernel as k
from leanbridge.source.olean.decode import Decoder, component
from leanbridge.source.olean.layout import open_part
from leanbridge.source.olean.references import mentions
from leanbridge.source.olean.region import Region
from tests.source.olean.writer import ANONYMOUS, BASE, NIL, ZERO, Writer, boxed

Make = Callable[[Writer], int]


def decoder(directory: Path, writer: Writer) -> Decoder:
    path = directory / "A.olean"
    path.write_bytes(writer.file(NIL))
    return Decoder(Region([open_part(path)]))


# ----- names ------------------------------------------------------------------------------------

NAMES: list[tuple[tuple[str | int, ...], str]] = [
    ((), "[anonymous]"),
    (("Nat", "add"), "Nat.add"),
    (("f", "match_1"), "f.match_1"),
    (("_private", "M", 0, "f"), "_private.M.0.f"),
    (("a", "1"), "a.«1»"),
    (("a", 1), "a.1"),
    (("a.b",), "«a.b»"),
    (("a", "b"), "a.b"),
    (("a b", "c"), "«a b».c"),
    (("",), "«»"),
    (("[anonymous]",), "«[anonymous]»"),
    (("»",), "«»»»"),
    (("«",), "««»"),
    (("x'", "y?", "z!", "_"), "x'.y?.z!._"),
    (("α₁", "ℝ", "𝒫s", "é"), "α₁.ℝ.𝒫s.é"),
    (("λ",), "«λ»"),
    (("Σ", "Π", "×"), "«Σ».«Π».«×»"),
    (("a", (1 << 62)), f"a.{1 << 62}"),
]


@pytest.mark.parametrize(("parts", "text"), NAMES)
def test_a_name_is_printed_text(tmp_path: Path, parts: tuple[str | int, ...], text: str) -> None:
    w = Writer()
    name = w.name(*parts)
    assert decoder(tmp_path, w).name(name) == text


def test_names_are_unambiguous() -> None:
    texts = [text for _, text in NAMES]
    assert len(set(texts)) == len(texts)
    assert component("a»b") != component("a»»b")


BAD_NAMES: list[tuple[Make, str]] = [
    (lambda w: boxed(1), "a number stands where an object is expected"),
    (lambda w: w.string("x"), "no name"),
    (lambda w: w.node(1, [ANONYMOUS, boxed(3)], bytes(8)), "a number stands where an object"),
    (lambda w: w.node(2, [ANONYMOUS, w.string("x")], bytes(8)), "no natural number"),
    (lambda w: w.name("x" * 20_000), "a name is too long"),
    (lambda w: w.name(*["abcdefgh"] * 2_000), "a name is too long"),
]


@pytest.mark.parametrize(("make", "reason"), BAD_NAMES)
def test_no_name_is_refused(tmp_path: Path, make: Make, reason: str) -> None:
    w = Writer()
    pointer = make(w)
    with pytest.raises(InputError, match=reason):
        decoder(tmp_path, w).name(pointer)


def test_a_number_in_a_name_is_bounded(tmp_path: Path) -> None:
    w = Writer()
    big = w.big(1 << 70)
    name = w.node(2, [ANONYMOUS, big], bytes(8))
    with pytest.raises(InputError, match="a number in a name is too large"):
        decoder(tmp_path, w).name(name)


def test_one_long_prefix_is_not_repeated_without_end(tmp_path: Path) -> None:
    w = Writer()
    prefix = w.name("x" * 16_000)
    last = w.string("y")
    names = [w.node(1, [prefix, last], bytes(8)) for _ in range(1000)]
    d = decoder(tmp_path, w)
    with pytest.raises(InputError, match="a name is too long"):
        list(map(d.name, names))


# ----- levels -----------------------------------------------------------------------------------


def test_levels(tmp_path: Path) -> None:
    w = Writer()
    u = w.node(4, [w.name("u")], bytes(8))
    one = w.node(1, [ZERO], bytes(8))
    both = w.node(2, [one, u], bytes(8))
    other = w.node(3, [both, ZERO], bytes(8))
    d = decoder(tmp_path, w)
    found = d.level(other)
    assert isinstance(found, k.IMax)
    assert found.right is k.ZERO
    assert isinstance(found.left, k.Max)
    assert isinstance(found.left.left, k.Succ)
    assert isinstance(found.left.right, k.Param)
    assert found.left.right.name == "u"
    assert d.level(both) is found.left


def test_a_high_level_is_read(tmp_path: Path) -> None:
    w = Writer()
    level = ZERO
    for _ in range(100_000):
        level = w.node(1, [level], bytes(8))
    found = decoder(tmp_path, w).level(level)
    height = 0
    while isinstance(found, k.Succ):
        found, height = found.level, height + 1
    assert height == 100_000


def test_no_level_is_refused(tmp_path: Path) -> None:
    w = Writer()
    mvar = w.node(5, [ANONYMOUS], bytes(8))
    other = w.sort()
    d = decoder(tmp_path, w)
    with pytest.raises(InputError, match="a universe metavariable"):
        d.level(mvar)
    with pytest.raises(InputError, match="no universe level"):
        d.level(other)


# ----- expressions ------------------------------------------------------------------------------


def test_every_kind_of_expression(tmp_path: Path) -> None:
    w = Writer()
    prop, nat = w.sort(), w.const(w.name("Nat"))
    zero = w.bvar(0)
    text = w.node(9, [w.node(1, [w.string("tx")])], bytes(8))
    number = w.nat_literal(w.big(1 << 100))
    lam = w.binding(6, nat, zero, 1)
    pi = w.binding(7, prop, zero, 3)
    let = w.node(8, [w.name("x"), nat, number, zero], bytes(8) + b"\1")
    data = w.node(10, [NIL, text], bytes(8))
    proj = w.node(11, [w.name("S"), boxed(2), let], bytes(8))
    fvar, mvar = w.node(1, [w.name("f")], bytes(8)), w.node(2, [w.name("m")], bytes(8))
    d = decoder(tmp_path, w)
    match d.closed(lam), d.closed(pi):
        case k.Lam("[anonymous]", "{}", k.Const("Nat", ()), k.BVar(0)), k.Pi(_, "[]", sort, _):
            assert isinstance(sort, k.Sort)
            assert sort.level is k.ZERO
        case other:
            raise AssertionError(other)
    match d.closed(proj), d.closed(data):
        case k.Proj("S", 2, k.Let("x", _, k.Lit(value), _, True)), k.MData(k.Lit("tx")):
            assert value == 1 << 100
        case other:
            raise AssertionError(other)
    assert isinstance(d.expr(fvar), k.FVar)
    assert isinstance(d.expr(mvar), k.MVar)
    assert mentions(d, proj) == {"Nat", "S"}


def test_what_a_file_shares_is_one_object(tmp_path: Path) -> None:
    """A shared term of depth 400 has 2⁴⁰⁰ leaves as a tree."""
    w = Writer()
    term = w.const(w.name("a"))
    for _ in range(400):
        term = w.app(term, term)
    d = decoder(tmp_path, w)
    found = d.closed(term)
    assert isinstance(found, k.App)
    assert found.fn is found.arg
    assert d.closed(term) is found
    assert mentions(d, term) == {"a"}


def test_a_deep_term_is_read(tmp_path: Path) -> None:
    w = Writer()
    a = w.const(w.name("a"))
    term = a
    for i in range(100_000):
        term = w.app(a, term) if i % 2 else w.binding(6, a, term)
    found, depth = decoder(tmp_path, w).closed(term), 0
    while inner := k.children(found):
        found, depth = inner[-1], depth + 1
    assert depth == 100_000


def test_a_loose_variable_is_refused_where_a_closed_term_belongs(tmp_path: Path) -> None:
    w = Writer()
    nat = w.const(w.name("Nat"))
    inner = w.app(w.bvar(1), w.bvar(0))
    one = w.binding(6, nat, inner)
    two = w.binding(6, nat, one)
    in_type = w.binding(6, w.bvar(0), nat)
    let = w.node(8, [ANONYMOUS, nat, w.bvar(0), w.bvar(0)], bytes(9))
    wrapped = w.node(10, [NIL, w.node(11, [ANONYMOUS, boxed(0), w.bvar(4)], bytes(8))], bytes(8))
    d = decoder(tmp_path, w)
    assert isinstance(d.closed(two), k.Lam)
    assert isinstance(d.expr(one), k.Lam)
    for loose in (one, inner, in_type, let, wrapped):
        with pytest.raises(InputError, match="an expression has a loose bound variable"):
            d.closed(loose)


BAD_EXPRESSIONS: list[tuple[Make, str]] = [
    (lambda w: boxed(3), "a pointer leads to no expression"),
    (lambda w: w.string("x"), "no expression"),
    (lambda w: w.sort() + 4, "a pointer leads to no expression"),
    (lambda w: 1 << 40, "the object is outside the file"),
    (lambda w: w.node(5, [NIL, w.sort()], bytes(8)), "a pointer leads to no expression"),
    (lambda w: w.raw(5 << 56 | 2 << 48 | 32 << 32, BASE + 96), "the object is outside the file"),
    (lambda w: w.node(0, [1 << 33 | 1], bytes(8)), "no bound variable"),
    (lambda w: w.binding(6, BASE + 96, BASE + 96), "a pointer goes forward"),
]


@pytest.mark.parametrize(("make", "reason"), BAD_EXPRESSIONS)
def test_no_expression_is_refused(tmp_path: Path, make: Make, reason: str) -> None:
    w = Writer()
    pointer = make(w)
    with pytest.raises(InputError, match=reason):
        decoder(tmp_path, w).expr(pointer)


def test_a_walk_refuses_what_is_no_expression(tmp_path: Path) -> None:
    w = Writer()
    text = w.string("x")
    wrong = w.app(w.sort(), text)
    itself = w.raw(5 << 56 | 2 << 48 | 32 << 32, *[BASE + 96 + len(w.objects)] * 2, 0)
    d = decoder(tmp_path, w)
    with pytest.raises(InputError, match="no expression"):
        mentions(d, wrong)
    with pytest.raises(InputError, match="a pointer goes forward"):
        mentions(d, itself)


def test_bad_flags_are_refused(tmp_path: Path) -> None:
    w = Writer()
    nat = w.const(w.name("Nat"))
    lam = w.binding(6, nat, nat, 4)
    let = w.node(8, [ANONYMOUS, nat, nat, nat], bytes(8) + b"\2")
    d = decoder(tmp_path, w)
    with pytest.raises(InputError, match="no binder information") as refused:
        d.expr(lam)
    assert (refused.value.got, refused.value.expected) == ("4", "0 to 3")
    with pytest.raises(InputError, match="a flag is neither 0 nor 1"):
        d.expr(let)


def test_walks_over_one_term_end(tmp_path: Path) -> None:
    """Many constants, each of which mentions the same large term anew."""
    w = Writer()
    a = w.const(w.name("a"))
    term = a
    for _ in range(3000):
        term = w.app(term, a)
    tops = [w.app(term, a) for _ in range(1000)]
    d = decoder(tmp_path, w)
    with pytest.raises(InputError, match="walked over and over"):
        [mentions(d, top) for top in tops]
