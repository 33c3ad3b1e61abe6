"""Modules that the real Lean has compiled, classic and with the keyword `module`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from leanbridge.errors import InputError
from leanbridge.source.olean import (
    Constructor,
    Import,
    Inductive,
    Library,
    Module,
    Recursor,
)
from leanbridge.source.olean import kernel as k
from leanbridge.source.olean.constants import Kind
from leanbridge.source.olean.entries import Alternative, Matcher, Span
from tests.source.olean.writer import NIL, Writer, boxed, one_axiom, write_module

PRIVATE = "_private.Things.0.Things."


@pytest.fixture
def module(things: Library) -> Module:
    return things.modules["Things"]


def kinds_of(module: Module) -> dict[str, Kind]:
    return {constant.name: constant.kind for constant in module.constants()}


def inductive(module: Module, name: str) -> Inductive:
    found = module.constant(name)
    assert isinstance(found, Inductive)
    return found


# ----- the header -------------------------------------------------------------------------------


@pytest.mark.lean
def test_imports_and_version(module: Module, form: str) -> None:
    assert module.lean_version == "4.35.0"
    assert module.is_module == (form == "module")
    base = Import("Base", import_all=False, is_exported=True, is_meta=False)
    assert module.imports[0] == base
    assert module.has_private_part
    assert [i.is_meta for i in module.imports] == ([False, True] if module.is_module else [False])


@pytest.mark.lean
def test_both_forms_have_the_same_constants(compiled: Callable[[str], Path]) -> None:
    classic, new = (Module.open(compiled(f) / "Things.olean") for f in ("classic", "module"))
    assert kinds_of(classic) == kinds_of(new)


# ----- constants --------------------------------------------------------------------------------


@pytest.mark.lean
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("thing", "axiom"),
        ("both", "def"),
        ("honest", "theorem"),
        ("secret", "opaque"),
        ("Pad", "inductive"),
        ("Pad.row", "constructor"),
        ("Pad.rec", "recursor"),
        ("Window.fits", "theorem"),
    ],
)
def test_kinds(module: Module, name: str, kind: str) -> None:
    constant = module.constant(f"Things.{name}")
    assert (constant.kind, constant.is_hidden) == (kind, False)


@pytest.mark.lean
def test_quotients(things: Library) -> None:
    kinds = {n: things.modules["Base"].constant(n).kind for n in ("Quot", "Quot.mk", "Quot.lift")}
    assert set(kinds.values()) == {"quot"}


@pytest.mark.lean
def test_numbers_of_inductive_types(module: Module) -> None:
    vec = inductive(module, "Things.Vec")
    assert (vec.params, vec.indices, vec.is_recursive, vec.nested) == (1, 1, True, 0)
    assert vec.constructors == ("Things.Vec.nil", "Things.Vec.cons")
    cons = module.constant("Things.Vec.cons")
    assert isinstance(cons, Constructor)
    assert (cons.inductive, cons.index, cons.params, cons.fields) == ("Things.Vec", 1, 1, 3)
    even = inductive(module, "Things.Even")
    assert even.all == ("Things.Even", "Things.Odd")
    tree = inductive(module, "Things.Tree")
    assert (tree.nested, tree.is_reflexive) == (1, False)
    assert inductive(module, "Things.Fun").is_reflexive
    assert not inductive(module, "Things.Pad").is_recursive
    rec = module.constant("Things.Tree.rec")
    assert isinstance(rec, Recursor)
    assert (rec.motives, rec.minors, rec.indices, rec.is_k) == (2, 3, 0, False)
    rules = [(r.constructor, r.fields) for r in rec.rules]
    assert rules == [("Things.Tree.node", 2)]
    assert isinstance(rec.rules[0].rhs, k.Lam)


@pytest.mark.lean
def test_safety_and_hints(module: Module) -> None:
    safety = {n: module.constant(f"Things.{n}").safety for n in ("danger", "loop", "frozen")}
    assert safety == {"danger": "unsafe", "loop": "safe", "frozen": "safe"}
    assert module.constant("Things.loop._unsafe_rec").safety == "partial"
    hints = {n: module.constant(f"Things.{n}").hints for n in ("short", "locals", "honest")}
    assert hints == {"short": "abbrev", "locals": 2, "honest": None}


@pytest.mark.lean
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("big", 1234567890123456789012345678901234567890),
        ("edge", 2**63 - 1),
        ("beyond", 2**63),
        ("greeting", 'grüße ∑ 𝒳\n"\\'),
    ],
)
def test_literals(module: Module, name: str, value: int | str) -> None:
    term = module.constant(f"Things.{name}").value
    found = [e.value for e in subterms(term) if isinstance(e, k.Lit)]
    assert set(found) == {value}


def subterms(term: k.Expr | None) -> list[k.Expr]:
    out: list[k.Expr] = []
    todo = [term] if term is not None else []
    while todo:
        out.append(at := todo.pop())
        todo += k.children(at)
    return out


@pytest.mark.lean
def test_names_are_told_apart(module: Module) -> None:
    for name in ("«a b»", "«1»", "«a.b»", "a.b", "αβ₁'", "is?"):
        assert module.constant(f"Things.{name}").kind == "def"
    assert module.constant(PRIVATE + "hidden").kind == "def"
    with pytest.raises(KeyError):
        module.constant("Things.hidden")
    assert "Things.hidden" not in module


@pytest.mark.lean
def test_binders_and_universes(module: Module) -> None:
    strict = module.constant("Things.strict")
    infos, at = [], strict.type
    while isinstance(at, k.Pi):
        infos.append(at.info)
        at = at.body
    assert infos == ["⦃⦄", "{}", "[]", ""]
    both = module.constant("Things.both")
    assert both.level_params == ("u", "v")
    local = module.constant("Things.locals").value
    assert [type(e).__name__ for e in subterms(local) if isinstance(e, k.Let)] == ["Let", "Let"]
    assert [e.nondep for e in subterms(local) if isinstance(e, k.Let)] == [True, True]


# ----- what is recorded -------------------------------------------------------------------------


@pytest.mark.lean
def test_docs(module: Module) -> None:
    assert module.docs["Things.thing"] == "One of it. "
    assert module.docs["Things.Padded.pad"] == "The padding. "
    assert len(module.docs) == 8


@pytest.mark.lean
def test_ranges_are_those_of_the_ilean_file(
    compiled: Callable[[str], Path], module: Module, form: str
) -> None:
    """Its lines are from 0, its columns in UTF-16."""
    text = (compiled(form) / "Things.ilean").read_text("utf-8")
    lines = (compiled(form) / "text" / "Things.lean").read_text("utf-8").splitlines()

    def place(line: int, column: int) -> tuple[int, int]:
        return line - 1, len(lines[line - 1][:column].encode("utf-16-le")) // 2

    compared = 0
    for name, numbers in json.loads(text)["decls"].items():
        found = module.ranges[name]
        ours: list[int] = []
        for s in (found.whole, found.selection):
            ours += [*place(s.line, s.column), *place(s.end_line, s.end_column)]
        assert ours == numbers[:8], name
        compared += 1
    assert compared == 53
    assert module.ranges["Things.thing"].selection == Span(*selection(compiled(form), "thing"))


def selection(directory: Path, name: str) -> tuple[int, int, int, int]:
    """Where `axiom name` stands in the text."""
    lines = (directory / "text" / "Things.lean").read_text("utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        start = line.find(f"axiom {name} ") + len("axiom ")
        if start >= len("axiom "):
            return number, start, number, start + len(name)
    raise AssertionError(name)


@pytest.mark.lean
def test_structures_and_projections(module: Module) -> None:
    padded = module.structures["Things.Padded"]
    assert [(f.name, f.projection, f.subobject) for f in padded.fields] == [
        ("toWindow", "Things.Padded.toWindow", "Things.Window"),
        ("pad", "Things.Padded.pad", None),
    ]
    assert padded.parents == (("Things.Window", "Things.Padded.toWindow", True),)
    window = module.structures["Things.Window"]
    assert [f.name for f in window.fields] == ["start", "width", "fits"]
    width = module.projections["Things.Window.width"]
    assert (width.constructor, width.params, width.index) == ("Things.Window.mk", 1, 1)
    assert not width.from_class
    assert "Things.Window.width._default" in module.names


@pytest.mark.lean
def test_matchers(module: Module) -> None:
    assert module.matchers["Things.Pad.rows.match_1"] == Matcher(
        params=0,
        discriminants=2,
        alternatives=(Alternative(1, 0, False), Alternative(1, 0, False), Alternative(2, 0, False)),
        elim_level=0,
        equations=(None, None),
    )


@pytest.mark.lean
def test_classes_instances_and_matches_with_equations(things: Library) -> None:
    base = things.modules["Base"]
    assert base.classes["HAdd"].out_params == (2,)
    assert base.classes["Inhabited"].out_params == ()
    assert "instAddNat" in base.instances
    assert base.projections["Add.add"].from_class
    assert base.matchers["Nat.decEq.match_1"].equations == ("h",)


@pytest.mark.lean
def test_reducibility(module: Module) -> None:
    names = ("open_", "frozen", "inImplicit", "fromInstance", "short", "locals")
    assert [module.reducibility.get(f"Things.{n}") for n in names] == [
        "reducible", "irreducible", "implicit_reducible", "instance_reducible", "reducible", None,
    ]  # fmt: skip
    assert "Things.guarded" in module.protected
    assert "Things.pick" in module.noncomputable


@pytest.mark.lean
def test_recursive_definitions_before_compilation(module: Module) -> None:
    found = module.recursions["Things.sum"]
    assert (found.argument, found.all, found.level_params) == (0, ("Things.sum",), ())
    called = [e.name for e in subterms(found.value) if isinstance(e, k.Const)]
    assert "Things.sum" in called
    assert isinstance(found.type, k.Pi)


@pytest.mark.lean
def test_recorded_axioms(module: Module) -> None:
    assert module.axioms["Things.usual"] == {"propext"}
    assert module.axioms["Things.honest"] == set()
    assert module.axioms["Things.inherits"] == {"sorryAx"}


# ----- the public part alone --------------------------------------------------------------------


@pytest.mark.lean
def test_a_public_part_tells_the_true_kinds(compiled: Callable[[str], Path]) -> None:
    """It shows every theorem as an axiom, and must not be believed."""
    path = compiled("module") / "Things.olean"
    whole, public = Module.open(path), Module.open(path, public_only=True)
    assert not public.has_private_part
    ours, true = kinds_of(public), kinds_of(whole)
    assert ours == {name: kind for name, kind in true.items() if name in ours}
    theorem = public.constant("Things.honest")
    assert (theorem.kind, theorem.is_hidden, theorem.value) == ("theorem", True, None)
    axiom = public.constant("Things.liar")
    assert (axiom.kind, axiom.is_hidden) == ("axiom", False)
    hidden = sorted(c.name for c in public.constants() if c.is_hidden)
    assert len(hidden) == 33
    assert public.docs == {}


@pytest.mark.lean
def test_parts_of_two_compilations_are_refused(
    compiled: Callable[[str], Path], tmp_path: Path
) -> None:
    source = compiled("module")
    for name, origin in (("X.olean", "Things.olean"), ("X.olean.private", "Base.olean.private")):
        (tmp_path / name).write_bytes((source / origin).read_bytes())
    with pytest.raises(InputError, match="the object is outside the file"):
        everything_of(Module.open(tmp_path / "X.olean"))
    other = bytearray((source / "Things.olean.private").read_bytes())
    other[40:48] = b"0" * 8  # of the git hash
    (tmp_path / "X.olean.private").write_bytes(other)
    with pytest.raises(InputError, match="a part of another compilation"):
        Module.open(tmp_path / "X.olean")


def everything_of(module: Module) -> int:
    return sum(c.value is not None for c in module.constants())


# ----- by hand ----------------------------------------------------------------------------------


def test_a_module_written_by_hand_is_read(tmp_path: Path) -> None:
    w = Writer()
    prop, a, t = w.sort(), w.name("a"), w.name("t")
    use = w.const(a)
    data = w.module(
        [a, t], [w.axiom(a, prop), w.theorem(t, prop, use)], imports=["X.Y"],
        entries=[(w.name("Lean", "docStringExt"), [w.node(0, [a, w.string("hm")])])],
    )  # fmt: skip
    found = Module.open(write_module(tmp_path, "M", data))
    assert (found.names, found.docs) == (("a", "t"), {"a": "hm"})
    assert [i.module for i in found.imports] == ["X.Y"]
    theorem = found.constant("t")
    assert (theorem.kind, theorem.has_value, theorem.value_mentions()) == ("theorem", True, {"a"})
    assert found.constant("a").type is theorem.type


def bad(tmp_path: Path, data: bytes) -> Module:
    return Module.open(write_module(tmp_path, "M", data))


def test_names_and_constants_must_agree(tmp_path: Path) -> None:
    w = Writer()
    a, b = w.name("a"), w.name("b")
    axiom = w.axiom(a, w.sort())
    two = bad(tmp_path, w.module([a, b], [axiom]))
    with pytest.raises(InputError, match="there are not as many constants as names"):
        two.constant("a")
    wrong = bad(tmp_path, w.module([b], [axiom]))
    with pytest.raises(InputError, match="a constant has another name") as refused:
        wrong.constant("b")
    assert (refused.value.got, refused.value.expected) == ("a", "b")
    twice = bad(tmp_path, w.module([a, a], [axiom, axiom]))
    with pytest.raises(InputError, match="two constants have one name"):
        twice.constant("a")


def test_what_is_no_module_is_refused(tmp_path: Path) -> None:
    w = Writer()
    root = w.node(0, [NIL] * 5, bytes([0]))
    with pytest.raises(InputError, match="a number stands where an object is expected"):
        bad(tmp_path, w.file(root))
    with pytest.raises(InputError, match="no module"):
        bad(tmp_path, w.file(w.string("x")))
    with pytest.raises(InputError, match="a pointer goes forward"):
        bad(tmp_path, w.file(1 << 40))


def test_a_constant_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    w = Writer()
    a = w.name("a")
    strange = w.node(9, [w.node(0, [w.node(0, [a, NIL, w.sort()])])])
    module = bad(tmp_path, w.module([a], [strange]))
    with pytest.raises(InputError, match="no constant"):
        module.constant("a")


def test_an_open_type_is_refused(tmp_path: Path) -> None:
    w = Writer()
    module = bad(tmp_path, one_axiom(w, w.bvar(0)))
    constant = module.constant("a")
    with pytest.raises(InputError, match="an expression has a loose bound variable"):
        _ = constant.type


def test_a_count_out_of_range_is_refused(tmp_path: Path) -> None:
    w = Writer()
    a = w.name("a")
    header = w.node(0, [a, NIL, w.sort()])
    value = w.node(0, [header, boxed(1 << 30), boxed(0), NIL, NIL, boxed(0)], bytes(3))
    module = bad(tmp_path, w.module([a], [w.node(5, [value])]))
    with pytest.raises(InputError, match="no count"):
        module.constant("a")


def test_fields_of_a_structure_must_be_those_it_lists(tmp_path: Path) -> None:
    w = Writer()
    s, x = w.name("S"), w.name("x")
    entry = w.node(0, [s, w.array([x]), w.array([]), w.array([])])
    extension = w.name("_private", "Lean", "Structure", 0, "Lean", "structureExt")
    module = bad(tmp_path, w.module([], [], entries=[(extension, [entry])]))
    with pytest.raises(InputError, match="the fields of a structure are not those it lists"):
        _ = module.structures
