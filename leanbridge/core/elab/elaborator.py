"""The state and the three entry points of elaboration: `term`, `check`, `type`.

Bidirectional: a rule gets syntax and maybe an expected type. What cannot be elaborated before its
type is known is postponed at the leaf, as a metavariable that remembers its syntax, and resumed
when the type is there: nothing is ever elaborated twice (trap T3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias, TypeVar

from leanbridge.core.elab.coercions import coercion, to_type
from leanbridge.core.elab.instances import Claim, check_claims
from leanbridge.core.elab.mentions import goals_of, names
from leanbridge.core.entries import SourceEntry
from leanbridge.core.environment import Environment
from leanbridge.core.meta import Context, TypeMismatch
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.scope import Scope
from leanbridge.core.terms import (
    NAT,
    PROP,
    SORT,
    FVar,
    MVar,
    Pi,
    Proof,
    Sort,
    Term,
    args_of,
    head,
    instantiate,
)
from leanbridge.core.unify import StepLimit, retry_stuck, solve_by_constants, unify
from leanbridge.errors import LeanbridgeError, Unsupported, Where
from leanbridge.source import syntax

Stx: TypeAlias = syntax.Term
T = TypeVar("T")


@dataclass(eq=False)
class ElabError(LeanbridgeError):
    """A term does not elaborate as Lean would elaborate it."""

    __str__ = LeanbridgeError.__str__


class Postpone(Exception):
    """A rule needs to know more of its expected type (internal control flow)."""


@dataclass
class UnboundName(Exception):
    """An identifier of a header that may be auto-bound (internal control flow)."""

    name: str
    span: syntax.Span


@dataclass(slots=True)
class Left:
    """The goals that a term with `?_` leaves, by the syntax of each; None where a proof that
    holds it was erased."""

    goals: dict[int, MVar | None] = field(default_factory=dict)

    def goal(self, el: Elaborator, stx: syntax.Hole, type_: Term | None) -> MVar:
        """The goal `stx`, which unification does not fill."""
        type_ = type_ if type_ is not None else el.type_hole()
        var = el.m.meta(type_, el.locals, synthetic=True)
        self.goals[id(stx)] = var
        return var

    def erase(self, proof: Stx) -> None:
        """Take note of the goals inside of a proof."""
        self.goals.update((id(hole), None) for hole in goals_of(proof))


@dataclass(slots=True)
class _Postponed:
    var: MVar
    stx: Stx
    expected: Term | None
    locals: tuple[FVar, ...]
    scope: Scope


@dataclass(slots=True)
class Elaborator:
    """Elaborates the terms of one declaration."""

    env: Environment
    entry: SourceEntry
    scope: Scope
    m: Context = field(init=False)
    locals: tuple[FVar, ...] = ()
    auto_bind: bool = False
    final: bool = False  # no more postponing
    postponed: list[_Postponed] = field(default_factory=list)
    numerals: list[MVar] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)  # operators, to be checked at the end
    used_sections: tuple[FVar, ...] = ()
    hidden: set[FVar] = field(default_factory=set)
    in_proofs: set[FVar] = field(default_factory=set)  # mentioned in a proof, which is erased
    left: Left | None = None  # inside of a `refine`: the goals that its `?_` leave

    def __post_init__(self) -> None:
        self.m = Context(self.env)

    # ----- errors -------------------------------------------------------------------------

    def where(self, stx: Stx | syntax.Binder | None) -> Where:
        offset = stx.span.start if stx is not None and stx.span.end else None
        return self.env.where(self.entry, offset)

    def fail(
        self,
        stx: Stx | None,
        what: str,
        *,
        got: Term | str | None = None,
        expected: Term | str | None = None,
        todo: str | None = None,
    ) -> ElabError:
        """An error at `stx`; terms are shown with what is known of their metavariables."""

        def text(t: Term | str | None) -> str | None:
            return t if t is None or isinstance(t, str) else repr(self.m.instantiate_mvars(t))

        bindings = tuple(
            f"{x.name} : {self.m.instantiate_mvars(self.m.locals[x].type)!r}"
            for x in self.locals[-8:]
        )
        return ElabError(what, self.where(stx), text(got), text(expected), bindings, todo)

    def unsupported(self, stx: Stx | None, construct: str, why: str = "") -> Unsupported:
        return Unsupported(f"{construct}: {why}" if why else construct, self.where(stx))

    # ----- local scope --------------------------------------------------------------------

    @contextmanager
    def inside(self, *variables: FVar, hidden: bool = False) -> Iterator[None]:
        """With `variables` in scope; `hidden` ones are not found by their name."""
        if hidden:
            self.hidden.update(variables)
        before = self.locals
        self.locals = (*before, *variables)
        try:
            yield
        finally:
            self.locals = before

    def local_named(self, name: str) -> FVar | None:
        for x in reversed(self.locals):
            if x.name == name and x not in self.hidden:
                return x
        return None

    def erased(self, stx: Stx, prop: Term) -> Proof:
        """The proof `stx` of `prop`, erased; what it mentions is remembered."""
        if self.left is not None:
            self.left.erase(stx)
        text = self.env.lines[self.entry.module].text
        found = map(self.local_named, names(stx, text))
        self.in_proofs.update(x for x in found if x is not None)
        return Proof(prop)

    def hole(self, type_: Term | None = None) -> MVar:
        """A fresh metavariable; without a type, its type is one too."""
        if type_ is None:
            type_ = self.m.meta(SORT, self.locals)
        return self.m.meta(type_, self.locals)

    def type_hole(self) -> MVar:
        return self.m.meta(SORT, self.locals)

    # ----- entry points -------------------------------------------------------------------

    def term(self, stx: Stx, expected: Term | None = None) -> Term:
        """Elaborate `stx`; `expected` guides but is not enforced (see `check`)."""
        rule = _rules().get(type(stx))
        if rule is None:
            raise self.unsupported(stx, type(stx).__name__)
        if expected is not None:
            expected = self.m.head_instantiated(expected)
            wrapped = self._implicit_lambda(stx, expected)
            if wrapped is not None:
                return wrapped
        try:
            return rule(self, stx, expected)
        except Postpone as reason:
            if self.final:
                raise self.fail(stx, f"the type must be known here ({reason})") from None
            return self._postpone(stx, expected)

    def check(self, stx: Stx, expected: Term) -> Term:
        """Elaborate `stx` with type `expected`, coercing if need be."""
        return self.coerce(self.term(stx, expected), expected, stx)

    def type(self, stx: Stx) -> Term:
        """Elaborate `stx` as a type."""
        out = self.term(stx, None)
        sort = whnf(self.m, self.m.infer(out))
        if isinstance(sort, Sort):
            return out
        if isinstance(head(sort), MVar) and unify(self.m, sort, SORT):
            return out
        coerced = to_type(out, sort)
        if coerced is None:
            raise self.fail(stx, "a type is expected here", got=sort)
        return coerced

    def proposition(self, stx: Stx) -> Term:
        return self.check(stx, PROP)

    def _implicit_lambda(self, stx: Stx, expected: Term) -> Term | None:
        """A term against `{x : A} → B` is elaborated against `B` (Lean's implicit lambda; there
        is none for `⦃x : A⦄ → B`)."""
        if not isinstance(expected, Pi):
            reduced = whnf_core(self.m, expected)
            if not isinstance(reduced, Pi):
                return None
            expected = reduced
        if expected.info != "{}" or isinstance(stx, (syntax.Explicit, syntax.Hole, syntax.By)):
            return None
        blocking = (syntax.BinderKind.IMPLICIT, syntax.BinderKind.INST)
        if isinstance(stx, syntax.Fun) and stx.binders[0].kind in blocking:
            return None
        x = self.m.local(expected.name, expected.type, info=expected.info)
        with self.inside(x, hidden=True):
            body = self.check(stx, instantiate(expected.body, (x,)))
        return self.m.close_lambda((x,), body)

    # ----- postponing ---------------------------------------------------------------------

    def _postpone(self, stx: Stx, expected: Term | None) -> Term:
        type_ = expected if expected is not None else self.type_hole()
        var = self.m.meta(type_, self.locals, synthetic=True)
        self.postponed.append(_Postponed(var, stx, type_, self.locals, self.scope))
        return var

    def resume(self) -> bool:
        """Resume what can be resumed; whether anything was."""
        progress = False
        waiting, self.postponed = self.postponed, []
        if self.final:
            waiting.sort(key=lambda p: isinstance(p.stx, syntax.By))  # tactics come last
        for i, p in enumerate(waiting):
            if not self.final and p.expected is not None and self._still_unknown(p):
                self.postponed.append(p)
                continue
            before = len(self.postponed)
            with self._at(p):
                value = self.check(p.stx, p.expected) if p.expected is not None else None
            assert value is not None
            if value in [q.var for q in self.postponed[before:]]:
                # The rule postponed again: keep the newer problem, linked to the old variable.
                self.m.metas[p.var].synthetic = False
            else:
                progress = True
            self.m.assign(p.var, value)
            if self.final and progress:
                self.postponed.extend(waiting[i + 1 :])
                return True
        return progress

    def _still_unknown(self, p: _Postponed) -> bool:
        assert p.expected is not None
        type_ = whnf_core(self.m, p.expected)
        return isinstance(head(type_), MVar)

    @contextmanager
    def _at(self, p: _Postponed) -> Iterator[None]:
        before = self.locals, self.scope
        self.locals, self.scope = p.locals, p.scope
        try:
            yield
        finally:
            self.locals, self.scope = before

    def synthesize(self, stx: Stx | None = None) -> None:
        """Finish everything that waits: resume, default numerals to ℕ, then insist."""
        while True:
            if not retry_stuck(self.m):
                raise self.fail(stx, "two types that must be equal are not")
            if self.resume():
                continue
            if self.default_numerals():
                continue
            if self.postponed:
                self.final = True
                try:
                    if self.resume():
                        continue
                finally:
                    self.final = False
            if solve_by_constants(self.m):
                continue
            break
        if self.m.stuck:
            a, b = self.m.stuck[0]
            raise self.fail(stx, "an equation between types was left undecided", got=a, expected=b)
        check_claims(self)

    def settled(self, action: Callable[[], T], stx: Stx | None) -> T:
        """The result of `action`, with all that it postpones finished; what waits outside waits."""
        outer = self.postponed, self.numerals, self.claims, self.final, self.m.stuck
        self.postponed, self.numerals, self.claims = [], [], []
        self.final, self.m.stuck = False, []
        try:
            out = action()
            self.synthesize(stx)
        finally:
            self.postponed, self.numerals, self.claims, self.final, self.m.stuck = outer
        return out

    def default_numerals(self) -> bool:
        for var in self.numerals:
            target = self.m.head_instantiated(var)
            if isinstance(head(target), MVar) and all(isinstance(a, FVar) for a in args_of(target)):
                self.numerals.remove(var)
                unify(self.m, target, NAT)
                return True
        self.numerals.clear()
        return False

    # ----- coercions ----------------------------------------------------------------------

    def coerce(self, value: Term, expected: Term, stx: Stx | None) -> Term:
        """`value` as an element of `expected`: itself, or with Lean's coercion inserted."""
        m = self.m
        try:
            type_ = m.head_instantiated(m.infer(value))
        except TypeMismatch as problem:
            raise self.fail(stx, str(problem)) from None
        if type_ is expected or unify(m, type_, expected):
            return value
        out = coercion(self, value, type_, expected)
        if out is None:
            raise self.fail(stx, "type mismatch", got=type_, expected=expected)
        return out

    # ----- finishing ----------------------------------------------------------------------

    def finished(self, term: Term, stx: Stx | None) -> Term:
        """`term` with nothing left open; raises if a metavariable is left."""
        out = self.m.instantiate_mvars(term)
        if out.has_mvar:
            raise self.fail(stx, "a part of the term could not be determined", got=out)
        return out

    def run(self, action: str) -> StepLimitGuard:
        return StepLimitGuard(self, action)


@cache
def _rules() -> Mapping[type, Callable[[Elaborator, Any, Term | None], Term]]:
    from leanbridge.core.elab.rules import RULES  # the rules import the elaborator

    return RULES


@dataclass
class StepLimitGuard:
    """Turns the unifier's step limit into an `Unsupported` of the declaration."""

    elaborator: Elaborator
    action: str

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StepLimit):
            raise self.elaborator.unsupported(
                None, "unifier", f"step limit reached while elaborating {self.action}"
            ) from None
        if isinstance(error, RecursionError):
            raise self.elaborator.unsupported(
                None, "depth", f"term too deep while elaborating {self.action}"
            ) from None
        if isinstance(error, TypeMismatch):
            raise self.elaborator.fail(None, str(error)) from None
