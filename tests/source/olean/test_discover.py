"""Where the compiled files of a project are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from leanbridge.errors import InputError
from leanbridge.source.olean.discover import build_of, find_build, modules_below


def touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")


@pytest.mark.parametrize("library", [".lake/build/lib/lean", ".lake/build/lib", "build/lib"])
def test_the_places_of_a_build(tmp_path: Path, library: str) -> None:
    touch(tmp_path / library / "A.olean")
    touch(tmp_path / library / "A" / "B.olean")
    touch(tmp_path / library / "A" / "B.olean.private")
    touch(tmp_path / library / "A" / "B.ilean")
    build = find_build(tmp_path)
    assert build.modules == ("A", "A.B")
    assert build.paths == (tmp_path / library,)


def test_packages_and_the_toolchain_are_searched(tmp_path: Path) -> None:
    project, toolchains = tmp_path / "p", tmp_path / "elan"
    touch(project / ".lake/build/lib/lean/A.olean")
    touch(project / ".lake/packages/old/.lake/build/lib/Old.olean")
    touch(project / ".lake/packages/new/.lake/build/lib/lean/New.olean")
    (project / ".lake/packages/unbuilt").mkdir()
    (project / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n")
    library = toolchains / "leanprover--lean4---v4.35.0" / "lib" / "lean"
    library.mkdir(parents=True)
    assert find_build(project, toolchains).paths == (
        project / ".lake/build/lib/lean",
        project / ".lake/packages/new/.lake/build/lib/lean",
        project / ".lake/packages/old/.lake/build/lib",
        library,
    )
    assert find_build(project, tmp_path / "none").paths[-1] != library


def test_a_project_that_is_not_built_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the project is not built") as refused:
        find_build(tmp_path)
    assert refused.value.todo is not None
    assert "lake build" in refused.value.todo
    with pytest.raises(InputError, match=r"no \.olean file is below this directory"):
        build_of([tmp_path])


def test_names_of_files_are_names_of_modules(tmp_path: Path) -> None:
    touch(tmp_path / "My-App" / "a b.olean")
    touch(tmp_path / "αβ.olean")
    assert modules_below(tmp_path) == ("«My-App».«a b»", "αβ")
    assert build_of([tmp_path]).paths == (tmp_path,)


def test_a_search_path_of_what_is_no_directory_is_refused(tmp_path: Path) -> None:
    touch(tmp_path / "A.olean")
    with pytest.raises(InputError, match=r"(?s)no directory of \.olean files.*got: nothing"):
        build_of([tmp_path, tmp_path / "absent"])
    with pytest.raises(InputError, match=r"(?s)no directory of \.olean files.*got: a file"):
        build_of([tmp_path / "A.olean"])
