"""A compiled project as entries of an environment: what its modules declare, in their order.

Takes a library of compiled modules and which of them are the project's own; gives an entry for
each declaration that its author wrote, and fills one in when it is asked for. What Lean made
beside a declaration (recursors, matchers, equations) is no entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from leanbridge.core.compiled.declare import Compiled
from leanbridge.core.declarations import Kind, Place, Reducibility
from leanbridge.core.entries import CompiledEntry
from leanbridge.core.scope import components
from leanbridge.core.terms import Term, constants
from leanbridge.source.olean.constants import Constant, Constructor, Inductive
from leanbridge.source.olean.entries import Recursion
from leanbridge.source.olean.library import Library
from leanbridge.source.olean.module import Module
from leanbridge.source.syntax import Span

if TYPE_CHECKING:
    from leanbridge.core.environment import Environment

#: Roots of the modules whose instances are canonical.
LIBRARIES = frozenset(
    {"Init", "Std", "Lean", "Mathlib", "Batteries", "Aesop", "Qq", "ProofWidgets", "Plausible"}
)
SORRY = "sorryAx"
PRIVATE = "_private."


class CompiledProject:
    """The project's `modules` in import order, out of `library`, which has all that they import.

    `paths` maps a module to the file to show for it; the instances of modules below `libraries`
    are canonical.
    """

    def __init__(
        self,
        library: Library,
        modules: Sequence[str],
        paths: Mapping[str, str] | None = None,
        libraries: frozenset[str] = LIBRARIES,
    ) -> None:
        self.library = library
        self.modules = tuple(modules)
        self._paths = dict(paths or {})
        self._libraries = libraries
        self._instances: dict[str, frozenset[str]] = {}
        self.compiled = Compiled(
            library.constant, self._is_declared, self._recursion, self._is_class
        )

    @property
    def imports(self) -> dict[str, frozenset[str]]:
        """What each module of the project can see, by module."""
        out: dict[str, frozenset[str]] = {}
        for name in self.modules:
            seen: set[str] = set()
            todo = [i.module for i in self.library.modules[name].imports]
            while todo:
                inner = todo.pop()
                if inner not in seen:
                    seen.add(inner)
                    todo += [i.module for i in self.library.modules[inner].imports]
            out[name] = frozenset(seen)
        return out

    def _is_declared(self, constant: str) -> bool:
        """Whether the constant is an instance that a library declares."""
        name = self.library.module_of(constant)
        if name is None or components(name)[0] not in self._libraries:
            return False
        if name not in self._instances:
            self._instances[name] = frozenset(self.library.modules[name].instances)
        return constant in self._instances[name] or self._is_parent(constant)

    def _is_parent(self, constant: str) -> bool:
        """Whether the constant gives an instance out of an instance: a field of a class."""
        projection = self.module_of(constant).projections.get(constant)
        return projection is not None and projection.from_class

    def _is_class(self, constant: str) -> bool:
        name = self.library.module_of(constant)
        return name is not None and constant in self.library.modules[name].classes

    def module_of(self, constant: str) -> Module:
        """The module that declares a constant of the library."""
        name = self.library.module_of(constant)
        assert name is not None
        return self.library.modules[name]

    def _recursion(self, constant: str) -> Recursion | None:
        return self.module_of(constant).recursions.get(constant)

    # ----- entries ----------------------------------------------------------------------------

    def entries(self) -> Iterator[CompiledEntry]:
        """Every declaration of the project's modules, parents before their members."""
        order = 0
        for name in self.modules:
            module = self.library.modules[name]
            made: dict[str, CompiledEntry] = {}
            for constant in sorted(self._written(module), key=lambda c: _place_key(module, c)):
                owner = self._owner(module, constant)
                parent = made.get(owner) if owner is not None else None
                if parent is None:
                    order += 1
                entry = made[constant] = self._entry(name, constant, order, parent)
                entry.generated = parent is None and _is_local(module, constant)
                if entry.private:  # the environment mangles it again
                    entry.name = _user_name(constant)
            yield from made.values()

    def _written(self, module: Module) -> Iterator[str]:
        """The constants that stand in the source; Lean records no place for the others."""
        for constant in module.names:
            if constant in module.ranges and module.constant(constant).kind != "recursor":
                yield constant

    def _owner(self, module: Module, constant: str) -> str | None:
        """The inductive type or structure of which `constant` is a member."""
        found = module.constant(constant)
        if isinstance(found, Constructor):
            return found.inductive
        projection = module.projections.get(constant)
        if projection is None or projection.constructor not in module:
            return None
        made = module.constant(projection.constructor)
        return made.inductive if isinstance(made, Constructor) else None

    def _entry(
        self, module_name: str, constant: str, order: int, parent: CompiledEntry | None
    ) -> CompiledEntry:
        module = self.library.modules[module_name]
        found = module.constant(constant)
        entry = CompiledEntry(
            constant, self._kind(module, found), module_name, order,
            parent=parent, project=self, at=self._place(module_name, constant),
        )  # fmt: skip
        entry.protected = constant in module.protected
        entry.private = constant.startswith(PRIVATE)
        entry.reducibility = self._reducibility(module, found)
        entry.doc = module.docs.get(constant)
        entry.is_proved = found.kind == "theorem" and SORRY not in module.axioms.get(
            constant, frozenset()
        )
        if isinstance(found, Constructor):
            entry.index = found.index
        elif constant in module.projections:
            entry.index = module.projections[constant].index
        structure = module.structures.get(constant)
        if structure is not None:
            entry.fields = tuple(f.name for f in structure.fields if f.info != "[]")
            entry.parents = tuple(p for p, _, _ in structure.parents)
        return entry

    def _kind(self, module: Module, found: Constant) -> Kind:
        if found.name in module.projections:
            return "projection"
        if isinstance(found, Inductive):
            if found.name in module.structures:
                return "class" if found.name in module.classes else "structure"
            return "inductive"
        match found.kind:
            case "def":
                if found.name in module.instances:
                    return "instance"
                return "abbrev" if found.hints == "abbrev" else "def"
            case "theorem" | "axiom" | "opaque" | "constructor":
                return found.kind
            case _:
                return "axiom"

    def _reducibility(self, module: Module, found: Constant) -> Reducibility:
        match module.reducibility.get(found.name):
            case "reducible":
                return "reducible"
            case "irreducible":
                return "irreducible"
            case _:
                return "regular"

    def _place(self, module: str, constant: str) -> Place:
        path = self._paths.get(module, "/".join(components(module)) + ".lean")
        found = self.library.modules[module].ranges.get(constant)
        if found is None:
            return Place(module, path, Span(0, 0), 0, 0)
        name = found.selection
        return Place(module, path, Span(0, 0), name.line, name.column + 1)

    # ----- filling an entry in ----------------------------------------------------------------

    def header(self, env: Environment, entry: CompiledEntry) -> None:
        """Give an entry its declaration, without the body.

        Raises: Unsupported for what has no counterpart in core terms.
        """
        made = self.compiled.statement(entry.name, entry.kind, entry.at)
        module = self.module_of(entry.name)
        recorded = module.projections.get(entry.name)
        projection = None
        if recorded is not None and entry.parent is not None and not recorded.from_class:
            projection = self.compiled.projection(entry.parent.name, _last(entry.name))
        entry.declaration = replace(
            made,
            reducibility=entry.reducibility,
            private=entry.private,
            protected=entry.protected,
            noncomputable=entry.name in module.noncomputable,
            doc=entry.doc,
            has_sorry=entry.kind == "theorem" and not entry.is_proved,
            projection=projection,
            # the instance of a method is the structure, no fact
            instances=made.instances[:-1] if recorded and recorded.from_class else made.instances,
        )
        self._announce(env, made.type, *made.instances)

    def body(self, env: Environment, entry: CompiledEntry) -> None:
        """Give the declaration of an entry its body.

        Raises: Unsupported as `header`.
        """
        if entry.declaration is None or entry.kind not in ("def", "abbrev", "instance"):
            return
        value = self.compiled.value(entry.name)
        if value is not None:
            entry.declaration = replace(entry.declaration, value=value)
            self._announce(env, value)

    def _announce(self, env: Environment, *terms: Term) -> None:
        """Make entries for the constants of `terms` that nobody has declared: those of other
        packages, and what Lean made beside declarations."""
        for name in sorted({c for term in terms for c in constants(term)}):
            module = self.library.module_of(name)
            if env.entry(name) is None and module is not None:
                owner = self._owner(self.library.modules[module], name)
                parent = None
                if owner is not None and owner != name:
                    self._announce_one(env, owner, None)
                    found = env.entry(owner)
                    parent = found if isinstance(found, CompiledEntry) else None
                self._announce_one(env, name, parent)

    def _announce_one(self, env: Environment, name: str, parent: CompiledEntry | None) -> None:
        module = self.library.module_of(name)
        if module is None or env.entry(name) is not None:
            return
        entry = self._entry(module, name, 0, parent)
        entry.generated = True
        env.add_generated(entry)


def _last(name: str) -> str:
    return components(name)[-1]


def _is_local(module: Module, constant: str) -> bool:
    """Whether a constant is a local definition: it stands inside of the one it is named after."""
    outer = module.ranges.get(".".join(components(constant)[:-1]))
    inner = module.ranges[constant].whole
    if outer is None:
        return False
    start = (outer.whole.line, outer.whole.column) < (inner.line, inner.column)
    end = (inner.end_line, inner.end_column) <= (outer.whole.end_line, outer.whole.end_column)
    return start and end


def _user_name(private: str) -> str:
    """`f` of `_private.M.0.f`."""
    parts = components(private)
    return ".".join(parts[parts.index("0") + 1 :]) if "0" in parts else private


def _place_key(module: Module, constant: str) -> tuple[int, int, int]:
    """Before another in the source; a type before its members, which may share its place."""
    found = module.ranges[constant]
    members = isinstance(module.constant(constant), Constructor)
    rank = 1 + members if constant in module.projections or members else 0
    return found.whole.line, found.whole.column, rank
