"""Declarations: `def`, `theorem`, `structure`, `inductive`, `instance`, …

Takes a cursor at the first modifier, gives one `Declaration`. Never reads a proof: what follows
`:=` in a theorem is a span up to the next command.
"""

from __future__ import annotations

from dataclasses import replace

from leanbridge.source import syntax as s
from leanbridge.source.atoms import split_name
from leanbridge.source.lexer import DOC, IDENT
from leanbridge.source.terms import TermParser

_KINDS: dict[str, s.DeclKind] = {
    "def": "def", "theorem": "theorem", "lemma": "lemma", "abbrev": "abbrev",
    "instance": "instance", "example": "example", "axiom": "axiom", "opaque": "opaque",
    "structure": "structure", "class": "class", "inductive": "inductive",
}  # fmt: skip
_FLAGS = frozenset("private protected noncomputable unsafe partial".split())
_IGNORED_MODIFIERS = frozenset({"nonrec", "public", "meta"})
_PROOF_KINDS = frozenset({"theorem", "lemma"})


class DeclarationParser(TermParser):
    """Readers of declarations."""

    # ----- modifiers ----------------------------------------------------------------------

    def modifiers(self) -> s.Modifiers:
        """Read doc comment, attributes and the words before a declaration."""
        doc: str | None = None
        attributes: tuple[s.Attribute, ...] = ()
        flags: set[str] = set()
        scope = ""
        while True:
            word = self.words[self.index]
            if self.kinds[self.index] == DOC:
                doc = word[3:-2].strip()
            elif word == "@[":
                attributes += self.attributes()
                continue
            elif word in _FLAGS and not self._is_noncomputable_section():
                flags.add(word)
            elif word in ("local", "scoped"):
                scope = word
                if self.words[self.index + 1] == "[":
                    self.index = self.after_brackets(self.index + 1)
                    continue
            elif word not in _IGNORED_MODIFIERS:
                break
            self.index += 1
        return s.Modifiers(
            doc=doc,
            attributes=attributes,
            private="private" in flags,
            protected="protected" in flags,
            noncomputable="noncomputable" in flags,
            unsafe="unsafe" in flags,
            partial="partial" in flags,
            scope="local" if scope == "local" else "scoped" if scope == "scoped" else "",
        )

    def _is_noncomputable_section(self) -> bool:
        return self.words[self.index + 1] == "section"

    def attributes(self) -> tuple[s.Attribute, ...]:
        """Read `@[a, local b, -c …]` or the `[…]` of `attribute […]`."""
        closing = self.matching(self.index)
        self.index += 1
        found: list[s.Attribute] = []
        while self.index < closing:
            found.append(self._attribute(closing))
        if self.index >= self.tokens.count:
            self.fail("attributes", "`]`")
        self.index = closing + 1
        return tuple(found)

    def _attribute(self, closing: int) -> s.Attribute:
        first = self.index
        if self.words[self.index] in ("local", "scoped"):
            self.index += 1
        removed = self.accept("-")
        name = self.words[self.index]
        self.index += 1
        rest = self.index
        depth = 0
        while self.index < closing and (depth > 0 or self.words[self.index] != ","):
            depth += self._depth(self.index, self.index + 1)
            self.index += 1
        arguments = ""
        if self.index > rest:
            arguments = self.text[self.tokens.starts[rest] : self.tokens.stops[self.index - 1]]
        span = self.span(first)
        self.accept(",")
        return s.Attribute(name, arguments, removed, span=span)

    # ----- the common shape ---------------------------------------------------------------

    def declaration(self, first: int, modifiers: s.Modifiers) -> s.Declaration:
        """Read a declaration from its keyword on; it began, with modifiers, at token `first`."""
        word = self.words[self.index]
        kind = _KINDS[word]
        self.index += 1
        if kind == "class" and self.accept("inductive"):
            kind = "class inductive"
        elif kind == "class" and self.accept("abbrev"):
            kind = "abbrev"
        if kind in ("structure", "class"):
            return self._structure_declaration(first, kind, modifiers)
        if kind in ("inductive", "class inductive"):
            return self._inductive(first, kind, modifiers)
        return self._definition(first, kind, modifiers)

    def _declared_name(self, kind: str) -> tuple[str | None, s.Span | None]:
        """Read the name, which an instance may lack and an example never has."""
        if kind == "instance" and self.words[self.index] == "(":
            if self.words[self.index + 1] == "priority":
                self.index = self.after_brackets(self.index)
        if kind == "example" or (kind == "instance" and self.kinds[self.index] != IDENT):
            return None, None
        name = self.name(kind)
        span = self.span(self.index - 1)
        if self.accept(".{"):
            self.name(kind)
            while self.accept(","):
                self.name(kind)
            self.expect("}", kind)
        return name, span

    def _definition(self, first: int, kind: s.DeclKind, modifiers: s.Modifiers) -> s.Declaration:
        name, name_span = self._declared_name(kind)
        binders = self.binders(kind)
        type_ = self.optional_type()
        body: s.Body | None = None
        where: tuple[s.Declaration, ...] = ()
        deriving: tuple[str, ...] = ()
        if kind not in ("axiom",):
            body = self._proof() if kind in _PROOF_KINDS else self._body(kind)
            where = self._where_declarations()
            deriving = self._deriving()
        if body is None and kind not in ("axiom", "opaque"):
            self.fail(kind, "`:=`, `|` or `where`" + ("" if type_ is not None else " or `:`"))
        return s.Declaration(
            kind, name, modifiers, binders, type_, body, deriving=deriving, where_decls=where,
            name_span=name_span, span=self.span(first),
        )  # fmt: skip

    def _proof(self) -> s.Body | None:
        """Step over the proof of a theorem."""
        first = self.index
        word = self.words[first]
        if word not in (":=", "|", "where"):
            return None
        end = self.next_command(first + 1)
        self.index = end
        has_sorry = self.has_sorry(first, end)
        start = first + 1 if word == ":=" and end > first + 1 else first
        span = self.span(start)
        if word == ":=" and self.words[start] == "by":
            return s.Value(s.By(has_sorry, span=span), span=self.span(first))
        if word == ":=" and self.words[start] == "sorry" and end == start + 1:
            return s.Value(s.Sorry(span=span), span=self.span(first))
        return s.Value(s.Opaque(has_sorry, span=span), span=self.span(first))

    def _body(self, kind: str) -> s.Body | None:
        first = self.index
        if self.accept(":="):
            term = self.term()
            return s.Value(term, span=self.span(first))
        if self.words[first] == "|":
            alternatives = self.alternatives(kind)
            return s.Equations(alternatives, span=self.span(first))
        if self.accept("where"):
            fields: tuple[s.FieldInit, ...] = ()
            if self.kinds[self.index] == IDENT:
                fields = self.field_list()
            return s.WhereFields(fields, span=self.span(first))
        return None

    def _where_declarations(self) -> tuple[s.Declaration, ...]:
        """Read the local definitions of a trailing `where`, and step over termination hints."""
        found: list[s.Declaration] = []
        self._termination_hints()
        if self.accept("where"):
            saved, self.limit = self.limit, self.tokens.column(self.index)
            while self._is_where_declaration():
                found.append(self._where_declaration())
                self._termination_hints()
                self.accept(";")
            self.limit = saved
            self._termination_hints()
        return tuple(found)

    def _is_where_declaration(self) -> bool:
        """Say whether a local definition comes next, and no command with a doc comment."""
        if self.kinds[self.index] == DOC or self.words[self.index] == "@[":
            column = self.columns[self.index]
            return column < 0 or column > self.command_column
        return self.kinds[self.index] == IDENT

    def _where_declaration(self) -> s.Declaration:
        first = self.index
        modifiers = self.modifiers()
        name, name_span = self._declared_name("def")
        binders = self.binders("where")
        type_ = self.optional_type()
        body = self._body("where")
        if body is None or isinstance(body, s.WhereFields):
            self.fail("where", "`:=` or `|`")
        return s.Declaration(
            "def", name, modifiers, binders, type_, body, name_span=name_span,
            span=self.span(first),
        )  # fmt: skip

    def _termination_hints(self) -> None:
        while self.words[self.index] in ("termination_by", "decreasing_by"):
            by = self.words[self.index] == "decreasing_by"
            self.index += 1
            self.accept("?")
            if by:
                self.skip_block()
                continue
            self.accept("structural")
            end = self.index
            while self.kinds[end] == IDENT or self.words[end] == "_":
                end += 1
            if self.words[end] == "=>":
                self.index = end + 1
            if self.words[self.index] not in ("where", "decreasing_by"):
                self.term()

    def _deriving(self) -> tuple[str, ...]:
        found: list[str] = []
        while self.words[self.index] == "deriving" and self.words[self.index + 1] != "instance":
            self.index += 1
            found.append(self.name("deriving"))
            while self.accept(","):
                found.append(self.name("deriving"))
        return tuple(found)

    # ----- structures ---------------------------------------------------------------------

    def _structure_declaration(
        self, first: int, kind: s.DeclKind, modifiers: s.Modifiers
    ) -> s.Declaration:
        name, name_span = self._declared_name(kind)
        binders = self.binders(kind)
        type_ = self.optional_type()
        extends = self._extends()
        type_ = self.optional_type() if type_ is None else type_
        ctor_name: str | None = None
        fields: tuple[s.Field, ...] = ()
        if self.accept("where") or self.accept(":="):
            self._constructor_modifiers()
            if self.kinds[self.index] == IDENT and self.words[self.index + 1] == "::":
                ctor_name = self.words[self.index]
                self.index += 2
            fields = self._fields()
        return s.Declaration(
            kind, name, modifiers, binders, type_, None, fields, extends, ctor_name,
            deriving=self._deriving(), name_span=name_span, span=self.span(first),
        )  # fmt: skip

    def _constructor_modifiers(self) -> None:
        """Step over what stands before `mk ::`."""
        index = self.index
        self.modifiers()
        if not (self.kinds[self.index] == IDENT and self.words[self.index + 1] == "::"):
            self.index = index

    def _extends(self) -> tuple[s.Term, ...]:
        found: list[s.Term] = []
        if self.accept("extends"):
            found.append(self._parent())
            while self.accept(","):
                found.append(self._parent())
        return tuple(found)

    def _parent(self) -> s.Term:
        if self.kinds[self.index] == IDENT and self.words[self.index + 1] == ":":
            # `extends toP : P x`: the projection's name is dropped
            self.index += 2
        return self.term()

    def _fields(self) -> tuple[s.Field, ...]:
        found: list[s.Field] = []
        saved, self.limit = self.limit, self.tokens.column(self.index)
        while self._is_field():
            found.extend(self._field_group())
        self.limit = saved
        return tuple(found)

    def _is_field(self) -> bool:
        """Say whether a field comes next, and no command (which has modifiers of its own)."""
        column = self.columns[self.index]
        if 0 <= column < self.limit or (0 <= column <= self.command_column):
            return False
        index = self.index
        self.modifiers()
        word = self.words[self.index]
        found = self.kinds[self.index] == IDENT or word in ("(", "{", "[", "⦃")
        self.index = index
        return found

    def _field_group(self) -> list[s.Field]:
        first = self.index
        modifiers = self.modifiers()
        word = self.words[self.index]
        if word == "[":
            group: list[s.Binder] = [self.instance_binder()]
        elif word in ("(", "{", "⦃"):
            return self._bracketed_fields(first, modifiers)
        else:
            return self._plain_fields(first, modifiers)
        return [self._field_of(binder, modifiers, first) for binder in group]

    def _bracketed_fields(self, first: int, modifiers: s.Modifiers) -> list[s.Field]:
        """Read `(a b : T := v)`, `(f (x : A) : B)`, `{a : T}`."""
        opening = self.words[self.index]
        closing = {"(": ")", "{": "}", "⦃": "⦄"}[opening]
        self.index += 1
        saved = self.enter_brackets()
        fields = self._plain_fields(first, modifiers, many=True)
        self.expect(closing, "structure field")
        self.leave_brackets(saved)
        kind = {"(": s.BinderKind.EXPLICIT, "{": s.BinderKind.IMPLICIT}.get(
            opening, s.BinderKind.STRICT
        )
        return [replace(field, kind=kind) for field in fields]

    def _plain_fields(
        self, first: int, modifiers: s.Modifiers, *, many: bool = False
    ) -> list[s.Field]:
        """Read `f (x : A) : B := v`; in brackets, `a b : T`."""
        names = [self.name("structure field")]
        while many and self.is_binder_name(self.index) and self.is_beyond_limit():
            names.append(self.words[self.index])
            self.index += 1
        for name in names:
            if len(split_name(name)) > 1:
                self.fail("structure field", f"a name of one part, and `{name}` has more")
        binders = self.binders("structure field")
        type_ = self.optional_type()
        default: s.Term | None = None
        if self.accept(":="):
            default = self.term()
        elif type_ is None and self.words[self.index] == "|":
            default = self.alternatives_as_function()
        if type_ is None and default is None and not binders:
            self.fail("structure field", "`:` or `:=`")
        auto = isinstance(default, s.By)
        span = self.span(first)
        return [
            s.Field(name, s.BinderKind.EXPLICIT, binders, type_, default, auto, modifiers,
                    span=span)
            for name in names
        ]  # fmt: skip

    def _field_of(self, binder: s.Binder, modifiers: s.Modifiers, first: int) -> s.Field:
        return s.Field(
            binder.name, binder.kind, (), binder.type, binder.default, binder.auto, modifiers,
            span=self.span(first),
        )  # fmt: skip

    # ----- inductives ---------------------------------------------------------------------

    def _inductive(self, first: int, kind: s.DeclKind, modifiers: s.Modifiers) -> s.Declaration:
        name, name_span = self._declared_name(kind)
        binders = self.binders(kind)
        type_ = self.optional_type()
        if not self.accept("where"):
            self.accept(":=")
        constructors: list[s.Constructor] = []
        while self._is_constructor():
            constructors.append(self._constructor())
        return s.Declaration(
            kind, name, modifiers, binders, type_, None, constructors=tuple(constructors),
            deriving=self._deriving(), name_span=name_span, span=self.span(first),
        )  # fmt: skip

    def _is_constructor(self) -> bool:
        is_doc = self.kinds[self.index] == DOC
        return self.words[self.index + 1 if is_doc else self.index] == "|"

    def _constructor(self) -> s.Constructor:
        first = self.index
        saved, self.limit = self.limit, self.tokens.column(first)
        before = self.modifiers()
        self.expect("|", "constructor")
        modifiers = self.modifiers()
        if modifiers.doc is None and before.doc is not None:
            modifiers = replace(modifiers, doc=before.doc)
        name = self.name("constructor")
        binders = self.binders("constructor")
        type_ = self.optional_type()
        self.limit = saved
        return s.Constructor(name, binders, type_, modifiers, span=self.span(first))
