"""Which Lean binder goes to which Python parameter.

Takes the telescope of a bound name and the signature of its port; gives a `Plan`. The rules:

- a binder that has the name of a keyword-only parameter is passed by that keyword;
- proofs, types and implicit binders are not passed otherwise;
- `args` of the binding names the binders of the positional parameters, in their order;
- without `args`, the other explicit binders are the positional parameters; if there are fewer
  parameters, the first binders are passed (a port that takes `*args` needs `args`);
- an explicit size (a ℕ) before the last passed binder may be left out: shapes tell it;
- what is left over must stand last and be indices: the port gives whole arrays, they index them.

Worked example: `argmax {c h} (x : Fin c → Fin h → ℝ) (i : Fin c) : Fin h` bound to
`def argmax(x)` passes `x`, and `i` indexes the integer array (c,) that comes back.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import NAT as NAT_TYPE
from leanbridge.core.terms import BinderInfo, FVar, Pi, Term, instantiate
from leanbridge.errors import InputError, LeanbridgeError
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import PROOF, BaseType, ProofType, TypeValue, Value
from leanbridge.ports.loading import Port
from leanbridge.ports.names import python_name
from leanbridge.ports.tensors import index_axes

NAT = BaseType("Nat")


class Types(Protocol):
    """What ports ask of an interpreter: `interp.exact.Exact` is one."""

    @property
    def definitions(self) -> Definitions: ...

    def type_value(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> TypeValue:
        """The value of a type at values of its free variables."""
        ...


@dataclass(frozen=True, slots=True)
class Binder:
    """One binder of a telescope; its `type` is under the variables of the binders before it."""

    name: str
    info: BinderInfo
    type: Term
    variable: FVar


@dataclass(frozen=True, slots=True)
class Plan:
    """Binders by position: the positional arguments, the keywords, the indices of the result."""

    positional: tuple[int, ...]
    keywords: Mapping[str, int]
    indices: tuple[int, ...]

    @property
    def needed(self) -> int:
        """How many binders, from the first, must have values for the port to be called."""
        return max((*self.positional, *self.keywords.values()), default=-1) + 1


@lru_cache(maxsize=4096)
def telescope(type: Term) -> tuple[tuple[Binder, ...], Term]:
    """The leading binders of a closed type, each with a free variable, and what they range over."""
    binders: list[Binder] = []
    variables: tuple[FVar, ...] = ()
    while isinstance(type, Pi):
        variable = FVar(-1 - len(binders), type.name)
        binders.append(Binder(type.name, type.info, instantiate(type.type, variables), variable))
        variables = (*variables, variable)
        type = type.body
    return tuple(binders), instantiate(type, variables)


def data_types(
    binders: Sequence[Binder], values: Sequence[Value], types: Types
) -> list[TypeValue | None]:
    """The type of each explicit binder at `values`; None for an implicit one, a proof, a type.

    The truth of a proposition is not asked for, as far as its head tells that it is one.
    """
    found: list[TypeValue | None] = []
    variables = {b.variable: v for b, v in zip(binders, values, strict=True)}
    for binder in binders:
        type = None
        if binder.info == "" and is_proposition(binder.type, types.definitions) is not True:
            type = types.type_value(binder.type, variables)
        is_data = not isinstance(type, ProofType) and type != BaseType("Type")
        found.append(type if is_data else None)
    return found


def check_keywords(port: Port, binders: Sequence[Binder]) -> None:
    """Raise InputError unless every keyword that the port needs is the name of a binder."""
    known = [python_name(b.name) for b in binders]
    for keyword in port.needed:
        if keyword not in known:
            what = f"{port.name} needs a keyword that is no binder of {port.binding.lean_name}"
            expected = f"one of {', '.join(known)}"
            raise InputError(what, port.binding.where, keyword, expected)


def plan_of(port: Port, binders: Sequence[Binder], types: Sequence[TypeValue | None]) -> Plan:
    """Match the parameters of `port` with the binders; `types` are theirs at some values, None
    where nothing is passed.

    Raises: InputError where they do not fit.
    """
    keywords = {
        python_name(b.name): i
        for i, b in enumerate(binders)
        if python_name(b.name) in port.keywords
    }
    data = [i for i, b in enumerate(binders) if b.info == "" and types[i] is not None]
    positional = _positional(port, binders, [i for i in data if i not in keywords.values()])
    last = max(positional, default=-1)
    indices = []
    for i in data:
        if i in positional or i in keywords.values() or (i < last and types[i] == NAT):
            continue
        type = types[i]
        if i < last or type is None or index_axes(type) is None:
            raise _unplaced(port, binders, data, positional, i)
        indices.append(i)
    return Plan(tuple(positional), keywords, tuple(indices))


def _positional(port: Port, binders: Sequence[Binder], explicit: list[int]) -> list[int]:
    args, parameters = port.binding.args, port.positional
    if args is None and parameters is None:
        raise InputError(
            f"{port.name} does not say how many arguments it takes",
            port.binding.where,
            "*args, or no signature",
            todo="name the passed binders with args = [...]",
        )
    if args is None:
        return explicit[: len(parameters or ())]
    if parameters is not None and len(args) < len(parameters):
        raise InputError(
            f"{port.name} needs {len(parameters)} arguments, and args names {len(args)}",
            port.binding.where,
            ", ".join(args),
            f"Lean binders for {', '.join(parameters)}",
        )
    return [_position(port, name, binders) for name in args]


def _position(port: Port, name: str, binders: Sequence[Binder]) -> int:
    for i, binder in enumerate(binders):
        if name in (binder.name, python_name(binder.name)):
            return i
    known = ", ".join(dict.fromkeys([b.name for b in binders]))
    what = f"args of {port.binding.lean_name}: no binder `{name}` among its binders {known}"
    near = difflib.get_close_matches(name, [b.name for b in binders], 1, 0.6)
    todo = f"did you mean {near[0]}?" if near else None
    raise InputError(what, port.binding.where, ", ".join(port.binding.args or ()), todo=todo)


def matched(port: Port, binders: Sequence[Binder], positional: Sequence[int]) -> str:
    """Which parameter stands for which binder, for people."""
    names = [binders[i].name for i in positional]
    if port.positional is None:
        return ", ".join([f"argument {i} is {name}" for i, name in enumerate(names, start=1)])
    pairs = zip(port.positional, names, strict=False)
    return ", ".join([f"parameter {parameter} is {name}" for parameter, name in pairs])


def taken_by_position(port: Port, binders: Sequence[Binder], plan: Plan, types: Types) -> str:
    """What to say of a port that fails where a parameter of another name was given a size, or an
    index of the result: it may be meant as something else. Empty where there is no such one."""
    if port.positional is None or port.binding.args is not None:
        return ""
    probe = tuple([1 if b.type is NAT_TYPE else PROOF for b in binders])
    try:
        found = data_types(binders, probe, types)
    except (LeanbridgeError, ArithmeticError, LookupError, TypeError):
        return ""
    notes, may_index = [], True
    for parameter, i in reversed(list(zip(port.positional, plan.positional, strict=False))):
        type, name = found[i], binders[i].name
        may_index = may_index and type is not None and index_axes(type) is not None
        if parameter in (name, python_name(name)):
            continue
        if may_index:
            notes.append(
                f"{parameter} was given {name}, an index of the Lean result (a port without that"
                " parameter gives the whole array)"
            )
        elif type == NAT:
            notes.append(f"{parameter} was given {name}, a size (args = [...] can leave it out)")
    return f"; by position, {' and '.join(reversed(notes))}" if notes else ""


def _unplaced(
    port: Port, binders: Sequence[Binder], data: Sequence[int], positional: Sequence[int], i: int
) -> InputError:
    parameters = port.positional or ("*",)
    names = [binders[k].name for k in data]
    absent = [n for n in names if not {n, python_name(n)} & set(parameters)]
    hint = f"no parameter is called {' or '.join(absent)}: " if absent else ""
    matches = matched(port, binders, positional)
    return InputError(
        f"{port.name} takes {len(positional)} arguments, so that nothing passes {binders[i].name}"
        f" of {port.binding.lean_name}, which does not index the result",
        port.binding.where,
        f"parameters ({', '.join(parameters)}){'; by position, ' + matches if matches else ''}",
        f"a parameter for each of the Lean binders {', '.join(names)}, but for indices at the end",
        todo=f"{hint}add a parameter, or name the passed binders with args = [...]",
    )
