"""Generic faults of a definition: terms that differ from it in one place.

Takes the environment and a term; gives `Mutation`s of the bodies beneath it, each a `Definitions`
with one changed body. They measure what a comparison can see. Lean's operators only: no rule
knows a name of a project.

The faults: a summand dropped; what stands beside a sum under a root moved out of it; a strict
comparison made non-strict, or back; an index moved by one, within its range; two arguments of one
type swapped; a count less by one; a choice between two reals clipped above, as a ReLU6 clips.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from leanbridge.core.declarations import Declaration, Definitions
from leanbridge.core.environment import Environment
from leanbridge.core.terms import (
    NAT,
    PROP,
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
    Term,
    abstract,
    app,
    args_of,
    const,
    constants,
    head,
    instantiate,
    is_app_of,
    nat,
)

REAL = Const("Real")
ADD, SUB, DIV, SQRT = "HAdd.hAdd", "HSub.hSub", "HDiv.hDiv", "Real.sqrt"
BOUND = 6  # where networks clip what they bound above
COMPARISONS = {"LT.lt": "LE.le", "LE.le": "LT.lt", "GT.gt": "GE.ge", "GE.ge": "GT.gt"}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One fault: in which definition, and what was done to it. `is_partial`: it acts on some values
    only, so that no effect at some inputs says nothing of others."""

    definition: str
    what: str
    declaration: Declaration
    is_partial: bool = False

    def __str__(self) -> str:
        return f"{self.definition}: {self.what}"

    def on(self, definitions: Definitions) -> Definitions:
        """The environment with this fault in it."""
        return _Changed(definitions, self.declaration)


@dataclass(frozen=True, slots=True)
class _Changed:
    definitions: Definitions
    changed: Declaration

    def declaration(self, name: str) -> Declaration | None:
        return self.changed if name == self.changed.name else self.definitions.declaration(name)


def mutations(env: Environment, term: Term) -> tuple[Mutation, ...]:
    """The faults of every definition of the project that `term` uses, in the order of use."""
    found: dict[Term, Mutation] = {}
    for declaration in _definitions(env, term):
        assert declaration.value is not None
        maker = _Maker(env)
        for fault in maker.faults(declaration.value):
            if fault.whole not in found and fault.whole is not declaration.value:
                changed = replace(declaration, value=fault.whole)
                found[fault.whole] = Mutation(
                    declaration.name, fault.what, changed, is_partial=fault.is_partial
                )
    return tuple(found.values())


def _definitions(env: Environment, term: Term) -> Iterator[Declaration]:
    own = {e.name for e in env.project_entries}
    seen, todo = set[str](), sorted(constants(term))
    while todo:
        name = todo.pop(0)
        if name in seen or name not in own:
            continue
        seen.add(name)
        declaration = env.declaration(name)
        if declaration is not None and declaration.value is not None:
            yield declaration
            todo += sorted(constants(declaration.value))


@dataclass(frozen=True, slots=True)
class _Fault:
    whole: Term
    what: str
    is_partial: bool = False


class _Maker:
    """Walks one body; under a binder its variable is free, so that the texts can be read."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.numbers = itertools.count(-2_000_000, -1)

    def faults(self, term: Term) -> Iterator[_Fault]:
        """The faults of a term and of what is in it; of types, propositions and proofs none."""
        for what, made in self._here(term):
            yield _Fault(made, what)
        if _is_choice(term):
            clipped = const("Min.min", REAL, term, const("OfNat.ofNat", REAL, Lit(BOUND)))
            yield _Fault(clipped, f"{_text(term)} clipped above at {BOUND}", is_partial=True)
        match term:
            case App(args=args, fn=fn):
                for i, arg in enumerate(args):
                    if self._is_data(term, i):
                        for f in self.faults(arg):
                            yield replace(f, whole=app(fn, *args[:i], f.whole, *args[i + 1 :]))
                if not isinstance(fn, Const):
                    for f in self.faults(fn):
                        yield replace(f, whole=app(f.whole, *args))
            case Lam():
                variable = FVar(next(self.numbers), term.name)
                for f in self.faults(instantiate(term.body, (variable,))):
                    body = abstract(f.whole, (variable,))
                    yield replace(f, whole=Lam(term.name, term.info, term.type, body))
            case Let():
                for f in self.faults(term.value):
                    whole = Let(term.name, term.type, f.whole, term.body)
                    yield replace(f, whole=whole)
                variable = FVar(next(self.numbers), term.name)
                for f in self.faults(instantiate(term.body, (variable,))):
                    body = abstract(f.whole, (variable,))
                    yield replace(f, whole=Let(term.name, term.type, term.value, body))
            case Match():
                yield from self._in_clauses(term)

    def _in_clauses(self, term: Match) -> Iterator[_Fault]:
        for i, clause in enumerate(term.clauses):
            variables = tuple([FVar(next(self.numbers), n) for n in clause.names])
            for f in self.faults(instantiate(clause.rhs, variables)):
                rhs = abstract(f.whole, variables)
                made = Clause(clause.names, clause.patterns, rhs, clause.types)
                clauses = (*term.clauses[:i], made, *term.clauses[i + 1 :])
                yield replace(f, whole=Match(clauses, term.motive, term.scrutinees))

    def _is_data(self, term: App, place: int) -> bool:
        """Whether an argument is neither a type nor a proof, so far as its spelling tells."""
        arg = term.args[place]
        if isinstance(arg, Proof | Pi) or arg in (REAL, NAT, PROP, TYPE):
            return False
        fn = arg.fn if isinstance(arg, App) else arg
        return not (isinstance(fn, Const) and fn.name in ("Fin", "Prod", "Finset"))

    # ----- the faults of one place ----------------------------------------------------------

    def _here(self, term: Term) -> Iterator[tuple[str, Term]]:
        fn = term.fn if isinstance(term, App) else term
        if not isinstance(term, App) or not isinstance(fn, Const):
            return
        args = term.args
        if fn.name in (ADD, SUB) and len(args) == 3 and args[0] != NAT:
            sign = "+" if fn.name == ADD else "-"
            yield f"dropped {sign} {_text(args[2])}", args[1]
            if fn.name == ADD:
                yield f"dropped {_text(args[1])} +", args[2]
        elif fn.name == SQRT and is_app_of(args[0], ADD, 3):
            _, left, right = args_of(args[0])
            yield (
                f"{_text(right)} moved out of √({_text(args[0])})",
                const(ADD, REAL, const(SQRT, left), right),
            )
        elif fn.name in COMPARISONS and len(args) == 3:
            made = const(COMPARISONS[fn.name], *args)
            yield f"{_text(term)} became {_text(made)}", made
        elif fn.name == DIV and len(args) == 3 and args[0] == REAL and _is_count(args[2]):
            one = const("OfNat.ofNat", REAL, Lit(1))
            yield (
                f"{_text(args[2])} less by one",
                const(DIV, REAL, args[1], const(SUB, REAL, args[2], one)),
            )
        elif fn.name == "Fin.mk" and len(args) == 3:
            yield from _shifted(args)
        else:
            yield from self._swapped(fn, args)

    def _swapped(self, fn: Const, args: tuple[Term, ...]) -> Iterator[tuple[str, Term]]:
        declaration = self.env.declaration(fn.name)
        entry = self.env.entry(fn.name)
        if declaration is None or entry is None or entry not in self.env.project_entries:
            return
        types: list[Term] = []
        type_: Term = declaration.type
        for arg in args:
            if not isinstance(type_, Pi):
                break
            types.append(type_.type)
            type_ = instantiate(type_.body, (arg,))
        for i, j in itertools.combinations(range(len(types)), 2):
            if types[i] == types[j] != NAT and args[i] != args[j] and types[i] not in (PROP, TYPE):
                swapped = list(args)
                swapped[i], swapped[j] = args[j], args[i]
                yield (
                    f"swapped {_text(args[i])} and {_text(args[j])} of {fn.name}",
                    app(fn, *swapped),
                )


def _shifted(args: tuple[Term, ...]) -> Iterator[tuple[str, Term]]:
    """`⟨v, _⟩ : Fin n` at v + 1 and at v − 1, as far as they are below n and not negative."""
    size, value, proof = args
    one = nat(1)
    last = const(SUB, NAT, size, one)
    above = const("Min.min", NAT, const(ADD, NAT, value, one), last)
    below = const(SUB, NAT, value, one)
    yield f"index {_text(value)} moved up by one", const("Fin.mk", size, above, proof)
    yield f"index {_text(value)} moved down by one", const("Fin.mk", size, below, proof)


def _is_choice(term: Term) -> bool:
    """Whether a real is the larger of something and a numeral, or chosen by comparing reals."""
    if is_app_of(term, "Max.max", 3):
        type_, *sides = args_of(term)
        return type_ == REAL and any(is_app_of(t, "OfNat.ofNat") for t in sides)
    if not is_app_of(term, "ite", 4):
        return False
    type_, condition = args_of(term)[:2]
    fn = head(condition)
    is_comparison = isinstance(fn, Const) and fn.name in COMPARISONS
    return type_ == REAL and is_comparison and args_of(condition)[0] == REAL


def _is_count(term: Term) -> bool:
    """Whether a real is made of natural numbers: a count or a product of counts."""
    if is_app_of(term, "Nat.cast"):
        return True
    return is_app_of(term, "HMul.hMul", 3) and all(_is_count(t) for t in args_of(term)[1:])


def _text(term: Term, most: int = 60) -> str:
    text = " ".join(repr(term).split())
    return text if len(text) <= most else text[: most - 1] + "…"
