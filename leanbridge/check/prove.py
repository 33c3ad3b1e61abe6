"""Proofs by the solver: an index statement for all sizes, its ports as terms.

Takes an examiner of an obligation whose variables are numbers; gives a `Proof`, or None where the
strategy has nothing to say. What is proved is proved of the ports: of their Python, path by path.
A model of the solver is no counterexample until the exact interpreter has found it to be one.

| asked of the solver                                    | answer → evidence                  |
|--------------------------------------------------------|------------------------------------|
| can the hypotheses hold together?                      | no → VACUOUS, with the fewest names|
| do they imply what values need to exist, that ports    | all → PROVED; a model → a case for |
| return, the conclusion with the ports (with all, and   | the exact interpreter, REFUTED if  |
| with each alone), and each hypothesis with the ports   | it confirms; else UNKNOWN          |

Where sizes are multiplied the solver may give up; then the sizes are fixed, at the shapes below.
A JAX port is the program that JAX lowers it to, and its integers are a machine's: what is proved is
proved where none of them wraps, for numbers up to a bound.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from leanbridge.check.cases import Case, seeded
from leanbridge.check.record import WALL_CLOCK, Evidence
from leanbridge.check.statement import Hypothesis, Variable
from leanbridge.check.tally import Point, Tally
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import InternalError, LeanbridgeError, Unsupported
from leanbridge.interp.exact import Override
from leanbridge.interp.failures import EvaluationFailure
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import PROOF, BaseType, FinType, ProdType, PropType, TypeValue, Value
from leanbridge.ports import BoundaryFault, BoundFunction, PortSetUnavailable, PortTimeout
from leanbridge.verdict import Verdict

if TYPE_CHECKING:
    from leanbridge.check.examine import Examiner
    from leanbridge.interp.smt import Question, Smt
    from leanbridge.ports.terms import PortTerm

ALL_SIZES = "smt-all-sizes"
AT_SHAPES = "smt"
SCOPE = "all sizes"
#: Where a port's integers are a machine's, all numbers of the statement are at most this.
MOST = 2**24
SCOPE_OF_MACHINES = "numbers up to 2^24"
#: Shapes by position: distinct sizes, equal ones, and 1s.
SHAPES = ((2, 3, 4, 5), (3, 2, 5, 2), (4, 3, 2, 3), (2, 2, 2, 2), (3, 3, 3, 3), (1, 4, 2, 1))
SMALL = (4, 16, 64)  # bounds on the numbers of a model, tried in turn
AGREEMENTS = 32  # calls of a port that its term must agree with
TRIES = 200  # for each port, to find as many arguments of its type
LARGE = 10**6


@dataclass(frozen=True, slots=True)
class Proof:
    """What the solver showed; `tally` has the failure if a model was confirmed to be one."""

    evidence: Evidence
    scope: str = ""
    tally: Tally | None = None


class _GivesUp(Exception):
    """The strategy says nothing more than why."""


def prove(examiner: Examiner, tally: Tally) -> Proof | None:
    """Ask the solver; None where a variable or a bound name is not of numbers. `tally` is what the
    cases showed."""
    if not _applies(examiner):
        return None
    if importlib.util.find_spec("z3") is None:
        return _unknown("not installed: z3-solver")
    from leanbridge.ports.symbolic import NotATerm

    try:
        return _Prover(examiner, tally).run()
    except _GivesUp as reason:
        return _unknown(str(reason))
    except (EvaluationFailure, Unsupported) as error:
        return _unknown(error.what)
    except NotATerm as error:
        return _unknown(f"a port is no term: {error.what}")
    except PortTimeout:
        return _unknown(f"{WALL_CLOCK}: a port ran longer than the safety limit")
    except PortSetUnavailable as missing:
        return _unknown(f"not installed: {missing.reason}")
    except InternalError as error:
        return Proof(Evidence(ALL_SIZES, Verdict.ERROR, error.what))


def _unknown(reason: str) -> Proof:
    return Proof(Evidence(ALL_SIZES, Verdict.UNKNOWN, reason))


# ----- where it applies -------------------------------------------------------------------


def _applies(examiner: Examiner) -> bool:
    """Whether all variables, and all arguments and results of the bound names, are numbers."""
    state = examiner.environments.sets[examiner.port_set]
    names = examiner.obligation.names
    if examiner.germ is not None or any(n not in state.bound for n in names):
        return False
    variables = [(v.var, v.type) for v in examiner.statement.variables]
    try:
        return _are_numbers(examiner, variables) and all(
            _is_of_numbers(examiner, state.bound[n]) for n in names
        )
    except (LeanbridgeError, ArithmeticError, LookupError, TypeError):
        return False  # a type that depends on data


def _are_numbers(examiner: Examiner, variables: list[tuple[FVar, Term]]) -> bool:
    probe: dict[FVar, Value] = {}
    definitions = examiner.environments.env
    for var, term in variables:
        if is_proposition(term, definitions):
            probe[var] = PROOF
            continue
        type = examiner.spec.type_value(term, probe)
        if not _is_number(type):
            return False
        probe[var] = 2 if type == BaseType("Nat") else 0
    return True


def _is_of_numbers(examiner: Examiner, bound: BoundFunction) -> bool:
    last = (FVar(0, "result"), bound.codomain)
    return _are_numbers(examiner, [*[(b.variable, b.type) for b in bound.binders], last])


def _is_number(type: TypeValue) -> bool:
    match type:
        case FinType() | PropType() | BaseType("Nat" | "Int" | "Bool"):
            return True
        case ProdType(first, second):
            return _is_number(first) and _is_number(second)
        case _:
            return False


# ----- the prover -------------------------------------------------------------------------


class _Prover:
    """One obligation with one port set."""

    def __init__(self, examiner: Examiner, tally: Tally) -> None:
        self.examiner = examiner
        self.tally = tally
        self.statement = examiner.statement
        self.bound = examiner.environments.sets[examiner.port_set].bound

    def run(self) -> Proof | None:
        attempt = _Attempt(self.examiner, {})
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
            raise _GivesUp(open_)
        return self._at_shapes(sizes, open_)

    def _settle(self, attempt: _Attempt) -> Proof | None:
        """What ends the matter: contradictory hypotheses, a confirmed model, no port."""
        vacuous = attempt.contradiction()
        if vacuous is not None:
            if self.tally.met:
                reason = f"{vacuous}, and yet a case met them: a fault of leancheck"
                return Proof(Evidence(ALL_SIZES, Verdict.ERROR, reason))
            return Proof(Evidence(ALL_SIZES, Verdict.VACUOUS, vacuous))
        if not any(term.uses for term in attempt.terms.values()):
            return None if attempt.sizes else _unknown("no port is in the statement's term")
        return self._refuted(attempt)

    def _refuted(self, attempt: _Attempt) -> Proof | None:
        """The first model that the exact interpreter confirms. Raises: _GivesUp for one that it
        does not."""
        for what, point in attempt.models():
            tally = self._at(point)
            failure = tally.first_failure
            at = ", ".join(f"{v.name} = {point[v.var]}" for v in self.statement.variables)
            if failure is None:
                why = tally.undefined or tally.unsupported or tally.unknown or "it holds there"
                raise _GivesUp(f"{what}: the solver's model {at} is not confirmed: {why}")
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
        """The same with the sizes fixed. Raises: _GivesUp with what is open."""
        shapes: list[str] = []
        for rung in dict.fromkeys(shape[: len(sizes)] for shape in SHAPES):
            given = {v.var: n for v, n in zip(sizes, rung, strict=False)}
            if len(given) < len(sizes):
                raise _GivesUp(f"{open_}; too many sizes to fix them")
            attempt = _Attempt(self.examiner, given)
            if attempt.contradiction() is not None:
                continue  # the hypotheses exclude this shape
            found = self._settle(attempt)
            if found is not None:
                return found
            if attempt.undecided():
                raise _GivesUp(f"{open_}; at {attempt.shape}: {attempt.undecided()}")
            self._check_terms(attempt)
            shapes.append(attempt.shape)
        if len(shapes) < 5:
            raise _GivesUp(f"{open_}; at {len(shapes)} shapes only")
        reason = f"{attempt.summary()}, at {len(shapes)} shapes; for all sizes: {open_}"
        return Proof(Evidence(AT_SHAPES, Verdict.PROVED, reason), "; ".join(shapes))

    # ----- the terms are the ports

    def _check_terms(self, attempt: _Attempt) -> None:
        """Call every port beside its term. Raises: _GivesUp where they disagree: the port then
        tells a symbolic integer from a real one."""
        for lean_name, term in attempt.terms.items():
            random = seeded(self.examiner.seed, "terms", lean_name)
            agreed = 0
            for values in _arguments(self.examiner, term.bound, random):
                try:
                    agrees = term.agrees_at(values)
                except BoundaryFault as fault:
                    raise _GivesUp(f"{term.name} at {values}: {fault}") from None
                if not agrees:
                    raise _GivesUp(f"{term.name} is not its term: they differ at {values}")
                agreed += 1
            if agreed < AGREEMENTS:
                raise _GivesUp(f"{term.name}: only {agreed} calls to compare its term with")


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


# ----- one attempt ------------------------------------------------------------------------


class _Attempt:
    """The questions of an obligation, with all sizes symbolic or with `sizes` given."""

    def __init__(self, examiner: Examiner, sizes: dict[FVar, int]) -> None:
        from leanbridge.interp.smt import Smt

        self.examiner = examiner
        self.sizes = sizes
        self.statement = examiner.statement
        self.env = examiner.environments.env
        self.limits = examiner.environments.limits
        self.spec = Smt(self.env, limits=self.limits)
        self.encoders = [self.spec]
        self.values: dict[FVar, Value] = {}
        self.ranges: list[Any] = []
        self.terms: dict[str, PortTerm] = {}
        self._open_variables()
        self.facts = [self.spec.truth(f, self.values) for f in self.statement.facts]
        self.questions: list[Question] = []
        self.lemmas: list[Question] = []
        self._asked: set[tuple[int, Any]] = set()
        self.hypotheses: list[tuple[Hypothesis, Any]] = []
        self._open_hypotheses()
        for names in self._environments():
            if examiner.obligation.is_definition:
                self._ask_definition(names)
            else:
                self._ask_statement(names)
        if self.has_machine_integers:
            self._bound_numbers()
        self._ask_lemmas()
        self._answers: list[tuple[Question, Any]] | None = None

    @property
    def strategy(self) -> str:
        return AT_SHAPES if self.sizes or self.has_machine_integers else ALL_SIZES

    @property
    def has_machine_integers(self) -> bool:
        """Whether a port is a lowered program."""
        return any(term.lowered for term in self.terms.values())

    @property
    def scope(self) -> str:
        return SCOPE_OF_MACHINES if self.has_machine_integers else SCOPE

    def _bound_numbers(self) -> None:
        """Ask about numbers that leave a machine's integers room."""
        bounds = [c for v in self.values.values() for x in _symbols(v)
                  for c in (x <= MOST, -MOST <= x)]  # fmt: skip
        self.ranges += bounds
        self.questions = [_with(q, bounds) for q in self.questions]

    @property
    def shape(self) -> str:
        named = {v.var: v.name for v in self.statement.variables}
        return " ".join(f"{named[var]}={n}" for var, n in self.sizes.items())

    def summary(self) -> str:
        count = len(self.questions)
        used = [t for t in self.terms.values() if t.uses]
        ways = ", ".join(f"{t.name} ({t.lowered or f'{len(t.paths)} paths'})" for t in used)
        return (
            f"PORT, unsatisfiable otherwise: {count} questions; as terms, each like {AGREEMENTS} "
            f"calls of the port: {ways}"
        )

    def _environments(self) -> list[tuple[str, ...]]:
        """The names that are ports: all of them, then each alone."""
        names = self.examiner.obligation.names
        return [names, *[(n,) for n in names if len(names) > 1]]

    # ----- what is given

    def _open_variables(self) -> None:
        for v in self.statement.variables:
            if v.var in self.sizes:
                self.values[v.var] = self.sizes[v.var]
                continue
            type = self.spec.type_value(v.type, self.values)
            self.values[v.var], holds = self.spec.variable(v.name, type)
            self.ranges.append(holds)

    def _open_hypotheses(self) -> None:
        for h in self.statement.hypotheses:
            start = len(self.spec.demands)
            holds = self.spec.truth(h.prop, self.values)
            self._ask_demands(self.spec, self._given(), start)
            self.hypotheses.append((h, holds))
        self._told = list(self.spec.facts)  # of sets in the hypotheses

    def _given(self, count: int | None = None) -> list[Any]:
        """What holds of the variables, with the first `count` hypotheses."""
        return [*self.ranges, *self.facts, *[t for _, t in self.hypotheses[:count]]]

    def _known(self) -> list[Any]:
        """What the encodings state besides."""
        return [f for encoder in self.encoders for f in encoder.facts]

    def _ported(self, names: tuple[str, ...]) -> Smt:
        """An encoder with ports in the place of `names`."""
        from leanbridge.interp.smt import Smt

        encoder = Smt(self.env, limits=self.limits, context=self.spec.context)
        self.encoders.append(encoder)
        for name in names:
            term = self._term(name)
            encoder.overrides[name] = Override(term.bound.arity, partial(term.at, encoder))
        return encoder

    def _term(self, name: str) -> PortTerm:
        from leanbridge.ports.symbolic import NotATerm
        from leanbridge.ports.terms import PortTerm

        if name not in self.terms:
            bound = self.examiner.environments.sets[self.examiner.port_set].bound[name]
            try:
                self.terms[name] = PortTerm(bound, self.spec)
            except NotATerm as error:
                raise _GivesUp(f"{bound.port.name} is no term: {error.what}") from None
        return self.terms[name]

    # ----- what is asked

    def _ask(self, given: list[Any], goal: Any, what: str) -> None:
        """Ask whether a goal follows, once."""
        from leanbridge.interp.smt import Question

        key = (len(given), goal if isinstance(goal, bool) else goal.get_id())
        if key not in self._asked:
            self._asked.add(key)
            self.questions.append(Question(self.spec.context, tuple(given), goal, what))

    def _ask_demands(self, encoder: Smt, given: list[Any], since: int = 0) -> None:
        for demand in encoder.demands[since:]:
            self._ask(given, demand.holds, demand.what)

    def _ask_statement(self, names: tuple[str, ...]) -> None:
        from leanbridge.interp.smt import builders as bu

        encoder = self._ported(names)
        which = "with the ports" if len(names) > 1 else f"with {names[0]}"
        for number, (h, holds) in enumerate(self.hypotheses):
            if h not in self.examiner.bound_hypotheses:
                continue
            theirs = encoder.truth(h.prop, self.values)
            before = self._given(number)
            self._ask_demands(encoder, [*before, holds])
            encoder.demands.clear()
            self._ask(before, bu.same_truth(holds, theirs), f"{h.name} {which}, as without")
        conclusion = encoder.truth(self.statement.conclusion, self.values)
        given = self._given()
        self._ask_demands(encoder, given)
        self._ask(given, conclusion, f"the conclusion {which}")

    def _ask_definition(self, names: tuple[str, ...]) -> None:
        """PORT equals SPEC under the hypotheses; of a total binding, wherever SPEC has a value."""
        from leanbridge.interp.smt import builders as bu

        subject = self.examiner.obligation.subject
        assert subject is not None
        encoder, spec = self._ported(names), self.spec
        start = len(spec.demands)
        expected = spec.evaluate(subject, self.values)
        got = encoder.evaluate(subject, self.values)
        same = self._same(encoder, expected, got)
        inside = self._given()
        self._ask_demands(spec, inside, start)
        given = inside
        if self.examiner.obligation.total:
            defined = bu.all_of(*[d.holds for d in spec.demands[start:]])
            given = [*self._given(0), defined]
        self._ask_demands(encoder, given)
        self._ask(given, same, "the port gives the value of the Lean definition")

    def _same(self, encoder: Smt, expected: Value, got: Value) -> Any:
        type = self.spec.type_value(self.statement.conclusion, self.values)
        return encoder.equal(type, expected, got)

    def _ask_lemmas(self) -> None:
        """State what the solver should know of quotients by symbolic numbers; and ask whether the
        lemmas of which instances are assumed hold of all numbers."""
        from leanbridge.interp.smt import Question, multiples_fact, quotient_fact, quotients

        truths = [t for q in self.questions for t in (*q.assumptions, q.goal)]
        found = quotients(truths)
        for number, (a, b) in enumerate(found):
            self.spec.state("quotients", quotient_fact, (a, b))
            for c in [c for c, d in found[:number] if d.eq(b)]:
                self.spec.state("multiples", multiples_fact, (a / b, c / b, b))
        for lemma, holds in {k: v for e in self.encoders for k, v in e.lemmas.items()}.items():
            self.lemmas.append(Question(self.spec.context, (), holds, f"the lemma {lemma}"))

    # ----- what is answered

    def contradiction(self) -> str | None:
        """How the hypotheses contradict each other, or None. Raises: _GivesUp if it is open."""
        from leanbridge.interp.smt import Unknown, contradiction

        named = {h.name: t for h, t in self.hypotheses}
        named |= {f"instance {i + 1}": t for i, t in enumerate(self.facts)}
        given = [*self.ranges, *self._told]
        found = contradiction(self.spec.context, given, named, self.limits)
        if isinstance(found, Unknown):
            raise _GivesUp(f"whether the hypotheses can hold together: {found.reason}")
        if found is None:
            return None
        return f"contradictory: {', '.join(found)}" if found else "there are no such variables"

    def answers(self) -> list[tuple[Question, Any]]:
        """Every question with the solver's answer."""
        from leanbridge.interp.smt import prove as ask

        if self._answers is None:
            known = self._known()
            questions = [*self.lemmas, *[_with(q, known) for q in self.questions]]
            self._answers = list(
                zip(questions, [ask(q, self.limits) for q in questions], strict=True)
            )
        return self._answers

    def undecided(self) -> str:
        """The first question without an answer, and why; empty if there is none."""
        from leanbridge.interp.smt import Unknown

        for question, answer in self.answers():
            if isinstance(answer, Unknown):
                return f"{question.what}: {answer.reason}"
        return ""

    def models(self) -> Iterator[tuple[str, Point]]:
        """The points at which the solver says that the statement fails."""
        from leanbridge.interp.smt import Countermodel

        for question, answer in self.answers():
            if isinstance(answer, Countermodel):
                yield question.what, self._point(self._small(question, answer.model))

    def _small(self, question: Question, model: Any) -> Any:
        """A model with small numbers, if there is one."""
        from leanbridge.interp.smt import Countermodel
        from leanbridge.interp.smt import prove as ask

        numbers = [x for v in self.values.values() for x in _symbols(v)]
        for most in SMALL:
            bounds = [c for x in numbers for c in (x <= most, -most <= x)]
            answer = ask(_with(question, bounds), self.limits)
            if isinstance(answer, Countermodel):
                return answer.model
        return model

    def _point(self, model: Any) -> Point:
        return {var: _read(model, value) for var, value in self.values.items()}


def _with(question: Question, more: list[Any]) -> Question:
    from leanbridge.interp.smt import Question

    assumptions = (*question.assumptions, *more)
    return Question(question.context, assumptions, question.goal, question.what)


def _symbols(value: Value) -> Iterator[Any]:
    """The symbolic integers in a value."""
    if isinstance(value, tuple):
        for part in value:
            yield from _symbols(part)
    elif hasattr(value, "is_int"):
        yield value


def _read(model: Any, value: Value) -> Value:
    """A value in a model."""
    if isinstance(value, tuple):
        return tuple([_read(model, part) for part in value])
    if isinstance(value, bool | int):
        return value
    found = model.eval(value, model_completion=True)
    return found.as_long() if hasattr(found, "as_long") else str(found) == "True"
