"""What the theorems of compiled files rest on: proofs, axioms, `sorry`.

Takes a `Library` and the modules to look at, gives an `Audit`. Proves nothing itself: that a
theorem is *checked* means that its constant stands in an `.olean` file as a theorem with its
proof. Lean's kernel accepts every constant before it becomes part of a module, and writes no file
when there was an error, so that compiler has accepted it; what this cannot see is a compiler or a
file that somebody has changed, or one told to skip its kernel. A file without the proof (the
public part of a `module`) shows nothing: the theorem is *not seen*.

Axioms are found by our own walk through types, bodies and constructors, across modules, and
compared with what Lean recorded in the same file. Lean's record can miss what only a constructor
of an inductive type mentions (an inductive type and its constructors mention each other, and Lean
4.35 keeps for the one what it had found when it came from the other); less than that, or more
than the walk, is a difference. `sorry` is an axiom, too; it is *in the meaning* where the type, or
what the type is defined by, mentions it, for then nobody knows what was proved.
"""

from __future__ import annotations

import fnmatch
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from leanbridge.errors import InputError
from leanbridge.source.olean import Constant, Library, Module
from leanbridge.source.olean.constants import Kind
from leanbridge.source.olean.graph import Graph

AUDITED = ("theorem", "def", "opaque")
Sorry: TypeAlias = Literal["", "proof", "meaning"]
SORRY = "sorryAx"
#: The axioms of Lean itself, on which ordinary mathematics rests.
EXPECTED = frozenset({"propext", "Classical.choice", "Quot.sound"})
#: What the others that Lean's own library has would mean.
KNOWN_EXCEPTIONS: Mapping[str, str] = {
    SORRY: "a proof or a value was left out (`sorry`)",
    "Lean.ofReduceBool": "the compiler evaluated it, not the kernel (`native_decide`)",
    "Lean.ofReduceNat": "the compiler evaluated it, not the kernel",
    "Lean.trustCompiler": "the compiler evaluated it, not the kernel",
}


@dataclass(frozen=True, slots=True)
class TheoremAudit:
    """What one theorem rests on.

    `required` are the axioms that it rests on without a look into constructors; `recorded` is
    what Lean found, None where it recorded nothing. `unseen` are constants on which it rests and
    whose bodies are not in the files: then `axioms` may be too few.
    """

    name: str
    kind: Kind
    module: str
    line: int | None
    is_checked: bool
    axioms: tuple[str, ...]
    required: tuple[str, ...]
    recorded: tuple[str, ...] | None
    unseen: tuple[str, ...]
    sorry: Sorry

    @property
    def all_axioms(self) -> tuple[str, ...]:
        """The axioms that the walk found or Lean recorded."""
        return tuple(sorted({*self.axioms, *(self.recorded or ())}))

    @property
    def exceptions(self) -> tuple[str, ...]:
        """Those that are not Lean's own three."""
        return tuple(a for a in self.all_axioms if a not in EXPECTED)

    @property
    def differs(self) -> bool:
        """Whether Lean recorded other axioms than the walk found (fewer may be found where a
        body is unseen)."""
        if self.recorded is None:
            return False
        theirs = set(self.recorded)
        return not set(self.required) <= theirs or not (self.unseen or theirs <= set(self.axioms))

    @property
    def missed(self) -> tuple[str, ...]:
        """What Lean's record misses of the axioms, because only a constructor mentions it."""
        if self.recorded is None or self.differs:
            return ()
        return tuple(a for a in self.axioms if a not in self.recorded)

    @property
    def is_seen(self) -> bool:
        """Whether the proof, and all that it rests on, was seen."""
        return self.is_checked and not self.unseen

    @property
    def is_ordinary(self) -> bool:
        """Whether it is seen to rest on nothing but Lean's own axioms."""
        return self.is_seen and not self.exceptions


@dataclass(frozen=True, slots=True)
class Audit:
    """The theorems that were looked at; `accepted` are the exceptions that the user allows."""

    lean_versions: tuple[str, ...]
    modules: int
    theorems: tuple[TheoremAudit, ...]
    accepted: frozenset[str]

    def is_accepted(self, theorem: TheoremAudit) -> bool:
        """Whether nothing about a theorem fails the audit; a `sorry` in its meaning always
        does."""
        return (
            not theorem.differs
            and theorem.sorry != "meaning"
            and set(theorem.exceptions) <= self.accepted
        )

    def by_exception(self) -> dict[str, tuple[TheoremAudit, ...]]:
        """The theorems that rest on each exception, accepted or not."""
        out: dict[str, list[TheoremAudit]] = defaultdict(list)
        for theorem in self.theorems:
            for axiom in theorem.exceptions:
                out[axiom].append(theorem)
        return {axiom: tuple(out[axiom]) for axiom in sorted(out)}

    @property
    def exit_code(self) -> int:
        """0 all checked, and on accepted axioms · 1 an axiom that is not accepted, a `sorry` in
        a meaning, other axioms than Lean recorded, or no theorem at all · 4 a proof not seen."""
        if not self.theorems or not all(map(self.is_accepted, self.theorems)):
            return 1
        return 0 if all(t.is_seen for t in self.theorems) else 4


def audit(
    library: Library,
    modules: Sequence[str],
    names: Sequence[str] = (),
    accepted: Iterable[str] = (),
) -> Audit:
    """Audit the theorems of some modules, and the definitions that rest on an exception.

    `names` chooses among them, and among all definitions: full names, suffixes, or globs.

    Raises: InputError for a module or a name that is not there, or a damaged file.
    """
    loaded = {name: library.load(name) for name in modules}
    chosen = _choose(loaded, names)
    graph = Graph(library)
    for constant, _ in chosen:
        graph.add(constant.name)
    found = [_theorem(library, graph, c, m) for c, m in chosen]
    if not names:
        found = [t for t in found if t.kind == "theorem" or not t.is_ordinary or t.differs]
    found.sort(key=lambda t: (modules.index(t.module), t.line or 0, t.name))
    versions = sorted({module.lean_version for module in loaded.values()})
    return Audit(tuple(versions), len(loaded), tuple(found), frozenset(accepted))


def _choose(loaded: Mapping[str, Module], names: Sequence[str]) -> list[tuple[Constant, str]]:
    chosen: list[tuple[Constant, str]] = []
    unused = set(names)
    for module_name, module in loaded.items():
        for name in module.names:
            matching = [asked for asked in names if _matches(name, asked)]
            unused.difference_update(matching)
            if names and not matching:
                continue
            constant = module.constant(name)
            if (constant.kind in AUDITED and _is_written(module, name)) or name in matching:
                chosen.append((constant, module_name))
    if unused:
        raise InputError(
            f"no constant of these modules is called {', '.join(sorted(unused))}",
            expected="a full name, a suffix of one, or a glob",
        )
    return chosen


def _matches(name: str, asked: str) -> bool:
    if name == asked:  # `«term[_]»` is a name, and would be a glob
        return True
    if any(c in asked for c in "*?["):
        return fnmatch.fnmatchcase(name, asked)
    return name.endswith("." + asked)


def _is_written(module: Module, name: str) -> bool:
    """Whether a person wrote it: what Lean makes itself has no place in the source. A public
    part has no places, so there all count."""
    return not module.ranges or name in module.ranges


def _theorem(
    library: Library,
    graph: Graph,
    constant: Constant,
    module: str,
) -> TheoremAudit:
    name = constant.name
    loaded = library.modules[module]
    recorded = loaded.axioms.get(name)
    axioms, required = graph.axioms_below(name)
    sorry: Sorry = ""
    if SORRY in axioms | (recorded or set()):
        sorry = "meaning" if graph.is_in_meaning(name, SORRY) else "proof"
    return TheoremAudit(
        name,
        constant.kind,
        module,
        loaded.ranges[name].selection.line if name in loaded.ranges else None,
        constant.has_value,
        tuple(sorted(axioms)),
        tuple(sorted(required)),
        None if recorded is None else tuple(sorted(recorded)),
        graph.unseen_below(name),
        sorry,
    )
