"""`leancheck.toml` as data.

Takes the text of the file, gives a frozen `Config`; imports no port and reads no Lean. Nothing is
skipped: an unknown key is an error with its near misses, a wrong type says what was got.

Worked example:

    schema = 1
    [ports.numpy]
    "*" = { total = true }                                  # options of every binding of the set
    "Proofs.maximum" = "package.module:maximum"
    "Proofs.argmax" = { function = "package.module:argmax", args = ["x"] }
    "Proofs.net" = { artifact = "net.mlir@forward", names = { "w.W₁" = "W" } }
    "Proofs.derivative" = { skip = "a functional of Lean's own derivative" }
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from leanbridge.errors import InputError, Where
from leanbridge.ports.toml import Reader
from leanbridge.verdict import Verdict

FILE_NAME = "leancheck.toml"
SCHEMA = 1
DTYPES = ("float64", "float32", "float16", "bfloat16")
ARRAY_LIBRARIES = ("numpy", "jax")
DEFAULTS_KEY = "*"
ARTIFACT = "mlir:"
NEVER_EXPECTED = (Verdict.REFUTED, Verdict.ERROR, Verdict.VACUOUS, Verdict.UNDEFINED)
SCOPED = (Verdict.PROVED, Verdict.EXHAUSTED)


@dataclass(frozen=True, slots=True)
class Binding:
    """One line of a `[ports.NAME]` table: what Python stands for a Lean name.

    `function` is "module:attribute", None when the name is skipped. `args` are the Lean binders
    passed, in the order of the Python parameters. `layout` gives a flat argument (or "return") its
    axes, as size expressions over Lean binders. `total`: compared outside its hypotheses too.

    `artifact` is "path.mlir@function", in the place of `function`; `names`, `fixed`, `sizes` and
    `ops` belong to it: see `ports.mlir.table`.
    """

    lean_name: str
    function: str | None = None
    args: tuple[str, ...] | None = None
    layout: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dtype: str = "float64"
    arrays: str = "numpy"
    x64: bool = False
    max_ulp: float | None = None
    total: bool = False
    skip: str | None = None
    artifact: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, float] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    ops: Mapping[str, int] = field(default_factory=dict)
    where: Where = field(default_factory=Where)

    @property
    def target(self) -> str:
        """What stands for the name, as text."""
        if self.artifact is not None:
            return ARTIFACT + self.artifact.removeprefix(ARTIFACT)
        return self.function if self.function is not None else f"skipped: {self.skip}"


@dataclass(frozen=True, slots=True)
class PortSet:
    """A `[ports.NAME]` table."""

    name: str
    bindings: Mapping[str, Binding]


@dataclass(frozen=True, slots=True)
class PythonEnvironment:
    """Where ports are imported from; `executable` is another interpreter, None for this one.

    `env`: environment variables that are set before the first port is imported, unless the caller
    has set them.
    """

    path: tuple[Path, ...]
    executable: str | None = None
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Range:
    """Where random numbers are drawn: uniformly in centre ± spread."""

    centre: float
    spread: float


@dataclass(frozen=True, slots=True)
class Instance:
    """The sizes at which a big statement is run, and how its numbers are drawn.

    `sizes`: for each run, a value of every natural number that the statement quantifies. `scale`
    of random arrays of two and more axes: their entries are normal, times scale / √(product of the
    axes but the first). `entries`: other ranges, by the name of a variable or field, or a pattern
    of such (`*γ*`; with dots, of the last names of a path: `w.*.ε`); the first that fits is taken.
    An artifact must have its own sizes among `sizes`; how its inputs are drawn is not told here.
    """

    sizes: tuple[Mapping[str, int], ...]
    scale: float = 1.0
    entries: Mapping[str, Range] = field(default_factory=dict)
    where: Where = field(default_factory=Where)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The weakest verdict that a declaration may have without failing the run, and why."""

    verdict: Verdict
    reason: str
    scope: str | None = None
    ports: tuple[str, ...] = ()
    where: Where = field(default_factory=Where)


@dataclass(frozen=True, slots=True)
class Sampling:
    """A narrower sampling than ours; None keeps ours. Set, it caps every sampled verdict."""

    sizes: tuple[int, ...] | None = None
    cases: int | None = None
    entries: tuple[str, ...] | None = None

    @property
    def is_restricted(self) -> bool:
        return self != Sampling()


@dataclass(frozen=True, slots=True)
class Config:
    """A whole `leancheck.toml`. Paths are absolute; `source` is the file itself."""

    source: Path
    project: Path
    index: Path
    python: PythonEnvironment
    port_sets: Mapping[str, PortSet]
    aliases: Mapping[str, str] = field(default_factory=dict)
    instances: Mapping[str, Instance] = field(default_factory=dict)
    generators: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, Expectation] = field(default_factory=dict)
    sampling: Sampling = field(default_factory=Sampling)
    mutants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @staticmethod
    def for_directory(directory: Path) -> Config:
        """The configuration of the nearest `leancheck.toml`, in `directory` or above it.

        Raises: InputError when there is none, or when it is wrong.
        """
        start = directory.resolve()
        for folder in (start, *start.parents):
            if (folder / FILE_NAME).is_file():
                return read_config(folder / FILE_NAME)
        raise InputError(
            f"no {FILE_NAME} in this directory or above it",
            Where(path=str(directory)),
            todo=f"run leancheck in the project's directory, give --config FILE, or write a"
            f" {FILE_NAME} that begins with: schema = {SCHEMA}",
        )


def read_config(path: Path) -> Config:
    """Read and check the file at `path`. Raises: InputError."""
    try:
        text = path.read_bytes().decode("utf-8").removeprefix("\ufeff")
    except OSError as error:
        raise InputError(
            f"cannot read the configuration: {error.strerror}", Where(path=str(path))
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(
            "the configuration is not UTF-8", Where(path=str(path)), got=str(error)
        ) from None
    return parse_config(text, path)


def parse_config(text: str, path: Path) -> Config:
    """Check `text` as the content of the file `path`. Raises: InputError."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, text, path) from None
    root = Reader(table, (), text, str(path))
    schema = root.integer("schema", required=True)
    if schema != SCHEMA:
        raise root.error("unknown schema", ("schema",), str(schema), str(SCHEMA))
    base = path.resolve().parent
    project = root.table("project")
    config = Config(
        source=path.resolve(),
        project=base / (project.string("root") or "specs"),
        index=base / (project.string("index") or "proofs_index.json"),
        python=_python(root.table("python"), base),
        port_sets=_port_sets(root.table("ports")),
        aliases=root.table("aliases").all_strings(),
        instances=_instances(root.table("instances")),
        generators=_targets(root.table("generators")),
        expect=_expectations(root.table("expect")),
        sampling=_sampling(root.table("sampling")),
        mutants=_mutants(root.table("mutants")),
    )
    project.finish()
    root.finish()
    for name, expectation in config.expect.items():
        for port_set in expectation.ports:
            if port_set not in config.port_sets:
                place = ("expect", name)
                raise root.error("unknown port set", place, port_set, ", ".join(config.port_sets))
    _check_aliases(config, root)
    return config


def _check_aliases(config: Config, root: Reader) -> None:
    """An alias gives a name the port of another; a name with a port of its own needs none."""
    for theirs, ours in config.aliases.items():
        place = ("aliases", theirs)
        if theirs == ours:
            raise root.error("an alias of itself", place, ours, "another name of the declaration")
        for port_set in config.port_sets.values():
            bound = [_bound_as(name, port_set) for name in (theirs, ours)]
            if all(bound):
                what = f"both names are bound in [ports.{port_set.name}]"
                got = " and ".join(names[0] for names in bound)
                raise root.error(what, place, got, "one of them", "remove the alias, or one")
        names = [b for port_set in config.port_sets.values() for b in port_set.bindings]
        if not any(_bound_as(ours, port_set) for port_set in config.port_sets.values()):
            near = difflib.get_close_matches(ours, names, 1)
            todo = f"did you mean {near[0]}?" if near else None
            what = "an alias of a name without a port"
            raise root.error(what, place, ours, "a name of [ports]", todo)


def _bound_as(name: str, port_set: PortSet) -> list[str]:
    """The bindings of a declaration: its own, and those of the fields of what it gives."""
    return [b for b in port_set.bindings if b == name or b.startswith(f"{name}.")]


def _not_toml(error: tomllib.TOMLDecodeError, text: str, path: Path) -> InputError:
    found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
    line, column = (int(found[1]), int(found[2])) if found else (None, None)
    lines = text.splitlines()
    shown = lines[line - 1] if line is not None and line <= len(lines) else None
    what = re.sub(r" \(at .*\)$", "", str(error))
    return InputError(f"not TOML: {what}", Where(str(path), line, column, source_line=shown))


def _python(reader: Reader, base: Path) -> PythonEnvironment:
    folders = reader.strings("path")
    executable = reader.string("executable")
    env = reader.table("env").all_strings()
    reader.finish()
    if folders is None:
        folders = (".",)
    for folder in folders:
        if base.is_dir() and not (base / folder).is_dir():
            raise reader.error("no such folder", ("path",), folder, f"a folder below {base}")
    return PythonEnvironment(tuple([(base / p).resolve() for p in folders]), executable, env)


# ----- bindings -----------------------------------------------------------------------------


def _port_sets(reader: Reader) -> dict[str, PortSet]:
    return {name: _port_set(name, reader.table(name)) for name in reader.keys()}


def _port_set(name: str, reader: Reader) -> PortSet:
    options = reader.table(DEFAULTS_KEY)
    defaults = _with_options(Binding(DEFAULTS_KEY), options)
    options.finish()
    names = [key for key in reader.keys() if key != DEFAULTS_KEY]
    return PortSet(name, {key: _binding(key, reader, defaults) for key in names})


def _binding(lean_name: str, reader: Reader, defaults: Binding) -> Binding:
    binding = replace(defaults, lean_name=lean_name, where=reader.where((lean_name,)))
    if reader.holds_string(lean_name):
        if reader.starts_with(lean_name, ARTIFACT):
            return replace(binding, artifact=reader.string(lean_name))
        return replace(binding, function=reader.target(lean_name))
    options = reader.table(lean_name)
    function = options.target("function") if options.has("function") else None
    skip, artifact = options.string("skip"), options.string("artifact")
    binding = replace(
        _with_options(binding, options),
        function=function,
        skip=skip,
        artifact=artifact,
        args=options.strings("args"),
        layout=_layout(options.table("layout")),
    )
    if artifact is not None:
        binding = _with_table(binding, options)
    options.finish(
        f'a Lean name with dots is one quoted key, as in "{lean_name}.name" = "module:attribute"'
    )
    given = [
        name for name, value in (("function", function), ("artifact", artifact), ("skip", skip))
        if value is not None
    ]  # fmt: skip
    if not given:
        raise options.error(
            "a binding needs `function` or `skip`",
            (),
            "neither",
            'function = "module:attribute", or skip = "reason"',
        )
    if len(given) > 1:
        what = f"`{given[0]}` and `{given[1]}` exclude each other"
        raise options.error(what, (), "both", "one of them")
    if skip is not None and not skip.strip():
        raise options.error("`skip` needs its reason", ("skip",), "an empty text", "a reason")
    return binding


def _with_table(binding: Binding, options: Reader) -> Binding:
    """`binding` with what belongs to an artifact."""
    for key in ("args", "layout"):
        if options.has(key):
            what = f"`{key}` does not go with `artifact`"
            raise options.error(what, (key,), key, "names, fixed, sizes, ops")
    fixed, sizes, ops = options.table("fixed"), options.table("sizes"), options.table("ops")
    return replace(
        binding,
        names=options.table("names").all_strings(),
        fixed={path: fixed.real(path) for path in fixed.keys()},
        sizes={size: sizes.natural(size) for size in sizes.keys()},
        ops={op: ops.natural(op) for op in ops.keys()},
    )


def _with_options(binding: Binding, reader: Reader) -> Binding:
    """`binding` with the options that a whole port set may have, where they are written."""
    max_ulp = reader.number("max_ulp")
    if max_ulp is not None and not 0 <= max_ulp < float("inf"):
        raise reader.error("not a number of ulp", ("max_ulp",), str(max_ulp), "a number ≥ 0")
    written = {
        "dtype": reader.choice("dtype", DTYPES),
        "arrays": reader.choice("arrays", ARRAY_LIBRARIES),
        "x64": reader.boolean("x64"),
        "max_ulp": max_ulp,
        "total": reader.boolean("total"),
    }
    changes: dict[str, Any] = {k: v for k, v in written.items() if v is not None}
    return replace(binding, **changes)


def _layout(reader: Reader) -> dict[str, tuple[str, ...]]:
    return {name: reader.sizes(name) for name in reader.keys()}


# ----- the other tables ---------------------------------------------------------------------


def _targets(reader: Reader) -> dict[str, str]:
    return {name: reader.target(name) for name in reader.keys()}


def _instances(reader: Reader) -> dict[str, Instance]:
    found = {}
    for name in reader.keys():
        table = reader.table(name)
        sizes = tuple([{n: t.natural(n) for n in t.keys()} for t in table.tables("sizes")])
        if not sizes:
            raise table.error("an instance needs sizes", (), "none", "sizes = { n = 8 }")
        scale = table.number("scale")
        if scale is not None and not 0 < scale < float("inf"):
            raise table.error("not a scale", ("scale",), str(scale), "a number > 0")
        ranges = table.table("entries")
        entries = {pattern: _range(ranges.table(pattern)) for pattern in ranges.keys()}
        table.finish()
        found[name] = Instance(sizes, 1.0 if scale is None else scale, entries, table.where())
    return found


def _range(reader: Reader) -> Range:
    centre, spread = reader.number("centre"), reader.number("spread")
    reader.finish()
    if centre is None or spread is None:
        raise reader.error("a range needs both", (), "one", "{ centre = 1.0, spread = 0.5 }")
    if not (abs(centre) < float("inf") and 0 <= spread < float("inf")):
        raise reader.error("not a range", (), f"{centre} ± {spread}", "numbers, the spread ≥ 0")
    return Range(centre, spread)


def _expectations(reader: Reader) -> dict[str, Expectation]:
    return {name: _expectation(reader.table(name)) for name in reader.keys()}


def _expectation(reader: Reader) -> Expectation:
    names = tuple(v.name for v in Verdict)
    verdict = Verdict[reader.choice("verdict", names, required=True) or ""]
    reason = reader.string("reason", required=True) or ""
    scope, ports = reader.string("scope"), reader.strings("ports") or ()
    reader.finish()
    if verdict in NEVER_EXPECTED:
        raise reader.error(
            f"[expect] cannot accept {verdict.name}",
            ("verdict",),
            verdict.name,
            ", ".join(v.name for v in Verdict if v not in NEVER_EXPECTED),
            "repair the port, the statement or the sampling; a known REFUTED belongs in the"
            " known-discrepancy file",
        )
    if not reason.strip():
        raise reader.error("an expectation needs its reason", ("reason",), "an empty text", "why")
    if (verdict in SCOPED) != (scope is not None):
        raise reader.error(
            "a scope belongs to PROVED and EXHAUSTED, and they are never without one",
            ("verdict",),
            f"{verdict.name} {'without' if scope is None else 'with'} `scope`",
            'for example { verdict = "PROVED", scope = "all sizes", … }',
        )
    return Expectation(verdict, reason, scope, ports, reader.where())


def _sampling(reader: Reader) -> Sampling:
    sizes = reader.naturals("sizes")
    cases = reader.natural("cases") if reader.has("cases") else None
    entries = reader.strings("entries")
    reader.finish()
    return Sampling(sizes, cases, entries)


def _mutants(reader: Reader) -> dict[str, tuple[str, ...]]:
    return {name: reader.targets(name) for name in reader.keys()}
