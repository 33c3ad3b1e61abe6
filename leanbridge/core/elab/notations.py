"""Notations that bind: `∃ ∃! Σ ∑ ∏ ∀ᶠ ∃ᶠ ⨆ ⨅ ⋃ ⋂ ∫` (rule 24)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from leanbridge.core.elab.binders import bind, side_condition
from leanbridge.core.elab.elaborator import Elaborator, Stx
from leanbridge.core.elab.membership import element_type
from leanbridge.core.reduce import whnf_core
from leanbridge.core.terms import (
    Const,
    Term,
    args_of,
    const,
    head,
)
from leanbridge.source import syntax


def elab_binder_notation(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
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
            condition = side_condition(el, binder, x)
            body = go(binders[1:])
        if condition is not None:
            body = const("And", condition, body)
        return const(name, el.m.locals[x].type, el.m.close_lambda((x,), body))

    return go(stx.binders)


def _elab_sigma(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
    x = bind(el, stx.binders[0])
    with el.inside(x):
        rest: Stx = replace(stx, binders=stx.binders[1:]) if len(stx.binders) > 1 else stx.body
        body = el.type(rest)
    return const("Sigma", el.m.locals[x].type, el.m.close_lambda((x,), body))


def _elab_big_operator(el: Elaborator, stx: syntax.BinderNotation, expected: Term | None) -> Term:
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
        measure = const("MeasureTheory.MeasureSpace.volume", type_)
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
