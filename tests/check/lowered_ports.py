"""Statements with JAX ports, right and wrong, for the strategy that runs them lowered."""

from __future__ import annotations

from pathlib import Path

from leanbridge.check.cases import PROFILES
from leanbridge.check.environments import Environments
from leanbridge.check.examine import Examiner
from leanbridge.check.obligations import obligations
from leanbridge.check.project import load_environment
from leanbridge.ports import read_config
from tests.check import corpus

LEAN = """\
namespace Q

/-- The cell that a window reads, clamped at the end. -/
def after {n : ℕ} (i : Fin n) (k : Fin 2) : Fin n := ⟨min (i.val + k.val) (n - 1), by omega⟩

/-- The maximum over a window of two cells, the last of which reads its own twice. -/
noncomputable def pool {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => max (x i) (x (after i 1))

/-- Centred and scaled. -/
noncomputable def scaled {n : ℕ} (ε : ℝ) (x : Fin n → ℝ) : Fin n → ℝ :=
  fun i => (x i - (∑ j, x j) / n) / (Real.sqrt (((∑ j, x j * x j) / n) + 1) + ε * ε)

/-- A tenth. -/
noncomputable def tenth {n : ℕ} (x : Fin n → ℝ) : Fin n → ℝ := fun i => x i / 10

/-- The cell at an index. -/
def cell {n : ℕ} (x : Fin n → ℝ) (i : Fin n) : ℝ := x i

theorem after_le_pool {n : ℕ} (x : Fin n → ℝ) (i : Fin n) : x (after i 1) ≤ pool x i := by sorry

theorem scaled_scaled {n : ℕ} (x : Fin n → ℝ) (i : Fin n) :
    scaled 1 (scaled 0 x) i = scaled 1 (fun j => scaled 0 x j) i := by sorry

end Q
"""
PORTS = """\
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def _pool(x, pads):
    return lax.reduce_window(x, -np.inf, lax.max, (2,), (1,), (pads,))


def pool(x):
    return _pool(x, (0, 1))


def pool_same(x):
    return _pool(x, (1, 0))


def pool_tiny(x):
    y = pool(x)
    return y + jnp.where(y > 0, y * 2.0**-60, 0.0)


def pool_looks(x):
    return pool(x) if isinstance(x, jax.core.Tracer) else pool(x) * (1 + 2.0**-52)


def pool_other(x):
    return pool_same(x) if isinstance(x, jax.core.Tracer) else pool(x)


def pool_raises(x):
    if not isinstance(x, jax.core.Tracer) and len(x) > 2:
        raise ValueError("too long")
    return pool(x)


def pool_masked(x):
    return jnp.where(jnp.isnan(x / jnp.zeros_like(x)), pool(x), pool(x))


def scaled(eps, x):
    n = max(len(x), 1)
    return (x - x.sum() / n) / (jnp.sqrt((x * x).sum() / n + 1) + eps * eps)


def scaled_unbiased(eps, x):
    n = max(len(x), 1)
    return (x - x.sum() / max(n - 1, 1)) / (jnp.sqrt((x * x).sum() / n + 1) + eps * eps)


def tenth(x):
    return x * 0.1


def tenth_exactly(x):
    return x / 10


def cell(x, i):
    return x[i]
"""


def examiner(folder: Path, name: str, port: str, theorem: str | None = None) -> Examiner:
    """The examiner of a definition, or of a theorem, with a port of `PORTS` for the definition."""
    config = read_config(
        corpus.write(
            folder, LEAN, PORTS, {f"Q.{name}": port},
            options='arrays = "jax", x64 = true, dtype = "float64", total = true',
        )
    )  # fmt: skip
    env, problems, _ = load_environment(config.project, None, "source")
    assert problems == []
    environments = Environments(env, config, tuple(config.port_sets))
    assert environments.problems == []
    (port_set,) = config.port_sets
    entry = env.entry(f"Q.{theorem or name}")
    assert entry is not None
    (obligation,) = obligations(env, entry, environments.sets[port_set])
    return Examiner(environments, port_set, obligation, 0, PROFILES["default"])
