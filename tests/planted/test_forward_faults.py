"""Faults planted in the whole of ResNet-50 are refuted at the instance; what is none passes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from leanbridge.check.verify import Settings, verify
from leanbridge.verdict import Verdict

ROOT = Path(__file__).resolve().parents[2]
NAME = "Proofs.resnet50ForwardBFull"
PORTS = """\
from oracles.resnet50 import resnet50_forward_b_full as right
from oracles.stages import as_images


def blocks_swapped(w, x, *, N, q):
    return right(w._replace(s3b4=w.s3b5, s3b5=w.s3b4), x, N=N, q=q)


def epsilon_of_another_layer(w, x, *, N, q):
    return right(w._replace(s2b1=w.s2b1._replace(ε2=w.s2b1.ε3)), x, N=N, q=q)


def unbiased_in_one_layer(w, x, *, N, q):
    cells = N * q * q
    last = w.s4b2._replace(γ3=w.s4b2.γ3 * ((cells - 1) / cells) ** 0.5)
    return right(w._replace(s4b2=last), x, N=N, q=q)


def last_bias_forgotten(w, x, *, N, q):
    return right(w._replace(bd=0 * w.bd), x, N=N, q=q)


def images_transposed(w, x, *, N, q):
    images = as_images(x, N, 3, 32 * q, 32 * q)
    return right(w, images.swapaxes(2, 3).reshape(-1), N=N, q=q)


def in_single_precision(w, x, *, N, q):
    return right(w, x.astype("f").astype("d"), N=N, q=q)


def bias_of_a_convolution_forgotten(w, x, *, N, q):
    return right(w._replace(sb=0 * w.sb), x, N=N, q=q)
"""
NO_FAULT = ("right", "bias_of_a_convolution_forgotten")
FAULTS = (
    "blocks_swapped", "epsilon_of_another_layer", "unbiased_in_one_layer", "last_bias_forgotten",
    "images_transposed", "in_single_precision",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("port", [*FAULTS, *NO_FAULT])
def test_a_fault_of_the_whole_is_refuted(tmp_path: Path, port: str) -> None:
    shutil.copytree(ROOT / "specs", tmp_path / "specs")
    module = f"forward_ports_{port}"
    (tmp_path / f"{module}.py").write_text(PORTS, "utf-8")
    (tmp_path / "leancheck.toml").write_text(
        f"""schema = 1
[ports.numpy]
"*" = {{ total = true }}
"{NAME}" = "{module}:{port}"
[instances."{NAME}"]
sizes = {{ N = 8, q = 1, nCls = 3 }}
scale = 1.4
entries = {{ "*γ*" = {{ centre = 1, spread = 0.5 }}, "*ε*" = {{ centre = 0.01, spread = 0.005 }} }}
""",
        "utf-8",
    )
    (found,) = verify(Settings(tmp_path / "leancheck.toml", names=(NAME,))).declarations
    (obligation,) = found.obligations
    assert found.verdict is (Verdict.PASSED if port in NO_FAULT else Verdict.REFUTED)
    if port in FAULTS:
        assert obligation.counterexample is not None
        assert (obligation.counterexample.kind, obligation.counterexample.confirmed) == (
            "value",
            True,
        )
