"""A StableHLO text as data: one function of it, with its arguments, results and ops.

Takes text; gives an `Artifact`. Never runs anything. The names of arguments are read from the
function's header, since MLIR itself does not keep them.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from leanbridge.errors import InputError, Unsupported, Where
from leanbridge.ports.fault import PortSetUnavailable

#: What no rewriting may look into: strings and comments.
OPAQUE = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*')
_FUNCTION = re.compile(r"\bfunc\.func\s+(?:(?:public|private|nested)\s+)?@(?P<name>[\w.$-]+)\s*\(")
_ARGUMENT = re.compile(r"%([\w.$-]+)\s*:")
_TENSOR = re.compile(r"tensor<((?:\d+x)*)([a-z]\w*(?:<\w+>)?)>")


@dataclass(frozen=True, slots=True)
class TensorType:
    """A tensor of static shape; `dtype` as MLIR spells it, such as `f32`."""

    shape: tuple[int, ...]
    dtype: str

    def __str__(self) -> str:
        return f"tensor<{''.join(f'{n}x' for n in self.shape)}{self.dtype}>"


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument by its name in the text, without the `%`."""

    name: str
    type: TensorType


@dataclass(frozen=True, slots=True)
class Artifact:
    """One function of a StableHLO text. `derived` says what was rewritten, in order; it is empty
    for the text as shipped. `census` counts the ops, those of called functions once."""

    path: str
    text: str = field(repr=False)
    function: str
    arguments: tuple[Argument, ...]
    results: tuple[TensorType, ...]
    census: Mapping[str, int]
    derived: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """How it has to be called in a report."""
        return f"derived: {', '.join(self.derived)}" if self.derived else "as shipped"

    @property
    def float_types(self) -> set[str]:
        """The float types of its arguments and results."""
        types = [*[a.type for a in self.arguments], *self.results]
        return {t.dtype for t in types if re.match(r"b?f\d", t.dtype)}


def read_artifact(path: Path, function: str | None = None) -> Artifact:
    """Read the file at `path`. Raises: as `parse_artifact`; InputError for a file that cannot be
    read."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        what = f"cannot read the artifact: {error.strerror}"
        there = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
        near = difflib.get_close_matches(path.name, sorted(there), 3, 0.6)
        todo = f"did you mean {' or '.join(near)}?" if near else "give the path of a StableHLO text"
        raise InputError(what, Where(str(path)), todo=todo) from None
    except UnicodeDecodeError as error:
        raise InputError(
            "the artifact is no text", Where(str(path)), str(error), "StableHLO as text, in UTF-8"
        ) from None
    return parse_artifact(text, str(path), function)


def parse_artifact(
    text: str, path: str = "<text>", function: str | None = None, derived: tuple[str, ...] = ()
) -> Artifact:
    """One function of a StableHLO text; without `function`, the only public one.

    Raises: InputError for a text that does not parse, with its line, or a function that is not
    there; Unsupported for a type that is no tensor of static shape; PortSetUnavailable.
    """
    with parsed(text, path) as module:
        functions = _functions(module)
        name = _chosen(functions, function, path)
        operation = functions[name]
        types = [_tensor(t, name, path) for t in operation.type.inputs]
        results = tuple([_tensor(t, name, path) for t in operation.type.results])
        census = _census(operation, functions)
    names = _argument_names(text, name)
    if len(names) != len(types):
        what = f"the names of the arguments of @{name} cannot be read from its header"
        raise InputError(what, Where(path), f"{len(names)} names", f"{len(types)}")
    arguments = tuple([Argument(n, t) for n, t in zip(names, types, strict=True)])
    return Artifact(path, text, name, arguments, results, census, derived)


@contextmanager
def parsed(text: str, path: str) -> Iterator[Any]:
    """The MLIR module of a text, inside its context. Raises: InputError with the line."""
    try:
        import jax  # noqa: F401  # first: it says how much jaxlib logs
        from jaxlib.mlir import ir
        from jaxlib.mlir._mlir_libs import _jax_mlir_ext
        from jaxlib.mlir.dialects import stablehlo
    except ImportError:
        raise PortSetUnavailable("jax", path) from None
    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    context = ir.Context()
    context.append_dialect_registry(registry)
    context.load_all_available_dialects()
    stablehlo.register_dialect(context)
    with context, ir.Location.unknown(context):
        try:
            module = ir.Module.parse(text)
        except ir.MLIRError as error:
            raise _not_parsed(error, text, path) from None
        yield module


def _not_parsed(error: Any, text: str, path: str) -> InputError:
    first = error.error_diagnostics[0] if error.error_diagnostics else None
    message = first.message if first is not None else str(error)
    found = re.search(r":(\d+):(\d+)", str(first.location)) if first is not None else None
    line, column = (int(found[1]), int(found[2])) if found else (None, None)
    lines = text.splitlines()
    shown = lines[line - 1][:200] if line is not None and line <= len(lines) else None
    if shown is not None and column is not None and column > len(shown) + 1:
        column = None
    return InputError(
        f"not StableHLO: {message}", Where(path, line, column, source_line=shown),
        todo="the text must parse as an MLIR module of the dialects func and stablehlo",
    )  # fmt: skip


def _functions(module: Any) -> dict[str, Any]:
    found = [op for op in module.body.operations if op.operation.name == "func.func"]
    return {op.name.value: op for op in found}


def _chosen(functions: Mapping[str, Any], wanted: str | None, path: str) -> str:
    there = ", ".join(f"@{n}" for n in functions) or "none"
    if wanted is None:
        public = [n for n, op in functions.items() if _is_public(op)]
        if len(public) == 1:
            return public[0]
        what = "the artifact does not have just one public function"
        raise InputError(what, Where(path), there, todo="name one, as in FILE@function")
    name = wanted.removeprefix("@")
    if name not in functions:
        near = difflib.get_close_matches(name, functions, 3, 0.5)
        todo = f"did you mean {' or '.join(near)}?" if near else None
        what = "the artifact has no such function"
        raise InputError(what, Where(path), f"@{name}", f"one of {there}", todo=todo)
    return name


def _is_public(operation: Any) -> bool:
    attributes = operation.attributes
    if "sym_visibility" not in attributes:
        return True
    return str(attributes["sym_visibility"]) != '"private"'


def tensor_type(type: Any) -> TensorType | None:
    """An MLIR type as a tensor of static shape, else None."""
    found = _TENSOR.fullmatch(str(type))
    if found is None:
        return None
    return TensorType(tuple([int(n) for n in found[1].split("x") if n]), found[2])


def _tensor(type: Any, function: str, path: str) -> TensorType:
    found = tensor_type(type)
    if found is None:
        raise Unsupported(
            "a type that is no tensor of static shape", Where(path, declaration=f"@{function}"),
            str(type),
        )  # fmt: skip
    return found


def operations(operation: Any) -> Iterator[Any]:
    """Every operation inside one, in order, those of inner regions too."""
    for region in operation.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield inner.operation
                yield from operations(inner.operation)


def _census(operation: Any, functions: Mapping[str, Any]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    waiting, seen = [operation.operation], set[str]()
    while waiting:
        for op in operations(waiting.pop()):
            if op.name == "func.call":
                callee = str(op.attributes["callee"]).removeprefix("@").strip('"')
                if callee in functions and callee not in seen:
                    seen.add(callee)
                    waiting.append(functions[callee].operation)
            elif op.name not in ("func.return", "stablehlo.return"):
                counts[op.name.removeprefix("stablehlo.")] += 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def op_names() -> frozenset[str]:
    """The names that a census may have of the ops that JAX's StableHLO knows."""
    from jaxlib.mlir.dialects import chlo, stablehlo

    classes = [*vars(stablehlo).values(), *vars(chlo).values()]
    names = [c.OPERATION_NAME for c in classes if hasattr(c, "OPERATION_NAME")]
    return frozenset([name.removeprefix("stablehlo.") for name in names])


# ----- the text itself ----------------------------------------------------------------------


def blanked(text: str) -> str:
    """`text` with strings and comments as spaces: places stay what they are."""
    return OPAQUE.sub(lambda found: " " * len(found[0]), text)


def _argument_names(text: str, function: str) -> list[str]:
    """The names in the header of a function: those before a `:` at the depth of its list."""
    plain = blanked(text)
    start = next(m.end() for m in _FUNCTION.finditer(plain) if m["name"] == function)
    names, depth, at = [], 0, start
    while depth >= 0:
        character = plain[at]
        found = _ARGUMENT.match(plain, at) if depth == 0 else None
        if found is not None:
            names.append(found[1])
            at = found.end()
            continue
        depth += (character in "([{<") - (character in ")]}>" and plain[at - 1] != "-")
        at += 1
    return names
