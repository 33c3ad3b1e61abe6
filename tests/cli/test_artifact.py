"""`leancheck artifact`, and a binding to one: right and wrong modules, and every bad input."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from leanbridge.cli import app
from tests.ports.net import text, write_net


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project with a right artifact, as the working directory."""
    write_net(tmp_path, text())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def leancheck(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def check(folder: Path, *args: str, source: str | None = None) -> tuple[int, dict[str, Any]]:
    """The exit code and the record of `artifact net.mlir --as net`."""
    if source is not None:
        (folder / "net.mlir").write_text(source, "utf-8")
    result = leancheck("artifact", "net.mlir", "--as", "net", "--json", "run.json", *args)
    assert (folder / "run.json").is_file(), result.output
    return result.exit_code, json.loads((folder / "run.json").read_text("utf-8"))


def said(*args: str) -> tuple[int, str]:
    result = leancheck("artifact", *args)
    return result.exit_code, re.sub(r"\s+", " ", result.output)


def test_a_file_that_is_not_there_names_its_near_misses(folder: Path) -> None:
    code, out = said("nett.mlir", "--as", "net")
    assert code == 2
    assert "cannot read the artifact" in out
    assert "did you mean net.mlir?" in out


# ----- values -----------------------------------------------------------------------------


def test_a_right_module_agrees_and_what_f32_cannot_see_is_named(folder: Path) -> None:
    code, data = check(folder)
    assert code == 0
    assert data["verdict"] == "EVIDENCE"
    shipped, derived = data["versions"]
    assert (shipped["name"], shipped["verdict"]) == ("as shipped (float32)", "EVIDENCE")
    assert (derived["name"], derived["verdict"]) == ("derived: f32 → f64 (float64)", "PASSED")
    assert 1e-9 < shipped["error"] < 1e-5
    assert derived["error"] < 1e-12
    assert derived["in_tau"] < 1
    seen = {f["what"]: f["seen"] for f in data["faults"]}
    assert seen["Net.norm: ε moved out of √(Net.var N x + ε)"] == ["float64"]
    assert seen["w.{s}.ε = 2e-05 for 1e-05"] == ["float64"]
    assert seen["Net.var: ↑N less by one"] == ["float32", "float64"]
    assert seen["Net.relu: if x > 0 then x else 0 clipped above at 6"] == ["float32", "float64"]
    still = {f["what"] for f in data["faults"] if f["has_no_effect"]}
    assert "w.{s}.b = 1 for 0" in still  # a normalised layer forgets its bias
    assert data["sizes"] == {"N": 16, "m": 4}
    assert data["read"] == ["N", "m"]
    assert data["ops"]["dot_general"] == 2


def test_what_is_printed(folder: Path) -> None:
    code, out = said("net.mlir@net", "--as", "Net.net")
    assert code == 0
    for part in (
        "net.mlir@net as Net.net",
        "sizes N = 16, m = 4 (read from the shapes: N, m)",
        "signature 7 arguments: names and shapes fit those of the Lean arguments, in the order",
        "row-major x: 64 in Lean, 16 × 4 in the artifact",
        "held w.{s}.ε = 1e-05 (2 of them): only at this value is anything said",
        "EVIDENCE as shipped (float32): agrees in float32",
        "PASSED derived: f32 → f64 (float64): agrees",
        "UNSEEN, below 100 τ",
        "Net.norm: ε moved out of √(Net.var N x + ε)",
        "Both sides are floats",
    ):
        assert part in out


@pytest.mark.parametrize(
    ("source", "in_f32", "error"),
    [
        (text(eps="outside"), "UNKNOWN", 1e-6),
        (text(count=15), "REFUTED", 1e-3),
        (text(skip=False), "REFUTED", 1e-2),
        (text(epsilon="1.0e-03"), "REFUTED", 1e-4),
    ],
)
def test_a_wrong_module_is_refuted_exactly(
    folder: Path, source: str, in_f32: str, error: float
) -> None:
    code, data = check(folder, "--no-faults", source=source)
    assert code == 1
    shipped, derived = data["versions"]
    assert shipped["verdict"] == in_f32
    assert derived["verdict"] == "REFUTED"
    assert derived["reason"].endswith("run again exactly")
    assert derived["in_tau"] > 1e6
    assert derived["error"] > error
    assert derived["exact"] == pytest.approx(derived["expected"], rel=1e-12)


@pytest.mark.parametrize("op", ["minimum", "clamp"])
@pytest.mark.parametrize("values", [("s1r",), ("out",), ("s1r", "out")])
@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_a_relu6_for_a_relu_is_refuted(
    folder: Path, op: str, values: tuple[str, ...], seed: str
) -> None:
    source = text(clipped=dict.fromkeys(values, op))
    code, data = check(folder, "--no-faults", "--seed", seed, source=source)
    assert code == 1
    for version in data["versions"]:
        assert version["verdict"] == "REFUTED"
        assert "differs from the Lean value by" in version["reason"]
        assert version["exact"] == pytest.approx(version["expected"], rel=1e-12)


def test_a_comparison_that_sees_no_clipped_value_says_so(folder: Path) -> None:
    """Nothing but a standard normal argument, of which no entry is above 6."""
    (folder / "lean" / "Net.lean").write_text(
        "noncomputable def step {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ :=\n"
        "  fun i => (if x i > 0 then x i else 0) + x i\n",
        "utf-8",
    )
    (folder / "leancheck.toml").write_text('schema = 1\n[project]\nroot = "lean"\n', "utf-8")
    module = (
        "func.func @f(%x: tensor<16xf64>) -> tensor<16xf64> {\n"
        "  %none = stablehlo.constant dense<0.0> : tensor<16xf64>\n"
        "  %six = stablehlo.constant dense<6.0> : tensor<16xf64>\n"
        "  %r = stablehlo.clamp %none, %x, %six : tensor<16xf64>\n"
        "  %y = stablehlo.add %r, %x : tensor<16xf64>\n"
        "  return %y : tensor<16xf64>\n}\n"
    )
    (folder / "net.mlir").write_text(module, "utf-8")
    code, out = said("net.mlir", "--as", "step")
    assert code == 0
    what = "step: if x i > 0 then x i else 0 clipped above at 6"
    assert (
        f"EVIDENCE as shipped (float64): agrees: 0 τ (κ = 16); but it could not see a fault: {what}"
        in out
    )
    assert f"UNSEEN, below 100 τ: 1 {what}" in out


def test_a_module_that_gives_no_number_is_refuted(folder: Path) -> None:
    code, data = check(folder, "--no-faults", source=text(epsilon="-1.0e+01"))
    assert code == 1
    for version in data["versions"]:
        assert version["verdict"] == "REFUTED"
        assert version["got"] == "nan"
        assert version["error"] == "inf"


def test_a_module_that_draws_is_refuted(folder: Path) -> None:
    noise = (
        "    %two = stablehlo.constant dense<[16, 4]> : tensor<2xi64>\n"
        "    %one = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "    %noise = stablehlo.rng %zero, %one, %two, distribution = UNIFORM"
        " : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<16x4xf32>\n"
        "    %noisy = stablehlo.add %out, %noise : tensor<16x4xf32>\n"
        "    return %noisy"
    )
    code, data = check(folder, "--no-faults", source=text().replace("    return %out", noise))
    assert code == 1
    assert {v["reason"] for v in data["versions"]} == {
        "two runs on the same inputs give different bits"
    }


def test_without_faults_nothing_shows_what_it_could_see(folder: Path) -> None:
    code, data = check(folder, "--no-faults")
    assert code == 0
    assert data["versions"][1]["verdict"] == "EVIDENCE"
    assert "no faults were run" in data["versions"][1]["reason"]


def test_a_module_in_f64_is_passed_as_shipped(folder: Path) -> None:
    wide = text().replace("f32", "f64")
    code, data = check(folder, source=wide)
    assert code == 0
    assert [(v["name"], v["verdict"]) for v in data["versions"]] == [
        ("as shipped (float64)", "PASSED")
    ]


def test_smaller_kernels_show_the_root_in_f32(folder: Path) -> None:
    code, data = check(folder, "--scale", "0.004", source=text(eps="outside"))
    assert code == 1
    assert data["versions"][0]["verdict"] == "REFUTED"
    seen = {f["what"]: f["seen"] for f in data["faults"]}
    assert "float32" in seen["Net.norm: ε moved out of √(Net.var N x + ε)"]


def test_another_batch_is_a_derived_module(folder: Path) -> None:
    code, data = check(folder, "--resize", "x=32", "--no-faults")
    assert code == 0
    assert data["sizes"]["N"] == 32
    assert [v["origin"] for v in data["versions"]] == [
        "derived: axis 0 of %x 16 → 32 (4 counts with it)",
        "derived: f32 → f64, axis 0 of %x 16 → 32 (4 counts with it)",
    ]
    assert data["versions"][1]["error"] < 1e-12


def test_another_seed_gives_other_inputs_and_the_same_one_the_same(folder: Path) -> None:
    errors = [
        check(folder, "--no-faults", "--seed", seed)[1]["versions"][0]["error"]
        for seed in ("0", "0", "1")
    ]
    assert errors[0] == errors[1] != errors[2]


def test_both_array_libraries_run_the_lean_side(folder: Path) -> None:
    code, data = check(folder, "--no-faults", "--backend", "jax")
    assert code == 0
    assert data["versions"][1]["error"] < 1e-12


def test_names_and_values_from_the_command_line(folder: Path) -> None:
    config = folder / "leancheck.toml"
    config.write_text('schema = 1\n[project]\nroot = "lean"\n', "utf-8")
    lines = ["--names", "w.{s}.γ={s}g", "--names", "w.{s}.β={s}bt"]
    held = ["--fixed", "w.{s}.b=0", "--fixed", "w.{s}.ε=1e-5"]
    code, data = check(folder, "--no-faults", *lines, *held)
    assert code == 0
    assert data["held"][1] == {"lean": "w.s1.ε", "value": 1e-5}


def test_arguments_in_another_order_are_named(folder: Path) -> None:
    header = "%s1g: tensor<4xf32>, %s1bt: tensor<4xf32>"
    swapped = text().replace(header, "%s1bt: tensor<4xf32>, %s1g: tensor<4xf32>")
    code, data = check(folder, "--no-faults", source=swapped)
    assert code == 0
    assert data["order"] == ["%s1bt stands before %s1g, and w.s1.γ before w.s1.β"]


def test_ops_that_the_binding_counts(folder: Path) -> None:
    write_net(folder, text(), more=", ops = { rsqrt = 2, convolution = 1 }")
    code, data = check(folder, "--no-faults")
    assert code == 1
    assert data["wrong_ops"] == ["convolution: 0, expected 1"]
    assert data["verdict"] == "REFUTED"


@pytest.mark.parametrize("op", ["rsqrtt", "stablehlo.rsqrt"])
def test_an_op_that_is_none_is_a_mistake_in_the_configuration(folder: Path, op: str) -> None:
    write_net(folder, text(), more=f', ops = {{ "{op}" = 2 }}')
    code, out = said("net.mlir", "--as", "net", "--no-faults")
    assert code == 2
    assert f"ops: no operation of StableHLO is called {op}" in out
    assert "expected: one that the module has (" in out
    assert "did you mean rsqrt" in out
    found = verified(folder)["Net.net"]
    assert found["verdict"] == "UNKNOWN"
    assert f"ops: no operation of StableHLO is called {op}" in found["reason"]


# ----- verify -----------------------------------------------------------------------------


def verified(folder: Path) -> dict[str, Any]:
    leancheck("verify", "Net.net", "net_nonneg", "--json", "v.json", "-j", "1", "--reproducible")
    data = json.loads((folder / "v.json").read_text("utf-8"))
    return {d["name"]: d for d in data["declarations"]}


def test_a_binding_to_an_artifact_is_checked_at_its_own_sizes(folder: Path) -> None:
    found = verified(folder)
    (obligation,) = found["Net.net"]["obligations"]
    assert obligation["verdict"] == "EVIDENCE"
    assert obligation["scope"] == "N = 16, m = 4, w.{s}.b = 0, w.{s}.ε = 1e-05"
    assert (
        "faults that it does not see: Net.norm: ε moved out" in obligation["evidence"][0]["reason"]
    )
    (statement,) = found["Net.net_nonneg"]["obligations"]
    assert statement["verdict"] == "UNSUPPORTED"
    assert "an artifact at other sizes than its own" in statement["evidence"][0]["reason"]


@pytest.mark.parametrize("sizes", ["{ N = 16, m = 4 }", "[{ N = 3, m = 2 }, { N = 16, m = 4 }]"])
def test_an_instance_with_the_sizes_of_the_artifact(folder: Path, sizes: str) -> None:
    with (folder / "leancheck.toml").open("a", encoding="utf-8") as config:
        config.write(f'\n[instances."Net.net"]\nsizes = {sizes}\n')
    (obligation,) = verified(folder)["Net.net"]["obligations"]
    assert obligation["verdict"] == "EVIDENCE"
    assert obligation["scope"].startswith("N = 16, m = 4")


def test_an_instance_with_other_sizes_than_the_artifact_is_an_error(folder: Path) -> None:
    with (folder / "leancheck.toml").open("a", encoding="utf-8") as config:
        config.write('\n[instances."Net.net"]\nsizes = { N = 8, m = 4 }\n')
    result = leancheck("verify", "Net.net", "-j", "1")
    assert result.exit_code == 2
    out = re.sub(r"\s+", " ", result.output)
    for part in (
        "an artifact runs at its own sizes, and the instance has others",
        "got: N = 8, m = 4",
        "expected: N = 16, m = 4",
        "add { N = 16, m = 4 } to the sizes of the instance",
    ):
        assert part in out


def test_a_wrong_artifact_is_refuted_with_its_counterexample(folder: Path) -> None:
    (folder / "net.mlir").write_text(text(eps="outside"), "utf-8")
    (obligation,) = verified(folder)["Net.net"]["obligations"]
    assert obligation["verdict"] == "REFUTED"
    assert obligation["counterexample"]["confirmed"] is True
    assert obligation["counterexample"]["ports"] == {"Net.net": "net.mlir@net"}
    amounts = r"differs from the Lean value by (\S+), where rounding explains (\S+): \S+ τ"
    found = re.search(amounts, obligation["evidence"][0]["reason"])
    assert found is not None
    assert float(found[1]) > float(found[2]) > 0
    assert obligation["counterexample"]["sizes"] == {"N": 16, "m": 4}


def test_the_short_way_to_bind(folder: Path) -> None:
    config = folder / "leancheck.toml"
    line = '"Net.net" = "mlir:net.mlir@net"\n'
    config.write_text(f'schema = 1\n[project]\nroot = "lean"\n[ports.xla]\n{line}', "utf-8")
    result = leancheck("verify", "Net.net", "-j", "1")
    assert result.exit_code == 2
    assert "w.s1.b has no argument of @net" in result.output


# ----- bad input --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "args", "messages"),
    [
        (None, ("--size", "m=5"), ("%s1W has another shape than w.s1.W", "tensor<4x4xf32>",
                                   "5 × 5, as the Lean type says", "m = 5")),
        (None, ("--size", "k=5"), ("no such size", "one of: N, m")),
        (None, ("--size", "m=x"), ("--size m=x: expected a natural number",)),
        (None, ("--function", "nett"), ("no such function", "did you mean net")),
        (None, ("--names", "w.{s}.γ={s}G"), ("w.s1.γ has no argument of @net", "did you mean")),
        (None, ("--fixed", "x=0"), ("takes 7 arguments, and 6 parts", "nothing for %x")),
        (None, ("--fixed", "x=a"), ("--fixed x=a: expected a number",)),
        (None, ("--resize", "y=2"), ("no such argument to resize", "got: %y")),
        (None, ("--resize", "x=0"), ("cannot resize axis 0 of %x",)),
        (None, ("--scale", "0"), ("--scale 0: expected a number more than 0",)),
        (None, ("--backend", "torch"), ("--backend torch: expected numpy or jax",)),
        (None, ("--json", "no/run.json"), ("no such folder",)),
        ("module {\n  oops\n}\n", (), ("net.mlir:2:3: not StableHLO", "oops")),
        (text(shape="tensor<4x5xf32>").replace("net", "net"), (), ("not StableHLO",)),
        (text().replace("f32", "bf16"), (), ("must be a function of one float type", "bf16")),
    ],
)  # fmt: skip
def test_bad_input_says_what_is_wrong(
    folder: Path, source: str | None, args: tuple[str, ...], messages: tuple[str, ...]
) -> None:
    if source is not None:
        (folder / "net.mlir").write_text(source, "utf-8")
    code, out = said("net.mlir", "--as", "net", *args)
    assert code == 2
    for message in messages:
        assert message in out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nett", "no declaration `nett` in the project near: Net.net"),
        ("*", "several declarations are called so"),
        ("Net.net_nonneg", "an artifact stands for a definition with a body"),
        ("Net.relu", "x has another shape than x"),
    ],
)
def test_a_name_that_is_no_such_definition(folder: Path, name: str, message: str) -> None:
    one = "func.func @net(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
    if name == "Net.relu":
        (folder / "net.mlir").write_text(one, "utf-8")
    code, out = said("net.mlir", "--as", name)
    assert code == 2
    assert message in out


def test_a_size_that_no_shape_tells(folder: Path) -> None:
    (folder / "lean" / "Net.lean").write_text(
        "noncomputable def grid (a b : ℕ) (x : Fin (a * b) → ℝ) : Fin (a * b) → ℝ := x\n", "utf-8"
    )
    flat = "func.func @f(%x: tensor<6xf32>) -> tensor<6xf32> { return %x : tensor<6xf32> }"
    (folder / "net.mlir").write_text(flat, "utf-8")
    (folder / "leancheck.toml").write_text('schema = 1\n[project]\nroot = "lean"\n', "utf-8")
    code, out = said("net.mlir", "--as", "grid")
    assert code == 2
    assert "the size a cannot be read from the shapes" in out
    assert "give it: --size a=…" in out
    code, out = said("net.mlir", "--as", "grid", "--size", "a=2", "--no-faults")
    assert code == 0
    assert "sizes a = 2, b = 3 (read from the shapes: b)" in out


def test_without_jax_the_package_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = folder / "leancheck.toml"
    config.write_text('schema = 1\n[project]\nroot = "lean"\n', "utf-8")
    monkeypatch.setitem(sys.modules, "jax", None)
    code, out = said("net.mlir", "--as", "net")
    assert code == 4
    assert "needs the package jax, which is not installed: add the extra [jax]" in out


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('{ artifact = "a.mlir", function = "m:f" }', "`artifact` exclude each other"),
        ('{ artifact = "a.mlir", args = ["x"] }', "`args` does not go with `artifact`"),
        ('{ artifact = "a.mlir", fixed = { "w.b" = "0" } }', "wrong type"),
        ('{ artifact = "a.mlir", fixed = { "w.b" = nan } }', "not a real number"),
        ('{ artifact = "a.mlir", sizes = { N = -1 } }', "negative"),
        ('{ function = "m:f", names = { x = "x" } }', "unknown key"),
        ('{ artifact = 3 }', "wrong type"),
    ],
)  # fmt: skip
def test_a_binding_that_is_wrong(folder: Path, entry: str, message: str) -> None:
    config = folder / "leancheck.toml"
    config.write_text(f'schema = 1\n[ports.xla]\n"Net.net" = {entry}\n', "utf-8")
    result = leancheck("list")
    assert result.exit_code == 2
    assert message in result.output
