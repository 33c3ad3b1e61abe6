"""What a proposition says, one layer down: the parts of a structure of proofs.

Takes a proposition and the definitions; gives propositions. Evaluates nothing.
"""

from __future__ import annotations

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import Const, Pi, Proof, Term, args_of, head, instantiate


def bundled(prop: Term, definitions: Definitions) -> tuple[Term, ...] | None:
    """The fields of `prop`, if that is a structure of proofs at its parameters; else None.

    Example: of `And p q`, or of a structure with fields `left : p` and `right : q`, `(p, q)`.
    """
    fn = head(prop)
    declaration = definitions.declaration(fn.name) if isinstance(fn, Const) else None
    if declaration is None or declaration.kind != "structure":
        return None
    [name] = declaration.constructors
    constructor = definitions.declaration(name)
    assert constructor is not None
    assert constructor.constructor is not None
    if not all(constructor.constructor.proof_fields):
        return None
    type_: Term = constructor.type
    for argument in args_of(prop):
        if not isinstance(type_, Pi):
            return None
        type_ = instantiate(type_.body, (argument,))
    fields: list[Term] = []
    while isinstance(type_, Pi):
        fields.append(type_.type)
        type_ = instantiate(type_.body, (Proof(type_.type),))
    return tuple(fields)
