"""Matchers read back as clauses.

Lean compiles `match` to an auxiliary function `….match_n` whose type still says everything:
`(motive : A → Sort u) → (x : A) → (alternatives …) → motive x`, where the type of an alternative
is `(variables …) → motive pattern`. Takes that type; gives the clauses without their branches.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leanbridge.core.compiled.raw import RawConst
from leanbridge.core.compiled.typing import Typing
from leanbridge.core.terms import App, FVar, Pi, Term, head, instantiate, map_children, subterms

#: The last component of a matcher's name.
NAMED = re.compile(r"(^|\.)match_\d+(_\d+)*$")
#: `x@p` in a pattern: the type, `x`, `p`, a proof that they are equal.
NAMED_PATTERN = "namedPattern"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One clause: its variables and the patterns over them. A branch takes the variables (one
    that carries nothing, if there are none) and then `equations`, the proofs that a named
    discriminant adds."""

    variables: tuple[FVar, ...]
    patterns: tuple[Term, ...]
    unit: FVar | None
    equations: tuple[FVar, ...]


@dataclass(frozen=True, slots=True)
class Matcher:
    """`params` arguments, then the motive, then `discriminants`, then one per alternative."""

    params: int
    discriminants: int
    alternatives: int

    @property
    def arity(self) -> int:
        return self.params + 1 + self.discriminants + self.alternatives


def shape(typing: Typing, type_: Term) -> Matcher | None:
    """The shape of a matcher by its type; None if the type is not that of a matcher."""
    binders: list[FVar] = []
    while isinstance(type_, Pi):
        x, type_ = typing.open(type_)
        binders.append(x)
    motive = head(type_)
    if not isinstance(motive, FVar) or motive not in binders or not isinstance(type_, App):
        return None
    place = binders.index(motive)
    count = len(type_.args)
    if tuple(binders[place + 1 : place + 1 + count]) != type_.args:
        return None
    return Matcher(place, count, len(binders) - place - 1 - count)


def alternatives(
    typing: Typing, matcher: Matcher, type_: Term, params: tuple[Term, ...]
) -> list[Alternative]:
    """The clauses that the matcher's type states, at the given parameters."""
    for value in params:
        assert isinstance(type_, Pi)
        type_ = instantiate(type_.body, (value,))
    assert isinstance(type_, Pi)
    motive, type_ = typing.open(type_)
    for _ in range(matcher.discriminants):
        assert isinstance(type_, Pi)
        _, type_ = typing.open(type_)
    out: list[Alternative] = []
    for _ in range(matcher.alternatives):
        assert isinstance(type_, Pi)
        out.append(_alternative(typing, type_.type, motive))
        _, type_ = typing.open(type_)
    return out


def unnamed(patterns: tuple[Term, ...]) -> tuple[tuple[Term, ...], dict[Term, Term]]:
    """The patterns without names for a part (`x@p`), and what each name stands for."""
    named: dict[Term, Term] = {}

    def go(t: Term, _: int = 0) -> Term:
        fn = head(t)
        if isinstance(t, App) and isinstance(fn, RawConst) and fn.name == NAMED_PATTERN:
            inner = go(t.args[2])
            named[t.args[1]] = inner
            return inner
        return map_children(t, go)

    return tuple(map(go, patterns)), named


def _alternative(typing: Typing, type_: Term, motive: FVar) -> Alternative:
    binders: list[FVar] = []
    while isinstance(type_, Pi):
        x, type_ = typing.open(type_)
        binders.append(x)
    assert isinstance(type_, App)
    assert type_.fn is motive
    bound = {t for p in type_.args for t in subterms(p) if isinstance(t, FVar)}
    # An equation of a named discriminant, and the unit of a clause without variables, are in no
    # pattern; every variable of the clause is.
    equations = tuple(x for x in binders if x not in bound and typing.is_prop(typing.types[x]))
    rest = tuple(x for x in binders if x not in equations)
    unit = rest[0] if len(rest) == 1 and rest[0] not in bound else None
    return Alternative(() if unit else rest, type_.args, unit, equations)
