"""What has no instance: operators and numerals at types where Lean would find none.

Takes what an elaborator noted while it read a declaration, once every type is known. No instance
is searched for: only what certainly has none is refused (an operator on a type variable without an
instance in scope, on a project's own type that no instance mentions, a numeral at a type of types).
All else is taken to have the usual one (DIVERGENCES, rule 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from leanbridge.core.entries import KNOWN, SourceEntry
from leanbridge.core.reduce import whnf
from leanbridge.core.terms import (
    PROP,
    Const,
    FVar,
    Pi,
    Sort,
    Term,
    args_of,
    head,
    instantiate,
    subterms,
)

if TYPE_CHECKING:
    from leanbridge.core.elab.elaborator import Elaborator
    from leanbridge.source import syntax

ORDER = frozenset({"LT.lt", "LE.le", "GT.gt", "GE.ge"})
ARITHMETIC = frozenset(
    "HAdd.hAdd HSub.hSub HMul.hMul HDiv.hDiv HMod.hMod HPow.hPow Neg.neg Inv.inv OfNat.ofNat "
    "OfScientific.ofScientific abs".split()
)
EXPONENT = "the exponent of a power"
SCALAR = "the scalar of •"
#: Known types that have no arithmetic at all.
NO_ARITHMETIC = frozenset("Bool String List Option Char Unit Sum Sigma Array Subtype".split())
#: Operators that some numbers do not have.
WITHOUT: dict[str, frozenset[str]] = {
    "HMod.hMod": frozenset({"Real", "Complex", "NNReal", "ENNReal"}),
    "OfScientific.ofScientific": frozenset({"Nat", "Int", "Fin"}),
    "Neg.neg": frozenset({"Nat", "NNReal"}),
    "Inv.inv": frozenset({"Nat", "Int", "Fin"}),
    "abs": frozenset({"Nat", "NNReal"}),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """An operator that was read at a type."""

    op: str
    type: Term
    stx: syntax.Term | None


def check_claims(el: Elaborator) -> None:
    """Refuse the first claim that has no instance; forget the claims."""
    claims, el.claims = el.claims, []
    if el.entry.module.startswith(KNOWN):
        return
    for claim in claims:
        if claim.op in ORDER | ARITHMETIC | {EXPONENT, SCALAR} and _lacks(el, claim):
            raise el.fail(claim.stx, f"no instance of {claim.op}", got=claim.type)


def _lacks(el: Elaborator, claim: Claim) -> bool:
    type_ = whnf(el.m, el.m.instantiate_mvars(claim.type))
    if claim.op in (EXPONENT, SCALAR):
        fn = head(type_)
        known = isinstance(fn, Const) and fn.name in NO_ARITHMETIC
        return known or isinstance(type_, Sort) or (isinstance(type_, Pi) and claim.op == EXPONENT)
    while isinstance(type_, Pi):  # operators on functions are pointwise
        x = el.m.local(type_.name, type_.type)
        type_ = whnf(el.m, instantiate(type_.body, (x,)))
    if isinstance(type_, Sort):
        return claim.op in ARITHMETIC or type_ is not PROP
    fn = head(type_)
    if isinstance(fn, FVar):
        return not _has_local_instance(el, fn)
    if not isinstance(fn, Const):
        return False
    if fn.name in WITHOUT.get(claim.op, ()):
        return True
    if claim.op in ARITHMETIC and fn.name in NO_ARITHMETIC:
        return True
    if claim.op == "OfNat.ofNat" and fn.name == "Fin":
        size = whnf(el.m, args_of(type_)[0])
        return isinstance(size, FVar) and not _has_local_instance(el, size)
    return _is_own_type(el, fn.name) and not _is_mentioned_by_an_instance(el, fn.name)


def _has_local_instance(el: Elaborator, x: FVar) -> bool:
    """Whether an instance in scope speaks of `x`."""
    if el.m.locals[x].value is not None:
        return True
    return any(
        data.instance
        and not _is_own_class(el, data.type)
        and x in set(subterms(el.m.instantiate_mvars(data.type)))
        for data in el.m.locals.values()
    )


def _is_own_class(el: Elaborator, type_: Term) -> bool:
    """Whether a class is the project's own and stands on no other: it gives no operator."""
    fn = head(whnf(el.m, el.m.instantiate_mvars(type_)))
    entry = el.env.entry(fn.name) if isinstance(fn, Const) else None
    return (
        isinstance(entry, SourceEntry)
        and not entry.module.startswith(KNOWN)
        and not entry.syntax.extends
    )


def _is_own_type(el: Elaborator, name: str) -> bool:
    entry = el.env.entry(name)
    return (
        isinstance(entry, SourceEntry)
        and entry.kind in ("structure", "inductive")
        and not entry.module.startswith(KNOWN)
    )


def _is_mentioned_by_an_instance(el: Elaborator, name: str) -> bool:
    return any(
        e.kind == "instance" and isinstance(e, SourceEntry) and _mentions(el, e, name)
        for e in el.env.entries.values()
    )


def _mentions(el: Elaborator, instance: SourceEntry, name: str) -> bool:
    span = instance.syntax.span
    text = el.env.lines[instance.module].text[span.start : span.end]
    return name.split(".")[-1] in text
