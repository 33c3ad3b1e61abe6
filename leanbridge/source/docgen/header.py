"""The header of a block: source link, attributes, kind, name, binders, parents, type.

Takes the nodes up to and with `div.decl_header`, gives its parts. Never drops a node: what is not
known is refused, and what another tool has put before the header is kept as text.
"""

from __future__ import annotations

import re

from leanbridge.source.docgen.code import (
    Misread,
    is_binder,
    is_separator,
    linked_name,
    read_binder,
    read_code,
)
from leanbridge.source.docgen.html import Element
from leanbridge.source.docgen.links import read_source
from leanbridge.source.docgen.prose import collapse, text_of
from leanbridge.source.docgen.records import Binder, Code, DocKind, SourceLink

MODIFIERS = frozenset("unsafe noncomputable partial private protected".split())
#: The words of a header, without modifiers → the class of its block.
WORDS: dict[str, tuple[str, ...]] = {
    "axiom": ("axiom",),
    "theorem": ("theorem",),
    "opaque": ("opaque",),
    "def": ("def", "opaque"),  # `partial def` stands under opaque
    "abbrev": ("def",),
    "instance": ("instance",),
    "inductive": ("inductive",),
    "structure": ("structure",),
    "class": ("class",),
    "class inductive": ("class",),
}
ATTRIBUTE_PARTS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[(\[{⟨]|[)\]}⟩]|, |.', re.DOTALL)


def read_before_header(
    block: Element, nodes: list[Element | str]
) -> tuple[SourceLink | None, tuple[str, ...], tuple[str, ...]]:
    """The source link, the attributes, and what other tools have put there."""
    source: SourceLink | None = None
    has_link = False
    attributes: tuple[str, ...] = ()
    decorations: list[str] = []
    for node in nodes:
        text = collapse(text_of(node))
        if isinstance(node, Element) and node.classes == ("gh_link",) and not has_link:
            source, has_link = read_source(node), True
        elif isinstance(node, Element) and node.classes == ("attributes",) and not attributes:
            if not (text.startswith("@[") and text.endswith("]") and len(text) > 3):
                raise Misread(node, f"`{text[:40]}` is no list of attributes", "@[…]")
            attributes = split_attributes(text[2:-1])
        elif text == "source" or "@[" in text or (text and isinstance(node, str)):
            at = node if isinstance(node, Element) else block
            raise Misread(at, f"`{text[:40]}` outside of its element")
        elif text:
            decorations.append(text)
    if not has_link:
        raise Misread(block, f"{block} without a source link", "div.gh_link")
    return source, attributes, tuple(decorations)


def split_attributes(text: str) -> tuple[str, ...]:
    """Split `simp, to_additive (attr := simp, norm_cast)` at its outer commas."""
    out, depth, current = [], 0, ""
    for part in ATTRIBUTE_PARTS.findall(text):
        depth = max(0, depth + (part in "([{⟨") - (part in ")]}⟩"))
        if part == ", " and depth == 0:
            out.append(current.strip())
            current = ""
        else:
            current += part
    return (*out, current.strip())


def class_of(node: Element | str) -> str | None:
    """The class attribute, as it stands."""
    return node.attributes.get("class") if isinstance(node, Element) else None


Parents = tuple[tuple[Code, str | None], ...]  # each with its projection, where that is given


def read_header(
    header: Element, name: str, kind: DocKind
) -> tuple[str, tuple[Binder, ...], Parents, Code, bool]:
    nodes = [c for c in header.children if not (isinstance(c, str) and not c.strip())]
    if len(nodes) < 4 or class_of(nodes[0]) != "decl_kind" or class_of(nodes[1]) != "decl_name":
        raise Misread(header, "a header in another form", "kind, name, binders, `:`, type")
    separator, last = nodes[-2], nodes[-1]
    if not is_separator(separator) or not isinstance(last, Element) or last.tag != "div":
        raise Misread(header, "a header without a type", "`:` and div.decl_type")
    if class_of(last) != "decl_type":
        raise Misread(header, f"{last} in the place of a type", "div.decl_type")
    words = _words(nodes[0], kind)
    is_sorried = _name(nodes[1], name)
    binders: list[Binder] = []
    index = 2
    while index < len(nodes) - 2 and is_binder(nodes[index]):
        node = nodes[index]
        assert isinstance(node, Element)
        binders.append(read_binder(node))
        index += 1
    parents = _extends(header, nodes[index:-2])
    type_ = read_code(last.children)
    if not type_.text:
        raise Misread(header, "an empty type")
    return words, tuple(binders), parents, type_, is_sorried


def _words(node: Element | str, kind: DocKind) -> str:
    assert isinstance(node, Element)
    words = collapse(text_of(node))
    base = " ".join(w for w in words.split(" ") if w not in MODIFIERS)
    if kind not in WORDS.get(base, ()):
        raise Misread(node, f"`{words}` in a block of kind {kind}", "the same kind")
    return words


def _name(node: Element | str, name: str) -> bool:
    """Check the printed name against the id; whether it is marked as using `sorry`."""
    assert isinstance(node, Element)
    links = [e for e in node.elements if e.tag == "a"]
    printed = collapse(text_of(node))
    if len(links) != 1 or printed != name:
        raise Misread(node, f"the block `{name}` prints the name `{printed}`", "the same")
    target = links[0].attributes.get("href", "")
    if linked_name(target) != name and not target.endswith(f"#{name}"):
        raise Misread(node, f"`{name}` links to `{target}`", "itself")
    title = node.attributes.get("title")
    if title not in (None, "declaration uses 'sorry'"):
        raise Misread(node, f"the name's title is `{title}`", "declaration uses 'sorry'")
    return title is not None


def _extends(header: Element, nodes: list[Element | str]) -> Parents:
    """The parents; between two of them stands a comma."""
    if not nodes:
        return ()
    if class_of(nodes[0]) != "decl_extends" or text_of(nodes[0]) != "extends" or len(nodes) < 2:
        raise Misread(header, "something between binders and type", "extends, or nothing")
    groups: list[list[Element | str]] = [[]]
    for node in nodes[1:]:
        if isinstance(node, str) and node.strip() == ",":
            groups.append([])
        else:
            groups[-1].append(node)
    if any(len(group) != 1 or isinstance(group[0], str) for group in groups):
        raise Misread(header, "parents in another form", "one element each, commas between")
    for element in [n for n in nodes if isinstance(n, Element) and n.tag == "span"]:
        if not element.attributes.keys() & {"id", "class"}:
            raise Misread(element, "a parent in another form", "an id or a class")
    parents = tuple((read_code(_parent(group[0])), _projection(group)) for group in groups)
    if not all(code.text for code, _ in parents):
        raise Misread(header, "an empty parent")
    return parents


def _parent(node: Element | str) -> list[Element | str]:
    """What is in a `span.decl_parent`, the wrapping of 2023."""
    is_wrapped = isinstance(node, Element) and class_of(node) == "decl_parent"
    return node.children if isinstance(node, Element) and is_wrapped else [node]


def _projection(nodes: list[Element | str]) -> str | None:
    ids = [n.attributes["id"] for n in nodes if isinstance(n, Element) and "id" in n.attributes]
    return ids[0] if ids else None
