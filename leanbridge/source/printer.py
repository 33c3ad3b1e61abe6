"""Syntax trees → Lean text, for people and for the law parse ∘ print ∘ parse = parse.

Takes a term, gives text. `Paren` nodes are printed as they are; parentheses that a tree built by
hand needs are added. Never shows a tactic, `do` or `calc` block, whose text the tree does not
hold: `by …`, or `by sorry` where it has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from leanbridge.source import literals
from leanbridge.source import syntax as s
from leanbridge.source.binder_text import BinderText, groups
from leanbridge.source.notation import ARG, BINDERS, INFIX, LEAD, MAX, MIN, MODULO, PREFIX

_CLOSED = MAX + 1
_ELISION = "…"
_WIDTH = 90
_BLOCK_ENDS = (_ELISION, "by sorry", "calc sorry")


@dataclass(frozen=True, slots=True)
class _Text:
    """Text with its level; operators of level ≥ `tail` written after it would go inside it."""

    text: str
    level: int = MAX
    tail: int = _CLOSED


def show_term(term: s.Term) -> str:
    """Print a term on one line, or on several where alternatives or blocks need it."""
    return _show(term).text


def show_binder(binder: s.Binder) -> str:
    """Print one binder as a declaration has it."""
    return _BINDERS.group([binder])


def _show(term: s.Term) -> _Text:
    match term:
        case s.Ident() | s.DotIdent() | s.Hole() | s.CDot() | s.NumLit() | s.SciLit():
            return _Text(_atom(term))
        case s.StrLit() | s.CharLit() | s.NameLit() | s.InterpStr() | s.SortLit() | s.Sorry():
            return _Text(_atom(term))
        case s.Paren() | s.Ascription() | s.Tuple() | s.AnonCtor() | s.StructInst():
            return _Text(_bracketed(term))
        case s.ListLit() | s.SetLit() | s.SetBuilder() | s.Bracket():
            return _Text(_bracketed(term))
        case s.App():
            return _application(term)
        case s.Explicit(target):
            return _Text("@" + _max(target))
        case s.Proj():
            return _projection(term)
        case s.Index() | s.Iterate():
            return _Text(_indexed(term))
        case s.BinOp():
            return _infix(term)
        case s.UnOp():
            return _prefix_or_postfix(term)
        case s.Arrow(domain, codomain):
            return _operator(domain, "→", codomain, 25, 0, 25)
        case s.Fun() | s.FunMatch() | s.Match() | s.Pi() | s.BinderNotation():
            return _binding(term)
        case s.Let() | s.Show() | s.If() | s.IfLet() | s.OpenIn():
            return _Text(_prose(term), LEAD, 0)
        case s.By(has_sorry):
            return _Text("by sorry" if has_sorry else f"by {_ELISION}", LEAD, 0)
        case s.Do():
            return _Text(f"do {_ELISION}", ARG, 0)
        case s.Calc(has_sorry):
            return _Text("calc sorry" if has_sorry else f"calc {_ELISION}", LEAD, 0)
        case s.NoMatch(terms):
            text = f"nomatch {', '.join(map(show_term, terms))}" if terms else "nofun"
            return _Text(text, LEAD if terms else MAX, 0 if terms else _CLOSED)
        case _:
            assert_never(term)


# ----- places that ask for a level ------------------------------------------------------------


def _fit(shown: _Text, level: int, before: int | None = None) -> _Text:
    """Fit text into a place of that level; `before` is the level of the operator after it."""
    if shown.level < level or (before is not None and shown.tail <= before):
        return _Text(f"({shown.text})")
    return shown


def _at(term: s.Term, level: int, before: int | None = None) -> str:
    """Print in a place of that level; `before` is the level of the operator written after it."""
    return _fit(_show(term), level, before).text


def _max(term: s.Term) -> str:
    """Print where only an atom may stand and something is glued to it."""
    return _at(term, MAX, MAX)


# ----- atoms and brackets ---------------------------------------------------------------------


def _atom(
    term: s.Ident | s.DotIdent | s.Hole | s.CDot | s.NumLit | s.SciLit | s.StrLit | s.CharLit
    | s.NameLit | s.InterpStr | s.SortLit | s.Sorry,
) -> str:  # fmt: skip
    match term:
        case s.Ident(name):
            return name
        case s.DotIdent(name):
            return "." + name
        case s.Hole(name):
            return "_" if name is None else "?" + name
        case s.CDot():
            return "·"
        case s.NumLit(value):
            return str(value)
        case s.SciLit(mantissa, exponent):
            return literals.show_scientific(mantissa, exponent)
        case s.StrLit(value):
            return f'"{literals.escape(value)}"'
        case s.CharLit(value):
            return f"'{literals.escape(value, quote=chr(39))}'"
        case s.NameLit(name):
            return "`" + name
        case s.InterpStr(prefix, parts):
            shown = [
                literals.escape(part).replace("{", "\\{") if isinstance(part, str)
                else "{" + show_term(part) + "}"
                for part in parts
            ]  # fmt: skip
            return f'{prefix}!"{"".join(shown)}"'
        case s.SortLit(kind):
            return kind
        case s.Sorry():
            return "sorry"
        case _:
            assert_never(term)


def _bracketed(
    term: s.Paren | s.Ascription | s.Tuple | s.AnonCtor | s.StructInst | s.ListLit | s.SetLit
    | s.SetBuilder | s.Bracket,
) -> str:  # fmt: skip
    match term:
        case s.Paren(body):
            return f"({show_term(body)})"
        case s.Ascription(body, type_):
            return f"({show_term(body)} :{'' if type_ is None else ' ' + show_term(type_)})"
        case s.Tuple(items):
            return f"({_list(items)})"
        case s.AnonCtor(items):
            return f"⟨{_list(items)}⟩"
        case s.StructInst():
            return _structure(term)
        case s.ListLit("!!["):
            width = max(term.columns or 1, 1)
            rows = [term.items[i : i + width] for i in range(0, len(term.items), width)]
            return f"!![{'; '.join(map(_list, rows))}]"
        case s.ListLit(opening, items):
            return f"{opening}{_list(items)}]"
        case s.SetLit(items):
            return f"{{{_list(items)}}}"
        case s.SetBuilder():
            return _set_builder(term)
        case s.Bracket():
            return _bracket(term)
        case _:
            assert_never(term)


def _list(items: Sequence[s.Term]) -> str:
    return ", ".join(map(show_term, items))


def _structure(term: s.StructInst) -> str:
    parts = [", ".join(_field(field) for field in term.fields)] if term.fields else []
    if term.ellipsis:
        parts.append("..")
    inside = ", ".join(parts)
    if term.sources:
        inside = f"{_list(term.sources)} with {inside}".rstrip()
    if term.type is not None:
        inside += f" : {show_term(term.type)}"
    return f"{{ {inside} }}"


def _field(field: s.FieldInit) -> str:
    head = " ".join([field.path, *_BINDERS.declared(field.binders)])
    return head if field.value is None else f"{head} := {show_term(field.value)}"


def _set_builder(term: s.SetBuilder) -> str:
    if term.pattern is not None:
        shown = " ".join(_BINDERS.group(group) for group in groups(term.binders))
        return f"{{{show_term(term.pattern)} | {shown}}}"
    bar = "//" if term.subtype else "|"
    return f"{{{_BINDERS.quantified(term.binders, bare=True)} {bar} {show_term(term.body)}}}"


def _bracket(term: s.Bracket) -> str:
    inside = _list(term.items)
    if term.open == "|" and (inside.startswith("|") or inside.endswith("|")):
        inside = f"({inside})"
    shown = f"{term.open}{inside}{term.close}"
    if term.subscript is None:
        return shown
    if term.close.endswith("["):
        return f"{shown}{show_term(term.subscript)}]"
    return shown + _max(term.subscript)


# ----- application and what is glued -----------------------------------------------------------


def _application(term: s.App) -> _Text:
    fn = _show(term.fn)
    arguments = [_argument(arg) for arg in term.args]
    last = arguments[-1] if arguments and not term.ellipsis else _Text("")
    is_pipe = isinstance(term.fn, s.Proj) and fn.level == MIN
    low_function = len(arguments) == 1 and not is_pipe and fn.level < MAX
    if low_function or last.level < ARG:
        return _piped(fn, arguments)
    head = fn.text if is_pipe else _fit(fn, MAX, MAX).text
    shown = [_fit(each, ARG, None if each is last else ARG).text for each in arguments]
    text = " ".join([head, *shown, *([".."] if term.ellipsis else [])])
    tail = last.tail if last.tail < ARG else _CLOSED
    return _Text(text, MIN if is_pipe else LEAD, tail)


def _piped(fn: _Text, arguments: Sequence[_Text]) -> _Text:
    """Print `f a <| x` where x, or f, is no atom and the tree must have no parentheses there."""
    if len(arguments) == 1:
        head = _fit(fn, MIN + 1, MIN).text
    else:
        rest = [_fit(argument, ARG, ARG).text for argument in arguments[:-1]]
        head = " ".join([_fit(fn, MAX, MAX).text, *rest])
    return _Text(f"{head} <| {_fit(arguments[-1], MIN).text}", MIN, 0)


def _argument(arg: s.Term | s.NamedArg) -> _Text:
    if isinstance(arg, s.NamedArg):
        return _Text(f"({arg.name} := {show_term(arg.value)})")
    return _show(arg)


def _projection(term: s.Proj) -> _Text:
    """Print `e.f`, or `e |>.f` where only that gives this tree: `x.f` would be one name."""
    target = term.target
    shown = _show(target)
    if isinstance(target, s.Proj) and shown.level == MIN:
        return _Text(f"{shown.text}.{term.field}", MIN, MIN)
    if isinstance(target, s.App) and shown.level == LEAD and _ends_named(target):
        return _Text(f"{shown.text}.{term.field}")
    is_name = isinstance(target, s.Ident | s.DotIdent) and isinstance(term.field, str)
    if is_name or isinstance(target, s.NumLit) or shown.level < MAX:
        return _Text(f"{_fit(shown, MIN).text} |>.{term.field}", MIN, MIN)
    return _Text(f"{_fit(shown, MAX, MAX).text}.{term.field}")


def _ends_named(term: s.App) -> bool:
    return bool(term.args) and isinstance(term.args[-1], s.NamedArg) and not term.ellipsis


def _indexed(term: s.Index | s.Iterate) -> str:
    if isinstance(term, s.Iterate):
        return f"{_max(term.fn)}^[{show_term(term.count)}]"
    proof = "" if term.proof is None else _max(term.proof)
    return f"{_max(term.target)}[{show_term(term.index)}]{term.suffix}{proof}"


# ----- operators -------------------------------------------------------------------------------


def _operator(lhs: s.Term, symbol: str, rhs: s.Term, level: int, left: int, right: int) -> _Text:
    shown = _fit(_show(rhs), right)
    return _Text(f"{_at(lhs, left, level)} {symbol} {shown.text}", level, min(right, shown.tail))


def _infix(term: s.BinOp) -> _Text:
    op = term.op
    if op == "@":
        return _Text(f"{_max(term.lhs)}@{_max(term.rhs)}")
    if op[0] == "≡" and op[1:] in MODULO and term.param is not None:
        lhs, rhs = _at(term.lhs, 51, 50), _at(term.rhs, 51)
        return _Text(f"{lhs} ≡ {rhs} {op[1:]} {show_term(term.param)}]", 50)
    rule = INFIX[op]
    symbol = op
    if term.param is not None:
        # a pair of parameters is written without parentheses: `f ⋆[L, μ] g`
        is_pair = isinstance(term.param, s.Tuple)
        inside = (
            _list(term.param.items)
            if isinstance(term.param, s.Tuple) and is_pair
            else (show_term(term.param))
        )
        symbol = f"{op}{inside}{rule.close}"
    return _operator(term.lhs, symbol, term.rhs, rule.level, rule.left, rule.right)


def _prefix_or_postfix(term: s.UnOp) -> _Text:
    if term.postfix:
        space = " " if term.op in ("!", "‼", "°") else ""
        return _Text(f"{_max(term.arg)}{space}{term.op}")
    if term.op == ".":
        return _Text("." + show_term(term.arg))
    rule = PREFIX[term.op]
    inside = _fit(_show(term.arg), rule.arg)
    clashes = "-" if term.op == "-" else "[!" if term.op == "!" else ""
    space = " " if inside.text[0] in clashes or term.op == "@&" else ""
    tail = min(rule.arg, inside.tail) if rule.arg < ARG else _CLOSED
    return _Text(f"{term.op}{space}{inside.text}", rule.level, tail)


# ----- binding ---------------------------------------------------------------------------------


def _binding(term: s.Fun | s.FunMatch | s.Match | s.Pi | s.BinderNotation) -> _Text:
    match term:
        case s.Fun(binders, body):
            head = " ".join(_BINDERS.bare_or_group(group) for group in groups(binders))
            return _Text(f"fun {head} => {show_term(body)}", MAX, 0)
        case s.FunMatch(alts):
            return _Text(f"fun{_alternatives(alts)}", MAX, 0)
        case s.Match():
            return _Text(_match(term), LEAD, 0)
        case s.Pi(binders, body, False) if any(each.type is None for each in binders):
            return _Text(f"∀ {_BINDERS.quantified(binders)}, {show_term(body)}", LEAD, 0)
        case s.Pi(binders, body, False):
            heads = " → ".join(_BINDERS.group(group) for group in groups(binders))
            return _Text(f"{heads} → {show_term(body)}", 25, 0)
        case s.Pi(binders, body):
            return _Text(f"∀ {_BINDERS.quantified(binders)}, {show_term(body)}", LEAD, 0)
        case s.BinderNotation("×" | "×'", binders, body):
            heads = " × ".join(_BINDERS.group(group) for group in groups(binders))
            shown = _fit(_show(body), 35)
            return _Text(f"{heads} {term.op} {shown.text}", 35, min(35, shown.tail))
        case s.BinderNotation():
            level = BINDERS[term.op]
            shown = _fit(_show(term.body), level)
            return _Text(_notation(term, shown.text), LEAD, _notation_tail(term, level, shown))
        case _:
            assert_never(term)


def _notation_tail(term: s.BinderNotation, level: int, body: _Text) -> int:
    """Give the tail of a binder notation: of its measure if that stands last."""
    if term.measure is not None and term.op not in ("∀ᵐ", "∃ᵐ"):
        return 70
    return min(level, body.tail)


def _notation(term: s.BinderNotation, body: str) -> str:
    head = f"{term.op} {_BINDERS.quantified(term.binders)}"
    if term.domain:
        head += f" in {'..'.join(map(show_term, term.domain))}"
    before_comma = term.measure is not None and term.op in ("∀ᵐ", "∃ᵐ")
    if term.measure is not None and before_comma:
        head += f" ∂{show_term(term.measure)}"
    if term.condition is not None:
        head += f" with {show_term(term.condition)}"
    shown = f"{head}, {body}"
    if term.measure is not None and not before_comma:
        shown += f" ∂{_at(term.measure, 70)}"
    return shown


def _match(term: s.Match) -> str:
    motive = "" if term.motive is None else f"(motive := {show_term(term.motive)}) "
    heads = [
        show_term(each.term) if each.name is None else f"{each.name} : {show_term(each.term)}"
        for each in term.discriminants
    ]
    return f"match {motive}{', '.join(heads)} with{_alternatives(term.alts)}"


def _alternatives(alts: Sequence[s.Alt]) -> str:
    """Print alternatives on one line, or each on its own: a `|` goes to the nearest `match`."""
    rows = ["".join(f"| {_list(row)} " for row in alt.rows) for alt in alts]
    bodies = [show_term(alt.body) for alt in alts]
    flat = " ".join(f"{row}=> {body}" for row, body in zip(rows, bodies, strict=True))
    nested = any("|" in body or body.endswith(_BLOCK_ENDS) for body in bodies[:-1])
    if len(flat) <= _WIDTH and not nested and "\n" not in flat:
        return " " + flat
    lines = [f"\n  {row}=> {_indent(body, 4)}" for row, body in zip(rows, bodies, strict=True)]
    return "".join(lines)


def _indent(text: str, by: int) -> str:
    return text.replace("\n", "\n" + " " * by)


# ----- let, show, if ---------------------------------------------------------------------------


def _prose(term: s.Let | s.Show | s.If | s.IfLet | s.OpenIn) -> str:
    match term:
        case s.Let():
            return _let(term)
        case s.Show(type_, s.By() as block):
            return f"show {show_term(type_)} {show_term(block)}"
        case s.Show(type_, value):
            return f"show {show_term(type_)} from {show_term(value)}"
        case s.If(name, condition, then, otherwise):
            head = show_term(condition) if name is None else f"{name} : {show_term(condition)}"
            return f"if {head} then {show_term(then)} else {show_term(otherwise)}"
        case s.IfLet(pattern, value, then, otherwise):
            head = f"{show_term(pattern)} := {show_term(value)}"
            return f"if let {head} then {show_term(then)} else {show_term(otherwise)}"
        case s.OpenIn(command, body):
            return f"{_command(command)} in {show_term(body)}"
        case _:
            assert_never(term)


def _let(term: s.Let) -> str:
    value = show_term(term.value)
    if term.pattern is not None:
        head = [show_term(term.pattern)]
    elif term.name == "this" and not term.binders and term.keyword in ("have", "haveI", "letI"):
        head = []
    else:
        head = [term.name, *_BINDERS.declared(term.binders)]
    if term.type is not None:
        head.append(f": {show_term(term.type)}")
    joint = value if isinstance(term.value, s.By) else f"from {value}"
    assigned = joint if term.keyword == "suffices" else f":= {value}"
    shown = " ".join([term.keyword, *head, assigned])
    body = show_term(term.body)
    if value.endswith(_BLOCK_ENDS) or "\n" in value or "\n" in body:
        return f"{shown}\n{body}"
    return f"{shown}; {body}" if len(shown) + len(body) < _WIDTH else f"{shown}\n{body}"


def _command(command: s.Command) -> str:
    match command:
        case s.Open():
            rest = ""
            if command.only is not None:
                rest = f" ({' '.join(command.only)})"
            if command.hiding:
                rest = f" hiding {' '.join(command.hiding)}"
            if command.renaming:
                rest = " renaming " + ", ".join(f"{a} → {b}" for a, b in command.renaming)
            return f"open {'scoped ' if command.scoped else ''}{' '.join(command.names)}{rest}"
        case s.SetOption(name, value):
            return f"set_option {name} {value}"
        case _:
            return type(command).__name__


_BINDERS = BinderText(show_term, _max)
