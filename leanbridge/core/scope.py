"""What names mean at a point of a file: namespaces, `open`, section variables, options.

A `Scope` is immutable; each command gives the next one. Takes parsed commands and gives name
candidates; never elaborates. Resolution is Lean's: the current namespace wins alone, everything
opened is an overload (facts/elaboration rules 1 to 5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from leanbridge.source import syntax


@cache
def components(name: str) -> tuple[str, ...]:
    """The parts of a dotted name; a dot inside «» does not separate."""
    if "«" not in name:
        return tuple(name.split("."))
    parts: list[str] = []
    depth, part = 0, ""
    for c in name:
        depth += (c == "«") - (c == "»")
        if c == "." and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    return (*parts, part)


def join(namespace: str, name: str) -> str:
    """`namespace.name`; `_root_.x` escapes the namespace."""
    if name.startswith("_root_."):
        return name.removeprefix("_root_.")
    return f"{namespace}.{name}" if namespace else name


@cache
def namespaces(name: str) -> tuple[str, ...]:
    """`A.B`, `A`, and the root, innermost first."""
    parts = components(name) if name else ()
    return tuple(".".join(parts[:i]) for i in range(len(parts), -1, -1))


@dataclass(frozen=True, slots=True)
class Opened:
    """One `open`: `candidates` are the full names its argument may stand for."""

    candidates: tuple[str, ...]
    only: tuple[str, ...] | None = None
    hiding: tuple[str, ...] = ()
    renaming: tuple[tuple[str, str], ...] = ()

    def full_names(self, name: str) -> list[str]:
        """The full names that `name` may have through this `open`."""
        for old, new in self.renaming:
            if new == name:
                return [f"{c}.{old}" for c in self.candidates]
            if old == name:
                return []
        if name in self.hiding or (self.only is not None and name not in self.only):
            return []
        return [f"{c}.{name}" for c in self.candidates]


def namespaces_named(name: str, namespace: str, opened: Iterable[Opened]) -> tuple[str, ...]:
    """The full names that the argument `name` of an `open` may stand for: seen from the namespace
    one is in, and from what is already open."""
    own = [join(ns, name) for ns in namespaces(namespace)]
    through = [f"{c}.{name}" for o in opened if o.only is None for c in o.candidates]
    return tuple(dict.fromkeys([*own, *through]))


@dataclass(frozen=True, slots=True)
class SectionVariable:
    """One binder of a `variable` line, elaborated again for each declaration in `scope`."""

    binder: syntax.Binder
    scope: Scope


@dataclass(frozen=True, slots=True)
class Scope:
    """The state at one point of a file."""

    namespace: str = ""
    opened: tuple[Opened, ...] = ()
    variables: tuple[SectionVariable, ...] = ()
    included: frozenset[str] = frozenset()
    omitted: tuple[syntax.Binder, ...] = ()
    auto_implicit: bool = True
    relaxed_auto_implicit: bool = True
    noncomputable: bool = False

    def open(self, command: syntax.Open) -> Scope:
        opened = list(self.opened)
        if command.scoped:
            return self  # scoped notation is in the literal table of `source`
        for name in command.names:
            candidates = namespaces_named(name, self.namespace, opened)
            opened.append(Opened(candidates, command.only, command.hiding, command.renaming))
        return replace(self, opened=tuple(opened))

    def candidates(self, command: syntax.Open) -> list[tuple[str, tuple[str, ...]]]:
        """What each name of an `open` may stand for."""
        return [
            (name, opened.candidates)
            for name, opened in zip(
                command.names, self.open(command).opened[len(self.opened) :], strict=False
            )
        ]

    def add_variables(self, command: syntax.Variable) -> Scope:
        variables = list(self.variables)
        for binder in command.binders:
            if binder.type is None and binder.kind is not syntax.BinderKind.INST:
                for i, old in enumerate(variables):
                    if old.binder.name == binder.name:
                        changed = replace(old.binder, kind=binder.kind)
                        variables[i] = SectionVariable(changed, old.scope)
                        break
                else:
                    variables.append(SectionVariable(binder, self))
            else:
                variables.append(SectionVariable(binder, self))
        return replace(self, variables=tuple(variables))

    def redundant(self, command: syntax.Variable) -> str | None:
        """Why Lean refuses a change of brackets: they are there already."""
        kinds = {v.binder.name: v.binder.kind for v in self.variables}
        for b in command.binders:
            if b.type is None and b.default is None and kinds.get(b.name) is b.kind:
                return f"the brackets of `{b.name}` are already these"
        return None

    def omit(self, command: syntax.Omit) -> Scope:
        names = frozenset(b.name for b in command.binders)
        if command.include:
            return replace(self, included=self.included | names)
        return replace(self, omitted=(*self.omitted, *command.binders))


class ScopeStack:
    """The scopes of one file, opened and closed by commands."""

    def __init__(self, start: Scope) -> None:
        self.now = start
        self._outer: list[tuple[str | None, Scope]] = []

    def enter_namespace(self, name: str) -> None:
        for part in components(name):
            self._outer.append((part, self.now))
            self.now = replace(self.now, namespace=join(self.now.namespace, part))

    def enter_section(self, name: str | None, noncomputable: bool) -> None:
        parts: tuple[str | None, ...] = components(name) if name else (None,)
        for part in parts:
            self._outer.append((part, self.now))
        self.now = replace(self.now, noncomputable=self.now.noncomputable or noncomputable)

    def end(self, name: str | None) -> str | None:
        """Close what `end name` closes; a message if it does not fit what is open."""
        parts: tuple[str | None, ...] = components(name)[::-1] if name else (None,)
        for part in parts:
            if not self._outer:
                return f"`end {name or ''}` closes nothing"
            opened, before = self._outer.pop()
            if opened != part:
                self.now = before
                return f"`end {name or ''}` closes `{opened or ''}`"
            self.now = before
        return None
