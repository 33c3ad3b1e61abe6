"""Local definitions after `where`: constants of their own over what they capture.

Takes the local definitions of a declaration whose header is elaborated; gives each a type and a
value. As Lean does, `go` after `def f (n : Nat)` becomes `f.go`, a function first of the variables
of `f` that it mentions, directly or through another local definition, and then of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from leanbridge.core.declarations import Declaration
from leanbridge.core.elab.binders import bind
from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.patterns import equations
from leanbridge.core.entries import SourceEntry
from leanbridge.core.terms import Const, FVar, Term, app, replace, subterms
from leanbridge.source import syntax


@dataclass(slots=True)
class _Local:
    """One local definition: the variable that stands for it until it is a constant."""

    syntax: syntax.Declaration
    variable: FVar
    binders: tuple[FVar, ...]
    result: Term
    value: Term | None = None


@contextmanager
def local_definitions(entry: SourceEntry, el: Elaborator) -> Iterator[list[_Local]]:
    """The local definitions of `entry` in scope, by their names, while its body is elaborated."""
    found = [_open(el, d) for d in entry.syntax.where_decls]
    with el.inside(*(x.variable for x in found)):
        for x in found:
            with el.inside(*x.binders):
                x.value = _value(el, x)
        yield found


def _open(el: Elaborator, d: syntax.Declaration) -> _Local:
    binders: list[FVar] = []
    with ExitStack() as stack:
        for binder in d.binders:
            binders.append(bind(el, binder))
            stack.enter_context(el.inside(binders[-1]))
        result = el.type(d.type) if d.type is not None else el.type_hole()
    variable = el.m.local(d.name or "", el.m.close_pi(tuple(binders), result))
    return _Local(d, variable, tuple(binders), result)


def _value(el: Elaborator, local: _Local) -> Term:
    d = local.syntax
    match d.body:
        case syntax.Value(term=term) if not isinstance(term, syntax.Opaque):
            return el.check(term, local.result)
        case syntax.Equations():
            return equations(el, d.body.alts, local.result, None)
        case _:
            raise el.unsupported(None, "where", "a local definition without a body")


def lifted(entry: SourceEntry, el: Elaborator, locals_: list[_Local], body: Term) -> Term:
    """`body` with each local definition a constant, which gets its declaration."""
    m = el.m
    outer = tuple(x for x in el.locals if not m.locals[x].instance)
    values = [
        m.instantiate_mvars(m.close_lambda(x.binders, x.value or x.variable)) for x in locals_
    ]
    types = [m.instantiate_mvars(m.locals[x.variable].type) for x in locals_]
    captured = _captured(el, locals_, values, types, outer)
    swap: dict[Term, Term] = {
        x.variable: app(Const(f"{entry.name}.{x.variable.name}"), *xs)
        for x, xs in zip(locals_, captured, strict=True)
    }
    for x, xs, value, type_ in zip(locals_, captured, values, types, strict=True):
        made = el.env.entry(f"{entry.name}.{x.variable.name}")
        assert isinstance(made, SourceEntry)
        closed = el.finished(m.close_pi(xs, type_), None)
        inner = el.finished(m.close_lambda(xs, replace(value, swap)), None)
        made.declaration = Declaration(
            made.name, "def", closed, el.env.place(made), inner, private=made.private
        )
        made.header = made.body = "done"
    return replace(m.instantiate_mvars(body), swap)


def _captured(
    el: Elaborator,
    locals_: list[_Local],
    values: list[Term],
    types: list[Term],
    outer: tuple[FVar, ...],
) -> list[tuple[FVar, ...]]:
    """For each local definition, the outer variables it needs, in the order of their scope."""
    needs = [
        _free(el, value) | _free(el, type_) for value, type_ in zip(values, types, strict=True)
    ]
    index = {x.variable: i for i, x in enumerate(locals_)}
    changed = True
    while changed:
        changed = False
        for i, need in enumerate(needs):
            more = set[FVar]()
            for x in need:
                if x in index:
                    more |= needs[index[x]]
                elif x in outer:
                    more |= _free(el, el.m.locals[x].type)
            if not more <= need:
                needs[i], changed = need | more, True
    return [tuple(x for x in outer if x in need) for need in needs]


def _free(el: Elaborator, term: Term) -> set[FVar]:
    return {t for t in subterms(el.m.instantiate_mvars(term)) if isinstance(t, FVar)}
