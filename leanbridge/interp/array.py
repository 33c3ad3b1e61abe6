"""The array interpreter: a Lean term as a fast function of arrays, in NumPy or JAX.

Every bound `Fin n` variable becomes a named axis: a lambda is a broadcast, `x (f i) (g j)` a
gather along one axis at a time, `∑` a reduction, `∑` of a product a contraction, `if` a `where`.
A term is recorded once into a program; what does not depend on data is computed while recording,
index arrays among it, and their ranges are checked there. ℝ is floats: it conforms to `exact`
within rounding, and never decides a verdict alone. No rule knows a name of a project.

Worked example: `Array(definitions).compile(app(Const("pool"), nat(8), nat(28), nat(28)))` is a
function of one array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from leanbridge.core.declarations import Definitions
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import InputError, Unsupported
from leanbridge.interp.array_axes import Arr, Axis, known
from leanbridge.interp.array_boundary import (
    Inputs,
    Outputs,
    Slot,
    Template,
    filled,
    flat_arguments,
    from_exact,
    kind_of,
)
from leanbridge.interp.array_eval import Evaluator
from leanbridge.interp.array_kernels import prepare
from leanbridge.interp.array_noise import Noise
from leanbridge.interp.array_program import Node, Program, finish
from leanbridge.interp.array_values import Fun, Value, index_sizes
from leanbridge.interp.exact import Override
from leanbridge.interp.failures import LimitReached, Undefined
from leanbridge.interp.values import PROOF, TYPE_VALUES, BaseType, Data, ProofType
from leanbridge.limits import DEFAULT, Limits

Backend: TypeAlias = Literal["numpy", "jax"]
Anything: TypeAlias = Any  # arrays and modules of either backend


@dataclass(frozen=True, slots=True)
class Trials:
    """A variable's values in many trials: the first axis numbers them."""

    values: Any


class Array:
    """One array evaluator: an environment, overrides, a backend, the dtype of ℝ.

    Without `dtype` the reals are computed at the dtype of the arrays given (floats; float64 where
    only integers are given). `overrides` take and give arrays: sizes as integers, functions of
    indices as arrays, proofs as `PROOF`.
    """

    def __init__(
        self,
        definitions: Definitions,
        *,
        backend: Backend = "numpy",
        dtype: Any = None,
        overrides: Mapping[str, Override] | None = None,
        limits: Limits = DEFAULT,
    ) -> None:
        self.definitions = definitions
        self.backend: Backend = backend
        self.dtype = None if dtype is None else np.dtype(dtype)
        self.overrides: Mapping[str, Override] = dict(overrides or {})
        self.limits = limits

    def compile(self, term: Term, *, trials: bool = False) -> Compiled:
        """A closed term of type `A → … → B` as a function of arrays: each argument that is no
        index is an argument of the function, proofs left out, and each index is an axis of the
        result. With `trials`, every argument and the result have one more axis, the first."""
        return Compiled(self, term, trials)

    def evaluate(self, term: Term, variables: Mapping[FVar, Any] | None = None) -> Any:
        """The arrays of a term's value, given those of its free variables: arrays, numbers,
        tuples of them, or values of `interp.values`. `Trials` of some evaluates them at once."""
        executable, arrays, template, trials = self._recorded(term, variables or {})
        return executable.call(arrays, template, trials)

    def evaluate_noisy(
        self, term: Term, variables: Mapping[FVar, Any], noise: Noise, runs: int
    ) -> list[Any]:
        """The arrays of `runs` runs in NumPy in which every operation rounds at random; a scalar
        variable must be an array, or what is computed of it is computed before any run."""
        executable, arrays, template, trials = self._recorded(term, variables)
        executable.noise = noise
        return [executable.call(arrays, template, trials) for _ in range(runs)]

    def _recorded(
        self, term: Term, variables: Mapping[FVar, Any]
    ) -> tuple[Executable, list[Any], Template, Axis | None]:
        given = dict(variables)
        counts = {len(_first(v.values)) for v in given.values() if isinstance(v, Trials)}
        if len(counts) > 1:
            raise InputError("variables with different numbers of trials", got=str(counts))
        trials = Axis(counts.pop(), "trial") if counts else None
        made = Evaluator(self.definitions, self.overrides, self.limits, {})
        inputs, arrays = Inputs(made, trials), list[Any]()
        for variable, value in given.items():
            has_trials = isinstance(value, Trials)
            plain = from_exact(value.values if isinstance(value, Trials) else value)
            made.outside[0][variable] = _variable(inputs, plain, arrays, has_trials)
        template, program = made.guarded(lambda: _record(made, term, trials))
        return Executable(self, program, tuple(inputs.slots)), arrays, template, trials

    def record(self, term: Term, variables: Mapping[FVar, Any]) -> Recorded:
        """`term` as a function of the values of its free variables, recorded once. `variables` has
        the numbers that are known from here on (of Python's own), and arrays of the shapes (and
        the range of the integers) of those to come, in tuples and `Data`."""
        made = Evaluator(self.definitions, self.overrides, self.limits, {})
        inputs, arrays = Inputs(made, None), list[Any]()
        for variable, value in variables.items():
            made.outside[0][variable] = _variable(inputs, value, arrays, False)
        template, program = made.guarded(lambda: _record(made, term, None))
        made.finished()
        return Recorded(Executable(self, program, tuple(inputs.slots)), template, tuple(variables))


@dataclass(frozen=True, slots=True)
class Recorded:
    """A term that was recorded for variables of some shapes."""

    executable: Executable
    template: Template
    order: tuple[FVar, ...]

    def __call__(self, variables: Mapping[FVar, Any]) -> Any:
        """The arrays of its value at others. Raises: InputError for other shapes; Undefined."""
        arrays = [a for v in self.order for a in _arrays(variables[v])]
        return self.executable.call(arrays, self.template, None)


def _arrays(value: Any) -> Iterator[Any]:
    """The arrays of a variable's value, in the order in which `_variable` makes them inputs."""
    match value:
        case tuple():
            for part in value:
                yield from _arrays(part)
        case Data(_, fields):
            yield from _arrays(fields)
        case _ if hasattr(value, "shape"):
            yield value


class Compiled:
    """A term as a function of arrays; recorded for the first call, and for each number of trials.

    `program` is what was recorded, once `record` or a call has.
    """

    def __init__(self, owner: Array, term: Term, trials: bool) -> None:
        self.owner, self.term, self.trials = owner, term, trials
        self._recorded: dict[int | None, tuple[Executable, list[Template], Template]] = {}

    def __call__(self, *arguments: Anything) -> Any:
        """The result at some arrays. Raises: InputError for shapes, dtypes and ranges that do not
        fit; Undefined where a demand on the data fails."""
        count = len(_first(arguments[0])) if self.trials and arguments else None
        executable, templates, output = self.record(count)
        if len(arguments) != len(templates):
            raise InputError(
                "a wrong number of arguments", got=str(len(arguments)), expected=str(len(templates))
            )
        pairs = zip(templates, arguments, strict=True)
        flat = [a for t, x in pairs for a in flat_arguments(t, x)]
        return executable.call(flat, output, None if count is None else Axis(count))

    def record(self, trials: int | None = None) -> tuple[Executable, list[Template], Template]:
        """Record the program without running it."""
        if trials not in self._recorded:
            owner = self.owner
            made = Evaluator(owner.definitions, owner.overrides, owner.limits, {})
            axis = None if trials is None else Axis(trials, "trial")
            self._recorded[trials] = made.guarded(lambda: self._record(made, axis))
            made.finished()
        return self._recorded[trials]

    def _record(
        self, run: Evaluator, trials: Axis | None
    ) -> tuple[Executable, list[Template], Template]:
        inputs, templates = Inputs(run, trials), list[Template]()
        value = run.evaluate(self.term, run.outside)
        while isinstance(value, Fun):
            before = len(run.rec.builder.checks)
            domain = value.domain() if value.domain is not None else None
            if domain is None or index_sizes(domain) is not None:
                break
            if isinstance(domain, ProofType):
                del run.rec.builder.checks[before:]  # a hypothesis is not evaluated
                value = run.apply(value, PROOF)
                continue
            if domain == BaseType("Type"):
                raise InputError("a term that still takes a type: apply it first")
            given, template = inputs.of_type(domain)
            templates.append(template)
            value = run.apply(value, given)
        outputs = Outputs(run, trials)
        output = outputs.collect(value)
        program = finish(run.rec.builder, outputs.nodes)
        return Executable(self.owner, program, tuple(inputs.slots)), templates, output


def _record(run: Evaluator, term: Term, trials: Axis | None) -> tuple[Template, Program]:
    outputs = Outputs(run, trials)
    template = outputs.collect(run.evaluate(term, run.outside))
    return template, finish(run.rec.builder, outputs.nodes)


def _first(value: Any) -> Any:
    return _first(value[0]) if isinstance(value, tuple | list) else value


def _variable(inputs: Inputs, value: Any, arrays: list[Any], has_trials: bool) -> Value:
    """A free variable's value; its arrays become inputs."""
    match value:
        case tuple():
            return tuple([_variable(inputs, v, arrays, has_trials) for v in value])
        case Data(name, fields):
            return Data(name, tuple([_variable(inputs, f, arrays, has_trials) for f in fields]))
        case bool() | int() | float() if not has_trials:
            return known(value)
        case _ if value is PROOF or isinstance(value, (*TYPE_VALUES, Arr, Fun, str)):
            return value
    if callable(value) and not hasattr(value, "shape"):
        raise InputError("a variable must be an array, a number, a tuple of them, or a Table")
    array = value if hasattr(value, "shape") else np.asarray(value)
    kind = kind_of(array)
    bounds = (None, None)
    if kind == "int":
        size = int(np.prod(array.shape))
        bounds = (int(array.min()), int(array.max())) if size else (0, -1)  # type: ignore[assignment]
    shape = tuple(array.shape[1:] if has_trials else array.shape)
    arrays.append(array)
    return inputs.array(Slot(shape, kind, bounds), has_trials=has_trials)


# ----- running --------------------------------------------------------------------------------


class Executable:
    """A program with its kernels, prepared for each dtype of the reals."""

    def __init__(self, owner: Array, program: Program, slots: tuple[Slot, ...]) -> None:
        self.owner, self.program, self.slots = owner, program, slots
        self.noise: Noise | None = None
        self._prepared: dict[Any, Callable[..., Anything]] = {}

    def call(self, arrays: Sequence[Anything], template: Template, trials: Axis | None) -> Any:
        """The results at some arrays, in their places in `template`."""
        is_jax = self.owner.backend == "jax"
        dtype = self._dtype(arrays)
        traced = is_jax and any(_is_traced(a) for a in arrays)
        with _wide(dtype, self.program) if is_jax and not traced else nullcontext():
            given = [self._argument(i, a, dtype, traced) for i, a in enumerate(arrays)]
            with np.errstate(all="ignore"):  # the kernels are total; ∞ and NaN stay visible
                results, checks = self._run(dtype, traced)(*given)
            if checks and traced:
                raise Unsupported(
                    "a check of the data under a JAX transformation",
                    got=self.program.checks[0].message,
                )
            for check, holds in zip(self.program.checks, checks, strict=True):
                if not bool(holds):
                    raise Undefined(check.message, got="false at some index of the data")
            return filled(template, results)

    def _dtype(self, arrays: Sequence[Anything]) -> np.dtype[Any]:
        if self.owner.dtype is not None:
            wanted: np.dtype[Any] = self.owner.dtype
            return wanted
        floats = [
            np.dtype(a.dtype)
            for a, s in zip(arrays, self.slots, strict=True)
            if s.kind == "real" and hasattr(a, "dtype") and _is_float(a.dtype)
        ]
        found: np.dtype[Any] = np.result_type(*floats) if floats else np.dtype(np.float64)
        return found

    def _argument(self, number: int, value: Anything, dtype: Any, traced: bool) -> Anything:
        """An argument checked against its slot and converted to the run's dtype."""
        slot, node = self.slots[number], self.program.inputs[number]
        array = value if hasattr(value, "dtype") else np.asarray(value)
        where = f"argument {number + 1}" + (f" ({slot.name})" if slot.name else "")
        if tuple(array.shape) != node.shape:
            raise InputError(
                f"{where}: a wrong shape", got=str(tuple(array.shape)), expected=str(node.shape)
            )
        kind = kind_of(array) if not _is_float(array.dtype) else "real"
        if kind != slot.kind and (kind, slot.kind) != ("int", "real"):
            raise InputError(f"{where}: a wrong dtype", got=str(array.dtype), expected=slot.kind)
        if slot.kind == "int" and slot.bounds != (None, None):
            _check_range(array, slot.bounds, where)
        if slot.kind == "bool":
            return array
        wanted = dtype if slot.kind == "real" else np.dtype(np.int64)
        if array.dtype == wanted or (slot.kind == "int" and traced):
            return array
        return array.astype(wanted)

    def _run(self, dtype: Any, traced: bool) -> Callable[..., Anything]:
        key = (dtype, traced)
        if key not in self._prepared:
            function = linear(
                self.program, self.owner.backend, dtype, self.owner.limits, self.noise
            )
            if self.owner.backend == "jax" and not traced:
                import jax

                function = jax.jit(function)
            self._prepared[key] = function
        return self._prepared[key]


def linear(
    program: Program, backend: Backend, dtype: Any, limits: Limits, noise: Noise | None = None
) -> Callable[..., tuple[tuple[Anything, ...], tuple[Anything, ...]]]:
    """A program as a function of its inputs to its results and the truths of its checks."""
    xp: Any = np
    if backend == "jax":
        import jax.numpy as xp
    place: dict[Node, int] = {}
    for node in (*program.inputs, *program.steps):
        place.setdefault(node, len(place))
    start: list[Anything] = [None] * len(place)
    work = []
    for node, done in zip(program.steps, program.release, strict=True):
        if node.op == "constant":
            start[place[node]] = node.params.astype(dtype) if node.kind == "real" else node.params
        elif node.op != "input":
            if backend == "numpy" and _entries(node) > limits.array_entries:
                raise LimitReached(
                    "limit: array entries",
                    got=f"{_entries(node)} in a `{node.op}`",
                    expected=str(limits.array_entries),
                )
            kernel = prepare(node, xp, backend == "jax", dtype)
            kernel = kernel if noise is None else noise.kernel(node, kernel)
            arguments = [place[a] for a in node.args]
            work.append((kernel, arguments, place[node], [place[d] for d in done]))
    ins = [place[n] for n in program.inputs]
    outs = [place[n] for n in program.results]
    checks = [place[c.holds] for c in program.checks]

    def run(*arrays: Anything) -> tuple[tuple[Anything, ...], tuple[Anything, ...]]:
        slots = list(start)
        for i, array in zip(ins, arrays, strict=True):
            slots[i] = array
        for kernel, arguments, out, done in work:
            slots[out] = kernel(*[slots[a] for a in arguments])
            for i in done:
                slots[i] = None
        return tuple([slots[i] for i in outs]), tuple([slots[i] for i in checks])

    return run


def _entries(node: Node) -> int:
    size = 1
    for n in node.shape:
        size *= n
    return size


def _is_float(dtype: Any) -> bool:
    return np.dtype(dtype).kind not in "biuOSUMmc"


def _is_traced(array: Anything) -> bool:
    import jax

    return isinstance(array, jax.core.Tracer)


def _wide(dtype: Any, program: Program) -> AbstractContextManager[Any]:
    """JAX with 64-bit numbers where the run needs them, and as it is set up elsewhere."""
    import jax

    if np.dtype(dtype) != np.float64 and program.largest_integer < 1 << 31:
        return nullcontext()
    if hasattr(jax, "enable_x64"):
        wide: AbstractContextManager[Any] = jax.enable_x64(True)
    else:  # JAX before 0.8
        from jax.experimental import enable_x64  # type: ignore[attr-defined]

        wide = enable_x64()
    return wide


def _check_range(array: Anything, bounds: tuple[int | None, int | None], where: str) -> None:
    """Integers of an argument within the bounds of its type. Raises: InputError."""
    if _traced_value(array):
        raise Unsupported(f"{where}: indices under a JAX transformation, whose range has no check")
    if not np.prod(array.shape):
        return
    low, high = int(array.min()), int(array.max())
    if (bounds[0] is not None and low < bounds[0]) or (bounds[1] is not None and high > bounds[1]):
        top = "" if bounds[1] is None else f" ≤ {bounds[1]}"
        raise InputError(
            f"{where}: an integer outside its type",
            got=f"{low} to {high}",
            expected=f"{bounds[0]} ≤ ·{top}",
        )


def _traced_value(array: Anything) -> bool:
    return not isinstance(array, np.ndarray | np.generic) and _is_traced(array)
