"""What follows the header of a block: fields or constructors, equations, instances.

Takes the nodes after `div.decl_header` and takes off them what is the block's own; the docstring is
what stays. The lists at the end are the block's own only if nothing follows them.
"""

from __future__ import annotations

import re

from leanbridge.source.docgen.code import Misread, read_code, read_member
from leanbridge.source.docgen.header import class_of
from leanbridge.source.docgen.html import Element
from leanbridge.source.docgen.prose import collapse, prose, text_of
from leanbridge.source.docgen.records import Code, DocKind, Equations, Member

BODIES = ("structure_fields", "structure_ext", "constructors")
BODIES_OF: dict[str, tuple[str, ...]] = {
    "structure": ("structure_fields", "structure_ext"),
    "class": BODIES,
    "inductive": ("constructors",),
}
OMITTED = "One or more equations did not get rendered due to their size."
INSTANCES = frozenset(("instances", "instances-list", "instances-for-list"))
CONSTRUCTOR_END = re.compile(r" ?:: ?\($")


def take_trailing(block: Element, rest: list[Element | str]) -> Equations | None:
    """Take the lists at the end off `rest`: instances, and before them equations.

    They are the block's own only at its very end: doc-gen4 writes nothing after them, and what
    looks the same in a docstring is followed by the docstring's end.
    """
    while rest and _is_instances(rest[-1]):
        rest.pop()
    last = rest[-1] if rest else None
    for node in rest:
        is_list = isinstance(node, Element) and node.tag == "details" and not node.is_loose
        is_own = is_list and not _is_plain(node)
        if is_own or (is_list and isinstance(last, str) and last.strip()):
            raise Misread(block, "something after the lists of a block", "its end")
    if not isinstance(last, Element) or last.tag != "details":
        return None
    if last.is_loose:
        classes = [c for e in last.elements for c in e.classes]
        if any(c.startswith(("equations", "instances")) for c in classes):
            raise Misread(last, "a list of a block under another title", "Equations or Instances")
        return None
    rest.pop()
    return _equations(last)


def _is_plain(node: Element | str) -> bool:
    return not (isinstance(node, Element) and INSTANCES & set(node.classes))


def _is_instances(node: Element | str) -> bool:
    if not isinstance(node, Element) or node.tag != "details" or node.is_loose:
        return False
    if not INSTANCES & set(node.classes):
        summaries = [text_of(e) for e in node.elements if e.tag == "summary"]
        if summaries == ["Equations"]:
            return False
        raise Misread(node, f"{node} at the end of a block", "Equations or Instances")
    return True


def _equations(details: Element) -> Equations | None:
    elements = details.elements
    if [(e.tag, e.classes) for e in elements] != [("summary", ()), ("ul", ("equations",))]:
        raise Misread(details, "equations in another form", "summary and ul.equations")
    shown: list[Code] = []
    is_complete = True
    for item in elements[1].children:
        if not isinstance(item, Element) or item.tag != "li" or item.classes != ("equation",):
            raise Misread(details, "something among the equations", "li.equation")
        code = read_code(item.children)
        if code.text == OMITTED and not item.elements:
            is_complete = False
        elif not item.elements:
            raise Misread(item, f"`{code.text[:40]}` is no equation", "Lean code")
        else:
            shown.append(code)
    if is_complete and not shown:
        return None  # Lean made none: the body is not known by them
    return Equations(tuple(shown), is_complete)


def _body(block: Element, kind: DocKind, rest: list[Element | str]) -> Element | None:
    """Take the list of fields or constructors off `rest`: before or after the docstring."""
    wanted = BODIES_OF.get(kind)
    if wanted is None:
        return None
    found = [
        i for i, e in enumerate(rest)
        if isinstance(e, Element) and e.tag == "ul" and class_of(e) in BODIES
    ]  # fmt: skip
    if (
        len(found) != 1
        or found[0] not in (0, len(rest) - 1)
        or class_of(rest[found[0]]) not in wanted
    ):
        raise Misread(block, f"{len(found)} lists of fields or constructors", "one of this kind")
    body = rest.pop(found[0])
    assert isinstance(body, Element)
    return body


Members = tuple[str | None, tuple[Member, ...], tuple[Member, ...]]


def take_body(block: Element, kind: DocKind, rest: list[Element | str]) -> Members:
    """Take the list of fields or constructors off `rest`: the structure's constructor, its fields,
    or the constructors."""
    body = _body(block, kind, rest)
    return (None, (), ()) if body is None else _members(body)


def _members(body: Element) -> Members:
    if body.classes == ("constructors",):
        return None, (), tuple(_constructor(e) for e in _items(body))
    if body.classes == ("structure_fields",):
        if not body.attributes.get("id"):
            raise Misread(body, "fields without a constructor", "an id")
        return body.attributes["id"], tuple(_field(e) for e in _items(body)), ()
    elements = _items(body)
    shape = [(e.tag, e.classes) for e in elements]
    ctor = ("li", ("structure_ext_ctor",))
    if shape != [ctor, ("ul", ("structure_ext_fields",)), ctor]:
        raise Misread(body, "fields in another form", "constructor, fields, `)`")
    name = elements[0].attributes.get("id")
    printed = CONSTRUCTOR_END.sub("", collapse(text_of(elements[0])))
    if name is None or (name != printed and not name.endswith(f".{printed}")):
        raise Misread(elements[0], f"the constructor `{printed}` has the id `{name}`", "the same")
    return name, tuple(_field(e) for e in _items(elements[1])), ()


def _items(parent: Element) -> list[Element]:
    for child in parent.children:
        if isinstance(child, str) and child.strip():
            raise Misread(parent, f"text `{collapse(child)[:40]}` in a list")
    return parent.elements


def _field(item: Element) -> Member:
    inherited = item.classes in (
        ("structure_field", "inherited_field"), ("inherited_field", "structure_field"),
    )  # fmt: skip
    if item.tag != "li" or not (inherited or item.classes == ("structure_field",)):
        raise Misread(item, f"{item} among the fields", "li.structure_field")
    children = _items(item)
    shape = [(e.tag, e.classes) for e in children]
    info, doc = ("div", ("structure_field_info",)), ("div", ("structure_field_doc",))
    if shape not in ([info], [info, doc]):
        raise Misread(item, "a field in another form", "its text, and maybe a docstring")
    docstring = prose(children[1].children) or None if len(children) == 2 else None
    return read_member(item, children[0].children, inherited=inherited, docstring=docstring)


def _constructor(item: Element) -> Member:
    if item.tag != "li" or item.classes != ("constructor",):
        raise Misread(item, f"{item} among the constructors", "li.constructor")
    nodes = list(item.children)
    docstring = None
    last = nodes[-1] if nodes else None
    if isinstance(last, Element) and last.classes == ("inductive_ctor_doc",) and last.tag == "div":
        docstring = prose(last.children) or None
        nodes.pop()
    return read_member(item, nodes, inherited=False, docstring=docstring)
