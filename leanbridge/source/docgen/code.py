"""Printed Lean in a page → `Code`, binders and members.

Takes the nodes of a header, field, constructor or equation, gives records. Never reads the Lean.
A constant's name is the fragment of its link, not the text that is linked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import parse_qs, unquote, urlsplit

from leanbridge.source.docgen.html import Element
from leanbridge.source.docgen.prose import collapse
from leanbridge.source.docgen.records import Binder, Code, Member

PAGE = re.compile(r"[^#?]*(?:\.html(?:#.|$)|/find/?\?pattern=.)")
LAYOUT = frozenset("decl_kind decl_name decl_args impl_arg decl_extends decl_parent".split())
ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
Nodes = Iterable[Element | str]


class Misread(Exception):
    """What is in a page and should not be: the element, and what was expected."""

    def __init__(self, at: Element, what: str, expected: str | None = None) -> None:
        super().__init__(what)
        self.at = at
        self.what = what
        self.expected = expected


def read_code(nodes: Nodes) -> Code:
    """The text with single spaces, and the links."""
    strings: list[str] = []
    links: dict[str, None] = {}
    for node in nodes:
        _collect(node, strings, links)
    return Code(collapse("".join(strings)), tuple(links))


def _collect(node: Element | str, strings: list[str], links: dict[str, None]) -> None:
    if isinstance(node, str):
        strings.append(node)
        return
    if node.tag == "a":
        href = node.attributes.get("href", "")
        if not PAGE.match(href):
            raise Misread(node, f"Lean code links to `{href[:80]}`", "a page of declarations")
        name = linked_name(href)
        if name is not None:
            links[name] = None
    elif node.tag != "span" or node.attributes.get("class") in LAYOUT:
        raise Misread(node, f"{node} inside of Lean code", "text, <a> or <span>")
    for child in node.children:
        _collect(child, strings, links)


def linked_name(href: str) -> str | None:
    """The constant that a link names, if it names one: `A/B.html#Name`, `find/?pattern=Name#doc`.

    A fragment is percent-decoded only if that gives text; the raw form is kept else.
    """
    try:
        parts = urlsplit(href)
        pattern = parse_qs(parts.query).get("pattern") if "pattern=" in parts.query else None
    except ValueError:
        return None
    if pattern:
        return pattern[0]
    return decoded(parts.fragment) or None


def decoded(fragment: str) -> str:
    """A fragment without percent escapes, if it has any and they are UTF-8."""
    if not ESCAPE.search(fragment):
        return fragment
    try:
        return unquote(fragment, errors="strict")
    except UnicodeDecodeError:
        return fragment


# ----- binders ------------------------------------------------------------------------------


def is_binder(node: Element | str) -> bool:
    """Whether a node is a binder group (or the separator, see `is_separator`)."""
    return (
        isinstance(node, Element)
        and node.tag == "span"
        and node.attributes.get("class") in ("decl_args", "impl_arg")
    )


def is_separator(node: Element | str) -> bool:
    """Whether a node is the `:` before the type, which looks like a binder."""
    return (
        isinstance(node, Element)
        and node.attributes.get("class") == "decl_args"
        and all(isinstance(c, str) for c in node.children)
        and collapse("".join(c for c in node.children if isinstance(c, str))) == ":"
    )


OPEN_BRACKETS = "({[⦃"


def read_binder(node: Element) -> Binder:
    """One group; the class and the brackets must agree."""
    is_explicit = node.attributes["class"] == "decl_args"
    inner = [c for c in node.children if not (isinstance(c, str) and not c.strip())]
    if not is_explicit:
        if len(inner) != 1 or not is_binder(inner[0]):
            raise Misread(node, "an implicit binder in another form", "one span.decl_args in it")
        assert isinstance(inner[0], Element)
        inner = inner[0].children
    code = read_code(inner)
    if not code.text or code.text[0] not in OPEN_BRACKETS:
        raise Misread(node, "a binder without a bracket", "( { [ or ⦃")
    if (code.text[0] == "(") is not is_explicit:
        raise Misread(node, "the brackets of a binder and its class disagree")
    return Binder(code, is_explicit)


# ----- fields and constructors --------------------------------------------------------------


def read_member(
    at: Element, nodes: list[Element | str], *, inherited: bool, docstring: str | None
) -> Member:
    """`f (n : Nat) : Nat` with the id of `at`."""
    head: list[Element | str] = []
    binders: list[Binder] = []
    for index, node in enumerate(nodes):
        if isinstance(node, str):
            before, colon, after = _at_colon(node)
            if colon:
                if not binders:
                    head.append(before)
                elif before.strip():
                    raise Misread(at, "text between binders and type")
                type_ = read_code([after, *nodes[index + 1 :]])
                break
        if is_binder(node):
            assert isinstance(node, Element)
            binders.append(read_binder(node))
        elif not binders:
            head.append(node)
        elif not isinstance(node, str) or node.strip():
            raise Misread(at, "something between binders and type")
    else:
        raise Misread(at, "a member without a type", "name : type")
    printed = read_code(head)
    if not printed.text or not type_.text:
        raise Misread(at, "a member without a name or type", "name : type")
    name = _full_name(at, printed, inherited)
    return Member(name, printed.text, tuple(binders), type_, docstring, inherited)


def _full_name(at: Element, printed: Code, inherited: bool) -> str:
    name = at.attributes.get("id")
    if name is None:
        if not inherited:
            raise Misread(at, "a member without an id")
        name = printed.links[0] if printed.links else printed.text
    if name != printed.text and not name.endswith(f".{printed.text}"):
        raise Misread(at, f"`{printed.text}` has the id `{name}`", "the same last name")
    return name


def _at_colon(text: str) -> tuple[str, str, str]:
    """Cut at the first colon that is not in a «» name."""
    depth = 0
    for index, char in enumerate(text):
        if char == ":" and depth == 0:
            return text[:index], ":", text[index + 1 :]
        depth += (char == "«") - (char == "»")
    return text, "", ""
