"""What the tests of `source` share: trees without their parentheses, the terms of a tree."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from leanbridge.source import syntax as s


def without_parens(node: object) -> object:
    """Copy a tree with every `Paren` replaced by its body."""
    if isinstance(node, s.Paren):
        return without_parens(node.body)
    if isinstance(node, tuple):
        return tuple(without_parens(each) for each in node)
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        return dataclasses.replace(
            node,
            **{
                field.name: without_parens(getattr(node, field.name))
                for field in dataclasses.fields(node)
                if field.init
            },
        )
    return node


def outer_terms(node: object) -> Iterator[s.Term]:
    """Give the terms of a tree that are inside of no other term."""
    if isinstance(node, s.Term):
        yield node
    elif isinstance(node, tuple):
        for each in node:
            yield from outer_terms(each)
    elif dataclasses.is_dataclass(node) and not isinstance(node, type):
        for field in dataclasses.fields(node):
            yield from outer_terms(getattr(node, field.name))


def only_command(file: s.File) -> s.Command:
    """Give the command of a file that has one."""
    (command,) = file.commands
    return command
