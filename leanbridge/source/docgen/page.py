"""A module page → `Page`: its blocks, as doc-gen4 lays them out.

Takes the text of a page. A block counts only as a direct child of `main`, and the page's own list
of names must be the names of the blocks: a docstring may show what looks like a block, and can
neither add one nor take one away. What the layout does not know is refused with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from leanbridge.source.atoms import split_name
from leanbridge.source.docgen.block import read_block
from leanbridge.source.docgen.body import BODIES
from leanbridge.source.docgen.code import Misread, decoded
from leanbridge.source.docgen.html import Element, page_error, parse_html
from leanbridge.source.docgen.links import read_source
from leanbridge.source.docgen.prose import collapse, prose, text_of
from leanbridge.source.docgen.records import KINDS, DocDeclaration, Page, SourceLink

MODULE = re.compile(r'const MODULE_NAME="([^"]*)";')
DOCSTRINGS = frozenset(("mod_doc", "structure_field_doc", "inductive_ctor_doc"))
STRICT_DETAILS = ("<summary>Equations</summary>", "<summary>Instances")
HEADER_WITHIN = 24
"""The header of a block is among its first nodes."""


def read_page(text: str, path: str = "") -> Page:
    """Read a module page; `path` is for messages.

    Raises: InputError with the place, if doc-gen4 would not write it.
    """
    root = parse_html(text, path, is_docstring)
    try:
        return _page(root, path)
    except Misread as error:
        raise page_error(text, path, error.at.start, error.what, error.expected) from None


def is_docstring(parent: Element, child: Element | None, goes_on: Callable[[str], bool]) -> bool:
    """Whether a child (None: text) of a strict element is a docstring's."""
    if parent.tag != "div":
        return False
    class_ = parent.attributes.get("class")
    if class_ in DOCSTRINGS:
        return True
    if class_ not in KINDS or not _has_header(parent):
        return False
    if child is None:
        return True
    if child.tag == "ul":
        return child.attributes.get("class") not in BODIES
    if child.tag == "details":
        is_plain = not child.attributes.keys() & {"class", "id"}
        return is_plain and not any(goes_on(s) for s in STRICT_DETAILS)
    return True


def _has_header(block: Element) -> bool:
    return any(
        isinstance(c, Element) and c.attributes.get("class") == "decl_header"
        for c in block.children[:HEADER_WITHIN]
    )


# ----- the page -----------------------------------------------------------------------------


def _page(root: Element, path: str) -> Page:
    head, body = only(root, "head"), only(root, "body")
    module = _module_name(head)
    nav, main = only(body, "nav", "internal_nav"), only(body, "main")
    source, imports, listed = _navigation(nav)
    declarations: list[DocDeclaration] = []
    docstrings: list[str] = []
    for child in main.children:
        if isinstance(child, str):
            if child.strip():
                raise Misread(main, f"text `{collapse(child)[:40]}` between blocks", "div.decl")
        elif child.classes == ("mod_doc",) and child.tag == "div":
            docstrings.append(prose(child.children))
        elif "decl" in child.classes and child.tag == "div":
            declarations.append(read_block(child))
        else:
            raise Misread(child, f"{child} between blocks", "div.decl or div.mod_doc")
    _agree(main, listed, [d.name for d in declarations])
    return Page(module, path, source, imports, tuple(declarations), tuple(docstrings))


def _module_name(head: Element) -> str:
    scripts = [text_of_script(e) for e in head.elements if e.tag == "script"]
    names = [match[1] for s in scripts if (match := MODULE.fullmatch(s.strip()))]
    if len(names) != 1 or not names[0]:
        raise Misread(head, "no module page", "one script with MODULE_NAME")
    title = collapse(text_of_title(head))
    if title != names[0]:
        raise Misread(head, f"the title is `{title}`, the module `{names[0]}`", "the same")
    return names[0]


def text_of_script(element: Element) -> str:
    """What stands in a script or title, which are not text of the page."""
    return "".join(c for c in element.children if isinstance(c, str))


def text_of_title(head: Element) -> str:
    """The text of `<title>`."""
    return text_of_script(only(head, "title"))


def only(parent: Element, tag: str, class_: str | None = None) -> Element:
    """The one child with this tag and class."""
    found = [e for e in parent.elements if e.tag == tag and (class_ is None or class_ in e.classes)]
    if len(found) != 1:
        shown = f"{tag}.{class_}" if class_ else tag
        raise Misread(parent, f"{len(found)} {shown} in {parent}", "one")
    return found[0]


def _agree(main: Element, listed: list[str], blocks: list[str]) -> None:
    """The names of the page's list are those of its blocks, in order, each once."""
    if len(set(blocks)) != len(blocks):
        twice = next(name for name in blocks if blocks.count(name) > 1)
        raise Misread(main, f"two blocks of `{twice}`")
    if listed == blocks:
        return
    pairs = zip([*listed, None], [*blocks, None], strict=False)
    first, second = next((a, b) for a, b in pairs if a != b)
    raise Misread(
        main,
        f"the page lists {len(listed)} names and has {len(blocks)} blocks; where they part, "
        f"the list has {_shown(first)} and the blocks {_shown(second)}",
        "the same names",
    )


def _shown(name: str | None) -> str:
    return "nothing more" if name is None else f"`{name}`"


# ----- the navigation -----------------------------------------------------------------------


def _navigation(nav: Element) -> tuple[SourceLink | None, tuple[str, ...], list[str]]:
    """The module's source, its direct imports, and the names that the page lists."""
    source = read_source(only(nav, "p", "gh_nav_link"))
    imports = _imports(only(nav, "div", "imports"))
    listed: list[str] = []
    for child in nav.elements:
        match child.classes:
            case ("nav_link",):
                listed.append(_listed_name(child))
            case ("gh_nav_link",) | ("imports",):
                pass
            case () if child.tag in ("p", "h3") and all(_is_local(e) for e in child.elements):
                pass
            case _:
                raise Misread(child, f"{child} in the navigation", "a link, or div.imports")
    return source, imports, listed


def _is_local(link: Element) -> bool:
    return link.tag == "a" and link.attributes.get("href", "").startswith("#")


def _imports(element: Element) -> tuple[str, ...]:
    for details in element.elements:
        summary = text_of(only(details, "summary"))
        if summary == "Imports":
            items = only(details, "ul").elements
            return tuple(_import(only(item, "a")) for item in items)
        if summary != "Imported by":
            raise Misread(details, f"`{summary}` among the imports", "Imports or Imported by")
    raise Misread(element, "no list of imports", "<summary>Imports</summary>")


def _import(link: Element) -> str:
    module = collapse(text_of(link))
    href = link.attributes.get("href", "")
    page = "/".join(part.strip("«»") for part in split_name(module)) + ".html"
    if not any(f"/{h}".endswith(f"/{page}") for h in (href, decoded(href))):
        raise Misread(link, f"the import `{module[:80]}` links to `{href[:80]}`", page)
    return module


def _listed_name(element: Element) -> str:
    link = only(element, "a")
    href = link.attributes.get("href", "")
    name = collapse(text_of(link))
    if not href.startswith("#") or name not in (href[1:], decoded(href[1:])):
        raise Misread(link, f"`{name}` links to `{href}`", "its own fragment")
    return name
