"""Who may import whom, what importing us brings along, and which names the engine may not know.

Each rule has a control: a planted breach that the same function finds.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "leanbridge"
STAGES = ("source", "core", "interp", "ports", "check", "report")
LEFT_OF = {stage: set(STAGES[: i + 1]) for i, stage in enumerate(STAGES)}
LEFT_OF["drift"] = {
    *STAGES[: STAGES.index("check")],
    "drift",
}  # beside check: neither sees the other
LEFT_OF["report"] |= {"drift"}
SHARED = ("errors", "verdict", "limits")
EDGE = ("cli", "pytest_plugin", "__init__")
HEAVY = ("jax", "sympy", "z3")
CORPUS_NAME = re.compile(r"(?i:resnet)|win3|[mM]axPool|windowMax|r50|PoolSel")


# ----- data flows one way -------------------------------------------------------------------


def imported(path: Path, package: Path) -> Iterator[tuple[int, str]]:
    """The modules of `package` that a file imports, anywhere in it, with the line."""
    name = package.name
    inside = path.relative_to(package).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == name:
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                up = inside[: len(inside) - node.level + 1]
                base = ".".join((name, *up, *([base] if base else [])))
            if base == name:
                for alias in node.names:
                    yield node.lineno, f"{base}.{alias.name}"
            elif base.split(".")[0] == name:
                yield node.lineno, base


def back_edges(package: Path) -> list[str]:
    """The imports that go to the right, as `file:line imports module`."""
    found = []
    for path in sorted(package.rglob("*.py")):
        stage = path.relative_to(package).parts[0].removesuffix(".py")
        if stage in EDGE:
            continue
        allowed = {*SHARED, *LEFT_OF.get(stage, ())}
        for line, module in imported(path, package):
            target = module.split(".")[1] if "." in module else "__init__"
            if target not in allowed:
                found.append(f"{path.relative_to(package.parent)}:{line} imports {module}")
    return found


def test_data_flows_one_way() -> None:
    assert back_edges(PACKAGE) == []


def test_every_folder_is_a_stage() -> None:
    folders = {p.name for p in PACKAGE.iterdir() if (p / "__init__.py").is_file()}
    assert folders <= set(LEFT_OF), folders - set(LEFT_OF)
    files = {p.stem for p in PACKAGE.glob("*.py")}
    assert files <= {*SHARED, *EDGE}, files - {*SHARED, *EDGE}


PLANTED = [
    ("core/a.py", "from leanbridge.interp import values", "leanbridge.interp"),
    ("core/a.py", "def f():\n    import leanbridge.check.plan", "leanbridge.check.plan"),
    ("source/a.py", "from leanbridge import core", "leanbridge.core"),
    ("source/a.py", "from .. import report", "leanbridge.report"),
    ("interp/deep/a.py", "from ...ports.marshal import x", "leanbridge.ports.marshal"),
    ("check/a.py", "from leanbridge.drift import index", "leanbridge.drift"),
    ("drift/a.py", "from leanbridge.check import plan", "leanbridge.check"),
    ("report/a.py", "import leanbridge.cli", "leanbridge.cli"),
    ("errors.py", "from leanbridge.core.terms import Term", "leanbridge.core.terms"),
]


@pytest.mark.parametrize(("file", "text", "module"), PLANTED)
def test_a_planted_back_edge_is_found(tmp_path: Path, file: str, text: str, module: str) -> None:
    path = tmp_path / "leanbridge" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    line = text.count("\n") + 1
    assert back_edges(tmp_path / "leanbridge") == [f"leanbridge/{file}:{line} imports {module}"]


def test_edges_to_the_left_are_none(tmp_path: Path) -> None:
    path = tmp_path / "leanbridge" / "report" / "a.py"
    path.parent.mkdir(parents=True)
    path.write_text("from leanbridge import drift, errors\nfrom ..check import plan\n")
    assert back_edges(tmp_path / "leanbridge") == []


# ----- the core install ---------------------------------------------------------------------


def loaded_by(module: str) -> set[str]:
    """Which of the heavy packages a fresh interpreter holds after importing `module`."""
    code = f"import sys, {module}; print(*[m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return set(done.stdout.split())


MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (PACKAGE / "cli.py", *[PACKAGE / s / "__init__.py" for s in LEFT_OF])
    if path.is_file()
]


@pytest.mark.parametrize("module", ["leanbridge", *MODULES])
def test_importing_us_brings_nothing_heavy(module: str) -> None:
    assert loaded_by(module) == set()


def test_a_heavy_import_would_be_seen() -> None:
    pytest.importorskip("sympy")
    assert loaded_by("sympy") == {"sympy"}


# ----- the engine knows Lean and Mathlib, not a project -------------------------------------


def corpus_names(folder: Path) -> list[str]:
    """Lines of Python and Lean below `folder` that name something of the bundled corpus."""
    found = []
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.lean"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if CORPUS_NAME.search(line):
                found.append(f"{path.relative_to(folder)}:{number}: {line.strip()}")
    return found


def test_the_engine_names_nothing_of_the_corpus() -> None:
    assert corpus_names(PACKAGE) == []


@pytest.mark.parametrize(
    "line", ["win3RowInv", "maxPool3s2", "MaxPool", "windowMax", "r50Stem", "PoolSelDom", "ResNET"]
)
def test_a_planted_corpus_name_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.py").write_text(f"x = 1\n# {line}\n", encoding="utf-8")
    assert corpus_names(tmp_path) == [f"a.py:2: # {line}"]
