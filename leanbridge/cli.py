"""`leancheck`: the only module that prints, exits, or reads the environment.

Everything heavy is imported inside the command that needs it, so that `--help` is quick.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from leanbridge.check.record import Run
    from leanbridge.check.verify import Settings
    from leanbridge.ports import Config
    from leanbridge.source.docgen import Site

TENTHS = 10  # progress lines of a run, where there is no terminal
MAX_TIMEOUT = 1e8  # three years, which every system's clock can count

#: What a shell reports of a program that SIGPIPE ended (128 + 13): the reader has gone, and with it
#: what was found. Not 0, which says that all is met, nor 1, which says that something is refuted.
CLOSED_PIPE = 141


class ClosedPipe(Exception):
    """Nobody reads our output any more. Not a BrokenPipeError, which other pipes raise too."""


class Commands(TyperGroup):
    """The commands; one whose output nobody reads any more ends quietly."""

    def invoke(self, ctx: Any) -> Any:  # typer's own copy of click's Context
        try:
            return super().invoke(ctx)
        except ClosedPipe:
            # Python flushes once more when it ends: that must find an open file.
            import os

            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(CLOSED_PIPE) from None


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Check Python ports against Lean 4 statements by executing the statements.",
    epilog="Exit codes: 0 met, 1 refuted or vacuous, 2 usage, 3 drift, 4 unlisted gaps, 5 ours.",
)

ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="leancheck.toml (default: found upwards).")
]
ProjectOption = Annotated[
    Path | None, typer.Option("--project", help="Lean project (default: from the configuration).")
]
PortOption = Annotated[list[str] | None, typer.Option("--port", help="Port set; repeatable.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Seed of every drawn case.", min=0)]
JobsOption = Annotated[int | None, typer.Option("--jobs", "-j", help="Processes.", min=1)]
ProfileOption = Annotated[str, typer.Option("--profile", help="quick, default or deep.")]
TimeoutOption = Annotated[
    float, typer.Option("--timeout", help="Seconds for one call of a port: a safety net.")
]
JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Write the run as JSON (- for standard output).")
]
MaxfailOption = Annotated[
    int | None, typer.Option("--maxfail", help="Stop after N refuted.", min=1)
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Only what fails, and counts.")]
VerboseOption = Annotated[int, typer.Option("--verbose", "-v", count=True, help="Obligations too.")]
TierOption = Annotated[
    str,
    typer.Option(
        "--tier", help="source: the text; olean: what Lean compiled; auto: the latter if built."
    ),
]
OleanOption = Annotated[
    list[Path] | None,
    typer.Option("--olean", help="Where to find compiled imports too; repeatable."),
]
ReproducibleOption = Annotated[
    bool, typer.Option("--reproducible", help="Leave timings out of the JSON.")
]
GlobOption = Annotated[
    list[str] | None, typer.Option("--only", help="Only these modules (a glob); repeatable.")
]
ExcludeOption = Annotated[
    list[str] | None, typer.Option("--exclude", help="Not these modules (a glob); repeatable.")
]
NamesArgument = Annotated[
    list[str] | None, typer.Argument(help="Names: full, a suffix, or a glob.")
]
SizeOption = Annotated[list[str] | None, typer.Option("--size", help="c=2: a natural number c.")]
ArrayOption = Annotated[list[str] | None, typer.Option("--array", help="x=file.npy: a tensor x.")]
UnmappedOption = Annotated[
    bool, typer.Option("--unmapped", help="Only definitions without a port.")
]
FromDocsOption = Annotated[
    Path | None, typer.Option("--from-docs", help="Folder of a doc-gen4 site.")
]
ModuleOption = Annotated[str | None, typer.Option("--module", help="Only this module (a glob).")]


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"leanbridge {version('leanbridge')}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Check Python ports against Lean 4 statements by executing the statements."""


@app.command("verify-all")
def verify_all(
    config: ConfigOption = None,
    project: ProjectOption = None,
    tier: TierOption = "auto",
    olean: OleanOption = None,
    port: PortOption = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    profile: ProfileOption = "default",
    timeout: TimeoutOption = 60.0,
    json_file: JsonOption = None,
    maxfail: MaxfailOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = 0,
    reproducible: ReproducibleOption = False,
) -> None:
    """Check every declaration of the project with every port set."""
    settings = _settings(
        config, project, tier, olean, port, (), None, seed, jobs, profile, timeout, maxfail
    )
    _verify(settings, json_file, quiet, verbose, reproducible)


@app.command()
def verify(
    names: NamesArgument = None,
    module: ModuleOption = None,
    config: ConfigOption = None,
    project: ProjectOption = None,
    tier: TierOption = "auto",
    olean: OleanOption = None,
    port: PortOption = None,
    seed: SeedOption = 0,
    jobs: JobsOption = None,
    profile: ProfileOption = "default",
    timeout: TimeoutOption = 60.0,
    json_file: JsonOption = None,
    maxfail: MaxfailOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = 1,
    reproducible: ReproducibleOption = False,
) -> None:
    """Check some declarations."""
    if not names and module is None:
        _fail("give names of declarations, or --module; `verify-all` checks everything", 2)
    settings = _settings(
        config, project, tier, olean, port, tuple(names or ()), module, seed, jobs, profile,
        timeout, maxfail,
    )  # fmt: skip
    _verify(settings, json_file, quiet, verbose, reproducible)


@app.command("list")
def list_(
    unmapped: UnmappedOption = False,
    config: ConfigOption = None,
    project: ProjectOption = None,
    tier: TierOption = "auto",
    olean: OleanOption = None,
) -> None:
    """List the project's declarations and what is bound to them."""
    from rich.table import Table

    from leanbridge.check.verify import DEFINITIONS

    session = _session(_settings(config, project, tier, olean))
    table = Table("kind", "name", "ports", box=None, pad_edge=False)
    for entry in _entries(session):
        ports = []
        for name, state in session.environments.sets.items():
            if state.is_bound(entry.name):
                ports.append(name)
            elif entry.name in state.skipped:
                ports.append(f"{name}: skipped")
        if unmapped and (ports or entry.kind not in DEFINITIONS):
            continue
        table.add_row(entry.kind, entry.name, ", ".join(ports) or "-")
    console = _console()
    console.print(table)
    _show_problems(console, session.problems)


@app.command()
def explain(
    name: Annotated[str, typer.Argument(help="A declaration.")],
    from_docs: FromDocsOption = None,
    live: Annotated[
        bool, typer.Option("--live", help="Ask the project's Lean server too (needs leanclient).")
    ] = False,
    config: ConfigOption = None,
    project: ProjectOption = None,
    tier: TierOption = "auto",
    olean: OleanOption = None,
) -> None:
    """Show a statement as elaborated, its bindings and obligations, and how they are checked."""
    from leanbridge.check.explain import explain_entry
    from leanbridge.report.docs import explain_docs

    session = _session(_settings(config, project, tier, olean, names=(name,)))
    console = _console()
    site = _site(from_docs) if from_docs is not None else None
    for entry in _entries(session):
        lines = list(explain_entry(session, entry))
        if site is not None:
            lines += explain_docs(site, entry.name)
        if live:
            lines.append(f"  Lean says {_live(session, entry)}")
        for line in lines:
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    _show_problems(_console(stderr=True), session.problems)


def _live(session: Any, entry: Any) -> str:
    from leanbridge.source.live import signature

    try:
        return signature(session.root, session.env.where(entry))
    except Exception as error:
        _report(error)


@app.command("eval")
def eval_(
    term: Annotated[str, typer.Argument(help="A Lean term of the project.")],
    size: SizeOption = None,
    array: ArrayOption = None,
    config: ConfigOption = None,
    project: ProjectOption = None,
    tier: TierOption = "auto",
    olean: OleanOption = None,
) -> None:
    """Run a Lean term, noncomputable or not, with the Lean bodies."""
    from leanbridge.check.evaluate import evaluate_text

    session = _session(_settings(config, project, tier, olean))
    sizes = {k: _natural("--size", k, v) for k, v in _pairs(size or [], "--size").items()}
    try:
        out = evaluate_text(session, term, sizes, _pairs(array or [], "--array"))
    except Exception as error:
        _report(error)
    _console().print(out, markup=False, highlight=False, soft_wrap=True)
    _show_problems(_console(stderr=True), session.problems)


@app.command()
def index(
    from_docs: FromDocsOption = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; fail if stale.")] = False,
    config: ConfigOption = None,
    project: ProjectOption = None,
    json_file: JsonOption = None,
) -> None:
    """Write proofs_index.json; or list a doc-gen4 site and compare it with the project."""
    from leanbridge.drift.index import index_text

    if from_docs is not None:
        if check:
            _fail("give --from-docs or --check, not both", 2)
        _index_docs(from_docs, config, project, json_file)
    if json_file is not None:
        _fail("--json goes with --from-docs: the index is JSON itself", 2)
    session = _session(_settings(config, project))
    text = index_text(session.env, session.config)
    path = session.config.index
    if check:
        old = path.read_text("utf-8") if path.is_file() else ""
        if old != text:
            _fail(f"{path.name} is stale: run `leancheck index`", 3)
        _console().print(f"{path.name} is up to date")
        return
    path.write_text(text, "utf-8")
    _console().print(f"wrote {path.name}")


@app.command()
def survey(
    project: ProjectOption = None,
    config: ConfigOption = None,
    only: GlobOption = None,
    exclude: ExcludeOption = None,
    paranoid: Annotated[bool, typer.Option("--paranoid", help="Re-type every term too.")] = False,
    json_file: JsonOption = None,
    verbose: VerboseOption = 0,
) -> None:
    """Say how much of a Lean project can be read: parsed, elaborated, blockers by construct."""
    import time
    from fnmatch import fnmatchcase

    from leanbridge.check.project import load_environment
    from leanbridge.core.survey import survey as make
    from leanbridge.report.survey import survey_json, survey_lines

    def wanted(module: str) -> bool:
        return any(fnmatchcase(module, g) for g in only or ["*"]) and not any(
            fnmatchcase(module, g) for g in exclude or []
        )

    json_file = _json_target(json_file)
    start = time.perf_counter()
    try:
        root = project.resolve() if project is not None else _project_of(config)
        env, problems, _ = load_environment(root)
        found = make(env, wanted, paranoid=paranoid)
    except Exception as error:
        _report(error)
    seconds = time.perf_counter() - start
    if not found.files:
        _fail("no module is asked for: see --only and --exclude", 2)
    if json_file is not None:
        _write_json(survey_json(found, seconds), json_file)
    console = _console(stderr=json_file is not None and str(json_file) == "-")
    for line in survey_lines(found, seconds, verbose=bool(verbose)):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    _show_problems(console, [p for p in problems if p.exit_code == 2])


@app.command()
def audit(
    names: NamesArgument = None,
    project: ProjectOption = None,
    olean: Annotated[
        list[Path] | None,
        typer.Option(
            "--olean",
            help="Where to find compiled imports too; without a built project, audit the first.",
        ),
    ] = None,
    accept: Annotated[
        list[str] | None, typer.Option("--accept", help="An axiom that may be used; repeatable.")
    ] = None,
    config: ConfigOption = None,
    json_file: JsonOption = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = 0,
) -> None:
    """Say which theorems of compiled files are proved, and on which axioms they rest.

    Definitions that rest on `sorry` or on an axiom are listed too. Exit code 0: all are proved, on
    Lean's own axioms or accepted ones. 1: not so. 2: the files are older than the text. 4: some
    proof is not in the files.
    """
    from leanbridge.check.audit import audit as run_audit
    from leanbridge.check.compiled import Search, audited
    from leanbridge.report.audit import audit_json, audit_lines
    from leanbridge.source.olean import Library

    json_file = _json_target(json_file)
    try:
        root = project or _built_project(config, alone=not olean)
        search = Search(tuple(olean or ()), _toolchains())
        build, problems = audited(root, search)
        found = run_audit(Library(build.paths), build.modules, names or (), accept or ())
    except Exception as error:
        _report(error)
    if json_file is not None:
        _write_json(audit_json(found), json_file)
    console = _console(stderr=json_file is not None and str(json_file) == "-")
    for line in audit_lines(found, verbose=bool(verbose), only_failing=quiet):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    _show_problems(console, problems)
    raise typer.Exit(2 if problems else found.exit_code)


@app.command()
def artifact(
    file: Annotated[str, typer.Argument(help="A StableHLO text: FILE, or FILE@function.")],
    name: Annotated[str, typer.Option("--as", help="The Lean definition that it stands for.")],
    function: Annotated[
        str | None, typer.Option("--function", help="A function of the file.")
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Option("--names", help="w.{b}.γ₁={b}g1: an argument by its Lean path; repeatable."),
    ] = None,
    fixed: Annotated[
        list[str] | None,
        typer.Option("--fixed", help="w.{b}.ε₁=1e-5: held at a value; repeatable."),
    ] = None,
    size: SizeOption = None,
    resize: Annotated[
        str | None,
        typer.Option("--resize", help="x=2: a derived module with this first axis of %x."),
    ] = None,
    scale: Annotated[float, typer.Option("--scale", help="Of the random kernels.")] = 1.0,
    backend: Annotated[
        str, typer.Option("--backend", help="numpy or jax, for the Lean side.")
    ] = "numpy",
    faults: Annotated[
        bool, typer.Option("--faults/--no-faults", help="Measure what the comparison can see.")
    ] = True,
    seed: SeedOption = 0,
    config: ConfigOption = None,
    project: ProjectOption = None,
    tier: TierOption = "auto",
    olean: OleanOption = None,
    json_file: JsonOption = None,
    verbose: VerboseOption = 0,
) -> None:
    """Check a StableHLO text against the Lean definition that it stands for.

    Names and values that are not given are those of a binding of the definition to this file, if
    the configuration has one. Exit code 0: agrees; 1: differs; 2: signature; 4: undecided.
    """
    from leanbridge.check.artifact import check_artifact, make_request
    from leanbridge.check.outcome import EFFECT
    from leanbridge.ports import PortSetUnavailable
    from leanbridge.report.artifact import artifact_json, artifact_lines

    if not 0 < scale < float("inf"):
        _fail(f"--scale {scale:g}: expected a number more than 0", 2)
    if backend not in ("numpy", "jax"):
        _fail(f"--backend {backend}: expected numpy or jax", 2)
    sizes = {k: _natural("--size", k, v) for k, v in _pairs(size or [], "--size").items()}
    axes = {k: _natural("--resize", k, v) for k, v in _pairs([resize or "x=0"], "--resize").items()}
    held = {k: _real("--fixed", k, v) for k, v in _pairs(fixed or [], "--fixed").items()}
    json_file = _json_target(json_file)
    session = _session(_settings(config, project, tier, olean, names=(name,)))
    lines = _pairs(names or [], "--names")
    found = [e.name for e in _entries(session)]
    try:
        request = make_request(
            session.config, found, file, function, lines, held, sizes,
            resize=next(iter(axes.items())) if resize is not None else None,
            scale=scale, seed=seed, backend=backend, with_faults=faults,
        )  # fmt: skip
        record = check_artifact(session.env, session.environments.spec, request)
    except PortSetUnavailable as missing:
        _fail(f"{missing}: add the extra [jax]", 4)
    except Exception as error:
        _report(error)
    if json_file is not None:
        _write_json(artifact_json(record), json_file)
    console = _console(stderr=json_file is not None and str(json_file) == "-")
    for line in artifact_lines(record, verbose=bool(verbose)):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(EFFECT[record.verdict])


@app.command()
def doctor(config: ConfigOption = None, project: ProjectOption = None) -> None:
    """Say what is installed, what the configuration binds, and what of the project can be read."""
    from leanbridge.check.compiled import Search
    from leanbridge.check.doctor import examine

    console = _console()
    healthy = True
    try:
        path = _config_path(config)
    except Exception as error:
        _report(error)
    for check in examine(path, project, Search((), _toolchains())):
        healthy = healthy and check.is_fine
        mark = "ok  " if check.is_fine else "LOOK"
        console.print(f"{mark} {check.name}: {check.text}", markup=False, highlight=False)
    raise typer.Exit(0 if healthy else 2)


# ----- shared -------------------------------------------------------------------------------


def _verify(
    settings: Settings, json_file: Path | None, quiet: bool, verbose: int, reproducible: bool
) -> NoReturn:
    from leanbridge.check.outcome import exit_code
    from leanbridge.check.record import to_json
    from leanbridge.check.verify import verify as run_verify

    to_stdout = json_file is not None and str(json_file) == "-"
    console = _console(stderr=to_stdout)
    json_file = _json_target(json_file)
    try:
        run = _with_progress(run_verify, settings, quiet)
    except Exception as error:
        _report(error)
    if json_file is not None:
        _write_json(to_json(run, reproducible=reproducible), json_file)
    _show_run(console, run, quiet, verbose)
    raise typer.Exit(exit_code(run))


def _site(folder: Path) -> Site:
    from leanbridge.source.docgen import read_site

    try:
        return read_site(folder)
    except Exception as error:
        _report(error)


def _index_docs(
    folder: Path, config: Path | None, project: Path | None, json_file: Path | None
) -> NoReturn:
    from leanbridge.check.project import load_environment
    from leanbridge.drift.docs import compare_docs, exit_code, project_beside
    from leanbridge.report.docs import site_json, site_lines

    json_file = _json_target(json_file)
    site = _site(folder)
    problems: list[Any] = []
    comparison = None
    try:
        root = project_beside(config, project, Path.cwd())
        if root is not None:
            env, problems, _ = load_environment(root)
            comparison = compare_docs(env, site)
    except Exception as error:
        _report(error)
    if json_file is not None:
        _write_json(site_json(site, comparison), json_file)
    console = _console(stderr=json_file is not None and str(json_file) == "-")
    for line in site_lines(site, comparison):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    _show_problems(console, problems)
    raise typer.Exit(exit_code(site, comparison))


def _with_progress(run_verify: Any, settings: Settings, quiet: bool) -> Run:
    """A bar on a terminal, else a line for every tenth of the work; both on standard error."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description:<40.40}"), BarColumn(), MofNCompleteColumn(),
        TimeElapsedColumn(),
    )  # fmt: skip
    console = _console(stderr=True)
    hidden = not console.is_terminal
    told = 0
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task("loading", total=None)

        def show(done: int, total: int, name: str) -> None:
            nonlocal told
            bar.update(task, completed=done, total=total, description=name)
            if hidden and not quiet and told < done * TENTHS // total < TENTHS:
                told = done * TENTHS // total
                line = f"leancheck: {done} of {total} checked, the last {name}"
                console.print(line, markup=False, highlight=False, soft_wrap=True)

        result: Run = run_verify(settings, show)
    return result


def _show_run(console: Console, run: Run, quiet: bool, verbose: int) -> None:
    from leanbridge.report import text

    parts: list[Iterable[RenderableType]] = [text.wall_clock(run)]
    parts.append(text.listing(run, verbose=verbose, only_failing=quiet))
    parts += [text.counterexamples(run), text.summary(run)]
    for part in parts:
        for renderable in part:
            console.print(renderable)


def _show_problems(console: Console, problems: Iterable[Any]) -> None:
    for problem in problems:
        console.print(problem.message, markup=False, highlight=False, style="yellow")


def _settings(
    config: Path | None,
    project: Path | None,
    tier: str = "source",
    olean: list[Path] | None = None,
    port: list[str] | None = None,
    names: tuple[str, ...] = (),
    module: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    profile: str = "default",
    timeout: float = 60.0,
    maxfail: int | None = None,
) -> Settings:
    from leanbridge.check.compiled import Search
    from leanbridge.check.verify import Settings

    if not 0 < timeout < MAX_TIMEOUT:
        _fail(f"--timeout {timeout:g}: expected seconds, more than 0", 2)
    try:
        path = _config_path(config)
    except Exception as error:
        _report(error)
    return Settings(
        path,
        project.resolve() if project is not None else None,
        tuple(port or ()),
        names,
        module,
        seed,
        profile,
        jobs if jobs is not None else _cpus(),
        timeout,
        maxfail,
        tier,
        Search(tuple(p.resolve() for p in olean or ()), _toolchains()),
        in_process=False,
    )


def _session(settings: Settings) -> Any:  # verify.Session, imported late
    from leanbridge.check.verify import Session

    try:
        return Session(settings)
    except Exception as error:
        _report(error)


def _entries(session: Any) -> Any:
    """The declarations that are asked for; an unknown name is the user's."""
    try:
        return session.entries()
    except Exception as error:
        _report(error)


def _config_path(config: Path | None) -> Path:
    from leanbridge.ports import Config

    if config is not None:
        return config.resolve()
    found: Config = Config.for_directory(Path.cwd())
    return found.source


def _project_of(config: Path | None) -> Path:
    from leanbridge.ports import read_config

    return read_config(_config_path(config)).project


def _built_project(config: Path | None, *, alone: bool) -> Path | None:
    """The configuration's project; None if it is not built and need not be (not `alone`)."""
    from leanbridge.errors import LeanbridgeError
    from leanbridge.source.olean.discover import find_build

    try:
        root = _project_of(config)
        find_build(root)
    except LeanbridgeError:
        if alone:
            raise
        return None
    return root


def _toolchains() -> Path:
    import os

    return Path(os.environ.get("ELAN_HOME") or Path.home() / ".elan") / "toolchains"


def _cpus() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pairs(given: list[str], option: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for item in given:
        name, sign, value = item.partition("=")
        if not (name and sign and value):
            _fail(f"{option} {item}: expected name=value", 2)
        out[name] = value
    return out


def _natural(option: str, name: str, text: str) -> int:
    if not text.isdigit():
        _fail(f"{option} {name}={text}: expected a natural number", 2)
    return int(text)


def _real(option: str, name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        _fail(f"{option} {name}={text}: expected a number", 2)


def _write_json(data: dict[str, Any], path: Path) -> None:
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if str(path) == "-":
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except BrokenPipeError:
            raise ClosedPipe from None
    else:
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            _fail(f"--json {path}: {error.strerror}", 2)


def _json_target(path: Path | None) -> Path | None:
    """The file to write, whatever folder a port changes to; checked before the work is done."""
    if path is None or str(path) == "-":
        return path
    path = Path.cwd() / path
    if not path.parent.is_dir():
        _fail(f"--json {path}: no such folder", 2)
    if path.is_dir():
        _fail(f"--json {path}: a folder, expected a file", 2)
    return path


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    class Pipe(Console):
        def on_broken_pipe(self) -> None:
            """Leave it to `Commands`: rich would end with exit code 1."""
            raise ClosedPipe

    return Pipe(stderr=stderr, soft_wrap=False)


def _report(error: Exception) -> NoReturn:
    """Print an error of ours as what it is, and leave with its exit code."""
    from leanbridge.core.elab import ElabError
    from leanbridge.errors import InputError, InternalError, LeanbridgeError

    if isinstance(error, LeanbridgeError) and not isinstance(error, InternalError):
        code = 2 if isinstance(error, (InputError, ElabError)) else 4
        _fail(str(error), code)
    raise error


def _fail(message: str, code: int) -> NoReturn:
    _console(stderr=True).print(message, markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(code)


def main() -> None:
    """The console script."""
    sys.setrecursionlimit(20_000)
    gc.set_threshold(200_000, 10, 10)  # terms live as long as the process: little to collect
    try:
        app()
    except typer.Exit:
        raise
    except Exception as error:
        from leanbridge.errors import LeanbridgeError

        if not isinstance(error, LeanbridgeError):
            raise
        print(f"leancheck: {error}\nplease report this", file=sys.stderr)
        sys.exit(5)
