"""`induction n with | zero => … | succ k ih => …` for a value: `Nat.rec`.

Takes the first goal; gives a goal per branch. The motive is the goal as a function of `n`, and of
the local variables that depend on it (or are generalized), which every branch gets anew.
"""

from __future__ import annotations

from leanbridge.core.elab.branches import Branches
from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.goals import Goal, Goals, closed
from leanbridge.core.reduce import whnf
from leanbridge.core.terms import (
    NAT,
    FVar,
    Pi,
    Proof,
    Term,
    app,
    const,
    instantiate,
    nat,
    replace,
    subterms,
)
from leanbridge.source import syntax
from leanbridge.source import tactic_syntax as t


def induction(goals: Goals, tactic: t.Eliminate) -> Branches:
    """Solve the first goal by recursion; the branches' goals, with their blocks."""
    el, m = goals.el, goals.el.m
    target = tactic.target
    branches = _alternatives(el, tactic)
    with goals.first() as goal:
        n = el.local_named(target.name) if isinstance(target, syntax.Ident) else None
        if n is None or m.locals[n].value is not None:
            raise el.unsupported(target, "induction", "on what is no variable")
        if whnf(m, m.locals[n].type) is not NAT or tactic.name is not None:
            raise el.unsupported(target, "induction", "on what is no natural number")
        extra = _reverted(el, goal, n, tactic)
        whole = m.close_pi(extra, goal.type)
        t_ = m.local("t", NAT)
        motive = m.close_lambda((t_,), replace(whole, {n: t_}))
        kept = tuple(x for x in goal.locals if x is not n and x not in extra)
        zero = _case(el, kept, replace(whole, {n: nat(0)}), extra)
        k_name, ih_name = branches["succ"][0]
        k = m.local(k_name, NAT)
        ih = m.local(ih_name, replace(whole, {n: k}))
        successor = const("HAdd.hAdd", NAT, k, nat(1))
        succ = _case(el, (*kept, k, ih), replace(whole, {n: successor}), extra)
        step = m.close_lambda((k, ih), succ.var)
        value = const("Nat.rec", motive, zero.var, step, n)
        goals.solve(goal, app(value, *_arguments(el, extra)), (zero.var, succ.var))
        return [(zero, branches["zero"][1]), (succ, branches["succ"][1])]


def _alternatives(
    el: Elaborator, tactic: t.Eliminate
) -> dict[str, tuple[tuple[str, ...], t.Block]]:
    """The names and the block of each branch; unnamed variables get names that nobody can say."""
    found: dict[str, tuple[tuple[str, ...], t.Block]] = {}
    for branch in tactic.branches:
        for row in branch.rows:
            name, names = _pattern(el, row)
            wanted = {"zero": 0, "succ": 2}.get(name, -1)
            if len(names) > wanted or name in found:
                raise el.unsupported(row[0], "induction", f"the alternative `{name}`")
            found[name] = ((*names, "_", "_")[:wanted], branch.block)
    if found.keys() != {"zero", "succ"}:
        raise el.unsupported(tactic.target, "induction", "the two cases `zero` and `succ`")
    return found


def _pattern(el: Elaborator, row: tuple[syntax.Term, ...]) -> tuple[str, tuple[str, ...]]:
    match row:
        case (syntax.Ident(name=name),):
            return name, ()
        case (syntax.App(fn=syntax.Ident(name=name), args=args),):
            names = [
                a.name if isinstance(a, syntax.Ident) else "_"
                for a in args
                if isinstance(a, (syntax.Ident, syntax.Hole))
            ]
            if len(names) == len(args):
                return name, tuple(n or "_" for n in names)
    raise el.unsupported(row[0], "induction", "this alternative")


def _reverted(el: Elaborator, goal: Goal, n: FVar, tactic: t.Eliminate) -> tuple[FVar, ...]:
    """The local variables that become arguments of the motive, in the order of the context."""
    wanted: set[Term] = {n}
    for name in tactic.generalizing:
        x = el.local_named(name)
        if x is None or x is n:
            raise el.fail(tactic.target, f"`{name}` cannot be generalized")
        wanted.add(x)
    found: list[FVar] = []
    for x in goal.locals:
        data = el.m.locals[x]
        parts = [el.m.instantiate_mvars(p) for p in (data.type, data.value) if p is not None]
        if x in wanted or any(s in wanted for p in parts for s in subterms(p)):
            wanted.add(x)
            if x is n:
                continue
            if data.value is not None:
                raise el.unsupported(tactic.target, "induction", f"`{x.name}` has a value")
            found.append(x)
    return tuple(found)


def _case(el: Elaborator, locals_: tuple[FVar, ...], type_: Term, extra: tuple[FVar, ...]) -> Goal:
    """The goal of a branch, with the reverted variables introduced again."""
    goal = Goal(el.m.meta(type_, locals_, synthetic=True), type_, locals_)
    for old in extra:
        if el.m.locals[old].instance:
            goal = _again(goal, old)
            continue
        pi = goal.type
        assert isinstance(pi, Pi)
        x = el.m.local(old.name, pi.type, info=pi.info)
        goal = goal.inside(x, closed(el, x)).retyped(instantiate(pi.body, (x,)))
    return goal


def _again(goal: Goal, instance: FVar) -> Goal:
    """An instance is no argument: it stays in scope as it was."""
    return Goal(goal.var, goal.type, (*goal.locals, instance), goal.wraps)


def _arguments(el: Elaborator, extra: tuple[FVar, ...]) -> list[Term]:
    data = [x for x in extra if not el.m.locals[x].instance]
    types = [el.m.instantiate_mvars(el.m.locals[x].type) for x in data]
    return [
        Proof(type_) if el.m.is_proof_type(type_) else x
        for x, type_ in zip(data, types, strict=True)
    ]
