"""Pages of doc-gen4 → what they declare under the names that are asked for.

Takes the text of a page; gives headers as `public_text` does. The pages print signatures that Lean
has elaborated, with full names, so the scope is empty. Where the text of a package is too large to
have at hand, its pages say the same of types, kinds, fields and constructors; bodies they lack.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from leanbridge.core.scope import Scope
from leanbridge.source import syntax as s
from leanbridge.source.parser import parse_file
from tests.lean.public_text import Found, prepared, words_of

_DECL = re.compile(r'<div class="decl" id="([^"]*)">')
_KIND = re.compile(r'<span class="decl_kind">([^<]*)</span>')
_NAME_END = re.compile(r'<span class="decl_name">.*?</a></span>', re.S)
_HEADER_END = re.compile(r'<div class="decl_type">')
_EXTENDS = re.compile(r'<span class="decl_extends">.*?(?=<span class="decl_args"> :)', re.S)
_FIELD = re.compile(
    r'<li id="([^"]*)" class="structure_field[^"]*"><div class="structure_field_info">(.*?)</div>',
    re.S,
)
_CONSTRUCTOR = re.compile(
    r'<li class="constructor" id="([^"]*)">(.*?)(?=<div class="inductive_ctor_doc">|</li>)', re.S
)
_SCOPE = Scope(auto_implicit=False, relaxed_auto_implicit=False)


def read_page(page: str, path: str, wanted: Collection[str]) -> Iterator[Found]:
    """What a page declares of the `wanted` full names; fields of classes whose last part is wanted
    as well, since they may have been exported under it."""
    starts = [(m.start(), html.unescape(m[1])) for m in _DECL.finditer(page)]
    ends = [start for start, _ in starts[1:]] + [len(page)]
    for (start, name), end in zip(starts, ends, strict=False):
        piece = page[start:end]
        members = [html.unescape(m[1]) for m in _FIELD.finditer(piece)]
        members += [html.unescape(m[1]) for m in _CONSTRUCTOR.finditer(piece)]
        if name in wanted or any(m in wanted or _last(m) in wanted for m in members):
            yield from _declaration(piece, name, path, wanted)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _declaration(piece: str, name: str, path: str, wanted: Collection[str]) -> Iterator[Found]:
    kind_match = _KIND.search(piece)
    kind = html.unescape(kind_match[1]) if kind_match else "?"
    header = _signature(piece)
    whole = _found(name, kind, path, f"axiom {name} {header}")
    if whole is None:
        return
    own_binders = whole.header.binders
    if kind.startswith("class") and isinstance(whole.header.type, s.Arrow):
        # a parameter that nothing names: `class OfNat (α : Type u) (_ : Nat)`
        own_binders = (*own_binders, s.Binder("_", type=whole.header.type.domain))
    implicit = tuple(
        b if b.kind is s.BinderKind.INST else replace(b, kind=s.BinderKind.IMPLICIT)
        for b in own_binders
    )
    fields: list[str] = []
    members: list[Found] = []
    is_class = kind.startswith("class")
    for match in _FIELD.finditer(piece):
        full = html.unescape(match[1])
        text = _plain(match[2])
        last, _, rest = text.partition(" ")
        fields.append(last)
        member = _found(full, f"field of a {kind}", path, f"axiom f {rest}")
        if member is None:
            continue
        own: tuple[s.Binder, ...] = ()
        params = implicit
        if is_class:
            used = words_of(rest)
            params = tuple(
                old if old.kind is s.BinderKind.EXPLICIT and old.name not in used else new
                for old, new in zip(own_binders, implicit, strict=True)
            )
        else:
            own = (s.Binder("self", s.BinderKind.EXPLICIT, _self_type(name, own_binders)),)
        binders = (*params, *own, *member.header.binders)
        members.append(replace(member, header=replace(member.header, binders=binders)))
    for match in _CONSTRUCTOR.finditer(piece):
        full = html.unescape(match[1])
        rest = _plain(match[2]).removeprefix(full.rpartition(".")[2])
        member = _found(full, "constructor", path, f"axiom c {rest}")
        if member is not None:
            members.append(member)
    if name in wanted:
        yield replace(
            whole, fields=tuple(fields), members=tuple(members),
            deprecated='class="deprecated"' in piece or "Deprecated" in piece[:2000],
        )  # fmt: skip
    for member in members:
        if member.name in wanted or (is_class and _last(member.name) in wanted):
            yield member


def _self_type(name: str, binders: tuple[s.Binder, ...]) -> s.Term:
    explicit = tuple(s.Ident(b.name) for b in binders if b.kind is s.BinderKind.EXPLICIT)
    return s.App(s.Ident(name), explicit) if explicit else s.Ident(name)


def _signature(piece: str) -> str:
    """The text of a header from its first binder to the end of its type."""
    begin = _NAME_END.search(piece)
    type_ = _HEADER_END.search(piece)
    if begin is None or type_ is None:
        return ""
    depth, place = 1, type_.end()
    for m in re.finditer(r"<div|</div>", piece[type_.end() :]):
        depth += 1 if m.group() == "<div" else -1
        place = type_.end() + m.start()
        if depth == 0:
            break
    return _plain(_EXTENDS.sub("", piece[begin.end() : place]))


def _plain(markup: str) -> str:
    text = html.unescape(re.sub(r"<[^>]*>", "", markup.replace("</span></span>\n", "</span> ")))
    text = re.sub(r"✝[⁰¹²³⁴-⁹]*", "_h", text)
    return re.sub(r"\s+", " ", text).strip()


def _found(name: str, kind: str, path: str, text: str) -> Found | None:
    text = prepared(text)
    file = parse_file(text, path)
    for command in file.commands:
        if isinstance(command, s.Declaration):
            rest = [c for c in file.commands if isinstance(c, s.Unsupported)]
            if rest:
                return None
            # pages print names as they are seen from the namespace of the declaration
            scope = replace(_SCOPE, namespace=name.rpartition(".")[0])
            return Found(name, kind, path, path, text, scope, command)
    return None
