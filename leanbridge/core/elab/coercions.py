"""Coercions (rule 21): numbers, `Fin`, sub-types, sets as types, bundled maps as functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from leanbridge.core.reduce import whnf
from leanbridge.core.terms import (
    NAT,
    PROP,
    Const,
    Pi,
    Sort,
    Term,
    args_of,
    const,
    head,
    instantiate,
)
from leanbridge.core.unify import unify

if TYPE_CHECKING:
    from leanbridge.core.elab.elaborator import Elaborator

#: `FunLike` types: type constant → domain and codomain, from its arguments.
BUNDLED: Mapping[str, Callable[[tuple[Term, ...]], tuple[Term, Term]]] = {
    **dict.fromkeys(
        (
            "Equiv", "Function.Embedding", "OrderIso", "OrderEmbedding", "RingHom", "MonoidHom",
            "AddMonoidHom", "Homeomorph", "ContinuousMap",
        ),
        lambda args: (args[0], args[1]),
    ),
    **dict.fromkeys(
        ("LinearMap", "LinearEquiv", "ContinuousLinearMap", "ContinuousLinearEquiv"),
        lambda args: (args[1], args[2]),
    ),
    "MeasureTheory.Measure": lambda args: (const("Set", args[0]), Const("ENNReal")),
}  # fmt: skip
#: Types that are functions through a `CoeFun` instance: the projection that it unfolds to.
COERCED_BY: Mapping[str, str] = {
    "WithLp": "WithLp.ofLp",
    "StieltjesFunction": "StieltjesFunction.toFun",
}


def coercion(el: Elaborator, value: Term, type_: Term, expected: Term) -> Term | None:
    """The coercion of `value : type_` to `expected`, or None."""
    source, target = whnf(el.m, type_), whnf(el.m, expected)
    if isinstance(target, Sort):
        if target is PROP:
            if head(source) is Const("Bool"):
                return const("Eq", Const("Bool"), value, Const("Bool.true"))
            return None
        return to_type(value, source) if head(source) is not Const("Bool") else None
    if isinstance(target, Pi):
        fn_ = head(source)
        if isinstance(fn_, Const) and casts_to_functions(el, fn_.name, target):
            return const(f"{fn_.name}.cast", target, value)
        fn = as_function(el, value, type_)
        if fn is not None and unify(el.m, el.m.infer(fn), expected):
            return fn
        return None
    name = head(target)
    if not isinstance(name, Const):
        return None
    return _to_constant(el, value, source, name.name, target)


def casts_to_functions(el: Elaborator, name: str, target: Pi) -> bool:
    """Whether a number becomes a constant function of type `target` (`Pi.instNatCast`)."""
    if name not in ("Nat", "Int"):
        return False
    out: Term = target
    while isinstance(out, Pi):
        if out.info:
            return False
        out = whnf(el.m, instantiate(out.body, (el.m.local(out.name, out.type),)))
    fn = head(out)
    above = {
        "Nat": ("Nat", "Int", "Rat", "Real", "Complex"),
        "Int": ("Int", "Rat", "Real", "Complex"),
    }
    return isinstance(fn, Const) and fn.name in above[name]


def _to_constant(el: Elaborator, value: Term, source: Term, name: str, target: Term) -> Term | None:
    if source is PROP and name == "Bool":
        return const("Decidable.decide", value)
    fn = head(source)
    if name == "Option" and unify(el.m, args_of(target)[0], source):
        return const("Option.some", source, value)
    if not isinstance(fn, Const):
        return None
    step = _coercion_step(el, value, source, fn.name, name, target)
    if step is not None:
        return step
    if fn.name == "Subtype":
        carrier, p = args_of(source)
        inner = const("Subtype.val", carrier, p, value)
        if unify(el.m, carrier, target):
            return inner
        return coercion(el, inner, carrier, target)
    if fn.name == "Fin" and name != "Nat":
        inner = const("Fin.val", *args_of(source), value)
        return coercion(el, inner, NAT, target)
    return None


def _coercion_step(
    el: Elaborator, value: Term, source: Term, from_: str, to: str, target: Term
) -> Term | None:
    if from_ == "Fin" and to == "Nat":
        return const("Fin.val", *args_of(source), value)
    if from_ == "Finset" and to == "Set" and unify(el.m, args_of(source)[0], args_of(target)[0]):
        return const("Finset.coe", args_of(source)[0], value)
    casts = {
        "Nat": ("Nat.cast", {"Int", "Rat", "Real", "NNReal", "ENNReal", "Complex", "Float"}),
        "Int": ("Int.cast", {"Rat", "Real", "Complex"}),
        "Rat": ("Rat.cast", {"Real", "Complex"}),
    }
    if from_ in casts and to in casts[from_][1]:
        return const(casts[from_][0], target, value)
    if from_ == "NNReal" and to == "Real":
        return const("NNReal.toReal", value)
    if from_ == "NNReal" and to == "ENNReal":
        return const("ENNReal.ofNNReal", value)
    if from_ == "Real" and to == "Complex":
        return const("Complex.ofReal", value)
    return None


def to_type(value: Term, type_: Term) -> Term | None:
    fn = head(type_)
    if isinstance(fn, Const) and fn.name in ("Set", "Finset"):
        name = "Set.Elem" if fn.name == "Set" else "Finset.Elem"
        return const(name, *args_of(type_), value)
    if isinstance(fn, Const) and fn.name == "Bool":
        return const("Eq", Const("Bool"), value, Const("Bool.true"))
    return None


def as_function(el: Elaborator, value: Term, type_: Term) -> Term | None:
    """A bundled map as a function (`DFunLike.coe`), or None if `type_` bundles none."""
    type_ = whnf(el.m, type_)
    fn = head(type_)
    if not isinstance(fn, Const):
        return None
    projection = COERCED_BY.get(fn.name)
    if projection is not None:
        return const(projection, *args_of(type_), value)
    sides = BUNDLED.get(fn.name)
    if sides is None:
        return None
    domain, codomain = sides(args_of(type_))
    x = el.m.local("a", domain)
    family = el.m.close_lambda((x,), codomain)
    return const("DFunLike.coe", type_, domain, family, value)
