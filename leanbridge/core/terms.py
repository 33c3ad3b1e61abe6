"""The core language: Lean's own terms, hash-consed and locally nameless.

Takes and gives terms; knows no names but their spelling, evaluates nothing. Two structurally
equal terms are one object, so `==` is identity and a `dict` keyed by terms is a memo table.
A binder's name is for printing only, but part of identity: compare up to names with `same`.

Worked example: `fun (x : Nat) => x + 1` is
`Lam("x", "", Const("Nat"), app(Const("HAdd.hAdd"), Const("Nat"), BVar(0), nat(1)))`.

What is erased: universe levels, instance arguments (Lean's `[C x]`), and proofs (a `Proof`
keeps only the proposition it proves).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar

BinderInfo: TypeAlias = Literal["", "{}", "⦃⦄"]  # explicit, implicit, strict implicit
SortKind: TypeAlias = Literal["Prop", "Type", "Sort"]


class Term:
    """A term. `loose` is one more than its largest loose bound variable (0: none)."""

    __slots__ = ("has_fvar", "has_mvar", "loose")
    loose: int
    has_fvar: bool
    has_mvar: bool

    def __repr__(self) -> str:
        from leanbridge.core.printing import show

        return show(self)

    def __reduce__(self) -> tuple[Any, ...]:
        cls = type(self)
        return _rebuild, (cls, *(getattr(self, slot) for slot in cls.__slots__))


T = TypeVar("T", bound=Term)
# Interning only: never read for meaning. A term's hash is its identity, so keys hold terms.
_TABLE: dict[tuple[Any, ...], Any] = {}
_APPS: dict[tuple[Term, tuple[Term, ...]], App] = {}


def _rebuild(cls: type[Term], *fields: Any) -> Term:
    if cls is Match:
        return Match(*fields)
    return cls(*fields)


def _intern(cls: type[T], key: tuple[Any, ...]) -> tuple[T, bool]:
    found = _TABLE.get(key)
    if found is not None:
        return found, True
    made: T = object.__new__(cls)
    _TABLE[key] = made
    return made, False


class BVar(Term):
    """A bound variable by de Bruijn index, 0 the innermost."""

    __slots__ = ("index",)
    index: int

    def __new__(cls, index: int) -> BVar:
        self, old = _intern(cls, (0, index))
        if not old:
            self.index = index
            self.loose, self.has_fvar, self.has_mvar = index + 1, False, False
        return self


class FVar(Term):
    """A free variable: `id` makes it itself, its type is in a local context, `name` is print."""

    __slots__ = ("id", "name")
    id: int
    name: str

    def __new__(cls, id: int, name: str) -> FVar:
        self, old = _intern(cls, (1, id, name))
        if not old:
            self.id, self.name = id, name
            self.loose, self.has_fvar, self.has_mvar = 0, True, False
        return self


class MVar(Term):
    """A metavariable of the elaborator; none is left in a finished term."""

    __slots__ = ("id",)
    id: int

    def __new__(cls, id: int) -> MVar:
        self, old = _intern(cls, (2, id))
        if not old:
            self.id = id
            self.loose, self.has_fvar, self.has_mvar = 0, False, True
        return self


class Sort(Term):
    """`Prop`, `Type` (of any level), or `Sort` (of a level parameter: either of the two)."""

    __slots__ = ("kind",)
    kind: SortKind

    def __new__(cls, kind: SortKind) -> Sort:
        self, old = _intern(cls, (3, kind))
        if not old:
            self.kind = kind
            self.loose, self.has_fvar, self.has_mvar = 0, False, False
        return self


class Const(Term):
    """A constant by its full Lean name."""

    __slots__ = ("name",)
    name: str

    def __new__(cls, name: str) -> Const:
        self, old = _intern(cls, (4, name))
        if not old:
            self.name = name
            self.loose, self.has_fvar, self.has_mvar = 0, False, False
        return self


class Lit(Term):
    """A raw literal: a natural number or a string."""

    __slots__ = ("value",)
    value: int | str

    def __new__(cls, value: int | str) -> Lit:
        self, old = _intern(cls, (5, type(value), value))
        if not old:
            self.value = value
            self.loose, self.has_fvar, self.has_mvar = 0, False, False
        return self


class App(Term):
    """`fn a₁ … aₙ`, n ≥ 1; `fn` is never an `App`. Build with `app`."""

    __slots__ = ("args", "fn")
    fn: Term
    args: tuple[Term, ...]

    def __new__(cls, args: tuple[Term, ...], fn: Term) -> App:
        key = (fn, args)
        self: App | None = _APPS.get(key)
        if self is None:
            self = _APPS[key] = object.__new__(cls)
            self.fn, self.args = fn, args
            loose, has_fvar, has_mvar = fn.loose, fn.has_fvar, fn.has_mvar
            for a in args:
                if a.loose > loose:
                    loose = a.loose
                has_fvar = has_fvar or a.has_fvar
                has_mvar = has_mvar or a.has_mvar
            self.loose, self.has_fvar, self.has_mvar = loose, has_fvar, has_mvar
        return self


class _Binding(Term):
    __slots__ = ("body", "info", "name", "type")
    name: str
    info: BinderInfo
    type: Term
    body: Term

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.name, self.info, self.type, self.body)


class Lam(_Binding):
    """`fun (name : type) => body`, `body` with one more bound variable."""

    __slots__ = ()

    def __new__(cls, name: str, info: BinderInfo, type: Term, body: Term) -> Lam:
        self, old = _intern(cls, (7, name, info, type, body))
        if not old:
            _fill_binding(self, name, info, type, body)
        return self


class Pi(_Binding):
    """`(name : type) → body`, `body` with one more bound variable."""

    __slots__ = ()

    def __new__(cls, name: str, info: BinderInfo, type: Term, body: Term) -> Pi:
        self, old = _intern(cls, (8, name, info, type, body))
        if not old:
            _fill_binding(self, name, info, type, body)
        return self


def _fill_binding(self: _Binding, name: str, info: BinderInfo, type: Term, body: Term) -> None:
    self.name, self.info, self.type, self.body = name, info, type, body
    self.loose = max(type.loose, body.loose - 1, 0)
    self.has_fvar = type.has_fvar or body.has_fvar
    self.has_mvar = type.has_mvar or body.has_mvar


class Let(Term):
    """`let name : type := value; body`, `body` with one more bound variable."""

    __slots__ = ("body", "name", "type", "value")
    name: str
    type: Term
    value: Term
    body: Term

    def __new__(cls, name: str, type: Term, value: Term, body: Term) -> Let:
        self, old = _intern(cls, (9, name, type, value, body))
        if not old:
            self.name, self.type, self.value, self.body = name, type, value, body
            self.loose = max(type.loose, value.loose, body.loose - 1, 0)
            self.has_fvar = type.has_fvar or value.has_fvar or body.has_fvar
            self.has_mvar = type.has_mvar or value.has_mvar or body.has_mvar
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (Let, self.name, self.type, self.value, self.body)


class Proof(Term):
    """An erased proof of `prop`."""

    __slots__ = ("prop",)
    prop: Term

    def __new__(cls, prop: Term) -> Proof:
        self, old = _intern(cls, (10, prop))
        if not old:
            self.prop = prop
            self.loose, self.has_fvar, self.has_mvar = prop.loose, prop.has_fvar, prop.has_mvar
        return self


class Clause(Term):
    """One clause of a `Match`: binds `names`/`types` (a telescope), then patterns, then `rhs`.

    With k variables, variable j's type sees the j before it; patterns and `rhs` see all k, the
    last as index 0. A pattern is a variable, a constructor application, a literal, or `Proof`.
    """

    __slots__ = ("names", "patterns", "rhs", "types")
    names: tuple[str, ...]
    types: tuple[Term, ...]
    patterns: tuple[Term, ...]
    rhs: Term

    def __new__(
        cls,
        names: tuple[str, ...],
        patterns: tuple[Term, ...],
        rhs: Term,
        types: tuple[Term, ...],
    ) -> Clause:
        key = (11, names, types, patterns, rhs)
        self, old = _intern(cls, key)
        if not old:
            self.names, self.types, self.patterns, self.rhs = names, types, patterns, rhs
            k = len(names)
            inner = max([rhs.loose, *(p.loose for p in patterns)]) - k
            self.loose = max([inner, 0, *(t.loose - i for i, t in enumerate(types))])
            parts = (*types, *patterns, rhs)
            self.has_fvar = any(p.has_fvar for p in parts)
            self.has_mvar = any(p.has_mvar for p in parts)
        return self


class Match(Term):
    """`match scrutinees with clauses`, first clause that fits; `motive` takes the scrutinees
    to the type of the result (a `Lam` per scrutinee)."""

    __slots__ = ("clauses", "motive", "scrutinees")
    scrutinees: tuple[Term, ...]
    clauses: tuple[Clause, ...]
    motive: Term

    def __new__(
        cls, clauses: tuple[Clause, ...], motive: Term, scrutinees: tuple[Term, ...]
    ) -> Match:
        key = (12, motive, scrutinees, clauses)
        self, old = _intern(cls, key)
        if not old:
            self.scrutinees, self.clauses, self.motive = scrutinees, clauses, motive
            parts = (motive, *scrutinees, *clauses)
            self.loose = max(p.loose for p in parts)
            self.has_fvar = any(p.has_fvar for p in parts)
            self.has_mvar = any(p.has_mvar for p in parts)
        return self


PROP = Sort("Prop")
TYPE = Sort("Type")
SORT = Sort("Sort")
NAT = Const("Nat")


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
    return isinstance(fn, Const) and fn.name == name and (
        arity is None or len(args_of(term)) == arity
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
            out = beta(_instantiate(fn, depth, values, memos), args)
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
