"""Public Lean text → what it declares under the names that are asked for.

Takes files of Lean text and the wanted names; gives for each name its declarations as headers (an
axiom with the same binders and type), each with the scope of its file. Elaborates nothing, and
keeps nothing of the text but positions.

Read besides plain declarations: fields of structures and classes, constructors, `alias`, `export`,
`irreducible_def`, and names that `to_additive` and `to_dual` make from another declaration.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Literal

from leanbridge.core.scope import Scope, ScopeStack, components, join
from leanbridge.source import syntax as s
from leanbridge.source.parser import parse_file

Mirror = Literal["", "additive", "dual"]

_DECLARED = re.compile(
    r"\b(?:def|irreducible_def|abbrev|theorem|lemma|axiom|opaque|structure|class|inductive|alias|"
    r"instance)\s+(?:inductive\s+|abbrev\s+)?(?:\(priority[^)]*\)\s*)?⟨?([^\s:({\[⟩]+)"
)
_FIELD_OF = re.compile(r"\b(?:structure|class)\b")
_EXPORTED = re.compile(r"^\s*export\s+(\S+)\s*\(([^)]*)\)", re.M)
_ALIAS = re.compile(r"alias\s+([^\s:⟨]+)\s*:=\s*(\S+)")
_BOTH_WAYS = re.compile(r"alias\s+⟨([^,\s]+),\s*([^⟩\s]+)⟩\s*:=\s*(\S+)")
_WORD = re.compile(r"[^\W\d][\w'!?₀-₉]*")
_CLASS = re.compile(
    r"^(?:@\[[^\]]*\]\s*)*(?:(?:public|protected|private|noncomputable|scoped|local)\s+)*"
    r"class\s+(?:inductive\s+|abbrev\s+)?([^\s:({\[]+)"
    r"|@\[(?:[^\]]*[\s,])?class\b[^\]]*\]\s*(?:structure|inductive|def)\s+([^\s:({\[]+)",
    re.M,
)
_ATTRIBUTE_NAME = re.compile(r"(?:\([^()]*(?:\([^()]*\)[^()]*)*\)\s*|existing\s*|self\s*)*(\S*)")

#: What `to_additive` makes of the words of a name.
_ADDITIVE = {
    "mul": "add", "Mul": "Add", "one": "zero", "One": "Zero", "prod": "sum", "Prod": "Sum",
    "inv": "neg", "Inv": "Neg", "div": "sub", "Div": "Sub", "pow": "nsmul", "zpow": "zsmul",
    "Monoid": "AddMonoid", "Group": "AddGroup", "CommMonoid": "AddCommMonoid",
    "CommGroup": "AddCommGroup", "Semigroup": "AddSemigroup", "monoid": "addMonoid",
    "IsUnit": "IsAddUnit", "mabs": "abs", "mulIndicator": "indicator", "mulSingle": "single",
    "finprod": "finsum", "tprod": "tsum", "MonoidHom": "AddMonoidHom", "MulEquiv": "AddEquiv",
    "MulOneClass": "AddZeroClass", "CommMagma": "AddCommMagma",
    "mulSupport": "support", "lt_one": "neg", "one_lt": "pos",
}  # fmt: skip
_DUAL_PAIRS = (
    "sup inf", "Sup Inf", "max min", "Max Min", "top bot", "Top Bot", "Ici Iic", "Ioi Iio",
    "sSup sInf", "iSup iInf", "Above Below", "Least Greatest", "atTop atBot", "OrderTop OrderBot",
    "SemilatticeSup SemilatticeInf", "lub glb", "Ioc Ico", "iUnion iInter",
)  # fmt: skip
_DUAL = {a: b for pair in _DUAL_PAIRS for a, b in (pair.split(), pair.split()[::-1])}


@dataclass(frozen=True, slots=True)
class Found:
    """A declaration of the public text.

    `header` is an axiom with its binders and type. `fields` and `constructor` are those of
    a structure, `members` the constructors of an inductive. `mirror` says that the name is made
    from another declaration by `to_additive` or `to_dual`; `target` that it is an alias.
    """

    name: str
    kind: str
    place: str
    path: str
    text: str
    scope: Scope
    header: s.Declaration
    body: s.Body | None = None
    mirror: Mirror = ""
    target: str = ""
    deprecated: bool = False
    fields: tuple[str, ...] = ()
    constructor: Found | None = None
    members: tuple[Found, ...] = ()
    problem: str = ""  # why even the header cannot be read
    sorted: bool = True  # the sort of a structure is written
    mentions: frozenset[str] = frozenset()  # what the header, or a definition's body, names


@dataclass(frozen=True, slots=True)
class Export:
    """`export Namespace (name)` at a namespace: `name` means `target`."""

    name: str
    target: str


def prepared(text: str) -> str:
    """The text in words that our reader knows, every code point at its place."""
    for old, new in ((r"irreducible_def\b", "def"), (r"(?:semiO|o)utParam\b(?:\s*<\|)?", "")):
        text = re.sub(rf"\b{old}", lambda m, new=new: new.ljust(len(m.group())), text)
    return _data_sorts(text)


def _data_sorts(text: str) -> str:
    """The text with `Sort (max 1 u)`, which is never `Prop`, as `Type`."""
    out: list[str] = []
    place = 0
    for m in re.finditer(r"\bSort \((?:max|imax) ", text):
        depth, end = 0, m.start() + 5
        for end in range(m.start() + 5, len(text)):
            depth += (text[end] == "(") - (text[end] == ")")
            if depth == 0:
                break
        level = text[m.start() : end + 1]
        if re.search(r"\b1\b", level):
            out += [text[place : m.start()], "Type".ljust(len(level))]
            place = end + 1
    return "".join((*out, text[place:]))


def mirrored(name: str, table: dict[str, str]) -> str:
    """`name` with the words of its last part replaced."""
    *front, last = components(name)
    if last in table:
        return ".".join((*front, table[last]))
    words = re.findall(r"_+|[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|.", last)
    out: list[str] = []
    i = 0
    while i < len(words):
        for width in (3, 2, 1):
            key = "".join(words[i : i + width])
            if key in table and i + width <= len(words):
                out.append(table[key])
                i += width
                break
        else:
            out.append(words[i])
            i += 1
    return ".".join((*front, "".join(out)))


def additive(name: str) -> str:
    """The name `to_additive` gives when none is written."""
    *front, last = components(name)
    front = [_ADDITIVE.get(part, part) for part in front]
    return mirrored(".".join((*front, last)), _ADDITIVE)


def dual(name: str) -> str:
    """The name `to_dual` gives when none is written."""
    return mirrored(name, _DUAL)


def class_names(texts: Iterable[str]) -> frozenset[str]:
    """The last parts of the names of all classes that the texts declare."""
    found: set[str] = set()
    for text in texts:
        found.update(components(a or b)[-1] for a, b in _CLASS.findall(text))
    return frozenset(found)


def may_declare(text: str, lasts: Collection[str]) -> bool:
    """Whether some name whose last part is in `lasts` could be declared in `text`."""
    if _FIELD_OF.search(text) and any(
        word in lasts for word in re.findall(r"^\s+(?:protected\s+)?\(?([\w'₀-₉]+)", text, re.M)
    ):
        return True
    for name in _DECLARED.findall(text):
        last = name.rpartition(".")[2].rstrip(",")
        if last in lasts or additive(last) in lasts or dual(last) in lasts:
            return True
    return any(
        word.rpartition(".")[2] in lasts
        for written in re.findall(r"to_(?:additive|dual)\s([^\]]*)", text)
        for word in written.split()
    ) or any(name in lasts for _, names in _EXPORTED.findall(text) for name in names.split())


def read_file(text: str, path: str, wanted: Collection[str]) -> Iterator[Found | Export]:
    """What a file declares of the `wanted` full names."""
    text = prepared(text)
    file = parse_file(text, path)
    auto = not path.startswith("Mathlib")  # Mathlib's lakefile turns it off
    start = Scope(auto_implicit=auto, relaxed_auto_implicit=auto)
    yield from _Reader(text, path, wanted).commands(file.commands, ScopeStack(start))


class _Reader:
    def __init__(self, text: str, path: str, wanted: Collection[str]) -> None:
        self.text = text
        self.path = path
        self.wanted = wanted
        self.whole_of: s.Declaration | None = None  # the declaration being read

    def commands(
        self, commands: Iterable[s.Command], stack: ScopeStack
    ) -> Iterator[Found | Export]:
        for command in commands:
            yield from self.command(command, stack)

    def command(self, command: s.Command, stack: ScopeStack) -> Iterator[Found | Export]:
        match command:
            case s.Namespace():
                stack.enter_namespace(command.name)
            case s.Section():
                stack.enter_section(command.name, command.noncomputable)
            case s.End():
                stack.end(command.name)
            case s.Open():
                stack.now = stack.now.open(command)
            case s.Variable():
                stack.now = stack.now.add_variables(command)
            case s.Omit(include=True):
                stack.now = stack.now.omit(command)
            case s.Export():
                for name in command.only:
                    full = join(stack.now.namespace, name)
                    yield Export(full, f"{command.name}.{name}")
            case s.Mutual():
                yield from self.commands(command.declarations, stack)
            case s.In():
                before = stack.now
                yield from self.command(command.first, stack)
                yield from self.command(command.second, stack)
                stack.now = before
            case s.Declaration():
                yield from self.declaration(command, stack.now)
            case s.AttributeCommand():
                self.whole_of = None
                for name in command.names:
                    d = s.Declaration(
                        "axiom", name, s.Modifiers(attributes=command.attributes), (), None, None,
                        span=command.span,
                    )  # fmt: skip
                    for mirror, made in self.made_names(d, stack.now, name):
                        yield self.found(made, "mirror", stack.now, d, mirror=mirror, target=name)
            case s.Other(keyword="alias"):
                yield from self.alias(command, stack.now)
            case s.Unsupported():
                yield from self.header_only(command, stack)
            case _:
                pass

    def alias(self, command: s.Other, scope: Scope) -> Iterator[Found]:
        self.whole_of = None
        words = self.text[command.span.start : command.span.end]
        pairs = [(m[1], m[2]) for m in _ALIAS.finditer(words)]
        pairs += [(name, m[3]) for m in _BOTH_WAYS.finditer(words) for name in (m[1], m[2])]
        for name, target in pairs:
            full = join(scope.namespace, name)
            d = s.Declaration(
                "axiom", name, s.Modifiers(), (), s.Ident(target, span=command.span), None,
                span=command.span,
            )  # fmt: skip
            deprecated = "deprecated" in words
            for made in {full, additive(full)} if "to_additive" in words else {full}:
                if made in self.wanted:
                    kind = "alias" if made == full else "mirror"
                    yield self.found(
                        made, kind, scope, d, target=target, deprecated=deprecated,
                        mirror="" if made == full else "additive",
                    )  # fmt: skip

    def header_only(self, command: s.Unsupported, stack: ScopeStack) -> Iterator[Found | Export]:
        """What could not be read because of its body: cut the body off and read again."""
        text = self.text[command.span.start : command.span.end]
        text = re.sub(r"/-.*?-/", lambda m: re.sub(r"\S", " ", m.group()), text, flags=re.S)
        match = _DECLARED.search(text)
        if match is None:
            return
        name = join(stack.now.namespace, match[1])
        if not {name, additive(name), dual(name)} & set(self.wanted) and "to_" not in text:
            return
        for cut in _bodies(text, match.end()):
            header = text[:cut]
            word = re.search(r"\b(?:def|abbrev|theorem|lemma|instance)\b", header)
            if word is not None:
                a, b = word.span()
                header = header[:a] + "axiom" + header[b:]
            padded = re.sub(r"\S", " ", self.text[: command.span.start]) + header
            if word is not None and b - a < 5:
                padded = padded[5 - (b - a) :]
            again = parse_file(padded, self.path)
            if all(not isinstance(c, s.Unsupported) for c in again.commands):
                inner = _Reader(padded, self.path, self.wanted)
                yield from inner.commands(again.commands, stack)
                return
        if name in self.wanted:
            d = s.Declaration("axiom", name, s.Modifiers(), (), None, None, span=command.span)
            self.whole_of = None
            yield replace(self.found(name, "?", stack.now, d), problem=command.message)

    # ----- declarations -------------------------------------------------------------------

    def declaration(self, d: s.Declaration, scope: Scope) -> Iterator[Found]:
        if d.name is None:
            return
        full = join(scope.namespace, d.name)
        inner = replace(scope, namespace=".".join(components(full)[:-1]))
        if d.modifiers.private:
            return
        self.whole_of = d
        names: list[tuple[Mirror, str]] = [("", full), *self.made_names(d, scope, full)]
        for mirror, name in names:
            if name in self.wanted:
                yield self.whole(name, d, inner, mirror)
        for field in d.fields:
            member = f"{full}.{field.name}"
            made = self.made_names(
                replace(d, modifiers=field.modifiers, name=field.name), inner, member
            )
            if d.kind == "class" and any(m for m, _ in names):
                made += [(m, f"{n}.{mirrored(field.name, _table(m))}") for m, n in names[1:]]
            for mirror, name in [("", member), *made]:
                if name in self.wanted:
                    yield self.projection(name, d, field, inner, mirror)
        for parent in d.extends:
            fn = parent.fn if isinstance(parent, s.App) else parent
            if isinstance(fn, s.Ident):
                last = components(fn.name)[-1]
                field = s.Field(f"to{last}", s.BinderKind.EXPLICIT, (), parent, None, False,
                                s.Modifiers(), span=d.span)  # fmt: skip
                if f"{full}.{field.name}" in self.wanted:
                    yield self.projection(f"{full}.{field.name}", d, field, inner, "")
        for c in d.constructors:
            if f"{full}.{c.name}" in self.wanted:
                yield self.member(full, d, c, inner)
        if d.kind in ("structure", "class") and f"{full}.{d.ctor_name or 'mk'}" in self.wanted:
            if not d.extends:
                yield self.structure_constructor(full, d, inner)

    def made_names(self, d: s.Declaration, scope: Scope, full: str) -> list[tuple[Mirror, str]]:
        """The names that attributes make from this declaration."""
        out: list[tuple[Mirror, str]] = []
        for attribute in d.modifiers.attributes:
            if attribute.name not in ("to_additive", "to_dual"):
                continue
            mirror: Mirror = "additive" if attribute.name == "to_additive" else "dual"
            match = _ATTRIBUTE_NAME.match(attribute.arguments.strip())
            written = match[1] if match else ""
            guess = additive(full) if mirror == "additive" else dual(full)
            if not written or written.startswith(('"', "/-")):
                out.append((mirror, guess))
            elif "." in written:
                out += [(mirror, written), (mirror, join(scope.namespace, written))]
            else:
                front = ".".join(components(guess)[:-1])
                out += [(mirror, join(front, written)), (mirror, join(scope.namespace, written))]
        return [pair for pair in dict.fromkeys(out) if pair[1] in self.wanted]

    def whole(self, name: str, d: s.Declaration, scope: Scope, mirror: Mirror) -> Found:
        type_ = d.type
        if type_ is None and d.kind in ("structure", "class", "inductive", "class inductive"):
            type_ = s.SortLit("Type", span=d.span)
        header = replace(d, kind="axiom", type=type_, body=None, fields=(), extends=(),
                         constructors=(), where_decls=())  # fmt: skip
        constructor: Found | None = None
        if d.kind in ("structure", "class") and not d.extends:
            constructor = self.structure_constructor(name, d, scope)
        members = tuple(
            self.member(name, d, c, scope) for c in d.constructors if d.kind == "inductive"
        )
        body = d.body if d.kind in ("def", "abbrev") else None
        return replace(
            self.found(name, d.kind, scope, header, mirror=mirror),
            body=body,
            fields=tuple(f.name for f in d.fields),
            constructor=constructor,
            members=members,
            sorted=d.type is not None,
            deprecated=any(a.name == "deprecated" for a in d.modifiers.attributes),
        )

    def self_type(self, name: str, d: s.Declaration) -> s.Term:
        explicit = [b.name for b in d.binders if b.kind is s.BinderKind.EXPLICIT]
        own = name if "." not in name else f"_root_.{name}"
        fn: s.Term = s.Ident(own, span=d.span)
        if not explicit:
            return fn
        return s.App(fn, tuple(s.Ident(n, span=d.span) for n in explicit), span=d.span)

    def structure_constructor(self, name: str, d: s.Declaration, scope: Scope) -> Found:
        fields = tuple(s.Binder(f.name, f.kind, _field_type(f), span=f.span) for f in d.fields)
        header = replace(
            d, kind="axiom", binders=(*_implicit(d.binders), *fields),
            type=self.self_type(name, d), body=None, fields=(), extends=(),
        )  # fmt: skip
        return self.found(f"{name}.{d.ctor_name or 'mk'}", "constructor", scope, header)

    def projection(
        self, name: str, d: s.Declaration, field: s.Field, scope: Scope, mirror: Mirror
    ) -> Found:
        owner = join(scope.namespace, components(d.name or "")[-1])
        own: tuple[s.Binder, ...] = ()
        if d.kind == "structure":
            own = (s.Binder("self", s.BinderKind.EXPLICIT, self.self_type(owner, d),
                            span=field.span),)  # fmt: skip
        shown = {b.name for b in field.binders if b.type is None}
        field = replace(field, binders=tuple(b for b in field.binders if b.name not in shown))
        params = _implicit(d.binders)
        if d.kind == "class":
            params = self.class_parameters(d.binders, field, shown)
        header = replace(
            d, kind="axiom", name=field.name, binders=(*params, *own),
            type=_field_type(field), body=None, fields=(), extends=(), span=field.span,
        )  # fmt: skip
        return self.found(name, f"field of a {d.kind}", scope, header, mirror=mirror)

    def class_parameters(
        self, binders: tuple[s.Binder, ...], field: s.Field, shown: Collection[str]
    ) -> tuple[s.Binder, ...]:
        """The parameters of a class as its projection has them: one that neither the field's type
        nor a later explicit binder mentions stays explicit (`OfNat.ofNat (n : ℕ)`)."""
        used = set(words_of(self.text[field.span.start : field.span.end]))
        out: list[s.Binder] = []
        for b in reversed(binders):
            if b.kind is s.BinderKind.INST:
                out.append(b)
                continue
            kind = s.BinderKind.IMPLICIT
            if b.name in shown or (b.kind is s.BinderKind.EXPLICIT and b.name not in used):
                kind = s.BinderKind.EXPLICIT
                if b.type is not None:
                    used |= words_of(self.text[b.type.span.start : b.type.span.end])
            out.append(replace(b, kind=kind, default=None))
        return tuple(reversed(out))

    def member(self, owner: str, d: s.Declaration, c: s.Constructor, scope: Scope) -> Found:
        type_ = c.type if c.type is not None else self.self_type(owner, d)
        header = replace(
            d, kind="axiom", name=c.name, binders=(*_implicit(d.binders), *c.binders),
            type=type_, body=None, constructors=(), span=c.span,
        )  # fmt: skip
        inner = replace(scope, namespace=owner)
        return self.found(f"{owner}.{c.name}", "constructor", inner, header)

    def found(
        self, name: str, kind: str, scope: Scope, header: s.Declaration, *,
        mirror: Mirror = "", target: str = "", deprecated: bool = False,
    ) -> Found:  # fmt: skip
        line = self.text.count("\n", 0, header.span.start) + 1
        whole = self.whole_of or header
        parts: tuple[object, ...] = (whole.binders, whole.type)
        if whole.kind not in ("theorem", "lemma"):
            parts += (whole.body, whole.fields, whole.extends, whole.constructors)
        return Found(
            name, kind, f"{self.path}:{line}", self.path, self.text, scope, header,
            mirror=mirror, target=target, deprecated=deprecated, mentions=free_names(parts),
        )  # fmt: skip


def _table(mirror: Mirror) -> dict[str, str]:
    return _ADDITIVE if mirror == "additive" else _DUAL


def _implicit(binders: tuple[s.Binder, ...]) -> tuple[s.Binder, ...]:
    return tuple(
        b if b.kind is s.BinderKind.INST else replace(b, kind=s.BinderKind.IMPLICIT, default=None)
        for b in binders
    )


def _field_type(field: s.Field) -> s.Term | None:
    if field.binders and field.type is not None:
        return s.Pi(field.binders, field.type, forall=False, span=field.span)
    return field.type


def _bodies(text: str, start: int) -> list[int]:
    """Where the body of a declaration may begin: the places of `:=`, `where`, `|` at depth 0."""
    depth = 0
    out: list[int] = []
    for m in re.finditer(r"[(\[{⟨⦃]|[)\]}⟩⦄]|:=|\bwhere\b|\n\s*\|", text[start:]):
        token = m.group()
        if token in "([{⟨⦃":
            depth += 1
        elif token in ")]}⟩⦄":
            depth -= 1
        elif depth == 0:
            out.append(start + m.start())
    return out


def words_of(text: str) -> frozenset[str]:
    """The identifiers in a piece of text."""
    return frozenset(_WORD.findall(text))


def free_names(node: object) -> frozenset[str]:
    """The first parts of the names in a tree that nothing in the tree binds."""
    used: set[str] = set()
    bound: set[str] = set()

    def walk(node: object, into: set[str]) -> None:
        if isinstance(node, tuple):
            for child in node:
                walk(child, into)
            return
        if not is_dataclass(node) or isinstance(node, s.Span):
            return
        if isinstance(node, s.Ident):
            into.add(components(node.name)[0])
        if isinstance(node, (s.Binder, s.Let)):
            bound.add(node.name)
        for f in fields(node):
            child = getattr(node, f.name)
            walk(child, bound if f.name in ("rows", "pattern") else into)

    walk(node, used)
    return frozenset(used - bound)
