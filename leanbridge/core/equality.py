"""Plain definitional equality of terms without metavariables.

Takes two well-typed terms, gives yes or no; the reductions are those of `reduce`. Free variables
are its own: a binder that is opened at one depth always gives the same variable, so that what was
found out about a term is found again. It never assigns anything and is independent of `unify`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from leanbridge.core.environment import Environment
from leanbridge.core.meta import Context
from leanbridge.core.reduce import (
    POINTWISE,
    constructor_fields,
    nat_value,
    offset_of,
    pointwise_type,
    unfold,
    whnf,
    whnf_core,
)
from leanbridge.core.terms import (
    NAT,
    PROP,
    App,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Proof,
    Sort,
    Term,
    app,
    args_of,
    beta,
    const,
    head,
    instantiate,
    nat,
)


class Equality:
    """Equality over one set of free variables; `infer` gives types (for proof irrelevance)."""

    def __init__(self, env: Environment, infer: Callable[[Term], Term]) -> None:
        self.context = Context(env)
        self._infer = infer
        self._depth = 0
        self._variables: dict[tuple[Term, int, int], FVar] = {}
        self._known: dict[tuple[Term, Term], bool] = {}

    # ----- opening binders ----------------------------------------------------------------

    def _variable(self, node: Term, index: int, name: str, type_: Term, value: Term | None) -> FVar:
        key = (node, self._depth, index)
        x = self._variables.get(key)
        if x is None:
            x = self._variables[key] = self.context.local(name, type_, value)
        return x

    @contextmanager
    def opened(self, node: Lam | Pi | Let) -> Iterator[tuple[FVar, Term]]:
        """A variable for the binder `node` and its body with that variable in it."""
        value = node.value if isinstance(node, Let) else None
        x = self._variable(node, 0, node.name, node.type, value)
        self._depth += 1
        try:
            yield x, instantiate(node.body, (x,))
        finally:
            self._depth -= 1

    @contextmanager
    def opened_clause(self, clause: Clause) -> Iterator[tuple[FVar, ...]]:
        """Variables for the telescope of `clause`."""
        xs: tuple[FVar, ...] = ()
        for i, (name, type_) in enumerate(zip(clause.names, clause.types, strict=True)):
            xs = (*xs, self._variable(clause, i, name, instantiate(type_, xs), None))
        self._depth += 1
        try:
            yield xs
        finally:
            self._depth -= 1

    # ----- equality -----------------------------------------------------------------------

    def equal(self, a: Term, b: Term) -> bool:
        """Whether `a` and `b` are equal by definition."""
        if a is b:
            return True
        key = (a, b)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._decide(a, b)
        return known

    def _decide(self, a: Term, b: Term) -> bool:
        if isinstance(a, Proof) or isinstance(b, Proof):
            return True  # a proof's place is a proof's place on both sides: the types agree
        if isinstance(a, Sort) and isinstance(b, Sort):
            return "Sort" in (a.kind, b.kind) or a is b
        if (isinstance(a, Lam) and isinstance(b, Lam)) or (isinstance(a, Pi) and isinstance(b, Pi)):
            return self._equal_bindings(a, b)
        if self._equal_spines(a, b):
            return True
        x, y = whnf_core(self.context, a), whnf_core(self.context, b)
        if x is not a or y is not b:
            return self.equal(x, y)
        for f, g in ((a, b), (b, a)):
            if isinstance(f, Lam):
                with self.opened(f) as (var, body):
                    return not isinstance(g, (Sort, Lit, Pi)) and self.equal(body, beta(g, (var,)))
        numbers = self._equal_numbers(a, b)
        return numbers if numbers is not None else self._equal_unfolded(a, b)

    def _equal_bindings(self, a: Lam | Pi, b: Lam | Pi) -> bool:
        if not self.equal(a.type, b.type):
            return False
        with self.opened(a) as (x, body):
            return self.equal(body, instantiate(b.body, (x,)))

    def _equal_spines(self, a: Term, b: Term) -> bool:
        if isinstance(a, Match) and isinstance(b, Match):
            return self._equal_matches(a, b)
        f, g = head(a), head(b)
        xs, ys = args_of(a), args_of(b)
        if len(xs) != len(ys) or not xs:
            return False
        if f is not g and not (isinstance(f, Match) and isinstance(g, Match) and self.equal(f, g)):
            return False
        return all(self.equal(x, y) for x, y in zip(xs, ys, strict=True))

    def _equal_matches(self, a: Match, b: Match) -> bool:
        return (
            len(a.scrutinees) == len(b.scrutinees)
            and len(a.clauses) == len(b.clauses)
            and all(self.equal(x, y) for x, y in zip(a.scrutinees, b.scrutinees, strict=True))
            and all(self._equal_clauses(c, d) for c, d in zip(a.clauses, b.clauses, strict=True))
        )

    def _equal_clauses(self, c: Clause, d: Clause) -> bool:
        if len(c.names) != len(d.names):
            return False
        with self.opened_clause(c) as xs:
            pairs = [*zip(c.patterns, d.patterns, strict=True), (c.rhs, d.rhs)]
            return all(self.equal(instantiate(p, xs), instantiate(q, xs)) for p, q in pairs)

    def _equal_numbers(self, a: Term, b: Term) -> bool | None:
        """`n + 2` and `m + 1` by their offsets; None if that decides nothing."""
        if not (self._is_number(a) or self._is_number(b)):
            return None
        m = self.context
        x, y = nat_value(m, a), nat_value(m, b)
        if x is not None and y is not None:
            return x == y
        (base_a, k_a), (base_b, k_b) = offset_of(m, a), offset_of(m, b)
        k = min(k_a, k_b)
        simpler_a, simpler_b = _sum(base_a, k_a), _sum(base_b, k_b)  # `k + 0` is `k`
        if k == 0 and (simpler_a is not a or simpler_b is not b):
            return self.equal(simpler_a, simpler_b)
        if k == 0 or (base_a is a and k_a == 0) or (base_b is b and k_b == 0):
            return None
        return self.equal(_sum(base_a, k_a - k), _sum(base_b, k_b - k))

    def _is_number(self, t: Term) -> bool:
        if not (isinstance(t, App) and isinstance(t.fn, Const)):
            return False
        return t.fn.name == "Nat.succ" or (
            t.fn.name in ("OfNat.ofNat", "HAdd.hAdd", "HMul.hMul", "HSub.hSub") and t.args[0] is NAT
        )

    def _equal_unfolded(self, a: Term, b: Term) -> bool:
        m = self.context
        ua, ub = unfold(m, a), unfold(m, b)
        if ua is not None and ub is not None:
            f, g = head(a), head(b)
            assert isinstance(f, Const)
            assert isinstance(g, Const)
            if f is g:
                return self.equal(ua, ub)
            later = m.env.order(f.name) > m.env.order(g.name)
            return self.equal(ua, b) if later else self.equal(a, ub)
        if ua is not None:
            return self.equal(ua, b)
        if ub is not None:
            return self.equal(a, ub)
        return (
            self._equal_structures(a, b)
            or self._equal_structures(b, a)
            or self._equal_pointwise(a, b)
            or self._are_proofs(a, b)
        )

    def _equal_structures(self, built: Term, other: Term) -> bool:
        """`⟨x, y⟩` and `p` by `x = p.1` and `y = p.2`."""
        env = self.context.env
        fields = constructor_fields(self.context, built)
        if not fields or constructor_fields(self.context, other) is not None:
            return False
        fn = head(built)
        assert isinstance(fn, Const)
        info = env.constructor(fn.name)
        assert info is not None
        params = args_of(built)[: info.params]
        for i, field in enumerate(fields):
            name = env.projection_name(info.inductive, i)
            if name is None or not self.equal(field, const(name, *params, other)):
                return False
        return True

    def _equal_pointwise(self, a: Term, b: Term) -> bool:
        """Operators on functions: equal if equal at a variable."""
        for t in (a, b):
            fn = head(t)
            if not (isinstance(fn, Const) and fn.name in POINTWISE):
                continue
            position = POINTWISE[fn.name][0]
            if len(args_of(t)) <= position:
                continue
            domain = pointwise_type(self.context, fn.name, args_of(t)[position])
            if domain is None:
                continue
            with self.opened(domain) as (x, _):
                left = whnf_core(self.context, beta(a, (x,)))
                right = whnf_core(self.context, beta(b, (x,)))
                changed = left is not app(a, x) or right is not app(b, x)
                return changed and self.equal(left, right)
        return False

    def _are_proofs(self, a: Term, b: Term) -> bool:
        """Two proofs of one proposition are equal."""
        type_ = self._infer(a)
        sort = whnf(self.context, self._infer(type_))
        return sort is PROP and self.equal(type_, self._infer(b))


def _sum(base: Term, offset: int) -> Term:
    if base is nat(0):
        return nat(offset)
    return base if offset == 0 else const("HAdd.hAdd", NAT, base, nat(offset))
