"""Running an artifact: compiled by XLA for the CPU, on arrays that are just what it asks for.

Takes an artifact and NumPy arrays in the order of its arguments; gives NumPy arrays. Never
converts a dtype or a shape.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.ports.fault import PortSetUnavailable
from leanbridge.ports.mlir.derive import in_code
from leanbridge.ports.mlir.read import Artifact, TensorType

DTYPES = {
    "f64": "float64", "f32": "float32", "f16": "float16", "i1": "bool",
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "ui8": "uint8", "ui16": "uint16", "ui32": "uint32", "ui64": "uint64",
}  # fmt: skip


def numpy_dtype(type: TensorType, path: str) -> np.dtype[Any]:
    """The dtype of an argument. Raises: Unsupported for one that NumPy does not have."""
    if type.dtype not in DTYPES:
        raise Unsupported(f"an argument of element type {type.dtype}", Where(path), str(type))
    return np.dtype(DTYPES[type.dtype])


class Executable:
    """A compiled artifact. Compiling takes a second for a thousand ops.

    Raises: PortSetUnavailable without JAX; Unsupported for what XLA does not compile.
    """

    def __init__(self, artifact: Artifact) -> None:
        self.artifact = artifact
        try:
            import jax
            from jax.extend import backend
        except ImportError:
            raise PortSetUnavailable("jax", artifact.path) from None
        self._jax = jax
        client = backend.get_backend("cpu")
        self._device = client.local_devices()[0]
        options = backend.get_compile_options(1, 1)
        try:
            self._executable = client.compile_and_load(
                _with_main(artifact), [self._device], options
            )
        except jax.errors.JaxRuntimeError as error:
            raise Unsupported(
                "an artifact that XLA does not compile", self._where(), str(error).splitlines()[0]
            ) from None

    def __call__(self, arrays: Sequence[np.ndarray[Any, Any]]) -> tuple[np.ndarray[Any, Any], ...]:
        """The results. Raises: InputError for a wrong number, shape or dtype of arrays."""
        arguments = self.artifact.arguments
        if len(arrays) != len(arguments):
            raise InputError(
                "a wrong number of arguments", self._where(), str(len(arrays)), str(len(arguments))
            )
        for argument, array in zip(arguments, arrays, strict=True):
            dtype = numpy_dtype(argument.type, self.artifact.path)
            if array.shape != argument.type.shape or array.dtype != dtype:
                got = f"{array.dtype} {array.shape}"
                expected = f"{dtype} {argument.type.shape}"
                raise InputError(f"argument %{argument.name}", self._where(), got, expected)
        with self._jax.enable_x64(True):
            given = [self._jax.device_put(a, self._device) for a in arrays]
            results = self._executable.execute_sharded(given)
            parts = results.disassemble_into_single_device_arrays()
            return tuple([np.asarray(part[0]) for part in parts])

    def _where(self) -> Where:
        return Where(self.artifact.path, declaration=f"@{self.artifact.function}")


def _with_main(artifact: Artifact) -> str:
    """The text with the function as `@main`, which XLA asks for."""
    name = artifact.function
    if name == "main":
        return artifact.text

    def rewrite(code: str) -> str:
        code = re.sub(r"@main(?![\w.$-])", "@main_of_the_text", code)
        code = re.sub(rf"@{re.escape(name)}(?![\w.$-])", "@main", code)
        return re.sub(r"\bprivate\s+@main(?![\w.$-])", "public @main", code)

    return in_code(artifact.text, rewrite)
