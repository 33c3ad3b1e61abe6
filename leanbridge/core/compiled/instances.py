"""Which instance arguments carry no information.

An instance that Lean or Mathlib declares is *canonical*: at its type there is one meaning of the
operator, and that is the one this package gives it. Another is not, be it declared by the project
or written where it is used (`⟨fun x y => x * y⟩`): the operator means there what the instance says.
Nor is one at a library's own name for a type (`OrderDual ℝ` is `ℝ` with `≤` turned round), unless
this package has a meaning for that name. A local instance (a binder `[…]`) is whatever the caller
gives, and was judged there; one that an ordinary binder gives was not.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.core.compiled.raw import RawConst, RawProj, RawSort
from leanbridge.core.compiled.typing import Typing
from leanbridge.core.terms import App, FVar, Lam, Pi, Term, args_of, beta, head, instantiate

#: Classes whose instances at one type are equal, or never change a value: any instance will do.
IRRELEVANT = frozenset(
    {
        "Decidable", "DecidableEq", "DecidablePred", "DecidableRel", "Fintype", "Subsingleton",
        "Unique",
    }
)  # fmt: skip

#: Types that Lean or Mathlib *define* and that have a meaning of their own here.
MODELLED = frozenset(
    {
        "ENNReal", "ENat", "EReal", "Id", "Matrix", "Multiset", "NNReal", "Set", "StateM", "StateT",
        "WithLp", "WithTop",
    }
)  # fmt: skip
#: Functions that give the instance that they take.
GIVEN = frozenset({"inferInstance", "inferInstanceAs"})


def is_canonical(typing: Typing, instance: Term, is_declared: Callable[[str], bool]) -> bool:
    """Whether `instance` may be erased. `is_declared` tells an instance that Lean or Mathlib
    declares, among them the projections of a class to its parents."""
    class_ = _result(typing, typing.infer(instance))
    fn = head(class_)
    if isinstance(fn, RawConst) and (fn.name in IRRELEVANT or typing.is_prop(class_)):
        return True
    if any(_is_other_name(typing, arg) for arg in args_of(class_)):
        return False
    return _library_built(typing, instance, is_declared)


def _is_other_name(typing: Typing, arg: Term) -> bool:
    """Whether an argument of a class is a type by a name that has no meaning of its own here."""
    fn = head(arg)
    while isinstance(fn, RawConst) and fn.name not in MODELLED:
        constant = typing.constant(fn.name)
        if constant is None or constant.kind != "def":
            return False
        if not isinstance(_result(typing, typing.whnf(typing.infer(arg))), RawSort):
            return False
        value = typing.value_of(fn)
        if constant.hints != "abbrev" or value is None:
            return True
        arg = beta(value, args_of(arg))
        fn = head(arg)
    return False


def _result(typing: Typing, type_: Term) -> Term:
    """What a family of instances gives: `∀ i, Add (f i)` gives an `Add`."""
    while isinstance(type_, Pi):
        _, type_ = typing.open(type_)
    return type_


def _library_built(typing: Typing, term: Term, is_declared: Callable[[str], bool]) -> bool:
    while isinstance(term, Lam):
        _, term = typing.open(term)
    fn = head(term)
    if isinstance(fn, FVar):
        return fn in typing.instances
    if isinstance(fn, RawProj):
        return isinstance(term, App) and _library_built(typing, term.args[0], is_declared)
    if not isinstance(fn, RawConst) or not (fn.name in GIVEN or is_declared(fn.name)):
        return False
    # a library's instance may be built over others, which must be the library's too
    type_ = typing.type_of(fn)
    args = args_of(term)
    used = 0
    for i, arg in enumerate(args):
        if not isinstance(type_, Pi):
            type_, used = typing.whnf(instantiate(type_, args[used:i])), i
            assert isinstance(type_, Pi)
        if type_.info == "[]" and not is_canonical(typing, arg, is_declared):
            return False
        type_ = type_.body
    return True
