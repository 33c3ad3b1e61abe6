"""Size expressions over Lean binders, and the axes that they give a flat array.

Takes text such as "2*h" and the sizes of a case (`h=3`), gives a number. Never evaluates Python.

Worked example: a `Vec (c*(2*h)*(2*w))` whose layout is ["c", "2*h", "2*w"] is handed to a port
at c=2, h=3, w=1 as an array (2, 6, 2), row-major.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from leanbridge.errors import InputError, Where


def is_size(text: str) -> bool:
    """Whether `text` is a size expression: numbers and names with + - * // and parentheses."""
    tree = _parsed(text)
    return tree is not None and all(_is_allowed(node) for node in ast.walk(tree))


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return None


def _is_allowed(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return type(value) is int
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv()):
            return True
        case ast.Name() | ast.operator() | ast.expr_context():
            return True
        case _:
            return False


def size_value(text: str, sizes: Mapping[str, int], where: Where) -> int:
    """The value of a size expression at `sizes`; subtraction truncates, as in ℕ.

    Raises: InputError for a name that is not a size.
    """
    tree = _parsed(text)
    if tree is None or not is_size(text):
        raise InputError(f"not a size: {text}", where)
    return _value(tree, sizes, where)


def _value(tree: ast.expr, sizes: Mapping[str, int], where: Where) -> int:
    match tree:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            if name not in sizes:
                known = ", ".join(sizes) or "none"
                raise InputError("no such size in the layout", where, name, f"one of: {known}")
            return sizes[name]
        case ast.BinOp(left, op, right):
            a, b = _value(left, sizes, where), _value(right, sizes, where)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return max(a - b, 0)
                case ast.Mult():
                    return a * b
                case _:
                    return a // b if b else 0
        case _:
            raise InputError("not a size", where, ast.unparse(tree))


def axes_of(
    layout: Sequence[str], length: int, sizes: Mapping[str, int], where: Where
) -> tuple[int, ...]:
    """The axes of a flat array of `length` entries.

    Raises: InputError when their product is not `length`.
    """
    axes = tuple([size_value(size, sizes, where) for size in layout])
    product = 1
    for axis in axes:
        product *= axis
    if product != length:
        raise InputError(
            "the layout does not fill the flat array",
            where,
            f"{' · '.join(map(str, axes))} = {product}",
            f"{length}",
            tuple(f"{name}={value}" for name, value in sizes.items()),
        )
    return axes
