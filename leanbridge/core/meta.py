"""The state of one elaboration: local variables, metavariables, assignments, and types.

Takes an environment to look constants up in; gives types of terms (`infer`) and finished terms
(`instantiate_mvars`). Never reads syntax. A trail makes assignments undoable.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    NAT,
    PROP,
    TYPE,
    App,
    BinderInfo,
    BVar,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    MVar,
    Pi,
    Proof,
    Sort,
    Term,
    abstract,
    app,
    beta,
    instantiate,
    map_children,
    replace,
    subterms,
)
from leanbridge.errors import InternalError

if TYPE_CHECKING:
    from leanbridge.core.environment import Environment


class TypeMismatch(Exception):
    """A term has no type, or not the type that its place needs (internal control flow)."""


@dataclass(frozen=True, slots=True)
class Local:
    """A local variable: `value` is set for `let`; `instance` for an instance binder."""

    type: Term
    value: Term | None = None
    info: BinderInfo = ""
    instance: bool = False


@dataclass(slots=True)
class Meta:
    """A metavariable's type and the local variables it may mention."""

    type: Term
    locals: tuple[FVar, ...]
    synthetic: bool = False  # filled by a postponed elaboration, never by unification
    numeral: bool = False  # the type of a numeral: defaults to ℕ


class Context:
    """Local variables and metavariables of one declaration."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self._ids = count()
        self.locals: dict[FVar, Local] = {}
        self.metas: dict[MVar, Meta] = {}
        self.assigned: dict[MVar, Term] = {}
        self.delayed: dict[MVar, tuple[MVar, tuple[FVar, ...]]] = {}
        self.stuck: list[tuple[Term, Term]] = []
        self._trail: list[MVar] = []
        self._types: dict[Term, Term] = {}
        self._open_types: dict[Term, Term] = {}  # of terms with metavariables
        self.equal: dict[tuple[Term, Term], bool] = {}  # decided pairs without metavariables
        self._exposed: dict[Term, Term] = {}
        self.steps = 0

    # ----- making variables ---------------------------------------------------------------

    def local(
        self,
        name: str,
        type: Term,
        value: Term | None = None,
        info: BinderInfo = "",
        instance: bool = False,
    ) -> FVar:
        var = FVar(next(self._ids), name)
        self.locals[var] = Local(type, value, info, instance)
        return var

    def meta(
        self,
        type: Term,
        locals: tuple[FVar, ...],
        *,
        synthetic: bool = False,
        numeral: bool = False,
    ) -> MVar:
        var = MVar(next(self._ids))
        self.metas[var] = Meta(type, locals, synthetic, numeral)
        return var

    # ----- assignments --------------------------------------------------------------------

    def assign(self, var: MVar, value: Term) -> None:
        if var in self.assigned:
            raise InternalError(f"metavariable ?{var.id} assigned twice")
        self.assigned[var] = value
        self._trail.append(var)
        link = self.delayed.get(var)
        if link is not None:
            outer, xs = link
            self.assign(outer, self.close_lambda(xs, value))

    def mark(self) -> tuple[int, int]:
        return len(self._trail), len(self.stuck)

    def undo(self, mark: tuple[int, int]) -> None:
        trail, stuck = mark
        if len(self._trail) > trail:
            self._open_types.clear()  # they may rest on what is undone now
        while len(self._trail) > trail:
            del self.assigned[self._trail.pop()]
        del self.stuck[stuck:]

    @contextmanager
    def attempt(self) -> Iterator[list[bool]]:
        """Undo all assignments made inside unless the yielded list becomes `[True]`."""
        mark = self.mark()
        keep: list[bool] = []
        try:
            yield keep
        finally:
            if keep != [True]:
                self.undo(mark)

    def head_instantiated(self, term: Term) -> Term:
        """`term` with an assigned metavariable at its head replaced (beta-reduced)."""
        while True:
            if isinstance(term, MVar):
                value = self.assigned.get(term)
                if value is None:
                    return term
                term = value
            elif isinstance(term, App) and isinstance(term.fn, MVar):
                value = self.assigned.get(term.fn)
                if value is None:
                    return term
                term = beta(value, term.args)
            else:
                return term

    def instantiate_mvars(self, term: Term) -> Term:
        """`term` with every assigned metavariable replaced."""
        if not term.has_mvar or not self.assigned:
            return term
        return self._instantiated(term, {})

    def _instantiated(self, t: Term, memo: dict[Term, Term]) -> Term:
        if not t.has_mvar:
            return t
        out = memo.get(t)
        if out is not None:
            return out
        kind = type(t)
        if kind is MVar:
            value = self.assigned.get(t)  # type: ignore[call-overload]  # an MVar, by `kind`
            out = t if value is None else self._instantiated(value, memo)
        elif kind is App:
            args = tuple([self._instantiated(a, memo) if a.has_mvar else a for a in t.args])  # type: ignore[attr-defined]
            fn: Term = t.fn  # type: ignore[attr-defined]
            if not fn.has_mvar:
                out = App(args, fn)
            else:
                filled = self._instantiated(fn, memo)
                # A redex that stood there stays: only one that a variable became is reduced.
                out = beta(filled, args) if isinstance(fn, MVar) else app(filled, *args)
        elif kind is Lam or kind is Pi:
            domain = self._instantiated(t.type, memo)  # type: ignore[attr-defined]
            out = kind(t.name, t.info, domain, self._instantiated(t.body, memo))  # type: ignore[attr-defined]
        else:
            out = map_children(t, lambda c, _: self._instantiated(c, memo))
        memo[t] = out
        return out

    # ----- closing binders ----------------------------------------------------------------

    def abstracted(self, term: Term, xs: tuple[FVar, ...]) -> Term:
        """`term` with `xs` made loose bound variables.

        A metavariable that may mention some of `xs` is first made a function of them, so that
        what it is assigned later does not escape its binder.
        """
        term = self.instantiate_mvars(term)
        if term.has_mvar:
            term = self._lift_metas(term, xs)
        return abstract(term, xs)

    def _lift_metas(self, term: Term, xs: tuple[FVar, ...]) -> Term:
        for var in [t for t in subterms(term) if isinstance(t, MVar)]:
            if var in self.assigned:
                continue
            meta = self.metas[var]
            mine = tuple(x for x in meta.locals if x in xs)
            if not mine:
                continue
            outer_locals = tuple(x for x in meta.locals if x not in xs)
            type_ = self.close_pi(mine, self.instantiate_mvars(meta.type))
            outer = self.meta(type_, outer_locals, synthetic=meta.synthetic, numeral=False)
            lets = tuple(x for x in mine if self.locals[x].value is None)
            if meta.synthetic:
                self.delayed[var] = (outer, mine)
                term = replace(term, {var: app(outer, *lets)})
            else:
                if meta.numeral:
                    self.metas[outer].numeral = not lets
                self.assign(var, app(outer, *lets))
        return self.instantiate_mvars(term)

    def close_lambda(self, xs: tuple[FVar, ...], body: Term) -> Term:
        """`fun xs => body` (a let-variable becomes a `Let`)."""
        return self._close(xs, body, Lam)

    def close_pi(self, xs: tuple[FVar, ...], body: Term) -> Term:
        """`(xs) → body`; let-variables become `Let`s; instance binders vanish."""
        return self._close(xs, body, Pi)

    def _close(self, xs: tuple[FVar, ...], body: Term, make: type[Lam] | type[Pi]) -> Term:
        body = self.abstracted(body, xs)
        for i in range(len(xs) - 1, -1, -1):
            info = self.locals[xs[i]]
            type_ = self.abstracted(info.type, xs[:i])
            if info.value is not None:
                value = self.abstracted(info.value, xs[:i])
                body = Let(xs[i].name, type_, value, body)
            elif info.instance:
                body = instantiate(body, (Proof(type_),))
            else:
                body = make(xs[i].name, info.info, type_, body)
        return body

    # ----- types --------------------------------------------------------------------------

    def infer(self, term: Term) -> Term:
        """The type of a well-typed `term`; no checking beyond finding it."""
        match term:
            case FVar():
                return self.locals[term].type
            case MVar():
                value = self.assigned.get(term)
                return self.metas[term].type if value is None else self.infer(value)
            case Sort():
                return TYPE
            case Lit():
                return NAT if isinstance(term.value, int) else Const("String")
            case Const():
                return self.env.type_of(term.name)
            case Proof():
                return term.prop
            case BVar():
                raise InternalError("the type of a loose bound variable was asked for")
        memo = self._open_types if term.has_mvar else self._types
        known = memo.get(term)
        if known is None:
            known = memo[term] = self._infer(term)
        return known

    def _infer(self, term: Term) -> Term:
        match term:
            case App():
                return self.type_of_application(self.infer(term.fn), term.args)
            case Lam():
                x = self.local(term.name, term.type, info=term.info)
                body = self.infer(instantiate(term.body, (x,)))
                return Pi(term.name, term.info, term.type, self.abstracted(body, (x,)))
            case Pi():
                x = self.local(term.name, term.type, info=term.info)
                sort = whnf(self, self.infer(instantiate(term.body, (x,))))
                return PROP if sort is PROP else TYPE
            case Let():
                return self.infer(instantiate(term.body, (term.value,)))
            case Match():
                return beta(term.motive, term.scrutinees)
            case _:
                raise InternalError(f"no type for {term!r}")

    def type_of_application(self, fn_type: Term, args: tuple[Term, ...]) -> Term:
        used = 0
        type_ = fn_type
        for i, _ in enumerate(args):
            if not isinstance(type_, Pi):
                type_ = whnf(self, instantiate(type_, args[used:i]))
                used = i
                if not isinstance(type_, Pi):
                    raise TypeMismatch(f"{type_!r} is not a function type")
            type_ = type_.body
        return instantiate(type_, args[used:])

    def exposed(self, type_: Term) -> Term:
        """`type_` as a function type if it unfolds to one; else only `whnf_core`."""
        known = self._exposed.get(type_)
        if known is None:
            known = whnf_core(self, type_)
            if not isinstance(known, Pi):
                reduced = whnf(self, known)
                known = reduced if isinstance(reduced, Pi) else known
            if not type_.has_mvar:
                self._exposed[type_] = known
        return known

    def is_proof_type(self, type_: Term) -> bool:
        """Whether `type_` is a proposition (so that its elements are proofs)."""
        try:
            return whnf(self, self.infer(type_)) is PROP
        except TypeMismatch:
            return False
