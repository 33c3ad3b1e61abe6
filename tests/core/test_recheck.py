"""The second checker: it accepts what the elaborator gives, and catches what is planted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leanbridge.core.declarations import Declaration
from leanbridge.core.recheck import recheck
from leanbridge.core.terms import (
    NAT,
    PROP,
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Match,
    MVar,
    Pi,
    Proof,
    Term,
    const,
    map_children,
    nat,
    subterms,
)
from tests.core.lean_text import B, environment

TEXT = """
def f (n : Nat) (i : Fin n) : Nat := i
def g (n : Nat) : Nat := match n with
  | 0 => 1
  | k + 1 => k
theorem t (n : Nat) (h : 0 < n) : n = n := by sorry
def swapped (a : Nat) (b : Bool) : Nat × Bool := (a, b)
"""
ENV = environment(TEXT)


def found(name: str) -> Declaration:
    out = ENV.declaration(name)
    assert out is not None
    return out


def lam(body: Term) -> Term:
    return Lam("n", "", NAT, body)


ZERO_OR = (
    Clause((), (nat(0),), nat(1), ()),
    Clause(("k",), (const("Nat.succ", BVar(0)),), Const("Bool.true"), (NAT,)),
)
PLANTED: list[tuple[str, Term, str]] = [
    ("an argument", lam(const("f", BVar(0), nat(3))), "an argument has another type"),
    ("too many", lam(const("f", BVar(0), BVar(0), BVar(0))), "an argument has another type"),
    ("no function", lam(App((nat(1),), nat(2))), "too many arguments: this is not a function"),
    ("metavariable", lam(MVar(3)), "a metavariable is left"),
    ("free variable", lam(FVar(3, "x")), "a free variable is left"),
    ("let", lam(Let("k", B, nat(1), nat(1))), "the value has another type"),
    ("no type", Lam("n", "", nat(3), nat(1)), "this is not a type"),
    ("proof", lam(Proof(NAT)), "a proof of something that is no proposition"),
    ("result", lam(Const("Bool.true")), "the value has another type"),
    (
        "branch",
        lam(Match(ZERO_OR, Lam("x", "", NAT, NAT), (BVar(0),))),
        "a branch has another type",
    ),
    (
        "scrutinee",
        lam(Match(ZERO_OR, Lam("x", "", NAT, NAT), (Const("Bool.true"),))),
        "a pattern or scrutinee has another type",
    ),
    ("motive", lam(Match(ZERO_OR, NAT, (BVar(0),))), "a match whose motive does not fit"),
]


@pytest.mark.parametrize(
    ("value", "what"), [(v, w) for _, v, w in PLANTED], ids=[n for n, _, _ in PLANTED]
)
def test_a_planted_value_is_caught(value: Term, what: str) -> None:
    complaints = recheck(ENV, replace(found("g"), value=value))
    assert [(c.declaration, c.part, c.what) for c in complaints] == [("g", "value", what)]


def test_a_complaint_says_what_it_got_and_expected() -> None:
    (complaint,) = recheck(ENV, replace(found("g"), value=lam(const("f", BVar(0), nat(3)))))
    assert (complaint.term, complaint.got, complaint.expected) == ("3", "ℕ", "Fin n")


def test_a_planted_type_instance_and_default_are_caught() -> None:
    bad = const("f", nat(1), nat(1))
    wrong = replace(
        found("t"), type=Pi("n", "", NAT, const("Eq", NAT, BVar(0), Const("Bool.true"))),
        instances=(bad,), defaults=((0, bad),),
    )  # fmt: skip
    assert [c.part for c in recheck(ENV, wrong)] == ["type", "instance 0", "default 0"]


def test_swapping_two_arguments_of_different_types_is_caught() -> None:
    good = found("swapped")
    assert good.value is not None
    pairs = [t for t in subterms(good.value) if isinstance(t, App)]

    def swap(t: Term, _: int = 0) -> Term:
        if t is pairs[0]:
            *head, a, b = pairs[0].args
            return App((*head, b, a), pairs[0].fn)
        return map_children(t, swap)

    (complaint,) = recheck(ENV, replace(good, value=swap(good.value)))
    assert complaint.what == "an argument has another type"


def test_everything_of_the_file_is_accepted() -> None:
    for entry in ENV.project_entries:
        assert recheck(ENV, found(entry.name)) == []


def test_an_unknown_constant_is_a_complaint() -> None:
    (complaint,) = recheck(ENV, replace(found("t"), type=const("nope", PROP)))
    assert complaint.what == "unknown constant nope"
