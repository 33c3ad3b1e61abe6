"""Ways to call: code for applications, with the common arities written out for speed.

Knows neither terms nor ops.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from leanbridge.interp.run import Code, Env, Run
from leanbridge.interp.values import Value


def always(value: Value) -> Code:
    return lambda _: value


def failing(error: Callable[[], Exception]) -> Code:
    """Code that raises: what is not modelled fails where it is needed, not where it stands."""

    def fail(_: Env) -> Value:
        raise error()

    return fail


def apply_to(fn: Code, args: Sequence[Code]) -> Code:
    """`fn a₁ … aₙ`, one argument at a time."""
    match list(args):
        case []:
            return fn
        case [a]:
            return lambda env: fn(env)(a(env))
        case [a, b]:
            return lambda env: fn(env)(a(env))(b(env))
        case [a, b, c]:
            return lambda env: fn(env)(a(env))(b(env))(c(env))

    def call(env: Env) -> Value:
        out = fn(env)
        for arg in args:
            out = out(arg(env))
        return out

    return call


def apply_bound(run: Run, place: int, args: Sequence[Code]) -> Code:
    """`apply_to` for a bound variable. In `f x i` with a tensor `x`, `f x` is found once for all
    `i`."""
    match list(args):
        case [a]:
            return lambda env: env[place](a(env))
        case [a, b]:

            def call(env: Env) -> Value:
                f, x = env[place], a(env)
                if type(x) is int or not callable(x):
                    return f(x)(b(env))
                return run.once(("·", id(f), id(x)), (f, x), lambda: f(x))(b(env))

            return call
        case [a, b, c]:
            return lambda env: env[place](a(env))(b(env))(c(env))
        case _:
            return apply_to(lambda env: env[place], args)


def part(number: int, pair: Code, place: int | None) -> Code:
    """A component of a pair; `place` is that of a pair that is a bound variable."""
    if place is not None:
        return lambda env: env[place][number]
    return lambda env: pair(env)[number]


def strict(run: Run, function: Callable[..., Value], args: Sequence[Code]) -> Code:
    """A rule on the values of its arguments."""
    match list(args):
        case []:
            return lambda env: function(run)
        case [a]:
            return lambda env: function(run, a(env))
        case [a, b]:
            return lambda env: function(run, a(env), b(env))
        case [a, b, c]:
            return lambda env: function(run, a(env), b(env), c(env))
        case _:
            return lambda env: function(run, *[a(env) for a in args])


def plain(function: Callable[..., Value], args: Sequence[Code]) -> Code:
    """A resolved rule on the values of its arguments."""
    match list(args):
        case []:
            return lambda env: function()
        case [a]:
            return lambda env: function(a(env))
        case [a, b]:
            return lambda env: function(a(env), b(env))
        case _:
            return lambda env: function(*[a(env) for a in args])


def curried(
    arity: int, args: Sequence[Code], function: Callable[[tuple[Value, ...]], Value], skip: int = 0
) -> Code:
    """`function` on exactly `arity` values: waits for the missing ones, applies the result to the
    others. The first `skip` values are not looked at."""
    given = [always(None) if i < skip else a for i, a in enumerate(args[:arity])]
    if len(given) == arity:
        return apply_to(lambda env: function(tuple([a(env) for a in given])), args[arity:])
    return lambda env: waiting(arity, tuple([a(env) for a in given]), function)


def waiting(
    arity: int, have: tuple[Value, ...], function: Callable[[tuple[Value, ...]], Value]
) -> Callable[[Value], Value]:
    """A partial application."""

    def take(value: Value) -> Value:
        now = (*have, value)
        return function(now) if len(now) == arity else waiting(arity, now, function)

    return take
