"""Hypotheses made true by construction, where sampling would never meet them.

Takes a hypothesis and an assignment; gives a changed assignment, or None if no rule fits. A defined
predicate is unfolded and a structure of proofs taken field by field; each rule matches the shape of
what is then there, never a name of a project. The result is only a proposal: the hypothesis is
evaluated again afterwards.

| rule        | shape                                  | what it does                              |
|-------------|----------------------------------------|-------------------------------------------|
| `assign`    | `∀ j, x (f j) = e j`, x not in e       | writes `e j` into `x` at `f j`            |
| `bound`     | `∀ j, t j ≤ e` (or <, ≥, >), e real    | makes `e` the largest (smallest) `t j`    |
| `pointwise` | `∀ i j, P i j (σ i)`                   | chooses each `σ i` among those that do    |
| `relation`  | `∀ x i j, T i j → e`, e at every x     | makes T the largest such relation         |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from flint import fmpq

from leanbridge.check.everywhere import Everywhere, NotOfThisKind
from leanbridge.check.propositions import bundled
from leanbridge.check.statement import Hypothesis, Statement
from leanbridge.core.terms import (
    Const,
    FVar,
    Pi,
    Proof,
    Term,
    abstract,
    args_of,
    beta,
    head,
    instantiate,
    is_app_of,
    subterms,
)
from leanbridge.core.terms import replace as replace_terms
from leanbridge.interp.exact import Exact
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import FunctionType, Table, TypeValue, Value
from leanbridge.ports.tensors import Lookup

Assignment = Mapping[FVar, Value]


@dataclass(frozen=True, slots=True)
class Constructed:
    """A changed assignment and the rule that made it."""

    assignment: dict[FVar, Value]
    rule: str


@dataclass(frozen=True, slots=True)
class Site:
    """Where a rule works: values and types of the variables, an evaluator, a random source."""

    assignment: Assignment
    types: Mapping[FVar, TypeValue]
    exact: Exact
    random: Random


class _NotFinite(Exception):
    """A quantifier of the hypothesis ranges over an infinite type: no rule applies."""


def construct(
    statement: Statement,
    hypothesis: Hypothesis,
    assignment: Assignment,
    types: Mapping[FVar, TypeValue],
    exact: Exact,
    random: Random,
) -> Constructed | None:
    """An assignment that should meet `hypothesis`, or None."""
    free = [v.var for v in statement.variables if not v.is_size and v.var in assignment]
    used: list[str] = []
    for part in _parts(hypothesis.prop, exact):
        made = _construct_part(part, free, Site(assignment, types, exact, random))
        if made is not None:
            assignment = made.assignment
            used += [made.rule] if made.rule not in used else []
    return Constructed(dict(assignment), ", ".join(used)) if used else None


def _construct_part(prop: Term, free: list[FVar], site: Site) -> Constructed | None:
    for name, rule in RULES.items():
        for target in reversed(free):
            try:
                made = rule(prop, target, site)
            except _NotFinite:
                continue
            if made is not None:
                return Constructed(made, name)
    return None


Rule = Callable[[Term, FVar, Site], dict[FVar, Value] | None]


# ----- assign -----------------------------------------------------------------------------


def assign(prop: Term, target: FVar, site: Site) -> dict[FVar, Value] | None:
    """`∀ j, x (f j) = e j` (either way round) with x = `target` not in `e`, `f` or the domains."""
    binders, body = _open(prop, site.exact)
    if not is_app_of(body, "Eq", 3):
        return None
    _, left, right = args_of(body)
    for place, source in ((left, right), (right, left)):
        if head(place) is not target or _mentions(source, target):
            continue
        where = args_of(place)
        domains = [d for _, d in binders]
        if any(_mentions(t, target) for t in (*where, *domains)):
            continue
        if any(_mentions(source, v) and not _in_any(where, v) for v, _ in binders):
            continue  # one place, many values
        return _assigned(binders, where, source, target, site)
    return None


def _in_any(terms: tuple[Term, ...], variable: FVar) -> bool:
    return any(_mentions(term, variable) for term in terms)


def _assigned(
    binders: list[tuple[FVar, Term]],
    where: tuple[Term, ...],
    source: Term,
    target: FVar,
    site: Site,
) -> dict[FVar, Value]:
    exact = site.exact

    def write() -> Value:
        out = site.assignment[target]
        for inner in _points(binders, site.assignment, exact):
            path = tuple(exact.evaluate(w, inner) for w in where)
            out = _written(out, path, exact.evaluate(source, inner))
        return out

    return {**site.assignment, target: exact.guarded(write)}


def _written(value: Value, path: tuple[Value, ...], new: Value) -> Value:
    """A nested table with one entry replaced."""
    if not path:
        return new
    i, rest = path[0], path[1:]
    if isinstance(value, Lookup):
        return Lookup({**value.entries, i: _written(value.entries[i], rest, new)})
    if not isinstance(value, Table):
        return value
    entries = list(value.entries)
    entries[i] = _written(entries[i], rest, new)
    return Table(tuple(entries))


# ----- bound ------------------------------------------------------------------------------


def bound(prop: Term, target: FVar, site: Site) -> dict[FVar, Value] | None:
    """`∀ j, t j ≤ e` with e = `target`: e is what just holds, now and then with room to spare."""
    binders, body = _open(prop, site.exact)
    if target in [v for v, _ in binders] or not isinstance(site.assignment[target], fmpq):
        return None
    if not any(is_app_of(body, name, 3) for name in ORDER):
        return None
    _, left, right = args_of(body)
    upward = is_app_of(body, "LE.le", 3) or is_app_of(body, "LT.lt", 3)
    if right is target and not _mentions(left, target):
        term, largest = left, upward
    elif left is target and not _mentions(right, target):
        term, largest = right, not upward
    else:
        return None
    exact = site.exact

    def values() -> list[Value]:
        return [exact.evaluate(term, point) for point in _points(binders, site.assignment, exact)]

    found = exact.guarded(values)
    if not found or not all(isinstance(v, fmpq) for v in found):
        return None
    strict = is_app_of(body, "LT.lt", 3) or is_app_of(body, "GT.gt", 3)
    room = fmpq(site.random.choice((1, 2) if strict else (0, 0, 1)))
    return {**site.assignment, target: max(found) + room if largest else min(found) - room}


# ----- pointwise --------------------------------------------------------------------------


def pointwise(prop: Term, target: FVar, site: Site) -> dict[FVar, Value] | None:
    """`∀ i j, P i j (σ i)` with σ = `target` a table: each `σ i` is chosen by trying all values."""
    binders, body = _open(prop, site.exact)
    place = _single_occurrence(body, target)
    if place is None or any(_mentions(d, target) for _, d in binders):
        return None
    depth = len(args_of(place))
    if list(args_of(place)) != [v for v, _ in binders[:depth]]:
        return None
    chosen = FVar(-7, "chosen")
    inside = replace_terms(body, {place: chosen})
    if _mentions(inside, target):
        return None
    outer, rest = binders[:depth], binders[depth:]
    table = site.exact.guarded(lambda: _choices(target, outer, rest, inside, chosen, site))
    if table is None:
        return None
    value = site.assignment[target]
    for index, entry in table.items():
        value = _written(value, index, entry)
    return {**site.assignment, target: value}


def _choices(
    target: FVar,
    outer: list[tuple[FVar, Term]],
    rest: list[tuple[FVar, Term]],
    inside: Term,
    chosen: FVar,
    site: Site,
) -> dict[tuple[Value, ...], Value] | None:
    exact = site.exact
    table: dict[tuple[Value, ...], Value] = {}
    for inner in _points(outer, site.assignment, exact):
        index = tuple(inner[v] for v, _ in outer)
        type_ = site.types[target]
        for i in index:
            assert isinstance(type_, FunctionType)
            type_ = type_.codomain(i)
        values = exact.elements(type_)
        if values is None:
            return None

        def holds(v: Value, inner: dict[FVar, Value] = inner) -> bool:
            deep = _points(rest, inner, exact)
            return all(exact.truth(inside, {**point, chosen: v}) for point in deep)

        good = [v for v in values if holds(v)]
        if not good:
            return None
        # The first, the last and any other admissible value must all occur.
        table[index] = site.random.choice([good[0], good[-1], site.random.choice(good)])
    return table


# ----- relation ---------------------------------------------------------------------------


def relation(prop: Term, target: FVar, site: Site) -> dict[FVar, Value] | None:
    """`∀ x i j, T i j → e` about drawn functions at every x, with T = `target` not in `e`: T is the
    largest relation for which it holds."""
    exact, binders, premise = site.exact, list[tuple[FVar, Term]](), None
    while isinstance(prop, Pi):
        x = FVar(-100 - len(binders), prop.name)
        if head(prop.type) is target:
            premise, prop = prop.type, instantiate(prop.body, (Proof(prop.type),))
            break
        binders.append((x, prop.type))
        prop = instantiate(prop.body, (x,))
    if premise is None or _mentions(prop, target) or any(_mentions(d, target) for _, d in binders):
        return None
    where = args_of(premise)
    given = [(v, d) for v, d in binders if v in where]
    if len(given) != len(where) or [v for v, _ in given] != list(where):
        return None
    for v, d in reversed(binders):
        if v not in where:
            prop = Pi(v.name, "", d, abstract(prop, (v,)))
    value = site.assignment[target]
    try:
        everywhere = Everywhere(exact, site.assignment)
        for inner in _points(given, site.assignment, exact):
            holds = everywhere.holds(prop, inner)
            value = _written(value, tuple([inner[v] for v, _ in given]), holds)
    except NotOfThisKind:
        return None
    return {**site.assignment, target: value}


def _single_occurrence(body: Term, target: FVar) -> Term | None:
    """The one application of `target` that all its occurrences are; None if they differ."""
    found = {t for t in subterms(body) if head(t) is target and args_of(t)}
    return next(iter(found)) if len(found) == 1 else None


# ----- shared -----------------------------------------------------------------------------


def _open(prop: Term, exact: Exact) -> tuple[list[tuple[FVar, Term]], Term]:
    """The data binders of `∀ …, body`, opened, definitions unfolded; stops at a hypothesis
    inside."""
    binders: list[tuple[FVar, Term]] = []
    while True:
        if isinstance(prop, Pi):
            if is_proposition(prop.type, exact.definitions) is True:
                break
            x = FVar(-100 - len(binders), prop.name)
            binders.append((x, prop.type))
            prop = instantiate(prop.body, (x,))
            continue
        unfolded = _unfolded(prop, exact)
        if unfolded is None:
            break
        prop = unfolded
    return binders, prop


def _unfolded(prop: Term, exact: Exact) -> Term | None:
    """What a defined predicate says; None for a relation that a rule knows, and for what has no
    body."""
    fn = head(prop)
    if not isinstance(fn, Const) or fn.name in (*ORDER, "Eq"):
        return None
    declaration = exact.definitions.declaration(fn.name)
    if declaration is None or declaration.kind not in ("def", "abbrev"):
        return None
    return None if declaration.value is None else beta(declaration.value, args_of(prop))


def _parts(prop: Term, exact: Exact) -> list[Term]:
    """The propositions that a structure of proofs bundles; of another proposition, itself."""
    while (unfolded := _unfolded(prop, exact)) is not None:
        prop = unfolded
    return list(bundled(prop, exact.definitions) or (prop,))


def _mentions(term: Term, target: FVar) -> bool:
    return term.has_fvar and any(t is target for t in subterms(term))


def _points(
    binders: list[tuple[FVar, Term]], assignment: Assignment, exact: Exact
) -> Iterator[dict[FVar, Value]]:
    if not binders:
        yield dict(assignment)
        return
    (x, domain), rest = binders[0], binders[1:]
    values = exact.elements(exact.type_value(domain, assignment))
    if values is None:
        raise _NotFinite
    for value in values:
        yield from _points(rest, {**assignment, x: value}, exact)


RULES: Mapping[str, Rule] = {
    "assign": assign, "bound": bound, "pointwise": pointwise, "relation": relation,
}  # fmt: skip
ORDER = ("LE.le", "LT.lt", "GE.ge", "GT.gt")
