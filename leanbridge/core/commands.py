"""The commands of a file, in order: scopes, names, attributes (rules 1 to 6, trap T12).

Takes parsed files and adds entries and findings to an environment; elaborates nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib import resources
from typing import TYPE_CHECKING

from leanbridge.core import known
from leanbridge.core.declarations import (
    Kind,
    Reducibility,
)
from leanbridge.core.entries import KINDS, KNOWN, OPERATOR_CLASSES, SourceEntry, SourceText
from leanbridge.core.scope import Scope, ScopeStack, components, join, namespaces
from leanbridge.source import syntax
from leanbridge.source.positions import Lines

if TYPE_CHECKING:
    from leanbridge.core.environment import Environment


def declare_file(env: Environment, module: str, file: syntax.File, start: Scope) -> None:
    """Declare what the commands of `file` declare, in order, beginning with the scope `start`."""
    env.lines[module] = SourceText(file.path, Lines.of(file.text))
    stack = ScopeStack(start)
    for command in file.commands:
        _declare(env, module, stack, command)


def _declare(env: Environment, module: str, stack: ScopeStack, command: syntax.Command) -> None:
    match command:
        case syntax.Namespace():
            stack.enter_namespace(command.name)
            env.use_namespace(stack.now.namespace, module)
        case syntax.Section():
            stack.enter_section(command.name, command.noncomputable)
        case syntax.End():
            problem = stack.end(command.name)
            if problem is not None:
                env.find(module, command.span, "end", problem)
        case syntax.Open():
            _check_open(env, module, stack.now, command)
            stack.now = stack.now.open(command)
        case syntax.Export():
            for name in command.only:
                alias = join(stack.now.namespace, name)
                full = [
                    join(join(ns, command.name), name) for ns in namespaces(stack.now.namespace)
                ]
                target = next((f for f in full if f in env.entries), full[-1])
                env.aliases.setdefault(alias, []).append(target)
        case syntax.Variable():
            problem = stack.now.redundant(command)
            if problem is not None:
                env.find(module, command.span, "variable", problem)
            stack.now = stack.now.add_variables(command)
        case syntax.Omit():
            declared = {v.binder.name for v in stack.now.variables}
            for b in command.binders:
                if b.kind is syntax.BinderKind.EXPLICIT and b.name not in declared:
                    env.find(module, b.span, "omit", f"no variable `{b.name}` is declared")
            stack.now = stack.now.omit(command)
        case syntax.SetOption(name="autoImplicit"):
            stack.now = replace(stack.now, auto_implicit=command.value == "true")
        case syntax.SetOption(name="relaxedAutoImplicit"):
            stack.now = replace(stack.now, relaxed_auto_implicit=command.value == "true")
        case syntax.AttributeCommand():
            _attribute(env, module, stack.now, command)
        case syntax.Mutual():
            env.last_order += 1
            for inner in command.declarations:
                if isinstance(inner, syntax.Declaration):
                    _declare_one(env, module, stack.now, inner)
                else:
                    _declare(env, module, stack, inner)
        case syntax.In():
            before = stack.now
            _declare(env, module, stack, command.first)
            _declare(env, module, stack, command.second)
            stack.now = before
        case syntax.Guard():
            env.guards.append((module, command, stack.now))
        case syntax.Declaration():
            env.last_order += 1
            _declare_one(env, module, stack.now, command)
        case syntax.Unsupported():
            env.find(module, command.span, command.construct, command.message, unread=True)
        case syntax.Universe() | syntax.SetOption() | syntax.Other():
            pass


def _check_open(env: Environment, module: str, scope: Scope, command: syntax.Open) -> None:
    for name, candidates in scope.candidates(command):
        if not any(env.is_namespace(c, module) for c in candidates):
            env.find(module, command.span, "open", f"unknown namespace `{name}`")
        for hidden in (*command.hiding, *(old for old, _ in command.renaming)):
            full = [f"{c}.{hidden}" for c in candidates]
            if not any(f in env.entries or f in env.aliases or known.is_known(f) for f in full):
                env.find(module, command.span, "open", f"no `{hidden}` in `{name}`")


def _attribute(
    env: Environment, module: str, scope: Scope, command: syntax.AttributeCommand
) -> None:
    if command.scope:
        return
    for name in command.names:
        for entry, rest in env.resolve(name, scope, module, env.last_order):
            if not rest:
                entry.reducibility = _reducibility(
                    command.attributes, entry.kind, entry.reducibility
                )


def _declare_one(env: Environment, module: str, scope: Scope, d: syntax.Declaration) -> None:
    kind = KINDS[d.kind]
    name = join(scope.namespace, d.name) if d.name is not None else None
    if name is None:
        line = env.lines[module].where(d.span.start).line
        name = f"{module}.{kind}@{line}"
    inner = scope
    if d.name is not None:
        # `def Foo.bar` elaborates with `Foo` as a namespace (rule 3).
        inner = replace(scope, namespace=".".join(components(name)[:-1]))
    entry = SourceEntry(name, kind, module, env.last_order, syntax=d, scope=inner)
    entry.private = d.modifiers.private
    entry.protected = d.modifiers.protected
    entry.reducibility = _reducibility(
        d.modifiers.attributes, kind, "reducible" if kind == "abbrev" else "regular"
    )
    if kind == "example":
        env.examples.append(entry)
    if kind == "instance":
        _check_instance(env, entry)
    if not env.add(entry):
        return
    members: list[tuple[str, Kind, syntax.Modifiers, bool]] = []
    if kind in ("structure", "class"):
        entry.fields = tuple(f.name for f in d.fields)
        members.append((d.ctor_name or "mk", "constructor", d.modifiers, d.ctor_name is None))
        members.extend((f.name, "projection", f.modifiers, False) for f in d.fields)
    elif kind == "inductive":
        members.extend((c.name, "constructor", c.modifiers, False) for c in d.constructors)
    else:
        members.extend((w.name or "", "def", w.modifiers, True) for w in d.where_decls)
    for i, (member, member_kind, modifiers, generated) in enumerate(members):
        own = SourceEntry(
            f"{name}.{member}",
            member_kind,
            module,
            env.last_order,
            index=i if kind == "inductive" else i - 1,
            parent=entry,
            generated=generated,
            syntax=d,
            scope=inner,
        )
        own.private = entry.private or modifiers.private
        own.protected = modifiers.protected
        env.add(own)


def _check_instance(env: Environment, entry: SourceEntry) -> None:
    """An instance of an operator's class gives operators at its type a meaning of the project's
    own, which terms do not show: a finding, unless the type is a structure of the project."""
    type_ = entry.syntax.type
    if not (isinstance(type_, syntax.App) and isinstance(type_.fn, syntax.Ident)):
        return
    if type_.fn.name not in OPERATOR_CLASSES or entry.module.startswith(KNOWN):
        return
    subject = type_.args[0]
    while isinstance(subject, (syntax.Paren, syntax.App)):
        subject = subject.body if isinstance(subject, syntax.Paren) else subject.fn
    if isinstance(subject, syntax.Ident):
        found = env.resolve(subject.name, entry.scope, entry.module, entry.order)
        if any(
            e.kind in ("structure", "inductive") and not e.module.startswith(KNOWN)
            for e, _ in found
        ):
            return
    env.find(
        entry.module,
        entry.syntax.span,
        "instance",
        f"an instance of {type_.fn.name}: its operators are read with their usual meaning",
    )


def _reducibility(
    attributes: Iterable[syntax.Attribute], kind: Kind, default: Reducibility
) -> Reducibility:
    for attribute in attributes:
        if attribute.name == "irreducible":
            return "regular" if attribute.removed else "irreducible"
        if attribute.name in ("reducible", "semireducible"):
            return "reducible" if attribute.name == "reducible" else "regular"
    return default


def known_files() -> list[tuple[str, syntax.File]]:
    """The module name and tree of each file of known constants, in order."""
    from leanbridge.source.parser import parse_file

    folder = resources.files("leanbridge.core") / "known"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".lean")), key=lambda f: f.name)
    out: list[tuple[str, syntax.File]] = []
    for f in files:
        parsed = parse_file(f.read_text("utf-8"), f.name)
        out.append((KNOWN + f.name.removesuffix(".lean"), parsed))
    return out
