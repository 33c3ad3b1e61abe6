"""Which clauses of a match are reached, and whether every value is: the usual matrix of patterns.

Takes patterns without metavariables. A constructor that no clause names may be impossible in a
family with indices. So "missing" is said only where every other one has a value that no clause
fits, and "never reached" only where none of them has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from leanbridge.core.environment import Environment
from leanbridge.core.terms import (
    Const,
    Lit,
    Pi,
    Proof,
    Term,
    args_of,
    const,
    head,
    is_app_of,
    subterms,
)  # fmt: skip

Row: TypeAlias = tuple[Term | None, ...]  # None is a wildcard

MAX_NUMERAL = 64
ZERO, SUCC = "Nat.zero", "Nat.succ"


def redundant(env: Environment, rows: Sequence[Sequence[Term]]) -> int | None:
    """The first row that the ones before it leave nothing to."""
    read = [_row(env, row) for row in rows]
    partial = [any(_fixes_implicit(env, p) for p in row) for row in rows]
    for i, row in enumerate(read):
        before = [r for r, some in zip(read[:i], partial, strict=False) if not some]
        if not partial[i] and not _useful(env, before, row, unnamed=True):
            return i
    return None


def incomplete(env: Environment, rows: Sequence[Sequence[Term]]) -> bool:
    """Whether some values certainly fit no row: a proof inside of a pattern may exclude them, and
    the numerals of a `Fin` may be all that there are."""
    if any(_may_exclude(p) for row in rows for pattern in row for p in subterms(pattern)):
        return False
    read = [_row(env, row) for row in rows]
    return bool(read) and _useful(env, read, (None,) * len(read[0]), unnamed=False)


def _may_exclude(part: Term) -> bool:
    if isinstance(part, Proof):
        return True
    return is_app_of(part, "OfNat.ofNat", 2) and head(args_of(part)[0]) is Const("Fin")


def _row(env: Environment, patterns: Sequence[Term]) -> Row:
    return tuple(_pattern(env, p) for p in patterns)


def _pattern(env: Environment, pattern: Term) -> Term | None:
    """A pattern with a constructor or a literal at its head; None for all else."""
    if is_app_of(pattern, "OfNat.ofNat", 2) and args_of(pattern)[0] is Const("Nat"):
        literal = args_of(pattern)[1]
        if isinstance(literal, Lit) and isinstance(literal.value, int):
            return _numeral(literal.value)
    if isinstance(pattern, Lit) or is_app_of(pattern, "OfNat.ofNat", 2):
        return pattern
    fn = head(pattern)
    return pattern if isinstance(fn, Const) and env.constructor(fn.name) is not None else None


def _numeral(value: int) -> Term:
    if value > MAX_NUMERAL:
        return Lit(value)
    out: Term = Const(ZERO)
    for _ in range(value):
        out = const(SUCC, out)
    return out


def _useful(env: Environment, rows: list[Row], row: Row, *, unnamed: bool) -> bool:
    """Whether `row` fits a value that no row of `rows` fits. `unnamed`: of a family with indices,
    constructors that no row names are taken to have values."""
    if not row:
        return not rows
    first = row[0]
    if first is not None:
        name = _head(first)
        parts = _parts(env, first)
        inner = _specialised(env, rows, name, len(parts))
        return _useful(env, inner, (*parts, *row[1:]), unnamed=unnamed)
    names = dict.fromkeys(_head(r[0]) for r in rows if r[0] is not None)
    if names and all(env.constructor(n) is not None for n in names):
        for name in _values(env, list(names), unnamed=unnamed):
            count = _arity(env, name)
            inner = _specialised(env, rows, name, count)
            if _useful(env, inner, (*[None] * count, *row[1:]), unnamed=unnamed):
                return True
        return False
    return _useful(env, [r[1:] for r in rows if r[0] is None], row[1:], unnamed=unnamed)


def _values(env: Environment, names: list[str], *, unnamed: bool) -> list[str]:
    """The constructors that a value may have."""
    info = env.constructor(names[0])
    assert info is not None
    family = env.statement(info.inductive)
    binders, type_ = 0, family.type
    while isinstance(type_, Pi):
        binders, type_ = binders + 1, type_.body
    has_indices = binders > family.params
    return names if has_indices and not unnamed else list(env.constructors_of(info.inductive))


def _head(pattern: Term) -> str:
    fn = head(pattern)
    return fn.name if isinstance(fn, Const) and fn.name != "OfNat.ofNat" else repr(pattern)


def _arity(env: Environment, name: str) -> int:
    info = env.constructor(name)
    return len(info.fields) if info is not None else 0


def _parts(env: Environment, pattern: Term) -> Row:
    """The patterns of a constructor's fields; an implicit one is what the types make it."""
    name = _head(pattern)
    info = env.constructor(name)
    if info is None:
        return ()
    fields = zip(_infos(env, name), args_of(pattern)[info.params :], strict=True)
    return tuple(_pattern(env, p) if kind == "" else None for kind, p in fields)


def _infos(env: Environment, constructor: str) -> list[str]:
    """The brackets of a constructor's fields."""
    info = env.constructor(constructor)
    assert info is not None
    out: list[str] = []
    type_ = env.type_of(constructor)
    while isinstance(type_, Pi):
        out.append(type_.info)
        type_ = type_.body
    return out[info.params :]


def _fixes_implicit(env: Environment, pattern: Term) -> bool:
    """Whether an implicit field of a constructor in `pattern` is more than a variable."""
    read = _pattern(env, pattern)
    name = _head(pattern) if read is not None else ""
    info = env.constructor(name)
    if info is None:
        return False
    fields = zip(_infos(env, name), args_of(pattern)[info.params :], strict=True)
    return any(
        _fixes_implicit(env, p) if kind == "" else _pattern(env, p) is not None
        for kind, p in fields
    )


def _specialised(env: Environment, rows: list[Row], name: str, count: int) -> list[Row]:
    """What is left of the rows for values with the constructor or literal `name`."""
    out: list[Row] = []
    for row in rows:
        first = row[0]
        if first is None:
            out.append((*[None] * count, *row[1:]))
        elif _head(first) == name:
            out.append((*_parts(env, first), *row[1:]))
    return out
