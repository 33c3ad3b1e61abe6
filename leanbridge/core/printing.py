"""Core terms as Lean-like text for people: `explain`, messages, the index.

Gives text only; what it prints is not meant to be read back. Types that can be seen from the
rest are left out, operators are infix, numerals are numerals.
"""

from __future__ import annotations

from leanbridge.core.terms import (
    App,
    BVar,
    Clause,
    Const,
    FVar,
    Lam,
    Let,
    Lit,
    Match,
    MVar,
    Pi,
    Proof,
    Sort,
    Term,
    instantiate,
)

#: operator constant → (symbol, precedence, left precedence, right precedence); the last two
#: arguments are the operands.
INFIX: dict[str, tuple[str, int, int, int]] = {
    "Iff": ("↔", 20, 21, 21),
    "Or": ("∨", 30, 31, 30),
    "And": ("∧", 35, 36, 35),
    "Prod": ("×", 35, 36, 35),
    "Eq": ("=", 50, 51, 51),
    "Ne": ("≠", 50, 51, 51),
    "LT.lt": ("<", 50, 51, 51),
    "LE.le": ("≤", 50, 51, 51),
    "GT.gt": (">", 50, 51, 51),
    "GE.ge": ("≥", 50, 51, 51),
    "Dvd.dvd": ("∣", 50, 51, 51),
    "HAdd.hAdd": ("+", 65, 65, 66),
    "HSub.hSub": ("-", 65, 65, 66),
    "HAppend.hAppend": ("++", 65, 65, 66),
    "List.cons": ("::", 67, 68, 67),
    "HMul.hMul": ("*", 70, 70, 71),
    "HDiv.hDiv": ("/", 70, 70, 71),
    "HMod.hMod": ("%", 70, 70, 71),
    "HSMul.hSMul": ("•", 73, 74, 73),
    "HPow.hPow": ("^", 75, 76, 75),
    "Function.comp": ("∘", 90, 91, 90),
    "Equiv": ("≃", 25, 26, 26),
}  # fmt: skip
#: number of arguments an infix constant takes in all
INFIX_ARITY: dict[str, int] = {
    "Iff": 2, "Or": 2, "And": 2, "Prod": 2, "HSMul.hSMul": 4, "HPow.hPow": 4,
    "Function.comp": 5, "Equiv": 2,
}  # fmt: skip
#: leading arguments that a reader can do without
HIDDEN: dict[str, int] = {
    "Prod.mk": 2, "Prod.fst": 2, "Prod.snd": 2, "Fin.val": 1, "Fin.mk": 1, "Nat.cast": 1,
    "Int.cast": 1, "Rat.cast": 1, "ite": 1, "dite": 1, "Max.max": 1, "Min.min": 1, "abs": 1,
    "Finset.univ": 0, "Finset.sum": 2, "Finset.sup'": 2, "DFunLike.coe": 3, "Neg.neg": 1,
    "Inv.inv": 1, "OfNat.ofNat": 1, "Finset.filter": 1, "Membership.mem": 2, "Norm.norm": 1,
}  # fmt: skip
MAX = 1024


def show(term: Term) -> str:
    """`term` as one line of text."""
    return _show(term, 0, set())


def _fresh(name: str, used: set[str]) -> str:
    base = name if name not in ("", "_") else "x"
    out, i = base, 1
    while out in used:
        out = f"{base}_{i}"
        i += 1
    return out


def _wrap(text: str, own: int, outer: int) -> str:
    return f"({text})" if own < outer else text


def _show(t: Term, prec: int, used: set[str]) -> str:
    match t:
        case BVar():
            return f"#{t.index}"
        case FVar():
            return t.name
        case MVar():
            return f"?{t.id}"
        case Const():
            return {"Nat": "ℕ", "Int": "ℤ", "Rat": "ℚ", "Real": "ℝ"}.get(t.name, t.name)
        case Sort():
            return t.kind
        case Lit():
            return repr(t.value) if isinstance(t.value, int) else _quote(t.value)
        case Proof():
            return "‹" + _show(t.prop, 0, used) + "›"
        case Lam():
            return _wrap(_show_lambda(t, used), 0, prec)
        case Pi():
            return _show_pi(t, prec, used)
        case Let():
            name = _fresh(t.name, used)
            body = instantiate(t.body, (FVar(-1, name),))
            value = _show(t.value, 0, used)
            return _wrap(f"let {name} := {value}; {_show(body, 0, used | {name})}", 0, prec)
        case Match():
            arms = " ".join(_show_clause(c, used) for c in t.clauses)
            return _wrap(
                f"match {', '.join(_show(s, 0, used) for s in t.scrutinees)} with {arms}", 0, prec
            )
        case Clause():
            return _show_clause(t, used)
        case App():
            return _show_app(t, prec, used)
        case _:
            raise AssertionError(type(t))


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _open(t: Lam | Pi, used: set[str]) -> tuple[str, Term]:
    name = _fresh(t.name, used)
    return name, instantiate(t.body, (FVar(-1, name),))


def _show_lambda(t: Term, used: set[str]) -> str:
    names: list[str] = []
    used = set(used)
    while isinstance(t, Lam):
        name, t = _open(t, used)
        names.append(name)
        used.add(name)
    return f"fun {' '.join(names)} => {_show(t, 0, used)}"


def _show_pi(t: Pi, prec: int, used: set[str]) -> str:
    if t.body.loose == 0 and not t.info:
        text = f"{_show(t.type, 26, used)} → {_show(t.body, 25, used)}"
        return _wrap(text, 25, prec)
    groups: list[tuple[str, list[str], str]] = []
    used = set(used)
    body: Term = t
    while isinstance(body, Pi) and (body.body.loose or body.info or not groups):
        type_text = _show(body.type, 0, used)
        info = body.info
        name, body = _open(body, used)
        used.add(name)
        if groups and groups[-1][0] == info and groups[-1][2] == type_text:
            groups[-1][1].append(name)
        else:
            groups.append((info, [name], type_text))
    ends = {"": "()", "{}": "{}", "⦃⦄": "⦃⦄"}
    binders = " ".join(
        f"{ends[i][0]}{' '.join(names)} : {ty}{ends[i][1]}" for i, names, ty in groups
    )
    return _wrap(f"∀ {binders}, {_show(body, 0, used)}", 0, prec)


def _show_clause(c: Clause, used: set[str]) -> str:
    values: list[Term] = []
    used = set(used)
    for name in c.names:
        fresh = _fresh(name, used)
        used.add(fresh)
        values.append(FVar(-1, fresh))
    patterns = ", ".join(_show(instantiate(p, tuple(values)), 0, used) for p in c.patterns)
    return f"| {patterns} => {_show(instantiate(c.rhs, tuple(values)), 0, used)}"


def _show_app(t: App, prec: int, used: set[str]) -> str:
    if isinstance(t.fn, Const):
        special = _show_special(t.fn.name, t.args, prec, used)
        if special is not None:
            return special
    hidden = HIDDEN.get(t.fn.name, 0) if isinstance(t.fn, Const) else 0
    args = t.args[hidden:]
    fn = _show(t.fn, MAX, used)
    if isinstance(t.fn, Const) and t.fn.name == "DFunLike.coe" and args:
        fn, args = _show(args[0], MAX, used), args[1:]
    if not args:
        return fn
    return _wrap(" ".join([fn, *(_show(a, MAX, used) for a in args)]), MAX - 1, prec)


def _show_special(name: str, args: tuple[Term, ...], prec: int, used: set[str]) -> str | None:
    if name in INFIX and len(args) == INFIX_ARITY.get(name, 3):
        symbol, own, left, right = INFIX[name]
        text = f"{_show(args[-2], left, used)} {symbol} {_show(args[-1], right, used)}"
        return _wrap(text, own, prec)
    match name, len(args):
        case "OfNat.ofNat", 2:
            return _show(args[1], prec, used)
        case "Prod.mk", 4:
            return f"({_show(args[2], 0, used)}, {_show(args[3], 0, used)})"
        case "Prod.fst", 3:
            return f"{_show(args[2], MAX, used)}.1"
        case "Prod.snd", 3:
            return f"{_show(args[2], MAX, used)}.2"
        case ("Fin.val", 2) | ("Nat.cast", 2) | ("Int.cast", 2) | ("Rat.cast", 2):
            return f"↑{_show(args[1], MAX, used)}"
        case "Neg.neg", 2:
            return _wrap(f"-{_show(args[1], 75, used)}", 75, prec)
        case "Not", 1:
            return _wrap(f"¬{_show(args[0], 40, used)}", 40, prec)
        case "abs", 2:
            return f"|{_show(args[1], 0, used)}|"
        case "Norm.norm", 2:
            return f"‖{_show(args[1], 0, used)}‖"
        case "ite", 4:
            c, a, b = (_show(x, 0, used) for x in args[1:])
            return _wrap(f"if {c} then {a} else {b}", 0, prec)
        case "Exists", 2 if isinstance(args[1], Lam):
            var, body = _open(args[1], used)
            text = f"∃ {var} : {_show(args[0], 0, used)}, {_show(body, 0, used | {var})}"
            return _wrap(text, 0, prec)
        case "Finset.sum", 4 if isinstance(args[3], Lam):
            var, body = _open(args[3], used)
            inner = _show(body, 67, used | {var})
            univ = isinstance(args[2], App) and args[2].fn is Const("Finset.univ")
            place = f": {_show(args[0], 0, used)}" if univ else f"∈ {_show(args[2], 51, used)}"
            return _wrap(f"∑ {var} {place}, {inner}", 67, prec)
        case _:
            return None
