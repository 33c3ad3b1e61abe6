"""Terms to arrays: one arm per node, a lambda becomes a function and a function of indices a table.

Takes a term and an environment, gives a value of `array_values`; what depends on data is recorded
by the `Recorder`, the rest is computed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from leanbridge.core.declarations import Declaration
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
from leanbridge.interp.array_axes import TRUE, Arr, known
from leanbridge.interp.array_functions import Env, Functions
from leanbridge.interp.array_rules import RULES, UNSUPPORTED
from leanbridge.interp.array_run import Lazy, Strict, Typed
from leanbridge.interp.array_values import (
    Value,
    index_sizes,
)
from leanbridge.interp.failures import Undefined
from leanbridge.interp.ops import OPS
from leanbridge.interp.sorts import is_proposition, mentions, telescope
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    DataType,
    FunctionType,
    ProofType,
    PropType,
    TypeValue,
)


class Evaluator(Functions):
    """One recording of terms."""

    def evaluate(self, term: Term, env: Env) -> Value:
        """The value of a term."""
        match term:
            case BVar(index=i):
                return env[-1 - i]
            case FVar():
                if term not in env[0]:
                    raise InternalError(f"the free variable {term.name} has no value")
                return env[0][term]
            case Const():
                return self._constant(term.name, (), env)
            case Lit(value=v):
                return known(v) if isinstance(v, int) else v
            case App(fn=Const(name=name), args=args):
                if term.loose == 0 and not term.has_fvar:
                    return self._once(term, name, args)
                return self._constant(name, args, env)
            case App(fn=Lam() as fn, args=args):
                rest = app(fn.body, *[lift(a, 1) for a in args[1:]]) if args[1:] else fn.body
                return self._let(args[0], rest, env)
            case App(fn=fn, args=args):
                function = self.evaluate(fn, env)
                return self.apply(function, *[self.evaluate(a, env) for a in args])
            case Lam():
                return self.fun(
                    lambda x: self.evaluate(term.body, (*env, x)),
                    lambda: self.as_type(self.evaluate(term.type, env)),
                    origin=term,
                )
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

    def _let(self, value: Term, body: Term, env: Env) -> Value:
        if not mentions(body, 0):
            return self.evaluate(body, (*env, PROOF))
        return self.evaluate(body, (*env, self.evaluate(value, env)))

    def _once(self, term: Term, name: str, args: tuple[Term, ...]) -> Value:
        key = (term, tuple(map(id, self.guard)))
        if key not in self._closed:
            self._closed[key] = self._constant(name, args, self.outside)
        return self._closed[key]

    def _match(self, term: Match, env: Env) -> Value:
        from leanbridge.interp.array_patterns import fit

        values = [self.evaluate(s, env) for s in term.scrutinees]

        def from_clause(i: int) -> Value:
            if i == len(term.clauses):
                raise Undefined("no clause of a match fits")
            clause = term.clauses[i]
            found = fit(self, clause, values)
            if found is None:
                return from_clause(i + 1)
            condition, slots = found
            fits = condition.is_known_scalar and bool(condition.data)
            if fits or i + 1 == len(term.clauses):  # Lean has checked that the clauses cover all
                self.demand(condition, "no clause of a match fits")
                return self.evaluate(clause.rhs, (*env, *slots))
            return self.choose(
                condition,
                lambda: self.evaluate(clause.rhs, (*env, *slots)),
                lambda: from_clause(i + 1),
            )

        return from_clause(0)

    # ----- constants

    def _constant(self, name: str, args: tuple[Term, ...], env: Env) -> Value:
        if name in self.overrides:
            from leanbridge.interp.array_ports import ported

            declared = self.definitions.declaration(name)
            return self._curried(
                self.overrides[name].arity,
                args,
                env,
                lambda v: ported(self, name, v),
                type=None if declared is None else declared.type,
            )
        rule = RULES.get(name)
        if rule is not None:
            return self._op(rule, OPS[name].arity, args, env)
        if name in UNSUPPORTED:
            raise Unsupported(f"{name}: {UNSUPPORTED[name]}")
        declaration = self.definitions.declaration(name)
        if declaration is None:
            raise Unsupported(f"{name}: a constant that is not known")
        if declaration.constructor is not None:
            return self._constructor(declaration, args, env)
        if declaration.projection is not None:
            return self._projection(declaration, args, env)
        if declaration.value is not None:
            return self._unfold(name, declaration.value, args, env)
        if declaration.kind in ("structure", "class", "inductive"):
            arity, is_prop = telescope(declaration.type)
            return self._curried(
                arity, args, env, lambda v: self._family(DataType(name, v), is_prop)
            )
        if declaration.kind == "theorem":
            return PROOF
        raise Unsupported(f"{name}: an {declaration.kind} without a meaning")

    def _curried(
        self,
        arity: int,
        args: Sequence[Term],
        env: Env,
        function: Callable[[tuple[Value, ...]], Value],
        skip: int = 0,
        type: Term | None = None,
    ) -> Value:
        """`function` on exactly `arity` values, the first `skip` of which are not looked at; a
        partial application has the domain that `type`, the constant's, gives it."""
        given = [PROOF if i < skip else self.evaluate(a, env) for i, a in enumerate(args[:arity])]

        def waiting(have: tuple[Value, ...]) -> Value:
            if len(have) == arity:
                return function(have)
            domain = None if type is None or skip else lambda: self._domain(type, have)
            return self.fun(lambda x: waiting((*have, x)), domain)

        out = waiting(tuple(given))
        return self.apply(out, *[self.evaluate(a, env) for a in args[arity:]])

    def type_at(self, type: Term, values: Sequence[Value]) -> TypeValue:
        """The type of a constant of some type, applied to values."""
        env: Env = self.outside
        for place, value in enumerate(values):
            if not isinstance(type, Pi):  # an abbreviation of a function type
                found = self.as_type(self.evaluate(type, env))
                for rest in values[place:]:
                    assert isinstance(found, FunctionType)
                    found = found.codomain(rest)
                return found
            type, env = type.body, (*env, value)
        return self.as_type(self.evaluate(type, env))

    def _domain(self, type: Term, values: Sequence[Value]) -> TypeValue:
        at = type
        for _ in values:
            at = at.body if isinstance(at, Pi) else at
        if isinstance(at, Pi):
            return self.as_type(self.evaluate(at.type, (*self.outside, *values)))
        found = self.type_at(type, values)
        assert isinstance(found, FunctionType)
        return found.domain

    def _op(self, rule: Any, arity: int, args: tuple[Term, ...], env: Env) -> Value:
        if len(args) < arity:
            return self._partial(rule, arity, args, env)
        out = self._saturated(rule, [lambda a=a: self.evaluate(a, env) for a in args[:arity]])  # type: ignore[misc]
        return self.apply(out, *[self.evaluate(a, env) for a in args[arity:]])

    def _partial(self, rule: Any, arity: int, args: tuple[Term, ...], env: Env) -> Value:
        def on(values: tuple[Value, ...]) -> Value:
            return self._saturated(rule, [lambda v=v: v for v in values])  # type: ignore[misc]

        return self._curried(arity, args, env, on)

    def _saturated(self, rule: Any, thunks: list[Callable[[], Value]]) -> Value:
        match rule:
            case Strict(skip, function):
                return function(self, *[t() for t in thunks[skip:]])
            case Typed(types, resolve):
                known_types = [self.as_type(t()) for t in thunks[:types]]
                return resolve(self, *known_types)(*[t() for t in thunks[types:]])
            case Lazy(function):
                return function(self, *thunks)
            case _:
                raise InternalError(f"not a rule: {type(rule).__name__}")

    def _constructor(self, declaration: Declaration, args: tuple[Term, ...], env: Env) -> Value:
        ctor = declaration.constructor
        assert ctor is not None
        name, params, proofs = ctor.name, ctor.params, ctor.proof_fields

        def make(values: tuple[Value, ...]) -> Data:
            pairs = zip(proofs, values[params:], strict=True)
            return Data(name, tuple([PROOF if proof else v for proof, v in pairs]))

        return self._curried(params + len(ctor.fields), args, env, make, params)

    def _projection(self, declaration: Declaration, args: tuple[Term, ...], env: Env) -> Value:
        projection = declaration.projection
        assert projection is not None
        params, index = projection.params, projection.index

        def project(values: tuple[Value, ...]) -> Value:
            value = values[params]
            if isinstance(value, Data):
                return value.fields[index]
            return PROOF  # a field of a Fin or a subtype that is not its value is a proof

        return self._curried(params + 1, args, env, project, params)

    def _unfold(self, name: str, value: Term, args: tuple[Term, ...], env: Env) -> Value:
        """A definition applied to arguments: its body under them, once for the same arguments."""
        count, body = 0, value
        while isinstance(body, Lam) and count < len(args):
            body, count = body.body, count + 1
        values = [self.evaluate(a, env) for a in args[:count]]
        out = self._called(name, values, body)
        return self.apply(out, *[self.evaluate(a, env) for a in args[count:]])

    def _called(self, name: str, values: list[Value], body: Term) -> Value:
        """The body of a definition under its arguments, evaluated once: what was evaluated under
        fewer conditions holds under more."""
        same, conditions = tuple(map(_identity, values)), tuple(map(id, self.guard))
        for count in range(len(conditions) + 1):
            found = self._calls.get((name, same, conditions[:count]))
            if found is not None:
                return found[1]
        self.tick()
        out = self.evaluate(body, (self.outside[0], *values))
        self._calls[name, same, conditions] = ((values, self.guard), out)  # keeps identities alive
        return out

    # ----- types and propositions

    def _pi(self, term: Pi, env: Env) -> Value:
        source = self.evaluate(term.type, env)
        if isinstance(source, Arr | ProofType):
            premise = self.as_truth(source)
            return self.implies(premise, lambda: self.evaluate(term.body, (*env, PROOF)))
        is_prop = is_proposition(term.body, self.definitions)
        if is_prop is None:
            is_prop = self._seems_prop(term, source, env)
        if not is_prop:
            return FunctionType(source, lambda x: self.as_type(self.evaluate(term.body, (*env, x))))
        return self.forall(source, lambda x: self.evaluate(term.body, (*env, x)))

    def _seems_prop(self, term: Pi, source: TypeValue, env: Env) -> bool:
        if index_sizes(source) is None:
            return False
        _, point = self.fresh(source)
        return isinstance(self.evaluate(term.body, (*env, point)), Arr | ProofType)

    def _family(self, family: DataType, is_prop: bool) -> Value:
        if not is_prop:
            return family
        declaration = self.definitions.declaration(family.name)
        assert declaration is not None
        if len(declaration.constructors) != 1 or len(family.arguments) != declaration.params:
            raise Unsupported(f"{family.name}: an inductive proposition")
        made = self.definitions.declaration(declaration.constructors[0])
        assert made is not None
        assert made.constructor is not None
        if not all(made.constructor.proof_fields):
            raise Unsupported(f"{family.name}: a proposition with a witness in it")
        out, type, env = TRUE, made.type, (self.outside[0], *family.arguments)
        for _ in range(made.constructor.params):
            assert isinstance(type, Pi)
            type = type.body
        for _ in made.constructor.fields:
            assert isinstance(type, Pi)
            field = self.as_truth(self.evaluate(type.type, env))
            out, env, type = self.rec.elementwise("and", out, field), (*env, PROOF), type.body
        return out


def _identity(value: Value) -> Any:
    if isinstance(value, Arr) and value.is_known_scalar:
        return (value.kind, value.data)
    return id(value)
