"""The derivative of a function at a point, or a proof that there is none, or neither.

Takes a function value, a point, and their types; gives the linear map, or None for "proved not
differentiable"; raises `Kink` when it shows neither. Sound both ways:

- *Differentiable*: near the point every value of f is the value of one of finitely many active
  branches, each smooth there. If all of them have the value of f at the point and one gradient,
  f is differentiable with that gradient. (A cell that a window reads twice is no kink: the two
  branches agree.) Branches that cannot occur may be followed too; that only loses answers.
- *Not differentiable*: along x + t·v, t → 0+, f has a one-sided derivative D(v), or a limit that
  is not f(x). Such a limit, or D(v) ≠ -D(-v), or D(v + w) ≠ D(v) + D(w), refutes.

Each output is one function; f is differentiable iff every output is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from flint import fmpq

from leanbridge.errors import Unsupported
from leanbridge.interp.coordinates import Path, at, build, paths
from leanbridge.interp.dual import Dual, DualReals, Slopes, Trail, slopes_of, value_of
from leanbridge.interp.failures import Kink, Undecided
from leanbridge.interp.reals import ONE, ZERO, Real, total
from leanbridge.interp.run import Run
from leanbridge.interp.values import TypeValue, Value

Vector = dict[int, Real]


@dataclass(frozen=True)
class LinearMap:
    """A linear map by the gradient of each output coordinate."""

    run: Run
    source: TypeValue
    target: TypeValue
    places: tuple[Path, ...]
    gradients: tuple[Slopes, ...]
    _values: dict[int, tuple[Value, Value]] = field(default_factory=dict, repr=False)

    def __call__(self, direction: Value) -> Value:
        found = self._values.get(id(direction))
        if found is None:
            # the direction itself is kept, so that no other value takes its identity
            found = self._values[id(direction)] = (direction, self._along(direction))
        return found[1]

    def _along(self, direction: Value) -> Value:
        used = {k for g in self.gradients for k in g}
        along = {k: at(self.source, direction, self.places[k]) for k in used}
        out = [total(a * along[k] for k, a in g.items()) for g in self.gradients]
        return build(self.run, self.target, out)


def differentiate(
    run: Run, f: Value, x: Value, source: TypeValue, target: TypeValue
) -> LinearMap | None:
    """The derivative of f at x, or None if it is proved not to exist. Raises: Kink."""
    key = ("derivative", id(f), id(x))
    return run.once(key, (f, x), lambda: _differentiate(run, f, x, source, target))


def _differentiate(
    run: Run, f: Value, x: Value, source: TypeValue, target: TypeValue
) -> LinearMap | None:
    places = tuple(paths(run, source))
    point = [at(source, x, p) for p in places]  # the point itself may be a port's value
    if any(isinstance(a, Dual) for a in point):
        raise Unsupported("a derivative inside a derivative")
    outputs = tuple(paths(run, target))
    germ = _Germ(run, f, source, target, point)
    with run.lean_bodies_only():
        gradients = germ.smooth(outputs)
        if gradients is None:
            gradients = germ.branching(outputs)
    if gradients is None:
        return None
    return LinearMap(run, source, target, places, tuple(gradients))


class _TooMany(Exception):
    """More active branches than the limit."""


@dataclass
class _Germ:
    """f near one point."""

    run: Run
    f: Value
    source: TypeValue
    target: TypeValue
    point: list[Real]

    @property
    def reals(self) -> DualReals:
        assert isinstance(self.run.reals, DualReals)
        return self.run.reals

    # -- the two ways to run f

    def _gradient_run(self, trail: Trail) -> Value:
        """f with one slope per input coordinate."""
        inputs = [Dual(a, {k: ONE}, trail) for k, a in enumerate(self.point)]
        return self.f(build(self.run, self.source, inputs))

    def _ray_run(self, trail: Trail, direction: Vector) -> Value:
        """f along a ray: slope 0 is the one-sided derivative."""
        inputs = [
            Dual(a, {0: direction[k]}, trail) if k in direction else a
            for k, a in enumerate(self.point)
        ]
        return self.f(build(self.run, self.source, inputs))

    def _branches(self, kind: str, output: Path, once: Callable[[Trail], Value]) -> Iterator[Real]:
        """The output on every active branch. Raises: _TooMany, Kink."""
        waiting: list[tuple[int, ...]] = [()]
        for _ in range(self.run.limits.branches):
            self.run.tick()
            trail = Trail("ray" if kind == "ray" else "gradient", waiting.pop())
            yield at(self.target, once(trail), output)
            waiting.extend(trail.unexplored())
            if not waiting:
                return
        raise _TooMany

    # -- differentiable?

    def smooth(self, outputs: tuple[Path, ...]) -> list[Slopes] | None:
        """All gradients from one run, if it met no active comparison and nothing singular."""
        trail = Trail("gradient")
        try:
            y = self._gradient_run(trail)
            out = [slopes_of(at(self.target, y, p)) for p in outputs]
        except Kink:
            return None
        return None if trail.taken else out

    def branching(self, outputs: tuple[Path, ...]) -> list[Slopes] | None:
        """Output by output. One refuted output settles it; else one open output is a Kink."""
        y = self.f(build(self.run, self.source, self.point))
        gradients: list[Slopes] = []
        doubt: Kink | None = None
        for output in outputs:
            found = self._gradient(output, at(self.target, y, output))
            if found is None:
                return None
            if isinstance(found, Kink):
                doubt = doubt or found
            else:
                gradients.append(found)
        if doubt is not None:
            raise doubt
        return gradients

    def _gradient(self, output: Path, value: Real) -> Slopes | Kink | None:
        """The gradient of one output; None if there is none; a Kink if neither is shown."""
        seen: list[Real] = []
        why = Kink("active branches with different gradients, and no direction refutes")
        try:
            for branch in self._branches("gradient", output, self._gradient_run):
                seen.append(branch)
                if not self._agree(branch, seen[0], value):
                    break
            else:
                return slopes_of(seen[0])
        except Kink as singular:
            why = singular
        except _TooMany:
            why = Kink("more active branches than the limit", expected="limits.branches")
        why.bindings = (f"output={output}",)
        return None if self._refuted(output, value, seen) else why

    def _agree(self, branch: Real, first: Real, value: Real) -> bool:
        """Whether a branch has the value of f and the gradient of the first branch, exactly."""
        reals = self.reals
        return reals.equal(value_of(branch), value) is True and (
            reals.same_slopes(branch, first) is True
        )

    # -- not differentiable?

    def _refuted(self, output: Path, value: Real, seen: list[Real]) -> bool:
        sided: dict[int, Real] = {}
        tried = 0
        for direction in self._directions(seen):
            if tried >= self.run.limits.directions:
                return False
            tried += 1
            forward = self._one_sided(output, value, direction)
            backward = self._one_sided(output, value, _opposite(direction))
            if forward is _JUMP or backward is _JUMP:
                return True
            if forward is None or backward is None:
                continue
            if self._differ(forward, -backward):
                return True
            if len(direction) == 1:
                ((k, step),) = direction.items()
                sided[k] = forward if step == 1 else self.reals.divide(forward, step)
            elif all(k in sided for k in direction):
                if self._differ(forward, total(sided[k] * a for k, a in direction.items())):
                    return True
        return False

    def _directions(self, seen: list[Real]) -> Iterator[Vector]:
        """The coordinates in which the branches differ, their difference, then pairs."""
        first, last = (slopes_of(seen[0]), slopes_of(seen[-1])) if seen else ({}, {})
        apart = {k: last.get(k, ZERO) - first.get(k, ZERO) for k in first.keys() | last.keys()}
        witness = {k: a for k, a in sorted(apart.items()) if not self._is_exact_zero(a)}
        rest = [k for b in seen for k in sorted(slopes_of(b)) if k not in witness]
        coordinates = list(dict.fromkeys([*witness, *rest, *range(len(self.point))]))
        for k in coordinates[: self.run.limits.directions // 2]:
            yield {k: ONE}
        if len(witness) > 1:
            yield witness
        for j, k in combinations(coordinates, 2):
            yield {j: ONE, k: ONE}
            yield {j: ONE, k: -ONE}

    def _is_exact_zero(self, a: Real) -> bool:
        return isinstance(a, fmpq) and bool(a == 0)

    def _differ(self, a: Real, b: Real) -> bool:
        """Whether two numbers are proved different."""
        return self.reals.compare(a, b) in (-1, 1)

    def _one_sided(self, output: Path, value: Real, direction: Vector) -> Real | None:
        """D(direction), `_JUMP` if f has another limit there, None if not known."""
        found: list[Real] = []
        try:
            found.extend(
                self._branches("ray", output, lambda trail: self._ray_run(trail, direction))
            )
        except (Kink, _TooMany, Undecided):
            return None
        jumps = [self._differ(value_of(b), value) for b in found]
        if all(jumps):
            return _JUMP
        if any(jumps) or any(self.reals.equal(value_of(b), value) is not True for b in found):
            return None
        slope = slopes_of(found[0]).get(0, ZERO)
        if any(self.reals.same_slopes(b, found[0]) is not True for b in found):
            return None
        return slope


_JUMP = object()


def _opposite(direction: Vector) -> Vector:
    return {k: -a for k, a in direction.items()}
