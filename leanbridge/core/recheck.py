"""The second checker: re-types finished terms, without metavariables and without coercions.

Takes the declarations that the elaborator gave and says what does not type-check in them; it
shares the reduction rules with the elaborator but neither its unifier nor any of its rules. It
runs in the tests and under `--paranoid`. It never changes a declaration.

Worked example: with `f : Fin 3 → Nat` and `x : Fin 4`, the term `f x` gives the complaint
"an argument has another type", got `Fin 4`, expected `Fin 3`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leanbridge.core.declarations import Declaration
from leanbridge.core.environment import Environment
from leanbridge.core.equality import Equality
from leanbridge.core.reduce import whnf
from leanbridge.core.terms import (
    NAT,
    TYPE,
    App,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Proof,
    Sort,
    Term,
    abstract,
    beta,
    instantiate,
    subterms,
)
from leanbridge.errors import LeanbridgeError

STRING = Const("String")


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something ill-typed: in which `part` of which declaration, what, and where in the term."""

    declaration: str
    part: str  # "type", "value", "instance 0", "default 2", …
    what: str
    term: str
    got: str | None = None
    expected: str | None = None


class IllTyped(Exception):
    """A sub-term does not type-check (internal control flow)."""

    def __init__(
        self, what: str, term: Term, got: Term | None = None, expected: Term | None = None
    ) -> None:
        super().__init__(what)
        self.what, self.term, self.got, self.expected = what, term, got, expected


def recheck(env: Environment, declaration: Declaration) -> list[Complaint]:
    """What does not type-check in `declaration`; empty iff all its terms do."""
    checker = Checker(env)
    out: list[Complaint] = []
    for part, term, expected in _parts(declaration):
        try:
            if expected is None:
                checker.check_closed(term)
                if part == "type":
                    checker.sort_of(term)
                else:
                    checker.infer(term)
            else:
                checker.check_closed(term)
                checker.check(term, expected)
        except IllTyped as bad:
            out.append(
                Complaint(
                    declaration.name,
                    part,
                    bad.what,
                    repr(bad.term),
                    None if bad.got is None else repr(bad.got),
                    None if bad.expected is None else repr(bad.expected),
                )
            )
        except (LeanbridgeError, RecursionError) as error:
            what = error.what if isinstance(error, LeanbridgeError) else "the term is too deep"
            out.append(Complaint(declaration.name, part, what, repr(term)[:200]))
    return out


def _parts(d: Declaration) -> Iterator[tuple[str, Term, Term | None]]:
    yield "type", d.type, None
    if d.value is not None:
        yield "value", d.value, d.type
    for i, instance in enumerate(d.instances):
        yield f"instance {i}", instance, None
    for position, value in d.defaults:
        yield f"default {position}", value, None


class Checker:
    """Infers types of terms over free variables that it made itself."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.equality = Equality(env, self.infer)
        self.context = self.equality.context
        self._types: dict[Term, Term] = {}

    def check_closed(self, term: Term) -> None:
        """Raises if a variable or metavariable of the elaborator is left in `term`."""
        if term.has_mvar:
            raise IllTyped("a metavariable is left", term)
        if term.loose or any(isinstance(t, FVar) for t in subterms(term)):
            raise IllTyped("a free variable is left", term)

    def check(self, term: Term, expected: Term) -> None:
        got = self.infer(term)
        if not self.equality.equal(got, expected):
            raise IllTyped("the value has another type", term, got, expected)

    def infer(self, term: Term) -> Term:
        """The type of `term`; raises `IllTyped` if a part of it has none."""
        known = self._types.get(term)
        if known is None:
            known = self._types[term] = self._infer(term)
        return known

    def sort_of(self, type_: Term) -> Sort:
        """The sort of a type; raises if `type_` is none."""
        sort = self._whnf(self.infer(type_))
        if not isinstance(sort, Sort):
            raise IllTyped("this is not a type", type_, sort)
        return sort

    def _whnf(self, term: Term) -> Term:
        return term if isinstance(term, (Sort, Pi)) else whnf(self.context, term)

    def _infer(self, term: Term) -> Term:
        match term:
            case FVar():
                return self.context.locals[term].type
            case Sort():
                return TYPE
            case Lit():
                return NAT if isinstance(term.value, int) else STRING
            case Const():
                return self.env.type_of(term.name)
            case Proof():
                if self.sort_of(term.prop) is TYPE:
                    raise IllTyped("a proof of something that is no proposition", term)
                return term.prop
            case App():
                return self._application(term)
            case Lam():
                self.sort_of(term.type)
                with self.equality.opened(term) as (x, body):
                    result = self.infer(body)
                return Pi(term.name, term.info, term.type, abstract(result, (x,)))
            case Pi():
                self.sort_of(term.type)
                with self.equality.opened(term) as (_, body):
                    return self.sort_of(body)
            case Let():
                return self._let(term)
            case Match():
                return self._match(term)
            case _:
                raise IllTyped("a term that can have no type", term)

    def _application(self, term: App) -> Term:
        type_ = self.infer(term.fn)
        used = 0
        for i, arg in enumerate(term.args):
            if not isinstance(type_, Pi):
                type_ = self._whnf(instantiate(type_, term.args[used:i]))
                used = i
                if not isinstance(type_, Pi):
                    raise IllTyped("too many arguments: this is not a function", term, type_)
            domain = instantiate(type_.type, term.args[used:i])
            got = self.infer(arg)
            if got is not domain and not self.equality.equal(got, domain):
                raise IllTyped("an argument has another type", arg, got, domain)
            type_ = type_.body
        return instantiate(type_, term.args[used:])

    def _let(self, term: Let) -> Term:
        self.sort_of(term.type)
        self.check(term.value, term.type)
        with self.equality.opened(term) as (x, body):
            result = self.infer(body)
        return instantiate(abstract(result, (x,)), (term.value,))

    # ----- match --------------------------------------------------------------------------

    def _match(self, term: Match) -> Term:
        self._accept(term, term.scrutinees, term.motive)
        self.infer(term.motive)
        for clause in term.clauses:
            self._clause(term, clause)
        return beta(term.motive, term.scrutinees)

    def _accept(self, term: Match, values: tuple[Term, ...], motive: Term) -> None:
        """Check that `values` have the types of the motive's binders."""
        for i, value in enumerate(values):
            if not isinstance(motive, Lam):
                raise IllTyped("a match whose motive does not fit", term)
            domain = instantiate(motive.type, values[:i])
            got = self.infer(value)
            if not self.equality.equal(got, domain):
                raise IllTyped("a pattern or scrutinee has another type", value, got, domain)
            motive = motive.body

    def _clause(self, term: Match, clause: Clause) -> None:
        with self.equality.opened_clause(clause) as xs:
            for x in xs:
                self.sort_of(self.context.locals[x].type)
            patterns = tuple(instantiate(p, xs) for p in clause.patterns)
            if len(patterns) != len(term.scrutinees):
                raise IllTyped("a clause with another number of patterns", clause)
            self._accept(term, patterns, term.motive)
            rhs = instantiate(clause.rhs, xs)
            expected = beta(term.motive, patterns)
            got = self.infer(rhs)
            if not self.equality.equal(got, expected):
                raise IllTyped("a branch has another type", rhs, got, expected)
