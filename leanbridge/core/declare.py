"""Declarations: a header, then a body.

Takes a `SourceEntry` of the environment and fills in its `Declaration`. The header (type) and the
body are separate steps, so that a statement can be read when some body beneath it cannot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from leanbridge.core.elab.elaborator import ElabError, Elaborator
from leanbridge.core.elab.patterns import equations
from leanbridge.core.elab.structures import structure_value
from leanbridge.core.entries import SourceEntry
from leanbridge.core.environment import Environment
from leanbridge.core.families import inductive, structure
from leanbridge.core.headers import (
    Opening,
    drop_omitted,
    included_variables,
    open_header,
    statement_of,
)
from leanbridge.core.local_definitions import lifted, local_definitions
from leanbridge.core.termination import calls_itself_unchanged
from leanbridge.core.terms import (
    App,
    Const,
    FVar,
    Proof,
    Term,
    app,
    map_children,
    subterms,
)
from leanbridge.source import syntax

WORD = re.compile(r"[\w'!?]+")


@dataclass(slots=True)
class Header:
    """An elaborated header whose body is still to come."""

    el: Elaborator
    sections: tuple[FVar, ...]
    xs: tuple[FVar, ...]  # included section variables, auto-bound, own binders
    type: Term
    auto: tuple[FVar, ...]
    value: Term | None = None


def header(env: Environment, entry: SourceEntry) -> None:
    """Elaborate what stands before the body; sets `entry.declaration`."""
    if entry.parent is not None:
        env.elaborate_header(entry.parent)
        if entry.kind == "def":  # a local definition is made with the body
            env.elaborate_body(entry.parent)
        error = entry.parent.error or (entry.parent.body_error if entry.kind == "def" else None)
        if error is not None:
            raise error
        if entry.declaration is None:
            raise ElabError(f"{entry.name} was not made by its parent", env.where(entry))
        return
    if entry.kind in ("structure", "class"):
        structure(env, entry)
    elif entry.kind == "inductive":
        inductive(env, entry)
    else:
        _definition_header(env, entry)


def body(env: Environment, entry: SourceEntry) -> None:
    """Elaborate the body of a definition; replaces `entry.declaration` with one that has it."""
    pending = entry.pending
    entry.pending = None
    if not isinstance(pending, Header):
        return
    assert entry.declaration is not None
    if pending.value is None:
        with pending.el.run("the body"):
            pending.value = _body_value(pending, entry)
    el = pending.el
    value = el.finished(el.m.close_lambda(pending.xs, pending.value), None)
    if Const(entry.name) in subterms(value) and calls_itself_unchanged(el.m, entry.name, value):
        raise el.fail(None, "a call of itself with the same arguments: this does not end")
    if el.m.is_proof_type(entry.declaration.type):
        value = Proof(entry.declaration.type)  # a definition that is a proof
    entry.declaration = replace(entry.declaration, value=value)


def _definition_header(env: Environment, entry: SourceEntry) -> None:
    d = entry.syntax
    value: Term | None = None

    def rest(el: Elaborator) -> Term:
        if d.type is None:
            if d.kind in ("theorem", "lemma", "axiom", "opaque"):
                raise el.fail(None, "a type is missing")
            return el.type_hole()
        return el.type(d.type)

    opening, type_ = open_header(env, entry, d.binders, rest)
    el = opening.el
    if entry.kind == "theorem" and not el.m.is_proof_type(type_):
        raise el.fail(d.type, "a theorem states a proposition", got=type_)
    el.auto_bind = False
    sections = included_variables(el, opening, type_, None, entry.scope.included)
    takes_body = entry.kind in ("def", "abbrev", "instance") and d.body is not None
    pending = Header(el, sections, (), type_, tuple(opening.auto))
    missing = {x.name for x in opening.sections if x not in sections}
    if takes_body and (d.type is None or _mentions_one_of(env, entry, missing)):
        if d.type is not None:
            _announce(env, entry, el, sections, opening, type_)
        el.used_sections = tuple(x for x in sections if not el.m.locals[x].instance)
        with el.run("the body"):
            value = _body_value(pending, entry)
        more = included_variables(el, opening, type_, value, entry.scope.included)
        if set(more) != set(sections):
            value = _with_more_sections(el, entry, value, more)
            pending.type = _with_more_sections(el, entry, type_, more)
        sections = more
    sections = drop_omitted(el, entry, sections)
    xs = (*sections, *opening.auto, *opening.own)
    el.used_sections = tuple(x for x in sections if not el.m.locals[x].instance)
    pending.sections, pending.xs, pending.value = sections, xs, value
    entry.declaration = statement_of(env, entry, el, xs, pending.type, opening)
    if takes_body:
        entry.pending = pending


def _mentions_one_of(env: Environment, entry: SourceEntry, names: set[str]) -> bool:
    """Whether a word of the body's text is one of `names`: only then can the body depend on
    section variables that the header does not (an unnamed instance is never data)."""
    body = entry.syntax.body
    if body is None or not names:
        return False
    parts = (body.span, *(w.span for w in entry.syntax.where_decls))
    text = " ".join(env.lines[entry.module].text[p.start : p.end] for p in parts)
    return not names.isdisjoint(WORD.findall(text))


def _with_more_sections(
    el: Elaborator, entry: SourceEntry, term: Term, sections: tuple[FVar, ...]
) -> Term:
    """The recursive calls in `term`, applied to the section variables that the body turned out to
    need instead of those of the header."""
    old = len(el.used_sections)
    data = tuple(x for x in sections if not el.m.locals[x].instance)

    def go(t: Term, _: int = 0) -> Term:
        if isinstance(t, App) and t.fn is Const(entry.name):
            return app(t.fn, *data, *(go(a) for a in t.args[old:]))
        if t is Const(entry.name) and old == 0:
            return app(t, *data)
        return map_children(t, go)

    return go(el.m.instantiate_mvars(term))


def _announce(
    env: Environment,
    entry: SourceEntry,
    el: Elaborator,
    sections: tuple[FVar, ...],
    opening: Opening,
    type_: Term,
) -> None:
    """Give the declaration a type before its body is read, for recursion."""
    xs = (*sections, *opening.auto, *opening.own)
    entry.declaration = statement_of(env, entry, el, xs, type_, opening)


def _body_value(pending: Header, entry: SourceEntry) -> Term:
    el = pending.el
    if not entry.syntax.where_decls:
        return el.m.instantiate_mvars(_plain_value(pending, entry))
    with local_definitions(entry, el) as found:
        out = _plain_value(pending, entry)
    return lifted(entry, el, found, out)


def _plain_value(pending: Header, entry: SourceEntry) -> Term:
    el, d = pending.el, entry.syntax
    match d.body:
        case syntax.Value(term=term):
            if isinstance(term, syntax.Opaque):
                raise el.unsupported(None, "opaque body")
            out = el.check(term, pending.type)
        case syntax.Equations():
            out = equations(el, d.body.alts, pending.type, None)
        case syntax.WhereFields():
            out = structure_value(el, d.body.fields, [], pending.type, None)
        case _:
            raise el.unsupported(None, "a definition without a body")
    el.synthesize()
    return out
