"""The syntax tree of a tactic block, as far as it can give data.

Takes nothing, gives node classes only. A tactic that is not here is an `Other`, with its name:
whoever needs its meaning refuses it, whoever needs only its extent has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from leanbridge.source.syntax import Binder, Discriminant, Span, Term


def _span() -> Span:
    return field(default=Span(0, 0), compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Exact:
    """`exact e`."""

    term: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Refine:
    """`refine e`, in which `?_` is a goal that is left."""

    term: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Apply:
    """`apply f`: what `f` still needs is a goal."""

    term: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Intro:
    """`intro x ⟨a, b⟩`, `rintro x`; without patterns, one name that nobody can say."""

    patterns: tuple[Term, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Define:
    """`have h : T := e`, `let x := e`, `set x : T := e with h`, `obtain ⟨a, b⟩ := e`.

    `pattern` is set for `have ⟨a, b⟩ := e` (name is `_`); `equation` is the `h` of `set`, and
    `reversed` its `← h`.
    """

    keyword: Literal["have", "haveI", "let", "letI", "set", "obtain"]
    name: str
    binders: tuple[Binder, ...]
    type: Term | None
    value: Term
    pattern: Term | None = None
    equation: str | None = None
    reversed: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Show:
    """`show T`, `change T`: another spelling of the goal."""

    type: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Location:
    """`at h₁ h₂ ⊢`: the names, and whether the goal is meant; `at *` is `everywhere`."""

    names: tuple[str, ...] = ()
    goal: bool = True
    everywhere: bool = False


@dataclass(frozen=True, slots=True)
class Unfold:
    """`unfold f g`."""

    names: tuple[str, ...]
    at: Location
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class RewriteRule:
    """`h` or `← h`."""

    term: Term
    reversed: bool
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Rewrite:
    """`rw [h, ← g] at x`; `closes` is the `a` of `rwa`: an assumption then closes the goal."""

    rules: tuple[RewriteRule, ...]
    at: Location
    closes: bool = False
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Simplify:
    """`simp`, `simp only […]`, `dsimp …`, `simpa … using e`, `norm_num …`: the word, the place.

    What it rewrites with is not read: only a proof knows.
    """

    word: str
    at: Location
    using: Term | None = None
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class ByCases:
    """`by_cases h : p`."""

    name: str
    condition: Term
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Branch:
    """`| p, q => tactics` of a `match`; `rows` as in `syntax.Alt`."""

    rows: tuple[tuple[Term, ...], ...]
    block: Block
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class MatchWith:
    """`match e with | p => tactics …`."""

    discriminants: tuple[Discriminant, ...]
    branches: tuple[Branch, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Eliminate:
    """`cases x with | c a b => tactics …`, `induction x generalizing y with …`.

    Each branch has one row of one pattern, a constructor's short name applied to names.
    """

    word: Literal["cases", "induction"]
    target: Term
    name: str | None
    generalizing: tuple[str, ...]
    branches: tuple[Branch, ...]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class IfThenElse:
    """`if h : c then tactics else tactics`."""

    name: str | None
    condition: Term
    then: Block
    otherwise: Block
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Focus:
    """`· tactics`: the first goal, to its end."""

    block: Block
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Plain:
    """A tactic that is one word: `constructor`, `assumption`, `exfalso`, `classical`, `skip`."""

    word: Literal["constructor", "assumption", "exfalso", "classical", "skip"]
    span: Span = _span()


@dataclass(frozen=True, slots=True)
class Other:
    """A tactic that is not read: its name, and why."""

    name: str
    why: str = ""
    span: Span = _span()


Tactic = (
    Exact | Refine | Apply | Intro | Define | Show | Unfold | Rewrite | Simplify | ByCases
    | MatchWith | Eliminate | IfThenElse | Focus | Plain | Other
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Block:
    """Tactics in order."""

    tactics: tuple[Tactic, ...]
    span: Span = _span()
