"""A check of an artifact as lines and as data.

Takes the record that `check.artifact` makes; prints nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from leanbridge.check.artifact_record import (
    SEEN,
    ArtifactRecord,
    FaultRecord,
    VersionRecord,
)
from leanbridge.ports.mlir import Held, Passed
from leanbridge.report.text import shown_name

SCHEMA = "leanbridge.artifact/1"
SHOWN = 12
MEANING = (
    "Both sides are floats: the Lean definition is run by the array interpreter in float64. τ is"
    " what rounding may explain: κ times how far the Lean value moves when every input moves by one"
    " ulp. A derived module is not the shipped text."
)


def artifact_lines(record: ArtifactRecord, *, verbose: bool = False) -> Iterator[str]:
    """What was checked, then a verdict for each version, then what no version could see."""
    artifact, subject = record.artifact, record.subject
    yield f"{artifact.path}@{artifact.function} as {shown_name(subject.name)}"
    yield f"  sizes      {_sizes(record)}"
    yield from _signature(record)
    ops = [f"{op} {count}" for op, count in artifact.census.items()]
    yield f"  ops        {', '.join(ops)}"
    yield from [f"  OPS        {wrong}" for wrong in record.ops]
    yield (
        f"  inputs     random, seed {record.seed}: kernels at {record.scale:g} × the scale of He,"
        " vectors of a record ±(½, 3/2), others standard normal; then some entries of those"
        " vectors 8 to 16"
    )
    for version in record.versions:
        yield from _version(version)
    yield from _faults(record, verbose)
    yield MEANING


def _sizes(record: ArtifactRecord) -> str:
    bindings = ", ".join(record.subject.bindings) or "none"
    read = record.subject.read
    return f"{bindings} (read from the shapes: {', '.join(read)})" if read else bindings


def _signature(record: ArtifactRecord) -> Iterator[str]:
    passed = [p for p in record.subject.placed if isinstance(p, Passed)]
    order = "in the order of the Lean fields" if not record.order else "in another order"
    fit = "names and shapes fit those of the Lean arguments"
    yield f"  signature  {len(passed)} arguments: {fit}, {order}"
    yield from [f"             {text}" for text in _shortened(record.order, 3)]
    for p in passed:
        if p.is_reshaped:
            yield (
                f"  row-major  {p.leaf.path}: {_axes(p.leaf.shape)} in Lean,"
                f" {_axes(p.argument.type.shape)} in the artifact"
            )
    held = Counter((p.line, p.value) for p in record.subject.placed if isinstance(p, Held))
    for (line, value), count in held.items():
        times = f" ({count} of them)" if count > 1 else ""
        yield f"  held       {line} = {value:g}{times}: only at this value is anything said"


def _axes(shape: Sequence[int]) -> str:
    return " × ".join(map(str, shape)) if shape else "a number"


def _version(version: VersionRecord) -> Iterator[str]:
    yield f"{version.verdict.name:<11}{version.name}: {version.reason}"
    if version.error is not None:
        yield f"           error {version.error:.2e} of the largest value"
    if version.in_tau is not None and version.in_tau > 1:
        at = ", ".join(map(str, version.at or ()))
        exact = "" if version.exact is None else f" (run exactly: {version.exact!r})"
        yield f"           at [{at}]: got {version.got!r}, Lean has {version.expected!r}{exact}"


def _faults(record: ArtifactRecord, verbose: bool) -> Iterator[str]:
    run = [f for f in record.faults if f.in_tau is not None]
    lost = [f for f in record.faults if f.in_tau is None]
    if not record.faults:
        return
    yield f"  faults     {len(run)} faults of the Lean side were run at these inputs"
    still = [f for f in run if f.has_no_effect]
    if still:
        yield f"  no effect  {len(still)}: the Lean value stays what it is, up to rounding"
        yield from _listed(still, verbose)
    for dtype in dict.fromkeys(v.dtype for v in record.versions if v.in_tau is not None):
        seen = [f for f in run if f.is_seen(dtype)]
        unseen = [f for f in run if f.is_unseen(dtype)]
        yield f"  {dtype}    {len(seen)} seen; UNSEEN, below {SEEN} τ: {len(unseen) or 'none'}"
        yield from _listed(unseen, verbose)
    if lost:
        yield f"  not run    {len(lost)}"
        texts = [f"{f.what} ({f.error})" for f in lost]
        yield from [f"             {t}" for t in _shortened(texts, None if verbose else 3)]


def _listed(faults: Sequence[FaultRecord], verbose: bool) -> Iterator[str]:
    texts = [f"{f.what}{f' (effect {f.effect:.1e})' if f.effect else ''}" for f in faults]
    for text in _shortened(texts, None if verbose else SHOWN):
        yield f"             {text}"


def _shortened(texts: Sequence[str], most: int | None) -> Iterator[str]:
    yield from texts[:most]
    if most is not None and len(texts) > most:
        yield f"… and {len(texts) - most} more (-v lists them)"


def artifact_json(record: ArtifactRecord) -> dict[str, Any]:
    """The record as data."""
    artifact, subject = record.artifact, record.subject
    return {
        "schema": SCHEMA,
        "artifact": artifact.path,
        "function": artifact.function,
        "declaration": subject.name,
        "verdict": record.verdict.name,
        "sizes": dict(subject.sizes),
        "read": list(subject.read),
        "arguments": [
            {"name": p.argument.name, "type": str(p.argument.type), "lean": p.leaf.path,
             "shape": list(p.leaf.shape)}
            for p in subject.placed if isinstance(p, Passed)
        ],
        "held": [
            {"lean": p.leaf.path, "value": p.value} for p in subject.placed if isinstance(p, Held)
        ],
        "order": list(record.order),
        "ops": dict(artifact.census),
        "wrong_ops": list(record.ops),
        "seed": record.seed,
        "scale": record.scale,
        "versions": [_version_json(v) for v in record.versions],
        "faults": [_fault_json(f) for f in record.faults],
    }  # fmt: skip


def _version_json(version: VersionRecord) -> dict[str, Any]:
    return {
        "name": version.name,
        "origin": version.origin,
        "dtype": version.dtype,
        "verdict": version.verdict.name,
        "reason": version.reason,
        "error": _number(version.error),
        "in_tau": _number(version.in_tau),
        "at": list(version.at or ()),
        "got": _number(version.got),
        "expected": _number(version.expected),
        "exact": _number(version.exact),
    }


def _fault_json(fault: FaultRecord) -> dict[str, Any]:
    in_tau = fault.in_tau or {}
    return {
        "what": fault.what,
        "effect": _number(fault.effect),
        "in_tau": {dtype: _number(v) for dtype, v in in_tau.items()},
        "seen": [dtype for dtype in in_tau if fault.is_seen(dtype)],
        "has_no_effect": fault.has_no_effect,
        "error": fault.error,
    }


def _number(value: float | None) -> float | str | None:
    """JSON has no NaN and no infinity: they are texts."""
    return value if value is None or isfinite(value) else repr(value)
