"""Every constant of the compiled texts against what the same Lean prints of it.

Types, values, kinds, attributes, numbers and rules of recursors, constructors, axioms, ranges: no
difference is allowed, and the counts are asserted so that nothing is left out unseen.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from leanbridge.check.audit import TheoremAudit, audit
from leanbridge.source.olean import Constant, Inductive, Library, Recursor
from leanbridge.source.olean.entries import REDUCIBILITIES
from tests.lean.conftest import lean_cache as lean_cache
from tests.lean.conftest import specs as specs
from tests.lean.conftest import stub as stub
from tests.source.olean.lean_terms import Printed, plain, spelled
from tests.source.olean.peer import lean

if TYPE_CHECKING:
    from tests.lean.build import Compiled

pytestmark = pytest.mark.lean

OPTIONS = (
    "pp.all true", "pp.natLit false", "pp.maxSteps 10000000", "pp.deepTerms true",
    "pp.deepTerms.threshold 100000", "maxRecDepth 100000", "linter.all false",
)  # fmt: skip
COMMANDS = ("#check @", "#print ", "#print axioms ")
KINDS = {"abbrev": "def", "instance": "def", "structure": "inductive", "class": "inductive"}
_NAME = r"(?P<name>(?:«[^»]*»|[^\s«{])+?)(?:\.\{(?P<levels>[^}]*)\})?(?=\s)"
_HEAD = re.compile(
    r"(?:@\[(?P<attributes>[^\]]*)\] )?(?P<words>(?:[a-z]+ )*?)"
    r"(?P<kind>def|theorem|axiom|opaque|inductive|structure|class|constructor|recursor|abbrev"
    rf"|Quotient primitive)(?P<more> inductive)? {_NAME}"
)
_CHECK = re.compile(f"@?{_NAME}")
UNPRINTABLE = "failed to pretty print expression"  # a numeral, without the syntax to show it


def can_be_asked(name: str) -> bool:
    """Whether Lean can be asked for it by its text."""
    return not name.startswith("_private.") and "_@" not in name


Answers = dict[tuple[str, str], str]


def answers(
    directory: Path,
    path: Sequence[Path],
    imports: Sequence[str],
    names: Sequence[str],
    first: str = "",
) -> Answers:
    """What Lean prints, by command and name; `directory` is to write in."""
    lines = [first, *[f"import {m}" for m in imports], *[f"set_option {o}" for o in OPTIONS]]
    asked = {}
    for name in names:
        for command in COMMANDS:
            lines.append(command + name)
            asked[len(lines)] = (command, name)
    (directory / "Ask.lean").write_text("\n".join(lines) + "\n", "utf-8")
    out = {}
    for line in lean(["--json", "Ask.lean"], directory, path).splitlines():
        message = json.loads(line)
        assert message["severity"] == "information", message
        out[asked[message["pos"]["line"]]] = message["data"]
    assert len(out) == len(asked)
    return out


def renaming(match: re.Match[str], constant: Constant) -> dict[str, str]:
    """The universe parameters as printed → as in the file, by position."""
    printed = [level.strip() for level in (match["levels"] or "").split(",") if level.strip()]
    assert len(printed) == len(constant.level_params)
    return dict(zip(printed, constant.level_params, strict=True))


class Comparison:
    """Differences, and what was compared."""

    def __init__(self, library: Library, module: str) -> None:
        self.module = library.modules[module]
        self.library = library
        self.counts: Counter[str] = Counter()
        self.differences: list[Any] = []

    def same(self, what: str, name: str, ours: object, theirs: object) -> None:
        self.counts[what] += 1
        if ours != theirs:
            self.differences.append((what, name, ours, theirs))

    def check(self, constant: Constant, text: str) -> None:
        match = _CHECK.match(text)
        assert match is not None, text
        printed = Printed(text[match.end() :].lstrip()[1:], renaming(match, constant))
        self.same("type", constant.name, plain(constant.type), printed.term([]))
        assert printed.done(), text

    def print(self, constant: Constant, text: str) -> None:
        match = _HEAD.match(text)
        assert match is not None, text
        kind = match["kind"].replace("Quotient primitive", "quot")
        self.same("kind", constant.name, constant.kind, KINDS.get(kind, kind))
        self._attributes(constant, match)
        rest = text[match.end() :]
        if isinstance(constant, Recursor):
            self._recursor(constant, rest, renaming(match, constant))
        elif isinstance(constant, Inductive):
            self._inductive(constant, rest)
        elif constant.kind in ("def", "theorem"):
            self._body(constant, rest.lstrip()[1:], renaming(match, constant))

    def _attributes(self, constant: Constant, match: re.Match[str]) -> None:
        name, words = constant.name, match["words"].split()
        shown = set((match["attributes"] or "").split(", ")) & set(REDUCIBILITIES)
        ours = self.module.reducibility.get(name)
        if constant.kind == "def":
            self.same("reducibility", name, {ours} - {None}, shown)
        self.same("protected", name, name in self.module.protected, "protected" in words)
        unsafe = constant.safety == "unsafe"
        self.same("safety", name, unsafe, "unsafe" in words)

    def _body(self, constant: Constant, text: str, levels: dict[str, str]) -> None:
        if UNPRINTABLE in text:
            self.counts["unprintable"] += 1
            return
        printed = Printed(text, levels)
        printed.term([])
        printed.take(":=")
        value = constant.value
        assert value is not None, constant.name
        self.same("value", constant.name, plain(value), printed.term([]))
        assert printed.done(), text

    def _inductive(self, constant: Inductive, text: str) -> None:
        params = re.search(r"number of parameters: (\d+)", text)
        shown = int(params[1]) if params else 0
        self.same("parameters", constant.name, constant.params, shown)
        _, _, rest = text.partition("\nconstructors:\n")
        if not rest:
            _, _, rest = text.partition("\nconstructor:\n")
        found = re.findall(r"^ *(\S+?)(?:\.\{[^}]*\})? (?::|[({\[⦃])", rest, re.MULTILINE)
        found = [n for n in found if n.startswith(f"{spelled(constant.name)}.")]
        ours = list(map(spelled, constant.constructors))
        self.same("constructors", constant.name, ours, found)

    def _recursor(self, constant: Recursor, text: str, levels: dict[str, str]) -> None:
        head, _, rules = text.partition("\nrules:\n")
        numbers = []
        for what in ("parameters", "motives", "minor premises", "indices"):
            match = re.search(rf"number of {what}: (\d+)", head)
            assert match is not None, text
            numbers.append(int(match[1]))
        ours = [constant.params, constant.motives, constant.minors, constant.indices]
        self.same("numbers", constant.name, ours, numbers)
        self.same("K", constant.name, constant.is_k, "supports K-like reduction" in head)
        shown = re.split(r"\n  (?=@?\S)", "\n" + rules)[1:] if rules else []
        self.same("rules", constant.name, len(constant.rules), len(shown))
        before = sum(ours[:3])
        for rule, line in zip(constant.rules, shown, strict=True):
            left, _, right = line.partition("==>")
            *arguments, last = arguments_of(left)
            names = arguments[:before]
            if rule.fields:
                names += arguments_of(last[1:-1])[-rule.fields :]
            body = plain(rule.rhs)
            for _ in names:
                body = body[3]
            printed = Printed(right, levels)
            self.same("rule", constant.name, body, printed.term(names[::-1]))
            assert printed.done(), right


def arguments_of(text: str) -> list[str]:
    """The arguments of a printed application, each as text."""
    out: list[str] = []
    depth, word = 0, ""
    for char in text.strip() + " ":
        depth += (char in "([{") - (char in ")]}")
        if char.isspace() and depth == 0:
            out += [word] if word else []
            word = ""
        else:
            word += char
    return out[1:]


#: Two auxiliary matchers of theorems are private in the new form, and cannot be asked for.
PRIVATE_THEN = {("module", "Base"): 2}
#: How much is compared in each module: all of it, so that a silent gap shows.
COMPARED = {
    "Base": {
        "type": 419, "kind": 419, "reducibility": 270, "protected": 419, "safety": 419,
        "value": 307, "parameters": 27, "constructors": 27, "numbers": 27, "K": 27, "rules": 27,
        "rule": 44, "axioms": 419, "same axioms": 419,
    },
    # Lean's record misses an axiom of three: see test_audit
    "Things": {
        "type": 231, "kind": 231, "reducibility": 156, "protected": 231, "safety": 231,
        "value": 188, "parameters": 10, "constructors": 10, "numbers": 11, "K": 11, "rules": 11,
        "rule": 16, "axioms": 231, "same axioms": 228,
    },
}  # fmt: skip
OF_INDUCTIVE_TYPES = ("parameters", "constructors", "numbers", "K", "rules", "rule")


def axioms_in(text: str) -> tuple[str, ...]:
    """The axioms that `#print axioms` names."""
    _, found, rest = text.partition("depends on axioms:")
    names = re.sub(r"\.\{[^}]*\}", "", rest) if found else ""
    return tuple(sorted(re.findall(r"[^\s,\[\]]+", names)))


def compare(library: Library, module: str, names: Sequence[str], printed: Answers) -> Comparison:
    """Everything that was asked, compared."""
    out = Comparison(library, module)
    for name in names:
        constant = library.modules[module].constant(name)
        out.check(constant, printed["#check @", name])
        out.print(constant, printed["#print ", name])
    for theorem in audit(library, [module], names).theorems:
        shown = axioms_in(printed["#print axioms ", theorem.name])
        out.same("axioms", theorem.name, bounded(theorem, shown), shown)
        out.counts["same axioms"] += theorem.axioms == shown
    return out


def bounded(theorem: TheoremAudit, shown: tuple[str, ...]) -> tuple[str, ...]:
    """What Lean shows, if it is no less than must be and no more than can be (see `audit`)."""
    fits = set(theorem.required) <= set(shown) <= set(theorem.axioms)
    return shown if fits else theorem.axioms


@pytest.mark.parametrize("module", ["Base", "Things"])
def test_lean_prints_what_we_read(
    compiled: Callable[[str], Path], things: Library, module: str, form: str, tmp_path: Path
) -> None:
    names = [n for n in things.modules[module].names if can_be_asked(n)]
    printed = answers(tmp_path, [compiled(form)], ["Numeral", module], names, "prelude")
    found = compare(things, module, names, printed)
    assert found.differences == []
    fewer = PRIVATE_THEN.get((form, module), 0)
    expected = {
        what: n - (0 if what in OF_INDUCTIVE_TYPES else fewer)
        for what, n in COMPARED[module].items()
    }
    assert dict(found.counts) == expected


def test_lean_prints_what_we_read_of_specs_and_its_base(
    stub: Compiled, specs: Compiled, tmp_path: Path
) -> None:
    """Every module of the statement files, and of the `Init` and the Mathlib they stand on."""
    library = Library([specs.folder, *stub.path])
    counts: Counter[str] = Counter()
    asked = 0
    for module in (*stub.modules, *specs.modules):
        library.load(module)
        names = [n for n in library.modules[module].names if can_be_asked(n)]
        printed = answers(tmp_path, [specs.folder, *stub.path], [module], names) if names else {}
        found = compare(library, module, names, printed)
        assert found.differences == []
        counts += found.counts
        asked += len(names)
    assert counts["type"] == counts["kind"] == counts["axioms"] == asked
    # how many there are changes with the texts; these say that it is nearly all of them
    assert asked > 3_800
    assert counts["value"] > 2_600
    assert counts["rule"] > 200
    assert counts["same axioms"] > 0.99 * asked
