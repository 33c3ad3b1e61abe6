"""The shapes of a definition's arguments and value, as functions of its sizes.

Takes a declaration; gives trees of leaves at any sizes, and the definition as a term of its data.
"""

from __future__ import annotations

from collections.abc import Mapping

from leanbridge.core.declarations import Declaration
from leanbridge.core.terms import NAT, FVar, Lam, Term, abstract, beta, const, nat, replace
from leanbridge.errors import Unsupported
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import BaseType, FunctionType, TypeValue, show_type
from leanbridge.ports.mlir.leaves import Tree, tree_of
from leanbridge.ports.signature import Types, telescope
from leanbridge.ports.structures import DeclaredStructures
from leanbridge.ports.tensors import index_axes


class Shapes:
    """The shapes of a definition's arguments, as functions of its sizes."""

    def __init__(self, types: Types, declaration: Declaration) -> None:
        self.types, self.declaration = types, declaration
        self.binders, self.codomain = telescope(declaration.type)
        self.structures = DeclaredStructures(types)
        self.sizes = tuple([b.name for b in self.binders if b.type == NAT])
        rest = [b for b in self.binders if b.type != NAT]
        self.data = [b for b in rest if is_proposition(b.type, types.definitions) is not True]

    def values(self, sizes: Mapping[str, int]) -> dict[FVar, int]:
        """The sizes as values of their variables."""
        return {b.variable: sizes[b.name] for b in self.binders if b.type == NAT}

    def _type(self, term: Term, sizes: Mapping[str, int]) -> TypeValue:
        return self.types.type_value(term, self.values(sizes))

    def trees(self, sizes: Mapping[str, int]) -> tuple[Tree, ...]:
        """A tree for each argument; an index is none, it has to stand last."""
        found = []
        for binder in self.data:
            type_ = self._type(binder.type, sizes)
            if index_axes(type_) is not None:
                break
            if type_ == BaseType("Type"):
                raise Unsupported(f"an artifact for a definition that takes a type: {binder.name}")
            found.append(tree_of(binder.name, type_, self.structures))
        return tuple(found)

    def result(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """The shape of the value: the axes of all its indices."""
        return tuple([n for axes in self.indices(sizes) for n in axes])

    def indices(self, sizes: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
        """The axes of each index of the value: of the binders left over, then of the codomain."""
        left = self.data[len(self.trees(sizes)) :]
        found = [index_axes(self._type(b.type, sizes)) or () for b in left]
        entry = self._type(self.codomain, sizes)
        while isinstance(entry, FunctionType):
            axes = index_axes(entry.domain)
            if axes is None:
                break
            found.append(axes)
            entry = entry.codomain(0)
        if entry != BaseType("Real"):
            raise Unsupported(f"an artifact for a value of type {show_type(entry)}")
        return tuple(found)

    def hypotheses(self) -> tuple[Term, ...]:
        """What the definition assumes: its proof binders, and the facts of its instances."""
        variables = tuple([b.variable for b in self.binders])
        found = [
            b.type for b in self.binders if is_proposition(b.type, self.types.definitions) is True
        ]
        return (
            *found,
            *[beta(fact, variables[: _arity(fact)]) for fact in self.declaration.instances],
        )

    def term(self, sizes: Mapping[str, int]) -> Term:
        """The definition at these sizes, as a function of the other binders."""
        variables = tuple([b.variable for b in self.binders])
        numbers: dict[Term, Term] = {v: nat(n) for v, n in self.values(sizes).items()}
        out: Term = const(self.declaration.name, *variables)
        for binder in reversed(self.binders):
            if binder.type != NAT:
                out = Lam(binder.name, "", binder.type, abstract(out, (binder.variable,)))
        return replace(out, numbers)


def _arity(term: Term) -> int:
    count = 0
    while isinstance(term, Lam):
        count, term = count + 1, term.body
    return count
