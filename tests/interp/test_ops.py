"""The table of ops and the two tables of the exact interpreter."""

from __future__ import annotations

from leanbridge.interp.exact_rules.table import RULES, UNSUPPORTED
from leanbridge.interp.ops import OPS
from leanbridge.interp.run import Typed
from leanbridge.interp.sorts import PROPOSITIONS


def test_rules_and_unsupported_partition_the_ops() -> None:
    assert set(RULES) | set(UNSUPPORTED) == set(OPS)
    assert not set(RULES) & set(UNSUPPORTED)


def test_every_unsupported_op_says_why() -> None:
    assert all(UNSUPPORTED.values())


def test_propositions_are_ops() -> None:
    assert set(OPS) >= PROPOSITIONS


def test_a_typed_rule_has_no_more_types_than_arguments() -> None:
    for name, rule in RULES.items():
        if isinstance(rule, Typed):
            assert rule.types <= OPS[name].arity, name
