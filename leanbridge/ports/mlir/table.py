"""Which argument of an artifact stands for which part of a Lean argument.

Takes leaves (the arrays and numbers that Lean's arguments are made of, by dotted path) and the
names of an artifact's arguments; gives, per leaf, the argument or the value it is held at. A line
for a path with `{b}` in it is a line for every path that has one component in that place. A line
without braces wins over one with. A leaf without a line goes by its own path: `w.s.W₁` is `sW1`.

Worked example: `names = {"w.{b}.γ₁" = "{b}g1"}` makes `%s1b0g1` stand for `w.s1b0.γ₁`, and
`fixed = {"w.{b}.ε₁" = 1e-5}` holds every `ε₁` at 1e-5: the artifact does not take it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, prod
from typing import TypeAlias

from leanbridge.errors import InputError, Where
from leanbridge.ports.mlir.read import Argument, Artifact
from leanbridge.ports.names import python_name

PREFIX = "mlir:"
_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Leaf:
    """An array (a number has no axes) that a Lean argument consists of."""

    path: str
    shape: tuple[int, ...]
    is_real: bool = True


@dataclass(frozen=True, slots=True)
class Passed:
    """A leaf that an argument stands for; `index` is the argument's place."""

    leaf: Leaf
    argument: Argument
    index: int

    @property
    def is_reshaped(self) -> bool:
        """Whether one side is flat where the other has axes; both are row-major."""
        return self.leaf.shape != self.argument.type.shape


@dataclass(frozen=True, slots=True)
class Held:
    """A leaf that the artifact does not take, at the value that it is held at; `line` is the path
    in the table."""

    leaf: Leaf
    value: float
    line: str


Placed: TypeAlias = Passed | Held


@dataclass(frozen=True, slots=True)
class Naming:
    """The lines of a binding: paths to argument names, and paths to the values they are held at."""

    names: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, float] = field(default_factory=dict)
    where: Where = field(default_factory=Where)

    def place(self, leaves: Sequence[Leaf], artifact: Artifact) -> tuple[Placed, ...]:
        """What stands for each leaf, in their order.

        Raises: InputError for a line that fits no leaf, two lines that fit one, an argument that
        is not there, or that stands for two leaves or for none. Shapes: see `check_shapes`.
        """
        lines = [_Line(path, name) for path, name in self.names.items()]
        lines += [_Line(path, value) for path, value in self.fixed.items()]
        for line in lines:
            self._check(line, leaves)
        placed = tuple([self._placed(leaf, lines, artifact) for leaf in leaves])
        self._check_use(placed, artifact)
        return placed

    def _check(self, line: _Line, leaves: Sequence[Leaf]) -> None:
        if isinstance(line.target, str):
            unknown = set(_HOLE.findall(line.target)) - set(_HOLE.findall(line.path))
            if unknown:
                what = f"names: {line.path}: a brace that the path does not have"
                raise InputError(what, self.where, f"{{{sorted(unknown)[0]}}}", f"of {line.path}")
        elif not isfinite(line.target):
            what = f"fixed: {line.path}: not a real number"
            raise InputError(what, self.where, str(line.target), "a number")
        if not any(line.fits(leaf.path) is not None for leaf in leaves):
            paths = [leaf.path for leaf in leaves]
            near = difflib.get_close_matches(line.path, paths, 3, 0.6) or paths[:8]
            what = "no part of the Lean arguments is called so"
            raise InputError(what, self.where, line.path, todo=f"there are: {', '.join(near)}")

    def _placed(self, leaf: Leaf, lines: Sequence[_Line], artifact: Artifact) -> Placed:
        line, target = self._target(leaf, lines)
        if isinstance(target, float):
            if not leaf.is_real:
                what = f"fixed: {leaf.path}: only a real can be held at a value"
                raise InputError(what, self.where)
            return Held(leaf, target, line)
        names = [a.name for a in artifact.arguments]
        if target not in names:
            near = difflib.get_close_matches(target, names, 3, 0.6)
            known = f"did you mean {' or '.join('%' + n for n in near)}? " if near else ""
            raise InputError(
                f"{leaf.path} has no argument of @{artifact.function}", self.where, f"%{target}",
                f"an argument, as {', '.join('%' + n for n in names[:6])}"
                f"{', …' if len(names) > 6 else ''}",
                todo=f"{known}name it: names = {{ \"{leaf.path}\" = \"…\" }}, or hold it at a"
                f" value: fixed = {{ \"{leaf.path}\" = 0 }}",
            )  # fmt: skip
        index = names.index(target)
        type_ = artifact.arguments[index].type
        if leaf.is_real and type_.dtype[:1] not in ("f", "b"):
            raise InputError(
                f"%{target} has another dtype than {leaf.path}", self.where, str(type_),
                "floats: the Lean type is ℝ",
            )  # fmt: skip
        return Passed(leaf, artifact.arguments[index], index)

    def _target(self, leaf: Leaf, lines: Sequence[_Line]) -> tuple[str, str | float]:
        """The line for a leaf, and the name or the value that it gives."""
        found = [(line, line.fits(leaf.path)) for line in lines]
        hits = [(line, holes) for line, holes in found if holes is not None]
        literal = [(line, holes) for line, holes in hits if not holes]
        hits = literal or hits
        if len(hits) > 1:
            got = " and ".join(line.path for line, _ in hits)
            raise InputError(f"two lines of the table are for {leaf.path}", self.where, got)
        for line, holes in hits:
            if isinstance(line.target, str):
                return line.path, _with_holes(line.target, holes)
            return line.path, float(line.target)
        return leaf.path, default_name(leaf.path)

    def _check_use(self, placed: Sequence[Placed], artifact: Artifact) -> None:
        users: dict[int, str] = {}
        for part in placed:
            if isinstance(part, Held):
                continue
            if part.index in users:
                what = f"%{part.argument.name} stands for two parts of the Lean arguments"
                raise InputError(what, self.where, f"{users[part.index]} and {part.leaf.path}")
            users[part.index] = part.leaf.path
        left = [a for i, a in enumerate(artifact.arguments) if i not in users]
        if left:
            raise InputError(
                f"@{artifact.function} takes {len(artifact.arguments)} arguments, and"
                f" {len(users)} parts of the Lean arguments go to it", self.where,
                f"nothing for {', '.join(f'%{a.name} : {a.type}' for a in left[:4])}"
                f"{', …' if len(left) > 4 else ''}", "a part for each argument",
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Line:
    path: str
    target: str | float

    def fits(self, path: str) -> dict[str, str] | None:
        """What the braces stand for, if this line is for `path`."""
        mine, theirs = self.path.split("."), path.split(".")
        if len(mine) != len(theirs):
            return None
        holes: dict[str, str] = {}
        for own, part in zip(mine, theirs, strict=True):
            hole = _HOLE.fullmatch(own)
            if hole is None and python_name(own) != python_name(part):
                return None
            if hole is not None and holes.setdefault(hole[1], part) != part:
                return None
        return holes


def _with_holes(name: str, holes: Mapping[str, str]) -> str:
    return _HOLE.sub(lambda m: python_name(holes[m[1]]), name)


def default_name(path: str) -> str:
    """The argument that a leaf goes by without a line: its path after the binder."""
    first, *rest = path.split(".")
    return "".join([python_name(part) for part in rest or [first]])


def check_shapes(placed: Sequence[Placed], artifact: Artifact, bindings: tuple[str, ...]) -> None:
    """Raise InputError for an argument whose shape is not that of its leaf; `bindings` are the
    sizes that the Lean shapes come from."""
    for part in placed:
        if isinstance(part, Passed) and not fits(part.leaf.shape, part.argument.type.shape):
            raise InputError(
                f"%{part.argument.name} has another shape than {part.leaf.path}",
                Where(artifact.path, declaration=f"@{artifact.function}"), str(part.argument.type),
                f"{_axes(part.leaf.shape)}, as the Lean type says", bindings,
            )  # fmt: skip


def fits(lean: tuple[int, ...], theirs: tuple[int, ...]) -> bool:
    """Whether the shapes are the same, or one is flat and as long as the other is large."""
    return lean == theirs or (1 in (len(lean), len(theirs)) and prod(lean) == prod(theirs))


def _axes(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape)) if shape else "a number"


def split_target(text: str) -> tuple[str, str | None]:
    """`mlir:path@function` as path and function; the prefix and the function may be missing."""
    path, _, function = text.removeprefix(PREFIX).partition("@")
    return path, function or None
