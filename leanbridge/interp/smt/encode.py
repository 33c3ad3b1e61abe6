"""The evaluator: one arm per node of a term, as in `interp.compile`, with symbolic numbers.

A number is an `int` or a z3 integer, a proposition a `bool` or a z3 truth (`builders`); pairs,
structures and functions are Python's, as in the exact interpreter. A set is a predicate. A
quantifier over few elements is unrolled, over a symbolic type it is z3's.

What a value needs to exist (`⟨v, _⟩ : Fin n` needs v < n) is a *demand*: a truth that the caller
must prove beside its goal, under the conditions of the place where it stands.

Worked example: with n, i symbolic, `⟨i / 2, _⟩ : Fin n` is the z3 term i / 2 and the demand
i / 2 < n; in the second branch of `if i < n then … else …` it is `¬ i < n → i / 2 < n`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, pairwise, product
from typing import Any, TypeVar, assert_never

import z3

from leanbridge.core.declarations import Declaration, Definitions
from leanbridge.core.terms import (
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    MVar,
    Pi,
    Proof,
    Sort,
    Term,
    app,
    lift,
)
from leanbridge.errors import InternalError, Unsupported
from leanbridge.interp.exact import Override
from leanbridge.interp.failures import LimitReached
from leanbridge.interp.ops import OPS
from leanbridge.interp.smt import builders as bu
from leanbridge.interp.smt.builders import Number, Truth
from leanbridge.interp.smt.patterns import fit
from leanbridge.interp.smt.rules import RULES, UNSUPPORTED
from leanbridge.interp.smt.run import Lazy, Members, Rule, Strict, Typed
from leanbridge.interp.sorts import is_proposition, mentions, telescope
from leanbridge.interp.values import (
    PROOF,
    TYPE_VALUES,
    BaseType,
    Data,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    ProofType,
    PropType,
    SubType,
    TypeValue,
    Value,
    show_type,
)
from leanbridge.limits import DEFAULT, Limits

T = TypeVar("T")
FEW = 64  # elements of a type over which a quantifier is unrolled
Env = tuple[Value, ...]  # slot 0 holds the free variables' values; bound variable i is env[-1 - i]


@dataclass(frozen=True, slots=True)
class Demand:
    """What must hold for a value to exist."""

    holds: Truth
    what: str


class Smt:
    """One encoder: definitions, overrides, a z3 context of its own.

    `demands`, `facts` and `lemmas` grow as terms are encoded: take them after the last one. Facts
    may be assumed: what the number of elements of a set means, and instances of the `lemmas`, each
    of which must be shown to hold of all numbers.
    """

    def __init__(
        self,
        definitions: Definitions,
        *,
        overrides: Mapping[str, Override] | None = None,
        limits: Limits = DEFAULT,
        context: Any = None,
    ) -> None:
        """`context`: the z3 context to share with another encoder."""
        self.definitions = definitions
        self.overrides = dict(overrides or {})
        self.limits = limits
        self.context = z3.Context() if context is None else context
        self.demands: list[Demand] = []
        self.facts: list[Truth] = []
        self.lemmas: dict[str, Truth] = {}
        self._scope: list[tuple[bool, Any]] = []  # conditions, and bound variables (True)
        self._fuel = limits.smt_steps
        self._names = count()

    # ----- what a caller asks

    def evaluate(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> Value:
        """The value of a term. A function is lazy: what it demands is known once it is called."""
        return self._guarded(lambda: self.encode(term, (dict(variables or {}),)))

    def truth(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> Truth:
        """The truth of a proposition."""
        return self._guarded(lambda: self.as_truth(self.encode(term, (dict(variables or {}),))))

    def type_value(self, term: Term, variables: Mapping[FVar, Value] | None = None) -> TypeValue:
        """A type; a size in it may be symbolic."""
        return self._guarded(lambda: self.as_type(self.encode(term, (dict(variables or {}),))))

    def variable(self, name: str, type: TypeValue) -> tuple[Value, Truth]:
        """A fresh value of a type, and what its being of that type says of it."""
        value, _, holds = self._fresh(name, type)
        return value, holds

    def equal(self, type: TypeValue, a: Value, b: Value) -> Truth:
        """`a = b` at a type."""
        rule = RULES["Eq"]
        assert isinstance(rule, Typed)
        return self._guarded(lambda: rule.resolve(self, type)(a, b))

    def _guarded(self, compute: Callable[[], T]) -> T:
        frames = sys.getrecursionlimit()
        sys.setrecursionlimit(max(frames, self.limits.frames))
        try:
            return compute()
        except RecursionError:
            raise LimitReached("limit: frames", expected=str(self.limits.frames)) from None
        finally:
            sys.setrecursionlimit(frames)

    # ----- nodes

    def encode(self, term: Term, env: Env) -> Value:
        """The value of a term under its bound variables."""
        match term:
            case BVar(index=i):
                return env[-1 - i]
            case FVar():
                return self._free(term, env)
            case Lit(value=v):
                return v
            case Const(name=name):
                return self._constant(name, (), env)
            case App(fn=Const(name=name), args=args):
                return self._constant(name, args, env)
            case App(fn=Lam() as fn, args=args):
                rest = app(fn.body, *[lift(a, 1) for a in args[1:]]) if args[1:] else fn.body
                return self._let(args[0], rest, env)
            case App(fn=fn, args=args):
                return self._apply(self.encode(fn, env), args, env)
            case Lam(body=body):
                return lambda x: self.encode(body, (*env, x))
            case Pi():
                return self._pi(term, env)
            case Let():
                return self._let(term.value, term.body, env)
            case Proof():
                return PROOF
            case Sort(kind=kind):
                return PropType() if kind == "Prop" else BaseType("Type")
            case Match():
                return self._match(term, env)
            case MVar() | Clause():
                raise InternalError(f"{type(term).__name__} in a finished term")
            case _:
                raise InternalError(f"not a term: {type(term).__name__}")

    def _free(self, variable: FVar, env: Env) -> Value:
        try:
            return env[0][variable]
        except KeyError:
            raise InternalError(f"the free variable {variable.name} has no value") from None

    def _let(self, value: Term, body: Term, env: Env) -> Value:
        return self.encode(body, (*env, self.encode(value, env) if mentions(body, 0) else PROOF))

    def _apply(self, function: Value, args: tuple[Term, ...], env: Env) -> Value:
        for a in args:
            function = call(function, self.encode(a, env))
        return function

    def _match(self, term: Match, env: Env) -> Value:
        values = tuple([self.encode(s, env) for s in term.scrutinees])

        def select(number: int) -> Value:
            if number == len(term.clauses):
                self.demand(False, "a clause of a match fits")
                return None
            clause = term.clauses[number]
            condition, slots = fit(clause, values, self.definitions)
            return self.choose(
                condition,
                lambda: self.encode(clause.rhs, (*env, *slots)),
                lambda: select(number + 1),
            )

        return select(0)

    # ----- constants

    def _constant(self, name: str, args: tuple[Term, ...], env: Env) -> Value:
        override = self.overrides.get(name)
        if override is not None:
            return self._curried(override.arity, override.function, args, env)
        rule = RULES.get(name)
        if rule is not None:
            return self._op(rule, OPS[name].arity, args, env)
        if name in UNSUPPORTED:
            raise Unsupported(f"{name}: {UNSUPPORTED[name]}")
        declaration = self.definitions.declaration(name)
        if declaration is None:
            raise Unsupported(f"{name}: a constant that is not known")
        return self._declared(declaration, args, env)

    def _op(self, rule: Rule, arity: int, args: tuple[Term, ...], env: Env) -> Value:
        if len(args) < arity:
            return self._curried(arity, lambda values: self._by_rule(rule, values), args, env)
        match rule:
            case Lazy(function):
                thunks = [self._thunk(a, env) for a in args[:arity]]
                return self._apply(function(self, *thunks), args[arity:], env)
            case _:
                first = rule.skip if isinstance(rule, Strict) else 0
                values = [None if i < first else self.encode(a, env) for i, a in
                          enumerate(args[:arity])]  # fmt: skip
                return self._apply(self._by_rule(rule, tuple(values)), args[arity:], env)

    def _thunk(self, term: Term, env: Env) -> Callable[[], Value]:
        return lambda: self.encode(term, env)

    def _by_rule(self, rule: Rule, values: tuple[Value, ...]) -> Value:
        match rule:
            case Strict(skip, function):
                return function(self, *values[skip:])
            case Typed(types, resolve):
                return resolve(self, *map(self.as_type, values[:types]))(*values[types:])
            case Lazy(function):
                return function(self, *[(lambda v=v: v) for v in values])
            case _:
                assert_never(rule)

    def _curried(
        self,
        arity: int,
        function: Callable[[tuple[Value, ...]], Value],
        args: tuple[Term, ...],
        env: Env,
    ) -> Value:
        have = tuple([self.encode(a, env) for a in args[:arity]])
        return self._apply(waiting(arity, have, function), args[arity:], env)

    def _declared(self, declaration: Declaration, args: tuple[Term, ...], env: Env) -> Value:
        name = declaration.name
        if declaration.constructor is not None:
            return self._constructor(declaration, args, env)
        if declaration.projection is not None:
            params, index = declaration.projection.params, declaration.projection.index
            return self._curried(params + 1, lambda v: field_of(v[params], index), args, env)
        if declaration.value is not None:
            self._tick()
            return self._apply(self.encode(declaration.value, ({},)), args, env)
        if declaration.kind == "theorem":
            return PROOF
        if declaration.kind in ("structure", "class", "inductive"):
            arity, is_prop = telescope(declaration.type)
            if not is_prop:
                return self._curried(arity, lambda v: DataType(name, v), args, env)
        raise Unsupported(f"{name}: {declaration.kind}, not modelled with symbolic numbers")

    def _constructor(self, declaration: Declaration, args: tuple[Term, ...], env: Env) -> Value:
        ctor = declaration.constructor
        assert ctor is not None

        def make(values: tuple[Value, ...]) -> Data:
            fields = zip(ctor.proof_fields, values[ctor.params :], strict=True)
            return Data(ctor.name, tuple([PROOF if p else v for p, v in fields]))

        return self._curried(ctor.params + len(ctor.fields), make, args, env)

    def _pi(self, term: Pi, env: Env) -> Value:
        if is_proposition(term.type, self.definitions):
            premise = self.as_truth(self.encode(term.type, env))
            with self.under(premise):
                return bu.implies(premise, self.as_truth(self.encode(term.body, (*env, PROOF))))
        source = self.as_type(self.encode(term.type, env))
        if is_proposition(term.body, self.definitions):
            return self.forall(source, lambda x: self.as_truth(self.encode(term.body, (*env, x))))
        return FunctionType(source, lambda x: self.as_type(self.encode(term.body, (*env, x))))

    # ----- what rules ask (`interp.smt.run.Run`)

    def _tick(self) -> None:
        self._fuel -= 1
        if self._fuel < 0:
            raise LimitReached("limit: smt steps", expected=str(self.limits.smt_steps))

    def as_truth(self, value: Value) -> Truth:
        if isinstance(value, bool | z3.BoolRef):
            return value
        if isinstance(value, ProofType):
            return self.as_truth(value.truth())
        raise Unsupported(f"a proposition as {type(value).__name__}")

    def as_type(self, value: Value) -> TypeValue:
        if isinstance(value, TYPE_VALUES):
            return value
        if isinstance(value, bool | z3.BoolRef):
            return ProofType(lambda: value)
        raise Unsupported(f"a type as {type(value).__name__}")

    def demand(self, holds: Truth, what: str) -> None:
        holds = self._closed(holds)
        if holds is not True:
            self.demands.append(Demand(holds, what))

    def state(self, lemma: str, fact: Callable[..., Truth], numbers: tuple[Number, ...]) -> None:
        if lemma not in self.lemmas:
            generic = [z3.Int(f"n!{next(self._names)}", self.context) for _ in numbers]
            self.lemmas[lemma] = fact(*generic)
        instance = self._closed(fact(*numbers))
        if instance is not True:
            self.facts.append(instance)

    def _closed(self, truth: Truth) -> Truth:
        """A truth under the conditions of this place, for all values of its bound variables."""
        for is_variable, found in reversed(self._scope):
            if truth is True:
                break
            if not is_variable:
                truth = bu.implies(found, truth)
            elif not isinstance(truth, bool):
                truth = z3.ForAll([found], truth)
        return truth

    @contextmanager
    def under(self, condition: Truth) -> Iterator[None]:
        self._tick()
        depth = len(self._scope)
        self._scope.append((False, condition))
        try:
            yield
        finally:
            del self._scope[depth:]

    def choose(self, condition: Truth, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        if bu.is_known(condition):
            return yes() if condition else no()
        with self.under(condition):
            one = yes()
        with self.under(bu.negation(condition)):
            two = no()
        return self._merged(condition, one, two)

    def _merged(self, condition: Truth, a: Value, b: Value) -> Value:
        """The value that is `a` where the condition holds and `b` elsewhere; None is no value."""
        if a is None or b is None:
            return b if a is None else a
        if isinstance(a, ProofType) or isinstance(b, ProofType):
            a, b = self.as_truth(a), self.as_truth(b)
        if isinstance(a, int | z3.ExprRef) and isinstance(b, int | z3.ExprRef):
            return bu.ite(condition, a, b)
        match a, b:
            case tuple(), tuple():
                pairs = zip(a, b, strict=True)
                return tuple([self._merged(condition, x, y) for x, y in pairs])
            case Data(), Data() if a.constructor == b.constructor:
                fields = zip(a.fields, b.fields, strict=True)
                return Data(
                    a.constructor, tuple([self._merged(condition, x, y) for x, y in fields])
                )
            case Members(), Members():
                return Members(a.type, self._branches(condition, a.holds, b.holds))
        if a is PROOF:
            return PROOF
        if callable(a) and callable(b):
            return self._branches(condition, a, b)
        raise Unsupported(f"a choice between values of type {type(a).__name__}")

    def _branches(self, condition: Truth, f: Value, g: Value) -> Callable[[Value], Value]:
        return lambda x: self.choose(condition, lambda: f(x), lambda: g(x))

    # ----- quantifiers

    def elements(self, type: TypeValue) -> list[Value] | None:
        match type:
            case FinType(n) if bu.is_known(n) and n <= FEW:
                return list(range(n))
            case BaseType("Bool") | PropType():
                return [False, True]
            case BaseType("Unit" | "PUnit"):
                return [()]
            case ProdType(first, second):
                one, two = self.elements(first), self.elements(second)
                if one is None or two is None or len(one) * len(two) > FEW:
                    return None
                return list(product(one, two))
            case _:
                return None

    def _fresh(self, name: str, type: TypeValue) -> tuple[Value, list[Any], Truth]:
        """A fresh value of a type: the value, its z3 variables, and that it is of the type."""
        match type:
            case FinType(n):
                x = z3.Int(f"{name}!{next(self._names)}", self.context)
                return x, [x], bu.between(x, n)
            case BaseType("Nat"):
                x = z3.Int(f"{name}!{next(self._names)}", self.context)
                return x, [x], 0 <= x
            case BaseType("Int"):
                x = z3.Int(f"{name}!{next(self._names)}", self.context)
                return x, [x], True
            case BaseType("Bool") | PropType():
                p = z3.Bool(f"{name}!{next(self._names)}", self.context)
                return p, [p], True
            case ProdType(first, second):
                a, some, one = self._fresh(name, first)
                b, more, two = self._fresh(name, second)
                return (a, b), [*some, *more], bu.all_of(one, two)
            case SubType(carrier, holds):
                x, some, one = self._fresh(name, carrier)
                return x, some, bu.all_of(one, self.as_truth(holds(x)))
        raise Unsupported(f"a symbolic value of {show_type(type)}")

    def forall(self, source: TypeValue, body: Callable[[Value], Truth]) -> Truth:
        if isinstance(source, ProofType):
            premise = self.as_truth(source)
            with self.under(premise):
                return bu.implies(premise, body(PROOF))
        few = self.elements(source)
        if few is not None:
            return bu.all_of(*[body(x) for x in few])
        holds, variables, premise = self._under_binder(source, body)
        closed = bu.implies(premise, holds)
        return closed if isinstance(closed, bool) else z3.ForAll(variables, closed)

    def exists(self, source: TypeValue, body: Callable[[Value], Truth]) -> Truth:
        few = self.elements(source)
        if few is not None:
            return bu.any_of(*[body(x) for x in few])
        holds, variables, premise = self._under_binder(source, body)
        found = bu.all_of(premise, holds)
        return found if isinstance(found, bool) else z3.Exists(variables, found)

    def _under_binder(
        self, source: TypeValue, body: Callable[[Value], Truth]
    ) -> tuple[Truth, list[Any], Truth]:
        x, variables, premise = self._fresh("x", source)
        depth = len(self._scope)
        self._scope += [*[(True, v) for v in variables], (False, premise)]
        try:
            self._tick()
            return body(x), variables, premise
        finally:
            del self._scope[depth:]

    def cardinality(self, source: TypeValue, holds: Callable[[Value], Truth]) -> Number:
        few = self.elements(source)
        if few is not None:
            total: Number = 0
            for x in few:
                total = bu.add(total, bu.ite(holds(x), 1, 0))
            return total
        if any(is_variable for is_variable, _ in self._scope):
            raise Unsupported("Finset.card of a set that depends on a bound variable")
        size = z3.Int(f"card!{next(self._names)}", self.context)
        self.facts.append(size >= 0)
        inside, variables, premise = self._under_binder(source, holds)
        member = bu.all_of(premise, inside)
        for k in range(1, self.limits.smt_cardinality + 1):
            found = self._at_least(k, member, variables)
            self.facts.append(bu.same_truth(size >= k, found))
        return size

    def _at_least(self, k: int, member: Truth, variables: list[Any]) -> Truth:
        """That k tuples of the variables satisfy `member`, each before the next."""
        copies = [
            [z3.Const(f"m!{next(self._names)}", v.sort()) for v in variables] for _ in range(k)
        ]
        if isinstance(member, bool):  # all of ℤ, or nothing
            return member
        truths = [z3.substitute(member, *zip(variables, copy, strict=True)) for copy in copies]
        truths += [_before(tuple(a), tuple(b)) for a, b in pairwise(copies)]
        return z3.Exists([v for copy in copies for v in copy], bu.all_of(*truths))


def _before(a: Value, b: Value) -> Truth:
    """A strict order of numbers and truths, lexicographic on tuples of them."""
    if isinstance(a, tuple):
        if not a:
            return False
        later = bu.all_of(bu.equal(a[0], b[0]), _before(a[1:], b[1:]))
        return bu.any_of(_before(a[0], b[0]), later)
    if isinstance(a, z3.BoolRef):
        return bu.all_of(bu.negation(a), b)
    return bu.less(a, b)


# ----- functions as values ----------------------------------------------------------------


def call(function: Value, argument: Value) -> Value:
    """A function value at an argument; a proof of anything is a proof."""
    if isinstance(function, Members):
        return function.holds(argument)
    return function(argument)


def waiting(
    arity: int, have: tuple[Value, ...], function: Callable[[tuple[Value, ...]], Value]
) -> Value:
    """A function of the arguments that are still missing."""
    if len(have) == arity:
        return function(have)
    return lambda x: waiting(arity, (*have, x), function)


def field_of(value: Value, index: int) -> Value:
    """A field of a structure value."""
    if not isinstance(value, Data):
        raise Unsupported("a field of a value that is no structure")
    return value.fields[index]
