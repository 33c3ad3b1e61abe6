"""Pattern matching: `match`, definitions by equations, `fun | …` (rule 23).

A pattern is elaborated as a constructor term whose unknowns are metavariables; its type is
unified with the scrutinee's before its parts are; what is still unknown then is a variable of the
clause. Local variables that are indices of a scrutinee's type become scrutinees themselves, so
that a branch may know more about them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from leanbridge.core.coverage import incomplete, redundant
from leanbridge.core.elab.elaborator import Elaborator, Postpone, Stx
from leanbridge.core.elab.literals import NOT_NUMERIC
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    NAT,
    Clause,
    Const,
    FVar,
    Lit,
    Match,
    MVar,
    Pi,
    Proof,
    Term,
    app,
    args_of,
    const,
    head,
    instantiate,
    replace,
    subterms,
)
from leanbridge.core.unify import unify
from leanbridge.source import syntax


def elab_match(el: Elaborator, stx: syntax.Match, expected: Term | None) -> Term:
    if stx.motive is not None:
        raise el.unsupported(stx, "match with a motive")
    scrutinees = [el.term(d.term, None) for d in stx.discriminants]
    for value in scrutinees:
        if isinstance(head(whnf_core(el.m, el.m.infer(value))), MVar):
            el.resume()
            if isinstance(head(whnf_core(el.m, el.m.infer(value))), MVar):
                raise Postpone("a `match` needs the types of what it matches")
    type_ = expected if expected is not None else el.type_hole()
    names = tuple(d.name for d in stx.discriminants)
    return compile_match(el, scrutinees, stx.alts, type_, names, stx)


def elab_fun_match(el: Elaborator, stx: syntax.FunMatch, expected: Term | None) -> Term:
    if expected is None or isinstance(head(whnf_core(el.m, expected)), MVar):
        raise Postpone("`fun | …` needs an expected type")
    return equations(el, stx.alts, expected, stx)


def equations(el: Elaborator, alts: tuple[syntax.Alt, ...], type_: Term, stx: Stx | None) -> Term:
    """A function of type `type_` given by clauses on its first arguments, implicit ones too."""
    wanted = len(alts[0].rows[0])
    variables: list[FVar] = []
    result = type_
    while len(variables) < wanted:
        result = whnf_core(el.m, result)
        if not isinstance(result, Pi):
            result = whnf(el.m, result)
        if not isinstance(result, Pi):
            raise el.fail(stx, f"{wanted} patterns, but only {len(variables)} arguments", got=type_)
        x = el.m.local(result.name, result.type, info=result.info)
        variables.append(x)
        result = instantiate(result.body, (x,))
    with el.inside(*variables, hidden=True):
        body = compile_match(el, list(variables), alts, result, (None,) * wanted, stx)
    return el.m.close_lambda(tuple(variables), body)


def compile_match(
    el: Elaborator,
    scrutinees: list[Term],
    alts: tuple[syntax.Alt, ...],
    type_: Term,
    names: tuple[str | None, ...],
    stx: Stx | None,
) -> Term:
    name = _only_name(el, alts)
    if name is not None and names == (None,):  # Lean makes it a `let`
        x = el.m.local(name, el.m.infer(scrutinees[0]), scrutinees[0])
        with el.inside(x):
            return el.m.close_lambda((x,), el.check(alts[0].body, type_))
    indices = _index_variables(el, scrutinees)
    everything: list[Term] = [*indices, *scrutinees]
    motive = _motive(el, everything, type_)
    clauses: list[Clause] = []
    for alt in alts:
        for row in alt.rows:
            if len(row) != len(scrutinees):
                raise el.fail(stx, f"{len(scrutinees)} patterns are needed", got=str(len(row)))
            clauses.append(_clause(el, everything, len(indices), row, alt.body, type_, names))
    rows = [clause.patterns[len(indices) :] for clause in clauses]
    proofs = any(el.m.is_proof_type(el.m.infer(s)) for s in scrutinees)  # may exclude a case
    if not proofs and incomplete(el.env, rows):
        raise el.fail(stx, "cases are missing")
    unused = redundant(el.env, rows)
    if unused is not None:
        raise el.fail(stx, f"clause {unused + 1} is never reached")
    return Match(tuple(clauses), motive, tuple(everything))


def _only_name(el: Elaborator, alts: tuple[syntax.Alt, ...]) -> str | None:
    """The name that is the whole pattern of the only clause, if it is no constructor."""
    if len(alts) != 1 or len(alts[0].rows) != 1:
        return None
    match alts[0].rows[0]:
        case (syntax.Ident(name=name),) if "." not in name and not _is_constructor(el, name):
            return name
        case _:
            return None


def _index_variables(el: Elaborator, scrutinees: list[Term]) -> list[FVar]:
    """Local variables that are indices of a scrutinee's inductive family, in scope order."""
    found: set[FVar] = set()
    for value in scrutinees:
        type_ = whnf(el.m, el.m.instantiate_mvars(el.m.infer(value)))
        fn = head(type_)
        if not isinstance(fn, Const) or not el.env.constructors_of(fn.name):
            continue
        params = el.env.statement(fn.name).params
        for index in args_of(type_)[params:]:
            t = el.m.head_instantiated(index)
            if isinstance(t, FVar) and el.m.locals[t].value is None:
                found.add(t)
    found -= {s for s in scrutinees if isinstance(s, FVar)}
    return sorted(found, key=lambda x: x.id)


def _motive(el: Elaborator, scrutinees: list[Term], type_: Term) -> Term:
    swap: dict[Term, Term] = {}
    variables: list[FVar] = []
    for value in scrutinees:
        own = replace(el.m.instantiate_mvars(el.m.infer(value)), swap)
        x = el.m.local("x", own)
        variables.append(x)
        if isinstance(value, FVar):
            swap[value] = x
    body = replace(el.m.instantiate_mvars(type_), swap)
    return el.m.close_lambda(tuple(variables), body)


@dataclass(slots=True)
class _Unknowns:
    """The metavariables of one clause's patterns, by the name that was written."""

    named: dict[str, MVar] = field(default_factory=dict)
    made: list[MVar] = field(default_factory=list)


def _clause(
    el: Elaborator,
    scrutinees: list[Term],
    hidden: int,
    row: tuple[Stx, ...],
    body: Stx,
    type_: Term,
    names: tuple[str | None, ...],
) -> Clause:
    m = el.m
    unknowns = _Unknowns()
    swap: dict[Term, Term] = {}
    patterns: list[Term] = []
    for i, value in enumerate(scrutinees):
        expected = replace(m.instantiate_mvars(m.infer(value)), swap)
        if i < hidden:
            pattern: Term = _unknown(el, unknowns, expected)
        else:
            pattern = _pattern(el, row[i - hidden], expected, unknowns)
        patterns.append(pattern)
        if isinstance(value, FVar):
            swap[value] = pattern
    el.synthesize()
    variables = _clause_variables(el, unknowns)
    patterns = [m.instantiate_mvars(p) for p in patterns]
    swap = {k: m.instantiate_mvars(v) for k, v in swap.items()}
    result = replace(m.instantiate_mvars(type_), swap)
    proofs: list[FVar] = []
    for name, value, pattern in zip(names, scrutinees[hidden:], patterns[hidden:], strict=True):
        if name is not None:
            proofs.append(m.local(name, const("Eq", m.infer(value), value, pattern)))
    lets = [
        m.local(name, m.infer(var), m.instantiate_mvars(var))
        for name, var in unknowns.named.items()
        if m.instantiate_mvars(var) not in variables
    ]
    with el.inside(*variables, *lets, *proofs):
        rhs = el.check(body, result)
    rhs = m.instantiate_mvars(rhs)
    if lets or proofs:
        rhs = m.abstracted(rhs, tuple(lets + proofs))
        erased = [Proof(m.locals[p].type) for p in proofs]
        values = [m.instantiate_mvars(m.locals[x].value or x) for x in lets]
        rhs = instantiate(rhs, (*values, *erased))
    return Clause(
        tuple(x.name for x in variables),
        tuple(m.abstracted(p, variables) for p in patterns),
        m.abstracted(rhs, variables),
        tuple(m.abstracted(m.locals[x].type, variables[:i]) for i, x in enumerate(variables)),
    )


def _clause_variables(el: Elaborator, unknowns: _Unknowns) -> tuple[FVar, ...]:
    """Turn the unknowns that are left into local variables, in dependency order."""
    m = el.m
    names = {m.head_instantiated(var): name for name, var in unknowns.named.items()}
    out: list[FVar] = []

    def settle(var: MVar) -> None:
        target = m.head_instantiated(var)
        if not isinstance(target, MVar):
            for inner in _metas(el, target):
                settle(inner)
            return
        for inner in _metas(el, m.metas[target].type):
            settle(inner)
        target = m.head_instantiated(target)
        if isinstance(target, MVar):
            x = m.local(names.get(target, "_"), m.instantiate_mvars(m.metas[target].type))
            out.append(x)
            m.assign(target, x)

    for var in unknowns.made:
        settle(var)
    return tuple(out)


def _metas(el: Elaborator, term: Term) -> list[MVar]:
    return [t for t in subterms(el.m.instantiate_mvars(term)) if isinstance(t, MVar)]


def _unknown(el: Elaborator, unknowns: _Unknowns, type_: Term) -> MVar:
    var = el.hole(type_)
    unknowns.made.append(var)
    return var


# ----- patterns ---------------------------------------------------------------------------


def _pattern(el: Elaborator, stx: Stx, expected: Term, unknowns: _Unknowns) -> Term:
    match stx:
        case syntax.Hole():
            return _unknown(el, unknowns, expected)
        case syntax.Paren():
            return _pattern(el, stx.body, expected, unknowns)
        case syntax.Ascription(type=type_) if type_ is not None:
            unify(el.m, el.type(type_), expected)
            return _pattern(el, stx.body, expected, unknowns)
        case syntax.Ident():
            return _ident_pattern(el, stx, expected, unknowns)
        case syntax.DotIdent():
            return _constructor_pattern(el, stx, (), expected, unknowns, stx)
        case syntax.App():
            return _constructor_pattern(el, stx.fn, stx.args, expected, unknowns, stx)
        case syntax.NumLit():
            known = el.m.instantiate_mvars(expected)
            if isinstance(head(known), MVar):
                unify(el.m, known, NAT)
            owner = head(whnf(el.m, el.m.instantiate_mvars(known)))
            is_proof = el.m.is_proof_type(known)
            if is_proof or (isinstance(owner, Const) and owner.name in NOT_NUMERIC):
                raise el.fail(stx, "a numeral cannot have this type", expected=expected)
            return const("OfNat.ofNat", el.m.instantiate_mvars(expected), Lit(stx.value))
        case syntax.StrLit():
            return Lit(stx.value)
        case syntax.CharLit():
            return el.term(stx, expected)
        case syntax.BinOp(op="@", lhs=syntax.Ident(name=name)):
            whole = el.hole(expected)
            unknowns.named[name] = whole
            el.m.assign(whole, _pattern(el, stx.rhs, expected, unknowns))
            return whole
        case syntax.BinOp(op="+"):
            return _offset_pattern(el, stx, expected, unknowns)
        case syntax.BinOp(op="::"):
            return _constructor_pattern(
                el,
                syntax.Ident("List.cons", span=stx.span),
                (stx.lhs, stx.rhs),
                expected,
                unknowns,
                stx,
            )
        case syntax.ListLit(open="["):
            return _list_pattern(el, stx, expected, unknowns)
        case syntax.ListLit(open="#["):
            return _array_pattern(el, stx, expected, unknowns)
        case syntax.Tuple():
            return _tuple_pattern(el, stx, expected, unknowns)
        case syntax.AnonCtor():
            return _anon_pattern(el, stx, expected, unknowns)
        case syntax.UnOp(op="-"):
            raise el.unsupported(stx, "negative literal pattern")
        case _:
            raise el.unsupported(stx, f"pattern {type(stx).__name__}")


def _is_constructor(el: Elaborator, name: str) -> bool:
    found = el.env.resolve(name, el.scope, el.entry.module, el.entry.order)
    return any(entry.kind == "constructor" and not rest for entry, rest in found)


def _ident_pattern(el: Elaborator, stx: syntax.Ident, expected: Term, unknowns: _Unknowns) -> Term:
    if _is_constructor(el, stx.name) or "." in stx.name:
        return _constructor_pattern(el, stx, (), expected, unknowns, stx)
    if stx.name in unknowns.named:
        raise el.fail(stx, f"`{stx.name}` occurs twice in a pattern")
    var = _unknown(el, unknowns, expected)
    unknowns.named[stx.name] = var
    return var


def _offset_pattern(el: Elaborator, stx: syntax.BinOp, expected: Term, unknowns: _Unknowns) -> Term:
    if not isinstance(stx.rhs, syntax.NumLit):
        raise el.unsupported(stx, "pattern a + b")
    unify(el.m, expected, NAT)
    out = _pattern(el, stx.lhs, NAT, unknowns)
    for _ in range(stx.rhs.value):
        out = const("Nat.succ", out)
    return out


def _list_pattern(el: Elaborator, stx: syntax.ListLit, expected: Term, unknowns: _Unknowns) -> Term:
    item: Term = el.type_hole()
    if not unify(el.m, expected, const("List", item)):
        raise el.fail(stx, "a list pattern", expected=expected)
    out = const("List.nil", item)
    for value in reversed([_pattern(el, x, item, unknowns) for x in stx.items]):
        out = const("List.cons", item, value, out)
    return out


def _array_pattern(
    el: Elaborator, stx: syntax.ListLit, expected: Term, unknowns: _Unknowns
) -> Term:
    item: Term = el.type_hole()
    if not unify(el.m, expected, const("Array", item)):
        raise el.fail(stx, "an array pattern", expected=expected)
    inner = _list_pattern(el, stx, const("List", item), unknowns)
    return const("Array.mk", item, inner)


def _tuple_pattern(el: Elaborator, stx: syntax.Tuple, expected: Term, unknowns: _Unknowns) -> Term:
    known = whnf(el.m, el.m.instantiate_mvars(expected))
    if not stx.items:
        if not unify(el.m, known, Const("Unit")):
            raise el.fail(stx, "the pattern `()`", expected=expected)
        return Const("Unit.unit")
    if head(known) is not Const("Prod"):
        a, b = el.type_hole(), el.type_hole()
        if not unify(el.m, known, const("Prod", a, b)):
            raise el.fail(stx, "a pair pattern", expected=expected)
        known = const("Prod", a, b)
    first, second = args_of(known)
    x = _pattern(el, stx.items[0], first, unknowns)
    rest = stx.items[1:]
    inner: Stx = rest[0] if len(rest) == 1 else syntax.Tuple(rest, span=stx.span)
    return const("Prod.mk", first, second, x, _pattern(el, inner, second, unknowns))


def _anon_pattern(
    el: Elaborator, stx: syntax.AnonCtor, expected: Term, unknowns: _Unknowns
) -> Term:
    type_ = el.m.instantiate_mvars(expected)
    if el.m.is_proof_type(type_):
        return _proof_pattern(el, stx, type_, unknowns)
    known = whnf(el.m, type_)
    fn = head(known)
    constructors = el.env.constructors_of(fn.name) if isinstance(fn, Const) else ()
    if len(constructors) != 1:
        raise el.fail(stx, "`⟨…⟩` pattern needs a type with one constructor", expected=expected)
    info = el.env.constructor(constructors[0])
    assert info is not None
    items = stx.items
    if len(items) > len(info.fields) > 0:
        n = len(info.fields)
        items = (*items[: n - 1], syntax.AnonCtor(items[n - 1 :], span=stx.span))
    return _constructor_pattern(
        el, syntax.Ident("_root_." + constructors[0], span=stx.span), items, expected, unknowns, stx
    )


def _proof_pattern(el: Elaborator, stx: Stx, prop: Term, unknowns: _Unknowns) -> Term:
    """Names inside a pattern on a proof are proofs: they are never looked at."""
    return Proof(prop)


def _constructor_pattern(
    el: Elaborator,
    fn: Stx,
    args: tuple[Stx | syntax.NamedArg, ...],
    expected: Term,
    unknowns: _Unknowns,
    stx: Stx,
) -> Term:
    name = _constructor_name(el, fn, expected)
    type_ = el.env.type_of(name)
    named = {a.name: a.value for a in args if isinstance(a, syntax.NamedArg)}
    positional = [a for a in args if not isinstance(a, syntax.NamedArg)]
    ellipsis = isinstance(stx, syntax.App) and stx.ellipsis
    out: list[Term] = []
    jobs: list[tuple[int, Stx, MVar]] = []
    info = el.env.constructor(name)
    params = info.params if info is not None else 0
    while True:
        type_ = whnf_core(el.m, type_)
        if not isinstance(type_, Pi):
            break
        if type_.name in named:
            var = el.hole(type_.type)
            jobs.append((len(out), named.pop(type_.name), var))
        elif type_.info == "" and positional:
            var = el.hole(type_.type)
            jobs.append((len(out), positional.pop(0), var))
        elif type_.info == "" and not ellipsis:
            raise el.fail(stx, f"constructor {name} needs more arguments", expected=type_.type)
        elif len(out) < params:
            var = el.hole(type_.type)
        else:
            var = _unknown(el, unknowns, type_.type)
        out.append(var)
        type_ = instantiate(type_.body, (var,))
    if positional or named:
        raise el.fail(stx, f"constructor {name} has too many arguments in a pattern")
    if not unify(el.m, type_, expected):
        raise el.fail(stx, "a pattern of another type", got=type_, expected=expected)
    for i, sub, var in jobs:
        domain = el.m.instantiate_mvars(el.m.metas[var].type)
        value = _pattern(el, sub, domain, unknowns)
        if not unify(el.m, var, value):
            raise el.fail(sub, "a sub-pattern contradicts the types", got=value, expected=var)
        out[i] = var
    return app(Const(name), *out)


def _constructor_name(el: Elaborator, fn: Stx, expected: Term) -> str:
    if isinstance(fn, syntax.Explicit):
        raise el.unsupported(fn, "@constructor pattern")
    if isinstance(fn, syntax.DotIdent):
        known = whnf(el.m, el.m.instantiate_mvars(expected))
        owner = head(known)
        if not isinstance(owner, Const):
            raise el.fail(fn, "`.name` pattern of unknown type", expected=expected)
        full = f"{owner.name}.{fn.name}"
        entry = el.env.entry(full)
        if entry is None or entry.kind != "constructor":
            raise el.fail(fn, f"{owner.name} has no constructor `{fn.name}`")
        return entry.name
    if not isinstance(fn, syntax.Ident):
        raise el.unsupported(fn, f"pattern head {type(fn).__name__}")
    found = el.env.resolve(fn.name, el.scope, el.entry.module, el.entry.order)
    for entry, rest in found:
        if entry.kind == "constructor" and not rest:
            return entry.name
    raise el.fail(fn, f"`{fn.name}` is no constructor")
