"""What the tests of `core` share: Lean text → an environment, printed terms, errors."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from leanbridge.core.declarations import Declaration
from leanbridge.core.environment import Environment
from leanbridge.core.recheck import recheck
from leanbridge.core.terms import Const, Term
from leanbridge.errors import LeanbridgeError
from leanbridge.source.parser import parse_file
from leanbridge.source.syntax import File

N, R, B = Const("Nat"), Const("Real"), Const("Bool")


@dataclass(frozen=True)
class Module:
    """A module as the environment wants it."""

    name: str
    file: File


def environment(
    *texts: str, imports: dict[str, frozenset[str]] | None = None, auto_implicit: bool = True
) -> Environment:
    """Modules `M0`, `M1`, …; each sees the ones before it, or what `imports` says."""
    modules = [Module(f"M{i}", parse_file(t, f"M{i}.lean")) for i, t in enumerate(texts)]
    earlier = {m.name: frozenset(x.name for x in modules[:i]) for i, m in enumerate(modules)}
    return Environment(modules, imports or earlier, auto_implicit=auto_implicit)


def declaration(text: str, name: str) -> Declaration:
    """The declaration `name` of a file; it must also satisfy the second checker."""
    env = environment(text)
    found = env.declaration(name)
    assert found is not None, name
    assert recheck(env, found) == []
    return found


def type_of(text: str, name: str = "x") -> str:
    return repr(declaration(text, name).type)


def value_of(text: str, name: str = "x") -> str:
    return repr(value_term(text, name))


def value_term(text: str, name: str = "x") -> Term:
    value = declaration(text, name).value
    assert value is not None
    return value


def error_of(text: str, name: str = "x", *, auto_implicit: bool = True) -> LeanbridgeError:
    """The error of the declaration `name`; it is a failure if it elaborates."""
    env = environment(text, auto_implicit=auto_implicit)
    with pytest.raises(LeanbridgeError) as caught:
        env.declaration(name)
    return caught.value
