"""Terms of inductive families, drawn: well-typed, of every constructor that fits, refused by name;
and ports over a family, right and faulty."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from leanbridge.check.cases import PROFILES, draw
from leanbridge.check.entries import Empty, Entries, Shared
from leanbridge.check.members import ALL, draw_member, draw_with_indices
from leanbridge.check.statement import open_statement
from leanbridge.core.terms import Const, FVar, app, const
from leanbridge.errors import Unsupported
from leanbridge.interp.exact import Exact
from leanbridge.interp.values import BaseType, Data, DataType
from leanbridge.verdict import Verdict
from tests.check.corpus import one, only, reason, small
from tests.core.lean_text import environment

FAMILY = """\
inductive Op : ℕ → ℕ → Type where
  | same {n : ℕ} : Op n n
  | twice {n : ℕ} : Op n (2 * n)
  | drop {n : ℕ} (at_ : ℕ) : Op (n + 1) n
  | lin {m n : ℕ} (w : Fin m → Fin n → ℝ) : Op m n

inductive Net : ℕ → Type where
  | leaf {n : ℕ} (name : String) (v : Fin n → ℝ) : Net n
  | node {m n : ℕ} (op : Op m n) (e : Net m) : Net n
  | both {n : ℕ} (left right : Net n) : Net n

noncomputable def apply : {m n : ℕ} → (op : Op m n) → (x : Fin m → ℝ) → Fin n → ℝ
  | _, _, .same => fun x => x
  | _, _, .twice (n := n) => fun x i => x ⟨i.val % n, by sorry⟩
  | _, _, .drop _ => fun x i => x ⟨i.val, by omega⟩
  | _, _, .lin w => fun x j => ∑ i, x i * w i j

noncomputable def value : {n : ℕ} → (e : Net n) → Fin n → ℝ
  | _, .leaf _ v => v
  | _, .node op e => apply op (value e)
  | _, .both left right => fun i => value left i - value right i

def wrap {n : ℕ} (p : String) (e : Net n) : Net n :=
  .both (.node .same (.leaf s!"{p}1" (fun _ => 1))) e

def drops : {n : ℕ} → (e : Net n) → ℕ
  | _, .leaf _ _ => 0
  | _, .node (.drop _) e => drops e + 1
  | _, .node _ e => drops e
  | _, .both left right => drops left + drops right

def marked : {n : ℕ} → (e : Net n) → ℕ
  | n, .leaf name _ => if name = "%z" ++ toString n then 0 else 1
  | _, .node _ e => marked e
  | _, .both left right => marked left + marked right

theorem value_wrap {n : ℕ} (p : String) (e : Net n) (i : Fin n) :
    value (wrap p e) i = 1 - value e i := by sorry
"""
NAMESPACED = f"namespace Q\n{FAMILY}\nend Q\n"
EXACT = Exact(environment(NAMESPACED))
OPS = ("same", "twice", "drop", "lin")


def source(seed: int) -> Entries:
    return Entries(Random(seed), "grid")


def tag(value: Data) -> str:
    return value.constructor.rsplit(".", 1)[-1]


def op_size(value: Data) -> tuple[int, int]:
    """Source and target of an `Op`, from its fields."""
    first, *rest = value.fields
    return {"same": (first, first), "twice": (first, 2 * first), "drop": (first + 1, first)}.get(
        tag(value), (first, rest[0] if rest else None)
    )


def net_size(value: Data) -> int:
    """The index of a `Net`; asserts that its parts fit."""
    match tag(value), value.fields:
        case "leaf", (n, name, v):
            assert isinstance(name, str)
            assert len(v.entries) == n
            return int(n)
        case "node", (m, n, op, e):
            assert op_size(op) == (m, n)
            assert net_size(e) == m
            return int(n)
        case "both", (n, left, right):
            assert net_size(left) == net_size(right) == n
            return int(n)
    raise AssertionError(value)


@pytest.mark.parametrize("size", [0, 1, 3, 4])
def test_a_member_has_the_index_that_is_asked_for(size: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        made = draw_member(DataType("Q.Net", (size,)), EXACT, source(seed))
        assert net_size(made) == size
        seen[tag(made)] += 1
    assert set(seen) == {"leaf", "node", "both"}


@pytest.mark.parametrize(
    ("sizes", "fitting"),
    [
        ((3, 3), {"same", "lin"}),
        ((2, 4), {"twice", "lin"}),
        ((4, 3), {"drop", "lin"}),
        ((0, 0), {"same", "twice", "lin"}),
        ((1, 3), {"lin"}),
    ],
)
def test_constructors_fit_by_their_indices(sizes: tuple[int, int], fitting: set[str]) -> None:
    made = [draw_member(DataType("Q.Op", sizes), EXACT, source(seed)) for seed in range(40)]
    assert {tag(m) for m in made} == fitting
    assert all(op_size(m) == sizes for m in made)


def test_an_index_that_is_not_asked_for_lets_every_constructor_be() -> None:
    m, n = FVar(1, "m"), FVar(2, "n")
    seen = set()
    for seed in range(40):
        found = draw_with_indices(const("Q.Op", m, n), EXACT, source(seed), frozenset({m, n}))
        assert found is not None
        made, sizes = found
        assert op_size(made) == (sizes[m], sizes[n])
        seen.add(tag(made))
    assert seen == set(OPS)


@pytest.mark.parametrize("type_", [app(Const("Q.Op"), FVar(1, "m"), FVar(1, "m")), Const("Nat")])
def test_other_types_are_not_drawn_with_their_indices(type_: Any) -> None:
    assert draw_with_indices(type_, EXACT, source(0), frozenset({FVar(1, "m")})) is None


def test_a_member_depends_on_the_seed_alone() -> None:
    net = DataType("Q.Net", (3,))
    again = [draw_member(net, EXACT, source(5)) for _ in range(2)]
    assert again[0] == again[1]
    assert any(draw_member(net, EXACT, source(seed)) != again[0] for seed in range(6))


REFUSED = """\
inductive Paired : ℕ → Type where
  | zero : Paired 0
  | more {n : ℕ} (e : Paired n) : Paired (n + 2)

inductive Powers : ℕ → Type where
  | square {n : ℕ} : Powers (n ^ 2)
  | cube {n : ℕ} : Powers (n ^ 3)

inductive Endless where
  | one (e : Endless)
  | two (e : Endless)

inductive Proved where
  | left (n : ℕ) (h : n < 3)
  | right (n : ℕ) (h : 3 < n)
"""
OTHERS = Exact(environment(REFUSED))


def test_indices_that_no_constructor_gives_are_an_empty_case() -> None:
    assert tag(draw_member(DataType("Paired", (4,)), OTHERS, source(0))) == "more"
    assert draw_member(DataType("Paired", (0,)), OTHERS, source(0)) == Data("Paired.zero", ())
    with pytest.raises(Empty):
        draw_member(DataType("Paired", (1,)), OTHERS, source(0))


@pytest.mark.parametrize(
    ("type_", "message"),
    [
        (
            DataType("Powers", (4,)),
            r"values of type Powers 4 can be made: Powers.cube has the index .*\^ 3",
        ),
        (DataType("Endless", ()), "values of type Endless can be made: none was found within"),
        (DataType("Proved", ()), "made: Proved.left has proofs, Proved.right has proofs"),
        (DataType("Paired", (BaseType("Nat"),)), "an index is no number"),
        (DataType("Missing", ()), "no values of type Missing can be made"),
    ],
)
def test_what_cannot_be_made_is_named(type_: DataType, message: str) -> None:
    with pytest.raises(Unsupported, match=message):
        draw_member(type_, OTHERS, source(0))


def test_constructors_are_arranged_in_every_way() -> None:
    shared = Shared()
    for seed in range(60):
        draw_member(DataType("Q.Net", (2,)), EXACT, Entries(Random(seed), "grid", shared=shared))
    nets = ("leaf", "node", "both")
    both, node = "Q.Net.both", "Q.Net.node"
    for name in [f"Q.Net.{n}" for n in nets] + ["Q.Op.drop", "Q.Op.lin", "Q.Op.same"]:
        assert (node, 3, name) in shared.covered or name.startswith("Q.Op")
        assert (both, 1, name) in shared.covered
        assert (both, 2, name) in shared.covered
        assert (both, ALL, name) in shared.covered
    assert {(both, "deepest", 1), (both, "deepest", 2)} <= shared.covered


def test_cases_of_a_family_take_their_sizes_from_the_term() -> None:
    declaration = EXACT.definitions.declaration("Q.apply")
    assert declaration is not None
    statement = open_statement(EXACT.definitions, declaration)  # type: ignore[arg-type]
    seen = set()
    for case in draw(statement, EXACT, PROFILES["default"], 0):
        if case is None:
            continue
        (op,) = [v for v in case.values.values() if isinstance(v, Data)]
        assert op_size(op) == tuple(case.sizes.values())
        seen.add(tag(op))
    assert seen == set(OPS)


# ----- ports ----------------------------------------------------------------------------------

PORTS = """\
from collections import namedtuple

same = namedtuple("same", "n")
leaf = namedtuple("leaf", "n name v")
node = namedtuple("node", "m n op e")
both = namedtuple("both", "n left right")


def apply(op, x):
    match type(op).__name__:
        case "same":
            return x
        case "twice":
            return np.concatenate([x, x])
        case "drop":
            return x[:-1]
        case "lin":
            return x @ op.w


def value(e):
    match type(e).__name__:
        case "leaf":
            return e.v
        case "node":
            return apply(e.op, value(e.e))
        case "both":
            return value(e.left) - value(e.right)


def drops(e):
    match type(e).__name__:
        case "leaf":
            return 0
        case "node":
            return drops(e.e) + (type(e.op).__name__ == "drop")
        case "both":
            return drops(e.left) + drops(e.right)


def marked(e):
    match type(e).__name__:
        case "leaf":
            return int(e.name != f"%z{e.n}")
        case "node":
            return marked(e.e)
        case "both":
            return marked(e.left) + marked(e.right)


def wrap(p, e, *, n):
    return both(n, node(n, n, same(n), leaf(n, p + "1", np.ones(n))), e)
"""
BOUND = {name: name for name in ("apply", "value", "wrap", "drops", "marked")}


@pytest.mark.parametrize("name", [*BOUND, "value_wrap"])
def test_right_ports_pass(tmp_path: Path, name: str) -> None:
    record = one(small(tmp_path / "p", FAMILY, PORTS, **BOUND), f"Q.{name}")
    assert record.verdict is Verdict.PASSED, reason(record)
    assert "comparisons" in reason(record)


FAULTS = {
    "a constructor that is never met alone": ("apply", "concatenate([x, x])", "repeat(x, 2)"),
    "the last cell for the first": ("apply", "x[:-1]", "x[1:]"),
    "operands in the other order": (
        "value", "value(e.left) - value(e.right)", "value(e.right) - value(e.left)",
    ),
    "a name": ("wrap", 'p + "1"', '"1" + p'),
    "swapped parts": (
        "wrap", 'both(n, node(n, n, same(n), leaf(n, p + "1", np.ones(n))), e)',
        'both(n, e, node(n, n, same(n), leaf(n, p + "1", np.ones(n))))',
    ),
    "a dropped node": ("wrap", 'node(n, n, same(n), leaf(n, p + "1", np.ones(n)))',
                       'leaf(n, p + "1", np.ones(n))'),
    "an array": ("wrap", "np.ones(n)", "np.zeros(n)"),
    "a fault that needs the same beneath both operands": (
        "drops", "drops(e.left) + drops(e.right)", "max(drops(e.left), drops(e.right))",
    ),
    "a name that is almost the one": (
        "marked", 'e.name != f"%z{e.n}"', 'not e.name.startswith("%z")',
    ),
    "a name that is never met by chance": ("marked", 'int(e.name != f"%z{e.n}")', "1"),
}  # fmt: skip
WHERE = {"a name": ".left.e.name", "an array": ".left.e.v", "a dropped node": ".left"}


@pytest.mark.parametrize("fault", FAULTS)
def test_faulty_ports_are_refuted(tmp_path: Path, fault: str) -> None:
    name, old, new = FAULTS[fault]
    assert PORTS.count(old) == 1
    record = one(small(tmp_path / "p", FAMILY, PORTS.replace(old, new), **BOUND), f"Q.{name}")
    assert record.verdict is Verdict.REFUTED
    found = only(record).counterexample
    assert found is not None
    assert found.kind == "value"
    assert WHERE.get(fault, "") in f"{found.message} {found.got} {found.expected}"
