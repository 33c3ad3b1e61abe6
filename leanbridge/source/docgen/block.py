"""One `div.decl` → `DocDeclaration`.

Takes the element, gives the record, or `Misread`. Layouts from 2023 on: the docstring before the
body of fields or constructors, or after it; parents with and without their projections' ids.
"""

from __future__ import annotations

from typing import get_args

from leanbridge.source.docgen.body import take_body, take_trailing
from leanbridge.source.docgen.code import Misread
from leanbridge.source.docgen.header import class_of, read_before_header, read_header
from leanbridge.source.docgen.html import Element
from leanbridge.source.docgen.prose import prose
from leanbridge.source.docgen.records import DocDeclaration, DocKind


def read_block(decl: Element) -> DocDeclaration:
    """Read a block; `decl` is the `div.decl`."""
    if not set(decl.classes) <= {"decl", "sorried"} or len(set(decl.classes)) != len(decl.classes):
        raise Misread(decl, f"{decl} has a class that is not known", "decl, sorried")
    name = decl.attributes.get("id", "")
    if len(decl.children) != 1 or not isinstance(decl.children[0], Element) or not name:
        raise Misread(decl, f"{decl} is no block", "an id and one element")
    block = decl.children[0]
    kind = _kind(block)
    at = next((i for i, c in enumerate(block.children) if class_of(c) == "decl_header"), None)
    if at is None:
        raise Misread(block, f"{block} without a header", "div.decl_header")
    header = block.children[at]
    assert isinstance(header, Element)
    source, attributes, decorations = read_before_header(block, block.children[:at])
    words, binders, parents, type_, is_sorried = read_header(header, name, kind)
    rest = list(block.children[at + 1 :])
    equations = take_trailing(block, rest)
    constructor, fields, constructors = take_body(block, kind, rest)
    if equations is not None and kind not in ("def", "instance"):
        raise Misread(block, f"a {kind} with equations", "a def or an instance")
    if is_sorried and "sorried" not in decl.classes:
        raise Misread(decl, "`sorry` in the header and not in the block", "both")
    return DocDeclaration(
        name, kind, words, binders, type_, tuple(code for code, _ in parents), attributes,
        "sorried" in decl.classes, prose(rest) or None, source,
        constructor, tuple(p for _, p in parents if p is not None), fields, constructors,
        equations, decorations,
    )  # fmt: skip


def _kind(block: Element) -> DocKind:
    for kind in get_args(DocKind):
        if block.tag == "div" and block.classes == (kind,) and kind != "ctor":
            found: DocKind = kind
            return found
    raise Misread(block, f"{block} is no kind of declaration", "theorem, def, structure, …")
