"""Applications: what stands in the place of the function decides what is done."""

from __future__ import annotations

from leanbridge.core.elab.arguments import Call, arguments
from leanbridge.core.elab.binders import elab_explicit_fun
from leanbridge.core.elab.dots import access
from leanbridge.core.elab.elaborator import (
    Elaborator,
    Stx,
)
from leanbridge.core.elab.names import apply_dot_ident, apply_name
from leanbridge.core.reduce import whnf_core
from leanbridge.core.terms import (
    MVar,
    Term,
    head,
)
from leanbridge.source import syntax


def elab_app(el: Elaborator, stx: syntax.App, expected: Term | None) -> Term:
    call = Call(ellipsis=stx.ellipsis)
    for arg in stx.args:
        if isinstance(arg, syntax.NamedArg):
            if arg.name in call.named:
                raise el.fail(stx, f"argument {arg.name} is given twice")
            call.named[arg.name] = arg.value
        else:
            call.args.append(arg)
    return apply(el, stx.fn, call, expected, stx)


def elab_ident(el: Elaborator, stx: Stx, expected: Term | None) -> Term:
    return apply(el, stx, Call(), expected, stx)


def elab_explicit(el: Elaborator, stx: syntax.Explicit, expected: Term | None) -> Term:
    if isinstance(stx.target, syntax.Fun):
        return elab_explicit_fun(el, stx.target, expected)
    return apply(el, stx.target, Call(explicit=True), expected, stx)


def elab_proj(el: Elaborator, stx: syntax.Proj, expected: Term | None) -> Term:
    return apply(el, stx, Call(), expected, stx)


def apply(el: Elaborator, fn: Stx, call: Call, expected: Term | None, stx: Stx) -> Term:
    """Elaborate `fn` applied to `call`; `fn` may be a name, a projection, `@f`, or any term."""
    while isinstance(fn, syntax.Explicit):
        call.explicit = True
        fn = fn.target
    match fn:
        case syntax.Ident():
            return apply_name(el, fn, call, expected, stx)
        case syntax.DotIdent():
            return apply_dot_ident(el, fn, call, expected, stx)
        case syntax.Proj():
            target = _projection_target(el, fn)
            return access(el, target, fn.field, call, expected, stx)
        case syntax.App() if not call.empty and not call.explicit:
            # `(f a) b` without parentheses: one application.
            merged = Call(ellipsis=call.ellipsis)
            for arg in fn.args:
                if isinstance(arg, syntax.NamedArg):
                    merged.named[arg.name] = arg.value
                else:
                    merged.args.append(arg)
            merged.args += call.args
            merged.named |= call.named
            return apply(el, fn.fn, merged, expected, stx)
        case syntax.NumLit():
            raise el.fail(stx, "a numeral is not a function", got=str(fn.value))
        case _:
            target = el.term(fn, None)
            return arguments(el, target, call, expected, stx)


def _projection_target(el: Elaborator, fn: syntax.Proj) -> Term:
    target = el.term(fn.target, None)
    if isinstance(head(whnf_core(el.m, el.m.infer(target))), MVar):
        el.resume()
    return target
