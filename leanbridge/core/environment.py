"""All names of a project and of the known constants, each elaborated when first asked for.

Takes parsed modules; gives declarations, types, values, reducibility and name resolution. A name
that cannot be elaborated keeps its error and harms only what needs it. Visibility is by import
closure, and by order inside a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from leanbridge.core import known
from leanbridge.core.declarations import (
    Constructor,
    Declaration,
    Place,
    Projection,
)
from leanbridge.core.entries import KNOWN as KNOWN
from leanbridge.core.entries import CompiledEntry, SourceEntry, SourceText
from leanbridge.core.entries import Entry as Entry
from leanbridge.core.entries import Finding as Finding
from leanbridge.core.entries import ModuleText as ModuleText
from leanbridge.core.scope import Scope, components, join, namespaces
from leanbridge.core.terms import Term
from leanbridge.errors import InternalError, LeanbridgeError, Unsupported, Where
from leanbridge.source import syntax
from leanbridge.source.positions import Lines

if TYPE_CHECKING:
    from leanbridge.core.compiled.project import CompiledProject


class Environment:
    """See the module's docstring. `modules` come in import order; `imports` maps each to its
    transitive imports. With `compiled`, names that Lean elaborated stand beside those of text."""

    def __init__(
        self,
        modules: Sequence[ModuleText] = (),
        imports: Mapping[str, frozenset[str]] | None = None,
        *,
        auto_implicit: bool = True,
        relaxed_auto_implicit: bool = True,
        known: bool = True,
        compiled: CompiledProject | None = None,
    ) -> None:
        self.entries: dict[str, Entry] = {}
        self.findings: list[Finding] = []
        self.aliases: dict[str, list[str]] = {}
        self._namespaces: dict[str, set[str]] = {}  # namespace → modules that use it
        self.lines: dict[str, SourceText] = {}
        self.examples: list[SourceEntry] = []
        self.guards: list[tuple[str, syntax.Guard, Scope]] = []
        self._imports = dict(imports or {})
        self.last_order = 0  # of the declaration added last
        self._privates: dict[tuple[str, str], str] = {}
        from leanbridge.core.commands import declare_file, known_files

        if known:
            for name, file in known_files():
                declare_file(self, name, file, Scope(auto_implicit=False))
        start = Scope(auto_implicit=auto_implicit, relaxed_auto_implicit=relaxed_auto_implicit)
        for module in modules:
            declare_file(self, module.name, module.file, start)
        if compiled is not None:
            self._imports.update(compiled.imports)
            self._overlay(compiled)

    def _overlay(self, compiled: CompiledProject) -> None:
        """Put the compiled declarations in the place of those of the text, where there is one."""
        unnamed = {
            (e.module, self.where(e).line): e.name
            for e in self.entries.values()
            if e.kind == "instance" and "@" in e.name and not e.module.startswith(KNOWN)
        }
        for entry in compiled.entries():
            key = self._privates.get((entry.module, entry.name), entry.name)
            if entry.kind == "instance":
                key = unnamed.get((entry.module, entry.at.line), key)
            old = self.entries.get(key)
            if old is None or old.module != entry.module:
                self.last_order += 1
                entry.order = self.last_order
                self.add(entry)
                continue
            entry.order = old.order
            del self.entries[key]
            if entry.private and not old.private:  # what a `module` does not make public
                self.add(entry)
                continue
            if entry.private:
                entry.name = key
            self.entries[entry.name] = entry
        modules = set(compiled.modules)
        self.findings = [
            f for f in self.findings if f.construct != "instance" or f.module not in modules
        ]

    # ----- looking names up ---------------------------------------------------------------

    def entry(self, name: str) -> Entry | None:
        return self.entries.get(name)

    def visible(self, name: str, module: str, order: int) -> Entry | None:
        """The entry of a full name if a declaration with this module and order may see it."""
        entry = self.entries.get(self._privates.get((module, name), name))
        if entry is None:
            entry = self._parent_projection(name)
        if entry is None:
            return None
        if entry.module == module:
            return entry if entry.order <= order or module.startswith(KNOWN) else None
        if entry.private:
            return None
        if entry.module.startswith(KNOWN) or entry.module in self._imports.get(module, ()):
            return entry
        return None

    def _parent_projection(self, name: str) -> Entry | None:
        """`S.toP`, a name that is made when the structure `S` is elaborated."""
        *owner, last = components(name)
        parent = self.entries.get(".".join(owner)) if last.startswith("to") else None
        if parent is None or parent.kind not in ("structure", "class"):
            return None
        self.elaborate_header(parent)
        return self.entries.get(name)

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
                found = self._through(join(ns, name), atomic, module, order)
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
        for entry in self.through_alias(name, module, order):
            candidates[entry.name] = entry
        return list(candidates.values())

    def _through(self, full: str, atomic: bool, module: str, order: int) -> list[Entry]:
        entry = self.visible(full, module, order)
        if entry is not None and not (atomic and entry.protected):
            return [entry]
        return self.through_alias(full, module, order)

    def through_alias(self, full: str, module: str, order: int) -> list[Entry]:
        """The constants that `export` gives the name `full`."""
        found = [self.visible(target, module, order) for target in self.aliases.get(full, ())]
        return [entry for entry in found if entry is not None]

    def add_text(self, module: str, text: str) -> None:
        """Add a module that is no file (text typed by a user); it sees every other module."""
        self._imports[module] = frozenset(e.module for e in self.entries.values())
        self.lines[module] = SourceText(module, Lines.of(text))

    def is_namespace(self, name: str, module: str) -> bool:
        """Whether `name` is a namespace of Lean, Mathlib, or a file that `module` can see."""
        if known.is_namespace(name):
            return True
        seen = self._imports.get(module, frozenset())
        users = self._namespaces.get(name, set())
        return any(u == module or u in seen or u.startswith(KNOWN) for u in users)

    def use_namespace(self, name: str, module: str) -> None:
        """Note that `module` opens or fills the namespace `name`."""
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
            raise Unsupported(f"{name} is used inside its own header", self.where(entry), todo=None)
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
            if isinstance(entry, CompiledEntry):
                entry.project.header(self, entry)
            else:
                assert isinstance(entry, SourceEntry)
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
            if isinstance(entry, CompiledEntry):
                entry.project.body(self, entry)
            else:
                assert isinstance(entry, SourceEntry)
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
        if isinstance(entry, CompiledEntry):
            return Where(entry.at.path, entry.at.line, entry.at.column, entry.name)
        assert isinstance(entry, SourceEntry)
        span = entry.syntax.name_span or entry.syntax.span
        position = span.start if offset is None else offset
        return self.lines[entry.module].where(position, entry.name)

    def place(self, entry: Entry) -> Place:
        if isinstance(entry, CompiledEntry):
            return entry.at
        assert isinstance(entry, SourceEntry)
        where = self.where(entry)
        return Place(
            entry.module,
            where.path or "",
            entry.syntax.span,
            where.line or 0,
            where.column or 0,
        )

    # ----- adding names -------------------------------------------------------------------

    def add(self, entry: Entry) -> bool:
        """Add a declared name; False, with a finding, if it is taken."""
        if entry.private:
            mangled = f"_private.{entry.module}.0.{entry.name}"
            self._privates[(entry.module, entry.name)] = mangled
            entry.name = mangled
        old = self.entries.get(entry.name)
        if old is not None:
            if old.module.startswith(KNOWN) and not entry.module.startswith(KNOWN):
                message = (
                    f"{entry.name} is already a known Lean or Mathlib constant; "
                    "the known meaning is used"
                )
            else:
                message = f"{entry.name} is declared twice; the first stands in {old.module}"
            where = replace(self.where(entry), declaration=None)
            self.findings.append(Finding(where, "redeclared", message, entry.module))
            return False
        self.entries[entry.name] = entry
        self.use_namespace(".".join(components(entry.name)[:-1]), entry.module)
        return True

    def find(
        self, module: str, span: syntax.Span, construct: str, message: str, *, unread: bool = False
    ) -> None:
        """Add a finding at `span`."""
        where = self.lines[module].where(span.start)
        self.findings.append(Finding(where, construct, message, module, unread))

    def add_generated(self, entry: Entry) -> None:
        """Add a name that elaboration makes (a parent projection `toP`)."""
        self.entries.setdefault(entry.name, entry)

    # ----- the project --------------------------------------------------------------------

    @cached_property
    def project_entries(self) -> tuple[Entry, ...]:
        """The entries that files of the project (not known constants) declare, in order."""
        mine = [e for e in self.entries.values() if not e.module.startswith(KNOWN)]
        return tuple(sorted(mine, key=lambda e: (e.order, e.parent is not None, e.index)))
