"""Projects on disk: names, imports, closure, and what is wrong with a file."""

from pathlib import Path

import pytest

from leanbridge.errors import InputError
from leanbridge.source import syntax as s
from leanbridge.source.lakefile import Options
from leanbridge.source.modules import load_project, module_name


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    return root


def test_modules_and_imports(tmp_path: Path) -> None:
    project = load_project(
        write(
            tmp_path,
            {
                "A.lean": "import A.B\nimport A.C\nimport Mathlib.Data.Real.Basic\n",
                "A/B.lean": "import A.C\nimport Init\ndef x := 1\n",
                "A/C.lean": "def y := 2\n",
            },
        )
    )
    assert list(project.modules) == ["A", "A.B", "A.C"]
    assert project.findings == ()
    assert project.externals == ("Init", "Mathlib.Data.Real.Basic")
    assert [item.module for item in project.modules["A.B"].imports] == ["A.C", "Init"]
    assert project.modules["A.B"].path == "A/B.lean"
    command = project.modules["A.B"].file.commands[0]
    assert isinstance(command, s.Declaration)
    assert command.name == "x"


def test_closure_gives_imported_modules_first(tmp_path: Path) -> None:
    files = {
        "A.lean": "import B\nimport C",
        "B.lean": "import D",
        "C.lean": "import D",
        "D.lean": "",
    }
    project = load_project(write(tmp_path, {**files, "E.lean": "import A"}))
    assert [module.name for module in project.closure(["A"])] == ["D", "B", "C", "A"]
    assert [module.name for module in project.closure(["C", "B"])] == ["D", "C", "B"]
    assert project.closure([]) == ()


def test_closure_of_an_unknown_module(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, {"A.lean": ""}))
    with pytest.raises(InputError, match="the project has no module `B`"):
        project.closure(["B"])


def test_a_missing_import_is_a_finding_with_its_place(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, {"A.lean": "", "A/B.lean": "import A\nimport A.Gone\n"}))
    (finding,) = project.findings
    assert (finding.kind, finding.message) == (
        "missing import",
        "`A.Gone` is imported but no file of the project",
    )
    assert (finding.where.path, finding.where.line, finding.where.column) == ("A/B.lean", 2, 1)
    assert finding.where.source_line == "import A.Gone"
    assert [module.name for module in project.closure(["A.B"])] == ["A", "A.B"]


def test_an_import_cycle_is_a_finding_and_refused_by_closure(tmp_path: Path) -> None:
    files = {"A.lean": "import B", "B.lean": "import C", "C.lean": "import B", "D.lean": ""}
    project = load_project(write(tmp_path, files))
    (finding,) = project.findings
    assert (finding.kind, finding.message) == ("import cycle", "import cycle: B → C → B")
    assert finding.where.path == "C.lean"
    with pytest.raises(InputError, match="import cycle: B → C → B"):
        project.closure(["A"])
    assert [module.name for module in project.closure(["D"])] == ["D"]


def test_a_module_that_imports_itself(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, {"A.lean": "import A"}))
    assert [finding.message for finding in project.findings] == ["import cycle: A → A"]


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    write(tmp_path, {"A.lean": "import B\n"})
    (tmp_path / "B.lean").write_bytes(b"def x := \xff\n")
    project = load_project(tmp_path)
    (finding,) = project.findings
    assert (finding.kind, finding.message) == ("not UTF-8", "byte 9 is not UTF-8")
    assert finding.where.path == "B.lean"
    assert list(project.modules) == ["A"]


def test_a_file_that_cannot_be_parsed_stops_no_other(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, {"A.lean": "def x := (", "B.lean": "import A"}))
    (command,) = project.modules["A"].file.commands
    assert isinstance(command, s.Unsupported)
    assert project.findings == ()


def test_packages_builds_and_inner_projects_are_left_out(tmp_path: Path) -> None:
    inside = {".lake/p/X.lean": "", "build/Y.lean": "", "sub/lakefile.toml": "", "sub/Z.lean": ""}
    project = load_project(write(tmp_path, {**inside, "A.lean": "", "lakefile.lean": ""}))
    assert list(project.modules) == ["A"]


def test_source_directory_of_a_lakefile(tmp_path: Path) -> None:
    toml = 'name = "p"\n[[lean_lib]]\nname = "A"\nsrcDir = "src"\n'
    files = {"lakefile.toml": toml, "src/A.lean": "import A.B", "src/A/B.lean": "", "T.lean": ""}
    project = load_project(write(tmp_path, files))
    assert list(project.modules) == ["A", "A.B", "T"]
    assert project.findings == ()


def test_a_root_without_a_file_is_missing_not_external(tmp_path: Path) -> None:
    toml = '[[lean_lib]]\nname = "Lib"\n'
    project = load_project(write(tmp_path, {"lakefile.toml": toml, "T.lean": "import Lib.X"}))
    assert [finding.kind for finding in project.findings] == ["missing import"]
    assert project.externals == ()


def test_two_files_of_one_module(tmp_path: Path) -> None:
    toml = '[[lean_lib]]\nname = "A"\nsrcDir = "src"\n'
    project = load_project(write(tmp_path, {"lakefile.toml": toml, "A.lean": "", "src/A.lean": ""}))
    (finding,) = project.findings
    assert (finding.kind, finding.where.path) == ("two files", "src/A.lean")
    assert finding.message == "module `A` is also `A.lean`"


def test_options(tmp_path: Path) -> None:
    assert load_project(write(tmp_path, {"A.lean": ""})).options == Options(True, True)
    write(tmp_path, {"lakefile.toml": "[leanOptions]\nautoImplicit = false\n"})
    assert load_project(tmp_path).options == Options(False, True)


def test_no_directory(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a directory"):
        load_project(tmp_path / "gone")


def test_a_lakefile_that_is_no_toml(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the lakefile cannot be read") as caught:
        load_project(write(tmp_path, {"lakefile.toml": "x = ", "A.lean": ""}))
    assert caught.value.where.path == "lakefile.toml"


@pytest.mark.parametrize(
    ("path", "dirs", "name"),
    [
        ("A/B.lean", ["."], "A.B"),
        ("src/A/B.lean", ["src"], "A.B"),
        ("src/A/B.lean", [".", "src"], "A.B"),
        ("a-b/C.lean", ["."], "«a-b».C"),
        ("A/B.c.lean", ["."], "A.«B.c»"),
        ("3d.lean", ["."], "«3d»"),
    ],
)
def test_module_name(path: str, dirs: list[str], name: str) -> None:
    assert module_name(path, dirs) == name


def test_places_in_a_module(tmp_path: Path) -> None:
    module = load_project(write(tmp_path, {"A.lean": "import B\n\ndef x := (\n"})).modules["A"]
    (command,) = module.file.commands
    assert isinstance(command, s.Unsupported)
    where = module.where(module.text.index("x"), "x")
    assert str(where) == "A.lean:3:5 (x)"
    assert where.source_line == "def x := ("


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "A.lean").write_bytes(b"\xef\xbb\xbfimport B\ndef x := 1\n")
    (tmp_path / "B.lean").write_text("def y := \ufeff1\n", "utf-8")
    project = load_project(tmp_path)
    module = project.modules["A"]
    assert module.text == "import B\ndef x := 1\n"
    assert [item.module for item in module.imports] == ["B"]
    assert str(module.where(0)) == "A.lean:1:1"
    assert "\ufeff" in project.modules["B"].text  # only at the start


def test_the_first_import_from_an_unknown_package_is_noted(tmp_path: Path) -> None:
    known = "import Mathlib\nimport Lean.Elab\nimport ProofWidgets.Data\nimport DocGen4.Load\n"
    files = {"A.lean": f"{known}import Nope.Nada\nimport Nope.More\n", "B.lean": "import Nope\n"}
    manifest = '{"packages": [{"name": "doc-gen4"}]}'
    project = load_project(write(tmp_path, {**files, "lake-manifest.json": manifest}))
    assert [(f.kind, str(f.where)) for f in project.findings] == [("unknown package", "A.lean:5:1")]
    assert "`Nope.Nada` is imported from a package that nothing names" in str(project.findings)
    for text in ("{", "[]", '{"packages": [3]}', '{"packages": 3}'):
        (tmp_path / "lake-manifest.json").write_text(text, "utf-8")
        places = [str(f.where) for f in load_project(tmp_path).findings]
        assert places == ["A.lean:4:1", "A.lean:5:1"]
