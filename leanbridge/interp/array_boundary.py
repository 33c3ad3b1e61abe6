"""Where arrays go in and come out: values of a Lean type as inputs, results as outputs.

An array has an axis for each index argument, row-major; a function to pairs is a tuple of arrays,
a finite set of indices the array of who is a member, a structure a `Data` of outputs. Shapes must
agree exactly: nothing is broadcast at the boundary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from leanbridge.core.terms import Pi, Term
from leanbridge.errors import InputError, Unsupported
from leanbridge.interp import values as exact_values
from leanbridge.interp.array_axes import Arr, Axis, iota, known
from leanbridge.interp.array_eval import Evaluator
from leanbridge.interp.array_order import member
from leanbridge.interp.array_program import UNBOUNDED, Bounds, Kind, Node
from leanbridge.interp.array_tables import Table
from leanbridge.interp.array_values import Fun, Members, Value, index_sizes
from leanbridge.interp.reals import Number, to_float
from leanbridge.interp.values import (
    PROOF,
    TYPE_VALUES,
    BaseType,
    Data,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    ProofType,
    PropType,
    SubType,
    TypeValue,
    show_type,
)

Anything: TypeAlias = Any  # arrays of either backend


@dataclass(frozen=True, slots=True)
class Slot:
    """One array argument: its shape without trials, its kind, the bounds of its integers."""

    shape: tuple[int, ...]
    kind: Kind
    bounds: Bounds = UNBOUNDED
    name: str = ""  # of the field that it is, if it is one


@dataclass(frozen=True, slots=True)
class Record:
    """A structure argument: the templates of its fields that are data, by name."""

    constructor: str
    fields: tuple[tuple[str, Template], ...]


Template: TypeAlias = Any  # a Slot, a pair of templates, or a Record


# ----- inputs ---------------------------------------------------------------------------------


class Inputs:
    """Adds the inputs of one recording; with trials, each array has one more axis, the first."""

    def __init__(self, evaluator: Evaluator, trials: Axis | None) -> None:
        self.evaluator, self.trials = evaluator, trials
        self.slots: list[Slot] = []

    def array(self, slot: Slot, *, has_trials: bool) -> Value:
        """A new input, as a scalar or as a function of its indices."""
        axes = [Axis(n) for n in slot.shape]
        outer = [self.trials] if has_trials and self.trials is not None else []
        shape = tuple([a.size for a in (*outer, *axes)])
        node = self.evaluator.rec.builder.input(shape, slot.kind, slot.bounds)
        self.slots.append(slot)
        made = Arr(node, (*outer, *axes), slot.kind)
        return Table(made, tuple(axes)) if axes else made

    def of_type(self, type: TypeValue, name: str = "") -> tuple[Value, Template]:
        """Inputs that make up a value of a type, and their nesting; `name` is that of a field."""
        shape: tuple[int, ...] = ()
        entry = type
        while isinstance(entry, FunctionType):
            sizes = index_sizes(entry.domain)
            if sizes is None:
                raise Unsupported(f"an argument of type {show_type(type)} is no array")
            _, point = self.evaluator.fresh(entry.domain)
            shape, entry = (*shape, *sizes), entry.codomain(point)
        return self._entry(shape, entry, type, name)

    def _entry(
        self, shape: tuple[int, ...], entry: TypeValue, type: TypeValue, name: str = ""
    ) -> tuple[Value, Template]:
        match entry:
            case ProdType(first, second):
                one, left = self._nested(shape, first, type)
                two, right = self._nested(shape, second, type)
                return (one, two), (left, right)
            case SubType(carrier, _):
                return self._entry(shape, carrier, type, name)
            case DataType() if not shape:
                return self._structure(entry)
        found = scalar_kind(entry)
        if found is None:
            raise Unsupported(f"an argument of type {show_type(type)} is no array")
        slot = Slot(shape, *found, name)
        return self.array(slot, has_trials=True), slot

    def _structure(self, type: DataType) -> tuple[Value, Template]:
        """Inputs for the fields of a structure; its proofs are not asked for."""
        run = self.evaluator
        declaration = run.definitions.declaration(type.name)
        names = () if declaration is None else declaration.constructors
        made = run.definitions.declaration(names[0]) if len(names) == 1 else None
        if made is None or made.constructor is None:
            raise Unsupported(f"an argument of type {show_type(type)} is no array")
        ctor = made.constructor
        at: Term = made.type
        env = (*run.outside, *type.arguments[: ctor.params])
        for _ in range(ctor.params):
            assert isinstance(at, Pi)
            at = at.body
        values, parts = list[Value](), list[tuple[str, Template]]()
        for name, is_proof in zip(ctor.fields, ctor.proof_fields, strict=True):
            assert isinstance(at, Pi)
            value = PROOF
            if not is_proof:
                field_type = run.as_type(run.evaluate(at.type, env))
                value, template = self.of_type(field_type, f"{type.name}.{name}")
                parts.append((name, template))
            values.append(value)
            at, env = at.body, (*env, value)
        return Data(ctor.name, tuple(values)), Record(ctor.name, tuple(parts))

    def _nested(
        self, shape: tuple[int, ...], entry: TypeValue, type: TypeValue
    ) -> tuple[Value, Template]:
        if isinstance(entry, FunctionType):
            sizes = index_sizes(entry.domain)
            if sizes is None:
                raise Unsupported(f"an argument of type {show_type(type)} is no array")
            _, point = self.evaluator.fresh(entry.domain)
            return self._nested((*shape, *sizes), entry.codomain(point), type)
        return self._entry(shape, entry, type)


def scalar_kind(type: TypeValue) -> tuple[Kind, Bounds] | None:
    """The kind and the bounds of a type whose values are entries of an array, else None."""
    match type:
        case BaseType("Real" | "Rat"):
            return "real", UNBOUNDED
        case FinType(n):
            return "int", (0, n - 1)
        case BaseType("Nat"):
            return "int", (0, None)
        case BaseType("Int"):
            return "int", UNBOUNDED
        case BaseType("Bool") | PropType():
            return "bool", UNBOUNDED
        case _:
            return None


def kind_of(array: NDArray[Any]) -> Kind:
    """The kind of an array by its dtype."""
    if array.dtype == np.bool_:
        return "bool"
    if np.issubdtype(array.dtype, np.integer):
        return "int"
    if np.issubdtype(array.dtype, np.floating):
        return "real"
    raise InputError("an array of floats, integers or truths is needed", got=str(array.dtype))


def from_exact(value: Any) -> Any:
    """A value of `interp.values` as arrays: tables stacked, numbers as they are."""
    match value:
        case exact_values.Table(entries):
            parts = [from_exact(e) for e in entries]
            if parts and isinstance(parts[0], tuple):
                return tuple([np.stack(column) for column in zip(*parts, strict=True)])
            return np.stack([np.asarray(p) for p in parts]) if parts else np.zeros(0)
        case bool() | int() | float() | str():
            return value
        case tuple():
            return tuple([from_exact(v) for v in value])
        case Data(name, fields):
            return Data(name, tuple([from_exact(f) for f in fields]))
        case fmpq() | Number():
            return to_float(value)
        case _:
            return value


SAMPLES = (-1.5, 0.0, 2 / 3)  # where a function of a real in a record is looked at


# ----- outputs --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Output:
    """The number of a result, in the place where its array goes."""

    number: int


class Outputs:
    """Collects the results of one recording."""

    def __init__(self, evaluator: Evaluator, trials: Axis | None) -> None:
        self.evaluator, self.trials = evaluator, trials
        self.nodes: list[Node] = []
        self._shared: dict[int, tuple[Data, Data]] = {}  # a record that others share is one

    def collect(self, value: Value, axes: Sequence[Axis] = ()) -> Any:
        """The template of a value: `Output`s in tuples and `Data`. A function of a real in a record
        is its values at `SAMPLES`."""
        run = self.evaluator
        match value:
            case Arr():
                return self._array(value, axes)
            case Table():
                more = [Axis(a.size, a.name) for a in value.arguments]
                return self.collect(run.apply(value, *[iota(a) for a in more]), [*axes, *more])
            case Fun():
                domain = value.domain() if value.domain is not None else None
                if self._shared and domain in (None, BaseType("Real")):
                    return tuple([self.collect(run.apply(value, known(x)), axes) for x in SAMPLES])
                if domain is None or index_sizes(domain) is None:
                    what = "a function" if domain is None else f"a function on {show_type(domain)}"
                    raise Unsupported(f"{what} is no array")
                more, point = run.fresh(domain)
                return self.collect(run.apply(value, point), [*axes, *more])
            case Members():
                return self._members(value, axes)
            case tuple():
                return tuple([self.collect(v, axes) for v in value])
            case Data() if not axes:
                return self._record(value)
            case Data(name, fields):
                return Data(name, tuple([self.collect(f, axes) for f in fields]))
            case ProofType():
                return self._array(run.as_truth(value), axes)
            case _ if value is PROOF or isinstance(value, str):
                return value
        if isinstance(value, TYPE_VALUES):
            raise Unsupported(f"a type is no array: {show_type(value)}")
        raise Unsupported(f"{type(value).__name__} is no array")

    def _record(self, value: Data) -> Data:
        if id(value) not in self._shared:
            self._shared[id(value)] = (value, value)  # a function in it is in a record
            fields = tuple([self.collect(f) for f in value.fields])
            self._shared[id(value)] = (value, Data(value.constructor, fields))
        return self._shared[id(value)][1]

    def _members(self, s: Members, axes: Sequence[Axis]) -> Any:
        run = self.evaluator
        sizes = index_sizes(s.domain)
        if sizes is None:
            raise Unsupported(f"a finite set in {show_type(s.domain)} is no array")
        more, point = run.fresh(s.domain)
        return self._array(member(run, s.domain, s, point), [*axes, *more])

    def _array(self, a: Arr, axes: Sequence[Axis]) -> Output:
        order = [*([self.trials] if self.trials is not None else []), *axes]
        unknown = [x for x in a.axes if x not in order]
        assert not unknown, f"axes left in a result: {unknown}"
        rec = self.evaluator.rec
        node = rec.node(a)
        places = [a.axes.index(x) for x in order if x in a.axes]
        node = rec.builder.transpose(node, places)
        node = rec.builder.reshape(node, tuple([x.size if x in a.axes else 1 for x in order]))
        self.nodes.append(rec.builder.broadcast(node, tuple([x.size for x in order])))
        return Output(len(self.nodes) - 1)


def filled(template: Any, arrays: Sequence[Anything]) -> Any:
    """A template with its arrays; what it shares stays shared."""
    shared: dict[int, Data] = {}

    def go(part: Any) -> Any:
        match part:
            case Output(number):
                return arrays[number]
            case tuple():
                return tuple([go(t) for t in part])
            case Data(name, fields):
                if id(part) not in shared:
                    shared[id(part)] = Data(name, tuple([go(f) for f in fields]))
                return shared[id(part)]
            case _:
                return part

    return go(template)


def _fields(template: Record, argument: Any) -> list[Any]:
    names = [name for name, _ in template.fields]
    if isinstance(argument, Data):
        if argument.constructor != template.constructor:
            raise InputError("another structure", got=argument.constructor)
        found = [f for f in argument.fields if f is not PROOF]
    elif isinstance(argument, tuple | list):
        found = list(argument)
    else:
        found = [getattr(argument, n) for n in names if hasattr(argument, n)]
        lacking = [n for n in names if not hasattr(argument, n)]
        if lacking:
            raise InputError(
                f"{template.constructor} needs its fields",
                got=f"none named {', '.join(lacking)}",
                expected=", ".join(names),
            )
    if len(found) != len(names):
        raise InputError(
            f"{template.constructor} needs its fields",
            got=str(len(found)),
            expected=", ".join(names),
        )
    return found


def flat_arguments(template: Template, argument: Any) -> list[Any]:
    """The arrays of an argument, in the order of its slots. A structure is `Data`, a tuple of its
    fields that are data, or an object with them as attributes."""
    if isinstance(template, Record):
        parts = zip(template.fields, _fields(template, argument), strict=True)
        return [a for (_, t), x in parts for a in flat_arguments(t, x)]
    if isinstance(template, tuple):
        if not isinstance(argument, tuple | list) or len(argument) != 2:
            raise InputError("a pair is needed", got=type(argument).__name__)
        return [a for t, x in zip(template, argument, strict=True) for a in flat_arguments(t, x)]
    return [argument]
