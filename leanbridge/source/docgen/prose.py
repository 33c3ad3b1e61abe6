"""The text of a tree.

Takes elements, gives strings: with white space as it stands, with single spaces, or, for rendered
Markdown, a line for each paragraph. Never gives what a browser would not show (scripts).
"""

from __future__ import annotations

from leanbridge.source.docgen.html import RAW, SPACES, Element


def collapse(text: str) -> str:
    """Single spaces for all white space."""
    return SPACES.sub(" ", text).strip(" ")


def text_of(node: Element | str) -> str:
    """The text of a node, white space as it stands."""
    out: list[str] = []
    _strings(node, out)
    return "".join(out)


def _strings(node: Element | str, out: list[str]) -> None:
    if isinstance(node, str):
        out.append(node)
    elif node.tag == "br":
        out.append("\n")
    elif node.tag not in RAW:
        for child in node.children:
            _strings(child, out)


PARAGRAPHS = frozenset("p pre h1 h2 h3 h4 h5 h6 li blockquote div tr dt dd hr details".split())


def prose(nodes: list[Element | str]) -> str:
    """The text of rendered Markdown: a line for each paragraph, `pre` as it stands."""
    lines: list[str] = []
    current: list[str] = []

    def flush() -> None:
        line = collapse("".join(current))
        current.clear()
        if line:
            lines.append(line)

    def walk(node: Element | str) -> None:
        if isinstance(node, str):
            current.append(node)
        elif node.tag == "pre":
            flush()
            lines.append(text_of(node).strip("\n"))
        elif node.tag not in RAW and "hover-link" not in node.classes:
            is_block = node.tag in PARAGRAPHS
            if is_block or node.tag == "br":
                flush()
            for child in node.children:
                walk(child)
            if is_block:
                flush()

    for node in nodes:
        walk(node)
    flush()
    return "\n".join(line for line in lines if line)
