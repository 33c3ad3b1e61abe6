"""A site and the source are compared by names and kinds; what cannot be compared is told apart."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from leanbridge.check.project import load_environment
from leanbridge.drift.docs import DocsComparison, compare_docs, exit_code, project_beside
from leanbridge.errors import InputError
from leanbridge.source.docgen import Site, read_site
from tests.source import docgen_pages as pages
from tests.source.docgen_pages import Block, index, write_page, write_site

LEAN = """\
namespace Toy

/-- Directions. -/
inductive Dir where
  | up
  | go (k : Nat)
deriving Repr

structure Point where
  x : Nat

noncomputable def step (d : Dir) : Nat := 1

private def hidden : Nat := 2

theorem step_pos (d : Dir) : 0 < step d := by sorry

instance : Inhabited Dir := ⟨Dir.up⟩

abbrev N := Nat

class inductive When : Type where
  | now

example : 1 = 1 := rfl

end Toy
"""


def at(name: str, kind: str, words: str, first: int, last: int | None = None, **more: str) -> Block:
    return Block(f"Toy.{name}", kind, words, pages.NAT, (first, last or first), **more)  # type: ignore[arg-type]


DIR = at("Dir", "inductive", "inductive", 3, 7, tail=pages.constructors(
    pages.constructor("Toy.Dir.up", pages.NAT), pages.constructor("Toy.Dir.go", pages.NAT)
))  # fmt: skip
POINT = at(
    "Point", "structure", "structure", 9, 10,
    tail=pages.fields("Toy.Point", pages.field("Toy.Point.x", pages.NAT)),
)  # fmt: skip
BLOCKS = [
    DIR,
    at("instReprDir", "instance", "instance", 7),
    POINT,
    at("step", "def", "noncomputable def", 12),
    at("step_pos", "theorem", "theorem", 16),
    at("instInhabitedDir", "instance", "instance", 18),
    at("N", "def", "abbrev", 20),
    at("When", "class", "class inductive", 22, 23, tail=pages.constructors(
        pages.constructor("Toy.When.now", pages.NAT)
    )),
]  # fmt: skip


def site_of(tmp_path: Path, blocks: list[Block], module: str = "Toy") -> Site:
    root = write_site(
        tmp_path / "docs", {module: write_page(module, blocks)}, index({module: blocks}, {})
    )
    return read_site(root)


def compared(tmp_path: Path, blocks: list[Block], lean: str = LEAN) -> DocsComparison:
    (tmp_path / "lean").mkdir(exist_ok=True)
    (tmp_path / "lean" / "Toy.lean").write_text(lean, "utf-8")
    env, *_ = load_environment(tmp_path / "lean")
    site = site_of(tmp_path, blocks)
    assert not site.refused, site.refused
    return compare_docs(env, site)


def test_the_same_on_both_sides(tmp_path: Path) -> None:
    found = compared(tmp_path, BLOCKS)
    assert found.is_same, found
    assert (found.modules, found.same) == (("Toy",), 7)
    assert [(m.name, m.by) for m in found.made] == [("Toy.instReprDir", "Toy.Dir")]
    assert (found.private, found.unnamed) == (1, 1)
    assert exit_code(site_of(tmp_path, BLOCKS), found) == 0


def test_a_declaration_on_one_side_only(tmp_path: Path) -> None:
    more = at("gone", "theorem", "theorem", 40)
    found = compared(tmp_path, [*[b for b in BLOCKS if b.name != "Toy.step"], more])
    assert [(m.name, m.kind, m.module) for m in found.missing_here] == [
        ("Toy.gone", "theorem", "Toy")
    ]
    assert [(m.name, m.kind) for m in found.missing_there] == [("Toy.step", "def")]
    assert not found.is_same
    assert exit_code(site_of(tmp_path, BLOCKS), found) == 3


def test_another_kind(tmp_path: Path) -> None:
    other = at("step_pos", "def", "def", 16)
    found = compared(tmp_path, [other if b.name == other.name else b for b in BLOCKS])
    assert [(k.name, k.here, k.there) for k in found.other_kind] == [
        ("Toy.step_pos", "theorem", "def")
    ]
    assert found.same == 6
    assert not found.is_same


def test_an_instance_without_a_name_is_missing_if_no_lines_are_its(tmp_path: Path) -> None:
    found = compared(tmp_path, [b for b in BLOCKS if b.name != "Toy.instInhabitedDir"])
    assert [m.kind for m in found.missing_there] == ["instance"]
    assert found.unnamed == 0


def test_an_attribute_makes_an_instance(tmp_path: Path) -> None:
    lean = LEAN.replace("noncomputable def step", "@[instance] noncomputable def step")
    step = at("step", "instance", "noncomputable instance", 12)
    found = compared(tmp_path, [step if b.name == step.name else b for b in BLOCKS], lean)
    assert found.is_same, found


def test_what_our_reader_cannot_read_is_no_difference(tmp_path: Path) -> None:
    lean = LEAN.replace("theorem step_pos (d : Dir) :", "theorem step_pos (d : ∷∷ Dir) :")
    found = compared(tmp_path, BLOCKS, lean)
    assert [m.name for m in found.not_read] == ["Toy.step_pos"]
    assert found.is_same
    assert exit_code(site_of(tmp_path, BLOCKS), found) == 4


def test_modules_on_one_side_only(tmp_path: Path) -> None:
    (tmp_path / "lean" / "Toy").mkdir(parents=True)
    (tmp_path / "lean" / "Toy" / "New.lean").write_text("def a := 1\n", "utf-8")
    (tmp_path / "lean" / "scratch.lean").write_text("def b := 1\n", "utf-8")
    blocks = {"Toy": BLOCKS, "Toy.Old": [at("old", "def", "def", 1)], "Init": []}
    written = {m: write_page(m, b) for m, b in blocks.items()}
    site = read_site(write_site(tmp_path / "docs", written, index(blocks, {})))
    (tmp_path / "lean" / "Toy.lean").write_text(LEAN, "utf-8")
    env, *_ = load_environment(tmp_path / "lean")
    found = compare_docs(env, site)
    assert found.modules_missing_here == ("Toy.Old",)
    assert found.modules_missing_there == ("Toy.New",)
    assert found.undocumented == ("scratch",)
    assert not found.is_same


def test_a_module_whose_page_is_refused_is_not_compared(tmp_path: Path) -> None:
    compared(tmp_path, BLOCKS)
    page = tmp_path / "docs" / "Toy.html"
    page.write_text(page.read_text("utf-8")[:-40], "utf-8")
    env, *_ = load_environment(tmp_path / "lean")
    site = read_site(tmp_path / "docs")
    found = compare_docs(env, site)
    assert (found.modules, found.unread, found.is_same) == ((), ("Toy",), True)
    assert exit_code(site, found) == 2


def test_nothing_in_common_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lean").mkdir()
    (tmp_path / "lean" / "Other.lean").write_text("def a := 1\n", "utf-8")
    env, *_ = load_environment(tmp_path / "lean")
    with pytest.raises(InputError, match="the site has no module of the project") as caught:
        compare_docs(env, site_of(tmp_path, BLOCKS))
    assert (caught.value.got, caught.value.expected) == ("Toy", "Other")


def test_the_project_beside(tmp_path: Path) -> None:
    assert project_beside(None, None, tmp_path) is None
    config = tmp_path / "leancheck.toml"
    config.write_text('schema = 1\n[project]\nroot = "lean"\n', "utf-8")
    (tmp_path / "lean").mkdir()
    inside = tmp_path / "lean"
    assert project_beside(None, None, inside) == inside
    assert project_beside(config, None, Path("/")) == inside
    assert project_beside(config, tmp_path, Path("/")) == tmp_path
    config.write_text("schema = 7\n", "utf-8")
    with pytest.raises(InputError, match="schema"):
        project_beside(None, None, inside)


def test_a_name_in_the_index_only_is_no_difference(tmp_path: Path) -> None:
    """Projections and constructors are in the index and have no block."""
    data = json.loads(index({"Toy": BLOCKS}, {"Toy.Point.x": ("def", "Toy")}))
    written = {"Toy": write_page("Toy", [replace(b) for b in BLOCKS])}
    site = read_site(write_site(tmp_path / "docs", written, json.dumps(data).encode()))
    assert site.unplaced == ()
