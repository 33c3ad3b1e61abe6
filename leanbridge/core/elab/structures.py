"""Values of structures and containers: tuples, `⟨…⟩`, `{ … }`, lists, sets (rule 16)."""

from __future__ import annotations

from leanbridge.core.elab.arguments import Call, arguments
from leanbridge.core.elab.binders import bind
from leanbridge.core.elab.dots import access
from leanbridge.core.elab.elaborator import Elaborator, Postpone, Stx
from leanbridge.core.elab.membership import element_type
from leanbridge.core.environment import Environment
from leanbridge.core.reduce import constructor_fields, whnf, whnf_core
from leanbridge.core.scope import components
from leanbridge.core.terms import (
    NAT,
    Const,
    FVar,
    Lit,
    MVar,
    Pi,
    Proof,
    Term,
    args_of,
    beta,
    const,
    head,
    instantiate,
    is_app_of,
    map_children,
)
from leanbridge.core.unify import unify
from leanbridge.errors import LeanbridgeError
from leanbridge.source import syntax


def elab_tuple(el: Elaborator, stx: syntax.Tuple, expected: Term | None) -> Term:
    if not stx.items:
        return Const("Unit.unit")
    first, rest = stx.items[0], stx.items[1:]
    inner: Stx = rest[0] if len(rest) == 1 else syntax.Tuple(rest, span=stx.span)
    known = whnf(el.m, expected) if expected is not None else None
    if known is not None and head(known) is Const("Prod"):
        a, b = args_of(known)
        return const("Prod.mk", a, b, el.check(first, a), el.check(inner, b))
    x = el.term(first, None)
    y = el.term(inner, None)
    return const("Prod.mk", el.m.infer(x), el.m.infer(y), x, y)


def elab_anon_ctor(el: Elaborator, stx: syntax.AnonCtor, expected: Term | None) -> Term:
    """`⟨a, b, c⟩`: the one constructor of the expected type; a proof at a proposition."""
    if expected is None:
        raise Postpone("`⟨…⟩` needs an expected type")
    type_ = el.m.instantiate_mvars(expected)
    if el.m.is_proof_type(type_):
        return el.erased(stx, type_)
    known = whnf(el.m, type_)
    fn = head(known)
    if isinstance(fn, MVar):
        raise Postpone("`⟨…⟩` needs an expected type")
    constructors = el.env.constructors_of(fn.name) if isinstance(fn, Const) else ()
    if len(constructors) != 1:
        raise el.fail(stx, "`⟨…⟩` needs a type with one constructor", expected=expected)
    info = el.env.constructor(constructors[0])
    assert info is not None
    items = stx.items
    arity = _explicit_arity(el, constructors[0], info.params)
    if len(items) > arity > 0:
        tail = syntax.AnonCtor(items[arity - 1 :], span=stx.span)
        items = (*items[: arity - 1], tail)
    if len(items) < arity:
        raise el.fail(stx, f"`⟨…⟩` needs {arity} components", got=str(len(items)))
    return arguments(el, Const(constructors[0]), Call(list(items)), known, stx)


def _explicit_arity(el: Elaborator, constructor: str, params: int) -> int:
    type_ = el.env.type_of(constructor)
    explicit = 0
    position = 0
    while isinstance(type_, Pi):
        explicit += position >= params and type_.info == ""
        position += 1
        type_ = type_.body
    return explicit


# ----- { … } ------------------------------------------------------------------------------


def elab_struct_inst(el: Elaborator, stx: syntax.StructInst, expected: Term | None) -> Term:
    if stx.type is not None:
        expected = el.type(stx.type)
    if not stx.sources and (expected is None or isinstance(head(whnf_core(el.m, expected)), MVar)):
        raise Postpone("`{ … }` needs an expected type")
    lets: list[FVar] = []
    sources: list[Term] = []
    for source in stx.sources:
        value = el.term(source, None)
        owner = head(whnf(el.m, el.m.infer(value)))
        if not isinstance(owner, Const) or el.env.structure_fields(owner.name) is None:
            raise el.fail(source, "`{ s with … }` needs a structure", got=el.m.infer(value))
        if not isinstance(value, FVar):  # Lean gives it a name first
            value = el.m.local("__src", el.m.infer(value), value)
            lets.append(value)
        sources.append(value)
    with el.inside(*lets, hidden=True):
        if expected is None or isinstance(head(whnf_core(el.m, expected)), MVar):
            expected = el.m.infer(sources[0])
        out = structure_value(el, stx.fields, sources, expected, stx)
    return el.m.close_lambda(tuple(lets), out) if lets else out


def structure_value(
    el: Elaborator,
    inits: tuple[syntax.FieldInit, ...],
    sources: list[Term],
    expected: Term,
    stx: Stx | None,
) -> Term:
    """The structure value of type `expected` with the given fields, the rest from `sources`,
    from defaults, or erased as proofs."""
    type_ = el.m.instantiate_mvars(whnf(el.m, expected))
    fn = head(type_)
    fields = el.env.structure_fields(fn.name) if isinstance(fn, Const) else None
    if fields is None or not isinstance(fn, Const):
        raise el.fail(stx, "`{ … }` needs a structure", expected=expected)
    given = {}
    for init in inits:
        if init.path in given:
            raise el.fail(stx, f"field {init.path} is given twice")
        given[init.path] = init
    out = _build(el, fn.name, args_of(type_), given, sources, stx)
    if given:
        unknown = next(iter(given))
        raise el.fail(stx, f"{fn.name} has no field `{unknown}`", expected=", ".join(fields))
    return out


def _build(
    el: Elaborator,
    structure: str,
    params: tuple[Term, ...],
    given: dict[str, syntax.FieldInit],
    sources: list[Term],
    stx: Stx | None,
) -> Term:
    name = el.env.constructors_of(structure)[0]
    statement = el.env.statement(name)
    type_ = instantiate_params(statement.type, params)
    defaults = dict(statement.defaults)
    parts = sub_objects(el.env, structure)
    values: list[Term] = []
    for i, field in enumerate(el.env.structure_fields(structure) or ()):
        assert isinstance(type_, Pi)
        domain = type_.type
        value = _field_value(el, field, domain, field in parts, given, sources, stx)
        if value is None:
            default = defaults.get(len(params) + i)
            if default is not None:
                value = fields_read(el, beta(default, (*params, *values)))
            elif el.m.is_proof_type(domain):
                value = Proof(el.m.instantiate_mvars(domain))
            else:
                raise el.fail(stx, f"field `{field}` of {structure} is missing", expected=domain)
        values.append(value)
        type_ = instantiate(type_.body, (value,))
    return eta_reduced(el, structure, params, values)


def fields_read(el: Elaborator, term: Term) -> Term:
    """`term` with each projection of a constructor replaced by the field."""

    def go(t: Term, _: int = 0) -> Term:
        t = map_children(t, go)
        fn = head(t)
        info = el.env.projection(fn.name) if isinstance(fn, Const) else None
        if info is None or len(args_of(t)) <= info.params:
            return t
        fields = constructor_fields(el.m, el.m.instantiate_mvars(args_of(t)[info.params]))
        if fields is None:
            return t
        return beta(fields[info.index], args_of(t)[info.params + 1 :])

    return go(term)


def sub_objects(env: Environment, structure: str) -> dict[str, str]:
    """The fields of a structure that hold a whole parent, with the parent's name."""
    entry = env.entry(structure)
    fields = env.structure_fields(structure) or ()
    named = {f"to{components(p)[-1]}": p for p in (entry.parents if entry is not None else ())}
    return {name: parent for name, parent in named.items() if name in fields}


def flat_fields(env: Environment, structure: str) -> list[str]:
    """The fields of a structure and of what it extends, sub-objects included."""
    out = list(env.structure_fields(structure) or ())
    for parent in sub_objects(env, structure).values():
        out += flat_fields(env, parent)
    return out


def eta_reduced(
    el: Elaborator, structure: str, params: tuple[Term, ...], values: list[Term]
) -> Term:
    """The structure value with these fields; `x` if they are the fields of one `x`."""
    fields = el.env.structure_fields(structure) or ()
    whole: Term | None = None
    for field, value in zip(fields, map(el.m.instantiate_mvars, values), strict=True):
        if isinstance(value, Proof):
            continue
        is_field = is_app_of(value, f"{structure}.{field}", len(params) + 1)
        base = args_of(value)[-1] if is_field else None
        if base is None or (whole is not None and base is not whole):
            whole = None
            break
        whole = base
    if whole is not None:
        return whole
    return const(el.env.constructors_of(structure)[0], *params, *values)


def instantiate_params(type_: Term, params: tuple[Term, ...]) -> Term:
    for _ in params:
        assert isinstance(type_, Pi)
        type_ = type_.body
    return instantiate(type_, params)


def _field_value(
    el: Elaborator,
    field: str,
    domain: Term,
    is_parent: bool,
    given: dict[str, syntax.FieldInit],
    sources: list[Term],
    stx: Stx | None,
) -> Term | None:
    init = given.pop(field, None)
    if init is not None:
        return _init_value(el, init, domain)
    if is_parent:
        inner = whnf(el.m, domain)
        fn = head(inner)
        assert isinstance(fn, Const)
        return _build(el, fn.name, args_of(inner), given, sources, stx)
    for source in sources:
        with el.m.attempt() as keep:
            value = _from_source(el, source, field, stx)
            if value is not None and unify(el.m, el.m.infer(value), domain):
                keep.append(True)
                return value
    return None


def _from_source(el: Elaborator, source: Term, field: str, stx: Stx | None) -> Term | None:
    try:
        return access(el, source, field, Call(), None, stx or syntax.Hole())
    except LeanbridgeError:
        return None


def _init_value(el: Elaborator, init: syntax.FieldInit, domain: Term) -> Term:
    value: Stx = init.value if init.value is not None else syntax.Ident(init.path, span=init.span)
    if el.m.is_proof_type(domain):
        return el.erased(value, el.m.instantiate_mvars(domain))
    if init.binders:
        value = syntax.Fun(init.binders, value, span=init.span)
    return el.check(value, domain)


# ----- lists and sets ---------------------------------------------------------------------


def elab_list(el: Elaborator, stx: syntax.ListLit, expected: Term | None) -> Term:
    if stx.open == "!![":
        raise el.unsupported(stx, "matrix literal")
    if stx.open == "![":
        return _elab_vector(el, stx, expected)
    container = "List" if stx.open == "[" else "Array"
    item: Term = el.type_hole()
    if expected is not None:
        unify(el.m, expected, const(container, item))
    out = const("List.nil", item)
    values = [el.check(x, item) for x in stx.items]
    for value in reversed(values):
        out = const("List.cons", item, value, out)
    return out if container == "List" else const("List.toArray", item, out)


def _elab_vector(el: Elaborator, stx: syntax.ListLit, expected: Term | None) -> Term:
    """`![a, b]` is `Matrix.vecCons a (Matrix.vecCons b Matrix.vecEmpty)`."""
    item: Term = el.type_hole()
    n = len(stx.items)
    if expected is not None:
        size = const("OfNat.ofNat", NAT, Lit(n))
        x = el.m.local("a", const("Fin", size))
        unify(el.m, expected, el.m.close_pi((x,), item))
    out = const("Matrix.vecEmpty", item)
    values = [el.check(x, item) for x in stx.items]
    for i, value in enumerate(reversed(values)):
        out = const("Matrix.vecCons", item, const("OfNat.ofNat", NAT, Lit(i)), value, out)
    return out


def elab_set(el: Elaborator, stx: syntax.SetLit, expected: Term | None) -> Term:
    if expected is None or isinstance(head(whnf_core(el.m, expected)), MVar):
        raise Postpone("`{…}` needs an expected type")
    type_ = el.m.instantiate_mvars(expected)
    fields = _punned(el, stx, type_)
    if fields is not None:
        return structure_value(el, fields, [], type_, stx)
    if not stx.items:
        return const("EmptyCollection.emptyCollection", type_)
    item = element_type(el, type_)
    if item is None:
        raise el.fail(stx, "a set literal where no set is expected", expected=expected)
    values = [el.check(x, item) for x in stx.items]
    out = const("Singleton.singleton", item, type_, values[-1])
    for value in reversed(values[:-1]):
        out = const("Insert.insert", item, type_, value, out)
    return out


def _punned(el: Elaborator, stx: syntax.SetLit, type_: Term) -> tuple[syntax.FieldInit, ...] | None:
    """`{a, b}` and `{}` at a structure type are its fields; None if this is a set."""
    fn = head(whnf(el.m, type_))
    if not isinstance(fn, Const) or el.env.structure_fields(fn.name) is None:
        return None
    if not all(isinstance(item, syntax.Ident) for item in stx.items):
        return None
    names = [item for item in stx.items if isinstance(item, syntax.Ident)]
    return tuple(syntax.FieldInit(item.name, (), None, span=item.span) for item in names)


def elab_set_builder(el: Elaborator, stx: syntax.SetBuilder, expected: Term | None) -> Term:
    if stx.pattern is not None or len(stx.binders) != 1:
        raise el.unsupported(stx, "set-builder with a pattern")
    binder = stx.binders[0]
    over = binder.predicate[1] if binder.predicate and binder.predicate[0] == "∈" else None
    if over is not None:
        container = el.term(over, None)
        type_ = whnf_core(el.m, el.m.infer(container))
        if head(type_) is Const("Finset"):
            item = args_of(type_)[0]
            x = el.m.local(binder.name, item)
            return const("Finset.filter", item, _closed_prop(el, x, stx.body), container)
        raise el.unsupported(stx, "{x ∈ s | p} over a set")
    item_known: Term | None = None
    if expected is not None:
        item_known = element_type(el, whnf_core(el.m, expected))
    x = bind(el, binder, item_known)
    p = _closed_prop(el, x, stx.body)
    type_ = el.m.locals[x].type
    if stx.subtype:
        return const("Subtype", type_, p)
    if expected is not None and head(whnf_core(el.m, expected)) is Const("Finset"):
        return const("Finset.filter", type_, p, const("Finset.univ", type_))
    return const("setOf", type_, p)


def _closed_prop(el: Elaborator, x: FVar, body: Stx) -> Term:
    with el.inside(x):
        return el.m.close_lambda((x,), el.proposition(body))


def elab_index(el: Elaborator, stx: syntax.Index, expected: Term | None) -> Term:
    """`x[i]!`, `x[i]?`, `x[i]` on lists and arrays."""
    target = el.term(stx.target, None)
    type_ = whnf_core(el.m, el.m.infer(target))
    fn = head(type_)
    if not (isinstance(fn, Const) and fn.name in ("List", "Array")):
        raise el.unsupported(stx, "indexing", f"of {type_!r}")
    index = el.check(stx.index, NAT)
    item = args_of(type_)[0]
    if stx.suffix in ("", "'"):
        return const("GetElem.getElem", type_, NAT, item, target, index)
    name = {"!": "GetElem?.getElem!", "?": "GetElem?.getElem?"}[stx.suffix]
    return const(name, type_, NAT, item, target, index)


def elab_iterate(el: Elaborator, stx: syntax.Iterate, expected: Term | None) -> Term:
    return arguments(el, Const("Nat.iterate"), Call([stx.fn, stx.count]), expected, stx)
