"""What constants rest on: the graph of mentions, across modules.

Takes a `Library` and names, gives the axioms below a constant, and whether its meaning mentions
one. Decodes no term, and follows each constant once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from leanbridge.source.olean.constants import Inductive
from leanbridge.source.olean.library import Library


class Graph:
    """Constants and what they mention, as far as they were reached."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._types: dict[str, frozenset[str]] = {}
        self._values: dict[str, frozenset[str]] = {}
        self._constructors: dict[str, frozenset[str]] = {}
        self._is_theorem: set[str] = set()
        self._axioms: set[str] = set()
        self._users: dict[bool, dict[str, frozenset[str]]] = {}
        self._all_used: dict[str, frozenset[str]] = {}
        self.unseen: set[str] = set()
        """Constants without a body in the files, or in no file at all."""

    def add(self, name: str) -> None:
        """Follow a constant through types, values and constructors."""
        self._users.clear()
        self._all_used.clear()
        todo = [name]
        while todo:
            at = todo.pop()
            if at in self._types:
                continue
            constant = self._library.constant(at)
            if constant is None:
                self._types[at] = self._values[at] = self._constructors[at] = frozenset()
                self.unseen.add(at)
                continue
            constructors = constant.constructors if isinstance(constant, Inductive) else ()
            self._types[at], self._values[at] = constant.type_mentions(), constant.value_mentions()
            self._constructors[at] = frozenset(constructors)
            if constant.kind == "theorem":
                self._is_theorem.add(at)
            if constant.kind == "axiom" and not constant.is_hidden:
                self._axioms.add(at)
            if constant.is_hidden:
                self.unseen.add(at)
            todo += self._used(at, with_constructors=True)

    def _used(self, name: str, *, with_constructors: bool) -> frozenset[str]:
        used = self._types[name] | self._values[name]
        return used | self._constructors[name] if with_constructors else used

    def axioms_below(self, name: str) -> tuple[frozenset[str], frozenset[str]]:
        """The axioms that a constant rests on: all, and those found without constructors."""
        both = [self._users_of_axioms(with_constructors=w).items() for w in (True, False)]
        full, least = (frozenset(a for a, users in found if name in users) for found in both)
        return full, least

    def _users_of_axioms(self, *, with_constructors: bool) -> dict[str, frozenset[str]]:
        """For each axiom that was reached, the constants that rest on it."""
        found = self._users.get(with_constructors)
        if found is None:
            users: dict[str, list[str]] = defaultdict(list)
            for name in self._types:
                for used in self._used(name, with_constructors=with_constructors):
                    users[used].append(name)
            found = {axiom: _closure(axiom, users) for axiom in sorted(self._axioms)}
            self._users[with_constructors] = found
        return found

    def unseen_below(self, name: str) -> tuple[str, ...]:
        """The constants without a body that a constant rests on, itself among them."""
        if not self.unseen:
            return ()
        if not self._all_used:
            self._all_used = {n: self._used(n, with_constructors=True) for n in self._types}
        return tuple(sorted(_closure(name, self._all_used) & self.unseen))

    def is_in_meaning(self, name: str, axiom: str) -> bool:
        """Whether the type of a constant, or the value of a definition, mentions an axiom, itself
        or by the definitions that it mentions. Proofs of theorems are no part of a meaning."""
        seen: set[str] = set()
        todo = list(self._types[name])
        if name not in self._is_theorem:
            todo += self._values[name]
        while todo:
            at = todo.pop()
            if at == axiom:
                return True
            if at not in seen:
                seen.add(at)
                todo += self._types[at] | self._constructors[at]
                if at not in self._is_theorem:
                    todo += self._values[at]
        return False


def _closure(start: str, edges: Mapping[str, Iterable[str]]) -> frozenset[str]:
    seen = {start}
    todo = [start]
    while todo:
        for name in edges.get(todo.pop(), ()):
            if name not in seen:
                seen.add(name)
                todo.append(name)
    return frozenset(seen)
