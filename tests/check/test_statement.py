"""Statements opened, obligations made of them, cases drawn and constructed."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.cases import (
    PROFILES,
    Case,
    _regular,
    draw,
    make_case,
    seeded,
    volume,
)
from leanbridge.check.construct import construct
from leanbridge.check.obligations import is_analytic, mentioned, obligations
from leanbridge.check.statement import Statement, open_statement
from leanbridge.check.verify import Session, Settings
from leanbridge.core.terms import Term, args_of
from leanbridge.interp.values import BaseType, FinType, FunctionType, SubType, Table
from leanbridge.ports.tensors import flatten, skeleton_of, unflatten
from tests.check.corpus import BINDINGS, LEAN, RIGHT, write

MORE = """
namespace Q

theorem bounded {n : ℕ} (x : Fin n → ℝ) (b : ℝ) (h : ∀ i, x i ≤ b) (i : Fin n) :
    double x i ≤ 2 * b := by sorry

theorem copied {n : ℕ} (x y : Fin n → ℝ) (h : ∀ i, x i = y i + 1) (i : Fin n) :
    double x i = double y i + 2 := by sorry

theorem chosen {m n : ℕ} (a : Fin m → Fin n → ℝ) (σ : Fin m → Fin n)
    (h : ∀ i j, a i j ≤ a i (σ i)) (i : Fin m) : rowSums a i = rowSums a i := by sorry

theorem needs {n : ℕ} [NeZero n] (x : Fin n → ℝ) : double x 0 = 2 * x 0 := by sorry

theorem increases {m n : ℕ} (x : Fin m → Fin n → Fin 2 → ℝ) :
    (∀ i j, x i j 0 < x i j 1) ↔ ∀ i, ∀ j, x i j 0 < x i j 1 := by sorry

theorem smooth {n : ℕ} : Continuous (double : (Fin n → ℝ) → Fin n → ℝ) := by sorry

end Q
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder: Path = tmp_path_factory.mktemp("corpus") / "q"
    return Session(Settings(write(folder, LEAN + MORE, RIGHT, BINDINGS)))


def opened(session: Session, name: str) -> Statement:
    return open_statement(session.env, session.env.statement(f"Q.{name}"))


# ----- statements ---------------------------------------------------------------------------


def test_binders_are_sizes_data_hypotheses_and_facts(session: Session) -> None:
    statement = opened(session, "stencil_nonneg")
    assert [(v.name, v.is_size) for v in statement.variables] == [
        ("n", True), ("x", False), ("i", False),
    ]  # fmt: skip
    assert [h.name for h in statement.hypotheses] == ["h"]
    assert statement.facts == ()
    assert len(statement.arguments) == 4
    assert len(opened(session, "needs").facts) == 1


# ----- obligations --------------------------------------------------------------------------

OBLIGATIONS = {
    "double": [("value", ("Q.double",))],
    "squaresPullback": [
        ("field backward", ("Q.squaresPullback",)),
        ("property correct", ("Q.squares", "Q.squaresPullback")),
    ],
    "stencil_nonneg": [("statement", ("Q.Sorted", "Q.before", "Q.stencil"))],
    "flip": [],
    "flip_flip": [("statement", ())],
}


@pytest.mark.parametrize("name", sorted(OBLIGATIONS))
def test_each_declaration_has_its_obligations(session: Session, name: str) -> None:
    entry = session.env.entry(f"Q.{name}")
    assert entry is not None
    found = obligations(session.env, entry, session.environments.sets["numpy"])
    assert [(o.id, o.names) for o in found] == OBLIGATIONS[name]


def test_a_bound_name_is_mentioned_through_the_bodies_beneath(session: Session) -> None:
    state = session.environments.sets["numpy"]
    hypothesis = opened(session, "stencil_nonneg").hypotheses[0]
    assert mentioned(session.env, [hypothesis.prop], state) == ("Q.Sorted",)


def test_an_analytic_conclusion_is_known_by_its_head(session: Session) -> None:
    assert is_analytic(opened(session, "smooth")) == "Continuous"
    assert is_analytic(opened(session, "double_add")) is None


# ----- cases --------------------------------------------------------------------------------


def drawn(session: Session, name: str, seed: int = 0) -> list[Case | None]:
    budget = PROFILES["quick"]
    return list(draw(opened(session, name), session.environments.spec, budget, seed))


def test_cases_depend_on_the_seed_alone(session: Session) -> None:
    def values(seed: int) -> list[object]:
        return [c.values if c is not None else None for c in drawn(session, "double_add", seed)]

    assert values(0) == values(0)
    assert values(0) != values(1)
    assert len(values(0)) == 30


def test_indices_are_enumerated_and_empty_cases_are_said(session: Session) -> None:
    cases = drawn(session, "double_add")
    assert None in cases  # n = 0: there is no i
    case = next(c for c in cases if c is not None and c.sizes["n"] == 3)
    assert [v.name for v in case.open] == ["i"]
    spec = session.environments.spec
    assert len(list(case.points(spec, 48, seeded(0)))) == 3
    assert len(list(case.points(spec, 2, seeded(0)))) == 2


def test_a_predicate_holds_in_half_of_the_small_cases(session: Session) -> None:
    statement, spec = opened(session, "increases"), session.environments.spec
    budget = PROFILES["default"]
    side = args_of(statement.conclusion)[0]

    def truths(balanced: Term | None) -> list[tuple[str, bool]]:
        cases = list(draw(statement, spec, budget, 0, balanced=balanced))[budget.cases :]
        return [(c.style, spec.truth(side, c.values)) for c in cases if c is not None]

    plain, balanced = truths(None), truths(side)
    assert (len(plain), len(balanced)) == (budget.small, 2 * budget.small)
    assert abs(sum(held for _, held in plain) - budget.small // 2) > budget.small // 4
    assert abs(sum(held for _, held in balanced) - budget.small) <= budget.small // 2
    for style in {style for style, _ in balanced}:
        assert {held for s, held in balanced if s == style} == {True, False}


def test_where_a_predicate_fails_it_may_do_so_by_one_entry(session: Session) -> None:
    statement, spec = opened(session, "increases"), session.environments.spec
    budget = PROFILES["default"]
    side = args_of(statement.conclusion)[0]
    cases = list(draw(statement, spec, budget, 0, balanced=side))[budget.cases + budget.small :]
    failing = [c for c in cases if c is not None and not spec.truth(side, c.values)]

    def holds_but_for_one(case: Case) -> bool:
        ((var, table),) = [(v, t) for v, t in case.values.items() if isinstance(t, Table)]
        skeleton = skeleton_of(case.types[var])
        assert skeleton is not None
        (entries,) = flatten(table, skeleton)
        tried = (unflatten([[*entries[:i], x, *entries[i + 1 :]]], skeleton)
                 for i in range(len(entries)) for x in {*entries, entries[i] - 100})  # fmt: skip
        return any(spec.truth(side, {**case.values, var: value}) for value in tried)

    assert len(failing) > budget.small // 4
    assert sum(map(holds_but_for_one, failing)) > len(failing) // 2


def test_only_entries_of_one_type_change_places() -> None:
    assert _regular(FunctionType(FinType(3), lambda _: BaseType("Real")))
    assert not _regular(FunctionType(FinType(3), lambda i: FinType(i + 1)))
    positive = SubType(BaseType("Real"), lambda x: x > 0)
    assert not _regular(FunctionType(FinType(3), lambda _: positive))


def test_the_volume_of_a_type() -> None:
    real = BaseType("Real")
    vector = FunctionType(FinType(3), lambda _: real)
    assert volume(vector) == 3
    assert volume(FunctionType(FinType(2), lambda _: vector)) == 6
    assert volume(FunctionType(FinType(0), lambda _: vector)) == 0


# ----- constructions ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rule", "rung"),
    [("bounded", "bound", (3,)), ("copied", "assign", (3,)), ("chosen", "pointwise", (2, 3))],
)
def test_a_hypothesis_is_met_by_its_construction(
    session: Session, name: str, rule: str, rung: tuple[int, ...]
) -> None:
    statement, spec = opened(session, name), session.environments.spec
    (hypothesis,) = statement.hypotheses
    met = 0
    for attempt in range(8):
        random = seeded("construct", attempt)
        case = make_case(statement, spec, rung, "grid", random, PROFILES["quick"])
        met += spec.truth(hypothesis.prop, case.values)
        assert set(case.rules) <= {rule}
    assert met == 8


def test_a_hypothesis_of_another_shape_is_left_to_sampling(session: Session) -> None:
    statement, spec = opened(session, "stencil_nonneg"), session.environments.spec
    case = make_case(statement, spec, (3,), "negative", seeded(0), PROFILES["quick"])
    (hypothesis,) = statement.hypotheses
    assert construct(statement, hypothesis, case.values, case.types, spec, seeded(0)) is None
