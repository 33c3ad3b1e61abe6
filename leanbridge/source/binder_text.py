"""Binders → text: `(x y : T)`, `{n}`, `[C α]`, `x ∈ s`.

Takes binders and the printer of terms, gives text. Never decides which form a construct takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from leanbridge.source import syntax as s


@dataclass(frozen=True, slots=True)
class BinderText:
    """Printers of binders; `show_atom` prints a term in parentheses unless it is an atom."""

    show: Callable[[s.Term], str]
    show_atom: Callable[[s.Term], str]

    def group(self, group: Sequence[s.Binder]) -> str:
        """Print `(x y : T := v)`, `{x}`, `[C x]`."""
        first = group[0]
        if first.pattern is not None:
            if first.type is None:
                return self.show_atom(first.pattern)
            return f"({self.show(first.pattern)} : {self.show(first.type)})"
        names = " ".join(binder.name for binder in group)
        type_ = "" if first.type is None else f" : {self.show(first.type)}"
        if first.kind == s.BinderKind.INST:
            shown = "_" if first.type is None else self.show(first.type)
            return f"[{shown}]" if first.name == "_" else f"[{first.name} : {shown}]"
        if first.predicate is not None:
            type_ = f" {first.predicate[0]} {self.show(first.predicate[1])}"
        default = "" if first.default is None else f" := {self.show(first.default)}"
        opening, closing = first.kind.value
        return f"{opening}{names}{type_}{default}{closing}"

    def declared(self, binders: Sequence[s.Binder]) -> list[str]:
        """Print binders of a `let` or a field: bare names are written bare."""
        return [
            " ".join(binder.name for binder in group) if _is_bare(group) else self.group(group)
            for group in groups(binders)
        ]

    def bare_or_group(self, group: Sequence[s.Binder]) -> str:
        """Print names without a type bare, others as a group."""
        return " ".join(binder.name for binder in group) if _is_bare(group) else self.group(group)

    def quantified(self, binders: Sequence[s.Binder], bare: bool = False) -> str:
        """Print `x y : T`, `x ∈ s`, `(x : A) (y : B)`; a single group needs no parentheses."""
        found = groups(binders)
        if len(found) == 1 and found[0][0].kind == s.BinderKind.EXPLICIT:
            return self._ungrouped(found[0], bare)
        return " ".join(self.bare_or_group(group) for group in found)

    def _ungrouped(self, group: Sequence[s.Binder], bare: bool) -> str:
        first = group[0]
        names = " ".join(binder.name for binder in group)
        if first.pattern is not None:
            names = self.show(first.pattern) if bare else self.show_atom(first.pattern)
        if first.predicate is not None:
            return f"{names} {first.predicate[0]} {self.show(first.predicate[1])}"
        return names if first.type is None else f"{names} : {self.show(first.type)}"


def groups(binders: Sequence[s.Binder]) -> list[list[s.Binder]]:
    """Put together neighbours that were written as one group: they share the type node."""
    found: list[list[s.Binder]] = []
    for binder in binders:
        if found and _is_one_group(found[-1][-1], binder):
            found[-1].append(binder)
        else:
            found.append([binder])
    return found


def _is_one_group(one: s.Binder, other: s.Binder) -> bool:
    if one.kind != other.kind or one.kind == s.BinderKind.INST:
        return False
    if one.pattern is not None or other.pattern is not None:
        return False
    if one.type is None and one.predicate is None:
        return other.type is None and other.predicate is None and one.default is other.default
    return (
        one.type is other.type
        and one.default is other.default
        and (one.predicate is other.predicate or _same_bound(one.predicate, other.predicate))
    )


def _same_bound(one: tuple[str, s.Term] | None, other: tuple[str, s.Term] | None) -> bool:
    return one is not None and other is not None and one[0] == other[0] and one[1] is other[1]


def _is_bare(group: Sequence[s.Binder]) -> bool:
    first = group[0]
    return (
        first.kind == s.BinderKind.EXPLICIT
        and first.type is None
        and first.predicate is None
        and first.default is None
        and first.pattern is None
    )
