"""Rounding: what it explains, in definitions and in theorems, and what it never explains."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from flint import fmpq

from leanbridge.check.compare import Difference
from leanbridge.check.tolerance import ULP, Loss, explained, neighbours
from leanbridge.core.terms import FVar
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import BaseType, Data, Value
from leanbridge.verdict import Verdict
from tests.check.corpus import one, only, reason, small, write
from tests.interp.lean import Environment

ROW = FVar(0, "p")

THIRD = """
noncomputable def mean {n : ℕ} (x : Fin n → ℝ) : ℝ := (∑ i, x i) / n
noncomputable def third (x : ℝ) : ℝ := x / 3
theorem three (x : ℝ) : third x + third x + third x = x := by sorry
theorem centred {n : ℕ} (x : Fin n → ℝ) (h : 0 < n) : (∑ i, (x i - mean x)) = 0 := by sorry
theorem strict (x : ℝ) (h : 0 < x) : third x < x := by sorry
"""
PORTS = """
def mean(x):
    return float(x.sum() / len(x)) if len(x) else 0.0


def third(x):
    return x / 3


def off(x):
    return x / 3 * (1 + 2**-40)


def far(x):
    return x / 3 * (1 + 2**-20)


def same(x):
    return x
"""


def test_rounding_is_granted_and_counted(tmp_path: Path) -> None:
    config = small(tmp_path, THIRD, PORTS, third="third", mean="mean")
    for name in ("third", "mean"):
        record = one(config, name, profile="default")
        assert record.verdict is Verdict.PASSED
        assert "equal up to rounding" in reason(record)
    for name in ("three", "centred"):
        assert one(config, name).verdict in (Verdict.PASSED, Verdict.UNKNOWN)
        assert only(one(config, name)).counterexample is None


@pytest.mark.parametrize("port", ["off", "far"])
def test_what_exceeds_rounding_refutes_the_definition(tmp_path: Path, port: str) -> None:
    record = one(small(tmp_path, THIRD, PORTS, third=port), "third")
    assert record.verdict is Verdict.REFUTED
    assert ULP["float64"] * 16 < fmpq(1, 2**40)


def test_what_exceeds_rounding_refutes_the_theorem(tmp_path: Path) -> None:
    assert one(small(tmp_path / "a", THIRD, PORTS, third="far"), "three").verdict is Verdict.REFUTED
    strict = one(small(tmp_path / "b", THIRD, PORTS, third="same"), "strict")
    assert strict.verdict is Verdict.REFUTED  # equal sides are no rounding of a strict order


def test_an_entry_that_is_known_only_within_a_distance_is_no_failure(tmp_path: Path) -> None:
    lean = f"""{THIRD}theorem pair (x : ℝ) :
    (fun i : Fin 2 => if i = 0 then √2 * √3 else x) =
      fun i : Fin 2 => if i = 0 then √6 else 3 * third x := by sorry
"""
    near = one(small(tmp_path / "a", lean, PORTS, third="third"), "pair")
    assert near.verdict is Verdict.PASSED
    assert "equal up to rounding" in reason(near)
    assert one(small(tmp_path / "b", lean, PORTS, third="far"), "pair").verdict is Verdict.REFUTED


def test_a_narrow_dtype_has_its_own_tolerance(tmp_path: Path) -> None:
    ports = "import numpy as np\n\n\ndef third(x):\n    return np.float32(x) / np.float32(3)\n"
    lean = "namespace Q\nnoncomputable def third (x : ℝ) : ℝ := x / 3\nend Q\n"
    names = {"Q.third": "third"}
    narrow = write(tmp_path / "a", lean, ports, names, options='dtype = "float32"')
    assert one(narrow, "third").verdict is Verdict.PASSED
    wide = one(write(tmp_path / "b", lean, ports, names), "third")
    assert wide.verdict is Verdict.REFUTED
    example = only(wide).counterexample
    assert example is not None
    assert example.kind == "dtype"


RECORD = """
structure Pair where
  first : ℝ
  second : ℝ

noncomputable def apart (p : Pair) : ℝ := p.first / 3 / 7 - p.second / 21
noncomputable def both {m n : ℕ} (f g : (Fin m → ℝ) → Fin n → ℝ) (x : Fin m → ℝ) : Fin n → ℝ :=
  fun i => f x i + g x i
"""
OF_RECORDS = """
def apart(p):
    return p.first / 3 / 7 - p.second / 21


def farther(p):
    return (p.first / 3 / 7 - p.second / 21) * (1 + 2**-30)


def both(f, g, x):
    return f(x) + g(x)


def left(f, g, x):
    return f(x) + f(x)
"""


def test_the_fields_of_a_record_and_drawn_functions_round_too(tmp_path: Path) -> None:
    config = small(tmp_path, RECORD, OF_RECORDS, apart="apart", both="both")
    for name in ("apart", "both"):
        record = one(config, name, profile="default")
        assert record.verdict is Verdict.PASSED
        assert "undecided" not in reason(record)


@pytest.mark.parametrize(("name", "port"), [("apart", "farther"), ("both", "left")])
def test_of_records_and_functions_too_rounding_explains_rounding_only(
    tmp_path: Path, name: str, port: str
) -> None:
    ports = {"apart": "apart", "both": "both", name: port}
    record = one(small(tmp_path, RECORD, OF_RECORDS, **ports), name)
    assert record.verdict is Verdict.REFUTED


def test_every_field_of_a_record_moves() -> None:
    def evaluate(point: Mapping[FVar, Value]) -> Value:
        match point[ROW]:
            case Data(_, (fmpq() as first, fmpq() as second)):
                return first - second
            case other:
                raise AssertionError(other)

    point: dict[FVar, Value] = {ROW: Data("Pair.mk", (fmpq(10**9 + 1, 3), fmpq(10**9, 3)))}
    third = fmpq(1, 3)

    def beyond(gap: fmpq) -> int:
        found = [Difference((), third + gap, third)]
        real, exact = BaseType("Real"), Exact(Environment())
        losses = neighbours(evaluate, point, third, real, exact, "float64", 0)
        return len(explained(found, losses, "float64").faults)

    assert beyond(fmpq(1, 2**26)) == 0
    assert beyond(fmpq(1, 2**16)) == 1


@pytest.mark.parametrize(
    ("gap", "blind", "seeing"),
    [(2**-50, "explained", "explained"), (2**-40, "lost", "fault"), (2**-20, "fault", "fault")],
)
def test_where_a_loss_would_not_be_seen_what_is_near_is_no_fault(
    gap: float, blind: str, seeing: str
) -> None:
    def how(is_blind: bool) -> str:
        found = [Difference((), fmpq(1) + fmpq(*gap.as_integer_ratio()), fmpq(1))]
        loss = Loss(fmpq(0), fmpq(0), is_blind)
        rest = explained(found, lambda _: loss, "float64")
        return "fault" if rest.faults else "lost" if rest.lost else "explained"

    assert (how(True), how(False)) == (blind, seeing)
