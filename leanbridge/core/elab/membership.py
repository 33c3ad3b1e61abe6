"""`x ∈ s`, and the type of the elements of a container."""

from __future__ import annotations

from leanbridge.core.elab.elaborator import Elaborator, Stx
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    Const,
    MVar,
    Term,
    args_of,
    const,
    head,
)


def membership(el: Elaborator, element: Stx, container: Term, stx: Stx) -> Term:
    """`element ∈ container`."""
    type_ = whnf_core(el.m, el.m.infer(container))
    if isinstance(head(type_), MVar):
        el.resume()
        type_ = whnf_core(el.m, type_)
    item = element_type(el, type_)
    if item is None:
        raise el.fail(stx, "`∈` needs a Set, Finset, List, … on the right", got=type_)
    value = el.check(element, item)
    return const("Membership.mem", item, type_, container, value)


def element_type(el: Elaborator, type_: Term) -> Term | None:
    """The type of the elements of a container type."""
    fn = head(whnf(el.m, type_))
    if isinstance(fn, Const) and fn.name in ("Set", "Finset", "List", "Multiset", "Array"):
        return args_of(whnf(el.m, type_))[0]
    if isinstance(fn, Const) and fn.name == "Filter":
        return const("Set", args_of(whnf(el.m, type_))[0])
    return None
