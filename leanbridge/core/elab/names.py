"""Identifiers: locals, constants, overloads, auto-bound names, `.ctor` (rules 1, 9, 15)."""

from __future__ import annotations

import difflib
import re

from leanbridge.core import known
from leanbridge.core.elab.arguments import Call, arguments
from leanbridge.core.elab.dots import constant, with_fields
from leanbridge.core.elab.elaborator import (
    ElabError,
    Elaborator,
    Postpone,
    Stx,
    UnboundName,
)
from leanbridge.core.environment import Entry
from leanbridge.core.reduce import unfold, whnf_core
from leanbridge.core.scope import components, join, namespaces
from leanbridge.core.terms import (
    Const,
    MVar,
    Pi,
    Term,
    head,
)
from leanbridge.errors import LeanbridgeError, Unsupported
from leanbridge.source import syntax

#: Notations that are one word.
WORDS: dict[str, str] = {
    "ℕ": "Nat", "ℤ": "Int", "ℚ": "Rat", "ℝ": "Real", "ℂ": "Complex", "ℝ≥0": "NNReal",
    "ℝ≥0∞": "ENNReal", "∞": "Top.top", "⊤": "Top.top", "⊥": "Bot.bot", "π": "Real.pi",
    "volume": "MeasureTheory.MeasureSpace.volume", "𝓝": "nhds", "𝓟": "Filter.principal",
    "panic!": "panic",
}  # fmt: skip


#: What is auto-bound where `relaxedAutoImplicit` is off: a letter, then digits, subscripts, primes.
SHORT = re.compile(r"[^\W\d_][\d₀-₉'_]*")


def apply_name(
    el: Elaborator, fn: syntax.Ident, call: Call, expected: Term | None, stx: Stx
) -> Term:
    parts = components(fn.name)
    if parts[0] != "_root_":
        local = el.local_named(parts[0])
        if local is not None:
            return with_fields(el, local, list(parts[1:]), call, expected, stx)
    found = el.env.resolve(fn.name, el.scope, el.entry.module, el.entry.order)
    if not found and fn.name in WORDS:
        return arguments(el, Const(WORDS[fn.name]), call, expected, stx)
    if not found:
        if el.auto_bind and _may_auto_bind(el, parts[0], call, len(parts)):
            raise UnboundName(parts[0], fn.span)
        near = _near_misses(el, fn.name)
        raise el.fail(fn, f"unknown identifier `{fn.name}`", todo=near)
    if len(found) == 1:
        entry, fields = found[0]
        return with_fields(el, constant(el, entry), list(fields), call, expected, stx)
    return _overloaded(el, fn, found, call, expected, stx)


def _near_misses(el: Elaborator, name: str) -> str | None:
    last = components(name)[-1]
    known = {components(n)[-1] for n in el.env.entries} | {x.name for x in el.locals}
    close = difflib.get_close_matches(last, known, 3, 0.8)
    return f"near: {', '.join(close)}" if close else None


def _may_auto_bind(el: Elaborator, name: str, call: Call, parts: int) -> bool:
    """Whether Lean would bind `name` as an implicit argument (rule 9, trap T1).

    A name of Lean or Mathlib that the table lacks is never bound, nor one that is applied.
    """
    if not el.scope.auto_implicit:
        return False
    if not (el.scope.relaxed_auto_implicit or SHORT.fullmatch(name)):
        return False
    full = [join(ns, name) for ns in namespaces(el.scope.namespace)]
    full += [c for opened in el.scope.opened for c in opened.full_names(name)]
    if any(known.is_known(c) or known.is_namespace(c) for c in full):
        return False
    return call.empty or parts > 1


def _overloaded(
    el: Elaborator,
    fn: syntax.Ident,
    found: list[tuple[Entry, tuple[str, ...]]],
    call: Call,
    expected: Term | None,
    stx: Stx,
) -> Term:
    """Elaborate every candidate and demand that exactly one fits (rule 1, trap T11)."""

    def candidate(entry: Entry, fields: tuple[str, ...]) -> Term:
        fresh = Call(list(call.args), dict(call.named), call.explicit, call.ellipsis)
        out = with_fields(el, constant(el, entry), list(fields), fresh, expected, stx)
        return out if expected is None else el.coerce(out, expected, stx)

    good: list[tuple[Entry, tuple[str, ...]]] = []
    errors: list[LeanbridgeError] = []
    for entry, fields in found:
        waiting = list(el.postponed), list(el.numerals), list(el.claims)
        with el.m.attempt():
            try:
                candidate(entry, fields)
                good.append((entry, fields))
            except (ElabError, Unsupported) as error:
                errors.append(error)
        el.postponed, el.numerals, el.claims = waiting
    if len(good) == 1:
        return candidate(*good[0])
    listed = ", ".join(entry.name for entry, _ in (good or found))
    if good:
        raise el.fail(fn, f"ambiguous: `{fn.name}` may be {listed}")
    raise el.fail(fn, f"no reading of `{fn.name}` fits ({listed})", got=errors[0].what)


def apply_dot_ident(
    el: Elaborator, fn: syntax.DotIdent, call: Call, expected: Term | None, stx: Stx
) -> Term:
    """`.ctor`: in the namespace of the expected type's head, through arrows (rule 15)."""
    if expected is None:
        raise Postpone("`.name` needs an expected type")
    type_ = el.m.head_instantiated(expected)
    while True:
        type_ = whnf_core(el.m, type_)
        if isinstance(type_, Pi):
            type_ = type_.body
            continue
        fn_ = head(type_)
        if isinstance(fn_, MVar):
            raise Postpone("`.name` needs an expected type")
        if isinstance(fn_, Const):
            name = f"{fn_.name}.{fn.name}"
            entry = el.env.visible(name, el.entry.module, el.entry.order)
            if entry is not None:
                return arguments(el, constant(el, entry), call, expected, stx)
        unfolded = unfold(el.m, type_)
        if unfolded is None:
            raise el.fail(fn, f"no `{fn.name}` in the namespace of the expected type", got=expected)
        type_ = unfolded
