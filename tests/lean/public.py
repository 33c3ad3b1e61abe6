"""The trusted base against the public text: `python -m tests.lean.public --mathlib DIR …`.

Takes directories of Lean text (Lean's own, Mathlib, Batteries) or of doc-gen4 pages; finds there
each constant of `core/known` and each notation of `source/notation`, reads it with our own reader
and elaborator among the known constants, and says where the two disagree. Nothing of the text is
kept.

Instance binders and levels are erased on both sides. A difference that a rule of DIVERGENCES makes
is counted under the rule.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from pathlib import Path

from leanbridge.core.elab.elaborator import Elaborator
from leanbridge.core.elab.patterns import equations
from leanbridge.core.elab.structures import structure_value
from leanbridge.core.entries import KNOWN, Entry, SourceEntry, SourceText
from leanbridge.core.environment import Environment
from leanbridge.core.headers import included_variables, open_header
from leanbridge.core.recheck import Checker, IllTyped
from leanbridge.core.scope import Scope
from leanbridge.core.terms import (
    App,
    BVar,
    Const,
    Lam,
    Lit,
    Pi,
    Sort,
    Term,
    app,
    args_of,
    head,
    instantiate,
    is_app_of,
    lift,
    map_children,
    same,
)
from leanbridge.errors import LeanbridgeError, Unsupported
from leanbridge.source import syntax as s
from leanbridge.source.positions import Lines
from tests.lean.public_docs import read_page
from tests.lean.public_notation import (
    Notation,
    NotationOutcome,
    compare_notations,
    notation_commands,
    tree_rules,
)
from tests.lean.public_text import (
    Export,
    Found,
    Mirror,
    additive,
    class_names,
    dual,
    may_declare,
    read_file,
    words_of,
)

#: Rules of DIVERGENCES that a difference may come from, and the constants each is about.
ONE_TYPE = frozenset(
    """HAdd.hAdd HSub.hSub HMul.hMul HDiv.hDiv HMod.hMod HPow.hPow HSMul.hSMul HAppend.hAppend
    HOrElse.hOrElse SProd.sprod""".split()
)
FLAT = frozenset("LinearMap ContinuousLinearMap WithLp WithLp.toLp".split())
#: Folders of Mathlib that show notations in examples, or declare none for terms.
ABOUT_SYNTAX = frozenset({"Tactic", "Util"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found of one constant. `kind`: agree, rule, differs, missing, unread."""

    name: str
    kind: str
    detail: str = ""
    place: str = ""
    ours: str = ""
    theirs: str = ""
    value: str = ""


class Comparison:
    """One environment of known constants against what the text declares."""

    def __init__(self, text: Text) -> None:
        self.env = Environment()
        self.found: Mapping[str, Sequence[Found]] = text.found
        self.exports = text.exports
        self.near = text.near
        self.classes = text.classes
        self.keep_instances = False

    def outcome(self, entry: Entry) -> Outcome:
        """Compare one known constant with its declarations in the text; the best one counts."""
        candidates = sorted(self.found.get(entry.name, ()), key=lambda f: f.mirror != "")
        if not candidates:
            target = self.exports.get(entry.name, "")
            note = f"it stands for {target}" if target else ""
            near = sorted(self.near.get(entry.name.rpartition(".")[2], ()))
            if not note and near:
                note = f"a class has the field {', '.join(near)}"
            return Outcome(entry.name, "missing", note)
        best: Outcome | None = None
        for found in candidates:
            now = self.one(entry, found)
            if best is None or _ORDER.index(now.kind) < _ORDER.index(best.kind):
                best = now
        assert best is not None
        return best

    def one(self, entry: Entry, found: Found) -> Outcome:
        ours = self.env.statement(entry.name)
        if found.problem:
            return Outcome(entry.name, "unread", found.problem, found.place)
        note = ""
        try:
            theirs = self.type_of(found)
        except LeanbridgeError as error:
            guess = self.without_result(found, ours.type)
            if guess is None:
                return Outcome(entry.name, "unread", error.what, found.place)
            theirs, note = guess, f"the result is that of a body not read: {error.what}"
        kind, detail = self.difference(entry.name, ours.type, theirs)
        if kind == "differs" and found.kind in ("structure", "class") and not found.sorted:
            if self.difference(entry.name, ours.type, _as_prop(theirs))[0] == "agree":
                kind, detail = "agree", "Lean finds the sort"
        detail = detail or (note if kind == "agree" else "")
        if kind != "differs" and (members := self.members(entry, found)):
            kind, detail = members if kind == "agree" or members[0] == "differs" else (kind, detail)
        value = self.value(entry, found) if kind == "agree" else ""
        if kind == "agree" and found.mirror:
            detail = (detail + " " + found.mirror).strip()
        return Outcome(
            entry.name, kind, detail, found.place + (" (deprecated)" if found.deprecated else ""),
            "" if kind == "agree" else repr(ours.type),
            "" if kind == "agree" else repr(theirs), value,
        )  # fmt: skip

    # ----- reading ------------------------------------------------------------------------

    def type_of(self, found: Found) -> Term:
        """The type of a declaration of the text, elaborated among the known constants."""
        if found.target:
            return self._mirror(self.target_type(found), found.mirror)
        try:
            el, xs, type_ = self.header(found)
            closed = el.finished(el.m.close_pi(xs, type_), found.header.type)
        except LeanbridgeError:
            # `card (α) [Fintype α]`: only the instance says what `α` is
            self.keep_instances = True
            try:
                el, xs, type_ = self.header(found)
                closed = el.finished(el.m.close_pi(xs, type_), found.header.type)
            finally:
                self.keep_instances = False
        return self._mirror(closed, found.mirror)

    def without_result(self, found: Found, ours: Term) -> Term | None:
        """The type of a definition whose type is not written and whose body cannot be read: its
        binders, with the result that ours has under as many."""
        if found.header.type is not None or found.mirror or found.target:
            return None
        try:
            el, xs, _ = self.header(replace(found, body=None))
            closed = el.m.close_pi(xs, Sort("Prop"))
            count = 0
            while isinstance(closed, Pi):
                closed, count = closed.body, count + 1
            result = ours
            for _ in range(count):
                if not isinstance(result, Pi):
                    return None
                result = result.body
            if result.loose:
                return None
            return el.finished(el.m.close_pi(xs, result), None)
        except LeanbridgeError:
            return None

    def target_type(self, found: Found) -> Term:
        entry = self._entry(found)
        hits = self.env.resolve(found.target, found.scope, entry.module, entry.order)
        names = [e.name for e, rest in hits if not rest]
        for name in (*names, found.target):
            for other in self.found.get(name, ()):
                if other is not found and not other.target:
                    return self.type_of(other)
        for name in names:
            return self.env.type_of(name)
        raise Unsupported(f"alias: unknown target `{found.target}`")

    def _entry(self, found: Found) -> SourceEntry:
        # as a known module: instances are erased here, so none is asked for
        module = f"{KNOWN}public.{found.path}"
        self.env.lines[module] = SourceText(found.path, Lines.of(found.text))
        scope = _needed(found)
        binders = found.header.binders
        if not self.keep_instances:
            binders = _without_instances(binders)
        header = replace(found.header, binders=binders)
        return SourceEntry(found.name, "axiom", module, 0, syntax=header, scope=scope)

    def header(self, found: Found):  # type: ignore[no-untyped-def]
        entry = self._entry(found)
        d = entry.syntax

        def rest(el: Elaborator) -> Term:
            if d.type is None:
                return el.type_hole() if found.body is not None else Sort("Prop")
            return el.type(d.type)

        opening, type_ = open_header(self.env, entry, d.binders, rest)
        el = opening.el
        el.auto_bind = False
        sections = included_variables(el, opening, type_, None, entry.scope.included)
        xs = (*sections, *opening.auto, *opening.own)
        value: Term | None = None
        if d.type is None and found.body is not None:
            value = self._body(el, found, type_)
            sections = included_variables(el, opening, type_, value, entry.scope.included)
            xs = (*sections, *opening.auto, *opening.own)
        return el, xs, el.m.instantiate_mvars(type_)

    def _body(self, el: Elaborator, found: Found, type_: Term) -> Term:
        with el.run("the body"):
            match found.body:
                case s.Value(term=term) if not isinstance(term, s.Opaque):
                    out = el.check(term, type_)
                case s.Equations():
                    out = equations(el, found.body.alts, type_, None)
                case s.WhereFields():
                    out = structure_value(el, found.body.fields, [], type_, None)
                case _:
                    raise Unsupported("no body")
            el.synthesize()
        return el.m.instantiate_mvars(out)

    def value(self, entry: Entry, found: Found) -> str:
        """How the bodies compare: same, equal by definition, differ, or why not compared."""
        mine = self.env.value(entry.name)
        if mine is None:
            return ""
        if found.body is None:
            return "no body in the text"
        if found.mirror:
            return "made by an attribute"
        try:
            el, xs, type_ = self.header(found)
            body = self._body(el, found, type_)
            theirs = el.finished(el.m.close_lambda(xs, body), None)
        except LeanbridgeError as error:
            return f"not read: {error.what}"
        if same(_eta(mine), _eta(theirs)):
            return "same"
        if self.equal(mine, theirs):
            return "equal"
        return f"differ: {mine!r} ≠ {theirs!r}"

    # ----- comparing ----------------------------------------------------------------------

    def difference(self, name: str, ours: Term, theirs: Term) -> tuple[str, str]:
        """How two types differ: agree, by which rule, or in what."""
        ours, theirs = _eta(ours), _eta(theirs)
        if same(ours, theirs):
            return "agree", ""
        bare, dropped = self.without_class_binders(theirs)
        if dropped and same(ours, bare):
            return "rule", "2: an implicit binder of a class"
        for shape in {bare, *_merged(bare)}:
            if shape is bare:
                continue
            if same(ours, shape):
                return ("rule", "9") if name in ONE_TYPE else ("differs", "one type for several")
        if name in FLAT:
            return "rule", "10"
        if self.equal(ours, bare):
            return "agree", "by definition"
        for what, loose in (("levels", _without_levels), ("binder kinds", _without_info)):
            if same(loose(ours), loose(bare)):
                return "differs", what
        if same(_without_info(_without_levels(ours)), _without_info(_without_levels(bare))):
            return "differs", "binder kinds and levels"
        return "differs", "type"

    def equal(self, a: Term, b: Term) -> bool:
        """Whether two closed terms are equal by definition (levels and binder kinds aside)."""
        if not same(_shape(a), _shape(b)):
            return False
        try:
            return Checker(self.env).equality.equal(a, b)
        except (IllTyped, LeanbridgeError):
            return False

    def members(self, entry: Entry, found: Found) -> tuple[str, str] | None:
        """How fields and constructors of a known structure or inductive compare."""
        if entry.kind == "structure":
            mine = self.env.structure_fields(entry.name) or ()
            if mine != found.fields:
                rule = "rule" if entry.name in FLAT else "differs"
                return rule, ("10" if rule == "rule" else f"fields {found.fields}, ours {mine}")
            parts = (found.constructor,) if found.constructor is not None else found.members
        elif entry.kind == "inductive":
            theirs = tuple(m.name for m in found.members)
            if self.env.constructors_of(entry.name) != theirs:
                return "differs", f"constructors {theirs}"
            parts = found.members
        else:
            return None
        notes: list[str] = []
        for part in parts:
            if self.env.entry(part.name) is None:
                return "differs", f"no {part.name} of ours"
            try:
                type_ = self.type_of(part)
            except LeanbridgeError as error:
                notes.append(f"{part.name} not read: {error.what}")
                continue
            kind, detail = self.difference(part.name, self.env.type_of(part.name), type_)
            if kind != "agree":
                return kind, f"{part.name}: {detail}: {type_!r}"
        return ("agree", "; ".join(notes)) if notes else None

    def without_class_binders(self, type_: Term) -> tuple[Term, int]:
        """The type without binders of a class that nothing depends on, and how many there were."""
        if not isinstance(type_, Pi):
            return type_, 0
        fn = head(type_.type)
        body, count = self.without_class_binders(type_.body)
        if isinstance(fn, Const) and fn.name.rpartition(".")[2] in self.classes:
            if not _uses(body, 0):
                return instantiate(body, (Sort("Prop"),)), count + 1
        return Pi(type_.name, type_.info, type_.type, body), count

    def _mirror(self, term: Term, mirror: Mirror) -> Term:
        if not mirror:
            return term
        known = self.env.entries
        if mirror == "additive":
            return _additive_term(term, known)
        return _dual_term(term, known)


_ORDER = ("agree", "rule", "differs", "unread", "missing")


def _as_prop(type_: Term) -> Term:
    if isinstance(type_, Pi):
        return Pi(type_.name, type_.info, type_.type, _as_prop(type_.body))
    return Sort("Prop")


def _shape(type_: Term) -> Term:
    """The leading binders with their kinds and levels and nothing else: `Equality` takes every
    level for the same."""
    if isinstance(type_, Pi):
        domain = type_.type if isinstance(type_.type, Sort) else Sort("Prop")
        return Pi("", type_.info, domain, _shape(type_.body))
    return Sort("Prop")


def _eta(term: Term) -> Term:
    """The term with every `fun x => f x` as `f`: pages print the one for the other."""
    out = map_children(term, lambda t, _: _eta(t))
    if isinstance(out, Lam) and isinstance(out.body, App) and out.body.args[-1] == BVar(0):
        inner = app(out.body.fn, *out.body.args[:-1])
        if not _uses(inner, 0):
            return lift(inner, -1, 1) if inner.loose else inner
    return out


def _without_instances(binders: tuple[s.Binder, ...]) -> tuple[s.Binder, ...]:
    return tuple(b for b in binders if b.kind is not s.BinderKind.INST)


def _needed(found: Found) -> Scope:
    """The scope with the section variables that the declaration's words reach, and no instances;
    those that an instance binder of its own mentions are included."""
    scope, d = found.scope, found.header
    span = d.span
    words = set(words_of(found.text[span.start : span.end]))
    if found.kind.startswith("field") or found.kind == "constructor":
        for b in d.binders:
            words |= words_of(found.text[b.span.start : b.span.end])
    words |= scope.included
    variables = [v for v in scope.variables if v.binder.kind is not s.BinderKind.INST]
    kept: set[int] = set()
    while True:
        more = {i for i, v in enumerate(variables) if i not in kept and v.binder.name in words}
        if not more:
            break
        kept |= more
        for i in more:
            b = variables[i].binder
            words |= words_of(found.text[b.span.start : b.span.end])
            if b.type is not None:
                words |= words_of(found.text[b.type.span.start : b.type.span.end])
    last = {v.binder.name: i for i, v in enumerate(variables)}
    kept = {i for i in kept if last[variables[i].binder.name] == i}  # a later one shadows
    names = set(last)
    included = (set(scope.included) | found.mentions) & names
    for b in d.binders:
        if b.kind is s.BinderKind.INST:
            included |= words_of(found.text[b.span.start : b.span.end]) & names
    own = {b.name for b in d.binders}
    return replace(
        scope,
        variables=tuple(v for i, v in enumerate(variables) if i in kept),
        included=frozenset(included - own),
        omitted=(),
    )


# ----- terms ------------------------------------------------------------------------------


def _uses(term: Term, index: int) -> bool:
    if isinstance(term, BVar):
        return term.index == index
    if term.loose <= index:
        return False
    hit = False

    def look(child: Term, crossed: int) -> Term:
        nonlocal hit
        hit = hit or _uses(child, index + crossed)
        return child

    map_children(term, look)
    return hit


def _without_levels(term: Term) -> Term:
    if isinstance(term, Sort) and term.kind == "Sort":
        return Sort("Type")
    return map_children(term, lambda t, _: _without_levels(t))


def _without_info(term: Term) -> Term:
    if isinstance(term, Pi):
        return Pi(term.name, "", _without_info(term.type), _without_info(term.body))
    return map_children(term, lambda t, _: _without_info(t))


def _merged(type_: Term) -> list[Term]:
    """The types that come out when leading implicit type binders are made one."""
    count, body = 0, type_
    domain: Term | None = None
    while isinstance(body, Pi) and body.info == "{}" and isinstance(body.type, Sort):
        domain, body, count = body.type, body.body, count + 1
    if count < 2 or count > 4 or domain is None:
        return []
    out: list[Term] = []
    for picks in product(range(count), repeat=count):
        groups = sorted(set(picks))
        if groups != list(range(len(groups))) or len(groups) == count:
            continue
        n = len(groups)
        inner = instantiate(body, tuple(BVar(n - 1 - g) for g in picks))
        for _ in groups:
            inner = Pi("α", "{}", domain, inner)
        out.append(inner)
    return out


def _additive_term(term: Term, known: Mapping[str, object]) -> Term:
    if is_app_of(term, "OfNat.ofNat", 2) and args_of(term)[1] is Lit(1):
        return app(Const("OfNat.ofNat"), _additive_term(args_of(term)[0], known), Lit(0))
    if isinstance(term, Const):
        name = {"HMul.hMul": "HAdd.hAdd", "HDiv.hDiv": "HSub.hSub", "Inv.inv": "Neg.neg"}.get(
            term.name
        ) or additive(term.name)
        return Const(name) if name in known else term
    return map_children(term, lambda t, _: _additive_term(t, known))


def _dual_term(term: Term, known: Mapping[str, object]) -> Term:
    swapped = {"LE.le", "LT.lt", "GE.ge", "GT.gt"}
    fn = head(term)
    if isinstance(fn, Const) and fn.name in swapped and len(args_of(term)) == 3:
        t, a, b = (_dual_term(x, known) for x in args_of(term))
        return app(fn, t, b, a)
    if isinstance(term, Const):
        name = dual(term.name)
        return Const(name) if name in known else term
    return map_children(term, lambda t, _: _dual_term(t, known))


# ----- the text ---------------------------------------------------------------------------


@dataclass(slots=True)
class Text:
    """All that directories say of the wanted names."""

    found: dict[str, list[Found]]
    exports: dict[str, str]
    classes: frozenset[str]
    notations: list[Notation]
    trees: set[tuple[str, str, str]]
    near: dict[str, set[str]]
    files: int = 0
    read: int = 0


def _texts(folders: Iterable[Path], ending: str) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted(folder.rglob(f"*{ending}")):
            yield str(path.relative_to(folder.parent)), path.read_text("utf-8", "replace")


def load(folders: Sequence[Path], pages: Sequence[Path], wanted: frozenset[str]) -> Text:
    """Read what the directories declare of `wanted`."""
    lasts = frozenset(name.rpartition(".")[2] for name in wanted)
    out = Text(defaultdict(list), {}, frozenset(), [], set(), defaultdict(set))
    classes: set[str] = set()
    for path, text in _texts(folders, ".lean"):
        out.files += 1
        classes |= class_names([text])
        if not ABOUT_SYNTAX.intersection(path.split("/")):
            out.notations += notation_commands(text, path)
            out.trees.update(tree_rules(text))
        if not may_declare(text, lasts):
            continue
        out.read += 1
        for item in read_file(text, path, wanted):
            if isinstance(item, Export):
                out.exports.setdefault(item.name, item.target)
            else:
                out.found[item.name].append(item)
    for path, page in _texts(pages, ".html"):
        out.files += 1
        for found in read_page(page, path, wanted):
            out.read += 1
            last = found.name.rpartition(".")[2]
            if found.kind.startswith("class"):
                classes.add(last)
            if found.kind.startswith("field of a class"):
                out.near[last].add(found.name)
            if found.name not in wanted:
                continue
            out.found[found.name].append(found)
    out.classes = frozenset(classes)
    return out


def compare(text: Text, names: frozenset[str] | None = None) -> list[Outcome]:
    """The outcome of every known constant (or of `names`)."""
    comparison = Comparison(text)
    tops = [
        e
        for e in comparison.env.entries.values()
        if e.parent is None and e.module.startswith(KNOWN) and (names is None or e.name in names)
    ]
    return [comparison.outcome(entry) for entry in tops]


def known_names() -> frozenset[str]:
    """The names of the known constants, with their fields and constructors."""
    return frozenset(Environment().entries)


def main(arguments: Sequence[str]) -> int:
    """Print what agrees and what does not."""
    parser = argparse.ArgumentParser("tests.lean.public", description=__doc__)
    for name in ("lean", "mathlib", "batteries"):
        parser.add_argument(f"--{name}", type=Path, help=f"a directory of {name}'s text")
    parser.add_argument("--docs", type=Path, action="append", default=[], help="doc-gen4 pages")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("names", nargs="*", help="only these constants")
    options = parser.parse_args(arguments)
    folders = [f for f in (options.lean, options.mathlib, options.batteries) if f is not None]
    text = load(folders, options.docs, known_names())
    outcomes = compare(text, frozenset(options.names) or None)
    notations = compare_notations(text.notations)
    if options.json:
        json.dump(_json(text, outcomes, notations), sys.stdout, ensure_ascii=False, indent=1)
        return 0
    for line in _lines(text, outcomes, notations):
        print(line)
    return 0


def _json(
    text: Text, outcomes: Sequence[Outcome], notations: Sequence[NotationOutcome]
) -> dict[str, object]:
    return {
        "files": text.files,
        "constants": [asdict(o) for o in outcomes],
        "notations": [asdict(o) for o in notations],
        "trees": sorted(text.trees),
    }


def _lines(
    text: Text, outcomes: Sequence[Outcome], notations: Sequence[NotationOutcome]
) -> Iterator[str]:
    """The report: counts, then all that does not plainly agree."""
    yield f"{text.files} files; constants: {dict(Counter(o.kind for o in outcomes))}"
    yield f"agreeing with a note: {dict(_notes(outcomes))}"
    for kind in ("rule", "differs", "unread", "missing"):
        for o in outcomes:
            if o.kind == kind:
                yield f"{kind:8} {o.name}  {o.detail}  {o.place}"
                if kind == "differs":
                    yield from (f"    ours   {o.ours}", f"    theirs {o.theirs}")
    yield f"bodies: {dict(Counter(o.value.partition(':')[0] for o in outcomes if o.value))}"
    yield from (f"body     {o.name}  {o.value}" for o in outcomes if o.value.startswith("differ"))
    yield f"notations: {dict(Counter(o.kind for o in notations))}"
    for n in notations:
        if n.kind != "agree" or n.constant:
            theirs = n.theirs or n.constant
            yield f"{n.kind:8} {n.shape} {n.symbol}  ours {n.ours}  {theirs}  {n.place}"
    for kind, symbol, constant in sorted(text.trees):
        yield f"{kind} {symbol} {constant}"


def _notes(outcomes: Iterable[Outcome]) -> Counter[str]:
    return Counter(o.detail.partition(":")[0] for o in outcomes if o.kind == "agree" and o.detail)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
