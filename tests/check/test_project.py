"""Projects and environments: what is wrong in a file or binding harms what needs it only."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.check.environments import Environments
from leanbridge.check.project import load_environment
from leanbridge.core.terms import const, nat
from leanbridge.errors import InputError
from leanbridge.interp.values import Table
from leanbridge.ports import read_config
from tests.check.corpus import BINDINGS, write


def project(folder: Path, **files: str) -> Path:
    for name, content in files.items():
        (folder / f"{name}.lean").write_text(content, "utf-8")
    return folder


def test_a_project_is_every_module_in_it(tmp_path: Path) -> None:
    root = project(tmp_path, A="def a : ℕ := 1\n", B="import A\ndef b : ℕ := a\n")
    env, problems, _ = load_environment(root)
    assert [e.name for e in env.project_entries] == ["a", "b"]
    assert not problems
    only_a, _, _ = load_environment(root, "A")
    assert [e.name for e in only_a.project_entries] == ["a"]


def test_no_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no Lean file in the project"):
        load_environment(tmp_path)


def test_an_import_cycle_harms_the_modules_in_it_only(tmp_path: Path) -> None:
    root = project(tmp_path, A="import B\ndef a : ℕ := 1\n", B="import A\n", C="def c : ℕ := 1\n")
    env, problems, _ = load_environment(root)
    assert [e.name for e in env.project_entries] == ["c"]
    assert any("cycle" in p.message for p in problems)
    assert all(p.exit_code == 2 for p in problems)


def test_a_file_that_is_not_utf8_is_a_problem(tmp_path: Path) -> None:
    root = project(tmp_path, C="def c : ℕ := 1\n")
    (root / "D.lean").write_bytes(b"def d : \xff := 1\n")
    env, problems, _ = load_environment(root)
    assert "c" in [e.name for e in env.project_entries]
    assert any("UTF-8" in p.message for p in problems)


# ----- environments -------------------------------------------------------------------------


def environments(folder: Path, **options: bool) -> Environments:
    config = read_config(write(folder, bindings={**BINDINGS, "Q.double": "squares"}))
    env, _, _ = load_environment(config.project)
    return Environments(env, config, ("numpy",), **options)


def test_spec_runs_lean_and_port_runs_python(tmp_path: Path) -> None:
    found = environments(tmp_path)
    x = Table((found.spec.evaluate(const("OfNat.ofNat", const("Real"), nat(3))),))
    port = found.port("numpy", ("Q.double",))
    other = found.port("numpy", ("Q.squares",))
    term = const("Q.double", nat(1))
    assert found.spec.evaluate(term)(x)(0) == 6
    assert port.evaluate(term)(x)(0) == 9
    assert port.uses
    assert other.evaluate(term)(x)(0) == 6
    assert not other.uses


def test_a_port_set_may_be_loaded_when_it_is_needed(tmp_path: Path) -> None:
    found = environments(tmp_path, is_lazy=True)
    assert dict(found.sets) == {}
    state = found.sets["numpy"]
    assert {*state.bound, *state.fields} == {name.removesuffix(".backward") for name in BINDINGS}
    assert list(found.sets) == ["numpy"]


def test_fresh_calls_after_forgetting(tmp_path: Path) -> None:
    found = environments(tmp_path)
    bound = found.sets["numpy"].bound["Q.before"]
    assert [bound((3, 2)), bound((3, 2))] == [1, 1]
    calls = bound.calls
    found.forget("numpy")
    assert bound((3, 2)) == 1
    assert bound.calls == calls + 1
