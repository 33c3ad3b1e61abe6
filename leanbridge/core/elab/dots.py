"""Dot notation: fields, methods, inherited fields (rule 14)."""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.core.elab.arguments import Call, arguments
from leanbridge.core.elab.elaborator import (
    Elaborator,
    Postpone,
    Stx,
)
from leanbridge.core.environment import Entry
from leanbridge.core.reduce import unfold, whnf_core
from leanbridge.core.scope import components
from leanbridge.core.terms import (
    Const,
    MVar,
    Pi,
    Term,
    app,
    args_of,
    const,
    head,
)


def constant(el: Elaborator, entry: Entry) -> Term:
    """The constant, applied to the section variables that are fixed inside its own body."""
    if entry is el.entry or (entry.parent is el.entry and el.entry.header != "done"):
        return app(Const(entry.name), *el.used_sections)
    return Const(entry.name)


def with_fields(
    el: Elaborator, value: Term, fields: list[str], call: Call, expected: Term | None, stx: Stx
) -> Term:
    if not fields:
        return arguments(el, value, call, expected, stx)
    for name in fields[:-1]:
        value = arguments(el, value, Call(), None, stx)
        value = access(el, value, _field(name), Call(), None, stx)
    value = arguments(el, value, Call(), None, stx)
    return access(el, value, _field(fields[-1]), call, expected, stx)


def _field(name: str) -> str | int:
    return int(name) if name.isdigit() else name


def access(
    el: Elaborator, target: Term, name: str | int, call: Call, expected: Term | None, stx: Stx
) -> Term:
    """`target.name args` (rule 14)."""
    m = el.m
    type_ = whnf_core(m, m.infer(target))
    while True:
        fn = head(type_)
        if isinstance(fn, MVar):
            el.resume()
            again = whnf_core(m, type_)
            if isinstance(head(again), MVar) and again in el.numerals:
                el.default_numerals()  # `(3).succ`
                again = whnf_core(m, type_)
            if isinstance(head(again), MVar):
                raise Postpone("the type before the dot is not known")
            type_ = again
            continue
        found = _field_of(el, target, type_, fn, name)
        if found is not None:
            return found(call, expected, stx)
        unfolded = unfold(m, type_)
        if unfolded is None:
            break
        type_ = whnf_core(m, unfolded)
    raise el.fail(stx, f"no field or method `{name}`", got=m.infer(target))


def _field_of(
    el: Elaborator, target: Term, type_: Term, fn: Term, name: str | int
) -> Callable[[Call, Term | None, Stx], Term] | None:
    if isinstance(fn, Pi):
        owner = "Function"
    elif isinstance(fn, Const):
        owner = fn.name
    else:
        return None
    if isinstance(name, int):
        return _numbered_field(el, target, type_, owner, name)
    full = f"{owner}.{name}"
    entry = el.env.visible(full, el.entry.module, el.entry.order)
    if entry is None:
        alias = el.env.through_alias(full, el.entry.module, el.entry.order)
        entry = alias[0] if alias else None
    if entry is not None:
        method = constant(el, entry)
        class_ = entry.parent
        if class_ is not None and class_.kind == "class" and entry.kind == "projection":
            # the instance is erased: its class stands in the arguments
            method = const(entry.name, *args_of(type_))
            return lambda call, expected, stx: arguments(el, method, call, expected, stx)
        return lambda call, expected, stx: _method(el, method, owner, target, call, expected, stx)
    return _inherited_field(el, target, type_, owner, name)


def _numbered_field(
    el: Elaborator, target: Term, type_: Term, owner: str, number: int
) -> Callable[[Call, Term | None, Stx], Term] | None:
    fields = el.env.structure_fields(owner)
    if fields is None:
        return None
    if not 1 <= number <= len(fields):
        raise el.fail(None, f"{owner} has {len(fields)} fields, not {number}")
    projection = const(f"{owner}.{fields[number - 1]}", *args_of(type_), target)
    return lambda call, expected, stx: arguments(el, projection, call, expected, stx)


def _inherited_field(
    el: Elaborator, target: Term, type_: Term, owner: str, name: str
) -> Callable[[Call, Term | None, Stx], Term] | None:
    entry = el.env.entry(owner)
    if entry is None or not entry.parents:
        return None
    fields = entry.fields
    # Lean looks in the parents that are fields first
    for parent in sorted(entry.parents, key=lambda p: f"to{components(p)[-1]}" not in fields):
        to_parent = const(f"{owner}.to{components(parent)[-1]}", *args_of(type_), target)
        parent_type = whnf_core(el.m, el.m.infer(to_parent))
        found = _field_of(el, to_parent, parent_type, head(parent_type), name)
        if found is not None:
            return found
    return None


def _method(
    el: Elaborator,
    fn: Term,
    owner: str,
    target: Term,
    call: Call,
    expected: Term | None,
    stx: Stx,
) -> Term:
    """`fn` with `target` as its first explicit argument of type `owner …`."""
    return arguments(el, fn, call, expected, stx, receiver=(owner, target))
