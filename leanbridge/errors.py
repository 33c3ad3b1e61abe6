"""The three families of errors, structured; rendered only at the edge.

`InputError`: the user's file, name or configuration. `Unsupported`: a known limit, by the name of
the construct. `InternalError`: ours. Each says where, what, got, expected, what to do.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Where:
    """A place: a file with line and column from 1, and/or a declaration."""

    path: str | None = None
    line: int | None = None
    column: int | None = None
    declaration: str | None = None
    source_line: str | None = None

    def __str__(self) -> str:
        place = ":".join(str(p) for p in (self.path, self.line, self.column) if p is not None)
        return (
            f"{place} ({self.declaration})"
            if place and self.declaration
            else (place or self.declaration or "?")
        )


@dataclass(eq=False)
class LeanbridgeError(Exception):
    """Base: `what` is one sentence; the rest is optional detail."""

    what: str
    where: Where = field(default_factory=Where)
    got: str | None = None
    expected: str | None = None
    bindings: tuple[str, ...] = ()
    todo: str | None = None

    def __str__(self) -> str:
        lines = [f"{self.where}: {self.what}" if str(self.where) != "?" else self.what]
        if self.where.source_line is not None:
            lines.append(f"  {self.where.source_line}")
            if self.where.column is not None:
                lines.append("  " + " " * (self.where.column - 1) + "^")
        if self.got is not None:
            lines.append(f"  got: {self.got}")
        if self.expected is not None:
            lines.append(f"  expected: {self.expected}")
        if self.bindings:
            lines.append("  with: " + ", ".join(self.bindings))
        if self.todo is not None:
            lines.append(f"  {self.todo}")
        return "\n".join(lines)


@dataclass(eq=False)
class InputError(LeanbridgeError):
    """The input is wrong."""

    __str__ = LeanbridgeError.__str__


@dataclass(eq=False)
class Unsupported(LeanbridgeError):
    """A construct that is not modelled; `what` begins with its name."""

    __str__ = LeanbridgeError.__str__


@dataclass(eq=False)
class InternalError(LeanbridgeError):
    """Our fault: please report."""

    __str__ = LeanbridgeError.__str__
