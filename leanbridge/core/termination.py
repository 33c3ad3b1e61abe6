"""Recursion that cannot end: a definition that calls itself with the arguments it was given.

Takes a definition's value. Says nothing of other recursion: Lean looks for a measure, we do not
(DIVERGENCES, rule 12).
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.core.meta import Context
from leanbridge.core.terms import (
    App,
    Const,
    FVar,
    Lam,
    Match,
    Term,
    instantiate,
    map_children,
    replace,
)


def calls_itself_unchanged(m: Context, name: str, value: Term) -> bool:
    """Whether `value`, the body of `name`, contains `name` applied to just its own arguments."""
    arguments: list[Term] = []
    while isinstance(value, Lam):
        x = m.local(value.name, value.type)
        arguments.append(x)
        value = instantiate(value.body, (x,))
    return _calls(m, name, tuple(arguments), value)


def _calls(m: Context, name: str, arguments: tuple[Term, ...], term: Term) -> bool:
    if isinstance(term, Match) and any(x in arguments for x in term.scrutinees):
        if any(_calls(m, name, arguments, s) for s in term.scrutinees):
            return True
        for clause in term.clauses:
            xs = tuple(m.local(n, t) for n, t in zip(clause.names, clause.types, strict=True))
            swap: dict[Term, Term] = {
                scrutinee: instantiate(pattern, xs)
                for scrutinee, pattern in zip(term.scrutinees, clause.patterns, strict=True)
                if isinstance(scrutinee, FVar)
            }
            inside = tuple(replace(a, swap) for a in arguments)
            if _calls(m, name, inside, instantiate(clause.rhs, xs)):
                return True
        return False
    if term is Const(name):
        return not arguments
    if isinstance(term, App) and term.fn is Const(name):
        if term.args[: len(arguments)] == arguments:
            return True
    return _any_child(term, lambda child: _calls(m, name, arguments, child))


def _any_child(term: Term, test: Callable[[Term], bool]) -> bool:
    found = False

    def look(child: Term, crossed: int) -> Term:
        nonlocal found
        found = found or test(child)
        return child

    map_children(term, look)
    return found
