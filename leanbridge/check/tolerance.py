"""What rounding may explain: a tolerance from the statement itself, never a constant.

Takes the differences between a port and the Lean value, and what the Lean value loses where
everything rounds (`formula`, or here: where every real input moves by one ulp of the port's dtype,
and by far less). A port may differ by `KAPPA` times that, and by `KAPPA` ulp of the value; anything
beyond is a fault, unless Lean's own formula is as far off: then nothing can be said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from random import Random

from flint import arb, ctx, fmpq

from leanbridge.check.compare import Difference, differences
from leanbridge.check.functions import Drawn, Polynomial
from leanbridge.core.terms import FVar
from leanbridge.interp.exact import Exact
from leanbridge.interp.reals import Computed, Quadratic
from leanbridge.interp.values import Data, Table, TypeValue, Value
from leanbridge.ports.tensors import Lookup

KAPPA = 16
DECISIVE = 1024  # a disagreement of floats by this many times what rounding explains is none
NEIGHBOURS = 4
FINER = 2**20  # a second, finer move: what does not shrink with it is a jump, not rounding
BITS = 256  # of an irrational value, as a rational centre
ULP: Mapping[str, fmpq] = {
    "float64": fmpq(1, 2**52),
    "float32": fmpq(1, 2**23),
    "float16": fmpq(1, 2**10),
    "bfloat16": fmpq(1, 2**7),
}
#: The smallest normal number: below it, a float may be flushed to 0.
TINY: Mapping[str, fmpq] = {
    "float64": fmpq(1, 2**1022),
    "float32": fmpq(1, 2**126),
    "float16": fmpq(1, 2**14),
    "bfloat16": fmpq(1, 2**126),
}

Path = tuple[str, ...]
Evaluate = Callable[[Mapping[FVar, Value]], Value]
Spread = Mapping[Path, fmpq]


@dataclass(frozen=True, slots=True)
class Loss:
    """What an entry may lose. `anywhere`: if every operation rounds; `needed`: if only those do
    whose results the dtype cannot hold, so that any port must lose something. `is_blind`: a sum
    that cancels inside the formula was not seen."""

    anywhere: fmpq
    needed: fmpq
    is_blind: bool = False


NO_LOSS = Loss(fmpq(0), fmpq(0))
Losses = Callable[[Path], Loss]


@dataclass(frozen=True, slots=True)
class Explained:
    """Differences sorted: beyond rounding, and where Lean's own formula is as far off."""

    faults: tuple[Difference, ...]
    lost: tuple[Difference, ...] = ()


def explained(found: Sequence[Difference], losses: Losses, dtype: str) -> Explained:
    """What rounding in `dtype` does not explain.

    A loss beyond a root of the ulp is no rounding but a jump, or a sum of which nothing is left.
    There a port may be excused, if its own formula had to round, but is not compared; nor is one
    that is nearer than that where a loss would not have been seen.
    """
    if not all(is_number(d.got) and is_number(d.expected) for d in found):
        return Explained(tuple(found))
    ulp, faults, lost = ULP[dtype], list[Difference](), list[Difference]()
    cap = fmpq(1, isqrt(int(1 / ulp)))
    for d in found:
        own = KAPPA * (ulp * _size(d) + TINY[dtype])
        if _gap(d) <= own:
            continue
        loss, most = losses(d.path), cap * (1 + _size(d))
        if _gap(d) <= own + min(KAPPA * loss.anywhere, most):
            continue
        is_lost = _gap(d) <= max(KAPPA * loss.needed, most if loss.is_blind else 0)
        (lost if is_lost else faults).append(d)
    return Explained(tuple(faults), tuple(lost))


def neighbours(
    evaluate: Evaluate, point: Mapping[FVar, Value], expected: Value, type: TypeValue,
    exact: Exact, dtype: str, seed: int,
) -> Losses:  # fmt: skip
    """The losses that moving the inputs shows. Where the Lean value jumps at the input there are
    none: the port was given just that input."""

    def spread(scale: fmpq) -> Spread:
        return _spread(evaluate, point, expected, type, exact, scale, seed)

    coarse, fine = spread(ULP[dtype]), spread(ULP[dtype] / FINER)

    def loss(path: Path) -> Loss:
        moves = _smooth(path, coarse, fine)
        return Loss(moves, moves)

    return loss


def _spread(
    evaluate: Evaluate,
    point: Mapping[FVar, Value],
    expected: Value,
    type: TypeValue,
    exact: Exact,
    scale: fmpq,
    seed: int,
) -> Spread:
    """How far each entry of the Lean value moves when every real input moves by `scale`."""
    out: dict[Path, fmpq] = {}
    random = Random(seed)
    for _ in range(NEIGHBOURS):
        moved = {v: _moved(x, scale, random) for v, x in point.items()}
        for d in differences(evaluate(moved), expected, type, exact, seed):
            if is_number(d.got):
                out[d.path] = max(out.get(d.path, fmpq(0)), _gap(d))
    return out


def _smooth(path: Path, coarse: Spread, fine: Spread) -> fmpq:
    """The spread at an entry, 0 where the value jumps instead of moving."""
    moves, still = coarse.get(path, fmpq(0)), fine.get(path, fmpq(0))
    return fmpq(0) if still * 1024 > moves else moves


def is_number(value: Value) -> bool:
    """Whether a value is a real number."""
    return isinstance(value, fmpq | Quadratic | Computed)


def _gap(d: Difference) -> fmpq:
    return abs(centre(d.got) - centre(d.expected))


def _size(d: Difference) -> fmpq:
    return abs(centre(d.expected))


def centre(number: Value) -> fmpq:
    """A real as a rational; of an irrational one, the centre of an enclosure of `BITS` bits."""
    match number:
        case Quadratic():
            return number.a + number.b * _middle(lambda: arb(number.d).sqrt())
        case Computed():
            return _middle(lambda: number.enclose(BITS))
        case _:
            return fmpq(number)


def _middle(enclose: Callable[[], arb]) -> fmpq:
    with ctx.workprec(BITS):
        mantissa, exponent = enclose().mid().man_exp()
    power = fmpq(2) ** abs(int(exponent))
    return fmpq(mantissa) * power if exponent >= 0 else fmpq(mantissa) / power


def _moved(value: Value, ulp: fmpq, random: Random) -> Value:
    """`value` with every real in it moved by at most one ulp."""
    match value:
        case fmpq():
            return value * (1 + ulp * random.choice((-1, 1)))
        case Table():
            return Table(tuple([_moved(v, ulp, random) for v in value.entries]))
        case Lookup():
            return Lookup({k: _moved(v, ulp, random) for k, v in value.entries.items()})
        case tuple():
            return tuple([_moved(v, ulp, random) for v in value])
        case Data(constructor, fields):
            return Data(constructor, tuple([_moved(v, ulp, random) for v in fields]))
        case Drawn():
            moved = {path: _moved_terms(p, ulp, random) for path, p in value.outputs.items()}
            return replace(value, outputs=moved)
        case _:
            return value


def _moved_terms(polynomial: Polynomial, ulp: fmpq, random: Random) -> Polynomial:
    """A polynomial with each of its terms moved: a port that calls it adds floats."""

    def moved(coefficient: fmpq | int) -> fmpq:
        return fmpq(coefficient) * (1 + ulp * random.choice((-1, 1)))

    return Polynomial(
        moved(polynomial.constant),
        tuple([(moved(c), x) for c, x in polynomial.linear]),
        tuple([(moved(c), x, y) for c, x, y in polynomial.products]),
    )
