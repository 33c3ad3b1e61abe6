"""Statements at an instance: what is run there, what is found, and what is not said of floats."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from leanbridge.check.instances import _compare_arrays
from leanbridge.check.outcome import exit_code
from leanbridge.check.record import ObligationRecord
from leanbridge.verdict import Verdict
from tests.check import corpus

LEAN = """\
import Mathlib.Analysis.SpecialFunctions.Trigonometric.Basic

namespace Q

structure Layer (m n : ℕ) where
  W : Fin m → Fin n → ℝ
  b : Fin m → ℝ
  g : ℝ

structure Net (k : ℕ) where
  first : Layer 40 5100
  last : Layer k 40

noncomputable def layer {m n : ℕ} (p : Layer m n) (x : Fin n → ℝ) : Fin m → ℝ :=
  fun i => p.g * (∑ j, p.W i j * x j) + p.b i

noncomputable def net (N : ℕ) {k : ℕ} (w : Net k) (x : Fin N → Fin 5100 → ℝ) :
    Fin N → Fin k → ℝ := fun n => layer w.last (layer w.first (x n))

noncomputable def signed {k : ℕ} (up : Bool) (w : Net k) : Fin k → ℝ :=
  fun i => if up then w.last.b i else -w.last.b i

noncomputable def wild {k : ℕ} (w : Net k) : Fin k → ℝ :=
  fun i => Real.sin (1000000000000 * w.last.b i)

theorem net_eq (N : ℕ) {k : ℕ} (w : Net k) (x : Fin N → Fin 5100 → ℝ) (n : Fin N) :
    net N w x n = layer w.last (layer w.first (x n)) := by sorry

theorem net_bias (N : ℕ) {k : ℕ} (w : Net k) (b : Fin 40 → ℝ) (x : Fin N → Fin 5100 → ℝ)
    (h : w.last.g = 0) : net N { w with first := { w.first with b := b } } x = net N w x := by sorry

theorem net_pos (N : ℕ) {k : ℕ} (w : Net k) (x : Fin N → Fin 5100 → ℝ) (h : 0 < w.last.g)
    (n : Fin N) (i : Fin k) : net N w x n i < net N w x n i + w.last.g := by sorry

theorem net_wrong (N : ℕ) {k : ℕ} (w : Net k) (x : Fin N → Fin 5100 → ℝ) :
    net N w x = fun _ i => w.last.b i := by sorry

end Q
"""
RIGHT = """\
import numpy as np


def layer(p, x):
    return p.g * (p.W @ x) + p.b


def net(w, x, *, N):
    hidden = w.first.g * (x @ w.first.W.T) + w.first.b
    return w.last.g * (hidden @ w.last.W.T) + w.last.b


def signed(up, w):
    return w.last.b if up else -w.last.b


def wild(w):
    return np.sin(1e12 * w.last.b)
"""
SIZES = "sizes = { N = 3, k = 4 }"
NAMES = ("layer", "net", "signed", "wild")


def check(
    folder: Path, name: str, instance: str = SIZES, ports: str = "", options: str = "total = true"
) -> ObligationRecord:
    """The one obligation of `name` with `RIGHT` and, over it, `ports`."""
    config = corpus.write(
        folder, LEAN, RIGHT + ports, {f"Q.{n}": n for n in NAMES},
        extra=f'[instances."Q.{name}"]\n{instance}\n', options=options,
    )  # fmt: skip
    return corpus.only(corpus.one(config, f"Q.{name}"))


def why(record: ObligationRecord) -> str:
    return record.evidence[0].reason


def test_a_right_port_passes_with_the_instance_as_its_scope(tmp_path: Path) -> None:
    found = check(tmp_path, "net", "sizes = [{ N = 3, k = 4 }, { N = 1, k = 1 }]")
    assert found.verdict is Verdict.PASSED
    assert found.scope == "N = 3, k = 4; N = 1, k = 1"
    assert [e.strategy for e in found.evidence] == ["float-random"]
    assert "2 comparisons, SPEC and PORT agree up to rounding at N = 3, k = 4" in why(found)
    assert found.cases == 2


def test_the_same_seed_gives_the_same_record(tmp_path: Path) -> None:
    bad = "\n\ndef net(w, x, *, N):\n    return (x @ w.first.W.T) @ w.last.W.T\n"
    first, second = (check(tmp_path / part, "net", ports=bad) for part in "ab")
    assert first.counterexample is not None
    assert second.counterexample is not None
    (name, source), *_ = first.counterexample.ports  # each of the modules has its own name
    assert (name, source.split(":")[1]) == ("Q.net", "21 net")
    example = replace(second.counterexample, ports=first.counterexample.ports)
    assert first == replace(second, counterexample=example)


FAULTS = {
    "a factor forgotten": "return (hidden @ w.last.W.T) + w.last.b",
    "a bias forgotten": "return w.last.g * (hidden @ w.last.W.T)",
    "a part in 10^9": "return (w.last.g * (hidden @ w.last.W.T) + w.last.b) * (1 + 1e-9)",
    "computed in float32": (
        "return (np.float32(w.last.g) * (hidden.astype('f') @ w.last.W.T.astype('f'))"
        " + w.last.b.astype('f')).astype('d')"
    ),
    "one entry": (
        "out = w.last.g * (hidden @ w.last.W.T) + w.last.b; out[-1, -1] *= -1; return out"
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_refuted(tmp_path: Path, fault: str) -> None:
    hidden = "hidden = w.first.g * (x @ w.first.W.T) + w.first.b"
    found = check(tmp_path, "net", ports=f"\n\ndef net(w, x, *, N):\n    {hidden}\n    {fault}\n")
    assert found.verdict is Verdict.REFUTED
    example = found.counterexample
    assert example is not None
    assert (example.kind, example.confirmed) == ("value", True)
    assert dict(example.sizes) == {"N": 3, "k": 4}
    assert dict(example.indices)["index"].startswith("(")


BROKEN = {
    "raised": "raise IndexError('no')",
    "shape": "return np.zeros(3)",
    "dtype": "return np.zeros((3, 4), 'f')",
    "nan": "return np.full((3, 4), np.nan)",
    "type": "return None",
    "mutated": "w.first.W[0, 0] = 1",
    "unstable": "return np.random.default_rng().normal(size=(3, 4))",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_port_that_breaks_its_contract_is_refuted_by_its_kind(tmp_path: Path, kind: str) -> None:
    found = check(tmp_path, "net", ports=f"\n\ndef net(w, x, *, N):\n    {BROKEN[kind]}\n")
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.kind == kind


def test_a_port_in_float32_is_held_to_float32(tmp_path: Path) -> None:
    options = 'total = true, dtype = "float32"'
    body = "\n\ndef net(w, x, *, N):\n"
    body += "    w = w._replace(last=w.last._replace(g=np.float32(w.last.g)))\n"
    body += "    g = np.float32(w.first.g)\n    hidden = g * (x @ w.first.W.T) + w.first.b\n"
    good = f"{body}    return w.last.g * (hidden @ w.last.W.T) + w.last.b\n"
    assert check(tmp_path / "a", "net", ports=good, options=options).verdict is Verdict.PASSED
    bad = f"{body}    return w.last.g * (hidden @ w.last.W.T)\n"
    assert check(tmp_path / "b", "net", ports=bad, options=options).verdict is Verdict.REFUTED


def test_a_truth_is_given_both_values(tmp_path: Path) -> None:
    sizes = "sizes = { k = 4 }"
    found = check(tmp_path / "a", "signed", sizes)
    assert (found.verdict, found.cases) == (Verdict.PASSED, 2)
    bad = "\n\ndef signed(up, w):\n    return w.last.b\n"
    assert check(tmp_path / "b", "signed", sizes, ports=bad).verdict is Verdict.REFUTED


def test_the_scale_and_the_entries_are_those_of_the_instance(tmp_path: Path) -> None:
    ports = "\n\ndef net(w, x, *, N):\n    raise ValueError(f'{np.std(w.first.W) * 5100**.5:.2f}"
    ports += " {w.last.g:.4f} {np.ptp(w.last.b):.4f} {w.first.g > 0}')\n"
    entries = '{ "*.last.g" = { centre = 7.0, spread = 0.0 }, b = { centre = 2.0, spread = 0.0 } }'
    found = check(tmp_path, "net", f"{SIZES}\nscale = 3.0\nentries = {entries}", ports=ports)
    assert found.counterexample is not None
    assert "3.00 7.0000 0.0000 True" in found.counterexample.message


# ----- theorems -------------------------------------------------------------------------------


def test_the_sides_of_an_equation_are_compared_with_each_port_in_place(tmp_path: Path) -> None:
    assert check(tmp_path / "a", "net_eq").verdict is Verdict.PASSED
    bad = "\n\ndef layer(p, x):\n    return p.W @ x + p.b\n"
    found = check(tmp_path / "b", "net_eq", ports=bad)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.spec == "the sides agree"


def test_a_hypothesis_is_evaluated(tmp_path: Path) -> None:
    found = check(tmp_path / "a", "net_bias")
    assert found.verdict is Verdict.VACUOUS
    assert "no instance meets the hypotheses" in why(found)
    zero = f'{SIZES}\nentries = {{ "*.last.g" = {{ centre = 0.0, spread = 0.0 }} }}'
    found = check(tmp_path / "b", "net_bias", zero)
    assert (found.verdict, found.hypotheses_met) == (Verdict.PASSED, 1)
    bad = "\n\ndef net(w, x, *, N):\n    return x @ w.first.W.T[:, :4] + w.first.b[:4] + w.last.b\n"
    assert check(tmp_path / "c", "net_bias", zero, ports=bad).verdict is Verdict.REFUTED


def test_what_is_no_equation_is_judged_by_its_truth(tmp_path: Path) -> None:
    assert check(tmp_path / "a", "net_pos").verdict is Verdict.PASSED
    bad = "\n\nCALLS = []\n\n\ndef net(w, x, *, N):\n    return np.full((3, 4), 1e300)\n"
    found = check(tmp_path / "b", "net_pos", ports=bad)
    assert found.verdict is Verdict.UNKNOWN
    assert "false in floats with PORT" in why(found)


def test_a_statement_that_fails_by_the_lean_definitions_says_nothing_of_the_port(
    tmp_path: Path,
) -> None:
    found = check(tmp_path, "net_wrong")
    assert found.verdict is Verdict.UNKNOWN
    said = (
        r"its sides differ in floats by the Lean definitions: \S+ and \S+ at \(.*\), (\S+) apart;"
    )
    amounts = re.search(said + r" rounding explains (\S+)", why(found))
    assert amounts is not None
    assert float(amounts[1]) > float(amounts[2]) > 0


def test_a_value_that_one_ulp_moves_far_says_nothing_of_the_port(tmp_path: Path) -> None:
    found = check(tmp_path, "wild", "sizes = { k = 4 }")
    assert found.verdict is Verdict.UNKNOWN
    assert "one ulp of the inputs moves the Lean value" in why(found)


# ----- bad input, and no instance -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("instance", "message"),
    [
        ("sizes = { N = 3 }", "sizes: not the natural numbers of Q.net"),
        ("sizes = { N = 3, k = 4, m = 5 }", "got: N, k, m"),
        (f"{SIZES}\nentries = {{ y = {{ centre = 1, spread = 0 }} }}", "y names no real number"),
    ],
)
def test_an_instance_that_does_not_fit_is_an_error(
    tmp_path: Path, instance: str, message: str
) -> None:
    config = corpus.write(
        tmp_path, LEAN, RIGHT, {"Q.net": "net"}, extra=f'[instances."Q.net"]\n{instance}\n'
    )
    found = corpus.run(config, "Q.net")
    assert found.declarations[0].verdict is Verdict.UNKNOWN
    assert any(message in p.message for p in found.problems)
    assert exit_code(found) == 2


def test_an_instance_of_no_declaration_is_an_error(tmp_path: Path) -> None:
    extra = f'[instances."Q.nett"]\n{SIZES}\n'
    found = corpus.run(
        corpus.write(tmp_path, LEAN, RIGHT, {"Q.layer": "layer"}, extra=extra), "layer"
    )
    assert [p.message.splitlines()[0] for p in found.problems] == [
        f"{tmp_path / 'leancheck.toml'}:4: the project has no declaration Q.nett"
    ]


def test_without_an_instance_a_large_statement_is_refused_at_once(tmp_path: Path) -> None:
    config = corpus.write(tmp_path, LEAN, RIGHT, {"Q.net": "net"})
    found = corpus.only(corpus.one(config, "Q.net"))
    assert found.verdict is Verdict.UNKNOWN
    assert found.cases is None
    assert "w holds 204,083 numbers even at sizes 1" in why(found)
    assert '[instances."Q.net"]' in why(found)


def test_a_value_without_entries_is_not_compared(tmp_path: Path) -> None:
    record = check(tmp_path, "layer", instance="sizes = { m = 0, n = 3 }")
    assert record.verdict is Verdict.VACUOUS
    assert "the value has no entries to compare" in why(record)


def test_nan_is_never_near() -> None:
    one, tolerance = np.array([1.0, 2.0]), np.full(2, 1e-9)
    assert _compare_arrays(one, one, tolerance).ratio == 0
    found = _compare_arrays(np.array([1.0, np.nan]), one, tolerance)
    assert (found.ratio, found.place, found.got) == (np.inf, "(1,)", "nan")
    assert found.amount == "nan and 2.0 at (1,), inf apart; rounding explains 1e-09"
