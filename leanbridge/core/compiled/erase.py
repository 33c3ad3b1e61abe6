"""From raw terms to core terms: levels, instances, proofs and encodings are erased.

Takes a raw term over variables that its `Typing` opened; gives the term that the elaborator of
source text would have made. What has no counterpart is `Unsupported` by name; nothing is guessed.

Worked example: `@HAdd.hAdd ℝ ℝ ℝ (@instHAdd ℝ Real.instAdd) x 1` becomes `HAdd.hAdd ℝ x 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from leanbridge.core.compiled import matchers
from leanbridge.core.compiled.instances import is_canonical
from leanbridge.core.compiled.levels import sort_kind
from leanbridge.core.compiled.raw import RawConst, RawProj, RawSort
from leanbridge.core.compiled.typing import Typing
from leanbridge.core.terms import (
    App,
    Clause,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Proof,
    Sort,
    Term,
    abstract,
    app,
    args_of,
    beta,
    const,
    head,
    instantiate,
    is_app_of,
    replace,
    subterms,
)
from leanbridge.errors import Unsupported

#: Wrappers that mean their first argument.
TRANSPARENT = frozenset({"optParam", "autoParam", "outParam", "semiOutParam"})
#: An operator has one type (DIVERGENCES, 9): the places of type arguments that it does not keep,
#: instances not counted, with the place of the one that each must be equal to.
ONE_TYPE: Mapping[str, Mapping[int, int]] = {
    "HAdd.hAdd": {1: 0, 2: 0},
    "HSub.hSub": {1: 0, 2: 0},
    "HMul.hMul": {1: 0, 2: 0},
    "HDiv.hDiv": {1: 0, 2: 0},
    "HMod.hMod": {1: 0, 2: 0},
    "HAppend.hAppend": {1: 0, 2: 0},
    "HPow.hPow": {2: 0},
    "HSMul.hSMul": {2: 1},
}
#: Other arguments that a constant does not keep: when an index is valid, and the proof of it.
DROPPED: Mapping[str, tuple[int, ...]] = {
    "GetElem.getElem": (3, 6),
    "GetElem?.getElem!": (3,),
    "GetElem?.getElem?": (3,),
}
UNSAFE = "._unsafe_rec"
#: What stands before a recursor only so that it speaks of `0` and `n + 1`.
ELIMINATORS = frozenset({"Nat.recAux", "Nat.casesAuxOn"})
RECURSION = ("rec", "recOn", "casesOn", "brecOn", "below", "binductionOn")


class Eraser:
    """See the module's docstring. `is_declared` tells by name an instance that Lean or Mathlib
    declares, `is_class` a class."""

    def __init__(
        self,
        typing: Typing,
        is_declared: Callable[[str], bool],
        is_class: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.typing = typing
        self.is_declared = is_declared
        self.is_class = is_class
        self._memo: dict[Term, Term] = {}
        self._shapes: dict[str, matchers.Matcher | None] = {}

    def term(self, term: Term) -> Term:
        found = self._memo.get(term)
        if found is None:
            found = self._memo[term] = self._term(term)
        return found

    def _term(self, t: Term) -> Term:
        match t:
            case FVar():
                return self._variable(t)
            case RawSort():
                return Sort(sort_kind(t.level))
            case RawConst():
                return self._constant(t, ())
            case App(fn=RawConst() as fn):
                return self._constant(fn, t.args)
            case App(fn=RawProj() as fn):
                return self._projection(fn, t.args)
            case App():
                args, own = self._arguments(self.typing.infer(t.fn), t.args)
                if own:
                    raise _not_the_librarys("a function", own)
                return app(self.term(t.fn), *args)
            case Lam() | Pi():
                return self._binder(t)
            case Let():
                return self._let(t)
            case Lit():
                return t
            case _:
                raise Unsupported(f"{type(t).__name__}: a kernel term that is not modelled")

    def _variable(self, x: FVar) -> Term:
        type_ = self.typing.types[x]
        return Proof(self.term(type_)) if self.typing.is_prop(type_) else x

    def _binder(self, t: Lam | Pi) -> Term:
        x, body = self.typing.open(t)
        inner = self.term(body)
        if t.info == "[]":
            if any(y is x for y in subterms(inner)):
                raise Unsupported(f"{t.name or 'instance'}: an instance that is used as a value")
            return inner
        return type(t)(t.name, t.info, self.term(t.type), abstract(inner, (x,)))

    def _let(self, t: Let) -> Term:
        if self.typing.is_prop(t.type) or self._is_instance_type(t.type):
            return self.term(instantiate(t.body, (t.value,)))
        x, body = self.typing.open(t)
        return Let(t.name, self.term(t.type), self.term(t.value), abstract(self.term(body), (x,)))

    def _is_instance_type(self, type_: Term) -> bool:
        """Whether what has the type is an instance for the terms in its scope."""
        while isinstance(type_, Pi):
            _, type_ = self.typing.open(type_)
        fn = head(type_)
        return isinstance(fn, RawConst) and self.is_class(fn.name)

    # ----- applications -----------------------------------------------------------------------

    def _arguments(self, type_: Term, args: tuple[Term, ...]) -> tuple[list[Term], list[Term]]:
        """The arguments that stay, erased; and the instances that are not canonical."""
        kept: list[Term] = []
        own: list[Term] = []
        used = 0
        for i, arg in enumerate(args):
            if not isinstance(type_, Pi):
                type_ = self.typing.whnf(instantiate(type_, args[used:i]))
                used = i
                assert isinstance(type_, Pi)
            if type_.info == "[]":
                if not is_canonical(self.typing, arg, self.is_declared):
                    own.append(arg)
            else:
                domain = instantiate(type_.type, args[used:i])
                proof = self.typing.is_prop(domain)
                kept.append(Proof(self.term(domain)) if proof else self.term(arg))
            type_ = type_.body
        return kept, own

    def _constant(self, fn: RawConst, args: tuple[Term, ...]) -> Term:
        name = fn.name
        if name.endswith(UNSAFE):  # a definition calls itself so where recursion is not structural
            fn = RawConst(name.removesuffix(UNSAFE), fn.levels)
            name = fn.name
        if name in TRANSPARENT and args:
            return app(self.term(args[0]), *(self.term(a) for a in args[2:]))
        if name in ELIMINATORS:
            return self.term(self._unfolded(fn, args))
        if name == "sorryAx":
            raise Unsupported("sorry: a value that is missing")
        matcher = self._matcher(fn)
        if matcher is not None and len(args) >= matcher.arity:
            return self._match(fn, matcher, args)
        if name.rpartition(".")[2] in RECURSION and self._is_recursor(name):
            return self._eliminator(fn, args)
        kept, own = self._arguments(self.typing.type_of(fn), args)
        if own:
            return self._with_own_instance(fn, args, own)
        if self.typing.is_prop(self.typing.infer(app(fn, *args))):
            return Proof(self.term(self.typing.infer(app(fn, *args))))
        return self._operator(name, kept)

    def _unfolded(self, fn: RawConst, args: tuple[Term, ...]) -> Term:
        value = self.typing.value_of(fn)
        if value is None:
            raise Unsupported(f"{fn.name}: its body is missing")
        return beta(value, args)

    def _operator(self, name: str, kept: list[Term]) -> Term:
        if name == "HMul.hMul" and len(kept) == 5 and kept[0] is not kept[1]:
            product = _matrix_product(kept)
            if product is not None:
                return product
        types = ONE_TYPE.get(name, {})
        for place, like in types.items():
            if place < len(kept) and kept[place] is not kept[like]:
                raise Unsupported(
                    f"{name}: an operator between different types",
                    got=f"{kept[like]!r}, {kept[place]!r}",
                )
        dropped = (*types, *DROPPED.get(name, ()))
        return const(name, *(term for i, term in enumerate(kept) if i not in dropped))

    def _with_own_instance(self, fn: RawConst, args: tuple[Term, ...], own: list[Term]) -> Term:
        """A method at an instance of the project: what the instance says it is."""
        step = self.typing.unfold_method(fn, args)
        if step is None:
            raise _not_the_librarys(fn.name, own)
        return self.term(step)

    def _projection(self, proj: RawProj, args: tuple[Term, ...]) -> Term:
        """A kernel projection as the projection function that source text has."""
        value = args[0]
        type_ = self.typing.whnf(self.typing.infer(value))
        family = head(type_)
        assert isinstance(family, RawConst)
        name = self.typing.field_name(proj.structure, proj.index)
        fn = RawConst(name, family.levels)
        return self.term(app(fn, *args_of(type_), value, *args[1:]))

    # ----- match ------------------------------------------------------------------------------

    def _matcher(self, fn: RawConst) -> matchers.Matcher | None:
        name = fn.name
        if name not in self._shapes:
            found = None
            if matchers.NAMED.search(name):
                found = matchers.shape(self.typing, self.typing.type_of(self.typing.own(name)))
            self._shapes[name] = found
        return self._shapes[name]

    def _match(self, fn: RawConst, m: matchers.Matcher, args: tuple[Term, ...]) -> Term:
        params, motive = args[: m.params], args[m.params]
        scrutinees = args[m.params + 1 : m.params + 1 + m.discriminants]
        branches = args[m.params + 1 + m.discriminants : m.arity]
        found = matchers.alternatives(self.typing, m, self.typing.type_of(fn), params)
        clauses = tuple(
            self._clause(alternative, branch)
            for alternative, branch in zip(found, branches, strict=True)
        )
        out = Match(clauses, self.term(motive), tuple(self._value(s) for s in scrutinees))
        return app(out, *(self._value(a) for a in args[m.arity :]))

    def _clause(self, alternative: matchers.Alternative, branch: Term) -> Clause:
        given = (alternative.unit,) if alternative.unit else alternative.variables
        body = beta(branch, (*given, *alternative.equations))
        patterns, named = matchers.unnamed(alternative.patterns)
        rhs = self.term(replace(body, named))
        xs = tuple(
            x
            for x in alternative.variables
            if x not in named and not self.typing.is_prop(self.typing.types[x])
        )
        types = [self.term(replace(self.typing.types[x], named)) for x in xs]
        return Clause(
            tuple(x.name for x in xs),
            tuple(abstract(self._value(p), xs) for p in patterns),
            abstract(rhs, xs),
            tuple(abstract(t, xs[:i]) for i, t in enumerate(types)),
        )

    def _value(self, term: Term) -> Term:
        """A term that may be a proof, where no binder says so."""
        type_ = self.typing.infer(term)
        return Proof(self.term(type_)) if self.typing.is_prop(type_) else self.term(term)

    # ----- eliminators ------------------------------------------------------------------------

    def _is_recursor(self, name: str) -> bool:
        family = self.typing.constant(name.rpartition(".")[0])
        return family is not None and family.kind == "inductive"

    def _eliminator(self, fn: RawConst, args: tuple[Term, ...]) -> Term:
        if fn.name == "Eq.rec" and len(args) >= 6:
            # `h ▸ e`: the data stay, the equation is an obligation
            type_, value = self.typing.infer(app(fn, *args[:6])), args[3]
            cast = const(
                "Eq.rec_cast",
                self.term(self.typing.infer(value)),
                self.term(type_),
                self.term(self.typing.infer(args[5])),
                Proof(self.term(self.typing.infer(args[5]))),
                self.term(value),
            )
            return app(cast, *(self._value(a) for a in args[6:]))
        if self.typing.is_prop(self.typing.infer(app(fn, *args))):
            return Proof(self.term(self.typing.infer(app(fn, *args))))
        if fn.name == "Nat.rec" and len(args) >= 4:  # `induction`
            return const(fn.name, *map(self.term, args[:4]), *map(self._value, args[4:]))
        if fn.name.endswith(".casesOn"):  # `cases`: its type is that of a matcher
            cases = matchers.shape(self.typing, self.typing.type_of(fn))
            if cases is not None and self._is_plain(cases, args):
                return _without_proofs(self._match(fn, cases, args))
        raise Unsupported(f"{fn.name}: a recursor in a compiled term")

    def _is_plain(self, cases: matchers.Matcher, args: tuple[Term, ...]) -> bool:
        """Whether all arguments are there, and what is taken apart is a value without indices."""
        if cases.discriminants != 1 or len(args) < cases.arity:
            return False
        return not self.typing.is_prop(self.typing.infer(args[cases.params + 1]))


def _without_proofs(cases: Term) -> Term:
    """A match whose branches are functions of a proof, applied to it: `cases` makes them so, to
    have an equation, and it is erased."""
    if not isinstance(cases, App) or not isinstance(cases.fn, Match):
        return cases
    match, args = cases.fn, cases.args
    while args and isinstance(args[0], Proof):
        motive = match.motive
        branches = [c.rhs for c in match.clauses]
        if not isinstance(motive, Lam) or not isinstance(motive.body, Pi):
            break
        if not all(isinstance(b, Lam) for b in branches):
            break
        clauses = [Clause(c.names, c.patterns, _at_proof(c.rhs), c.types) for c in match.clauses]
        motive = Lam(motive.name, motive.info, motive.type, _at_proof(motive.body))
        match, args = Match(tuple(clauses), motive, match.scrutinees), args[1:]
    return app(match, *args)


def _at_proof(function: Term) -> Term:
    """The body of a function (or of its type) at an erased proof."""
    assert isinstance(function, (Lam, Pi))
    return instantiate(function.body, (Proof(function.type),))


def _not_the_librarys(function: str, own: list[Term]) -> Unsupported:
    return Unsupported(
        f"instance: {function} at an instance that is not the library's",
        got=" ".join(repr(head(i)) for i in own),
    )


def _matrix_product(kept: list[Term]) -> Term | None:
    """`A * B` of matrices of different shapes (DIVERGENCES, 9); None if they are none."""
    left, right, out, a, b = kept
    if not all(is_app_of(type_, "Matrix", 3) for type_ in (left, right, out)):
        return None
    rows, middle, entry = args_of(left)
    return const("Matrix.mul", rows, middle, args_of(right)[1], entry, a, b)
