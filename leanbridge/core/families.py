"""Structures and inductive families: their types, constructors and projections (rule 16)."""

from __future__ import annotations

from dataclasses import replace

from leanbridge.core.declarations import Constructor, Declaration, Projection
from leanbridge.core.elab.binders import bind
from leanbridge.core.elab.elaborator import ElabError, Elaborator, Stx, UnboundName
from leanbridge.core.elab.structures import (
    eta_reduced,
    flat_fields,
    instantiate_params,
    sub_objects,
)
from leanbridge.core.entries import SourceEntry
from leanbridge.core.environment import Environment
from leanbridge.core.headers import (
    MAX_AUTO_BOUND,
    Opening,
    included_variables,
    open_header,
    settle_auto_bound,
    statement_of,
)
from leanbridge.core.reduce import whnf
from leanbridge.core.scope import components
from leanbridge.core.terms import (
    PROP,
    TYPE,
    Const,
    FVar,
    Pi,
    Proof,
    Sort,
    Term,
    app,
    args_of,
    const,
    head,
    instantiate,
)
from leanbridge.core.terms import replace as replace_terms
from leanbridge.source import syntax


def structure(env: Environment, entry: SourceEntry) -> None:
    d = entry.syntax
    fields: list[FVar] = []
    inherited: list[FVar] = []
    copied: dict[str, Term] = {}
    parents: list[str] = []
    sort: Term = TYPE

    def rest(el: Elaborator) -> Term:
        nonlocal sort
        fields.clear()
        inherited.clear()
        copied.clear()
        parents.clear()
        sort = el.type(d.type) if d.type is not None else TYPE
        if not isinstance(whnf(el.m, sort), Sort):
            raise el.fail(d.type, "the type of a structure must be a sort", got=sort)
        for parent in d.extends:
            type_ = el.type(parent)
            fn = head(whnf(el.m, type_))
            if not isinstance(fn, Const) or env.structure_fields(fn.name) is None:
                raise el.fail(parent, "`extends` needs a structure", got=type_)
            parents.append(fn.name)
            taken = {y.name: y for y in (*fields, *inherited)}
            if not taken.keys().isdisjoint(flat_fields(env, fn.name)):
                copied[fn.name] = _copy_parent(el, fn.name, args_of(whnf(el.m, type_)), taken)
                fields.extend(y for y in taken.values() if y not in fields and y not in inherited)
                continue
            x = el.m.local(f"to{components(fn.name)[-1]}", type_)
            fields.append(x)
            el.locals = (*el.locals, x)
            for y in _parent_fields(el, env, fn.name, x, type_):
                inherited.append(y)
                el.locals = (*el.locals, y)
        names = {y.name for y in inherited}
        for f in d.fields:
            if f.name in names:
                raise el.unsupported(None, "structure", f"the field {f.name} of a parent again")
            x = _field(el, f)
            fields.append(x)
            el.locals = (*el.locals, x)
        return sort

    opening, _ = open_header(env, entry, d.binders, rest)
    el = opening.el
    swap = {y: el.m.locals[y].value for y in reversed(inherited)}
    types = [_without(el, el.m.locals[x].type, swap) for x in fields]
    for x, type_ in zip(fields, types, strict=True):
        el.m.locals[x] = replace(el.m.locals[x], type=type_)
    probe = el.m.close_pi(tuple(fields), PROP) if fields else PROP
    sections = included_variables(el, opening, probe, None, entry.scope.included)
    params = (*sections, *opening.auto, *opening.own)
    data = tuple(x for x in params if not el.m.locals[x].instance)
    names = tuple(x.name for x in fields)
    entry.fields, entry.parents = names, tuple(parents)
    constructor_name = f"{entry.name}.{d.ctor_name or 'mk'}"
    base = statement_of(env, entry, el, params, sort, opening)
    entry.declaration = replace(base, constructors=(constructor_name,), params=len(data))
    self_type = app(Const(entry.name), *data)
    _structure_constructor(env, entry, el, constructor_name, params, tuple(fields), self_type, swap)
    swap_all = _projections(env, entry, el, params, fields, self_type, len(data))
    for parent, value in copied.items():
        _parent_definition(env, entry, el, parent, _without(el, value, swap), params, swap_all)


def _copy_parent(
    el: Elaborator, parent: str, args: tuple[Term, ...], taken: dict[str, FVar]
) -> Term:
    """The value of a parent of which some fields are there already: those are shared, the others
    become fields of the child, and are added to `taken`."""
    type_ = instantiate_params(el.env.statement(el.env.constructors_of(parent)[0]).type, args)
    parts = sub_objects(el.env, parent)
    values: list[Term] = []
    for name in el.env.structure_fields(parent) or ():
        assert isinstance(type_, Pi)
        part = parts.get(name)
        if part is not None and name not in taken:
            value = _copy_parent(el, part, args_of(whnf(el.m, type_.type)), taken)
        else:
            if name not in taken:
                taken[name] = el.m.local(name, type_.type)
                el.locals = (*el.locals, taken[name])
            value = el.m.locals[taken[name]].value or taken[name]
        values.append(value)
        type_ = instantiate(type_.body, (value,))
    return eta_reduced(el, parent, args, values)


def _parent_definition(
    env: Environment,
    entry: SourceEntry,
    el: Elaborator,
    parent: str,
    value: Term,
    params: tuple[FVar, ...],
    projections: dict[Term, Term],
) -> None:
    """`toP` of a parent that is no field of the child: a definition over the child's fields."""
    name = f"{entry.name}.to{components(parent)[-1]}"
    (s,) = {args_of(p)[-1] for p in projections.values()}
    assert isinstance(s, FVar)
    value = replace_terms(value, projections)
    type_ = el.m.infer(value)
    made = SourceEntry(
        name,
        "def",
        entry.module,
        entry.order,
        parent=entry,
        generated=True,
        syntax=entry.syntax,
        scope=entry.scope,
    )
    env.add_generated(made)
    _set_member(env, entry, name, el.finished(el.m.close_pi((*params, s), type_), None))
    assert made.declaration is not None
    body = el.finished(el.m.close_lambda((*params, s), value), None)
    made.declaration = replace(made.declaration, value=body)


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
        above = {f"to{components(p)[-1]}" for p in grand.parents} if grand is not None else set()
        if name in above:
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
    env: Environment,
    entry: SourceEntry,
    el: Elaborator,
    name: str,
    params: tuple[FVar, ...],
    fields: tuple[FVar, ...],
    self_type: Term,
    inherited: dict[FVar, Term | None],
) -> None:
    _implicit(el, params)
    data = tuple(x for x in params if not el.m.locals[x].instance)
    count = len(data)
    type_ = el.finished(el.m.close_pi((*params, *fields), self_type), None)
    proofs = tuple(el.m.is_proof_type(el.m.locals[x].type) for x in fields)
    info = Constructor(name, entry.name, 0, count, tuple(x.name for x in fields), proofs)
    defaults: list[tuple[int, Term]] = []
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
                value = _without(el, el.check(default, el.m.locals[x].type), inherited)
        el.synthesize()
        defaults.append((count + i, el.finished(el.m.close_lambda(before, value), f.default)))
    _set_member(env, entry, name, type_, constructor=info, defaults=tuple(defaults))


def _projections(
    env: Environment,
    entry: SourceEntry,
    el: Elaborator,
    params: tuple[FVar, ...],
    fields: list[FVar],
    self_type: Term,
    count: int,
) -> dict[Term, Term]:
    """Add the projections; gives each field as a projection of one `self`. The `self` of a class
    is an instance, which terms do not have."""
    is_class = entry.kind == "class"
    s = el.m.local("self", self_type, instance=is_class)
    data = tuple(x for x in params if not el.m.locals[x].instance)
    swap: dict[Term, Term] = {}
    for i, x in enumerate(fields):
        name = f"{entry.name}.{x.name}"
        type_ = replace_terms(el.m.instantiate_mvars(el.m.locals[x].type), swap)
        closed = el.finished(el.m.close_pi((*params, s), type_), None)
        info = Projection(name, entry.name, count, i)
        if env.entry(name) is None:
            env.add_generated(
                SourceEntry(
                    name,
                    "projection",
                    entry.module,
                    entry.order,
                    index=i,
                    parent=entry,
                    generated=True,
                    syntax=entry.syntax,
                    scope=entry.scope,
                )
            )
        _set_member(env, entry, name, closed, projection=None if is_class else info)
        swap[x] = const(name, *data) if is_class else const(name, *data, s)
    return swap


def _set_member(
    env: Environment,
    parent: SourceEntry,
    name: str,
    type_: Term,
    *,
    constructor: Constructor | None = None,
    projection: Projection | None = None,
    defaults: tuple[tuple[int, Term], ...] = (),
) -> None:
    member = env.entry(name)
    assert member is not None
    assert parent.declaration is not None
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


def inductive(env: Environment, entry: SourceEntry) -> None:
    d = entry.syntax

    def rest(el: Elaborator) -> Term:
        type_ = el.type(d.type) if d.type is not None else TYPE
        result = whnf(el.m, type_)
        while isinstance(result, Pi):
            x = el.m.local(result.name, result.type)
            result = whnf(el.m, instantiate(result.body, (x,)))
        if not isinstance(result, Sort):
            raise el.fail(d.type, "the type of an inductive type must end in a sort", got=type_)
        return type_

    opening, type_ = open_header(env, entry, d.binders, rest)
    el = opening.el
    sections = included_variables(el, opening, type_, None, entry.scope.included)
    while True:
        params = (*sections, *opening.auto, *opening.own)
        _announce(env, entry, opening, params, type_, finished=False)
        el.used_sections = tuple(x for x in sections if not el.m.locals[x].instance)
        before = (*opening.sections, *opening.auto, *opening.own)
        opened = [_open_constructor(el, entry, c, before, params) for c in d.constructors]
        probe = app(Const(entry.name), *(el.m.close_pi(xs, result) for xs, result in opened))
        more = included_variables(el, opening, type_, probe, entry.scope.included)
        if more == sections:
            break
        sections = more  # a constructor mentions a section variable: it becomes a parameter
    _announce(env, entry, opening, params, type_, finished=True)
    count = sum(not el.m.locals[x].instance for x in params)
    _implicit(el, params)
    for i, (c, (xs, result)) in enumerate(zip(d.constructors, opened, strict=True)):
        closed = el.finished(el.m.close_pi((*params, *xs), result), c.type)
        fields, proofs = _constructor_fields(el, closed, count)
        info = Constructor(f"{entry.name}.{c.name}", entry.name, i, count, fields, proofs)
        _set_member(env, entry, info.name, closed, constructor=info)


def _announce(
    env: Environment,
    entry: SourceEntry,
    opening: Opening,
    params: tuple[FVar, ...],
    type_: Term,
    *,
    finished: bool,
) -> None:
    """Give the family its type before its constructors are read, which may still determine the
    type of a parameter (`inductive T (α)`)."""
    base = statement_of(env, entry, opening.el, params, type_, opening, finished=finished)
    names = tuple(f"{entry.name}.{c.name}" for c in entry.syntax.constructors)
    count = sum(not opening.el.m.locals[x].instance for x in params)
    entry.declaration = replace(base, constructors=names, params=count)


def _open_constructor(
    el: Elaborator,
    entry: SourceEntry,
    c: syntax.Constructor,
    start: tuple[FVar, ...],
    params: tuple[FVar, ...],
) -> tuple[tuple[FVar, ...], Term]:
    """The variables of a constructor and its result type; again from the start with one more
    auto-bound name each time a name is unknown."""
    auto: list[str] = []
    data = tuple(x for x in params if not el.m.locals[x].instance)
    while True:
        before = el.locals
        el.locals = start
        el.auto_bind = True
        xs: list[FVar] = []
        try:
            for name in auto:
                xs.append(el.m.local(name, el.type_hole(), info="{}"))
                el.locals = (*el.locals, xs[-1])
            bound = len(xs)
            for binder in c.binders:
                xs.append(bind(el, binder))
                el.locals = (*el.locals, xs[-1])
            result = app(Const(entry.name), *data) if c.type is None else el.type(c.type)
            el.synthesize()
            settle_auto_bound(el, xs[:bound], xs[:bound])
            return tuple(xs), result
        except UnboundName as unbound:
            if unbound.name in auto or len(auto) >= MAX_AUTO_BOUND:
                where = el.env.where(entry, unbound.span.start)
                raise ElabError(f"unknown identifier `{unbound.name}`", where) from None
            auto.append(unbound.name)
        finally:
            el.locals = before
            el.auto_bind = False


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
