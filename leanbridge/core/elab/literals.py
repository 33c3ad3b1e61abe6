"""Numerals, decimals, strings, characters (rule 20)."""

from __future__ import annotations

from leanbridge.core.elab.elaborator import Elaborator, Stx
from leanbridge.core.elab.instances import Claim
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    Const,
    Lit,
    MVar,
    Sort,
    Term,
    const,
    head,
)
from leanbridge.source import syntax

#: Types that have no numerals.
NOT_NUMERIC = frozenset({"Bool", "String", "List", "Prod", "Char", "Option", "Unit"})


def elab_numeral(el: Elaborator, stx: syntax.NumLit, expected: Term | None) -> Term:
    type_ = _numeral_type(el, stx, expected)
    el.claims.append(Claim("OfNat.ofNat", type_, stx))
    return const("OfNat.ofNat", type_, Lit(stx.value))


def elab_decimal(el: Elaborator, stx: syntax.SciLit, expected: Term | None) -> Term:
    type_ = _numeral_type(el, stx, expected)
    el.claims.append(Claim("OfScientific.ofScientific", type_, stx))
    negative = Const("Bool.true" if stx.exponent < 0 else "Bool.false")
    digits, exponent = Lit(stx.mantissa), Lit(abs(stx.exponent))
    return const("OfScientific.ofScientific", type_, digits, negative, exponent)


def _numeral_type(el: Elaborator, stx: Stx, expected: Term | None) -> Term:
    if expected is not None:
        type_ = whnf_core(el.m, expected)
        fn = head(type_)
        if not isinstance(fn, MVar):
            reduced = whnf(el.m, type_)
            bad = head(reduced)
            known = isinstance(bad, Const) and bad.name in NOT_NUMERIC
            if known or isinstance(bad, Sort) or el.m.is_proof_type(reduced):
                raise el.fail(stx, "a numeral cannot have this type", expected=expected)
            return el.m.instantiate_mvars(expected)
        if isinstance(type_, MVar) and not el.m.metas[type_].synthetic:
            el.numerals.append(type_)
            return type_
    var = el.m.meta(Sort("Type"), el.locals, numeral=True)
    el.numerals.append(var)
    return var


def elab_string(el: Elaborator, stx: syntax.StrLit, expected: Term | None) -> Term:
    return Lit(stx.value)


def elab_char(el: Elaborator, stx: syntax.CharLit, expected: Term | None) -> Term:
    return const("Char.ofNat", Lit(ord(stx.value)))


def elab_interpolated(el: Elaborator, stx: syntax.InterpStr, expected: Term | None) -> Term:
    """`s!"a{x}b"` is `toString "a" ++ toString x ++ toString "b"`."""
    if stx.prefix != "s":
        raise el.unsupported(stx, f'{stx.prefix}!"…"')
    string = Const("String")
    parts: list[Term] = []
    for part in stx.parts:
        if isinstance(part, str):
            if part or len(stx.parts) == 1:
                parts.append(Lit(part))
        else:
            value = el.term(part, None)
            parts.append(const("ToString.toString", el.m.infer(value), value))
    out = parts[0] if parts else Lit("")
    for part_ in parts[1:]:
        out = const("HAppend.hAppend", string, out, part_)
    return out
