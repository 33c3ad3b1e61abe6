"""Offsets into a text → lines and columns, as people count them.

Takes a text once, gives places by bisection. Lines and columns begin at 1 and count code points.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Lines:
    """The line starts of one text."""

    text: str = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, text: str) -> Lines:
        """Find the line starts of a text."""
        starts = [0]
        place = text.find("\n")
        while place >= 0:
            starts.append(place + 1)
            place = text.find("\n", place + 1)
        return cls(text, tuple(starts))

    def place(self, offset: int) -> tuple[int, int]:
        """Give line and column of a code point."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Give the text of a line, without its end."""
        start = self.starts[number - 1]
        stop = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[start:stop].rstrip("\r")
