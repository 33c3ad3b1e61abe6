"""Which constants an expression mentions, by a walk over the file's shared objects.

Takes the place of an expression, gives names. Makes no node: most proofs are only ever walked.
"""

from __future__ import annotations

from leanbridge.source.olean import decode as d
from leanbridge.source.olean.region import show_head

#: Which fields of an expression are expressions, by its first word.
INSIDE: dict[int, tuple[int, ...]] = {
    d.BVAR: (), d.FVAR: (), d.MVAR: (), d.SORT: (), d.LIT: (), d.CONST: (), d.APP: (0, 1),
    d.LAM: (1, 2), d.PI: (1, 2), d.LET: (1, 2, 3), d.MDATA: (1,), d.PROJ: (2,),
}  # fmt: skip


def mentions(decoder: d.Decoder, place: int) -> frozenset[str]:
    """The constants in the expression at `place`, and the structures of its projections.

    Raises: InputError with the place of what is no expression.
    """
    known = decoder.mentioned.get(place)
    if known is not None:
        return known
    region = decoder.region
    seen: set[int] = set()
    names: set[int] = set()
    todo = [place]
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        word = region.first_word(at)
        inside = INSIDE.get(word)
        if inside is None:
            region.refuse(at, "no expression", show_head(word))
        decoder.visited(at)
        fields = region.fields(at, word, "expression")
        todo += [fields[i] for i in inside]
        if word in (d.CONST, d.PROJ):
            names.add(fields[0])
    found = decoder.mentioned[place] = frozenset(map(decoder.name, names))
    return found
