"""Short names for building core terms by hand, and an environment that is a dict."""

from __future__ import annotations

from leanbridge.core.declarations import Constructor, Declaration, Place, Projection
from leanbridge.core.terms import BVar, Const, Lam, Let, Match, Pi, Proof, Term, app, const, nat
from leanbridge.core.terms import Clause as Clause
from leanbridge.interp.conformance_cases import at, eq, fin, fun, le, lt, mul, num, val, vec
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import Table, Value
from leanbridge.source.syntax import Span

N, R = Const("Nat"), Const("Real")
OK = Proof(Const("True"))
PLACE = Place("M", "M.lean", Span(0, 0), 1, 1)


def b(index: int) -> BVar:
    """A bound variable."""
    return BVar(index)


def lam(*parts: tuple[str, Term] | Term) -> Term:
    """`fun (x : t) … => body` with names."""
    *binders, body = parts
    assert isinstance(body, Term)
    for binder in reversed(binders):
        assert isinstance(binder, tuple)
        body = Lam(binder[0], "", binder[1], body)
    return body


def forall(*parts: tuple[str, Term] | Term) -> Term:
    """`(x : t) → … → body` with names."""
    *binders, body = parts
    assert isinstance(body, Term)
    for binder in reversed(binders):
        assert isinstance(binder, tuple)
        body = Pi(binder[0], "", binder[1], body)
    return body


class Environment(dict[str, Declaration]):
    """`Definitions` over a dict."""

    def declaration(self, name: str) -> Declaration | None:
        return self.get(name)

    def define(self, name: str, value: Term, type: Term = N) -> Term:
        """Add a definition; gives its constant."""
        self[name] = Declaration(name, "def", type, PLACE, value=value)
        return Const(name)

    def structure(
        self, name: str, type: Term, params: int, fields: dict[str, Term], proofs: frozenset[str]
    ) -> None:
        """Add a structure: its constructor's type is a telescope of params and fields."""
        made = f"{name}.mk"
        self[name] = Declaration(
            name, "structure", type, PLACE, constructors=(made,), params=params
        )
        telescope: Term = Const(name)
        for field in reversed(fields):
            telescope = Pi(field, "", fields[field], telescope)
        for _ in range(params):
            telescope = Pi("p", "", Const("Nat"), telescope)
        self[made] = Declaration(
            made,
            "constructor",
            telescope,
            PLACE,
            constructor=Constructor(
                made, name, 0, params, tuple(fields), tuple(f in proofs for f in fields)
            ),
        )
        for index, field in enumerate(fields):
            full = f"{name}.{field}"
            self[full] = Declaration(
                full, "projection", N, PLACE, projection=Projection(full, name, params, index)
            )


def tensor(value: object) -> Value:
    """Nested lists as nested tables."""
    if isinstance(value, list):
        return Table(tuple([tensor(v) for v in value]))
    return value


__all__ = [
    "N", "OK", "PLACE", "R", "Clause", "Environment", "Exact", "Let", "Match", "Proof", "app",
    "at", "b", "const", "eq", "fin", "forall", "fun", "lam", "le", "lt", "mul", "nat", "num",
    "tensor", "val", "vec",
]  # fmt: skip
