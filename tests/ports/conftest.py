"""A reader of the few type terms that these tests use, in the place of an interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from leanbridge.core.terms import App, BVar, Const, Lit, Pi, Sort, Term
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


@pytest.fixture
def type_of() -> Callable[[Term, tuple[Any, ...]], TypeValue]:
    return read
