"""The environments of a run: SPEC runs Lean bodies, PORT runs Python in their place.

Takes the project's environment and the configuration; gives evaluators. A binding that cannot be
used is a `Problem` here and harms only the declarations that need it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial

from leanbridge.check.lean_side import LeanSide
from leanbridge.check.record import Problem
from leanbridge.core.declarations import Declaration
from leanbridge.core.environment import Environment
from leanbridge.core.scope import components
from leanbridge.core.terms import Const, FVar, Pi, Term, const, head
from leanbridge.errors import InputError, LeanbridgeError, Where
from leanbridge.interp.exact import Exact, Override
from leanbridge.interp.values import Data, Value
from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports import (
    Binding,
    BoundFunction,
    Config,
    DeclaredStructures,
    Port,
    PortSetUnavailable,
    alarm,
    field_telescope,
    load_port,
    source_of,
)


@dataclass(slots=True)
class FieldBinding:
    """A port for a function-valued field of what a declaration gives."""

    owner: str
    field: str
    bound: BoundFunction


@dataclass(slots=True)
class PortSetState:
    """One port set, resolved against a project.

    `skipped` maps a declaration to the reason of its binding; `broken` to what is wrong with it;
    `unavailable` is the package that the whole set lacks; `problems` is what to report of its
    bindings.
    """

    name: str
    bound: dict[str, BoundFunction] = field(default_factory=dict)
    fields: dict[str, list[FieldBinding]] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    totals: dict[str, bool] = field(default_factory=dict)
    unavailable: str | None = None
    problems: list[Problem] = field(default_factory=list)

    def is_bound(self, name: str) -> bool:
        return name in self.bound or name in self.fields

    def ports(self) -> list[BoundFunction]:
        """All of them, those of fields too."""
        return [*self.bound.values(), *[f.bound for fs in self.fields.values() for f in fs]]


class PortEvaluator(Exact):
    """A PORT environment; `uses` counts how often an evaluation came to a port."""

    def __init__(self, env: Environment, overrides: Mapping[str, Override], limits: Limits) -> None:
        self.uses = 0
        counted = {name: Override(o.arity, self._counted(o)) for name, o in overrides.items()}
        super().__init__(env, overrides=counted, limits=limits)

    def _counted(self, override: Override) -> Callable[[tuple[Value, ...]], Value]:
        def run(values: tuple[Value, ...]) -> Value:
            self.uses += 1
            return override.function(values)

        return run


class _Sets(dict[str, PortSetState]):
    """Port sets by name, each resolved when it is first asked for."""

    def __init__(self, resolve: Callable[[str], PortSetState]) -> None:
        super().__init__()
        self._resolve = resolve

    def __missing__(self, name: str) -> PortSetState:
        self[name] = self._resolve(name)
        return self[name]


class Environments:
    """All evaluators of a project: `spec`, and per port set `port(set, names)`."""

    def __init__(
        self,
        env: Environment,
        config: Config,
        port_sets: tuple[str, ...],
        *,
        limits: Limits = DEFAULT,
        timeout: float | None = None,
        is_foreign: bool = False,
        is_lazy: bool = False,
    ) -> None:
        """`is_foreign`: the project is not (all of) the one that the configuration was written
        for, so a binding whose name it lacks is no mistake. `is_lazy`: a port set is loaded when
        it is first asked for."""
        self.is_foreign = is_foreign
        self.env = env
        self.config = config
        self.limits = limits
        self.spec = Exact(env, limits=limits)
        self.lean_side = LeanSide()
        self._guard: Callable[[], AbstractContextManager[None]] = (
            nullcontext if timeout is None else partial(alarm, timeout)
        )
        self.sets: dict[str, PortSetState] = _Sets(self._resolve)
        if not is_lazy:
            self.sets |= {name: self._resolve(name) for name in port_sets}

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the bindings of the port sets that were resolved."""
        return [problem for state in self.sets.values() for problem in state.problems]

    def port(self, port_set: str, names: tuple[str, ...]) -> PortEvaluator:
        """An evaluator that runs the ports of `names` and Lean bodies for everything else."""
        state = self.sets[port_set]
        overrides: dict[str, Override] = {}
        for name in names:
            if name in state.bound:
                bound = state.bound[name]
                overrides[name] = Override(bound.arity, bound)
            elif name in state.fields:
                overrides[name] = self._structure_override(name, state.fields[name])
        return PortEvaluator(self.env, overrides, self.limits)

    def sources(self, port_set: str, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """Lean names, those of bound fields too, and where the code in their place stands."""
        state = self.sets[port_set]
        folders = (self.config.source.parent, *self.config.python.path)
        bound = {n: state.bound[n] for n in names if n in state.bound}
        bound |= {f"{n}.{f.field}": f.bound for n in names for f in state.fields.get(n, ())}
        return tuple([(name, source_of(b.port, folders)) for name, b in bound.items()])

    def begin(self) -> None:
        """Go to another declaration: what it costs does not depend on those before it."""
        self.lean_side.forget()
        for state in self.sets.values():
            for bound in state.ports():
                bound.begin()

    def forget(self, port_set: str) -> None:
        """Drop what the ports of a set have returned: the next evaluation calls them again."""
        for bound in self.sets[port_set].ports():
            bound.forget()

    # ----- resolving bindings ---------------------------------------------------------------

    def _resolve(self, name: str) -> PortSetState:
        state = PortSetState(name)
        bindings = dict(self.config.port_sets[name].bindings)
        for theirs, ours in self.config.aliases.items():
            if self.env.entry(theirs) is None:
                continue  # a name of another version of the project
            for key in [k for k in bindings if k == ours or k.startswith(ours + ".")]:
                bindings.setdefault(theirs + key.removeprefix(ours), bindings[key])
        for lean_name, binding in bindings.items():
            self._bind(state, lean_name, binding)
        return state

    def _bind(self, state: PortSetState, lean_name: str, binding: Binding) -> None:
        entry = self.env.entry(lean_name)
        owner, field_name = lean_name, None
        if entry is None or entry.kind == "projection":
            owner, _, field_name = lean_name.rpartition(".")
            entry = self.env.entry(owner)
        if entry is None:
            if not self.is_foreign and not self._is_aliased(lean_name):
                state.problems.append(self.unknown_name(lean_name, binding.where))
            return
        if field_name is not None and self.is_foreign and not self._has_field(owner, field_name):
            return  # another module's declaration in the namespace of this one
        if binding.skip is not None:
            state.skipped[lean_name] = binding.skip
            return
        try:
            declaration = self.env.statement(owner)
            port = self._port(binding, declaration, field_name)
            structures = DeclaredStructures(self.spec)
            if field_name is None:
                bound = self._bound(port, declaration.type, structures)
                state.bound[lean_name] = bound
            else:
                type_ = field_telescope(self.env, declaration, field_name)
                bound = self._bound(port, type_, structures)
                state.fields.setdefault(owner, []).append(FieldBinding(owner, field_name, bound))
            state.totals[lean_name] = binding.total
        except PortSetUnavailable as missing:
            state.unavailable = missing.reason
        except LeanbridgeError as error:
            state.broken[owner] = str(error).splitlines()[0]
            state.problems.append(Problem(str(error.where), str(error), 2))

    def _port(self, binding: Binding, declaration: Declaration, field: str | None) -> Port:
        if binding.artifact is None:
            return load_port(binding, self.config.python)
        if field is not None:
            what = "an artifact stands for a definition, not for a field"
            raise InputError(what, binding.where, f"{declaration.name}.{field}", declaration.name)
        from leanbridge.ports.mlir import artifact_port

        return artifact_port(binding, declaration, self.spec, self.config.source.parent)

    def _is_aliased(self, lean_name: str) -> bool:
        """Whether a name that this project lacks has another name here."""
        return any(
            lean_name == ours or lean_name.startswith(ours + ".")
            for ours in self.config.aliases.values()
        )

    def unknown_name(self, lean_name: str, where: Where) -> Problem:
        """A name in the configuration that is no declaration of the project, with near misses."""
        known = [e.name for e in self.env.project_entries if e.parent is None]
        last = components(lean_name)[-1]
        near = [n for n in known if components(n)[-1] == last][:3] or difflib.get_close_matches(
            lean_name, known, 3, 0.7
        )
        error = InputError(
            f"the project has no declaration {lean_name}",
            where,
            todo=f"near: {', '.join(near)}" if near else "see `leancheck list`",
        )
        return Problem(str(where), str(error), 2)

    def _structure_override(self, owner: str, fields: list[FieldBinding]) -> Override:
        """A structure value as Lean gives it, with the bound fields run by their ports."""
        declaration = self.env.statement(owner)
        arity = _arity(declaration)
        xs = tuple(FVar(-1000 - i, f"x{i}") for i in range(arity))
        body: Term = const(owner, *xs)
        names = self._field_names(declaration)

        def build(values: tuple[Value, ...]) -> Value:
            value = self.spec.evaluate(body, dict(zip(xs, values, strict=True)))
            if not isinstance(value, Data):
                raise InputError(f"{owner} gives no structure value", Where(declaration=owner))
            out = list(value.fields)
            for f in fields:
                out[names.index(f.field)] = _partial(f.bound, values)
            return Data(value.constructor, tuple(out))

        return Override(arity, build)

    def _bound(self, port: Port, type: Term, structures: DeclaredStructures) -> BoundFunction:
        bound = BoundFunction(
            port, type, self.spec, structures, guard=self._guard, limits=self.limits
        )
        bound.check()
        return bound

    def _has_field(self, owner: str, field: str) -> bool:
        try:
            return field in self._field_names(self.env.statement(owner))
        except LeanbridgeError:
            return False

    def _field_names(self, declaration: Declaration) -> tuple[str, ...]:
        end: Term = declaration.type
        while isinstance(end, Pi):
            end = end.body
        fn = head(end)
        fields = self.env.structure_fields(fn.name) if isinstance(fn, Const) else None
        if fields is None:
            where = Where(declaration=declaration.name)
            raise InputError(f"{declaration.name} gives no structure", where)
        return fields


def _partial(bound: BoundFunction, values: tuple[Value, ...]) -> Callable[[Value], Value]:
    """The rest of a bound field, as a function of its next argument; `bound` curries itself."""
    return lambda value: bound((*values, value))


def _arity(declaration: Declaration) -> int:
    count, type_ = 0, declaration.type
    while isinstance(type_, Pi):
        count, type_ = count + 1, type_.body
    return count
