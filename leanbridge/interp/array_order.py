"""Equality, order, connectives, quantifiers and conditionals on arrays.

A proposition is a truth array, with an axis for each free index variable; `∀` and `∃` reduce it.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.errors import Unsupported
from leanbridge.interp.array_axes import FALSE, TRUE, Arr, known
from leanbridge.interp.array_reduce import some, total
from leanbridge.interp.array_run import Run
from leanbridge.interp.array_values import Members, Value, everything, index_sizes
from leanbridge.interp.failures import Undefined
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    ProofType,
    PropType,
    SubType,
    TypeValue,
    show_type,
)

Relation = Callable[[Value, Value], Arr]
NUMBERS = ("Nat", "Int", "Rat", "Real", "Bool")


def _compare(run: Run, op: str) -> Relation:
    def decide(a: Arr, b: Arr) -> Arr:
        rec = run.rec
        if "real" in (a.kind, b.kind):
            return rec.elementwise(op, rec.real(a), rec.real(b))
        if op in ("lt", "le"):  # false < true
            a, b = rec.integer(a), rec.integer(b)
        return rec.elementwise(op, a, b)

    return decide


def both(run: Run, a: Arr, b: Arr) -> Arr:
    return run.rec.elementwise("and", a, b)


def negation(run: Run, p: Value) -> Arr:
    return run.rec.elementwise("not", run.as_truth(p))


def equal(run: Run, type: TypeValue) -> Relation:
    """`a = b` at a type. Raises: Unsupported."""
    match type:
        case BaseType(name) if name in NUMBERS:
            return _compare(run, "eq")
        case BaseType("Type"):
            return lambda a, b: known(same_type(run, run.as_type(a), run.as_type(b)))
        case FinType():
            return _compare(run, "eq")
        case PropType():
            return lambda p, q: run.rec.elementwise("eq", run.as_truth(p), run.as_truth(q))
        case ProofType():
            return lambda a, b: TRUE
        case ProdType(first, second):
            one, two = equal(run, first), equal(run, second)
            return lambda a, b: both(run, one(a[0], b[0]), two(a[1], b[1]))
        case SubType(carrier, _):
            return equal(run, carrier)
        case FunctionType():
            return lambda f, g: run.forall(
                type.domain,
                lambda x: equal(run, type.codomain(x))(run.apply(f, x), run.apply(g, x)),
            )
        case DataType("Finset", (item,)):
            return lambda s, t: both(
                run,
                contained(run, run.as_type(item), s, t),
                contained(run, run.as_type(item), t, s),
            )
        case DataType("Equiv", (source, target)):
            arrow = FunctionType(run.as_type(source), lambda _: run.as_type(target))
            return lambda e, f: equal(run, arrow)(e.fields[0], f.fields[0])
    raise Unsupported(f"equality on {show_type(type)}")


def member(run: Run, type: TypeValue, s: Value, a: Value) -> Arr:
    """`a ∈ s`."""
    if not isinstance(s, Members):
        return run.as_truth(run.apply(s, a))
    axes, point, mask = s.at_axes()
    return some(run.rec, both(run, mask, equal(run, type)(point, a)), axes)


def contained(run: Run, type: TypeValue, s: Members, t: Members) -> Arr:
    """`s ⊆ t` of finite sets."""
    from leanbridge.interp.array_reduce import every

    axes, point, mask = s.at_axes()
    return every(run.rec, run.implies(mask, lambda: member(run, type, t, point)), axes)


def same_type(run: Run, a: TypeValue, b: TypeValue) -> bool:
    """Whether two types agree as far as sizes and names tell."""
    match a, b:
        case ProofType(), ProofType():
            return True
        case ProdType(), ProdType():
            return same_type(run, a.first, b.first) and same_type(run, a.second, b.second)
        case SubType(), SubType():
            return same_type(run, a.carrier, b.carrier)
        case FunctionType(), FunctionType():
            if not same_type(run, a.domain, b.domain):
                return False
            if index_sizes(a.domain) is None:
                return True
            _, x = run.fresh(a.domain)
            return same_type(run, a.codomain(x), b.codomain(x))
        case DataType(), DataType():
            return a.name == b.name and len(a.arguments) == len(b.arguments)
        case _:
            return a == b


# ----- order ------------------------------------------------------------------------------


def less_equal(run: Run, type: TypeValue) -> Relation:
    """`a ≤ b` at a type. Raises: Unsupported."""
    match type:
        case FinType():
            return _compare(run, "le")
        case BaseType(name) if name in NUMBERS:
            return _compare(run, "le")
        case PropType():
            return lambda p, q: run.implies(run.as_truth(p), lambda: q)
        case SubType(carrier, _):
            return less_equal(run, carrier)
        case ProdType(first, second):
            one, two = less_equal(run, first), less_equal(run, second)
            return lambda a, b: both(run, one(a[0], b[0]), two(a[1], b[1]))
        case FunctionType():
            return lambda f, g: run.forall(
                type.domain,
                lambda x: less_equal(run, type.codomain(x))(run.apply(f, x), run.apply(g, x)),
            )
        case DataType("Finset", (item,)):
            return lambda s, t: contained(run, run.as_type(item), s, t)
    raise Unsupported(f"`≤` on {show_type(type)}")


def less(run: Run, type: TypeValue) -> Relation:
    """`a < b` at a type: on a partial order `a ≤ b` and not `b ≤ a`."""
    match type:
        case FinType():
            return _compare(run, "lt")
        case BaseType(name) if name in NUMBERS:
            return _compare(run, "lt")
        case SubType(carrier, _):
            return less(run, carrier)
        case _:
            below = less_equal(run, type)
            return lambda a, b: both(run, below(a, b), negation(run, below(b, a)))


def flipped(order: Callable[[Run, TypeValue], Relation]) -> Callable[[Run, TypeValue], Relation]:
    """`>` from `<`, `≥` from `≤`."""

    def resolve(run: Run, type: TypeValue) -> Relation:
        below = order(run, type)
        return lambda a, b: below(b, a)

    return resolve


def not_equal(run: Run, type: TypeValue) -> Relation:
    same = equal(run, type)
    return lambda a, b: negation(run, same(a, b))


def divides(run: Run, type: TypeValue) -> Relation:
    """`a ∣ b`; 0 ∣ b ↔ b = 0, which n % 0 = n gives by itself."""
    match type:
        case BaseType("Nat" | "Int"):
            op = "nat_mod" if type == BaseType("Nat") else "int_mod"
            return lambda a, b: run.rec.elementwise("eq", run.rec.elementwise(op, b, a), known(0))
        case BaseType("Real" | "Rat"):
            zero = _compare(run, "eq")
            return lambda a, b: run.implies(zero(a, known(0.0)), lambda: zero(b, known(0.0)))
    raise Unsupported(f"`∣` on {show_type(type)}")


Order = Callable[[Run, TypeValue], Relation]


def monotone(
    order_in: Order, order_out: Order, *, flip: bool = False, on_set: bool = False
) -> Callable[[Run, TypeValue, TypeValue], Callable[..., Arr]]:
    """The rule of `Monotone` and its kin: `a R b` implies `f a S f b` (flipped: `f b S f a`)."""

    def resolve(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Arr]:
        before, after = order_in(run, source), order_out(run, target)

        def decide(f: Value, inside: Value = None) -> Arr:
            def keeps(a: Value, b: Value) -> Arr:
                premise = before(a, b)
                for x in (a, b) if on_set else ():
                    premise = both(run, premise, run.as_truth(run.apply(inside, x)))
                first, second = (b, a) if flip else (a, b)
                return run.implies(
                    premise, lambda: after(run.apply(f, first), run.apply(f, second))
                )

            return run.forall(source, lambda a: run.forall(source, lambda b: keeps(a, b)))

        return decide

    return resolve


# ----- connectives ------------------------------------------------------------------------


def conjunction(run: Run, p: Callable[[], Value], q: Callable[[], Value]) -> Arr:
    """`p ∧ q`; q is looked at where p holds."""
    first = run.as_truth(p())
    if first.is_known_scalar and not first.data:
        return FALSE
    with run.under(first):
        return both(run, first, run.as_truth(q()))


def disjunction(run: Run, p: Callable[[], Value], q: Callable[[], Value]) -> Arr:
    """`p ∨ q`; q is looked at where p does not hold."""
    first = run.as_truth(p())
    return run.implies(negation(run, first), q)


def equivalence(run: Run, p: Value, q: Value) -> Arr:
    return run.rec.elementwise("eq", run.as_truth(p), run.as_truth(q))


def exclusive(run: Run, p: Value, q: Value) -> Arr:
    return run.rec.elementwise("ne", run.as_truth(p), run.as_truth(q))


def exists(run: Run, type: TypeValue) -> Callable[[Value], Arr]:
    def decide(p: Value) -> Arr:
        axes, x, mask = everything(type, run.rec, "∃").at_axes()
        if any(a.size == 0 for a in axes):
            return FALSE
        with run.under(mask):
            truth = run.as_truth(run.apply(p, x))
        return some(run.rec, both(run, mask, truth), axes)

    return decide


def exists_unique(run: Run, type: TypeValue) -> Callable[[Value], Arr]:
    def decide(p: Value) -> Arr:
        axes, x, mask = everything(type, run.rec, "∃!").at_axes()
        if any(a.size == 0 for a in axes):
            return FALSE
        truth = both(run, mask, run.as_truth(run.apply(p, x)))
        count = total(run.rec, run.rec.integer(truth), axes)
        return run.rec.elementwise("eq", count, known(1))

    return decide


def nonempty(run: Run, type: TypeValue) -> Callable[[], Arr]:
    def decide() -> Arr:
        match type:
            case BaseType("Nat" | "Int" | "Rat" | "Real" | "String" | "Char" | "Type"):
                return TRUE
            case ProofType(truth):
                return run.as_truth(truth())
            case FunctionType(domain, codomain):
                return run.forall(domain, lambda x: nonempty(run, codomain(x))())
        axes, _, mask = everything(type, run.rec, "Nonempty").at_axes()
        return some(run.rec, mask, axes)

    return decide


def if_then_else(run: Run, _: Value, condition: Value, yes: Value, no: Value) -> Value:
    return run.choose(run.as_truth(condition()), yes, no)


def dependent_if(run: Run, _: Value, condition: Value, yes: Value, no: Value) -> Value:
    return run.choose(
        run.as_truth(condition()),
        lambda: run.apply(yes(), PROOF),
        lambda: run.apply(no(), PROOF),
    )


def cast_along(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value, Value], Value]:
    """`Eq.mpr`, `Eq.mp`, `cast`: the value itself. Raises: Undefined if the types differ."""
    if not same_type(run, source, target):
        raise Undefined(
            "a cast between types that differ", got=show_type(target), expected=show_type(source)
        )
    return lambda _, a: a


def rewrite(run: Run, source: TypeValue, target: TypeValue) -> Callable[..., Value]:
    """`h ▸ e` (`Eq.rec_cast α β p h e`)."""
    through = cast_along(run, source, target)
    return lambda _, proof, value: through(proof, value)


def eq_rec(run: Run, type: Value, a: Value, _: Value, value: Value, b: Value, __: Value) -> Value:
    """`Eq.rec α a motive m b h` = m, where a = b."""
    run.demand(equal(run, run.as_type(type()))(a(), b()), "a rewrite along a false equation")
    return value()


def unreachable(run: Run, *_: Value) -> Value:
    """A value from a proof of False: demanded nowhere."""
    run.demand(FALSE, "a value was asked of a contradiction")
    return PROOF


# ----- maps between finite types ------------------------------------------------------------


def injective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Arr]:
    same, alike = equal(run, target), equal(run, source)

    def decide(f: Value) -> Arr:
        return run.forall(
            source,
            lambda x: run.forall(
                source,
                lambda y: run.implies(same(run.apply(f, x), run.apply(f, y)), lambda: alike(x, y)),
            ),
        )

    return decide


def surjective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Arr]:
    same = equal(run, target)

    def decide(f: Value) -> Arr:
        hits = exists(run, source)
        return run.forall(
            target,
            lambda y: hits(run.fun(lambda x: same(run.apply(f, x), y), lambda: source)),
        )

    return decide


def bijective(run: Run, source: TypeValue, target: TypeValue) -> Callable[[Value], Arr]:
    one, onto = injective(run, source, target), surjective(run, source, target)
    return lambda f: both(run, one(f), onto(f))
