"""Generic faults of Lean bodies: each kind is made, none changes a type, names do not matter."""

from __future__ import annotations

import pytest

from leanbridge.check.mutations import mutations
from leanbridge.core.environment import Environment
from leanbridge.core.terms import const
from leanbridge.interp.exact import Exact
from tests.core.lean_text import environment

LEAN = """\
namespace M

noncomputable def root (a e : ℝ) : ℝ := Real.sqrt (a * a + e)

noncomputable def step (x : ℝ) : ℝ := if x > 0 then x else 0

noncomputable def atLeast (x : ℝ) : ℝ := max x 0

noncomputable def larger (x y : ℝ) : ℝ := max x y

noncomputable def padded (i : ℕ) (x : ℝ) : ℝ := if i < 3 then x else 0

noncomputable def mean {n : ℕ} (x : Fin n → ℝ) : ℝ := (∑ i, x i) / n

def before {n : ℕ} (i : Fin n) : Fin n := ⟨i.val - 1, by omega⟩

noncomputable def minus (a b : ℝ) : ℝ := a - b

noncomputable def all {n : ℕ} (x : Fin n → ℝ) (i : Fin n) : ℝ :=
  minus (root (x (before i)) (mean x)) (step (x i))

def count (n : ℕ) : ℕ := n + 1

end M
"""


@pytest.fixture
def env() -> Environment:
    return environment(LEAN)


def faults(env: Environment, name: str) -> set[str]:
    return {str(m) for m in mutations(env, const(name))}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "M.root",
            {
                "M.root: e moved out of √(a * a + e)",
                "M.root: dropped + e",
                "M.root: dropped a * a +",
            },
        ),
        (
            "M.step",
            {"M.step: x > 0 became x ≥ 0", "M.step: if x > 0 then x else 0 clipped above at 6"},
        ),
        ("M.atLeast", {"M.atLeast: Max.max x 0 clipped above at 6"}),
        ("M.larger", set()),
        ("M.padded", {"M.padded: i < 3 became i ≤ 3"}),
        ("M.mean", {"M.mean: ↑n less by one"}),
        (
            "M.before",
            {"M.before: index ↑i - 1 moved up by one", "M.before: index ↑i - 1 moved down by one"},
        ),
        ("M.minus", {"M.minus: dropped - b"}),
        ("M.count", set()),
    ],
)
def test_the_faults_of_a_body(env: Environment, name: str, expected: set[str]) -> None:
    assert faults(env, name) == expected


def test_the_bodies_beneath_are_mutated_and_arguments_of_one_type_swapped(env: Environment) -> None:
    found = faults(env, "M.all")
    swapped = {f for f in found if "swapped" in f}
    assert len(swapped) == 2  # of `root` and of `minus`
    assert all(f.startswith("M.all: swapped ") for f in swapped)
    assert found >= faults(env, "M.root") | faults(env, "M.step") | faults(env, "M.before")


def test_a_mutation_changes_one_body_and_the_values(env: Environment) -> None:
    (fault,) = [m for m in mutations(env, const("M.minus")) if "dropped" in str(m)]
    changed = fault.on(env)
    assert changed.declaration("M.root") is env.declaration("M.root")
    two = const("M.minus")
    assert Exact(env).evaluate(two)(5)(3) == 2
    assert Exact(changed).evaluate(two)(5)(3) == 5


def test_a_value_that_is_clipped_above_differs_beyond_the_bound_only(env: Environment) -> None:
    (fault,) = [m for m in mutations(env, const("M.atLeast")) if "clipped" in str(m)]
    assert fault.is_partial
    values = [(-1, 0), (5, 5), (6, 6), (7, 6)]
    got = Exact(fault.on(env)).evaluate(const("M.atLeast"))
    assert [got(x) for x, _ in values] == [y for _, y in values]
