"""Which instance arguments carry no information.

An instance that Lean or Mathlib declares is *canonical*: at its type there is one meaning of the
operator, and that is the one this package gives it. An instance of the project is not: the
operator means there what the instance says. A local instance (a binder) is whatever the caller
gives, and was judged there.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.core.compiled.raw import RawConst, RawProj
from leanbridge.core.compiled.typing import Typing
from leanbridge.core.terms import App, FVar, Lam, Pi, Term, args_of, head, instantiate

#: Classes whose instances at one type are equal, or never change a value: any instance will do.
IRRELEVANT = frozenset(
    {
        "Decidable", "DecidableEq", "DecidablePred", "DecidableRel", "Fintype", "Subsingleton",
        "Unique",
    }
)  # fmt: skip


def is_canonical(typing: Typing, instance: Term, is_library: Callable[[str], bool]) -> bool:
    """Whether `instance` may be erased. `is_library` tells a constant of Lean or Mathlib."""
    class_ = _result(typing, typing.infer(instance))
    fn = head(class_)
    if isinstance(fn, RawConst) and (fn.name in IRRELEVANT or typing.is_prop(class_)):
        return True
    return _library_built(typing, instance, is_library)


def _result(typing: Typing, type_: Term) -> Term:
    """What a family of instances gives: `∀ i, Add (f i)` gives an `Add`."""
    while isinstance(type_, Pi):
        _, type_ = typing.open(type_)
    return type_


def _library_built(typing: Typing, term: Term, is_library: Callable[[str], bool]) -> bool:
    while isinstance(term, Lam):
        _, term = typing.open(term)
    fn = head(term)
    if isinstance(fn, FVar):
        return True
    if isinstance(fn, RawProj):
        return isinstance(term, App) and _library_built(typing, term.args[0], is_library)
    if not isinstance(fn, RawConst) or not is_library(fn.name):
        return False
    # a library's instance may be built over others, which must be the library's too
    type_ = typing.type_of(fn)
    args = args_of(term)
    used = 0
    for i, arg in enumerate(args):
        if not isinstance(type_, Pi):
            type_, used = typing.whnf(instantiate(type_, args[used:i])), i
            assert isinstance(type_, Pi)
        if type_.info == "[]" and not is_canonical(typing, arg, is_library):
            return False
        type_ = type_.body
    return True
