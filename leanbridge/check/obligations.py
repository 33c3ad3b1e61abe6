"""What there is to check about a declaration, with one port set.

Takes the environment and the bindings; gives obligations as data. Runs nothing.

| declaration              | obligations                                                           |
|--------------------------|-----------------------------------------------------------------------|
| bound definition         | `value`: the port equals the Lean body                                |
| bound field of a witness | `field f`: the port equals the field's Lean body; `property p`: each  |
|                          | proof field of the structure, with the ports in place                 |
| theorem                  | `statement`: with the ports in place of all names it mentions         |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leanbridge.check.environments import PortSetState
from leanbridge.check.statement import Statement, open_statement
from leanbridge.core.declarations import Declaration
from leanbridge.core.environment import KNOWN, Entry, Environment
from leanbridge.core.terms import (
    Const,
    FVar,
    Lit,
    Pi,
    Proof,
    Term,
    abstract,
    app,
    args_of,
    const,
    constants,
    head,
    instantiate,
    lift,
    subterms,
)
from leanbridge.core.trust import THEOREMS
from leanbridge.ports import field_telescope
from leanbridge.ports.config import DTYPES

#: What a statement is about, when nothing of a port can run in it: analysis of whole functions.
ANALYTIC = frozenset({
    "Continuous", "ContinuousAt", "ContinuousOn", "Differentiable", "DifferentiableOn",
    "Measurable", "ContDiff", "UniformContinuous",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Obligation:
    """One thing to check.

    `value`/`field`: `subject` in PORT equals itself in SPEC, at the type `statement.conclusion`.
    `statement`/`property`: `statement` holds in PORT. `names` are the bound names it mentions.
    """

    id: str
    what: str
    statement: Statement
    names: tuple[str, ...]
    subject: Term | None = None
    total: bool = False
    dtype: str = "float64"

    @property
    def is_definition(self) -> bool:
        return self.subject is not None


def obligations(env: Environment, entry: Entry, state: PortSetState) -> list[Obligation]:
    """The obligations of a declaration with the port set `state`, in a fixed order."""
    declaration = env.statement(entry.name)
    out: list[Obligation] = []
    if entry.name in state.bound:
        out.append(_value(env, declaration, state))
    for f in state.fields.get(entry.name, ()):
        out.append(_field(env, declaration, f.field, state))
    if entry.name in state.fields:
        out.extend(_properties(env, declaration, state))
    if entry.kind in THEOREMS:
        statement = open_statement(env, declaration)
        names = mentioned(env, [declaration.type], state)
        what = "the statement, with the ports in place"
        dtype = _coarsest(state, names)
        out.append(Obligation("statement", what, statement, names, dtype=dtype))
    return out


def _coarsest(state: PortSetState, names: tuple[str, ...]) -> str:
    """The dtype of the ports of some names that rounds most."""
    ports = [state.bound[n] for n in names if n in state.bound]
    ports += [f.bound for n in names for f in state.fields.get(n, ())]
    return max([b.port.binding.dtype for b in ports], key=DTYPES.index, default=DTYPES[0])


def _value(env: Environment, declaration: Declaration, state: PortSetState) -> Obligation:
    statement = open_statement(env, declaration)
    subject = const(declaration.name, *statement.arguments)
    return Obligation(
        "value", "the port equals the Lean definition", statement, (declaration.name,), subject,
        state.totals[declaration.name], state.bound[declaration.name].port.binding.dtype,
    )  # fmt: skip


def _field(
    env: Environment, declaration: Declaration, field: str, state: PortSetState
) -> Obligation:
    type_ = field_telescope(env, declaration, field)
    statement = open_statement(env, declaration, type_)
    count = _binders(declaration.type)
    owner = const(declaration.name, *statement.arguments[:count])
    projected = _projection(env, declaration, field, statement, owner)
    subject = app(projected, *statement.arguments[count:])
    return Obligation(
        f"field {field}", f"the port of `{field}` equals the Lean definition's", statement,
        (declaration.name,), subject, state.totals[f"{declaration.name}.{field}"],
        _field_dtype(state, declaration.name, field),
    )  # fmt: skip


def _field_dtype(state: PortSetState, owner: str, field: str) -> str:
    return next(f.bound.port.binding.dtype for f in state.fields[owner] if f.field == field)


def _projection(
    env: Environment, declaration: Declaration, field: str, statement: Statement, owner: Term
) -> Term:
    structure = _codomain(declaration, statement)
    fn = head(structure)
    assert isinstance(fn, Const)
    return const(f"{fn.name}.{field}", *args_of(structure), owner)


def _codomain(declaration: Declaration, statement: Statement) -> Term:
    """The structure type that `declaration` gives, at the statement's variables."""
    type_: Term = declaration.type
    values: list[Term] = []
    while isinstance(type_, Pi):
        values.append(statement.arguments[len(values)])
        type_ = type_.body
    return instantiate(type_, tuple(values))


def _properties(
    env: Environment, declaration: Declaration, state: PortSetState
) -> list[Obligation]:
    """The proof fields of the structure that `declaration` gives, as statements about it."""
    statement = open_statement(env, declaration)
    structure = statement.conclusion
    fn = head(structure)
    if not isinstance(fn, Const):
        return []
    out: list[Obligation] = []
    for name in env.constructors_of(fn.name):
        info = env.constructor(name)
        assert info is not None
        for field, is_proof in zip(info.fields, info.proof_fields, strict=True):
            if is_proof:
                out.append(_property(env, declaration, fn.name, field, state))
    return out


def _property(
    env: Environment, declaration: Declaration, structure: str, field: str, state: PortSetState
) -> Obligation:
    """`∀ binders, (the field's proposition at the declaration's value)`."""
    projection = env.type_of(f"{structure}.{field}")
    opened = open_statement(env, declaration)
    value = const(declaration.name, *opened.arguments)
    type_ = projection
    given = (*args_of(opened.conclusion), value)
    for _ in given:
        assert isinstance(type_, Pi)
        type_ = type_.body
    prop = instantiate(type_, given)
    closed = _close(opened, prop)
    statement = open_statement(env, declaration, closed)
    names = mentioned(env, [prop], state)
    return Obligation(f"property {field}", f"`{field}`, with the ports in place", statement, names)


def _close(opened: Statement, prop: Term) -> Term:
    """`prop` under the binders of the opened statement again."""
    out = prop
    names = {v.var: v for v in opened.variables}
    for i, argument in reversed(list(enumerate(opened.arguments))):
        if isinstance(argument, FVar):
            variable = names[argument]
            out = Pi(variable.name, "", variable.type, abstract(out, (argument,)))
        else:
            assert isinstance(argument, Proof)
            out = Pi(f"h{i}", "", argument.prop, lift(out, 1))
    return out


def _binders(type_: Term) -> int:
    count = 0
    while isinstance(type_, Pi):
        count, type_ = count + 1, type_.body
    return count


# ----- which bound names a statement mentions ---------------------------------------------


def mentioned(env: Environment, terms: list[Term], state: PortSetState) -> tuple[str, ...]:
    """The bound names in `terms` or in a body unfolded to evaluate them, sorted."""
    return tuple(sorted(n for n in reachable(env, terms) if state.is_bound(n)))


def reachable(env: Environment, terms: list[Term]) -> set[str]:
    """All constants in `terms` and in the bodies beneath them."""
    seen: set[str] = set()
    todo = [name for term in terms for name in constants(term)]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        entry = env.entry(name)
        if entry is None or entry.module.startswith(KNOWN):
            continue
        if entry.kind in ("def", "abbrev"):
            value = env.value(name)
            if value is not None:
                todo.extend(constants(value))
        elif entry.kind in ("structure", "class", "inductive"):
            for ctor in env.constructors_of(name):
                todo.extend(constants(env.type_of(ctor)))
    return seen


def bodies(env: Environment, terms: list[Term]) -> Iterator[tuple[str, Term]]:
    """`terms`, without a name, and the bodies of the project beneath them with theirs, sorted."""
    yield from [("", term) for term in terms]
    for name in sorted(reachable(env, terms)):
        entry = env.entry(name)
        if entry is not None and not entry.module.startswith(KNOWN):
            body = env.value(entry.name)
            if body is not None:
                yield entry.name, body


def texts(env: Environment, terms: list[Term]) -> tuple[str, ...]:
    """The texts in `terms` and in the bodies beneath them, sorted."""
    found = {
        t.value
        for _, term in bodies(env, terms)
        for t in subterms(term)
        if isinstance(t, Lit) and isinstance(t.value, str)
    }
    return tuple(sorted(found))


def is_analytic(statement: Statement) -> str | None:
    """The analytic predicate that a conclusion is, or None."""
    fn = head(statement.conclusion)
    return fn.name if isinstance(fn, Const) and fn.name in ANALYTIC else None


DERIVATIVES = frozenset({
    "fderiv", "deriv", "DifferentiableAt", "HasFDerivAt", "HasDerivAt", "gradient",
})  # fmt: skip


#: Functions that carry numbers of moderate size out of the range of floats.
GROWING = frozenset({"Real.exp", "Real.sinh", "Real.cosh", "Real.rpow", "Real.Gamma", "HPow.hPow"})


def grows(env: Environment, obligation: Obligation) -> bool:
    """Whether huge entries would overflow a float port of the obligation for no fault of its."""
    terms = [obligation.statement.conclusion]
    terms += [h.prop for h in obligation.statement.hypotheses]
    terms += [obligation.subject] if obligation.subject is not None else []
    return bool(reachable(env, terms) & GROWING)


def differentiates(env: Environment, statement: Statement) -> bool:
    """Whether evaluating the statement takes derivatives."""
    return bool(reachable(env, [statement.conclusion]) & DERIVATIVES)
