"""Lean values ↔ Python values, by Lean type, with the checks of the boundary.

Takes a value of `interp.values` and its type as a value; gives what a port is called with, and
the way back. A result that does not have the Lean type raises `BoundaryFault`: a shape or dtype is
never adapted, nothing is broadcast, nothing wraps. Never calls a port by itself.

| Lean type                                  | Python                                          |
|--------------------------------------------|-------------------------------------------------|
| `Fin a → … → ℝ`                             | ndarray of the binding's dtype                  |
| `Fin a → … → Fin k`, `ℕ`, `ℤ`               | int64 ndarray in, any integer ndarray out       |
| `Fin a → … → Prop`, `Bool`                  | bool ndarray                                    |
| `Fin a × Fin b → …`                         | ndarray with one axis per component             |
| `… → A × B`                                 | tuple of ndarrays; `A × B × C` is a flat tuple  |
| `Fin n`, `ℕ`, `ℤ` · `ℝ` · `Bool`, `Prop`    | int · float · bool                              |
| `ℚ`                                        | Fraction                                        |
| `String` · `Unit`                           | str · None                                      |
| other functions, continuous linear maps     | callable, uncurried up to an array or a scalar  |
| `A ≃ B`                                     | pair of callables                               |
| `Option A` · `List A`                       | None or the value · tuple                       |
| `Finset A`                                  | frozenset                                       |
| … of a `Finset (Fin n)`                     | bool ndarray of the members; back also a set    |
| structure, inductive                       | named tuple; back any object with these fields  |
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

import numpy as np

from leanbridge.errors import Unsupported
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    DataType,
    FinsetValue,
    FunctionType,
    ListValue,
    ProdType,
    SubType,
    TypeValue,
    Value,
    elements,
    show_type,
)
from leanbridge.ports.arrays import Exactness, checked_array, from_array, to_array
from leanbridge.ports.fault import BoundaryFault, reading, run, shown
from leanbridge.ports.names import python_name
from leanbridge.ports.numbers import float_dtype
from leanbridge.ports.tensors import (
    ArrayShape,
    Axis,
    array_shapes,
    flatten,
    skeleton_of,
    unflatten,
)

FIELD = ", the field "  # before the Lean name of the field that a value is for
EQUIV_LIMIT = 4096  # the largest finite type on which the two directions of an Equiv are checked


@dataclass(frozen=True, slots=True)
class ConstructorView:
    """A constructor at its type's parameters. `field_type(i, earlier)` is the type of field i,
    given the values of the fields before it."""

    name: str
    fields: tuple[str, ...]
    proof_fields: tuple[bool, ...]
    field_type: Callable[[int, tuple[Value, ...]], TypeValue]


class Structures(Protocol):
    """What marshalling asks of the environment."""

    def constructors(self, type: DataType) -> tuple[ConstructorView, ...]:
        """The constructors of a structure or inductive type, in order."""
        ...


_MAKING = object()  # in the place of what a record becomes, while it is made


class Caller(Protocol):
    """How Python code is called: `fault.run`, or in the way of a port."""

    def __call__(
        self, function: Callable[..., Any], args: tuple[Any, ...], keywords: Mapping[str, Any], /
    ) -> Any: ...


@dataclass(frozen=True, slots=True)
class Boundary:
    """How numbers cross: the float format of ℝ, or `exact` (object arrays of `Fraction`s,
    and with "roots" of irrational numbers as `interp.reals` has them).

    `call` calls the functions that a port gave. `shared` remembers what records became, so that
    one record stays one: a graph whose nodes share operands would else grow with each of them.
    With `as_arrays`, the arrays in a result stay arrays.
    """

    dtype: str = "float64"
    exact: Exactness = False
    structures: Structures | None = None
    call: Caller = run
    as_arrays: bool = False
    shared: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict, compare=False)

    def once(self, part: Any, type: TypeValue, make: Callable[[], Any]) -> Any:
        """What `make` gives for a record at a type; made once within the outermost record."""
        key = (id(part), type)
        if key in self.shared:
            made = self.shared[key][1]
            if made is _MAKING:
                raise BoundaryFault("type", "a record contains itself", part.__class__.__name__)
            return made
        is_outermost = not self.shared
        self.shared[key] = (part, _MAKING)
        try:
            made = make()
            self.shared[key] = (part, made)
            return made
        finally:
            if is_outermost:
                self.shared.clear()


@dataclass(slots=True)
class Rounding:
    """How many numbers were not representable on the way out."""

    count: int = 0


# ----- Lean → Python ------------------------------------------------------------------------


def to_python(value: Value, type: TypeValue, boundary: Boundary, rounding: Rounding) -> Any:
    """What a port is given for `value`; `rounding` counts what was not exact.

    An array in the place of a value, or of a field of it, is passed as it is, in the dtype of the
    boundary. Raises: Unsupported for a type without a row in the table above.
    """
    if isinstance(value, np.ndarray | np.generic):
        return _as_given(np.asarray(value), boundary)
    skeleton = skeleton_of(type)
    if skeleton is not None:
        arrays = []
        for entries, shape in zip(flatten(value, skeleton), array_shapes(skeleton), strict=True):
            array, rounded = to_array(entries, shape, boundary.dtype, boundary.exact)
            rounding.count += rounded
            arrays.append(array)
        return tuple(arrays) if isinstance(type, ProdType) or len(arrays) > 1 else arrays[0]

    def go(part: Value, part_type: TypeValue) -> Any:
        return to_python(part, part_type, boundary, rounding)

    type = as_function(type)
    match type:
        case BaseType("String" | "Char"):
            return str(value)
        case BaseType("Unit" | "PUnit"):
            return None
        case ProdType():
            return tuple([go(v, t) for v, t in zip(_parts(value, type), _types(type), strict=True)])
        case SubType(carrier, _):
            return go(value, carrier)
        case FunctionType():
            return _to_callable(value, type, boundary, rounding)
        case DataType("Equiv", (domain, codomain)):
            forward, backward, *_ = value.fields
            there = FunctionType(domain, lambda _: codomain)
            back = FunctionType(codomain, lambda _: domain)
            return (
                _to_callable(forward, there, boundary, rounding),
                _to_callable(backward, back, boundary, rounding),
            )
        case DataType("Option", (inner,)):
            return go(value.fields[0], inner) if value.fields else None
        case DataType("List", (inner,)):
            return tuple([go(v, inner) for v in value.items])
        case DataType("Finset", (inner,)):
            return frozenset([go(v, inner) for v in value.items])
        case DataType():
            return boundary.once(value, type, lambda: _to_record(value, type, boundary, rounding))
        case _:
            raise Unsupported(f"passing a value of {show_type(type)} to a port")


def _as_given(array: np.ndarray[Any, Any], boundary: Boundary) -> Any:
    target = float_dtype(boundary.dtype) if array.dtype.kind == "f" else array.dtype
    made = array.astype(target)
    return (
        made if made.ndim else made.astype(np.float64 if made.dtype.kind == "f" else target).item()
    )


def to_arrays(result: Any, type: TypeValue, boundary: Boundary) -> Any:
    """What a port gave for a Lean value whose parts are arrays, as it is: one array, or a tuple.

    Raises: BoundaryFault where it is no value of `type`; Unsupported where that is no array.
    """
    skeleton = skeleton_of(type)
    if skeleton is None and isinstance(type, DataType):
        return from_python(result, type, replace(boundary, as_arrays=True))
    if skeleton is None:
        raise Unsupported(f"a result of type {show_type(type)}, on arrays")
    shapes = array_shapes(skeleton)
    return _kept(_arrays(result, type, len(shapes), "the result"), shapes, boundary)


def _kept(
    parts: Sequence[tuple[Any, str]], shapes: Sequence[ArrayShape], boundary: Boundary
) -> Any:
    """The arrays of a result as they are, checked: one, or a tuple."""
    made = [
        checked_array(part, shape, boundary.dtype, name)
        for (part, name), shape in zip(parts, shapes, strict=True)
    ]
    return tuple(made) if len(made) > 1 else made[0]


def as_function(type: TypeValue) -> TypeValue:
    """A continuous linear map is a function at the boundary; other types are themselves."""
    match type:
        case DataType("ContinuousLinearMap", (_, domain, codomain)):
            return FunctionType(domain, lambda _: codomain)
        case _:
            return type


def _types(type: TypeValue) -> list[TypeValue]:
    """The components of a right-nested product."""
    if isinstance(type, ProdType):
        return [type.first, *_types(type.second)]
    return [type]


def _parts(value: Value, type: TypeValue) -> list[Value]:
    if isinstance(type, ProdType):
        return [value[0], *_parts(value[1], type.second)]
    return [value]


def _to_callable(
    function: Value, type: FunctionType, boundary: Boundary, rounding: Rounding
) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        value: Value = function
        here: TypeValue = type
        for position, argument in enumerate(arguments):
            if not isinstance(here, FunctionType):
                raise TypeError(f"takes {position} arguments, got {len(arguments)}")
            passed = from_python(argument, here.domain, boundary, "an argument of a callback")
            value, here = value(passed), here.codomain(passed)
        return to_python(value, here, boundary, rounding)

    return call


@cache
def _record_class(name: str, fields: tuple[str, ...]) -> Any:  # a class made from Lean's fields
    return namedtuple(name, fields)


def _to_record(value: Data, type: DataType, boundary: Boundary, rounding: Rounding) -> Any:
    views = _constructors(type, boundary)
    view = next(v for v in views if v.name == value.constructor)
    names, parts = [], []
    for i, (lean_name, is_proof) in enumerate(zip(view.fields, view.proof_fields, strict=True)):
        if not is_proof:
            names.append(python_name(lean_name))
            field_type = view.field_type(i, value.fields[:i])
            parts.append(to_python(value.fields[i], field_type, boundary, rounding))
    made = _record_class(_record_name(type, view, views), tuple(names))
    return made(*parts)


def _record_name(type: DataType, view: ConstructorView, views: tuple[ConstructorView, ...]) -> str:
    """A structure's values are named by the structure, an inductive's by the constructor."""
    return python_name(type.name if len(views) == 1 else view.name)


def _constructors(type: DataType, boundary: Boundary) -> tuple[ConstructorView, ...]:
    if boundary.structures is None:
        raise Unsupported(f"{type.name}: no fields are known of it")
    return boundary.structures.constructors(type)


# ----- Python → Lean ------------------------------------------------------------------------


def from_python(
    result: Any, type: TypeValue, boundary: Boundary, name: str = "the result"
) -> Value:
    """The Lean value that a port gave; `name` is what messages call it.

    Raises: BoundaryFault where `result` is not a value of `type`.
    """
    skeleton = skeleton_of(type)
    if skeleton is not None and not isinstance(result, (set, frozenset)):
        shapes = array_shapes(skeleton)
        parts = _arrays(result, type, len(shapes), name)
        if boundary.as_arrays and isinstance(skeleton, Axis):
            return _kept(parts, shapes, boundary)
        lists = [
            from_array(part, shape, boundary.dtype, boundary.exact, part_name)
            for (part, part_name), shape in zip(parts, shapes, strict=True)
        ]
        return unflatten(lists, skeleton)
    type = as_function(type)
    match type:
        case BaseType("String" | "Char"):
            return _instance(result, str, name, "a str")
        case BaseType("Unit" | "PUnit"):
            with reading(name, result):
                is_unit = result is None or result == ()
            if not is_unit:
                raise BoundaryFault("type", f"{name} is not None", shown(result), "None")
            return ()
        case ProdType():
            return _product(result, type, boundary, name)
        case SubType(carrier, holds):
            value = from_python(result, carrier, boundary, name)
            if not holds(value):
                raise BoundaryFault("range", f"{name} is outside the subtype", shown(result))
            return value
        case FunctionType():
            return curried(result, type, boundary, name)
        case DataType():
            return _data(result, type, boundary, name)
        case _ if skeleton is not None:
            raise BoundaryFault("type", f"{name} is a set", shown(result), show_type(type))
        case _:
            raise Unsupported(f"taking a value of {show_type(type)} from a port")


def _arrays(result: Any, type: TypeValue, count: int, name: str) -> list[tuple[Any, str]]:
    """The arrays of a result with their names: itself, or the leaves of a (nested) tuple."""
    if count == 1 and not isinstance(type, ProdType):
        return [(result, name)]
    leaves = _leaves(result)
    if not isinstance(result, tuple) or len(leaves) != count:
        got = f"a tuple of {len(leaves)}" if isinstance(result, tuple) else shown(result)
        raise BoundaryFault("type", f"{name} is not a tuple of {count}", got, f"{count} parts")
    return [(leaf, f"{name}[{i}]") for i, leaf in enumerate(leaves)]


def _leaves(result: Any) -> list[Any]:
    if isinstance(result, tuple):
        return [leaf for part in result for leaf in _leaves(part)]
    return [result]


def _product(result: Any, type: ProdType, boundary: Boundary, name: str) -> Value:
    types = _types(type)
    if isinstance(result, tuple) and len(result) == 2 < len(types):
        types = [type.first, type.second]
    if not isinstance(result, tuple) or len(result) != len(types):
        got = f"a tuple of {len(result)}" if isinstance(result, tuple) else shown(result)
        raise BoundaryFault("type", f"{name} is not a tuple", got, f"a tuple of {len(types)}")
    parts = [
        from_python(part, part_type, boundary, f"{name}[{i}]")
        for i, (part, part_type) in enumerate(zip(result, types, strict=True))
    ]
    value = parts[-1]
    for part in reversed(parts[:-1]):
        value = (part, value)
    return value


def curried(
    function: Any, type: FunctionType, boundary: Boundary, name: str, given: tuple[Any, ...] = ()
) -> Callable[[Value], Value]:
    """The curried Lean function of a Python callable that takes all its arguments at once."""
    if not callable(function):
        raise BoundaryFault("type", f"{name} is not callable", shown(function), "a callable")

    def call(value: Value) -> Value:
        rounding = Rounding()
        arguments = (*given, to_python(value, type.domain, boundary, rounding))
        result = type.codomain(value)
        if isinstance(result, FunctionType) and skeleton_of(result) is None:
            return curried(function, result, boundary, name, arguments)
        made = boundary.call(function, arguments, {})
        return from_python(made, result, boundary, f"{name}(…)")

    return call


def _data(result: Any, type: DataType, boundary: Boundary, name: str) -> Value:
    match type:
        case DataType("Equiv", (domain, codomain)):
            return _equivalence(result, domain, codomain, boundary, name)
        case DataType("Option", (inner,)):
            if result is None:
                return Data("Option.none", ())
            return Data("Option.some", (from_python(result, inner, boundary, name),))
        case DataType("List", (inner,)):
            _instance(result, (tuple, list), name, "a tuple or list")
            entry = f"an entry of {name}"
            with reading(name, result):
                parts = list(result)
            return ListValue(tuple([from_python(p, inner, boundary, entry) for p in parts]))
        case DataType("Finset", (inner,)):
            return _finset(result, inner, boundary, name)
        case _:
            return boundary.once(result, type, lambda: _record(result, type, boundary, name))


def _equivalence(
    result: Any, domain: TypeValue, codomain: TypeValue, boundary: Boundary, name: str
) -> Data:
    if not isinstance(result, tuple) or len(result) != 2:
        raise BoundaryFault("type", f"{name} is not a pair", shown(result), "a pair of callables")
    forward = FunctionType(domain, lambda _: codomain)
    backward = FunctionType(codomain, lambda _: domain)
    there = curried(result[0], forward, boundary, f"{name}[0]")
    back = curried(result[1], backward, boundary, f"{name}[1]")
    for start, out, home in ((domain, there, back), (codomain, back, there)):
        for count, value in enumerate(elements(start) or ()):
            if count == EQUIV_LIMIT:
                break
            if home(out(value)) != value:
                raise BoundaryFault(
                    "range", f"the two directions of {name} are not inverse", f"at {value}"
                )
    return Data("Equiv.mk", (there, back, PROOF, PROOF))


def _finset(result: Any, inner: TypeValue, boundary: Boundary, name: str) -> FinsetValue:
    """The members in an order that does not depend on how Python hashes them."""
    _instance(result, (set, frozenset), name, "a set")
    element = f"an element of {name}"
    with reading(name, result):
        members = sorted(result, key=_order)
    return FinsetValue(tuple([from_python(v, inner, boundary, element) for v in members]))


def _order(value: Any) -> tuple[str, Any]:
    is_ordered = isinstance(value, (int, float, Fraction))
    return ("", value) if is_ordered else (type(value).__name__, repr(value))


def _record(result: Any, type: DataType, boundary: Boundary, name: str) -> Data:
    views = _constructors(type, boundary)
    view = _view_of(result, type, views, name)
    parts: list[Value] = []
    for i, (lean_name, is_proof) in enumerate(zip(view.fields, view.proof_fields, strict=True)):
        if is_proof:
            parts.append(PROOF)
            continue
        attribute = python_name(lean_name)
        field_type = view.field_type(i, tuple(parts))
        origin = f"{type.name}.{lean_name}"
        with reading(name, result):
            if not hasattr(result, attribute):
                what = f"{name} has no field {attribute}"
                expected = f"{show_type(field_type)}{FIELD}{origin}"
                raise BoundaryFault("type", what, shown(result), expected)
            found = getattr(result, attribute)
        parts.append(_field(found, field_type, boundary, f"{name}.{attribute}", origin))
    return Data(view.name, tuple(parts))


def _field(found: Any, type: TypeValue, boundary: Boundary, name: str, origin: str) -> Value:
    """The Lean value of a field; what is wrong with it says which Lean field asks for it."""
    try:
        return from_python(found, type, boundary, name)
    except BoundaryFault as fault:
        if fault.expected is None or FIELD in fault.expected:  # an inner record has named it
            raise
        expected = f"{fault.expected}{FIELD}{origin}"
        raise BoundaryFault(fault.kind, fault.message, fault.got, expected) from fault


def _view_of(
    result: Any, type: DataType, views: tuple[ConstructorView, ...], name: str
) -> ConstructorView:
    if len(views) == 1:
        return views[0]
    tag = result.name if isinstance(result, Enum) else result.__class__.__name__
    for view in views:
        if python_name(view.name) == tag:
            return view
    expected = ", ".join(python_name(view.name) for view in views)
    raise BoundaryFault("type", f"{name} is no constructor of {type.name}", tag, expected)


def _instance(result: Any, kind: Any, name: str, expected: str) -> Any:
    if not isinstance(result, kind):
        raise BoundaryFault("type", f"{name} is not {expected}", shown(result), expected)
    return result
