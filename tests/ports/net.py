"""A small network in Lean, and StableHLO texts for it, right and wrong ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

LEAN = """\
import Mathlib.Data.Real.Basic

namespace Net

/-- The weights of a layer. -/
structure Layer (m n : ℕ) where
  W : Fin m → Fin n → ℝ
  b : Fin n → ℝ
  ε : ℝ
  γ : Fin n → ℝ
  β : Fin n → ℝ

/-- The weights of two layers. -/
structure Weights (m : ℕ) where
  s1 : Layer m m
  s2 : Layer m m

noncomputable def mean {N : ℕ} (x : Fin N → ℝ) : ℝ := (∑ r, x r) / N

noncomputable def var {N : ℕ} (x : Fin N → ℝ) : ℝ :=
  (∑ r, (x r - mean x) * (x r - mean x)) / N

/-- A batch, normalised by its own statistics. -/
noncomputable def norm {N : ℕ} (ε γ β : ℝ) (x : Fin N → ℝ) : Fin N → ℝ :=
  fun r => γ * ((x r - mean x) / Real.sqrt (var x + ε)) + β

noncomputable def relu (x : ℝ) : ℝ := if x > 0 then x else 0

noncomputable def layer (N : ℕ) {m n : ℕ} (p : Layer m n) (x : Fin N → Fin m → ℝ) :
    Fin N → Fin n → ℝ :=
  fun r j => norm p.ε (p.γ j) (p.β j) (fun s => (∑ i, x s i * p.W i j) + p.b j) r

/-- Two layers and a skip, on a flat batch. -/
noncomputable def net (N : ℕ) {m : ℕ} (w : Weights m) (x : Fin (N * m) → ℝ) : Fin (N * m) → ℝ :=
  fun k =>
    relu (layer N w.s2
      (fun s i => relu (layer N w.s1 (fun r j => x (finProdFinEquiv (r, j))) s i))
      (finProdFinEquiv.symm k).1 (finProdFinEquiv.symm k).2 + x k)

theorem net_nonneg (N : ℕ) {m : ℕ} (w : Weights m) (x : Fin (N * m) → ℝ) (k : Fin (N * m)) :
    0 ≤ net N w x k := by sorry

end Net
"""
NAMES = {"w.{s}.γ": "{s}g", "w.{s}.β": "{s}bt"}
FIXED = {"w.{s}.b": 0.0, "w.{s}.ε": 1e-5}
CONFIG = """\
schema = 1

[project]
root = "lean"

[ports.xla]
"Net.net" = {{ artifact = "{artifact}", names = {{ "w.{{s}}.γ" = "{{s}}g", "w.{{s}}.β" = "{{s}}bt" }}, fixed = {{ "w.{{s}}.b" = 0, "w.{{s}}.ε" = 1e-5 }}{more} }}
"""  # noqa: E501  # an inline table is one line


def text(
    n: int = 16,
    m: int = 4,
    *,
    eps: str = "inside",
    count: int | None = None,
    skip: bool = True,
    epsilon: str = "1.0e-05",
    shape: str | None = None,
    clipped: Mapping[str, str] | None = None,
) -> str:
    """The network at n samples of m numbers; `count` is what the sum of squares is divided by;
    `clipped` names values that are 6 at most, and the op that makes them so."""
    x, v = f"tensor<{n}x{m}xf32>", f"tensor<{m}xf32>"
    w = shape or f"tensor<{m}x{m}xf32>"
    arguments = [f"%x: {x}"]
    for s in ("s1", "s2"):
        arguments += [f"%{s}W: {w}", f"%{s}g: {v}", f"%{s}bt: {v}"]
    lines = [
        "// a network: func.func @decoy(%no: tensor<f32>)",
        "module @m {",
        f"  func.func @net({', '.join(arguments)}) -> {x} {{",
        "    %zero = stablehlo.constant dense<0.0> : tensor<f32>",
        f"    %none = stablehlo.constant dense<0.0> : {x}",
        f"    %n = stablehlo.constant dense<{n}.0> : {v}",
        f"    %k = stablehlo.constant dense<{n if count is None else count}.0> : {v}",
        f"    %e = stablehlo.constant dense<{epsilon}> : {v}",
    ]
    before = "%x"
    for s in ("s1", "s2"):
        lines += _layer(s, before, x, w, v, eps)
        before = f"%{s}r"
    total = "%s2y"
    if skip:
        lines.append(f"    %sum = stablehlo.add %s2y, %x : {x}")
        total = "%sum"
    lines += [
        f"    %out = stablehlo.maximum {total}, %none : {x}",
        f"    return %out : {x}",
        "  }",
        "}",
    ]
    for value, op in (clipped or {}).items():
        lines = _clipped(lines, value, op, x)
    return "\n".join(lines) + "\n"


def _clipped(lines: list[str], value: str, op: str, x: str) -> list[str]:
    """The lines with `%value` bounded above, as a ReLU6 bounds it."""
    (at,) = [i for i, line in enumerate(lines) if line.startswith(f"    %{value} = ")]
    arguments = {"minimum": f"%{value}0, %{value}6", "clamp": f"%none, %{value}0, %{value}6"}[op]
    made = [
        lines[at].replace(f"%{value} = ", f"%{value}0 = "),
        f"    %{value}6 = stablehlo.constant dense<6.0> : {x}",
        f"    %{value} = stablehlo.{op} {arguments} : {x}",
    ]
    return [*lines[:at], *made, *lines[at + 1 :]]


def _layer(s: str, before: str, x: str, w: str, v: str, eps: str) -> list[str]:
    over = "applies stablehlo.add across dimensions = [0]"
    root = {
        "inside": [
            f"    %{s}ve = stablehlo.add %{s}v, %e : {v}",
            f"    %{s}i = stablehlo.rsqrt %{s}ve : {v}",
        ],
        "outside": [
            f"    %{s}q = stablehlo.sqrt %{s}v : {v}",
            f"    %{s}ve = stablehlo.add %{s}q, %e : {v}",
            f"    %{s}one = stablehlo.constant dense<1.0> : {v}",
            f"    %{s}i = stablehlo.divide %{s}one, %{s}ve : {v}",
        ],
    }[eps]
    return [
        f"    %{s}z = stablehlo.dot_general {before}, %{s}W, contracting_dims = [1] x [0]"
        f" : ({x}, {w}) -> {x}",
        f"    %{s}a = stablehlo.reduce(%{s}z init: %zero) {over} : ({x}, tensor<f32>) -> {v}",
        f"    %{s}mu = stablehlo.divide %{s}a, %n : {v}",
        f"    %{s}mb = stablehlo.broadcast_in_dim %{s}mu, dims = [1] : ({v}) -> {x}",
        f"    %{s}d = stablehlo.subtract %{s}z, %{s}mb : {x}",
        f"    %{s}dd = stablehlo.multiply %{s}d, %{s}d : {x}",
        f"    %{s}b = stablehlo.reduce(%{s}dd init: %zero) {over} : ({x}, tensor<f32>) -> {v}",
        f"    %{s}v = stablehlo.divide %{s}b, %k : {v}",
        *root,
        f"    %{s}gi = stablehlo.multiply %{s}i, %{s}g : {v}",
        f"    %{s}gb = stablehlo.broadcast_in_dim %{s}gi, dims = [1] : ({v}) -> {x}",
        f"    %{s}x = stablehlo.multiply %{s}d, %{s}gb : {x}",
        f"    %{s}bb = stablehlo.broadcast_in_dim %{s}bt, dims = [1] : ({v}) -> {x}",
        f"    %{s}y = stablehlo.add %{s}x, %{s}bb : {x}",
        f"    %{s}r = stablehlo.maximum %{s}y, %none : {x}",
    ]


def write_net(folder: Path, text: str, *, artifact: str = "net.mlir@net", more: str = "") -> None:
    """The project, bound to an artifact with this text."""
    (folder / "lean").mkdir(exist_ok=True)
    (folder / "lean" / "Net.lean").write_text(LEAN, "utf-8")
    (folder / "net.mlir").write_text(text, "utf-8")
    (folder / "leancheck.toml").write_text(CONFIG.format(artifact=artifact, more=more), "utf-8")
