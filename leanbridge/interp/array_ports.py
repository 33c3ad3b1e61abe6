"""Python in place of a constant: a call on whole arrays, recorded as one step.

Takes the Lean values of the arguments, gives those of the result at the type that Lean states:
sizes go in as integers, functions of indices as arrays, structures as `Data` of them, proofs as
`PROOF`. Where an argument
depends on further axes (trials, a bound variable around the call) the function is called once for
each of their indices, or mapped over them by JAX. A result of another shape or kind, or a `Fin n`
out of range, is an error that names the constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from leanbridge.errors import InputError, InternalError, Unsupported, Where
from leanbridge.interp.array_axes import Arr, Axis, iota
from leanbridge.interp.array_boundary import scalar_kind
from leanbridge.interp.array_eval import Evaluator
from leanbridge.interp.array_program import UNBOUNDED, Bounds, Kind, Node
from leanbridge.interp.array_tables import Table
from leanbridge.interp.array_values import Fun, Value, index_sizes
from leanbridge.interp.exact import Override
from leanbridge.interp.values import (
    PROOF,
    TYPE_VALUES,
    Data,
    FunctionType,
    ProdType,
    SubType,
    TypeValue,
    show_type,
)

Anything: TypeAlias = Any  # arrays of either backend


@dataclass(frozen=True, slots=True)
class Given:
    """The place of an array argument among the arguments of a step."""

    number: int


@dataclass(frozen=True, slots=True)
class Result:
    """One array of the result."""

    shape: tuple[int, ...]
    kind: Kind
    bounds: Bounds


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """A recorded call: where its arrays go, the sizes of the axes around it, its results."""

    name: str
    override: Override
    template: tuple[Any, ...]
    around: tuple[int, ...]
    results: tuple[Result, ...]
    is_tuple: bool

    def run(self, *arrays: Anything) -> tuple[Anything, ...]:
        """The results, each with the axes around first."""
        if not self.around:
            return self._once(arrays)
        if all(isinstance(a, np.ndarray | np.generic) for a in arrays):
            return self._each(arrays)
        import jax

        mapped = self._once_of_arrays
        for _ in self.around:
            mapped = jax.vmap(mapped)
        return tuple(mapped(list(arrays)))

    def _once_of_arrays(self, arrays: list[Anything]) -> tuple[Anything, ...]:
        return self._once(arrays)

    def _each(self, arrays: Sequence[Anything]) -> tuple[Anything, ...]:
        rows = [
            self._once([a[index] for a in arrays]) for index in product(*map(range, self.around))
        ]
        if not rows:
            return tuple([np.zeros((*self.around, *r.shape)) for r in self.results])
        columns = zip(*rows, strict=True)
        return tuple([
            np.stack(c).reshape((*self.around, *r.shape))
            for c, r in zip(columns, self.results, strict=True)
        ])  # fmt: skip

    def _once(self, arrays: Sequence[Anything]) -> tuple[Anything, ...]:
        out = self.override.function(_placed(self.template, arrays))
        parts = _flat(out) if self.is_tuple else [out]
        if len(parts) != len(self.results):
            raise self._wrong("a wrong number of arrays", str(len(parts)), str(len(self.results)))
        return tuple([self._checked(p, r) for p, r in zip(parts, self.results, strict=True)])

    def _checked(self, part: Anything, result: Result) -> Anything:
        array = part if hasattr(part, "dtype") else np.asarray(part)
        if tuple(array.shape) != result.shape:
            raise self._wrong("a wrong shape", str(tuple(array.shape)), str(result.shape))
        kind = "bool" if array.dtype == bool else "int" if array.dtype.kind in "iu" else "real"
        if kind != result.kind:
            raise self._wrong("a wrong dtype", str(array.dtype), result.kind)
        low, high = result.bounds
        if high is not None and isinstance(array, np.ndarray) and array.size:
            if int(array.min()) < (low or 0) or int(array.max()) > high:
                found = f"{array.min()} to {array.max()}"
                raise self._wrong("an index out of range", found, f"{low} to {high}")
        return array

    def _wrong(self, what: str, got: str, expected: str) -> InputError:
        return InputError(
            f"the result has {what}", Where(declaration=self.name), got=got, expected=expected
        )


def _placed(template: tuple[Any, ...], arrays: Sequence[Anything]) -> tuple[Any, ...]:
    shared: dict[int, Data] = {}  # a record that others share stays one

    def fill(part: Any) -> Any:
        if isinstance(part, Given):
            return arrays[part.number]
        if isinstance(part, Data):
            if id(part) not in shared:
                shared[id(part)] = Data(part.constructor, fill(part.fields))
            return shared[id(part)]
        return tuple(map(fill, part)) if isinstance(part, tuple) else part

    return tuple(map(fill, template))


def _flat(value: Any) -> list[Any]:
    if isinstance(value, tuple | list):
        return [x for part in value for x in _flat(part)]
    return [value]


def ported(run: Evaluator, name: str, values: tuple[Value, ...]) -> Value:
    """The value of a constant that an override replaces, at its arguments."""
    arrays: list[tuple[Arr, tuple[Axis, ...]]] = []
    shared: dict[int, Data] = {}
    try:
        template = tuple([_argument(run, v, arrays, shared) for v in values])
    except Unsupported as error:
        raise Unsupported(error.what, Where(declaration=name)) from error
    around = tuple(dict.fromkeys(x for a, own in arrays for x in a.axes if x not in own))
    nodes = [_node(run, a, (*around, *own)) for a, own in arrays]
    declaration = run.definitions.declaration(name)
    if declaration is None:
        raise InputError(f"an override of {name}, which is not declared")
    results, shape = _results(run, run.type_at(declaration.type, values), ())
    call = Call(
        name, run.overrides[name], template, tuple([a.size for a in around]),
        tuple(r for r, _ in results), isinstance(shape, tuple),
    )  # fmt: skip
    step = run.rec.builder.node("call", nodes, call, (), "real")
    parts = []
    for number, (result, axes) in enumerate(results):
        full = (*call.around, *result.shape)
        on_numpy = UNBOUNDED if result.bounds[1] is None else result.bounds
        node = run.rec.builder.node("part", [step], number, full, result.kind, on_numpy)
        array = Arr(node, (*around, *axes), result.kind)
        parts.append(Table(array, axes) if axes else array)
    return _rebuilt(shape, iter(parts))


def _rebuilt(shape: Any, parts: Any) -> Value:
    if isinstance(shape, tuple):
        return tuple([_rebuilt(s, parts) for s in shape])
    return next(parts)


def _argument(
    run: Evaluator,
    value: Value,
    arrays: list[tuple[Arr, tuple[Axis, ...]]],
    shared: dict[int, Data],
) -> Any:
    match value:
        case Arr() if value.is_known_scalar:
            return value.data
        case Arr():
            arrays.append((value, ()))
            return Given(len(arrays) - 1)
        case tuple():
            return tuple([_argument(run, v, arrays, shared) for v in value])
        case _ if value is PROOF or isinstance(value, (*TYPE_VALUES, str)):
            return value
        case Fun() | Table():
            table = run.table(value) if isinstance(value, Fun) else value
            if table is None:
                raise Unsupported("a port whose argument is a function, on arrays")
            if isinstance(table, tuple):
                return tuple([_argument(run, v, arrays, shared) for v in table])
            axes = tuple([Axis(a.size, a.name) for a in table.arguments])
            arrays.append((run.apply(table, *[iota(a) for a in axes]), axes))
            return Given(len(arrays) - 1)
        case Data(name, fields):
            if id(value) not in shared:
                parts = tuple([_argument(run, f, arrays, shared) for f in fields])
                shared[id(value)] = Data(name, parts)
            return shared[id(value)]
    raise InternalError(f"{type(value).__name__} as an argument")


def _node(run: Evaluator, a: Arr, axes: Sequence[Axis]) -> Node:
    builder = run.rec.builder
    places = [a.axes.index(x) for x in axes if x in a.axes]
    node = builder.transpose(run.rec.node(a), places)
    node = builder.reshape(node, tuple([x.size if x in a.axes else 1 for x in axes]))
    return builder.broadcast(node, tuple([x.size for x in axes]))


def _results(
    run: Evaluator, type: TypeValue, axes: tuple[Axis, ...]
) -> tuple[list[tuple[Result, tuple[Axis, ...]]], Any]:
    """The arrays of a result type with their axes, and their nesting in pairs."""
    match type:
        case FunctionType(domain, codomain) if index_sizes(domain) is not None:
            more, point = run.fresh(domain)
            return _results(run, codomain(point), (*axes, *more))
        case ProdType(first, second):
            left, one = _results(run, first, axes)
            right, two = _results(run, second, axes)
            return [*left, *right], (one, two)
        case SubType(carrier, _):
            return _results(run, carrier, axes)
    found = scalar_kind(type)
    if found is None:
        raise Unsupported(f"a port with a result of type {show_type(type)}, on arrays")
    return [(Result(tuple([a.size for a in axes]), *found), axes)], None
