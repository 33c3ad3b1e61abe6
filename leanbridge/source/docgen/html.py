"""HTML text → a tree, as strictly as doc-gen4 writes it.

Takes the text of a page, gives its root `Element`. doc-gen4 closes every tag, quotes every
attribute and escapes every `&` and `<`; only docstrings carry HTML that people wrote. So there are
two grammars: outside docstrings everything must balance, inside them stray and unclosed inline tags
pass, and what would move the text after a docstring (an unclosed `<div>`, one `</div>` too many) is
refused. Never repairs a page, never runs deep.

`html.parser` of the standard library is not used: it repairs, and not alike in all its versions.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from leanbridge.errors import InputError, Where

MAX_DEPTH = 400
"""Open elements at once; real pages stay below 60."""

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
RAW = frozenset("script style textarea title xmp iframe noembed noframes noscript".split())
#: What may not be left open or closed too often in a docstring: it would move what comes after.
BLOCK = frozenset(
    """
    html head body main nav header div section article aside details summary ul ol table select
    template form button svg math frameset plaintext
    """.split()
)
#: What an open element of a docstring must not take in: it may be the block's own.
TAKEN_IN = frozenset(("details", "ul"))
#: Tags before which HTML 5 closes an open `<p>`.
ENDS_P = frozenset("p div ul ol dl pre table details blockquote h1 h2 h3 h4 h5 h6 hr".split())
TEXT = re.compile(r"(?:[^<]+|<(?![a-zA-Z/!?]))+")  # a `<` before anything else is text in HTML 5
OPEN = re.compile(r'<([a-z][a-z0-9]*)((?: [a-zA-Z][\w:-]*="[^"]*")*)>', re.ASCII)
CLOSE = re.compile(r"</([a-z][a-z0-9]*)>", re.ASCII)
ATTRIBUTE = re.compile(r' ([a-zA-Z][\w:-]*)="([^"]*)"', re.ASCII)
ENTITY = re.compile(
    r"&(?![^a-zA-Z0-9#])(?:((?:apos|nbsp|#\d{1,7}|#x[0-9a-fA-F]{1,6});|(?:amp|lt|gt|quot);?))?"
)
"""The four that doc-gen4 writes; in 2023 it lost some semicolons and left some `&` before an
operator as they were: HTML reads both."""
LOOSE_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
LOOSE_ATTRIBUTE = re.compile(
    r"""[\s/]*(?:([^\s/>][^\s/>=]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"'][^\s>]*))?)?"""
)
OPEN_QUOTE = re.compile(r"""\s*=\s*["']""")
COMMENT_END = re.compile(r"--!?>")
SPACES = re.compile(r"[ \t\n\r\f]+")


@dataclass(slots=True, eq=False)
class Element:
    """A tag with what is in it: elements and text."""

    tag: str
    attributes: dict[str, str]
    start: int
    is_loose: bool = False  # part of a docstring
    children: list[Element | str] = field(default_factory=list)

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(self.attributes.get("class", "").split())

    @property
    def elements(self) -> list[Element]:
        return [c for c in self.children if isinstance(c, Element)]

    def __str__(self) -> str:
        shown = "".join(f' {k}="{v}"' for k, v in self.attributes.items() if k in ("class", "id"))
        return f"<{self.tag}{shown}>"


#: Whether a child of an element belongs to a docstring: the parent, the child or None for text,
#: and whether the page's text goes on with given text.
IsLoose = Callable[[Element, "Element | None", Callable[[str], bool]], bool]


def parse_html(text: str, path: str, is_loose: IsLoose) -> Element:
    """Read a page. `is_loose` says where docstrings begin.

    Raises: InputError with the place, for what doc-gen4 would not write.
    """
    return _Parser(text, path, is_loose).run()


class _Parser:
    def __init__(self, text: str, path: str, is_loose: IsLoose) -> None:
        self.text = text
        self.path = path
        self.is_loose = is_loose
        self.at = 0
        self.root = Element("", {}, 0)
        self.stack = [self.root]

    def run(self) -> Element:
        self.at = len(self.text) - len(self.text.lstrip())
        if self.text[self.at : self.at + 15].lower() == "<!doctype html>":
            self.at += 15
        while self.at < len(self.text):
            if match := TEXT.match(self.text, self.at):
                self._text(match[0])
                self.at = match.end()
            elif match := OPEN.match(self.text, self.at):
                self._open(match[1], self._pairs(match[2]), match.end())
            elif match := CLOSE.match(self.text, self.at):
                self._close(match[1])
                self.at = match.end()
            elif self._is_loose_here():
                self._loose_markup()
            else:
                raise self.error("no tag as doc-gen4 writes it")
        if len(self.stack) > 1:
            top = self.stack[-1]
            raise self.error(f"the page ends inside {top}", expected=f"</{top.tag}>")
        if [e.tag for e in self.root.elements] != ["html"]:
            raise self.error("no page", at=0, expected="one <html> element")
        return self.root.elements[0]

    # ----- text and tags as doc-gen4 writes them ------------------------------------------

    def _text(self, text: str) -> None:
        top = self.stack[-1]
        if "&" in text:
            text = html.unescape(text) if self._is_loose_here() else self.unescape(text, self.at)
        if top is self.root and text.strip():
            raise self.error("text outside of <html>")
        if "\0" in text:
            raise self.error("a NUL character", at=self.at + text.index("\0"))
        top.children.append(text)

    def _open(self, tag: str, attributes: dict[str, str], after: int) -> None:
        if self.stack[-1].is_loose and self.stack[-1].tag == "p" and tag in ENDS_P:
            self.stack.pop()
        top = self.stack[-1]
        element = Element(tag, attributes, self.at)

        def goes_on(with_: str) -> bool:
            return self.text.startswith(with_, after)

        element.is_loose = top.is_loose or self.is_loose(top, element, goes_on)
        if tag == "plaintext":
            raise self.error("<plaintext> has no end")
        top.children.append(element)
        self.at = after
        if tag in VOID:
            return
        if tag in RAW:
            self._raw(element)
            return
        self.stack.append(element)
        if len(self.stack) > MAX_DEPTH:
            raise self.error(f"more than {MAX_DEPTH} elements inside each other", at=element.start)

    def _pairs(self, text: str) -> dict[str, str]:
        """Attributes in double quotes."""
        out: dict[str, str] = {}
        is_loose = "&" in text and self._is_loose_here()
        for name, value in ATTRIBUTE.findall(text):
            if name in out:
                raise self.error(f"attribute `{name}` is given twice")
            if "&" in value:
                value = html.unescape(value) if is_loose else self.unescape(value, self.at)
            out[name] = value
        return out

    def _raw(self, element: Element) -> None:
        """Text in which no tag counts, up to its end tag."""
        end = re.compile(rf"</{element.tag}[\s/>]", re.IGNORECASE).search(self.text, self.at)
        stop = self.text.find(">", end.start()) if end is not None else -1
        if end is None or stop < 0:
            raise self.error(f"{element} is not closed", at=element.start)
        if end.start() > self.at:
            element.children.append(self.text[self.at : end.start()])
        self.at = stop + 1

    def _close(self, tag: str) -> None:
        top = self.stack[-1]
        if top.tag == tag:
            self.stack.pop()
        elif tag in VOID:
            return
        elif top.is_loose:
            self._close_loose(tag)
        elif tag in BLOCK or not self._is_loose_here():
            expected = f"</{top.tag}>" if top is not self.root else "no end tag"
            raise self.error(f"</{tag}> closes {top}", expected=expected)

    def _close_loose(self, tag: str) -> None:
        """An end tag in a docstring that is not the innermost element's: closes what is in between
        if that is inline, or is stray."""
        depth = len(self.stack) - 1
        while self.stack[depth].is_loose and self.stack[depth].tag != tag:
            depth -= 1
        if self.stack[depth].tag != tag:
            if tag in BLOCK:
                raise self.error(f"</{tag}> closes nothing in the docstring")
            return
        for element in self.stack[depth + 1 :]:
            if element.tag in BLOCK or any(e.tag in TAKEN_IN for e in element.elements):
                raise self.error(f"{element} of a docstring is not closed", at=element.start)
        del self.stack[depth:]

    # ----- markup that people wrote in docstrings -----------------------------------------

    def _is_loose_here(self) -> bool:
        top = self.stack[-1]
        return top.is_loose or self.is_loose(top, None, lambda _: False)

    def _loose_markup(self) -> None:
        """A tag, comment or lone `<`, as HTML 5 cuts it."""
        text, at = self.text, self.at
        if text.startswith("<!--", at):
            end = COMMENT_END.search(text, at + 4)
            if text.startswith((">", "->"), at + 4):
                self.at = text.index(">", at) + 1
            elif end is None:
                raise self.error("a comment is not closed")
            else:
                self.at = end.end()
        elif name := LOOSE_NAME.match(text, at):
            self._loose_tag(name[1].lower(), name.end())
        elif text.startswith(("<!", "<?", "</"), at):
            self.at = self._end_of_tag(text.find(">", at)) + 1
        else:
            self._text("<")
            self.at += 1

    def _loose_tag(self, tag: str, after: int) -> None:
        attributes: dict[str, str] = {}
        while not self.text.startswith(">", after):
            match = LOOSE_ATTRIBUTE.match(self.text, after)
            if match is None or match.end() == after:
                raise self.error(f"<{tag} is not closed")
            after = match.end()
            if match[1] and match[2] is None and OPEN_QUOTE.match(self.text, after):
                raise self.error(f"<{tag}> has a value that is not closed")
            if match[1]:
                value = html.unescape((match[2] or "").strip("\"'"))
                attributes.setdefault(match[1].lower(), value)
        if self.text.startswith("</", self.at):
            self._close(tag)
            self.at = after + 1
        else:
            self._open(tag, attributes, after + 1)

    def _end_of_tag(self, end: int) -> int:
        if end < 0:
            raise self.error("markup is not closed")
        return end

    # ----- shared -------------------------------------------------------------------------

    def unescape(self, text: str, at: int) -> str:
        """Replace the entities of strict text."""

        def one(match: re.Match[str]) -> str:
            if match[1] is None:
                raise self.error("`&` begins no known entity", at=at + match.start())
            return html.unescape(match[0])

        return ENTITY.sub(one, text)

    def error(self, what: str, *, at: int | None = None, expected: str | None = None) -> InputError:
        return page_error(self.text, self.path, self.at if at is None else at, what, expected)


def page_error(text: str, path: str, at: int, what: str, expected: str | None = None) -> InputError:
    """An error at an offset of a page, with what stands there."""
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    got = SPACES.sub(" ", text[at : at + 60]) or "the end of the page"
    return InputError(what, Where(path, line, column), got=got, expected=expected)
