"""Members of inductive types, drawn: terms whose constructors have arguments.

Takes a type at its parameters and indices; gives a small term of it. A constructor is taken only
if its indices can be those that are asked for: `cons : A → Vect n → Vect (n + 1)` gives a `Vect 3`
with n = 2, none of `Vect 0`. Indices are natural numbers; one that nobody asked for is what the
term turns out to have. Of the constructors that fit, one is as likely as another; of a few terms
the one is taken that arranges constructors as no case before did.

Worked example: for a family with `node {m n} (op : Op m n) (e : G (m * n)) : G (m + n)`, a `G 4`
may be drawn with m = 1 and n = 3, then an `Op 1 3`, then a `G 3`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from leanbridge.check.entries import Empty, Entries
from leanbridge.core.declarations import Declaration
from leanbridge.core.known import is_known
from leanbridge.core.terms import NAT, Const, FVar, Term, args_of, head, is_app_of, subterms
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import (
    Data,
    DataType,
    FinType,
    FunctionType,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.ports.signature import Binder, telescope

DEEPEST = 3  # constructors inside each other
FREE_SIZES = (1, 2, 1, 3, 2)  # for a natural number that no index determines
LARGEST_INDEX = 48  # of an index that was not asked for
LARGEST_TENSOR = 400  # entries of one field
TRIES = 16
CANDIDATES = 8
GUIDED = 0.5  # how often a constructor is taken because it was rare where it stands
UNGUIDED = 0.25  # how often the first term is taken that comes
TWINS = 0.8

Known: TypeAlias = dict[FVar, Value]
Wanted: TypeAlias = tuple[int | None, ...]
"""The indices that are asked for; None for one that is not."""
ALL = -1  # the place beneath all arguments of a constructor
Above: TypeAlias = tuple[tuple[str, int], ...]
"""The constructors around a term, outermost first, and of which argument of each it is part."""
Made: TypeAlias = tuple[Data, tuple[int, ...]]
"""A term and its indices."""


class _NoMember(Exception):
    """A constructor does not fit; `is_certain` if it never fits these indices."""

    def __init__(self, *, is_certain: bool = False) -> None:
        super().__init__()
        self.is_certain = is_certain


def draw_member(type: DataType, exact: Exact, source: Entries) -> Data:
    """A term of the type.

    Raises: Empty if no constructor gives these indices; Unsupported, by name, for a type whose
    terms cannot be made.
    """
    drawing = _Drawing(exact, source)
    family = drawing.family(type.name)
    if family is None:
        raise Unsupported(f"no values of type {show_type(type)} can be made")
    params, indices = type.arguments[: family.params], type.arguments[family.params :]
    if not all(isinstance(i, int) for i in indices):
        raise Unsupported(f"no values of type {show_type(type)} can be made: an index is no number")
    return drawing.draw(family, params, indices)[0]


def draw_with_indices(
    type: Term, exact: Exact, source: Entries, sizes: frozenset[FVar]
) -> tuple[Data, Known] | None:
    """A term of a family at indices that are different variables of `sizes`, and their values;
    None for a type of another form. Any constructor fits such indices."""
    fn = head(type)
    drawing = _Drawing(exact, source)
    family = drawing.family(fn.name) if isinstance(fn, Const) else None
    indices = args_of(type)
    if family is None or family.params or not indices:
        return None
    names = [i for i in indices if isinstance(i, FVar) and i in sizes]
    if len(set(names)) != len(indices):
        return None
    made, found = drawing.draw(family, (), (None,) * len(indices))
    return made, dict(zip(names, found, strict=True))


@dataclass(slots=True)
class _Drawing:
    """One term being drawn; `refused` says why constructors could not be used at all."""

    exact: Exact
    source: Entries
    refused: set[str] = field(default_factory=set)

    def family(self, name: str) -> Declaration | None:
        """The declaration of an inductive type of the project that is no structure; Lean's own
        have values of another kind."""
        declaration = None if is_known(name) else self.exact.definitions.declaration(name)
        constructors = () if declaration is None else declaration.constructors
        return declaration if len(constructors) > 1 else None

    def draw(self, family: Declaration, params: Sequence[Value], wanted: Wanted) -> Made:
        """By chance any term, or of a few the one with most arrangements of constructors that no
        case had yet."""
        covered = self.source.shared.covered
        best: Made | None = None
        new = set[tuple[object, ...]]()
        is_any = self.source.random.random() < UNGUIDED
        for _ in range(1 if is_any else CANDIDATES):
            try:
                made = self._one(family, params, wanted, 1 if is_any else DEEPEST)
            except Unsupported:
                if best is None:
                    raise
                break
            found = set(arrangements(made[0])) - covered
            if best is None or len(found) > len(new):
                best, new = made, found
        assert best is not None
        covered |= new
        return best

    def _one(
        self, family: Declaration, params: Sequence[Value], wanted: Wanted, least: int
    ) -> Made:
        for _ in range(TRIES):
            try:
                depth = self.source.random.randint(least, DEEPEST)
                return self._member(family, params, wanted, depth)
            except _NoMember as failure:
                if failure.is_certain:
                    raise Empty from None
        name = " ".join([family.name, *["_" if w is None else str(w) for w in wanted]])
        why = ", ".join(sorted(self.refused)) or f"none was found within depth {DEEPEST}"
        raise Unsupported(f"no values of type {name} can be made: {why}")

    def _member(
        self, family: Declaration, params: Sequence[Value], wanted: Wanted, depth: int,
        above: Above = (),
    ) -> Made:  # fmt: skip
        is_certain = True
        for name in self._order(family.constructors, above):
            try:
                return self._applied(family, name, params, wanted, depth, above)
            except _NoMember as failure:
                is_certain &= failure.is_certain
        raise _NoMember(is_certain=is_certain)

    def _order(self, constructors: Sequence[str], above: Above) -> list[str]:
        """The constructors in the order of their trial: by chance, or first those that were rarely
        seen beneath what is above them."""
        order = self.source.random.sample(constructors, len(constructors))
        covered = self.source.shared.covered
        if self.source.random.random() < GUIDED:
            order.sort(
                key=lambda name: sum(
                    (outer, place, name) in covered
                    for outer, argument in above
                    for place in (argument, ALL)
                )
            )
        return order

    def _applied(
        self, family: Declaration, name: str, params: Sequence[Value], wanted: Wanted, depth: int,
        above: Above,
    ) -> Made:  # fmt: skip
        """The constructor `name` at the wanted indices: what they determine, then its fields; a
        number that only a type mentions is settled when a field of that type is drawn."""
        declaration = self.exact.definitions.declaration(name)
        assert declaration is not None
        assert declaration.constructor is not None
        if any(declaration.constructor.proof_fields):
            self.refused.add(f"{name} has proofs")
            raise _NoMember
        binders, result = telescope(declaration.type)
        indices = args_of(result)[family.params :]
        fields = binders[family.params :]
        known: Known = {b.variable: v for b, v in zip(binders, params, strict=False)}
        mentioned = {v for term in (*[f.type for f in fields], *indices) for v in _free(term)}
        sizes = frozenset(f.variable for f in fields if f.type is NAT and f.variable in mentioned)
        known = self._solved(name, indices, wanted, sizes, known)
        if depth == 0 and any(self._is_of(f, family) for f in fields):
            raise _NoMember
        drawn: dict[object, Value] = {}  # what other arguments of the same type may be once more
        for i, f in enumerate(fields):
            if f.variable not in known and f.variable not in sizes:
                place = (*above, (name, i))
                self.source.numbers = tuple([v for v in known.values() if type(v) is int])
                known[f.variable] = self._field(f.type, sizes, known, depth, place, drawn)
        self._settle(sizes, known)
        found = tuple([self.exact.evaluate(i, known) for i in indices])
        if any(w is None and i > LARGEST_INDEX for w, i in zip(wanted, found, strict=True)):
            raise _NoMember
        return Data(name, tuple([known[f.variable] for f in fields])), found

    def _is_of(self, binder: Binder, family: Declaration) -> bool:
        return Const(family.name) in set(subterms(binder.type))

    def _field(
        self, type: Term, sizes: frozenset[FVar], known: Known, depth: int, above: Above,
        drawn: dict[object, Value],
    ) -> Value:  # fmt: skip
        fn = head(type)
        family = self.family(fn.name) if isinstance(fn, Const) else None
        if family is None:
            self._settle(_free(type) & sizes, known)
            field_type = self.exact.type_value(type, known)
            if _entries(field_type) > LARGEST_TENSOR:
                raise _NoMember
            return self.source.value(field_type)
        wanted: list[int | None] = []
        terms = args_of(type)[family.params :]
        for term in terms:
            if isinstance(term, FVar) and term in sizes and term not in known:
                wanted.append(None)
                continue
            self._settle(_free(term) & sizes, known)
            wanted.append(self.exact.evaluate(term, known))
        params = [self.exact.evaluate(p, known) for p in args_of(type)[: family.params]]
        twin = drawn.get((family.name, tuple(params), tuple(wanted)))
        if twin is not None and self.source.random.random() < self._twins(twin, above):
            return twin
        value, found = self._member(family, params, tuple(wanted), max(depth - 1, 0), above)
        for term, index in zip(terms, found, strict=True):
            if isinstance(term, FVar):
                known[term] = index
        drawn[family.name, tuple(params), found] = value
        return value

    def _twins(self, twin: Value, above: Above) -> float:
        """How often an argument is the one before of its type once more: mostly, where a
        constructor is then beneath all arguments for the first time."""
        covered, outer = self.source.shared.covered, above[-1][0]
        is_new = any((outer, ALL, name) not in covered for name in _constructors(twin))
        return TWINS if is_new else TWINS / 4

    def _settle(self, sizes: frozenset[FVar], known: Known) -> None:
        for variable in sorted(sizes - known.keys(), key=lambda v: -v.id):
            known[variable] = self.source.random.choice(FREE_SIZES)

    # ----- indices

    def _solved(
        self, name: str, terms: Sequence[Term], wanted: Wanted, sizes: frozenset[FVar], known: Known
    ) -> Known:
        """Values of the sizes at which the terms are the wanted numbers."""
        asked = [(t, w) for t, w in zip(terms, wanted, strict=True) if w is not None]
        for t, _ in asked:
            part = _not_invertible(t, sizes)
            if part is not None:
                self.refused.add(f"{name} has the index {part}")
                raise _NoMember
        found = next(self._solutions(asked, sizes, known), None)
        if found is None:  # of what multiplies 0 only a few are tried
            raise _NoMember(is_certain=all(w != 0 for _, w in asked))
        return found

    def _solutions(
        self, asked: Sequence[tuple[Term, int]], sizes: frozenset[FVar], known: Known
    ) -> Iterator[Known]:
        if not asked:
            yield known
            return
        (term, number), rest = asked[0], asked[1:]
        for found in self._equal(term, number, sizes, known):
            yield from self._solutions(rest, sizes, found)

    def _equal(
        self, term: Term, number: int, sizes: frozenset[FVar], known: Known
    ) -> Iterator[Known]:
        """The ways to extend `known` so that the term is the number, in random order."""
        if isinstance(term, FVar) and term not in known:
            yield {**known, term: number}
        elif not _free(term) - known.keys():
            if self.exact.evaluate(term, known) == number:
                yield known
        elif is_app_of(term, "Nat.succ", 1):
            if number > 0:
                yield from self._equal(args_of(term)[0], number - 1, sizes, known)
        else:
            _, left, right = args_of(term)
            is_product = is_app_of(term, "HMul.hMul", 3)
            for pair in self._split(number, is_product=is_product):
                yield from self._solutions(
                    list(zip((left, right), pair, strict=True)), sizes, known
                )

    def _split(self, number: int, *, is_product: bool) -> list[tuple[int, int]]:
        """The pairs of factors, or of summands, of a number; the cofactors of 0 are small."""
        if not is_product:
            pairs = [(i, number - i) for i in range(number + 1)]
        elif number == 0:
            pairs = [(0, 0), *[p for i in FREE_SIZES for p in ((0, i), (i, 0))]]
        else:
            pairs = [(d, number // d) for d in range(1, number + 1) if number % d == 0]
        self.source.random.shuffle(pairs)
        return pairs


def arrangements(term: Data) -> Iterator[tuple[object, ...]]:
    """How constructors stand to each other in a term: which is anywhere beneath which argument of
    which, which is beneath all arguments of one that have any, and which of these is deepest."""
    beneath = [(i, _constructors(f)) for i, f in enumerate(term.fields)]
    beneath = [(i, names) for i, names in beneath if names]
    yield (term.constructor,)
    for i, names in beneath:
        yield from ((term.constructor, i, name) for name in names)
    if len(beneath) > 1:
        both = frozenset.intersection(*[names for _, names in beneath])
        yield from ((term.constructor, ALL, name) for name in both)
        depths = [(_depth(term.fields[i]), i) for i, _ in beneath]
        (second, _), (most, place) = sorted(depths)[-2:]
        if 1 < second < most:
            yield (term.constructor, "deepest", place)
    for f in term.fields:
        if isinstance(f, Data):
            yield from arrangements(f)


def _depth(value: Value) -> int:
    return 1 + max(map(_depth, value.fields), default=0) if isinstance(value, Data) else 0


def _constructors(value: Value) -> frozenset[str]:
    if not isinstance(value, Data):
        return frozenset()
    return frozenset({value.constructor}).union(*[_constructors(f) for f in value.fields])


def _free(term: Term) -> frozenset[FVar]:
    return frozenset(t for t in subterms(term) if isinstance(t, FVar))


def _not_invertible(term: Term, sizes: frozenset[FVar]) -> Term | None:
    """The part of an index that is no sum, product or successor of what is unknown in it."""
    if not _free(term) & sizes or isinstance(term, FVar):
        return None
    if is_app_of(term, "Nat.succ", 1):
        return _not_invertible(args_of(term)[0], sizes)
    if is_app_of(term, "HMul.hMul", 3) or is_app_of(term, "HAdd.hAdd", 3):
        parts = [_not_invertible(part, sizes) for part in args_of(term)[1:]]
        return next((p for p in parts if p is not None), None)
    return term


def _entries(type: TypeValue) -> int:
    match type:
        case FunctionType(FinType(n), codomain):
            return n * _entries(codomain(0)) if n else 0
        case _:
            return 1
