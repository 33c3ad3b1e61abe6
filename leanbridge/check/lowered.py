"""The port without rounding: a JAX port, lowered and run over ℝ (strategy `lowered-exact`).

Takes an examiner; runs the cases of a few small shapes with the lowered programs in the place of
the ports, and compares exactly: no difference is excused as rounding. A lowering is used only at
shapes where the executed port is shown to agree with it (`premise`).
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from leanbridge.check import judge
from leanbridge.check.cases import Budget, Case
from leanbridge.check.compare import differences
from leanbridge.check.counterexample import counterexample
from leanbridge.check.environments import FieldBinding, PortSetState
from leanbridge.check.examine import ALL, Examiner, is_empty
from leanbridge.check.lean_side import Said
from leanbridge.check.obligations import Obligation
from leanbridge.check.premise import Premise, premise
from leanbridge.check.record import Counterexample, Evidence, ObligationRecord
from leanbridge.check.rounding import Cause
from leanbridge.check.shrink import Shrinker
from leanbridge.check.tally import Failure, Point, Tally
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import InternalError, LeanbridgeError, Where
from leanbridge.interp.exact import Exact
from leanbridge.interp.failures import Undecided
from leanbridge.interp.values import Value
from leanbridge.ports import BoundaryFault, Port, PortTimeout
from leanbridge.ports.binding import BoundFunction
from leanbridge.ports.mlir.exact import Escapes, Lowered, LoweredPort
from leanbridge.verdict import Verdict

STRATEGY = "lowered-exact"
CASES = 6  # up the ladder of sizes; the first ones have distinct sizes, then equal ones
POINTS = 48
WORK = 60_000
ENOUGH = 3  # shapes, after which no more are taken on if they were much work:
SPENT = 400_000  # entries made by lowered programs


def joined(
    record: ObligationRecord, examiner: Examiner, *, statements: bool = False
) -> ObligationRecord:
    """`record` with what the lowered ports show beside it; a refutation takes its place.

    The same record where a port of the obligation is no JAX function, or it is refuted already;
    and for a theorem, whose ports are many, unless `statements` asks for it.
    """
    is_asked = statements or examiner.obligation.is_definition
    if record.verdict is Verdict.REFUTED or not is_asked or not applies(examiner):
        return record
    try:
        evidence, example = examine_lowered(examiner)
    except InternalError as error:
        evidence, example = Evidence(STRATEGY, Verdict.ERROR, str(error).splitlines()[0]), None
    if evidence.verdict not in (Verdict.REFUTED, Verdict.ERROR):
        return replace(record, evidence=(*record.evidence, evidence))
    return replace(
        record, verdict=evidence.verdict, evidence=(evidence, *record.evidence),
        counterexample=example,
    )  # fmt: skip


def applies(examiner: Examiner) -> bool:
    """Whether all ports of the obligation are JAX functions."""
    return not obstacle(examiner.environments.sets[examiner.port_set], examiner.obligation)


def obstacle(state: PortSetState, obligation: Obligation) -> str:
    """Why the strategy has nothing to run for an obligation; empty where it has."""
    ports = _ports(state, obligation)
    for port in ports:
        if port.binding.arrays != "jax" or port.binding.artifact is not None:
            return f"{port.name} is no JAX function"
    return "" if ports else "no port is bound"


def examine_lowered(examiner: Examiner) -> tuple[Evidence, Counterexample | None]:
    """Run the cases on the lowered port: the evidence, and what refutes if something does.

    Raises: InternalError for a fault of the interpreter, which no port is blamed for.
    """
    lowered = LoweredExaminer(examiner)
    tally = lowered.run()
    failure = tally.failure or tally.outside_failure  # one of the statement is not the ports'
    if failure is None or lowered.ledger.disagreement is not None:
        return _evidence(tally, lowered), None
    small = Shrinker(lowered, failure).shrink()
    is_confirmed = _again(examiner, small)
    example = counterexample(lowered, small, confirmed=is_confirmed)
    reason = f"a counterexample over ℝ, with {lowered.what()}"
    return Evidence(STRATEGY, Verdict.REFUTED, reason), example


def _again(examiner: Examiner, failure: Failure) -> bool:
    """Run the failing point once more, lowered anew."""
    fresh, tally = LoweredExaminer(examiner), Tally()
    try:
        fresh.run_point(failure.case, failure.point, tally)
    except (LeanbridgeError, PortTimeout):
        return False
    found = tally.first_failure
    return found is not None and found.kind == failure.kind


def _evidence(tally: Tally, lowered: LoweredExaminer) -> Evidence:
    if lowered.ledger.disagreement is not None:
        reason = f"not shown: {lowered.ledger.disagreement}"
        return Evidence(STRATEGY, Verdict.UNKNOWN, reason)
    is_restricted = lowered.environments.config.sampling.is_restricted
    ruling = judge.rule(tally, trusts_statement=True, is_restricted=is_restricted)
    if ruling.verdict not in (Verdict.PASSED, Verdict.EXHAUSTED):
        return Evidence(STRATEGY, Verdict.UNKNOWN, f"not shown: {ruling.reason}")
    return Evidence(STRATEGY, Verdict.PASSED, f"{ruling.reason}; {lowered.what()}")


class LoweredExaminer(Examiner):
    """An examiner whose ports are lowered programs, and which excuses no difference."""

    def __init__(self, examiner: Examiner) -> None:
        environments = examiner.environments
        state = environments.sets[examiner.port_set]
        self.ledger = Ledger(examiner.seed)
        own = copy.copy(environments)
        own.sets = {examiner.port_set: _lowered_state(state, examiner.obligation, self.ledger)}
        super().__init__(
            own, examiner.port_set, examiner.obligation, examiner.seed, _budget(examiner.budget)
        )

    def _is_spent(self, case: Case) -> bool:
        ledger = self.ledger
        much = len(ledger.programs) >= ENOUGH and ledger.spent > SPENT
        return much or super()._is_spent(case)

    def what(self) -> str:
        """What was run, for the evidence: the programs, the mode, and what they stand on."""
        return self.ledger.what()

    def _run_definition(self, case: Case, point: Point, tally: Tally, said: Said) -> None:
        subject, type_ = self.obligation.subject, said.type
        assert subject is not None
        if said.failure is not None:
            raise said.failure
        assert type_ is not None
        inside, failed = said.is_met, None
        kind = "value" if inside else "outside"
        try:
            got = self.ports[ALL].evaluate(subject, point)
            found = differences(got, said.value, type_, self.spec, case.number)
        except BoundaryFault as fault:
            failed = Failure(fault.kind, ALL, point, case, str(fault))
        else:
            if found and self._is_a_choice(case, point, got, type_, tally):
                return
            if found:
                self._demand_exact_constants()
                message = f"{len(found)} entries differ" if len(found) > 1 else ""
                failed = Failure(kind, ALL, point, case, message, found[0])
        self._count_definition(tally, failed, inside, is_empty(type_))

    def _demand_exact_constants(self) -> None:
        """A constant that its dtype rounded may be all the difference."""
        rounded = sorted({c for p in self.ledger.programs for c in p.program.rounded})
        if rounded:
            raise Undecided(
                f"a difference over ℝ of a program with rounded constants: {rounded[0]}"
            )

    def _rounding(self, prop: Term, point: Mapping[FVar, Value], exact: Exact) -> Cause:
        self._demand_exact_constants()
        return Cause.FAULT


# ----- the ports of the environment, lowered ------------------------------------------------


@dataclass(slots=True)
class Ledger:
    """The lowerings of a run that were admitted, with what they stand on."""

    seed: int
    programs: list[Lowered] = field(default_factory=list)
    premises: list[Premise] = field(default_factory=list)
    spent: int = 0
    disagreement: Premise | None = None  # of an executed port with its lowering

    def admit(
        self, port: Port, lowered: Lowered, arguments: tuple[Any, ...], keywords: Mapping[str, Any]
    ) -> None:
        """Take a lowering on if the executed port agrees with it. Raises: Escapes if not."""
        found = premise(port, lowered, arguments, keywords, self.seed)
        if found.differs:
            self.disagreement = self.disagreement or found
        if found.failed:
            raise Escapes(f"{found} (at {lowered})", Where(declaration=port.name))
        self.premises.append(found)
        self.programs.append(lowered)
        self.spent += found.spent

    def what(self) -> str:
        """The programs that ran, and the agreement with the executed port."""
        if not self.programs:
            return "no lowered program"
        first, count = self.programs[0], len(self.programs)
        inputs = sum(p.to_the_bit + p.within for p in self.premises)
        to_the_bit = sum(p.to_the_bit for p in self.premises)
        shapes = "shape" if count == 1 else "shapes"
        return (
            f"lowered programs at {count} {shapes} ({first}{', …' if count > 1 else ''}), over ℝ;"
            f" the executed port agrees on {inputs} inputs, {to_the_bit} of them to the bit"
        )


def _budget(budget: Budget) -> Budget:
    return replace(
        budget, cases=min(budget.cases, CASES), points=min(budget.points, POINTS), small=0, box=0,
        work=min(budget.work, WORK),
    )  # fmt: skip


def _ports(state: PortSetState, obligation: Obligation) -> list[Port]:
    """The ports that an obligation runs."""
    found = [state.bound[n].port for n in obligation.names if n in state.bound]
    return found + [f.bound.port for n in obligation.names for f in state.fields.get(n, ())]


def _lowered_state(state: PortSetState, obligation: Obligation, ledger: Ledger) -> PortSetState:
    """The port set with the ports of an obligation lowered."""

    def lowered(bound: BoundFunction) -> BoundFunction:
        port = LoweredPort(bound.port, ledger.admit, bound.limits).as_port()
        return replace(bound, port=port, exact="roots")

    names = obligation.names
    return replace(
        state,
        bound={n: lowered(b) for n, b in state.bound.items() if n in names},
        fields={
            n: [FieldBinding(f.owner, f.field, lowered(f.bound)) for f in fs]
            for n, fs in state.fields.items() if n in names
        },
    )  # fmt: skip
