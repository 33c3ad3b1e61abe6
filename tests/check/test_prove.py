"""Index statements proved for all sizes of their ports; planted faults are not, with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("z3")

from leanbridge.check.cases import PROFILES
from leanbridge.check.environments import Environments
from leanbridge.check.examine import Examiner
from leanbridge.check.judge import join
from leanbridge.check.obligations import obligations
from leanbridge.check.project import load_environment
from leanbridge.check.prove import ALL_SIZES, AT_SHAPES, Proof, prove
from leanbridge.check.record import DeclarationRecord, Evidence, ObligationRecord
from leanbridge.check.tally import Tally
from leanbridge.limits import DEFAULT, Limits
from leanbridge.ports import read_config
from leanbridge.verdict import Verdict
from tests.check import corpus

LEAN = """
def reach {n : ℕ} (i : Fin n) (a : Fin 3) : Fin (2 * n) := ⟨2 * i.val + a.val - 1, by omega⟩

def half {n : ℕ} (p : Fin (2 * n)) : Fin n := ⟨p.val / 2, by omega⟩

def flat {m n : ℕ} (i : Fin m) (j : Fin n) : Fin (m * n) := finProdFinEquiv (i, j)

def outer {m n : ℕ} (k : Fin (m * n)) : Fin m := (finProdFinEquiv.symm k).1

theorem first {n : ℕ} (i : Fin n) (hi : i.val = 0) : reach i 0 = reach i 1 := by sorry

theorem near {n : ℕ} (i : Fin n) (p : Fin (2 * n)) (hp : reach i 1 = p) : half p = i := by sorry

theorem readers {n : ℕ} (p : Fin (2 * n)) :
    (Finset.univ.filter fun i : Fin n => ∃ a : Fin 3, reach i a = p).card ≤ 2 := by sorry

theorem outer_flat {m n : ℕ} (i : Fin m) (j : Fin n) : outer (flat i j) = i := by sorry
"""
PORTS = """
def reach(i, a):
    return max(2 * i + a - 1, 0)


def half(p):
    return p // 2


def flat(i, j, *, n):
    return i * n + j


def outer(k, *, n):
    return k // n
"""
NAMES = ("reach", "half", "flat", "outer")


def check(folder: Path, ports: str = PORTS, lean: str = LEAN, names: tuple[str, ...] = NAMES,
          ) -> dict[str, DeclarationRecord]:  # fmt: skip
    """The records by short name."""
    config = corpus.small(folder, lean, ports, **{n: n for n in names})
    run = corpus.run(config, profile="default")
    assert not run.problems
    return {d.name.removeprefix("Q."): d for d in run.declarations}


def smt(record: DeclarationRecord) -> Evidence:
    """What the solver found of a declaration."""
    (found,) = [
        e for o in record.obligations for e in o.evidence if e.strategy in (ALL_SIZES, AT_SHAPES)
    ]
    return found


def changed(old: str, new: str) -> str:
    assert PORTS.count(old) == 1
    return PORTS.replace(old, new)


# ----- right ports --------------------------------------------------------------------------


def test_right_ports_are_proved_for_all_sizes(tmp_path: Path) -> None:
    found = check(tmp_path)
    assert {n: (d.verdict, d.scope) for n, d in found.items()} == dict.fromkeys(
        (*NAMES, "first", "near", "readers", "outer_flat"), (Verdict.PROVED, "all sizes")
    )
    evidence = smt(found["near"])
    assert evidence.verdict is Verdict.PROVED
    assert evidence.reason.startswith("PORT")
    assert "each like 32 calls of the port" in evidence.reason
    assert "half (1 paths)" in evidence.reason
    assert "reach (2 paths)" in evidence.reason
    # the sampled evidence stands beside it
    assert [e.strategy for e in found["near"].obligations[0].evidence] == [
        ALL_SIZES, "exhaustive",
    ]  # fmt: skip


# ----- planted faults -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "name", "kind"),
    [
        ("2 * i + a - 1, 0)", "2 * i + a - 1, 0) - (i == 1000)", "reach", "value"),
        ("2 * i + a - 1, 0)", "2 * i + a - 1, 0) if i < 5000 else -1", "reach", "range"),
        ("p // 2", "p // 2 if p != 12345 else 0", "half", "value"),
        ("p // 2", "p // 2 if p != 12345 else 1 // 0", "half", "raised"),
        ("i * n + j", "i * n + j if n < 400 else i + j", "flat", "value"),
    ],
)
def test_a_fault_far_outside_every_box_is_refuted(
    tmp_path: Path, old: str, new: str, name: str, kind: str
) -> None:
    """The model is run by the exact interpreter, and is the counterexample that is printed."""
    found = check(tmp_path, changed(old, new))[name]
    assert found.verdict is Verdict.REFUTED
    (obligation,) = found.obligations
    assert smt(found).verdict is Verdict.REFUTED
    assert smt(found).reason.endswith("a model of the solver, confirmed exactly")
    assert [e.verdict for e in obligation.evidence] == [Verdict.REFUTED, Verdict.EXHAUSTED]
    example = obligation.counterexample
    assert example is not None
    assert example.kind == kind
    assert example.confirmed
    assert max(n for _, n in example.sizes) > 100


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2 * i + a - 1, 0)", "2 * i + a, 0)"),
        ("2 * i + a - 1, 0)", "2 * i + a - 2, 0)"),
        ("max(2 * i + a - 1, 0)", "abs(2 * i + a - 1)"),
        ("p // 2", "(p + 1) // 2"),
        ("i * n + j", "i + n * j"),
        ("k // n", "k % n"),
    ],
)
def test_a_port_off_by_one_is_refuted(tmp_path: Path, old: str, new: str) -> None:
    found = check(tmp_path, changed(old, new))
    verdicts = {n: d.verdict for n, d in found.items()}
    name = PORTS[: PORTS.index(old)].rpartition("def ")[2].partition("(")[0]
    assert verdicts[name] is Verdict.REFUTED
    rest_on = {n for n, d in found.items() if any(f"Q.{name}" in o.rests_on for o in d.obligations)}
    assert rest_on > {name}
    assert not {n for n in rest_on if verdicts[n] is Verdict.PROVED}


def test_a_false_statement_is_refuted_not_proved(tmp_path: Path) -> None:
    """It fails at i = 3601 alone."""
    false = "theorem small {n : ℕ} (i : Fin n) : 7 * (reach i 0).val + 3 ≠ 50410 := by sorry"
    lean = f"{LEAN}\n{false}\n"
    found = check(tmp_path, lean=lean)["small"]
    assert found.verdict is Verdict.REFUTED
    assert "the statement itself is false" in smt(found).reason


def test_contradictory_hypotheses_are_named(tmp_path: Path) -> None:
    lean = LEAN + (
        "\ntheorem never {n : ℕ} (i : Fin n) (ha : i.val < 9) (hb : 700 < n) (hc : n ≤ i.val + 40)"
        " : reach i 0 = reach i 2 := by sorry\n"
    )
    found = check(tmp_path, lean=lean)["never"]
    assert found.verdict is Verdict.VACUOUS
    assert smt(found) == Evidence(ALL_SIZES, Verdict.VACUOUS, "contradictory: ha, hb, hc")


def test_a_hypothesis_that_the_port_decides_otherwise_is_no_proof(tmp_path: Path) -> None:
    """`half` is only in the hypothesis, and wrong far away only."""
    lean = LEAN + (
        "\ntheorem split {n : ℕ} (p : Fin (2 * n)) (h : 3 * (half p).val = 2400) :"
        " 3 * (p.val / 2) = 2400 := by sorry\n"
    )
    right = check(tmp_path / "a", lean=lean)["split"]
    assert (right.verdict, right.scope) == (Verdict.PROVED, "all sizes")
    wrong = check(tmp_path / "b", changed("p // 2", "p // 2 - (p == 1601)"), lean)["split"]
    assert smt(wrong).verdict is Verdict.REFUTED
    assert "h with Q.half, as without" in smt(wrong).reason
    assert wrong.verdict is Verdict.REFUTED


# ----- where the strategy says nothing ----------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("int(np.maximum(2 * i + a - 1, 0))", r"(numpy)"),
        ("int(2 * i + a) - 1 if i + a else 0", "(int)"),
        ("[0, *range(2 * i + 2)][2 * i + a]", "(index)"),
        # what only real integers do: the term is not the port
        ("max(2 * i + a - 1, 0) if type(i) is int else 2 * i + a", "is not confirmed"),
        ("max(2 * i + a - 1, 0) + (type(i) is int and i > 900)", "is not its term"),
    ],
)
def test_a_port_that_is_no_term_keeps_its_sampled_verdict(
    tmp_path: Path, body: str, reason: str
) -> None:
    found = check(tmp_path, changed("max(2 * i + a - 1, 0)", body))["reach"]
    assert smt(found).verdict is Verdict.UNKNOWN
    assert reason in smt(found).reason
    assert found.verdict is Verdict.EXHAUSTED


def proof_of(folder: Path, name: str, limits: Limits, lean: str = LEAN) -> Proof | None:
    """The solver alone, with other limits."""
    config = read_config(corpus.small(folder, lean, PORTS, **{n: n for n in NAMES}))
    env, _, _ = load_environment(config.project)
    environments = Environments(env, config, tuple(config.port_sets), limits=limits)
    (port,) = config.port_sets
    entry = env.entry(f"Q.{name}")
    assert entry is not None
    (obligation,) = obligations(env, entry, environments.sets[port])
    return prove(Examiner(environments, port, obligation, 0, PROFILES["quick"]), Tally())


def test_a_resource_limit_is_unknown(tmp_path: Path) -> None:
    found = proof_of(tmp_path, "readers", Limits(smt_resources=2_000))
    assert found is not None
    assert found.evidence.verdict is Verdict.UNKNOWN
    assert "resource limit" in found.evidence.reason


def test_where_the_solver_gives_up_the_sizes_are_fixed(tmp_path: Path) -> None:
    """Products of four numbers are too much for it; with the sizes known they are not."""
    lean = LEAN + (
        "\ntheorem cubes {m n : ℕ} (i : Fin m) (j : Fin n) : (flat i j).val * (flat i j).val *"
        " (flat i j).val * (i.val + 1) ≤ (m * n) * (m * n) * (m * n) * m := by sorry\n"
    )
    found = proof_of(tmp_path, "cubes", DEFAULT, lean)
    assert found is not None
    assert found.evidence.strategy == AT_SHAPES
    assert found.evidence.verdict is Verdict.PROVED
    assert found.scope == "m=2 n=3; m=3 n=2; m=4 n=3; m=2 n=2; m=3 n=3; m=1 n=4"
    assert found.evidence.reason.endswith(
        "at 6 shapes; for all sizes: the conclusion with Q.flat: resource limit"
    )


def test_statements_about_reals_are_left_to_others(tmp_path: Path) -> None:
    lean = "noncomputable def twice (x : ℝ) : ℝ := 2 * x\n"
    config = corpus.small(tmp_path, lean, "def twice(x):\n    return 2 * x\n", twice="twice")
    run = corpus.run(config, profile="quick")
    (evidence,) = run.declarations[0].obligations[0].evidence
    assert evidence.strategy not in (ALL_SIZES, AT_SHAPES)


# ----- joining ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sampled", "solver", "joined"),
    [
        (Verdict.PASSED, Verdict.PROVED, Verdict.PROVED),
        (Verdict.UNKNOWN, Verdict.PROVED, Verdict.PROVED),
        (Verdict.EXHAUSTED, Verdict.UNKNOWN, Verdict.EXHAUSTED),
        (Verdict.VACUOUS, Verdict.VACUOUS, Verdict.VACUOUS),
        (Verdict.VACUOUS, Verdict.UNKNOWN, Verdict.UNKNOWN),
        (Verdict.REFUTED, Verdict.PROVED, Verdict.REFUTED),
        (Verdict.UNDEFINED, Verdict.PROVED, Verdict.UNDEFINED),
        (Verdict.ERROR, Verdict.PROVED, Verdict.ERROR),
        (Verdict.PASSED, Verdict.REFUTED, Verdict.REFUTED),
        (Verdict.PASSED, Verdict.ERROR, Verdict.ERROR),
    ],
)
def test_the_stronger_evidence_is_the_verdict_unless_one_refutes(
    sampled: Verdict, solver: Verdict, joined: Verdict
) -> None:
    found = join(record_of(sampled, "x"), Evidence(ALL_SIZES, solver, "y"), "all sizes")
    assert found.verdict is joined
    assert {e.reason for e in found.evidence} == {"x", "y"}


def test_a_safety_net_that_fired_is_not_passed_over() -> None:
    record = record_of(Verdict.UNKNOWN, "wall-clock: the port ran longer than the safety limit")
    found = join(record, Evidence(ALL_SIZES, Verdict.PROVED, "y"), "all sizes")
    assert found.verdict is Verdict.UNKNOWN


def record_of(verdict: Verdict, reason: str) -> ObligationRecord:
    evidence = (Evidence("exact-random", verdict, reason),)
    return ObligationRecord("value", "numpy", "", verdict, evidence, "", "n in 1..3")


# ----- JAX ports --------------------------------------------------------------------------------

JAX = """
import jax
import jax.numpy as jnp


@jax.jit
def reach(i, a):
    return jnp.maximum(2 * jnp.asarray(i) + jnp.asarray(a) - 1, 0)


@jax.jit
def half(p):
    return jnp.asarray(p) // 2


@jax.jit
def square(i):
    return jnp.asarray(i) * jnp.asarray(i)
"""
SQUARE = "\ndef square (i : ℕ) : ℕ := i * i\n"


@pytest.mark.parametrize("x64", ["true", "false"])
def test_a_jax_port_is_proved_where_no_machine_integer_wraps(tmp_path: Path, x64: str) -> None:
    """A square below 2^48 fits 64 bits; in 32 it wraps, which the exact interpreter confirms."""
    pytest.importorskip("jax")
    names = {f"Q.{n}": n for n in ("reach", "half", "square")}
    lean = f"namespace Q\n{LEAN}\n{SQUARE}\nend Q\n"
    options = f'arrays = "jax", x64 = {x64}'
    run = corpus.run(corpus.write(tmp_path, lean, JAX, names, options=options), profile="quick")
    found = {d.name.removeprefix("Q."): d for d in run.declarations}
    assert (found["near"].verdict, found["near"].scope) == (Verdict.PROVED, "numbers up to 2^24")
    evidence = smt(found["near"])
    assert evidence.strategy == AT_SHAPES
    assert "jaxlib" in evidence.reason
    if x64 == "true":
        assert (found["square"].verdict, found["square"].scope) == (
            Verdict.PROVED, "numbers up to 2^24",
        )  # fmt: skip
    else:
        assert found["square"].verdict is Verdict.REFUTED


def test_a_wrong_jax_port_is_refuted_far_away(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    wrong = JAX.replace("jnp.asarray(p) // 2", "jnp.where(p == 98765, 0, jnp.asarray(p) // 2)")
    lean = f"namespace Q\n{LEAN}\nend Q\n"
    names = {"Q.half": "half"}
    run = corpus.run(corpus.write(tmp_path, lean, wrong, names, options='arrays = "jax"'), "half")
    (half,) = run.declarations
    assert half.verdict is Verdict.REFUTED
    assert "confirmed exactly" in smt(half).reason
