"""A module derived from an artifact: one axis of one argument, of another size.

Takes an artifact, the argument and the axis; follows the axis through the module (which axis of
which value is the same one), and gives every type that has it the new size. A splat constant that
divides a sum over the axis is a count, and is counted anew. MLIR's own verifier then checks every
op. An op through which an axis cannot be followed is `Unsupported`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.ports.mlir.read import Artifact, parse_artifact, parsed

Place: TypeAlias = tuple[Any, int]  # a value of the module and an axis of it
#: Ops all of whose operands and results have one shape.
ELEMENTWISE = frozenset(
    """abs add and atan2 cbrt ceil compare convert cosine divide exponential
    exponential_minus_one floor is_finite log log_plus_one logistic maximum minimum multiply negate
    not or power remainder round_nearest_afz round_nearest_even rsqrt select sign sine sqrt
    subtract tanh xor""".split()
)
#: Ops that keep the axes in their places, and touch only those whose size they change.
IN_PLACE = frozenset("reduce_window pad slice reverse concatenate select_and_scatter".split())


def resized(artifact: Artifact, argument: str, size: int, axis: int = 0) -> Artifact:
    """`artifact` with another size of an axis of an argument.

    Raises: InputError for an argument or an axis that is not there, or a size of 0; Unsupported
    for an op through which the axis cannot be followed.
    """
    names = [a.name for a in artifact.arguments]
    where = Where(artifact.path, declaration=f"@{artifact.function}")
    if argument not in names:
        known = ", ".join(f"%{n}" for n in names[:8])
        raise InputError("no such argument to resize", where, f"%{argument}", f"one of {known}")
    place = names.index(argument)
    shape = artifact.arguments[place].type.shape
    if size < 1 or not -1 < axis < len(shape):
        raise InputError(f"cannot resize axis {axis} of %{argument}", where, str(size), "1 or more")
    if shape[axis] == size:
        return artifact
    with parsed(artifact.text, artifact.path) as module:
        operation = next(
            op for op in module.body.operations
            if op.operation.name == "func.func" and op.name.value == artifact.function
        )  # fmt: skip
        counts = _Resizing(operation, where).apply(place, axis, shape[axis], size)
        _verify(module, where)
        text = _named(module.operation.get_asm(enable_debug_info=False), artifact, len(names))
    change = f"axis {axis} of %{argument} {shape[axis]} → {size} ({counts} counts with it)"
    derived = (*artifact.derived, change)
    return parse_artifact(text, artifact.path, artifact.function, derived)


def _verify(module: Any, where: Where) -> None:
    from jaxlib.mlir import ir

    try:
        module.operation.verify()
    except ir.MLIRError as error:
        what = "a module that does not verify at another size"
        raise Unsupported(what, where, str(error.error_diagnostics[0].message)) from None


class _Resizing:
    """The axes of a function's values, in classes of those that are one and the same."""

    def __init__(self, function: Any, where: Where) -> None:
        self.function, self.where = function, where
        self.block = function.regions[0].blocks[0]
        self.parents: dict[Place, Place] = {}

    def apply(self, argument: int, axis: int, old: int, new: int) -> int:
        """Give the class of an axis its new size, in place; the number of counts rewritten."""
        ops = [op.operation for op in self.block.operations]
        for op in ops:
            self._follow(op)
        root = self._find((self.block.arguments[argument], axis))
        counts = self._recount(ops, root, old, new)
        root = self._find((self.block.arguments[argument], axis))
        ops = [op.operation for op in self.block.operations]  # with the new counts
        resized = {v: self._new_shape(v, root, old, new) for v in self._values(ops)}
        for op in ops:
            self._check(op, resized)
        for value, shape in resized.items():
            if shape is not None:
                value.set_type(_typed(value.type, shape))
        for op in ops:
            if op.name == "stablehlo.constant" and resized[op.results[0]] is not None:
                op.attributes["value"] = _splat(op, op.results[0].type, None)
        self._resign()
        return counts

    def _values(self, ops: Sequence[Any]) -> list[Any]:
        return [*self.block.arguments, *[r for op in ops for r in op.results]]

    def _new_shape(self, value: Any, root: Place, old: int, new: int) -> list[int] | None:
        shape = _shape(value)
        hits = [self._find((value, i)) == root for i in range(len(shape))]
        out = [new if hit else n for n, hit in zip(shape, hits, strict=True)]
        return out if any(hits) else None

    def _resign(self) -> None:
        from jaxlib.mlir import ir

        inputs = [a.type for a in self.block.arguments]
        results = [v.type for v in list(self.block.operations)[-1].operation.operands]
        signature = ir.FunctionType.get(inputs, results)
        self.function.attributes["function_type"] = ir.TypeAttr.get(signature)

    # ----- which axes are the same one ------------------------------------------------------

    def _find(self, place: Place) -> Place:
        while (parent := self.parents.get(place, place)) != place:
            place = parent
        return place

    def _tie(self, a: Any, i: int, b: Any, j: int) -> None:
        if _shape(a)[i] == _shape(b)[j]:
            self.parents[self._find((a, i))] = self._find((b, j))

    def _follow(self, op: Any) -> None:
        name = op.name.removeprefix("stablehlo.")
        if name in ELEMENTWISE or name in IN_PLACE:
            out = op.results[0]
            for operand in op.operands:
                for i in range(min(len(_shape(operand)), len(_shape(out)))):
                    self._tie(operand, i, out, i)
        elif name in FOLLOWED:
            for operand, i, result, j in FOLLOWED[name](op):
                self._tie(operand, i, result, j)

    def _check(self, op: Any, resized: Mapping[Any, list[int] | None]) -> None:
        """Refuse an op that has the axis and through which it is not followed."""
        name = op.name.removeprefix("stablehlo.")
        known = (*FOLLOWED, *ELEMENTWISE, *IN_PLACE, "constant", "func.return")
        values = [*op.operands, *op.results]
        touched = [v for v in values if resized.get(v) is not None]
        if not touched:
            return
        splat = name != "constant" or _is_splat(op)
        lost = name == "reshape" and not self._is_kept(op, resized)
        if name not in known or not splat or lost:
            raise Unsupported(f"resizing through {name}", self.where, str(touched[0].type))

    @staticmethod
    def _is_kept(op: Any, resized: Mapping[Any, list[int] | None]) -> bool:
        before, after = op.operands[0], op.results[0]
        a, b = resized[before] or _shape(before), resized[after] or _shape(after)
        return prod(a) == prod(b)

    # ----- counts ---------------------------------------------------------------------------

    def _recount(self, ops: Sequence[Any], root: Place, old: int, new: int) -> int:
        """Rewrite the constants that count what a sum over the axis adds up."""
        sums = {
            op.results[0]: op for op in ops if op.name == "stablehlo.reduce"
            and any(self._find((op.operands[0], d)) == root for d in _ints(op, "dimensions"))
        }  # fmt: skip
        done = 0
        for op in ops:
            if op.name not in ("stablehlo.divide", "stablehlo.multiply"):
                continue
            summed = sums.get(_source(op.operands[0]))
            constant = _splat_constant(op.operands[1])
            if summed is None or constant is None:
                continue
            shape = _shape(summed.operands[0])
            count = prod(shape[d] for d in _ints(summed, "dimensions"))
            is_divided = op.name == "stablehlo.divide"
            value = _splat_value(constant)
            if not _is_close(value if is_divided else value * count, count if is_divided else 1):
                raise Unsupported(
                    "a sum over the axis that is divided by no count of it", self.where,
                    f"{value:g}", f"{count} entries are added up",
                )  # fmt: skip
            again = count // old * new
            fresh = _copy(constant, op)
            fresh.attributes["value"] = _splat(
                fresh, constant.results[0].type, float(again) if is_divided else 1 / again
            )
            self._replace(op, constant, fresh)
            done += 1
        return done

    def _replace(self, op: Any, constant: Any, fresh: Any) -> None:
        """Let `op` read `fresh`: through the broadcast of its own, if one stands between."""
        old = op.operands[1]
        through = old.owner
        if through.name == "stablehlo.broadcast_in_dim":
            again = _copy(through.operation, op)
            again.operands[0] = fresh.results[0]
            op.operands[1] = again.results[0]
            pairs = [(constant.results[0], fresh.results[0]), (old, again.results[0])]
        else:
            op.operands[1] = fresh.results[0]
            pairs = [(old, fresh.results[0])]
        for before, after in pairs:
            for i in range(len(_shape(before))):
                self._tie(after, i, before, i)


def _copy(op: Any, before: Any) -> Any:
    """A copy of an op that stands before another. (A detached one cannot be moved there.)"""
    from jaxlib.mlir import ir

    return op.clone(ip=ir.InsertionPoint(before)).operation


Ties: TypeAlias = "list[tuple[Any, int, Any, int]]"


def _broadcast(op: Any) -> Ties:
    dims = _ints(op, "broadcast_dimensions")
    return [(op.operands[0], i, op.results[0], d) for i, d in enumerate(dims)]


def _transpose(op: Any) -> Ties:
    return [(op.operands[0], d, op.results[0], i) for i, d in enumerate(_ints(op, "permutation"))]


def _reduce(op: Any) -> Ties:
    gone = _ints(op, "dimensions")
    kept = [i for i in range(len(_shape(op.operands[0]))) if i not in gone]
    return [(op.operands[0], d, op.results[0], i) for i, d in enumerate(kept)]


def _reshape(op: Any) -> Ties:
    """Axes that stand alone in both shapes, with equally much before them."""
    a, b = op.operands[0], op.results[0]
    before = {(prod(_shape(a)[:i]), n): i for i, n in enumerate(_shape(a)) if n > 1}
    ties = []
    for j, n in enumerate(_shape(b)):
        i = before.get((prod(_shape(b)[:j]), n))
        if i is not None and n > 1:
            ties.append((a, i, b, j))
    return ties


def _convolution(op: Any) -> Ties:
    numbers = op.attributes["dimension_numbers"]
    text = str(numbers)
    inputs, _, output = re.findall(r"\[([^\]]*)\]", text)[:3]
    i = [p.strip() for p in inputs.split(",")].index("b")
    j = [p.strip() for p in output.split(",")].index("b")
    return [(op.operands[0], i, op.results[0], j)]


def _dot(op: Any) -> Ties:
    text = str(op.attributes["dot_dimension_numbers"])

    def dims(key: str) -> list[int]:
        found = re.search(rf"{key} = \[([\d, ]*)\]", text)
        return [int(n) for n in found[1].split(",")] if found and found[1].strip() else []

    left, right = dims("lhs_batching_dimensions"), dims("rhs_batching_dimensions")
    out, ties = op.results[0], list[tuple[Any, int, Any, int]]()
    for place, (i, j) in enumerate(zip(left, right, strict=True)):
        ties += [(op.operands[0], i, out, place), (op.operands[1], j, out, place)]
    place = len(left)
    for operand, batching, contracted in (
        (op.operands[0], left, dims("lhs_contracting_dimensions")),
        (op.operands[1], right, dims("rhs_contracting_dimensions")),
    ):
        for i in range(len(_shape(operand))):
            if i not in batching and i not in contracted:
                ties.append((operand, i, out, place))
                place += 1
    pairs = zip(dims("lhs_contracting_dimensions"), dims("rhs_contracting_dimensions"), strict=True)
    return [*ties, *[(op.operands[0], i, op.operands[1], j) for i, j in pairs]]


FOLLOWED: dict[str, Callable[[Any], Ties]] = {
    "broadcast_in_dim": _broadcast,
    "transpose": _transpose,
    "reduce": _reduce,
    "reshape": _reshape,
    "convolution": _convolution,
    "dot_general": _dot,
}


# ----- values and constants -----------------------------------------------------------------


def _shape(value: Any) -> list[int]:
    from jaxlib.mlir import ir

    return list(ir.RankedTensorType(value.type).shape)


def _typed(type: Any, shape: Sequence[int]) -> Any:
    from jaxlib.mlir import ir

    return ir.RankedTensorType.get(shape, ir.RankedTensorType(type).element_type)


def _ints(op: Any, key: str) -> list[int]:
    return [int(n) for n in op.attributes[key]]


def _source(value: Any) -> Any:
    """What a value is, before broadcasts and reshapes."""
    owner = value.owner
    name = getattr(getattr(owner, "operation", None), "name", "")
    if name in ("stablehlo.broadcast_in_dim", "stablehlo.reshape"):
        return _source(owner.operation.operands[0])
    return value


def _splat_constant(value: Any) -> Any | None:
    owner = getattr(_source(value).owner, "operation", None)
    if owner is None or owner.name != "stablehlo.constant" or not _is_splat(owner):
        return None
    return owner


def _is_splat(op: Any) -> bool:
    from jaxlib.mlir import ir

    return bool(ir.DenseElementsAttr(op.attributes["value"]).is_splat)


def _splat_value(op: Any) -> float:
    from jaxlib.mlir import ir

    entry: Any = ir.DenseElementsAttr(op.attributes["value"]).get_splat_value()
    return float(entry.value)  # of an integer or a float attribute


def _splat(op: Any, type: Any, value: float | None) -> Any:
    """The splat of `type` with the value of a constant, or another one."""
    from jaxlib.mlir import ir

    old = ir.DenseElementsAttr(op.attributes["value"]).get_splat_value()
    entry = old if value is None else ir.FloatAttr.get(old.type, value)
    return ir.DenseElementsAttr.get_splat(type, entry)


def _is_close(a: float, b: float) -> bool:
    return abs(a - b) <= 1e-6 * abs(b)


def _named(text: str, artifact: Artifact, count: int) -> str:
    """The printed module with the names of the arguments put back."""
    names = {f"arg{i}": artifact.arguments[i].name for i in range(count)}
    return re.sub(r"%(arg\d+)(?!\w)", lambda m: f"%{names.get(m[1], m[1])}", text)
