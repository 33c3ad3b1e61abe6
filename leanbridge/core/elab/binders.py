"""Binders: `fun`, `∀`, `→`, and parentheses with `·` (rules 22, 24)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass, replace
from typing import Any

from leanbridge.core.elab.elaborator import ElabError, Elaborator, Postpone, Stx
from leanbridge.core.elab.membership import element_type, membership
from leanbridge.core.entries import OPERATOR_CLASSES, SourceEntry
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    BinderInfo,
    Const,
    FVar,
    MVar,
    Pi,
    Term,
    args_of,
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
        container = _container(el, binder.name, binder.predicate[1])
        item = element_type(el, whnf_core(el.m, el.m.infer(container)))
        if item is None:
            raise el.fail(binder.predicate[1], "`∈` needs a Set, Finset, List, … on the right")
        type_ = item
    elif binder.default is not None and not binder.auto:
        type_ = el.m.infer(el.term(binder.default))
    else:
        type_ = el.type_hole()
    if "." in binder.name and not binder.name.startswith("«"):
        raise el.fail(None, f"the name {binder.name} of a binder must have one part")
    if binder.kind is syntax.BinderKind.INST and binder.type is not None:
        _check_class(el, type_, binder.type)
    elif isinstance(fn := head(type_), Const) and fn.name in OPERATOR_CLASSES:
        raise el.unsupported(binder.type, "instance", f"{binder.name}, a local {fn.name}")
    instance = binder.kind is syntax.BinderKind.INST
    return el.m.local(binder.name, type_, info=INFO[binder.kind], instance=instance)


def _container(el: Elaborator, name: str, stx: Stx) -> Term:
    """The `s` of `∀ x ∈ s`, which is `∀ x, x ∈ s → …`: `x` may stand in it."""
    waiting = list(el.postponed), list(el.numerals), list(el.claims)
    try:
        return el.term(stx, None)
    except ElabError:
        el.postponed, el.numerals, el.claims = waiting
        with el.inside(el.m.local(name, el.type_hole())):
            return el.term(stx, None)


def _check_class(el: Elaborator, type_: Term, stx: Stx) -> None:
    """`[C x]` needs a class; which known constants are classes is not recorded, but a data type,
    a relation or a variable is none."""
    result = whnf(el.m, type_)
    while isinstance(result, Pi):
        result = whnf(el.m, result.body)
    fn = head(result)
    if isinstance(fn, MVar):
        return
    entry = el.env.entry(fn.name) if isinstance(fn, Const) else None
    if entry is not None and args_of(result) and entry.name not in _RELATIONS:
        if entry.kind in ("class", "axiom"):
            return
        if isinstance(entry, SourceEntry) and entry.syntax.kind == "class inductive":
            return
    raise el.fail(stx, "`[…]` needs a class", got=type_)


_RELATIONS = frozenset(
    "Eq Ne HEq LT.lt LE.le GT.gt GE.ge Membership.mem HasSubset.Subset Dvd.dvd Not Exists "
    "ExistsUnique Set Finset Filter".split()
)


def side_condition(el: Elaborator, binder: syntax.Binder, x: FVar) -> Term | None:
    """The side condition of `∀ x ∈ s`, `∃ x > 0`, as a proposition about `x` (in scope)."""
    if binder.predicate is None:
        return None
    op, bound = binder.predicate
    name = syntax.Ident(binder.name, span=binder.span)
    if op in ("∈", "∉"):
        inside = membership(el, name, el.term(bound, None), bound)
        return const("Not", inside) if op == "∉" else inside
    return el.proposition(syntax.BinOp(op, name, bound, span=binder.span))


def elab_fun(el: Elaborator, stx: syntax.Fun, expected: Term | None) -> Term:
    return _fun(el, list(stx.binders), stx.body, expected, stx)


def elab_explicit_fun(el: Elaborator, stx: syntax.Fun, expected: Term | None) -> Term:
    """`@fun x => e`: the binders stand for the implicit parameters too."""
    return _fun(el, list(stx.binders), stx.body, expected, stx, explicit=True)


def _fun(
    el: Elaborator,
    binders: list[syntax.Binder],
    body: Stx,
    expected: Term | None,
    stx: Stx,
    explicit: bool = False,
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
            if pi.info == "{}" and not explicit and binder.kind is syntax.BinderKind.EXPLICIT:
                hidden = el.m.local(pi.name, pi.type, info=pi.info)
                with el.inside(hidden):
                    inner = _fun(el, binders, body, instantiate(pi.body, (hidden,)), stx)
                return el.m.close_lambda((hidden,), inner)
        elif not isinstance(head(reduced), MVar):
            raise el.fail(stx, "a function where none is expected", expected=expected)
    if binder.pattern is not None and not _is_unit(binder.pattern):
        return _fun_pattern(el, binder, rest, body, pi, stx)
    if binder.pattern is not None:  # `fun () => e` looks at no value
        if pi is not None and not unify(el.m, pi.type, Const("Unit")):
            raise el.fail(stx, "`()` where another type is expected", expected=pi.type)
        x = el.m.local("x✝", Const("Unit"))
    else:
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
        value = _fun(el, rest, body, result, stx, explicit)
    return el.m.close_lambda((x,), value)


def _is_unit(pattern: Stx) -> bool:
    return isinstance(pattern, syntax.Tuple) and not pattern.items


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


def mentions_cdot(stx: Any) -> bool:
    """Whether a `·` of this level is inside (not one of an inner pair of parentheses)."""
    kind = type(stx)
    if kind is syntax.CDot:
        return True
    if kind is tuple:
        return any(mentions_cdot(child) for child in stx)
    names = _CHILD_FIELDS.get(kind, ())
    return any(mentions_cdot(getattr(stx, name)) for name in names)


_SCOPES = (syntax.Paren, syntax.Ascription, syntax.Tuple)
#: For each syntax class, the fields that may hold a `·` of the same level.
_CHILD_FIELDS: Mapping[object, tuple[str, ...]] = {
    kind: tuple(f.name for f in dataclass_fields(kind) if f.name != "span")
    for kind in vars(syntax).values()
    if isinstance(kind, type) and is_dataclass(kind) and kind not in _SCOPES
}


def _expand_cdots(body: Stx, span: syntax.Span) -> Stx:
    """`· + 1` as `fun x => x + 1`, one binder per dot, left to right."""
    dots: list[str] = []

    def go(node: Any) -> Any:
        if isinstance(node, syntax.CDot):
            dots.append(f"x{len(dots) + 1}✝")
            return syntax.Ident(dots[-1], span=node.span)
        if isinstance(node, tuple):
            return tuple([go(child) for child in node])
        names = _CHILD_FIELDS.get(type(node), ())
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
            condition = side_condition(el, binder, x)
            if condition is not None:
                variables.append(el.m.local("h", condition))
        body = el.type(stx.body)
        return el.m.close_pi(tuple(variables), body)
