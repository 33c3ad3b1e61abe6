"""The numbers that a statement knows: with what it, and the bodies beneath it, compare.

Takes terms; gives `Numeral`s: the numbers without variables on a side of a comparison, of a minimum
or maximum, or in a clause. A branch behind one (`if n = 1234`) is run only if a case has that
number. Numbers that any sampling draws are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flint import fmpq

from leanbridge.check.entries import FIN, INT, NAT, REAL
from leanbridge.check.obligations import bodies
from leanbridge.core.environment import Environment
from leanbridge.core.terms import (
    App,
    Const,
    FVar,
    Lit,
    Match,
    Term,
    args_of,
    head,
    is_app_of,
    subterms,
)
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Data, Table, Value

#: Their arguments are the type and the two sides.
COMPARISONS = frozenset({
    "Eq", "Ne", "LT.lt", "LE.le", "GT.gt", "GE.ge", "BEq.beq", "bne", "Max.max", "Min.min",
})  # fmt: skip
KINDS = {"Nat": NAT, "Int": INT, "Real": REAL, "Rat": REAL, "Fin": FIN}
#: What is drawn often anyway, its neighbours too: from the first to the last.
USUAL = {NAT: (0, 2), FIN: (0, 2), INT: (-3, 3), REAL: (-1, 2)}


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number of a type, and the definition whose body knows it: none for the statement."""

    kind: str
    value: fmpq
    definition: str

    @property
    def as_held(self) -> tuple[type, int | fmpq]:
        """It as a value of its type, with its Python type."""
        return (fmpq, self.value) if self.kind == REAL else (int, int(self.value))


def numerals(env: Environment, exact: Exact, terms: list[Term]) -> tuple[Numeral, ...]:
    """The numbers in `terms` and in the bodies beneath them, each number of a type once, with the
    first definition by name. What a term itself says (`census = 9`) is no branch in it."""
    found: dict[tuple[str, fmpq], Numeral] = {}
    for definition, term in bodies(env, terms):
        for kind, value in _known(term, exact, is_body=bool(definition)):
            low, high = USUAL[kind]
            if not (low <= value <= high and value.denom() == 1):
                found.setdefault((kind, value), Numeral(kind, value, definition))
    return tuple(found.values())


def _known(term: Term, exact: Exact, *, is_body: bool) -> Iterator[tuple[str, fmpq]]:
    said = set() if is_body else set(_parts(term))
    for t in subterms(term):
        if t in said:
            continue
        if isinstance(t, Match):
            for clause in t.clauses:
                for pattern in clause.patterns:
                    yield from [(NAT, fmpq(n)) for n in _in_pattern(pattern)]
        elif isinstance(t, App) and isinstance(t.fn, Const) and t.fn.name in COMPARISONS:
            type_, *sides = t.args
            fn = head(type_)
            kind = KINDS.get(fn.name) if isinstance(fn, Const) else None
            if kind is not None:
                yield from [(kind, v) for s in sides if (v := _number(s, exact)) is not None]


def _parts(prop: Term) -> Iterator[Term]:
    yield prop
    if is_app_of(prop, "And", 2) or is_app_of(prop, "Iff", 2):
        for part in args_of(prop):
            yield from _parts(part)


def _in_pattern(pattern: Term) -> Iterator[int]:
    """The numbers in a pattern: `12`, and how far `n + 12` is from n."""
    above = 0
    while is_app_of(pattern, "Nat.succ", 1):
        (pattern,) = args_of(pattern)
        above += 1
    if above:
        yield above
    for t in subterms(pattern):
        if isinstance(t, Lit) and isinstance(t.value, int):
            yield above + t.value


def _number(side: Term, exact: Exact) -> fmpq | None:
    """The value of a side without variables; None for another, or where it is no rational."""
    if side.loose or any(isinstance(t, FVar) for t in subterms(side)):
        return None
    try:
        value = exact.evaluate(side)
    except LeanbridgeError:
        return None
    return fmpq(value) if isinstance(value, int | fmpq) else None


class Unmet:
    """The numbers that the bodies beneath a statement know and no case has had so far."""

    def __init__(self, known: tuple[Numeral, ...]) -> None:
        self._left = {n: None for n in known if n.definition}

    def meet(self, values: Iterable[Value]) -> None:
        """Strike out what these inputs hold."""
        if self._left:
            held = {(type(x), x) for value in values for x in numbers_in(value)}
            self._left = {n: None for n in self._left if n.as_held not in held}

    def __str__(self) -> str:
        """What to say of them in a verdict, "" if there are none."""
        names: dict[str, list[str]] = {}
        for n in self._left:
            names.setdefault(n.definition, []).append(str(n.value))
        asked = [f"{', '.join(v)}, with which {d} compares" for d, v in names.items()]
        return f"no case has the number {'; '.join(asked)}" if asked else ""


def by_kind(known: tuple[Numeral, ...]) -> dict[str, tuple[fmpq, ...]]:
    """The numbers by the kind of what can be them: a natural number can be an index, an index that
    is compared with one a natural number."""
    return {
        kind: tuple(dict.fromkeys(n.value for n in known if n.kind in kinds))
        for kind, kinds in (
            (NAT, (NAT, FIN)),
            (FIN, (FIN, NAT)),
            (INT, (INT, NAT)),
            (REAL, (REAL,)),
        )
    }


def numbers_in(value: Value) -> Iterator[int | fmpq]:
    """The numbers that a value holds, in tables, pairs and fields too."""
    match value:
        case bool():
            return
        case int() | fmpq():
            yield value
        case Table(parts) | Data(_, parts) | (*parts,):
            for part in parts:
                yield from numbers_in(part)
