"""Terms printed: the law parse ∘ print ∘ parse = parse, and how it looks."""

from pathlib import Path

import pytest

from leanbridge.source import syntax as s
from leanbridge.source.parser import deep_recursion, parse_file, parse_term
from leanbridge.source.printer import show_binder, show_term
from leanbridge.source.syntax import App, BinOp, Ident

from .test_parser import BLOCKS, LAYOUT, NODES, PRECEDENCE
from .trees import outer_terms

SPECS = sorted((Path(__file__).parents[2] / "specs").rglob("*.lean"))

SHOWN = [
    "fun x (y : ℝ) => x + y * 2",
    "∑ i : Fin n, f i * g i",
    "∑ x ∈ s with 0 < x, x ^ 2",
    "∀ ε > 0, ∃ δ > 0, ∀ x, |x - a| < δ → |f x - f a| < ε",
    "∀ (x : ℝ) {n : ℕ} [NeZero n], x = x",
    "(x y : ℝ) → x = y",
    "{n : ℕ} → Fin n → ℝ",
    "{x : ℝ | 0 < x}",
    "{x ∈ s | p x}",
    "{n : ℕ // 0 < n}",
    "{f x | (x : ℕ)}",
    "{ s with a := 1, b.c := 2 }",
    "f (n := 3) x ..",
    "x |>.map f",
    "(· + 1)",
    "xs[i]! + ys[j]'h",
    "f^[n] x",
    "E →L[ℝ] F",
    "f =ᶠ[𝓝 a] g",
    "‖x‖ ≤ ⌊y⌋₊ + ⟪u, v⟫_ℝ",
    "∫ x in a..b, f x ∂μ",
    "a ≡ b [MOD n]",
    "if h : 0 < n then a else b",
    "let x : ℕ := 3; x + 1",
    "have : p := by …\nf this",
    "match x, h : y with | 0, _ => a | n + 1, m | n, m => b",
    "fun | 0 => 1 | n + 1 => n",
    "match x with\n  | a => match y with | b => c | _ => d\n  | _ => e",
    "show p from h",
    "(by … : a = b)",
    "![1, 2] 0",
    "!![a, b; c, d]",
    "-x ^ 2",
    "- -x",
    "¬a ∧ b",
    "2 • Aᵀ *ᵥ v",
    "n ! * 2",
    'r ++ s!"a{x + 1}\\n\\{b}"',
    "0.0015",
    "15e2",
    "'\\''",
    "⟨x, _, ?h⟩",
    "@f.g x",
    "C(X, ℝ)",
    "open Real in x",
    "nofun",
    "Type → Prop",
    "by sorry",
]


@pytest.mark.parametrize("text", SHOWN)
def test_nice_text_is_printed_as_it_was(text: str) -> None:
    assert show_term(parse_term(text)) == text


RESPACED = [
    ("f   x\n   y", "f x y"),
    ("a<=b", "a ≤ b"),
    ("λ x ↦ x", "fun x => x"),
    ("fun (x) => (x)", "fun x => (x)"),
    ("∀ (x : A), p", "∀ x : A, p"),
    ("∀ (x : A) (y : A), p", "∀ (x : A) (y : A), p"),
    ("x |> f a", "f a x"),
    ("f a <| fun x => x", "f a fun x => x"),
    ("f $ x + 1", "f <| x + 1"),
    ("∑ x in s, f x", "∑ x ∈ s, f x"),
    ("{a:=1,b:=2}", "{ a := 1, b := 2 }"),
    ("List.{u} Type*", "List Type"),
    ("0xff", "255"),
    ("x.1.f (n:=1)", "x.1.f (n := 1)"),
]


@pytest.mark.parametrize(("text", "shown"), RESPACED)
def test_text_is_printed_in_one_way(text: str, shown: str) -> None:
    assert show_term(parse_term(text)) == shown


TABLE = [text for table in (PRECEDENCE, NODES, BLOCKS) for text, _ in table]
NASTY = [
    *SHOWN,
    "f (fun x => x) fun y => y",
    "fun x => fun | 0 => fun y => y | _ => fun y => x",
    "fun | a => fun | b => (fun | c => d | e => g) | h => i",
    "if a then if b then c else d else if e then f else g",
    "let x := (let y := a; y); let z := fun w => w; x z",
    "let x := match y with | a => b | c => d; x",
    "let x := if a then by simp else by trivial\nx",
    "(x : A) → (y : B x) → {z : C} → D x y z",
    "(fun x => x) ∘ (∑ x, f x) • y",
    "a - (b - c) - (d - (e - f))",
    "((a)) + (((b)))",
    "f (-x) (- -y) (-z⁻¹)⁻¹",
    "|(|x| - |y|)| ≤ ‖‖x‖ - ‖y‖‖",
    "x.1.2.f.3 (y.g).1",
    "f (n := k).g.h 1",
    "(h ▸ f x : A (h ▸ y)) ▸ z",
    "a :: b :: [] ++ [c, d] ++ (e :: f)",
    "⟨⟨a, b⟩, ⟨c⟩, fun ⟨x, y⟩ (z, w) _ => x⟩",
    "∃ x y : ℕ, ∃ z ∈ s, ∃! w, x < y ∧ z ≠ w",
    "⋃ i ∈ s, ⋂ (j : ι) (hj : p j), f i j",
    "∀ᶠ x in 𝓝[≠] a, ∀ᵐ y ∂μ, f x y = 0",
    "∫ x in s ∪ t, f x ∂μ = ∫ x in s, f x ∂μ + ∫ x in t, f x ∂μ",
    "fun ⟨x, y⟩ => { x, y := y + 1, .. : P }",
    's!"{s!"{x}"}{f "a"}" ++ "\\"\\\\\\n"',
    "((↑x : ℝ) + ↑y) ^ (-n : ℤ)",
    "(f <| g <| h x) + (x |> f |> g)",
    "(f ∘ g <| x) = (x |>.f.g a b)",
    "haveI : A := a; letI i : B := b; suffices h : c from d; show c; e",
    "a ∈ {x | x ∈ {y : ℝ | y < 3}} ∧ b ∉ ({1, 2} : Set ℝ)",
    "!(a && !b) == !c",
    "f !b ¬a",
    "(do x; y) >>= fun z => do w",
    "@id (∀ x, p x) (fun x => by sorry)",
    "match (motive := fun _ => A) x with | some x@(a, b) => a | none => c",
    "n ! ! + (n + 1) !",
    "A ⊗ₖ B ⊙ C",
    "f x[i] (y[j]!)[k] (z)[l]?",
]


@pytest.mark.parametrize("text", [*TABLE, *NASTY])
def test_law(text: str) -> None:
    term = parse_term(text)
    assert parse_term(show_term(term)) == term


@pytest.mark.parametrize("text", [text for text, _ in LAYOUT])
def test_law_in_declarations(text: str) -> None:
    for term in outer_terms(parse_file(text, "T.lean").commands):
        assert parse_term(show_term(term)) == term


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_law_in_specs(path: Path) -> None:
    file = parse_file(path.read_text("utf-8"), path.name)
    assert not [command for command in file.commands if isinstance(command, s.Unsupported)]
    with deep_recursion():
        for term in outer_terms(file.commands):
            assert parse_term(show_term(term)) == term


X, F = Ident("x"), Ident("f")
SUM = BinOp("+", X, Ident("y"))
BIG = s.BinderNotation("∑", (s.Binder("i"),), F)
FUN = s.Fun((s.Binder("x"),), X)
BUILT = [
    (BinOp("*", SUM, SUM), "(x + y) * (x + y)"),
    (BinOp("-", X, BinOp("-", X, X)), "x - (x - x)"),
    (BinOp("^", BinOp("^", X, X), X), "(x ^ x) ^ x"),
    (s.UnOp("-", SUM), "-(x + y)"),
    (s.UnOp("⁻¹", s.UnOp("-", X), postfix=True), "(-x)⁻¹"),
    (BinOp("=", s.UnOp("¬", X), X), "(¬x) = x"),
    (BinOp("*", BIG, X), "(∑ i, f) * x"),
    (BinOp("+", BIG, X), "∑ i, f + x"),
    (BinOp("+", BinOp("*", X, BIG), X), "x * ∑ i, f + x"),
    (BinOp("*", BinOp("*", X, BIG), X), "(x * ∑ i, f) * x"),
    (BinOp("+", FUN, X), "(fun x => x) + x"),
    (App(FUN, (X,)), "(fun x => x) x"),
    (App(F, (FUN, X)), "f (fun x => x) x"),
    (App(F, (App(F, (X,)), X)), "f (f x) x"),
    (s.Proj(App(F, (X,)), 1), "f x |>.1"),
    (s.Arrow(s.Arrow(X, X), X), "(x → x) → x"),
    (s.Iterate(SUM, X), "(x + y)^[x]"),
    (s.Bracket("|", (s.Bracket("|", (X,), "|"),), "|"), "|(|x|)|"),
]


@pytest.mark.parametrize(("term", "shown"), BUILT)
def test_a_built_tree_gets_the_parentheses_it_needs(term: s.Term, shown: str) -> None:
    assert show_term(term) == shown


def test_binders_are_printed_as_groups() -> None:
    shown = []
    text = "(x : A := b) {y} ⦃z : B⦄ [C x] [i : D y] (h : p := by simp)"
    command = parse_file(f"variable {text}", "T.lean").commands[0]
    assert isinstance(command, s.Variable)
    shown = [show_binder(binder) for binder in command.binders]
    assert " ".join(shown) == text.replace("simp", "…")
