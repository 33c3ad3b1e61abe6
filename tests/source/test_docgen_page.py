"""A page is read as doc-gen4 lays it out, or refused with the place and the reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leanbridge.errors import InputError
from leanbridge.source.docgen import DocDeclaration, Page, read_page
from leanbridge.source.docgen.code import linked_name
from leanbridge.source.docgen.header import split_attributes
from leanbridge.source.docgen.html import MAX_DEPTH
from tests.source import docgen_pages as pages
from tests.source.docgen_pages import BLOCKS, Block, basic_page, old_page, write_block, write_page


def blocks() -> dict[str, DocDeclaration]:
    return {d.name: d for d in read_page(basic_page(), "Toy/Basic.html").declarations}


def one(block: Block) -> DocDeclaration:
    """The reading of a page with one block."""
    return read_page(write_page("Toy.A", [block])).declarations[0]


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_page(text, "Toy/Basic.html")
    assert caught.value.where.path == "Toy/Basic.html"
    assert caught.value.where.line is not None
    return str(caught.value)


# ----- what a page says ---------------------------------------------------------------------


def test_a_page_has_its_module_imports_and_docstrings() -> None:
    page = read_page(basic_page(), "Toy/Basic.html")
    assert (page.module, page.imports) == ("Toy.Basic", ("Init",))
    assert page.docstrings == ("Title\nAbout it.",)
    assert page.source is not None
    assert (page.source.commit, page.source.path) == ("0123abc", "Toy/Basic.lean")
    assert page.source.lines is None


def test_the_blocks_are_read_in_order() -> None:
    assert [(b.name, b.kind, b.words) for b in BLOCKS] == [
        (d.name, d.kind, d.words) for d in blocks().values()
    ]


SIGNATURES = {
    "Toy.Dir": "inductive Toy.Dir : Type",
    "Toy.step": "noncomputable def Toy.step {d : Dir} [Inhabited Nat] (a b : Nat) : Nat → Nat",
    "Toy.step_pos": "theorem Toy.step_pos {n : Nat} (a b : Nat) : 0 < step a",
    "Toy.Point": "structure Toy.Point extends Base : Type",
    "Toy.When": "class inductive Toy.When : Type",
    "Toy.«term_<_»": "def Toy.«term_<_» : ParserDescr",
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_a_signature_is_as_printed(name: str) -> None:
    assert blocks()[name].signature == SIGNATURES[name]


def test_a_theorem_has_its_binders_links_attributes_and_sorry() -> None:
    found = blocks()["Toy.step_pos"]
    assert [(b.is_explicit, b.code.text) for b in found.binders] == [
        (False, "{n : Nat}"),
        (True, "(a b : Nat)"),
    ]
    assert found.links == ("Nat", "LT.lt", "Toy.step")
    assert found.attributes == ("simp",)
    assert found.is_sorried
    assert not blocks()["Toy.step"].is_sorried
    assert found.source is not None
    assert (found.source.path, found.source.lines) == ("Toy/Basic.lean", (21, 22))


def test_an_omitted_equation_leaves_the_equations_incomplete() -> None:
    found = blocks()["Toy.step"].equations
    assert found is not None
    assert [e.text for e in found.shown] == ["step a = a"]
    assert not found.is_complete


def test_equations_that_are_not_there_are_unknown() -> None:
    assert blocks()["Toy.up"].equations is None
    assert one(replace(pages.STEP, equations=())).equations is None
    only_omitted = one(replace(pages.STEP, equations=(pages.OMITTED,))).equations
    assert only_omitted is not None
    assert (only_omitted.shown, only_omitted.is_complete) == ((), False)


def test_an_instance_has_complete_equations() -> None:
    found = blocks()["Toy.instReprDir"].equations
    assert found is not None
    assert found.is_complete
    assert found.shown[0].links == ("Toy.instReprDir", "Eq", "Repr.mk")


def test_a_structure_has_its_own_and_its_inherited_fields() -> None:
    found = blocks()["Toy.Point"]
    assert [(f.name, f.signature, f.is_inherited) for f in found.fields] == [
        ("Toy.Base.x", "x : Nat", True),
        ("Toy.Point.f", "f (k : Nat) : Nat", False),
    ]
    assert [e.links for e in found.extends] == [("Toy.Base",)]
    assert found.parts == ("Toy.Point.mk", "Toy.Point.toBase", "Toy.Point.f")
    assert blocks()["Toy.Base"].fields[0].docstring == "The first one."
    assert blocks()["Toy.Base"].docstring is None


def test_a_constructor_that_is_not_called_mk() -> None:
    found = blocks()["Toy.Boxed"]
    assert found.constructor == "Toy.Boxed.intro"
    assert [f.name for f in found.fields] == ["Toy.Boxed.out"]


def test_an_inductive_type_has_its_constructors() -> None:
    found = blocks()["Toy.Dir"].constructors
    assert [(c.name, c.signature, c.docstring) for c in found] == [
        ("Toy.Dir.up", "up : Dir", "Upwards."),
        ("Toy.Dir.by", "by (k : Nat) : Dir", None),
    ]


def test_a_docstring_keeps_paragraphs_items_and_code() -> None:
    assert blocks()["Toy.Point"].docstring == "A point.\none\ntwo\na\n  b"
    assert blocks()["Toy.step"].docstring == "One step, with Nat and care <here>."


def test_the_layout_of_2023() -> None:
    point, unit, less = read_page(old_page()).declarations
    assert [e.text for e in point.extends] == ["Base", "Boxed"]
    assert (point.docstring, point.fields[0].name) == ("After the fields.", "Toy.Old.Point.y")
    assert (unit.docstring, unit.constructors[0].signature) == ("One of them.", "star : Unit")
    assert less.equations is not None
    assert less.equations.shown[0].text == "less = x > 1"  # `&gt` without its semicolon


def test_a_decoration_of_another_tool_is_kept() -> None:
    found = one(replace(pages.STEP, decoration='<span class="badge">checked</span>'))
    assert found.decorations == ("checked",)


def test_a_source_link_that_a_site_has_taken_away_is_none() -> None:
    text = write_page("Toy.A", [pages.QUOTED])
    bare = text.replace(
        f'<a href="{pages.REPOSITORY}/Toy/A.lean#L43-L43">source</a>', "<span></span>"
    )
    assert bare != text
    assert read_page(bare).declarations[0].source is None


def test_a_colon_in_a_quoted_field_name_does_not_end_it() -> None:
    field = pages.field("Toy.Base.«a : b»", pages.NAT)
    found = one(replace(pages.BASE, tail=pages.fields("Toy.Base", field)))
    assert (found.fields[0].short, found.fields[0].type.text) == ("«a : b»", "Nat")


@pytest.mark.parametrize(
    ("href", "name"),
    [
        ("A/B.html#Toy.x", "Toy.x"),
        ("https://example.org/docs/A/B.html#Toy.x'", "Toy.x'"),
        ("https://example.org/docs/find/?pattern=Toy.x#doc", "Toy.x"),
        ("A/B.html#Toy.%C2%ABa%C2%BB", "Toy.«a»"),
        ("A/B.html#«term_%_»", "«term_%_»"),
        ("A/B.html#a%FFb", "a%FFb"),
        ("foundational_types.html", None),
        ("http://[oops/B.html#x", None),
    ],
)
def test_a_link_names_a_constant(href: str, name: str | None) -> None:
    assert linked_name(href) == name


def test_attributes_are_split_at_outer_commas() -> None:
    assert split_attributes('simp, deprecated "a, b" (x := y, z), inline') == (
        "simp", 'deprecated "a, b" (x := y, z)', "inline",
    )  # fmt: skip
    assert split_attributes('odd ), "a, b') == ("odd )", '"a, b')
    long = '"' + '\\"' * 500_000  # no time to speak of
    assert split_attributes(long) == (long,)


# ----- hostile docstrings -------------------------------------------------------------------


def test_a_docstring_adds_no_block_and_no_equation() -> None:
    found = blocks()
    assert "Toy.fake" not in found
    up = found["Toy.up"]
    assert up.docstring is not None
    assert up.docstring.startswith("Raw and HTML, a < b & c")
    assert "document.write" not in up.docstring
    assert up.equations is None


def test_a_theorem_takes_no_equations_or_constructors_from_its_docstring() -> None:
    tail = pages.constructors(pages.constructor("Toy.Dir.up", pages.NAT))
    found = one(replace(pages.STEP_POS, doc=f"<p>See</p>{pages.FAKE_EQUATIONS}{tail}\n"))
    assert (found.equations, found.constructors) == (None, ())


CLOSES = "</div></div>"
HOSTILE = {
    "closes the block": (CLOSES + pages.FAKE.removesuffix(CLOSES), "a theorem with equations"),
    "closes too much": (CLOSES, "</div> closes <main>"),
    "opens a block": ("<div class='decl' id='x'>", '</main> closes <div class="decl'),
    "opens a div": ("<div>", '</main> closes <div class="decl'),
    "opens main": ("<main>", "<main> of a docstring is not closed"),
    "closes main": ("</main>", '</main> closes <div class="def">'),
    "opens an item": ("<li>", "<li> of a docstring is not closed"),
    "opens a comment": ("<!-- never closed", "a comment is not closed"),
    "opens a script": ("<script>", "is not closed"),
    "opens a textarea": ("<textarea>", "is not closed"),
    "plaintext": ("<plaintext>", "<plaintext> has no end"),
    "an open value": ('<a title="x', "</ul> closes nothing in the docstring"),
    "select": ("<select>", "<select> of a docstring is not closed"),
    "NUL": ("a\0b", "a NUL character"),
    "deep": ("<b>" * 10_000, f"more than {MAX_DEPTH} elements inside each other"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_docstring_that_would_move_the_page_is_refused(case: str) -> None:
    doc, reason = HOSTILE[case]
    message = refusal(write_page("Toy.Basic", [replace(pages.STEP, doc=doc)]))
    assert reason in message


def test_a_docstring_that_adds_a_block_is_found_by_the_list_of_names() -> None:
    doc = CLOSES + pages.FAKE.removesuffix(CLOSES)
    message = refusal(write_page("Toy.Basic", [replace(pages.STEP_POS, doc=doc)]))
    assert "the page lists 1 names and has 2 blocks" in message
    assert "the list has nothing more and the blocks `Toy.fake`" in message


HARMLESS = [
    "<p>Vec<T> and <a b=c d='e>' f>x</p>",
    "</p></T></b>",
    "a <b>b <i>c</b> d</i>",
    "< 3 <3 <- &amp &x; & <= >",
    "<!-- <div> --><!--> <!---> x",
    "<?php x?><!x></ y>",
    "<br/><hr><img src=a>",
    "<p>a<p>b",
    "<table><tr><td>1</table>",
    "<details><summary>More</summary>text</details>",
    "<svg><path d=''/></svg></path>",
]


@pytest.mark.parametrize("doc", HARMLESS)
def test_a_docstring_with_sloppy_inline_markup_changes_nothing_else(doc: str) -> None:
    clean = one(pages.STEP)
    assert replace(one(replace(pages.STEP, doc=doc)), docstring=None) == replace(
        clean, docstring=None
    )


@pytest.mark.parametrize("piece", ["<", "&", "<b ", "</", "<!", "<a b='", "&lt;", "<b></b>", "<p>"])
def test_a_long_docstring_takes_no_time_to_speak_of(piece: str) -> None:
    """Each of these would take hours if reading were quadratic."""
    text = write_page("Toy.Basic", [replace(pages.STEP_POS, doc=f"<p>{piece * 300_000}</p>")])
    found: Page | InputError
    try:
        found = read_page(text)
    except InputError as error:
        found = error
    if isinstance(found, InputError):
        assert "closed" in found.what or "elements inside each other" in found.what
    else:
        assert len(found.declarations) == 1


# ----- what is refused ----------------------------------------------------------------------


def changed(old: str, new: str) -> str:
    text = basic_page()
    assert text.count(old) >= 1, old
    return text.replace(old, new, 1)


REFUSED = {
    "another module": (
        changed("<title>Toy.Basic", "<title>Toy.Basics"),
        "the title is `Toy.Basics`",
    ),
    "no module": (changed("const MODULE_NAME", "let MODULE_NAME"), "no module page"),
    "a name not listed": (
        changed('href="#Toy.Base"', 'href="#Toy.Bose"'),
        "`Toy.Base` links to `#Toy.Bose`",
    ),
    "another name in the header": (
        changed(
            '<span class="name">step_pos</span></a></span><span',
            '<span class="name">step_neg</span></a></span><span',
        ),
        "the block `Toy.step_pos` prints the name `Toy.step_neg`",
    ),
    "another kind": (
        changed('<div class="theorem">', '<div class="def">'),
        "`theorem` in a block of kind def",
    ),
    "no kind": (
        changed('<div class="theorem">', '<div class="lemma">'),
        "is no kind of declaration",
    ),
    "an unknown class": (
        changed('class="decl sorried"', 'class="decl worried"'),
        "has a class that is not known",
    ),
    "half a sorry": (
        changed('class="decl sorried"', 'class="decl"'),
        "`sorry` in the header and not in the block",
    ),
    "no fields": (
        changed('<ul class="structure_fields" id="Toy.Base.mk">', '<ul id="Toy.Base.mk">'),
        "0 lists of fields",
    ),
    "no source": (
        changed('<div class="gh_link">', '<div class="link">'),
        "`source` outside of its element",
    ),
    "no attributes": (
        changed('<div class="attributes">', '<div class="attribute">'),
        "`@[simp, deprecated",
    ),
    "brackets": (
        changed('(<span class="fn">k</span>', '{<span class="fn">k</span>'),
        "the brackets of a binder and its class",
    ),
    "no equation": (
        changed("One or more equations did", "One or more sequents did"),
        "is no equation",
    ),
    "another title": (
        changed("<summary>Equations</summary>", "<summary>Equation</summary>"),
        "under another title",
    ),
    "another element": (changed('<div class="mod_doc">', '<div class="mod">'), "between blocks"),
    "a div in code": (
        changed('<div class="decl_type">0', '<div class="decl_type"><div></div>0'),
        "inside of Lean code",
    ),
    "a link elsewhere": (
        changed(pages.NAT, pages.NAT.replace(".html", ".htm")),
        "Lean code links to",
    ),
    "lines": (changed("#L21-L22", "#L22-L21"), "lines 22 to 21"),
    "a bare &": (changed("0 <a", "0 &x; <a"), "`&` begins no known entity"),
    "twice an attribute": (
        changed('<main>\n<div class="mod_doc"', '<main>\n<div class="mod_doc" class="x"'),
        "`class` is given twice",
    ),
    "two mains": (changed("<main>", "<main></main><main>"), "2 main in <body>"),
    "no page": ("", "no page"),
    "text": ("hello", "text outside of <html>"),
    "another generator": (
        "<!DOCTYPE html><html><head><meta charset='utf-8'></head></html>",
        "no tag as doc-gen4 writes it",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_doc_gen4_would_not_write_is_refused(case: str) -> None:
    text, reason = REFUSED[case]
    assert reason in refusal(text)


def test_a_block_dropped_doubled_or_moved_is_refused() -> None:
    written = [write_block(b, "Toy.Basic") for b in BLOCKS]
    lost = write_page("Toy.Basic", BLOCKS, body="".join(written[1:]))
    assert "the page lists 10 names and has 9 blocks" in refusal(lost)
    double = write_page("Toy.Basic", BLOCKS, body="".join([*written, written[0]]))
    assert "two blocks of `Toy.Dir`" in refusal(double)
    moved = write_page("Toy.Basic", BLOCKS, body="".join(reversed(written)))
    assert "the list has `Toy.Dir` and the blocks `Toy.up`" in refusal(moved)


def test_a_refusal_says_where_and_what_stands_there() -> None:
    message = refusal(changed("#L21-L22", "#L22-L21"))
    assert message.startswith("Toy/Basic.html:")
    assert "got: <a href=" in message
    assert "expected: a first and a last line" in message
