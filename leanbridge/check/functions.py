"""Functions of real tensors, drawn: the values of a binder such as `f : (Fin a → ℝ) → Fin b → ℝ`.

Takes the type of a function from finite-dimensional values to one, curried or not, and a source of
entries; gives a polynomial of degree two with small integer coefficients. Every input coordinate
occurs in it, and most outputs are curved in most of what they read. Never samples a kink.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import cycle, islice
from random import Random
from typing import Any

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.coordinates import Path, at, build, paths
from leanbridge.interp.reals import ZERO, Real
from leanbridge.interp.run import Run
from leanbridge.interp.values import FunctionType, ProdType, TypeValue, Value, show_type
from leanbridge.ports.tensors import index_axes

SHARED = 0.4  # how often a function has equal outputs
LOW = -64  # a constant that makes an output negative near 0
LEAST_READ = 3  # coordinates that an output reads, if there are so many

Place = tuple[int, Path]
"""An input coordinate: the number of the argument, and where it stands in it."""


@dataclass(frozen=True, slots=True)
class Polynomial:
    """One output: `constant + Σ c·x + Σ c·x·y`."""

    constant: fmpq | int
    linear: tuple[tuple[fmpq | int, Place], ...]
    products: tuple[tuple[fmpq | int, Place, Place], ...]

    def at(self, read: Any) -> Real:
        """Its value, where `read` gives the value of a coordinate."""
        out: Real = fmpq(self.constant)
        for c, x in self.linear:
            out = out + fmpq(c) * read(x)
        for c, x, y in self.products:
            out = out + fmpq(c) * (read(x) * read(y))
        return out

    def __str__(self) -> str:
        terms = [f"{c}·{_name(x)}" for c, x in self.linear]
        terms += [f"{c}·{_name(x)}·{_name(y)}" for c, x, y in self.products]
        return " + ".join([str(self.constant), *terms]).replace("+ -", "- ")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn function, given its first arguments; it computes an output when it is asked for."""

    domains: tuple[TypeValue, ...]
    codomain: TypeValue
    outputs: Mapping[Path, Polynomial]
    given: tuple[Value, ...] = ()

    def __call__(self, argument: Value) -> Value:
        given = (*self.given, argument)
        if len(given) < len(self.domains):
            return Drawn(self.domains, self.codomain, self.outputs, given)

        def read(place: Place) -> Real:
            number, path = place
            return at(self.domains[number], given[number], path)

        def part(type: TypeValue, path: Path) -> Value:
            match type:
                case ProdType(first, second):
                    return (part(first, (*path, 0)), part(second, (*path, 1)))
                case FunctionType(_, codomain):
                    return lambda i: part(codomain(i), (*path, i))
                case _:
                    return self.outputs[path].at(read)

        return part(self.codomain, ())

    def __str__(self) -> str:
        names = " ".join("xyzuvw"[i % 6] for i in range(len(self.domains)))
        rows = ", ".join(str(p) for p in self.outputs.values())
        return f"fun {names} => [{rows}]"


def draw_function(type: FunctionType, run: Run, random: Random) -> Drawn:
    """A function of the type. Raises: Unsupported, where an argument or the result is of no
    finite dimension."""
    domains: list[TypeValue] = []
    here: TypeValue = type
    while isinstance(here, FunctionType) and index_axes(here.domain) is None:
        domains.append(here.domain)
        try:
            zeros = [ZERO for _ in paths(run, here.domain)]
        except Unsupported:
            raise Unsupported(f"a function on {show_type(here.domain)} cannot be made") from None
        here = here.codomain(build(run, here.domain, zeros))
    inputs = [(i, p) for i, domain in enumerate(domains) for p in paths(run, domain)]
    places = list(paths(run, here))
    random.shuffle(inputs)
    each = min(len(inputs), max(LEAST_READ, -(-len(inputs) // max(len(places), 1))))
    deal = cycle(inputs)
    outputs = {p: _polynomial(list(islice(deal, each)), random) for p in places}
    if len(places) > 1 and random.random() < SHARED:
        _share(outputs, random)
    return Drawn(tuple(domains), here, outputs)


def _share(outputs: dict[Path, Polynomial], random: Random) -> None:
    """Make some outputs equal at every argument, in a pattern that repeats, and lower some."""
    places = list(outputs)
    period = random.choice([n for n in range(2, len(places) + 1) if len(places) % n == 0])
    first = [i if random.random() < 0.5 else random.randrange(i + 1) for i in range(period)]
    low = [random.random() < 0.3 for _ in range(period)]
    for i, place in enumerate(places):
        twin = outputs[places[i - i % period + first[i % period]]]
        if low[first[i % period]]:
            twin = replace(twin, constant=LOW)
        outputs[place] = twin


def _polynomial(read: list[Place], random: Random) -> Polynomial:
    coefficients = (-2, -1, 1, 2, 3)
    return Polynomial(
        random.choice((0, 1, -1)),
        tuple([(random.choice(coefficients), x) for x in read]),
        tuple([
            (random.choice(coefficients), x, random.choice(read))
            for x in read
            if random.random() < 0.75
        ]),
    )  # fmt: skip


def _name(place: Place) -> str:
    number, path = place
    return "xyzuvw"[number % 6] + "".join(f"[{step}]" for step in path)
