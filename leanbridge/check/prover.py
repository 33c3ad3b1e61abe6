"""The strategy of `prove`, where z3 is there: what is asked in which order, and what follows.

Takes an examiner of an index statement; gives a `Proof`. A model is run by the exact interpreter,
a term is compared with its port, before either says anything. Loads z3.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from leanbridge.check.cases import Case, seeded
from leanbridge.check.examine import Examiner
from leanbridge.check.prove import ALL_SIZES, AT_SHAPES, GivesUp, Proof, unknown
from leanbridge.check.questions import AGREEMENTS, Attempt
from leanbridge.check.record import Evidence
from leanbridge.check.statement import Variable
from leanbridge.check.tally import Point, Tally
from leanbridge.core.terms import FVar
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import PROOF, BaseType, FinType, ProdType, PropType, TypeValue, Value
from leanbridge.ports import BoundaryFault, BoundFunction, PortTimeout
from leanbridge.verdict import Verdict

#: Shapes by position: distinct sizes, equal ones, and 1s.
SHAPES = ((2, 3, 4, 5), (3, 2, 5, 2), (4, 3, 2, 3), (2, 2, 2, 2), (3, 3, 3, 3), (1, 4, 2, 1))
TRIES = 200  # for each port, to find as many arguments of its type
LARGE = 10**6


class Prover:
    """One obligation with one port set."""

    def __init__(self, examiner: Examiner, tally: Tally) -> None:
        self.examiner = examiner
        self.tally = tally
        self.statement = examiner.statement
        self.bound = examiner.environments.sets[examiner.port_set].bound

    def run(self) -> Proof | None:
        attempt = Attempt(self.examiner, {})
        found = self._settle(attempt)
        if found is not None:
            return found
        open_ = attempt.undecided()
        sizes = [v for v in self.statement.variables if v.is_size]
        if not open_:
            self._check_terms(attempt)
            evidence = Evidence(attempt.strategy, Verdict.PROVED, attempt.summary())
            return Proof(evidence, attempt.scope)
        if not sizes:
            raise GivesUp(open_)
        return self._at_shapes(sizes, open_)

    def _settle(self, attempt: Attempt) -> Proof | None:
        """What ends the matter: contradictory hypotheses, a confirmed model, no port."""
        vacuous = attempt.contradiction()
        if vacuous is not None:
            if self.tally.met:
                reason = f"{vacuous}, and yet a case met them: a fault of leancheck"
                return Proof(Evidence(ALL_SIZES, Verdict.ERROR, reason))
            return Proof(Evidence(ALL_SIZES, Verdict.VACUOUS, vacuous))
        if not any(term.uses for term in attempt.terms.values()):
            return None if attempt.sizes else unknown("no port is in the statement's term")
        return self._refuted(attempt)

    def _refuted(self, attempt: Attempt) -> Proof | None:
        """The first model that the exact interpreter confirms. Raises: GivesUp for one that it
        does not."""
        for what, point in attempt.models():
            tally = self._at(point)
            failure = tally.first_failure
            at = ", ".join(f"{v.name} = {point[v.var]}" for v in self.statement.variables)
            if failure is None:
                why = tally.undefined or tally.unsupported or tally.unknown or "it holds there"
                raise GivesUp(f"{what}: the solver's model {at} is not confirmed: {why}")
            reason = f"{what}: a model of the solver, confirmed exactly"
            return Proof(Evidence(attempt.strategy, Verdict.REFUTED, reason), tally=tally)
        return None

    def _at(self, point: Point) -> Tally:
        """The obligation at one point, run by the exact interpreter and the ports."""
        examiner, tally = self.examiner, Tally()
        sizes = {v.name: point[v.var] for v in self.statement.variables if v.is_size}
        types = {v.var: examiner.spec.type_value(v.type, point) for v in self.statement.variables}
        case = Case(0, "smt", sizes, point, types, ())
        examiner.forget()
        tally.cases += 1
        try:
            examiner.run_point(case, point, tally)
        except (LeanbridgeError, PortTimeout) as error:
            tally.unknown = str(error).splitlines()[0]
        tally.sizes.append(tuple(sizes.items()))
        tally.port_uses = sum(port.uses for port in examiner.ports.values())
        return tally

    def _at_shapes(self, sizes: list[Variable], open_: str) -> Proof:
        """The same with the sizes fixed. Raises: GivesUp with what is open."""
        shapes: list[str] = []
        for rung in dict.fromkeys(shape[: len(sizes)] for shape in SHAPES):
            given = {v.var: n for v, n in zip(sizes, rung, strict=False)}
            if len(given) < len(sizes):
                raise GivesUp(f"{open_}; too many sizes to fix them")
            attempt = Attempt(self.examiner, given)
            if attempt.contradiction() is not None:
                continue  # the hypotheses exclude this shape
            found = self._settle(attempt)
            if found is not None:
                return found
            if attempt.undecided():
                raise GivesUp(f"{open_}; at {attempt.shape}: {attempt.undecided()}")
            self._check_terms(attempt)
            shapes.append(attempt.shape)
        if len(shapes) < 5:
            raise GivesUp(f"{open_}; at {len(shapes)} shapes only")
        reason = f"{attempt.summary()}, at {len(shapes)} shapes; for all sizes: {open_}"
        return Proof(Evidence(AT_SHAPES, Verdict.PROVED, reason), "; ".join(shapes))

    # ----- the terms are the ports

    def _check_terms(self, attempt: Attempt) -> None:
        """Call every port beside its term. Raises: GivesUp where they disagree: the port then
        tells a symbolic integer from a real one."""
        for lean_name, term in attempt.terms.items():
            random = seeded(self.examiner.seed, "terms", lean_name)
            agreed = 0
            for values in _arguments(self.examiner, term.bound, random):
                try:
                    agrees = term.agrees_at(values)
                except BoundaryFault as fault:
                    raise GivesUp(f"{term.name} at {values}: {fault}") from None
                if not agrees:
                    raise GivesUp(f"{term.name} is not its term: they differ at {values}")
                agreed += 1
            if agreed < AGREEMENTS:
                raise GivesUp(f"{term.name}: only {agreed} calls to compare its term with")


def _arguments(
    examiner: Examiner, bound: BoundFunction, random: Random
) -> Iterator[tuple[Value, ...]]:
    """Arguments of a port's Lean type, small and large."""
    found = 0
    for number in range(TRIES):
        if found == AGREEMENTS:
            return
        values: dict[FVar, Value] = {}
        for binder in bound.binders:
            if is_proposition(binder.type, examiner.environments.env):
                values[binder.variable] = PROOF
                continue
            type = examiner.spec.type_value(binder.type, values)
            value = _drawn(type, random, LARGE if number % 2 else 8)
            if value is None:
                break
            values[binder.variable] = value
        else:
            found += 1
            yield tuple(values.values())


def _drawn(type: TypeValue, random: Random, most: int) -> Value:
    """A value of a type; None if there is none."""
    match type:
        case FinType(n):
            return random.randrange(n) if n else None
        case BaseType("Nat"):
            return random.randrange(most)
        case BaseType("Int"):
            return random.randrange(-most, most)
        case BaseType("Bool") | PropType():
            return random.random() < 0.5
        case ProdType(first, second):
            a, b = _drawn(first, random, most), _drawn(second, random, most)
            return None if a is None or b is None else (a, b)
        case _:
            return None
