"""The kernel's terms as a compiled file holds them: levels and expressions.

Only data; `decode` makes it. Nodes compare by identity: within one module a sub-term that the
file shares is one object, so a memo table is keyed by nodes, and must be, for the tree behind a
shared term can be exponential. A chain can be 10⁵ long: walk with a stack of your own.

A name is text as source spells it: `Nat.add`, a numeric component bare (`f.match_1`'s component is
the text `match_1`, but `_private.M.0.f` has the number 0), a component that is no identifier, or a
keyword, in «» (`a.«b c»`, the text `1` is `«1»`; a » inside is doubled), the empty name
`[anonymous]`.

Worked example: `fun (x : Nat) => Nat.succ x` is
`Lam("x", "", Const("Nat", ()), App(Const("Nat.succ", ()), BVar(0)))`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

BinderInfo: TypeAlias = Literal["", "{}", "⦃⦄", "[]"]
"""Explicit, implicit, strict implicit, instance: as `core.nodes` writes them, and the last."""


@dataclass(frozen=True, slots=True, eq=False)
class Zero:
    """Level 0. `ZERO` is the only one, so `level is ZERO` asks whether a sort is `Prop`."""


@dataclass(frozen=True, slots=True, eq=False)
class Succ:
    """`level + 1`; `Type` is `Sort(Succ(ZERO))`."""

    level: Level


@dataclass(frozen=True, slots=True, eq=False)
class Max:
    """`max left right`."""

    left: Level
    right: Level


@dataclass(frozen=True, slots=True, eq=False)
class IMax:
    """`imax left right`: 0 if `right` is 0, else `max left right`."""

    left: Level
    right: Level


@dataclass(frozen=True, slots=True, eq=False)
class Param:
    """A universe parameter of the declaration."""

    name: str


Level: TypeAlias = Zero | Succ | Max | IMax | Param
ZERO = Zero()


@dataclass(frozen=True, slots=True, eq=False)
class BVar:
    """A bound variable, 0 the innermost. The type or value of a constant has no loose one."""

    index: int


@dataclass(frozen=True, slots=True, eq=False)
class FVar:
    """A free variable: never in a constant."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class MVar:
    """A metavariable: never in a constant."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Sort:
    """`Sort level`."""

    level: Level


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    """A constant at universe levels."""

    name: str
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True, eq=False)
class App:
    """One application; `fn` may be an `App`."""

    fn: Expr
    arg: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Lam:
    """`fun (name : type) => body`."""

    name: str
    info: BinderInfo
    type: Expr
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Pi:
    """`(name : type) → body`."""

    name: str
    info: BinderInfo
    type: Expr
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Let:
    """`let name : type := value; body`, or `have` (`nondep`)."""

    name: str
    type: Expr
    value: Expr
    body: Expr
    nondep: bool


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """A raw literal: a natural number or a string."""

    value: int | str


@dataclass(frozen=True, slots=True, eq=False)
class MData:
    """An expression with annotations that mean nothing (they are dropped)."""

    expr: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Proj:
    """Field `index` (from 0, parameters not counted) of a value of `structure`."""

    structure: str
    index: int
    expr: Expr


Expr: TypeAlias = (
    BVar | FVar | MVar | Sort | Const | App | Lam | Pi | Let | Lit | MData | Proj
)  # fmt: skip


def children(expr: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside an expression."""
    match expr:
        case App(fn, arg):
            return fn, arg
        case Lam(_, _, type_, body) | Pi(_, _, type_, body):
            return type_, body
        case Let(_, type_, value, body):
            return type_, value, body
        case MData(inner) | Proj(_, _, inner):
            return (inner,)
        case _:
            return ()
