"""The real Lean as a judge: a text in, its messages out.

Runs `shim.py` in a process of its own under a time limit, and kills the whole process group when
that passes: Lean starts threads and workers, and was once seen to hang. Never reads a clock to
decide anything else; gives messages in Lean's order.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SHIM = Path(__file__).parent / "shim.py"
TIMEOUT = 120.0
"""Seconds for one run; what runs here takes less than three."""

OPTIONS: Mapping[str, str] = {
    "linter.all": "false",
    "linter.unusedVariables": "false",
    "maxErrors": "100000",
}
"""Nothing on style, and every error rather than the first hundred."""


class LeanFailure(Exception):
    """Lean ended by a signal or the time limit, or printed what is no message."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of Lean: `severity` is error, warning or information; lines begin at 1, columns
    (in code points) at 0, as Lean counts them."""

    severity: str
    line: int
    column: int
    text: str

    @property
    def is_sorry(self) -> bool:
        """Whether it says only that a declaration is not proved."""
        return self.severity == "warning" and self.text.startswith("declaration uses `sorry`")

    def at(self, file: str) -> str:
        """As a compiler prints it."""
        return f"{file}:{self.line}:{self.column}: {self.severity}: {self.text}"


def run(
    arguments: Sequence[str], path: Sequence[Path], folder: Path, timeout: float = TIMEOUT
) -> tuple[int, str]:
    """Run Lean in `folder` with `path` as its search path; give its exit code and output.

    Raises: LeanFailure if it ends by a signal, with a code but 0 and 1, or not in time.
    """
    environment = {**os.environ, "LEAN_PATH": os.pathsep.join(map(str, path))}
    with subprocess.Popen(
        [sys.executable, str(SHIM), *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            raise LeanFailure(f"no end after {timeout} s: lean {' '.join(arguments)}") from None
    text = output.decode("utf-8", errors="replace")
    if process.returncode not in (0, 1):
        raise LeanFailure(f"lean {' '.join(arguments)} ended with {process.returncode}:\n{text}")
    return process.returncode, text


def compile(
    module: str,
    source: str,
    folder: Path,
    path: Sequence[Path] = (),
    options: Mapping[str, str] = OPTIONS,
) -> tuple[Message, ...]:
    """Compile the text of a module into `folder`: `A.B` to `A/B.lean`, `.olean`, `.ilean`.

    Imports are looked up in `folder`, then in `path`. Lean writes no `.olean` if it reports an
    error, and leaves an older one in place: that one is deleted first.
    """
    stem = module.replace(".", "/")
    place = folder / stem
    place.parent.mkdir(parents=True, exist_ok=True)
    Path(f"{place}.lean").write_text(source, "utf-8")
    Path(f"{place}.olean").unlink(missing_ok=True)
    products = ["-o", f"{stem}.olean", "-i", f"{stem}.ilean"]
    return _messages([*_settings(options), *products, f"{stem}.lean"], (folder, *path), folder)


def check(
    text: str, path: Sequence[Path], options: Mapping[str, str] = OPTIONS
) -> tuple[Message, ...]:
    """The messages of Lean for a text, as a file that imports from `path`; nothing is kept."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "Checked.lean").write_text(text, "utf-8")
        return _messages([*_settings(options), "Checked.lean"], path, Path(folder))


def _settings(options: Mapping[str, str]) -> list[str]:
    return ["--json", *(f"-D{name}={value}" for name, value in options.items())]


def _messages(arguments: Sequence[str], path: Sequence[Path], folder: Path) -> tuple[Message, ...]:
    code, output = run(arguments, [p.resolve() for p in path], folder)
    try:
        messages = tuple(_message(line) for line in output.splitlines())
    except (ValueError, KeyError, TypeError):
        raise LeanFailure(f"lean {' '.join(arguments)} printed no message:\n{output}") from None
    if code == 1 and all(message.severity != "error" for message in messages):
        raise LeanFailure(f"lean {' '.join(arguments)} failed without an error:\n{output}")
    return messages


def _message(line: str) -> Message:
    said = json.loads(line)
    return Message(said["severity"], said["pos"]["line"], said["pos"]["column"], said["data"])
