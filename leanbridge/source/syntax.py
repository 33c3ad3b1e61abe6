"""The syntax tree of Lean 4 text: what was written, before it means anything.

Takes nothing, gives node classes only. Never resolves a name, never looks at another file.
Every node has a `span` of code-point offsets into its file; spans do not take part in equality.
Notation is kept as written (an operator is its symbol, parentheses are nodes), because what it
means depends on types that only `core` knows: `(n - 1 : ℕ)` and `n - 1` differ by an ascription.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points of one file."""

    start: int
    end: int


def _span() -> Span:
    return field(default=Span(0, 0), compare=False, repr=False, kw_only=True)


# ----- names and literals -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ident:
    """`x`, `Nat.succ`, `«a b».c`, `_root_.x`; universes (`List.{u}`) are read and dropped."""

    name: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class DotIdent:
    """`.ctor`: resolved in the namespace of the expected type."""

    name: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Hole:
    """`_`, or `?name`."""

    name: str | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class CDot:
    """`·` or `.` as an anonymous argument; bound by the nearest `Paren` around it."""

    span: Span = _span()


@dataclass(frozen=True, slots=True)
class NumLit:
    value: int
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SciLit:
    """`1.5e-3`: mantissa 15, exponent -4, exactly."""

    mantissa: int
    exponent: int
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class StrLit:
    value: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class CharLit:
    value: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class NameLit:
    """A quoted name."""

    name: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class InterpStr:
    """`s!"a{x}b"`: strings and terms in order; prefix is `s`, `f` or `m`."""

    prefix: str
    parts: tuple[str | Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SortLit:
    """`Prop`, `Type`, `Type u`, `Type*`, `Sort u`; levels are read and dropped."""

    kind: Literal["Prop", "Type", "Sort"]
    span: Span = _span()


# ----- application ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedArg:
    name: str
    value: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class App:
    """`f a (n := b) ..`; at least one argument or `ellipsis`."""

    fn: Term
    args: tuple[Term | NamedArg, ...]
    ellipsis: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Explicit:
    """`@f`: every argument is explicit. `target` is an `Ident` or a `DotIdent`."""

    target: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Proj:
    """`e.f`, `e.1`, where `e` is not itself a plain identifier with that dot inside."""

    target: Term
    field: str | int
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Index:
    """`x[i]`, `x[i]!`, `x[i]?`, `x[i]'h`."""

    target: Term
    index: Term
    suffix: Literal["", "!", "?", "'"] = ""
    proof: Term | None = None
    span: Span = _span()


# ----- brackets ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paren:
    """`(e)`; also the scope of the `CDot`s inside."""

    body: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Ascription:
    """`(e : T)`; `(e :)` has no type. Also a scope of `CDot`s."""

    body: Term
    type: Term | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Tuple:
    """`()` or `(a, b, c)`. Also a scope of `CDot`s."""

    items: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class AnonCtor:
    """`⟨a, b⟩`."""

    items: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class FieldInit:
    """`f := v`, `f x y := v` (binders), or the pun `f`; `path` is dotted.

    Of `f : T := v` the value is an `Ascription`; of `f | p => v` it is a `FunMatch`.
    """

    path: str
    binders: tuple[Binder, ...]
    value: Term | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class StructInst:
    """`{ s with f := v, .. : T }`."""

    sources: tuple[Term, ...]
    fields: tuple[FieldInit, ...]
    type: Term | None = None
    ellipsis: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ListLit:
    """`[a, b]`, `#[a, b]`, `![a, b]`, `!![…; …]` (rows flattened, `columns` given)."""

    open: Literal["[", "#[", "![", "!!["]
    items: tuple[Term, ...]
    columns: int | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SetLit:
    """`{a, b}`, `{}`, `∅`."""

    items: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SetBuilder:
    """`{x | p}`, `{x : T | p}`, `{x ∈ s | p}`; `{x : T // p}` has `subtype`.

    `pattern` is set for `{f x | (x : T)}`-like forms, whose binders then quantify; their `body`
    is `True`.
    """

    binders: tuple[Binder, ...]
    body: Term
    subtype: bool = False
    pattern: Term | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Bracket:
    """`|x|`, `‖x‖`, `⌊x⌋`, `⌈x⌉`, `⌊x⌋₊`, `⟪x, y⟫_ℝ`, … named by the opening symbol.

    Also `𝓝[s]` (`𝓝[≠]` has the item `≠`), `C(X, Y)` (`open` is `C(`) and `s(a, b)`.
    """

    open: str
    items: tuple[Term, ...]
    close: str
    subscript: Term | None = None
    span: Span = _span()


# ----- operators --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BinOp:
    """Every infix notation, by its symbol: `+ ∘ = ∈ ∧ ≃ →L[ℝ] ▸ <|> :: …`.

    `param` is the term inside a notation such as `E →L[ℝ] F` or `f =ᶠ[l] g`, whose `op` is then
    `→L[` or `=ᶠ[`; `a ≡ b [MOD n]` is `≡[MOD`. ASCII spellings are read as the others (`<=`: `≤`).
    `→` and `<|`, `|>`, `$` are not here (`Arrow`, `App`). `x@p` is here, with `op` `@`.
    """

    op: str
    lhs: Term
    rhs: Term
    param: Term | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class UnOp:
    """Prefix (`- ¬ ! ↑ ⇑ ↥ ∁ √ …`) and postfix (`⁻¹ ᵀ ! ᶜ ˣ ′ …`) notations."""

    op: str
    arg: Term
    postfix: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Iterate:
    """`f^[n]`."""

    fn: Term
    count: Term
    span: Span = _span()


# ----- binding ----------------------------------------------------------------------------


class BinderKind(Enum):
    EXPLICIT = "()"
    IMPLICIT = "{}"
    STRICT = "⦃⦄"
    INST = "[]"


@dataclass(frozen=True, slots=True)
class Binder:
    """One bound name; `(a b : T)` gives two. `_` and anonymous instances have name `_`.

    `pattern`: `fun ⟨a, b⟩ => …` (name is `_`). `predicate`: `∀ x ∈ s` gives ("∈", s).
    `default`: `(x : T := v)`; `auto`: `(h : p := by tac)` gives the span of the tactic.
    `type_span_shared` names of one group share their `type` node by identity.
    """

    name: str
    kind: BinderKind = BinderKind.EXPLICIT
    type: Term | None = None
    default: Term | None = None
    auto: bool = False
    pattern: Term | None = None
    predicate: tuple[str, Term] | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Fun:
    """`fun x (y : T) ⟨a, b⟩ => e`."""

    binders: tuple[Binder, ...]
    body: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Alt:
    """`| p, q | r, s => e`: `rows` has one tuple of patterns per alternative pattern row."""

    rows: tuple[tuple[Term, ...], ...]
    body: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class FunMatch:
    """`fun | p => e | q => f`."""

    alts: tuple[Alt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Discriminant:
    """`h : e` or `e` of a `match`."""

    name: str | None
    term: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Match:
    discriminants: tuple[Discriminant, ...]
    alts: tuple[Alt, ...]
    motive: Term | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Arrow:
    """`A → B`."""

    domain: Term
    codomain: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Pi:
    """`∀ x y, p` (also `Π x, p`), or with `forall` false `(x : A) → B`, `{x : A} → B`."""

    binders: tuple[Binder, ...]
    body: Term
    forall: bool = True
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class BinderNotation:
    """`∃ ∃! ∑ ∏ ⨆ ⨅ ⋃ ⋂ ∫ ∀ᶠ ∃ᶠ …` over binders.

    `condition`: `∑ x ∈ s with p x, f x`. `domain`: the filter of `∀ᶠ x in l, p`,
    the set of `∫ x in s, f`. `measure`: `∫ x, f ∂μ`.
    """

    op: str
    binders: tuple[Binder, ...]
    body: Term
    condition: Term | None = None
    domain: tuple[Term, ...] = ()
    measure: Term | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Let:
    """`let x bs : T := v; e` and `have`/`haveI`/`letI`/`let rec` with a value.

    `keyword` is what was written. `pattern` is set for `let ⟨a, b⟩ := e` (name is `_`); the name
    of `have : T := v` is `this`.
    """

    keyword: Literal["let", "have", "haveI", "letI", "let rec", "suffices"]
    name: str
    binders: tuple[Binder, ...]
    type: Term | None
    value: Term
    body: Term
    pattern: Term | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Show:
    """`show T from e`, `show T by tac`, `show T; e`."""

    type: Term
    value: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class If:
    """`if h : c then t else e`; name is None without `h :`."""

    name: str | None
    condition: Term
    then: Term
    otherwise: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class IfLet:
    """`if let p := v then t else e`."""

    pattern: Term
    value: Term
    then: Term
    otherwise: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class OpenIn:
    """`open A B in e`, `set_option … in e` as a term; `command` says which."""

    command: Command
    body: Term
    span: Span = _span()


# ----- what is kept as a span -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class By:
    """A tactic block; read later only where its value is data."""

    has_sorry: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Do:
    """A `do` block, kept as a span."""

    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Calc:
    """A `calc` proof, kept as a span."""

    has_sorry: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Sorry:
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class NoMatch:
    """`nomatch e, …`, `nofun` (no terms)."""

    terms: tuple[Term, ...] = ()
    span: Span = _span()


Term = (
    Ident | DotIdent | Hole | CDot | NumLit | SciLit | StrLit | CharLit | NameLit | InterpStr
    | SortLit | App | Explicit | Proj | Index | Paren | Ascription | Tuple | AnonCtor | StructInst
    | ListLit | SetLit | SetBuilder | Bracket | BinOp | UnOp | Iterate | Fun | FunMatch | Match
    | Arrow | Pi | BinderNotation | Let | Show | If | IfLet | OpenIn | By | Do | Calc | Sorry
    | NoMatch
)  # fmt: skip


# ----- commands ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attribute:
    """`simp`, `reducible`, `irreducible`, `simps (…)`: head name and raw rest; `-` is `removed`."""

    name: str
    arguments: str = ""
    removed: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Modifiers:
    doc: str | None = None
    attributes: tuple[Attribute, ...] = ()
    private: bool = False
    protected: bool = False
    noncomputable: bool = False
    unsafe: bool = False
    partial: bool = False
    scope: Literal["", "local", "scoped"] = ""


@dataclass(frozen=True, slots=True)
class Value:
    """`:= e`. In a theorem `e` is not parsed: it is `By`, `Sorry` or `Opaque`."""

    term: Term | Opaque
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Opaque:
    """A proof term, kept as a span."""

    has_sorry: bool
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Equations:
    """A body by clauses."""

    alts: tuple[Alt, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class WhereFields:
    """`where f := v …`: a structure instance as a body."""

    fields: tuple[FieldInit, ...]
    span: Span = _span()


Body = Value | Equations | WhereFields


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a structure; `binders` are those after its name (`f (x : A) : B`)."""

    name: str
    kind: BinderKind
    binders: tuple[Binder, ...]
    type: Term | None
    default: Term | None
    auto: bool
    modifiers: Modifiers
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Constructor:
    name: str
    binders: tuple[Binder, ...]
    type: Term | None
    modifiers: Modifiers
    span: Span = _span()


DeclKind = Literal[
    "def", "theorem", "lemma", "abbrev", "instance", "example", "axiom", "opaque",
    "structure", "class", "inductive", "class inductive",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration, with the text of its proof left out.

    `name` is as written (may be dotted, `_root_.x`); None for an anonymous instance or example.
    `fields`/`ctor_name`/`extends` belong to structures, `constructors` to inductives.
    `where_decls` are the local definitions of a trailing `where`. `name_span` may be None.
    """

    kind: DeclKind
    name: str | None
    modifiers: Modifiers
    binders: tuple[Binder, ...]
    type: Term | None
    body: Body | None
    fields: tuple[Field, ...] = ()
    extends: tuple[Term, ...] = ()
    ctor_name: str | None = None
    constructors: tuple[Constructor, ...] = ()
    deriving: tuple[str, ...] = ()
    where_decls: tuple[Declaration, ...] = ()
    name_span: Span | None = field(default=None, compare=False)
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Namespace:
    name: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Section:
    name: str | None
    noncomputable: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class End:
    name: str | None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Open:
    """`open A B`, `open scoped A`, `open A (x y)`, `open A hiding x`, `open A renaming x → y`."""

    names: tuple[str, ...]
    scoped: bool = False
    only: tuple[str, ...] | None = None
    hiding: tuple[str, ...] = ()
    renaming: tuple[tuple[str, str], ...] = ()
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Export:
    name: str
    only: tuple[str, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Variable:
    """`variable (x : T) {y} [C x]`; a binder without a type changes the kind of an existing one."""

    binders: tuple[Binder, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Universe:
    names: tuple[str, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Omit:
    """`omit [C x] y` or `include h`; `include` tells which."""

    binders: tuple[Binder, ...]
    include: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class SetOption:
    name: str
    value: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class AttributeCommand:
    """`attribute [irreducible] a b`."""

    attributes: tuple[Attribute, ...]
    names: tuple[str, ...]
    scope: Literal["", "local", "scoped"] = ""
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Guard:
    """`#guard e`."""

    term: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Mutual:
    declarations: tuple[Command, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class In:
    """`open A in cmd`, `omit [C] in cmd`, `set_option … in cmd`, `variable … in cmd`."""

    first: Command
    second: Command
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Other:
    """A command that declares nothing we read, by its keyword: `#eval`, `#check`, `/-! -/`, …"""

    keyword: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Text that could not be read: what was expected, what was found, where."""

    construct: str
    message: str
    position: int
    span: Span = _span()


Command = (
    Declaration | Namespace | Section | End | Open | Export | Variable | Universe | Omit
    | SetOption | AttributeCommand | Guard | Mutual | In | Other | Unsupported
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Import:
    module: str
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class File:
    """One parsed file. `trivia` are the spans of white space and plain comments between commands;
    with the spans of imports, commands and trivia every code point belongs to exactly one of them.
    """

    path: str
    text: str = field(repr=False)
    module_keyword: bool
    imports: tuple[Import, ...]
    commands: tuple[Command, ...]
    trivia: tuple[Span, ...] = field(repr=False)
