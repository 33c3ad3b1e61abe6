"""Running both sides of a check of an artifact on random inputs.

Takes a subject and a request; gives, per version of the module, how far its values are from those
of the Lean definition, and per fault of the Lean side, how far it moves them. Judges nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod, sqrt
from typing import Any, TypeAlias

import numpy as np

from leanbridge.check.artifact_record import FaultRecord, Request, VersionRecord
from leanbridge.check.mutations import mutations
from leanbridge.check.subject import Subject
from leanbridge.check.tolerance import KAPPA, NEIGHBOURS
from leanbridge.check.weights import moved
from leanbridge.core.declarations import Definitions
from leanbridge.core.environment import Environment
from leanbridge.core.terms import FVar, app
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.array import Array
from leanbridge.interp.exact import Exact
from leanbridge.interp.reals import to_float
from leanbridge.limits import Limits
from leanbridge.ports.calling import same_bits
from leanbridge.ports.mlir import Artifact, Executable, Held, Leaf, Passed, exact_value, filled
from leanbridge.ports.mlir.run import numpy_dtype
from leanbridge.verdict import Verdict

EXACT = 20_000  # numbers in the inputs of a case that is run again exactly
EXACT_STEPS = 300_000
LARGE = 1_000_000  # numbers in the inputs from which two moves are enough
LEAST = 1 << 20  # entries that an array of a fault may always have
WIDE = 8  # of so many entries of a vector one, and at least one, is wide
BEYOND = (8, 16)  # a wide entry: beyond where networks clip

Values: TypeAlias = Mapping[str, "np.ndarray[Any, Any]"]
Real: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


@dataclass(slots=True)
class _Inputs:
    """One draw of inputs and the Lean value there; `tau` by dtype, once it was asked for."""

    values: Values
    expected: Real
    tau: dict[str, Real] = field(default_factory=dict)

    @property
    def is_finite(self) -> bool:
        return bool(np.isfinite(self.expected).all())

    def relative(self, gap: Real) -> float:
        """The largest entry of a gap, relative to the largest value."""
        size = float(np.max(np.abs(self.expected), initial=0.0)) or 1.0
        return float(np.max(gap, initial=0.0)) / size


class BothSides:
    """The Lean side on two draws of inputs, and every version of the module against it. The second
    has wide entries; it is left out where none can be, or where they overflow the Lean value."""

    def __init__(
        self, env: Environment, subject: Subject, request: Request, limits: Limits
    ) -> None:
        self.env, self.subject, self.request, self.limits = env, subject, request, limits
        self.lean = self._compiled(env, limits)
        self.inputs = [self._at(_drawn(subject, request))]
        self._count = sum(v.size for v in self.inputs[0].values.values())
        wide = _with_wide_entries(self.inputs[0].values, subject, request)
        if wide is not None and (found := self._at(wide)).is_finite:
            self.inputs.append(found)

    def _at(self, values: Values) -> _Inputs:
        return _Inputs(values, self._evaluate(self.lean, values))

    def _compiled(self, definitions: Definitions, limits: Limits) -> Any:
        array = Array(definitions, backend=self.request.backend, dtype=np.float64, limits=limits)
        return array.compile(self.subject.term)

    def _evaluate(self, lean: Any, values: Values) -> Real:
        value = lean(*[filled(tree, values) for tree in self.subject.trees])
        return np.asarray(value, dtype=np.float64).reshape(self.subject.result)

    # ----- one version ----------------------------------------------------------------------

    def version(self, module: Artifact) -> VersionRecord:
        """The module's value beside Lean's, in units of what rounding in its dtype explains: at
        the inputs where it is worst."""
        dtype = numpy_dtype(module.arguments[0].type, module.path).name
        record = VersionRecord(module.origin, dtype, Verdict.UNKNOWN, "")
        if not self.inputs[0].is_finite:
            return replace(record, reason="the Lean value overflows float64 on these inputs")
        run, found = Executable(module), list[VersionRecord]()
        for inputs in self.inputs:
            arrays = self._arrays(module, inputs.values)
            (got,), again = run(arrays), run(arrays)
            if not same_bits(got, again[0]):
                what = "two runs on the same inputs give different bits"
                return replace(record, verdict=Verdict.REFUTED, reason=what)
            value = np.asarray(got, dtype=np.float64).reshape(self.subject.result)
            if value.size == 0:
                return replace(record, reason="the value has no entry at these sizes")
            found.append(self._compared(value, inputs, record))
        worst = max(found, key=lambda v: v.in_tau or 0)
        return replace(worst, error=max([v.error or 0 for v in found]))

    def _compared(self, value: Real, inputs: _Inputs, record: VersionRecord) -> VersionRecord:
        gap = np.where(np.isfinite(value), np.abs(value - inputs.expected), np.inf)
        worst = gap / self.tau(record.dtype, inputs)
        at = tuple([int(i) for i in np.unravel_index(int(np.argmax(worst)), gap.shape)])
        exact = self._exactly(at, inputs.values) if worst.max() > 1 else None
        return replace(
            record, error=inputs.relative(gap), in_tau=float(worst.max()), at=at,
            got=float(value[at]), expected=float(inputs.expected[at]), exact=exact,
        )  # fmt: skip

    def _exactly(self, at: tuple[int, ...], given: Values) -> float | None:
        """The Lean value at an entry by the exact interpreter; None where that is too much."""
        if self._count > EXACT:
            return None
        left, indices = list(at), list[Any]()
        for axes in self.subject.indices:
            own, left = left[: len(axes)], left[len(axes) :]
            if len(own) > 2:
                return None
            indices.append(own[0] if len(own) == 1 else tuple(own))
        values = [exact_value(tree, given) for tree in self.subject.trees] + indices
        variables = {FVar(-1 - i, f"x{i}"): v for i, v in enumerate(values)}
        exact = Exact(self.env, limits=replace(self.limits, steps=EXACT_STEPS))
        try:
            return to_float(exact.evaluate(app(self.subject.term, *variables), variables))
        except LeanbridgeError:
            return None

    def _arrays(self, module: Artifact, values: Values) -> list[np.ndarray[Any, Any]]:
        out: list[Any] = [None] * len(module.arguments)
        for part in self.subject.placed:
            if isinstance(part, Passed):
                type_ = module.arguments[part.index].type
                array = values[part.leaf.path].astype(numpy_dtype(type_, module.path))
                out[part.index] = array.reshape(type_.shape)
        return out

    def tau(self, dtype: str, inputs: _Inputs) -> Real:
        """Per entry, what rounding may explain: `KAPPA` times how far the Lean value moves when
        every input moves by an ulp of `dtype`, and `KAPPA` ulp of the value.

        An entry counts as moving at least as the entries do on the whole (root mean square): one
        that a maximum with 0 holds still in a few trials may still move in the next.
        """
        if dtype not in inputs.tau:
            ulp = float(np.finfo(dtype).eps)
            spread = np.zeros(inputs.expected.shape)
            random = np.random.default_rng([self.request.seed, 1])
            for _ in range(NEIGHBOURS if self._count <= LARGE else 2):
                near = {p: moved(v, ulp, random) for p, v in inputs.values.items()}
                gap = np.abs(self._evaluate(self.lean, near) - inputs.expected)
                np.maximum(spread, gap, out=spread)
            np.maximum(spread, np.sqrt(np.mean(spread**2)), out=spread)
            least = float(np.finfo(dtype).tiny)
            inputs.tau[dtype] = KAPPA * (spread + ulp * np.abs(inputs.expected) + least)
        return inputs.tau[dtype]

    # ----- faults ---------------------------------------------------------------------------

    def faults(self) -> Iterator[FaultRecord]:
        """Every fault with its largest effect on the Lean value at these inputs."""
        for mutation in mutations(self.env, self.subject.term):
            found = self._fault(str(mutation), mutation.on(self.env), {})
            yield replace(found, is_partial=mutation.is_partial)
        for line, held in self._other_held():
            yield self._fault(line, None, held)

    def _fault(self, what: str, changed: Definitions | None, held: Values) -> FaultRecord:
        """A fault of the Lean side: changed definitions, or other values held."""
        dtypes = dict.fromkeys([*self.inputs[0].tau, "float64"])
        effect, in_tau = 0.0, dict.fromkeys(dtypes, 0.0)
        try:
            lean = self.lean if changed is None else self._compiled(changed, self._enough)
            for inputs in self.inputs:
                value = self._evaluate(lean, {**inputs.values, **held})
                gap = np.where(np.isfinite(value), np.abs(value - inputs.expected), np.inf)
                effect = max(effect, inputs.relative(gap))
                for d in dtypes:
                    worst = float(np.max(gap / self.tau(d, inputs), initial=0.0))
                    in_tau[d] = max(in_tau[d], worst)
        except LeanbridgeError as error:
            return FaultRecord(what, error=error.what)
        except ValueError:
            return FaultRecord(what, error="its value has another shape")
        finally:
            gc.collect()  # what was recorded is in cycles, and its arrays may be large
        return FaultRecord(what, effect, in_tau)

    @cached_property
    def _enough(self) -> Limits:
        """Arrays twice as large as the definition itself needs: an index that a fault makes
        irregular can need far larger ones."""
        program = self.lean.record()[0].program
        largest = max([prod(node.shape) for node in program.steps], default=1)
        entries = min(self.limits.array_entries, max(2 * largest, LEAST))
        return replace(self.limits, array_entries=entries)

    def _other_held(self) -> Iterator[tuple[str, Values]]:
        """For each line of values held: twice the value, or 1 in the place of 0."""
        lines: dict[str, list[Held]] = {}
        for part in self.subject.placed:
            if isinstance(part, Held):
                lines.setdefault(part.line, []).append(part)
        for line, parts in lines.items():
            other = 2 * parts[0].value or 1.0
            changed = {p.leaf.path: np.full(p.leaf.shape, other) for p in parts}
            yield f"{line} = {other:g} for {parts[0].value:g}", changed


# ----- inputs -------------------------------------------------------------------------------


def _drawn(subject: Subject, request: Request) -> dict[str, np.ndarray[Any, Any]]:
    """Random inputs, exact in the module's dtype. Kernels (two axes and more) are normal at the
    scale of He; numbers and vectors of a record ±(½, 3/2), so that no two layers have the same;
    other arguments are standard normal. What is held is at its value."""
    random = np.random.default_rng([request.seed, 0])
    out: dict[str, np.ndarray[Any, Any]] = {}
    for part in subject.placed:
        shape = part.leaf.shape
        if isinstance(part, Held):
            out[part.leaf.path] = np.full(shape, part.value)
            continue
        out[part.leaf.path] = _rounded(_draw(part.leaf, request.scale, random), request)
    return out


def _rounded(drawn: Any, request: Request) -> np.ndarray[Any, Any]:
    dtype = numpy_dtype(request.artifact.arguments[0].type, request.artifact.path)
    return np.asarray(drawn.astype(dtype), dtype=np.float64)


def _draw(leaf: Leaf, scale: float, random: np.random.Generator) -> Any:
    shape = leaf.shape
    if len(shape) > 1:
        fan = prod(shape[1:]) if len(shape) > 2 else max(shape)
        return np.asarray(random.standard_normal(shape) * scale * sqrt(2 / max(1, fan)))
    if "." in leaf.path:
        signs = random.choice((-1.0, 1.0), shape)
        return np.asarray(signs * random.uniform(0.5, 1.5, shape))
    return np.asarray(random.standard_normal(shape))


def _with_wide_entries(values: Values, subject: Subject, request: Request) -> Values | None:
    """The inputs with some entries of the vectors of records wide, and positive: what is added to
    a normalised channel carries it beyond what a ReLU6 lets through. None if there are no such
    vectors. The other inputs have none, since beside them a small ε is hard to see."""
    random = np.random.default_rng([request.seed, 2])
    wide: dict[str, np.ndarray[Any, Any]] = {}
    for part in subject.placed:
        leaf = part.leaf
        if isinstance(part, Passed) and len(leaf.shape) == 1 < leaf.shape[0] and "." in leaf.path:
            vector, size = values[leaf.path].copy(), leaf.shape[0]
            count = max(1, size // WIDE)
            places = random.choice(size, count, replace=False)
            vector[places] = _rounded(random.uniform(*BEYOND, count), request)
            wide[leaf.path] = vector
    return {**values, **wide} if wide else None
