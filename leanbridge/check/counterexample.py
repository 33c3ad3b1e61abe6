"""A failure as a record for people: sizes, inputs, where, got, expected, how SPEC fares.

Takes an examiner and a failure; evaluates with fresh evaluators, so that what is printed has been
run again. Gives text only.
"""

from __future__ import annotations

from leanbridge.check.compare import show
from leanbridge.check.examine import ALL, Examiner
from leanbridge.check.record import Counterexample
from leanbridge.check.tally import Failure, Point
from leanbridge.core.environment import Environment
from leanbridge.core.terms import (
    Const,
    FVar,
    Pi,
    Term,
    args_of,
    beta,
    head,
    instantiate,
)
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.exact import Exact
from leanbridge.ports import BoundaryFault

RELATIONS = {"Eq": "=", "Ne": "≠", "LE.le": "≤", "LT.lt": "<", "GE.ge": "≥", "GT.gt": ">"}


def counterexample(examiner: Examiner, failure: Failure, *, confirmed: bool) -> Counterexample:
    """The record of `failure`, evaluated again."""
    statement = examiner.statement
    port = examiner.ports.get(failure.environment, examiner.ports[ALL])
    sizes, inputs, indices = [], [], []
    taken: set[str] = set()
    for v in statement.variables:
        value = failure.point[v.var]
        name = v.name
        while name in taken:  # binders without a name of their own are all called `a`
            name += "'"
        taken.add(name)
        if v.is_size:
            sizes.append((name, value))
        elif isinstance(value, (int, bool)):
            indices.append((name, show(value)))
        else:
            inputs.append((name, show(value, definitions=examiner.spec.definitions)))
    hypotheses = [
        (h.name, _hypothesis(examiner.spec, port, h.prop, failure)) for h in statement.hypotheses
    ]
    got, expected, spec = _sides(examiner, failure, port)
    return Counterexample(
        failure.kind, tuple(sizes), tuple(inputs), tuple(indices), tuple(hypotheses), got, expected,
        spec, failure.environment, failure.message, confirmed,
    )  # fmt: skip


def _hypothesis(spec: Exact, port: Exact, prop: Term, failure: Failure) -> str:
    here = _truth(spec, prop, failure.point)
    there = _truth(port, prop, failure.point)
    if here == there or failure.environment == "SPEC":
        return f"{prop!r} is {here}"
    return f"{prop!r} is {here} in SPEC, {there} in {failure.environment}"


def _truth(exact: Exact, prop: Term, point: Point) -> str:
    try:
        return str(exact.truth(prop, point))
    except BoundaryFault as fault:
        return f"a fault ({fault.kind})"
    except LeanbridgeError as error:
        return f"undecided ({error.what})"


def _sides(examiner: Examiner, failure: Failure, port: Exact) -> tuple[str, str, str]:
    if examiner.obligation.is_definition:
        difference = failure.difference
        if difference is None:
            value = _value_text(examiner, failure)
            return failure.message, value, value
        where = "".join(part if part.startswith(".") else f"[{part}]" for part in difference.path)
        at = f" at {where}" if where else ""
        return (
            show(difference.got, definitions=examiner.spec.definitions) + at,
            show(difference.expected, definitions=examiner.spec.definitions) + at,
            ("the Lean definition's own value is the expected one"),
        )
    conclusion = examiner.statement.conclusion
    if failure.kind == "statement":
        text = describe(conclusion, failure.point, examiner.spec, examiner.environments.env)
        return text, f"{conclusion!r}", "false: the statement itself fails at this input"
    if failure.kind not in ("value", "hypothesis"):
        return failure.message, "a value of the Lean type", _holds(examiner, failure)
    if failure.kind == "hypothesis":
        return failure.message, "the same truth in SPEC and PORT", _holds(examiner, failure)
    text = describe(conclusion, failure.point, port, examiner.environments.env)
    return text, f"{conclusion!r}", _holds(examiner, failure)


def _value_text(examiner: Examiner, failure: Failure) -> str:
    subject = examiner.obligation.subject
    assert subject is not None
    try:
        spec = examiner.spec
        type_ = spec.type_value(examiner.statement.conclusion, failure.point)
        value = spec.force(spec.evaluate(subject, failure.point), type_)
        return show(value, definitions=spec.definitions)
    except LeanbridgeError as error:
        return f"(not evaluated: {error.what})"


def _holds(examiner: Examiner, failure: Failure) -> str:
    text = _truth(examiner.spec, examiner.statement.conclusion, failure.point)
    return "the same case holds with the Lean bodies" if text == "True" else f"conclusion: {text}"


def describe(prop: Term, point: Point, exact: Exact, env: Environment, depth: int = 0) -> str:
    """Why `prop` is false at `point`: the sides of an equation, the failing part of an `∧`, the
    first failing value of a `∀`."""
    try:
        return _describe(prop, point, exact, env, depth)
    except BoundaryFault as fault:
        return f"a fault ({fault})"
    except LeanbridgeError:
        return f"{prop!r} is false"


def _describe(prop: Term, point: Point, exact: Exact, env: Environment, depth: int) -> str:
    fn, args = head(prop), args_of(prop)
    if isinstance(prop, Pi):
        return _describe_forall(prop, point, exact, env, depth)
    if not isinstance(fn, Const) or depth > 8:
        return f"{prop!r} is false"
    if fn.name in RELATIONS and len(args) == 3:
        left, right = (_text(a, args[0], point, exact) for a in args[1:])
        return f"{left} {RELATIONS[fn.name]} {right} is false"
    if fn.name == "And":
        failing = args[0] if not exact.truth(args[0], point) else args[1]
        return describe(failing, point, exact, env, depth + 1)
    if fn.name in ("Or", "Iff"):
        word = "∨" if fn.name == "Or" else "↔"
        parts = [str(exact.truth(a, point)) for a in args]
        return f" {word} ".join(f"({a!r}: {t})" for a, t in zip(args, parts, strict=True))
    if fn.name == "Not":
        return f"{args[0]!r} is true"
    value = env.unfoldable_value(fn.name)
    if value is not None:
        return describe(beta(value, args), point, exact, env, depth + 1)
    return f"{prop!r} is false"


def _describe_forall(prop: Pi, point: Point, exact: Exact, env: Environment, depth: int) -> str:
    x = FVar(-500 - depth, prop.name)
    body = instantiate(prop.body, (x,))
    values = exact.elements(exact.type_value(prop.type, point))
    for value in values or ():
        inner = {**point, x: value}
        if not exact.truth(body, inner):
            rest = describe(body, inner, exact, env, depth + 1)
            text = show(value, definitions=exact.definitions)
            return rest if "PROOF" in text else f"{prop.name} = {text}: {rest}"
    return f"{prop!r} is false"


def _text(term: Term, type_: Term, point: Point, exact: Exact) -> str:
    value = exact.evaluate(term, point)
    value = exact.force(value, exact.type_value(type_, point))
    return show(value, definitions=exact.definitions)
