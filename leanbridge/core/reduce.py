"""Reduction: one step at the head, and weak head normal form.

Takes terms in a `Context`; never assigns a metavariable. Reductions: beta, a `let` (zeta), an
assigned metavariable, a projection of a constructor, a `match` on constructors (iota), literal
arithmetic on ℕ, an operator on functions applied to an argument (pointwise), and unfolding of a
definition (delta). Every rule is Lean's definitional equality; there is no semiring arithmetic,
so `2 * (4 * q)` and `8 * q` stay different.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from leanbridge.core.terms import (
    NAT,
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    MVar,
    Pi,
    Proof,
    Term,
    app,
    args_of,
    beta,
    const,
    instantiate,
    is_app_of,
    nat,
)

if TYPE_CHECKING:
    from leanbridge.core.meta import Context


#: Arithmetic on ℕ literals, with Lean's totality (`n / 0 = 0`, `n % 0 = n`, truncated `-`).
NAT_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "HAdd.hAdd": lambda a, b: a + b,
    "HSub.hSub": lambda a, b: max(a - b, 0),
    "HMul.hMul": lambda a, b: a * b,
    "HDiv.hDiv": lambda a, b: a // b if b else 0,
    "HMod.hMod": lambda a, b: a % b if b else a,
    "Max.max": max,
    "Min.min": min,
}
#: Operators that work pointwise on function types: position of the type argument, positions of
#: the operands that are functions.
POINTWISE: dict[str, tuple[int, tuple[int, ...]]] = {
    **dict.fromkeys(
        ("HAdd.hAdd", "HSub.hSub", "HMul.hMul", "HDiv.hDiv", "Max.max", "Min.min"), (0, (1, 2))
    ),
    "Neg.neg": (0, (1,)),
    "Inv.inv": (0, (1,)),
    "HSMul.hSMul": (1, (3,)),
    "HPow.hPow": (0, (2,)),
    "OfNat.ofNat": (0, ()),
}
#: Arguments of a pointwise operator, where they are not three.
_ARITY = {"Neg.neg": 2, "Inv.inv": 2, "OfNat.ofNat": 2, "HSMul.hSMul": 4, "HPow.hPow": 4}
#: Pointwise operators that a matrix has with another meaning.
NOT_ON_MATRICES = frozenset({"HMul.hMul", "HDiv.hDiv", "Inv.inv", "HPow.hPow", "OfNat.ofNat"})
ZERO = Const("Nat.zero")
MAX_POWER = 4096  # a literal power with a larger exponent is left alone


def nat_value(m: Context, term: Term) -> int | None:
    """The value of a ℕ numeral (raw, or elaborated), without reduction."""
    term = m.head_instantiated(term)
    if isinstance(term, Lit) and isinstance(term.value, int):
        return term.value
    if term is ZERO:
        return 0
    if is_app_of(term, "OfNat.ofNat", 2):
        type_, value = args_of(term)
        if m.head_instantiated(type_) is NAT and isinstance(value, Lit):
            return value.value if isinstance(value.value, int) else None
    return None


def whnf_core(m: Context, term: Term, *, zeta: bool = True) -> Term:
    """Weak head normal form without unfolding constants; `zeta` unfolds let-variables."""
    while True:
        term = m.head_instantiated(term)
        step = _step(m, term, zeta)
        if step is None:
            return term
        term = step


def whnf(m: Context, term: Term) -> Term:
    """Weak head normal form, unfolding every definition but irreducible ones."""
    while True:
        term = whnf_core(m, term)
        unfolded = unfold(m, term)
        if unfolded is None:
            return term
        term = unfolded


def _step(m: Context, term: Term, zeta: bool) -> Term | None:
    match term:
        case FVar() if zeta:
            return m.locals[term].value
        case Let():
            return instantiate(term.body, (term.value,))
        case Match():
            return reduce_match(m, term)
        case App(fn=Lam() as fn):
            return beta(fn, term.args)
        case App(fn=Let() as fn):
            return app(instantiate(fn.body, (fn.value,)), *term.args)
        case App(fn=Match() as fn):
            inner = reduce_match(m, fn)
            return None if inner is None else beta(inner, term.args)
        case App(fn=FVar() as fn) if zeta:
            value = m.locals[fn].value
            return None if value is None else beta(value, term.args)
        case App(fn=Const() as fn):
            return _reduce_constant(m, fn.name, term.args)
        case _:
            return None


def _reduce_constant(m: Context, name: str, args: tuple[Term, ...]) -> Term | None:
    projection = m.env.projection(name)
    if projection is not None:
        if len(args) <= projection.params:
            return None
        target = whnf(m, args[projection.params])
        fields = constructor_fields(m, target)
        if fields is None or len(fields) <= projection.index:
            return None
        return beta(fields[projection.index], args[projection.params + 1 :])
    if name in NAT_ARITHMETIC and len(args) == 3 and m.head_instantiated(args[0]) is NAT:
        return _fold(m, name, args[1], args[2])
    if name == "HPow.hPow" and len(args) == 4 and m.head_instantiated(args[0]) is NAT:
        a, b = nat_value(m, whnf(m, args[2])), nat_value(m, whnf(m, args[3]))
        return nat(a**b) if a is not None and b is not None and b <= MAX_POWER else None
    if name == "Nat.succ" and len(args) == 1:
        value = nat_value(m, whnf(m, args[0]))
        return None if value is None else nat(value + 1)
    if name == "Nat.rec" and len(args) >= 4:
        return _recursion(m, args)
    if name in POINTWISE:
        return _pointwise(m, name, args)
    if name == "DFunLike.coe" and len(args) > 4:
        fields = constructor_fields(m, whnf(m, args[3]))
        return None if not fields else beta(fields[0], args[4:])
    return None


def _recursion(m: Context, args: tuple[Term, ...]) -> Term | None:
    """`Nat.rec motive zero succ n` for an `n` that is zero or a successor."""
    motive, zero, succ, n, *extra = args
    target = whnf(m, n)
    if nat_value(m, target) == 0:
        return beta(zero, tuple(extra))
    base, offset = offset_of(m, target)
    if not offset:
        return None
    before = add_offset(base, offset - 1) if base is not nat(0) else nat(offset - 1)
    return beta(succ, (before, const("Nat.rec", motive, zero, succ, before), *extra))


def _fold(m: Context, name: str, left: Term, right: Term) -> Term | None:
    a, b = nat_value(m, whnf_core(m, left)), nat_value(m, whnf_core(m, right))
    if a is None:
        a = nat_value(m, whnf(m, left))
    if b is None:
        b = nat_value(m, whnf(m, right))
    return nat(NAT_ARITHMETIC[name](a, b)) if a is not None and b is not None else None


def _pointwise(m: Context, name: str, args: tuple[Term, ...]) -> Term | None:
    """`(f + g) x` is `f x + g x`."""
    position, operands = POINTWISE[name]
    arity = _ARITY.get(name, 3)
    if len(args) <= arity:
        return None
    zero = name == "OfNat.ofNat" and args[1] is Lit(0)
    type_ = pointwise_type(m, "" if zero else name, args[position])
    if type_ is None:
        return None
    extra = args[arity]
    inner = list(args[:arity])
    inner[position] = instantiate(type_.body, (extra,))
    for i in operands:
        inner[i] = beta(args[i], (extra,))
    return beta(const(name, *inner), args[arity + 1 :])


def pointwise_type(m: Context, name: str, type_: Term) -> Pi | None:
    """`type_` as the function type on which the operator `name` works pointwise, else None."""
    while True:
        type_ = whnf_core(m, type_)
        if isinstance(type_, Pi):
            return type_
        if is_app_of(type_, "Matrix") and name in NOT_ON_MATRICES:
            return None
        unfolded = unfold(m, type_)
        if unfolded is None:
            return None
        type_ = unfolded


def constructor_fields(m: Context, term: Term) -> tuple[Term, ...] | None:
    """The fields of a fully applied constructor, else None."""
    if isinstance(term, App) and isinstance(term.fn, Const):
        info = m.env.constructor(term.fn.name)
        if info is not None and len(term.args) == info.params + len(info.fields):
            return term.args[info.params :]
    return None


def unfold(m: Context, term: Term) -> Term | None:
    """`term` with the definition at its head unfolded once, or None.

    A definition by clauses is unfolded only if a clause then fits, so that recursion ends.
    """
    fn = term.fn if isinstance(term, App) else term
    if not isinstance(fn, Const):
        return None
    value = m.env.unfoldable_value(fn.name)
    if value is None:
        return None
    out = beta(value, args_of(term))
    if _ends_in_match(out):
        reduced = whnf_core(m, out)
        body = reduced.fn if isinstance(reduced, App) else reduced
        return None if isinstance(body, (Match, Lam)) and _ends_in_match(body) else reduced
    return out


def _ends_in_match(term: Term) -> bool:
    while True:
        match term:
            case Match():
                return True
            case Lam() | Let():
                term = term.body
            case App():
                term = term.fn
            case _:
                return False


def reduce_match(m: Context, term: Match) -> Term | None:
    """The right side of the first clause that fits; None if that cannot be told."""
    for clause in term.clauses:
        found: dict[int, Term] = {}
        fits: bool | None = True
        for pattern, scrutinee in zip(clause.patterns, term.scrutinees, strict=True):
            fits = _fits(m, pattern, scrutinee, len(clause.names), found)
            if fits is not True:
                break
        if fits is None:
            return None
        if fits:
            return instantiate(clause.rhs, _clause_values(m, clause, found))
    return None


def _clause_values(m: Context, clause: Clause, found: dict[int, Term]) -> tuple[Term, ...]:
    """Values of the clause's variables, in telescope order.

    A variable that occurs only in an index of a type is not matched; it is determined by the
    types of those that are, so it is solved by unifying them.
    """
    k = len(clause.names)
    values: list[Term | None] = [found.get(k - 1 - j) for j in range(k)]
    if any(v is None for v in values):
        from leanbridge.core.unify import unify

        filled: list[Term] = []
        for j, value in enumerate(values):
            type_ = instantiate(clause.types[j], tuple(filled))
            filled.append(value if value is not None else m.meta(type_, tuple(m.locals)))
            if value is not None:
                unify(m, type_, m.infer(value))
        return tuple(m.instantiate_mvars(v) for v in filled)
    return tuple(v for v in values if v is not None)


def _fits(
    m: Context, pattern: Term, scrutinee: Term, k: int, found: dict[int, Term]
) -> bool | None:
    """Whether `scrutinee` matches `pattern` (True, False, or None for stuck), filling `found`."""
    if isinstance(pattern, BVar) and pattern.index < k:
        found.setdefault(pattern.index, scrutinee)
        return True
    if isinstance(pattern, Proof):
        return True
    value = nat_value(m, pattern)
    target = whnf(m, scrutinee)
    if value is not None:
        return _fits_numeral(m, value, target)
    if is_app_of(pattern, "Nat.succ", 1):
        return _fits_successor(m, args_of(pattern)[0], target, k, found)
    if isinstance(pattern, Lit):
        return pattern is target if isinstance(target, Lit) else None
    head_p = pattern.fn if isinstance(pattern, App) else pattern
    head_t = target.fn if isinstance(target, App) else target
    if not isinstance(head_p, Const):
        return None
    info = m.env.constructor(head_p.name)
    if info is None:
        return None
    if not isinstance(head_t, Const) or m.env.constructor(head_t.name) is None:
        if isinstance(head_t, MVar) or len(m.env.constructors_of(info.inductive)) != 1:
            return None
        return _fits_by_projection(m, pattern, target, k, found)
    if head_t is not head_p:
        return False
    for p, t in zip(args_of(pattern)[info.params :], args_of(target)[info.params :], strict=True):
        fits = _fits(m, p, t, k, found)
        if fits is not True:
            return fits
    return True


def _fits_by_projection(
    m: Context, pattern: Term, target: Term, k: int, found: dict[int, Term]
) -> bool | None:
    """A one-constructor pattern against a neutral target: by structure eta, if it has
    projections."""
    fn = pattern.fn if isinstance(pattern, App) else pattern
    assert isinstance(fn, Const)
    info = m.env.constructor(fn.name)
    assert info is not None
    params = args_of(pattern)[: info.params]
    for i, p in enumerate(args_of(pattern)[info.params :]):
        name = m.env.projection_name(info.inductive, i)
        if name is None:
            return None
        fits = _fits(m, p, const(name, *params, target), k, found)
        if fits is not True:
            return fits
    return True


def _fits_numeral(m: Context, value: int, target: Term) -> bool | None:
    known = nat_value(m, target)
    if known is not None:
        return known == value
    _, offset = offset_of(m, target)
    return False if offset > value else None


def _fits_successor(
    m: Context, inner: Term, target: Term, k: int, found: dict[int, Term]
) -> bool | None:
    known = nat_value(m, target)
    if known is not None:
        return False if known == 0 else _fits(m, inner, nat(known - 1), k, found)
    base, offset = offset_of(m, target)
    if offset == 0:
        return None
    return _fits(m, inner, add_offset(base, offset - 1), k, found)


def add_offset(base: Term, offset: int) -> Term:
    return base if offset == 0 else const("HAdd.hAdd", NAT, base, nat(offset))


def offset_of(m: Context, term: Term) -> tuple[Term, int]:
    """`term : ℕ` as `base + k` with the largest k that Lean's own equations give."""
    term = m.head_instantiated(term)
    value = nat_value(m, term)
    if value is not None:
        return nat(0), value
    if is_app_of(term, "Nat.succ", 1):
        base, k = offset_of(m, args_of(term)[0])
        return base, k + 1
    if isinstance(term, App) and isinstance(term.fn, Const) and len(term.args) == 3:
        if m.head_instantiated(term.args[0]) is not NAT:
            return term, 0
        left, right = term.args[1], term.args[2]
        match term.fn.name:
            case "HAdd.hAdd":
                base, k = offset_of(m, right)
                if nat_value(m, base) == 0:
                    base, j = offset_of(m, left)
                    return base, j + k
                if k:
                    return const("HAdd.hAdd", NAT, left, base), k
            case "HMul.hMul":
                factor = nat_value(m, left)
                base, k = offset_of(m, right)
                if factor is not None and k and nat_value(m, base) is None:
                    return const("HMul.hMul", NAT, left, base), factor * k
            case "HSub.hSub":
                less = nat_value(m, right)
                base, k = offset_of(m, left)
                if less is not None and k >= less:
                    return base, k - less
            case _:
                pass
    return term, 0
