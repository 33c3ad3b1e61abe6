"""A whole run: every declaration of a project, every port set, to one `Run`.

Takes settings; gives the record. Declarations are independent, so they may run in several
processes; the record is the same on any number of them.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from threadpoolctl import threadpool_limits

from leanbridge.check import judge, lowered
from leanbridge.check.artifact import bound_request, check_artifact
from leanbridge.check.artifact_record import obligation_record
from leanbridge.check.cases import PROFILES, Budget
from leanbridge.check.compiled import Search
from leanbridge.check.counterexample import counterexample
from leanbridge.check.entries import STYLES
from leanbridge.check.environments import Environments, PortSetState
from leanbridge.check.examine import ALL, Examiner
from leanbridge.check.instances import examine_instance, too_large
from leanbridge.check.larger import examine_larger
from leanbridge.check.necessity import unneeded
from leanbridge.check.obligations import Obligation, is_analytic, obligations, reachable
from leanbridge.check.project import load_environment
from leanbridge.check.prove import prove
from leanbridge.check.record import (
    PROCESS_DIED,
    DeclarationRecord,
    Evidence,
    ObligationRecord,
    Problem,
    Run,
)
from leanbridge.check.select import select
from leanbridge.check.shrink import Shrinker
from leanbridge.check.tally import Failure, Tally
from leanbridge.check.workers import Workers, in_order
from leanbridge.core.environment import Entry, Environment
from leanbridge.core.trust import has_proof, trust
from leanbridge.errors import InputError, InternalError, LeanbridgeError, Where
from leanbridge.interp.failures import EvaluationFailure
from leanbridge.ports import Binding, Config, PortSetUnavailable, PortTimeout, read_config
from leanbridge.verdict import Verdict

RECURSION = 20_000
#: Verdicts that are only as good as the definitions beneath them.
RESTING = (Verdict.EVIDENCE, Verdict.EXHAUSTED, Verdict.PROVED)
DEFINITIONS = ("def", "abbrev", "structure", "class", "inductive", "opaque", "instance")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked for. Paths are absolute. Empty `names` mean every declaration.

    `in_process`: where one process is enough, ports run in the caller's, which a port that ends
    its process ends too. Else every port runs in a child, and none is imported here.
    """

    config: Path
    project: Path | None = None
    ports: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    module: str | None = None
    seed: int = 0
    profile: str = "default"
    jobs: int = 1
    timeout: float | None = 60.0
    maxfail: int | None = None
    tier: str = "source"
    search: Search = Search()
    in_process: bool = True


#: Told how many declarations are done, of how many, and the last one.
Progress = Callable[[int, int, str], None]


class Session:
    """A loaded project with its evaluators: what a worker process holds."""

    def __init__(self, settings: Settings, *, is_lazy: bool = False) -> None:
        """`is_lazy`: a port set is imported when a declaration is first checked with it."""
        sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION))
        # What BLAS sums depends on its threads, and those of two processes wait for each other.
        threadpool_limits(1, user_api="blas")
        self.settings = settings
        self.config = read_config(settings.config)
        root = settings.project if settings.project is not None else self.config.project
        self.root = root
        self.env, self.problems, self.tier = load_environment(
            root, settings.module, settings.tier, settings.search
        )
        self.port_sets = _chosen_ports(self.config, settings)
        self.environments = Environments(
            self.env,
            self.config,
            self.port_sets,
            timeout=settings.timeout,
            is_foreign=root != self.config.project or settings.module is not None,
            is_lazy=is_lazy,
        )
        self.problems += [*self.environments.problems, *_unused(self.config)]
        self.problems += self._unknown_names()
        self.budget = _budget(self.config, settings.profile)

    def entries(self) -> list[Entry]:
        """The declarations that the settings ask for, in the order of the project."""
        return select(self._own(), self.settings.names, self.settings.module)

    def _own(self) -> list[Entry]:
        return [e for e in self.env.project_entries if e.parent is None and not e.generated]

    def _unknown_names(self) -> list[Problem]:
        """Expectations and instances of what the project does not declare: they would never be
        looked at."""
        if self.environments.is_foreign:
            return []
        known = {e.name for e in self._own()}
        asked = {name: e.where for name, e in self.config.expect.items()}
        asked |= {name: i.where for name, i in self.config.instances.items()}
        return [
            self.environments.unknown_name(name, where)
            for name, where in asked.items()
            if name not in known
        ]

    # ----- one declaration ----------------------------------------------------------------

    def check(self, entry: Entry) -> DeclarationRecord:
        """All obligations of one declaration, with every port set."""
        return self.assemble(entry, list(self.run_task((entry.name, self.port_sets))[0]))

    def run_task(self, task: Task) -> Result:
        """The obligations of a declaration with some port sets, the problems of its bindings and
        those met on the way."""
        name, port_sets = task
        entry = self.env.entry(name)
        assert entry is not None
        known = len(self.problems)
        self.environments.begin()
        out: list[ObligationRecord] = []
        for state in [self.environments.sets[port_set] for port_set in port_sets]:
            self.problems += state.problems
            if self._unsupported(entry) is None:
                out += self._check_with(entry, state)
        found = tuple(self.problems[known:])
        del self.problems[known:]
        return tuple(out), found

    def _unsupported(self, entry: Entry) -> str | None:
        """Why a declaration is not even understood, or None."""
        try:
            self.env.declaration(entry.name)
        except LeanbridgeError as error:
            return str(error).splitlines()[0]
        return None

    def assemble(self, entry: Entry, found: list[ObligationRecord]) -> DeclarationRecord:
        """The record of a declaration from those of its obligations."""
        base = describe_entry(self.env, entry, self.config)
        unsupported = self._unsupported(entry)
        if unsupported is not None:
            return replace(base, fixed=Verdict.UNSUPPORTED, reason=unsupported)
        reasons = {o.evidence[0].reason for o in found if o.evidence}
        reason = next(iter(reasons)) if len(reasons) == 1 else ""
        return replace(base, obligations=tuple(found), reason=reason)

    def _check_with(self, entry: Entry, state: PortSetState) -> Iterator[ObligationRecord]:
        port = state.name
        if state.unavailable is not None:
            yield stand_in(port, Verdict.UNKNOWN, f"not installed: {state.unavailable}")
            return
        if entry.name in state.broken:
            yield stand_in(port, Verdict.UNKNOWN, f"binding: {state.broken[entry.name]}")
            return
        try:
            found = obligations(self.env, entry, state)
        except LeanbridgeError as error:
            yield stand_in(port, Verdict.UNSUPPORTED, str(error).splitlines()[0])
            return
        if not found:
            yield self._without_obligation(entry, state)
        for obligation in found:
            yield self._naming_ports(self._examine(entry, obligation, port), obligation)

    def _naming_ports(self, record: ObligationRecord, obligation: Obligation) -> ObligationRecord:
        """A record whose counterexample says where the code stands that ran in it."""
        example = record.counterexample
        if example is None or example.environment == "SPEC":
            return record
        alone = [n for n in obligation.names if example.environment == f"{ALL}({n})"]
        sources = self.environments.sources(record.port, tuple(alone) or obligation.names)
        named = replace(example, ports=sources)
        return replace(record, counterexample=named)

    def _without_obligation(self, entry: Entry, state: PortSetState) -> ObligationRecord:
        if entry.name in state.skipped:
            return stand_in(state.name, Verdict.NO_PORT, f"skipped: {state.skipped[entry.name]}")
        if entry.kind in DEFINITIONS:
            return stand_in(state.name, Verdict.UNMAPPED, "a definition without a binding")
        return stand_in(state.name, Verdict.NO_PORT, f"nothing to run in {entry.kind}")

    def _examine(self, entry: Entry, obligation: Obligation, port: str) -> ObligationRecord:
        binding = self.config.port_sets[port].bindings.get(entry.name)
        if obligation.is_definition and binding is not None and binding.artifact is not None:
            return self._examine_artifact(binding, obligation, port)
        rests_on = obligation.names
        broken = self._broken_beneath(obligation, port)
        if broken:
            return stand_in(port, Verdict.UNKNOWN, broken, obligation)
        if not obligation.names:
            return stand_in(port, Verdict.NO_PORT, "it mentions no bound name", obligation)
        analytic = is_analytic(obligation.statement)
        if analytic is not None:
            names = ", ".join(obligation.names)
            record = stand_in(
                port,
                Verdict.EVIDENCE,
                f"{analytic} is not decided: it rests on the definitions of {names}",
                obligation,
            )
            return replace(record, rests_on=rests_on)
        instance = self.config.instances.get(entry.name)
        if instance is None:
            refused = too_large(self.environments, obligation)
            if refused is not None:
                return stand_in(port, Verdict.UNKNOWN, refused, obligation)
        try:
            if instance is not None:
                return examine_instance(
                    self.environments, port, obligation, instance, self.settings.seed
                )
            examiner = Examiner(
                self.environments, port, obligation, self.settings.seed, self.budget
            )
            tally = examiner.run()
        except PortSetUnavailable as missing:
            return stand_in(port, Verdict.UNKNOWN, f"not installed: {missing.reason}", obligation)
        except InputError as error:
            self.problems.append(Problem(str(error.where), str(error), 2))
            return stand_in(port, Verdict.UNKNOWN, f"binding: {error.what}", obligation)
        except InternalError as error:
            return stand_in(port, Verdict.ERROR, str(error).splitlines()[0], obligation)
        except LeanbridgeError as error:
            reason = f"beneath the statement: {str(error).splitlines()[0]}"
            return stand_in(port, Verdict.UNSUPPORTED, reason, obligation)
        ruling = judge.rule(
            tally,
            trusts_statement=has_proof(entry),
            is_restricted=self.config.sampling.is_restricted,
        )
        larger = None
        if ruling.verdict is Verdict.PASSED:
            try:
                larger = examine_larger(examiner)
            except PortTimeout:
                tally.unknown, tally.timeout = "the port ran longer than the safety limit", True
                ruling = judge.rule(tally, trusts_statement=True, is_restricted=False)
            if larger is not None and larger.tally is not None:
                tally = larger.tally
                ruling = judge.rule(tally, trusts_statement=True, is_restricted=False)
        proof = prove(examiner, tally) if tally.first_failure is None else None
        sampled = ruling
        if proof is not None and proof.tally is not None:
            tally = proof.tally
            ruling = judge.rule(tally, trusts_statement=has_proof(entry), is_restricted=False)
            ruling = judge.by(ruling, proof.evidence)
        example = None
        failure = tally.first_failure
        if failure is not None:
            is_larger = larger is not None
            small = Shrinker(examiner, failure, passed_when_small=is_larger).shrink()
            is_confirmed = self._again(obligation, port, small)
            example = counterexample(examiner, small, confirmed=is_confirmed)
        record = judge.record(obligation, port, tally, ruling, example, rests_on)
        if larger is not None:
            record = replace(record, evidence=(*record.evidence, larger.evidence))
        if proof is not None:
            beside = proof.evidence if proof.tally is None else judge.evidence(sampled)
            record = judge.join(record, beside, proof.scope)
        if self.budget.runs_lowered:
            record = lowered.joined(record, examiner)
        if self._asks_what_is_needed(obligation, ruling.verdict, port):
            record = replace(record, unneeded=unneeded(examiner))
        return record

    def _broken_beneath(self, obligation: Obligation, port: str) -> str:
        """Which names that a statement mentions have a binding that cannot be used, and why: their
        ports are not in place. Empty where there is none."""
        broken = self.environments.sets[port].broken
        if not broken or obligation.is_definition:
            return ""
        statement = obligation.statement
        terms = [statement.conclusion, *[h.prop for h in statement.hypotheses]]
        met = sorted(reachable(self.env, terms) & broken.keys())
        return "; ".join(f"the binding of {name} is broken: {broken[name]}" for name in met)

    def _asks_what_is_needed(self, obligation: Obligation, verdict: Verdict, port: str) -> bool:
        """Whether to look for hypotheses that the theorem can do without: once per theorem."""
        return (
            port == self.port_sets[0]
            and verdict in (Verdict.PASSED, Verdict.EXHAUSTED)
            and not obligation.is_definition
            and bool(obligation.statement.hypotheses)
        )

    def _examine_artifact(
        self, binding: Binding, obligation: Obligation, port: str
    ) -> ObligationRecord:
        """An artifact has one shape, so its definition is checked at that shape alone."""
        try:
            request = bound_request(self.config, binding, self.settings.seed)
            found = check_artifact(self.env, self.environments.spec, request)
        except PortSetUnavailable as missing:
            return stand_in(port, Verdict.UNKNOWN, f"not installed: {missing.reason}", obligation)
        except InputError as error:
            self.problems.append(Problem(str(error.where), str(error), 2))
            return stand_in(port, Verdict.UNKNOWN, f"binding: {error.what}", obligation)
        except EvaluationFailure as error:
            return stand_in(port, error.verdict, error.what, obligation)
        except LeanbridgeError as error:
            reason = str(error).splitlines()[0]
            return stand_in(port, Verdict.UNSUPPORTED, reason, obligation)
        return obligation_record(found, obligation, port)

    def _again(self, obligation: Obligation, port: str, failure: Failure) -> bool:
        """Run the failing point once more, with fresh evaluators and fresh calls of the port."""
        self.environments.forget(port)
        fresh = Examiner(self.environments, port, obligation, self.settings.seed, self.budget)
        tally = Tally()
        try:
            fresh.run_point(failure.case, failure.point, tally)
        except (LeanbridgeError, PortTimeout):
            return False
        found = tally.first_failure
        return found is not None and found.kind == failure.kind


def verify(settings: Settings, progress: Progress | None = None) -> Run:
    """Check what the settings ask for.

    Raises: InputError for a configuration or a name that is wrong.
    """
    start = time.perf_counter()
    session = Session(settings, is_lazy=not settings.in_process)
    if not session.port_sets:
        raise InputError(
            "the configuration names no port", Where(str(settings.config)), "no [ports.NAME]",
            todo='write a table [ports.numpy] with lines "Lean.name" = "module:function"',
        )  # fmt: skip
    entries = session.entries()
    loaded = time.perf_counter()
    with _workers(settings, len(entries)) as workers:
        records = _run_all(settings, session, entries, workers, progress)
        ordered = [records[e.name] for e in entries if e.name in records]
        beneath = _run_all(
            replace(settings, maxfail=None), session, _beneath(session, ordered), workers
        )
    final = judge.rest_upon(ordered, list(beneath.values()))
    timings = {
        "load": round(loaded - start, 3),
        "check": round(time.perf_counter() - loaded, 3),
    }
    return Run(
        settings.seed,
        session.root.name,
        settings.profile,
        session.port_sets,
        tuple(final),
        tuple(dict.fromkeys(session.problems)),
        timings,
        session.tier,
    )


def _beneath(session: Session, records: list[DeclarationRecord]) -> list[Entry]:
    """The definitions that others rest on and that were not asked for: what a verdict rests on
    does not depend on what else was selected."""
    known = {d.name for d in records}
    needed = {
        name
        for d in records
        for o in d.obligations
        if o.verdict in RESTING
        for name in o.rests_on
        if name not in known
    }
    return [e for e in session.env.project_entries if e.name in needed]


Task = tuple[str, tuple[str, ...]]  # a declaration and port sets
Result = tuple[tuple[ObligationRecord, ...], tuple[Problem, ...]]
Processes = Workers[Task, Result]


def _workers(settings: Settings, entries: int) -> AbstractContextManager[Processes | None]:
    """The processes that run the ports; None where this one does."""
    count = settings.jobs if entries > 4 else 1
    if settings.in_process and count <= 1:
        return nullcontext()
    return Workers(count, _start, (settings,), _work, _lost, _by_port_set, _joined)


def _run_all(
    settings: Settings,
    session: Session,
    entries: list[Entry],
    workers: Processes | None,
    progress: Progress | None = None,
) -> dict[str, DeclarationRecord]:
    """The records in the order of the entries, up to the last failure that is wanted."""
    records: dict[str, DeclarationRecord] = {}
    failed = 0
    with closing(_results(session, entries, workers, progress)) as results:
        for entry in entries:
            obligations, problems = next(results)
            session.problems += problems
            record = session.assemble(entry, list(obligations))
            records[record.name] = record
            failed += record.verdict is Verdict.REFUTED
            if settings.maxfail is not None and failed >= settings.maxfail:
                break
    return records


def _results(
    session: Session, entries: list[Entry], workers: Processes | None, progress: Progress | None
) -> Generator[Result]:
    """What every entry's task gives, in order; `progress` is told of them as they come. In that
    order, too, they are given to the processes: what stands near each other in a project runs the
    same ports at the same shapes."""
    tasks: list[Task] = [(e.name, session.port_sets) for e in entries]

    def counted(results: Iterable[tuple[Task, Result]]) -> Iterator[tuple[Task, Result]]:
        for done, (task, result) in enumerate(results, start=1):
            if progress is not None:
                progress(done, len(tasks), task[0])
            yield task, result

    if workers is None:
        yield from (result for _, result in counted((t, session.run_task(t)) for t in tasks))
        return
    with closing(workers.run(tasks)) as results:
        yield from (result for _, result in in_order(tasks, counted(results)))


_session: Session | None = None  # of a worker process


def _start(settings: Settings) -> None:
    """Make ready a process whose standard output is not the report's, and which Ctrl-C ends
    without Python's exception: one that a port meets is the port's own."""
    global _session
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.dup2(2, 1)
    gc.set_threshold(200_000, 10, 10)  # terms live as long as the process: little to collect
    _session = Session(settings, is_lazy=True)


def _work(task: Task) -> Result:
    assert _session is not None
    return _session.run_task(task)


def _lost(task: Task) -> Result:
    """A port that ends its process says nothing that can be compared."""
    _, port_sets = task
    return tuple([stand_in(name, Verdict.UNKNOWN, PROCESS_DIED) for name in port_sets]), ()


def _by_port_set(task: Task) -> list[Task]:
    """A port that ends its process takes no other port set down."""
    name, port_sets = task
    return [(name, (port_set,)) for port_set in port_sets]


def _joined(results: Sequence[Result]) -> Result:
    return (
        tuple([record for records, _ in results for record in records]),
        tuple([problem for _, problems in results for problem in problems]),
    )


# ----- settings ---------------------------------------------------------------------------


def _chosen_ports(config: Config, settings: Settings) -> tuple[str, ...]:
    for name in settings.ports:
        if name not in config.port_sets:
            raise InputError(
                f"no port set `{name}`", Where(str(settings.config)),
                expected=", ".join(config.port_sets),
            )  # fmt: skip
    return settings.ports or tuple(config.port_sets)


def _budget(config: Config, profile: str) -> Budget:
    if profile not in PROFILES:
        raise InputError(f"no profile `{profile}`", expected=", ".join(PROFILES))
    sampling = config.sampling
    budget = replace(PROFILES[profile], sizes=sampling.sizes, styles=sampling.entries)
    for key, found in (("sizes", sampling.sizes), ("entries", sampling.entries)):
        if found == ():
            raise InputError(f"[sampling] {key} is empty", Where(str(config.source)))
    for style in sampling.entries or ():
        if style not in STYLES:
            raise InputError(
                f"[sampling] entries: no style `{style}`",
                Where(str(config.source)),
                expected=", ".join(STYLES),
            )
    return budget if sampling.cases is None else replace(budget, cases=sampling.cases, small=0)


def _unused(config: Config) -> Iterator[Problem]:
    """What the configuration asks for and this version does not do: said, never skipped."""
    where = str(config.source)
    asked = {
        "[generators]": bool(config.generators),
        "[mutants]": bool(config.mutants),
        "[expect] scope": any(e.scope for e in config.expect.values()),
        "[expect] ports": any(e.ports for e in config.expect.values()),
        "max_ulp": any(
            b.max_ulp is not None for s in config.port_sets.values() for b in s.bindings.values()
        ),
    }
    for name, is_asked in asked.items():
        if is_asked:
            yield Problem(where, f"{where}: {name}: not implemented yet; remove it", 2)


# ----- records ----------------------------------------------------------------------------


def stand_in(
    port: str, verdict: Verdict, reason: str, obligation: Obligation | None = None
) -> ObligationRecord:
    """The record of an obligation that was not run, and why."""
    return ObligationRecord(
        id=obligation.id if obligation is not None else "binding",
        port=port,
        what=obligation.what if obligation is not None else "a port in the place of the name",
        verdict=verdict,
        evidence=(Evidence("none", verdict, reason),),
        environment="",
        scope="",
    )


def describe_entry(env: Environment, entry: Entry, config: Config) -> DeclarationRecord:
    """What a declaration is, before it is checked."""
    where = env.where(entry)
    try:
        statement = repr(env.type_of(entry.name))
    except LeanbridgeError:
        statement = ""
    expected = config.expect.get(entry.name)
    return DeclarationRecord(
        name=entry.name,
        kind=entry.kind,
        module=entry.module,
        path=where.path or "",
        line=where.line or 0,
        trust=trust(entry),
        statement=statement,
        obligations=(),
        expected=expected.verdict if expected is not None else None,
        expected_reason=expected.reason if expected is not None else "",
    )
