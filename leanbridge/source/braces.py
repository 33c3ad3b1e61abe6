"""Terms in braces: sets, comprehensions, subtypes, structure instances.

Takes a cursor at the `{`, gives one node. What stands in braces is known only from the token after
its first term, so that term is read first: `{x` may go on as `, y}`, `| p}`, `// p}`, ` with …}`.
"""

from __future__ import annotations

from leanbridge.source import syntax as s
from leanbridge.source.atoms import AtomParser
from leanbridge.source.lexer import IDENT
from leanbridge.source.notation import PREDICATES


class BraceParser(AtomParser):
    """Readers of braces, and of the fields that `where` has without them."""

    def braces(self) -> s.Term:
        """Read `{a, b}`, `{x | p}`, `{x : T // p}`, `{ s with f := v }`, `{ f := v }`."""
        first = self.index
        self.index += 1
        saved = self.enter_brackets()
        node = self._inside_braces(first)
        self.leave_brackets(saved)
        return node

    def _inside_braces(self, first: int) -> s.Term:
        if self.accept("}"):
            return s.SetLit((), span=self.span(first))
        if self.words[self.index] == ".." or self._is_field_start():
            return self._structure(first, ())
        head = self.index
        if self.kinds[head] == IDENT and self.words[head + 1] == ":":
            name = s.Binder(self.words[head], span=self.span(head))
            self.index += 2
            return self._comprehension(first, name, self.term())
        items = [self.term()]
        while self.accept(","):
            if self._is_field_start() or self.words[self.index] in ("..", "}"):
                return self._structure(first, tuple(_pun(item, self) for item in items))
            items.append(self.term())
        if self.accept("with"):
            return self._structure(first, (), tuple(items))
        if self.accept("}"):
            return s.SetLit(tuple(items), span=self.span(first))
        if len(items) == 1 and self.words[self.index] in ("|", "//", ":"):
            return self._comprehension_over(first, items[0])
        return self.fail("braces", "`,`, `}`, `|`, `:=` or `with`")

    def _is_field_start(self) -> bool:
        """Say whether `f :=`, `f x (y : T) :=` or `f.g :=` is next."""
        if self.kinds[self.index] != IDENT:
            return False
        index = self.index + 1
        while self.is_binder_name(index) or self.words[index] in ("(", "{", "["):
            index = index + 1 if self.is_binder_name(index) else self.after_brackets(index)
        return self.words[index] == ":="

    def _comprehension_over(self, first: int, head: s.Term) -> s.Term:
        """Read on after `{head`: a predicate binder, a pattern, or `{f x | (x : T)}`."""
        if isinstance(head, s.Ident):
            return self._comprehension(first, s.Binder(head.name, span=head.span), None)
        if isinstance(head, s.BinOp) and head.op in PREDICATES and isinstance(head.lhs, s.Ident):
            bound = (head.op, head.rhs)
            name = s.Binder(head.lhs.name, predicate=bound, span=head.span)
            return self._comprehension(first, name, None)
        if self.accept(":"):
            return self._comprehension(first, s.Binder("_", pattern=head), self.term())
        if self.words[self.index] == "|" and self._is_image():
            self.index += 1
            binders = self.quantified("set of images")
            return self._images(first, head, binders)
        return self._comprehension(first, s.Binder("_", pattern=head, span=head.span), None)

    def _is_image(self) -> bool:
        """Say whether only binders stand between the `|` and the `}`."""
        index = self.index + 1
        if self.kinds[index] == IDENT and self.words[index + 1] == ":":
            return True
        if self.words[index] not in ("(", "{") or not self.is_binder_name(index + 1):
            return False
        while self.words[index] in ("(", "{", "["):
            index = self.after_brackets(index)
        return self.words[index] == "}"

    def _images(self, first: int, head: s.Term, binders: tuple[s.Binder, ...]) -> s.Term:
        self.expect("}", "set of images")
        return s.SetBuilder(binders, s.Ident("True"), False, head, span=self.span(first))

    def _comprehension(self, first: int, binder: s.Binder, type_: s.Term | None) -> s.Term:
        whole = s.Binder(
            binder.name, type=type_, pattern=binder.pattern, predicate=binder.predicate,
            span=binder.span,
        )  # fmt: skip
        subtype = self.words[self.index] == "//"
        if not subtype and self.words[self.index] != "|":
            self.fail("set", "`|` or `//`")
        self.index += 1
        body = self.term()
        if isinstance(body, s.BinOp) and _is_computed(binder.pattern) and not subtype:
            # `{f x | x ∈ s}`: where the head is no pattern, the rest binds
            if body.op in PREDICATES and isinstance(body.lhs, s.Ident) and binder.pattern:
                bound = s.Binder(body.lhs.name, predicate=(body.op, body.rhs), span=body.span)
                return self._images(first, binder.pattern, (bound,))
        self.expect("}", "set")
        return s.SetBuilder((whole,), body, subtype, span=self.span(first))

    def _structure(
        self, first: int, puns: tuple[s.FieldInit, ...], sources: tuple[s.Term, ...] = ()
    ) -> s.Term:
        """Read the fields of a structure instance up to its `}`."""
        fields = [*puns, *self.field_list()]
        ellipsis = self.accept("..")
        type_ = self.optional_type()
        self.expect("}", "structure instance")
        return s.StructInst(sources, tuple(fields), type_, ellipsis, span=self.span(first))

    def field_list(self) -> tuple[s.FieldInit, ...]:
        """Read `f := v`s, each after a comma or on a line of its own."""
        fields: list[s.FieldInit] = []
        saved, self.limit = self.limit, self.tokens.column(self.index)
        while self.kinds[self.index] == IDENT:
            fields.append(self._field())
            if not (self.accept(",") or self.accept(";")) and not self._is_at_limit():
                break
        self.limit = saved
        return tuple(fields)

    def _is_at_limit(self) -> bool:
        return self.columns[self.index] == self.limit

    def _field(self) -> s.FieldInit:
        first = self.index
        path = self.name("structure instance")
        binders = self.binders("structure instance")
        if self.words[self.index] == "|":
            value: s.Term | None = self.alternatives_as_function()
        elif self.accept(":="):
            value = self.term()
        elif self.words[self.index] == ":":
            # `f : T := v` in a `where`; the ascription keeps the type with the value
            self.index += 1
            type_ = self.term()
            self.expect(":=", "structure instance")
            value = s.Ascription(self.term(), type_, span=self.span(first))
        else:
            value = None
        return s.FieldInit(path, binders, value, span=self.span(first))

    def alternatives_as_function(self) -> s.Term:
        """Read `| p => e …` as a function."""
        raise NotImplementedError


def _pun(item: s.Term, parser: BraceParser) -> s.FieldInit:
    if not isinstance(item, s.Ident):
        parser.fail("structure instance", "a field name")
    return s.FieldInit(item.name, (), None, span=item.span)


def _is_computed(pattern: s.Term | None) -> bool:
    """Say whether a term before `|` in braces is no pattern."""
    return isinstance(pattern, s.App | s.BinOp | s.UnOp | s.Proj | s.Index | s.Bracket)
