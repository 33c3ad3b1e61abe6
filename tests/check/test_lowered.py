"""JAX ports without rounding: what is equal over ℝ, what is not, and what may not be said."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.explain import explain_entry
from leanbridge.check.lowered import STRATEGY, applies, examine_lowered, joined
from leanbridge.check.record import Counterexample, Evidence, ObligationRecord
from leanbridge.check.verify import Session, Settings
from leanbridge.errors import InternalError
from leanbridge.verdict import Verdict
from tests.check import corpus, lowered_ports


def found(folder: Path, name: str, port: str) -> tuple[Evidence, Counterexample | None]:
    examiner = lowered_ports.examiner(folder, name, port)
    assert applies(examiner)
    return examine_lowered(examiner)


# ----- equal over ℝ -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "port"),
    [("pool", "pool"), ("scaled", "scaled"), ("tenth", "tenth_exactly"), ("cell", "cell")],
)
def test_a_right_port_is_equal_without_rounding(tmp_path: Path, name: str, port: str) -> None:
    evidence, example = found(tmp_path, name, port)
    assert (evidence.strategy, evidence.verdict, example) == (STRATEGY, Verdict.PASSED, None)
    for word in ("lowered programs at", "xf64>", "x64, jaxlib", "over ℝ", "to the bit"):
        assert word in evidence.reason


def test_where_everything_rounds_nothing_is_said(tmp_path: Path) -> None:
    evidence, _ = found(tmp_path, "tenth", "tenth")
    assert evidence.verdict is Verdict.UNKNOWN
    assert "0 inputs agree to the bit" in evidence.reason


# ----- not equal ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "port"),
    [("pool", "pool_same"), ("pool", "pool_tiny"), ("scaled", "scaled_unbiased")],
)
def test_a_wrong_port_is_refuted_exactly(tmp_path: Path, name: str, port: str) -> None:
    evidence, example = found(tmp_path, name, port)
    assert evidence.verdict is Verdict.REFUTED
    assert "a counterexample over ℝ, with lowered programs at" in evidence.reason
    assert example is not None
    assert example.confirmed
    assert example.kind == "value"
    assert example.got != example.expected
    assert "the Lean definition's own value is the expected one" in example.spec


def test_what_rounding_hides_is_refuted_only_here(tmp_path: Path) -> None:
    examiner = lowered_ports.examiner(tmp_path, "pool", "pool_tiny")
    tally = examiner.run()
    assert tally.failure is None
    assert tally.comparisons > 0
    evidence, example = examine_lowered(examiner)
    assert evidence.verdict is Verdict.REFUTED
    assert example is not None
    assert dict(example.sizes) == {"n": 1}


# ----- what may not be said -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("port", "reason"),
    [
        ("pool_looks", "is not shown to be its lowering: executed"),
        ("pool_other", "where nothing rounds"),
        ("pool_raises", "is not shown to be its lowering: raised: the port raised"),
        ("pool_masked", "compare of what is no number: a quotient by 0"),
    ],
)
def test_a_port_that_is_not_its_lowering_gives_no_evidence(
    tmp_path: Path, port: str, reason: str
) -> None:
    evidence, example = found(tmp_path, "pool", port)
    assert evidence.verdict is Verdict.UNKNOWN
    assert evidence.reason.startswith("not shown: ")
    assert reason in evidence.reason
    assert example is None


def test_a_numpy_port_is_not_lowered(tmp_path: Path) -> None:
    config = corpus.write(tmp_path)
    record = corpus.one(config, "Q.double")
    assert all(e.strategy != STRATEGY for e in corpus.only(record).evidence)


# ----- theorems -----------------------------------------------------------------------------


def test_a_theorem_is_run_with_lowered_ports(tmp_path: Path) -> None:
    examiner = lowered_ports.examiner(tmp_path, "pool", "pool", "after_le_pool")
    assert joined(record(Verdict.PASSED), examiner) == record(Verdict.PASSED)
    after = joined(record(Verdict.PASSED), examiner, statements=True)
    assert [e.verdict for e in after.evidence] == [Verdict.PASSED, Verdict.PASSED]
    assert "lowered programs at" in after.evidence[1].reason


def test_a_theorem_is_refuted_by_a_lowered_port(tmp_path: Path) -> None:
    examiner = lowered_ports.examiner(tmp_path, "pool", "pool_same", "after_le_pool")
    after = joined(record(Verdict.PASSED), examiner, statements=True)
    assert after.verdict is Verdict.REFUTED
    assert after.counterexample is not None
    assert after.counterexample.confirmed
    assert after.counterexample.spec == "the same case holds with the Lean bodies"


def test_a_port_may_be_given_the_root_that_another_gave(tmp_path: Path) -> None:
    examiner = lowered_ports.examiner(tmp_path, "scaled", "scaled", "scaled_scaled")
    evidence, _ = examine_lowered(examiner)
    assert evidence.verdict is Verdict.PASSED, evidence.reason


# ----- whose fault it is --------------------------------------------------------------------


def test_a_fault_of_ours_is_not_the_ports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise AttributeError("a slip")

    monkeypatch.setattr("leanbridge.ports.mlir.exact.port.evaluate", broken)
    examiner = lowered_ports.examiner(tmp_path, "pool", "pool")
    with pytest.raises(InternalError, match="running the lowered"):
        examine_lowered(examiner)
    after = joined(record(Verdict.PASSED), examiner)
    assert after.verdict is Verdict.ERROR
    assert after.counterexample is None


# ----- beside other evidence ----------------------------------------------------------------


def record(verdict: Verdict) -> ObligationRecord:
    evidence = (Evidence("exact-random", verdict, "as before"),)
    return ObligationRecord("value", "jax", "the port", verdict, evidence, "", "")


def test_it_stands_beside_what_was_found_before(tmp_path: Path) -> None:
    examiner = lowered_ports.examiner(tmp_path, "pool", "pool")
    after = joined(record(Verdict.PASSED), examiner)
    assert after.verdict is Verdict.PASSED
    assert [e.strategy for e in after.evidence] == ["exact-random", STRATEGY]


def test_a_refutation_over_the_reals_refutes(tmp_path: Path) -> None:
    examiner = lowered_ports.examiner(tmp_path, "pool", "pool_tiny")
    after = joined(record(Verdict.PASSED), examiner)
    assert after.verdict is Verdict.REFUTED
    assert after.evidence[0].strategy == STRATEGY
    assert after.counterexample is not None
    before = record(Verdict.REFUTED)
    assert joined(before, examiner) == before


def test_it_runs_in_verify_and_is_explained(tmp_path: Path) -> None:
    options = 'arrays = "jax", x64 = true, dtype = "float64", total = true'
    bindings = {"Q.pool": "pool_tiny", "Q.cell": "cell"}
    config = corpus.write(
        tmp_path, lowered_ports.LEAN, lowered_ports.PORTS, bindings, options=options
    )
    refuted = corpus.only(corpus.one(config, "Q.pool", profile="deep"))
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.evidence[0].strategy == STRATEGY
    passed = corpus.only(corpus.one(config, "Q.cell", profile="deep"))
    assert passed.verdict is Verdict.PASSED
    assert [e.verdict for e in passed.evidence if e.strategy == STRATEGY] == [Verdict.PASSED]
    session = Session(Settings(config))
    entry = session.env.entry("Q.pool")
    assert entry is not None
    lines = list(explain_entry(session, entry))
    assert (
        "      lowered-exact: in the deep profile, the lowered port over ℝ at a few shapes" in lines
    )
