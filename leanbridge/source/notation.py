"""The literal table of notations: core Lean and the part of Mathlib that statements are written in.

Takes nothing, gives tables only: symbol → precedence and associativity. Never looks at text.
Precedences are those of the Lean and Mathlib declarations: `_infix(35, "right", "∧")` is Lean's
`infixr:35 " ∧ "`: the result has level 35, the left side needs 36, the right side is read at 35.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

MAX = 1024
"""Level of atoms, brackets and `fun`: what a function or a projected term must have."""
ARG = MAX - 1
"""Level an argument is read at: `do` may stand there, `by` and `f x` may not."""
LEAD = ARG - 1
"""Level of applications and of `∀`, `let`, `if`, `match`, `by`: any operand, no argument."""
MIN = 10


@dataclass(frozen=True, slots=True)
class Infix:
    """An infix notation; with `close` it carries a term before its end: `→ₗ[R]`, `=ᶠ[l]`."""

    level: int
    left: int
    right: int
    close: str = ""


@dataclass(frozen=True, slots=True)
class Prefix:
    """A prefix notation: the level of the result and the one its argument is read at."""

    level: int
    arg: int


def _infix(
    level: int, side: Literal["left", "right", "none"], symbols: str, close: str = ""
) -> dict[str, Infix]:
    left = level if side == "left" else level + 1
    right = level if side == "right" else level + 1
    return {symbol: Infix(level, left, right, close) for symbol in symbols.split()}


def _open(level: int, right: int, symbols: str) -> dict[str, Infix]:
    """Rows of Mathlib's `notation`s that carry a term and ask no level of their left side."""
    return {symbol: Infix(level, 0, right, "]") for symbol in symbols.split()}


INFIX: Mapping[str, Infix] = {
    # logic and relations
    **_infix(20, "none", "↔"),
    **_infix(30, "right", "∨"),
    **_infix(35, "right", "∧"),
    **_infix(50, "none", "= ≠ < ≤ > ≥ == != ≈ ≍ ∋ ∣ ∤ ⊆ ⊂ ⊇ ⊃ ⊄ ⊈ ≡ =O =o =Θ ⪯ ⊏"),
    **_infix(50, "left", "≪ ≺ ≼ ~ <+ <+~ <+: <:+ <:+: ⋖ ⩿ ⟂ ∥ ⊑"),
    **_infix(60, "left", "⟂ₘ"),
    **_open(50, 50, "=ᶠ[ ≤ᶠ[ <ᶠ[ =ᵐ[ ≤ᵐ[ <ᵐ[ ≠ᵐ[ ~["),
    **_open(100, 100, "=O[ =o[ =Θ["),
    "∈": Infix(50, 50, 50),
    "∉": Infix(50, 50, 50),
    # Boolean and bitwise
    **_infix(30, "left", "||"),
    **_infix(33, "left", "^^"),
    **_infix(35, "left", "&&"),
    **_infix(55, "left", "|||"),
    **_infix(58, "left", "^^^"),
    **_infix(60, "left", "&&&"),
    **_infix(75, "left", "<<< >>>"),
    # arithmetic and algebra
    **_infix(65, "left", "+ - ++ ∪ -ᵥ"),
    **_infix(65, "right", "+ᵥ"),
    **_infix(67, "right", "::"),
    "⋆": Infix(67, 0, 66),
    "⋆[": Infix(67, 0, 66, "]"),
    **_infix(68, "left", "⊔"),
    **_infix(69, "left", "⊓"),
    **_infix(70, "left", "* / % ∩ ∓ /ₚ %ₘ /ₘ ÷"),
    **_infix(70, "none", "\\"),
    **_infix(60, "right", "⇨"),
    **_infix(72, "left", "⬝ᵥ"),
    **_infix(73, "right", "• *ᵥ"),
    **_infix(73, "left", "ᵥ*"),
    **_infix(74, "left", "⨯₃"),
    **_infix(80, "right", "^"),
    "▸": Infix(75, 0, 75),
    **_infix(75, "left", "⬝"),
    **_infix(100, "left", "∆ ⊙ ⊗ ⊗ₜ ⊗ₖ ⊗ₘ ×ₖ"),
    **_infix(100, "left", "⊗[ ⊗ₜ[ ⊗ₖ[", "]"),
    # functions, sets, monads
    **_infix(90, "right", "∘ ∘SL ∘ₛₗ"),
    **_infix(80, "right", "'' ⁻¹' ∘ₗ ∘L ≫ ⋙ ≪≫"),
    **_infix(80, "left", "≪≫ₗ"),
    **_infix(82, "right", "×ˢ"),
    **_infix(55, "left", ">>="),
    **_infix(55, "right", ">=> <=< =<<"),
    **_infix(60, "right", ">>"),
    **_infix(60, "left", "*> <* <*>"),
    **_infix(100, "right", "<$> <&>"),
    **_infix(20, "right", "<|>"),
    # types
    **_infix(35, "right", "× ×'"),
    **_infix(35, "left", "⋊"),
    "⋊[": Infix(35, 0, 35, "]"),
    **_infix(30, "right", "⊕ ⊕'"),
    "⧸": Infix(35, 0, 34),
    **_infix(26, "right", "⥤"),
    **_infix(25, "left", "≃ ≃+ ≃* ≃+* ≃ₜ ≃ᵐ ≃ᵢ ≃o ≃r ≃ₜ* ≃ₜ+ ↪o ↪r →r ↠ ⇀"),
    **_infix(50, "left", "↪g →g"),
    **_infix(25, "right", "↪ →+ →* →+* →*₀ →o →. →ₙ* →ₙ+* →₀ →ₛ →ᵇ →ₜ* →ₜ+"),
    "⟹": Infix(20, 0, 19),
    **_open(25, 0, "→[ →ₗ[ →L[ →SL[ →ₛₗ[ →ₐ[ →ₗᵢ[ →ᵃ[ →ᴬ[ →ₙₐ[ →⋆ₐ[ →+[ →*[ →A[ →ᵇ[ →ₘ[ →₁["),
    **_open(50, 0, "≃ₗ[ ≃L[ ≃SL[ ≃ₛₗ[ ≃ₐ[ ≃A["),
    **_open(25, 0, "≃ₗᵢ[ ≃ᵃ[ ≃ᴬ[ ≃⋆ₐ["),
    **_infix(10, "right", "⟶ ≅ ≌"),
}
"""Infix notations. `→`, `|>`, `<|` and `$` are not here: they are syntax, not constants."""

MODULO: Mapping[str, str] = {"[MOD": "]", "[ZMOD": "]", "[PMOD": "]", "[SMOD": "]"}
"""What may follow `a ≡ b`: `a ≡ b [MOD n]`, level 50."""

ASCII: Mapping[str, str] = {
    "<=": "≤", ">=": "≥", "/\\": "∧", "\\/": "∨", "<->": "↔", "->": "→", "<-": "←",
    "λ": "fun", "↦": "=>", "forall": "∀", "$": "<|", "∀ᵉ": "∀", "∃ᵉ": "∃", "Π": "∀",
}  # fmt: skip
"""Second spellings, read as the first."""

PREFIX: Mapping[str, Prefix] = {
    "-": Prefix(75, 75),
    "¬": Prefix(MAX, 40),
    "!": Prefix(MAX, 40),
    "~~~": Prefix(100, 100),
    "↑": Prefix(MAX, MAX),
    "⇑": Prefix(MAX, MAX),
    "↥": Prefix(MAX, MAX),
    "√": Prefix(MAX, MAX),
    "∁": Prefix(MAX, MAX),
    "𝒫": Prefix(100, 100),
    "⋃₀": Prefix(110, 110),
    "⋂₀": Prefix(110, 110),
    "#": Prefix(ARG, ARG),
    "@&": Prefix(MAX, LEAD),
}

POSTFIX: frozenset[str] = frozenset("⁻¹ ᵀ ᴴ ᶜ ˣ ′ ᵒᵖ ᵐᵒᵖ ᵃᵒᵖ ᵒᵈ † ⁺ ⁻ ⁺ᵐ ⁻ᵐ ᗮ ! ‼ °".split())
"""Postfix notations; all bind at `MAX` (`n !`, whose level is 10000, binds no tighter than that
can show: its argument is an atom either way)."""

BRACKETS: Mapping[str, tuple[str, ...]] = {
    "|": ("|",),
    "‖": ("‖", "‖₊", "‖ₑ"),
    "⌊": ("⌋", "⌋₊"),
    "⌈": ("⌉", "⌉₊"),
    "⟪": ("⟫", "⟫_", "⟫_["),
    "⟦": ("⟧",),
    "‹": ("›",),
    "⁅": ("⁆",),
}
"""Bracket notations: the opening symbol and the closings it may have."""

SUBSCRIPTED: Mapping[str, str] = {"⟫_": "", "⟫_[": "]"}
"""Closings after which a term follows (`⟪x, y⟫_ℝ`, `⟪x, y⟫_[𝕜]`), and what ends that term."""

TIGHT: frozenset[str] = frozenset({"|", "‖"})
"""Brackets that open and close with one symbol: no space just inside of them."""

BINDERS: Mapping[str, int] = {
    "∃": 0, "∃!": 0, "∄": 0, "Σ": 0, "Σ'": 0, "Π₀": 0,
    "∑": 67, "∏": 67, "∑'": 67, "∏'": 67, "∑ᶠ": 67, "∏ᶠ": 67, "∐": 60, "⨁": 0, "⨂": 0,
    "⨆": 60, "⨅": 60, "⋃": 60, "⋂": 60, "∫": 60, "∫⁻": 60, "∮": 60, "⨍": 60, "⨍⁻": 60,
    "∀ᶠ": 0, "∃ᶠ": 0, "∀ᵐ": 0, "∃ᵐ": 0,
}  # fmt: skip
"""Binder notations and the level their body is read at. `∀` and `fun` are not here."""

PREDICATES: frozenset[str] = frozenset("∈ ∉ < ≤ > ≥ ≠ ⊆ ⊂ ⊇ ⊃ ∣".split())
"""What may follow a bound name: `∀ x ∈ s`, `∃ n > 0`, `∑ i ≤ n`."""

CONSTANTS: frozenset[str] = frozenset("⊤ ⊥ ∞ ∇ 𝟙 𝟭 ∠ ∡".split())
"""Symbols that stand for a constant by themselves and are read as an identifier."""

NAMED_BRACKETS: Mapping[str, str] = {"C": "C(", "s": "s("}
"""Names that open a bracket when `(` touches them: `C(X, Y)`, `s(a, b)`."""

LETTER_CONSTANTS: tuple[str, ...] = ("ℝ≥0∞", "ℝ≥0", "ℚ≥0", "ℕ∞", "ℕ+")
"""Constants whose name begins with an identifier letter; longest first."""

PUNCTUATION: frozenset[str] = frozenset(
    "( ) [ ] { } ⟨ ⟩ ⦃ ⦄ , ; : := => ← → |> |>. <| . .. ... · @ @[ _ ∂ ∀ ∅ ' ` ? // ![ !![ #[ "
    ".{ ^[ <;> .(".split()
)
"""Tokens that are no notation of a constant."""

SYMBOLS: frozenset[str] = frozenset().union(
    INFIX, MODULO, PREFIX, POSTFIX, BRACKETS, SUBSCRIPTED, BINDERS, CONSTANTS, PUNCTUATION,
    *BRACKETS.values(), [spelling for spelling in ASCII if not spelling.isascii()],
    [spelling for spelling in ASCII if spelling.isascii() and not spelling.isalpha()],
)  # fmt: skip
"""Every token that is not a name, a literal or a word; the lexer takes the longest match."""
