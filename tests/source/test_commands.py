"""Commands: where each ends, what it is, and that no code point of a file is lost."""

import dataclasses

import pytest

from leanbridge.source import syntax as s
from leanbridge.source.parser import parse_file, read_imports

from .trees import only_command


def kinds(text: str) -> list[str]:
    """Name the commands of a text: a declaration by its kind and name, others by their class."""
    return [named(command) for command in parse_file(text, "T.lean").commands]


def named(command: s.Command) -> str:
    match command:
        case s.Declaration(kind, name):
            return f"{kind} {name or '-'}"
        case s.Other(keyword):
            return keyword
        case s.In(first, second):
            return f"{named(first)} in {named(second)}"
        case s.Mutual(declarations):
            return "mutual(" + ", ".join(map(named, declarations)) + ")"
        case s.Unsupported(construct):
            return f"? {construct}"
        case _:
            return type(command).__name__


SPLIT = [
    ("def a := 1\ndef b := 2", ["def a", "def b"]),
    ("def a := 1 def b := 2", ["def a", "def b"]),
    ("theorem a : p := by\n  simp\n\ntheorem b : p := rfl", ["theorem a", "theorem b"]),
    ("theorem a : p := by\nsimp\nlemma b : p := q", ["theorem a", "lemma b"]),
    ("theorem a : p := by\n  open Nat in\n  simp\ndef b := 1", ["theorem a", "def b"]),
    ("theorem a : p := by\n  set_option x true in simp\ndef b := 1", ["theorem a", "def b"]),
    ("theorem a : p := by\n  exact (show p from\nq)\n\nopen Nat", ["theorem a", "Open"]),
    ("theorem a : x.end = y.def := rfl\nend", ["theorem a", "End"]),
    ("theorem a : p := «theorem»\ndef b := 1", ["theorem a", "def b"]),
    ('theorem a : p := f "\ntheorem b" -- theorem c\ndef d := 1', ["theorem a", "def d"]),
    ("theorem a : p\n  | 0 => q\n  | n + 1 => r\n\n/-- doc -/ def b := 1", ["theorem a", "def b"]),
    ("open Nat in def a := 1", ["Open in def a"]),
    ("open Nat in\nset_option o 1 in\n/-- d -/\n@[simp] theorem a : p := q",
     ["Open in SetOption in theorem a"]),
    ("omit [C x] in theorem a : p := q", ["Omit in theorem a"]),
    ("include h\nvariable (x : T) in def a := x", ["Omit", "Variable in def a"]),
    ("#guard_msgs (drop info) in\n#eval 1\ndef a := 1", ["#guard_msgs in #eval", "def a"]),
    ("#guard a = b\n#eval f x\n#check y\n#print axioms z", ["Guard", "#eval", "#check", "#print"]),
    ("/-! text -/\nnamespace A\nsection\nend\nend A",
     ["/-! -/", "Namespace", "Section", "End", "End"]),
    ("noncomputable section\nend", ["Section", "End"]),
    ("meta if x then\nrequire a\n\nlean_lib b where", ["meta if", "require", "lean_lib"]),
    ("theorem a : p := by\n  simp\n\npublic theorem b : p := q\npublic section",
     ["theorem a", "theorem b", "Section"]),
    ("noncomputable def a := 1", ["def a"]),
    ("@[simp, local instance] private lemma a : p := q", ["lemma a"]),
    ("attribute [local simp] a b\nattribute [-simp] c", ["AttributeCommand"] * 2),
    ("universe u v\nexport A (b c)\nset_option m.n 3", ["Universe", "Export", "SetOption"]),
    ('local notation "x" => y\ninfixl:65 " + " => f\nmacro "m" : term => `(1)\ndef a := 1',
     ["notation", "infixl", "macro", "def a"]),
    ("deriving instance A for B\ndef a := 1", ["deriving", "def a"]),
    ("initialize r : T ← f\nalias a := b\nrun_cmd f\nassert_not_exists X\ndef a := 1",
     ["initialize", "alias", "run_cmd", "assert_not_exists", "def a"]),
    ("mutual\ndef a := b\ndef b := a\nend\ndef c := 1", ["mutual(def a, def b)", "def c"]),
    ("instance : C x := y\ninstance i [C x] : C y where\n  f := z\nexample : p := q",
     ["instance -", "instance i", "example -"]),
    ("abbrev A := B\naxiom c : p\nopaque d : T\nopaque e : T := f",
     ["abbrev A", "axiom c", "opaque d", "opaque e"]),
    ("structure A where\n  x : T\n\nclass B (y : T) extends A where\n  z : U\ndef c := 1",
     ["structure A", "class B", "def c"]),
    ("inductive A\n  | b | c (x : A)\n  deriving Repr\nclass inductive B : Prop\n  | d : B",
     ["inductive A", "class inductive B"]),
    ("def a : T := b\nwhere\n  /-- doc -/\n  b : T := c\n  d x := x\n\ndef e := 1",
     ["def a", "def e"]),
    ("def a : T := b\nwhere\n  b := c\n\n/-- doc -/\ndef e := 1", ["def a", "def e"]),
    ("def a : N → N\n  | 0 => 1\n  | n + 1 => a n\ntermination_by n => n\n"
     "decreasing_by\n  simp\ndef b := 1", ["def a", "def b"]),
    ("  def a := 1\n  theorem b : p := by\n    simp\n  open Nat", ["def a", "theorem b", "Open"]),
    ("def a := 1\n    /-- far right -/\ndef b := 2", ["def a", "def b"]),
    # findings, and going on after them
    ("def a := (1\ndef b := 2", ["? parenthesis", "def b"]),
    ("def a := 1 )\ndef b := 2", ["? command", "def b"]),
    ("foo bar\ndef b := 2", ["? command", "def b"]),
    ("def a := f\n\nfoo bar\ndef b := 2", ["def a", "? command", "def b"]),
    ("def a := f\n#foo bar\ndef b := 2", ["def a", "? command", "def b"]),
    ("def a := x ⊞ y\ndef b := 2", ["? command", "def b"]),
    ("def a := x\n⊞ y\ndef b := 2", ["? command", "def b"]),
    ("def a : p := by\nexact q\n\ndef b := 2", ["def a", "def b"]),
    ("theorem a p q\ntheorem b : p := q", ["? theorem", "theorem b"]),
    ("theorem : p := q\ndef b := 2", ["? theorem", "def b"]),
    ("open\ndef b := 2", ["? open", "def b"]),
    ("irreducible_def a := 1\ndef b := 2", ["? irreducible_def", "def b"]),
    ("def a := bif x then y else z\ndef b := 2", ["? bif", "def b"]),
    ("mutual\ndef a := )\nend\ndef b := 2", ["mutual(? term)", "def b"]),
    ("mutual\ndef a := 1", ["? mutual"]),
    ("namespace\nend", ["? namespace", "End"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SPLIT, ids=[text for text, _ in SPLIT])
def test_split(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize("text", [text for text, _ in SPLIT])
def test_every_code_point_is_in_one_span(text: str) -> None:
    padded = f"/- c -/ import A.B\nimport C -- d\n\n{text}\n-- end\n"
    assert_accounted(parse_file(padded, "T.lean"))


def assert_accounted(file: s.File) -> None:
    spans = [item.span for item in (*file.imports, *file.commands)]
    ordered = sorted([*spans, *file.trivia])
    assert [span.start for span in ordered] == [0, *(span.end for span in ordered[:-1])]
    assert ordered[-1].end == len(file.text)
    for span in file.trivia:
        assert is_trivia(file.text[span.start : span.end])
    read = [command.span for command in file.commands if not isinstance(command, s.Unsupported)]
    for span in read:
        assert file.text[span.start : span.end] == file.text[span.start : span.end].strip()


def is_trivia(text: str) -> bool:
    """Say whether a text is white space and comments, by counting, not by the lexer."""
    place, depth = 0, 0
    while place < len(text):
        pair = text[place : place + 2]
        if pair in ("/-", "-/"):
            depth += 1 if pair == "/-" else -1
            place += 2
        elif depth == 0 and pair == "--":
            place = text.find("\n", place) % (len(text) + 1)
        elif depth == 0 and not text[place].isspace():
            return False
        else:
            place += 1
    return depth == 0


def test_accounting_control() -> None:
    assert not is_trivia("  def ")
    file = parse_file("def a := 1\ndef b := 2", "T.lean")
    with pytest.raises(AssertionError):
        assert_accounted(dataclasses.replace(file, commands=file.commands[:1]))


def test_a_finding_says_what_was_expected_and_where() -> None:
    text = "def a := 1\ndef b := f (x,\n  theorem c : p := q\n"
    finding = parse_file(text, "T.lean").commands[1]
    assert isinstance(finding, s.Unsupported)
    assert finding.message == "term: expected a term, found `theorem`"
    assert text[finding.position :].startswith("theorem c")


# ----- headers ---------------------------------------------------------------------------------


def test_header() -> None:
    text = "/- c -/\nmodule\n\npublic import A.B\nimport all C\nmeta import D\n\nopen A"
    file = parse_file(text, "T.lean")
    assert [item.module for item in file.imports] == ["A.B", "C", "D"]
    assert file.module_keyword
    assert list(map(named, file.commands)) == ["module", "Open"]
    assert_accounted(file)


@pytest.mark.parametrize("size", [10, 4000, 4090, 5000, 20000])
def test_imports_are_read_behind_long_comments(size: int) -> None:
    text = f"/- {'x' * size} -/\nimport A\nimport «b c».D\n\ndef a := 1"
    assert [item.module for item in read_imports(text)] == ["A", "«b c».D"]


def test_an_import_after_a_command_is_a_finding() -> None:
    assert kinds("def a := 1\nimport B\ndef c := 1") == ["def a", "? command", "def c"]


def test_an_empty_file() -> None:
    file = parse_file("", "T.lean")
    assert (file.imports, file.commands, file.trivia) == ((), (), ())


# ----- declarations in detail ------------------------------------------------------------------


def declaration(text: str) -> s.Declaration:
    command = only_command(parse_file(text, "T.lean"))
    assert isinstance(command, s.Declaration), command
    return command


PROOFS = [
    ("theorem a : p := by\n  simp", s.By, False),
    ("theorem a : p := by\n  sorry", s.By, True),
    ("theorem a : p := by admit", s.By, True),
    ("theorem a : p := sorry", s.Sorry, None),
    ("theorem a : p := f (by sorry)", s.Opaque, True),
    ("theorem a : p := h.sorry_free -- sorry", s.Opaque, False),
    ("theorem a : p\n  | 0 => q\n  | n + 1 => sorry", s.Opaque, True),
    ("theorem a : p := f\nwhere\n  f := sorry", s.Opaque, True),
]


@pytest.mark.parametrize(("text", "node", "has_sorry"), PROOFS)
def test_proofs_are_spans(text: str, node: type, has_sorry: bool | None) -> None:
    body = declaration(text).body
    assert isinstance(body, s.Value)
    assert isinstance(body.term, node)
    assert getattr(body.term, "has_sorry", None) is has_sorry
    assert body.span.end == len(text.removesuffix(" -- sorry"))


def test_modifiers() -> None:
    found = declaration(
        "/-- Doc. -/\n@[simp, reducible, simps! (config := x) f] "
        "private noncomputable partial def A.b.{u} := 1"
    )
    modifiers = found.modifiers
    assert modifiers.doc == "Doc."
    shown = [(each.name, each.arguments) for each in modifiers.attributes]
    assert shown == [("simp", ""), ("reducible", ""), ("simps!", "(config := x) f")]
    assert (modifiers.private, modifiers.noncomputable, modifiers.partial) == (True, True, True)
    assert (modifiers.protected, modifiers.unsafe) == (False, False)
    assert found.name == "A.b"


def test_instance() -> None:
    found = declaration("local instance (priority := 100) i {x} : C x where\n  f := 1\n  g y := y")
    assert (found.name, found.modifiers.scope) == ("i", "local")
    assert isinstance(found.body, s.WhereFields)
    assert [field.path for field in found.body.fields] == ["f", "g"]
    assert [binder.name for binder in found.body.fields[1].binders] == ["y"]


def test_structure() -> None:
    found = declaration(
        "structure A (n : N) extends B n, C where\n  mk ::\n  /-- d -/\n  (x y : T := z)\n"
        "  (h : x = y)\n  {k : N}\n  [c : C k]\n  f (a : N) : T\n  g := by simp\n"
        "  deriving Repr, BEq"
    )
    assert found.ctor_name == "mk"
    assert [field.name for field in found.fields] == ["x", "y", "h", "k", "c", "f", "g"]
    assert [field.kind.name for field in found.fields[2:5]] == ["EXPLICIT", "IMPLICIT", "INST"]
    assert found.fields[0].modifiers.doc == "d"
    assert [binder.name for binder in found.fields[5].binders] == ["a"]
    assert (found.fields[0].auto, found.fields[6].auto) == (False, True)
    assert len(found.extends) == 2
    assert found.deriving == ("Repr", "BEq")


def test_inductive() -> None:
    found = declaration(
        "inductive A (n : N) : N → Type where\n  | a\n  /-- d -/\n  | b (x : A n 0) : A n 1\n"
        "  | c {k : N} :\n      A n k\nderiving Repr"
    )
    assert [each.name for each in found.constructors] == ["a", "b", "c"]
    assert found.constructors[1].modifiers.doc == "d"
    assert [each.type is None for each in found.constructors] == [True, False, False]
    assert found.deriving == ("Repr",)


def test_equations() -> None:
    body = declaration("def a : N → N → N\n  | 0, _ => 1\n  | n + 1, m | n, m => a n m").body
    assert isinstance(body, s.Equations)
    assert [len(alt.rows) for alt in body.alts] == [1, 2]


def test_where_declarations() -> None:
    found = declaration(
        "def a := go 1\nwhere\n  go : N → N\n    | 0 => 1\n    | n => h n\n  h x := x"
    )
    assert [each.name for each in found.where_decls] == ["go", "h"]
    assert isinstance(found.where_decls[0].body, s.Equations)


def test_default_and_auto_binders() -> None:
    found = declaration("def a (x : N := 1) (h : x = 1 := by simp) ⦃y : N⦄ z := x")
    assert [binder.auto for binder in found.binders] == [False, True, False, False]
    assert [binder.name for binder in found.binders] == ["x", "h", "y", "z"]
    assert found.binders[2].kind is s.BinderKind.STRICT


def test_open_forms() -> None:
    forms = [
        "open A B",
        "open scoped A",
        "open A (x y)",
        "open A hiding x",
        "open A renaming x → y",
    ]
    shown = [only_command(parse_file(form, "T.lean")) for form in forms]
    assert shown == [
        s.Open(("A", "B")),
        s.Open(("A",), scoped=True),
        s.Open(("A",), only=("x", "y")),
        s.Open(("A",), hiding=("x",)),
        s.Open(("A",), renaming=(("x", "y"),)),
    ]


def test_small_commands() -> None:
    text = "set_option a.b true\nuniverse u v\nexport A (b)\nomit [C x]\ninclude h\nend A.B"
    assert list(parse_file(text, "T.lean").commands[:3]) == [
        s.SetOption("a.b", "true"),
        s.Universe(("u", "v")),
        s.Export("A", ("b",)),
    ]
    omit, include, end = parse_file(text, "T.lean").commands[3:]
    assert isinstance(omit, s.Omit)
    assert isinstance(include, s.Omit)
    assert (omit.include, include.include) == (False, True)
    assert end == s.End("A.B")


def test_attribute_command() -> None:
    command = only_command(parse_file("attribute [local simp, -instance] a b.c", "T.lean"))
    assert isinstance(command, s.AttributeCommand)
    assert (command.scope, command.names) == ("local", ("a", "b.c"))
    assert [(each.name, each.removed) for each in command.attributes] == [
        ("simp", False),
        ("instance", True),
    ]


GARBAGE = [
    "def", "@[", "@[simp", "/-- doc -/", "structure", "inductive A |", "match", "(((((", ")))))",
    "def a := fun", "variable", "in", "x in y", "where", "| a => b", "theorem a : (∀ x,",
    's!"{', '"', "/-", "attribute [", "open A (", "mutual mutual end", "end end",
    "\ufeffdef a := 1",
    "def a := f.{u", "scoped[A", "def a := Type (", "instance (priority", "f.{", "def a := [x",
    "import", "import 3", "def a : T where\n  f", "deriving", "@[x] @[y]", "let rec", "by", "do",
    "def a := by", "def a := do", "def a := x[", "def a := {", "def a := ⟨", "#", "#guard", "`",
    "def a := " + "(" * 9000, "def a := " + "f (" * 400 + "x" + ")" * 400,
]  # fmt: skip


@pytest.mark.parametrize("text", GARBAGE, ids=[text[:20] for text in GARBAGE])
@pytest.mark.parametrize("after", ["", "\ndef z := 1\n"])
def test_no_text_is_a_crash(text: str, after: str) -> None:
    assert_accounted(parse_file(text + after, "T.lean"))
