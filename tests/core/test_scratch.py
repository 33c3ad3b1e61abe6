"""A term that a user typed, elaborated in a project."""

from __future__ import annotations

import pytest

from leanbridge.core.scratch import elaborate_text
from leanbridge.errors import InputError
from tests.core.lean_text import environment

TEXT = "namespace T\ndef twice (n : ℕ) : ℕ := n + n\ntheorem same (n : ℕ) : n = n := rfl\nend T\n"


def test_a_term_and_its_type() -> None:
    found = elaborate_text(environment(TEXT), "twice 3", {}, {})
    assert (repr(found.term), repr(found.type)) == ("T.twice 3", "ℕ")
    assert not found.is_proposition


def test_a_proposition() -> None:
    assert elaborate_text(environment(TEXT), "twice 3 = 6", {}, {}).is_proposition


def test_a_proof_has_no_value() -> None:
    with pytest.raises(InputError, match="a proof has no value\n  got: 3 = 3"):
        elaborate_text(environment(TEXT), "same 3", {}, {})
