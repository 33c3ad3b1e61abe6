"""Bound names: `(x y : T := v)`, `{n}`, `[C α]`, `⦃x⦄`, `fun ⟨a, b⟩`, `∀ x ∈ s`, `∑ i < n with p`.

Takes a cursor at the first binder, gives `Binder`s; the names of one group share their type node.
Never reads the body.
"""

from __future__ import annotations

from dataclasses import replace

from leanbridge.source import syntax as s
from leanbridge.source.cursor import Cursor
from leanbridge.source.lexer import COMMAND, END, HOLE, IDENT, WORD
from leanbridge.source.notation import MAX, PREDICATES

_KINDS = {"(": s.BinderKind.EXPLICIT, "{": s.BinderKind.IMPLICIT, "⦃": s.BinderKind.STRICT}
_NO_PATTERN = frozenset(", ) ] } ⟩ ; | :=".split())
_NOTATIONS = frozenset("ℕ ℤ ℚ ℝ ℂ".split())
_CLOSE = {"(": ")", "{": "}", "⦃": "⦄"}


class BinderParser(Cursor):
    """Readers of binders."""

    def is_binder_name(self, index: int) -> bool:
        """Say whether the token may be a bound name."""
        word = self.words[index]
        return (self.kinds[index] == IDENT and word not in _NOTATIONS) or word == "_"

    def binders(self, construct: str) -> tuple[s.Binder, ...]:
        """Read the binders of a declaration, `let` or `∀` up to what is none."""
        found: list[s.Binder] = []
        while True:
            word = self.words[self.index]
            if word in _KINDS:
                found.extend(self.group(construct))
            elif word == "[":
                found.append(self.instance_binder())
            elif self.is_binder_name(self.index) and self.is_beyond_limit():
                found.append(self._bare_name())
            else:
                return tuple(found)

    def group(self, construct: str) -> list[s.Binder]:
        """Read `(x y : T)`, `(x : T := v)`, `{x}`, `⦃x : T⦄`, `(x ∈ s)`."""
        opening = self.words[self.index]
        self.index += 1
        saved = self.enter_brackets()
        first = self.index
        while self.is_binder_name(self.index) or self.kinds[self.index] == HOLE:
            self.index += 1
        names = range(first, self.index)
        if not names:
            self.fail(f"binder of {construct}", "a name")
        kind_of_type: s.Term | None = None
        predicate: tuple[str, s.Term] | None = None
        default: s.Term | None = None
        auto = False
        word = self.words[self.index]
        if word in PREDICATES:
            self.index += 1
            predicate = (word, self.term())
        else:
            if construct == "fun" and word == ":" and self.words[self.index + 1] == ")":
                self.index += 1  # `fun (x : ) => e`, the ascription without a type
            else:
                kind_of_type = self.optional_type()
            if opening == "(" and construct != "fun" and self.accept(":="):
                default = self.term()
                auto = isinstance(default, s.By)
        self.expect(_CLOSE[opening], f"binder of {construct}")
        self.leave_brackets(saved)
        kind = _KINDS[opening]
        return [
            s.Binder(
                self.words[name], kind, kind_of_type, default, auto, None, predicate,
                span=self._name_span(name),
            )
            for name in names
        ]  # fmt: skip

    def instance_binder(self) -> s.Binder:
        """Read `[C α]` or `[inst : C α]`."""
        first = self.index
        self.index += 1
        saved = self.enter_brackets()
        name = "_"
        if self.is_binder_name(self.index) and self.words[self.index + 1] == ":":
            name = self.words[self.index]
            self.index += 2
        type_ = self.term()
        self.expect("]", "instance binder")
        self.leave_brackets(saved)
        return s.Binder(name, s.BinderKind.INST, type_, span=self.span(first))

    def optional_type(self) -> s.Term | None:
        """Read `: T` if it is there."""
        return self.term() if self.accept(":") else None

    def fun_binders(self) -> tuple[s.Binder, ...]:
        """Read what stands between `fun` and `=>`."""
        found: list[s.Binder] = []
        while self.words[self.index] not in ("=>", ":"):
            found.extend(self._fun_binder())
        type_ = self.optional_type()
        if not found:
            self.fail("fun", "a binder")
        return _with_type(found, type_)

    def _fun_binder(self) -> list[s.Binder]:
        word = self.words[self.index]
        if self.is_binder_name(self.index) and not self._is_pattern_head():
            return [self._bare_name()]
        if word in _KINDS and self.is_group():
            return self.group("fun")
        if word == "[":
            return [self.instance_binder()]
        if self.kinds[self.index] in (WORD, COMMAND, END) or word in _NO_PATTERN:
            self.fail("fun", "`=>` or a binder")
        return [self.pattern_binder("fun")]

    def _is_pattern_head(self) -> bool:
        """Say whether `x` goes on as `x@p`, `x.1`."""
        return not self.spaced[self.index + 1] and self.words[self.index + 1] in ("@", "[")

    def is_group(self) -> bool:
        """Say whether the bracket at the cursor holds names and a type (or one bare name)."""
        index = self.index + 1
        while self.is_binder_name(index):
            index += 1
        count = index - self.index - 1
        if count == 0:
            return False
        if self.words[index] == ":":
            return True
        implicit = self.words[self.index] != "("
        return self.words[index] == _CLOSE[self.words[self.index]] and (count >= 1 or implicit)

    def pattern_binder(self, construct: str) -> s.Binder:
        """Read a pattern in the place of a name."""
        first = self.index
        pattern = self.term(MAX)
        if first == self.index:
            self.fail(construct, "a binder")
        return s.Binder("_", pattern=pattern, span=self.span(first))

    def quantified(self, construct: str) -> tuple[s.Binder, ...]:
        """Read the binders of `∀ ∃ ∑ ∫ …`, up to `,`, `with`, `in` or `∂`."""
        found: list[s.Binder] = []
        bare = 0
        while True:
            word = self.words[self.index]
            if word in _KINDS and self._is_quantifier_group():
                found.extend(self.group(construct))
                bare = len(found)
            elif word == "[":
                found.append(self.instance_binder())
                bare = len(found)
            elif self.is_binder_name(self.index):
                found.append(self._bare_name())
            elif word in ("⟨", "("):
                found.append(self.pattern_binder(construct))
            else:
                break
        if not found:
            self.fail(construct, "a bound name")
        word = self.words[self.index]
        if construct in ("∃", "∃!"):
            groups = found[:bare]
            if (0 < bare < len(found)) or any(
                b.kind is not s.BinderKind.EXPLICIT
                or (b.type is None and b.pattern is None and b.predicate is None)
                for b in groups
            ):
                self.fail(construct, "names, or names with a type in round brackets")
        if construct == "∀" and 0 < bare and word == ":":
            self.fail(construct, "`,`")
        if len(found) - bare > 1 and (word in PREDICATES or construct in ("∑", "∏")):
            self.fail(construct, "one name")
        if word in PREDICATES and bare < len(found):
            self.index += 1
            return (*found[:bare], *self._with_predicate(found[bare:], word))
        return (*found[:bare], *_with_type(found[bare:], self.optional_type()))

    def _is_quantifier_group(self) -> bool:
        index = self.index + 1
        while self.is_binder_name(index):
            index += 1
        word = self.words[index]
        if index == self.index + 1:
            return False
        return word == ":" or word == _CLOSE[self.words[self.index]] or word in PREDICATES

    def _with_predicate(self, found: list[s.Binder], word: str) -> list[s.Binder]:
        bound = self.term()
        return [replace(binder, predicate=(word, bound)) for binder in found]

    def _bare_name(self) -> s.Binder:
        self.index += 1
        return s.Binder(self.words[self.index - 1], span=self._name_span(self.index - 1))

    def _name_span(self, index: int) -> s.Span:
        return s.Span(self.tokens.starts[index], self.tokens.stops[index])


def _with_type(binders: list[s.Binder], type_: s.Term | None) -> tuple[s.Binder, ...]:
    """Give the type after the last name to every binder that has none."""
    if type_ is None:
        return tuple(binders)
    return tuple(
        binder if binder.type is not None else replace(binder, type=type_) for binder in binders
    )
