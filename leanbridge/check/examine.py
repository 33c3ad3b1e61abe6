"""One obligation examined: cases are run in SPEC and PORT, and tallied.

Takes an obligation and the evaluators; gives a `Tally` with the first failure of each kind. SPEC
runs first: a case that fails there says nothing of the port. What a case could not decide is
counted, never passed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from typing import TypeAlias, TypeVar

from leanbridge.check.cases import (
    Budget,
    Case,
    TooLarge,
    cardinality,
    draw,
    for_derivatives,
    is_open,
    make_case,
    seeded,
)
from leanbridge.check.choice import Outcome, outcome
from leanbridge.check.compare import differences
from leanbridge.check.entries import NAT as NUMBER
from leanbridge.check.entries import Empty, Shared
from leanbridge.check.environments import Environments, PortEvaluator
from leanbridge.check.everywhere import truth
from leanbridge.check.formula import Formula
from leanbridge.check.germ import FailsNear, as_germ, decide_germ
from leanbridge.check.lean_side import Batch, Kept, Said, answer
from leanbridge.check.numerals import Unmet, by_kind, numerals
from leanbridge.check.obligations import Obligation, differentiates, grows, mentioned, texts
from leanbridge.check.rounding import Cause, cause
from leanbridge.check.sizes import beyond, box
from leanbridge.check.statement import Hypothesis, Variable
from leanbridge.check.tally import Failure, Point, Tally
from leanbridge.check.tolerance import explained
from leanbridge.core.terms import NAT, PROP, FVar, Term, args_of, is_app_of, subterms
from leanbridge.errors import LeanbridgeError, Unsupported
from leanbridge.interp.exact import Decision, Exact
from leanbridge.interp.failures import EvaluationFailure, Undecided, Undefined
from leanbridge.interp.values import FinType, FunctionType, TypeValue, Value
from leanbridge.ports import BoundaryFault, PortTimeout

T = TypeVar("T")
Rung: TypeAlias = tuple[Random, tuple[int, ...]]

ALL = "PORT"
SMALLEST_BOX = 2  # an exhaustive box reaches at least this size, so that sizes may differ
BEYOND = 24  # assignments, and points of each, outside an exhaustive box
LOST = "Lean's own formula loses as much in floats"
LARGEST_KNOWN = 1 << 12  # a size that a body compares with is tried up to this
BEYOND_STEPS = 100_000  # of SPEC, outside an exhaustive box
TURN = 2  # ports that are run alone in one case, in turn
CALL = 100  # steps that a call of a port is worth
ALONE = 12  # evaluations of one case with a port alone
REACHED_WITHIN = 8  # cases after which a port that was never reached alone is not run alone


class Examiner:
    """Runs one obligation with one port set."""

    def __init__(
        self, environments: Environments, port_set: str, obligation: Obligation, seed: int,
        budget: Budget,
    ) -> None:  # fmt: skip
        self.environments = environments
        self.port_set = port_set
        self.obligation = obligation
        self.statement = obligation.statement
        self.seed = seed
        self.budget = budget
        self.spec = environments.spec
        self.formula = Formula(self.spec, environments.env, environments.limits, obligation.dtype)
        names = obligation.names
        terms = [obligation.subject or self.statement.conclusion]
        known = environments.lean_side.of(
            ("numerals", *terms), lambda: numerals(environments.env, self.spec, terms)
        )
        self.shared = Shared(texts(environments.env, terms), by_kind(known))
        self.unmet = Unmet(known)
        self.germ = as_germ(self.statement.conclusion)
        self.ports: dict[str, PortEvaluator] = {ALL: environments.port(port_set, names)}
        if len(names) > 1:
            for name in names:
                self.ports[f"PORT({name})"] = environments.port(port_set, (name,))
        state = environments.sets[port_set]
        self._decided: dict[tuple[str, Hypothesis, tuple[Value, ...]], bool] = {}
        self._met_junk = False
        self._bound = environments.sets[port_set].bound
        self._rounded_before = 0
        self._asked = 0  # the work of SPEC, which is the same with every port set
        self._starts: dict[bool, int] = {}  # the work that was done before the first small case
        self._alone, self._tried = set(self.ports), set[str]()
        # Alone, a port changes a proposition only if the proposition mentions its name.
        self._labels = {
            prop: {ALL, *[f"PORT({n})" for n in mentioned(environments.env, [prop], state)]}
            for prop in (self.statement.conclusion, *[h.prop for h in self.statement.hypotheses])
        }
        self.bound_hypotheses = [
            h for h in self.statement.hypotheses if len(self._labels[h.prop]) > 1
        ]
        self._free = {
            h: {t for t in subterms(h.prop) if isinstance(t, FVar)}
            for h in self.statement.hypotheses
        }
        if self.germ is not None or differentiates(environments.env, self.statement):
            self.budget = for_derivatives(budget)
        if grows(environments.env, obligation):
            self.budget = replace(self.budget, is_wide=False)

    # ----- running ------------------------------------------------------------------------

    def run(self) -> Tally:
        """All cases: exhaustively over a box where every type is finite, else drawn ones."""
        tally = Tally(is_germ=self.germ is not None)
        try:
            if not self._exhaust(tally):
                self._sample(tally)
        except Unsupported as error:
            tally.unsupported = error.what
        except EvaluationFailure as error:
            tally.unknown, tally.is_cut_short = error.what, True
        except PortTimeout:
            tally.unknown, tally.timeout = "the port ran longer than the safety limit", True
        tally.port_uses = sum(port.uses for port in self.ports.values())
        tally.unmet = str(self.unmet)
        return tally

    def _sample(self, tally: Tally) -> None:
        for drawn in self._kept("cases", lambda: Kept(self._draw())):
            tally.cases += 1
            if drawn is None:
                tally.empty += 1
                continue
            case, batch = drawn
            if self._is_spent(case):
                tally.cases -= 1
                tally.left_out += 1
                continue
            self.run_case(case, tally, batch)
            if self._is_settled(tally):
                return

    def _draw(self) -> Iterator[tuple[Case, Batch] | None]:
        start = self.spec.spent
        for case in draw(
            self.statement, self.spec, self.budget, self.seed, balanced=self._predicate(),
            shared=self.shared,
        ):  # fmt: skip
            if case is None:
                yield None
            else:
                batch = self._batch(case)
                batch.drawing = self.spec.spent - start
                yield case, batch
            start = self.spec.spent

    def _batch(self, case: Case) -> Batch:
        random = seeded(self.seed, "points", case.number)
        return Batch([(case, p) for p in case.points(self.spec, self.budget.points, random)])

    def _kept(self, what: Hashable, make: Callable[[], T]) -> T:
        """What another port set has already found out of the same obligation."""
        obligation = self.obligation
        key = (what, obligation.id, self.statement, obligation.subject, self.budget, self.seed)
        return self.environments.lean_side.of(key, make)

    def _is_spent(self, case: Case) -> bool:
        """Whether the cases before have used up the work of the budget for cases like this one."""
        is_small = case.number >= self.budget.cases
        spent = self._asked + sum(port.spent for port in self.ports.values())
        spent += CALL * sum(self._bound[n].calls for n in self.obligation.names if n in self._bound)
        start = self._starts.setdefault(is_small, spent)
        return spent - start > self.budget.work * (0.25 if is_small else 0.75)

    def _predicate(self) -> Term | None:
        """What should hold as often as fail: a defined predicate, one side of an equivalence."""
        conclusion = self.statement.conclusion
        if conclusion is PROP:
            return self.obligation.subject
        return args_of(conclusion)[0] if is_app_of(conclusion, "Iff", 2) else None

    def _is_settled(self, tally: Tally) -> bool:
        return tally.failure is not None or tally.statement_failure is not None

    def run_case(self, case: Case, tally: Tally, batch: Batch | None = None) -> None:
        """Every point of the case."""
        batch = batch or self._batch(case)
        tally.styles.add(case.style)
        tally.rules.update(case.rules)
        met = tally.met
        if not batch.points:
            tally.empty += 1
            return
        self.forget()
        self._run_batch(batch, tally)
        if tally.met > met or self.obligation.is_definition or self._is_settled(tally):
            tally.sizes.append(tuple(case.sizes.items()))
        if tally.cases == REACHED_WITHIN and tally.comparisons:
            self._drop_idle()

    def _run_batch(self, batch: Batch, tally: Tally) -> None:
        """The points of one case, each with some ports alone."""
        self.unmet.meet([value for _, point in batch.points for value in point.values()])
        self._rounded_before = self._roundings()
        turn = self._turn(tally.cases)
        alone = _spaced(len(batch.points), ALONE // max(len(turn), 1))
        self._tried |= turn
        said = batch.said(self.spec, self.ask)
        self._asked += batch.spent

        def body() -> None:
            for number, (case, point) in enumerate(batch.points):
                self._alone = turn if number in alone else set()
                self.run_point(case, point, tally, said[number])
                if self._is_settled(tally):
                    return

        _within([self.spec, *self.ports.values()], body)
        self._alone = set(self.ports)

    def _turn(self, number: int) -> set[str]:
        """The ports that are run alone in a case: of many, some in each."""
        names = [name for name in self.ports if name != ALL]
        start = number * TURN
        return {names[(start + i) % len(names)] for i in range(min(TURN, len(names)))}

    def _drop_idle(self) -> None:
        """Stop running a port alone to which no evaluation comes."""
        idle = {n for n, port in self.ports.items() if n in self._tried and not port.uses}
        self.ports = {n: port for n, port in self.ports.items() if n == ALL or n not in idle}

    # ----- exhaustive ---------------------------------------------------------------------

    def _exhaust(self, tally: Tally) -> bool:
        """Run every point of a box of sizes, then points beyond it; False if some type is not
        finite, or the box would be too small to mean anything."""
        sizes = [v for v in self.statement.variables if v.is_size or v.type is NAT]
        others = [v for v in self.statement.variables if v not in sizes]
        if not self._all_finite(sizes, others):
            return False
        limit = self._box_limit(sizes)
        if limit is None:
            return False
        for layer in range(limit + 1):
            rungs = [r for r in box(len(sizes), limit) if max(r, default=0) == layer]
            self._run_rungs(sizes, rungs, tally)
            if self._is_settled(tally):
                return True
        if tally.comparisons:  # a box that met no hypothesis shows nothing
            tally.exhausted = ", ".join(f"{v.name} ≤ {limit}" for v in sizes) or "every value"
        if sizes:
            self._run_beyond(sizes, limit, tally)
        return True

    def _box_limit(self, sizes: list[Variable]) -> int | None:
        """The largest size of the box that the budget allows; None if that is below
        `SMALLEST_BOX` (sizes 0 and 1 show too little), or if the values are too many."""
        if not sizes:
            return 0 if self._count([], ()) <= self.budget.box else None
        best = None
        for limit in range(SMALLEST_BOX, self.budget.box_size + 1):
            if (limit + 1) ** len(sizes) > self.budget.box:
                break
            total = 0
            for rung in box(len(sizes), limit):
                total += self._count(sizes, rung)
                if total > self.budget.box:
                    return best
            best = limit
        return best

    def _count(self, sizes: list[Variable], rung: tuple[int, ...]) -> int:
        """How many points there are at one assignment of the sizes."""
        base: Point = {v.var: n for v, n in zip(sizes, rung, strict=True)}
        total = 1
        for v in self.statement.variables:
            if v.var not in base:
                total *= cardinality(self.spec.type_value(v.type, base))
        return total

    def _run_rungs(self, sizes: list[Variable], rungs: list[tuple[int, ...]], tally: Tally) -> None:
        batch = self._kept(
            ("box", *rungs), lambda: Batch([p for r in rungs for p in self._box_points(sizes, r)])
        )
        said = batch.said(self.spec, self.ask)
        self.unmet.meet([value for _, point in batch.points for value in point.values()])

        def body() -> None:
            for (case, point), there in zip(batch.points, said, strict=True):
                self.forget()
                self.run_point(case, point, tally, there)
                if self._is_settled(tally):
                    return

        _within([self.spec, *self.ports.values()], body)
        tally.cases += len(batch.points)

    def _run_beyond(self, sizes: list[Variable], limit: int, tally: Tally) -> None:
        """Points outside the box: a port that is right in the box may still be wrong. Their
        verdict stays the box's; only a failure changes it."""
        undecided, unknown = tally.undecided, tally.unknown
        kinds = {
            "known": self._known_rungs(sizes, limit), "drawn": self._drawn_rungs(sizes, limit),
        }  # fmt: skip
        for kind, rungs in kinds.items():
            start = self._asked
            for number, (random, rung) in enumerate(rungs):
                if self._is_settled(tally) or self._asked > start + BEYOND_STEPS:
                    break
                make = partial(self._beyond, sizes, rung, random, number)
                batch = self._kept((kind, number), make)
                if batch is not None:
                    self.forget()
                    self._run_batch(batch, tally)
        tally.undecided, tally.unknown = undecided, unknown

    def _beyond(
        self, sizes: list[Variable], rung: tuple[int, ...], random: Random, number: int
    ) -> Batch | None:
        try:
            case = make_case(
                self.statement, self.spec, rung, "beyond", random, self.budget, number,
                sizes=tuple(sizes), shared=self.shared,
            )  # fmt: skip
            return Batch([(case, point) for point in case.points(self.spec, BEYOND, random)])
        except (Empty, TooLarge):
            return None

    def _drawn_rungs(self, sizes: list[Variable], limit: int) -> Iterator[Rung]:
        literals = self.statement.literals
        for number in range(BEYOND):
            random = seeded(self.seed, "beyond", number)
            yield (
                random,
                tuple(
                    beyond(random, limit, literals, is_size=v.is_size, number=number) for v in sizes
                ),
            )

    def _known_rungs(self, sizes: list[Variable], limit: int) -> Iterator[Rung]:
        """For each number that a body knows and each place: it and the next one (an index below
        which it is), with small numbers at the other places."""
        for n in [int(n) for n in self.shared.numbers[NUMBER] if n >= limit][:BEYOND]:
            for place, v in enumerate(sizes):
                if v.is_size and n > LARGEST_KNOWN:
                    continue
                for size in (n, n + 1):
                    rung = [size if i == place else SMALLEST_BOX for i in range(len(sizes))]
                    yield seeded(self.seed, "known", size, place), tuple(rung)

    def _all_finite(self, sizes: list[Variable], others: list[Variable]) -> bool:
        probe: Point = {v.var: 2 for v in sizes}
        try:
            return all(is_open(self.spec.type_value(v.type, probe)) for v in others)
        except (LeanbridgeError, KeyError):
            return False  # the type depends on data, or cannot be evaluated

    def _box_points(
        self, sizes: list[Variable], values: tuple[int, ...]
    ) -> list[tuple[Case, Point]]:
        base: Point = {v.var: n for v, n in zip(sizes, values, strict=True)}
        named = {v.name: n for v, n in zip(sizes, values, strict=True)}
        case = Case(0, "exhaustive", named, base, {}, ())
        others = [v for v in self.statement.variables if v.var not in base]
        domains: list[list[Value]] = []
        for v in others:
            type_ = self.spec.type_value(v.type, base)
            case.types[v.var] = type_
            domains.append(list(self.spec.elements(type_) or ()))
        return [
            (case, {**base, **{v.var: x for v, x in zip(others, xs, strict=True)}})
            for xs in product(*domains)
        ]

    # ----- one point ----------------------------------------------------------------------

    def ask(self, case: Case, point: Point, said: Said) -> None:
        """What SPEC says of a point."""
        if not all(self.spec.truth(fact, point) for fact in self.statement.facts):
            said.is_outside = True
            return
        for h in self.statement.hypotheses:
            said.hypotheses.append(self._truth("SPEC", self.spec, h, case, point))
            if not said.hypotheses[-1]:
                break
        said.is_met = all(said.hypotheses)
        said.is_at_conclusion = True
        junk = self.spec.junk
        if self.obligation.subject is not None:
            said.type = self.spec.type_value(self.statement.conclusion, point)
            value = self.spec.evaluate(self.obligation.subject, point)
            said.value = self.spec.force(value, said.type)
        elif said.is_met:
            said.decision = self.decide(self.spec, case, point)
        said.is_junk = self.spec.junk > junk

    def run_point(self, case: Case, point: Point, tally: Tally, said: Said | None = None) -> None:
        """Count what a point shows; `said` is what SPEC says of it, asked if it is not given."""
        met = False
        said = said or answer(self.ask, case, point)
        try:
            if said.is_outside:
                tally.outside += 1
                return
            if not self._hypotheses_agree(case, point, tally, said):
                return
            if said.failure is not None and not said.is_at_conclusion:
                raise said.failure
            met = said.is_met
            if self.obligation.is_definition:
                self._run_definition(case, point, tally, said)
            elif met:
                tally.met += 1
                self._run_statement(case, point, tally, said)
            else:
                tally.outside += 1
        except Undefined as failure:
            self._count_undefined(failure, tally, inside=met)
        except FailsNear as failure:
            tally.fails_near = tally.fails_near or failure.what
        except EvaluationFailure as failure:
            tally.undecided += 1
            tally.unknown = tally.unknown or f"{type(failure).__name__}: {failure.what}"
        except IndexError as error:
            self._count_undefined(Undefined(f"an index out of range: {error}"), tally, inside=met)

    def _count_undefined(self, failure: Undefined, tally: Tally, *, inside: bool) -> None:
        """A value that is not defined is a finding where the hypotheses hold, and no news where
        they fail: there a definition needs no value."""
        if inside:
            tally.undefined = tally.undefined or failure.what
        else:
            tally.outside += 1

    def _hypotheses_agree(self, case: Case, point: Point, tally: Tally, said: Said) -> bool:
        """Whether PORT decides the hypotheses as SPEC does; else the tally has the failure."""
        if self.obligation.is_definition:
            return True
        for h, holds in zip(self.statement.hypotheses, said.hypotheses, strict=False):
            if h in self.bound_hypotheses:
                tally.failure = tally.failure or self._twin(h, holds, case, point)
                if tally.failure is not None:
                    return False
        return True

    def free_variables(self, h: Hypothesis) -> set[FVar]:
        """The variables that a hypothesis speaks of."""
        return self._free[h]

    def forget(self) -> None:
        """Drop what is remembered of the current case: its hypotheses, and that a derivative in
        it was Lean's 0 (later points of the case may share its value without counting it)."""
        self._decided.clear()
        self._met_junk = False

    def _twin(self, h: Hypothesis, holds: bool, case: Case, point: Point) -> Failure | None:
        """The hypothesis in PORT must be decided as in SPEC."""
        for name, exact in self._evaluators(h.prop):
            try:
                theirs = self._truth(name, exact, h, case, point)
            except BoundaryFault as fault:
                if holds:
                    return Failure(fault.kind, name, point, case, str(fault), hypothesis=h.name)
                continue
            if holds and not theirs and self._rounding(h.prop, point, exact) is not Cause.FAULT:
                raise Undecided(f"{h.name} fails by rounding only with the port")
            if theirs and not holds and self._is_rounded:
                raise Undecided(f"{h.name} holds with the port, which was given rounded numbers")
            if theirs != holds:
                message = f"{h.name} is {theirs} with the port and {holds} by the Lean definition"
                return Failure("hypothesis", name, point, case, message, hypothesis=h.name)
        return None

    def _rounding(self, prop: Term, point: Mapping[FVar, Value], exact: Exact) -> Cause:
        env, rounded = self.environments.env, self._is_rounded
        return cause(prop, point, exact, self.formula, env, is_rounded=rounded)

    @property
    def _is_rounded(self) -> bool:
        """Whether a number of this case had to be rounded for a port."""
        return self._roundings() > self._rounded_before

    def _roundings(self) -> int:
        return sum(self._bound[n].rounding.count for n in self.obligation.names if n in self._bound)

    def _evaluators(self, prop: Term) -> list[tuple[str, PortEvaluator]]:
        """The PORT environments in which `prop` may be decided otherwise than in SPEC."""
        labels = self._labels[prop]
        return [
            (name, exact)
            for name, exact in self.ports.items()
            if name == ALL or (name in labels and name in self._alone)
        ]

    def _truth(self, name: str, exact: Exact, h: Hypothesis, case: Case, point: Point) -> bool:
        """The truth of a hypothesis, asked once per value of the open variables in it."""
        open_ = tuple([point[v.var] for v in case.open if v.var in self._free[h]])
        key = (name, h, open_)
        if case.style == "exhaustive" or key not in self._decided:
            try:
                self._decided[key] = truth(h.prop, point, exact)
            except Unsupported as error:
                raise Unsupported(f"hypothesis {h.name}: {error.what}") from error
        return self._decided[key]

    def _run_statement(self, case: Case, point: Point, tally: Tally, said: Said) -> None:
        conclusion = self.statement.conclusion
        if said.failure is not None:
            raise said.failure
        decided = said.decision
        assert decided is not None
        if not decided.holds:
            tally.statement_failure = Failure("statement", "SPEC", point, case)
            return
        self._met_junk |= said.is_junk
        bits, is_rounded = [decided.within], False
        for name, exact in self._evaluators(conclusion):
            try:
                outcome = self.decide(exact, case, point)
            except BoundaryFault as fault:
                tally.failure = Failure(fault.kind, name, point, case, str(fault))
                return
            except (Undefined, IndexError) as error:
                # SPEC has a value here, so it is the port's value that leads out of a range.
                message = f"range: not defined with the port's value: {error}"
                tally.failure = Failure("range", name, point, case, message)
                return
            bits.append(outcome.within)
            if not outcome.holds:
                match self._rounding(conclusion, point, exact):
                    case Cause.FAULT:
                        tally.failure = Failure("value", name, point, case)
                        return
                    case Cause.LOSS:
                        tally.undecided += 1
                        tally.unknown = tally.unknown or LOST
                        return
                    case Cause.ROUNDING:
                        is_rounded = True
        if self._met_junk:
            tally.junk += 1
            return
        if 0 in case.sizes.values():
            tally.empty += 1  # quantifiers over nothing: it holds of any port
            return
        known = [b for b in bits if b is not None]
        if known:
            tally.within = min([*known, *([tally.within] if tally.within is not None else [])])
        tally.comparisons += 1
        tally.rounded += is_rounded

    def decide(self, exact: Exact, case: Case, point: Point) -> Decision:
        """The truth of the conclusion at a point, or near one."""
        if self.germ is None:
            return exact.decide(self.statement.conclusion, point)

        def is_rounding(body: Term, near: Mapping[FVar, Value]) -> bool:
            if exact is self.spec:
                return False
            return self._rounding(body, near, exact) is Cause.ROUNDING

        random = seeded(self.seed, "near", case.number)
        return decide_germ(self.germ, point, exact, random, is_rounding)

    def _run_definition(self, case: Case, point: Point, tally: Tally, said: Said) -> None:
        subject, inside, type_ = self.obligation.subject, said.is_met, said.type
        assert subject is not None
        if type_ is None:
            assert said.failure is not None
            raise said.failure
        seed, expected = case.number, said.value
        try:
            if said.failure is not None:
                raise said.failure
            got = self.ports[ALL].evaluate(subject, point)
            found = differences(got, expected, type_, self.spec, seed)
        except BoundaryFault as fault:
            failure = Failure(fault.kind, ALL, point, case, str(fault))
            self._count_definition(tally, failure, inside, is_empty(type_))
            return
        except EvaluationFailure:
            # SPEC has no value to compare with, but the port still has its contract to keep.
            fault_ = self._contract(subject, point, type_)
            if fault_ is None:
                raise
            failure = Failure(fault_.kind, ALL, point, case, str(fault_))
            self._count_definition(tally, failure, inside, is_empty(type_))
            return
        failed = None
        if found:
            losses = self.formula.losses(subject, point, expected, type_, seed)
            rest = explained(found, losses, self.obligation.dtype)
            if rest.faults and self._is_a_choice(case, point, got, type_, tally):
                return
            if rest.lost and not rest.faults:
                tally.undecided += 1
                tally.unknown = tally.unknown or LOST
                return
            faults = rest.faults
            if faults:
                kind = "value" if inside else "outside"
                message = f"{len(faults)} entries differ" if len(faults) > 1 else ""
                failed = Failure(kind, ALL, point, case, message, faults[0])
            elif inside:
                tally.rounded += 1
        self._count_definition(tally, failed, inside, is_empty(type_))

    def _contract(self, subject: Term, point: Point, type_: TypeValue) -> BoundaryFault | None:
        """What the port breaks of its Lean type at a point, whatever its value should be."""
        port = self.ports[ALL]
        try:
            port.force(port.evaluate(subject, point), type_)
        except BoundaryFault as fault:
            return fault
        except LeanbridgeError:
            return None
        return None

    def _is_a_choice(
        self, case: Case, point: Point, got: Value, type_: TypeValue, tally: Tally
    ) -> bool:
        """Whether the disagreement is settled, or left open, by `Classical.choose`."""
        subject = self.obligation.subject
        assert subject is not None

        def agrees(value: Value) -> bool:
            return not differences(got, value, type_, self.spec, case.number)

        environments = self.environments
        found = outcome(subject, point, agrees, environments.env, environments.limits)
        if found is Outcome.OPEN:
            tally.undecided += 1
            tally.unknown = tally.unknown or found.value
        elif found is Outcome.ADMISSIBLE:
            tally.comparisons += 1
            tally.met += 1
        return found is not Outcome.FAULT

    def _count_definition(
        self, tally: Tally, failure: Failure | None, inside: bool, empty: bool
    ) -> None:
        if empty and failure is None:
            tally.empty += 1
            return
        if inside:
            tally.met += 1
            tally.comparisons += 1
            tally.failure = failure
            return
        tally.outside += 1
        if failure is not None:
            tally.outside_differs += 1
            if self.obligation.total:
                failure.kind = "outside" if failure.kind == "value" else failure.kind
                tally.outside_failure = tally.outside_failure or failure


def is_empty(type: TypeValue) -> bool:
    match type:
        case FunctionType(domain, codomain):
            if isinstance(domain, FinType):
                return domain.size == 0 or is_empty(codomain(0))
            return False
        case _:
            return False


def _within(evaluators: list[Exact], body: Callable[[], None]) -> None:
    """Run `body` inside the budgets of all evaluators, so that its parts share what they know."""
    if not evaluators:
        body()
        return
    evaluators[0].guarded(lambda: _within(evaluators[1:], body))


def _spaced(count: int, most: int) -> set[int]:
    """At most `most` of the numbers below `count`, spread over them."""
    return {i * count // min(count, most) for i in range(min(count, most))} if count else set()
