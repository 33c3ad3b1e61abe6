"""Commands: `namespace`, `open`, `variable`, `attribute`, `#guard`, …, and what is not read.

Takes a cursor, gives one `Command` that covers every token up to the next command. A command that
cannot be read becomes `Unsupported`, and reading goes on at the next one; nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Callable

from leanbridge.source import syntax as s
from leanbridge.source.cursor import NO_LIMIT, LeanSyntaxError
from leanbridge.source.declarations import DeclarationParser
from leanbridge.source.lexer import COMMAND, DOC, END, HASH, IDENT, MODULE_DOC, NUM, STRING

_DECLARATIONS = frozenset(
    "def theorem lemma abbrev instance example axiom opaque structure class inductive".split()
)
_UNREAD = frozenset({"irreducible_def"})
"""Commands that declare something we cannot read: findings, not `Other`."""
_BEFORE_IN = frozenset({"#guard_msgs", "#count_heartbeats", "count_heartbeats"})


class CommandParser(DeclarationParser):
    """Readers of commands."""

    def commands(self, stop_at_end: bool = False) -> tuple[s.Command, ...]:
        """Read commands to the end of the text (or to the `end` of a `mutual`)."""
        found: list[s.Command] = []
        while self.kinds[self.index] != END:
            if stop_at_end and self.words[self.index] == "end":
                break
            found.append(self._command_or_finding())
        return tuple(found)

    def _command_or_finding(self) -> s.Command:
        """Read one command; if it cannot be read, step to the next one."""
        first = self.index
        column = self.command_column
        self.command_column = self.tokens.column(first)
        # Lean has no limit here; with one, a command that we do not know (`my_command x`) after
        # `def a := f` is a finding of its own and no argument of `f`
        self.restore_layout((self.command_column, False, False, False))
        try:
            command = self._command()
            if not self._is_between_commands():
                self.fail("command", "the end of the command")
        except LeanSyntaxError as error:
            command = self._finding(first, error.construct, str(error), error.position)
        except RecursionError:
            position = self.tokens.starts[min(self.index, self.tokens.count)]
            command = self._finding(first, "term", "nested too deeply", position)
        self.command_column = column
        return command

    def _is_between_commands(self) -> bool:
        """Say whether the command is over; what follows on its last line would be lost."""
        kind = self.kinds[self.index]
        if kind in (COMMAND, DOC, MODULE_DOC, END):
            return True
        return kind in (IDENT, HASH) and not self._is_on_command()

    def _finding(self, first: int, construct: str, message: str, position: int) -> s.Unsupported:
        self.index = self.next_command(max(self.index, first + 1))
        return s.Unsupported(construct, message, position, span=self.span(first))

    def _command(self) -> s.Command:
        """Read one command and, after `in`, the one it is for."""
        first = self.index
        command = self._single_command()
        if self.words[self.index] != "in" or self.kinds[first] == MODULE_DOC:
            return command
        self.index += 1
        if self.kinds[self.index] == END:
            self.fail("in", "a command")
        return s.In(command, self._command(), span=self.span(first))

    def _single_command(self) -> s.Command:
        first = self.index
        if self.kinds[first] == MODULE_DOC:
            self.index += 1
            return s.Other("/-! -/", span=self.span(first))
        reader = _READERS.get(self.words[first])
        if reader is not None:
            self.index += 1
            return reader(self, first)
        modifiers = self.modifiers()
        word = self.words[self.index]
        if word in _DECLARATIONS:
            return self.declaration(first, modifiers)
        if "section" in (word, self.words[self.index + 1]) and word in ("section", "noncomputable"):
            return self._section(first, word == "noncomputable")
        if word == "if" and self.words[first] == "meta":
            return self._other(first, "meta if")
        if word in _UNREAD:
            self.fail(word, "a declaration that can be read")
        if word == "deriving" or (self.kinds[self.index] == COMMAND and word not in _MODIFIERS):
            return self._other(first, word)
        return self.fail("command", "a command")

    def _other(self, first: int, word: str) -> s.Other:
        """Step over a command that declares nothing we read."""
        if word == "deriving":
            self.index += 1
        self.index += 1
        if word in _BEFORE_IN:
            while self.words[self.index] != "in" and self.kinds[self.index] != END:
                self.index += 1
        else:
            self.index = self.next_command(self.index)
        return s.Other(word, span=self.span(first))

    # ----- scopes -------------------------------------------------------------------------

    def _is_on_command(self) -> bool:
        """Say whether the token at the cursor still belongs to a command that is a list."""
        column = self.columns[self.index]
        return column < 0 or column > self.command_column

    def _names(self) -> tuple[str, ...]:
        found: list[str] = []
        while self.kinds[self.index] == IDENT and self._is_on_command():
            found.append(self.words[self.index])
            self.index += 1
        return tuple(found)

    def _optional_name(self) -> str | None:
        names = self._names()
        if len(names) > 1:
            self.index -= len(names) - 1
            self.fail("section", "the end of the command")
        return names[0] if names else None

    def _namespace(self, first: int) -> s.Command:
        return s.Namespace(self.name("namespace"), span=self.span(first))

    def _section(self, first: int, noncomputable: bool) -> s.Command:
        self.index += 2 if noncomputable else 1
        return s.Section(self._optional_name(), noncomputable, span=self.span(first))

    def _plain_section(self, first: int) -> s.Command:
        return s.Section(self._optional_name(), span=self.span(first))

    def _end(self, first: int) -> s.Command:
        return s.End(self._optional_name(), span=self.span(first))

    def _open(self, first: int) -> s.Command:
        scoped = self.accept("scoped")
        names = self._names()
        if not names:
            self.fail("open", "a namespace")
        only: tuple[str, ...] | None = None
        hiding: tuple[str, ...] = ()
        renaming: list[tuple[str, str]] = []
        if len(names) > 1 and self.words[self.index] in ("(", "hiding", "renaming"):
            self.fail("open", "the end of the command: this is for one namespace")
        if self.words[self.index] == "(" and self._is_on_command():
            only = self._parenthesised_names("open")
        elif self.accept("hiding"):
            hiding = self._names()
            if not hiding:
                self.fail("open", "a name to hide")
        elif self.accept("renaming"):
            renaming.append(self._renamed())
            while self.accept(","):
                renaming.append(self._renamed())
        return s.Open(names, scoped, only, hiding, tuple(renaming), span=self.span(first))

    def _renamed(self) -> tuple[str, str]:
        old = self.name("renaming")
        self.expect("→", "renaming")
        return old, self.name("renaming")

    def _parenthesised_names(self, construct: str) -> tuple[str, ...]:
        self.expect("(", construct)
        found = [self.name(construct)]
        while self.kinds[self.index] == IDENT:
            found.append(self.name(construct))
        self.expect(")", construct)
        return tuple(found)

    def _export(self, first: int) -> s.Command:
        name = self.name("export")
        return s.Export(name, self._parenthesised_names("export"), span=self.span(first))

    def _universe(self, first: int) -> s.Command:
        return s.Universe(self._names(), span=self.span(first))

    def _variable(self, first: int) -> s.Command:
        binders = self.binders("variable")
        last = self.kinds[self.index - 1]
        if not binders or last == IDENT or self.words[self.index - 1] == "_":
            self.fail("variable", "a binder in brackets")
        return s.Variable(binders, span=self.span(first))

    def _omit(self, first: int) -> s.Command:
        include = self.words[first] == "include"
        binders = self.binders("include" if include else "omit")
        bare = s.BinderKind.EXPLICIT
        kinds = {bare} if include else {bare, s.BinderKind.INST}
        if not binders or any(b.kind not in kinds for b in binders):
            self.fail("include" if include else "omit", "a variable")
        return s.Omit(binders, include, span=self.span(first))

    def _set_option(self, first: int) -> s.Command:
        name = self.name("set_option")
        if self.kinds[self.index] == END or self.words[self.index] == "in":
            self.fail("set_option", "a value")
        value = self.words[self.index]
        if self.kinds[self.index] not in (NUM, STRING) and value not in ("true", "false"):
            self.fail("set_option", "`true`, `false`, a numeral or a string")
        self.index += 1
        return s.SetOption(name, value, span=self.span(first))

    def command_before_in(self) -> s.Command:
        """Read the `open …` or `set_option …` of an `open … in e`."""
        first = self.index
        self.index += 1
        column, self.command_column = self.command_column, NO_LIMIT
        is_open = self.words[first] == "open"
        command = self._open(first) if is_open else self._set_option(first)
        self.command_column = column
        return command

    # ----- the rest -----------------------------------------------------------------------

    def _attribute_command(self, first: int) -> s.Command:
        if self.words[self.index] != "[":
            self.fail("attribute", "`[`")
        word = self.words[self.index + 1]
        attributes = self.attributes()
        names = self._names()
        scope = "local" if word == "local" else "scoped"
        if word not in ("local", "scoped"):
            return s.AttributeCommand(attributes, names, span=self.span(first))
        return s.AttributeCommand(
            attributes, names, "local" if scope == "local" else "scoped", span=self.span(first)
        )

    def _guard(self, first: int) -> s.Command:
        return s.Guard(self.term(), span=self.span(first))

    def _mutual(self, first: int) -> s.Command:
        commands = self.commands(stop_at_end=True)
        self.expect("end", "mutual")
        return s.Mutual(commands, span=self.span(first))


_MODIFIERS = frozenset(
    "private protected noncomputable unsafe partial nonrec local scoped @[ import prelude".split()
)

_READERS: dict[str, Callable[[CommandParser, int], s.Command]] = {
    "namespace": CommandParser._namespace,
    "section": CommandParser._plain_section,
    "end": CommandParser._end,
    "open": CommandParser._open,
    "export": CommandParser._export,
    "universe": CommandParser._universe,
    "variable": CommandParser._variable,
    "omit": CommandParser._omit,
    "include": CommandParser._omit,
    "set_option": CommandParser._set_option,
    "attribute": CommandParser._attribute_command,
    "#guard": CommandParser._guard,
    "mutual": CommandParser._mutual,
}
