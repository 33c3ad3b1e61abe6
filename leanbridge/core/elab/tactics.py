"""Tactic blocks that give data: a block is read to the term that Lean makes of it.

Takes the syntax of a `by` and its type, which is known; gives a term. Every tactic is a rule on a
list of goals, and most are the term that Lean itself makes of them (`cases` is a `match`,
`by_cases` an `if`). Proofs are erased with what proves them. What is not read is `Unsupported` by
the tactic's name: no tactic that searches ever gives a value.

Worked example: `by unfold f; have h : T := e; exact g h` is `have h : T := e; g h`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from leanbridge.core.elab import rewriting
from leanbridge.core.elab.branches import (
    Branches,
    by_cases,
    cases,
    conditional,
    hole,
    match_with,
)
from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.goals import Goal, Goals
from leanbridge.core.elab.hypotheses import run_define, run_intro
from leanbridge.core.elab.recursion import induction
from leanbridge.core.reduce import whnf
from leanbridge.core.terms import (
    Const,
    FVar,
    MVar,
    Pi,
    Proof,
    Term,
    app,
    const,
    head,
    instantiate,
    subterms,
)
from leanbridge.core.unify import unify
from leanbridge.errors import LeanbridgeError, Unsupported
from leanbridge.source import syntax
from leanbridge.source import tactic_syntax as t
from leanbridge.source.tactics import tactic_block


def read_block(el: Elaborator, stx: syntax.By, type_: Term) -> Term:
    """The value of a tactic block of type `type_`.

    Raises: Unsupported, with the place, for a tactic that is not read.
    """
    el.entry.blocks += 1
    block = tactic_block(el.env.lines[el.entry.module].text, stx.span)
    goal = Goal(el.m.meta(type_, el.locals, synthetic=True), type_, el.locals)
    goals = Goals(el, [goal])
    try:
        run(goals, block)
    except LeanbridgeError:
        if goals.doubts:  # what was taken for a proof may be the reason
            raise goals.doubts[0] from None
        raise
    return el.m.instantiate_mvars(goal.var)


def run(goals: Goals, block: t.Block) -> None:
    """Run all tactics of a block; every goal must then be closed."""
    for tactic in block.tactics:
        if not goals.left:
            raise goals.el.fail(_at(tactic), "no goal is left for this tactic")
        if all(map(goals.is_proof, goals.left)):
            goals.erase(syntax.By(span=syntax.Span(tactic.span.start, block.span.end)))
            return
        if goals.is_proof(goals.left[0]):
            _prove(goals, tactic)
        else:
            _step(goals, tactic)
    if goals.left:
        raise goals.el.fail(_at(block), "goals are left", got=str(len(goals.left)))


def _step(goals: Goals, tactic: t.Tactic) -> None:
    if goals.left[0].opaque and not isinstance(tactic, t.Exact):
        raise goals.el.unsupported(_at(tactic), "simp", "what follows is no `exact`")
    rule = _RULES[type(tactic)]
    try:
        rule(goals, tactic)
    except Unsupported as problem:
        if problem.where is not None and problem.where.line is not None:
            raise
        raise goals.el.unsupported(_at(tactic), *problem.what.split(": ", 1)) from None


def _prove(goals: Goals, tactic: t.Tactic) -> None:
    """The first goal is a proof and others are not: only what surely closes it is read."""
    if not isinstance(tactic, (t.Focus, t.Exact)):
        why = "a proof in the midst of values, without `·`"
        raise goals.el.unsupported(_at(tactic), _name(tactic), why)
    rest, goals.left = goals.left[1:], goals.left[:1]
    goals.erase(syntax.By(span=tactic.span))
    goals.left = rest


def _at(node: t.Tactic | t.Block) -> syntax.Term:
    return syntax.By(span=node.span)


def _name(tactic: t.Tactic) -> str:
    match tactic:
        case t.Other(name=name):
            return name
        case t.Simplify(word=word) | t.Eliminate(word=word) | t.Plain(word=word):
            return word
        case t.Define(keyword=keyword):
            return keyword
        case t.Rewrite():
            return "rw"
        case _:
            return type(tactic).__name__.lower()


# ----- terms ------------------------------------------------------------------------------


def _exact(goals: Goals, tactic: t.Exact) -> None:
    el = goals.el
    with goals.first() as goal:
        if goal.opaque:
            rewriting.solve_opaque(goals, goal, tactic)
            return
        goals.solve(goal, el.settled(lambda: el.check(tactic.term, goal.type), tactic.term))


def _refine(goals: Goals, tactic: t.Refine) -> None:
    with goals.first() as goal:
        goals.back(*goals.refine(goal, tactic.term))


def _apply(goals: Goals, tactic: t.Apply) -> None:
    """`f` applied to as many arguments as make it a value of the goal."""
    el, m = goals.el, goals.el.m
    with goals.first() as goal:
        fn = m.instantiate_mvars(el.settled(lambda: el.term(tactic.term, None), tactic.term))
        least = max(_arity(el, m.infer(fn)) - _arity(el, goal.type), 0)
        for count in range(least, _arity(el, m.infer(fn)) + 1):
            with m.attempt() as keep:
                value, asked = _applied(el, fn, count)
                if unify(m, m.infer(value), goal.type):
                    keep.append(True)
            if keep == [True]:
                break
        else:
            raise el.fail(tactic.term, "this does not apply", got=m.infer(fn), expected=goal.type)
        open_ = [var for var in asked if var not in m.assigned]
        found = [Goal(var, m.instantiate_mvars(m.metas[var].type), el.locals) for var in open_]
        data = [g.var for g in found if not goals.is_proof(g)]
        if any(var in set(subterms(g.type)) for g in found for var in data):
            raise el.unsupported(tactic.term, "apply", "a goal that depends on another")
        goals.solve(goal, value, tuple(open_))
        goals.back(*found)


def _arity(el: Elaborator, type_: Term) -> int:
    count = 0
    type_ = whnf(el.m, type_)
    while isinstance(type_, Pi):
        count += 1
        type_ = whnf(el.m, instantiate(type_.body, (el.m.local(type_.name, type_.type),)))
    return count


def _applied(el: Elaborator, fn: Term, count: int) -> tuple[Term, list[MVar]]:
    asked: list[MVar] = []
    type_ = el.m.infer(fn)
    for _ in range(count):
        type_ = whnf(el.m, type_)
        assert isinstance(type_, Pi)
        asked.append(el.hole(type_.type))
        type_ = instantiate(type_.body, (asked[-1],))
    return app(fn, *asked), asked


def _show(goals: Goals, tactic: t.Show) -> None:
    el = goals.el
    with goals.first() as goal:
        type_ = el.m.instantiate_mvars(el.settled(lambda: el.type(tactic.type), tactic.type))
        if not unify(el.m, type_, goal.type):
            raise el.fail(tactic.type, "this is not the goal", got=type_, expected=goal.type)
        goals.back(rewriting.retyped(goal, el.m.instantiate_mvars(type_)))


# ----- branches ---------------------------------------------------------------------------


def _run_each(goals: Goals, branches: Branches) -> None:
    rest = goals.left
    for goal, block in branches:
        goals.left = [goal]
        run(goals, block)
    goals.left = rest


def _focus(goals: Goals, tactic: t.Focus) -> None:
    _run_each(goals, [(goals.left.pop(0), tactic.block)])


def _if(goals: Goals, tactic: t.IfThenElse) -> None:
    _run_each(goals, conditional(goals, tactic))


def _match(goals: Goals, tactic: t.MatchWith) -> None:
    _run_each(goals, match_with(goals, tactic))


def _eliminate(goals: Goals, tactic: t.Eliminate) -> None:
    _run_each(goals, (cases if tactic.word == "cases" else induction)(goals, tactic))


# ----- one word ---------------------------------------------------------------------------


def _plain(goals: Goals, tactic: t.Plain) -> None:
    match tactic.word:
        case "classical" | "skip":
            pass
        case "assumption":
            assumption(goals, _at(tactic))
        case "exfalso":
            with goals.first() as goal:
                goals.solve(goal, const("False.elim", goal.type, Proof(Const("False"))))
                proof = goals.el.hole(Const("False"))
                goals.back(Goal(proof, Const("False"), goals.el.locals))
        case "constructor":
            _split(goals, tactic)


def assumption(goals: Goals, stx: syntax.Term) -> None:
    """The only local variable that has the type of the goal; of several, Lean takes the last,
    but may see other ones."""
    el, m = goals.el, goals.el.m
    with goals.first() as goal:
        found: list[FVar] = []
        for x in goal.locals:
            if m.locals[x].instance or m.is_proof_type(m.locals[x].type):
                continue
            stuck = len(m.stuck)
            with m.attempt():
                if unify(m, m.locals[x].type, goal.type) and len(m.stuck) == stuck:
                    found.append(x)
        if len(found) != 1:
            raise el.unsupported(stx, "assumption", f"{len(found)} values have the goal's type")
        unify(m, m.locals[found[0]].type, goal.type)
        goals.solve(goal, found[0])


def _split(goals: Goals, tactic: t.Plain) -> None:
    """The constructor of a structure whose fields do not depend on each other: of those that do,
    Lean changes the order."""
    el = goals.el
    with goals.first() as goal:
        owner = head(whnf(el.m, goal.type))
        names = el.env.constructors_of(owner.name) if isinstance(owner, Const) else ()
        if len(names) != 1:
            raise el.unsupported(None, "constructor", f"of {len(names)} constructors")
        fields = _independent(el, names[0])
        if fields is None:
            raise el.unsupported(None, "constructor", "fields that depend on each other")
        items = tuple(hole(tactic.span) for _ in range(fields))
        goals.back(*goals.refine(goal, syntax.AnonCtor(items, span=tactic.span)))


def _independent(el: Elaborator, constructor: str) -> int | None:
    """How many fields a constructor has; None if one is implicit, or is in the type of another."""
    info = el.m.env.constructor(constructor)
    type_ = el.m.env.type_of(constructor)
    assert info is not None
    xs: list[FVar] = []
    while isinstance(type_, Pi):
        fields = xs[info.params :]
        if len(xs) >= info.params and (
            type_.info or any(x in fields for x in subterms(type_.type))
        ):
            return None
        xs.append(el.m.local(type_.name, type_.type))
        type_ = instantiate(type_.body, (xs[-1],))
    return len(xs) - info.params


def _other(goals: Goals, tactic: t.Other) -> None:
    raise goals.el.unsupported(_at(tactic), tactic.name, tactic.why or "a tactic for a value")


def _rewrite(goals: Goals, tactic: t.Rewrite) -> None:
    rewriting.run_rewrite(goals, tactic)
    if tactic.closes:
        assumption(goals, _at(tactic))


#: `Any`: each rule takes its own class of tactic, which the key names.
_RULES: Mapping[type, Callable[[Goals, Any], None]] = {
    t.Exact: _exact,
    t.Refine: _refine,
    t.Apply: _apply,
    t.Intro: run_intro,
    t.Define: run_define,
    t.Show: _show,
    t.Unfold: rewriting.run_unfold,
    t.Rewrite: _rewrite,
    t.Simplify: rewriting.run_simplify,
    t.ByCases: by_cases,
    t.MatchWith: _match,
    t.Eliminate: _eliminate,
    t.IfThenElse: _if,
    t.Focus: _focus,
    t.Plain: _plain,
    t.Other: _other,
}
