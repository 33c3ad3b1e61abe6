"""The real Lean elaborates every statement file, and refuses what a statement file must not say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from leanbridge.source import syntax
from leanbridge.source.parser import parse_file
from tests.core.lean_text import environment, error_of
from tests.lean import peer
from tests.lean.conftest import spec_options, spec_sources

if TYPE_CHECKING:
    from tests.lean.build import Compiled

pytestmark = pytest.mark.lean

UNPROVED = ("sorry", "by omega")
"""What leaves a declaration unproved here: tactics that need lemmas close a goal by `sorry`."""

EIGHTFOLD = """
theorem regrouped (q : Nat) (v : Fin (2 * (2 * (2 * q))) → Nat) (f : (Fin (8 * q) → Nat) → Nat) :
    f v = 0 := by sorry
"""


def objections(messages: tuple[peer.Message, ...], file: str) -> list[str]:
    """What Lean says of a file beyond `sorry`, as a compiler prints it."""
    return [message.at(file) for message in messages if not message.is_sorry]


@pytest.mark.parametrize("module", spec_sources())
def test_a_statement_file_elaborates(specs: Compiled, module: str) -> None:
    file = f"specs/{module.replace('.', '/')}.lean"
    assert objections(specs.messages[module], file) == []
    assert specs.olean(module).is_file()


@pytest.mark.parametrize("module", spec_sources())
def test_lean_warns_of_every_unproved_declaration_and_of_no_other(
    specs: Compiled, module: str
) -> None:
    text = spec_sources()[module]
    unproved = [
        command.name
        for command in parse_file(text, module).commands
        if isinstance(command, syntax.Declaration)
        and any(word in text[command.span.start : command.span.end] for word in UNPROVED)
    ]
    assert len(specs.messages[module]) == len(unproved)


def test_every_statement_file_was_compiled_after_its_imports(specs: Compiled) -> None:
    assert set(spec_sources()) <= set(specs.modules)
    assert specs.modules[-1] == "Specs"


def test_a_regrouped_product_is_another_type_for_lean(stub: Compiled) -> None:
    [said] = peer.check(EIGHTFOLD, stub.path)
    assert (said.severity, said.line, said.column) == ("error", 3, 6)
    assert "Application type mismatch" in said.text
    assert "Fin (2 * (2 * (2 * q))) → Nat" in said.text
    assert "Fin (8 * q) → Nat" in said.text


def test_a_regrouped_product_is_another_type_for_us() -> None:
    said = str(error_of(EIGHTFOLD, "regrouped"))
    assert "3:7 (regrouped): type mismatch" in said
    assert "got: Fin (2 * (2 * (2 * q))) → ℕ" in said
    assert "expected: Fin (8 * q) → ℕ" in said


def test_the_same_product_is_one_type_for_both(stub: Compiled) -> None:
    text = EIGHTFOLD.replace("8 * q", "2 * (2 * (2 * q))")
    assert objections(peer.check(text, stub.path), "same") == []
    assert environment(text).declaration("regrouped") is not None


def test_a_planted_type_error_is_refused_with_leans_message(specs: Compiled) -> None:
    module = "Specs.Laws.Padding"
    right = "def symmetricPad (k : ℕ) : ℕ := (k - 1) / 2"
    text = spec_sources()[module]
    assert text.count(right) == 1
    planted = text.replace(right, "def symmetricPad (k : ℕ) : ℕ := ((k : ℤ) - 1) / 2")
    [said] = objections(
        peer.check(planted, specs.path, {**peer.OPTIONS, **spec_options()}), "Padding.lean"
    )
    line = text[: text.index(right)].count("\n") + 1
    assert said.startswith(f"Padding.lean:{line}:32: error: Type mismatch")
    assert "but is expected to have type\n  ℕ" in said


def test_a_compilation_with_an_error_leaves_no_olean(stub: Compiled, tmp_path: Path) -> None:
    good = peer.compile("Lib.One", "def one : Nat := 1\n", tmp_path, stub.path)
    assert good == ()
    assert (tmp_path / "Lib/One.olean").is_file()
    [said] = peer.compile("Lib.One", "def one : Nat := one'\n", tmp_path, stub.path)
    assert "Unknown identifier `one'`" in said.text
    assert not (tmp_path / "Lib/One.olean").exists()


def test_a_run_that_takes_too_long_is_killed(stub: Compiled, tmp_path: Path) -> None:
    with pytest.raises(peer.LeanFailure, match=r"no end after 0\.01 s: lean --stdin"):
        peer.run(["--stdin"], stub.path, tmp_path, timeout=0.01)
