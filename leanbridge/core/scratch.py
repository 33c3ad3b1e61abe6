"""A term typed at the command line, elaborated in a project's environment.

Takes text and typed local variables; gives a core term and its type. Sees every module of the
project, with the project's own namespaces opened; declares nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.entries import SourceEntry
from leanbridge.core.environment import Environment
from leanbridge.core.scope import Opened, Scope
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import InputError
from leanbridge.source import syntax
from leanbridge.source.parser import parse_term

MODULE = "(command line)"


@dataclass(frozen=True, slots=True)
class Scratch:
    """An elaborated term: free variables stand for the given locals, by name."""

    term: Term
    type: Term
    is_proposition: bool
    locals: Mapping[str, FVar]


def elaborate_text(
    env: Environment, text: str, types: Mapping[str, str], sizes: Mapping[str, int]
) -> Scratch:
    """Elaborate `text`, where each name of `types` is a local of that Lean type and each of
    `sizes` a natural number.

    Raises: InputError for text that does not parse, ElabError for a term that does not elaborate,
    each with its place in `text`.
    """
    stx = parse_term(text)
    env.add_text(MODULE, text)
    elaborator = _elaborator(env)
    variables: dict[str, FVar] = {}
    for name, value in sizes.items():
        number = parse_term(f"({value} : ℕ)")
        variables[name] = elaborator.m.local(name, _type(elaborator, "ℕ"), elaborator.term(number))
        elaborator.locals = (*elaborator.locals, variables[name])
    for name, type_text in types.items():
        variables[name] = elaborator.m.local(name, _type(elaborator, type_text))
        elaborator.locals = (*elaborator.locals, variables[name])
    with elaborator.run("the term"):
        term = elaborator.term(stx, None)
        elaborator.synthesize(stx)
        term = elaborator.finished(term, stx)
        type_ = elaborator.finished(elaborator.m.infer(term), stx)
    if elaborator.m.is_proof_type(type_):
        raise InputError("a proof has no value", got=repr(type_), expected="a term with a value")
    is_proposition = elaborator.m.is_proof_type(term)
    return Scratch(term, type_, is_proposition, variables)


def _type(elaborator: Elaborator, text: str) -> Term:
    return elaborator.type(parse_term(text))


def _elaborator(env: Environment) -> Elaborator:
    roots = {e.name.split(".")[0] for e in env.project_entries if "." in e.name}
    namespaces = tuple(sorted(roots))
    scope = replace(Scope(auto_implicit=False), opened=(Opened(namespaces),))
    declaration = syntax.Declaration("def", None, syntax.Modifiers(), (), None, None)
    entry = SourceEntry(MODULE, "def", MODULE, 1 << 60, syntax=declaration, scope=scope)
    return Elaborator(env, entry, scope)
