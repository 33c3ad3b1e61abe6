"""Drawn functions: total, curved in every input, repeatable, shown, and differentiable."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from flint import fmpq

from leanbridge.check.compare import show
from leanbridge.check.functions import Drawn, draw_function
from leanbridge.core.environment import Environment
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import BaseType, FinType, FunctionType, ProdType, Table, TypeValue
from leanbridge.verdict import Verdict
from tests.check.corpus import one, only, reason, small

REAL = BaseType("Real")
RUN = Exact(Environment())


def arrow(domain: TypeValue, codomain: TypeValue) -> FunctionType:
    return FunctionType(domain, lambda _: codomain)


def vector(n: int) -> FunctionType:
    return arrow(FinType(n), REAL)


def drawn(type: FunctionType, seed: int = 0) -> Drawn:
    return draw_function(type, RUN, Random(seed))


def numbers(*values: int) -> Table:
    return Table(tuple(fmpq(v) for v in values))


def test_it_depends_on_the_seed_alone() -> None:
    type_ = arrow(vector(3), vector(2))
    assert str(drawn(type_)) == str(drawn(type_))
    assert str(drawn(type_)) != str(drawn(type_, 1))


@pytest.mark.parametrize("seed", range(6))
def test_every_input_matters_and_most_are_curved(seed: int) -> None:
    f = drawn(arrow(vector(5), vector(1)), seed)
    curved = 0
    for i in range(5):
        at = [f(numbers(*[t if j == i else 0 for j in range(5)]))(0) for t in (-2, -1, 0, 1, 2)]
        assert len(set(at)) > 1
        curved += at[0] - 2 * at[1] + at[2] != 0 or "·x" in str(f)
    assert curved


def test_a_value_is_what_the_text_says() -> None:
    f = drawn(arrow(vector(2), vector(1)), 3)
    text = str(f)
    assert text.startswith("fun x => [")
    body = text.removeprefix("fun x => [").removesuffix("]").replace("·", "*")
    for x in ([0, 0], [1, -2], [3, 5]):
        assert f(numbers(*x))(0) == eval(body, {"x": x})
    assert show(f) == text


def test_arguments_are_taken_one_by_one_and_empty_ones_are_legal() -> None:
    f = drawn(arrow(vector(2), arrow(vector(0), arrow(REAL, vector(3)))))
    value = f(numbers(1, 2))(Table(()))(fmpq(4))
    assert [type(value(i)) for i in range(3)] == [fmpq] * 3
    assert "z" in str(f)
    nothing = drawn(arrow(vector(0), vector(2)))
    assert nothing(Table(()))(1) in (-1, 0, 1)


def test_pairs_and_tensors_come_out() -> None:
    f = drawn(arrow(REAL, ProdType(REAL, arrow(FinType(2), vector(2)))))
    number, tensor = f(fmpq(2))
    assert isinstance(number, fmpq)
    assert isinstance(tensor(1)(0), fmpq)


def test_what_has_no_finite_dimension_is_named() -> None:
    with pytest.raises(Unsupported, match=r"^a function on ℕ cannot be made$"):
        drawn(arrow(BaseType("Nat"), REAL))


LEAN = """
noncomputable def twice {a b : ℕ} (f : (Fin a → ℝ) → Fin b → ℝ) (x : Fin a → ℝ) : Fin b → ℝ :=
  fun j => f x j + f x j
noncomputable def slope (x : ℝ) : ℝ := 2 * x
theorem t {a b : ℕ} (f : (Fin a → ℝ) → Fin b → ℝ) (x : Fin a → ℝ) (j : Fin b) :
    twice f x j = 2 * f x j := by sorry
theorem chain (f : ℝ → ℝ) (x : ℝ) : deriv (fun y => f (y * y)) x = deriv f (x * x) * slope x := by
  sorry
"""
RIGHT = """
def twice(f, x):
    return 2 * f(x)
def slope(x):
    return 2.0 * x
"""


def test_a_binder_that_is_a_function_is_drawn(tmp_path: Path) -> None:
    config = small(tmp_path / "right", LEAN, RIGHT, twice="twice", slope="slope")
    for name in ("twice", "t", "chain"):
        assert one(config, name).verdict is Verdict.PASSED
    wrong = RIGHT.replace("2 * f(x)", "f(2 * x)").replace("2.0 * x", "2.0 * abs(x)")
    config = small(tmp_path / "wrong", LEAN, wrong, twice="twice", slope="slope")
    for name in ("twice", "t", "chain"):
        record = one(config, name)
        assert record.verdict is Verdict.REFUTED
        example = only(record).counterexample
        assert example is not None
        assert example.confirmed
        assert dict(example.inputs)["f"].startswith("fun x => [")


def test_a_hypothesis_about_all_functions_is_still_unsupported(tmp_path: Path) -> None:
    lean = """
noncomputable def f (x : ℝ) : ℝ := x
theorem t (x : ℝ) (h : ∀ g : ℝ → ℝ, g x = g 0) : f x = 0 := by sorry
"""
    record = one(small(tmp_path, lean, "def f(x): return x\n", f="f"), "t")
    assert record.verdict is Verdict.UNSUPPORTED
    assert reason(record) == "hypothesis h: ∀ g : ℝ → ℝ: the type is infinite"
