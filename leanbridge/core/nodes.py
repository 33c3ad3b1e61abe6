"""The nodes of the core language: Lean's own terms, hash-consed and locally nameless.

Takes and gives terms; knows no names but their spelling, evaluates nothing. Two structurally
equal terms are one object, so `==` is identity and a `dict` keyed by terms is a memo table.
A binder's name is for printing only, but part of identity: compare up to names with `same`.

Worked example: `fun (x : Nat) => x + 1` is
`Lam("x", "", Const("Nat"), app(Const("HAdd.hAdd"), Const("Nat"), BVar(0), nat(1)))`.

What is erased: universe levels, instance arguments (Lean's `[C x]`), and proofs (a `Proof`
keeps only the proposition it proves).
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypeVar

# Explicit, implicit, strict implicit; `[]` (instance) stands in no finished term.
BinderInfo: TypeAlias = Literal["", "{}", "⦃⦄", "[]"]
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
