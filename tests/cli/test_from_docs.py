"""`--from-docs`: a doc-gen4 site is listed, compared with the project, and shown by `explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_cli import leancheck, said
from tests.cli.toy import LEAN, write_toy
from tests.source import docgen_pages as pages
from tests.source.docgen_pages import Block, index, write_page, write_site, write_toy_site

BEFORE = Block(
    "Toy.before", "def", "def", "Fin n", (4, 4), binders=pages.explicit("(i : Fin n)"),
    doc="<p>The entry before.</p>",
    equations=(pages.OMITTED, f"{pages.const('Toy.before', module='Toy')} {pages.EQ} 0"),
)  # fmt: skip
STEPS = Block("Toy.steps", "def", "noncomputable def", "Fin n → ℝ", (7, 7))
LE = Block("Toy.before_le", "theorem", "theorem", "before i ≤ i", (9, 9), sorried=True)
CONST = Block("Toy.steps_const", "theorem", "theorem", "steps x i = 0", (11, 12))
BLOCKS = [BEFORE, STEPS, LE, CONST]


@pytest.fixture
def docs(toy: Path) -> Path:
    return write_docs(toy, BLOCKS)


def write_docs(folder: Path, blocks: list[Block]) -> Path:
    return write_site(
        folder / "docs", {"Toy": write_page("Toy", blocks)}, index({"Toy": blocks}, {})
    )


# ----- index --------------------------------------------------------------------------------


def test_a_site_is_listed_without_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_toy_site(tmp_path / "docs")
    result = leancheck("index", "--from-docs", "docs")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert "  noncomputable def Toy.step {d : Dir} [Inhabited Nat] (a b : Nat) : Nat → Nat" in lines
    assert "  theorem Toy.step_pos {n : Nat} (a b : Nat) : 0 < step a [sorry]" in lines
    assert (
        "2 pages, 13 declarations and 13 fields and constructors on them; 26 names in the index"
        in lines
    )
    assert "compared" not in result.output


def test_a_site_that_agrees_with_the_project(docs: Path) -> None:
    result = leancheck("index", "--from-docs", str(docs))
    assert result.exit_code == 0, result.output
    assert "compared 1 module: 4 with the same name and kind, 0 missing here" in said(result)
    assert not (docs.parent / "proofs_index.json").exists()


def test_a_stale_site_is_drift(docs: Path, toy: Path) -> None:
    write_toy(toy, lean=LEAN.replace("theorem before_le", "theorem before_lt"))
    result = leancheck("index", "--from-docs", str(docs))
    assert result.exit_code == 3
    assert "missing here: theorem Toy.before_le (Toy)" in said(result)
    assert "missing there: theorem Toy.before_lt (Toy)" in said(result)


def test_a_refused_page_is_shown_and_the_input_s_fault(docs: Path) -> None:
    page = docs / "Toy.html"
    page.write_text(page.read_text("utf-8").replace("</main>", "", 1), "utf-8")
    result = leancheck("index", "--from-docs", str(docs))
    assert result.exit_code == 2
    assert "refused: Toy.html:" in said(result)
    assert "module not compared, its page is refused: Toy" in said(result)


def test_the_json_is_stable(docs: Path, toy: Path) -> None:
    texts = []
    for _ in range(2):
        result = leancheck("index", "--from-docs", str(docs), "--json", str(toy / "docs.json"))
        assert result.exit_code == 0, result.output
        texts.append((toy / "docs.json").read_text("utf-8"))
    assert texts[0] == texts[1]
    data = json.loads(texts[0])
    assert data["schema"] == "leanbridge.docs_index/1"
    assert data["comparison"]["same"] == 4
    before, steps = data["declarations"][:2]
    assert before["signature"] == "def Toy.before (i : Fin n) : Fin n"
    assert before["equations"] == {"shown": ["before = 0"], "complete": False}
    assert steps["equations"] is None
    assert before["source"]["lines"] == [4, 4]


def test_json_on_standard_output_is_json_alone(docs: Path) -> None:
    result = leancheck("index", "--from-docs", str(docs), "--json", "-")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["index"] == 4


def test_what_is_no_site(toy: Path) -> None:
    result = leancheck("index", "--from-docs", str(toy))
    assert result.exit_code == 2
    assert "no declarations/declaration-data.bmp" in said(result)
    result = leancheck("index", "--from-docs", str(toy / "nowhere"))
    assert (result.exit_code, "not a directory" in said(result)) == (2, True)


def test_a_deeply_nested_index_is_refused(docs: Path) -> None:
    (docs / "declarations" / "declaration-data.bmp").write_bytes(b"[" * 100_000)
    result = leancheck("index", "--from-docs", str(docs))
    assert result.exit_code == 2
    assert "JSON nested more than" in said(result)


def test_options_that_do_not_go_together(docs: Path, toy: Path) -> None:
    result = leancheck("index", "--from-docs", str(docs), "--check")
    assert (result.exit_code, "--from-docs or --check" in said(result)) == (2, True)
    result = leancheck("index", "--json", str(toy / "x.json"))
    assert (result.exit_code, "--json goes with --from-docs" in said(result)) == (2, True)


# ----- explain ------------------------------------------------------------------------------


def test_explain_shows_the_documentation_beside_ours(docs: Path) -> None:
    result = leancheck("explain", "before", "--from-docs", str(docs))
    assert result.exit_code == 0, result.output
    text = said(result)
    assert "def Toy.before at" in text
    assert "documentation signature def Toy.before (i : Fin n) : Fin n" in text
    assert "at Toy.lean:4 at 0123abc equation before = 0" in text
    assert "equations incomplete: one or more were too long for the page" in text
    assert "| The entry before." in text


def test_explain_says_that_equations_are_unknown(docs: Path) -> None:
    result = leancheck("explain", "steps", "--from-docs", str(docs))
    assert "equations unknown: the page shows none" in said(result)
    result = leancheck("explain", "before_le", "--from-docs", str(docs))
    assert "uses sorry" in said(result)
    assert "equations" not in said(result)


def test_explain_says_that_a_site_lacks_a_name(toy: Path) -> None:
    docs = write_docs(toy, BLOCKS[1:])
    result = leancheck("explain", "Toy.before", "--from-docs", str(docs))
    assert result.exit_code == 0
    assert "documentation not on the site; it has Toy.before_le" in said(result)


def test_what_a_page_says_cannot_steer_the_terminal(docs: Path) -> None:
    page = docs / "Toy.html"
    text = page.read_text("utf-8")
    assert "The entry before." in text
    page.write_text(text.replace("The entry before.", "The \x1b[31mentry\u202e before."), "utf-8")
    output = leancheck("explain", "before", "--from-docs", str(docs)).output
    assert "The \ufffd[31mentry\ufffd before." in output
    assert "\x1b" not in output


def test_a_name_on_a_refused_page_is_not_said_to_be_nowhere(toy: Path) -> None:
    docs = write_docs(toy, BLOCKS[1:])
    page = docs / "Toy.html"
    page.write_text(page.read_text("utf-8").replace("</main>", "", 1), "utf-8")
    output = said(leancheck("explain", "Toy.before", "--from-docs", str(docs)))
    assert "not on the site" in output
    assert "(of what could be read: 1 page refused)" in output
