"""Cases: inputs of a statement, from sizes, styles and constructions.

Takes an opened statement and the SPEC evaluator; gives assignments of values to its variables in
an order that depends on the seed only. Variables of small finite types are left open: they are
enumerated inside the case.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import cycle, islice, product
from random import Random

from flint import fmpq

from leanbridge.check.construct import construct
from leanbridge.check.entries import (
    NAT,
    Empty,
    Entries,
    FunctionMaker,
    Maker,
    Shared,
    styles_for,
)
from leanbridge.check.everywhere import truth
from leanbridge.check.functions import draw_function
from leanbridge.check.members import draw_member, draw_with_indices
from leanbridge.check.sizes import allowed, ladder, tiny
from leanbridge.check.statement import LARGEST_LITERAL, Hypothesis, Statement, Variable
from leanbridge.core.terms import FVar, Term, subterms
from leanbridge.core.trust import THEOREMS
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.failures import EvaluationFailure
from leanbridge.interp.values import (
    BaseType,
    Data,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    SubType,
    Table,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.ports.signature import telescope
from leanbridge.ports.tensors import Skeleton, array_shapes, flatten, skeleton_of, unflatten

CONSTRUCTION_ROUNDS = 2
LARGEST_FIELD = 8_000  # entries of one field of a structure
FIXED_INDICES = 4  # every so many cases a term of a family is drawn at the sizes of the rung
BALANCING_TRIES = 12


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is run: cases, points enumerated inside a case, volume of one tensor."""

    cases: int
    points: int
    volume: int
    box: int  # points of an exhaustive run, in all
    box_size: int  # largest size of an exhaustive run
    work: int = 150_000  # steps of all evaluators, after which cases are left out: a quarter of it
    # is for the small cases
    small: int = 0  # cases at sizes 1 and 2 with many ties, after the others
    runs_lowered: bool = False  # whether JAX ports are run without rounding too, lowered
    is_wide: bool = True  # whether entries may be huge: not where they are exponentiated
    sizes: tuple[int, ...] | None = None  # the only sizes, if a configuration restricts them
    styles: tuple[str, ...] | None = None  # the only styles of entries, likewise


TIED = ("grid", "signs", "dead")  # the styles of tiny cases

PROFILES: Mapping[str, Budget] = {
    "quick": Budget(cases=10, points=48, volume=60, box=1_500, box_size=5, work=50_000, small=20),
    "default": Budget(
        cases=16, points=72, volume=80, box=1_000, box_size=8, work=100_000, small=22
    ),
    "deep": Budget(
        cases=150,
        points=600,
        volume=300,
        box=60_000,
        box_size=12,
        work=20_000_000,
        small=300,
        runs_lowered=True,
    ),
}


def for_derivatives(budget: Budget) -> Budget:
    """A smaller budget for a statement with derivatives: each point costs one evaluation of the
    whole function per input entry."""
    return replace(
        budget,
        cases=max(8, budget.cases // 2),
        small=budget.small // 4,
        points=max(12, budget.points // 4),
        volume=min(budget.volume, 36),
    )


@dataclass(slots=True)
class Case:
    """One input: the drawn variables with their types, and those left to enumerate."""

    number: int
    style: str
    sizes: dict[str, int]
    values: dict[FVar, Value]
    types: dict[FVar, TypeValue]
    open: tuple[Variable, ...]
    shared: Shared = field(default_factory=Shared)
    rules: list[str] = field(default_factory=list)  # constructions that were used

    def points(self, exact: Exact, most: int, random: Random) -> Iterator[dict[FVar, Value]]:
        """The case at every value of its open variables, or at `most` drawn ones."""
        names = [v.var for v in self.open]
        total = 1
        for var in names:
            total *= cardinality(self.types[var])
        if total <= most:
            choices = [list(exact.elements(self.types[var]) or ()) for var in names]
            for combination in product(*choices):
                yield {**self.values, **dict(zip(names, combination, strict=True))}
            return
        source = Entries(random, "permutation", shared=self.shared)
        for _ in range(most):
            yield {**self.values, **{var: source.value(self.types[var]) for var in names}}


def seeded(*parts: object) -> Random:
    """A random source that depends on the parts only, on every machine."""
    text = "\x1f".join(str(p) for p in parts)
    return Random(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


def is_open(type: TypeValue) -> bool:
    """Whether a variable of this type is enumerated rather than drawn."""
    match type:
        case FinType() | BaseType("Bool"):
            return True
        case ProdType(a, b):
            return is_open(a) and is_open(b)
        case _:
            return False


def cardinality(type: TypeValue) -> int:
    """How many values an open type has."""
    match type:
        case FinType(n):
            return n
        case BaseType("Bool"):
            return 2
        case ProdType(a, b):
            return cardinality(a) * cardinality(b)
        case _:
            raise Unsupported(f"values of type {show_type(type)} cannot be enumerated")


def volume(type: TypeValue) -> int:
    """How many scalars a value of the type holds (0 for an empty tensor)."""
    match type:
        case FunctionType(FinType(n), codomain):
            return n * volume(codomain(0)) if n else 0
        case FunctionType(ProdType() as domain, codomain):
            if not is_open(domain):
                return 1
            count = cardinality(domain)
            return count * volume(codomain(_first(domain))) if count else 0
        case ProdType(a, b):
            return volume(a) + volume(b)
        case SubType(carrier, _):
            return volume(carrier)
        case DataType(_, arguments):  # a term of a family holds tensors of the size of its index
            return max([a for a in arguments if isinstance(a, int)], default=1)
        case _:
            return 1


def _first(domain: TypeValue) -> Value:
    """The first value of an open type that has one."""
    match domain:
        case ProdType(a, b):
            return (_first(a), _first(b))
        case BaseType("Bool"):
            return False
        case _:
            return 0


class TooLarge(Exception):
    """A case beyond the volume of the budget: the next rung is taken."""


def draw(
    statement: Statement,
    exact: Exact,
    budget: Budget,
    seed: int,
    *,
    largest: int = 5,
    balanced: Term | None = None,
    shared: Shared | None = None,
) -> Iterator[Case | None]:
    """`budget.cases` cases up the ladder, then `budget.small` tie-rich ones at the smallest sizes;
    None for a case that cannot exist (an empty type). With a proposition `balanced` the latter are
    twice as many, and as far as a few tries reach it holds in every other one."""
    shared = shared or Shared()
    yield from _ladder_cases(statement, exact, budget, seed, largest, shared)
    yield from _small_cases(statement, exact, budget, seed, balanced, shared)


def _small_cases(
    statement: Statement, exact: Exact, budget: Budget, seed: int, balanced: Term | None,
    shared: Shared,
) -> Iterator[Case | None]:  # fmt: skip
    """Where two definitions agree on distinct entries and on ties of the maximum, only a tie
    elsewhere tells them apart: such order types are rare in large tensors and common in tiny
    ones, which cost next to nothing. So are cases in which a predicate holds that asks much."""
    count = sum(v.is_size for v in statement.variables)
    if all(is_open(t) for t in _probe_types(statement, exact)):
        return
    styles = budget.styles or (*TIED, "wide" if budget.is_wide else "tall")
    rungs = tiny(count) if budget.sizes is None else allowed(count, budget.sizes)
    for number in range(budget.small if balanced is None else 2 * budget.small):
        style = styles[number % len(styles)]
        rung = rungs[number // len(styles) % len(rungs)]
        # each style and each rung with both truths, as the numbers go on
        round_ = number // (len(styles) * len(rungs))
        wanted = (number + number // len(styles) + round_) % 2 == 0
        try:
            yield _balanced(
                statement, exact, rung, style, budget, seed, number, balanced, wanted, shared
            )
        except Empty:
            yield None
        except TooLarge:
            continue


def _balanced(
    statement: Statement, exact: Exact, rung: tuple[int, ...], style: str, budget: Budget,
    seed: int, number: int, balanced: Term | None, wanted: bool, shared: Shared,
) -> Case:  # fmt: skip
    """A small case; of a few tries the first in which `balanced` is as wanted. In the later ones
    where it is to fail, it would hold but for one entry: what looks at a part of the data only
    sees no difference there."""
    near = not wanted and number >= budget.small
    found = None
    for attempt in range(1 if balanced is None else BALANCING_TRIES):
        again = (attempt,) if attempt else ()
        random = seeded(seed, statement.declaration.name, "small", number, *again)
        case = make_case(
            statement, exact, rung, style, random, budget, budget.cases + number, shared=shared
        )
        found = found or case
        if balanced is None:
            break
        holds = _is_true(balanced, case, exact, random)
        if holds is wanted and not near:
            return case
        if holds and near:
            missed = replace(case, values=_with_an_entry_changed(case, random))
            if _is_true(balanced, missed, exact, random) is False:
                return missed
    assert found is not None
    return found


def _with_an_entry_changed(case: Case, random: Random) -> dict[FVar, Value]:
    """The values, but for one entry of one table: another of its entries stands there too."""
    tables: dict[FVar, tuple[Skeleton, list[list[Value]]]] = {}
    for var, value in case.values.items():
        skeleton = _regular(case.types[var]) if isinstance(value, Table) else None
        if skeleton is not None:
            lists = flatten(value, skeleton)
            if len({len(entries) for entries in lists}) == 1 and len(lists[0]) > 1:
                tables[var] = (skeleton, lists)
    if not tables:
        return dict(case.values)
    var = random.choice(list(tables))
    skeleton, lists = tables[var]
    place, other = random.sample(range(len(lists[0])), 2)
    for entries in lists:
        entries[place] = entries[other]
    return {**case.values, var: unflatten(lists, skeleton)}


def _regular(type: TypeValue) -> Skeleton | None:
    """The skeleton of a type whose entries may stand at each other's places; else None."""
    try:
        skeleton = skeleton_of(type)
    except Unsupported:
        return None
    shapes = () if skeleton is None else array_shapes(skeleton)
    return None if any(isinstance(s.entry, SubType) for s in shapes) else skeleton


def _is_true(prop: Term, case: Case, exact: Exact, random: Random) -> bool | None:
    """The truth of a proposition at one point of a case; None where it is not decided."""
    try:
        return exact.truth(prop, next(case.points(exact, 1, random)))
    except (EvaluationFailure, Unsupported, StopIteration):
        return None


def _probe_types(statement: Statement, exact: Exact) -> list[TypeValue]:
    """The types of the variables that are no sizes, at size 1, as far as they do not depend on
    data."""
    probe: dict[FVar, Value] = {v.var: 1 for v in statement.variables if v.is_size}
    found: list[TypeValue] = []
    for v in statement.variables:
        if not v.is_size and _free(v.type) <= set(probe):
            found.append(exact.type_value(v.type, probe))
    return found


def _ladder_cases(
    statement: Statement, exact: Exact, budget: Budget, seed: int, largest: int, shared: Shared
) -> Iterator[Case | None]:
    sizes = [v for v in statement.variables if v.is_size]
    named = sorted({*statement.literals, *_sizes_known(shared)})
    # where a size is 0 a theorem says nothing, and the definitions beneath it are run there
    zeros = 1 if statement.declaration.kind in THEOREMS else None
    rungs = ladder(len(sizes), largest=largest, literals=tuple(named), zeros=zeros)
    if budget.sizes is not None:
        rungs = cycle(allowed(len(sizes), budget.sizes))
    styles = styles_for(budget.cases, budget.styles)
    if not budget.is_wide:
        styles = ["tall" if style == "wide" else style for style in styles]
    for number in range(budget.cases):
        rung = next(rungs)
        for _ in range(40):
            random = seeded(seed, statement.declaration.name, number, rung)
            try:
                yield make_case(
                    statement, exact, rung, styles[number], random, budget, number, shared=shared
                )
                break
            except Empty:
                yield None
                break
            except TooLarge:
                rung = next(rungs) if sizes else rung


def _sizes_known(shared: Shared) -> list[int]:
    """The numbers that bodies compare with and that can be sizes beyond the usual ones."""
    return [int(n) for n in shared.numbers.get(NAT, ()) if 3 <= n <= LARGEST_LITERAL]


def make_case(
    statement: Statement,
    exact: Exact,
    rung: tuple[int, ...],
    style: str,
    random: Random,
    budget: Budget,
    number: int = 0,
    *,
    sizes: tuple[Variable, ...] | None = None,
    without: Hypothesis | None = None,
    shared: Shared | None = None,
) -> Case:
    """A case at the sizes `rung`: those of the variables `sizes`, by default all that are sizes.
    Every third case of a definition is left as drawn, for its population outside the hypotheses;
    nothing is done to meet the hypothesis `without`.

    Raises: Empty, TooLarge, Unsupported.
    """
    if sizes is None:
        sizes = tuple(v for v in statement.variables if v.is_size)
    given = dict(zip([v.var for v in sizes], rung, strict=True))
    shared = shared or Shared()
    source = Entries(random, style, _structures(exact), _functions(exact), shared)
    case = Case(number, style, {}, {}, {}, (), shared)
    members = _members(statement, exact, source, frozenset(given)) if number % FIXED_INDICES else {}
    given.update({var: value for var, value in members.items() if var in given})
    opened: list[Variable] = []
    for v in statement.variables:
        if v.var in given:
            case.values[v.var] = given[v.var]
            case.sizes[v.name] = case.values[v.var]
            case.types[v.var] = BaseType("Nat")
            continue
        type_ = exact.type_value(v.type, case.values)
        case.types[v.var] = type_
        if v.var in members:
            case.values[v.var] = members[v.var]
            continue
        if is_open(type_) and not _is_needed(v, statement):
            if cardinality(type_) == 0:
                raise Empty
            opened.append(v)
            continue
        if volume(type_) > budget.volume:
            raise TooLarge
        case.values[v.var] = source.value(type_)
    case.open = tuple(opened)
    _near_the_data(case, random)
    if number % 3 != 2 or statement.declaration.kind in THEOREMS:
        wanted = [h for h in statement.hypotheses if h is not without]
        _meet_hypotheses(statement, wanted, case, exact, random)
    return case


def _members(
    statement: Statement, exact: Exact, source: Entries, sizes: frozenset[FVar]
) -> dict[FVar, Value]:
    """Terms of families whose indices are sizes of the statement, with these: at the sizes of a
    rung few constructors fit."""
    made: dict[FVar, Value] = {}
    for v in statement.variables:
        found = draw_with_indices(v.type, exact, source, sizes - made.keys())
        if found is not None:
            made.update({v.var: found[0], **found[1]})
    return made


def _near_the_data(case: Case, random: Random) -> None:
    """Set real parameters, now and then, to what tells `<` from `≤` and one factor from another:
    an entry of a tensor, a difference of two, or half or twice of it."""
    entries = [x for v in case.values.values() for x in _reals(v) if not isinstance(v, fmpq)]
    if len(entries) < 2:
        return
    for var, value in case.values.items():
        if isinstance(value, fmpq) and random.random() < 0.6:
            first, second = random.sample(entries, 2)
            gap = abs(first - second)
            case.values[var] = random.choice([first, gap, gap / 2, 3 * gap / 4, 2 * gap, -gap])


def _reals(value: Value) -> list[fmpq]:
    match value:
        case fmpq():
            return [value]
        case Table():
            return [x for entry in value.entries for x in _reals(entry)]
        case _:
            return []


def _is_needed(variable: Variable, statement: Statement) -> bool:
    """Whether another variable's type mentions this one, so that it must be drawn first."""
    return any(
        variable.var in set(subterms(other.type))
        for other in statement.variables
        if other is not variable
    )


def _meet_hypotheses(
    statement: Statement, wanted: list[Hypothesis], case: Case, exact: Exact, random: Random
) -> None:
    """Change the case so that hypotheses hold which sampling would not meet."""
    for _ in range(CONSTRUCTION_ROUNDS):
        changed = False
        for hypothesis in wanted:
            values = dict(case.values)
            for v in case.open:  # a construction works at one value of the open variables
                values[v.var] = random.choice(list(exact.elements(case.types[v.var]) or ()))
            changed |= _constructed(statement, hypothesis, case, values, exact, random)
        if not changed:
            return


def _constructed(
    statement: Statement,
    hypothesis: Hypothesis,
    case: Case,
    values: dict[FVar, Value],
    exact: Exact,
    random: Random,
) -> bool:
    """Apply a construction to the case, unless the hypothesis holds; whether one was applied."""
    try:
        made = construct(statement, hypothesis, values, case.types, exact, random)
        # most hypotheses match no rule, and deciding them is the costly part
        if made is None or truth(hypothesis.prop, values, exact):
            return False
    except (EvaluationFailure, Unsupported):
        return False
    open_variables = {v.var for v in case.open}
    changed = {k: v for k, v in made.assignment.items() if v is not values.get(k)}
    if not changed or open_variables & set(changed):
        return False
    # A hypothesis about an open variable was made true at one value of it: keep that value.
    fixed = open_variables & _free(hypothesis.prop)
    case.open = tuple(v for v in case.open if v.var not in fixed)
    case.values.update({var: values[var] for var in fixed})
    case.values.update(changed)
    if made.rule not in case.rules:
        case.rules.append(made.rule)
    return True


def _free(term: Term) -> set[FVar]:
    return {t for t in subterms(term) if isinstance(t, FVar)}


def _functions(exact: Exact) -> FunctionMaker:
    """How to make a function on a type that is not finite."""
    return lambda type, source: draw_function(type, exact, source.random)


def _structures(exact: Exact) -> Maker:
    """How to make a value of a structure or an inductive type: field by field, or a small term."""

    def make(type: DataType, source: Entries) -> Value:
        finite = exact.elements(type)
        if finite is not None:
            return source.random.choice(list(finite))
        declaration = exact.definitions.declaration(type.name)
        if declaration is None or len(declaration.constructors) != 1:
            return draw_member(type, exact, source)
        name = declaration.constructors[0]
        ctor = exact.definitions.declaration(name)
        assert ctor is not None
        assert ctor.constructor is not None
        if any(ctor.constructor.proof_fields):
            raise Unsupported(f"no values of type {show_type(type)} can be made: it has proofs")
        fields: list[Value] = []
        count = len(ctor.constructor.fields)
        for i in range(count):
            # A field's type may depend on the fields before it only.
            shell = Data(name, (*fields, *[None] * (count - i)))
            field_type = next(islice(exact.field_types(type, shell), i, None))
            try:
                if volume(field_type) > LARGEST_FIELD:
                    raise TooLarge
                fields.append(source.value(field_type))
            except TooLarge:
                binder = telescope(ctor.type)[0][ctor.constructor.params + i]
                if _free(binder.type):
                    raise
                # no rung makes it smaller: its type says how large it is
                what = f"no values of type {show_type(type)} can be made: "
                raise Unsupported(f"{what}{binder.name} is too large for exact cases") from None
        return Data(name, tuple(fields))

    return make
