"""`let`, `have`, `show`, `if`, `open … in`, holes and proofs (rules 8, 22, 24)."""

from __future__ import annotations

from contextlib import ExitStack

from leanbridge.core.elab.arguments import check_local_proof
from leanbridge.core.elab.binders import bind
from leanbridge.core.elab.elaborator import Elaborator, Postpone, Stx
from leanbridge.core.entries import OPERATOR_CLASSES
from leanbridge.core.terms import (
    Const,
    FVar,
    MVar,
    Proof,
    Sort,
    Term,
    const,
    head,
    instantiate,
)
from leanbridge.core.unify import unify
from leanbridge.source import syntax


def elab_let(el: Elaborator, stx: syntax.Let, expected: Term | None) -> Term:
    if stx.keyword in ("let rec", "suffices"):
        raise el.unsupported(stx, stx.keyword)
    if stx.pattern is not None:
        return _let_pattern(el, stx, expected)
    type_, value = let_value(el, stx)
    m = el.m
    opaque = stx.keyword in ("have", "haveI")
    if opaque and m.is_proof_type(type_):
        x = m.local(stx.name if stx.name != "_" else "this", type_)
        with el.inside(x):
            body = el.check(stx.body, expected) if expected is not None else el.term(stx.body)
        return instantiate(m.abstracted(body, (x,)), (Proof(type_),))
    x = m.local(stx.name if stx.name != "_" else "this", type_, value)
    with el.inside(x):
        body = el.check(stx.body, expected) if expected is not None else el.term(stx.body, None)
    return m.close_lambda((x,), body)


def let_value(el: Elaborator, stx: syntax.Let) -> tuple[Term, Term]:
    """The type and the value of what `stx` defines, functions of its binders."""
    variables: list[FVar] = []
    with ExitStack() as stack:
        for binder in stx.binders:
            x = bind(el, binder)
            variables.append(x)
            stack.enter_context(el.inside(x))
        type_ = el.type(stx.type) if stx.type is not None else el.type_hole()
        _check_no_instance(el, stx, type_)
        if el.m.is_proof_type(type_) and stx.type is not None:
            check_local_proof(el, stx.value, type_)
            value: Term = el.erased(stx.value, type_)
        else:
            value = el.check(stx.value, type_)
            _check_no_instance(el, stx, type_)
        xs = tuple(variables)
        return el.m.close_pi(xs, type_), el.m.close_lambda(xs, value)


def _check_no_instance(el: Elaborator, stx: syntax.Let, type_: Term) -> None:
    """A local instance would change what an operator means."""
    owner = head(el.m.instantiate_mvars(type_))
    if isinstance(owner, Const) and owner.name in OPERATOR_CLASSES:
        raise el.unsupported(stx, "instance", f"{stx.name}, a local {owner.name}")


def _let_pattern(el: Elaborator, stx: syntax.Let, expected: Term | None) -> Term:
    assert stx.pattern is not None
    value: Stx = stx.value
    if stx.type is not None:
        value = syntax.Ascription(value, stx.type, span=stx.value.span)
    alternative = syntax.Alt(((stx.pattern,),), stx.body, span=stx.span)
    match = syntax.Match((syntax.Discriminant(None, value),), (alternative,), span=stx.span)
    return el.term(match, expected)


def elab_show(el: Elaborator, stx: syntax.Show, expected: Term | None) -> Term:
    type_ = el.type(stx.type)
    if expected is not None:
        unify(el.m, type_, expected)
    if el.m.is_proof_type(type_):
        return el.erased(stx.value, type_)
    x = el.m.local("this", type_, el.check(stx.value, type_))
    return el.m.close_lambda((x,), x)  # `have this : T := e; this`


def elab_if(el: Elaborator, stx: syntax.If, expected: Term | None) -> Term:
    condition = el.proposition(stx.condition)
    type_ = expected if expected is not None else el.type_hole()
    if stx.name is None:
        then = el.check(stx.then, type_)
        return const("ite", type_, condition, then, el.check(stx.otherwise, type_))
    branches: list[Term] = []
    for prop, body in ((condition, stx.then), (const("Not", condition), stx.otherwise)):
        h = el.m.local(stx.name, prop)
        with el.inside(h):
            branches.append(el.m.close_lambda((h,), el.check(body, type_)))
    return const("dite", type_, condition, *branches)


def elab_if_let(el: Elaborator, stx: syntax.IfLet, expected: Term | None) -> Term:
    wild = syntax.Hole(span=stx.span)
    match = syntax.Match(
        (syntax.Discriminant(None, stx.value),),
        (
            syntax.Alt(((stx.pattern,),), stx.then, span=stx.span),
            syntax.Alt(((wild,),), stx.otherwise, span=stx.span),
        ),
        span=stx.span,
    )
    return el.term(match, expected)


def elab_open_in(el: Elaborator, stx: syntax.OpenIn, expected: Term | None) -> Term:
    before = el.scope
    if isinstance(stx.command, syntax.Open):
        el.scope = before.open(stx.command)
    try:
        return el.term(stx.body, expected)
    finally:
        el.scope = before


def elab_sort(el: Elaborator, stx: syntax.SortLit, expected: Term | None) -> Term:
    return Sort(stx.kind)


def elab_hole(el: Elaborator, stx: syntax.Hole, expected: Term | None) -> Term:
    if stx.name is not None and el.left is not None:
        return el.left.goal(el, stx, expected)
    return el.hole(expected)


def elab_by(
    el: Elaborator,
    stx: syntax.By | syntax.Calc | syntax.Sorry | syntax.NoMatch,
    expected: Term | None,
) -> Term:
    """A tactic block at a proof position is an erased proof; at a data position it is read, after
    everything else, as Lean does."""
    if expected is None:
        raise Postpone("`by` needs an expected type")
    type_ = el.m.instantiate_mvars(expected)
    if el.m.is_proof_type(type_):
        return el.erased(stx, type_)
    if isinstance(head(type_), MVar) and not el.final:
        raise Postpone("`by` needs an expected type")
    if isinstance(stx, (syntax.Sorry, syntax.By)) and _is_sorry(stx):
        raise el.unsupported(stx, "sorry", "at a data position")
    if isinstance(stx, syntax.By):
        from leanbridge.core.elab.tactics import read_block  # tactics are written with `let`

        if not el.final:
            raise Postpone("a tactic block comes last")
        return read_block(el, stx, type_)
    raise el.unsupported(stx, type(stx).__name__.lower(), f"as data of type {type_!r}")


def _is_sorry(stx: Stx) -> bool:
    return isinstance(stx, syntax.Sorry) or (isinstance(stx, syntax.By) and stx.has_sorry)


def elab_do(el: Elaborator, stx: syntax.Do, expected: Term | None) -> Term:
    raise el.unsupported(stx, "do")
