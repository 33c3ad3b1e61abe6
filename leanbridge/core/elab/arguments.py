"""Arguments of an application: one walk along the type of the function (rules 10 to 13)."""

from __future__ import annotations

from dataclasses import dataclass, field

from leanbridge.core.elab.coercions import as_function
from leanbridge.core.elab.elaborator import (
    Elaborator,
    Postpone,
    Stx,
    UnboundName,
)
from leanbridge.core.reduce import unfold, whnf, whnf_core
from leanbridge.core.terms import (
    BVar,
    Const,
    FVar,
    MVar,
    Pi,
    Term,
    app,
    args_of,
    beta,
    head,
    instantiate,
    map_children,
)
from leanbridge.core.unify import unify
from leanbridge.errors import LeanbridgeError
from leanbridge.source import syntax

Arg = Stx | Term


@dataclass(slots=True)
class Call:
    """The written arguments of an application."""

    args: list[Arg] = field(default_factory=list)
    named: dict[str, Stx] = field(default_factory=dict)
    explicit: bool = False
    ellipsis: bool = False

    @property
    def empty(self) -> bool:
        return not (self.args or self.named or self.ellipsis)


@dataclass(slots=True)
class _Slot:
    """An explicit argument in waiting: its placeholder, what was written, its type."""

    place: MVar
    arg: Stx
    type: Term


def arguments(
    el: Elaborator,
    fn: Term,
    call: Call,
    expected: Term | None,
    stx: Stx,
    receiver: tuple[str, Term] | None = None,
) -> Term:
    """`fn` applied to `call`, walking its type (rules 10 to 13).

    `receiver` is the head of a type and the value before a dot, which goes to the first argument
    of that type that is not given by name, whatever its brackets.
    """
    type_ = el.m.infer(fn)
    if call.empty and receiver is None and not isinstance(el.m.exposed(type_), Pi):
        return fn
    return _Application(el, fn, call, stx, receiver, type_).run(expected)


class _Application:
    """One walk along a function's type."""

    def __init__(
        self,
        el: Elaborator,
        fn: Term,
        call: Call,
        stx: Stx,
        receiver: tuple[str, Term] | None,
        type_: Term,
    ) -> None:
        self.el, self.stx, self.receiver = el, stx, receiver
        self.fn = fn
        self.args = list(call.args)
        self.named = dict(call.named)
        self.explicit, self.ellipsis = call.explicit, call.ellipsis
        self.type = type_  # of `fn` applied to `out`; its loose variables stand for `loose`
        self.loose: tuple[Term, ...] = ()
        self.out: list[Term] = []
        self.written: list[bool] = []  # for each of `loose`, whether it was given explicitly
        self.slots: list[_Slot] = []
        self.etas: list[FVar] = []
        defaults = self._defaults()
        self.defaults = dict(defaults)
        self.last_default = max(self.defaults, default=-1)

    def _defaults(self) -> tuple[tuple[int, Term], ...]:
        fn = head(self.fn)
        if not isinstance(fn, Const):
            return ()
        entry = self.el.env.entry(fn.name)
        if (
            entry is None
            or entry.kind == "constructor"
            or (entry is self.el.entry and entry.declaration is None)
        ):
            return ()
        return self.el.env.statement(fn.name).defaults

    # ----- the walk -----------------------------------------------------------------------

    def run(self, expected: Term | None) -> Term:
        while True:
            if not isinstance(self.type, Pi) and not self._show_function():
                break
            pi = self.type
            assert isinstance(pi, Pi)
            written = len(self.args) + len(self.named)
            value = self._value(pi, instantiate(pi.type, self.loose))
            if value is None:
                break
            self.out.append(value)
            self.loose = (*self.loose, value)
            self.written.append(written > len(self.args) + len(self.named))
            self.type = pi.body
        if self.receiver is not None:
            raise self.el.fail(
                self.stx, f"no argument of type {self.receiver[0]} to receive the dot"
            )
        return self._finish(expected)

    def _show_function(self) -> bool:
        """Make `type` a function type; False if there is nothing left to apply."""
        m = self.el.m
        type_ = m.exposed(instantiate(self.type, self.loose))
        if isinstance(type_, Pi):
            self._set_type(type_)
            return True
        if not self.args and not self.named and self.receiver is None:
            return False
        self._elaborate_slots(None)
        self._set_type(whnf(m, m.instantiate_mvars(type_)))
        if isinstance(self.type, Pi):
            return True
        if isinstance(head(self.type), MVar) and self.args:
            return self._guess_function()
        self._coerce_to_function()
        return True

    def _set_type(self, type_: Term) -> None:
        self.type, self.loose, self.written = type_, (), []

    def _guess_function(self) -> bool:
        """The type is not known yet: wait for it."""
        el, m = self.el, self.el.m
        var = head(self.type)
        assert isinstance(var, MVar)
        if m.metas[var].numeral:
            raise el.fail(self.stx, "a numeral is not a function")
        if el.resume():
            self._set_type(whnf(m, m.infer(app(self.fn, *self.out))))
            if isinstance(self.type, Pi):
                return True
        if self.out or el.final:
            raise el.fail(self.stx, "a function is expected", got=app(self.fn, *self.out))
        raise Postpone("the type of the function is not known")

    def _coerce_to_function(self) -> None:
        """`f a` where `f` is a bundled map (rule 13)."""
        fn = app(self.fn, *self.out)
        bundled = as_function(self.el, fn, self.type)
        if bundled is None:
            name = next(iter(self.named), None)
            what = "too many arguments: this is not a function"
            if name is not None and not self.args:
                what = f"`{name}` is no argument"
            raise self.el.fail(self.stx, what, got=self.type)
        self.fn, self.out, self.defaults, self.last_default = bundled, [], {}, -1
        self._set_type(self.el.m.infer(bundled))

    def _value(self, pi: Pi, domain: Term) -> Term | None:
        """The argument for the binder `pi`; None if the application ends before it."""
        el = self.el
        if pi.name and pi.name in self.named:
            return self._given(self.named.pop(pi.name), domain)
        if self.receiver is not None and _is_receiver(el, domain, self.receiver[0]):
            value = el.coerce(self.receiver[1], domain, self.stx)
            self.receiver = None
            return value
        if pi.info == "{}" and not self.explicit:
            return el.hole(domain)
        if pi.info == "⦃⦄" and not self.explicit:
            more = self.args or self.named or self.receiver
            return el.hole(domain) if more else None
        if self.args:
            return self._given(self.args.pop(0), domain)
        if self.ellipsis:
            return el.hole(domain)
        return self._missing(pi, domain)

    def _missing(self, pi: Pi, domain: Term) -> Term | None:
        """No argument is left: a default, or eta-expansion if a later parameter has a value."""
        index = len(args_of(self.fn)) + len(self.out)
        default = None if self.explicit else self.defaults.get(index)
        if default is not None:
            return beta(default, (*args_of(self.fn), *self.out))
        if self._named_depends_on(pi):
            return self.el.hole(domain)
        later = not self.explicit and self.last_default > index
        if not (self.named or self.receiver or later):
            return None
        x = self.el.m.local(pi.name, domain)
        self.etas.append(x)
        self.el.locals = (*self.el.locals, x)
        return x

    def _named_depends_on(self, pi: Pi) -> bool:
        """Whether the type of a parameter that is given by name mentions the parameter of `pi`:
        unification will find its value."""
        rest, depth = pi.body, 0
        while isinstance(rest, Pi):
            if rest.name in self.named and _has_loose(rest.type, {0}, depth):
                return True
            rest, depth = rest.body, depth + 1
        return False

    def _given(self, arg: Arg, domain: Term) -> Term:
        """A written argument: at once if its type is known, else in a slot for later."""
        if isinstance(arg, Term):
            return arg
        el = self.el
        domain = el.m.instantiate_mvars(domain)
        if not domain.has_mvar:
            if not el.m.is_proof_type(domain):
                return el.check(arg, domain)
            if not _is_untyped_local(el, arg):
                check_local_proof(el, arg, domain)
                return el.erased(arg, domain)
        place = el.hole(domain)
        self.slots.append(_Slot(place, arg, domain))
        return place

    def _finish(self, expected: Term | None) -> Term:
        if self.slots:
            self._elaborate_slots(None if self.etas else expected)
        value = app(self.fn, *self.out)
        if self.etas:
            self.el.locals = tuple(x for x in self.el.locals if x not in self.etas)
            value = self.el.m.close_lambda(tuple(self.etas), value)
        return value

    # ----- arguments in waiting -----------------------------------------------------------

    def _elaborate_slots(self, expected: Term | None) -> None:
        """Elaborate the arguments in order (rules 11, 12); proofs last, whose propositions the
        others determine. What needs a known type waits inside of an argument, not as a whole."""
        el, m = self.el, self.el.m
        slots, self.slots = self.slots, []
        if expected is not None and not isinstance(head(m.head_instantiated(expected)), MVar):
            k = len(self.written)
            given = {k - 1 - i for i, written in enumerate(self.written) if written}
            if not _has_loose(self.type, given):
                # A failure is no error: a coercion may follow.
                unify(m, instantiate(self.type, self.loose), expected)
        proofs: list[_Slot] = []
        for slot in slots:
            type_ = m.instantiate_mvars(slot.type)
            if m.is_proof_type(type_):
                proofs.append(slot)
            else:
                _settle(el, slot, el.check(slot.arg, type_))
        for slot in proofs:
            _fill_proof(el, slot)


def _is_receiver(el: Elaborator, domain: Term, owner: str) -> bool:
    type_ = whnf_core(el.m, domain)
    while True:
        fn = head(type_)
        if owner == "Function" and isinstance(type_, Pi):
            return True
        if isinstance(fn, Const) and fn.name == owner:
            return True
        unfolded = unfold(el.m, type_)
        if unfolded is None:
            return False
        type_ = whnf_core(el.m, unfolded)


def _has_loose(term: Term, indices: set[int], depth: int = 0) -> bool:
    """Whether one of the loose variables `indices` occurs in `term`."""
    if term.loose <= depth or not indices:
        return False
    if isinstance(term, BVar):
        return term.index - depth in indices
    found = False

    def look(child: Term, crossed: int) -> Term:
        nonlocal found
        found = found or _has_loose(child, indices, depth + crossed)
        return child

    map_children(term, look)
    return found


def _settle(el: Elaborator, slot: _Slot, value: Term) -> None:
    if slot.place in el.m.assigned:
        if not unify(el.m, slot.place, value):
            raise el.fail(
                slot.arg,
                "argument differs from what the types demand",
                got=value,
                expected=slot.place,
            )
    elif value is not slot.place:
        el.m.assign(slot.place, value)


def _is_untyped_local(el: Elaborator, arg: Stx) -> bool:
    """A local variable whose binder had no type gets it from its use (trap T8)."""
    local = el.local_named(arg.name) if isinstance(arg, syntax.Ident) else None
    return local is not None and isinstance(el.m.head_instantiated(el.m.locals[local].type), MVar)


def check_local_proof(el: Elaborator, arg: Stx, prop: Term) -> None:
    """A proof that is a local variable must prove what is asked; other proofs are not read."""
    local = el.local_named(arg.name) if isinstance(arg, syntax.Ident) else None
    if local is not None and not unify(el.m, el.m.locals[local].type, prop):
        got = el.m.locals[local].type
        raise el.fail(arg, "this proves another proposition", got=got, expected=prop)


def _fill_proof(el: Elaborator, slot: _Slot) -> None:
    """A proof is not elaborated, unless its proposition is still to be found out (trap T8)."""
    m = el.m
    prop = m.instantiate_mvars(slot.type)
    open_ = prop.has_mvar or _is_untyped_local(el, slot.arg)
    if open_ and not isinstance(slot.arg, (syntax.By, syntax.Hole)):
        waiting = list(el.postponed), list(el.numerals), list(el.claims)
        with m.attempt() as keep:
            try:
                el.check(slot.arg, prop)
                keep.append(True)
            except (LeanbridgeError, Postpone, UnboundName):
                pass
        if keep != [True]:
            el.postponed, el.numerals, el.claims = waiting
    if not open_:
        check_local_proof(el, slot.arg, prop)
    if slot.place not in m.assigned:
        m.assign(slot.place, el.erased(slot.arg, prop))
