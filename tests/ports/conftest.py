"""A reader of the few type terms that these tests use, in the place of an interpreter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from leanbridge.core.declarations import Declaration
from leanbridge.core.terms import App, BVar, Const, FVar, Lit, Pi, Sort, Term, abstract
from leanbridge.interp.values import (
    BaseType,
    DataType,
    FinType,
    FunctionType,
    ProdType,
    ProofType,
    PropType,
    TypeValue,
)


def read(term: Term, values: tuple[Any, ...]) -> Any:
    match term:
        case BVar(index=index):
            return values[-1 - index]
        case Lit(value=value):
            return value
        case Sort():
            return PropType()
        case Const(name="True"):
            return ProofType(lambda: True)
        case Const(name=name):
            return BaseType(name)
        case Pi(type=domain, body=body):
            return FunctionType(read(domain, values), lambda x: read(body, (*values, x)))
        case App(fn=Const(name="OfNat.ofNat"), args=(_, literal)):
            return read(literal, values)
        case App(fn=Const(name="mul"), args=(a, b)):
            return read(a, values) * read(b, values)
        case App(fn=Const(name="Fin"), args=(size,)):
            return FinType(read(size, values))
        case App(fn=Const(name="Prod"), args=(a, b)):
            return ProdType(read(a, values), read(b, values))
        case App(fn=Const(name=name), args=args):
            return DataType(name, tuple([read(a, values) for a in args]))
        case _:
            raise AssertionError(term)


class Reader:
    """`signature.Types` of these terms."""

    def __init__(self, *declarations: Declaration) -> None:
        self.definitions = Declared({d.name: d for d in declarations})

    def type_value(self, term: Term, variables: Mapping[FVar, Any] | None = None) -> TypeValue:
        free = tuple(variables or {})
        type: TypeValue = read(abstract(term, free), tuple((variables or {}).values()))
        return type


class Declared:
    def __init__(self, known: Mapping[str, Declaration]) -> None:
        self.known = known

    def declaration(self, name: str) -> Declaration | None:
        return self.known.get(name)


@pytest.fixture
def types() -> Callable[..., Reader]:
    """A reader that knows these declarations."""
    return Reader
