"""Derivatives at a point, by `interp.derivative`: the value of f and its Lean body only."""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.errors import Unsupported
from leanbridge.interp.derivative import differentiate
from leanbridge.interp.exact_rules.arithmetic import numeral, scale
from leanbridge.interp.exact_rules.comparison import equal, equal_linear
from leanbridge.interp.reals import ONE, Truth
from leanbridge.interp.run import Run
from leanbridge.interp.values import BaseType, TypeValue, Value, show_type


def _over_reals(field: TypeValue) -> None:
    if field != BaseType("Real"):
        raise Unsupported(f"a derivative over {show_type(field)}")


def fderiv(
    run: Run, field: TypeValue, source: TypeValue, target: TypeValue
) -> Callable[[Value, Value], Value]:
    """`fderiv ℝ f x`, Lean's 0 (counted) where f is proved not differentiable. Raises: Kink."""
    _over_reals(field)

    def at(f: Value, x: Value) -> Value:
        found = differentiate(run, f, x, source, target)
        if found is not None:
            return found
        run.count_junk()
        return lambda _: numeral(run, target)(0)

    return at


def deriv(run: Run, field: TypeValue, target: TypeValue) -> Callable[[Value, Value], Value]:
    """`deriv f x` = `fderiv ℝ f x 1`."""
    derivative = fderiv(run, field, field, target)
    return lambda f, x: derivative(f, x)(ONE)


def differentiable_at(
    run: Run, field: TypeValue, source: TypeValue, target: TypeValue
) -> Callable[[Value, Value], Truth]:
    """`DifferentiableAt ℝ f x`. Raises: Kink if the kink rule proves neither."""
    _over_reals(field)
    return lambda f, x: differentiate(run, f, x, source, target) is not None


def has_fderiv_at(
    run: Run, field: TypeValue, source: TypeValue, target: TypeValue
) -> Callable[[Value, Value, Value], Truth]:
    """`HasFDerivAt f f' x`: differentiable, and f' is the derivative (decided on a basis)."""
    _over_reals(field)

    def decide(f: Value, claimed: Value, x: Value) -> Truth:
        found = differentiate(run, f, x, source, target)
        return False if found is None else equal_linear(run, source, target, claimed, found)

    return decide


def has_deriv_at(
    run: Run, field: TypeValue, target: TypeValue
) -> Callable[[Value, Value, Value], Truth]:
    """`HasDerivAt f f' x`."""
    _over_reals(field)

    def decide(f: Value, claimed: Value, x: Value) -> Truth:
        found = differentiate(run, f, x, field, target)
        return False if found is None else equal(run, target)(claimed, found(ONE))

    return decide


def smul_right(
    run: Run, field: TypeValue, source: TypeValue, target: TypeValue
) -> Callable[[Value, Value], Value]:
    """`c.smulRight v`: x ↦ c x • v."""
    times = scale(run, field, target)
    return lambda c, v: lambda x: times(c(x), v)
