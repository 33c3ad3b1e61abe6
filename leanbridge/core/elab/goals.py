"""The goals of a tactic block, and how a value for one becomes a part of the term.

Takes values from `tactics`; assigns the goals' metavariables. A goal that a tactic changes keeps
its metavariable and remembers how a value of the new goal is one of the old (`wraps`). Never reads
a tactic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from leanbridge.core.elab.elaborator import Elaborator, Left, Stx
from leanbridge.core.elab.mentions import goals_of
from leanbridge.core.terms import Const, FVar, Let, MVar, Proof, Term, instantiate
from leanbridge.errors import LeanbridgeError
from leanbridge.source import syntax

Wrap: TypeAlias = Callable[[Term], Term]
SOME_PROOF = Const("True")
"""What a goal proves that stands inside an erased proof: nobody asks."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A value to be found. `opaque`: its type was rewritten in a way that only Lean knows."""

    var: MVar
    type: Term
    locals: tuple[FVar, ...]
    wraps: tuple[Wrap, ...] = ()
    opaque: bool = False

    def inside(self, x: FVar, wrap: Wrap) -> Goal:
        """The goal with one more local variable, which `wrap` takes out of a value again."""
        return replace(self, locals=(*self.locals, x), wraps=(*self.wraps, wrap))

    def retyped(self, type_: Term, wrap: Wrap | None = None) -> Goal:
        """The goal with another type; `wrap` makes a value of it one of the old type."""
        return replace(self, type=type_, wraps=(*self.wraps, wrap) if wrap else self.wraps)


@dataclass(slots=True)
class Goals:
    """The goals that are left, in order, and the values that wait for the goals inside them."""

    el: Elaborator
    left: list[Goal] = field(default_factory=list)
    waiting: list[tuple[Goal, Term, tuple[MVar, ...]]] = field(default_factory=list)
    doubts: list[LeanbridgeError] = field(default_factory=list)  # of what is taken for a proof

    @contextmanager
    def first(self) -> Iterator[Goal]:
        """The first goal, taken out, with its local variables in scope."""
        goal = self.left.pop(0)
        before = self.el.locals
        self.el.locals = goal.locals
        try:
            yield replace(goal, type=self.el.m.instantiate_mvars(goal.type))
        finally:
            self.el.locals = before

    def back(self, *goals: Goal) -> None:
        """Put goals in the first place."""
        self.left[:0] = goals

    def is_proof(self, goal: Goal) -> bool:
        return self.el.m.is_proof_type(self.el.m.instantiate_mvars(goal.type))

    def solve(self, goal: Goal, value: Term, inner: tuple[MVar, ...] = ()) -> None:
        """Give a goal its value, as soon as the goals `inner` in it have theirs."""
        self.waiting.append((goal, value, inner))
        for done in reversed(range(len(self.waiting))):
            goal, value, inner = self.waiting[done]
            if all(var in self.el.m.assigned for var in inner):
                del self.waiting[done]
                value = self.el.m.instantiate_mvars(value)
                for wrap in reversed(goal.wraps):
                    value = wrap(value)
                self.el.m.assign(goal.var, value)

    def refine(self, goal: Goal, term: Stx) -> list[Goal]:
        """Solve `goal` by a term; the goals that its `?_` leave, in the order of the text."""
        el = self.el
        before, el.left = el.left, Left()
        try:
            value = el.settled(lambda: el.check(term, goal.type), term)
            made = el.left.goals
        finally:
            el.left = before
        holes = goals_of(term)
        if len({h.name for h in holes if h.name != "_"}) < sum(h.name != "_" for h in holes):
            raise el.unsupported(term, "by", "`?name` that is used twice")
        if any(id(hole) not in made for hole in holes):
            raise el.unsupported(term, "by", "a `?_` that is not reached")
        data = [var for var in made.values() if var is not None]
        if data != [made[id(hole)] for hole in holes if made[id(hole)] is not None]:
            raise el.unsupported(term, "by", "the order of the goals that are left")
        found = [self._left(made[id(hole)], hole) for hole in holes]
        self.solve(goal, value, tuple(data))
        return found

    def _left(self, var: MVar | None, hole: syntax.Hole) -> Goal:
        el = self.el
        if var is None:
            return Goal(el.hole(SOME_PROOF), SOME_PROOF, el.locals)
        meta = el.m.metas[var]
        return Goal(var, meta.type, meta.locals)

    def erase(self, stx: syntax.By) -> None:
        """Close every goal by proofs, which stand in `stx`."""
        for goal in self.left:
            before, self.el.locals = self.el.locals, goal.locals
            proof = self.el.erased(stx, self.el.m.instantiate_mvars(goal.type))
            self.el.locals = before
            self.solve(goal, proof)
        self.left.clear()


def erased(el: Elaborator, x: FVar) -> Wrap:
    """A proof that is in scope inside is erased outside."""

    def wrap(value: Term) -> Term:
        type_ = el.m.instantiate_mvars(el.m.locals[x].type)
        if not el.m.is_proof_type(type_):  # only now known: it was taken for a proof
            raise el.fail(None, f"`{x.name}` may be a value, and is not read as one", got=type_)
        return instantiate(el.m.abstracted(value, (x,)), (Proof(type_),))

    return wrap


def replaced(el: Elaborator, x: FVar, by: Term) -> Wrap:
    """`x` is `by` outside."""
    return lambda value: instantiate(el.m.abstracted(value, (x,)), (by,))


def closed(el: Elaborator, x: FVar) -> Wrap:
    """`fun x => …`, or `let x := v; …` if `x` has a value."""
    return lambda value: el.m.close_lambda((x,), value)


def defined(el: Elaborator, x: FVar, by: Term) -> Wrap:
    """`have x := by; …`: inside, nobody sees the value."""
    return lambda value: Let(x.name, el.m.locals[x].type, by, el.m.abstracted(value, (x,)))
