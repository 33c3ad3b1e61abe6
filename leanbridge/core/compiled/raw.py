"""Raw terms: the kernel's terms in the nodes of `core`, with nothing erased yet.

Three leaves more than finished terms have: a constant and a sort keep their levels, and the
kernel's projection stands at the head of an application. Metadata is dropped. Takes a kernel
expression; gives a hash-consed term on which substitution and abstraction work as on any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leanbridge.core.compiled.levels import level_of
from leanbridge.core.nodes import Term
from leanbridge.core.terms import (
    App,
    BVar,
    Lam,
    Let,
    Lit,
    Pi,
    app,
    map_children,
)
from leanbridge.errors import Unsupported
from leanbridge.source.olean import kernel
from leanbridge.source.olean.kernel import Level, children

_LEAVES: dict[tuple[Any, ...], Any] = {}


class RawConst(Term):
    """A constant with its levels."""

    __slots__ = ("levels", "name")
    name: str
    levels: tuple[Level, ...]

    def __new__(cls, name: str, levels: tuple[Level, ...]) -> RawConst:
        key = (cls, name, levels)
        self: RawConst | None = _LEAVES.get(key)
        if self is None:
            self = _LEAVES[key] = object.__new__(cls)
            self.name, self.levels = name, levels
            self.loose, self.has_fvar, self.has_mvar = 0, False, False
        return self

    def __repr__(self) -> str:
        return self.name


class RawSort(Term):
    """`Sort level`."""

    __slots__ = ("level",)
    level: Level

    def __new__(cls, level: Level) -> RawSort:
        key = (cls, level)
        self: RawSort | None = _LEAVES.get(key)
        if self is None:
            self = _LEAVES[key] = object.__new__(cls)
            self.level = level
            self.loose, self.has_fvar, self.has_mvar = 0, False, False
        return self

    def __repr__(self) -> str:
        return f"Sort {self.level}"


class RawProj(Term):
    """The kernel's projection to field `index` of `structure`; applied to one argument."""

    __slots__ = ("index", "structure")
    structure: str
    index: int

    def __new__(cls, structure: str, index: int) -> RawProj:
        key = (cls, structure, index)
        self: RawProj | None = _LEAVES.get(key)
        if self is None:
            self = _LEAVES[key] = object.__new__(cls)
            self.structure, self.index = structure, index
            self.loose, self.has_fvar, self.has_mvar = 0, False, False
        return self

    def __repr__(self) -> str:
        return f"{self.structure}.{self.index}"


def instantiate_levels(term: Term, values: Mapping[str, Level]) -> Term:
    """The term with its level parameters replaced."""
    if not values:
        return term
    memo: dict[Term, Term] = {}

    def go(t: Term, _: int = 0) -> Term:
        out = memo.get(t)
        if out is None:
            match t:
                case RawConst() if t.levels:
                    out = RawConst(t.name, tuple(level_of(x, values) for x in t.levels))
                case RawSort():
                    out = RawSort(level_of(t.level, values))
                case _:
                    out = map_children(t, go)
            memo[t] = out
        return out

    return go(term)


# ----- from the kernel's own ------------------------------------------------------------------


def raw(expr: kernel.Expr, memo: dict[int, tuple[kernel.Expr, Term]]) -> Term:
    """The raw term of a kernel expression. `memo` is by identity and keeps its keys alive.

    Raises: Unsupported for a free variable or metavariable, which no finished constant has.
    """
    stack: list[kernel.Expr] = [expr]
    while stack:
        e = stack[-1]
        if id(e) in memo:
            stack.pop()
            continue
        todo = [c for c in children(e) if id(c) not in memo]
        if todo:
            stack.extend(todo)
            continue
        stack.pop()
        memo[id(e)] = (e, _node(e, memo))
    return memo[id(expr)][1]


def _written(name: str) -> str:
    """A binder's name without the marks that Lean's macros leave in it (`x.«_@».M._hyg.11`)."""
    return name.partition(".«_@»")[0]


def _node(e: kernel.Expr, memo: dict[int, tuple[kernel.Expr, Term]]) -> Term:
    def of(x: kernel.Expr) -> Term:
        return memo[id(x)][1]

    match e:
        case kernel.BVar():
            return BVar(e.index)
        case kernel.Sort():
            return RawSort(level_of(e.level))
        case kernel.Const():
            return RawConst(e.name, tuple(level_of(x) for x in e.levels))
        case kernel.App():
            return app(of(e.fn), of(e.arg))
        case kernel.Lam():
            return Lam(_written(e.name), e.info, of(e.type), of(e.body))
        case kernel.Pi():
            return Pi(_written(e.name), e.info, of(e.type), of(e.body))
        case kernel.Let():
            return Let(_written(e.name), of(e.type), of(e.value), of(e.body))
        case kernel.Lit():
            return Lit(e.value)
        case kernel.MData():
            return of(e.expr)
        case kernel.Proj():
            return App((of(e.expr),), RawProj(e.structure, e.index))
        case _:
            raise Unsupported(f"{type(e).__name__}: a variable of an unfinished term")
