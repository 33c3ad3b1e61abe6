"""Hypotheses on a drawn function at every argument, which no evaluation could decide.

Takes a proposition and the values of its variables; gives its truth where the way in which the
function was drawn decides it: a polynomial is continuous, and two of its entries are equal at every
argument if they are one polynomial. None of anything else: never a sample taken for a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from flint import fmpq

from leanbridge.check.functions import Drawn, Polynomial
from leanbridge.core.terms import (
    App,
    FVar,
    Pi,
    Term,
    args_of,
    children,
    instantiate,
    is_app_of,
)
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import PROOF, BaseType, Value

Point = Mapping[FVar, Value]
CONTINUOUS = {"Continuous": (3, 2), "ContinuousAt": (4, 2)}  # arity, place of the function


def truth(prop: Term, point: Point, exact: Exact) -> bool:
    """The truth of a hypothesis: evaluated, or certified where no evaluation decides it.

    Raises: Unsupported, where neither does.
    """
    try:
        return exact.truth(prop, point)
    except Unsupported:
        found = certified(prop, point, exact)
        if found is None:
            raise
        return found


def certified(prop: Term, point: Point, exact: Exact) -> bool | None:
    """The truth of `prop` by how its functions were drawn; None where that does not decide it."""
    for name, (arity, place) in CONTINUOUS.items():
        if is_app_of(prop, name, arity):
            drawn = isinstance(exact.evaluate(args_of(prop)[place], point), Drawn)
            return True if drawn else None
    try:
        return Everywhere(exact, point).holds(prop, point)
    except NotOfThisKind:
        return None


class NotOfThisKind(Exception):
    """The proposition is no equality of entries of a drawn function."""


class Everywhere:
    """`∀ x …, premises → entry = entry`, where x is an argument of drawn functions only.

    Raises: NotOfThisKind, where no function is drawn, or of any other proposition.
    """

    def __init__(self, exact: Exact, point: Point) -> None:
        self.exact = exact
        self.drawn = {v: f for v, f in point.items() if isinstance(f, Drawn)}
        self.arguments: set[FVar] = set()
        if not self.drawn:
            raise NotOfThisKind
        self.tagged = [self._tagged(sign) for sign in (1, -1)]

    def holds(self, prop: Term, point: Point) -> bool:
        if not isinstance(prop, Pi):
            return self._is_same(prop, point)
        x = FVar(-3000 - len(point), prop.name)
        body = instantiate(prop.body, (x,))
        if is_premise(prop.type, self.exact):
            self._check(prop.type)
            holds = self.exact.truth(prop.type, point)
            return not holds or self.holds(body, {**point, x: PROOF})
        values = self.exact.elements(self.exact.type_value(prop.type, point))
        if values is not None:
            return all(self.holds(body, {**point, x: v}) for v in values)
        self.arguments.add(x)
        return self.holds(body, {**point, x: None})

    def _is_same(self, prop: Term, point: Point) -> bool:
        """Whether both sides are the same entry, or entries with the same polynomial."""
        if not self.arguments or not is_app_of(prop, "Eq", 3):
            raise NotOfThisKind
        type_, left, right = args_of(prop)
        self._check(prop)
        if self.exact.type_value(type_, point) != BaseType("Real"):
            raise NotOfThisKind
        same = []
        for tags, tagged in self.tagged:  # a side that computes with entries is none of them
            sides = [self.exact.evaluate(s, {**point, **tagged}) for s in (left, right)]
            if not all(s in tags for s in sides):
                raise NotOfThisKind
            same.append(sides[0] == sides[1])
        return all(same)

    def _tagged(self, sign: int) -> tuple[set[fmpq], dict[FVar, Value]]:
        """The drawn functions with a number of its own for each polynomial: no sum or product of
        such numbers is one of them but by chance, and a float holds each."""
        numbers, tags = Random(0), dict[Polynomial, fmpq]()
        tagged: dict[FVar, Value] = {}
        for v, f in self.drawn.items():
            for p in f.outputs.values():
                if p not in tags:
                    tags[p] = fmpq(sign * numbers.randrange(1 << 38, 1 << 40))
            constant = {path: Polynomial(tags[p], (), ()) for path, p in f.outputs.items()}
            tagged[v] = replace(f, outputs=constant)
        return set(tags.values()), tagged

    def _check(self, term: Term) -> None:
        """An argument occurs as the argument of a drawn function only."""
        if term in self.arguments:
            raise NotOfThisKind
        match term:
            case App(fn=FVar() as f, args=args) if f in self.drawn:
                rest = args[len(self.drawn[f].domains) :]
                for part in rest:
                    self._check(part)
            case _:
                for part in children(term):
                    self._check(part)


def is_premise(type: Term, exact: Exact) -> bool:
    """Whether a binder's type is a proposition, seen from its head or decided by a variable."""
    found = is_proposition(type, exact.definitions)
    if found is not None:
        return found
    fn = type.fn if isinstance(type, App) else type
    if not isinstance(fn, FVar):
        raise Unsupported("a binder that may be a proposition")
    return True
