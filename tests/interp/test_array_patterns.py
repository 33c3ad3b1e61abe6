"""Pattern matching on indices and data: a `where` over the clauses, in their order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from leanbridge.core.terms import Clause, Lam, Lit, Match, Term, app, arrow, const, nat
from leanbridge.interp.array import Array
from leanbridge.interp.exact import Exact
from leanbridge.interp.failures import Undefined
from tests.interp.lean import OK, Environment, N, R, b, lam

FIN4 = const("Fin", nat(4))


def match(scrutinee: Term, *clauses: Clause) -> Term:
    return Match(clauses, Lam("_", "", N, N), (scrutinee,))


def clause(pattern: Term, rhs: Term, *types: Term) -> Clause:
    return Clause(tuple("x" for _ in types), (pattern,), rhs, types)


def plus_one(term: Term) -> Term:
    return const("HAdd.hAdd", N, term, nat(1))


def values(term: Term, size: int) -> list[Any]:
    """The term at 0, 1, …, by both interpreters, which must agree."""
    function = lam(("i", const("Fin", nat(size))), term)
    got = Array(Environment()).evaluate(function).tolist()
    exact = Exact(Environment()).evaluate(function)
    assert got == [exact(i) for i in range(size)]
    return got  # type: ignore[no-any-return]


def test_numerals_and_successors() -> None:
    """`match i with | 0 => 7 | 1 => 9 | k + 2 => k + 1`"""
    value = const("Fin.val", nat(4), b(0))
    term = match(
        value,
        clause(nat(0), nat(7)),
        clause(nat(1), nat(9)),
        clause(const("HAdd.hAdd", N, b(0), nat(2)), plus_one(b(0)), N),
    )
    assert values(term, 4) == [7, 9, 1, 2]


def test_the_first_clause_that_fits_counts() -> None:
    value = const("Fin.val", nat(4), b(0))
    term = match(value, clause(b(0), plus_one(b(0)), N), clause(nat(0), nat(7)))
    assert values(term, 4) == [1, 2, 3, 4]


def test_pairs_are_taken_apart() -> None:
    i = const("Fin.val", nat(4), b(0))
    pair = const("Prod.mk", N, N, i, plus_one(i))
    pattern = const("Prod.mk", N, N, nat(1), b(0))
    other = const("Prod.mk", N, N, b(1), b(0))
    term = match(pair, clause(pattern, b(0), N), clause(other, b(1), N, N))
    assert values(term, 4) == [0, 2, 2, 3]


def test_a_match_on_data_reads_only_what_fits() -> None:
    """`match ⌊y⌋₊ with | 0 => 0 | k + 1 => x ⟨k, _⟩`: k is no index where y < 1."""
    floor = const("Nat.floor", R, b(0))
    read = app(b(2), const("Fin.mk", nat(3), b(0), OK))
    zero = const("OfNat.ofNat", R, Lit(0))
    body = match(floor, clause(nat(0), zero), clause(const("HAdd.hAdd", N, b(0), nat(1)), read, N))
    term = lam(("x", arrow(const("Fin", nat(3)), R)), ("y", R), body)
    read_at = Array(Environment()).compile(term, trials=True)
    xs = np.tile(np.array([5.0, 6.0, 7.0]), (4, 1))
    assert read_at(xs, np.array([0.5, 1.5, 2.0, 3.9])).tolist() == [0, 5, 6, 7]
    with pytest.raises(Undefined, match="needs v < n"):
        read_at(xs, np.array([0.5, 1.5, 2.0, 4.0]))


def test_no_clause_fits() -> None:
    value = const("Fin.val", nat(4), b(0))
    term = match(value, clause(nat(0), nat(7)))
    with pytest.raises(Undefined, match="no clause"):
        Array(Environment()).evaluate(lam(("i", FIN4), term))
