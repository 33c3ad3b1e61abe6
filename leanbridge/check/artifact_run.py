"""Running both sides of a check of an artifact on one draw of inputs.

Takes a subject and a request; gives, per version of the module, how far its values are from those
of the Lean definition, and per fault of the Lean side, how far it moves them. Judges nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from dataclasses import replace
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

Values: TypeAlias = Mapping[str, "np.ndarray[Any, Any]"]
Real: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


class BothSides:
    """The Lean side on one draw of inputs, and every version of the module against it."""

    def __init__(
        self, env: Environment, subject: Subject, request: Request, limits: Limits
    ) -> None:
        self.env, self.subject, self.request, self.limits = env, subject, request, limits
        self.values = _drawn(subject, request)
        self._count = sum(v.size for v in self.values.values())
        self.lean = self._compiled(env, limits)
        self.expected = self._evaluate(self.lean, self.values)
        self.size = float(np.max(np.abs(self.expected), initial=0.0)) or 1.0
        self._tau: dict[str, Real] = {}

    def _compiled(self, definitions: Definitions, limits: Limits) -> Any:
        array = Array(definitions, backend=self.request.backend, dtype=np.float64, limits=limits)
        return array.compile(self.subject.term)

    def _evaluate(self, lean: Any, values: Values) -> Real:
        value = lean(*[filled(tree, values) for tree in self.subject.trees])
        return np.asarray(value, dtype=np.float64).reshape(self.subject.result)

    # ----- one version ----------------------------------------------------------------------

    def version(self, module: Artifact) -> VersionRecord:
        """The module's value beside Lean's, in units of what rounding in its dtype explains."""
        dtype = numpy_dtype(module.arguments[0].type, module.path).name
        record = VersionRecord(module.origin, dtype, Verdict.UNKNOWN, "")
        if not np.isfinite(self.expected).all():
            return replace(record, reason="the Lean value overflows float64 on these inputs")
        run, arrays = Executable(module), self._arrays(module)
        (got,), again = run(arrays), run(arrays)
        if not same_bits(got, again[0]):
            what = "two runs on the same inputs give different bits"
            return replace(record, verdict=Verdict.REFUTED, reason=what)
        value = np.asarray(got, dtype=np.float64).reshape(self.subject.result)
        gap = np.where(np.isfinite(value), np.abs(value - self.expected), np.inf)
        if gap.size == 0:
            return replace(record, reason="the value has no entry at these sizes")
        worst = gap / self.tau(dtype)
        at = tuple([int(i) for i in np.unravel_index(int(np.argmax(worst)), gap.shape)])
        exact = self._exactly(at) if worst.max() > 1 else None
        return replace(
            record, error=float(gap.max()) / self.size, in_tau=float(worst.max()), at=at,
            got=float(value[at]), expected=float(self.expected[at]), exact=exact,
        )  # fmt: skip

    def _exactly(self, at: tuple[int, ...]) -> float | None:
        """The Lean value at an entry by the exact interpreter; None where that is too much."""
        if self._count > EXACT:
            return None
        left, indices = list(at), list[Any]()
        for axes in self.subject.indices:
            own, left = left[: len(axes)], left[len(axes) :]
            if len(own) > 2:
                return None
            indices.append(own[0] if len(own) == 1 else tuple(own))
        values = [exact_value(tree, self.values) for tree in self.subject.trees] + indices
        variables = {FVar(-1 - i, f"x{i}"): v for i, v in enumerate(values)}
        exact = Exact(self.env, limits=replace(self.limits, steps=EXACT_STEPS))
        try:
            return to_float(exact.evaluate(app(self.subject.term, *variables), variables))
        except LeanbridgeError:
            return None

    def _arrays(self, module: Artifact) -> list[np.ndarray[Any, Any]]:
        out: list[Any] = [None] * len(module.arguments)
        for part in self.subject.placed:
            if isinstance(part, Passed):
                type_ = module.arguments[part.index].type
                array = self.values[part.leaf.path].astype(numpy_dtype(type_, module.path))
                out[part.index] = array.reshape(type_.shape)
        return out

    def tau(self, dtype: str) -> Real:
        """Per entry, what rounding may explain: `KAPPA` times how far the Lean value moves when
        every input moves by an ulp of `dtype`, and `KAPPA` ulp of the value.

        An entry counts as moving at least as the entries do on the whole (root mean square): one
        that a maximum with 0 holds still in a few trials may still move in the next.
        """
        if dtype not in self._tau:
            ulp = float(np.finfo(dtype).eps)
            spread = np.zeros(self.expected.shape)
            random = np.random.default_rng([self.request.seed, 1])
            for _ in range(NEIGHBOURS if self._count <= LARGE else 2):
                near = {p: moved(v, ulp, random) for p, v in self.values.items()}
                gap = np.abs(self._evaluate(self.lean, near) - self.expected)
                np.maximum(spread, gap, out=spread)
            np.maximum(spread, np.sqrt(np.mean(spread**2)), out=spread)
            least = float(np.finfo(dtype).tiny)
            self._tau[dtype] = KAPPA * (spread + ulp * np.abs(self.expected) + least)
        return self._tau[dtype]

    # ----- faults ---------------------------------------------------------------------------

    def faults(self) -> Iterator[FaultRecord]:
        """Every fault with its effect on the Lean value at these inputs."""
        for mutation in mutations(self.env, self.subject.term):
            yield self._fault(str(mutation), mutation.on(self.env), self.values)
        for line, values in self._other_held():
            yield self._fault(line, None, values)

    def _fault(self, what: str, changed: Definitions | None, values: Values) -> FaultRecord:
        try:
            lean = self.lean if changed is None else self._compiled(changed, self._enough)
            value = self._evaluate(lean, values)
        except LeanbridgeError as error:
            return FaultRecord(what, error=error.what)
        except ValueError:
            return FaultRecord(what, error="its value has another shape")
        finally:
            gc.collect()  # what was recorded is in cycles, and its arrays may be large
        gap = np.where(np.isfinite(value), np.abs(value - self.expected), np.inf)
        effect = float(np.max(gap, initial=0.0)) / self.size
        dtypes = dict.fromkeys([*self._tau, "float64"])
        in_tau = {d: float(np.max(gap / self.tau(d), initial=0.0)) for d in dtypes}
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
        """For each line of values held: the inputs with twice the value, or 1 in the place of 0."""
        lines: dict[str, list[Held]] = {}
        for part in self.subject.placed:
            if isinstance(part, Held):
                lines.setdefault(part.line, []).append(part)
        for line, parts in lines.items():
            other = 2 * parts[0].value or 1.0
            changed = {p.leaf.path: np.full(p.leaf.shape, other) for p in parts}
            yield f"{line} = {other:g} for {parts[0].value:g}", {**self.values, **changed}


# ----- inputs -------------------------------------------------------------------------------


def _drawn(subject: Subject, request: Request) -> dict[str, np.ndarray[Any, Any]]:
    """Random inputs, exact in the module's dtype. Kernels (two axes and more) are normal at the
    scale of He; numbers and vectors of a record ±(½, 3/2), so that no two layers have the same;
    other arguments are standard normal. What is held is at its value."""
    random = np.random.default_rng([request.seed, 0])
    dtype = numpy_dtype(request.artifact.arguments[0].type, request.artifact.path)
    out: dict[str, np.ndarray[Any, Any]] = {}
    for part in subject.placed:
        shape = part.leaf.shape
        if isinstance(part, Held):
            out[part.leaf.path] = np.full(shape, part.value)
            continue
        drawn = _draw(part.leaf, request.scale, random)
        out[part.leaf.path] = np.asarray(drawn.astype(dtype), dtype=np.float64)
    return out


def _draw(leaf: Leaf, scale: float, random: np.random.Generator) -> Any:
    shape = leaf.shape
    if len(shape) > 1:
        fan = prod(shape[1:]) if len(shape) > 2 else max(shape)
        return np.asarray(random.standard_normal(shape) * scale * sqrt(2 / max(1, fan)))
    if "." in leaf.path:
        signs = random.choice((-1.0, 1.0), shape)
        return np.asarray(signs * random.uniform(0.5, 1.5, shape))
    return np.asarray(random.standard_normal(shape))
