"""Tactics that distinguish cases: `by_cases`, `if`, `match`, `cases`.

Takes the first goal, solves it by the `if` or the `match` that Lean makes of the tactic, and gives
the goals of the branches. Never runs a branch.
"""

from __future__ import annotations

from typing import TypeAlias

from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.goals import Goal, Goals
from leanbridge.core.reduce import whnf
from leanbridge.core.terms import Const, head
from leanbridge.source import syntax
from leanbridge.source import tactic_syntax as t

Branches: TypeAlias = list[tuple[Goal, t.Block]]
"""The goal of each branch, and the tactics that stand there for it."""


def hole(span: syntax.Span) -> syntax.Hole:
    """A goal that is left, as if `?_` stood at `span`."""
    return syntax.Hole("_", span=span)


def by_cases(goals: Goals, tactic: t.ByCases) -> None:
    """Two goals, with `h : p` and with `h : ¬p`."""
    then, otherwise = hole(tactic.span), hole(tactic.span)
    stx = syntax.If(tactic.name, tactic.condition, then, otherwise, span=tactic.span)
    with goals.first() as goal:
        goals.back(*goals.refine(goal, stx))


def conditional(goals: Goals, tactic: t.IfThenElse) -> Branches:
    """`if h : c then … else …`."""
    then, otherwise = hole(tactic.then.span), hole(tactic.otherwise.span)
    stx = syntax.If(tactic.name, tactic.condition, then, otherwise, span=tactic.span)
    with goals.first() as goal:
        first, second = goals.refine(goal, stx)
    return [(first, tactic.then), (second, tactic.otherwise)]


def match_with(goals: Goals, tactic: t.MatchWith) -> Branches:
    """`match e with | p => …`; a block stands for each row of its branch."""
    rows = [(row, branch.block) for branch in tactic.branches for row in branch.rows]
    return _branches(goals, tactic, tactic.discriminants, rows)


def cases(goals: Goals, tactic: t.Eliminate) -> Branches:
    """`cases e with | c a b => …`: a `match` on the constructors, in their order."""
    el = goals.el
    if tactic.generalizing:
        raise el.unsupported(tactic.target, "cases", "generalizing")
    short = _constructors(goals, tactic)
    rows: list[tuple[int, syntax.Term, t.Block]] = []
    for branch in tactic.branches:
        for row in branch.rows:
            name, pattern = _constructor(el, row)
            if name not in short:
                raise el.unsupported(pattern, "cases", f"no constructor is named {name}")
            rows.append((short.index(name), pattern, branch.block))
    rows.sort(key=lambda row: row[0])
    target = syntax.Discriminant(tactic.name, tactic.target)
    return _branches(goals, tactic, (target,), [((p,), block) for _, p, block in rows])


def _constructors(goals: Goals, tactic: t.Eliminate) -> list[str]:
    """The short names of the constructors of what is taken apart."""
    el = goals.el
    with goals.first() as goal:
        type_ = el.m.infer(el.settled(lambda: el.term(tactic.target, None), tactic.target))
        goals.back(goal)
    type_ = whnf(el.m, el.m.instantiate_mvars(type_))
    if el.m.is_proof_type(type_):
        raise el.unsupported(tactic.target, "cases", "of a proof")
    owner = head(type_)
    names = el.env.constructors_of(owner.name) if isinstance(owner, Const) else ()
    return [name.rpartition(".")[2] for name in names]


def _constructor(el: Elaborator, row: tuple[syntax.Term, ...]) -> tuple[str, syntax.Term]:
    """The name `c` and the pattern `.c a b` of an alternative `c a b`."""
    match row:
        case (syntax.Ident(name=name, span=span),):
            return name, syntax.App(syntax.DotIdent(name, span=span), (), True, span=span)
        case (syntax.App(fn=syntax.Ident(name=name, span=span), args=args) as pattern,):
            fn = syntax.DotIdent(name, span=span)
            return name, syntax.App(fn, args, True, span=pattern.span)
        case _:
            raise el.unsupported(row[0], "cases", "an alternative that names no constructor")


def _branches(
    goals: Goals,
    tactic: t.MatchWith | t.Eliminate,
    discriminants: tuple[syntax.Discriminant, ...],
    rows: list[tuple[tuple[syntax.Term, ...], t.Block]],
) -> Branches:
    alternatives = tuple(
        syntax.Alt((row,), hole(block.span), span=block.span) for row, block in rows
    )
    stx = syntax.Match(discriminants, alternatives, span=tactic.span)
    with goals.first() as goal:
        found = goals.refine(goal, stx)
    return list(zip(found, [block for _, block in rows], strict=True))
