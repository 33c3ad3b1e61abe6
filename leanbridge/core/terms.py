"""Core terms: the nodes, and how to build them, take them apart, and substitute in them.

Takes and gives terms; knows no names but their spelling, evaluates nothing but beta steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from leanbridge.core.nodes import NAT as NAT
from leanbridge.core.nodes import PROP as PROP
from leanbridge.core.nodes import SORT as SORT
from leanbridge.core.nodes import TYPE as TYPE
from leanbridge.core.nodes import App as App
from leanbridge.core.nodes import BinderInfo as BinderInfo
from leanbridge.core.nodes import BVar as BVar
from leanbridge.core.nodes import Clause as Clause
from leanbridge.core.nodes import Const as Const
from leanbridge.core.nodes import FVar as FVar
from leanbridge.core.nodes import Lam as Lam
from leanbridge.core.nodes import Let as Let
from leanbridge.core.nodes import Lit as Lit
from leanbridge.core.nodes import Match as Match
from leanbridge.core.nodes import MVar as MVar
from leanbridge.core.nodes import Pi as Pi
from leanbridge.core.nodes import Proof as Proof
from leanbridge.core.nodes import Sort as Sort
from leanbridge.core.nodes import SortKind as SortKind
from leanbridge.core.nodes import Term as Term

# ----- building ---------------------------------------------------------------------------


def app(fn: Term, *args: Term) -> Term:
    """`fn` applied to `args`, flattened; no reduction."""
    if not args:
        return fn
    if isinstance(fn, App):
        return App((*fn.args, *args), fn.fn)
    return App(args, fn)


def const(name: str, *args: Term) -> Term:
    """The constant `name` applied to `args`."""
    return app(Const(name), *args)


def nat(value: int) -> Term:
    """The numeral `value : Nat`, as Lean elaborates it."""
    return const("OfNat.ofNat", NAT, Lit(value))


def arrow(domain: Term, codomain: Term) -> Pi:
    """`domain → codomain`; `codomain` is lifted."""
    return Pi("a", "", domain, lift(codomain, 1))


# ----- taking apart -----------------------------------------------------------------------


def head(term: Term) -> Term:
    """The function of an application, else the term."""
    return term.fn if isinstance(term, App) else term


def args_of(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, App) else ()


def is_app_of(term: Term, name: str, arity: int | None = None) -> bool:
    """Whether `term` is the constant `name` applied to (exactly `arity`) arguments."""
    fn = head(term)
    return (
        isinstance(fn, Const) and fn.name == name and (arity is None or len(args_of(term)) == arity)
    )


def map_children(term: Term, f: Callable[[Term, int], Term]) -> Term:
    """`term` with `f(child, binders_crossed)` for each child; the same object if none changed."""
    match term:
        case App():
            fn = f(term.fn, 0)
            args = tuple([f(a, 0) for a in term.args])
            if fn is term.fn and args == term.args:
                return term
            return app(fn, *args)
        case Lam() | Pi():
            domain, body = f(term.type, 0), f(term.body, 1)
            if domain is term.type and body is term.body:
                return term
            return type(term)(term.name, term.info, domain, body)
        case Let():
            return Let(term.name, f(term.type, 0), f(term.value, 0), f(term.body, 1))
        case Proof():
            return Proof(f(term.prop, 0))
        case Clause():
            k = len(term.names)
            return Clause(
                term.names,
                tuple([f(p, k) for p in term.patterns]),
                f(term.rhs, k),
                tuple([f(t, i) for i, t in enumerate(term.types)]),
            )
        case Match():
            clauses = tuple([f(c, 0) for c in term.clauses])
            return Match(
                clauses,  # type: ignore[arg-type]  # f keeps a Clause a Clause
                f(term.motive, 0),
                tuple([f(s, 0) for s in term.scrutinees]),
            )
        case _:
            return term


def children(term: Term) -> tuple[Term, ...]:
    match term:
        case App():
            return (term.fn, *term.args)
        case Lam() | Pi():
            return (term.type, term.body)
        case Let():
            return (term.type, term.value, term.body)
        case Proof():
            return (term.prop,)
        case Clause():
            return (*term.types, *term.patterns, term.rhs)
        case Match():
            return (term.motive, *term.scrutinees, *term.clauses)
        case _:
            return ()


def subterms(term: Term) -> Iterator[Term]:
    """Every distinct subterm, each once, parents before children."""
    seen: set[Term] = set()
    stack = [term]
    while stack:
        t = stack.pop()
        if t not in seen:
            seen.add(t)
            yield t
            stack.extend(reversed(children(t)))


def constants(term: Term) -> set[str]:
    """The names of all constants in `term`."""
    return {t.name for t in subterms(term) if isinstance(t, Const)}


# ----- bound variables --------------------------------------------------------------------


# These run more often than anything else. Each is a function with its memo tables as arguments,
# one per number of binders crossed: an inner recursive function would be a reference cycle.
_Memos: TypeAlias = list[dict[Term, Term]]


def lift(term: Term, by: int, above: int = 0) -> Term:
    """Raise the loose bound variables ≥ `above` by `by`."""
    if by == 0 or term.loose <= above:
        return term
    return _lift(term, above, by, [{} for _ in range(above + 1)])


def _lift(t: Term, cut: int, by: int, memos: _Memos) -> Term:
    if t.loose <= cut:
        return t
    if isinstance(t, BVar):
        return BVar(t.index + by)
    memo = memos[cut]
    out = memo.get(t)
    if out is None:
        _lengthen(memos, cut, t)
        out = memo[t] = map_children(t, lambda c, k: _lift(c, cut + k, by, memos))
    return out


def instantiate(body: Term, values: tuple[Term, ...]) -> Term:
    """Replace the `len(values)` innermost loose variables; `values[-1]` for index 0.

    The values may have loose variables of the outside; they are lifted under binders.
    """
    if body.loose == 0 or not values:
        return body
    return _instantiate(body, 0, values, [{}])


def _instantiate(t: Term, depth: int, values: tuple[Term, ...], memos: _Memos) -> Term:
    if t.loose <= depth:
        return t
    kind = type(t)
    if kind is BVar:
        i, n = t.index - depth, len(values)  # type: ignore[attr-defined]
        return lift(values[n - 1 - i], depth) if i < n else BVar(i + depth - n)
    memo = memos[depth]
    out = memo.get(t)
    if out is not None:
        return out
    if kind is App:
        args = tuple(
            [_instantiate(a, depth, values, memos) if a.loose > depth else a for a in t.args]  # type: ignore[attr-defined]
        )
        fn: Term = t.fn  # type: ignore[attr-defined]
        if fn.loose > depth:
            filled = _instantiate(fn, depth, values, memos)
            # A redex that stood there stays: only one that a variable became is reduced.
            out = beta(filled, args) if type(fn) is BVar else app(filled, *args)
        else:
            out = App(args, fn)
    else:
        _lengthen(memos, depth, t)
        if kind is Lam or kind is Pi:
            domain = _instantiate(t.type, depth, values, memos)  # type: ignore[attr-defined]
            inner = _instantiate(t.body, depth + 1, values, memos)  # type: ignore[attr-defined]
            out = kind(t.name, t.info, domain, inner)  # type: ignore[attr-defined]
        else:
            out = map_children(t, lambda c, k: _instantiate(c, depth + k, values, memos))
    memo[t] = out
    return out


def _lengthen(memos: _Memos, depth: int, t: Term) -> None:
    """Make `memos` long enough for the children of `t`, which stands under `depth` binders."""
    deepest = depth + (len(t.names) if isinstance(t, Clause) else 1)
    while len(memos) <= deepest:
        memos.append({})


def map_beta(term: Term, f: Callable[[Term, int], Term]) -> Term:
    """`map_children`, and a beta step where a variable head became a lambda."""
    if isinstance(term, App) and isinstance(term.fn, (BVar, FVar, MVar)):
        fn = f(term.fn, 0)
        args = tuple([f(a, 0) for a in term.args])
        return beta(fn, args)
    return map_children(term, f)


def beta(fn: Term, args: tuple[Term, ...]) -> Term:
    """`fn` applied to `args`, leading lambdas reduced."""
    taken = 0
    body = fn
    while taken < len(args) and isinstance(body, Lam):
        body = body.body
        taken += 1
    if not taken:
        return app(fn, *args)
    out = instantiate(body, args[:taken])
    return beta(out, args[taken:]) if taken < len(args) else out


def abstract(term: Term, variables: tuple[FVar | MVar, ...]) -> Term:
    """Replace free variables by loose bound ones; `variables[-1]` becomes index 0."""
    if not variables:
        return term
    n = len(variables)
    place: dict[Term, int] = {v: n - 1 - i for i, v in enumerate(variables)}
    metas = any(isinstance(v, MVar) for v in variables)
    return _abstract(term, 0, place, metas, [{}])


def _abstract(t: Term, depth: int, place: dict[Term, int], metas: bool, memos: _Memos) -> Term:
    if not (t.has_fvar or (metas and t.has_mvar)):
        return t if t.loose <= depth else lift(t, len(place), depth)
    kind = type(t)
    if kind is FVar or kind is MVar:
        i = place.get(t)
        return t if i is None else BVar(i + depth)
    memo = memos[depth]
    out = memo.get(t)
    if out is not None:
        return out
    if kind is App:
        args = tuple([_abstract(a, depth, place, metas, memos) for a in t.args])  # type: ignore[attr-defined]
        out = app(_abstract(t.fn, depth, place, metas, memos), *args)  # type: ignore[attr-defined]
    else:
        _lengthen(memos, depth, t)
        if kind is Lam or kind is Pi:
            domain = _abstract(t.type, depth, place, metas, memos)  # type: ignore[attr-defined]
            inner = _abstract(t.body, depth + 1, place, metas, memos)  # type: ignore[attr-defined]
            out = kind(t.name, t.info, domain, inner)  # type: ignore[attr-defined]
        else:
            out = map_children(t, lambda c, k: _abstract(c, depth + k, place, metas, memos))
    memo[t] = out
    return out


def replace(term: Term, mapping: dict[Term, Term]) -> Term:
    """Replace closed-on-the-outside subterms (free variables, constants) by terms without
    loose variables."""
    return _replace(term, mapping, {}) if mapping else term


def _replace(t: Term, mapping: dict[Term, Term], memo: dict[Term, Term]) -> Term:
    hit = mapping.get(t)
    if hit is not None:
        return hit
    out = memo.get(t)
    if out is None:
        out = memo[t] = map_beta(t, lambda c, _: _replace(c, mapping, memo))
    return out


def same(a: Term, b: Term) -> bool:
    """Equality up to binder names and erased proofs (two `Proof`s are the same)."""
    return _same(a, b, set())


def _same(x: Term, y: Term, seen: set[tuple[Term, Term]]) -> bool:
    if x is y or (isinstance(x, Proof) and isinstance(y, Proof)) or (x, y) in seen:
        return True
    if type(x) is not type(y):
        return False
    match x, y:
        case (BVar() | FVar() | MVar() | Sort() | Const() | Lit(), _):
            return False
        case (Lam() | Pi(), Lam() | Pi()):
            ok = x.info == y.info and _same(x.type, y.type, seen) and _same(x.body, y.body, seen)
        case _:
            xs, ys = children(x), children(y)
            ok = len(xs) == len(ys) and all(_same(p, q, seen) for p, q in zip(xs, ys, strict=True))
    if ok:
        seen.add((x, y))
    return ok
