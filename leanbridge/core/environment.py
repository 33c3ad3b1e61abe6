"""All names of a project and of the known constants, each elaborated when first asked for.

Takes parsed modules; gives declarations, types, values, reducibility and name resolution. A name
that cannot be elaborated keeps its error and harms only what needs it. Visibility is by import
closure, and by order inside a file.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from typing import Literal, Protocol

from leanbridge.core.declarations import (
    Constructor,
    Declaration,
    Kind,
    Place,
    Projection,
    Reducibility,
)
from leanbridge.core.known import names
from leanbridge.core.scope import Scope, ScopeStack, components, join, namespaces
from leanbridge.core.terms import Term
from leanbridge.errors import InternalError, LeanbridgeError, Unsupported, Where
from leanbridge.source import syntax

KNOWN = "known."  # prefix of the module names of the known constants


class ModuleText(Protocol):
    """What the environment needs of a loaded module."""

    @property
    def name(self) -> str: ...
    @property
    def file(self) -> syntax.File: ...


@dataclass(slots=True, eq=False)
class Entry:
    """A name that a file declares, before and after elaboration."""

    name: str
    kind: Kind
    syntax: syntax.Declaration
    scope: Scope
    module: str
    order: int
    index: int = 0  # of a constructor or field in its parent
    parent: Entry | None = None
    private: bool = False
    protected: bool = False
    reducibility: Reducibility = "regular"
    generated: bool = False
    header: Literal["fresh", "busy", "done", "failed"] = "fresh"
    body: Literal["fresh", "busy", "done", "failed"] = "fresh"
    declaration: Declaration | None = None
    error: LeanbridgeError | None = None
    body_error: LeanbridgeError | None = None
    fields: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()  # the structures extended, full names, after elaboration
    pending: object | None = None  # a `declare.Header` whose body is still to come


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a file says that is not read, or reads oddly: never dropped in silence."""

    where: Where
    construct: str
    message: str
    module: str = ""
    unread: bool = False  # the text could not be parsed


KINDS: Mapping[str, Kind] = {
    "def": "def", "theorem": "theorem", "lemma": "theorem", "abbrev": "abbrev",
    "instance": "instance", "example": "example", "axiom": "axiom", "opaque": "opaque",
    "structure": "structure", "class": "class", "inductive": "inductive",
    "class inductive": "inductive",
}  # fmt: skip


@dataclass(slots=True)
class _Lines:
    path: str
    text: str
    starts: list[int]

    def where(self, offset: int, declaration: str | None = None) -> Where:
        line = bisect_right(self.starts, offset)
        start = self.starts[line - 1]
        end = self.text.find("\n", start)
        source = self.text[start : end if end >= 0 else len(self.text)]
        return Where(self.path, line, offset - start + 1, declaration, source)


class Environment:
    """See the module's docstring. `modules` come in import order; `imports` maps each to its
    transitive imports."""

    def __init__(
        self,
        modules: Sequence[ModuleText] = (),
        imports: Mapping[str, frozenset[str]] | None = None,
        *,
        auto_implicit: bool = True,
        known: bool = True,
    ) -> None:
        self.entries: dict[str, Entry] = {}
        self.findings: list[Finding] = []
        self.aliases: dict[str, list[str]] = {}
        self._namespaces: dict[str, set[str]] = {}  # namespace → modules that use it
        self.lines: dict[str, _Lines] = {}
        self.examples: list[Entry] = []
        self.guards: list[tuple[str, syntax.Guard, Scope]] = []
        self._imports = dict(imports or {})
        self._order = 0
        self._privates: dict[tuple[str, str], str] = {}
        if known:
            for name, file in _known_files():
                self._declare_file(name, file, auto_implicit=False)
        for module in modules:
            self._declare_file(module.name, module.file, auto_implicit=auto_implicit)

    # ----- looking names up ---------------------------------------------------------------

    def entry(self, name: str) -> Entry | None:
        return self.entries.get(name)

    def visible(self, name: str, module: str, order: int) -> Entry | None:
        """The entry of a full name if a declaration with this module and order may see it."""
        entry = self.entries.get(self._privates.get((module, name), name))
        if entry is None:
            return None
        if entry.module == module:
            return entry if entry.order <= order or module.startswith(KNOWN) else None
        if entry.private:
            return None
        if entry.module.startswith(KNOWN) or entry.module in self._imports.get(module, ()):
            return entry
        return None

    def resolve(
        self, name: str, scope: Scope, module: str, order: int
    ) -> list[tuple[Entry, tuple[str, ...]]]:
        """Every constant that `name` may mean here, with the field names that are left over."""
        parts = components(name)
        for cut in range(len(parts), 0, -1):
            found = self._resolve_exactly(".".join(parts[:cut]), scope, module, order)
            if found:
                return [(entry, tuple(parts[cut:])) for entry in found]
        return []

    def _resolve_exactly(self, name: str, scope: Scope, module: str, order: int) -> list[Entry]:
        if name.startswith("_root_."):
            entry = self.visible(name.removeprefix("_root_."), module, order)
            return [entry] if entry else []
        atomic = len(components(name)) == 1
        for ns in namespaces(scope.namespace):
            if ns:
                found = self._in_namespace(ns, name, atomic, module, order)
                if found:
                    return found
        root = self.visible(name, module, order)
        if root is not None and not atomic:
            return [root]
        candidates: dict[str, Entry] = {root.name: root} if root is not None else {}
        for opened in scope.opened:
            for full in opened.full_names(name):
                for entry in self._through(full, atomic, module, order):
                    candidates[entry.name] = entry
        for entry in self._through_alias(name, module, order):
            candidates[entry.name] = entry
        return list(candidates.values())

    def _in_namespace(
        self, ns: str, name: str, atomic: bool, module: str, order: int
    ) -> list[Entry]:
        return self._through(join(ns, name), atomic, module, order)

    def _through(self, full: str, atomic: bool, module: str, order: int) -> list[Entry]:
        entry = self.visible(full, module, order)
        if entry is not None and not (atomic and entry.protected):
            return [entry]
        return self._through_alias(full, module, order)

    def _through_alias(self, full: str, module: str, order: int) -> list[Entry]:
        found = [self.visible(target, module, order) for target in self.aliases.get(full, ())]
        return [entry for entry in found if entry is not None]

    def add_text(self, module: str, text: str) -> None:
        """Add a module that is no file (text typed by a user); it sees every other module."""
        self._imports[module] = frozenset(self.lines)
        starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]
        self.lines[module] = _Lines(module, text, starts)

    def is_namespace(self, name: str, module: str) -> bool:
        """Whether `name` is a namespace of Lean, Mathlib, or a file that `module` can see."""
        if names.is_namespace(name):
            return True
        seen = self._imports.get(module, frozenset())
        users = self._namespaces.get(name, set())
        return any(u == module or u in seen or u.startswith(KNOWN) for u in users)

    def _use_namespace(self, name: str, module: str) -> None:
        for ns in namespaces(name):
            if ns:
                self._namespaces.setdefault(ns, set()).add(module)

    # ----- meaning of names ---------------------------------------------------------------

    def declaration(self, name: str) -> Declaration | None:
        """The elaborated declaration (header and body), or None for an unknown name.

        Raises: the declaration's own error if it does not elaborate.
        """
        entry = self.entries.get(name)
        if entry is None:
            return None
        self.elaborate_header(entry)
        self.elaborate_body(entry)
        if entry.error is not None:
            raise entry.error
        if entry.body_error is not None:
            raise entry.body_error
        return entry.declaration

    def statement(self, name: str) -> Declaration:
        """The declaration with at least its type; its value may be missing.

        Raises: `InputError` for an unknown name, the header's error if it does not elaborate.
        """
        entry = self.entries.get(name)
        if entry is None:
            raise InternalError(f"unknown constant {name}")
        self.elaborate_header(entry)
        if entry.error is not None:
            raise entry.error
        if entry.declaration is None:
            raise Unsupported(
                f"{name} is used inside its own header", self.where(entry), todo=None
            )
        return entry.declaration

    def type_of(self, name: str) -> Term:
        entry = self.entries.get(name)
        if entry is not None and entry.header == "done" and entry.declaration is not None:
            return entry.declaration.type
        return self.statement(name).type

    def unfoldable_value(self, name: str) -> Term | None:
        """The body that definitional equality may use; None for theorems, irreducibles, …"""
        entry = self.entries.get(name)
        if entry is None or entry.reducibility == "irreducible":
            return None
        if entry.body == "done" and entry.declaration is not None:
            return entry.declaration.value
        return self.value(name) if entry.kind in ("def", "abbrev", "instance") else None

    def value(self, name: str) -> Term | None:
        """The body of a definition if it elaborates, whatever its reducibility."""
        entry = self.entries.get(name)
        if entry is None or entry.body == "busy":
            return None
        try:
            self.elaborate_header(entry)
            self.elaborate_body(entry)
        except LeanbridgeError:
            return None
        return entry.declaration.value if entry.declaration is not None else None

    def order(self, name: str) -> int:
        return self.entries[name].order

    def constructor(self, name: str) -> Constructor | None:
        entry = self.entries.get(name)
        if entry is None or entry.kind != "constructor":
            return None
        return self.statement(name).constructor

    def projection(self, name: str) -> Projection | None:
        entry = self.entries.get(name)
        if entry is None or entry.kind != "projection":
            return None
        return self.statement(name).projection

    def constructors_of(self, inductive: str) -> tuple[str, ...]:
        entry = self.entries.get(inductive)
        if entry is None or entry.kind not in ("structure", "class", "inductive"):
            return ()
        return self.statement(inductive).constructors

    def structure_fields(self, name: str) -> tuple[str, ...] | None:
        """The constructor's fields of a structure, in order (a parent is one field `toP`)."""
        entry = self.entries.get(name)
        if entry is None or entry.kind not in ("structure", "class"):
            return None
        self.statement(name)
        return entry.fields

    def projection_name(self, structure: str, index: int) -> str | None:
        fields = self.structure_fields(structure)
        if fields is None or index >= len(fields):
            return None
        return f"{structure}.{fields[index]}"

    # ----- elaboration on demand ----------------------------------------------------------

    def elaborate_header(self, entry: Entry) -> None:
        from leanbridge.core import declare

        if entry.header in ("done", "failed", "busy"):
            return
        entry.header = "busy"
        try:
            declare.header(self, entry)
            entry.header = "done"
        except LeanbridgeError as error:
            entry.error = error
            entry.header = "failed"
        finally:
            if entry.header == "busy":
                entry.header = "fresh"

    def elaborate_body(self, entry: Entry) -> None:
        from leanbridge.core import declare

        if entry.body != "fresh" or entry.header != "done":
            return
        entry.body = "busy"
        try:
            declare.body(self, entry)
            entry.body = "done"
        except LeanbridgeError as error:
            entry.body_error = error
            entry.body = "failed"
        finally:
            if entry.body == "busy":
                entry.body = "fresh"

    # ----- places -------------------------------------------------------------------------

    def where(self, entry: Entry, offset: int | None = None) -> Where:
        span = entry.syntax.name_span or entry.syntax.span
        position = span.start if offset is None else offset
        return self.lines[entry.module].where(position, entry.name)

    def place(self, entry: Entry) -> Place:
        where = self.where(entry)
        return Place(
            entry.module,
            where.path or "",
            entry.syntax.span,
            where.line or 0,
            where.column or 0,
        )

    # ----- declaring a file ---------------------------------------------------------------

    def _declare_file(self, module: str, file: syntax.File, *, auto_implicit: bool) -> None:
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(file.text) if c == "\n")
        self.lines[module] = _Lines(file.path, file.text, starts)
        stack = ScopeStack(Scope(auto_implicit=auto_implicit))
        for command in file.commands:
            self._declare(module, stack, command)

    def _declare(self, module: str, stack: ScopeStack, command: syntax.Command) -> None:
        match command:
            case syntax.Namespace():
                stack.enter_namespace(command.name)
                self._use_namespace(stack.now.namespace, module)
            case syntax.Section():
                stack.enter_section(command.name, command.noncomputable)
            case syntax.End():
                problem = stack.end(command.name)
                if problem is not None:
                    self._find(module, command.span, "end", problem)
            case syntax.Open():
                self._check_open(module, stack.now, command)
                stack.now = stack.now.open(command)
            case syntax.Export():
                for name in command.only:
                    alias = join(stack.now.namespace, name)
                    self.aliases.setdefault(alias, []).append(f"{command.name}.{name}")
            case syntax.Variable():
                stack.now = stack.now.add_variables(command)
            case syntax.Omit():
                stack.now = stack.now.omit(command)
            case syntax.SetOption(name="autoImplicit"):
                stack.now = replace(stack.now, auto_implicit=command.value == "true")
            case syntax.AttributeCommand():
                self._attribute(module, stack.now, command)
            case syntax.Mutual():
                for inner in command.declarations:
                    self._declare(module, stack, inner)
            case syntax.In():
                before = stack.now
                self._declare(module, stack, command.first)
                self._declare(module, stack, command.second)
                stack.now = before
            case syntax.Guard():
                self.guards.append((module, command, stack.now))
            case syntax.Declaration():
                self._declare_one(module, stack.now, command)
            case syntax.Unsupported():
                self._find(module, command.span, command.construct, command.message, unread=True)
            case syntax.Universe() | syntax.SetOption() | syntax.Other():
                pass

    def _find(
        self, module: str, span: syntax.Span, construct: str, message: str, *, unread: bool = False
    ) -> None:
        where = self.lines[module].where(span.start)
        self.findings.append(Finding(where, construct, message, module, unread))

    def _check_open(self, module: str, scope: Scope, command: syntax.Open) -> None:
        for name in command.names:
            candidates = [join(ns, name) for ns in namespaces(scope.namespace)]
            if not any(self.is_namespace(c, module) for c in candidates):
                self._find(module, command.span, "open", f"unknown namespace `{name}`")

    def _attribute(self, module: str, scope: Scope, command: syntax.AttributeCommand) -> None:
        if command.scope:
            return
        for name in command.names:
            for entry, rest in self.resolve(name, scope, module, self._order):
                if not rest:
                    entry.reducibility = _reducibility(
                        command.attributes, entry.kind, entry.reducibility
                    )

    def _declare_one(self, module: str, scope: Scope, d: syntax.Declaration) -> None:
        self._order += 1
        kind = KINDS[d.kind]
        name = join(scope.namespace, d.name) if d.name is not None else None
        if name is None:
            line = self.lines[module].where(d.span.start).line
            name = f"{module}.{kind}@{line}"
        inner = scope
        if d.name is not None:
            # `def Foo.bar` elaborates with `Foo` as a namespace (rule 3).
            inner = replace(scope, namespace=".".join(components(name)[:-1]))
        entry = Entry(name, kind, d, inner, module, self._order)
        entry.private = d.modifiers.private
        entry.protected = d.modifiers.protected
        entry.reducibility = _reducibility(
            d.modifiers.attributes, kind, "reducible" if kind == "abbrev" else "regular"
        )
        if kind == "example":
            self.examples.append(entry)
        if not self._add(entry):
            return
        members: list[tuple[str, Kind, syntax.Modifiers, bool]] = []
        if kind in ("structure", "class"):
            entry.fields = tuple(f.name for f in d.fields)
            members.append((d.ctor_name or "mk", "constructor", d.modifiers, d.ctor_name is None))
            members.extend((f.name, "projection", f.modifiers, False) for f in d.fields)
        elif kind == "inductive":
            members.extend((c.name, "constructor", c.modifiers, False) for c in d.constructors)
        for i, (member, member_kind, modifiers, generated) in enumerate(members):
            own = Entry(
                f"{name}.{member}", member_kind, d, inner, module, self._order,
                index=i if kind == "inductive" else i - 1, parent=entry, generated=generated,
            )  # fmt: skip
            own.private = entry.private or modifiers.private
            own.protected = modifiers.protected
            self._add(own)

    def _add(self, entry: Entry) -> bool:
        if entry.private:
            mangled = f"_private.{entry.module}.0.{entry.name}"
            self._privates[(entry.module, entry.name)] = mangled
            entry.name = mangled
        old = self.entries.get(entry.name)
        if old is not None:
            if old.module.startswith(KNOWN) and not entry.module.startswith(KNOWN):
                self._find(
                    entry.module, entry.syntax.span, "redeclared",
                    f"{entry.name} is already a known Lean or Mathlib constant; "
                    "the known meaning is used",
                )  # fmt: skip
                return False
            self._find(
                entry.module, entry.syntax.span, "redeclared",
                f"{entry.name} is declared twice; the first stands in {old.module}",
            )  # fmt: skip
            return False
        self.entries[entry.name] = entry
        self._use_namespace(".".join(components(entry.name)[:-1]), entry.module)
        return True

    def add_generated(self, entry: Entry) -> None:
        """Add a name that elaboration makes (a parent projection `toP`)."""
        self.entries.setdefault(entry.name, entry)

    # ----- the project --------------------------------------------------------------------

    @cached_property
    def project_entries(self) -> tuple[Entry, ...]:
        """The entries that files of the project (not known constants) declare, in order."""
        mine = [e for e in self.entries.values() if not e.module.startswith(KNOWN)]
        return tuple(sorted(mine, key=lambda e: (e.order, e.index)))


def _reducibility(
    attributes: Iterable[syntax.Attribute], kind: Kind, default: Reducibility
) -> Reducibility:
    for attribute in attributes:
        if attribute.name == "irreducible":
            return "regular" if attribute.removed else "irreducible"
        if attribute.name in ("reducible", "semireducible"):
            return "reducible" if attribute.name == "reducible" else "regular"
    return default


def _known_files() -> list[tuple[str, syntax.File]]:
    from leanbridge.source.parser import parse_file

    folder = resources.files("leanbridge.core") / "known"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".lean")), key=lambda f: f.name)
    out: list[tuple[str, syntax.File]] = []
    for f in files:
        parsed = parse_file(f.read_text("utf-8"), f.name)
        out.append((KNOWN + f.name.removesuffix(".lean"), parsed))
    return out

