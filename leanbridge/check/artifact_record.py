"""The record of a check of an artifact: plain data that every report is a view of.

Made by `check.artifact`. τ is what rounding may explain, per entry of the value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from leanbridge.check.obligations import Obligation
from leanbridge.check.record import Counterexample, Evidence, ObligationRecord
from leanbridge.check.subject import Subject
from leanbridge.interp.array import Backend
from leanbridge.ports import Instance
from leanbridge.ports.mlir import Artifact, Held, Naming
from leanbridge.verdict import Verdict, weakest

SEEN = 100
"""A fault counts as seen where it moves an entry of the value by so many τ."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to check. `resize` is an argument and the new size of its first axis. `ops` are the
    counts that the module must have, none if empty. `scale` multiplies the kernels. `instance`, if
    the configuration has one, must have the artifact's own sizes among its sizes."""

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
    instance: Instance | None = None


@dataclass(frozen=True, slots=True)
class FaultRecord:
    """A fault of the Lean side and its largest effect, relative to the largest value and, by
    dtype, in units of τ; `error` says why it could not be run. `is_partial`: as of `Mutation`."""

    what: str
    effect: float | None = None
    in_tau: Mapping[str, float] | None = None
    error: str = ""
    is_partial: bool = False

    def is_seen(self, dtype: str) -> bool:
        return self.in_tau is not None and self.in_tau[dtype] > SEEN

    def is_unseen(self, dtype: str) -> bool:
        """Whether it is a fault here, and one that the comparison in `dtype` cannot see."""
        return self.in_tau is not None and not self.has_no_effect and not self.is_seen(dtype)

    @property
    def has_no_effect(self) -> bool:
        """Whether the Lean value moves by no more than what rounding explains in float64, and so
        would at other inputs."""
        return not self.is_partial and self.in_tau is not None and self.in_tau["float64"] <= 1


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
