"""The questions of an index statement for the solver, and its answers.

Takes an examiner, and sizes that are fixed; gives an `Attempt`: what is asked, what is answered,
and the points at which the solver says that the statement fails. Decides nothing of verdicts.
Loads z3.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from leanbridge.check.examine import Examiner
from leanbridge.check.prove import ALL_SIZES, AT_SHAPES, SCOPE, GivesUp
from leanbridge.check.statement import Hypothesis
from leanbridge.check.tally import Point
from leanbridge.core.terms import FVar
from leanbridge.interp.exact import Override
from leanbridge.interp.smt import (
    Countermodel,
    Question,
    Smt,
    Unknown,
    contradiction,
    multiples_fact,
    quotient_fact,
    quotients,
)
from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt import prove as ask
from leanbridge.interp.values import Value
from leanbridge.ports.symbolic import NotATerm
from leanbridge.ports.terms import PortTerm

SMALL = (4, 16, 64)  # bounds on the numbers of a model, tried in turn
AGREEMENTS = 32  # calls of a port that its term must agree with
#: Where a port's integers are a machine's, all numbers of the statement are at most this.
MOST = 2**24
SCOPE_OF_MACHINES = "numbers up to 2^24"


class Attempt:
    """The questions of an obligation, with all sizes symbolic or with `sizes` given."""

    def __init__(self, examiner: Examiner, sizes: dict[FVar, int]) -> None:
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
        self._asked: set[tuple[str | int, ...]] = set()
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
        encoder = Smt(self.env, limits=self.limits, context=self.spec.context)
        self.encoders.append(encoder)
        for name in names:
            term = self._term(name)
            encoder.overrides[name] = Override(term.bound.arity, partial(term.at, encoder))
        return encoder

    def _term(self, name: str) -> PortTerm:
        if name not in self.terms:
            bound = self.examiner.environments.sets[self.examiner.port_set].bound[name]
            try:
                self.terms[name] = PortTerm(bound, self.spec)
            except NotATerm as error:
                raise GivesUp(f"{bound.port.name} is no term: {error.what}") from None
        return self.terms[name]

    # ----- what is asked

    def _ask(self, given: list[Any], goal: Any, what: str) -> None:
        """Ask whether a goal follows, once."""
        key = tuple([str(t) if isinstance(t, bool) else t.get_id() for t in (*given, goal)])
        if key not in self._asked:
            self._asked.add(key)
            self.questions.append(Question(self.spec.context, tuple(given), goal, what))

    def _ask_demands(self, encoder: Smt, given: list[Any], since: int = 0) -> None:
        for demand in encoder.demands[since:]:
            self._ask(given, demand.holds, demand.what)

    def _ask_statement(self, names: tuple[str, ...]) -> None:
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
        """How the hypotheses contradict each other, or None. Raises: GivesUp if it is open."""
        named = {h.name: t for h, t in self.hypotheses}
        named |= {f"instance {i + 1}": t for i, t in enumerate(self.facts)}
        given = [*self.ranges, *self._told]
        found = contradiction(self.spec.context, given, named, self.limits)
        if isinstance(found, Unknown):
            raise GivesUp(f"whether the hypotheses can hold together: {found.reason}")
        if found is None:
            return None
        return f"contradictory: {', '.join(found)}" if found else "there are no such variables"

    def answers(self) -> list[tuple[Question, Any]]:
        """Every question with the solver's answer."""
        if self._answers is None:
            known = self._known()
            questions = [*self.lemmas, *[_with(q, known) for q in self.questions]]
            self._answers = list(
                zip(questions, [ask(q, self.limits) for q in questions], strict=True)
            )
        return self._answers

    def undecided(self) -> str:
        """The first question without an answer, and why; empty if there is none."""
        for question, answer in self.answers():
            if isinstance(answer, Unknown):
                return f"{question.what}: {answer.reason}"
        return ""

    def models(self) -> Iterator[tuple[str, Point]]:
        """The points at which the solver says that the statement fails."""
        for question, answer in self.answers():
            if isinstance(answer, Countermodel):
                yield question.what, self._point(self._small(question, answer.model))

    def _small(self, question: Question, model: Any) -> Any:
        """A model with small numbers, if there is one."""
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
