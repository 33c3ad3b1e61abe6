"""Operators, relations and bracket notations (rules 17 to 19).

A tree of arithmetic operators is one unit: leaves are elaborated without an expected type, the
largest type among them and the expected one is found, and each leaf that differs is coerced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from leanbridge.core.elab.arguments import Call, arguments
from leanbridge.core.elab.binders import mentions_cdot
from leanbridge.core.elab.casts import elab_cast, elab_up_arrow
from leanbridge.core.elab.coercions import casts_to_functions
from leanbridge.core.elab.elaborator import Elaborator, Stx
from leanbridge.core.elab.instances import EXPONENT, SCALAR, Claim
from leanbridge.core.elab.membership import membership
from leanbridge.core.reduce import whnf, whnf_core
from leanbridge.core.terms import (
    NAT,
    PROP,
    Const,
    Lit,
    MVar,
    Pi,
    Sort,
    Term,
    args_of,
    const,
    head,
    is_app_of,
)
from leanbridge.core.unify import unify
from leanbridge.source import syntax

#: Operators of one type: `op T a b`.
TREE: dict[str, str] = {
    "+": "HAdd.hAdd", "-": "HSub.hSub", "*": "HMul.hMul", "/": "HDiv.hDiv", "%": "HMod.hMod",
    "++": "HAppend.hAppend", "∪": "Union.union", "∩": "Inter.inter", "\\": "SDiff.sdiff",
    "⊔": "Max.max", "⊓": "Min.min",
}  # fmt: skip


TREE_UNARY: dict[tuple[str, bool], str] = {("-", False): "Neg.neg"}


RELATIONS: dict[str, str] = {
    "=": "Eq", "≠": "Ne", "<": "LT.lt", "≤": "LE.le", "<=": "LE.le", ">": "GT.gt", "≥": "GE.ge",
    ">=": "GE.ge", "==": "BEq.beq", "!=": "bne",
}  # fmt: skip


#: Plain notations: symbol → (constant, order of the operands among the explicit arguments).
PLAIN: dict[str, str] = {
    "∘": "Function.comp", "×": "Prod", "≃": "Equiv", "∣": "Dvd.dvd", "⊆": "HasSubset.Subset",
    "::": "List.cons", "×ˢ": "SProd.sprod", "∧": "And", "∨": "Or", "↔": "Iff", "&&": "Bool.and",
    "||": "Bool.or", "^^": "Bool.xor", "⬝ᵥ": "dotProduct", "*ᵥ": "Matrix.mulVec",
    "ᵥ*": "Matrix.vecMul", "⊂": "HasSSubset.SSubset", "↪": "Function.Embedding",
    "≪": "MeasureTheory.Measure.AbsolutelyContinuous",
    "⊕": "Sum", "''": "Set.image",
    "⁻¹'": "Set.preimage", "→ₗ": "LinearMap",
}  # fmt: skip


#: Notations with a term inside: `E →L[R] F`, with the term first.
PARAMETRIC: dict[str, str] = {
    "→L": "ContinuousLinearMap", "→ₗ": "LinearMap", "≃L": "ContinuousLinearEquiv",
    "≃ₗ": "LinearEquiv", "=ᶠ": "Filter.EventuallyEq", "≤ᶠ": "Filter.EventuallyLE",
}  # fmt: skip


PREFIX: dict[str, str] = {
    "¬": "Not", "!": "Bool.not", "√": "Real.sqrt", "∁": "Compl.compl", "#": "Finset.card",
    "𝓝": "nhds", "𝓟": "Filter.principal",
}  # fmt: skip


POSTFIX: dict[str, str] = {
    "⁻¹": "Inv.inv", "ᵀ": "Matrix.transpose", "ᶜ": "Compl.compl", "!": "Nat.factorial",
}  # fmt: skip


BRACKETS: dict[str, str] = {
    "|": "abs", "‖": "Norm.norm", "⌊": "Int.floor", "⌈": "Int.ceil", "⌊₊": "Nat.floor",
    "⌈₊": "Nat.ceil",
}  # fmt: skip


#: The numeric tower, from which coercions go up.
TOWER = ("Nat", "Int", "Rat", "Real", "Complex")


@dataclass(slots=True)
class Leaf:
    stx: Stx
    value: Term


@dataclass(slots=True)
class Node:
    """`op` over one or two trees; `extra` is the exponent of `^` or the scalar of `•`."""

    stx: Stx
    op: str
    children: tuple[Tree, ...]
    extra: Term | None = None


Tree: TypeAlias = Leaf | Node


def elab_binop(el: Elaborator, stx: syntax.BinOp, expected: Term | None) -> Term:
    if stx.op in TREE or stx.op in ("^", "•"):
        return _elab_tree(el, stx, expected)
    if stx.op in RELATIONS:
        return _elab_relation(el, stx, expected)
    special = _SPECIAL.get(stx.op)
    if special is not None:
        return special(el, stx, expected)
    if stx.param is not None:
        name = PARAMETRIC.get(stx.op.removesuffix("["))
        if name is None:
            raise el.unsupported(stx, f"notation {stx.op}[…]")
        return _constant_call(el, name, [stx.param, stx.lhs, stx.rhs], expected, stx)
    name = PLAIN.get(stx.op)
    if name is None:
        raise el.unsupported(stx, f"notation {stx.op}")
    return _constant_call(el, name, [stx.lhs, stx.rhs], expected, stx)


def elab_unop(el: Elaborator, stx: syntax.UnOp, expected: Term | None) -> Term:
    if (stx.op, stx.postfix) in TREE_UNARY:
        return _elab_tree(el, stx, expected)
    if stx.op in ("↑", "⇑", "↥"):
        return elab_up_arrow(el, stx, expected)
    name = (POSTFIX if stx.postfix else PREFIX).get(stx.op)
    if name is None:
        raise el.unsupported(stx, f"notation {stx.op}")
    return _constant_call(el, name, [stx.arg], expected, stx)


def _constant_call(
    el: Elaborator, name: str, args: list[Stx], expected: Term | None, stx: Stx
) -> Term:
    if el.env.entry(name) is None:
        raise el.unsupported(stx, name, "the notation's constant is not in the table")
    return arguments(el, Const(name), Call(list(args)), expected, stx)


def _elab_tree(el: Elaborator, stx: Stx, expected: Term | None) -> Term:
    tree = _grow(el, stx)
    top = _largest(el, [tree], expected)
    return _build(el, tree, top)


def _grow(el: Elaborator, stx: Stx) -> Tree:
    match stx:
        case syntax.Paren() if not mentions_cdot(stx.body):
            return _grow(el, stx.body)
        case syntax.BinOp() if stx.op in TREE:
            left = _grow(el, stx.lhs)
            return Node(stx, TREE[stx.op], (left, _grow(el, stx.rhs)))
        case syntax.BinOp(op="^"):
            base = _grow(el, stx.lhs)
            return Node(stx, "HPow.hPow", (base,), _exponent(el, stx.rhs))
        case syntax.BinOp(op="•"):
            scalar = el.term(stx.lhs, None)
            return Node(stx, "HSMul.hSMul", (_grow(el, stx.rhs),), scalar)
        case syntax.UnOp() if (stx.op, stx.postfix) in TREE_UNARY:
            return Node(stx, TREE_UNARY[(stx.op, stx.postfix)], (_grow(el, stx.arg),))
        case _:
            return Leaf(stx, el.term(stx, None))


def _exponent(el: Elaborator, stx: Stx) -> Term:
    inner = stx
    while isinstance(inner, syntax.Paren):
        inner = inner.body
    if isinstance(inner, syntax.NumLit):
        return const("OfNat.ofNat", NAT, Lit(inner.value))
    return el.term(stx, None)


def _leaves(tree: Tree) -> list[Leaf]:
    if isinstance(tree, Leaf):
        return [tree]
    return [leaf for child in tree.children for leaf in _leaves(child)]


def _largest(el: Elaborator, trees: list[Tree], expected: Term | None) -> Term | None:
    """The type all leaves are brought to; None if the leaves cannot be compared."""
    m = el.m
    top: Term | None = None
    if expected is not None:
        known = whnf_core(m, expected)
        if not isinstance(head(known), MVar):
            top = m.instantiate_mvars(expected)
    for tree in trees:
        for leaf in _leaves(tree):
            type_ = m.instantiate_mvars(m.infer(leaf.value))
            if isinstance(head(whnf_core(m, type_)), MVar):
                continue
            if top is None:
                top = type_
            elif not _same_type(el, top, type_):
                if _coerces(el, top, type_):
                    top = type_
                elif not _coerces(el, type_, top):
                    return None
    return top


def _same_type(el: Elaborator, a: Term, b: Term) -> bool:
    if a is b:
        return True
    with el.m.attempt() as keep:
        if unify(el.m, a, b):
            keep.append(True)
            return True
    return False


def _coerces(el: Elaborator, a: Term, b: Term) -> bool:
    """Whether an element of `a` is coerced to `b` (numbers only: that is what trees hold)."""
    x, y = head(whnf(el.m, a)), head(whnf(el.m, b))
    if isinstance(x, Const) and isinstance(y, Pi):
        return casts_to_functions(el, x.name, y)
    if not (isinstance(x, Const) and isinstance(y, Const)):
        return False
    if x.name in TOWER and y.name in TOWER:
        return TOWER.index(x.name) < TOWER.index(y.name)
    if x.name == "Fin":
        return y.name in TOWER
    if x.name == "Subtype":
        carrier = args_of(whnf(el.m, a))[0]
        return _same_type(el, carrier, b) or _coerces(el, carrier, b)
    extra = {("Nat", "NNReal"), ("NNReal", "Real"), ("Nat", "ENNReal"), ("NNReal", "ENNReal"),
             ("Nat", "Float"), ("Finset", "Set")}  # fmt: skip
    return (x.name, y.name) in extra


def _build(el: Elaborator, tree: Tree, top: Term | None) -> Term:
    m = el.m
    if isinstance(tree, Leaf):
        return tree.value if top is None else el.coerce(tree.value, top, tree.stx)
    parts = [_build(el, child, top) for child in tree.children]
    type_ = top if top is not None else _operand_type(el, parts[0])
    if top is None:
        _refuse_propositions(el, tree, type_)
        if tree.op == "HMul.hMul":
            product = _matrix_product(el, *parts)
            if product is not None:
                return product
        parts = [el.coerce(p, type_, tree.stx) for p in parts]
    el.claims.append(Claim(tree.op, type_, tree.stx))
    if tree.op == "HPow.hPow":
        assert tree.extra is not None
        el.claims.append(Claim(EXPONENT, m.infer(tree.extra), tree.stx))
        return const("HPow.hPow", type_, m.infer(tree.extra), parts[0], tree.extra)
    if tree.op == "HSMul.hSMul":
        assert tree.extra is not None
        el.claims.append(Claim(SCALAR, m.infer(tree.extra), tree.stx))
        return const("HSMul.hSMul", m.infer(tree.extra), type_, tree.extra, parts[0])
    return const(tree.op, type_, *parts)


def _matrix_product(el: Elaborator, a: Term, b: Term) -> Term | None:
    """`a * b` of two matrices whose types differ; None if they are none."""
    left, right = (whnf_core(el.m, _operand_type(el, t)) for t in (a, b))
    if not (is_app_of(left, "Matrix", 3) and is_app_of(right, "Matrix", 3)):
        return None
    (rows, inner, item), (inner_, columns, item_) = args_of(left), args_of(right)
    if _same_type(el, left, right) or not (unify(el.m, inner, inner_) and unify(el.m, item, item_)):
        return None
    return const("Matrix.mul", rows, inner, columns, item, a, b)


def _operand_type(el: Elaborator, value: Term) -> Term:
    return el.m.instantiate_mvars(el.m.infer(value))


def _refuse_propositions(el: Elaborator, tree: Node, type_: Term) -> None:
    if isinstance(whnf_core(el.m, type_), Sort):
        raise el.fail(tree.stx, "an operator on types or propositions", got=type_)


def _elab_relation(el: Elaborator, stx: syntax.BinOp, expected: Term | None) -> Term:
    left, right = _grow(el, stx.lhs), _grow(el, stx.rhs)
    name = RELATIONS[stx.op]
    top = _largest(el, [left, right], None)
    if top is not None:
        mixed = _bool_or_prop(el, left, right)
        top = mixed if mixed is not None else top
        el.claims.append(Claim(name, top, stx))
    if top is None:
        a = _build(el, left, None)
        type_ = _operand_type(el, a)
        mixed = _bool_or_prop(el, left, right)
        if mixed is not None:
            type_, a = mixed, el.coerce(a, mixed, stx.lhs)
        b = el.coerce(_build(el, right, None), type_, stx.rhs)
        el.claims.append(Claim(name, type_, stx))
        return const(name, type_, a, b)
    return const(name, top, _build(el, left, top), _build(el, right, top))


def _bool_or_prop(el: Elaborator, left: Tree, right: Tree) -> Term | None:
    """`b = p` with a Bool and a Prop: both become propositions."""
    types = [whnf_core(el.m, el.m.infer(leaf.value)) for leaf in (*_leaves(left), *_leaves(right))]
    if PROP in types and Const("Bool") in types:
        return PROP
    return None


def _elab_membership(el: Elaborator, stx: syntax.BinOp, expected: Term | None) -> Term:
    container = el.term(stx.rhs, None)
    out = membership(el, stx.lhs, container, stx)
    return const("Not", out) if stx.op == "∉" else out


_SPECIAL: dict[str, Callable[[Elaborator, syntax.BinOp, Term | None], Term]] = {
    "∈": _elab_membership,
    "∉": _elab_membership,
    "▸": elab_cast,
}


def elab_bracket(el: Elaborator, stx: syntax.Bracket, expected: Term | None) -> Term:
    key = stx.open + ("₊" if stx.close.endswith("₊") else "")
    if stx.open == "⟪" and len(stx.items) == 2:
        field = stx.subscript
        if field is None:
            raise el.unsupported(stx, "⟪⟫ without a field")
        return _constant_call(el, "Inner.inner", [field, *stx.items], expected, stx)
    name = BRACKETS.get(key)
    if name is None or len(stx.items) != 1:
        raise el.unsupported(stx, f"notation {stx.open}…{stx.close}")
    out = _constant_call(el, name, list(stx.items), expected, stx)
    if name == "abs":
        el.claims.append(Claim(name, el.m.infer(out), stx))
    return out
