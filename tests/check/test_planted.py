"""The planted ports of `tests/planted` run in place of the right ones: what must refute them does.

`EXPECTED` was written from the statements before any run. Every fault is run against all the
declarations that it names; the right ports are run against the union of them.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from leanbridge.check.record import DeclarationRecord, Run
from leanbridge.check.verify import Session, Settings
from leanbridge.verdict import Verdict
from tests.planted import graph_faults, layer_faults, pool_faults, selection_faults

#: Each fault with the module that has it.
MODULES = (pool_faults, selection_faults, layer_faults, graph_faults)
PLANTED = {name: module for module in MODULES for name in module.EXPECTED}
ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "leancheck.toml"
#: How a fault must be found, where it is not by a wrong value.
KINDS = {
    "float32_forward": {"dtype"},
    "in_place_forward": {"mutated"},
    "position_mask_backward": {"outside"},
    "rounded_up_row": {"range", "value"},
    "transposed_result_forward": {"shape", "value"},
    "wrapping_row_inv": {"range"},
}
#: Faults that only the larger rungs of the default profile see, or its many small cases.
UNSEEN_BY_QUICK = {
    "small_shapes_forward",
    "first_example_smooth_up_to_b",
    "first_example_sel_dom_b",
    "channels_last_flat",
}


def planted_config(folder: Path, name: str) -> Path:
    """The bundled configuration with one binding replaced, for one port set."""
    module = PLANTED[name]
    lean = module.BOUND_TO[name]
    text = CONFIG.read_text("utf-8").replace('path = ["."]', f'path = ["{ROOT}"]')
    text = text.replace("schema = 1\n", f'schema = 1\n\n[project]\nroot = "{ROOT}/specs"\n', 1)
    binding = re.compile(rf'^("{re.escape(lean)}" = .*)"oracles\.\w+:\w+"', re.MULTILINE)
    assert len(binding.findall(text)) == 2  # one per port set
    text = binding.sub(rf'\1"{module.__name__}:{name}"', text)
    (folder / "leancheck.toml").write_text(text, "utf-8")
    return folder / "leancheck.toml"


def check(config: Path, names: tuple[str, ...], port_set: str, profile: str) -> Run:
    """A run of these declarations, in this process."""
    settings = Settings(config, ports=(port_set,), names=names, profile=profile)
    session = Session(settings)
    records = tuple(session.check(entry) for entry in session.entries())
    assert not session.problems
    assert len(records) == len(names)
    return Run(0, "specs", profile, (port_set,), records)


@cache
def right(port_set: str, names: tuple[str, ...], profile: str) -> Run:
    return check(CONFIG, names, port_set, profile)


@pytest.mark.parametrize("name", sorted(PLANTED))
def test_every_expected_declaration_refutes_the_planted_port(name: str, tmp_path: Path) -> None:
    module = PLANTED[name]
    if module.PORT_SET[name] == "jax":
        pytest.importorskip("jax")
    names = module.EXPECTED[name]
    profile = "default" if name in UNSEEN_BY_QUICK else "quick"
    run = check(planted_config(tmp_path, name), names, module.PORT_SET[name], profile)
    assert {d.name: d.verdict.name for d in run.declarations} == dict.fromkeys(names, "REFUTED")
    for record in run.declarations:
        for kind, is_confirmed in examples(record):
            assert is_confirmed
            assert kind in KINDS.get(name, {"value", "hypothesis", "range"}), record.name


@pytest.mark.parametrize("name", sorted(graph_faults.REFUTES_VALUE))
def test_what_a_graph_denotes_refutes_a_builder(name: str, tmp_path: Path) -> None:
    theorem = graph_faults.REFUTES_VALUE[name]
    (record,) = check(planted_config(tmp_path, name), (theorem,), "numpy", "quick").declarations
    assert record.verdict is Verdict.REFUTED
    assert examples(record) == [("value", True)]


def examples(record: DeclarationRecord) -> list[tuple[str, bool]]:
    found = [o.counterexample for o in record.obligations if o.verdict is Verdict.REFUTED]
    assert all(c is not None for c in found)
    return [(c.kind, c.confirmed) for c in found if c is not None]


def test_outside_only_is_said(tmp_path: Path) -> None:
    for name in sorted(pool_faults.OUTSIDE_ONLY):
        config = planted_config(tmp_path, name)
        (record,) = check(config, pool_faults.EXPECTED[name], "numpy", "quick").declarations
        verdicts = {o.id: o for o in record.obligations}
        refuted = verdicts.pop("field backward")
        assert refuted.evidence[0].reason == (
            "differs outside the hypotheses only, and the binding says total"
        )
        assert refuted.hypotheses_met
        assert {o.verdict for o in verdicts.values()} == {Verdict.PASSED}


@pytest.mark.parametrize("port_set", ["numpy", "jax"])
def test_the_right_ports_are_not_refuted(port_set: str) -> None:
    if port_set == "jax":
        pytest.importorskip("jax")
    planted = {
        name: module
        for name, module in PLANTED.items()
        # JAX compiles the network's layers for minutes: their ports are compared in tests/oracles
        if port_set == "numpy" or module not in (layer_faults, graph_faults)
    }
    names = tuple(sorted({n for name, module in planted.items() for n in module.EXPECTED[name]}))
    run = right(port_set, names, "quick")
    verdicts = {d.verdict for d in run.declarations}
    assert verdicts - {Verdict.EXHAUSTED} == {Verdict.PASSED, Verdict.PROVED}
