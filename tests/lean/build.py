"""Compiled folders: core, stub and projects, made once for a content and kept.

Takes Lean texts, gives folders of `.olean` files with what Lean said of each module. A folder is
named by the digest of all that went into it, is made under another name, and moved into place at
once: workers wait for each other by a lock, and none sees half a folder.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.lean import peer, shim, stub

HERE = Path(__file__).parent
INIT = ("Init.Core", "Init.Classes", "Init.Notation", "Init.Data", "Init.Tactics", "Init")
BEFORE = ("Std.Stub.Algebra", "Std.Stub.Numbers", "Std.Stub.Sets")
"""What is written by hand and stands before the generated `Std.Stub.Known`."""
AFTER = ("Std.Stub.Notation",)
MATHLIB = "import Std.Stub.Notation\n"
"""The module `Mathlib`; every `Mathlib.X.Y` imports it."""
KEPT = 6
"""Folders of each kind that stay in the cache, of about 10 MB each."""

_IMPORT = re.compile(r"^(?:public )?import (\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A folder of compiled modules.

    `path` is Lean's search path with the folder first; `modules` are in the order of compilation;
    `messages` is what Lean said of each.
    """

    folder: Path
    path: tuple[Path, ...]
    modules: tuple[str, ...]
    messages: Mapping[str, tuple[peer.Message, ...]] = field(repr=False)

    def olean(self, module: str) -> Path:
        """The compiled file of a module."""
        return self.folder / f"{module.replace('.', '/')}.olean"

    def source(self, module: str) -> Path:
        """The text that was compiled."""
        return self.folder / f"{module.replace('.', '/')}.lean"


def core_and_stub(cache: Path) -> Compiled:
    """`Init`, the stub and `Mathlib`.

    Raises: AssertionError with Lean's message if one of them does not compile.
    """
    texts = {module: _read(module) for module in (*INIT, *BEFORE, *AFTER)}
    known = "\n".join(declaration.text for declaration in stub.known_declarations())
    rules = (Path(stub.__file__).read_text("utf-8"), stub.BINDERS.read_text("utf-8"))
    key = _digest(*texts.values(), known, *rules, json.dumps(dict(peer.OPTIONS)), _program())

    def make(folder: Path) -> Iterator[tuple[str, tuple[peer.Message, ...]]]:
        for module in (*INIT, *BEFORE):
            yield module, _trusted(module, texts[module], folder)
        declared = stub.declared_names(folder)
        generated = stub.generate(declared, stub.Additions.read(rules[1]))
        for module, text in (
            ("Std.Stub.Known", generated),
            *((module, texts[module]) for module in AFTER),
            ("Mathlib", MATHLIB),
        ):
            yield module, _trusted(module, text, folder)

    return _once(cache, f"stub-{key}", (), make)


def project(
    cache: Path, base: Compiled, sources: Mapping[str, str], options: Mapping[str, str]
) -> Compiled:
    """The modules of a project (name → text) on top of `base`, in the order of their imports.

    A module `Mathlib.X.Y` that one of them imports becomes `import Mathlib`. Messages, errors
    among them, are kept and not judged.
    """
    key = _digest(base.folder.name, *(f"{n}\0{t}" for n, t in sorted(sources.items())),
                  json.dumps(sorted(options.items())))  # fmt: skip

    def make(folder: Path) -> Iterator[tuple[str, tuple[peer.Message, ...]]]:
        # Lean looks for all of `Mathlib.…` where it finds the first folder of that name
        shutil.copy(base.olean("Mathlib"), folder)
        for module in in_order(sources):
            text = sources.get(module, "import Mathlib\n")
            settings = {**peer.OPTIONS, **options}
            yield module, peer.compile(module, text, folder, base.path, settings)

    return _once(cache, f"project-{key}", base.path, make)


def in_order(sources: Mapping[str, str]) -> list[str]:
    """The modules of `sources`, and those of Mathlib that they import, each after its imports."""
    done: dict[str, None] = {}

    def visit(module: str) -> None:
        for imported in _IMPORT.findall(sources.get(module, "")):
            if imported not in done and (imported in sources or imported.startswith("Mathlib.")):
                visit(imported)
        done[module] = None

    for module in sources:
        if module not in done:
            visit(module)
    return list(done)


def _read(module: str) -> str:
    return (HERE / f"{module.replace('.', '/')}.lean").read_text("utf-8")


def _trusted(module: str, text: str, folder: Path) -> tuple[peer.Message, ...]:
    messages = peer.compile(module, text, folder)
    errors = [message.at(module) for message in messages if message.severity == "error"]
    assert not errors, "\n".join(errors)
    return messages


def _program() -> str:
    """What tells one release of Lean from another."""
    library = shim.library()
    assert library is not None
    return str(library.stat().st_size)


def _digest(*parts: str) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(hashlib.sha256(part.encode()).digest())
    return digest.hexdigest()[:16]


def _once(
    cache: Path,
    name: str,
    below: tuple[Path, ...],
    make: Callable[[Path], Iterator[tuple[str, tuple[peer.Message, ...]]]],
) -> Compiled:
    folder = cache / name
    with _lock(cache, name):
        if not folder.is_dir():
            unfinished = cache / f"{name}.unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            said = {m: [asdict(s) for s in messages] for m, messages in make(unfinished)}
            (unfinished / "messages.json").write_text(json.dumps(said), "utf-8")
            unfinished.rename(folder)
            _forget(cache, name.partition("-")[0])
    said = json.loads((folder / "messages.json").read_text("utf-8"))
    messages = {m: tuple(peer.Message(**one) for one in each) for m, each in said.items()}
    return Compiled(folder, (folder, *below), tuple(messages), messages)


def _forget(cache: Path, kind: str) -> None:
    """Delete all folders of a kind but the newest, which other sessions may be using."""
    made = [f for f in cache.glob(f"{kind}-*") if f.is_dir() and f.suffix != ".unfinished"]
    for old in sorted(made, key=lambda f: f.stat().st_mtime_ns)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _lock(cache: Path, name: str) -> Iterator[None]:
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
