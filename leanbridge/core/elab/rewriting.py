"""Tactics that change the type of a goal or of a hypothesis: `unfold`, `rw`, `simp`, `dsimp`.

Takes a goal, gives goals. A value of the new type is one of the old: where the two are equal by
computation, `id` names the old one; else it is a cast (`Eq.mpr`, `Eq.mp`), whose two types
evaluation compares. What `simp` makes of a type only Lean knows: the next term must say its type
itself.
"""

from __future__ import annotations

from dataclasses import replace

from leanbridge.core.elab.casts import replace_equal
from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.goals import Goal, Goals, Wrap, erased, replaced
from leanbridge.core.reduce import unfold, whnf, whnf_core
from leanbridge.core.terms import (
    PROP,
    App,
    Const,
    FVar,
    Match,
    MVar,
    Pi,
    Proof,
    Term,
    app,
    args_of,
    beta,
    const,
    head,
    instantiate,
    is_app_of,
    map_children,
    subterms,
)
from leanbridge.core.unify import unify
from leanbridge.source import tactic_syntax as t

SIMPLIFIERS = frozenset({"simp", "dsimp", "simpa"})
"""Those that may act on the type of a value; the others are for proofs."""


def cast(el: Elaborator, op: str, left: Term, right: Term) -> Wrap:
    """`Eq.mpr : left = right → right → left`, or `Eq.mp`, which goes the other way."""
    return lambda value: const(
        op, left, right, Proof(const("Eq", el.m.infer(left), left, right)), value
    )


def retyped(goal: Goal, type_: Term) -> Goal:
    """The goal with a type that is equal to its own by computation: `id` says which it had."""
    if type_ is goal.type:
        return goal
    return goal.retyped(type_, lambda value: const("id", goal.type, value))


def _computed(el: Elaborator, goal: Goal, type_: Term) -> Goal:
    """The goal with a definition unfolded: a cast where the unifier may not unfold it."""
    if unify(el.m, type_, goal.type):
        return retyped(goal, type_)
    return goal.retyped(type_, cast(el, "Eq.mpr", goal.type, type_))


# ----- unfold -----------------------------------------------------------------------------


def run_unfold(goals: Goals, tactic: t.Unfold) -> None:
    el = goals.el
    if tactic.at.names or tactic.at.everywhere:
        raise el.unsupported(None, "unfold", "at a hypothesis")
    with goals.first() as goal:
        for name in tactic.names:
            goal = _computed(el, goal, _unfolded(el, name, goal.type, tactic))
        goals.back(goal)


def _unfolded(el: Elaborator, name: str, type_: Term, tactic: t.Unfold | t.Rewrite) -> Term:
    local = el.local_named(name)
    if local is not None and el.m.locals[local].value is not None:
        return type_  # equal by computation, and an atom for us
    found = el.env.resolve(name, el.scope, el.entry.module, el.entry.order)
    if len(found) != 1 or found[0][1]:
        raise el.unsupported(None, "unfold", f"`{name}` is not one definition")
    full = found[0][0].name
    out = delta(el, full, type_)
    if out is None:
        raise el.unsupported(None, "unfold", f"{full} does not unfold here")
    return out


def delta(el: Elaborator, name: str, type_: Term) -> Term | None:
    """`type_` with the definition `name` replaced by its body, once; None if it is not there, or
    calls itself and no clause fits."""
    value = el.env.value(name)
    if value is None:
        return None
    calls_itself = any(c is Const(name) for c in subterms(value))
    done = stuck = False

    def go(term: Term, _: int = 0) -> Term:
        nonlocal done, stuck
        if head(term) is not Const(name):
            return map_children(term, go)
        args = tuple(go(a) for a in args_of(term))
        done = True
        if calls_itself:
            step = unfold(el.m, app(Const(name), *args)) if term.loose == 0 else None
            stuck = stuck or step is None
            return term if step is None else step
        return beta(value, args)

    out = go(el.m.instantiate_mvars(type_))
    return out if done and not stuck else None


# ----- rw ---------------------------------------------------------------------------------


def run_rewrite(goals: Goals, tactic: t.Rewrite) -> None:
    el, at = goals.el, tactic.at
    if at.everywhere:
        raise el.unsupported(None, "rw", "everywhere")
    for rule in tactic.rules:
        for name in at.names:
            _rewrite_local(goals, rule, name)
        if at.goal:
            _rewrite_goal(goals, rule)


def _rewrite_goal(goals: Goals, rule: t.RewriteRule) -> None:
    el = goals.el
    with goals.first() as goal:
        if goal.opaque:
            raise el.unsupported(rule.term, "rw", "of a type that `simp` has changed")
        name = _definition(el, rule)
        if name is not None:
            out = delta(el, name, goal.type)
            if out is None:
                raise el.unsupported(rule.term, "rw", f"with the equations of {name}")
            goals.back(_computed(el, goal, out))
            return
        type_, sides = _rewritten(goals, rule, goal.type)
        goals.back(goal.retyped(type_, cast(el, "Eq.mpr", goal.type, type_)), *sides)


def _rewrite_local(goals: Goals, rule: t.RewriteRule, name: str) -> None:
    el = goals.el
    with goals.first() as goal:
        x = _local(el, name)
        if _definition(el, rule) is not None:
            raise el.unsupported(rule.term, "rw", "a hypothesis with a definition")
        old = el.m.instantiate_mvars(el.m.locals[x].type)
        new, sides = _rewritten(goals, rule, old)
        y = el.m.local(name, new)
        if el.m.is_proof_type(old):
            wrap = erased(el, y)
        else:
            wrap = replaced(el, y, cast(el, "Eq.mp", old, new)(x))
        goals.back(without(goal.inside(y, wrap), x), *sides)


def _local(el: Elaborator, name: str) -> FVar:
    x = el.local_named(name)
    if x is None:
        raise el.fail(None, f"unknown hypothesis `{name}`")
    if el.m.locals[x].value is not None:
        raise el.unsupported(None, "by", f"`{name}` has a value: its type is not rewritten")
    return x


def without(goal: Goal, x: FVar) -> Goal:
    """The goal where `x` has no name any more."""
    return replace(goal, locals=tuple(y for y in goal.locals if y is not x))


def _definition(el: Elaborator, rule: t.RewriteRule) -> str | None:
    """The definition that a rule names, if it is no proof."""
    from leanbridge.source.syntax import Ident

    term = rule.term
    if not isinstance(term, Ident) or el.local_named(term.name.partition(".")[0]) is not None:
        return None
    found = el.env.resolve(term.name, el.scope, el.entry.module, el.entry.order)
    if len(found) != 1 or found[0][1] or found[0][0].kind not in ("def", "abbrev", "instance"):
        return None
    return found[0][0].name


def _rewritten(goals: Goals, rule: t.RewriteRule, type_: Term) -> tuple[Term, list[Goal]]:
    """`type_` with the left side of an equation replaced by the right, and what the equation
    asks for."""
    el, m = goals.el, goals.el.m
    proof = el.settled(lambda: el.term(rule.term, None), rule.term)
    prop = whnf_core(m, m.instantiate_mvars(m.infer(proof)))
    asked: list[MVar] = []
    while not is_app_of(prop, "Eq", 3) and not is_app_of(prop, "Iff", 2):
        if not isinstance(prop, Pi):
            prop = whnf(m, prop)
        if not isinstance(prop, Pi):
            raise el.unsupported(rule.term, "rw", "with what is no equation")
        asked.append(el.hole(prop.type))
        prop = whnf_core(m, instantiate(prop.body, (asked[-1],)))
    left, right = args_of(prop)[-2:]
    if rule.reversed:
        left, right = right, left
    out = replace_equal(m, type_, left, right)
    if out is None:
        raise el.fail(rule.term, "the goal has nothing to rewrite", got=type_, expected=left)
    sides = [_side(goals, rule, var) for var in asked if var not in m.assigned]
    return m.instantiate_mvars(out), sides


def _side(goals: Goals, rule: t.RewriteRule, var: MVar) -> Goal:
    el = goals.el
    goal = Goal(var, el.m.instantiate_mvars(el.m.metas[var].type), el.locals)
    if not goals.is_proof(goal):
        raise el.unsupported(rule.term, "rw", "an equation that leaves a value open")
    return goal


# ----- simp -------------------------------------------------------------------------------


def run_simplify(goals: Goals, tactic: t.Simplify) -> None:
    el, at = goals.el, tactic.at
    if at.everywhere or (at.names and tactic.using is not None):
        raise el.unsupported(None, tactic.word, "everywhere")
    for name in at.names:
        _simplify_local(goals, tactic, name)
    if not at.goal or at.names:
        return
    if tactic.word not in SIMPLIFIERS:
        raise el.unsupported(None, tactic.word, "at the type of a value")
    with goals.first() as goal:
        if tactic.word == "dsimp":
            goals.back(goal)  # equal by computation
        elif tactic.word == "simpa" and tactic.using is None:
            raise el.unsupported(None, "simpa", "the hypothesis that closes the goal is not named")
        elif tactic.using is not None:
            solve_opaque(goals, replace(goal, opaque=True), tactic)
        else:
            goals.back(replace(goal, opaque=True))


def _simplify_local(goals: Goals, tactic: t.Simplify, name: str) -> None:
    """A proof whose proposition only Lean knows; a value is not touched unless by computation."""
    el = goals.el
    with goals.first() as goal:
        x = _local(el, name)
        if not el.m.is_proof_type(el.m.instantiate_mvars(el.m.locals[x].type)):
            if tactic.word != "dsimp":
                raise el.unsupported(None, tactic.word, f"at the type of the value `{name}`")
            goals.back(goal)
            return
        y = el.m.local(name, el.hole(PROP))
        goals.back(without(goal.inside(y, erased(el, y)), x))


def solve_opaque(goals: Goals, goal: Goal, tactic: t.Exact | t.Simplify) -> None:
    """A value for a goal that `simp` has changed: its own type is equal to the old one.

    The term is read without an expected type, so it must not need one.
    """
    el, m = goals.el, goals.el.m
    stx = tactic.term if isinstance(tactic, t.Exact) else tactic.using
    assert stx is not None
    value = m.instantiate_mvars(el.settled(lambda: el.term(stx, None), stx))
    type_ = m.instantiate_mvars(m.infer(value))
    if value.has_mvar or type_.has_mvar:
        raise el.unsupported(stx, "simp", "the term after it does not say its type")
    if head(type_) is not head(goal.type) or isinstance(head(type_), (App, Match)):
        raise el.unsupported(stx, "simp", "it changes what the type is a type of")
    goals.solve(replace(goal, opaque=False), cast(el, "Eq.mpr", goal.type, type_)(value))
