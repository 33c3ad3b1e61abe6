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

from leanbridge.core.elab import recursion, rewriting
from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.goals import Goal, Goals, closed, defined, erased
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    PROP,
    Const,
    FVar,
    Let,
    MVar,
    Pi,
    Proof,
    Term,
    app,
    args_of,
    const,
    head,
    instantiate,
    is_app_of,
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


# ----- binders ----------------------------------------------------------------------------


def _intro(goals: Goals, tactic: t.Intro) -> None:
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


def _define(goals: Goals, tactic: t.Define) -> None:
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
    """The type and the value of a definition; None for a `have` without a type that cannot be
    read: it is then a proof, of what its first use asks for. A value it cannot be: the type of a
    value is no proposition, so that its use would fail."""
    from leanbridge.core.elab.blocks import let_value

    el = goals.el
    if stx.keyword != "have" or stx.type is not None or stx.binders:
        return el.settled(lambda: let_value(el, stx), stx)
    try:
        with el.m.attempt() as keep:
            found = el.settled(lambda: let_value(el, stx), stx)
            keep.append(True)
    except LeanbridgeError as problem:
        goals.doubts.append(problem)
        return None
    return found


def _with_equation(goals: Goals, goal: Goal, x: FVar, value: Term, tactic: t.Define) -> Goal:
    """After `set x := v with h`: the goal speaks of `x`, and `h : x = v`."""
    from leanbridge.core.elab.casts import replace_equal

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


def _show(goals: Goals, tactic: t.Show) -> None:
    el = goals.el
    with goals.first() as goal:
        type_ = el.m.instantiate_mvars(el.settled(lambda: el.type(tactic.type), tactic.type))
        if not unify(el.m, type_, goal.type):
            raise el.fail(tactic.type, "this is not the goal", got=type_, expected=goal.type)
        goals.back(rewriting.retyped(goal, el.m.instantiate_mvars(type_)))


# ----- cases ------------------------------------------------------------------------------


def _hole(span: syntax.Span) -> syntax.Hole:
    return syntax.Hole("_", span=span)


def _by_cases(goals: Goals, tactic: t.ByCases) -> None:
    then, otherwise = _hole(tactic.span), _hole(tactic.span)
    stx = syntax.If(tactic.name, tactic.condition, then, otherwise, span=tactic.span)
    with goals.first() as goal:
        goals.back(*goals.refine(goal, stx))


def _if(goals: Goals, tactic: t.IfThenElse) -> None:
    then, otherwise = _hole(tactic.then.span), _hole(tactic.otherwise.span)
    stx = syntax.If(tactic.name, tactic.condition, then, otherwise, span=tactic.span)
    with goals.first() as goal:
        first, second = goals.refine(goal, stx)
    _run_each(goals, [first, second], [tactic.then, tactic.otherwise])


def _match(goals: Goals, tactic: t.MatchWith) -> None:
    _branch(goals, tactic, tactic.discriminants, [(b.rows, b.block) for b in tactic.branches])


def _eliminate(goals: Goals, tactic: t.Eliminate) -> None:
    el = goals.el
    if tactic.word == "induction":
        branches = recursion.run_induction(goals, tactic)
        _run_each(goals, [goal for goal, _ in branches], [block for _, block in branches])
        return
    with goals.first() as goal:
        type_ = el.m.infer(el.settled(lambda: el.term(tactic.target, None), tactic.target))
        goals.back(goal)
    type_ = whnf(el.m, el.m.instantiate_mvars(type_))
    if el.m.is_proof_type(type_):
        raise el.unsupported(tactic.target, "cases", "of a proof")
    if tactic.generalizing:
        raise el.unsupported(tactic.target, "cases", "generalizing")
    owner = head(type_)
    names = el.env.constructors_of(owner.name) if isinstance(owner, Const) else ()
    short = [name.rpartition(".")[2] for name in names]
    rows: list[tuple[int, syntax.Term, t.Block]] = []
    for branch in tactic.branches:
        for row in branch.rows:
            name, pattern = _constructor(el, row)
            if name not in short:
                raise el.unsupported(pattern, "cases", f"no constructor is named {name}")
            rows.append((short.index(name), pattern, branch.block))
    rows.sort(key=lambda row: row[0])  # Lean has its branches in the order of the constructors
    by_row = [(((pattern,),), block) for _, pattern, block in rows]
    _branch(goals, tactic, (syntax.Discriminant(tactic.name, tactic.target),), by_row)


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


def _branch(
    goals: Goals,
    tactic: t.MatchWith | t.Eliminate,
    discriminants: tuple[syntax.Discriminant, ...],
    branches: list[tuple[tuple[tuple[syntax.Term, ...], ...], t.Block]],
) -> None:
    """A `match` whose branches are blocks; a block stands for each row of its branch."""
    rows = [(row, block) for rows, block in branches for row in rows]
    alternatives = tuple(
        syntax.Alt((row,), _hole(block.span), span=block.span) for row, block in rows
    )
    stx = syntax.Match(discriminants, alternatives, span=tactic.span)
    with goals.first() as goal:
        found = goals.refine(goal, stx)
    _run_each(goals, found, [block for _, block in rows])


def _run_each(goals: Goals, found: list[Goal], blocks: list[t.Block]) -> None:
    rest, goals.left = goals.left, []
    for goal, block in zip(found, blocks, strict=True):
        goals.left = [goal]
        run(goals, block)
    goals.left = rest


def _focus(goals: Goals, tactic: t.Focus) -> None:
    _run_each(goals, [goals.left.pop(0)], [tactic.block])


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
    el, m = goals.el, goals.el.m
    with goals.first() as goal:
        owner = head(whnf(m, goal.type))
        names = m.env.constructors_of(owner.name) if isinstance(owner, Const) else ()
        if len(names) != 1:
            raise el.unsupported(None, "constructor", f"of {len(names)} constructors")
        type_ = m.env.type_of(names[0])
        info = m.env.constructor(names[0])
        assert info is not None
        for _ in range(info.params):
            assert isinstance(type_, Pi)
            type_ = type_.body
        while isinstance(type_, Pi):
            if type_.info or any(_is_bound(t, 0) for t in [type_.body] if isinstance(t, Pi)):
                raise el.unsupported(None, "constructor", "fields that depend on each other")
            type_ = type_.body
        items = tuple(_hole(tactic.span) for _ in info.fields)
        goals.back(*goals.refine(goal, syntax.AnonCtor(items, span=tactic.span)))


def _is_bound(term: Term, index: int) -> bool:
    """Whether a loose bound variable occurs in the domains of a function type."""
    while isinstance(term, Pi):
        x = FVar(-1, "x")
        opened = instantiate(_only(term.type), (x,) * 1) if term.type.loose > index else term.type
        if any(s is x for s in subterms(opened)):
            return True
        term, index = term.body, index + 1
    return False


def _only(term: Term) -> Term:
    return term


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
    t.Intro: _intro,
    t.Define: _define,
    t.Show: _show,
    t.Unfold: rewriting.run_unfold,
    t.Rewrite: _rewrite,
    t.Simplify: rewriting.run_simplify,
    t.ByCases: _by_cases,
    t.MatchWith: _match,
    t.Eliminate: _eliminate,
    t.IfThenElse: _if,
    t.Focus: _focus,
    t.Plain: _plain,
    t.Other: _other,
}
