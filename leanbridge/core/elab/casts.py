"""Terms that change a type: `h ▸ e` (trap T9) and `↑e`, `⇑e`, `↥e` (rule 21)."""

from __future__ import annotations

from leanbridge.core.elab.coercions import as_function, coercion
from leanbridge.core.elab.elaborator import Elaborator, Postpone
from leanbridge.core.meta import Context
from leanbridge.core.reduce import whnf_core
from leanbridge.core.terms import (
    MVar,
    Proof,
    Sort,
    Term,
    args_of,
    const,
    head,
    is_app_of,
    map_children,
)
from leanbridge.core.unify import unify
from leanbridge.source import syntax


def elab_cast(el: Elaborator, stx: syntax.BinOp, expected: Term | None) -> Term:
    """`h ▸ e` with `h : a = b`: data is unchanged, the equation is a size obligation (trap T9).

    As in Lean, the type of `e` is the expected one with b replaced by a; if b does not occur in
    it, a by b; if neither does, the type that `e` has by itself is rewritten.
    """
    if expected is None:
        raise Postpone("`▸` needs an expected type")
    m = el.m
    equation = el.term(stx.lhs, None)
    prop = m.instantiate_mvars(whnf_core(m, m.infer(equation)))
    target = m.instantiate_mvars(expected)
    value: Term | None = None
    if is_app_of(prop, "Eq", 3):
        _, a, b = args_of(prop)
        source = replace_equal(m, target, b, a)
        if source is None:
            source = replace_equal(m, target, a, b)
        if source is not None:
            value = el.check(stx.rhs, source)
    if value is None:
        value = el.term(stx.rhs, None)
    prop = m.instantiate_mvars(prop)
    return const("Eq.rec_cast", m.infer(value), expected, prop, Proof(prop), value)


def replace_equal(m: Context, term: Term, old: Term, new: Term) -> Term | None:
    """`term` with what equals `old` replaced by `new`; None if nothing does (Lean's `kabstract`:
    the first occurrence fixes the metavariables of `old`)."""
    old = m.instantiate_mvars(old)
    fn, arity = head(old), len(args_of(old))
    if isinstance(fn, MVar):
        return None
    found = False

    def go(t: Term, _: int = 0) -> Term:
        nonlocal found
        if t.loose == 0 and head(t) is fn and len(args_of(t)) == arity and unify(m, t, old):
            found = True
            return new
        return map_children(t, go)

    out = go(term)
    return m.instantiate_mvars(out) if found else None


def elab_up_arrow(el: Elaborator, stx: syntax.UnOp, expected: Term | None) -> Term:
    inner = stx.arg
    while isinstance(inner, syntax.UnOp) and inner.op == stx.op == "↑":
        inner = inner.arg
    value = el.term(inner, None)
    type_ = whnf_core(el.m, el.m.infer(value))
    if stx.op == "⇑":
        fn = as_function(el, value, type_)
        if fn is None:
            raise el.fail(stx, "`⇑` needs a bundled map", got=type_)
        return fn
    if stx.op == "↥":
        out = coercion(el, value, type_, Sort("Type"))
        if out is None:
            raise el.fail(stx, "`↥` needs a set", got=type_)
        return out
    if expected is None or isinstance(head(whnf_core(el.m, expected)), MVar):
        raise Postpone("`↑` needs an expected type")
    return el.coerce(value, expected, stx)
