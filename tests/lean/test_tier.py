"""A project that the real Lean has compiled is checked from its compiled files: the same verdicts
as from its text, with the text hidden too."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from leanbridge.check.audit import audit
from leanbridge.check.compiled import Search, audited
from leanbridge.check.record import Run
from leanbridge.check.verify import Session, Settings, verify
from leanbridge.cli import app
from leanbridge.errors import InputError
from leanbridge.source.olean import Library
from tests.check import corpus
from tests.lean.conftest import ROOT, spec_sources

if TYPE_CHECKING:
    from tests.lean.build import Compiled

pytestmark = pytest.mark.lean

BUILD = ".lake/build/lib/lean"


@pytest.fixture(scope="module")
def compiled(lean_cache: Path, stub: Compiled) -> Compiled:
    """The second corpus, compiled."""
    from tests.lean import build

    made = build.project(lean_cache, stub, {"Q": corpus.LEAN}, {})
    assert not [m for m in made.messages["Q"] if m.severity == "error"]
    return made


def built(folder: Path, compiled: Compiled, **given: str) -> Path:
    """The second corpus as a built project; the configuration."""
    config = corpus.write(folder, **given)
    own = folder / "lean" / BUILD
    own.mkdir(parents=True)
    shutil.copy(compiled.olean("Q"), own)
    later = (folder / "lean" / "Q.lean").stat().st_mtime + 1
    os.utime(own / "Q.olean", (later, later))
    return config


def settings(config: Path, compiled: Compiled, tier: str) -> Settings:
    return Settings(config, profile="quick", tier=tier, search=Search(compiled.path))


def found(run: Run) -> dict[str, list[tuple[str, str, str, int | None]]]:
    return {
        d.name: [(o.id, o.verdict.name, o.scope, o.cases) for o in d.obligations]
        for d in run.declarations
    }


@pytest.mark.parametrize("tier", ["olean", "auto"])
def test_compiled_files_give_the_verdicts_of_the_text(
    compiled: Compiled, tmp_path: Path, tier: str
) -> None:
    config = built(tmp_path, compiled)
    text = verify(settings(config, compiled, "source"))
    lean = verify(settings(config, compiled, tier))
    assert (text.tier, lean.tier) == ("source", "olean")
    assert found(lean) == found(text)
    assert not lean.problems
    assert {d.name: d.line for d in lean.declarations} == {
        d.name: d.line for d in text.declarations
    }


def test_the_text_may_be_gone(compiled: Compiled, tmp_path: Path) -> None:
    config = built(tmp_path, compiled)
    text = verify(settings(config, compiled, "source"))
    (tmp_path / "lean" / "Q.lean").unlink()
    lean = verify(settings(config, compiled, "olean"))
    assert found(lean) == found(text)
    assert {d.trust for d in lean.declarations if d.kind == "theorem"} == {"statement only"}
    assert {d.trust for d in lean.declarations if d.kind == "def"} == {"compiled"}


def test_a_wrong_port_is_refuted_from_compiled_files(compiled: Compiled, tmp_path: Path) -> None:
    wrong = corpus.RIGHT.replace("return max(i - 1, 0)", "return i")
    config = built(tmp_path, compiled, ports=wrong)
    lean = verify(settings(config, compiled, "olean"))
    refuted = {d.name for d in lean.declarations if d.verdict.name == "REFUTED"}
    assert "Q.before" in refuted
    assert found(lean) == found(verify(settings(config, compiled, "source")))


def test_an_example_is_still_the_texts(
    compiled: Compiled, lean_cache: Path, tmp_path: Path
) -> None:
    from tests.lean import build

    text = corpus.LEAN.replace(
        "end Q", "example (i : Fin 3) : (before i).val ≤ 2 := by sorry\nend Q"
    )
    made = build.project(lean_cache, compiled, {"Q": text}, {})
    config = built(tmp_path, made, lean=text)
    lean = verify(settings(config, compiled, "olean"))
    assert lean.tier == "olean"
    assert any("example@" in d.name for d in lean.declarations)
    assert found(lean) == found(verify(settings(config, compiled, "source")))


# ----- when compiled files are not read ---------------------------------------------------------


def test_an_older_compiled_file_is_not_taken_for_the_text(
    compiled: Compiled, tmp_path: Path
) -> None:
    config = built(tmp_path, compiled)
    os.utime(tmp_path / "lean" / BUILD / "Q.olean", (1, 1))
    auto = Session(settings(config, compiled, "auto"))
    assert auto.tier == "source"
    assert [p.exit_code for p in auto.problems] == [0]
    assert "the text of Q is newer than its compiled file" in auto.problems[0].message
    wanted = Session(settings(config, compiled, "olean"))
    assert wanted.tier == "olean"
    assert [p.exit_code for p in wanted.problems] == [2]
    assert (
        "the text of Q is newer than its compiled file; run `lake build`"
        in wanted.problems[0].message
    )


@pytest.mark.parametrize("command", [("eval", "(1 : Nat)"), ("explain", "Q.before")])
def test_one_answer_from_an_older_compiled_file_says_so(
    compiled: Compiled, tmp_path: Path, command: tuple[str, str]
) -> None:
    config = built(tmp_path, compiled)
    os.utime(tmp_path / "lean" / BUILD / "Q.olean", (1, 1))
    search = [part for path in compiled.path for part in ("--olean", str(path))]
    result = CliRunner().invoke(
        app, [*command, "--config", str(config), "--tier", "olean", *search]
    )
    assert result.exit_code == 0
    assert "the text of Q is newer than its compiled file" in " ".join(result.stderr.split())


def test_a_module_that_is_not_compiled_is_named(compiled: Compiled, tmp_path: Path) -> None:
    config = built(tmp_path, compiled)
    (tmp_path / "lean" / "R.lean").write_text("def r : Nat := 1\n", "utf-8")
    auto = Session(settings(config, compiled, "auto"))
    assert auto.tier == "source"
    assert "R is not compiled" in auto.problems[0].message


def test_a_project_that_is_not_built_is_read_as_text_or_refused(
    compiled: Compiled, tmp_path: Path
) -> None:
    config = corpus.write(tmp_path)
    auto = Session(settings(config, compiled, "auto"))
    assert (auto.tier, auto.problems) == ("source", [])
    with pytest.raises(InputError, match="the project is not built"):
        Session(settings(config, compiled, "olean"))


def test_an_import_that_is_not_found_is_named(compiled: Compiled, tmp_path: Path) -> None:
    config = built(tmp_path, compiled)
    alone = Settings(config, tier="olean")
    with pytest.raises(InputError, match="is not compiled on the search path"):
        Session(alone)
    auto = Session(Settings(config, tier="auto"))
    assert auto.tier == "source"
    assert "is not compiled on the search path" in auto.problems[0].message


@pytest.mark.parametrize("tier", ["auto", "olean"])
def test_a_declaration_of_the_text_alone_is_named_whatever_the_clock_says(
    compiled: Compiled, tmp_path: Path, tier: str
) -> None:
    config = built(tmp_path, compiled, lean=corpus.LEAN + "def Q.extra : Nat := 4\n")
    session = Session(settings(config, compiled, tier))
    assert session.tier == {"auto": "source", "olean": "olean"}[tier]
    (problem,) = session.problems
    assert problem.exit_code == {"auto": 0, "olean": 2}[tier]
    assert "Q.extra stands in the text of Q, and not in what is compiled of it" in problem.message


def test_a_compiled_module_that_has_lost_its_text_is_named(
    compiled: Compiled, tmp_path: Path
) -> None:
    config = built(tmp_path, compiled)
    (tmp_path / "lean" / "R.lean").write_text("def r : Nat := 1\n", "utf-8")
    (tmp_path / "lean" / "Q.lean").unlink()
    shutil.copy(compiled.olean("Q"), tmp_path / "lean" / BUILD / "R.olean")
    os.utime(tmp_path / "lean" / BUILD / "R.olean")
    wanted = Session(settings(config, compiled, "olean"))
    assert "Q is compiled, and has no text: delete its .olean file" in wanted.problems[0].message
    assert wanted.problems[0].exit_code == 2
    assert Session(settings(config, compiled, "auto")).tier == "source"


def test_what_a_module_keeps_private_is_found_under_its_private_name(
    compiled: Compiled, lean_cache: Path, tmp_path: Path
) -> None:
    from tests.lean import build

    private = corpus.LEAN.replace("def before", "private def before")
    made = build.project(lean_cache, compiled, {"Q": private}, {})
    config = built(tmp_path, made)  # the text does not say `private`, as that of a `module` may
    session = Session(settings(config, compiled, "olean"))
    env = session.env
    assert env.entry("Q.before") is None
    assert env.declaration("_private.Q.0.Q.before") is not None
    (problem,) = session.problems
    assert "the project has no declaration Q.before" in problem.message
    assert "near: _private.Q.0.Q.before" in problem.message


@pytest.mark.parametrize(("name", "got"), [("leancheck.toml", "a file"), ("absent", "nothing")])
def test_a_directory_of_compiled_files_that_is_none_is_refused(
    compiled: Compiled, tmp_path: Path, name: str, got: str
) -> None:
    config = built(tmp_path, compiled)
    search = Search((*compiled.path, tmp_path / name))
    with pytest.raises(InputError, match=rf"(?s)no directory of \.olean files.*got: {got}"):
        Session(Settings(config, tier="auto", search=search))


def test_an_unknown_tier_is_refused(compiled: Compiled, tmp_path: Path) -> None:
    config = built(tmp_path, compiled)
    with pytest.raises(InputError, match="no tier `kernel`"):
        Session(settings(config, compiled, "kernel"))


# ----- audit ----------------------------------------------------------------------------------


def test_a_project_is_audited_with_imports_from_elsewhere(
    compiled: Compiled, tmp_path: Path
) -> None:
    root = built(tmp_path, compiled).parent / "lean"
    build, problems = audited(root, Search(compiled.path))
    assert (build.modules, problems) == (("Q",), [])
    found = {t.name: t for t in audit(Library(build.paths), build.modules).theorems}
    assert found["Q.double_add"].sorry == "proof"
    assert found["Q.squaresPullback"].sorry  # a definition with a field that is `sorry`


def test_an_audit_of_older_files_says_so(compiled: Compiled, tmp_path: Path) -> None:
    root = built(tmp_path, compiled).parent / "lean"
    os.utime(root / BUILD / "Q.olean", (1, 1))
    _, problems = audited(root, Search(compiled.path))
    assert [p.exit_code for p in problems] == [2]
    assert "the text of Q is newer than its compiled file; run `lake build`" in problems[0].message


# ----- the bundled corpus ----------------------------------------------------------------------


@pytest.mark.slow
def test_the_bundled_corpus_is_checked_alike_from_compiled_files(
    specs: Compiled, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "specs", tmp_path / "specs")
    own = tmp_path / "specs" / BUILD
    for module in spec_sources():
        target = own / f"{module.replace('.', '/')}.olean"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(specs.olean(module), target)
        target.touch()
    text = (ROOT / "leancheck.toml").read_text("utf-8").replace('["."]', f'["{ROOT}"]')
    (tmp_path / "leancheck.toml").write_text(text, "utf-8")
    config = tmp_path / "leancheck.toml"
    runs = [
        verify(
            Settings(
                config, ports=("numpy",), profile="quick", tier=tier, search=Search(specs.path)
            )
        )
        for tier in ("source", "olean")
    ]
    assert [run.tier for run in runs] == ["source", "olean"]
    assert found(runs[0]) == found(runs[1])
    assert len(found(runs[0])) >= 90
