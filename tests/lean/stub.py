"""The stub `Mathlib`: the table of known constants as a Lean module, between what is hand-written.

Takes the text of `leanbridge.core.known`, the names that hand-written modules already declare
(Lean is asked), and `Std/Stub/binders.txt`; gives the text of `Std/Stub/Known.lean`. A known
constant keeps its own text, so the elaborator and Lean read the same signature; what the table
leaves out is added, by these rules:

* `{α β : Type}` becomes `{α : Type u_1} {β : Type u_2}`, and a result `Type` their maximum; only
  what takes a `Type → Type`, and what mentions such a constant, stays as it is;
* the constants that `binders.txt` calls classes are classes;
* the instance binders of `binders.txt` follow the leading implicit binders and what they mention;
* declarations come in the order in which they need each other.

Never changes a name, an argument, an order or a binder kind. The stub serves to elaborate
statements and nothing else: without their instances some of its axioms contradict each other
(`List.head!` of any type), so no proof may rest on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leanbridge.core.commands import known_files
from leanbridge.source import syntax
from tests.lean import peer

HERE = Path(__file__).parent
BINDERS = HERE / "Std" / "Stub" / "binders.txt"

HEAD = """import Std.Stub.Sets
/-! The known constants that neither core Lean nor a hand-written module declares. Generated. -/
set_option linter.unusedVariables false
set_option autoImplicit false
noncomputable section
universe u v w u_1 u_2 u_3 u_4 u_5 u_6
"""

_WORD = re.compile(r"[^\s(){}\[\],:;⟨⟩⦃⦄|]+")
_OPENING = frozenset("({⦃")


@dataclass(frozen=True, slots=True)
class Known:
    """One declaration of the table: its name, its text, and its keyword."""

    name: str
    text: str


def known_declarations() -> list[Known]:
    """Every declaration of the table, in the order of its files."""
    return [
        Known(command.name, file.text[command.span.start : command.span.end])
        for _, file in known_files()
        for command in file.commands
        if isinstance(command, syntax.Declaration) and command.name is not None
    ]


def known_exports() -> list[tuple[str, str, str]]:
    """Every `export NAMESPACE (name)` of the table: the namespace it stands in, the full one that
    it exports from, the name."""
    found: list[tuple[str, str, str]] = []
    inside = ""
    for _, file in known_files():
        for command in file.commands:
            if isinstance(command, syntax.Namespace):
                inside = command.name
            elif isinstance(command, syntax.End):
                inside = ""
            elif isinstance(command, syntax.Export):
                space = f"{inside}.{command.name}" if inside else command.name
                found += [(inside, space, name) for name in command.only]
    return found


def declared_names(folder: Path) -> set[str]:
    """The known names that `Std.Stub.Sets`, compiled in `folder`, and what it imports declare: Lean
    is asked for each."""
    names = [known.name for known in known_declarations()]
    asked = [f"#check @{name}" for name in names]
    messages = peer.check("\n".join(["import Std.Stub.Sets", *asked]), [folder])
    missing = {names[message.line - 2] for message in messages if message.severity == "error"}
    return set(names) - missing


@dataclass(frozen=True, slots=True)
class Additions:
    """What `binders.txt` says: `name [C α] …` and `class name`; `#` begins a comment."""

    binders: Mapping[str, str] = field(default_factory=dict)
    classes: frozenset[str] = frozenset()

    @classmethod
    def read(cls, text: str) -> Additions:
        lines = [line.split("#")[0].strip() for line in text.splitlines()]
        words = [line.partition(" ") for line in lines if line]
        return cls(
            {name: rest for name, _, rest in words if name != "class"},
            frozenset(rest for name, _, rest in words if name == "class"),
        )


def generate(declared: Iterable[str], additions: Additions) -> str:
    """The text of `Std/Stub/Known.lean`; `declared` are the names that it must not declare."""
    taken = frozenset(declared)
    wanted = [known for known in known_declarations() if known.name not in taken]
    unknown = {*additions.binders, *additions.classes} - {known.name for known in wanted}
    if unknown:
        raise ValueError(f"binders.txt names what is not generated: {sorted(unknown)}")
    fixed = _of_constructors(wanted)
    body = [lean_text(known, additions, at_zero=known.name in fixed) for known in _in_order(wanted)]
    names = {known.name for known in wanted}
    exports = [
        f"namespace {inside}\nexport {space} ({name})\nend {inside}"
        if inside
        else f"export {space} ({name})"
        for inside, space, name in known_exports()
        if f"{space}.{name}" in names
    ]
    return HEAD + "\n".join([*body, *exports, "end", ""])


def lean_text(known: Known, additions: Additions, *, at_zero: bool = False) -> str:
    """The declaration as Lean needs it: universes named (unless all are to be zero), instance
    binders added."""
    keyword, _, rest = known.text.partition(" ")
    name, _, rest = rest.partition(" ")
    groups, tail = _leading_groups(rest)
    universes = _Universes()
    named = list(groups) if at_zero else [universes.group(group) for group in groups]
    instances = re.findall(r"\[[^\]]*\]", additions.binders.get(name, ""))
    for instance in reversed(instances):
        named.insert(_place(groups, instance), instance)
    if name in additions.classes:
        keyword, tail = "class", tail.removeprefix(": Type")
    elif keyword == "structure":
        tail = tail.removeprefix(": Type ")
    else:
        tail = re.sub(r"^: Type\b(?! →)", f": {universes.result()}", tail)
    return " ".join(part for part in (keyword, name, *named, tail) if part)


def _of_constructors(wanted: Sequence[Known]) -> set[str]:
    """The names of what takes a `Type → Type`, and of what mentions one of these names."""
    found = {known.name for known in wanted if " : Type → Type" in known.text}
    for known in _in_order(wanted):
        if found & set(_WORD.findall(known.text)):
            found.add(known.name)
    return found


class _Universes:
    """Names a universe for every variable that ranges over types."""

    def __init__(self) -> None:
        self.types: list[str] = []
        self.sorts: list[str] = []

    def group(self, group: str) -> str:
        """A bracketed binder with the universes of its variables named."""
        names, _, type_ = group[1:-1].partition(" : ")
        sort = re.fullmatch(r"Sort (\w+)", type_)
        if sort is not None:
            self.sorts.append(sort[1])
        family = re.fullmatch(r"(?P<domain>(?:.* → )?)Type", type_)
        if family is None:
            return group
        return " ".join(
            f"{group[0]}{name} : {family['domain']}Type {self._fresh()}{group[-1]}"
            for name in names.split()
        )

    def _fresh(self) -> str:
        self.types.append(f"u_{len(self.types) + 1}")
        return self.types[-1]

    def result(self) -> str:
        """What `Type` is as a result: the universe above all arguments."""
        if self.sorts:
            above = " ".join([*self.sorts, *(f"({name} + 1)" for name in self.types)])
            return f"Sort (max 1 {above})"
        return f"Type (max {' '.join(['0', *self.types])})" if self.types else "Type"


def _place(groups: Sequence[str], instance: str) -> int:
    """Where an instance binder stands: behind the leading implicit binders and what it mentions."""
    words = set(_WORD.findall(instance))
    place = next((i for i, group in enumerate(groups) if group.startswith("(")), len(groups))
    for i, group in enumerate(groups):
        if words & set(_WORD.findall(group.partition(" : ")[0])):
            place = max(place, i + 1)
    return place


def _leading_groups(text: str) -> tuple[list[str], str]:
    """The bracketed binders that `text` begins with, and the rest."""
    groups: list[str] = []
    while text[:1] and text[0] in _OPENING:
        end = _group_end(text)
        groups.append(text[:end])
        text = text[end:].lstrip()
    return groups, text


def _group_end(text: str) -> int:
    """Where the bracket that `text` begins with is closed."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "({⦃") - (letter in ")}⦄")
        if depth == 0:
            return place + 1
    raise ValueError(f"a bracket that does not close: {text}")


def _in_order(wanted: Sequence[Known]) -> Iterator[Known]:
    """`wanted`, each after what its text mentions."""
    by_name = {known.name: known for known in wanted}
    done: set[str] = set()

    def emit(known: Known) -> Iterator[Known]:
        if known.name in done:
            return
        done.add(known.name)
        for word in _WORD.findall(known.text):
            if word in by_name:
                yield from emit(by_name[word])
        yield known

    for known in wanted:
        yield from emit(known)
