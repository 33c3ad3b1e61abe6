"""Whether the executed port is the lowered program: what evidence of the lowering stands on.

Takes a port and its lowering at one shape; runs both on dyadic inputs of that shape. Where every
number of the exact run is one of the dtype, floats do not round, so the results must agree to the
bit (but for the sign of a zero); elsewhere within what random rounding of the lowered program
explains. The one exception is a division that the compiler may have made a product with a rounded
inverse: such an input counts for what it shows. One at which the program leaves the numbers is not
counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq

from leanbridge.check.compare import Difference
from leanbridge.check.tolerance import ULP, Explained, Loss, Path, centre, explained, is_number
from leanbridge.errors import LeanbridgeError
from leanbridge.interp.failures import EvaluationFailure
from leanbridge.ports import BoundaryFault, Port, call_port
from leanbridge.ports.calling import Guard
from leanbridge.ports.mlir.exact import Algebra, Escapes, Lowered, Noisy, Tracked, evaluate
from leanbridge.ports.mlir.exact.entries import kind_of
from leanbridge.ports.mlir.exact.lower import leaves, split_keywords
from leanbridge.ports.mlir.exact.program import Array, dtypes_used
from leanbridge.ports.mlir.exact.tracked import FORMATS
from leanbridge.ports.numbers import float_dtype, to_real

INPUTS = 32  # on which the two must agree, where there are as many
TO_THE_BIT = 8  # of them, where nothing rounds
TRIES = 144  # inputs drawn for that; half of them, if nothing rounds at none
NOISES = 4  # runs with random rounding, for one input
MLIR_NAMES = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}

Inputs: TypeAlias = list[Any]  # NumPy arrays and Python numbers, one for each parameter


@dataclass(frozen=True, slots=True)
class Premise:
    """What was run at one shape. `failed` says why evidence may not be issued, if it may not."""

    lowered: str
    to_the_bit: int
    within: int
    left_out: int
    spent: int  # entries made by exact runs
    failed: str = ""
    differs: bool = False  # the two disagree, not only too few inputs show that they agree

    def __str__(self) -> str:
        if self.failed:
            return f"the executed port is not shown to be its lowering: {self.failed}"
        inputs = self.to_the_bit + self.within
        return f"the executed port agrees on {inputs} inputs, {self.to_the_bit} of them to the bit"


def premise(
    port: Port, lowered: Lowered, arguments: tuple[Any, ...], keywords: Mapping[str, Any],
    seed: int, guard: Guard = nullcontext,
) -> Premise:  # fmt: skip
    """Run the port and its lowering on inputs shaped as the arguments of a call.

    Integers and truths are rearranged among those of the call, so that an index stays in range.
    A function of these only has no floats that could round: as many inputs are run as differ.
    """
    runs = _Runs(port, lowered, arguments, keywords, guard)
    exact, rounded, left_out, why = list[_Case](), list[_Case](), 0, ""
    wanted = INPUTS if runs.has_reals else 1
    to_the_bit = min(TO_THE_BIT, wanted)
    for inputs in runs.inputs(Random(seed)):
        tracked = Tracked(runs.format)
        try:
            results = runs.exact(inputs, tracked)
        except EvaluationFailure as failure:
            left_out, why = left_out + 1, why or failure.what
            continue
        except LeanbridgeError as error:
            return Premise(str(lowered), 0, 0, left_out, runs.spent, error.what)
        case = _Case(inputs, results, tracked.is_exact and tracked.is_certain)
        if tracked.is_exact:
            exact.append(case)
        elif len(rounded) < INPUTS - TO_THE_BIT:
            rounded.append(case)
        is_enough = sum(c.is_certain for c in exact) >= to_the_bit or len(exact) >= INPUTS
        if is_enough and len(exact) + len(rounded) >= INPUTS:
            break
        if len(exact) < 2 and runs.drawn > TRIES // 2:
            break
    found = runs.compare(exact, rounded)
    counts = found.to_the_bit, found.within, left_out, runs.spent
    if found.fault:
        return Premise(str(lowered), *counts, found.fault, differs=True)
    failed = ""
    if found.to_the_bit < to_the_bit or found.to_the_bit + found.within < wanted:
        failed = f"{found.to_the_bit} inputs agree to the bit, and {found.within} others"
        failed += f"; {why}" if why else ""
    return Premise(str(lowered), *counts, failed)


@dataclass(frozen=True, slots=True)
class _Case:
    inputs: Inputs
    expected: tuple[Array, ...]
    is_certain: bool  # floats give just this


@dataclass(slots=True)
class _Agreement:
    """How many inputs agree to the bit where nothing rounds, how many others agree, and the first
    that does not."""

    to_the_bit: int = 0
    within: int = 0
    fault: str = ""


class _Runs:
    def __init__(
        self, port: Port, lowered: Lowered, arguments: tuple[Any, ...],
        keywords: Mapping[str, Any], guard: Guard,
    ) -> None:  # fmt: skip
        self.port, self.lowered, self.guard = port, lowered, guard
        data, self.sizes = split_keywords(keywords)
        self.given = (arguments, data)
        self.leaves = list(leaves(self.given))
        self.types = lowered.program.parameters
        self.kinds = [kind_of(t.dtype) for t in self.types]
        self.spent = self.drawn = 0
        floats = {MLIR_NAMES[port.binding.dtype], *dtypes_used(lowered.program)} & FORMATS.keys()
        self.format = min(floats, key=lambda name: FORMATS[name][0])  # the narrowest in it
        self.has_reals = "real" in [
            kind for kind, leaf in zip(self.kinds, self.leaves, strict=True) if np.size(leaf)
        ]

    # ----- inputs

    def inputs(self, random: Random) -> Iterator[Inputs]:
        """Inputs that differ from one another."""
        seen = set[tuple[Any, ...]]()
        for number in range(TRIES):
            self.drawn = number
            styles = [STYLES[number % len(STYLES)]] * len(self.leaves)
            if styles and styles[0] == "one":
                styles = ["zero"] * len(styles)
                styles[random.randrange(len(styles))] = "quarters"
            found = [self._input(i, style, number, random) for i, style in enumerate(styles)]
            key = tuple([np.asarray(x).tobytes() for x in found])
            if key not in seen:
                seen.add(key)
                yield found

    def _input(self, i: int, style: str, number: int, random: Random) -> Any:
        leaf, kind = self.leaves[i], self.kinds[i]
        shape = self.types[i].shape
        count = int(np.prod(shape))
        if kind == "real":
            entries = _dyadics(count, style, random)
            if not isinstance(leaf, np.ndarray):
                return entries[0]
            return np.array(entries, float_dtype(self.port.binding.dtype)).reshape(shape)
        given = np.asarray(leaf).ravel().tolist()
        if number and kind == "truth" and isinstance(leaf, np.ndarray):
            given = [random.random() < 0.5 for _ in given]
        elif number:
            given = [random.choice(given) for _ in given]
        return np.array(given, np.asarray(leaf).dtype).reshape(shape) if shape else given[0]

    # ----- the two sides

    def _entries(self, inputs: Inputs, algebra: Algebra) -> list[Array]:
        out = []
        for x, kind, type in zip(inputs, self.kinds, self.types, strict=True):
            values = np.asarray(x).ravel().tolist()
            if kind == "real":
                values = [algebra.constant(to_real(float(v))) for v in values]
            out.append(np.fromiter(values, object, len(values)).reshape(type.shape))
        return out

    def exact(self, inputs: Inputs, algebra: Algebra) -> tuple[Array, ...]:
        """The lowered program at an input. Raises: Escapes also where an index was clamped."""
        outcome = evaluate(self.lowered.program, self._entries(inputs, algebra), algebra)
        self.spent += outcome.spent
        if outcome.flags:
            raise Escapes(outcome.flags[0])
        return outcome.results

    def _executed(self, inputs: Inputs) -> list[Array]:
        """What the port gives. Raises: BoundaryFault."""
        arguments, keywords = _put_back(self.given, iter(inputs))
        made = call_port(
            self.port, arguments, {**keywords, **self.sizes}, is_repeated=False, guard=self.guard
        )
        return [np.asarray(leaf) for leaf in leaves(made)]

    def compare(self, exact: Sequence[_Case], rounded: Sequence[_Case]) -> _Agreement:
        """How the port compares with its lowering, up to the first input where it differs."""
        agreement = _Agreement()
        for case in [*exact, *rounded]:
            try:
                got = self._executed(case.inputs)
            except BoundaryFault as fault:
                agreement.fault = str(fault)
                return agreement
            found = self._differences(got, case)
            if found is None:
                agreement.fault = "results of other shapes"
                return agreement
            rest = self._explained(found, case)
            if rest.faults:
                d = rest.faults[0]
                kind = "where nothing rounds" if case.is_certain else "beyond rounding"
                place = "".join(d.path)
                agreement.fault = f"executed {d.got}, lowered {d.expected} at {place}, {kind}"
                return agreement
            if not rest.lost:
                is_exact = not found and any(case is c for c in exact)
                agreement.to_the_bit += is_exact
                agreement.within += not is_exact
        return agreement

    def _differences(self, got: Sequence[Array], case: _Case) -> list[Difference] | None:
        if [g.shape for g in got] != [e.shape for e in case.expected]:
            return None
        found = []
        for number, (g, e) in enumerate(zip(got, case.expected, strict=True)):
            for place in np.ndindex(e.shape):
                value = _plain(g[place])
                if value is None or value != e[place]:
                    found.append(
                        Difference((f"result {number}", str(list(place))), value, e[place])
                    )
        return found

    def _explained(self, found: Sequence[Difference], case: _Case) -> Explained:
        """What rounding does not explain; lost is what jumps if the program rounds at random."""
        if not found or case.is_certain:
            return Explained(tuple(found))
        noises, losses = list[tuple[Array, ...]](), dict[int, fmpq]()

        def runs(number: int) -> list[list[Any]]:
            """A result with noise. None is run before it is asked for."""
            if not noises:
                noises.extend(self._noisy(case, seed) for seed in range(NOISES))
            return [noisy[number].ravel().tolist() for noisy in noises]

        def loss(path: Path) -> Loss:
            """What the entries of a result lose at most: at a single one, noise may cancel or be
            clipped in every run."""
            number = _number(path)
            if number not in losses:
                wanted = [centre(x) for x in case.expected[number].ravel().tolist()]
                losses[number] = max(
                    abs(fmpq(*float(x).as_integer_ratio()) - w)
                    for run in runs(number) for x, w in zip(run, wanted, strict=True)
                )  # fmt: skip
            return Loss(losses[number], losses[number])

        def jumps(number: int) -> bool:
            """Whether noise changes a result of integers or truths."""
            expected = case.expected[number].ravel().tolist()
            return any(run != expected for run in runs(number))

        numbers = [d for d in found if is_number(d.expected) and d.got is not None]
        others = [d for d in found if d not in numbers]
        try:
            rest = explained(numbers, loss, self.port.binding.dtype)
            lost = tuple([d for d in others if d.got is not None and jumps(_number(d.path))])
        except LeanbridgeError:  # with noise the program leaves the numbers
            return Explained((), tuple(found))
        faults = tuple([d for d in others if d not in lost])
        return Explained((*rest.faults, *faults), (*rest.lost, *lost))

    def _noisy(self, case: _Case, seed: int) -> tuple[Array, ...]:
        noisy = Noisy(float(ULP[self.port.binding.dtype]), seed)
        return evaluate(self.lowered.program, self._entries(case.inputs, noisy), noisy).results


def _number(path: Path) -> int:
    """Which result a difference is in."""
    return int(path[0].split()[1])


def _plain(entry: Any) -> Any:
    """An entry of an executed result as an exact one; None if it is no number."""
    if isinstance(entry, np.bool_ | np.integer):
        return entry.item()
    value = float(entry)
    return to_real(value) if np.isfinite(value) else None


def _put_back(given: Any, inputs: Iterator[Any]) -> Any:
    """Nested arguments with other leaves, in the order of `leaves`."""
    match given:
        case tuple() | list():
            parts = [_put_back(part, inputs) for part in given]
            return type(given)(*parts) if hasattr(given, "_fields") else type(given)(parts)
        case dict():
            return {key: _put_back(given[key], inputs) for key in sorted(given)}
        case None:
            return None
        case _:
            return next(inputs)


# ----- dyadic numbers -----------------------------------------------------------------------

#: How the reals of an input are drawn. `flat`, `signs` and `squares` have roots that are rational;
#: `one` has zeros in all arrays but one, and `sixties` can be divided: their means are numbers of
#: any format.
STYLES = (
    "quarters", "one", "flat", "grid", "signs", "one", "integers", "balanced", "sixties", "squares",
)  # fmt: skip
SQUARES = (1.0, 4.0, 0.25, 16.0, 3.0, 15.0, 0.0)


def _dyadics(count: int, style: str, random: Random) -> list[float]:
    if count == 1 and style in ("zero", "flat", "signs", "balanced"):
        return [random.choice(SQUARES[: 4 if style == "zero" else None])]
    match style:
        case "quarters":
            return [random.randint(-64, 64) / 4 for _ in range(count)]
        case "flat":
            return [random.randint(-8, 8) / 2] * count
        case "grid":
            return [float(random.randint(0, 2)) for _ in range(count)]
        case "signs":
            size = 2.0 ** random.randint(-1, 2)
            return [random.choice((-size, size)) for _ in range(count)]
        case "balanced":
            size = 2.0 ** random.randint(-1, 2)
            made = [size if i % 2 else -size for i in range(count)]
            random.shuffle(made)
            return made
        case "zero":
            return [0.0] * count
        case "squares":
            return [(random.randint(0, 12) / 2) ** 2 for _ in range(count)]
        case "sixties":
            return [60.0 * random.randint(-16, 16) for _ in range(count)]
        case _:
            return [float(random.randint(-9, 9)) for _ in range(count)]
