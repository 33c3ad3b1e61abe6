"""The array interpreter from outside: what it takes and gives, at which dtype, and what it refuses.

Values are those of NumPy expressions written here; agreement with the exact interpreter is in
`test_array_specs`.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from leanbridge.core.terms import (
    PROP,
    Const,
    FVar,
    Lam,
    Lit,
    Pi,
    Term,
    app,
    arrow,
    const,
    instantiate,
    lift,
    nat,
)
from leanbridge.errors import InputError, Unsupported
from leanbridge.interp import array_arithmetic
from leanbridge.interp.array import Array, Trials
from leanbridge.interp.exact import Override
from leanbridge.interp.failures import LimitReached, Undefined
from leanbridge.interp.values import PROOF, Data, Table
from leanbridge.limits import Limits
from oracles import pool
from tests.interp.lean import OK, Environment, N, R, b, lam
from tests.interp.specs import definitions, spec

X = np.random.default_rng(0).normal(size=(2, 6, 8))
POOL = spec("maxPool3s2", 2, 3, 4)
BACKENDS = ["numpy", "jax"]


def tensor(*sizes: int) -> Term:
    out: Term = R
    for n in reversed(sizes):
        out = arrow(const("Fin", nat(n)), out)
    return out


def array(**options: Any) -> Array:
    return Array(definitions(), **options)


# ----- results ----------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_dtype_of_the_arrays_is_kept(backend: Any, dtype: Any) -> None:
    x = X.astype(dtype)
    out = array(backend=backend).compile(POOL)(x)
    assert out.dtype == dtype
    np.testing.assert_array_equal(out, pool.max_pool_3s2(x))


def test_constants_and_casts_do_not_widen() -> None:
    half = const("HDiv.hDiv", R, const("OfNat.ofNat", R, Lit(1)), const("OfNat.ofNat", R, Lit(2)))
    index = const("Nat.cast", R, const("Fin.val", nat(3), b(0)))
    body = const("HAdd.hAdd", R, const("HMul.hMul", R, half, app(b(1), b(0))), index)
    term = lam(("x", tensor(3)), ("i", const("Fin", nat(3))), body)
    out = array().compile(term)(np.array([2, 4, 6], np.float32))
    assert out.dtype == np.float32
    assert out.tolist() == [1, 3, 5]


def test_a_dtype_can_be_asked_for() -> None:
    assert array(dtype="float32").compile(POOL)(X).dtype == np.float32
    assert array().compile(POOL)(np.arange(96).reshape(2, 6, 8)).dtype == np.float64


def test_index_arrays_pairs_sets_and_structures_come_out() -> None:
    rows = array().compile(spec("win3RowInv", 3))()
    assert rows.tolist() == [[0, 0, 1], [1, 2, 3], [3, 4, 5]]
    a, c = array().compile(spec("maxPool3s2Argmax", 2, 3, 4))(X)
    assert (a.shape, c.shape, a.dtype) == ((2, 3, 4), (2, 3, 4), np.dtype(np.int64))
    sizes = [nat(n) for n in (3, 2, 3, 4, 6, 8)]
    maps = (const("Proofs.win3RowInv", nat(3)), const("Proofs.win3ColInv", nat(4)))
    members = array().compile(app(const("Proofs.windowMaxOffsets", *sizes), *maps))(X)
    assert members.shape == (2, 3, 4, 9)
    assert (members.argmax(-1) == 3 * a + c).all()
    env = Environment()
    env.structure("P", N, 0, {"left": N, "right": N, "law": PROP}, frozenset({"law"}))
    record = const("P.mk", nat(3), nat(4), OK)
    made = Array(env).evaluate(record)
    assert isinstance(made, Data)
    assert [int(made.fields[0]), int(made.fields[1]), made.fields[2]] == [3, 4, PROOF]


# ----- variables and trials ---------------------------------------------------------------


def test_variables_may_be_arrays_tables_or_numbers() -> None:
    x, i = FVar(0, "x"), FVar(1, "i")
    term = app(x, i)
    assert array().evaluate(term, {x: np.array([1.5, 2.5]), i: 1}) == 2.5
    assert array().evaluate(term, {x: Table((7, 9)), i: 0}) == 7


@pytest.mark.parametrize("backend", BACKENDS)
def test_trials_are_the_single_results_stacked(backend: Any) -> None:
    xs = np.random.default_rng(1).normal(size=(5, 2, 6, 8))
    many = array(backend=backend).compile(POOL, trials=True)(xs)
    np.testing.assert_array_equal(many, np.stack([pool.max_pool_3s2(x) for x in xs]))
    x = FVar(0, "x")
    smooth = app(spec("MaxPool3s2Smooth", 2, 3, 4), x)
    xs[2] = 0
    truths = array(backend=backend).evaluate(smooth, {x: Trials(xs)})
    assert np.asarray(truths).tolist() == [True, True, False, True, True]


def test_a_theorem_is_a_truth_for_each_trial() -> None:
    """`maxPool3s2Argmax_max` at five random arrays at once; its ∀ over indices are axes."""
    type = definitions().declaration("Proofs.maxPool3s2Argmax_max").type  # type: ignore[union-attr]
    statement: Term = type
    for n in (2, 3, 4):
        assert isinstance(statement, Pi)
        statement = instantiate(statement.body, (nat(n),))
    assert isinstance(statement, Pi)
    term = Lam("x", "", statement.type, statement.body)
    xs = np.random.default_rng(2).integers(-1, 2, (5, 2, 6, 8)) / 2
    assert array().compile(term, trials=True)(xs).tolist() == [True] * 5


# ----- indices never wrap and never clamp --------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("wrong", "message"),
    [("sub", "got: -1 to 5"), ("add", "got: 1 to 7")],  # -1 would wrap; 6 and 7 would clamp
)
def test_a_planted_index_out_of_range_is_caught(
    monkeypatch: pytest.MonkeyPatch, backend: Any, wrong: str, message: str
) -> None:
    compiled = array(backend=backend).compile(POOL)
    np.testing.assert_array_equal(compiled(X), pool.max_pool_3s2(X))  # reflexive: not planted
    monkeypatch.setattr(array_arithmetic, "NAT", {**array_arithmetic.NAT, "-": wrong})
    with pytest.raises(Undefined, match="Fin n needs v < n") as error:
        array(backend=backend).compile(POOL)(X)
    assert message in str(error.value)


def shifted(n: int, guard: bool) -> Term:
    """`fun (x : Fin n → ℝ) (i : Fin n) => if h : 1 ≤ i then x ⟨i - 1, _⟩ else 0`, the
    subtraction over ℤ; or without the condition."""
    value = const("Fin.val", nat(n), b(0))
    below = const("HSub.hSub", Const("Int"), const("Int.ofNat", value), const("Int.ofNat", nat(1)))
    read = app(b(1), const("Fin.mk", nat(n), below, OK))
    if not guard:
        return lam(("x", tensor(n)), ("i", const("Fin", nat(n))), read)
    holds = const("LE.le", N, nat(1), value)
    zero = const("OfNat.ofNat", R, Lit(0))
    branch = const(
        "dite", R, holds, lam(("h", holds), lift(read, 1)), lam(("h", const("Not", holds)), zero)
    )
    return lam(("x", tensor(n)), ("i", const("Fin", nat(n))), branch)


def test_a_guarded_index_is_checked_where_it_is_read() -> None:
    x = np.array([1.0, 2.0, 3.0])
    assert array().compile(shifted(3, guard=True))(x).tolist() == [0, 1, 2]
    with pytest.raises(Undefined, match="needs v < n"):
        array().compile(shifted(3, guard=False))(x)


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_index_that_depends_on_data_is_checked_on_the_data(backend: Any) -> None:
    """`x ⟨⌊y⌋₊, _⟩`: no bound is known before the data is."""
    floor = const("Nat.floor", R, b(0))
    term = lam(("x", tensor(3)), ("y", R), app(b(1), const("Fin.mk", nat(3), floor, OK)))
    read = array(backend=backend).compile(term)
    x = np.array([1.0, 2.0, 3.0])
    assert float(read(x, 2.5)) == 3
    assert float(read(x, -7.5)) == 1  # ⌊·⌋₊ of a negative is 0
    with pytest.raises(Undefined, match="needs v < n"):
        read(x, 3.0)


def test_integer_arguments_are_within_their_type() -> None:
    gather = array().compile(spec("windowMax", 1, 1, 2, 2, 3, 3))
    x = np.arange(9.0).reshape(1, 3, 3)
    rows, columns = np.array([[0], [2]]), np.array([[1], [1]])
    assert gather(rows, columns, x).tolist() == [[[1, 1], [7, 7]]]
    for bad in (-1, 3):
        with pytest.raises(InputError, match="outside its type"):
            gather(np.array([[0], [bad]]), columns, x)


def test_integers_never_leave_64_bits_silently() -> None:
    big = const("HPow.hPow", N, N, nat(10), nat(30))
    term = lam(
        ("i", const("Fin", nat(2))), const("HMul.hMul", N, big, const("Fin.val", nat(2), b(0)))
    )
    with pytest.raises(Unsupported, match="64 bits"):
        array().compile(term)()
    exact = const("HMod.hMod", N, big, nat(7))  # numbers are of any size
    assert int(array().evaluate(exact)) == 10**30 % 7


# ----- the boundary -----------------------------------------------------------------------


def test_nothing_is_broadcast_and_nothing_cast_at_the_boundary() -> None:
    compiled = array().compile(POOL)
    for wrong in (X[:1], X[0], X.transpose(0, 2, 1)):
        with pytest.raises(InputError, match="a wrong shape"):
            compiled(wrong)
    with pytest.raises(InputError, match="a wrong dtype"):
        compiled(X > 0)
    with pytest.raises(InputError, match="floats, integers or truths"):
        compiled(X.astype(object))
    with pytest.raises(InputError, match="number of arguments"):
        compiled(X, X)


def test_axes_of_one_size_are_not_confused() -> None:
    """At h = w a transposed read would have the right shape."""
    x = np.random.default_rng(3).normal(size=(2, 6, 6))
    out = array().compile(spec("maxPool3s2", 2, 3, 3))(x)
    np.testing.assert_array_equal(out, pool.max_pool_3s2(x))
    assert not np.array_equal(out, pool.max_pool_3s2(x.transpose(0, 2, 1)))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("sizes", [(0, 2, 3), (2, 0, 3), (2, 2, 0), (0, 0, 0)])
def test_empty_arrays(backend: Any, sizes: tuple[int, int, int]) -> None:
    c, h, w = sizes
    x = np.zeros((c, 2 * h, 2 * w))
    run = array(backend=backend)
    assert run.compile(spec("maxPool3s2", *sizes))(x).shape == sizes
    assert run.compile(spec("maxPool3s2LocalReindex", *sizes))(x).shape == (0,)
    assert bool(run.compile(spec("MaxPool3s2Smooth", *sizes))(x))
    assert run.compile(spec("maxPool3s2Flat", *sizes))(x.reshape(-1)).shape == (0,)


def test_what_is_not_computed_says_so_by_name() -> None:
    cases = [
        (const("List.sum", R, const("List.nil", R)), "List.sum"),
        (const("fderiv", R, R, R, Const("id"), nat(0)), "fderiv"),
        (Const("unheard.of"), "unheard.of"),
        (lam(("f", arrow(R, R)), b(0)), "ℝ → ℝ"),
    ]
    for term, name in cases:
        with pytest.raises(Unsupported) as error:
            array().compile(term)()
        assert name in str(error.value)


def test_limits_are_counts() -> None:
    with pytest.raises(LimitReached, match="array entries"):
        Array(definitions(), limits=Limits(array_entries=10)).compile(spec("win3RowInv", 9))()
    with pytest.raises(LimitReached, match="array entries"):
        Array(definitions(), limits=Limits(array_entries=20)).compile(POOL)(X)
    with pytest.raises(LimitReached, match="steps"):
        Array(definitions(), limits=Limits(steps=1)).compile(POOL)(X)


# ----- ports ------------------------------------------------------------------------------


def ported(function: Any, arity: int = 4, name: str = "maxPool3s2", **options: Any) -> Array:
    return array(overrides={f"Proofs.{name}": Override(arity, function)}, **options)


def test_a_port_runs_wherever_its_name_occurs() -> None:
    seen: list[Any] = []

    def port(values: tuple[Any, ...]) -> Any:
        seen.append([*values[:3], values[3].shape])
        return pool.max_pool_3s2(values[3]) + 1

    out = ported(port).compile(spec("maxPool3s2Flat", 2, 3, 4))(X.reshape(-1))
    np.testing.assert_array_equal(out, pool.max_pool_3s2(X).reshape(-1) + 1)
    assert seen == [[2, 3, 4, (2, 6, 8)]]
    xs = np.stack([X, -X, 2 * X])
    many = ported(port).compile(POOL, trials=True)(xs)
    np.testing.assert_array_equal(many, np.stack([pool.max_pool_3s2(x) + 1 for x in xs]))
    assert len(seen) == 4  # once for each trial


def test_a_port_that_gives_pairs_and_indices() -> None:
    def port(values: tuple[Any, ...]) -> Any:
        return pool.max_pool_3s2_argmax(values[3])

    run = ported(port, name="maxPool3s2Argmax")
    a, c = run.compile(spec("maxPool3s2Argmax", 2, 3, 4))(X)
    expected = pool.max_pool_3s2_argmax(X)
    np.testing.assert_array_equal(np.stack([a, c]), np.stack(expected))

    def outside(values: tuple[Any, ...]) -> Any:
        return tuple([i + 1 for i in port(values)])

    with pytest.raises(InputError, match=r"maxPool3s2Argmax: the result has an index out of range"):
        ported(outside, name="maxPool3s2Argmax").compile(spec("maxPool3s2Argmax", 2, 3, 4))(X)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [(lambda y: y[:1], "a wrong shape"), (lambda y: y > 0, "a wrong dtype")],
)
def test_a_port_with_another_result_is_named(wrong: Any, message: str) -> None:
    run = ported(lambda values: wrong(pool.max_pool_3s2(values[3])))
    with pytest.raises(InputError, match=f"Proofs.maxPool3s2: the result has {message}"):
        run.compile(POOL)(X)


def test_a_jax_port_is_mapped_over_trials() -> None:
    pool_jax = pytest.importorskip("oracles.pool_jax")
    run = ported(lambda values: pool_jax.max_pool_3s2(values[3]), backend="jax")
    xs = np.stack([X, -X])
    out = run.compile(POOL, trials=True)(xs)
    np.testing.assert_array_equal(out, np.stack([pool.max_pool_3s2(x) for x in xs]))


# ----- JAX --------------------------------------------------------------------------------


def test_the_compiled_term_takes_jax_transformations() -> None:
    jax = pytest.importorskip("jax")
    compiled = array(backend="jax").compile(POOL)
    x = X.astype(np.float32)
    direction = np.random.default_rng(4).normal(size=x.shape).astype(np.float32)
    np.testing.assert_array_equal(jax.jit(compiled)(x), pool.max_pool_3s2(x))
    np.testing.assert_array_equal(jax.vmap(compiled)(np.stack([x, -x]))[1], pool.max_pool_3s2(-x))
    value, tangent = jax.jvp(compiled, (x,), (direction,))
    reads = pool.max_pool_3s2_local_reindex(x)
    np.testing.assert_array_equal(value, pool.max_pool_3s2(x))
    np.testing.assert_array_equal(tangent.reshape(-1), direction.reshape(-1)[reads])
    gradient = jax.grad(lambda a: compiled(a).sum())(x)
    ones = np.ones((2, 3, 4), np.float32)
    np.testing.assert_array_equal(gradient, pool.max_pool_3s2_backward(x, ones))


def test_a_check_of_data_cannot_hide_in_a_transformation() -> None:
    jax = pytest.importorskip("jax")
    argmax = array(backend="jax").compile(spec("maxPool3s2Argmax", 2, 3, 4))
    with pytest.raises(Unsupported, match="under a JAX transformation"):
        jax.vmap(argmax)(np.stack([X, X]))


def test_importing_it_does_not_import_jax() -> None:
    code = "import sys, leanbridge.interp.array; sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    control = "import sys, jax; sys.exit('jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", control], check=False).returncode == 1
