"""The terminal view: what it shows, and what it never leaves out."""

from __future__ import annotations

import io
import re
from dataclasses import replace

from rich.console import Console

from leanbridge.check.record import (
    Counterexample,
    DeclarationRecord,
    Evidence,
    ObligationRecord,
    Problem,
    Run,
    to_json,
)
from leanbridge.report import text
from leanbridge.verdict import Verdict


def obligation(verdict: Verdict, port: str = "numpy", reason: str = "") -> ObligationRecord:
    evidence = (Evidence("exhaustive", verdict, reason),)
    return ObligationRecord("value", port, "…", verdict, evidence, "PORT", "n ≤ 8", cases=3)


def declaration(*obligations: ObligationRecord, name: str = "P.f") -> DeclarationRecord:
    return DeclarationRecord(name, "def", "M", "M.lean", 3, "source", "ℕ", obligations)


def shown(run: Run, verbose: int = 0) -> str:
    out = io.StringIO()
    console = Console(file=out, width=200)
    for part in (
        text.wall_clock(run),
        text.listing(run, verbose=verbose),
        text.counterexamples(run),
        text.summary(run),
    ):
        for renderable in part:
            console.print(renderable)
    return re.sub(r" +", " ", out.getvalue())


def run_of(*declarations: DeclarationRecord, problems: tuple[Problem, ...] = ()) -> Run:
    return Run(0, "specs", "default", ("numpy",), declarations, problems)


def test_exhausted_is_never_shown_without_its_scope() -> None:
    assert "EXHAUSTED (n ≤ 8) P.f numpy" in shown(
        run_of(declaration(obligation(Verdict.EXHAUSTED)))
    )


def test_scopes_that_differ_stand_with_their_port_sets() -> None:
    both = declaration(
        replace(obligation(Verdict.PROVED), scope="all sizes"),
        replace(obligation(Verdict.PROVED, "jax"), scope="n up to 9"),
    )
    assert both.scope == "jax: n up to 9; numpy: all sizes"
    said = shown(run_of(both))
    assert "PROVED P.f jax PROVED (n up to 9), numpy PROVED (all sizes)" in said
    mixed = declaration(
        replace(obligation(Verdict.PROVED), scope="all sizes"),
        obligation(Verdict.EXHAUSTED, "jax"),
    )
    assert "EXHAUSTED P.f jax EXHAUSTED (n ≤ 8), numpy PROVED (all sizes)" in shown(run_of(mixed))


def test_port_sets_that_disagree_are_named() -> None:
    both = declaration(
        obligation(Verdict.PASSED), obligation(Verdict.EVIDENCE, "jax", "restricted sampling")
    )
    assert "EVIDENCE P.f jax EVIDENCE, numpy PASSED" in shown(run_of(both))


def test_obligations_are_shown_when_asked_for() -> None:
    run = run_of(declaration(obligation(Verdict.PASSED, reason="12 comparisons")))
    assert "12 comparisons" not in shown(run)
    assert "numpy · value PASSED · n ≤ 8 · 12 comparisons · cases 3" in shown(run, verbose=1)


def test_a_counterexample_is_shown_whole_and_markup_in_it_is_text() -> None:
    example = Counterexample(
        "value", (("n", 2),), (("x", "[[1, 2],\n [3, 4]]"),), (("i", "1"),), (("h", "p is True"),),
        "3", "4", "holds", "PORT(P.g)", confirmed=True,
    )  # fmt: skip
    refuted = replace(obligation(Verdict.REFUTED), counterexample=example)
    out = shown(run_of(declaration(refuted, name="P.«[bold]»")))
    assert "REFUTED P.«[bold]» · numpy · value · PORT(P.g) (value)" in out
    for line in ("M.lean:3", "sizes n = 2", "x [[1, 2],", "[3, 4]]", "at i = 1", "h p is True"):
        assert line in out
    assert "got 3\n expected 4\n SPEC holds" in out
    assert "not confirmed" not in out
    unconfirmed = replace(refuted, counterexample=replace(example, confirmed=False))
    assert "not confirmed by a second run" in shown(run_of(declaration(unconfirmed)))


def test_the_summary_counts_every_verdict_and_says_what_they_mean() -> None:
    run = run_of(
        declaration(obligation(Verdict.PASSED)),
        replace(
            declaration(obligation(Verdict.VACUOUS), name="P.g"),
            reason="no case met the hypotheses",
        ),
        problems=(Problem("a.toml:3", "a.toml:3: unknown key", 2),),
    )
    out = shown(run)
    assert "2 declarations: 1 PASSED 1 VACUOUS" in out
    assert "1 declarations fail the run" in out
    assert "VACUOUS P.g no case met the hypotheses" in out
    assert "a.toml:3: unknown key" in out
    assert "Sampled is not proved" in out


def test_a_private_name_is_shown_as_it_is_written() -> None:
    private = "_private.Some.Module.0.P.f'"
    refuted = obligation(Verdict.REFUTED, reason=f"rests on the definitions of {private}, P.g")
    example = Counterexample(
        "value", (), (), (), (), f"{private} 3 = 4 is false", "4", "holds", "PORT", confirmed=True
    )
    record = declaration(replace(refuted, counterexample=example), name=private)
    out = shown(run_of(record), verbose=1)
    assert "REFUTED P.f' (private)" in out
    assert "REFUTED P.f' (private) · numpy · value" in out
    assert "rests on the definitions of P.f', P.g" in out
    assert "got P.f' 3 = 4 is false" in out
    assert "_private" not in out
    assert to_json(run_of(record))["declarations"][0]["name"] == private
    assert "P._private.x" in shown(run_of(declaration(refuted, name="P._private.x")))


def test_a_message_that_is_all_that_was_got_is_shown_once() -> None:
    example = Counterexample(
        "range", (), (), (), (), "range: 7", "a value", "holds", "PORT", message="range: 7"
    )
    refuted = replace(obligation(Verdict.REFUTED), counterexample=example)
    assert shown(run_of(declaration(refuted))).count("range: 7") == 1
    other = replace(refuted, counterexample=replace(example, message="2 entries differ"))
    assert "2 entries differ\n got range: 7" in shown(run_of(declaration(other)))


def test_a_process_that_died_stands_on_top() -> None:
    lost = obligation(Verdict.UNKNOWN, reason="the process of the port died")
    out = shown(run_of(declaration(lost)))
    assert out.startswith("PROCESS DIED P.f · numpy: the process of the port died")


def test_the_wall_clock_stands_on_top() -> None:
    slow = obligation(Verdict.UNKNOWN, reason="wall-clock: the port ran longer than the limit")
    assert shown(run_of(declaration(slow))).startswith("WALL CLOCK P.f · numpy: wall-clock")
