"""When two terms are one reading: equality up to a few rules, each counted where it is needed.

Takes two core terms; gives the rules without which they differ. Every rule keeps the meaning; none
knows a name. What differs by no rule differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from leanbridge.core.terms import (
    SORT,
    TYPE,
    App,
    Clause,
    FVar,
    Lam,
    Let,
    Match,
    Pi,
    Proof,
    Sort,
    Term,
    beta,
    children,
    instantiate,
    replace,
)

UNUSED_INSTANCE = "an instance in scope is a fact of a definition that does not use it"
SORTS = "a universe that Lean's unifier fixes to `Type` may stay `Sort`"
LAMBDAS = "the brackets of a lambda's binder are not compared"
MATCHES = "a match: the order of variables, and a variable that is matched with a variable"
REDEXES = "a beta-redex may be reduced"
RULES = (LAMBDAS, MATCHES, REDEXES, SORTS)


def agreement(ours: Sequence[Term], lean: Sequence[Term]) -> frozenset[str] | None:
    """The rules that are needed for the terms to agree; None if they do not."""
    if len(ours) != len(lean):
        return None
    if all(map(equal, ours, lean)):
        return frozenset()
    walk = _Walk()
    if all(map(walk.agree, ours, lean)):
        return frozenset(walk.used)
    return None


def equal(a: Term, b: Term) -> bool:
    """Equality up to binder names; the propositions of erased proofs are compared too."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, (Lam, Pi)) and a.info != b.info:  # type: ignore[attr-defined]
        return False
    xs, ys = children(a), children(b)
    return bool(xs) and len(xs) == len(ys) and all(map(equal, xs, ys))


def matched(ours: Term, lean: Term, renaming: dict[Term, Term]) -> bool:
    """Whether two patterns are one up to their variables, which `renaming` gets one to one."""
    if isinstance(ours, FVar) and ours not in renaming and isinstance(lean, FVar):
        if lean in renaming.values():
            return False
        renaming[ours] = lean
        return True
    if isinstance(ours, FVar):
        return renaming.get(ours, ours) is lean
    if isinstance(ours, App) and isinstance(lean, App) and len(ours.args) == len(lean.args):
        pairs = zip((ours.fn, *ours.args), (lean.fn, *lean.args), strict=True)
        return all(matched(a, b, renaming) for a, b in pairs)
    return equal(replace(ours, renaming), lean)


class _Walk:
    """Two terms side by side, their binders opened to one variable."""

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.fresh: Iterator[int] = count(-1_000_000, -1)
        self.clause_variables: set[FVar] = set()

    def variable(self, name: str) -> FVar:
        return FVar(next(self.fresh), name)

    def agree(self, a: Term, b: Term) -> bool:
        if equal(a, b):
            return True
        a, b = self.reduced(a), self.reduced(b)
        match a, b:
            case Proof(), Proof():
                return self.agree(a.prop, b.prop)
            case Sort(), Sort():
                self.used.add(SORTS)
                return {a, b} == {SORT, TYPE}
            case Lam(), Lam():
                if a.info != b.info:
                    self.used.add(LAMBDAS)
                return self.binders(a, b)
            case Pi(), Pi():
                return a.info == b.info and self.binders(a, b)
            case Let(), Let():
                x = self.variable(a.name)
                return (
                    self.agree(a.type, b.type)
                    and self.agree(a.value, b.value)
                    and self.agree(instantiate(a.body, (x,)), instantiate(b.body, (x,)))
                )
            case (Match(), _) | (_, Match()):
                return self.matches(a, b)
            case App(), App():
                xs, ys = children(a), children(b)
                return len(xs) == len(ys) and all(map(self.agree, xs, ys))
            case _:
                return equal(a, b)

    def reduced(self, t: Term) -> Term:
        while isinstance(t, App) and isinstance(t.fn, Lam):
            self.used.add(REDEXES)
            t = beta(t.fn, t.args)
        return t

    def binders(self, a: Lam | Pi, b: Lam | Pi) -> bool:
        x = self.variable(a.name)
        return self.agree(a.type, b.type) and self.agree(
            instantiate(a.body, (x,)), instantiate(b.body, (x,))
        )

    # ----- match ------------------------------------------------------------------------------

    def matches(self, a: Term, b: Term) -> bool:
        self.used.add(MATCHES)
        x, y = self.plain(a), self.plain(b)
        if not isinstance(x, _Plain) or not isinstance(y, _Plain):
            return isinstance(x, Term) and isinstance(y, Term) and self.agree(x, y)
        return (
            len(x.scrutinees) == len(y.scrutinees)
            and len(x.clauses) == len(y.clauses)
            and all(map(self.agree, x.scrutinees, y.scrutinees))
            and self.motives(x, y)
            and all(map(self.clauses, x.clauses, y.clauses))
        )

    def motives(self, x: _Plain, y: _Plain) -> bool:
        shared: list[Term] = [self.variable("x") for _ in x.scrutinees]
        return self.agree(
            replace(x.motive, dict(zip(x.places, shared, strict=True))),
            replace(y.motive, dict(zip(y.places, shared, strict=True))),
        )

    def clauses(self, x: _PlainClause, y: _PlainClause) -> bool:
        renaming: dict[Term, Term] = {}
        ours = [replace(p, {}) for p in x.patterns]
        return all(
            self.pattern(p, q, x, renaming) for p, q in zip(ours, y.patterns, strict=True)
        ) and self.agree(replace(x.rhs, renaming), y.rhs)

    def pattern(self, p: Term, q: Term, x: _PlainClause, renaming: dict[Term, Term]) -> bool:
        if isinstance(p, FVar) and p not in x.variables:
            return p is q
        if isinstance(p, App) and isinstance(q, App) and len(p.args) == len(q.args):
            pairs = zip((p.fn, *p.args), (q.fn, *q.args), strict=True)
            return all(self.pattern(a, b, x, renaming) for a, b in pairs)
        if isinstance(p, FVar):
            return matched(p, q, renaming)
        return self.agree(replace(p, renaming), q)

    def plain(self, t: Term) -> _Plain | Term:
        """A match without what every clause binds by a variable; the branch if nothing is left."""
        if not isinstance(t, Match):
            return t
        clauses = [self.opened(c, t.scrutinees) for c in t.clauses]
        scrutinees = list(t.scrutinees)
        motive, places = t.motive, list[Term]()
        for _ in scrutinees:
            assert isinstance(motive, Lam)
            places.append(self.variable("x"))
            motive = instantiate(motive.body, (places[-1],))
        at = 0
        while at < len(scrutinees):
            value = scrutinees[at]
            if not isinstance(value, FVar) or not all(c.binds(at) for c in clauses):
                at += 1
                continue
            clauses = [c.without(at, value) for c in clauses]
            motive = replace(motive, {places[at]: value})
            del scrutinees[at], places[at]
        if not scrutinees and len(clauses) == 1:
            return clauses[0].rhs
        return _Plain(scrutinees, places, motive, clauses)

    def opened(self, clause: Clause, scrutinees: tuple[Term, ...]) -> _PlainClause:
        xs = tuple(self.variable(name) for name in clause.names)
        patterns = [instantiate(p, xs) for p in clause.patterns]
        rhs = instantiate(clause.rhs, xs)
        # in the branch, a variable that is matched is the pattern that it was matched with
        known: dict[Term, Term] = {
            s: p for s, p in zip(scrutinees, patterns, strict=True) if isinstance(s, FVar)
        }
        return _PlainClause(set(xs), patterns, replace(rhs, known))


class _PlainClause:
    """A clause over free variables."""

    def __init__(self, variables: set[FVar], patterns: list[Term], rhs: Term) -> None:
        self.variables, self.patterns, self.rhs = variables, patterns, rhs

    def binds(self, at: int) -> bool:
        return self.patterns[at] in self.variables

    def without(self, at: int, value: FVar) -> _PlainClause:
        swap: dict[Term, Term] = {self.patterns[at]: value}
        kept = [replace(p, swap) for i, p in enumerate(self.patterns) if i != at]
        variables = {x for x in self.variables if x is not self.patterns[at]}
        return _PlainClause(variables, kept, replace(self.rhs, swap))


class _Plain:
    """A match over free variables: `motive` over `places`, one for each scrutinee."""

    def __init__(
        self,
        scrutinees: list[Term],
        places: list[Term],
        motive: Term,
        clauses: list[_PlainClause],
    ) -> None:
        self.scrutinees, self.places = scrutinees, places
        self.motive, self.clauses = motive, clauses
