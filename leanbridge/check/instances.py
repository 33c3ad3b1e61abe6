"""Statements too big for exact cases, at an instance of the configuration (strategy
`float-random`).

Takes an obligation and its instance; runs SPEC and PORT by the array interpreter on random arrays
of the sizes there, and compares. Floats prove nothing: the verdict is at most PASSED. What rounding
explains is measured, as for larger inputs: how far the Lean value moves when every real input moves
by one ulp of the port's dtype. A port beyond that is refuted only if it is far beyond (`DECISIVE`);
in between nothing is said.

A statement `a = b` is compared at its two sides, any other by its truth. PORT runs once with all
ports in place, and once with each alone that the statement itself names; ports that give records or
text have no place in an array program, and their definitions speak for them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any, TypeAlias, TypeVar

import numpy as np

from leanbridge.check.cases import is_open, seeded
from leanbridge.check.environments import Environments
from leanbridge.check.obligations import Obligation, reachable
from leanbridge.check.record import WALL_CLOCK, Counterexample, Evidence, ObligationRecord
from leanbridge.check.records import unlike
from leanbridge.check.statement import Variable
from leanbridge.check.tolerance import DECISIVE, KAPPA
from leanbridge.check.weights import Weights, arrays_of, moved, volume
from leanbridge.core.terms import (
    NAT,
    Const,
    FVar,
    Lam,
    Pi,
    Term,
    abstract,
    args_of,
    constants,
    head,
    is_app_of,
)
from leanbridge.errors import InputError, LeanbridgeError, Unsupported
from leanbridge.interp.array import Array, Recorded
from leanbridge.interp.exact import Override
from leanbridge.interp.failures import EvaluationFailure
from leanbridge.interp.values import PROOF, BaseType, Value
from leanbridge.ports import BoundaryFault, BoundFunction, Instance, PortTimeout
from leanbridge.verdict import Verdict

T = TypeVar("T")

STRATEGY = "float-random"
ALL = "PORT"
MOVES = 2  # of all inputs at once
CAP = 2.0**-20  # a Lean value that one ulp of its inputs moves by more says nothing of a port
POINTS = 4  # of the variables that are enumerated
LARGEST = 200_000  # numbers in the smallest input of a statement that is still run exactly

Inputs: TypeAlias = dict[FVar, Value]


def too_large(environments: Environments, obligation: Obligation) -> str | None:
    """Why a statement without an instance is not tried on exact cases: even where every size is 1
    it takes too many numbers. None where it does not."""
    exact = environments.spec
    sizes: Inputs = {v.var: 1 for v in obligation.statement.variables if v.is_size}
    for v in obligation.statement.variables:
        if v.var in sizes:
            continue
        try:
            count = volume(exact.type_value(v.type, sizes), exact)
        except (LeanbridgeError, KeyError):
            continue  # its type depends on data
        if count > LARGEST:
            return (
                f"too large for exact cases: {v.name} holds {count:,} numbers even at sizes 1; "
                f'give it [instances."{obligation.statement.declaration.name}"] sizes'
            )
    return None


def examine_instance(
    environments: Environments, port_set: str, obligation: Obligation, instance: Instance, seed: int
) -> ObligationRecord:
    """Run an obligation at every assignment of sizes of its instance.

    Raises: InputError where the instance does not fit the statement, and what a port set raises
    that cannot be run at all.
    """
    runs = [
        _Run(environments, port_set, obligation, instance, sizes, seed) for sizes in instance.sizes
    ]
    findings: list[Finding] = []
    try:
        for run in runs:
            findings.extend(run.findings())
            if findings and findings[-1].verdict is Verdict.REFUTED:
                break
    except PortTimeout:
        reason = f"{WALL_CLOCK}: the port ran longer than the safety limit"
        findings.append(Finding(Verdict.UNKNOWN, reason))
    except (EvaluationFailure, Unsupported) as error:
        verdict = Verdict.UNSUPPORTED if isinstance(error, Unsupported) else Verdict.UNKNOWN
        findings.append(Finding(verdict, str(error).splitlines()[0]))
    return _record(obligation, port_set, runs, findings)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one input of an instance showed."""

    verdict: Verdict
    reason: str
    example: Counterexample | None = None
    is_met: bool = True


def _record(
    obligation: Obligation, port_set: str, runs: list[_Run], findings: list[Finding]
) -> ObligationRecord:
    met = [f for f in findings if f.is_met]
    order = (Verdict.REFUTED, Verdict.UNSUPPORTED, Verdict.UNKNOWN, Verdict.EVIDENCE)
    worst = next((f for v in order for f in met if f.verdict is v), None)
    if worst is None and not met:
        reason = findings[0].reason if findings else "no value of an open variable"
        worst = Finding(Verdict.VACUOUS, reason)
    scope = "; ".join(run.scope for run in runs)
    if worst is None:
        count = f"{len(met)} comparisons, " if len(met) > 1 else ""
        reason = f"{count}SPEC and PORT agree up to rounding at {scope}"
        left_out = {n: why for run in runs for n, why in run.left_out.items()}
        reason += "".join(f"; without the port of {n} ({why})" for n, why in left_out.items())
        worst = Finding(Verdict.PASSED, reason)
    return ObligationRecord(
        id=obligation.id,
        port=port_set,
        what=obligation.what,
        verdict=worst.verdict,
        evidence=(Evidence(STRATEGY, worst.verdict, worst.reason),),
        environment="PORT against SPEC" if obligation.is_definition else "PORT, after SPEC",
        scope=scope,
        cases=len(findings),
        hypotheses_met=len(met) if obligation.statement.hypotheses else None,
        outside=len(findings) - len(met),
        rests_on=obligation.names,
        counterexample=worst.example,
    )


class ArrayPort:
    """A port in the place of a constant of the array interpreter; `uses` counts its calls."""

    def __init__(self, bound: BoundFunction) -> None:
        self.bound, self.uses = bound, 0
        self.override = Override(bound.outer, self)

    def __call__(self, values: tuple[Value, ...]) -> Any:
        self.uses += 1
        return self.bound.on_arrays(values)


class _Run:
    """One assignment of sizes."""

    def __init__(
        self, environments: Environments, port_set: str, obligation: Obligation,
        instance: Instance, sizes: Mapping[str, int], seed: int,
    ) -> None:  # fmt: skip
        self.environments, self.obligation, self.seed = environments, obligation, seed
        self.statement = obligation.statement
        self.sizes = sizes
        self.scope = ", ".join(f"{n} = {v}" for n, v in sizes.items())
        numbers = [v for v in self.statement.variables if v.type is NAT]
        self._require_names(instance, {v.name for v in numbers})
        self.given: Inputs = {v.var: sizes[v.name] for v in numbers}
        self.instance = instance
        self.state = environments.sets[port_set]
        self.dtype = self._dtype()
        self.left_out: dict[str, str] = {}  # ports that no array program can call, and why

    def _require_names(self, instance: Instance, known: set[str]) -> None:
        if set(self.sizes) != known:
            name = self.statement.declaration.name
            raise InputError(
                f'[instances."{name}"] sizes: not the natural numbers of {name}',
                instance.where,
                ", ".join(sorted(self.sizes)) or "none",
                ", ".join(sorted(known)) or "none",
            )

    def _dtype(self) -> Any:
        """The narrowest dtype of the ports."""
        found = [
            b.port.binding.dtype for n, b in self.state.bound.items() if n in self.obligation.names
        ]
        return max((_number_type(d) for d in found or ["float64"]), key=lambda d: np.finfo(d).eps)

    # ----- inputs

    def findings(self) -> Iterator[Finding]:
        """What each input shows."""
        drawn, opened = self._kept("drawn", self._draw)
        for number, point in enumerate(self._points(opened)):
            yield self._at({**drawn, **point}, number)

    def _kept(self, what: Hashable, make: Callable[[], T]) -> T:
        """What another port set has already found out of the same obligation here."""
        key = (what, self.obligation.id, self.statement, self.scope, self.seed, str(self.dtype))
        return self.environments.lean_side.of(key, make)

    def _draw(self) -> tuple[Inputs, list[Variable]]:
        """The variables that are drawn, and those left open."""
        name = self.statement.declaration.name
        random = seeded(self.seed, name, "instance", self.scope)
        source = Weights(
            self.environments.spec, self.instance, np.random.default_rng(random.getrandbits(64))
        )
        values, opened = dict(self.given), list[Variable]()
        for v in self.statement.variables:
            if v.var in values:
                continue
            type_ = self.environments.spec.type_value(v.type, values)
            if is_open(type_):
                opened.append(v)
            else:
                values[v.var] = source.value(type_, (v.name,))
        unused = [p for p in self.instance.entries if p not in source.used]
        if unused:
            raise InputError(
                f'[instances."{name}"] entries: {unused[0]} names no real number of {name}',
                self.instance.where,
                todo="name a variable or the field of a structure",
            )
        return values, opened

    def _points(self, opened: list[Variable]) -> Iterator[Inputs]:
        """Values of the open variables that cannot be an axis: truths, and indices of which a
        hypothesis speaks."""
        exact = self.environments.spec
        apart = [v for v in opened if self._stands_apart(v)]
        domains = [list(exact.elements(exact.type_value(v.type, self.given)) or ()) for v in apart]
        for values in islice(product(*domains), POINTS):
            yield dict(zip([v.var for v in apart], values, strict=True))

    def _stands_apart(self, v: Variable) -> bool:
        type_ = self.environments.spec.type_value(v.type, self.given)
        return type_ == BaseType("Bool") or any(
            _is_free(v.var, h.prop) for h in self.statement.hypotheses
        )

    # ----- one input

    def _at(self, inputs: Inputs, number: int) -> Finding:
        environments = self.environments
        spec = Array(environments.env, limits=environments.limits)
        for prop in (*self.statement.facts, *[h.prop for h in self.statement.hypotheses]):
            if not bool(spec.evaluate(prop, inputs)):
                return Finding(Verdict.VACUOUS, "no instance meets the hypotheses", is_met=False)
        finding = self._compared(spec, inputs, (number, "first"))
        if finding.example is not None:
            environments.forget(self.state.name)
            finding = self._compared(spec, inputs, (number, "again"))
        if finding.example is not None:
            return replace(finding, example=replace(finding.example, confirmed=True))
        return finding

    def _compared(self, spec: Array, inputs: Inputs, which: Hashable) -> Finding:
        if self.obligation.is_definition and self._gives_record(self.statement.conclusion):
            return self._of_record(spec, inputs, which)
        sides = [_over_axes(t, self._axes(inputs)) for t in self._sides()]

        def in_spec() -> list[_Value]:
            return [_Value.of(spec.record(t, inputs), inputs, self.dtype, self.seed) for t in sides]

        expected = self._kept(which, in_spec)
        if not any(np.asarray(a).size for v in expected for a in _leaves(v.value)):
            return Finding(Verdict.VACUOUS, "the value has no entries to compare", is_met=False)
        trouble = _trouble(expected)
        if trouble is not None:
            return Finding(Verdict.UNKNOWN, trouble)
        if self.obligation.is_definition:
            return self._definition(sides[0], inputs, expected[0])
        return self._theorem(sides, inputs, expected)

    def _sides(self) -> list[Term]:
        """The terms that are compared: the subject of a definition, the sides of an equation, or
        a proposition."""
        if self.obligation.subject is not None:
            return [self.obligation.subject]
        conclusion = self.statement.conclusion
        if is_app_of(conclusion, "Eq", 3):
            return list(args_of(conclusion)[1:])
        return [conclusion]

    def _axes(self, inputs: Inputs) -> list[Variable]:
        """The open variables that are axes of what is compared."""
        return [v for v in self.statement.variables if v.var not in inputs]

    def _definition(self, side: Term, inputs: Inputs, expected: _Value) -> Finding:
        ports = self._ports(self.obligation.names)
        try:
            got = self._array(ports).record(side, inputs)(inputs)
        except BoundaryFault as fault:
            return self._fault(fault, ALL)
        if not any(p.uses for p in ports.values()):
            return Finding(Verdict.EVIDENCE, "no port ran")
        return self._judged(_compare(got, expected.value, expected.tolerance), ALL)

    def _of_record(self, spec: Array, inputs: Inputs, which: Hashable) -> Finding:
        """A definition that gives a record: the port is called with the inputs themselves, and what
        it gives compared part by part."""
        [side] = self._sides()
        expected = self._kept(which, lambda: spec.record(side, inputs)(inputs))
        arguments = self.statement.arguments
        values = [inputs[a] if isinstance(a, FVar) else PROOF for a in arguments]
        bound = self.state.bound[self.statement.declaration.name]
        try:
            got = bound.on_arrays(tuple(values))
        except BoundaryFault as fault:
            return self._fault(fault, ALL)
        found = unlike(got, expected, float(np.finfo(self.dtype).eps))
        if found is None:
            return Finding(Verdict.PASSED, "")
        example = self._example("value", found.path, found.got, found.expected, ALL, "")
        return Finding(Verdict.REFUTED, "a counterexample", example)

    def _gives_record(self, type: Term) -> bool:
        """Whether a type, after its binders, is a structure or an inductive family."""
        fn = head(_codomain(type))
        declaration = self.environments.env.declaration(fn.name) if isinstance(fn, Const) else None
        return declaration is not None and declaration.kind in ("structure", "inductive")

    def _theorem(self, sides: list[Term], inputs: Inputs, expected: list[_Value]) -> Finding:
        if len(sides) == 1:
            if not bool(np.all(next(_leaves(expected[0].value)))):
                return Finding(Verdict.UNKNOWN, "it is false in floats by the Lean definitions")
        else:
            in_spec = _between(expected[0].value, expected[1].value, expected)
            if in_spec.ratio > 1:
                reason = f"its sides differ in floats by the Lean definitions: {in_spec.amount}"
                return Finding(Verdict.UNKNOWN, reason)
        refused: dict[str, str] = {}
        used = set[str]()
        for label, names in self._environments():
            if label != ALL and used == set(names):
                continue  # with all ports in place this one ran alone
            try:
                got, called = self._with_ports(sides, inputs, names, expected, refused)
            except BoundaryFault as fault:
                return self._fault(fault, label)
            used |= called
            if not called:
                continue
            if len(sides) == 1:
                if not bool(np.all(next(_leaves(got[0])))):
                    return Finding(Verdict.UNKNOWN, f"it is false in floats with {label}")
                continue
            finding = self._judged(_between(got[0], got[1], expected), label)
            if finding.verdict is not Verdict.PASSED:
                return finding
        self.left_out |= refused
        if not used:
            return Finding(Verdict.EVIDENCE, "no port ran: the statement holds in SPEC")
        return Finding(Verdict.PASSED, "")

    def _with_ports(
        self, sides: list[Term], inputs: Inputs, names: tuple[str, ...], expected: list[_Value],
        refused: dict[str, str],
    ) -> tuple[list[Any], set[str]]:  # fmt: skip
        """The sides with ports in place, and which of these were called. A side that reaches none
        of them has its value in SPEC. A port that cannot be called on arrays is left out here and
        from now on, and named with the verdict."""
        env = self.environments.env
        while True:
            ports = self._ports(tuple([n for n in names if n not in refused]))
            try:
                got = [
                    self._array(ports).record(side, inputs)(inputs)
                    if reachable(env, [side]) & set(ports)
                    else in_spec.value
                    for side, in_spec in zip(sides, expected, strict=True)
                ]
            except Unsupported as error:
                name = error.where.declaration
                if name not in ports:
                    raise
                refused[name] = error.what
                continue
            return got, {n for n, p in ports.items() if p.uses}

    def _environments(self) -> list[tuple[str, tuple[str, ...]]]:
        names = self.obligation.names
        written = set(constants(self.statement.conclusion))
        alone = [n for n in names if n in written] if len(names) > 1 else []
        return [(ALL, names), *[(f"{ALL}({n})", (n,)) for n in alone]]

    def _ports(self, names: tuple[str, ...]) -> dict[str, ArrayPort]:
        fields = [n for n in names if n in self.state.fields]
        if fields:
            raise Unsupported(f"{fields[0]}: a port of a field, at an instance")
        bound = {n: self.state.bound[n] for n in names}
        return {
            n: ArrayPort(b)
            for n, b in bound.items()
            if not self._gives_record(b.type) and _codomain(b.type) != Const("String")
        }

    def _array(self, ports: Mapping[str, ArrayPort]) -> Array:
        overrides = {n: p.override for n, p in ports.items()}
        return Array(self.environments.env, overrides=overrides, limits=self.environments.limits)

    # ----- judging

    def _judged(self, found: Comparison, label: str) -> Finding:
        if found.ratio <= 1:
            return Finding(Verdict.PASSED, "")
        if found.ratio < DECISIVE:
            reason = f"a disagreement that is near what rounding explains: {found.amount}"
            return Finding(Verdict.UNKNOWN, reason)
        return Finding(
            Verdict.REFUTED,
            "a counterexample",
            self._example("value", found.place, found.got, found.expected, label, found.said),
        )

    def _fault(self, fault: BoundaryFault, label: str) -> Finding:
        expected = fault.expected or "a value"
        example = self._example(fault.kind, "", fault.got or "", expected, label, str(fault))
        return Finding(Verdict.REFUTED, f"the port's result: {fault.kind}", example)

    def _example(
        self, kind: str, place: str, got: str, expected: str, label: str, message: str
    ) -> Counterexample:
        return Counterexample(
            kind,
            tuple(self.sizes.items()),
            (("inputs", f"random arrays of seed {self.seed}"),),
            (("index", place),) if place else (),
            (),
            got,
            expected,
            "the Lean value, in floats" if self.obligation.is_definition else "the sides agree",
            label,
            message,
        )


# ----- values and how far rounding moves them ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Value:
    """The arrays of a term in SPEC, and per entry what rounding explains."""

    value: Any
    tolerance: tuple[Any, ...]
    is_finite: bool

    @staticmethod
    def of(recorded: Recorded, inputs: Inputs, dtype: Any, seed: int) -> _Value:
        """The value of a recorded term, and of it where every real input moves by one ulp."""
        value = recorded(inputs)
        base = [np.asarray(a) for a in _leaves(value)]
        spread = [np.zeros(a.shape) for a in base]
        generator = np.random.default_rng(seed)
        ulp = float(np.finfo(dtype).eps)
        for _ in range(MOVES):
            near = recorded({k: moved(v, ulp, generator) for k, v in inputs.items()})
            for s, a, b in zip(spread, base, _leaves(near), strict=True):
                difference = (
                    np.abs(np.asarray(b) - a) if a.dtype.kind == "f" else np.not_equal(a, b)
                )
                np.maximum(s, difference, out=s)
        return _Value(
            value,
            tuple([_tolerance(s, a, ulp) for s, a in zip(spread, base, strict=True)]),
            all(bool(np.isfinite(a).all()) for a in base if a.dtype.kind == "f"),
        )


def _tolerance(spread: Any, value: Any, ulp: float) -> Any:
    """Of reals, in proportion to the spread: an entry's own, or the mean one, as the moves may
    happen to leave an entry where it was. Of others, any where a move changes the entry."""
    if value.dtype.kind != "f":
        return np.where(spread > 0, np.inf, 0.0)
    mean = spread.mean() if spread.size else 0.0
    return KAPPA * (np.maximum(spread, mean) + ulp * np.abs(value)) + np.finfo(np.float64).tiny


def _trouble(values: list[_Value]) -> str | None:
    """Why the Lean values say nothing of a port."""
    if not all(v.is_finite for v in values):
        return "the Lean value is out of the range of floats at this instance"
    for v in values:
        for a, t in zip(_leaves(v.value), v.tolerance, strict=True):
            array = np.asarray(a)
            if array.dtype.kind == "f" and bool(np.any(t > KAPPA * CAP * (1 + np.abs(array)))):
                return "one ulp of the inputs moves the Lean value by more than 2^-20 of it"
    return None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The worst entry of a comparison, in multiples of what rounding explains: `gap`, of which
    rounding explains `allowed`."""

    ratio: float = 0.0
    place: str = ""
    got: str = ""
    expected: str = ""
    message: str = ""
    gap: float | None = None
    allowed: float | None = None

    @property
    def amount(self) -> str:
        """How far apart the two values are, and how far rounding explains."""
        at = f" at {self.place}" if self.place else ""
        if self.gap is None or self.allowed is None:
            return f"{self.got} and {self.expected}{at}"
        off, allowed = f"{self.gap:.3g}", f"{self.allowed:.3g}"
        return f"{self.got} and {self.expected}{at}, {off} apart; rounding explains {allowed}"

    @property
    def said(self) -> str:
        """What a counterexample says beside the two values."""
        parts = [self.message]
        if self.gap is not None and self.allowed is not None:
            parts.append(f"{self.gap:.3g} apart, where rounding explains {self.allowed:.3g}")
        return "; ".join([p for p in parts if p])


def _between(left: Any, right: Any, expected: list[_Value]) -> Comparison:
    """The sides of an equation, whose values both move."""
    both = zip(expected[0].tolerance, expected[1].tolerance, strict=True)
    return _compare(left, right, tuple([a + b for a, b in both]))


def _compare(got: Any, expected: Any, tolerance: tuple[Any, ...]) -> Comparison:
    """The entry that is worst."""
    worst = Comparison()
    for g, e, t in zip(_leaves(got), _leaves(expected), tolerance, strict=True):
        found = _compare_arrays(np.asarray(g), np.asarray(e), t)
        if found.ratio > worst.ratio:
            worst = found
    return worst


def _compare_arrays(got: Any, expected: Any, tolerance: Any) -> Comparison:
    if got.shape != expected.shape:
        return Comparison(np.inf, "", f"shape {got.shape}", f"shape {expected.shape}")
    if not got.size:
        return Comparison()
    if expected.dtype.kind == "f":
        gap = np.nan_to_num(np.abs(got.astype(np.float64) - expected), nan=np.inf)
    else:
        gap = np.not_equal(got, expected).astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(gap > 0, gap / tolerance, 0.0)
    place = np.unravel_index(int(np.argmax(ratio)), ratio.shape)
    many = int((ratio > 1).sum())
    return Comparison(
        float(ratio[place]),
        str(tuple([int(i) for i in place])),
        str(got[place]),
        str(expected[place]),
        f"{many} of {got.size} entries differ" if many > 1 else "",
        *((float(gap[place]), float(tolerance[place])) if expected.dtype.kind == "f" else ()),
    )


def _leaves(value: Any) -> Iterator[Any]:
    yield from arrays_of(value) if not isinstance(value, np.generic | float | int) else (value,)


def _codomain(type: Term) -> Term:
    while isinstance(type, Pi):
        type = type.body
    return type


def _number_type(name: str) -> Any:
    """A dtype of NumPy; bfloat16 has the ulp of no other, and is taken for the coarser float16."""
    return np.dtype("float16" if name == "bfloat16" else name)


def _is_free(variable: FVar, term: Term) -> bool:
    return abstract(term, (variable,)) is not term


def _over_axes(term: Term, axes: list[Variable]) -> Term:
    for v in reversed(axes):
        term = Lam(v.name, "", v.type, abstract(term, (v.var,)))
    return term
