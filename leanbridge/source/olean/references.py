"""Which constants an expression mentions, by a walk over the file's shared objects.

Takes places of expressions, gives names. Makes no node: most proofs are only ever walked.
"""

from __future__ import annotations

from collections.abc import Iterable

from leanbridge.source.olean import decode as d
from leanbridge.source.olean.region import show_head

#: Which fields of an expression are expressions, by its first word.
INSIDE: dict[int, tuple[int, ...]] = {
    d.BVAR: (), d.FVAR: (), d.MVAR: (), d.SORT: (), d.LIT: (), d.CONST: (), d.APP: (0, 1),
    d.LAM: (1, 2), d.PI: (1, 2), d.LET: (1, 2, 3), d.MDATA: (1,), d.PROJ: (2,),
}  # fmt: skip


def mentions(decoder: d.Decoder, places: Iterable[int]) -> frozenset[str]:
    """The constants in the expressions at `places`, and the structures of their projections.

    Raises: InputError with the place of what is no expression.
    """
    region = decoder.region
    seen: set[int] = set()
    names: set[int] = set()
    todo = list(places)
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        word = region.first_word(at)
        inside = INSIDE.get(word)
        if inside is None:
            region.refuse(at, "no expression", show_head(word))
        fields = region.fields(at, word, "expression")
        todo += [fields[i] for i in inside]
        if word in (d.CONST, d.PROJ):
            names.add(fields[0])
    return frozenset(map(decoder.name, names))
