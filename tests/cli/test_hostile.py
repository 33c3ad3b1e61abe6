"""Ports that end their process, talk, move, or return what cannot be read: the run goes on.

Each has the right port beside it, which is checked in the same run.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from leanbridge.check.record import PROCESS_DIED
from leanbridge.check.verify import Settings, verify
from leanbridge.cli import app
from leanbridge.verdict import Verdict
from tests.cli.toy import LEAN, PORTS, write_toy

ROOT = Path(__file__).parents[2]


def leancheck(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def said(result: Result) -> str:
    return re.sub(r"\s+", " ", result.output)


def with_body(folder: Path, body: str, *, before: str = "") -> None:
    """The toy project, `steps` bound to a port with this body (of `x`)."""
    write_toy(folder, steps="steps_hostile")
    text = f"{before}\n{PORTS}\n\ndef steps_hostile(x):\n    {body}\n"
    (folder / "toy_ports.py").write_text(text, "utf-8")


# ----- the process of a port ----------------------------------------------------------------

DEATHS = {
    "exit 0": "import os; os._exit(0)",
    "segmentation fault": "import ctypes; ctypes.string_at(0)",
    "abort": "import os; os.abort()",
}


@pytest.mark.parametrize("body", DEATHS.values(), ids=DEATHS)
def test_a_port_that_ends_its_process_is_unknown_and_the_others_are_checked(
    toy: Path, body: str
) -> None:
    with_body(toy, body)
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 4, result.output
    text = re.sub(r"\s+", " ", result.stdout)  # without the progress
    assert text.startswith("PROCESS DIED Toy.steps · numpy: the process of the port died")
    assert "UNKNOWN Toy.steps the process of the port died" in text
    assert "PROVED (all sizes) Toy.before_le" in text
    assert "2 PROVED 2 UNKNOWN" in text  # steps and the theorem about it


def test_several_processes_outlive_one_that_ends(toy: Path) -> None:
    more = "\n".join(f"theorem le_{i} {{n : Nat}} (i : Fin n) : (before i).val ≤ i.val := by sorry"
                     for i in range(3))  # fmt: skip
    with_body(toy, DEATHS["exit 0"])
    (toy / "lean" / "Toy.lean").write_text(LEAN.replace("end Toy", f"{more}\nend Toy"), "utf-8")
    result = leancheck("verify-all", "-j", "2")
    assert result.exit_code == 4, result.output
    assert "7 declarations: 5 PROVED 2 UNKNOWN" in said(result)
    assert "Traceback" not in result.output


def test_a_definition_that_was_not_asked_for_runs_in_a_process_too(toy: Path) -> None:
    with_body(toy, "import os, sys\n    if len(x) > 3: os._exit(0)\n    return steps(x)")
    result = leancheck("verify", "steps_const", "-j", "1")
    assert result.exit_code == 4, result.output
    assert PROCESS_DIED in said(result)


def test_a_module_that_ends_the_process_when_it_is_imported(toy: Path) -> None:
    with_body(toy, "return steps(x)", before="import os\nos._exit(0)")
    result = leancheck("verify-all", "-j", "1")
    assert result.exit_code == 4, result.output
    assert "4 UNKNOWN" in said(result)


def test_a_library_call_runs_in_this_process_unless_told_otherwise(toy: Path) -> None:
    with_body(toy, "import os; assert os.getpid() == HERE; return steps(x)",
              before=f"HERE = {os.getpid()}")  # fmt: skip
    (toy / "toy_ports.py").rename(toy / "ports_of_this_test.py")  # imported here, once
    config = toy / "leancheck.toml"
    config.write_text(config.read_text("utf-8").replace("toy_ports:", "ports_of_this_test:"))
    for in_process, verdict in ((True, Verdict.PASSED), (False, Verdict.REFUTED)):
        run = verify(Settings(config, names=("Toy.steps",), in_process=in_process))
        assert [d.verdict for d in run.declarations] == [verdict]


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "GeneratorExit", "SystemExit(0)"])
def test_what_is_no_exception_is_raised_by_the_port_all_the_same(toy: Path, error: str) -> None:
    with_body(toy, f"raise {error}")
    result = leancheck("verify", "Toy.steps", "-j", "1")
    assert result.exit_code == 1, result.output
    assert "REFUTED Toy.steps · numpy · value · PORT (raised)" in said(result)
    name = error.removesuffix("(0)")
    assert f"the port raised in steps_hostile (toy_ports.py:18), got {name}" in said(result)


# ----- results ------------------------------------------------------------------------------

RESULTS = {
    "masked": ("np.ma.masked_array(steps(x), mask=True)", "type", "got MaskedArray"),
    "foreign bytes": ("steps(x).astype('>f8')", "dtype", "got >f8 (bytes in foreign order)"),
    "no array": ("NoArray()", "type", "got NoArray, TypeError"),
    "no repr": ("NoText()", "type", "got NoText (its repr raises ZeroDivisionError)"),
}
CLASSES = """\
class NoArray:
    __array__ = 3


class NoText:
    def __repr__(self):
        return 1 / 0
"""


@pytest.mark.parametrize(("value", "kind", "reason"), RESULTS.values(), ids=RESULTS)
def test_a_hostile_result_is_refuted(toy: Path, value: str, kind: str, reason: str) -> None:
    with_body(toy, f"return {value}", before=CLASSES)
    result = leancheck("verify", "Toy.steps", "-j", "1")
    assert result.exit_code == 1, result.output
    assert f"REFUTED Toy.steps · numpy · value · PORT ({kind})" in said(result)
    assert reason in said(result)


def test_a_huge_integer_is_shown_by_its_ends_and_the_message_once(toy: Path) -> None:
    write_toy(toy)
    ports = PORTS.replace("return max(i - 1, 0)", "return 10**5000")
    (toy / "toy_ports.py").write_text(ports, "utf-8")
    result = leancheck("verify", "Toy.before", "-j", "1")
    assert result.exit_code == 1, result.output
    text = said(result)
    assert "got 1000000000…0000000000 (5001 digits), expected 0 ≤ value < 1" in text
    assert text.count("5001 digits") == 1


def test_a_huge_value_is_shown_by_its_ends(toy: Path) -> None:
    lean = LEAN.replace("end Toy", "def twice (n : Nat) : Nat := 2 * n\nend Toy")
    write_toy(toy, lean=lean)
    with (toy / "leancheck.toml").open("a", encoding="utf-8") as file:
        file.write('"Toy.twice" = "toy_ports:twice"\n')
    with (toy / "toy_ports.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef twice(n):\n    return 10**5000\n")
    result = leancheck("verify", "Toy.twice", "-j", "1")
    assert result.exit_code == 1, result.output
    assert "got 1000000000…0000000000 (5001 digits) expected 0" in said(result)


# ----- what a port does beside its result ---------------------------------------------------


def test_what_ports_print_is_not_in_the_json(toy: Path) -> None:
    body = "print('by print'); import os; os.write(1, b'by system\\n'); return steps(x)"
    with_body(toy, body, before="print('at import')")
    code = "from leanbridge.cli import main; main()"
    arguments = ["verify-all", "-j", "1", "--json", "-"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=toy,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["summary"] == {"PASSED": 2, "PROVED": 2}
    assert all(text in done.stderr for text in ("by print", "by system", "at import"))


def test_json_is_written_where_it_was_asked_for_whatever_a_port_does(toy: Path) -> None:
    with_body(toy, "import os; os.chdir('/'); return steps(x)")
    result = leancheck("verify-all", "-j", "1", "--json", "run.json")
    assert result.exit_code == 0, result.output
    assert json.loads((toy / "run.json").read_text("utf-8"))["schema"] == "leanbridge.run/1"


# ----- a package that is not installed ------------------------------------------------------

BLOCKER = """\
import sys


class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("jax", "jaxlib"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Blocker())
"""


def without_jax(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command on the bundled corpus, in processes that cannot import JAX."""
    (folder / "sitecustomize.py").write_text(BLOCKER, "utf-8")
    code = "from leanbridge.cli import main; main()"
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-c", code, *arguments, "-j", "1"], capture_output=True, text=True,
        cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, check=False,
    )  # fmt: skip


def test_without_jax_its_ports_are_unknown_and_those_of_numpy_are_checked(tmp_path: Path) -> None:
    jax = without_jax(tmp_path, "verify", "Proofs.samePadTotal", "--port", "jax")
    text = re.sub(r"\s+", " ", jax.stdout)
    assert jax.returncode == 4, jax.stdout + jax.stderr
    assert "UNKNOWN Proofs.samePadTotal not installed: jax" in text
    numpy = without_jax(tmp_path, "verify", "Proofs.samePadTotal", "--port", "numpy")
    assert numpy.returncode == 0, numpy.stdout + numpy.stderr
    assert "Proofs.samePadTotal" in numpy.stdout
    assert "UNKNOWN" not in numpy.stdout
