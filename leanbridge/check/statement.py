"""A declaration's type opened: variables, hypotheses, facts, conclusion.

Takes a declaration, gives terms over free variables; evaluates nothing. Which variables are sizes
is read off the types: a natural number that another variable's type mentions.
"""

from __future__ import annotations

from dataclasses import dataclass

from leanbridge.core.declarations import Declaration
from leanbridge.core.environment import Environment
from leanbridge.core.meta import Context
from leanbridge.core.terms import (
    NAT,
    FVar,
    Lam,
    Lit,
    Pi,
    Proof,
    Term,
    beta,
    instantiate,
    is_app_of,
    subterms,
)

LARGEST_LITERAL = 64  # a size that a hypothesis names is tried up to this


@dataclass(frozen=True, slots=True)
class Variable:
    """A bound variable that is data. `is_size`: a ℕ on which another variable's type depends."""

    var: FVar
    name: str
    type: Term
    is_size: bool = False


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A bound variable that is a proof of `prop`."""

    name: str
    prop: Term


@dataclass(frozen=True, slots=True)
class Statement:
    """`∀ variables, facts → hypotheses → conclusion`, in the order of the text.

    `facts` are what instance binders say (`NeZero k`). For a definition `conclusion` is the type of
    its value and `arguments` are what it is applied to: variables, and a `Proof` per hypothesis.
    """

    declaration: Declaration
    variables: tuple[Variable, ...]
    hypotheses: tuple[Hypothesis, ...]
    facts: tuple[Term, ...]
    conclusion: Term
    arguments: tuple[Term, ...]

    @property
    def literals(self) -> tuple[int, ...]:
        """The natural numbers that the hypotheses name, above the usual sizes and not huge."""
        found = {
            t.value
            for h in self.hypotheses
            for t in subterms(h.prop)
            if isinstance(t, Lit) and isinstance(t.value, int) and 3 <= t.value <= LARGEST_LITERAL
        }
        return tuple(sorted(found))


def open_statement(
    env: Environment, declaration: Declaration, type_: Term | None = None
) -> Statement:
    """Open the binders of `declaration.type` (or of `type_`, which may go on beyond it)."""
    context = Context(env)
    type_ = declaration.type if type_ is None else type_
    found: list[tuple[str, FVar, Term]] = []
    hypotheses: list[Hypothesis] = []
    arguments: list[Term] = []
    while isinstance(type_, Pi):
        domain = type_.type
        if context.is_proof_type(domain):
            hypotheses.append(Hypothesis(_hypothesis_name(type_.name, len(hypotheses)), domain))
            value: Term = Proof(domain)
        else:
            value = context.local(type_.name, domain)
            assert isinstance(value, FVar)
            found.append((type_.name, value, domain))
        arguments.append(value)
        type_ = instantiate(type_.body, (value,))
    used = {t for _, _, d in found for t in subterms(d) if isinstance(t, FVar)}
    used |= {t for term in (type_, *(h.prop for h in hypotheses)) for t in _in_types(term)}
    variables = tuple(
        Variable(var, name, domain, domain is NAT and var in used) for name, var, domain in found
    )
    facts = tuple(_applied(declaration, arguments))
    return Statement(declaration, variables, tuple(hypotheses), facts, type_, tuple(arguments))


def _hypothesis_name(name: str, number: int) -> str:
    return name if name not in ("", "_", "a") else f"hypothesis {number + 1}"


def _in_types(term: Term) -> set[FVar]:
    """Free variables inside a `Fin` of a binder: sizes of what a statement quantifies over."""
    return {
        v
        for t in subterms(term)
        if is_app_of(t, "Fin", 1)
        for v in subterms(t)
        if isinstance(v, FVar)
    }


def _applied(declaration: Declaration, arguments: list[Term]) -> list[Term]:
    """The facts, each cut to the binders that it takes."""
    out: list[Term] = []
    for fact in declaration.instances:
        taken = 0
        body = fact
        while isinstance(body, Lam) and taken < len(arguments):
            body = body.body
            taken += 1
        out.append(beta(fact, tuple(arguments[:taken])))
    return out
