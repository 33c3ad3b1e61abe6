"""Our reading of Lean text beside Lean's own: the same declarations from both, term by term.

Takes an environment read from text and one read from the compiled files of the same modules;
gives what is equal, what differs, and what neither side could say, each with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leanbridge.core.compiled.project import CompiledProject
from leanbridge.core.declarations import Declaration
from leanbridge.core.entries import Entry
from leanbridge.core.environment import Environment
from leanbridge.core.scope import components
from leanbridge.core.terms import (
    Clause,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    Pi,
    Term,
    args_of,
    const,
    instantiate,
    is_app_of,
    map_children,
    replace,
)
from leanbridge.errors import LeanbridgeError
from leanbridge.source import syntax
from leanbridge.source.olean.library import Library
from leanbridge.source.parser import parse_file
from tests.lean.agreement import UNUSED_INSTANCE, agreement, matched


@dataclass(frozen=True, slots=True)
class Text:
    """A module of Lean text."""

    name: str
    file: syntax.File


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the two readings part: the declaration, the part of it, both terms."""

    name: str
    part: str
    ours: str
    lean: str

    def __str__(self) -> str:
        return f"{self.name}, {self.part}\n  ours: {self.ours}\n  Lean: {self.lean}"


@dataclass(slots=True)
class Comparison:
    """What was compared: equal parts by kind, differences, and what was not compared and why."""

    equal: Counter[str] = field(default_factory=Counter)
    different: list[Difference] = field(default_factory=list)
    by_rule: dict[str, list[str]] = field(default_factory=dict)
    skipped: dict[str, list[str]] = field(default_factory=dict)

    def skip(self, reason: str, name: str) -> None:
        self.skipped.setdefault(reason, []).append(name)

    def __str__(self) -> str:
        parts = [f"{sum(self.equal.values())} equal {dict(sorted(self.equal.items()))}"]
        parts += [f"{len(n)} by the rule `{r}`" for r, n in sorted(self.by_rule.items())]
        parts += [f"{len(n)} skipped: {why}" for why, n in sorted(self.skipped.items())]
        return "; ".join([*parts, f"{len(self.different)} different"])


def from_text(
    files: Mapping[str, Path], imports: Mapping[str, frozenset[str]], **options: bool
) -> Environment:
    """The environment of some files by module name, in import order."""
    modules = [
        Text(name, parse_file(path.read_text("utf-8"), str(path))) for name, path in files.items()
    ]
    return Environment(modules, imports, **options)


def from_compiled(path: Sequence[Path], modules: Sequence[str]) -> Environment:
    """The environment of the compiled files of the same modules. Their own instances are erased
    like any other: what a text says does not show which instance was found (DIVERGENCES, 2)."""
    library = Library(path)
    for name in modules:
        library.load(name)
    roots = frozenset(components(name)[0] for name in library.modules)
    return Environment(compiled=CompiledProject(library, modules, libraries=roots))


def compare(text: Environment, compiled: Environment, wanted: Sequence[Entry]) -> Comparison:
    """Compare each declaration that the text has, with everything that is known of it."""
    out = Comparison()
    for entry in wanted:
        name = counterpart(compiled, entry)
        if name is None:
            out.skip(f"{entry.kind} that Lean keeps no constant of", entry.name)
            continue
        try:
            ours = text.declaration(entry.name)
            lean = compiled.declaration(name)
        except LeanbridgeError as error:
            out.different.append(Difference(entry.name, "reading", str(error), ""))
            continue
        assert ours is not None
        assert lean is not None
        _compare_one(out, entry.name, ours, lean)
    return out


def counterpart(compiled: Environment, entry: Entry) -> str | None:
    """The name that Lean gives a declaration: an instance without a name is found by its line."""
    if compiled.entry(entry.name) is not None:
        return entry.name
    if entry.kind == "instance":
        _, _, line = entry.name.rpartition("@")
        for found in compiled.project_entries:
            if found.module == entry.module and found.kind == "instance":
                if str(compiled.where(found).line) == line:
                    return found.name
    return None


def _compare_one(out: Comparison, name: str, ours: Declaration, lean: Declaration) -> None:
    def part(what: str, a: Sequence[Term], b: Sequence[Term]) -> None:
        rules = agreement(a, b)
        if rules is None:
            out.different.append(Difference(name, what, repr(a), repr(b)))
            return
        out.equal[what] += 1
        for rule in rules:
            out.by_rule.setdefault(rule, []).append(f"{name}, {what}")

    part("type", [ours.type], [lean.type])
    if ours.value is not None or lean.value is not None:
        part("body", _given(ours.value), _given(lean.value))
    if ours.instances and not lean.instances and ours.kind in ("def", "abbrev", "instance"):
        out.by_rule.setdefault(UNUSED_INSTANCE, []).append(f"{name}, instances")
    elif ours.instances or lean.instances:
        part("instances", ours.instances, lean.instances)
    if ours.defaults or lean.defaults:
        places = [Lit(p) for p, _ in ours.defaults], [Lit(p) for p, _ in lean.defaults]
        part("places of defaults", *places)
        part("defaults", [t for _, t in ours.defaults], [t for _, t in lean.defaults])
    for what in ("params", "constructors", "constructor", "projection"):
        a, b = getattr(ours, what), getattr(lean, what)
        if a == b and a:
            out.equal[what] += 1
        elif a != b:
            out.different.append(Difference(name, what, repr(a), repr(b)))


def _given(value: Term | None) -> list[Term]:
    return [] if value is None else [value]


# ----- equations ----------------------------------------------------------------------------


def clauses(declaration: Declaration) -> list[tuple[Term, Term]]:
    """Both sides of each equation that the clauses of a definition state; none if it has none."""
    variables: list[FVar] = []
    body = declaration.value
    while isinstance(body, Lam):
        variables.append(FVar(-len(variables) - 1, body.name))
        body = instantiate(body.body, (variables[-1],))
    if not isinstance(body, Match) or not all(s in variables for s in body.scrutinees):
        return []
    left = const(declaration.name, *variables)
    return [_equation(left, body.scrutinees, clause) for clause in body.clauses]


def _equation(left: Term, scrutinees: tuple[Term, ...], clause: Clause) -> tuple[Term, Term]:
    count = len(clause.names)
    xs = tuple(FVar(-1000 - i, clause.names[i]) for i in range(count))
    patterns = [instantiate(p, xs) for p in clause.patterns]
    swap = dict(zip(scrutinees, patterns, strict=True))
    return replace(left, swap), replace(instantiate(clause.rhs, xs), swap)


def stated(type_: Term) -> tuple[Term, Term]:
    """Both sides of an equation lemma, its variables opened; hypotheses that say an earlier clause
    does not fit are dropped."""
    count = 0
    while isinstance(type_, Pi):
        count += 1
        type_ = instantiate(type_.body, (FVar(-5000 - count, type_.name),))
    assert is_app_of(type_, "Eq", 3), f"no equation: {type_!r}"
    _, left, right = args_of(type_)
    return left, right


def same_equation(ours: tuple[Term, Term], lean: tuple[Term, Term]) -> bool:
    """Equality up to the names and the order of the variables, by the rules of `agreement`, and
    up to `let`, which Lean's equations do not keep."""
    renaming: dict[Term, Term] = {}
    if not matched(ours[0], lean[0], renaming):
        return False
    right = _without_let(replace(ours[1], renaming))
    return agreement([right], [_without_let(lean[1])]) is not None


def is_split(equation: tuple[Term, Term]) -> bool:
    """Whether an equation is that of one clause, not of a whole body."""
    return any(not isinstance(a, FVar) for a in args_of(equation[0])) or not isinstance(
        equation[1], Match
    )


def _without_let(t: Term, _: int = 0) -> Term:
    if isinstance(t, Let):
        return _without_let(instantiate(t.body, (t.value,)))
    return map_children(t, _without_let)
