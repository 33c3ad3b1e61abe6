"""What `leancheck explain` says of a declaration: its statement, bindings, obligations, strategies.

Takes a session and an entry; gives lines of text. Runs no case.
"""

from __future__ import annotations

from collections.abc import Iterator

from leanbridge.check.cases import is_open
from leanbridge.check.environments import PortSetState
from leanbridge.check.lowered import STRATEGY, obstacle
from leanbridge.check.obligations import Obligation, is_analytic, obligations
from leanbridge.check.verify import Session, describe_entry
from leanbridge.core.environment import Entry
from leanbridge.core.terms import NAT
from leanbridge.errors import LeanbridgeError


def explain_entry(session: Session, entry: Entry) -> Iterator[str]:
    """The lines about one declaration."""
    record = describe_entry(session.env, entry, session.config)
    yield f"{record.kind} {record.name}"
    yield f"  at        {record.path}:{record.line} ({record.module})"
    yield f"  trust     {record.trust}"
    try:
        declaration = session.env.declaration(entry.name)
    except LeanbridgeError as error:
        yield f"  UNSUPPORTED {error}"
        return
    assert declaration is not None
    yield f"  type      {declaration.type!r}"
    for fact in declaration.instances:
        yield f"  fact      {fact!r}"
    for name, type_ in declaration.auto_bound:
        yield f"  auto-bound {name} : {type_!r}"
    if declaration.value is not None:
        yield f"  body      {declaration.value!r}"
    for name in session.port_sets:
        yield from _with_port_set(session, entry, session.environments.sets[name])


def _with_port_set(session: Session, entry: Entry, state: PortSetState) -> Iterator[str]:
    yield f"  port set {state.name}"
    if state.unavailable is not None:
        yield f"    not installed: {state.unavailable}"
        return
    if entry.name in state.broken:
        yield f"    broken binding: {state.broken[entry.name]}"
    if entry.name in state.skipped:
        yield f"    skipped: {state.skipped[entry.name]}"
    if entry.name in state.bound:
        yield f"    bound to {state.bound[entry.name].port.name}"
    for f in state.fields.get(entry.name, ()):
        yield f"    field {f.field} bound to {f.bound.port.name}"
    for obligation in obligations(session.env, entry, state):
        yield from _obligation(session, obligation, state)


def _obligation(session: Session, obligation: Obligation, state: PortSetState) -> Iterator[str]:
    yield f"    obligation {obligation.id}: {obligation.what}"
    if not obligation.is_definition:
        yield f"      runs {', '.join(obligation.names) or 'no bound name: NO_PORT'}"
    for h in obligation.statement.hypotheses:
        yield f"      hypothesis {h.name} : {h.prop!r}"
    if not obligation.names:
        return
    analytic = is_analytic(obligation.statement)
    if analytic is not None:
        yield f"      evidence: {analytic} speaks of all points at once; no port runs in it"
        return
    blocker = _not_finite(session, obligation)
    if blocker is None:
        yield "      exhaustive: every value of every variable, at all sizes of a box"
        yield "      exact-random: not run, exhaustive is stronger"
    else:
        yield f"      exhaustive: not run, {blocker}"
        yield "      exact-random: cases of the size ladder, in exact arithmetic, SPEC before PORT"
    if obligation.is_definition:
        missing = obstacle(state, obligation)
        runs = "in the deep profile, the lowered port over ℝ at a few shapes"
        what = f"not run, {missing}" if missing else runs
        yield f"      {STRATEGY}: {what}"


def _not_finite(session: Session, obligation: Obligation) -> str | None:
    """The first variable whose type is not finite, as a reason."""
    statement = obligation.statement
    probe = {v.var: 2 for v in statement.variables if v.is_size or v.type is NAT}
    for v in statement.variables:
        if v.var in probe:
            continue
        try:
            if not is_open(session.environments.spec.type_value(v.type, probe)):
                return f"{v.name} : {v.type!r} has too many values"
        except (LeanbridgeError, KeyError):
            return f"the type of {v.name} depends on data"
    return None
