"""Tactics that bring names into scope: `intro`, `have`, `let`, `set`, `obtain`.

Takes the first goal, gives it back with more local variables. A proof is one whose value is erased
outside; a `have` of data is opaque inside, as it is for Lean, and its value is its term.
"""

from __future__ import annotations

from leanbridge.core.elab.blocks import let_value
from leanbridge.core.elab.casts import replace_equal
from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.goals import Goal, Goals, closed, defined, erased
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    PROP,
    FVar,
    Let,
    Pi,
    Term,
    args_of,
    const,
    instantiate,
    is_app_of,
)
from leanbridge.errors import LeanbridgeError
from leanbridge.source import syntax
from leanbridge.source import tactic_syntax as t


def run_intro(goals: Goals, tactic: t.Intro) -> None:
    el = goals.el
    with goals.first() as goal:
        for pattern in tactic.patterns or (syntax.Hole(),):
            if not isinstance(pattern, (syntax.Ident, syntax.Hole)):
                raise el.unsupported(pattern, "intro", "a pattern")
            name = pattern.name if isinstance(pattern, syntax.Ident) else "_"
            if name == "rfl":
                raise el.unsupported(pattern, "intro", "a pattern")
            goal = _introduced(el, goal, name or "_", pattern)
        goals.back(goal)


def _introduced(el: Elaborator, goal: Goal, name: str, stx: syntax.Term) -> Goal:
    type_ = el.m.instantiate_mvars(goal.type)
    if isinstance(type_, Let):
        raise el.unsupported(stx, "intro", "a `let` of the goal")
    type_ = whnf_core(el.m, type_)
    if not isinstance(type_, Pi):
        type_ = whnf(el.m, type_)
    if not isinstance(type_, Pi):
        raise el.fail(stx, "there is nothing to introduce", got=goal.type)
    x = el.m.local(name, type_.type, info=type_.info)
    return goal.inside(x, closed(el, x)).retyped(instantiate(type_.body, (x,)))


def run_define(goals: Goals, tactic: t.Define) -> None:
    el, m = goals.el, goals.el.m
    with goals.first() as goal:
        if tactic.pattern is not None:
            goals.back(*_taken_apart(goals, goal, tactic))
            return
        keyword = "have" if tactic.keyword in ("have", "haveI") else "let"
        hole = syntax.Hole(span=tactic.span)
        stx = syntax.Let(
            keyword,  # type: ignore[arg-type]  # one of two literals
            tactic.name,
            tactic.binders,
            tactic.type,
            tactic.value,
            hole,
            span=tactic.span,
        )
        found = _value_of(goals, stx)
        if found is None:
            x = m.local(tactic.name if tactic.name != "_" else "this", el.hole(PROP))
            goals.back(goal.inside(x, erased(el, x)))
            return
        type_, value = map(m.instantiate_mvars, found)
        name = tactic.name if tactic.name != "_" else "this"
        if m.is_proof_type(type_):
            x = m.local(name, type_)
            goals.back(goal.inside(x, erased(el, x)))
        elif keyword == "have":
            x = m.local(name, type_)
            goals.back(goal.inside(x, defined(el, x, value)))
        else:
            x = m.local(name, type_, value)
            goal = goal.inside(x, closed(el, x))
            goals.back(_with_equation(goals, goal, x, value, tactic))


def _value_of(goals: Goals, stx: syntax.Let) -> tuple[Term, Term] | None:
    """The type and the value of a definition; None for a `have` without a type that is a theorem
    applied in a way that cannot be read: a proof, of what its first use asks for. If it were a
    value after all, that use would fail, as the type of a value is no proposition."""
    el = goals.el
    if stx.type is not None or stx.binders or not _starts_with_a_proof(el, stx.value):
        return el.settled(lambda: let_value(el, stx), stx)
    try:
        with el.m.attempt() as keep:
            found = el.settled(lambda: let_value(el, stx), stx)
            keep.append(True)
    except LeanbridgeError as problem:
        goals.doubts.append(problem)
        return None
    return found


def _starts_with_a_proof(el: Elaborator, stx: syntax.Term) -> bool:
    """Whether the first word of a term is a theorem, or a proof in scope."""
    while not isinstance(stx, syntax.Ident):
        match stx:
            case syntax.App(fn=inner) | syntax.Proj(target=inner) | syntax.Paren(body=inner):
                stx = inner
            case _:
                return False
    local = el.local_named(stx.name.partition(".")[0])
    if local is not None:
        return el.m.is_proof_type(el.m.instantiate_mvars(el.m.locals[local].type))
    found = el.env.resolve(stx.name, el.scope, el.entry.module, el.entry.order)
    return len(found) == 1 and found[0][0].kind == "theorem"


def _with_equation(goals: Goals, goal: Goal, x: FVar, value: Term, tactic: t.Define) -> Goal:
    """After `set x := v with h`: the goal speaks of `x`, and `h : x = v`."""
    el = goals.el
    if tactic.keyword != "set":
        return goal
    spoken = replace_equal(el.m, goal.type, value, x)
    if spoken is not None:
        goal = goal.retyped(spoken)
    if tactic.equation is None:
        return goal
    sides = (value, x) if tactic.reversed else (x, value)
    h = el.m.local(tactic.equation, const("Eq", el.m.infer(x), *sides))
    return goal.inside(h, erased(el, h))


def _taken_apart(goals: Goals, goal: Goal, tactic: t.Define) -> list[Goal]:
    """`obtain ⟨a, b⟩ := e` is a `match` with one clause."""
    el = goals.el
    assert tactic.pattern is not None
    for name in _names(tactic.pattern):
        if name == "rfl" or "-" in name:
            raise el.unsupported(tactic.pattern, tactic.keyword, f"the pattern `{name}`")
    value = tactic.value
    if tactic.type is not None:
        value = syntax.Ascription(value, tactic.type, span=value.span)
    known = el.settled(lambda: el.m.infer(el.term(value, None)), value)
    if el.m.is_proof_type(el.m.instantiate_mvars(known)):
        return [_proof_apart(el, goal, tactic.pattern, known)]
    hole = syntax.Hole("_", span=tactic.span)
    alternative = syntax.Alt(((tactic.pattern,),), hole, span=tactic.span)
    discriminant = syntax.Discriminant(None, value)
    return goals.refine(goal, syntax.Match((discriminant,), (alternative,), span=tactic.span))


def _names(pattern: syntax.Term) -> list[str]:
    match pattern:
        case syntax.Ident(name=name):
            return [name]
        case syntax.AnonCtor(items=items) | syntax.Tuple(items=items):
            return [name for item in items for name in _names(item)]
        case syntax.Paren(body=body) | syntax.Ascription(body=body):
            return _names(body)
        case syntax.Hole():
            return []
        case _:
            return ["-"]


def _proof_apart(el: Elaborator, goal: Goal, pattern: syntax.Term, prop: Term) -> Goal:
    """The parts of a proof of `p ∧ q`; no value can come out of any other proof."""
    match pattern:
        case syntax.Ident(name=name):
            x = el.m.local(name, prop)
            return goal.inside(x, erased(el, x))
        case syntax.Hole():
            return goal
        case syntax.AnonCtor(items=(first, *rest)) if rest:
            prop = whnf_core(el.m, el.m.instantiate_mvars(prop))
            if not is_app_of(prop, "And", 2):
                raise el.unsupported(pattern, "obtain", "of a proof that is no `∧`")
            left, right = args_of(prop)
            last = rest[0] if len(rest) == 1 else syntax.AnonCtor(tuple(rest), span=pattern.span)
            goal = _proof_apart(el, goal, first, left)
            return _proof_apart(el, goal, last, right)
        case _:
            raise el.unsupported(pattern, "obtain", "this pattern for a proof")
