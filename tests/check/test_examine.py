"""Each verdict that the examination of an obligation can lead to, on the second corpus.

Every fault has its right port beside it: `test_the_right_ports_pass`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.verdict import Verdict
from tests.check.corpus import BINDINGS, RIGHT, one, only, reason, run, sampled, small, write


def test_the_right_ports_pass(tmp_path: Path) -> None:
    found = run(write(tmp_path, bindings={**BINDINGS, "Q.flip": "flip"}))
    assert not found.problems
    verdicts = {d.name: d.verdict for d in found.declarations}
    unbound = {"Q.Sign": Verdict.UNMAPPED, "Q.Pullback": Verdict.UNMAPPED}
    proved = ("Q.before", "Q.before_le")
    assert verdicts == {
        name: unbound.get(name, Verdict.PROVED if name in proved else Verdict.PASSED)
        for name in verdicts
    }
    for d in found.declarations:
        if d.name in proved:
            assert sampled(d).verdict is Verdict.EXHAUSTED
    assert len(verdicts) == 14
    pullback = next(d for d in found.declarations if d.name == "Q.squaresPullback")
    assert [o.id for o in pullback.obligations] == ["field backward", "property correct"]


FAULTS = [
    # name, port, declarations refuted, kind of each
    ("Q.double", "double", "return x + x.max(initial=0)", "value", ["Q.double", "Q.double_add"]),
    ("Q.double", "double", "return (2 * x)[:-1]", "shape", ["Q.double", "Q.double_add"]),
    ("Q.double", "double", "return (2 * x).astype('f4')", "dtype", ["Q.double", "Q.double_add"]),
    ("Q.double", "double", "return np.where(x == 0, np.nan, 2 * x)", "nan", ["Q.double"]),
    ("Q.double", "double", "raise KeyError('no')", "raised", ["Q.double", "Q.double_add"]),
    ("Q.double", "double", "x *= 2\n    return x", "mutated", ["Q.double", "Q.double_add"]),
    ("Q.double", "double", "return np.random.rand(len(x))", "unstable", ["Q.double"]),
    ("Q.before", "before", "return i - 1", "range", ["Q.before"]),
    ("Q.stencil", "stencil", "return -np.diff(x, prepend=x[:1])", "value", ["Q.stencil"]),
    ("Q.Sorted", "is_sorted", "return bool(np.all(x == x))", "value", ["Q.Sorted"]),
    ("Q.Sorted", "is_sorted", "return True", "hypothesis", ["Q.stencil_nonneg"]),
    ("Q.squaresPullback.backward", "squares_backward", "return x * dy", "value",
     ["Q.squaresPullback"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "port", "body", "kind", "refuted"), FAULTS)
def test_a_fault_is_refuted(
    tmp_path: Path, name: str, port: str, body: str, kind: str, refuted: list[str]
) -> None:
    assert BINDINGS[name] == port
    head = next(line for line in RIGHT.splitlines() if line.startswith(f"def {port}("))
    config = write(tmp_path, ports=f"{RIGHT}\n\n{head}\n    {body}\n")
    found = run(config, *refuted).declarations
    assert {d.name: d.verdict.name for d in found} == dict.fromkeys(refuted, "REFUTED")
    examples = [o.counterexample for d in found for o in d.obligations if o.counterexample]
    assert len(examples) >= len(refuted)
    assert {e.kind for e in examples} == {kind}
    assert kind == "unstable" or all(e.confirmed for e in examples)


def test_a_theorem_of_definitions_without_ports_is_no_port(tmp_path: Path) -> None:
    record = one(write(tmp_path, bindings={"Q.squares": "squares"}), "double_add")
    assert record.verdict is Verdict.NO_PORT
    assert reason(record) == "it mentions no bound name"


def test_a_hypothesis_that_is_never_met_is_vacuous(tmp_path: Path) -> None:
    lean = """
noncomputable def f {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i
theorem t {n : ℕ} (x : Fin n → ℝ) (h : ∀ i, x i * x i < 0) (hn : 0 < n) (i : Fin n) :
    f x i = 0 := by sorry
"""
    record = one(small(tmp_path, lean, "def f(x): return x\n", f="f"), "t")
    assert record.verdict is Verdict.VACUOUS
    assert reason(record) == "no case met the hypotheses"
    assert only(record).hypotheses_met == 0


def test_nothing_to_compare_is_vacuous(tmp_path: Path) -> None:
    lean = "noncomputable def f (x : Fin 0 → ℝ) : Fin 0 → ℝ := fun i => x i"
    record = one(small(tmp_path, lean, "def f(x): return x\n", f="f"), "f")
    assert record.verdict is Verdict.VACUOUS
    assert reason(record) == "no case had anything to compare"


def test_an_unsupported_construct_is_named(tmp_path: Path) -> None:
    lean = """
noncomputable def f (x : ℝ) : ℝ := x
theorem t (x : ℝ) : ∃ y : ℝ, f x < y := by sorry
theorem u (x : ℝ) (h : ∃ y : ℝ, x < y) : f x = x := by sorry
"""
    config = small(tmp_path, lean, "def f(x): return x\n", f="f")
    record = one(config, "t")
    assert record.verdict is Verdict.UNSUPPORTED
    assert reason(record) == "∃ over ℝ, which is infinite"
    hypothesis = one(config, "u")
    assert hypothesis.verdict is Verdict.UNSUPPORTED
    assert reason(hypothesis) == "hypothesis h: ∃ over ℝ, which is infinite"


def test_a_port_that_never_runs_is_evidence(tmp_path: Path) -> None:
    lean = """
noncomputable def f (x : ℝ) : ℝ := x
theorem t (x : ℝ) : x = x ∨ f x = 0 := by sorry
"""
    record = one(small(tmp_path, lean, "def f(x): return x\n", f="f"), "t")
    assert record.verdict is Verdict.EVIDENCE
    assert reason(record) == "no port ran: the statement holds in SPEC"


FALSE = """
noncomputable def f (x : ℝ) : ℝ := x
theorem t (x : ℝ) : f x = x + 1 := by PROOF
"""


@pytest.mark.parametrize(
    ("proof", "verdict", "text"),
    [
        ("sorry", Verdict.REFUTED, "the statement itself is false at this input"),
        ("simp [f]", Verdict.ERROR, "a proved statement fails in SPEC: a fault of leancheck"),
    ],
)
def test_a_statement_that_is_false_in_spec(
    tmp_path: Path, proof: str, verdict: Verdict, text: str
) -> None:
    lean = FALSE.replace("PROOF", proof)
    record = one(small(tmp_path, lean, "def f(x): return x + 1\n", f="f"), "t")
    assert record.verdict is verdict
    assert reason(record) == text
    example = only(record).counterexample
    assert example is not None
    assert example.kind == "statement"
    assert example.environment == "SPEC"


OUTSIDE = """
noncomputable def f (x : ℝ) (h : 0 ≤ x) : ℝ := x
"""


@pytest.mark.parametrize("total", [True, False])
def test_outside_the_hypotheses_only_a_total_port_is_held_to_the_body(
    tmp_path: Path, total: bool
) -> None:
    config = write(
        tmp_path,
        f"namespace Q\n{OUTSIDE}\nend Q\n",
        "def f(x): return abs(x)\n",
        {"Q.f": "f"},
        options=f"total = {str(total).lower()}",
    )
    record = one(config, "f")
    assert record.verdict is (Verdict.REFUTED if total else Verdict.PASSED)
    obligation = only(record)
    assert obligation.outside
    assert obligation.outside_differs
    assert obligation.hypotheses_met
    if total:
        assert reason(record) == ("differs outside the hypotheses only, and the binding says total")


def test_what_is_not_defined_where_it_is_needed_is_undefined(tmp_path: Path) -> None:
    lean = "def f (n : ℕ) (i : Fin n) : Fin n := ⟨i.val + 1, by sorry⟩"
    record = one(small(tmp_path, lean, "def f(n, i): return min(i + 1, n - 1)\n", f="f"), "f")
    assert record.verdict is Verdict.UNDEFINED
    assert reason(record) == "⟨v, _⟩ : Fin n needs v < n"


def test_a_hang_is_unknown(tmp_path: Path) -> None:
    lean = "noncomputable def f (x : ℝ) : ℝ := x"
    ports = "import time\ndef f(x):\n    time.sleep(60)\n"
    record = one(small(tmp_path, lean, ports, f="f"), "f", timeout=0.2)
    assert record.verdict is Verdict.UNKNOWN
    assert reason(record).startswith("wall-clock: the port ran longer than")


def test_points_without_a_derivative_are_counted_apart(tmp_path: Path) -> None:
    lean = """
noncomputable def f (x : ℝ) : ℝ := max x 0
noncomputable def step (x : ℝ) : ℝ := if 0 < x then 1 else 0
theorem t (x : ℝ) : deriv f x = step x := by sorry
theorem u (x : ℝ) (h : x = 0) : deriv f x = step x := by sorry
"""
    ports = "def step(x): return 1.0 if x > 0 else 0.0\ndef late(x): return float(x >= 0)\n"
    right = small(tmp_path / "right", lean, ports, step="step")
    record = one(right, "t", profile="default")
    assert record.verdict is Verdict.PASSED
    assert only(record).junk
    vacuous = one(right, "u")
    assert vacuous.verdict is Verdict.VACUOUS
    assert reason(vacuous) == "only at points without a derivative"
    wrong = one(small(tmp_path / "wrong", lean, ports, step="late"), "u")
    assert wrong.verdict is Verdict.REFUTED  # the statement holds there with the Lean bodies


CONSTANT = """
noncomputable def double {n : ℕ} (x : Fin n → ℝ) (i : Fin n) : ℝ := 2 * x i
theorem constant {n : ℕ} (x : Fin n → ℝ) (t : ℝ) (h : ∀ j, x j = t) (i : Fin n) :
    double x i = 2 * t := by sorry
theorem pair {n : ℕ} (x : Fin n → ℝ) (h : n = 2) (i : Fin n) : double x i = 2 * x i := by sorry
"""


def test_the_scope_is_where_the_hypotheses_were_met(tmp_path: Path) -> None:
    config = small(tmp_path, CONSTANT, "def double(x):\n    return 2 * x\n", double="double")
    for name, scope in (("constant", "n in 1..5"), ("pair", "n = 2")):
        record = one(config, name)
        assert record.verdict is Verdict.PASSED
        assert only(record).scope == scope
        assert only(record).hypotheses_met
