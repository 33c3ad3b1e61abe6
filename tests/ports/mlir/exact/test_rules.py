"""Every rule of the exact interpreter against JAX, on inputs at which floats do not round."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np
import pytest

from leanbridge.interp.reals import to_float
from leanbridge.ports.mlir import Executable, parse_artifact
from leanbridge.ports.mlir.exact import Rational, entries_of, evaluate, lower, ops_used, program_of
from leanbridge.ports.mlir.exact.program import Array
from leanbridge.ports.mlir.exact.rules import RULES
from tests.ports.mlir.exact.programs import PROGRAMS, Program, drawn

INPUTS = 4


def floats(entries: Array, like: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Exact entries in the dtype of an executed result."""
    values = entries.ravel().tolist()
    if like.dtype.kind == "f":
        values = [to_float(x) for x in values]
    return np.array(values, like.dtype).reshape(entries.shape)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.ops.replace(" ", "-"))
def test_a_program_gives_what_jax_gives(program: Program) -> None:
    random = np.random.default_rng(0)
    inputs = [[drawn(a, random) for a in program.arguments] for _ in range(INPUTS)]
    lowered = lower(program.function, inputs[0])
    assert set(program.ops.split()) <= ops_used(lowered.program).keys() | {"call"}
    with jax.enable_x64(True):
        compiled = jax.jit(program.function)
        executed = [jax.tree_util.tree_leaves(compiled(*given)) for given in inputs]
    algebra = Rational()
    for given, expected in zip(inputs, executed, strict=True):
        types = lowered.program.parameters
        entries = [entries_of(a, t, algebra) for a, t in zip(given, types, strict=True)]
        results = evaluate(lowered.program, entries, algebra).results
        assert len(results) == len(expected) > 0
        for got, wanted in zip(results, map(np.asarray, expected), strict=True):
            made = floats(got, wanted)
            if program.is_rounded:
                np.testing.assert_allclose(made, wanted, rtol=1e-13)
            else:
                np.testing.assert_array_equal(made, wanted)


#: Ops that JAX writes in other ways, in texts.
TEXTS = {
    "if": """\
func.func @main(%t: tensor<i1>, %x: tensor<2xf64>) -> tensor<2xf64> {
  %r = "stablehlo.if"(%t) ({
    %n = stablehlo.negate %x : tensor<2xf64>
    stablehlo.return %n : tensor<2xf64>
  }, {
    stablehlo.return %x : tensor<2xf64>
  }) : (tensor<i1>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}
""",
    "logistic": """\
func.func @main(%t: tensor<i1>, %x: tensor<2xf64>) -> tensor<2xf64> {
  %r = stablehlo.logistic %x : tensor<2xf64>
  return %r : tensor<2xf64>
}
""",
}


@pytest.mark.parametrize("truth", [True, False])
@pytest.mark.parametrize("op", TEXTS)
def test_a_text_gives_what_xla_gives(op: str, truth: bool) -> None:
    artifact = parse_artifact(TEXTS[op])
    given = [np.array(truth), np.array([0.5, -3.0])]
    (executed,) = Executable(artifact)(given)
    program, algebra = program_of(artifact), Rational()
    assert op in ops_used(program)
    entries = [entries_of(a, t, algebra) for a, t in zip(given, program.parameters, strict=True)]
    (result,) = evaluate(program, entries, algebra).results
    np.testing.assert_allclose(floats(result, executed), executed, rtol=1e-14)


def test_every_rule_is_among_the_programs() -> None:
    shown = {op for program in PROGRAMS for op in program.ops.split()} | TEXTS.keys()
    assert RULES.keys() - shown == set()
    assert shown - RULES.keys() == set()
