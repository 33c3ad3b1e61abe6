"""All that can be read of a module, as numbers that are equal iff the structure is."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields
from typing import Any

from leanbridge.source.olean import Constructor, Inductive, Module, Recursor
from leanbridge.source.olean import kernel as k

VIEWS = (
    "docs", "ranges", "axioms", "true_kinds", "structures", "projections", "matchers",
    "instances", "classes", "reducibility", "protected", "noncomputable",
)  # fmt: skip


class Numbers:
    """Expressions by structure: equal ones have one number, whatever file they are of."""

    def __init__(self) -> None:
        self._table: dict[Hashable, int] = {}

    def of(self, value: Hashable) -> int:
        return self._table.setdefault(value, len(self._table))

    def level(self, level: k.Level) -> int:
        todo: list[k.Level] = [level]
        done: dict[k.Level, int] = {}
        while todo:
            at = todo[-1]
            parts = [getattr(at, f.name) for f in fields(at)]
            inner = [p for p in parts if not isinstance(p, str)]
            missing = [p for p in inner if p not in done]
            if missing:
                todo += missing
            else:
                todo.pop()
                shown = [done[p] if p in done else p for p in parts]
                done[at] = self.of((type(at).__name__, *shown))
        return done[level]

    def expr(self, expr: k.Expr, done: dict[k.Expr, int]) -> int:
        todo = [expr]
        while todo:
            at = todo[-1]
            if at in done:
                todo.pop()
                continue
            inner = k.children(at)
            missing = [e for e in inner if e not in done]
            if missing:
                todo += missing
                continue
            key: list[Hashable] = [type(at).__name__]
            for name in type(at).__slots__:
                key.append(self._part(getattr(at, name), done))
            done[at] = self.of(tuple(key))
        return done[expr]

    def _part(self, part: Any, done: dict[k.Expr, int]) -> Hashable:
        if isinstance(part, tuple):
            return tuple(self.level(level) for level in part)
        if isinstance(part, k.Zero | k.Succ | k.Max | k.IMax | k.Param):
            return self.level(part)
        if isinstance(part, str | int):
            return (type(part).__name__, part)
        return done[part]


def everything(module: Module, numbers: Numbers) -> tuple[Hashable, ...]:
    """The header, every constant with type, value and numbers, and every view of the entries."""
    done: dict[k.Expr, int] = {}
    out: list[Hashable] = [module.lean_version, module.is_module, module.imports]
    for constant in module.constants():
        value = constant.value
        out.append((constant.name, constant.kind, constant.level_params, constant.all))
        out.append((constant.safety, constant.hints, constant.is_hidden))
        out.append(numbers.expr(constant.type, done))
        out.append(None if value is None else numbers.expr(value, done))
        if isinstance(constant, Inductive):
            out.append((constant.params, constant.indices, constant.constructors))
            out.append((constant.nested, constant.is_recursive, constant.is_reflexive))
        elif isinstance(constant, Constructor):
            out.append((constant.inductive, constant.index, constant.params, constant.fields))
        elif isinstance(constant, Recursor):
            out.append((constant.params, constant.indices, constant.motives, constant.minors))
            out.append(constant.is_k)
            for rule in constant.rules:
                out.append((rule.constructor, rule.fields, numbers.expr(rule.rhs, done)))
    for view in VIEWS:
        found = getattr(module, view)
        out.append(tuple(found.items()) if hasattr(found, "items") else tuple(found))
    for name, recursion in module.recursions.items():
        out.append((name, recursion.level_params, recursion.argument, recursion.all))
        out.append((numbers.expr(recursion.type, done), numbers.expr(recursion.value, done)))
    return tuple(out)
