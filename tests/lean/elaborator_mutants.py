"""Faults planted in the elaborator, and whether the tests against Lean would see them.

    python -m tests.lean.elaborator_mutants [number …]

Each fault replaces one piece of text, which must stand exactly once, in a copy of the package. The
copy is judged in a process of its own: does it read every declaration of `specs/` and of the nasty
files as Lean's kernel has it, and does it reject the same one-token mutants as before? A fault is
caught if not. At least 95 % must be.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = 0.95
TIMEOUT = 300.0


@dataclass(frozen=True, slots=True)
class Fault:
    """`old` becomes `new` in a file of `leanbridge/`."""

    what: str
    file: str
    old: str
    new: str


FAULTS: tuple[Fault, ...] = (
    # arguments
    Fault("positional arguments from the end", "core/elab/arguments.py",
          "self._given(self.args.pop(0), domain)", "self._given(self.args.pop(), domain)"),
    Fault("a named argument that fixes another is eta-expanded", "core/elab/arguments.py",
          "if self._named_depends_on(pi):", "if False:"),
    Fault("defaults off by one", "core/elab/arguments.py",
          "self.defaults.get(index)", "self.defaults.get(index + 1)"),
    Fault("no eta-expansion before a default", "core/elab/arguments.py",
          "later = not self.explicit and self.last_default > index", "later = False"),
    Fault("defaults of fields in constructor calls", "core/elab/arguments.py",
          'or entry.kind == "constructor"', "or False"),
    Fault("strict implicits are always filled", "core/elab/arguments.py",
          "return el.hole(domain) if more else None", "return el.hole(domain)"),
    Fault("the expected type is not used before the arguments", "core/elab/arguments.py",
          "unify(m, instantiate(self.type, self.loose), expected)", "pass"),
    Fault("an argument of an open type is read without it", "core/elab/arguments.py",
          "_settle(el, slot, el.check(slot.arg, type_))", "_settle(el, slot, el.term(slot.arg))"),
    Fault("the receiver is the first explicit argument", "core/elab/arguments.py",
          "self.receiver is not None and _is_receiver(el, domain, self.receiver[0]):\n",
          'self.receiver is not None and pi.info == "" and '
          "_is_receiver(el, domain, self.receiver[0]):\n"),
    # operators and coercions
    Fault("a leaf is not coerced", "core/elab/operators.py",
          "return tree.value if top is None else el.coerce(tree.value, top, tree.stx)",
          "return tree.value"),
    Fault("the tower of numbers upside down", "core/elab/operators.py",
          "TOWER.index(x.name) < TOWER.index(y.name)", "TOWER.index(x.name) > TOWER.index(y.name)"),
    Fault("the expected type takes no part in a tree", "core/elab/operators.py",
          "top: Term | None = None\n    if expected is not None:",
          "top: Term | None = None\n    if False:"),
    Fault("a relation is typed by its left side", "core/elab/operators.py",
          "top = _largest(el, [left, right], None)", "top = _largest(el, [left], None)"),
    Fault("parentheses cut a tree", "core/elab/operators.py",
          "case syntax.Paren() if not mentions_cdot(stx.body):",
          "case syntax.Paren() if False:"),
    Fault("minus is plus", "core/elab/operators.py", '"-": "HSub.hSub"', '"-": "HAdd.hAdd"'),
    Fault("the inverse is part of a tree", "core/elab/operators.py",
          '{("-", False): "Neg.neg"}', '{("-", False): "Neg.neg", ("⁻¹", True): "Inv.inv"}'),
    Fault("an exponent off by one", "core/elab/operators.py",
          'const("OfNat.ofNat", NAT, Lit(inner.value))',
          'const("OfNat.ofNat", NAT, Lit(inner.value + 1))'),
    Fault("Fin is not coerced to ℕ", "core/elab/coercions.py",
          'if from_ == "Fin" and to == "Nat":', 'if from_ == "Fin" and to == "Int":'),
    Fault("ℕ is cast as ℤ is", "core/elab/coercions.py",
          '"Nat": ("Nat.cast",', '"Nat": ("Int.cast",'),
    Fault("a bundled map goes backwards", "core/elab/coercions.py",
          "lambda args: (args[0], args[1]),", "lambda args: (args[1], args[0]),"),
    Fault("a Bool holds if it is false", "core/elab/coercions.py",
          'value, Const("Bool.true"))\n            return None',
          'value, Const("Bool.false"))\n            return None'),
    # literals
    Fault("numerals at ℕ", "core/elab/literals.py",
          "return el.m.instantiate_mvars(expected)", "return NAT"),
    Fault("numerals off by one", "core/elab/literals.py",
          'const("OfNat.ofNat", type_, Lit(stx.value))',
          'const("OfNat.ofNat", type_, Lit(stx.value + 1))'),
    Fault("a decimal's exponent off by one", "core/elab/literals.py",
          "Lit(abs(stx.exponent))", "Lit(abs(stx.exponent) + 1)"),
    # binders and blocks
    Fault("implicit binders are explicit", "core/elab/binders.py",
          'syntax.BinderKind.IMPLICIT: "{}"', 'syntax.BinderKind.IMPLICIT: ""'),
    Fault("strict binders are implicit", "core/elab/binders.py",
          'syntax.BinderKind.STRICT: "⦃⦄"', 'syntax.BinderKind.STRICT: "{}"'),
    Fault("the dots of a section in reverse", "core/elab/binders.py",
          "for n in dots), inner", "for n in reversed(dots)), inner"),
    Fault("the condition of ∃ after its body", "core/elab/notations.py",
          'const("And", condition, body)', 'const("And", body, condition)'),
    Fault("then and else exchanged", "core/elab/blocks.py",
          'condition, then, el.check(stx.otherwise, type_))',
          'condition, el.check(stx.otherwise, type_), then)'),
    Fault("a `have` of data is unfolded", "core/elab/blocks.py",
          "if opaque and m.is_proof_type(type_):", "if opaque:"),
    Fault("`if h :` has the same fact in both branches", "core/elab/blocks.py",
          '(const("Not", condition), stx.otherwise)', "(condition, stx.otherwise)"),
    # dots, structures, patterns
    Fault("numbered fields off by one", "core/elab/dots.py",
          "fields[number - 1]", "fields[number % len(fields)]"),
    Fault("structure values are not eta-reduced", "core/elab/structures.py",
          "if whole is not None:\n        return whole", "if False:\n        return whole"),
    Fault("the last source of an update wins", "core/elab/structures.py",
          "for source in sources:\n        with",
          "for source in reversed(sources[1:]):\n        with"),
    Fault("surplus components flatten too late", "core/elab/structures.py",
          "tail = syntax.AnonCtor(items[arity - 1 :]", "tail = syntax.AnonCtor(items[arity:]"),
    Fault("offset patterns off by one", "core/elab/patterns.py",
          "for _ in range(stx.rhs.value):", "for _ in range(stx.rhs.value + 1):"),
    Fault("sub-patterns from the end", "core/elab/patterns.py",
          "jobs.append((len(out), positional.pop(0), var))",
          "jobs.append((len(out), positional.pop(), var))"),
    Fault("indices are not refined by a branch", "core/elab/patterns.py",
          "        patterns.append(pattern)\n        if isinstance(value, FVar):",
          "        patterns.append(pattern)\n        if False:"),
    Fault("missing cases are accepted", "core/elab/patterns.py",
          "if not proofs and incomplete(el.env, rows):", "if False:"),
    # tactic blocks
    Fault("the goals that are left in reverse", "core/elab/goals.py",
          "for hole in holes]\n        self.solve",
          "for hole in reversed(holes)]\n        self.solve"),
    Fault("a rewritten goal is cast the other way", "core/elab/rewriting.py",
          'cast(el, "Eq.mpr", goal.type, type_)), *sides',
          'cast(el, "Eq.mpr", type_, goal.type)), *sides'),
    Fault("every rewrite goes backwards", "core/elab/rewriting.py",
          "    if rule.reversed:\n", "    if True:\n"),
    Fault("a rewritten hypothesis keeps its value uncast", "core/elab/rewriting.py",
          'replaced(el, y, cast(el, "Eq.mp", old, new)(x))', "replaced(el, y, x)"),
    Fault("a goal that is shown otherwise leaves no trace", "core/elab/rewriting.py",
          'goal.retyped(type_, lambda value: const("id", goal.type, value))',
          "goal.retyped(type_)"),
    Fault("the branches of `cases` in the order of the text", "core/elab/branches.py",
          "rows.sort(key=lambda row: row[0])", "pass"),
    Fault("the goals of `by_cases` in reverse", "core/elab/branches.py",
          "goals.back(*goals.refine(goal, stx))", "goals.back(*reversed(goals.refine(goal, stx)))"),
    Fault("generalized variables are not arguments of the hypothesis", "core/elab/recursion.py",
          "ih = m.local(ih_name, replace(whole, {n: k}))",
          "ih = m.local(ih_name, replace(goal.type, {n: k}))"),
    Fault("a tactic's `let` is a `have`", "core/elab/hypotheses.py",
          'elif keyword == "have":', "elif True:"),
    Fault("a name of `intro` stands for what comes after it", "core/elab/hypotheses.py",
          "goal.inside(x, closed(el, x)).retyped(instantiate(type_.body, (x,)))",
          "goal.inside(x, closed(el, x)).retyped(type_.body)"),
    # names and scopes
    Fault("outer namespaces first", "core/scope.py",
          "for i in range(len(parts), -1, -1))", "for i in range(len(parts) + 1))"),
    Fault("`protected` is ignored", "core/environment.py",
          "not (atomic and entry.protected)", "True"),
    Fault("`hiding` is ignored", "core/scope.py",
          "if name in self.hiding or (", "if ("),
    Fault("`renaming` keeps the old name", "core/scope.py",
          "            if new == name:\n", "            if old == name:\n"),
    Fault("an `open` is not seen by the next", "core/scope.py",
          "return tuple(dict.fromkeys([*own, *through]))", "return tuple(own)"),
    # headers
    Fault("`include` is ignored", "core/headers.py",
          "if x.name in scope_included)", "if False)"),
    Fault("every section variable is included", "core/headers.py",
          "return tuple(x for x in opening.sections if x in used)",
          "return tuple(opening.sections)"),
    Fault("the body's use of section variables is forgotten", "core/declare.py",
          "more = included_variables(el, opening, type_, value,",
          "more = included_variables(el, opening, type_, None,"),
    Fault("auto-bound variables before section variables", "core/declare.py",
          "    xs = (*sections, *opening.auto, *opening.own)\n    el.used_sections",
          "    xs = (*opening.auto, *sections, *opening.own)\n    el.used_sections"),
    Fault("`omit` of an instance is ignored", "core/headers.py",
          "(el.m.locals[x].instance and type_ in dropped)", "False"),
    Fault("the second parent is a field in a diamond", "core/families.py",
          "if not taken.keys().isdisjoint(flat_fields(env, fn.name)):", "if False:"),
    # checks
    Fault("operators at any type", "core/elab/elaborator.py", "        check_claims(self)\n", ""),
    Fault("instance binders of any type", "core/elab/binders.py",
          "        _check_class(el, type_, binder.type)", "        pass"),
    # precedences
    Fault("∑ takes a sum", "source/notation.py", '"∑": 67', '"∑": 65'),
    Fault("minus binds tighter than a power", "source/notation.py",
          '"-": Prefix(75, 75)', '"-": Prefix(75, 90)'),
    Fault("a power associates to the left", "source/notation.py",
          '_infix(80, "right", "^")', '_infix(80, "left", "^")'),
    Fault("a sum associates to the right", "source/notation.py",
          '_infix(65, "left", "+ - ++', '_infix(65, "right", "+ - ++'),
    Fault("¬ binds tighter than =", "source/notation.py",
          '"¬": Prefix(MAX, 40)', '"¬": Prefix(MAX, 55)'),
    Fault("∧ and ∨ exchanged", "source/notation.py",
          '_infix(30, "right", "∨")', '_infix(36, "right", "∨")'),
)  # fmt: skip


def changed(fault: Fault, text: str) -> str:
    """The text with the fault; it must be possible in exactly one way."""
    found = text.count(fault.old)
    if found != 1:
        raise ValueError(f"{fault.what}: the text stands {found} times in {fault.file}")
    return text.replace(fault.old, fault.new)


# ----- in the process of the copy -------------------------------------------------------------


def judge(state: Path) -> str | None:
    """The first thing that the package in use reads otherwise than `state` says, or None."""
    from tests.lean import compare, judges
    from tests.lean.mutants import Assembled, Mutant

    said = json.loads(state.read_text("utf-8"))
    for corpus in said["corpora"]:
        path = [Path(p) for p in corpus["path"]]
        sources = {name: Path(file) for name, file in corpus["sources"].items()}
        imports = {name: frozenset(list(sources)[:i]) for i, name in enumerate(sources)}
        text = compare.from_text(sources, imports, auto_implicit=corpus["auto_implicit"])
        lean = compare.from_compiled(path, list(sources))
        found = compare.compare(text, lean, text.project_entries)
        if found.different:
            return str(found.different[0])
        if sum(found.equal.values()) != corpus["equal"]:
            return f"{sum(found.equal.values())} equal parts, not {corpus['equal']}"
    for text_, spans, rejected in said["mutants"]:
        mutants = tuple(Mutant(0, "", "", first, last) for first, last in spans)
        mine = judges.by_us(Assembled(text_, mutants))
        other = set(mine.reasons) ^ set(rejected)
        if other or mine.outside:
            return f"mutant {min(other, default=-1)} is judged otherwise"
    return None


# ----- in the process of the tests ------------------------------------------------------------


def prepare(folder: Path, cache: Path) -> Path:
    """Write down what the package as it is says: the state that copies are judged by."""
    from tests.lean import build, compare, judges
    from tests.lean.conftest import nasty_sources, spec_options, spec_sources
    from tests.lean.mutants import assemble

    stub = build.core_and_stub(cache)
    texts = {name: file.read_text("utf-8") for name, file in nasty_sources().items()}
    nasty = build.project(cache, stub, texts, {})
    specs = build.project(cache, stub, spec_sources(), spec_options())
    corpora = []
    wanted = (
        *((nasty, [name], True) for name in texts),
        (specs, [n for n in specs.modules if n in spec_sources() and n != "Specs"], False),
    )
    for made, names, auto_implicit in wanted:
        sources = {name: made.source(name) for name in names}
        imports = {name: frozenset(names[:i]) for i, name in enumerate(names)}
        text = compare.from_text(sources, imports, auto_implicit=auto_implicit)
        lean = compare.from_compiled(made.path, names)
        found = compare.compare(text, lean, text.project_entries)
        corpora.append({
            "path": [str(p) for p in made.path],
            "sources": {name: str(file) for name, file in sources.items()},
            "auto_implicit": auto_implicit,
            "equal": sum(found.equal.values()),
        })  # fmt: skip
    mutants = []
    for name, text_ in texts.items():
        made_ = assemble(text_, 2, 2, name)
        spans = [(m.first, m.last) for m in made_.mutants]
        mutants.append((made_.text, spans, sorted(judges.by_us(made_).reasons)))
    state = folder / "state.json"
    state.write_text(json.dumps({"corpora": corpora, "mutants": mutants}), "utf-8")
    return state


def verdict(fault: Fault | None, state: Path) -> str | None:
    """How a copy of the package with the fault is caught; None if it is not."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        ignore = shutil.ignore_patterns("__pycache__", ".pytest_cache")
        shutil.copytree(ROOT / "leanbridge", copy / "leanbridge", ignore=ignore)
        shutil.copytree(ROOT / "tests" / "lean", copy / "tests" / "lean", ignore=ignore)
        if fault is not None:
            file = copy / "leanbridge" / fault.file
            file.write_text(changed(fault, file.read_text("utf-8")), "utf-8")
        run = subprocess.run(
            [sys.executable, "-m", "tests.lean.elaborator_mutants", "--judge", str(state)],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
        )
    if run.returncode == 0:
        return None
    return run.stdout.strip() or run.stderr.strip().splitlines()[-1]


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["--judge"]:
        found = judge(Path(arguments[1]))
        print(found or "")
        return found is not None
    chosen = [FAULTS[int(a)] for a in arguments] or list(FAULTS)
    with tempfile.TemporaryDirectory() as folder:
        state = prepare(Path(folder), ROOT / ".pytest_cache" / "lean")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            caught = list(pool.map(lambda fault: verdict(fault, state), chosen))
    for fault, how in zip(chosen, caught, strict=True):
        first = how.splitlines()[0] if how is not None else ""
        print(f"{'caught' if how is not None else 'MISSED'}  {fault.what}  {first[:100]}")
    number = sum(how is not None for how in caught)
    print(f"{number} of {len(chosen)} faults are caught")
    return number < REQUIRED * len(chosen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
