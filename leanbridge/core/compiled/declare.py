"""Declarations from compiled constants, in the form that elaborated text has.

Takes constants by name; gives a `Declaration` each, its header and its body apart. A definition
by recursion is read from the form with the recursive calls in it (`f._sunfold`), which Lean keeps
beside the recursor that the kernel checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from leanbridge.core.compiled.erase import Eraser
from leanbridge.core.compiled.raw import RawConst
from leanbridge.core.compiled.typing import Lookup, Typing
from leanbridge.core.declarations import Constructor, Declaration, Kind, Place, Projection
from leanbridge.core.terms import (
    App,
    FVar,
    Lam,
    Pi,
    Proof,
    Term,
    abstract,
    app,
    args_of,
    beta,
    head,
    instantiate,
)
from leanbridge.errors import Unsupported
from leanbridge.source.olean.constants import Constructor as CompiledConstructor
from leanbridge.source.olean.constants import Inductive
from leanbridge.source.olean.entries import Recursion

#: Where Lean keeps a recursive definition with its calls in it, best first.
UNFOLDED = ("_sunfold", "_unsafe_rec")


@dataclass(frozen=True, slots=True)
class Binder:
    """A leading binder of a type, opened; `wrapper` is what its type is wrapped in."""

    variable: FVar
    name: str
    info: str
    type: Term
    wrapper: str  # "optParam", "autoParam" or ""


class Compiled:
    """The constants that some compiled modules and their imports declare.

    `constant` finds one by its full name; `is_declared` tells the instances that Lean and
    Mathlib declare, `is_class` the classes; `recursion` gives a definition as it was before its
    recursion was compiled away.
    """

    def __init__(
        self,
        constant: Lookup,
        is_declared: Callable[[str], bool],
        recursion: Callable[[str], Recursion | None],
        is_class: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.constant = constant
        self.recursion = recursion
        self.typing = Typing(constant)
        self.eraser = Eraser(self.typing, is_declared, is_class)

    # ----- headers ----------------------------------------------------------------------------

    def statement(self, name: str, kind: Kind, place: Place) -> Declaration:
        """The declaration without its body.

        Raises: Unsupported for what has no counterpart in core terms, by name.
        """
        constant = self.typing.known(name)
        typing = self.typing
        raw_type = typing.type_of(typing.own(name))
        binders = self.binders(raw_type)
        declaration = Declaration(
            name=name,
            kind=kind,
            type=self.eraser.term(raw_type),
            place=place,
            instances=self._instances(binders),
            defaults=self._defaults(binders),
        )
        if isinstance(constant, Inductive):
            kept = sum(b.info != "[]" for b in binders[: constant.params])
            declaration = replace(
                declaration, constructors=tuple(constant.constructors), params=kept
            )
        elif isinstance(constant, CompiledConstructor):
            declaration = replace(
                declaration, constructor=self._constructor(constant, binders),
                defaults=self._field_defaults(constant, binders), reducibility="reducible",
            )  # fmt: skip
        return declaration

    def binders(self, type_: Term) -> list[Binder]:
        """The leading binders of a raw type as it stands, opened."""
        out: list[Binder] = []
        while isinstance(type_, Pi):
            x, body = self.typing.open(type_)
            fn = head(type_.type)
            wrapper = fn.name if isinstance(fn, RawConst) else ""
            out.append(
                Binder(
                    x, type_.name, type_.info, type_.type,
                    wrapper if wrapper in ("optParam", "autoParam") else "",
                )
            )  # fmt: skip
            type_ = body
        return out

    def _closed(self, before: list[Binder], term: Term) -> Term:
        """`term`, erased, as a lambda over the binders before it that are no instances."""
        out = term
        for b in reversed([b for b in before if b.info != "[]"]):
            type_ = self.eraser.term(b.type)
            out = Lam(b.name, b.info, type_, abstract(out, (b.variable,)))  # type: ignore[arg-type]
        return out

    def _instances(self, binders: list[Binder]) -> tuple[Term, ...]:
        return tuple(
            self._closed(binders[:i], self.eraser.term(b.type))
            for i, b in enumerate(binders)
            if b.info == "[]"
        )

    def _defaults(self, binders: list[Binder]) -> tuple[tuple[int, Term], ...]:
        out: list[tuple[int, Term]] = []
        for i, b in enumerate(binders):
            if not b.wrapper:
                continue
            type_, value = args_of(b.type)[:2]
            position = sum(c.info != "[]" for c in binders[:i])
            given = (
                self.eraser.term(value)
                if b.wrapper == "optParam"
                else Proof(self.eraser.term(type_))
            )
            out.append((position, self._closed(binders[:i], given)))
        return tuple(out)

    def _constructor(self, constant: CompiledConstructor, binders: list[Binder]) -> Constructor:
        params = [b for b in binders[: constant.params] if b.info != "[]"]
        fields = [b for b in binders[constant.params :] if b.info != "[]"]
        return Constructor(
            constant.name,
            constant.inductive,
            constant.index,
            len(params),
            tuple(b.name for b in fields),
            tuple(self.typing.is_prop(b.type) for b in fields),
        )

    def _field_defaults(
        self, constant: CompiledConstructor, binders: list[Binder]
    ) -> tuple[tuple[int, Term], ...]:
        """The values that fields of a structure have if none is given, which Lean keeps in
        `S.f._default`, a function of the parameters and of the fields that the value mentions."""
        structure = constant.inductive
        out: list[tuple[int, Term]] = []
        for i in range(constant.params, len(binders)):
            name = f"{structure}.{binders[i].name}._default"
            if self.constant(name) is None:
                continue
            value = self.typing.value_of(self.typing.own(name))
            assert value is not None
            value = beta(value, tuple(b.variable for b in binders[: constant.params]))
            while isinstance(value, Lam):
                field = self._field(value.name, binders[constant.params : i])
                value = instantiate(value.body, (field,))
            if isinstance(value, App) and head(value) is RawConst("id", head(value).levels):  # type: ignore[attr-defined]
                value = value.args[1]
            position = sum(b.info != "[]" for b in binders[:i])
            out.append((position, self._closed(binders[:i], self.eraser.term(value))))
        return tuple(out)

    def _field(self, name: str, fields: list[Binder]) -> Term:
        """The field `name` of a structure under construction, or of a part that is a parent."""
        for b in fields:
            if b.name == name:
                return b.variable
        found = next((v for b in fields for v in self._inherited(name, b.variable, b.type)), None)
        if found is None:
            raise Unsupported(f"{name}: a default value mentions a field that is not there")
        return found

    def _inherited(self, name: str, value: Term, type_: Term) -> Iterator[Term]:
        family = head(self.typing.whnf(type_))
        if not isinstance(family, RawConst):
            return
        for field in self.fields(family.name):
            args = args_of(self.typing.whnf(type_))
            inner = app(RawConst(f"{family.name}.{field}", family.levels), *args, value)
            if field == name:
                yield inner
            elif field.startswith("to"):
                yield from self._inherited(name, inner, self.typing.infer(inner))

    # ----- structures -------------------------------------------------------------------------

    def fields(self, structure: str) -> tuple[str, ...]:
        """The fields of a structure's constructor that are no instances, in order; none if
        `structure` is not one."""
        info = self.constant(structure)
        if not isinstance(info, Inductive) or len(info.constructors) != 1 or info.indices:
            return ()
        made = info.constructors[0]
        binders = self.binders(self.typing.type_of(self.typing.own(made)))[info.params :]
        names = tuple(b.name for b in binders if b.info != "[]")
        known = all(self.constant(f"{structure}.{n}") is not None for n in names)
        return names if known else ()

    def projection(self, structure: str, field: str) -> Projection:
        """What the projection function of a field is."""
        info = self.typing.inductive(structure)
        binders = self.binders(self.typing.type_of(self.typing.own(structure)))
        params = sum(b.info != "[]" for b in binders[: info.params])
        index = self.fields(structure).index(field)
        return Projection(f"{structure}.{field}", structure, params, index)

    # ----- bodies -----------------------------------------------------------------------------

    def value(self, name: str) -> Term | None:
        """The body of a definition; None for what has none.

        Raises: Unsupported for a body that is compiled away (a recursor without clauses).
        """
        constant = self.typing.known(name)
        if constant.kind != "def" or not constant.has_value:
            return None
        type_ = self.typing.type_of(self.typing.own(name))
        if self.typing.is_prop(type_):
            return Proof(self.eraser.term(type_))
        recursion = self.recursion(name)
        if recursion is not None:
            return self.eraser.term(self.typing.raw_of(recursion.value))
        source = next(
            (f"{name}.{s}" for s in UNFOLDED if self.constant(f"{name}.{s}") is not None), name
        )
        found = self.typing.value_of(self.typing.own(source))
        assert found is not None
        return self.eraser.term(found)
