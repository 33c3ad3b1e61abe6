"""Terms: which tree a text is, and why a text is none."""

import pytest

from leanbridge.errors import InputError
from leanbridge.source import syntax as s
from leanbridge.source.parser import parse_file, parse_term
from leanbridge.source.syntax import App, BinOp, By, Ident, NumLit, Paren, UnOp

from .trees import only_command, without_parens

X, Y, F, A, B = Ident("x"), Ident("y"), Ident("f"), Ident("a"), Ident("b")

# ----- precedence: a text and the same with all its parentheses --------------------------------

PRECEDENCE = [
    ("a + b * c - d", "(a + (b * c)) - d"),
    ("a - b - c", "(a - b) - c"),
    ("a ^ b ^ c", "a ^ (b ^ c)"),
    ("-a ^ 2", "-(a ^ 2)"),
    ("-a * b", "(-a) * b"),
    ("-a ^ b ^ c", "-(a ^ (b ^ c))"),
    ("a • b ^ c", "a • (b ^ c)"),
    ("A ≃ B → C", "(A ≃ B) → C"),
    ("a → b ↔ c", "(a → b) ↔ c"),
    ("(x : A) → p x ↔ q", "(x : A) → (p x ↔ q)"),
    ("f '' g ⁻¹' s", "f '' (g ⁻¹' s)"),
    ("a >> b >> c", "a >> (b >> c)"),
    ("f √x y", "f (√x) y"),
    ("h ▸ g ▸ x", "h ▸ (g ▸ x)"),
    ("a * -b", "a * (-b)"),
    ("f -x", "f - x"),
    ("- -x", "-(-x)"),
    ("-x⁻¹", "-(x⁻¹)"),
    ("f x⁻¹ y", "f (x⁻¹) y"),
    ("f x ^ 2", "(f x) ^ 2"),
    ("a / b / c", "(a / b) / c"),
    ("a % b * c", "(a % b) * c"),
    ("a • b • c", "a • (b • c)"),
    ("a • b * c", "(a • b) * c"),
    ("f ∘ g ∘ h", "f ∘ (g ∘ h)"),
    ("f ∘ g x", "f ∘ (g x)"),
    ("f ∘ g * h", "(f ∘ g) * h"),
    ("a :: b ++ c", "(a :: b) ++ c"),
    ("a :: b :: c", "a :: (b :: c)"),
    ("a + b :: c", "a + (b :: c)"),
    ("a = b ∧ c = d", "(a = b) ∧ (c = d)"),
    ("a ∧ b ∨ c ∧ d", "(a ∧ b) ∨ (c ∧ d)"),
    ("a ∧ b ∧ c", "a ∧ (b ∧ c)"),
    ("a → b → c", "a → (b → c)"),
    ("a ∨ b → c", "(a ∨ b) → c"),
    ("a ↔ b → c", "a ↔ (b → c)"),
    ("¬a = b", "¬(a = b)"),
    ("¬a ∧ b", "(¬a) ∧ b"),
    ("¬a → b", "(¬a) → b"),
    ("!a && b", "(!a) && b"),
    ("!a == b", "!(a == b)"),
    ("a && b || c", "(a && b) || c"),
    ("x ∈ s ∪ t ∩ u", "x ∈ (s ∪ (t ∩ u))"),
    ("A × B × C", "A × (B × C)"),
    ("A × B → C", "(A × B) → C"),
    ("A ⊕ B × C", "A ⊕ (B × C)"),
    ("A ≃ B × C", "A ≃ (B × C)"),
    ("A → B ≃ C", "A → (B ≃ C)"),
    ("s ×ˢ t ∪ u", "(s ×ˢ t) ∪ u"),
    ("f '' s ⊆ t", "(f '' s) ⊆ t"),
    ("f ⁻¹' s ∩ t", "(f ⁻¹' s) ∩ t"),
    ("E →L[ℝ] F →L[ℝ] G", "E →L[ℝ] (F →L[ℝ] G)"),
    ("E × F →L[ℝ] G", "(E × F) →L[ℝ] G"),
    ("A × B ≃L[ℝ] C", "A × (B ≃L[ℝ] C)"),
    ("f =ᶠ[l] g ∧ p", "(f =ᶠ[l] g) ∧ p"),
    ("f + g =ᶠ[l] h", "(f + g) =ᶠ[l] h"),
    ("a ≡ b + c [MOD n + 1]", "a ≡ (b + c) [MOD (n + 1)]"),
    ("a ⬝ᵥ b + c", "(a ⬝ᵥ b) + c"),
    ("A *ᵥ v ⬝ᵥ w", "(A *ᵥ v) ⬝ᵥ w"),
    ("h ▸ e = c", "(h ▸ e) = c"),
    ("↑x + y", "(↑x) + y"),
    ("↑f x", "(↑f) x"),
    ("f ↑x y", "f (↑x) y"),
    ("√x * y", "(√x) * y"),
    ("∑ x, f x * g x + c", "(∑ x, (f x * g x)) + c"),
    ("a * ∑ x, f x + c", "(a * (∑ x, f x)) + c"),
    ("a + ∑ x, b + ∑ y, c", "(a + ∑ x, b) + ∑ y, c"),
    ("∑ x, ∑ y, f x y = c", "(∑ x, ∑ y, f x y) = c"),
    ("∑ x, f x = ∏ y, g y", "(∑ x, f x) = (∏ y, g y)"),
    ("∀ x, p x → q x ∧ r", "∀ x, (p x → (q x ∧ r))"),
    ("∃ x, p x ∧ q x", "∃ x, (p x ∧ q x)"),
    ("⨆ i, f i + c", "⨆ i, (f i + c)"),
    ("⨆ i, f i = c", "(⨆ i, f i) = c"),
    ("∫ x, f x * g x ∂μ + c", "(∫ x, (f x * g x) ∂μ) + c"),
    ("fun x => x + fun y => y", "fun x => (x + (fun y => y))"),
    ("a + fun x => x * c", "a + (fun x => (x * c))"),
    ("if p then a else b + c", "if p then a else (b + c)"),
    ("let x := a; x + b", "let x := a; (x + b)"),
    ("a >>= fun x => b >>= c", "a >>= (fun x => (b >>= c))"),
    ("f <$> a <*> b", "(f <$> a) <*> b"),
    ("(x : A) → B x → C", "(x : A) → (B x → C)"),
    ("(x : A) × B x × C", "(x : A) × (B x × C)"),
    ("-‖x‖ ^ 2", "-(‖x‖ ^ 2)"),
    ("f x.1 (y).2", "f (x.1) ((y).2)"),
    ("xs[i] + ys[j]!", "(xs[i]) + (ys[j]!)"),
    ("f xs[i] x", "f (xs[i]) x"),
    ("f^[n] x", "(f^[n]) x"),
    ("n ! * 3", "(n !) * 3"),
    ("f n ! k", "f (n !) k"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "full"), PRECEDENCE, ids=[text for text, _ in PRECEDENCE])
def test_precedence(text: str, full: str) -> None:
    assert without_parens(parse_term(text)) == without_parens(parse_term(full))


def test_precedence_control() -> None:
    assert without_parens(parse_term("(a + b) * c")) != without_parens(parse_term("a + b * c"))


# ----- nodes -----------------------------------------------------------------------------------


def binder(name: str, **more: object) -> s.Binder:
    return s.Binder(name, **more)  # type: ignore[arg-type]


NODES = [
    ("f x y", App(F, (X, Y))),
    ("f (n := x) ..", App(F, (s.NamedArg("n", X),), ellipsis=True)),
    ("f (n := x).g", s.Proj(App(F, (s.NamedArg("n", X),)), "g")),
    ("f <| x", App(F, (X,))),
    ("f a <| x", App(F, (A, X))),
    ("x |> f a", App(F, (A, X))),
    ("x |> f |> a", App(A, (App(F, (X,)),))),
    ("x |>.f a", App(s.Proj(X, "f"), (A,))),
    ("f $ x", App(F, (X,))),
    ("x.f.g", Ident("x.f.g")),
    ("(x).f.1", s.Proj(s.Proj(Paren(X), "f"), 1)),
    ("x.1.f", s.Proj(s.Proj(X, 1), "f")),
    ("p.2.1", s.Proj(s.Proj(Ident("p"), 2), 1)),
    ("@f x", App(s.Explicit(F), (X,))),
    ("List.{u} a", App(Ident("List"), (A,))),
    (".f x", App(s.DotIdent("f"), (X,))),
    ("f .a", App(F, (s.DotIdent("a"),))),
    ("f fun x => x", App(F, (s.Fun((binder("x"),), X),))),
    ("(· + 1)", Paren(BinOp("+", s.CDot(), NumLit(1)))),
    ("f ·", App(F, (s.CDot(),))),
    ("(x : a)", s.Ascription(X, A)),
    ("(x :)", s.Ascription(X, None)),
    ("()", s.Tuple(())),
    ("(x, y, a)", s.Tuple((X, Y, A))),
    ("⟨x, _, ?h⟩", s.AnonCtor((X, s.Hole(), s.Hole("h")))),
    ("[x, y]", s.ListLit("[", (X, Y))),
    ("#[x]", s.ListLit("#[", (X,))),
    ("![x, y] 0", App(s.ListLit("![", (X, Y)), (NumLit(0),))),
    ("!![x, y; a, b]", s.ListLit("!![", (X, Y, A, B), 2)),
    ("{x, y}", s.SetLit((X, Y))),
    ("∅", s.SetLit(())),
    ("{}", s.SetLit(())),
    ("{x | a}", s.SetBuilder((binder("x"),), A)),
    ("{x : y | a}", s.SetBuilder((binder("x", type=Y),), A)),
    ("{x ∈ y | a}", s.SetBuilder((binder("x", predicate=("∈", Y)),), A)),
    ("{x : y // a}", s.SetBuilder((binder("x", type=Y),), A, subtype=True)),
    ("{(x, y) | a}", s.SetBuilder((binder("_", pattern=s.Tuple((X, Y))),), A)),
    ("{f x | (x : a)}",
     s.SetBuilder((binder("x", type=A),), Ident("True"), False, App(F, (X,)))),
    ("{f x | x ∈ a}",
     s.SetBuilder((binder("x", predicate=("∈", A)),), Ident("True"), False, App(F, (X,)))),
    ("{ x with a := y, b }",
     s.StructInst((X,), (s.FieldInit("a", (), Y), s.FieldInit("b", (), None)))),
    ("{ a, b := y }", s.StructInst((), (s.FieldInit("a", (), None), s.FieldInit("b", (), Y)))),
    ("{ a x := y, .. : b }",
     s.StructInst((), (s.FieldInit("a", (binder("x"),), Y),), B, ellipsis=True)),
    ("|x|", s.Bracket("|", (X,), "|")),
    ("f |x| ‖y‖", App(F, (s.Bracket("|", (X,), "|"), s.Bracket("‖", (Y,), "‖")))),
    ("⌊x⌋₊", s.Bracket("⌊", (X,), "⌋₊")),
    ("⟪x, y⟫_a", s.Bracket("⟪", (X, Y), "⟫_", A)),
    ("C(x, y)", s.Bracket("C(", (X, Y), ")")),
    ("𝓝[≠] x", App(s.Bracket("𝓝[", (Ident("≠"),), "]"), (X,))),
    ("x[y]'a", s.Index(X, Y, "'", A)),
    ("x[y]?", s.Index(X, Y, "?")),
    ("f^[y] x", App(s.Iterate(F, Y), (X,))),
    ("x →L[a] y", BinOp("→L[", X, Y, A)),
    ("x <= y", BinOp("≤", X, Y)),
    ("¬x", UnOp("¬", X)),
    ("xᵀ", UnOp("ᵀ", X, postfix=True)),
    ("#x", UnOp("#", X)),
    ("∀ x y : a, b", s.Pi((binder("x", type=A), binder("y", type=A)), B)),
    ("∀ x ∈ a, b", s.Pi((binder("x", predicate=("∈", A)),), B)),
    ("Π x, a", s.Pi((binder("x"),), A)),
    ("{x : a} → b", s.Pi((binder("x", kind=s.BinderKind.IMPLICIT, type=A),), B, forall=False)),
    ("[a] → b", s.Pi((binder("_", kind=s.BinderKind.INST, type=A),), B, forall=False)),
    ("{x : a // y} → b", s.Arrow(s.SetBuilder((binder("x", type=A),), Y, subtype=True), B)),
    ("(x : a) × y", s.BinderNotation("×", (binder("x", type=A),), Y)),
    ("∑ x ∈ a with b, y",
     s.BinderNotation("∑", (binder("x", predicate=("∈", A)),), Y, condition=B)),
    ("∑ x in a, y", s.BinderNotation("∑", (binder("x", predicate=("∈", A)),), Y)),
    ("∀ᶠ x in a, y", s.BinderNotation("∀ᶠ", (binder("x"),), Y, domain=(A,))),
    ("∫ x in a..b, y ∂f",
     s.BinderNotation("∫", (binder("x"),), Y, domain=(A, B), measure=F)),
    ("∀ᵐ x ∂a, y", s.BinderNotation("∀ᵐ", (binder("x"),), Y, measure=A)),
    ("fun ⟨x, y⟩ _ => a",
     s.Fun((binder("_", pattern=s.AnonCtor((X, Y))), binder("_")), A)),
    ("fun (x : a) {y} => b",
     s.Fun((binder("x", type=A), binder("y", kind=s.BinderKind.IMPLICIT)), B)),
    ("fun | x, y => a | b => f",
     s.FunMatch((s.Alt(((X, Y),), A), s.Alt(((B,),), F)))),
    ("match x, h : y with | a | b => f",
     s.Match((s.Discriminant(None, X), s.Discriminant("h", Y)),
             (s.Alt(((A,), (B,)), F),))),
    ("let f x : a := y; b", s.Let("let", "f", (binder("x"),), A, Y, B)),
    ("let ⟨x, _⟩ := y; b", s.Let("let", "_", (), None, Y, B, s.AnonCtor((X, s.Hole())))),
    ("have : a := x; y", s.Let("have", "this", (), A, X, Y)),
    ("show a from x", s.Show(A, X)),
    ("show a by trivial", s.Show(A, By())),
    ("if x : a then y else b", s.If("x", A, Y, B)),
    ("if let x := a then y else b", s.IfLet(X, A, Y, B)),
    ("open a in x", s.OpenIn(s.Open(("a",)), X)),
    ("x@y", BinOp("@", X, Y)),
    ("nomatch x", s.NoMatch((X,))),
    ("nofun", s.NoMatch()),
    ("sorry", s.Sorry()),
    ("Type*", s.SortLit("Type")),
    ("Sort (max u v)", s.SortLit("Sort")),
    ("f Type x", App(F, (s.SortLit("Type"), X))),
    ("do x; y", s.Do()),
    ("calc a = b := x", s.Calc()),
    ("0xff", NumLit(255)),
    ("1.50", s.SciLit(150, -2)),
    ("2e3", s.SciLit(2, 3)),
    (r'"a\n\x41"', s.StrLit("a\nA")),
    ("'\\''", s.CharLit("'")),
    ("`a.b", s.NameLit("a.b")),
    ('s!"a{x}{f y}b"', s.InterpStr("s", ("a", X, App(F, (Y,)), "b"))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "node"), NODES, ids=[text for text, _ in NODES])
def test_node(text: str, node: s.Term) -> None:
    assert parse_term(text) == node


def test_names_of_one_group_share_their_type() -> None:
    term = parse_term("fun (x y : a) => b")
    assert isinstance(term, s.Fun)
    assert term.binders[0].type is term.binders[1].type


def test_span_is_the_text_of_the_term() -> None:
    text = "  a + f (x) -- end"
    term = parse_term(text)
    assert text[term.span.start : term.span.end] == "a + f (x)"


# ----- where a block ends ----------------------------------------------------------------------

BLOCKS = [
    ("(by simp : a)", s.Ascription(By(), A)),
    ("(by exact (h : a) : a)", s.Ascription(By(), A)),
    ("(by have : a := x; exact x : a)", s.Ascription(By(), A)),
    ("⟨by simp [a, b], x⟩", s.AnonCtor((By(), X))),
    ("⟨by intro h; exact ⟨h, h⟩, x⟩", s.AnonCtor((By(), X))),
    ("⟨by have : ∀ y, y = y := x; simp, x⟩", s.AnonCtor((By(), X))),
    ("⟨by simpa using\n x, y⟩", s.AnonCtor((By(), Y))),
    ("if a then by simp else b", s.If(None, A, By(), B)),
    ("if a then by (if x then y else y) else b", s.If(None, A, By(), B)),
    ("if a then by by_cases a; exact if x then y else y else b", s.If(None, A, By(), B)),
    ("fun | x => by simp | y => b", s.FunMatch((s.Alt(((X,),), By()), s.Alt(((Y,),), B)))),
    ("fun | x => by rcases h with h | h | y => b",
     s.FunMatch((s.Alt(((X,),), By()),))),
    ("let x := by\n  simp\n  trivial\ny", s.Let("let", "x", (), None, By(), Y)),
    ("let x := by simp\n(y)", s.Let("let", "x", (), None, By(), Paren(Y))),
    ("have : a := by\n    simp\n⟨y⟩", s.Let("have", "this", (), A, By(), s.AnonCtor((Y,)))),
    ("f (by admit)", App(F, (Paren(By(has_sorry=True)),))),
    ("(do let z : a ← x; y : b)", s.Ascription(s.Do(), B)),
    ("fun\n  | x => do match a with\n    | b => b\n    | _ => by\n      simp\n  | y => b",
     s.FunMatch((s.Alt(((X,),), s.Do()), s.Alt(((Y,),), B)))),
    ("let x := do\n  a\n  b\ny", s.Let("let", "x", (), None, s.Do(), Y)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "node"), BLOCKS, ids=[text for text, _ in BLOCKS])
def test_block(text: str, node: s.Term) -> None:
    assert parse_term(text) == node


# ----- layout ----------------------------------------------------------------------------------


def body(text: str) -> s.Term:
    """Read `def d := …` and give its body."""
    command = only_command(parse_file(text, "T.lean"))
    assert isinstance(command, s.Declaration), command
    assert isinstance(command.body, s.Value)
    assert not isinstance(command.body.term, s.Opaque)
    return command.body.term


LAYOUT = [
    ("def d :=\n  let x := f\n  x y", "let x := f; x y"),
    ("def d :=\n  let x := f\n    a\n  x", "let x := f a; x"),
    ("def d :=\n  let x := a\n    + b\n  x", "let x := a + b; x"),
    ("def d :=\n  let x := fun y =>\n    y\n  let z := x\n  z",
     "let x := fun y => y; let z := x; z"),
    ("def d := f\n  x\n  y", "f x y"),
    ("def d :=\n  match x with\n  | a => f\n  | b => y", "match x with | a => f | b => y"),
    ("def d :=\n  match x with\n  | a => match y with\n    | b => f\n    | _ => a\n  | _ => b",
     "match x with | a => (match y with | b => f | _ => a) | _ => b"),
    ("def d :=\n  { a := f\n      x\n    b := y }", "{ a := f x, b := y }"),
    ("def d :=\n  { a := by\n      simp\n    b := y }", "{ a := by simp, b := y }"),
    ("def d :=\n  if a then\n    f x\n  else\n    y", "if a then f x else y"),
    ("def d :=\n  f (fun x =>\n    y) b", "f (fun x => y) b"),
    ("def d :=\n  have h : a := by\n    simp\n  ⟨h, x⟩", "have h : a := (by simp); ⟨h, x⟩"),
    ("def d :=\n  let rec f x := y\n  f a", "let rec f x := y; f a"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "term"), LAYOUT, ids=[text for text, _ in LAYOUT])
def test_layout(text: str, term: str) -> None:
    assert without_parens(body(text)) == without_parens(parse_term(term))


# ----- what is no term -------------------------------------------------------------------------

REJECTED = [
    ("a = b = c", 1, 7, "`=`", "the end of the term"),
    ("a ^ -b", 1, 5, "`-`", "an argument (a term in parentheses)"),
    ("a <$> b\\c\\d", 1, 10, "`\\`", "the end of the term"),
    ("f(x)", 1, 2, "`(`", "the end of the term"),
    ("(a", 1, 3, "end of text", "`)`, `,` or `:`"),
    ("⟨a b⟩ c)", 1, 8, "`)`", "the end of the term"),
    ("a +\n  * b", 2, 3, "`*`", "a term"),
    ("fun => x", 1, 5, "`=>`", "a binder"),
    ("fun x, y", 1, 6, "`,`", "`=>` or a binder"),
    ("x |>.f a + b", 1, 10, "`+`", "the end of the term"),
    ("∀ x y", 1, 6, "end of text", "`,`"),
    ("∀, p", 1, 2, "`,`", "a bound name"),
    ("if a then b", 1, 12, "end of text", "`else`"),
    ("match x with y", 1, 14, "identifier `y`", "`|`"),
    ("match x with | a y", 1, 19, "end of text", "`=>`, `,` or `|`"),
    ("let x 3; y", 1, 7, "numeral `3`", "`:=` or `:`"),
    ("f ∀ x, p", 1, 3, "`∀`", "the end of the term"),
    ("-f ↑∀ x, p", 1, 5, "`∀`", "an argument (a term in parentheses)"),
    ("x[i", 1, 4, "end of text", "`]`"),
    ("!![a, b; c]", 1, 12, "end of text", "rows of one length"),
    ("{a, b | c}", 1, 7, "`|`", "`,`, `}`, `|`, `:=` or `with`"),
    ("{x : a}", 1, 7, "`}`", "`|` or `//`"),
    ("∑ x ∈ s f x", 1, 12, "end of text", "`,`"),
    ("show a", 1, 7, "end of text", "`from` or `by`"),
    ("|x ", 1, 4, "end of text", "`|`"),
    ("bif a then b else c", 1, 1, "`bif`", "a form that can be read"),
    ("`(tactic| simp)", 1, 1, "```", "a term that is no syntax"),
    ('s!"{a b"', 1, 1, "stray character `s!\"{a b\"`", "a term"),
    ("theorem", 1, 1, "`theorem`", "a term"),
    ("§", 1, 1, "stray character `§`", "a term"),
    ("", 1, 1, "end of text", "a term"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "column", "got", "expected"), REJECTED, ids=[each[0] for each in REJECTED]
)
def test_rejected(text: str, line: int, column: int, got: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_term(text)
    error = caught.value
    assert (error.where.line, error.where.column) == (line, column)
    assert (error.got, error.expected) == (got, expected)


def test_an_error_shows_the_line_with_a_caret() -> None:
    with pytest.raises(InputError) as caught:
        parse_term("a +\n  (b * )")
    assert str(caught.value).splitlines() == [
        "2:8: term cannot be read",
        "    (b * )",
        "         ^",
        "  got: `)`",
        "  expected: a term",
    ]


def test_deep_nesting_is_read() -> None:
    text = "(" * 1500 + "x" + ")" * 1500
    assert isinstance(parse_term(text), Paren)
