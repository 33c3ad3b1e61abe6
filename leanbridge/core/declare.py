"""Declarations: headers with section variables and auto-bound names, bodies, structures,
inductive families.

Takes an `Entry` of the environment and fills in its `Declaration`. The header (type) and the body
are separate steps, so that a statement can be read when some body beneath it cannot.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from leanbridge.core.declarations import Constructor, Declaration, Projection
from leanbridge.core.elab.binders import bind
from leanbridge.core.elab.elaborator import ElabError, Elaborator, Stx, UnboundName
from leanbridge.core.elab.patterns import equations
from leanbridge.core.elab.structures import structure_value
from leanbridge.core.environment import Entry, Environment
from leanbridge.core.reduce import whnf
from leanbridge.core.scope import components
from leanbridge.core.terms import (
    PROP,
    SORT,
    TYPE,
    App,
    Const,
    FVar,
    MVar,
    Pi,
    Proof,
    Sort,
    Term,
    app,
    args_of,
    const,
    head,
    instantiate,
    map_children,
    subterms,
)
from leanbridge.core.terms import replace as replace_terms
from leanbridge.source import syntax

MAX_AUTO_BOUND = 40
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


def header(env: Environment, entry: Entry) -> None:
    """Elaborate what stands before the body; sets `entry.declaration`."""
    if entry.parent is not None:
        env.elaborate_header(entry.parent)
        if entry.parent.error is not None:
            raise entry.parent.error
        if entry.declaration is None:
            raise ElabError(f"{entry.name} was not made by its parent", env.where(entry))
        return
    if entry.kind in ("structure", "class"):
        _structure(env, entry)
    elif entry.kind == "inductive":
        _inductive(env, entry)
    else:
        _definition_header(env, entry)


def body(env: Environment, entry: Entry) -> None:
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
    entry.declaration = replace(entry.declaration, value=value)


# ----- headers ----------------------------------------------------------------------------


@dataclass(slots=True)
class _Opening:
    """The variables of a header, in order: section variables, auto-bound, own binders."""

    el: Elaborator
    sections: list[FVar] = field(default_factory=list)
    auto: list[FVar] = field(default_factory=list)
    own: list[FVar] = field(default_factory=list)

    @property
    def everything(self) -> tuple[FVar, ...]:
        return (*self.sections, *self.auto, *self.own)


def _open_header(
    env: Environment, entry: Entry, binders: tuple[syntax.Binder, ...], rest: Callable[..., Term]
) -> tuple[_Opening, Term]:
    """Elaborate section variables and `binders`, then `rest(el)`; again from the start with one
    more auto-bound name each time a name is unknown (rule 9)."""
    auto: list[str] = []
    section_auto: dict[int, list[str]] = {}
    while True:
        el = Elaborator(env, entry, entry.scope)
        opening = _Opening(el)
        stage = -1
        try:
            with el.run("the header"):
                el.auto_bind = True
                for stage, variable in enumerate(entry.scope.variables):  # noqa: B007
                    el.scope = variable.scope
                    for name in section_auto.get(stage, ()):
                        x = el.m.local(name, el.type_hole(), info="{}")
                        opening.sections.append(x)
                        el.locals = (*el.locals, x)
                    x = bind(el, variable.binder)
                    opening.sections.append(x)
                    el.locals = (*el.locals, x)
                stage = -1
                el.scope = entry.scope
                for name in auto:
                    x = el.m.local(name, el.type_hole(), info="{}")
                    opening.auto.append(x)
                    el.locals = (*el.locals, x)
                for binder in binders:
                    x = bind(el, binder)
                    opening.own.append(x)
                    el.locals = (*el.locals, x)
                type_ = rest(el)
                el.synthesize()
                _settle_auto_bound(el, opening)
                return opening, type_
        except UnboundName as unbound:
            names = section_auto.setdefault(stage, []) if stage >= 0 else auto
            if unbound.name in names or len(names) >= MAX_AUTO_BOUND:
                where = env.where(entry, unbound.span.start)
                raise ElabError(f"unknown identifier `{unbound.name}`", where) from None
            names.append(unbound.name)


def _settle_auto_bound(el: Elaborator, opening: _Opening) -> None:
    """A type that use did not determine is `Sort u`: only for a name that looks like a type."""
    for x in (*opening.auto, *opening.sections):
        type_ = el.m.head_instantiated(el.m.locals[x].type)
        if isinstance(type_, MVar):
            el.m.assign(type_, SORT)
            type_ = SORT
        if x in opening.auto and isinstance(type_, Sort) and len(x.name.rstrip("'₀₁₂₃₄₅₆₇₈₉")) > 1:
            raise el.fail(
                None,
                f"unknown identifier `{x.name}`",
                todo="Lean would bind it as a type; a name this long is refused here as a "
                "likely missing constant",
            )


def _free(el: Elaborator, term: Term) -> set[FVar]:
    return {t for t in subterms(el.m.instantiate_mvars(term)) if isinstance(t, FVar)}


def _included(
    el: Elaborator, opening: _Opening, type_: Term, value: Term | None, scope_included: frozenset[str]
) -> tuple[FVar, ...]:
    """The section variables that the declaration depends on (rules 6, 7)."""
    used: set[FVar] = set()
    todo: list[FVar] = []

    def use(term: Term) -> None:
        todo.extend(x for x in _free(el, term) if x not in used)

    use(type_)
    if value is not None:
        use(value)
    for x in (*opening.auto, *opening.own):
        use(el.m.locals[x].type)
    todo.extend(x for x in opening.sections if x.name in scope_included)
    while True:
        while todo:
            x = todo.pop()
            if x not in used:
                used.add(x)
                use(el.m.locals[x].type)
        extra = [
            x
            for x in opening.sections
            if x not in used and el.m.locals[x].instance
            and _free(el, el.m.locals[x].type) <= used
            and _free(el, el.m.locals[x].type)
        ]  # fmt: skip
        if not extra:
            break
        todo.extend(extra)
    return tuple(x for x in opening.sections if x in used)


def _drop_omitted(el: Elaborator, entry: Entry, sections: tuple[FVar, ...]) -> tuple[FVar, ...]:
    """`omit [C x]`: instance variables of that class are left out."""
    if not entry.scope.omitted:
        return sections
    names = {b.name for b in entry.scope.omitted if b.name != "_"}
    kept: list[FVar] = []
    dropped: list[Term] = []
    for b in entry.scope.omitted:
        if b.kind is syntax.BinderKind.INST and b.type is not None:
            with el.inside(*sections):
                dropped.append(el.m.instantiate_mvars(el.type(b.type)))
    for x in sections:
        type_ = el.m.instantiate_mvars(el.m.locals[x].type)
        if x.name in names or (el.m.locals[x].instance and type_ in dropped):
            continue
        kept.append(x)
    return tuple(kept)


def _definition_header(env: Environment, entry: Entry) -> None:
    d = entry.syntax
    value: Term | None = None

    def rest(el: Elaborator) -> Term:
        if d.type is None:
            if d.kind in ("theorem", "lemma", "axiom", "opaque"):
                raise el.fail(None, "a type is missing")
            return el.type_hole()
        return el.type(d.type)

    opening, type_ = _open_header(env, entry, d.binders, rest)
    el = opening.el
    el.auto_bind = False
    sections = _included(el, opening, type_, None, entry.scope.included)
    takes_body = entry.kind in ("def", "abbrev", "instance") and d.body is not None
    pending = Header(el, sections, (), type_, tuple(opening.auto))
    missing = {x.name for x in opening.sections if x not in sections}
    if takes_body and (d.type is None or _mentions_one_of(env, entry, missing)):
        if d.type is not None:
            _announce(env, entry, el, sections, opening, type_)
        el.used_sections = tuple(x for x in sections if not el.m.locals[x].instance)
        with el.run("the body"):
            value = _body_value(pending, entry)
        more = _included(el, opening, type_, value, entry.scope.included)
        if set(more) != set(sections):
            value = _with_more_sections(el, entry, value, more)
            pending.type = _with_more_sections(el, entry, type_, more)
        sections = more
    sections = _drop_omitted(el, entry, sections)
    xs = (*sections, *opening.auto, *opening.own)
    el.used_sections = tuple(x for x in sections if not el.m.locals[x].instance)
    pending.sections, pending.xs, pending.value = sections, xs, value
    entry.declaration = _declaration(env, entry, el, xs, pending.type, opening)
    if takes_body:
        entry.pending = pending


def _mentions_one_of(env: Environment, entry: Entry, names: set[str]) -> bool:
    """Whether a word of the body's text is one of `names`: only then can the body depend on
    section variables that the header does not (an unnamed instance is never data)."""
    body = entry.syntax.body
    if body is None or not names:
        return False
    text = env.lines[entry.module].text[body.span.start : body.span.end]
    return not names.isdisjoint(WORD.findall(text))


def _with_more_sections(
    el: Elaborator, entry: Entry, term: Term, sections: tuple[FVar, ...]
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
    env: Environment, entry: Entry, el: Elaborator, sections: tuple[FVar, ...],
    opening: _Opening, type_: Term,
) -> None:  # fmt: skip
    """Give the declaration a type before its body is read, for recursion."""
    xs = (*sections, *opening.auto, *opening.own)
    entry.declaration = _declaration(env, entry, el, xs, type_, opening)


def _declaration(
    env: Environment, entry: Entry, el: Elaborator, xs: tuple[FVar, ...], type_: Term,
    opening: _Opening,
) -> Declaration:  # fmt: skip
    d = entry.syntax
    closed = el.finished(el.m.close_pi(xs, type_), d.type)
    explicit = [x for x in xs if not el.m.locals[x].instance]
    return Declaration(
        name=entry.name,
        kind=entry.kind,
        type=closed,
        place=env.place(entry),
        instances=_instances(el, xs),
        defaults=_defaults(el, d.binders, opening.own, xs),
        reducibility=entry.reducibility,
        private=entry.private,
        protected=entry.protected,
        noncomputable=d.modifiers.noncomputable or entry.scope.noncomputable,
        doc=d.modifiers.doc,
        has_sorry=_has_sorry(d),
        auto_bound=tuple(
            (x.name, el.m.instantiate_mvars(el.m.locals[x].type)) for x in opening.auto
        ),
        binder_names=tuple(x.name for x in explicit),
        attributes=tuple(a.name for a in d.modifiers.attributes),
    )


def _instances(el: Elaborator, xs: tuple[FVar, ...]) -> tuple[Term, ...]:
    out: list[Term] = []
    for i, x in enumerate(xs):
        if el.m.locals[x].instance:
            before = tuple(y for y in xs[:i] if not el.m.locals[y].instance)
            out.append(el.finished(el.m.close_lambda(before, el.m.locals[x].type), None))
    return tuple(out)


def _defaults(
    el: Elaborator, binders: tuple[syntax.Binder, ...], own: list[FVar], xs: tuple[FVar, ...]
) -> tuple[tuple[int, Term], ...]:
    out: list[tuple[int, Term]] = []
    explicit = [x for x in xs if not el.m.locals[x].instance]
    for binder, x in zip(binders, own, strict=True):
        if binder.default is None and not binder.auto:
            continue
        position = explicit.index(x)
        before = tuple(explicit[:position])
        type_ = el.m.locals[x].type
        with el.inside(*before):
            value = Proof(type_) if binder.default is None else el.check(binder.default, type_)
        el.synthesize()
        out.append((position, el.finished(el.m.close_lambda(before, value), binder.default)))
    return tuple(out)


def _has_sorry(d: syntax.Declaration) -> bool:
    value = d.body
    if isinstance(value, syntax.Value):
        return isinstance(value.term, syntax.Sorry) or getattr(value.term, "has_sorry", False)
    return False


# ----- bodies -----------------------------------------------------------------------------


def _body_value(pending: Header, entry: Entry) -> Term:
    el, d = pending.el, entry.syntax
    if d.where_decls:
        raise el.unsupported(None, "where", "local definitions")
    match d.body:
        case syntax.Value(term=syntax.Opaque()):
            raise el.unsupported(None, "opaque body")
        case syntax.Value(term=term):
            out = _data(el, term, pending.type)
        case syntax.Equations():
            out = equations(el, d.body.alts, pending.type, None)
        case syntax.WhereFields():
            out = structure_value(el, d.body.fields, [], pending.type, None)
        case _:
            raise el.unsupported(None, "a definition without a body")
    el.synthesize()
    return el.m.instantiate_mvars(out)


def _data(el: Elaborator, term: Stx, type_: Term) -> Term:
    return el.check(term, type_)


# ----- structures -------------------------------------------------------------------------


def _structure(env: Environment, entry: Entry) -> None:
    d = entry.syntax
    fields: list[FVar] = []
    inherited: list[FVar] = []
    parents: list[str] = []
    sort: Term = TYPE

    def rest(el: Elaborator) -> Term:
        nonlocal sort
        fields.clear()
        inherited.clear()
        parents.clear()
        sort = el.type(d.type) if d.type is not None else TYPE
        for parent in d.extends:
            type_ = el.type(parent)
            fn = head(whnf(el.m, type_))
            if not isinstance(fn, Const) or env.structure_fields(fn.name) is None:
                raise el.fail(parent, "`extends` needs a structure", got=type_)
            parents.append(fn.name)
            x = el.m.local(f"to{components(fn.name)[-1]}", type_)
            fields.append(x)
            el.locals = (*el.locals, x)
            for y in _parent_fields(el, env, fn.name, x, type_):
                inherited.append(y)
                el.locals = (*el.locals, y)
        for f in d.fields:
            x = _field(el, f)
            fields.append(x)
            el.locals = (*el.locals, x)
        return sort

    opening, _ = _open_header(env, entry, d.binders, rest)
    el = opening.el
    swap = {y: el.m.locals[y].value for y in reversed(inherited)}
    types = [_without(el, el.m.locals[x].type, swap) for x in fields]
    for x, type_ in zip(fields, types, strict=True):
        el.m.locals[x] = replace(el.m.locals[x], type=type_)
    probe = el.m.close_pi(tuple(fields), PROP) if fields else PROP
    sections = _included(el, opening, probe, None, entry.scope.included)
    params = (*sections, *opening.auto, *opening.own)
    data = tuple(x for x in params if not el.m.locals[x].instance)
    names = tuple(x.name for x in fields)
    entry.fields, entry.parents = names, tuple(parents)
    constructor_name = f"{entry.name}.{d.ctor_name or 'mk'}"
    base = _declaration(env, entry, el, params, sort, opening)
    entry.declaration = replace(base, constructors=(constructor_name,), params=len(data))
    self_type = app(Const(entry.name), *data)
    _structure_constructor(
        env, entry, el, constructor_name, params, tuple(fields), self_type, len(data)
    )
    _projections(env, entry, el, params, fields, self_type, len(data))


def _field(el: Elaborator, f: syntax.Field) -> FVar:
    before = el.locals
    xs: list[FVar] = []
    for binder in f.binders:
        x = bind(el, binder)
        xs.append(x)
        el.locals = (*el.locals, x)
    if f.type is None:
        if f.default is None:
            raise el.fail(None, f"field {f.name} has no type")
        type_ = el.m.infer(el.term(f.default, None))
    else:
        type_ = el.type(f.type)
    el.locals = before
    return el.m.local(f.name, el.m.close_pi(tuple(xs), type_))


def _parent_fields(
    el: Elaborator, env: Environment, parent: str, x: FVar, type_: Term
) -> list[FVar]:
    """The inherited fields as let-variables: `f := toP.f`."""
    args = args_of(whnf(el.m, type_))
    out: list[FVar] = []
    for name in env.structure_fields(parent) or ():
        value = const(f"{parent}.{name}", *args, x)
        y = el.m.local(name, el.m.infer(value), value)
        out.append(y)
        grand = env.entry(parent)
        if grand is not None and grand.parents and name in {f"to{components(p)[-1]}" for p in grand.parents}:
            fn = head(whnf(el.m, el.m.infer(value)))
            assert isinstance(fn, Const)
            out += _parent_fields(el, env, fn.name, y, el.m.infer(value))
    return out


def _without(el: Elaborator, term: Term, lets: dict[FVar, Term | None]) -> Term:
    out = el.m.instantiate_mvars(term)
    for y, value in lets.items():
        if value is not None:
            out = replace_terms(out, {y: value})
    return out


def _implicit(el: Elaborator, xs: tuple[FVar, ...]) -> None:
    for x in xs:
        el.m.locals[x] = replace(el.m.locals[x], info="{}")


def _structure_constructor(
    env: Environment, entry: Entry, el: Elaborator, name: str, params: tuple[FVar, ...],
    fields: tuple[FVar, ...], self_type: Term, count: int,
) -> None:  # fmt: skip
    _implicit(el, params)
    type_ = el.finished(el.m.close_pi((*params, *fields), self_type), None)
    proofs = tuple(el.m.is_proof_type(el.m.locals[x].type) for x in fields)
    info = Constructor(name, entry.name, 0, count, tuple(x.name for x in fields), proofs)
    defaults: list[tuple[int, Term]] = []
    data = tuple(x for x in params if not el.m.locals[x].instance)
    own = {f.name: f for f in entry.syntax.fields}
    for i, x in enumerate(fields):
        f = own.get(x.name)
        if f is None or (f.default is None and not f.auto):
            continue
        before = (*data, *fields[:i])
        el.auto_bind = False
        with el.inside(*before):
            if f.default is None or proofs[i]:
                value: Term = Proof(el.m.locals[x].type)
            else:
                default: Stx = f.default
                if f.binders:
                    default = syntax.Fun(f.binders, default, span=f.default.span)
                value = el.check(default, el.m.locals[x].type)
        el.synthesize()
        defaults.append((count + i, el.finished(el.m.close_lambda(before, value), f.default)))
    _set_member(env, entry, name, type_, constructor=info, defaults=tuple(defaults))


def _projections(
    env: Environment, entry: Entry, el: Elaborator, params: tuple[FVar, ...], fields: list[FVar],
    self_type: Term, count: int,
) -> None:  # fmt: skip
    s = el.m.local("self", self_type)
    data = tuple(x for x in params if not el.m.locals[x].instance)
    swap: dict[Term, Term] = {}
    for i, x in enumerate(fields):
        name = f"{entry.name}.{x.name}"
        type_ = replace_terms(el.m.instantiate_mvars(el.m.locals[x].type), swap)
        closed = el.finished(el.m.close_pi((*params, s), type_), None)
        info = Projection(name, entry.name, count, i)
        if env.entry(name) is None:
            env.add_generated(
                Entry(
                    name, "projection", entry.syntax, entry.scope, entry.module, entry.order,
                    index=i, parent=entry, generated=True,
                )  # fmt: skip
            )
        _set_member(env, entry, name, closed, projection=info)
        swap[x] = const(name, *data, s)


def _set_member(
    env: Environment, parent: Entry, name: str, type_: Term, *,
    constructor: Constructor | None = None, projection: Projection | None = None,
    defaults: tuple[tuple[int, Term], ...] = (),
) -> None:  # fmt: skip
    member = env.entry(name)
    assert member is not None and parent.declaration is not None
    member.declaration = Declaration(
        name=name,
        kind=member.kind,
        type=type_,
        place=env.place(member),
        instances=(),
        defaults=defaults,
        private=member.private,
        constructor=constructor,
        projection=projection,
        reducibility="reducible",
    )
    member.header = member.body = "done"


# ----- inductive families -----------------------------------------------------------------


def _inductive(env: Environment, entry: Entry) -> None:
    d = entry.syntax

    def rest(el: Elaborator) -> Term:
        return el.type(d.type) if d.type is not None else TYPE

    opening, type_ = _open_header(env, entry, d.binders, rest)
    el = opening.el
    sections = _included(el, opening, type_, None, entry.scope.included)
    params = (*sections, *opening.auto, *opening.own)
    data = tuple(x for x in params if not el.m.locals[x].instance)
    names = tuple(f"{entry.name}.{c.name}" for c in d.constructors)
    base = _declaration(env, entry, el, params, type_, opening)
    entry.declaration = replace(base, constructors=names, params=len(data))
    _implicit(el, params)
    el.used_sections = tuple(x for x in sections if not el.m.locals[x].instance)
    for i, c in enumerate(d.constructors):
        _constructor(env, entry, el, c, i, params, data)


def _constructor(
    env: Environment, entry: Entry, el: Elaborator, c: syntax.Constructor, index: int,
    params: tuple[FVar, ...], data: tuple[FVar, ...],
) -> None:  # fmt: skip
    auto: list[str] = []
    start = params
    while True:
        before = el.locals
        el.locals = start
        el.auto_bind = True
        xs: list[FVar] = []
        try:
            for name in auto:
                x = el.m.local(name, el.type_hole(), info="{}")
                xs.append(x)
                el.locals = (*el.locals, x)
            for binder in c.binders:
                x = bind(el, binder)
                xs.append(x)
                el.locals = (*el.locals, x)
            result = app(Const(entry.name), *data) if c.type is None else el.type(c.type)
            el.synthesize()
            break
        except UnboundName as unbound:
            if unbound.name in auto or len(auto) >= MAX_AUTO_BOUND:
                where = env.where(entry, unbound.span.start)
                raise ElabError(f"unknown identifier `{unbound.name}`", where) from None
            auto.append(unbound.name)
        finally:
            el.locals = before
            el.auto_bind = False
    closed = el.finished(el.m.close_pi((*params, *xs), result), c.type)
    fields, proofs = _constructor_fields(el, closed, len(data))
    info = Constructor(f"{entry.name}.{c.name}", entry.name, index, len(data), fields, proofs)
    _set_member(env, entry, info.name, closed, constructor=info)


def _constructor_fields(
    el: Elaborator, type_: Term, params: int
) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    names: list[str] = []
    proofs: list[bool] = []
    position = 0
    while isinstance(type_, Pi):
        x = el.m.local(type_.name, type_.type, info=type_.info)
        if position >= params:
            names.append(type_.name)
            proofs.append(el.m.is_proof_type(type_.type))
        position += 1
        type_ = instantiate(type_.body, (x,))
    return tuple(names), tuple(proofs)
