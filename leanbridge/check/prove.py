"""Proofs by the solver: an index statement for all sizes, its ports as terms.

Takes an examiner of an obligation whose variables are numbers; gives a `Proof`, or None where the
strategy has nothing to say. What is proved is proved of the ports: of their Python, path by path.
A model of the solver is no counterexample until the exact interpreter has found it to be one.

| asked of the solver                                    | answer → evidence                  |
|--------------------------------------------------------|------------------------------------|
| can the hypotheses hold together?                      | no → VACUOUS, with the fewest names|
| do they imply what values need to exist, that ports    | all → PROVED; a model → a case for |
| return, the conclusion with the ports (with all, and   | the exact interpreter, REFUTED if  |
| with each alone), and each hypothesis with the ports   | it confirms; else UNKNOWN          |

Where sizes are multiplied the solver may give up; then the sizes are fixed, at some shapes.
A JAX port is the program that JAX lowers it to, and its integers are a machine's: what is proved is
proved where none of them wraps, for numbers up to a bound.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leanbridge.check.record import WALL_CLOCK, Evidence
from leanbridge.check.tally import Tally
from leanbridge.core.terms import FVar, Term
from leanbridge.errors import InternalError, LeanbridgeError, Unsupported
from leanbridge.interp.failures import EvaluationFailure
from leanbridge.interp.sorts import is_proposition
from leanbridge.interp.values import PROOF, BaseType, FinType, ProdType, PropType, TypeValue, Value
from leanbridge.ports import BoundFunction, PortSetUnavailable, PortTimeout
from leanbridge.verdict import Verdict

if TYPE_CHECKING:
    from leanbridge.check.examine import Examiner

ALL_SIZES = "smt-all-sizes"
AT_SHAPES = "smt"
SCOPE = "all sizes"


@dataclass(frozen=True, slots=True)
class Proof:
    """What the solver showed; `tally` has the failure if a model was confirmed to be one."""

    evidence: Evidence
    scope: str = ""
    tally: Tally | None = None


class GivesUp(Exception):
    """The strategy says nothing more than why."""


def prove(examiner: Examiner, tally: Tally) -> Proof | None:
    """Ask the solver; None where a variable or a bound name is not of numbers. `tally` is what the
    cases showed."""
    if not _applies(examiner):
        return None
    if importlib.util.find_spec("z3") is None:
        return unknown("not installed: z3-solver")
    from leanbridge.check.prover import Prover
    from leanbridge.ports.symbolic import NotATerm

    try:
        return Prover(examiner, tally).run()
    except GivesUp as reason:
        return unknown(str(reason))
    except (EvaluationFailure, Unsupported) as error:
        return unknown(error.what)
    except NotATerm as error:
        return unknown(f"a port is no term: {error.what}")
    except PortTimeout:
        return unknown(f"{WALL_CLOCK}: a port ran longer than the safety limit")
    except PortSetUnavailable as missing:
        return unknown(f"not installed: {missing.reason}")
    except InternalError as error:
        return Proof(Evidence(ALL_SIZES, Verdict.ERROR, error.what))


def unknown(reason: str) -> Proof:
    """Why the strategy says nothing."""
    return Proof(Evidence(ALL_SIZES, Verdict.UNKNOWN, reason))


# ----- where it applies -------------------------------------------------------------------


def _applies(examiner: Examiner) -> bool:
    """Whether all variables, and all arguments and results of the bound names, are numbers."""
    state = examiner.environments.sets[examiner.port_set]
    names = examiner.obligation.names
    if examiner.germ is not None or any(n not in state.bound for n in names):
        return False
    variables = [(v.var, v.type) for v in examiner.statement.variables]
    try:
        return _are_numbers(examiner, variables) and all(
            _is_of_numbers(examiner, state.bound[n]) for n in names
        )
    except (LeanbridgeError, ArithmeticError, LookupError, TypeError):
        return False  # a type that depends on data


def _are_numbers(examiner: Examiner, variables: list[tuple[FVar, Term]]) -> bool:
    probe: dict[FVar, Value] = {}
    definitions = examiner.environments.env
    for var, term in variables:
        if is_proposition(term, definitions):
            probe[var] = PROOF
            continue
        type = examiner.spec.type_value(term, probe)
        if not _is_number(type):
            return False
        probe[var] = 2 if type == BaseType("Nat") else 0
    return True


def _is_of_numbers(examiner: Examiner, bound: BoundFunction) -> bool:
    last = (FVar(0, "result"), bound.codomain)
    return _are_numbers(examiner, [*[(b.variable, b.type) for b in bound.binders], last])


def _is_number(type: TypeValue) -> bool:
    match type:
        case FinType() | PropType() | BaseType("Nat" | "Int" | "Bool"):
            return True
        case ProdType(first, second):
            return _is_number(first) and _is_number(second)
        case _:
            return False
