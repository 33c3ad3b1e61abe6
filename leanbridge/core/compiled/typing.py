"""Types of raw terms, by the kernel's own rules.

Takes raw terms over variables that it opened itself; gives their types, weak head normal forms,
and whether a type is a proposition. It believes that the terms are well-typed: Lean has checked
them. Every reduction is bounded in steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from leanbridge.core.compiled.levels import imax, is_zero, param, succ
from leanbridge.core.compiled.raw import (
    RawConst,
    RawProj,
    RawSort,
    instantiate_levels,
    raw,
)
from leanbridge.core.terms import (
    App,
    FVar,
    Lam,
    Let,
    Lit,
    Pi,
    Term,
    abstract,
    app,
    args_of,
    beta,
    head,
    instantiate,
)
from leanbridge.errors import Unsupported
from leanbridge.source.olean import kernel
from leanbridge.source.olean.constants import Constant, Constructor, Inductive, Recursor
from leanbridge.source.olean.kernel import Level

Lookup: TypeAlias = Callable[[str], Constant | None]
MAX_STEPS = 20_000  # of one reduction; beyond it the term is left as it stands


class Typing:
    """`constant` gives a constant by name, or None."""

    def __init__(self, constant: Lookup) -> None:
        self.constant = constant
        self.types: dict[FVar, Term] = {}
        self.instances: set[FVar] = set()  # the variables of binders `[…]`
        self._opened: dict[Term, FVar] = {}
        self._inferred: dict[Term, Term] = {}
        self._whnf: dict[Term, Term] = {}
        self._const_types: dict[RawConst, Term] = {}
        self._const_values: dict[RawConst, Term] = {}
        self._memo: dict[int, tuple[kernel.Expr, Term]] = {}
        self._count = 0

    # ----- constants --------------------------------------------------------------------------

    def known(self, name: str) -> Constant:
        found = self.constant(name)
        if found is None:
            raise Unsupported(f"{name}: no compiled file that was read declares it")
        return found

    def inductive(self, name: str) -> Inductive:
        found = self.known(name)
        if not isinstance(found, Inductive):
            raise Unsupported(f"{name}: a compiled term takes it for an inductive type")
        return found

    def type_of(self, c: RawConst) -> Term:
        found = self._const_types.get(c)
        if found is None:
            constant = self.known(c.name)
            levels = dict(zip(constant.level_params, c.levels, strict=True))
            found = instantiate_levels(raw(constant.type, self._memo), levels)
            self._const_types[c] = found
        return found

    def value_of(self, c: RawConst) -> Term | None:
        """The body of a definition (not of a theorem, not of an opaque constant)."""
        found = self._const_values.get(c)
        if found is None:
            constant = self.constant(c.name)
            if constant is None or constant.kind != "def":
                return None
            value = constant.value
            if value is None:
                return None
            levels = dict(zip(constant.level_params, c.levels, strict=True))
            found = instantiate_levels(raw(value, self._memo), levels)
            self._const_values[c] = found
        return found

    def raw_of(self, expr: kernel.Expr) -> Term:
        return raw(expr, self._memo)

    def own(self, name: str) -> RawConst:
        """The constant over its own level parameters."""
        params = self.known(name).level_params
        return RawConst(name, tuple(param(p) for p in params))

    # ----- variables --------------------------------------------------------------------------

    def open(self, binder: Lam | Pi | Let) -> tuple[FVar, Term]:
        """The variable of a binder, always the same one, and the body over it."""
        x = self._opened.get(binder)
        if x is None:
            self._count += 1
            x = self._opened[binder] = FVar(-self._count, binder.name)
            self.types[x] = binder.type
            if not isinstance(binder, Let) and binder.info == "[]":
                self.instances.add(x)
        return x, instantiate(binder.body, (x,))

    # ----- types ------------------------------------------------------------------------------

    def infer(self, term: Term) -> Term:
        found = self._inferred.get(term)
        if found is None:
            found = self._inferred[term] = self._infer(term)
        return found

    def _infer(self, term: Term) -> Term:
        match term:
            case FVar():
                return self.types[term]
            case RawConst():
                return self.type_of(term)
            case RawSort():
                return RawSort(succ(term.level))
            case Lit():
                return RawConst("Nat" if isinstance(term.value, int) else "String", ())
            case App(fn=RawProj() as fn):
                return self._apply(self.field_type(fn, term.args[0]), term.args[1:])
            case App():
                return self._apply(self.infer(term.fn), term.args)
            case Lam():
                x, body = self.open(term)
                return Pi(term.name, term.info, term.type, abstract(self.infer(body), (x,)))
            case Pi():
                x, body = self.open(term)
                return RawSort(imax(self.level_of(term.type), self.level_of(body)))
            case Let():
                return self.infer(instantiate(term.body, (term.value,)))
            case _:
                raise Unsupported(f"{type(term).__name__}: a kernel term without a type")

    def _apply(self, type_: Term, args: tuple[Term, ...]) -> Term:
        used = 0
        for i in range(len(args)):
            if not isinstance(type_, Pi):
                type_ = self.whnf(instantiate(type_, args[used:i]))
                used = i
                if not isinstance(type_, Pi):
                    raise Unsupported("a compiled term applies what is no function")
            type_ = type_.body
        return instantiate(type_, args[used:])

    def field_type(self, proj: RawProj, value: Term) -> Term:
        """The type of a projection, its earlier fields being projections too."""
        type_ = self.whnf(self.infer(value))
        family = head(type_)
        if not isinstance(family, RawConst):
            raise Unsupported(f"{proj.structure}: a projection of what is no structure")
        info = self.inductive(family.name)
        constructor = RawConst(info.constructors[0], family.levels)
        out = self._apply(self.type_of(constructor), args_of(type_)[: info.params])
        for i in range(proj.index):
            out = self.whnf(out)
            assert isinstance(out, Pi)
            out = instantiate(out.body, (App((value,), RawProj(proj.structure, i)),))
        out = self.whnf(out)
        assert isinstance(out, Pi)
        return out.type

    def level_of(self, type_: Term) -> Level:
        """The level of the sort that a type lives in."""
        sort = self.whnf(self.infer(type_))
        if not isinstance(sort, RawSort):
            raise Unsupported("a compiled term has a type that is none")
        return sort.level

    def is_prop(self, type_: Term) -> bool:
        """Whether the type is a proposition (so that what has it is a proof)."""
        if isinstance(type_, RawSort):
            return False
        return is_zero(self.level_of(type_))

    # ----- reduction --------------------------------------------------------------------------

    def whnf(self, term: Term) -> Term:
        found = self._whnf.get(term)
        if found is None:
            found = term
            for _ in range(MAX_STEPS):
                step = self._step(found)
                if step is None:
                    break
                found = step
            self._whnf[term] = found
        return found

    def _step(self, term: Term) -> Term | None:
        match term:
            case Let():
                return instantiate(term.body, (term.value,))
            case RawConst():
                return self.value_of(term)
            case App(fn=Lam() as fn):
                return beta(fn, term.args)
            case App(fn=Let() as fn):
                return app(instantiate(fn.body, (fn.value,)), *term.args)
            case App(fn=RawProj() as fn):
                return self._projected(fn, term.args)
            case App(fn=RawConst() as fn):
                constant = self.constant(fn.name)
                if isinstance(constant, Recursor):
                    return self._recursor(constant, fn, term.args)
                value = self.value_of(fn)
                return None if value is None else beta(value, term.args)
            case _:
                return None

    def _projected(self, proj: RawProj, args: tuple[Term, ...]) -> Term | None:
        value = self.whnf(args[0])
        fn = head(value)
        if not isinstance(fn, RawConst):
            return None
        constant = self.constant(fn.name)
        if not isinstance(constant, Constructor):
            return None
        return beta(args_of(value)[constant.params + proj.index], args[1:])

    def _recursor(self, rec: Recursor, fn: RawConst, args: tuple[Term, ...]) -> Term | None:
        first = rec.params + rec.motives + rec.minors
        major = first + rec.indices
        if len(args) <= major:
            return None
        target = self._as_constructor(self.whnf(args[major]))
        made = head(target)
        if not isinstance(made, RawConst):
            return None
        rule = next((r for r in rec.rules if r.constructor == made.name), None)
        if rule is None:
            return None
        levels = dict(zip(rec.level_params, fn.levels, strict=True))
        body = instantiate_levels(raw(rule.rhs, self._memo), levels)
        count = len(args_of(target)) - rule.fields
        return beta(body, (*args[:first], *args_of(target)[count:], *args[major + 1 :]))

    def _as_constructor(self, value: Term) -> Term:
        """A literal of ℕ as `zero` or `succ`."""
        if not isinstance(value, Lit) or not isinstance(value.value, int):
            return value
        if value.value == 0:
            return RawConst("Nat.zero", ())
        return App((Lit(value.value - 1),), RawConst("Nat.succ", ()))

    # ----- structures -------------------------------------------------------------------------

    def field_name(self, structure: str, index: int) -> str:
        """The projection function of a field: the constructor's binder names it."""
        info = self.inductive(structure)
        type_: Term = self.type_of(self.own(info.constructors[0]))
        for _ in range(info.params + index):
            assert isinstance(type_, Pi)
            type_ = type_.body
        assert isinstance(type_, Pi)
        return f"{structure}.{type_.name}"

    def unfold_method(self, fn: RawConst, args: tuple[Term, ...]) -> Term | None:
        """A class's method as its instance defines it; None if `fn` is no method, or the instance
        does not say."""
        value = self.value_of(fn)
        inner = value
        while isinstance(inner, Lam):
            inner = inner.body
        if value is None or not isinstance(head(inner), RawProj):  # type: ignore[arg-type]
            return None
        term = beta(value, args)
        if not isinstance(term, App) or not isinstance(term.fn, RawProj):
            return None
        return self._projected(term.fn, term.args)
