"""Structures and inductive types, as marshalling needs them.

Takes declarations, gives constructors with their fields, and the type of a function-valued field.
Never looks at a proof field's value.
"""

from __future__ import annotations

from dataclasses import dataclass

from leanbridge.core.declarations import Declaration, Definitions
from leanbridge.core.terms import Const, Pi, Term, abstract, args_of, const, head, instantiate
from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.interp.values import DataType, TypeValue, Value
from leanbridge.ports.marshal import ConstructorView
from leanbridge.ports.signature import Types, telescope


@dataclass(frozen=True, slots=True)
class DeclaredStructures:
    """`marshal.Structures` from an environment."""

    types: Types

    def constructors(self, type: DataType) -> tuple[ConstructorView, ...]:
        """The constructors of `type`, in order. Raises: Unsupported if it is not declared."""
        declaration = self.types.definitions.declaration(type.name)
        if declaration is None or not declaration.constructors:
            raise Unsupported(f"{type.name}: a type without known constructors, at a port")
        return tuple([self._view(name, type) for name in declaration.constructors])

    def _view(self, name: str, type: DataType) -> ConstructorView:
        declaration = self.types.definitions.declaration(name)
        if declaration is None or declaration.constructor is None:
            raise Unsupported(f"{name}: a constructor that is not declared, at a port")
        about = declaration.constructor
        binders, _ = telescope(declaration.type)
        parameters = type.arguments[: about.params]

        def field_type(i: int, earlier: tuple[Value, ...]) -> TypeValue:
            values = zip(binders, (*parameters, *earlier), strict=False)
            variables = {binder.variable: value for binder, value in values}
            return self.types.type_value(binders[about.params + i].type, variables)

        return ConstructorView(name, about.fields, about.proof_fields, field_type)


def field_telescope(definitions: Definitions, owner: Declaration, field: str) -> Term:
    """The type of `field` of what `owner` gives: the binders of `owner`, then those of the field.

    Raises: InputError if `owner` does not give a structure with this field.

    Example: for `d (x : A) : Pair A x` and `Pair.left {A} {x} (self : Pair A x) : A → B`, the
    field `left` of `d` is `(x : A) → A → B`.
    """
    where = Where(declaration=owner.name)
    binders, codomain = telescope(owner.type)
    structure = head(codomain)
    if not isinstance(structure, Const):
        raise InputError(f"{owner.name} gives no structure, so it has no field {field}", where)
    projection = definitions.declaration(f"{structure.name}.{field}")
    if projection is None or projection.projection is None:
        raise InputError(f"{structure.name} has no field {field}", where)
    variables = tuple([b.variable for b in binders])
    arguments = (*args_of(codomain)[: projection.projection.params], const(owner.name, *variables))
    body = projection.type
    for _ in arguments:
        if not isinstance(body, Pi):
            raise InputError(f"{structure.name}.{field} is no projection", where)
        body = body.body
    body = instantiate(body, arguments)
    for binder in reversed(binders):
        body = Pi(binder.name, binder.info, binder.type, abstract(body, (binder.variable,)))
    return body
