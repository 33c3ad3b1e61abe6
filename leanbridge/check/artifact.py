"""What `leancheck artifact` does: a StableHLO text against the Lean definition it stands for.

Takes an artifact, a definition and the table between them; gives an `ArtifactRecord`: the
signature, the ops, and for each version of the module (as shipped; derived ones) how far its
values are from those of the Lean definition, run by the array interpreter in float64 on the same
random inputs.

Both sides are floats; a difference is run again by the exact interpreter where that can be. What
rounding may explain, τ, is measured, not assumed: `KAPPA` times how far
the Lean value moves when every input moves by one ulp of the module's dtype. What the comparison
can see is measured too: generic faults of the Lean bodies, each of which must move the value by
100 times that to count as seen. A value in f32 is EVIDENCE; one in f64 is PASSED at most, and
EVIDENCE where there is a fault that it does not see.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

from leanbridge.check.artifact_record import (
    SEEN,
    ArtifactRecord,
    FaultRecord,
    Request,
    VersionRecord,
)
from leanbridge.check.artifact_run import LARGE, BothSides
from leanbridge.check.subject import Subject, make_subject
from leanbridge.check.tolerance import DECISIVE, KAPPA
from leanbridge.core.environment import Environment
from leanbridge.errors import InputError, LeanbridgeError, Where
from leanbridge.interp.exact import Exact
from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports import Binding, Config, Instance
from leanbridge.ports.mlir import (
    Artifact,
    Held,
    Naming,
    Passed,
    bound_artifact,
    op_names,
    read_artifact,
    resized,
    split_target,
    widened,
)
from leanbridge.verdict import Verdict

LIMITS = replace(DEFAULT, array_entries=1 << 28)  # an artifact has the one shape of its network


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
    """What to check of a binding to an artifact: with faults if it is small enough for a run of
    everything. Raises: as `read_artifact`."""
    artifact, table = bound_artifact(binding, config.source.parent)
    is_small = sum(prod(a.type.shape) for a in artifact.arguments) <= LARGE
    return Request(
        artifact, binding.lean_name, table, binding.sizes, ops=binding.ops, seed=seed,
        with_faults=is_small, instance=config.instances.get(binding.lean_name),
    )  # fmt: skip


def check_artifact(
    env: Environment, spec: Exact, request: Request, limits: Limits = LIMITS
) -> ArtifactRecord:
    """Check one artifact.

    Raises: InputError where names, shapes or sizes do not fit, or for a module that is no function
    of floats; Unsupported and EvaluationFailures of the Lean side by name.
    """
    shipped = request.artifact
    _check_ops(request)
    modules, problems = _versions(request)
    declaration = env.declaration(request.declaration) or env.statement(request.declaration)
    subject = make_subject(spec, declaration, modules[0], request.table, request.sizes)
    _check_instance(request.instance, subject)
    run = BothSides(env, subject, request, limits)
    versions = [run.version(m) for m in modules] + problems
    is_compared = any(v.in_tau is not None for v in versions)
    faults = tuple(run.faults()) if request.with_faults and is_compared else ()
    versions = [_judged(v, faults) for v in versions]
    return ArtifactRecord(
        shipped, subject, tuple(_order(subject)), tuple(_wrong_ops(request)), tuple(versions),
        faults, request.seed, request.scale,
    )  # fmt: skip


def _check_instance(instance: Instance | None, subject: Subject) -> None:
    """An artifact runs at its own sizes alone: those of an instance are honoured if these are among
    them, and never passed over."""
    if instance is None:
        return
    own = dict(subject.sizes)
    if own not in [dict(sizes) for sizes in instance.sizes]:
        asked = [", ".join(f"{n} = {v}" for n, v in s.items()) for s in instance.sizes]
        wanted = ", ".join(f"{n} = {v}" for n, v in own.items())
        raise InputError(
            "an artifact runs at its own sizes, and the instance has others", instance.where,
            "; ".join(asked), wanted,
            todo=f"add {{ {wanted} }} to the sizes of the instance, or remove the instance",
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


def _check_ops(request: Request) -> None:
    """Raise InputError for a count of what is no op: the module cannot have it, whatever it is."""
    there = request.artifact.census
    known = {*op_names(), *there}
    for op in request.ops or {}:
        if op not in known:
            near = difflib.get_close_matches(op.rpartition(".")[2], sorted(known), 3, 0.6)
            what = f"ops: no operation of StableHLO is called {op}"
            todo = f"did you mean {' or '.join(near)}?" if near else None
            expected = f"one that the module has ({', '.join(there)}), or another of StableHLO"
            raise InputError(what, request.table.where, op, expected, todo=todo)


def _wrong_ops(request: Request) -> Iterator[str]:
    for op, count in (request.ops or {}).items():
        got = request.artifact.census.get(op, 0)
        if got != count:
            yield f"{op}: {got}, expected {count}"


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
    unseen = [f.what for f in faults if f.is_unseen(version.dtype)]
    if unseen:
        more = f" and {len(unseen) - 1} more" if len(unseen) > 1 else ""
        reason = f"agrees: {limit}; but it could not see a fault: {unseen[0]}{more}"
        return replace(version, verdict=Verdict.EVIDENCE, reason=reason)
    return replace(version, verdict=Verdict.PASSED, reason=f"agrees: {limit}")


def _disagreement(version: VersionRecord, limit: str) -> dict[str, Any]:
    """What a difference beyond τ says. The exact value decides where there is one: a difference of
    just as many τ from it is the module's own."""
    assert version.in_tau is not None
    assert version.got is not None
    assert version.expected is not None
    gap = abs(version.got - version.expected)
    allowed = gap / version.in_tau
    what = (
        f"differs from the Lean value by {gap:.3g}, where rounding explains {allowed:.3g}: {limit}"
    )
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
