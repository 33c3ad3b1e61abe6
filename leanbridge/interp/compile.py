"""Terms to Python closures: one arm per node, one line per kind of constant.

Takes a term, gives a `Code`. A bound variable is read from the end of the environment, so the
code of a term depends on the term alone and is made once. Evaluation is by value; propositions
and the branches of a conditional are looked at only as far as needed.

Shared work is done once: a function remembers its values at integers, a definition its results at
the same arguments, a closed term its value, each within one evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, assert_never

from leanbridge.core.declarations import Declaration, Projection
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
    args_of,
    head,
    lift,
    subterms,
)
from leanbridge.errors import InternalError, Unsupported
from leanbridge.interp.closures import (
    always,
    apply_bound,
    apply_to,
    curried,
    failing,
    part,
    plain,
    strict,
    waiting,
)
from leanbridge.interp.exact_rules.comparison import is_discrete
from leanbridge.interp.exact_rules.table import RULES, UNSUPPORTED
from leanbridge.interp.failures import Undefined
from leanbridge.interp.ops import OPS
from leanbridge.interp.patterns import compile_clause
from leanbridge.interp.reals import Truth
from leanbridge.interp.run import Code, Env, Lazy, Rule, Strict, Typed, all_of, any_of, implies
from leanbridge.interp.sorts import is_proposition, loose_indices, mentions, telescope
from leanbridge.interp.values import (
    PROOF,
    BaseType,
    Data,
    DataType,
    FinsetValue,
    FunctionType,
    ListValue,
    ProofType,
    PropType,
    TypeValue,
    Value,
    show_type,
)

if TYPE_CHECKING:
    from leanbridge.interp.exact import Exact

_MISSING = object()


class Compiler:
    """Compiles for one evaluator."""

    def __init__(self, run: Exact) -> None:
        self.run = run
        self._codes: dict[Term, Code] = {}
        self._truths: dict[Term, TruthCode] = {}
        self._arguments: dict[Term, Code] = {}

    def code(self, term: Term) -> Code:
        """The code of a term, made once."""
        found = self._codes.get(term)
        if found is None:
            made = self._compile(term)
            if isinstance(term, App) and term.loose == 0 and not term.has_fvar:
                made = self._once(term, made)
            found = self._codes[term] = made
        return found

    def _compile(self, term: Term) -> Code:
        match term:
            case BVar(index=i):
                place = -1 - i
                return lambda env: env[place]
            case FVar():
                return self._free(term)
            case Const():
                return self._constant(term.name, ())
            case Lit(value=v):
                return lambda _: v
            case App(fn=Const(name=name), args=args):
                return self._constant(name, args)
            case App(fn=Lam() as fn, args=args):
                return self._redex(fn, args)
            case App(fn=BVar(index=i), args=args):
                return apply_bound(self.run, -1 - i, self._all(args))
            case App(fn=fn, args=args):
                return apply_to(self.code(fn), self._all(args))
            case Lam():
                return self._lambda(term)
            case Pi():
                return self._pi(term)
            case Let():
                return self._let(term.value, term.body)
            case Proof():
                return lambda _: PROOF
            case Sort(kind=kind):
                sort: TypeValue = PropType() if kind == "Prop" else BaseType("Type")
                return lambda _: sort
            case Match():
                return self._match(term)
            case MVar() | Clause():
                raise InternalError(f"{type(term).__name__} in a finished term")
            case _:
                raise InternalError(f"not a term: {type(term).__name__}")

    def _all(self, terms: Iterable[Term]) -> list[Code]:
        return [self.code(t) for t in terms]

    def argument(self, term: Term) -> Code:
        """The code of an argument that is remembered by identity: a λ that captures the same
        values is the same value."""
        if not isinstance(term, Lam):
            return self.code(term)
        found = self._arguments.get(term)
        if found is None:
            found = self._arguments[term] = self._same_closure(term)
        return found

    def _same_closure(self, term: Lam) -> Code:
        code, run = self.code(term), self.run
        capture = self._capture(term)

        def make(env: Env) -> Value:
            held = capture(env)
            key = ("λ", id(term), *[v if type(v) is int else id(v) for v in held])
            return run.once(key, held, lambda: code(env))

        return make

    # ----- variables, functions

    def _free(self, variable: FVar) -> Code:
        def read(env: Env) -> Value:
            try:
                return env[0][variable]
            except KeyError:
                raise InternalError(f"the free variable {variable.name} has no value") from None

        return read

    def _lambda(self, term: Lam) -> Code:
        body = self.code(term.body)
        run = self.run

        def make(env: Env) -> Value:
            cache: dict[int, Value] = {}
            world = run.world  # values found in another world must not be kept

            def call(x: Value) -> Value:
                if type(x) is not int or run.world != world:
                    return body((*env, x))
                out = cache.get(x, _MISSING)
                if out is _MISSING:
                    out = cache[x] = body((*env, x))
                return out

            return call

        return make

    def _redex(self, fn: Lam, args: tuple[Term, ...]) -> Code:
        rest = app(fn.body, *[lift(a, 1) for a in args[1:]]) if args[1:] else fn.body
        return self._let(args[0], rest)

    def _let(self, value: Term, body: Term) -> Code:
        inner = self.code(body)
        if not mentions(body, 0):  # an unused value need not be one that can be computed
            return lambda env: inner((*env, PROOF))
        outer = self.code(value)
        return lambda env: inner((*env, outer(env)))

    def _once(self, term: Term, code: Code) -> Code:
        run = self.run

        def value(env: Env) -> Value:
            closed = run.closed
            out = closed.get(term, _MISSING)
            if out is _MISSING:
                out = closed[term] = code(env)
            return out

        return value

    def _match(self, term: Match) -> Code:
        scrutinees = [self.code(s) for s in term.scrutinees]
        definitions = self.run.definitions
        clauses = [(compile_clause(c, definitions), self.code(c.rhs)) for c in term.clauses]

        def select(env: Env) -> Value:
            values = tuple([s(env) for s in scrutinees])
            for fit, rhs in clauses:
                slots = fit(values)
                if slots is not None:
                    return rhs((*env, *slots))
            raise Undefined("no clause of a match fits", got=", ".join(map(repr, values)))

        return select

    # ----- constants

    def _constant(self, name: str, args: tuple[Term, ...]) -> Code:
        override = self.run.overrides.get(name)
        if override is None:
            return self._meaning(name, args)
        run = self.run
        lean: list[Code] = []

        def lean_body(env: Env, terms: tuple[Term, ...]) -> Value:
            if not lean:
                lean.append(self._meaning(name, terms))
            return lean[0](env)

        def ported(values: tuple[Value, ...]) -> Value:
            if not run.suspended:
                return override.function(values)
            # a partial application made outside a derivative, called inside one
            out = self._meaning(name, ())(run.no_variables)
            for v in values:
                out = out(v)
            return out

        port = curried(override.arity, self._all(args), ported)
        if len(args) < override.arity:
            port = self._same_partial(name, args, ported, override.arity)
        return lambda env: lean_body(env, args) if run.suspended else port(env)

    def _same_partial(
        self,
        name: str,
        args: tuple[Term, ...],
        function: Callable[[tuple[Value, ...]], Value],
        arity: int,
    ) -> Code:
        """A partial application: the same function at the same values."""
        codes, run = [self.argument(a) for a in args], self.run

        def make(env: Env) -> Value:
            have = tuple([c(env) for c in codes])
            key = ("partial", name, *[v if type(v) is int else id(v) for v in have])
            return run.once(key, have, lambda: waiting(arity, have, function))

        return make

    def _meaning(self, name: str, args: tuple[Term, ...]) -> Code:
        """The code of a constant that no override replaces."""
        rule = RULES.get(name)
        if name == "Exists" and len(args) == 2:
            bounded = self.exists(args)
            if bounded is not None:
                return bounded
        if name in PAIR_PARTS and len(args) == 3:
            place = -1 - args[2].index if isinstance(args[2], BVar) else None
            return part(PAIR_PARTS[name], self.code(args[2]), place)
        if rule is not None:
            return self._op(name, rule, args)
        if name in UNSUPPORTED:
            return failing(lambda: Unsupported(f"{name}: {UNSUPPORTED[name]}"))
        declaration = self.run.definitions.declaration(name)
        if declaration is None:
            return failing(lambda: Unsupported(f"{name}: a constant that is not known"))
        if declaration.constructor is not None:
            return self._constructor(declaration, args)
        if declaration.projection is not None:
            return self._projection(declaration, args)
        if declaration.value is not None:
            return self._unfold(name, declaration.value, args)
        if declaration.kind in ("structure", "class", "inductive"):
            return self._family(declaration, args)
        if declaration.kind == "theorem":
            return lambda _: PROOF
        return failing(lambda: Unsupported(f"{name}: an {declaration.kind} without a meaning"))

    def _op(self, name: str, rule: Rule, args: tuple[Term, ...]) -> Code:
        arity = OPS[name].arity
        if len(args) < arity:
            return curried(arity, self._all(args), lambda values: self._op_on(rule, values))
        codes = [self.argument(a) for a in args] if name in DERIVATIVES else self._all(args)
        return apply_to(self._saturated(rule, args[:arity], codes[:arity]), codes[arity:])

    def _op_on(self, rule: Rule, values: tuple[Value, ...]) -> Value:
        """A rule on values: what a partial application comes to."""
        run = self.run
        match rule:
            case Strict(skip, function, is_plain):
                return function(*values[skip:]) if is_plain else function(run, *values[skip:])
            case Typed(types, resolve):
                return resolve(run, *map(run.as_type, values[:types]))(*values[types:])
            case Lazy(function):
                return function(run, tuple([always(v) for v in values]), ())
            case _:
                assert_never(rule)

    def _saturated(self, rule: Rule, terms: tuple[Term, ...], codes: list[Code]) -> Code:
        run = self.run
        match rule:
            case Strict(skip, function, True):
                return plain(function, codes[skip:])
            case Strict(skip, function):
                return strict(run, function, codes[skip:])
            case Typed(types, resolve):
                return self._typed(resolve, terms[:types], codes[:types], codes[types:])
            case Lazy(function):
                lazy = tuple(codes)
                return lambda env: function(run, lazy, env)
            case _:
                assert_never(rule)

    def _typed(
        self,
        resolve: Callable[..., Callable[..., Value]],
        terms: tuple[Term, ...],
        types: list[Code],
        codes: list[Code],
    ) -> Code:
        run = self.run
        if all(t.loose == 0 and not t.has_fvar for t in terms):
            resolved: list[Callable[..., Value]] = []

            def function(*values: Value) -> Value:
                if not resolved:
                    known = [run.as_type(t(run.no_variables)) for t in types]
                    resolved.append(resolve(run, *known))
                return resolved[0](*values)

            return plain(function, codes)

        by_type: dict[tuple[TypeValue, ...], Callable[..., Value]] = {}

        def general(env: Env) -> Value:
            known = tuple([run.as_type(t(env)) for t in types])
            if not all(map(is_discrete, known)):
                return resolve(run, *known)(*[c(env) for c in codes])
            found = by_type.get(known)
            if found is None:
                found = by_type[known] = resolve(run, *known)
            return found(*[c(env) for c in codes])

        return general

    def _constructor(self, declaration: Declaration, args: tuple[Term, ...]) -> Code:
        assert declaration.constructor is not None
        ctor = declaration.constructor
        name, params, proofs = ctor.name, ctor.params, ctor.proof_fields

        def make(values: tuple[Value, ...]) -> Data:
            fields = values[params:]
            kept = [PROOF if p else v for p, v in zip(proofs, fields, strict=True)]
            return Data(name, tuple(kept))

        return curried(params + len(ctor.fields), self._all(args), make, params)

    def _projection(self, declaration: Declaration, args: tuple[Term, ...]) -> Code:
        assert declaration.projection is not None
        projection = declaration.projection
        params, index = projection.params, projection.index

        def project(values: tuple[Value, ...]) -> Value:
            value = values[params]
            if isinstance(value, Data):
                return value.fields[index]
            if self._is_proof_field(projection):
                return PROOF
            raise InternalError(f"{declaration.name} of a value that is no structure")

        return curried(params + 1, self._all(args), project, params)

    def _is_proof_field(self, projection: Projection) -> bool:
        """Whether a field is a proof: such a field of a `Fin` or a subtype is not in the value."""
        structure = self.run.definitions.declaration(projection.structure)
        if structure is None or len(structure.constructors) != 1:
            return False
        made = self.run.definitions.declaration(structure.constructors[0])
        if made is None or made.constructor is None:
            return False
        return made.constructor.proof_fields[projection.index]

    def _family(self, declaration: Declaration, args: tuple[Term, ...]) -> Code:
        """A structure or inductive type; a structure in Prop is the conjunction of its fields."""
        name, run = declaration.name, self.run
        arity, is_prop = telescope(declaration.type)

        def type_of(values: tuple[Value, ...]) -> Value:
            family = DataType(name, values)
            return ProofType(lambda: run.holds(family)) if is_prop else family

        return curried(arity, self._all(args), type_of)

    def _unfold(self, name: str, value: Term, args: tuple[Term, ...]) -> Code:
        """A definition applied to arguments: its body under them, remembered by identity."""
        count = 0
        body = value
        while isinstance(body, Lam) and count < len(args):
            body = body.body
            count += 1
        codes = self._all(args[count:])
        run = self.run
        inner: list[Code] = []
        first = [self.argument(a) for a in args[:count]]

        def call(env: Env) -> Value:
            values = [c(env) for c in first]
            key = (name, *[v if type(v) is int else id(v) for v in values])
            calls = run.calls
            found = calls.get(key)
            if found is not None:
                return found[1]
            run.tick()
            if not inner:
                inner.append(self.code(body))
            out = inner[0]((run.no_variables[0], *values))
            if len(calls) >= run.limits.remembered_calls:
                calls.clear()
            calls[key] = (values, out)  # the values keep the identities of the key alive
            return out

        return apply_to(call, codes)

    # ----- Π as a type or a proposition

    def _pi(self, term: Pi) -> Code:
        domain, codomain, run = self.code(term.type), self.code(term.body), self.run
        is_prop = is_proposition(term.body, run.definitions)
        if is_prop:
            holds = self.truth(term)
            return lambda env: ProofType(lambda: holds(env))

        def make(env: Env) -> Value:
            source = run.as_type(domain(env))
            if is_prop is None and self._seems_prop(source, codomain, env):
                holds = self._forall(term)
                return ProofType(lambda: holds(env))
            return FunctionType(source, lambda x: run.as_type(codomain((*env, x))))

        return make

    def truth(self, term: Term) -> TruthCode:
        """The code of a proposition that is only asked whether it holds."""
        found = self._truths.get(term)
        if found is None:
            found = self._truths[term] = self._truth(term)
        return found

    def _truth(self, term: Term) -> TruthCode:
        if isinstance(term, Pi) and is_proposition(term.body, self.run.definitions):
            return self._forall(term)
        code, as_truth = self.code(term), self.run.as_truth
        return lambda env: as_truth(code(env))

    def _seems_prop(self, source: TypeValue, codomain: Code, env: Env) -> bool:
        """Whether the codomain's value at some argument is a truth value."""
        if isinstance(source, ProofType):
            return isinstance(self.run.as_type(codomain((*env, PROOF))), ProofType)
        points = self.run.elements(source)
        some = next(points, _MISSING) if points is not None else _MISSING
        if some is _MISSING:
            return True
        return isinstance(self.run.as_type(codomain((*env, some))), ProofType)

    def _forall(self, term: Pi) -> TruthCode:
        run = self.run
        if is_proposition(term.type, run.definitions):
            premise, then = self.truth(term.type), self.truth(term.body)
            return lambda env: implies(premise(env), lambda: then((*env, PROOF)))
        domain, body = self.code(term.type), self._under(term.body, 0)
        bound = self._guard(term.body.type) if isinstance(term.body, Pi) else None

        def holds(env: Env) -> Truth:
            source = run.as_type(domain(env))
            if isinstance(source, ProofType):
                return implies(source.truth(), lambda: body((*env, PROOF)))
            points: Iterable[Value] | None = run.elements(source)
            if points is None and bound is not None:
                points = bound(source, env)
            if points is None:
                raise Unsupported(f"∀ {term.name} : {show_type(source)}: the type is infinite")
            out: Truth = True
            for x in points:
                run.tick()
                found = body((*env, x))
                if found is False:
                    return False
                if found is not True:
                    out = all_of((out, found))
            return out

        return holds

    def _under(self, term: Term, depth: int) -> TruthCode:
        """The truth of the body of a ∀. A quantifier in it that does not mention the bound
        variable, which has index `depth`, is decided once for all of its values."""
        run = self.run
        if not isinstance(term, Pi):
            return self.truth(term)
        if is_proposition(term.type, run.definitions):
            premise, then = self._under(term.type, depth), self._under(term.body, depth + 1)
            return lambda env: implies(premise(env), lambda: then((*env, PROOF)))
        if mentions(term, depth) or not is_proposition(term.body, run.definitions):
            return self.truth(term)
        holds, capture = self.truth(term), self._capture(term)

        def once(env: Env) -> Truth:
            held = capture(env)
            key = ("∀", id(term), *[v if type(v) is int else id(v) for v in held])
            return run.once(key, held, lambda: holds(env))

        return once

    def _capture(self, term: Term) -> Callable[[Env], list[Value]]:
        """The values on which a term's value depends."""
        places = [-1 - i for i in loose_indices(term)]
        variables = [t for t in subterms(term) if isinstance(t, FVar)] if term.has_fvar else []
        return lambda env: [*[env[i] for i in places], *[env[0].get(v) for v in variables]]

    def _counted(self, points: Iterable[Value]) -> Iterator[Value]:
        for x in points:
            self.run.tick()
            yield x

    def _guard(self, guard: Term) -> Bound | None:
        """For a guard on the innermost bound variable."""
        fn, args = head(guard), args_of(guard)
        name = fn.name if isinstance(fn, Const) else ""
        if name in ("GT.gt", "GE.ge") and len(args) == 3:
            name = {"GT.gt": "LT.lt", "GE.ge": "LE.le"}[name]
            args = (args[0], args[2], args[1])
        if name in ("LT.lt", "LE.le") and len(args) == 3 and args[1] is BVar(0):
            limit = args[2]
            if mentions(limit, 0):
                return None
            top, extra = self.code(limit), int(name == "LE.le")

            def below(type: TypeValue, env: Env) -> Iterable[Value] | None:
                return range(top((*env, PROOF)) + extra) if type == BaseType("Nat") else None

            return below
        if name == "Membership.mem" and len(args) == 4 and args[3] is BVar(0):
            if mentions(args[2], 0):
                return None
            container = self.code(args[2])

            def inside(_: TypeValue, env: Env) -> Iterable[Value] | None:
                s = container((*env, PROOF))
                return s.items if isinstance(s, FinsetValue | ListValue) else None

            return inside
        return None

    def exists(self, args: tuple[Term, ...]) -> Code | None:
        """`∃ x, x < k ∧ …` over an infinite type, where the guard bounds it."""
        predicate = args[1]
        if not isinstance(predicate, Lam) or head(predicate.body) is not Const("And"):
            return None
        bound = self._guard(args_of(predicate.body)[0])
        if bound is None:
            return None
        run, source, body = self.run, self.code(args[0]), self.code(predicate.body)

        def decide(env: Env) -> Truth:
            type = run.as_type(source(env))
            points: Iterable[Value] | None = run.elements(type)
            points = bound(type, env) if points is None else points
            if points is None:
                raise Unsupported(f"∃ {predicate.name} : {show_type(type)}: the type is infinite")
            return any_of(run.as_truth(body((*env, x))) for x in self._counted(points))

        return decide


Bound = Callable[[TypeValue, Env], "Iterable[Value] | None"]
TruthCode = Callable[[Env], Truth]
PAIR_PARTS = {"Prod.fst": 0, "Prod.snd": 1}
DERIVATIVES = frozenset({"fderiv", "deriv", "DifferentiableAt", "HasFDerivAt", "HasDerivAt"})
