"""A port in the place of a Lean constant.

Takes a port and the Lean type of the bound name (a core telescope of `Pi`s); gives a function of
the core arguments, as an interpreter calls it. `signature` says which binder goes where. The same
passed arguments never call a port again: indexing a result costs no call.

Worked example: `argmax {c h w} (x : Tensor3 c h w) (i : Fin c) (j : Fin h) : Fin 3 × Fin 3`, bound
to `def argmax(x)`, is called with an array (c, h, w) and gives two integer arrays (c, h).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from math import prod
from typing import Any

import numpy as np

from leanbridge.core.terms import NAT as NAT_TYPE
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import InputError, LeanbridgeError, Unsupported
from leanbridge.interp.failures import LimitReached
from leanbridge.interp.values import PROOF, FunctionType, TypeValue, Value
from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports.arrays import Exactness, is_array
from leanbridge.ports.calling import Guard, call_port
from leanbridge.ports.fault import BoundaryFault, reading, shown
from leanbridge.ports.layout import axes_of
from leanbridge.ports.loading import Port
from leanbridge.ports.marshal import (
    Boundary,
    Rounding,
    Structures,
    as_function,
    curried,
    from_python,
    to_arrays,
    to_python,
)
from leanbridge.ports.names import python_name
from leanbridge.ports.signature import (
    Binder,
    Plan,
    Types,
    check_keywords,
    data_types,
    matched,
    plan_of,
    taken_by_position,
    telescope,
)
from leanbridge.ports.tensors import array_shapes, index_axes, skeleton_of

TAKEN = ("raised", "shape", "type")  # faults that a parameter with a wrong argument may bring about
RESULT = "return"  # the key of the result's layout
REPEATED = 64  # first calls of a port that are made twice, to see whether the result is stable
REPEATED_LATER = 16  # and after them every so many; of calls with arrays, which may be large,
# the first and every so many
REMEMBERED = 1 << 20  # entries of results of calls with arrays, and as many per call besides:
BESIDES = 1 << 12
REMEMBERED_NUMBERS = 65_536  # calls with integers only


@dataclass(slots=True)
class BoundFunction:
    """A port as a function of the core arguments of a Lean name.

    It takes all `arity` of them at once; binders that index the result may be left out at the end.
    `exact` sends exact numbers instead of floats. `rounding` counts the real arguments that were
    rounded on the way out; `calls` the calls of the port on Lean values, `calls_on_arrays` those
    on arrays. A call whose result is remembered from before `begin` is counted as one.
    """

    port: Port
    type: Term
    types: Types
    structures: Structures | None = None
    exact: Exactness = False
    guard: Guard = nullcontext
    limits: Limits = DEFAULT
    rounding: Rounding = field(default_factory=Rounding)
    calls: int = 0
    calls_on_arrays: int = 0
    binders: tuple[Binder, ...] = field(init=False)
    codomain: Term = field(init=False)
    _plan: Plan | None = field(init=False, default=None)
    _made: int = field(init=False, default=0)  # calls that were made
    _epoch: int = field(init=False, default=0)
    _by_numbers: _Memory = field(init=False)
    _by_identity: _Memory = field(init=False)
    _by_content: _Memory = field(init=False)

    def __post_init__(self) -> None:
        self.binders, self.codomain = telescope(self.type)
        self.forget()
        check_keywords(self.port, self.binders)

    def check(self) -> None:
        """Raise InputError where the signature does not fit the Lean type, as far as sizes of 1
        tell: else a call says it."""
        probe = tuple([1 if b.type is NAT_TYPE else PROOF for b in self.binders])
        try:
            types = data_types(self.binders, probe, self.types)
        except (LeanbridgeError, ArithmeticError, LookupError, TypeError):
            return  # a type that depends on data
        plan_of(self.port, self.binders, types)

    def forget(self) -> None:
        """Drop all remembered results: the next calls are as the first ones."""
        self.calls_on_arrays = 0
        self._by_numbers = _Memory(REMEMBERED_NUMBERS)
        self._by_identity, self._by_content = _Memory(REMEMBERED), _Memory(REMEMBERED)

    def begin(self) -> None:
        """Count from now on as if nothing was remembered: what a check costs does not depend on
        the checks before it."""
        self._epoch += 1
        self._by_numbers = _Memory(REMEMBERED_NUMBERS)

    @property
    def arity(self) -> int:
        return len(self.binders)

    def __call__(self, values: tuple[Value, ...]) -> Value:
        """The Lean value of the port at these core arguments; of too few, a function of the next.

        Raises: BoundaryFault; InputError where the signature does not fit the Lean type.
        """
        for v in values:
            if type(v) is not int:
                return self._at(values)
        if values not in self._by_numbers:  # the short way of an index map
            self._by_numbers.put(values, self._at(values), None)
        return self._by_numbers.get(values)

    def _at(self, values: tuple[Value, ...]) -> Value:
        given = len(values)
        values = (*values, *[0] * (self.arity - given))
        if self._plan is None:
            self._plan = plan_of(
                self.port, self.binders, data_types(self.binders, values, self.types)
            )
        plan = self._plan
        if given < plan.needed:
            return lambda value: self((*values[:given], value))
        held = [v for i, v in enumerate(values) if i not in plan.indices]
        key = tuple([_identity(v) for v in held])
        if key not in self._by_identity:
            made = self._whole(values, plan)
            self._by_identity.put(key, made, held, made.weight)
        found: _Result = self._by_identity.get(key)
        self._count(found)
        result = found.value
        self.rounding.count += found.rounded
        for i in plan.indices:
            if i < given:
                result = result(values[i])
        return result

    @contextmanager
    def _saying_what_was_taken(self, plan: Plan) -> Iterator[None]:
        """A fault may come from a parameter that something else was passed to than it is for."""
        try:
            yield
        except BoundaryFault as fault:
            if fault.kind in TAKEN:
                fault.message += taken_by_position(self.port, self.binders, plan, self.types)
            raise

    # ----- on arrays

    @property
    def outer(self) -> int:
        """How many binders stand before those that index the result, as far as sizes of 1 tell."""
        probe = tuple([1 if b.type is NAT_TYPE else PROOF for b in self.binders])
        try:
            types = data_types(self.binders, probe, self.types)
        except (LeanbridgeError, ArithmeticError, LookupError, TypeError):
            return self.arity  # a type that depends on data
        return min(plan_of(self.port, self.binders, types).indices, default=self.arity)

    def on_arrays(self, values: tuple[Value, ...]) -> Any:
        """The arrays that the port gives for the first `outer` core arguments, sizes as integers
        and data as arrays, in records as Lean nests them: no number becomes an exact one.

        Raises: BoundaryFault; InputError where the signature does not fit the Lean type.
        """
        given, values = len(values), (*values, *[0] * (self.arity - len(values)))
        plan = plan_of(self.port, self.binders, data_types(self.binders, values, self.types))
        if given < plan.needed:
            raise Unsupported(f"{self.port.name}: a binder passed after an index, on arrays")
        boundary = Boundary(self.port.binding.dtype, False, self.structures, self._call_on_arrays)
        sizes = self._sizes(values, plan)

        def argument(i: int) -> Any:
            made = to_python(
                values[i], self._type(self.binders[i].type, values), boundary, Rounding()
            )
            return self._with_layout(made, self.binders[i], sizes)

        passed = tuple([argument(i) for i in plan.positional])
        keywords = {name: argument(i) for name, i in plan.keywords.items()}
        result_type = self._result_type(values, [i for i in plan.indices if i >= given])
        if len(self.port.positional or ()) > len(passed):
            raise Unsupported(f"{self.port.name}: a function as a result, on arrays")
        with self._saying_what_was_taken(plan):
            made = self._call_on_arrays(self.port.function, passed, keywords)
            layout = self.port.binding.layout.get(RESULT)
            if layout is not None:
                made = self._flat(made, result_type, layout, sizes)
            return to_arrays(made, result_type, boundary)

    def _type(self, term: Term, values: tuple[Value, ...]) -> TypeValue:
        variables: dict[FVar, Value] = {
            b.variable: v for b, v in zip(self.binders, values, strict=True)
        }
        return self.types.type_value(term, variables)

    def _whole(self, values: tuple[Value, ...], plan: Plan) -> _Result:
        """The result before it is indexed."""
        boundary = Boundary(self.port.binding.dtype, self.exact, self.structures, self._call)
        rounding = Rounding()
        sizes = self._sizes(values, plan)

        def argument(i: int) -> Any:
            type = self._type(self.binders[i].type, values)
            made = to_python(values[i], type, boundary, rounding)
            return self._with_layout(made, self.binders[i], sizes)

        passed = tuple([argument(i) for i in plan.positional])
        keywords = {name: argument(i) for name, i in plan.keywords.items()}
        left = [i for i in range(self.arity) if i not in (*plan.positional, *plan.indices)]
        rest = tuple([_identity(values[i]) for i in left])  # the result's type may depend on them
        key = (_content(passed), _content(tuple(keywords.values())), tuple(sizes.items()), rest)
        if key not in self._by_content:
            result_type = self._result_type(values, plan.indices)
            entries = self._entries_of(result_type)
            with self._saying_what_was_taken(plan):
                result = self._result(passed, keywords, result_type, boundary, sizes)
            held = (passed, keywords, [values[i] for i in left])
            made = _Result(result, rounding.count, entries + BESIDES)
            self._by_content.put(key, made, held, made.weight)
        found: _Result = self._by_content.get(key)
        return found

    def _count(self, result: _Result) -> None:
        if result.epoch != self._epoch:
            result.epoch = self._epoch
            self.calls += 1

    def _entries_of(self, type: TypeValue) -> int:
        """How many entries a result has. Raises: LimitReached for too many."""
        skeleton = skeleton_of(type)
        shapes = () if skeleton is None else array_shapes(skeleton)
        entries = sum(prod(shape.axes) for shape in shapes)
        if entries > self.limits.port_entries:
            raise LimitReached(
                "limit: port entries", got=str(entries), expected=str(self.limits.port_entries)
            )
        return entries

    def _sizes(self, values: tuple[Value, ...], plan: Plan) -> dict[str, int]:
        """The natural numbers among the arguments, by the Python names of their binders."""
        return {
            python_name(self.binders[i].name): v
            for i, v in enumerate(values)
            if type(v) is int and i not in plan.indices
        }

    def _with_layout(self, made: Any, binder: Binder, sizes: Mapping[str, int]) -> Any:
        layout = self.port.binding.layout.get(binder.name)
        if layout is None:
            return made
        where = self.port.binding.where
        if not isinstance(made, np.ndarray) or made.ndim != 1:
            raise InputError(f"the layout of {binder.name} is for a flat array", where)
        return made.reshape(axes_of(layout, len(made), sizes, where))

    def _result_type(self, values: tuple[Value, ...], indices: Sequence[int]) -> TypeValue:
        """The type of the whole result: functions on the binders that index it."""
        if not indices:
            return self._type(self.codomain, values)
        first, rest = indices[0], indices[1:]

        def at(index: Value) -> TypeValue:
            return self._result_type((*values[:first], index, *values[first + 1 :]), rest)

        return FunctionType(self._type(self.binders[first].type, values), at)

    def _result(
        self,
        passed: tuple[Any, ...],
        keywords: Mapping[str, Any],
        result_type: TypeValue,
        boundary: Boundary,
        sizes: Mapping[str, int],
    ) -> Value:
        if len(self.port.positional or ()) > len(passed):
            return self._partial(passed, keywords, result_type, boundary)
        made = self._call(self.port.function, passed, keywords)
        layout = self.port.binding.layout.get(RESULT)
        if layout is not None:
            made = self._flat(made, result_type, layout, sizes)
        return from_python(made, result_type, boundary)

    def _call(
        self, function: Callable[..., Any], passed: tuple[Any, ...], keywords: Mapping[str, Any]
    ) -> Any:
        """Call the port, or a function that it gave, as a port."""
        self._made += 1
        is_repeated = self._made <= REPEATED or self._made % REPEATED_LATER == 0
        port = replace(self.port, function=function)
        return call_port(port, passed, keywords, is_repeated=is_repeated, guard=self.guard)

    def _call_on_arrays(
        self, function: Callable[..., Any], passed: tuple[Any, ...], keywords: Mapping[str, Any]
    ) -> Any:
        is_repeated = self.calls_on_arrays % REPEATED_LATER == 0
        self.calls_on_arrays += 1
        port = replace(self.port, function=function)
        return call_port(port, passed, keywords, is_repeated=is_repeated, guard=self.guard)

    def _partial(
        self,
        passed: tuple[Any, ...],
        keywords: Mapping[str, Any],
        result_type: TypeValue,
        boundary: Boundary,
    ) -> Value:
        """A port with more parameters than binders: the Lean codomain is a function."""
        result_type = as_function(result_type)
        if isinstance(result_type, FunctionType) and skeleton_of(result_type) is None:
            whole = partial(self.port.function, **keywords)
            return curried(whole, result_type, boundary, "the result", passed)
        names = self.port.positional or ()
        matches = matched(self.port, self.binders, self._plan.positional if self._plan else ())
        raise InputError(
            f"{self.port.name} needs more arguments than {self.port.binding.lean_name} has:"
            f" nothing is passed to {', '.join(names[len(passed) :])}",
            self.port.binding.where,
            f"parameters ({', '.join(names)}){'; by position, ' + matches if matches else ''}",
            f"at most {len(passed)} positional parameters without a default",
        )

    def _flat(
        self, made: Any, result_type: TypeValue, layout: Sequence[str], sizes: Mapping[str, int]
    ) -> Any:
        """A result with axes as the flat array that Lean has; its shape is checked first."""
        where = self.port.binding.where
        axes = index_axes(result_type.domain) if isinstance(result_type, FunctionType) else None
        if axes is None or len(axes) != 1:
            raise InputError("the layout of the result is for a flat array", where)
        expected = axes_of(layout, axes[0], sizes, where)
        with reading("the result", made):
            if not is_array(made):
                what = f"the result is not an array {expected}"
                raise BoundaryFault("type", what, shown(made), f"an array {expected}")
            array = np.asarray(made)
        shape = array.shape
        if shape != expected:
            raise BoundaryFault("shape", "the result has a wrong shape", str(shape), str(expected))
        return array.reshape(-1)


# ----- memory -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Result:
    """A result, how many numbers were rounded for it, what it weighs in memory, and when it was
    last counted as a call."""

    value: Value
    rounded: int
    weight: int
    epoch: int = -1


class _Memory:
    """The last results, by a hashable key; `held` keeps alive what the key identifies. `size`
    bounds their number, or, if they have a weight, the sum of the weights."""

    def __init__(self, size: int) -> None:
        self._size, self._weight = size, 0
        self._entries: OrderedDict[Hashable, tuple[Any, Any, int]] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._entries

    def get(self, key: Hashable) -> Any:
        self._entries.move_to_end(key)
        return self._entries[key][0]

    def put(self, key: Hashable, result: Any, held: Any, weight: int = 1) -> None:
        self._entries[key] = (result, held, weight)
        self._weight += weight
        while self._weight > self._size and len(self._entries) > 1:
            self._weight -= self._entries.popitem(last=False)[1][2]


def _identity(value: Value) -> Hashable:
    return (type(value), value) if isinstance(value, (int, str)) else id(value)


def _content(value: Any) -> Hashable:
    """A key that equal Python arguments share; a callable is equal to itself only."""
    match value:
        case np.ndarray() if value.dtype == object:
            return (value.shape, tuple(value.ravel().tolist()))
        case np.ndarray():
            return (value.dtype.name, value.shape, value.tobytes())
        case tuple():
            return (type(value), tuple([_content(part) for part in value]))
        case float():
            return ("float", value.hex())
        case _ if callable(value):
            return id(value)
        case _:
            return (type(value), value)
