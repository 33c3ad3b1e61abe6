"""Binding forms: fun, ∀, ∃, ∑, let, have, show, if, parentheses with `·` (rules 22, 24)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass, replace
from functools import cache
from typing import Any

from leanbridge.core.elab.elaborator import Elaborator, Postpone, Stx
from leanbridge.core.elab.operators import element_type, membership
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    PROP,
    BinderInfo,
    Const,
    FVar,
    MVar,
    Pi,
    Proof,
    Sort,
    Term,
    const,
    head,
    instantiate,
)
from leanbridge.core.unify import unify
from leanbridge.source import syntax

INFO: dict[syntax.BinderKind, BinderInfo] = {
    syntax.BinderKind.EXPLICIT: "",
    syntax.BinderKind.IMPLICIT: "{}",
    syntax.BinderKind.STRICT: "⦃⦄",
    syntax.BinderKind.INST: "",
}


def bind(el: Elaborator, binder: syntax.Binder, domain: Term | None = None) -> FVar:
    """A local variable for `binder`; `domain` is what is known of its type from outside."""
    if binder.type is not None:
        type_ = el.type(binder.type)
        if domain is not None and not unify(el.m, type_, domain):
            raise el.fail(
                binder.type, "the binder's type is not the expected one", got=type_, expected=domain
            )
    elif domain is not None:
        type_ = domain
    elif binder.predicate is not None and binder.predicate[0] in ("∈", "∉"):
        container = el.term(binder.predicate[1], None)
        item = element_type(el, whnf_core(el.m, el.m.infer(container)))
        if item is None:
            raise el.fail(binder.predicate[1], "`∈` needs a Set, Finset, List, … on the right")
        type_ = item
    else:
        type_ = el.type_hole()
    instance = binder.kind is syntax.BinderKind.INST
    return el.m.local(binder.name, type_, info=INFO[binder.kind], instance=instance)


def _predicate(el: Elaborator, binder: syntax.Binder, x: FVar) -> Term | None:
    """The side condition of `∀ x ∈ s`, `∃ x > 0`, as a proposition about `x` (in scope)."""
    if binder.predicate is None:
        return None
    op, bound = binder.predicate
    name = syntax.Ident(binder.name, span=binder.span)
    if op in ("∈", "∉"):
        inside = membership(el, name, el.term(bound, None), bound)
        return const("Not", inside) if op == "∉" else inside
    return el.proposition(syntax.BinOp(op, name, bound, span=binder.span))


# ----- fun --------------------------------------------------------------------------------


def elab_fun(el: Elaborator, stx: syntax.Fun, expected: Term | None) -> Term:
    return _fun(el, list(stx.binders), stx.body, expected, stx)


def _fun(
    el: Elaborator, binders: list[syntax.Binder], body: Stx, expected: Term | None, stx: Stx
) -> Term:
    if not binders:
        return el.check(body, expected) if expected is not None else el.term(body, None)
    binder, rest = binders[0], binders[1:]
    pi: Pi | None = None
    if expected is not None:
        reduced = whnf_core(el.m, expected)
        if not isinstance(reduced, Pi):
            reduced = whnf(el.m, reduced)
        if isinstance(reduced, Pi):
            pi = reduced
            if pi.info and binder.kind is syntax.BinderKind.EXPLICIT:
                hidden = el.m.local(pi.name, pi.type, info=pi.info)
                with el.inside(hidden):
                    inner = _fun(el, binders, body, instantiate(pi.body, (hidden,)), stx)
                return el.m.close_lambda((hidden,), inner)
        elif not isinstance(head(reduced), MVar):
            raise el.fail(stx, "a function where none is expected", expected=expected)
    if binder.pattern is not None:
        return _fun_pattern(el, binder, rest, body, pi, stx)
    x = bind(el, binder, pi.type if pi is not None else None)
    if pi is not None:
        result: Term | None = instantiate(pi.body, (x,))
    elif expected is not None:
        with el.inside(x):
            result = el.type_hole()
        if not unify(el.m, expected, el.m.close_pi((x,), result)):
            raise el.fail(stx, "a function where none is expected", expected=expected)
    else:
        result = None
    with el.inside(x):
        value = _fun(el, rest, body, result, stx)
    return el.m.close_lambda((x,), value)


def _fun_pattern(
    el: Elaborator,
    binder: syntax.Binder,
    rest: list[syntax.Binder],
    body: Stx,
    pi: Pi | None,
    stx: Stx,
) -> Term:
    """`fun ⟨a, b⟩ => e`: a one-clause match on a fresh variable."""
    assert binder.pattern is not None
    if pi is None:
        raise Postpone("a pattern binder needs the type of its argument")
    inner: Stx = syntax.Fun(tuple(rest), body, span=stx.span) if rest else body
    fresh = "x✝"
    alternative = syntax.Alt(((binder.pattern,),), inner, span=stx.span)
    match = syntax.Match(
        (syntax.Discriminant(None, syntax.Ident(fresh, span=binder.span)),),
        (alternative,),
        span=stx.span,
    )
    x = el.m.local(fresh, pi.type)
    with el.inside(x):
        value = el.check(match, instantiate(pi.body, (x,)))
    return el.m.close_lambda((x,), value)


# ----- parentheses and `·` ----------------------------------------------------------------


def mentions_cdot(stx: object) -> bool:
    """Whether a `·` of this level is inside (not one of an inner pair of parentheses)."""
    kind = type(stx)
    if kind is syntax.CDot:
        return True
    if kind is tuple:
        return any(mentions_cdot(child) for child in stx)  # type: ignore[attr-defined]
    names = _child_fields(kind)
    return any(mentions_cdot(getattr(stx, name)) for name in names)


@cache
def _child_fields(kind: type) -> tuple[str, ...]:
    """The fields of a syntax class that may hold a `·` of the same level."""
    if kind in (syntax.Paren, syntax.Ascription, syntax.Tuple) or not is_dataclass(kind):
        return ()
    return tuple(f.name for f in dataclass_fields(kind) if f.name != "span")


def _expand_cdots(body: Stx, span: syntax.Span) -> Stx:
    """`· + 1` as `fun x => x + 1`, one binder per dot, left to right."""
    dots: list[str] = []

    def go(node: Any) -> Any:
        if isinstance(node, syntax.CDot):
            dots.append(f"x{len(dots) + 1}✝")
            return syntax.Ident(dots[-1], span=node.span)
        if isinstance(node, tuple):
            return tuple([go(child) for child in node])
        names = _child_fields(type(node))
        return replace(node, **{n: go(getattr(node, n)) for n in names}) if names else node

    inner = go(body)
    return syntax.Fun(tuple(syntax.Binder(n) for n in dots), inner, span=span)


def elab_paren(el: Elaborator, stx: syntax.Paren, expected: Term | None) -> Term:
    if mentions_cdot(stx.body):
        return el.term(_expand_cdots(stx.body, stx.span), expected)
    return el.term(stx.body, expected)


def elab_ascription(el: Elaborator, stx: syntax.Ascription, expected: Term | None) -> Term:
    body = _expand_cdots(stx.body, stx.span) if mentions_cdot(stx.body) else stx.body
    if stx.type is None:
        return el.term(body, None)
    type_ = el.type(stx.type)
    return el.check(body, type_)


# ----- ∀, →, ∃, ∑ -------------------------------------------------------------------------


def elab_arrow(el: Elaborator, stx: syntax.Arrow, expected: Term | None) -> Term:
    domain = el.type(stx.domain)
    x = el.m.local("a", domain)
    codomain = el.type(stx.codomain)
    return el.m.close_pi((x,), codomain)


def elab_pi(el: Elaborator, stx: syntax.Pi, expected: Term | None) -> Term:
    variables: list[FVar] = []
    with ExitStack() as stack:
        for binder in stx.binders:
            x = bind(el, binder)
            variables.append(x)
            stack.enter_context(el.inside(x))
            condition = _predicate(el, binder, x)
            if condition is not None:
                variables.append(el.m.local("h", condition))
        body = el.type(stx.body)
        return el.m.close_pi(tuple(variables), body)


def elab_binder_notation(
    el: Elaborator, stx: syntax.BinderNotation, expected: Term | None
) -> Term:
    rule = _NOTATIONS.get(stx.op)
    if rule is None:
        raise el.unsupported(stx, f"notation {stx.op}")
    return rule(el, stx, expected)


def _elab_exists(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
    name = "Exists" if stx.op == "∃" else "ExistsUnique"

    def go(binders: tuple[syntax.Binder, ...]) -> Term:
        if not binders:
            return el.proposition(stx.body)
        binder = binders[0]
        x = bind(el, binder)
        with el.inside(x):
            condition = _predicate(el, binder, x)
            body = go(binders[1:])
        if condition is not None:
            body = const("And", condition, body)
        type_ = el.m.locals[x].type
        if el.m.is_proof_type(type_):
            # `∃ (h : p), q` over a proof.
            return const(name, type_, el.m.close_lambda((x,), body))
        return const(name, type_, el.m.close_lambda((x,), body))

    return go(stx.binders)


def _elab_sigma(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
    x = bind(el, stx.binders[0])
    with el.inside(x):
        rest: Stx = replace(stx, binders=stx.binders[1:]) if len(stx.binders) > 1 else stx.body
        body = el.type(rest)
    return const("Sigma", el.m.locals[x].type, el.m.close_lambda((x,), body))


def _elab_big_operator(
    el: Elaborator, stx: syntax.BinderNotation, expected: Term | None
) -> Term:
    """`∑ x ∈ s, f x` is `Finset.sum s fun x => f x`; without `∈`, over `Finset.univ`."""
    name = {"∑": "Finset.sum", "∏": "Finset.prod"}[stx.op]
    result = expected if expected is not None else el.type_hole()

    def go(binders: tuple[syntax.Binder, ...]) -> Term:
        if not binders:
            return el.check(stx.body, result)
        binder = binders[0]
        if binder.pattern is not None:
            raise el.unsupported(stx, f"{stx.op} over a pattern")
        if binder.predicate is None:
            x = bind(el, binder)
            domain = const("Finset.univ", el.m.locals[x].type)
        elif binder.predicate[0] == "∈":
            container = el.term(binder.predicate[1], None)
            item = element_type(el, whnf_core(el.m, el.m.infer(container)))
            if item is None:
                raise el.fail(binder.predicate[1], "a Finset is expected after `∈`")
            x = bind(el, replace(binder, predicate=None), item)
            domain = el.coerce(container, const("Finset", item), binder.predicate[1])
        else:
            raise el.unsupported(stx, f"{stx.op} x {binder.predicate[0]} …")
        with el.inside(x):
            if stx.condition is not None and len(binders) == 1:
                condition = el.proposition(stx.condition)
                p = el.m.close_lambda((x,), condition)
                domain = const("Finset.filter", el.m.locals[x].type, p, domain)
            body = go(binders[1:])
        type_ = el.m.locals[x].type
        return const(name, type_, result, domain, el.m.close_lambda((x,), body))

    return go(stx.binders)


def _elab_eventually(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
    name = {"∀ᶠ": "Filter.Eventually", "∃ᶠ": "Filter.Frequently"}[stx.op]
    filter_ = el.term(stx.domain[0], None)
    type_ = whnf_core(el.m, el.m.infer(filter_))
    fn = head(type_)
    if not (isinstance(fn, Const) and fn.name == "Filter"):
        raise el.fail(stx, "a filter is expected after `in`", got=type_)
    from leanbridge.core.terms import args_of

    item = args_of(type_)[0]
    x = bind(el, stx.binders[0], item)
    with el.inside(x):
        body = el.proposition(stx.body)
    return const(name, item, el.m.close_lambda((x,), body), filter_)


def _elab_set_operator(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
    names = {"⨆": "iSup", "⨅": "iInf", "⋃": "Set.iUnion", "⋂": "Set.iInter"}
    x = bind(el, stx.binders[0])
    if stx.binders[0].predicate is not None:
        raise el.unsupported(stx, f"{stx.op} x ∈ …")
    inner: Stx = stx.body
    if len(stx.binders) > 1:
        inner = replace(stx, binders=stx.binders[1:])
    with el.inside(x):
        body = el.term(inner, expected)
    type_, item = el.m.infer(body), el.m.locals[x].type
    if stx.op in ("⋃", "⋂"):
        type_ = _set_item(el, type_, stx)
    return const(names[stx.op], type_, item, el.m.close_lambda((x,), body))


def _set_item(el: Elaborator, type_: Term, stx: Stx) -> Term:
    item = element_type(el, type_)
    if item is None:
        raise el.fail(stx, "a set is expected", got=type_)
    return item


def _elab_integral(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
    x = bind(el, stx.binders[0])
    with el.inside(x):
        body = el.term(stx.body, expected)
    type_ = el.m.locals[x].type
    measure: Term
    if stx.measure is not None:
        measure = el.check(stx.measure, const("MeasureTheory.Measure", type_))
    else:
        measure = const("MeasureTheory.volume", type_)
    if stx.domain:
        over = el.check(stx.domain[0], const("Set", type_))
        measure = const("MeasureTheory.Measure.restrict", type_, measure, over)
    fn = el.m.close_lambda((x,), body)
    return const("MeasureTheory.integral", type_, el.m.infer(body), measure, fn)


_NOTATIONS: dict[str, Callable[[Elaborator, syntax.BinderNotation, Term | None], Term]] = {
    "∃": _elab_exists,
    "Σ": _elab_sigma,
    "∃!": _elab_exists,
    "∑": _elab_big_operator,
    "∏": _elab_big_operator,
    "∀ᶠ": _elab_eventually,
    "∃ᶠ": _elab_eventually,
    "⨆": _elab_set_operator,
    "⨅": _elab_set_operator,
    "⋃": _elab_set_operator,
    "⋂": _elab_set_operator,
    "∫": _elab_integral,
}


# ----- let, have, show, if ----------------------------------------------------------------


def elab_let(el: Elaborator, stx: syntax.Let, expected: Term | None) -> Term:
    if stx.keyword in ("let rec", "suffices"):
        raise el.unsupported(stx, stx.keyword)
    if stx.pattern is not None:
        return _let_pattern(el, stx, expected)
    type_, value = _let_value(el, stx)
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


def _let_value(el: Elaborator, stx: syntax.Let) -> tuple[Term, Term]:
    variables: list[FVar] = []
    with ExitStack() as stack:
        for binder in stx.binders:
            x = bind(el, binder)
            variables.append(x)
            stack.enter_context(el.inside(x))
        type_ = el.type(stx.type) if stx.type is not None else el.type_hole()
        if el.m.is_proof_type(type_) and stx.type is not None:
            value: Term = Proof(type_)
        else:
            value = el.check(stx.value, type_)
        xs = tuple(variables)
        return el.m.close_pi(xs, type_), el.m.close_lambda(xs, value)


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
        return Proof(type_)
    return el.check(stx.value, type_)


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


# ----- sorts, holes, proofs ---------------------------------------------------------------


def elab_sort(el: Elaborator, stx: syntax.SortLit, expected: Term | None) -> Term:
    return Sort(stx.kind)


def elab_hole(el: Elaborator, stx: syntax.Hole, expected: Term | None) -> Term:
    return el.hole(expected)


def elab_by(
    el: Elaborator, stx: syntax.By | syntax.Calc | syntax.Sorry | syntax.NoMatch,
    expected: Term | None,
) -> Term:  # fmt: skip
    """A tactic block at a proof position is an erased proof; at a data position it is not read
    here."""
    if expected is None:
        raise Postpone("`by` needs an expected type")
    type_ = el.m.instantiate_mvars(expected)
    if el.m.is_proof_type(type_):
        return Proof(type_)
    if isinstance(head(type_), MVar) and not el.final:
        raise Postpone("`by` needs an expected type")
    if isinstance(stx, (syntax.Sorry, syntax.By)) and _is_sorry(stx):
        raise el.unsupported(stx, "sorry", "at a data position")
    raise el.unsupported(stx, type(stx).__name__.lower(), f"as data of type {type_!r}")


def _is_sorry(stx: Stx) -> bool:
    return isinstance(stx, syntax.Sorry) or (isinstance(stx, syntax.By) and stx.has_sorry)


def elab_do(el: Elaborator, stx: syntax.Do, expected: Term | None) -> Term:
    raise el.unsupported(stx, "do")


__all__ = ["PROP", "bind"]
