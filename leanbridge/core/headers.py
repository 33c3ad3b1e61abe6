"""Headers of declarations: section variables, auto-bound names, own binders (rules 6 to 9).

Gives the variables that a declaration has and its statement, without its body.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from leanbridge.core.declarations import Declaration
from leanbridge.core.elab.binders import bind
from leanbridge.core.elab.elaborator import ElabError, Elaborator, UnboundName
from leanbridge.core.entries import SourceEntry
from leanbridge.core.environment import Environment
from leanbridge.core.terms import (
    SORT,
    FVar,
    MVar,
    Proof,
    Sort,
    Term,
    subterms,
)
from leanbridge.source import syntax

MAX_AUTO_BOUND = 40


@dataclass(slots=True)
class Opening:
    """The variables of a header, in order: section variables, auto-bound, own binders."""

    el: Elaborator
    sections: list[FVar] = field(default_factory=list)
    auto: list[FVar] = field(default_factory=list)
    own: list[FVar] = field(default_factory=list)
    defaults: dict[FVar, Term] = field(default_factory=dict)

    @property
    def everything(self) -> tuple[FVar, ...]:
        return (*self.sections, *self.auto, *self.own)


def open_header(
    env: Environment,
    entry: SourceEntry,
    binders: tuple[syntax.Binder, ...],
    rest: Callable[..., Term],
) -> tuple[Opening, Term]:
    """Elaborate section variables and `binders`, then `rest(el)`; again from the start with one
    more auto-bound name each time a name is unknown (rule 9)."""
    auto: list[str] = []
    section_auto: dict[int, list[str]] = {}
    # the type of `variable (x)` is found by the body that uses it
    untyped = {v.binder.name for v in entry.scope.variables if v.binder.type is None}
    while True:
        el = Elaborator(env, entry, entry.scope)
        opening = Opening(el)
        stage = -1
        try:
            with el.run("the header"):
                el.auto_bind = True
                for position, variable in enumerate(entry.scope.variables):
                    stage = position
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
                    if binder.default is not None or binder.auto:
                        type_ = el.m.locals[x].type
                        opening.defaults[x] = (
                            Proof(type_)
                            if binder.default is None or isinstance(binder.default, syntax.By)
                            else el.check(binder.default, type_)
                        )
                    opening.own.append(x)
                    el.locals = (*el.locals, x)
                type_ = rest(el)
                el.synthesize()
                typed = [
                    x for x in opening.sections if x.name not in untyped or x in _free(el, type_)
                ]
                settle_auto_bound(el, opening.auto, [*opening.auto, *typed])
                return opening, type_
        except UnboundName as unbound:
            names = section_auto.setdefault(stage, []) if stage >= 0 else auto
            if unbound.name in names or len(names) >= MAX_AUTO_BOUND:
                where = env.where(entry, unbound.span.start)
                raise ElabError(f"unknown identifier `{unbound.name}`", where) from None
            names.append(unbound.name)


def settle_auto_bound(el: Elaborator, auto: list[FVar], variables: list[FVar]) -> None:
    """A type of one of `variables` that use did not determine is `Sort u`; an auto-bound name gets
    it only if it looks like the name of a type."""
    for x in variables:
        type_ = el.m.head_instantiated(el.m.locals[x].type)
        if isinstance(type_, MVar):
            el.m.assign(type_, SORT)
            type_ = SORT
        if x in auto and isinstance(type_, Sort) and len(x.name.rstrip("'₀₁₂₃₄₅₆₇₈₉")) > 1:
            raise el.fail(
                None,
                f"unknown identifier `{x.name}`",
                todo="Lean would bind it as a type; a name this long is refused here as a "
                "likely missing constant",
            )


def _free(el: Elaborator, term: Term) -> set[FVar]:
    return {t for t in subterms(el.m.instantiate_mvars(term)) if isinstance(t, FVar)}


def included_variables(
    el: Elaborator,
    opening: Opening,
    type_: Term,
    value: Term | None,
    scope_included: frozenset[str],
) -> tuple[FVar, ...]:
    """The section variables that the declaration depends on (rules 6, 7)."""
    used: set[FVar] = set()
    todo: list[FVar] = []

    def use(term: Term) -> None:
        todo.extend(x for x in _free(el, term) if x not in used)

    use(type_)
    todo.extend(el.in_proofs)
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


def drop_omitted(
    el: Elaborator, entry: SourceEntry, sections: tuple[FVar, ...]
) -> tuple[FVar, ...]:
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


def statement_of(
    env: Environment,
    entry: SourceEntry,
    el: Elaborator,
    xs: tuple[FVar, ...],
    type_: Term,
    opening: Opening,
    *,
    finished: bool = True,
) -> Declaration:
    d = entry.syntax
    closed = el.m.close_pi(xs, type_)
    if finished:
        closed = el.finished(closed, d.type)
    return Declaration(
        name=entry.name,
        kind=entry.kind,
        type=closed,
        place=env.place(entry),
        instances=_instances(el, xs),
        defaults=_defaults(el, opening, xs),
        reducibility=entry.reducibility,
        private=entry.private,
        protected=entry.protected,
        noncomputable=d.modifiers.noncomputable or entry.scope.noncomputable,
        doc=d.modifiers.doc,
        has_sorry=_has_sorry(d),
        auto_bound=tuple(
            (x.name, el.m.instantiate_mvars(el.m.locals[x].type)) for x in opening.auto
        ),
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
    el: Elaborator, opening: Opening, xs: tuple[FVar, ...]
) -> tuple[tuple[int, Term], ...]:
    out: list[tuple[int, Term]] = []
    explicit = [x for x in xs if not el.m.locals[x].instance]
    for x, value in opening.defaults.items():
        position = explicit.index(x)
        closed = el.m.close_lambda(tuple(explicit[:position]), value)
        out.append((position, el.finished(closed, None)))
    return tuple(out)


def _has_sorry(d: syntax.Declaration) -> bool:
    value = d.body
    if isinstance(value, syntax.Value):
        return isinstance(value.term, syntax.Sorry) or getattr(value.term, "has_sorry", False)
    return False
