"""The commands, run in this process on a small project; exit codes and what is said."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from leanbridge.cli import app
from tests.cli.toy import LEAN, write_toy

ROOT = Path(__file__).parents[2]


def leancheck(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def said(result: Result) -> str:
    """Everything printed, on one line."""
    return re.sub(r"\s+", " ", result.output)


def run_json(tmp_path: Path, *args: str) -> dict[str, Any]:
    leancheck(*args, "--json", str(tmp_path / "run.json"), "--reproducible", "-j", "1")
    data: dict[str, Any] = json.loads((tmp_path / "run.json").read_text("utf-8"))
    return data


# ----- verify -----------------------------------------------------------------------------


def test_right_ports_meet_all_expectations(toy: Path) -> None:
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 0, result.output
    assert "4 declarations: 2 PROVED 2 PASSED" in said(result)
    assert "PROVED (all sizes) Toy.before_le" in said(result)
    assert "Sampled is not proved" in said(result)


def test_a_wrong_port_is_refuted_with_its_counterexample(toy: Path) -> None:
    write_toy(toy, steps="steps_wrong")
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 1
    text = said(result)
    assert "REFUTED Toy.steps · numpy · value" in text
    assert "SPEC the Lean definition's own value is the expected one" in text
    assert "lean/Toy.lean" not in text  # places are relative to the Lean project
    assert "Toy.lean:7" in text
    assert "port toy_ports.py:12 steps_wrong sizes" in text  # no folder of this machine


def test_quiet_leaves_out_what_passed(toy: Path) -> None:
    result = leancheck("verify-all", "-j", "1", "-q")
    assert result.exit_code == 0
    assert "Toy.before_le" not in result.output
    assert "4 declarations" in result.output


def test_verify_takes_a_suffix_and_shows_obligations(toy: Path) -> None:
    result = leancheck("verify", "before_le", "-j", "1")
    assert result.exit_code == 0
    assert "numpy · statement" in said(result)
    assert "1 declarations" in result.output


def test_verify_needs_a_name_or_a_module(toy: Path) -> None:
    result = leancheck("verify")
    assert result.exit_code == 2
    assert "give names of declarations, or --module" in said(result)


def test_an_unknown_name_names_its_near_misses(toy: Path) -> None:
    result = leancheck("verify", "Toy.befor")
    assert result.exit_code == 2
    assert "no declaration `Toy.befor` in the project near: Toy.before" in said(result)


def test_an_unknown_port_set_names_the_known_ones(toy: Path) -> None:
    result = leancheck("verify-all", "--port", "torch")
    assert result.exit_code == 2
    assert "no port set `torch` expected: numpy" in said(result)


def test_an_unknown_profile_names_the_known_ones(toy: Path) -> None:
    result = leancheck("verify-all", "--profile", "fast")
    assert result.exit_code == 2
    assert "no profile `fast` expected: quick, default, deep" in said(result)


def test_maxfail_stops(toy: Path) -> None:
    write_toy(toy, steps="steps_wrong")
    result = leancheck("verify-all", "-j", "1", "--maxfail", "1")
    assert result.exit_code == 1
    assert "1 REFUTED" in said(result)
    assert "4 declarations" not in result.output


def test_maxfail_of_nothing_is_refused(toy: Path) -> None:
    result = leancheck("verify-all", "--maxfail", "0")
    assert result.exit_code == 2
    assert "should be greater than or equal to 1" in said(result)


def test_a_counterexample_of_a_theorem_names_every_port_in_place(toy: Path, tmp_path: Path) -> None:
    write_toy(toy, steps="steps_wrong")
    statement = "theorem both (x : Fin 3 → ℝ) : steps x 0 = x 0 - x (before 0) := by sorry\n"
    write_toy(toy, steps="steps_wrong", lean=LEAN.replace("end Toy", statement + "end Toy"))
    data = run_json(tmp_path, "verify-all")
    jsonschema.validate(data, json.loads((ROOT / "docs" / "run.schema.json").read_text("utf-8")))
    found = {d["name"]: d["obligations"][0]["counterexample"] for d in data["declarations"]}
    assert found["Toy.steps"]["ports"] == {"Toy.steps": "toy_ports.py:12 steps_wrong"}
    assert found["Toy.both"]["ports"] == {
        "Toy.before": "toy_ports.py:4 before",
        "Toy.steps": "toy_ports.py:12 steps_wrong",
    }
    assert "toy_ports.py:4 before for Toy.before" in said(leancheck("verify", "both", "-j", "1"))


def run_apart(*args: str, cwd: Path) -> subprocess.Popen[str]:
    """The command in a process of its own, its outputs as pipes."""
    code = "from leanbridge.cli import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *args], cwd=cwd, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.mark.parametrize(
    "args", [("list",), ("verify-all", "-q", "-j", "1"), ("verify-all", "-q", "--json", "-")]
)
def test_a_closed_pipe_ends_quietly(toy: Path, args: tuple[str, ...]) -> None:
    process = run_apart(*args, cwd=toy)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # as `| head -1` does, once it has its line
    assert process.wait(timeout=60) == 141
    said = process.stderr.read()
    process.stderr.close()
    assert "Traceback" not in said
    assert "Error" not in said


def test_without_a_terminal_progress_goes_to_standard_error_line_by_line(toy: Path) -> None:
    out, err = run_apart("verify-all", "--json", "-", "-j", "1", cwd=toy).communicate(timeout=60)
    lines = [line for line in err.splitlines() if line.startswith("leancheck: ")]
    assert lines[0] == "leancheck: 1 of 4 checked, the last Toy.before"
    assert len(lines) == 3  # the report says the rest
    assert json.loads(out)["summary"] == {"PASSED": 2, "PROVED": 2}


def test_quiet_leaves_out_progress(toy: Path) -> None:
    _, err = run_apart("verify-all", "-q", "-j", "1", cwd=toy).communicate(timeout=60)
    assert err == ""


# ----- bad input --------------------------------------------------------------------------


def test_a_binding_to_a_missing_attribute_leaves_the_others_checked(toy: Path) -> None:
    write_toy(toy, steps="stepz")
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 2
    text = said(result)
    assert "leancheck.toml:8" in re.sub(r"\s", "", result.output)
    assert "did you mean steps" in text
    assert "PROVED (all sizes) Toy.before_le" in text


def test_a_binding_to_a_missing_module_leaves_the_others_checked(toy: Path) -> None:
    config = (
        (toy / "leancheck.toml").read_text("utf-8").replace("toy_ports:steps", "toy_port:steps")
    )
    (toy / "leancheck.toml").write_text(config, "utf-8")
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 2
    assert "no module toy_port" in said(result)
    assert "Toy.before_le" in result.output


def with_port(toy: Path, text: str) -> None:
    """The toy project with `steps` bound to a function of `text`."""
    write_toy(toy, steps="other")
    with (toy / "toy_ports.py").open("a", encoding="utf-8") as file:
        file.write(f"\n\n{text}")


def test_a_parameter_too_many_is_named_with_what_it_was_taken_for(toy: Path) -> None:
    with_port(toy, "def other(x, scale):\n    return x * scale\n")
    result = leancheck("verify", "Toy.steps", "-j", "1")
    assert result.exit_code == 1
    assert "scale was given a, an index of the Lean result" in said(result)


def test_a_parameter_too_few_is_found_when_it_is_bound(toy: Path) -> None:
    with_port(toy, "def other():\n    return np.zeros(3)\n")
    result = leancheck("verify", "Toy.before", "-j", "1")  # no statement calls that port
    assert result.exit_code == 2
    assert "takes 0 arguments, so that nothing passes x of Toy.steps" in said(result)
    assert "no parameter is called x" in said(result)


def test_an_unknown_configuration_key_is_an_error(toy: Path) -> None:
    with (toy / "leancheck.toml").open("a", encoding="utf-8") as file:
        file.write("[sampels]\n")
    result = leancheck("verify-all")
    assert result.exit_code == 2
    assert "sampels" in said(result)
    assert "sampling" in said(result)  # the near miss


def test_no_configuration_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = leancheck("verify-all")
    assert result.exit_code == 2
    assert "no leancheck.toml in this directory or above it" in said(result)


def test_unknown_lean_syntax_is_a_finding_with_its_place(toy: Path) -> None:
    write_toy(toy, lean=LEAN.replace("end Toy", "def broken := ⟪⟪\n\nend Toy"))
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 4
    assert "Toy.lean:14" in said(result)
    assert "Toy.before_le" in result.output


def test_a_file_that_is_not_utf8_is_reported_and_the_others_are_checked(toy: Path) -> None:
    (toy / "lean" / "Bad.lean").write_bytes(b"def a := \xff\n")
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 2
    assert "Bad.lean" in said(result)
    assert "not UTF-8" in said(result)
    assert "Toy.before_le" in result.output


def test_an_import_cycle_is_reported_and_the_others_are_checked(toy: Path) -> None:
    (toy / "lean" / "A.lean").write_text("import B\ndef a := 1\n", "utf-8")
    (toy / "lean" / "B.lean").write_text("import A\ndef b := 1\n", "utf-8")
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 2
    assert "import cycle" in said(result)
    assert "Toy.before_le" in result.output


def test_a_configuration_without_ports_says_what_to_write(toy: Path) -> None:
    (toy / "leancheck.toml").write_text('schema = 1\n[project]\nroot = "lean"\n', "utf-8")
    result = leancheck("verify-all")
    assert result.exit_code == 2
    assert "the configuration names no port got: no [ports.NAME]" in said(result)
    assert 'write a table [ports.numpy] with lines "Lean.name" = "module:function"' in said(result)
    assert leancheck("list").exit_code == 0  # which needs none


def test_an_expectation_of_an_unknown_name_is_an_error(toy: Path) -> None:
    with (toy / "leancheck.toml").open("a", encoding="utf-8") as file:
        file.write('[expect]\n"Toy.befor" = { verdict = "EVIDENCE", reason = "x" }\n')
    result = leancheck("verify-all")
    assert result.exit_code == 2
    assert "the project has no declaration Toy.befor" in said(result)
    assert '"Toy.befor" = { verdict' in said(result)  # its line
    assert "near: Toy.before" in said(result)
    assert "PROVED (all sizes) Toy.before_le" in said(result)
    (toy / "other").mkdir()
    (toy / "other" / "Toy.lean").write_text(LEAN, "utf-8")
    elsewhere = leancheck("verify-all", "--project", "other")
    assert elsewhere.exit_code == 0, elsewhere.output
    assert "Toy.befor " not in elsewhere.output


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_a_timeout_is_a_positive_number_of_seconds(toy: Path, seconds: str) -> None:
    result = leancheck("verify-all", "--timeout", seconds)
    assert result.exit_code == 2
    assert f"--timeout {seconds}: expected seconds, more than 0" in said(result)


@pytest.mark.parametrize(
    ("target", "reason"), [("missing/run.json", "no such folder"), ("lean", "a folder, expected a")]
)
def test_where_json_goes_is_checked_before_the_work(toy: Path, target: str, reason: str) -> None:
    for command in (["verify-all"], ["survey", "--project", "lean"]):
        result = leancheck(*command, "--json", target)
        assert result.exit_code == 2
        assert f"{target}: {reason}" in said(result)
        assert "declarations" not in result.output


def test_byte_order_marks_are_no_part_of_a_file(toy: Path) -> None:
    for path in (toy / "leancheck.toml", toy / "lean" / "Toy.lean"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    result = leancheck("verify-all")
    assert result.exit_code == 0, result.output
    assert "4 declarations: 2 PROVED 2 PASSED" in said(result)


def test_an_import_of_an_unknown_package_is_noted(toy: Path) -> None:
    (toy / "lean" / "More.lean").write_text("import Nope.Nada\nimport Mathlib\n", "utf-8")
    result = leancheck("verify-all")
    assert result.exit_code == 0, result.output
    assert "More.lean:1:1: unknown package: `Nope.Nada` is imported from a package" in said(result)
    assert "Mathlib" not in result.output


def test_an_empty_project_is_an_error(toy: Path) -> None:
    (toy / "lean" / "Toy.lean").unlink()
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 2
    assert "no Lean file in the project" in said(result)


# ----- JSON -------------------------------------------------------------------------------


def test_json_follows_the_published_schema(toy: Path) -> None:
    schema = json.loads((ROOT / "docs" / "run.schema.json").read_text("utf-8"))
    data = run_json(toy, "verify-all")
    jsonschema.validate(data, schema)
    write_toy(toy, steps="steps_wrong")
    refuted = run_json(toy, "verify-all")
    jsonschema.validate(refuted, schema)
    assert refuted["summary"]["REFUTED"] == 1
    del data["declarations"][0]["verdict"]
    with pytest.raises(jsonschema.ValidationError, match="'verdict'"):
        jsonschema.validate(data, schema)


def test_the_same_seed_gives_the_same_bytes(toy: Path) -> None:
    texts = []
    for _ in range(2):
        run_json(toy, "verify-all", "--seed", "3")
        texts.append((toy / "run.json").read_bytes())
    assert texts[0] == texts[1]
    assert b"timings" not in texts[0]


def test_json_on_standard_output_is_alone_there(toy: Path) -> None:
    result = leancheck("verify-all", "-j", "1", "--json", "-")
    data = json.loads(result.stdout)
    assert data["schema"] == "leanbridge.run/1"
    assert data["timings"]["check"] >= 0
    assert "declarations:" in result.stderr


# ----- the other commands -----------------------------------------------------------------


def test_list_shows_what_is_bound(toy: Path) -> None:
    assert "def Toy.before numpy" in said(leancheck("list"))


def test_list_unmapped_shows_definitions_without_a_port(toy: Path) -> None:
    write_toy(toy, lean=LEAN.replace("end Toy", "def alone : Nat := 3\nend Toy"))
    text = said(leancheck("list", "--unmapped"))
    assert "def Toy.alone -" in text
    assert "Toy.before" not in text


def test_explain_says_what_runs_and_what_does_not(toy: Path) -> None:
    text = said(leancheck("explain", "steps_const"))
    assert "theorem Toy.steps_const" in text
    assert "hypothesis h : ∀ (i : Fin n), x i = t" in text
    assert "runs Toy.before, Toy.steps" in text
    assert "exhaustive: not run, x : Fin n → ℝ has too many values" in text


def test_eval_runs_a_term(toy: Path) -> None:
    np.save(toy / "x.npy", np.array([1.0, 4.0, 9.0]))
    result = leancheck("eval", "steps x", "--array", "x=x.npy")
    assert result.exit_code == 0, result.output
    assert said(result).startswith("[0, 3, 5] : ")


def test_eval_decides_a_proposition_at_a_size(toy: Path) -> None:
    term = "∀ i : Fin k, (before i).val ≤ i.val"
    assert said(leancheck("eval", term, "--size", "k=4")).startswith("True")
    assert said(leancheck("eval", term.replace("≤", "<"), "--size", "k=4")).startswith("False")


def test_eval_places_an_error_in_the_term(toy: Path) -> None:
    result = leancheck("eval", "steps nothing")
    assert result.exit_code == 2
    assert "1:7" in result.output
    assert "unknown identifier `nothing`" in said(result)


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("x=missing.npy", "cannot read the file"),
        ("x", "expected name=value"),
        ("x=nan.npy", "NaN or infinity is no real number"),
    ],
)
def test_eval_refuses_a_bad_array(toy: Path, option: str, reason: str) -> None:
    np.save(toy / "nan.npy", np.array([np.nan]))
    result = leancheck("eval", "steps x", "--array", option)
    assert result.exit_code == 2
    assert reason in said(result)


def test_index_is_stale_after_a_change_of_a_statement(toy: Path) -> None:
    assert leancheck("index").exit_code == 0
    assert leancheck("index", "--check").exit_code == 0
    write_toy(toy, lean=LEAN.replace("≤ i.val", "< i.val + 1"))
    result = leancheck("index", "--check")
    assert result.exit_code == 3
    assert "stale" in result.output


def test_doctor_is_content_with_a_good_project(toy: Path) -> None:
    result = leancheck("doctor")
    assert result.exit_code == 0, result.output
    assert "4 declarations, 0 not read" in said(result)
    assert "compiled files: none: the text is read" in said(result)
    assert "2 names and 0 fields bound" in said(result)


def test_a_folder_of_ports_that_is_not_there_is_named(toy: Path) -> None:
    config = toy / "leancheck.toml"
    config.write_text('schema = 1\n[python]\npath = ["prot"]\n', "utf-8")
    result = leancheck("list")
    assert result.exit_code == 2
    assert "leancheck.toml:3:" in said(result)
    assert "python.path: no such folder" in said(result)
    assert "got: prot expected: a folder below" in said(result)


def test_the_version() -> None:
    result = leancheck("--version")
    assert result.exit_code == 0
    assert result.output.startswith("leanbridge 0.")


def test_doctor_points_at_a_broken_binding(toy: Path) -> None:
    write_toy(toy, steps="stepz")
    result = leancheck("doctor")
    assert result.exit_code == 2
    assert "LOOK ports numpy" in said(result)


def test_survey_counts_what_can_be_read(toy: Path) -> None:
    result = leancheck("survey")
    assert result.exit_code == 0, result.output
    assert said(leancheck("survey", "--project", "lean"))[:60] == said(result)[:60]
    assert "parsed 100.00 %, statements 100.00 %, term and equation bodies 100.00 %" in said(result)


def test_survey_of_nothing_is_an_error(toy: Path) -> None:
    result = leancheck("survey", "--project", "lean", "--only", "Nothing.*")
    assert result.exit_code == 2
    assert "no module is asked for" in said(result)


# ----- start-up ---------------------------------------------------------------------------


def loaded_by(code: str) -> set[str]:
    out = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(' '.join(sys.modules))"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    return set(out.stdout.split())


def test_the_command_line_imports_nothing_heavy() -> None:
    heavy = {"numpy", "flint", "jax", "sympy", "z3", "leanbridge.check.verify"}
    assert not heavy & loaded_by("import leanbridge.cli")
    assert "numpy" in loaded_by("import leanbridge.check.verify")  # the test can trip


def test_quiet_names_what_fails_and_why(toy: Path) -> None:
    write_toy(toy, lean=LEAN.replace("end Toy", "def alone : Nat := 3\nend Toy"))
    result = leancheck("verify-all", "-j", "1", "-q")
    assert result.exit_code == 4
    assert "UNMAPPED Toy.alone a definition without a binding" in said(result)
    assert "Toy.before_le" not in result.output


def test_explain_of_an_unknown_name_is_the_users_mistake(toy: Path) -> None:
    result = leancheck("explain", "befor")
    assert result.exit_code == 2
    assert "near: Toy.before" in said(result)
