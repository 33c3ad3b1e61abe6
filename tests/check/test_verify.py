"""A whole run: selection, exit codes, bad input beside good, one record for every way to run."""

from __future__ import annotations

import io
import json
import os
import re
import signal
from pathlib import Path

import pytest
from rich.console import Console

from leanbridge.check.outcome import exit_code
from leanbridge.check.record import Run, to_json
from leanbridge.check.verify import Settings, verify
from leanbridge.errors import InputError
from leanbridge.report.text import counterexamples, summary
from leanbridge.verdict import Verdict
from tests.check.corpus import BINDINGS, LEAN, RIGHT, one, only, reason, run, sampled, small, write


def text(found: Run) -> str:
    return json.dumps(to_json(found, reproducible=True), ensure_ascii=False)


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_processes(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef stencil(x):\n    return np.zeros(len(x))\n"
    config = write(tmp_path, ports=ports)
    alone = run(config, seed=5)
    assert text(alone) == text(run(config, seed=5)) == text(run(config, seed=5, jobs=2))
    assert text(alone) != text(run(config, seed=6))
    assert alone.timings is not None
    assert alone.summary["REFUTED"] == 1


def test_maxfail_stops_at_the_same_place_on_any_number_of_processes(tmp_path: Path) -> None:
    config = write(tmp_path, ports=RIGHT + "\n\ndef double(x):\n    return x\n")
    found = run(config, maxfail=1)
    assert [d.name for d in found.declarations] == ["Q.double"]
    assert text(found) == text(run(config, maxfail=1, jobs=2))
    assert len(run(config, maxfail=2).declarations) > 1


SELECTIONS = [
    (("double",), ["Q.double"]),
    (("Q.double",), ["Q.double"]),
    (("*ouble*",), ["Q.double", "Q.double_add"]),
    (("flip_flip", "before"), ["Q.before", "Q.flip_flip"]),
]


@pytest.mark.parametrize(("names", "found"), SELECTIONS)
def test_selection_by_name_suffix_and_glob(
    tmp_path: Path, names: tuple[str, ...], found: list[str]
) -> None:
    assert [d.name for d in run(write(tmp_path), *names).declarations] == found


def test_selection_by_module(tmp_path: Path) -> None:
    config = write(tmp_path)
    assert len(run(config, module="Q").declarations) == 14
    with pytest.raises(InputError, match=r"no module `R\*` in the project"):
        run(config, module="R*")


def test_a_binding_of_another_module_in_the_namespace_of_this_one_is_no_mistake(
    tmp_path: Path,
) -> None:
    lean = "namespace Q\nabbrev V := ℝ\nnoncomputable def f (x : V) : V := x\nend Q\n"
    bindings = {"Q.f": "f", "Q.V.g": "g"}
    ports = "def f(x): return x\ndef g(x): return x\n"
    config = write(tmp_path, lean, ports, bindings)
    other = config.parent / "lean" / "R.lean"
    other.write_text("import Q\nnoncomputable def Q.V.g (x : Q.V) : Q.V := x\n", "utf-8")
    whole = run(config)
    assert not whole.problems
    assert {d.name for d in whole.declarations} == {"Q.V", "Q.f", "Q.V.g"}
    alone = run(config, module="Q")
    assert not alone.problems
    assert {d.name: d.verdict.name for d in alone.declarations} == {
        "Q.V": "UNMAPPED",
        "Q.f": "PASSED",
    }


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"names": ("doubel",)}, r"no declaration `doubel` in the project\n  near: Q.double"),
        ({"ports": ("jax",)}, r"no port set `jax`\n  expected: numpy"),
        ({"profile": "huge"}, r"no profile `huge`\n  expected: quick, default, deep"),
    ],
)
def test_what_is_not_there_is_an_error(
    tmp_path: Path, settings: dict[str, object], message: str
) -> None:
    config = write(tmp_path)
    with pytest.raises(InputError, match=message):
        verify(Settings(config, **settings))  # type: ignore[arg-type]


BROKEN = [
    ("missing_module:f", "no module missing_module"),
    ("math:floo", "math has no floo"),
    ("math:pi", "math:pi is not callable"),
]


@pytest.mark.parametrize(("target", "what"), BROKEN)
def test_a_broken_binding_harms_its_declaration_only(
    tmp_path: Path, target: str, what: str
) -> None:
    found = run(write(tmp_path, bindings={**BINDINGS, "Q.rowSums": target}))
    verdicts = {d.name: d for d in found.declarations}
    assert verdicts["Q.rowSums"].verdict is Verdict.UNKNOWN
    assert reason(verdicts["Q.rowSums"]).startswith("binding: ")
    assert what in reason(verdicts["Q.rowSums"])
    assert verdicts["Q.double"].verdict is Verdict.PASSED
    assert len(found.problems) == 1
    assert exit_code(found) == 2


def test_a_statement_whose_only_port_is_broken_says_so(tmp_path: Path) -> None:
    found = run(write(tmp_path, bindings={"Q.before": "math:floo", "Q.flip": "flip"}))
    verdicts = {d.name: d for d in found.declarations}
    assert verdicts["Q.before_le"].verdict is Verdict.UNKNOWN
    said = reason(verdicts["Q.before_le"])
    assert said.startswith("the binding of Q.before is broken: ")
    assert "math has no floo" in said
    assert verdicts["Q.double_add"].verdict is Verdict.NO_PORT
    assert reason(verdicts["Q.double_add"]) == "it mentions no bound name"
    assert verdicts["Q.flip_flip"].verdict in (Verdict.PASSED, Verdict.EXHAUSTED)
    assert exit_code(found) == 2


def test_a_statement_is_not_passed_while_one_of_its_ports_is_broken(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef none(): return 0\n"
    bindings = {"Q.stencil": "stencil", "Q.before": "before", "Q.double": "none"}
    lean = LEAN.replace(
        "end Q",
        """\
theorem both {n : ℕ} (x : Fin n → ℝ) (i : Fin n) : stencil (double x) i = 2 * stencil x i := by
  sorry
end Q""",
    )
    found = {d.name: d for d in run(write(tmp_path, lean, ports, bindings)).declarations}
    assert found["Q.stencil"].verdict is Verdict.PASSED
    assert found["Q.both"].verdict is Verdict.UNKNOWN
    assert "the binding of Q.double is broken: " in reason(found["Q.both"])
    assert "nothing passes x of Q.double" in reason(found["Q.both"])


def test_a_counterexample_beside_a_configuration_error_is_both_said(tmp_path: Path) -> None:
    ports = RIGHT + "\n\ndef double(x):\n    return x\n"
    found = run(write(tmp_path, ports=ports, bindings={**BINDINGS, "Q.rowSums": "math:floo"}))
    assert exit_code(found) == 2
    assert found.summary["REFUTED"] >= 1
    (problem,) = found.problems
    assert "math has no floo" in problem.message
    shown = io.StringIO()
    console = Console(file=shown, width=400)
    for part in (*counterexamples(found), *summary(found)):
        console.print(part)
    assert "REFUTED Q.double · numpy · value" in shown.getvalue()
    assert "math has no floo" in shown.getvalue()
    line = "1 mistakes in the input, above: exit code 2, and not 1: the refuted ones stand"
    assert line in shown.getvalue()


def test_a_binding_of_no_declaration_names_its_near_misses(tmp_path: Path) -> None:
    found = run(write(tmp_path, bindings={**BINDINGS, "Q.doubel": "double"}), "double")
    (problem,) = found.problems
    assert "the project has no declaration Q.doubel" in problem.message
    assert "near: Q.double" in problem.message
    assert found.declarations[0].verdict is Verdict.PASSED
    assert exit_code(found) == 2


def test_types_without_a_skip_are_unmapped_in_each_port_set(tmp_path: Path) -> None:
    lean = """\
structure S where
  x : ℝ
class C (α : Type) where
  y : ℝ
inductive I where
  | a
abbrev V := Fin 2 → ℝ
noncomputable def f (x : ℝ) : ℝ := x
"""
    config = small(tmp_path, lean, "def f(x): return x\n", f="f")
    names = {"S", "C", "I", "V"}
    found = {d.name.removeprefix("Q."): d.verdict for d in run(config).declarations}
    assert {n for n, v in found.items() if v is Verdict.UNMAPPED} == names
    text = config.read_text("utf-8")
    skips = "".join(f'"Q.{n}" = {{ skip = "a type" }}\n' for n in names)
    second = "[ports.second]\n" + text.partition("[ports.numpy]\n")[2]
    config.write_text(f"{text}{skips}{second}", "utf-8")
    for d in run(config).declarations:
        if d.name.removeprefix("Q.") in names:
            assert d.verdicts == {"numpy": Verdict.NO_PORT, "second": Verdict.UNMAPPED}


def test_a_missing_package_is_unknown(tmp_path: Path) -> None:
    lean = "noncomputable def f (x : ℝ) : ℝ := x"
    ports = "import a_package_that_is_not_there\n\ndef f(x): return x\n"
    found = run(small(tmp_path, lean, ports, f="f"))
    assert found.declarations[0].verdict is Verdict.UNKNOWN
    said = r"not installed: a_package_that_is_not_there, imported in corpus_ports_\d+\.py:\d+"
    assert re.match(said, reason(found.declarations[0]))
    assert not found.problems
    assert exit_code(found) == 4


def test_a_restricted_sampling_caps_what_is_sampled(tmp_path: Path) -> None:
    extra = '[sampling]\nsizes = [2, 3]\nentries = ["grid"]\ncases = 4\n'
    found = {d.name: d for d in run(write(tmp_path, extra=extra)).declarations}
    double = found["Q.double"]
    assert double.verdict is Verdict.EVIDENCE
    assert reason(double) == "restricted sampling"
    assert only(double).scope == "n in 2..3"
    assert only(double).cases == 4
    assert sampled(found["Q.before"]).verdict is Verdict.EXHAUSTED  # a box is not sampled


@pytest.mark.parametrize(
    ("sampling", "message"),
    [
        ('entries = ["gird"]', r"\[sampling\] entries: no style `gird`"),
        ("sizes = []", r"\[sampling\] sizes is empty"),
    ],
)
def test_a_sampling_that_cannot_be_is_an_error(tmp_path: Path, sampling: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run(write(tmp_path, extra=f"[sampling]\n{sampling}\n"))


UNUSED = [
    ('[generators]\n"Q.double" = "math:floor"\n', "[generators]"),
    ('[mutants]\n"Q.double" = ["math:floor"]\n', "[mutants]"),
]


@pytest.mark.parametrize(("extra", "name"), UNUSED)
def test_what_is_asked_for_and_not_done_is_said(tmp_path: Path, extra: str, name: str) -> None:
    found = run(write(tmp_path, extra=extra), "double")
    (problem,) = found.problems
    assert f"{name}: not implemented yet" in problem.message
    assert exit_code(found) == 2


def test_an_expectation_accepts_a_listed_weakness_only(tmp_path: Path) -> None:
    extra = '[expect]\n"Q.Sign" = { verdict = "UNMAPPED", reason = "never run" }\n'
    found = run(write(tmp_path / "a", extra=extra), "Sign")
    assert found.declarations[0].verdict is Verdict.UNMAPPED
    assert exit_code(found) == 1  # listed, but then nothing at all was checked
    assert exit_code(run(write(tmp_path / "b", extra=extra), "Sign", "before")) == 0
    assert exit_code(run(write(tmp_path / "c"), "Sign", "before")) == 4


def test_a_port_that_ends_its_process_takes_down_its_own_task_only(tmp_path: Path) -> None:
    ports = f"{RIGHT}\nimport os\n\n\ndef squares(x):\n    os.kill(os.getpid(), {signal.SIGKILL})\n"
    assert os.name == "posix"
    found = {d.name: d for d in run(write(tmp_path, ports=ports), jobs=2).declarations}
    assert found["Q.squares"].verdict is Verdict.UNKNOWN
    assert "process" in reason(found["Q.squares"])
    assert found["Q.double"].verdict is Verdict.PASSED
    assert found["Q.stencil_nonneg"].verdict is Verdict.PASSED


def test_the_exit_code_of_a_good_run_is_zero(tmp_path: Path) -> None:
    config = write(tmp_path)
    assert exit_code(run(config, "double", "before")) == 0
    assert one(config, "Sign").verdict is Verdict.UNMAPPED
