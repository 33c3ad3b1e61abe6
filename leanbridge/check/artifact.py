"""What `leancheck artifact` does: a StableHLO text against the Lean definition it stands for.

Takes an artifact, a definition and the table between them; gives an `ArtifactRecord`: the
signature, the ops, and for each version of the module (as shipped; derived ones) how far its
values are from those of the Lean definition, run by the array interpreter in float64 on the same
random inputs.

Both sides are floats; a difference is run again by the exact interpreter where that can be. What
rounding may explain, τ, is measured, not assumed: `KAPPA` times how far
the Lean value moves when every input moves by one ulp of the module's dtype. What the comparison
can see is measured too: generic faults of the Lean bodies, each of which must move the value by
100 times that to count as seen. A value in f32 is EVIDENCE; one in f64 is PASSED at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod, sqrt
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from leanbridge.check.mutations import mutations
from leanbridge.check.obligations import Obligation
from leanbridge.check.record import Counterexample, Evidence, ObligationRecord
from leanbridge.check.subject import Subject, make_subject
from leanbridge.check.tolerance import KAPPA, NEIGHBOURS
from leanbridge.core.declarations import Definitions
from leanbridge.core.environment import Environment
from leanbridge.core.terms import FVar, app
from leanbridge.errors import InputError, LeanbridgeError, Where
from leanbridge.interp.array import Array, Backend
from leanbridge.interp.exact import Exact
from leanbridge.interp.reals import to_float
from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports import Binding, Config
from leanbridge.ports.mlir import (
    Artifact,
    Executable,
    Held,
    Leaf,
    Naming,
    Passed,
    bound_artifact,
    exact_value,
    filled,
    read_artifact,
    resized,
    split_target,
    widened,
)
from leanbridge.ports.mlir.run import numpy_dtype
from leanbridge.verdict import Verdict, weakest

DECISIVE = 1024  # a difference of this many τ is none of rounding
EXACT = 20_000  # numbers in the inputs of a case that is run again exactly
EXACT_STEPS = 300_000
SEEN = 100
"""A fault counts as seen where it moves an entry of the value by so many times what rounding may
explain there."""

Values: TypeAlias = Mapping[str, "np.ndarray[Any, Any]"]
Real: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


@dataclass(frozen=True, slots=True)
class Request:
    """What to check. `resize` is an argument and the new size of its first axis. `ops` are the
    counts that the module must have, none if empty. `scale` multiplies the kernels."""

    artifact: Artifact
    declaration: str
    table: Naming
    sizes: Mapping[str, int]
    resize: tuple[str, int] | None = None
    ops: Mapping[str, int] | None = None
    scale: float = 1.0
    seed: int = 0
    backend: Backend = "numpy"
    with_faults: bool = True


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """A fault of the Lean side and its largest effect, relative to the largest value and, by
    dtype, in units of τ; `error` says why it could not be run."""

    what: str
    effect: float | None = None
    in_tau: Mapping[str, float] | None = None
    error: str = ""

    def is_seen(self, dtype: str) -> bool:
        return self.in_tau is not None and self.in_tau[dtype] > SEEN

    def is_unseen(self, dtype: str) -> bool:
        """Whether it is a fault here, and one that the comparison in `dtype` cannot see."""
        return self.in_tau is not None and not self.has_no_effect and not self.is_seen(dtype)

    @property
    def has_no_effect(self) -> bool:
        """Whether the Lean value moves by no more than what rounding explains in float64."""
        return self.in_tau is not None and self.in_tau["float64"] <= 1


@dataclass(frozen=True, slots=True)
class VersionRecord:
    """One version of the module: `error` is the largest difference relative to the largest value,
    `in_tau` the largest in units of τ, at `at`. `exact` is the Lean value there by the exact
    interpreter, where it was asked for and could say."""

    origin: str
    dtype: str
    verdict: Verdict
    reason: str
    error: float | None = None
    in_tau: float | None = None
    at: tuple[int, ...] | None = None
    got: float | None = None
    expected: float | None = None
    exact: float | None = None

    @property
    def name(self) -> str:
        return f"{self.origin} ({self.dtype})"


@dataclass(frozen=True, slots=True)
class ArtifactRecord:
    """The whole check; the verdict is the weakest of the versions'."""

    artifact: Artifact
    subject: Subject
    order: tuple[str, ...]
    ops: tuple[str, ...]
    versions: tuple[VersionRecord, ...]
    faults: tuple[FaultRecord, ...]
    seed: int
    scale: float

    @property
    def verdict(self) -> Verdict:
        found = [v.verdict for v in self.versions]
        return weakest([*found, Verdict.REFUTED] if self.ops else found)


def make_request(
    config: Config,
    found: Sequence[str],
    file: str,
    function: str | None,
    names: Mapping[str, str],
    fixed: Mapping[str, float],
    sizes: Mapping[str, int],
    **options: Any,
) -> Request:
    """What to check, as the command line says it: `found` are the definitions that are called so;
    what `names`, `fixed` and `sizes` leave open is as a binding to `file` has it.

    Raises: InputError for a file that is no artifact, or for several definitions.
    """
    if len(found) != 1:
        what = "several declarations are called so"
        raise InputError(what, Where(), ", ".join(found), "one: give its full name")
    path, there = split_target(file)
    if function is not None and there is not None:
        raise InputError("two functions", Where(file), f"@{there} and @{function}", "one of them")
    shipped = read_artifact(Path(path), function or there)
    bound = _binding(config, found[0], Path(path), shipped.function)
    table = Naming(names, fixed)
    ops: Mapping[str, int] = {}
    if bound is not None:
        table = Naming({**bound.names, **names}, {**bound.fixed, **fixed}, bound.where)
        sizes, ops = {**bound.sizes, **sizes}, bound.ops
    return Request(shipped, found[0], table, sizes, ops=ops, **options)


def _binding(config: Config, name: str, path: Path, function: str) -> Binding | None:
    """The binding of a definition to a function of a file, in any port set."""
    for port_set in config.port_sets.values():
        bound = port_set.bindings.get(name)
        if bound is None or bound.artifact is None:
            continue
        file, there = split_target(bound.artifact)
        same_file = (config.source.parent / file).resolve() == path.resolve()
        if same_file and there in (None, function):
            return bound
    return None


def bound_request(config: Config, binding: Binding, seed: int) -> Request:
    """What to check of a binding to an artifact. Raises: as `read_artifact`."""
    artifact, table = bound_artifact(binding, config.source.parent)
    return Request(artifact, binding.lean_name, table, binding.sizes, ops=binding.ops, seed=seed)


def obligation_record(found: ArtifactRecord, obligation: Obligation, port: str) -> ObligationRecord:
    """The check of an artifact as the record of a definition's obligation."""
    evidence = [Evidence(v.name, v.verdict, _with_unseen(v, found)) for v in found.versions]
    evidence += [Evidence("ops", Verdict.REFUTED, text) for text in found.ops]
    held = {p.line: p.value for p in found.subject.placed if isinstance(p, Held)}
    scope = [*found.subject.bindings, *[f"{line} = {value:g}" for line, value in held.items()]]
    refuted = [v for v in found.versions if v.verdict is Verdict.REFUTED and v.at is not None]
    return ObligationRecord(
        id=obligation.id,
        port=port,
        what="the artifact agrees with the Lean definition, as floats",
        verdict=found.verdict,
        evidence=tuple(sorted(evidence, key=lambda e: e.verdict.strength)),
        environment="PORT against SPEC",
        scope=", ".join(scope),
        cases=1,
        counterexample=_example(refuted[0], found) if refuted else None,
    )


def _with_unseen(version: VersionRecord, found: ArtifactRecord) -> str:
    unseen = [f.what for f in found.faults if f.is_unseen(version.dtype)]
    if version.in_tau is None or not unseen:
        return version.reason
    return f"{version.reason}; faults that it does not see: {'; '.join(unseen)}"


def _example(version: VersionRecord, found: ArtifactRecord) -> Counterexample:
    return Counterexample(
        kind="value",
        sizes=tuple(found.subject.sizes.items()),
        inputs=(("inputs", f"random, seed {found.seed}"),),
        indices=tuple([(f"axis {i}", str(n)) for i, n in enumerate(version.at or ())]),
        hypotheses=(),
        got=repr(version.got),
        expected=repr(version.expected),
        spec="the Lean value, by the array interpreter in float64"
        if version.exact is None
        else f"{version.exact!r}, run exactly",
        environment=version.name,
        message=version.reason,
        confirmed=version.exact is not None,
    )


def check_artifact(
    env: Environment, spec: Exact, request: Request, limits: Limits = DEFAULT
) -> ArtifactRecord:
    """Check one artifact.

    Raises: InputError where names, shapes or sizes do not fit, or for a module that is no function
    of floats; Unsupported and EvaluationFailures of the Lean side by name.
    """
    shipped = request.artifact
    modules, problems = _versions(request)
    declaration = env.declaration(request.declaration) or env.statement(request.declaration)
    subject = make_subject(spec, declaration, modules[0], request.table, request.sizes)
    run = _Run(env, subject, request, limits)
    versions = [run.version(m) for m in modules] + problems
    is_compared = any(v.in_tau is not None for v in versions)
    faults = tuple(run.faults()) if request.with_faults and is_compared else ()
    versions = [_judged(v, faults) for v in versions]
    return ArtifactRecord(
        shipped, subject, tuple(_order(subject)), tuple(_wrong_ops(request)), tuple(versions),
        faults, request.seed, request.scale,
    )  # fmt: skip


def _versions(request: Request) -> tuple[list[Artifact], list[VersionRecord]]:
    """The modules to run: as shipped or resized, and with f64; and those that cannot be had."""
    shipped = request.artifact
    floats = sorted(shipped.float_types)
    if len(floats) != 1 or floats[0] not in ("f32", "f64"):
        raise InputError(
            "an artifact must be a function of one float type",
            Where(shipped.path, declaration=f"@{shipped.function}"),
            ", ".join(floats) or "none", "f32 or f64",
        )  # fmt: skip

    def sized(artifact: Artifact) -> Artifact:
        return artifact if request.resize is None else resized(artifact, *request.resize)

    modules, problems = [sized(shipped)], list[VersionRecord]()
    if floats == ["f32"]:
        try:
            modules.append(sized(widened(shipped)))
        except LeanbridgeError as error:
            unknown = VersionRecord("derived: f32 → f64", "f64", Verdict.UNKNOWN, str(error))
            problems.append(unknown)
    return modules, problems


def _order(subject: Subject) -> Iterator[str]:
    """Where the arguments do not come in the order of the Lean fields, within one binder."""
    last: dict[str, Passed] = {}
    for part in subject.placed:
        if isinstance(part, Held):
            continue
        binder = part.leaf.path.split(".")[0]
        before = last.get(binder)
        if before is not None and before.index > part.index:
            yield (
                f"%{part.argument.name} stands before %{before.argument.name}, and"
                f" {before.leaf.path} before {part.leaf.path}"
            )
        last[binder] = part


def _wrong_ops(request: Request) -> Iterator[str]:
    for op, count in (request.ops or {}).items():
        got = request.artifact.census.get(op, 0)
        if got != count:
            yield f"{op}: {got}, expected {count}"


class _Run:
    """The Lean side on one draw of inputs, and every version of the module against it."""

    def __init__(
        self, env: Environment, subject: Subject, request: Request, limits: Limits
    ) -> None:
        self.env, self.subject, self.request, self.limits = env, subject, request, limits
        self.values = _drawn(subject, request)
        self.lean = self._compiled(env)
        self.expected = self._evaluate(self.lean, self.values)
        self.size = float(np.max(np.abs(self.expected), initial=0.0)) or 1.0
        self._tau: dict[str, Real] = {}

    def _compiled(self, definitions: Definitions) -> Any:
        array = Array(
            definitions, backend=self.request.backend, dtype=np.float64, limits=self.limits
        )
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
        (got,) = Executable(module)(self._arrays(module))
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
        if sum(v.size for v in self.values.values()) > EXACT:
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
            for _ in range(NEIGHBOURS):
                moved = {p: _moved(v, ulp, random) for p, v in self.values.items()}
                gap = np.abs(self._evaluate(self.lean, moved) - self.expected)
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
            lean = self.lean if changed is None else self._compiled(changed)
            value = self._evaluate(lean, values)
        except LeanbridgeError as error:
            return FaultRecord(what, error=error.what)
        except ValueError:
            return FaultRecord(what, error="its value has another shape")
        gap = np.where(np.isfinite(value), np.abs(value - self.expected), np.inf)
        effect = float(np.max(gap, initial=0.0)) / self.size
        dtypes = dict.fromkeys([*self._tau, "float64"])
        in_tau = {d: float(np.max(gap / self.tau(d), initial=0.0)) for d in dtypes}
        return FaultRecord(what, effect, in_tau)

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


def _judged(version: VersionRecord, faults: Sequence[FaultRecord]) -> VersionRecord:
    """The verdict of a version."""
    worst = version.in_tau
    if worst is None:
        return version
    limit = f"{worst:.3g} τ (κ = {KAPPA})"
    if worst > 1:
        return replace(version, **_disagreement(version, limit))
    if version.dtype != "float64":
        reason = f"agrees in {version.dtype}: {limit}"
        return replace(version, verdict=Verdict.EVIDENCE, reason=reason)
    if not any(f.is_seen(version.dtype) for f in faults):
        what = "no fault was seen" if faults else "no faults were run"
        reason = f"agrees: {limit}; but {what}, so nothing shows what this could see"
        return replace(version, verdict=Verdict.EVIDENCE, reason=reason)
    return replace(version, verdict=Verdict.PASSED, reason=f"agrees: {limit}")


def _disagreement(version: VersionRecord, limit: str) -> dict[str, Any]:
    """What a difference beyond τ says. The exact value decides where there is one: a difference of
    just as many τ from it is the module's own."""
    assert version.in_tau is not None
    assert version.got is not None
    assert version.expected is not None
    gap = abs(version.got - version.expected)
    what = f"differs from the Lean value by {limit}"
    if version.exact is not None:
        if abs(version.exact - version.expected) > gap / 2:
            reason = f"{what}, but the exact interpreter gives another Lean value there"
            return {"verdict": Verdict.UNKNOWN, "reason": reason}
        is_double = version.dtype == "float64"
        if is_double or version.in_tau > SEEN:
            return {"verdict": Verdict.REFUTED, "reason": f"{what}; run again exactly"}
    elif version.in_tau > DECISIVE:
        reason = f"{what}; too large to be run again exactly: floats on both sides"
        return {"verdict": Verdict.REFUTED, "reason": reason}
    return {"verdict": Verdict.UNKNOWN, "reason": f"{what}, near what rounding explains"}


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


def _moved(array: np.ndarray[Any, Any], ulp: float, random: np.random.Generator) -> Any:
    return array * (1 + ulp * random.choice((-1.0, 1.0), array.shape))
