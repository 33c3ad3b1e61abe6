"""Lakefiles: source directories, roots, options; TOML and the literal fields of Lean."""

from pathlib import Path

import pytest

from leanbridge.source.lakefile import Lakefile, Options, read_lakefile

FILES = [
    ("lakefile.toml", 'name = "p"', Lakefile()),
    ("lakefile.toml", '[[lean_lib]]\nname = "A"', Lakefile((".",), ("A",))),
    (
        "lakefile.toml",
        'srcDir = "s"\n[[lean_lib]]\nname = "A"\nroots = ["B", "C.D"]\nsrcDir = "t"\n'
        '[[lean_exe]]\nname = "e"\nroot = "Main"',
        Lakefile(("s/t", "s/."), ("B", "C.D", "Main")),
    ),
    (
        "lakefile.toml",
        '[[lean_lib]]\nname = "A"\nleanOptions = { autoImplicit = false }',
        Lakefile((".",), ("A",), Options(auto_implicit=False)),
    ),
    (
        "lakefile.toml",
        '[[leanOptions]]\nname = "weak.relaxedAutoImplicit"\nvalue = false',
        Lakefile(options=Options(relaxed_auto_implicit=False)),
    ),
    ("lakefile.lean", "import Lake\nopen Lake DSL\npackage p where", Lakefile()),
    (
        "lakefile.lean",
        'package p\n/- lean_lib Q -/\nlean_lib «A» where\n  srcDir := "src" -- roots := #[`X]\n'
        "  roots := #[`A.B, `C]\nlean_exe main where\n  root := `Main",
        Lakefile(("src", "."), ("A.B", "C", "Main")),
    ),
    (
        "lakefile.lean",
        "package p where\n  leanOptions := #[⟨`autoImplicit, false⟩, ⟨`pp.unicode.fun, true⟩]",
        Lakefile(options=Options(auto_implicit=False)),
    ),
    (
        "lakefile.lean",
        'package p where\n  moreLeanArgs := #["-DrelaxedAutoImplicit=false"]',
        Lakefile(options=Options(relaxed_auto_implicit=False)),
    ),
]


@pytest.mark.parametrize(("name", "text", "expected"), FILES)
def test_read_lakefile(tmp_path: Path, name: str, text: str, expected: Lakefile) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert read_lakefile(tmp_path) == expected


def test_without_a_lakefile(tmp_path: Path) -> None:
    assert read_lakefile(tmp_path) == Lakefile()
