"""Which instances may be erased: a library's, built over such; and those that say nothing."""

import pytest

from leanbridge.core.compiled.instances import is_canonical
from leanbridge.core.compiled.raw import raw
from leanbridge.core.compiled.typing import Typing
from leanbridge.source.olean import kernel as k
from tests.core.compiled import kernel_terms as kt
from tests.core.compiled.kernel_terms import app, arrow, axiom, b, const, lam, pi

ADD = const("Add")
PI = pi("i", pi("n", kt.NAT, app(ADD, const("Real"))), app(ADD, arrow(kt.NAT, const("Real"))), "[]")
MORE = {
    c.name: c
    for c in (
        axiom("Decidable", arrow(kt.PROP, kt.TYPE)),
        axiom("NeZero", arrow(kt.NAT, kt.PROP)),
        axiom("ownDecidable", app(const("Decidable"), const("True"))),
        axiom("ownNeZero", app(const("NeZero"), k.Lit(3))),
        axiom("Pi.instAdd", PI),
        axiom("ownReal", app(ADD, const("Real"))),
    )
}
LIBRARY = kt.LIBRARY | {"Pi.instAdd", "Decidable", "NeZero"}


@pytest.mark.parametrize(
    ("instance", "canonical"),
    [
        (const("Real.instAdd"), True),
        (const("ownReal"), False),
        (const("instAddMine"), False),
        (const("ownDecidable"), True),
        (const("ownNeZero"), True),
        (app(const("Pi.instAdd"), lam("n", kt.NAT, const("Real.instAdd"))), True),
        (app(const("Pi.instAdd"), lam("n", kt.NAT, const("ownReal"))), False),
    ],
)
def test_what_may_be_erased(instance: k.Expr, canonical: bool) -> None:
    typing = Typing({**kt.CONSTANTS, **MORE}.get)
    assert is_canonical(typing, raw(instance, {}), LIBRARY.__contains__) is canonical


def test_a_local_instance_may_be_erased() -> None:
    typing = Typing(kt.CONSTANTS.get)
    binder = raw(lam("i", app(ADD, const("Mine")), b(0), "[]"), {})
    x, _ = typing.open(binder)  # type: ignore[arg-type]
    assert is_canonical(typing, x, kt.LIBRARY.__contains__)
