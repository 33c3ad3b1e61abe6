"""A StableHLO module as literal data: functions of operations on numbered values.

Takes a parsed MLIR module or an artifact; gives a `Program`. Runs nothing. Constants are read
exactly: an integer or a truth value as it is, a float as the number that its shortest decimal is
(9.99999974E-6 in f32 is 1/100000), infinities and NaN by name. A constant that its dtype had to
round is listed in `rounded`: what differs by it is not known to differ over ℝ.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq

from leanbridge.errors import Unsupported, Where
from leanbridge.ports.mlir.exact.special import INFINITY, MINUS_INFINITY, NAN
from leanbridge.ports.mlir.read import Artifact, TensorType, parsed, tensor_type
from leanbridge.ports.mlir.run import DTYPES
from leanbridge.ports.numbers import to_real

Array: TypeAlias = np.ndarray[Any, Any]
"""An array of entries: its dtype is `object`, whatever the entries are."""

#: Significant decimal digits that a float format keeps: a longer decimal is its rounding.
DIGITS = {"f64": 15, "f32": 6, "f16": 3}
FLOATS = frozenset([*DIGITS, "bf16"])
#: Bits of its significand: a number of less than half as many was meant as it is, such as 2⁻⁶⁰.
SIGNIFICAND = {"f64": 53, "f32": 24, "f16": 11}


@dataclass(frozen=True, slots=True)
class Operation:
    """One op: its name without the dialect, values by number, attributes as Python data."""

    name: str
    operands: tuple[int, ...]
    results: tuple[int, ...]
    operand_types: tuple[TensorType, ...]
    types: tuple[TensorType, ...]
    attributes: Mapping[str, Any]
    blocks: tuple[Block, ...]
    where: Where

    def __str__(self) -> str:
        """`compare(tensor<2xf64>, tensor<2xf64>) → tensor<2xi1>`."""
        given, made = (", ".join(map(str, ts)) for ts in (self.operand_types, self.types))
        return f"{self.name}({given}) → {made}"


@dataclass(frozen=True, slots=True)
class Block:
    """Operations in order, from `parameters` to `returned`."""

    parameters: tuple[int, ...]
    operations: tuple[Operation, ...]
    returned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """All functions of a module, of which `entry` is run. `rounded` are its constants that no
    float is, as text."""

    entry: str
    functions: Mapping[str, Block] = field(repr=False)
    parameters: tuple[TensorType, ...]
    results: tuple[TensorType, ...]
    rounded: tuple[str, ...] = ()


def ops_used(program: Program, *, on_floats: bool = False) -> dict[str, int]:
    """How often each op stands in what `entry` reaches, those of a called function once;
    `on_floats`: of those that take or give floats, so not the arithmetic of indices.

    Where only `compare`, `select`, `maximum` and `minimum` compute with floats, the results depend
    on the order of the entries and of `literals` alone.
    """
    counts = Counter(
        op.name for op in _reached(program)
        if not on_floats or any(t.dtype in FLOATS for t in (*op.operand_types, *op.types))
    )  # fmt: skip
    return dict(sorted(counts.items()))


def literals(program: Program) -> set[fmpq]:
    """The real numbers among the constants that `entry` reaches."""
    entries = [
        x for op in _reached(program) if op.name == "constant" and op.types[0].dtype in FLOATS
        for x in op.attributes["value"].ravel().tolist()
    ]  # fmt: skip
    return {x for x in entries if isinstance(x, fmpq)}


def dtypes_used(program: Program) -> set[str]:
    """The element types of a program's parameters and ops."""
    return {t.dtype for t in program.parameters} | {
        t.dtype for op in _reached(program) for t in op.types
    }


def _reached(program: Program) -> Iterator[Operation]:
    """The ops of `entry` and of the functions that it calls, but for the calls."""
    waiting, seen = [program.entry], {program.entry}
    while waiting:
        for op in _inside(program.functions[waiting.pop()]):
            callee = op.attributes.get("callee") if op.name == "call" else None
            if callee is None:
                yield op
            elif callee not in seen:
                seen.add(callee)
                waiting.append(callee)


def _inside(block: Block) -> Iterator[Operation]:
    for op in block.operations:
        yield op
        for inner in op.blocks:
            yield from _inside(inner)


# ----- reading ------------------------------------------------------------------------------


def program_of(artifact: Artifact) -> Program:
    """The function of an artifact. Raises: Unsupported for a type that is no static tensor."""
    with parsed(artifact.text, artifact.path) as module:
        return read_program(module, artifact.function, artifact.path)


def read_program(module: Any, entry: str, path: str | None = None) -> Program:
    """The program of an MLIR module. Raises: Unsupported for a type that is no static tensor."""
    return _Reader(path).program(module, entry)


class _Reader:
    def __init__(self, path: str | None) -> None:
        self.path, self.function = path, ""
        self.numbers: dict[Any, int] = {}
        self.rounded: dict[str, None] = {}

    def program(self, module: Any, entry: str) -> Program:
        functions = dict[str, Block]()
        signature: tuple[tuple[TensorType, ...], tuple[TensorType, ...]] = ((), ())
        for op in module.body.operations:
            if op.operation.name != "func.func":
                raise Unsupported(f"{op.operation.name} in a module", Where(self.path))
            name = op.name.value
            self.function = name
            functions[name] = self._block(op.regions[0].blocks[0])
            if name == entry:
                signature = (self._types(op.type.inputs), self._types(op.type.results))
        return Program(entry, functions, *signature, tuple(self.rounded))

    @property
    def where(self) -> Where:
        return Where(self.path, declaration=f"@{self.function}")

    def _number(self, value: Any) -> int:
        return self.numbers.setdefault(value, len(self.numbers))

    def _numbers(self, values: Any) -> tuple[int, ...]:
        return tuple([self._number(v) for v in values])

    def _types(self, types: Any) -> tuple[TensorType, ...]:
        return tuple([self._type(t) for t in types])

    def _type(self, type: Any) -> TensorType:
        found = tensor_type(type)
        if found is None:
            raise Unsupported("a type that is no tensor of static shape", self.where, str(type))
        return found

    def _block(self, block: Any) -> Block:
        parameters = self._numbers(block.arguments)
        *ops, last = [op.operation for op in block.operations]
        operations = tuple([self._operation(op) for op in ops])
        return Block(parameters, operations, self._numbers(last.operands))

    def _operation(self, op: Any) -> Operation:
        name = op.name.removeprefix("stablehlo.").removeprefix("func.")
        types = self._types([r.type for r in op.results])
        attributes = {key: self._attribute(op.attributes[key]) for key in op.attributes}
        if name == "constant":
            attributes = {"value": self._constant(op.attributes["value"], types[0])}
        blocks = tuple([self._block(r.blocks[0]) for r in op.regions if len(r.blocks)])
        return Operation(
            name, self._numbers(op.operands), self._numbers(op.results),
            self._types([v.type for v in op.operands]), types, attributes, blocks, self.where,
        )  # fmt: skip

    def _attribute(self, attribute: Any) -> Any:
        kind = type(attribute).__name__
        if kind in ("DenseI64ArrayAttr", "DenseBoolArrayAttr"):
            return tuple(attribute)
        if kind in ("IntegerAttr", "BoolAttr", "StringAttr", "FlatSymbolRefAttr"):
            return attribute.value
        if kind == "DenseIntElementsAttr":
            return tuple([int(n) for n in np.array(attribute).ravel().tolist()])
        return _dimension_numbers(str(attribute))

    def _constant(self, attribute: Any, type: TensorType) -> Array:
        """The entries of a constant; of one value everywhere, that value without axes."""
        if type.dtype not in DTYPES:
            raise Unsupported(f"a constant of {type}", self.where)
        is_splat = attribute.is_splat
        given = _one_value(attribute, type.dtype) if is_splat else np.array(attribute)
        entries = given.ravel().tolist()
        if type.dtype in DIGITS:
            known = {x: self._real(x, given.dtype, type.dtype) for x in set(entries)}
            entries = [known[x] if x == x else NAN for x in entries]
        elif type.dtype == "i1":
            entries = [bool(x) for x in entries]
        return np.fromiter(entries, object, len(entries)).reshape(given.shape)

    def _real(self, x: float, format: np.dtype[Any], dtype: str) -> Any:
        if math.isnan(x):
            return NAN
        if math.isinf(x):
            return INFINITY if x > 0 else MINUS_INFINITY
        exact = to_real(x)
        text = str(format.type(x)) if format != np.float64 else repr(x)
        digits = text.lower().partition("e")[0].replace(".", "").strip("-0")
        decimal = fmpq(*Fraction(text).as_integer_ratio())
        if decimal == exact or _bits(exact) <= SIGNIFICAND[dtype] // 2:
            return exact
        self.rounded[text] = None
        return decimal if len(digits) <= DIGITS[dtype] else exact


def _one_value(attribute: Any, dtype: str) -> Any:
    """The value of a splat: an image of zeros is not read entry by entry."""
    from jaxlib.mlir import ir

    entry: Any = ir.DenseElementsAttr(attribute).get_splat_value()
    return np.array(entry.value, DTYPES[dtype])


def _bits(dyadic: fmpq) -> int:
    """The bits of the significand of a dyadic number."""
    numerator = abs(int(dyadic.p))
    return (numerator // (numerator & -numerator)).bit_length() if numerator else 0


def _dimension_numbers(text: str) -> Any:
    """An attribute of StableHLO's own: a word, lists by name, or the axes of a convolution."""
    word = re.fullmatch(r"#stablehlo<\w+ (\w+)>", text)
    if word is not None:
        return word[1]
    if text.startswith("#stablehlo.conv<"):
        return tuple([tuple(re.split(r",\s*", part)) for part in re.findall(r"\[(.*?)\]", text)])
    found = re.fullmatch(r"#stablehlo\.\w+<(.*)>", text, re.DOTALL)
    if found is None:
        return text
    out: dict[str, Any] = {}
    for key, numbers, number in re.findall(r"(\w+) = (?:\[([\d, ]*)\]|(\d+))", found[1]):
        out[key] = int(number) if number else tuple([int(n) for n in numbers.split(",") if n])
    return out
