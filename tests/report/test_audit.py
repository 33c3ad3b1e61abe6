"""The audit as text and as data."""

from __future__ import annotations

from dataclasses import replace

from leanbridge.check.audit import Audit, TheoremAudit
from leanbridge.report.audit import MEANING, audit_json, audit_lines

FINE = TheoremAudit(
    "P.fine", "theorem", "P", 3, is_checked=True, axioms=("propext",), required=("propext",),
    recorded=("propext",), unseen=(), sorry="",
)  # fmt: skip
OPEN = replace(
    FINE,
    name="P.open",
    axioms=("sorryAx",),
    required=("sorryAx",),
    recorded=("sorryAx",),
    sorry="proof",
)
OWN = replace(
    FINE, name="_private.P.0.P.own", axioms=("P.ax",), required=("P.ax",), recorded=("P.ax",)
)


def an_audit(*theorems: TheoremAudit, accepted: tuple[str, ...] = ()) -> Audit:
    return Audit(("4.35.0",), 1, theorems, frozenset(accepted))


def lines(found: Audit, *, quiet: bool = False) -> list[str]:
    return list(audit_lines(found, only_failing=quiet))


def test_the_whole_text() -> None:
    assert lines(an_audit(FINE, OPEN, OWN, accepted=("P.ax", "Q.ax"))) == [
        "P",
        "  checked               P.fine  [propext]",
        "  SORRY in its proof    P.open  [sorryAx]",
        "  checked               P.own (private)  [P.ax]",
        "accepted exception P.ax",
        "  1 rest on it: P.own (private)",
        "EXCEPTION sorryAx: a proof or a value was left out (`sorry`)",
        "  1 rest on it: P.open",
        "accepted, but nothing rests on it: Q.ax",
        "3 theorems of 1 modules, compiled by Lean 4.35.0",
        "2 checked, 0 not seen, 1 with sorry in the proof, 0 in the meaning, 1 on Lean's own"
        " axioms only, 0 different from what Lean recorded",
        "axioms compared with Lean's record for 3 of 3",
        MEANING,
    ]


def test_quiet_leaves_out_what_is_in_order() -> None:
    shown = "\n".join(lines(an_audit(FINE, OPEN), quiet=True))
    assert "P.open" in shown
    assert "P.fine" not in shown
    assert "2 theorems of 1 modules" in shown


def test_a_difference_is_loud() -> None:
    shown = lines(an_audit(replace(FINE, recorded=("Quot.sound",)), accepted=("P.ax",)))
    assert "    DIFFERENT AXIOMS: Lean recorded Quot.sound; the walk found propext" in shown
    assert "    the file was changed after it was compiled, or leancheck is wrong" in shown
    assert any("1 different from what Lean recorded" in line for line in shown)


def test_what_leans_record_misses_is_said() -> None:
    shown = lines(an_audit(replace(FINE, required=(), recorded=())))
    assert "    Lean's own record misses propext, which only a constructor mentions" in shown
    assert not any("DIFFERENT" in line for line in shown)


def test_what_is_not_seen_is_said() -> None:
    unseen = tuple(f"Q.a{i}" for i in range(7))
    hidden = replace(
        FINE, name="P.hidden", is_checked=False, axioms=(), required=(), unseen=("P.hidden",)
    )
    shown = lines(an_audit(replace(FINE, unseen=unseen), hidden))
    assert "  checked, not all seen P.fine  [propext]" in shown
    assert "    not in the files: the bodies of Q.a0, Q.a1, Q.a2, Q.a3, Q.a4 and 2 more" in shown
    assert "  NOT SEEN              P.hidden  [propext]" in shown


def test_the_data() -> None:
    data = audit_json(an_audit(FINE, OPEN))
    assert (data["schema"], data["exit_code"], data["modules"]) == ("leanbridge.audit/1", 1, 1)
    assert data["theorems"][1] == {
        "name": "P.open",
        "kind": "theorem",
        "module": "P",
        "line": 3,
        "checked": True,
        "sorry": "proof",
        "axioms": ["sorryAx"],
        "exceptions": ["sorryAx"],
        "recorded": ["sorryAx"],
        "differs": False,
        "missed": [],
        "unseen": [],
        "accepted": False,
    }
    assert data["theorems"][0]["sorry"] is None


def test_an_axiom_that_is_not_accepted_is_no_checked_row() -> None:
    text = "\n".join(lines(an_audit(OWN)))
    assert "  EXCEPTION             P.own (private)  [P.ax]" in text


def test_a_definition_is_called_one() -> None:
    hole = replace(OPEN, name="P.hole", kind="def", sorry="meaning")
    text = "\n".join(lines(an_audit(FINE, hole)))
    assert "  SORRY in its meaning  def P.hole  [sorryAx]" in text
    assert "1 theorems of 1 modules" in text
    assert "1 definitions beside them" in text


def test_nothing_to_audit_is_said() -> None:
    assert any(line.startswith("nothing to audit") for line in lines(an_audit()))
