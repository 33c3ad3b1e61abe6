"""Links to source text: `https://host/owner/repo/blob/<commit>/A/B.lean#L3-L9` → its parts."""

from __future__ import annotations

import re
from urllib.parse import unquote

from leanbridge.source.docgen.code import Misread
from leanbridge.source.docgen.html import Element
from leanbridge.source.docgen.prose import collapse, text_of
from leanbridge.source.docgen.records import SourceLink

BLOB = re.compile(r"/(?:blob|src/commit)/([^/#?]+)/([^#?]+)")
LINES = re.compile(r"#L(\d{1,9})-L(\d{1,9})$", re.ASCII)


def read_source(element: Element) -> SourceLink | None:
    """Read the `source` link of a block or page; None where a site has taken the link away.

    A URL in another form (a local file, another host's) is kept whole, without parts.
    """
    links = [e for e in element.elements if e.tag == "a"]
    if not links and any(e.tag == "span" for e in element.elements):
        return None
    if len(links) != 1 or collapse(text_of(element)) != "source":
        raise Misread(element, "a source link in another form", "one <a> that says source")
    link = links[0]
    url = link.attributes.get("href", "")
    if not url:
        raise Misread(link, "a source link to nowhere", "a URL")
    blob, lines = BLOB.search(url), LINES.search(url)
    numbers = (int(lines[1]), int(lines[2])) if lines is not None else None
    if numbers is not None and not 1 <= numbers[0] <= numbers[1]:
        raise Misread(link, f"lines {numbers[0]} to {numbers[1]}", "a first and a last line")
    return SourceLink(
        url,
        blob[1] if blob is not None else None,
        unquote(blob[2]) if blob is not None else None,
        numbers,
    )
