"""Whether a term is a proposition, as far as its head tells, and where a bound variable stands.

Takes terms, evaluates nothing.
"""

from __future__ import annotations

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import (
    BVar,
    Clause,
    Const,
    Lam,
    Let,
    Match,
    Pi,
    Sort,
    Term,
    children,
    head,
)
from leanbridge.interp.ops import OPS

PROPOSITIONS = frozenset({
    "True", "False", "Not", "And", "Or", "Iff", "Eq", "Ne", "HEq", "Exists", "ExistsUnique",
    "Nonempty", "NeZero", "Fact", "LT.lt", "LE.le", "GT.gt", "GE.ge", "Dvd.dvd", "Monotone",
    "Antitone", "StrictMono", "StrictAnti", "MonotoneOn", "StrictMonoOn", "Function.Injective",
    "Function.Surjective", "Function.Bijective", "Finset.Nonempty", "Membership.mem",
    "HasSubset.Subset", "Set.EqOn", "Set.InjOn", "Set.Nonempty", "BddAbove", "DifferentiableAt",
    "HasFDerivAt", "HasDerivAt", "Differentiable", "Continuous", "ContinuousAt", "ContinuousOn",
    "LipschitzWith", "Filter.Eventually", "Filter.EventuallyEq", "Filter.Tendsto", "IsOpen",
    "List.Nodup", "MeasureTheory.Integrable", "Measurable",
})  # fmt: skip
"""The ops whose result is a proposition."""


def is_proposition(term: Term, definitions: Definitions) -> bool | None:
    """Whether a type is a proposition; None if only its value tells (`p x` for a variable p)."""
    match term:
        case Pi() | Let():
            return is_proposition(term.body, definitions)
        case Sort():
            return False
        case Match() if term.clauses:
            return is_proposition(term.clauses[0].rhs, definitions)
    fn = head(term)
    if not isinstance(fn, Const):
        return None
    if fn.name in OPS:
        if OPS[fn.name].topic == "type" or fn.name == "Set.Elem":
            return False
        return True if fn.name in PROPOSITIONS else None
    declaration = definitions.declaration(fn.name)
    if declaration is None:
        return None
    end: Term = declaration.type
    while isinstance(end, Pi):
        end = end.body
    return end.kind == "Prop" if isinstance(end, Sort) else None


def telescope(type: Term) -> tuple[int, bool]:
    """The number of Π-binders of a type, and whether it ends in Prop."""
    count = 0
    while isinstance(type, Pi):
        type = type.body
        count += 1
    return count, isinstance(type, Sort) and type.kind == "Prop"


def mentions(term: Term, index: int) -> bool:
    """Whether the loose bound variable occurs."""
    seen: set[tuple[Term, int]] = set()
    stack = [(term, index)]
    while stack:
        t, i = stack.pop()
        if t.loose <= i or (t, i) in seen:
            continue
        if t is BVar(i):
            return True
        seen.add((t, i))
        stack.extend(_below(t, i))
    return False


def loose_indices(term: Term) -> list[int]:
    """The loose bound variables that occur, ascending."""
    return [i for i in range(term.loose) if mentions(term, i)]


def _below(term: Term, index: int) -> list[tuple[Term, int]]:
    match term:
        case Lam() | Pi():
            return [(term.type, index), (term.body, index + 1)]
        case Let():
            return [(term.type, index), (term.value, index), (term.body, index + 1)]
        case Clause():
            k = len(term.names)
            inner = [(t, index + k) for t in (*term.patterns, term.rhs)]
            return [*[(t, index + i) for i, t in enumerate(term.types)], *inner]
        case _:
            return [(t, index) for t in children(term)]
