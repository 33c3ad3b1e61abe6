"""Definitional equality with metavariables: Lean's `isDefEq`, as far as source terms need it.

Takes two terms of one type; assigns metavariables, or undoes what it assigned and says no.
Order of attack: arguments first, then the later-declared definition is unfolded, then structure
eta. An equation that waits for more (`?a * ?b = n`, `?f (g x) = t`) goes to `Context.stuck`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leanbridge.core.meta import TypeMismatch
from leanbridge.core.reduce import (
    NAT_ARITHMETIC,
    POINTWISE,
    add_offset,
    constructor_fields,
    nat_value,
    offset_of,
    pointwise_type,
    unfold,
    whnf,
    whnf_core,
)
from leanbridge.core.terms import (
    NAT,
    App,
    Clause,
    Const,
    FVar,
    Lam,
    Lit,
    Match,
    MVar,
    Pi,
    Proof,
    Sort,
    Term,
    app,
    args_of,
    beta,
    const,
    head,
    instantiate,
    is_app_of,
    nat,
    same,
    subterms,
)

if TYPE_CHECKING:
    from leanbridge.core.meta import Context

MAX_STEPS = 200_000  # per declaration; beyond it the declaration is Unsupported(unifier)


class StepLimit(Exception):
    """The unifier's step budget is spent."""


def unify(m: Context, a: Term, b: Term) -> bool:
    """Whether `a` and `b` are equal by definition; assigns on yes, changes nothing on no."""
    if a is b:
        return True
    mark = m.mark()
    if _unify(m, a, b):
        return True
    m.undo(mark)
    return False


def retry_stuck(m: Context) -> bool:
    """Try the waiting equations again; False if one is now false. Those still stuck stay."""
    progress = True
    while progress and m.stuck:
        progress = False
        waiting, m.stuck[:] = list(m.stuck), []
        for a, b in waiting:
            before = len(m.stuck)
            if not _unify(m, a, b):
                return False
            progress = progress or len(m.stuck) == before
    return True


def _unify(m: Context, a: Term, b: Term) -> bool:
    a, b = m.head_instantiated(a), m.head_instantiated(b)
    if a is b:
        return True
    if a.has_mvar or b.has_mvar:
        a, b = m.instantiate_mvars(a), m.instantiate_mvars(b)
        if a is b:
            return True
    closed = not (a.has_mvar or b.has_mvar)
    if closed:
        known = m.equal.get((a, b))
        if known is not None:
            return known
    m.steps += 1
    if m.steps > MAX_STEPS:
        raise StepLimit
    out = _decide(m, a, b)
    if closed:
        m.equal[(a, b)] = out
    return out


def _decide(m: Context, a: Term, b: Term) -> bool:
    if isinstance(a, Proof) or isinstance(b, Proof):
        return True
    if isinstance(a, (Lam, Pi)) and type(a) is type(b):
        return _unify_binding(m, a, b)
    if isinstance(a, Sort) and isinstance(b, Sort):
        return "Sort" in (a.kind, b.kind) or a.kind == b.kind
    flex = _unify_flexible(m, a, b)
    if flex is not None:
        return flex
    if isinstance(a, Lam) or isinstance(b, Lam):
        eta = _unify_eta(m, a, b)
        if eta is not None:
            return eta
    if (a.has_mvar or b.has_mvar) and _same_arithmetic(a, b) and _unify_spines(m, a, b):
        return True  # `2 * ?n = 2 * 1` before `2 * 1` is folded to 2
    numbers = _unify_numbers(m, a, b)
    if numbers is not None:
        return numbers
    # A let-variable is an atom first: unfolding it doubles terms (trap T4).
    reduced_a, reduced_b = whnf_core(m, a, zeta=False), whnf_core(m, b, zeta=False)
    if reduced_a is not a or reduced_b is not b:
        return _unify(m, reduced_a, reduced_b)
    if head(a) is head(b) and _unify_spines(m, a, b):
        return True
    if _is_let(m, a) or _is_let(m, b):
        return _unify(m, whnf_core(m, a), whnf_core(m, b))
    return _unify_by_unfolding(m, a, b)


def _same_arithmetic(a: Term, b: Term) -> bool:
    fn = head(a)
    return fn is head(b) and isinstance(fn, Const) and fn.name in NAT_ARITHMETIC


def _is_let(m: Context, t: Term) -> bool:
    fn = head(t)
    return isinstance(fn, FVar) and m.locals[fn].value is not None


def _unify_binding(m: Context, a: Lam | Pi, b: Lam | Pi) -> bool:
    if not _unify(m, a.type, b.type):
        return False
    x = m.local(a.name, a.type, info=a.info)
    return _unify(m, instantiate(a.body, (x,)), instantiate(b.body, (x,)))


def _unify_eta(m: Context, a: Term, b: Term) -> bool | None:
    lam, other = (a, b) if isinstance(a, Lam) else (b, a)
    if isinstance(other, (Sort, Lit, Pi)):
        return False
    assert isinstance(lam, Lam)
    x = m.local(lam.name, lam.type, info=lam.info)
    return _unify(m, instantiate(lam.body, (x,)), beta(other, (x,)))


# ----- metavariables ----------------------------------------------------------------------


def _unify_flexible(m: Context, a: Term, b: Term) -> bool | None:
    """Equations with a metavariable at a head; None if there is none (or it must wait)."""
    fa, fb = _flexible(m, a), _flexible(m, b)
    if fa is None and fb is None:
        return None
    if fa is not None and fa is fb and len(args_of(a)) == len(args_of(b)):
        with m.attempt() as keep:
            if all(_unify(m, x, y) for x, y in zip(args_of(a), args_of(b), strict=True)):
                keep.append(True)
                return True
    sides = [(fa, a, b), (fb, b, a)]
    # Prefer to assign a bare metavariable, then the one with the longer argument list.
    sides.sort(key=lambda s: (s[0] is None, len(args_of(s[1])) > 0))
    failed = False
    for var, flexible, other in sides:
        if var is not None:
            with m.attempt() as keep:
                solved = _solve(m, var, args_of(flexible), other)
                if solved:
                    keep.append(True)
                    return True
            failed = failed or solved is False  # `?a =?= ?b x` may still be solved for `?b`
    if failed:
        return False
    for var, flexible, other in sides:
        if var is not None:
            reduced = whnf(m, other)
            if reduced is not other and not isinstance(head(reduced), MVar):
                solved = _solve(m, var, args_of(flexible), reduced)
                if solved:
                    return True
    m.stuck.append((a, b))
    return True


def _flexible(m: Context, t: Term) -> MVar | None:
    fn = head(t)
    if isinstance(fn, MVar) and not m.metas[fn].synthetic:
        return fn
    return None


def _solve(m: Context, var: MVar, args: tuple[Term, ...], value: Term) -> bool | None:
    """Assign `var args := value`: None if it has to wait."""
    xs = _pattern_variables(m, args)
    if xs is not None:
        return _assign(m, var, xs, value)
    return _solve_first_order(m, var, args, value)


def _pattern_variables(m: Context, args: tuple[Term, ...]) -> tuple[FVar, ...] | None:
    xs: list[FVar] = []
    for arg in args:
        x = m.head_instantiated(arg)
        if not isinstance(x, FVar) or x in xs or m.locals[x].value is not None:
            return None
        xs.append(x)
    return tuple(xs)


def _assign(m: Context, var: MVar, xs: tuple[FVar, ...], value: Term) -> bool | None:
    value = m.instantiate_mvars(value)
    meta = m.metas[var]
    allowed = set(meta.locals) | set(xs)
    for attempt in range(3):
        bad = _out_of_scope(m, var, allowed, value)
        if bad is None:
            break
        if bad == "occurs":
            return False if isinstance(head(value), (Const, FVar, App)) else None
        # Something out of scope may vanish when reduced: a let-variable, an unfolded constant.
        value = _zeta_all(m, value) if attempt == 0 else m.instantiate_mvars(whnf(m, value))
    else:
        return False
    _prune(m, value, allowed)
    value = m.instantiate_mvars(value)
    solution = m.close_lambda(xs, value) if xs else value
    if not _types_agree(m, meta.type, xs, value):
        return False
    if var in m.assigned:  # unifying the types solved it
        return _unify(m, m.assigned[var], solution)
    m.assign(var, solution)
    return True


def _types_agree(m: Context, type_: Term, xs: tuple[FVar, ...], value: Term) -> bool:
    try:
        expected = type_
        for x in xs:
            expected = whnf(m, expected)
            if not isinstance(expected, Pi):
                return False
            if not _unify(m, expected.type, m.locals[x].type):
                return False
            expected = instantiate(expected.body, (x,))
        return _unify(m, expected, m.infer(value))
    except TypeMismatch:
        return False


def _out_of_scope(m: Context, var: MVar, allowed: set[FVar], value: Term) -> str | None:
    if not (value.has_fvar or value.has_mvar):
        return None
    for t in subterms(value):
        if isinstance(t, FVar) and t not in allowed:
            return "scope"
        if t is var:
            return "occurs"
    return None


def _zeta_all(m: Context, value: Term) -> Term:
    from leanbridge.core.terms import replace

    lets = {
        t: m.locals[t].value
        for t in subterms(value)
        if isinstance(t, FVar) and m.locals[t].value is not None
    }
    return replace(value, {k: v for k, v in lets.items() if v is not None}) if lets else value


def _prune(m: Context, value: Term, allowed: set[FVar]) -> None:
    """Metavariables inside `value` must not be assigned what `value` may not mention."""
    if not value.has_mvar:
        return
    for t in list(subterms(value)):
        if isinstance(t, MVar) and t not in m.assigned:
            meta = m.metas[t]
            kept = tuple(x for x in meta.locals if x in allowed)
            if len(kept) == len(meta.locals):
                continue
            if meta.synthetic:
                continue
            type_ = m.instantiate_mvars(meta.type)
            if any(isinstance(s, FVar) and s not in allowed for s in subterms(type_)):
                continue
            m.assign(t, m.meta(type_, kept, numeral=meta.numeral))


def _solve_first_order(m: Context, var: MVar, args: tuple[Term, ...], value: Term) -> bool | None:
    theirs = args_of(value)
    if not theirs or len(theirs) < len(args):
        return None
    split = len(theirs) - len(args)
    fn = app(head(value), *theirs[:split])
    with m.attempt() as keep:
        solved = _assign(m, var, (), fn)
        if solved and all(_unify(m, x, y) for x, y in zip(args, theirs[split:], strict=True)):
            keep.append(True)
            return True
    return None


# ----- numbers ----------------------------------------------------------------------------


def _unify_numbers(m: Context, a: Term, b: Term) -> bool | None:
    """Equations between ℕ terms with literals or offsets; None if that is not what they are."""
    if not (_numeric(a) or _numeric(b)):
        return None
    x, y = nat_value(m, a), nat_value(m, b)
    if x is not None and y is not None:
        return x == y
    base_a, k_a = offset_of(m, a)
    base_b, k_b = offset_of(m, b)
    if (x is not None and k_b > x) or (y is not None and k_a > y):
        return False
    k = min(k_a, k_b)
    if k == 0:
        if x is not None and _waits(m, b):
            m.stuck.append((a, b))
            return True
        if y is not None and _waits(m, a):
            m.stuck.append((a, b))
            return True
        simpler_a, simpler_b = _rest(base_a, k_a), _rest(base_b, k_b)  # `k + 0` is `k`
        if x is None and y is None and (simpler_a is not a or simpler_b is not b):
            return _unify(m, simpler_a, simpler_b)
        return None
    if (base_a is a and k_a == 0) or (base_b is b and k_b == 0):
        return None
    return _unify(m, _rest(base_a, k_a - k), _rest(base_b, k_b - k))


def _rest(base: Term, offset: int) -> Term:
    zero = is_app_of(base, "OfNat.ofNat", 2) and args_of(base)[1] is Lit(0)
    return nat(offset) if zero else add_offset(base, offset)


def _numeric(t: Term) -> bool:
    if isinstance(t, Lit):
        return isinstance(t.value, int)
    return (
        isinstance(t, App)
        and isinstance(t.fn, Const)
        and t.fn.name in ("OfNat.ofNat", "HAdd.hAdd", "Nat.succ", "HMul.hMul", "HSub.hSub")
        and (t.fn.name == "Nat.succ" or t.args[0] is NAT)
    )


def _waits(m: Context, t: Term) -> bool:
    """`?a * ?b`, `?a + ?b`: a product or sum with an open metavariable as an operand."""
    return (
        isinstance(t, App)
        and isinstance(t.fn, Const)
        and t.fn.name in ("HMul.hMul", "HAdd.hAdd", "HSub.hSub")
        and any(isinstance(m.head_instantiated(x), MVar) for x in t.args[1:])
    )


# ----- rigid terms ------------------------------------------------------------------------


def _unify_spines(m: Context, a: Term, b: Term) -> bool:
    if isinstance(a, Match) and isinstance(b, Match):
        return _unify_matches(m, a, b)
    xs, ys = args_of(a), args_of(b)
    if len(xs) != len(ys):
        return False
    mark = m.mark()
    for x, y in zip(xs, ys, strict=True):
        if x is not y and not _unify(m, x, y):
            m.undo(mark)
            return False
    return True


def _unify_matches(m: Context, a: Match, b: Match) -> bool:
    if len(a.scrutinees) != len(b.scrutinees) or len(a.clauses) != len(b.clauses):
        return False
    with m.attempt() as keep:
        scrutinees = zip(a.scrutinees, b.scrutinees, strict=True)
        if all(_unify(m, x, y) for x, y in scrutinees) and all(
            _unify_clauses(m, c, d) for c, d in zip(a.clauses, b.clauses, strict=True)
        ):
            keep.append(True)
            return True
    return False


def _unify_clauses(m: Context, c: Clause, d: Clause) -> bool:
    if len(c.names) != len(d.names):
        return False
    xs: tuple[FVar, ...] = ()
    for name, type_ in zip(c.names, c.types, strict=True):
        xs = (*xs, m.local(name, instantiate(type_, xs)))
    pairs = [*zip(c.patterns, d.patterns, strict=True), (c.rhs, d.rhs)]
    return all(_unify(m, instantiate(x, xs), instantiate(y, xs)) for x, y in pairs)


def _unify_by_unfolding(m: Context, a: Term, b: Term) -> bool:
    """Unfold the side whose head was declared later (it can only be built from the earlier)."""
    ua, ub = unfold(m, a), unfold(m, b)
    if ua is not None and ub is not None:
        ha, hb = head(a), head(b)
        assert isinstance(ha, Const)
        assert isinstance(hb, Const)
        if ha is hb:
            return _unify(m, ua, ub)
        later = m.env.order(ha.name) > m.env.order(hb.name)
        return _unify(m, ua, b) if later else _unify(m, a, ub)
    if ua is not None:
        return _unify(m, ua, b)
    if ub is not None:
        return _unify(m, a, ub)
    for x, y in ((a, b), (b, a)):
        eta = _unify_structure(m, x, y)
        if eta is not None:
            return eta
    if isinstance(head(a), MVar) or isinstance(head(b), MVar) or _blocked(m, a) or _blocked(m, b):
        m.stuck.append((a, b))
        return True
    return _pointwise_equal(m, a, b)


def _blocked(m: Context, t: Term) -> bool:
    """A match or projection that waits for a metavariable, or arithmetic that does."""
    if isinstance(t, Match):
        return any(isinstance(head(whnf(m, s)), MVar) for s in t.scrutinees)
    fn = head(t)
    if isinstance(fn, Match):
        return _blocked(m, fn)
    if isinstance(fn, Const):
        projection = m.env.projection(fn.name)
        if projection is not None and len(args_of(t)) > projection.params:
            return isinstance(head(whnf(m, args_of(t)[projection.params])), MVar)
    return False


def _unify_structure(m: Context, built: Term, other: Term) -> bool | None:
    """`⟨a, b⟩ = p` by `a = p.1` and `b = p.2`; None if `built` is no structure value."""
    fields = constructor_fields(m, built)
    if fields is None or constructor_fields(m, other) is not None:
        return None
    fn = head(built)
    assert isinstance(fn, Const)
    info = m.env.constructor(fn.name)
    assert info is not None
    names = [m.env.projection_name(info.inductive, i) for i in range(len(info.fields))]
    if any(n is None for n in names) or not names:
        return None
    params = args_of(built)[: info.params]
    return all(
        _unify(m, field, const(name, *params, other))
        for field, name in zip(fields, names, strict=True)
        if name is not None
    )


def _pointwise_equal(m: Context, a: Term, b: Term) -> bool:
    """Operators on functions: compare them applied to a fresh variable."""
    for t in (a, b):
        fn = head(t)
        if isinstance(fn, Const) and fn.name in POINTWISE:
            position = POINTWISE[fn.name][0]
            if len(args_of(t)) <= position:
                continue
            type_ = pointwise_type(m, fn.name, args_of(t)[position])
            if type_ is not None:
                x = m.local(type_.name, type_.type)
                left, right = whnf_core(m, beta(a, (x,))), whnf_core(m, beta(b, (x,)))
                changed = left is not app(a, x) or right is not app(b, x)
                return changed and not same(a, b) and _unify(m, left, right)
    return False


def solve_by_constants(m: Context) -> bool:
    """The last resort for a waiting `?f a = t`: a constant function `?f` (Lean's constant
    approximation). Whether one was solved."""
    for i, (a, b) in enumerate(m.stuck):
        for flexible, value in ((a, b), (b, a)):
            var = _flexible(m, m.head_instantiated(flexible))
            if var is None or isinstance(flexible, MVar):
                continue
            args = args_of(m.head_instantiated(flexible))
            xs = tuple(m.local("x", m.infer(arg)) for arg in args)
            mark = m.mark()
            if _assign(m, var, xs, value):
                del m.stuck[i]
                return True
            m.undo(mark)
    return False
