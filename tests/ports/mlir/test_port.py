"""An artifact as a port: the same boundary as any other, and only at its own sizes and values."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leanbridge.check.project import load_environment
from leanbridge.errors import InputError, Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.ports import read_config
from leanbridge.ports.loading import Port
from leanbridge.ports.mlir import artifact_port
from tests.ports.net import text, write_net

Layer = namedtuple("Layer", "W b ε γ β")
Weights = namedtuple("Weights", "s1 s2")


@pytest.fixture
def port(tmp_path: Path) -> Port:
    write_net(tmp_path, text())
    config = read_config(tmp_path / "leancheck.toml")
    env, _, _ = load_environment(config.project)
    binding = config.port_sets["xla"].bindings["Net.net"]
    return artifact_port(binding, env.statement("Net.net"), Exact(env), tmp_path)


def weights(ε: float = 1e-5, b: float = 0.0) -> Any:
    random = np.random.default_rng(0)

    def layer() -> Layer:
        W, γ, β = random.standard_normal((4, 4)), random.standard_normal(4), np.zeros(4)
        return Layer(W.astype("f4"), np.full(4, b, "f4"), np.float32(ε), γ.astype("f4"),
                     β.astype("f4"))  # fmt: skip

    return Weights(layer(), layer())


def x(size: int = 64) -> Any:
    return np.random.default_rng(1).standard_normal(size).astype("f4")


def test_its_binders_dtype_and_layout_are_read_from_both_sides(port: Port) -> None:
    assert port.positional == port.binding.args == ("w", "x")
    assert port.binding.dtype == "float32"
    assert port.binding.layout == {"return": ("16", "4")}


def test_it_runs_on_records_and_flat_arrays(port: Port) -> None:
    w = weights()
    out = x().reshape(16, 4).astype("f8")
    for layer in w:
        z = out @ layer.W
        out = layer.γ * (z - z.mean(0)) / np.sqrt(z.var(0) + 1e-5) + layer.β
        out = np.maximum(out, 0) if layer is w.s1 else np.maximum(out + x().reshape(16, 4), 0)
    np.testing.assert_allclose(port.function(w, x()), out, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(
    ("w", "size", "message", "got"),
    [
        (weights(), 60, "an artifact at other sizes than its own", "(60,)"),
        (weights(ε=1e-3), 64, "an artifact at another value than the one held", "0.001"),
        (weights(b=1.0), 64, "an artifact at another value than the one held", "1.0"),
    ],
)
def test_anything_else_is_unsupported(
    port: Port, w: Any, size: int, message: str, got: str
) -> None:
    with pytest.raises(Unsupported, match=message) as error:
        port.function(w, x(size))
    assert error.value.got == got


def test_a_binding_to_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    write_net(tmp_path, text(), artifact="no.mlir")
    config = read_config(tmp_path / "leancheck.toml")
    env, _, _ = load_environment(config.project)
    binding = config.port_sets["xla"].bindings["Net.net"]
    with pytest.raises(InputError, match="cannot read the artifact"):
        artifact_port(binding, env.statement("Net.net"), Exact(env), tmp_path)
