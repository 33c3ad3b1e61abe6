"""Connectives, quantifiers, conditionals, casts along equations."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from leanbridge.errors import Unsupported
from leanbridge.interp.exact_rules.comparison import equal, same_type
from leanbridge.interp.failures import Undefined
from leanbridge.interp.reals import Truth
from leanbridge.interp.run import Code, Env, Run, all_of, any_of
from leanbridge.interp.values import PROOF, TypeValue, Value, show_type


def points_of(run: Run, what: str, type: TypeValue) -> Iterator[Value]:
    """The elements of a type, one step each. Raises: Unsupported if it is infinite."""
    found = run.elements(type)
    if found is None:
        raise Unsupported(f"{what} over {show_type(type)}, which is infinite")
    for x in found:
        run.tick()
        yield x


def conjunction(run: Run, args: tuple[Code, ...], env: Env) -> Truth:
    return all_of(run.as_truth(p(env)) for p in args)


def disjunction(run: Run, args: tuple[Code, ...], env: Env) -> Truth:
    return any_of(run.as_truth(p(env)) for p in args)


def negation(run: Run, p: Value) -> Truth:
    """Raises: Undecided on what is known only within a distance."""
    return not bool(run.as_truth(p))


def equivalence(run: Run, p: Value, q: Value) -> Truth:
    return bool(run.as_truth(p)) == bool(run.as_truth(q))


def exists(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    return lambda p: any_of(run.as_truth(p(x)) for x in points_of(run, "∃", type))


def exists_unique(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    def decide(p: Value) -> Truth:
        same = equal(run, type)
        found: list[Value] = []
        for x in points_of(run, "∃!", type):
            if run.as_truth(p(x)) and not any(same(x, y) for y in found):
                found.append(x)
        return len(found) == 1

    return decide


def nonempty(run: Run, type: TypeValue) -> Callable[[], Truth]:
    def decide() -> Truth:
        found = run.elements(type)
        if found is not None:
            return any(True for _ in found)
        if inhabited(run, type):
            return True
        raise Unsupported(f"Nonempty {show_type(type)}")

    return decide


def inhabited(run: Run, type: TypeValue) -> bool:
    """Whether an infinite type is seen to have an element."""
    from leanbridge.interp.values import BaseType, FunctionType, ProdType

    match type:
        case BaseType("Nat" | "Int" | "Rat" | "Real" | "String" | "Char" | "Type"):
            return True
        case ProdType(first, second):
            return bool(nonempty(run, first)()) and bool(nonempty(run, second)())
        case FunctionType(domain, codomain):
            found = run.elements(domain)
            return found is not None and all(bool(nonempty(run, codomain(x))()) for x in found)
        case _:
            return False


def not_zero(run: Run, type: TypeValue) -> Callable[[Value], Truth]:
    """`NeZero n`."""
    from leanbridge.interp.exact_rules.arithmetic import numeral

    same = equal(run, type)
    return lambda n: not bool(same(n, numeral(run, type)(0)))


def if_then_else(run: Run, args: tuple[Code, ...], env: Env) -> Value:
    _, condition, yes, no = args
    return yes(env) if run.as_truth(condition(env)) else no(env)


def dependent_if(run: Run, args: tuple[Code, ...], env: Env) -> Value:
    _, condition, yes, no = args
    return yes(env)(PROOF) if run.as_truth(condition(env)) else no(env)(PROOF)


def conditional(run: Run, args: tuple[Code, ...], env: Env) -> Value:
    """`cond b x y` (`bif`)."""
    _, condition, yes, no = args
    return yes(env) if condition(env) else no(env)


def bool_and(run: Run, args: tuple[Code, ...], env: Env) -> bool:
    return bool(args[0](env) and args[1](env))


def bool_or(run: Run, args: tuple[Code, ...], env: Env) -> bool:
    return bool(args[0](env) or args[1](env))


def decide(run: Run, p: Value) -> bool:
    """`Decidable.decide p`. Raises: Undecided."""
    return bool(run.as_truth(p))


def lawful_equal(run: Run, type: TypeValue) -> Callable[[Value, Value], bool]:
    same = equal(run, type)
    return lambda a, b: bool(same(a, b))


def lawful_unequal(run: Run, type: TypeValue) -> Callable[[Value, Value], bool]:
    same = equal(run, type)
    return lambda a, b: not bool(same(a, b))


def cast_along(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value, Value], Value]:
    """`Eq.mpr`, `Eq.mp`, `cast`: the value itself. Raises: Undefined if the types differ."""
    if not same_type(run, source, target):
        raise Undefined(
            "a cast between types that differ", got=show_type(target), expected=show_type(source)
        )
    return lambda _, a: a


def eq_rec(run: Run, args: tuple[Code, ...], env: Env) -> Value:
    """`Eq.rec α a motive m b h` = m. Raises: Undefined if a ≠ b."""
    type, a, _, value, b, _ = args
    if not equal(run, run.as_type(type(env)))(a(env), b(env)):
        raise Undefined("a rewrite along an equation that is false")
    return value(env)


def rewrite(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Value]:
    """`h ▸ e` (`Eq.rec_cast α β p h e`). Raises: Undefined if the two types differ."""
    through = cast_along(run, source, target)
    return lambda _, proof, value: through(proof, value)


def unreachable(run: Run, *_: Value) -> Value:
    """A value from a proof of False."""
    raise Undefined("a value was asked of a contradiction")


def injective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Truth]:
    def decide_it(f: Value) -> Truth:
        same, alike = equal(run, target), equal(run, source)
        items = [(x, f(x)) for x in points_of(run, "injectivity", source)]
        run.tick(len(items) ** 2 // 2)
        return not any(
            same(y, z) and not alike(x, w) for i, (x, y) in enumerate(items) for w, z in items[:i]
        )

    return decide_it


def surjective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Truth]:
    def decide_it(f: Value) -> Truth:
        same = equal(run, target)
        reached = [f(x) for x in points_of(run, "surjectivity", source)]
        return all(any(same(y, z) for z in reached) for y in points_of(run, "surjectivity", target))

    return decide_it


def bijective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Truth]:
    one, onto = injective(run, source, target), surjective(run, source, target)
    return lambda f: bool(one(f)) and bool(onto(f))
